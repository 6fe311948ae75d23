//! Parses outlines and baselines from lists of numbers.

use super::sheet::Baseline;
use crate::geometry::{Point, Rect};

/// Maximum number of points of a list; further ones are ignored.
const MAX: usize = 10_000;

/// The points of a list: `x,y x,y`, or `x y x y`.
pub(in crate::read) fn points(list: &str) -> Vec<Point> {
    let numbers = list
        .split([' ', ',', '\t', '\r', '\n'])
        .filter(|n| !n.is_empty());
    let numbers: Vec<f32> = numbers
        .take(2 * MAX)
        .map_while(|n| n.parse().ok().filter(|n: &f32| n.is_finite()))
        .collect();
    let (pairs, _) = numbers.as_chunks();
    pairs.iter().map(|&[x, y]| Point::new(x, y)).collect()
}

/// The bounding box of points; `None` if it is a single point or empty.
pub(in crate::read) fn around(points: &[Point]) -> Option<Rect> {
    let bbox = Rect::around(points.iter().copied());
    (!bbox.is_empty() && (bbox.width() > 0.0 || bbox.height() > 0.0)).then_some(bbox)
}

/// Whether points only repeat the corners of their bounding box.
pub(super) fn is_rectangle(points: &[Point]) -> bool {
    let bbox = Rect::around(points.iter().copied());
    let is_corner =
        |p: &Point| (p.x == bbox.x0 || p.x == bbox.x1) && (p.y == bbox.y0 || p.y == bbox.y1);
    points.len() < 3 || (points.len() <= 5 && points.iter().all(is_corner))
}

/// The baseline through the first and the last point; and all points if it is not straight.
pub(in crate::read) fn baseline(
    mut points: Vec<Point>,
    right_to_left: bool,
) -> (Baseline, Vec<Point>) {
    let ends = |points: &[Point]| Some((*points.first()?, *points.last()?));
    let Some((first, last)) = ends(&points).filter(|(a, b)| a != b) else {
        return (Baseline::Unsaid, Vec::new());
    };
    // Some programs list the points of right-to-left lines from right to left; the letters are upright all
    // the same.
    let backwards = last.x < first.x && (last.x - first.x).abs() > (last.y - first.y).abs();
    let (from, to) = match right_to_left && backwards {
        true => (last, first),
        false => (first, last),
    };
    if from != first {
        points.reverse();
    }
    let through = Baseline::Through {
        x: from.x,
        y: from.y,
        angle: (from.y - to.y).atan2(to.x - from.x).to_degrees(),
    };
    (through, if points.len() > 2 { points } else { Vec::new() })
}

/// The baseline of a line without one, in a region that is rotated clockwise by `degrees`.
pub(in crate::read) fn turned(degrees: f32, place: Option<Rect>) -> Baseline {
    let quarter = (degrees / 90.0).round() as i32;
    match (quarter.rem_euclid(4), place) {
        (1, Some(r)) => Baseline::Through {
            x: r.x0 + 0.2 * r.width(),
            y: r.y0,
            angle: -90.0,
        },
        (2, Some(r)) => Baseline::Through {
            x: r.x1,
            y: r.y0 + 0.2 * r.height(),
            angle: 180.0,
        },
        (3, Some(r)) => Baseline::Through {
            x: r.x1 - 0.2 * r.width(),
            y: r.y1,
            angle: 90.0,
        },
        _ => Baseline::Unsaid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_either_form() {
        let p = Point::new;
        assert_eq!(points("1,2 3.5,-4"), [p(1.0, 2.0), p(3.5, -4.0)]);
        assert_eq!(points("1 2 3 4 5"), [p(1.0, 2.0), p(3.0, 4.0)]);
        assert_eq!(points("1, 2 x,4"), [p(1.0, 2.0)]);
        assert!(points("").is_empty());
        assert_eq!(
            around(&points("5,5 1,9")),
            Some(Rect::new(1.0, 5.0, 5.0, 9.0))
        );
        assert_eq!(around(&points("1,1")), None);
        assert!(is_rectangle(&points("0,0 2,0 2,1 0,1 0,0")));
        assert!(!is_rectangle(&points("0,0 2,0 2,2 0,1")));
    }

    #[test]
    fn baselines_of_right_to_left_lines_stand_upright() {
        let (through, bends) = baseline(points("90,10 50,11 10,10"), true);
        let Baseline::Through { x, angle, .. } = through else {
            panic!("{through:?}")
        };
        assert_eq!((x, angle, bends.len()), (10.0, 0.0, 3));
        assert_eq!(baseline(points("3,4"), false).0, Baseline::Unsaid);
    }

    #[test]
    fn a_turned_region_turns_its_lines() {
        let place = Some(Rect::new(0.0, 0.0, 10.0, 100.0));
        let angle = |degrees| match turned(degrees, place) {
            Baseline::Through { angle, .. } => Some(angle),
            _ => None,
        };
        assert_eq!(angle(90.0), Some(-90.0));
        assert_eq!(angle(-90.0), Some(90.0));
        assert_eq!(angle(2.0), None);
    }
}
