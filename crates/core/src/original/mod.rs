//! Reads a page as it is written, operator by operator, so that it can be written again with marked content.
//!
//! [`file()`] has the facts about a file for an incremental update, [`page()`] a page with the forms that it draws.

mod annotations;
mod rebuild;
mod recorder;

use std::sync::Arc;

use crate::budget::Budget;
use crate::content::{self, Shown};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result, Warnings};
use crate::font::Fonts;
use crate::geometry::Matrix;
use crate::limits::Limits;
use crate::page::{
    CodeTexts, Entries, ObjectNumber, OriginalContent, OriginalFile, OriginalFont, OriginalForm,
    OriginalPage, dictionary,
};
use crate::pdf::syntax::entries;
use crate::pdf::{
    Array, Dict, Document, FromBytes, Object, ObjectIdentifier, Page, Resources, Stream,
    StringObject, items, last_table, stream,
};

use recorder::Recorder;

/// Maximum depth of form fields in which signatures are searched.
const DEEPEST_FIELD: usize = 32;

/// A file that can be continued by an incremental update. Its pages get new tags.
///
/// # Errors
///
/// [`DiagnosticKind::Argument`] if the file is encrypted, or signed.
pub fn file(document: &Arc<Document>) -> Result<OriginalFile> {
    if document.is_encrypted() {
        let why =
            "the PDF is encrypted; remove its encryption first, for instance with qpdf --decrypt";
        return Err(Diagnostic::argument(why));
    }
    let catalog = document
        .catalog()
        .ok_or_else(|| Diagnostic::structure("the PDF has no catalog"))?;
    if is_signed(&catalog) {
        let why = "the PDF is signed, and a change would make its signature invalid";
        return Err(Diagnostic::argument(why));
    }
    let trailer = document.trailer();
    let trailer = Dict::from_bytes(&trailer).unwrap_or_default();
    let reference = |key: &str| trailer.get_ref(key).map(|r| (r.obj_number, r.gen_number));
    let last = document.object_ids().last().map_or(0, |id| id.obj_number);
    let size = trailer.get::<u32>("Size").unwrap_or(0);
    let first_id = trailer.get::<Array<'_>>("ID").and_then(|ids| {
        let first = items(&ids).find_map(|id| match id {
            Object::String(id) => Some(id),
            _ => None,
        });
        first.map(|id: StringObject<'_>| id.as_bytes().to_vec())
    });
    let root = document.root();
    let mut file = OriginalFile {
        next: size.max(last.saturating_add(1)),
        last_table: 0,
        is_table: true,
        catalog: (root.obj_number, root.gen_number),
        catalog_entries: entries(&catalog, &["ViewerPreferences"]),
        viewer_preferences: catalog
            .get::<Dict<'_>>("ViewerPreferences")
            .map(|preferences| entries(&preferences, &[]))
            .unwrap_or_default(),
        xmp: xmp(document, &catalog),
        info: reference("Info"),
        id: first_id,
        bytes: Arc::new(Bytes(Arc::clone(document))),
    };
    let table = last_table(document.bytes()).filter(|_| document.has_table());
    match table {
        Some(table) => {
            let section = document.bytes().get(table..).unwrap_or_default();
            file.is_table = section.trim_ascii_start().starts_with(b"xref");
            file.last_table = table;
        }
        // An update needs a table that it continues.
        None => {
            let (bytes, table) = rebuild::rebuild(document);
            (file.bytes, file.last_table) = (Arc::new(bytes), table);
        }
    }
    Ok(file)
}

/// The XMP packet of the catalog, if it is UTF-8.
fn xmp(document: &Document, catalog: &Dict<'_>) -> Option<String> {
    let metadata = catalog.get::<Stream<'_>>("Metadata")?;
    let (limits, pages) = (Limits::default(), document.page_count());
    let budget = Budget::of_document(limits, document.bytes().len(), pages);
    let packet = stream::decode(&metadata, &budget, &mut Warnings::new());
    String::from_utf8(packet.into_owned()).ok()
}

/// The bytes of a document.
struct Bytes(Arc<Document>);

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self.0.bytes()
    }
}

/// Whether a signature field has a value (12.7.4.5).
fn is_signed(catalog: &Dict<'_>) -> bool {
    let form = catalog.get::<Dict<'_>>("AcroForm");
    let fields = form.and_then(|form| form.get::<Array<'_>>("Fields"));
    let mut todo: Vec<(Dict<'_>, usize)> = fields
        .iter()
        .flat_map(items)
        .filter_map(Object::into_dict)
        .map(|field| (field, DEEPEST_FIELD))
        .collect();
    while let Some((field, deepest)) = todo.pop() {
        let kind = field.get::<crate::pdf::Name<'_>>("FT");
        if kind.as_deref() == Some(b"Sig") && field.contains_key("V") {
            return true;
        }
        if let Some(kids) = field.get::<Array<'_>>("Kids").filter(|_| deepest > 0) {
            let kids = items(&kids).filter_map(Object::into_dict);
            todo.extend(kids.map(|kid| (kid, deepest - 1)));
        }
    }
    false
}

/// The entries of a page that are written anew.
const OF_PAGE: [&str; 5] = ["Contents", "Resources", "StructParents", "Tabs", "Annots"];
/// The entries of a form that are written anew.
const OF_FORM: [&str; 9] = [
    "Length",
    "Filter",
    "DecodeParms",
    "F",
    "FFilter",
    "FDecodeParms",
    "Resources",
    "StructParents",
    "StructParent",
];

/// Reads a page. `None` for a page that is not an object of its own, or that cannot be read as a whole.
pub fn page(
    document: &Document,
    page: &Page<'_>,
    fonts: &Fonts,
    shown: Shown<'_>,
    budget: &Budget,
) -> Option<OriginalPage> {
    // References to a page are written with generation 0.
    let id = page.dict().obj_id().filter(|id| id.gen_number == 0)?;
    let mut recorder = Recorder::default();
    let mut warnings = Warnings::new();
    content::watch(page, fonts, shown, budget, &mut warnings, &mut recorder);
    let data = page.content(budget, &mut warnings).into_owned();
    let (recorded, texts) = recorder.finish();
    // Content that cannot be read would be lost.
    if budget.is_cut() || warnings.iter().any(is_loss) {
        return None;
    }
    let mut streams = recorded.into_iter();
    let content = streams.next().unwrap_or_default().content(data);
    let mut outer: Vec<Dict<'_>> = Vec::new();
    let mut forms = Vec::new();
    for draft in streams {
        let object = draft.form.and_then(|form| document.object(form));
        let Some(Object::Stream(form)) = object else {
            // A form that cannot be found again is not changed.
            outer.push(Dict::default());
            forms.push(OriginalForm {
                entries: Entries::new(),
                resources: Entries::new(),
                external: Entries::new(),
                content: OriginalContent::default(),
            });
            continue;
        };
        // A form without resources uses those of its parent.
        let own = form.dict().get::<Dict<'_>>("Resources");
        let resources = own.clone().or_else(|| match draft.parent {
            0 => None,
            parent => outer
                .get(parent - 1)
                .cloned()
                .filter(|dict| !dict.is_empty()),
        });
        outer.push(resources.clone().unwrap_or_default());
        let (resources, external) = match resources {
            Some(dict) => of_resources(&Resources::new(dict)),
            None => of_resources(page.resources()),
        };
        let data = decoded(&form, budget, &mut warnings);
        forms.push(OriginalForm {
            entries: entries(form.dict(), &OF_FORM),
            resources,
            external,
            content: draft.content(data),
        });
    }
    let streams = forms.iter().map(|form| &form.content).chain([&content]);
    if budget.is_cut()
        || warnings.iter().any(is_loss)
        || streams.into_iter().any(|stream| !is_whole(stream))
    {
        return None;
    }
    let (resources, external) = of_resources(page.resources());
    Some(OriginalPage {
        object: number(id),
        entries: entries(page.dict(), &OF_PAGE),
        resources,
        external,
        to_user: page.matrix().inverse().unwrap_or(Matrix::IDENTITY),
        content,
        forms,
        annotations: annotations::read(document, page),
        fonts: texts
            .into_iter()
            .filter_map(|(id, texts)| font(document, id, texts))
            .collect(),
    })
}

/// A font with texts, if it has no `ToUnicode`.
fn font(document: &Document, id: ObjectNumber, mut texts: CodeTexts) -> Option<OriginalFont> {
    // Values that PDF/A does not allow (ISO 19005-2, 6.2.11.7.2).
    let is_valid = |text: &str| !text.is_empty() && !text.contains(['\0', '\u{feff}', '\u{fffe}']);
    texts.retain(|_, text| is_valid(text));
    let object = document.object(ObjectIdentifier::new(id.0, id.1))?;
    let dict = object.into_dict()?;
    // A direct dictionary has the number of the object that contains it.
    let is_font = dict.get::<crate::pdf::Name<'_>>("Type").as_deref() == Some(b"Font");
    let lacks = !texts.is_empty() && !dict.contains_key("ToUnicode");
    (is_font && lacks).then(|| OriginalFont {
        object: id,
        entries: entries(&dict, &[]),
        texts,
    })
}

/// Whether a warning is about content that is not read as a whole.
fn is_loss(warning: &Diagnostic) -> bool {
    matches!(warning.kind, DiagnosticKind::Stream | DiagnosticKind::Limit)
}

/// Whether the data has all operators. Without it nothing would be drawn.
fn is_whole(stream: &OriginalContent) -> bool {
    let last = stream.operations.last();
    last.is_none_or(|last| last.range.end <= stream.data.len())
}

fn number(id: ObjectIdentifier) -> ObjectNumber {
    (id.obj_number, id.gen_number)
}

fn decoded(form: &Stream<'_>, budget: &Budget, warnings: &mut Warnings) -> Vec<u8> {
    stream::decode(form, budget, warnings).into_owned()
}

/// The resources in PDF syntax, and the external objects apart.
fn of_resources(resources: &Resources<'_>) -> (Entries, Entries) {
    let categories = [
        ("ExtGState", &resources.ext_g_states),
        ("Font", &resources.fonts),
        ("Properties", &resources.properties),
        ("ColorSpace", &resources.color_spaces),
        ("Pattern", &resources.patterns),
        ("Shading", &resources.shadings),
    ];
    let written = categories.into_iter().filter(|(_, dict)| !dict.is_empty());
    let written = written.map(|(key, dict)| {
        let dict = dictionary(&entries(dict, &[]));
        (key.as_bytes().to_vec(), dict)
    });
    (written.collect(), entries(&resources.x_objects, &[]))
}
