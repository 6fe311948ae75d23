//! Adds the pages that METS files list.

use std::path::{Path, PathBuf};

use super::document::OcrDocument;
use super::file::{MAX_BYTES, in_utf8};
use super::format::Format;
use super::markup::xml::Piece;
use super::mets::{ListedPage, ListedText};
use super::named_images::Reference;
use super::opening::Opening;
use super::{beside, mets};
use crate::compact_sort::CompactSort;
use crate::counted::{counted, verb};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Setting, Warnings};
use crate::limits::Limits;
use crate::pdf::Source;

/// Unreadable pages of a list that are reported one by one; more are only counted.
const MAX_REPORTED: usize = 5;

/// Maximum number of groups of files that are compared, and of those that are named.
const MAX_GROUPS: usize = 64;
const MAX_NAMED: usize = 10;

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

/// The groups of a list with files that may be text, in the order of their first pages.
#[derive(Default)]
struct Groups {
    names: Vec<String>,
    /// The index of the group to read.
    best: usize,
}

impl Groups {
    fn is_best(&self, name: &str) -> bool {
        self.names.get(self.best).is_some_and(|best| best == name)
    }

    fn listed(&self) -> String {
        let names: Vec<String> = self
            .names
            .iter()
            .take(MAX_NAMED)
            .map(|n| format!("\"{n}\""))
            .collect();
        names.join(", ")
    }

    /// A warning that names the group that was chosen, if there are others.
    fn warning(&self, list: &str, said: Option<&str>) -> Option<Diagnostic> {
        let best = self.names.get(self.best)?;
        if said.is_some() || self.names.len() < 2 {
            return None;
        }
        let why = format!(
            "{list} has the groups of files {}; \"{best}\" is read",
            self.listed()
        );
        Some(Diagnostic::new(DiagnosticKind::Page, why).about(Setting::FileGroup))
    }
}

/// Whether a file contains a word.
fn has_words(source: &Source, limits: &Limits) -> bool {
    let opened = OcrDocument::open(source, None, None, limits).ok();
    let page = opened.and_then(|(opened, _)| opened.page(0, limits, &mut Warnings::new()));
    page.is_some_and(|page| page.count_words() > 0)
}

impl Opening<'_> {
    /// Finds the groups of a list, and the one to read: the user's, else the one with files of most pages.
    /// Among equals it is one with words, and the last of these: programs append the groups they make.
    fn groups(&self, list: &str, pages: &[ListedPage]) -> Result<Groups> {
        let mut groups = Groups::default();
        // For each group, the number of its files that exist, and the first of them.
        let mut counts: Vec<(usize, Option<PathBuf>)> = Vec::new();
        for text in pages.iter().flat_map(|page| &page.texts) {
            let at = groups.names.iter().position(|name| *name == text.group);
            let at = match at {
                Some(at) => at,
                None if groups.names.len() < MAX_GROUPS => {
                    groups.names.push(text.group.clone());
                    counts.push((0, None));
                    groups.names.len() - 1
                }
                None => continue,
            };
            if let Some((count, first)) = counts.get_mut(at)
                && let Ok(path) = beside::find(Path::new(list), &text.href)
            {
                *count += 1;
                first.get_or_insert(path);
            }
        }
        if let Some(said) = self.group {
            groups.best = groups
                .names
                .iter()
                .position(|name| name == said)
                .ok_or_else(|| {
                    let why = format!(
                        "{list} has no group of files \"{said}\" with text; it has {}",
                        groups.listed()
                    );
                    Diagnostic::argument(why).about(Setting::FileGroup)
                })?;
        } else if groups.names.len() > 1 {
            let rank = |(at, (count, first)): (usize, &(usize, Option<PathBuf>))| {
                let source = first.as_ref().and_then(|path| text_of(path).ok());
                let words = source.is_some_and(|source| has_words(&source, self.limits));
                (*count, words, at)
            };
            let best = counts.iter().enumerate().map(rank).max();
            groups.best = best.map_or(0, |(.., at)| at);
        }
        Ok(groups)
    }

    /// Adds the pages of a METS file: of each page the first file that can be read, unless it was added
    /// before.
    pub(super) fn add_listed(&mut self, name: &str, list: Piece<'_>) -> Result<()> {
        let before = self.pages.len();
        let pages = mets::pages(list, &mut self.warnings);
        let count = pages.len();
        let mut again = 0;
        let mut missing: Vec<String> = Vec::new();
        let groups = self.groups(name, &pages)?;
        for (number, mut page) in (1..).zip(pages) {
            if self.group.is_some() {
                page.texts.retain(|text| groups.is_best(&text.group));
            }
            // Pages without a file of the best group are read from others.
            page.texts
                .compact_sort_by_key(|text| !groups.is_best(&text.group));
            match self.find(name, &page.texts) {
                Found::Text(source) => {
                    let files = self.files.len();
                    self.add(&source)?;
                    let image = |image: String| Reference {
                        base: name.into(),
                        name: image,
                    };
                    if let Some(file) = self.files.get_mut(files) {
                        file.images = page.images.into_iter().map(image).collect();
                        file.label = page.label;
                        file.headings = page.headings;
                    }
                }
                Found::Again => again += 1,
                Found::Missing(why) => missing.push(format!("page {number} ({why})")),
            }
        }
        let name = if name.is_empty() { "the list" } else { name };
        if self.pages.len() > before {
            let chosen = groups.warning(name, self.group);
            chosen
                .into_iter()
                .for_each(|chosen| self.warnings.push(chosen));
        }
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
    fn find(&mut self, list: &str, texts: &[ListedText]) -> Found {
        let mut why = None;
        for ListedText { href, .. } in texts {
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
        Found::Missing(why.unwrap_or_else(|| "it has no file of this group".to_owned()))
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
                let texts = page.texts.iter().map(|text| &text.href);
                let named = texts.chain(&page.images);
                listed.extend(named.filter_map(|href| beside::find(base, href).ok()));
            }
        }
        listed
    }
}
