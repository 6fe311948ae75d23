//! Combines tags and geometry: a page follows its tags where these are informative, and page analysis
//! elsewhere. Both are independent of each other. [`structure`](crate::structure) marks the undecided parts,
//! and this module analyses them.
//!
//! - Text directly in grouping elements ([`open`]).
//! - Text outside all elements ([`untagged`]).
//! - Headings known only from the outline ([`bookmarks`]), or neither from tags nor outline ([`headings`]).
//!
//! [`verdict`] measures the agreement of both.

mod bookmarks;
mod headings;
mod open;
mod tagged_words;
mod untagged;
pub mod verdict;

use crate::counted::{counted, verb};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::layout::{self, LayoutParams};
use crate::page::{NodeId, Own, Page};
use crate::structure::TaggedPage;

/// Minimum ratio of untagged to tagged text from which the whole page is analysed by geometry.
const UNTAGGED: usize = 3;

/// Builds the page from its tags and the analysis of the parts that the tags leave undecided. If nearly all
/// text is untagged, all of it is analysed by geometry.
pub fn complete(tagged: TaggedPage, params: &LayoutParams, warnings: &mut Warnings) -> Page {
    let (mut page, untagged) = (tagged.page, tagged.untagged);
    let mut warn = |message: String| {
        warnings.push(Diagnostic::new(DiagnosticKind::Tags, message));
    };
    if tagged.watermark {
        warn("a watermark, which is not part of the text by the tags, is left out".to_owned());
    }
    if !page.order.is_empty() && untagged.len() > UNTAGGED * page.order.len() {
        let mut page = layout::analyse(page.index, page.content, params);
        let found: Vec<NodeId> = page.tree.children(page.tree.root()).collect();
        for id in found {
            page.tree[id].add_attribute(Own::Untagged, "true");
        }
        bookmarks::mark(&mut page, &tagged.bookmarks);
        return page;
    }
    let analysed = tagged
        .open
        .iter()
        .filter(|region| open::analyse(&mut page, region, params))
        .count();
    if analysed > 0 {
        warn(format!(
            "{} of text {} directly in elements that only group others; {} analysed by geometry",
            counted(analysed, "region"),
            verb(analysed, "is", "are"),
            verb(analysed, "it is", "they are"),
        ));
    }
    if !untagged.is_empty() {
        untagged::place(&mut page, &untagged, params);
    }
    bookmarks::mark(&mut page, &tagged.bookmarks);
    if tagged.headless {
        headings::find(&mut page, params);
    }
    page
}
