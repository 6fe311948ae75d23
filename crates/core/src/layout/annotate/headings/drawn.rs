//! Measures what is drawn around lines that may be a heading: ruled lines.

use std::ops::Range;

use super::style::Look;
use crate::geometry::Rect;
use crate::layout::regions::rows::RowLine;
use crate::layout::regions::shapes::{Shapes, THIN};

/// Limits for ruled lines. Distances are in ems of the lines.
struct Limits {
    /// Distance of a ruled line below the baseline if it underlines the text, and if it is between the text and what follows.
    underline: Range<f32>,
    below: Range<f32>,
    /// Largest distance of the ends of an underline from those of the text; other lines are longer.
    longer: f32,
    /// Pages with more ruled lines are drawings.
    max_rules: usize,
}

const LIMITS: Limits = Limits {
    underline: 0.0..0.35,
    below: 0.0..1.2,
    longer: 0.5,
    max_rules: 2000,
};

/// Ruled lines around lines.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Drawn {
    /// A ruled line is below all of the last line, and hardly longer.
    pub underlined: bool,
    /// A ruled line begins level with them and is longer. It is between them and what follows, and neither of a table nor
    /// of a box.
    pub over_line: bool,
}

impl Drawn {
    /// Finds the ruled lines around `lines`, on a page with these tables; `white` is the white space to the text below. All
    /// are in points, in the frame of the lines.
    pub(super) fn around(
        lines: &[RowLine],
        look: &Look,
        white: Option<f32>,
        tables: &[Rect],
        shapes: &Shapes,
    ) -> Self {
        let rules = &shapes.barriers;
        let Some(last) = lines.last().filter(|_| rules.len() <= LIMITS.max_rules) else {
            return Self::default();
        };
        let em = last.size;
        let next = white.map(|white| look.cell.y1 + white);
        let mut found = Self::default();
        for rule in rules {
            let below = (rule.y0 - last.baseline) / em;
            if !LIMITS.below.contains(&below) {
                continue;
            }
            let ends = [rule.x0 - last.cell.x0, rule.x1 - last.cell.x1];
            found.underlined |= LIMITS.underline.contains(&below)
                && ends.iter().all(|end| end.abs() <= LIMITS.longer * em);
            let is_longer = ends[0].abs() <= LIMITS.longer * em && ends[1] > LIMITS.longer * em;
            found.over_line |= is_longer
                && next.is_some_and(|next| rule.y0 <= next)
                && !tables.iter().any(|table| is_near(table, rule))
                && !shapes.rules.iter().any(|side| is_near(side, rule));
        }
        found
    }
}

/// Returns `true` if two boxes overlap or touch, as the sides of a box do.
fn is_near(a: &Rect, b: &Rect) -> bool {
    a.x0 <= b.x1 + THIN && b.x0 <= a.x1 + THIN && a.y0 <= b.y1 + THIN && b.y0 <= a.y1 + THIN
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks at a line from 50 to 120 that is 10 points high, 12 points above the next text.
    fn around(rule: Rect, tables: &[Rect], sides: &[Rect]) -> Drawn {
        let cell = Rect::new(50.0, 100.0, 120.0, 110.0);
        let line = RowLine {
            cell,
            baseline: 108.0,
            size: 10.0,
            pieces: Vec::new(),
            bold: true,
            row: 0,
            drawn: 0,
            first_word: 40.0,
        };
        let look = Look {
            cell,
            ..Look::default()
        };
        let shapes = Shapes {
            barriers: vec![rule],
            rules: sides.to_vec(),
            ..Shapes::default()
        };
        Drawn::around(&[line], &look, Some(12.0), tables, &shapes)
    }

    #[test]
    fn a_line_below_text_is_as_long_or_longer() {
        let ends_at = |x1| around(Rect::new(50.0, 110.0, x1, 110.5), &[], &[]);
        assert!(ends_at(120.0).underlined && !ends_at(120.0).over_line);
        assert!(!ends_at(400.0).underlined && ends_at(400.0).over_line);
    }

    #[test]
    fn longer_lines_are_near_and_belong_to_nothing_else() {
        let rule = Rect::new(50.0, 114.0, 400.0, 114.5);
        assert!(around(rule, &[], &[]).over_line);
        assert!(!around(Rect::new(20.0, 114.0, 400.0, 114.5), &[], &[]).over_line);
        assert!(!around(Rect::new(50.0, 125.0, 400.0, 125.5), &[], &[]).over_line);
        let table = Rect::new(50.0, 115.0, 400.0, 200.0);
        assert!(!around(rule, &[table], &[]).over_line);
        let side = Rect::new(50.0, 90.0, 50.5, 200.0);
        assert!(!around(rule, &[], &[side]).over_line);
    }
}
