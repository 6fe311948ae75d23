//! The formats as the command line names them: those of the library, and the viewer, which is more than
//! text.

use std::fmt;
use std::str::FromStr;

use crate::suggest;
use crate::write::Format;

/// What a file can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Plain(Format),
    /// A book to read in a web browser.
    Viewer,
}

impl Kind {
    /// All of them, in the order in which help lists them.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let plain = Format::ALL.into_iter().map(Self::Plain);
        plain.chain([Self::Viewer])
    }

    /// What users call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Plain(format) => format.name(),
            Self::Viewer => "viewer",
        }
    }

    /// What the names of its files end with, after a dot.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Plain(format) => format.extension(),
            Self::Viewer => "viewer.html",
        }
    }
}

impl Default for Kind {
    fn default() -> Self {
        Self::Plain(Format::default())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let names: Vec<_> = Self::all().map(Self::name).collect();
        let found = Self::all().find(|kind| kind.name() == name);
        found.ok_or_else(|| {
            let hint = suggest::did_you_mean(name, names.iter().copied());
            let list = suggest::list(names.iter().copied());
            format!("\"{name}\" is not a format{hint}: write {list}")
        })
    }
}
