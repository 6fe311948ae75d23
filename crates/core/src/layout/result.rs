//! The result of analysing a page: the decisions of all steps as plain data, in reading order.

use std::ops::Range;

use super::heuristics::{self, Decision};
use super::regions::gutters::finder::Gutter;
use super::regions::items::Lines;
use super::regions::paragraph_lines::ParagraphLines;
use super::regions::paragraphs::Splitter;
use super::regions::pieces::{Piece, Pieces};
use super::regions::rows::RowLine;
use super::regions::scored_rows::ScoredRow;
use super::role::Role;
use super::state::{PageBlock, PageState, Refusal};
use super::tables::table::{Part, Refused, Table};
use crate::bidi;
use crate::geometry::Rect;
use crate::line::{Frames, TextLine, logical, order_by_position};
use crate::page::{Content, Finding, FindingKind};

/// The decisions of each step of a page's analysis, in reading order.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The directions of writing, turned upright.
    pub frames: Frames,
    /// Glyphs (indices in the content), line by line.
    pub glyphs: Vec<u32>,
    pub lines: Vec<TextLine>,
    pub paragraphs: Vec<Paragraph>,
    pub blocks: Vec<Block>,
    pub tables: Vec<TableBlock>,
    /// The gutters that divide the page into regions.
    pub gutters: Vec<Gutter>,
    /// Whether columns are read from right to left.
    pub right_to_left: bool,
    /// Candidates for tables that were rejected.
    pub refused: Vec<Refused>,
    /// The rows that were scored for beginning paragraphs or items, if reasons are wanted.
    pub rows: Vec<ScoredRow>,
    /// Lines that were rejected as headings.
    pub no_headings: Vec<Refusal>,
    /// The charts that are drawn, not images: their boxes with their labels, in page space.
    pub charts: Vec<Rect>,
    /// Drawings that were rejected as charts: their boxes in page space, and the reasons.
    pub no_charts: Vec<(Rect, String)>,
    /// Decisions about the whole page.
    pub decisions: Vec<Decision>,
}

/// The lines of one paragraph.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Paragraph {
    /// Positions in [`Layout::lines`].
    pub lines: Range<u32>,
    /// The level of a heading, from 1.
    pub heading: Option<u8>,
    /// The depth of an item of a list, from 1.
    pub item: Option<u8>,
    /// Whether its printed lines have a meaning, as those of verse have.
    pub verse: bool,
}

/// Paragraphs that white space separates from others, or the paragraphs of a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    /// Positions in [`Layout::paragraphs`].
    pub paragraphs: Range<u32>,
    pub frame: u32,
    pub kind: BlockKind,
    /// Decisions about this block.
    pub decisions: Vec<Decision>,
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockKind {
    Text,
    /// Text beside the running text.
    Note(Role),
    /// A position in [`Layout::tables`].
    Table(u32),
}

/// A table, with the paragraphs in its cells.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TableBlock {
    pub table: Table,
    /// For each cell, positions in [`Layout::paragraphs`].
    pub paragraphs: Vec<Range<u32>>,
}

impl Layout {
    /// The layout of an analysed page.
    pub(super) fn of(mut page: PageState<'_>) -> Self {
        let blocks = std::mem::take(&mut page.blocks);
        let (mut gutters, mut refused) = (Vec::new(), Vec::new());
        for text in page.texts {
            gutters.extend(text.gutters);
            refused.extend(text.refused);
        }
        let mut out = Self {
            glyphs: Vec::with_capacity(page.pieces.glyphs.len()),
            lines: Vec::new(),
            paragraphs: Vec::new(),
            blocks: Vec::with_capacity(blocks.len()),
            tables: Vec::new(),
            gutters,
            refused,
            rows: page.rows,
            no_headings: page.no_headings,
            charts: page.charts,
            no_charts: page.no_charts,
            right_to_left: page.right_to_left,
            decisions: page.decisions,
            frames: page.frames,
        };
        let mut writer = Writer {
            content: page.content,
            pieces: &page.pieces,
            has_rtl: bidi::has_right_to_left(&page.content.text),
            out: &mut out,
        };
        for block in blocks {
            writer.add(block);
        }
        for piece in &page.pieces.lost {
            writer.add_lost(piece);
        }
        out
    }

    /// The reasons for the division of the page and for the kinds of its blocks.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        // The bounding box of all that was analysed: the page, or with `-c` one column.
        let boxes = self.lines.iter().map(|line| line.bbox);
        let whole = boxes.fold(Rect::EMPTY, Rect::union);
        let of_page = self.decisions.iter().map(|decision| Finding {
            kind: FindingKind::Page,
            bbox: whole,
            why: decision.why.clone(),
            by: decision.by.name,
        });
        let gutters = self.gutters.iter().map(|gutter| Finding {
            kind: FindingKind::Gutter,
            bbox: self.frames.get(gutter.frame).leave_rect(gutter.rect),
            why: gutter.evidence.to_string(),
            by: heuristics::GUTTERS.name,
        });
        let refused = self.refused.iter().map(|draft| Finding {
            kind: FindingKind::Block,
            bbox: self.frames.get(draft.frame).leave_rect(draft.rect),
            why: format!("no {}", draft.evidence),
            by: draft.by.name,
        });
        let no_headings = self.no_headings.iter().map(|refusal| Finding {
            kind: FindingKind::Block,
            bbox: self.frames.get(refusal.frame).leave_rect(refusal.rect),
            why: refusal.why(),
            by: heuristics::HEADINGS.name,
        });
        let rows = self.rows.iter().map(|row| Finding {
            kind: FindingKind::Row,
            bbox: self.frames.get(row.frame).leave_rect(row.rect),
            why: row.why(),
            by: row.by(),
        });
        let no_charts = self.no_charts.iter().map(|(bbox, why)| Finding {
            kind: FindingKind::Block,
            bbox: *bbox,
            why: why.clone(),
            by: heuristics::CHARTS.name,
        });
        of_page
            .chain(gutters)
            .chain(refused)
            .chain(rows)
            .chain(no_headings)
            .chain(no_charts)
            .chain(self.blocks.iter().flat_map(|block| self.reasons(block)))
            .collect()
    }

    fn reasons(&self, block: &Block) -> impl Iterator<Item = Finding> {
        let (kind, bbox) = match block.kind {
            BlockKind::Table(number) => {
                let table = self.tables.get(number as usize);
                let rect = table.map_or(Rect::EMPTY, |found| found.table.rect);
                let bbox = self.frames.get(block.frame).leave_rect(rect);
                (FindingKind::Table, bbox)
            }
            BlockKind::Text | BlockKind::Note(_) => {
                let paragraphs = self.paragraphs.get(as_range(&block.paragraphs));
                let lines = paragraphs.into_iter().flatten();
                let lines = lines.filter_map(|own| self.lines.get(as_range(&own.lines)));
                let boxes = lines.flatten().map(|line| line.bbox);
                (FindingKind::Block, boxes.fold(Rect::EMPTY, Rect::union))
            }
        };
        block.decisions.iter().map(move |decision| Finding {
            kind,
            bbox,
            why: decision.why.clone(),
            by: decision.by.name,
        })
    }
}

fn as_range(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// Writes the blocks of a page to its layout.
struct Writer<'a> {
    content: &'a Content,
    pieces: &'a Pieces,
    /// Whether the page has letters of right-to-left scripts.
    has_rtl: bool,
    out: &'a mut Layout,
}

impl Writer<'_> {
    fn add(&mut self, block: PageBlock) {
        let PageBlock { frame, role, .. } = block;
        let start = self.out.paragraphs.len() as u32;
        let kind = match block.part {
            Part::Text(lines) => {
                self.add_paragraphs(frame, &lines, block.paragraphs, block.heading);
                role.map_or(BlockKind::Text, BlockKind::Note)
            }
            Part::Table(table) => {
                let vertical = self.out.frames.get(frame).vertical();
                let from_right = self.out.right_to_left && !vertical;
                let splitter = Splitter {
                    content: self.content,
                    pieces: self.pieces,
                    has_code: false,
                };
                let mut scores = Vec::new();
                let cells = table.cells.iter();
                let paragraphs = cells
                    .map(|cell| {
                        let text = Lines {
                            lines: &cell.lines,
                            right_to_left: from_right,
                            is_cell: true,
                            column: None,
                            indent: None,
                            pitch: None,
                        };
                        let ranges = splitter.split(&text, &[], &mut scores);
                        self.add_paragraphs(frame, &cell.lines, ranges, None)
                    })
                    .collect();
                self.out.tables.push(TableBlock { table, paragraphs });
                BlockKind::Table(self.out.tables.len() as u32 - 1)
            }
        };
        self.out.blocks.push(Block {
            paragraphs: start..self.out.paragraphs.len() as u32,
            frame,
            kind,
            decisions: block.decisions,
        });
    }

    /// Adds lines, grouped into these paragraphs.
    fn add_paragraphs(
        &mut self,
        frame: u32,
        lines: &[RowLine],
        paragraphs: Vec<ParagraphLines>,
        heading: Option<u8>,
    ) -> Range<u32> {
        let start = self.out.paragraphs.len() as u32;
        for paragraph in paragraphs {
            let own = lines.get(paragraph.lines).unwrap_or_default();
            let first = self.out.lines.len() as u32;
            for line in own {
                self.add_line(frame, line);
            }
            self.out.paragraphs.push(Paragraph {
                lines: first..self.out.lines.len() as u32,
                heading,
                item: paragraph.item.filter(|_| heading.is_none()),
                verse: paragraph.verse && heading.is_none(),
            });
        }
        start..self.out.paragraphs.len() as u32
    }

    fn add_line(&mut self, frame: u32, line: &RowLine) {
        let start = self.out.glyphs.len() as u32;
        let (mut in_order, mut reached) = (true, f32::NEG_INFINITY);
        for &index in &line.pieces {
            if let Some(piece) = self.pieces.pieces.get(index as usize) {
                let own = self.pieces.glyphs_of(piece);
                self.out.glyphs.extend_from_slice(own);
                in_order &= piece.in_order && piece.cell.x0 >= reached;
                reached = piece.cell.x1;
            }
        }
        self.push_line(start, frame, line.cell, in_order);
    }

    /// Adds a line of the glyphs from `start` on; `in_order` says whether those with text are known to be in order.
    fn push_line(&mut self, start: u32, frame: u32, cell: Rect, in_order: bool) {
        let Layout { glyphs, frames, .. } = &mut *self.out;
        let own = glyphs.get_mut(start as usize..).unwrap_or_default();
        if self.has_rtl && logical::has_rtl(self.content, own) {
            logical::put_in_visual_order(self.content, frames.get(frame), own);
        } else if !in_order {
            order_by_position(self.content, frames.get(frame), own);
        }
        let inked = own
            .iter()
            .filter_map(|&i| self.content.glyphs.get(i as usize))
            .filter(|g| !g.space);
        let (mut bbox, mut text) = (Rect::EMPTY, false);
        for glyph in inked {
            bbox = bbox.union(glyph.bbox);
            text |= glyph.text.len > 0;
        }
        self.out.lines.push(TextLine {
            glyphs: start..self.out.glyphs.len() as u32,
            frame,
            cell,
            bbox,
            inked: text,
        });
    }

    /// Adds a piece that is outside the page as a separate block.
    fn add_lost(&mut self, piece: &Piece) {
        let start = self.out.glyphs.len() as u32;
        let own = self.pieces.glyphs_of(piece);
        self.out.glyphs.extend_from_slice(own);
        self.push_line(start, piece.frame, piece.cell, piece.in_order);
        let line = self.out.lines.len() as u32;
        let paragraph = self.out.paragraphs.len() as u32;
        self.out.paragraphs.push(Paragraph {
            lines: line.saturating_sub(1)..line,
            heading: None,
            item: None,
            verse: false,
        });
        self.out.blocks.push(Block {
            paragraphs: paragraph..paragraph + 1,
            frame: piece.frame,
            kind: BlockKind::Text,
            decisions: Vec::new(),
        });
    }
}
