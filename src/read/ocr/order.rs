//! The order of reading, where a file lists what is read one after the other.

use std::collections::HashMap;

use crate::read::markup::Element;

/// The places of elements in the order of reading, by their ids.
#[derive(Clone, Debug, Default)]
pub(in crate::read) struct Ranks(HashMap<String, usize>);

impl Ranks {
    /// Puts an element behind those before, unless it has a place.
    pub(in crate::read) fn push(&mut self, id: &str) {
        let next = self.0.len();
        self.0.entry(id.to_owned()).or_insert(next);
    }

    pub(in crate::read) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The place of an element: its own, or the first of what is in it.
    pub(in crate::read) fn of(&self, element: Element<'_>) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let own = |e: Element<'_>| {
            let id = e.attribute("ID").or_else(|| e.attribute("id"))?;
            self.0.get(id.trim()).copied()
        };
        own(element).or_else(|| element.below().filter_map(own).min())
    }
}

/// Sorts what has a rank; what has none stays behind what it follows.
pub(in crate::read) fn sort_by_rank<T>(
    items: Vec<T>,
    rank: impl Fn(&T) -> Option<usize>,
) -> Vec<T> {
    let mut before = None;
    let mut keyed: Vec<(Option<usize>, T)> = Vec::with_capacity(items.len());
    for item in items {
        before = rank(&item).or(before);
        keyed.push((before, item));
    }
    keyed.sort_by_key(|(rank, _)| *rank);
    keyed.into_iter().map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_rank_stays_behind_what_it_follows() {
        let rank = |item: &&str| item.parse().ok();
        assert_eq!(
            sort_by_rank(vec!["a", "3", "b", "1", "2"], rank),
            ["a", "1", "2", "3", "b"]
        );
    }
}
