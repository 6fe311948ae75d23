//! The documents of the server. Each is opened on the first request, and then stays open.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use axum::http::StatusCode;

use super::analyses::{Analysis, Made};
use super::analysis_key::{AnalysisKey, RoadName};
use super::answer::Failure;
use super::changes::Changes;
use super::command_line::CommandLine;
use super::command_line_document::CommandLineDocument;
use super::corrections::Corrections;
#[cfg(feature = "validate")]
use super::data::Checks;
use super::data::{Place, View};
use crate::convert::Options;
use crate::document::{Document, OutlineItem, outline_items};
use crate::inspect::Inspector;
use pdfa2hocr_core::corrections::Corrections as Set;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result, io_reason};
use pdfa2hocr_core::lock::lock;
use pdfa2hocr_core::pdf::{self, Source};
use pdfa2hocr_render::{Drawer, Original};

/// Largest file that is read into memory, in bytes; larger ones are mapped. Files in memory do not change
/// when another program rewrites them.
const READ: u64 = 64 << 20;

/// The documents of the command line.
pub(super) struct Documents {
    entries: Vec<Arc<Entry>>,
}

/// A document, open or not.
pub(super) struct Entry {
    /// Its position on the command line, from 0.
    pub id: usize,
    /// The name of its file.
    pub name: String,
    /// The path of the file, as on the command line.
    pub path: PathBuf,
    options: Options,
    /// The files of corrections that the command line names.
    corrections: Vec<PathBuf>,
    /// Held while the document is opened, so that it is opened once.
    opening: Mutex<()>,
    known: Mutex<Known>,
}

enum Known {
    Closed,
    Open(Arc<Opened>),
    Failed(Diagnostic),
}

/// An open document.
pub(super) struct Opened {
    pub id: usize,
    pub name: String,
    pub source: Source,
    /// `None` if the document has no pictures.
    drawer: Option<Drawer>,
    /// The document as it was opened.
    document: Document,
    /// The document with the options of the command line.
    given: Mutex<Arc<CommandLineDocument>>,
    /// The analyses with the user's changes.
    pub made: Made,
    /// The corrections, which all views show.
    pub corrections: Corrections,
    /// Reads its objects; created on the first request.
    inspector: OnceLock<Inspector>,
    #[cfg(feature = "validate")]
    pub checks: Checks,
}

impl Documents {
    /// Lists the files without opening them.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::File`] for a path that is not a file.
    pub(super) fn new(
        files: &[PathBuf],
        options: &Options,
        corrections: &[PathBuf],
    ) -> Result<Self> {
        let entries = files.iter().enumerate().map(|(id, path)| {
            is_file(path)?;
            let name = path.file_name().unwrap_or_default();
            Ok(Arc::new(Entry {
                id,
                name: name.to_string_lossy().into_owned(),
                path: path.clone(),
                options: options.clone(),
                corrections: corrections.to_vec(),
                opening: Mutex::new(()),
                known: Mutex::new(Known::Closed),
            }))
        });
        let entries = entries.collect::<Result<_>>()?;
        Ok(Self { entries })
    }

    /// All documents.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().map(Arc::as_ref)
    }

    /// Reads the files of mapping and modules again.
    pub(super) fn read_scripts_again(&self) {
        for entry in &self.entries {
            if let Some(opened) = entry.if_open() {
                opened.read_scripts_again();
            }
        }
    }

    /// The document with this number.
    ///
    /// # Errors
    ///
    /// If the document does not exist.
    pub(super) fn entry(&self, id: usize) -> std::result::Result<Arc<Entry>, Failure> {
        let entry = self.entries.get(id).cloned();
        entry.ok_or_else(|| Failure::not_found(format!("there is no document {id}")))
    }
}

/// Checks that a path is a regular file, which can be read repeatedly, unlike a pipe.
fn is_file(path: &Path) -> Result<()> {
    let why = match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => return Ok(()),
        Ok(metadata) if metadata.is_dir() => "it is a directory; name the files in it".to_owned(),
        Ok(_) => "only a file can be shown; save it as one".to_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            "there is no such file".to_owned()
        }
        Err(error) => io_reason(&error),
    };
    Err(cannot_show(path, &why))
}

pub(super) fn cannot_show(path: &Path, why: &str) -> Diagnostic {
    let message = format!("cannot show {}: {why}", path.display());
    Diagnostic::file(message)
}

impl Entry {
    /// Its state: `closed` until the first request, then `open`, `locked` by a password, or `failed` with the
    /// reason.
    pub(super) fn state(&self) -> (&'static str, Option<String>) {
        match &*lock(&self.known) {
            Known::Closed => ("closed", None),
            Known::Open(_) => ("open", None),
            Known::Failed(why) if why.kind == DiagnosticKind::Password => ("locked", None),
            Known::Failed(why) => ("failed", Some(why.to_string())),
        }
    }

    /// The document, if it is open.
    pub(super) fn if_open(&self) -> Option<Arc<Opened>> {
        match &*lock(&self.known) {
            Known::Open(opened) => Some(Arc::clone(opened)),
            _ => None,
        }
    }

    /// The document, which is opened with the password of the command line if necessary.
    ///
    /// # Errors
    ///
    /// If it cannot be opened; [`StatusCode::LOCKED`] if it needs a password.
    pub(super) fn open(&self) -> std::result::Result<Arc<Opened>, Failure> {
        let _opening = lock(&self.opening);
        match &*lock(&self.known) {
            Known::Open(opened) => return Ok(Arc::clone(opened)),
            Known::Failed(why) => return Err(why.clone().into()),
            Known::Closed => {}
        }
        self.open_now(&self.options.password)
    }

    /// The document, which is opened with this password if necessary.
    pub(super) fn open_with(&self, password: &str) -> std::result::Result<Arc<Opened>, Failure> {
        let _opening = lock(&self.opening);
        if let Known::Open(opened) = &*lock(&self.known) {
            return Ok(Arc::clone(opened));
        }
        self.open_now(password)
    }

    fn open_now(&self, password: &str) -> std::result::Result<Arc<Opened>, Failure> {
        let opened = Opened::open(self, password).map(Arc::new);
        *lock(&self.known) = match &opened {
            Ok(opened) => Known::Open(Arc::clone(opened)),
            Err(why) => Known::Failed(why.clone()),
        };
        opened.map_err(Failure::from)
    }
}

/// The source of a document's pictures; `None` for the XML of pdfminer.
///
/// # Errors
///
/// If the file no longer exists.
pub(super) fn original(
    document: &Document,
    path: &Path,
    password: &str,
) -> std::io::Result<Option<Original>> {
    let pipeline = document.pipeline();
    if pipeline.pdf().is_some() {
        return Original::new(path, password).map(Some);
    }
    let scans = || Original::Scans(document.find_scans());
    Ok(pipeline.has_pictures().then(scans))
}

impl Opened {
    fn open(entry: &Entry, password: &str) -> Result<Self> {
        let path = &entry.path;
        let small = fs::metadata(path).is_ok_and(|file| file.len() <= READ);
        let source = if small {
            Source::open(path)
        } else {
            Source::map(path)
        }?;
        let corrections = Corrections::open(path, source.clone(), &entry.corrections)?;
        let set = Arc::clone(corrections.written().merged.corrections());
        let options = Options {
            password: password.to_owned(),
            ..entry.options.clone()
        };
        let document = Document::with_options(&source, options)?;
        document.pipeline().keep_read_pages();
        let document = match corrections.paths().is_empty() {
            true => document,
            false => document.corrected(&set),
        };
        let original = original(&document, path, password);
        let original = original.map_err(|error| cannot_show(path, &io_reason(&error)))?;
        Ok(Self {
            id: entry.id,
            name: entry.name.clone(),
            drawer: original.map(|original| Drawer::new(original, document.page_count())),
            given: Mutex::new(Arc::new(CommandLineDocument::new(document.clone()))),
            document,
            made: Made::default(),
            corrections,
            inspector: OnceLock::new(),
            #[cfg(feature = "validate")]
            checks: Checks::default(),
            source,
        })
    }

    /// The document with the options of the command line.
    pub(super) fn given(&self) -> Arc<CommandLineDocument> {
        Arc::clone(&lock(&self.given))
    }

    /// Reads the files of mapping and modules again. If they are invalid now, the analysis stays unchanged;
    /// the browser shows the error in the editor.
    fn read_scripts_again(&self) {
        if let Ok(fresh) = self.given().read_again() {
            *lock(&self.given) = Arc::new(fresh);
        }
        self.made.clear();
        self.corrections.forget_doubts(None);
    }

    /// The road of the command line's options, if the document has it.
    pub(super) fn road(&self) -> RoadName {
        self.given().road()
    }

    /// The document by a road; `None` is that of the command line.
    ///
    /// # Errors
    ///
    /// If it has no usable tags.
    pub(super) fn document(
        &self,
        road: Option<RoadName>,
    ) -> std::result::Result<Document, Failure> {
        Ok(self.given().document(road)?)
    }

    /// The view of the document by an analysis; `None` is that of the command line.
    ///
    /// # Errors
    ///
    /// Those of [`Opened::document`]; [`StatusCode::GONE`] if the analysis has been removed.
    pub(super) fn view(
        &self,
        analysis: Option<AnalysisKey>,
    ) -> std::result::Result<Arc<View>, Failure> {
        let road = match analysis {
            Some(AnalysisKey::Made(number)) => {
                let made = self.made.get(number);
                return made.map(|made| made.view).ok_or_else(|| {
                    let why = "this analysis is no longer there; make the change again";
                    Failure::new(StatusCode::GONE, why)
                });
            }
            Some(AnalysisKey::Road(road)) => Some(road),
            None => None,
        };
        Ok(self.given().view(road)?)
    }

    /// Makes an analysis with the user's changes, or returns an existing one.
    ///
    /// # Errors
    ///
    /// If an option, the mapping or a module is invalid.
    pub(super) fn change(
        &self,
        mut changes: Changes,
        command_line: &dyn CommandLine,
    ) -> std::result::Result<Analysis, Failure> {
        if let Some(old) = changes.instead.take() {
            self.made.remove(old);
        }
        if let Some(known) = self.made.by(&changes) {
            return Ok(known);
        }
        let options = changes.options(command_line);
        let mut options = options.map_err(|error| Failure::from(error).at(Place::options()))?;
        let given = self.document(None)?;
        options.corrections = given.pipeline().options().corrections.clone();
        let document = self.document.again(options)?;
        let view = match changes.only {
            None => View::of_changed(document),
            Some(page) => {
                let road = AnalysisKey::Road(RoadName::of(&document));
                let others = self.view(Some(road))?;
                View::of_changed(document).on_page(page, others)
            }
        };
        Ok(self.made.add(changes, view))
    }

    /// Reads the document with other corrections. Pages that did not change stay in the caches; `None` means
    /// that all may have changed.
    pub(super) fn read_corrected(&self, corrections: &Arc<Set>, changed: Option<&BTreeSet<u32>>) {
        // Modules that look at other pages may change any page.
        let is_alone = !self.document.pipeline().looks_at_other_pages();
        let kept = changed.filter(|_| is_alone);
        let given = Arc::new(self.given().corrected(corrections, kept));
        *lock(&self.given) = Arc::clone(&given);
        self.made.correct(|analysis| {
            let document = analysis.view.document().corrected(corrections);
            let is_alone = !document.pipeline().looks_at_other_pages();
            let others = given.view(Some(RoadName::of(&document))).ok();
            let kept = kept.filter(|_| is_alone);
            analysis.view.corrected(document, kept, others)
        });
        self.corrections.forget_doubts(kept);
    }

    pub(super) fn page_count(&self) -> u32 {
        self.document.page_count()
    }

    /// The available roads.
    pub(super) fn roads(&self) -> Vec<RoadName> {
        let mut roads = vec![RoadName::Layout];
        if self.document(Some(RoadName::Tags)).is_ok() {
            roads.insert(0, RoadName::Tags);
        }
        roads
    }

    /// The inspector of its objects.
    ///
    /// # Errors
    ///
    /// If the document is not a PDF.
    pub(super) fn inspector(&self) -> std::result::Result<&Inspector, Failure> {
        let pdf = self.pdf()?;
        Ok(self.inspector.get_or_init(|| {
            let pages = (0..self.document.page_count()).collect();
            Inspector::new(Arc::clone(pdf), self.source.bytes().len(), pages)
        }))
    }

    /// The renderer of its pages.
    ///
    /// # Errors
    ///
    /// For the XML of pdfminer.
    pub(super) fn drawer(&self) -> std::result::Result<&Drawer, Failure> {
        let why = "the XML of pdfminer has no pictures of its pages";
        let drawer = self.drawer.as_ref();
        drawer.ok_or_else(|| Failure::not_found(why))
    }

    /// The bookmarks of a PDF, or the divisions of METS.
    pub(super) fn outline(&self) -> Vec<OutlineItem> {
        outline_items(self.document.pipeline())
    }

    /// The PDF of the document.
    ///
    /// # Errors
    ///
    /// If the document is not a PDF.
    pub(super) fn pdf(&self) -> std::result::Result<&Arc<pdf::Document>, Failure> {
        let why = "the document is not a PDF: it has text only";
        let pdf = self.document.pipeline().pdf();
        pdf.ok_or_else(|| Failure::new(StatusCode::NOT_FOUND, why))
    }
}
