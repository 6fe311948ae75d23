//! Decides whether an output may replace an existing file.
//!
//! Files of the user and outputs that were edited are kept. A file is replaced if
//! - the new bytes are the same;
//! - it is unchanged output of this program, as its digest shows, or the manifest of a batch;
//! - it is plain text under a name of its format, like `.txt`, as other converters of PDFs do;
//! - `--overwrite` is given.
//!
//! If INPUT is recognised text, OUTPUT may be an input by mistake (`page-*.html`). Then only the first and
//! the last condition apply.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

#[cfg(feature = "sqlite")]
use super::database;
use super::errors::cannot_write;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, Setting};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::write::digest::{self, Found};

/// Reasons not to replace a file; messages put them after its name.
pub(super) const CHANGED: &str = "exists and was changed";
const FOREIGN: &str = "exists and was not written by pdfa2hocr";
const RECOGNISED: &str = "exists, and it may be meant as an input, since INPUT is recognised text";

/// The kind of file that a command writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Markup and databases, which hold their digest.
    Digested,
    /// Plain text, tables and JSON under a name that ends like their format.
    PlainText,
    /// PDFs, which hold their digest. They alone may replace a PDF.
    Pdf,
    /// Everything else, such as images.
    Other,
}

impl Content {
    /// The content of a JSON or JSON Lines file.
    pub(super) fn json(file: &Path) -> Self {
        Self::text(file, &["json", "jsonl", "ndjson", "log"])
    }

    /// The content of plain text with one of these extensions.
    pub(super) fn text(file: &Path, extensions: &[&str]) -> Self {
        let extension = file.extension().and_then(OsStr::to_str);
        let is_its = |own: &str| extensions.iter().any(|e| e.eq_ignore_ascii_case(own));
        match extension.is_some_and(is_its) {
            true => Self::PlainText,
            false => Self::Other,
        }
    }
}

/// The rule for all outputs of a command.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rule {
    /// Whether `--overwrite` is given.
    pub overwrite: bool,
    /// Whether INPUT is a PDF, not recognised text.
    pub from_pdf: bool,
}

/// The permission to replace an existing file in the place of an output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Replacing {
    /// It is replaced.
    #[default]
    Allowed,
    /// The reason why the file must stay. This is an error, unless the new bytes are the same.
    IfEqual(&'static str),
}

/// A new file, as far as it decides about an existing one at its path.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewFile<'a> {
    pub content: Content,
    pub rule: Rule,
    /// The digest of the bytes that an earlier run wrote at the path, if known.
    pub recorded: Option<&'a str>,
}

impl NewFile<'_> {
    /// A file of the program that replaces any other at its path.
    pub(super) fn overwriting() -> Self {
        Self {
            content: Content::Other,
            rule: Rule {
                overwrite: true,
                ..Rule::default()
            },
            recorded: None,
        }
    }

    /// Applies the rule to the path of the file.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if the file must stay and cannot be equal to the new bytes;
    /// [`Diagnostic::file`] if it cannot be read.
    pub(super) fn decide(self, path: &Path) -> Result<Replacing> {
        let Self { content, rule, .. } = self;
        let Ok(metadata) = fs::metadata(path) else {
            return Ok(Replacing::Allowed);
        };
        if !metadata.is_file() {
            return Ok(Replacing::Allowed);
        }
        // Renaming in a writable folder would replace the file even without permission to write to it.
        let is_writable = || OpenOptions::new().write(true).open(path).is_ok();
        if metadata.permissions().readonly() || !is_writable() {
            let why = format!("cannot write {}: it is read-only", path.display());
            return Err(Diagnostic::argument(why));
        }
        let is_free = metadata.len() == 0 || rule.overwrite;
        if is_free || (content == Content::PlainText && rule.from_pdf) {
            return Ok(Replacing::Allowed);
        }
        let found = check_digest(path, self.recorded)?;
        Ok(match (found, content) {
            (Found::Unchanged, _) if rule.from_pdf => Replacing::Allowed,
            (Found::Unchanged, _) => Replacing::IfEqual(RECOGNISED),
            // New bytes contain their digest, so they differ from these.
            (Found::Changed, Content::Digested | Content::Pdf) => return Err(kept(path, CHANGED)),
            (Found::None, Content::Digested | Content::Pdf) => return Err(kept(path, FOREIGN)),
            (Found::Changed, _) => Replacing::IfEqual(CHANGED),
            (Found::None, _) => Replacing::IfEqual(FOREIGN),
        })
    }
}

impl Replacing {
    /// Whether a new file replaces an existing one; `false` if both have the same bytes.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if the existing file must stay and differs.
    pub(super) fn replaces(self, new: &Path, existing: &Path) -> Result<bool> {
        let Self::IfEqual(why) = self else {
            return Ok(true);
        };
        match are_equal(new, existing).map_err(|e| cannot_write(existing, &e))? {
            true => Ok(false),
            false => Err(kept(existing, why)),
        }
    }
}

/// The error for a file that must stay.
pub(super) fn kept(path: &Path, why: &str) -> Diagnostic {
    let message = format!("{} {why}", path.display());
    Diagnostic::argument(message).about(Setting::Overwrite)
}

/// Compares a file with the digest recorded when it was written, and with the digest that it contains.
fn check_digest(path: &Path, recorded: Option<&str>) -> Result<Found> {
    let file = Source::map(path)?;
    let bytes = file.bytes();
    if recorded.is_some_and(|recorded| digest::of(bytes) == recorded) {
        return Ok(Found::Unchanged);
    }
    #[cfg(feature = "sqlite")]
    let found = match database::is_database(bytes) {
        true => database::check_digest(bytes),
        false => digest::check(bytes),
    };
    #[cfg(not(feature = "sqlite"))]
    let found = digest::check(bytes);
    // A batch that was killed may have written the file without recording it.
    Ok(match (found, recorded) {
        (Found::None, Some(_)) => Found::Changed,
        (found, _) => found,
    })
}

/// Whether two files have the same bytes.
fn are_equal(a: &Path, b: &Path) -> io::Result<bool> {
    let (a, b) = (File::open(a)?, File::open(b)?);
    if a.metadata()?.len() != b.metadata()?.len() {
        return Ok(false);
    }
    let (mut a, mut b) = (BufReader::new(a), BufReader::new(b));
    loop {
        let (left, right) = (a.fill_buf()?, b.fill_buf()?);
        let common = left.len().min(right.len());
        if left.get(..common) != right.get(..common) {
            return Ok(false);
        }
        if common == 0 {
            return Ok(left.is_empty() && right.is_empty());
        }
        a.consume(common);
        b.consume(common);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PDF: Rule = Rule {
        overwrite: false,
        from_pdf: true,
    };
    const TEXT: Rule = Rule {
        overwrite: false,
        from_pdf: false,
    };
    const OVERWRITE: Rule = Rule {
        overwrite: true,
        from_pdf: false,
    };
    const OURS: &str = "<!-- pdfa2hocr xxh3:99aa06d3014798d86001c324468d497f -->\n";

    fn decided(text: &str, content: Content, rule: Rule) -> std::result::Result<Replacing, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, text).unwrap();
        let decided = NewFile {
            content,
            rule,
            recorded: None,
        }
        .decide(&path);
        decided.map_err(|error| error.message.replace(path.to_str().unwrap(), "out"))
    }

    #[test]
    fn a_file_is_replaced_by_the_rule() {
        use Content::{Digested, Other, PlainText};
        use Replacing::{Allowed, IfEqual};
        let changed = format!("x{OURS}");
        for content in [Digested, PlainText, Other] {
            for rule in [PDF, TEXT] {
                assert_eq!(decided("", content, rule), Ok(Allowed));
            }
            for text in ["x", OURS, &changed] {
                assert_eq!(decided(text, content, OVERWRITE), Ok(Allowed));
            }
            assert_eq!(decided(OURS, content, PDF), Ok(Allowed));
            assert_eq!(decided(OURS, content, TEXT), Ok(IfEqual(RECOGNISED)));
        }
        let error = decided(&changed, Digested, PDF).unwrap_err();
        assert_eq!(error, "out exists and was changed");
        let error = decided("x", Digested, TEXT).unwrap_err();
        assert!(
            error.starts_with("out exists and was not written by"),
            "{error}"
        );
        assert_eq!(decided("x", PlainText, PDF), Ok(Allowed));
        assert_eq!(decided("x", PlainText, TEXT), Ok(IfEqual(FOREIGN)));
        assert_eq!(decided("x", Other, PDF), Ok(IfEqual(FOREIGN)));
        assert_eq!(decided(&changed, Other, PDF), Ok(IfEqual(CHANGED)));
    }

    #[test]
    fn a_read_only_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, OURS).unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let error = NewFile {
            content: Content::Digested,
            rule: OVERWRITE,
            recorded: None,
        }
        .decide(&path)
        .unwrap_err();
        assert!(error.message.ends_with("it is read-only"), "{error}");
    }

    #[test]
    fn what_a_batch_recorded_counts_for_files_without_a_digest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.tsv");
        fs::write(&path, "a\tb\n").unwrap();
        let by = |digest: &str| {
            let file = NewFile {
                content: Content::Other,
                rule: PDF,
                recorded: Some(digest),
            };
            file.decide(&path)
        };
        assert_eq!(by(&digest::of(b"a\tb\n")).unwrap(), Replacing::Allowed);
        assert_eq!(
            by(&digest::of(b"a\tc\n")).unwrap(),
            Replacing::IfEqual(CHANGED)
        );
    }

    #[test]
    fn equal_files_are_left() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b, c] = ["a", "b", "c"].map(|name| folder.path().join(name));
        let long = "word ".repeat(20_000);
        fs::write(&a, &long).unwrap();
        fs::write(&b, &long).unwrap();
        fs::write(&c, long.replacen("word w", "word v", 9)).unwrap();
        let rule = Replacing::IfEqual(CHANGED);
        assert!(!rule.replaces(&a, &b).unwrap());
        assert!(rule.replaces(&a, &c).is_err());
        assert!(Replacing::Allowed.replaces(&a, &c).unwrap());
    }
}
