//! The text of a document's pages, stored for several passes. A page takes less than 100 bytes of memory, and
//! its words are in a [`Spool`].

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Place;
use super::spool::Spool;
use super::text::Book;
use super::word::{Word, decode};
use crate::diagnostics::{Diagnostic, Result, io_reason};

/// The text of all pages, in the order of the document.
pub(super) struct Stored {
    spool: Spool,
    pages: Vec<StoredPage>,
}

/// A page, and the place of its words in the spool.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct StoredPage {
    /// Page index, from 0.
    pub index: u32,
    pub offset: u64,
    pub bytes: usize,
    /// The page label, if the document has page labels.
    pub label: Option<String>,
    /// Width and height in points.
    pub size: [f32; 2],
}

impl Stored {
    pub(super) fn new(spool: Spool, pages: Vec<StoredPage>) -> Self {
        Self { spool, pages }
    }

    /// Number of pages.
    pub(super) fn count(&self) -> usize {
        self.pages.len()
    }

    /// The positions of a page and of the next one.
    pub(super) fn pair(&self, index: u32) -> Range<usize> {
        let position = |index| self.pages.partition_point(|page| page.index < index);
        position(index)..position(index.saturating_add(2))
    }

    /// The page index of the page at a position.
    pub(super) fn page_index(&self, at: usize) -> u32 {
        self.pages.get(at).map_or(0, |page| page.index)
    }

    /// Adds the label and the size of its page to a place.
    pub(super) fn describe(&self, place: &mut Place) {
        let index = place.page.index();
        let at = self.pages.partition_point(|page| page.index < index);
        if let Some(page) = self.pages.get(at) {
            place.label.clone_from(&page.label);
            place.size = page.size;
        }
    }

    /// Appends the words of the page at a position.
    pub(super) fn words(&mut self, at: usize, words: &mut Vec<Word>) -> Result<()> {
        let Some(page) = self.pages.get(at) else {
            return Ok(());
        };
        let bytes = self.spool.read(page.offset, page.bytes);
        decode(&bytes.map_err(|e| failed("read", &e))?, page.index, words);
        Ok(())
    }

    /// The pages at these positions.
    pub(super) fn book(&mut self, positions: impl IntoIterator<Item = usize>) -> Result<Book> {
        let mut words = Vec::new();
        for at in positions {
            self.words(at, &mut words)?;
        }
        Ok(Book::new(words))
    }
}

/// The last bytes of a file of stored pages. The number is the version of its form.
const MAGIC: &[u8; 16] = b"pdfa2hocr-text 1";
/// Bytes after the list of pages: its offset, and [`MAGIC`].
const FOOTER: usize = 8 + MAGIC.len();

/// Form of a file: the words of all pages, the list of pages as JSON, the offset of the list, [`MAGIC`].
impl Stored {
    /// Writes the text to a file, from which [`Stored::read`] restores it.
    pub(super) fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut offset = 0u64;
        let mut pages = Vec::with_capacity(self.pages.len());
        for page in &self.pages {
            let bytes = self.spool.read(page.offset, page.bytes)?;
            out.write_all(&bytes)?;
            pages.push(StoredPage {
                offset,
                ..page.clone()
            });
            offset += bytes.len() as u64;
        }
        serde_json::to_writer(&mut *out, &pages)?;
        out.write_all(&offset.to_le_bytes())?;
        out.write_all(MAGIC)
    }

    /// Opens a file that [`Stored::write`] wrote. Returns an error of the kind [`io::ErrorKind::InvalidData`] for
    /// other files.
    pub(super) fn read(mut file: File) -> io::Result<Self> {
        let wrong = || io::Error::from(io::ErrorKind::InvalidData);
        let length = file.metadata()?.len();
        let end = length.checked_sub(FOOTER as u64).ok_or_else(wrong)?;
        file.seek(SeekFrom::Start(end))?;
        let mut footer = [0; FOOTER];
        file.read_exact(&mut footer)?;
        let (offset, magic) = footer.split_first_chunk().ok_or_else(wrong)?;
        let offset = u64::from_le_bytes(*offset);
        let list = end.checked_sub(offset).filter(|_| magic == MAGIC);
        file.seek(SeekFrom::Start(offset))?;
        let list = (&file).take(list.ok_or_else(wrong)?);
        let pages: Vec<StoredPage> = serde_json::from_reader(io::BufReader::new(list))?;
        let is_inside = |page: &StoredPage| {
            let end = page.offset.checked_add(page.bytes as u64);
            end.is_some_and(|end| end <= offset)
        };
        match pages.iter().all(is_inside) && pages.is_sorted_by(|a, b| a.index < b.index) {
            true => Ok(Self::new(Spool::of_file(file, offset), pages)),
            false => Err(wrong()),
        }
    }
}

/// The error of a spool that cannot be written or read.
pub(super) fn failed(verb: &str, error: &io::Error) -> Diagnostic {
    let why = io_reason(error);
    Diagnostic::file(format!(
        "cannot {verb} a temporary file for the text of the pages: {why}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file_of(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    #[test]
    fn files_of_text_are_restored_and_others_are_refused() {
        let mut spool = Spool::default();
        let page = |index, offset, bytes| StoredPage {
            index,
            offset,
            bytes,
            label: Some("iv".to_owned()),
            size: [100.0, 200.0],
        };
        // Pages may be stored in any order.
        let second = spool.append(b"second").unwrap();
        let first = spool.append(b"first").unwrap();
        let mut stored = Stored::new(spool, vec![page(0, first, 5), page(3, second, 6)]);
        let mut bytes = Vec::new();
        stored.write(&mut bytes).unwrap();
        let mut read = Stored::read(file_of(&bytes)).unwrap();
        assert_eq!(read.count(), 2);
        assert_eq!(read.spool.read(5, 6).unwrap(), b"second");
        assert_eq!(read.pages[1].label.as_deref(), Some("iv"));
        for cut in 0..bytes.len() {
            assert!(Stored::read(file_of(&bytes[..cut])).is_err(), "{cut}");
        }
        // A page beyond the words.
        let mut stored = Stored::new(Spool::default(), vec![page(0, 0, 9)]);
        bytes.clear();
        let _ = stored.write(&mut bytes);
        assert!(Stored::read(file_of(&bytes)).is_err());
    }
}
