//! Parses the numbers of headings: `2`, `2.1`, `IV.`, `A.`, and `Chapter 3`.

/// Maximum number of digits in a number with one part; longer ones are years.
const MOST_FIGURES: usize = 3;

/// Maximum number of digits in each part of a longer number, as in laws.
const MOST_IN_PARTS: usize = 4;

/// Maximum number of parts.
const MOST_PARTS: usize = 6;

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
        !part.is_empty() && part.len() <= 5 && part.chars().all(|c| "IVXL".contains(c))
    };
    let (first, rest) = parts.split_first()?;
    let begins =
        figures(first) || ((closed || !rest.is_empty()) && (roman(first) || is_letter(first)));
    let all = begins && rest.iter().all(|part| figures(part)) && parts.len() <= MOST_PARTS;
    all.then_some(parts.len() as u8)
}

/// Returns `true` if a text is one capital letter, as numbers of appendices are.
pub(super) fn is_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'Z'])
}

/// Whether a text is only the number of a chapter: `CHAPTER 7.`, `Part II`, `3`.
pub(super) fn is_chapter(text: &str) -> bool {
    // Two words are enough, and texts can be long.
    let words: Vec<&str> = text.split_whitespace().take(3).collect();
    let is_word = |word: &str| {
        word.chars().count() > 2
            && word.chars().all(char::is_alphabetic)
            && word.chars().next().is_some_and(char::is_uppercase)
    };
    let is_number = |number: &str| {
        let bare = number.trim_end_matches(['.', ':']);
        depth_of_number(bare) == Some(1)
            || (!bare.is_empty() && bare.len() <= 6 && bare.chars().all(|c| "IVXLC".contains(c)))
    };
    match words.as_slice() {
        [number] => is_number(number),
        [word, number] => is_word(word) && is_number(number),
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
    fn chapters_are_a_word_and_a_number() {
        for text in ["CHAPTER 7.", "Part II", "Chapter 12", "3", "IX"] {
            assert!(is_chapter(text), "{text}");
        }
        for text in ["in 7", "Chapter", "Chapter 7 begins", "7 days", ""] {
            assert!(!is_chapter(text), "{text}");
        }
    }
}
