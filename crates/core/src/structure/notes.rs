//! Finds notes that interrupt the lines of their paragraph. Such a note is placed behind the paragraph unless
//! it is printed inside a line.

use super::Structure;
use super::content::Dealt;
use super::part::{Child, Parts};
use super::placement::Placement;
use super::references::is_note;
use crate::line::{Frames, LineParams, lines};
use crate::page::{Content, Glyph};

/// Marks the notes that are placed behind their paragraph.
pub(super) fn set_apart(
    structure: &Structure,
    parts: &mut Parts,
    dealt: &Dealt,
    content: &Content,
    params: &LineParams,
) {
    let notes: Vec<u32> = (0u32..)
        .zip(&parts.parts)
        .filter(|(_, part)| is_note(&structure[part.element]))
        .map(|(number, _)| number)
        .collect();
    if notes.is_empty() {
        return;
    }
    let frames = Frames::new(content);
    for note in notes {
        let place = parts.get(note).place;
        let apart = match place {
            Placement::Group => true,
            Placement::Block => !is_in_line(note, parts, dealt, content, &frames, params),
            Placement::Inline | Placement::Artifact => false,
        };
        parts.has_notes |= apart;
        if let Some(part) = parts.parts.get_mut(note as usize) {
            part.apart = apart;
            if !apart && place == Placement::Block {
                part.place = Placement::Inline;
            }
        }
    }
}

/// Whether a note begins on a line of its paragraph, because some writers tag only the sign of a note.
fn is_in_line(
    note: u32,
    parts: &Parts,
    dealt: &Dealt,
    content: &Content,
    frames: &Frames,
    params: &LineParams,
) -> bool {
    let inked = |&g: &u32| {
        let shows = |g: &Glyph| !g.space && g.text.len > 0;
        content.glyphs.get(g as usize).is_some_and(shows)
    };
    let Some(around) = parts.get(note).parent else {
        return false;
    };
    let children = parts.children(Some(around));
    let at = children.iter().position(|&c| c == Child::Part(note));
    let before = at.and_then(|at| children.get(..at)).unwrap_or_default();
    let before = parts.items_below(Some(around), before);
    let last = before.iter().rev().find_map(|&(item, _)| {
        let glyphs = dealt.glyphs.get(item as usize)?;
        glyphs.iter().copied().rfind(inked)
    });
    let own = parts.items_below(Some(note), &parts.get(note).children);
    let first = own.iter().find_map(|&(item, _)| {
        let glyphs = dealt.glyphs.get(item as usize)?;
        glyphs.iter().copied().find(inked)
    });
    let (Some(last), Some(first)) = (last, first) else {
        return false;
    };
    lines(content, frames, [last, first], params, &mut Vec::new()).len() == 1
}
