//! A page to regions without gutters, in reading order.

use super::gutters::{Cut, Finder, Gutter, Shapes};
use super::pieces::Piece;

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
    pub fn divide(&self, pieces: Vec<u32>) -> Regions {
        let mut out = Regions::default();
        self.part(pieces, 0, &mut out);
        out
    }

    fn part(&self, pieces: Vec<u32>, depth: u32, out: &mut Regions) {
        if pieces.is_empty() {
            return;
        }
        let finder = Finder {
            pieces: self.pieces,
            shapes: self.shapes,
            drawn: self.drawn,
        };
        let cut = (depth < DEEPEST).then(|| finder.find(&pieces)).flatten();
        let Some(cut) = cut else {
            out.regions.push(pieces);
            return;
        };
        let right_first = self.right_first(&cut);
        out.gutters.push(cut.gutter);
        let (first, second) = if right_first {
            (cut.right, cut.left)
        } else {
            (cut.left, cut.right)
        };
        for part in [cut.above, first, second, cut.below] {
            self.part(part, depth + 1, out);
        }
    }

    /// Columns alike are read in the direction of the script, whatever was drawn first. A column
    /// beside one that is much wider is a note or a label, and the drawing order knows better.
    fn right_first(&self, cut: &Cut) -> bool {
        let width = |side: &[u32]| {
            let cells = side.iter().filter_map(|&i| self.pieces.get(i as usize));
            let (x0, x1) = cells.fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), p| {
                (a.min(p.cell.x0), b.max(p.cell.x1))
            });
            x1 - x0
        };
        let (left, right) = (width(&cut.left), width(&cut.right));
        let alike = left.min(right) > 0.5 * left.max(right);
        if alike || !self.drawn {
            return self.right_to_left;
        }
        cut.right.get(cut.right.len() / 2) < cut.left.get(cut.left.len() / 2)
    }
}
