//! The glyphs of a line in visual order, from the left to the right of its frame.
//!
//! Files draw right-to-left text in every order: glyph by glyph from the left as it is seen, from
//! the right as it is read, or word by word from the right with each word drawn from the left.
//! What is the same in all of them is where the glyphs are.

use crate::line::Frame;
use crate::model::Content;

/// How much further than from the other base a mark may be from the one that the drawing order
/// gives it, in ems: marks reach over the edges of their base.
const REACH: f32 = 0.25;

/// How far a mark may be from the nearest base and still be on it, in ems. Further away it is
/// for itself, in the space between two words: signs for pauses in the Quran do.
const ASTRAY: f32 = 0.2;

/// A glyph with the marks that are on it, or one that is alone.
#[derive(Debug)]
pub(super) struct Cluster {
    start: f32,
    /// The base, then its marks in logical order: indices in [`Content::glyphs`].
    pub glyphs: Vec<u32>,
}

impl Cluster {
    /// Where the base starts, along the frame.
    pub(super) fn start(&self) -> f32 {
        self.start
    }

    /// The character that says how the cluster behaves among others: the first of its base that
    /// is a letter or a digit, or the first of all.
    pub(super) fn character(&self, content: &Content) -> char {
        let base = self.glyphs.first().copied();
        let glyph = base.and_then(|g| content.glyphs.get(g as usize));
        let text = glyph.map_or("", |glyph| content.text_of(glyph));
        let strong = |c: &char| c.is_alphanumeric();
        let first = || text.chars().next();
        text.chars().find(strong).or_else(first).unwrap_or(' ')
    }
}

/// What is looked at of a glyph.
struct Drawn {
    index: u32,
    /// From where to where it goes along the frame.
    extent: (f32, f32),
    em: f32,
    sort: Sort,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Base,
    /// Combining marks only.
    Mark,
    /// Its text is that of the glyph drawn before (`ActualText`).
    Follower,
    Space,
}

/// The clusters of some glyphs of one line, from left to right. The result depends on where the
/// glyphs are and on the order in which they are drawn, not on the order in which they are given.
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
    drawn.sort_by_key(|d| d.index);
    // Each glyph's base, as a position in `drawn`.
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
    // Marks drawn before their base were drawn from the left, so the last of them is the first.
    let marks = || drawn.iter().zip(&bases).enumerate();
    let before = marks().rev().filter(|(at, (_, base))| *base > at);
    let after = marks().filter(|(at, (_, base))| *base < at);
    for (_, (mark, base)) in before.chain(after) {
        let cluster = cluster_of.get(*base).and_then(|&c| clusters.get_mut(c));
        if let Some(cluster) = cluster {
            cluster.glyphs.push(mark.index);
        }
    }
    clusters.sort_by(|a, b| a.start.total_cmp(&b.start));
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

/// The base of a glyph: the glyph itself, unless it is a mark that is on another.
fn base_of(drawn: &[Drawn], at: usize) -> usize {
    let Some(glyph) = drawn.get(at) else {
        return at;
    };
    let (before, after) = (drawn.get(..at), drawn.get(at + 1..));
    // Not beyond a space: a mark is on a letter of its own word.
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
    // Text drawn from the left has its marks before their base, as they are seen; text drawn from
    // the right as it is read has them after it.
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
