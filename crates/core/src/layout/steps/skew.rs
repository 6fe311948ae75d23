//! Measures the skew of a scanned page by its text, and turns the page upright.

use crate::geometry::least;
use crate::layout::heuristics::{self, Decision};
use crate::layout::regions::pieces::Piece;
use crate::layout::scale::weighted_median;
use crate::layout::state::PageState;

/// Limits for measuring the skew of a page.
struct SkewLimits {
    /// Least length of a chain of pieces that shows its slope, in ems.
    min_chain: f32,
    /// Range of the gap between neighbours of a chain, in ems of the smaller.
    gap: [f32; 2],
    /// Largest difference between their baselines, in ems, beyond that of the steepest slope.
    max_step: f32,
    /// Largest ratio between their sizes.
    max_size_ratio: f32,
    /// Most frames that are measured. Text rotated on purpose is in many small frames, if any.
    max_frames: usize,
    /// Largest skew, in radians: 3.4 degrees. Text at larger angles is rotated on purpose.
    max_angle: f32,
    /// Least skew that is corrected, in radians. Below it, a line across the page rises by less than half of
    /// its height.
    min_angle: f32,
}

const SKEW: SkewLimits = SkewLimits {
    min_chain: 8.0,
    gap: [-0.5, 2.0],
    max_step: 0.25,
    max_size_ratio: 1.2,
    max_frames: 8,
    max_angle: 0.06,
    min_angle: 0.0015,
};

/// Turns the frames of skewed text, and reads the pieces again.
pub(crate) fn turn_upright(page: &mut PageState<'_>) {
    let mut seen: Vec<u32> = page.pieces.pieces.iter().map(|p| p.frame).collect();
    seen.sort_unstable();
    seen.dedup();
    let mut turned: Vec<f32> = Vec::new();
    for number in seen.into_iter().take(SKEW.max_frames) {
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
            if length > SKEW.min_chain * first.size {
                slopes.push(((last.baseline - first.baseline) / length, length * length));
            }
        }
    };
    for piece in pieces.iter().filter(|p| p.frame == frame) {
        if let Some((first, last)) = chain {
            let gap = piece.cell.x0 - last.cell.x1;
            let step = piece.baseline - last.baseline;
            let size = least(last.size, piece.size);
            let [least, most] = SKEW.gap;
            if (least * size..most * size).contains(&gap)
                && step.abs()
                    <= SKEW.max_step * size + SKEW.max_angle * (piece.cell.x0 - last.cell.x0)
                && piece.size <= SKEW.max_size_ratio * last.size
                && last.size <= SKEW.max_size_ratio * piece.size
            {
                chain = Some((first, piece));
                continue;
            }
        }
        close(chain);
        chain = Some((piece, piece));
    }
    close(chain);
    let angle = weighted_median(slopes).map_or(0.0, f32::atan);
    if (SKEW.min_angle..=SKEW.max_angle).contains(&angle.abs()) {
        angle
    } else {
        0.0
    }
}
