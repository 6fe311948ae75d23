//! The doubt about a word whose confidence was not measured: a sum of points for what makes it unusual among the
//! other words of the document.

use unicode_script::{Script, UnicodeScript};

use super::vocabulary::Vocabulary;

/// Points for a reason to doubt. They are set by hand so that a word that occurs again is doubtful only for its
/// characters, and a new word only with a second reason.
///
/// The word occurs only here.
const SINGLE: u32 = 30;
/// It has three letters in a row that no other word has; in a small document, most are such.
const NEW_TRIGRAMS: u32 = 40;
/// It has a digit between letters.
const DIGIT_INSIDE: u32 = 45;
/// It has a digit beside letters, as in `1st`.
const DIGIT_BESIDE: u32 = 20;
/// It has letters of several scripts.
const MIXED_SCRIPTS: u32 = 60;
/// It has a character without a Unicode value.
const UNKNOWN: u32 = 100;

/// Points from which a word is doubtful.
const DOUBTFUL: u32 = 50;

/// Numbers of different words: from `FEW` on, a word is compared with their trigrams, and this share of its
/// trigrams must be new; from `ENOUGH` on, a single new one is a reason. Measured with a wrong letter in 3 % of
/// the words: of a page with 600 different words, 10 % of the right words and 48 % of the wrong ones are
/// doubtful, of books with 2,400 to 10,000 different words 1 to 13 % and 52 to 74 %.
const FEW: usize = 500;
const ENOUGH: usize = 2_000;
const SHARE: f32 = 0.6;

/// Whether a word of the vocabulary, which includes this occurrence, is doubtful.
pub(super) fn is_doubtful(word: &str, words: &Vocabulary) -> bool {
    let single = words.count(word) <= 1;
    let (new, all) = words.new_trigrams(word);
    let new_trigrams = match words.counts.len() {
        ..FEW => false,
        FEW..ENOUGH => new > 0 && new as f32 >= SHARE * all as f32,
        ENOUGH.. => new > 0,
    };
    let (digit_inside, digit_beside) = digits(word);
    let reasons = [
        (single, SINGLE),
        (single && new_trigrams, NEW_TRIGRAMS),
        (digit_inside, DIGIT_INSIDE),
        (digit_beside, DIGIT_BESIDE),
        (has_mixed_scripts(word), MIXED_SCRIPTS),
        (word.contains('\u{FFFD}'), UNKNOWN),
    ];
    let points = reasons.iter().filter(|(is_given, _)| *is_given);
    points.map(|(_, points)| points).sum::<u32>() >= DOUBTFUL
}

/// Whether a word has a digit between letters, and whether it has one at its beginning or end beside letters.
fn digits(word: &str) -> (bool, bool) {
    let is_letter = |c: char| c.is_alphabetic();
    let (Some(first), Some(last)) = (word.find(is_letter), word.rfind(is_letter)) else {
        return (false, false);
    };
    let has_digit = |text: &str| text.contains(char::is_numeric);
    let inside = word.get(first..last).is_some_and(has_digit);
    (inside, !inside && has_digit(word))
}

/// Whether letters of several scripts are in a word. Scripts that are written together, as in Japanese, are
/// one.
fn has_mixed_scripts(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic());
    let scripts = letters.map(|letter| match letter.script() {
        Script::Hiragana | Script::Katakana | Script::Hangul => Script::Han,
        script => script,
    });
    let mut scripts = scripts.filter(|script| *script != Script::Common);
    let first = scripts.next();
    scripts.any(|script| Some(script) != first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some hundred words of syllables.
    fn vocabulary(more: &[&str]) -> Vocabulary {
        let mut words = Vocabulary::default();
        let syllables = ["ba", "cor", "den", "fil", "gra", "hum", "jis", "kel", "lom"];
        for a in syllables {
            for b in syllables {
                for c in syllables {
                    words.add(&format!("{a}{b}{c}"));
                }
            }
        }
        for word in more {
            words.add(word);
        }
        words
    }

    #[test]
    fn words_are_doubtful_for_what_the_document_does_not_know() {
        for (word, others, doubtful) in [
            // New, of known letters.
            ("bacor", &[][..], false),
            // New, of letters that never follow each other.
            ("baxor", &[], true),
            ("baxor", &["baxor"], false),
            ("c0rden", &[], true),
            ("c0rden", &["c0rden"], false),
            ("1corden", &[], true),
            ("1corden", &["1corden"], false),
            // Cyrillic о.
            ("c\u{43E}rden", &["c\u{43E}rden"], true),
            ("cor\u{FFFD}en", &["cor\u{FFFD}en"], true),
            ("日本ごテレ", &["日本ごテレ"], false),
        ] {
            let words = vocabulary(&[&[word], others].concat());
            assert_eq!(is_doubtful(word, &words), doubtful, "{word}");
        }
    }

    #[test]
    fn few_words_say_nothing_about_letters() {
        let mut words = Vocabulary::default();
        for word in ["one", "two", "thr3e"] {
            words.add(word);
        }
        let doubtful = |word| is_doubtful(word, &words);
        assert_eq!(["one", "two", "thr3e"].map(doubtful), [false, false, true]);
    }
}
