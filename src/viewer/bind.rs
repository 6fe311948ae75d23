//! Writes the pages of a book to one file, or to a file with a folder.

use std::io::{self, Write};

use super::book::{Book, Kept, KeptPage, Picture};
use super::summary::Summary;
use crate::web::{OneFile, Parts};

/// Maximum size of a single-file book, in bytes: suitable for mail, and opened quickly by browsers.
const ONE_FILE: u64 = 20_000_000;
/// Number of pages whose text is stored together for searching: about 300 kB.
const TEXTS: usize = 100;
/// Estimated compression ratio of page text with deflate.
const DEFLATED: u64 = 4;

/// The form of a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Depends on the size.
    #[default]
    Fitting,
    /// Everything in one file.
    OneFile,
    /// A file with a folder beside it.
    Folder,
}

/// The folder beside the file of a book.
pub(crate) struct FilesOfBook<'a> {
    /// Path of the folder relative to the file.
    pub folder: &'a str,
    /// Writes a file into the folder.
    pub write: &'a mut dyn FnMut(&str, &[u8]) -> io::Result<()>,
}

impl FilesOfBook<'_> {
    /// Whether a file name can be that of a file in such a folder.
    pub(crate) fn is_name(name: &str) -> bool {
        let Some((stem, extension)) = name.rsplit_once('.') else {
            return false;
        };
        let Some((kind, number)) = stem.split_once('-') else {
            return false;
        };
        let known = ["page", "text", "picture", "thumbnail"].contains(&kind);
        let counted = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        known && counted && ["js", "jpg", "png"].contains(&extension)
    }
}

/// Writes a book to a file and, if it is large, to a folder beside it. Without `files` it is always one file.
pub(crate) fn bind(
    book: &Book,
    shape: Shape,
    out: &mut dyn Write,
    files: Option<FilesOfBook<'_>>,
) -> io::Result<()> {
    let mut kept = book.kept();
    let kept = &mut *kept;
    let beside = match shape {
        Shape::OneFile => false,
        Shape::Folder => true,
        Shape::Fitting => size(kept) > ONE_FILE,
    };
    let files = files.filter(|_| beside);
    let summary = Summary::new(book, kept, TEXTS, files.as_ref().map(|f| f.folder));
    let parts = Parts {
        title: &summary.title,
        entry: "book/main.js",
        styles: &[
            "style/base.css",
            "style/frame.css",
            "style/tree.css",
            "style/pages.css",
            "style/layers.css",
            "style/book.css",
        ],
    };
    let mut binding = match files {
        Some(files) => Binding {
            file: OneFile::begin_with_folder(out, &parts)?,
            files: Some(files),
        },
        None => Binding {
            file: OneFile::begin(out, &parts)?,
            files: None,
        },
    };
    binding.file.json("book", &summary)?;
    binding.texts(kept)?;
    for (page, number) in kept.pages.values().zip(1..) {
        let data = kept.spool.get(page.data)?;
        binding.data(&format!("page-{number}"), &data)?;
        let pictures = [("picture", &page.picture), ("thumbnail", &page.thumbnail)];
        for (kind, picture) in pictures {
            if let Some(Picture { piece, extension }) = picture {
                let data = kept.spool.get(*piece)?;
                binding.picture(&format!("{kind}-{number}"), extension, &data)?;
            }
        }
    }
    binding.file.end()
}

/// Estimated bytes of a book in one file.
fn size(kept: &Kept) -> u64 {
    let of_picture = |picture: &Option<Picture>| picture.as_ref().map_or(0, |p| p.piece.bytes);
    let of_page = |page: &KeptPage| {
        let pictures = of_picture(&page.picture) + of_picture(&page.thumbnail);
        pictures + (page.data.bytes + page.text.bytes) / DEFLATED
    };
    kept.pages.values().map(of_page).sum()
}

/// A book that is being written.
struct Binding<'a, 'f> {
    file: OneFile<'a>,
    /// `None` if everything goes into the file.
    files: Option<FilesOfBook<'f>>,
}

impl Binding<'_, '_> {
    /// Writes the texts of the pages in groups.
    fn texts(&mut self, kept: &mut Kept) -> io::Result<()> {
        let pieces: Vec<_> = kept.pages.values().map(|page| page.text).collect();
        for (pieces, number) in pieces.chunks(TEXTS).zip(1..) {
            let mut texts = Vec::new();
            for piece in pieces {
                texts.push(String::from_utf8_lossy(&kept.spool.get(*piece)?).into_owned());
            }
            self.data(&format!("text-{number}"), &serde_json::to_vec(&texts)?)?;
        }
        Ok(())
    }

    /// Writes named JSON data. A separate file must be a script, because pages opened from disk can load
    /// nothing else.
    fn data(&mut self, name: &str, json: &[u8]) -> io::Result<()> {
        let Some(files) = &mut self.files else {
            return self.file.written_json(name, json);
        };
        let script = [
            format!("pdfa2hocr.take('{name}', ").as_bytes(),
            json,
            b");\n",
        ]
        .concat();
        (files.write)(&format!("{name}.js"), &script)
    }

    fn picture(&mut self, name: &str, extension: &str, data: &[u8]) -> io::Result<()> {
        match &mut self.files {
            Some(files) => (files.write)(&format!("{name}.{extension}"), data),
            None => {
                let kind = if extension == "jpg" {
                    "image/jpeg"
                } else {
                    "image/png"
                };
                self.file.bytes(name, kind, data)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_books_have_their_names() {
        for name in [
            "page-1.js",
            "text-12.js",
            "picture-300.jpg",
            "thumbnail-4.png",
        ] {
            assert!(FilesOfBook::is_name(name), "{name}");
        }
        for name in [
            "page-1",
            "page-.js",
            "photo-1.jpg",
            "picture-1.pdf",
            "picture-x.jpg",
            ".js",
        ] {
            assert!(!FilesOfBook::is_name(name), "{name}");
        }
    }
}
