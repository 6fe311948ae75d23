//! The tree rows of structure elements and their content.

use std::collections::HashMap;
use std::sync::Arc;

use super::key::Key;
use super::row::{Row, Rows, page_of};
use crate::browse::data::on_page::Shown;
use crate::browse::data::pages::SeenPage;
use crate::browse::data::view::View;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::structure::{ElementId, Kid, Tags};

/// Most pages that are analysed for the texts of rows in one answer. Rows on other pages get their texts once
/// those pages are analysed.
const PAGES: usize = 3;

/// Most pages whose texts are held at the same time.
const AT_ONCE: usize = 48;

pub(super) fn rows(
    view: &View,
    tags: &Tags,
    parent: Option<Key>,
    from: usize,
    count: usize,
) -> Result<Rows> {
    let structure = tags.structure();
    let mut texts = Texts::new(view, tags, PAGES);
    let Some(parent) = parent else {
        let top = || structure.top().iter().filter(|id| view.has_element(**id));
        let shown = top().skip(from).take(count);
        return Ok(Rows {
            total: top().count(),
            rows: shown
                .map(|&id| element_row(view, tags, id, &mut texts))
                .collect(),
        });
    };
    let id = match parent {
        Key::Element(number) => structure.id(number),
        _ => None,
    };
    let id =
        id.ok_or_else(|| Diagnostic::argument(format!("there is no element {parent} to open")))?;
    let kids = || {
        let all = (0u32..).zip(&structure[id].kids);
        all.filter(|(_, kid)| view.has_kid(kid))
    };
    let shown = kids().skip(from).take(count);
    let rows = shown.map(|(number, kid)| match kid {
        Kid::Element(child) => element_row(view, tags, *child, &mut texts),
        kid => content_row(id, number, kid, &mut texts),
    });
    Ok(Rows {
        rows: rows.collect(),
        total: kids().count(),
    })
}

/// The rows of an element's own content.
pub(super) fn content_rows(tags: &Tags, id: ElementId, texts: &mut Texts<'_>) -> Vec<Row> {
    let kids = (0u32..).zip(&tags.structure()[id].kids);
    let content =
        kids.filter(|(_, kid)| !matches!(kid, Kid::Element(_)) && texts.view.has_kid(kid));
    let content: Vec<_> = content.collect();
    let rows = content.into_iter();
    rows.map(|(number, kid)| content_row(id, number, kid, texts))
        .collect()
}

/// The row of an element.
pub(super) fn element_row(view: &View, tags: &Tags, id: ElementId, texts: &mut Texts<'_>) -> Row {
    let element = &tags.structure()[id];
    let page = view.first_page(tags, id);
    let text = page.and_then(|page| texts.of(page, |seen| seen.on_page(tags).elements.get(&id)));
    // An element without text may have a description.
    let said = || {
        element
            .actual_text
            .as_ref()
            .or(element.alt.as_ref())
            .cloned()
    };
    Row {
        key: Key::element(id),
        name: element.own_type.clone(),
        standard: Some(element.standard_type.clone()),
        namespace: view.pdf().and_then(|pdf| tags.namespace(pdf, id)),
        kids: element.kids.iter().filter(|kid| view.has_kid(kid)).count(),
        page: page.or(element.page),
        text: text.or_else(said),
    }
}

fn content_row(id: ElementId, number: u32, kid: &Kid, texts: &mut Texts<'_>) -> Row {
    let page = page_of(kid);
    let text = page.and_then(|page| {
        let tags = texts.tags;
        texts.of(page, |seen| shown_of_content(seen, tags, kid))
    });
    Row {
        key: Key::Content(id.number(), number),
        name: content_name(kid),
        standard: None,
        namespace: None,
        kids: 0,
        page,
        text,
    }
}

/// The name of content: the reference to it in the file (ISO 32000-1, 14.7.4).
pub(in crate::browse::data) fn content_name(kid: &Kid) -> String {
    match kid {
        Kid::Element(id) => Key::element(*id).to_string(),
        Kid::Content { mcid, .. } => format!("MCID {mcid}"),
        Kid::Object { object, .. } => format!("OBJR {object}"),
    }
}

/// The place and the text of a marked-content sequence on its page.
pub(in crate::browse::data) fn shown_of_content<'s>(
    seen: &'s SeenPage,
    tags: &Tags,
    kid: &Kid,
) -> Option<&'s Shown> {
    match kid {
        Kid::Content { stream, mcid, .. } => seen.on_page(tags).sequences.get(&(*stream, *mcid)),
        Kid::Element(_) | Kid::Object { .. } => None,
    }
}

/// Reads the beginnings of rows' texts from their pages.
pub(super) struct Texts<'a> {
    view: &'a View,
    tags: &'a Tags,
    pages: HashMap<u32, Option<Arc<SeenPage>>>,
    /// The number of pages that may still be analysed; `None` for no limit, without caching.
    left: Option<usize>,
}

impl<'a> Texts<'a> {
    fn new(view: &'a View, tags: &'a Tags, most: usize) -> Self {
        Self {
            view,
            tags,
            pages: HashMap::new(),
            left: Some(most),
        }
    }

    /// For a search, which reads all pages without caching them.
    pub(super) fn in_passing(view: &'a View, tags: &'a Tags) -> Self {
        Self {
            left: None,
            ..Self::new(view, tags, 0)
        }
    }

    fn of(
        &mut self,
        page: u32,
        find: impl for<'s> FnOnce(&'s SeenPage) -> Option<&'s Shown>,
    ) -> Option<String> {
        let (view, left) = (self.view, &mut self.left);
        if self.pages.len() >= AT_ONCE && !self.pages.contains_key(&page) {
            self.pages.clear();
        }
        let seen = self.pages.entry(page).or_insert_with(|| {
            view.known_page(page).or_else(|| match left {
                None => view.page_in_passing(page).ok(),
                Some(left) => {
                    *left = left.checked_sub(1)?;
                    view.page(page).ok()
                }
            })
        });
        let text = &find(seen.as_ref()?)?.text;
        (!text.is_empty()).then(|| text.replace('\u{AD}', "-"))
    }
}
