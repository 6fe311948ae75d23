//! Detects running heads and feet among elements: paragraphs in the header and footer styles of office
//! programs, which some converters tag as text.

use std::collections::HashSet;

use super::artifact::{Region, region};
use super::content::Dealt;
use super::element::Structure;
use super::part::{Child, Parts};
use super::placement::Placement;
use super::styles::{self, Edge};
use crate::geometry::Rect;
use crate::page::Content;

/// Turns paragraphs in such a style into artifacts, if they are alone at that edge of the page.
pub(super) fn set_aside(
    structure: &Structure,
    parts: &mut Parts,
    dealt: &Dealt,
    content: &Content,
) {
    let styled: Vec<(u32, Edge)> = (0u32..)
        .zip(&parts.parts)
        .filter(|(_, part)| part.place == Placement::Block)
        .filter_map(|(number, part)| Some((number, styles::edge(&structure[part.element])?)))
        .collect();
    if styled.is_empty() {
        return;
    }
    let glyphs_of = |parts: &Parts, part: Option<u32>, children: &[Child]| -> Vec<u32> {
        let items = parts.items_below(part, children).into_iter();
        let glyphs = items.filter_map(|(item, _)| dealt.glyphs.get(item as usize));
        glyphs.flatten().copied().collect()
    };
    let own: Vec<Vec<u32>> = styled
        .iter()
        .map(|&(part, _)| glyphs_of(parts, Some(part), &parts.get(part).children))
        .collect();
    let styled_glyphs: HashSet<u32> = own.iter().flatten().copied().collect();
    let body = glyphs_of(parts, None, &parts.top).into_iter();
    let body = body
        .filter(|glyph| !styled_glyphs.contains(glyph))
        .filter_map(|glyph| content.glyphs.get(glyph as usize))
        .fold(Rect::EMPTY, |around, glyph| around.union(glyph.bbox));
    for ((part, edge), glyphs) in styled.into_iter().zip(&own) {
        let wanted = match edge {
            Edge::Head => Region::Top,
            Edge::Foot => Region::Bottom,
        };
        if !glyphs.is_empty()
            && region(content, None, glyphs, body) == wanted
            && let Some(part) = parts.parts.get_mut(part as usize)
        {
            part.place = Placement::Artifact;
        }
    }
}
