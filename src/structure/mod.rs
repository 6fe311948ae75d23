//! The tagged road: a document's logical structure (ISO 32000-1, 14.7 and 14.8) to page trees.
//!
//! 1. [`read`] reads `StructTreeRoot` whole: elements with their standard types, attributes and
//!    content, in the order of the tree. Where `K` is broken, the parent tree fills in.

mod attributes;
mod element;
mod parent_tree;
mod reader;
mod role_map;
mod standard;

pub use element::{Element, ElementId, Kid, Structure};
pub use reader::read;
pub use standard::{Level, level};
