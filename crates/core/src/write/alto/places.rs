//! Writes positions: boxes, outlines and baselines.

use super::PageWriter;
use crate::blocks::{Line, Pixels, Place, baseline};
use crate::page::{NodeId, Own};
use crate::write::number::{push_number, push_points};
use crate::write::outline;

impl PageWriter<'_> {
    pub(super) fn place(&mut self, bbox: Pixels) {
        self.xml.number("HPOS", bbox.x0);
        self.xml.number("VPOS", bbox.y0);
        self.xml.number("WIDTH", bbox.width());
        self.xml.number("HEIGHT", bbox.height());
    }

    /// Writes the outline of a block or line if it is not a rectangle. Returns `false` if there is none.
    pub(super) fn shape(&mut self, node: NodeId, place: Place, depth: usize) -> bool {
        let node = &self.page.tree[node];
        let Some(points) = outline::points(node, Own::Points, place, self.scale) else {
            return false;
        };
        self.xml.open(depth, "Shape");
        self.xml.start("Polygon");
        self.xml
            .attribute_with("POINTS", |a| push_points(points, a.plain()));
        self.xml.end_void();
        self.xml.end("Shape");
        true
    }

    /// Writes the start and end of the baseline, and its bends if they are known.
    pub(super) fn baseline(&mut self, line: &Line<'_>) {
        let node = &self.page.tree[line.node()];
        if let Some(points) = outline::points(node, Own::Baseline, line.place, self.scale) {
            self.xml
                .attribute_with("BASELINE", |a| push_points(points, a.plain()));
            return;
        }
        let [start, end] = baseline(line.geometry, line.place.pixels, self.scale);
        self.xml.attribute_with("BASELINE", |a| {
            let out = a.plain();
            for (value, separator) in [(start.0, ""), (start.1, ","), (end.0, " "), (end.1, ",")] {
                out.push_str(separator);
                push_number(value, 1, out);
            }
        });
    }
}
