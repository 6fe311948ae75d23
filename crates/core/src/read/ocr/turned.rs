//! Detects lines that are turned on their side, if the file does not say so: their words are higher than
//! wide.

use super::sheet::{Baseline, Line, Part, PartDetail};
use crate::geometry::Rect;

/// Minimum number of letters of a word that is tested.
const MIN_LETTERS: usize = 3;

/// Minimum ratio of height to width of a turned word.
const HIGHER: f32 = 1.5;

/// First character of scripts that are also written vertically, mainly Chinese and Japanese.
const WRITTEN_DOWN: char = '\u{2E80}';

/// Height of the baseline above the lower edge of a line, as a share of the line's height; used if the file
/// gives no baseline.
pub(super) const DESCENT: f32 = 0.2;

/// Sets the baseline of a turned line with this box, if it is unknown.
pub(super) fn find(line: &mut Line, bbox: Option<Rect>, words: &[Part]) {
    let Some(bbox) = bbox.filter(|_| line.baseline == Baseline::Unsaid) else {
        return;
    };
    let long = words.iter().filter_map(|word| match &word.detail {
        PartDetail::Word(own) => {
            let letters = own.text.chars().count();
            let written_down = own.text.chars().any(|c| c >= WRITTEN_DOWN);
            (letters >= MIN_LETTERS && !written_down).then_some((letters, word.bbox?))
        }
        _ => None,
    });
    let (mut turned, mut level) = (0, 0);
    for (letters, bbox) in long.clone() {
        match bbox.height() > HIGHER * bbox.width() {
            true => turned += letters,
            false => level += letters,
        }
    }
    if turned <= level {
        return;
    }
    // Most are read upwards, like the titles on spines and axes.
    let middle = |bbox: Rect| bbox.y0 + bbox.y1;
    let mut boxes = long.map(|(_, bbox)| bbox);
    let first = boxes.next();
    let downwards = first
        .zip(boxes.next_back())
        .is_some_and(|(a, b)| middle(b) > middle(a));
    let width = bbox.width();
    line.baseline = match downwards {
        true => Baseline::Through {
            x: bbox.x0 + DESCENT * width,
            y: bbox.y0,
            angle: -90.0,
        },
        false => Baseline::Through {
            x: bbox.x1 - DESCENT * width,
            y: bbox.y1,
            angle: 90.0,
        },
    };
    line.size = line.size.or(Some(width));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The angle that is detected for a line of these words, each with its box.
    fn angle(words: &[(&str, [f32; 4])]) -> Option<f32> {
        let words: Vec<Part> = words
            .iter()
            .map(|(text, [x0, y0, x1, y1])| Part::word(*text, Some(Rect::new(*x0, *y0, *x1, *y1))))
            .collect();
        let boxes = words.iter().filter_map(|word| word.bbox);
        let bbox = boxes.fold(Rect::EMPTY, Rect::union);
        let mut line = Line::default();
        find(&mut line, Some(bbox), &words);
        match line.baseline {
            Baseline::Through { angle, .. } => Some(angle),
            _ => None,
        }
    }

    #[test]
    fn words_that_are_higher_than_wide_are_turned() {
        let (upper, lower) = ([10.0, 100.0, 30.0, 180.0], [10.0, 200.0, 30.0, 300.0]);
        assert_eq!(angle(&[("number", lower), ("deaths", upper)]), Some(90.0));
        assert_eq!(angle(&[("number", upper), ("deaths", lower)]), Some(-90.0));
        assert_eq!(angle(&[("number", lower)]), Some(90.0));
    }

    #[test]
    fn short_words_and_what_is_written_downwards_are_not() {
        let (high, wide) = ([10.0, 100.0, 30.0, 180.0], [40.0, 100.0, 140.0, 120.0]);
        assert_eq!(angle(&[("I", high)]), None);
        assert_eq!(angle(&[("日本語", high)]), None);
        assert_eq!(angle(&[("letter", wide), ("ill", high)]), None);
    }
}
