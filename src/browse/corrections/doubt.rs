//! The doubt about a word whose confidence was not measured: how unusual it is among the other words of the
//! document.

use unicode_script::{Script, UnicodeScript};

use super::vocabulary::Vocabulary;

/// Weights of the reasons for doubt: logarithms of odds, from a logistic regression on four documents with wrong
/// letters in 6 % of their words. `docs/browse.md` has the results for others.
///
/// For each bit of surprise about the most unusual letter.
const SURPRISAL: f32 = 0.2;
/// For each doubling of the occurrences of the word.
const OCCURRENCES: f32 = -0.85;
/// For each doubling of those of a word that differs in one letter.
const NEIGHBOUR: f32 = 0.5;
/// A digit between letters.
const DIGIT: f32 = 1.6;

/// The sum from which a word is doubtful: one in seven of such words is wrong.
const DOUBTFUL: f32 = 1.65;

/// Whether a word of the vocabulary, which includes this occurrence, is doubtful.
pub(super) fn is_doubtful(word: &str, words: &Vocabulary) -> bool {
    if word.contains('\u{FFFD}') || has_mixed_scripts(word) {
        return true;
    }
    let neighbour = words.neighbour(word).map_or(0, |(_, count)| count);
    let digit = if has_digit_inside(word) { DIGIT } else { 0.0 };
    let sum = SURPRISAL * words.surprisal(word)
        + OCCURRENCES * (words.count(word).max(1) as f32).log2()
        + NEIGHBOUR * (neighbour as f32 + 1.0).log2()
        + digit;
    sum >= DOUBTFUL
}

/// Whether a word has a digit between letters.
fn has_digit_inside(word: &str) -> bool {
    let mut parts = word.split(char::is_alphabetic);
    // The parts before the first letter and after the last one are not inside.
    parts.next();
    parts.next_back();
    parts.any(|part| part.contains(char::is_numeric))
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
            ("baxor", &["baxor"; 7], false),
            // As frequent words, but for one letter.
            ("bacur", &["bacor"; 9], true),
            ("bacur", &["bacor", "bacor", "bacur", "bacur"], false),
            ("c0rden", &[], true),
            ("c0rden", &["c0rden"; 30], false),
            ("1corden", &[], true),
            ("1corden", &["1corden"; 9], false),
            // Cyrillic о.
            ("c\u{43E}rden", &["c\u{43E}rden"; 9], true),
            ("cor\u{FFFD}en", &["cor\u{FFFD}en"; 9], true),
            ("日本ごテレ", &["日本ごテレ"; 9], false),
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
