//! Replaces the user's module in programs built without the feature `modules`: the same interface, but every
//! call reports that modules are not available.

// There is one error, which says this.
#![allow(clippy::missing_errors_doc)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result};
use pdfa2hocr_core::page::{DocumentInfo, Page};

pub type Data = serde_json::Value;
pub type Arguments = Option<BTreeSet<String>>;

pub use pdfa2hocr_core::limits::ModuleLimits as Limits;

#[derive(Clone, Copy, Debug)]
pub enum Module {}
#[derive(Clone, Copy, Debug)]
pub enum Ready {}
#[derive(Clone, Debug)]
pub enum Collected {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    Document,
    Around(u32),
}

#[derive(Debug)]
pub struct Outcome {
    pub page: Page,
    pub error: Option<Diagnostic>,
    pub printed: Vec<String>,
}

fn absent<T>() -> Result<T> {
    Err(Diagnostic::argument(
        "this pdfa2hocr was built without modules (feature \"modules\")",
    ))
}

pub fn check(_: &Path, _: &[(String, String)]) -> Result<Vec<Diagnostic>> {
    absent()
}

/// Returns 0.
pub fn stacks(_: &Limits, _: usize) -> usize {
    0
}

/// Returns no names.
pub fn names() -> impl Iterator<Item = &'static str> {
    std::iter::empty()
}

/// Returns no paths.
pub fn paths(_: &Path) -> Vec<PathBuf> {
    Vec::new()
}

pub fn written(_: &Path) -> Result<String> {
    absent()
}

impl Module {
    pub fn arguments(_: &Path, _: Option<&str>) -> Result<Arguments> {
        absent()
    }

    pub fn arguments_of_text(_: &str, _: &str) -> Result<Arguments> {
        absent()
    }

    pub fn edited(_: &Path, _: &str, _: &[(String, String)], _: Limits) -> Result<Self> {
        absent()
    }

    pub fn parse(_: &str, _: &str, _: &[(String, String)], _: Limits) -> Result<Self> {
        absent()
    }

    pub fn read(_: &Path, _: &[(String, String)], _: Limits) -> Result<Self> {
        absent()
    }

    pub fn begin(
        self,
        _: &DocumentInfo,
        _: &str,
        _: Option<BTreeSet<String>>,
    ) -> Result<(Ready, Vec<String>)> {
        match self {}
    }
}

impl Ready {
    pub fn collects(&self) -> Option<Sight> {
        match *self {}
    }

    pub fn collect(&self, _: Page) -> (Result<Data>, Outcome) {
        match *self {}
    }

    pub fn run(&self, _: Page, _: Option<&Collected>) -> Outcome {
        match *self {}
    }

    pub fn keep(&self, _: &mut usize, _: u32, _: Data) -> Result<Data> {
        match *self {}
    }

    pub fn gather<'d>(&self, _: impl Iterator<Item = (u32, &'d Data)>) -> Result<Collected> {
        match *self {}
    }
}
