//! Parses the numbers of headings: `2`, `2.1`, `IV.`, `A.`, and `Chapter 3`.

/// Maximum number of digits in a number with one part; longer ones are years.
const MOST_FIGURES: usize = 3;

/// Maximum number of digits in each part of a longer number, as in laws.
const MOST_IN_PARTS: usize = 4;

/// Maximum number of parts.
const MOST_PARTS: usize = 6;

/// Maximum number of letters of a Roman number in capitals, as in XXVIII.
const MOST_ROMAN: usize = 6;

/// The depth of a heading by its number: 1 for `2 Methods`, 2 for `2.1 Words`. A title must follow that does
/// not begin with a small letter.
pub(super) fn depth(text: &str) -> Option<u8> {
    let text = text.trim_start().trim_start_matches('§').trim_start();
    let (number, title) = text.split_once(char::is_whitespace)?;
    let depth = depth_of_number(number)?;
    let first = title.trim_start().chars().next()?;
    (first.is_alphabetic() && !first.is_lowercase()).then_some(depth)
}

/// The depth of a text that begins with a number of several parts, whatever follows: 2 for `2.1 main()`.
pub(super) fn section(text: &str) -> Option<u8> {
    let (number, title) = text.trim_start().split_once(char::is_whitespace)?;
    let depth = depth_of_number(number).filter(|depth| *depth > 1)?;
    title.contains(char::is_alphabetic).then_some(depth)
}

/// The number of parts, if the text is a number.
pub(super) fn depth_of_number(number: &str) -> Option<u8> {
    let closed = number.ends_with('.');
    let parts: Vec<&str> = number.trim_end_matches('.').split('.').collect();
    let most = if parts.len() > 1 {
        MOST_IN_PARTS
    } else {
        MOST_FIGURES
    };
    let figures =
        |part: &str| (1..=most).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit());
    let roman = |part: &str| {
        !part.is_empty() && part.len() <= MOST_ROMAN && part.chars().all(|c| "IVXL".contains(c))
    };
    let (first, rest) = parts.split_first()?;
    let begins = figures(first)
        || ((closed || !rest.is_empty()) && (roman(first) || is_letter(first)))
        || rest.is_empty() && is_roman(first);
    let all = begins && rest.iter().all(|part| figures(part)) && parts.len() <= MOST_PARTS;
    all.then_some(parts.len() as u8)
}

/// Returns `true` if a text is one capital letter, as numbers of appendices are.
pub(super) fn is_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'Z'])
}

/// Returns `true` if a text is a Roman number of several letters. One letter alone can be a word.
fn is_roman(text: &str) -> bool {
    /// The tens, longest first, and the ones.
    const TENS: [&str; 4] = ["XXX", "XX", "XL", "X"];
    const ONES: [&str; 9] = ["VIII", "VII", "III", "VI", "IV", "IX", "II", "V", "I"];
    let tens = TENS.iter().find_map(|tens| text.strip_prefix(tens));
    let ones = tens.unwrap_or(text);
    text.len() > 1 && (ones.is_empty() || ONES.contains(&ones))
}

/// Returns `true` if a text begins with a word, the number of a chapter and a title: `Chapter IV Of Owls`.
pub(super) fn is_titled_chapter(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (Some(word), Some(number), Some(title)) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    // A name can have an initial, as Anna B. Owl.
    let is_initial = number.strip_suffix('.').is_some_and(is_letter);
    is_chapter_word(word)
        && title.starts_with(char::is_uppercase)
        && !is_initial
        && (is_chapter_number(number) || is_letter(number.trim_end_matches(':')))
}

/// Returns `true` if a word can be before the number of a chapter: it has several letters, and begins with a capital.
fn is_chapter_word(word: &str) -> bool {
    word.chars().count() > 2
        && word.chars().all(char::is_alphabetic)
        && word.starts_with(char::is_uppercase)
}

/// Returns `true` if a text can be the number of a chapter, with a full stop or a colon.
fn is_chapter_number(number: &str) -> bool {
    let bare = number.trim_end_matches(['.', ':']);
    depth_of_number(bare) == Some(1)
        || (!bare.is_empty()
            && bare.len() <= MOST_ROMAN
            && bare.chars().all(|c| "IVXLC".contains(c)))
}

/// Whether a text is only the number of a chapter: `CHAPTER 7.`, `Part II`, `3`.
pub(super) fn is_chapter(text: &str) -> bool {
    let mut words = text.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some(number), None, _) => is_chapter_number(number),
        (Some(word), Some(number), None) => is_chapter_word(word) && is_chapter_number(number),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_sections_are_followed_by_a_title() {
        for (text, parts) in [
            ("2 Methods", 1),
            ("2. Methods", 1),
            ("2.1 Words", 2),
            ("10.3.2. Kings", 3),
            ("IV. The Sea", 1),
            ("XXVII The Sea", 1),
            ("II SCOPE", 1),
            ("A.1 Proofs", 2),
            ("B. Tables", 1),
            ("§ 1308.24 Preparations.", 2),
        ] {
            assert_eq!(depth(text), Some(parts), "{text}");
        }
        for text in [
            "1984 was a year",
            "3 apples",
            "I think",
            "MIX Colours",
            "VV Colours",
            "A Title",
            "5",
            "36% AGREE",
            "n. In-store",
        ] {
            assert_eq!(depth(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_of_several_parts_can_precede_names_of_code() {
        for (text, parts) in [("2.1 main()", 2), ("A.3 lower case", 2), ("10.3.2. <x>", 3)] {
            assert_eq!(section(text), Some(parts), "{text}");
        }
        for text in ["2 main()", "2.1", "2.1 7.9", "main()"] {
            assert_eq!(section(text), None, "{text}");
        }
    }

    #[test]
    fn chapters_can_have_a_title() {
        for text in [
            "Chapter IV Of Owls",
            "Article 5. Rights",
            "Appendix A Tables",
        ] {
            assert!(is_titled_chapter(text), "{text}");
        }
        for text in [
            "Chapter IV",
            "Chapter 4 has owls",
            "In 5 Days",
            "The 1984 Report",
            "Anna B. Owl",
            "Anna V. Owl",
        ] {
            assert!(!is_titled_chapter(text), "{text}");
        }
    }

    #[test]
    fn chapters_are_a_word_and_a_number() {
        for text in ["CHAPTER 7.", "Part II", "Chapter 12", "3", "IX"] {
            assert!(is_chapter(text), "{text}");
        }
        for text in ["in 7", "Chapter", "Chapter 7 begins", "7 days", ""] {
            assert!(!is_chapter(text), "{text}");
        }
    }
}
