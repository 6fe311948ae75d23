//! Makes modules from untrusted authors safe to run.
//!
//! The engine checks its limits only once in a thousand calls, and the cost of a single step is not bounded.
//! It recurses with the nesting of a value, visits shared parts repeatedly, and walks lists of any length.
//! Therefore it never runs a module in its original form:
//!
//! 1. [`nesting`] rejects sources that would overflow the stack of the parser.
//! 2. [`rewrite`] prints the parsed module again, with a call of a [`guard`] instead of every operator,
//!    index, method, dictionary literal, and loop.
//! 3. A guard counts the cost before the engine performs the operation, and checks the module's limits
//!    ([`cost`]). Values that the engine would walk through are measured first, without recursion
//!    ([`measure`]); nesting deeper than [`NESTED`] is rejected. Keys of dictionaries and sets are checked in
//!    [`table`].
//! 4. The functions of the language and of the program are also called through a guard ([`language`],
//!    [`order`]), as are the methods of values ([`methods`]). Their arguments are measured, unless the
//!    function is known not to read into them.
//!
//! Two further protections exist. The stack of the reading thread suffices for all values that fit into the
//! memory for reading, and the memory itself is limited.

mod comparison;
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
mod syntax;
mod table;
#[cfg(test)]
mod tests;

/// Maximum nesting of values that are printed, compared, sorted, used as keys, or returned from `begin` and
/// `collect`.
pub(super) const NESTED: usize = 100;
