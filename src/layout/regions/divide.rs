//! A page to regions without gutters, in reading order.

use super::drawn_runs::DrawnRuns;
use super::gutters::{Cut, Finder, Gutter};
use super::pieces::Piece;
use super::shapes::Shapes;

/// How deep regions may be parted. A newspaper needs about ten.
const DEEPEST: u32 = 40;

/// The regions of a page.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// In reading order; each has its pieces in drawing order.
    pub regions: Vec<Vec<u32>>,
    /// What parted them.
    pub gutters: Vec<Gutter>,
}

/// Parts the pieces of one frame at gutters, the highest first: what is above a gutter, the
/// columns on its sides, what is below it; and each of these again.
#[derive(Debug)]
pub struct Divider<'a> {
    pub pieces: &'a [Piece],
    pub shapes: &'a Shapes,
    /// Whether the drawing order can be relied on.
    pub drawn: bool,
    /// Columns are read from right to left.
    pub right_to_left: bool,
}

impl Divider<'_> {
    pub fn divide(&self, pieces: &[u32]) -> Regions {
        let runs = DrawnRuns::of(self.pieces, pieces, self.drawn);
        let finder = Finder {
            pieces: &runs.runs,
            shapes: self.shapes,
            drawn: self.drawn,
        };
        let mut out = Regions::default();
        let all = (0u32..).zip(&runs.runs).map(|(i, _)| i).collect();
        self.part(&finder, all, 0, &mut out);
        for region in &mut out.regions {
            *region = runs.pieces_of(region, pieces);
        }
        out
    }

    /// Parts a region of runs.
    fn part(&self, finder: &Finder, runs: Vec<u32>, depth: u32, out: &mut Regions) {
        if runs.is_empty() {
            return;
        }
        let cut = (depth < DEEPEST).then(|| finder.find(&runs)).flatten();
        let Some(cut) = cut else {
            out.regions.push(runs);
            return;
        };
        let right_first = self.right_first(finder, &cut);
        out.gutters.push(cut.gutter);
        let (first, second) = if right_first {
            (cut.right, cut.left)
        } else {
            (cut.left, cut.right)
        };
        for part in [cut.above, first, second, cut.below] {
            self.part(finder, part, depth + 1, out);
        }
    }

    /// Columns alike are read in the direction of the script, whatever was drawn first. A column
    /// beside one that is much wider is a note or a label, and the drawing order knows better.
    fn right_first(&self, finder: &Finder, cut: &Cut) -> bool {
        let is_alike = |width: &dyn Fn(&[u32]) -> f32| {
            let (left, right) = (width(&cut.left), width(&cut.right));
            left.min(right) > 0.5 * left.max(right)
        };
        // A side may be several columns, each of which is like the other side.
        let alike = is_alike(&|side| finder.around(side).width())
            || is_alike(&|side| line_width(finder.pieces, side));
        if alike || !self.drawn {
            return self.right_to_left;
        }
        cut.right.get(cut.right.len() / 2) < cut.left.get(cut.left.len() / 2)
    }
}

/// How wide the lines of a side are that fill their column, which may be one of several there: as a
/// quarter of the runs are.
fn line_width(runs: &[Piece], side: &[u32]) -> f32 {
    let runs = side.iter().filter_map(|&i| runs.get(i as usize));
    let mut widths: Vec<f32> = runs.map(|run| run.cell.width()).collect();
    let at = widths.len() * 3 / 4;
    if widths.is_empty() {
        return 0.0;
    }
    *widths.select_nth_unstable_by(at, f32::total_cmp).1
}
