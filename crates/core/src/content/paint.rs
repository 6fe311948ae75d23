//! Executes the operators of paths (8.5): records filled rectangles and straight lines along the axes, which can
//! rule the page, and applies clipping.

use super::colour::FillColour;
use super::interpreter::Interpreter;
use super::operators::{Operands, Operator};
use super::path::{Path, THIN, filled_shape, frame_sides, ruled_line};
use super::state::GraphicsState;
use super::watch::{Act, PaintedPath, PaintedSubpath};
use super::{marked, visibility};
use crate::geometry::Rect;
use crate::page::{Drawing, Fill};
use crate::pdf::lexer::Token;

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
                ip.path.close();
            }
        }
        Operator::ClosePath => ip.path.close(),
        Operator::PaintPath {
            close: closes,
            fill,
            stroke,
        } => {
            if closes {
                ip.path.close();
            }
            report(ip, fill, stroke);
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

/// Reports the path to an observer.
fn report(ip: &mut Interpreter<'_>, fill: bool, stroke: bool) {
    let Some(watch) = &mut ip.watch else {
        return;
    };
    let subpaths = ip.path.iter().map(|(subpath, points)| PaintedSubpath {
        points,
        closed: subpath.closed,
        curved: subpath.curved,
    });
    watch.act(Act::Path(PaintedPath {
        subpaths: subpaths.collect(),
        fill,
        stroke,
        line_width: pen(&ip.state),
    }));
}

/// The width of the pen on the page, in points.
fn pen(state: &GraphicsState) -> f64 {
    let m = state.ctm;
    state.line_width * (m.a * m.d - m.b * m.c).abs().sqrt()
}

fn paint(ip: &mut Interpreter<'_>, fill: bool, stroke: bool) {
    let half_pen = (pen(&ip.state) / 2.0) as f32;
    let invisible = ip.state.fill_alpha <= 0.0 || ip.state.fill.white;
    if let Some(around) = ip.path.around {
        if (fill && !invisible || stroke)
            && is_mark(&ip.path, around)
            && ip.out.marks.len() < MAX_MARKS
            && visibility::seen(ip, around).is_some()
        {
            ip.out.marks.push(around);
        }
        if fill && !invisible || stroke {
            draw(ip, around, fill && !invisible);
        }
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
    marked::paint(ip, |ip| Rect::around(ip.path.points.iter().copied()));
    let mut shapes = std::mem::take(&mut ip.shapes);
    shapes.clear();
    if fill && !invisible {
        add_filled_shapes(&ip.path, &mut shapes);
    }
    for &bbox in &shapes {
        if ip.out.fills.len() < ip.budget.shapes
            && let Some(bbox) = visibility::seen(ip, bbox)
            && is_new(&mut ip.filled, bbox, &ip.state)
        {
            ip.out.fills.push(Fill {
                bbox,
                stroked: false,
            });
        }
    }
    ip.shapes = shapes;
    for (subpath, points) in ip.path.iter() {
        if subpath.curved || ip.out.fills.len() + 4 > ip.budget.shapes {
            continue;
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

/// Records a painted path as a drawing, unless it is a thin line or only outlines a box.
fn draw(ip: &mut Interpreter<'_>, around: Rect, filled: bool) {
    if ip.out.drawings.len() >= MAX_DRAWINGS {
        return;
    }
    let slanted = ip.path.is_slanted();
    let thick = around.width().min(around.height()) > THIN;
    if (slanted || filled && thick)
        && let Some(bbox) = visibility::seen(ip, around)
    {
        let rounded = slanted && ip.path.is_rounded(filled);
        ip.out.drawings.push(Drawing {
            bbox,
            slanted,
            rounded,
        });
    }
}

/// Most drawings that are recorded for a page. A chart has fewer, a map more.
const MAX_DRAWINGS: usize = 5000;

/// Most marks that are recorded for a page. A page with more is a drawing.
const MAX_MARKS: usize = 2000;

/// Smallest and largest side of a mark, in points: the bullets of type from 5 to 40 points.
const MARK_SIDES: [f32; 2] = [0.8, 16.0];

/// Least ratio of the shorter side of a mark to the longer one.
const MARK_RATIO: f32 = 0.7;

/// Most points of a mark: an outlined circle of sixteen curves.
const MARK_POINTS: usize = 40;

/// Returns `true` if a path may be the bullet of a list: one small shape about as wide as high.
fn is_mark(path: &Path, around: Rect) -> bool {
    let (w, h) = (around.width(), around.height());
    let [least, most] = MARK_SIDES;
    w.min(h) >= least
        && w.max(h) <= most
        && w.min(h) >= MARK_RATIO * w.max(h)
        && path.points.len() <= MARK_POINTS
}

/// Adds the boxes of the filled shapes of a path that look like rectangles or lines.
fn add_filled_shapes(path: &Path, out: &mut Vec<Rect>) {
    // The shape of the subpath before, if it was one.
    let mut last = None;
    for (subpath, points) in path.iter() {
        let shape = filled_shape(subpath, points);
        let sides = last.zip(shape).and_then(|(a, b)| frame_sides(a, b));
        if let Some(sides) = sides {
            out.pop();
            out.extend(sides);
            last = None;
            continue;
        }
        out.extend(shape);
        last = shape;
    }
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
