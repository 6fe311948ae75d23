//! What a web browser runs: the files in `page/`, which are part of the program, and how some of them
//! become one file that needs no server.

mod files;

pub(crate) use files::file;
