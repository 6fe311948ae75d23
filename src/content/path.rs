//! Paths (8.5): extracts filled rectangles and straight lines along the axes, which can rule the page, and
//! applies clipping.

use super::colour::FillColour;
use super::interpreter::Interpreter;
use super::marked;
use super::operators::{Operands, Operator};
use super::state::GraphicsState;
use super::visibility;
use crate::geometry::{Point, Rect};
use crate::page::Fill;
use crate::pdf::lexer::Token;

/// Maximum deviation of a straight line from its axis, in points over its whole length.
const LEAN: f32 = 0.5;

/// The current path, in page space.
#[derive(Default)]
pub(super) struct Path {
    points: Vec<Point>,
    subpaths: Vec<Subpath>,
    /// The box around all points, including control points, between which curves are drawn.
    around: Option<Rect>,
    /// Whether `W` or `W*` was given, so that the next painting operator clips (8.5.4).
    clips: bool,
}

struct Subpath {
    /// Index of its first point in [`Path::points`].
    start: usize,
    closed: bool,
    curved: bool,
}

impl Path {
    /// The box around the whole path.
    pub(super) fn around(&self) -> Option<Rect> {
        self.around
    }

    fn reach(&mut self, p: Point) {
        let around = self.around.unwrap_or(Rect::EMPTY);
        self.around = Some(around.union(Rect::around([p])));
    }

    fn begin(&mut self, p: Point) {
        self.reach(p);
        self.subpaths.push(Subpath {
            start: self.points.len(),
            closed: false,
            curved: false,
        });
        self.points.push(p);
    }

    fn line(&mut self, p: Point) {
        if self.subpaths.is_empty() {
            self.begin(p);
        } else {
            self.reach(p);
            self.points.push(p);
        }
    }

    fn clear(&mut self) {
        self.points.clear();
        self.subpaths.clear();
        self.around = None;
        self.clips = false;
    }

    /// The subpaths with their points.
    fn iter(&self) -> impl Iterator<Item = (&Subpath, &[Point])> {
        let ends = self.subpaths.iter().skip(1).map(|s| s.start);
        self.subpaths
            .iter()
            .zip(ends.chain([self.points.len()]))
            .map(|(s, end)| (s, self.points.get(s.start..end).unwrap_or_default()))
    }
}

/// Executes path construction and painting operators; `None` for other operators.
pub(super) fn operator(
    ip: &mut Interpreter<'_>,
    operator: Operator,
    operands: &Operands<'_>,
) -> Option<()> {
    let full = ip.path.points.len() >= ip.budget.shapes;
    match operator {
        Operator::MoveTo | Operator::LineTo => {
            let [x, y] = operands.numbers()?;
            let p = ip.state.ctm.apply(x, y);
            match operator {
                _ if full => {}
                Operator::MoveTo => ip.path.begin(p),
                _ => ip.path.line(p),
            }
        }
        Operator::CurveTo => {
            let [x, y] = operands.numbers()?;
            let p = ip.state.ctm.apply(x, y);
            if !full {
                ip.path.line(p);
                if let Some(subpath) = ip.path.subpaths.last_mut() {
                    subpath.curved = true;
                }
                for pair in operands.as_slice().chunks(2) {
                    if let [Token::Number(x), Token::Number(y)] = pair {
                        let control = ip.state.ctm.apply(*x, *y);
                        ip.path.reach(control);
                    }
                }
            }
        }
        Operator::Rectangle => {
            let [x, y, w, h] = operands.numbers()?;
            if !full {
                let ctm = ip.state.ctm;
                ip.path.begin(ctm.apply(x, y));
                ip.path.line(ctm.apply(x + w, y));
                ip.path.line(ctm.apply(x + w, y + h));
                ip.path.line(ctm.apply(x, y + h));
                close(&mut ip.path);
            }
        }
        Operator::ClosePath => close(&mut ip.path),
        Operator::PaintPath {
            close: closes,
            fill,
            stroke,
        } => {
            if closes {
                close(&mut ip.path);
            }
            paint(ip, fill, stroke);
        }
        Operator::EndPath => finish(ip),
        Operator::Clip => ip.path.clips = true,
        _ => return None,
    }
    Some(())
}

/// Ends the path and intersects the clip with it if [`Path::clips`] is set. A path without points, or one cut
/// at the limit, does not clip.
fn finish(ip: &mut Interpreter<'_>) {
    let whole = ip.path.points.len() < ip.budget.shapes;
    if let Some(around) = ip.path.around.filter(|_| ip.path.clips && whole) {
        ip.state.clip = ip.state.clip.intersection(around);
    }
    ip.path.clear();
}

fn close(path: &mut Path) {
    if let Some(subpath) = path.subpaths.last_mut() {
        subpath.closed = true;
    }
}

fn paint(ip: &mut Interpreter<'_>, fill: bool, stroke: bool) {
    let m = ip.state.ctm;
    let scale = (m.a * m.d - m.b * m.c).abs().sqrt();
    let half_pen = (ip.state.line_width * scale / 2.0) as f32;
    let invisible = ip.state.fill_alpha <= 0.0 || ip.state.fill.white;
    if let Some(around) = ip.path.around {
        // Strokes are assumed to be dark, whatever their colour.
        if stroke {
            let pen = half_pen.max(0.0);
            let reached = Rect::new(
                around.x0 - pen,
                around.y0 - pen,
                around.x1 + pen,
                around.y1 + pen,
            );
            visibility::painted(ip, reached);
        } else if !invisible {
            visibility::painted(ip, around);
        }
    }
    marked::paint(ip, Rect::around(ip.path.points.iter().copied()));
    for (subpath, points) in ip.path.iter() {
        if subpath.curved || ip.out.fills.len() + 4 > ip.budget.shapes {
            continue;
        }
        if fill
            && !invisible
            && let Some(bbox) = rectangle(points)
            && let Some(bbox) = visibility::seen(ip, bbox)
            && is_new(&mut ip.filled, bbox, &ip.state)
        {
            ip.out.fills.push(Fill {
                bbox,
                stroked: false,
            });
        }
        if stroke {
            let closing = subpath.closed.then(|| points.last().zip(points.first()));
            let segments = points
                .windows(2)
                .filter_map(|w| w.first().zip(w.last()))
                .chain(closing.flatten());
            for (&a, &b) in segments {
                if let Some(bbox) = ruled_line(a, b, half_pen)
                    && let Some(bbox) = visibility::seen(ip, bbox)
                    && ip.out.fills.len() < ip.budget.shapes
                {
                    ip.out.fills.push(Fill {
                        bbox,
                        stroked: true,
                    });
                }
            }
        }
    }
    finish(ip);
}

/// Whether a rectangle is visible. It is not if it repeats the colour of the last filled rectangle around it,
/// like the lines of a cell over the cell.
fn is_new(filled: &mut Option<(Rect, FillColour)>, bbox: Rect, state: &GraphicsState) -> bool {
    let opaque = state.fill_alpha >= 1.0;
    let shows = !filled.as_ref().is_some_and(|(around, colour)| {
        opaque && around.union(bbox) == *around && colour.is_same(&state.fill)
    });
    if shows {
        *filled = opaque.then(|| (bbox, state.fill.clone()));
    }
    shows
}

/// The box of four corners (the first may be repeated), if they form an upright rectangle.
fn rectangle(points: &[Point]) -> Option<Rect> {
    let corners = match points {
        [a, rest @ .., e] if rest.len() == 3 && a == e => [*a, rest[0], rest[1], rest[2]],
        [a, b, c, d] => [*a, *b, *c, *d],
        _ => return None,
    };
    let [a, b, c, d] = corners;
    let flat = |p: Point, q: Point| (p.y - q.y).abs() <= LEAN;
    let steep = |p: Point, q: Point| (p.x - q.x).abs() <= LEAN;
    let upright = (flat(a, b) && steep(b, c) && flat(c, d) && steep(d, a))
        || (steep(a, b) && flat(b, c) && steep(c, d) && flat(d, a));
    upright.then(|| Rect::around(corners))
}

/// The box of a line along an axis, with the width of its pen.
fn ruled_line(a: Point, b: Point, half_pen: f32) -> Option<Rect> {
    let r = Rect::around([a, b]);
    let (w, h) = (r.width(), r.height());
    if h <= LEAN && w > h {
        Some(Rect::new(r.x0, r.y0 - half_pen, r.x1, r.y1 + half_pen))
    } else if w <= LEAN && h > w {
        Some(Rect::new(r.x0 - half_pen, r.y0, r.x1 + half_pen, r.y1))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Matrix;

    #[test]
    fn what_is_filled_again_inside_in_the_same_colour_does_not_show() {
        let mut state = GraphicsState::new(Matrix::IDENTITY);
        let mut filled = None;
        let (cell, line) = (
            Rect::new(10.0, 10.0, 90.0, 50.0),
            Rect::new(10.0, 10.0, 90.0, 22.0),
        );
        state.fill = FillColour::device(&[0.9, 0.9, 1.0]);
        assert!(is_new(&mut filled, cell, &state));
        assert!(!is_new(&mut filled, line, &state));
        let beyond = Rect::new(10.0, 40.0, 90.0, 62.0);
        assert!(is_new(&mut filled, beyond, &state));
        assert!(is_new(&mut filled, cell, &state));
        state.fill = FillColour::device(&[1.0, 0.9, 0.9]);
        assert!(is_new(&mut filled, line, &state));
        assert!(is_new(&mut filled, cell, &state));
        state.fill_alpha = 0.5;
        assert!(is_new(&mut filled, line, &state));
    }
}
