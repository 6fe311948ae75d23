//! Writes each page to its own file, and a METS file that lists them.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, OnceLock};

use super::PageXml;
use crate::blocks::{Block, Page};
use crate::lock::{lock, unlocked};
use crate::page::{DocumentInfo, Own};
use crate::write::headings::Heading;
use crate::write::mets::{self, Listed};
use crate::write::{Options, Writer, WrittenPage, digest};

/// Stores a file under a name.
type Store = Box<dyn Fn(&str, &[u8]) -> io::Result<()> + Send + Sync>;

/// Writes one file for each page into a folder, and the list of files.
pub struct PageFiles {
    writer: PageXml,
    folder: String,
    store: Store,
    /// The head of every file, and the document.
    head: OnceLock<Box<(String, DocumentInfo)>>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    /// By page number.
    pages: BTreeMap<u32, Listed>,
    error: Option<io::Error>,
}

impl PageFiles {
    /// `folder` is the folder that `store` writes files to, relative to the list. Images of pages are in this folder
    /// if `has_images`, otherwise beside the list.
    pub fn new(options: &Options, folder: &str, has_images: bool, store: Store) -> Self {
        Self {
            writer: PageXml {
                to_images: if has_images { "" } else { "../" },
                ..PageXml::new(options)
            },
            folder: folder.to_owned(),
            store,
            head: OnceLock::new(),
            kept: Mutex::default(),
        }
    }

    /// Whether a file name can be that of a page.
    pub fn is_name(name: &str) -> bool {
        let number = name.strip_suffix(".xml").unwrap_or_default();
        number.len() >= 4 && number.bytes().all(|b| b.is_ascii_digit())
    }

    /// Stores another file in the folder. The first error is kept.
    pub fn store(&self, name: &str, data: &[u8]) {
        if let Err(error) = (self.store)(name, data) {
            lock(&self.kept).error.get_or_insert(error);
        }
    }

    /// Returns the first error of writing a file.
    pub fn into_error(self) -> Option<io::Error> {
        unlocked(self.kept).error
    }
}

impl Writer for PageFiles {
    fn head(&self, document: &DocumentInfo, _: usize) -> String {
        let head = || Box::new((self.writer.head(document, 1), document.clone()));
        self.head.get_or_init(head);
        String::new()
    }

    fn page(&self, page: &Page) -> WrittenPage {
        let written = self.writer.page(page);
        let head = self.head.get().map_or("", |head| head.0.as_str());
        let file = [head, &written.text, &self.writer.tail()].concat();
        let file = digest::with_comment(file);
        let number = page.number().get();
        let name = format!("{number:04}.xml");
        self.store(&name, file.as_bytes());
        let model = page.model();
        let label = model.tree[model.tree.root()].own(Own::Label);
        let blocks = page.blocks();
        let headings = blocks.iter().flat_map(Block::paragraphs);
        let headings = headings.filter_map(|paragraph| {
            let level = paragraph.heading()?.max(1);
            // A soft hyphen divides a word.
            let text = paragraph.text().replace("\u{AD}\n", "");
            Some(Heading {
                level,
                title: text.split_whitespace().collect::<Vec<_>>().join(" "),
                page: page.index(),
                top: paragraph.bbox().y0,
            })
        });
        let listed = Listed {
            label: label.map(str::to_owned),
            file: format!("{}/{name}", self.folder),
            headings: headings.collect(),
        };
        lock(&self.kept).pages.insert(number, listed);
        WrittenPage::new(String::new(), written.words)
    }

    fn tail(&self) -> String {
        let document = self.head.get().map(|head| &head.1);
        mets::list(
            document.unwrap_or(&DocumentInfo::default()),
            &lock(&self.kept).pages,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pages_are_known() {
        for name in ["0001.xml", "12345.xml"] {
            assert!(PageFiles::is_name(name), "{name}");
        }
        for name in ["1.xml", "0001.html", "abcd.xml", ".xml", "0001"] {
            assert!(!PageFiles::is_name(name), "{name}");
        }
    }
}
