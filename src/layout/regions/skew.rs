//! Measures the skew of a scanned page by its text, and turns the page upright.

use super::pieces::Piece;
use crate::layout::heuristics::{self, Decision};
use crate::layout::state::PageState;

/// Least length of a chain of pieces that shows its slope, in ems.
const SHORTEST_CHAIN: f32 = 8.0;

/// Range of the gap between neighbours of a chain, in ems of the smaller.
const CHAIN_GAP: [f32; 2] = [-0.5, 2.0];

/// Largest difference between their baselines, in ems, beyond that of the steepest slope.
const CHAIN_STEP: f32 = 0.25;

/// Largest ratio between their sizes.
const LIKE_SIZE: f32 = 1.2;

/// Most frames that are measured. Text rotated on purpose is in many small frames, if any.
const MOST_FRAMES: usize = 8;

/// Largest skew, in radians: 3.4 degrees. Text at larger angles is rotated on purpose.
const MOST: f32 = 0.06;

/// Least skew that is corrected, in radians. Below it, a line across the page rises by less than half of its
/// height.
const LEAST: f32 = 0.0015;

/// Turns the frames of skewed text, and reads the pieces again.
pub(crate) fn turn_upright(page: &mut PageState<'_>) {
    let mut seen: Vec<u32> = page.pieces.pieces.iter().map(|p| p.frame).collect();
    seen.sort_unstable();
    seen.dedup();
    let mut turned: Vec<f32> = Vec::new();
    for number in seen.into_iter().take(MOST_FRAMES) {
        let angle = angle(&page.pieces.pieces, number);
        if angle != 0.0 {
            page.frames.turn(number, angle);
            turned.push(angle);
        }
    }
    if !turned.is_empty() {
        let why = turned.iter().map(|angle| {
            let side = if *angle > 0.0 { "falls" } else { "rises" };
            format!("its text {side} by {:.1}°", angle.to_degrees().abs())
        });
        let decisions = why.map(|why| Decision::new(heuristics::UPRIGHT, why));
        page.decisions.extend(decisions);
        let glyphs = std::mem::take(&mut page.pieces.glyphs);
        page.read_pieces(glyphs);
    }
}

/// The angle in radians by which the lines of a frame fall from start to end, in the frame's coordinates.
/// Returns 0 if they are level or too few.
///
/// Pieces drawn one after the other along a line form chains. The slope of each chain is weighted by the
/// square of its length, because long lines are more precise. The median ignores the few chains that are not
/// lines.
fn angle(pieces: &[Piece], frame: u32) -> f32 {
    let mut slopes: Vec<(f32, f32)> = Vec::new();
    let mut chain: Option<(&Piece, &Piece)> = None;
    let mut close = |chain: Option<(&Piece, &Piece)>| {
        if let Some((first, last)) = chain {
            let length = last.cell.x0 - first.cell.x0;
            if length > SHORTEST_CHAIN * first.size {
                slopes.push(((last.baseline - first.baseline) / length, length * length));
            }
        }
    };
    for piece in pieces.iter().filter(|p| p.frame == frame) {
        if let Some((first, last)) = chain {
            let gap = piece.cell.x0 - last.cell.x1;
            let step = piece.baseline - last.baseline;
            let size = last.size.min(piece.size);
            let [least, most] = CHAIN_GAP;
            if (least * size..most * size).contains(&gap)
                && step.abs() <= CHAIN_STEP * size + MOST * (piece.cell.x0 - last.cell.x0)
                && piece.size <= LIKE_SIZE * last.size
                && last.size <= LIKE_SIZE * piece.size
            {
                chain = Some((first, piece));
                continue;
            }
        }
        close(chain);
        chain = Some((piece, piece));
    }
    close(chain);
    slopes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = slopes.iter().map(|s| s.1).sum::<f32>() / 2.0;
    let mut sum = 0.0;
    let median = slopes.iter().find(|(_, weight)| {
        sum += weight;
        sum >= half
    });
    let angle = median.map_or(0.0, |(slope, _)| slope.atan());
    if (LEAST..=MOST).contains(&angle.abs()) {
        angle
    } else {
        0.0
    }
}
