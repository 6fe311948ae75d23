//! Decides whether a large initial letter and the text beside it are one word.
//!
//! ```text
//!   \    /\    /  hen the first line      "When", although the gap is as wide as a space
//!    \  /  \  /   begins beside a letter
//!     \/    \/    of three lines
//! ```
//!
//! The distance between the letter and the text is a matter of design, so it does not show a space. A space
//! shows as drawn white space, as an indent of the first line, or by the words: `A` and `letter`.

use crate::english;
use crate::geometry::Rect;

/// Limits for drop caps.
struct DropCapLimits {
    /// Minimum size, in ems of the text beside it.
    min_size: f32,
    /// Minimum distance of its baseline below that of the text, in ems of the text. Above it, a smaller
    /// letter is an exponent.
    min_drop: f32,
    /// Maximum distance between equal baselines, in ems of the text: the initial rises above the line.
    level: f32,
    /// Maximum distance to the text, in ems of the text. Beyond it, the letter stands alone.
    max_gap: f32,
    /// Minimum indent of the first line, compared with the next one beside the letter, that is a space, in
    /// ems of the text.
    indent: f32,
}

const DROP_CAP: DropCapLimits = DropCapLimits {
    min_size: 1.7,
    min_drop: 0.9,
    level: 0.1,
    max_gap: 0.6,
    indent: 0.15,
};

/// Letters that are English words.
const WORDS: [&str; 3] = ["A", "I", "O"];

/// The position of a glyph in the frame of its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub start: f32,
    pub end: f32,
    pub baseline: f32,
    pub size: f32,
}

/// Whether sizes allow a drop cap; a fast test.
pub(super) fn is_large(letter: f32, text: f32) -> bool {
    letter >= DROP_CAP.min_size * text
}

/// Whether a drop cap and the text beside it are one word; `None` if the letter is not a drop cap. `rest` is
/// the text up to the next space, `next` the cell of the next line.
pub(super) fn joins(
    letter: (&str, Place),
    rest: (&str, Place),
    next: Option<Rect>,
) -> Option<bool> {
    let ((cap, own), (rest, text)) = (letter, rest);
    let mut chars = cap.chars();
    let (Some(first), None) = (chars.next(), chars.next()) else {
        return None;
    };
    let em = text.size;
    let (drop, gap) = (own.baseline - text.baseline, text.start - own.end);
    let is_cap = first.is_uppercase()
        && rest.starts_with(char::is_alphabetic)
        && is_large(own.size, em)
        && (drop >= DROP_CAP.min_drop * em || drop.abs() <= DROP_CAP.level * em)
        && gap <= DROP_CAP.max_gap * em;
    if !is_cap {
        return None;
    }
    let beside = next.filter(|next| {
        next.x0 > own.start && next.y0 > text.baseline - em && next.y1 <= own.baseline + em
    });
    let is_indented = beside.is_some_and(|next| {
        next.x0 >= own.end - em && text.start - next.x0 >= DROP_CAP.indent * em
    });
    let word = rest.trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_word =
        WORDS.contains(&cap) && english::is_word(&[word]) && !english::is_word(&[cap, word]);
    Some(!is_indented && !is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAP: Place = Place {
        start: 0.0,
        end: 20.0,
        baseline: 112.0,
        size: 30.0,
    };

    fn text(start: f32) -> Place {
        Place {
            start,
            end: start + 5.0,
            baseline: 100.0,
            size: 10.0,
        }
    }

    fn line(start: f32) -> Rect {
        Rect::new(start, 104.5, 200.0, 114.5)
    }

    #[test]
    fn the_rest_of_a_word_belongs_to_its_letter_at_any_distance() {
        for gap in [-0.5, 1.0, 4.5] {
            for (cap, rest) in [("W", "hen"), ("A", "round"), ("A", "s"), ("É", "TUDE")] {
                let joined = joins((cap, CAP), (rest, text(20.0 + gap)), Some(line(20.0 + gap)));
                assert_eq!(joined, Some(true), "{cap} {rest} {gap}");
            }
        }
    }

    #[test]
    fn a_letter_that_is_a_word_is_one() {
        assert_eq!(joins(("A", CAP), ("letter", text(21.0)), None), Some(false));
        assert_eq!(joins(("I", CAP), ("have,", text(21.0)), None), Some(false));
        // The first line is indented by a space.
        let indented = joins(("O", CAP), ("menino", text(24.0)), Some(line(21.0)));
        assert_eq!(indented, Some(false));
        // The next line is below the letter.
        let below = Rect::new(0.0, 116.5, 200.0, 126.5);
        assert_eq!(
            joins(("N", CAP), ("o", text(24.0)), Some(below)),
            Some(true)
        );
    }

    #[test]
    fn other_large_letters_are_no_drop_caps() {
        let base = Place {
            baseline: 104.0,
            ..CAP
        };
        assert_eq!(joins(("X", base), ("n", text(21.0)), None), None);
        assert_eq!(joins(("A", CAP), ("1956", text(21.0)), None), None);
        assert_eq!(joins(("A", CAP), ("letter", text(30.0)), None), None);
        assert_eq!(joins(("(", CAP), ("letter", text(21.0)), None), None);
    }
}
