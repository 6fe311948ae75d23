//! Finds ruled lines in a picture: long thin runs of ink. Ruled tables and columns in scans have them.
//!
//! ```text
//!     row 7   ..#########.......        pieces in neighbouring rows that touch
//!     row 8   ..........########        are one line that is slightly skewed
//! ```

use super::bitmap::Bitmap;
use pdfa2hocr_core::geometry::Rect;

/// Limits for ruled lines, in points; pictures have more pixels per point.
struct RuleLimits {
    /// Least length of a line.
    min_length: f32,
    /// Largest thickness of a line. Thicker ones are pictures, bars or letters.
    max_thickness: f32,
    /// Least ratio of length to thickness.
    slenderness: f32,
    /// Largest gap in a line, where ink is missing.
    max_gap: f32,
    /// Least length of a run of ink that is a piece of a line.
    min_run: f32,
    /// Most lines of a picture.
    max_count: usize,
}

const RULE: RuleLimits = RuleLimits {
    min_length: 24.0,
    max_thickness: 3.0,
    slenderness: 8.0,
    max_gap: 1.0,
    min_run: 10.0,
    max_count: 5_000,
};

/// Limits for edges of shaded areas.
struct EdgeLimits {
    /// Least difference of shades (0 to 255). Smaller differences count as noise. Set on seven pages with coloured tables,
    /// and checked on JPEGs of quality 30.
    contrast: u8,
    /// Distance of the rows that are compared, in pixels: an edge can be blurred.
    reach: usize,
}

const EDGE: EdgeLimits = EdgeLimits {
    contrast: 8,
    reach: 2,
};

/// A ruled line: a rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) x0: usize,
    pub(super) y0: usize,
    pub(super) x1: usize,
    pub(super) y1: usize,
}

impl Rule {
    pub(super) fn bbox(self) -> Rect {
        let [x0, y0, x1, y1] = [self.x0, self.y0, self.x1, self.y1].map(|n| n as f32);
        Rect::new(x0, y0, x1, y1)
    }
}

/// The level and the upright lines of a picture, whose ink is darker than `threshold`. `scale` is the number of
/// pixels per point.
pub(super) fn find(picture: &Bitmap, threshold: u8, scale: f32) -> Vec<Rule> {
    both_ways(picture, |picture| level(picture, threshold, scale))
}

/// The lines that `level` finds in a picture, and in the turned one.
fn both_ways(picture: &Bitmap, level: impl Fn(&Bitmap) -> Vec<Rule>) -> Vec<Rule> {
    let mut rules = level(picture);
    // A quarter clockwise: the column x is the row x of the turned picture, read upwards.
    let height = picture.height;
    let upright = level(&picture.turned(1));
    rules.extend(upright.into_iter().map(|rule| Rule {
        x0: rule.y0,
        x1: rule.y1,
        y0: height.saturating_sub(rule.x1),
        y1: height.saturating_sub(rule.x0),
    }));
    rules
}

/// The straight edges of shaded areas, such as rows of a table on coloured ground, as thin lines. `words` are the boxes of
/// the words in the picture, and `scale` is the number of pixels per point.
pub(super) fn edges(picture: &Bitmap, words: &[Rect], scale: f32) -> Vec<Rule> {
    let mut found = both_ways(picture, |picture| {
        let edges = picture.steps(EDGE.reach, EDGE.contrast);
        level(&edges, 128, scale)
    });
    found.retain(|edge| !is_of_letters(*edge, words));
    found
}

/// Whether an edge lies mostly on words: the serifs at the foot of letters are an edge, too.
fn is_of_letters(edge: Rule, words: &[Rect]) -> bool {
    let bbox = edge.bbox();
    let reach = EDGE.reach as f32;
    let on_word = |word: &Rect| word.grown(reach).intersection(bbox).area();
    2.0 * words.iter().map(on_word).sum::<f32>() > bbox.area()
}

/// The picture without its ruled lines, because engines take them for letters. A line is kept at letters that touch it.
pub(super) fn erased(picture: &Bitmap, threshold: u8, rules: &[Rule]) -> Bitmap {
    // The border of a line is lighter than its middle, and darker than the paper.
    let wider = |rule: &Rule| {
        let (x0, y0) = (rule.x0.saturating_sub(1), rule.y0.saturating_sub(1));
        (x0, y0, rule.x1 + 1, rule.y1 + 1)
    };
    // Lines that cross are not letters.
    let mut bare = picture.clone();
    for (x0, y0, x1, y1) in rules.iter().map(wider) {
        (y0..y1).for_each(|y| (x0..x1).for_each(|x| bare.clear(x, y)));
    }
    let is_ink = |x: Option<usize>, y: Option<usize>| match (x, y) {
        (Some(x), Some(y)) => bare.at(x, y) < threshold,
        _ => false,
    };
    let mut erased = picture.clone();
    for rule in rules {
        let (x0, y0, x1, y1) = wider(rule);
        if rule.x1 - rule.x0 >= rule.y1 - rule.y0 {
            for x in x0..x1 {
                if !is_ink(Some(x), y0.checked_sub(1)) && !is_ink(Some(x), Some(y1)) {
                    (y0..y1).for_each(|y| erased.clear(x, y));
                }
            }
        } else {
            for y in y0..y1 {
                if !is_ink(x0.checked_sub(1), Some(y)) && !is_ink(Some(x1), Some(y)) {
                    (x0..x1).for_each(|x| erased.clear(x, y));
                }
            }
        }
    }
    erased
}

/// The level lines of a picture.
fn level(picture: &Bitmap, threshold: u8, scale: f32) -> Vec<Rule> {
    let pixels = |points: f32| (points * scale).round().max(1.0) as usize;
    let (gap, min_run) = (pixels(RULE.max_gap), pixels(RULE.min_run));
    let max_thickness = pixels(RULE.max_thickness).max(2);
    let mut open: Vec<Rule> = Vec::new();
    let mut found = Vec::new();
    for (y, row) in picture.rows().enumerate() {
        for (x0, x1) in runs(row, threshold, gap, min_run) {
            if found.len() + open.len() >= RULE.max_count {
                break;
            }
            let (y0, y1) = (y, y + 1);
            join(&mut open, Rule { x0, y0, x1, y1 }, gap);
        }
        let mut i = 0;
        while let Some(rule) = open.get(i) {
            match rule.y1 + 1 < y {
                true => found.push(open.swap_remove(i)),
                false => i += 1,
            }
        }
    }
    found.append(&mut open);
    found.retain(|rule| {
        let (length, thickness) = (rule.x1 - rule.x0, rule.y1 - rule.y0);
        length >= pixels(RULE.min_length)
            && thickness <= max_thickness
            && length as f32 >= RULE.slenderness * thickness as f32
    });
    found
}

/// Adds a run of ink to the lines that it touches, which become one.
fn join(open: &mut Vec<Rule>, mut run: Rule, gap: usize) {
    let mut i = 0;
    while let Some(rule) = open.get(i) {
        let touches = rule.x0 <= run.x1 + gap && run.x0 <= rule.x1 + gap && rule.y1 + 1 >= run.y0;
        if !touches {
            i += 1;
            continue;
        }
        let rule = open.swap_remove(i);
        run = Rule {
            x0: rule.x0.min(run.x0),
            y0: rule.y0.min(run.y0),
            x1: rule.x1.max(run.x1),
            y1: rule.y1.max(run.y1),
        };
        // A line that became longer may touch those before it.
        i = 0;
    }
    open.push(run);
}

/// The runs of ink in a row that are long enough; gaps up to `gap` pixels belong to them.
fn runs(
    row: &[u8],
    threshold: u8,
    gap: usize,
    min_run: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let mut x = 0;
    std::iter::from_fn(move || {
        while x < row.len() {
            let rest = row.get(x..)?;
            let start = x + rest.iter().position(|grey| *grey < threshold)?;
            let (mut end, mut ink) = (start, 0);
            x = start;
            while x < row.len() && x <= end + gap {
                if row.get(x).is_some_and(|grey| *grey < threshold) {
                    end = x;
                    ink += 1;
                }
                x += 1;
            }
            // Letters that nearly touch have more gaps than a line.
            if end + 1 - start >= min_run && 10 * ink >= 9 * (end + 1 - start) {
                return Some((start, end + 1));
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(boxes: &[[usize; 4]]) -> Bitmap {
        let (width, height) = (400, 300);
        let mut grey = vec![255u8; width * height];
        for [x0, y0, x1, y1] in boxes {
            for y in *y0..*y1 {
                grey[y * width + x0..y * width + x1].fill(0);
            }
        }
        Bitmap::new(width, height, grey).unwrap()
    }

    fn boxes(picture: &Bitmap) -> Vec<[usize; 4]> {
        let rules = find(picture, 128, 2.0);
        let mut boxes: Vec<_> = rules.iter().map(|r| [r.x0, r.y0, r.x1, r.y1]).collect();
        boxes.sort_unstable();
        boxes
    }

    #[test]
    fn the_lines_of_a_grid_are_found() {
        let grid = [
            [50, 40, 300, 42],
            [50, 100, 300, 102],
            [50, 40, 52, 102],
            [298, 40, 300, 102],
        ];
        let mut expected = grid.to_vec();
        expected.sort_unstable();
        assert_eq!(boxes(&drawn(&grid)), expected);
    }

    #[test]
    fn lines_are_erased_but_letters_on_them_stay() {
        let letter = [100, 80, 104, 100];
        let line = [50, 100, 300, 102];
        let drawn = drawn(&[line, letter]);
        let erased = erased(&drawn, 128, &find(&drawn, 128, 2.0));
        assert_eq!([60, 200, 299].map(|x| erased.at(x, 100)), [255; 3]);
        assert_eq!([erased.at(101, 100), erased.at(101, 90)], [0, 0]);
    }

    #[test]
    fn a_slightly_skewed_line_is_one() {
        let steps = [[50, 40, 150, 42], [148, 41, 250, 43], [251, 42, 350, 44]];
        assert_eq!(boxes(&drawn(&steps)), [[50, 40, 350, 44]]);
    }

    #[test]
    fn shaded_areas_have_edges() {
        let (width, height) = (400, 300);
        let shaded = |x: usize, y: usize| (50..300).contains(&x) && (100..160).contains(&y);
        let grey = (0..width * height).map(|n| {
            // Noise as of a JPEG, with less contrast than an edge.
            let noise = (n * 7919 % 5) as u8;
            if shaded(n % width, n / width) {
                235 - noise
            } else {
                255 - noise
            }
        });
        let picture = Bitmap::new(width, height, grey.collect()).unwrap();
        let mut found: Vec<_> = edges(&picture, &[], 2.0)
            .iter()
            .map(|r| [r.x0, r.y0, r.x1, r.y1])
            .collect();
        found.sort_unstable();
        let expected = [
            [50, 100, 52, 160],
            [50, 100, 300, 102],
            [50, 160, 300, 162],
            [300, 100, 302, 160],
        ];
        assert_eq!(found, expected);
        let at_the_foot_of_the_area = Rect::new(60.0, 120.0, 290.0, 160.0);
        let edges = edges(&picture, &[at_the_foot_of_the_area], 2.0);
        assert!(!edges.iter().any(|edge| edge.y0 == 160), "{edges:?}");
        assert_eq!(edges.len(), 3);
    }

    #[test]
    fn letters_bars_and_pictures_are_not_lines() {
        assert!(
            boxes(&drawn(&[
                [50, 50, 60, 70],
                [70, 40, 71, 75],
                [100, 100, 300, 200]
            ]))
            .is_empty()
        );
        let dotted: Vec<[usize; 4]> = (0..60).map(|n| [20 + 5 * n, 20, 22 + 5 * n, 22]).collect();
        assert!(boxes(&drawn(&dotted)).is_empty());
    }
}
