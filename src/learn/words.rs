//! Words that were corrected in the same way several times.

use std::collections::BTreeMap;

use pdfa2hocr_core::corrections::{Entry, Level, Operation};

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

/// The words of operations in effect, each with the texts that replaced it and their numbers.
#[derive(Debug, Default)]
pub(crate) struct Replacements(BTreeMap<String, BTreeMap<String, usize>>);

impl Replacements {
    /// Those of these operations.
    pub(crate) fn of<'a>(entries: impl Iterator<Item = &'a Entry>) -> Self {
        let mut all = Self::default();
        for (word, text) in entries.flat_map(|entry| replaced(&entry.operation)) {
            all.add(word, text);
        }
        all
    }

    pub(crate) fn add(&mut self, word: &str, text: &str) {
        let texts = self.0.entry(word.to_owned()).or_default();
        *texts.entry(text.to_owned()).or_default() += 1;
    }

    pub(crate) fn remove(&mut self, word: &str, text: &str) {
        let times = self.0.get_mut(word).and_then(|texts| texts.get_mut(text));
        if let Some(times) = times {
            *times = times.saturating_sub(1);
        }
    }

    /// The words that were corrected in the same way a number of times or more, the most frequent first.
    pub(crate) fn usual(&self, least: usize) -> Vec<Replacement> {
        let mut found = Vec::new();
        for (word, texts) in &self.0 {
            let all: usize = texts.values().sum();
            let same = texts.iter();
            let same = same.filter(|(text, times)| *text != word && **times >= least);
            found.extend(same.map(|(text, times)| Replacement {
                word: word.clone(),
                text: text.clone(),
                times: *times,
                others: all - times,
            }));
        }
        found.sort_by(|a, b| b.times.cmp(&a.times).then_with(|| a.word.cmp(&b.word)));
        found
    }
}

/// The words of an operation with their new texts, without punctuation. Words of a line that were joined or divided have
/// no single counterpart.
pub(crate) fn replaced(operation: &Operation) -> Vec<(&str, &str)> {
    let Operation::Text { level, on, text } = operation else {
        return Vec::new();
    };
    let words = |text| match level {
        Level::Word => vec![text],
        _ => str::split_whitespace(text).collect(),
    };
    let (before, after) = (words(&on.text), words(text));
    if before.len() != after.len() {
        return Vec::new();
    }
    let pairs = before.into_iter().zip(after);
    pairs
        .map(|(word, text)| without_punctuation(word, text))
        .collect()
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
    use pdfa2hocr_core::corrections::File;

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
        let mut all = Replacements::of(file.entries.iter());
        assert_eq!(all.usual(3), [expected]);
        all.remove("tlie", "the");
        assert!(all.usual(3).is_empty());
    }
}
