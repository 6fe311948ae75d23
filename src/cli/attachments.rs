//! `--attachments`: converts each PDF embedded in a PDF to a separate file.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::Conversion;
use super::claims::{Claims, numbered};
use super::destination::{Destination, folded};
use super::errors::{cannot_write, worded};
use super::existing::Content;
use super::formats::{self, FormatChoice};
use super::kind::{self, Kind};
use super::output::Output;
use super::report::Report;
use super::time_limit::TimeLimit;
use super::{files, terminal};
use crate::convert::{Observer, Options};
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result, Warnings};
use pdfa2hocr_core::pdf::{self, Attachment, Source};
use pdfa2hocr_core::visible::without_controls;

/// The list of attachments, next to the converted files.
const LIST: &str = "attachments.tsv";

/// Maximum length of a file name in bytes, without its extension.
const MAX_NAME: usize = 100;

/// The folder for the attachments of a document, and their conversion.
pub(super) struct Attachments<'a> {
    folder: &'a Path,
    conversion: &'a Conversion,
    claims: &'a Arc<Claims>,
    formats: Vec<Kind>,
    list: Destination,
    /// The names already used in the folder, case-folded as some file systems compare them.
    names: HashSet<String>,
}

impl<'a> Attachments<'a> {
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] if an output would replace a file that must stay.
    pub(super) fn claim(
        folder: &'a Path,
        conversion: &'a Conversion,
        formats: &[FormatChoice],
        claims: &'a Arc<Claims>,
    ) -> Result<Self> {
        let formats: Vec<Kind> = formats.iter().map(|choice| choice.format).collect();
        claims.check_folder(folder, |name| {
            let name = name.to_lowercase();
            let ends = |f: &Kind| name.ends_with(&format!(".{}", f.extension()));
            formats.iter().any(ends)
        })?;
        let list = claims.claim(&folder.join(LIST), Content::PlainText)?;
        Ok(Self {
            folder,
            conversion,
            claims,
            formats,
            list,
            names: claims.names_in(folder),
        })
    }

    /// Converts the PDFs in a document, recursively, into the folder, and lists all attachments there with
    /// path, media type, size and outcome.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] if the folder cannot be written; [`DiagnosticKind::Several`] if a PDF could
    /// not be converted.
    pub(super) fn convert_all(self, source: &Source, report: &mut Report) -> Result<()> {
        fs::create_dir_all(self.folder).map_err(|e| cannot_write(self.folder, &e))?;
        let mut work = Work {
            // `--pages` applies to the document, not to its attachments.
            options: Options {
                pages: None,
                undivided: None,
                ..self.conversion.options()?
            },
            report,
            list: Output::create(&self.list)?,
            pdfs: 0,
            failed: 0,
            to: self,
        };
        work.row("attachment\ttype\tbytes\toutput")?;
        work.document(source, "", 0)?;
        let Work {
            list, pdfs, failed, ..
        } = work;
        list.finish()?;
        match failed {
            0 => Ok(()),
            n => Err(Diagnostic::new(
                DiagnosticKind::Several,
                format!(
                    "{n} of {} could not be converted",
                    counted(pdfs, "attached PDF")
                ),
            )),
        }
    }

    /// The destinations of an attachment's outputs.
    fn places(&mut self, name: &str) -> Result<Vec<(Kind, Destination)>> {
        // The extension is replaced: `a.txt` and `a.pdf` would both become `a.html`.
        let file = |stem: &str, format: Kind| kind::with_ending(Path::new(stem), format);
        let key = |path: PathBuf| folded(&path.to_string_lossy());
        let stem = numbered(kind::stem(&safe(name)), |stem| {
            let mut files = self.formats.iter().map(|&f| key(file(stem, f)));
            files.all(|file| !self.names.contains(&file))
        });
        let files = self.formats.iter().map(|&f| key(file(&stem, f)));
        self.names.extend(files);
        let place = |&format| (format, self.folder.join(file(&stem, format)));
        formats::claim(self.claims, self.formats.iter().map(place).collect())
    }
}

struct Work<'a> {
    to: Attachments<'a>,
    options: Options,
    report: &'a mut Report,
    list: Output,
    /// Number of PDFs so far, and of those that could not be converted.
    pdfs: usize,
    failed: usize,
}

impl Work<'_> {
    fn row(&mut self, row: &str) -> Result<()> {
        writeln!(self.list, "{row}").map_err(|e| cannot_write(self.to.folder, &e))
    }

    /// Converts the attachments of a document. `path` has the names of the documents around it, each with a
    /// slash after it. Stops at [`Limits::attachment_depth`](pdfa2hocr_core::limits::Limits).
    fn document(&mut self, source: &Source, path: &str, depth: usize) -> Result<()> {
        let limits = self.options.limits;
        let Ok((document, _)) = pdf::Document::open(source, &self.options.password) else {
            return Ok(());
        };
        let budget =
            Budget::of_document(limits, source.bytes().len(), document.distinct_page_count());
        for attachment in pdf::attachments(&document, &limits) {
            let mut warnings = Warnings::new();
            let data = attachment.data(&budget, &mut warnings);
            for warning in warnings.iter() {
                self.report.warning(warning);
            }
            let path = format!("{path}{}", without_controls(&attachment.name));
            let kind = without_controls(attachment.media_type.as_deref().unwrap_or_default());
            let bytes = data.len();
            if attachment.locked {
                self.row(&format!("{path}\t{kind}\t\tencrypted"))?;
                continue;
            }
            if !Attachment::is_pdf(&data) {
                self.row(&format!("{path}\t{kind}\t{bytes}\tnot a PDF"))?;
                continue;
            }
            if self.pdfs >= limits.attachments {
                self.row(&format!("{path}\t{kind}\t{bytes}\tone too many"))?;
                continue;
            }
            self.pdfs += 1;
            let source = Source::from(data);
            let outcome = match self.convert(&attachment.name, &source) {
                Ok(files) => files,
                Err(error) => {
                    let error = worded(&error);
                    self.failed += 1;
                    terminal::say(&format!("pdfa2hocr: attachment {path}: {error}"));
                    without_controls(&error.to_string())
                }
            };
            self.row(&format!("{path}\t{kind}\t{bytes}\t{outcome}"))?;
            if depth + 1 < limits.attachment_depth {
                self.document(&source, &format!("{path}/"), depth + 1)?;
            }
        }
        Ok(())
    }

    /// Converts one attachment, and returns the names of its files.
    fn convert(&mut self, name: &str, source: &Source) -> Result<String> {
        let places = self.to.places(name)?;
        let conversion = self.to.conversion;
        self.options.images = conversion.images(self.to.claims, &places, name)?;
        let making = conversion.making(self.to.claims);
        files::write(
            &source.clone().named(name),
            self.options.clone(),
            &places,
            &making,
            &TimeLimit::default(),
            self.report,
        )?;
        let names = places
            .iter()
            .filter_map(|(_, place)| place.path().file_name());
        let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
        Ok(names.join(", "))
    }
}

/// A name without extension for the output of an attachment: valid on every system and without folders.
fn safe(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = match name.rsplit_once('.') {
        Some((stem, "pdf" | "PDF")) => stem,
        _ => name,
    };
    let safe = |c: char| match c {
        '<' | '>' | ':' | '"' | '|' | '?' | '*' => '_',
        c if c.is_control() => '_',
        c => c,
    };
    let mut stem: String = stem.chars().map(safe).collect();
    while stem.len() > MAX_NAME {
        stem.pop();
    }
    let stem = stem.trim_matches(|c: char| c == '.' || c.is_whitespace());
    if stem.is_empty() || is_device(stem) {
        format!("attachment{stem}")
    } else {
        stem.to_owned()
    }
}

/// Whether Windows reserves the name for a device, with any extension.
fn is_device(stem: &str) -> bool {
    let name = stem
        .split('.')
        .next()
        .unwrap_or_default()
        .to_ascii_uppercase();
    let numbered = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()))
    };
    matches!(name.as_str(), "CON" | "PRN" | "AUX" | "NUL") || numbered("COM") || numbered("LPT")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_out_of_no_folder() {
        for (name, expected) in [
            ("report.pdf", "report"),
            ("../../etc/passwd.pdf", "passwd"),
            ("..\\..\\boot.pdf", "boot"),
            ("..", "attachment"),
            ("", "attachment"),
            ("a:b*c.pdf", "a_b_c"),
            ("nul.pdf", "attachmentnul"),
            (".hidden.pdf", "hidden"),
            ("x\n.pdf", "x_"),
            ("żółw.pdf", "żółw"),
        ] {
            assert_eq!(safe(name), expected, "{name:?}");
        }
        assert!(safe(&"ż".repeat(500)).len() <= MAX_NAME);
    }
}
