//! Reads words that can be page numbers, in the numerals of several scripts.

use crate::page_number::ROMAN_DIGITS;

/// A word that can be a page number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PrintedNumber {
    pub value: u32,
    numerals: Numerals,
}

/// The numeral system of a number. Numbers in different systems are not compared: prefaces have a separate
/// sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numerals {
    /// Decimal digits of the script with this zero.
    Decimal(char),
    Roman,
    Han,
}

/// Characters printed around page numbers: `- 12 -`, `[12]`, `| 12`.
const AROUND: [char; 13] = [
    '-', '–', '—', '|', '[', ']', '(', ')', '·', '•', '~', '*', '_',
];

/// Most digits of a page number.
const MAX_DIGITS: usize = 5;

/// Most letters of a Roman number, as in MMMDCCCLXXXVIII.
const MAX_ROMAN: usize = 15;

/// Most times that a letter of a Roman number repeats.
const MAX_REPEATS: usize = 3;

/// The values of Roman numerals of one letter that are rather the letters of appendices: L, C, D and M.
const APPENDICES: [u32; 4] = [50, 100, 500, 1000];

/// The units of Han numerals.
const HAN_UNITS: [(char, u32); 2] = [('百', 100), ('十', 10)];

/// The base of decimal digits.
pub(super) const BASE: u32 = 10;

/// The zeros of scripts with decimal digits in which books are numbered (Unicode, general category Nd).
const ZEROS: [char; 20] = [
    '0', '\u{660}', '\u{6F0}', '\u{7C0}', '\u{966}', '\u{9E6}', '\u{A66}', '\u{AE6}', '\u{B66}',
    '\u{BE6}', '\u{C66}', '\u{CE6}', '\u{D66}', '\u{E50}', '\u{ED0}', '\u{F20}', '\u{1040}',
    '\u{17E0}', '\u{1810}', '\u{FF10}',
];

impl PrintedNumber {
    /// Reads a number in decimal digits, Roman or Han numerals.
    pub(crate) fn read(word: &str) -> Option<Self> {
        let word = word.trim_matches(AROUND);
        let number = |value, numerals| Self { value, numerals };
        decimal(word)
            .map(|(value, zero)| number(value, Numerals::Decimal(zero)))
            .or_else(|| roman(word).map(|value| number(value, Numerals::Roman)))
            .or_else(|| han(word).map(|value| number(value, Numerals::Han)))
    }

    /// Whether it may be the letter of an appendix.
    pub(crate) fn is_letter(self) -> bool {
        self.numerals == Numerals::Roman && APPENDICES.contains(&self.value)
    }

    /// Whether this number and `other` differ by `pages`, in the same numerals.
    pub(crate) fn counts_on(self, other: Self, pages: i64) -> bool {
        self.numerals == other.numerals && i64::from(other.value) - i64::from(self.value) == pages
    }
}

/// Whether a word consists only of characters printed around page numbers.
pub(super) fn is_mark(word: &str) -> bool {
    word.trim_matches(AROUND).is_empty()
}

/// The value of a decimal digit of any of these scripts.
pub(super) fn digit(c: char) -> Option<u32> {
    place(c).map(|(digit, _)| digit)
}

/// The value of a decimal digit, and the zero of its script.
fn place(c: char) -> Option<(u32, char)> {
    // Nearly all characters are letters of ASCII.
    if c.is_ascii() {
        let figure = c.is_ascii_digit();
        return figure.then(|| (u32::from(c) - u32::from('0'), '0'));
    }
    let last = ZEROS.partition_point(|zero| *zero <= c).checked_sub(1)?;
    let zero = *ZEROS.get(last)?;
    let digit = u32::from(c) - u32::from(zero);
    (digit < BASE).then_some((digit, zero))
}

/// The value of decimal digits of one script, and the script's zero.
fn decimal(word: &str) -> Option<(u32, char)> {
    let (_, zero) = place(word.chars().next()?)?;
    let mut value = 0u32;
    for (n, c) in word.chars().enumerate() {
        let (digit, own) = place(c)?;
        if own != zero || n >= MAX_DIGITS {
            return None;
        }
        value = value * BASE + digit;
    }
    Some((value, zero))
}

/// The value of a Roman numeral in upper or lower case.
fn roman(word: &str) -> Option<u32> {
    let is_of = |digits: &[u8]| word.bytes().all(|b| digits.contains(&b));
    if word.len() > MAX_ROMAN || !(is_of(b"MDCLXVI") || is_of(b"mdclxvi")) {
        return None;
    }
    let lower = word.to_ascii_lowercase();
    let (mut rest, mut value) = (lower.as_str(), 0u32);
    for (worth, digit) in ROMAN_DIGITS {
        // Single letters repeat up to three times; pairs occur once.
        let most = if digit.len() == 1 { MAX_REPEATS } else { 1 };
        for _ in 0..most {
            let Some(behind) = rest.strip_prefix(digit) else {
                break;
            };
            (rest, value) = (behind, value.saturating_add(worth));
        }
    }
    rest.is_empty().then_some(value).filter(|&v| v > 0)
}

/// The value of a Han numeral: `一二三` as digits, or `百二十三` with units of ten and a hundred.
fn han(word: &str) -> Option<u32> {
    let digit = |c: char| Some("〇一二三四五六七八九".chars().position(|d| d == c)? as u32);
    if word.is_empty() || word.chars().count() > MAX_DIGITS {
        return None;
    }
    if !word.contains(['十', '百']) {
        return word
            .chars()
            .try_fold(0, |value, c| Some(value * BASE + digit(c)?));
    }
    let mut rest = word;
    let mut value = 0;
    for (unit, worth) in HAN_UNITS {
        let Some((count, behind)) = rest.split_once(unit) else {
            continue;
        };
        // In `百零三` a zero stands for the missing tens.
        let count = count.trim_start_matches(['零', '〇']);
        let mut digits = count.chars();
        let count = digits.next().map_or(Some(1), digit)?;
        if digits.next().is_some() {
            return None;
        }
        value += count * worth;
        rest = behind;
    }
    let mut ones = rest.trim_start_matches(['零', '〇']).chars();
    value += ones.next().map_or(Some(0), digit)?;
    ones.next().is_none().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(word: &str) -> Option<u32> {
        PrintedNumber::read(word).map(|n| n.value)
    }

    #[test]
    fn page_numbers_are_digits_or_numerals_with_marks_around() {
        for (word, number) in [
            ("12", 12),
            ("-12-", 12),
            ("[7]", 7),
            ("xiv", 14),
            ("MCMXCIX", 1999),
            ("iii", 3),
            ("١٢", 12),
            ("۲۵", 25),
            ("१०४", 104),
            ("１２", 12),
            ("二三", 23),
            ("二十三", 23),
            ("十", 10),
            ("百零三", 103),
            ("三百二十一", 321),
        ] {
            assert_eq!(value(word), Some(number), "{word}");
        }
        for word in [
            "",
            "-",
            "12.",
            "a12",
            "123456",
            "iiii",
            "vx",
            "Iv",
            "mimic",
            "ic",
            "été",
            "1٢",
            "大",
            "二大十",
            "一二十",
        ] {
            assert_eq!(value(word), None, "{word}");
        }
    }

    #[test]
    fn zeros_are_in_order_and_their_digits_are_numbers() {
        assert!(ZEROS.is_sorted());
        for zero in ZEROS {
            for n in 0..10 {
                let c = char::from_u32(u32::from(zero) + n).unwrap();
                assert!(c.is_numeric());
                assert_eq!(digit(c), Some(n));
            }
        }
        assert_eq!(digit('a'), None);
        assert_eq!(digit('\u{1F}'), None);
    }
}
