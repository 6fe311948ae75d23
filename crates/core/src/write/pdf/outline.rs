//! The outline (ISO 32000-1, 12.3.3) of the headings, and the page labels (12.4.2).

use pdf_writer::{Name, Null, Ref, TextStr};

use super::objects::Objects;
use super::page_record::{PageRecord, Pages};
use crate::write::headings::Heading;

/// The relatives of an item, as indices of headings.
#[derive(Clone, Debug, Default, PartialEq)]
struct Item {
    parent: Option<usize>,
    previous: Option<usize>,
    next: Option<usize>,
    first: Option<usize>,
    last: Option<usize>,
    /// Number of items below it, at any depth.
    below: i32,
}

/// The tree of the headings, and the first and last item of the first level. A heading belongs to the last one of
/// a higher level.
fn tree(headings: &[Heading]) -> (Vec<Item>, Option<(usize, usize)>) {
    let mut items = vec![Item::default(); headings.len()];
    let mut around: Vec<usize> = Vec::new();
    let mut top: Option<(usize, usize)> = None;
    for (at, heading) in headings.iter().enumerate() {
        while around
            .last()
            .is_some_and(|&a| headings[a].level >= heading.level)
        {
            around.pop();
        }
        for &above in &around {
            items[above].below += 1;
        }
        let parent = around.last().copied();
        let previous = match parent {
            Some(parent) => {
                items[parent].first.get_or_insert(at);
                items[parent].last.replace(at)
            }
            None => {
                let last = top.map(|(_, last)| last);
                top = Some((top.map_or(at, |(first, _)| first), at));
                last
            }
        };
        if let Some(previous) = previous {
            items[previous].next = Some(at);
        }
        items[at].parent = parent;
        items[at].previous = previous;
        around.push(at);
    }
    (items, top)
}

/// Writes the outline; `None` without headings.
pub(super) fn write(headings: &[Heading], pages: &Pages, objects: &mut Objects) -> Option<Ref> {
    let (items, top) = tree(headings);
    let (first, last) = top?;
    let root = objects.reserve();
    let ids: Vec<Ref> = items.iter().map(|_| objects.reserve()).collect();
    let id = |at: usize| ids.get(at).copied().unwrap_or(root);
    for ((at, item), heading) in items.iter().enumerate().zip(headings) {
        objects.add(id(at), |obj| {
            let mut dict = obj.dict();
            dict.pair(Name(b"Title"), TextStr(&heading.title));
            dict.pair(Name(b"Parent"), item.parent.map_or(root, id));
            for (name, relative) in [
                (Name(b"Prev"), item.previous),
                (Name(b"Next"), item.next),
                (Name(b"First"), item.first),
                (Name(b"Last"), item.last),
            ] {
                if let Some(relative) = relative {
                    dict.pair(name, id(relative));
                }
            }
            if item.below > 0 {
                // Negative: the item is closed.
                dict.pair(Name(b"Count"), -item.below);
            }
            if let Some(page) = pages.get(heading.page) {
                let mut target = dict.insert(Name(b"Dest")).array();
                target.item(page.id).item(Name(b"XYZ"));
                let top = page.to_user.apply(0.0, heading.top.into()).y;
                target.item(Null).item(top).item(Null);
            }
        });
    }
    let first_level = items.iter().filter(|item| item.parent.is_none()).count();
    objects.add(root, |obj| {
        let mut dict = obj.dict();
        dict.pair(Name(b"Type"), Name(b"Outlines"));
        dict.pair(Name(b"First"), id(first))
            .pair(Name(b"Last"), id(last));
        dict.pair(Name(b"Count"), first_level as i32);
    });
    Some(root)
}

/// Writes the labels of pages that have some; `None` if no page has one.
pub(super) fn write_labels(pages: &[PageRecord], objects: &mut Objects) -> Option<Ref> {
    pages.iter().find(|page| page.facts.label.is_some())?;
    let id = objects.reserve();
    objects.add(id, |obj| {
        let mut dict = obj.dict();
        let mut ranges = dict.insert(Name(b"Nums")).array();
        let mut number: Option<u32> = None;
        for (at, page) in pages.iter().enumerate() {
            let label = page.facts.label.as_deref().unwrap_or_default();
            let own = label
                .parse()
                .ok()
                .filter(|n: &u32| *n > 0 && n.to_string() == label);
            // Consecutive numbers need one entry.
            let continues = own.is_some() && own == number.and_then(|number| number.checked_add(1));
            number = own;
            if continues {
                continue;
            }
            ranges.item(at as i32);
            let mut range = ranges.push().dict();
            match own {
                Some(first) => {
                    range.pair(Name(b"S"), Name(b"D"));
                    range.pair(Name(b"St"), first.min(i32::MAX as u32) as i32);
                }
                None => {
                    range.pair(Name(b"P"), TextStr(label));
                }
            }
        }
    });
    Some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_belong_to_the_last_one_of_a_higher_level() {
        let heading = |level| Heading {
            level,
            title: "t".to_owned(),
            page: 0,
            top: 0.0,
        };
        let levels = [2, 1, 2, 3, 2, 1];
        let (items, top) = tree(&levels.map(heading));
        assert_eq!(top, Some((0, 5)));
        let parents: Vec<Option<usize>> = items.iter().map(|item| item.parent).collect();
        assert_eq!(parents, [None, None, Some(1), Some(2), Some(1), None]);
        assert_eq!(
            (items[1].first, items[1].last, items[1].below),
            (Some(2), Some(4), 3)
        );
        assert_eq!((items[2].next, items[4].previous), (Some(4), Some(2)));
        assert_eq!(
            (items[0].next, items[1].next, items[5].next),
            (Some(1), Some(5), None)
        );
    }
}
