//! The reading order of regions: `ReadingOrder`, else the indexes that Transkribus stores in `custom`, else
//! document order.

use super::custom::Custom;
use super::elements::{child, is_region, like};
use crate::compact_sort::CompactSort;
use crate::read::markup::Element;
use crate::read::ocr::{Group, GroupId, Ranks};

/// Reads the reading order of a page's regions. `ours` is true if this program wrote the file.
pub(super) fn ranks(page: Element<'_>, ours: bool) -> Ranks {
    let mut ranks = Ranks::default();
    let order = child(page, "ReadingOrder");
    // The outermost group is the page.
    for order in order.iter().flat_map(|order| order.children()) {
        members(order, None, ours, &mut ranks);
    }
    ranks
}

/// The position of a region, if the file gives one.
pub(super) fn rank(ranks: &Ranks, region: Element<'_>) -> Option<usize> {
    match ranks.is_empty() {
        true => custom(region),
        false => ranks.of(region),
    }
}

/// The position of a region or line in `custom`.
pub(super) fn custom(element: Element<'_>) -> Option<usize> {
    Custom::of(element)
        .value("readingOrder", "index")?
        .parse()
        .ok()
}

/// Adds the members of a group in their order. Recursion is bounded, because the depth of the markup is.
fn members(element: Element<'_>, around: Option<GroupId>, ours: bool, ranks: &mut Ranks) {
    let mut all: Vec<Element<'_>> = element.children().collect();
    // Members are sorted only if all have an index.
    if all.iter().all(|m| m.attribute("index").is_some()) {
        all.compact_sort_by_key(|m| m.number("index").map_or(i64::MAX, |n| n as i64));
    }
    for member in all {
        let target = member
            .attribute("regionRef")
            .or_else(|| member.attribute("region_ref"));
        if let Some(id) = target {
            ranks.push(id.trim(), around);
        }
        let name = member.name();
        if name.len() > 5 && !is_region(member) && !like(name, "RegionRef") {
            let inside = around.and_then(|id| ranks.kind(id));
            let kind = kind(member, inside, ours);
            let group = kind.map(|kind| ranks.group(around, kind));
            members(member, group.or(around), ours, ranks);
        }
    }
}

/// The kind of a group. In files of other programs, only lists and their items have one.
fn kind(group: Element<'_>, inside: Option<Group>, ours: bool) -> Option<Group> {
    let custom = Custom::of(group);
    let own = custom.value("structure", "type");
    match (group.attribute("type")?, own) {
        ("list", own) => Some(Group::List(own == Some("numbered"))),
        ("list-item", _) => matches!(inside, Some(Group::List(_))).then_some(Group::Item),
        ("div", Some("blockquote")) if ours => Some(Group::Quotation),
        ("div", Some("toc")) if ours => Some(Group::Contents),
        ("div", None) if ours => Some(Group::Area),
        _ => None,
    }
}
