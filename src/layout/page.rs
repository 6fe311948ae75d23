//! The analysis of a page in nine steps: [`layout`] takes glyphs in drawing order and returns a [`Layout`].

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::LayoutParams;
use super::annotate::{line_numbers, notes};
use super::heuristics;
use super::regions::drawn_runs::DrawnRuns;
use super::regions::gutters::Gutter;
use super::regions::pieces::{self, Pieces};
use super::regions::rows::{RowLine, Rows};
use super::regions::shapes::Shapes;
use super::regions::{blocks, paragraphs};
use super::result::{Decision, Layout};
use super::scale;
use super::tables::{Evidence, Part, Refused, TableFinder, TableRows};
use crate::geometry::Rect;
use crate::line::{Frame, Frames};
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
    page.take_out_line_numbers();
    page.divide_into_regions();
    page.put_on_lines();
    page.join_to_blocks();
    page.split_into_paragraphs();
    Layout::of(page)
}

/// The state of a page's analysis, from glyphs to blocks.
pub(crate) struct PageState<'a> {
    pub content: &'a Content,
    pub params: &'a LayoutParams,
    /// The directions of writing.
    pub frames: Frames,
    pub pieces: Pieces,
    /// The page's prevailing size, in points.
    pub body: f32,
    /// Whether the drawing order can be the reading order.
    pub drawn: bool,
    /// Whether columns are read from right to left.
    pub right_to_left: bool,
    /// Decisions about the whole page.
    pub decisions: Vec<Decision>,
    /// The text of each frame. The first has the most text.
    pub texts: Vec<FrameText>,
    /// The blocks of all frames, in reading order.
    pub blocks: Vec<PageBlock>,
}

/// The text of one frame, from pieces to blocks. Rectangles are in the space of the frame.
pub(crate) struct FrameText {
    /// The number of the frame.
    pub number: u32,
    pub frame: Frame,
    /// The size of most of its text, in points.
    pub em: f32,
    /// Whether its columns and rows are read from right to left.
    pub right_to_left: bool,
    /// Its pieces by number, in drawing order.
    pub pieces: Vec<u32>,
    pub pictures: Vec<Rect>,
    pub shapes: Shapes,
    /// Its ruled tables, while the page is being divided.
    pub table_rows: TableRows,
    /// Candidates for tables that were rejected.
    pub refused: Vec<Refused>,
    /// The pieces that are line numbers: one list for each margin, downwards.
    pub line_numbers: Vec<Vec<u32>>,
    /// Groups of its pieces that were drawn one after the other without a break.
    pub runs: DrawnRuns,
    /// Pieces by number, in drawing order; regions in reading order.
    pub regions: Vec<Vec<u32>>,
    pub gutters: Vec<Gutter>,
    pub blocks: Vec<PageBlock>,
}

/// Lines that belong together, or a table.
pub(crate) struct PageBlock {
    pub frame: u32,
    pub part: Part,
    pub role: Option<notes::Role>,
    /// The level of a heading, from 1.
    pub heading: Option<u8>,
    /// The paragraphs of a text, as ranges of its lines.
    pub paragraphs: Vec<Range<usize>>,
    /// Decisions about this block.
    pub decisions: Vec<Decision>,
}

impl<'a> PageState<'a> {
    fn new(content: &'a Content, params: &'a LayoutParams) -> Self {
        Self {
            content,
            params,
            frames: Frames::new(content),
            pieces: Pieces::default(),
            body: 0.0,
            drawn: false,
            right_to_left: false,
            decisions: Vec::new(),
            texts: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Step 1. Groups glyphs that are drawn without a gap into pieces, mostly words.
    pub(super) fn read_pieces(&mut self, glyphs: impl IntoIterator<Item = u32>) {
        self.pieces = pieces::read(self.content, &self.frames, glyphs, &self.params.line);
    }

    /// Step 2. Turns the page upright if it is a skewed scan.
    fn turn_upright(&mut self) {
        self.apply(heuristics::UPRIGHT);
    }

    /// Step 3. Measures the whole page: its prevailing size, whether its drawing order can be read, and the
    /// direction of its columns. Collects the text of each direction of writing, and the shapes around it.
    fn survey(&mut self) {
        self.body = scale::em(self.pieces.pieces.iter());
        self.apply(heuristics::DRAWING_ORDER);
        self.apply(heuristics::RIGHT_TO_LEFT);
        self.apply(heuristics::LIST_LABELS);
        self.collect_texts();
        self.apply(heuristics::PICTURES);
        for text in &mut self.texts {
            text.shapes = Shapes::of(self.content, text.frame, text.em, &text.pictures);
        }
    }

    /// Step 4. Detects ruled tables. Their content does not belong to a column.
    fn find_ruled_tables(&mut self) {
        self.apply(heuristics::RULED_TABLES);
    }

    /// Step 5. Takes out line numbers. They are read apart from the lines that they count.
    fn take_out_line_numbers(&mut self) {
        self.apply(heuristics::LINE_NUMBERS);
    }

    /// Step 6. Divides the text at its gutters into regions, in reading order.
    fn divide_into_regions(&mut self) {
        for text in &mut self.texts {
            text.runs = DrawnRuns::apart(text.table_rows.pieces(&self.pieces), &text.pieces);
            text.regions = vec![text.pieces.clone()];
        }
        self.apply(heuristics::DRAWN_RUNS);
        self.apply(heuristics::GUTTERS);
    }

    /// Step 7. Puts the pieces of each region on lines, and detects tables without ruled lines.
    fn put_on_lines(&mut self) {
        for text in &mut self.texts {
            text.put_on_lines(&self.pieces);
        }
        self.apply(heuristics::ALIGNED_TABLES);
        self.apply(heuristics::SIDE_BY_SIDE);
    }

    /// Step 8. Groups lines into blocks by white space and style, each in reading order, and marks captions,
    /// notes and labels.
    fn join_to_blocks(&mut self) {
        for text in &mut self.texts {
            text.join_to_blocks(&self.pieces);
        }
        self.apply(heuristics::READING_ORDER);
        self.apply(heuristics::CAPTIONS);
        self.apply(heuristics::FORMULA_NUMBERS);
        self.apply(heuristics::SIDE_NOTES);
        self.apply(heuristics::FOOTNOTES);
        self.apply(heuristics::NOTE_ORDER);
        line_numbers::put_back(self);
        self.apply(heuristics::AXIS_LABELS);
    }

    /// Step 9. Splits the blocks of all directions of writing into paragraphs, and marks headings.
    fn split_into_paragraphs(&mut self) {
        let mut texts = self.texts.iter_mut();
        self.blocks = texts.next().map_or_else(Vec::new, FrameText::take_blocks);
        self.apply(heuristics::TURNED_TEXT);
        for text in &mut self.texts {
            self.blocks.append(&mut text.blocks);
        }
        for block in &mut self.blocks {
            if let Part::Text(lines) = &block.part {
                let vertical = self.frames.get(block.frame).vertical();
                let right_to_left = self.right_to_left && !vertical;
                block.paragraphs = paragraphs::split(lines, &self.pieces, right_to_left);
            }
        }
        self.apply(heuristics::HEADINGS);
    }

    /// Collects the pieces of each frame. The frame with the most text comes first; the text of the others is
    /// inserted between its blocks.
    fn collect_texts(&mut self) {
        let mut of_frame: BTreeMap<u32, (u32, Vec<u32>)> = BTreeMap::new();
        for (index, piece) in (0u32..).zip(&self.pieces.pieces) {
            let (inked, list) = of_frame.entry(piece.frame).or_default();
            *inked += piece.inked;
            list.push(index);
        }
        let mut frames: Vec<(u32, (u32, Vec<u32>))> = of_frame.into_iter().collect();
        frames.sort_by_key(|(frame, (inked, _))| (Reverse(*inked), *frame));
        let texts = frames.into_iter().map(|(number, (_, pieces))| {
            let frame = self.frames.get(number);
            let all = &self.pieces.pieces;
            FrameText {
                number,
                frame,
                em: scale::em(pieces.iter().filter_map(|&i| all.get(i as usize))),
                right_to_left: self.right_to_left && !frame.vertical(),
                pieces,
                pictures: Vec::new(),
                shapes: Shapes::default(),
                table_rows: TableRows::default(),
                refused: Vec::new(),
                line_numbers: Vec::new(),
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
    /// The rows builder for this frame's pieces.
    pub(crate) fn rows<'r>(&'r self, pieces: &'r Pieces) -> Rows<'r> {
        Rows {
            pieces: &pieces.pieces,
            rules: &self.shapes.rules,
            right_to_left: self.right_to_left,
        }
    }

    /// The finder of tables in this text.
    pub(crate) fn table_finder<'f>(
        &'f self,
        content: &'f Content,
        pieces: &'f Pieces,
        drawn: bool,
    ) -> TableFinder<'f> {
        TableFinder {
            content,
            frame: self.frame,
            pieces,
            rows: self.rows(pieces),
            em: self.em,
            barriers: &self.shapes.barriers,
            drawn,
        }
    }

    /// Records candidates that a heuristic rejected as tables.
    pub(crate) fn refuse(&mut self, drafts: Vec<(Rect, Evidence)>, by: heuristics::Heuristic) {
        let frame = self.number;
        self.refused
            .extend(drafts.into_iter().map(|(rect, evidence)| Refused {
                rect,
                frame,
                by,
                evidence,
            }));
    }

    fn put_on_lines(&mut self, pieces: &Pieces) {
        let mut table_rows = std::mem::take(&mut self.table_rows);
        let rows = self.rows(pieces);
        let regions = self.regions.iter();
        let parts = regions.flat_map(|region| table_rows.parts(region, pieces, &rows));
        self.blocks = parts
            .map(|part| PageBlock::new(self.number, part, heuristics::RULED_TABLES))
            .collect();
    }

    fn join_to_blocks(&mut self, pieces: &Pieces) {
        let texts = self.blocks.iter().filter_map(PageBlock::text);
        let usual = blocks::usual(texts);
        let barriers = std::mem::take(&mut self.shapes.barriers);
        self.split_texts(|lines| blocks::split(lines, usual, &barriers, pieces));
        self.shapes.barriers = barriers;
    }

    /// Replaces each text by the texts that `split` makes of its lines.
    pub(crate) fn split_texts(&mut self, mut split: impl FnMut(Vec<RowLine>) -> Vec<Vec<RowLine>>) {
        let number = self.number;
        let blocks = std::mem::take(&mut self.blocks);
        self.blocks.reserve(blocks.len());
        for block in blocks {
            match block.part {
                Part::Text(lines) => {
                    let texts = split(lines).into_iter();
                    self.blocks
                        .extend(texts.map(|lines| PageBlock::of_text(number, lines)));
                }
                Part::Table(_) => self.blocks.push(block),
            }
        }
    }

    pub(crate) fn take_blocks(&mut self) -> Vec<PageBlock> {
        std::mem::take(&mut self.blocks)
    }
}

impl PageBlock {
    pub(crate) fn of_text(frame: u32, lines: Vec<RowLine>) -> Self {
        Self {
            frame,
            part: Part::Text(lines),
            role: None,
            heading: None,
            paragraphs: Vec::new(),
            decisions: Vec::new(),
        }
    }

    /// A block of text, or of a table that `finder` found.
    pub(crate) fn new(frame: u32, part: Part, finder: heuristics::Heuristic) -> Self {
        let decision = match &part {
            Part::Text(_) => None,
            Part::Table(table) => Some(Decision::new(finder, table.evidence.to_string())),
        };
        Self {
            decisions: decision.into_iter().collect(),
            part,
            ..Self::of_text(frame, Vec::new())
        }
    }

    /// The lines of a text; `None` for a table.
    pub(crate) fn text(&self) -> Option<&[RowLine]> {
        match &self.part {
            Part::Text(lines) => Some(lines),
            Part::Table(_) => None,
        }
    }

    /// The bounding box of the cells of its lines, in its frame.
    pub(crate) fn cell(&self) -> Rect {
        let lines = self.part.lines();
        lines.fold(Rect::EMPTY, |r, line| r.union(line.cell))
    }

    /// Its earliest position in the drawing order.
    pub(crate) fn first_drawn(&self) -> u32 {
        let lines = self.part.lines();
        lines.map(|line| line.drawn).min().unwrap_or_default()
    }
}
