//! `--list`: prints the rules that are checked.

use serde::Serialize;

use super::format::Format;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_validate::{Flavour, RuleInfo, Severity};

/// A rule of a flavour.
#[derive(Serialize)]
struct Listed {
    flavour: &'static str,
    #[serde(flatten)]
    rule: RuleInfo,
}

/// The rules of some flavours, or of all, one a line.
pub(super) fn rules(flavours: &[Flavour], format: Format) -> Result<String> {
    let all = Flavour::ALL;
    let flavours = if flavours.is_empty() { &all } else { flavours };
    let rules = flavours.iter().flat_map(|&flavour| {
        pdfa2hocr_validate::rules(flavour).map(move |rule| Listed {
            flavour: flavour.name(),
            rule,
        })
    });
    let mut out = String::new();
    for listed in rules {
        match format {
            Format::Text => {
                let Listed { flavour, rule } = listed;
                let warns = match rule.severity {
                    Severity::Error => "",
                    Severity::Warning => "warning: ",
                };
                let RuleInfo {
                    clause,
                    test,
                    message,
                    ..
                } = rule;
                out.push_str(&format!("{flavour} {clause}-{test} {warns}{message}\n"));
            }
            Format::Json => {
                out.push_str(&serde_json::to_string(&listed).unwrap_or_default());
                out.push('\n');
            }
            Format::Html | Format::Mrr | Format::VerapdfJson => {
                return Err(Diagnostic::argument(
                    "--list writes text or json; leave out --format",
                ));
            }
        }
    }
    Ok(out)
}
