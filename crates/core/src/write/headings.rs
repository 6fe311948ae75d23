//! The headings of a document, for its outline: those of its pages, and the labels of divisions that its pages do
//! not show.

use std::collections::BTreeMap;

use crate::page::{Division, Title, letters};

/// A heading.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heading {
    /// From 1.
    pub level: u32,
    pub title: String,
    /// The index of its page in the document.
    pub page: u32,
    /// Its upper edge in page space.
    pub top: f32,
}

/// Adds the divisions that no heading of their page shows. A division begins below the heading of the one before it.
pub(super) fn with_divisions(headings: Vec<Heading>, divisions: &[Division]) -> Vec<Heading> {
    let mut pages: BTreeMap<u32, (Vec<Heading>, Vec<&Division>)> = BTreeMap::new();
    for heading in headings {
        pages.entry(heading.page).or_default().0.push(heading);
    }
    for division in divisions {
        pages.entry(division.page).or_default().1.push(division);
    }
    let pages = pages.into_values();
    pages
        .flat_map(|(own, divisions)| of_page(own, &divisions))
        .collect()
}

fn of_page(headings: Vec<Heading>, divisions: &[&Division]) -> Vec<Heading> {
    // The letters of headings that are not those of a division.
    let mut free: Vec<Option<String>> = headings
        .iter()
        .map(|heading| Some(letters(&heading.title)))
        .collect();
    // For each heading, the divisions before it; then those after all.
    let mut before: Vec<Vec<Heading>> = vec![Vec::new(); headings.len() + 1];
    let mut at = 0;
    for division in divisions {
        let title = Title::of(&division.label);
        let is_it = |text: &Option<String>| {
            let text = text.as_ref();
            text.is_some_and(|text| title.matches(text, false))
        };
        if let Some(found) = free.iter().position(is_it) {
            free[found] = None;
            at = at.max(found + 1);
            continue;
        }
        let above = at.checked_sub(1).and_then(|above| headings.get(above));
        before[at].push(Heading {
            level: division.level.into(),
            title: division.label.clone(),
            page: division.page,
            top: above.map_or(0.0, |above| above.top),
        });
    }
    let headings = headings.into_iter().map(Some).chain([None]);
    let all = before.into_iter().zip(headings);
    all.flat_map(|(divisions, heading)| divisions.into_iter().chain(heading))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_without_a_heading_are_added_in_their_order() {
        let heading = |title: &str, page, top| Heading {
            level: 2,
            title: title.to_owned(),
            page,
            top,
        };
        let division = |label: &str, page| Division {
            level: 1,
            label: label.to_owned(),
            page,
        };
        let headings = vec![
            heading("The Sailars", 1, 10.0),
            heading("Part", 1, 20.0),
            heading("Sailors", 4, 30.0),
        ];
        let divisions = [
            "Cover",
            "The Sailors",
            "Map",
            "The Sailors",
            "Storm ...",
            "Sailors",
        ];
        let pages = [0, 1, 1, 1, 4, 4];
        let divisions: Vec<_> = divisions
            .into_iter()
            .zip(pages)
            .map(|(label, page)| division(label, page))
            .collect();
        let all = with_divisions(headings, &divisions);
        let all: Vec<_> = all
            .iter()
            .map(|h| (h.title.as_str(), h.level, h.page, h.top))
            .collect();
        assert_eq!(
            all,
            [
                ("Cover", 1, 0, 0.0),
                ("The Sailars", 2, 1, 10.0),
                ("Map", 1, 1, 10.0),
                ("The Sailors", 1, 1, 10.0),
                ("Part", 2, 1, 20.0),
                ("Storm ...", 1, 4, 0.0),
                ("Sailors", 2, 4, 30.0),
            ]
        );
    }
}
