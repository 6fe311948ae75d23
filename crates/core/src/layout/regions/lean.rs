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
pub(crate) fn lean(runs: &[Piece], em: f32) -> f32 {
    if runs.len() < LEAN.min_runs || em <= 0.0 {
        return 0.0;
    }
    let mut edges = Edges::of(runs, em);
    let upright = edges.agreement(0.0);
    let mut agreements = |first: i32| -> Vec<(f32, f32)> {
        let leans = (first..=LEAN.steps)
            .step_by(2)
            .flat_map(|step| [step, -step]);
        let leans = leans.map(|step| LEAN.max_lean * step as f32 / LEAN.steps as f32);
        leans.map(|lean| (edges.agreement(lean), lean)).collect()
    };
    let most_of = |found: &[(f32, f32)]| found.iter().map(|found| found.0).fold(0.0, f32::max);
    // Leaning columns agree at neighbouring steps, too, so that every second one shows whether there are any.
    let mut found = agreements(2);
    if most_of(&found) < upright {
        return 0.0;
    }
    found.extend(agreements(1));
    found.sort_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    let most = most_of(&found);
    if most < LEAN.min_gain * upright || most <= 0.0 {
        return 0.0;
    }
    // Slightly worse leans are as good; the result is the mean of all of them.
    let good = found.iter().filter(|found| found.0 >= LEAN.as_good * most);
    let (sum, count) = good.fold((0.0, 0.0), |(sum, count), good| (sum + good.1, count + 1.0));
    sum / count
}

/// The edges of runs, with buffers that the measurements of all leans share.
struct Edges {
    em: f32,
    /// The start, the end and the baseline of each run.
    starts: Vec<f32>,
    ends: Vec<f32>,
    baselines: Vec<f32>,
    /// The starts and the ends, shifted by the lean.
    shifted: [Vec<f32>; 2],
    places: Vec<u32>,
    counts: Vec<u32>,
}

impl Edges {
    fn of(runs: &[Piece], em: f32) -> Self {
        let runs = runs.iter();
        Self {
            em,
            starts: runs.clone().map(|run| run.cell.x0).collect(),
            ends: runs.clone().map(|run| run.cell.x1).collect(),
            baselines: runs.map(|run| run.baseline).collect(),
            shifted: [Vec::new(), Vec::new()],
            places: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Measures how well the edges coincide at a given lean: the sum of the squares of the counts at each
    /// place. Starts and ends are counted separately. An edge may be split between two neighbouring places, so
    /// each pair of neighbours is added up.
    ///
    /// Its loops do one thing each, so that they handle several edges at once.
    fn agreement(&mut self, lean: f32) -> f32 {
        for (shifted, edges) in self.shifted.iter_mut().zip([&self.starts, &self.ends]) {
            shifted.clear();
            let edges = edges.iter().zip(&self.baselines);
            shifted.extend(edges.map(|(x, y)| x - lean * y));
        }
        let [starts, ends] = &self.shifted;
        // A run begins before it ends.
        let least = reduced(starts, f32::INFINITY, |a, b| if b < a { b } else { a });
        let most = reduced(ends, f32::NEG_INFINITY, |a, b| if b > a { b } else { a });
        let place = (LEAN.same_edge * self.em).max((most - least) / LEAN.max_places);
        if !(place.is_finite() && place > 0.0) {
            return 0.0;
        }
        let number = |x: f32| {
            let number = (x - least) / place;
            let number = if number < LEAN.max_places {
                number
            } else {
                LEAN.max_places
            };
            whole(number)
        };
        let count = number(most) as usize + 1;
        let mut sum = 0.0;
        for edges in &self.shifted {
            self.places.clear();
            self.places.extend(edges.iter().map(|x| number(*x)));
            self.counts.clear();
            self.counts.resize(count, 0);
            for place in &self.places {
                if let Some(count) = self.counts.get_mut(*place as usize) {
                    *count += 1;
                }
            }
            let pairs = self.counts.iter().zip(self.counts.iter().skip(1));
            let squares = pairs.map(|(a, b)| u64::from(a + b).pow(2));
            sum += squares.sum::<u64>() as f32;
        }
        sum
    }
}

/// The whole part of a small number that is not negative. A cast also handles all other numbers, and is ten times
/// slower.
fn whole(number: f32) -> u32 {
    /// Numbers from this on have no fraction; the mantissa of a sum with it is the number.
    const WHOLE: f32 = 8_388_608.0;
    const MANTISSA: u32 = 0x7f_ffff;
    let rounded = number + WHOLE - WHOLE;
    let floor = rounded - if rounded > number { 1.0 } else { 0.0 };
    (floor + WHOLE).to_bits() & MANTISSA
}

/// Reduces values with an operation for which their order does not matter, several at once.
fn reduced(values: &[f32], first: f32, of: impl Fn(f32, f32) -> f32) -> f32 {
    /// Number of values that vector instructions of usual processors handle at once.
    const LANES: usize = 8;
    let mut lanes = [first; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane = of(*lane, *value);
        }
    }
    lanes.iter().chain(rest).fold(first, |a, b| of(a, *b))
}

/// Shifts runs so that columns with this lean become upright.
pub(crate) fn set_upright(runs: &mut [Piece], lean: f32) {
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
                in_order: true,
                frame: 0,
                leader: false,
                label: false,
                bullet: None,
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
    fn neighbouring_places_are_counted_together() {
        let runs = columns(0.02);
        let mut edges = Edges::of(&runs, 10.0);
        for lean in [0.0, 0.02, -0.01] {
            let of = |edge: fn(&Piece) -> f32| -> Vec<f32> {
                runs.iter()
                    .map(|run| edge(run) - lean * run.baseline)
                    .collect()
            };
            let (starts, ends) = (of(|run| run.cell.x0), of(|run| run.cell.x1));
            let least = starts.iter().copied().fold(f32::INFINITY, f32::min);
            let most = ends.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let place = |x: f32| ((x - least) / 2.5) as usize;
            let squares = |edges: &[f32]| -> u32 {
                let mut counts = vec![0u32; place(most) + 1];
                for x in edges {
                    counts[place(*x)] += 1;
                }
                let pairs = counts.windows(2);
                pairs.map(|pair| (pair[0] + pair[1]).pow(2)).sum()
            };
            let expected = (squares(&starts) + squares(&ends)) as f32;
            assert_eq!(edges.agreement(lean), expected);
        }
    }

    #[test]
    fn upright_columns_and_a_few_lines_do_not_lean() {
        assert_eq!(lean(&columns(0.0), 10.0), 0.0);
        assert_eq!(lean(&columns(0.001), 10.0), 0.0);
        assert_eq!(lean(columns(0.02).get(..10).unwrap(), 10.0), 0.0);
    }

    #[test]
    fn whole_parts_are_those_of_casts() {
        for n in 0..40_000u16 {
            let number = f32::from(n) / 5.0;
            for near in [number.next_down().max(0.0), number, number.next_up()] {
                assert_eq!(whole(near), near as u32, "{near}");
            }
        }
    }
}
