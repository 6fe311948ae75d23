//! Rules of PDF/A and PDF/UA: the objects of a document, the catalog first.

use pdfa2hocr::Source;
use pdfa2hocr::validate::{Flavour, Options, Report, Severity, validate};

use super::pdf::of_objects;

pub fn run(data: &[u8]) {
    let source = Source::from(of_objects(data));
    check(&source, Flavour::ALL[data.len() % Flavour::ALL.len()]);
}

/// Checks a file, and its report.
pub fn check(source: &Source, flavour: Flavour) {
    let options = Options {
        flavours: vec![flavour],
        max_faults: 3,
        ..Options::default()
    };
    for report in validate(source, &options).unwrap_or_default() {
        check_report(&report, options.max_faults);
    }
}

fn check_report(report: &Report, most: usize) {
    for finding in &report.findings {
        assert!(!finding.faults.is_empty(), "{finding:?}");
        assert!(
            finding.faults.len() <= most.min(finding.count),
            "{finding:?}"
        );
        assert!(
            finding.severity != Severity::Error || !report.conforms,
            "{finding:?}"
        );
    }
    serde_json::to_string(report).expect("a report is JSON");
    let mut text = String::new();
    report.write_faults(&mut text).expect("a string takes all");
}
