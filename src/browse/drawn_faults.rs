//! Renders the pages of a validation report's faults, with the boxes of the faults.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::data::{Places, View};
use crate::convert::Options;
use crate::document::Document;
use crate::inspect::Inspector;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_render::{Drawer, Original, Wanted, media_type_of};
use pdfa2hocr_validate::Report;
use pdfa2hocr_validate::html::{FaultBox, FaultPage};

/// Most pages that are rendered for a report.
const PAGES: usize = 20;

/// Most boxes on a page.
const BOXES: usize = 200;

/// Scale of the pictures in pixels per point: 108 dpi.
const SCALE: f32 = 1.5;

/// Renders the first pages of a file on which a report locates faults.
pub(crate) fn fault_pages(path: &Path, password: &str, report: &Report) -> Result<Vec<FaultPage>> {
    let source = Source::map(path)?;
    let password = password.to_owned();
    let original = Original::new(path, &password).map_err(|error| {
        super::documents::cannot_show(path, &pdfa2hocr_core::diagnostics::io_reason(&error))
    })?;
    let options = Options {
        password,
        ..Options::default()
    };
    let document = Document::with_options(&source, options)?;
    let Some(pdf) = document.pipeline().pdf() else {
        return Ok(Vec::new());
    };
    let pages = (0..document.page_count()).collect();
    let inspector = Inspector::new(Arc::clone(pdf), source.bytes().len(), pages);
    let view = View::new(document.clone());
    let mut places = Places::new(&view, &inspector);
    let mut found: BTreeMap<u32, Vec<FaultBox>> = BTreeMap::new();
    for (number, finding) in report.findings.iter().enumerate() {
        for fault in &finding.faults {
            let placed = places.find(fault);
            let (Some(page), Some(bbox)) = (placed.page, placed.bbox) else {
                continue;
            };
            if found.len() >= PAGES && !found.contains_key(&page) {
                continue;
            }
            let boxes = found.entry(page).or_default();
            let one = FaultBox {
                finding: number,
                bbox,
            };
            if boxes.len() < BOXES && !boxes.contains(&one) {
                boxes.push(one);
            }
        }
    }
    let drawer = Drawer::new(original, document.page_count());
    let drawn = found.into_iter().filter_map(|(page, boxes)| {
        let (width, height) = document.page_size(page)?;
        // A page that cannot be rendered still has its boxes.
        let picture = drawer.draw(Wanted::kept_page(page, SCALE)).ok();
        Some(FaultPage {
            number: PageNumber::of(page),
            width,
            height,
            media_type: picture.as_deref().map_or("image/png", media_type_of),
            picture,
            boxes,
        })
    });
    Ok(drawn.collect())
}
