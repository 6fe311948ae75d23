//! Structure elements as plain data.

use crate::model::{Attribute, Own, heading_level};

/// An element of one [`Structure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ElementId(pub(super) u32);

impl ElementId {
    /// Its number among the elements of the document, from 0.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// What an element holds (14.7.2, `K`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kid {
    Element(ElementId),
    /// A marked-content sequence (14.7.4.2).
    Content {
        /// From 0; `None` when it is on no page of the document.
        page: Option<u32>,
        /// The form XObject whose stream holds the sequence (its object number); `None` for the
        /// page's own content.
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
    /// Number and generation of its dictionary, unless that is written in place.
    pub object: Option<(u32, i32)>,
    pub parent: Option<ElementId>,
    /// `S` as it is in the file.
    pub own_type: String,
    /// The standard type that the role map leads to; `S` itself where it leads to none.
    pub standard_type: String,
    /// What the name of its style says where the role map leads to `P` or nowhere.
    pub style: Option<&'static str>,
    /// It is in the namespace of MathML.
    pub mathml: bool,
    /// Of a formula: the MathML file that it is associated with.
    pub mathml_file: Option<String>,
    /// `Pg`, its own or inherited: the page of content that names none, from 0.
    pub page: Option<u32>,
    /// `Lang`, its own.
    pub lang: Option<String>,
    pub alt: Option<String>,
    pub actual_text: Option<String>,
    /// `E`, the expansion of an abbreviation.
    pub expansion: Option<String>,
    /// `T`.
    pub title: Option<String>,
    /// `ID`.
    pub id: Option<String>,
    /// Attributes by their names in the standard: `RowSpan`, `ListNumbering`, … (14.8.5)
    pub attributes: Vec<Attribute>,
    /// Where the first of its links leads.
    pub target: Option<String>,
    /// Something leads to it.
    pub referred: bool,
    /// What follows from the elements that it names.
    pub own: Vec<(Own, String)>,
    pub kids: Vec<Kid>,
}

impl Element {
    /// The type that it is read as.
    pub fn kind(&self) -> &str {
        self.style.unwrap_or(&self.standard_type)
    }

    /// Whether it is a heading, of any level.
    pub(super) fn is_heading(&self) -> bool {
        self.kind() == "H" || heading_level(self.kind()).is_some()
    }
}

/// The elements of a document, in the order they were met; a child comes after its parent.
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

/// A step through a [`Structure`] in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// An element begins.
    Enter(ElementId),
    /// A kid of the element entered last and not left, other than an element.
    Kid(ElementId, &'a Kid),
    /// An element ends.
    Leave(ElementId),
}

impl Structure {
    /// The element of a number, if there is one.
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

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// The element and those around it, the outermost last.
    pub fn ancestors(&self, id: ElementId) -> impl Iterator<Item = ElementId> + '_ {
        std::iter::successors(Some(id), |id| self[*id].parent)
    }

    /// The language of an element: its own, or that of the nearest around it (14.9.2.3).
    pub fn lang(&self, id: ElementId) -> Option<&str> {
        self.ancestors(id)
            .find_map(|id| self[id].lang.as_deref())
            .filter(|lang| !lang.is_empty())
    }

    /// Goes through all elements and their content in reading order. Elements can be nested
    /// thousands deep, so it keeps its own stack.
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
