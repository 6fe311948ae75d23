//! Records the operators of a page and of the forms that it draws.

use std::collections::HashMap;

use crate::content::watch::{Act, Watch, image_box};
use crate::font::Font;
use crate::geometry::Rect;
use crate::page::{
    CodeTexts, Decoding, Glyph, GlyphPlace, Operation, OperationKind, OriginalContent,
    SequenceKind, TextOperation, TextPiece,
};
use crate::pdf::ObjectIdentifier;
use crate::pdf::lexer::{Token, name};

/// A stream that is being recorded.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The form; `None` for the page's own content.
    pub form: Option<ObjectIdentifier>,
    /// The index of the stream that draws it.
    pub parent: usize,
    operations: Vec<Operation>,
    /// The beginning of the current operator's operands.
    start: Option<usize>,
    /// The tag and the beginning of the property list of the current operator.
    operands: Vec<u8>,
    /// Whether the last operator is an inline image. It ends where the next token begins.
    inline: bool,
    /// The open sequences.
    sequences: Vec<SequenceKind>,
}

/// Maximum number of bytes of operands that are kept to recognise sequences.
const MOST_OPERANDS: usize = 1 << 16;

impl Draft {
    /// The stream with its data. The last inline image ends with it.
    pub(super) fn content(mut self, data: Vec<u8>) -> OriginalContent {
        if self.inline
            && let Some(last) = self.operations.last_mut()
        {
            last.range.end = data.len();
        }
        OriginalContent {
            operations: self.operations,
            data,
        }
    }
}

#[derive(Debug)]
pub(super) struct Recorder {
    /// The page's content, then each form that it draws.
    streams: Vec<Draft>,
    /// The streams that are being read, the innermost last.
    open: Vec<usize>,
    /// Whether the page's content has ended, and annotations follow.
    ended: bool,
    /// The texts that fonts have without `ToUnicode`, by the fonts.
    texts: HashMap<(u32, i32), CodeTexts>,
}

impl Default for Recorder {
    fn default() -> Self {
        Self {
            streams: vec![Draft::default()],
            open: vec![0],
            ended: false,
            texts: HashMap::new(),
        }
    }
}

impl Recorder {
    /// The streams, and the texts that fonts have without `ToUnicode`.
    pub(super) fn finish(self) -> (Vec<Draft>, HashMap<(u32, i32), CodeTexts>) {
        (self.streams, self.texts)
    }

    fn current(&mut self) -> Option<&mut Draft> {
        let at = *self.open.last()?;
        self.streams.get_mut(at)
    }

    /// Selects the stream of a form: one that is open, or one that the last operator draws.
    fn select(&mut self, form: Option<ObjectIdentifier>) {
        let is_its = |streams: &[Draft], at: usize| streams.get(at).is_some_and(|s| s.form == form);
        if self
            .open
            .last()
            .is_some_and(|at| is_its(&self.streams, *at))
        {
            return;
        }
        if let Some(depth) = self.open.iter().rposition(|at| is_its(&self.streams, *at)) {
            self.open.truncate(depth + 1);
            return;
        }
        let parent = self.open.last().copied().unwrap_or(0);
        let count = self.streams.len();
        let last = self
            .streams
            .get_mut(parent)
            .and_then(|s| s.operations.last_mut());
        // Appearances of annotations are drawn by no operator.
        let Some(last) = last.filter(|last| matches!(last.kind, OperationKind::Paint(_))) else {
            self.ended = true;
            return;
        };
        let at = count;
        last.kind = OperationKind::Form(at - 1);
        self.streams.push(Draft {
            form,
            parent,
            ..Draft::default()
        });
        self.open.push(at);
    }
}

impl Watch for Recorder {
    fn token(
        &mut self,
        token: &Token<'_>,
        written: &[u8],
        offset: usize,
        form: Option<ObjectIdentifier>,
    ) {
        if self.ended {
            return;
        }
        self.select(form);
        if self.ended {
            return;
        }
        let Some(stream) = self.current() else { return };
        if std::mem::take(&mut stream.inline)
            && let Some(last) = stream.operations.last_mut()
        {
            last.range.end = offset;
        }
        let start = *stream.start.get_or_insert(offset);
        let keyword = match token {
            Token::Keyword(b"true" | b"false" | b"null") => None,
            Token::Keyword(keyword) => Some(*keyword),
            _ => None,
        };
        let Some(keyword) = keyword else {
            if stream.operands.len() < MOST_OPERANDS {
                stream.operands.extend_from_slice(written);
            }
            return;
        };
        let kind = kind(keyword, &stream.operands, &mut stream.sequences);
        stream.inline = keyword == b"BI";
        stream.operands.clear();
        stream.start = None;
        stream.operations.push(Operation {
            range: start..offset + written.len(),
            kind,
        });
    }

    fn act(&mut self, act: Act<'_>) {
        let current = self.open.last().filter(|_| !self.ended);
        let Some(stream) = current.and_then(|at| self.streams.get_mut(*at)) else {
            return;
        };
        let Some(last) = stream.operations.last_mut() else {
            return;
        };
        match (&mut last.kind, act) {
            (
                OperationKind::Paint(bbox),
                Act::Image { matrix, .. } | Act::InlineImage { matrix, .. },
            ) => {
                *bbox = image_box(matrix);
            }
            (OperationKind::Paint(bbox), Act::Place(place)) => *bbox = place,
            (
                OperationKind::Text(text),
                Act::Text {
                    font,
                    operands,
                    glyphs,
                    render_mode,
                    ..
                },
            ) => {
                text.invisible = matches!(render_mode, 3 | 7);
                let object = font.facts().object;
                let texts = object.map(|object| self.texts.entry(object).or_default());
                record_text(text, font, operands.as_slice(), glyphs, texts);
            }
            _ => {}
        }
    }
}

/// The kind of an operator, before its effect is known.
fn kind(keyword: &[u8], operands: &[u8], sequences: &mut Vec<SequenceKind>) -> OperationKind {
    match keyword {
        b"BT" => OperationKind::BeginText,
        b"ET" => OperationKind::EndText,
        b"m" | b"l" | b"c" | b"v" | b"y" | b"h" | b"re" | b"W" | b"W*" => OperationKind::Construct,
        b"n" => OperationKind::EndPath,
        b"f" | b"F" | b"f*" | b"S" | b"s" | b"B" | b"B*" | b"b" | b"b*" => OperationKind::PaintPath,
        b"sh" | b"Do" | b"BI" => OperationKind::Paint(Rect::EMPTY),
        b"Tj" | b"TJ" => OperationKind::Text(TextOperation::default()),
        b"'" => OperationKind::Text(TextOperation {
            before: "T*".to_owned(),
            ..TextOperation::default()
        }),
        b"\"" => OperationKind::Text(TextOperation {
            before: "\"".to_owned(),
            ..TextOperation::default()
        }),
        b"BMC" | b"BDC" => {
            let kind = sequence_kind(operands);
            sequences.push(kind);
            OperationKind::BeginMarked(kind)
        }
        // One that ends nothing is left out.
        b"EMC" => OperationKind::EndMarked(sequences.pop().unwrap_or(SequenceKind::Replaced)),
        _ => OperationKind::State,
    }
}

/// The kind of a sequence by its tag and property list.
fn sequence_kind(operands: &[u8]) -> SequenceKind {
    let operands = operands.trim_ascii_start();
    let Some(rest) = operands.strip_prefix(b"/") else {
        return SequenceKind::Replaced;
    };
    let end = rest
        .iter()
        .position(|byte| !byte.is_ascii_graphic() || b"/<[(".contains(byte));
    let (tag, properties) = rest.split_at(end.unwrap_or(rest.len()));
    let has = |key: &[u8]| memchr::memmem::find(properties, key).is_some();
    // A list in the resources is kept as a whole; it seldom belongs to the old structure tree.
    let is_named = properties.trim_ascii_start().starts_with(b"/");
    match name(tag).as_ref() {
        b"OC" => SequenceKind::Layer,
        b"Span" if is_named => SequenceKind::Text,
        _ if has(b"/ActualText") => SequenceKind::Text,
        _ => SequenceKind::Replaced,
    }
}

/// Records the codes that an operator shows, each with the place of its glyph. `texts` gets the texts that the font
/// has from elsewhere than `ToUnicode`.
fn record_text(
    text: &mut TextOperation,
    font: &Font,
    operands: &[Token<'_>],
    glyphs: &[Glyph],
    mut texts: Option<&mut CodeTexts>,
) {
    let is_array = operands
        .iter()
        .any(|operand| matches!(operand, Token::ArrayStart));
    let shown: &[Token<'_>] = match (is_array, operands) {
        (false, [.., last]) => std::slice::from_ref(last),
        _ => operands,
    };
    if let (true, [.., Token::Number(word), Token::Number(character), _]) =
        (text.before == "\"", operands)
    {
        text.before = format!("{word} Tw {character} Tc T*");
    }
    for operand in shown {
        match operand {
            Token::Number(value) => text.pieces.push(TextPiece::Move(*value)),
            Token::String(raw) => {
                let string = raw.decode();
                for code in font.codes(&string) {
                    text.pieces.push(TextPiece::Code(code.len, None));
                    let is_known = matches!(
                        code.decoding,
                        Decoding::CharacterCollection | Decoding::GlyphName | Decoding::FontProgram
                    );
                    if let Some(texts) = texts.as_mut().filter(|_| is_known) {
                        let place = texts.entry((code.len, code.code));
                        place.or_insert_with(|| code.text.into_string());
                    }
                }
                text.codes.extend_from_slice(&string);
            }
            _ => {}
        }
    }
    let codes = text.pieces.iter_mut().filter_map(|piece| match piece {
        TextPiece::Code(_, place) => Some(place),
        TextPiece::Move(_) => None,
    });
    let mut codes: Vec<_> = codes.collect();
    // Glyphs outside of the page are left out, so that it is unknown which code has which glyph.
    let known = if codes.len() == glyphs.len() {
        glyphs.len()
    } else {
        glyphs.len().min(1)
    };
    for (place, glyph) in codes.iter_mut().zip(glyphs.iter().take(known)) {
        **place = Some(GlyphPlace::of(glyph.origin));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_and_replacement_texts_are_kept() {
        for (operands, kind) in [
            ("/OC /MC0", SequenceKind::Layer),
            (" /Span<</ActualText(a)>>", SequenceKind::Text),
            ("/Span <</MCID 0/ActualText(a)>>", SequenceKind::Text),
            ("/P<</MCID 3>>", SequenceKind::Replaced),
            ("/P /MC1", SequenceKind::Replaced),
            ("/Span /MC1", SequenceKind::Text),
            ("/Artifact", SequenceKind::Replaced),
            ("", SequenceKind::Replaced),
        ] {
            assert_eq!(sequence_kind(operands.as_bytes()), kind, "{operands}");
        }
    }
}
