//! The files that a command reads, and the paths of its outputs. No output replaces an input, a PDF, another
//! output of the same run, or a file of the user ([`super::existing`]). Every output path is checked by
//! [`Claims::claim`] or [`Claims::check`] before anything is written.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use file_id::{FileId, get_file_id};
use unicode_normalization::UnicodeNormalization;

use super::existing::{Content, Replacing, Rule, kept};
use super::output::cannot_write;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::pdf::{self, Source};
use crate::read::OcrDocument;

/// Maximum number of symbolic links followed for one path; the same limit as in Linux.
const LINKS: usize = 40;

/// The paths of standard input and output, on systems that have them.
const STDIN: &str = "/dev/stdin";
const STDOUT: &str = "/dev/stdout";

/// The reason why two outputs cannot have the same path.
const TAKEN: &str = "another output goes there; name another file for one of them";

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
    fn find(path: &Path) -> io::Result<Self> {
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
    fn there(&self) -> &Path {
        match self {
            Self::Stdout => Path::new(STDOUT),
            Self::Device(path) => path,
            Self::File { target, .. } => target,
        }
    }

    /// Whether a new file is put there; `false` if the existing one has the same bytes.
    ///
    /// # Errors
    ///
    /// Those of [`Replacing::replaces`].
    pub(super) fn replaces(&self, new: &Path) -> Result<bool> {
        match self {
            Self::File {
                target, replacing, ..
            } => replacing.replaces(new, target),
            _ => Ok(true),
        }
    }

    /// A key that is equal for all paths to this destination.
    fn key(&self) -> PathBuf {
        match self {
            Self::File { target, .. } => key(target),
            _ => self.path().to_owned(),
        }
    }
}

/// A key that is equal for all paths to a file, also on file systems that ignore case or normalise names.
fn key(path: &Path) -> PathBuf {
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

/// The inputs of a command, and the paths claimed for its outputs.
#[derive(Debug, Default)]
pub(super) struct Claims {
    read: HashSet<FileId>,
    rule: Rule,
    outputs: Mutex<HashSet<PathBuf>>,
}

impl Claims {
    /// The claims of a command that reads these files; `-` is standard input.
    pub(super) fn new<P: AsRef<Path>>(read: impl IntoIterator<Item = P>) -> Self {
        let mut claims = Self::default();
        for path in read {
            claims.reads(path.as_ref());
        }
        claims
    }

    /// The same claims with a rule for existing files.
    pub(super) fn replacing(self, rule: Rule) -> Self {
        Self { rule, ..self }
    }

    /// Whether `--overwrite` is given.
    pub(super) fn overwrites(&self) -> bool {
        self.rule.overwrite
    }

    /// Adds an input.
    pub(super) fn reads(&mut self, path: &Path) {
        let path = if path.as_os_str() == "-" {
            Path::new(STDIN)
        } else {
            path
        };
        // Devices and pipes can be both input and output. Missing files are reported elsewhere.
        if fs::metadata(path).is_ok_and(|m| m.is_file()) {
            self.read.extend(get_file_id(path));
        }
    }

    /// Checks that standard output is not redirected to an input.
    ///
    /// # Errors
    ///
    /// Those of [`Claims::claim`].
    pub(super) fn claim_stdout(&self) -> Result<()> {
        self.claim(Path::new("-"), Content::Other).map(drop)
    }

    /// Claims a path for an output.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] if it would replace an input, a PDF, another output, or a file that
    /// [`Replacing`] keeps; [`DiagnosticKind::File`] if it is a folder or cannot be examined.
    pub(super) fn claim(&self, path: &Path, content: Content) -> Result<Destination> {
        self.claim_by(path, content, self.rule, None)
    }

    /// Claims a path under another rule. `recorded` is the digest of the bytes that an earlier run wrote
    /// there.
    ///
    /// # Errors
    ///
    /// Those of [`Claims::claim`].
    pub(super) fn claim_by(
        &self,
        path: &Path,
        content: Content,
        rule: Rule,
        recorded: Option<&str>,
    ) -> Result<Destination> {
        let place = self.decided(path, content, rule, recorded)?;
        // Several outputs can go to the same device.
        let is_device = matches!(place, Destination::Device(_));
        match is_device || self.outputs().insert(place.key()) {
            true => Ok(place),
            false => Err(refused(path, TAKEN)),
        }
    }

    /// Checks the path of an output without claiming it.
    ///
    /// # Errors
    ///
    /// Those of [`Claims::claim`].
    pub(super) fn check(&self, path: &Path, content: Content) -> Result<Destination> {
        self.check_by(path, content, self.rule, None)
    }

    /// Checks a path under another rule; see [`Claims::claim_by`].
    ///
    /// # Errors
    ///
    /// Those of [`Claims::claim`].
    pub(super) fn check_by(
        &self,
        path: &Path,
        content: Content,
        rule: Rule,
        recorded: Option<&str>,
    ) -> Result<Destination> {
        let place = self.decided(path, content, rule, recorded)?;
        match self.outputs().contains(&place.key()) {
            true => Err(refused(path, TAKEN)),
            false => Ok(place),
        }
    }

    /// Checks that outputs in a folder replace no input, no PDF and no folder. `may_be` returns whether a
    /// file name may be that of an output.
    ///
    /// # Errors
    ///
    /// Those of [`Claims::claim`], except for other outputs and for files that [`Replacing`] keeps.
    pub(super) fn check_folder(&self, folder: &Path, may_be: impl Fn(&str) -> bool) -> Result<()> {
        // A folder that does not exist yet contains no files.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(&may_be) {
                self.free(&entry.path())?;
            }
        }
        Ok(())
    }

    /// The destination of a path, with the decision about an existing file.
    fn decided(
        &self,
        path: &Path,
        content: Content,
        rule: Rule,
        recorded: Option<&str>,
    ) -> Result<Destination> {
        let mut place = self.free(path)?;
        if let Destination::File {
            target, replacing, ..
        } = &mut place
        {
            if !rule.overwrite && is_text_of_others(target) {
                let why = "exists and is recognised text that another program wrote";
                return Err(kept(path, why));
            }
            *replacing = Replacing::decide(target, content, rule, recorded)?;
        }
        Ok(place)
    }

    /// The destination of a path, unless an input, a PDF or a folder is there.
    fn free(&self, path: &Path) -> Result<Destination> {
        let place = Destination::find(path).map_err(|e| cannot_write(path, &e))?;
        let there = place.there();
        match fs::metadata(there) {
            Ok(metadata) if metadata.is_dir() => {
                return Err(cannot_write(path, &io::Error::other("it is a directory")));
            }
            Ok(metadata) if metadata.is_file() => {
                let id = get_file_id(there).map_err(|e| cannot_write(path, &e))?;
                if self.read.contains(&id) {
                    let why = "it is a file that is read; name another file for the output";
                    return Err(refused(path, why));
                }
                if is_pdf(there).map_err(|e| cannot_write(path, &e))? {
                    let why = "it is a PDF, and no PDF is overwritten; name another file";
                    return Err(refused(path, why));
                }
            }
            _ => {}
        }
        Ok(place)
    }

    /// The names of the outputs in a folder, [`folded`].
    pub(super) fn names_in(&self, folder: &Path) -> HashSet<String> {
        // No file can have this name.
        let key = key(&folder.join("*"));
        let outputs = self.outputs();
        let there = outputs.iter().filter(|o| o.parent() == key.parent());
        let names = there.filter_map(|output| output.file_name());
        names.map(|n| n.to_string_lossy().into_owned()).collect()
    }

    /// A name for a series of files in a folder that no other series has: `name`, if it is free.
    pub(super) fn series(&self, folder: &Path, name: &str) -> String {
        let mut outputs = self.outputs();
        numbered(name, |name| {
            // No file can have this name.
            outputs.insert(key(&folder.join(format!("{name}-*"))))
        })
    }

    fn outputs(&self) -> MutexGuard<'_, HashSet<PathBuf>> {
        self.outputs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name, or the first free one of `name (2)`, `name (3)` and so on.
pub(super) fn numbered(name: &str, mut is_free: impl FnMut(&str) -> bool) -> String {
    let mut fresh = name.to_owned();
    let mut number = 2usize;
    while !is_free(&fresh) {
        fresh = format!("{name} ({number})");
        number += 1;
    }
    fresh
}

fn refused(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::new(
        DiagnosticKind::Argument,
        format!("cannot write {}: {why}", path.display()),
    )
}

/// The error if the output is a second PDF, which happens if the shell expands `*.pdf` in a folder with two.
pub(super) fn second_pdf(input: &Path, output: &Path) -> Option<Diagnostic> {
    let pdf = |path: &Path| path.is_file() && is_pdf(path).unwrap_or(false);
    if !pdf(input) || !pdf(output) || get_file_id(input).ok() == get_file_id(output).ok() {
        return None;
    }
    let (input, named) = (typed(input), typed(output));
    let why = format!(
        "it is a PDF, and no PDF is overwritten; to convert several PDFs, type: \
         pdfa2hocr batch {input} {named} --output-dir FOLDER"
    );
    Some(refused(output, &why))
}

/// A path, quoted for a shell.
fn typed(path: &Path) -> String {
    let path = path.to_string_lossy();
    let plain = |c: char| c.is_alphanumeric() || "/.,:=@%+-_".contains(c);
    match path.chars().all(plain) {
        true => path.into_owned(),
        false => format!("'{}'", path.replace('\'', r"'\''")),
    }
}

/// Whether a file is recognised text, such as hOCR or ALTO, from another program. Pipes are not opened,
/// because that might block.
pub(super) fn is_text_of_others(path: &Path) -> bool {
    // TSV files do not name the program that wrote them.
    path.is_file() && Source::map(path).is_ok_and(|source| OcrDocument::is_of_others(&source))
}

/// Whether a file begins with a PDF header.
///
/// # Errors
///
/// If the file cannot be read.
pub(super) fn is_pdf(path: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    File::open(path)?.take(pdf::HEAD).read_to_end(&mut head)?;
    Ok(pdf::looks_like_pdf(&head))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_given_once_by_whatever_path() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        let plain = folder.path().join("\u{e9}.html");
        let claims = Claims::default();
        let claim = |path: &Path| claims.claim(path, Content::Digested);
        assert_eq!(claim(&plain).unwrap().path(), plain);
        for name in [
            "in/../\u{e9}.html",
            "\u{c9}.HTML",
            "e\u{301}.html",
            "new/../\u{e9}.html",
        ] {
            let error = claim(&folder.path().join(name)).unwrap_err();
            assert_eq!(error.kind, DiagnosticKind::Argument);
            assert!(error.message.contains("another output"), "{error}");
        }
        assert!(
            claims
                .names_in(&folder.path().join("in/.."))
                .contains("\u{e9}.html")
        );
        assert!(claims.names_in(&folder.path().join("in")).is_empty());
        assert!(claim(Path::new("-")).is_ok());
        assert!(claim(Path::new("-")).is_err());
        // A folder that does not exist yet.
        let later = folder.path().join("later/list.tsv");
        assert!(claim(&later).is_ok() && claim(&later).is_err());
    }

    #[cfg(unix)]
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
        let claims = Claims::default();
        let path = Path::new("/dev/fd/1");
        assert_eq!(
            claims.check(path, Content::Digested).unwrap(),
            Destination::Stdout
        );
        let path = Path::new("/dev/null");
        assert_eq!(
            claims.claim(path, Content::Digested).unwrap(),
            Destination::Device(path.to_owned())
        );
        assert!(
            claims.claim(path, Content::Digested).is_ok(),
            "there is room for all"
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_in_a_circle_are_left() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b] = ["a", "b"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&a, &b).unwrap();
        std::os::unix::fs::symlink(&b, &a).unwrap();
        let error = Claims::default().claim(&a, Content::Digested).unwrap_err();
        assert_eq!(error.kind, DiagnosticKind::File);
        assert!(error.message.contains("too many"), "{error}");
    }
}
