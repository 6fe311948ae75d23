//! Other inputs than PDF: files in which a program has written down what is on the pages.
//!
//! They are read to the same [`Content`](crate::model::Content) as pages of a PDF, so that all that
//! follows is the same.

mod pdfminer;

pub use pdfminer::Pdfminer;
