//! Structure elements as plain data, with ways to traverse them in reading order.

use crate::page::{Attribute, Own, heading_level};

/// The identifier of an element in one [`Structure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(pub(super) u32);

impl ElementId {
    /// The number of the element in the document, from 0.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// A child of an element (14.7.2, `K`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kid {
    Element(ElementId),
    /// A marked-content sequence (14.7.4.2).
    Content {
        /// Index from 0; `None` if it is on no page of the document.
        page: Option<u32>,
        /// The object number of the form XObject whose stream contains the sequence; `None` for the page's
        /// own content.
        stream: Option<u32>,
        mcid: i64,
    },
    /// A whole PDF object: an annotation, an image (14.7.4.3).
    Object {
        page: Option<u32>,
        /// Its object number.
        object: u32,
    },
}

/// A structure element (14.7.2, table 323).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Element {
    /// Number and generation of its dictionary, if that is an indirect object.
    pub object: Option<(u32, i32)>,
    pub parent: Option<ElementId>,
    /// `S` in the file.
    pub own_type: String,
    /// The standard type from the role map; `S` itself if there is none.
    pub standard_type: String,
    /// The type that the name of its style implies, if the role map gives `P` or no standard type.
    pub style: Option<&'static str>,
    /// Whether it is in the namespace of MathML.
    pub mathml: bool,
    /// The MathML file associated with a formula.
    pub mathml_file: Option<String>,
    /// `Pg`, own or inherited: the page of content that names none, from 0.
    pub page: Option<u32>,
    /// Its own `Lang`.
    pub lang: Option<String>,
    pub alt: Option<String>,
    pub actual_text: Option<String>,
    /// `E`, the expansion of an abbreviation.
    pub expansion: Option<String>,
    /// `T`.
    pub title: Option<String>,
    /// `ID`.
    pub id: Option<String>,
    /// Attributes by their names in the standard: `RowSpan`, `ListNumbering`, … (14.8.5).
    pub attributes: Vec<Attribute>,
    /// The target of its first link.
    pub target: Option<String>,
    /// Whether another element refers to it.
    pub referred: bool,
    /// Attributes that result from references to other elements.
    pub own: Vec<(Own, String)>,
    pub kids: Vec<Kid>,
}

impl Element {
    /// The type as which it is read.
    pub fn kind(&self) -> &str {
        self.style.unwrap_or(&self.standard_type)
    }

    /// Whether it is a heading, of any level.
    pub(super) fn is_heading(&self) -> bool {
        self.kind() == "H" || heading_level(self.kind()).is_some()
    }
}

/// The elements of a document, in the order in which they were read; parents before their children.
#[derive(Clone, Debug, Default)]
pub struct Structure {
    pub(super) elements: Vec<Element>,
    /// The children of the root.
    pub(super) top: Vec<ElementId>,
}

impl std::ops::Index<ElementId> for Structure {
    type Output = Element;

    fn index(&self, id: ElementId) -> &Element {
        &self.elements[id.0 as usize]
    }
}

/// A step of a traversal of a [`Structure`] in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// An element begins.
    Enter(ElementId),
    /// A kid, other than an element, of the element that is open.
    Kid(ElementId, &'a Kid),
    /// An element ends.
    Leave(ElementId),
}

impl Structure {
    /// The element of a number, if it exists.
    pub fn id(&self, number: u32) -> Option<ElementId> {
        ((number as usize) < self.elements.len()).then_some(ElementId(number))
    }

    /// All elements, in the order of their numbers.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ElementId> + use<> {
        (0..self.elements.len() as u32).map(ElementId)
    }

    /// The children of the root.
    pub fn top(&self) -> &[ElementId] {
        &self.top
    }

    /// Returns `true` if the document has no elements.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// The element and its ancestors, the outermost last.
    pub fn ancestors(&self, id: ElementId) -> impl Iterator<Item = ElementId> + '_ {
        std::iter::successors(Some(id), |id| self[*id].parent)
    }

    /// The language of an element: its own, or that of the nearest ancestor (14.9.2.3).
    pub fn lang(&self, id: ElementId) -> Option<&str> {
        self.ancestors(id)
            .find_map(|id| self[id].lang.as_deref())
            .filter(|lang| !lang.is_empty())
    }

    /// Traverses all elements and their content in reading order. Iterative, because elements can be nested
    /// thousands deep.
    pub fn walk(&self) -> impl Iterator<Item = Step<'_>> {
        enum Todo<'a> {
            Enter(ElementId),
            Kids(ElementId, std::slice::Iter<'a, Kid>),
        }
        let mut stack: Vec<Todo<'_>> = self.top.iter().rev().map(|&id| Todo::Enter(id)).collect();
        std::iter::from_fn(move || match stack.pop()? {
            Todo::Enter(id) => {
                stack.push(Todo::Kids(id, self[id].kids.iter()));
                Some(Step::Enter(id))
            }
            Todo::Kids(id, mut kids) => match kids.next() {
                None => Some(Step::Leave(id)),
                Some(Kid::Element(child)) => {
                    stack.push(Todo::Kids(id, kids));
                    stack.push(Todo::Kids(*child, self[*child].kids.iter()));
                    Some(Step::Enter(*child))
                }
                Some(kid) => {
                    stack.push(Todo::Kids(id, kids));
                    Some(Step::Kid(id, kid))
                }
            },
        })
    }
}
