//! Rules about embedded files (ISO 19005-1, 6.1.11; ISO 19005-2 and -3, 6.8; ISO 19005-4, 6.9): their file
//! specifications and, if a part requires it, the embedded files themselves.

use std::collections::HashSet;

use super::entries::{
    Entries, Identity, catalog_dict, each_dict, entry, has_text, is_name, shortened, string_of,
};
use super::flavour::Flavour;
use super::rule::{Rule, catalogue, described, rules};
use super::run::{Run, Where};
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::pdf::{Array, Dict, Document, Name, Object, Stream, items, name_tree, stream};

/// Whether the data of an embedded file conforms to one of these parts of PDF/A. Without it every file counts as
/// conforming.
type Conforms<'c> = Option<&'c dyn Fn(Vec<u8>, &[u8]) -> bool>;

/// A file specification (ISO 32000-1, 7.11.3).
struct SpecificationFacts<'a> {
    dict: Dict<'a>,
    embeds: bool,
    /// The catalog or another object lists the file as associated.
    associated: bool,
}

described! { SpecificationFacts<'_>: |s| {
    let name = ["UF", "F"].iter().find_map(|key| string_of(&s.dict, key));
    match name {
        Some(name) => format!("file specification {}", shortened(&name)),
        None => "file specification without a name".into(),
    }
}}

impl SpecificationFacts<'_> {
    fn names(&self) -> String {
        format!("{}, {}", entry(&self.dict, "F"), entry(&self.dict, "UF"))
    }
}

const SPECIFICATION: &[Rule<SpecificationFacts<'_>>] = rules! { SpecificationFacts<'_>:
    [A1 "6.1.11" 1] "a file is embedded, which PDF/A-1 does not allow; remove it" => |s, _| !s.embeds;
    [A23 "6.8" 2, A4 "6.9" 2] "the file specification of an embedded file does not have both F and UF; add both" =>
        |s, _| !s.embeds || (s.dict.has("F") && s.dict.has("UF")), |s| s.names();
    [UA1 "7.11" 1] "the file specification of an embedded file does not have both F and UF, or one of them is empty; add both" =>
        |s, _| !s.embeds || (has_text(&s.dict, "F") && has_text(&s.dict, "UF")), |s| s.names();
    [A3 "6.8" 3] "a file specification has no AFRelationship; add one, such as Unspecified" => |s, _| s.dict.has("AFRelationship");
    [A4 "6.9" 4] "the file specification of an embedded file has no AFRelationship; add one, such as Unspecified" =>
        |s, _| !s.embeds || s.dict.has("AFRelationship");
    [A3 "6.8" 4] "a file is associated with nothing: neither the catalog nor another object has it in AF; add it to AF of the catalog" =>
        |s, _| s.associated;
};

/// An embedded file stream.
struct EmbeddedFacts {
    subtype: Option<String>,
    /// Whether the file conforms to one of the allowed parts; `None` if that was not checked.
    conforms: Option<bool>,
}

described! { EmbeddedFacts: |e|
    format!(
        "embedded file of type {}",
        e.subtype.as_deref().unwrap_or("unknown")
    )
}

const EMBEDDED: &[Rule<EmbeddedFacts>] = rules! { EmbeddedFacts:
    [A3 "6.8" 1, A4 "6.9" 1] "an embedded file has no MIME type as its Subtype; write one, application/octet-stream if it is not known" =>
        |e, _| e.subtype.as_deref().is_some_and(is_media_type);
    [A2 "6.8" 5] "an embedded file is not PDF/A-1 or PDF/A-2; convert it, or remove it" => |e, _| e.conforms != Some(false);
    [A4PLAIN "6.9" 3] "an embedded file is not PDF/A-1, PDF/A-2 or PDF/A-4; convert it, or use PDF/A-4f" => |e, _| e.conforms != Some(false);
};

/// Whether a text is a type and a subtype with a slash between (RFC 2045, 5.1).
pub(super) fn is_media_type(text: &str) -> bool {
    let word = |w: &str| {
        !w.is_empty()
            && w.bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'+' | b'.'))
    };
    text.split_once('/')
        .is_some_and(|(kind, name)| word(kind) && word(name))
}

/// Checks all file specifications of the document.
pub(super) fn check(run: &mut Run<'_>, conforms: Conforms<'_>) {
    let listed = listed(run.document);
    let mut associated: HashSet<Identity> = HashSet::new();
    let mut specifications: Vec<(Dict<'_>, bool)> = Vec::new();
    for object in run.document.objects() {
        each_dict(&object, &mut |dict| {
            // AF is an array (ISO 32000-2, 14.13); a single file is associated with nothing.
            let files = dict.get::<Array<'_>>("AF");
            let files = files.iter().flat_map(items).filter_map(Object::into_dict);
            associated.extend(files.map(|file| Identity::of(&file)));
            // Skips dictionaries of type F, which old programs write; the standard's authors do not check
            // them either.
            let is_one = is_name(dict, "Type", "Filespec");
            if is_one || listed.contains(&Identity::of(dict)) {
                specifications.push((dict.clone(), is_one));
            }
        });
    }
    for (dict, is_one) in specifications {
        let id = Identity::of(&dict);
        let facts = SpecificationFacts {
            dict: dict.clone(),
            embeds: dict.has("EF"),
            associated: associated.contains(&id),
        };
        // A specification that is both an object of the file and in the list of embedded files is checked for
        // each.
        if is_one {
            run.check(SPECIFICATION, &facts, &dict);
        }
        if listed.contains(&id) {
            run.check(SPECIFICATION, &facts, Where::each_in(&dict));
        }
        if let Some(files) = dict.get::<Dict<'_>>("EF") {
            let file = ["UF", "F"]
                .iter()
                .find_map(|key| files.get::<Stream<'_>>(key));
            if let Some(file) = file {
                check_file(run, &file, conforms);
            }
        }
    }
}

/// The file specifications in the catalog's list of embedded files.
fn listed(document: &Document) -> HashSet<Identity> {
    let files = catalog_dict(document, &["Names", "EmbeddedFiles"]);
    let files = files.map(|files| name_tree(document, &files));
    let files = files.into_iter().flatten();
    files
        .filter_map(|(_, file)| Some(Identity::of(&file.into_dict()?)))
        .collect()
}

fn check_file(run: &mut Run<'_>, file: &Stream<'_>, conforms: Conforms<'_>) {
    let subtype = file.dict().get::<Name<'_>>("Subtype");
    let asked = match run.flavour() {
        Flavour::A2a | Flavour::A2b | Flavour::A2u => Some(&[1, 2][..]),
        Flavour::A4 => Some(&[1, 2, 4][..]),
        _ => None,
    };
    let facts = EmbeddedFacts {
        subtype: subtype.map(|s| s.as_str().to_owned()),
        conforms: asked.map(|parts| {
            conforms.is_none_or(|conforms| {
                let data = stream::decode(file, run.budget, &mut Warnings::new());
                conforms(data.into_owned(), parts)
            })
        }),
    };
    run.check(EMBEDDED, &facts, file.dict());
}

catalogue![SPECIFICATION, EMBEDDED];
