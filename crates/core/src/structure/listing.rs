//! Lists the structure tree, one element a row, as data, JSON or text.

use std::collections::HashMap;
use std::fmt::Write;

use serde::Serialize;

use super::Tags;
use super::element::{Element, Kid, Step};
use crate::page::Own;
use crate::visible::visible;

/// Depth beyond which rows are not indented further.
const DEEPEST: usize = 100;

/// Attributes shown in text: those about meaning, not appearance.
const SHOWN: [&str; 7] = [
    "ListNumbering",
    "RowSpan",
    "ColSpan",
    "Scope",
    "Headers",
    "Summary",
    "Subtype",
];

/// The structure tree as rows.
#[derive(Debug, Default, Serialize)]
pub struct Listing {
    /// In the order of the tree.
    pub rows: Vec<Row>,
}

/// An element, or the part of its own text behind an element in it.
#[derive(Debug, Default, Serialize)]
pub struct Row {
    /// The number of elements around it.
    pub depth: usize,
    /// `None` for text only.
    #[serde(flatten)]
    pub element: Option<Facts>,
    /// Its own text, item by item.
    pub text: Vec<String>,
}

/// The facts about an element.
#[derive(Debug, Serialize)]
pub struct Facts {
    /// Its own type.
    pub name: String,
    pub standard: String,
    /// From 0.
    pub page: Option<u32>,
    pub lang: Option<String>,
    pub alt: Option<String>,
    pub actual_text: Option<String>,
    pub expansion: Option<String>,
    pub title: Option<String>,
    pub id: Option<String>,
    pub attributes: Vec<(String, String)>,
    /// The target of its first link.
    pub href: Option<String>,
}

impl Tags {
    /// Lists the whole tree with the texts of its pages ([`Tags::texts`], by page).
    pub fn listing(&self, texts: &HashMap<u32, Vec<String>>) -> Listing {
        let mut rows: Vec<Row> = Vec::new();
        let mut depth = 0usize;
        // The number of items passed on each page; the traversal has the order of the items.
        let mut passed: HashMap<u32, usize> = HashMap::new();
        let mut last = 0;
        // The element whose text the last row collects.
        let mut open = None;
        for step in self.structure.walk() {
            match step {
                Step::Enter(id) => {
                    rows.push(Row {
                        depth,
                        element: Some(Facts::of(&self.structure[id])),
                        text: Vec::new(),
                    });
                    open = Some(id);
                    depth += 1;
                    if self.structure[id].kids.is_empty() {
                        let page = self.structure[id].page.unwrap_or(last);
                        *passed.entry(page).or_default() += 1;
                    }
                }
                Step::Kid(id, kid) => {
                    let (Kid::Content { page, .. } | Kid::Object { page, .. }) = kid else {
                        continue;
                    };
                    let Some(page) = *page else { continue };
                    last = page;
                    let item = passed.entry(page).or_default();
                    let text = texts.get(&page).and_then(|texts| texts.get(*item));
                    *item += 1;
                    let Some(text) = text.filter(|text| !text.is_empty()) else {
                        continue;
                    };
                    if open != Some(id) {
                        rows.push(Row {
                            depth,
                            ..Row::default()
                        });
                        open = Some(id);
                    }
                    if let Some(row) = rows.last_mut() {
                        row.text.push(text.clone());
                    }
                }
                Step::Leave(_) => {
                    open = None;
                    depth -= 1;
                }
            }
        }
        Listing { rows }
    }
}

impl Facts {
    fn of(element: &Element) -> Self {
        let attributes = element.attributes.iter();
        Self {
            name: element.own_type.clone(),
            standard: element.standard_type.clone(),
            page: element.page,
            lang: element.lang.clone(),
            alt: element.alt.clone(),
            actual_text: element.actual_text.clone(),
            expansion: element.expansion.clone(),
            title: element.title.clone(),
            id: element.id.clone(),
            attributes: attributes
                .map(|attribute| (attribute.name.to_string(), attribute.value.to_string()))
                .collect(),
            href: element.target.clone(),
        }
    }

    /// Writes the standard type, the own type in brackets if it differs, and the attributes.
    fn write(&self, out: &mut String) {
        out.push_str(&visible(&self.standard));
        if self.name != self.standard {
            let _ = write!(out, " [{}]", visible(&self.name));
        }
        let own = [
            ("Lang", &self.lang),
            ("Alt", &self.alt),
            ("ActualText", &self.actual_text),
            ("E", &self.expansion),
            ("T", &self.title),
            ("ID", &self.id),
        ];
        let own = own
            .into_iter()
            .filter_map(|(name, value)| Some((name, value.as_ref()?)));
        let shown = self
            .attributes
            .iter()
            .filter(|(name, _)| SHOWN.contains(&name.as_str()))
            .map(|(name, value)| (name.as_str(), value));
        let href = self.href.iter().map(|target| (Own::Href.name(), target));
        for (name, value) in own.chain(shown).chain(href) {
            let _ = write!(out, " {name}=");
            quote(value, out);
        }
    }
}

impl Listing {
    /// Formats one element a line, with its text in quotes.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for row in &self.rows {
            out.extend(std::iter::repeat_n("  ", row.depth.min(DEEPEST)));
            let mut space = "";
            if let Some(element) = &row.element {
                element.write(&mut out);
                space = " ";
            }
            for text in &row.text {
                out.push_str(space);
                quote(text, &mut out);
                space = " ";
            }
            out.push('\n');
        }
        out
    }

    /// Formats the listing as JSON.
    pub fn json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }
}

/// Appends text in quotes, on one line.
fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' | '\r' | '\t' => out.push(' '),
            // A soft hyphen would be invisible.
            '\u{AD}' => out.push_str("\\u{ad}"),
            c if c.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push_str(&visible(c.encode_utf8(&mut [0; 4]))),
        }
    }
    out.push('"');
}
