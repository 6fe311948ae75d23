//! Conformance to PDF/A (ISO 19005) and PDF/UA (ISO 14289).
//!
//! A check goes like this: the file is opened, and its metadata tell what it claims to be
//! ([`xmp`]); its bytes are outlined ([`skeleton`]); then, for each flavour, a [`run`](Run) shows
//! every object to the rules about its kind, and a [`Report`] tells what they found.
//!
//! To add a rule: find the file of its subject, or make one; add a line to the table of its kind
//! of object ([`rule`] says how), with the ids it has in each part of the standards, and take it
//! from the list of what is not checked ([`coverage`]). A new kind of object is a
//! [`Subject`](rule::Subject): facts about one object, and how to describe it. A new file has
//! `pub fn check(run, …)`, called from `run_flavour` here, and `pub fn catalogue()`, called from
//! [`catalogue`]. Rules look at facts and never read files; what they need from the file is
//! collected before they are called.

mod context;
mod coverage;
mod file;
pub mod flavour;
mod lexical;
mod report;
mod rule;
mod run;
mod skeleton;
mod xmp;

pub use flavour::Flavour;
pub use report::{Coverage, Fault, Finding, Missing, Report};
pub use rule::{Info, Severity};

use crate::diagnostics::{Result, Warning};
use crate::limits::Limits;
use crate::pdf::{Document, Source};
use run::Run;
use skeleton::Skeleton;

/// What to check, and how much to tell.
#[derive(Clone, Debug)]
pub struct Options {
    /// The flavour to check against; without it, what the file claims, and 1b if it claims nothing.
    pub flavour: Option<Flavour>,
    /// A user or an owner password; may be empty.
    pub password: String,
    /// Places that are kept of each rule; the others are counted.
    pub max_faults: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            flavour: None,
            password: String::new(),
            max_faults: 10,
        }
    }
}

/// Checks a file: one report for each flavour.
///
/// # Errors
///
/// Those of [`Document::open`].
pub fn validate(source: &Source, options: &Options) -> Result<Vec<Report>> {
    let (document, warnings) = Document::open(source, &options.password)?;
    let bytes = source.bytes();
    let skeleton = Skeleton::read(bytes, &document);
    let claims = xmp::main_stream(&document)
        .map(|stream| xmp::claims(&xmp::read(&stream, &Limits::default())))
        .unwrap_or_default();
    let wanted = match options.flavour {
        Some(flavour) => vec![flavour],
        None if claims.is_empty() => vec![Flavour::A1b],
        None => claims.clone(),
    };
    Ok(wanted
        .into_iter()
        .map(|flavour| {
            let run = Run::new(&document, bytes, flavour, options.max_faults);
            let claimed = claims.contains(&flavour);
            run_flavour(run, &skeleton, claimed, &warnings)
        })
        .collect())
}

/// Shows everything to the rules.
fn run_flavour(
    mut run: Run<'_>,
    skeleton: &Skeleton<'_>,
    claimed: bool,
    warnings: &[Warning],
) -> Report {
    let flavour = run.flavour();
    run.locate(skeleton);
    if flavour.is_archival() {
        file::check(&mut run, skeleton);
        xmp::check(&mut run, skeleton);
    }
    Report::new(
        flavour,
        claimed,
        run.into_findings(),
        coverage::of(flavour),
        warnings,
    )
}

/// All rules.
pub fn catalogue() -> impl Iterator<Item = &'static Info> {
    file::catalogue().chain(xmp::catalogue())
}
