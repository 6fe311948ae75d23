//! The user's module: a script in Starlark, a small Python, that changes the trees of pages.
//!
//! The README teaches writing one, `docs/modules.md` has all details. This is how one is run:
//!
//! 1. [`Module::read`] parses it, puts a guard around everything that could grow without bound
//!    (`safe`), and evaluates what is outside of functions, once. The result is
//!    frozen and shared by all threads.
//! 2. [`Module::begin`] calls `begin(document)`, when the module has that function. What it returns
//!    is `page.settings` from then on.
//! 3. When it has `collect(page)`, [`Ready::collect`] calls that for every page. What comes back is
//!    plain data, and [`Collected`] is all of it, or that of the pages [around](Sight) one.
//! 4. [`Ready::run`] calls `custom_processing(page)`, or `custom_processing(page, collected)`, for a
//!    page. Each page has a heap of its own, which goes with it, so pages are done in any order
//!    and at the same time.
//!
//! A module can reach nothing but the page: there are no files, no network and no clock. It can
//! `load` files from its own folder ([`sources`]), to which the same applies. [`Limits`] bound its steps, its memory and the depth of its calls; `safe` sees to it
//! that they hold, whoever wrote the module.

// The engine's derive macros implement its marker traits, which are unsafe.
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
mod safe;
mod session;
#[cfg(test)]
mod shipped;
mod sources;
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

use crate::counted::counted;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Setting};
use crate::model::{DocumentInfo, Page};
use crate::suggest::{did_you_mean, list};

pub(crate) use arguments::Arguments;
pub(crate) use built_in::names;
pub(crate) use check::check;
pub(crate) use sources::{paths, written};

use data::{bytes, describe, freeze, plain};
pub(crate) use evaluate::stacks;
use evaluate::{Loaded, READING, STACK, evaluate, evaluate_file, with_stack};
use node::Node;
use safe::{guard, language, nesting, order};
use session::{Left, Refusal, Session};
use sources::{Origin, SourceFile};

/// The function that changes a page.
const MAIN: &str = "custom_processing";
const COLLECT: &str = "collect";
const BEGIN: &str = "begin";
/// What modules are given by the user.
const ARGS: &str = "args";
/// How far around a page `collected` reaches.
const AROUND: &str = "COLLECT_AROUND";
/// As far as it can: this many pages are held.
const FARTHEST: u32 = 100;
/// The kind that only the page has.
const PAGE: &str = "page";

/// What `collect` may return for a page, as a part of the memory that a module may take.
const SHARE: usize = 16;
/// Pages that are held at once beside those that a module sees.
const HELD: u32 = 64;

/// What `collect` returns for a page: lists, dictionaries with strings as keys, strings, numbers,
/// truth values, and nothing.
pub(crate) type Data = serde_json::Value;

pub use crate::limits::ModuleLimits as Limits;

impl Limits {
    fn too_many_steps(&self) -> Refusal {
        let steps = counted(self.steps as usize, "step");
        Refusal {
            why: format!("the module was stopped after {steps}: is there a loop without end?"),
            setting: Some(Setting::ModuleSteps),
        }
    }

    fn too_much_memory(&self) -> Refusal {
        if self.memory == READING {
            return "the code outside of functions needs more than 8 MB of memory".into();
        }
        let most = self.memory >> 20;
        Refusal {
            why: format!("the module was stopped as it needs more than {most} MB of memory"),
            setting: Some(Setting::ModuleMemory),
        }
    }

    fn too_deep(&self) -> Refusal {
        let depth = self.depth;
        Refusal {
            why: format!("functions call each other more than {depth} deep"),
            setting: Some(Setting::ModuleDepth),
        }
    }
}

/// What all evaluations of a module share.
#[derive(Debug)]
struct Shared {
    /// The mapping's name, and the kinds it has rules for; `None` when it takes any.
    mapping: String,
    kinds: Option<BTreeSet<String>>,
    /// What `begin` returned.
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

/// A value that its owner keeps alive for longer than any evaluation.
fn frozen<'v>(owned: &OwnedFrozenValue) -> Value<'v> {
    owned
        .value()
        .unpack_frozen()
        .map_or(Value::new_none(), |value| value.to_value())
}

/// A module that has been read.
#[derive(Debug)]
pub struct Module {
    /// The names of its files, for messages; the last is its own.
    names: Vec<String>,
    limits: Limits,
    /// Keeps the functions alive.
    _frozen: FrozenModule,
    main: OwnedFrozenValue,
    collect: Option<(OwnedFrozenValue, Sight)>,
    begin: Option<OwnedFrozenValue>,
    printed: Vec<String>,
}

/// A module that knows the document.
#[derive(Debug)]
pub struct Ready {
    module: Module,
    shared: Arc<Shared>,
}

/// Which pages `collected` has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// All of the document.
    Document,
    /// The page itself, and at most this many before and after it.
    Around(u32),
}

/// What `collect` returned, by page number.
#[derive(Clone, Debug)]
pub struct Collected(OwnedFrozenValue);

/// A page after a module.
#[derive(Debug)]
pub struct Outcome {
    /// The page; unchanged when the module failed.
    pub page: Page,
    /// Why the module failed: [`DiagnosticKind::Module`], with the page.
    pub error: Option<Diagnostic>,
    /// What the module printed.
    pub printed: Vec<String>,
}

/// The names that every module has: functions of the language, of the host, and `args`.
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

/// The page itself, as a node.
fn root(session: &Arc<Session>) -> Node {
    Node {
        session: session.clone(),
        id: session.peek(|page| page.tree.root()),
    }
}

impl Module {
    /// Reads a module, by its name when it is compiled in, else by the path of its file;
    /// and the files that it loads. `args` are what its `args` holds.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when the file cannot be read, [`DiagnosticKind::Module`] when it cannot be understood,
    /// or fails where it is evaluated.
    pub fn read(module: &Path, args: &[(String, String)], limits: Limits) -> Result<Self> {
        let origin = Origin::named(module)?;
        let text = origin.text()?;
        Self::from_text(&origin, text, args, limits)
    }

    /// The arguments that a module reads, named as in [`Module::read`]; `text` is what it holds if that is not
    /// what is in its file.
    ///
    /// # Errors
    ///
    /// As [`Module::read`], but for what fails where it is evaluated.
    pub(crate) fn arguments(module: &Path, text: Option<&str>) -> Result<Arguments> {
        let origin = Origin::named(module)?;
        let text = text.map_or_else(|| origin.text(), |text| Ok(text.to_owned()));
        arguments::of(&origin, text?)
    }

    /// As [`Module::arguments`], of a module that is not in a file.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Module`].
    pub(crate) fn arguments_of_text(name: &str, text: &str) -> Result<Arguments> {
        arguments::of(&Origin::Text(name.to_owned()), text.to_owned())
    }

    /// As [`Module::read`], as if the module had this text: it loads the same files.
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

    /// As [`Module::read`], from its source, which can load no files. `name` is used in messages.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Module`].
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

    /// The module that the last of the files is; the others are loaded.
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
        let failed = |why: &str| Diagnostic::new(DiagnosticKind::Module, format!("{name}: {why}"));
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

    /// The name of the module's own file.
    fn name(&self) -> &str {
        self.names.last().map_or("", String::as_str)
    }

    /// Calls `begin`. `mapping` is the mapping's name and `kinds` what it has rules for: modules
    /// cannot set a node's kind to another, as it would be left out. Also what was printed so far.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Module`].
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
            let session = Session::new(self.limits, empty, session::no_page(), true);
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
    /// Which pages the module wants to see before it is run on one, if any.
    pub fn collects(&self) -> Option<Sight> {
        self.module.collect.as_ref().map(|(_, sight)| *sight)
    }

    /// Calls `collect` for a page. Also what was printed, and the page, which it cannot change.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Module`], with the page.
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
            session.finish().map_err(|why| {
                Diagnostic::new(
                    DiagnosticKind::Module,
                    format!("{}: {why}", self.module.name()),
                )
            })
        });
        let Left {
            mut page,
            original,
            printed,
        } = session.leave();
        let error = finished.err().map(|e| e.on_page(index));
        if error.is_some()
            && let Some(original) = original
        {
            page.tree = original;
        }
        Outcome {
            page,
            error,
            printed,
        }
    }

    /// Counts what `collect` returned for a page, after that of the pages before it.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Module`], with the page, when all of it takes more memory than a module may.
    pub fn keep(&self, held: &mut usize, index: u32, data: Data) -> Result<Data> {
        let all = held.saturating_add(bytes(&data));
        if all > self.module.limits.memory {
            let why = format!(
                "{}: what {COLLECT} returns for all pages together takes more than {} MB \
                 (--module-memory)",
                self.module.name(),
                self.module.limits.memory >> 20
            );
            return Err(Diagnostic::new(DiagnosticKind::Module, why).on_page(index));
        }
        *held = all;
        Ok(data)
    }

    /// Puts together what `collect` returned: the page's index and the data of each.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Module`], when the engine cannot hold it.
    pub fn gather<'d>(&self, pages: impl Iterator<Item = (u32, &'d Data)>) -> Result<Collected> {
        let by_number = pages.map(|(index, data)| (index.saturating_add(1), data));
        freeze(self.module.name(), |heap| heap.alloc(AllocDict(by_number))).map(Collected)
    }
}
