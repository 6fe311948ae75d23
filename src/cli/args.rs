//! The arguments: each option with its help, and what it sets.

// Documentation is help here, for terminals.
#![allow(rustdoc::invalid_html_tags)]

#[cfg(feature = "browse")]
mod changed;
mod columns;
mod conversion;
mod effect;
mod given;
mod modules;
mod road;
mod values;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args as Group, CommandFactory, Parser, Subcommand};

use crate::convert::{Options, Road};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::layout::Method;
use crate::layout::heuristics::Heuristic;
use crate::layout::pdfminer::GroupParams;
use crate::line::LineParams;
use crate::normalize::Form;
use crate::page::PageList;
use crate::pdf::Source;
use crate::read::OcrDocument;
use crate::suggest::did_you_mean;
use crate::write::{Marks, SegmentParams};

use super::batch::Batch;
#[cfg(feature = "browse")]
use super::browse::Browse;
use super::check::CheckCommand;
use super::explain::Explain;
use super::formats::Formats;
use super::generate::Generate;
use super::input::{InputLimit, is_pipe};
use super::inspect::{File, InspectCommand};
use super::locate::Locate;
use super::maps::MapChoice;
use super::module::ModuleCommand;
use super::unsaved;
#[cfg(feature = "validate")]
use super::validate::ValidateCommand;
use super::worker::Worker;
#[cfg(feature = "browse")]
pub(super) use changed::changeable;
use columns::Columns;
pub(super) use effect::without_effect;
pub(super) use given::given_to;
use modules::Modules;
pub(super) use modules::settings_of;
use road::Roads;
#[cfg(feature = "render")]
pub(super) use values::ImagesAs;
use values::{
    Flow, ViewerAs, parse_dpi, parse_flow, parse_folder, parse_form, parse_heuristic, parse_method,
    parse_share, parse_size,
};
pub(super) use values::{parse_input, parse_jobs, parse_memory, parse_setting};

/// Turn PDFs and OCR files into hOCR: words, lines and blocks with their boxes, in reading order.
#[derive(Debug, Parser)]
#[command(
    name = "pdfa2hocr",
    version,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    after_help = "Exit codes: 0 done; 1 wrong arguments; 2 a file cannot be opened or written; \
                  3 the document's structure cannot be read; 4 no object table can be read; \
                  5 the document needs a password; 6 the module has an error (pages on which it \
                  failed are written without its changes); 7 some of several files could not be \
                  converted; 8 `check` found something; 9 `locate` did not find it; 10 a limit was reached: the output is \
                  written, but truncated, or, with --time-limit, not written. `validate --help` has \
                  its own."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    #[command(flatten)]
    pub convert: Args,
}

/// The commands other than conversion.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check a module, or show what it does
    #[command(subcommand, arg_required_else_help = false)]
    Module(ModuleCommand),
    /// Convert many files, and resume an earlier run
    Batch(Box<Batch>),
    /// Draw a page with everything that was detected on it
    Explain(Box<Explain>),
    /// See the structure of documents in a browser
    #[cfg(feature = "browse")]
    Browse(Box<Browse>),
    /// List what a document is made of: fonts, images, objects, operators, structure, metadata
    #[command(subcommand, arg_required_else_help = false)]
    Inspect(InspectCommand),
    /// Find where a quotation is: pages, and a box for each line
    Locate(Box<Locate>),
    /// Compare the tags of a document with what can be seen on its pages
    #[command(arg_required_else_help = false)]
    Tags(File),
    /// Check files against PDF/A and PDF/UA
    #[cfg(feature = "validate")]
    #[command(arg_required_else_help = false)]
    Validate(ValidateCommand),
    /// Check hOCR files against the specification and what readers of hOCR accept
    #[command(arg_required_else_help = false)]
    Check(CheckCommand),
    /// Convert documents, or draw pages, for the program that started this one
    #[command(hide = true)]
    Worker(Worker),
    /// Make files for packages
    #[command(hide = true)]
    Generate(Generate),
}

impl Command {
    /// Runs the command; returns the exit code.
    ///
    /// # Errors
    ///
    /// Those of the command.
    pub(super) fn run(&self) -> Result<u8> {
        match self {
            Self::Module(command) => command.run().map(|()| 0),
            Self::Batch(command) => command.run().map(|()| 0),
            Self::Explain(command) => command.run().map(|()| 0),
            Self::Inspect(command) => command.run().map(|()| 0),
            Self::Locate(command) => command.run(),
            Self::Tags(file) => file.verdict().map(|()| 0),
            #[cfg(feature = "browse")]
            Self::Browse(command) => command.run().map(|()| 0),
            #[cfg(feature = "validate")]
            Self::Validate(command) => Ok(command.run()),
            Self::Check(command) => command.run(),
            Self::Worker(command) => command.run().map(|()| 0),
            Self::Generate(command) => command.run().map(|()| 0),
        }
    }
}

/// Whether a file, or one in a folder, is recognised text. A pipe may be: it is not looked at, as it gives
/// what it has once.
fn is_text(path: &Path) -> bool {
    is_pipe(path) || Source::map(path).is_ok_and(|source| OcrDocument::recognises(&source))
}

/// The conversion of one document.
#[derive(Debug, Group)]
pub(super) struct Args {
    /// The file to read, a PDF or recognised text (hOCR, ALTO, PAGE, TSV, METS); - is standard input
    ///
    /// Several files of recognised text, or a folder of them, are one document: INPUT… OUTPUT.
    #[arg(value_name = "INPUT", required = true)]
    input: Option<PathBuf>,

    /// The file to write; - is standard output
    ///
    /// With several formats, each has its own ending: out.html, out.txt.
    #[arg(value_name = "OUTPUT", required_unless_present_any = ["structure_text", "format"])]
    output: Option<PathBuf>,

    /// Further files of the same document, the last of which is the OUTPUT
    #[arg(hide = true)]
    more: Vec<PathBuf>,

    /// Show the document's structure tree with its text, one element per line
    ///
    /// Without an OUTPUT, it goes to standard output.
    #[arg(long, conflicts_with_all = ["page_analysis", "format"])]
    pub structure_text: bool,

    /// Also convert the PDFs embedded in this one, each to its own file in this folder
    ///
    /// Those embedded in them are converted as well. The folder's attachments.tsv lists all embedded
    /// files. The exit code is 7 when one could not be converted.
    #[arg(long, value_name = "DIR", conflicts_with = "structure_text")]
    pub attachments: Option<PathBuf>,

    /// End a conversion that takes longer than N seconds, without output; 0 for no limit
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    pub time_limit: u64,

    #[command(flatten)]
    pub input_limit: InputLimit,

    /// Report progress to the program that started this one, and end with it
    #[arg(long, hide = true)]
    pub report_progress: bool,

    /// Read a mapping or a module from another file, as long as what it should hold is not saved
    #[arg(long, num_args = 2, value_names = ["FILE", "TEXT"], hide = true)]
    unsaved: Vec<PathBuf>,

    /// Also write a map of the text: a JSON file that says for each word of it where it is on which page
    ///
    /// With markdown, html and text. With several of them, each names its own: --map
    /// text=text.json,markdown=markdown.json.
    #[arg(
        long,
        value_name = "FILE",
        value_delimiter = ',',
        conflicts_with = "structure_text"
    )]
    pub map: Vec<MapChoice>,

    #[command(flatten)]
    pub formats: Formats,

    #[command(flatten)]
    pub conversion: Conversion,
}

/// Options of a conversion, of one document or many.
#[derive(Debug, Clone, Group)]
pub(super) struct Conversion {
    /// With --format text: rejoin words that are hyphenated at the end of a line
    #[arg(long)]
    no_hyphens: bool,

    /// With --format text: write running text, a paragraph a line, whole over columns and pages
    #[arg(long, conflicts_with = "no_hyphens")]
    flow: bool,

    /// With markdown, html and running text: keep the printed lines, and join nothing
    #[arg(long)]
    keep_lines: bool,

    /// With markdown, html and running text: keep running heads, feet and page numbers
    #[arg(long)]
    keep_heads: bool,

    /// With hocr and alto: write the box of every character (x_bboxes, Glyph)
    #[arg(long)]
    char_boxes: bool,

    /// With --format segments: tolerance along the line, in points
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = SegmentParams::default().x_tolerance, help_heading = "Segments")]
    x_tolerance: f32,

    /// With --format segments: tolerance across the line, in points
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = SegmentParams::default().y_tolerance, help_heading = "Segments")]
    y_tolerance: f32,

    /// With --format segments: six characters for end, tab, comes-before, box-wrap, open, close
    #[arg(
        long,
        value_name = "CHARACTERS",
        default_value = "\\n\\t\u{21E4}\u{21B5}\u{27E8}\u{27E9}",
        help_heading = "Segments"
    )]
    segment_marks: Marks,

    /// With --format viewer: write one file, or one with a folder beside it, or which of them fits
    #[arg(long, value_name = "SHAPE", default_value = "auto")]
    viewer_as: ViewerAs,

    /// Save the scans of pages in this folder, as they are in the document; boxes are in their pixels
    ///
    /// Each page that is a single scanned image gives one file, which the output names. In a batch each
    /// output has its own folder beside it.
    #[arg(long, value_name = "DIR", overrides_with = "images", conflicts_with_all = ["dpi", "resolution"])]
    pub images: Option<PathBuf>,

    /// With --images: save a picture of each page that is a scan, which every web browser shows
    ///
    /// Pages are drawn as they are seen, at the resolution of the scan: also those that are put together
    /// from several images, turned, or compressed as JPEG 2000, JBIG2 or CCITT. Boxes are in the pixels
    /// of the picture.
    #[cfg(feature = "render")]
    #[arg(
        long,
        value_name = "FORMAT",
        overrides_with = "images_as",
        requires = "images"
    )]
    images_as: Option<ImagesAs>,

    #[command(flatten)]
    roads: Roads,

    /// Write text boxes only, without groups of them
    ///
    /// Text boxes are paragraphs, and groups are blocks of them. In tagged documents this, like all
    /// options of page analysis, applies to what has no tags.
    #[arg(short, long)]
    ignore_text_groups: bool,

    /// Map nodes to elements with this mapping: a file, or the name of a built-in one
    ///
    /// Built in are `tagged` (default for tagged documents), `layout` (default for others), `html` (plain
    /// HTML), `tesseract` (the shapes that Tesseract writes), `strict` (no more than hOCR's specification
    /// names), `tagged-2011`, `layout-2011` (those of the tool of 2011) and `finereader-2011` (the same for old FineReader files).
    /// Files are JSON, or the old TAB-separated format.
    #[arg(short, long, value_name = "FILE")]
    pub mapping: Option<String>,

    #[command(flatten)]
    modules: Modules,

    /// Scale every page to this size in pixels
    #[arg(short, long, value_name = "WxH", value_parser = parse_size, conflicts_with = "dpi")]
    resolution: Option<(u32, u32)>,

    /// Pixels per inch [default: 300, or the scan's own on pages that are a single scanned image]
    #[arg(long, value_name = "N", value_parser = parse_dpi)]
    dpi: Option<f32>,

    /// Report what the output has no place for, a line a kind with a count
    #[arg(long)]
    loss: bool,

    /// Pixels per inch of recognised text, like hOCR and ALTO, whose file does not say it [default: 300]
    #[arg(long, value_name = "N", value_parser = parse_dpi)]
    input_dpi: Option<f32>,

    /// Look here first for the page images that hOCR, ALTO, PAGE or METS name [default: the file's folder]
    #[arg(long, value_name = "DIR", value_parser = parse_folder)]
    scan_dir: Option<PathBuf>,

    /// Convert these pages only: 1-5,9,12-
    #[arg(long, value_name = "LIST")]
    pages: Option<PageList>,

    /// Use N threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    pub jobs: Option<NonZeroUsize>,

    /// Normalize words to this form of Unicode: nfc, nfkc or none
    ///
    /// nfc composes letters with their accents, and replaces presentation forms, like the shapes of
    /// Arabic letters, with the letters they stand for; nfkc replaces all compatibility characters; none
    /// leaves the text as it is in the file. What a word was before is in x_raw.
    #[arg(long, value_name = "FORM", value_parser = parse_form, default_value = "nfc")]
    normalize: Form,

    /// Keep text that cannot be seen
    ///
    /// Without it, text off the page, clipped away, white on white or in a hidden layer is left out.
    /// A scan's invisible text layer is always kept.
    #[arg(long)]
    all_text: bool,

    /// Split words by the rules of Unicode for this language: pl, th, zh-Hant
    ///
    /// Languages without spaces are split with dictionaries. Punctuation becomes separate words, except a
    /// hyphen at the end of a line. The language is also written to `ocr-langs`.
    #[arg(short = 'u', long = "icu", value_name = "LOCALE")]
    locale: Option<String>,

    /// Mark bold and italic words with spans of class ocrx_bold and ocrx_italic
    ///
    /// Without it they are marked with <strong> and <em>.
    #[arg(short = 't', long)]
    special_font_tags: bool,

    /// Read font families from this file, one per line: PostScript name, TAB, family
    #[arg(short, long, value_name = "FILE")]
    pub font_mapping: Option<PathBuf>,

    /// Report every page when it is done
    #[arg(short, long)]
    pub verbose: bool,

    /// Report nothing but errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Replace existing files of any content, except inputs and PDFs
    ///
    /// Without it a file is replaced if it is unchanged output of this program, or if INPUT is a PDF and the
    /// file is plain text, Markdown, TSV, JSON or vertical text with the ending of its format. Everything
    /// else stays, and the exit code is 1.
    #[arg(long)]
    pub overwrite: bool,

    /// Write all warnings to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// Open an encrypted document with this user or owner password
    ///
    /// Use the environment variable to keep it out of the list of processes.
    #[arg(
        long,
        value_name = "PASSWORD",
        env = "PDFA2HOCR_PASSWORD",
        hide_env_values = true
    )]
    pub password: Option<String>,

    /// The method of page analysis: regions by gutters and white space, classic as pdfminer does
    #[arg(long, value_name = "METHOD", value_parser = parse_method, default_value = "regions", help_heading = "Page analysis")]
    layout: Method,

    /// With --layout classic or columns: characters closer than this many character widths are on one line
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = LineParams::default().char_margin, help_heading = "Page analysis")]
    char_margin: f32,

    /// With --layout classic or columns: characters on one line overlap by this share of the lower one's height
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = LineParams::default().line_overlap, help_heading = "Page analysis")]
    line_overlap: f32,

    /// A gap of this many character widths (or heights, if more) ends a word
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = LineParams::default().word_margin, help_heading = "Page analysis")]
    word_margin: f32,

    /// With --layout classic or columns: lines closer than this many line heights are in one box
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = GroupParams::default().line_margin, help_heading = "Page analysis")]
    line_margin: f32,

    /// With --layout classic: order boxes by their position, from -1 (horizontal only) to 1 (vertical only), or none
    #[arg(long, value_name = "N", value_parser = parse_flow, default_value = "0.5", allow_negative_numbers = true, help_heading = "Page analysis")]
    boxes_flow: Flow,

    /// Leave a heuristic out of the analysis, to see what it is worth; may be given several times
    #[arg(long, value_name = "NAME", value_parser = parse_heuristic, hide = true, help_heading = "Page analysis")]
    without: Vec<Heuristic>,

    #[command(flatten)]
    columns: Columns,
}

impl Args {
    /// Whether the words are an INPUT and an OUTPUT, or several files of recognised text before it.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] when they are not, or the first one was meant for a command.
    pub(super) fn check_words(&self) -> Result<()> {
        let commands = Cli::command();
        let shown = || commands.get_subcommands().filter(|c| !c.is_hide_set());
        let commands = || shown().map(clap::Command::get_name);
        let many = "convert many with pdfa2hocr batch FILE… --output-dir FOLDER";
        let input = self.input().to_string_lossy();
        let is_word = !input.is_empty() && input.bytes().all(|b| b.is_ascii_lowercase());
        let message = if is_word && !self.input().exists() {
            let hint = did_you_mean(&input, commands());
            format!(
                "there is no command and no file \"{input}\"{hint}: convert one file with \
                 pdfa2hocr INPUT OUTPUT, {many}"
            )
        } else if !self.more.is_empty() && !self.inputs().iter().all(|path| is_text(path)) {
            let count = 2 + self.more.len();
            format!("there are {count} files, and only one INPUT and one OUTPUT can be: {many}")
        } else {
            return Ok(());
        };
        Err(Diagnostic::new(DiagnosticKind::Argument, message))
    }

    /// The file to read, the first of several.
    pub(super) fn input(&self) -> &Path {
        self.input.as_deref().unwrap_or(Path::new("-"))
    }

    /// The files to read: of several words, all but the last.
    pub(super) fn inputs(&self) -> Vec<&Path> {
        let words = [&self.input, &self.output].into_iter().flatten();
        let words = words.chain(&self.more).map(PathBuf::as_path);
        match self.more.len() {
            0 => vec![self.input()],
            more => words.take(more + 1).collect(),
        }
    }

    /// The file to write.
    pub(super) fn output(&self) -> Option<&Path> {
        self.more
            .last()
            .or(self.output.as_ref())
            .map(PathBuf::as_path)
    }

    /// The options of the conversion.
    ///
    /// # Errors
    ///
    /// As [`Conversion::options`].
    pub(super) fn options(&self) -> Result<Options> {
        let mut options = self.conversion.options()?;
        unsaved::put(&self.unsaved, &mut options)?;
        if self.structure_text {
            if !self.conversion.roads.is_by_tags() {
                let why = "--structure-text shows the tags: leave --road out";
                return Err(Diagnostic::new(DiagnosticKind::Argument, why));
            }
            options.road = Road::TagsOnly;
            // Elements are written as they are in the file.
            options.modules.clear();
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_are_consistent() {
        Cli::command().debug_assert();
    }
}
