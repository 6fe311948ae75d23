//! Hyphens that divide words at line ends and are artifacts, as some layout programs mark them:
//!
//! ```text
//!   /P <</MCID 0>> BDC (procure) Tj EMC
//!   /Artifact BMC (-) Tj EMC
//!   /P <</MCID 1>> BDC (ment) Tj EMC
//! ```
//!
//! "Hyphenation … is considered an artifact" (14.8.2.2.3), but without it nobody knows that the word goes
//! on; so it is the soft hyphen of the word that it divides.

use std::collections::HashMap;

use super::owner::Owner;
use crate::model::{Content, Glyph};

/// How far a hyphen is behind its word at most, and how far their baselines are apart, in ems.
const GAP: f32 = 0.15;
const SHIFT: f32 = 0.2;

/// How far apart the baselines of two lines are at least, in ems.
const LINE: f32 = 0.5;

/// Where a glyph is beside another, in ems of that one.
struct Offset {
    /// From its end, in the direction of the line.
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

/// The hyphens, each with the item of the word that it ends. `owner` says whose a sequence is.
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
                // More of an artifact that is not a hyphen alone, or another one.
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
    // The word goes on on the next page.
    found.extend(hyphen);
    found
}
