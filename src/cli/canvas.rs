//! The drawer of a document's pages, for formats that contain pictures.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::errors::{cannot, cannot_write};
use super::temporary::Temporary;
use crate::document::Document;
use crate::viewer::Canvas;
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::pdf::Source;
use pdfa2hocr_render::{Drawer, Original};

/// The drawer of a document's pages. `copy` receives a copy of a document that is not a file, which must stay until
/// all pages are drawn.
///
/// # Errors
///
/// [`Diagnostic::file`](pdfa2hocr_core::diagnostics::Diagnostic::file) if the document cannot be opened again.
pub(super) fn canvas(
    document: &Document,
    source: &Source,
    copy: &mut Option<Temporary>,
) -> Result<Canvas> {
    let pipeline = document.pipeline();
    let options = pipeline.options();
    if pipeline.pdf().is_none() {
        let drawer = || {
            let scans = Original::Scans(document.find_scans());
            Drawer::with_processes(scans, document.page_count(), pipeline.options().threads())
        };
        let canvas = || (drawer(), pipeline.scans());
        return Ok(pipeline.has_pictures().then(canvas));
    }
    let named = Path::new(source.name());
    let is_file = fs::metadata(named).is_ok_and(|file| file.is_file());
    let path = match is_file {
        true => named.to_owned(),
        // The rendering processes open a file.
        false => {
            let place = std::env::temp_dir().join("document.pdf");
            let failed = |e: io::Error| cannot_write(&place, &e);
            let mut file = Temporary::beside(&place).map_err(failed)?;
            file.write_all(source.bytes()).map_err(failed)?;
            file.flush().map_err(failed)?;
            copy.insert(file).path().to_owned()
        }
    };
    let original = Original::new(&path, &options.password);
    let original = original.map_err(|e| cannot("read", &path, &e))?;
    let drawer = Drawer::with_processes(
        original,
        document.page_count(),
        pipeline.options().threads(),
    );
    Ok(Some((drawer, pipeline.scans())))
}
