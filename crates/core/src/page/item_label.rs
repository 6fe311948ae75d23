//! Recognises bullets, and labels of list items that touch the word behind them.

/// Returns `true` if a character is a bullet. Bullets of symbol fonts are in the Private Use Area; those of fonts without
/// Unicode values are unknown.
pub(crate) fn is_bullet(c: char) -> bool {
    matches!(
        c,
        '•' | '‣'
            | '⁃'
            | '◦'
            | '∙'
            | '·'
            | '-'
            | '–'
            | '—'
            | '*'
            | '✓'
            | '✔'
            | '✗'
            | '❖'
            | '➢'
            | '➤'
            | char::REPLACEMENT_CHARACTER
    ) || matches!(c, '■'..='◿' | '\u{E000}'..='\u{F8FF}')
}

/// Returns `true` if a character is hardly used for anything but bullets.
pub(crate) fn is_clear_bullet(c: char) -> bool {
    is_bullet(c)
        && !matches!(
            c,
            '-' | '–' | '—' | '*' | '·' | '∙' | char::REPLACEMENT_CHARACTER
        )
}

/// Returns `false` if a word whose first two glyphs have these texts cannot begin with a label that touches it. Most
/// words cannot, and need no closer look.
pub(crate) fn may_begin_glued(first: &[u8], second: &[u8]) -> bool {
    match first {
        [b'('] => true,
        [b'0'..=b'9'] => matches!(second, [b'0'..=b'9' | b'.' | b')', ..]),
        [b'i' | b'v' | b'x'] => matches!(second, [b'.' | b')' | b'i' | b'v' | b'x']),
        [b] if b.is_ascii_alphabetic() => matches!(second, [b'.' | b')']),
        // Glyphs with several characters, such as ligatures, are not labels.
        [b, ..] => !b.is_ascii(),
        [] => false,
    }
}

/// The number of characters of a label at the beginning of a word: `•First`, `a)First`, `12.First`.
pub(crate) fn glued_label(mut text: impl Iterator<Item = char>) -> Option<u32> {
    let first = text.next()?;
    if is_clear_bullet(first) {
        let behind = text.next()?;
        return (behind.is_alphanumeric() && !is_private(behind)).then_some(1);
    }
    let opened = first == '(';
    if !opened && !first.is_ascii_alphanumeric() {
        return None;
    }
    let mut count = 1;
    let (mut figures, mut letters) = (0, 0);
    let mut last = (!opened).then_some(first);
    let stop = loop {
        match last {
            None => {}
            Some(c) if c.is_ascii_digit() && letters == 0 && figures < MAX_GLUED_FIGURES => {
                figures += 1
            }
            Some(c) if c.is_ascii_alphabetic() && figures == 0 && letters == 0 => letters += 1,
            Some(c)
                if matches!(c, 'i' | 'v' | 'x') && figures == 0 && letters < MAX_GLUED_LETTERS =>
            {
                letters += 1
            }
            Some(stop) => break stop,
        }
        last = Some(text.next()?);
        count += 1;
    };
    let (behind, next) = (text.next()?, text.next());
    let closes = match stop {
        ')' => behind.is_alphabetic(),
        '.' => !opened && behind.is_uppercase() && next.is_some_and(char::is_lowercase),
        _ => false,
    };
    (closes && figures + letters > 0).then_some(count)
}

/// Most figures of a number that touches the word behind it.
const MAX_GLUED_FIGURES: u32 = 2;

/// Most letters of such a number.
const MAX_GLUED_LETTERS: u32 = 4;

fn is_private(c: char) -> bool {
    matches!(c, '\u{E000}'..='\u{F8FF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_may_touch_their_words() {
        for (text, count) in [
            ("•First", 1),
            ("\u{E008}First", 1),
            ("a)First", 2),
            ("(ii)second", 4),
            ("12.First", 3),
            ("b.Then", 2),
        ] {
            assert_eq!(glued_label(text.chars()), Some(count), "{text}");
            let glyphs: Vec<String> = text.chars().map(String::from).collect();
            assert!(
                may_begin_glued(glyphs[0].as_bytes(), glyphs[1].as_bytes()),
                "{text}"
            );
        }
        for text in [
            "First",
            "e.g.",
            "1.5",
            "z.B.",
            "U.S.",
            "-first",
            "1.",
            "•",
            "\u{E008}\u{E009}",
            "f(x)",
            "1.first",
        ] {
            assert_eq!(glued_label(text.chars()), None, "{text}");
        }
    }
}
