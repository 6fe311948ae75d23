//! Bytes to objects.

pub mod lexer;
pub mod stream;

pub use hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, ObjectIdentifier, Stream};
