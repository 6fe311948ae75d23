//! Finds matches of a pattern in the lines of a page.
//!
//! The pattern is matched against the text of all lines, with a line break between them. A word divided at a line
//! end is whole there:
//!
//! ```text
//! how to com-      the text: "how to compile it"
//! pile it
//! ```
//!
//! Some hyphens at line ends may divide a word or belong to it. The pattern is matched against both forms.

use pdfa2hocr::Rect;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::items::{Line, Word};

/// The hyphen of a word that is divided.
const SOFT_HYPHEN: char = '\u{ad}';

/// The matches of a pattern of Python's `re`, in reading order.
///
/// # Errors
///
/// Those of `re`.
pub(crate) fn search<'py>(
    py: Python<'py>,
    lines: &Bound<'py, PyTuple>,
    pattern: &Bound<'py, PyAny>,
    regex: bool,
    case: bool,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let pattern = compiled(py, pattern, regex, case)?;
    let as_printed = Text::of(lines, false)?;
    let mut found = Vec::new();
    for hit in pattern
        .call_method1("finditer", (&as_printed.text,))?
        .try_iter()?
    {
        found.extend(as_printed.found(&hit?)?);
    }
    let joined = Text::of(lines, true)?;
    if !joined.joins.is_empty() {
        for hit in pattern
            .call_method1("finditer", (&joined.text,))?
            .try_iter()?
        {
            let found_here = joined.found(&hit?)?;
            found.extend(found_here.filter(|found| joined.has_join(found)));
        }
        found.sort_by_key(|found| (found.words.start, found.words.end));
    }
    let facts = found
        .into_iter()
        .map(|found| found.facts(&as_printed.words));
    facts.collect()
}

/// The pattern, compiled. A pattern that is compiled already has its own flags.
fn compiled<'py>(
    py: Python<'py>,
    pattern: &Bound<'py, PyAny>,
    regex: bool,
    case: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if pattern.hasattr("finditer")? {
        return Ok(pattern.clone());
    }
    let re = PyModule::import(py, "re")?;
    let flags = re.getattr(if case { "NOFLAG" } else { "IGNORECASE" })?;
    let text = match regex {
        true => pattern.clone(),
        false => re.call_method1("escape", (pattern,))?,
    };
    re.call_method1("compile", (text, flags))
}

/// A word with its range in the text, in characters, and the index of its line.
struct Placed<'py> {
    word: Bound<'py, Word>,
    start: usize,
    end: usize,
    line: usize,
}

/// The text of lines, with the positions of their words.
struct Text<'py> {
    text: String,
    words: Vec<Placed<'py>>,
    /// The positions at which a hyphen that may belong to the word was left out, in characters.
    joins: Vec<usize>,
}

/// A match, with the indices of its words.
struct Found<'py> {
    hit: Bound<'py, PyAny>,
    words: std::ops::Range<usize>,
    start: usize,
    end: usize,
}

impl<'py> Text<'py> {
    /// The text of lines. `join` leaves out every hyphen at a line end before a lower-case letter, and not only
    /// those that divide a word.
    fn of(lines: &Bound<'py, PyTuple>, join: bool) -> PyResult<Self> {
        let mut made = Self {
            text: String::new(),
            words: Vec::new(),
            joins: Vec::new(),
        };
        let mut length = 0;
        // The hyphen at the end of the line before.
        let mut hyphen = None;
        for (number, line) in lines.iter().enumerate() {
            let words = line.cast::<Line>()?.get().words.bind(lines.py()).clone();
            for (index, word) in words.iter().enumerate() {
                let word = word.cast_into::<Word>()?;
                let own = word.get().text.bind(lines.py()).clone();
                let own = own.to_cow()?;
                match (index, hyphen.take()) {
                    (0, Some(SOFT_HYPHEN)) => {
                        made.shorten();
                        length -= 1;
                    }
                    (0, Some(_)) if join && own.starts_with(char::is_lowercase) => {
                        made.shorten();
                        length -= 1;
                        made.joins.push(length);
                    }
                    (0, _) if number > 0 => {
                        made.text.push('\n');
                        length += 1;
                    }
                    (0, _) => {}
                    _ if !word.get().glued => {
                        made.text.push(' ');
                        length += 1;
                    }
                    _ => {}
                }
                let start = length;
                made.text.push_str(&own);
                length += own.chars().count();
                if index + 1 == words.len() {
                    hyphen = own.chars().last().filter(|&last| is_hyphen(last));
                    hyphen = hyphen.filter(|_| own.chars().nth(1).is_some());
                }
                made.words.push(Placed {
                    word,
                    start,
                    end: length,
                    line: number,
                });
            }
        }
        Ok(made)
    }

    /// Removes the hyphen at the end.
    fn shorten(&mut self) {
        self.text.pop();
        if let Some(last) = self.words.last_mut() {
            last.end -= 1;
        }
    }

    /// The match with its words; `None` for one without text that has a place.
    fn found(&self, hit: &Bound<'py, PyAny>) -> PyResult<Option<Found<'py>>> {
        let (start, end): (usize, usize) = hit.call_method0("span")?.extract()?;
        let first = self.words.partition_point(|word| word.end <= start);
        let words = self.words.get(first..).unwrap_or_default();
        let count = words.iter().take_while(|word| word.start < end).count();
        Ok((start < end && count > 0).then(|| Found {
            hit: hit.clone(),
            words: first..first + count,
            start,
            end,
        }))
    }

    /// Whether a hyphen was left out within the match.
    fn has_join(&self, found: &Found<'_>) -> bool {
        let mut joins = self.joins.iter();
        joins.any(|&join| found.start < join && join < found.end)
    }
}

impl<'py> Found<'py> {
    /// The match as a dictionary.
    fn facts(self, words: &[Placed<'py>]) -> PyResult<Bound<'py, PyDict>> {
        let words = words.get(self.words).unwrap_or_default();
        let by_line = words.chunk_by(|a, b| a.line == b.line);
        let around = |words: &[Placed<'_>]| {
            let boxes = words.iter().map(|placed| placed.word.get().bbox);
            boxes.fold(Rect::EMPTY, |all, bbox| all.union(bbox))
        };
        let bbox = around(words);
        let boxes = by_line.map(around).map(|r| (r.x0, r.y0, r.x1, r.y1));
        let facts = PyDict::new(self.hit.py());
        facts.set_item("text", self.hit.call_method0("group")?)?;
        facts.set_item("groups", self.hit.call_method0("groups")?)?;
        facts.set_item("x0", bbox.x0)?;
        facts.set_item("top", bbox.y0)?;
        facts.set_item("x1", bbox.x1)?;
        facts.set_item("bottom", bbox.y1)?;
        facts.set_item("boxes", boxes.collect::<Vec<_>>())?;
        let words = words.iter().map(|placed| &placed.word);
        facts.set_item(
            "words",
            PyList::new(self.hit.py(), words.collect::<Vec<_>>())?,
        )?;
        Ok(facts)
    }
}

/// Whether a character is a hyphen that can stand at a line end.
fn is_hyphen(c: char) -> bool {
    matches!(c, SOFT_HYPHEN | '-' | '\u{2010}')
}
