//! Keeps the output of the engine in files named by a digest of everything that decides it.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

/// Most bytes of all files. The files that were not used for the longest time are removed first.
const MAX_BYTES: u64 = 1 << 30;
/// Number of new files after which the size is checked.
const CHECKED: u32 = 100;
/// Most bytes of a file.
const MAX_FILE: u64 = 64 << 20;
/// The ending of the files. Others in the folder are left alone.
const ENDING: &str = "ocr";

/// A folder with the output of engines.
pub(super) struct Cache {
    folder: PathBuf,
    added: AtomicU32,
}

impl Cache {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            added: AtomicU32::new(0),
        }
    }

    /// The name for these facts.
    pub(super) fn key<'f>(facts: impl IntoIterator<Item = &'f [u8]>) -> String {
        let mut hasher = Sha256::new();
        for fact in facts {
            hasher.update((fact.len() as u64).to_le_bytes());
            hasher.update(fact);
        }
        hasher
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(key).with_extension(ENDING)
    }

    /// The output for a key, if it was kept.
    pub(super) fn get(&self, key: &str) -> Option<Vec<u8>> {
        let file = File::open(self.path(key)).ok()?;
        // Marks it as used. A folder that cannot be written can still be read.
        let _ = file.set_modified(SystemTime::now());
        let mut bytes = Vec::new();
        file.take(MAX_FILE).read_to_end(&mut bytes).ok()?;
        (!bytes.is_empty()).then_some(bytes)
    }

    /// Keeps the output for a key. The file appears when it is complete.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written.
    pub(super) fn put(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        create(&self.folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(bytes)?;
        file.persist(self.path(key)).map_err(|e| e.error)?;
        let added = self.added.fetch_add(1, Ordering::Relaxed);
        if added.is_multiple_of(CHECKED) {
            self.shrink(MAX_BYTES)?;
        }
        Ok(())
    }

    /// Removes the files that were not used for the longest time, until the others fit.
    fn shrink(&self, max_bytes: u64) -> io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder)?.filter_map(Result::ok) {
            let path = entry.path();
            let facts = entry.metadata().and_then(|m| Ok((m.modified()?, m.len())));
            if let (true, Ok((used, bytes))) =
                (path.extension().is_some_and(|e| e == ENDING), facts)
            {
                files.push((used, bytes, path));
            }
        }
        files.sort();
        let mut all: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, bytes, path) in files {
            if all <= max_bytes {
                break;
            }
            // Another process may have removed it.
            let _ = fs::remove_file(path);
            all -= bytes;
        }
        Ok(())
    }
}

/// Creates the folder for this user only, because it contains the text of documents.
fn create(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_kept_until_the_folder_is_full() {
        let place = tempfile::tempdir().unwrap();
        let cache = Cache::new(place.path().join("a/b"));
        let keys = [b"one".as_slice(), b"two"].map(|fact| Cache::key([fact]));
        assert_eq!(cache.get(&keys[0]), None);
        for (n, key) in keys.iter().enumerate() {
            cache.put(key, &[n as u8 + 1; 100]).unwrap();
        }
        let old = File::open(cache.path(&keys[0])).unwrap();
        old.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        cache.shrink(150).unwrap();
        assert_eq!(cache.get(&keys[0]), None);
        assert_eq!(cache.get(&keys[1]), Some(vec![2; 100]));
    }

    #[test]
    fn keys_depend_on_each_fact() {
        let key = |facts: &[&str]| Cache::key(facts.iter().map(|fact| fact.as_bytes()));
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_eq!(key(&["ab"]).len(), 64);
    }
}
