//! What two analyses of one page have not in common.
//!
//! Words are the same where they are made of the same glyphs (`units`), whatever their text. Lines,
//! paragraphs and blocks are compared by the words in them (`groups`), the order by the fewest words
//! that must move to get from one to the other (`order`), what text is taken for by the words again
//! (`classes`). None of it depends on which analysis is the first, but for the names of the changes:
//! what is joined in one direction is split in the other.

mod classes;
mod found;
mod groups;
mod order;
mod pages;
mod reading;
#[cfg(test)]
mod tests;
mod union;
mod units;

use super::pages::SeenPage;
use super::view::View;
use crate::diagnostics::Result;

pub(in crate::browse) use found::Differences;
pub(in crate::browse) use pages::{OfPages, of_pages};

use found::{Counts, Found};
use reading::Reading;

/// The two analyses, in the order in which they were named.
type Pair<T> = [T; 2];

/// How two analyses of a document differ on a page, by its index.
///
/// # Errors
///
/// Those of [`Document::page`](crate::Document::page).
pub(in crate::browse) fn differences(a: &View, b: &View, index: u32) -> Result<Differences> {
    let seen = [a.page(index)?, b.page(index)?];
    Ok(compare([&seen[0], &seen[1]]).listed())
}

/// How many differences there are, which is all that is said of pages that are not shown.
fn counts(a: &View, b: &View, index: u32) -> Result<Counts> {
    let seen = [a.page_in_passing(index)?, b.page_in_passing(index)?];
    Ok(compare([&seen[0], &seen[1]]).counts())
}

fn compare(seen: Pair<&SeenPage>) -> Found {
    let readings = reading::both(seen);
    compare_readings(&readings)
}

fn compare_readings(readings: &Pair<Reading>) -> Found {
    let mut found = Found::new(readings);
    let units = units::units(readings);
    units::differences(readings, &units, &mut found);
    groups::differences(readings, &units, &mut found);
    order::differences(readings, &units, &mut found);
    classes::differences(readings, &units, &mut found);
    reading::image_differences(readings, &mut found);
    found
}
