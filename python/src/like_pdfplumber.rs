//! Methods with the names and results of pdfplumber.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::items::{Line, Word};

/// Words as dictionaries. `above` is the total height of all earlier pages, in points.
///
/// # Errors
///
/// If memory is exhausted.
pub(crate) fn words<'py>(
    py: Python<'py>,
    words: &Bound<'py, PyTuple>,
    above: f32,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for word in words {
        list.append(word_facts(py, word.cast::<Word>()?.get(), above)?)?;
    }
    Ok(list)
}

fn word_facts<'py>(py: Python<'py>, word: &Word, above: f32) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    let bbox = word.bbox;
    facts.set_item("text", &word.text)?;
    facts.set_item("x0", bbox.x0)?;
    facts.set_item("x1", bbox.x1)?;
    facts.set_item("top", bbox.y0)?;
    facts.set_item("doctop", above + bbox.y0)?;
    facts.set_item("bottom", bbox.y1)?;
    facts.set_item("upright", word.is_upright())?;
    facts.set_item("height", bbox.height())?;
    facts.set_item("width", bbox.width())?;
    facts.set_item("direction", word.direction_name())?;
    facts.set_item("fontname", &word.fontname)?;
    facts.set_item("size", word.size)?;
    Ok(facts)
}

/// A word with its range in the text, in characters.
struct Placed<'py> {
    word: Bound<'py, Word>,
    start: usize,
    end: usize,
}

/// The matches of a pattern of Python's `re` in the lines, which are separated by line breaks.
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
    let re = PyModule::import(py, "re")?;
    // A compiled pattern has its own flags.
    let pattern = if pattern.hasattr("finditer")? {
        pattern.clone()
    } else {
        let flags = re.getattr(if case { "NOFLAG" } else { "IGNORECASE" })?;
        let text = match regex {
            true => pattern.clone(),
            false => re.call_method1("escape", (pattern,))?,
        };
        re.call_method1("compile", (text, flags))?
    };
    let (text, placed) = text_of(lines)?;
    let mut found = Vec::new();
    for hit in pattern.call_method1("finditer", (text,))?.try_iter()? {
        let hit = hit?;
        let (start, end): (usize, usize) = hit.call_method0("span")?.extract()?;
        if start == end {
            continue;
        }
        let first = placed.partition_point(|word| word.end <= start);
        let words = placed.get(first..).unwrap_or_default();
        let words: Vec<&Placed<'_>> = words.iter().take_while(|word| word.start < end).collect();
        let boxes = words.iter().map(|placed| placed.word.get().bbox);
        let bbox = boxes.fold(pdfa2hocr::Rect::EMPTY, |all, bbox| all.union(bbox));
        // A match of white space only has no position.
        if bbox.is_empty() {
            continue;
        }
        let facts = PyDict::new(py);
        facts.set_item("text", hit.call_method0("group")?)?;
        facts.set_item("groups", hit.call_method0("groups")?)?;
        facts.set_item("x0", bbox.x0)?;
        facts.set_item("top", bbox.y0)?;
        facts.set_item("x1", bbox.x1)?;
        facts.set_item("bottom", bbox.y1)?;
        let words = words.iter().map(|placed| &placed.word);
        facts.set_item("words", PyList::new(py, words.collect::<Vec<_>>())?)?;
        found.push(facts);
    }
    Ok(found)
}

/// The text of lines, and the positions of their words, in characters.
fn text_of<'py>(lines: &Bound<'py, PyTuple>) -> PyResult<(String, Vec<Placed<'py>>)> {
    let py = lines.py();
    let (mut text, mut placed) = (String::new(), Vec::new());
    let mut length = 0;
    for line in lines {
        if length > 0 {
            text.push('\n');
            length += 1;
        }
        let words = line.cast::<Line>()?.get().words.bind(py);
        for (index, word) in words.iter().enumerate() {
            let word = word.cast_into::<Word>()?;
            if index > 0 && !word.get().glued {
                text.push(' ');
                length += 1;
            }
            let own = word.get().text.bind(py);
            let start = length;
            let own = own.to_cow()?;
            text.push_str(&own);
            length += own.chars().count();
            placed.push(Placed {
                word,
                start,
                end: length,
            });
        }
    }
    Ok((text, placed))
}
