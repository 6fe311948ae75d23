//! Compares two analyses of a page and lists their differences.
//!
//! Words correspond if they consist of the same glyphs (`units`), whatever their text. Lines, paragraphs and
//! blocks are compared by their words (`groups`). The order is compared by the fewest words that must move
//! (`order`), and the classes of text by words again (`classes`). The result is symmetric except for the
//! names of changes: joined in one direction is split in the other.

mod classes;
mod difference;
mod groups;
mod images;
mod order;
mod pages;
mod reading;
#[cfg(test)]
mod tests;
mod units;

use super::pages::SeenPage;
use super::view::View;
use pdfa2hocr_core::diagnostics::Result;

pub(in crate::browse) use difference::Differences;
pub(in crate::browse) use pages::{OfPages, of_pages};

use difference::Counts;
use reading::Reading;

/// Data of the two analyses, in the given order.
type Pair<T> = [T; 2];

/// The differences between two analyses of a page, given by its index.
pub(in crate::browse) fn differences(a: &View, b: &View, index: u32) -> Result<Differences> {
    let seen = [a.page(index)?, b.page(index)?];
    Ok(compare([&seen[0], &seen[1]]).sorted())
}

/// The numbers of differences, for pages that are not shown.
fn counts(a: &View, b: &View, index: u32) -> Result<Counts> {
    let seen = [a.page_in_passing(index)?, b.page_in_passing(index)?];
    Ok(compare([&seen[0], &seen[1]]).counts())
}

fn compare(seen: Pair<&SeenPage>) -> Differences {
    compare_readings(&reading::both(seen))
}

fn compare_readings(readings: &Pair<Reading>) -> Differences {
    let mut found = Differences::new(readings);
    let units = units::units(readings);
    units::differences(readings, &units, &mut found);
    groups::differences(readings, &units, &mut found);
    order::differences(readings, &units, &mut found);
    classes::differences(readings, &units, &mut found);
    images::differences(readings, &mut found);
    found
}
