//! The analysis of a page in nine steps: [`layout`] takes glyphs in drawing order and returns a [`Layout`].

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::annotate::{
    axis_labels, charts, drawn_bullets, headings, line_numbers, list_labels, notes,
};
use super::heuristics::{self, Decision};
use super::params::LayoutParams;
use super::regions::blocks;
use super::regions::drawn_runs::DrawnRuns;
use super::regions::items::{self, Lines};
use super::regions::paragraph_lines::ParagraphLines;
use super::regions::paragraphs::Splitter;
use super::regions::pieces::{self, Pieces};
use super::regions::scored_rows::ScoredRow;
use super::regions::shapes::Shapes;
use super::result::Layout;
use super::role::Role;
use super::state::{FrameText, PageBlock, PageState};
use super::steps::{
    divide, drawing_order, hanging, note_order, pictures, reading_order, side_by_side, skew,
    tables, text_columns, turned_text,
};
use super::tables::table_rows::TableRows;
use crate::compact_sort::CompactSort;
use crate::counted::counted;
use crate::page::Content;

/// Analyses some glyphs of a page, given in drawing order.
pub(crate) fn layout(
    content: &Content,
    glyphs: impl IntoIterator<Item = u32>,
    params: &LayoutParams,
) -> Layout {
    let mut page = PageState::new(content, params);
    page.read_pieces(glyphs);
    page.turn_upright();
    page.survey();
    page.find_ruled_tables();
    page.take_out_labels();
    page.divide_into_regions();
    page.put_on_lines();
    page.join_to_blocks();
    page.split_into_paragraphs();
    Layout::of(page)
}

impl PageState<'_> {
    /// Step 2. Turns the page upright if it is a skewed scan.
    fn turn_upright(&mut self) {
        self.apply(heuristics::UPRIGHT, skew::turn_upright);
    }

    /// Step 3. Measures the whole page: its prevailing size, whether its drawing order can be read, and the
    /// direction of its columns. Collects the text of each direction of writing, and the shapes around it.
    fn survey(&mut self) {
        self.body = pieces::em(self.pieces.pieces.iter());
        self.apply(heuristics::DRAWING_ORDER, drawing_order::detect);
        self.apply(heuristics::RIGHT_TO_LEFT, drawing_order::detect_direction);
        self.apply(heuristics::LIST_LABELS, list_labels::mark);
        self.collect_texts();
        self.apply(heuristics::LIST_LABELS, drawn_bullets::mark);
        self.apply(heuristics::PICTURES, pictures::find_pictures);
        for text in &mut self.texts {
            text.shapes = Shapes::of(self.content, text.frame, text.em, &text.pictures);
        }
    }

    /// Step 4. Detects ruled tables. Their content does not belong to a column.
    fn find_ruled_tables(&mut self) {
        self.apply(heuristics::RULED_TABLES, tables::find_ruled);
    }

    /// Step 5. Takes out line numbers, and the labels of charts. They are read apart from the text beside them.
    fn take_out_labels(&mut self) {
        self.apply(heuristics::CHARTS, charts::take_out);
        self.apply(heuristics::LINE_NUMBERS, line_numbers::take_out);
    }

    /// Step 6. Divides the text at its gutters into regions, in reading order.
    fn divide_into_regions(&mut self) {
        self.apply(heuristics::DRAWN_RUNS, join_drawn_runs);
        for text in &mut self.texts {
            if text.runs.runs.is_empty() {
                text.runs = DrawnRuns::apart(text.table_rows.pieces(&self.pieces), &text.pieces);
            }
            text.regions = vec![text.pieces.clone()];
        }
        self.apply(heuristics::GUTTERS, divide::at_gutters);
    }

    /// Step 7. Puts the pieces of each region on lines, and detects tables without ruled lines.
    fn put_on_lines(&mut self) {
        for text in &mut self.texts {
            text.put_on_lines(&self.pieces);
        }
        self.apply(heuristics::ALIGNED_TABLES, tables::find_aligned);
        self.apply(heuristics::SIDE_BY_SIDE, side_by_side::separate);
    }

    /// Step 8. Groups lines into blocks by white space and style, each in reading order, and marks captions,
    /// notes and labels.
    fn join_to_blocks(&mut self) {
        for text in &mut self.texts {
            text.join_to_blocks(&self.pieces);
        }
        self.apply(heuristics::READING_ORDER, reading_order::apply);
        self.apply(heuristics::CAPTIONS, notes::mark_captions);
        self.apply(heuristics::FORMULA_NUMBERS, notes::formulas::mark);
        // Charts refer to footnotes, too.
        charts::put_back(self);
        self.apply(heuristics::SIDE_NOTES, notes::mark_side_notes);
        self.apply(heuristics::FOOTNOTES, notes::mark_footnotes);
        self.apply(heuristics::NOTE_ORDER, note_order::apply);
        line_numbers::put_back(self);
        self.apply(heuristics::AXIS_LABELS, axis_labels::join);
    }

    /// Step 9. Splits the blocks of all directions of writing into paragraphs, and marks headings.
    fn split_into_paragraphs(&mut self) {
        let mut texts = self.texts.iter_mut();
        self.blocks = texts.next().map_or_else(Vec::new, FrameText::take_blocks);
        self.apply(heuristics::TURNED_TEXT, turned_text::insert);
        for text in &mut self.texts {
            self.blocks.append(&mut text.blocks);
        }
        let columns = text_columns::of(&self.blocks, self.body);
        let indents = hanging::of(&self.blocks, self.right_to_left, self.body);
        let texts = self.blocks.iter().filter_map(PageBlock::text);
        let pitch = blocks::within_sentences(texts, &self.pieces);
        let texts: Vec<Lines<'_>> = self
            .blocks
            .iter()
            .zip(columns.into_iter().zip(indents))
            .map(|(block, (column, indent))| Lines {
                column,
                indent,
                pitch,
                ..self.lines_of(block)
            })
            .collect();
        let found = items::find(&texts, self.body, self.content, &self.pieces);
        let splitter = Splitter {
            content: self.content,
            pieces: &self.pieces,
            has_code: self.content.has_code(),
        };
        let (mut scores, mut rows) = (Vec::new(), Vec::new());
        let mut paragraphs: Vec<Vec<ParagraphLines>> = Vec::with_capacity(texts.len());
        for ((block, text), found) in self.blocks.iter().zip(&texts).zip(&found) {
            let own = if self.params.without.contains(&heuristics::PARAGRAPHS) {
                vec![ParagraphLines::of(0..text.lines.len())]
            } else {
                splitter.split(text, &found.items, &mut scores)
            };
            paragraphs.push(own);
            scores.extend_from_slice(&found.scores);
            let scores = scores.drain(..).filter(|_| self.params.reasons);
            rows.extend(scores.map(|row| ScoredRow::of(row, block.frame, text.lines)));
        }
        let blocks = self.blocks.iter_mut().zip(paragraphs);
        for ((block, paragraphs), found) in blocks.zip(found) {
            block.paragraphs = match (block.role, block.text()) {
                // The labels of a chart are not prose.
                (Some(Role::Chart), Some(lines)) => vec![ParagraphLines::of(0..lines.len())],
                _ => paragraphs,
            };
            if !found.items.is_empty() {
                let count = counted(found.items.len(), "item");
                let why = format!("{count} of a list: {}", found.why());
                block
                    .decisions
                    .push(Decision::new(heuristics::LIST_LABELS, why));
            }
        }
        self.rows = rows;
        self.apply(heuristics::HEADINGS, headings::mark);
    }

    /// The lines of a text; none of a table.
    fn lines_of<'b>(&self, block: &'b PageBlock) -> Lines<'b> {
        let vertical = self.frames.get(block.frame).vertical();
        Lines {
            lines: block.text().unwrap_or_default(),
            right_to_left: self.right_to_left && !vertical,
            is_cell: false,
            column: None,
            indent: None,
            pitch: None,
        }
    }

    /// Collects the pieces of each frame. The frame with the most text comes first; the text of the others is
    /// inserted between its blocks.
    fn collect_texts(&mut self) {
        let mut of_frame: BTreeMap<u32, (u32, Vec<u32>)> = BTreeMap::new();
        let mut first = 0u32;
        // Most pages have one frame only.
        for same in self.pieces.pieces.chunk_by(|a, b| a.frame == b.frame) {
            let end = first + same.len() as u32;
            let frame = same.first().map_or(0, |piece| piece.frame);
            let (inked, list) = of_frame.entry(frame).or_default();
            *inked += same.iter().map(|piece| piece.inked).sum::<u32>();
            list.extend(first..end);
            first = end;
        }
        let mut frames: Vec<(u32, (u32, Vec<u32>))> = of_frame.into_iter().collect();
        frames.compact_sort_by_key(|(frame, (inked, _))| (Reverse(*inked), *frame));
        let texts = frames.into_iter().map(|(number, (_, pieces))| {
            let frame = self.frames.get(number);
            let all = &self.pieces.pieces;
            FrameText {
                number,
                frame,
                em: pieces::em(pieces.iter().filter_map(|&i| all.get(i as usize))),
                right_to_left: self.right_to_left && !frame.vertical(),
                pieces,
                pictures: Vec::new(),
                shapes: Shapes::default(),
                table_rows: TableRows::default(),
                plain: None,
                refused: Vec::new(),
                line_numbers: Vec::new(),
                charts: Vec::new(),
                runs: DrawnRuns::default(),
                regions: Vec::new(),
                gutters: Vec::new(),
                blocks: Vec::new(),
            }
        });
        self.texts = texts.collect();
    }
}

impl FrameText {
    fn put_on_lines(&mut self, pieces: &Pieces) {
        let mut table_rows = std::mem::take(&mut self.table_rows);
        if let [region] = self.regions.as_slice()
            && let Some(plain) = self.plain.as_mut().filter(|plain| plain.is_of(region))
        {
            let lines = std::mem::take(&mut plain.lines);
            self.blocks = vec![PageBlock::of_text(self.number, lines)];
            return;
        }
        self.plain = None;
        let rows = self.rows(pieces);
        let regions = self.regions.iter();
        let parts = regions.flat_map(|region| table_rows.parts(region, pieces, &rows));
        self.blocks = parts
            .map(|part| PageBlock::new(self.number, part, heuristics::RULED_TABLES))
            .collect();
    }

    fn join_to_blocks(&mut self, pieces: &Pieces) {
        let texts = self.blocks.iter().filter_map(PageBlock::text);
        let usual = blocks::usual(texts, pieces);
        let barriers = std::mem::take(&mut self.shapes.barriers);
        self.split_texts(|lines| blocks::split(lines, usual, &barriers, pieces));
        self.shapes.barriers = barriers;
    }
}

/// Joins pieces drawn one after the other, if the drawing order is reliable.
fn join_drawn_runs(page: &mut PageState<'_>) {
    if !page.drawn {
        return;
    }
    for text in &mut page.texts {
        let pieces = text.table_rows.pieces(&page.pieces);
        text.runs = DrawnRuns::joined(pieces, &text.pieces);
        text.runs.divide_over_gutters(pieces, &text.pieces);
    }
}
