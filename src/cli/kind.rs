//! The formats of the command line: those of the library, and those that contain pictures of pages.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::existing::Content;
use pdfa2hocr_core::suggest;
use pdfa2hocr_core::write::{Format, without_ending};

/// An output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Plain(Format),
    /// A book to read in a web browser.
    Viewer,
    /// Pictures of lines with their text, to train text recognition.
    GroundTruth,
}

impl Kind {
    /// All formats, in the order of the help text.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let plain = Format::ALL.into_iter().map(Self::Plain);
        plain.chain([Self::Viewer, Self::GroundTruth])
    }

    /// The name on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Plain(format) => format.name(),
            Self::Viewer => "viewer",
            Self::GroundTruth => "ground-truth",
        }
    }

    /// The extension of its files, without the leading dot.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Plain(format) => format.extension(),
            Self::Viewer => "viewer.html",
            Self::GroundTruth => "truth.xml",
        }
    }

    /// Whether the pages are drawn by processes of the program.
    pub(super) fn draws_pages(self) -> bool {
        matches!(self, Self::Viewer | Self::GroundTruth)
    }

    /// The content of a file of this format, which decides whether an existing one may be replaced.
    pub(super) fn content(self, file: &Path) -> Content {
        match self {
            Self::Viewer | Self::GroundTruth | Self::Plain(Format::Sqlite) => Content::Digested,
            Self::Plain(Format::Pdf) => Content::Pdf,
            Self::Plain(format) if format.ends_with_digest() => Content::Digested,
            Self::Plain(_) if Self::of_name(file).contains(&self) => Content::PlainText,
            Self::Plain(_) => Content::Other,
        }
    }

    /// The formats that the extension of a file allows; empty if it is unknown.
    pub(super) fn of_name(file: &Path) -> Vec<Self> {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let ends = |ending: &str| without_ending(&name, ending).is_some();
        Self::all()
            .filter(|kind| {
                ends(kind.extension())
                    || match kind {
                        Self::Plain(Format::Hocr) => ends("hocr"),
                        Self::Plain(Format::Html) | Self::Viewer => ends("html"),
                        Self::Plain(_) | Self::GroundTruth => false,
                    }
            })
            .collect()
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
        found.ok_or_else(|| suggest::unknown(name, "a format", &names))
    }
}

/// A file name without its extension, if that is one of a format.
pub(super) fn stem(name: &str) -> &str {
    Kind::all()
        .filter_map(|kind| without_ending(name, kind.extension()))
        .min_by_key(|stem| stem.len())
        .unwrap_or(name)
}

/// The path with the extension of a format appended.
pub(super) fn with_ending(path: &Path, format: Kind) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(format.extension());
    path.with_file_name(name)
}
