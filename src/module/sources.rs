//! The files that a module is made of: its own, and those that it loads by their plain names from
//! the folder that it is in. A module of a stranger reaches no other file: there are no paths and no
//! links, and their number, their depth and their size are bounded.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use starlark::syntax::AstModule;

use super::built_in::{self, EXTENSION};
use super::error::at_line;
use super::evaluate::{STACK, with_stack};
use super::safe::guard;
use super::{Limits, parse};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, io_reason};

/// Bytes of a module with all that it loads.
const BYTES: usize = 256 << 10;
/// Files of a module.
const FILES: usize = 16;
/// Files that load each other in a row.
const DEPTH: usize = 8;
/// Bytes of a file's plain name.
const NAME: usize = 100;

/// Where a module is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Compiled in, under this name.
    BuiltIn(&'static str),
    File(PathBuf),
    /// Handed over as text, under this name.
    Text(String),
}

/// A file of a module.
#[derive(Debug)]
pub(super) struct SourceFile {
    /// The name by which it is loaded.
    pub plain: String,
    /// The name that messages use.
    pub name: String,
    pub path: Option<PathBuf>,
    pub ast: AstModule,
}

impl Origin {
    /// A module by its name when it is compiled in, else by its path.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when a word that is not a path is the name of none.
    pub(super) fn named(path: &Path) -> Result<Self> {
        let text = path.to_string_lossy();
        if let Some(name) = built_in::names().find(|name| *name == text) {
            return Ok(Self::BuiltIn(name));
        }
        let is_word = text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
        if is_word && fs::symlink_metadata(path).is_err() {
            let why = built_in::unknown(&text);
            return Err(Diagnostic::new(DiagnosticKind::File, why));
        }
        Ok(Self::File(path.to_owned()))
    }

    /// The name that messages use.
    pub(super) fn name(&self) -> String {
        match self {
            Self::BuiltIn(name) => format!("{name}{EXTENSION}"),
            Self::File(path) => path.display().to_string(),
            Self::Text(name) => name.clone(),
        }
    }

    /// The text of the module's own file.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when it cannot be read, [`DiagnosticKind::Module`] when it is not a text.
    pub(super) fn text(&self) -> Result<String> {
        match self {
            Self::BuiltIn(name) => Ok(built_in::built_in_text(name).unwrap_or_default().into()),
            Self::File(path) => {
                let name = self.name();
                let cannot = |e: io::Error| {
                    let why = format!("cannot read {name}: {}", io_reason(&e));
                    Diagnostic::new(DiagnosticKind::File, why)
                };
                let wrong =
                    |why: String| Diagnostic::new(DiagnosticKind::Module, format!("{name}: {why}"));
                let bytes = File::open(path).and_then(bounded).map_err(cannot)?;
                text(bytes).map_err(wrong)
            }
            Self::Text(_) => Ok(String::new()),
        }
    }

    /// The file beside the module that has this plain name: its path, and its text.
    fn beside(&self, plain: &str) -> std::result::Result<(Option<PathBuf>, String), String> {
        let path = match self {
            Self::BuiltIn(_) => {
                let name = plain.strip_suffix(EXTENSION).unwrap_or(plain);
                let text = built_in::built_in_text(name);
                let text = text.ok_or("modules that are built in can load only others that are");
                return Ok((None, text?.to_owned()));
            }
            Self::Text(_) => return Err("only a module in a file can load others".into()),
            Self::File(module) => module.parent().unwrap_or(Path::new("")).join(plain),
        };
        let cannot = |e: io::Error| format!("cannot load {}: {}", path.display(), io_reason(&e));
        let metadata = fs::symlink_metadata(&path).map_err(cannot)?;
        if metadata.is_symlink() {
            return Err(format!("cannot load {}: it is a link", path.display()));
        }
        if !metadata.is_file() {
            return Err(format!("cannot load {}: it is not a file", path.display()));
        }
        let text = text(File::open(&path).and_then(bounded).map_err(cannot)?)
            .map_err(|why| format!("cannot load {}: {why}", path.display()))?;
        Ok((Some(path), text))
    }
}

/// The bytes of a file, and one more than a module may have where there are more.
fn bounded(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn too_long() -> String {
    format!("a module has at most {} KB", BYTES >> 10)
}

fn text(bytes: Vec<u8>) -> std::result::Result<String, String> {
    if bytes.len() > BYTES {
        return Err(too_long());
    }
    String::from_utf8(bytes).map_err(|_| "this is not UTF-8 text".into())
}

/// Whether a name is that of a file in a folder, on any system.
fn is_plain(name: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    name.ends_with(EXTENSION)
        && name.len() <= NAME
        && name.chars().all(is_letter)
        && !name.starts_with('.')
}

/// The files of a module, each behind those that it loads; the last is its own.
///
/// # Errors
///
/// [`DiagnosticKind::Module`] when one cannot be understood or loaded. What a level of loading takes
/// of the stack is little; what the parser takes is much ([`STACK`]).
pub(super) fn read(origin: &Origin, text: String, limits: &Limits) -> Result<Vec<SourceFile>> {
    let name = origin.name();
    if text.len() > BYTES {
        let why = format!("{name}: {}", too_long());
        return Err(Diagnostic::new(DiagnosticKind::Module, why));
    }
    let plain = Path::new(&name).file_name().unwrap_or_default();
    let plain = plain.to_string_lossy().into_owned();
    let path = match origin {
        Origin::File(path) => Some(path.clone()),
        _ => None,
    };
    let mut reading = Reading {
        origin,
        limits,
        files: Vec::new(),
        open: Vec::new(),
        bytes: 0,
    };
    reading.add(plain, name, path, text)?;
    Ok(reading.files)
}

/// The files of a module on the disk: its own, and those that it loads. Of one that cannot be read,
/// its own.
pub(crate) fn paths(module: &Path) -> Vec<PathBuf> {
    let Ok(origin @ Origin::File(_)) = Origin::named(module) else {
        return Vec::new();
    };
    let found = origin.text().and_then(|text| {
        with_stack(&origin.name(), STACK, || {
            let files = read(&origin, text, &Limits::default())?;
            Ok(files.into_iter().filter_map(|file| file.path).collect())
        })
    });
    found.unwrap_or_else(|_| vec![module.to_owned()])
}

/// The text of a module, by its name when it is compiled in, else of its file.
///
/// # Errors
///
/// When there is no such module, or its file cannot be read.
pub(crate) fn written(module: &Path) -> Result<String> {
    Origin::named(module)?.text()
}

struct Reading<'a> {
    origin: &'a Origin,
    limits: &'a Limits,
    files: Vec<SourceFile>,
    /// The plain names of the files that are being read, each loaded by the one before.
    open: Vec<String>,
    bytes: usize,
}

impl Reading<'_> {
    fn add(
        &mut self,
        plain: String,
        name: String,
        path: Option<PathBuf>,
        text: String,
    ) -> Result<()> {
        if let Some(line) = text.lines().position(|l| l.contains(guard::PREFIX)) {
            let why = format!("names that begin with {} are the host's own", guard::PREFIX);
            return Err(at_line(&name, line + 1, &why));
        }
        let ast = parse(&name, &text, self.limits)?;
        self.bytes += text.len();
        self.open.push(plain);
        for load in ast.loads() {
            let line = load.span.resolve_span().begin.line + 1;
            self.load(load.module_id)
                .map_err(|why| at_line(&name, line, &why))
                .flatten()?;
        }
        self.files.push(SourceFile {
            plain: self.open.pop().unwrap_or_default(),
            name,
            path,
            ast,
        });
        Ok(())
    }

    /// Adds a file that is loaded. The inner error is one in that file.
    fn load(&mut self, plain: &str) -> std::result::Result<Result<()>, String> {
        if !is_plain(plain) {
            return Err(format!(
                "a module loads a file by its plain name, like load(\"helpers{EXTENSION}\", \"name\"): \
                 letters, digits, _, - and ., and no path"
            ));
        }
        if self.files.iter().any(|file| file.plain == plain) {
            return Ok(Ok(()));
        }
        if let Some(at) = self.open.iter().position(|open| open == plain) {
            let circle = self.open.get(at..).unwrap_or_default().join(" loads ");
            return Err(format!("{circle} loads {plain}: that is a circle"));
        }
        if self.open.len() >= DEPTH {
            return Err(format!("files load each other more than {DEPTH} deep"));
        }
        if self.files.len() + self.open.len() >= FILES {
            return Err(format!("a module has at most {FILES} files"));
        }
        let (path, text) = self.origin.beside(plain)?;
        if self.bytes + text.len() > BYTES {
            let most = BYTES >> 10;
            return Err(format!(
                "a module has at most {most} KB with all that it loads"
            ));
        }
        let name = match &path {
            Some(path) => path.display().to_string(),
            None => plain.to_owned(),
        };
        Ok(self.add(plain.to_owned(), name, path, text))
    }
}
