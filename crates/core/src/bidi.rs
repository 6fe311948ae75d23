//! Writing directions, and the inverse of the bidirectional algorithm (UAX #9): from visual order to logical
//! order.
//!
//! The algorithm gives characters levels, and reverses runs from the highest level down. Visual text, read
//! from the beginning of its line, gets nearly the same levels, and reversing its runs restores the logical
//! text. If several texts look the same, the simplest one is chosen.

use std::cmp::Ordering;

use unicode_bidi::{BidiClass, Level, ParagraphBidiInfo, bidi_class};
use unicode_normalization::char::is_combining_mark;

named! {
    /// A writing direction, with its value in the HTML attribute `dir`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Direction {
        LeftToRight = "ltr",
        RightToLeft = "rtl",
    }
}

impl Direction {
    /// The direction of a letter; `None` for characters without one, such as digits and punctuation.
    pub(crate) fn of(c: char) -> Option<Self> {
        // Fast path: most text is ASCII, and other characters need a table search.
        if c.is_ascii() {
            return c.is_ascii_alphabetic().then_some(Self::LeftToRight);
        }
        match bidi_class(c) {
            BidiClass::L => Some(Self::LeftToRight),
            BidiClass::R | BidiClass::AL => Some(Self::RightToLeft),
            _ => None,
        }
    }
}

/// The number of letters of each direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Letters {
    pub rtl: usize,
    pub ltr: usize,
}

impl Letters {
    /// Counts the letters of a text.
    pub(crate) fn of(text: &str) -> Self {
        let mut letters = Self::default();
        for c in text.chars() {
            match Direction::of(c) {
                Some(Direction::RightToLeft) => letters.rtl += 1,
                Some(Direction::LeftToRight) => letters.ltr += 1,
                None => {}
            }
        }
        letters
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.rtl += other.rtl;
        self.ltr += other.ltr;
    }

    /// The direction of most letters; `None` without a majority.
    pub(crate) fn majority(self) -> Option<Direction> {
        match self.rtl.cmp(&self.ltr) {
            Ordering::Greater => Some(Direction::RightToLeft),
            Ordering::Less => Some(Direction::LeftToRight),
            Ordering::Equal => None,
        }
    }
}

/// Whether a text has letters that are written from right to left.
pub(crate) fn has_right_to_left(text: &str) -> bool {
    // Such letters begin with a byte from 0xD6 to 0xE0, with 0xEF before one from 0xAC to 0xBB, or with one from 0xF0 on;
    // the mark U+200F ends with 0x80 and 0x8F. Most other text has none of these bytes. Without a branch, many bytes
    // are examined at once.
    let may_be_one = |(byte, next): (u8, u8)| {
        (0xD6..=0xE0).contains(&byte)
            | (byte == 0xEF) & (0xAC..=0xBB).contains(&next)
            | (byte >= 0xF0)
            | (byte == 0x80) & (next == 0x8F)
    };
    let is_one = |c| may_be_right_to_left(c) && Direction::of(c) == Some(Direction::RightToLeft);
    let pairs = text.bytes().zip(text.bytes().skip(1));
    pairs.fold(false, |any, pair| any | may_be_one(pair)) && text.chars().any(is_one)
}

/// Whether a character is in a range in which Unicode has letters that are written from right to left.
fn may_be_right_to_left(c: char) -> bool {
    // Nearly all characters are lower.
    c >= '\u{590}'
        && matches!(c, '\u{590}'..'\u{900}' | '\u{200F}' | '\u{FB1D}'..='\u{FEFF}' | '\u{10800}'..'\u{11000}'
        | '\u{1E800}'..'\u{1F000}')
}

/// Whether most letters of a text belong to right-to-left scripts.
pub(crate) fn is_mostly_right_to_left(text: &str) -> bool {
    has_right_to_left(text) && Letters::of(text).majority() == Some(Direction::RightToLeft)
}

/// Words in visual order from the left; the input is in logical order.
pub(crate) fn seen_from_left<'t>(words: &[&'t str]) -> Vec<&'t str> {
    let text = words.join(" ");
    let line = Letters::of(&text).majority();
    let rtl = line != Some(Direction::LeftToRight);
    let plain: String = text.chars().map(|c| plain(c, true)).collect();
    // The word of each character; `None` for the spaces between words.
    let of_char: Vec<Option<usize>> = (0..)
        .zip(words)
        .flat_map(|(number, word)| {
            let own = std::iter::repeat_n(Some(number), word.chars().count());
            own.chain([None])
        })
        .collect();
    let mut waiting: Vec<Option<&str>> = words.iter().copied().map(Some).collect();
    ParagraphBidiInfo::reorder_visual(&levels(&plain, rtl))
        .into_iter()
        .filter_map(|at| waiting.get_mut(of_char.get(at).copied()??)?.take())
        .collect()
}

/// The characters of a text in visual order from the left, with mirrored brackets, as a page shows them on a line
/// of this direction.
pub(crate) fn shown(text: &str, line: Direction) -> String {
    let levels = levels(text, line == Direction::RightToLeft);
    let characters: Vec<char> = text.chars().collect();
    let order = ParagraphBidiInfo::reorder_visual(&levels);
    let mut shown = String::with_capacity(text.len());
    // Combining marks follow their letter in both directions (UAX #9, L3).
    let mut marks = Vec::new();
    for at in order {
        let (Some(&c), Some(level)) = (characters.get(at), levels.get(at)) else {
            continue;
        };
        if level.is_rtl() && is_combining_mark(c) {
            marks.push(c);
            continue;
        }
        let mirrored = || unicode_bidi_mirroring::get_mirrored(c).unwrap_or(c);
        shown.push(if level.is_rtl() { mirrored() } else { c });
        shown.extend(marks.drain(..).rev());
    }
    shown.extend(marks);
    shown
}

/// The level of each character of a line.
fn levels(line: &str, rtl: bool) -> Vec<Level> {
    let base = if rtl { Level::rtl() } else { Level::ltr() };
    ParagraphBidiInfo::new(line, Some(base)).reordered_levels_per_char(0..line.len())
}

/// A character in logical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LogicalChar {
    /// Its visual position, from the left.
    pub seen: usize,
    /// Whether it is read from right to left, so that a bracket is shown mirrored.
    pub backwards: bool,
}

/// The logical order of characters in visual order from the left, on a line of this direction. With `shapes`,
/// brackets pair by their appearance; without it, they are plain punctuation.
pub(crate) fn inverse(seen: &[char], line: Direction, shapes: bool) -> Vec<LogicalChar> {
    let rtl = line == Direction::RightToLeft;
    let mut classed: Vec<char> = seen.iter().map(|&c| plain(c, shapes)).collect();
    if shapes {
        tie_brackets(&mut classed, line);
    }
    if rtl {
        classed.reverse();
        for c in &mut classed {
            *c = unicode_bidi_mirroring::get_mirrored(*c).unwrap_or(*c);
        }
    } else {
        tie_digits(&mut classed);
    }
    let text: String = classed.iter().collect();
    let levels = levels(&text, rtl);
    let mut order = ParagraphBidiInfo::reorder_visual(&levels);
    if rtl {
        order.reverse();
    }
    order
        .into_iter()
        .map(|at| LogicalChar {
            seen: if rtl { seen.len() - 1 - at } else { at },
            backwards: levels.get(at).is_some_and(Level::is_rtl),
        })
        .collect()
}

/// The character that the algorithm uses. Directional codes become spaces, because they have already taken
/// effect.
fn plain(c: char, shapes: bool) -> char {
    match bidi_class(c) {
        BidiClass::L
        | BidiClass::R
        | BidiClass::AL
        | BidiClass::EN
        | BidiClass::AN
        | BidiClass::ES
        | BidiClass::ET
        | BidiClass::CS
        | BidiClass::NSM => c,
        BidiClass::ON if shapes || !unicode_bidi_mirroring::is_mirroring(c) => c,
        _ => ' ',
    }
}

/// Whether a bracket or quotation mark opens, for those that pair by appearance; `None` for other characters.
fn bracket(c: char) -> Option<bool> {
    match c {
        '(' | '[' | '{' | '«' | '‹' | '<' | '“' => Some(true),
        ')' | ']' | '}' | '»' | '›' | '>' | '”' => Some(false),
        _ => None,
    }
}

/// Maximum nesting depth of brackets (UAX #9, BD16).
const DEEPEST: usize = 63;

/// Joins brackets and quotation marks to the words inside, if these all have the opposite direction of the
/// line: `(portable document format)` in a Hebrew line. The text is the same as when they follow the line,
/// but each one stays next to its word.
fn tie_brackets(seen: &mut [char], line: Direction) {
    let (other, letter) = match line {
        Direction::RightToLeft => (Direction::LeftToRight, 'a'),
        Direction::LeftToRight => (Direction::RightToLeft, '\u{5D0}'),
    };
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut tied: Vec<usize> = Vec::new();
    for (at, &c) in seen.iter().enumerate() {
        // A straight quotation mark closes an open one.
        let within = open.last().is_some_and(|&(_, last)| last == '"');
        let opens = if c == '"' { Some(!within) } else { bracket(c) };
        match opens {
            Some(true) if open.len() < DEEPEST => open.push((at, c)),
            Some(false) => {
                let Some((start, _)) = open.pop() else {
                    continue;
                };
                let inside = seen.get(start + 1..at).unwrap_or_default();
                let mut found = inside.iter().filter_map(|&c| Direction::of(c)).peekable();
                if found.peek().is_some() && found.all(|d| d == other) {
                    tied.extend([start, at]);
                }
            }
            _ => {}
        }
    }
    for at in tied {
        if let Some(c) = seen.get_mut(at) {
            *c = letter;
        }
    }
}

/// On a left-to-right line, a number at the right of right-to-left words, with none behind it, follows them.
/// As a part of them, it would be at their left.
fn tie_digits(seen: &mut [char]) {
    // Whether the next letter from here belongs to a right-to-left script.
    let mut next = false;
    let followed: Vec<bool> = seen
        .iter()
        .rev()
        .map(|&c| {
            next = Direction::of(c).map_or(next, |d| d == Direction::RightToLeft);
            next
        })
        .collect();
    let mut after = false;
    for (c, followed) in seen.iter_mut().zip(followed.into_iter().rev()) {
        match Direction::of(*c) {
            Some(direction) => after = direction == Direction::RightToLeft,
            None if after && !followed && bidi_class(*c) == BidiClass::EN => {
                *c = 'a';
                after = false;
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Direction::{LeftToRight, RightToLeft};
    use super::*;
    use proptest::prelude::*;

    /// Letters A to Z stand for Hebrew ones.
    fn hebrew(text: &str) -> String {
        let letter = |c: char| match c {
            'A'..='Z' => char::from_u32(0x5D0 + u32::from(c) - 65).unwrap_or(c),
            _ => c,
        };
        text.chars().map(letter).collect()
    }

    fn latin(text: impl AsRef<str>) -> String {
        let letter = |c: char| match c {
            '\u{5D0}'..='\u{5E9}' => char::from_u32(u32::from(c) - 0x5D0 + 65).unwrap_or(c),
            _ => c,
        };
        text.as_ref().chars().map(letter).collect()
    }

    fn read(seen: &str, line: Direction) -> String {
        let seen: Vec<char> = hebrew(seen).chars().collect();
        let text: String = inverse(&seen, line, true)
            .into_iter()
            .map(|place| {
                let c = seen[place.seen];
                let mirrored = unicode_bidi_mirroring::get_mirrored(c);
                mirrored.filter(|_| place.backwards).unwrap_or(c)
            })
            .collect();
        latin(&text)
    }

    /// The visual form of a text by the algorithm.
    fn show(text: &str, line: Direction) -> String {
        let text = hebrew(text);
        let levels = levels(&text, line == RightToLeft);
        let chars: Vec<char> = text.chars().collect();
        let seen: String = ParagraphBidiInfo::reorder_visual(&levels)
            .into_iter()
            .map(|at| {
                let mirrored = unicode_bidi_mirroring::get_mirrored(chars[at]);
                mirrored
                    .filter(|_| levels[at].is_rtl())
                    .unwrap_or(chars[at])
            })
            .collect();
        latin(&seen)
    }

    #[test]
    fn a_letter_from_the_right_is_found_anywhere_in_a_text() {
        for c in '\0'..=char::MAX {
            let expected = Direction::of(c) == Some(Direction::RightToLeft);
            assert_eq!(
                has_right_to_left(c.encode_utf8(&mut [0; 4])),
                expected,
                "{c:?}"
            );
        }
        let far = "x".repeat(200) + "“\u{5D0}”";
        assert!(has_right_to_left(&far));
    }

    #[test]
    fn ascii_has_the_directions_of_the_unicode_character_database() {
        for c in (0..=0x7f_u8).map(char::from) {
            let left_to_right = bidi_class(c) == BidiClass::L;
            let expected = left_to_right.then_some(Direction::LeftToRight);
            assert_eq!(Direction::of(c), expected, "{c:?}");
        }
    }

    #[test]
    fn words_from_right_to_left_are_read_from_the_right() {
        assert_eq!(read("FED CBA", RightToLeft), "ABC DEF");
        assert_eq!(read("!FED ,CBA", RightToLeft), "ABC, DEF!");
        assert_eq!(read("FED (CBA)", RightToLeft), "(ABC) DEF");
    }

    #[test]
    fn numbers_and_latin_words_keep_their_order_among_them() {
        assert_eq!(read("FED 12.5 CBA", RightToLeft), "ABC 12.5 DEF");
        assert_eq!(read("FED one two CBA", RightToLeft), "ABC one two DEF");
        assert_eq!(read("123-A", RightToLeft), "A-123");
        assert_eq!(read("50% A", RightToLeft), "A 50%");
    }

    #[test]
    fn brackets_stay_with_the_words_they_enclose() {
        assert_eq!(
            read("ED portable format (pdf) CBA", RightToLeft),
            "ABC portable format (pdf) DE"
        );
        assert_eq!(
            read("ED \"one two\" CBA", RightToLeft),
            "ABC \"one two\" DE"
        );
        assert_eq!(read("ED (one two) CBA", RightToLeft), "ABC (one two) DE");
        assert_eq!(read("ED (pdf) CBA", RightToLeft), "ABC (pdf) DE");
        assert_eq!(
            read("see (CBA) FED there", LeftToRight),
            "see DEF (ABC) there"
        );
    }

    #[test]
    fn words_from_right_to_left_in_a_latin_line_stand_where_they_are() {
        assert_eq!(read("see CBA there", LeftToRight), "see ABC there");
        assert_eq!(read("see FED CBA there", LeftToRight), "see ABC DEF there");
        assert_eq!(read("see CBA 12 there", LeftToRight), "see ABC 12 there");
        assert_eq!(
            read("see FED 12 CBA there", LeftToRight),
            "see ABC 12 DEF there"
        );
    }

    #[test]
    fn words_are_seen_where_the_line_puts_them() {
        let words = hebrew("ABC one two DEFG");
        let words: Vec<&str> = words.split(' ').collect();
        let seen: Vec<String> = seen_from_left(&words).into_iter().map(latin).collect();
        assert_eq!(seen, ["DEFG", "one", "two", "ABC"]);
    }

    #[test]
    fn letters_tell_the_direction_of_a_text() {
        assert_eq!(Letters::of("abc \u{5D0} 12").majority(), Some(LeftToRight));
        assert_eq!(
            Letters::of("\u{627}\u{644} x").majority(),
            Some(RightToLeft)
        );
        assert_eq!(Letters::of("12 ()").majority(), None);
        assert!(has_right_to_left("x\u{FEFB}"));
        assert!(!has_right_to_left("中文 żółw"));
    }

    proptest! {
        #[test]
        fn what_is_read_shows_again_as_it_was_seen(
            text in "[AB]{1,3}( ([AB]{1,3}|[ab]{1,3}|[1-9]{1,2})){0,5} [AB]{1,3}",
        ) {
            let seen = show(&text, RightToLeft);
            prop_assert_eq!(show(&read(&seen, RightToLeft), RightToLeft), seen);
        }

        #[test]
        fn nothing_is_lost(text in "\\PC{0,40}", rtl: bool, shapes: bool) {
            let seen: Vec<char> = text.chars().collect();
            let line = if rtl { RightToLeft } else { LeftToRight };
            let mut places: Vec<usize> =
                inverse(&seen, line, shapes).iter().map(|p| p.seen).collect();
            places.sort_unstable();
            prop_assert_eq!(places, (0..seen.len()).collect::<Vec<_>>());
        }
    }
}
