//! Adds the pages that METS files list.

use std::path::Path;
use std::path::PathBuf;

use super::document::OcrDocument;
use super::file::MAX_BYTES;
use super::file::in_utf8;
use super::format::Format;
use super::markup::xml::Piece;
use super::named_images::Reference;
use super::opening::Opening;
use super::{beside, mets};
use crate::counted::{counted, verb};
use crate::diagnostics::Warnings;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::pdf::Source;

/// Unreadable pages of a list that are reported one by one; more are only counted.
const MAX_REPORTED: usize = 5;

/// The result of looking for a page of a list.
enum Found {
    Text(Source),
    /// Its file was already read for an earlier page.
    Again,
    /// The reason why it is not read, with the reference.
    Missing(String),
}

/// The reason for skipping a file in another format.
const NO_TEXT: &str = "it is not recognised text";

/// Opens a file that a list names.
///
/// # Errors
///
/// The reason, if the file cannot be read.
fn text_of(path: &Path) -> std::result::Result<Source, String> {
    let source = Source::map(path).map_err(|error| error.message)?;
    match Format::of(source.bytes()) {
        // Lists of lists might be endless.
        None | Some(Format::Mets) => Err(NO_TEXT.to_owned()),
        Some(_) if source.bytes().len() > MAX_BYTES => Err("it is larger than 1 GB".to_owned()),
        Some(_) => Ok(source),
    }
}

impl Opening<'_> {
    /// Adds the pages of a METS file: of each page the first file that can be read, unless it was added
    /// before.
    pub(super) fn add_listed(&mut self, name: &str, list: Piece<'_>) -> Result<()> {
        let before = self.pages.len();
        let pages = mets::pages(list, &mut self.warnings);
        let count = pages.len();
        let mut again = 0;
        let mut missing: Vec<String> = Vec::new();
        for (number, mets::ListedPage { texts, images }) in (1..).zip(pages) {
            match self.find(name, &texts) {
                Found::Text(source) => {
                    let files = self.files.len();
                    self.add(&source)?;
                    let image = |image: String| Reference {
                        base: name.into(),
                        name: image,
                    };
                    if let Some(file) = self.files.get_mut(files) {
                        file.images = images.into_iter().map(image).collect();
                    }
                }
                Found::Again => again += 1,
                Found::Missing(why) => missing.push(format!("page {number} ({why})")),
            }
        }
        let name = if name.is_empty() { "the list" } else { name };
        if again > 0 {
            let (pages, are) = (counted(again, "page"), verb(again, "is", "are"));
            let why = format!(
                "{name}: {pages} of {count} that it lists {are} in files of pages before; each file is \
                 read once"
            );
            self.warnings
                .push(Diagnostic::new(DiagnosticKind::Page, why));
        }
        if missing.is_empty() {
            return Ok(());
        }
        let first = missing.get(..MAX_REPORTED).unwrap_or(&missing);
        let mut list = first.join(", ");
        if let Some(more @ 1..) = missing.len().checked_sub(MAX_REPORTED) {
            list = format!("{list}, and {}", counted(more, "other"));
        }
        if self.pages.is_empty() {
            let why = format!("none of the pages that {name} lists can be read: {list}");
            return Err(Diagnostic::structure(why));
        }
        let (pages, are) = (missing.len(), verb(missing.len(), "is", "are"));
        let read = self.pages.len() - before;
        let why = format!(
            "{name}: {pages} of the {} that it lists {are} left out: {list}; {} {} read",
            counted(count, "page"),
            counted(read, "page"),
            verb(read, "is", "are"),
        );
        self.warnings
            .push(Diagnostic::new(DiagnosticKind::Page, why));
        Ok(())
    }

    /// Finds the first readable file of a page.
    fn find(&mut self, list: &str, texts: &[String]) -> Found {
        let mut why = None;
        for href in texts {
            let reason = match beside::find(Path::new(list), href) {
                Err(refused) => refused.reason().to_owned(),
                Ok(path) => match self.listed.get(&path) {
                    Some(true) => return Found::Again,
                    Some(false) => NO_TEXT.to_owned(),
                    None => {
                        let read = text_of(&path);
                        self.listed.insert(path, read.is_ok());
                        match read {
                            Ok(source) => return Found::Text(source),
                            Err(reason) => reason,
                        }
                    }
                },
            };
            why.get_or_insert_with(|| format!("{href}: {reason}"));
        }
        Found::Missing(why.unwrap_or_default())
    }
}

impl OcrDocument {
    /// The page and image files that METS files list and that exist.
    pub fn listed_files(source: &Source) -> Vec<PathBuf> {
        let files = match source.files() {
            [] => std::slice::from_ref(source),
            files => files,
        };
        let mut listed = Vec::new();
        for list in files {
            if Format::of(list.bytes()) != Some(Format::Mets) || list.bytes().len() > MAX_BYTES {
                continue;
            }
            let list = in_utf8(list);
            let text = std::str::from_utf8(list.bytes()).unwrap_or_default();
            let base = Path::new(list.name());
            for page in mets::pages(Piece::first(text), &mut Warnings::new()) {
                let named = page.texts.iter().chain(&page.images);
                listed.extend(named.filter_map(|href| beside::find(base, href).ok()));
            }
        }
        listed
    }
}
