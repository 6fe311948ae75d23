//! Embedded files (7.11.4) of the document, its pages and its annotations: lists them and decodes their data.

use std::collections::HashSet;

use super::{
    Array, Dict, Document, Name, Object, ObjectIdentifier, Stream, StringObject, items, name_tree,
    stream, text_string,
};
use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::limits::Limits;

/// A file embedded in a document.
pub struct Attachment<'a> {
    /// Its name in the document. It may be empty, contain folders, or repeat another name.
    pub name: String,
    /// `/Subtype`: its media type, if the document gives one.
    pub media_type: Option<String>,
    /// Its relationship to the document (`/AFRelationship`, ISO 32000-2, 7.11.3): `Source`, `Data`, ….
    pub relationship: Option<String>,
    /// Its size in bytes, if the document gives it.
    pub size: Option<u64>,
    /// Whether it is encrypted with an unknown key.
    pub locked: bool,
    stream: Stream<'a>,
}

impl Attachment<'_> {
    /// Its decoded bytes, as far as the budget allows; empty if it is locked.
    pub fn data(&self, budget: &Budget, warnings: &mut Warnings) -> Vec<u8> {
        if self.locked {
            return Vec::new();
        }
        stream::decode(&self.stream, budget, warnings).into_owned()
    }

    /// Whether bytes are those of a PDF, with `%PDF-` near their beginning.
    pub fn is_pdf(data: &[u8]) -> bool {
        super::header::has_header(data)
    }
}

/// The embedded files of a document, without duplicates, at most [`Limits::attachments`]. In this order: the
/// catalog's name tree `EmbeddedFiles` (7.7.4), associated files (`/AF` of the catalog and of pages; ISO
/// 32000-2, 14.13), and file attachment annotations (12.5.6.15).
pub fn attachments<'a>(document: &'a Document, limits: &Limits) -> Vec<Attachment<'a>> {
    let mut found = Found {
        document,
        seen: HashSet::new(),
        list: Vec::new(),
        most: limits.attachments,
    };
    if let Some(catalog) = document.catalog() {
        let names = catalog.get::<Dict<'a>>("Names");
        if let Some(tree) = names.and_then(|names| names.get::<Dict<'a>>("EmbeddedFiles")) {
            for (name, file) in name_tree(document, &tree) {
                if let Some(file) = file.into_dict() {
                    found.add(&file, &text_string(&name));
                }
            }
        }
        found.add_all(catalog.get::<Array<'a>>("AF"));
    }
    for index in 0..u32::try_from(document.page_count()).unwrap_or(u32::MAX) {
        let Some(page) = document.page(index) else {
            continue;
        };
        found.add_all(page.dict().get::<Array<'a>>("AF"));
        let annotations = page.dict().get::<Array<'a>>("Annots");
        let annotations = annotations.iter().flat_map(items);
        for annotation in annotations.filter_map(Object::into_dict) {
            if annotation.get::<Name<'_>>("Subtype").as_deref() == Some(b"FileAttachment")
                && let Some(file) = annotation.get::<Dict<'a>>("FS")
            {
                found.add(&file, "");
            }
        }
    }
    found.list
}

struct Found<'a> {
    document: &'a Document,
    seen: HashSet<ObjectIdentifier>,
    list: Vec<Attachment<'a>>,
    most: usize,
}

impl<'a> Found<'a> {
    fn add_all(&mut self, files: Option<Array<'a>>) {
        let files = files.iter().flat_map(items);
        for file in files.filter_map(Object::into_dict) {
            self.add(&file, "");
        }
    }

    /// Adds the file of a file specification (7.11.3).
    fn add(&mut self, file: &Dict<'a>, name: &str) {
        let Some(embedded) = file.get::<Dict<'a>>("EF") else {
            return;
        };
        let stream = ["UF", "F", "Unix", "DOS", "Mac"]
            .iter()
            .find_map(|key| embedded.get::<Stream<'a>>(*key));
        let Some(stream) = stream else { return };
        if self.list.len() >= self.most || !self.seen.insert(stream.obj_id()) {
            return;
        }
        let said = ["UF", "F", "Unix", "DOS", "Mac"]
            .iter()
            .find_map(|key| file.get::<StringObject<'_>>(*key))
            .map(|said| text_string(&said));
        let text = |name: Option<Name<'_>>| name.map(|n| String::from_utf8_lossy(&n).into_owned());
        let parameters = stream.dict().get::<Dict<'_>>("Params").unwrap_or_default();
        self.list.push(Attachment {
            name: said
                .filter(|said| !said.is_empty())
                .unwrap_or_else(|| name.to_owned()),
            media_type: text(stream.dict().get::<Name<'_>>("Subtype")),
            relationship: text(file.get::<Name<'_>>("AFRelationship")),
            size: parameters.get::<u32>("Size").map(u64::from),
            locked: self.document.is_locked(&stream),
            stream,
        });
    }
}
