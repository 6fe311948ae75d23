//! Rules about the catalog and the objects it refers to: page boxes, forms, optional content, permissions,
//! alternate presentations (ISO 19005-1, 6.1.13 and 6.9; ISO 19005-2, 6.1.12, 6.1.13, 6.4, 6.9 to 6.11; ISO
//! 19005-4, the same).

use std::collections::HashSet;

use super::action::{self, Owner};
use super::entries::{
    Entries, catalog_dict, dicts, entry, inherited, is_name, is_true, reachable, shortened,
    string_of,
};
use super::rule::{Rule, catalogue, described, dictionaries, rules};
use super::run::Run;
use super::{outline, private_use};
use pdfa2hocr_core::pdf::{
    Array, Dict, Document, Name, Object, ObjectIdentifier, items, name_of, numbers,
};

/// Maximum number of fields visited; the rest of the tree is not checked.
const MAX_FIELDS: usize = 1 << 20;

dictionaries! {
    /// The catalog (ISO 32000-1, 7.7.2).
    Catalog: "catalog";
}

const CATALOG: &[Rule<Catalog>] = rules! { Catalog:
    [A1 "6.1.13" 1] "the catalog has OCProperties; PDF/A-1 does not allow optional content" =>
        |d, _| !d.has("OCProperties"), |d| entry(d, "OCProperties");
    [A23 "6.4.2" 2, A4 "6.4.2" 2] "the catalog has NeedsRendering; remove it" =>
        |d, _| !is_true(d, "NeedsRendering"), |d| entry(d, "NeedsRendering");
    [A23 "6.11" 1, A4 "6.12" 1] "the catalog has Requirements; remove them" =>
        |d, _| !d.has("Requirements"), |d| entry(d, "Requirements");
    [A1 "6.1.11" 2] "the names of the catalog have EmbeddedFiles; PDF/A-1 does not allow embedded files" =>
        |d, _| !names_have(d, "EmbeddedFiles"), |_| "EmbeddedFiles in Names".into();
    [A4F "6.9" 5] "the names of the catalog have no EmbeddedFiles; a PDF/A-4f file has at least one file embedded" =>
        |d, _| names_have(d, "EmbeddedFiles"), |_| "no EmbeddedFiles in Names".into();
    [A23 "6.10" 1, A4 "6.11" 1] "the names of the catalog have AlternatePresentations; remove them" =>
        |d, _| !names_have(d, "AlternatePresentations"), |_| "AlternatePresentations in Names".into();
    [A4 "6.1.12" 1] "Version of the catalog is not 2.n; set it to 2.0" =>
        |d, _| match d.get::<Object<'_>>("Version") {
            Some(Object::Name(v)) => matches!(v.as_ref(), [b'2', b'.', n] if n.is_ascii_digit()),
            Some(_) => false,
            None => true,
        }, |d| entry(d, "Version");
};

fn names_have(catalog: &Dict<'_>, key: &str) -> bool {
    catalog
        .get::<Dict<'_>>("Names")
        .is_some_and(|names| names.contains_key(key))
}

dictionaries! {
    /// A page.
    Page: "page";
}

const PAGE: &[Rule<Page>] = rules! { Page:
    [A23 "6.10" 2, A4 "6.11" 2] "a page has PresSteps; remove them" => |d, _| !d.has("PresSteps"), |d| entry(d, "PresSteps");
};

/// One of the boxes of a page (14.11.2).
struct PageBox;

described! { PageBox of (&'static str, [f64; 4]): |(name, [x0, y0, x1, y1])| format!("{name} [{x0} {y0} {x1} {y1}]") }

const PAGE_BOX: &[Rule<PageBox>] = rules! { PageBox:
    [A23 "6.1.13" 11] "a page boundary is smaller than 3 or larger than 14400 units; scale the page, or set UserUnit" =>
        |(_, [x0, y0, x1, y1]), _| [x1 - x0, y1 - y0].iter().all(|d| (3.0..=14_400.0).contains(&d.abs()));
};

dictionaries! {
    /// The interactive form (12.7.2).
    AcroForm: "interactive form";
}

const ACRO_FORM: &[Rule<AcroForm>] = rules! { AcroForm:
    [A1 "6.9" 1, A23 "6.4.1" 3, A4 "6.4.1" 2] "the interactive form has NeedAppearances true; make appearances and remove it" =>
        |d, _| !is_true(d, "NeedAppearances"), |d| entry(d, "NeedAppearances");
    [A23 "6.4.2" 1, A4 "6.4.2" 1] "the interactive form has XFA; remove it" => |d, _| !d.has("XFA"), |d| entry(d, "XFA");
};

/// A permissions dictionary (12.8.4).
struct Permissions;

described! { Permissions of Vec<String>: |keys| format!("permissions {}", keys.join(", ")) }

const PERMISSIONS: &[Rule<Permissions>] = rules! { Permissions:
    [A23 "6.1.12" 1] "the permissions dictionary has keys other than UR3 and DocMDP; remove them" =>
        |keys, _| keys.iter().all(|k| matches!(k.as_str(), "UR3" | "DocMDP"));
    [A4 "6.1.11" 1] "the permissions dictionary has keys other than DocMDP; remove them" => |keys, _| keys.iter().all(|k| k == "DocMDP");
};

/// An optional content configuration (8.11.4.3).
struct Configuration<'a> {
    dict: Dict<'a>,
    name: Option<String>,
    /// An earlier configuration has the same name.
    duplicate: bool,
    /// `Order` is absent or lists all groups.
    orders_all: bool,
    /// The document has configurations besides the default one.
    has_others: bool,
}

impl Configuration<'_> {
    fn is_named(&self) -> bool {
        self.name.as_ref().is_some_and(|name| !name.is_empty())
    }
}

described! { Configuration<'_>: |c| {
    let name = shortened(c.name.as_deref().unwrap_or_default());
    format!("optional content configuration {name}")
}}

const CONFIGURATION: &[Rule<Configuration<'_>>] = rules! { Configuration<'_>:
    [A23 "6.9" 1] "an optional content configuration has no Name, or an empty one; add one" =>
        |c, _| c.is_named(), |c| entry(&c.dict, "Name");
    [UA1 "7.10" 1] "an optional content configuration has no Name; add one" => |c, _| c.is_named(), |c| entry(&c.dict, "Name");
    [ACCESS2 "8.7" 1] "one of several optional content configurations has no Name; give each a Name" =>
        |c, _| !c.has_others || c.is_named(), |c| entry(&c.dict, "Name");
    [A4 "6.10" 1] "an optional content configuration has no Name; add one" => |c, _| c.name.is_some(), |c| entry(&c.dict, "Name");
    [A23 "6.9" 2, A4 "6.10" 2] "two optional content configurations have the same Name; give each its own" =>
        |c, _| !c.duplicate;
    [A23 "6.9" 3, A4 "6.10" 3] "Order of an optional content configuration does not name all groups; add the missing groups to Order" =>
        |c, _| c.orders_all;
    [A23 "6.9" 4] "an optional content configuration has AS; remove it" => |c, _| !c.dict.has("AS"), |c| entry(&c.dict, "AS");
    [UA1 "7.10" 2, ACCESS2 "8.7" 2] "an optional content configuration has AS; what is seen must not change by itself" =>
        |c, _| !c.dict.has("AS"), |c| entry(&c.dict, "AS");
};

dictionaries! {
    /// A 3D stream (ISO 32000-2, 13.6.3).
    Artwork: "3D stream" of "Subtype";
}

const ARTWORK: &[Rule<Artwork>] = rules! { Artwork:
    [A4E "6.1.6.1" 3] "a 3D stream is neither U3D nor PRC; convert it to one of them" =>
        |d, _| is_name(d, "Subtype", "U3D") || is_name(d, "Subtype", "PRC");
};

/// Checks objects that can be anywhere: structure elements and 3D streams.
fn everywhere(run: &mut Run<'_>) {
    for object in run.document.objects() {
        match object {
            Object::Stream(stream) if is_name(stream.dict(), "Type", "3D") => {
                run.check(ARTWORK, stream.dict(), stream.dict());
            }
            // The kind of a structure element may be left out (14.7.2).
            Object::Dict(dict)
                if run.references.has(&dict, "S") && run.references.has(&dict, "P") =>
            {
                if let Some(name) = name_of(&dict, "S") {
                    run.check(super::names::NAMES, &name, &dict);
                }
            }
            _ => {}
        }
    }
}

/// Maximum number of structure elements whose texts are checked.
const MAX_ELEMENTS: usize = 4_000_000;

/// Checks the texts of the elements in the structure tree (14.7.2).
fn element_texts<'d>(run: &mut Run<'d>) {
    let Some(root) = catalog_dict(run.document, &["StructTreeRoot"]) else {
        return;
    };
    let references = run.references;
    let kids = |element: &Dict<'d>| match references.read(element, "K") {
        Some(Object::Array(kids)) => references
            .items(&kids)
            .filter_map(Object::into_dict)
            .collect(),
        kid => kid.and_then(Object::into_dict).into_iter().collect(),
    };
    for element in reachable(vec![root], MAX_ELEMENTS, kids) {
        // An object of another type is not an element.
        let kind = name_of(&element, "Type");
        if references.has(&element, "S") && kind.is_none_or(|kind| kind == "StructElem") {
            private_use::check(run, &element, &["ActualText", "Alt", "E", "T"], &element);
        }
    }
}

/// Checks the names of the role map (14.7.3).
fn role_map(run: &mut Run<'_>) {
    let Some(roles) = catalog_dict(run.document, &["StructTreeRoot", "RoleMap"]) else {
        return;
    };
    for (key, _) in roles.entries() {
        let role = roles.get::<Name<'_>>(key.as_ref());
        for name in [Some(key), role].into_iter().flatten() {
            let name = String::from_utf8_lossy(&name).into_owned();
            run.check(super::names::NAMES, &name, &roles);
        }
    }
}

/// Checks the catalog and its trees.
pub(super) fn check(run: &mut Run<'_>) {
    let Some(catalog) = run.document.catalog() else {
        return;
    };
    everywhere(run);
    element_texts(run);
    role_map(run);
    run.check(CATALOG, &catalog, &catalog);
    action::check_of(run, &catalog, Owner::Catalog);
    if let Some(form) = catalog.get::<Dict<'_>>("AcroForm") {
        run.check(ACRO_FORM, &form, &form);
        check_fields(run);
    }
    if let Some(permissions) = catalog.get::<Dict<'_>>("Perms") {
        let keys = permissions.keys().map(|k| k.as_str().to_owned()).collect();
        run.check(PERMISSIONS, &keys, &permissions);
    }
    if let Some(properties) = catalog.get::<Dict<'_>>("OCProperties") {
        configurations(run, &properties);
    }
    for item in outline::items(run.document) {
        action::check_of(run, &item, Owner::Outline);
    }
}

/// Checks the dictionary of a page.
pub(super) fn check_page(run: &mut Run<'_>, page: &Dict<'_>) {
    run.check(PAGE, page, page);
    action::check_of(run, page, Owner::Page);
    for name in ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"] {
        let boxed = inherited(page, name).and_then(Object::into_array);
        if let Some(boxed) = boxed {
            // Missing numbers count as 0.
            let rect = numbers::<4>(&boxed).unwrap_or_else(|| {
                let mut found = items(&boxed).map(|n| n.into_number().map_or(0.0, |n| n.as_f64()));
                std::array::from_fn(|_| found.next().unwrap_or(0.0))
            });
            run.check(PAGE_BOX, &(name, rect), page);
        }
    }
}

/// The fields of the interactive form, with their descendants and widgets.
pub(super) fn fields(document: &Document) -> Vec<Dict<'_>> {
    let form = catalog_dict(document, &["AcroForm"]);
    let top = form.map_or_else(Vec::new, |form| dicts(&form, "Fields"));
    reachable(top, MAX_FIELDS, |field| dicts(field, "Kids"))
}

fn check_fields(run: &mut Run<'_>) {
    for field in fields(run.document) {
        // A widget without a name of its own belongs to the field above it.
        if !is_name(&field, "Subtype", "Widget") || field.has("T") {
            action::check_of(run, &field, Owner::Field);
        }
    }
}

fn configurations(run: &mut Run<'_>, properties: &Dict<'_>) {
    let groups: HashSet<ObjectIdentifier> = properties
        .get::<Array<'_>>("OCGs")
        .map(|list| {
            list.raw_iter()
                .filter_map(|o| Some(o.as_obj_ref()?.into()))
                .collect()
        })
        .unwrap_or_default();
    let mut all = dicts(properties, "Configs");
    let has_others = !all.is_empty();
    all.splice(0..0, properties.get::<Dict<'_>>("D"));
    let names: Vec<Option<String>> = all.iter().map(|d| string_of(d, "Name")).collect();
    for (at, (dict, name)) in all.iter().zip(&names).enumerate() {
        let mut before = names.iter().take(at);
        let mut ordered = HashSet::new();
        let order = dict.get::<Array<'_>>("Order");
        if let Some(order) = &order {
            collect_groups(order, &mut ordered, 0);
        }
        let facts = Configuration {
            duplicate: name.is_some() && before.any(|other| other == name),
            orders_all: order.is_none() || groups.iter().all(|g| ordered.contains(g)),
            has_others,
            name: name.clone(),
            dict: dict.clone(),
        };
        run.check(CONFIGURATION, &facts, dict);
    }
}

/// Collects the groups in an `Order` array and in the arrays nested in it.
fn collect_groups(order: &Array<'_>, found: &mut HashSet<ObjectIdentifier>, depth: usize) {
    if depth > 32 {
        return;
    }
    let references = order.raw_iter().filter_map(|item| item.as_obj_ref());
    found.extend(references.map(ObjectIdentifier::from));
    // The arrays may be indirect too.
    for item in items(order) {
        if let Object::Array(inner) = item {
            collect_groups(&inner, found, depth + 1);
        }
    }
}

catalogue![
    CATALOG,
    PAGE,
    PAGE_BOX,
    ACRO_FORM,
    PERMISSIONS,
    CONFIGURATION,
    ARTWORK
];
