//! Creates the nodes of elements: their types and attributes.

use std::collections::{HashMap, HashSet};

use super::Tags;
use super::content::Dealt;
use super::element::{ElementId, Structure};
use super::pages::Pages;
use super::part::Parts;
use super::placement::Placement;
use super::references::anchor;
use crate::geometry::Rect;
use crate::page::{
    Content, Detail, Node, NodeKind, Own, StructureLevel, Tree, heading_level, standard_type,
};

/// Looks up the facts about the parts of a page.
pub(super) struct ElementFacts<'a> {
    structure: &'a Structure,
    pages: &'a Pages,
    parts: &'a Parts,
    /// The parts whose `ActualText` is a description.
    described: &'a HashSet<u32>,
    /// MathML of formulas, by part.
    formulas: &'a HashMap<u32, String>,
    /// The formulas whose MathML is already in a node.
    said: HashSet<u32>,
    /// The page's index.
    page: u32,
    /// The elements that already have an anchor for links.
    anchored: HashSet<ElementId>,
    /// The language of each part, its own or inherited (14.9.2.3).
    langs: Vec<Option<&'a str>>,
    /// The number of divisions around each part, including itself: the level of an `H` in it.
    divisions: Vec<u32>,
    /// The language of each marked-content sequence, own or inherited.
    sequence_langs: Vec<Option<&'a str>>,
}

impl<'a> ElementFacts<'a> {
    pub(super) fn new(
        tags: &'a Tags,
        page: u32,
        parts: &'a Parts,
        content: &'a Content,
        dealt: &'a Dealt,
    ) -> Self {
        let structure = &tags.structure;
        let mut langs: Vec<Option<&str>> = Vec::with_capacity(parts.parts.len());
        let mut divisions: Vec<u32> = Vec::with_capacity(parts.parts.len());
        for part in &parts.parts {
            let element = &structure[part.element];
            let around = part.parent.map(|p| p as usize);
            let own = element.lang.as_deref().filter(|lang| !lang.is_empty());
            langs.push(own.or_else(|| around.and_then(|p| langs[p])));
            let division = matches!(element.standard_type.as_str(), "Part" | "Art" | "Sect");
            divisions.push(around.map_or(0, |p| divisions[p]) + u32::from(division));
        }
        let mut sequence_langs: Vec<Option<&str>> = Vec::with_capacity(content.marked.len());
        for sequence in &content.marked {
            let around = sequence.parent.and_then(|p| sequence_langs.get(p as usize));
            let own = sequence.lang.as_deref().filter(|lang| !lang.is_empty());
            sequence_langs.push(own.or_else(|| around.copied().flatten()));
        }
        Self {
            structure,
            pages: &tags.pages,
            parts,
            described: &dealt.described,
            formulas: &dealt.formulas,
            said: HashSet::new(),
            page,
            anchored: HashSet::new(),
            langs,
            divisions,
            sequence_langs,
        }
    }

    pub(super) fn lang(&self, part: Option<u32>) -> Option<&'a str> {
        self.langs.get(part? as usize).copied().flatten()
    }

    pub(super) fn sequence_lang(&self, sequence: Option<u32>) -> Option<&'a str> {
        self.sequence_langs
            .get(sequence? as usize)
            .copied()
            .flatten()
    }

    /// Whether a part is an inline link, or the target of a link.
    pub(super) fn links(&self, part: Option<u32>) -> bool {
        let Some(part) = part else { return false };
        let part = self.parts.get(part);
        let element = &self.structure[part.element];
        part.place == Placement::Inline && (element.target.is_some() || element.referred)
    }

    /// Creates the node of a part, without a box.
    pub(super) fn node(&mut self, part: u32) -> Node {
        let id = self.parts.get(part).element;
        let element = &self.structure[id];
        let level = heading_level(element.kind());
        // ISO 32000-2 allows headings of any level, but mappings name only six.
        let kind = match (level, standard_type(element.kind())) {
            (Some(7..), _) => NodeKind::known("H6"),
            (_, Some(_)) => NodeKind::new(element.kind()),
            // An unknown type is replaced according to the place of the part.
            (_, None) => NodeKind::known(match self.parts.get(part).place {
                Placement::Group | Placement::Artifact => "Div",
                Placement::Block => "P",
                Placement::Inline => "Span",
            }),
        };
        let mut node = Node::new(kind, Rect::EMPTY, Detail::None);
        node.element = Some(id.number());
        let mathml = self.mathml(part);
        let mut add = |name: Own, value: Option<&str>| {
            if let Some(value) = value {
                node.add_attribute(name, value);
            }
        };
        add(Own::Type, Some(&element.own_type));
        add(Own::Lang, self.lang(Some(part)));
        let described = self.described.contains(&part);
        let described = element.actual_text.as_deref().filter(|_| described);
        add(Own::Alt, element.alt.as_deref().or(described));
        add(Own::ActualText, element.actual_text.as_deref());
        add(Own::Expansion, element.expansion.as_deref());
        add(Own::Title, element.title.as_deref());
        add(Own::Id, element.id.as_deref());
        let level = level.or_else(|| {
            let divisions = self.divisions.get(part as usize).copied().unwrap_or(0);
            (element.kind() == "H").then_some(divisions.max(1))
        });
        add(Own::Level, level.map(|l| l.to_string()).as_deref());
        add(Own::Group, self.group(id).as_deref());
        add(Own::Role, role(element.kind()));
        for (name, value) in &element.own {
            add(*name, Some(value.as_str()));
        }
        add(Own::MathMl, mathml);
        use StructureLevel::{Grouping, Paragraph};
        let said = standard_type(element.kind()).map(|t| t.level);
        add(
            Own::Holds,
            match self.parts.get(part).place {
                Placement::Group if said.is_some_and(|level| level != Grouping) => Some("blocks"),
                Placement::Block if said.is_some_and(|level| level != Paragraph) => Some("lines"),
                _ => None,
            },
        );
        node.attributes.extend_from_slice(&element.attributes);
        // An anchor, if something refers to the element.
        if self.is_place(id) && self.anchored.insert(id) {
            node.add_attribute(Own::Anchor, anchor(id));
        }
        if let Some(target) = &element.target {
            node.add_attribute(Own::Href, target.as_str());
        }
        node
    }

    /// Whether something refers to an element that begins on this page.
    fn is_place(&self, id: ElementId) -> bool {
        let first = self.pages.extent(id).map(|(first, _)| first);
        self.structure[id].referred && first == Some(self.page)
    }

    /// The elements of this page that are referred to, but have no node in the tree.
    pub(super) fn missing_places(&self, tree: &Tree) -> Vec<ElementId> {
        let parts = self.parts.parts.iter().map(|part| part.element);
        let mut missing: Vec<ElementId> = parts.filter(|&id| self.is_place(id)).collect();
        if !missing.is_empty() {
            let nodes = tree.below(tree.root());
            let shown: HashSet<&str> = nodes.filter_map(|id| tree[id].own(Own::Anchor)).collect();
            missing.retain(|&id| !shown.contains(&*anchor(id)));
        }
        missing
    }

    /// The MathML of a formula, for its first node: from its file, or else from its elements.
    fn mathml(&mut self, part: u32) -> Option<&'a str> {
        let id = self.parts.get(part).element;
        let file = self.structure[id].mathml_file.as_deref();
        let first = self.pages.extent(id).map(|(first, _)| first);
        let file = file.filter(|_| first == Some(self.page));
        let math = file.or_else(|| self.formulas.get(&part).map(String::as_str))?;
        self.said.insert(part).then_some(math)
    }

    /// The common value of the parts of an element on several pages.
    fn group(&self, id: ElementId) -> Option<String> {
        self.pages
            .is_split(id)
            .then(|| format!("element_{}", id.0 + 1))
    }
}

/// The role of blocks of a type, if their place in the tree does not tell.
fn role(standard_type: &str) -> Option<&'static str> {
    match standard_type {
        "Note" | "FENote" => Some("footnote"),
        "Caption" => Some("caption"),
        "BlockQuote" => Some("blockquote"),
        "TOC" => Some("toc"),
        "Title" => Some("title"),
        "Formula" => Some("formula"),
        _ => None,
    }
}
