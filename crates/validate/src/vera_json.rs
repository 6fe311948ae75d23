//! Reports in the JSON format of veraPDF. It has the same keys, ids and object types as its XML ([`mrr`](super::mrr)).

use std::time::SystemTime;

use serde::Serialize;

use super::counts::Counts;
use super::flavour::Flavour;
use super::mrr::{Context, Job, Took, error_message, object_of, specification};
use super::report::{Finding, Report};
use super::rule::Severity;

/// The report before the jobs.
pub fn head() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{{\"report\":{{\"buildInformation\":{{\"releaseDetails\":[{{\"id\":\"pdfa2hocr\",\
         \"version\":\"{version}\"}}]}},\"jobs\":["
    )
}

/// The report after the jobs: the counts of files by outcome.
pub fn foot(counts: &Counts) -> String {
    let failed = counts.encrypted + counts.unreadable;
    let none = Jobs::default();
    let summary = BatchSummary {
        duration: Span::of(counts.begun, SystemTime::now()),
        total_jobs: counts.files,
        out_of_memory: 0,
        vera_exceptions: 0,
        validation_summary: ValidationSummary {
            jobs: Jobs {
                failed_job_count: failed,
                total_job_count: counts.files,
                successful_job_count: counts.files - failed,
            },
            compliant_pdfa_count: counts.conform,
            non_compliant_pdfa_count: counts.do_not,
        },
        features_summary: none,
        repair_summary: none,
        multi_job: counts.files > 1,
        failed_parsing_jobs: counts.unreadable,
        failed_encrypted_jobs: counts.encrypted,
    };
    format!("],\"batchSummary\":{}}}}}\n", text(&summary))
}

/// One file: its reports by flavour, or the reason why it could not be checked.
pub fn job(job: &Job<'_>, result: Result<&[Report], &str>) -> String {
    let exception = result.err().map(|error| TaskException {
        exception: error,
        kind: "PARSE",
        executed: true,
        success: false,
        exception_message: error,
    });
    let reports = result.ok().map(|all| all.iter().map(validation).collect());
    text(&JobLine {
        item_details: ItemDetails {
            name: job.path,
            size: job.size,
        },
        validation_result: reports,
        task_exception: exception,
        processing_time: Span::of(job.begun, job.ended),
    })
}

fn text(of: &impl Serialize) -> String {
    serde_json::to_string(of).unwrap_or_default()
}

fn validation(report: &Report) -> Validation<'_> {
    let flavour = report.flavour.parse::<Flavour>().ok();
    let broken: Vec<&Finding> = report
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .collect();
    let not = if report.conforms { "" } else { "not " };
    Validation {
        details: Details {
            passed_rules: report.coverage.checked.saturating_sub(broken.len()),
            failed_rules: broken.len(),
            passed_checks: report.passed_checks,
            failed_checks: broken.iter().map(|finding| finding.count).sum(),
            rule_summaries: broken.iter().map(|f| summary(flavour, f)).collect(),
        },
        job_end_status: "normal",
        profile_name: format!(
            "{} validation profile",
            flavour.map_or("", Flavour::profile)
        ),
        statement: format!("PDF file is {not}compliant with Validation Profile requirements."),
        compliant: report.conforms,
    }
}

fn summary(flavour: Option<Flavour>, finding: &Finding) -> RuleSummary<'_> {
    let object = object_of(flavour, finding);
    let check = |fault| Check {
        status: "failed",
        context: Context { fault, object }.to_string(),
        error_message: error_message(finding, fault),
        error_arguments: [],
    };
    RuleSummary {
        rule_status: "FAILED",
        specification: specification(flavour, finding),
        clause: finding.clause,
        test_number: finding.test,
        status: "failed",
        failed_checks: finding.count,
        description: finding.message,
        object,
        test: finding.remedy(),
        checks: finding.faults.iter().map(check).collect(),
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JobLine<'a> {
    item_details: ItemDetails<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    validation_result: Option<Vec<Validation<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    task_exception: Option<TaskException<'a>>,
    processing_time: Span,
}

#[derive(Serialize)]
struct ItemDetails<'a> {
    name: &'a str,
    size: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TaskException<'a> {
    exception: &'a str,
    #[serde(rename = "type")]
    kind: &'static str,
    executed: bool,
    success: bool,
    exception_message: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Validation<'a> {
    details: Details<'a>,
    job_end_status: &'static str,
    profile_name: String,
    statement: String,
    compliant: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Details<'a> {
    passed_rules: usize,
    failed_rules: usize,
    passed_checks: u64,
    failed_checks: usize,
    rule_summaries: Vec<RuleSummary<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleSummary<'a> {
    rule_status: &'static str,
    specification: &'static str,
    clause: &'a str,
    test_number: u16,
    status: &'static str,
    failed_checks: usize,
    description: &'a str,
    object: &'a str,
    test: &'a str,
    checks: Vec<Check>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Check {
    status: &'static str,
    context: String,
    error_message: String,
    error_arguments: [(); 0],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BatchSummary {
    duration: Span,
    total_jobs: usize,
    out_of_memory: usize,
    vera_exceptions: usize,
    validation_summary: ValidationSummary,
    features_summary: Jobs,
    repair_summary: Jobs,
    multi_job: bool,
    failed_parsing_jobs: usize,
    failed_encrypted_jobs: usize,
}

#[derive(Clone, Copy, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Jobs {
    failed_job_count: usize,
    total_job_count: usize,
    successful_job_count: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ValidationSummary {
    #[serde(flatten)]
    jobs: Jobs,
    compliant_pdfa_count: usize,
    non_compliant_pdfa_count: usize,
}

/// A time span: start and end in milliseconds since 1970, the duration as text and in milliseconds.
#[derive(Serialize)]
struct Span {
    start: u64,
    finish: u64,
    duration: String,
    difference: u64,
}

impl Span {
    fn of(start: SystemTime, finish: SystemTime) -> Self {
        let took = Took(start, finish);
        let (start, finish) = took.milliseconds();
        Self {
            start,
            finish,
            duration: took.duration(),
            difference: finish.saturating_sub(start),
        }
    }
}
