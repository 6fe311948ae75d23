//! Builds the content and tree of a page from its sheet.

use super::glyphs::{Glyphs, Place, Scale};
use super::sheet::{ASSUMED_DPI, Baseline, Line, Part, PartDetail, Sheet, Unit};
use super::turned::{self, DESCENT};
use crate::diagnostics::{Diagnostic, Warnings};
use crate::geometry::{Point, Rect};
use crate::limits::Limits;
use crate::page::{
    Attribute, Content, Detail, LineGeometry, Node, NodeId, Own, Page, Raster, Tree,
};

/// Maximum depth of a page's tree above lines. Deeper parts are moved into the last allowed level. Readers
/// bound the depth too, but groups and tables add levels.
const DEPTH: usize = 256;

/// Builds the page with this index. `dpi` is the user's resolution, for files without one.
pub(in crate::read) fn build(
    mut sheet: Sheet,
    index: u32,
    dpi: Option<f32>,
    limits: &Limits,
    warnings: &mut Warnings,
) -> Page {
    let around = sheet
        .parts
        .iter_mut()
        .fold(Rect::EMPTY, |around, part| around.union(settle_box(part)));
    // A page without a size ends where its content does.
    let side = |said: Option<f32>, end: f32| {
        let said = said.filter(|&s| s.is_finite() && s > 0.0);
        said.unwrap_or(if end > 0.0 { end } else { 1.0 })
    };
    let width = side(sheet.width, around.x1);
    let height = side(sheet.height, around.y1);
    let said = sheet.dpi.filter(|(x, y)| *x >= 1.0 && *y >= 1.0);
    let assumed = dpi.unwrap_or(ASSUMED_DPI);
    let (dpi_x, dpi_y) = said.unwrap_or((assumed, assumed));
    let scale = match sheet.unit {
        Unit::Pixel => Scale::new(72.0 / dpi_x, 72.0 / dpi_y),
        Unit::PerInch(n) => Scale::new(72.0 / n, 72.0 / n),
    };
    let pixels = |points: f32, dpi: f32| (points / 72.0 * dpi).round().max(1.0) as u32;
    let (right, bottom) = (width * scale.x, height * scale.y);
    let raster = Raster {
        width: pixels(right, dpi_x),
        height: pixels(bottom, dpi_y),
        dpi_x,
        dpi_y,
        image: sheet.image.take(),
        md5: sheet.image_md5.take(),
        is_segmented: sheet.parts.iter().any(is_text),
    };
    let content = Content {
        width: right,
        height: bottom,
        raster: Some(raster),
        ..Content::default()
    };
    let mut tree = Tree::new(Rect::new(0.0, 0.0, right, bottom));
    let root = tree.root();
    tree[root].attributes = sheet.attributes;
    if let Some(of_source) = sheet.index.filter(|&of_source| of_source != index) {
        tree[root].add_attribute(Own::PageIndex, of_source.to_string());
    }
    let mut builder = Builder {
        glyphs: Glyphs::new(content, limits),
        tree,
        scale,
    };
    for part in sheet.parts {
        builder.part(root, part, None, 0);
    }
    if sheet.is_full || builder.glyphs.full {
        let why = format!(
            "the page has more than {} characters, or more than {} words, lines and regions; the others \
             are left out",
            limits.glyphs, limits.ocr_parts
        );
        warnings.push(Diagnostic::limit(why));
    }
    let content = builder.glyphs.content;
    Page {
        index,
        order: content.glyph_indices().collect(),
        content,
        tree: builder.tree,
        findings: Vec::new(),
    }
}

/// Whether a part contains text; pictures may not.
fn is_text(part: &Part) -> bool {
    let is_picture = matches!(part.detail, PartDetail::Image)
        || matches!(part.kind.as_str(), "Figure" | "Formula");
    !is_picture || part.parts.iter().any(is_text)
}

/// Extends the box of a part to its content. A part stays without a box if nothing in it has one.
fn settle_box(part: &mut Part) -> Rect {
    let mut around = Rect::EMPTY;
    for part in &mut part.parts {
        around = around.union(settle_box(part));
    }
    let own = part.bbox.filter(|b| b.is_finite()).unwrap_or(Rect::EMPTY);
    let bbox = own.union(around);
    part.bbox = (!bbox.is_empty()).then_some(bbox);
    if !own.is_empty() && own != bbox {
        let Rect { x0, y0, x1, y1 } = own;
        part.set(Own::Given, Some(format!("{x0} {y0} {x1} {y1}")));
    }
    bbox
}

struct Builder<'l> {
    glyphs: Glyphs<'l>,
    tree: Tree,
    scale: Scale,
}

impl Builder<'_> {
    fn part(&mut self, parent: NodeId, part: Part, place: Option<&Place>, depth: usize) {
        if depth >= DEPTH && matches!(part.detail, PartDetail::None) {
            for part in part.parts {
                self.part(parent, part, place, depth);
            }
            return;
        }
        let bbox = part.bbox.map_or(Rect::EMPTY, |bbox| self.scale.rect(bbox));
        let Part {
            kind,
            mut attributes,
            detail,
            parts,
            points,
            ..
        } = part;
        // A rectangular outline adds nothing to the box.
        if !super::points::is_rectangle(&points) {
            attributes.push(Attribute::new(Own::Points, self.written(&points)));
        }
        let mut line_place = None;
        let detail = match detail {
            PartDetail::None => Detail::None,
            PartDetail::Line(mut line) => {
                turned::find(&mut line, part.bbox, &parts);
                let geometry = self.geometry(&line, bbox);
                if line.bends.len() > 2 {
                    attributes.push(Attribute::new(Own::Baseline, self.written(&line.bends)));
                }
                line_place = Some(Place::of(&geometry));
                self.glyphs.end_line();
                Detail::Line(geometry)
            }
            PartDetail::Word(word) => {
                let unplaced;
                let place = match place {
                    Some(place) => place,
                    None => {
                        unplaced = Place::of(&self.geometry(&Line::default(), bbox));
                        &unplaced
                    }
                };
                match self.glyphs.word(word, bbox, place, self.scale) {
                    Some(glyphs) => Detail::Word(glyphs),
                    None => return,
                }
            }
            PartDetail::Image => match self.glyphs.image(bbox) {
                Some(number) => Detail::Image(number),
                None => return,
            },
        };
        let mut node = Node::new(kind, bbox, detail);
        node.attributes = attributes;
        let id = self.tree.add_child(parent, node);
        let place = line_place.as_ref().or(place);
        for part in parts {
            self.part(id, part, place, depth + 1);
        }
    }

    /// Formats points for an attribute, in page space.
    fn written(&self, points: &[Point]) -> String {
        let mut out = String::new();
        for point in points {
            let Point { x, y } = self.scale.point(point.x, point.y);
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(&format!("{x:.3},{y:.3}"));
        }
        out
    }

    /// The geometry on the page of a line with this box.
    fn geometry(&self, line: &Line, bbox: Rect) -> LineGeometry {
        let height = bbox.height();
        let size = match line.size {
            Some(size) if size > 0.0 => size * self.scale.y,
            _ => 0.0,
        };
        let (origin, angle, vertical) = match line.baseline {
            Baseline::Through { x, y, angle } => {
                (self.scale.point(x, y), self.scale.angle(angle), false)
            }
            Baseline::Unsaid if bbox.is_empty() => (Point::default(), 0.0, false),
            Baseline::Unsaid => (Point::new(bbox.x0, bbox.y1 - DESCENT * height), 0.0, false),
            Baseline::Vertical => (Point::new(bbox.x0, bbox.y0), -90.0, true),
        };
        LineGeometry {
            origin,
            angle,
            // A line without a font size gets its height.
            size: if size > 0.0 || vertical { size } else { height },
            vertical,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::line_of_text;
    use super::super::room::Room;
    use super::super::sheet::Word;
    use super::*;
    use crate::page::NodeKind;

    fn built(sheet: Sheet) -> Page {
        build(sheet, 0, None, &Limits::default(), &mut Warnings::new())
    }

    #[test]
    fn words_stand_on_their_line_in_points() {
        let room = Room::new(&Limits::default());
        let line = line_of_text("ab cd", Some(Rect::new(300.0, 600.0, 600.0, 700.0)), &room);
        let page = built(Sheet {
            width: Some(2550.0),
            height: Some(3300.0),
            parts: vec![line],
            ..Sheet::default()
        });
        assert_eq!((page.content.width, page.content.height), (612.0, 792.0));
        let raster = page.content.raster.as_ref().unwrap();
        assert_eq!(
            (raster.width, raster.height, raster.dpi_x),
            (2550, 3300, 300.0)
        );
        let line = page.tree.children(page.tree.root()).next().unwrap();
        let words: Vec<_> = page.tree.children(line).map(|w| &page.tree[w]).collect();
        assert_eq!(words.len(), 2);
        let Rect { x0, y0, x1, y1 } = words[0].bbox;
        assert_eq!(
            [x0, y0, x1, y1].map(|v| (v * 10.0).round()),
            [720.0, 1440.0, 1008.0, 1680.0]
        );
        let Detail::Word(glyphs) = &words[1].detail else {
            panic!("{words:?}")
        };
        let mut text = String::new();
        page.push_text(glyphs, &mut text);
        assert_eq!(text, "cd");
        let baselines: Vec<f32> = page.glyphs(glyphs).map(|g| g.origin.y).collect();
        assert!(
            baselines.iter().all(|y| (y - 163.2).abs() < 0.01),
            "{baselines:?}"
        );
    }

    #[test]
    fn parts_hold_what_is_in_them_and_a_page_without_size_its_text() {
        let mut outer = Part::new(NodeKind::TEXTBOX, Some(Rect::new(10.0, 10.0, 20.0, 20.0)));
        outer.parts.push(Part {
            detail: PartDetail::Word(Word {
                text: "x".into(),
                ..Word::default()
            }),
            ..Part::new(NodeKind::WORD, Some(Rect::new(5.0, 12.0, 30.0, 40.0)))
        });
        let page = built(Sheet {
            dpi: Some((72.0, 72.0)),
            parts: vec![outer],
            ..Sheet::default()
        });
        let node = page.tree.children(page.tree.root()).next().unwrap();
        assert_eq!(page.tree[node].bbox, Rect::new(5.0, 10.0, 30.0, 40.0));
        assert_eq!((page.content.width, page.content.height), (30.0, 40.0));
    }
}
