//! The rules of a mapping and of those that it extends, ready for lookup.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::element::{Elements, Pattern};
use super::rule::{Action, NodeContext, Rule};
use crate::page::NodeKind;

/// The rules for one kind of node.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct KindRules {
    pub rules: Vec<Rule<Action>>,
    /// The index of this kind's depth counter, if a rule needs it.
    pub depth: Option<usize>,
}

/// The result of a lookup.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    pub action: &'a Action,
    /// The index in [`Mapping::depths`] of the counter for nested nodes of this kind, if a rule needs it.
    pub depth: Option<usize>,
}

/// The rules for the nodes of a kind; see [`Mapping::rules`].
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    kind: Option<&'a KindRules>,
    otherwise: &'a Action,
}

impl<'a> Rules<'a> {
    /// Returns the action for a node of this kind.
    pub fn find(self, place: NodeContext<'_>) -> Found<'a> {
        let rules = self.kind.map_or(&[][..], |kind| &kind.rules);
        Found {
            action: rules
                .iter()
                .find(|rule| rule.holds(place))
                .map_or(self.otherwise, |rule| &rule.action),
            depth: self.kind.and_then(|kind| kind.depth),
        }
    }
}

/// Rules for all kinds of nodes. Lookups do not allocate.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    pub(super) page: Vec<Rule<Elements>>,
    /// The elements of pages to which no rule in `page` applies.
    pub(super) frame: Elements,
    pub(super) kinds: FxHashMap<String, KindRules>,
    pub(super) otherwise: Action,
    /// Number of classes that `Element::flat` distinguishes.
    pub(crate) flat: usize,
    /// Number of counters that `Id::counter` distinguishes.
    pub(crate) counters: usize,
    /// Number of counters that [`Found::depth`] distinguishes.
    pub(crate) depths: usize,
    pub(super) doubts: Vec<String>,
}

impl Mapping {
    /// The elements of a page; the outermost is `div.ocr_page`.
    pub fn page(&self, place: NodeContext<'_>) -> &Elements {
        self.page
            .iter()
            .find(|rule| rule.holds(place))
            .map_or(&self.frame, |rule| &rule.action)
    }

    /// The action for a node other than the page.
    pub fn find(&self, place: NodeContext<'_>) -> Found<'_> {
        self.rules(&place.tree[place.node].kind).find(place)
    }

    /// The rules for a kind of node other than the page. Callers with many nodes of one kind can look them up
    /// once.
    pub fn rules(&self, kind: &NodeKind) -> Rules<'_> {
        Rules {
            kind: self.kinds.get(kind.as_str()),
            otherwise: &self.otherwise,
        }
    }

    /// Warnings, one line each with its position: kinds and attributes that no node has unless a module sets
    /// them.
    pub fn doubts(&self) -> &[String] {
        &self.doubts
    }

    /// The kinds of nodes that have rules. `None` if nodes of all kinds are kept, at least as their children.
    pub fn kinds(&self) -> Option<BTreeSet<String>> {
        (self.otherwise == Action::Drop).then(|| self.kinds.keys().cloned().collect())
    }

    /// Every class that the mapping can write, and every capability (`ocrp_…`) that its properties need,
    /// sorted: for `ocr-capabilities`.
    pub fn classes(&self) -> BTreeSet<String> {
        let mut classes = BTreeSet::new();
        for action in self.kinds.values().flat_map(|k| &k.rules) {
            match &action.action {
                Action::Drop | Action::Children => {}
                Action::Runs => {
                    classes.insert("ocrp_font".to_owned());
                }
                Action::Elements(elements) => add_classes(elements, &mut classes),
            }
        }
        for elements in self.page.iter().map(|r| &r.action).chain([&self.frame]) {
            add_classes(elements, &mut classes);
        }
        classes
    }
}

fn add_classes(elements: &Elements, classes: &mut BTreeSet<String>) {
    let written = elements.chain.iter().filter_map(|e| e.class.as_ref());
    classes.extend(written.flat_map(Pattern::classes));
    let capabilities = elements.properties.iter().filter_map(|p| p.capability());
    classes.extend(capabilities.map(str::to_owned));
}
