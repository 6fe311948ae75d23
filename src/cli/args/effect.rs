//! Warnings before a conversion: options without an effect, and file names that contradict their formats.

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::{Cli, Command, Conversion, ModuleCommand};
use crate::cli::formats::{self, FormatChoice};
use crate::cli::kind::Kind;
use crate::layout::Method;
use crate::layout::columns::ColumnCount;
use crate::mapping::Mapping;
use crate::write::Format;

/// The warnings, one a line. `matches` is the parsed command line of `cli`.
pub(crate) fn without_effect(cli: &Cli, matches: &ArgMatches) -> Vec<String> {
    // The commands explain, browse and `module run` write no format.
    let below = |name| matches.subcommand_matches(name);
    let found = match &cli.command {
        None if cli.convert.report_progress => None,
        None => {
            let args = &cli.convert;
            let formats = (!args.structure_text).then(|| args.formats.choices(args.output()));
            Some((&args.conversion, Some(matches), formats, false))
        }
        Some(Command::Batch(batch)) => {
            let formats = Some(batch.formats.choices(None));
            Some((batch.conversion(), below("batch"), formats, false))
        }
        Some(Command::Explain(explain)) => {
            Some((explain.conversion(), below("explain"), None, false))
        }
        Some(Command::Locate(locate)) => Some((locate.conversion(), below("locate"), None, false)),
        #[cfg(feature = "browse")]
        Some(Command::Browse(browse)) => Some((browse.conversion(), below("browse"), None, false)),
        Some(Command::Module(ModuleCommand::Run(run))) => {
            let matches = below("module").and_then(|m| m.subcommand_matches("run"));
            Some((run.conversion(), matches, None, true))
        }
        Some(_) => None,
    };
    let Some((conversion, Some(matches), formats, module)) = found else {
        return Vec::new();
    };
    if conversion.quiet {
        return Vec::new();
    }
    let given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let mut said = conversion.useless(given, formats.as_deref(), module);
    said.extend(conversion.doubts(module));
    if let (None, Some(formats)) = (&cli.command, &formats) {
        said.extend(formats::contradictions(formats, cli.convert.output()));
    }
    said
}

impl Conversion {
    /// The options without an effect. `given` tells which are set, `formats` are the output formats, `module`
    /// is true if a further module runs.
    fn useless(
        &self,
        given: impl Fn(&str) -> bool,
        formats: Option<&[FormatChoice]>,
        module: bool,
    ) -> Vec<String> {
        let written = || formats.into_iter().flatten().map(|choice| choice.format);
        let classic = self.layout == Method::Pdfminer;
        let columns = self.columns.columns;
        let one_of = |kinds: &[Kind]| written().any(|kind| kinds.contains(&kind));
        let unmapped = [Format::Json, Format::PdfminerXml, Format::Segments].map(Kind::Plain);
        let mapped = formats.is_none() || written().any(|kind| !unmapped.contains(&kind));
        // Options, whether they have an effect, and their prerequisite.
        let flowing = one_of(&[Kind::Plain(Format::Markdown), Kind::Plain(Format::Html)])
            || (self.flow && one_of(&[Kind::Plain(Format::Text)]));
        let needs: [(&[&str], bool, &str); 15] = [
            (
                &["char_margin", "line_overlap", "line_margin"],
                classic || columns.is_some(),
                "--layout classic or --columns",
            ),
            (&["boxes_flow"], classic, "--layout classic"),
            (&["without"], !classic, "--layout regions"),
            (
                &[
                    "column_order",
                    "row_overlap",
                    "row_joins",
                    "page_parts",
                    "short_rows",
                    "affinity_gap",
                    "affinity_share",
                    "join_overlap",
                    "gutter_evidence",
                    "gutter_crossing",
                    "column_width",
                ],
                columns.is_some(),
                "--columns",
            ),
            (
                &["auto_evidence", "gutter_width", "text_run", "column_fill"],
                columns == Some(ColumnCount::Automatic),
                "--columns auto",
            ),
            (
                &["no_hyphens"],
                one_of(&[Kind::Plain(Format::Text)]),
                "--format text",
            ),
            (
                &["flow"],
                one_of(&[Kind::Plain(Format::Text)]),
                "--format text",
            ),
            (
                &["keep_lines", "keep_heads"],
                flowing,
                "--format markdown or html, or text --flow",
            ),
            (
                &["char_boxes"],
                one_of(&[Format::Hocr, Format::Alto, Format::Page].map(Kind::Plain)),
                "--format hocr, alto or page",
            ),
            (
                &["x_tolerance", "y_tolerance", "segment_marks"],
                one_of(&[Kind::Plain(Format::Segments)]),
                "--format segments",
            ),
            (&["viewer_as"], one_of(&[Kind::Viewer]), "--format viewer"),
            (
                &["scan_dir"],
                formats.is_none() || one_of(&[Kind::Viewer]),
                "--format viewer, explain and browse",
            ),
            (
                &["special_font_tags"],
                one_of(&[Kind::Plain(Format::Hocr)]),
                "--format hocr",
            ),
            (
                &["mapping"],
                mapped,
                "formats other than json, pdfminer-xml and segments",
            ),
            (
                &[
                    "module_arg",
                    "strict",
                    "module_steps",
                    "module_memory",
                    "module_depth",
                ],
                module || !self.modules.module.is_empty(),
                "--module",
            ),
        ];
        let mut said = Vec::new();
        for (options, counts, needed) in needs {
            for option in options.iter().filter(|option| !counts && given(option)) {
                let option = option.replace('_', "-");
                said.push(format!("--{option} counts only with {needed}"));
            }
        }
        said
    }

    /// Doubtful entries of the user's mapping. Errors are reported when it is used. A module can create nodes
    /// of any kind, so then nothing is reported.
    fn doubts(&self, module: bool) -> Vec<String> {
        let named = self.mapping.as_ref();
        // A pipe can be read only once.
        let named = named.filter(|name| {
            !module && self.modules.module.is_empty() && std::path::Path::new(name).is_file()
        });
        let mapping = named.and_then(|name| Mapping::named(name).ok());
        mapping.map_or_else(Vec::new, |mapping| mapping.doubts().to_vec())
    }
}
