//! Conformance to PDF/A (ISO 19005) and PDF/UA (ISO 14289).
//!
//! A check opens the file and reads its claims from the metadata (`xmp`), then finds the objects in its bytes
//! (`raw_file`). For each flavour, a `run` applies the rules to every object; a [`Report`] lists their
//! findings.
//!
//! To add a rule: find the file of its subject, or make one; add a line to the table of its kind of object
//! (see `rule`), with its ids in each part of the standards; remove it from the list of unchecked
//! requirements (`coverage`). A new kind of object is a `Subject`: facts about one object, and how to
//! describe it. A new file has a function `check`, called from `run_flavour` here, and a `catalogue!` of its
//! tables, listed in the one here. Rules check facts and never read files; the facts are collected before
//! the rules are called.
// Developers read these pages, with private items.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(unsafe_code)]
#![warn(missing_docs, unreachable_pub)]
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod accessible;
mod action;
mod annotation;
mod attachment;
mod colour;
mod compare;
mod content;
mod context;
mod counts;
mod coverage;
mod damage;
mod document;
mod entries;
mod file;
mod flavour;
mod fonts;
mod graphics;
pub mod html;
mod icc;
mod intent;
mod jpx;
mod lexical;
pub mod mrr;
mod names;
mod objects;
mod outline;
mod private_use;
mod raw_file;
mod report;
mod rule;
mod run;
mod signature;
mod structure;
mod tagging;
pub mod vera_json;
mod xmp;

pub use counts::Counts;
pub use flavour::Flavour;
pub use report::{Coverage, Fault, Finding, Missing, Report, RuleInfo};
pub use rule::Severity;

use std::collections::HashSet;

use damage::Damage;
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::limits::Limits;
use pdfa2hocr_core::pdf::{Document, References, Source};
use raw_file::RawFile;
use run::Run;
use structure::Tree;

/// Options of a check.
#[derive(Clone, Debug)]
pub struct Options {
    /// The flavours to check against; if empty, those that the file claims, or 1b if it claims nothing.
    pub flavours: Vec<Flavour>,
    /// User or owner password; empty for none.
    pub password: String,
    /// Maximum number of places kept for each rule; further faults are only counted.
    pub max_faults: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            flavours: Vec::new(),
            password: String::new(),
            max_faults: 10,
        }
    }
}

/// The flavours that an XMP packet claims.
pub fn claims(packet: &[u8]) -> Vec<Flavour> {
    xmp::claims(&xmp::Packet::read(packet))
}

/// Checks a file and returns one report for each flavour.
///
/// # Errors
///
/// Those of [`Document::open`].
pub fn validate(source: &Source, options: &Options) -> Result<Vec<Report>> {
    validate_at(source, options, 0)
}

/// Checks a file that is embedded in `depth` others.
fn validate_at(source: &Source, options: &Options, depth: usize) -> Result<Vec<Report>> {
    let (document, warnings) = Document::open(source, &options.password)?;
    let bytes = source.bytes();
    let pages = document.distinct_page_count();
    // Each flavour decodes the document again, so each has its own budget.
    let budget = || Budget::of_document(Limits::default(), bytes.len(), pages);
    let raw_file = RawFile::read(bytes, &document);
    let damage = Damage::find(&raw_file, &warnings);
    let claims = xmp::main_stream(&document)
        .map(|stream| xmp::claims(&xmp::read(&stream, &budget())))
        .unwrap_or_default();
    let mut wanted = match &*options.flavours {
        [] if claims.is_empty() => vec![Flavour::A1b],
        [] => claims.clone(),
        named => named.to_vec(),
    };
    let mut seen = HashSet::new();
    wanted.retain(|flavour| seen.insert(*flavour));
    wanted
        .into_iter()
        .map(|flavour| {
            let budget = budget();
            let references = References::new(&document, &budget);
            let run = Run::new(&references, bytes, &budget, flavour, options.max_faults);
            let claimed = claims.contains(&flavour);
            let report = run_flavour(run, &raw_file, claimed, &damage, depth);
            // An incomplete check proves neither conformance nor faults.
            if budget.is_cut() {
                return Err(Diagnostic::limit(format!(
                        "the check was given up: what has to be read and decoded for it is more than the \
                         {} MB that a file of its size should need",
                        Limits::default().of_document(bytes.len(), pages) >> 20
                    ),
                ));
            }
            Ok(report)
        })
        .collect()
}

/// Checks everything against the rules of one flavour.
fn run_flavour(
    mut run: Run<'_>,
    raw_file: &RawFile<'_>,
    claimed: bool,
    damage: &Damage,
    depth: usize,
) -> Report {
    let flavour = run.flavour();
    run.locate(raw_file);
    if flavour.is_archival() {
        file::check(&mut run, raw_file);
        xmp::check(&mut run, raw_file);
    } else {
        accessible::check(&mut run, raw_file);
    }
    let tree = flavour
        .needs_structure()
        .then(|| Tree::read(run.references, flavour));
    let tree = tree.flatten();
    if flavour.needs_structure() {
        structure::check(&mut run, tree.as_ref());
    }
    pages(&mut run, tree.as_ref());
    document::check(&mut run);
    let conforms = |data: Vec<u8>, parts: &[u8]| conforms(data, parts, depth + 1);
    attachment::check(&mut run, (depth < MAX_DEPTH).then_some(&conforms));
    signature::check(&mut run);
    let passed_checks = run.passed;
    let repairs = [damage.repairs.as_slice(), &run.repairs].concat();
    let findings = run.into_findings();
    let is_error = |finding: &Finding| finding.severity == Severity::Error;
    Report {
        flavour: flavour.name(),
        claimed,
        conforms: repairs.is_empty() && !findings.iter().any(is_error),
        findings,
        passed_checks,
        coverage: coverage::of(flavour, catalogue()),
        repairs,
        warnings: damage.warnings.clone(),
    }
}

/// Maximum number of files around an embedded file; deeper ones are not checked and count as conforming.
const MAX_DEPTH: usize = 3;

/// Whether a file that is embedded in `depth` others claims one of these parts and conforms to its claim.
fn conforms(data: Vec<u8>, parts: &[u8], depth: usize) -> bool {
    let options = Options {
        max_faults: 0,
        ..Options::default()
    };
    let is_one = |flavour: Flavour| flavour.is_archival() && parts.contains(&flavour.part());
    validate_at(&Source::from(data), &options, depth).is_ok_and(|reports| {
        let mut claimed = reports.iter().filter(|r| r.claimed && r.conforms);
        claimed.any(|report| report.flavour.parse().is_ok_and(is_one))
    })
}

/// Interprets the content of all pages, with the output intents in force on each.
fn pages<'d>(run: &mut Run<'d>, tree: Option<&Tree<'d>>) {
    let document = run.document;
    let catalog = document.catalog();
    run.context.document_output = catalog.as_ref().and_then(|c| intent::check(run, c));
    let has_lang = catalog.is_some_and(|c| structure::has_lang(&c));
    let mut executor = content::Executor::new(run, tree, has_lang);
    for index in (0..).take(document.page_count()) {
        let Some(page) = document.page(index) else {
            continue;
        };
        executor.run.page = Some(index);
        let dict = page.dict();
        if executor.run.flavour().part() == 4 {
            executor.run.context.page_output = intent::check(executor.run, dict);
        }
        document::check_page(executor.run, dict);
        annotation::check_page(executor.run, dict);
        executor.page(&page);
    }
    executor.run.page = None;
    executor.finish();
    run.context.page_output = None;
}

/// The rules of a flavour, sorted by clause.
pub fn rules(flavour: Flavour) -> impl Iterator<Item = RuleInfo> {
    let rules = catalogue().filter_map(|info| Some((info.id(flavour)?, info)));
    let mut rules: Vec<RuleInfo> = rules
        .map(|(id, info)| RuleInfo {
            clause: id.clause,
            test: id.test,
            severity: info.severity,
            message: info.message,
        })
        .collect();
    rules.sort_by_cached_key(|rule| (run::clause_numbers(rule.clause), rule.test));
    // Several rules can check the same requirement.
    rules.dedup_by_key(|rule| (rule.clause, rule.test));
    rules.into_iter()
}

rule::catalogue![
    ; file, xmp, accessible, structure, content, colour, intent, graphics, jpx, names, private_use, fonts,
    annotation, action, document, attachment, signature
];
