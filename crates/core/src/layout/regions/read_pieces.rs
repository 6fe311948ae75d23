//! Groups glyphs into pieces.

use super::edges::Edges;
use super::pieces::{Piece, Pieces};
use crate::geometry::{Rect, most};
use crate::layout::scale;
use crate::line::{Frame, Frames, LineParams, Reach, letter_spacing, logical, order_by_position};
use crate::page::{Content, Dots, Glyph, Run};

/// Coordinates beyond this, in points, are outside any page. A PDF page measures at most 200 inches (ISO
/// 32000-1, Annex C), before `UserUnit`.
const MAX_COORDINATE: f32 = 1e6;

/// Usual number of glyphs of a piece, to reserve memory.
const GLYPHS_PER_PIECE: usize = 4;

/// Fewest glyphs of a piece with leaders and something else.
const LEADERS_AND_MORE: u32 = 6;

/// Fewest leader dots in a row, so that one glyph in this many shows whether a piece has leaders.
const FEWEST_DOTS: usize = 4;

/// Splits glyphs, given in drawing order, into pieces: at changes of frame or baseline, after white space,
/// at gaps that separate words ([`LineParams::word_margin`]), and around leaders.
pub(crate) fn read(
    content: &Content,
    frames: &Frames,
    glyphs: impl IntoIterator<Item = u32>,
    params: &LineParams,
) -> Pieces {
    let mut out = Pieces {
        glyphs: Vec::with_capacity(content.glyphs.len()),
        pieces: Vec::with_capacity(content.glyphs.len() / GLYPHS_PER_PIECE),
        lost: Vec::new(),
    };
    let mut open: Option<Piece> = None;
    // The start of the last glyph, and its letterspacing.
    let (mut last, mut last_spacing) = (0.0f32, 0.0f32);
    // Whether a glyph of the open piece is left of the glyph drawn before it.
    let mut goes_back = false;
    let mut shared: Option<Shared> = None;
    for index in glyphs {
        let Some(glyph) = content.glyphs.get(index as usize) else {
            continue;
        };
        if shared.is_none_or(|shared| shared.index != glyph.run) {
            shared = Shared::of(content, frames, glyph.run);
        }
        let Some(Shared {
            run,
            number,
            frame,
            reach,
            spacing,
            ..
        }) = &shared
        else {
            continue;
        };
        let number = *number;
        let (start, end) = frame.extent(glyph);
        let baseline = frame.enter(glyph.origin).y;
        let position = out.glyphs.len() as u32;
        if glyph.space {
            // White space belongs to the piece before it. White space at another place, as at the end of a
            // line drawn from the right, separates no more than gaps do.
            if let Some(piece) = &mut open
                && piece.frame == number
                && (baseline - piece.baseline).abs() <= piece.size
                && (start - piece.reach).abs() <= piece.size
            {
                out.glyphs.push(index);
                piece.glyphs.end = position + 1;
                piece.reach = piece.reach.max(end);
            }
            continue;
        }
        let cell = Rect {
            x0: start,
            x1: end,
            ..reach.cell(frame.enter(glyph.origin), glyph.advance)
        };
        let margin = params.word_margin * most(run.size, end - start) + last_spacing;
        last_spacing = *spacing;
        let goes_on = |piece: &Piece| {
            piece.glyphs.end - piece.glyphs.start == piece.inked
                && piece.frame == number
                && (baseline - piece.baseline).abs()
                    <= scale::WORD_BASELINE * most(run.size, piece.size)
                && start - piece.cell.x1 <= margin
                && last - end <= margin
        };
        out.glyphs.push(index);
        match &mut open {
            Some(piece) if goes_on(piece) => {
                piece.glyphs.end = position + 1;
                piece.gap = most(piece.gap, start - piece.cell.x1);
                goes_back |= start + end < 2.0 * last;
                piece.cell = piece.cell.union(cell);
                piece.size = most(piece.size, run.size);
                piece.reach = piece.cell.x1;
                piece.inked += 1;
                piece.leader = piece.leader && is_leader(content.text_of(glyph));
            }
            _ => {
                if let Some(piece) = open.take() {
                    out.close(content, frames, piece, goes_back);
                }
                goes_back = false;
                let cell = Rect::EMPTY.union(cell);
                open = Some(Piece {
                    glyphs: position..position + 1,
                    cell,
                    baseline,
                    size: run.size,
                    reach: cell.x1,
                    inked: 1,
                    gap: f32::NEG_INFINITY,
                    bold: content.fonts.get(run.font as usize).is_some_and(|f| f.bold),
                    frame: number,
                    leader: is_leader(content.text_of(glyph)),
                    label: false,
                    bullet: None,
                    value: None,
                    edges: Edges::default(),
                });
            }
        }
        last = start;
    }
    if let Some(piece) = open {
        out.close(content, frames, piece, goes_back);
    }
    out.join_interleaved(content, frames);
    out
}

/// The properties that the glyphs of a run share.
#[derive(Clone, Copy)]
struct Shared<'a> {
    /// The index of the run in the content.
    index: u32,
    run: &'a Run,
    /// The number of its frame.
    number: u32,
    frame: Frame,
    reach: Reach,
    /// Its letterspacing, in points.
    spacing: f32,
}

impl<'a> Shared<'a> {
    fn of(content: &'a Content, frames: &Frames, index: u32) -> Option<Self> {
        let run = content.runs.get(index as usize)?;
        let number = frames.number(index);
        let frame = frames.get(number);
        Some(Self {
            index,
            run,
            number,
            frame,
            reach: frame.reach(run),
            spacing: letter_spacing(run),
        })
    }
}

impl Pieces {
    /// Adds a finished piece; `goes_back` says whether a glyph is left of the one drawn before it.
    fn close(&mut self, content: &Content, frames: &Frames, piece: Piece, goes_back: bool) {
        let first = piece.glyphs.start as usize;
        let inked = first..first + piece.inked as usize;
        if goes_back
            && let Some(inked) = self.glyphs.get_mut(inked)
            && !logical::has_rtl(content, inked)
        {
            order_by_position(content, frames.get(piece.frame), inked);
        }
        if piece.inked >= LEADERS_AND_MORE
            && !piece.leader
            && self.may_have_leaders(content, &piece)
        {
            for part in self.parts_at_leaders(content, frames, &piece) {
                self.add(content, part);
            }
        } else {
            self.add(content, piece);
        }
    }

    /// Whether some glyphs of a piece can be leader dots.
    fn may_have_leaders(&self, content: &Content, piece: &Piece) -> bool {
        let first = piece.glyphs.start as usize;
        let inked = self.glyphs.get(first..first + piece.inked as usize);
        let inked = inked.unwrap_or_default();
        let is_dot = |index: &u32| {
            let glyph = content.glyphs.get(*index as usize);
            glyph.is_some_and(|glyph| match content.first_byte_of(glyph) {
                Some(byte) if byte.is_ascii() => matches!(byte, b'.' | b'_'),
                Some(_) => is_leader(content.text_of(glyph)),
                None => false,
            })
        };
        // A loop, because each piece comes through here.
        let mut at = 0;
        while let Some(glyph) = inked.get(at) {
            // A full stop is alone.
            let is_beside = |at: usize| inked.get(at).is_some_and(is_dot);
            if is_dot(glyph) && (is_beside(at + 1) || is_beside(at.wrapping_sub(1))) {
                return true;
            }
            at += FEWEST_DOTS;
        }
        false
    }

    /// A piece divided before and behind its leaders.
    #[cold]
    #[inline(never)]
    fn parts_at_leaders(&self, content: &Content, frames: &Frames, piece: &Piece) -> Vec<Piece> {
        let first = piece.glyphs.start;
        let inked = first as usize..(first + piece.inked) as usize;
        let inked = self.glyphs.get(inked).unwrap_or_default();
        let dots = |index: &u32| {
            let glyph = content.glyphs.get(*index as usize)?;
            Dots::of(content.text_of(glyph))
        };
        let mut ends = vec![0];
        let mut end = 0;
        for same in inked.chunk_by(|a, b| dots(a).is_some() == dots(b).is_some()) {
            let start = end;
            end += same.len() as u32;
            let all = same.iter().filter_map(dots);
            if all.reduce(Dots::and).is_some_and(Dots::lead) {
                ends.extend([start, end]);
            }
        }
        ends.push(piece.inked);
        ends.dedup();
        let frame = frames.get(piece.frame);
        let part = |pair: &[u32]| {
            let &[from, to] = pair else { return None };
            let own = inked.get(from as usize..to as usize)?;
            let glyphs = own.iter().filter_map(|&i| content.glyphs.get(i as usize));
            let runs = |glyph: &Glyph| content.runs.get(glyph.run as usize);
            let cells = glyphs.clone();
            let cells = cells.filter_map(|glyph| Some(frame.cell(glyph, runs(glyph)?)));
            let cell = cells.fold(Rect::EMPTY, Rect::union);
            let sizes = glyphs.clone().filter_map(runs).map(|run| run.size);
            let bold = glyphs.clone().next().and_then(runs);
            let bold = bold.and_then(|run| content.fonts.get(run.font as usize));
            let is_last = to == piece.inked;
            Some(Piece {
                glyphs: first + from..if is_last {
                    piece.glyphs.end
                } else {
                    first + to
                },
                cell,
                size: sizes.fold(0.0, most),
                reach: if is_last { piece.reach } else { cell.x1 },
                inked: to - from,
                bold: bold.is_some_and(|font| font.bold),
                leader: glyphs
                    .clone()
                    .all(|glyph| is_leader(content.text_of(glyph))),
                ..piece.clone()
            })
        };
        ends.windows(2).filter_map(part).collect()
    }

    // Each piece comes through here.
    #[inline(always)]
    fn add(&mut self, content: &Content, mut piece: Piece) {
        self.describe(content, &mut piece);
        let c = piece.cell;
        let usable = [c.x0, c.y0, c.x1, c.y1, piece.baseline, piece.size]
            .iter()
            .all(|v| v.abs() <= MAX_COORDINATE);
        if usable && piece.size > 0.0 {
            self.pieces.push(piece);
        } else {
            self.lost.push(piece);
        }
    }
}

/// Whether a text consists of full stops and other characters of leaders.
fn is_leader(text: &str) -> bool {
    text.chars()
        .all(|c| matches!(c, '.' | '·' | '…' | '_' | '․' | '‥' | '⋯' | '-'))
}
