//! Reads the labels of list items, and decides which label follows which.

use crate::letters::is_letter;
use crate::page::is_clear_bullet;

/// The digits of Roman numerals in labels.
const ROMAN: [(char, u32); 5] = [('i', 1), ('v', 5), ('x', 10), ('l', 50), ('c', 100)];

/// A label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Label {
    open: Option<char>,
    stop: Option<char>,
    pub body: Body,
}

/// The text of a label, without brackets and full stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Body {
    /// A bullet that is drawn as a shape.
    Drawn,
    /// A character that is hardly used for anything but bullets.
    Bullet(char),
    /// A dash, an asterisk, a dot, or a character that is not known.
    Dash(char),
    Number(u32),
    /// A letter or a Roman numeral, with its value as each of them.
    Letters {
        capital: bool,
        letter: Option<u32>,
        roman: Option<u32>,
    },
    /// A number with several parts, or the label of a bibliography.
    Other,
}

impl Label {
    pub(super) const DRAWN: Self = Self {
        open: None,
        stop: None,
        body: Body::Drawn,
    };

    /// Reads a label, of which [`is_label`](crate::layout::regions::list_label::is_label) holds.
    pub(super) fn read(mut text: impl Iterator<Item = char>) -> Option<Self> {
        let first = text.next()?;
        let open = matches!(first, '(' | '[').then_some(first);
        let mut stop = None;
        let mut number = Some(0u32);
        let mut letters = Letters::default();
        let mut count = 0u32;
        for c in std::iter::once(first)
            .filter(|_| open.is_none())
            .chain(text)
        {
            // Only the last character of a label closes it; a full stop may be inside too.
            if stop.is_some() {
                (number, letters) = (None, Letters::OTHER);
            }
            stop = matches!(c, '.' | ')' | ']').then_some(c);
            if stop.is_none() {
                count = count.saturating_add(1);
                let figure = c.to_digit(10);
                number = number
                    .zip(figure)
                    .and_then(|(n, f)| n.checked_mul(10)?.checked_add(f));
                letters.add(c);
            }
        }
        let body = match (number, letters.body()) {
            _ if count == 0 => return None,
            _ if count == 1 && stop.is_none() && open.is_none() => match is_clear_bullet(first) {
                true => Body::Bullet(first),
                false => Body::Dash(first),
            },
            (Some(number), _) => Body::Number(number),
            (None, Some(body)) => body,
            _ => Body::Other,
        };
        Some(Self { open, stop, body })
    }

    /// Returns `true` if another label is of the same kind and, if it is a number, the next one.
    pub(super) fn leads_to(self, next: Self) -> bool {
        let counts = |a: Option<u32>, b: Option<u32>| {
            a.zip(b).is_some_and(|(a, b)| a.checked_add(1) == Some(b))
        };
        (self.open, self.stop) == (next.open, next.stop)
            && match (self.body, next.body) {
                (Body::Number(a), Body::Number(b)) => counts(Some(a), Some(b)),
                (
                    Body::Letters {
                        capital,
                        letter,
                        roman,
                    },
                    Body::Letters {
                        capital: same,
                        letter: next_letter,
                        roman: next_roman,
                    },
                ) => capital == same && (counts(letter, next_letter) || counts(roman, next_roman)),
                (Body::Other, Body::Other) => self.open.is_some(),
                (a, b) => a == b,
            }
    }

    /// Returns `true` if the label begins a numbering.
    pub(super) fn is_first(self) -> bool {
        match self.body {
            Body::Number(number) => number == 1,
            Body::Letters { letter, roman, .. } => letter == Some(1) || roman == Some(1),
            Body::Drawn | Body::Bullet(_) | Body::Dash(_) | Body::Other => false,
        }
    }

    /// Returns `true` if it is a number or a letter, with or without brackets.
    pub(super) fn counts(self) -> bool {
        matches!(self.body, Body::Number(_) | Body::Letters { .. })
    }

    /// Returns `true` if brackets close it.
    pub(super) fn is_bracketed(self) -> bool {
        matches!(self.stop, Some(')' | ']'))
    }
}

/// The letters of a label so far.
#[derive(Clone, Copy, Default)]
struct Letters {
    count: u32,
    capital: bool,
    letter: Option<u32>,
    roman: Option<u32>,
    /// The value of the last Roman digit.
    last: u32,
    other: bool,
}

impl Letters {
    const OTHER: Self = Self {
        count: 0,
        capital: false,
        letter: None,
        roman: None,
        last: 0,
        other: true,
    };

    fn add(&mut self, c: char) {
        let capital = c.is_ascii_uppercase();
        self.other |= !is_letter(c) || (self.count > 0 && capital != self.capital);
        self.capital = capital;
        self.letter = match (self.count, c) {
            (0, 'a'..='z') => Some(u32::from(c) - u32::from('a') + 1),
            (0, 'A'..='Z') => Some(u32::from(c) - u32::from('A') + 1),
            // Other alphabets are in the order of their letters too.
            (0, _) => Some(u32::from(c)),
            _ => None,
        };
        let lower = c.to_ascii_lowercase();
        let digit = ROMAN.into_iter().find(|(own, _)| *own == lower);
        let value = digit.map(|(_, value)| value);
        let before = if self.count == 0 { Some(0) } else { self.roman };
        self.roman = before.zip(value).map(|(sum, value)| {
            // A smaller digit before a larger one is subtracted.
            let less = if self.last < value { 2 * self.last } else { 0 };
            (sum + value).saturating_sub(less)
        });
        self.last = value.unwrap_or_default();
        self.count = self.count.saturating_add(1);
    }

    fn body(self) -> Option<Body> {
        let Self {
            capital,
            letter,
            roman,
            ..
        } = self;
        let known = !self.other && self.count > 0 && (letter.is_some() || roman.is_some());
        known.then_some(Body::Letters {
            capital,
            letter,
            roman,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(text: &str) -> Label {
        Label::read(text.chars()).unwrap()
    }

    #[test]
    fn labels_lead_to_the_next_of_their_kind() {
        for (a, b) in [
            ("1.", "2."),
            ("(9)", "(10)"),
            ("a)", "b)"),
            ("h)", "i)"),
            ("iii)", "iv)"),
            ("(i)", "(ii)"),
            ("IX.", "X."),
            ("б)", "в)"),
            ("•", "•"),
            ("–", "–"),
            ("[AM98]", "[Knu84a]"),
        ] {
            assert!(label(a).leads_to(label(b)), "{a} {b}");
        }
        for (a, b) in [
            ("1.", "3."),
            ("1.", "2)"),
            ("(1)", "2)"),
            ("a)", "B)"),
            ("•", "–"),
            ("1.1.", "1.2."),
            ("i)", "b)"),
        ] {
            assert!(!label(a).leads_to(label(b)), "{a} {b}");
        }
    }

    #[test]
    fn a_label_has_one_kind() {
        assert_eq!(label("•").body, Body::Bullet('•'));
        assert_eq!(label("*").body, Body::Dash('*'));
        assert_eq!(label("(12)").body, Body::Number(12));
        assert_eq!(label("1.1.").body, Body::Other);
        assert!(label("a)").is_first() && label("(i)").is_first() && label("1.").is_first());
        assert!(!label("2.").is_first() && !label("•").is_first());
        assert!(label("(1)").is_bracketed() && !label("1.").is_bracketed());
    }
}
