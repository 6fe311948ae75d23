//! The web page: files in `page/`, compiled into the program, and their combination to a single file that
//! needs no server.

pub(crate) mod bbox;
mod bundle;
mod files;
mod one_file;

pub(crate) use files::{file, styles};
pub(crate) use one_file::{OneFile, Parts};
