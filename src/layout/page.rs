//! All stages over one page, and their results.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::build::Builder;
use super::columns::is_right_to_left;
use super::gutters::{Gutter, Shapes, prevailing_size};
use super::pieces::{Piece, Pieces};
use super::regions::Divider;
use super::rows::{Line, Rows};
use super::{blocks, drawing, headings, order, paragraphs, pieces, skew};
use crate::geometry::Rect;
use crate::line::{Frame, Frames, LineParams, TextLine, logical};
use crate::model::{Attribute, Content, Detail, Kind, Node, Tree};

/// What was found on a page, in reading order: each stage's decisions as plain data.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The directions of writing, set upright.
    pub frames: Frames,
    /// Glyphs (indices in the content), line by line.
    pub glyphs: Vec<u32>,
    pub lines: Vec<TextLine>,
    pub paragraphs: Vec<Paragraph>,
    pub blocks: Vec<Block>,
    /// What parts the page into regions.
    pub gutters: Vec<Gutter>,
    /// Whether the drawing order is one in which the page can be read.
    pub drawn: bool,
    /// Whether columns are read from right to left.
    pub right_to_left: bool,
}

/// Lines that are one paragraph.
#[derive(Clone, Debug, PartialEq)]
pub struct Paragraph {
    /// Positions in [`Layout::lines`].
    pub lines: Range<u32>,
    /// For a heading its level, from 1.
    pub heading: Option<u8>,
}

/// Paragraphs that white space keeps together.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Positions in [`Layout::paragraphs`].
    pub paragraphs: Range<u32>,
    pub frame: u32,
}

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
    let mut page = PageBlocks {
        content,
        frames: &frames,
        pieces: &pieces,
        drawn: drawing::is_reading(&pieces.pieces),
        right_to_left: is_right_to_left(content),
        gutters: Vec::new(),
    };
    let blocks = page.blocks();
    let mut out = Layout {
        glyphs: Vec::with_capacity(pieces.glyphs.len()),
        lines: Vec::new(),
        paragraphs: Vec::new(),
        blocks: Vec::with_capacity(blocks.len()),
        gutters: std::mem::take(&mut page.gutters),
        drawn: page.drawn,
        right_to_left: page.right_to_left,
        frames: frames.clone(),
    };
    let body = prevailing_size(pieces.pieces.iter());
    let bold = pieces.pieces.iter().filter(|p| p.bold).count() * 2 > pieces.pieces.len();
    for (frame, lines) in blocks {
        out.add(content, &pieces, frame, &lines, body, bold);
    }
    for piece in &pieces.lost {
        out.add_lost(content, &pieces, piece);
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

/// Pieces to blocks in reading order.
struct PageBlocks<'a> {
    content: &'a Content,
    frames: &'a Frames,
    pieces: &'a Pieces,
    drawn: bool,
    right_to_left: bool,
    gutters: Vec<Gutter>,
}

impl PageBlocks<'_> {
    /// The blocks of all frames, each with its frame.
    fn blocks(&mut self) -> Vec<(u32, Vec<Line>)> {
        let mut of_frame: BTreeMap<u32, (u32, Vec<u32>)> = BTreeMap::new();
        for (index, piece) in (0u32..).zip(&self.pieces.pieces) {
            let (inked, list) = of_frame.entry(piece.frame).or_default();
            *inked += piece.inked;
            list.push(index);
        }
        // The frame with most text is the page's; text in others is put between its blocks.
        let mut frames: Vec<(u32, (u32, Vec<u32>))> = of_frame.into_iter().collect();
        frames.sort_by_key(|(frame, (inked, _))| (Reverse(*inked), *frame));
        let mut main: Vec<(u32, Vec<Line>)> = Vec::new();
        let mut others: Vec<(u32, Vec<Line>)> = Vec::new();
        for (number, (frame, (_, pieces))) in frames.into_iter().enumerate() {
            let list = if number == 0 { &mut main } else { &mut others };
            for block in self.of_frame(frame, pieces) {
                list.push((frame, block));
            }
        }
        if others.is_empty() {
            return main;
        }
        self.insert(main, others)
    }

    fn of_frame(&mut self, number: u32, pieces: Vec<u32>) -> Vec<Vec<Line>> {
        let frame = self.frames.get(number);
        let right_to_left = self.right_to_left && !frame.vertical();
        let all = &self.pieces.pieces;
        let em = prevailing_size(pieces.iter().filter_map(|&i| all.get(i as usize)));
        let shapes = shapes(self.content, frame, em);
        let divided = Divider {
            pieces: all,
            shapes: &shapes,
            drawn: self.drawn,
            right_to_left,
        }
        .divide(pieces);
        self.gutters.extend(divided.gutters);
        let rows = Rows {
            pieces: all,
            rules: &shapes.rules,
            right_to_left,
        };
        let regions: Vec<Vec<Line>> = divided.regions.iter().map(|r| rows.lines(r)).collect();
        let usual = blocks::usual(regions.iter().map(Vec::as_slice));
        regions
            .into_iter()
            .flat_map(|lines| blocks::blocks(lines, usual, &shapes.barriers))
            .map(|block| order::order(block, self.drawn))
            .collect()
    }

    /// Puts each of the other blocks behind the one that was drawn before it; or all of them at the
    /// end, downwards, where the drawing order tells nothing.
    fn insert(
        &self,
        main: Vec<(u32, Vec<Line>)>,
        mut others: Vec<(u32, Vec<Line>)>,
    ) -> Vec<(u32, Vec<Line>)> {
        let first = |lines: &[Line]| lines.iter().map(|l| l.drawn).min().unwrap_or(0);
        let mut out = main;
        if !self.drawn {
            let top = |(frame, lines): &(u32, Vec<Line>)| {
                let cell = lines.iter().fold(Rect::EMPTY, |r, l| r.union(l.cell));
                self.frames.get(*frame).leave_rect(cell).y0
            };
            others.sort_by(|a, b| top(a).total_cmp(&top(b)));
            out.extend(others);
            return out;
        }
        // For each block the place it is behind: 0 for the start, n for block n - 1.
        let mut starts: BTreeMap<u32, usize> = BTreeMap::new();
        for (number, (_, lines)) in out.iter().enumerate() {
            for line in lines {
                starts.insert(line.drawn, number + 1);
            }
        }
        let mut placed: Vec<(usize, u32, (u32, Vec<Line>))> = others
            .into_iter()
            .map(|block| {
                let drawn = first(&block.1);
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

/// Ruled lines and images, as they stand to text of a frame in which most has this size.
fn shapes(content: &Content, frame: Frame, em: f32) -> Shapes {
    /// Ruled lines are thinner than this, in points.
    const THIN: f32 = 3.0;
    /// An image over more than this share of the page is what the text is printed on.
    const BACKGROUND: f32 = 0.5;
    /// No page has more rules that part anything.
    const MOST_RULES: usize = 20_000;
    let mut shapes = Shapes::default();
    for fill in &content.fills {
        let r = frame.enter_rect(fill.bbox);
        if r.height() <= THIN && r.width() >= 2.0 * em {
            shapes.barriers.push(r);
        } else if r.width() <= THIN && r.height() >= 0.8 * em && shapes.rules.len() < MOST_RULES {
            shapes.rules.push(r);
        }
    }
    shapes.rules.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let page = content.width * content.height;
    for image in &content.images {
        let r = frame.enter_rect(image.bbox);
        if r.area() <= BACKGROUND * page && r.width() >= 2.0 * em && r.height() >= em {
            shapes.barriers.push(r);
        }
    }
    shapes
}

impl Layout {
    /// Adds a block and its paragraphs.
    fn add(
        &mut self,
        content: &Content,
        pieces: &Pieces,
        frame: u32,
        lines: &[Line],
        body: f32,
        bold: bool,
    ) {
        let start = self.paragraphs.len() as u32;
        let vertical = self.frames.get(frame).vertical();
        let found = paragraphs::paragraphs(lines, self.right_to_left && !vertical);
        let alone = found.len() == 1;
        for range in found {
            let own = lines.get(range).unwrap_or_default();
            let first = self.lines.len() as u32;
            for line in own {
                self.add_line(content, pieces, frame, line);
            }
            self.paragraphs.push(Paragraph {
                lines: first..self.lines.len() as u32,
                heading: headings::level(own, body, bold, alone),
            });
        }
        self.blocks.push(Block {
            paragraphs: start..self.paragraphs.len() as u32,
            frame,
        });
    }

    fn add_line(&mut self, content: &Content, pieces: &Pieces, frame: u32, line: &Line) {
        let own = line
            .pieces
            .iter()
            .filter_map(|&i| pieces.pieces.get(i as usize));
        let start = self.glyphs.len() as u32;
        for piece in own {
            self.glyphs.extend_from_slice(glyphs_of(pieces, piece));
        }
        self.push_line(content, start, frame, line.cell);
    }

    fn push_line(&mut self, content: &Content, start: u32, frame: u32, cell: Rect) {
        let own = self.glyphs.get_mut(start as usize..).unwrap_or_default();
        logical::put_in_visual_order(content, self.frames.get(frame), own);
        let inked = own
            .iter()
            .filter_map(|&i| content.glyphs.get(i as usize))
            .filter(|g| !g.space);
        let (mut bbox, mut text) = (Rect::EMPTY, false);
        for glyph in inked {
            bbox = bbox.union(glyph.bbox);
            text |= glyph.text.len > 0;
        }
        self.lines.push(TextLine {
            glyphs: start..self.glyphs.len() as u32,
            frame,
            cell,
            bbox,
            inked: text,
        });
    }

    /// Adds a piece that stands on no page as a block of its own.
    fn add_lost(&mut self, content: &Content, pieces: &Pieces, piece: &Piece) {
        let start = self.glyphs.len() as u32;
        self.glyphs.extend_from_slice(glyphs_of(pieces, piece));
        self.push_line(content, start, piece.frame, piece.cell);
        let (line, paragraph) = (self.lines.len() as u32, self.paragraphs.len() as u32);
        self.paragraphs.push(Paragraph {
            lines: line.saturating_sub(1)..line,
            heading: None,
        });
        self.blocks.push(Block {
            paragraphs: paragraph..paragraph + 1,
            frame: piece.frame,
        });
    }
}

fn glyphs_of<'a>(pieces: &'a Pieces, piece: &Piece) -> &'a [u32] {
    pieces
        .glyphs
        .get(piece.glyphs.start as usize..piece.glyphs.end as usize)
        .unwrap_or_default()
}

/// The tree of a layout. Without `groups` all paragraphs stand under the page.
pub fn build(mut builder: Builder<'_>, layout: &Layout, groups: bool) -> (Tree, Vec<u32>) {
    let root = builder.root();
    for block in &layout.blocks {
        let paragraphs = layout
            .paragraphs
            .get(block.paragraphs.start as usize..block.paragraphs.end as usize)
            .unwrap_or_default();
        // Glyphs without a text of their own, theirs being part of an earlier one's, make no line.
        let inked = |n: &u32| layout.lines.get(*n as usize).is_some_and(|l| l.inked);
        let lines = |p: &Paragraph| p.lines.clone().filter(inked);
        let parent = if groups && paragraphs.len() > 1 {
            let bbox = builder.bbox(paragraphs.iter().flat_map(lines));
            let mut node = Node::new(Kind::TEXTGROUP, bbox, Detail::None);
            node.attributes.push(attribute("block", "true".into()));
            builder.node(root, node)
        } else {
            root
        };
        for paragraph in paragraphs {
            if lines(paragraph).next().is_none() {
                continue;
            }
            let id = builder.text_box(parent, lines(paragraph));
            if let Some(level) = paragraph.heading {
                let node = builder.node_mut(id);
                node.attributes.push(attribute("level", level.to_string()));
            }
        }
    }
    builder.part_lines();
    builder.finish()
}

fn attribute(name: &'static str, value: String) -> Attribute {
    Attribute {
        name: name.into(),
        value,
    }
}
