//! Writes pages like `pdf2txt.py -t xml` of pdfminer.six, for programs that read its output.
//!
//! Boxes are in points from the lower left corner of the visible page. Colours are not known and not written.
//! Font names have no subset tag. Spaces between words are characters without a box, as pdfminer writes the
//! spaces that it inserts itself.

use std::fmt::Write;

use super::xml::Xml;
use super::{Writer, WrittenPage};
use crate::blocks::{self, hyphen};
use crate::geometry::Rect;
use crate::page::{Detail, DocumentInfo, NodeId, NodeKind, Page, Step};

#[derive(Debug)]
pub(super) struct PdfminerXml;

impl Writer for PdfminerXml {
    fn head(&self, _: &DocumentInfo, _: usize) -> String {
        let mut xml = Xml::default();
        xml.declaration();
        xml.start("pages");
        xml.new_line(0);
        xml.finish()
    }

    fn page(&self, page: &blocks::Page) -> WrittenPage {
        let page = page.model();
        let mut writer = PageWriter {
            page,
            xml: Xml::with_capacity(page.order.len().saturating_mul(120)),
            boxes: Vec::new(),
            in_line: false,
            words: 0,
        };
        writer.write();
        WrittenPage::new(writer.xml.finish(), page.count_words())
    }

    fn tail(&self) -> String {
        "</pages>\n".to_owned()
    }
}

struct PageWriter<'a> {
    page: &'a Page,
    xml: Xml,
    /// The nodes whose lines are in text boxes, by box number.
    boxes: Vec<NodeId>,
    in_line: bool,
    /// Number of words written in the current line.
    words: usize,
}

impl PageWriter<'_> {
    fn write(&mut self) {
        let content = &self.page.content;
        self.xml.start("page");
        let number = self.page.number();
        self.xml.attribute("id", &number.to_string());
        self.bbox(Rect::new(0.0, 0.0, content.width, content.height));
        self.xml.attribute("rotate", "0");
        self.xml.new_line(0);
        self.text();
        self.drawn();
        self.groups();
        self.end("page");
    }

    fn text(&mut self) {
        let tree = &self.page.tree;
        let mut open: Option<NodeId> = None;
        for step in tree.walk(tree.root()) {
            match step {
                Step::Enter(id) => {
                    let node = &tree[id];
                    let line = match &node.detail {
                        Detail::Line(line) if !self.in_line => Some(line.vertical),
                        Detail::Word(_) if !self.in_line => Some(false),
                        _ => None,
                    };
                    if let Some(vertical) = line {
                        let parent = tree.parent(id).unwrap_or(id);
                        if open != Some(parent) {
                            if open.is_some() {
                                self.end("textbox");
                            }
                            self.text_box(parent, vertical);
                            open = Some(parent);
                        }
                        self.xml.start("textline");
                        self.bbox(node.bbox);
                        self.xml.new_line(0);
                        self.words = 0;
                        self.in_line = true;
                    }
                    if let Detail::Word(glyphs) = &node.detail {
                        self.word(glyphs);
                        if line.is_some() {
                            self.end_line();
                        }
                    }
                }
                Step::Leave(id) if self.in_line && matches!(tree[id].detail, Detail::Line(_)) => {
                    self.end_line();
                }
                Step::Leave(_) => {}
            }
        }
        if open.is_some() {
            self.end("textbox");
        }
    }

    fn text_box(&mut self, id: NodeId, vertical: bool) {
        self.xml.start("textbox");
        self.xml.attribute("id", &self.boxes.len().to_string());
        self.boxes.push(id);
        self.bbox(self.page.tree[id].bbox);
        if vertical {
            self.xml.attribute("wmode", "vertical");
        }
        self.xml.new_line(0);
    }

    fn end_line(&mut self) {
        self.in_line = false;
        self.xml.start("text");
        self.xml.new_line(0);
        self.end("text");
        self.end("textline");
    }

    fn word(&mut self, glyphs: &std::ops::Range<u32>) {
        let content = &self.page.content;
        if self.words > 0 {
            self.xml.start("text");
            self.xml.text(" ");
            self.end("text");
        }
        self.words += 1;
        for glyph in self.page.glyphs(glyphs) {
            let run = content.run_of(glyph);
            let font = content.fonts.get(run.font as usize);
            self.xml.start("text");
            self.xml.attribute("font", font.map_or("", |f| &f.name));
            self.bbox(glyph.bbox);
            self.xml.attribute("colourspace", "None");
            self.xml.attribute("ncolour", "None");
            let size = match run.vertical {
                true => glyph.bbox.width(),
                false => glyph.bbox.height(),
            };
            self.xml
                .attribute_with("size", |a| push(a.plain(), format_args!("{size:.3}")));
            self.xml.text(&hyphen::printed(content.text_of(glyph)));
            self.end("text");
        }
    }

    /// Writes rules and images.
    fn drawn(&mut self) {
        let content = &self.page.content;
        for fill in &content.fills {
            let (tag, width) = match fill.stroked {
                true => ("line", fill.bbox.width().min(fill.bbox.height())),
                false => ("rect", 0.0),
            };
            self.xml.start(tag);
            self.xml
                .attribute_with("linewidth", |a| push(a.plain(), format_args!("{width}")));
            self.bbox(fill.bbox);
            self.xml.end_void();
            self.xml.new_line(0);
        }
        for (i, image) in content.images.iter().enumerate() {
            self.xml.start("figure");
            self.xml.attribute("name", &format!("Im{}", i + 1));
            self.bbox(image.bbox);
            self.xml.open(0, "image");
            self.xml.attribute("width", &image.samples.0.to_string());
            self.xml.attribute("height", &image.samples.1.to_string());
            self.xml.end_void();
            self.xml.new_line(0);
            self.end("figure");
        }
    }

    /// Writes the groups of text boxes.
    fn groups(&mut self) {
        let tree = &self.page.tree;
        let is_group = |id: NodeId| tree[id].kind == NodeKind::TEXTGROUP;
        if !tree.below(tree.root()).any(is_group) {
            return;
        }
        let mut numbers = self.boxes.iter().copied().zip(0u32..).collect::<Vec<_>>();
        numbers.sort_unstable();
        self.xml.start("layout");
        self.xml.new_line(0);
        for step in tree.walk(tree.root()) {
            match step {
                Step::Enter(id) if is_group(id) => {
                    self.xml.start("textgroup");
                    self.bbox(tree[id].bbox);
                    self.xml.new_line(0);
                }
                Step::Leave(id) if is_group(id) => self.end("textgroup"),
                Step::Enter(id) => {
                    if let Ok(at) = numbers.binary_search_by_key(&id, |(id, _)| *id)
                        && let Some((_, number)) = numbers.get(at)
                    {
                        self.xml.start("textbox");
                        self.xml.attribute("id", &number.to_string());
                        self.bbox(tree[id].bbox);
                        self.xml.end_void();
                        self.xml.new_line(0);
                    }
                }
                Step::Leave(_) => {}
            }
        }
        self.end("layout");
    }

    fn end(&mut self, tag: &str) {
        self.xml.end(tag);
        self.xml.new_line(0);
    }

    fn bbox(&mut self, bbox: Rect) {
        let height = self.page.content.height;
        let r = if bbox.is_empty() {
            Rect::new(0.0, 0.0, 0.0, 0.0)
        } else {
            bbox
        };
        let (bottom, top) = (height - r.y1, height - r.y0);
        self.xml.attribute_with("bbox", |a| {
            push(
                a.plain(),
                format_args!("{:.3},{bottom:.3},{:.3},{top:.3}", r.x0, r.x1),
            );
        });
    }
}

fn push(out: &mut String, number: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = out.write_fmt(number);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::testing::{frame, sample};

    #[test]
    fn boxes_and_groups_are_those_that_pdfminer_writes() {
        let page = PdfminerXml.page(&sample().in_frame(frame(400, 200))).text;
        let without_characters: Vec<&str> = page
            .lines()
            .filter(|l| !l.starts_with("<text f") && !l.starts_with("<text> "))
            .collect();
        insta::assert_snapshot!(without_characters.join("\n"), @r#"
        <page id="3" bbox="0.000,0.000,200.000,100.000" rotate="0">
        <textbox id="0" bbox="10.000,78.000,100.000,90.000">
        <textline bbox="10.000,78.000,100.000,90.000">
        <text>
        </text>
        </textline>
        </textbox>
        <textbox id="1" bbox="10.000,50.000,190.000,70.000">
        <textline bbox="10.000,60.000,190.000,70.000">
        <text>
        </text>
        </textline>
        <textline bbox="150.000,50.000,160.000,60.000">
        <text>
        </text>
        </textline>
        </textbox>
        <layout>
        <textgroup bbox="10.000,50.000,190.000,90.000">
        <textbox id="0" bbox="10.000,78.000,100.000,90.000"/>
        <textbox id="1" bbox="10.000,50.000,190.000,70.000"/>
        </textgroup>
        </layout>
        </page>
        "#);
        assert!(page.contains("<text font=\"Times\" bbox="));
    }
}
