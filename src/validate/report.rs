//! What a check found: data, and its form for people who read terminals.

use std::fmt;

use serde::Serialize;

use super::damage::Damage;
use super::flavour::Flavour;
use super::rule::{Id, Info, Severity};
use crate::visible::visible;

/// The check of one file against one flavour.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What the file was checked against.
    pub flavour: &'static str,
    /// Whether the file claims it.
    pub claimed: bool,
    /// Nothing was found that keeps the file from conforming, and nothing was repaired. What was not checked is in
    /// [`Coverage::missing`].
    pub conforms: bool,
    /// The rules that the file breaks, by clause.
    pub findings: Vec<Finding>,
    /// How many times an object was held against a rule and obeyed.
    pub passed_checks: u64,
    /// Which requirements were checked.
    pub coverage: Coverage,
    /// What had to be repaired before the file could be read. Such a file does not conform.
    pub repairs: Vec<String>,
    /// What could not be read.
    pub warnings: Vec<String>,
}

/// A rule that the file breaks.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// Clause of the standard.
    pub clause: &'static str,
    /// Number of the test in the clause.
    pub test: u16,
    /// Whether it keeps the file from conforming.
    pub severity: Severity,
    /// What is wrong and how to mend it.
    pub message: &'static str,
    /// How often the rule is broken.
    pub count: usize,
    /// The first places where it is.
    pub faults: Vec<Fault>,
}

/// One place where a rule is broken.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fault {
    /// From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// Number and generation of the page.
    #[serde(skip)]
    pub page_object: Option<(u32, i32)>,
    /// Number and generation; of the form that has the content, where the fault is in that of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<(u32, i32)>,
    /// Bytes from the beginning of the file, or of the decoded content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The offset is that in the decoded content of the page, or of the form that is the object.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_content: bool,
    /// What is there.
    pub found: String,
}

/// Which requirements were checked.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage {
    /// Requirements of the flavour that were checked.
    pub checked: usize,
    /// Ids of requirements that a machine could check and this program does not, with the reason.
    pub missing: Vec<Missing>,
}

/// A requirement that is not checked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Missing {
    /// Clause of the standard.
    pub clause: &'static str,
    /// Number of the test in the clause.
    pub test: u16,
    /// Why it is not checked.
    pub reason: &'static str,
}

/// A rule, without a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleInfo {
    /// Clause of the standard.
    pub clause: &'static str,
    /// Number of the test in the clause.
    pub test: u16,
    /// Whether it keeps a file from conforming.
    pub severity: Severity,
    /// What is wrong with a file that breaks it, and how to mend that.
    pub message: &'static str,
}

impl Report {
    pub(super) fn new(
        flavour: Flavour,
        claimed: bool,
        findings: Vec<Finding>,
        passed_checks: u64,
        coverage: Coverage,
        damage: &Damage,
    ) -> Self {
        Self {
            flavour: flavour.name(),
            claimed,
            conforms: damage.repairs.is_empty()
                && findings.iter().all(|f| f.severity != Severity::Error),
            findings,
            passed_checks,
            coverage,
            repairs: damage.repairs.clone(),
            warnings: damage.warnings.clone(),
        }
    }

    /// The faults, a line each, as `CLAUSE-TEST page N object N G offset N: message (found)`.
    pub fn write_faults(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for finding in &self.findings {
            let id = format!("{}-{}", finding.clause, finding.test);
            for fault in &finding.faults {
                let found = visible(&fault.found);
                writeln!(out, "  {id}{fault}: {} ({found})", finding.message)?;
            }
            let more = finding.count.saturating_sub(finding.faults.len());
            if more > 0 {
                writeln!(out, "  {id} … and {more} more")?;
            }
        }
        for repair in &self.repairs {
            writeln!(out, "  repaired: {}", visible(repair))?;
        }
        for warning in &self.warnings {
            writeln!(out, "  warning: {}", visible(warning))?;
        }
        Ok(())
    }
}

impl Finding {
    pub(super) fn new(id: Id, info: &'static Info) -> Self {
        Self {
            clause: id.clause,
            test: id.test,
            severity: info.severity,
            message: info.says,
            count: 0,
            faults: Vec::new(),
        }
    }
}

/// Where it is: ` page 3 object 14 0 offset 5120`, ` page 3 content offset 88`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(page) = self.page {
            write!(f, " page {page}")?;
        }
        if let Some((number, generation)) = self.object {
            write!(f, " object {number} {generation}")?;
        }
        if let Some(offset) = self.offset {
            let of = if self.in_content { " content" } else { "" };
            write!(f, "{of} offset {offset}")?;
        }
        Ok(())
    }
}
