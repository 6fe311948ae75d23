//! Rules about the structure elements of annotations and their text alternatives (ISO 14289-1, 7.18; ISO
//! 14289-2, 8.9 and 8.10).

use std::collections::HashMap;

use super::tree::Tree;
use crate::annotation::{HIDDEN, INVISIBLE, NO_VIEW, TOGGLE_NO_VIEW, of_page, rect};
use crate::entries::{Entries, inherited, nearest_with, string_of};
use crate::private_use;
use crate::rule::{Rule, catalogue, described, rules};
use crate::run::Run;
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::pdf::{Dict, Object, Page, items, name_of, numbers, stream, text_string};

/// An annotation.
struct TaggedAnnotation<'a> {
    dict: Dict<'a>,
    subtype: String,
    flags: i32,
    /// The annotation is hidden, or is outside the page's crop box.
    unseen: bool,
    contents: Option<String>,
    parent: Option<Parent>,
    /// `TU` of the widget's field.
    tooltip: Option<String>,
    /// The annotation is a widget of a form field.
    is_field: bool,
    /// The rectangle has neither width nor height.
    is_empty: bool,
    has_document_lang: bool,
    /// `RC` as plain text.
    rich_contents: Option<String>,
    /// `RV` of a text field as plain text.
    rich_value: Option<String>,
    value: Option<String>,
    /// Another link in the same element has another target.
    differs: bool,
}

/// The structure element of an annotation.
struct Parent {
    index: usize,
    standard: Option<String>,
    alt: Option<String>,
    has_lang: bool,
    artifact: bool,
    has_label: bool,
}

described! { TaggedAnnotation<'_>: |a| {
    let place = match &a.parent {
        None => "in no element".into(),
        Some(parent) => match &parent.standard {
            Some(name) => format!("in {name}"),
            None => "in an element of no standard type".into(),
        },
    };
    format!("{} annotation {place}", a.subtype)
}}

fn has_text(text: Option<&String>) -> bool {
    text.is_some_and(|t| !t.is_empty())
}

impl TaggedAnnotation<'_> {
    fn is(&self, subtypes: &[&str]) -> bool {
        subtypes.contains(&self.subtype.as_str())
    }

    /// Whether its element has one of these types.
    fn is_in(&self, types: &[&str]) -> bool {
        let standard = self.parent.as_ref().and_then(|p| p.standard.as_deref());
        standard.is_some_and(|s| types.contains(&s))
    }

    /// Whether it has no element, or one for artifacts.
    fn is_artifact(&self) -> bool {
        self.parent.as_ref().is_none_or(|p| p.artifact)
    }

    fn alt(&self) -> Option<&String> {
        self.parent.as_ref()?.alt.as_ref()
    }

    fn knows_language(&self) -> bool {
        self.has_document_lang || self.parent.as_ref().is_some_and(|p| p.has_lang)
    }

    fn has_flag(&self, bit: i32) -> bool {
        self.flags & bit != 0
    }

    /// Whether this is a markup annotation (ISO 32000-2, table 171, column "markup").
    fn is_markup(&self) -> bool {
        const TYPES: &str = "Text FreeText Line Square Circle Polygon PolyLine Highlight Underline \
            Squiggly StrikeOut Caret Stamp Ink FileAttachment Redact Projection";
        TYPES.split_whitespace().any(|name| name == self.subtype)
    }
}

const ANNOTATION: &[Rule<TaggedAnnotation<'_>>] = rules! { TaggedAnnotation<'_>:
    [UA1 "7.18.1" 1] "an annotation is not in an Annot element; tag it as Annot" =>
        |a, _| a.unseen || a.is(&["Widget", "Link", "PrinterMark"]) || a.is_in(&["Annot"]);
    [UA1 "7.18.1" 2] "an annotation has neither Contents nor an Alt in its element; describe it" =>
        |a, _| a.unseen || a.is(&["Widget"]) || has_text(a.contents.as_ref()) || has_text(a.alt());
    [UA1 "7.18.1" 3] "a form field has neither TU nor an Alt in its element; say what it is for" =>
        |a, _| a.unseen || !a.is_field || has_text(a.tooltip.as_ref()) || has_text(a.alt());
    [UA1 "7.18.2" 1] "there is an annotation of type TrapNet; remove it" => |a, _| a.unseen || !a.is(&["TrapNet"]);
    [TAGGED2 "8.9.2.4.15" 1] "there is an annotation of type TrapNet; remove it" => |a, _| !a.is(&["TrapNet"]);
    [UA1 "7.18.4" 1] "a widget is not in a Form element; tag it as Form" => |a, _| a.unseen || !a.is(&["Widget"]) || a.is_in(&["Form"]);
    [UA1 "7.18.5" 1] "a link is not in a Link element; tag it as Link" => |a, _| a.unseen || !a.is(&["Link"]) || a.is_in(&["Link"]);
    [UA1 "7.18.5" 2] "a link has no Contents; say where it leads" =>
        |a, _| a.unseen || !a.is(&["Link"]) || has_text(a.contents.as_ref());
    [UA1 "7.18.8" 1, TAGGED2 "8.9.2.4.14" 1] "a printer's mark is in the structure tree; remove it from there" =>
        |a, _| !a.is(&["PrinterMark"]) || a.is_artifact();
    [UA1 "7.2" 24] "the language of an annotation's Contents is not declared; add Lang to its element or to the catalog" =>
        |a, _| a.contents.is_none() || a.knows_language();
    [UA1 "7.2" 25] "the language of a field's TU is not declared; add Lang to its element or to the catalog" =>
        |a, _| a.tooltip.is_none() || a.knows_language();
    [TAGGED2 "8.2.5.20" 1] "a link is neither in a Link nor in a Reference element; tag it as Link" => |a, _| !a.is(&["Link"]) || a.is_artifact() || a.is_in(&["Link", "Reference"]);
    [TAGGED2 "8.2.5.20" 2] "links that lead to different places are in one element; give each its own" => |a, _| !a.differs;
    [TAGGED2 "8.9.2.2" 1] "an invisible annotation is in the structure tree; remove it from there" => |a, _| a.is_artifact() || !a.has_flag(INVISIBLE);
    [TAGGED2 "8.9.2.2" 2] "an annotation that is never viewed is in the structure tree; remove it from there" =>
        |a, _| a.is_artifact() || !a.has_flag(NO_VIEW) || a.has_flag(TOGGLE_NO_VIEW);
    [TAGGED2 "8.9.2.3" 1] "a markup annotation is not in an Annot element; tag it as Annot" => |a, _| !a.is_markup() || a.is_artifact() || a.is_in(&["Annot"]);
    [ACCESS2 "8.9.2.3" 2] "RC and Contents of an annotation do not have the same text; write the text of RC into Contents" =>
        |a, _| !a.is_markup() || match (&a.rich_contents, &a.contents) {
            (Some(rich), Some(plain)) => same_text(rich, plain),
            _ => true,
        };
    [ACCESS2 "8.9.2.4.7" 1] "a stamp has neither Name nor Contents; describe it in Contents" =>
        |a, _| !a.is(&["Stamp"]) || a.dict.has("Name") || a.contents.is_some();
    [ACCESS2 "8.9.2.4.8" 1] "an ink annotation has no Contents; describe it in Contents" => |a, _| !a.is(&["Ink"]) || a.contents.is_some();
    [TAGGED2 "8.9.2.4.9" 1] "a pop-up is in the structure tree; remove it from there" => |a, _| !a.is(&["Popup"]) || a.parent.is_none();
    [TAGGED2 "8.9.2.4.10" 1] "the file specification of an attachment has no AFRelationship; add one, such as Unspecified" =>
        |a, _| !a.is(&["FileAttachment"]) || a.dict.get::<Dict<'_>>("FS").is_none_or(|f| f.has("AFRelationship"));
    [TAGGED2 "8.9.2.4.11" 1] "there is an annotation of type Sound; remove it" => |a, _| !a.is(&["Sound"]);
    [TAGGED2 "8.9.2.4.11" 2] "there is an annotation of type Movie; remove it" => |a, _| !a.is(&["Movie"]);
    [TAGGED2 "8.9.2.4.12" 1] "a screen annotation has no Contents; describe it in Contents" => |a, _| !a.is(&["Screen"]) || a.contents.is_some();
    [TAGGED2 "8.9.2.4.13" 1] "a widget without extent is in the structure tree; remove it from there" => |a, _| !a.is(&["Widget"]) || !a.is_empty || a.is_artifact();
    [TAGGED2 "8.9.2.4.16" 1] "a watermark annotation is in an element other than Annot; tag it as Annot, or as an artifact" =>
        |a, _| !a.is(&["Watermark"]) || a.is_artifact() || a.is_in(&["Annot"]);
    [ACCESS2 "8.9.2.4.19" 1] "a 3D annotation has no Contents; describe it in Contents" => |a, _| !a.is(&["3D"]) || a.contents.is_some();
    [ACCESS2 "8.9.2.4.19" 2] "a rich media annotation has no Contents; describe it in Contents" => |a, _| !a.is(&["RichMedia"]) || a.contents.is_some();
    [TAGGED2 "8.9.4.2" 1] "Contents of an annotation is not the same as Alt of its element; make both the same, or remove Alt" =>
        |a, _| match (&a.contents, a.alt()) {
            (Some(contents), Some(alt)) => contents == alt,
            _ => true,
        };
    [TAGGED2 "8.10.1" 1] "a widget is in an element other than Form; tag it as Form" =>
        |a, _| !a.is(&["Widget"]) || !a.is_field || a.is_artifact() || a.is_in(&["Form"]);
    [TAGGED2 "8.10.2.3" 1] "a widget has neither a label nor Contents; add a Lbl to its Form, or Contents" =>
        |a, _| !a.is(&["Widget"]) || !a.is_field || a.is_artifact() || a.contents.is_some()
            || a.parent.as_ref().is_some_and(|p| p.has_label);
    [TAGGED2 "8.10.2.3" 2] "a widget has additional actions and no Contents; describe it in Contents" =>
        |a, _| !a.is(&["Widget"]) || !a.is_field || a.is_artifact() || a.contents.is_some() || !a.dict.has("AA");
    [TAGGED2 "8.10.3.3" 1] "RV and V of a text field do not have the same text; write the text of RV into V" =>
        |a, _| a.rich_value.as_ref().is_none_or(|rich| a.value.as_ref().is_some_and(|v| same_text(rich, v)));
};

/// The tab order of a page with annotations.
struct Tabs;

described! { Tabs of Option<String>: |tabs|
    match tabs {
        Some(tabs) => format!("page with annotations, Tabs {tabs}"),
        None => "page with annotations, without Tabs".into(),
    }
}

const TABS: &[Rule<Tabs>] = rules! { Tabs:
    [UA1 "7.18.3" 1] "a page has annotations, and Tabs is not S; let the tab order follow the structure" =>
        |t, _| t.as_deref() == Some("S");
    [TAGGED2 "8.9.3.3" 1] "a page has annotations, and Tabs is not A, W or S; set it to S" =>
        |t, _| matches!(t.as_deref(), Some("A" | "W" | "S"));
};

/// Facts about the elements of annotations, by element index.
#[derive(Default)]
pub(super) struct Parents {
    /// The target of the first link in each element.
    targets: HashMap<usize, String>,
    /// Whether each element contains a label.
    labelled: HashMap<usize, bool>,
}

/// Checks the annotations of a page.
pub(super) fn check_page<'d>(
    run: &mut Run<'d>,
    page: &Page<'d>,
    tree: Option<&Tree<'d>>,
    has_document_lang: bool,
    parents: &mut Parents,
) {
    let dict = page.dict();
    let list = of_page(dict);
    if list.is_empty() {
        return;
    }
    run.check(TABS, &name_of(dict, "Tabs"), dict);
    let crop = inherited(dict, "CropBox")
        .or_else(|| inherited(dict, "MediaBox"))
        .and_then(Object::into_array)
        .and_then(|a| numbers::<4>(&a));
    for annotation in list {
        let mut facts = read(run, &annotation, tree, parents, crop, has_document_lang);
        if facts.subtype == "Link"
            && let Some(parent) = &facts.parent
        {
            let target = target(run, &annotation);
            let first = parents
                .targets
                .entry(parent.index)
                .or_insert_with(|| target.clone());
            facts.differs = *first != target;
        }
        run.check(ANNOTATION, &facts, &annotation);
        private_use::check(
            run,
            &annotation,
            &["Contents", "T", "TU", "Subj"],
            &annotation,
        );
    }
}

fn read<'d>(
    run: &Run<'_>,
    dict: &Dict<'d>,
    tree: Option<&Tree<'_>>,
    parents: &mut Parents,
    crop: Option<[f64; 4]>,
    has_document_lang: bool,
) -> TaggedAnnotation<'d> {
    let subtype = name_of(dict, "Subtype").unwrap_or_default();
    let flags = dict.get::<i32>("F").unwrap_or(0);
    let rect = rect(dict);
    let outside = match (rect, crop) {
        (Some(rect), Some(crop)) => !overlap(rect, crop),
        _ => false,
    };
    let key = dict.get::<i32>("StructParent").map(i64::from);
    let parent = key.zip(tree).and_then(|(key, tree)| {
        let index = tree.parent_of(key)?;
        let element = tree.get(index)?;
        let labelled = parents.labelled.entry(index);
        let has_label = || tree.child_types(index).contains(&"Lbl");
        Some(Parent {
            index,
            standard: element.standard().map(str::to_owned),
            alt: tree.text(element, "Alt"),
            has_lang: element.heritage.has_lang,
            artifact: element.heritage.artifact,
            has_label: *labelled.or_insert_with(has_label),
        })
    });
    let is_widget = subtype == "Widget";
    // A widget without a name of its own belongs to the field above it.
    let named = is_widget.then(|| nearest_with(dict, "T")).flatten();
    let field = |key| is_widget.then(|| inherited(dict, key)).flatten();
    let kind = field("FT").and_then(Object::into_name);
    let is_text = kind.as_deref() == Some(b"Tx");
    TaggedAnnotation {
        flags,
        unseen: flags & HIDDEN != 0 || outside,
        contents: string_of(dict, "Contents"),
        parent,
        tooltip: named.and_then(|field| string_of(&field, "TU")),
        is_field: kind.is_some(),
        is_empty: rect.is_some_and(|[x0, y0, x1, y1]| x0 == x1 && y0 == y1),
        has_document_lang,
        rich_contents: dict
            .get::<Object<'_>>("RC")
            .and_then(|o| Some(without_markup(&plain(run, o)?))),
        rich_value: field("RV")
            .filter(|_| is_text)
            .and_then(|o| Some(without_markup(&plain(run, o)?))),
        value: field("V").and_then(|o| plain(run, o)),
        differs: false,
        subtype,
        dict: dict.clone(),
    }
}

/// Whether two rectangles overlap; touching edges do not count.
fn overlap(a: [f64; 4], b: [f64; 4]) -> bool {
    let spans =
        |a: (f64, f64), b: (f64, f64)| a.0.min(a.1) < b.0.max(b.1) && b.0.min(b.1) < a.0.max(a.1);
    spans((a[0], a[2]), (b[0], b[2])) && spans((a[1], a[3]), (b[1], b[3]))
}

/// The text of a text string or text stream.
fn plain(run: &Run<'_>, object: Object<'_>) -> Option<String> {
    match object {
        Object::String(string) => Some(text_string(&string)),
        Object::Stream(text) => {
            let data = stream::decode(&text, run.budget, &mut Warnings::new());
            Some(text_string(&data))
        }
        _ => None,
    }
}

/// The text of rich text (ISO 32000-1, 12.7.3.4); text that is not XML is returned unchanged.
fn without_markup(rich: &str) -> String {
    match roxmltree::Document::parse(rich) {
        Ok(xml) => {
            let texts = xml.descendants().filter(|n| n.is_text());
            texts.filter_map(|n| n.text()).collect()
        }
        Err(_) => rich.to_owned(),
    }
}

/// Whether two texts are equal except for white space.
fn same_text(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

/// The target of a link as text, such that equal targets have equal texts.
fn target(run: &Run<'_>, link: &Dict<'_>) -> String {
    let mut text = String::new();
    let action = run.references.read(link, "A").and_then(Object::into_dict);
    let (dict, keys): (_, &[&str]) = match &action {
        Some(action) => (action, &["S", "SD", "D", "URI", "F"]),
        None => (link, &["Dest"]),
    };
    for value in keys.iter().filter_map(|key| run.references.read(dict, key)) {
        write(&value, &mut text, 0);
    }
    text
}

/// Writes an object; an indirect dictionary as its object number.
fn write(object: &Object<'_>, out: &mut String, depth: usize) {
    match object {
        Object::Name(name) => out.push_str(&String::from_utf8_lossy(name)),
        Object::String(string) => out.push_str(&text_string(string)),
        Object::Number(number) => out.push_str(&number.as_f64().to_string()),
        Object::Array(list) if depth < 8 => {
            for item in items(list) {
                out.push(' ');
                write(&item, out, depth + 1);
            }
        }
        Object::Dict(dict) => match dict.obj_id() {
            Some(id) => out.push_str(&format!("{} {} R", id.obj_number, id.gen_number)),
            None => out.push_str(&String::from_utf8_lossy(dict.data())),
        },
        _ => {}
    }
    out.push(';');
}

catalogue![ANNOTATION, TABS];
