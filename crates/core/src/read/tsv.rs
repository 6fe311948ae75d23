//! Reads Tesseract's TSV: one row for each page, block, paragraph, line and word. Columns are found by name,
//! since some programs add columns.

use std::ops::Range;

use super::ocr::{Baseline, Font, Line, Part, PartDetail, Room, Sheet};
use crate::geometry::Rect;
use crate::page::{NodeKind, Own};

/// The columns that are read.
const KNOWN: [&str; 15] = [
    "level",
    "page_num",
    "block_num",
    "par_num",
    "line_num",
    "left",
    "top",
    "width",
    "height",
    "conf",
    "text",
    "x_font",
    "x_fsize",
    "emph",
    "lang",
];

/// The positions of the columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    /// The position of each of [`KNOWN`].
    places: [Option<usize>; KNOWN.len()],
    /// The number of columns.
    count: usize,
}

impl Columns {
    /// Reads the header line of a file.
    pub(super) fn of(text: &str) -> Self {
        let first = text.lines().next().unwrap_or_default();
        let mut columns = Self::default();
        for (place, name) in first.split('\t').enumerate() {
            let is = |known: &&str| name.trim().eq_ignore_ascii_case(known);
            let known = KNOWN.iter().position(is);
            if let Some(own) = known.and_then(|known| columns.places.get_mut(known)) {
                own.get_or_insert(place);
            }
            columns.count = place + 1;
        }
        columns
    }

    fn get<'r>(&self, row: &[&'r str], name: &str) -> Option<&'r str> {
        let known = KNOWN.iter().position(|known| *known == name)?;
        let place = (*self.places.get(known)?)?;
        row.get(place).copied()
    }

    fn number(&self, row: &[&str], name: &str) -> Option<f32> {
        let value = self.get(row, name)?.trim().parse::<f32>().ok()?;
        value.is_finite().then_some(value)
    }

    /// The numbers of page, block, paragraph and line in a row.
    fn place<'r>(&self, row: &[&'r str]) -> [&'r str; 4] {
        ["page_num", "block_num", "par_num", "line_num"]
            .map(|name| self.get(row, name).unwrap_or_default())
    }

    fn bbox(&self, row: &[&str]) -> Option<Rect> {
        let n = |name| self.number(row, name);
        let (x, y, w, h) = (n("left")?, n("top")?, n("width")?, n("height")?);
        Some(Rect::new(x, y, x + w.max(0.0), y + h.max(0.0)))
    }
}

/// Whether a table is truncated: complete rows end with a line feed and have all columns.
pub(super) fn ends_early(text: &str) -> bool {
    let last = text.lines().rfind(|line| !line.trim().is_empty());
    let columns = |line: &str| line.split('\t').count();
    !text.ends_with('\n') || last.is_some_and(|last| columns(last) < Columns::of(text).count)
}

/// The byte range of each page's rows.
pub(super) fn pages(text: &str, columns: &Columns) -> Vec<Range<usize>> {
    let mut pages: Vec<Range<usize>> = Vec::new();
    let mut last = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if start == 0 || line.trim().is_empty() {
            continue;
        }
        let row: Vec<&str> = line.trim_end_matches(['\r', '\n']).split('\t').collect();
        let [page, ..] = columns.place(&row);
        if let (Some(range), true) = (pages.last_mut(), last == Some(page)) {
            range.end = at;
        } else {
            pages.push(start..at);
        }
        last = Some(page);
    }
    pages
}

/// Reads the rows of a page.
pub(super) fn sheet(text: &str, columns: &Columns, room: &Room) -> Sheet {
    let mut sheet = Sheet::default();
    // The numbers of the current block, paragraph and line.
    let mut open: Option<[&str; 4]> = None;
    let mut boxes: [Option<Rect>; 4] = [None; 4];
    for line in text.lines() {
        if room.is_full() {
            break;
        }
        let row: Vec<&str> = line.trim_end_matches('\r').split('\t').collect();
        let level = columns.number(&row, "level").unwrap_or(0.0) as usize;
        match level {
            1 => {
                let bbox = columns.bbox(&row);
                sheet.width = bbox.map(|b| b.x1);
                sheet.height = bbox.map(|b| b.y1);
            }
            2..=4 => {
                if let Some(slot) = boxes.get_mut(level - 2) {
                    *slot = columns.bbox(&row);
                }
            }
            5 => {
                let place = columns.place(&row);
                if open != Some(place) && room.take() {
                    close_line(&mut sheet.parts);
                    start(&mut sheet.parts, open, place, boxes);
                    open = Some(place);
                }
                if let (Some(word), Some(line)) =
                    (word(columns, &row, room), last_line(&mut sheet.parts))
                {
                    line.parts.push(word);
                }
            }
            _ => {}
        }
    }
    close_line(&mut sheet.parts);
    sheet.parts = sheet.parts.into_iter().filter_map(settle).collect();
    sheet.is_full = room.is_full();
    sheet
}

/// Begins a line, and a block or paragraph if the number of one has changed.
fn start<'r>(
    blocks: &mut Vec<Part>,
    open: Option<[&'r str; 4]>,
    place: [&'r str; 4],
    boxes: [Option<Rect>; 4],
) {
    let same = |depth: usize| open.is_some_and(|open| open.get(..depth) == place.get(..depth));
    let [block, paragraph, line, _] = boxes;
    if !same(2) {
        blocks.push(Part::new(NodeKind::TEXTGROUP, block).in_block());
    }
    let Some(last) = blocks.last_mut() else {
        return;
    };
    if !same(3) {
        last.parts.push(Part::new(NodeKind::TEXTBOX, paragraph));
    }
    if let Some(paragraph) = last.parts.last_mut() {
        let new = Line {
            baseline: Baseline::Unsaid,
            ..Line::default()
        };
        paragraph.parts.push(Part::line(new, line, Vec::new()));
    }
}

fn last_line(blocks: &mut [Part]) -> Option<&mut Part> {
    let paragraph = blocks.last_mut()?.parts.last_mut()?;
    paragraph.parts.last_mut()
}

/// Ends the last line and frees its unused capacity.
fn close_line(blocks: &mut [Part]) {
    if let Some(line) = last_line(blocks) {
        line.parts.shrink_to_fit();
    }
}

/// Removes lines without words from a block. If one paragraph with the same box remains, it replaces the
/// block.
fn settle(mut block: Part) -> Option<Part> {
    for paragraph in &mut block.parts {
        paragraph.parts.retain(|line| !line.parts.is_empty());
    }
    block.parts.retain(|paragraph| !paragraph.parts.is_empty());
    match block.parts.as_slice() {
        [] => None,
        [paragraph] if paragraph.bbox == block.bbox => block.parts.pop(),
        _ => Some(block),
    }
}

fn word(columns: &Columns, row: &[&str], room: &Room) -> Option<Part> {
    let text = columns.get(row, "text")?.trim();
    if text.is_empty() || !room.take_word(text) {
        return None;
    }
    let mut part = Part::word(text, columns.bbox(row));
    if let PartDetail::Word(word) = &mut part.detail {
        let confidence = columns.number(row, "conf").filter(|&c| c >= 0.0);
        word.confidence = confidence.map(|c| c.round().min(100.0) as u8);
        let name = columns.get(row, "x_font").unwrap_or_default().trim();
        let emph = columns
            .get(row, "emph")
            .unwrap_or_default()
            .to_ascii_lowercase();
        let font = Font {
            name: if name == "None" {
                String::new()
            } else {
                name.to_owned()
            },
            size: columns.number(row, "x_fsize").filter(|&s| s > 0.0),
            bold: emph.contains("bold") || emph.contains("strong"),
            italic: emph.contains("ital") || emph == "em",
            ..Font::default()
        };
        word.font = (font != Font::default()).then_some(font);
    }
    let lang = columns
        .get(row, "lang")
        .map(str::trim)
        .filter(|l| !l.is_empty() && *l != "None");
    part.set(
        Own::Lang,
        lang.map(|l| super::language::tag(l).into_owned()),
    );
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    const HEAD: &str = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n";

    #[test]
    fn rows_become_lines_and_blank_words_are_none() {
        let text = format!(
            "{HEAD}1\t1\t0\t0\t0\t0\t0\t0\t100\t200\t-1\t\n2\t1\t1\t0\t0\t0\t5\t5\t50\t20\t-1\t\n\
             3\t1\t1\t1\t0\t0\t5\t5\t50\t20\t-1\t\n4\t1\t1\t1\t1\t0\t5\t5\t50\t10\t-1\t\n\
             5\t1\t1\t1\t1\t1\t5\t5\t20\t10\t95.6\t\"a\"\n5\t1\t1\t1\t1\t2\t30\t5\t5\t10\t95\t \n\
             1\t2\t0\t0\t0\t0\t0\t0\t100\t200\t-1\t\n"
        );
        let columns = Columns::of(&text);
        let pages = pages(&text, &columns);
        assert_eq!(pages.len(), 2);
        let room = Room::new(&Limits::default());
        let sheet = sheet(&text[pages[0].clone()], &columns, &room);
        assert_eq!((sheet.width, sheet.parts.len()), (Some(100.0), 1));
        let paragraph = &sheet.parts[0];
        assert_eq!(paragraph.kind, NodeKind::TEXTBOX);
        let words = &paragraph.parts[0].parts;
        assert_eq!(words.len(), 1);
        let PartDetail::Word(word) = &words[0].detail else {
            panic!("{words:?}")
        };
        assert_eq!((word.text.as_str(), word.confidence), ("\"a\"", Some(96)));
    }
}
