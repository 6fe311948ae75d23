//! Writes pages as plain text, in reading order.
//!
//! A printed line is a line; an empty line separates paragraphs, a form feed separates pages. The cells of a
//! table row are on one line, separated by tabs. Alternatively it is running text, with one line for each
//! paragraph.

mod flowing;

use super::flow::{self, Flow};
use super::map::{MappedText, Origin};
use super::plain::push_clean;
use super::{Join, Options, Writer, WrittenPage};
use crate::blocks::{self, Line, Page, Paragraph, Word, hyphen};
use crate::page;

#[derive(Debug)]
pub(super) struct Text(pub Options);

impl Writer for Text {
    fn page(&self, page: &Page) -> WrittenPage {
        match self.0.flow {
            true => flow::page(page),
            false => write(page, &self.0),
        }
    }

    fn joiner(&self) -> Option<Box<dyn Join + '_>> {
        let lines = || flowing::Lines::new(self.0.keep_lines);
        let joiner = || Box::new(Flow::new(lines(), &self.0)) as Box<dyn Join>;
        self.0.flow.then(joiner)
    }

    fn between(&self) -> &'static str {
        match self.0.flow {
            true => "",
            false => "\u{c}",
        }
    }
}

impl Page {
    /// The text of the page, as [`Format::Text`](super::Format::Text) writes it: an empty line between
    /// paragraphs, a tab between the cells of a table row.
    pub fn text(&self) -> String {
        write(self, &Options::default()).text
    }
}

/// Writes a page as text.
fn write(page: &Page, options: &Options) -> WrittenPage {
    let (blocks, page) = (page.blocks(), page.model());
    let mut out = PageText {
        page,
        no_hyphens: options.no_hyphens,
        out: MappedText::new(options.map),
    };
    let mut before: Option<&Paragraph<'_>> = None;
    for paragraph in blocks.iter().flat_map(|b| &b.paragraphs) {
        out.paragraph(paragraph, before);
        before = Some(paragraph);
    }
    if before.is_some() {
        out.out.push('\n');
    }
    let (text, spans) = out.out.take();
    WrittenPage {
        spans,
        ..WrittenPage::new(text, blocks::count_words(&blocks))
    }
}

struct PageText<'a> {
    page: &'a page::Page,
    no_hyphens: bool,
    out: MappedText,
}

impl PageText<'_> {
    /// Writes a paragraph, without the end of its last line.
    fn paragraph(&mut self, paragraph: &Paragraph<'_>, before: Option<&Paragraph<'_>>) {
        let cell = paragraph.cell;
        if let Some(before) = before {
            self.out.push_str(match (before.cell, cell) {
                (Some(a), Some(b)) if a == b => " ",
                (Some((a, _)), Some((b, _))) if a == b => "\t",
                (Some(_), Some(_)) => "\n",
                _ => "\n\n",
            });
        }
        let divisions = paragraph.divisions(self.page);
        // Number of words on this line that were written with the previous line.
        let mut taken = 0;
        for (i, line) in paragraph.lines.iter().enumerate() {
            let division = divisions.get(i).copied().flatten();
            if taken < line.words.len() || i == 0 {
                if i > 0 {
                    self.out.push(if cell.is_some() { ' ' } else { '\n' });
                }
                self.line(line, taken);
            }
            taken = 0;
            if self.no_hyphens && division.is_some() {
                self.out.text.pop();
                self.out.end_at_text();
                if let Some(next) = paragraph.lines.get(i + 1).and_then(|l| l.words.first()) {
                    self.push_word(next);
                    taken = 1;
                }
            }
        }
    }

    /// Writes the words of a line, starting at index `first`.
    fn line(&mut self, line: &Line<'_>, first: usize) {
        for (i, word) in line.words.iter().enumerate().skip(first) {
            if i > first && !word.glued {
                self.out.push(' ');
            }
            self.push_word(word);
        }
    }

    fn push_word(&mut self, word: &Word<'_>) {
        let origin = Origin::of(word, self.page.index);
        self.out.from(origin, |out| {
            // Soft hyphens are invisible in text files.
            push_clean(&hyphen::printed(&word.text()), out);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::testing::{Builder, frame, sample};

    fn written(builder: &Builder, no_hyphens: bool) -> String {
        let options = Options {
            no_hyphens,
            ..Options::default()
        };
        Text(options).page(&builder.in_frame(frame(400, 200))).text
    }

    /// A box with these lines.
    fn lines(lines: &[&str]) -> Builder {
        let mut b = Builder::new();
        b.open("textbox", [0.0, 0.0, 100.0, 100.0]);
        for line in lines {
            b.line([0.0, 0.0, 100.0, 10.0], 0.0);
            for word in line.split(' ') {
                b.word(word, [0.0, 0.0, 10.0, 10.0]);
            }
            b.close();
        }
        b
    }

    #[test]
    fn lines_are_lines_and_paragraphs_stand_apart() {
        assert_eq!(
            written(&sample(), false),
            "A<B Title\n\nfirst words bold\nup\n"
        );
        assert_eq!(written(&Builder::new(), false), "");
    }

    #[test]
    fn divided_words_are_written_whole_on_the_line_where_they_begin() {
        let page = lines(&["a dictio\u{AD}", "nary of Ka\u{AD}", "szu\u{AD}", "by\tx"]);
        assert_eq!(
            written(&page, false),
            "a dictio-\nnary of Ka-\nszu-\nby x\n"
        );
        assert_eq!(written(&page, true), "a dictionary\nof Kaszuby x\n");
        let whole = lines(&["a well-", "known", "one\u{AD}"]);
        assert_eq!(written(&whole, true), "a well-\nknown\none-\n");
    }
}
