//! Counts the names in the tree.

use std::collections::HashMap;
use std::sync::Arc;

use crate::browse::data::names::{Named, Names};
use crate::browse::data::view::View;
use pdfa2hocr_core::compact_sort::CompactSort;
use pdfa2hocr_core::page::NodeKind;
use pdfa2hocr_core::structure::Structure;

/// Most names that are listed. Documents use some dozens.
const MOST: usize = 1000;

/// The kinds of nodes that the page analysis makes.
const NODES: [NodeKind; 9] = [
    NodeKind::TEXTGROUP,
    NodeKind::TEXTBOX,
    NodeKind::TEXTLINE,
    NodeKind::WORD,
    NodeKind::IMAGE,
    NodeKind::known("Table"),
    NodeKind::known("TR"),
    NodeKind::known("TH"),
    NodeKind::known("TD"),
];

/// The names of all elements, or of the nodes of pages.
pub(in crate::browse) fn names(view: &View) -> Arc<Names> {
    let count = || match view.tags() {
        Some(tags) => of_elements(view, tags.structure()),
        None => NODES
            .map(|kind| Named {
                name: kind.to_string(),
                standard: None,
                count: None,
            })
            .into(),
    };
    Arc::clone(
        view.names
            .get_or_init(|| Arc::new(Names { names: count() })),
    )
}

/// The names of elements, the most frequent first.
fn of_elements(view: &View, structure: &Structure) -> Vec<Named> {
    let mut counts: HashMap<(&str, &str), usize> = HashMap::new();
    for id in structure.ids().filter(|id| view.has_element(*id)) {
        let element = &structure[id];
        let name = (element.own_type.as_str(), element.standard_type.as_str());
        *counts.entry(name).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.compact_sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    counts.truncate(MOST);
    let named = counts.into_iter().map(|((name, standard), count)| Named {
        name: name.to_owned(),
        standard: Some(standard.to_owned()),
        count: Some(count),
    });
    named.collect()
}
