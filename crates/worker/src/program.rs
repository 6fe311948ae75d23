//! The program of this process, to start it again. By default that is the executable file. If the executable is
//! an interpreter that runs the program as a library, the caller sets the program.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The path of the program and its arguments, as set by [`set_program`].
static PROGRAM: OnceLock<(PathBuf, Vec<OsString>)> = OnceLock::new();

/// Sets the path of the program and its arguments, without its name. Later calls have no effect.
pub fn set_program(path: PathBuf, arguments: Vec<OsString>) {
    PROGRAM.get_or_init(|| (path, arguments));
}

/// The path of the program.
///
/// # Errors
///
/// If the system cannot tell it.
pub fn program() -> io::Result<PathBuf> {
    match PROGRAM.get() {
        Some((path, _)) => Ok(path.clone()),
        None => std::env::current_exe(),
    }
}

/// The arguments of the program, without its name.
pub(crate) fn arguments() -> Vec<OsString> {
    match PROGRAM.get() {
        Some((_, arguments)) => arguments.clone(),
        None => std::env::args_os().skip(1).collect(),
    }
}
