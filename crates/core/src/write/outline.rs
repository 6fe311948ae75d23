//! Converts outlines and baselines with many points, as in files of recognised text, to pixels.

use crate::blocks::{Place, Scale};
use crate::page::{Node, Own};

/// The points of an attribute in pixels, clamped to the box of the element. `None` if the node has no such
/// attribute or is only partly in the element.
pub(super) fn points(node: &Node, own: Own, place: Place, scale: Scale) -> Option<Vec<(u32, u32)>> {
    let said = node.own(own).filter(|_| node.bbox == place.bbox)?;
    let bbox = place.pixels;
    let pixel = |value: &str, from: f32, scale: f64, least: u32, most: u32| {
        let value: f32 = value.parse().ok()?;
        let pixel = (f64::from(value - from) * scale).round();
        Some(pixel.clamp(f64::from(least), f64::from(most)) as u32)
    };
    let mut points: Vec<(u32, u32)> = Vec::new();
    for point in said.split(' ') {
        let (x, y) = point.split_once(',')?;
        let point = (
            pixel(x, scale.left, scale.x, bbox.x0, bbox.x1)?,
            pixel(y, scale.top, scale.y, bbox.y0, bbox.y1)?,
        );
        if points.last() != Some(&point) {
            points.push(point);
        }
    }
    (points.len() > 2).then_some(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::Pixels;
    use crate::geometry::Rect;
    use crate::page::{Attribute, Detail, NodeKind};

    #[test]
    fn points_are_pixels_in_the_box() {
        let bbox = Rect::new(10.0, 10.0, 20.0, 20.0);
        let mut node = Node::new(NodeKind::TEXTLINE, bbox, Detail::None);
        let said = "10,10 20.2,10 20.24,10 30,20 10,20";
        node.attributes = vec![Attribute::new(Own::Points, said)];
        let scale = Scale {
            x: 2.0,
            y: 2.0,
            left: 0.0,
            top: 0.0,
        };
        let pixels = Pixels {
            x0: 20,
            y0: 20,
            x1: 40,
            y1: 40,
        };
        let place = Place { bbox, pixels };
        let found = points(&node, Own::Points, place, scale);
        assert_eq!(found.unwrap(), [(20, 20), (40, 20), (40, 40), (20, 40)]);
        let other = Place {
            bbox: Rect::new(0.0, 0.0, 20.0, 20.0),
            pixels,
        };
        assert_eq!(points(&node, Own::Points, other, scale), None);
        assert_eq!(points(&node, Own::Baseline, place, scale), None);
    }
}
