//! The details of a tree row: an element, its content, or a node of an analysed page.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::font::Font;
use super::on_page::{Shown, sequences};
use super::pages::SeenPage;
use super::runs::{Run, Runs};
use super::tree::{Key, content_name, page_of, shown_of_content};
use super::view::View;
use crate::web::bbox::{Corners, corners, object_key, place};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::page::{Detail, Node, NodeId, Own};
use pdfa2hocr_core::structure::{Described, ElementId, Kid, Origin, Tags};

/// Most pages that are listed for an element.
const PAGES: usize = 20;
/// Most pages that are analysed for its text and its boxes. Those on other pages are added when these are
/// analysed.
const READ: usize = 4;
/// Least overlap of a box with that of a finding about the same block, as a share of their union.
const SAME: f32 = 0.7;

/// The details of a row.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Details {
    key: Key,
    /// The rows from the outermost to this one.
    path: Vec<Named>,
    name: String,
    standard: Option<String>,
    namespace: Option<String>,
    object: Option<String>,
    attributes: Vec<Attribute>,
    lang: Option<Lang>,
    alt: Option<String>,
    actual_text: Option<String>,
    expansion: Option<String>,
    title: Option<String>,
    id: Option<String>,
    /// The target of a link.
    target: Option<String>,
    pages: Vec<OfPage>,
    runs: Vec<Run>,
    fonts: Vec<Font>,
    /// Whether pages or text are omitted.
    truncated: bool,
    why: Vec<Why>,
}

#[derive(Debug, Serialize)]
struct Named {
    key: Key,
    name: String,
}

#[derive(Debug, Serialize)]
struct Attribute {
    name: String,
    value: String,
    owner: Option<String>,
    /// `own`, `class` or `inherited`.
    origin: &'static str,
    /// The class, or the element from which it is inherited.
    from: Option<String>,
}

#[derive(Debug, Serialize)]
struct Lang {
    value: String,
    inherited: bool,
}

#[derive(Debug, Serialize)]
struct OfPage {
    index: u32,
    /// `None` for pages that have not been analysed.
    bbox: Option<Corners>,
    boxes: Vec<Corners>,
}

#[derive(Debug, Serialize)]
struct Why {
    why: String,
    by: &'static str,
}

impl Details {
    fn new(key: Key, name: String) -> Self {
        Self {
            key,
            path: Vec::new(),
            name,
            standard: None,
            namespace: None,
            object: None,
            attributes: Vec::new(),
            lang: None,
            alt: None,
            actual_text: None,
            expansion: None,
            title: None,
            id: None,
            target: None,
            pages: Vec::new(),
            runs: Vec::new(),
            fonts: Vec::new(),
            truncated: false,
            why: Vec::new(),
        }
    }

    fn take_runs(&mut self, runs: Runs) {
        self.truncated |= runs.truncated;
        (self.runs, self.fonts) = (runs.runs, runs.fonts);
    }
}

/// The details of a row.
///
/// # Errors
///
/// If no row has this key; errors of reading its pages.
pub(in crate::browse) fn element(view: &View, key: Key) -> Result<Details> {
    let none = || Diagnostic::argument(format!("there is nothing {key} in the tree"));
    match (view.tags(), key) {
        (Some(tags), Key::Element(number)) => {
            let id = tags.structure().id(number).ok_or_else(none)?;
            of_element(view, tags, id)
        }
        (Some(tags), Key::Content(number, kid)) => {
            let id = tags.structure().id(number).ok_or_else(none)?;
            let found = tags.structure()[id].kids.get(kid as usize);
            of_content(view, tags, key, id, found.ok_or_else(none)?)
        }
        (None, Key::Page(index)) => {
            let seen = view.page(index)?;
            Ok(of_node(view, key, &seen, seen.page.model().tree.root()))
        }
        (None, Key::Node(index, number)) => {
            let seen = view.page(index)?;
            let node = seen.page.model().tree.node(number).ok_or_else(none)?;
            Ok(of_node(view, key, &seen, node))
        }
        _ => Err(none()),
    }
}

fn of_element(view: &View, tags: &Tags, id: ElementId) -> Result<Details> {
    let structure = tags.structure();
    let element = &structure[id];
    let said = view
        .pdf()
        .map(|pdf| tags.details(pdf, id))
        .unwrap_or_default();
    let mut details = Details {
        path: path(tags, id),
        standard: Some(element.standard_type.clone()),
        namespace: said.namespace,
        object: element.object.map(object_key),
        attributes: said.attributes.into_iter().map(Attribute::from).collect(),
        lang: lang(view, tags, id),
        alt: element.alt.clone(),
        actual_text: element.actual_text.clone(),
        expansion: element.expansion.clone(),
        title: element.title.clone(),
        id: element.id.clone(),
        target: element.target.clone(),
        ..Details::new(Key::element(id), element.own_type.clone())
    };
    let inside = below(tags, id);
    let is_inside = |number: u32| inside.get(number as usize).copied().unwrap_or(false);
    let pages = match tags.pages().extent(id) {
        Some((first, last)) => first..=last,
        None => RangeInclusive::new(1, 0),
    };
    let mut with_it = pages.filter(|&page| {
        let items = tags.pages().of(page);
        view.has_page(page) && items.iter().any(|item| is_inside(item.element.number()))
    });
    let mut runs = Runs::default();
    for (turn, index) in with_it.by_ref().take(PAGES).enumerate() {
        let seen = match turn {
            _ if runs.truncated => view.known_page(index),
            ..READ => Some(view.page(index)?),
            _ => view.known_page(index),
        };
        let shown = seen
            .as_ref()
            .and_then(|seen| seen.on_page(tags).elements.get(&id));
        let mut of_page = OfPage::new(index, shown);
        if let (None, Some(object)) = (of_page.bbox, first_object(&element.kids, index)) {
            of_page.bbox = view.annotation_box((object, 0), index).and_then(place);
        }
        details.pages.push(of_page);
        match seen {
            Some(seen) if turn < READ => {
                let root = seen.page.model().tree.root();
                runs.below(view, &seen.page, root, |node, outer| {
                    node.element.map_or(outer, is_inside)
                });
                if turn == 0 {
                    details.why = why(&seen, shown_box(&seen, tags, id));
                }
            }
            _ => runs.truncated = true,
        }
    }
    details.truncated = with_it.next().is_some();
    details.take_runs(runs);
    Ok(details)
}

fn of_content(view: &View, tags: &Tags, key: Key, id: ElementId, kid: &Kid) -> Result<Details> {
    let mut details = Details {
        path: path(tags, id),
        lang: lang(view, tags, id),
        ..Details::new(key, content_name(kid))
    };
    let name = details.name.clone();
    details.path.push(Named { key, name });
    let Some(index) = page_of(kid) else {
        return Ok(details);
    };
    let seen = view.page(index)?;
    let mut of_page = OfPage::new(index, shown_of_content(&seen, tags, kid));
    match kid {
        Kid::Object { object, .. } => {
            details.object = Some(object_key((*object, 0)));
            of_page.bbox = view.annotation_box((*object, 0), index).and_then(place);
        }
        Kid::Content { stream, mcid, .. } => {
            let mut runs = Runs::default();
            let page = seen.page.model();
            let sequences = sequences(page);
            let mut words = page.tree.words(page.tree.root());
            words.all(|(node, glyphs)| {
                let first = page.glyphs(glyphs).next();
                let marked = first.and_then(|glyph| page.content.run_of(glyph).marked);
                let sequence = marked.and_then(|m| sequences.get(m as usize).copied().flatten());
                sequence != Some((*stream, *mcid)) || runs.word(view, &seen.page, node)
            });
            details.take_runs(runs);
        }
        Kid::Element(_) => {}
    }
    details.pages.push(of_page);
    Ok(details)
}

fn of_node(view: &View, key: Key, seen: &SeenPage, id: NodeId) -> Details {
    let page = seen.page.model();
    let index = page.index;
    let node = &page.tree[id];
    let around = || page.tree.with_around(id);
    let mut path: Vec<Named> = around()
        .map(|id| Named {
            key: Key::node(page, id),
            name: page.tree[id].kind.to_string(),
        })
        .collect();
    path.reverse();
    let own = |name: Own| node.own(name).map(str::to_owned);
    let inherited = || around().find_map(|id| page.tree[id].own(Own::Lang));
    let lang = own(Own::Lang).map(|value| (value, false));
    let lang = lang.or_else(|| Some((inherited()?.to_owned(), true)));
    let mut details = Details {
        path,
        attributes: node
            .attributes
            .iter()
            .map(Attribute::of_node)
            .chain(geometry(node))
            .collect(),
        lang: lang.map(|(value, inherited)| Lang { value, inherited }),
        alt: own(Own::Alt),
        actual_text: own(Own::ActualText),
        target: own(Own::Href),
        why: why(seen, node.bbox),
        object: image(view, seen, node),
        ..Details::new(key, node.kind.to_string())
    };
    details.pages.push(OfPage {
        index,
        bbox: place(node.bbox),
        boxes: place(node.bbox).into_iter().collect(),
    });
    let mut runs = Runs::default();
    runs.below(view, &seen.page, id, |_, _| true);
    details.take_runs(runs);
    details
}

impl OfPage {
    fn new(index: u32, shown: Option<&Shown>) -> Self {
        Self {
            index,
            bbox: shown.and_then(|shown| place(shown.bbox)),
            boxes: shown.map_or_else(Vec::new, |s| s.boxes.iter().map(|b| corners(*b)).collect()),
        }
    }
}

impl From<Described> for Attribute {
    fn from(attribute: Described) -> Self {
        let (origin, from) = match attribute.origin {
            Origin::Own => ("own", None),
            Origin::Class(class) => ("class", Some(class)),
            Origin::Inherited(from) => ("inherited", Some(Key::element(from).to_string())),
        };
        Self {
            name: attribute.name,
            value: attribute.value,
            owner: attribute.owner,
            origin,
            from,
        }
    }
}

impl Attribute {
    fn new(name: &str, value: String) -> Self {
        Self {
            name: name.to_owned(),
            value,
            owner: None,
            origin: "own",
            from: None,
        }
    }

    fn of_node(attribute: &pdfa2hocr_core::page::Attribute) -> Self {
        Self::new(attribute.name.as_str(), attribute.value.clone())
    }
}

/// The geometry of a line except for its box, as attributes.
fn geometry(node: &Node) -> Vec<Attribute> {
    let Detail::Line(line) = &node.detail else {
        return Vec::new();
    };
    let mut attributes = vec![
        Attribute::new(
            "baseline",
            format!("{:.2}, {:.2}", line.origin.x, line.origin.y),
        ),
        Attribute::new("size", format!("{:.2}", line.size)),
    ];
    if line.angle != 0.0 {
        attributes.push(Attribute::new("angle", format!("{:.2}", line.angle)));
    }
    if line.vertical {
        attributes.push(Attribute::new("vertical", "true".to_owned()));
    }
    attributes
}

/// The key of an image's object.
fn image(view: &View, seen: &SeenPage, node: &Node) -> Option<String> {
    let Detail::Image(number) = node.detail else {
        return None;
    };
    let image = seen.page.model().content.images.get(number as usize)?;
    view.existing_key(image.object?)
}

fn path(tags: &Tags, id: ElementId) -> Vec<Named> {
    let structure = tags.structure();
    let mut path: Vec<Named> = structure
        .ancestors(id)
        .map(|id| Named {
            key: Key::element(id),
            name: structure[id].own_type.clone(),
        })
        .collect();
    path.reverse();
    path
}

/// The language of an element: its own, that of an element around it, or the document's (ISO 32000-1,
/// 14.9.2).
fn lang(view: &View, tags: &Tags, id: ElementId) -> Option<Lang> {
    let structure = tags.structure();
    let own = structure[id].lang.as_ref().filter(|lang| !lang.is_empty());
    let of_document = || view.pdf()?.language();
    let value = structure.lang(id).map(str::to_owned).or_else(of_document)?;
    Some(Lang {
        value,
        inherited: own.is_none(),
    })
}

/// For each element, whether it is this one or inside it.
fn below(tags: &Tags, id: ElementId) -> Vec<bool> {
    let structure = tags.structure();
    let mut inside: Vec<bool> = Vec::with_capacity(structure.len());
    // Children come after their parents.
    for other in structure.ids() {
        let parent = structure[other]
            .parent
            .and_then(|p| inside.get(p.number() as usize));
        inside.push(other == id || parent.copied().unwrap_or(false));
    }
    inside
}

/// The first object of an element on a page, for elements without other content.
fn first_object(kids: &[Kid], index: u32) -> Option<u32> {
    kids.iter().find_map(|kid| match kid {
        Kid::Object { page, object } if *page == Some(index) => Some(*object),
        _ => None,
    })
}

fn shown_box(seen: &SeenPage, tags: &Tags, id: ElementId) -> Rect {
    let shown = seen.on_page(tags).elements.get(&id);
    shown.map_or(Rect::EMPTY, |shown| shown.bbox)
}

/// The findings of the analysis about the block with this box.
fn why(seen: &SeenPage, bbox: Rect) -> Vec<Why> {
    let findings = seen.page.model().findings.iter();
    let same = findings.filter(|finding| {
        let common = finding.bbox.intersection(bbox).area();
        let all = finding.bbox.area() + bbox.area() - common;
        all > 0.0 && common >= SAME * all
    });
    same.map(|finding| Why {
        why: finding.why.clone(),
        by: finding.by,
    })
    .collect()
}
