//! How far a page was turned when it was scanned, measured on its text alone.

use super::pieces::Piece;
use crate::layout::heuristics;
use crate::layout::page::PageState;
use crate::layout::result::Decision;

/// Chains of pieces shorter than this, in ems, do not show their slope.
const SHORTEST_CHAIN: f32 = 8.0;

/// The next piece of a chain begins behind the one before it by at least the first of these, in ems of the
/// smaller, and by less than the second …
const CHAIN_GAP: [f32; 2] = [-0.5, 2.0];

/// … on a baseline that differs by no more than this, in ems, and what the steepest slope adds …
const CHAIN_STEP: f32 = 0.25;

/// … in a size that differs by no more than this factor.
const LIKE_SIZE: f32 = 1.2;

/// Text that is turned on purpose is in many small frames, if in any; the first few are enough.
const MOST_FRAMES: usize = 8;

/// Turns beyond this, in radians, are on purpose: three degrees and a bit.
const MOST: f32 = 0.06;

/// Turns below this, in radians, do no harm and are left: a line as long as a page is wide rises by
/// less than half of its height.
const LEAST: f32 = 0.0015;

/// Turns the frames whose text is askew, and reads the pieces again in them.
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

/// The angle in radians by which the lines of a frame fall from their start to their end, in the
/// frame's coordinates; 0 where they are level or too few to show it.
///
/// Pieces drawn one after the other along a line are chained, and the slopes of the chains are
/// counted with the square of their lengths, as a long line shows its slope better. The median of
/// them is not moved by the few that are not lines.
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
