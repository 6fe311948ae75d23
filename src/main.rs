//! The `pdfa2hocr` program; everything is in the library.

use std::process::ExitCode;

/// A page makes many small allocations that are freed together, on several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    pdfa2hocr::cli::main()
}
