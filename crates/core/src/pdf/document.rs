//! An open PDF file: its objects, pages, catalog and metadata. Opening repairs damaged files and unlocks
//! encrypted ones.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_syntax::{DecryptionError, LoadPdfError, Pdf, PdfVersion};

use super::filter::Filter;
use super::page_tree::PageTree;
use super::table::{EntryPlace, Table};
use super::update::Survey;
use super::{
    Dict, MaybeRef, Object, ObjectIdentifier, Page, Source, Stream, StringObject, foreign, header,
    mend, precheck, recover, stream, text_string,
};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Setting, Warning, Warnings};
use crate::page::Metadata;

/// An open document. It can be shared between threads.
pub struct Document {
    pdf: Pdf,
    pages: PageTree,
    attachments: Lock,
    /// Whether the opened file had an encryption dictionary.
    encrypted: bool,
}

/// Whether attachments are still encrypted in a document whose pages are not.
#[derive(Clone, Copy, Debug, Default)]
struct Lock {
    /// Attachments that name a crypt filter are encrypted with an unknown key.
    named: bool,
    /// All other attachments are encrypted with an unknown key.
    others: bool,
}

/// The repair that a file needed.
#[derive(Clone, Copy, Debug)]
enum Mending {
    /// None: its own cross-reference table was good, or it was only decrypted.
    None,
    /// Its objects were read one by one.
    Done,
    /// It has objects that its table does not list, but the library was built without lopdf.
    Absent,
}

impl Mending {
    fn warning(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Done => {
                Some("the file is damaged; its objects were read one by one and put together again")
            }
            Self::Absent => Some(
                "the file is damaged and was read as far as its table of objects goes; a build with \
                 the feature \"mend\" may read more",
            ),
        }
    }
}

impl Document {
    /// Opens a document; `password` is a user or an owner password, and may be empty.
    ///
    /// Returns the document and warnings about repairs.
    ///
    /// # Errors
    ///
    /// [`DiagnosticKind::Password`] if it needs a password or another one; [`DiagnosticKind::Structure`] if
    /// it has no pages; [`DiagnosticKind::Objects`] if it has no readable objects; [`DiagnosticKind::Limit`]
    /// if reading its objects would exceed the limits of memory or work.
    pub fn open(source: &Source, password: &str) -> Result<(Self, Vec<Warning>)> {
        if source.bytes().is_empty() {
            let why = match source.files() {
                [] => "the file is empty",
                _ => "several files are not one PDF; name one of them",
            };
            return Err(Diagnostic::new(DiagnosticKind::Objects, why));
        }
        precheck::check(source.bytes())?;
        if let Some(what) = foreign::what(source.bytes()) {
            return Err(Diagnostic::new(DiagnosticKind::Objects, what));
        }
        let stale = recover::has_unlisted_objects(source.bytes());
        let mut survey = Survey::new(source.bytes(), stale);
        survey.examine_members();
        let (mut pdf, mending, attachments) = open_surveyed(source, &mut survey, password, stale)?;
        if survey.has_locked_members()
            && survey.examine_locked_members(|id| pdf.xref().get::<Stream<'_>>(id))
            && let Some(bytes) = survey.write()
            && let Ok(better) = read(&Source::from(bytes), password)
        {
            pdf = better;
        }
        let encrypted = survey.encryption.is_some();
        let mut warnings = survey.warnings;
        if attachments.named || attachments.others {
            warnings.push_first(Diagnostic::new(
                DiagnosticKind::Stream,
                "the attachments are encrypted, and are left out; the pages are not",
            ));
        }
        if let Some(what) = mending.warning() {
            warnings.push_first(Diagnostic::new(DiagnosticKind::Mended, what));
        }
        let pages = PageTree::read(&pdf, &mut warnings);
        let (mut warnings, more) = warnings.into_parts();
        if more > 0 {
            let message = format!("{more} more faults in the file were repaired");
            warnings.push(Diagnostic::new(DiagnosticKind::Mended, message));
        }
        let document = Self {
            pdf,
            pages,
            attachments,
            encrypted,
        };
        Ok((document, warnings))
    }

    /// Size of the file in bytes as it is read, with its repairs.
    pub(crate) fn file_size(&self) -> usize {
        self.pdf.data().as_ref().len()
    }

    /// The number of pages.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// The number of different pages. Budgets use it, because a file can list a page repeatedly at almost no
    /// cost.
    pub fn distinct_page_count(&self) -> usize {
        self.pages.distinct()
    }

    /// The page with an index from 0.
    pub fn page(&self, index: u32) -> Option<Page<'_>> {
        let page = self.pages.page(&self.pdf, index as usize)?;
        Some(Page::new(index, page))
    }

    /// The cross-reference table, for the rendering library.
    pub fn xref(&self) -> &hayro_syntax::xref::XRef {
        self.pdf.xref()
    }

    /// The file as it is read, including repairs.
    pub fn bytes(&self) -> &[u8] {
        self.pdf.data().as_ref()
    }

    /// The identifier of the document's catalog.
    pub fn root(&self) -> ObjectIdentifier {
        self.pdf.xref().root_id()
    }

    /// The same page for the rendering library. That has its own page tree without unreadable and repeated
    /// pages.
    pub fn page_to_draw(&self, index: u32) -> Option<&hayro_syntax::page::Page<'_>> {
        let id = self.page(index)?.dict().obj_id();
        let pages = self.pdf.pages();
        let is_it = |page: &&hayro_syntax::page::Page<'_>| page.raw().obj_id() == id;
        let same_place = pages.get(index as usize).filter(is_it);
        same_place.or_else(|| pages.iter().find(|page| id.is_some() && is_it(page)))
    }

    /// The document catalog (7.7.2).
    pub fn catalog(&self) -> Option<Dict<'_>> {
        let xref = self.pdf.xref();
        xref.get::<Dict<'_>>(xref.root_id())
    }

    /// The indirect object with an identifier.
    pub fn object(&self, id: ObjectIdentifier) -> Option<Object<'_>> {
        self.pdf.xref().get::<Object<'_>>(id)
    }

    /// All readable objects of the file, in file order.
    pub fn objects(&self) -> impl Iterator<Item = Object<'_>> {
        self.pdf.objects().into_iter()
    }

    /// The identifiers of all objects in use, ascending. If the cross-reference table is not readable, only
    /// dictionaries and streams are listed.
    pub fn object_ids(&self) -> Vec<ObjectIdentifier> {
        let root = self.pdf.xref().root_id();
        let listed = Table::read(self.pdf.data().as_ref())
            .map_or_else(Vec::new, |table| table.entries)
            .into_iter()
            .filter(|entry| entry.place != EntryPlace::Free);
        let mut ids: Vec<ObjectIdentifier> = listed.map(|entry| entry.id).collect();
        if !ids.contains(&root) {
            let found = self.objects().filter_map(|object| match object {
                Object::Dict(dict) => dict.obj_id(),
                Object::Stream(stream) => Some(stream.obj_id()),
                _ => None,
            });
            ids = found.collect();
        }
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Whether the cross-reference tables of the file, as it is read, can be read.
    pub fn has_table(&self) -> bool {
        Table::read(self.pdf.data().as_ref()).is_some()
    }

    /// The source of the trailer dictionary (7.5.5). If it is not readable, a trailer with only the root.
    pub fn trailer(&self) -> Vec<u8> {
        let table = Table::read(self.pdf.data().as_ref());
        let written = table.map(|table| table.trailer);
        written.filter(|t| !t.is_empty()).unwrap_or_else(|| {
            let root = self.pdf.xref().root_id();
            format!("<</Root {} {} R>>", root.obj_number, root.gen_number).into_bytes()
        })
    }

    /// The PDF version that the file declares: `1.7`.
    pub fn version(&self) -> &'static str {
        match self.pdf.version() {
            PdfVersion::Pdf10 => "1.0",
            PdfVersion::Pdf11 => "1.1",
            PdfVersion::Pdf12 => "1.2",
            PdfVersion::Pdf13 => "1.3",
            PdfVersion::Pdf14 => "1.4",
            PdfVersion::Pdf15 => "1.5",
            PdfVersion::Pdf16 => "1.6",
            PdfVersion::Pdf17 => "1.7",
            PdfVersion::Pdf20 => "2.0",
        }
    }

    /// Whether the opened file was encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.encrypted
    }

    /// Resolves a reference; returns a direct object unchanged.
    pub fn resolve<'a>(&'a self, object: MaybeRef<Object<'a>>) -> Option<Object<'a>> {
        match object {
            MaybeRef::Ref(reference) => self.object(reference.into()),
            MaybeRef::NotRef(object) => Some(object),
        }
    }

    /// Page indices by the object numbers of page dictionaries. A page that is listed twice has its first
    /// index.
    pub fn page_numbers(&self) -> HashMap<u32, u32> {
        let mut numbers = HashMap::new();
        for (id, index) in self.pages.objects().zip(0..) {
            if let Some(id) = id {
                numbers.entry(id.obj_number).or_insert(index);
            }
        }
        numbers
    }

    /// Whether the data of an attachment is encrypted with an unknown key.
    pub(super) fn is_locked(&self, attachment: &Stream<'_>) -> bool {
        let filters = stream::filters(attachment.dict());
        let named = filters
            .first()
            .is_some_and(|(f, _)| *f == Some(Filter::Crypt));
        if named {
            self.attachments.named
        } else {
            self.attachments.others
        }
    }

    /// `/Lang` of the catalog (14.9.2).
    pub fn language(&self) -> Option<String> {
        let lang = self.catalog()?.get::<StringObject<'_>>("Lang")?;
        let lang = text_string(&lang);
        let lang = lang.trim();
        (!lang.is_empty()).then(|| lang.to_owned())
    }

    /// The information dictionary (14.3.3).
    pub fn metadata(&self) -> Metadata {
        let info = self.pdf.metadata();
        let text = |bytes: &Option<Box<[u8]>>| {
            let text = text_string(bytes.as_deref()?);
            let text = text.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        Metadata {
            title: text(&info.title),
            author: text(&info.author),
            subject: text(&info.subject),
            keywords: text(&info.keywords),
            creator: text(&info.creator),
            producer: text(&info.producer),
            created: info.creation_date.as_ref().map(iso_8601),
            modified: info.modification_date.as_ref().map(iso_8601),
        }
    }
}

/// Opens a file with the survey's repairs. Returns the document, the repair it needed, and whether its
/// attachments remain encrypted.
fn open_surveyed(
    source: &Source,
    survey: &mut Survey<'_>,
    password: &str,
    stale: bool,
) -> Result<(Pdf, Mending, Lock)> {
    let whole = |survey: &Survey<'_>| survey.write().map_or_else(|| source.clone(), Source::from);
    let opened = open_or_rebuild(&whole(survey), password, stale);
    let needs_key = opened
        .as_ref()
        .is_err_and(|e| e.kind == DiagnosticKind::Password);
    let Some(encryption) = survey.encryption.clone() else {
        return opened.map(|(pdf, mending)| (pdf, mending, Lock::default()));
    };
    if encryption.pages {
        if needs_key && encryption.is_public_key() {
            let handler = encryption.handler;
            let message = format!(
                "the document is encrypted for certificates ({handler}); no password opens it"
            );
            return Err(Diagnostic::new(DiagnosticKind::Password, message));
        }
        return opened.map(|(pdf, mending)| (pdf, mending, Lock::default()));
    }
    let lock = Lock {
        named: needs_key,
        others: encryption.attachments,
    };
    let opened = if needs_key {
        survey.unlock();
        open_or_rebuild(&whole(survey), password, stale)
    } else {
        opened
    };
    opened.map(|(pdf, mending)| (pdf, mending, lock))
}

/// Opens a file, or a repaired copy of it.
fn open_or_rebuild(source: &Source, password: &str, stale: bool) -> Result<(Pdf, Mending)> {
    let with_pages = |pdf: Pdf| (!pdf.pages().is_empty()).then_some(pdf);
    let refusal = match read(source, password) {
        Ok(pdf) => match with_pages(pdf) {
            Some(pdf) if !stale => return Ok((pdf, Mending::None)),
            _ => None,
        },
        Err(error) => Some(error),
    };
    let locked = matches!(refusal, Some(LoadPdfError::Decryption(_)));
    let mended = mend::rewrite(source.bytes(), password, stale);
    let candidates = [
        mended.as_ref().ok().cloned(),
        recover::with_trailer(source.bytes()),
    ];
    for bytes in candidates.into_iter().flatten() {
        if let Some(pdf) = read(&Source::from(bytes), "").ok().and_then(with_pages) {
            let mending = if locked { Mending::None } else { Mending::Done };
            return Ok((pdf, mending));
        }
    }
    // A page tree may list only unreadable pages.
    let lists_pages = |pdf: &Pdf| PageTree::read(pdf, &mut Warnings::new()).len() > 0;
    if let Some(pdf) = read(source, password).ok().filter(lists_pages) {
        let mending = match stale && !mend::IS_AVAILABLE {
            true => Mending::Absent,
            false => Mending::None,
        };
        return Ok((pdf, mending));
    }
    Err(match (refusal, mended) {
        (Some(LoadPdfError::Decryption(DecryptionError::PasswordProtected)), _)
        | (_, Err(mend::Refusal::Password)) => match password {
            "" => Diagnostic::new(DiagnosticKind::Password, "the document is encrypted")
                .about(Setting::Password),
            _ => Diagnostic::new(
                DiagnosticKind::Password,
                "the document is encrypted, and this is not its password",
            ),
        },
        (Some(LoadPdfError::Decryption(_)), _) => Diagnostic::new(
            DiagnosticKind::Password,
            "the document is encrypted in a way that this program does not know",
        ),
        (None, _) => Diagnostic::structure("the document has no pages"),
        (Some(LoadPdfError::Invalid), Ok(_)) => {
            Diagnostic::structure("no page tree can be found in the document")
        }
        (Some(LoadPdfError::Invalid), Err(mend::Refusal::Objects)) => Diagnostic::new(
            DiagnosticKind::Objects,
            if !header::has_header(source.bytes()) {
                "this is not a PDF file"
            } else if mend::IS_AVAILABLE {
                "no table of objects can be read or rebuilt; the file is damaged beyond mending"
            } else {
                "no table of objects can be read; the file is damaged, and a build with the feature \
                 \"mend\" may mend it"
            },
        ),
    })
}

/// Reads the file's structure. A panic of the parser is treated as a refusal.
fn read(source: &Source, password: &str) -> std::result::Result<Pdf, LoadPdfError> {
    catch_unwind(AssertUnwindSafe(|| {
        Pdf::new_with_password(source.data(), password)
    }))
    .unwrap_or(Err(LoadPdfError::Invalid))
}

fn iso_8601(date: &hayro_syntax::object::DateTime) -> String {
    let mut text = format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
        date.year, date.month, date.day, date.hour, date.minute, date.second
    );
    match (date.utc_offset_hour, date.utc_offset_minute) {
        (0, 0) => text.push('Z'),
        (hour, minute) => text.push_str(&format!("{hour:+03}:{minute:02}")),
    }
    text
}
