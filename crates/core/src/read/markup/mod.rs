//! Elements of XML and HTML files: one tree for both, without namespaces and without recursion.
//!
//! All text is in one string to which nodes refer, so that a tree is little larger than its file.

#[cfg(feature = "html")]
pub(super) mod html;
pub(super) mod xml;

use std::collections::HashMap;
use std::iter;

/// Levels of elements that are kept, counted from the root. Real files have about twenty.
const OUTER: u32 = 120;

/// Levels of elements that are kept, counted from the leaves, so that lines keep their words, and words their
/// letters. Elements between both are removed, but not their content.
const INNER: u32 = 30;

/// Maximum number of names that are remembered without an open element.
const NAMES: usize = 1000;

/// A part of [`Markup::text`].
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: u32,
    end: u32,
}

/// An element, or text. Its descendants follow it in the list.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The name of an element, or the text.
    span: Span,
    /// The index of the node after its last descendant.
    end: u32,
    /// The index of its first attribute; the last is before the first one of the next node. [`TEXT`] is set
    /// in it for text.
    first_attribute: u32,
}

/// The flag of text nodes. Files are limited to 1 GB, so no attribute has such an index.
const TEXT: u32 = 1 << 31;

impl Node {
    fn is_text(self) -> bool {
        self.first_attribute & TEXT != 0
    }

    fn first_attribute(self) -> usize {
        (self.first_attribute & !TEXT) as usize
    }
}

/// A file, or a part of one, as elements.
#[derive(Debug)]
pub(super) struct Markup {
    text: String,
    attributes: Vec<(Span, Span)>,
    nodes: Vec<Node>,
    /// The open elements, the innermost last.
    open: Vec<u32>,
    /// Whether the last node is text that may be continued.
    is_in_text: bool,
    /// Positions in `open` by element name, so that an end tag is matched without a search.
    open_by_name: HashMap<String, Vec<usize>>,
    /// The maximum number of open elements at a time.
    deepest: usize,
    /// The name of the innermost element that was not closed at the end of the file, but should have been.
    #[cfg_attr(not(feature = "html"), allow(dead_code))]
    open_at_end: Option<Span>,
}

/// Elements of HTML whose end tag may be missing.
const OPTIONAL_ENDS: [&str; 16] = [
    "html", "head", "body", "p", "li", "dt", "dd", "caption", "colgroup", "thead", "tbody",
    "tfoot", "tr", "td", "th", "option",
];

impl Markup {
    /// An empty tree with capacity for a file of this many bytes.
    fn with_capacity(bytes: usize) -> Self {
        let root = Node {
            span: Span::default(),
            end: 0,
            first_attribute: 0,
        };
        Self {
            text: String::with_capacity(bytes),
            attributes: Vec::new(),
            nodes: vec![root],
            open: vec![0],
            is_in_text: false,
            open_by_name: HashMap::new(),
            deepest: 1,
            open_at_end: None,
        }
    }

    fn push(&mut self, text: &str) -> Span {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        Span {
            start,
            end: self.text.len() as u32,
        }
    }

    /// Begins an element. Prefixes of names are removed.
    fn start<'a>(&mut self, name: &str, attributes: impl Iterator<Item = (&'a str, &'a str)>) {
        let span = self.push(local(name));
        let first = self.attributes.len() as u32;
        for (name, value) in attributes {
            let name = self.push(local(name));
            let value = self.push(value);
            self.attributes.push((name, value));
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(Node {
            span,
            end: id + 1,
            first_attribute: first,
        });
        self.is_in_text = false;
        let name = local(name);
        let place = self.open.len();
        match self.open_by_name.get_mut(name) {
            Some(places) => places.push(place),
            None => {
                self.open_by_name.insert(name.to_owned(), vec![place]);
            }
        }
        self.open.push(id);
        self.deepest = self.deepest.max(self.open.len());
    }

    /// Ends the innermost element.
    fn end(&mut self) {
        self.end_at(self.open.len() - 1);
    }

    /// Ends the innermost element with this name and its descendants. Does nothing if none is open.
    fn end_named(&mut self, name: &str) {
        if let Some(place) = self.innermost(&[local(name)]) {
            self.end_at(place);
        }
    }

    /// Ends the innermost open element of `names` and its descendants, unless one of `inside` is open in it.
    #[cfg(feature = "html")]
    fn end_unless(&mut self, names: &[&str], inside: &[&str]) {
        if let Some(place) = self.innermost(names)
            && self.innermost(inside) < Some(place)
        {
            self.end_at(place);
        }
    }

    /// The position in `open` of the innermost element with one of these names.
    fn innermost(&self, names: &[&str]) -> Option<usize> {
        let last = |name: &&str| self.open_by_name.get(*name)?.last().copied();
        names.iter().filter_map(last).max()
    }

    /// Ends the elements from a position in `open` on. The root stays open.
    fn end_at(&mut self, place: usize) {
        let behind = self.nodes.len() as u32;
        for id in self.open.drain(place.max(1)..) {
            self.is_in_text = false;
            let Some(node) = self.nodes.get_mut(id as usize) else {
                continue;
            };
            node.end = behind;
            let Span { start, end } = node.span;
            let name = self.text.get(start as usize..end as usize);
            let name = name.unwrap_or_default();
            if let Some(places) = self.open_by_name.get_mut(name) {
                places.truncate(places.partition_point(|at| *at < place));
                if places.is_empty() && self.open_by_name.len() > NAMES {
                    self.open_by_name.remove(name);
                }
            }
        }
    }

    /// Ends the file, and the elements that are still open.
    fn finish(&mut self) {
        let names = self.open.iter().skip(1).rev();
        let mut names = names.filter_map(|id| Some(self.nodes.get(*id as usize)?.span));
        self.open_at_end = names.find(|name| !OPTIONAL_ENDS.contains(&self.text_of(*name)));
        self.end_at(1);
        self.open_by_name = HashMap::new();
        let behind = self.nodes.len() as u32;
        if let Some(root) = self.nodes.first_mut() {
            root.end = behind;
        }
        if self.deepest > (OUTER + INNER) as usize {
            self.flatten();
        }
    }

    /// Removes elements with too many levels above and below. Their content stays, in order, in the element
    /// around them.
    fn flatten(&mut self) {
        // For each node, the levels above and below it.
        let mut levels: Vec<(u32, u32)> = Vec::with_capacity(self.nodes.len());
        let mut around: Vec<(usize, u32)> = Vec::new();
        for (id, node) in (0..).zip(&self.nodes) {
            // Elements that end before this node do not contain it.
            while let Some((ended, _)) = around.pop_if(|(_, end)| *end <= id) {
                raise(&mut levels, ended, around.last());
            }
            around.push((levels.len(), node.end));
            levels.push((around.len() as u32 - 1, 0));
        }
        while let Some((ended, _)) = around.pop() {
            raise(&mut levels, ended, around.last());
        }
        let stays = |(above, below): &(u32, u32)| *above <= OUTER || *below <= INNER;
        // The new indexes of the nodes after the removal.
        let mut numbers = Vec::with_capacity(levels.len() + 1);
        let mut count = 0;
        for own in &levels {
            numbers.push(count);
            count += u32::from(stays(own));
        }
        numbers.push(count);
        let mut attributes = Vec::new();
        let mut kept = Vec::new();
        for (id, own) in levels.iter().enumerate() {
            let node = self.nodes.get(id).filter(|_| stays(own));
            let Some(node) = node else { continue };
            let text = node.first_attribute & TEXT;
            kept.push(Node {
                span: node.span,
                end: numbers.get(node.end as usize).copied().unwrap_or(count),
                first_attribute: attributes.len() as u32 | text,
            });
            attributes.extend_from_slice(self.attributes_of(id));
        }
        self.nodes = kept;
        self.attributes = attributes;
    }

    fn attributes_of(&self, id: usize) -> &[(Span, Span)] {
        let from = self.nodes.get(id).map(|node| node.first_attribute());
        let to = self.nodes.get(id + 1).map(|node| node.first_attribute());
        let own = from.unwrap_or_default()..to.unwrap_or(self.attributes.len());
        self.attributes.get(own).unwrap_or_default()
    }

    /// Adds text to the innermost element.
    fn add_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        // Consecutive pieces of text become one node.
        let span = self.push(text);
        let id = self.nodes.len() as u32;
        match self.nodes.last_mut() {
            Some(last) if self.is_in_text => last.span.end = span.end,
            _ => self.nodes.push(Node {
                span,
                end: id + 1,
                first_attribute: self.attributes.len() as u32 | TEXT,
            }),
        }
        self.is_in_text = true;
    }

    fn text_of(&self, span: Span) -> &str {
        let range = span.start as usize..span.end as usize;
        self.text.get(range).unwrap_or_default()
    }

    /// The name of the innermost element that was not closed, unless its end tag may be missing.
    #[cfg(feature = "html")]
    pub(super) fn open_at_end(&self) -> Option<&str> {
        self.open_at_end.map(|name| self.text_of(name))
    }

    /// The parent of the outermost elements.
    pub(super) fn root(&self) -> Element<'_> {
        Element {
            markup: self,
            id: 0,
        }
    }
}

/// Adds the levels below an element to those of the element around it.
fn raise(levels: &mut [(u32, u32)], id: usize, around: Option<&(usize, u32)>) {
    let below = levels.get(id).map_or(0, |(_, below)| below + 1);
    let around = around.and_then(|(around, _)| levels.get_mut(*around));
    if let Some((_, levels)) = around {
        *levels = below.max(*levels);
    }
}

/// The local part of a qualified name.
pub(super) fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// A child of an element.
#[derive(Clone, Copy)]
pub(super) enum Child<'m> {
    Element(Element<'m>),
    Text(&'m str),
}

/// An element of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element<'m> {
    markup: &'m Markup,
    id: u32,
}

impl<'m> Element<'m> {
    fn node(self) -> Option<Node> {
        self.markup.nodes.get(self.id as usize).copied()
    }

    /// The local part of its name.
    pub(super) fn name(self) -> &'m str {
        let name = self.node().map(|node| node.span);
        self.markup.text_of(name.unwrap_or_default())
    }

    pub(super) fn is(self, name: &str) -> bool {
        self.name() == name
    }

    /// The value of an attribute, by its local name.
    pub(super) fn attribute(self, name: &str) -> Option<&'m str> {
        let mut own = self.markup.attributes_of(self.id as usize).iter();
        let found = own.find(|(n, _)| self.markup.text_of(*n) == name);
        found.map(|(_, value)| self.markup.text_of(*value))
    }

    /// The value of an attribute as a finite number.
    pub(super) fn number(self, name: &str) -> Option<f32> {
        let value = self.attribute(name)?.trim().parse::<f32>().ok()?;
        value.is_finite().then_some(value)
    }

    /// Its child elements and text, in order.
    pub(super) fn contents(self) -> impl Iterator<Item = Child<'m>> + Clone {
        let markup = self.markup;
        let end = self.node().map_or(0, |node| node.end);
        let at = move |id: u32| {
            let node = markup.nodes.get(id as usize).filter(|_| id < end)?;
            Some((id, *node))
        };
        let all = iter::successors(at(self.id + 1), move |(_, node)| at(node.end));
        all.map(move |(id, node)| match node.is_text() {
            true => Child::Text(markup.text_of(node.span)),
            false => Child::Element(Element { markup, id }),
        })
    }

    /// Its child elements.
    pub(super) fn children(self) -> impl Iterator<Item = Element<'m>> + Clone {
        self.contents().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }

    /// Its child elements with a name.
    pub(super) fn named<'n>(self, name: &'n str) -> impl Iterator<Item = Element<'m>> + Clone
    where
        'm: 'n,
    {
        self.children().filter(move |child| child.is(name))
    }

    /// Its first child element with a name.
    pub(super) fn child(self, name: &str) -> Option<Element<'m>> {
        self.children().find(|child| child.is(name))
    }

    /// All descendant elements in document order.
    pub(super) fn below(self) -> impl Iterator<Item = Element<'m>> {
        let mut open = vec![self.children()];
        iter::from_fn(move || {
            loop {
                match open.last_mut()?.next() {
                    Some(element) => {
                        open.push(element.children());
                        return Some(element);
                    }
                    None => {
                        open.pop();
                    }
                }
            }
        })
    }

    /// The first descendant with a name.
    pub(super) fn find(self, name: &str) -> Option<Element<'m>> {
        self.below().find(|element| element.is(name))
    }

    /// Its text, with that of all descendants.
    pub(super) fn text(self) -> String {
        let mut out = String::new();
        self.push_text(&mut out);
        out
    }

    fn push_text(self, out: &mut String) {
        for child in self.contents() {
            match child {
                Child::Text(text) => out.push_str(text),
                Child::Element(element) => element.push_text(out),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nested elements `a`, with the content that `inner` adds to the innermost.
    fn nested(count: usize, inner: impl FnOnce(&mut Markup)) -> Markup {
        let mut markup = Markup::with_capacity(0);
        for _ in 0..count {
            markup.start("x:a", [("y:n", "1")].into_iter());
        }
        inner(&mut markup);
        for _ in 0..count {
            markup.end();
        }
        markup.start("b", iter::empty());
        markup.finish();
        markup
    }

    #[test]
    fn elements_between_the_outer_and_the_inner_levels_are_left_out() {
        let markup = nested(10_000, |markup| {
            for word in ["one", "two"] {
                markup.start("line", iter::empty());
                markup.start("word", iter::empty());
                markup.add_text(word);
                markup.end();
                markup.add_text(" ");
                markup.end();
            }
        });
        let root = markup.root();
        assert_eq!(root.text(), "one two ");
        let lines = root.below().filter(|e| e.is("line"));
        let words = lines.map(|line| line.child("word").map(Element::text));
        let words: Vec<_> = words.flatten().collect();
        assert_eq!(words, ["one", "two"]);
        let levels = iter::successors(root.child("a"), |a| a.child("a")).count() as u32;
        assert!(levels <= OUTER + INNER + 1, "{levels}");
        let names: Vec<_> = root.children().map(Element::name).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(root.child("a").and_then(|a| a.number("n")), Some(1.0));
    }

    #[test]
    fn few_levels_are_all_kept() {
        let levels = (OUTER + INNER - 2) as usize;
        let markup = nested(levels, |markup| markup.add_text("deep"));
        assert_eq!(markup.root().below().count(), levels + 1);
        assert_eq!(markup.root().text(), "deep");
    }

    #[test]
    fn an_end_tag_without_a_start_ends_nothing() {
        let mut markup = Markup::with_capacity(0);
        markup.start("a", iter::empty());
        markup.start("b", iter::empty());
        markup.end_named("c");
        markup.add_text("in b");
        markup.end_named("a");
        markup.end_named("a");
        markup.end();
        markup.start("d", iter::empty());
        markup.finish();
        let names: Vec<_> = markup.root().below().map(Element::name).collect();
        assert_eq!(names, ["a", "b", "d"]);
        assert_eq!(markup.root().children().count(), 2);
    }
}
