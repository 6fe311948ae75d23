//! `--format`: what is written, and where each format goes.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::claims::{Claims, Destination};
use super::output::Output;
use crate::convert::Target;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::write::Format;

/// `alto`, or `alto=FILE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormatChoice {
    pub format: Format,
    /// Its file, when the user names one; `-` is standard output.
    pub file: Option<PathBuf>,
}

impl FromStr for FormatChoice {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let (name, file) = match text.split_once('=') {
            Some((_, "")) => return Err("there is no file after the \"=\"".into()),
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        Ok(Self {
            format: name.trim().parse()?,
            file,
        })
    }
}

/// The path of a format's file when several go by one name: its own ending takes the place of the
/// name's, if that is one of ours.
pub(super) fn beside(output: &Path, format: Format) -> PathBuf {
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    with_ending(&output.with_file_name(stem(&name)), format)
}

/// A file's name without its ending, if that is one of ours.
pub(super) fn stem(name: &str) -> &str {
    Format::ALL
        .into_iter()
        .filter_map(|f| name.strip_suffix(f.extension())?.strip_suffix('.'))
        .filter(|stem| !stem.is_empty())
        .min_by_key(|stem| stem.len())
        .unwrap_or(name)
}

/// The path with the ending of a format behind it.
pub(super) fn with_ending(path: &Path, format: Format) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(format.extension());
    path.with_file_name(name)
}

/// Where each format goes.
///
/// # Errors
///
/// [`DiagnosticKind::Argument`] when a format has no place, or two have the same.
pub(super) fn places(
    choices: &[FormatChoice],
    output: Option<&Path>,
) -> Result<Vec<(Format, PathBuf)>> {
    let wrong = |message: &str| Err(Diagnostic::new(DiagnosticKind::Argument, message));
    let unnamed = choices.iter().filter(|c| c.file.is_none()).count();
    let mut places: Vec<(Format, PathBuf)> = Vec::new();
    for choice in choices {
        let place = match (&choice.file, output) {
            (Some(file), _) => file.clone(),
            (None, Some(output)) if unnamed == 1 => output.to_owned(),
            (None, Some(output)) if output.as_os_str() == "-" => {
                return wrong(
                    "one format can go to standard output: name the files of the others, like \
                     --format text,hocr=out.html",
                );
            }
            (None, Some(output)) => beside(output, choice.format),
            (None, None) => {
                return wrong(
                    "OUTPUT is missing: name it, or name a file for every format, like --format \
                     hocr=out.html",
                );
            }
        };
        if let Some((other, _)) = places.iter().find(|(_, p)| *p == place) {
            return Err(Diagnostic::new(
                DiagnosticKind::Argument,
                format!(
                    "--format: {other} and {} would both go to {}: name another file for one",
                    choice.format,
                    place.display()
                ),
            ));
        }
        places.push((choice.format, place));
    }
    if unnamed == 0 && output.is_some() {
        return wrong(
            "every format has its file, and OUTPUT none of them: leave out one or the other",
        );
    }
    Ok(places)
}

/// Claims the places of formats.
///
/// # Errors
///
/// Those of [`Claims::claim`].
pub(super) fn claim(
    claims: &Claims,
    places: Vec<(Format, PathBuf)>,
) -> Result<Vec<(Format, Destination)>> {
    let claim = |(format, path): (Format, PathBuf)| Ok((format, claims.claim(&path)?));
    places.into_iter().map(claim).collect()
}

/// Files that are begun together and finished together.
pub(super) struct Files(Vec<(Format, Output)>);

impl Files {
    /// # Errors
    ///
    /// Those of [`Output::create`] and [`Output::database`]; then none is begun.
    pub(super) fn create(places: &[(Format, Destination)]) -> Result<Self> {
        let create = |(format, place): &(Format, Destination)| {
            let output = match format {
                Format::Sqlite => Output::database(place)?,
                _ => Output::create(place)?,
            };
            Ok((*format, output))
        };
        Ok(Self(places.iter().map(create).collect::<Result<_>>()?))
    }

    /// What the conversion writes to.
    pub(super) fn targets(&mut self) -> Vec<Target<'_>> {
        let files = self.0.iter_mut();
        let targets = files.map(|(format, out)| Target::new(*format, out));
        targets
            .map(|target| target.spooled(|| Ok(Box::new(tempfile::tempfile()?))))
            .collect()
    }

    /// Puts the files in their places.
    ///
    /// # Errors
    ///
    /// Those of [`Output::finish`].
    pub(super) fn finish(self) -> Result<()> {
        self.0.into_iter().try_for_each(|(_, out)| out.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(list: &str, output: Option<&str>) -> std::result::Result<Vec<String>, String> {
        let choices: Vec<FormatChoice> = list.split(',').map(|c| c.parse().unwrap()).collect();
        places(&choices, output.map(Path::new))
            .map(|all| all.iter().map(|(_, p)| p.display().to_string()).collect())
            .map_err(|e| e.message)
    }

    #[test]
    fn one_format_goes_to_output_and_several_beside_it() {
        assert_eq!(placed("text", Some("a.html")).unwrap(), ["a.html"]);
        assert_eq!(placed("text", Some("-")).unwrap(), ["-"]);
        let several = |output| placed("hocr,text", Some(output)).unwrap();
        assert_eq!(several("x/a.html"), ["x/a.html", "x/a.txt"]);
        assert_eq!(several("x/a.b"), ["x/a.b.html", "x/a.b.txt"]);
        assert_eq!(placed("hocr,text=-", Some("a.x")).unwrap(), ["a.x", "-"]);
        assert_eq!(placed("hocr=b,text=-", None).unwrap(), ["b", "-"]);
    }

    #[test]
    fn every_format_has_a_place_of_its_own() {
        for (list, output) in [
            ("hocr,text", Some("-")),
            ("hocr,text=-", None),
            ("hocr=a", Some("b")),
            ("hocr,hocr", Some("b")),
            ("hocr=-,text=-", None),
        ] {
            assert!(placed(list, output).is_err(), "{list} {output:?}");
        }
        assert!("hocr=".parse::<FormatChoice>().is_err());
        let error = "txt".parse::<FormatChoice>().unwrap_err();
        assert!(error.contains("did you mean \"text\""), "{error}");
    }
}
