//! `--map`: the destinations of maps.

use std::path::PathBuf;
use std::str::FromStr;

use super::claims::Claims;
use super::destination::Destination;
use super::existing::Content;
use super::formats::FormatChoice;
use super::kind::Kind;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::suggest;
use pdfa2hocr_core::write::Format;

/// The value of `--map`: `FILE`, or `markdown=FILE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MapChoice {
    format: Option<Format>,
    file: PathBuf,
}

impl MapChoice {
    /// The file of a map, with its format if that is named.
    pub(super) fn new(format: Option<&str>, file: PathBuf) -> std::result::Result<Self, String> {
        let format = format.map(str::parse).transpose()?;
        Ok(Self { format, file })
    }
}

impl FromStr for MapChoice {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let named = text.split_once('=');
        let named = named.and_then(|(name, file)| Some((name.parse::<Format>().ok()?, file)));
        let (format, file) = match named {
            Some((format, file)) => (Some(format), file),
            None => (None, text),
        };
        if file.is_empty() {
            return Err("there is no file for the map".into());
        }
        Ok(Self {
            format,
            file: file.into(),
        })
    }
}

/// The destinations of maps, by format.
#[derive(Default)]
pub(super) struct Maps(Vec<(Format, Destination)>);

impl Maps {
    /// Claims the destinations of maps.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] if the format of a map is ambiguous or has no maps; those of
    /// [`Claims::claim`].
    pub(super) fn claim(
        claims: &Claims,
        choices: &[MapChoice],
        formats: &[FormatChoice],
    ) -> Result<Self> {
        let wrong = |message: String| Diagnostic::argument(message);
        let written = formats.iter().filter_map(|choice| match choice.format {
            Kind::Plain(format) => Some(format),
            Kind::Viewer | Kind::GroundTruth => None,
        });
        let mapped: Vec<Format> = written.filter(|format| format.has_map()).collect();
        let can = || {
            let names = Format::ALL.into_iter().filter(|format| format.has_map());
            suggest::list(names.map(Format::name))
        };
        let mut maps: Vec<(Format, Destination)> = Vec::new();
        for choice in choices {
            let format = match (choice.format, mapped.as_slice()) {
                (Some(format), of) if of.contains(&format) => format,
                (Some(format), _) if format.has_map() => {
                    let why = format!("--map: {format} is not written: add it to --format");
                    return Err(wrong(why));
                }
                (None, [format]) => *format,
                (None, [_, ..]) => {
                    let why = "--map: there are several formats: name the one that a map is of, like \
                               --map text=map.json";
                    return Err(wrong(why.to_owned()));
                }
                _ => {
                    let why = format!("--map: only {} can be mapped: write one of them", can());
                    return Err(wrong(why));
                }
            };
            if maps.iter().any(|(other, _)| *other == format) {
                return Err(wrong(format!(
                    "--map: {format} has two maps: leave out one"
                )));
            }
            maps.push((
                format,
                claims.claim(&choice.file, Content::json(&choice.file))?,
            ));
        }
        Ok(Self(maps))
    }

    /// The destination of a format's map.
    pub(super) fn of(&self, format: Format) -> Option<&Destination> {
        let found = self.0.iter().find(|(of, _)| *of == format);
        found.map(|(_, place)| place)
    }
}
