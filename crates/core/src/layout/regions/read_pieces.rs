//! Groups glyphs into pieces.

use super::edges::Edges;
use super::pieces::{Piece, Pieces};
use crate::geometry::{Rect, least, most};
use crate::layout::scale;
use crate::line::{Frame, Frames, LineParams, Reach, letter_spacing, logical, order_by_position};
use crate::page::{Content, Dots, Glyph};

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
    let drawn: Vec<u32> = glyphs.into_iter().collect();
    let mut open: Option<Open> = None;
    // The start of the last glyph, and its letterspacing.
    let (mut last, mut last_spacing) = (0.0f32, 0.0f32);
    let mut shared: Option<Shared> = None;
    let mut at = 0;
    while let Some(&index) = drawn.get(at) {
        at += 1;
        let Some(glyph) = content.glyphs.get(index as usize) else {
            continue;
        };
        if shared.is_none_or(|shared| shared.index != glyph.run) {
            shared = Shared::of(content, frames, glyph.run);
        }
        let Some(run) = &shared else {
            continue;
        };
        let place = Place::of(run, glyph);
        let position = out.glyphs.len() as u32;
        if glyph.space {
            // White space belongs to the piece before it. White space at another place, as at the end of a
            // line drawn from the right, separates no more than gaps do.
            if let Some(piece) = &mut open
                && piece.frame == run.number
                && (place.baseline - piece.baseline).abs() <= piece.size
                && (place.start - piece.reach).abs() <= piece.size
            {
                out.glyphs.push(index);
                piece.ended = true;
                piece.reach = piece.reach.max(place.end);
            }
            continue;
        }
        let own_margin = params.word_margin * most(run.size, place.end - place.start);
        let margin = own_margin + last_spacing;
        last_spacing = run.spacing;
        out.glyphs.push(index);
        match &mut open {
            Some(piece)
                if !piece.ended
                    && piece.frame == run.number
                    && place.goes_on(
                        (piece.cell.x1, piece.baseline),
                        last,
                        margin,
                        scale::WORD_BASELINE * most(run.size, piece.size),
                    ) =>
            {
                piece.in_order &= glyph.text.len > 0;
                piece.gap = most(piece.gap, place.start - piece.cell.x1);
                piece.goes_back |= place.start + place.end < 2.0 * last;
                piece.cell = piece.cell.union(place.cell(run));
                piece.size = most(piece.size, run.size);
                piece.reach = piece.cell.x1;
                piece.inked += 1;
                piece.leader = piece.leader && is_leader(content.text_of(glyph));
            }
            _ => {
                if let Some(piece) = open {
                    out.close(content, frames, piece, position);
                }
                let cell = Rect::EMPTY.union(place.cell(run));
                open = Some(Open {
                    start: position,
                    cell,
                    baseline: place.baseline,
                    size: run.size,
                    reach: cell.x1,
                    inked: 1,
                    gap: f32::NEG_INFINITY,
                    bold: run.bold,
                    in_order: glyph.text.len > 0,
                    goes_back: false,
                    ended: false,
                    frame: run.number,
                    leader: is_leader(content.text_of(glyph)),
                });
            }
        }
        last = place.start;
        // Most glyphs follow another one of their word.
        if let Some(piece) = &mut open
            && !piece.leader
        {
            let rest = drawn.get(at..).unwrap_or_default();
            let count = extend(content, rest, run, params.word_margin, piece, &mut last);
            let more = rest.get(..count).unwrap_or_default();
            out.glyphs.extend_from_slice(more);
            at += count;
        }
    }
    if let Some(piece) = open {
        let end = out.glyphs.len() as u32;
        out.close(content, frames, piece, end);
    }
    out.join_interleaved(content, frames);
    out
}

/// Adds the first of these glyphs to a piece without leaders, as long as they are in the run of its last glyph and
/// continue it. Returns their number. As a function of its own it has few variables, which stay in registers.
#[inline(never)]
fn extend(
    content: &Content,
    drawn: &[u32],
    run: &Shared,
    word_margin: f32,
    piece: &mut Open,
    last: &mut f32,
) -> usize {
    let Rect {
        mut x0,
        mut y0,
        mut x1,
        mut y1,
    } = piece.cell;
    let mut before = *last;
    let (mut gap, mut in_order, mut goes_back) = (piece.gap, piece.in_order, piece.goes_back);
    // A piece is at least as large as the run of its last glyph.
    let step = scale::WORD_BASELINE * piece.size;
    let mut count = 0u32;
    for &index in drawn {
        let Some(glyph) = content.glyphs.get(index as usize) else {
            break;
        };
        if glyph.run != run.index || glyph.space {
            break;
        }
        let place = Place::of(run, glyph);
        let margin = word_margin * most(run.size, place.end - place.start) + run.spacing;
        if !place.goes_on((x1, piece.baseline), before, margin, step) {
            break;
        }
        in_order &= glyph.text.len > 0;
        gap = most(gap, place.start - x1);
        goes_back |= place.start + place.end < 2.0 * before;
        let (above, below) = run.reach.rows(place.baseline);
        (x0, y0) = (least(x0, place.start), least(y0, above));
        (x1, y1) = (most(x1, place.end), most(y1, below));
        before = place.start;
        count += 1;
    }
    if count > 0 {
        *last = before;
        *piece = Open {
            cell: Rect { x0, y0, x1, y1 },
            reach: x1,
            inked: piece.inked + count,
            gap,
            in_order,
            goes_back,
            ..*piece
        };
    }
    count as usize
}

/// The place of a glyph in its frame.
struct Place {
    start: f32,
    end: f32,
    baseline: f32,
}

impl Place {
    #[inline(always)]
    fn of(run: &Shared, glyph: &Glyph) -> Self {
        let origin = run.frame.enter(glyph.origin);
        let end = origin.x + glyph.advance;
        Self {
            start: least(origin.x, end),
            end: most(origin.x, end),
            baseline: origin.y,
        }
    }

    /// Whether a glyph continues a piece of its frame without white space, that reaches to a place on a baseline, at a
    /// distance of at most `margin` along it and `step` across it; `last` is the start of the glyph before it.
    #[inline(always)]
    fn goes_on(&self, (reached, baseline): (f32, f32), last: f32, margin: f32, step: f32) -> bool {
        self.start - reached <= margin
            && last - self.end <= margin
            && (self.baseline - baseline).abs() <= step
    }

    /// The cell of a glyph of this run, without its slant.
    #[inline(always)]
    fn cell(&self, run: &Shared) -> Rect {
        let rows = run.reach.rows(self.baseline);
        Rect {
            x0: self.start,
            y0: rows.0,
            x1: self.end,
            y1: rows.1,
        }
    }
}

/// A piece whose glyphs are being read. It is small, because it changes with each glyph.
#[derive(Clone, Copy)]
struct Open {
    /// The position of its first glyph.
    start: u32,
    cell: Rect,
    baseline: f32,
    size: f32,
    reach: f32,
    inked: u32,
    gap: f32,
    bold: bool,
    in_order: bool,
    /// A glyph is left of the one drawn before it.
    goes_back: bool,
    /// White space is behind its glyphs.
    ended: bool,
    frame: u32,
    leader: bool,
}

/// The properties that the glyphs of a run share.
#[derive(Clone, Copy)]
struct Shared {
    /// The index of the run in the content.
    index: u32,
    size: f32,
    bold: bool,
    /// The number of its frame.
    number: u32,
    frame: Frame,
    reach: Reach,
    /// Its letterspacing, in points.
    spacing: f32,
}

impl Shared {
    fn of(content: &Content, frames: &Frames, index: u32) -> Option<Self> {
        let run = content.runs.get(index as usize)?;
        let number = frames.number(index);
        let frame = frames.get(number);
        Some(Self {
            index,
            size: run.size,
            bold: content.fonts.get(run.font as usize).is_some_and(|f| f.bold),
            number,
            frame,
            reach: frame.reach(run),
            spacing: letter_spacing(run),
        })
    }
}

impl Pieces {
    /// Adds a finished piece, which ends before the glyph at position `end`.
    fn close(&mut self, content: &Content, frames: &Frames, open: Open, end: u32) {
        let piece = Piece {
            glyphs: open.start..end,
            cell: open.cell,
            baseline: open.baseline,
            size: open.size,
            reach: open.reach,
            inked: open.inked,
            gap: open.gap,
            bold: open.bold,
            in_order: open.in_order && !open.goes_back,
            frame: open.frame,
            leader: open.leader,
            label: false,
            bullet: None,
            value: None,
            edges: Edges::default(),
        };
        let first = piece.glyphs.start as usize;
        let inked = first..first + piece.inked as usize;
        if open.goes_back
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
                in_order: false,
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
