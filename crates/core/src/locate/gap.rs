//! Quotations with omissions: "the first words … the last words". Each part is searched on its own; the parts
//! must follow each other in the document.

use super::{Hit, Place};
use crate::compact_sort::CompactSort;

/// Maximum number of words that an omission may span: about two pages of a book.
pub(super) const MAX_GAP: usize = 1000;

/// The signs of an omission, the longest first.
const SIGNS: [&str; 8] = [
    "[. . .]", "[...]", "(...)", ". . .", "[…]", "(…)", "...", "…",
];

/// Splits a quotation at its omissions. Parts without letters are left out; a quotation without any omission is
/// one part.
pub(super) fn parts(quote: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = quote;
    while let Some((at, sign)) = SIGNS
        .iter()
        .filter_map(|sign| Some((rest.find(sign)?, *sign)))
        .min_by_key(|(at, sign)| (*at, usize::MAX - sign.len()))
    {
        let (part, after) = rest.split_at(at);
        parts.push(part);
        rest = after.strip_prefix(sign).unwrap_or_default();
    }
    parts.push(rest);
    let has_letters = |part: &&str| part.chars().any(char::is_alphanumeric);
    let whole: Vec<&str> = parts.into_iter().filter(has_letters).collect();
    match whole.is_empty() {
        true => vec![quote],
        false => whole,
    }
}

/// A place of a part of a quotation.
pub(super) struct PartHit {
    /// Indices of the first and the last word in the document.
    pub ends: (usize, usize),
    pub same: bool,
    /// Number of letters of the part.
    pub letters: usize,
    pub hit: Hit,
}

/// Places of the parts in their order, none of them further than [`MAX_GAP`] from the one before. Each place of
/// the first part is tried, and the nearest place of the next part continues it.
pub(super) fn chains(parts: Vec<Vec<PartHit>>) -> Vec<PartHit> {
    let mut parts = parts.into_iter();
    let mut chains = parts.next().unwrap_or_default();
    for next in parts {
        let mut next = next;
        next.compact_sort_by_key(|part| part.ends);
        chains = chains
            .into_iter()
            .filter_map(|chain| {
                let from = next.partition_point(|part| part.ends.0 <= chain.ends.1);
                let near = next.get(from..)?.iter();
                let mut near = near.take_while(|part| part.ends.0 <= chain.ends.1 + MAX_GAP);
                let first = near.next()?;
                let best = match first.same {
                    true => first,
                    false => near.find(|part| part.same).unwrap_or(first),
                };
                Some(chain.followed_by(best))
            })
            .collect();
        drop_wider(&mut chains);
    }
    chains
}

/// Of chains with the same end, keeps the shortest.
fn drop_wider(chains: &mut Vec<PartHit>) {
    let rank = |chain: &PartHit| (chain.ends.1, chain.same, chain.ends.0);
    chains.compact_sort_by_key(|chain| std::cmp::Reverse(rank(chain)));
    chains.dedup_by_key(|chain| chain.ends.1);
    chains.reverse();
}

impl PartHit {
    fn followed_by(self, next: &Self) -> Self {
        let letters = self.letters + next.letters;
        let right = |part: &Self| part.hit.score * part.letters as f32;
        let score = (right(&self) + right(next)) / letters.max(1) as f32;
        let mut hit = self.hit;
        hit.score = score;
        hit.text.push_str(" … ");
        hit.text.push_str(&next.hit.text);
        hit.differs.extend(next.hit.differs.iter().cloned());
        for place in &next.hit.places {
            match hit.places.last_mut() {
                Some(last) if last.page == place.page => last.boxes.extend(&place.boxes),
                _ => hit.places.push(Place::clone(place)),
            }
        }
        Self {
            ends: (self.ends.0, next.ends.1),
            same: self.same && next.same,
            letters,
            hit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn omissions_divide_a_quotation() {
        for (quote, expected) in [
            ("the owl … sleeps", vec!["the owl ", " sleeps"]),
            ("the [...] owl […] sleeps", vec!["the ", " owl ", " sleeps"]),
            ("… the owl. . . .", vec![" the owl"]),
            ("wait... what", vec!["wait", " what"]),
            ("the owl", vec!["the owl"]),
            ("…", vec!["…"]),
        ] {
            assert_eq!(parts(quote), expected);
        }
    }

    #[test]
    fn parts_follow_each_other() {
        let part = |word: usize, same: bool| PartHit {
            ends: (word, word + 1),
            same,
            letters: 10,
            hit: Hit {
                score: if same { 1.0 } else { 0.8 },
                text: word.to_string(),
                places: Vec::new(),
                differs: Vec::new(),
            },
        };
        let found = chains(vec![
            vec![
                part(8, true),
                part(10, true),
                part(5000, true),
                part(9000, true),
            ],
            vec![
                part(5, true),
                part(9200, true),
                part(12, false),
                part(20, true),
            ],
        ]);
        let found: Vec<_> = found
            .iter()
            .map(|c| (&*c.hit.text, c.ends, c.same))
            .collect();
        assert_eq!(
            found,
            [
                ("10 … 20", (10, 21), true),
                ("9000 … 9200", (9000, 9201), true)
            ]
        );
        assert!(chains(vec![vec![part(1, true)], Vec::new()]).is_empty());
    }
}
