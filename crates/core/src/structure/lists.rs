//! Items of lists: joins labels with the text on their line, and decides whether a list is numbered.

use super::draft::Draft;
use super::labels::{Numbering, numbering_counts, reads_as_number};
use super::lines::{Text, WIDEST};
use super::placement::Placement;
use super::references::is_note;
use crate::bidi::has_right_to_left;
use crate::line::{LineParams, lines};
use crate::page::{Detail, Name, NodeId};

/// The beginning of an item of a list.
enum Beginning {
    /// A label element.
    Label(String),
    /// A word of its text.
    Word(String),
}

impl Draft<'_> {
    /// Whether a part is the label of an item or a note, on one line with the text behind it. It then begins
    /// that line.
    pub(super) fn is_leading_label(&self, part: u32) -> bool {
        let label = self.parts.get(part);
        let is_note_of = |part: u32| is_note(&self.tags.structure[self.parts.get(part).element]);
        let labels = label.place == Placement::Block || label.parent.is_some_and(is_note_of);
        if !labels || self.tags.structure[label.element].kind() != "Lbl" {
            return false;
        }
        let inked = |g: &u32| {
            let glyph = self.content.glyphs.get(*g as usize);
            glyph.is_some_and(|g| !g.space && g.text.len > 0)
        };
        let mut glyphs = self.text_of(part).glyphs;
        glyphs.retain(inked);
        let (Some(&first), Some(next)) = (glyphs.first(), self.glyph_behind(part, inked)) else {
            return false;
        };
        let at = |glyph: u32| {
            let glyph = self.content.glyphs.get(glyph as usize)?;
            let frame = self.frames.get(self.frames.number(glyph.run));
            let cell = frame.cell(glyph, self.content.runs.get(glyph.run as usize)?);
            Some((cell.x0, self.content.text_of(glyph)))
        };
        let (Some((label, _)), Some((body, text))) = (at(first), at(next)) else {
            return false;
        };
        // A label in the margin behind the text would be read in the wrong place.
        if body < label && !has_right_to_left(text) {
            return false;
        }
        glyphs.push(next);
        let params = LineParams {
            char_margin: WIDEST,
            ..*self.params
        };
        lines(self.content, self.frames, glyphs, &params, &mut Vec::new()).len() == 1
    }

    /// The first `wanted` glyph behind a part, inside its parent; `None` if it is in a table, whose cells are
    /// not lines of the item.
    fn glyph_behind(&self, part: u32, wanted: impl Fn(&u32) -> bool) -> Option<u32> {
        let around = self.parts.get(part).parent?;
        let children = self.parts.children(Some(around));
        let place = children
            .iter()
            .position(|&child| child == super::part::Child::Part(part))?;
        let behind = children.get(place + 1..).unwrap_or_default();
        let items = self.parts.items_below(Some(around), behind);
        let (glyph, inner) = items.into_iter().find_map(|(item, inner)| {
            let glyphs = self.dealt.glyphs.get(item as usize)?;
            Some((glyphs.iter().copied().find(&wanted)?, inner))
        })?;
        let mut parts = std::iter::successors(inner, |&p| self.parts.get(p).parent)
            .take_while(|&p| p != around);
        let table = parts.any(|p| {
            let element = self.parts.get(p).element;
            self.tags.structure[element].standard_type == "Table"
        });
        (!table).then_some(glyph)
    }

    /// Puts the pending labels before a text.
    pub(super) fn behind_labels(&mut self, text: Text) -> Text {
        let shows = text.glyphs.iter().any(|&g| {
            let glyph = self.content.glyphs.get(g as usize);
            glyph.is_some_and(|g| !g.space && g.text.len > 0)
        });
        if self.labels.is_empty() || !shows {
            return text;
        }
        let mut whole = Text::default();
        for label in std::mem::take(&mut self.labels) {
            whole.append(self.text_of(label));
            whole.labels.push(label);
        }
        whole.append(text);
        whole
    }

    /// Whether a list is numbered: by `ListNumbering`, else if every label is a number. Without labels, the
    /// first words of the items must be consecutive numbers.
    pub(super) fn list_counts(&self, list: NodeId) -> bool {
        let said = self.tree[list].attribute(&Name::standard("ListNumbering"));
        if let Some(counts) = said.and_then(numbering_counts) {
            return counts;
        }
        let items = self.tree.children(list);
        let items = items.filter(|&id| self.tree[id].kind.as_str() == "LI");
        let beginnings: Vec<Beginning> = items.filter_map(|item| self.beginning(item)).collect();
        let mut labels = beginnings
            .iter()
            .filter_map(|beginning| match beginning {
                Beginning::Label(text) => Some(text),
                Beginning::Word(_) => None,
            })
            .peekable();
        if labels.peek().is_some() {
            return labels.all(|label| reads_as_number(label));
        }
        let words = beginnings.iter().map(|beginning| match beginning {
            Beginning::Label(text) | Beginning::Word(text) => text.as_str(),
        });
        Numbering::counts(words)
    }

    /// The beginning of an item, before any list in it.
    fn beginning(&self, item: NodeId) -> Option<Beginning> {
        for id in self.tree.below(item) {
            let node = &self.tree[id];
            match &node.detail {
                _ if node.kind.as_str() == "L" => return None,
                _ if node.kind.as_str() == "Lbl" => {
                    return Some(Beginning::Label(self.text_below(id)));
                }
                Detail::Word(_) => return Some(Beginning::Word(self.text_below(id))),
                _ => {}
            }
        }
        None
    }

    pub(super) fn text_below(&self, id: NodeId) -> String {
        let mut text = String::new();
        for (_, glyphs) in self.tree.words(id) {
            let glyphs = self.order.get(glyphs.start as usize..glyphs.end as usize);
            let glyphs = glyphs.unwrap_or_default().iter();
            let glyphs = glyphs.filter_map(|&g| self.content.glyphs.get(g as usize));
            text.extend(glyphs.map(|g| self.content.text_of(g)));
            text.push(' ');
        }
        text
    }
}
