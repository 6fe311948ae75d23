//! The options of a conversion, shared by all commands that convert documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Conversion;
use super::road::Roads;
use crate::cli::claims::Claims;
use crate::cli::destination::Destination;
use crate::cli::existing::{Content, Rule};
use crate::cli::formats::Making;
#[cfg(feature = "render")]
use crate::cli::images::Brush;
use crate::cli::images::Folder;
use crate::cli::kind::Kind;
use crate::cli::maps::Maps;
use crate::convert::{Images, Options, Resolution};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Setting};
use crate::layout::LayoutParams;
use crate::layout::pdfminer::GroupParams;
use crate::limits::Limits;
use crate::line::{LineParams, Segmenter};
use crate::mapping::MappingSource;
use crate::module;
use crate::pdf::{self, Source};
use crate::read::OcrDocument;
use crate::write::{self, Families, SegmentParams};

impl Conversion {
    /// The files that a conversion reads: the inputs, the files that they list, and those that options name.
    /// `source` has the bytes of the inputs.
    pub(in crate::cli) fn claims<'p>(
        &self,
        inputs: impl IntoIterator<Item = &'p Path>,
        source: &Source,
    ) -> Claims {
        let rule = self.rule(source);
        let mut claims = Claims::new(self.files()).replacing(rule);
        if !rule.from_pdf {
            for listed in OcrDocument::listed_files(source) {
                claims.reads(&listed);
            }
        }
        for input in inputs {
            claims.reads(input);
            // The files of a folder are one document.
            for entry in fs::read_dir(input).into_iter().flatten().flatten() {
                claims.reads(&entry.path());
            }
        }
        claims
    }

    /// The rule for existing files of a conversion of this document.
    pub(in crate::cli) fn rule(&self, source: &Source) -> Rule {
        let head = usize::try_from(pdf::HEAD).unwrap_or(usize::MAX);
        let bytes = source.bytes();
        Rule {
            overwrite: self.overwrite,
            from_pdf: pdf::looks_like_pdf(bytes.get(..head).unwrap_or(bytes)),
        }
    }

    /// Claims the path of the log, if `--log` is set.
    ///
    /// # Errors
    ///
    /// Those of [`Claims::claim`].
    pub(in crate::cli) fn claim_log(&self, claims: &Claims) -> Result<Option<Destination>> {
        let claim = |log: &Path| claims.claim(log, Content::json(log));
        self.log.as_deref().map(claim).transpose()
    }

    /// The folder for the scans of a document's pages, named after the first of its outputs.
    ///
    /// # Errors
    ///
    /// Those of [`Folder::new`].
    pub(in crate::cli) fn images(
        &self,
        claims: &Arc<Claims>,
        places: &[(Kind, Destination)],
        input: &str,
    ) -> Result<Option<Arc<dyn Images>>> {
        let (Some(folder), Some((_, output))) = (&self.images, places.first()) else {
            return Ok(None);
        };
        let scans = Folder::new(claims, folder, output.path(), input)?;
        #[cfg(feature = "render")]
        let scans = match self.images_as {
            Some(kind) => {
                let password = self.password.as_deref().unwrap_or_default();
                scans.drawn(Brush::new(kind, Path::new(input), password)?)
            }
            None => scans,
        };
        Ok(Some(Arc::new(scans)))
    }

    /// The settings for formats that are more than text.
    pub(in crate::cli) fn making<'a>(&self, claims: &'a Claims) -> Making<'a> {
        Making {
            claims,
            maps: Maps::default(),
            #[cfg(feature = "browse")]
            shape: self.viewer_as.into(),
        }
    }

    /// The options with one more module, for pages that are already analysed.
    pub(in crate::cli) fn with_module(&self, module: &Path) -> Self {
        let mut with = Self {
            roads: Roads::geometry(),
            ..self.clone()
        };
        with.modules.module.push(module.to_owned());
        with
    }

    /// The files whose content affects the conversion, including those that modules load.
    pub(in crate::cli) fn files(&self) -> Vec<PathBuf> {
        let mapping = self.mapping.as_deref().map(PathBuf::from);
        let modules = self.modules.module.iter();
        let modules = modules.flat_map(|path| module::paths(path));
        let files = mapping
            .into_iter()
            .chain(modules)
            .chain(self.font_mapping.clone());
        // A mapping can be a built-in one.
        files.filter(|f| f.is_file()).collect()
    }

    /// The options of the conversion without the image folder. Reads the files that options name.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] if one of these files is invalid.
    pub(in crate::cli) fn options(&self) -> Result<Options> {
        let segmenter = match &self.locale {
            Some(locale) => Some(Arc::new(Segmenter::new(locale).map_err(|why| {
                Diagnostic::new(DiagnosticKind::Argument, why).about(Setting::Language)
            })?)),
            None => None,
        };
        Ok(Options {
            road: self.roads.road()?,
            password: self.password.clone().unwrap_or_default(),
            pages: self.pages.clone(),
            jobs: self.jobs,
            resolution: match (self.resolution, self.dpi) {
                (Some((width, height)), _) => Resolution::Size { width, height },
                (None, Some(dpi)) => Resolution::Dpi(dpi),
                (None, None) => Resolution::Automatic,
            },
            input_dpi: self.input_dpi,
            scan_dir: self.scan_dir.clone(),
            images: None,
            layout: LayoutParams {
                line: LineParams {
                    char_margin: self.char_margin,
                    line_overlap: self.line_overlap,
                    word_margin: self.word_margin,
                },
                method: self.layout,
                group: GroupParams {
                    line_margin: self.line_margin,
                    boxes_flow: self.boxes_flow.0,
                },
                groups: !self.ignore_text_groups,
                without: self.without.clone(),
                segmenter,
            },
            normalize: self.normalize,
            all_text: self.all_text,
            analysis: None,
            columns: self.columns.params(),
            undivided: self.columns.ignore_pages.clone(),
            mapping: self
                .mapping
                .clone()
                .map_or_else(MappingSource::default, MappingSource::Named),
            modules: self.modules.options()?,
            write: write::Options {
                lang: self.locale.clone(),
                loss: self.loss,
                special_font_tags: self.special_font_tags,
                no_hyphens: self.no_hyphens,
                flow: self.flow,
                keep_lines: self.keep_lines,
                keep_heads: self.keep_heads,
                map: false,
                char_boxes: self.char_boxes,
                segments: SegmentParams {
                    x_tolerance: self.x_tolerance,
                    y_tolerance: self.y_tolerance,
                    marks: self.segment_marks,
                },
                families: match &self.font_mapping {
                    Some(path) => Families::read(path)?,
                    None => Families::default(),
                },
            },
            limits: Limits::default(),
        })
    }
}
