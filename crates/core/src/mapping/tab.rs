//! Parses the mapping files of the original `pdfa2hocr`: one element a line, fields separated by TAB.
//!
//! | line | effect on the element |
//! | --- | --- |
//! | `name` | omitted, but its content is kept |
//! | `name` `tag` | written as `<tag>` |
//! | `name` `tag` `class` | written as `<tag class="class">` |
//! | `name` `tag` `class` `bbox` | written with its box |
//!
//! Elements without a line are omitted with their content. `$` in a tag and `*` in a class have the same
//! meaning as in JSON. If two lines name the same element, the last one counts.
//!
//! The original program did not know words and always wrote the page itself. Three names are therefore read
//! as its users intended:
//!
//! - `text` meant the pieces of a line. If its line names an element, each word becomes such an element.
//!   Otherwise, or if no line names it, words are text in spans with the style of the font
//!   ([`Action::Runs`]).
//! - `word`, if a line names it, takes precedence over `text`.
//! - `page` is always a `div.ocr_page`. If the line names another element, that becomes its child.

use super::element::{Element, Elements};
use super::parsed::{LineError, Parsed};
use super::property::Property;
use super::rule::{Action, Rule};
use super::vocabulary;
use crate::page::NodeKind;

/// The old name for pieces of a line.
const TEXT: &str = "text";

/// Old names without an equivalent here.
const OLD: [&str; 6] = [TEXT, "figure", "line", "rect", "curve", "polygon"];

/// Parses a TAB-separated mapping file.
pub(super) fn parse(text: &str) -> Result<Parsed, LineError> {
    let mut kinds: Vec<(String, Action)> = Vec::new();
    let mut doubts = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        let Some((&name, fields)) = fields.split_first() else {
            continue;
        };
        if name.is_empty() && fields.iter().all(|f| f.is_empty()) {
            continue;
        }
        let action = action(name, fields).map_err(|message| (index + 1, message))?;
        if !OLD.contains(&name) {
            doubts.extend(vocabulary::doubt_kind(index + 1, name));
        }
        match kinds.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = action,
            None => kinds.push((name.to_owned(), action)),
        }
    }
    if kinds.is_empty() {
        return Err((
            1,
            "the mapping is empty: write { \"extends\": \"layout\" } or rules".into(),
        ));
    }
    let known = |(name, _): &(String, Action)| vocabulary::is_kind(name) || OLD.contains(&&**name);
    if !kinds.iter().any(known) {
        return Err((
            1,
            "this is not a mapping: write one in JSON, { \"rules\": { … } }, or lines that begin with a kind \
             of nodes, like textline, and a TAB"
                .into(),
        ));
    }
    Ok(Parsed {
        doubts,
        ..parsed(kinds)
    })
}

fn action(name: &str, fields: &[&str]) -> Result<Action, String> {
    if name.is_empty() {
        return Err("the name of the element is missing: begin the line with it".into());
    }
    if name.contains(char::is_whitespace) {
        return Err(format!(
            "\"{name}\" is not a name of an element: separate the fields by TAB, not by spaces"
        ));
    }
    let mut fields = fields.iter().copied();
    let [tag, class, bbox] = std::array::from_fn(|_| fields.next().unwrap_or_default());
    if let Some(more) = fields.find(|f| !f.is_empty()) {
        return Err(format!(
            "{name}: \"{more}\" is one field too many: a line is name, tag, class and \"bbox\""
        ));
    }
    if tag.is_empty() {
        if class.is_empty() && bbox.is_empty() {
            return Ok(Action::Children);
        }
        return Err(format!(
            "{name}: the tag is missing: write one, like \"div\", after the name"
        ));
    }
    let properties = match bbox {
        "" => Vec::new(),
        "bbox" => vec![Property::Bbox],
        other => {
            return Err(format!(
                "{name}: \"{other}\" cannot be the fourth field: write \"bbox\" or leave it out"
            ));
        }
    };
    let class = Some(class).filter(|class| !class.is_empty());
    let element = Element::new(&tag.to_ascii_lowercase(), class)
        .map_err(|message| format!("{name}: {message}"))?;
    if element.is_page() && name != NodeKind::PAGE.as_str() {
        return Err(format!(
            "{name}: only a page can be \"ocr_page\": use another class"
        ));
    }
    Ok(Action::Elements(Elements {
        chain: vec![element],
        properties,
        text: None,
    }))
}

/// Gives words and pages the rules that the original program used.
fn parsed(kinds: Vec<(String, Action)>) -> Parsed {
    let mut parsed = Parsed::default();
    let (mut word, mut text) = (None, None);
    for (kind, action) in kinds {
        if kind == NodeKind::PAGE.as_str() {
            parsed.page = page(action).map(Rule::always).into_iter().collect();
        } else if kind == NodeKind::WORD.as_str() {
            word = Some(action);
        } else if kind == TEXT {
            text = Some(action);
        } else {
            parsed.kinds.push((kind, vec![Rule::always(action)]));
        }
    }
    let word = match word.or(text) {
        None | Some(Action::Children) => Action::Runs,
        Some(action) => action,
    };
    let kind = NodeKind::WORD.as_str().to_owned();
    parsed.kinds.push((kind, vec![Rule::always(word)]));
    parsed
}

/// The elements of a page: the fixed frame and the elements inside it.
fn page(action: Action) -> Option<Elements> {
    let Action::Elements(elements) = action else {
        return None;
    };
    let mut page = Elements::of_page();
    let inner = elements.chain.into_iter().filter(|e| !e.is_page());
    page.chain.extend(inner);
    Some(page)
}
