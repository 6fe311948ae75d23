//! How far columns lean on a page whose lines are level, as on pages that were bent or sheared when they were
//! scanned, and where nothing is known of the slope of lines: measured on where lines begin and end.
//!
//! ```text
//!    | left column   | |  right column
//!     | left column   | |  right column     the edges of columns are straight, and may lean
//!      | left column   | |  right column
//! ```

use super::pieces::Piece;

/// Edges that differ by less than this, in ems, are one.
const SAME_EDGE: f32 = 0.25;

/// Columns lean by no more than this, in ems an em …
const MOST: f32 = 0.025;

/// … in so many steps to each side.
const STEPS: i32 = 16;

/// The edges of leaning columns lie over each other by this factor more than when they are taken as upright.
const LEAST_GAIN: f32 = 1.2;

/// What lies over each other by this share of the most does so as well.
const AS_GOOD: f32 = 0.9;

/// Fewer runs show nothing.
const LEAST_RUNS: usize = 20;

/// Of a page, so many places are counted across.
const MOST_PLACES: f32 = 8192.0;

/// By how much columns are further right for each point that they are further down; 0 where they are upright.
pub(super) fn lean(runs: &[Piece], em: f32) -> f32 {
    if runs.len() < LEAST_RUNS || em <= 0.0 {
        return 0.0;
    }
    let upright = agreement(runs, em, 0.0);
    let leans = (1..=STEPS).flat_map(|step| [step, -step]);
    let leans = leans.map(|step| MOST * step as f32 / STEPS as f32);
    let found: Vec<(f32, f32)> = leans
        .map(|lean| (agreement(runs, em, lean), lean))
        .collect();
    let most = found.iter().map(|found| found.0).fold(0.0, f32::max);
    if most < LEAST_GAIN * upright || most <= 0.0 {
        return 0.0;
    }
    // What is hardly worse is as good, and the lean in the middle of it.
    let good = found.iter().filter(|found| found.0 >= AS_GOOD * most);
    let (sum, count) = good.fold((0.0, 0.0), |(sum, count), good| (sum + good.1, count + 1.0));
    sum / count
}

/// How much the edges of runs lie over each other when columns lean like that: the sum of the squares of how
/// many are at each place.
fn agreement(runs: &[Piece], em: f32, lean: f32) -> f32 {
    let at = |x: f32, run: &Piece| x - lean * run.baseline;
    let edges = |run: &Piece| [at(run.cell.x0, run), at(run.cell.x1, run)];
    let all = runs.iter().flat_map(edges);
    let (least, most) = all.fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), x| {
        (a.min(x), b.max(x))
    });
    let place = (SAME_EDGE * em).max((most - least) / MOST_PLACES);
    if !(place.is_finite() && place > 0.0) {
        return 0.0;
    }
    let number = |x: f32| ((x - least) / place).clamp(0.0, MOST_PLACES) as usize;
    // Where lines begin and where they end are counted apart.
    let count = number(most) + 1;
    let (mut starts, mut ends) = (vec![0u32; count], vec![0u32; count]);
    for run in runs {
        let [start, end] = edges(run).map(number);
        if let (Some(start), Some(end)) = (starts.get_mut(start), ends.get_mut(end)) {
            *start += 1;
            *end += 1;
        }
    }
    // An edge may be in two places next to each other.
    let over = |places: &[u32]| -> f32 {
        let pairs = places
            .windows(2)
            .map(|pair| pair.iter().sum::<u32>() as f32);
        pairs.map(|count| count * count).sum()
    };
    over(&starts) + over(&ends)
}

/// Sets runs as if columns that lean like this were upright.
pub(super) fn set_upright(runs: &mut [Piece], lean: f32) {
    for run in runs {
        let by = lean * run.baseline;
        run.cell.x0 -= by;
        run.cell.x1 -= by;
        run.reach -= by;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;

    /// Two columns of lines, all of which end somewhere else, that are further right by this for each point.
    fn columns(lean: f32) -> Vec<Piece> {
        let run = |n: u32| {
            let (row, column) = (n / 2, n % 2);
            let baseline = 100.0 + 12.0 * row as f32;
            let start = 50.0 + 210.0 * column as f32 + lean * baseline;
            let end = start + 150.0 + (37 * n % 50) as f32;
            Piece {
                glyphs: 0..1,
                cell: Rect::new(start, baseline - 8.0, end, baseline + 2.0),
                baseline,
                size: 10.0,
                reach: end,
                inked: 20,
                gap: 0.0,
                bold: false,
                frame: 0,
                leader: false,
                label: false,
                value: None,
                edges: Default::default(),
            }
        };
        (0..100).map(run).collect()
    }

    #[test]
    fn columns_lean_where_the_edges_of_their_lines_do() {
        for true_lean in [0.02f32, -0.013] {
            let mut runs = columns(true_lean);
            let found = lean(&runs, 10.0);
            assert!((found - true_lean).abs() < 0.004, "{found} {true_lean}");
            set_upright(&mut runs, found);
            assert_eq!(lean(&runs, 10.0), 0.0);
        }
    }

    #[test]
    fn upright_columns_and_a_few_lines_do_not_lean() {
        assert_eq!(lean(&columns(0.0), 10.0), 0.0);
        assert_eq!(lean(&columns(0.001), 10.0), 0.0);
        assert_eq!(lean(columns(0.02).get(..10).unwrap(), 10.0), 0.0);
    }
}
