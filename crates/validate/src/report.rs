//! The result of a check: data, and its text for terminals.

use std::fmt;

use serde::Serialize;

use super::rule::Severity;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::visible::visible;

/// The result of checking one file against one flavour.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The flavour that the file was checked against.
    pub flavour: &'static str,
    /// Whether the file claims this flavour.
    pub claimed: bool,
    /// No error was found and nothing was repaired. [`Coverage::missing`] lists the requirements that were
    /// not checked.
    pub conforms: bool,
    /// The rules that the file breaks, sorted by clause.
    pub findings: Vec<Finding>,
    /// Number of times an object passed a rule.
    pub passed_checks: u64,
    /// The requirements that were checked.
    pub coverage: Coverage,
    /// Repairs without which the file could not be read. A repaired file does not conform.
    pub repairs: Vec<String>,
    /// Parts that could not be read.
    pub warnings: Vec<String>,
}

/// A rule that the file breaks.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// Clause of the standard.
    pub clause: &'static str,
    /// Number of the test in the clause.
    pub test: u16,
    /// Whether the fault keeps the file from conforming.
    pub severity: Severity,
    /// The fault and its remedy.
    pub message: &'static str,
    /// Number of times the rule is broken.
    pub count: usize,
    /// The first places where the rule is broken.
    pub faults: Vec<Fault>,
}

impl Finding {
    /// The fault, without its remedy.
    pub fn problem(&self) -> &'static str {
        self.message
            .split_once("; ")
            .map_or(self.message, |(problem, _)| problem)
    }

    /// The change that satisfies the rule.
    pub fn remedy(&self) -> &'static str {
        self.message
            .split_once("; ")
            .map_or("", |(_, remedy)| remedy)
    }
}

/// One place where a rule is broken.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fault {
    /// The page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<PageNumber>,
    /// Object number and generation of the page.
    #[serde(skip)]
    pub page_object: Option<(u32, i32)>,
    /// Object number and generation; if the fault is in the content of a form, those of the form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<(u32, i32)>,
    /// Byte offset in the file, or in the decoded content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The offset is in the decoded content of the page, or of the form in `object`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_content: bool,
    /// The faulty object or value.
    pub found: String,
}

/// The requirements that were checked and those that were not.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage {
    /// Number of requirements of the flavour that were checked.
    pub checked: usize,
    /// Requirements of veraPDF's profiles that this program does not check.
    pub missing: Vec<Missing>,
}

/// A requirement that is not checked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Missing {
    /// Clause of the standard.
    pub clause: &'static str,
    /// Number of the test in the clause.
    pub test: u16,
    /// The reason why it is not checked.
    pub reason: &'static str,
}

/// A rule, independent of a file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RuleInfo {
    /// Clause of the standard.
    pub clause: &'static str,
    /// Number of the test in the clause.
    pub test: u16,
    /// Whether a fault keeps a file from conforming.
    pub severity: Severity,
    /// The fault and its remedy.
    pub message: &'static str,
}

impl Report {
    /// Writes the faults, one a line, as `CLAUSE-TEST page N object N G offset N: message (found)`.
    pub fn write_faults(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for finding in &self.findings {
            let id = format!("{}-{}", finding.clause, finding.test);
            for fault in &finding.faults {
                let found = visible(&fault.found);
                writeln!(out, "  {id}{fault}: {} ({found})", finding.message)?;
            }
            let more = finding.count.saturating_sub(finding.faults.len());
            if finding.faults.is_empty() {
                let places = counted(finding.count, "place");
                writeln!(out, "  {id}: {} ({places})", finding.message)?;
            } else if more > 0 {
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

/// Displays the place of a fault: ` page 3 object 14 0 offset 5120`, ` page 3 content offset 88`.
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
