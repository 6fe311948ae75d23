//! The page tree (7.7.3): finds the pages of a document and their inherited entries.

use std::collections::HashSet;

use hayro_syntax::Pdf;
use hayro_syntax::object::Rect;

use super::{Array, Dict, MaybeRef, ObjectIdentifier};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};

/// Maximum number of direct kids read from one node. They should be references; direct kids beyond the limit
/// are ignored.
const MAX_DIRECT: usize = 1000;
/// Maximum number of pages. Repeated pages cost few bytes, so even small files could list very many.
const MAX_PAGES: usize = 1 << 20;

/// The pages of a document, in order.
#[derive(Debug, Default)]
pub(super) struct PageTree {
    nodes: Vec<Node>,
    pages: Vec<Leaf>,
}

/// A node with kids.
#[derive(Debug)]
struct Node {
    place: NodeRef,
    inherited: Inherited,
}

#[derive(Clone, Copy, Debug)]
struct Leaf {
    place: NodeRef,
    /// Index of its node; `None` if it was found without a tree.
    node: Option<usize>,
}

/// The location of a dictionary of the tree.
#[derive(Clone, Copy, Debug)]
enum NodeRef {
    Object(ObjectIdentifier),
    /// In the `Kids` of this node, at this index.
    Kid(usize, usize),
    /// Not readable.
    Lost,
}

/// The entries that pages inherit (7.7.3.4).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inherited {
    pub media_box: Option<Rect>,
    pub crop_box: Option<Rect>,
    pub rotate: Option<i32>,
    /// Index of the node that has the `Resources`.
    resources: Option<usize>,
}

/// A page, with its inherited entries.
pub(super) struct Found<'a> {
    pub dict: Dict<'a>,
    pub inherited: Inherited,
    pub resources: Dict<'a>,
}

/// A node whose kids are being read.
struct Frame<'a> {
    node: usize,
    kids: std::iter::Enumerate<hayro_syntax::object::array::ArrayIter<'a>>,
    /// `Count`: the declared number of pages below.
    declared: Option<i64>,
    /// The number of pages found below.
    found: i64,
    /// The number of unreadable kids.
    lost: i64,
}

impl PageTree {
    /// Reads the tree. A dictionary with kids is a node, any other one is a page, whatever its type. A page
    /// counts each time it is listed; a node counts once, which ends cycles.
    ///
    /// An unreadable kid is a page if the node's `Count` includes it.
    pub(super) fn read(pdf: &Pdf, warnings: &mut Warnings) -> Self {
        let mut tree = Self::default();
        tree.walk(pdf, warnings);
        if tree.pages.is_empty() {
            // Without a tree, every dictionary with contents is treated as a page.
            let found = pdf.pages().iter().filter_map(|page| page.raw().obj_id());
            tree.pages = found
                .map(|id| Leaf {
                    place: NodeRef::Object(id),
                    node: None,
                })
                .collect();
        }
        for (leaf, index) in tree.pages.iter().zip(0..) {
            if matches!(leaf.place, NodeRef::Lost) {
                let message = "the page cannot be found in the file; it is written empty";
                warnings.push(Diagnostic::new(DiagnosticKind::Page, message).on_page(index));
            }
        }
        tree
    }

    pub(super) fn len(&self) -> usize {
        self.pages.len()
    }

    /// The number of different pages.
    pub(super) fn distinct(&self) -> usize {
        let mut listed = HashSet::new();
        self.objects()
            .filter(|id| id.is_none_or(|id| listed.insert(id)))
            .count()
    }

    /// The identifier of each page; `None` if it is not an indirect object.
    pub(super) fn objects(&self) -> impl Iterator<Item = Option<ObjectIdentifier>> {
        self.pages.iter().map(|leaf| match leaf.place {
            NodeRef::Object(id) => Some(id),
            NodeRef::Kid(..) | NodeRef::Lost => None,
        })
    }

    /// The page with an index from 0; empty if it is not readable.
    pub(super) fn page<'a>(&self, pdf: &'a Pdf, index: usize) -> Option<Found<'a>> {
        let leaf = self.pages.get(index)?;
        let dict = self.dict(pdf, leaf.place).unwrap_or_default();
        let node = leaf.node.and_then(|node| self.nodes.get(node));
        let inherited = node.map_or_else(Inherited::default, |node| node.inherited);
        let resources = dict.get::<Dict<'a>>("Resources").or_else(|| {
            let holder = self.nodes.get(inherited.resources?)?;
            self.dict(pdf, holder.place)?.get::<Dict<'a>>("Resources")
        });
        Some(Found {
            dict,
            inherited,
            resources: resources.unwrap_or_default(),
        })
    }

    fn dict<'a>(&self, pdf: &'a Pdf, mut place: NodeRef) -> Option<Dict<'a>> {
        // Direct kids can be nested: go up to the node that is an object, then down again.
        let mut path = Vec::new();
        let mut dict = loop {
            match place {
                NodeRef::Object(id) => break pdf.xref().get::<Dict<'a>>(id)?,
                NodeRef::Kid(node, index) => {
                    path.push(index);
                    place = self.nodes.get(node)?.place;
                }
                NodeRef::Lost => return None,
            }
        };
        for index in path.into_iter().rev() {
            let kids = dict.get::<Array<'a>>("Kids")?;
            let MaybeRef::NotRef(kid) = kids.raw_iter().nth(index)? else {
                return None;
            };
            dict = kid.into_dict()?;
        }
        Some(dict)
    }

    fn walk(&mut self, pdf: &Pdf, warnings: &mut Warnings) {
        let Some((root, place)) = root(pdf) else {
            return;
        };
        let mut seen = HashSet::new();
        if let NodeRef::Object(id) = place {
            seen.insert(id);
        }
        let mut again = HashSet::new();
        // Nodes whose `Count` includes their unreadable kids.
        let mut counted = HashSet::new();
        let mut open: Vec<Frame<'_>> = self
            .begin(&root, place, Inherited::default())
            .into_iter()
            .collect();
        while let Some(frame) = open.last_mut() {
            let Some((index, kid)) = frame.kids.next() else {
                if frame.lost > 0 && frame.declared == Some(frame.found + frame.lost) {
                    counted.insert(frame.node);
                    frame.found += frame.lost;
                }
                let found = frame.found;
                open.pop();
                if let Some(frame) = open.last_mut() {
                    frame.found += found;
                }
                continue;
            };
            if self.pages.len() >= MAX_PAGES {
                let message =
                    format!("the document has over {MAX_PAGES} pages; the others are left out");
                warnings.push(Diagnostic::limit(message));
                break;
            }
            let node = frame.node;
            let (place, dict) = match kid {
                MaybeRef::Ref(id) => {
                    let id = id.into();
                    (NodeRef::Object(id), pdf.xref().get::<Dict<'_>>(id))
                }
                MaybeRef::NotRef(object) => {
                    let dict = object.into_dict().filter(|_| index < MAX_DIRECT);
                    (NodeRef::Kid(node, index), dict)
                }
            };
            let Some(dict) = dict else {
                frame.lost += 1;
                self.pages.push(Leaf {
                    place: NodeRef::Lost,
                    node: Some(node),
                });
                continue;
            };
            if dict.get::<Array<'_>>("Kids").is_some() {
                let new = match place {
                    NodeRef::Object(id) => seen.insert(id),
                    NodeRef::Kid(..) | NodeRef::Lost => true,
                };
                let inherited = self.nodes.get(node).map(|node| node.inherited);
                if new {
                    open.extend(self.begin(&dict, place, inherited.unwrap_or_default()));
                } else if let NodeRef::Object(id) = place
                    && again.insert(id)
                {
                    let message =
                        "the page tree refers to one of its nodes again, which counts once";
                    let warning = Diagnostic::new(DiagnosticKind::Mended, message);
                    warnings.push(warning.in_object(id.obj_number, id.gen_number));
                }
            } else {
                frame.found += 1;
                self.pages.push(Leaf {
                    place,
                    node: Some(node),
                });
            }
        }
        self.pages.retain(|leaf| {
            let lost = matches!(leaf.place, NodeRef::Lost);
            !lost || leaf.node.is_some_and(|node| counted.contains(&node))
        });
    }

    /// Begins a node of the tree.
    fn begin<'a>(
        &mut self,
        dict: &Dict<'a>,
        place: NodeRef,
        above: Inherited,
    ) -> Option<Frame<'a>> {
        let kids = dict.get::<Array<'a>>("Kids")?;
        let node = self.nodes.len();
        let own = dict.get::<Dict<'_>>("Resources").map(|_| node);
        self.nodes.push(Node {
            place,
            inherited: Inherited {
                media_box: dict.get::<Rect>("MediaBox").or(above.media_box),
                crop_box: dict.get::<Rect>("CropBox").or(above.crop_box),
                rotate: dict.get::<i32>("Rotate").or(above.rotate),
                resources: own.or(above.resources),
            },
        });
        Some(Frame {
            node,
            kids: kids.raw_iter().enumerate(),
            declared: dict.get::<i64>("Count"),
            found: 0,
            lost: 0,
        })
    }
}

/// The root of the tree. In some files the catalog names a page, or a node below the root.
fn root(pdf: &Pdf) -> Option<(Dict<'_>, NodeRef)> {
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
    let mut id: ObjectIdentifier = catalog.get_ref("Pages")?.into();
    let mut root = pdf.xref().get::<Dict<'_>>(id)?;
    let mut seen = HashSet::from([id]);
    while let Some(above) = root.get_ref("Parent").map(ObjectIdentifier::from)
        && seen.insert(above)
        && let Some(dict) = pdf.xref().get::<Dict<'_>>(above)
    {
        (id, root) = (above, dict);
    }
    Some((root, NodeRef::Object(id)))
}
