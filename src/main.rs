//! The `pdfa2hocr` program; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    pdfa2hocr::cli::main()
}
