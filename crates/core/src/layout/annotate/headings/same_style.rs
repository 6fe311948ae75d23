//! Compares the scores of lines of one style: if most of the others are headings, a line in doubt is one, too.
//!
//! ```text
//!     EDITOR                 0.4   bold capitals above text
//!     A. Bird
//!     SECRETARY             -0.6   the same style, but close to the text above it
//!     C. Drake
//!     BOARD                  1.9
//! ```

use super::colours::is_other;
use super::style::Look;

/// Largest part of a score in the average, so that one that is sure does not decide for all.
const MOST: f32 = 4.0;

/// Least average of a style whose lines are headings, and largest difference of sizes of one style, in points.
const SURE: f32 = 0.5;
const SAME_SIZE: f32 = 0.05;

/// Number of lines of a style up to which the others do not make one text: each of two can be a heading by chance.
const FEW: f32 = 2.0;

/// The style of scored lines, with their scores.
#[derive(Clone, Debug)]
struct Scored {
    look: Look,
    capitals: bool,
    sum: f32,
    count: f32,
    /// The lowest and the highest score.
    range: [f32; 2],
}

impl Scored {
    fn is(&self, look: &Look, capitals: bool) -> bool {
        self.capitals == capitals
            && self.look.bold == look.bold
            && self.look.font == look.font
            && (self.look.size - look.size).abs() <= SAME_SIZE
            && !is_other(self.look.colour, look.colour)
    }
}

/// The styles of the scored lines of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct SameStyle(Vec<Scored>);

/// The verdict on other lines of the same style.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Others {
    pub headings: bool,
    pub text: bool,
}

impl SameStyle {
    pub(super) fn add(&mut self, look: &Look, capitals: bool, score: f32) {
        let own = score.clamp(-MOST, MOST);
        match self.0.iter_mut().find(|other| other.is(look, capitals)) {
            Some(style) => {
                style.sum += own;
                style.count += 1.0;
                style.range = [style.range[0].min(own), style.range[1].max(own)];
            }
            None => self.0.push(Scored {
                look: *look,
                capitals,
                sum: own,
                count: 1.0,
                range: [own; 2],
            }),
        }
    }

    /// The verdict on the lines of a style but for one with this score.
    pub(super) fn others(&self, look: &Look, capitals: bool, score: f32) -> Others {
        let style = self.0.iter().find(|other| other.is(look, capitals));
        let Some(style) = style.filter(|style| style.count > 1.0) else {
            return Others::default();
        };
        let average = (style.sum - score.clamp(-MOST, MOST)) / (style.count - 1.0);
        Others {
            headings: average > SURE,
            text: average < -SURE && style.count > FEW,
        }
    }

    /// Returns `true` if some lines of a style have scores from `least` on, and others have not.
    pub(super) fn is_mixed(&self, least: f32) -> bool {
        let mut ranges = self.0.iter().map(|style| style.range);
        ranges.any(|[low, high]| low < least && high >= least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(size: f32) -> Look {
        Look {
            size,
            bold: true,
            ..Look::default()
        }
    }

    /// The verdict on the line with the first score, beside lines with the others.
    fn others(scores: &[f32]) -> Others {
        let mut styles = SameStyle::default();
        for &score in scores {
            styles.add(&look(10.0), false, score);
        }
        styles.add(&look(12.0), false, 3.0);
        styles.add(&look(10.0), true, 3.0);
        styles.others(&look(10.0), false, scores[0])
    }

    #[test]
    fn others_of_its_style_decide_and_neither_it_nor_other_styles_do() {
        let (headings, text) = (true, true);
        assert_eq!(others(&[-0.5]), Others::default());
        assert_eq!(
            others(&[-3.0, 2.0]),
            Others {
                headings,
                text: false
            }
        );
        assert_eq!(others(&[2.0, -9.0, 3.0]), Others::default(), "in doubt");
        assert_eq!(others(&[0.5, -2.0]), Others::default(), "one is chance");
        assert_eq!(
            others(&[0.5, -2.0, -1.0]),
            Others {
                headings: false,
                text
            }
        );
    }

    #[test]
    fn styles_are_mixed_if_their_own_lines_disagree() {
        let mut styles = SameStyle::default();
        styles.add(&look(10.0), false, -1.0);
        styles.add(&look(12.0), false, 1.0);
        assert!(!styles.is_mixed(0.0));
        styles.add(&look(10.0), false, 0.2);
        assert!(styles.is_mixed(0.0));
    }
}
