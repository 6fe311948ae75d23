//! The links of tables of contents, which are written when the numbers of all pages are known.

use std::collections::HashMap;

use pdf_writer::Ref;

use super::marks::LinkTarget;
use super::objects::{Objects, number, references};
use super::page_record::{PageRecord, Pages};
use super::structure::{ParentEntry, Parents};

/// Writes the links of tables of contents whose page numbers are those of one page each.
pub(super) fn write(pages: &mut Pages, parents: &mut Parents, objects: &mut Objects) {
    if pages.records.iter().all(|page| page.contents.is_empty()) {
        return;
    }
    let targets: HashMap<String, Ref> = targets(&pages.records)
        .into_iter()
        .filter_map(|(number, page)| Some((number.to_owned(), page?)))
        .collect();
    for index in pages.indices() {
        let Some(record) = pages.get_mut(index) else {
            continue;
        };
        let Some((list, mut all)) = record.list.take() else {
            continue;
        };
        for (id, link) in std::mem::take(&mut record.contents) {
            let LinkTarget::Page(entry) = &link.target else {
                continue;
            };
            let Some(page) = targets.get(&entry.number).copied() else {
                continue;
            };
            let key = parents.add(ParentEntry::Annotation(index, id));
            record.annotations.push((id, "Link", None));
            all.push(number(id));
            link.write(id, key, record.to_user, Some(page), objects);
        }
        objects.add_object(number(list), references(&all).into_bytes());
    }
}

/// The pages by their labels and printed numbers; `None` for a number of several pages. Labels take precedence.
fn targets(pages: &[PageRecord]) -> HashMap<&str, Option<Ref>> {
    let mut targets = HashMap::new();
    for by_label in [true, false] {
        let mut found: HashMap<&str, Option<Ref>> = HashMap::new();
        for page in pages {
            let numbers = match by_label {
                true => page.facts.label.as_slice(),
                false => page.facts.numbers.as_slice(),
            };
            for number in numbers {
                let known = found.entry(number.as_str()).or_insert(Some(page.id));
                *known = known.filter(|id| *id == page.id);
            }
        }
        for (number, page) in found {
            targets.entry(number).or_insert(page);
        }
    }
    targets
}
