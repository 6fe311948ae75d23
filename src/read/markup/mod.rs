//! Elements of XML and HTML files: one tree for both, without namespaces and without recursion.
//!
//! All text is in one string, and nodes refer to it, so that a tree is little larger than its file.

#[cfg(feature = "html")]
pub(super) mod html;
pub(super) mod xml;

use std::iter;

/// How deep elements can be in each other. Deeper ones are put into the last that may have children:
/// real files have twenty.
const DEPTH: usize = 120;

/// A part of [`Markup::text`].
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: u32,
    end: u32,
}

#[derive(Debug)]
struct Node {
    /// Empty for text.
    name: Span,
    /// The text of a text node.
    text: Span,
    first_attribute: u32,
    attributes: u32,
    parent: u32,
    first_child: u32,
    last_child: u32,
    next: u32,
}

/// No node.
const NONE: u32 = u32::MAX;

/// A file, or a part of one, as elements.
#[derive(Debug)]
pub(super) struct Markup {
    text: String,
    attributes: Vec<(Span, Span)>,
    nodes: Vec<Node>,
    /// The elements that are open, the innermost last.
    open: Vec<u32>,
    /// Elements that were opened beyond [`DEPTH`] and have not ended.
    too_deep: usize,
}

impl Markup {
    /// Room for a file of this many bytes.
    fn with_capacity(bytes: usize) -> Self {
        let root = Node {
            name: Span::default(),
            text: Span::default(),
            first_attribute: 0,
            attributes: 0,
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            next: NONE,
        };
        Self {
            text: String::with_capacity(bytes),
            attributes: Vec::new(),
            nodes: vec![root],
            open: vec![0],
            too_deep: 0,
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

    fn add(&mut self, name: Span, text: Span, attributes: (u32, u32)) -> u32 {
        let id = self.nodes.len() as u32;
        let parent = self.open.last().copied().unwrap_or_default();
        self.nodes.push(Node {
            name,
            text,
            first_attribute: attributes.0,
            attributes: attributes.1,
            parent,
            first_child: NONE,
            last_child: NONE,
            next: NONE,
        });
        let last = self.nodes.get_mut(parent as usize).map_or(NONE, |parent| {
            if parent.first_child == NONE {
                parent.first_child = id;
            }
            std::mem::replace(&mut parent.last_child, id)
        });
        if let Some(last) = self.nodes.get_mut(last as usize) {
            last.next = id;
        }
        id
    }

    /// Begins an element. Names lose their prefix.
    fn start<'a>(&mut self, name: &str, attributes: impl Iterator<Item = (&'a str, &'a str)>) {
        let name = self.push(local(name));
        let first = self.attributes.len() as u32;
        for (name, value) in attributes {
            let name = self.push(local(name));
            let value = self.push(value);
            self.attributes.push((name, value));
        }
        let id = self.add(
            name,
            Span::default(),
            (first, self.attributes.len() as u32 - first),
        );
        if self.open.len() < DEPTH {
            self.open.push(id);
        } else {
            self.too_deep += 1;
        }
    }

    /// Ends the innermost element.
    fn end(&mut self) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if self.open.len() > 1 {
            self.open.pop();
        }
    }

    /// Ends the innermost element of this name and those in it; nothing where none is open.
    fn end_named(&mut self, name: &str) {
        let name = local(name);
        let named = |&&id: &&u32| self.element(id).is_some_and(|e| e.name() == name);
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if let Some(behind) = self.open.iter().rev().position(|id| named(&id)) {
            self.open.truncate((self.open.len() - behind - 1).max(1));
        }
    }

    /// Adds text to the innermost element.
    fn add_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        // Text that comes in pieces is one node, as long as nothing is between.
        let parent = self.open.last().copied().unwrap_or_default();
        let last = self.nodes.len() as u32 - 1;
        let end = self.text.len() as u32;
        let span = self.push(text);
        if let Some(node) = self.nodes.get_mut(last as usize)
            && last != 0
            && node.parent == parent
            && node.name.start == node.name.end
            && node.text.end == end
        {
            node.text.end = span.end;
            return;
        }
        self.add(Span::default(), span, (0, 0));
    }

    fn element(&self, id: u32) -> Option<Element<'_>> {
        let known = (id as usize) < self.nodes.len();
        known.then_some(Element { markup: self, id })
    }

    fn text_of(&self, span: Span) -> &str {
        let range = span.start as usize..span.end as usize;
        self.text.get(range).unwrap_or_default()
    }

    /// What holds the outermost elements.
    pub(super) fn root(&self) -> Element<'_> {
        Element {
            markup: self,
            id: 0,
        }
    }
}

/// A name without its prefix.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// What is in an element.
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
    fn node(self) -> Option<&'m Node> {
        self.markup.nodes.get(self.id as usize)
    }

    /// Its name without a prefix.
    pub(super) fn name(self) -> &'m str {
        let name = self.node().map(|node| node.name);
        self.markup.text_of(name.unwrap_or_default())
    }

    pub(super) fn is(self, name: &str) -> bool {
        self.name() == name
    }

    /// The value of an attribute, by its name without a prefix.
    pub(super) fn attribute(self, name: &str) -> Option<&'m str> {
        let node = self.node()?;
        let first = node.first_attribute as usize;
        let own = first..first + node.attributes as usize;
        let mut own = self.markup.attributes.get(own).unwrap_or_default().iter();
        let found = own.find(|(n, _)| self.markup.text_of(*n) == name);
        found.map(|(_, value)| self.markup.text_of(*value))
    }

    /// The value of an attribute as a finite number.
    pub(super) fn number(self, name: &str) -> Option<f32> {
        let value = self.attribute(name)?.trim().parse::<f32>().ok()?;
        value.is_finite().then_some(value)
    }

    /// Elements and text, in order.
    pub(super) fn contents(self) -> impl Iterator<Item = Child<'m>> + Clone {
        let markup = self.markup;
        let at = |id: u32| Some((id, markup.nodes.get(id as usize)?));
        let first = self.node().map_or(NONE, |node| node.first_child);
        let all = iter::successors(at(first), move |(_, node)| at(node.next));
        all.map(move |(id, node)| match node.name.start == node.name.end {
            true => Child::Text(markup.text_of(node.text)),
            false => Child::Element(Element { markup, id }),
        })
    }

    /// The elements in it.
    pub(super) fn children(self) -> impl Iterator<Item = Element<'m>> + Clone {
        self.contents().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }

    /// The elements of a name in it.
    pub(super) fn named<'n>(self, name: &'n str) -> impl Iterator<Item = Element<'m>> + Clone
    where
        'm: 'n,
    {
        self.children().filter(move |child| child.is(name))
    }

    /// The first element of a name in it.
    pub(super) fn child(self, name: &str) -> Option<Element<'m>> {
        self.children().find(|child| child.is(name))
    }

    /// All elements below, each before those in it.
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

    /// The first element of a name below.
    pub(super) fn find(self, name: &str) -> Option<Element<'m>> {
        self.below().find(|element| element.is(name))
    }

    /// The text in it and in all below.
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

    #[test]
    fn elements_beyond_the_depth_stay_in_order() {
        let mut markup = Markup::with_capacity(0);
        for _ in 0..10 * DEPTH {
            markup.start("x:a", [("y:n", "1")].into_iter());
        }
        markup.add_text("deep");
        for _ in 0..10 * DEPTH {
            markup.end();
        }
        markup.start("b", iter::empty());
        let root = markup.root();
        assert_eq!(root.text(), "deep");
        assert_eq!(root.below().count(), 10 * DEPTH + 1);
        let names: Vec<_> = root.children().map(Element::name).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(root.child("a").and_then(|a| a.number("n")), Some(1.0));
    }
}
