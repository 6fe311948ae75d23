//! Writes a document as a book for web browsers: pictures of the pages with selectable, searchable text over
//! them.
//!
//! [`Book`] receives the pages as writer: it stores their text as data and renders their pictures. They are
//! stored in one temporary file, because they are large and their total size determines the form of the book
//! ([`bind`]). That is a single file, or a file and a folder from which pages are loaded when they are shown.

mod bind;
mod book;
mod page_data;
mod spool;
mod summary;

pub(crate) use bind::{FilesOfBook, Shape, bind};
pub(crate) use book::{Book, Canvas, Progress};
