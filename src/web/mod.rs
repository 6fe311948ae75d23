//! What a web browser runs: the files in `page/`, which are part of the program, and how some of them
//! become one file that needs no server.

mod bundle;
mod files;
mod one_file;

pub(crate) use files::{file, styles};
pub(crate) use one_file::{OneFile, Parts};
