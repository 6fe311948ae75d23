//! A PDF file that has been opened.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use super::{
    Dict, MaybeRef, Object, ObjectIdentifier, Page, Source, StringObject, foreign, header, mend,
    salvage, text_string,
};
use crate::diagnostics::{Diagnostic, Kind, Result, Warning};
use crate::model::Metadata;

/// An open document. It can be shared between threads.
pub struct Document {
    pdf: Pdf,
    /// What it was read from, after mending.
    source: Source,
}

impl Document {
    /// Opens a document; `password` is a user or an owner password, and may be empty.
    ///
    /// Returns with it what had to be mended.
    ///
    /// # Errors
    ///
    /// [`Kind::Password`] when it needs a password or another one; [`Kind::Structure`] when it has
    /// no pages; [`Kind::Objects`] when no objects can be found in it.
    pub fn open(source: &Source, password: &str) -> Result<(Self, Vec<Warning>)> {
        if source.bytes().is_empty() {
            return Err(Diagnostic::new(Kind::Objects, "the file is empty"));
        }
        if let Some(what) = foreign::what(source.bytes()) {
            return Err(Diagnostic::new(Kind::Objects, what));
        }
        let read = |source: Source, password: &str| {
            let pdf = read(&source, password)?;
            Ok((!pdf.pages().is_empty()).then_some(Self { pdf, source }))
        };
        let stale = salvage::has_unlisted_objects(source.bytes());
        let refusal = match read(source.clone(), password) {
            Ok(Some(document)) if !stale => return Ok((document, Vec::new())),
            Ok(_) => None,
            Err(error) => Some(error),
        };
        let locked = matches!(refusal, Some(LoadPdfError::Decryption(_)));
        let mended = mend::rewrite(source.bytes(), password, stale);
        let candidates = [
            mended.as_ref().ok().cloned(),
            salvage::with_trailer(source.bytes()),
        ];
        for bytes in candidates.into_iter().flatten() {
            if let Ok(Some(document)) = read(Source::from(bytes), "") {
                let warning = Diagnostic::new(
                    Kind::Mended,
                    "the file is damaged; its objects were read one by one and put together again",
                );
                return Ok((document, if locked { Vec::new() } else { vec![warning] }));
            }
        }
        if let Ok(Some(document)) = read(source.clone(), password) {
            return Ok((document, Vec::new()));
        }
        Err(match (refusal, mended) {
            (Some(LoadPdfError::Decryption(DecryptionError::PasswordProtected)), _)
            | (_, Err(mend::Refusal::Password)) => Diagnostic::new(
                Kind::Password,
                if password.is_empty() {
                    "the document is encrypted; give its password with --password"
                } else {
                    "the document is encrypted, and this is not its password"
                },
            ),
            (Some(LoadPdfError::Decryption(_)), _) => Diagnostic::new(
                Kind::Password,
                "the document is encrypted in a way that this program does not know",
            ),
            (None, _) => Diagnostic::new(Kind::Structure, "the document has no pages"),
            (Some(LoadPdfError::Invalid), Ok(_)) => {
                Diagnostic::new(Kind::Structure, "no page tree can be found in the document")
            }
            (Some(LoadPdfError::Invalid), Err(mend::Refusal::Objects)) => Diagnostic::new(
                Kind::Objects,
                if header::has_header(source.bytes()) {
                    "no table of objects can be read or rebuilt; the file is damaged beyond mending"
                } else {
                    "this is not a PDF file"
                },
            ),
        })
    }

    pub fn page_count(&self) -> usize {
        self.pdf.pages().len()
    }

    /// A page, from 0.
    pub fn page(&self, index: u32) -> Option<Page<'_>> {
        let page = self.pdf.pages().get(index as usize)?;
        Some(Page::new(index, page, self.source.bytes()))
    }

    /// The document catalog (7.7.2).
    pub fn catalog(&self) -> Option<Dict<'_>> {
        let xref = self.pdf.xref();
        xref.get::<Dict<'_>>(xref.root_id())
    }

    /// An indirect object.
    pub fn object(&self, id: ObjectIdentifier) -> Option<Object<'_>> {
        self.pdf.xref().get::<Object<'_>>(id)
    }

    /// All objects of the file that can be read, in the order they stand in it.
    pub fn objects(&self) -> impl Iterator<Item = Object<'_>> {
        self.pdf.objects().into_iter()
    }

    /// What a reference leads to, or the object that stands in its place.
    pub fn resolve<'a>(&'a self, object: MaybeRef<Object<'a>>) -> Option<Object<'a>> {
        match object {
            MaybeRef::Ref(reference) => self.object(reference.into()),
            MaybeRef::NotRef(object) => Some(object),
        }
    }

    /// The indices of all pages by the object numbers of their dictionaries.
    pub fn page_numbers(&self) -> HashMap<u32, u32> {
        let pages = self.pdf.pages().iter().zip(0..);
        pages
            .filter_map(|(page, index)| Some((page.raw().obj_id()?.obj_number, index)))
            .collect()
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

/// Reads the file's skeleton. A parser that panics on odd bytes has refused them.
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
