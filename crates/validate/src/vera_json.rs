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
    let jobs = |failed: usize, total: usize| {
        [
            ("failedJobCount", json(failed)),
            ("totalJobCount", json(total)),
            ("successfulJobCount", json(total - failed)),
        ]
    };
    let compliant = [
        ("compliantPdfaCount", json(counts.conform)),
        ("nonCompliantPdfaCount", json(counts.do_not)),
    ];
    let validated = jobs(failed, counts.files).into_iter().chain(compliant);
    let summary = object([
        ("duration", span(&Took(counts.begun, SystemTime::now()))),
        ("totalJobs", json(counts.files)),
        ("outOfMemory", json(0)),
        ("veraExceptions", json(0)),
        ("validationSummary", object(validated)),
        ("featuresSummary", object(jobs(0, 0))),
        ("repairSummary", object(jobs(0, 0))),
        ("multiJob", json(counts.files > 1)),
        ("failedParsingJobs", json(counts.unreadable)),
        ("failedEncryptedJobs", json(counts.encrypted)),
    ]);
    format!("],\"batchSummary\":{summary}}}}}\n")
}

/// One file: its reports by flavour, or the reason why it could not be checked.
pub fn job(job: &Job<'_>, result: Result<&[Report], &str>) -> String {
    let checked = match result {
        Ok(reports) => ("validationResult", array(reports.iter().map(validation))),
        Err(error) => {
            let exception = [
                ("exception", json(error)),
                ("type", json("PARSE")),
                ("executed", json(true)),
                ("success", json(false)),
                ("exceptionMessage", json(error)),
            ];
            ("taskException", object(exception))
        }
    };
    let item = [("name", json(job.path)), ("size", json(job.size))];
    object([
        ("itemDetails", object(item)),
        checked,
        ("processingTime", span(&Took(job.begun, job.ended))),
    ])
}

fn validation(report: &Report) -> String {
    let flavour = report.flavour.parse::<Flavour>().ok();
    let findings = report.findings.iter();
    let broken = findings.filter(|finding| finding.severity == Severity::Error);
    let broken: Vec<&Finding> = broken.collect();
    let passed = report.coverage.checked.saturating_sub(broken.len());
    let failed: usize = broken.iter().map(|finding| finding.count).sum();
    let details = [
        ("passedRules", json(passed)),
        ("failedRules", json(broken.len())),
        ("passedChecks", json(report.passed_checks)),
        ("failedChecks", json(failed)),
        (
            "ruleSummaries",
            array(broken.iter().map(|f| summary(flavour, f))),
        ),
    ];
    let profile = flavour.map_or("", Flavour::profile);
    let not = if report.conforms { "" } else { "not " };
    let statement = format!("PDF file is {not}compliant with Validation Profile requirements.");
    object([
        ("details", object(details)),
        ("jobEndStatus", json("normal")),
        ("profileName", json(format!("{profile} validation profile"))),
        ("statement", json(statement)),
        ("compliant", json(report.conforms)),
    ])
}

fn summary(flavour: Option<Flavour>, finding: &Finding) -> String {
    let of = object_of(flavour, finding);
    let checks = finding.faults.iter().map(|fault| {
        object([
            ("status", json("failed")),
            ("context", json(Context { fault, object: of }.to_string())),
            ("errorMessage", json(error_message(finding, fault))),
            ("errorArguments", array([])),
        ])
    });
    object([
        ("ruleStatus", json("FAILED")),
        ("specification", json(specification(flavour, finding))),
        ("clause", json(finding.clause)),
        ("testNumber", json(finding.test)),
        ("status", json("failed")),
        ("failedChecks", json(finding.count)),
        ("description", json(finding.message)),
        ("object", json(of)),
        ("test", json(finding.remedy())),
        ("checks", array(checks)),
    ])
}

/// A time span: start and end in milliseconds since 1970, the duration as text and in milliseconds.
fn span(took: &Took) -> String {
    let (start, finish) = took.milliseconds();
    object([
        ("start", json(start)),
        ("finish", json(finish)),
        ("duration", json(took.duration())),
        ("difference", json(finish.saturating_sub(start))),
    ])
}

fn json(value: impl Serialize) -> String {
    serde_json::to_string(&value).unwrap_or_default()
}

/// An object with these keys and values, which are JSON, in this order.
fn object<'k>(entries: impl IntoIterator<Item = (&'k str, String)>) -> String {
    let entries = entries.into_iter();
    let entries: Vec<String> = entries
        .map(|(key, value)| format!("\"{key}\":{value}"))
        .collect();
    format!("{{{}}}", entries.join(","))
}

fn array(values: impl IntoIterator<Item = String>) -> String {
    let values: Vec<String> = values.into_iter().collect();
    format!("[{}]", values.join(","))
}
