//! Reasons why the program rejects what a module does.

use std::fmt;

use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::diagnostics::Setting;

use super::Limits;

/// Maximum bytes of all top-level values. Values of this size cannot be nested so deep that
/// [`STACK`](super::stack::STACK) overflows.
pub(super) const READING: usize = (8 << 20) + 1;

/// The reason why the program rejects an operation of a module.
#[derive(Debug)]
pub(super) struct Refusal {
    pub why: String,
    /// The limit that was reached.
    pub setting: Option<Setting>,
}

impl Refusal {
    pub(super) fn too_many_steps(limits: &Limits) -> Self {
        let steps = counted(limits.steps as usize, "step");
        Self {
            why: format!("the module was stopped after {steps}: is there a loop without end?"),
            setting: Some(Setting::ModuleSteps),
        }
    }

    pub(super) fn too_much_memory(limits: &Limits) -> Self {
        if limits.memory == READING {
            return "the code outside of functions needs more than 8 MB of memory".into();
        }
        let most = limits.memory >> 20;
        Self {
            why: format!("the module was stopped as it needs more than {most} MB of memory"),
            setting: Some(Setting::ModuleMemory),
        }
    }

    pub(super) fn too_deep(limits: &Limits) -> Self {
        let depth = limits.depth;
        Self {
            why: format!("functions call each other more than {depth} deep"),
            setting: Some(Setting::ModuleDepth),
        }
    }
}

impl From<String> for Refusal {
    fn from(why: String) -> Self {
        Self { why, setting: None }
    }
}

impl From<&str> for Refusal {
    fn from(why: &str) -> Self {
        why.to_owned().into()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Refusal {}

/// Creates an error from a reason.
pub(super) fn refuse(why: impl Into<Refusal>) -> starlark::Error {
    starlark::Error::new_other(why.into())
}
