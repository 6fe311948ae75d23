//! Rules from the nodes of a page to the elements of the output, read from files.
//!
//! # The format
//!
//! A mapping is a JSON object. [`mappings/layout.json`](Mapping::built_in) is the one used when
//! none is asked for, and a good one to start from:
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
//! | `rules` | For kinds of nodes, a rule, or a list of rules of which the first whose conditions hold is taken. |
//! | `extends` | Another mapping, by its name when it is built in, else as a path relative to this file. Its rules are tried after those that are here. |
//! | `otherwise` | What becomes of nodes that no rule is for: `"drop"` (the default) or `"children"`. |
//! | `flat` | For classes, those that they are not written in: `{ "ocr_par": "ocr_par" }`. What is in an element so left out stays. |
//! | `about` | What the mapping is for; only for people. |
//!
//! A rule is one of the strings below, or an object:
//!
//! | key | value |
//! | --- | --- |
//! | `element` | What is written: see below. Every rule has it. |
//! | `if` | Conditions on the node's attributes, all of which must hold: a string is the value that the attribute must have, a list names several to choose from, `true` asks for any value and `false` for none. A `*` at the end of a value stands for anything: `"pl*"`. |
//! | `inside`, `outside` | A kind of nodes, or a list of them, of which one must, or none may, be around the node. |
//! | `parent` | A kind, or a list of them, of which the node's parent must be one. |
//! | `pages` | The pages that the rule is for: `"1-5,9,12-"`. |
//! | `properties` | A list of hOCR properties ([`Property`]), in the order they are written; `["bbox"]` when the key is not there. In a chain they go to the innermost element; but `bbox` to all, and the facts of a page to the `ocr_page`. |
//! | `attributes` | Further attributes of the innermost element: `{ "role": "heading", "rowspan": "{RowSpan}" }`. In braces is the name of an attribute of the node, one of the program's ([`Own`](crate::model::Own)) or else of the document; without it this one is left out too. So is an address (`href`) of another scheme than `http`, `https`, `mailto` and their like, and a `style` with more from the node than words and numbers. |
//! | `text` | What the innermost element says, before what is in the node: `"{Alt}"`. Such an element may have `x_wconf`, like a word. A word has its own text. |
//!
//! | `element` | the node |
//! | --- | --- |
//! | `"drop"` | is left out with all that is in it |
//! | `"children"` | is left out, but not what is in it. Of a word, the text stays. |
//! | `"runs"` | as `"children"`; words that follow each other in the same font share a `<span style="font-family: …; font-size: …">` |
//! | `"p.ocr_par"` | becomes an element, here `<p class="ocr_par">` |
//! | `"div.ocr_carea > p.ocr_par"` | becomes elements around each other |
//!
//! A `$` in a tag is the level of a heading, or else the depth of the node among those of its kind,
//! from 1 (`h$`), and a `*` in a
//! class is `sub` once for each node of the kind around it (`ocr_*section`).
//!
//! Every page is a `div.ocr_page`, which a rule for `page` can give other properties, or wrap
//! something in.
//!
//! # The old format
//!
//! Files that do not begin with `{` are read as [`tab`]-separated files of the first `pdfa2hocr`.
//!
//! # Errors
//!
//! Each names the file, the line and the key: `my.json:7: textline: …`.

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
use crate::model::{Name, NodeId, NodeKind, PageList, Tree};
use crate::suggest;

pub(crate) use element::{Element, Elements, Pattern, Written};
pub(crate) use property::Property;
pub use source::MappingSource;

/// The mappings compiled in, by name.
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

/// What becomes of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// It is left out with its children.
    Drop,
    /// It is left out, its children are not. Of a word, the text stays.
    Children,
    /// As [`Action::Children`], and words in one font share an element that names it.
    Runs,
    Elements(Elements),
}

/// Where a node is, and what conditions can ask about it.
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
    /// The attribute's name; whether it must be there.
    Present(Name, bool),
    /// The attribute's name; the values it may have. `*` at the end stands for anything.
    OneOf(Name, Vec<String>),
    /// Kinds of which one the node's parent must be.
    Under(Vec<String>),
    /// Kinds of which one must be (`true`) or none may be (`false`) around the node.
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

/// What becomes of the nodes that conditions hold for.
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

/// The rules for one kind of nodes.
#[derive(Clone, Debug, Default, PartialEq)]
struct KindRules {
    rules: Vec<Rule<Action>>,
    /// Which of the depths is this kind's, when one of the rules needs it.
    depth: Option<usize>,
}

/// What a mapping says of a node.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    pub action: &'a Action,
    /// Which of [`Mapping::depths`] counts the nodes of this kind around each other, when a rule
    /// for the kind asks for that.
    pub depth: Option<usize>,
}

/// The rules for the nodes of a kind; made by [`Mapping::rules`].
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    kind: Option<&'a KindRules>,
    otherwise: &'a Action,
}

impl<'a> Rules<'a> {
    /// What becomes of a node of this kind.
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

/// Rules for all kinds of nodes. Looking one up allocates nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    page: Vec<Rule<Elements>>,
    /// For pages that none of the rules in `page` holds for.
    frame: Elements,
    kinds: FxHashMap<String, KindRules>,
    otherwise: Action,
    flat: usize,
    counters: usize,
    depths: usize,
    doubts: Vec<String>,
}

impl Mapping {
    /// The names of the mappings compiled in; the first is the one to use when none is asked for.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The text of a mapping that is compiled in, as an example for users.
    pub fn built_in_text(name: &str) -> Option<&'static str> {
        BUILT_IN.iter().find(|(n, _)| *n == name).map(|(_, t)| *t)
    }

    /// A mapping that is compiled in.
    pub fn built_in(name: &str) -> Option<Self> {
        Self::built_in_text(name).and_then(|_| file::built_in(name).ok())
    }

    /// A mapping by its name when it is compiled in, else by the path of its file.
    ///
    /// # Errors
    ///
    /// Those of [`Mapping::read`], and [`DiagnosticKind::Argument`](crate::diagnostics::DiagnosticKind::Argument) when
    /// there is neither.
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
    /// [`DiagnosticKind::File`](crate::diagnostics::DiagnosticKind::File) when a file cannot be read, else
    /// [`DiagnosticKind::Argument`](crate::diagnostics::DiagnosticKind::Argument). The message is one line with file,
    /// line and key.
    pub fn read(path: &Path) -> Result<Self> {
        file::read(path)
    }

    /// A mapping whose text is in memory. What it extends is built in, or a path relative to the
    /// working directory.
    ///
    /// # Errors
    ///
    /// As [`Mapping::read`]; messages begin with `name`.
    pub fn of_text(name: &str, text: &str) -> Result<Self> {
        file::of_text(name, text)
    }

    /// A mapping as its file would have it with this text: what it extends is relative to the file.
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

    /// What becomes of a node that is not the page.
    pub fn find(&self, place: NodeContext<'_>) -> Found<'_> {
        self.rules(&place.tree[place.node].kind).find(place)
    }

    /// The rules for the nodes of a kind that is not the page: who has many of one kind need look
    /// for them once.
    pub fn rules(&self, kind: &NodeKind) -> Rules<'_> {
        Rules {
            kind: self.kinds.get(kind.as_str()),
            otherwise: &self.otherwise,
        }
    }

    /// What is doubtful in a mapping, a line each with its place: kinds and attributes that no node
    /// has, unless a module gives them.
    pub fn doubts(&self) -> &[String] {
        &self.doubts
    }

    /// How many classes [`Element::flat`] distinguishes.
    pub fn flat_classes(&self) -> usize {
        self.flat
    }

    /// The kinds of nodes that there are rules for; `None` when nodes of any kind are written,
    /// because those without a rule are kept as their children.
    pub fn kinds(&self) -> Option<BTreeSet<String>> {
        (self.otherwise == Action::Drop).then(|| self.kinds.keys().cloned().collect())
    }

    /// How many counters [`Id::counter`] distinguishes.
    pub fn counters(&self) -> usize {
        self.counters
    }

    /// How many depths [`Found::depth`] distinguishes.
    pub fn depths(&self) -> usize {
        self.depths
    }

    /// Every class that the mapping can write and every capability (`ocrp_…`) that its properties
    /// need, sorted: for `ocr-capabilities`.
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
    use crate::model::{Detail, Node};

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
