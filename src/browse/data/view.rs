//! A document as the browser views it, by one road, with cached pages and indices.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::chosen::Chosen;
use super::names::Names;
use super::pages::{FEW, MANY, Pages, SeenPage};
use crate::document::Document;
use crate::web::bbox::object_key;
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::pdf::{self, Array, Name, ObjectIdentifier, numbers};
use pdfa2hocr_core::structure::{ElementId, Kid, Tags};

/// Longest time of a request that reads many pages; the next one continues.
pub(super) const LONGEST: Duration = Duration::from_secs(1);

type ByObject = HashMap<(u32, i32), ElementId>;

/// A document, read by its tags or by its geometry.
pub(in crate::browse) struct View {
    document: Document,
    pages: Pages,
    /// The only page that is read with this document's options, and the view of the others.
    elsewhere: Option<(u32, Arc<View>)>,
    /// The full document of which this is a part, and the part.
    whole: Option<Arc<View>>,
    chosen: Option<Chosen>,
    /// The elements by the object and generation numbers of their objects.
    by_object: OnceLock<Arc<ByObject>>,
    /// The names of the elements, counted once.
    pub(super) names: OnceLock<Arc<Names>>,
}

impl View {
    pub(in crate::browse) fn new(document: Document) -> Self {
        Self::with_pages(document, Pages::new(MANY))
    }

    /// A document that is read with changed options: one of several, of which few pages are viewed.
    pub(in crate::browse) fn of_changed(document: Document) -> Self {
        Self::with_pages(document, Pages::new(FEW))
    }

    fn with_pages(document: Document, pages: Pages) -> Self {
        Self {
            document,
            pages,
            elsewhere: None,
            whole: None,
            chosen: None,
            by_object: OnceLock::new(),
            names: OnceLock::new(),
        }
    }

    /// Restricts the view to one page, by its index; `others` shows the other pages.
    pub(in crate::browse) fn on_page(self, page: u32, others: Arc<View>) -> Self {
        Self {
            elsewhere: Some((page, others)),
            ..self
        }
    }

    /// The same view of the document with other corrections. Pages that did not change stay in the cache.
    /// `others` is the view of the other pages, if this one is restricted to a page.
    pub(in crate::browse) fn corrected(
        &self,
        document: Document,
        changed: Option<&BTreeSet<u32>>,
        others: Option<Arc<View>>,
    ) -> Self {
        let elsewhere = self.elsewhere.as_ref();
        Self {
            document,
            pages: self.pages.without(changed),
            elsewhere: elsewhere.and_then(|(page, _)| Some((*page, others?))),
            whole: None,
            chosen: None,
            by_object: self.by_object.clone(),
            names: self.names.clone(),
        }
    }

    /// Whether the document is read by its tags.
    pub(in crate::browse) fn is_tagged(&self) -> bool {
        self.tags().is_some()
    }

    pub(in crate::browse) fn document(&self) -> &Document {
        &self.document
    }

    /// The document that is used to read a page.
    pub(super) fn document_of(&self, index: u32) -> &Document {
        self.others(index)
            .map_or(&self.document, |others| others.document_of(index))
    }

    pub(super) fn page_count(&self) -> u32 {
        self.document.page_count()
    }

    /// The tags, if the document is read by them.
    pub(super) fn tags(&self) -> Option<&Tags> {
        self.document.pipeline().tags()
    }

    pub(super) fn pdf(&self) -> Option<&pdf::Document> {
        self.document.pipeline().pdf().map(|pdf| &**pdf)
    }

    /// An analysed page, by its index.
    ///
    /// # Errors
    ///
    /// If the page does not exist; errors of a strict module.
    pub(in crate::browse) fn page(&self, index: u32) -> Result<Arc<SeenPage>> {
        match self.others(index) {
            Some(others) => others.page(index),
            None => self.pages.get(&self.document, index),
        }
    }

    /// An analysed page that is not cached, for callers that read many pages.
    pub(super) fn page_in_passing(&self, index: u32) -> Result<Arc<SeenPage>> {
        match self.others(index) {
            Some(others) => others.page_in_passing(index),
            None => self.pages.in_passing(&self.document, index),
        }
    }

    /// An analysed page, if it is cached.
    pub(super) fn known_page(&self, index: u32) -> Option<Arc<SeenPage>> {
        match self.others(index) {
            Some(others) => others.known_page(index),
            None => self.pages.known(index),
        }
    }

    /// Reads pages from one on, without caching them, until `enough` returns `true` for a page or time is up.
    /// Returns the page at which to continue.
    pub(in crate::browse) fn pages_in_turn(
        &self,
        from: u32,
        longest: Duration,
        mut enough: impl FnMut(Page) -> bool,
    ) -> Result<Option<u32>> {
        let begun = Instant::now();
        let pages: Vec<u32> = (from..self.page_count()).collect();
        let mut next = None;
        self.document.pipeline().pages_until(&pages, |page| {
            let after = page.index() + 1;
            let is_enough = enough(page);
            next = (after < self.page_count()).then_some(after);
            match is_enough || begun.elapsed() > longest {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        Ok(next)
    }

    /// The view that shows a page, if it is not this one. At most three are nested: a part of a document, of
    /// which one page is read differently.
    fn others(&self, index: u32) -> Option<&View> {
        if let Some(whole) = &self.whole {
            return Some(whole);
        }
        let (page, others) = self.elsewhere.as_ref()?;
        (*page != index).then_some(others)
    }

    /// The element that an object defines.
    pub(super) fn element_of(&self, object: (u32, i32)) -> Option<ElementId> {
        let structure = self.tags()?.structure();
        let by_object = self.by_object.get_or_init(|| {
            let ids = structure.ids();
            let by_object = ids.filter_map(|id| Some((structure[id].object?, id)));
            Arc::new(by_object.collect())
        });
        by_object.get(&object).copied()
    }

    /// The key of an existing object with this number. The generation is assumed to be 0; others hardly
    /// occur.
    pub(super) fn existing_key(&self, number: u32) -> Option<String> {
        self.pdf()?.object(ObjectIdentifier::new(number, 0))?;
        Some(object_key((number, 0)))
    }

    /// Whether an object is a font (ISO 32000-1, table 110).
    pub(super) fn is_font(&self, object: (u32, i32)) -> bool {
        let id = ObjectIdentifier::new(object.0, object.1);
        let dict = self.pdf().and_then(|pdf| pdf.object(id)?.into_dict());
        let kind = dict.and_then(|dict| dict.get::<Name<'_>>("Subtype"));
        let kinds: [&[u8]; 5] = [b"Type0", b"Type1", b"MMType1", b"Type3", b"TrueType"];
        kind.is_some_and(|kind| kinds.contains(&kind.as_ref()))
    }

    /// The rectangle of an annotation (ISO 32000-1, 12.5.2), in page space.
    pub(super) fn annotation_box(&self, object: (u32, i32), page: u32) -> Option<Rect> {
        let pdf = self.pdf()?;
        let id = ObjectIdentifier::new(object.0, object.1);
        let dict = pdf.object(id)?.into_dict()?;
        let [x0, y0, x1, y1] = numbers::<4>(&dict.get::<Array<'_>>("Rect")?)?;
        Some(pdf.page(page)?.matrix().apply_rect(x0, y0, x1, y1))
    }
}

/// The parts of a view: all, or those on the chosen pages.
impl View {
    /// Restricts a view to some pages, which are read as in the full view.
    pub(in crate::browse) fn of_pages(whole: &Arc<Self>, pages: &[u32]) -> Self {
        let mut part = Self::new(whole.document().clone());
        part.chosen = Some(Chosen::new(whole.tags(), pages));
        part.whole = Some(Arc::clone(whole));
        part
    }

    /// Its pages, in order.
    pub(super) fn pages(&self) -> impl Iterator<Item = u32> {
        (0..self.page_count()).filter(|index| self.has_page(*index))
    }

    pub(super) fn has_page(&self, index: u32) -> bool {
        let chosen = self.chosen.as_ref();
        chosen.is_none_or(|chosen| chosen.pages.contains(&index))
    }

    pub(super) fn has_element(&self, id: ElementId) -> bool {
        let chosen = self.chosen.as_ref();
        chosen.is_none_or(|chosen| chosen.elements.contains_key(&id))
    }

    /// Whether it has a child of an element: another element, or content of a page.
    pub(super) fn has_kid(&self, kid: &Kid) -> bool {
        match kid {
            Kid::Element(id) => self.has_element(*id),
            Kid::Content { page, .. } | Kid::Object { page, .. } => match page {
                Some(page) => self.has_page(*page),
                None => self.chosen.is_none(),
            },
        }
    }

    /// The first of its pages with content of an element.
    pub(super) fn first_page(&self, tags: &Tags, id: ElementId) -> Option<u32> {
        match &self.chosen {
            Some(chosen) => chosen.elements.get(&id).copied(),
            None => tags.pages().extent(id).map(|(first, _)| first),
        }
    }
}
