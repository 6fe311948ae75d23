//! Reports as an HTML page that loads no other files: rules by frequency first, then files with their faults.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine};

use super::counts::Counts;
use super::flavour::Flavour;
use super::report::{Fault, Finding, Report};
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::visible::visible;

/// The page before the reports.
pub fn head() -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"generator\" content=\"pdfa2hocr {}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Conformance of PDF files</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>Conformance of PDF files</h1>\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// The totals are written last and shown first, by `order`.
const STYLE: &str = include_str!("html.css");

/// Filters and sorts the files, and enlarges the place of a fault on its page.
const SCRIPT: &str = include_str!("html.js");

/// The rules that the files break, for the begin of the page.
#[derive(Debug, Default)]
pub struct Summary(BTreeMap<(&'static str, &'static str, u16), Broken>);

/// A rule that files break.
#[derive(Debug)]
struct Broken {
    message: &'static str,
    files: usize,
    faults: usize,
}

impl Summary {
    /// Counts the rules that a report lists.
    pub fn add(&mut self, report: &Report) {
        for finding in &report.findings {
            let key = (report.flavour, finding.clause, finding.test);
            let rule = self.0.entry(key).or_insert(Broken {
                message: finding.message,
                files: 0,
                faults: 0,
            });
            rule.files += 1;
            rule.faults += finding.count;
        }
    }

    /// The table of the rules, the most frequent first. With `buttons`, that of a rule shows the files that
    /// break it.
    fn write(&self, out: &mut impl Write, buttons: bool) -> fmt::Result {
        let mut rules: Vec<_> = self.0.iter().collect();
        rules.compact_sort_by_key(|(_, rule)| std::cmp::Reverse((rule.files, rule.faults)));
        out.write_str("<tr><th>Rule</th><th>Fault</th><th>Files</th><th>Faults</th></tr>\n")?;
        for ((flavour, clause, test), rule) in rules {
            let name = rule_name(flavour, clause, *test);
            let name = Escaped(&name);
            out.write_str("<tr><td>")?;
            match buttons {
                true => write!(
                    out,
                    "<button data-rule=\"{flavour} {clause}-{test}\">{name}</button>"
                )?,
                false => write!(out, "{name}")?,
            }
            writeln!(
                out,
                "</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                Escaped(rule.message),
                rule.files,
                rule.faults
            )?;
        }
        Ok(())
    }
}

/// A rule by its standard: `ISO 19005-2:2011, clause 6.2.11.4.1, test 1`.
fn rule_name(flavour: &str, clause: &str, test: u16) -> String {
    match flavour.parse().map_or("", Flavour::standard) {
        _ if clause.starts_with("Table ") => format!("ISO/TS 32005:2023, {clause}, test {test}"),
        standard => format!("{standard}, clause {clause}, test {test}"),
    }
}

/// The page after the reports: totals, broken rules, and the controls of the list of files.
pub fn foot(counts: &Counts, summary: &Summary) -> String {
    let mut out = totals(counts);
    if counts.files > 1 {
        out.push_str(&table(summary, true));
    }
    out.push_str(FILTER);
    let _ = write!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    out
}

/// The page after its head, without reports: totals and broken rules.
pub fn summary(counts: &Counts, summary: &Summary) -> String {
    [
        &totals(counts),
        &table(summary, false),
        "</body>\n</html>\n",
    ]
    .concat()
}

/// The broken rules; empty if there are none.
fn table(summary: &Summary, buttons: bool) -> String {
    let mut out = String::new();
    if !summary.0.is_empty() {
        out.push_str("<table class=\"rules\">\n");
        // Writing to a string does not fail.
        let _ = summary.write(&mut out, buttons);
        out.push_str("</table>\n");
    }
    out
}

/// The number of files by result, date of the check, version of the program.
fn totals(counts: &Counts) -> String {
    let files = counted(counts.files, "file");
    let at = humantime::format_rfc3339_seconds(counts.begun).to_string();
    let day = at.get(..10).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    let mut out = format!("<p class=\"totals\">{files}");
    let several = [
        (counts.conform, "<strong class=\"pass\">PASS</strong>"),
        (counts.do_not, "<strong class=\"fail\">FAIL</strong>"),
        (counts.encrypted, "that a password locks"),
        (counts.unreadable, "that cannot be read"),
    ];
    for (number, what) in several.into_iter().filter(|(number, _)| *number > 0) {
        // Writing to a string does not fail.
        let _ = write!(out, " · {number} {what}");
    }
    let _ = write!(
        out,
        "<br>\nChecked on <time datetime=\"{at}\">{day}</time> by pdfa2hocr {version}.</p>\n"
    );
    out
}

/// The controls of the list of files.
const FILTER: &str = "<p class=\"filter\"><label>Show <select id=\"verdict\"><option value=\"\">all files\
    <option>FAIL<option>PASS<option>ERROR</select></label> <label>with <input id=\"text\" type=\"search\" \
    placeholder=\"part of a path, or a rule\"></label> <label>sorted by <select id=\"order\"><option value=\"\">\
    order of the check<option value=\"path\">path<option value=\"faults\">number of faults</select></label> \
    <output id=\"shown\"></output></p>\n";

/// Writes the line of a file that could not be checked.
///
/// # Errors
///
/// Those of `out`.
pub fn error(out: &mut impl Write, path: &str, error: &str) -> fmt::Result {
    writeln!(
        out,
        "<p class=\"file\" data-verdict=\"ERROR\" data-path=\"{}\"><strong class=\"fail\">ERROR</strong> {}: {}</p>",
        Escaped(path),
        Escaped(path),
        Escaped(error)
    )
}

/// A page with the places of its faults.
pub struct FaultPage {
    /// The page.
    pub number: PageNumber,
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// The encoded image of the page; `None` if it could not be rendered.
    pub picture: Option<Arc<[u8]>>,
    /// The media type of the image.
    pub media_type: &'static str,
    /// The places of faults.
    pub boxes: Vec<FaultBox>,
}

/// The place of a fault.
#[derive(PartialEq)]
pub struct FaultBox {
    /// Index of its finding in the report, from 0.
    pub finding: usize,
    /// Left, top, right and bottom in points, from the page's top left corner.
    pub bbox: [f64; 4],
}

/// Writes the report of one file and flavour, with pictures of some of its pages.
///
/// # Errors
///
/// Those of `out`.
pub fn report(
    out: &mut impl Write,
    path: &str,
    report: &Report,
    pages: &[FaultPage],
) -> fmt::Result {
    let (class, verdict) = if report.conforms {
        ("pass", "PASS")
    } else {
        ("fail", "FAIL")
    };
    let claim = if report.claimed {
        ""
    } else {
        " (the file does not claim it)"
    };
    let faults: usize = report.findings.iter().map(|finding| finding.count).sum();
    write!(
        out,
        "<details{} class=\"file\" data-verdict=\"{verdict}\" data-faults=\"{faults}\" data-path=\"{}\" \
         data-rules=\"",
        if report.conforms { "" } else { " open" },
        Escaped(path),
    )?;
    for finding in &report.findings {
        write!(
            out,
            "{} {}-{};",
            report.flavour, finding.clause, finding.test
        )?;
    }
    writeln!(
        out,
        "\">\n<summary><strong class=\"{class}\">{verdict}</strong> {} {}{claim}</summary>",
        Escaped(path),
        report.flavour
    )?;
    if !report.findings.is_empty() {
        out.write_str(
            "<table>\n<tr><th>Rule</th><th>Fault</th><th>What to do</th><th>Places</th></tr>\n",
        )?;
        for (index, finding) in report.findings.iter().enumerate() {
            let is_drawn = |page: &&FaultPage| page.boxes.iter().any(|b| b.finding == index);
            let drawn = pages.iter().filter(is_drawn).map(|page| page.number);
            row(out, report.flavour, index, finding, drawn)?;
        }
        out.write_str("</table>\n")?;
    }
    pages
        .iter()
        .try_for_each(|page| figure(out, page, &report.findings))?;
    for repair in &report.repairs {
        writeln!(out, "<p>Repaired: {}</p>", Escaped(repair))?;
    }
    for warning in &report.warnings {
        writeln!(out, "<p>Warning: {}</p>", Escaped(warning))?;
    }
    let missing: Vec<String> = report
        .coverage
        .missing
        .iter()
        .map(|m| format!("{}-{} ({})", m.clause, m.test, m.reason))
        .collect();
    write!(
        out,
        "<p>{} checked",
        counted(report.coverage.checked, "rule")
    )?;
    if !missing.is_empty() {
        write!(out, "; not checked: {}", Escaped(&missing.join(", ")))?;
    }
    out.write_str(".</p>\n</details>\n")
}

/// Writes a page with its boxes; the tooltip of a box describes its fault.
fn figure(out: &mut impl Write, page: &FaultPage, findings: &[Finding]) -> fmt::Result {
    let FaultPage {
        number,
        width,
        height,
        ..
    } = page;
    writeln!(
        out,
        "<figure data-page=\"{number}\">\n<svg viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"Page {number}\">\n<rect width=\"{width}\" height=\"{height}\" \
         class=\"sheet\"/>"
    )?;
    if let Some(picture) = &page.picture {
        write!(
            out,
            "<image width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
             href=\"data:{};base64,",
            page.media_type
        )?;
        out.write_str(&BASE64_STANDARD.encode(picture))?;
        out.write_str("\"/>\n")?;
    }
    let mut rules: Vec<String> = Vec::new();
    for FaultBox {
        finding: index,
        bbox,
    } in &page.boxes
    {
        let Some(finding) = findings.get(*index) else {
            continue;
        };
        let rule = format!("{}-{}", finding.clause, finding.test);
        let [x0, y0, x1, y1] = bbox;
        writeln!(
            out,
            "<rect class=\"fault\" data-finding=\"{index}\" x=\"{x0}\" y=\"{y0}\" width=\"{}\" height=\"{}\">\
             <title>{rule}: {}</title></rect>",
            x1 - x0,
            y1 - y0,
            Escaped(finding.message)
        )?;
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    writeln!(
        out,
        "</svg>\n<figcaption>Page {number}: {}</figcaption>\n</figure>",
        Escaped(&rules.join(", "))
    )
}

/// Writes a rule with its faults, and a button for each page on which they are drawn.
fn row(
    out: &mut impl Write,
    flavour: &str,
    index: usize,
    finding: &Finding,
    drawn: impl Iterator<Item = PageNumber>,
) -> fmt::Result {
    writeln!(
        out,
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>",
        Escaped(&rule_name(flavour, finding.clause, finding.test)),
        Escaped(finding.problem()),
        Escaped(finding.remedy())
    )?;
    for page in drawn {
        writeln!(
            out,
            "<button data-finding=\"{index}\" data-page=\"{page}\">Show on page {page}</button>"
        )?;
    }
    for alike in finding.faults.chunk_by(|one, next| one.found == next.found) {
        let found = alike.first().map_or("", |fault| &fault.found);
        let places = places(alike);
        let separator = if places.is_empty() { "" } else { ": " };
        writeln!(out, "{}{separator}{}<br>", Escaped(&places), Escaped(found))?;
    }
    let more = finding.count.saturating_sub(finding.faults.len());
    match finding.faults.is_empty() {
        _ if more == 0 => {}
        true => writeln!(out, "{}", counted(more, "place"))?,
        false => writeln!(out, "… and {more} more")?,
    }
    out.write_str("</td></tr>\n")
}

/// Lists the places of faults: `page 1 content offset 100, 109; page 2 content offset 7`.
fn places(faults: &[Fault]) -> String {
    let mut out = String::new();
    let mut last: Option<&Fault> = None;
    for fault in faults {
        let whose = |fault: &Fault| (fault.page, fault.object, fault.in_content);
        let continued = last.is_some_and(|last| whose(last) == whose(fault));
        match fault.offset {
            Some(offset) if continued => out.push_str(&format!(", {offset}")),
            _ => {
                let separator = if out.is_empty() { "" } else { "; " };
                let place = fault.to_string();
                out.push_str(&format!("{separator}{}", place.trim_start()));
            }
        }
        last = Some(fault);
    }
    out
}

/// Displays text with HTML markup escaped and control characters made visible, which HTML does not allow.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = visible(self.0).replace('&', "&amp;").replace('<', "&lt;");
        f.write_str(&text.replace('>', "&gt;").replace('"', "&quot;"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_are_alike_are_told_together() {
        let fault = |page: u32, offset| Fault {
            page: Some(PageNumber::of(page - 1)),
            page_object: None,
            object: None,
            offset: Some(offset),
            in_content: true,
            found: "DeviceRGB".into(),
        };
        let shown = places(&[fault(1, 100), fault(1, 109), fault(2, 7)]);
        assert_eq!(
            shown,
            "page 1 content offset 100, 109; page 2 content offset 7"
        );
    }

    #[test]
    fn what_a_file_says_never_becomes_markup() {
        let mut out = String::new();
        error(&mut out, "<b>.pdf", "a & \"b\"\u{1}").unwrap();
        assert_eq!(
            out,
            "<p class=\"file\" data-verdict=\"ERROR\" data-path=\"&lt;b&gt;.pdf\"><strong class=\"fail\">ERROR</strong> \
             &lt;b&gt;.pdf: a &amp; &quot;b&quot;\\u{1}</p>\n"
        );
    }
}
