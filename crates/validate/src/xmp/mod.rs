//! Rules about metadata (ISO 19005-1, 6.7; ISO 19005-2, 6.6; ISO 19005-4, 6.7): packets, properties,
//! extension schemas, and the claims of the file.

mod date;
mod extension;
mod info;
mod packet;
mod schema;
mod value;

pub(super) use packet::{Node, Packet, Value};

use std::collections::HashSet;

use super::flavour::Flavour;
use super::raw_file::RawFile;
use super::rule::{Rule, Subject, catalogue, described, dictionaries, rules};
use super::run::{Run, Where};
use crate::entries::{Entries, each_dict, entry, is_name, shortened};
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::pdf::{Dict, Document, ObjectIdentifier, Stream, stream};
use schema::{Schemas, Scope};

const PDFA_ID: &str = "http://www.aiim.org/pdfa/ns/id/";
/// The namespace of the identification of PDF/UA (ISO 14289-1, 5).
pub(super) const PDFUA_ID: &str = "http://www.aiim.org/pdfua/ns/id/";

/// The metadata stream of the catalog (ISO 32000-1, 14.3.2). A stream of another type is not metadata.
pub(super) fn main_stream<'d>(document: &'d Document) -> Option<Stream<'d>> {
    let catalog = document.catalog()?;
    let stream = catalog.get::<Stream<'d>>("Metadata");
    stream.filter(|stream| is_metadata(stream.dict()) && is_name(&catalog, "Type", "Catalog"))
}

/// The packet of a metadata stream.
pub(super) fn read(stream: &Stream<'_>, budget: &Budget) -> Packet {
    Packet::read(&stream::decode(stream, budget, &mut Warnings::new()))
}

/// The flavours that the file claims.
pub(super) fn claims(packet: &Packet) -> Vec<Flavour> {
    let part = packet.text(PDFA_ID, "part");
    let archival = part.and_then(|p| Flavour::of_pdfa(p, packet.text(PDFA_ID, "conformance")));
    let accessible = packet.text(PDFUA_ID, "part").and_then(Flavour::of_pdfua);
    archival
        .into_iter()
        .chain(accessible)
        .chain(declarations(packet))
        .collect()
}

/// The namespace of declarations of conformance (the PDF Association's PDF Declarations).
const DECLARATIONS: &str = "http://pdfa.org/declarations/";

/// The flavours that the packet declares.
fn declarations(packet: &Packet) -> impl Iterator<Item = Flavour> {
    let list = packet.get(DECLARATIONS, "declarations");
    let list = list.map(Node::items).unwrap_or_default();
    list.iter().filter_map(|declaration| {
        let address = declaration.field(DECLARATIONS, "conformsTo")?.text()?;
        Flavour::of_declaration(address)
    })
}

/// Whether the packet declares a flavour.
pub(super) fn declares(packet: &Packet, flavour: Flavour) -> bool {
    declarations(packet).any(|declared| declared == flavour)
}

/// The catalog's `/Metadata`.
struct MainStream;

impl Subject for MainStream {
    /// Its dictionary, if there is one.
    type Of<'a> = Option<Dict<'a>>;

    fn describe(dict: &Option<Dict<'_>>) -> String {
        match dict {
            Some(_) => "metadata stream of the catalog".into(),
            None => "no metadata stream".into(),
        }
    }
}

const MAIN: &[Rule<MainStream>] = rules! { MainStream:
    [A1 "6.7.2" 1, A23 "6.6.2.1" 1, A4 "6.7.2.1" 1] "the catalog has no metadata stream of Type Metadata and Subtype XML; add one" =>
        |m, _| m.as_ref().is_some_and(is_metadata), |m| metadata_described(m.as_ref());
};

/// Whether a dictionary is that of a metadata stream.
pub(super) fn is_metadata(dict: &Dict<'_>) -> bool {
    is_name(dict, "Type", "Metadata") && is_name(dict, "Subtype", "XML")
}

/// The type of a metadata stream for reports, by its dictionary.
pub(super) fn metadata_described(dict: Option<&Dict<'_>>) -> String {
    dict.map_or("no Metadata".into(), |d| {
        format!("{}, {}", entry(d, "Type"), entry(d, "Subtype"))
    })
}

dictionaries! {
    /// The dictionary of the document's metadata stream. Streams of pages and images may have filters: test
    /// files of the standard's authors show that the clause is only about that of the document.
    MetadataDict: "metadata stream";
}

const METADATA: &[Rule<MetadataDict>] = rules! { MetadataDict:
    [A1 "6.7.2" 2] "the metadata stream has a filter; write it plainly, so that every program can read it" =>
        |d, _| !d.has("Filter"), |d| entry(d, "Filter");
};

described! { Packet: |p| format!("packet in {}", p.encoding) }

const PACKET: &[Rule<Packet>] = rules! { Packet:
    [A1 "6.7.5" 1, A23 "6.6.2.1" 2, A4 "6.7.2.1" 2] "the header of an XMP packet has the attribute bytes; leave it out" =>
        |p, _| !p.has_bytes, |_| "attribute bytes".into();
    [A1 "6.7.5" 2, A23 "6.6.2.1" 3, A4 "6.7.2.1" 3] "the header of an XMP packet has the attribute encoding; leave it out" =>
        |p, _| !p.has_encoding, |_| "attribute encoding".into();
    [A1 "6.7.9" 1, A23 "6.6.2.1" 4, A4 "6.7.2.1" 4] "metadata is not well-formed XML, or not RDF as XMP requires; write the metadata again" =>
        |p, _| p.valid;
    [A23 "6.6.2.1" 5, A4 "6.7.2.1" 5] "an XMP packet is not in UTF-8; write it in UTF-8" => |p, _| p.valid && p.encoding == "UTF-8";
};

/// The packet of the document.
const IDENTIFICATION: &[Rule<Packet>] = rules! { Packet:
    [A1 "6.7.11" 1, A23 "6.6.4" 1, A4 "6.7.3" 1] "the metadata does not say that this is PDF/A; add pdfaid:part and pdfaid:conformance" =>
        |p, _| p.has_namespace(PDFA_ID), |_| "no pdfaid:part".into();
    [A1 "6.7.11" 2, A23 "6.6.4" 2, A4 "6.7.3" 2] "pdfaid:part is not the part of ISO 19005 that the file is checked against; set it to that part" =>
        |p, c| unclaimed(p) || p.text(PDFA_ID, "part").map(str::trim).and_then(|t| t.parse().ok()) == Some(c.flavour.part()), |p| identification(p, "part");
    [A1 "6.7.11" 3, A23 "6.6.4" 3] "pdfaid:conformance is not a level that includes the one checked; set it to that level" =>
        |p, c| unclaimed(p) || p.text(PDFA_ID, "conformance").is_some_and(|level| includes(level, c.flavour)), |p| identification(p, "conformance");
    [A1 "6.7.11" 4, A23 "6.6.4" 4, A4 "6.7.3" 4] "pdfaid:part is not written with the prefix pdfaid; use this prefix" =>
        |p, _| prefixed(p, "part"), |p| identification(p, "part");
    [A1 "6.7.11" 5, A23 "6.6.4" 5] "pdfaid:conformance is not written with the prefix pdfaid; use this prefix" =>
        |p, _| prefixed(p, "conformance"), |p| identification(p, "conformance");
    [A1 "6.7.11" 6, A23 "6.6.4" 6] "pdfaid:amd is not written with the prefix pdfaid; use this prefix" =>
        |p, _| prefixed(p, "amd"), |p| identification(p, "amd");
    [A23 "6.6.4" 7] "pdfaid:corr is not written with the prefix pdfaid; use this prefix" => |p, _| prefixed(p, "corr"), |p| identification(p, "corr");
    [A4PLAIN "6.7.3" 3] "pdfaid:conformance is given, which PDF/A-4 without a level does not have; leave it out" =>
        |p, _| p.get(PDFA_ID, "conformance").is_none(), |p| identification(p, "conformance");
    [A4E "6.7.3" 3] "pdfaid:conformance is not E; set it to E" =>
        |p, _| unclaimed(p) || p.text(PDFA_ID, "conformance") == Some("E"), |p| identification(p, "conformance");
    [A4F "6.7.3" 3] "pdfaid:conformance is not F; set it to F" =>
        |p, _| unclaimed(p) || p.text(PDFA_ID, "conformance") == Some("F"), |p| identification(p, "conformance");
    [A4 "6.7.3" 5] "pdfaid:rev is not 2020, the year of PDF/A-4; set it to 2020" =>
        |p, _| unclaimed(p) || p.text(PDFA_ID, "rev") == Some("2020"), |p| identification(p, "rev");
    [A4 "6.7.3" 6] "pdfaid:rev is not written with the prefix pdfaid; use this prefix" => |p, _| prefixed(p, "rev"), |p| identification(p, "rev");
};

/// A property of the PDF/A identification, for reports.
fn identification(packet: &Packet, name: &str) -> String {
    written(packet, PDFA_ID, "pdfaid", name)
}

/// A property for reports, or a note that it is missing; `prefix` is its preferred prefix.
pub(super) fn written(packet: &Packet, namespace: &str, prefix: &str, name: &str) -> String {
    match packet.get(namespace, name) {
        None => format!("no {prefix}:{name}"),
        Some(node) => match node.text() {
            Some(text) => format!("{}:{name} {}", node.prefix, shortened(text)),
            None => format!("{}:{name} is not text", node.prefix),
        },
    }
}

/// Whether the PDF/A identification is missing, which is a separate fault.
fn unclaimed(packet: &Packet) -> bool {
    !packet.has_namespace(PDFA_ID)
}

/// Whether the metadata of a flavour may have this level.
fn includes(level: &str, flavour: Flavour) -> bool {
    let allowed: &[&str] = match flavour {
        Flavour::A1a | Flavour::A2a | Flavour::A3a => &["A"],
        Flavour::A1b => &["A", "B"],
        Flavour::A2u | Flavour::A3u => &["A", "U"],
        _ => &["A", "B", "U"],
    };
    allowed.contains(&level)
}

fn prefixed(packet: &Packet, name: &str) -> bool {
    packet.prefixes(PDFA_ID, "pdfaid", name)
}

/// A property of any packet, with its definition in the schemas.
struct PropertyFacts<'a> {
    node: &'a Node,
    defined: bool,
    /// The part of its value that does not match its type.
    misfit: Option<&'a Node>,
}

described! { PropertyFacts<'_>: |p| p.node.written() }

const PROPERTY: &[Rule<PropertyFacts<'_>>] = rules! { PropertyFacts<'_>:
    [A1 "6.7.9" 2, A23 "6.6.2.3.1" 1] "a property belongs to no known schema; describe it in an extension schema" =>
        |p, _| p.defined;
    [A1 "6.7.9" 3, A23 "6.6.2.3.1" 2] "the value of a property does not have the form of its type; write it as the XMP standard describes" =>
        |p, _| p.misfit.is_none(), |p| match p.misfit {
            Some(part) if !std::ptr::eq(part, p.node) => {
                format!("{}:{} holding{}", p.node.prefix, p.node.name, part.value.written())
            }
            _ => p.node.written(),
        };
};

/// Checks the metadata of the document and of all other objects.
pub(super) fn check(run: &mut Run<'_>, raw_file: &RawFile<'_>) {
    let main = main_stream(run.document);
    let catalog = run.document.catalog().unwrap_or_default();
    let any = catalog.get::<Stream<'_>>("Metadata");
    let dict = any.as_ref().map(|s| s.dict().clone());
    run.check(MAIN, &dict, &catalog);
    let packet = main.as_ref().map(|s| read(s, run.budget));
    let none = Schemas::default();
    let described = packet
        .as_ref()
        .map(|p| Schemas::described_by(p, run.flavour(), &none))
        .unwrap_or_default();
    if let (Some(stream), Some(packet)) = (&main, &packet) {
        run.check(METADATA, stream.dict(), stream.dict());
        run.check(IDENTIFICATION, packet, stream.dict());
        check_packet(run, packet, &described, &none, stream.dict());
    }
    // The entries of Info are compared with metadata of any type.
    let any = any.map(|stream| read(&stream, run.budget));
    info::check(run, raw_file, any.as_ref());
    let main_id = main.as_ref().map(Stream::obj_id);
    for stream in others(run.document, run.flavour(), main_id) {
        let packet = read(&stream, run.budget);
        let own = Schemas::described_by(&packet, run.flavour(), &described);
        check_packet(run, &packet, &own, &described, stream.dict());
    }
}

/// The metadata streams of objects other than the catalog. Part 1 has no rules about them: its 6.7.9 is about
/// the metadata of the document.
pub(super) fn others<'d>(
    document: &'d Document,
    flavour: Flavour,
    main: Option<ObjectIdentifier>,
) -> impl Iterator<Item = Stream<'d>> {
    let objects = document
        .objects()
        .filter(move |_| !matches!(flavour, Flavour::A1a | Flavour::A1b));
    let mut seen = HashSet::new();
    objects
        .flat_map(|object| {
            let mut found = Vec::new();
            each_dict(&object, &mut |dict| {
                found.extend(dict.get::<Stream<'_>>("Metadata"));
            });
            found
        })
        .filter(move |stream| {
            let id = stream.obj_id();
            Some(id) != main && is_metadata(stream.dict()) && seen.insert(id)
        })
}

/// Checks a packet. `own` are its extension schemas, `main` those of the document.
fn check_packet(
    run: &mut Run<'_>,
    packet: &Packet,
    own: &Schemas,
    main: &Schemas,
    place: &Dict<'_>,
) {
    run.check(PACKET, packet, place);
    // The file's own schemas override the predefined ones.
    let scope = Scope {
        schemas: vec![own, main, Schemas::of(run.flavour())],
    };
    for node in &packet.properties {
        if node.namespace == schema::EXTENSION {
            extension::check(run, node, &scope, place);
            continue;
        }
        let defined = scope.is_defined(node);
        let facts = PropertyFacts {
            node,
            defined,
            // A property without a type cannot match it.
            misfit: if defined {
                scope.misfit(node)
            } else {
                Some(node)
            },
        };
        run.check(PROPERTY, &facts, Where::each_in(place));
    }
}

catalogue![MAIN, METADATA, PACKET, IDENTIFICATION, PROPERTY; extension, info];
