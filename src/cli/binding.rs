//! Shared by bindings to other languages: the options of a conversion by name, and files that are written
//! completely or not at all.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::builder::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgAction, Args as _, FromArgMatches};

use super::args::Conversion;
use super::files::{self, Files, Making};
use super::formats::{self, FormatChoice};
use super::maps::{MapChoice, Maps};
use super::time_limit::TimeLimit;
use super::wrong_arguments::wrong_arguments;
use crate::convert::{Observer, Options};
use crate::document::Document;
use crate::inspect::{self, Inspector, Window};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_core::suggest::{did_you_mean, list};

/// Options about the messages of the program, which bindings do not have.
const OF_THE_PROGRAM: [&str; 4] = ["verbose", "quiet", "log", "corrections_report"];

/// An option of a conversion, as on the command line.
#[derive(Clone, Debug)]
pub struct KnownOption {
    /// Its long name, with underscores: `page_analysis`.
    pub name: String,
    /// The placeholder of its value; `None` for a switch.
    pub value: Option<String>,
    /// The option can be given several times.
    pub repeated: bool,
    /// Its help text in one line.
    pub help: String,
}

/// The options of a conversion.
pub fn known_options() -> Vec<KnownOption> {
    let known = command();
    let options = known.get_arguments().filter(|arg| {
        let id = arg.get_id().as_str();
        !arg.is_hide_set() && !OF_THE_PROGRAM.contains(&id)
    });
    let known = options.filter_map(|arg| {
        let value = || arg.get_value_names()?.first().map(ToString::to_string);
        Some(KnownOption {
            name: arg.get_long()?.replace('-', "_"),
            value: (!matches!(arg.get_action(), ArgAction::SetTrue))
                .then(value)
                .flatten(),
            repeated: matches!(arg.get_action(), ArgAction::Append),
            help: arg.get_help().map(ToString::to_string).unwrap_or_default(),
        })
    });
    known.collect()
}

/// Sets the command `pdfa2hocr`, which draws the pages whose text is recognised. Later calls have no effect.
/// Without it, the command is looked for on the path.
#[cfg(feature = "ocr")]
pub fn set_drawer(program: PathBuf) {
    super::args::set_drawer(Some(program));
}

/// Options of a conversion, given by name.
#[derive(Clone, Debug)]
pub struct Given {
    conversion: Conversion,
}

impl Given {
    /// Parses options by the names that [`known_options`] lists, each with its value as on the command line,
    /// or without one for a switch. Several values of an option are given separately.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] for unknown or conflicting options, and for invalid values.
    pub fn new(options: &[(String, Option<OsString>)]) -> Result<Self> {
        let mut words = Vec::with_capacity(options.len());
        let known = (!options.is_empty())
            .then(known_options)
            .unwrap_or_default();
        for (name, value) in options {
            let names = || known.iter().map(|option| option.name.as_str());
            if !names().any(|known| known == name) {
                let hint = did_you_mean(name, names());
                let message = format!("there is no option \"{name}\"{hint}");
                return Err(Diagnostic::argument(message));
            }
            let mut word = OsString::from(format!("--{}", name.replace('_', "-")));
            if let Some(value) = value {
                word.push("=");
                word.push(value);
            }
            words.push(word);
        }
        let matches = command().try_get_matches_from(words);
        let conversion = matches
            .and_then(|matches| Conversion::from_arg_matches(&matches))
            .map_err(|error| wrong_option(&error))?;
        Ok(Self { conversion })
    }

    /// The options for the library. Reads the files that options name.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if one of these files is invalid.
    pub fn options(&self) -> Result<Options> {
        self.conversion.options()
    }

    /// Writes a document that was opened with these options, each format to its own file, and returns the
    /// files. One format goes to `output`, several go next to it with their own extensions. Without formats, the
    /// name of `output` chooses one, as in [`Format::of_name`](crate::Format::of_name). The files appear when all
    /// are complete. They never replace a PDF, an input or each other, and other existing files only by the rule
    /// of `--overwrite`.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] for unknown formats and for files that must not be written; those of
    /// [`Document::write_all`].
    pub fn convert(
        &self,
        document: &Document,
        source: &Source,
        output: Option<&Path>,
        formats: &[Choice],
        maps: &[Choice],
        observer: &mut dyn Observer,
    ) -> Result<Vec<PathBuf>> {
        let wrong = |why: String| Diagnostic::argument(why);
        let choices = choices(output, formats)?;
        let stdout = Path::new("-");
        let is_stdout = |file: Option<&Path>| file == Some(stdout);
        if is_stdout(output) || choices.iter().any(|c| is_stdout(c.file.as_deref())) {
            let why = "- stands for no file here: name one, or ask for the text of the document";
            return Err(wrong(why.to_owned()));
        }
        let mut formats = choices.iter().map(|choice| choice.format);
        if let Some(format) = formats.find(|format| format.draws_pages()) {
            return Err(wrong(format!(
                "formats: {format} draws pages by processes of the program, which writes it: \
                 pdfa2hocr --format {format} INPUT OUTPUT"
            )));
        }
        let claims = Arc::new(self.conversion.claims([Path::new(source.name())], source));
        let places = formats::claim(&claims, formats::places(&choices, output)?)?;
        let images = self.conversion.images(&claims, &places, source.name())?;
        let mut options = document.options().clone();
        let is_changed = files::complete(&mut options.write, source, &places) || images.is_some();
        options.images = images.or(options.images);
        let again = is_changed.then(|| document.again(options)).transpose()?;
        let document = again.as_ref().unwrap_or(document);
        let making = Making {
            maps: Maps::claim(&claims, &map_choices(maps)?, &choices).map_err(|mut error| {
                error.message = error
                    .message
                    .replace("--map", "map")
                    .replace("--format", "formats");
                error
            })?,
            ..self.conversion.making(&claims)
        };
        let files = Files::create(&places, &making)?;
        files.write(document, source, &TimeLimit::default(), observer)?;
        let paths = places.iter().map(|(_, place)| place.path().to_owned());
        Ok(paths.collect())
    }
}

/// A format to write, or the file of a map.
#[derive(Clone, Debug)]
pub enum Choice {
    /// As on the command line: `FORMAT`, `FORMAT=FILE`, or for a map `FILE`.
    Text(String),
    /// A file, whose name can be any, and its format. A map needs no format.
    File(Option<String>, PathBuf),
}

/// The files that [`Given::convert`] would write under names of other formats, one message each.
///
/// # Errors
///
/// [`Diagnostic::argument`] for unknown formats.
pub fn contradictions(output: Option<&Path>, formats: &[Choice]) -> Result<Vec<String>> {
    Ok(formats::contradictions(&choices(output, formats)?, output))
}

/// The named formats, or the one that the name of the output chooses.
fn choices(output: Option<&Path>, formats: &[Choice]) -> Result<Vec<FormatChoice>> {
    let choices = formats.iter().map(|choice| match choice {
        Choice::Text(text) => text.parse(),
        Choice::File(None, file) => file.to_string_lossy().parse(),
        Choice::File(Some(format), file) => Ok(FormatChoice {
            format: format.parse()?,
            file: Some(file.clone()),
        }),
    });
    let choices = choices.collect::<std::result::Result<_, _>>();
    let choices = choices.map_err(|why| Diagnostic::argument(format!("formats: {why}")))?;
    Ok(formats::or_by_name(choices, output))
}

/// The files of maps, each with its format if that is named.
fn map_choices(maps: &[Choice]) -> Result<Vec<MapChoice>> {
    let choices = maps.iter().map(|choice| match choice {
        Choice::Text(text) => text.parse(),
        Choice::File(format, file) => MapChoice::new(format.as_deref(), file.clone()),
    });
    let choices = choices.collect::<std::result::Result<_, _>>();
    choices.map_err(|why| Diagnostic::argument(format!("map: {why}")))
}

/// A listing of a document as JSON, as `pdfa2hocr inspect … --json` writes it: `fonts`, `images`, `objects`
/// or `operators` of the chosen pages, or `metadata`.
///
/// # Errors
///
/// [`Diagnostic::argument`] for an unknown listing and for documents that are not PDFs.
pub fn inspect(document: &Document, source: &Source, listing: &str) -> Result<String> {
    let inspector = inspector(document, source)?;
    let (all, long) = (Window::ALL, Duration::MAX);
    match listing {
        "fonts" => as_json(&inspect::fonts::list(&inspector, long)),
        "images" => as_json(&inspect::images::list(&inspector, all, long)),
        "objects" => as_json(&inspect::objects::list(&inspector, all, None)),
        "operators" => {
            let pages = inspector.pages().iter();
            let read = |&index| inspect::operators::OfPage::read(&inspector, index);
            as_json(&pages.map(read).collect::<Result<Vec<_>>>()?)
        }
        "metadata" => as_json(&inspect::metadata::read(&inspector)),
        _ => {
            let names = ["fonts", "images", "metadata", "objects", "operators"];
            let hint = did_you_mean(listing, names);
            let names = list(names);
            Err(Diagnostic::argument(format!(
                "there is no listing \"{listing}\"{hint}: write {names}"
            )))
        }
    }
}

/// The objects that the pages of a document draw: characters, painted paths, images and annotations.
pub struct Graphics(Inspector);

impl Graphics {
    /// # Errors
    ///
    /// [`Diagnostic::argument`] for documents that are not PDFs.
    pub fn new(document: &Document, source: &Source) -> Result<Self> {
        inspector(document, source).map(Self)
    }

    /// The objects of a page, by its index from 0, as JSON.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if the page does not exist.
    pub fn page(&self, index: u32) -> Result<String> {
        as_json(&inspect::graphics::list(&self.0, index)?)
    }
}

/// Draws the pages of a document as pictures, by processes of the program.
#[cfg(feature = "ocr")]
pub struct Drawings(crate::ocr::Pictures);

#[cfg(feature = "ocr")]
impl Drawings {
    /// `program` is that which draws; without it, it is searched beside the interpreter and on the path.
    pub fn new(document: &Document, source: &Source, program: Option<&Path>) -> Self {
        let password = &document.options().password;
        Self(crate::ocr::Pictures::new(source, password, program, 1))
    }

    /// A page as a PNG, by its index from 0, with `scale` pixels a point.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::file`] if the page cannot be drawn.
    pub fn png(&self, index: u32, scale: f32) -> Result<Vec<u8>> {
        self.0.png(index, scale).map_err(|why| {
            let message = format!("the page cannot be drawn: {why}");
            Diagnostic::file(message).on_page(index)
        })
    }
}

fn inspector(document: &Document, source: &Source) -> Result<Inspector> {
    let Some(pdf) = document.pipeline().pdf() else {
        let why = "this is not a PDF, and inspect reads PDFs";
        return Err(Diagnostic::argument(why));
    };
    let pages = document.chosen_pages().to_vec();
    Ok(Inspector::new(Arc::clone(pdf), source.bytes().len(), pages))
}

fn as_json(listing: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(listing).map_err(|error| {
        let why = format!("the listing cannot be written as JSON: {error}");
        Diagnostic::file(why)
    })
}

fn command() -> Command {
    Conversion::augment_args(Command::new("pdfa2hocr").no_binary_name(true))
}

/// The error of the argument parser in terms of the given names.
fn wrong_option(error: &clap::Error) -> Diagnostic {
    use std::error::Error as _;
    let named = |kind| match error.get(kind) {
        // The parser reports `--columns <N>`, or several options.
        Some(ContextValue::String(name)) => Some(option_name(name)),
        Some(ContextValue::Strings(names)) => names.first().map(|name| option_name(name)),
        _ => None,
    };
    let option = named(ContextKind::InvalidArg);
    let value = match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) => value.as_str(),
        _ => "",
    };
    let message = match (error.kind(), option) {
        (ErrorKind::ArgumentConflict, Some(option)) => match named(ContextKind::PriorArg) {
            Some(other) if other != option => {
                format!("{option}: it cannot be given together with {other}")
            }
            _ => format!("{option}: give it once"),
        },
        (ErrorKind::InvalidValue, Some(option)) => match error.get(ContextKind::ValidValue) {
            Some(ContextValue::Strings(valid)) if !value.is_empty() => {
                format!("{option}: \"{value}\" is wrong: write {}", valid.join(", "))
            }
            _ => format!("{option}: it needs a value"),
        },
        (_, Some(option)) => match error.source() {
            Some(why) => format!("{option}: \"{value}\" is wrong: {why}"),
            None => format!("{option}: it has no value, but is True or False"),
        },
        // The parser does not say which.
        (ErrorKind::InvalidUtf8, _) => "the value of an option is not UTF-8".to_owned(),
        _ => return wrong_arguments(error),
    };
    Diagnostic::argument(message)
}

/// The name in a binding of an option like `--page-analysis <X>`.
fn option_name(shown: &str) -> String {
    let name = shown.split([' ', '=', '.']).next().unwrap_or(shown);
    name.trim_start_matches('-').replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::{Resolution, Road};

    fn given(options: &[(&str, Option<&str>)]) -> std::result::Result<Options, String> {
        let options: Vec<(String, Option<OsString>)> = options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.map(OsString::from)))
            .collect();
        let given = Given::new(&options).and_then(|given| given.options());
        given.map_err(|error| error.message)
    }

    #[test]
    fn options_have_the_names_of_the_command_line() {
        let options = given(&[
            ("page_analysis", None),
            ("dpi", Some("150")),
            ("columns", Some("2")),
            ("module", Some("running_heads")),
            ("module", Some("repeated_heads")),
        ]);
        let options = options.unwrap();
        assert_eq!(options.road, Road::Geometry);
        assert!(matches!(options.resolution, Resolution::Dpi(dpi) if dpi == 150.0));
        assert!(options.columns.is_some());
        assert_eq!(options.modules.len(), 2);
    }

    #[test]
    fn what_is_wrong_is_said_of_the_name() {
        let said = |name, value| given(&[(name, value)]).unwrap_err();
        assert_eq!(
            said("colums", Some("2")),
            "there is no option \"colums\" (did you mean \"columns\"?)"
        );
        assert!(said("verbose", None).starts_with("there is no option \"verbose\""));
        assert_eq!(
            said("dpi", Some("0")),
            "dpi: \"0\" is wrong: write a number of pixels an inch, like 300"
        );
        assert_eq!(said("dpi", None), "dpi: it needs a value");
        let both = given(&[("page_analysis", None), ("tagged", None)]).unwrap_err();
        assert!(both.contains("cannot be given together with"), "{both}");
        assert_eq!(
            said("page_analysis", Some("yes")),
            "page_analysis: it has no value, but is True or False"
        );
    }
}
