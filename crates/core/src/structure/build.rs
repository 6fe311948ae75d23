//! Builds the tree of a page from the elements that have content on it.

use std::collections::VecDeque;

use super::artifact::{Artifacts, Mark, marked};
use super::content::Dealt;
use super::draft::{Draft, OpenRegion};
use super::facts::ElementFacts;
use super::lines::Text;
use super::notes::set_apart;
use super::part::{Child, Parts};
use super::placement::Placement;
use super::running::set_aside;
use super::{Bookmark, Tags, styles};
use crate::geometry::{Matrix, Rect};
use crate::line::{Frames, LineParams, Segmenter, Words, trim_lines};
use crate::page::{Content, Detail, Name, Node, NodeId, NodeKind, Own, Page, Tree, only_groups};

/// The node of a paragraph without an element: text directly in a group.
const PARAGRAPH: NodeKind = NodeKind::known("par");

/// A page built from its tags.
#[derive(Clone, Debug)]
pub struct TaggedPage {
    pub page: Page,
    /// Glyphs without an element or artifact, or only in an artifact that is text, in drawing order: indices
    /// in [`Content::glyphs`].
    pub untagged: Vec<u32>,
    /// The text directly in elements that only group others.
    pub open: Vec<OpenRegion>,
    /// Whether a watermark with letters is omitted.
    pub watermark: bool,
    /// The bookmarks to the page.
    pub bookmarks: Vec<Bookmark>,
    /// Whether the document has neither heading elements nor an outline.
    pub headless: bool,
}

impl Tags {
    /// Builds the tree of a page; `index` is from 0. `matrix` converts user space to page space.
    ///
    /// Nodes have the standard types of their elements, in the order of the structure tree:
    /// `page > Sect > P > textline > Span > word`. Their attributes have the names of the standard: `S` (the
    /// element's own type), `Lang` (own or inherited), `Alt`, `E`, `RowSpan`, `ListNumbering`, …. Further
    /// attributes have names that the file cannot use ([`Name`]):
    ///
    /// | attribute | meaning |
    /// | --- | --- |
    /// | `level` | of headings: the number in `H1` to `H6`; of `H`, the number of divisions around it |
    /// | `group` | common value of an element's parts on several pages or in several columns |
    /// | `ordered` | of `L`: whether it is numbered |
    /// | `href` | of links: their target; `#page_5` inside the document |
    /// | `holds` | `blocks` or `lines`, if the type of an element does not tell |
    /// | `untagged` | `true` on content without an element |
    ///
    /// Text directly in a group is in a node `par`. `Artifact` nodes (attributes `Type` and `Subtype`) are
    /// before and after all others. Elements that show nothing are omitted, except cells of tables.
    pub fn page(
        &self,
        index: u32,
        mut content: Content,
        matrix: Matrix,
        params: &LineParams,
        segmenter: Option<&Segmenter>,
    ) -> TaggedPage {
        let mut parts = Parts::new(&self.structure, &self.pages, self.pages.of(index));
        let dealt = Dealt::new(self, index, &parts, &mut content, matrix);
        set_aside(&self.structure, &mut parts, &dealt, &content);
        set_apart(&self.structure, &mut parts, &dealt, &content, params);
        let frames = Frames::new(&content);
        let mut draft = Draft {
            tags: self,
            content: &content,
            frames: &frames,
            params,
            words: Words::new(&content, params, segmenter),
            parts: &parts,
            facts: ElementFacts::new(self, index, &parts, &content, &dealt),
            dealt: &dealt,
            matrix,
            part_of: vec![None; content.glyphs.len()],
            tree: Tree::new(Rect::new(0.0, 0.0, content.width, content.height)),
            order: Vec::with_capacity(content.glyphs.len()),
            watermark: false,
            page: index,
            columns: 0,
            labels: Vec::new(),
            open: Vec::new(),
        };
        let mut untagged = draft.build();
        untagged.extend_from_slice(&dealt.untagged_glyphs);
        untagged.sort_unstable();
        let Draft {
            tree,
            order,
            open,
            watermark,
            ..
        } = draft;
        TaggedPage {
            page: Page {
                index,
                content,
                order,
                tree,
                findings: Vec::new(),
            },
            untagged,
            open,
            watermark,
            bookmarks: self.bookmarks.of_page(index, matrix),
            headless: self.headless,
        }
    }
}

/// A group whose children are being added.
struct OpenPart {
    part: Option<u32>,
    node: NodeId,
    /// The index of the next child.
    next: usize,
    /// Inline children of the current paragraph.
    inline: Vec<Child>,
    /// Notes in the lines of the last paragraph.
    notes: VecDeque<u32>,
}

impl OpenPart {
    fn new(part: Option<u32>, node: NodeId) -> Self {
        Self {
            part,
            node,
            next: 0,
            inline: Vec::new(),
            notes: VecDeque::new(),
        }
    }
}

impl<'a> Draft<'a> {
    /// Builds the tree; returns the glyphs of artifacts that are text.
    fn build(&mut self) -> Vec<u32> {
        let mut marks = marked(self.content, self.dealt);
        self.artifact_elements(&mut marks);
        let found = Artifacts::new(self, marks);
        self.watermark = found.watermark;
        self.artifacts(found.before);
        self.body();
        for &image in &self.dealt.untagged_images {
            let node = self.image(image);
            let root = self.tree.root();
            let id = self.tree.add_child(root, node);
            self.tree[id].add_attribute(Own::Untagged, "true");
        }
        self.side_notes(found.beside);
        self.artifacts(found.after);
        let is_line = |id: &NodeId| matches!(self.tree[*id].detail, Detail::Line(_));
        let lines: Vec<NodeId> = self.leaves_first().into_iter().filter(is_line).collect();
        trim_lines(&mut self.tree, &lines, &self.order, self.content);
        self.fit_boxes();
        self.infer_spans();
        self.stand_in_for_places();
        found.text
    }

    /// Adds the artifacts among the elements (ISO 32000-2, 14.8.2.2.3).
    fn artifact_elements(&self, marks: &mut Vec<Mark<'a>>) {
        for (number, part) in (0u32..).zip(&self.parts.parts) {
            let is_artifact = |p: u32| self.parts.get(p).place == Placement::Artifact;
            if !is_artifact(number) || part.parent.is_some_and(is_artifact) {
                continue;
            }
            let items = self.parts.items_below(Some(number), &part.children);
            let glyphs = self.text(&items).glyphs;
            if !glyphs.is_empty() {
                let element = &self.tags.structure[part.element];
                let attributes = &element.attributes;
                let style = styles::edge(element).map(styles::Edge::subtype);
                let said = |name: &'static str| {
                    let name = Name::standard(name);
                    let attribute = attributes.iter().find(|a| a.name == name)?;
                    Some(attribute.value.as_str())
                };
                marks.push(Mark {
                    kind: said("Type"),
                    subtype: said("Subtype").or(style),
                    attached: said("Attached").and_then(|edges| edges.split(' ').next()),
                    glyphs,
                });
            }
        }
    }

    /// Adds all elements except artifacts. Iterative, because elements can be nested thousands deep.
    fn body(&mut self) {
        let mut stack = vec![OpenPart::new(None, self.tree.root())];
        while let Some(open) = stack.last_mut() {
            // Notes are placed behind their lines.
            let waiting = match open.inline.is_empty() {
                true => open.notes.pop_front(),
                false => None,
            };
            let child = match waiting {
                Some(note) => Some(Child::Part(note)),
                None => {
                    let child = self.parts.children(open.part).get(open.next).copied();
                    open.next += 1;
                    child
                }
            };
            let block = match child {
                Some(Child::Part(part)) => match self.parts.get(part).place {
                    Placement::Artifact => continue,
                    Placement::Inline => None,
                    Placement::Block | Placement::Group => Some(part),
                },
                Some(Child::Item(_)) => None,
                None if open.inline.is_empty() => {
                    let Some(done) = stack.pop() else { return };
                    self.leave(done.part, done.node);
                    continue;
                }
                None => None,
            };
            match (block, child) {
                (Some(part), _) if self.parts.get(part).apart && !open.inline.is_empty() => {
                    open.notes.push_back(part);
                }
                (None, Some(Child::Part(part)))
                    if open.inline.is_empty() && self.is_leading_label(part) =>
                {
                    self.labels.push(part);
                }
                (None, Some(child)) => open.inline.push(child),
                _ if !open.inline.is_empty() => {
                    let inline = std::mem::take(&mut open.inline);
                    open.notes.extend(self.parts.notes_below(&inline));
                    // The child that ended the paragraph is read again, behind its notes.
                    open.next -= 1;
                    let (around, node) = (open.part, open.node);
                    self.flush(around, node, &inline);
                }
                (Some(part), _) => {
                    let node = open.node;
                    match self.parts.get(part).place {
                        Placement::Group => {
                            let node = self.enter(part, node);
                            stack.push(OpenPart::new(Some(part), node));
                        }
                        _ if self.is_leading_label(part) => self.labels.push(part),
                        _ => {
                            open.notes
                                .extend(self.parts.notes_below(&self.parts.get(part).children));
                            self.block(part, node);
                        }
                    }
                }
                (None, None) => {}
            }
        }
    }

    /// Adds the node of a group.
    fn enter(&mut self, part: u32, around: NodeId) -> NodeId {
        let node = self.facts.node(part);
        let id = self.tree.add_child(around, node);
        let element = &self.tags.structure[self.parts.get(part).element];
        if element.standard_type == "Figure" {
            self.tree[id].bbox = self.said_box(part);
        }
        id
    }

    /// Ends a group. An empty one is removed, unless it is a cell of a table.
    fn leave(&mut self, part: Option<u32>, id: NodeId) {
        if part.is_none() {
            return;
        }
        let kind = self.tree[id].kind.clone();
        let shows = self.tree.has_children(id)
            || !self.tree[id].bbox.is_empty()
            || self.tree[id].own(Own::Alt).is_some();
        if !shows && !matches!(kind.as_str(), "TD" | "TH") {
            self.tree.detach(id);
        } else if kind.as_str() == "L" {
            let counts = self.list_counts(id);
            let counts = if counts { "true" } else { "false" };
            self.tree[id].add_attribute(Own::Ordered, counts);
        }
    }

    /// Adds a block, and its images behind it, because an `ocr_par` contains only lines.
    fn block(&mut self, part: u32, around: NodeId) {
        let items = self
            .parts
            .items_below(Some(part), &self.parts.get(part).children);
        let node = self.facts.node(part);
        let id = self.tree.add_child(around, node);
        let text = self.text(&items);
        let text = self.behind_labels(text);
        self.lines(id, Some(part), &text);
        if !self.tree.has_children(id) {
            self.tree.detach(id);
        }
        self.mark_formula(id, &text);
        self.pictures(around, &items);
    }

    /// Adds a paragraph of the text directly in a group.
    fn flush(&mut self, part: Option<u32>, node: NodeId, inline: &[Child]) {
        let items = self.parts.items_below(part, inline);
        let text = self.text(&items);
        let text = self.behind_labels(text);
        let first = self.paragraph(node, part, &text);
        if let Some(first) = first.filter(|_| text.labels.is_empty()) {
            self.leave_open(part, first, text);
        }
        self.pictures(node, &items);
    }

    /// Records the last paragraph of a group if it has several lines and only groups around it. `first` is
    /// its node in the first column. Formulas are excluded, because their lines are not paragraphs.
    fn leave_open(&mut self, part: Option<u32>, first: NodeId, text: Text) {
        let around = |part| std::iter::successors(part, |&part| self.parts.get(part).parent);
        let kind = |part| self.tags.structure[self.parts.get(part).element].kind();
        let in_formula = |&&part: &&Option<u32>| around(part).any(|p| kind(p) == "Formula");
        let formulas = text.parts.iter().filter(in_formula).count();
        let nodes = std::iter::successors(Some(first), |&node| self.tree.next(node));
        let nodes: Vec<NodeId> = nodes.collect();
        let lines = nodes.iter().flat_map(|&node| self.tree.children(node));
        if around(part).all(|part| only_groups(kind(part)))
            && lines.take(2).count() > 1
            && 2 * formulas < text.glyphs.len()
        {
            let mut glyphs = text.glyphs;
            glyphs.sort_unstable();
            self.open.push(OpenRegion { nodes, glyphs });
        }
    }

    /// Adds a paragraph without an element to a group; `None` if it would be empty.
    pub(super) fn paragraph(
        &mut self,
        around: NodeId,
        part: Option<u32>,
        text: &Text,
    ) -> Option<NodeId> {
        if text.glyphs.is_empty() {
            return None;
        }
        let node = Node::new(PARAGRAPH, Rect::EMPTY, Detail::None);
        let id = self.tree.add_child(around, node);
        if let Some(lang) = self.facts.lang(part) {
            self.tree[id].add_attribute(Own::Lang, lang);
        }
        self.lines(id, part, text);
        if self.tree.has_children(id) {
            self.mark_formula(id, text);
            return Some(id);
        }
        self.tree.detach(id);
        None
    }

    /// The glyphs of a part and its descendants.
    pub(super) fn text_of(&self, part: u32) -> Text {
        let children = &self.parts.get(part).children;
        self.text(&self.parts.items_below(Some(part), children))
    }

    /// The glyphs of items.
    fn text(&self, items: &[(u32, Option<u32>)]) -> Text {
        let mut text = Text::default();
        for &(item, part) in items {
            let glyphs = self.dealt.glyphs.get(item as usize);
            let glyphs = glyphs.map(Vec::as_slice).unwrap_or_default();
            text.glyphs.extend_from_slice(glyphs);
            text.parts.resize(text.glyphs.len(), part);
        }
        text
    }

    /// All nodes in reading order, children before their parents.
    pub(super) fn leaves_first(&self) -> Vec<NodeId> {
        self.tree.leaves_first(self.tree.root()).collect()
    }

    /// Extends every box to contain those of its children.
    fn fit_boxes(&mut self) {
        let root = self.tree.root();
        for id in self.leaves_first() {
            if let Some(parent) = self.tree.parent(id).filter(|&p| p != root) {
                let bbox = self.tree[id].bbox;
                let around = &mut self.tree[parent].bbox;
                *around = around.union(bbox);
            }
        }
    }
}
