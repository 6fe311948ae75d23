//! What the program warns of before it begins: options that change nothing without another one, and names of files
//! that contradict their formats.

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::{Cli, Command, Conversion, ModuleCommand};
use crate::cli::formats::{self, FormatChoice};
use crate::cli::kind::Kind;
use crate::layout::Method;
use crate::layout::columns::ColumnCount;
use crate::mapping::Mapping;
use crate::write::Format;

/// What to say of such options, a line each; nothing when nothing is to be said. `matches` are what
/// the parser made `cli` of.
pub(crate) fn without_effect(cli: &Cli, matches: &ArgMatches) -> Vec<String> {
    // A page that is explained or shown, and one that a module is tried on, are not written in a
    // format.
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
    /// The options that change nothing; `given` says which there are. `formats` are those that are
    /// written, `module` that a module is run besides those of the options.
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
        // Options, whether they count, and what they need.
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

    /// What is doubtful in the user's mapping. What is wrong in it is said when it is used. A module
    /// can give nodes any kind.
    fn doubts(&self, module: bool) -> Vec<String> {
        let named = self.mapping.as_ref();
        // A pipe can be read once only.
        let named = named.filter(|name| {
            !module && self.modules.module.is_empty() && std::path::Path::new(name).is_file()
        });
        let mapping = named.and_then(|name| Mapping::named(name).ok());
        mapping.map_or_else(Vec::new, |mapping| mapping.doubts().to_vec())
    }
}
