//! What a web browser runs: the files in `page/`, which are part of the program, and how some of them
//! become one file that needs no server.

mod bundle;
mod files;
#[allow(dead_code)]
mod one_file;

pub(crate) use files::file;
#[allow(unused_imports)]
pub(crate) use one_file::{OneFile, Parts};
