//! Writes pages as the table of `tesseract … tsv`: one row for each page (level 1), block (2), paragraph (3),
//! line (4) and word (5). A row has the numbers of the item and its ancestors, and its box in pixels. Words
//! have a confidence from 0 to 100, other rows -1.

use super::number::push_integer;
use super::plain::push_clean;
use super::{Writer, WrittenPage};
use crate::blocks::{self, Pixels};
use crate::page::{DocumentInfo, Style};

#[derive(Debug)]
pub(super) struct Tsv;

impl Writer for Tsv {
    fn head(&self, _: &DocumentInfo, _: usize) -> String {
        "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\t\
         left\ttop\twidth\theight\tconf\ttext\n"
            .to_owned()
    }

    fn page(&self, page: &blocks::Page) -> WrittenPage {
        let (blocks, page, frame) = (page.blocks(), page.model(), page.frame());
        let mut table = Table {
            out: String::with_capacity(page.order.len().saturating_mul(10)),
            numbers: [page.number().get(), 0, 0, 0, 0],
        };
        let mut text = String::new();
        table.group(0, Pixels::of_page(frame));
        for block in &blocks {
            table.group(1, block.place.pixels);
            for paragraph in &block.paragraphs {
                table.group(2, paragraph.place.pixels);
                for line in &paragraph.lines {
                    table.group(3, line.place.pixels);
                    for word in &line.words {
                        table.begin(4, word.place.pixels);
                        let confidence = Style::of(page, word.glyphs).confidence;
                        push_integer(u32::from(confidence), &mut table.out);
                        table.out.push('\t');
                        text.clear();
                        page.push_text(word.glyphs, &mut text);
                        push_clean(&text, &mut table.out);
                        table.out.push('\n');
                    }
                }
            }
        }
        WrittenPage::new(table.out, blocks::count_words(&blocks))
    }
}

struct Table {
    out: String,
    /// The current numbers of page, block, paragraph, line and word.
    numbers: [u32; 5],
}

impl Table {
    /// Writes a row for an item that is not a word.
    fn group(&mut self, level: usize, bbox: Pixels) {
        self.begin(level, bbox);
        self.out.push_str("-1\t\n");
    }

    /// Begins the row of the next item on a level, up to its box.
    fn begin(&mut self, level: usize, bbox: Pixels) {
        for (i, number) in self.numbers.iter_mut().enumerate() {
            // The page number is already set; counters of lower levels restart.
            if i == level && i > 0 {
                *number = number.saturating_add(1);
            } else if i > level {
                *number = 0;
            }
        }
        let edges = [bbox.x0, bbox.y0, bbox.width(), bbox.height()];
        push_integer(level as u32 + 1, &mut self.out);
        for value in self.numbers.into_iter().chain(edges) {
            self.out.push('\t');
            push_integer(value, &mut self.out);
        }
        self.out.push('\t');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::testing::{frame, sample};

    #[test]
    fn a_page_is_the_table_that_tesseract_writes() {
        let writer = Tsv;
        let table = writer.head(&DocumentInfo::default(), 1)
            + &writer.page(&sample().in_frame(frame(400, 200))).text;
        let columns: Vec<usize> = table.lines().map(|l| l.split('\t').count()).collect();
        assert!(columns.iter().all(|&n| n == 12), "{columns:?}");
        insta::assert_snapshot!(table.replace('\t', " "), @r"
        level page_num block_num par_num line_num word_num left top width height conf text
        1 3 0 0 0 0 0 0 400 200 -1 
        2 3 1 0 0 0 20 20 180 24 -1 
        3 3 1 1 0 0 20 20 180 24 -1 
        4 3 1 1 1 0 20 20 180 24 -1 
        5 3 1 1 1 1 20 20 40 24 95 A<B
        5 3 1 1 1 2 80 20 120 24 95 Title
        2 3 2 0 0 0 20 60 360 40 -1 
        3 3 2 1 0 0 20 60 360 40 -1 
        4 3 2 1 1 0 20 60 360 20 -1 
        5 3 2 1 1 1 20 60 80 20 95 first
        5 3 2 1 1 2 120 60 80 20 95 words
        5 3 2 1 1 3 220 60 160 20 95 bold
        4 3 2 1 2 0 300 80 20 20 -1 
        5 3 2 1 2 1 300 80 20 20 95 up
        2 3 3 0 0 0 0 120 400 78 -1
        ");
    }
}
