//! Writes pages as vertical text for corpus managers (NoSketch Engine, CQPweb): one token a line, structures
//! as tags on separate lines.
//!
//! The columns are: token; box (`left,top,right,bottom`, in pixels); confidence; font; size in points; `b`,
//! `i`, `bi` or `-`. The structures are `doc`, `page`, `block`, `p` and `line`, with their boxes; `<g/>`
//! joins two tokens without a space.
//!
//! Punctuation at both ends of a word becomes separate tokens. A word divided at a line end is one token, on
//! the line where it begins and with its box there.

use super::families::Families;
use super::number::{push_integer, push_number};
use super::xml::Xml;
use super::{Options, Writer, WrittenPage, languages};
use crate::blocks::{self, Block, BlockRole, Paragraph, Pixels, Scale, Word};
use crate::geometry::Rect;
use crate::page::{DocumentInfo, Own, Page, Style};

#[derive(Debug)]
pub(super) struct Vertical(pub Options);

impl Writer for Vertical {
    fn head(&self, document: &DocumentInfo, _: usize) -> String {
        let mut xml = Xml::default();
        let m = &document.metadata;
        let languages = languages::of_document(document, self.0.lang.as_deref()).join(" ");
        xml.start("doc");
        for (name, value) in [
            ("id", Some(&document.name)),
            ("title", m.title.as_ref()),
            ("author", m.author.as_ref()),
            ("created", m.created.as_ref()),
            ("lang", Some(&languages)),
        ] {
            xml.optional(name, value.map(|v| v.trim()).filter(|v| !v.is_empty()));
        }
        xml.new_line(0);
        xml.finish()
    }

    fn page(&self, page: &blocks::Page) -> WrittenPage {
        let (blocks, page, frame) = (page.blocks(), page.model(), page.frame());
        let mut writer = PageWriter {
            page,
            scale: Scale::new(frame),
            families: &self.0.families,
            xml: Xml::with_capacity(page.order.len().saturating_mul(12)),
        };
        let xml = &mut writer.xml;
        xml.start("page");
        xml.number("n", page.number().get());
        xml.optional("label", page.tree[page.tree.root()].own(Own::Label));
        xml.number("width", frame.width_px);
        xml.number("height", frame.height_px);
        xml.new_line(0);
        for block in &blocks {
            writer.block(block);
        }
        let mut xml = writer.xml;
        xml.end("page");
        xml.new_line(0);
        WrittenPage::new(xml.finish(), blocks::count_words(&blocks))
    }

    fn tail(&self) -> String {
        "</doc>\n".to_owned()
    }
}

fn push_bbox(bbox: Pixels, out: &mut String) {
    let mut separator = "";
    for value in [bbox.x0, bbox.y0, bbox.x1, bbox.y1] {
        out.push_str(separator);
        push_integer(value, out);
        separator = ",";
    }
}

/// A glyph of a word.
struct Piece<'a> {
    text: &'a str,
    bbox: Rect,
    /// The word on its line; a divided word has several.
    word: &'a Word<'a>,
}

struct PageWriter<'a> {
    page: &'a Page,
    scale: Scale,
    families: &'a Families,
    xml: Xml,
}

impl<'a> PageWriter<'a> {
    fn block(&mut self, block: &'a Block<'a>) {
        if block.role == BlockRole::Image {
            return;
        }
        self.start("block", block.place.pixels);
        self.xml.attribute("type", block.role.name());
        self.xml.new_line(0);
        for paragraph in &block.paragraphs {
            self.paragraph(paragraph);
        }
        self.end("block");
    }

    fn paragraph(&mut self, paragraph: &'a Paragraph<'a>) {
        self.start("p", paragraph.place.pixels);
        let kind = match (paragraph.heading, paragraph.cell) {
            (Some(_), _) => "heading",
            (None, Some(_)) => "cell",
            (None, None) => "text",
        };
        self.xml.attribute("type", kind);
        if let Some(level) = paragraph.heading {
            self.xml.number("level", level);
        }
        if let Some((row, cell)) = paragraph.cell {
            self.xml.number("row", row);
            self.xml.number("cell", cell);
        }
        self.xml
            .optional("lang", paragraph.lang.and_then(languages::tag));
        self.xml.new_line(0);
        let divisions = paragraph.divisions(self.page);
        // The first word of this line was written with the previous line.
        let mut written = false;
        for (i, line) in paragraph.lines.iter().enumerate() {
            let skipped = usize::from(written);
            written = divisions.get(i).is_some_and(Option::is_some);
            if line.words.len() == skipped {
                continue;
            }
            self.start("line", line.place.pixels);
            self.xml.new_line(0);
            for (j, word) in line.words.iter().enumerate().skip(skipped) {
                if j > skipped && word.glued {
                    self.glue();
                }
                let mut pieces = Vec::new();
                let last = j + 1 == line.words.len();
                match divisions.get(i).copied().flatten().filter(|_| last) {
                    Some(_) => {
                        for (word, stem) in paragraph.divided_word(i, &divisions) {
                            self.pieces(word, stem.unwrap_or(usize::MAX), &mut pieces);
                        }
                    }
                    None => self.pieces(word, usize::MAX, &mut pieces),
                }
                self.tokens(&pieces);
            }
            self.end("line");
        }
        self.end("p");
    }

    /// Collects the glyphs of a word, up to a number of bytes of its text.
    fn pieces(&self, word: &'a Word<'a>, mut bytes: usize, pieces: &mut Vec<Piece<'a>>) {
        for glyph in self.page.glyphs(word.glyphs) {
            let text = self.page.content.text_of(glyph);
            let Some(text) = text.get(..bytes.min(text.len())) else {
                return;
            };
            bytes -= text.len();
            if !text.is_empty() {
                let bbox = glyph.bbox;
                pieces.push(Piece { text, bbox, word });
            }
        }
    }

    /// Writes a word as tokens: leading punctuation, text, trailing punctuation.
    fn tokens(&mut self, pieces: &[Piece<'_>]) {
        let punctuation = |p: &&Piece<'_>| p.text.chars().all(is_punctuation);
        let before = pieces.iter().take_while(punctuation).count();
        let (before, rest) = pieces.split_at(before);
        let after = rest.iter().rev().take_while(punctuation).count();
        let (word, after) = rest.split_at(rest.len() - after);
        let same = |a: &Piece<'_>, b: &Piece<'_>| a.text == b.text;
        let tokens = before
            .chunk_by(same)
            .chain([word])
            .chain(after.chunk_by(same));
        let mut first = true;
        for token in tokens.filter(|t| !t.is_empty()) {
            if !first {
                self.glue();
            }
            first = false;
            self.token(token);
        }
    }

    fn token(&mut self, pieces: &[Piece<'_>]) {
        let Some(Piece { word, .. }) = pieces.first() else {
            return;
        };
        let here = pieces.iter().filter(|p| std::ptr::eq(p.word, *word));
        let around = here.map(|p| p.bbox).fold(Rect::EMPTY, Rect::union);
        let bbox = word.place.pixels.part(around, self.scale);
        let style = Style::of(self.page, word.glyphs);
        let family = style.font.map_or("", |f| self.families.of(f));
        self.xml.text_with(|text| {
            for piece in pieces {
                text.text(piece.text);
            }
            text.plain().push('\t');
            push_bbox(bbox, text.plain());
            text.plain().push('\t');
            push_integer(u32::from(style.confidence), text.plain());
            text.plain().push('\t');
            text.text(if family.is_empty() { "-" } else { family });
            text.plain().push('\t');
            push_number(f64::from(style.size), 1, text.plain());
            text.plain().push_str(match (style.bold, style.italic) {
                (true, true) => "\tbi",
                (true, false) => "\tb",
                (false, true) => "\ti",
                (false, false) => "\t-",
            });
        });
        self.xml.new_line(0);
    }

    fn glue(&mut self) {
        self.xml.start("g");
        self.xml.end_void();
        self.xml.new_line(0);
    }

    fn start(&mut self, tag: &str, bbox: Pixels) {
        self.xml.start(tag);
        self.xml
            .attribute_with("bbox", |a| push_bbox(bbox, a.plain()));
    }

    fn end(&mut self, tag: &str) {
        self.xml.end(tag);
        self.xml.new_line(0);
    }
}

/// Whether a character is punctuation in any script: quotes, brackets, stops, dashes.
fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(c,
            '¡' | '§' | '«' | '¶' | '·' | '»' | '¿'
            | '\u{37E}' | '\u{387}' | '\u{55A}'..='\u{55F}' | '\u{589}' | '\u{5BE}' | '\u{5C0}'
            | '\u{5C3}' | '\u{5F3}' | '\u{5F4}' | '\u{60C}' | '\u{61B}' | '\u{61F}' | '\u{66A}'..='\u{66D}'
            | '\u{6D4}' | '\u{964}' | '\u{965}' | '\u{E5A}' | '\u{E5B}'
            | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205E}' | '\u{2E00}'..='\u{2E7F}'
            | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}' | '\u{30FB}'
            | '\u{FE10}'..='\u{FE1F}' | '\u{FE30}'..='\u{FE6B}' | '\u{FF01}'..='\u{FF0F}'
            | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF3D}' | '\u{FF5B}' | '\u{FF5D}'
            | '\u{FF5F}'..='\u{FF65}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::testing::{Builder, frame, sample};

    fn written(builder: &Builder) -> String {
        let vertical = Vertical(Options::default());
        vertical.head(&DocumentInfo::default(), 1)
            + &vertical.page(&builder.in_frame(frame(400, 200))).text
            + &vertical.tail()
    }

    #[test]
    fn tokens_stand_on_lines_of_their_own_between_the_tags_of_structures() {
        insta::assert_snapshot!(written(&sample()).replace('\t', " | "), @r#"
        <doc>
        <page n="3" width="400" height="200">
        <block bbox="20,20,200,44" type="text">
        <p bbox="20,20,200,44" type="text">
        <line bbox="20,20,200,44">
        A&lt;B | 20,20,21,21 | 95 | Arial Narrow | 12 | bi
        Title | 80,20,81,21 | 95 | Arial Narrow | 12 | bi
        </line>
        </p>
        </block>
        <block bbox="20,60,380,100" type="text">
        <p bbox="20,60,380,100" type="text">
        <line bbox="20,60,380,80">
        first | 20,60,21,61 | 95 | Times | 9 | -
        words | 120,60,121,61 | 95 | Times | 9 | -
        bold | 220,60,221,61 | 95 | Arial Narrow | 9 | bi
        </line>
        <line bbox="300,80,320,100">
        up | 300,80,301,81 | 95 | Times | 9 | -
        </line>
        </p>
        </block>
        </page>
        </doc>
        "#);
    }

    #[test]
    fn punctuation_is_cut_off_and_divided_words_are_one_token() {
        let mut b = Builder::new();
        b.open("textbox", [0.0, 0.0, 100.0, 100.0]);
        for line in [
            "(a \u{201E}Ka\u{AD}",
            "szu\u{AD}",
            "by\u{201D}... don't &c.",
        ] {
            b.line([0.0, 0.0, 100.0, 10.0], 0.0);
            for word in line.split(' ') {
                b.word(word, [0.0, 0.0, 10.0, 10.0]);
            }
            b.close();
        }
        let written = written(&b);
        let tokens: Vec<&str> = written
            .lines()
            .filter(|l| l.contains('\t') || *l == "<g/>")
            .map(|l| l.split('\t').next().unwrap())
            .collect();
        assert_eq!(
            tokens.join(" "),
            "( <g/> a \u{201E} <g/> Kaszuby <g/> \u{201D} <g/> ... don't &amp; <g/> c <g/> ."
        );
    }
}
