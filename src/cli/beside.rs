//! The folder beside an output that consists of several files. The output ends with a digest of the folder's
//! files and a digest of its own bytes. With them, a later conversion can replace both if they are unchanged.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::claims::Claims;
use super::destination::Destination;
use super::errors::cannot_write;
use super::existing::{CHANGED, Replacing, kept};
use super::kind::stem;
use super::output::Output;
use super::temporary::Aside;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, write_error};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::write::digest::{self, Digested};

/// Text around the digest of the files; together they form a line of the output.
const BEFORE_DIGEST: &str = "<!-- pdfa2hocr files xxh3:";
const BEHIND_DIGEST: &str = " -->\n";

/// A folder that is built in a temporary place and moved to its path when complete. It may replace only a
/// folder from an earlier run.
pub(super) struct Beside {
    place: PathBuf,
    /// The description of such a folder's files, for messages.
    of: &'static str,
    /// Returns whether a file name may occur in such a folder.
    is_name: fn(&str) -> bool,
    /// The temporary folder, made when the first file is added.
    aside: Option<Aside>,
    /// Whether an existing folder may be replaced.
    replacing: Replacing,
    /// Digests of the files, by their names.
    digests: BTreeMap<String, String>,
}

impl Beside {
    /// The folder of an output: the name of its file without extension, and `suffix`. `None` for standard
    /// output and devices.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if the folder contains other files, inputs, or files that were edited.
    pub(super) fn new(
        output: &Destination,
        suffix: &str,
        of: &'static str,
        is_name: fn(&str) -> bool,
        claims: &Claims,
    ) -> Result<Option<Self>> {
        let Destination::File {
            target: file,
            replacing,
            ..
        } = output
        else {
            return Ok(None);
        };
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let mut beside = Self {
            place: file.with_file_name(format!("{}{suffix}", file_stem(&name))),
            of,
            is_name,
            aside: None,
            replacing: *replacing,
            digests: BTreeMap::new(),
        };
        if !beside.is_free() {
            return Err(beside.taken());
        }
        claims.check_folder(&beside.place, |_| true)?;
        let is_kept = !claims.overwrites() && beside.place.exists();
        if is_kept && !beside.is_unchanged(file) {
            beside.replacing = Replacing::IfEqual(CHANGED);
        }
        Ok(Some(beside))
    }

    /// Whether the files match the digest in the output.
    fn is_unchanged(&self, output: &Path) -> bool {
        let Ok(digests) = digests_in(&self.place) else {
            return false;
        };
        let has_line = |output: Source| {
            let at = memchr::memmem::rfind(output.bytes(), BEFORE_DIGEST.as_bytes());
            let rest = at.and_then(|at| output.bytes().get(at..));
            rest.is_some_and(|rest| rest.starts_with(line(&digests).as_bytes()))
        };
        digests.is_empty() || Source::map(output).is_ok_and(has_line)
    }

    /// Whether the path is free, or has a folder that only contains such files.
    fn is_free(&self) -> bool {
        let Ok(metadata) = fs::symlink_metadata(&self.place) else {
            return true;
        };
        let mut names = fs::read_dir(&self.place).into_iter().flatten().flatten();
        let is_ours = |entry: fs::DirEntry| entry.file_name().to_str().is_some_and(self.is_name);
        metadata.is_dir() && names.all(is_ours)
    }

    fn taken(&self) -> Diagnostic {
        let why = format!(
            "cannot write {}: it is there and is not the folder of {}; name another file for the \
             output",
            self.place.display(),
            self.of
        );
        Diagnostic::argument(why)
    }

    pub(super) fn name(&self) -> String {
        let name = self.place.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    pub(super) fn write(&mut self, name: &str, data: &[u8]) -> io::Result<()> {
        let aside = match &mut self.aside {
            Some(aside) => aside,
            none => {
                let aside = none.insert(Aside::new(folder_of(&self.place))?);
                fs::create_dir(new_in(aside))?;
                aside
            }
        };
        self.digests.insert(name.to_owned(), digest::of(data));
        fs::write(new_in(aside).join(name), data)
    }

    /// Checks that the folder may be moved to its path. Called before any output is put in place.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if an existing folder must stay.
    fn check(&self) -> Result<()> {
        match self.replacing {
            Replacing::IfEqual(why) if self.aside.is_some() && !self.is_equal() => {
                Err(kept(&self.place, why))
            }
            _ => Ok(()),
        }
    }

    /// Whether an existing folder has the same files.
    fn is_equal(&self) -> bool {
        !self.place.exists() || digests_in(&self.place).is_ok_and(|there| there == self.digests)
    }

    /// Moves the folder to its path and removes an earlier one.
    ///
    /// # Errors
    ///
    /// Those of [`Beside::check`]; [`Diagnostic::file`] if the folder cannot be moved.
    pub(super) fn finish(self) -> Result<()> {
        self.check()?;
        let Some(aside) = &self.aside else {
            return Ok(());
        };
        let failed = |e: io::Error| cannot_write(&self.place, &e);
        // Other outputs or programs may have written there in the meantime.
        if !self.is_free() {
            return Err(self.taken());
        }
        if self.place.exists() {
            // It is deleted with the temporary folder.
            fs::rename(&self.place, aside.path().join("old")).map_err(failed)?;
        }
        fs::rename(new_in(aside), &self.place).map_err(failed)
    }
}

/// Ends an output with the digests of its folder and of its own bytes, and checks that both may be moved to their
/// paths.
///
/// # Errors
///
/// Those of [`Beside::check`] and [`Output::check`]; [`Diagnostic::file`] if the output cannot be written.
pub(super) fn complete(output: &mut Digested<Output>, folder: Option<&Beside>) -> Result<()> {
    if let Some(folder) = folder {
        folder.check()?;
        if !folder.digests.is_empty() {
            let written = output.write_all(line(&folder.digests).as_bytes());
            written.map_err(|error| write_error(&error))?;
        }
    }
    output.end().map_err(|error| write_error(&error))?;
    output.inner_mut().check()
}

/// The line with a digest of the files with these digests.
fn line(digests: &BTreeMap<String, String>) -> String {
    let list: Vec<String> = digests
        .iter()
        .map(|(name, digest)| format!("{digest}  {name}\n"))
        .collect();
    let digest = digest::of(list.concat().as_bytes());
    [BEFORE_DIGEST, &digest, BEHIND_DIGEST].concat()
}

/// The digests of the files in a folder, by their names.
fn digests_in(folder: &Path) -> io::Result<BTreeMap<String, String>> {
    let digest = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        let digest = digest::of(&fs::read(entry.path())?);
        Ok((entry.file_name().to_string_lossy().into_owned(), digest))
    };
    fs::read_dir(folder)?.map(digest).collect()
}

/// The name of the file without its extension.
fn file_stem(name: &str) -> &str {
    match stem(name) {
        same if same == name => name.rsplit_once('.').map_or(name, |(stem, _)| stem),
        stem => stem,
    }
}

pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn new_in(aside: &Aside) -> PathBuf {
    aside.path().join("new")
}
