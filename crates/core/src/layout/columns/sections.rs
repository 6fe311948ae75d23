//! Assembles pieces in columns into lines and text boxes in reading order.

use std::mem::take;

use super::Division;
use super::pieces::{ColumnPlace, Piece, Pieces};
use super::rows::{Upright, beside};
use crate::compact_sort::CompactSort;
use crate::geometry::Rect;
use crate::layout::pdfminer::boxes::{Boxes, TextBox, group_lines};
use crate::line::{Frames, TextLine};

/// Assembles the pieces of a page.
pub(super) struct Sections<'a> {
    pub upright: &'a Upright<'a>,
    pub frames: &'a Frames,
    pub columns: usize,
    pub right_to_left: bool,
    pub line_margin: f32,
    pub row_overlap: f32,
    pub join_overlap: f32,
}

/// The pieces between two spanning lines.
#[derive(Default)]
struct Band {
    /// The pieces of each column, from left to right.
    columns: Vec<Vec<Piece>>,
    marks: Vec<Piece>,
}

impl Sections<'_> {
    /// Returns the boxes of a page: spanning lines, and between them one box for each column, followed by the
    /// marks in the gutters. Lines in other directions come last.
    pub(super) fn build(self, pieces: Pieces, all: &[TextLine]) -> Division {
        let Pieces { mut pieces, glyphs } = pieces;
        pieces.compact_sort_by(|a, b| {
            let middle = |p: &Piece| p.rect.y0 + p.rect.y1;
            middle(a)
                .total_cmp(&middle(b))
                .then(a.rect.x0.total_cmp(&b.rect.x0))
        });
        let mut out = Out {
            sections: &self,
            source: glyphs,
            division: Division {
                glyphs: Vec::new(),
                lines: Vec::new(),
                boxes: Boxes::default(),
                columns: self.columns,
            },
        };
        let empty = || Band {
            columns: vec![Vec::new(); self.columns],
            marks: Vec::new(),
        };
        let mut band = empty();
        let mut spanning: Vec<Piece> = Vec::new();
        for piece in pieces {
            match piece.place {
                ColumnPlace::Span => {
                    if band.has_text() {
                        out.band(std::mem::replace(&mut band, empty()), &mut spanning);
                    }
                    spanning.push(piece);
                }
                ColumnPlace::Mark => band.marks.push(piece),
                ColumnPlace::Column(column) => {
                    if let Some(column) = band.columns.get_mut(column) {
                        column.push(piece);
                    }
                }
            }
        }
        out.band(band, &mut spanning);
        out.spanning(take(&mut spanning));
        out.others(all);
        out.division
    }
}

impl Band {
    fn has_text(&self) -> bool {
        self.columns.iter().any(|c| !c.is_empty()) || !self.marks.is_empty()
    }

    /// Takes the pieces if only one column has any.
    fn undivided(&mut self) -> Option<Vec<Piece>> {
        let mut filled = self.columns.iter_mut().filter(|c| !c.is_empty());
        let column = filled.next()?;
        (filled.next().is_none() && self.marks.is_empty()).then(|| take(column))
    }
}

struct Out<'a> {
    sections: &'a Sections<'a>,
    source: Vec<u32>,
    division: Division,
}

impl Out<'_> {
    /// Writes the spanning lines so far, and the columns below them. Lines of a single column between
    /// spanning lines, such as the end of a paragraph, count as spanning.
    fn band(&mut self, mut band: Band, spanning: &mut Vec<Piece>) {
        if !spanning.is_empty()
            && let Some(pieces) = band.undivided()
        {
            spanning.extend(pieces);
            return;
        }
        self.spanning(take(spanning));
        if self.sections.right_to_left {
            band.columns.reverse();
        }
        for column in band.columns {
            self.text_box(column);
        }
        for mark in band.marks {
            self.text_box(vec![mark]);
        }
    }

    /// Writes spanning lines: one box for each group of them with even spacing and height.
    fn spanning(&mut self, pieces: Vec<Piece>) {
        let margin = self.sections.line_margin;
        let mut open: Vec<Piece> = Vec::new();
        for piece in pieces {
            if let Some(last) = open.last() {
                let (above, below) = (last.rect, piece.rect);
                let same_row = beside(
                    (above.y0, above.y1),
                    (below.y0, below.y1),
                    self.sections.row_overlap,
                );
                let near = below.y0 - above.y1 <= margin * above.height();
                let alike = (below.height() - above.height()).abs() <= margin * above.height();
                if !(same_row || near && alike) {
                    self.text_box(take(&mut open));
                }
            }
            open.push(piece);
        }
        self.text_box(open);
    }

    /// Writes a box of lines, sorted by their tops. Pieces of one printed line are joined.
    fn text_box(&mut self, mut pieces: Vec<Piece>) {
        if pieces.is_empty() {
            return;
        }
        pieces.compact_sort_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
        let first = self.division.lines.len() as u32;
        let mut line: Vec<Piece> = Vec::new();
        for piece in pieces {
            if line
                .last()
                .is_some_and(|last| !self.is_one_line(last.rect, piece.rect))
            {
                self.text_line(take(&mut line));
            }
            line.push(piece);
        }
        self.text_line(line);
        let lines = self
            .division
            .lines
            .get(first as usize..)
            .unwrap_or_default();
        let cell = lines.iter().fold(Rect::EMPTY, |r, line| r.union(line.cell));
        let frame = self.sections.upright.frame();
        let start = self.division.boxes.lines.len() as u32;
        let count = lines.len() as u32;
        self.division.boxes.lines.extend(first..first + count);
        self.division.boxes.boxes.push(TextBox {
            lines: start..start + count,
            frame,
            cell: self.sections.frames.get(frame).leave_rect(cell),
        });
    }

    /// Whether two pieces overlap by the required share of both heights.
    fn is_one_line(&self, a: Rect, b: Rect) -> bool {
        let overlap = a.y1.min(b.y1) - a.y0.max(b.y0);
        overlap > self.sections.join_overlap * a.height().max(b.height())
    }

    /// Writes a line of pieces, in reading order.
    fn text_line(&mut self, mut pieces: Vec<Piece>) {
        if pieces.is_empty() {
            return;
        }
        pieces.compact_sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
        if self.sections.right_to_left {
            pieces.reverse();
        }
        let start = self.division.glyphs.len() as u32;
        let (mut cell, mut bbox) = (Rect::EMPTY, Rect::EMPTY);
        for piece in &pieces {
            let own = self
                .source
                .get(piece.glyphs.start as usize..piece.glyphs.end as usize)
                .unwrap_or_default();
            for &glyph in own {
                if let Some((of_glyph, on_page)) = self.sections.upright.cells(glyph) {
                    cell = cell.union(of_glyph);
                    bbox = bbox.union(on_page);
                }
                self.division.glyphs.push(glyph);
            }
        }
        self.division.lines.push(TextLine {
            glyphs: start..self.division.glyphs.len() as u32,
            frame: self.sections.upright.frame(),
            cell,
            bbox,
            inked: true,
        });
    }

    /// Writes the lines that were not divided: in other directions, or without area.
    fn others(&mut self, all: &[TextLine]) {
        let upright = self.sections.upright;
        let mut own: Vec<TextLine> = Vec::new();
        for line in all.iter().filter(|line| !upright.holds(line)) {
            let start = self.division.glyphs.len() as u32;
            let glyphs = upright
                .glyphs
                .get(line.glyphs.start as usize..line.glyphs.end as usize)
                .unwrap_or_default();
            self.division.glyphs.extend_from_slice(glyphs);
            own.push(TextLine {
                glyphs: start..start + glyphs.len() as u32,
                ..line.clone()
            });
        }
        let grouped = group_lines(&own, self.sections.frames, self.sections.line_margin);
        let first = self.division.lines.len() as u32;
        let start = self.division.boxes.lines.len() as u32;
        self.division.lines.extend(own);
        self.division
            .boxes
            .lines
            .extend(grouped.lines.iter().map(|line| first + line));
        self.division
            .boxes
            .boxes
            .extend(grouped.boxes.into_iter().map(|b| TextBox {
                lines: start + b.lines.start..start + b.lines.end,
                ..b
            }));
    }
}
