//! Lists the codes of a font: text, width and glyph outline of each.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::inspect::columns::{Columns, or_empty, yes_or_no};
use crate::inspect::key::Key;
use crate::inspect::{Inspector, Window, resources};
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::font::{GlyphFacts, Inspection, Outline};
use pdfa2hocr_core::page::Decoding;
use pdfa2hocr_core::pdf::{Dict, ObjectIdentifier};

/// Maximum time for drawing the glyphs of one part of the table.
const MAX_DRAWING_TIME: Duration = Duration::from_secs(5);

/// A part of the table.
#[derive(Debug, Serialize)]
pub(crate) struct Codes {
    pub total: usize,
    /// Coordinate units of the outlines.
    pub units: &'static str,
    pub codes: Vec<Row>,
}

/// A code of a font.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub code: u32,
    /// The bytes of the code.
    pub hex: String,
    /// The glyph name in the encoding of a simple font.
    pub name: Option<String>,
    /// The CID, in a composite font.
    pub cid: Option<u32>,
    /// The text, if known.
    pub unicode: Option<String>,
    /// The source of the text.
    pub source: &'static str,
    /// Widths in thousandths of the em, from the dictionary and from the font program.
    pub width: Option<f32>,
    pub program_width: Option<f32>,
    /// Whether the font program has a glyph for the code.
    pub present: Option<bool>,
    /// Whether it is shown on one of the pages read so far.
    pub used: bool,
    /// The content stream that draws the glyph of a Type 3 font.
    pub procedure: Option<Key>,
    /// The `d` of an SVG path.
    pub outline: Option<String>,
    #[serde(rename = "box")]
    pub bbox: Option<[f32; 4]>,
}

/// The codes to list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Which {
    /// Codes shown on pages.
    Used,
    /// Also codes with glyphs in the font program.
    #[default]
    All,
}

/// Lists the codes that are shown on the pages read in the given time, and those with glyphs in the font
/// program.
///
/// # Errors
///
/// [`DiagnosticKind::Argument`](crate::DiagnosticKind::Argument) if the object is not a font.
pub(crate) fn codes(
    inspector: &Inspector,
    key: Key,
    window: Window,
    which: Which,
    time: Duration,
) -> Result<Codes> {
    let found = resources::find_font(inspector, key)?;
    let inspection = Inspection::read(&found.dict, &inspector.budget());
    let procedures = found.dict.get::<Dict<'_>>("CharProcs");
    let usage = inspector.usage(time);
    let used = usage.of_font(&found.font);
    let mut codes: BTreeSet<(u8, u32)> = used.map_or_else(BTreeSet::new, |used| {
        used.codes.keys().map(|&(code, len)| (len, code)).collect()
    });
    if which == Which::All {
        codes.extend(defined(&inspection, &found.dict));
    }
    let codes: Vec<(u8, u32)> = codes.into_iter().collect();
    let is_used = |code, len| used.is_some_and(|used| used.codes.contains_key(&(code, len)));
    let shown = window.of(&codes);
    let in_pairs: Vec<(u32, u8)> = shown.iter().map(|&(len, code)| (code, len)).collect();
    let outlines = inspection.outlines(&in_pairs, MAX_DRAWING_TIME);
    let rows = shown
        .iter()
        .zip(outlines)
        .filter_map(|(&(len, code), outline)| {
            let bytes = code.to_be_bytes();
            let bytes = bytes.get(bytes.len().checked_sub(len.into())?..)?;
            let facts = inspection.glyphs(bytes).into_iter().next()?;
            let read = found.font.codes(bytes).next()?;
            let mut text = String::new();
            read.text.push_to(&mut text);
            let known = read.decoding != Decoding::Unknown;
            let (outline, bbox) = match outline {
                Some(Outline { path, bbox }) => (Some(path), Some(bbox)),
                None => (None, None),
            };
            let name = inspection.glyph_name(code);
            let procedure = name.and_then(|name| procedures.as_ref()?.get_ref(name));
            Some(Row {
                code,
                procedure: procedure.map(|p| ObjectIdentifier::from(p).into()),
                hex: crate::inspect::value::hexadecimal(bytes),
                name: name.map(str::to_owned),
                cid: inspection.cid(code, len),
                unicode: known.then_some(text),
                source: read.decoding.source(),
                width: facts.dict_width.map(hundredth),
                program_width: facts.program_width.map(hundredth),
                present: facts
                    .present
                    .filter(|_| !inspection.is_type3())
                    .map(|_| facts.has_glyph),
                used: is_used(code, len),
                outline,
                bbox,
            })
        });
    Ok(Codes {
        codes: rows.collect(),
        total: codes.len(),
        units: "thousandths of the em, y pointing down, the origin on the baseline",
    })
}

/// The codes, with their lengths in bytes, that the font defines, shown or not.
fn defined(inspection: &Inspection<'_>, dict: &Dict<'_>) -> Vec<(u8, u32)> {
    if inspection.is_simple() {
        let all: Vec<u8> = (0..=255).collect();
        let facts = inspection.glyphs(&all);
        let first = dict.get::<i32>("FirstChar").unwrap_or(0);
        let last = dict.get::<i32>("LastChar").unwrap_or(255);
        let has_program = inspection.has_program();
        let has = |glyph: &&GlyphFacts| match has_program {
            true => glyph.has_glyph,
            // Without a font program the glyphs are unknown, so the widths decide.
            false => {
                let listed = i64::from(first) <= i64::from(glyph.code)
                    && i64::from(glyph.code) <= i64::from(last);
                listed && glyph.dict_width.is_some_and(|width| width != 0.0)
            }
        };
        return facts
            .iter()
            .filter(has)
            .map(|glyph| (1, glyph.code))
            .collect();
    }
    if !inspection.is_identity() {
        return Vec::new();
    }
    let drawn = inspection.drawn_codes().into_iter();
    drawn.map(|code| (2, code)).collect()
}

impl Codes {
    /// Formats the table as text.
    pub(crate) fn text(&self) -> String {
        let mut columns = Columns::new(
            "code: | name | cid: | unicode | text | from | width: | in program: | glyph | used",
        );
        for row in &self.codes {
            let text = row.unicode.as_deref().unwrap_or_default();
            let points: Vec<String> = text
                .chars()
                .map(|c| format!("U+{:04X}", u32::from(c)))
                .collect();
            columns.row([
                row.hex.clone(),
                row.name.clone().unwrap_or_default(),
                or_empty(row.cid),
                points.join(" "),
                text.to_owned(),
                row.source.to_owned(),
                or_empty(row.width),
                or_empty(row.program_width),
                row.present.map_or_else(String::new, yes_or_no),
                yes_or_no(row.used),
            ]);
        }
        columns.write()
    }
}

fn hundredth(width: f32) -> f32 {
    (width * 100.0).round() / 100.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::fonts::list;
    use crate::inspect::testing::inspector;

    fn read(inspector: &Inspector, key: Key) -> Result<Codes> {
        codes(inspector, key, Window::ALL, Which::All, Duration::ZERO)
    }

    #[test]
    fn those_that_are_shown_are_among_all() {
        let inspector = inspector("fonts/embedded-type0.pdf");
        let key = list(&inspector, Duration::MAX).fonts[0].key;
        let used = codes(&inspector, key, Window::ALL, Which::Used, Duration::ZERO).unwrap();
        let all = read(&inspector, key).unwrap();
        assert!(used.total > 0 && used.codes.iter().all(|row| row.used));
        let among = all.codes.iter().filter(|row| row.used).count();
        assert_eq!(among, used.total);
    }

    #[test]
    fn glyphs_of_every_kind_of_program_are_drawn() {
        for fixture in [
            "fonts/embedded-type1.pdf",
            "fonts/embedded-cff.pdf",
            "fonts/embedded-truetype.pdf",
            "fonts/embedded-type0.pdf",
        ] {
            let inspector = inspector(fixture);
            let fonts = list(&inspector, Duration::MAX).fonts;
            let embedded = fonts
                .iter()
                .filter(|font| font.embedded && font.codes_used > 0);
            let mut drawn = 0;
            for key in embedded.map(|font| font.key) {
                let table = read(&inspector, key).unwrap();
                assert_eq!(table.total, table.codes.len());
                for row in table.codes.iter().filter(|row| row.used) {
                    let blank = row.unicode.as_deref().is_some_and(|t| t.trim().is_empty());
                    if row.present == Some(true) && !blank {
                        let [x0, y0, x1, y1] = row.bbox.expect("an outline");
                        assert!(x1 > x0 && y1 > y0 && y0 < 0.0, "{fixture} {row:?}");
                        assert!(y0 > -1500.0 && x1 < 2500.0, "{fixture} {row:?}");
                        drawn += 1;
                    }
                }
            }
            assert!(drawn > 5, "{fixture}");
        }
    }

    #[test]
    fn glyphs_of_type_3_fonts_lead_to_what_draws_them() {
        let inspector = inspector("fonts/type3.pdf");
        let rows = list(&inspector, Duration::MAX).fonts.into_iter();
        let tables = rows.map(|font| read(&inspector, font.key));
        let rows: Vec<Row> = tables.flat_map(|table| table.unwrap().codes).collect();
        let drawn = rows.iter().filter(|row| row.procedure.is_some());
        assert!(drawn.count() > 5);
        assert!(
            rows.iter()
                .filter(|row| row.used)
                .all(|row| row.name.is_some())
        );
    }

    #[test]
    fn a_part_of_the_table_is_that_of_the_whole() {
        let inspector = inspector("fonts/standard-14.pdf");
        let key = list(&inspector, Duration::MAX).fonts[0].key;
        let whole = read(&inspector, key).unwrap();
        let part = Window { from: 1, count: 2 };
        let part = codes(&inspector, key, part, Which::All, Duration::ZERO).unwrap();
        assert_eq!((part.total, part.codes.len()), (whole.total, 2));
        assert_eq!(part.codes[0].code, whole.codes[1].code);
        assert!(whole.codes.iter().all(|row| row.outline.is_none()));
    }
}
