//! Reads mapping files with those that they extend, and combines them to a [`Mapping`].

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::built_in::BUILT_IN;
use super::compiled::{KindRules, Mapping};
use super::element::{Element, Elements, Flat, Id, Pattern};
use super::parsed::{LineError, Parsed};
use super::rule::{Action, Rule};
use super::{rules, tab, text_file};
use crate::diagnostics::{Error, Result, Script};
use crate::page;
use crate::suggest::{did_you_mean, list};

/// Maximum number of mappings that extend each other in a chain.
const LONGEST_CHAIN: usize = 16;

/// The location of a mapping.
#[derive(Clone, Debug, PartialEq)]
enum Source {
    BuiltIn(&'static str, &'static str),
    File(PathBuf),
    /// A file, and the text that replaces its content.
    Edited(PathBuf, String),
    /// A name for messages, and the text.
    Text(String, String),
}

impl Source {
    fn built_in(name: &str) -> Option<Self> {
        BUILT_IN
            .iter()
            .find(|(n, _)| *n == name)
            .map(|&(name, text)| Self::BuiltIn(name, text))
    }

    fn name(&self) -> String {
        match self {
            Self::BuiltIn(name, _) => format!("mapping \"{name}\""),
            Self::File(path) | Self::Edited(path, _) => path.display().to_string(),
            Self::Text(name, _) => name.clone(),
        }
    }

    fn error(&self, (line, message): LineError) -> Error {
        let name = self.name();
        let message = format!("{name}:{line}: {message}");
        Error::argument(message).at_line(Script::Mapping, &name, line)
    }

    fn parse(&self) -> Result<Parsed> {
        let read;
        let text = match self {
            Self::BuiltIn(_, text) => text,
            Self::Edited(_, text) | Self::Text(_, text) => text.as_str(),
            Self::File(path) => {
                read = text_file::read(path, "the mapping")?;
                &read
            }
        };
        let parsed = match self {
            Self::BuiltIn(..) => rules::parse_built_in(text),
            _ if text.trim_start().starts_with('{') => rules::parse(text),
            _ => tab::parse(text),
        };
        parsed.map_err(|e| self.error(e))
    }

    /// Finds the mapping that this one extends as `name`.
    fn extended(&self, line: usize, name: &str) -> Result<Self> {
        if let Some(built_in) = Self::built_in(name) {
            return Ok(built_in);
        }
        let beside = match self {
            Self::BuiltIn(..) | Self::Text(..) => PathBuf::from(name),
            Self::File(path) | Self::Edited(path, _) => {
                path.parent().unwrap_or(Path::new("")).join(name)
            }
        };
        if beside.is_file() {
            return Ok(Self::File(beside));
        }
        let names = || BUILT_IN.iter().map(|(name, _)| *name);
        Err(self.error((
            line,
            format!(
                "extends: there is no mapping \"{name}\"{}: name a file relative to this one, or {}",
                did_you_mean(name, names()),
                list(names())
            ),
        )))
    }

    /// Returns the same value for all paths of one file.
    fn identity(&self) -> Self {
        match self {
            Self::BuiltIn(..) | Self::Text(..) => self.clone(),
            Self::File(path) | Self::Edited(path, _) => {
                Self::File(path.canonicalize().unwrap_or_else(|_| path.clone()))
            }
        }
    }
}

impl Mapping {
    /// The names of the built-in mappings, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The text of a built-in mapping.
    pub fn built_in_text(name: &str) -> Option<&'static str> {
        BUILT_IN.iter().find(|(n, _)| *n == name).map(|(_, t)| *t)
    }

    /// A built-in mapping.
    pub fn built_in(name: &str) -> Option<Self> {
        Source::built_in(name).and_then(|source| load(source).ok())
    }

    /// Finds a built-in mapping by name, otherwise reads a file by path.
    ///
    /// # Errors
    ///
    /// Those of [`Mapping::read`], and
    /// [`DiagnosticKind::Argument`](crate::diagnostics::DiagnosticKind::Argument) if neither exists.
    pub fn named(name: &str) -> Result<Self> {
        let path = Path::new(name);
        match Self::built_in(name) {
            Some(mapping) => Ok(mapping),
            None if path.exists() => Self::read(path),
            None => Err(Error::argument(format!(
                "there is no mapping \"{name}\"{}: name a file, or {}",
                did_you_mean(name, Self::names()),
                list(Self::names())
            ))),
        }
    }

    /// Reads a mapping file, JSON or TAB-separated, and those it extends.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`](crate::diagnostics::DiagnosticKind::File) if a file cannot be read, otherwise
    /// [`DiagnosticKind::Argument`](crate::diagnostics::DiagnosticKind::Argument). The message is one line
    /// with file, line and key.
    pub fn read(path: &Path) -> Result<Self> {
        load(Source::File(path.to_owned()))
    }

    /// Reads a mapping from text. It can extend built-in mappings and paths relative to the working
    /// directory.
    ///
    /// # Errors
    ///
    /// As [`Mapping::read`]; messages begin with `name`.
    pub fn of_text(name: &str, text: &str) -> Result<Self> {
        load(Source::Text(name.to_owned(), text.to_owned()))
    }

    /// Reads a mapping file with this text instead of its content. Paths that it extends are relative to the
    /// file.
    ///
    /// # Errors
    ///
    /// As [`Mapping::read`].
    pub fn edited(path: &Path, text: &str) -> Result<Self> {
        load(Source::Edited(path.to_owned(), text.to_owned()))
    }
}

/// Reads a mapping and those it extends, most specific first.
fn load(source: Source) -> Result<Mapping> {
    let mut files = Vec::new();
    let mut doubts = Vec::new();
    let mut seen = Vec::new();
    let mut next = Some(source);
    while let Some(source) = next.take() {
        seen.push(source.identity());
        let parsed = source.parse()?;
        if let Some((line, name)) = &parsed.extends {
            let extended = source.extended(*line, name)?;
            let wrong = |why: &str| source.error((*line, format!("extends: \"{name}\" {why}")));
            if seen.contains(&extended.identity()) {
                return Err(wrong("leads back here: leave out one \"extends\""));
            }
            if seen.len() >= LONGEST_CHAIN {
                return Err(wrong(&format!(
                    "is one too many, as {LONGEST_CHAIN} mappings can extend each other: put the \
                     rules of some into one file"
                )));
            }
            next = Some(extended);
        }
        let located = |(line, message): &LineError| format!("{}:{line}: {message}", source.name());
        doubts.extend(parsed.doubts.iter().map(located));
        files.push(parsed);
    }
    Ok(Mapping {
        doubts,
        ..compile(files)
    })
}

/// Combines the rules of several files, those of earlier files first, and assigns counters.
fn compile(files: Vec<Parsed>) -> Mapping {
    let mut numbering = Numbering::default();
    let mut page = Vec::new();
    let mut kinds: FxHashMap<String, KindRules> = FxHashMap::default();
    let mut otherwise = None;
    numbering.flat = files
        .iter()
        .find_map(|f| f.flat.clone())
        .unwrap_or_default();
    for outer in numbering.flat.iter().flat_map(|(_, outer)| outer) {
        if !numbering.outer.contains(outer) {
            numbering.outer.push(outer.clone());
        }
    }
    for file in files {
        otherwise = otherwise.or(file.otherwise);
        page.extend(file.page.into_iter().map(|mut rule| {
            numbering.number(&mut rule.action);
            rule
        }));
        for (kind, rules) in file.kinds {
            let slot = kinds.entry(kind).or_default();
            for mut rule in rules {
                if let Action::Elements(elements) = &mut rule.action {
                    numbering.number(elements);
                    if slot.depth.is_none() && elements.chain.iter().any(Element::has_depth) {
                        slot.depth = Some(numbering.depths);
                        numbering.depths += 1;
                    }
                }
                slot.rules.push(rule);
            }
        }
    }
    let mut frame = Elements::of_page();
    numbering.number(&mut frame);
    // Pages do not nest: the content of an inner page belongs to the outer one.
    let inner = kinds.entry(page::NodeKind::PAGE.as_str().to_owned());
    inner.or_default().rules = vec![Rule::always(Action::Children)];
    let otherwise = otherwise.unwrap_or(Action::Drop);
    // A mapping that writes text boxes also writes those in detected tables.
    if otherwise == Action::Drop && kinds.contains_key(page::NodeKind::TEXTBOX.as_str()) {
        for kind in ["Table", "TR", "TH", "TD"] {
            let rules = &mut kinds.entry(kind.to_owned()).or_default().rules;
            if rules.is_empty() {
                rules.push(Rule::always(Action::Children));
            }
        }
    }
    Mapping {
        page,
        frame,
        kinds,
        otherwise,
        flat: numbering.outer.len(),
        counters: numbering.prefixes.len(),
        depths: numbering.depths,
        doubts: Vec::new(),
    }
}

#[derive(Default)]
struct Numbering {
    flat: Vec<(String, Vec<String>)>,
    /// The classes that must not contain some others.
    outer: Vec<String>,
    prefixes: Vec<String>,
    depths: usize,
}

impl Numbering {
    fn number(&mut self, elements: &mut Elements) {
        for element in &mut elements.chain {
            if let Some(class) = element.class.as_ref().and_then(Pattern::plain) {
                let number = |class: &str| self.outer.iter().position(|c| c == class);
                let outer = self.flat.iter().filter(|(inner, _)| inner == class);
                element.flat = Flat {
                    own: number(class),
                    outer: outer
                        .flat_map(|(_, outer)| outer)
                        .filter_map(|c| number(c))
                        .collect(),
                };
            }
            if let Some(prefix) = element.id_prefix() {
                let known = self.prefixes.iter().position(|p| *p == prefix);
                let counter = known.unwrap_or_else(|| {
                    self.prefixes.push(prefix.clone());
                    self.prefixes.len() - 1
                });
                element.set_id(Id { prefix, counter });
            }
        }
    }
}
