//! Lines and words of text whose single words the file does not say: a line is divided at its blanks, each
//! word as long as it has letters.

use super::{Line, Part, PartDetail};
use crate::geometry::Rect;
use crate::model::NodeKind;

/// A line of which only the text is known.
pub(in crate::read) fn line_of_text(text: &str, bbox: Option<Rect>) -> Part {
    Part {
        detail: PartDetail::Line(Line::default()),
        parts: words_of_text(text, bbox),
        ..Part::new(NodeKind::TEXTLINE, bbox)
    }
}

/// The words of a text that fills a box from left to right.
pub(in crate::read) fn words_of_text(text: &str, bbox: Option<Rect>) -> Vec<Part> {
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
        let end = start + word.chars().count();
        let share = |bbox: Rect| {
            let x = |letters: usize| bbox.x0 + bbox.width() * letters as f32 / length;
            Rect::new(x(start), bbox.y0, x(end), bbox.y1)
        };
        words.push(Part::word(word, bbox.map(share)));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_share_the_line_by_their_letters() {
        let words = words_of_text(" ab  cde ", Some(Rect::new(10.0, 0.0, 80.0, 9.0)));
        let boxes: Vec<_> = words.iter().filter_map(|w| w.bbox).collect();
        let word = |x0, x1| Rect::new(x0, 0.0, x1, 9.0);
        assert_eq!(boxes, [word(10.0, 30.0), word(50.0, 80.0)]);
        assert!(words_of_text(" \n", None).is_empty());
    }
}
