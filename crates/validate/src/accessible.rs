//! Rules of PDF/UA about the whole document: identification, title, security, optional content, forms, media
//! and destinations (ISO 14289-1, 5 and 7; ISO 14289-2, 5 and 8).

use std::collections::HashMap;

use super::attachment::is_media_type;
use super::entries::{
    Entries, catalog_dict, dicts, entry, is_name, present, shortened, string_of, values,
};
use super::raw_file::RawFile;
use super::rule::{Rule, Subject, catalogue, described, dictionaries, rules};
use super::run::Run;
use super::structure::has_lang;
use super::xmp::{self, Node, PDFUA_ID, Packet, Value};
use super::{annotation, file, outline, private_use};
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::pdf::{
    Array, Dict, FromBytes, Object, ObjectIdentifier, Stream, items, name_of, name_tree, stream,
    text_string,
};

const DC: &str = "http://purl.org/dc/elements/1.1/";

/// The catalog.
struct DocumentFacts<'a> {
    catalog: &'a Dict<'a>,
    dynamic_form: bool,
    has_xfa: bool,
    /// `P` of the encryption dictionary; `None` in a file without encryption.
    permissions: Option<Option<i32>>,
    /// The first line of the file.
    header: &'a [u8],
}

described! { DocumentFacts<'_>: |d| format!("header {}", shortened(&String::from_utf8_lossy(d.header))) }

impl DocumentFacts<'_> {
    fn metadata(&self) -> Option<Dict<'_>> {
        let stream = self.catalog.get::<Stream<'_>>("Metadata")?;
        Some(stream.dict().clone())
    }

    /// The version that the catalog gives, for reports.
    fn version(&self) -> String {
        let version = name_of(self.catalog, "Version");
        version.map_or("no Version".into(), |v| format!("Version /{v}"))
    }

    /// Whether a flag in a dictionary of the catalog is true.
    fn is_set(&self, key: &str, flag: &str) -> bool {
        let dict = self.catalog.get::<Dict<'_>>(key);
        dict.is_some_and(|d| d.get::<bool>(flag) == Some(true))
    }
}

/// Bit of `P` that allows text extraction for accessibility (ISO 32000-1, table 22).
const ACCESSIBILITY: i32 = 1 << 9;

const DOCUMENT: &[Rule<DocumentFacts<'_>>] = rules! { DocumentFacts<'_>:
    [UA1 "6.1" 1] "the file does not begin with a line %PDF-1.n, n from 0 to 7; PDF/UA-1 is based on PDF 1.7" =>
        |d, _| d.header.len() == 8 && matches!(file::version(d.header), Some((b'1', b'0'..=b'7')));
    [TAGGED2 "6.1" 1] "neither the header nor Version of the catalog is PDF 2.0, which PDF/UA-2 is based on; write the file as PDF 2.0" =>
        |d, _| is_name(d.catalog, "Version", "2.0") || file::version(d.header) == Some((b'2', b'0')),
        |d| format!("{}, {}", DocumentFacts::describe(d), d.version());
    [UA1 "7.1" 4] "MarkInfo has Suspects true: the tags have not been checked; check them and set it to false" => |d, _| !d.is_set("MarkInfo", "Suspects"), |_| "Suspects true".into();
    [UA1 "7.1" 8, TAGGED2 "8.11.1" 2] "the catalog has no metadata stream of Type Metadata and Subtype XML; add one" =>
        |d, _| d.metadata().is_some_and(|m| xmp::is_metadata(&m)),
        |d| xmp::metadata_described(d.metadata().as_ref());
    [UA1 "7.1" 10, ACCESS2 "8.11.2" 1] "viewers show the file's name and not its title; write ViewerPreferences with DisplayDocTitle true" =>
        |d, _| d.is_set("ViewerPreferences", "DisplayDocTitle"),
        |d| d.catalog.get::<Dict<'_>>("ViewerPreferences").map_or("no ViewerPreferences".into(), |v| entry(&v, "DisplayDocTitle"));
    [UA1 "7.15" 1] "there is a dynamic XFA form; make it a static one" => |d, _| !d.dynamic_form, |_| "dynamicRender required".into();
    [TAGGED2 "8.10.1" 3] "there is an XFA form; remove XFA" => |d, _| !d.has_xfa, |_| "XFA in AcroForm".into();
    [UA1 "7.16" 1] "the encryption keeps assistive technology from reading the text; set bit 10 of P" =>
        |d, _| d.permissions.is_none_or(|p| p.is_some_and(|p| p & ACCESSIBILITY != 0)), |d| d.permissions.flatten().map_or("no P".into(), |p| format!("P {p}"));
};

/// The XMP metadata of the document.
struct MetadataFacts<'a> {
    packet: &'a Packet,
    has_lang: bool,
}

described! { MetadataFacts<'_>: |m|
    match m
        .packet
        .properties
        .iter()
        .find(|node| has_default_text_only(node))
    {
        Some(node) => format!("{}:{}", node.prefix, node.name),
        None => "metadata".into(),
    }
}

impl MetadataFacts<'_> {
    fn is_identified(&self) -> bool {
        self.packet.has_namespace(PDFUA_ID)
    }

    /// A property as the packet contains it, for reports.
    fn identification(&self, name: &str) -> String {
        xmp::written(self.packet, PDFUA_ID, "pdfuaid", name)
    }

    fn is_prefixed(&self, name: &str) -> bool {
        self.packet.prefixes(PDFUA_ID, "pdfuaid", name)
    }
}

/// Whether every language alternative is `x-default`, so that no text declares its language.
fn has_default_text_only(node: &Node) -> bool {
    let items = node.items();
    let is_default = |item: &Node| item.lang.as_deref() == Some("x-default");
    !items.is_empty() && items.iter().all(is_default)
}

const METADATA: &[Rule<MetadataFacts<'_>>] = rules! { MetadataFacts<'_>:
    [UA1 "5" 1, UA2 "5" 1] "the metadata does not say that this is PDF/UA; add pdfuaid:part" => |m, _| m.is_identified(), |_| "no pdfuaid:part".into();
    [UA1 "5" 2, UA2 "5" 2] "pdfuaid:part is not the part of ISO 14289 that the file is checked against; set it to that part" =>
        |m, c| !m.is_identified() || m.packet.text(PDFUA_ID, "part").and_then(|p| p.trim().parse().ok()) == Some(c.flavour.part()), |m| m.identification("part");
    [UA1 "5" 3, UA2 "5" 3] "pdfuaid:part is not written with the prefix pdfuaid; use this prefix" => |m, _| m.is_prefixed("part"), |m| m.identification("part");
    [UA1 "5" 4] "pdfuaid:amd is not written with the prefix pdfuaid; use this prefix" => |m, _| m.is_prefixed("amd"), |m| m.identification("amd");
    [UA1 "5" 5] "pdfuaid:corr is not written with the prefix pdfuaid; use this prefix" => |m, _| m.is_prefixed("corr"), |m| m.identification("corr");
    [UA2 "5" 4] "pdfuaid:rev is not written with the prefix pdfuaid; use this prefix" => |m, _| m.is_prefixed("rev"), |m| m.identification("rev");
    [UA2 "5" 5] "pdfuaid:rev is not 2024; set it to 2024" => |m, _| !m.is_identified() || m.packet.text(PDFUA_ID, "rev") == Some("2024"), |m| m.identification("rev");
    [WTACCESS "6.1.3" 1] "the metadata does not declare Well-Tagged PDF for accessibility; add the declaration wtpdf#accessibility1.0" =>
        |m, c| xmp::declares(m.packet, c.flavour), |_| "no such declaration".into();
    [WTREUSE "6.1.2" 1] "the metadata does not declare Well-Tagged PDF for reuse; add the declaration wtpdf#reuse1.0" =>
        |m, c| xmp::declares(m.packet, c.flavour), |_| "no such declaration".into();
    [UA1 "7.1" 9, TAGGED2 "8.11.1" 1] "the metadata has no title; add dc:title" => |m, _| m.packet.get(DC, "title").is_some_and(|n| matches!(&n.value, Value::Array(_, items) if !items.is_empty())), |m| if m.packet.get(DC, "title").is_some() { "dc:title is not an array of texts".into() } else { "no dc:title".into() };
};

const TEXTS: &[Rule<MetadataFacts<'_>>] = rules! { MetadataFacts<'_>:
    [UA1 "7.2" 33] "the language of texts in the metadata is not declared; add Lang to the catalog" =>
        |m, _| m.has_lang || !m.packet.properties.iter().any(has_default_text_only);
};

dictionaries! {
    /// A media clip (ISO 32000-1, 13.2.4.2).
    MediaClip: "media clip data";
}

const MEDIA_CLIP: &[Rule<MediaClip>] = rules! { MediaClip:
    [UA1 "7.18.6.2" 1] "a media clip has no content type CT like video/mp4; add CT" =>
        |d, _| string_of(d, "CT").is_some_and(|t| is_media_type(&t)), |d| entry(d, "CT");
    [UA1 "7.18.6.2" 2] "a media clip has no Alt with languages and texts; describe it" =>
        |d, _| d.get::<Array<'_>>("Alt").is_some_and(|texts| is_in_languages(&texts)), |d| entry(d, "Alt");
};

/// Whether an array has pairs of a language and a text that is not empty (ISO 32000-1, 14.9.2.4).
fn is_in_languages(texts: &Array<'_>) -> bool {
    let texts: Vec<Option<bool>> = items(texts)
        .map(|item| match item {
            Object::String(text) => Some(text.as_bytes().is_empty()),
            _ => None,
        })
        .collect();
    let is_pair = |pair: &[Option<bool>]| matches!(pair, [Some(_), Some(false)]);
    texts.chunks(2).all(is_pair)
}

/// A destination in this document (ISO 32000-2, 12.3.2).
struct DestinationFacts {
    by_action: bool,
    to_structure: bool,
}

described! { DestinationFacts: |d|
    if d.by_action {
        "GoTo action".into()
    } else {
        "destination".into()
    }
}

const DESTINATION: &[Rule<DestinationFacts>] = rules! { DestinationFacts:
    [TAGGED2 "8.8" 1] "a destination is a page and no structure element; point to the element" => |d, _| d.by_action || d.to_structure;
    [TAGGED2 "8.8" 2] "a GoTo action leads to a page and to no structure element; add SD" => |d, _| !d.by_action || d.to_structure;
};

/// The specification of a file in `EmbeddedFiles`.
struct EmbeddedFile;

described! { EmbeddedFile of Dict<'_>: |d| format!("file specification, {}", present(d, &["UF", "F"])) }

const EMBEDDED_FILE: &[Rule<EmbeddedFile>] = rules! { EmbeddedFile:
    [TAGGED2 "8.14.1" 1] "an embedded file is not described; add Desc to its file specification" => |d, _| d.has("Desc");
};

/// Checks all rules of this module.
pub(super) fn check<'d>(run: &mut Run<'d>, raw_file: &RawFile<'_>) {
    let document = run.document;
    let catalog = document.catalog().unwrap_or_default();
    check_document(run, &catalog, raw_file);
    let main = xmp::main_stream(document);
    let main_id = main.as_ref().map(Stream::obj_id);
    for stream in main
        .into_iter()
        .chain(xmp::others(document, run.flavour(), main_id))
    {
        let packet = xmp::read(&stream, run.budget);
        let packet = if packet.valid {
            packet
        } else {
            Packet::default()
        };
        let facts = MetadataFacts {
            packet: &packet,
            has_lang: has_lang(&catalog),
        };
        if Some(stream.obj_id()) == main_id {
            run.check(METADATA, &facts, stream.dict());
        }
        run.check(TEXTS, &facts, stream.dict());
    }
    if let Some(properties) = catalog.get::<Dict<'_>>("OCProperties") {
        let default = properties.get::<Dict<'_>>("D").into_iter();
        for dict in default.chain(dicts(&properties, "Configs")) {
            private_use::check(run, &dict, &["Name"], &dict);
        }
    }
    for object in raw_file.live() {
        let id = ObjectIdentifier::new(object.number, object.generation);
        if let Some(Object::Dict(dict)) = document.object(id)
            && is_name(&dict, "S", "MCD")
        {
            run.check(MEDIA_CLIP, &dict, &dict);
        }
    }
    let files = catalog_dict(document, &["Names", "EmbeddedFiles"]);
    let files = files.map(|files| name_tree(document, &files));
    for (_, file) in files.into_iter().flatten() {
        if let Some(dict) = file.into_dict() {
            run.check(EMBEDDED_FILE, &dict, &dict);
            private_use::check(run, &dict, &["Desc"], &dict);
        }
    }
    check_destinations(run, &catalog);
}

fn check_document(run: &mut Run<'_>, catalog: &Dict<'_>, raw_file: &RawFile<'_>) {
    let form = catalog.get::<Dict<'_>>("AcroForm");
    let xfa = form.and_then(|f| f.get::<Object<'_>>("XFA"));
    let facts = DocumentFacts {
        catalog,
        has_xfa: xfa.is_some(),
        dynamic_form: xfa.is_some_and(|xfa| is_dynamic(run, xfa)),
        header: &raw_file.header.line,
        permissions: encryption(raw_file).map(|e| e.get::<i32>("P")),
    };
    run.check(DOCUMENT, &facts, catalog);
}

/// The encryption dictionary, read from the bytes of the file.
fn encryption<'b>(raw_file: &RawFile<'b>) -> Option<Dict<'b>> {
    let trailer = raw_file
        .trailers
        .iter()
        .rev()
        .find(|t| t.contains_key("Encrypt"))?;
    let Some(reference) = trailer.get_ref("Encrypt") else {
        return trailer.get::<Dict<'b>>("Encrypt");
    };
    let number = reference.obj_number;
    let object = raw_file.objects.iter().rev().find(|o| o.number == number)?;
    Dict::from_bytes(raw_file.bytes.get(object.body.0..object.body.1)?)
}

/// Whether the configuration of an XFA form asks for dynamic layout.
fn is_dynamic(run: &Run<'_>, xfa: Object<'_>) -> bool {
    let mut parts = values(Some(xfa)).filter_map(Object::into_stream);
    parts.any(|part| {
        let data = stream::decode(&part, run.budget, &mut Warnings::new());
        let text = String::from_utf8_lossy(&data);
        // The parts of a form are not complete XML documents, and tags may contain white space.
        let mut values = text.split("<dynamicRender").skip(1);
        values.any(|rest| {
            let value = rest.split_once('>').and_then(|(_, v)| v.split_once('<'));
            value.is_some_and(|(value, _)| value.trim() == "required")
        })
    })
}

/// The named destinations of the document.
type Named<'d> = HashMap<String, Object<'d>>;

/// Checks the destinations of `OpenAction`, of the outline and of links, and GoTo actions.
fn check_destinations<'d>(run: &mut Run<'d>, catalog: &Dict<'d>) {
    let tree = catalog_dict(run.document, &["Names", "Dests"]);
    let named = tree.map(|tree| name_tree(run.document, &tree));
    let named = named.into_iter().flatten();
    let mut named: Named<'d> = named.map(|(n, value)| (text_string(&n), value)).collect();
    if let Some(dests) = catalog.get::<Dict<'d>>("Dests") {
        for name in dests.keys() {
            if let Some(value) = dests.get::<Object<'d>>(name.as_ref()) {
                named.entry(text_string(&name)).or_insert(value);
            }
        }
    }
    match catalog.get::<Object<'d>>("OpenAction") {
        Some(Object::Dict(action)) => check_action(run, &action, &named),
        Some(destination) => check_destination(run, &destination, catalog, &named),
        None => {}
    }
    check_triggered(run, catalog, &named);
    let document = run.document;
    for item in outline::items(document) {
        check_leading(run, &item, &named);
        private_use::check(run, &item, &["Title"], &item);
    }
    for index in 0..document.page_count() as u32 {
        let Some(page) = document.page(index) else {
            continue;
        };
        run.page = Some(index);
        check_triggered(run, page.dict(), &named);
        for annotation in annotation::of_page(page.dict()) {
            check_leading(run, &annotation, &named);
        }
    }
    run.page = None;
}

/// Checks an outline item or a link, which has a destination or an action.
fn check_leading<'d>(run: &mut Run<'d>, dict: &Dict<'d>, named: &Named<'d>) {
    if let Some(destination) = dict.get::<Object<'d>>("Dest") {
        check_destination(run, &destination, dict, named);
    }
    if let Some(action) = dict.get::<Dict<'d>>("A") {
        check_action(run, &action, named);
    }
    check_triggered(run, dict, named);
}

/// Checks additional actions.
fn check_triggered<'d>(run: &mut Run<'d>, dict: &Dict<'d>, named: &Named<'d>) {
    let Some(additional) = dict.get::<Dict<'d>>("AA") else {
        return;
    };
    for key in additional.keys() {
        if let Some(action) = additional.get::<Dict<'d>>(key.as_ref()) {
            check_action(run, &action, named);
        }
    }
}

fn check_destination<'d>(
    run: &mut Run<'d>,
    destination: &Object<'d>,
    place: &Dict<'d>,
    named: &Named<'d>,
) {
    let facts = DestinationFacts {
        by_action: false,
        to_structure: is_structural(destination, named),
    };
    run.check(DESTINATION, &facts, place);
}

fn check_action<'d>(run: &mut Run<'d>, action: &Dict<'d>, named: &Named<'d>) {
    if !is_name(action, "S", "GoTo") {
        return;
    }
    let destination = action.get::<Object<'d>>("D");
    let facts = DestinationFacts {
        by_action: true,
        to_structure: action.has("SD") || destination.is_some_and(|d| is_structural(&d, named)),
    };
    run.check(DESTINATION, &facts, action);
}

/// Whether a destination is a structure destination: its array begins with a structure element (ISO 32000-2,
/// 12.3.2.3), or the dictionary of its name has `SD`.
fn is_structural<'d>(destination: &Object<'d>, named: &Named<'d>) -> bool {
    let explicit = match destination {
        Object::String(name) => named.get(&text_string(name)),
        Object::Name(name) => named.get(&text_string(name)),
        other => Some(other),
    };
    let array = match explicit {
        Some(Object::Array(array)) => Some(array.clone()),
        Some(Object::Dict(dict)) if dict.has("SD") => return true,
        Some(Object::Dict(dict)) => dict.get::<Array<'d>>("D"),
        _ => None,
    };
    let first = array
        .and_then(|a| items(&a).next())
        .and_then(Object::into_dict);
    first.is_some_and(|d| d.has("S"))
}

catalogue![
    DOCUMENT,
    METADATA,
    TEXTS,
    MEDIA_CLIP,
    DESTINATION,
    EMBEDDED_FILE
];
