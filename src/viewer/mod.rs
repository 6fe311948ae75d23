//! A document as a book to read in a web browser: the pictures of its pages, and over them its text, to
//! be selected and found.
//!
//! [`Book`] takes the pages as they are written: their text becomes data, their pictures are drawn. It
//! keeps them in one file on the disk, for they are large, and how large all are together decides what
//! becomes of them ([`bind`]): one file that holds all of them, or one with a folder beside it, from
//! which a page is loaded when it is shown.

mod bind;
mod book;
mod page_data;
mod spool;
mod summary;

pub(crate) use bind::{FilesOfBook, Shape, bind};
pub(crate) use book::{Book, Canvas, Progress};
