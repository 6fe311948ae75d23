//! Describes the document as a whole: information dictionary, XMP packet, languages and attached files.

use serde::Serialize;

use super::Inspector;
use super::columns::{Columns, yes_or_no};
use super::key::Key;
use super::value::Value;
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result, Warnings};
use pdfa2hocr_core::pdf::{self, Attachment, Dict, FromBytes, Object, Stream, stream, text_string};
use pdfa2hocr_core::visible::visible;

/// Maximum bytes of the packet that are shown.
const MAX_PACKET: usize = 1 << 20;
/// Maximum entries of the information dictionary that are shown, and maximum characters of each.
const MAX_ENTRIES: usize = 200;
const MAX_VALUE: usize = 4000;

/// The document as a whole.
#[derive(Debug, Serialize)]
pub(crate) struct Metadata {
    pub version: &'static str,
    pub pages: usize,
    /// The entries of the information dictionary (14.3.3).
    pub info: Vec<(String, String)>,
    /// The XMP packet of the catalog (14.3.2).
    pub xmp: Option<String>,
    /// `Lang` of the catalog.
    pub languages: Vec<String>,
    pub encrypted: bool,
    /// `MarkInfo` marks the document as tagged (14.7.1).
    pub tagged: bool,
    /// The standards that its metadata claims: `PDF/A-2b`.
    pub claims: Vec<String>,
    pub attachments: Vec<AttachedFile>,
    pub catalog: Option<Key>,
}

/// An attached file.
#[derive(Debug, Serialize)]
pub(crate) struct AttachedFile {
    pub index: usize,
    pub name: String,
    /// The size that the document states, otherwise the decoded size.
    pub bytes: Option<u64>,
    #[serde(rename = "type")]
    pub media_type: Option<String>,
    pub relationship: Option<String>,
    /// The file is encrypted with an unknown key.
    pub locked: bool,
}

/// Reads the metadata.
pub(crate) fn read(inspector: &Inspector) -> Metadata {
    let document = &inspector.document;
    let catalog = document.catalog();
    let budget = inspector.budget();
    let xmp = catalog
        .as_ref()
        .and_then(|catalog| catalog.get::<Stream<'_>>("Metadata"))
        .map(|packet| stream::decode(&packet, &budget, &mut Warnings::new()));
    let marks = catalog.as_ref().and_then(|c| c.get::<Dict<'_>>("MarkInfo"));
    let attachments = pdf::attachments(document, &inspector.limits);
    Metadata {
        version: document.version(),
        pages: document.page_count(),
        info: info(inspector),
        claims: xmp.as_deref().map_or_else(Vec::new, claims),
        xmp: xmp.map(|data| {
            let shown = data.get(..MAX_PACKET).unwrap_or(&data);
            String::from_utf8_lossy(shown).into_owned()
        }),
        languages: document.language().into_iter().collect(),
        encrypted: document.is_encrypted(),
        tagged: marks.is_some_and(|marks| {
            matches!(
                marks.get::<Object<'_>>("Marked"),
                Some(Object::Boolean(true))
            )
        }),
        attachments: attachments
            .into_iter()
            .enumerate()
            .map(|(index, file)| AttachedFile::new(index, &file, &budget))
            .collect(),
        catalog: catalog.and_then(|catalog| catalog.obj_id()).map(Key::from),
    }
}

impl AttachedFile {
    fn new(index: usize, file: &Attachment<'_>, budget: &Budget) -> Self {
        let decoded = || match file.locked {
            true => None,
            false => Some(file.data(budget, &mut Warnings::new()).len() as u64),
        };
        Self {
            index,
            name: file.name.clone(),
            bytes: file.size.or_else(decoded),
            media_type: file.media_type.clone(),
            relationship: file.relationship.clone(),
            locked: file.locked,
        }
    }
}

/// The entries of the information dictionary, sorted by name.
fn info(inspector: &Inspector) -> Vec<(String, String)> {
    let trailer = inspector.document.trailer();
    let Some(written) = Dict::from_bytes(&trailer).and_then(|t| t.get_raw::<Object<'_>>("Info"))
    else {
        return Vec::new();
    };
    // A dictionary parsed from the bytes of the trailer cannot resolve references.
    let read = |info: &Dict<'_>| {
        let entries = info.entries().take(MAX_ENTRIES);
        let shown = entries.filter_map(|(key, _)| {
            let value = match info.get::<Object<'_>>(&key)? {
                Object::String(text) => text_string(text.as_bytes()),
                other => Value::of(&other).short(MAX_VALUE),
            };
            let value = value.chars().take(MAX_VALUE).collect();
            Some((String::from_utf8_lossy(&key).into_owned(), value))
        });
        shown.collect()
    };
    match written {
        pdf::MaybeRef::Ref(reference) => {
            let info = inspector.document.object(reference.into());
            info.and_then(Object::into_dict)
                .map_or_else(Vec::new, |info| read(&info))
        }
        pdf::MaybeRef::NotRef(Object::Dict(info)) => read(&info),
        pdf::MaybeRef::NotRef(_) => Vec::new(),
    }
}

#[cfg(feature = "validate")]
fn claims(packet: &[u8]) -> Vec<String> {
    pdfa2hocr_validate::claims(packet)
        .into_iter()
        .map(|flavour| flavour.to_string())
        .collect()
}

#[cfg(not(feature = "validate"))]
fn claims(_: &[u8]) -> Vec<String> {
    Vec::new()
}

/// Returns name and bytes of an attached file, by its index in the listing.
///
/// # Errors
///
/// [`DiagnosticKind::Argument`] if there is none, [`DiagnosticKind::Password`] if it is encrypted.
pub(crate) fn attachment(inspector: &Inspector, index: usize) -> Result<(String, Vec<u8>)> {
    let files = pdf::attachments(&inspector.document, &inspector.limits);
    let Some(file) = files.into_iter().nth(index) else {
        let message = format!("there is no attachment {index}");
        return Err(Diagnostic::argument(message));
    };
    if file.locked {
        let message = "the attachment is encrypted, and its key is not known";
        return Err(Diagnostic::new(DiagnosticKind::Password, message));
    }
    let data = file.data(&inspector.budget(), &mut Warnings::new());
    Ok((file.name, data))
}

impl Metadata {
    /// Formats the metadata as text.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let mut line = |name: &str, value: &str| {
            let name = format!("{}:", visible(name));
            out.push_str(&format!("{name:<16} {}\n", visible(value)));
        };
        line("PDF version", self.version);
        line("Pages", &self.pages.to_string());
        line("Encrypted", &yes_or_no(self.encrypted));
        line("Tagged", &yes_or_no(self.tagged));
        if !self.languages.is_empty() {
            line("Language", &self.languages.join(", "));
        }
        if !self.claims.is_empty() {
            line("Declares", &self.claims.join(", "));
        }
        for (name, value) in &self.info {
            line(name, value);
        }
        if !self.attachments.is_empty() {
            let mut columns = Columns::new("num: | attachment | type | bytes: | relationship");
            for file in &self.attachments {
                columns.row([
                    file.index.to_string(),
                    file.name.clone(),
                    file.media_type.clone().unwrap_or_default(),
                    super::columns::or_empty(file.bytes),
                    file.relationship.clone().unwrap_or_default(),
                ]);
            }
            out.push('\n');
            out.push_str(&columns.write());
        }
        if let Some(xmp) = &self.xmp {
            out.push_str("\nXMP:\n");
            for line in xmp.lines().map(str::trim_end).filter(|l| !l.is_empty()) {
                out.push_str(&visible(line));
                out.push('\n');
            }
        }
        out
    }
}
