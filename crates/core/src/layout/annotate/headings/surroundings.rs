//! Measures the surroundings of lines that may be a heading.

use super::style::Look;
use crate::layout::scale::MIN_LENGTH;

/// Limits for what is below, above or like something.
struct Limits {
    /// Least horizontal overlap of a block and the one below it, as a share of the narrower one.
    overlap: f32,
    /// Largest distance between the centres of centred lines and of the text below, in ems of the text.
    centre: f32,
    /// Least and largest indent of the text of an entry below its name, in ems of the text.
    entry: f32,
    most_entry: f32,
    /// Largest distance of a title and the text below it that begin level, in ems of the text.
    level: f32,
    /// Least ratio of sizes of which one is larger.
    larger: f32,
    /// Largest white space between neighbours, in ems of the text.
    near: f32,
}

const LIMITS: Limits = Limits {
    overlap: 0.5,
    centre: 0.75,
    entry: 0.8,
    most_entry: 6.0,
    level: 0.5,
    larger: 1.1,
    near: 2.5,
};

/// The relation of lines to the text above and below or beside them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Surroundings {
    /// Their width, in widths of what follows.
    pub share: f32,
    /// Text of at least two rows and of another style follows.
    pub over_text: bool,
    /// The white space to the text above and below, in ems of the text.
    pub above: Option<f32>,
    pub below: Option<f32>,
    /// The lines after them are indented, as behind the name of an entry.
    pub over_indented: bool,
    /// Nothing is before them on the page, or nothing after them.
    pub first: bool,
    pub last: bool,
    /// The text before or after them has the same style.
    pub like_neighbour: bool,
    /// Larger text is directly above, or below.
    pub below_larger: bool,
    pub above_larger: bool,
}

impl Default for Surroundings {
    fn default() -> Self {
        Self {
            share: 1.0,
            over_text: false,
            above: None,
            below: None,
            over_indented: false,
            first: false,
            last: false,
            like_neighbour: false,
            below_larger: false,
            above_larger: false,
        }
    }
}

impl Surroundings {
    /// The surroundings of lines between two others, in reading order; `em` is the text size of the page.
    pub(super) fn of(own: &Look, above: Option<&Look>, below: Option<&Look>, em: f32) -> Self {
        let white_above = above.and_then(|above| white_between(above, own));
        let white_below = below.and_then(|below| white_between(own, below));
        let near = |white: Option<f32>| white.is_some_and(|white| white < LIMITS.near * em);
        let near_above = above.filter(|_| near(white_above));
        let near_below = below.filter(|_| near(white_below));
        // A heading in the margin begins level with its text.
        let text = below.filter(|below| white_below.is_some() || is_beside(own, below));
        let is_same = |other: &Look| other.is_like(own, LIMITS.larger);
        Self {
            share: text.map_or(1.0, |text| {
                own.cell.width() / text.cell.width().max(MIN_LENGTH)
            }),
            over_text: text.is_some_and(|text| text.rows > 1 && !is_same(text)),
            above: white_above.map(|white| white / em),
            below: white_below.map(|white| white / em),
            over_indented: text.is_some_and(|text| is_over_indented(own, text, em)),
            first: above.is_none(),
            last: below.is_none(),
            like_neighbour: near_above.into_iter().chain(near_below).any(is_same),
            below_larger: near_above.is_some_and(|l| l.size > LIMITS.larger * own.size),
            above_larger: near_below.is_some_and(|l| l.size > LIMITS.larger * own.size),
        }
    }

    /// Returns `true` if there is at least this white space above and below, in ems.
    pub(super) fn is_apart(&self, least: f32) -> bool {
        self.above.is_none_or(|white| white >= least)
            && self.below.is_some_and(|white| white >= least)
    }

    /// Returns `true` if the white space above is larger than that below, at least by this, in ems.
    pub(super) fn is_nearer_below(&self, more: f32) -> bool {
        let pair = self.above.zip(self.below);
        pair.is_some_and(|(above, below)| above >= below + more)
    }
}

/// The white space between lines and those below them, in points; `None` if they are not below.
fn white_between(own: &Look, below: &Look) -> Option<f32> {
    let (a, b) = (own.cell, below.cell);
    let overlap = a.x1.min(b.x1) - a.x0.max(b.x0);
    let is_below = b.y0 + b.y1 > a.y0 + a.y1 && overlap > LIMITS.overlap * a.width().min(b.width());
    (own.frame == below.frame && is_below).then_some(b.y0 - a.y1)
}

/// Returns `true` if lines are to the left of others that begin at the same height.
fn is_beside(own: &Look, other: &Look) -> bool {
    let (a, b) = (own.cell, other.cell);
    own.frame == other.frame && a.x1 <= b.x0 && a.y0 < b.y1 && (a.y0 - b.y0).abs() < a.height()
}

/// Returns `true` if the next lines begin to the right of lines that are not centred over them, without the label of
/// an item. Text below a title that is far from its number is not indented.
fn is_over_indented(own: &Look, text: &Look, em: f32) -> bool {
    let (a, b) = (own.cell, text.cell);
    let is_level = |title: f32| (title - b.x0).abs() <= LIMITS.level * em;
    !text.labelled
        && !own.title.is_some_and(is_level)
        && (LIMITS.entry * em..LIMITS.most_entry * em).contains(&(b.x0 - a.x0))
        && b.y0 >= a.y1 - LIMITS.larger * em
        && ((a.x0 + a.x1) - (b.x0 + b.x1)).abs() > 2.0 * LIMITS.centre * em
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;

    fn look(x0: f32, y0: f32, x1: f32) -> Look {
        Look {
            cell: Rect::new(x0, y0, x1, y0 + 10.0),
            rows: 2,
            ..Look::default()
        }
    }

    #[test]
    fn the_text_of_an_entry_is_indented_below_its_name() {
        let name = look(50.0, 100.0, 120.0);
        let over = |text: Look| Surroundings::of(&name, None, Some(&text), 10.0).over_indented;
        assert!(over(look(70.0, 114.0, 300.0)));
        assert!(!over(look(50.0, 114.0, 300.0)), "below it");
        assert!(!over(look(70.0, 100.0, 300.0)), "beside it");
        assert!(!over(look(60.0, 114.0, 110.0)), "centred");
        let behind_number = Look {
            title: Some(72.0),
            ..name
        };
        let text = look(70.0, 114.0, 300.0);
        let around = Surroundings::of(&behind_number, None, Some(&text), 10.0);
        assert!(!around.over_indented, "below the title");
        let item = Look {
            labelled: true,
            ..look(70.0, 114.0, 300.0)
        };
        assert!(!over(item), "a list");
    }
}
