//! Writes one page as a complete file.

use std::sync::Arc;

use super::digest;
use super::format::Format;
use super::writer::Options;
use crate::blocks::Page;
use crate::mapping::Mapping;
use crate::page::DocumentInfo;

/// Writes one page as a complete file.
pub fn single(
    format: Format,
    mapping: &Arc<Mapping>,
    options: &Options,
    document: &DocumentInfo,
    page: &Page,
) -> String {
    let writer = format.writer(mapping, options);
    // Some formats write the head last, because it summarises the pages.
    let early = (!writer.head_comes_last()).then(|| writer.head(document, 1));
    let page = writer.page(page);
    let head = early.unwrap_or_else(|| writer.head(document, 1));
    let between = writer.between_parts().unwrap_or_default();
    let front = page.front.clone();
    let text = match writer.joiner() {
        Some(mut joiner) => joiner.page(page).text + &joiner.end().text,
        None => page.text,
    };
    let file = [&head, &front, between, &text, &writer.tail()].concat();
    match format.ends_with_digest() {
        true => digest::with_comment(file),
        false => file,
    }
}
