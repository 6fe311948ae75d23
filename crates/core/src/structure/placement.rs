//! Decides whether an element contains blocks, is a block of lines, or is a part of lines.

use super::element::{Kid, Structure};
use super::references::is_note;
use crate::page::{StructureLevel, standard_type};

/// The place of an element among others. Its type is not enough: files have lists in paragraphs, paragraphs
/// in links, and types that no standard defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placement {
    /// Contains blocks; text directly in it forms paragraphs without an element.
    Group,
    /// Contains lines.
    Block,
    /// A part of lines, in a block or directly in a group.
    Inline,
    /// A group of the document's artifacts (ISO 32000-2, 14.8.2.2), or anything in one.
    Artifact,
}

/// The behaviour that the type of an element implies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nature {
    Group,
    /// A group among blocks; inline inside lines, because browsers create it from HTML.
    Div,
    Block,
    Inline,
    /// A block of its own among blocks, else a part of lines.
    Figure,
    /// Decided by its parent: types outside the standard, and notes, which are in lines in ISO 32000-1 and
    /// between blocks in ISO 32000-2.
    Open,
    /// Decided by its content. Browsers write a `NonStruct` for every piece of a line.
    Transparent,
}

fn nature(structure: &Structure, index: usize) -> Nature {
    let element = &structure.elements[index];
    match element.kind() {
        "NonStruct" | "Private" => return Nature::Transparent,
        "Note" | "FENote" => return Nature::Open,
        "Div" => return Nature::Div,
        "Figure" => return Nature::Figure,
        "Lbl" => {
            let parent = element.parent.map(|p| structure[p].standard_type.as_str());
            return match parent {
                Some("LI" | "TOCI") => Nature::Block,
                _ => Nature::Inline,
            };
        }
        _ => {}
    }
    match standard_type(element.kind()).map(|t| t.level) {
        Some(StructureLevel::Grouping) => Nature::Group,
        Some(StructureLevel::Paragraph) => Nature::Block,
        Some(StructureLevel::Inline | StructureLevel::Illustration) => Nature::Inline,
        None => Nature::Open,
    }
}

/// The places of all elements, by number.
pub(super) fn places(structure: &Structure) -> Vec<Placement> {
    let count = structure.elements.len();
    let natures: Vec<Nature> = (0..count).map(|i| nature(structure, i)).collect();
    // Whether each element contains a block. Children follow their parents.
    let mut blocks = vec![false; count];
    for (i, element) in structure.elements.iter().enumerate().rev() {
        if (blocks[i] || matches!(natures[i], Nature::Group | Nature::Block))
            && let Some(parent) = element.parent
            // A note does not divide its paragraph.
            && !(is_note(element) && in_lines(natures[parent.0 as usize]))
        {
            blocks[parent.0 as usize] = true;
        }
    }
    let mut places: Vec<Placement> = Vec::with_capacity(count);
    for (i, element) in structure.elements.iter().enumerate() {
        let around = element
            .parent
            .map_or(Placement::Group, |p| places[p.0 as usize]);
        places.push(match (around, natures[i]) {
            (Placement::Artifact, _) => Placement::Artifact,
            _ if element.standard_type == "Artifact" => Placement::Artifact,
            (Placement::Block | Placement::Inline, _) if is_note(element) => match blocks[i] {
                true => Placement::Group,
                false => Placement::Block,
            },
            (Placement::Block | Placement::Inline, _) => Placement::Inline,
            (Placement::Group, Nature::Group | Nature::Div | Nature::Figure) => Placement::Group,
            (Placement::Group, _) if blocks[i] => Placement::Group,
            // A paragraph of figures is treated as a group.
            (Placement::Group, Nature::Block) if has_figures_only(&element.kids, &natures) => {
                Placement::Group
            }
            (Placement::Group, Nature::Block | Nature::Open) => Placement::Block,
            (Placement::Group, Nature::Inline | Nature::Transparent) => Placement::Inline,
        });
    }
    places
}

/// Whether an element of this nature may contain lines.
fn in_lines(nature: Nature) -> bool {
    matches!(nature, Nature::Block | Nature::Inline | Nature::Transparent)
}

fn has_figures_only(kids: &[Kid], natures: &[Nature]) -> bool {
    let figure = |kid: &Kid| match kid {
        Kid::Element(id) => natures[id.0 as usize] == Nature::Figure,
        _ => false,
    };
    !kids.is_empty() && kids.iter().all(figure)
}
