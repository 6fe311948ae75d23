//! Rules about structure elements: their types, their nesting, and their text alternatives (ISO 14289-1, 7;
//! ISO 14289-2, 8.2; ISO 19005-1, 6.8.3; ISO 19005-2, 6.7.3).

use std::collections::{HashMap, HashSet};

use super::nesting::{self, Holder, listed};
use super::role::{Namespace, Role};
use super::table::{Grid, Irregular};
use super::tree::{Element, Kid, Tree};
use crate::rule::{Rule, catalogue, described, rules};
use crate::run::Run;
use pdfa2hocr_core::page::heading_level;
use pdfa2hocr_core::pdf::{Object, ObjectIdentifier, References, name_of};

/// The standard types of the root's children, with their namespaces.
struct RootFacts {
    children: Vec<(Option<String>, Option<Namespace>)>,
}

described! { RootFacts: |root| {
    let types = root.children.iter();
    let types: Vec<&str> = types
        .map(|(name, _)| name.as_deref().unwrap_or("no standard type"))
        .collect();
    format!("the root holds {}", listed(&types))
}}

impl RootFacts {
    fn has_one_document(&self) -> bool {
        matches!(self.children.as_slice(), [(Some(name), _)] if name == "Document")
    }
}

const ROOT: &[Rule<RootFacts>] = rules! { RootFacts:
    [TAGGED2 "8.2.5.2" 1] "the structure tree does not have one Document as its only child; put all into one" =>
        |r, _| r.has_one_document();
    [TAGGED2 "8.2.5.2" 2] "the Document at the top of the structure tree is not in the namespace of PDF 2.0; give it NS" =>
        |r, _| !r.has_one_document() || r.children.iter().all(|(_, ns)| *ns == Some(Namespace::Pdf20));
};

/// A structure element, with the facts that its rules check.
struct TaggedElement<'a> {
    element: &'a Element<'a>,
    role: &'a Role,
    references: &'a References<'a>,
    standard: Option<&'a str>,
    parent: Option<&'a str>,
    children: Vec<&'a str>,
    /// Whether the element has content of its own, outside of child elements.
    holds_content: bool,
    has_alt: bool,
    /// An empty `ActualText` counts too: the content has no text.
    has_actual_text: bool,
    has_id: bool,
    /// Another element has the same `ID`.
    repeats_id: bool,
    /// The level of the previous heading; 0 for the first heading.
    last_level: u32,
    /// The catalog declares the language.
    document_lang: bool,
    /// The document uses H (`uses_h`), or H1, H2, … (`uses_levels`).
    uses_h: bool,
    uses_levels: bool,
    list_numbering: Option<String>,
    holds_labels: bool,
    has_role_attribute: bool,
    widgets: usize,
    /// Number of kids of any kind.
    kids: usize,
    refers: bool,
    note_type: Option<String>,
    /// Other elements refer to this note, which does not refer to them.
    orphans: bool,
    /// This note refers to elements that do not refer to it.
    ghosts: bool,
}

described! { TaggedElement<'_>: |e| {
    let mut text = format!("{} element", e.element.own_type);
    if let Some(standard) = e.standard.filter(|s| *s != e.element.own_type) {
        text.push_str(&format!(", which is {standard}"));
    }
    if let Some(parent) = e.parent {
        text.push_str(&format!(", in {parent}"));
    }
    if !e.children.is_empty() {
        text.push_str(&format!(", holding {}", listed(&e.children)));
    }
    text
}}

impl TaggedElement<'_> {
    fn has(&self, key: &str) -> bool {
        self.references.has(&self.element.dict, key)
    }

    fn is(&self, standard_type: &str) -> bool {
        self.standard == Some(standard_type)
    }

    /// Whether it does not have this type, or its parent has one of these.
    fn is_in(&self, standard_type: &str, parents: &[&str]) -> bool {
        !self.is(standard_type) || self.parent.is_some_and(|p| parents.contains(&p))
    }

    /// Whether it does not have this type, or has only these children.
    fn holds_only(&self, standard_type: &str, children: &[&str]) -> bool {
        !self.is(standard_type) || self.children.iter().all(|c| children.contains(c))
    }

    fn count(&self, standard_type: &str) -> usize {
        self.children
            .iter()
            .filter(|c| **c == standard_type)
            .count()
    }

    fn has_caption_behind_the_first(&self) -> bool {
        self.children.iter().skip(1).any(|c| *c == "Caption")
    }

    fn has_caption_inside(&self) -> bool {
        let inner = self.children.get(1..self.children.len().saturating_sub(1));
        inner.is_some_and(|c| c.contains(&"Caption"))
    }

    fn level(&self) -> Option<u32> {
        heading_level(self.standard?)
    }

    fn knows_language(&self) -> bool {
        self.element.heritage.has_lang || self.document_lang
    }
}

const ELEMENT: &[Rule<TaggedElement<'_>>] = rules! { TaggedElement<'_>:
    [A1LEVEL_A "6.8.3.4" 1, A23LEVEL_A "6.7.3.4" 1, UA1 "7.1" 5, TAGGED2 "8.2.4" 1] "a structure type is neither standard nor mapped to a standard one; add it to the role map" =>
        |e, _| e.role.standard.is_some() || e.role.circular || e.role.remapped;
    [A1LEVEL_A "6.8.3.4" 2, A23LEVEL_A "6.7.3.4" 2] "the role map leads from a structure type back to it; map it to a standard type" =>
        |e, _| !e.role.circular;
    [UA1 "7.1" 6, TAGGED2 "8.2.4" 2] "the role map leads from a structure type back to it; map it to a standard type, or leave it out if it is one" =>
        |e, _| !e.role.circular && !e.role.identical;
    [UA1 "7.1" 7] "the role map gives a standard structure type another meaning; remove the entry" => |e, _| !e.role.remapped;
    [A23LEVEL_A "6.7.3.4" 3, TAGGED2 "8.2.4" 4] "the role map gives a standard structure type another meaning; remove the entry" =>
        |e, _| !e.role.remapped || e.standard.is_some();
    [TAGGED2 "8.2.4" 3] "a structure type is mapped to another one of its own namespace; map it to a type of a standard namespace" => |e, _| !e.role.within_namespace;
    [UA1 "7.1" 12, TAGGED2 "8.2.1" 2] "a structure element has no P, its parent; add P" => |e, _| e.has("P");
    // Tables
    [UA1 "7.2" 3] "a Table holds elements other than TR, THead, TBody, TFoot and Caption; put its content into rows" =>
        |e, _| e.holds_only("Table", &["TR", "THead", "TBody", "TFoot", "Caption"]);
    [UA1 "7.2" 4] "a TR is not in a Table, THead, TBody or TFoot; put it into one of them" =>
        |e, _| e.is_in("TR", &["Table", "THead", "TBody", "TFoot"]);
    [UA1 "7.2" 5] "a THead is not in a Table; put it into one" => |e, _| e.is_in("THead", &["Table"]);
    [UA1 "7.2" 6] "a TBody is not in a Table; put it into one" => |e, _| e.is_in("TBody", &["Table"]);
    [UA1 "7.2" 7] "a TFoot is not in a Table; put it into one" => |e, _| e.is_in("TFoot", &["Table"]);
    [UA1 "7.2" 8] "a TH is not in a TR; put it into a row of a table" => |e, _| e.is_in("TH", &["TR"]);
    [UA1 "7.2" 9] "a TD is not in a TR; put it into a row of a table" => |e, _| e.is_in("TD", &["TR"]);
    [UA1 "7.2" 10] "a TR holds elements other than TH and TD; put its content into cells" => |e, _| e.holds_only("TR", &["TH", "TD"]);
    [UA1 "7.2" 11] "a Table has more than one THead; merge them" => |e, _| !e.is("Table") || e.count("THead") <= 1;
    [UA1 "7.2" 12] "a Table has more than one TFoot; merge them" => |e, _| !e.is("Table") || e.count("TFoot") <= 1;
    [UA1 "7.2" 13] "a Table has a TFoot and no TBody; put the other rows into a TBody" =>
        |e, _| !e.is("Table") || e.count("TFoot") == 0 || e.count("TBody") > 0;
    [UA1 "7.2" 14] "a Table has a THead and no TBody; put the other rows into a TBody" =>
        |e, _| !e.is("Table") || e.count("THead") == 0 || e.count("TBody") > 0;
    [UA1 "7.2" 16] "the Caption of a Table is neither its first nor its last child; move it to the begin or the end" =>
        |e, _| !e.is("Table") || !e.has_caption_inside();
    [UA1 "7.2" 39] "a Table has more than one Caption; merge them" => |e, _| !e.is("Table") || e.count("Caption") <= 1;
    [UA1 "7.2" 36] "a THead holds elements other than TR; put its cells into rows" => |e, _| e.holds_only("THead", &["TR"]);
    [UA1 "7.2" 37] "a TBody holds elements other than TR; put its cells into rows" => |e, _| e.holds_only("TBody", &["TR"]);
    [UA1 "7.2" 38] "a TFoot holds elements other than TR; put its cells into rows" => |e, _| e.holds_only("TFoot", &["TR"]);
    // Lists and tables of contents
    [UA1 "7.2" 17] "an LI is not in an L; put it into one" => |e, _| e.is_in("LI", &["L"]);
    [UA1 "7.2" 18] "an LBody is not in an LI; put it into one" => |e, _| e.is_in("LBody", &["LI"]);
    [UA1 "7.2" 19] "an L holds elements other than L, LI and Caption; put each item into an LI" => |e, _| e.holds_only("L", &["L", "LI", "Caption"]);
    [UA1 "7.2" 40] "the Caption of an L is not its first child; move it to the begin" =>
        |e, _| !e.is("L") || !e.has_caption_behind_the_first();
    [UA1 "7.2" 20] "an LI holds elements other than Lbl and LBody; put them into its LBody" => |e, _| e.holds_only("LI", &["Lbl", "LBody"]);
    [UA1 "7.2" 26] "a TOCI is not in a TOC; put it into one" => |e, _| e.is_in("TOCI", &["TOC"]);
    [UA1 "7.2" 27] "a TOC holds elements other than TOC, TOCI and Caption; put each entry into a TOCI" =>
        |e, _| e.holds_only("TOC", &["TOC", "TOCI", "Caption"]);
    [UA1 "7.2" 28] "the Caption of a TOC is not its first child; move it to the begin" =>
        |e, _| !e.is("TOC") || !e.has_caption_behind_the_first();
    [TAGGED2 "8.2.5.25" 1] "a list has labels and no ListNumbering, or None; say how it is numbered" =>
        |e, _| !e.is("L") || !e.holds_labels || e.list_numbering.as_deref().is_some_and(|n| n != "None");
    [TAGGED2 "8.2.5.25" 2] "an LI holds content that is neither in Lbl nor in LBody; put it into an LBody" => |e, _| !e.is("LI") || !e.holds_content;
    [TAGGED2 "8.2.5.27" 1] "a Caption is neither the first nor the last child; move it to the begin or the end" => |e, _| !e.has_caption_inside();
    [TAGGED2 "8.2.5.8" 1] "a TOCI has no Ref to its target, nor has any element in it; add Ref to the element that the entry leads to" => |e, _| !e.is("TOCI") || e.refers;
    // Languages of texts
    [UA1 "7.2" 21] "the language of an ActualText is not declared; add Lang to the element or to the catalog" =>
        |e, _| !e.has("ActualText") || e.knows_language();
    [UA1 "7.2" 22] "the language of an Alt is not declared; add Lang to the element or to the catalog" =>
        |e, _| !e.has("Alt") || e.knows_language();
    [UA1 "7.2" 23] "the language of an E is not declared; add Lang to the element or to the catalog" =>
        |e, _| !e.has("E") || e.knows_language();
    // Headings
    [UA1 "7.4.2" 1] "a heading skips a level; the first is H1, and each is at most one level below the one before it" =>
        |e, _| e.level().is_none_or(|level| level <= e.last_level.saturating_add(1));
    [UA1 "7.4.4" 1] "an element holds more than one H; give each section its own element" => |e, _| e.count("H") <= 1;
    [UA1 "7.4.4" 2] "both H and H1, H2, … are used, and this is an H; use one of the two ways" => |e, _| !e.is("H") || !e.uses_levels;
    [UA1 "7.4.4" 3] "both H and H1, H2, … are used, and this is one with a number; use one of the two ways" => |e, _| e.level().is_none() || !e.uses_h;
    [TAGGED2 "8.2.5.12" 1] "the type H is used; use H1, H2, …" => |e, _| !e.is("H");
    // Figures, formulas, notes, forms
    [UA1 "7.3" 1] "a Figure has neither Alt nor ActualText; describe what it shows" =>
        |e, _| !e.is("Figure") || e.has_alt || e.has_actual_text;
    [ACCESS2 "8.2.5.28.2" 1] "a Figure has neither Alt nor ActualText; describe what it shows" =>
        |e, _| !e.is("Figure") || e.has("Alt") || e.has_actual_text;
    [UA1 "7.7" 1] "a Formula has neither Alt nor ActualText; describe what it says" =>
        |e, _| !e.is("Formula") || e.has_alt || e.has_actual_text;
    [ACCESS2 "8.2.5.29" 1] "an element of MathML is outside a Formula; put it into one" => |e, _| e.is_in("MathML", &["Formula", "MathML"]);
    [UA1 "7.9" 1] "a Note has no ID; give it a unique ID" => |e, _| !e.is("Note") || e.has_id;
    [UA1 "7.9" 2] "the ID of a Note is that of another element; give it a unique ID" => |e, _| !e.is("Note") || !e.repeats_id;
    [TAGGED2 "8.2.5.14" 1] "the type Note is used; use FENote of PDF 2.0" => |e, _| !e.is("Note");
    [TAGGED2 "8.2.5.14" 2] "an element refers to an FENote whose Ref does not lead back; add the element to Ref of the note" => |e, _| !e.orphans;
    [TAGGED2 "8.2.5.14" 3] "an FENote refers to an element whose Ref does not lead back; add the note to Ref of that element" => |e, _| !e.ghosts;
    [TAGGED2 "8.2.5.14" 4] "NoteType of an FENote is not Footnote, Endnote or None; set it to one of them" =>
        |e, _| !e.is("FENote") || matches!(e.note_type.as_deref(), None | Some("Footnote" | "Endnote" | "None"));
    [UA1 "7.18.4" 2] "a Form has no Role attribute and does not hold just one widget; add Role, or put each widget into its own Form" =>
        |e, _| !e.is("Form") || e.has_role_attribute || (e.kids == 1 && e.widgets == 1);
    [TAGGED2 "8.10.1" 2] "a Form holds more than one widget annotation; give each its own" => |e, _| !e.is("Form") || e.widgets <= 1;
    // Ruby and Warichu
    [TAGGED2 "8.2.5.23" 1] "a Ruby holds neither RB, RT nor RB, RP, RT, RP; tag its base and annotation as RB and RT" =>
        |e, _| !e.is("Ruby") || e.children == ["RB", "RT"] || e.children == ["RB", "RP", "RT", "RP"];
    [TAGGED2 "8.2.5.24" 1] "a Warichu does not hold WP, WT, WP; tag its parentheses and text as WP and WT" => |e, _| !e.is("Warichu") || e.children == ["WP", "WT", "WP"];
};

/// A table, or one of its cells.
struct TableFacts {
    irregular: Option<Irregular>,
    headless: Option<(usize, bool)>,
}

described! { TableFacts: |t|
    match (t.irregular, t.headless) {
        (Some(Irregular::Overlap(..)), _) => "cell that another one lies over".into(),
        (Some(_), _) => "Table that is not a regular grid".into(),
        (None, Some((_, true))) => "Headers that name no header cell".into(),
        (None, Some(_)) => "TD without headers".into(),
        (None, None) => "Table".into(),
    }
}

const TABLE: &[Rule<TableFacts>] = rules! { TableFacts:
    [UA1 "7.2" 15, TAGGED2 "8.2.5.26" 1] "two cells of a table overlap; correct RowSpan and ColSpan" =>
        |t, _| !matches!(t.irregular, Some(Irregular::Overlap(..)));
    [UA1 "7.2" 41, TAGGED2 "8.2.5.26" 2] "the columns of a table, or of its THead, TBody or TFoot, do not have the same number of rows; add the missing cells, or correct ColSpan and RowSpan" =>
        |t, _| t.irregular != Some(Irregular::Rows);
    [UA1 "7.2" 42, TAGGED2 "8.2.5.26" 3] "a row of a table has more columns than the first; add cells to the first row, or correct ColSpan and RowSpan" =>
        |t, _| t.irregular != Some(Irregular::TooWide);
    [UA1 "7.2" 43, TAGGED2 "8.2.5.26" 4] "a row of a table has fewer columns than the first; add the missing cells, or correct ColSpan and RowSpan" =>
        |t, _| t.irregular != Some(Irregular::TooNarrow);
    [UA1 "7.5" 1, TAGGED2 "8.2.5.26" 5] "a table cell has no headers; give the TH a Scope, or the TD Headers" =>
        |t, _| !matches!(t.headless, Some((_, false)));
    [UA1 "7.5" 2, TAGGED2 "8.2.5.26" 6] "Headers of a table cell names header cells that do not exist; name the ID of a header cell" =>
        |t, _| !matches!(t.headless, Some((_, true)));
};

/// Checks the elements of the tree. `has_lang` is true if the catalog declares the language.
pub(super) fn check(run: &mut Run<'_>, tree: &Tree<'_>, has_lang: bool) {
    let root = RootFacts {
        children: tree
            .top()
            .into_iter()
            .filter_map(|t| tree.get(t))
            .map(|e| (e.standard().map(str::to_owned), e.namespace()))
            .collect(),
    };
    run.check(ROOT, &root, &tree.root);
    let nests = run.flavour().is_tagged2();
    if nests {
        let holder = Holder {
            parent: "StructTreeRoot",
            children: &tree.types(&tree.top()),
            holds_content: tree.holds_content(None),
        };
        holder.check(run, &tree.root);
    }
    let ids = count_ids(tree);
    let referrers = referrers(tree);
    let refers = elements_with_references(tree);
    let uses_h = tree.elements.iter().any(|e| e.is("H"));
    let uses_levels = tree
        .elements
        .iter()
        .any(|e| e.standard().and_then(heading_level).is_some());
    let mut last_level = 0;
    for (index, element) in tree.elements.iter().enumerate() {
        let id = tree.text(element, "ID").filter(|id| !id.is_empty());
        let (orphans, ghosts) = if element.is("FENote") {
            let theirs = referrers.get(&index).cloned().unwrap_or_default();
            let ours = tree.references(index);
            (!theirs.is_subset(&ours), !ours.is_subset(&theirs))
        } else {
            (false, false)
        };
        let facts = TaggedElement {
            element,
            role: &element.role,
            references: tree.references,
            standard: element.standard(),
            parent: tree.parent_type(index),
            children: tree.child_types(index),
            holds_content: tree.holds_content(Some(index)),
            has_alt: tree.has_text(element, "Alt"),
            has_actual_text: tree.text(element, "ActualText").is_some(),
            has_id: id.is_some(),
            repeats_id: id.is_some_and(|id| ids.get(&id).is_some_and(|n| *n > 1)),
            last_level,
            document_lang: has_lang,
            uses_h,
            uses_levels,
            list_numbering: tree.attribute_name(index, "List", "ListNumbering"),
            holds_labels: element.is("L") && holds_labels(tree, index),
            has_role_attribute: tree.attribute(index, "PrintField", "Role").is_some(),
            widgets: match element.is("Form") {
                true => widgets(tree, &element.kids),
                false => 0,
            },
            kids: element.kids.len(),
            refers: refers.contains(&index),
            note_type: tree.attribute_name(index, "FENote", "NoteType"),
            orphans,
            ghosts,
        };
        run.check(ELEMENT, &facts, &element.dict);
        if let Some(parent) = facts.standard.filter(|_| nests) {
            let holder = Holder {
                parent,
                children: &facts.children,
                holds_content: facts.holds_content,
            };
            holder.check(run, &element.dict);
            if let Some(holder) = facts.parent {
                nesting::check_place(run, holder, parent, &element.dict);
            }
        }
        if let Some(level) = facts.level() {
            last_level = level;
        }
        if element.is("Table") {
            check_table(run, tree, index);
        }
    }
}

fn check_table(run: &mut Run<'_>, tree: &Tree<'_>, index: usize) {
    let grid = Grid::read(tree, index, run.flavour().is_tagged2());
    let place = match (grid.irregular, grid.headless) {
        (Some(Irregular::Overlap(cell, _)), _) | (None, Some((cell, _))) => cell,
        _ => index,
    };
    let facts = TableFacts {
        irregular: grid.irregular,
        headless: grid.headless,
    };
    if let Some(element) = tree.get(place) {
        run.check(TABLE, &facts, &element.dict);
    }
}

fn count_ids(tree: &Tree<'_>) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    let ids = tree.elements.iter().filter_map(|e| tree.text(e, "ID"));
    for id in ids {
        *counts.entry(id).or_default() += 1;
    }
    counts
}

/// For each element, the elements that refer to it.
fn referrers(tree: &Tree<'_>) -> HashMap<usize, HashSet<usize>> {
    let mut found: HashMap<usize, HashSet<usize>> = HashMap::new();
    for index in 0..tree.elements.len() {
        for target in tree.references(index) {
            found.entry(target).or_default().insert(index);
        }
    }
    found
}

/// The elements that have a `Ref` or a descendant with one.
fn elements_with_references(tree: &Tree<'_>) -> HashSet<usize> {
    let mut found = HashSet::new();
    for (index, element) in tree.elements.iter().enumerate() {
        if !tree.references.has(&element.dict, "Ref") {
            continue;
        }
        let mut at = Some(index);
        while let Some(index) = at.filter(|index| found.insert(*index)) {
            at = tree.get(index).and_then(|e| e.parent);
        }
    }
    found
}

/// Whether at least one item of a list has a label.
fn holds_labels(tree: &Tree<'_>, list: usize) -> bool {
    tree.children(list).into_iter().any(|item| {
        tree.get(item).is_some_and(|e| e.is("LI")) && tree.child_types(item).contains(&"Lbl")
    })
}

/// The number of these kids that are widget annotations.
fn widgets(tree: &Tree<'_>, kids: &[Kid]) -> usize {
    let is_widget = |id: &ObjectIdentifier| {
        let dict = tree.references.object(*id).and_then(Object::into_dict);
        dict.is_some_and(|d| name_of(&d, "Subtype").as_deref() == Some("Widget"))
    };
    kids.iter()
        .filter(|kid| matches!(kid, Kid::Object(id) if is_widget(id)))
        .count()
}

catalogue![ROOT, ELEMENT, TABLE];
