//! The outline (12.3.3), which readers show as bookmarks: reads its items, their titles and destinations.

use std::collections::{HashMap, HashSet};

use super::destination::{Destination, Destinations};
use super::{Dict, Document, ObjectIdentifier, StringObject, text_string};

/// Maximum number of items read.
const MAX_ITEMS: usize = 50_000;
/// Maximum depth of items; deeper ones are omitted.
const DEEPEST: usize = 64;
/// Maximum number of characters read of a title.
const LONGEST_TITLE: usize = 1000;

/// An item of the outline.
#[derive(Debug)]
pub struct OutlineItem {
    pub title: String,
    pub destination: Option<Destination>,
    /// Whether its items are visible at first.
    pub open: bool,
    pub items: Vec<OutlineItem>,
}

/// The items of the first level, with their descendants.
pub fn outline(document: &Document) -> Vec<OutlineItem> {
    let root = document
        .catalog()
        .and_then(|c| c.get::<Dict<'_>>("Outlines"));
    let mut reader = Reader {
        destinations: Destinations::new(document),
        pages: document.page_numbers(),
        seen: HashSet::new(),
        left: MAX_ITEMS,
    };
    root.map(|root| reader.below(&root, DEEPEST))
        .unwrap_or_default()
}

struct Reader<'a> {
    destinations: Destinations<'a>,
    pages: HashMap<u32, u32>,
    /// Items already read, to end cycles.
    seen: HashSet<ObjectIdentifier>,
    /// The number of items that may still be read.
    left: usize,
}

impl<'a> Reader<'a> {
    fn below(&mut self, item: &Dict<'a>, deepest: usize) -> Vec<OutlineItem> {
        let mut found = Vec::new();
        let Some(deeper) = deepest.checked_sub(1) else {
            return found;
        };
        let mut next = item.get::<Dict<'a>>("First");
        while let Some(item) = next {
            let is_new = item.obj_id().is_none_or(|id| self.seen.insert(id));
            if !is_new || self.left == 0 {
                break;
            }
            self.left -= 1;
            let title = item.get::<StringObject<'a>>("Title");
            let title = title.map(|title| text_string(&title)).unwrap_or_default();
            found.push(OutlineItem {
                title: title.chars().take(LONGEST_TITLE).collect(),
                destination: self.destinations.of(&item, &self.pages),
                open: item.get::<i64>("Count").is_some_and(|count| count > 0),
                items: self.below(&item, deeper),
            });
            next = item.get::<Dict<'a>>("Next");
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::Source;

    fn titles(items: &[OutlineItem]) -> String {
        let of = |item: &OutlineItem| match item.items.as_slice() {
            [] => item.title.clone(),
            below => format!("{}[{}]", item.title, titles(below)),
        };
        items.iter().map(of).collect::<Vec<_>>().join(" ")
    }

    fn read(items: &str) -> Vec<OutlineItem> {
        let file = format!(
            "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>endobj\n\
             2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
             3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n{items}\
             trailer<</Root 1 0 R/Size 20>>"
        );
        let (document, _) = Document::open(&Source::from(file.into_bytes()), "").unwrap();
        outline(&document)
    }

    #[test]
    fn items_are_read_with_those_below_them() {
        let found = read(
            "4 0 obj<</First 5 0 R>>endobj\n\
             5 0 obj<</Title(a)/Next 6 0 R/First 7 0 R/Count 1/Dest[3 0 R/FitH 5]>>endobj\n\
             6 0 obj<</Title(b)/A<</S/URI/URI(http://x)>>>>endobj\n\
             7 0 obj<</Title(c)/A<</S/GoTo/D[3 0 R/Fit]>>>>endobj\n",
        );
        assert_eq!(titles(&found), "a[c] b");
        assert!(found[0].open && !found[1].open);
        let destination = found[0].destination.unwrap();
        assert_eq!((destination.page, destination.top), (0, Some(5.0)));
        assert_eq!(found[0].items[0].destination.unwrap().page, 0);
        assert!(found[1].destination.is_none());
    }

    #[test]
    fn circles_end() {
        let found = read(
            "4 0 obj<</First 5 0 R>>endobj\n\
             5 0 obj<</Title(a)/Next 6 0 R/First 5 0 R>>endobj\n\
             6 0 obj<</Title(b)/Next 5 0 R/First 4 0 R>>endobj\n",
        );
        assert_eq!(titles(&found), "a b[]".replace("[]", ""));
    }
}
