//! Maps the result of an engine back to the page: the engine reads an upright picture, which was turned by quarters and
//! straightened, or cropped from a page.
//!
//! ```text
//!     picture of the page      turned      straightened      recognised and analysed
//!     page space          ───────────────────────────────▶   upright space
//!                         ◀───────────────────────────────
//!                                     matrix
//! ```

use pdfa2hocr_core::geometry::{Matrix, Point, Rect};
use pdfa2hocr_core::page::{Content, Detail, Page};

/// Largest difference, in points, between a node's box and its content for it to count as their box.
const SAME: f32 = 0.5;

/// The position of an upright picture on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn {
    /// Points per pixel of the upright picture.
    pub(super) scale: (f64, f64),
    /// Width and height of the upright picture, in points.
    pub(crate) size: (f32, f32),
    /// From upright space (points, origin at the corner of the upright picture) to page space.
    matrix: Matrix,
    /// Whether the picture was turned or straightened.
    pub(crate) is_turned: bool,
}

impl Turn {
    /// The position of a picture of `size` pixels that shows `area` of the page, after it was turned clockwise by
    /// `quarters` and then counter-clockwise by `angle` in radians.
    pub(super) fn new(size: (usize, usize), area: Rect, quarters: u8, angle: f32) -> Self {
        let (w, h) = (size.0.max(1) as f64, size.1.max(1) as f64);
        let across = f64::from(area.width()) / w;
        let down = f64::from(area.height()) / h;
        let (left, top) = (f64::from(area.x0), f64::from(area.y0));
        let is_odd = !quarters.is_multiple_of(2);
        let (scale, turned) = match is_odd {
            false => ((across, down), (w, h)),
            true => ((down, across), (h, w)),
        };
        let back = match quarters % 4 {
            0 => Matrix::IDENTITY,
            1 => Matrix::new(0.0, -1.0, 1.0, 0.0, 0.0, h),
            2 => Matrix::new(-1.0, 0.0, 0.0, -1.0, w, h),
            _ => Matrix::new(0.0, 1.0, -1.0, 0.0, w, 0.0),
        };
        let (sin, cos) = f64::from(angle).sin_cos();
        let (cx, cy) = (turned.0 / 2.0, turned.1 / 2.0);
        let matrix = Matrix::new(1.0 / scale.0, 0.0, 0.0, 1.0 / scale.1, -cx, -cy)
            .then(Matrix::new(cos, sin, -sin, cos, cx, cy))
            .then(back)
            .then(Matrix::new(across, 0.0, 0.0, down, left, top));
        Self {
            scale,
            size: ((turned.0 * scale.0) as f32, (turned.1 * scale.1) as f32),
            matrix,
            is_turned: !quarters.is_multiple_of(4) || angle != 0.0,
        }
    }

    /// A box of upright pixels in upright space.
    pub(super) fn upright(&self, r: Rect) -> Rect {
        Matrix::new(self.scale.0, 0.0, 0.0, self.scale.1, 0.0, 0.0).around(r)
    }

    fn point(&self, p: Point) -> Point {
        self.matrix.apply(f64::from(p.x), f64::from(p.y))
    }

    /// A direction of upright space in page space, as a unit vector.
    fn direction(&self, d: Point) -> Point {
        let m = self.matrix;
        let (x, y) = (f64::from(d.x), f64::from(d.y));
        let (x, y) = (m.a * x + m.c * y, m.b * x + m.d * y);
        let length = x.hypot(y);
        match length > 0.0 {
            // Adding zero makes zero of minus zero, which would turn an upright line.
            true => Point::new((x / length) as f32 + 0.0, (y / length) as f32 + 0.0),
            false => d,
        }
    }

    /// Moves glyphs, runs, fills and images from upright space to page space.
    pub(super) fn move_content(&self, content: &mut Content) {
        for glyph in &mut content.glyphs {
            glyph.bbox = self.matrix.around(glyph.bbox);
            glyph.origin = self.point(glyph.origin);
        }
        for run in &mut content.runs {
            run.direction = self.direction(run.direction);
            run.up = self.direction(run.up);
        }
        for fill in &mut content.fills {
            fill.bbox = self.matrix.around(fill.bbox);
        }
        for image in &mut content.images {
            image.bbox = self.matrix.around(image.bbox);
        }
    }

    /// A box of the page in upright space: the smallest upright box around it.
    pub(super) fn enter(&self, r: Rect) -> Rect {
        self.matrix.inverse().map_or(r, |back| back.around(r))
    }

    /// Moves an analysed page from upright space to page space. `original` has the size of the page and its shapes.
    pub(crate) fn move_page(&self, page: &mut Page, original: Content) {
        let boxes = self.boxes(page);
        self.move_content(&mut page.content);
        let root = page.tree.root();
        for id in page.tree.leaves_first(root).collect::<Vec<_>>() {
            let bbox = match &page.tree[id].detail {
                Detail::Word(glyphs) => {
                    let glyphs = page.glyphs(glyphs);
                    glyphs.fold(Rect::EMPTY, |all, glyph| all.union(glyph.bbox))
                }
                _ if boxes.get(id.number() as usize) == Some(&true) => {
                    let children = page.tree.children(id);
                    children.fold(Rect::EMPTY, |all, child| all.union(page.tree[child].bbox))
                }
                _ => self.matrix.around(page.tree[id].bbox),
            };
            let node = &mut page.tree[id];
            node.bbox = bbox;
            if let Detail::Line(line) = &mut node.detail {
                let angle = line.angle.to_radians();
                let to = self.direction(Point::new(angle.cos(), -angle.sin()));
                line.origin = self.point(line.origin);
                line.angle = (0.0 - to.y).atan2(to.x).to_degrees();
            }
        }
        page.tree[root].bbox = Rect::new(0.0, 0.0, original.width, original.height);
        for finding in &mut page.findings {
            finding.bbox = self.matrix.around(finding.bbox);
        }
        let own = &mut page.content;
        (own.width, own.height) = (original.width, original.height);
        // The others were found in the picture.
        for (image, original) in own.images.iter_mut().zip(original.images) {
            *image = original;
        }
        own.drawings = original.drawings;
        own.marks = original.marks;
    }

    /// For each node, whether its box is that of its children.
    fn boxes(&self, page: &Page) -> Vec<bool> {
        let mut fits = Vec::new();
        for id in page.tree.below(page.tree.root()) {
            let children = page.tree.children(id);
            let around: Rect = children.map(|child| page.tree[child].bbox).collect();
            let edges = <[f32; 4]>::from;
            let mut pairs = edges(page.tree[id].bbox).into_iter().zip(edges(around));
            let is_same = page.tree.has_children(id) && pairs.all(|(a, b)| (a - b).abs() <= SAME);
            let number = id.number() as usize;
            if fits.len() <= number {
                fits.resize(number + 1, false);
            }
            if let Some(place) = fits.get_mut(number) {
                *place = is_same;
            }
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::super::bitmap::Bitmap;
    use super::*;

    /// The picture has one dark pixel; its place on the page is that which the upright picture gives.
    #[test]
    fn quarters_are_mapped_back_exactly() {
        let (w, h) = (6, 4);
        let area = Rect::new(10.0, 20.0, 22.0, 28.0);
        let mut grey = vec![255; w * h];
        grey[w + 4] = 0;
        let picture = Bitmap::new(w, h, grey).unwrap();
        for quarters in 0..4 {
            let upright = picture.turned(quarters);
            let turn = Turn::new((w, h), area, quarters, 0.0);
            let dark = (0..upright.height)
                .flat_map(|y| (0..upright.width).map(move |x| (x, y)))
                .find(|(x, y)| upright.at(*x, *y) == 0);
            let (x, y) = dark.map(|(x, y)| (x as f32, y as f32)).unwrap();
            let pixel = Rect::new(x, y, x + 1.0, y + 1.0);
            let bbox = turn.matrix.around(turn.upright(pixel));
            assert_eq!(bbox, Rect::new(18.0, 22.0, 20.0, 24.0), "{quarters}");
            assert_eq!(turn.enter(bbox), turn.upright(pixel));
        }
    }

    #[test]
    fn a_skew_is_mapped_back_to_the_slope_of_the_page() {
        let turn = Turn::new((1000, 1000), Rect::new(0.0, 0.0, 500.0, 500.0), 0, 0.02);
        let level = turn.direction(Point::new(1.0, 0.0));
        assert!((level.y - 0.02f32.sin()).abs() < 1e-6, "{level:?}");
        let middle = turn.point(Point::new(250.0, 250.0));
        assert!((middle.x - 250.0).abs() < 1e-3 && (middle.y - 250.0).abs() < 1e-3);
        let upside_down = Turn::new((10, 10), Rect::new(0.0, 0.0, 5.0, 5.0), 2, 0.0);
        assert_eq!(
            upside_down.direction(Point::new(1.0, 0.0)),
            Point::new(-1.0, 0.0)
        );
    }
}
