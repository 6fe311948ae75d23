//! Writes the reading order of a page as groups of regions.

use super::custom::Custom;
use crate::blocks::reading_order::{Group, ReadingOrder, Step};
use crate::write::xml::Xml;

/// Type of a group ("GroupTypeSimpleType" of the schema).
fn group_type(group: Group) -> &'static str {
    match group {
        Group::Area | Group::Quotation | Group::Contents => "div",
        Group::List | Group::NumberedList => "list",
        Group::Item => "list-item",
        // Tables are regions that contain their cells.
        Group::Table(..) | Group::Row | Group::Cell(_) => "other",
    }
}

/// Type of a group for `custom`, if the schema has none.
fn custom_type(group: Group) -> Option<&'static str> {
    match group {
        Group::Quotation => Some("blockquote"),
        Group::Contents => Some("toc"),
        Group::NumberedList => Some("numbered"),
        _ => None,
    }
}

/// Writes the order of the regions with these ids. An empty page gets nothing, because the schema forbids
/// empty groups.
pub(super) fn write(order: &ReadingOrder<String>, number: u32, xml: &mut Xml) {
    if order.steps.is_empty() {
        return;
    }
    xml.open(2, "ReadingOrder");
    xml.open(3, "OrderedGroup");
    xml.id("id", "order", &[number]);
    // Number of members in each open group.
    let mut members = vec![0u32];
    let mut groups = 0u32;
    for step in &order.steps {
        let depth = 3 + members.len();
        let index = members.last().copied().unwrap_or_default();
        if let (Step::Begin(_) | Step::Member(_), Some(last)) = (step, members.last_mut()) {
            *last += 1;
        }
        match step {
            Step::Begin(group) => {
                groups += 1;
                xml.open(depth, "OrderedGroupIndexed");
                xml.id("id", "group", &[number, groups]);
                xml.number("index", index);
                if let Some(kind) = custom_type(*group) {
                    let mut custom = Custom::default();
                    custom.add("structure", &[("type", kind)]);
                    custom.write(xml);
                }
                xml.attribute("type", group_type(*group));
                members.push(0);
            }
            Step::Member(id) => {
                xml.open(depth, "RegionRefIndexed");
                xml.number("index", index);
                xml.attribute("regionRef", id);
                xml.end_void();
            }
            Step::End => {
                members.pop();
                xml.close(2 + members.len() + 1, "OrderedGroupIndexed");
            }
        }
    }
    xml.close(3, "OrderedGroup");
    xml.close(2, "ReadingOrder");
}
