//! Pages of a document as one file, with all that is seen of them in the browser: pictures, layers, tree,
//! elements. It is for somebody who has neither the document nor this program, and says nothing of the
//! other pages.
//!
//! The file holds the answers that the page of `browse` would get from the server
//! (`embedded/source.js`), in these blocks:
//!
//! | block | content |
//! | --- | --- |
//! | `summary` | the document as a whole, and which of its pages these are |
//! | `outline` | the bookmarks that lead to them |
//! | `tree-ROAD` | all rows of the tree, those above before those below, and its names |
//! | `page-N-ROAD` | a page with its layers, its characters, and the details of its rows |
//! | `picture-N` | its picture, or in `no-picture-N` why there is none |
//!
//! Pages count from 0, as in the document.

mod outline;
mod summary;
mod tree;

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::analysis_key::RoadName;
use super::as_given::AsGiven;
use super::data::{self, Characters, Details, Layers, View};
use super::documents::original;
use crate::convert::Observer;
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, io_reason};
use crate::document::Document;
use crate::render::{Drawer, Wanted, media_type_of};
use crate::web::{self, OneFile, Parts};

use outline::Outline;
use summary::Summary;
use tree::Tree;

/// Pages of one file. Each is some hundred kB, and a browser holds them all.
pub(crate) const MOST_PAGES: usize = 50;

/// Pixels a point of the pictures: 144 dpi.
const SCALE: f32 = 2.0;

/// What is handed out.
pub(super) struct Explained<'a> {
    /// The name of the file, without its folder.
    pub name: &'a str,
    /// By each road there is, the one that is shown first before the other.
    pub views: Vec<Arc<View>>,
    /// `None` where there is nothing to draw.
    pub drawer: Option<&'a Drawer>,
    /// Their indices, which ascend.
    pub pages: &'a [u32],
}

/// Writes the file of some pages of a document that is in a file.
///
/// # Errors
///
/// [`DiagnosticKind::Argument`] for pages that are not there, or more than a file holds;
/// [`DiagnosticKind::File`] when the document cannot be read again, to be drawn, or the file cannot be
/// written; those of reading the pages.
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
        Diagnostic::new(DiagnosticKind::File, message)
    })?;
    let drawer = original.map(|original| Drawer::new(original, count));
    let given = AsGiven::new(document.clone());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let explained = Explained {
        name: &name,
        views: views(&given, None)?,
        drawer: drawer.as_ref(),
        pages: pipeline.chosen_pages(),
    };
    explained.write(out, observer)
}

/// A document by the roads that there are: as `first` is, or by the road of the command line; then by the
/// other.
///
/// # Errors
///
/// Those of [`AsGiven::view`], by the road of the command line.
pub(super) fn views(given: &AsGiven, first: Option<Arc<View>>) -> Result<Vec<Arc<View>>> {
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

/// A page by one road.
#[derive(Serialize)]
struct PageData {
    layers: Layers,
    characters: Characters,
    /// What is known of each row of the tree, by its key.
    elements: BTreeMap<String, Details>,
}

impl Explained<'_> {
    /// Writes the file. What happens to the pages, by the first of the roads, is reported.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Argument`] for more pages than a file holds; those of reading them; and
    /// [`DiagnosticKind::File`] when it cannot be written.
    pub(super) fn write(&self, out: &mut dyn Write, observer: &mut dyn Observer) -> Result<()> {
        if self.pages.len() > MOST_PAGES {
            let message = format!(
                "--pages: one file holds {MOST_PAGES} pages at most, and these are {}",
                self.pages.len()
            );
            return Err(Diagnostic::new(DiagnosticKind::Argument, message));
        }
        observer.pages(self.pages.len());
        match self.write_all(out, observer) {
            Err(Stop::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            Err(Stop::Output(error)) => Err(Diagnostic::new(
                DiagnosticKind::File,
                format!("cannot write the output: {}", io_reason(&error)),
            )),
            Err(Stop::Failed(error)) => Err(error),
            Ok(()) => Ok(()),
        }
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
            // A page without a picture says so.
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

    /// Reads the pages, and reports their warnings and what modules print.
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

/// The name of the road that a view is by.
fn road(view: &View) -> &'static str {
    match view.is_tagged() {
        true => "tags",
        false => "layout",
    }
}

/// Why the writing ended early.
enum Stop {
    Output(io::Error),
    Failed(Diagnostic),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<Diagnostic> for Stop {
    fn from(error: Diagnostic) -> Self {
        Self::Failed(error)
    }
}
