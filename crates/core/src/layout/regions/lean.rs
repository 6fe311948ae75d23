//! Measures the lean of columns on a page with level lines, such as a bent or sheared scan. It uses the
//! starts and ends of lines, whose slope may be unknown.
//!
//! ```text
//!      | left column   | |  right column
//!       | left column   | |  right column     the edges of columns are straight, and may lean
//!        | left column   | |  right column
//! ```

use super::pieces::Piece;

/// Limits for measuring the lean of columns.
struct LeanLimits {
    /// Edges that differ by less than this, in ems, coincide.
    same_edge: f32,
    /// Largest lean of columns, in ems for each em.
    max_lean: f32,
    /// Number of steps tried to each side.
    steps: i32,
    /// Least factor by which the edges of leaning columns coincide better than those of upright ones.
    min_gain: f32,
    /// A lean that agrees at least this well, as a share of the best, is as good.
    as_good: f32,
    /// Fewest runs that show a lean.
    min_runs: usize,
    /// Most places counted across a page.
    max_places: f32,
}

const LEAN: LeanLimits = LeanLimits {
    same_edge: 0.25,
    max_lean: 0.025,
    steps: 16,
    min_gain: 1.2,
    as_good: 0.9,
    min_runs: 20,
    max_places: 8192.0,
};

/// The horizontal shift of columns for each point downwards; 0 if they are upright.
pub(super) fn lean(runs: &[Piece], em: f32) -> f32 {
    if runs.len() < LEAN.min_runs || em <= 0.0 {
        return 0.0;
    }
    let upright = agreement(runs, em, 0.0);
    let leans = (1..=LEAN.steps).flat_map(|step| [step, -step]);
    let leans = leans.map(|step| LEAN.max_lean * step as f32 / LEAN.steps as f32);
    let found: Vec<(f32, f32)> = leans
        .map(|lean| (agreement(runs, em, lean), lean))
        .collect();
    let most = found.iter().map(|found| found.0).fold(0.0, f32::max);
    if most < LEAN.min_gain * upright || most <= 0.0 {
        return 0.0;
    }
    // Slightly worse leans are as good; the result is the mean of all of them.
    let good = found.iter().filter(|found| found.0 >= LEAN.as_good * most);
    let (sum, count) = good.fold((0.0, 0.0), |(sum, count), good| (sum + good.1, count + 1.0));
    sum / count
}

/// Measures how well the edges of runs coincide at a given lean: the sum of the squares of the counts at each
/// place.
fn agreement(runs: &[Piece], em: f32, lean: f32) -> f32 {
    let at = |x: f32, run: &Piece| x - lean * run.baseline;
    let edges = |run: &Piece| [at(run.cell.x0, run), at(run.cell.x1, run)];
    let all = runs.iter().flat_map(edges);
    let (least, most) = all.fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), x| {
        (a.min(x), b.max(x))
    });
    let place = (LEAN.same_edge * em).max((most - least) / LEAN.max_places);
    if !(place.is_finite() && place > 0.0) {
        return 0.0;
    }
    let number = |x: f32| ((x - least) / place).clamp(0.0, LEAN.max_places) as usize;
    // Starts and ends of lines are counted separately.
    let count = number(most) + 1;
    let (mut starts, mut ends) = (vec![0u32; count], vec![0u32; count]);
    for run in runs {
        let [start, end] = edges(run).map(number);
        if let (Some(start), Some(end)) = (starts.get_mut(start), ends.get_mut(end)) {
            *start += 1;
            *end += 1;
        }
    }
    // An edge may be split between two neighbouring places.
    let over = |places: &[u32]| -> f32 {
        let pairs = places
            .windows(2)
            .map(|pair| pair.iter().sum::<u32>() as f32);
        pairs.map(|count| count * count).sum()
    };
    over(&starts) + over(&ends)
}

/// Shifts runs so that columns with this lean become upright.
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

    /// Two columns of lines with different ends, shifted to the right by `lean` for each point downwards.
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
