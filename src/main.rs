//! The `pdfa2hocr` program; everything is in the library.

use std::process::ExitCode;

/// Pages are many small allocations that are let go together, on several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    pdfa2hocr::cli::main()
}
