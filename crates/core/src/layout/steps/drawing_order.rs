//! Decides whether the drawing order of a page can be its reading order, and reads its direction.

use crate::bidi;
use crate::geometry::most;
use crate::layout::heuristics::{self, Decision};
use crate::layout::regions::pieces::Piece;
use crate::layout::scale;
use crate::layout::state::PageState;
use crate::page::Content;

/// Limits within which a piece continues the text of the one drawn before.
struct OrderLimits {
    /// Largest distance between the baselines of consecutive pieces of a line, in ems.
    same_line: f32,
    /// Largest gap between them, in ems.
    max_gap: f32,
    /// Largest distance down to the next line, in ems.
    max_step_down: f32,
    /// Least share of pieces that continue where the piece before ends. Files drawn in reading order, or by
    /// lines, paragraphs or frames in any order, have at least 0.9. Words drawn at random have less than 0.1.
    min_share: f32,
}

const ORDER: OrderLimits = OrderLimits {
    same_line: 0.5,
    max_gap: 4.0,
    max_step_down: 3.0,
    min_share: 0.5,
};

/// Decides whether the page was drawn in an order in which it can be read.
pub(crate) fn detect(page: &mut PageState<'_>) {
    let share = share_going_on(&page.pieces.pieces);
    page.drawn = share >= ORDER.min_share;
    if page.pieces.pieces.len() > 1 {
        let use_of_it = if page.drawn { "used" } else { "not used" };
        let why = format!(
            "{:.0} % of its words are drawn behind the word before, or on the next line: the order of \
             drawing is {use_of_it}",
            share * scale::PERCENT
        );
        page.decisions
            .push(Decision::new(heuristics::DRAWING_ORDER, why));
    }
}

/// Whether the drawing order comes from OCR: most of the text is invisible.
pub(crate) fn is_recognised(content: &Content) -> bool {
    if content.runs.iter().all(|run| run.visible) {
        return false;
    }
    let hidden = |run: u32| {
        content
            .runs
            .get(run as usize)
            .is_some_and(|run| !run.visible)
    };
    let hidden = content
        .glyphs
        .iter()
        .filter(|glyph| hidden(glyph.run))
        .count();
    2 * hidden > content.glyphs.len()
}

/// Decides whether columns are read from right to left.
pub(crate) fn detect_direction(page: &mut PageState<'_>) {
    page.right_to_left = bidi::is_mostly_right_to_left(&page.content.text);
    if page.right_to_left {
        let why = "most of its letters are written from the right: so are columns read";
        page.decisions
            .push(Decision::new(heuristics::RIGHT_TO_LEFT, why));
    }
}

/// The share of pieces that continue where the piece drawn before ends: on the same line, or at the next.
fn share_going_on(pieces: &[Piece]) -> f32 {
    let pairs = pieces.len().saturating_sub(1);
    let going_on = pieces
        .iter()
        .zip(pieces.iter().skip(1))
        .filter(|(a, b)| goes_on(a, b))
        .count();
    if pairs == 0 {
        return 1.0;
    }
    going_on as f32 / pairs as f32
}

fn goes_on(a: &Piece, b: &Piece) -> bool {
    let size = most(a.size, b.size);
    let down = b.baseline - a.baseline;
    let gap = most(b.cell.x0 - a.cell.x1, a.cell.x0 - b.cell.x1);
    a.frame == b.frame
        && if down.abs() <= ORDER.same_line * size {
            gap <= ORDER.max_gap * size
        } else {
            (0.0..=ORDER.max_step_down * size).contains(&down)
        }
}
