//! What distinguishes gutters from other white strips.

use crate::counted::counted;
use std::fmt;

/// When drawing goes from side to side for a smaller share of the lines, one side is drawn after the
/// other.
const ONE_SIDE_FIRST: f32 = 0.4;

/// Strips narrower than this are gutters only where a rule is in them; in ems.
pub(super) const LEAST_WIDTH: f32 = 0.4;

/// Lines of fewer letters, on the average, can be scattered labels …
const LETTERS_OF_LABELS: f32 = 15.0;

/// … if they fill less than this share of the width of their side.
const FILL_OF_TEXT: f32 = 0.5;

/// How much the logarithms of the width of the white and of how full the lines are count against that of
/// their number …
const WIDTH_OF_LABELS: f32 = 1.8;
const FILL_OF_LABELS: f32 = 4.0;

/// … and what the sum has to reach: two full lines and an em.
const LEAST_OF_LABELS: f32 = 0.7;

/// What distinguishes gutters from other white.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Evidence {
    /// Lines left and right of the strip that have lines beside them.
    pub lines: [usize; 2],
    /// Width of the strip, in ems.
    pub width: f32,
    /// Whether the page is drawn one side after the other (0), or line by line over both (1);
    /// `None` where the drawing order shows nothing.
    pub alternation: Option<f32>,
    /// Which share of the width of its side a line fills, on the average.
    pub fill: [f32; 2],
    /// Characters in a line, on the average; or in each stretch of one that has wide gaps, as between the
    /// cells of a table.
    pub letters: [f32; 2],
    /// Which share of the lines of the side with fewer is level with a line of the other.
    pub level: f32,
    /// A vertical rule is in the strip.
    pub ruled: bool,
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = self.lines;
        write!(
            f,
            "gutter {:.1} em wide between {left} and {}, {}% of them level",
            self.width,
            counted(right, "line"),
            percent(self.level)
        )?;
        match self.alternation {
            Some(a) if a <= ONE_SIDE_FIRST => write!(f, ", drawn one side after the other")?,
            Some(_) => write!(f, ", drawn line by line over both sides")?,
            None => write!(f, ", drawn in no order of reading")?,
        }
        let [left, right] = self.fill.map(percent);
        write!(f, ", lines {left}% and {right}% full")?;
        let [left, right] = self.letters;
        write!(f, " of {left:.0} and {right:.0} letters")?;
        if self.ruled {
            write!(f, ", with a ruled line in it")?;
        }
        Ok(())
    }
}

fn percent(share: f32) -> f32 {
    (100.0 * share).round()
}

impl Evidence {
    /// Whether a strip separates columns.
    ///
    /// What is drawn one side after the other is columns if there is room between them at all.
    /// Against or without the drawing order geometry must be clear: several lines, filled as prose
    /// fills its column. Cells of a table are short and level with each other.
    pub(crate) fn is_gutter(&self) -> bool {
        let least = self.lines[0].min(self.lines[1]);
        let fill = self.fill[0].min(self.fill[1]);
        let letters = self.letters[0].min(self.letters[1]);
        let wide = |ems: f32| self.width >= ems || self.ruled;
        match self.alternation {
            _ if self.is_one_side_first() => self.has_room() && !self.is_among_labels(),
            Some(_) => least >= 8 && fill >= 0.75 && letters >= 15.0 && wide(0.9),
            None if self.level < 0.7 => least >= 3 && fill >= 0.5 && letters >= 6.0 && wide(0.6),
            None => least >= 5 && fill >= 0.65 && letters >= 10.0 && wide(0.7),
        }
    }

    fn is_one_side_first(&self) -> bool {
        self.alternation
            .is_some_and(|alternation| alternation <= ONE_SIDE_FIRST)
    }

    /// Whether there is enough room between lines that are drawn one side after the other: the more they are,
    /// the less.
    fn has_room(&self) -> bool {
        let least = match self.lines[0].min(self.lines[1]) {
            0 | 1 => return false,
            2..=4 => 1.0,
            5..=9 => 0.6,
            _ => LEAST_WIDTH,
        };
        self.width >= least || self.ruled
    }

    /// Whether it would be a gutter, were it not between scattered labels.
    pub(super) fn is_refused_for_labels(&self) -> bool {
        self.is_one_side_first() && self.has_room() && self.is_among_labels()
    }

    /// Whether it is between scattered labels, as those of a drawing: they decide no columns unless they are
    /// many, or far apart.
    fn is_among_labels(&self) -> bool {
        let fill = self.fill[0].min(self.fill[1]);
        let letters = self.letters[0].max(self.letters[1]);
        if self.ruled || letters >= LETTERS_OF_LABELS || fill >= FILL_OF_TEXT {
            return false;
        }
        let lines = self.lines[0].min(self.lines[1]) as f32;
        lines.ln() + WIDTH_OF_LABELS * self.width.ln() + FILL_OF_LABELS * (fill / FILL_OF_TEXT).ln()
            < LEAST_OF_LABELS
    }

    /// How much a gutter counts against others: by the lines beside it.
    pub(super) fn weight(&self) -> f32 {
        weight(self.lines[0].min(self.lines[1]), self.width)
    }
}

/// The [weight](Evidence::weight) of a strip of this width, in ems, with this many lines beside it.
pub(super) fn weight(lines: usize, width: f32) -> f32 {
    lines as f32 * width.clamp(0.5, 2.0).sqrt()
}
