//! Normalizes the characters of words, which Unicode can encode in several ways.
//!
//! A PDF may have `ﬁ` for fi, `ﻼ` for lam and alef, a letter separate from its accent, or formatting marks.
//! But readers search for letters. The original text of a changed word is kept in its attribute `raw`.

use std::ops::Range;

use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::letters::is_invisible;
use crate::page::{Detail, NodeId, Own, Page, SOFT_HYPHEN, Step};

/// A normalization form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// The text of the file, unchanged.
    None,
    /// Unicode's Normalization Form C, with presentation forms replaced by their letters: Latin, Armenian and
    /// Hebrew ligatures, Arabic shapes, and punctuation for vertical writing. Invisible characters are
    /// removed, except the joiners (U+200C, U+200D), which distinguish words. A soft hyphen inside a line
    /// becomes a hyphen.
    #[default]
    Nfc,
    /// As `Nfc`, and compatibility characters (Form KC) such as full-width letters, superscripts and circled
    /// numbers.
    Nfkc,
}

impl Form {
    /// The form of a name on the command line.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "none" => Some(Self::None),
            "nfc" => Some(Self::Nfc),
            "nfkc" => Some(Self::Nfkc),
            _ => None,
        }
    }

    /// Converts a text to this form.
    pub fn text(self, text: &str) -> String {
        self.changed(text).unwrap_or_else(|| text.to_owned())
    }

    /// Converts a text to this form; `None` if it certainly has this form.
    fn changed(self, text: &str) -> Option<String> {
        let is_usual = || text.chars().all(is_usual);
        let is_plain = |c| !is_invisible(c) && !is_presentation_form(c);
        let is_nfc =
            || text.chars().all(is_plain) && is_nfc_quick(text.chars()) == IsNormalized::Yes;
        if self == Self::None || text.is_ascii() || self == Self::Nfc && (is_usual() || is_nfc()) {
            return None;
        }
        let mut folded = String::with_capacity(text.len());
        for c in text.chars().filter(|&c| !is_invisible(c)) {
            if self == Self::Nfkc || is_presentation_form(c) {
                self.push_compatible(c, &mut folded);
            } else {
                folded.push(c);
            }
        }
        Some(folded.nfc().collect())
    }

    /// Whether a word certainly has this form, and no soft hyphen.
    fn is_of(self, page: &Page, word: &Range<u32>) -> bool {
        let is_of = |c| self == Self::Nfc && is_usual(c) && c != SOFT_HYPHEN;
        // A single byte is always ASCII.
        page.glyphs(word).all(|glyph| {
            glyph.text.len <= 1 || {
                let text = page.content.text_of(glyph);
                text.is_ascii() || text.chars().all(is_of)
            }
        })
    }

    /// Appends the compatible form of a character. One that expands to several words, or to an accent without
    /// a letter, is kept, because white space would divide the word.
    fn push_compatible(self, c: char, out: &mut String) {
        // Only form KC replaces a long s.
        if c == '\u{FB05}' && self == Self::Nfc {
            return out.push_str("\u{17F}t");
        }
        let letters = || c.nfkc();
        let mut rest = letters().skip_while(|c| c.is_whitespace()).peekable();
        let only_marks = rest.clone().all(is_combining_mark) && is_presentation_form(c);
        if letters().any(char::is_whitespace) && !(only_marks && rest.peek().is_some()) {
            out.push(c);
        } else {
            out.extend(rest);
        }
    }
}

/// Whether a character is one of the frequent ones that have Form C and combine with no other: those before the first
/// combining mark, dashes, quotation marks, and unknown characters.
fn is_usual(c: char) -> bool {
    matches!(c, ..'\u{300}' | '\u{2010}'..='\u{2027}' | char::REPLACEMENT_CHARACTER)
}

/// Whether Unicode defines a character for the shape of others.
fn is_presentation_form(c: char) -> bool {
    matches!(c, '\u{FB00}'..='\u{FDFF}' | '\u{FE10}'..='\u{FE19}' | '\u{FE30}'..='\u{FE4F}' | '\u{FE70}'..='\u{FEFC}')
}

/// Whether a character continues the one before it: marks, and the vowels and finals of Hangul.
fn goes_on(c: char) -> bool {
    !c.is_ascii()
        && (canonical_combining_class(c) != 0
            || is_combining_mark(c)
            || ('\u{1160}'..='\u{11FF}').contains(&c))
}

/// Normalizes the words of a page. A changed word gets its original text in the attribute `raw`.
pub fn normalize(page: &mut Page, form: Form) {
    if form == Form::None || page.content.text.is_ascii() {
        return;
    }
    // The words that may change, and whether they end a line.
    let mut words: Vec<(NodeId, Range<u32>, bool)> = Vec::new();
    let mut last = None;
    for step in page.tree.walk(page.tree.root()) {
        match step {
            Step::Enter(id) => {
                if let Detail::Word(range) = &page.tree[id].detail {
                    last = Some(id);
                    if !form.is_of(page, range) {
                        words.push((id, range.clone(), false));
                    }
                }
            }
            Step::Leave(id) => {
                if let Detail::Line(_) = page.tree[id].detail
                    && let Some((word, _, ends_line)) = words.last_mut()
                    && last == Some(*word)
                {
                    *ends_line = true;
                }
            }
        }
    }
    let mut raw = String::new();
    for (id, range, ends_line) in words {
        raw.clear();
        page.push_text(&range, &mut raw);
        let glyphs = page.order.get(range.start as usize..range.end as usize);
        let glyphs = glyphs.unwrap_or_default().to_vec();
        if word(page, &glyphs, form, ends_line) {
            page.tree[id].add_attribute(Own::Raw, raw.as_str());
        }
    }
}

/// Normalizes the glyphs of a word; a letter and its marks become the text of its first glyph. Returns
/// whether anything changed.
fn word(page: &mut Page, glyphs: &[u32], form: Form, ends_line: bool) -> bool {
    let content = &mut page.content;
    let mut changed = false;
    let mut whole = String::new();
    let mut start = 0;
    while start < glyphs.len() {
        let text = |at: usize| {
            let glyph = glyphs.get(at).and_then(|&g| content.glyphs.get(g as usize));
            glyph.map_or("", |glyph| content.text_of(glyph))
        };
        let mut end = start + 1;
        whole.clear();
        whole.push_str(text(start));
        while end < glyphs.len() && text(end).chars().next().is_none_or(goes_on) {
            whole.push_str(text(end));
            end += 1;
        }
        let own = start..end;
        start = end;
        let normal = form.changed(&whole);
        if normal.is_none() && !whole.contains('\u{AD}') {
            continue;
        }
        let mut normal = normal.unwrap_or_else(|| whole.clone());
        if normal.contains('\u{AD}') {
            let hyphen = ends_line && end == glyphs.len() && normal.ends_with('\u{AD}');
            normal = normal.replace('\u{AD}', "-");
            if hyphen {
                normal.pop();
                normal.push('\u{AD}');
            }
        }
        if normal != whole {
            changed = true;
            let mut normal = Some(content.push_text(&normal));
            for &glyph in glyphs.get(own).unwrap_or_default() {
                if let Some(glyph) = content.glyphs.get_mut(glyph as usize) {
                    glyph.text = normal.take().unwrap_or_default();
                }
            }
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Rect};
    use crate::line::testing::Pen;
    use crate::page::{LineGeometry, Node, NodeKind, Tree};
    use proptest::prelude::*;

    #[test]
    fn presentation_forms_become_letters_in_form_c() {
        let nfc = |text| Form::Nfc.text(text);
        assert_eq!(nfc("of\u{FB01}ce \u{FB05}ill"), "office \u{17F}till");
        assert_eq!(
            nfc("\u{FEFC}\u{FDF2}"),
            "\u{644}\u{627}\u{627}\u{644}\u{644}\u{647}"
        );
        assert_eq!(nfc("e\u{301}"), "é");
        assert_eq!(nfc("\u{FE35}"), "(");
        // A single mark; a phrase that Unicode encodes as one character.
        assert_eq!(nfc("\u{FE76}"), "\u{64E}");
        assert_eq!(nfc("\u{FDFA}"), "\u{FDFA}");
        assert_eq!(nfc("x² Ｗ"), "x² Ｗ");
        assert_eq!(nfc("می\u{200C}شود\u{200F}"), "می\u{200C}شود");
    }

    #[test]
    fn form_kc_makes_all_compatible_characters_plain() {
        assert_eq!(Form::Nfkc.text("x² Ｗ ①"), "x2 W 1");
        assert_eq!(Form::Nfkc.text("\u{B4}"), "\u{B4}");
    }

    #[test]
    fn no_form_changes_nothing() {
        assert_eq!(Form::None.text("\u{FB01}\u{AD}"), "\u{FB01}\u{AD}");
    }

    /// The words of one line, each from glyphs separated by `|`; changed ones with their original text.
    fn line(words: &[&str]) -> Vec<String> {
        let mut pen = Pen::new();
        let run = pen.run(10.0, 0.0);
        let mut tree = Tree::new(Rect::EMPTY);
        let detail = Detail::Line(LineGeometry {
            origin: Point::default(),
            angle: 0.0,
            size: 10.0,
            vertical: false,
        });
        let id = tree.add_child(
            tree.root(),
            Node::new(NodeKind::TEXTLINE, Rect::EMPTY, detail),
        );
        for word in words {
            let start = pen.content.glyphs.len() as u32;
            for glyph in word.split('|') {
                pen.glyph(run, 0.0, 0.0, glyph, 5.0);
            }
            let detail = Detail::Word(start..pen.content.glyphs.len() as u32);
            tree.add_child(id, Node::new(NodeKind::WORD, Rect::EMPTY, detail));
        }
        let mut page = Page {
            index: 0,
            order: pen.content.glyph_indices().collect(),
            content: pen.content,
            tree,
            findings: Vec::new(),
        };
        normalize(&mut page, Form::Nfc);
        let words = page.tree.children(id);
        words
            .map(|word| {
                let mut text = String::new();
                page.push_text_below(word, &mut text);
                match page.tree[word].own(Own::Raw) {
                    Some(raw) => format!("{text} < {raw}"),
                    None => text,
                }
            })
            .collect()
    }

    #[test]
    fn a_letter_and_its_accent_become_one_and_the_word_keeps_what_it_was() {
        assert_eq!(line(&["c|a|f|e|\u{301}"]), ["café < cafe\u{301}"]);
        assert_eq!(line(&["é|t|é", "abc"]), ["été", "abc"]);
    }

    #[test]
    fn soft_hyphens_are_hyphens_but_at_the_end_of_a_line() {
        assert_eq!(
            line(&["well|\u{AD}|known", "divi|\u{AD}"]),
            ["well-known < well\u{AD}known", "divi\u{AD}"]
        );
    }

    proptest! {
        #[test]
        fn a_normal_text_stays_as_it_is(text in "\\PC{0,20}") {
            for form in [Form::Nfc, Form::Nfkc] {
                let once = form.text(&text);
                prop_assert_eq!(&form.text(&once), &once);
            }
        }
    }
}
