//! Temporary files for incomplete output. Each is next to its destination, locked while it is written, and
//! removed if not completed, also if a signal ends the program. Files that remain after a power loss or `kill
//! -9` are recognised by their names and missing locks, and removed by a later run in the same folder.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use pdfa2hocr_core::lock::lock;
use tempfile::{NamedTempFile, TempDir};

/// Parts of their names: prefix, a number of random letters and digits, suffix.
const PREFIX: &str = ".pdfa2hocr-";
const RANDOM: usize = 12;
const SUFFIX: &str = ".part";

/// The lock file in a temporary folder, locked while the folder is in use.
const LOCK: &str = "lock";

/// Maximum number of folder entries searched for remaining files. In larger folders the search would take
/// longer than a conversion.
const LOOKED_AT: usize = 10_000;

/// The temporary files being written.
static OPEN: Mutex<Vec<Listed>> = Mutex::new(Vec::new());

/// A path in the form of the system calls, so that signal handlers need not allocate.
#[cfg(unix)]
type Listed = std::ffi::CString;
#[cfg(not(unix))]
type Listed = PathBuf;

/// Lists a file in [`OPEN`] until dropped.
#[derive(Debug)]
struct Entry(Option<Listed>);

impl Entry {
    fn new(path: &Path) -> Self {
        #[cfg(unix)]
        let listed = Listed::new(path.as_os_str().as_encoded_bytes()).ok();
        #[cfg(not(unix))]
        let listed = Some(path.to_owned());
        let mut open = lock(&OPEN);
        open.extend(listed.clone());
        Self(listed)
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut open = lock(&OPEN);
        if let Some(at) = open.iter().position(|path| Some(path) == self.0.as_ref()) {
            open.swap_remove(at);
        }
    }
}

/// Removes all files being written. Allocates nothing and does not block, so that signal handlers can call
/// it: if the interrupted thread holds the list, the files stay.
#[cfg(unix)]
pub(super) fn remove_all() {
    /// Maximum number of attempts to lock the list; another thread holds it only for a moment.
    const TRIES: usize = 1000;
    use std::sync::TryLockError;
    for _ in 0..TRIES {
        let open = match OPEN.try_lock() {
            Ok(open) => open,
            Err(TryLockError::Poisoned(open)) => open.into_inner(),
            Err(TryLockError::WouldBlock) => {
                std::thread::yield_now();
                continue;
            }
        };
        for path in open.iter() {
            let _ = nix::unistd::unlink(path.as_c_str());
        }
        return;
    }
}

/// A temporary file for incomplete output.
#[derive(Debug)]
pub(super) struct Temporary {
    // Dropped first: the file is removed before its entry.
    file: NamedTempFile,
    entry: Entry,
}

impl Temporary {
    /// Creates a file for this destination, in the same folder.
    ///
    /// # Errors
    ///
    /// If it cannot be created.
    pub(super) fn beside(target: &Path) -> io::Result<Self> {
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if !folder.is_dir() {
            let why = format!("there is no folder {}", folder.display());
            return Err(io::Error::new(ErrorKind::NotFound, why));
        }
        sweep_once(folder);
        let permissions = permissions(target);
        let mut entry = None;
        let file = tempfile::Builder::new()
            .prefix(PREFIX)
            .rand_bytes(RANDOM)
            .suffix(SUFFIX)
            .make_in(folder, |path| {
                entry = Some(Entry::new(path));
                make(path, permissions.as_ref())
            })?;
        let entry = entry.unwrap_or(Entry(None));
        Ok(Self { file, entry })
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Moves it to its destination.
    ///
    /// # Errors
    ///
    /// If that fails; then it is removed.
    pub(super) fn persist(self, target: &Path) -> io::Result<()> {
        let Self { file, entry } = self;
        let put = file.persist(target).map(drop).map_err(|e| e.error);
        drop(entry);
        put
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Creates a file and locks it.
fn make(path: &Path, permissions: Option<&Permissions>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    if let Some(permissions) = permissions {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        options.mode(permissions.mode());
    }
    #[cfg(not(unix))]
    let _ = permissions;
    let file = options.open(path)?;
    // Elsewhere a lock would keep SQLite out of its own file; no files are swept there.
    #[cfg(unix)]
    {
        use std::fs::TryLockError;
        // On file systems without locks, such as some file servers, no file counts as unlocked.
        let held = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        // Another process may have removed it before it was locked.
        if held || fs::symlink_metadata(path).is_err() {
            return Err(ErrorKind::AlreadyExists.into());
        }
    }
    Ok(file)
}

/// The permissions of the replaced file, or else those of a new file of this user; `None` if the system
/// decides.
fn permissions(path: &Path) -> Option<Permissions> {
    if let Ok(metadata) = fs::metadata(path) {
        return Some(metadata.permissions());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The system applies the process's umask.
        Some(Permissions::from_mode(0o666))
    }
    #[cfg(not(unix))]
    None
}

/// A temporary folder for incomplete output.
#[derive(Debug)]
pub(super) struct Aside {
    folder: TempDir,
    /// The locked lock file.
    _lock: File,
}

impl Aside {
    /// Creates one in a folder, after removing the remains of earlier runs.
    ///
    /// # Errors
    ///
    /// If it cannot be created.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        sweep_folders(folder)?;
        sweep_once(folder);
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .rand_bytes(RANDOM)
            .suffix(SUFFIX)
            .tempdir_in(folder)?;
        let lock = File::create_new(folder.path().join(LOCK))?;
        // On file systems without locks, no folder counts as unlocked.
        let _ = lock.try_lock();
        Ok(Self {
            folder,
            _lock: lock,
        })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Whether a name has exactly the form of this program's temporary names.
fn is_ours(name: &OsStr) -> bool {
    let random = name
        .to_str()
        .and_then(|n| n.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
    random.is_some_and(|r| r.len() == RANDOM && r.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Whether the file is not locked by a running process.
fn is_left(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|m| m.is_file())
        && OpenOptions::new()
            .write(true)
            .open(path)
            .is_ok_and(|file| file.try_lock().is_ok())
}

/// Removes remaining files in a folder, the first time that this process writes there. Files that cannot be
/// removed, such as another user's, stay.
fn sweep_once(folder: &Path) {
    static SWEPT: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    if cfg!(not(unix)) {
        return;
    }
    let mut swept = lock(&SWEPT);
    if !swept.get_or_insert_default().insert(folder.to_owned()) {
        return;
    }
    drop(swept);
    let entries = fs::read_dir(folder).into_iter().flatten().take(LOOKED_AT);
    for entry in entries.flatten() {
        if is_ours(&entry.file_name()) && is_left(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Removes remaining folders, recognised by their unlocked lock files. A folder without a lock file is
/// removed only if empty.
fn sweep_folders(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let path = entry.path();
        if !is_ours(&entry.file_name()) || !entry.file_type().is_ok_and(|t| t.is_dir()) {
            continue;
        }
        if is_left(&path.join(LOCK)) {
            fs::remove_dir_all(&path)?;
        } else {
            // It has no lock file yet, or it is in use and so not empty.
            let _ = fs::remove_dir(&path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_names_are_ours() {
        for (name, expected) in [
            (".pdfa2hocr-0aZ9bY8cX7dW.part", true),
            (".pdfa2hocr-backup", false),
            (".pdfa2hocr-0aZ9bY8cX7dW", false),
            (".pdfa2hocr-0aZ9bY8cX7d.part", false),
            (".pdfa2hocr-0aZ9bY8c/7dW.part", false),
            ("x.pdfa2hocr-0aZ9bY8cX7dW.part", false),
            (".pdfa2hocr-0aZ9bY8cX7dW.part~", false),
        ] {
            assert_eq!(is_ours(OsStr::new(name)), expected, "{name}");
        }
    }

    #[test]
    fn what_is_not_put_in_its_place_goes_away() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.html");
        let names = || fs::read_dir(folder.path()).unwrap().count();
        let mut first = Temporary::beside(&target).unwrap();
        assert!(is_ours(first.path().file_name().unwrap()));
        assert!(!is_left(first.path()), "it is locked");
        first.write_all(b"one").unwrap();
        assert_eq!(names(), 1);
        drop(first);
        assert_eq!(names(), 0);
        let mut second = Temporary::beside(&target).unwrap();
        second.write_all(b"two").unwrap();
        second.persist(&target).unwrap();
        assert_eq!((names(), fs::read(&target).unwrap()), (1, b"two".to_vec()));
    }

    #[cfg(unix)]
    #[test]
    fn what_was_left_behind_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let left = ["", "1", "2"].map(|n| format!(".pdfa2hocr-aaaabbbbcccc{n}.part"));
        let left = [&left[0], ".pdfa2hocr-aaaabbbbccc1.part"].map(at);
        fs::write(&left[0], "half").unwrap();
        fs::create_dir_all(left[1].join("files")).unwrap();
        fs::write(left[1].join(LOCK), "").unwrap();
        fs::write(left[1].join("files/half.html"), "half").unwrap();
        // In use, or the user's.
        let held = at(".pdfa2hocr-aaaabbbbccc2.part");
        let file = File::create(&held).unwrap();
        file.lock().unwrap();
        let used = at(".pdfa2hocr-aaaabbbbccc3.part");
        fs::create_dir(&used).unwrap();
        let lock = File::create(used.join(LOCK)).unwrap();
        lock.lock().unwrap();
        let link = at(".pdfa2hocr-aaaabbbbccc4.part");
        fs::write(at("own"), "own").unwrap();
        std::os::unix::fs::symlink(at("own"), &link).unwrap();
        let foreign = at(".pdfa2hocr-aaaabbbbccc5.part");
        fs::create_dir(&foreign).unwrap();
        fs::write(foreign.join("own"), "own").unwrap();
        let named = at(".pdfa2hocr-backup");
        fs::create_dir(&named).unwrap();
        fs::write(at(".pdfa2hocr-notes"), "own").unwrap();

        let aside = Aside::new(folder.path()).unwrap();
        assert!(left.iter().all(|path| !path.exists()), "{left:?}");
        for kept in [&held, &used, &link, &foreign.join("own"), &named] {
            assert!(fs::symlink_metadata(kept).is_ok(), "{kept:?}");
        }
        assert!(at(".pdfa2hocr-notes").exists() && at("own").exists());
        assert!(!is_left(&aside.path().join(LOCK)));
    }
}
