//! Puts the glyphs of a line into visual order, from left to right of its frame.
//!
//! Files draw right-to-left text in various orders: glyph by glyph from the left, or from the right in
//! reading order. Others draw word by word from the right, but each word from the left. Only the positions of
//! the glyphs are reliable.

use crate::compact_sort::CompactSort;
use crate::line::Frame;
use crate::page::Content;

/// Tolerance in favour of the base suggested by the drawing order, in ems: the other base must be nearer by
/// more than this. Marks extend over the edges of their base.
const REACH: f32 = 0.25;

/// Maximum distance of a mark from its base, in ems. A mark further away stands alone between two words, such
/// as pause signs in the Quran.
const ASTRAY: f32 = 0.2;

/// A base glyph with its marks, or a single glyph.
#[derive(Debug)]
pub(super) struct Cluster {
    start: f32,
    /// Indices in [`Content::glyphs`]: the base, then its marks in logical order.
    pub glyphs: Vec<u32>,
}

impl Cluster {
    /// Start of the base, along the frame.
    pub(super) fn start(&self) -> f32 {
        self.start
    }

    /// The character that represents the cluster in the bidirectional algorithm: the first letter or digit of
    /// its base, otherwise its first character.
    pub(super) fn character(&self, content: &Content) -> char {
        let base = self.glyphs.first().copied();
        let glyph = base.and_then(|g| content.glyphs.get(g as usize));
        let text = glyph.map_or("", |glyph| content.text_of(glyph));
        let strong = |c: &char| c.is_alphanumeric();
        let first = || text.chars().next();
        text.chars().find(strong).or_else(first).unwrap_or(' ')
    }
}

/// The properties of a glyph used here.
struct Drawn {
    index: u32,
    /// Start and end along the frame.
    extent: (f32, f32),
    em: f32,
    sort: Sort,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Base,
    /// Combining marks only.
    Mark,
    /// Part of the text of the previously drawn glyph (`ActualText`).
    Follower,
    Space,
}

/// The clusters of a line's glyphs from left to right. The result depends on positions and drawing order, but
/// not on the order of `glyphs`.
pub(super) fn clusters(content: &Content, frame: Frame, glyphs: &[u32]) -> Vec<Cluster> {
    let mut drawn: Vec<Drawn> = glyphs
        .iter()
        .filter_map(|&index| {
            let glyph = content.glyphs.get(index as usize)?;
            let run = content.runs.get(glyph.run as usize)?;
            let text = content.text_of(glyph);
            let sort = if glyph.space {
                Sort::Space
            } else if text.is_empty() {
                Sort::Follower
            } else if text.chars().all(is_mark) {
                Sort::Mark
            } else {
                Sort::Base
            };
            Some(Drawn {
                index,
                extent: frame.extent(glyph),
                em: run.size,
                sort,
            })
        })
        .collect();
    drawn.compact_sort_by_key(|d| d.index);
    // The base of each glyph, as an index in `drawn`.
    let bases: Vec<usize> = (0..drawn.len()).map(|at| base_of(&drawn, at)).collect();
    let mut clusters: Vec<Cluster> = Vec::with_capacity(drawn.len());
    let mut cluster_of = vec![usize::MAX; drawn.len()];
    for (at, (glyph, &base)) in drawn.iter().zip(&bases).enumerate() {
        if base == at
            && let Some(slot) = cluster_of.get_mut(at)
        {
            *slot = clusters.len();
            clusters.push(Cluster {
                start: glyph.extent.0,
                glyphs: vec![glyph.index],
            });
        }
    }
    // Marks drawn before their base were drawn from the left, so their order is reversed.
    let marks = || drawn.iter().zip(&bases).enumerate();
    let before = marks().rev().filter(|(at, (_, base))| *base > at);
    let after = marks().filter(|(at, (_, base))| *base < at);
    for (_, (mark, base)) in before.chain(after) {
        let cluster = cluster_of.get(*base).and_then(|&c| clusters.get_mut(c));
        if let Some(cluster) = cluster {
            cluster.glyphs.push(mark.index);
        }
    }
    clusters.compact_sort_by(|a, b| a.start.total_cmp(&b.start));
    clusters
}

/// Puts the glyphs of a line into visual order, each base before its marks.
pub(in crate::line) fn sort(content: &Content, frame: Frame, glyphs: &mut [u32]) {
    let sorted = clusters(content, frame, glyphs);
    let sorted = sorted.iter().flat_map(|cluster| &cluster.glyphs);
    for (slot, &glyph) in glyphs.iter_mut().zip(sorted) {
        *slot = glyph;
    }
}

/// Returns the base of a glyph: the glyph itself, unless it is a mark on another.
fn base_of(drawn: &[Drawn], at: usize) -> usize {
    let Some(glyph) = drawn.get(at) else {
        return at;
    };
    let (before, after) = (drawn.get(..at), drawn.get(at + 1..));
    // A mark belongs to its own word, so spaces are not crossed.
    let base = |d: &&Drawn| d.sort == Sort::Base;
    let same_word = |d: &&Drawn| d.sort != Sort::Space;
    let before = before.unwrap_or_default().iter().rev();
    let before = before.take_while(same_word).position(|d| base(&d));
    let before = before.map(|back| at - 1 - back);
    match glyph.sort {
        Sort::Base | Sort::Space => return at,
        Sort::Follower => return before.unwrap_or(at),
        Sort::Mark => {}
    }
    let after = after.unwrap_or_default().iter();
    let after = after.take_while(same_word).position(|d| base(&d));
    let after = after.map(|forth| at + 1 + forth);
    let middle = (glyph.extent.0 + glyph.extent.1) / 2.0;
    let distance = |d: &Drawn| (d.extent.0 - middle).max(middle - d.extent.1).max(0.0);
    let near = |base: &usize| {
        let base = drawn.get(*base);
        base.is_some_and(|base| distance(base) <= ASTRAY * glyph.em)
    };
    let (before, after) = match (before, after) {
        (Some(before), Some(after)) if near(&before) || near(&after) => (before, after),
        (Some(_), Some(_)) => return at,
        (only, None) | (None, only) => return only.filter(near).unwrap_or(at),
    };
    let (Some(a), Some(b)) = (drawn.get(before), drawn.get(after)) else {
        return at;
    };
    let reach = REACH * glyph.em;
    // Text drawn from the left has marks before their base, as displayed; text drawn from the right has them
    // after it.
    let rightwards = a.extent.0 < b.extent.0;
    if rightwards {
        if distance(b) <= distance(a) + reach {
            after
        } else {
            before
        }
    } else if distance(a) <= distance(b) + reach {
        before
    } else {
        after
    }
}

fn is_mark(c: char) -> bool {
    unicode_bidi::bidi_class(c) == unicode_bidi::BidiClass::NSM
}
