//! What makes the modules of strangers safe to run.
//!
//! The engine looks at its limits once in a thousand calls, and what it does in one step is not
//! bounded: it goes down a level of the stack for each level of a value, as often as values share
//! parts, for as long as a list is. So it never sees a module as it was written:
//!
//! 1. [`nesting`] refuses sources that the parser could not go through.
//! 2. [`rewrite`] prints the parsed module again with a call of a [`guard`] in the place of every
//!    operator, index, method, literal of a dictionary, and loop.
//! 3. A guard says what the operation costs before the engine does it, and the module's limits are
//!    looked at ([`cost`]). What the engine would walk through is walked through first, without
//!    its stack and as often as it would be ([`measure`]): whatever is nested deeper than
//!    [`NESTED`] is refused. Keys of dictionaries and sets are looked at in [`table`].
//! 4. The functions of the language and of the host, too, are called through a guard
//!    ([`language`], [`order`]), and so are the methods of values ([`methods`]). What is given to
//!    one is measured, unless the function is known not to look into it.
//!
//! Behind that is the stack of the thread that reads a module, which is deep enough for
//! whatever fits into the memory that reading may take, and the limit of the memory itself.

#[cfg(test)]
mod composed;
pub(super) mod cost;
pub(super) mod guard;
pub(super) mod language;
pub(super) mod measure;
mod methods;
pub(super) mod nesting;
pub(super) mod order;
pub(super) mod rewrite;
#[cfg(test)]
mod strangers;
mod syntax;
mod table;

/// How deep values may be nested where the engine, or we, go through them: to be written, compared,
/// sorted, used as a key, or returned from `begin` and `collect`.
pub(super) const NESTED: usize = 100;
