//! Reads lists of quotations: lines, TSV, CSL-JSON and BibTeX.

use std::path::Path;

use biblatex::{Bibliography, ChunksExt};
use serde_json::Value;

use crate::cli::input::beginning;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::visible::visible;

/// Maximum size of a list in bytes; a larger file is an error.
const MAX_FILE: usize = 16 << 20;
/// Minimum number of letters of a quotation in a note. Shorter ones are titles and single words.
const MIN_LETTERS: usize = 12;
/// Maximum depth of braces in BibTeX; references have fewer than ten.
const MAX_DEPTH: usize = 100;
/// The columns of a table, and the fields of a reference, that can have quotations.
const QUOTES: [&str; 3] = ["quote", "quotation", "text"];
const NOTES: [&str; 5] = ["note", "annote", "annotation", "quote", "quotation"];

/// A quotation to be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quotation {
    /// The identifier in its list.
    pub id: Option<String>,
    pub text: String,
}

impl Quotation {
    pub(super) fn new(text: &str) -> Self {
        Self {
            id: None,
            text: text.to_owned(),
        }
    }

    fn with_id(id: &str, text: &str) -> Self {
        Self {
            id: Some(id.to_owned()).filter(|id| !id.is_empty()),
            text: text.to_owned(),
        }
    }
}

/// Reads a list. The ending of its name chooses the form: `.tsv`, `.json`, `.bib`; others have a quotation a line.
///
/// # Errors
///
/// [`Diagnostic::file`] if it cannot be read; [`Diagnostic::argument`] if it does not have this form.
pub(super) fn read(file: &Path) -> Result<Vec<Quotation>> {
    let text = text(file)?;
    let ending = file.extension().unwrap_or_default().to_string_lossy();
    let read = match ending.to_ascii_lowercase().as_str() {
        "tsv" => table(&text),
        "json" => csl_json(&text),
        "bib" => bibtex(&text),
        _ => Ok(lines(&text)),
    };
    let read = read.and_then(|read| match read.is_empty() {
        true => Err("it has no quotation".to_owned()),
        false => Ok(read),
    });
    read.map_err(|why| Diagnostic::argument(format!("{}: {why}", name(file))))
}

fn name(file: &Path) -> String {
    visible(&file.to_string_lossy()).into_owned()
}

fn text(file: &Path) -> Result<String> {
    let text = beginning(file, MAX_FILE as u64)?;
    if text.len() >= MAX_FILE {
        let why = format!("{}: quotations have less than {MAX_FILE} bytes", name(file));
        return Err(Diagnostic::file(why));
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The non-blank lines of a text.
fn lines(text: &str) -> Vec<Quotation> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(Quotation::new).collect()
}

/// The quotations of a table, whose first line names the columns.
fn table(text: &str) -> std::result::Result<Vec<Quotation>, String> {
    let mut rows = text
        .lines()
        .map(|line| line.split('\t').map(str::trim).collect::<Vec<_>>());
    let head = rows.next().unwrap_or_default();
    let column = |names: &[&str]| {
        let is_one = |cell: &&str| names.iter().any(|name| name.eq_ignore_ascii_case(cell));
        head.iter().position(is_one)
    };
    let quote = column(&QUOTES).ok_or_else(|| {
        format!(
            "line 1 names no column {}: name the columns, separated by TAB",
            QUOTES.join(", ")
        )
    })?;
    let id = column(&["id", "key"]);
    let cell = |row: &[&str], at: Option<usize>| {
        at.and_then(|at| row.get(at))
            .copied()
            .unwrap_or_default()
            .to_owned()
    };
    let rows = rows.map(|row| Quotation::with_id(&cell(&row, id), &cell(&row, Some(quote))));
    Ok(rows.filter(|row| !row.text.is_empty()).collect())
}

/// The quotations in the notes of references in CSL-JSON: an array of items.
fn csl_json(text: &str) -> std::result::Result<Vec<Quotation>, String> {
    let items: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let items = match &items {
        Value::Array(items) => items,
        Value::Object(object) => match object.get("items") {
            Some(Value::Array(items)) => items,
            _ => return Err("the items are missing: write an array of references".to_owned()),
        },
        _ => return Err("it is not an array of references".to_owned()),
    };
    let mut found = Vec::new();
    for item in items {
        let text = |key: &str| match item.get(key) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let id = text("id");
        for note in NOTES.map(text) {
            let quoted = in_note(&note).into_iter();
            found.extend(quoted.map(|quote| Quotation::with_id(&id, quote)));
        }
    }
    Ok(found)
}

/// The quotations in the notes of references in BibTeX or BibLaTeX.
fn bibtex(text: &str) -> std::result::Result<Vec<Quotation>, String> {
    check_depth(text)?;
    let library = Bibliography::parse(text).map_err(|error| {
        let line = 1 + text
            .get(..error.span.start)
            .unwrap_or(text)
            .matches('\n')
            .count();
        format!("line {line}: {}", error.kind)
    })?;
    let mut found = Vec::new();
    for entry in library.iter() {
        for name in NOTES {
            let note = entry.get(name).map(|chunks| chunks.format_verbatim());
            for quote in in_note(&note.unwrap_or_default()) {
                found.push(Quotation::with_id(&entry.key, quote));
            }
        }
    }
    Ok(found)
}

/// Refuses deeply nested braces, for which the parser takes time that grows with the square of the depth.
fn check_depth(text: &str) -> std::result::Result<(), String> {
    let mut depth = 0usize;
    for (line, number) in text.lines().zip(1..) {
        for byte in line.bytes() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_DEPTH {
                return Err(format!(
                    "line {number}: braces are nested over {MAX_DEPTH} deep"
                ));
            }
        }
    }
    Ok(())
}

/// The quotations in a note: the text in quotation marks, or the whole note without them.
fn in_note(note: &str) -> Vec<&str> {
    const PAIRS: [(&str, &str); 7] = [
        ("“", "”"),
        ("„", "“"),
        ("„", "”"),
        ("«", "»"),
        ("»", "«"),
        ("``", "''"),
        ("\"", "\""),
    ];
    let is_long = |text: &&str| text.chars().filter(|c| c.is_alphanumeric()).count() >= MIN_LETTERS;
    let mut quoted = Vec::new();
    let mut rest = note;
    while let Some((at, open)) = PAIRS
        .iter()
        .filter_map(|(open, _)| Some((rest.find(open)?, *open)))
        .min()
    {
        let after = rest.get(at + open.len()..).unwrap_or_default();
        let ends = PAIRS.iter().filter(|(other, _)| *other == open);
        let end = ends
            .filter_map(|(_, close)| Some((after.find(close)?, close.len())))
            .min();
        let Some((end, length)) = end else {
            break;
        };
        quoted.extend(after.get(..end).filter(is_long));
        rest = after.get(end + length..).unwrap_or_default();
    }
    match quoted.is_empty() {
        true => Some(note.trim()).filter(is_long).into_iter().collect(),
        false => quoted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(list: &[Quotation]) -> Vec<(&str, &str)> {
        let id =
            |quote: &Quotation| -> &'static str { quote.id.clone().unwrap_or_default().leak() };
        list.iter().map(|quote| (id(quote), &*quote.text)).collect()
    }

    #[test]
    fn tables_name_their_columns() {
        let table = |text| {
            table(text).map(|rows| {
                of(&rows)
                    .into_iter()
                    .map(|(a, b)| format!("{a}|{b}"))
                    .collect::<Vec<_>>()
            })
        };
        assert_eq!(
            table("id\tQuote\tpage\na1\tThe owl sleeps\t3\n\n\tin a barn\n").unwrap(),
            ["a1|The owl sleeps", "|in a barn"]
        );
        assert!(table("The owl\tsleeps\n").unwrap_err().contains("line 1"));
    }

    #[test]
    fn notes_of_references_have_quotations() {
        let json = r#"[{"id": "x1", "note": "He says “the owl sleeps all day” on p. 3, and «owls»."},
                       {"id": 7, "annote": "the barn is full of owls"}, {"id": "y"}]"#;
        let found = csl_json(json).unwrap();
        assert_eq!(
            of(&found),
            [
                ("x1", "the owl sleeps all day"),
                ("7", "the barn is full of owls")
            ]
        );
        assert!(csl_json("{").is_err() && csl_json("3").is_err() && csl_json("{}").is_err());

        let bib = "@book{owl99,\n title = {Owls},\n note = {Says ``the owl sleeps all day'' and more}\n}\n\
                   @misc{b, annote = \"„eine Eule schläft am Tag“\"}";
        let found = bibtex(bib).unwrap();
        assert_eq!(
            of(&found),
            [
                ("owl99", "the owl sleeps all day"),
                ("b", "eine Eule schläft am Tag")
            ]
        );
        let deep = format!("@misc{{x,\nnote = {}{}}}", "{".repeat(101), "}".repeat(101));
        assert!(bibtex(&deep).unwrap_err().starts_with("line 2: braces"));
        assert!(
            bibtex("@book{x,\n title = {")
                .unwrap_err()
                .starts_with("line ")
        );
    }
}
