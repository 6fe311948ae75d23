//! Recognises numbers in text: labels of lists, and page numbers.

/// Whether a text is only a number, in digits or Roman: `12`, `xiv`, `- 3 -`, `[4]`.
pub(super) fn reads_as_page_number(text: &str) -> bool {
    let text = core(text);
    is_figures(text) || is_roman(text)
}

/// Whether a label is a number: `1.`, `(2)`, `3.1`, `iv)`, `b.`. A single letter needs a full stop or a
/// bracket, because `o` is a bullet in many office programs.
pub(super) fn reads_as_number(text: &str) -> bool {
    let inner = core(text);
    let punctuated = inner.len() < text.trim().len();
    let mut chars = inner.chars();
    let letter = matches!((chars.next(), chars.next()), (Some(c), None) if c.is_alphabetic());
    let figures = !inner.is_empty() && inner.split('.').all(is_figures);
    figures || (punctuated && (letter || is_roman(inner)))
}

/// The numbering of labels.
#[derive(Clone, Copy)]
pub(super) enum Numbering {
    Figures,
    Letters,
    Roman,
}

impl Numbering {
    /// Whether the first words of items are consecutive numbers: `1.`, `2.`, `3.`. A single letter with a
    /// full stop is not enough, because it can be an initial.
    pub(super) fn counts<'a>(words: impl Iterator<Item = &'a str> + Clone) -> bool {
        let several = words.clone().nth(1).is_some();
        let in_order = |numbering: Self| {
            let mut words = words.clone();
            let Some(mut last) = words.next().and_then(|word| numbering.value(word)) else {
                return false;
            };
            words.all(|word| {
                let before = std::mem::replace(&mut last, numbering.value(word).unwrap_or(0));
                last == before.saturating_add(1)
            })
        };
        in_order(Self::Figures) || (several && (in_order(Self::Letters) || in_order(Self::Roman)))
    }

    /// The value of a number with a full stop or a bracket; of `3.1` that of the last part. Text may follow
    /// it directly.
    fn value(self, word: &str) -> Option<u32> {
        let word = label_of(word);
        let inner = core(word);
        if inner.len() == word.trim().len() || inner.is_empty() {
            return None;
        }
        match self {
            Self::Figures => {
                let all = inner.split('.').all(is_figures);
                let last = inner.rsplit('.').next().filter(|_| all)?;
                last.chars().try_fold(0u32, |value, digit| {
                    value.checked_mul(10)?.checked_add(digit.to_digit(10)?)
                })
            }
            Self::Letters => {
                let mut chars = inner.chars();
                let letter = chars.next().filter(|c| c.is_alphabetic())?;
                chars.next().is_none().then_some(u32::from(letter))
            }
            Self::Roman => is_roman(inner).then(|| roman(inner)),
        }
    }
}

/// The label at the beginning of a word that continues with text: `1.` of `1.Text`.
fn label_of(word: &str) -> &str {
    let is_end = |c: char| {
        matches!(
            c,
            '.' | ')' | ']' | ':' | '\u{3001}' | '\u{FF0E}' | '\u{FF09}'
        )
    };
    let ends = word.char_indices().filter(|&(_, c)| is_end(c));
    let mut labels = ends.map(|(at, end)| word.split_at(at + end.len_utf8()));
    let begins_text = |rest: &str| {
        let mut chars = rest.chars();
        let is_text = chars.next().is_some_and(char::is_alphabetic);
        // `a.b.` is a longer label or an abbreviation.
        is_text && chars.next().is_none_or(|c| !is_end(c))
    };
    let label = labels.find(|(_, rest)| begins_text(rest));
    label.map_or(word, |(label, _)| label)
}

/// The value of a text of Roman numerals.
fn roman(text: &str) -> u32 {
    let (mut sum, mut last) = (0u32, 0u32);
    for letter in text.bytes().rev() {
        let value = match letter.to_ascii_lowercase() {
            b'i' => 1,
            b'v' => 5,
            b'x' => 10,
            b'l' => 50,
            _ => 100,
        };
        // A numeral before a greater one is subtracted.
        if value < last {
            sum = sum.saturating_sub(value);
        } else {
            sum += value;
            last = value;
        }
    }
    sum
}

/// The text without the decoration of numbers.
fn core(text: &str) -> &str {
    let decoration = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '.' | ')'
                    | '('
                    | '['
                    | ']'
                    | ':'
                    | '-'
                    | '\u{2013}'
                    | '\u{2014}'
                    | '|'
                    | '\u{3001}'
                    | '\u{FF0E}'
                    | '\u{FF08}'
                    | '\u{FF09}'
            )
    };
    text.trim_matches(decoration)
}

fn is_figures(text: &str) -> bool {
    // Digits of any script.
    !text.is_empty() && text.chars().all(char::is_numeric)
}

fn is_roman(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    (1..=8).contains(&lower.len())
        && lower.bytes().all(|b| b"ivxlc".contains(&b))
        && (text == lower || text.to_ascii_uppercase() == text)
}

/// Whether a list with this `ListNumbering` (ISO 32000-1, table 347; ISO 32000-2, table 382) is numbered;
/// `None` if the value does not tell.
pub(super) fn numbering_counts(numbering: &str) -> Option<bool> {
    match numbering {
        "None" => None,
        "Unordered" | "Description" | "Disc" | "Circle" | "Square" => Some(false),
        "Ordered" | "Decimal" | "UpperRoman" | "LowerRoman" | "UpperAlpha" | "LowerAlpha" => {
            Some(true)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_count_are_told_from_bullets() {
        for label in [
            "1", "1.", "(2)", "3.1", "12.4.", "iv)", "IV.", "b.", "[7]", "\u{663}",
        ] {
            assert!(reads_as_number(label), "{label}");
        }
        for label in ["", "o", "\u{2022}", "-", "\u{2013}", "ab)", "1a2", "x", "."] {
            assert!(!reads_as_number(label), "{label}");
        }
    }

    #[test]
    fn first_words_count_when_they_are_numbers_in_their_order() {
        let counts = |words: &str| Numbering::counts(words.split(' '));
        for words in [
            "1. 2. 3.",
            "9) 10) 11)",
            "a) b) c)",
            "(iii) (iv) (v)",
            "2.1. 2.2.",
            "7.",
            "1.Text 2.More 3.Still",
            "3.1.Owls 3.2.Mice",
            "(a)one (b)two",
            "1\u{3001}\u{6587} 2\u{3001}\u{672C}",
        ] {
            assert!(counts(words), "{words}");
        }
        for words in [
            "1 2 3",
            "1. 3. 5.",
            "A. H. Smith",
            "A.",
            "1. the 2.",
            "2019. 2019.",
            "1.5 2.5",
            "i.e. ii.e.",
            "1.Text 3.Other",
            "o o",
        ] {
            assert!(!counts(words), "{words}");
        }
    }

    #[test]
    fn page_numbers_stand_alone() {
        for number in ["7", " 12 ", "- 3 -", "xiv", "XIV"] {
            assert!(reads_as_page_number(number), "{number}");
        }
        for other in ["", "Page 7", "Xiv", "7a", "3 of 9", "civilis"] {
            assert!(!reads_as_page_number(other), "{other}");
        }
    }

    #[test]
    fn attributes_say_whether_a_list_counts() {
        assert_eq!(numbering_counts("Decimal"), Some(true));
        assert_eq!(numbering_counts("Disc"), Some(false));
        assert_eq!(numbering_counts("None"), None);
    }
}
