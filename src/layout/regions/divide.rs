//! A page to regions without gutters, in reading order.

use super::gutters::{Cut, Gutter, GutterFinder};
use super::pieces::Piece;
use crate::layout::page::PageState;

/// How deep regions may be divided. A newspaper needs about ten.
const DEEPEST: u32 = 40;

/// Sides of a gutter are columns alike when the narrower is wider than this share of the other.
const ALIKE: f32 = 0.5;

/// Divides the text of each frame at its gutters.
pub(crate) fn at_gutters(page: &mut PageState<'_>) {
    for text in &mut page.texts {
        let divider = Divider {
            finder: GutterFinder {
                pieces: &text.runs.runs,
                shapes: &text.shapes,
                pictures: &text.pictures,
                drawn: page.drawn,
            },
            right_to_left: text.right_to_left,
        };
        let mut out = Regions::default();
        let all = (0u32..).zip(&text.runs.runs).map(|(i, _)| i).collect();
        divider.divide(all, 0, &mut out);
        let regions = out.regions.iter();
        text.regions = regions
            .map(|region| text.runs.pieces_of(region, &text.pieces))
            .collect();
        text.gutters = out.gutters;
    }
}

/// Regions of runs.
#[derive(Default)]
struct Regions {
    /// In reading order; each has its runs in drawing order.
    regions: Vec<Vec<u32>>,
    /// What divides them.
    gutters: Vec<Gutter>,
}

/// Divides the runs of one frame at gutters, the highest first: what is above a gutter, the
/// columns on its sides, what is below it; and each of these again.
struct Divider<'a> {
    finder: GutterFinder<'a>,
    /// Columns are read from right to left.
    right_to_left: bool,
}

impl Divider<'_> {
    /// Divides a region.
    fn divide(&self, runs: Vec<u32>, depth: u32, out: &mut Regions) {
        if runs.is_empty() {
            return;
        }
        let cut = (depth < DEEPEST).then(|| self.finder.find(&runs)).flatten();
        let Some(cut) = cut else {
            out.regions.push(runs);
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
            self.divide(part, depth + 1, out);
        }
    }

    /// Columns alike are read in the direction of the script, whatever was drawn first. A column
    /// beside one that is much wider is a note or a label, and the drawing order knows better.
    fn right_first(&self, cut: &Cut) -> bool {
        let finder = &self.finder;
        let is_alike = |width: &dyn Fn(&[u32]) -> f32| {
            let (left, right) = (width(&cut.left), width(&cut.right));
            left.min(right) > ALIKE * left.max(right)
        };
        // A side may be several columns, each of which is like the other side.
        let alike = is_alike(&|side| finder.around(side).width())
            || is_alike(&|side| line_width(finder.pieces, side));
        if alike || !finder.drawn {
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
