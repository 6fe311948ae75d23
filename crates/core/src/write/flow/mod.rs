//! Converts a document to running text, without printed lines, columns and pages.
//!
//! ```text
//!   Page ── collect ──> FlowPage: parts of tokens    a paragraph, a heading, a note, a table
//!                          │
//!                        contents  splits a table of contents into entries
//!                          │
//!                        join_tables  joins a table that continues on the next page
//!                          │
//!                        join      joins a paragraph that continues in the next column or on the next page;
//!                          │       parts in between are delayed until it ends
//!                        lists     detects untagged lists by bullets and numbers
//!                          │
//!                        format    Markdown, HTML, text
//! ```
//!
//! Formats receive one part after the other ([`FlowFormat`]), each with the lists and quotations around it.

mod around;
mod collect;
mod contents;
mod ends;
mod format;
mod join;
mod join_tables;
mod labels;
mod lists;
mod notes;
mod numbers;
pub(super) mod part;
mod stream;
#[cfg(test)]
mod tests;
mod tokens;

pub(super) use collect::{page, parts_with_images, whole_picture};
pub(super) use contents::{is_number as is_page_number, page_numbers, split};
pub(super) use ends::Ends;
pub(super) use format::{Flow, FlowFormat};
pub(super) use labels::is_label;
pub(super) use numbers::NoteNumbers;
pub(super) use part::{Around, Cell, FlowPage, Grid, Key, Label, Part, PartKind, Token};
pub(crate) use stream::{StreamPlace, StreamWord, stream};
pub(super) use tokens::Separator;
pub(crate) use tokens::is_unspaced;
