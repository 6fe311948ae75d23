//! Builds lines and words from text without word boxes: a line is split at its blanks, and the width of each
//! word is proportional to its number of letters.

use super::room::Room;
use super::sheet::{Line, Part, PartDetail, Word};
use crate::geometry::Rect;

/// The soft hyphen (U+00AD), which only divides words.
pub(in crate::read) const SOFT: char = '\u{AD}';

/// Hyphens at the end of a line. `Â¬` is U+00AC in a wrong encoding.
pub(in crate::read) const HYPHENS: [&str; 6] = ["-", "\u{AD}", "\u{2010}", "\u{2E17}", "Â¬", "¬"];

/// Marks a word as divided at the end of its line: its hyphen becomes a soft hyphen, or one is added.
pub(in crate::read) fn divide(word: &mut Word) {
    let stem = HYPHENS.iter().find_map(|h| word.text.strip_suffix(h));
    if let Some(stem) = stem {
        word.text.truncate(stem.len());
    }
    word.text.push(SOFT);
    word.characters.clear();
}

/// The words of a text that consists of runs with different properties. Each word has those of the run in
/// which it begins.
pub(in crate::read) fn words_of_runs<'r, T>(
    runs: &'r [(String, T)],
    bbox: Option<Rect>,
    room: &Room,
) -> Vec<(Part, &'r T)> {
    let text: String = runs.iter().map(|(text, _)| text.as_str()).collect();
    let mut words = words_of_text(&text, bbox, room).into_iter();
    let mut out = Vec::new();
    let mut is_inside = false;
    for (text, properties) in runs {
        for c in text.chars() {
            if !c.is_whitespace() && !is_inside {
                out.extend(words.next().map(|word| (word, properties)));
            }
            is_inside = !c.is_whitespace();
        }
    }
    out
}

/// A line with known text only.
pub(super) fn line_of_text(text: &str, bbox: Option<Rect>, room: &Room) -> Part {
    Part::line(Line::default(), bbox, words_of_text(text, bbox, room))
}

/// Splits text that fills a box from left to right into words, up to the page's limits.
pub(in crate::read) fn words_of_text(text: &str, bbox: Option<Rect>, room: &Room) -> Vec<Part> {
    let text = text.trim();
    let length = text.chars().count().max(1) as f32;
    let mut words = Vec::new();
    let mut at = 0usize;
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        let start = at;
        at += piece.chars().count();
        if word.is_empty() {
            continue;
        }
        if !room.take_word(word) {
            break;
        }
        let end = start + word.chars().count();
        let share = |bbox: Rect| {
            let x = |letters: usize| bbox.x0 + bbox.width() * letters as f32 / length;
            Rect::new(x(start), bbox.y0, x(end), bbox.y1)
        };
        words.push(Part::word(word, bbox.map(share)));
    }
    words.shrink_to_fit();
    words
}

/// Splits text that fills a box from top to bottom into lines of equal height, up to the page's limits.
pub(in crate::read) fn lines_of_text(text: &str, bbox: Option<Rect>, room: &Room) -> Vec<Part> {
    let lines: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
    let height = bbox.map_or(0.0, |b| b.height()) / lines.len().max(1) as f32;
    let line = |(number, line): (usize, &&str)| {
        let bbox = bbox.map(|b| {
            let top = b.y0 + height * number as f32;
            Rect::new(b.x0, top, b.x1, top + height)
        });
        line_of_text(line, bbox, room)
    };
    let lines = lines.iter().enumerate().take_while(|_| room.take());
    let mut lines: Vec<Part> = lines.map(line).collect();
    lines.shrink_to_fit();
    lines
}

/// Gives words without a box the space between their neighbours.
pub(in crate::read) fn place_loose(parts: &mut [Part], line: Option<Rect>) {
    let boxes: Vec<Option<Rect>> = parts.iter().map(around).collect();
    let mut behind = Vec::with_capacity(boxes.len());
    let mut next = None;
    for bbox in boxes.iter().rev() {
        next = bbox.or(next);
        behind.push(next);
    }
    let mut before: Option<Rect> = None;
    for ((part, bbox), behind) in parts.iter_mut().zip(boxes).zip(behind.into_iter().rev()) {
        let loose = part.bbox.is_none() && matches!(part.detail, PartDetail::Word(_));
        if loose && let Some(around) = before.or(behind).or(line) {
            let x0 = before.map_or(around.x0, |b| b.x1);
            let x1 = behind.map_or(x0 + 1.0, |b| b.x0).max(x0 + 1.0);
            part.bbox = Some(Rect::new(x0, around.y0, x1, around.y1));
        }
        before = bbox.or(before);
    }
}

/// The box of a part, or the union of its parts' boxes.
fn around(part: &Part) -> Option<Rect> {
    part.bbox.or_else(|| {
        let inner = part.parts.iter().filter_map(around);
        inner.reduce(Rect::union)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn words_share_the_line_by_their_letters() {
        let room = Room::new(&Limits::default());
        let words = words_of_text(" ab  cde ", Some(Rect::new(10.0, 0.0, 80.0, 9.0)), &room);
        let boxes: Vec<_> = words.iter().filter_map(|w| w.bbox).collect();
        let word = |x0, x1| Rect::new(x0, 0.0, x1, 9.0);
        assert_eq!(boxes, [word(10.0, 30.0), word(50.0, 80.0)]);
        assert!(words_of_text(" \n", None, &room).is_empty());
    }
}
