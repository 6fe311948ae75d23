//! Finds the notes of a page and the words that refer to them: links to a note, and raised labels.

use std::ops::Range;

use super::part::NoteId;
use crate::blocks::{Block, Paragraph, Word};
use crate::page::{LineGeometry, NodeId, Own, Page};

/// Maximum type size of a label, as a share of the line's type size.
const SMALL: f32 = 0.85;
/// Minimum height of a label's baseline above that of the line, in ems of the line.
const RAISED: f32 = 0.12;
/// Maximum characters of a label.
const LONGEST: usize = 4;

/// The notes of a page.
pub(super) struct Notes {
    page: u32,
    notes: Vec<Note>,
}

struct Note {
    /// The element of the note, or its first paragraph.
    node: NodeId,
    anchor: Option<String>,
    label: String,
    referred: bool,
}

/// The note of a paragraph, and whether the paragraph is its first.
pub(super) struct OfNote {
    pub number: usize,
    pub first: bool,
}

impl Notes {
    /// Finds the notes of a page.
    pub(super) fn find(page: &Page, blocks: &[Block<'_>]) -> Self {
        let mut notes = Self {
            page: page.index,
            notes: Vec::new(),
        };
        for paragraph in blocks.iter().flat_map(|block| block.paragraphs()) {
            let Some((node, tagged)) = node_of_note(page, paragraph) else {
                continue;
            };
            if notes.notes.last().is_some_and(|note| note.node == node) {
                continue;
            }
            let label = label_of(page, paragraph);
            // An untagged paragraph without a label continues the previous note.
            if !tagged && label.is_empty() && !notes.notes.is_empty() {
                continue;
            }
            notes.notes.push(Note {
                node,
                anchor: page.tree[node].own(Own::Anchor).map(str::to_owned),
                label,
                referred: false,
            });
        }
        notes
    }

    /// Returns the note that a paragraph belongs to.
    pub(super) fn of(&self, page: &Page, paragraph: &Paragraph<'_>) -> Option<OfNote> {
        let (node, _) = node_of_note(page, paragraph)?;
        let exact = self.notes.iter().position(|note| note.node == node);
        // Paragraphs come in the order of their notes.
        let before = || {
            let earlier = |note: &Note| note.node.number() < node.number();
            self.notes.iter().rposition(earlier)
        };
        let number = exact.or_else(before)?;
        let first = exact.is_some() && first_paragraph(page, node, paragraph.node());
        Some(OfNote { number, first })
    }

    pub(super) fn label(&self, number: usize) -> &str {
        self.notes.get(number).map_or("", |note| &note.label)
    }

    pub(super) fn id(&self, number: usize) -> NoteId {
        NoteId {
            page: self.page,
            number: number as u32,
        }
    }

    pub(super) fn is_referred(&self, number: usize) -> bool {
        self.notes.get(number).is_some_and(|note| note.referred)
    }

    /// Returns the note that a word refers to for the first time, and the byte range of the reference in its
    /// text.
    pub(super) fn reference(
        &mut self,
        page: &Page,
        word: &Word<'_>,
        line: Option<&LineGeometry>,
        href: Option<&str>,
    ) -> Option<(NoteId, Range<usize>)> {
        if self.notes.is_empty() {
            return None;
        }
        let text = word.text();
        let id = |number: usize| NoteId {
            page: self.page,
            number: number as u32,
        };
        if let Some(anchor) = href.and_then(|href| href.strip_prefix('#')) {
            let mut notes = self.notes.iter_mut().enumerate();
            let (number, note) = notes.find(|(_, n)| n.anchor.as_deref() == Some(anchor))?;
            // A second link to the note, or one over several words, stays a link.
            let at = text.strip_suffix(note.label.as_str()).map_or(0, str::len);
            let found = !note.referred && !note.label.is_empty() && text.len() - at <= 8;
            note.referred |= found;
            return found.then(|| (id(number), at..text.len()));
        }
        let at = raised(page, word, line?, true)?;
        let raised = plain(text.get(at.clone())?);
        let label = raised.trim_matches([',', ';', '(', ')', '[', ']']);
        let mut notes = self.notes.iter_mut().enumerate();
        let (number, note) = notes.find(|(_, n)| !n.referred && n.label == label)?;
        note.referred = true;
        Some((id(number), at))
    }
}

/// Returns the node of the note around a paragraph, and whether it is tagged as a note.
fn node_of_note(page: &Page, paragraph: &Paragraph<'_>) -> Option<(NodeId, bool)> {
    let own = std::iter::once(paragraph.node());
    own.chain(page.tree.around(paragraph.node()))
        .find_map(|id| {
            let node = &page.tree[id];
            match node.kind.as_str() {
                "Note" | "FENote" => Some((id, true)),
                _ if node.own(Own::Role) == Some("footnote") => Some((id, false)),
                _ => None,
            }
        })
}

/// Whether a paragraph is the first content of a note.
fn first_paragraph(page: &Page, note: NodeId, paragraph: NodeId) -> bool {
    let mut id = paragraph;
    while id != note {
        let Some(parent) = page.tree.parent(id) else {
            return false;
        };
        let mut children = page.tree.children(parent);
        if children.next() != Some(id) {
            return false;
        }
        id = parent;
    }
    true
}

/// The label at the start of a note; empty if there is none.
fn label_of(page: &Page, paragraph: &Paragraph<'_>) -> String {
    let Some(line) = paragraph.lines().first() else {
        return String::new();
    };
    let Some(word) = line.words().first() else {
        return String::new();
    };
    let text = word.text();
    let whole = plain(text.trim_matches(['(', ')', '[', ']', '.', ':']));
    if is_label(&whole) {
        return whole;
    }
    let raised = line.geometry().map(|line| raised_start(page, word, line));
    let raised = plain(text.get(..raised.unwrap_or(0)).unwrap_or_default());
    if is_label(&raised) {
        raised
    } else {
        String::new()
    }
}

/// Returns the end of the label in the first word of a note, in bytes.
pub(super) fn label_end(word: &str, label: &str) -> Option<usize> {
    let mut end = 0;
    let mut rest = label.chars().peekable();
    for (at, c) in word.char_indices() {
        end = at + c.len_utf8();
        match rest.peek() {
            Some(&next) if plain_char(c) == next => {
                rest.next();
            }
            Some(_) if matches!(c, '(' | '[') => {}
            Some(_) => return None,
            None if matches!(c, ')' | ']' | '.' | ':') => {}
            None => return Some(at),
        }
    }
    rest.peek().is_none().then_some(end)
}

/// Whether a text can be the label of a note: a number, a letter, or reference signs.
fn is_label(text: &str) -> bool {
    let count = text.chars().count();
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let signs = text
        .chars()
        .all(|c| matches!(c, '*' | '†' | '‡' | '§' | '¶' | '‖' | '#'));
    let letter = count == 1 && text.chars().all(|c| c.is_ascii_lowercase());
    (1..=LONGEST).contains(&count) && (digits || signs || letter)
}

/// Converts superscript digits to digits.
fn plain(text: &str) -> String {
    text.chars().map(plain_char).collect()
}

fn plain_char(c: char) -> char {
    match c {
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁰' => '0',
        '⁴'..='⁹' => char::from_digit(u32::from(c) - u32::from('⁰'), 10).unwrap_or(c),
        '∗' => '*',
        c => c,
    }
}

fn is_raised(page: &Page, glyph: &crate::page::Glyph, line: &LineGeometry) -> bool {
    let Some(run) = page.content.runs.get(glyph.run as usize) else {
        return false;
    };
    let (dx, dy) = (
        glyph.origin.x - line.origin.x,
        glyph.origin.y - line.origin.y,
    );
    let above = dx * run.up.x + dy * run.up.y;
    run.size <= SMALL * line.size && above >= RAISED * line.size
}

/// Returns the byte range of the raised characters at the end of a word, before any final punctuation. With
/// `signs`, reference signs count as raised.
pub(super) fn raised(
    page: &Page,
    word: &Word<'_>,
    line: &LineGeometry,
    signs: bool,
) -> Option<Range<usize>> {
    let is_stop = |c: char| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '”' | '»');
    let text = word.text();
    let (mut start, mut end) = (text.len(), text.len());
    let glyphs: Vec<_> = word.glyphs().collect();
    for glyph in glyphs.iter().rev() {
        let own = page.content.text_of(glyph);
        if (signs && is_sign(own)) || is_raised(page, glyph, line) {
            start = start.checked_sub(own.len())?;
        } else if start == end && !own.is_empty() && own.chars().all(is_stop) {
            end = end.checked_sub(own.len())?;
            start = end;
        } else {
            break;
        }
    }
    let whole = text.is_char_boundary(start) && text.is_char_boundary(end);
    (start < end && whole).then_some(start..end)
}

/// Whether a text consists of signs that are labels of notes without being raised: `¹`, `*`, `†`.
fn is_sign(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| plain_char(c) != c || "*†‡".contains(c))
}

/// Returns the number of raised bytes at the start of a word.
fn raised_start(page: &Page, word: &Word<'_>, line: &LineGeometry) -> usize {
    let raised = |glyph: &&crate::page::Glyph| {
        let own = page.content.text_of(glyph);
        is_sign(own) || is_raised(page, glyph, line)
    };
    let glyphs = word.glyphs().take_while(raised);
    glyphs.map(|glyph| page.content.text_of(glyph).len()).sum()
}
