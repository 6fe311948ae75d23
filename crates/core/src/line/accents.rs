//! Joins an accent with the letter under it.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use crate::page::{Content, Glyph};

/// Maximum distance of the middle of an accent from the ends of its letter, as a share of the letter's
/// length.
pub(super) const BESIDE_LETTER: f32 = 0.15;

/// Vertical offset of an accent relative to its letter, in ems: raised over capitals or lowered.
const RAISED: std::ops::RangeInclusive<f32> = -0.3..=0.6;

/// The stroke of a negated relation.
const STROKE: char = '\u{338}';

/// The combining character for an accent or for a separate combining mark.
pub(super) fn combining(accent: char) -> Option<char> {
    Some(match accent {
        '`' => '\u{300}',
        '´' | 'ˊ' => '\u{301}',
        '^' | 'ˆ' => '\u{302}',
        '~' | '˜' => '\u{303}',
        '¯' | 'ˉ' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30A}',
        '˝' => '\u{30B}',
        'ˇ' => '\u{30C}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        // The bar of `\mapsto`, which an arrow completes.
        '↦' => '↦',
        '\u{300}'..='\u{36F}' if canonical_combining_class(accent) > 0 => accent,
        _ => return None,
    })
}

/// Joins an accent with the letter at another index. They become one character if Unicode has it, otherwise
/// the letter and a combining character. Returns `false` if the accent is not over the letter.
pub(super) fn compose(
    content: &mut Content,
    accent: usize,
    mark: char,
    letter: Option<usize>,
) -> bool {
    let found = || {
        let letter = letter?;
        let (over, under) = (content.glyphs.get(accent)?, content.glyphs.get(letter)?);
        let mut chars = content.text_of(under).chars();
        let (Some(base), None) = (chars.next(), chars.next()) else {
            return None;
        };
        let fits = match mark {
            '↦' => base == '→',
            STROKE => is_relation(base),
            _ => base.is_alphabetic(),
        };
        if !fits || !stands_over(content, over, under)? {
            return None;
        }
        if mark == '↦' {
            return Some((letter, String::from(mark)));
        }
        let base = match base {
            'ı' => 'i',
            'ȷ' => 'j',
            base => base,
        };
        let composed: String = [base, mark].into_iter().nfc().collect();
        // If Unicode has no precomposed character, a combining character already in place stays there.
        let stays = content.text_of(over).starts_with(mark) && mark != STROKE;
        (!stays || composed.chars().count() == 1).then_some((letter, composed))
    };
    let Some((letter, composed)) = found() else {
        return false;
    };
    let text = content.push_text(&composed);
    if let Some(glyph) = content.glyphs.get_mut(letter) {
        glyph.text = text;
    }
    if let Some(glyph) = content.glyphs.get_mut(accent) {
        glyph.text.len = 0;
    }
    true
}

/// Whether a character is a mathematical relation or an arrow.
fn is_relation(c: char) -> bool {
    matches!(c, '<'..='>' | '\u{2190}'..='\u{21FF}' | '\u{2208}'..='\u{22FF}')
}

/// Whether an accent is over or under a letter; `None` if a run is missing.
pub(super) fn stands_over(content: &Content, accent: &Glyph, letter: &Glyph) -> Option<bool> {
    let run = content.runs.get(letter.run as usize)?;
    let of_accent = content.runs.get(accent.run as usize)?;
    let away = accent.origin - letter.origin;
    let middle = away.dot(run.direction) + accent.advance / 2.0;
    let beside = BESIDE_LETTER * letter.advance;
    Some(
        of_accent.direction == run.direction
            && !run.vertical
            && (-beside..=letter.advance + beside).contains(&middle)
            && (RAISED.start() * run.size..=RAISED.end() * run.size).contains(&away.dot(run.up)),
    )
}
