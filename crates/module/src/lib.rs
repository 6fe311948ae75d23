//! The user's module: a script in Starlark, a dialect of Python, that changes the trees of pages.
//!
//! The README introduces modules; `docs/modules.md` has all details. A module runs as follows:
//!
//! 1. [`Module::read`] parses it, guards every operation that could use unbounded time or memory (`safe`),
//!    and evaluates its top level once. The result is frozen and shared by all threads.
//! 2. [`Module::begin`] calls `begin(document)` if the module defines it. The result becomes `page.settings`.
//! 3. If the module defines `collect(page)`, [`Ready::collect`] calls it for every page. It returns plain
//!    data. [`Collected`] holds the data of all pages, or of the pages [around](Sight) one.
//! 4. [`Ready::run`] calls `custom_processing(page)`, or `custom_processing(page, collected)`, for a page.
//!    Each page has its own heap, so pages can be processed in any order and in parallel.
//!
//! A module can access only the page: no files, no network and no clock. It can `load` files from its own
//! folder ([`sources`]) under the same restrictions. [`Limits`] bound its steps, its memory and the depth of
//! its calls; `safe` enforces them even for malicious modules.

// The engine's derive macros implement its marker traits, which are unsafe.
// Developers read these pages, with private items.
#![allow(rustdoc::private_intra_doc_links)]
#![allow(unsafe_code)]

mod arguments;
mod attributes;
mod built_in;
mod check;
mod data;
mod error;
mod evaluate;
mod expressions;
mod helpers;
mod node;
mod refusal;
mod safe;
mod session;
#[cfg(test)]
mod shipped;
mod sources;
mod stack;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use starlark::environment::{FrozenModule, Globals, GlobalsBuilder, LibraryExtension};
use starlark::syntax::{AstModule, Dialect};
use starlark::values::dict::AllocDict;
use starlark::values::{Heap, OwnedFrozenValue, Value};

use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::page::{DocumentInfo, Page};
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::suggest::{did_you_mean, list};

pub use arguments::Arguments;
pub use built_in::names;
pub use check::check;
pub use sources::{paths, written};
pub use stack::stacks;

use data::{bytes, describe, freeze, plain};
use evaluate::{Loaded, evaluate, evaluate_file};
use node::Node;
use safe::{guard, language, nesting, order};
use session::Session;
use sources::{Origin, SourceFile};
use stack::{STACK, with_stack};

/// The function that changes a page.
const MAIN: &str = "custom_processing";
const COLLECT: &str = "collect";
const BEGIN: &str = "begin";
/// The variable with the user's arguments.
const ARGS: &str = "args";
/// The variable that limits `collected` to the pages around the current one.
const AROUND: &str = "COLLECT_AROUND";
/// Maximum of [`AROUND`], in pages: that many pages on each side are kept in memory.
const FARTHEST: u32 = 100;
/// The kind of the root node, which only the page has.
const PAGE: &str = "page";

/// Maximum size of `collect`'s result for a page: this fraction (1/16) of the module's memory limit.
const SHARE: usize = 16;
/// Pages kept in memory in addition to those that a module can see.
const HELD: u32 = 64;

/// The result of `collect` for a page: lists, dictionaries with string keys, strings, numbers, booleans, and
/// `None`.
pub type Data = serde_json::Value;

pub use pdfa2hocr_core::limits::ModuleLimits as Limits;

/// Data shared by all evaluations of a module.
#[derive(Debug)]
struct Shared {
    /// The name of the mapping; `kinds` are the kinds it has rules for, or `None` if it accepts any.
    mapping: String,
    kinds: Option<BTreeSet<String>>,
    /// The result of `begin`.
    settings: Option<OwnedFrozenValue>,
    expressions: expressions::Expressions,
}

impl Shared {
    fn new(mapping: &str, kinds: Option<BTreeSet<String>>) -> Self {
        Self {
            mapping: mapping.to_owned(),
            kinds,
            settings: None,
            expressions: expressions::Expressions::default(),
        }
    }

    fn knows(&self, kind: &str) -> std::result::Result<(), String> {
        match &self.kinds {
            Some(kinds) if !kinds.contains(kind) => {
                let names = kinds.iter().map(String::as_str).filter(|&k| k != PAGE);
                let hint = did_you_mean(kind, names.clone());
                Err(format!(
                    "the mapping \"{}\" has no rule for nodes of kind \"{kind}\"{hint}: it knows {}",
                    self.mapping,
                    list(names)
                ))
            }
            _ => Ok(()),
        }
    }

    fn settings<'v>(&self, _heap: Heap<'v>) -> Value<'v> {
        self.settings.as_ref().map_or(Value::new_none(), frozen)
    }
}

/// Returns a frozen value. Its owner outlives every evaluation.
fn frozen<'v>(owned: &OwnedFrozenValue) -> Value<'v> {
    owned
        .value()
        .unpack_frozen()
        .map_or(Value::new_none(), |value| value.to_value())
}

/// A module that has been read.
#[derive(Debug)]
pub struct Module {
    /// The names of its files for messages, the main file last.
    names: Vec<String>,
    limits: Limits,
    /// Keeps the functions alive.
    _frozen: FrozenModule,
    main: OwnedFrozenValue,
    collect: Option<(OwnedFrozenValue, Sight)>,
    begin: Option<OwnedFrozenValue>,
    printed: Vec<String>,
}

/// A module that has been given the document and can process pages.
#[derive(Debug)]
pub struct Ready {
    module: Module,
    shared: Arc<Shared>,
}

/// The pages that `collected` contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// All pages of the document.
    Document,
    /// The current page, and at most this many pages before and after it.
    Around(u32),
}

/// The results of `collect` by page number.
#[derive(Clone, Debug)]
pub struct Collected(OwnedFrozenValue);

/// The result of running a module on a page.
#[derive(Debug)]
pub struct Outcome {
    /// The page; unchanged if the module failed.
    pub page: Page,
    /// The error if the module failed: [`Diagnostic::module`], with the page.
    pub error: Option<Diagnostic>,
    /// The lines that the module printed.
    pub printed: Vec<String>,
}

/// The names that every module has: functions of the language and of the program, and `args`.
fn globals(args: &[(String, String)]) -> Globals {
    let extensions = [LibraryExtension::StructType, LibraryExtension::SetType];
    let functions = GlobalsBuilder::extended_by(&extensions)
        .with(language::bounded)
        .with(order::ordering)
        .with(helpers::helpers)
        .build();
    let mut builder = GlobalsBuilder::new()
        .with(|builder| language::guard_all(builder, &functions))
        .with(guard::guards);
    let args = args
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    builder.set(ARGS, AllocDict(args));
    builder.build()
}

fn dialect() -> Dialect {
    Dialect {
        enable_load: true,
        enable_keyword_only_arguments: true,
        enable_top_level_stmt: true,
        enable_f_strings: true,
        ..Dialect::Standard
    }
}

fn parse(name: &str, source: &str, limits: &Limits) -> Result<AstModule> {
    if let Some(line) = nesting::too_deep(source) {
        return Err(error::at_line(
            name,
            line,
            "this is nested too deep, or too long",
        ));
    }
    parse_unchecked(name, source, limits)
}

fn parse_unchecked(name: &str, source: &str, limits: &Limits) -> Result<AstModule> {
    let ast = AstModule::parse(name, source.to_owned(), &dialect());
    ast.map_err(|e| error::diagnostic(&e, &[name.to_owned()], limits, None))
}

/// Returns the page as a node.
fn root(session: &Arc<Session>) -> Node {
    Node {
        session: session.clone(),
        id: session.peek(|page| page.tree.root()),
    }
}

impl Module {
    /// Reads a built-in module by name or a module file by path, with the files that it loads. `args` are the
    /// entries of its variable `args`.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if the file cannot be read; [`Diagnostic::module`] if it cannot be parsed
    /// or its top level fails.
    pub fn read(module: &Path, args: &[(String, String)], limits: Limits) -> Result<Self> {
        let origin = Origin::named(module)?;
        let text = origin.text()?;
        Self::from_text(&origin, text, args, limits)
    }

    /// Returns the arguments that a module reads, named as in [`Module::read`]. `text` replaces the content
    /// of its file.
    ///
    /// # Errors
    ///
    /// As [`Module::read`], without errors of evaluation.
    pub fn arguments(module: &Path, text: Option<&str>) -> Result<Arguments> {
        let origin = Origin::named(module)?;
        let text = text.map_or_else(|| origin.text(), |text| Ok(text.to_owned()));
        arguments::of(&origin, text?)
    }

    /// Like [`Module::arguments`], for a module that is not in a file.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::module`].
    pub fn arguments_of_text(name: &str, text: &str) -> Result<Arguments> {
        arguments::of(&Origin::Text(name.to_owned()), text.to_owned())
    }

    /// Like [`Module::read`], with this text instead of the file's. It can load the same files.
    ///
    /// # Errors
    ///
    /// As [`Module::read`].
    pub fn edited(
        module: &Path,
        text: &str,
        args: &[(String, String)],
        limits: Limits,
    ) -> Result<Self> {
        Self::from_text(&Origin::named(module)?, text.to_owned(), args, limits)
    }

    /// Like [`Module::read`], from source text, which cannot load files. `name` is used in messages.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::module`].
    pub fn parse(
        name: &str,
        source: &str,
        args: &[(String, String)],
        limits: Limits,
    ) -> Result<Self> {
        let origin = Origin::Text(name.to_owned());
        Self::from_text(&origin, source.to_owned(), args, limits)
    }

    fn from_text(
        origin: &Origin,
        text: String,
        args: &[(String, String)],
        limits: Limits,
    ) -> Result<Self> {
        let name = origin.name();
        with_stack(&name, STACK, || {
            let files = sources::read(origin, text, &limits)?;
            Self::of_files(&name, &files, args, limits)
        })
    }

    /// Creates a module from its files: the last is the main file, the others are loaded by it.
    fn of_files(
        name: &str,
        files: &[SourceFile],
        args: &[(String, String)],
        limits: Limits,
    ) -> Result<Self> {
        let globals = globals(args);
        let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
        let mut loaded = Loaded::default();
        let mut printed = Vec::new();
        for (number, file) in files.iter().enumerate() {
            if number + 1 == files.len() {
                check::parameters(&file.ast, &file.name)?;
            }
            let frozen = evaluate_file(file, &names, number, &loaded, &globals, limits)?;
            printed.extend(frozen.1);
            loaded.add(&file.plain, frozen.0);
        }
        let failed = |why: &str| Diagnostic::module(format!("{name}: {why}"));
        let frozen = loaded.last().ok_or_else(|| failed("there is no file"))?;
        let named = |name: &str| frozen.get_option(name).ok().flatten();
        let main = named(MAIN).ok_or_else(|| {
            let names: Vec<&str> = frozen.names().map(|n| n.as_str()).collect();
            let hint = did_you_mean(MAIN, names);
            failed(&format!("there is no function {MAIN}(page){hint}"))
        })?;
        let sight = match named(AROUND) {
            None => Sight::Document,
            Some(around) => match around.value().unpack_i32().map(u32::try_from) {
                Some(Ok(pages)) if pages <= FARTHEST => Sight::Around(pages),
                _ => {
                    let why = format!("{AROUND} is a number of pages from 0 to {FARTHEST}");
                    return Err(failed(&why));
                }
            },
        };
        Ok(Self {
            names,
            limits,
            main,
            collect: named(COLLECT).map(|collect| (collect, sight)),
            begin: named(BEGIN),
            _frozen: frozen,
            printed,
        })
    }

    /// The name of the module's main file.
    fn name(&self) -> &str {
        self.names.last().map_or("", String::as_str)
    }

    /// Calls `begin`. `mapping` is the name of the mapping and `kinds` are the kinds it has rules for.
    /// Modules cannot set other kinds, because such nodes would be dropped. Also returns the lines printed so
    /// far.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::module`].
    pub fn begin(
        mut self,
        document: &DocumentInfo,
        mapping: &str,
        kinds: Option<BTreeSet<String>>,
    ) -> Result<(Ready, Vec<String>)> {
        let mut printed = std::mem::take(&mut self.printed);
        let mut shared = Shared::new(mapping, kinds);
        if let Some(begin) = &self.begin {
            let empty = Arc::new(Shared::new(mapping, None));
            let session = Session::new(self.limits, empty, Page::default(), true);
            let memory = self.limits.memory;
            let data = evaluate(&self.names, &session, |eval| {
                let document = describe(document, mapping, eval.heap());
                let value = eval.eval_function(frozen(begin), &[document], &[])?;
                plain(eval, value, BEGIN, memory)
            })?;
            shared.settings = Some(freeze(self.name(), |heap| heap.alloc(&data))?);
            printed.extend(session.leave().printed);
        }
        let ready = Ready {
            module: self,
            shared: Arc::new(shared),
        };
        Ok((ready, printed))
    }
}

impl Ready {
    /// The pages that the module needs before it runs on one, if it collects.
    pub fn collects(&self) -> Option<Sight> {
        self.module.collect.as_ref().map(|(_, sight)| *sight)
    }

    /// Calls `collect` for a page. Also returns the printed lines, and the page, which it cannot change.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::module`], with the page.
    pub fn collect(&self, page: Page) -> (Result<Data>, Outcome) {
        let index = page.index;
        let session = Session::new(self.module.limits, self.shared.clone(), page, true);
        let memory = self.module.limits.memory;
        let result = match &self.module.collect {
            None => Ok(Data::Null),
            Some((collect, sight)) => evaluate(&self.module.names, &session, |eval| {
                let page = eval.heap().alloc(root(&session));
                let value = eval.eval_function(frozen(collect), &[page], &[])?;
                let most = match sight {
                    Sight::Document => memory / SHARE,
                    Sight::Around(pages) => memory / (2 * pages + HELD) as usize,
                };
                plain(eval, value, COLLECT, most)
            }),
        };
        let left = session.leave();
        let outcome = Outcome {
            page: left.page,
            error: None,
            printed: left.printed,
        };
        (result.map_err(|e| e.on_page(index)), outcome)
    }

    /// Calls `custom_processing` for a page.
    pub fn run(&self, page: Page, collected: Option<&Collected>) -> Outcome {
        let index = page.index;
        let session = Session::new(self.module.limits, self.shared.clone(), page, false);
        let result = evaluate(&self.module.names, &session, |eval| {
            let mut values = vec![eval.heap().alloc(root(&session))];
            values.extend(collected.map(|all| frozen(&all.0)));
            eval.eval_function(frozen(&self.module.main), &values, &[])?;
            Ok(())
        });
        let finished = result.and_then(|()| {
            session
                .finish()
                .map_err(|why| Diagnostic::module(format!("{}: {why}", self.module.name())))
        });
        let mut left = session.leave();
        let error = finished.err().map(|e| e.on_page(index));
        if error.is_some()
            && let Some(original) = left.original
        {
            left.page.tree = original;
            if let Some(glyphs) = left.original_glyphs {
                left.page.content.glyphs = glyphs;
            }
        }
        Outcome {
            page: left.page,
            error,
            printed: left.printed,
        }
    }

    /// Adds the size of a page's data to `held`, the size of the data of earlier pages.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::module`], with the page, if the sum exceeds the module's memory limit.
    pub fn keep(&self, held: &mut usize, index: u32, data: Data) -> Result<Data> {
        let all = held.saturating_add(bytes(&data));
        if all > self.module.limits.memory {
            let why = format!(
                "{}: what {COLLECT} returns for all pages together takes more than {} MB \
                 (--module-memory)",
                self.module.name(),
                self.module.limits.memory >> 20
            );
            return Err(Diagnostic::module(why).on_page(index));
        }
        *held = all;
        Ok(data)
    }

    /// Combines the data of pages, given by page index.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::module`] if the engine cannot hold the data.
    pub fn gather<'d>(&self, pages: impl Iterator<Item = (u32, &'d Data)>) -> Result<Collected> {
        let by_number = pages.map(|(index, data)| (PageNumber::of(index).get(), data));
        freeze(self.module.name(), |heap| heap.alloc(AllocDict(by_number))).map(Collected)
    }
}
