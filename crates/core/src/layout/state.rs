//! The state of a page's analysis, on which its steps work.

use super::heuristics::{Decision, Heuristic};
use super::params::LayoutParams;
use super::regions::drawn_runs::DrawnRuns;
use super::regions::gutters::finder::Gutter;
use super::regions::paragraph_lines::ParagraphLines;
use super::regions::pieces::Pieces;
use super::regions::read_pieces;
use super::regions::rows::{RowLine, Rows};
use super::regions::scored_rows::ScoredRow;
use super::regions::shapes::Shapes;
use super::role::Role;
use super::score::Score;
use super::tables::draft::TableFinder;
use super::tables::evidence::Evidence;
use super::tables::known::Known;
use super::tables::plain_text::PlainText;
use super::tables::table::{Part, Refused};
use super::tables::table_rows::TableRows;
use crate::geometry::Rect;
use crate::line::{Frame, Frames};
use crate::page::Content;

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
    /// The rows that were scored for beginning paragraphs or items, if reasons are wanted.
    pub rows: Vec<ScoredRow>,
    /// Lines that were rejected as headings.
    pub no_headings: Vec<Refusal>,
    /// The charts that are drawn, not images: their boxes with their labels, in page space.
    pub charts: Vec<Rect>,
    /// Drawings that were rejected as charts: their boxes in page space, and the reasons.
    pub no_charts: Vec<(Rect, String)>,
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
    /// Its lines, if they were searched for tables and none was found.
    pub plain: Option<PlainText>,
    /// Candidates for tables that were rejected.
    pub refused: Vec<Refused>,
    /// The pieces that are line numbers: one list for each margin, downwards.
    pub line_numbers: Vec<Vec<u32>>,
    /// The labels of charts.
    pub charts: Vec<Chart>,
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
    pub role: Option<Role>,
    /// The level of a heading, from 1.
    pub heading: Option<u8>,
    /// The paragraphs of a text.
    pub paragraphs: Vec<ParagraphLines>,
    /// Decisions about this block.
    pub decisions: Vec<Decision>,
}

/// The labels of one chart in the text of a frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chart {
    /// Its pieces, in drawing order.
    pub pieces: Vec<u32>,
    /// The chart with its labels, in the frame.
    pub rect: Rect,
    pub why: String,
}

/// Lines that are not a heading, with their score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Refusal {
    /// Their box, in the frame with this number.
    pub rect: Rect,
    pub frame: u32,
    pub score: Score,
}

impl Refusal {
    pub(crate) fn why(&self) -> String {
        let score = self.score;
        format!("no heading: {} (score {:.1})", score.why(), score.sum)
    }
}

impl<'a> PageState<'a> {
    pub(super) fn new(content: &'a Content, params: &'a LayoutParams) -> Self {
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
            rows: Vec::new(),
            no_headings: Vec::new(),
            charts: Vec::new(),
            no_charts: Vec::new(),
        }
    }

    /// Groups glyphs that are drawn without a gap into pieces, mostly words.
    pub(super) fn read_pieces(&mut self, glyphs: impl IntoIterator<Item = u32>) {
        self.pieces = read_pieces::read(self.content, &self.frames, glyphs, &self.params.line);
    }

    /// Applies a heuristic, unless it is left out.
    pub(super) fn apply(&mut self, heuristic: Heuristic, run: fn(&mut Self)) {
        if !self.params.without.contains(&heuristic) {
            run(self);
        }
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
        known: &'f Known,
    ) -> TableFinder<'f> {
        TableFinder {
            content,
            frame: self.frame,
            pieces,
            rows: self.rows(pieces),
            em: self.em,
            text_em: self.em,
            shapes: &self.shapes,
            drawn,
            known,
        }
    }

    /// Records candidates that a heuristic rejected as tables.
    pub(crate) fn refuse(&mut self, drafts: Vec<(Rect, Evidence)>, by: Heuristic) {
        let frame = self.number;
        self.refused
            .extend(drafts.into_iter().map(|(rect, evidence)| Refused {
                rect,
                frame,
                by,
                evidence,
            }));
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
    pub(crate) fn new(frame: u32, part: Part, finder: Heuristic) -> Self {
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
