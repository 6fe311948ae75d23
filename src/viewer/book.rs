//! Collects the pages of a book, which arrive from several threads.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard};

use super::page_data::{PageData, PictureData, page_data, text};
use super::spool::{Piece, Spool};
use crate::convert::{Resolution, scan};
use crate::document::Document;
use crate::web::bbox::corners;
use pdfa2hocr_core::blocks::Page;
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Warning, write_error};
use pdfa2hocr_core::lock::lock;
use pdfa2hocr_core::page::{DocumentInfo, PageList};
use pdfa2hocr_core::write::{Writer, WrittenPage};
use pdfa2hocr_render::{
    Drawer, PageFile, Refusal, Sheet, Wanted, extension_of, page_file, scan_file,
};

/// Longer side of a thumbnail, in pixels.
const THUMBNAIL: f32 = 160.0;

/// The renderer of pages, and the budget for decoding their scans. `None` for the XML of pdfminer, which
/// cannot be rendered.
pub(crate) type Canvas = Option<(Drawer, Budget)>;

/// A book of a document, under construction.
pub(crate) struct Book {
    document: Document,
    canvas: Canvas,
    kept: Mutex<Kept>,
}

/// A rendered picture.
struct Drawn {
    data: Arc<[u8]>,
    extension: &'static str,
}

/// The content collected so far.
pub(super) struct Kept {
    pub spool: Spool,
    /// By page index in the document.
    pub pages: BTreeMap<u32, KeptPage>,
    pub title: Option<String>,
    warnings: Vec<Warning>,
    /// Pages without their scans, and the reason for the first of them.
    missing: Vec<u32>,
    why_missing: String,
    /// The error that ended the collection.
    error: Option<Diagnostic>,
}

/// A page: its metadata, and the location of its data in the spool.
pub(super) struct KeptPage {
    pub size: (f32, f32),
    pub label: Option<String>,
    pub data: Piece,
    pub text: Piece,
    pub picture: Option<Picture>,
    pub thumbnail: Option<Picture>,
}

/// A picture and its file extension.
pub(super) struct Picture {
    pub piece: Piece,
    pub extension: &'static str,
}

impl Book {
    /// `file` must be empty; it holds the pages until the book is written.
    pub(crate) fn new(document: Document, canvas: Canvas, file: File) -> Self {
        Self {
            document,
            canvas,
            kept: Mutex::new(Kept {
                spool: Spool::new(file),
                pages: BTreeMap::new(),
                title: None,
                warnings: Vec::new(),
                missing: Vec::new(),
                why_missing: String::new(),
                error: None,
            }),
        }
    }

    pub(super) fn document(&self) -> &Document {
        &self.document
    }

    pub(super) fn kept(&self) -> MutexGuard<'_, Kept> {
        lock(&self.kept)
    }

    /// The warnings about pictures.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let mut kept = self.kept();
        let mut warnings = std::mem::take(&mut kept.warnings);
        let mut missing = std::mem::take(&mut kept.missing);
        missing.sort_unstable();
        let list = PageList::from_indices(&missing);
        let said = match missing.as_slice() {
            [] => return warnings,
            [_] => format!("page {list} has no picture and is shown by its text"),
            _ => format!("pages {list} have no pictures and are shown by their text"),
        };
        let message = format!("{said}: {}", kept.why_missing);
        warnings.push(Diagnostic::new(DiagnosticKind::Image, message));
        warnings
    }

    /// Checks that all pages so far were stored.
    ///
    /// # Errors
    ///
    /// The error of storing a page.
    pub(crate) fn check(&self) -> Result<(), Diagnostic> {
        self.kept().error.clone().map_or(Ok(()), Err)
    }

    fn add(&self, page: &Page) -> Result<(), Diagnostic> {
        if self.kept().error.is_some() {
            return Ok(());
        }
        let mut data = page_data(page);
        let text = text(&data);
        let picture = self.picture(page, &mut data)?;
        let thumbnail = match picture {
            Some(_) => self.thumbnail(page),
            None => None,
        };
        let data = serde_json::to_vec(&data).map_err(|e| write_error(&e.into()))?;
        let mut kept = self.kept();
        let add = |spool: &mut Spool| -> io::Result<KeptPage> {
            let mut keep = |picture: Option<Drawn>| {
                let add = |Drawn { data, extension }| {
                    let piece = spool.add(&data)?;
                    Ok::<_, io::Error>(Picture { piece, extension })
                };
                picture.map(add).transpose()
            };
            Ok(KeptPage {
                size: (page.width(), page.height()),
                label: page.label().map(str::to_owned),
                picture: keep(picture)?,
                thumbnail: keep(thumbnail)?,
                data: spool.add(&data)?,
                text: spool.add(text.as_bytes())?,
            })
        };
        let page_kept = add(&mut kept.spool).map_err(|e| write_error(&e))?;
        kept.pages.insert(page.index(), page_kept);
        Ok(())
    }

    /// Renders a page and records its picture in `data`. If rendering fails, the page is shown with its text
    /// only.
    fn picture(&self, page: &Page, data: &mut PageData) -> Result<Option<Drawn>, Diagnostic> {
        let pipeline = self.document.pipeline();
        let Some((drawer, budget)) = &self.canvas else {
            return Ok(None);
        };
        let content = &page.model().content;
        let frame = page.frame();
        let sheet = Sheet {
            index: page.index(),
            content,
            scan: scan(content),
            dpi: match pipeline.options().resolution {
                Resolution::Automatic => None,
                _ => Some(frame.dpi_x.max(frame.dpi_y)),
            },
        };
        let drawn = match pipeline.pdf() {
            Some(pdf) => page_file(pdf, drawer, &sheet, budget),
            None => scan_file(drawer, &sheet),
        };
        match drawn {
            Ok(PageFile {
                extension,
                data: file,
                area,
            }) => {
                data.picture = Some(PictureData {
                    extension,
                    area: corners(area),
                });
                Ok(Some(Drawn {
                    data: file,
                    extension,
                }))
            }
            Err(why @ Refusal::Changed) => Err(Diagnostic::file(why.to_string())),
            Err(why) if pipeline.pdf().is_none() => {
                let why = why.to_string();
                let mut kept = self.kept();
                if kept.missing.is_empty() {
                    kept.why_missing.clone_from(&why);
                }
                kept.missing.push(page.index());
                data.no_picture = Some(why);
                Ok(None)
            }
            Err(why) => {
                data.no_picture = Some(why.to_string());
                let message = format!("the page has no picture: {why}");
                let warning = Diagnostic::new(DiagnosticKind::Image, message);
                self.kept().warnings.push(warning.on_page(page.index()));
                Ok(None)
            }
        }
    }

    /// Renders the thumbnail of a page. Errors are ignored, because the full picture reports the same ones.
    fn thumbnail(&self, page: &Page) -> Option<Drawn> {
        let (drawer, _) = self.canvas.as_ref()?;
        let scale = THUMBNAIL / page.width().max(page.height()).max(1.0);
        let picture = drawer.draw(Wanted::kept_page(page.index(), scale)).ok()?;
        Some(Drawn {
            extension: extension_of(&picture),
            data: picture,
        })
    }
}

impl Writer for Book {
    fn head(&self, document: &DocumentInfo, _: usize) -> String {
        self.kept().title = document.metadata.title.clone();
        String::new()
    }

    /// Stores the page. It returns only an empty line; writing that line reports errors.
    fn page(&self, page: &Page) -> WrittenPage {
        if let Err(error) = self.add(page) {
            self.kept().error.get_or_insert(error);
        }
        WrittenPage::new("\n".to_owned(), page.words().count())
    }
}

/// Receives the lines of a book, and ends the conversion if a page could not be stored.
pub(crate) struct Progress(pub Arc<Book>);

impl Write for Progress {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.check().map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
