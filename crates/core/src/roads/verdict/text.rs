//! Finds text that is untagged, only grouped, or contradicted by its `ActualText`.

use std::collections::HashSet;

use super::both::{Both, is_listing, lines_below, words_below};
use super::finding::{By, Found, Kind, beginning};
use crate::geometry::Rect;
use crate::page::{Detail, NodeId, NodeKind, Page};

/// Minimum size of legible text, in points.
const LEGIBLE: f32 = 4.0;

/// Minimum words of a line that is not mere decoration.
const WORDS: usize = 2;

/// Finds untagged words; consecutive ones in the analysis are one item.
pub(super) fn untagged(both: &Both, found: &mut Vec<Found>) {
    let eye = &both.eye;
    let words: Vec<NodeId> = words_below(eye, eye.tree.root()).collect();
    for run in words.chunk_by(|&a, &b| both.is_untagged(a) == both.is_untagged(b)) {
        let untagged = run.first().is_some_and(|&word| both.is_untagged(word));
        let letters = |&word: &NodeId| eye.text_below(word).contains(char::is_alphabetic);
        if untagged && run.iter().any(letters) {
            found.push(Found::at(Kind::Untagged, By::Geometry, eye, run).fault());
        }
    }
}

/// Finds legible artifact lines between the lines of elements, except watermarks and running heads.
pub(super) fn artifacts(both: &Both, found: &mut Vec<Found>) {
    let tags = &both.tags;
    let all = || lines_below(tags, tags.tree.root());
    let body: Vec<Rect> = all()
        .filter(|&(id, _)| !both.is_artifact(id))
        .map(|(_, bbox)| bbox)
        .collect();
    let around = body.iter().copied().fold(Rect::EMPTY, Rect::union);
    for (id, bbox) in all().filter(|&(id, _)| both.is_artifact(id)) {
        let said = |name: &str| {
            let mut nodes = tags.tree.around(id);
            let attributes = nodes.find(|&id| tags.tree[id].kind.as_str() == "Artifact");
            let attributes = attributes.map(|id| tags.tree[id].attributes.iter());
            attributes.into_iter().flatten().any(|a| a.value == name)
        };
        let apart = [
            "Header",
            "Footer",
            "PageNum",
            "Bates",
            "Watermark",
            "Background",
        ];
        let inside = bbox.y0 >= around.y0 && bbox.y1 <= around.y1;
        let inside = inside && bbox.x0 < around.x1 && bbox.x1 > around.x0;
        // Over other text: a shadow or a stamp.
        let over = body
            .iter()
            .any(|line| line.intersection(bbox).area() > 0.2 * bbox.area());
        if inside && !over && !apart.into_iter().any(said) && is_legible(tags, id) {
            let words: Vec<NodeId> = words_below(tags, id).collect();
            found.push(Found::at(Kind::Artifact, By::Geometry, tags, &words).fault());
        }
    }
}

fn is_legible(page: &Page, line: NodeId) -> bool {
    let upright = match &page.tree[line].detail {
        Detail::Line(line) => line.angle.abs() < 1.0 && line.size >= LEGIBLE,
        _ => false,
    };
    let reads = |word: &NodeId| {
        let letters = page
            .text_below(*word)
            .chars()
            .filter(|c| c.is_alphabetic())
            .count();
        let glyph = page.glyphs_of(*word).first();
        let glyph = glyph.and_then(|&g| page.content.glyphs.get(g as usize));
        letters > 1 && glyph.is_some_and(|glyph| page.content.run_of(glyph).visible)
    };
    upright && words_below(page, line).filter(reads).count() >= WORDS
}

/// Finds text in grouping elements that consists of several paragraphs in the analysis.
pub(super) fn groups(both: &Both, found: &mut Vec<Found>) {
    let is_paragraph = |id: &NodeId| both.eye.tree[*id].kind == NodeKind::TEXTBOX;
    for region in &both.open {
        let words = region.nodes.iter();
        let words: Vec<NodeId> = words.flat_map(|&id| words_below(&both.tags, id)).collect();
        let seen = words.iter().filter_map(|&word| both.seen_word(word));
        let paragraphs = seen.filter_map(|word| both.eye.tree.around(word).find(is_paragraph));
        let several = paragraphs.collect::<HashSet<NodeId>>().len() > 1;
        if several && !is_listing(&both.tags, words.iter().copied()) {
            found.push(Found::at(Kind::Group, By::Geometry, &both.tags, &words).fault());
        }
    }
}

/// Finds replacement texts that contradict the displayed text.
pub(super) fn actual_texts(both: &Both, found: &mut Vec<Found>) {
    for one in &both.tags.content.contradictions {
        let words = one.shown.split_whitespace().count();
        let mut new = Found::new(Kind::ActualText, By::Tags, (&one.shown, words), one.bbox);
        new.place.said = Some(beginning(&one.said));
        found.push(new.fault());
    }
}
