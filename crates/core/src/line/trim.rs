//! Trims the boxes of lines that overlap.

use crate::geometry::Rect;
use crate::page::{Content, Detail, EXACT_FONT, LineGeometry, NodeId, Tree};

/// Height of letters above the baseline, in their depths below it. Larger: the upper line is cut higher.
const ASCENT_PER_DESCENT: f32 = 3.0;

/// Maximum rotation of lines that are trimmed, in degrees.
const UPRIGHT: f32 = 10.0;

/// Trims the boxes of overlapping lines. Many fonts claim more height than their letters have, and one such
/// glyph makes the whole line high. `lines` are nodes with [`Detail::Line`] in reading order. Upright lines
/// are compared with the next two, because a label may be in between. The content of a line is trimmed with
/// it. Lines in [`EXACT_FONT`] keep their boxes. `order` has the glyphs of the words.
///
/// The cut is between the two baselines. A letter extends about a quarter of its em below the baseline and
/// three quarters above it, so the letters of both lines are kept:
///
/// ```text
///  upper  ---- baseline ------------------
///           a quarter of its size
///         ------------------ cut --------- in this proportion
///           three quarters of its size
///  lower  ---- baseline ------------------
/// ```
pub(crate) fn trim_lines(tree: &mut Tree, lines: &[NodeId], order: &[u32], content: &Content) {
    let mut nodes = Vec::new();
    let next = lines.iter().zip(lines.iter().skip(1));
    let next_but_one = lines.iter().zip(lines.iter().skip(2));
    for (&a, &b) in next.chain(next_but_one) {
        let (Some(first), Some(second)) = (upright(tree, a), upright(tree, b)) else {
            continue;
        };
        let is_exact = |id| is_exact(tree, id, order, content);
        let down = first.origin.y <= second.origin.y;
        let (upper, lower) = if down { (a, b) } else { (b, a) };
        let (above, below) = if down {
            (first, second)
        } else {
            (second, first)
        };
        let (top, bottom) = (tree[upper].bbox, tree[lower].bbox);
        let shared = top.intersection(bottom);
        let apart = below.origin.y - above.origin.y;
        // Pieces of one printed line are side by side.
        let below_each_other = apart >= 0.5 * above.size.min(below.size);
        let overlap = shared.area() > 0.0;
        if !(below_each_other && overlap) || is_exact(a) && is_exact(b) {
            continue;
        }
        let depth = above.size / (above.size + ASCENT_PER_DESCENT * below.size);
        let cut = (above.origin.y + apart * depth).clamp(shared.y0, shared.y1);
        if top.y0 < cut && cut < bottom.y1 {
            for (line, within) in [
                (upper, Rect { y1: cut, ..top }),
                (lower, Rect { y0: cut, ..bottom }),
            ] {
                nodes.clear();
                nodes.extend(tree.below(line));
                trim(tree, &nodes, within);
            }
        }
    }
}

/// Whether a line begins in a font whose boxes are exact.
fn is_exact(tree: &Tree, line: NodeId, order: &[u32], content: &Content) -> bool {
    let first = tree
        .words(line)
        .find_map(|(_, glyphs)| order.get(glyphs.start as usize));
    let glyph = first.and_then(|first| content.glyphs.get(*first as usize));
    let font = glyph.and_then(|glyph| content.fonts.get(content.run_of(glyph).font as usize));
    font.is_some_and(|font| font.name == EXACT_FONT)
}

fn upright(tree: &Tree, id: NodeId) -> Option<LineGeometry> {
    match tree[id].detail {
        Detail::Line(line) => {
            (!line.vertical && line.angle.abs() < UPRIGHT && line.size > 0.0).then_some(line)
        }
        _ => None,
    }
}

/// Trims the boxes of nodes, a line with its content. Boxes that would become empty, such as those of a note number
/// far above the line, are kept.
fn trim(tree: &mut Tree, nodes: &[NodeId], within: Rect) {
    for &id in nodes {
        let cut = tree[id].bbox.intersection(within);
        if cut.height() > 0.0 {
            tree[id].bbox = cut;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use crate::line::testing::Pen;
    use crate::page::{FontFacts, Node, NodeKind};
    use proptest::prelude::*;
    use std::sync::Arc;

    /// Adds a line with a word of one glyph.
    fn add(
        tree: &mut Tree,
        root: NodeId,
        (baseline, y0, y1, size): (f32, f32, f32, f32),
    ) -> NodeId {
        let line = Detail::Line(LineGeometry {
            origin: Point::new(10.0, baseline),
            angle: 0.0,
            size,
            vertical: false,
        });
        let bbox = Rect::new(10.0, y0, 90.0, y1);
        let id = tree.add_child(root, Node::new(NodeKind::TEXTLINE, bbox, line));
        tree.add_child(id, Node::new(NodeKind::WORD, bbox, Detail::Word(0..1)));
        id
    }

    /// Creates lines from baseline, top, bottom and size, each with a word, and returns their trimmed boxes.
    fn trimmed(lines: &[(f32, f32, f32, f32)]) -> Vec<(f32, f32)> {
        let mut tree = Tree::new(Rect::EMPTY);
        let root = tree.root();
        let mut ids = Vec::new();
        for &line in lines {
            ids.push(add(&mut tree, root, line));
        }
        trim_lines(&mut tree, &ids, &[], &Content::default());
        for &id in &ids {
            let word = tree.children(id).next().expect("the word");
            assert_eq!(tree[id].bbox, tree[word].bbox);
        }
        ids.iter()
            .map(|&id| (tree[id].bbox.y0, tree[id].bbox.y1))
            .collect()
    }

    #[test]
    fn lines_set_solid_are_cut_between_their_baselines() {
        let lines = [(100.0, 89.0, 103.0, 10.0), (110.0, 99.0, 113.0, 10.0)];
        assert_eq!(trimmed(&lines), [(89.0, 102.5), (102.5, 113.0)]);
    }

    #[test]
    fn a_sign_of_a_high_font_does_not_reach_over_its_neighbours() {
        let lines = [
            (100.0, 92.0, 103.0, 10.0),
            (112.0, 96.0, 123.0, 10.0),
            (124.0, 116.0, 127.0, 10.0),
        ];
        assert_eq!(
            trimmed(&lines),
            [(92.0, 103.0), (103.0, 116.0), (116.0, 127.0)]
        );
    }

    #[test]
    fn lines_that_leave_each_other_room_stay_as_they_are() {
        let lines = [(100.0, 92.0, 103.0, 10.0), (112.0, 104.0, 115.0, 10.0)];
        assert_eq!(trimmed(&lines), [(92.0, 103.0), (104.0, 115.0)]);
        // Pieces of one line.
        let pieces = [(100.0, 92.0, 103.0, 10.0), (98.0, 90.0, 101.0, 10.0)];
        assert_eq!(trimmed(&pieces), [(92.0, 103.0), (90.0, 101.0)]);
    }

    #[test]
    fn exact_boxes_are_kept() {
        for (font, expected) in [("Times", 102.5), (EXACT_FONT, 103.0)] {
            let mut pen = Pen::new();
            let run = pen.run(10.0, 0.0);
            pen.content.fonts = vec![Arc::new(FontFacts {
                name: font.to_owned(),
                ..FontFacts::default()
            })];
            pen.write(run, 10.0, 100.0, "a");
            let mut tree = Tree::new(Rect::EMPTY);
            let lines = [(100.0, 89.0, 103.0), (110.0, 99.0, 113.0)].map(|(baseline, y0, y1)| {
                let root = tree.root();
                add(&mut tree, root, (baseline, y0, y1, 10.0))
            });
            trim_lines(&mut tree, &lines, &[0], &pen.content);
            assert_eq!(tree[lines[0]].bbox.y1, expected);
        }
    }

    proptest! {
        #[test]
        fn no_box_grows_or_vanishes(
            lines in prop::collection::vec((0f32..50.0, 0f32..50.0, 0.1f32..50.0, 0f32..20.0), 0..9),
        ) {
            let lines: Vec<_> = lines
                .into_iter()
                .map(|(baseline, y0, height, size)| (baseline, y0, y0 + height, size))
                .collect();
            for (&(_, y0, y1, _), (new0, new1)) in lines.iter().zip(trimmed(&lines)) {
                prop_assert!(y0 <= new0 && new0 < new1 && new1 <= y1);
            }
        }
    }
}
