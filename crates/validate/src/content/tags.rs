//! Rules about the tags in content streams: drawn content is either an artifact or real content of the
//! structure tree (ISO 14289-1, 7.1, 7.2 and 7.20; ISO 14289-2, 8.2.2 and 8.10.3.5).

use crate::rule::{Rule, catalogue, described, rules};
use crate::tagging::Tagging;
use pdfa2hocr_core::counted::counted;

/// An open marked-content sequence.
pub(super) struct MarkedSequence {
    pub tag: String,
    pub tagging: Tagging,
}

/// A marked-content sequence (ISO 32000-1, 14.6).
#[derive(Debug, Default)]
pub(super) struct SequenceFacts {
    pub tag: String,
    pub tagging: Tagging,
    /// The property list itself has these entries.
    pub actual_text: bool,
    pub alt: bool,
    pub expansion: bool,
}

described! { SequenceFacts: |s| {
    let place = match (s.tagging.tagged, s.tagging.artifact) {
        (true, true) => ", tagged and artifact",
        (true, false) => ", tagged",
        (false, true) => ", artifact",
        (false, false) => "",
    };
    format!("sequence {}{place}", s.tag)
}}

impl SequenceFacts {
    /// Whether this is not a span with such a text, or its language is declared.
    fn knows_language_of(&self, text: bool) -> bool {
        self.tag != "Span" || !text || self.tagging.has_lang
    }
}

pub(super) const SEQUENCE: &[Rule<SequenceFacts>] = rules! { SequenceFacts:
    [UA1 "7.1" 1] "an artifact is inside tagged content; end the tagged sequence before it" =>
        |s, _| s.tag != "Artifact" || !s.tagging.tagged;
    [UA1 "7.1" 2] "tagged content is inside an artifact; end the artifact before it" =>
        |s, _| !s.tagging.tagged || !s.tagging.artifact || s.tag == "Artifact";
    [UA1 "7.2" 30] "the language of a Span's ActualText is not declared; add Lang to the Span or to the catalog" =>
        |s, _| s.knows_language_of(s.actual_text);
    [UA1 "7.2" 31] "the language of a Span's Alt is not declared; add Lang to the Span or to the catalog" =>
        |s, _| s.knows_language_of(s.alt);
    [UA1 "7.2" 32] "the language of a Span's E is not declared; add Lang to the Span or to the catalog" =>
        |s, _| s.knows_language_of(s.expansion);
};

/// Something drawn: text, a path, an image, a shading.
pub(super) struct ItemFacts<'a> {
    pub operator: &'a [u8],
    /// The tag of the innermost marked-content sequence.
    pub tag: Option<&'a str>,
    pub tagging: Tagging,
}

described! { ItemFacts<'_>: |item| {
    let operator = String::from_utf8_lossy(item.operator);
    match item.tag {
        Some(tag) => format!("operator {operator} in a sequence {tag}"),
        None => format!("operator {operator} outside of sequences"),
    }
}}

impl ItemFacts<'_> {
    fn is_text(&self) -> bool {
        matches!(self.operator, b"Tj" | b"TJ" | b"'" | b"\"")
    }
}

pub(super) const ITEM: &[Rule<ItemFacts<'_>>] = rules! { ItemFacts<'_>:
    [UA1 "7.1" 3, TAGGED2 "8.2.2" 1] "content is neither tagged nor an artifact; put it into the structure tree, or mark it as Artifact" =>
        |i, _| i.tagging.tagged || i.tagging.artifact;
    [UA1 "7.2" 34] "the language of text is not declared; add Lang to the catalog, or to the element" =>
        |i, _| !i.is_text() || i.tagging.has_lang;
    [TAGGED2 "8.10.3.5" 1] "a part of a signature's appearance is a graphic, and nothing describes it; add Alt to the element of the signature" =>
        |i, _| !i.tagging.signature || !i.tagging.is_real() || i.is_text() || i.tagging.described;
};

/// The uses of a form: how often it was drawn, and whether it or a nested form has MCIDs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Drawn {
    pub times: usize,
    pub numbers_sequences: bool,
}

described! { Drawn: |form| format!("form XObject, drawn {}", counted(form.times, "time")) }

pub(super) const DRAWN_FORM: &[Rule<Drawn>] = rules! { Drawn:
    [UA1 "7.20" 2] "a form XObject with marked content of its own is drawn more than once; it can be in one place of the structure only" =>
        |f, _| !f.numbers_sequences || f.times <= 1;
};

catalogue![SEQUENCE, ITEM, DRAWN_FORM];
