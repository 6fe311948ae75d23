//! The options that choose pages and find their scans.

use std::path::PathBuf;

use clap::Args;

use crate::cli::values::parse_folder;
use pdfa2hocr_core::page::PageList;

/// The password of a document.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input")]
pub(in crate::cli) struct Password {
    /// Open an encrypted document with this password
    ///
    /// It is the user or the owner password. Use the environment variable to keep it out of the list of
    /// processes.
    #[arg(
        long,
        value_name = "PASSWORD",
        env = "PDFA2HOCR_PASSWORD",
        hide_env_values = true
    )]
    pub(in crate::cli) password: Option<String>,
}

impl Password {
    /// The password; empty if there is none.
    pub(in crate::cli) fn text(&self) -> &str {
        self.password.as_deref().unwrap_or_default()
    }
}

/// The choice of pages.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input")]
pub(in crate::cli) struct Pages {
    /// Read these pages only: 1-5,9,12-
    #[arg(long, value_name = "LIST")]
    pub(in crate::cli) pages: Option<PageList>,
}

/// The folder with the scans of recognised text.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input")]
pub(in crate::cli) struct ScanFolder {
    /// Look here first for the page images that hOCR, ALTO, PAGE or METS name [default: the file's folder]
    #[arg(long, value_name = "DIR", value_parser = parse_folder)]
    pub(in crate::cli) scan_dir: Option<PathBuf>,
}
