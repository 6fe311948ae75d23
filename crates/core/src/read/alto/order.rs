//! `ReadingOrder` of version 4.3: nested groups of references. In files of this program, tags give the kinds
//! of groups.

use std::collections::HashMap;

use crate::read::markup::Element;
use crate::read::ocr::{Cell, Group, GroupId, Ranks};

/// The meaning of a tag for a group.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Group(Group),
    /// The tag adds nothing to the members.
    Nothing,
}

/// Reads a reading order. `root` has the tags, which are used only in files of this program.
pub(super) fn read(order: Element<'_>, root: Element<'_>, ours: bool) -> Ranks {
    let mut ranks = Ranks::default();
    let mut meanings: HashMap<&str, Meaning> = HashMap::new();
    if ours {
        for tag in root.find("Tags").iter().flat_map(|tags| tags.children()) {
            if let (Some(id), Some(meaning)) = (tag.attribute("ID"), meaning(tag)) {
                meanings.insert(id, meaning);
            }
        }
    }
    let meanings = ours.then_some(&meanings);
    // This program writes one order per page. Several orders of others are alternatives, so the first is
    // used.
    let count = if ours { usize::MAX } else { 1 };
    for group in order.children().take(count) {
        members(group, None, meanings, &mut ranks);
    }
    ranks
}

/// Adds the references of a group in their order. Recursion is bounded, because the depth of the markup is.
fn members(
    element: Element<'_>,
    around: Option<GroupId>,
    meanings: Option<&HashMap<&str, Meaning>>,
    ranks: &mut Ranks,
) {
    for member in element.children() {
        if member.is("ElementRef") {
            let target = member.attribute("REF").unwrap_or_default();
            for id in target.split_ascii_whitespace() {
                ranks.push(id, around);
            }
            continue;
        }
        let tag = member.attribute("TAGREFS");
        let group = match (meanings, tag) {
            (None, _) => None,
            (Some(_), None) => Some(Group::Area),
            (Some(meanings), Some(tag)) => match meanings.get(tag) {
                Some(Meaning::Group(group)) => Some(*group),
                Some(Meaning::Nothing) | None => None,
            },
        };
        let group = group.map(|group| ranks.group(around, group));
        members(member, group.or(around), meanings, ranks);
    }
}

fn meaning(tag: Element<'_>) -> Option<Meaning> {
    let said = tag.attribute("DESCRIPTION").unwrap_or_default();
    let number = |name: &str| {
        let mut words = said.split_ascii_whitespace();
        words.find(|word| *word == name)?;
        words.next()?.parse::<u32>().ok()
    };
    let cell = |header| {
        let cell = Cell {
            row: number("row")?.checked_sub(1)?,
            column: number("column")?.checked_sub(1)?,
            rows: number("rows")?,
            columns: number("columns")?,
            header,
        };
        Some(Group::Cell(cell))
    };
    let group = match tag.attribute("LABEL")? {
        "list" => Some(Group::List(false)),
        "numbered list" => Some(Group::List(true)),
        "list item" => Some(Group::Item),
        "table" => Some(Group::Table(
            number("rows").unwrap_or(0),
            number("columns").unwrap_or(0),
        )),
        "table cell" => cell(false),
        "table header cell" => cell(true),
        "quotation" => Some(Group::Quotation),
        "table of contents" => Some(Group::Contents),
        "table row" => return Some(Meaning::Nothing),
        _ => return None,
    };
    Some(group.map_or(Meaning::Nothing, Meaning::Group))
}
