//! `ReadingOrder`: the order of the blocks and their groups. The blocks themselves are written side by side,
//! because readers ignore nested blocks.

use super::tags::Tag;
use crate::blocks::reading_order::Step;
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
    xml.open(2, "OrderedGroup");
    xml.id("ID", "order", &[number]);
    let (mut depth, mut groups, mut refs) = (3, 0, 0);
    for step in steps {
        match step {
            Step::Begin(group) => {
                groups += 1;
                xml.open(depth, "OrderedGroup");
                xml.id("ID", "group", &[number, groups]);
                if let Some(tag) = Tag::of_group(*group) {
                    xml.attribute("TAGREFS", &tag.id());
                }
                depth += 1;
            }
            Step::Member(member) => {
                refs += 1;
                xml.open(depth, "ElementRef");
                xml.id("ID", "ref", &[number, refs]);
                match member {
                    Member::Text(block) => xml.id("REF", "block", &[number, *block]),
                    Member::Illustration(at) => xml.id("REF", "illustration", &[number, *at]),
                }
                xml.end_void();
            }
            Step::End => {
                depth -= 1;
                xml.close(depth, "OrderedGroup");
            }
        }
    }
    xml.close(2, "OrderedGroup");
}
