//! Compares a row at the edge of a page with the rows of the pages around it.

use super::edges::{Edges, Row};

/// The number of neighbouring pages that support a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence {
    /// Pages with the same words at the same place.
    pub(super) repeated: u32,
    /// Pages with a number in sequence at the same place.
    pub(super) counted: u32,
    /// Pages with a number in sequence anywhere at their edges.
    pub(super) counted_anywhere: u32,
    /// The positions of the words with this number. A scan of two pages side by side has two.
    pub(super) numbers: Vec<usize>,
}

/// Fewest pages with a number in sequence from which a scan has two pages side by side.
const MIN_PAGES_OF_TWO: u32 = 3;

/// Largest vertical distance between the same row on two pages, in its heights. Positions vary in scans.
const SAME_PLACE: f32 = 1.5;

/// Increment of the number for each page, and for each scan of two pages.
const STEP: u32 = 1;
const STEP_OF_TWO: u32 = 2;

impl Evidence {
    /// Gathers the evidence of a row at an edge of the page with an index from the pages around it.
    pub(super) fn gather<'a>(
        row: &Row,
        edge: usize,
        index: u32,
        around: impl Iterator<Item = (u32, &'a Edges)> + Clone,
    ) -> Self {
        let with_step = |step| Self::with_step(row, edge, index, around.clone(), step);
        let one = with_step(STEP);
        if !row.said.has_numbers() {
            return one;
        }
        let two = with_step(STEP_OF_TWO);
        if two.counted >= MIN_PAGES_OF_TWO && two.counted > one.counted {
            two
        } else {
            one
        }
    }

    /// Gathers evidence, assuming `step` numbers for each page.
    fn with_step<'a>(
        row: &Row,
        edge: usize,
        index: u32,
        around: impl Iterator<Item = (u32, &'a Edges)>,
        step: u32,
    ) -> Self {
        let mut evidence = Self::default();
        let middle = |r: &Row| (r.bbox.y0 + r.bbox.y1) / 2.0;
        let near = |r: &Row| (middle(r) - middle(row)).abs() < SAME_PLACE * row.bbox.height();
        // The number of sequences in which each word occurs.
        let mut words = vec![0u32; row.words.len()];
        for (other, edges) in around {
            let pages = (i64::from(other) - i64::from(index)) * i64::from(step);
            let (mut repeated, mut counted, mut anywhere) = (false, false, false);
            for (place, rows) in edges.rows.iter().enumerate() {
                for other in rows {
                    let here = place == edge && near(other);
                    repeated |= here && row.repeats(other, pages);
                    for word in row.said.counts_on(&other.said, pages) {
                        anywhere = true;
                        counted |= here;
                        if let Some(count) = words.get_mut(word) {
                            *count += 1;
                        }
                    }
                }
            }
            evidence.repeated += u32::from(repeated);
            evidence.counted += u32::from(counted);
            evidence.counted_anywhere += u32::from(anywhere);
        }
        let most = words.iter().copied().max().filter(|count| *count > 0);
        let oftenest = words
            .iter()
            .enumerate()
            .filter(|(_, count)| Some(**count) == most);
        evidence.numbers = oftenest.map(|(word, _)| word).collect();
        evidence
    }
}
