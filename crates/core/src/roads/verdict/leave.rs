//! Decides whether to ignore a page's tags: only if most of its text is untagged or its tags contradict the
//! page. Correct tags on the rest of the page are then lost.

use super::finding::{By, Finding, Kind};
use super::order::MIN_AGREEMENT;
use crate::page::TagFault;

/// Minimum share of a page's words that counts as most of them.
const MOST: f32 = 0.5;

/// Minimum share of words directly in grouping elements. Such text is analysed by geometry anyway, so the
/// tags are ignored only if the page has few other elements.
const NEARLY_ALL: f32 = 0.8;

/// Minimum share of words wrongly marked as artifacts: formats omit artifacts, so these words would be lost.
const MUCH: f32 = 0.25;

/// Minimum words on a page; with fewer words the tags are always used.
const FEWEST_WORDS: usize = 20;

/// The reason to ignore the tags of a page, if any. `words` is the number of words outside artifacts. `order`
/// is the share of line pairs in the same order in both readings.
pub(super) fn fault(findings: &[Finding], words: usize, order: Option<f32>) -> Option<TagFault> {
    let of = |kind: Kind, by: By| {
        let mut faults = findings.iter().filter(|found| found.fault);
        let found = faults.find(|found| (found.kind, found.by) == (kind, by));
        found.map_or(0, |found| found.words)
    };
    let hidden = of(Kind::Artifact, By::Geometry);
    let all = words + hidden;
    if all < FEWEST_WORDS {
        return None;
    }
    let is_share = |count: usize, share: f32| count as f32 >= share * all as f32;
    let is_most = |count: usize| is_share(count, MOST);
    let goes_up = findings.iter().any(|found| found.kind == Kind::Order);
    let contradicts = order.is_some_and(|order| order < MIN_AGREEMENT);
    if is_most(of(Kind::Untagged, By::Geometry)) {
        Some(TagFault::Untagged)
    } else if is_share(hidden, MUCH) {
        Some(TagFault::Artifact)
    } else if is_share(of(Kind::Group, By::Geometry), NEARLY_ALL) {
        Some(TagFault::Group)
    } else if goes_up && contradicts {
        Some(TagFault::Order)
    } else if is_most(of(Kind::Table, By::Geometry)) {
        Some(TagFault::Table)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(kind: Kind, words: usize) -> Finding {
        Finding {
            kind,
            by: match kind {
                Kind::Order => By::Tags,
                _ => By::Geometry,
            },
            fault: true,
            count: 1,
            words,
            places: Vec::new(),
        }
    }

    #[test]
    fn tags_are_left_for_most_of_the_text_only() {
        for (kind, words, left) in [
            (Kind::Untagged, 50, Some(TagFault::Untagged)),
            (Kind::Untagged, 49, None),
            (Kind::Group, 80, Some(TagFault::Group)),
            (Kind::Group, 79, None),
            (Kind::Table, 60, Some(TagFault::Table)),
            (Kind::Heading, 100, None),
            (Kind::List, 100, None),
            (Kind::ActualText, 100, None),
        ] {
            assert_eq!(
                fault(&[finding(kind, words)], 100, Some(1.0)),
                left,
                "{kind:?}"
            );
        }
        // Words in artifacts are not included in `words`.
        let hidden = [finding(Kind::Artifact, 100)];
        assert_eq!(fault(&hidden, 300, None), Some(TagFault::Artifact));
        assert_eq!(fault(&hidden, 301, None), None);
        assert_eq!(fault(&[finding(Kind::Untagged, 19)], 19, None), None);
    }

    #[test]
    fn an_order_is_left_where_most_of_it_is_another() {
        let up = [finding(Kind::Order, 3)];
        assert_eq!(fault(&up, 100, Some(0.7)), Some(TagFault::Order));
        assert_eq!(fault(&up, 100, Some(0.8)), None);
        // Notes and figures may be placed anywhere.
        assert_eq!(fault(&[], 100, Some(0.2)), None);
    }

    #[test]
    fn what_is_no_fault_leaves_nothing() {
        let difference = Finding {
            fault: false,
            ..finding(Kind::Table, 100)
        };
        assert_eq!(fault(&[difference], 100, None), None);
    }
}
