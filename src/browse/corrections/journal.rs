//! The file of corrections that is written: entries are only appended, each followed by a sync of the disk, so
//! that an answered request is never lost. A last line that was cut off is removed before the next entry.
//!
//! The file is locked while it is open; a second process reads it only. It does not exist before the first
//! entry. When it is opened, entries that can no longer be redone are dropped; the file is replaced as a whole.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{iter, mem};

use super::history::History;
use pdfa2hocr_core::corrections::{self, Entry, MergedFiles, Source};
use pdfa2hocr_core::diagnostics::io_reason;
use pdfa2hocr_core::page_number::PageNumber;

/// The beginning of each file.
const BEGINNING: &[u8] = b"{\"pdfa2hocr_corrections\":";

/// A file of corrections with its history.
pub(in crate::browse) struct Journal {
    pub(super) path: PathBuf,
    /// The open file, `None` if it does not exist yet; or the reason why it is not written.
    file: Result<Option<Held>, String>,
    /// Identifies the content that was read or written last; `None` if there was no file.
    stamp: Option<Stamp>,
    pub(super) content: corrections::File,
    pub(in crate::browse) history: History,
    /// The files that are applied and not written, with their paths.
    pub(super) others: Vec<(PathBuf, corrections::File)>,
    /// The entries of all files.
    pub(in crate::browse) merged: MergedFiles,
    /// Grows with each change of the file, by the browser or by another program.
    pub(in crate::browse) seq: usize,
}

/// A file that is open and locked.
struct Held {
    file: File,
    /// The end of the last complete line.
    end: u64,
}

/// Identifies the content of a file: its device and number, its size, and the time of its last change. It differs if
/// another program replaced or changed the file.
type Stamp = ((u64, u64), u64, Option<SystemTime>);

fn stamp(file: io::Result<fs::Metadata>) -> Option<Stamp> {
    let file = file.ok()?;
    #[cfg(unix)]
    let id = (file.dev(), file.ino());
    #[cfg(not(unix))]
    let id = (0, 0);
    Some((id, file.len(), file.modified().ok()))
}

impl Journal {
    /// Opens a file, which need not exist, and compacts it. The others are applied, too.
    pub(super) fn open(path: &Path, others: Vec<(PathBuf, corrections::File)>) -> Self {
        // A link stays; the file that it names is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut journal = Self::read(path, others);
        journal.compact();
        journal.seq = journal.content.entries.len();
        journal
    }

    /// Opens the file and locks it. A file that cannot be written is read only.
    fn read(path: PathBuf, others: Vec<(PathBuf, corrections::File)>) -> Self {
        let (file, stamp, content) = match Held::open(&path) {
            Ok(None) => (Ok(None), None, corrections::File::default()),
            Ok(Some((held, stamp, content))) => (Ok(Some(held)), stamp, content),
            Err(why) => {
                let stamp = stamp(fs::metadata(&path));
                // A file that cannot be read has its reason already.
                (Err(why), stamp, read_file(&path).unwrap_or_default())
            }
        };
        let contents = others.iter().map(|(_, content)| content);
        let all = iter::once(&content).chain(contents).cloned();
        Self {
            history: History::of(&content.entries),
            merged: MergedFiles::new(all.collect()),
            others,
            path,
            file,
            stamp,
            content,
            seq: 0,
        }
    }

    /// The reason why the file is not written.
    pub(in crate::browse) fn why_not(&self) -> Option<&str> {
        self.file.as_ref().err().map(String::as_str)
    }

    /// Reads the file again if another program changed it. If it was removed, its entries stay, and editing ends.
    /// Returns whether it was changed.
    pub(in crate::browse) fn notice_change(&mut self) -> bool {
        if !self.is_changed() {
            return false;
        }
        let seq = self.seq + 1;
        if self.path.exists() {
            // Releases the lock.
            self.file = Err(String::new());
            *self = Self::read(self.path.clone(), mem::take(&mut self.others));
        } else {
            let path = self.path.display();
            self.file = Err(format!(
                "{path} was removed while it was open; put it back, or start again"
            ));
            self.stamp = None;
        }
        self.seq = seq;
        true
    }

    /// Whether another program changed, replaced or removed the file.
    fn is_changed(&self) -> bool {
        stamp(fs::metadata(&self.path)) != self.stamp
    }

    /// Appends entries. They are on the disk when this returns. `source` is the first line of a new file. Returns the pages
    /// whose entries changed; `None` if another program changed the file, which must be read again first.
    ///
    /// # Errors
    ///
    /// The reason why the file cannot be written. It then has none of the entries.
    pub(in crate::browse) fn append(
        &mut self,
        source: &Source,
        entries: &[Entry],
    ) -> Result<Option<BTreeSet<PageNumber>>, String> {
        if self.is_changed() {
            return Ok(None);
        }
        let unwritable = |error: io::Error| cannot("write", &self.path, &error);
        let held = match &mut self.file {
            Ok(Some(held)) => held,
            Ok(file) => match Held::create(&self.path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(None),
                new => file.insert(new.map_err(unwritable)?),
            },
            Err(why) => return Err(why.clone()),
        };
        let first = Some(source).filter(|_| held.end == 0);
        let lines = lines(first, entries).map_err(unwritable)?;
        if held.end as usize + lines.len() > corrections::File::LARGEST {
            return Err(format!(
                "{} is full; begin another file",
                self.path.display()
            ));
        }
        let written = held.append(&lines);
        self.stamp = stamp(held.file.metadata());
        written.map_err(unwritable)?;
        if first.is_some() {
            sync_folder(&self.path);
        }
        if self.content.source == Source::default() {
            self.content.source = source.clone();
        }
        for entry in entries {
            self.history.add(entry);
        }
        self.content.entries.extend_from_slice(entries);
        self.seq += 1;
        Ok(Some(self.merged.append(entries)))
    }

    /// Rewrites an open file without unneeded entries. If that fails, the file stays unchanged.
    fn compact(&mut self) {
        let entries = self.history.compacted();
        if !matches!(self.file, Ok(Some(_))) || entries.len() >= self.content.entries.len() {
            return;
        }
        if let Ok(held) = replaced(&self.path, &self.content.source, &entries) {
            self.stamp = stamp(held.file.metadata());
            self.file = Ok(Some(held));
            self.content.entries = entries;
            self.history = History::of(&self.content.entries);
        }
    }
}

impl Held {
    /// Opens a file, locks it and reads it; `None` if it does not exist, but can be created. The error is the reason
    /// why it cannot be written, or is not a file of corrections.
    fn open(path: &Path) -> Result<Option<(Self, Option<Stamp>, corrections::File)>, String> {
        match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let new = tempfile::tempfile_in(folder(path));
                return new
                    .map(|_| None)
                    .map_err(|error| cannot("write", path, &error));
            }
            Err(error) => return Err(cannot("read", path, &error)),
            Ok(file) if !file.is_file() => return Err(format!("{} is not a file", path.display())),
            Ok(_) => {}
        }
        let file = OpenOptions::new().read(true).write(true).open(path);
        let file = file.map_err(|error| cannot("write", path, &error))?;
        if is_locked(&file) {
            return Err(format!("{} is edited by another pdfa2hocr", path.display()));
        }
        let stamp = stamp(file.metadata());
        let bytes =
            corrections::File::bytes(&file).map_err(|error| cannot("read", path, &error))?;
        let content = parsed(&bytes, path)?;
        let complete = bytes.iter().rposition(|&byte| byte == b'\n');
        let end = complete.map_or(0, |at| at + 1) as u64;
        Ok(Some((Self { file, end }, stamp, content)))
    }

    /// Creates the file, which must not exist, and locks it.
    fn create(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create_new(true).open(path)?;
        if is_locked(&file) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        Ok(Self { file, end: 0 })
    }

    fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        let mut write = || {
            if self.file.metadata()?.len() > self.end {
                self.file.set_len(self.end)?;
            }
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.write_all(lines)?;
            self.file.sync_data()
        };
        let written = write();
        match written {
            Ok(()) => self.end += lines.len() as u64,
            // The lines were not all written.
            Err(_) => drop(self.file.set_len(self.end)),
        }
        written
    }
}

/// Reads a file of corrections.
///
/// # Errors
///
/// The reason why it cannot be read, or is not such a file.
pub(super) fn read_file(path: &Path) -> Result<corrections::File, String> {
    let read = File::open(path).and_then(corrections::File::bytes);
    let bytes = read.map_err(|error| cannot("read", path, &error))?;
    parsed(&bytes, path)
}

fn parsed(bytes: &[u8], path: &Path) -> Result<corrections::File, String> {
    let is_not = |why: String| format!("{} is not a file of corrections: {why}", path.display());
    let content = corrections::File::read(bytes).map_err(is_not)?;
    let first = bytes.get(..BEGINNING.len()).unwrap_or(bytes);
    // The first line may have been cut off.
    match content.source != Source::default() || BEGINNING.starts_with(first) {
        true => Ok(content),
        false => Err(is_not("its first line names no document".to_owned())),
    }
}

/// Writes a new file that replaces this one.
fn replaced(path: &Path, source: &Source, entries: &[Entry]) -> io::Result<Held> {
    let lines = lines(Some(source), entries)?;
    let permissions = fs::metadata(path)?.permissions();
    // The name of all temporary files of this program, which later runs remove.
    let mut new = tempfile::Builder::new()
        .prefix(".pdfa2hocr-")
        .rand_bytes(12)
        .suffix(".part")
        .tempfile_in(folder(path))?;
    // Locked before it has its name.
    if is_locked(new.as_file()) {
        return Err(ErrorKind::WouldBlock.into());
    }
    new.write_all(&lines)?;
    new.as_file().set_permissions(permissions)?;
    new.as_file().sync_all()?;
    let file = new.persist(path).map_err(|failed| failed.error)?;
    sync_folder(path);
    let end = lines.len() as u64;
    Ok(Held { file, end })
}

/// The lines of a file, or of its end.
fn lines(source: Option<&Source>, entries: &[Entry]) -> io::Result<Vec<u8>> {
    let first = source.map(serde_json::to_vec).into_iter();
    let mut lines = Vec::new();
    for line in first.chain(entries.iter().map(serde_json::to_vec)) {
        lines.extend(line?);
        lines.push(b'\n');
    }
    Ok(lines)
}

/// Locks a file; returns whether another process has locked it. File systems without locks lock nothing.
fn is_locked(file: &File) -> bool {
    // Elsewhere a lock would keep conversions from reading the file.
    cfg!(unix) && matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock))
}

fn folder(path: &Path) -> &Path {
    let folder = path.parent();
    folder
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Writes the names in the folder of a file to the disk, where the system can.
fn sync_folder(path: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder(path)).and_then(|folder| folder.sync_all());
    }
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {what} {}: {}", path.display(), io_reason(error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdfa2hocr_core::corrections::{Id, Operation, PagesOf};

    fn open(path: &Path) -> Journal {
        Journal::open(path, Vec::new())
    }

    fn source() -> Source {
        Source {
            pdfa2hocr_corrections: corrections::File::VERSION,
            name: "book.pdf".to_owned(),
            sha256: "00".repeat(32),
            pages: 3,
        }
    }

    fn entry(id: &str, operation: Operation) -> Entry {
        Entry {
            id: Id(id.to_owned()),
            by: "ä".to_owned(),
            at: "2026-01-01T00:00:00Z".to_owned(),
            page: Some(PageNumber::FIRST),
            operation,
        }
    }

    fn made(id: &str) -> Entry {
        let pages = PagesOf::This;
        let at = vec![[1.0, 2.0, 3.0, 4.5]];
        entry(id, Operation::Gutters { at, pages })
    }

    fn undo(of: &str) -> Entry {
        let of = vec![Id(of.to_owned())];
        entry(&format!("undo {}", of[0].0), Operation::Undo { of })
    }

    fn names(journal: &Journal) -> Vec<&str> {
        let entries = journal.content.entries.iter();
        entries.map(|entry| entry.id.0.as_str()).collect()
    }

    #[test]
    fn the_file_is_made_with_the_first_entry() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.corrections.json");
        let mut journal = open(&path);
        assert_eq!(journal.why_not(), None);
        assert!(!path.exists());
        journal.append(&source(), &[made("A"), made("B")]).unwrap();
        journal.append(&source(), &[made("C")]).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4);
        drop(journal);
        let journal = open(&path);
        assert_eq!(journal.content.source, source());
        assert_eq!(names(&journal), ["A", "B", "C"]);
        assert_eq!(journal.history.counts(), (3, 0));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_was_cut_off_at_any_byte_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.corrections.json");
        let mut journal = open(&path);
        let all = [made("A"), made("B"), undo("B")];
        journal.append(&source(), &all).unwrap();
        drop(journal);
        let whole = fs::read(&path).unwrap();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut journal = open(&path);
            assert_eq!(journal.why_not(), None, "{length}");
            let lines = whole[..length]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count();
            let kept = lines.saturating_sub(1);
            assert_eq!(journal.content.entries, all[..kept], "{length}");
            journal.append(&source(), &[made("C")]).unwrap();
            drop(journal);
            let read = corrections::File::read(&fs::read(&path).unwrap()).unwrap();
            let mut expected = all[..kept].to_vec();
            expected.push(made("C"));
            assert_eq!(
                (read.source, read.entries),
                (source(), expected),
                "{length}"
            );
        }
    }

    #[test]
    fn what_cannot_be_redone_goes_when_the_file_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.corrections.json");
        let mut journal = open(&path);
        let all = [made("A"), made("B"), undo("B"), made("C"), undo("C")];
        journal.append(&source(), &all).unwrap();
        assert_eq!(journal.history.counts(), (1, 1));
        drop(journal);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        }
        let mut journal = open(&path);
        assert_eq!(names(&journal), ["A", "C", "undo C"]);
        assert_eq!(journal.history.counts(), (1, 1));
        assert_eq!(read_file(&path).unwrap(), journal.content);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o640);
        }
        // The replaced file is locked and can be continued.
        assert!(open(&path).why_not().is_some());
        journal.append(&source(), &[made("D")]).unwrap();
        drop(journal);
        assert_eq!(names(&open(&path)), ["A", "D"]);
    }

    #[test]
    fn other_files_are_never_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.corrections.json");
        for other in [
            "notes",
            "notes\n",
            "\n",
            "{\"a\":1}\n",
            "{\"pdfa2hocr_corrections\":2,\"name\":\"\",\"sha256\":\"\",\"pages\":1}\n",
            "[]",
        ] {
            fs::write(&path, other).unwrap();
            let mut journal = open(&path);
            let why = journal.why_not().map(str::to_owned);
            assert!(
                why.is_some_and(|why| why.contains("is not a file of corrections")),
                "{other}"
            );
            let refused = journal.append(&source(), &[made("A")]);
            assert!(refused.is_err(), "{other}");
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
        let journal = open(folder.path());
        assert!(
            journal
                .why_not()
                .is_some_and(|why| why.ends_with("is not a file"))
        );
        let journal = open(&folder.path().join("none/book.corrections.json"));
        assert!(journal.why_not().is_some());
    }

    #[test]
    fn a_second_one_only_reads() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.corrections.json");
        let mut first = open(&path);
        first.append(&source(), &[made("A")]).unwrap();
        let second = open(&path);
        assert_eq!(names(&second), ["A"]);
        if cfg!(unix) {
            let why = second.why_not().unwrap();
            assert!(why.contains("is edited by another pdfa2hocr"), "{why}");
        }
        let mut second = second;
        first.append(&source(), &[made("B")]).unwrap();
        assert!(second.is_changed());
        assert!(second.notice_change());
        assert_eq!(names(&second), ["A", "B"]);
        // When the first one has ended, the next change makes the second one write.
        first.append(&source(), &[made("C")]).unwrap();
        drop(first);
        assert!(second.notice_change());
        assert_eq!(
            (names(&second), second.why_not()),
            (vec!["A", "B", "C"], None)
        );
    }

    #[test]
    fn changes_of_other_programs_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.corrections.json");
        let mut journal = open(&path);
        fs::write(&path, "").unwrap();
        assert_eq!(journal.append(&source(), &[made("A")]), Ok(None));
        assert!(journal.notice_change());
        journal.append(&source(), &[made("A")]).unwrap();
        assert!(!journal.is_changed());
        // Another program replaces the file by a longer one.
        let mut longer = fs::read(&path).unwrap();
        longer.extend(lines(None, &[made("B")]).unwrap());
        fs::write(folder.path().join("new"), &longer).unwrap();
        fs::rename(folder.path().join("new"), &path).unwrap();
        assert!(journal.is_changed());
        assert_eq!(journal.append(&source(), &[made("C")]), Ok(None));
        assert!(journal.notice_change());
        assert_eq!(names(&journal), ["A", "B"]);
        journal.append(&source(), &[made("C")]).unwrap();
        assert_eq!(names(&journal), ["A", "B", "C"]);
        fs::remove_file(&path).unwrap();
        assert!(journal.is_changed());
        assert!(journal.notice_change());
        assert_eq!(names(&journal), ["A", "B", "C"]);
        assert!(
            journal
                .why_not()
                .is_some_and(|why| why.contains("was removed"))
        );
    }
}
