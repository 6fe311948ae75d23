//! The fuzz targets. A target is a function of bytes that panics if the library's result is wrong; `cargo
//! test` replays findings with the same functions (`tests/program/fuzzed.rs`).
//!
//! The library tolerates panics of the parsers that it uses: a page is empty, or a file is rejected. So do
//! the targets. A panic of the library itself always counts as a failure, even if the library catches it.

mod cmap;
mod content;
mod file;
mod filter;
mod font;
mod lexer;
mod lint;
mod mapping;
mod module;
mod objects;
mod outputs;
mod pdf;
mod pdfminer;
mod recognised;
mod structure;
mod validate;
mod xmp;

use std::panic::PanicHookInfo;
use std::sync::Mutex;

/// A part of the library, and the function that feeds it bytes.
#[derive(Clone, Copy)]
pub struct Target {
    /// Also the name of the folders of its inputs.
    pub name: &'static str,
    work: fn(&[u8]),
}

pub const ALL: [Target; 15] = [
    Target::new("file", file::run),
    Target::new("objects", objects::run),
    Target::new("lexer", lexer::run),
    Target::new("filter", filter::run),
    Target::new("cmap", cmap::run),
    Target::new("font", font::run),
    Target::new("content", content::run),
    Target::new("structure", structure::run),
    Target::new("validate", validate::run),
    Target::new("xmp", xmp::run),
    Target::new("mapping", mapping::run),
    Target::new("recognised", recognised::run),
    Target::new("pdfminer", pdfminer::run),
    Target::new("lint", lint::run),
    Target::new("module", module::run),
];

impl Target {
    const fn new(name: &'static str, work: fn(&[u8])) -> Self {
        Self { name, work }
    }

    /// Runs the target on these bytes.
    ///
    /// # Panics
    ///
    /// If the result is wrong.
    pub fn run(&self, data: &[u8]) {
        (self.work)(data);
        if let Some(panic) = OWN_PANIC.lock().ok().and_then(|mut slot| slot.take()) {
            panic!("{panic}");
        }
    }
}

/// The first panic of the library since the target began, which the library may have caught.
static OWN_PANIC: Mutex<Option<String>> = Mutex::new(None);

/// Separates panics of the library from those of the parsers that it uses.
pub fn watch_panics() {
    std::panic::set_hook(Box::new(|info| {
        if is_foreign(info) {
            eprintln!("forgiven: {info}");
        } else {
            eprintln!("{info}");
            if let Ok(mut slot) = OWN_PANIC.lock() {
                slot.get_or_insert_with(|| info.to_string());
            }
        }
    }));
}

/// Whether the panic is in a crate from a registry.
fn is_foreign(info: &PanicHookInfo<'_>) -> bool {
    info.location()
        .is_some_and(|place| place.file().contains("/registry/src/"))
}
