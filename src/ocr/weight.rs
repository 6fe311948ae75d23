//! Detects bold type in a picture: words whose strokes are thicker, in sizes of their type, than those of most text.
//!
//! The thickness of strokes is twice their area divided by the length of their edges. Both are computed from shades, so
//! that blurred edges have no effect: the area is the sum of the ink, the length is the sum of its changes.

use super::bitmap::Bitmap;
use pdfa2hocr_core::geometry::Rect;

/// Limits for bold type. The weight of a word is the logarithm of its strokes' thickness, as a ratio to that of the page's
/// text. Fitted on 49 pages at 300 pixels per inch and 25 as JPEGs at 200, whose bold words are known.
struct BoldLimits {
    /// The weight above which a letter is evidence of bold type, and below which it is evidence of regular type.
    letter: f32,
    /// Least evidence of a bold part of a line: the sum of the weights of its letters above `letter`.
    evidence: f32,
    /// Largest weight. Light letters on a dark ground have more, because the ground counts as ink.
    max: f32,
    /// Share of a word's dark pixels that are full ink. The others are edges.
    full: f32,
}

const BOLD: BoldLimits = BoldLimits {
    letter: 0.26,
    evidence: 0.2,
    max: 0.95,
    full: 0.2,
};

/// A word of a picture.
pub(super) struct Measured {
    /// Its box in pixels.
    pub(super) bbox: Rect,
    /// The size of its type in pixels.
    pub(super) size: f32,
    pub(super) letters: usize,
    /// The number of its line.
    pub(super) line: usize,
}

/// For each word of a picture, whether it is bold. Ink is darker than `threshold`.
pub(super) fn bold(picture: &Bitmap, threshold: u8, words: &[Measured]) -> Vec<bool> {
    let weights = words.iter().map(|word| {
        let weight = (thickness(picture, threshold, word.bbox)? / word.size).ln();
        weight.is_finite().then_some(weight)
    });
    let weights: Vec<Option<f32>> = weights.collect();
    let usual = usual(words, &weights).unwrap_or_default();
    let evidence = words.iter().zip(weights).map(|(word, weight)| {
        // Words that cannot be measured are regular.
        let weight = weight.map(|weight| weight - usual);
        let weight = weight.filter(|weight| *weight <= BOLD.max).unwrap_or(0.0);
        (word.line, word.letters as f32 * (weight - BOLD.letter))
    });
    let evidence: Vec<(usize, f32)> = evidence.collect();
    let lines = evidence.chunk_by(|a, b| a.0 == b.0);
    lines.flat_map(bold_parts).collect()
}

/// The parts of a line that are bold, given the evidence of its words: those with the largest sum of evidence, of which
/// each part costs [`BoldLimits::evidence`].
fn bold_parts(line: &[(usize, f32)]) -> Vec<bool> {
    // The best sums up to a word that is regular, and that is bold; and whether the word before it is bold.
    let (mut regular, mut bold) = (0.0f32, f32::NEG_INFINITY);
    let mut before = Vec::with_capacity(line.len());
    for (_, evidence) in line {
        let begun = regular - BOLD.evidence;
        before.push((bold > regular, bold > begun));
        (regular, bold) = (regular.max(bold), begun.max(bold) + evidence);
    }
    let mut is_bold = bold > regular;
    let mut parts: Vec<bool> = Vec::with_capacity(line.len());
    for (if_regular, if_bold) in before.into_iter().rev() {
        parts.push(is_bold);
        is_bold = if is_bold { if_bold } else { if_regular };
    }
    parts.reverse();
    parts
}

/// The median weight of all letters.
fn usual(words: &[Measured], weights: &[Option<f32>]) -> Option<f32> {
    let known = words.iter().zip(weights);
    let known = known.filter_map(|(word, weight)| Some(((*weight)?, word.letters)));
    let mut known: Vec<(f32, usize)> = known.collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all: usize = known.iter().map(|(_, letters)| letters).sum();
    let mut below = 0;
    let half = known.iter().find(|(_, letters)| {
        below += letters;
        2 * below >= all
    });
    half.map(|(weight, _)| *weight)
}

/// The thickness of the strokes in a box, in pixels; `None` without ink.
fn thickness(picture: &Bitmap, threshold: u8, bbox: Rect) -> Option<f32> {
    let own = bbox.grown(1.0).intersection(Rect::new(
        0.0,
        0.0,
        picture.width as f32,
        picture.height as f32,
    ));
    let (x0, y0) = (own.x0 as usize, own.y0 as usize);
    let (x1, y1) = (own.x1.ceil() as usize, own.y1.ceil() as usize);
    let mut counts = [0usize; 256];
    for y in y0..y1 {
        for x in x0..x1 {
            if let Some(count) = counts.get_mut(usize::from(picture.at(x, y))) {
                *count += 1;
            }
        }
    }
    let (dark, light) = counts.split_at(usize::from(threshold));
    let ink = level(dark, BOLD.full)? as f32;
    let paper = (usize::from(threshold) + level(light, 0.5)?) as f32;
    let shade = |x: usize, y: usize| {
        let grey = f32::from(picture.at(x, y));
        ((paper - grey) / (paper - ink)).clamp(0.0, 1.0)
    };
    let (mut area, mut edges) = (0.0, 0.0);
    for y in y0..y1 {
        for x in x0..x1 {
            let here = shade(x, y);
            area += here;
            edges += (shade(x + 1, y) - here).hypot(shade(x, y + 1) - here);
        }
    }
    (edges > 0.0).then(|| 2.0 * area / edges)
}

/// The shade below which this share of the counted pixels is; `None` without pixels.
fn level(counts: &[usize], share: f32) -> Option<usize> {
    let all: usize = counts.iter().sum();
    let mut below = 0;
    counts.iter().position(|count| {
        below += count;
        below > 0 && below as f32 >= share * all as f32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of upright strokes of these widths on grey paper, with edges of half ink; `height` pixels high.
    fn drawn(strokes: &[usize], height: usize) -> (Bitmap, Vec<Measured>) {
        let (width, full) = (strokes.len() * 12 * height, 4 * height);
        let mut grey = vec![230u8; width * full];
        let mut words = Vec::new();
        for (n, stroke) in strokes.iter().enumerate() {
            let x0 = n * 12 * height + height;
            for letter in 0..10 {
                let x = x0 + letter * height;
                for y in height..2 * height {
                    let row = &mut grey[y * width..(y + 1) * width];
                    row[x - 1..x + stroke + 1].fill(130);
                    row[x..x + stroke].fill(30);
                }
            }
            let [x0, y0, x1, y1] = [x0, height, x0 + 10 * height, 2 * height].map(|n| n as f32);
            words.push(Measured {
                bbox: Rect::new(x0, y0, x1, y1),
                size: 2.0 * height as f32,
                letters: 10,
                line: 0,
            });
        }
        (Bitmap::new(width, full, grey).unwrap(), words)
    }

    #[test]
    fn words_of_thicker_strokes_are_bold() {
        let (picture, words) = drawn(&[3, 3, 5, 3, 3], 20);
        assert_eq!(
            bold(&picture, 180, &words),
            [false, false, true, false, false]
        );
        // The largest type is not bold: its strokes are as thick in its size.
        let (picture, mut words) = drawn(&[3, 3, 6], 20);
        words[2].size *= 2.0;
        assert_eq!(bold(&picture, 180, &words), [false; 3]);
    }

    #[test]
    fn bold_parts_of_a_line_have_no_holes() {
        let parts = |evidence: &[f32]| {
            let line: Vec<_> = evidence.iter().map(|evidence| (0, *evidence)).collect();
            bold_parts(&line)
        };
        // A short word between bold words is bold, a long one is not.
        assert_eq!(parts(&[2.0, -0.1, 2.0]), [true; 3]);
        assert_eq!(parts(&[2.0, -1.0, 2.0]), [true, false, true]);
        // Little evidence is noise, unless the whole line has it.
        assert_eq!(parts(&[0.15, -2.0, -1.0]), [false; 3]);
        assert_eq!(parts(&[0.15, 0.1, 0.1]), [true; 3]);
        assert!(parts(&[]).is_empty());
    }

    #[test]
    fn light_letters_on_a_dark_ground_are_not_bold() {
        let (picture, words) = drawn(&[3, 3, 3, 17], 20);
        assert_eq!(bold(&picture, 180, &words), [false; 4]);
    }

    #[test]
    fn thickness_has_no_blank() {
        let (picture, _) = drawn(&[3], 20);
        let thickness = |rect| thickness(&picture, 180, rect);
        assert_eq!(thickness(Rect::new(0.0, 0.0, 240.0, 10.0)), None);
        // Outside the picture.
        assert_eq!(thickness(Rect::new(900.0, 900.0, 950.0, 950.0)), None);
    }
}
