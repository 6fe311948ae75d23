//! All stages over one page, and their results.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::annotate::{axis_labels, headings, line_numbers, notes};
use super::regions::divide::Divider;
use super::regions::gutters::Gutter;
use super::regions::pieces::{self, Piece, Pieces, prevailing_size};
use super::regions::rows::{RowLine, Rows};
use super::regions::shapes::{self, Shapes};
use super::regions::{blocks, drawing_order, paragraphs, reading_order, side_by_side, skew};
use super::result::{Block, BlockKind, Layout, Paragraph, TableBlock};
use super::tables::{self, Part};
use crate::bidi;
use crate::geometry::Rect;
use crate::line::{Frames, LineParams, TextLine, logical};
use crate::model::Content;

/// Analyses some glyphs of a page, given in drawing order.
pub fn layout(
    content: &Content,
    glyphs: impl IntoIterator<Item = u32>,
    params: &LineParams,
) -> Layout {
    let mut frames = Frames::new(content);
    let mut pieces = pieces::read(content, &frames, glyphs, params);
    if set_upright(&mut frames, &pieces) {
        let glyphs = std::mem::take(&mut pieces.glyphs);
        pieces = pieces::read(content, &frames, glyphs, params);
    }
    let body = prevailing_size(pieces.pieces.iter());
    let mut page = PageBlocks {
        content,
        frames: &frames,
        pieces: &pieces,
        body,
        tables: Vec::new(),
        drawn: drawing_order::is_reading(&pieces.pieces),
        right_to_left: bidi::is_mostly_right_to_left(&content.text),
        gutters: Vec::new(),
    };
    let blocks = page.blocks();
    let mut out = Layout {
        glyphs: Vec::with_capacity(pieces.glyphs.len()),
        lines: Vec::new(),
        paragraphs: Vec::new(),
        blocks: Vec::with_capacity(blocks.len()),
        tables: Vec::new(),
        gutters: std::mem::take(&mut page.gutters),
        drawn: page.drawn,
        right_to_left: page.right_to_left,
        frames: frames.clone(),
    };
    let bold = pieces.pieces.iter().filter(|p| p.bold).count() * 2 > pieces.pieces.len();
    let mut writer = Writer {
        content,
        pieces: &pieces,
        body,
        bold,
        has_rtl: bidi::has_right_to_left(&content.text),
        out: &mut out,
    };
    for found in blocks {
        writer.add(found);
    }
    for piece in &pieces.lost {
        writer.add_lost(piece);
    }
    out
}

/// Turns the frames whose text is askew. Whether there are any.
fn set_upright(frames: &mut Frames, pieces: &Pieces) -> bool {
    let mut turned = false;
    let mut seen: Vec<u32> = pieces.pieces.iter().map(|p| p.frame).collect();
    seen.sort_unstable();
    seen.dedup();
    // Text that is turned on purpose is in many small frames, if in any; the first few are enough.
    for number in seen.into_iter().take(8) {
        let angle = skew::angle(&pieces.pieces, number);
        if angle != 0.0 {
            frames.turn(number, angle);
            turned = true;
        }
    }
    turned
}

/// A block, or a table, and what it is to the text.
struct Found {
    frame: u32,
    part: Part,
    role: Option<notes::Role>,
}

impl Found {
    /// The only line of a block that may be one of several labels.
    fn label(&self) -> Option<&RowLine> {
        match &self.part {
            Part::Text(lines) if self.role.is_none() => match lines.as_slice() {
                [line] => Some(line),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Pieces to blocks in reading order.
struct PageBlocks<'a> {
    content: &'a Content,
    frames: &'a Frames,
    pieces: &'a Pieces,
    /// The page's prevailing size.
    body: f32,
    /// The ruled tables found so far, in page space.
    tables: Vec<Rect>,
    drawn: bool,
    right_to_left: bool,
    gutters: Vec<Gutter>,
}

impl PageBlocks<'_> {
    /// The blocks of all frames, each with its frame.
    fn blocks(&mut self) -> Vec<Found> {
        let mut of_frame: BTreeMap<u32, (u32, Vec<u32>)> = BTreeMap::new();
        for (index, piece) in (0u32..).zip(&self.pieces.pieces) {
            let (inked, list) = of_frame.entry(piece.frame).or_default();
            *inked += piece.inked;
            list.push(index);
        }
        // The frame with most text is the page's; text in others is put between its blocks.
        let mut frames: Vec<(u32, (u32, Vec<u32>))> = of_frame.into_iter().collect();
        frames.sort_by_key(|(frame, (inked, _))| (Reverse(*inked), *frame));
        let mut main: Vec<Found> = Vec::new();
        let mut others: Vec<Found> = Vec::new();
        for (number, (frame, (_, pieces))) in frames.into_iter().enumerate() {
            let list = if number == 0 { &mut main } else { &mut others };
            list.extend(self.of_frame(frame, pieces));
        }
        if others.is_empty() {
            return main;
        }
        self.insert(main, others)
    }

    fn of_frame(&mut self, number: u32, mut pieces: Vec<u32>) -> Vec<Found> {
        let frame = self.frames.get(number);
        let right_to_left = self.right_to_left && !frame.vertical();
        let all = &self.pieces.pieces;
        let em = prevailing_size(pieces.iter().filter_map(|&i| all.get(i as usize)));
        let images = shapes::pictures(self.content, frame, em, all);
        let shapes = Shapes::of(self.content, frame, em, &images);
        let rows = Rows {
            pieces: all,
            rules: &shapes.rules,
            right_to_left,
        };
        let finder = tables::Finder {
            content: self.content,
            frame,
            pieces: self.pieces,
            rows,
            em,
            drawn: self.drawn,
        };
        let ruled = finder.ruled(&pieces, &self.tables);
        let rects = ruled.iter().map(|t| frame.leave_rect(t.rect));
        self.tables.extend(rects);
        let mut flow = tables::Flow::new(all, ruled, &mut pieces);
        let numbers = line_numbers::take(&flow.pieces, &mut pieces, em);
        let divided = Divider {
            pieces: &flow.pieces,
            shapes: &shapes,
            drawn: self.drawn,
            right_to_left,
        }
        .divide(&pieces);
        self.gutters.extend(divided.gutters);
        let mut parts = Vec::with_capacity(divided.regions.len());
        for part in divided.regions.iter().flat_map(|r| flow.parts(r, &rows)) {
            let found = match part {
                Part::Text(lines) => finder.aligned(lines),
                Part::Table(_) => vec![part],
            };
            for part in found {
                match part {
                    Part::Text(lines) => {
                        parts.extend(
                            side_by_side::split(lines, self.drawn)
                                .into_iter()
                                .map(Part::Text),
                        );
                    }
                    Part::Table(_) => parts.push(part),
                }
            }
        }
        let texts = parts.iter().filter_map(|part| match part {
            Part::Text(lines) => Some(lines.as_slice()),
            Part::Table(_) => None,
        });
        let usual = blocks::usual(texts);
        let mut blocks = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Part::Text(lines) => blocks.extend(
                    blocks::split(lines, usual, &shapes.barriers)
                        .into_iter()
                        .map(|block| Part::Text(reading_order::in_order(block, self.drawn))),
                ),
                Part::Table(_) => blocks.push(part),
            }
        }
        let around = notes::Surroundings {
            body: self.body,
            images: &images,
            rules: &shapes.barriers,
        };
        let blocks = notes::split_captions(blocks, |line| self.beginning(line));
        let roles = notes::roles(&blocks, around, |line| self.beginning(line));
        let numbers = numbers.iter().map(|list| Part::Text(rows.lines(list)));
        let numbers = numbers.map(|part| (part, Some(notes::Role::SideNote)));
        let found = |(part, role)| Found {
            frame: number,
            part,
            role,
        };
        // What was drawn before all else is read first.
        let start = first_drawn(blocks.iter());
        let (before, behind): (Vec<_>, Vec<_>) =
            numbers.partition(|(part, _)| part.lines().all(|line| line.drawn < start));
        let blocks = blocks.into_iter().zip(roles);
        let all = before.into_iter().chain(blocks).chain(behind);
        join_series(all.map(found).collect())
    }

    /// The first words of a line.
    fn beginning(&self, line: &RowLine) -> String {
        const WORDS: usize = 4;
        let mut text = String::new();
        for &index in line.pieces.iter().take(WORDS) {
            let Some(piece) = self.pieces.pieces.get(index as usize) else {
                continue;
            };
            let glyphs = glyphs_of(self.pieces, piece).iter();
            for glyph in glyphs.filter_map(|&i| self.content.glyphs.get(i as usize)) {
                text.push_str(self.content.text_of(glyph).trim());
            }
            text.push(' ');
        }
        text
    }

    /// Puts each of the other blocks behind the one that was drawn before it; or all of them at the
    /// end, downwards, where the drawing order tells nothing.
    fn insert(&self, main: Vec<Found>, mut others: Vec<Found>) -> Vec<Found> {
        let mut out = main;
        if !self.drawn {
            let top = |found: &Found| {
                let lines = found.part.lines();
                let cell = lines.fold(Rect::EMPTY, |r, l| r.union(l.cell));
                self.frames.get(found.frame).leave_rect(cell).y0
            };
            others.sort_by(|a, b| top(a).total_cmp(&top(b)));
            out.extend(others);
            return out;
        }
        // For each block the place it is behind: 0 for the start, n for block n - 1.
        let mut starts: BTreeMap<u32, usize> = BTreeMap::new();
        for (number, found) in out.iter().enumerate() {
            for line in found.part.lines() {
                starts.insert(line.drawn, number + 1);
            }
        }
        let mut placed: Vec<(usize, u32, Found)> = others
            .into_iter()
            .map(|block| {
                let drawn = first_drawn([&block.part]);
                let place = starts.range(..drawn).next_back().map_or(0, |(_, &n)| n);
                (place, drawn, block)
            })
            .collect();
        placed.sort_by_key(|(place, drawn, _)| (*place, *drawn));
        let mut placed = placed.into_iter().peekable();
        let mut all = Vec::new();
        for (number, block) in out.into_iter().enumerate() {
            while let Some((_, _, other)) = placed.next_if(|(place, ..)| *place <= number) {
                all.push(other);
            }
            all.push(block);
        }
        all.extend(placed.map(|(_, _, other)| other));
        all
    }
}

/// Joins blocks that are labels of one series.
fn join_series(blocks: Vec<Found>) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::with_capacity(blocks.len());
    let mut rest = blocks.into_iter();
    while !rest.as_slice().is_empty() {
        let count = axis_labels::length(rest.as_slice().iter().map(Found::label));
        out.extend(rest.next());
        let others = rest.by_ref().take(count.saturating_sub(1));
        let others = others.flat_map(|found| match found.part {
            Part::Text(lines) => lines,
            Part::Table(_) => Vec::new(),
        });
        let others: Vec<RowLine> = others.collect();
        if let Some(Part::Text(lines)) = out.last_mut().map(|found| &mut found.part)
            && !others.is_empty()
        {
            lines.extend(others);
            *lines = axis_labels::rows(std::mem::take(lines));
        }
    }
    out
}

/// Which place in the drawing order is the first of some parts'.
fn first_drawn<'a>(parts: impl IntoIterator<Item = &'a Part>) -> u32 {
    let lines = parts.into_iter().flat_map(Part::lines);
    lines.map(|line| line.drawn).min().unwrap_or_default()
}

/// Parts of a page, to its layout.
struct Writer<'a> {
    content: &'a Content,
    pieces: &'a Pieces,
    /// The page's prevailing size, and whether most of it is bold.
    body: f32,
    bold: bool,
    /// Whether there are letters that are written from right to left.
    has_rtl: bool,
    out: &'a mut Layout,
}

impl Writer<'_> {
    fn add(&mut self, found: Found) {
        let Found { frame, part, role } = found;
        let start = self.out.paragraphs.len() as u32;
        let kind = match part {
            Part::Text(lines) => {
                self.add_paragraphs(frame, &lines, role.is_none());
                role.map_or(BlockKind::Text, BlockKind::Note)
            }
            Part::Table(table) => {
                let cells = table.cells.iter();
                let paragraphs = cells
                    .map(|cell| self.add_paragraphs(frame, &cell.lines, false))
                    .collect();
                self.out.tables.push(TableBlock { table, paragraphs });
                BlockKind::Table(self.out.tables.len() as u32 - 1)
            }
        };
        self.out.blocks.push(Block {
            paragraphs: start..self.out.paragraphs.len() as u32,
            frame,
            kind,
        });
    }

    /// Adds lines and tells the paragraphs that they are.
    fn add_paragraphs(&mut self, frame: u32, lines: &[RowLine], headings: bool) -> Range<u32> {
        let start = self.out.paragraphs.len() as u32;
        let vertical = self.out.frames.get(frame).vertical();
        let found = paragraphs::split(lines, self.out.right_to_left && !vertical);
        let alone = headings && found.len() == 1;
        for range in found {
            let own = lines.get(range).unwrap_or_default();
            let first = self.out.lines.len() as u32;
            for line in own {
                self.add_line(frame, line);
            }
            self.out.paragraphs.push(Paragraph {
                lines: first..self.out.lines.len() as u32,
                heading: headings::level(own, self.body, self.bold, alone),
            });
        }
        start..self.out.paragraphs.len() as u32
    }

    fn add_line(&mut self, frame: u32, line: &RowLine) {
        let start = self.out.glyphs.len() as u32;
        for &index in &line.pieces {
            if let Some(piece) = self.pieces.pieces.get(index as usize) {
                let own = glyphs_of(self.pieces, piece);
                self.out.glyphs.extend_from_slice(own);
            }
        }
        self.push_line(start, frame, line.cell);
    }

    fn push_line(&mut self, start: u32, frame: u32, cell: Rect) {
        let Layout { glyphs, frames, .. } = &mut *self.out;
        let own = glyphs.get_mut(start as usize..).unwrap_or_default();
        if self.has_rtl {
            logical::put_in_visual_order(self.content, frames.get(frame), own);
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

    /// Adds a piece that stands on no page as a block of its own.
    fn add_lost(&mut self, piece: &Piece) {
        let start = self.out.glyphs.len() as u32;
        let own = glyphs_of(self.pieces, piece);
        self.out.glyphs.extend_from_slice(own);
        self.push_line(start, piece.frame, piece.cell);
        let line = self.out.lines.len() as u32;
        let paragraph = self.out.paragraphs.len() as u32;
        self.out.paragraphs.push(Paragraph {
            lines: line.saturating_sub(1)..line,
            heading: None,
        });
        self.out.blocks.push(Block {
            paragraphs: paragraph..paragraph + 1,
            frame: piece.frame,
            kind: BlockKind::Text,
        });
    }
}

fn glyphs_of<'a>(pieces: &'a Pieces, piece: &Piece) -> &'a [u32] {
    pieces
        .glyphs
        .get(piece.glyphs.start as usize..piece.glyphs.end as usize)
        .unwrap_or_default()
}
