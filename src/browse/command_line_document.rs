//! A document with the options of the command line, by each of its roads.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::analysis_key::RoadName;
use super::data::View;
use crate::convert::Road;
use crate::document::Document;
use pdfa2hocr_core::corrections::Corrections;
use pdfa2hocr_core::diagnostics::Result;

pub(super) struct CommandLineDocument {
    /// The document by the road of the options.
    document: Document,
    /// The document by the other road; an error if it is not available.
    other: OnceLock<Result<Document>>,
    /// The views by the tags and by the layout.
    views: [OnceLock<Arc<View>>; 2],
}

impl CommandLineDocument {
    pub(super) fn new(document: Document) -> Self {
        Self {
            document,
            other: OnceLock::new(),
            views: Default::default(),
        }
    }

    /// The same document, with its mapping and modules read again from their files.
    ///
    /// # Errors
    ///
    /// If the new contents are invalid.
    pub(super) fn read_again(&self) -> Result<Self> {
        let options = self.document.pipeline().options().clone();
        self.document.again(options).map(Self::new)
    }

    /// The same document with other corrections. Pages that did not change stay in the caches; `None` means
    /// that all may have changed.
    pub(super) fn corrected(
        &self,
        corrections: &Arc<Corrections>,
        changed: Option<&BTreeSet<u32>>,
    ) -> Self {
        let mut fresh = Self::new(self.document.corrected(corrections));
        if let Some(other) = self.other.get() {
            let other = other.as_ref().map_err(Clone::clone);
            fresh.other = other.map(|other| other.corrected(corrections)).into();
        }
        let views = self.views.iter().zip(&fresh.views);
        for (road, (old, new)) in [RoadName::Tags, RoadName::Layout].into_iter().zip(views) {
            // A road with a view is available.
            if let (Some(old), Ok(document)) = (old.get(), fresh.document(Some(road))) {
                new.get_or_init(|| Arc::new(old.corrected(document, changed, None)));
            }
        }
        fresh
    }

    /// The road of the command line's options, if the document has it.
    pub(super) fn road(&self) -> RoadName {
        RoadName::of(&self.document)
    }

    /// The document by a road; `None` is that of the command line.
    ///
    /// # Errors
    ///
    /// If it has no usable tags.
    pub(super) fn document(&self, road: Option<RoadName>) -> Result<Document> {
        let Some(road) = road.filter(|road| *road != self.road()) else {
            return Ok(self.document.clone());
        };
        let other = self.other.get_or_init(|| {
            let mut options = self.document.pipeline().options().clone();
            options.road = match road {
                RoadName::Tags => Road::TagsOnly,
                RoadName::Layout => Road::Geometry,
            };
            self.document.again(options)
        });
        other.clone()
    }

    /// The view of the document by a road.
    pub(super) fn view(&self, road: Option<RoadName>) -> Result<Arc<View>> {
        let document = self.document(road)?;
        let [tags, layout] = &self.views;
        let view = match road.unwrap_or(self.road()) {
            RoadName::Tags => tags,
            RoadName::Layout => layout,
        };
        Ok(Arc::clone(
            view.get_or_init(|| Arc::new(View::new(document))),
        ))
    }
}
