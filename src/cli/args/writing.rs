//! The options of outputs: how formats are written, and the log.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use crate::cli::claims::Claims;
use crate::cli::destination::Destination;
use crate::cli::errors::cannot_write;
use crate::cli::existing::{Content, Rule};
use crate::cli::values::{parse_dpi, parse_share, parse_size};
use crate::convert;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::pdf::{self, Source};
use pdfa2hocr_core::write::{
    Conformance, Description, Families, Marks, Meta, Options, PdfImages, SegmentParams,
};

/// The size of pages in pixels.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct Resolution {
    /// Scale every page to this size in pixels
    #[arg(short, long, value_name = "WxH", value_parser = parse_size, conflicts_with = "dpi")]
    resolution: Option<(u32, u32)>,

    /// Pixels per inch [default: 300, or those of a page's scan]
    #[arg(long, value_name = "N", value_parser = parse_dpi)]
    dpi: Option<f32>,
}

impl Resolution {
    pub(in crate::cli) fn resolution(&self) -> convert::Resolution {
        match (self.resolution, self.dpi) {
            (Some((width, height)), _) => convert::Resolution::Size { width, height },
            (None, Some(dpi)) => convert::Resolution::Dpi(dpi),
            (None, None) => convert::Resolution::Automatic,
        }
    }
}

/// Options of the output formats.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct Writing {
    /// With --format text: rejoin words that are hyphenated at the end of a line
    #[arg(long)]
    no_hyphens: bool,

    /// With --format text: write running text, a paragraph a line, whole over columns and pages
    #[arg(long, conflicts_with = "no_hyphens")]
    pub(super) flow: bool,

    /// With markdown, html and running text: keep the printed lines, and join nothing
    #[arg(long)]
    keep_lines: bool,

    /// With markdown, html and running text: keep running heads, feet, page numbers and line numbers
    #[arg(long)]
    keep_heads: bool,

    /// With markdown, html and running text: keep the labels of charts and diagrams
    ///
    /// --keep-lines keeps them, too.
    #[arg(long)]
    keep_chart_text: bool,

    /// With markdown: begin with a block of YAML: title, author, date, language, source, digest
    #[arg(long)]
    pub(super) front_matter: bool,

    /// Read the title, author and imprint of the printed work from this JSON file
    ///
    /// Keys: title, author, subject, keywords, publisher, place, date, language. They replace the facts of
    /// the file in every format; the imprint is in TEI.
    #[arg(long, value_name = "FILE")]
    pub(super) meta: Option<PathBuf>,

    /// With hocr and alto: write the box of every character (x_bboxes, Glyph)
    #[arg(long)]
    char_boxes: bool,

    /// Mark bold and italic words with spans of class ocrx_bold and ocrx_italic
    ///
    /// Without it they are marked with <strong> and <em>.
    #[arg(short = 't', long)]
    special_font_tags: bool,

    /// Read font families from this file, one per line: PostScript name, TAB, family
    #[arg(short, long, value_name = "FILE")]
    pub(super) font_mapping: Option<PathBuf>,

    /// With --format segments: tolerance along the line, in points
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = SegmentParams::default().x_tolerance)]
    x_tolerance: f32,

    /// With --format segments: tolerance across the line, in points
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = SegmentParams::default().y_tolerance)]
    y_tolerance: f32,

    /// With --format segments: six characters for end, tab, comes-before, box-wrap, open, close
    #[arg(
        long,
        value_name = "CHARACTERS",
        default_value = "\\n\\t\u{21E4}\u{21B5}\u{27E8}\u{27E9}"
    )]
    segment_marks: Marks,

    /// With pdf: the standard that the file claims, if it conforms: a-2u, a-2a, a-3a, a-4, ua-1 or plain
    ///
    /// A file that does not conform claims less: a warning names the reason and the pages, and the exit code is 11.
    #[arg(long, value_name = "STANDARD", default_value_t)]
    pdf_conformance: Conformance,

    /// With pdf: replace the tags that an existing PDF has
    #[arg(long)]
    pub(in crate::cli) replace_tags: bool,

    /// With pdf: take descriptions of images from this JSON file
    ///
    /// A list of objects with page (from 1), bbox (left, top, right, bottom in points from the upper left corner
    /// of the page) and alt. The image that a box covers best gets its text.
    #[arg(long, value_name = "FILE")]
    pub(super) alt: Option<PathBuf>,

    /// With pdf: keep the images of recognised pages, or use none, dpi=N or jpeg=QUALITY
    ///
    /// dpi=N reduces images of a higher resolution; jpeg=QUALITY, from 1 to 100, compresses them again.
    #[arg(long, value_name = "IMAGES", default_value_t)]
    pdf_images: PdfImages,

    /// Report what the output has no place for, a line a kind with a count
    #[arg(long)]
    loss: bool,
}

impl Writing {
    /// The options of the writers for text in this language.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`](pdfa2hocr_core::diagnostics::DiagnosticKind::Argument) if the file of font families
    /// or of facts about the work is invalid.
    pub(super) fn options(&self, lang: Option<String>) -> Result<Options> {
        let mut options = Options::default();
        options.lang = lang;
        options.loss = self.loss;
        options.special_font_tags = self.special_font_tags;
        options.no_hyphens = self.no_hyphens;
        options.flow = self.flow;
        options.keep_lines = self.keep_lines;
        options.keep_heads = self.keep_heads;
        options.keep_chart_text = self.keep_chart_text;
        options.char_boxes = self.char_boxes;
        options.front_matter = self.front_matter;
        options.conformance = self.pdf_conformance;
        options.pdf_images = self.pdf_images;
        options.replace_tags = self.replace_tags;
        if let Some(path) = &self.alt {
            options.descriptions = Arc::new(Description::read(path)?);
        }
        options.segments.x_tolerance = self.x_tolerance;
        options.segments.y_tolerance = self.y_tolerance;
        options.segments.marks = self.segment_marks;
        if let Some(path) = &self.font_mapping {
            options.families = Families::read(path)?;
        }
        if let Some(path) = &self.meta {
            options.meta = Meta::read(path)?;
        }
        Ok(options)
    }
}

#[cfg(feature = "browse")]
impl Writing {
    /// Takes the files of other options, which are named when the program is started.
    pub(super) fn keep_files(&mut self, other: &Self) {
        self.font_mapping.clone_from(&other.font_mapping);
        self.meta.clone_from(&other.meta);
        self.alt.clone_from(&other.alt);
    }
}

/// The log, and the rule for existing files.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct Record {
    /// Replace existing files of any content, except inputs
    ///
    /// Only a PDF replaces a PDF. Without --overwrite a file is replaced if it is unchanged output of this program,
    /// or if INPUT is a PDF and the file is plain text, Markdown, TSV, JSON or vertical text with the ending of its
    /// format. All other files stay, and the exit code is 1.
    #[arg(long)]
    pub(in crate::cli) overwrite: bool,

    /// Write all warnings to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Write the result of each of --corrections to this file, one JSON object per line; - is standard output
    ///
    /// The states are applied, needless (the page is already so), failed and conflict. In a batch, each line has
    /// the name of its document.
    #[arg(long, value_name = "FILE", requires = "corrections")]
    corrections_report: Option<PathBuf>,
}

/// The destinations of a report's files.
#[derive(Debug, Default)]
pub(in crate::cli) struct Logs {
    pub(in crate::cli) log: Option<Destination>,
    pub(in crate::cli) corrections: Option<Destination>,
}

impl Record {
    /// The rule for existing files of a conversion of this document.
    pub(in crate::cli) fn rule(&self, source: &Source) -> Rule {
        let head = usize::try_from(pdf::HEAD).unwrap_or(usize::MAX);
        let bytes = source.bytes();
        Rule {
            overwrite: self.overwrite,
            from_pdf: pdf::looks_like_pdf(bytes.get(..head).unwrap_or(bytes)),
        }
    }

    /// Claims the paths of `--log` and `--corrections-report`.
    pub(in crate::cli) fn claim_logs(&self, claims: &Claims) -> Result<Logs> {
        Ok(Logs {
            corrections: self.claim_corrections(claims)?,
            log: claim_json(claims, self.log.as_deref())?,
        })
    }

    /// The same for a document of a batch, which has claimed the path of `--corrections-report`.
    pub(in crate::cli) fn claim_logs_in_batch(&self, claims: &Claims) -> Result<Logs> {
        let find =
            |path: &PathBuf| Destination::find(path).map_err(|error| cannot_write(path, &error));
        Ok(Logs {
            corrections: self.corrections_report.as_ref().map(find).transpose()?,
            log: claim_json(claims, self.log.as_deref())?,
        })
    }

    /// Claims the path of `--corrections-report`.
    pub(in crate::cli) fn claim_corrections(&self, claims: &Claims) -> Result<Option<Destination>> {
        claim_json(claims, self.corrections_report.as_deref())
    }
}

fn claim_json(claims: &Claims, path: Option<&Path>) -> Result<Option<Destination>> {
    let claim = |path| claims.claim(path, Content::json(path));
    path.map(claim).transpose()
}

/// The report of each page, for commands that count the words of pages.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct Verbose {
    /// Report every page when it is done
    #[arg(short, long, conflicts_with = "quiet")]
    pub(in crate::cli) verbose: bool,
}
