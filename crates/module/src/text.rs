//! Reads the text of nodes and its font styles.

use std::collections::HashMap;

use pdfa2hocr_core::page::{Detail, FontFacts, NodeId, Page, Step};

/// The words below a node: separated by spaces within a line, by new lines between lines. Also returns the
/// cost in steps.
pub(super) fn text(page: &Page, id: NodeId) -> (String, usize) {
    let (mut out, mut work) = (String::new(), 0);
    let mut line = None;
    for step in page.tree.walk(id) {
        work += 1;
        let Step::Enter(id) = step else { continue };
        if let Detail::Word(glyphs) = &page.tree[id].detail {
            let parent = page.tree.parent(id);
            if !out.is_empty() {
                out.push(if line == parent { ' ' } else { '\n' });
            }
            line = parent;
            page.push_text(glyphs, &mut out);
            work += glyphs.len();
        }
    }
    (out, work)
}

/// Maximum steps of a search for text.
const FAR: usize = 200;

/// A short form of a node, for `print` and messages: its kind and the beginning of its text.
pub(super) fn brief(page: &Page, id: NodeId) -> String {
    let mut text = beginning(page, id, 24);
    if !text.is_empty() {
        text = format!(" {text:?}");
    }
    format!("<{}{text}>", page.tree[id].kind)
}

/// The first `most` characters of a node's text, if they are near its start.
fn beginning(page: &Page, id: NodeId, most: usize) -> String {
    let mut out = String::new();
    for step in page.tree.walk(id).take(FAR) {
        if let Step::Enter(id) = step
            && let Detail::Word(glyphs) = &page.tree[id].detail
        {
            let end = glyphs.end.min(glyphs.start.saturating_add(FAR as u32));
            let glyphs = &(glyphs.start..end);
            if !out.is_empty() {
                out.push(' ');
            }
            page.push_text(glyphs, &mut out);
            if out.chars().count() > most {
                break;
            }
        }
    }
    match out.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &out[..end]),
        None => out,
    }
}

/// A font style and the number of glyphs that have it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<'a> {
    pub font: Option<&'a FontFacts>,
    /// Font size, in points.
    pub size: f32,
    pub glyphs: usize,
}

/// The font styles of the text below a node, the most frequent first. Also returns the cost in steps.
pub(super) fn looks(page: &Page, id: NodeId) -> (Vec<Look<'_>>, usize) {
    // Counted by font and size in tenths of a point: most runs are alike.
    let mut counts: HashMap<(u32, u32), usize> = HashMap::new();
    let mut work = 0;
    for step in page.tree.walk(id) {
        work += 1;
        let Step::Enter(id) = step else { continue };
        let Detail::Word(glyphs) = &page.tree[id].detail else {
            continue;
        };
        work += glyphs.len();
        for glyph in page.glyphs(glyphs) {
            let run = page.content.run_of(glyph);
            let tenths = (run.size * 10.0).round() as u32;
            *counts.entry((run.font, tenths)).or_default() += 1;
        }
    }
    let mut sorted: Vec<_> = counts.into_iter().collect();
    sorted.sort_unstable_by_key(|&(look, count)| (std::cmp::Reverse(count), look));
    let looks = sorted.into_iter().map(|((font, tenths), glyphs)| Look {
        font: page.content.fonts.get(font as usize).map(AsRef::as_ref),
        size: tenths as f32 / 10.0,
        glyphs,
    });
    (looks.collect(), work)
}
