//! Divides a page at its gutters into regions in reading order.

use super::drawing_order;
use crate::layout::heuristics::{self, Decision};
use crate::layout::regions::gutters::Found;
use crate::layout::regions::gutters::finder::{Cut, Gutter, GutterFinder};
use crate::layout::regions::lean;
use crate::layout::regions::pieces::Piece;
use crate::layout::scale::is_same_size;
use crate::layout::state::PageState;

/// Limits for dividing a page into regions.
struct DivisionLimits {
    /// Largest depth of division. A newspaper needs about ten.
    max_depth: u32,
    /// The sides of a gutter are similar columns if the narrower is wider than this share of the other.
    min_width_ratio: f32,
    /// Largest distance to the next baseline of the same text, in ems.
    next_line: f32,
    /// Largest distance between the starts of these lines, in ems.
    same_start: f32,
    /// Most rejected gutters that are reported.
    max_refused: usize,
}

const DIVISION: DivisionLimits = DivisionLimits {
    max_depth: 40,
    min_width_ratio: 0.5,
    next_line: 2.0,
    same_start: 1.0,
    max_refused: 20,
};

/// Divides the text of each frame at its gutters.
pub(crate) fn at_gutters(page: &mut PageState<'_>) {
    for text in &mut page.texts {
        let lean = lean::lean(&text.runs.runs, text.em);
        if lean != 0.0 {
            lean::set_upright(&mut text.runs.runs, lean);
            let side = if lean > 0.0 { "right" } else { "left" };
            let degrees = lean.atan().to_degrees().abs();
            let why = format!("its columns lean by {degrees:.1}° to the {side} further down");
            page.decisions.push(Decision::new(heuristics::GUTTERS, why));
        }
        let divider = Divider {
            finder: GutterFinder {
                pieces: &text.runs.runs,
                shapes: &text.shapes,
                pictures: &text.pictures,
                drawn: page.drawn,
                recognised: drawing_order::is_recognised(page.content),
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
        for Gutter { rect, .. } in text.gutters.iter_mut().chain(&mut out.refused) {
            let by = lean * (rect.y0 + rect.y1) / 2.0;
            (rect.x0, rect.x1) = (rect.x0 + by, rect.x1 + by);
        }
        let refused = out.refused.iter().map(|gutter| {
            let why = format!("{}: almost a gutter", gutter.evidence);
            Decision::new(heuristics::GUTTERS, why)
        });
        page.decisions.extend(refused);
    }
}

/// Regions, with the gutters between them.
#[derive(Default)]
struct Regions {
    /// The runs of each region in drawing order; regions are in reading order.
    regions: Vec<Vec<u32>>,
    /// The gutters that divide them.
    gutters: Vec<Gutter>,
    /// Candidates that are almost gutters.
    refused: Vec<Gutter>,
}

/// Divides the runs of one frame at gutters, the highest first. Each gutter gives the part above it, the
/// columns on its sides and the part below it, which are divided again.
struct Divider<'a> {
    finder: GutterFinder<'a>,
    /// Whether columns are read from right to left.
    right_to_left: bool,
}

impl Divider<'_> {
    /// Divides a region.
    fn divide(&self, runs: Vec<u32>, depth: u32, out: &mut Regions) {
        if runs.is_empty() {
            return;
        }
        let found = if depth < DIVISION.max_depth {
            self.finder.find(&runs)
        } else {
            Found::Nothing
        };
        let cut = match found {
            Found::Cut(cut) => cut,
            Found::Refused(gutter) if out.refused.len() < DIVISION.max_refused => {
                out.refused.push(gutter);
                return out.regions.push(runs);
            }
            Found::Refused(_) | Found::Nothing => return out.regions.push(runs),
        };
        let right_first = self.right_first(&cut);
        let around = self.goes_on_below(&cut, right_first);
        out.gutters.push(cut.gutter);
        let (first, second) = if right_first {
            (cut.right, cut.left)
        } else {
            (cut.left, cut.right)
        };
        // The continuation of the text that was drawn before the box that the text surrounds.
        let (goes_on, below) = match second.first().filter(|_| around) {
            Some(inset) => self.drawn_before(*inset, cut.below, first.len()),
            None => (Vec::new(), cut.below),
        };
        for part in [cut.above, first, goes_on, second, below] {
            self.divide(part, depth + 1, out);
        }
    }

    /// Splits `below` into the runs drawn before `inset` and the rest. If none is drawn before it, all is a
    /// continuation, provided that it has at most `count` runs.
    fn drawn_before(&self, inset: u32, below: Vec<u32>, count: usize) -> (Vec<u32>, Vec<u32>) {
        let at = below.partition_point(|&run| run < inset);
        if at == 0 && below.len() <= count {
            return (below, Vec::new());
        }
        let (before, after) = below.split_at(at);
        let (upper, lower) = (self.finder.around(before), self.finder.around(after));
        if before.is_empty() || (!after.is_empty() && lower.y0 < upper.y1) {
            return (Vec::new(), below);
        }
        (before.to_vec(), after.to_vec())
    }

    /// Whether the text of the first side continues below both sides, around a box on the other side: within
    /// a sentence, on the next line.
    fn goes_on_below(&self, cut: &Cut, right_first: bool) -> bool {
        let text = if right_first { &cut.right } else { &cut.left };
        let run = |number: &u32| self.finder.pieces.get(*number as usize);
        let (Some(last), Some(next)) = (text.last(), cut.below.first()) else {
            return false;
        };
        let (Some(above), Some(below)) = (run(last), run(next)) else {
            return false;
        };
        let step = (below.baseline - above.baseline) / above.size;
        self.finder.drawn
            && last.checked_add(1) == Some(*next)
            && above.edges.goes_on(below.edges).is_some()
            && is_same_size(above.size, below.size)
            && (0.0..=DIVISION.next_line).contains(&step)
            && (self.finder.around(text).x0 - below.cell.x0).abs()
                <= DIVISION.same_start * above.size
    }

    /// Whether the right side is read first. Similar columns are read in the direction of the script. If one
    /// is much wider, the other is a note or a label, and the drawing order decides.
    fn right_first(&self, cut: &Cut) -> bool {
        let finder = &self.finder;
        let is_alike = |width: &dyn Fn(&[u32]) -> f32| {
            let (left, right) = (width(&cut.left), width(&cut.right));
            left.min(right) > DIVISION.min_width_ratio * left.max(right)
        };
        // A side may contain several columns, each similar to the other side.
        let alike = is_alike(&|side| finder.around(side).width())
            || is_alike(&|side| line_width(finder.pieces, side));
        if alike || !finder.drawn {
            return self.right_to_left;
        }
        cut.right.get(cut.right.len() / 2) < cut.left.get(cut.left.len() / 2)
    }
}

/// The width of full lines is the upper quartile.
const QUARTERS: usize = 4;

/// The width of lines that fill their column, one of several perhaps: the upper quartile of the runs' widths.
fn line_width(runs: &[Piece], side: &[u32]) -> f32 {
    let runs = side.iter().filter_map(|&i| runs.get(i as usize));
    let mut widths: Vec<f32> = runs.map(|run| run.cell.width()).collect();
    let at = widths.len() * (QUARTERS - 1) / QUARTERS;
    if widths.is_empty() {
        return 0.0;
    }
    *widths.select_nth_unstable_by(at, f32::total_cmp).1
}
