//! Evaluates the top level of module files, and their functions, within the limits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use starlark::environment::{FrozenModule, Globals, Module as Environment};
use starlark::eval::{Evaluator, FileLoader};

use super::refusal::{READING, refuse};
use super::safe::measure::measure;
use super::safe::rewrite;
use super::session::Session;
use super::sources::SourceFile;
use super::stack::{CALL, SHALLOW, with_stack};
use super::{Limits, Shared, error, parse_unchecked};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::page::Page;

/// Evaluates on a separate heap and, if deep calls are allowed, on a separate stack.
pub(super) fn evaluate<R: Send>(
    names: &[String],
    session: &Arc<Session>,
    work: impl for<'v> FnOnce(&mut Evaluator<'v, '_, '_>) -> starlark::Result<R> + Send,
) -> Result<R> {
    match session.limits.depth {
        0..=SHALLOW => evaluate_here(names, session, work),
        depth => {
            let stack = depth.saturating_mul(CALL);
            let name = names.last().map_or("", String::as_str);
            with_stack(name, stack, || evaluate_here(names, session, work))
        }
    }
}

fn evaluate_here<R>(
    names: &[String],
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
        Ok(result) => {
            result.map_err(|e| error::diagnostic(&e, names, &limits, session.loop_place()))
        }
        Err(_) => Err(fault(names.last().map_or("", String::as_str))),
    }
}

fn fault(name: &str) -> Diagnostic {
    let why = format!("{name}: the module was stopped by a fault of the engine");
    Diagnostic::module(why)
}

/// Evaluated files by the plain names under which others load them.
#[derive(Debug, Default)]
pub(super) struct Loaded(Vec<(String, FrozenModule)>);

impl Loaded {
    pub(super) fn add(&mut self, plain: &str, module: FrozenModule) {
        self.0.push((plain.to_owned(), module));
    }

    /// Returns the file that was evaluated last.
    pub(super) fn last(mut self) -> Option<FrozenModule> {
        self.0.pop().map(|(_, module)| module)
    }
}

impl FileLoader for Loaded {
    fn load(&self, plain: &str) -> starlark::Result<FrozenModule> {
        let found = self.0.iter().find(|(name, _)| name == plain);
        match found {
            Some((_, module)) => Ok(module.clone()),
            None => Err(refuse(format!("{plain} has not been loaded"))),
        }
    }
}

/// Evaluates the top level of the file with this number. Returns the frozen module and its printed lines.
pub(super) fn evaluate_file(
    file: &SourceFile,
    names: &[String],
    number: usize,
    loaded: &Loaded,
    globals: &Globals,
    limits: Limits,
) -> Result<(FrozenModule, Vec<String>)> {
    let name = &file.name;
    let wrong = |(line, why): (usize, String)| error::at_line(name, line, &why);
    let guarded = rewrite::guarded(&file.ast, number).map_err(wrong)?;
    let guarded = parse_unchecked(name, &guarded, &limits)?;
    let shared = Arc::new(Shared::new("", None));
    let mut reading = limits;
    reading.memory = limits.memory.min(READING);
    let session = Session::new(reading, shared, Page::default(), true);
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        Environment::with_temp_heap(|environment| -> starlark::Result<FrozenModule> {
            let mut eval = Evaluator::new(&environment);
            set_limits(&mut eval, &reading)?;
            // Garbage collection recurses with the nesting of values. Pages do not use it either.
            eval.disable_gc();
            eval.extra = Some(&*session);
            eval.set_loader(loaded);
            eval.eval_module(guarded, globals)?;
            let kept = environment.names();
            measure(&eval, kept.filter_map(|name| environment.get(&name)))?;
            drop(eval);
            environment
                .freeze()
                .map_err(|e| refuse(format!("it cannot be kept: {e:?}")))
        })
    }));
    let frozen = attempt
        .map_err(|_| fault(name))?
        .map_err(|e| error::diagnostic(&e, names, &reading, session.loop_place()))?;
    Ok((frozen, session.leave().printed))
}

fn set_limits(eval: &mut Evaluator, limits: &Limits) -> starlark::Result<()> {
    let set = || {
        eval.set_max_tick_count(limits.steps.max(1))?;
        eval.set_max_heap_size(limits.memory.max(1))?;
        // The engine adds one frame.
        eval.set_max_callstack_size(limits.depth.saturating_add(2))
    };
    let mut set = set;
    set().map_err(starlark::Error::new_other)
}
