//! The codes of a CMap, their CIDs and their texts.

use crate::font::predefined::Predefined;
use crate::font::ranges::Ranges;
use crate::font::text::{CodeText, TextId, Texts, is_text};

/// A CMap of the file. Codes of different lengths differ (`<20>` and `<0020>`), so each map has an entry a
/// length.
#[derive(Debug, Default)]
pub(in crate::font) struct CMap {
    pub(super) codespaces: Vec<Codespace>,
    pub(super) cids: [Ranges<u32>; 4],
    pub(super) notdefs: [Ranges<u32>; 4],
    pub(super) unicode: [Ranges<TextId>; 4],
    pub(super) texts: Texts,
    pub(super) vertical: Option<bool>,
    /// `Registry` and `Ordering` of the CIDs.
    pub(super) collection: Option<(Vec<u8>, Vec<u8>)>,
    pub(super) base: Option<Base>,
}

/// The CMap that `usecmap` names.
#[derive(Debug)]
pub(super) enum Base {
    Embedded(Box<CMap>),
    Predefined(&'static Predefined),
}

/// A codespace range: each byte of a code is between the bytes of its ends (9.7.6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Codespace {
    pub(super) len: u8,
    pub(super) low: [u8; 4],
    pub(super) high: [u8; 4],
}

impl Codespace {
    fn holds(&self, prefix: &[u8]) -> bool {
        let ends = self.low.iter().zip(&self.high);
        prefix.len() <= usize::from(self.len)
            && prefix
                .iter()
                .zip(ends)
                .all(|(byte, (low, high))| low <= byte && byte <= high)
    }
}

/// The value of a code, most significant byte first.
pub(in crate::font) fn code_value(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |code, &b| code << 8 | u32::from(b))
}

impl CMap {
    pub(super) fn use_named(&mut self, name: &[u8]) {
        if let Some(base) = Predefined::named(name) {
            self.base = Some(Base::Predefined(base));
        }
    }

    /// The length of the first code of `string`, given by the codespace range that contains it, in bytes; 0
    /// if the string ends before the code does.
    pub(in crate::font) fn code_len(&self, string: &[u8]) -> usize {
        let within = |len: usize| {
            let prefix = string.get(..len).unwrap_or_default();
            !prefix.is_empty() && self.codespaces().any(|c| c.holds(prefix))
        };
        for len in 1..=string.len().min(4) {
            let code = string.get(..len).unwrap_or_default();
            let holds = |c: &Codespace| usize::from(c.len) == len && c.holds(code);
            if self.codespaces().any(holds) {
                return len;
            }
        }
        // A code outside all ranges is as long as the shortest range that contains its first byte, else as
        // the shortest of all (9.7.6.3).
        let begun = within(1);
        let len = self
            .codespaces()
            .filter(|c| !begun || string.get(..1).is_some_and(|first| c.holds(first)))
            .map(|c| usize::from(c.len))
            .min();
        match (len, &self.base) {
            (Some(len), _) if len <= string.len() => len,
            (Some(_), _) => 0,
            (None, Some(Base::Predefined(base))) => base.code_len(string),
            // Without ranges, two bytes, as in nearly all composite fonts.
            (None, _) if string.len() >= 2 => 2,
            (None, _) => 0,
        }
    }

    /// The codespace ranges of this CMap and of its base CMaps.
    fn codespaces(&self) -> impl Iterator<Item = &Codespace> {
        let mut next = Some(self);
        std::iter::from_fn(move || {
            let cmap = next?;
            next = match &cmap.base {
                Some(Base::Embedded(base)) => Some(base),
                _ => None,
            };
            Some(&cmap.codespaces)
        })
        .flatten()
    }

    /// The CID of a code of `len` bytes; 0 if there is none.
    pub(in crate::font) fn cid(&self, code: u32, len: usize) -> u32 {
        self.find_cid(code, len).unwrap_or(0)
    }

    fn find_cid(&self, code: u32, len: usize) -> Option<u32> {
        let at = len.checked_sub(1)?;
        if let Some((first, offset)) = self.cids.get(at)?.get(code) {
            return first.checked_add(offset);
        }
        if let Some((cid, _)) = self.notdefs.get(at)?.get(code) {
            return Some(cid);
        }
        // Some writers give CIDs by `bfchar`, like characters.
        if self.cids.iter().all(Ranges::is_empty)
            && let Some((TextId::Char(c), offset)) = self.unicode.get(at)?.get(code)
        {
            return u32::from(c).checked_add(offset);
        }
        match self.base.as_ref()? {
            Base::Embedded(base) => base.find_cid(code, len),
            Base::Predefined(base) => base.cid(code, len),
        }
    }

    /// The text of a code of `len` bytes.
    pub(in crate::font) fn text(&self, code: u32, len: usize) -> Option<CodeText<'_>> {
        // Some writers omit leading zero bytes, others write codes of simple fonts with two bytes. So a
        // missing code is looked up with the other lengths.
        let others = (1..=4).filter(|&other| other != len);
        std::iter::once(len)
            .chain(others)
            .find_map(|len| self.text_of_len(code, len))
            .or_else(|| match self.base.as_ref()? {
                Base::Embedded(base) => base.text(code, len),
                Base::Predefined(base) => base.text_of_cid(code),
            })
    }

    fn text_of_len(&self, code: u32, len: usize) -> Option<CodeText<'_>> {
        let (text, offset) = self.unicode.get(len.checked_sub(1)?)?.get(code)?;
        match text {
            TextId::Char(first) => char::from_u32(u32::from(first).checked_add(offset)?)
                .filter(|&c| is_text(c))
                .map(CodeText::Char),
            TextId::Str { .. } => Some(self.texts.get(text)),
        }
    }

    /// The texts of this CMap without its base: first and last code, and the text of the first. The texts of
    /// the other codes count up from it.
    pub(in crate::font) fn texts(&self) -> impl Iterator<Item = (u32, u32, TextId)> {
        let ranges = self.unicode.iter().flat_map(Ranges::iter);
        ranges.filter_map(|(low, high, text, offset)| match text {
            TextId::Char(first) => {
                let c = char::from_u32(u32::from(first).checked_add(offset)?)?;
                Some((low, high, TextId::Char(c)))
            }
            text => Some((low, high, text)),
        })
    }

    /// Exchanges the two bytes of every UTF-16 unit that is a whole character.
    pub(in crate::font) fn swap_bytes(&mut self) {
        let swap = |text| match text {
            TextId::Char(c) => u16::try_from(u32::from(c))
                .ok()
                .and_then(|unit| char::from_u32(u32::from(unit.swap_bytes())))
                .map_or(text, TextId::Char),
            text => text,
        };
        for ranges in &mut self.unicode {
            ranges.change(swap);
        }
    }

    /// Whether the CMap can give text, by itself or by its base.
    pub(in crate::font) fn has_text(&self) -> bool {
        !self.unicode.iter().all(Ranges::is_empty) || self.base.is_some()
    }

    /// Whether the writing mode is 1, vertical (9.7.4.3).
    pub(in crate::font) fn vertical(&self) -> bool {
        self.vertical.unwrap_or_else(|| match &self.base {
            Some(Base::Embedded(base)) => base.vertical(),
            Some(Base::Predefined(base)) => base.vertical(),
            None => false,
        })
    }

    /// Registry and ordering of the character collection of the CIDs.
    pub(in crate::font) fn collection(&self) -> Option<(&[u8], &[u8])> {
        let (registry, ordering) = self.collection.as_ref()?;
        Some((registry, ordering))
    }
}
