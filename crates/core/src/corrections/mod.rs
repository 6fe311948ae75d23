//! Corrections that people make on pages: a file of operations, each anchored to the words of a page.
//!
//! A file is a sequence of JSON objects, one a line ([`File`]): a [`Source`], then [`Entry`]s in the order in
//! which they were made. Later entries may undo earlier ones; [`MergedFiles`] resolves this.
//!
//! [`Corrections`] are the operations of one or several files by page. They are applied to a page in three
//! [`Phase`]s. Each operation finds its words by their place and text (`anchor`), and either changes the page or
//! leaves it as it is; [`Outcome`] says which.

mod anchor;
mod apply;
mod entry;
mod file;
mod merge;
mod numbers;
mod report;
mod set;
#[cfg(test)]
mod tests;
mod words;

pub use apply::{Corrected, class_of, reword};
pub use entry::{Anchor, Class, Entry, Id, Level, Operation, PageState, PagesOf, Phase, Source};
pub use file::File;
pub use merge::MergedFiles;
pub use report::{Outcome, State};
pub use set::{Corrections, PageGutters};
