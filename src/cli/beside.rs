//! The folder beside an output that is more than one file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::claims::Claims;
use super::formats::stem;
use super::output::cannot_write;
use super::temporary::Aside;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};

/// A folder that is made elsewhere and put in its place when it is whole. One of an earlier run gives
/// way to it, and no other.
pub(super) struct Beside {
    place: PathBuf,
    /// What such folders are of.
    of: &'static str,
    /// Whether a file's name may be that of a file in such a folder.
    is_name: fn(&str) -> bool,
    /// Where it is made, once there is something to be put in it.
    aside: Option<Aside>,
}

impl Beside {
    /// The folder of a file: its name without its ending, and `suffix`.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] when it is there and holds other files, or such that are read.
    pub(super) fn new(
        file: &Path,
        suffix: &str,
        of: &'static str,
        is_name: fn(&str) -> bool,
        claims: &Claims,
    ) -> Result<Self> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let beside = Self {
            place: file.with_file_name(format!("{}{suffix}", file_stem(&name))),
            of,
            is_name,
            aside: None,
        };
        if !beside.is_free() {
            return Err(beside.taken());
        }
        claims.check_folder(&beside.place, |_| true)?;
        Ok(beside)
    }

    /// Whether nothing would be lost if a folder took this place.
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
        Diagnostic::new(DiagnosticKind::Argument, why)
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
        fs::write(new_in(aside).join(name), data)
    }

    /// Puts the folder in its place, in which an earlier one may be.
    pub(super) fn finish(self) -> Result<()> {
        let Some(aside) = &self.aside else {
            return Ok(());
        };
        let failed = |e: io::Error| cannot_write(&self.place, &e);
        // Something may have come there meanwhile, as other outputs of this program.
        if !self.is_free() {
            return Err(self.taken());
        }
        if self.place.exists() {
            // It goes with the folder that it is moved to.
            fs::rename(&self.place, aside.path().join("old")).map_err(failed)?;
        }
        fs::rename(new_in(aside), &self.place).map_err(failed)
    }
}

/// The name of the file without its ending.
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
