//! The files that a command reads, and the paths of its outputs. No output replaces an input, a PDF, another
//! output of the same run, or a file of the user ([`super::existing`]). Every output path is checked by
//! [`Claims::claim`] or [`Claims::check_file`] before anything is written.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use file_id::{FileId, get_file_id};

use super::destination::{Destination, key};
use super::errors::cannot_write;
use super::existing::{Content, NewFile, Rule, kept};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::lock::lock;
use pdfa2hocr_core::pdf::{self, Source};
use pdfa2hocr_core::read::OcrDocument;

/// The path of standard input, on systems that have it.
const STDIN: &str = "/dev/stdin";

/// The reason why two outputs cannot have the same path.
const TAKEN: &str = "another output goes there; name another file for one of them";

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

    /// The claims of a command that reads a document. Its inputs are read, the files that they list, and
    /// `files`. `source` has the bytes of the inputs.
    pub(super) fn of_document<'p>(
        inputs: impl IntoIterator<Item = &'p Path>,
        source: &Source,
        files: Vec<PathBuf>,
        rule: Rule,
    ) -> Self {
        let mut claims = Self::new(files).replacing(rule);
        if !rule.from_pdf {
            for listed in OcrDocument::listed_files(source) {
                claims.reads(&listed);
            }
        }
        for input in inputs {
            claims.reads(input);
            // The files of a folder are one document.
            for entry in fs::read_dir(input).into_iter().flatten().flatten() {
                claims.reads(&entry.path());
            }
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
    pub(super) fn claim_stdout(&self) -> Result<()> {
        self.claim(Path::new("-"), Content::Other).map(drop)
    }

    /// Claims a path for an output.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] if it would replace an input, a PDF, another output, or a file that
    /// [`NewFile::decide`] keeps; [`DiagnosticKind::File`] if it is a folder or cannot be examined.
    pub(super) fn claim(&self, path: &Path, content: Content) -> Result<Destination> {
        self.claim_file(path, self.new_file(content))
    }

    /// Claims a path for a file with a rule of its own.
    pub(super) fn claim_file(&self, path: &Path, file: NewFile<'_>) -> Result<Destination> {
        let place = self.decided(path, file)?;
        // Several outputs can go to the same device.
        let is_device = matches!(place, Destination::Device(_));
        match is_device || lock(&self.outputs).insert(place.key()) {
            true => Ok(place),
            false => Err(refused(path, TAKEN)),
        }
    }

    /// Checks the path of an output without claiming it.
    pub(super) fn check_file(&self, path: &Path, file: NewFile<'_>) -> Result<Destination> {
        let place = self.decided(path, file)?;
        match lock(&self.outputs).contains(&place.key()) {
            true => Err(refused(path, TAKEN)),
            false => Ok(place),
        }
    }

    /// A new file under the rule of the command.
    pub(super) fn new_file(&self, content: Content) -> NewFile<'static> {
        NewFile {
            content,
            rule: self.rule,
            recorded: None,
        }
    }

    /// Checks that outputs in a folder replace no input, no PDF and no folder. `may_be` returns whether a
    /// file name may be that of an output.
    ///
    /// # Errors
    ///
    /// Those of [`Claims::claim`], except for other outputs and for files that [`NewFile::decide`] keeps.
    pub(super) fn check_folder(&self, folder: &Path, may_be: impl Fn(&str) -> bool) -> Result<()> {
        // A folder that does not exist yet contains no files.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(&may_be) {
                self.free(&entry.path(), Content::Other)?;
            }
        }
        Ok(())
    }

    /// The destination of a path, with the decision about an existing file.
    fn decided(&self, path: &Path, file: NewFile<'_>) -> Result<Destination> {
        let mut place = self.free(path, file.content)?;
        if let Destination::File {
            target, replacing, ..
        } = &mut place
        {
            if !file.rule.overwrite && is_text_of_others(target) {
                let why = "exists and is recognised text that another program wrote";
                return Err(kept(path, why));
            }
            *replacing = file.decide(target)?;
        }
        Ok(place)
    }

    /// The destination of a path, unless an input or a folder is there, or a PDF that the new file may not replace.
    fn free(&self, path: &Path, new: Content) -> Result<Destination> {
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
                if new != Content::Pdf && is_pdf(there).map_err(|e| cannot_write(path, &e))? {
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
        let outputs = lock(&self.outputs);
        let there = outputs.iter().filter(|o| o.parent() == key.parent());
        let names = there.filter_map(|output| output.file_name());
        names.map(|n| n.to_string_lossy().into_owned()).collect()
    }

    /// A name for a series of files in a folder that no other series has: `name`, if it is free.
    pub(super) fn series(&self, folder: &Path, name: &str) -> String {
        let mut outputs = lock(&self.outputs);
        numbered(name, |name| {
            // No file can have this name.
            outputs.insert(key(&folder.join(format!("{name}-*"))))
        })
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
    Diagnostic::argument(format!("cannot write {}: {why}", path.display()))
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
    use pdfa2hocr_core::diagnostics::DiagnosticKind;

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
    fn devices_have_room_for_all() {
        let claims = Claims::default();
        let path = Path::new("/dev/null");
        for _ in 0..2 {
            let place = claims.claim(path, Content::Digested).unwrap();
            assert_eq!(place, Destination::Device(path.to_owned()));
        }
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
