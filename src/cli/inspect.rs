//! `pdfa2hocr inspect`: lists the contents of a document as text or JSON.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde::{Serialize, Serializer};

use super::args::{Pages, Password};
use super::claims::Claims;
use super::input::{InputLimit, named};
use super::repeated::Repeated;
use super::{output, terminal};
use crate::convert::{Options, Road};
use crate::document::Document;
use crate::inspect::{self, Inspector, Key, Window, fonts, images, metadata, objects, operators};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, Setting};
use pdfa2hocr_core::roads::verdict::Report;

/// The lists that `inspect` prints.
#[derive(Debug, Subcommand)]
pub(super) enum InspectCommand {
    /// The fonts, with what is shown in them; or one font with its codes
    Fonts {
        #[command(flatten)]
        file: File,

        /// Show this font with all its codes: its object as it is listed, 12 or font-3
        #[arg(value_name = "OBJECT")]
        object: Option<Key>,
    },
    /// The images, each time a page draws them; or one image with its colours
    Images {
        #[command(flatten)]
        file: File,

        /// Show all of this image: the number of its object
        #[arg(value_name = "OBJECT")]
        object: Option<Key>,
    },
    /// The objects of the file; or one object with its decoded stream
    Objects {
        #[command(flatten)]
        file: File,

        /// Show this object: its number, its number and generation as 12-0, or trailer
        #[arg(value_name = "OBJECT")]
        object: Option<Key>,

        /// List only the objects in whose type or text this occurs
        #[arg(
            long,
            value_name = "TEXT",
            conflicts_with = "object",
            help_heading = "Output"
        )]
        find: Option<String>,
    },
    /// The operators of the content, with decoded strings and their places
    Operators {
        #[command(flatten)]
        file: File,
    },
    /// The structure tree with its text, one element per line
    Structure {
        #[command(flatten)]
        file: File,
    },
    /// Title and author, XMP, languages, embedded files
    Metadata {
        #[command(flatten)]
        file: File,
    },
}

/// The document, and how it is shown.
#[derive(Debug, Args)]
pub(super) struct File {
    /// The PDF to read; - is standard input
    #[arg(value_name = "INPUT")]
    input: PathBuf,

    #[command(flatten)]
    pages: Pages,

    #[command(flatten)]
    password: Password,

    /// Write JSON
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Report nothing but errors
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,

    #[command(flatten)]
    input_limit: InputLimit,
}

impl InspectCommand {
    /// Writes the listing to standard output.
    ///
    /// # Errors
    ///
    /// If the document cannot be opened, or has no such object or page.
    pub(super) fn run(&self) -> Result<()> {
        match self {
            Self::Fonts { file, object } => {
                let inspector = file.open()?;
                match object {
                    None => {
                        let listing = fonts::list(&inspector, Duration::MAX);
                        file.print(&listing, fonts::Listing::text)
                    }
                    Some(key) => {
                        let font = fonts::FontWithCodes::read(&inspector, *key)?;
                        file.print(&font, fonts::FontWithCodes::text)
                    }
                }
            }
            Self::Images { file, object } => {
                let inspector = file.open()?;
                match object {
                    None => {
                        let listing = images::list(&inspector, Window::ALL, Duration::MAX);
                        file.print(&listing, images::Listing::text)
                    }
                    Some(key) => {
                        let image = images::details(&inspector, *key, Duration::MAX)?;
                        file.print(&image, images::Details::text)
                    }
                }
            }
            Self::Objects { file, object, find } => {
                let inspector = file.open()?;
                match object {
                    None => {
                        let listing = objects::list(&inspector, Window::ALL, find.as_deref());
                        file.print(&listing, objects::Listing::text)
                    }
                    Some(key) => {
                        let object = objects::WithData::read(&inspector, *key)?;
                        file.print(&object, objects::WithData::text)
                    }
                }
            }
            Self::Operators { file } => {
                let inspector = file.open()?;
                let pages = inspector.pages().iter().map(|&index| {
                    let page = operators::OfPage::read(&inspector, index)?;
                    file.warn(&page.warnings().iter().collect());
                    Ok(page)
                });
                file.print_each(pages, operators::OfPage::text)
            }
            Self::Structure { file } => file.structure(),
            Self::Metadata { file } => {
                let inspector = file.open()?;
                file.print(&metadata::read(&inspector), metadata::Metadata::text)
            }
        }
    }
}

impl File {
    fn open(&self) -> Result<Inspector> {
        Claims::new(std::slice::from_ref(&self.input)).claim_stdout()?;
        let source = self.input_limit.read(&self.input)?;
        let password = self.password.text();
        let (document, warnings) =
            inspect::open(&source, password).map_err(|error| named(error, &self.input))?;
        self.warn(&warnings.iter().collect());
        let count = u32::try_from(document.page_count()).unwrap_or(u32::MAX);
        let pages = match &self.pages.pages {
            None => (0..count).collect(),
            Some(list) => list
                .of(count)
                .map_err(|why| Diagnostic::argument(why).about(Setting::Pages))?,
        };
        Ok(Inspector::new(document, source.bytes().len(), pages))
    }

    /// Prints warnings.
    fn warn(&self, warnings: &Repeated) {
        if !self.quiet {
            warnings
                .lines()
                .for_each(|line| terminal::say(&format!("pdfa2hocr: {line}")));
        }
    }

    fn print<T: Serialize>(&self, listing: &T, text: impl Fn(&T) -> String) -> Result<()> {
        let mut out = BufWriter::new(output::stdout()?);
        let written = match self.json {
            true => serde_json::to_writer_pretty(&mut out, listing)
                .map_err(io::Error::from)
                .and_then(|()| out.write_all(b"\n")),
            false => out.write_all(text(listing).as_bytes()),
        };
        output::ended(written.and_then(|()| out.flush()))
    }

    /// Writes listings one after the other, as JSON in an array. Each is written before the next one is read.
    ///
    /// # Errors
    ///
    /// The first error of a listing, or of writing.
    fn print_each<T: Serialize>(
        &self,
        listings: impl Iterator<Item = Result<T>>,
        text: impl Fn(&T) -> String,
    ) -> Result<()> {
        let mut out = BufWriter::new(output::stdout()?);
        let mut error = None;
        let mut listings = listings.map_while(|listing| listing.map_err(|e| error = Some(e)).ok());
        let written = match self.json {
            true => serde_json::Serializer::pretty(&mut out)
                .collect_seq(listings)
                .map_err(io::Error::from)
                .and_then(|()| out.write_all(b"\n")),
            false => listings.try_for_each(|listing| out.write_all(text(&listing).as_bytes())),
        };
        output::ended(written.and_then(|()| out.flush()))?;
        error.map_or(Ok(()), Err)
    }

    /// Writes the structure tree in the format of `--structure-text`.
    fn structure(&self) -> Result<()> {
        let (document, mut warned) = self.tagged()?;
        let mut out = output::stdout()?;
        let written = match self.json {
            true => document.write_structure_json(&mut out, &mut warned),
            false => document.write_structure(&mut out, &mut warned),
        };
        self.warn(&warned);
        written
    }

    /// Writes the verdict on the tags of the document.
    ///
    /// # Errors
    ///
    /// If the document cannot be opened or has no tags.
    pub(super) fn verdict(&self) -> Result<()> {
        let (document, mut warned) = self.tagged()?;
        let report = document.pipeline().verdicts(&mut warned);
        self.warn(&warned);
        self.print(&report, Report::text)
    }

    /// Opens the document, which must be tagged, with the warnings so far.
    fn tagged(&self) -> Result<(Document, Repeated)> {
        Claims::new(std::slice::from_ref(&self.input)).claim_stdout()?;
        let source = self.input_limit.read(&self.input)?;
        let options = Options {
            road: Road::TagsOnly,
            pages: self.pages.pages.clone(),
            password: self.password.text().to_owned(),
            ..Options::default()
        };
        let mut warned = Repeated::default();
        let document = Document::with_observer(&source, options, &mut warned)
            .map_err(|error| named(error, &self.input))?;
        Ok((document, warned))
    }
}
