//! Measures the skew of a scanned page, and whether its lines of text run across or down the picture.
//!
//! The lower edges of letters are collected, and counted by rows. If the rows follow the lines of text, few rows have
//! most of the edges, so the counts of neighbouring rows differ most (Postl 1986):
//!
//! ```text
//!     letters on lines        |########
//!                             |
//!     lie in few rows         |#########
//! ```

use super::bitmap::Bitmap;

/// Limits for measuring slopes.
struct SlopeLimits {
    /// Width and height to which a picture is reduced at most, in pixels. A letter is then about 5 pixels high.
    side: usize,
    /// Most edges that are counted; of more, every second, third and so on is taken.
    max_edges: usize,
    /// Least number of edges that show lines of text.
    min_edges: usize,
    /// Largest skew that is measured, in radians: 5 degrees.
    max_angle: f32,
    /// Steps in radians in which angles are tried, from coarse to fine: 0.5, 0.1 and 0.02 degrees.
    steps: [f32; 3],
    /// Least skew that is corrected, in radians: 0.1 degrees, about a pixel in the height of a letter's line.
    min_angle: f32,
    /// Least ratio between the scores of the measured angle and of none. Pictures without lines of text have no
    /// clear maximum.
    min_gain: f32,
    /// Least ratio between the scores of columns and of rows if the lines of text run down the picture.
    down: f32,
}

const SLOPE: SlopeLimits = SlopeLimits {
    side: 1200,
    max_edges: 60_000,
    min_edges: 200,
    max_angle: 0.0873,
    steps: [0.008_73, 0.001_75, 0.000_35],
    min_angle: 0.001_75,
    min_gain: 1.05,
    down: 1.6,
};

/// The slope of the text of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Slope {
    /// The angle in radians by which lines fall from left to right, after the quarter turn; 0 if it is small or unknown.
    pub(super) angle: f32,
    /// Whether the lines run down the picture.
    pub(super) is_down: bool,
}

impl Slope {
    /// Measures the slope of a picture, whose ink is darker than `threshold`.
    pub(super) fn of(picture: &Bitmap, threshold: u8) -> Self {
        let longer = picture.width.max(picture.height);
        let small = picture.reduced(longer.div_ceil(SLOPE.side));
        let across = Edges::of(&small, threshold);
        // Clockwise, so that text which runs down is level or upside down.
        let down = Edges::of(&small.turned(3), threshold);
        let ([level, steep], is_down) = {
            let (own, other) = (across.best(), down.best());
            let is_down = other.1 > SLOPE.down * own.1;
            ([own, other], is_down)
        };
        let (edges, (angle, score)) = match is_down {
            true => (down, steep),
            false => (across, level),
        };
        let is_clear = angle.abs() >= SLOPE.min_angle && score > SLOPE.min_gain * edges.score(0.0);
        Self {
            angle: if is_clear { angle } else { 0.0 },
            is_down,
        }
    }
}

/// The lower edges of letters: pixels of ink above white ones.
struct Edges {
    points: Vec<(f32, f32)>,
    width: f32,
    height: f32,
}

impl Edges {
    fn of(picture: &Bitmap, threshold: u8) -> Self {
        let mut points = Vec::new();
        let rows: Vec<&[u8]> = picture.rows().collect();
        for (y, pair) in rows.windows(2).enumerate() {
            let [upper, lower] = pair else { continue };
            for (x, (upper, lower)) in upper.iter().zip(*lower).enumerate() {
                if *upper < threshold && *lower >= threshold {
                    points.push((x as f32, y as f32));
                }
            }
        }
        let every = points.len().div_ceil(SLOPE.max_edges).max(1);
        Self {
            points: points.into_iter().step_by(every).collect(),
            width: picture.width as f32,
            height: picture.height as f32,
        }
    }

    /// The angle with the best score, and the score.
    fn best(&self) -> (f32, f32) {
        let mut best = (0.0f32, self.score(0.0));
        if self.points.len() < SLOPE.min_edges {
            return best;
        }
        let mut reach = SLOPE.max_angle;
        for step in SLOPE.steps {
            let middle = best.0;
            let count = (reach / step).round() as i32;
            for n in -count..=count {
                let angle = middle + n as f32 * step;
                let score = self.score(angle);
                if score > best.1 && angle.abs() <= SLOPE.max_angle {
                    best = (angle, score);
                }
            }
            reach = step;
        }
        best
    }

    /// The sum of the squared differences between neighbouring rows that fall by `angle`, for one edge per row on
    /// average.
    fn score(&self, angle: f32) -> f32 {
        let fall = angle.tan();
        let margin = (self.width * SLOPE.max_angle.tan()).ceil();
        let rows = self.height + 2.0 * margin + 2.0;
        let mut counts = vec![0u32; rows as usize];
        for (x, y) in &self.points {
            if let Some(count) = counts.get_mut((y - x * fall + margin + 0.5) as usize) {
                *count += 1;
            }
        }
        let difference = |pair: &[u32]| match pair {
            [a, b] => f64::from(a.abs_diff(*b)).powi(2),
            _ => 0.0,
        };
        let sum: f64 = counts.windows(2).map(difference).sum();
        let mean = self.points.len().max(1) as f64 / f64::from(self.height.max(1.0));
        (sum / (mean * mean) / f64::from(self.height.max(1.0))) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of words, which fall by an angle.
    fn lines(angle: f32) -> Bitmap {
        let (width, height) = (900usize, 1200usize);
        let mut grey = vec![255u8; width * height];
        for line in 0..20usize {
            for x in 80..820usize {
                // Words and letters of each line are at other places.
                if (x + 37 * line) % 61 < 12 || (x + 5 * line * line) % 7 < 3 {
                    continue;
                }
                let y = 150.0 + 45.0 * line as f32 + (x as f32 - 450.0) * angle.tan();
                for row in 0..(8 + x % 5) {
                    grey[(y as usize - row) * width + x] = 0;
                }
            }
        }
        Bitmap::new(width, height, grey).unwrap()
    }

    #[test]
    fn the_skew_of_lines_is_measured() {
        for degrees in [-4.0f32, -1.5, 0.0, 0.5, 3.0] {
            let slope = Slope::of(&lines(degrees.to_radians()), 128);
            let off = (slope.angle.to_degrees() - degrees).abs();
            assert!(off < 0.1 && !slope.is_down, "{degrees}: {slope:?}");
        }
    }

    #[test]
    fn turned_lines_run_down() {
        for quarters in [1, 3] {
            let slope = Slope::of(&lines(0.02).turned(quarters), 128);
            assert!(
                slope.is_down && (slope.angle.abs() - 0.02).abs() < 0.001,
                "{slope:?}"
            );
        }
    }

    #[test]
    fn a_picture_without_lines_is_level() {
        let grey = vec![255; 300 * 300];
        assert_eq!(
            Slope::of(&Bitmap::new(300, 300, grey).unwrap(), 0),
            Slope::default()
        );
    }
}
