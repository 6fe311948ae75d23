//! The words of a page, and their bytes in the [`Spool`](super::spool::Spool).

use crate::geometry::Rect;
use crate::write::flow::{StreamPlace, StreamWord};

/// A word of a page or a part of one.
pub(super) struct Word {
    pub text: String,
    /// Page index, from 0.
    pub page: u32,
    pub bbox: Rect,
    pub place: StreamPlace,
    /// No space precedes it on its line.
    pub glued: bool,
    /// It continues in the first word of the next line.
    pub divided: bool,
    /// It begins a printed line or is separate text.
    pub line: bool,
    pub paragraph: bool,
    /// It is a label: a note reference or an item number.
    pub label: bool,
    /// Position in drawing order among the words of the page.
    pub drawn: u32,
}

const GLUED: u8 = 1;
const DIVIDED: u8 = 2;
const LINE: u8 = 4;
const PARAGRAPH: u8 = 8;
const LABEL: u8 = 16;
const BESIDE: u8 = 32;
const HEAD: u8 = 64;

/// The words of a page as bytes: length of the text, flags, position in drawing order, box, text.
pub(super) fn encode(words: &[StreamWord]) -> Vec<u8> {
    let mut out = Vec::new();
    for word in words {
        let flag = |is: bool, flag: u8| if is { flag } else { 0 };
        let place = match word.place {
            StreamPlace::Body => 0,
            StreamPlace::Beside => BESIDE,
            StreamPlace::Head => HEAD,
        };
        let flags = flag(word.glued, GLUED)
            | flag(word.divided, DIVIDED)
            | flag(word.line, LINE)
            | flag(word.paragraph, PARAGRAPH)
            | flag(word.label, LABEL)
            | place;
        let length = u32::try_from(word.text.len()).unwrap_or(u32::MAX);
        let Rect { x0, y0, x1, y1 } = word.origin.bbox;
        out.extend(length.to_le_bytes());
        out.push(flags);
        out.extend(word.drawn.to_le_bytes());
        out.extend([x0, y0, x1, y1].into_iter().flat_map(f32::to_le_bytes));
        out.extend(word.text.as_bytes());
    }
    out
}

/// Appends the words of a page that [`encode`] wrote.
pub(super) fn decode(mut bytes: &[u8], page: u32, words: &mut Vec<Word>) {
    while let Some(word) = next(&mut bytes, page) {
        words.push(word);
    }
}

fn next(bytes: &mut &[u8], page: u32) -> Option<Word> {
    let length = u32::from_le_bytes(take(bytes)?);
    let [flags] = take(bytes)?;
    let drawn = u32::from_le_bytes(take(bytes)?);
    let mut edge = || take(bytes).map(f32::from_le_bytes);
    let bbox = Rect::new(edge()?, edge()?, edge()?, edge()?);
    let (text, rest) = bytes.split_at_checked(length as usize)?;
    *bytes = rest;
    let is = |flag: u8| flags & flag != 0;
    Some(Word {
        text: String::from_utf8_lossy(text).into_owned(),
        page,
        bbox,
        place: match flags & (BESIDE | HEAD) {
            0 => StreamPlace::Body,
            BESIDE => StreamPlace::Beside,
            _ => StreamPlace::Head,
        },
        glued: is(GLUED),
        divided: is(DIVIDED),
        line: is(LINE),
        paragraph: is(PARAGRAPH),
        label: is(LABEL),
        drawn,
    })
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}
