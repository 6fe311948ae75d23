//! Conformance to PDF/A (ISO 19005) and PDF/UA (ISO 14289).

pub use pdfa2hocr_validate::{
    Coverage, Fault, Finding, Flavour, Missing, Options, Report, RuleInfo, Severity, rules,
    validate,
};
