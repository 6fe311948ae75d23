//! Draws a page as SVG, with layers that show the decisions about it. The text is at its place, so that it
//! can be searched.
//!
//! The blocks are those that all formats except hOCR write (`blocks`), in the same pixels.

use super::number::{push_integer, push_number};
use super::xml::Xml;
use crate::blocks::{self, Block, BlockRole, Paragraph, Pixels, Scale};
use crate::geometry::Rect;
use crate::page::{FindingKind, Name, Own, Page};

named! {
    /// The layers, from lowest to highest.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Layer {
        Picture = "picture",
        Drawn = "rules",
        Images = "images",
        Words = "words",
        Lines = "lines",
        Paragraphs = "paragraphs",
        Cells = "cells",
        Gutters = "gutters",
        Decisions = "decisions",
        Blocks = "blocks",
        Order = "order",
    }
}

impl Layer {
    /// Fill colour, stroke colour, and stroke width in points.
    fn look(self) -> (&'static str, &'static str, f64) {
        match self {
            Self::Picture => ("none", "none", 0.0),
            Self::Drawn => ("#999999", "none", 0.0),
            Self::Images => ("#e8e0d0", "#b09060", 0.5),
            Self::Words => ("#f2f2f2", "none", 0.0),
            Self::Lines => ("none", "#8fbbe8", 0.4),
            Self::Paragraphs => ("none", "#2b6cb0", 0.6),
            Self::Cells => ("#d7f0d7", "#2f8f2f", 0.7),
            Self::Gutters => ("#ffd9a0", "#e08a00", 0.6),
            Self::Decisions => ("#b0307a", "#b0307a", 0.4),
            Self::Blocks => ("none", "#222222", 1.2),
            Self::Order => ("none", "#c0202a", 0.9),
        }
    }
}

/// The background picture of a page.
pub enum PagePicture {
    /// A PNG or JPEG as a `data:` URL.
    Shown(String),
    /// The reason why the page has no picture.
    Missing(String),
}

impl blocks::Page {
    /// Draws the page as SVG, with the detected structure and the reasons for it.
    pub fn explain(&self) -> String {
        explain(self, None)
    }
}

/// Draws a page with all layers.
pub fn explain(page: &blocks::Page, picture: Option<&PagePicture>) -> String {
    let blocks = page.blocks_with_textless();
    let (page, frame) = (page.model(), page.frame());
    let scale = Scale::new(frame);
    let mut drawing = Drawing {
        page,
        picture: match picture {
            Some(PagePicture::Shown(address)) => Some(address),
            _ => None,
        },
        scale,
        // Strokes and letters have the size that they have on a page at 72 dpi.
        unit: scale.x.min(scale.y),
        whole: Pixels::of_page(frame),
        xml: Xml::with_capacity(4096 + page.order.len().saturating_mul(64)),
    };
    let missing = match picture {
        Some(PagePicture::Missing(why)) => Some(why.as_str()),
        _ => None,
    };
    drawing.write(&blocks, missing);
    drawing.xml.finish()
}

struct Drawing<'a> {
    page: &'a Page,
    picture: Option<&'a str>,
    scale: Scale,
    /// Pixels in a point.
    unit: f64,
    whole: Pixels,
    xml: Xml,
}

fn paragraphs<'b, 'a>(blocks: &'b [Block<'a>]) -> impl Iterator<Item = &'b Paragraph<'a>> {
    blocks.iter().flat_map(|block| &block.paragraphs)
}

/// Width of the legend, in points.
const LEGEND: f64 = 110.0;

impl Drawing<'_> {
    /// The layers of this page; the picture layer only if the page has a picture.
    fn layers(&self) -> impl Iterator<Item = Layer> + use<> {
        let has_picture = self.picture.is_some();
        let all = Layer::ALL.into_iter();
        all.filter(move |layer| has_picture || *layer != Layer::Picture)
    }

    fn write(&mut self, blocks: &[Block<'_>], missing: Option<&str>) {
        let (width, height) = (f64::from(self.whole.x1), f64::from(self.whole.y1));
        let all = width + LEGEND * self.unit;
        self.xml.declaration();
        self.xml.start("svg");
        self.xml.attribute("xmlns", "http://www.w3.org/2000/svg");
        self.xml.attribute(
            "xmlns:inkscape",
            "http://www.inkscape.org/namespaces/inkscape",
        );
        self.xml.attribute_with("viewBox", |a| {
            a.plain().push_str("0 0 ");
            push_number(all, 1, a.plain());
            a.plain().push(' ');
            push_number(height, 1, a.plain());
        });
        self.xml.attribute("font-family", "sans-serif");
        // The legend is outside the page and needs its own background.
        self.xml.attribute("style", "background: white");
        self.markers();
        self.rect(
            self.whole,
            &[("fill", "white"), ("stroke", "#666666")],
            None,
        );
        for layer in self.layers() {
            self.layer(layer, blocks);
        }
        if let Some(why) = missing {
            self.missing(why);
        }
        self.legend(width);
        self.xml.close(0, "svg");
        self.xml.new_line(0);
    }

    /// Writes the marker for arrow heads.
    fn markers(&mut self) {
        self.xml.open(1, "marker");
        self.xml.attribute("id", "arrow");
        self.xml.attribute("viewBox", "0 0 8 8");
        self.xml.attribute("refX", "7");
        self.xml.attribute("refY", "4");
        self.xml.attribute("markerWidth", "7");
        self.xml.attribute("markerHeight", "7");
        self.xml.attribute("orient", "auto");
        self.xml.start("path");
        self.xml.attribute("d", "M0 0L8 4L0 8z");
        self.xml.attribute("fill", Layer::Order.look().1);
        self.xml.end_void();
        self.xml.end("marker");
    }

    fn layer(&mut self, layer: Layer, blocks: &[Block<'_>]) {
        let (fill, pen, width) = layer.look();
        self.xml.open(1, "g");
        self.xml.attribute("id", layer.name());
        self.xml.attribute("inkscape:groupmode", "layer");
        self.xml.attribute("inkscape:label", layer.name());
        self.xml.attribute("fill", fill);
        self.xml.attribute("stroke", pen);
        self.number("stroke-width", width * self.unit);
        if layer == Layer::Words && self.picture.is_some() {
            // The picture must show through the words.
            self.xml.attribute("fill-opacity", "0.2");
        }
        match layer {
            Layer::Picture => self.picture(),
            Layer::Drawn => {
                for fill in &self.page.content.fills {
                    let what = if fill.stroked { "line" } else { "rectangle" };
                    self.rect(
                        self.pixels(fill.bbox),
                        &[("fill-opacity", "0.5")],
                        Some(what),
                    );
                }
            }
            Layer::Images => {
                for image in &self.page.content.images {
                    self.rect(self.pixels(image.bbox), &[], Some("image"));
                }
            }
            Layer::Words => self.words(blocks),
            Layer::Lines => {
                for line in paragraphs(blocks).flat_map(|p| &p.lines) {
                    self.rect(line.place.pixels, &[], None);
                }
            }
            Layer::Paragraphs => {
                self.paragraphs(blocks);
                self.findings(&[FindingKind::Row]);
            }
            Layer::Cells => self.cells(),
            Layer::Gutters => self.findings(&[FindingKind::Gutter, FindingKind::Table]),
            Layer::Decisions => self.findings(&[FindingKind::Block]),
            Layer::Blocks => self.boxes(blocks),
            Layer::Order => self.order(blocks),
        }
        self.xml.close(1, "g");
    }

    /// Writes the picture, scaled to the page.
    fn picture(&mut self) {
        let Some(address) = self.picture else { return };
        self.xml.open(2, "image");
        self.xml.attribute("href", address);
        self.number("width", f64::from(self.whole.x1));
        self.number("height", f64::from(self.whole.y1));
        self.xml.attribute("preserveAspectRatio", "none");
        self.xml.end_void();
    }

    /// Writes on the page why it has no picture.
    fn missing(&mut self, why: &str) {
        self.xml.open(1, "text");
        self.xml.attribute("id", "no-picture");
        self.number("x", 4.0 * self.unit);
        self.number("y", 10.0 * self.unit);
        self.number("font-size", 8.0 * self.unit);
        self.xml.attribute("fill", "#8a1c14");
        self.xml.text("No picture: ");
        self.xml.text(why);
        self.xml.end("text");
    }

    fn words(&mut self, blocks: &[Block<'_>]) {
        for word in paragraphs(blocks)
            .flat_map(|p| &p.lines)
            .flat_map(|l| &l.words)
        {
            self.rect(word.place.pixels, &[], None);
            let mut text = String::new();
            self.page.push_text(word.glyphs, &mut text);
            self.set(word.glyphs, &text);
        }
    }

    /// Writes the text of a word at its place, stretched to its width.
    fn set(&mut self, glyphs: &std::ops::Range<u32>, text: &str) {
        let page = self.page;
        let all = || page.glyphs(glyphs);
        let Some(run) = all().next().map(|glyph| page.content.run_of(glyph)) else {
            return;
        };
        let along = |p: crate::geometry::Point| p.dot(run.direction);
        let start = all().min_by(|a, b| along(a.origin).total_cmp(&along(b.origin)));
        let end = all()
            .map(|g| along(g.origin) + g.advance)
            .fold(f32::NEG_INFINITY, f32::max);
        let Some(start) = start.map(|glyph| glyph.origin) else {
            return;
        };
        let (x, y) = (
            f64::from(start.x) * self.scale.x,
            f64::from(start.y) * self.scale.y,
        );
        let length = f64::from(end - along(start)) * self.unit;
        let angle = f64::from(0.0 - run.angle());
        self.xml.open(2, "text");
        self.xml.attribute_with("transform", |a| {
            let out = a.plain();
            out.push_str("translate(");
            push_number(x, 1, out);
            out.push(' ');
            push_number(y, 1, out);
            out.push(')');
            if angle.abs() > 0.1 {
                out.push_str(" rotate(");
                push_number(angle, 1, out);
                out.push(')');
            }
        });
        self.number("font-size", f64::from(run.size) * self.unit);
        if length > 0.0 {
            self.number("textLength", length);
            self.xml.attribute("lengthAdjust", "spacingAndGlyphs");
        }
        self.xml.attribute("fill", "#777777");
        if self.picture.is_some() {
            // Invisible text over the picture can still be searched.
            self.xml.attribute("fill-opacity", "0");
        }
        self.xml.text(text);
        self.xml.end("text");
    }

    fn paragraphs(&mut self, blocks: &[Block<'_>]) {
        for paragraph in paragraphs(blocks) {
            let heading = paragraph.heading.map(|level| format!("heading {level}"));
            let dashes = [("stroke-dasharray", "12 8")];
            self.rect(paragraph.place.pixels, &dashes, heading.as_deref());
            if let Some(heading) = &heading {
                self.label(paragraph.place.pixels, heading, Layer::Paragraphs.look().1);
            }
        }
    }

    /// Writes the cells of tables, tagged or detected, and the roles of paragraphs.
    fn cells(&mut self) {
        let tree = &self.page.tree;
        for id in tree.below(tree.root()) {
            let node = &tree[id];
            if matches!(node.kind.as_str(), "TD" | "TH") && !node.bbox.is_empty() {
                let mut what = node.kind.to_string();
                for name in ["RowSpan", "ColSpan"] {
                    if let Some(span) = node.attribute(&Name::standard(name)) {
                        what.push_str(&format!(" {name} {span}"));
                    }
                }
                self.rect(
                    self.pixels(node.bbox),
                    &[("fill-opacity", "0.5")],
                    Some(&what),
                );
            } else if let Some(role) = node.own(Own::Role) {
                self.label(self.pixels(node.bbox), role, "#b0307a");
            }
        }
    }

    /// Writes the findings of some kinds, each with its reason and its heuristic.
    fn findings(&mut self, kinds: &[FindingKind]) {
        let findings = self.page.findings.iter();
        for finding in findings.filter(|finding| kinds.contains(&finding.kind)) {
            let opacity = match finding.kind {
                FindingKind::Gutter => "0.5",
                FindingKind::Table | FindingKind::Block | FindingKind::Row | FindingKind::Page => {
                    "0"
                }
            };
            let bbox = self.pixels(finding.bbox);
            let why = format!("{} (decided by {})", finding.why, finding.by);
            let look: &[(&str, &str)] = match finding.kind {
                // Only for its tooltip.
                FindingKind::Row => &[("stroke", "none"), ("pointer-events", "all")],
                _ => &[("fill-opacity", opacity)],
            };
            self.rect(bbox, look, Some(&why));
        }
    }

    fn boxes(&mut self, blocks: &[Block<'_>]) {
        for block in blocks {
            let colour = colour(block.role);
            let name = block.role.name();
            self.rect(block.place.pixels, &[("stroke", colour)], Some(name));
            if block.role != BlockRole::Text {
                self.label(block.place.pixels, name, colour);
            }
        }
    }

    /// Writes arrows from block to block, and the numbers of the blocks.
    fn order(&mut self, blocks: &[Block<'_>]) {
        let mut last: Option<(f64, f64)> = None;
        let text = blocks.iter().filter(|block| block.role != BlockRole::Image);
        for (number, block) in (1u32..).zip(text) {
            let b = block.place.pixels;
            let middle = f64::from(b.x0 + b.x1) / 2.0;
            let (top, bottom) = (f64::from(b.y0), f64::from(b.y1));
            let inset = ((bottom - top) / 3.0).min(6.0 * self.unit);
            if let Some((x, y)) = last {
                self.arrow((x, y), (middle, top + inset));
            }
            last = Some((middle, bottom - inset));
            self.xml.open(2, "text");
            self.number("x", f64::from(b.x0) + self.unit);
            self.number("y", top + 8.0 * self.unit);
            self.number("font-size", 8.0 * self.unit);
            self.xml.attribute("stroke", "none");
            self.xml.attribute("fill", Layer::Order.look().1);
            self.xml.text_with(|a| push_integer(number, a.plain()));
            self.xml.end("text");
        }
    }

    fn arrow(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.xml.open(2, "path");
        self.xml.attribute_with("d", |a| {
            let out = a.plain();
            for (letter, (x, y)) in [('M', from), ('L', to)] {
                out.push(letter);
                push_number(x, 1, out);
                out.push(' ');
                push_number(y, 1, out);
            }
        });
        self.xml.attribute("marker-end", "url(#arrow)");
        self.xml.attribute("stroke-opacity", "0.7");
        self.xml.end_void();
    }

    /// Writes the legend; a click on a layer hides or shows it.
    fn legend(&mut self, left: f64) {
        self.xml.open(1, "g");
        self.xml.attribute("id", "legend");
        self.number("font-size", 9.0 * self.unit);
        for (row, layer) in (1u32..).zip(self.layers()) {
            let (fill, pen, width) = layer.look();
            let (x, y) = (left + 8.0 * self.unit, 16.0 * f64::from(row) * self.unit);
            self.xml.open(2, "g");
            self.xml.attribute_with("onclick", |a| {
                a.text("var s=document.getElementById('");
                a.text(layer.name());
                a.text("').style;s.display=s.display?'':'none'");
            });
            self.xml.start("rect");
            self.number("x", x);
            self.number("y", y);
            self.number("width", 14.0 * self.unit);
            self.number("height", 9.0 * self.unit);
            self.xml.attribute("fill", fill);
            self.xml.attribute("stroke", pen);
            self.number("stroke-width", width * self.unit);
            self.xml.end_void();
            self.xml.start("text");
            self.number("x", x + 20.0 * self.unit);
            self.number("y", y + 8.0 * self.unit);
            self.xml.text(layer.name());
            self.xml.end("text");
            self.xml.end("g");
        }
        self.decisions_of_page(left);
        self.xml.close(1, "g");
    }

    /// Writes the decisions about the whole page below the legend. The reason is a tooltip on the name of the
    /// heuristic.
    fn decisions_of_page(&mut self, left: f64) {
        let findings = self.page.findings.iter();
        let of_page = findings.filter(|finding| finding.kind == FindingKind::Page);
        for (row, finding) in (self.layers().count() + 2..).zip(of_page) {
            self.xml.open(2, "text");
            self.number("x", left + 8.0 * self.unit);
            self.number("y", 16.0 * row as f64 * self.unit);
            self.xml.attribute("fill", Layer::Decisions.look().0);
            self.xml.element("title", &finding.why);
            self.xml.text(finding.by);
            self.xml.end("text");
        }
    }

    /// Writes a small label in the upper right corner of a box.
    fn label(&mut self, bbox: Pixels, text: &str, colour: &str) {
        self.xml.open(2, "text");
        self.number("x", f64::from(bbox.x1) - self.unit);
        self.number("y", f64::from(bbox.y0) - self.unit);
        self.number("font-size", 7.0 * self.unit);
        self.xml.attribute("text-anchor", "end");
        self.xml.attribute("stroke", "none");
        self.xml.attribute("fill", colour);
        self.xml.text(text);
        self.xml.end("text");
    }

    fn pixels(&self, bbox: Rect) -> Pixels {
        self.whole.part(bbox, self.scale)
    }

    /// Writes a rectangle with a tooltip.
    fn rect(&mut self, bbox: Pixels, attributes: &[(&str, &str)], title: Option<&str>) {
        self.xml.open(2, "rect");
        self.xml.number("x", bbox.x0);
        self.xml.number("y", bbox.y0);
        self.xml.number("width", bbox.width());
        self.xml.number("height", bbox.height());
        for (name, value) in attributes {
            self.xml.attribute(name, value);
        }
        match title {
            Some(title) => {
                self.xml.element("title", title);
                self.xml.end("rect");
            }
            None => self.xml.end_void(),
        }
    }

    fn number(&mut self, name: &str, value: f64) {
        self.xml.decimal(name, value, 1);
    }
}

fn colour(role: BlockRole) -> &'static str {
    match role {
        BlockRole::Text => Layer::Blocks.look().1,
        BlockRole::Table => "#1a6b1a",
        BlockRole::Header | BlockRole::Footer | BlockRole::PageNumber => "#7b3fb0",
        BlockRole::Image => "#8a5a2a",
    }
}
