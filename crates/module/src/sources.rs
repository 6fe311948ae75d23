//! Reads the files of a module: its main file, and those that it loads by plain names from the same folder.
//! An untrusted module cannot reach other files: paths and links are rejected, and number, depth and size of
//! files are limited.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use starlark::syntax::AstModule;

use super::built_in::{self, EXTENSION};
use super::error::at_line;
use super::safe::guard;
use super::stack::{STACK, with_stack};
use super::{Limits, parse};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, io_reason};

/// Maximum bytes of a module with all files that it loads.
const BYTES: usize = 256 << 10;
/// Maximum files of a module.
const FILES: usize = 16;
/// Maximum depth of files that load each other.
const DEPTH: usize = 8;
/// Maximum bytes of a plain file name.
const NAME: usize = 100;

/// The origin of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// Built in, with this name.
    BuiltIn(&'static str),
    File(PathBuf),
    /// Given as text, with this name.
    Text(String),
}

/// A file of a module.
#[derive(Debug)]
pub(super) struct SourceFile {
    /// The name by which other files load it.
    pub plain: String,
    /// The name in messages.
    pub name: String,
    pub path: Option<PathBuf>,
    pub ast: AstModule,
}

impl Origin {
    /// Finds a built-in module by name, otherwise a file by path.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if a word that is not a path is not the name of a built-in module.
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
            return Err(Diagnostic::file(why));
        }
        Ok(Self::File(path.to_owned()))
    }

    /// The name in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Self::BuiltIn(name) => format!("{name}{EXTENSION}"),
            Self::File(path) => path.display().to_string(),
            Self::Text(name) => name.clone(),
        }
    }

    /// The text of the module's main file.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if it cannot be read; [`Diagnostic::module`] if it is not text.
    pub(super) fn text(&self) -> Result<String> {
        match self {
            Self::BuiltIn(name) => Ok(built_in::built_in_text(name).unwrap_or_default().into()),
            Self::File(path) => {
                let name = self.name();
                let cannot = |e: io::Error| {
                    let why = format!("cannot read {name}: {}", io_reason(&e));
                    Diagnostic::file(why)
                };
                let wrong = |why: String| Diagnostic::module(format!("{name}: {why}"));
                let bytes = File::open(path).and_then(bounded).map_err(cannot)?;
                text(bytes).map_err(wrong)
            }
            Self::Text(_) => Ok(String::new()),
        }
    }

    /// Returns path and text of the file with this plain name in the module's folder.
    fn sibling(&self, plain: &str) -> std::result::Result<(Option<PathBuf>, String), String> {
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

/// Reads a file up to one byte more than the size limit, so that the caller can detect longer files.
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

/// Whether a name is a plain file name that is valid on any system.
fn is_plain(name: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    name.ends_with(EXTENSION)
        && name.len() <= NAME
        && name.chars().all(is_letter)
        && !name.starts_with('.')
}

/// Reads the files of a module, each after those that it loads; the last is the main file.
///
/// # Errors
///
/// [`Diagnostic::module`] if a file cannot be parsed or loaded. The parser needs the large stack
/// ([`STACK`]); the recursion of loading does not.
pub(super) fn read(origin: &Origin, text: String, limits: &Limits) -> Result<Vec<SourceFile>> {
    let name = origin.name();
    if text.len() > BYTES {
        let why = format!("{name}: {}", too_long());
        return Err(Diagnostic::module(why));
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

/// The paths of a module's files: its main file and those that it loads. If it cannot be read, only the main
/// file.
pub fn paths(module: &Path) -> Vec<PathBuf> {
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

/// The text of a built-in module by name, otherwise of a module file.
///
/// # Errors
///
/// If the module does not exist, or its file cannot be read.
pub fn written(module: &Path) -> Result<String> {
    Origin::named(module)?.text()
}

struct Reading<'a> {
    origin: &'a Origin,
    limits: &'a Limits,
    files: Vec<SourceFile>,
    /// The plain names of the files being read, each loaded by the previous one.
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

    /// Adds a loaded file. The inner error is an error in that file.
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
        let (path, text) = self.origin.sibling(plain)?;
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
