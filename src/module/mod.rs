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
//! A module can reach nothing but the page: there are no files, no network, no clock and no
//! `load`. [`Limits`] bound its steps, its memory and the depth of its calls; `safe` sees to it
//! that they hold, whoever wrote the module.

// The engine's derive macros implement its marker traits, which are unsafe.
#![allow(unsafe_code)]

mod attributes;
mod check;
mod data;
mod error;
mod expressions;
mod helpers;
mod node;
mod safe;
mod session;
#[cfg(test)]
mod shipped;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use starlark::environment::{
    FrozenModule, Globals, GlobalsBuilder, LibraryExtension, Module as Environment,
};
use starlark::eval::Evaluator;
use starlark::syntax::{AstModule, Dialect};
use starlark::values::dict::AllocDict;
use starlark::values::{Heap, OwnedFrozenValue, Value};

use crate::counted::counted;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Setting};
use crate::model::{DocumentInfo, Page};
use crate::suggest::{did_you_mean, list};

pub use check::check;

use data::{bytes, describe, freeze, plain};
use node::Node;
use safe::measure::measure;
use safe::{guard, language, nesting, order, rewrite};
use session::{Left, Refusal, Session};

/// The function that changes a page.
const MAIN: &str = "custom_processing";
const COLLECT: &str = "collect";
const BEGIN: &str = "begin";
/// How far around a page `collected` reaches.
const AROUND: &str = "COLLECT_AROUND";
/// As far as it can: this many pages are held.
const FARTHEST: u32 = 100;
/// The kind that only the page has.
const PAGE: &str = "page";

/// The longest source.
const SOURCE: usize = 256 << 10;
/// Stack for the parser, which goes as deep as the source is nested, and for what makes the values
/// constant that is outside of functions, which goes as deep as those are: virtual memory, of
/// which only what is used is taken. Without optimisation a level takes several times as much.
const STACK: usize = if cfg!(debug_assertions) {
    1 << 30
} else {
    512 << 20
};
/// Bytes of all values outside of functions: as deep as they can be nested in them, [`STACK`]
/// suffices.
const READING: usize = (8 << 20) + 1;
/// Calls in calls that the stack of any thread has room for, and the stack that each further one
/// may take.
const SHALLOW: usize = 100;
const CALL: usize = 64 << 10;
/// What `collect` may return for a page, as a part of the memory that a module may take.
const SHARE: usize = 16;
/// Pages that are held at once beside those that a module sees.
const HELD: u32 = 64;

/// What `collect` returns for a page: lists, dictionaries with strings as keys, strings, numbers,
/// truth values, and nothing.
pub type Data = serde_json::Value;

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
    /// The file's name, for messages.
    name: String,
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
    builder.set("args", AllocDict(args));
    builder.build()
}

fn dialect() -> Dialect {
    Dialect {
        enable_load: false,
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
    ast.map_err(|e| error::diagnostic(&e, name, limits, None))
}

/// Runs what may go deep.
fn with_stack<R: Send>(
    name: &str,
    stack: usize,
    work: impl FnOnce() -> Result<R> + Send,
) -> Result<R> {
    let failed = |why: &str| Diagnostic::new(DiagnosticKind::Module, format!("{name}: {why}"));
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(stack)
            .spawn_scoped(scope, work)
            .map_err(|e| failed(&format!("no thread can be had: {e}")))?;
        thread
            .join()
            .unwrap_or_else(|_| Err(failed("something in it trips the engine")))
    })
}

/// The name that messages use for a file.
fn file_name(path: &Path) -> String {
    path.display().to_string()
}

fn read_source(path: &Path) -> Result<String> {
    let name = file_name(path);
    let bytes = std::fs::read(path)
        .map_err(|e| Diagnostic::new(DiagnosticKind::File, format!("cannot read {name}: {e}")))?;
    let wrong = |why: String| Diagnostic::new(DiagnosticKind::Module, format!("{name}: {why}"));
    if bytes.len() > SOURCE {
        return Err(wrong(format!("modules have at most {} KB", SOURCE >> 10)));
    }
    String::from_utf8(bytes).map_err(|_| wrong("this is no UTF-8 text".into()))
}

/// The page itself, as a node.
fn root(session: &Arc<Session>) -> Node {
    Node {
        session: session.clone(),
        id: session.peek(|page| page.tree.root()),
    }
}

/// Evaluates something on a heap of its own, and where calls may go deep, on a stack of its own.
fn evaluate<R: Send>(
    name: &str,
    session: &Arc<Session>,
    work: impl for<'v> FnOnce(&mut Evaluator<'v, '_, '_>) -> starlark::Result<R> + Send,
) -> Result<R> {
    match session.limits.depth {
        0..=SHALLOW => evaluate_here(name, session, work),
        depth => {
            let stack = depth.saturating_mul(CALL);
            with_stack(name, stack, || evaluate_here(name, session, work))
        }
    }
}

fn evaluate_here<R>(
    name: &str,
    session: &Arc<Session>,
    work: impl for<'v> FnOnce(&mut Evaluator<'v, '_, '_>) -> starlark::Result<R>,
) -> Result<R> {
    let limits = session.limits;
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        Environment::with_temp_heap(|environment| {
            let mut eval = Evaluator::new(&environment);
            set_limits(&mut eval, &limits)?;
            eval.extra = Some(&**session);
            work(&mut eval)
        })
    }));
    match attempt {
        Ok(result) => result.map_err(|e| error::diagnostic(&e, name, &limits, session.loop_line())),
        Err(_) => Err(Diagnostic::new(
            DiagnosticKind::Module,
            format!("{name}: the module was stopped by a fault of the engine"),
        )),
    }
}

fn set_limits(eval: &mut Evaluator, limits: &Limits) -> starlark::Result<()> {
    let set = || {
        eval.set_max_tick_count(limits.steps.max(1))?;
        eval.set_max_heap_size(limits.memory.max(1))?;
        // The engine's first frame is its own.
        eval.set_max_callstack_size(limits.depth.saturating_add(2))
    };
    let mut set = set;
    set().map_err(starlark::Error::new_other)
}

impl Module {
    /// Reads a module. `args` are what its `args` holds.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] when the file cannot be read, [`DiagnosticKind::Module`] when it cannot be understood,
    /// or fails where it is evaluated.
    pub fn read(path: &Path, args: &[(String, String)], limits: Limits) -> Result<Self> {
        Self::parse(&file_name(path), &read_source(path)?, args, limits)
    }

    /// As [`Module::read`], from its source. `name` is used in messages.
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
        with_stack(name, STACK, || Self::parse_here(name, source, args, limits))
    }

    fn parse_here(
        name: &str,
        source: &str,
        args: &[(String, String)],
        limits: Limits,
    ) -> Result<Self> {
        if let Some(line) = source.lines().position(|l| l.contains(guard::PREFIX)) {
            let why = format!("names that begin with {} are the host's own", guard::PREFIX);
            return Err(error::at_line(name, line + 1, &why));
        }
        let ast = parse(name, source, &limits)?;
        check::parameters(&ast, name)?;
        let wrong = |(line, why): (usize, String)| error::at_line(name, line, &why);
        let guarded = rewrite::guarded(&ast).map_err(wrong)?;
        let guarded = parse_unchecked(name, &guarded, &limits)?;
        let shared = Arc::new(Shared::new("", None));
        let reading = Limits {
            memory: limits.memory.min(READING),
            ..limits
        };
        let session = Session::new(reading, shared, session::no_page(), true);
        let globals = globals(args);
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            Environment::with_temp_heap(|environment| -> starlark::Result<FrozenModule> {
                let mut eval = Evaluator::new(&environment);
                set_limits(&mut eval, &reading)?;
                // It would go as deep as values are nested; and pages do without it, too.
                eval.disable_gc();
                eval.extra = Some(&*session);
                eval.eval_module(guarded, &globals)?;
                let kept = environment.names();
                measure(&eval, kept.filter_map(|name| environment.get(&name)))?;
                drop(eval);
                environment
                    .freeze()
                    .map_err(|e| session::refuse(format!("it cannot be kept: {e:?}")))
            })
        }));
        let failed = |why: &str| Diagnostic::new(DiagnosticKind::Module, format!("{name}: {why}"));
        let frozen = attempt
            .map_err(|_| failed("the module was stopped by a fault of the engine"))?
            .map_err(|e| error::diagnostic(&e, name, &reading, session.loop_line()))?;
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
            name: name.to_owned(),
            limits,
            main,
            collect: named(COLLECT).map(|collect| (collect, sight)),
            begin: named(BEGIN),
            _frozen: frozen,
            printed: session.leave().printed,
        })
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
            let data = evaluate(&self.name, &session, |eval| {
                let document = describe(document, mapping, eval.heap());
                let value = eval.eval_function(frozen(begin), &[document], &[])?;
                plain(eval, value, BEGIN, memory)
            })?;
            shared.settings = Some(freeze(&self.name, |heap| heap.alloc(&data))?);
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
            Some((collect, sight)) => evaluate(&self.module.name, &session, |eval| {
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
        let result = evaluate(&self.module.name, &session, |eval| {
            let mut values = vec![eval.heap().alloc(root(&session))];
            values.extend(collected.map(|all| frozen(&all.0)));
            eval.eval_function(frozen(&self.module.main), &values, &[])?;
            Ok(())
        });
        let finished = result.and_then(|()| {
            session.finish().map_err(|why| {
                Diagnostic::new(
                    DiagnosticKind::Module,
                    format!("{}: {why}", self.module.name),
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
                self.module.name,
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
        freeze(&self.module.name, |heap| heap.alloc(AllocDict(by_number))).map(Collected)
    }
}
