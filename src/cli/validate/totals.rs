//! Counts the results of many files.

use std::collections::BTreeMap;
use std::fmt;
use std::time::SystemTime;

use serde::Serialize;

use super::outcome::Outcome;
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::diagnostics::DiagnosticKind;
use pdfa2hocr_validate::html::Summary;
use pdfa2hocr_validate::{Counts, Flavour};

/// The number of files by result, and the rules that they break.
#[derive(Debug, Serialize)]
pub(super) struct Totals {
    /// Number of reports of files that conform, by flavour.
    pub pass: BTreeMap<&'static str, usize>,
    /// Number of reports of files that do not conform, by flavour.
    pub fail: BTreeMap<&'static str, usize>,
    /// Number of files that could not be checked.
    pub errors: usize,
    /// Number of files that break a rule, by flavour and rule id.
    pub rules: BTreeMap<String, usize>,
    #[serde(skip)]
    pub counts: Counts,
    /// The broken rules, for the page for web browsers.
    #[serde(skip)]
    pub summary: Summary,
}

impl Totals {
    /// Totals of no files, with the current time as start.
    pub(super) fn new() -> Self {
        Self {
            pass: BTreeMap::new(),
            fail: BTreeMap::new(),
            errors: 0,
            rules: BTreeMap::new(),
            counts: Counts::begun(SystemTime::now()),
            summary: Summary::default(),
        }
    }

    pub(super) fn add(&mut self, outcome: &Outcome) {
        self.counts.files += 1;
        let reports = match &outcome.reports {
            Ok(reports) => reports,
            Err(error) => {
                self.errors += 1;
                let of_kind = match error.kind {
                    DiagnosticKind::Password => &mut self.counts.encrypted,
                    _ => &mut self.counts.unreadable,
                };
                *of_kind += 1;
                return;
            }
        };
        if reports.iter().all(|report| report.conforms) {
            self.counts.conform += 1;
        } else {
            self.counts.do_not += 1;
        }
        for report in reports {
            self.summary.add(report);
            let verdicts = if report.conforms {
                &mut self.pass
            } else {
                &mut self.fail
            };
            *verdicts.entry(report.flavour).or_default() += 1;
            for finding in &report.findings {
                let rule = format!("{} {}-{}", report.flavour, finding.clause, finding.test);
                *self.rules.entry(rule).or_default() += 1;
            }
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for flavour in Flavour::ALL.map(Flavour::name) {
            let count = |of: &BTreeMap<&str, usize>| of.get(flavour).copied().unwrap_or(0);
            let (pass, fail) = (count(&self.pass), count(&self.fail));
            if pass + fail > 0 {
                writeln!(f, "{flavour}: {pass} PASS, {fail} FAIL")?;
            }
        }
        if self.errors > 0 {
            writeln!(f, "{} ERROR", self.errors)?;
        }
        let mut rules: Vec<(&String, &usize)> = self.rules.iter().collect();
        rules.compact_sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (rule, count) in rules {
            writeln!(f, "{count:6} {rule}")?;
        }
        Ok(())
    }
}
