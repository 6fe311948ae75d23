//! Detects untagged lists: paragraphs that begin with bullets or with consecutive numbers.
//!
//! A bullet makes every paragraph an item. A number does so if the next paragraph has the next number: `1.`
//! and `2.`, `(a)` and `(b)`. Notes, figures, tables, and column or page ends may be in between.

use super::labels;
use super::part::{Around, Key, Label, MOST_WAITING, Part, PartKind, Token};
use crate::page_number::roman;

/// Detects lists in consecutive parts.
#[derive(Default)]
pub(super) struct Lists {
    /// Whether numbered lists are detected too.
    numbers: bool,
    /// The list of the previous part.
    open: Option<Open>,
    /// The open lists of items that page analysis found, outermost first.
    levels: Vec<Level>,
    /// A paragraph that begins a list if the next one has the next number, and the parts after it.
    first: Option<(Part, Numbers)>,
    waiting: Vec<Part>,
    /// Number of lists and items so far.
    count: u32,
}

/// A list that can continue.
struct Open {
    key: Key,
    /// Numbering of the items; `None` for bullets.
    numbers: Option<Numbers>,
}

/// An open list of items that page analysis found.
struct Level {
    list: Around,
    item: Around,
    /// The number of the last item.
    numbers: Option<Numbers>,
}

/// Numbering style of a list and the last number used.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Numbers {
    bracket: Option<char>,
    stop: char,
    script: Script,
    last: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Script {
    Digits,
    Letters { capital: bool },
    Roman { capital: bool },
}

/// The number above which a list does not begin with a Roman numeral.
const MAX_ROMAN: u32 = 40;

impl Lists {
    pub(super) fn new(numbers: bool) -> Self {
        Self {
            numbers,
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, mut part: Part, emit: &mut impl FnMut(Part)) {
        if part.is_beside() {
            match self.first.is_some() && self.waiting.len() < MOST_WAITING {
                true => self.waiting.push(part),
                false => emit(part),
            }
            return;
        }
        if let (PartKind::Paragraph, Some(depth)) = (&part.kind, part.item) {
            self.end(emit);
            self.open = None;
            self.found(&mut part, depth);
            return emit(part);
        }
        let may_be = matches!(part.kind, PartKind::Paragraph)
            && part.around.is_empty()
            && !part.edges.tagged
            && part.tokens.len() > 1;
        let label = part.tokens.first().filter(|_| may_be);
        let label = label.map_or("", |label| label.text.as_str());
        // An item that stands alone on its page is found by its number.
        let goes_on = |level: &Level| {
            let next = level.numbers.and_then(Numbers::next);
            next.is_some_and(|next| next.is_written(label))
        };
        if let Some(depth) = self.levels.iter().rposition(goes_on) {
            self.found(&mut part, depth.saturating_add(1) as u8);
            return emit(part);
        }
        self.levels.clear();
        if labels::is_bullet(label) {
            self.end(emit);
            let of_bullets = |open: &&Open| open.numbers.is_none();
            let list = self.open.as_ref().filter(of_bullets).map(|open| open.key);
            let list = list.unwrap_or_else(|| self.key(&part));
            self.item(&mut part, list, None);
            return emit(part);
        }
        // Excludes headings such as `1. 2 A Heading`.
        let is_text = |part: &Part| {
            let second = part
                .tokens
                .get(1)
                .and_then(|second| second.text.chars().next());
            second.is_some_and(|c| !c.is_numeric())
        };
        let label = if self.numbers && is_text(&part) {
            label
        } else {
            ""
        };
        let goes_on = |numbers: Numbers| numbers.next().filter(|next| next.is_written(label));
        if let Some((_, next)) = self
            .first
            .as_ref()
            .and_then(|(_, n)| Some((n, goes_on(*n)?)))
        {
            let list = self.key(&part);
            if let Some((mut first, numbers)) = self.first.take() {
                self.item(&mut first, list, Some(numbers));
                emit(first);
            }
            self.waiting.drain(..).for_each(&mut *emit);
            self.item(&mut part, list, Some(next));
            return emit(part);
        }
        self.end(emit);
        let open = self.open.take();
        let next = open.and_then(|open| Some((open.key, goes_on(open.numbers?)?)));
        if let Some((list, next)) = next {
            self.item(&mut part, list, Some(next));
            return emit(part);
        }
        match Numbers::first(label) {
            Some(numbers) => self.first = Some((part, numbers)),
            None => emit(part),
        }
    }

    /// Emits the parts that wait for a second item.
    pub(super) fn end(&mut self, emit: &mut impl FnMut(Part)) {
        let first = self.first.take().into_iter();
        first.for_each(|(part, _)| emit(part));
        self.waiting.drain(..).for_each(emit);
    }

    /// Makes a part an item of the list at a depth, from 1.
    fn found(&mut self, part: &mut Part, depth: u8) {
        part_label(&mut part.tokens);
        let several = part.tokens.len() > 1;
        let first = part.tokens.first().filter(|_| several);
        let first = first.map_or("", |token| token.text.as_str());
        let is_mark = labels::is_bullet(first) || labels::is_item_bullet(first);
        let is_label = is_mark || labels::is_number(first);
        let own = if is_mark { None } else { Numbers::of(first) };
        let at = usize::from(depth).saturating_sub(1).min(self.levels.len());
        // A list with other labels, or that begins anew, is another list.
        let before = self
            .levels
            .get(at)
            .filter(|level| match (level.numbers, own) {
                (Some(before), _) if before.next().is_some_and(|next| next.is_written(first)) => {
                    true
                }
                (Some(before), Some(own)) => before.is_like(own) && own.last > before.last,
                (Some(_), None) => false,
                (None, own) => own.is_none(),
            });
        let (list, numbers) = match before {
            Some(level) => {
                let next = level.numbers.and_then(Numbers::next);
                let next = next.filter(|next| next.is_written(first));
                (Some(level.list.clone()), next.or(own))
            }
            None => (None, own),
        };
        let list = list.unwrap_or_else(|| Around::List {
            key: self.key(part),
            ordered: numbers.is_some(),
        });
        let label = is_label.then(|| part.tokens.remove(0));
        let item = Around::Item {
            key: self.key(part),
            label: label
                .as_ref()
                .and_then(|own| Label::of(std::slice::from_ref(own))),
        };
        self.levels.truncate(at);
        self.levels.push(Level {
            list,
            item,
            numbers,
        });
        let levels = self.levels.iter();
        part.around = levels
            .flat_map(|level| [level.list.clone(), level.item.clone()])
            .collect();
    }

    /// Makes a part a list item.
    fn item(&mut self, part: &mut Part, list: Key, numbers: Option<Numbers>) {
        let key = self.key(part);
        let own = part.tokens.remove(0);
        part.around = vec![
            Around::List {
                key: list,
                ordered: numbers.is_some(),
            },
            Around::Item {
                key,
                label: Label::of(std::slice::from_ref(&own)),
            },
        ];
        self.open = Some(Open { key: list, numbers });
    }

    fn key(&mut self, part: &Part) -> Key {
        self.count = self.count.saturating_add(1);
        let page = part.tokens.first().map_or(0, |token| token.origin.page);
        Key::Found {
            page,
            number: self.count,
        }
    }
}

/// Splits the label of an item from the word that it touches.
fn part_label(tokens: &mut Vec<Token>) {
    let Some(first) = tokens.first() else { return };
    let Some(end) = labels::glued(&first.text) else {
        return;
    };
    let (Some(label), Some(rest)) = (first.text.get(..end), first.text.get(end..)) else {
        return;
    };
    let own = Token {
        text: label.to_owned(),
        divided: false,
        unhyphenated: false,
        ..first.clone()
    };
    let rest = Token {
        text: rest.to_owned(),
        line: false,
        verse: false,
        ..first.clone()
    };
    tokens.splice(..1, [own, rest]);
}

impl Numbers {
    /// The numbering of a list whose first label this is.
    fn first(label: &str) -> Option<Self> {
        let bracket = label.chars().next().filter(|c| matches!(c, '(' | '['));
        let stop = label.chars().next_back()?;
        let stops = match bracket {
            Some('(') => stop == ')',
            Some(_) => stop == ']',
            None => matches!(stop, '.' | ')'),
        };
        let inner = label.strip_suffix(stop)?;
        let inner = inner.strip_prefix(['(', '[']).unwrap_or(inner);
        let script = match inner {
            "1" => Script::Digits,
            "a" => Script::Letters { capital: false },
            "A" => Script::Letters { capital: true },
            "i" => Script::Roman { capital: false },
            "I" => Script::Roman { capital: true },
            _ => return None,
        };
        stops.then_some(Self {
            bracket,
            stop,
            script,
            last: 1,
        })
    }

    /// The numbering that a label is part of, at any number.
    fn of(label: &str) -> Option<Self> {
        let first = Self::first(label);
        if first.is_some() {
            return first;
        }
        let stop = label.chars().next_back()?;
        let inner = label.strip_suffix(stop)?;
        let inner = inner.strip_prefix(['(', '[']).unwrap_or(inner);
        let like = |first: &str| Self::first(&label.replacen(inner, first, 1));
        let letter = || {
            let mut letters = inner.chars();
            let letter = letters.next().filter(char::is_ascii_alphabetic)?;
            letters.next().is_none().then_some(letter)
        };
        if let Ok(last) = inner.parse() {
            return Some(Self { last, ..like("1")? });
        }
        let capital = inner.starts_with(|c: char| c.is_ascii_uppercase());
        if let Some(letter) = letter().filter(|c| !"ivxIVX".contains(*c)) {
            let last = letter.to_digit(36)?.saturating_sub(9);
            let like = like(if capital { "A" } else { "a" })?;
            return Some(Self { last, ..like });
        }
        let like = like(if capital { "I" } else { "i" })?;
        let all = (1..MAX_ROMAN).map(|last| Self { last, ..like });
        all.into_iter().find(|numbers| numbers.is_written(label))
    }

    /// Returns `true` if another numbering is written in the same way.
    fn is_like(self, other: Self) -> bool {
        Self { last: 0, ..self } == Self { last: 0, ..other }
    }

    fn next(self) -> Option<Self> {
        let last = self.last.checked_add(1)?;
        Some(Self { last, ..self })
    }

    /// Whether a label shows the current number.
    fn is_written(self, label: &str) -> bool {
        let inner = label
            .strip_suffix(self.stop)
            .and_then(|rest| match self.bracket {
                Some(bracket) => rest.strip_prefix(bracket),
                None => Some(rest),
            });
        inner.is_some_and(|inner| match self.script {
            Script::Digits => inner == self.last.to_string(),
            Script::Letters { capital } => {
                let letter = char::from_digit(self.last.saturating_add(9), 36);
                inner.chars().eq(letter.map(|c| cased(c, capital)))
            }
            Script::Roman { capital } => {
                let roman = roman(self.last).unwrap_or_default();
                inner.chars().eq(roman.chars().map(|c| cased(c, capital)))
            }
        })
    }
}

fn cased(c: char, capital: bool) -> char {
    match capital {
        true => c.to_ascii_uppercase(),
        false => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_count_on() {
        for labels in [
            &["1.", "2.", "3."][..],
            &["(a)", "(b)", "(c)"],
            &["i)", "ii)", "iii)", "iv)"],
            &["[I]", "[II]"],
            &["A.", "B."],
        ] {
            let mut numbers = Numbers::first(labels[0]).unwrap();
            for label in &labels[1..] {
                assert!(!numbers.is_written(label), "{label}");
                numbers = numbers.next().unwrap();
                assert!(numbers.is_written(label), "{label}");
            }
        }
        for other in ["2.", "(1.", "1", "", "1]", "(a]", "Ia.", "(", "."] {
            assert_eq!(Numbers::first(other), None, "{other}");
        }
    }
}
