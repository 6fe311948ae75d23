//! `pdfa2hocr locate`: where a quotation is.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::args::Conversion;
use super::claims::Claims;
use super::output;
use super::report::Report;
use crate::diagnostics::Result;
use crate::document::Document;
use crate::locate::{Found, Hit};
use crate::visible::visible;

/// The exit code when the quotation is not there.
const NOT_THERE: u8 = 9;

#[derive(Debug, Args)]
pub(super) struct Locate {
    /// The file to look in; - is standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    /// What is looked for
    #[arg(value_name = "QUOTE")]
    quote: String,

    /// How the places are written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    #[command(flatten)]
    conversion: Conversion,
}

/// How places are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each line of the quotation: page, box and text
    Text,
    /// An object with all that is known
    Json,
}

impl Locate {
    /// How the document is read.
    pub(super) fn conversion(&self) -> &Conversion {
        &self.conversion
    }

    /// Looks for the quotation; returns the exit code.
    ///
    /// # Errors
    ///
    /// Those of [`Document::locate`], and of writing.
    pub(super) fn run(&self) -> Result<u8> {
        let claims = Claims::new([&self.input]);
        claims.claim(std::path::Path::new("-"))?;
        let log = self.conversion.claim_log(&claims)?;
        let options = self.conversion.options()?;
        let source = super::input(&self.input)?;
        let mut report = Report::new(&self.conversion, log.as_ref())?;
        let document = Document::with_observer(&source, options, &mut report)?;
        let found = document.locate(&self.quote, &mut report)?;
        let whole = report.whole();
        report.finish();
        let written = match self.format {
            Format::Text => text(&found),
            Format::Json => {
                let mut json = serde_json::to_string(&found).unwrap_or_default();
                json.push('\n');
                json
            }
        };
        match output::stdout()?.write_all(written.as_bytes()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            other => other.map_err(|e| output::write_error(&e))?,
        }
        whole?;
        Ok(if found.located.is_empty() {
            NOT_THERE
        } else {
            0
        })
    }
}

fn text(found: &Found) -> String {
    let mut out = String::new();
    let mut add = |what: &str, hit: &Hit| {
        let score = hit.score;
        out.push_str(&format!("{what} {score:.2}: {}\n", visible(&hit.text)));
        for place in &hit.places {
            for [x0, y0, x1, y1] in &place.boxes {
                let page = place.page;
                out.push_str(&format!("  page {page}: {x0:.1} {y0:.1} {x1:.1} {y1:.1}\n"));
            }
        }
    };
    found.located.iter().for_each(|hit| add("located", hit));
    found.near.iter().for_each(|hit| add("near", hit));
    if out.is_empty() {
        out.push_str("not there\n");
    }
    out
}
