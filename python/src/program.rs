//! The command `pdfa2hocr`, run by the interpreter.

use std::ffi::OsString;
use std::panic::catch_unwind;
use std::path::PathBuf;

use pdfa2hocr::cli;
use pyo3::prelude::*;

/// The exit code of a program of Rust that panics.
const PANICKED: u8 = 101;

/// Runs the command `pdfa2hocr` with these arguments, and ends the process. `program` is the file that starts it.
#[pyfunction]
#[pyo3(signature = (program, arguments, /))]
pub(crate) fn run_program(py: Python<'_>, program: PathBuf, arguments: Vec<OsString>) {
    py.detach(|| {
        let code = catch_unwind(|| cli::main_of(program, arguments)).unwrap_or(PANICKED);
        std::process::exit(code.into());
    });
}
