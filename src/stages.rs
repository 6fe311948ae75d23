//! Entry points of single stages, for the benchmarks and the fuzz targets of this repository. They
//! are not promised: they change from one version to the next.

use std::sync::Arc;

use crate::mapping::Mapping;
use crate::model;
use crate::write::{Page, PageFrame};

/// A page as the analysis leaves it, ready to be written.
pub fn page(model: model::Page, frame: PageFrame, mapping: &Arc<Mapping>) -> Page {
    Page::new(model, frame, mapping)
}
