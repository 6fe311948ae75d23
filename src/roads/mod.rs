//! Where the two roads meet: pages by their tags, as far as these say something, and by their geometry
//! for the rest. The roads do not know each other; [`structure`](crate::structure) marks what it leaves
//! open, and here the page analysis is asked about it.
//!
//! - Text that is directly in elements which only group others ([`open`]).
//! - Text that no element has ([`untagged`]).
//! - Headings that only the outline knows ([`bookmarks`]), or neither tags nor outline ([`headings`]).
//!
//! And how far both agree: [`verdict`].

mod bookmarks;
mod headings;
mod open;
mod untagged;
pub(crate) mod verdict;

use crate::counted::{counted, verb};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Warnings};
use crate::layout::{self, LayoutParams};
use crate::model::{Detail, NodeId, Own, Page, Step, Tree};
use crate::structure::TaggedPage;

/// A page with this many times as much text without tags as with them is hardly tagged at all.
const UNTAGGED: usize = 3;

/// The whole page, made of what its tags say and of what they leave open. Where that is nearly all of
/// the text, all of it is analysed by its geometry.
pub(crate) fn complete(tagged: TaggedPage, params: &LayoutParams, warnings: &mut Warnings) -> Page {
    let TaggedPage {
        mut page,
        untagged,
        open,
        watermark,
        bookmarks,
        headless,
        ..
    } = tagged;
    let mut warn = |message: String| {
        warnings.push(Diagnostic::new(DiagnosticKind::Tags, message));
    };
    if watermark {
        warn("a watermark, which is not part of the text by the tags, is left out".to_owned());
    }
    if !page.order.is_empty() && untagged.len() > UNTAGGED * page.order.len() {
        let mut page = layout::analyse(page.index, page.content, params);
        let found: Vec<NodeId> = page.tree.children(page.tree.root()).collect();
        for id in found {
            page.tree[id].add_attribute(Own::Untagged, "true");
        }
        bookmarks::mark(&mut page, &bookmarks);
        return page;
    }
    let analysed = open
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
    bookmarks::mark(&mut page, &bookmarks);
    if headless {
        headings::find(&mut page, params);
    }
    page
}

/// For each glyph of the page, the word of the tagged text that it is in.
fn tagged_words(page: &Page) -> Vec<Option<NodeId>> {
    let mut words = vec![None; page.content.glyphs.len()];
    let mut steps = page.tree.walk(page.tree.root());
    while let Some(step) = steps.next() {
        let Step::Enter(id) = step else { continue };
        let node = &page.tree[id];
        if node.kind.as_str() == "Artifact" {
            steps.skip_children(id);
        } else if let Detail::Word(range) = &node.detail {
            let range = range.start as usize..range.end as usize;
            for &glyph in page.order.get(range).unwrap_or_default() {
                if let Some(word) = words.get_mut(glyph as usize) {
                    *word = Some(id);
                }
            }
        }
    }
    words
}

/// Every box around a node holds its own.
fn fit_around(tree: &mut Tree, id: NodeId) {
    let bbox = tree[id].bbox;
    let root = tree.root();
    let mut next = tree.parent(id);
    while let Some(id) = next.filter(|&id| id != root) {
        let node = &mut tree[id];
        node.bbox = node.bbox.union(bbox);
        next = tree.parent(id);
    }
}
