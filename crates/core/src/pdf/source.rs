//! The bytes of an input: a file in memory or mapped, a pipe, or a folder of files.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hayro_syntax::PdfData;

use super::pipe::{self, FileType};
use crate::diagnostics::{Diagnostic, Result, Setting, io_reason};

/// Maximum number of files read from a folder; further ones are ignored.
const MAX_FILES: usize = 100_000;

/// The bytes of a document, held in memory or mapped, and its name. Cloning is cheap.
#[derive(Clone)]
pub struct Source {
    data: PdfData,
    name: String,
    /// The files that together form one document; `data` is then empty.
    files: Arc<[Source]>,
    /// A message for each entry of a folder that is skipped, with the reason.
    skipped: Arc<[String]>,
}

impl Source {
    /// Reads a file into memory.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if it is missing, not readable, a device, or a directory without files. The
    /// same if a pipe sends nothing for 10 seconds, or more than 4 GB.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        if path.is_dir() {
            return Self::folder(path);
        }
        let read = match open(path, pipe::LARGEST)? {
            Opened::File(mut file) => {
                Self::read(&mut file).map_err(|e| cannot_read(path, &e.message))?
            }
            Opened::Pipe(bytes) => Self::from(bytes),
        };
        Ok(read.named(path.to_str().unwrap_or_default()))
    }

    /// Maps a file: its pages are read from disk on demand, and the system can release them. A pipe is read
    /// into memory.
    ///
    /// If another program changes the file, the document is damaged. If it truncates the file, reading
    /// terminates the process (`SIGBUS`).
    ///
    /// # Errors
    ///
    /// The same as [`Source::open`].
    pub fn map(path: impl AsRef<Path>) -> Result<Self> {
        Self::map_at_most(path, pipe::LARGEST)
    }

    /// Maps a file, or reads a pipe of at most `most` bytes.
    ///
    /// # Errors
    ///
    /// The same as [`Source::open`], with this limit in place of 4 GB.
    pub fn map_at_most(path: impl AsRef<Path>, most: u64) -> Result<Self> {
        let path = path.as_ref();
        if path.is_dir() {
            return Self::folder(path);
        }
        let file = match open(path, most)? {
            Opened::File(file) => file,
            Opened::Pipe(bytes) => {
                return Ok(Self::from(bytes).named(path.to_str().unwrap_or_default()));
            }
        };
        if file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            // An empty file cannot be mapped.
            return Ok(Self::from(Vec::new()).named(path.to_str().unwrap_or_default()));
        }
        // SAFETY: the map is read-only and its bytes are only read as `&[u8]`. If another program changes the
        // file during conversion, the result is that of any reader of a changing file: a damaged document.
        #[allow(unsafe_code)]
        let map = unsafe { memmap2::Mmap::map(&file) };
        let map = map.map_err(|e| refused(path, &e))?;
        Ok(Self {
            data: Arc::new(map).into(),
            name: path.to_str().unwrap_or_default().to_owned(),
            files: Arc::default(),
            skipped: Arc::default(),
        })
    }

    /// Combines files into one document, in this order, such as the pages of a book in hOCR or ALTO.
    pub fn several(files: impl IntoIterator<Item = Self>) -> Self {
        let files: Arc<[Self]> = files.into_iter().collect();
        Self {
            name: files.first().map(|f| f.name.clone()).unwrap_or_default(),
            files,
            ..Self::from(Vec::new())
        }
    }

    /// The files in a folder as one document, sorted by name, with numbers compared by value. Subfolders,
    /// hidden files, pipes, sockets and devices are skipped.
    fn folder(path: &Path) -> Result<Self> {
        let entries = std::fs::read_dir(path).map_err(|e| refused(path, &e))?;
        let mut skipped = Vec::new();
        let mut files: Vec<PathBuf> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let metadata = std::fs::metadata(path).ok();
                match metadata.map(|metadata| FileType::of(&metadata)) {
                    Some(_) if name.starts_with('.') => false,
                    Some(FileType::Regular) => true,
                    Some(other) => {
                        skipped.extend(other.reason_to_skip(path));
                        false
                    }
                    None => false,
                }
            })
            .take(MAX_FILES)
            .collect();
        skipped.sort();
        files.sort_by_cached_key(|path| natural(&path.to_string_lossy()));
        let files: Vec<Self> = files.iter().map(Self::map).collect::<Result<_>>()?;
        if files.is_empty() {
            return Err(cannot_read(path, "it is a directory without files"));
        }
        let mut source = Self::several(files).named(path.to_str().unwrap_or_default());
        source.skipped = skipped.into();
        Ok(source)
    }

    /// A message for each entry of a folder that is skipped, with the reason.
    pub fn skipped(&self) -> &[String] {
        &self.skipped
    }

    /// The files of [`Source::several`] or of a folder; empty for a single file.
    pub fn files(&self) -> &[Self] {
        &self.files
    }

    /// Reads all bytes of a reader.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if reading fails.
    pub fn read(reader: impl Read) -> Result<Self> {
        Self::read_at_most(reader, u64::MAX)
    }

    /// Reads all bytes of a reader, at most `most`.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if reading fails, or there are more bytes.
    pub fn read_at_most(reader: impl Read, most: u64) -> Result<Self> {
        let mut bytes = Vec::new();
        reader
            .take(most.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|e| Diagnostic::file(io_reason(&e)))?;
        if bytes.len() as u64 > most {
            let why = pipe::too_much("standard input", most);
            let error = Diagnostic::file(why);
            return Err(error.about(Setting::InputSize));
        }
        Ok(Self::from(bytes))
    }

    /// The same source with another name, which appears in the output.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The path of the file, or the name from [`Source::named`]; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All bytes; empty for several files.
    pub fn bytes(&self) -> &[u8] {
        self.data.as_ref()
    }

    pub(super) fn data(&self) -> PdfData {
        self.data.clone()
    }
}

impl From<Vec<u8>> for Source {
    fn from(bytes: Vec<u8>) -> Self {
        Self {
            data: bytes.into(),
            name: String::new(),
            files: Arc::default(),
            skipped: Arc::default(),
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .field("bytes", &self.bytes().len())
            .finish()
    }
}

/// A sort key that compares numbers by value, so that page 10 follows page 9.
fn natural(name: &str) -> Vec<(String, u128, String)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut key = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let (text, from) = rest.split_at(rest.find(is_digit).unwrap_or(rest.len()));
        let end = from.find(|c| !is_digit(c)).unwrap_or(from.len());
        let (digits, behind) = from.split_at(end);
        key.push((
            text.to_lowercase(),
            digits.parse().unwrap_or(0),
            digits.to_owned(),
        ));
        rest = behind;
    }
    key
}

/// A file that can be mapped, or the bytes read from a pipe.
enum Opened {
    File(File),
    Pipe(Vec<u8>),
}

fn open(path: &Path, most: u64) -> Result<Opened> {
    let metadata = std::fs::metadata(path).map_err(|e| refused(path, &e))?;
    match FileType::of(&metadata) {
        FileType::Regular => {
            let file = File::open(path).map_err(|e| refused(path, &e))?;
            Ok(Opened::File(file))
        }
        FileType::Pipe => match pipe::read(path, most) {
            Ok(bytes) => Ok(Opened::Pipe(bytes)),
            Err(pipe::Failure::TooMuch(why)) => {
                Err(cannot_read(path, &why).about(Setting::InputSize))
            }
            Err(pipe::Failure::Other(why)) => Err(cannot_read(path, &why)),
        },
        other => Err(cannot_read(path, other.reason().unwrap_or_default())),
    }
}

fn refused(path: &Path, error: &std::io::Error) -> Diagnostic {
    cannot_read(path, &io_reason(error)).of_file(path, error)
}

fn cannot_read(path: &Path, why: &str) -> Diagnostic {
    let message = format!("cannot read {}: {why}", path.display());
    Diagnostic::file(message).of_file(path, &std::io::Error::other(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_sorted_by_numbers() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["p10.xml", "p9.xml", "p9b.xml", ".hidden", "P1.xml"] {
            std::fs::write(folder.path().join(name), name).unwrap();
        }
        std::fs::create_dir(folder.path().join("p2")).unwrap();
        let source = Source::map(folder.path()).unwrap();
        let names = source
            .files()
            .iter()
            .map(|f| String::from_utf8_lossy(f.bytes()));
        let names: Vec<_> = names.collect();
        assert_eq!(names, ["P1.xml", "p9.xml", "p9b.xml", "p10.xml"]);
        assert!(source.bytes().is_empty());
    }
}
