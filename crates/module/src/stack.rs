//! Stacks for recursive work of the engine: parsing, freezing, and deep calls of functions.

use super::Limits;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};

/// Stack for parsing and for freezing top-level values, both recursive. It is virtual memory, of which only
/// the used part is allocated. Builds without optimisation need several times as much for each level.
pub(super) const STACK: usize = if cfg!(debug_assertions) {
    1 << 30
} else {
    512 << 20
};
/// Maximum call depth that fits on the stack of any thread. [`CALL`] is the stack for each further call, in
/// bytes.
pub(super) const SHALLOW: usize = 100;
pub(super) const CALL: usize = 64 << 10;

/// Maximum stack memory of a module, in bytes: one stack for reading, and one for each of `threads` threads.
pub fn stacks(limits: &Limits, threads: usize) -> usize {
    let calls = match limits.depth {
        0..=SHALLOW => 0,
        depth => depth.saturating_mul(CALL),
    };
    STACK.saturating_add(calls.saturating_mul(threads))
}

/// Runs deeply recursive work on a thread with its own stack.
pub(super) fn with_stack<R: Send>(
    name: &str,
    stack: usize,
    work: impl FnOnce() -> Result<R> + Send,
) -> Result<R> {
    let failed = |why: &str| Diagnostic::module(format!("{name}: {why}"));
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
