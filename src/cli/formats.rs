//! The option `--format`: the formats of a conversion, and the path of each.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;

use super::claims::Claims;
use super::destination::Destination;
use super::kind::{Kind, stem, with_ending};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::suggest::list;
use pdfa2hocr_core::write::Format;

/// The formats that a conversion writes.
#[derive(Debug, Clone, Args)]
pub(super) struct Formats {
    /// Write these formats [default: by the name of OUTPUT, or hocr]
    ///
    /// All are written in one pass. Without it .alto.xml, .page.xml, .tei.xml, .md, .tsv, .txt, .json and .sqlite, as endings of OUTPUT,
    /// choose their format; every other name chooses hocr.
    ///
    /// `hocr`; `alto`: ALTO 4.4; `page`: PAGE XML 2019, a file for each page; `tei`: TEI P5 with the places of
    /// lines; `lex0`: dictionary entries as TEI Lex-0; `text`: plain text in reading order; `markdown`:
    /// running text with headings, lists, tables and notes; `html`: the same as a page to read in a web
    /// browser; `tsv`: Tesseract's table; `json`:
    /// the tree of the page; `vertical`: one token per line, for corpus managers; `pdfminer-xml`: what
    /// `pdf2txt.py -t xml` writes; `segments`: text of one font on one line, in drawing order;
    /// `sqlite`: a database with a full-text index; `viewer`: the pages to read in a web browser, pictures
    /// with selectable text over them. Each can name its file, and one of them can be
    /// -, standard output: --format hocr,text=out.txt.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        display_order = 0,
        help_heading = "Output"
    )]
    format: Vec<FormatChoice>,
}

impl Formats {
    /// The formats that the user names.
    pub(super) fn named(&self) -> impl Iterator<Item = FormatChoice> {
        self.format.iter().cloned()
    }

    /// The formats to write: the requested ones, or the one that the name of the output implies.
    pub(super) fn choices(&self, output: Option<&Path>) -> Vec<FormatChoice> {
        or_by_name(self.format.clone(), output)
    }
}

/// The requested formats; without any, the one that the name of the output implies.
pub(super) fn or_by_name(choices: Vec<FormatChoice>, output: Option<&Path>) -> Vec<FormatChoice> {
    if !choices.is_empty() {
        return choices;
    }
    vec![FormatChoice {
        format: Kind::Plain(output.map_or_else(Format::default, Format::of_name)),
        file: None,
    }]
}

/// One item of the list: `alto` or `alto=FILE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormatChoice {
    pub format: Kind,
    /// Its file, if the user names one; `-` is standard output.
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

/// The path of a format's file if several formats share a name: the format's extension replaces that of the
/// name, if known.
pub(super) fn beside(output: &Path, format: Kind) -> PathBuf {
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    with_ending(&output.with_file_name(stem(&name)), format)
}

/// The path of each format.
///
/// # Errors
///
/// [`Diagnostic::argument`] if a format has no path, or two formats have the same.
pub(super) fn places(
    choices: &[FormatChoice],
    output: Option<&Path>,
) -> Result<Vec<(Kind, PathBuf)>> {
    let wrong = |message: &str| Err(Diagnostic::argument(message));
    let unnamed = choices.iter().filter(|c| c.file.is_none()).count();
    let mut places: Vec<(Kind, PathBuf)> = Vec::new();
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
            return Err(Diagnostic::argument(format!(
                "--format: {other} and {} would both go to {}: name another file for one",
                choice.format,
                place.display()
            )));
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

/// A warning for each file whose extension belongs to a format other than its own.
pub(super) fn contradictions(choices: &[FormatChoice], output: Option<&Path>) -> Vec<String> {
    let like = |kinds: &[Kind]| list(kinds.iter().map(|kind| kind.name()));
    let contradiction = |(format, file): (Kind, &Path)| {
        let named = Kind::of_name(file);
        (!named.is_empty() && !named.contains(&format)).then(|| {
            let (file, like) = (file.display(), like(&named));
            format!(
                "{file} is written as {format}, but its name ends like a file of {like}: change the \
                 name or the format"
            )
        })
    };
    let unnamed: Vec<Kind> = choices
        .iter()
        .filter(|choice| choice.file.is_none())
        .map(|choice| choice.format)
        .collect();
    let named = choices
        .iter()
        .filter_map(|choice| Some((choice.format, choice.file.as_deref()?)));
    let mut found: Vec<String> = named.filter_map(contradiction).collect();
    match (output, unnamed.as_slice()) {
        (Some(output), [format]) => found.extend(contradiction((*format, output))),
        (Some(output), [_, _, ..]) => {
            // Each file gets its own extension. The extension of hOCR, the default, is accepted for any
            // format.
            let named = Kind::of_name(output);
            let is_free = named.is_empty() || named.contains(&Kind::default());
            if !is_free && !named.iter().any(|kind| unnamed.contains(kind)) {
                let (output, like) = (output.display(), like(&named));
                found.push(format!(
                    "{output} ends like a file of {like}, which is not written: add it to the \
                     formats or change the name"
                ));
            }
        }
        _ => {}
    }
    found
}

/// Claims the destinations of formats.
pub(super) fn claim(
    claims: &Claims,
    places: Vec<(Kind, PathBuf)>,
) -> Result<Vec<(Kind, Destination)>> {
    let claim =
        |(format, path): (Kind, PathBuf)| Ok((format, claims.claim(&path, format.content(&path))?));
    places.into_iter().map(claim).collect()
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
        assert_eq!(several("x/A.HTML"), ["x/A.html", "x/A.txt"]);
    }

    #[test]
    fn a_name_chooses_a_format() {
        let chosen = |name: &str| {
            let choices = or_by_name(Vec::new(), Some(Path::new(name)));
            let names: Vec<&str> = choices.iter().map(|choice| choice.format.name()).collect();
            names.join(",")
        };
        for (name, format) in [
            ("a.alto.xml", "alto"),
            ("a.page.xml", "page"),
            ("x/A.TEI.XML", "tei"),
            ("a.md", "markdown"),
            ("a.Tsv", "tsv"),
            ("a.b.txt", "text"),
            ("a.json", "json"),
            ("a.sqlite", "sqlite"),
            ("a.html", "hocr"),
            ("a.hocr", "hocr"),
            ("a.xml", "hocr"),
            ("alto.xml", "hocr"),
            ("a.lex0.xml", "hocr"),
            ("a.reading.html", "hocr"),
            ("a.vert", "hocr"),
            ("a.svg", "hocr"),
            ("a.docx", "hocr"),
            ("a.txt.bak", "hocr"),
            ("txt", "hocr"),
            (".txt", "hocr"),
            ("a.txt/b", "hocr"),
            ("-", "hocr"),
            ("..", "hocr"),
            ("", "hocr"),
        ] {
            assert_eq!(chosen(name), format, "{name}");
        }
        let text: FormatChoice = "text".parse().unwrap();
        assert_eq!(
            or_by_name(vec![text.clone()], Some(Path::new("a.md"))),
            [text]
        );
    }

    #[test]
    fn a_name_that_contradicts_its_format_is_found() {
        let found = |list: &str, output: Option<&str>| {
            let choices: Vec<FormatChoice> = list.split(',').map(|c| c.parse().unwrap()).collect();
            contradictions(&choices, output.map(Path::new))
        };
        for (list, output) in [
            ("hocr", "out.TXT"),
            ("text", "out.alto.xml"),
            ("alto", "out.html"),
            ("html", "out.hocr"),
            ("hocr", "out.vert"),
            ("hocr", "out.lex0.xml"),
            ("hocr,alto", "out.txt"),
            ("hocr,text=b.json", "out.html"),
        ] {
            let said = found(list, Some(output));
            assert_eq!(said.len(), 1, "{list} {output}: {said:?}");
        }
        assert_eq!(
            found("hocr", Some("x/out.txt")),
            [
                "x/out.txt is written as hocr, but its name ends like a file of \"text\": change the name or the format"
            ]
        );
        for (list, output) in [
            ("hocr", "out.html"),
            ("hocr", "out.hocr"),
            ("hocr", "out.xml"),
            ("hocr", "out.docx"),
            ("html", "out.html"),
            ("viewer", "out.HTML"),
            ("alto", "out.xml"),
            ("text", "out"),
            ("json", "-"),
            ("alto,text", "out.html"),
            ("alto,text", "out.txt"),
            ("alto=a.xml,text=b.TXT", "out"),
        ] {
            assert_eq!(found(list, Some(output)), [""; 0], "{list} {output}");
        }
        assert_eq!(found("text=a.md,hocr=b.html", None).len(), 1);
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
