//! The options of one module of a conversion.

use std::path::PathBuf;

use super::module_source::ModuleSource;
use crate::module::Limits;

/// A module of a conversion, with its arguments and limits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ModuleOptions {
    /// The source of the module.
    pub module: ModuleSource,
    /// The arguments of the module, as names and values. An argument that no module reads is an error.
    pub args: Vec<(String, String)>,
    /// The limits for each page.
    pub limits: Limits,
    /// Whether the first error of any module ends the conversion.
    pub strict: bool,
}

impl ModuleOptions {
    /// A module by its path or its built-in name, without arguments, with default limits, and not strict.
    pub fn new(module: impl Into<PathBuf>) -> Self {
        Self {
            module: ModuleSource::named(module),
            args: Vec::new(),
            limits: Limits::default(),
            strict: false,
        }
    }
}
