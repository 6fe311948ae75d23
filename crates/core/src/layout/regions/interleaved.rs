//! Joins pieces that are drawn into the gaps of others.
//!
//! A decimal point drawn after its digits is a separate piece, in the gap that letterspacing leaves. It
//! becomes part of the digits' piece, so that later steps see one number.

use std::collections::{BTreeMap, BTreeSet};

use super::pieces::{Piece, Pieces};
use crate::layout::scale::WORD_BASELINE;
use crate::line::{Frames, interleave, logical};
use crate::page::Content;
use crate::rank::sorted;

/// Least width of a gap into which something may be drawn, in ems; kerning leaves less.
const MIN_GAP: f32 = 0.05;

/// Most pieces on its baseline with which a piece is compared.
const MAX_COMPARED: usize = 256;

/// The pieces that were joined, by number.
#[derive(Default)]
struct Joined {
    /// Pieces that others were joined with.
    wholes: BTreeMap<u32, Whole>,
    /// Pieces that are now part of others.
    parts: BTreeSet<u32>,
}

struct Whole {
    inked: Vec<u32>,
    /// The white space after all joined pieces.
    white: Vec<u32>,
}

impl Pieces {
    /// Joins each piece that begins in a gap of another on the same baseline with it.
    pub(super) fn join_interleaved(&mut self, content: &Content, frames: &Frames) {
        let pieces = (0u32..).zip(&self.pieces);
        let open = pieces.filter(|(_, piece)| piece.gap > MIN_GAP * piece.size);
        let open: Vec<u32> = sorted(open.map(|(n, piece)| (piece.baseline, n))).collect();
        if open.is_empty() {
            return;
        }
        let mut joined = Joined::default();
        for number in 0..self.pieces.len() as u32 {
            if let Some((whole, inked)) = self.around(content, frames, &open, &joined, number) {
                self.join(&mut joined, whole, number, inked);
            }
        }
        if !joined.parts.is_empty() {
            self.rebuild(content, &joined);
        }
    }

    /// The piece into which another is drawn, with the glyphs of both.
    fn around(
        &self,
        content: &Content,
        frames: &Frames,
        open: &[u32],
        joined: &Joined,
        number: u32,
    ) -> Option<(u32, Vec<u32>)> {
        let piece = self.pieces.get(number as usize)?;
        let near = WORD_BASELINE * piece.size;
        let baseline = |n: u32| self.pieces.get(n as usize).map_or(0.0, |p| p.baseline);
        let from = open.partition_point(|&n| baseline(n) < piece.baseline - near);
        let level = open.get(from..)?.iter().copied();
        let level = level.take_while(|&n| baseline(n) <= piece.baseline + near);
        level.take(MAX_COMPARED).find_map(|whole| {
            let other = self.pieces.get(whole as usize)?;
            let begins_in = other.cell.x0 < piece.cell.x0 && piece.cell.x0 < other.cell.x1;
            let free = whole != number && !joined.parts.contains(&whole);
            if !begins_in || !free || other.frame != piece.frame {
                return None;
            }
            let all = self.inked(joined, whole);
            let own = self.inked(joined, number);
            if logical::has_rtl(content, all) || logical::has_rtl(content, own) {
                return None;
            }
            let both = interleave(content, frames.get(piece.frame), all, own)?;
            Some((whole, both))
        })
    }

    /// The inked glyphs of a piece, with those of all pieces joined with it.
    fn inked<'a>(&'a self, joined: &'a Joined, number: u32) -> &'a [u32] {
        if let Some(whole) = joined.wholes.get(&number) {
            return &whole.inked;
        }
        let piece = self.pieces.get(number as usize);
        piece.map_or(&[], |piece| self.inked_of(piece))
    }

    /// Makes a piece part of another; `inked` are the glyphs of both.
    fn join(&mut self, joined: &mut Joined, whole: u32, part: u32, inked: Vec<u32>) {
        let white = |number: u32| {
            let piece = self.pieces.get(number as usize);
            let white = piece.and_then(|p| self.glyphs_of(p).get(p.inked as usize..));
            white.unwrap_or_default().to_vec()
        };
        let of_part = joined.wholes.remove(&part);
        let mut of_part = of_part.map_or_else(|| white(part), |own| own.white);
        let entry = joined.wholes.entry(whole).or_insert_with(|| Whole {
            inked: Vec::new(),
            white: white(whole),
        });
        entry.inked = inked;
        entry.white.append(&mut of_part);
        joined.parts.insert(part);
        let own = self.pieces.get(part as usize).cloned();
        if let (Some(part), Some(whole)) = (own, self.pieces.get_mut(whole as usize)) {
            whole.cell = whole.cell.union(part.cell);
            whole.size = whole.size.max(part.size);
            whole.reach = whole.reach.max(part.cell.x1);
            whole.leader &= part.leader;
        }
    }

    /// Rebuilds the lists of glyphs and pieces, without the pieces that are part of others.
    fn rebuild(&mut self, content: &Content, joined: &Joined) {
        let mut new = Self {
            glyphs: Vec::with_capacity(self.glyphs.len()),
            pieces: Vec::with_capacity(self.pieces.len()),
            lost: Vec::with_capacity(self.lost.len()),
        };
        for (number, old) in (0u32..).zip(&self.pieces) {
            if joined.parts.contains(&number) {
                continue;
            }
            let mut piece = old.clone();
            let start = new.glyphs.len() as u32;
            match joined.wholes.get(&number) {
                Some(whole) => {
                    new.glyphs.extend(whole.inked.iter().chain(&whole.white));
                    piece.inked = whole.inked.len() as u32;
                }
                None => new.glyphs.extend_from_slice(self.glyphs_of(old)),
            }
            piece.glyphs = start..new.glyphs.len() as u32;
            if joined.wholes.contains_key(&number) {
                piece.in_order = false;
                new.describe(content, &mut piece);
            }
            new.pieces.push(piece);
        }
        for old in &self.lost {
            let start = new.glyphs.len() as u32;
            new.glyphs.extend_from_slice(self.glyphs_of(old));
            let glyphs = start..new.glyphs.len() as u32;
            new.lost.push(Piece {
                glyphs,
                ..old.clone()
            });
        }
        *self = new;
    }
}
