//! The options that decide the content of pages, whatever is made of them.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::input::Password;
use super::legacy::{ColumnNumbers, PdfminerNumbers};
use super::modules::Modules;
#[cfg(feature = "ocr")]
use super::recognition::Recognition;
use crate::cli::corrections;
use crate::cli::values::{parse_columns, parse_dpi, parse_form, parse_heuristic, parse_jobs};
use crate::cli::values::{parse_method, parse_order, parse_share};
use crate::convert::Options;
use crate::module;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, Setting};
use pdfa2hocr_core::layout::Method;
use pdfa2hocr_core::layout::columns::{ColumnCount, ColumnOrder};
use pdfa2hocr_core::layout::heuristics::Heuristic;
use pdfa2hocr_core::line::{LineParams, Segmenter};
use pdfa2hocr_core::mapping::MappingSource;
use pdfa2hocr_core::normalize::Form;
use pdfa2hocr_core::page::PageList;

/// Options of all commands that read pages.
#[derive(Debug, Clone, Args)]
pub(in crate::cli) struct Reading {
    #[command(flatten)]
    pub(in crate::cli) password: Password,

    /// Pixels per inch of recognised text, like hOCR and ALTO, whose file does not say it [default: 300]
    #[arg(long, value_name = "N", value_parser = parse_dpi, help_heading = "Input")]
    input_dpi: Option<f32>,

    /// Read this group of files (fileGrp) of a METS file, instead of the best one
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    file_grp: Option<String>,

    /// Apply the corrections in this file; may be given several times
    ///
    /// They were made by hand in `pdfa2hocr browse`, and fit any other options. Of several files, the later
    /// operation on the same text counts. An operation that does not fit is reported.
    #[arg(long, value_name = "FILE", action = clap::ArgAction::Append, help_heading = "Input")]
    pub(in crate::cli) corrections: Vec<PathBuf>,

    /// Divide pages into N columns, 2 or more, or as many as each shows: auto
    #[arg(short, long, value_name = "N", value_parser = parse_columns, help_heading = "Page analysis")]
    pub(super) columns: Option<ColumnCount>,

    /// Do not divide these pages: 1,4-6
    #[arg(
        short = 'g',
        long,
        value_name = "LIST",
        requires = "columns",
        help_heading = "Page analysis"
    )]
    ignore_pages: Option<PageList>,

    /// Reading order of columns: ltr, rtl, or auto by the script of the page
    #[arg(long, value_name = "ORDER", value_parser = parse_order, default_value = "auto", help_heading = "Page analysis")]
    column_order: ColumnOrder,

    /// The method of page analysis: regions by gutters and white space, classic as pdfminer does
    #[arg(long, value_name = "METHOD", value_parser = parse_method, default_value = "regions", help_heading = "Page analysis")]
    pub(super) layout: Method,

    /// Write text boxes only, without groups of them
    ///
    /// Text boxes are paragraphs, and groups are blocks of them. In tagged documents this, like all
    /// options of page analysis, applies to what has no tags.
    #[arg(short, long, help_heading = "Page analysis")]
    ignore_text_groups: bool,

    /// A gap of this many character widths (or heights, if more) ends a word
    #[arg(long, value_name = "N", value_parser = parse_share, default_value_t = LineParams::default().word_margin, help_heading = "Page analysis")]
    word_margin: f32,

    /// Normalize words to this form of Unicode: nfc, nfkc or none
    ///
    /// nfc composes letters with their accents, and replaces presentation forms, like the shapes of
    /// Arabic letters, with the letters they stand for; nfkc replaces all compatibility characters; none
    /// leaves the text as it is in the file. What a word was before is in x_raw.
    #[arg(long, value_name = "FORM", value_parser = parse_form, default_value = "nfc", help_heading = "Page analysis")]
    normalize: Form,

    /// Keep text that cannot be seen
    ///
    /// Without it, text off the page, clipped away, white on white or in a hidden layer is left out.
    /// A scan's invisible text layer is always kept.
    #[arg(long, help_heading = "Page analysis")]
    all_text: bool,

    /// Split words by the rules of Unicode for this language: pl, th, zh-Hant
    ///
    /// Languages without spaces are split with dictionaries. Punctuation becomes separate words, except a
    /// hyphen at the end of a line. The language is also written to `ocr-langs`.
    #[arg(
        short = 'u',
        long = "icu",
        value_name = "LOCALE",
        help_heading = "Page analysis"
    )]
    locale: Option<String>,

    /// Leave a heuristic out of the analysis, to see what it is worth; may be given several times
    #[arg(long, value_name = "NAME", value_parser = parse_heuristic, hide = true, help_heading = "Page analysis")]
    without: Vec<Heuristic>,

    #[cfg(feature = "ocr")]
    #[command(flatten)]
    pub(in crate::cli) recognition: Recognition,

    /// Map nodes to elements by a file, or a built-in mapping
    ///
    /// Built in are `tagged` (default for tagged documents), `layout` (default for others), `html` (plain
    /// HTML), `tesseract` (the shapes that Tesseract writes), `strict` (no more than hOCR's specification
    /// names), `tagged-2011`, `layout-2011` (those of the pdfa2hocr of 2011) and `finereader-2011` (the same for
    /// old FineReader files). Files are JSON, or the old TAB-separated format.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(in crate::cli) mapping: Option<String>,

    /// Report nothing but errors
    #[arg(short, long, help_heading = "Output")]
    pub(in crate::cli) quiet: bool,

    #[command(flatten)]
    pub(super) modules: Modules,

    /// Use N threads [default: one per processor]
    #[arg(short, long, value_name = "N", value_parser = parse_jobs, help_heading = "Limits")]
    pub(in crate::cli) jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    column_numbers: ColumnNumbers,

    #[command(flatten)]
    pdfminer_numbers: PdfminerNumbers,
}

impl Reading {
    /// The options of the conversion that these set; the others have their defaults. Reads the files that
    /// options name.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] for an unknown language, and for a setting of an unknown module.
    pub(in crate::cli) fn options(&self) -> Result<Options> {
        let segmenter = match &self.locale {
            Some(locale) => {
                Some(Arc::new(Segmenter::new(locale).map_err(|why| {
                    Diagnostic::argument(why).about(Setting::Language)
                })?))
            }
            None => None,
        };
        let mut options = Options {
            password: self.password.text().to_owned(),
            jobs: self.jobs,
            input_dpi: self.input_dpi,
            file_group: self.file_grp.clone(),
            normalize: self.normalize,
            all_text: self.all_text,
            columns: self
                .columns
                .map(|count| self.column_numbers.params(count, self.column_order)),
            undivided: self.ignore_pages.clone(),
            mapping: self
                .mapping
                .clone()
                .map_or_else(MappingSource::default, MappingSource::Named),
            corrections: corrections::read(&self.corrections)?,
            modules: self.modules.options()?,
            #[cfg(feature = "ocr")]
            ocr: self.recognition.ocr()?,
            ..Options::default()
        };
        let layout = &mut options.layout;
        layout.line = self.pdfminer_numbers.line(self.word_margin);
        layout.method = self.layout;
        layout.group = self.pdfminer_numbers.group();
        layout.groups = !self.ignore_text_groups;
        layout.without.clone_from(&self.without);
        layout.segmenter = segmenter;
        options.write.lang.clone_from(&self.locale);
        Ok(options)
    }

    /// The files that affect the pages: the mapping, and the modules with those that they load.
    pub(in crate::cli) fn files(&self) -> Vec<PathBuf> {
        let mapping = self.mapping.as_deref().map(PathBuf::from);
        let modules = self.modules.module.iter();
        let modules = modules.flat_map(|path| module::paths(path));
        let corrections = self.corrections.iter().cloned();
        let files = mapping.into_iter().chain(modules).chain(corrections);
        // A mapping can be a built-in one.
        files.filter(|file| file.is_file()).collect()
    }

    /// The modules, in the order in which they run.
    pub(in crate::cli) fn modules(&self) -> &[PathBuf] {
        &self.modules.module
    }

    /// The same with these modules.
    pub(in crate::cli) fn with_modules(mut self, modules: Vec<PathBuf>) -> Self {
        self.modules.module = modules;
        self
    }
}
