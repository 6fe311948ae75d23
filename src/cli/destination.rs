//! Paths of outputs: standard output, devices, and files behind symbolic links.

use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use unicode_normalization::UnicodeNormalization;

use super::existing::Replacing;
use pdfa2hocr_core::diagnostics::Result;

/// Maximum number of symbolic links followed for one path; the same limit as in Linux.
const LINKS: usize = 40;

/// The path of standard output, on systems that have it.
const STDOUT: &str = "/dev/stdout";

/// The destination of an output.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Destination {
    Stdout,
    /// A device, a pipe, or an open file named by its descriptor. Output is written directly to it.
    Device(PathBuf),
    File {
        /// The path that the user gave.
        path: PathBuf,
        /// The file at the end of symbolic links, which are kept.
        target: PathBuf,
        /// Whether an existing file may be replaced.
        replacing: Replacing,
    },
}

impl Destination {
    /// The path that the user gave; `-` is standard output.
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Stdout => Path::new("-"),
            Self::Device(path) | Self::File { path, .. } => path,
        }
    }

    /// Follows symbolic links to the destination of a path.
    pub(super) fn find(path: &Path) -> io::Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Self::Stdout);
        }
        let mut target = path.to_owned();
        for _ in 0..LINKS {
            // A link to an open file leads to a file name, and output under that name would replace the file.
            // Output must go to the open file instead.
            match descriptor(&target) {
                Some((1, true)) => return Ok(Self::Stdout),
                Some(_) => return Ok(Self::Device(path.to_owned())),
                None => {}
            }
            let Ok(link) = fs::read_link(&target) else {
                if fs::metadata(&target).is_ok_and(|m| !m.is_file() && !m.is_dir()) {
                    return Ok(Self::Device(path.to_owned()));
                }
                return Ok(Self::File {
                    path: path.to_owned(),
                    target,
                    replacing: Replacing::default(),
                });
            };
            target = match target.parent() {
                Some(folder) => folder.join(link),
                None => link,
            };
        }
        Err(io::Error::other(
            "it is a link that leads to too many others",
        ))
    }

    /// A path to the existing file.
    pub(super) fn there(&self) -> &Path {
        match self {
            Self::Stdout => Path::new(STDOUT),
            Self::Device(path) => path,
            Self::File { target, .. } => target,
        }
    }

    /// Whether a new file is put there; `false` if the existing one has the same bytes.
    pub(super) fn replaces(&self, new: &Path) -> Result<bool> {
        match self {
            Self::File {
                target, replacing, ..
            } => replacing.replaces(new, target),
            _ => Ok(true),
        }
    }

    /// A key that is equal for all paths to this destination.
    pub(super) fn key(&self) -> PathBuf {
        match self {
            Self::File { target, .. } => key(target),
            _ => self.path().to_owned(),
        }
    }
}

/// A key that is equal for all paths to a file, also on file systems that ignore case or normalise names.
pub(super) fn key(path: &Path) -> PathBuf {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let found = fs::canonicalize(folder).or_else(|_| std::path::absolute(folder));
    let mut resolved = PathBuf::new();
    // The path of a missing folder is not canonical and may contain `..`.
    for part in found.unwrap_or_default().components() {
        match part {
            Component::ParentDir => _ = resolved.pop(),
            part => resolved.push(part),
        }
    }
    resolved.push(path.file_name().unwrap_or_default());
    folded(&resolved.to_string_lossy()).into()
}

/// A name as compared by file systems that ignore case or normalise names.
pub(super) fn folded(name: &str) -> String {
    name.nfc().collect::<String>().to_lowercase()
}

/// The descriptor in a path such as `/dev/fd/3` or `/proc/self/fd/3`, and whether it belongs to this process.
fn descriptor(path: &Path) -> Option<(u32, bool)> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let folder = path.parent()?;
    if folder == Path::new("/dev/fd") {
        return Some((number, true));
    }
    let of = folder.strip_prefix("/proc").ok()?;
    let process = of.ends_with("fd").then_some(of)?.iter().next()?;
    let own = process == "self" || process == std::process::id().to_string().as_str();
    Some((number, own))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_written_as_they_are_open() {
        for (path, number) in [
            ("/dev/fd/1", Some((1, true))),
            ("/proc/self/fd/63", Some((63, true))),
            ("/proc/self/task/18/fd/1", Some((1, true))),
            ("/proc/0/fd/1", Some((1, false))),
            ("/home/proc/fd/2", None),
            ("/dev/fd/x", None),
            ("2", None),
        ] {
            assert_eq!(descriptor(Path::new(path)), number, "{path}");
        }
        let found = Destination::find(Path::new("/dev/fd/1")).unwrap();
        assert_eq!(found, Destination::Stdout);
    }
}
