//! Writes pages of a document as one HTML file with everything that the browser view shows of them: pictures,
//! layers, tree, elements. It needs neither the document nor this program, and contains nothing about other
//! pages.
//!
//! The file contains the answers that the page of `browse` would get from the server (`embedded/source.js`),
//! in these blocks:
//!
//! | block | content |
//! | --- | --- |
//! | `summary` | the document as a whole, with the list of these pages |
//! | `outline` | the bookmarks that lead to them |
//! | `tree-ROAD` | all rows of the tree, parents before children, and its names |
//! | `page-N-ROAD` | a page with its layers, its characters, and the details of its rows |
//! | `picture-N` | its picture, or in `no-picture-N` the reason why there is none |
//!
//! Pages are counted from 0, as in the document.

mod outline;
mod summary;
mod tree;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::analysis_key::RoadName;
use super::command_line_document::CommandLineDocument;
use super::data::{self, Characters, Details, Layers, View};
use super::documents::original;
use crate::convert::Observer;
use crate::convert::stop::{self, Stop};
use crate::document::Document;
use crate::web::{self, OneFile, Parts};
use pdfa2hocr_core::diagnostics::{Diagnostic, Result, io_reason};
use pdfa2hocr_core::write::digest::Digested;
use pdfa2hocr_render::{Drawer, Wanted, media_type_of};

use outline::Outline;
use summary::Summary;
use tree::Tree;

/// Most pages of one file. Each has some hundred kB, and a browser holds all of them.
pub(crate) const MOST_PAGES: usize = 50;

/// Scale of the pictures in pixels per point: 144 dpi.
const SCALE: f32 = 2.0;

/// The content of the file.
pub(super) struct Explained<'a> {
    /// The name of the file, without its folder.
    pub name: &'a str,
    /// The document by each available road; the one shown first comes first.
    pub views: Vec<Arc<View>>,
    /// `None` if the document has no pictures.
    pub drawer: Option<&'a Drawer>,
    /// The indices of the pages, in ascending order.
    pub pages: &'a [u32],
}

/// Writes some pages of a document, which was read from `path`, to one file.
///
/// # Errors
///
/// [`Diagnostic::argument`] if the pages do not exist or are too many; [`Diagnostic::file`] if the
/// document cannot be read again for drawing, or the file cannot be written; errors of reading the pages.
pub(crate) fn explain(
    path: &Path,
    document: &Document,
    out: &mut dyn Write,
    observer: &mut dyn Observer,
) -> Result<()> {
    let count = document.page_count();
    let pipeline = document.pipeline();
    let original = original(document, path, &pipeline.options().password).map_err(|error| {
        let why = match path.as_os_str() == "-" {
            true => "its pages are drawn from a file; save it as one".to_owned(),
            false => io_reason(&error),
        };
        let message = format!("cannot show {}: {why}", path.display());
        Diagnostic::file(message)
    })?;
    let drawer = original.map(|original| Drawer::new(original, count));
    let given = CommandLineDocument::new(document.clone());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let explained = Explained {
        name: &name,
        views: views(&given, None)?,
        drawer: drawer.as_ref(),
        pages: &pipeline.pages,
    };
    explained.write(out, observer)
}

/// The document by each available road: first as `first` or by the road of the command line, then by the
/// other road.
pub(super) fn views(
    given: &CommandLineDocument,
    first: Option<Arc<View>>,
) -> Result<Vec<Arc<View>>> {
    let first = match first {
        Some(first) => first,
        None => given.view(None)?,
    };
    let other = match first.is_tagged() {
        true => RoadName::Layout,
        false => RoadName::Tags,
    };
    Ok([Ok(first), given.view(Some(other))]
        .into_iter()
        .flatten()
        .collect())
}

/// A page as one road reads it.
#[derive(Serialize)]
struct PageData {
    layers: Layers,
    characters: Characters,
    /// The details of each row of the tree, by its key.
    elements: BTreeMap<String, Details>,
}

impl Explained<'_> {
    /// Writes the file. Reports the warnings of the pages as the first road reads them.
    ///
    /// # Errors
    ///
    /// [`Diagnostic::argument`] for too many pages; errors of reading them; [`Diagnostic::file`] if
    /// the file cannot be written.
    pub(super) fn write(&self, out: &mut dyn Write, observer: &mut dyn Observer) -> Result<()> {
        if self.pages.len() > MOST_PAGES {
            let message = format!(
                "--pages: one file holds {MOST_PAGES} pages at most, and these are {}",
                self.pages.len()
            );
            return Err(Diagnostic::argument(message));
        }
        observer.pages(self.pages.len());
        let mut out = Digested::new(out, true);
        let written = self.write_all(&mut out, observer);
        stop::result(written.and_then(|()| Ok(out.end()?)))
    }

    fn write_all(
        &self,
        out: &mut dyn Write,
        observer: &mut dyn Observer,
    ) -> std::result::Result<(), Stop> {
        let parts = Parts {
            title: &format!("{} – pdfa2hocr", self.name),
            entry: "embedded/main.js",
            styles: &web::styles(),
        };
        let mut file = OneFile::begin(out, &parts)?;
        for (turn, whole) in self.views.iter().enumerate() {
            let (road, view) = (road(whole), View::of_pages(whole, self.pages));
            if turn == 0 {
                self.read(&view, observer)?;
                file.json("summary", &Summary::new(self, &view))?;
                file.json("outline", &Outline::new(&view, self.pages))?;
            }
            let tree = Tree::new(&view)?;
            for index in self.pages {
                let page = PageData {
                    layers: data::layers(&view, *index)?,
                    characters: data::characters(&view, *index)?,
                    elements: tree.elements(&view, *index)?,
                };
                file.json(&format!("page-{index}-{road}"), &page)?;
            }
            file.json(&format!("tree-{road}"), &tree)?;
        }
        for index in self.pages {
            // A page that cannot be drawn has a message instead.
            let wanted = Wanted::kept_page(*index, SCALE);
            match self.drawer.map(|drawer| drawer.draw(wanted)) {
                Some(Ok(picture)) => {
                    let media_type = media_type_of(&picture);
                    file.bytes(&format!("picture-{index}"), media_type, &picture)?;
                }
                Some(Err(why)) => {
                    file.json(&format!("no-picture-{index}"), &why.to_string())?;
                }
                None => {}
            }
        }
        Ok(file.end()?)
    }

    /// Reads the pages, and reports their warnings and the output of modules.
    fn read(&self, view: &View, observer: &mut dyn Observer) -> Result<()> {
        for index in self.pages {
            let seen = view.page(*index)?;
            for text in seen.page.printed() {
                observer.printed(Some(*index), text);
            }
            for warning in seen.page.warnings() {
                observer.warning(warning);
            }
        }
        Ok(())
    }
}

/// The name of a view's road.
fn road(view: &View) -> &'static str {
    match view.is_tagged() {
        true => "tags",
        false => "layout",
    }
}
