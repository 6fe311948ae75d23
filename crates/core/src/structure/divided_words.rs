//! Finds hyphens that divide words at line ends but are marked as artifacts by some layout programs:
//!
//! ```text
//!   /P <</MCID 0>> BDC (procure) Tj EMC
//!   /Artifact BMC (-) Tj EMC
//!   /P <</MCID 1>> BDC (ment) Tj EMC
//! ```
//!
//! "Hyphenation … is considered an artifact" (14.8.2.2.3), but the division would be lost without it. So the
//! hyphen is assigned to the item of its word.

use std::collections::HashMap;

use super::owner::Owner;
use crate::page::{Content, Glyph};

/// Maximum distance between a word and its hyphen, in ems.
const GAP: f32 = 0.15;
/// Maximum distance between the baselines of a word and its hyphen, in ems.
const SHIFT: f32 = 0.2;

/// Minimum distance between the baselines of two lines, in ems.
const LINE: f32 = 0.5;

/// The position of a glyph relative to another one, in ems of that one.
struct Offset {
    /// Distance from the end of the other glyph, along the line.
    along: f32,
    across: f32,
}

fn offset(content: &Content, from: &Glyph, to: &Glyph) -> Offset {
    let run = content.run_of(from);
    let (x, y) = (to.origin.x - from.origin.x, to.origin.y - from.origin.y);
    let size = run.size.max(1e-3);
    Offset {
        along: (x * run.direction.x + y * run.direction.y - from.advance) / size,
        across: (x * run.up.x + y * run.up.y) / size,
    }
}

/// The hyphens, each with the item of the word before it. `owner` gives the owner of a sequence.
pub(super) fn hyphens(
    content: &Content,
    owner: impl Fn(Option<u32>) -> Owner,
) -> HashMap<u32, u32> {
    let mut found = HashMap::new();
    // The last glyph of an item, and the hyphen behind it.
    let mut last: Option<(&Glyph, u32)> = None;
    let mut hyphen: Option<(u32, u32)> = None;
    let glyphs = (0u32..).zip(&content.glyphs);
    for (number, glyph) in glyphs.filter(|(_, g)| !g.space && g.text.len > 0) {
        match owner(content.run_of(glyph).marked) {
            Owner::Item(item) => {
                if let (Some(hyphen), Some((before, _))) = (hyphen.take(), last) {
                    let next = offset(content, before, glyph);
                    let goes_on = content.text_of(glyph).starts_with(char::is_alphabetic);
                    if goes_on && next.across.abs() > LINE {
                        found.insert(hyphen.0, hyphen.1);
                    }
                }
                last = Some((glyph, item));
            }
            Owner::Artifact(_) if hyphen.is_some() => {
                // The artifact is not only a hyphen, or another artifact follows.
                let of = |g: &Glyph| content.run_of(g).marked;
                let first = hyphen.and_then(|(at, _)| content.glyphs.get(at as usize));
                if first.map(of) == Some(of(glyph)) {
                    (hyphen, last) = (None, None);
                }
            }
            Owner::Artifact(_) => {
                hyphen = last.and_then(|(before, item)| {
                    let letter = content.text_of(before).ends_with(char::is_alphabetic);
                    let sign = matches!(content.text_of(glyph), "-" | "\u{2010}" | "\u{AD}");
                    let behind = offset(content, before, glyph);
                    let close = behind.along.abs() < GAP && behind.across.abs() < SHIFT;
                    (letter && sign && close).then_some((number, item))
                });
            }
            Owner::Nobody => {}
        }
    }
    // The word continues on the next page.
    found.extend(hyphen);
    found
}
