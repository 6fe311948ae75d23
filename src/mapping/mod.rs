//! Maps the nodes of a page to elements of the output, by rules from files.
//!
//! # The format
//!
//! A mapping is a JSON object. [`mappings/layout.json`](Mapping::built_in) is the default, and a good
//! starting point:
//!
//! ```json
//! {
//!   "extends": "layout",
//!   "rules": {
//!     "image": "drop",
//!     "textgroup": "children",
//!     "textbox": [
//!       { "if": { "role": "heading" },
//!         "element": "div.ocr_carea > p.ocr_par", "attributes": { "role": "heading" } },
//!       "div.ocr_carea > p.ocr_par"
//!     ],
//!     "textline": { "element": "span.ocr_line", "properties": ["bbox", "baseline"] }
//!   }
//! }
//! ```
//!
//! | key | value |
//! | --- | --- |
//! | `rules` | A rule or a list of rules for each kind of node; the first rule whose conditions hold applies. |
//! | `extends` | Another mapping: the name of a built-in one, or a path relative to this file. Its rules are tried after those in this file. |
//! | `otherwise` | The treatment of nodes without a matching rule: `"drop"` (the default) or `"children"`. |
//! | `flat` | For each class, the classes that must not contain it: `{ "ocr_par": "ocr_par" }`. Such an element is omitted, but its content is kept. |
//! | `about` | A description for people. |
//!
//! A rule is one of the strings below, or an object:
//!
//! | key | value |
//! | --- | --- |
//! | `element` | The output, see below. Every rule has this key. |
//! | `if` | Conditions on the node's attributes, all of which must hold. A string is the required value; a list gives alternatives; `true` requires any value and `false` none. A `*` at the end of a value matches anything: `"pl*"`. |
//! | `inside`, `outside` | A kind of node, or a list of kinds: one (`inside`) or none (`outside`) must be an ancestor of the node. |
//! | `parent` | A kind, or a list of kinds, one of which the parent must have. |
//! | `pages` | The pages to which the rule applies: `"1-5,9,12-"`. |
//! | `properties` | A list of hOCR properties ([`Property`]) in output order; the default is `["bbox"]`. In a chain they belong to the innermost element, except that all elements have `bbox`, and the facts of a page belong to the `ocr_page`. |
//! | `attributes` | Further attributes of the innermost element: `{ "role": "heading", "rowspan": "{RowSpan}" }`. Braces contain the name of an attribute of the node, either one of the program ([`Own`](crate::page::Own)) or one of the document. If the node lacks it, the output attribute is omitted. Addresses (`href`) with schemes other than `http`, `https`, `mailto` and similar ones are omitted too, as is a `style` with more than words and numbers from the node. |
//! | `text` | The text of the innermost element before the content of the node: `"{Alt}"`. Such an element may have `x_wconf`, like a word. Words have their own text. |
//!
//! | `element` | effect on the node |
//! | --- | --- |
//! | `"drop"` | omitted with all its content |
//! | `"children"` | omitted, but its content is kept; of a word, the text is kept |
//! | `"runs"` | like `"children"`, but consecutive words in the same font share a `<span style="font-family: …; font-size: …">` |
//! | `"p.ocr_par"` | written as an element, here `<p class="ocr_par">` |
//! | `"div.ocr_carea > p.ocr_par"` | written as nested elements |
//!
//! `$` in a tag is the level of a heading, otherwise the depth of the node among those of its kind, from 1
//! (`h$`). `*` in a class is one `sub` for each enclosing node of the kind (`ocr_*section`).
//!
//! Every page is a `div.ocr_page`. A rule for `page` can change its properties or add inner elements.
//!
//! # The old format
//!
//! Files that do not begin with `{` are read as [`tab`]-separated files of the original `pdfa2hocr`.
//!
//! # Errors
//!
//! Each error names the file, the line and the key: `my.json:7: textline: …`.

mod element;
mod file;
mod json;
mod property;
mod rules;
mod source;
pub(crate) mod tab;
pub(crate) mod text_file;
mod vocabulary;

use std::collections::BTreeSet;
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::diagnostics::{self, Diagnostic, Result};
use crate::page::{Name, NodeId, NodeKind, PageList, Tree};
use crate::suggest;

pub(crate) use element::{Element, Elements, Pattern, Written};
pub(crate) use property::Property;
pub use source::MappingSource;

/// The built-in mappings, by name.
const BUILT_IN: [(&str, &str); 8] = [
    ("layout", include_str!("../../mappings/layout.json")),
    ("tagged", include_str!("../../mappings/tagged.json")),
    ("html", include_str!("../../mappings/html.json")),
    ("tesseract", include_str!("../../mappings/tesseract.json")),
    ("strict", include_str!("../../mappings/strict.json")),
    (
        "layout-2011",
        include_str!("../../mappings/layout-2011.json"),
    ),
    (
        "tagged-2011",
        include_str!("../../mappings/tagged-2011.json"),
    ),
    (
        "finereader-2011",
        include_str!("../../mappings/finereader-2011.json"),
    ),
];

/// The output for a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The node is omitted with its children.
    Drop,
    /// The node is omitted, its children are kept. Of a word, the text is kept.
    Children,
    /// Like [`Action::Children`], and words in one font share an element that names it.
    Runs,
    Elements(Elements),
}

/// The position of a node, for the conditions of rules.
#[derive(Clone, Copy)]
pub struct NodeContext<'a> {
    pub tree: &'a Tree,
    pub node: NodeId,
    /// The page's index, from 0.
    pub page: u32,
}

/// A condition on a node.
#[derive(Clone, Debug, PartialEq)]
enum Condition {
    /// The attribute's name, and whether it must be present or absent.
    Present(Name, bool),
    /// The attribute's name and its allowed values. `*` at the end of a value matches anything.
    OneOf(Name, Vec<String>),
    /// The kinds that the node's parent may have.
    Under(Vec<String>),
    /// Kinds of which one must (`true`) or none may (`false`) be an ancestor of the node.
    Inside(Vec<String>, bool),
    Pages(PageList),
}

impl Condition {
    fn holds(&self, place: NodeContext<'_>) -> bool {
        let node = &place.tree[place.node];
        match self {
            Self::Present(name, wanted) => node.attribute(name).is_some() == *wanted,
            Self::OneOf(name, values) => node
                .attribute(name)
                .is_some_and(|value| values.iter().any(|v| matches(v, value))),
            Self::Under(kinds) => place
                .tree
                .parent(place.node)
                .is_some_and(|parent| kinds.iter().any(|k| k == place.tree[parent].kind.as_str())),
            Self::Inside(kinds, wanted) => {
                let parent = |id: &NodeId| place.tree.parent(*id);
                let inside = std::iter::successors(Some(place.node), parent)
                    .skip(1)
                    .any(|id| kinds.iter().any(|k| k == place.tree[id].kind.as_str()));
                inside == *wanted
            }
            Self::Pages(list) => list.contains(place.page),
        }
    }
}

fn matches(wanted: &str, value: &str) -> bool {
    match wanted.strip_suffix('*') {
        Some(beginning) => value.starts_with(beginning),
        None => wanted == value,
    }
}

/// Conditions and the action for nodes that fulfil them.
#[derive(Clone, Debug, PartialEq)]
struct Rule<A> {
    conditions: Vec<Condition>,
    action: A,
}

impl<A> Rule<A> {
    fn holds(&self, place: NodeContext<'_>) -> bool {
        self.conditions.iter().all(|c| c.holds(place))
    }
}

/// The rules for one kind of node.
#[derive(Clone, Debug, Default, PartialEq)]
struct KindRules {
    rules: Vec<Rule<Action>>,
    /// The index of this kind's depth counter, if a rule needs it.
    depth: Option<usize>,
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
    page: Vec<Rule<Elements>>,
    /// The elements of pages to which no rule in `page` applies.
    frame: Elements,
    kinds: FxHashMap<String, KindRules>,
    otherwise: Action,
    flat: usize,
    counters: usize,
    depths: usize,
    doubts: Vec<String>,
}

impl Mapping {
    /// The names of the built-in mappings, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The text of a built-in mapping.
    pub fn built_in_text(name: &str) -> Option<&'static str> {
        BUILT_IN.iter().find(|(n, _)| *n == name).map(|(_, t)| *t)
    }

    /// A built-in mapping.
    pub fn built_in(name: &str) -> Option<Self> {
        Self::built_in_text(name).and_then(|_| file::built_in(name).ok())
    }

    /// Finds a built-in mapping by name, otherwise reads a file by path.
    ///
    /// # Errors
    ///
    /// Those of [`Mapping::read`], and
    /// [`DiagnosticKind::Argument`](crate::diagnostics::DiagnosticKind::Argument) if neither exists.
    pub fn named(name: &str) -> Result<Self> {
        let path = Path::new(name);
        match Self::built_in(name) {
            Some(mapping) => Ok(mapping),
            None if path.exists() => Self::read(path),
            None => Err(Diagnostic::new(
                diagnostics::DiagnosticKind::Argument,
                format!(
                    "there is no mapping \"{name}\"{}: name a file, or {}",
                    suggest::did_you_mean(name, Self::names()),
                    suggest::list(Self::names())
                ),
            )),
        }
    }

    /// Reads a mapping file, JSON or TAB-separated, and those it extends.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`](crate::diagnostics::DiagnosticKind::File) if a file cannot be read, otherwise
    /// [`DiagnosticKind::Argument`](crate::diagnostics::DiagnosticKind::Argument). The message is one line
    /// with file, line and key.
    pub fn read(path: &Path) -> Result<Self> {
        file::read(path)
    }

    /// Reads a mapping from text. It can extend built-in mappings and paths relative to the working
    /// directory.
    ///
    /// # Errors
    ///
    /// As [`Mapping::read`]; messages begin with `name`.
    pub fn of_text(name: &str, text: &str) -> Result<Self> {
        file::of_text(name, text)
    }

    /// Reads a mapping file with this text instead of its content. Paths that it extends are relative to the
    /// file.
    ///
    /// # Errors
    ///
    /// As [`Mapping::read`].
    pub fn edited(path: &Path, text: &str) -> Result<Self> {
        file::edited(path, text)
    }

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

    /// Number of classes that [`Element::flat`] distinguishes.
    pub fn flat_classes(&self) -> usize {
        self.flat
    }

    /// The kinds of nodes that have rules. `None` if nodes of all kinds are kept, at least as their children.
    pub fn kinds(&self) -> Option<BTreeSet<String>> {
        (self.otherwise == Action::Drop).then(|| self.kinds.keys().cloned().collect())
    }

    /// Number of counters that [`Id::counter`] distinguishes.
    pub fn counters(&self) -> usize {
        self.counters
    }

    /// Number of counters that [`Found::depth`] distinguishes.
    pub fn depths(&self) -> usize {
        self.depths
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;
    use crate::page::{Detail, Node};

    pub(super) fn node(kind: &str, attributes: &[(&'static str, &str)]) -> Node {
        let mut node = Node::new(NodeKind::new(kind), Rect::EMPTY, Detail::None);
        for (name, value) in attributes {
            node.add_attribute(Name::named(name), *value);
        }
        node
    }

    /// A page with one node.
    pub(super) fn tree(node: Node) -> Tree {
        let mut tree = Tree::new(Rect::EMPTY);
        tree.add_child(tree.root(), node);
        tree
    }

    #[test]
    fn every_mapping_compiled_in_can_be_read() {
        for name in Mapping::names() {
            file::built_in(name).unwrap();
        }
        assert_eq!(Mapping::built_in("nothing"), None);
    }

    #[test]
    fn the_default_mapping_lists_what_it_can_write() {
        let classes = Mapping::built_in("layout").unwrap().classes();
        let classes: Vec<&str> = classes.iter().map(String::as_str).collect();
        assert_eq!(
            classes.join(" "),
            "ocr_carea ocr_footer ocr_header ocr_line ocr_page ocr_pageno ocr_par ocr_photo \
             ocrp_font ocrp_wconf ocrx_word"
        );
    }

    #[test]
    fn the_default_mapping_keeps_groups_as_their_children_and_drops_what_it_does_not_know() {
        let mapping = Mapping::built_in("layout").unwrap();
        let action = |kind| {
            let tree = tree(node(kind, &[]));
            let node = tree.children(tree.root()).next().unwrap();
            let place = NodeContext {
                tree: &tree,
                node,
                page: 0,
            };
            mapping.find(place).action
        };
        assert_eq!(action("textgroup"), &Action::Children);
        assert_eq!(action("Figure"), &Action::Drop);
        let Action::Elements(textbox) = action("textbox") else {
            panic!("a textbox is written");
        };
        assert_eq!(textbox.chain.len(), 2);
        assert_eq!(textbox.properties, [Property::Bbox]);
    }
}
