//! `pdfa2hocr check`: reports faults in hOCR files.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::claims::Claims;
use super::input::InputLimit;
use super::output;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, write_error};
use pdfa2hocr_core::visible::visible;
use pdfa2hocr_core::{lint, pdf};

/// Number of bytes in which the PDF header is searched.
const HEAD: usize = pdf::HEAD as usize;

/// Exit code if a file has a fault.
const FOUND: u8 = 8;

#[derive(Debug, Args)]
pub(super) struct CheckCommand {
    /// The hOCR files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    input_limit: InputLimit,
}

impl CheckCommand {
    /// Prints the faults of the files, one a line, to standard output; returns the exit code.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if a file cannot be read; [`Diagnostic::argument`] for a PDF.
    pub(super) fn run(&self) -> Result<u8> {
        Claims::new(&self.files).claim_stdout()?;
        let mut out = output::stdout()?;
        let mut count = 0;
        for path in &self.files {
            if path.is_dir() {
                let why = format!("{} is a directory; name the files in it", path.display());
                return Err(Diagnostic::file(why));
            }
            let source = self.input_limit.read(path)?;
            let bytes = source.bytes();
            let name = match path.as_os_str() == "-" {
                true => "standard input".into(),
                false => path.display().to_string(),
            };
            if pdf::looks_like_pdf(bytes.get(..HEAD).unwrap_or(bytes)) {
                let why = format!(
                    "{name} is a PDF, and check reads hOCR: validate checks PDFs, and a conversion \
                     makes hOCR of one"
                );
                return Err(Diagnostic::argument(why));
            }
            let findings = lint::check(bytes);
            let name = visible(&name);
            count += findings.list.len() + findings.more;
            let mut report = String::new();
            for finding in &findings.list {
                let message = visible(&finding.message);
                report.push_str(&format!("{name}:{}: {message}\n", finding.line));
            }
            if findings.more > 0 {
                report.push_str(&format!("{name}: {} more\n", findings.more));
            }
            match out.write_all(report.as_bytes()) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
                other => other.map_err(|e| write_error(&e))?,
            }
        }
        Ok(if count == 0 { 0 } else { FOUND })
    }
}
