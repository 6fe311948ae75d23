//! `ReadingOrder`: the order of the blocks and their groups. The blocks themselves are written side by side,
//! because readers ignore nested blocks.

use super::tags::Tag;
use crate::blocks::reading_order::Step;
use crate::write::number::push_integer;
use crate::write::xml::Xml;

/// A block in the reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Member {
    /// Number of the block on the page.
    Text(u32),
    Illustration(u32),
}

/// Writes the reading order of the page with the given number.
pub(super) fn write(steps: &[Step<Member>], number: u32, xml: &mut Xml) {
    if steps.is_empty() {
        return;
    }
    xml.new_line(2);
    xml.start("OrderedGroup");
    id(xml, "ID", "order", &[number]);
    let (mut depth, mut groups, mut refs) = (3, 0, 0);
    for step in steps {
        match step {
            Step::Begin(group) => {
                groups += 1;
                xml.new_line(depth);
                xml.start("OrderedGroup");
                id(xml, "ID", "group", &[number, groups]);
                if let Some(tag) = Tag::of_group(*group) {
                    xml.attribute("TAGREFS", &tag.id());
                }
                depth += 1;
            }
            Step::Member(member) => {
                refs += 1;
                xml.new_line(depth);
                xml.start("ElementRef");
                id(xml, "ID", "ref", &[number, refs]);
                match member {
                    Member::Text(block) => id(xml, "REF", "block", &[number, *block]),
                    Member::Illustration(at) => id(xml, "REF", "illustration", &[number, *at]),
                }
                xml.end_void();
            }
            Step::End => {
                depth -= 1;
                xml.new_line(depth);
                xml.end("OrderedGroup");
            }
        }
    }
    xml.new_line(2);
    xml.end("OrderedGroup");
}

/// Writes an id such as `prefix_3_7`.
pub(super) fn id(xml: &mut Xml, attribute: &str, prefix: &str, numbers: &[u32]) {
    xml.attribute_with(attribute, |a| {
        a.plain().push_str(prefix);
        for number in numbers {
            a.plain().push('_');
            push_integer(*number, a.plain());
        }
    });
}
