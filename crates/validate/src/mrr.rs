//! Reports in the format of veraPDF's machine-readable reports (MRR), with the same elements, attributes, ids
//! and object types. `description` and `errorMessage` contain this program's messages; `test` contains the remedy
//! instead of the formula of veraPDF's profile; contexts name the page and the object.

use std::fmt::{self, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use quick_xml::escape::escape;

use super::counts::Counts;
use super::flavour::Flavour;
use super::objects;
use super::report::{Fault, Finding, Report};
use super::rule::Severity;
use pdfa2hocr_core::visible::visible;

/// The report before the jobs.
pub fn head() -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<report>\n  <buildInformation>\n    \
         <releaseDetails id=\"pdfa2hocr\" version=\"{}\"></releaseDetails>\n  </buildInformation>\n  \
         <jobs>\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// The report after the jobs: the counts of files by outcome.
pub fn foot(counts: &Counts) -> String {
    let Counts {
        files,
        conform,
        do_not,
        encrypted,
        unreadable,
        ..
    } = counts;
    let failed = encrypted + unreadable;
    format!(
        "  </jobs>\n  <batchSummary totalJobs=\"{files}\" failedToParse=\"{unreadable}\" \
         encrypted=\"{encrypted}\" outOfMemory=\"0\" veraExceptions=\"0\">\n    \
         <validationReports compliant=\"{conform}\" nonCompliant=\"{do_not}\" \
         failedJobs=\"{failed}\">{}</validationReports>\n    \
         <featureReports failedJobs=\"0\">0</featureReports>\n    \
         <repairReports failedJobs=\"0\">0</repairReports>\n    {}\n  </batchSummary>\n</report>\n",
        conform + do_not + failed,
        Took(counts.begun, SystemTime::now())
    )
}

/// A file that was checked, or could not be.
pub struct Job<'a> {
    /// The path as it was given.
    pub path: &'a str,
    /// Size in bytes.
    pub size: u64,
    /// The begin of the check.
    pub begun: SystemTime,
    /// The end of the check.
    pub ended: SystemTime,
}

impl Job<'_> {
    /// Writes the job with its reports, one for each flavour.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn checked(&self, out: &mut impl Write, reports: &[Report]) -> fmt::Result {
        self.item(out)?;
        reports.iter().try_for_each(|one| report(out, one))?;
        self.end(out)
    }

    /// Writes the job with the reason why it could not be checked.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn failed(&self, out: &mut impl Write, error: &str) -> fmt::Result {
        self.item(out)?;
        writeln!(
            out,
            "      <taskException type=\"PARSE\" isExecuted=\"true\" isSuccess=\"false\">\n        \
             {}\n        <exceptionMessage>{}</exceptionMessage>\n      </taskException>",
            Took(self.begun, self.ended),
            Text(error)
        )?;
        self.end(out)
    }

    fn item(&self, out: &mut impl Write) -> fmt::Result {
        writeln!(
            out,
            "    <job>\n      <item size=\"{}\">\n        <name>{}</name>\n      </item>",
            self.size,
            Text(self.path)
        )
    }

    fn end(&self, out: &mut impl Write) -> fmt::Result {
        writeln!(out, "      {}\n    </job>", Took(self.begun, self.ended))
    }
}

fn report(out: &mut impl Write, report: &Report) -> fmt::Result {
    let flavour = report.flavour.parse::<Flavour>().ok();
    let profile = flavour.map_or("", Flavour::profile);
    let not = if report.conforms { "" } else { "not " };
    let broken = || {
        let findings = report.findings.iter();
        findings.filter(|finding| finding.severity == Severity::Error)
    };
    let rules = broken().count();
    let checks: usize = broken().map(|finding| finding.count).sum();
    writeln!(
        out,
        "      <validationReport jobEndStatus=\"normal\" profileName=\"{profile} validation profile\" \
         statement=\"PDF file is {not}compliant with Validation Profile requirements.\" \
         isCompliant=\"{}\">\n        <details passedRules=\"{}\" failedRules=\"{rules}\" \
         passedChecks=\"{}\" failedChecks=\"{checks}\">",
        report.conforms,
        report.coverage.checked.saturating_sub(rules),
        report.passed_checks,
    )?;
    broken().try_for_each(|finding| rule(out, flavour, finding))?;
    out.write_str("        </details>\n      </validationReport>\n")
}

fn rule(out: &mut impl Write, flavour: Option<Flavour>, finding: &Finding) -> fmt::Result {
    let standard = specification(flavour, finding);
    let object = object_of(flavour, finding);
    writeln!(
        out,
        "          <rule specification=\"{standard}\" clause=\"{}\" testNumber=\"{}\" \
         status=\"failed\" failedChecks=\"{}\">\n            <description>{}</description>\n            \
         <object>{object}</object>\n            <test>{}</test>",
        finding.clause,
        finding.test,
        finding.count,
        Text(finding.message),
        Text(finding.remedy())
    )?;
    for fault in &finding.faults {
        writeln!(
            out,
            "            <check status=\"failed\">\n              <context>{}</context>\n              \
             <errorMessage>{}</errorMessage>\n            </check>",
            Context { fault, object },
            Text(&error_message(finding, fault))
        )?;
    }
    out.write_str("          </rule>\n")
}

/// The standard that contains a rule.
pub(super) fn specification(flavour: Option<Flavour>, finding: &Finding) -> &'static str {
    match flavour.map_or("", Flavour::standard) {
        // The permitted child elements are a table of another standard.
        _ if finding.clause.starts_with("Table ") => "ISO 32005:2023",
        "Well-Tagged PDF 1.0" => "WTPDF1.0",
        standard => standard,
    }
}

/// The type of object that a rule checks.
pub(super) fn object_of(flavour: Option<Flavour>, finding: &Finding) -> &'static str {
    flavour
        .and_then(|flavour| objects::of(flavour, finding.clause, finding.test))
        .unwrap_or_default()
}

/// The fault, and the faulty value.
pub(super) fn error_message(finding: &Finding, fault: &Fault) -> String {
    format!("{} ({})", finding.problem(), fault.found)
}

/// The place of a fault in the syntax of veraPDF: `root/document[0]/pages[2](7 0 obj PDPage)/object[0](14 0
/// obj PDAnnot)`.
pub(super) struct Context<'a> {
    pub fault: &'a Fault,
    /// The type of the object.
    pub object: &'a str,
}

impl Context<'_> {
    /// The path to objects of this type outside of pages.
    fn path(&self) -> &'static str {
        match self.object {
            "CosDocument" => "root",
            "CosTrailer" => "root/trailer[0]",
            "CosInfo" => "root/trailer[0]/Info[0]",
            "CosXRef" => "root/xref[0]",
            "CosIndirect" | "CosStream" | "CosFilter" | "CosFileSpecification" => {
                "root/indirectObjects[0]"
            }
            "MainXMPPackage" | "XMPPackage" | "XMPProperty" => "root/document[0]/metadata[0]",
            object if object.starts_with("SE") => "root/document[0]/StructTreeRoot[0]/K[0]",
            _ => "root/document[0]",
        }
    }
}

impl fmt::Display for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault {
            page,
            page_object,
            object,
            offset,
            in_content,
            ..
        } = self.fault;
        match page {
            Some(page) => write!(f, "root/document[0]/pages[{}]", page.index())?,
            None => f.write_str(self.path())?,
        }
        if let (Some(_), Some((number, generation))) = (page, page_object) {
            write!(f, "({number} {generation} obj PDPage)")?;
        }
        match object {
            _ if object == page_object && page.is_some() => {}
            Some((number, generation)) if *in_content => {
                write!(
                    f,
                    "/contentStream[0]({number} {generation} obj PDContentStream)"
                )?;
            }
            Some((number, generation))
                if page.is_none() && self.path() == "root/indirectObjects[0]" =>
            {
                write!(f, "({number} {generation})")?;
            }
            Some((number, generation)) => {
                write!(f, "/object[0]({number} {generation} obj {})", self.object)?;
            }
            None if *in_content => f.write_str("/contentStream[0]")?,
            None => {}
        }
        match offset {
            Some(offset) if *in_content => write!(f, "/operator[0]{{offset {offset}}}"),
            _ => Ok(()),
        }
    }
}

/// Displays text with XML markup escaped and control characters made visible, which XML does not allow.
struct Text<'a>(&'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape(&*visible(self.0)))
    }
}

/// A time span: start and end in milliseconds since 1970, and the duration in hours, minutes and seconds.
pub(super) struct Took(pub SystemTime, pub SystemTime);

impl Took {
    /// Start and end in milliseconds since 1970.
    pub(super) fn milliseconds(&self) -> (u64, u64) {
        let since = |time: SystemTime| time.duration_since(UNIX_EPOCH).unwrap_or_default();
        let whole = |time| u64::try_from(since(time).as_millis()).unwrap_or(u64::MAX);
        (whole(self.0), whole(self.1))
    }

    /// The duration in hours, minutes and seconds.
    pub(super) fn duration(&self) -> String {
        let took: Duration = self.1.duration_since(self.0).unwrap_or_default();
        let seconds = took.as_secs();
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        let milliseconds = took.subsec_millis();
        format!(
            "{hours:02}:{minutes:02}:{:02}.{milliseconds:03}",
            seconds % 60
        )
    }
}

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, finish) = self.milliseconds();
        let took = self.duration();
        write!(
            f,
            "<duration start=\"{start}\" finish=\"{finish}\">{took}</duration>"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdfa2hocr_core::page_number::PageNumber;

    #[test]
    fn what_a_file_says_never_becomes_markup() {
        let at = UNIX_EPOCH + Duration::from_millis(1500);
        let job = Job {
            path: "<a>&\u{1}.pdf",
            size: 7,
            begun: UNIX_EPOCH,
            ended: at,
        };
        let mut out = String::new();
        job.failed(&mut out, "a < b").unwrap();
        assert!(
            out.contains("<name>&lt;a&gt;&amp;\\u{1}.pdf</name>"),
            "{out}"
        );
        assert!(out.contains("<exceptionMessage>a &lt; b</exceptionMessage>"));
        assert!(out.contains("<duration start=\"0\" finish=\"1500\">00:00:01.500</duration>"));
    }

    #[test]
    fn contexts_lead_to_the_page_and_the_object() {
        let nowhere = Fault {
            page: None,
            page_object: None,
            object: None,
            offset: Some(9),
            in_content: false,
            found: String::new(),
        };
        let context = |fault: Fault, object| {
            let fault = &fault;
            Context { fault, object }.to_string()
        };
        assert_eq!(context(nowhere.clone(), "CosDocument"), "root");
        let by_itself = Fault {
            object: Some((14, 0)),
            ..nowhere.clone()
        };
        let stream = context(by_itself.clone(), "CosStream");
        assert_eq!(stream, "root/indirectObjects[0](14 0)");
        let on_page = Fault {
            page: Some(PageNumber::of(2)),
            page_object: Some((7, 0)),
            ..by_itself
        };
        assert_eq!(
            context(on_page.clone(), "PDAnnot"),
            "root/document[0]/pages[2](7 0 obj PDPage)/object[0](14 0 obj PDAnnot)"
        );
        let page = Fault {
            object: Some((7, 0)),
            ..on_page.clone()
        };
        assert_eq!(
            context(page, "PDPage"),
            "root/document[0]/pages[2](7 0 obj PDPage)"
        );
        let in_form = Fault {
            in_content: true,
            ..on_page
        };
        assert_eq!(
            context(in_form, "PDDeviceRGB"),
            "root/document[0]/pages[2](7 0 obj PDPage)/contentStream[0](14 0 obj PDContentStream)/operator[0]{offset 9}"
        );
    }
}
