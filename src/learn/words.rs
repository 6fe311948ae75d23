//! Words that were corrected in the same way several times.

use std::collections::BTreeMap;

use pdfa2hocr_core::corrections::{File, Level, Operation};

/// A word, and the text that replaced it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Replacement {
    pub word: String,
    pub text: String,
    /// The number of times that it was replaced by this text.
    pub times: usize,
    /// The number of times that it was accepted, or replaced by another text.
    pub others: usize,
}

/// The words that were corrected in the same way a number of times or more, the most frequent first.
pub(crate) fn replacements(file: &File, least: usize) -> Vec<Replacement> {
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (_, _, operation) in file.in_effect() {
        let Operation::Text { level, on, text } = operation else {
            continue;
        };
        let (before, after): (Vec<&str>, Vec<&str>) = match level {
            Level::Word => (vec![&on.text], vec![text]),
            _ => (
                on.text.split_whitespace().collect(),
                text.split_whitespace().collect(),
            ),
        };
        // Words of a line that were joined or divided have no single counterpart.
        if before.len() != after.len() {
            continue;
        }
        for (word, text) in before.into_iter().zip(after) {
            let (word, text) = without_punctuation(word, text);
            *counts.entry(word).or_default().entry(text).or_default() += 1;
        }
    }
    let mut found = Vec::new();
    for (word, texts) in counts {
        let all: usize = texts.values().sum();
        let same = texts
            .into_iter()
            .filter(|(text, times)| *text != word && *times >= least);
        found.extend(same.map(|(text, times)| Replacement {
            word: word.to_owned(),
            text: text.to_owned(),
            times,
            others: all - times,
        }));
    }
    found.sort_by(|a, b| b.times.cmp(&a.times).then_with(|| a.word.cmp(&b.word)));
    found
}

/// A word and its replacement without the punctuation around both, which the module leaves alone.
fn without_punctuation<'a>(word: &'a str, text: &'a str) -> (&'a str, &'a str) {
    let is_mark = |c: char| !c.is_alphanumeric();
    let (bare, new) = (word.trim_matches(is_mark), text.trim_matches(is_mark));
    let around = |whole: &'a str, bare: &str| whole.split_once(bare).filter(|_| !bare.is_empty());
    match around(word, bare).is_some() && around(word, bare) == around(text, new) {
        true => (bare, new),
        false => (word, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(lines: &[(&str, &str, &str)]) -> File {
        let mut text = String::from(
            "{\"pdfa2hocr_corrections\":1,\"name\":\"\",\"sha256\":\"\",\"pages\":1}\n",
        );
        for (n, (level, word, new)) in lines.iter().enumerate() {
            text += &format!(
                "{{\"id\":\"{n}\",\"by\":\"a\",\"at\":\"2026-01-01T00:00:00Z\",\"page\":1,\"op\":\"text\",\
                 \"level\":\"{level}\",\"on\":{{\"box\":[0,0,9,9],\"text\":\"{word}\"}},\"text\":\"{new}\"}}\n"
            );
        }
        File::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn words_corrected_three_times_the_same_are_listed_with_the_exceptions() {
        let file = file(&[
            ("word", "tlie", "the"),
            ("word", "tlie", "the"),
            ("line", "in (tlie) house", "in (the) house"),
            ("line", "tlie end", "tlie end"),
            ("word", "arid", "and"),
            ("word", "arid", "and"),
            ("line", "ar id", "arid"),
        ]);
        let expected = Replacement {
            word: "tlie".to_owned(),
            text: "the".to_owned(),
            times: 3,
            others: 1,
        };
        assert_eq!(replacements(&file, 3), [expected]);
    }
}
