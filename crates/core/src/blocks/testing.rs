//! Builds pages by hand for tests of writers.

use std::ops::Range;
use std::sync::Arc;

use crate::geometry::{Point, Rect};
use crate::mapping::Mapping;
use crate::page::{
    Content, Decoding, Detail, FontFacts, Glyph, LineGeometry, Node, NodeId, NodeKind, Page,
    PageFrame, Run, Tree,
};

/// A page of 200 by 100 points with two fonts, `Times` and `Arial`.
pub(crate) struct Builder {
    pub page: Page,
    pub parent: NodeId,
}

impl Builder {
    pub(crate) fn new() -> Self {
        let bbox = Rect::new(0.0, 0.0, 200.0, 100.0);
        let tree = Tree::new(bbox);
        let parent = tree.root();
        let font = |name: &str| {
            Arc::new(FontFacts {
                name: name.to_owned(),
                family: name.to_owned(),
                ..FontFacts::default()
            })
        };
        Self {
            page: Page {
                index: 2,
                content: Content {
                    width: 200.0,
                    height: 100.0,
                    fonts: vec![font("Times"), font("Arial Narrow")],
                    ..Content::default()
                },
                order: Vec::new(),
                tree,
                findings: Vec::new(),
            },
            parent,
        }
    }

    pub(crate) fn node(&mut self, kind: &str, bbox: [f32; 4], detail: Detail) -> NodeId {
        let [x0, y0, x1, y1] = bbox;
        let node = Node::new(NodeKind::new(kind), Rect::new(x0, y0, x1, y1), detail);
        self.page.tree.add_child(self.parent, node)
    }

    /// Opens a node; following nodes become its children.
    pub(crate) fn open(&mut self, kind: &str, bbox: [f32; 4]) -> &mut Self {
        self.parent = self.node(kind, bbox, Detail::None);
        self
    }

    pub(crate) fn line(&mut self, bbox: [f32; 4], angle: f32) -> &mut Self {
        let line = LineGeometry {
            origin: Point::new(bbox[0], bbox[3] - 2.0),
            angle,
            size: 10.0,
            vertical: false,
        };
        self.parent = self.node("textline", bbox, Detail::Line(line));
        self
    }

    /// The page with a frame and the mapping `layout`.
    pub(crate) fn in_frame(&self, frame: PageFrame) -> super::Page {
        self.mapped("layout", frame)
    }

    /// The page with a frame and another built-in mapping.
    pub(crate) fn mapped(&self, mapping: &str, frame: PageFrame) -> super::Page {
        let mapping = Arc::new(Mapping::built_in(mapping).unwrap());
        super::Page::new(self.page.clone(), frame, &mapping)
    }

    /// Returns to the parent node.
    pub(crate) fn close(&mut self) -> &mut Self {
        self.parent = self.page.tree.parent(self.parent).unwrap();
        self
    }

    pub(crate) fn glyphs(&mut self, text: &str, font: u32, size: f32) -> Range<u32> {
        let content = &mut self.page.content;
        content.runs.push(Run {
            ascent: 8.0,
            descent: -2.0,
            ..Run::upright(font, size)
        });
        let start = self.page.order.len() as u32;
        for c in text.chars() {
            let text = content.push_text(c.encode_utf8(&mut [0; 4]));
            self.page.order.push(content.glyphs.len() as u32);
            content.glyphs.push(Glyph {
                bbox: Rect::EMPTY,
                origin: Point::default(),
                advance: 5.0,
                text,
                run: content.runs.len() as u32 - 1,
                decoding: Decoding::GlyphName,
                space: false,
            });
        }
        start..self.page.order.len() as u32
    }

    pub(crate) fn word(&mut self, text: &str, bbox: [f32; 4]) -> &mut Self {
        self.word_in(text, bbox, 0, 9.0)
    }

    pub(crate) fn word_in(
        &mut self,
        text: &str,
        bbox: [f32; 4],
        font: u32,
        size: f32,
    ) -> &mut Self {
        let glyphs = self.glyphs(text, font, size);
        self.node("word", bbox, Detail::Word(glyphs));
        self
    }

    pub(crate) fn font(&mut self, index: usize, bold: bool, italic: bool) -> &mut Self {
        let font = Arc::make_mut(&mut self.page.content.fonts[index]);
        (font.bold, font.italic) = (bold, italic);
        self
    }
}

/// A heading and a line in a group, an image, and a word without text.
pub(crate) fn sample() -> Builder {
    let mut b = Builder::new();
    b.font(1, true, true)
        .open("textgroup", [10.0, 10.0, 190.0, 50.0])
        .open("textbox", [10.0, 10.0, 100.0, 22.0])
        .line([10.0, 10.0, 100.0, 22.0], 0.0)
        .word_in("A<B", [10.0, 10.0, 30.0, 22.0], 1, 12.0)
        .word_in(" ", [31.0, 10.0, 32.0, 22.0], 1, 12.0)
        .word_in("Title", [40.0, 10.0, 100.0, 22.0], 1, 12.0)
        .close()
        .close()
        .open("textbox", [10.0, 30.0, 190.0, 50.0])
        .line([10.0, 30.0, 190.0, 40.0], 0.0)
        .word("first", [10.0, 30.0, 50.0, 40.0])
        .word("words", [60.0, 30.0, 100.0, 40.0])
        .word_in("bold", [110.0, 30.0, 190.0, 40.0], 1, 9.0)
        .close()
        .line([150.0, 40.0, 160.0, 50.0], 90.0)
        .word("up", [150.0, 40.0, 160.0, 50.0])
        .close()
        .close()
        .close();
    b.node("image", [-5.0, 60.0, 300.0, 99.0], Detail::Image(0));
    b
}

/// The frame of a page of 200 by 100 points.
pub(crate) fn frame(width_px: u32, height_px: u32) -> PageFrame {
    frame_of(width_px, height_px, Rect::new(0.0, 0.0, 200.0, 100.0))
}

/// The frame of a page with this area.
pub(crate) fn frame_of(width_px: u32, height_px: u32, area: Rect) -> PageFrame {
    PageFrame {
        width_px,
        height_px,
        dpi_x: 300.0,
        dpi_y: 300.0,
        area,
        image: None,
    }
}
