//! Writes the content streams of an original page again, with marked-content sequences around what they draw.
//! Nothing that is drawn changes: strings are divided between two codes, and all other operators stay as they are.
//!
//! A sequence begins and ends either inside of one text object or outside of all of them (ISO 32000-1, 14.6.1), and
//! never within a path.

use std::collections::HashMap;

use super::layer::actual_text;
use super::marks::Mark;
use super::sequences::Sequences;
use super::stream::ContentStream;
use crate::geometry::Rect;
use crate::page::{
    GlyphPlace, Operation, OperationKind, OriginalContent, OriginalPage, SequenceKind,
    TextOperation, TextPiece,
};

/// Least share of the boxes of a drawn image and of a figure that is common to both.
const SAME: f32 = 0.8;

/// The prefix of the names of forms that are written again.
pub(super) const FORM: &str = "Tagged";

/// The sequence of a glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GlyphMark {
    pub mark: Mark,
    /// The replacement text of its word: an index in [`Rewriter::texts`].
    pub text: Option<usize>,
}

impl From<Mark> for GlyphMark {
    fn from(mark: Mark) -> Self {
        Self { mark, text: None }
    }
}

/// The streams of a page, and what they show.
pub(super) struct Rewriter<'a> {
    pub page: &'a OriginalPage,
    /// The marks of glyphs.
    pub glyphs: &'a HashMap<GlyphPlace, GlyphMark>,
    /// The texts of corrected words. Each is written once, and becomes empty.
    pub texts: Vec<String>,
    /// The figures, each with its box.
    pub figures: &'a [(Rect, Mark)],
    /// Whether invisible text that is not on the page any more is left out.
    pub drops_invisible: bool,
    /// For each form, whether it is written again.
    pub changed: Vec<bool>,
    pub sequences: &'a mut Sequences,
}

/// The state of writing a stream.
struct State {
    out: ContentStream,
    /// The number of the stream.
    stream: u32,
    open: Option<GlyphMark>,
    in_path: bool,
    /// Number of open replacement texts. In one, the sequence does not change.
    replaced: usize,
}

impl Rewriter<'_> {
    /// For each form, whether it is written again: it has content of the structure tree, or old sequences.
    pub(super) fn changed_forms(&self) -> Vec<bool> {
        let mut changed = vec![false; self.page.forms.len()];
        // Forms have higher indices than those that draw them.
        for at in (0..changed.len()).rev() {
            let form = self
                .page
                .forms
                .get(at)
                .filter(|form| !form.entries.is_empty());
            let operations = form.map_or(&[][..], |form| form.content.operations.as_slice());
            let is_changed = operations.iter().any(|operation| match &operation.kind {
                OperationKind::Text(text) => {
                    text.pieces
                        .iter()
                        .any(|piece| self.mark_of(piece).is_some())
                        || (text.invisible && self.drops_invisible)
                }
                OperationKind::Paint(bbox) => self.figure(*bbox).is_some(),
                OperationKind::Form(inner) => changed.get(*inner) == Some(&true),
                OperationKind::BeginMarked(kind) => *kind == SequenceKind::Replaced,
                _ => false,
            });
            if let Some(slot) = changed.get_mut(at) {
                *slot = is_changed;
            }
        }
        changed
    }

    /// Writes a stream, whose number is 0 for the page and one more than its index for a form.
    pub(super) fn write(&mut self, content: &OriginalContent, stream: u32) -> Vec<u8> {
        let mut state = State {
            out: ContentStream::default(),
            stream,
            open: None,
            in_path: false,
            replaced: 0,
        };
        for (at, operation) in content.operations.iter().enumerate() {
            let rest = content.operations.get(at + 1..).unwrap_or_default();
            self.operation(operation, rest, content, &mut state);
        }
        self.close(&mut state);
        // Bytes behind the last operator, which readers may understand.
        let end = content.operations.last().map_or(0, |last| last.range.end);
        state.out.bytes(content.data.get(end..).unwrap_or_default());
        state.out.into_bytes()
    }

    fn operation(
        &mut self,
        operation: &Operation,
        rest: &[Operation],
        content: &OriginalContent,
        state: &mut State,
    ) {
        let raw = content
            .data
            .get(operation.range.clone())
            .unwrap_or_default();
        match &operation.kind {
            OperationKind::State => {}
            OperationKind::BeginText | OperationKind::EndText => {
                if state.replaced == 0 {
                    self.close(state);
                }
            }
            OperationKind::Construct => {
                if !state.in_path {
                    let paints = rest.iter().find_map(|next| match next.kind {
                        OperationKind::PaintPath => Some(true),
                        OperationKind::Construct | OperationKind::State => None,
                        _ => Some(false),
                    });
                    if paints == Some(true) {
                        self.want(Mark::Artifact.into(), state);
                    }
                    state.in_path = true;
                }
            }
            OperationKind::EndPath => state.in_path = false,
            OperationKind::PaintPath => {
                if !state.in_path {
                    self.want(Mark::Artifact.into(), state);
                }
                state.in_path = false;
            }
            OperationKind::Paint(bbox) => {
                let mark = self.figure(*bbox).unwrap_or(Mark::Artifact);
                self.want(mark.into(), state);
            }
            OperationKind::Form(form) => {
                if self.changed.get(*form) == Some(&true) {
                    self.close(state);
                    state.out.bytes(b"\n");
                    state.out.name(&format!("{FORM}{form}"));
                    state.out.operator("Do");
                    return;
                }
                self.want(Mark::Artifact.into(), state);
            }
            OperationKind::Text(text) => {
                if self.text(text, state) {
                    return;
                }
            }
            OperationKind::BeginMarked(kind) => match kind {
                SequenceKind::Replaced => return,
                SequenceKind::Layer => self.close(state),
                SequenceKind::Text => {
                    if state.replaced == 0 {
                        let mark = self.first_mark(rest);
                        self.want(mark.into(), state);
                    }
                    state.replaced += 1;
                }
            },
            OperationKind::EndMarked(kind) => match kind {
                SequenceKind::Replaced => return,
                SequenceKind::Layer => self.close(state),
                SequenceKind::Text => state.replaced = state.replaced.saturating_sub(1),
            },
        }
        state.out.bytes(b"\n");
        let raw = raw.trim_ascii_start();
        match operation.kind {
            OperationKind::BeginMarked(SequenceKind::Text) => state.out.bytes(&without_mcid(raw)),
            _ => state.out.bytes(raw),
        }
    }

    /// Writes an operator that shows text if it is divided or left out. Returns whether it did.
    fn text(&mut self, text: &TextOperation, state: &mut State) -> bool {
        let mut marks = Vec::with_capacity(text.pieces.len());
        for piece in &text.pieces {
            if let TextPiece::Code(..) = piece {
                marks.push(self.mark_of(piece));
            }
        }
        let known = marks.iter().flatten().next().copied();
        if known.is_none() && text.invisible && self.drops_invisible {
            return true;
        }
        if state.replaced > 0 {
            return false;
        }
        // Spaces, and glyphs whose place is unknown, belong to those before them.
        let mut last = GlyphMark::from(known.map_or(Mark::Artifact, |own| own.mark));
        let marks: Vec<GlyphMark> = marks
            .into_iter()
            .map(|mark| {
                // The replacement text of a word has no space.
                last = mark.unwrap_or(GlyphMark::from(last.mark));
                last
            })
            .collect();
        let first = marks.first().copied().unwrap_or(last);
        if marks.iter().all(|mark| *mark == first) {
            self.want(first, state);
            return false;
        }
        state.out.bytes(b"\n");
        state.out.raw(&text.before);
        let (mut marks, mut codes) = (marks.into_iter(), text.codes.as_slice());
        let mut array = ContentStream::default();
        let mut current = None;
        for piece in &text.pieces {
            match piece {
                TextPiece::Move(value) => array.raw(&format!("{value}")),
                TextPiece::Code(length, _) => {
                    let mark = marks.next().unwrap_or(first);
                    if current != Some(mark) {
                        if current.is_some() {
                            self.flush(&mut array, state);
                        }
                        self.want(mark, state);
                        current = Some(mark);
                    }
                    let (own, after) = codes
                        .split_at_checked((*length).into())
                        .unwrap_or((codes, &[]));
                    codes = after;
                    array.string(own);
                }
            }
        }
        self.flush(&mut array, state);
        true
    }

    /// Writes the elements of an array of `TJ`.
    fn flush(&self, array: &mut ContentStream, state: &mut State) {
        let array = std::mem::take(array).into_bytes();
        state.out.bytes(b"[");
        state.out.bytes(&array);
        state.out.bytes(b"]TJ ");
    }

    /// Ends the open sequence and begins another one, unless it is the same.
    fn want(&mut self, own: GlyphMark, state: &mut State) {
        if state.open == Some(own) || state.replaced > 0 {
            return;
        }
        match &mut state.open {
            Some(open) if open.mark == own.mark => {
                if open.text.take().is_some() {
                    state.out.bytes(b"\nEMC\n");
                }
            }
            _ => {
                self.close(state);
                state.out.bytes(b"\n");
                self.sequences.begin(own.mark, state.stream, &mut state.out);
                state.out.bytes(b"\n");
            }
        }
        if let Some(text) = own.text.and_then(|text| self.texts.get_mut(text)) {
            state.out.raw(&actual_text(&std::mem::take(text)));
            state.out.bytes(b"\n");
        }
        state.open = Some(own);
    }

    fn close(&self, state: &mut State) {
        if let Some(open) = state.open.take() {
            if open.text.is_some() {
                state.out.bytes(b"\nEMC");
            }
            state.out.bytes(b"\nEMC\n");
        }
    }

    fn mark_of(&self, piece: &TextPiece) -> Option<GlyphMark> {
        match piece {
            TextPiece::Code(_, Some(place)) => self.glyphs.get(place).copied(),
            TextPiece::Code(_, None) | TextPiece::Move(_) => None,
        }
    }

    /// The mark of the first content in a replacement text.
    fn first_mark(&self, rest: &[Operation]) -> Mark {
        let mark = rest.iter().find_map(|next| match &next.kind {
            OperationKind::Text(text) => {
                let mut marks = text.pieces.iter().filter_map(|piece| self.mark_of(piece));
                marks.next().map(|own| own.mark)
            }
            OperationKind::Paint(bbox) => self.figure(*bbox),
            OperationKind::EndMarked(SequenceKind::Text) => Some(Mark::Artifact),
            _ => None,
        });
        mark.unwrap_or(Mark::Artifact)
    }

    /// The mark of the figure in the place of an image.
    fn figure(&self, bbox: Rect) -> Option<Mark> {
        let is_it = |place: &Rect| {
            let common = place.intersection(bbox).area();
            common >= SAME * place.area().max(bbox.area()) && common > 0.0
        };
        let found = self.figures.iter().find(|(place, _)| is_it(place));
        found.map(|(_, mark)| *mark)
    }
}

/// The operator without the `MCID` of its property list, which belongs to the old structure tree.
fn without_mcid(raw: &[u8]) -> Vec<u8> {
    const KEY: &[u8] = b"/MCID";
    let mut out = raw.to_vec();
    while let Some(start) = memchr::memmem::find(&out, KEY) {
        let value = out.get(start + KEY.len()..).unwrap_or_default();
        let space = value
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        let digits = value
            .iter()
            .skip(space)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        out.drain(start..start + KEY.len() + space + digits);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_number_of_a_sequence_is_left_out() {
        for (before, after) in [
            (
                "/Span<</MCID 3/ActualText(a)>>BDC",
                "/Span<</ActualText(a)>>BDC",
            ),
            (
                "/Span <</ActualText(a) /MCID\n12>> BDC",
                "/Span <</ActualText(a) >> BDC",
            ),
            (
                "/Span <</ActualText(a)>> BDC",
                "/Span <</ActualText(a)>> BDC",
            ),
        ] {
            let out = without_mcid(before.as_bytes());
            assert_eq!(String::from_utf8(out).unwrap(), after);
        }
    }
}
