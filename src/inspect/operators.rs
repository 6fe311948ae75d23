//! Lists the operators of a page's content (ISO 32000-1, annex A), one a row, with operands, shown text and
//! position. The content of forms follows the operator that draws them; appearances of annotations are at the
//! end.

use std::fmt::Write;

use serde::Serialize;

use super::key::Key;
use super::place::{Place, place};
use super::value::{Value, hexadecimal, literal};
use super::{Inspector, Window};
use pdfa2hocr_core::content::watch::{self, Act, Watch};
use pdfa2hocr_core::content::{self, Shown};
use pdfa2hocr_core::diagnostics::{Result, Warning, Warnings};
use pdfa2hocr_core::font::Font;
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::pdf::lexer::{Token, is_white_space};
use pdfa2hocr_core::pdf::{Dict, ObjectIdentifier, text_string};
use pdfa2hocr_core::visible::visible;

/// Maximum bytes of operands in a row.
const MAX_OPERANDS: usize = 4096;
/// Maximum bytes of text in a row.
const MAX_TEXT: usize = 4096;
/// Maximum indent of rows, in levels.
const MAX_DEPTH: usize = 40;

/// A part of the listing.
#[derive(Debug, Serialize)]
pub(crate) struct Listing {
    pub total: usize,
    pub operators: Vec<Row>,
    /// Warnings from reading the page.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

/// All operators of one page.
#[derive(Debug, Serialize)]
pub(crate) struct OfPage {
    /// Page index, from 0.
    pub page: u32,
    #[serde(flatten)]
    listing: Listing,
}

/// An operator.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Row {
    /// Index in the listing.
    pub index: usize,
    /// Offset of the operator with its operands in the decoded stream.
    pub offset: usize,
    /// Offset of its end.
    pub end: usize,
    pub operator: String,
    /// The operands in PDF syntax.
    pub operands: String,
    /// The text that it shows, or the name of the font that it selects.
    pub text: Option<String>,
    pub bbox: Option<Place>,
    /// Number of open graphics states, text objects, marked-content sequences and forms.
    pub depth: usize,
    /// The form whose stream contains it; `None` for the content of the page.
    pub form: Option<Key>,
}

/// Lists the operators of a page (from 0).
///
/// # Errors
///
/// [`Diagnostic::argument`](pdfa2hocr_core::diagnostics::Diagnostic::argument) if the page does not exist.
pub(crate) fn list(inspector: &Inspector, index: u32, window: Window) -> Result<Listing> {
    let page = inspector.page(index)?;
    let shown = Shown {
        all_text: true,
        layers: &inspector.layers,
    };
    let mut lister = Lister::new(window);
    let mut warnings = Warnings::new();
    let (fonts, budget) = (&inspector.fonts, inspector.budget());
    content::watch(&page, fonts, shown, &budget, &mut warnings, &mut lister);
    warnings.set_page(index);
    Ok(Listing {
        total: lister.total,
        operators: lister.rows,
        warnings: warnings.into_parts().0,
    })
}

/// An open content stream.
#[derive(Default)]
struct Level {
    form: Option<ObjectIdentifier>,
    depth: usize,
}

/// Collects the rows of a window and counts the others.
#[derive(Default)]
struct Lister {
    window: Window,
    total: usize,
    rows: Vec<Row>,
    /// The open streams, the current one last.
    levels: Vec<Level>,
    /// Offset of the first operand that has no operator yet; `operands` holds them as text.
    start: Option<usize>,
    operands: String,
    /// Whether the last operator was `Do`.
    drew: bool,
}

impl Lister {
    fn new(window: Window) -> Self {
        Self {
            window,
            levels: vec![Level::default()],
            ..Self::default()
        }
    }

    /// Switches to the stream of an operator.
    fn enter(&mut self, form: Option<ObjectIdentifier>) {
        if self.levels.last().is_some_and(|level| level.form == form) {
            return;
        }
        self.start = None;
        self.operands.clear();
        if let Some(at) = self.levels.iter().position(|level| level.form == form) {
            self.levels.truncate(at + 1);
            return;
        }
        // Appearances of annotations are not drawn by an operator.
        if !self.drew {
            self.levels.truncate(1);
            if let Some(page) = self.levels.first_mut() {
                page.depth = 0;
            }
        }
        let depth = self.levels.last().map_or(0, |level| level.depth) + 1;
        self.levels.push(Level { form, depth });
    }

    /// The row of the last operator, if it is in the window.
    fn last(&mut self) -> Option<&mut Row> {
        let index = self.total.checked_sub(1)?;
        self.rows.last_mut().filter(|row| row.index == index)
    }

    fn put(&mut self, bbox: Option<Rect>) {
        if let Some(row) = self.last() {
            row.bbox = bbox.and_then(place);
        }
    }
}

impl Watch for Lister {
    fn token(
        &mut self,
        token: &Token<'_>,
        written: &[u8],
        offset: usize,
        form: Option<ObjectIdentifier>,
    ) {
        self.enter(form);
        let space = written.iter().take_while(|b| is_white_space(**b)).count();
        let start = *self.start.get_or_insert(offset + space);
        let in_window = self.window.holds(self.total);
        let Token::Keyword(operator) = token else {
            if in_window && self.operands.len() < MAX_OPERANDS {
                push_operand(token, &mut self.operands);
            }
            return;
        };
        if matches!(*operator, b"true" | b"false" | b"null") {
            return;
        }
        let Some(level) = self.levels.last_mut() else {
            return;
        };
        let depth = match *operator {
            b"Q" | b"ET" | b"EMC" | b"EX" => {
                level.depth = level.depth.saturating_sub(1);
                level.depth
            }
            b"q" | b"BT" | b"BMC" | b"BDC" | b"BX" => {
                level.depth += 1;
                level.depth - 1
            }
            _ => level.depth,
        };
        if in_window {
            let operator: String = String::from_utf8_lossy(operator).chars().take(20).collect();
            self.rows.push(Row {
                index: self.total,
                offset: start,
                end: offset + written.len(),
                operator,
                operands: std::mem::take(&mut self.operands),
                text: None,
                bbox: None,
                depth,
                form: form.map(Key::from),
            });
        }
        self.drew = *operator == b"Do";
        self.total += 1;
        self.start = None;
        self.operands.clear();
    }

    fn act(&mut self, act: Act<'_>) {
        match act {
            Act::Font(font) => {
                let name = font.facts().name.clone();
                if let Some(row) = self.last() {
                    row.text = Some(name);
                }
            }
            Act::Text {
                font,
                operands,
                bbox,
                ..
            } => {
                if let Some(row) = self.last() {
                    let text = text(font, operands.as_slice());
                    row.text = Some(text);
                }
                self.put(bbox);
            }
            Act::Image { matrix, .. } => self.put(Some(watch::image_box(matrix))),
            Act::InlineImage { image, matrix } => {
                let dict = image.dict().unwrap_or_else(Dict::empty);
                let entries = Value::of_dict(&dict).short(MAX_OPERANDS);
                if let Some(row) = self.last() {
                    row.operands = entries;
                }
                self.put(Some(watch::image_box(matrix)));
            }
            Act::Place(bbox) => self.put(Some(bbox)),
            // The operators of its construction have boxes.
            Act::Path(_) => {}
        }
    }
}

/// The text of strings in a font.
fn text(font: &Font, operands: &[Token<'_>]) -> String {
    let mut out = String::new();
    for operand in operands {
        let Token::String(string) = operand else {
            continue;
        };
        for code in font.codes(&string.decode()) {
            if out.len() >= MAX_TEXT {
                return out;
            }
            code.text.push_to(&mut out);
        }
    }
    out
}

/// Appends an operand in PDF syntax.
fn push_operand(token: &Token<'_>, out: &mut String) {
    let space = match (token, out.chars().last()) {
        (Token::ArrayEnd, _) | (_, None | Some('[')) => "",
        _ => " ",
    };
    out.push_str(space);
    let _ = match token {
        Token::Number(n) => write!(out, "{n}"),
        Token::Name(name) => write!(out, "/{}", String::from_utf8_lossy(name)),
        Token::ArrayStart => write!(out, "["),
        Token::ArrayEnd => write!(out, "]"),
        Token::Dict(bytes) => write!(out, "{}", String::from_utf8_lossy(bytes)),
        Token::Bad(bytes) | Token::Keyword(bytes) => {
            write!(out, "{}", String::from_utf8_lossy(bytes))
        }
        Token::String(string) => {
            let bytes = string.decode();
            let bytes = bytes.get(..MAX_OPERANDS).unwrap_or(&bytes);
            match bytes.iter().all(|b| (0x20..0x7F).contains(b)) {
                true => write!(out, "{}", literal(&text_string(bytes))),
                false => write!(out, "<{}>", hexadecimal(bytes)),
            }
        }
    };
}

impl OfPage {
    pub(crate) fn read(inspector: &Inspector, index: u32) -> Result<Self> {
        let listing = list(inspector, index, Window::ALL)?;
        Ok(Self {
            page: index,
            listing,
        })
    }

    /// The warnings from reading the page.
    pub(crate) fn warnings(&self) -> &[Warning] {
        &self.listing.warnings
    }

    /// Formats the operators as text, below the page number.
    pub(crate) fn text(&self) -> String {
        format!(
            "page {}:\n{}",
            PageNumber::of(self.page),
            self.listing.text()
        )
    }
}

impl Listing {
    /// Formats the rows: offset, operands and operator in PDF syntax, then text and position.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let mut form = None;
        for row in &self.operators {
            if row.form != form {
                match row.form {
                    Some(key) => out.push_str(&format!("form {key}:\n")),
                    None => out.push_str("the page again:\n"),
                }
                form = row.form;
            }
            let indent = "  ".repeat(row.depth.min(MAX_DEPTH));
            let operands = visible(&row.operands);
            let space = if operands.is_empty() { "" } else { " " };
            let operator = visible(&row.operator);
            let _ = write!(
                out,
                "{:>8}  {indent}{operands}{space}{operator}",
                row.offset
            );
            if let Some(text) = &row.text {
                let _ = write!(out, "  \"{}\"", visible(text));
            }
            if let Some([x0, y0, x1, y1]) = row.bbox {
                let _ = write!(out, "  [{x0} {y0} {x1} {y1}]");
            }
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::testing::inspector;

    fn rows(fixture: &str) -> Vec<Row> {
        list(&inspector(fixture), 0, Window::ALL).unwrap().operators
    }

    #[test]
    fn strings_are_decoded_and_placed() {
        let rows = rows("content/text-operators.pdf");
        let shown: Vec<&Row> = rows
            .iter()
            .filter(|row| matches!(row.operator.as_str(), "Tj" | "TJ" | "'" | "\""))
            .collect();
        assert!(shown.len() > 3);
        assert!(shown.iter().all(|row| row.text.is_some() && row.depth > 0));
        assert!(shown.iter().any(|row| row.bbox.is_some()));
        let font = rows.iter().find(|row| row.operator == "Tf").unwrap();
        assert_eq!(font.text.as_deref(), Some("Helvetica"));
        // Offsets increase through the stream.
        assert!(rows.is_sorted_by_key(|row| row.offset));
        assert!(rows.iter().all(|row| row.offset < row.end));
    }

    #[test]
    fn what_forms_draw_is_listed_behind_them() {
        let rows = rows("content/form-xobjects.pdf");
        let drawing = rows
            .iter()
            .position(|row| row.operator == "Do" && row.form.is_none())
            .unwrap();
        let inner = &rows[drawing + 1];
        assert!(inner.form.is_some() && inner.depth > rows[drawing].depth);
        assert!(rows[drawing].bbox.is_some());
        assert_eq!(rows.last().unwrap().depth, 0);
    }

    #[test]
    fn a_window_shows_the_same_as_the_whole() {
        let inspector = inspector("content/form-xobjects.pdf");
        let whole = list(&inspector, 0, Window::ALL).unwrap();
        for from in 0..whole.total {
            let part = list(&inspector, 0, Window { from, count: 3 }).unwrap();
            assert_eq!(part.total, whole.total);
            let end = (from + 3).min(whole.total);
            assert_eq!(part.operators, whole.operators[from..end]);
        }
        assert!(list(&inspector, 99, Window::ALL).is_err());
    }

    #[test]
    fn a_bomb_of_forms_ends() {
        let part = Window { from: 0, count: 10 };
        let listing = list(&inspector("content/form-bomb.pdf"), 0, part).unwrap();
        assert_eq!(listing.operators.len(), 10);
        assert!(!listing.warnings.is_empty());
    }

    #[test]
    fn operands_are_written_as_pdf_has_them() {
        let mut out = String::new();
        for token in pdfa2hocr_core::pdf::lexer::Lexer::new(b"[(a\\(b) -20.5 <00>] /N#20x") {
            push_operand(&token, &mut out);
        }
        assert_eq!(out, "[(a\\(b) -20.5 <00>] /N#20x");
    }
}
