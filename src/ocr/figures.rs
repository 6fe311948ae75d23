//! Finds figures in the picture of a page: large areas of ink outside words and ruled lines.
//!
//! The page analysis needs them, because text is not read across a figure.

use super::bitmap::Bitmap;
use super::components::components;
use super::rules::Rule;
use pdfa2hocr_core::geometry::Rect;

/// Limits for figures.
struct FigureLimits {
    /// Side of the squares to which the picture is reduced, in points. Screened pictures become solid.
    square: f32,
    /// Least width and height, in points.
    min_side: f32,
    /// Least share of dark squares in its box.
    min_ink: f32,
    /// Largest share of the page; dark edges of scans have more.
    max_share: f32,
    /// Least share of the distance between ink and paper by which a figure is darker than the paper.
    depth: f32,
    /// Space around words that is not part of a figure, in points.
    around: f32,
    /// Most figures of a page.
    max_count: usize,
}

const FIGURE: FigureLimits = FigureLimits {
    square: 2.0,
    min_side: 54.0,
    min_ink: 0.4,
    max_share: 0.6,
    depth: 0.3,
    around: 1.5,
    max_count: 50,
};

/// The boxes of figures in pixels. `words` are the boxes of words, `scale` the number of pixels per point.
pub(super) fn find(
    picture: &Bitmap,
    threshold: u8,
    (words, rules): (&[Rect], &[Rule]),
    scale: f32,
) -> Vec<Rect> {
    let factor = (FIGURE.square * scale).round().max(1.0) as usize;
    let mut small = picture.reduced(factor);
    let square = factor as f32;
    let mut clear = |bbox: Rect| {
        let square_of = |pixels: f32| (pixels / square).max(0.0) as usize;
        let right = square_of(bbox.x1).min(small.width);
        for y in square_of(bbox.y0)..=square_of(bbox.y1).min(small.height) {
            (square_of(bbox.x0)..=right).for_each(|x| small.clear(x, y));
        }
    };
    for word in words {
        clear(word.grown(FIGURE.around * scale));
    }
    for rule in rules {
        clear(rule.bbox().grown(1.0));
    }
    let (ink, paper) = shades(picture, threshold);
    let darker = paper - FIGURE.depth * (paper - ink);
    let page = (small.width * small.height) as f32;
    let mut found = Vec::new();
    for own in components(&small, darker.max(0.0) as u8) {
        let area = own.width() * own.height();
        let side = own.width().min(own.height()) * square / scale;
        if side >= FIGURE.min_side
            && own.ink as f32 >= FIGURE.min_ink * area
            && area <= FIGURE.max_share * page
            && found.len() < FIGURE.max_count
        {
            found.push(Rect::new(
                own.x0 as f32 * square,
                own.y0 as f32 * square,
                (own.x1 as f32 * square).min(picture.width as f32),
                (own.y1 as f32 * square).min(picture.height as f32),
            ));
        }
    }
    found
}

/// The mean shades of ink and of paper.
fn shades(picture: &Bitmap, threshold: u8) -> (f32, f32) {
    let (mut dark, mut light) = ((0u64, 0u64), (0u64, 0u64));
    for grey in picture.rows().flatten() {
        let (count, sum) = match *grey < threshold {
            true => &mut dark,
            false => &mut light,
        };
        *count += 1;
        *sum += u64::from(*grey);
    }
    let mean = |(count, sum): (u64, u64)| sum as f32 / count.max(1) as f32;
    (mean(dark), mean(light))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grey_picture_is_a_figure_and_words_are_not() {
        let (width, height) = (600usize, 800usize);
        let mut grey = vec![250u8; width * height];
        let mut fill = |[x0, y0, x1, y1]: [usize; 4], shade| {
            for y in y0..y1 {
                grey[y * width + x0..y * width + x1].fill(shade);
            }
        };
        fill([100, 100, 300, 240], 150);
        fill([50, 300, 550, 320], 10);
        fill([50, 400, 500, 402], 10);
        let picture = Bitmap::new(width, height, grey).unwrap();
        let words = [Rect::new(50.0, 300.0, 550.0, 320.0)];
        let rules = [Rule {
            x0: 50,
            y0: 400,
            x1: 500,
            y1: 402,
        }];
        let found = find(&picture, picture.threshold(), (&words, &rules), 2.0);
        assert_eq!(found, [Rect::new(100.0, 100.0, 300.0, 240.0)]);
    }
}
