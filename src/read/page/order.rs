//! The order in which regions are read: `ReadingOrder`, else what Transkribus keeps in `custom`, else that
//! of the file.

use super::custom::Custom;
use super::{child, is_region, like};
use crate::read::markup::Element;
use crate::read::ocr::Ranks;

/// The order of the regions of a page.
pub(super) struct Order {
    ranks: Ranks,
}

impl Order {
    pub(super) fn new(page: Element<'_>) -> Self {
        let mut ranks = Ranks::default();
        if let Some(order) = child(page, "ReadingOrder") {
            group(order, &mut ranks);
        }
        Self { ranks }
    }

    /// The place of a region, if anything says it.
    pub(super) fn of(&self, region: Element<'_>) -> Option<usize> {
        match self.ranks.is_empty() {
            true => custom(region),
            false => self.ranks.of(region),
        }
    }
}

/// The place of a region or line that `custom` says.
pub(super) fn custom(element: Element<'_>) -> Option<usize> {
    Custom::of(element)
        .value("readingOrder", "index")?
        .parse()
        .ok()
}

/// Puts what a group names in its order. Elements of the markup are bounded in depth, and so is this.
fn group(element: Element<'_>, ranks: &mut Ranks) {
    let mut members: Vec<Element<'_>> = element.children().collect();
    // Members without an index stay where they are.
    if members.iter().all(|m| m.attribute("index").is_some()) {
        members.sort_by_key(|m| m.number("index").map_or(i64::MAX, |n| n as i64));
    }
    for member in members {
        let target = member
            .attribute("regionRef")
            .or_else(|| member.attribute("region_ref"));
        if let Some(id) = target {
            ranks.push(id.trim());
        }
        let name = member.name();
        if name.len() > 5 && !is_region(member) && !like(name, "RegionRef") {
            group(member, ranks);
        }
    }
}
