//! Draws the outlines of a program's glyphs as SVG paths.

use std::fmt::Write;

use skrifa::GlyphId;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::raw::tables::glyf::Glyph;
use skrifa::raw::{FontRef, TableProvider};

use super::program::Face;

/// Maximum length of one path, in bytes; longer outlines are dropped. The most elaborate ornaments have about
/// ten thousand.
const LONGEST: usize = 256 << 10;

/// Maximum number of parts of a composite glyph, over all levels; glyphs with more are not drawn.
const MAX_PARTS: usize = 256;
/// Maximum nesting depth of these parts.
const DEEPEST: usize = 8;

/// The em of an outline, in its units.
const EM: f32 = 1000.0;

/// The drawing of a glyph.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The `d` of an SVG path, in thousandths of the em. y points down; the origin is on the baseline.
    pub path: String,
    /// Left, top, right and bottom of all its points, including control points.
    pub bbox: [f32; 4],
}

impl Face<'_> {
    /// The outline of a glyph; `None` if it is empty, broken, or too complex.
    pub(super) fn outline(&self, glyph: GlyphId) -> Option<Outline> {
        let mut pen = Pen::default();
        match self {
            Self::Type1(program) => {
                let font = program.font().filter(|_| program.is_bounded())?;
                font.draw(glyph, Some(EM), &mut pen).ok()?;
            }
            Self::Cff(cff) | Self::Sfnt { cff: Some(cff), .. } => cff.draw(glyph, EM, &mut pen)?,
            Self::Sfnt { font, cff: None } => {
                if !is_small(font, glyph) {
                    return None;
                }
                let glyph = OutlineGlyphCollection::new(font).get(glyph)?;
                let settings = DrawSettings::unhinted(Size::new(EM), LocationRef::default());
                glyph.draw(settings, &mut pen).ok()?;
            }
        }
        pen.finish()
    }

    /// Whether a TrueType program has nothing to draw for a glyph.
    pub(super) fn is_blank(&self, glyph: GlyphId) -> bool {
        let Self::Sfnt { font, cff: None } = self else {
            return false;
        };
        let (Ok(loca), Ok(glyf)) = (font.loca(None), font.glyf()) else {
            return false;
        };
        matches!(loca.get_glyf(glyph, &glyf), Ok(None))
    }
}

/// Whether a glyph has at most [`MAX_PARTS`] parts. Parts that each contain the next one twice would take
/// exponential time.
fn is_small(font: &FontRef<'_>, glyph: GlyphId) -> bool {
    let (Ok(loca), Ok(glyf)) = (font.loca(None), font.glyf()) else {
        return true;
    };
    let mut parts = 0;
    let mut todo = vec![(glyph, 0)];
    while let Some((glyph, depth)) = todo.pop() {
        if depth > DEEPEST || parts > MAX_PARTS {
            return false;
        }
        if let Ok(Some(Glyph::Composite(composite))) = loca.get_glyf(glyph, &glyf) {
            for part in composite.components().take(MAX_PARTS + 1) {
                parts += 1;
                todo.push((part.glyph, depth + 1));
            }
        }
    }
    true
}

/// Writes a path. A path over [`LONGEST`], or with unusable coordinates, becomes `broken`.
#[derive(Default)]
struct Pen {
    path: String,
    bbox: Option<[f32; 4]>,
    broken: bool,
}

impl Pen {
    fn write(&mut self, command: char, points: &[(f32, f32)]) {
        let usable = |&(x, y): &(f32, f32)| x.abs() < 1e6 && y.abs() < 1e6;
        self.broken |= self.path.len() > LONGEST || !points.iter().all(usable);
        if self.broken {
            return;
        }
        self.path.push(command);
        for (at, &(x, y)) in points.iter().enumerate() {
            let (x, y) = (tenth(x), tenth(-y));
            let [x0, y0, x1, y1] = self.bbox.unwrap_or([x, y, x, y]);
            self.bbox = Some([x0.min(x), y0.min(y), x1.max(x), y1.max(y)]);
            let space = if at == 0 { "" } else { " " };
            let _ = write!(self.path, "{space}{x} {y}");
        }
    }

    fn finish(self) -> Option<Outline> {
        Some(Outline {
            bbox: self.bbox.filter(|_| !self.broken)?,
            path: self.path,
        })
    }
}

/// Rounds to a tenth, without a negative zero.
fn tenth(value: f32) -> f32 {
    (value * 10.0).round() / 10.0 + 0.0
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', &[(x, y)]);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.write('Q', &[(cx0, cy0), (x, y)]);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.write('C', &[(cx0, cy0), (cx1, cy1), (x, y)]);
    }

    fn close(&mut self) {
        self.write('Z', &[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn y_points_down_and_the_box_holds_all_points() {
        let mut pen = Pen::default();
        pen.move_to(0.0, 0.0);
        pen.line_to(10.04, 20.06);
        pen.quad_to(-5.0, 0.0, 0.0, 0.0);
        pen.close();
        let outline = pen.finish().unwrap();
        assert_eq!(outline.path, "M0 0L10 -20.1Q-5 0 0 0Z");
        assert_eq!(outline.bbox, [-5.0, -20.1, 10.0, 0.0]);
    }

    #[test]
    fn what_is_no_outline_gives_none() {
        assert_eq!(Pen::default().finish(), None);
        let mut pen = Pen::default();
        pen.move_to(f32::NAN, 0.0);
        assert_eq!(pen.finish(), None);
        let mut pen = Pen::default();
        for _ in 0..LONGEST {
            pen.line_to(100.0, 100.0);
        }
        assert!(pen.path.len() < LONGEST + 20);
        assert_eq!(pen.finish(), None);
    }
}
