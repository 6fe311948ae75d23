//! Recognises the labels that captions begin with: `Figure 3.`, `Tab. 2: `.

/// The kind of label at the beginning of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Label {
    None,
    /// `Figure 3 shows`: perhaps the beginning of a sentence.
    Bare,
    /// `Figure 3.`, `Fig. 3: `, or a label alone on its line.
    Closed,
}

/// Beginnings of words for figures and tables in several languages. A closed label alone makes a block a
/// caption; otherwise size and position decide too.
const LABELS: [&str; 34] = [
    "fig",
    "diagram",
    "graph",
    "exhibit",
    "abb",
    "bild",
    "tab",
    "tav",
    "plate",
    "tafel",
    "illustration",
    "chart",
    "scheme",
    "map",
    "karte",
    "photo",
    "рис",
    "табл",
    "rys",
    "obr",
    "slika",
    "ábra",
    "kuva",
    "şekil",
    "çizelge",
    "εικ",
    "πίν",
    "図",
    "图",
    "圖",
    "表",
    "그림",
    "شکل",
    "جدول",
];

/// Those of these words that name tables.
const TABLES: [&str; 7] = ["tab", "tav", "табл", "çizelge", "πίν", "表", "جدول"];

/// Returns true if the label that a text begins with is that of a table.
pub(crate) fn is_of_table(text: &str) -> bool {
    let lower = text.to_lowercase();
    label(text) != Label::None && TABLES.iter().any(|word| lower.starts_with(word))
}

/// Classifies the label that a text begins with: one of the words, more letters, and a number.
pub(crate) fn label(text: &str) -> Label {
    if !can_begin_with(text.chars()) {
        return Label::None;
    }
    let lower = text.to_lowercase();
    let Some(rest) = LABELS.iter().find_map(|word| lower.strip_prefix(word)) else {
        return Label::None;
    };
    let rest = rest.trim_start_matches(char::is_alphabetic);
    let rest = rest.trim_start_matches(['.', ' ', '\u{A0}']);
    let rest = without_letter(rest);
    let is_numeral = |c: char| c.is_numeric() || matches!(c, 'i' | 'v' | 'x');
    let number: usize = rest.chars().take_while(|&c| is_numeral(c)).count();
    if number == 0 {
        return Label::None;
    }
    let rest = rest.trim_start_matches(is_numeral);
    // Skips sub-numbers, and letters after a number: 2.1, 3a, 4–5, 1.9b.
    let rest =
        rest.trim_start_matches(|c: char| c.is_numeric() || matches!(c, '-' | '–' | 'a'..='e'));
    let closed = match rest.strip_prefix('.') {
        Some(rest) => {
            !rest.starts_with(char::is_numeric) || {
                let title = rest.trim_start_matches(|c: char| c.is_numeric() || c == '.');
                let lettered = title.strip_prefix(|c: char| ('a'..='e').contains(&c));
                let lettered = lettered.is_some_and(|rest| rest.starts_with(['.', ':']));
                let stopped = rest.strip_suffix(title).is_some_and(|n| n.ends_with('.'));
                lettered || stopped || title.is_empty() || title.starts_with([':', '—', '–', '|'])
            }
        }
        None => {
            let rest = rest.trim_start();
            rest.is_empty() || rest.starts_with([':', '—', '–', '|', ')', ']', '·'])
        }
    };
    if closed { Label::Closed } else { Label::Bare }
}

/// The number behind the letter of an appendix or a supplement: `A-1`, `B.2`, `S3`.
fn without_letter(number: &str) -> &str {
    let rest = number.strip_prefix(|c: char| c.is_ascii_lowercase());
    let rest = rest.map(|rest| rest.strip_prefix(['-', '–', '.']).unwrap_or(rest));
    rest.filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        .unwrap_or(number)
}

/// The ASCII letters that labels begin with: bit n is set for the letter of code n.
const FIRST_LETTERS: u128 = {
    let (mut letters, mut n) = (0, 0);
    while n < LABELS.len() {
        let first = LABELS[n].as_bytes()[0];
        letters |= if first.is_ascii() { 1 << first } else { 0 };
        n += 1;
    }
    letters
};

/// Whether a label can begin with this character.
fn can_begin(first: char) -> bool {
    if first.is_ascii() {
        return FIRST_LETTERS >> u32::from(first.to_ascii_lowercase()) & 1 == 1;
    }
    let lower = first.to_lowercase().next();
    LABELS.iter().any(|word| word.chars().next() == lower)
}

/// Returns false if a text with these first characters has no label. Most text has none, and need not be read further.
pub(super) fn can_begin_with(mut text: impl Iterator<Item = char>) -> bool {
    let Some(first) = text.next().filter(|c| can_begin(*c)) else {
        return false;
    };
    let lower = |c: char| c.to_lowercase().next();
    let (first, second) = (lower(first), text.next().and_then(lower));
    LABELS.iter().any(|word| {
        let mut word = word.chars();
        word.next() == first && word.next().is_none_or(|c| Some(c) == second)
    })
}

/// Whether a text begins with a closed label, as no sentence does.
pub(crate) fn is_labelled(text: &str) -> bool {
    label(text) == Label::Closed
}

/// Whether a text is only a label.
pub(crate) fn is_label_alone(text: &str) -> bool {
    is_labelled(text) && text.split_whitespace().count() <= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_tables_and_of_figures_differ() {
        assert!(is_of_table("Tab. 3: Rates") && is_of_table("表 1. 人口"));
        assert!(!is_of_table("Figure 3: Rates") && !is_of_table("Tables of rates"));
    }

    #[test]
    fn labels_are_words_with_numbers_and_sentences_are_left_open() {
        let closed = [
            "Figure 3. A map",
            "Fig. 12: rates",
            "TABLE IV.",
            "Abb. 2.1: Ansicht",
            "図 3",
            "Рис. 5. Схема",
            "Table 7 — results",
            "Tabelle 2",
            "Figure 17.2. Changes",
            "Figure 1.9b. Workers by sex",
            "Table A-1: Projects",
            "Fig. S3. Maps",
            "Table B.2",
            "表 1. 人口",
        ];
        for text in closed {
            assert!(label(text) == Label::Closed, "{text}");
        }
        for text in ["Figure 3 shows", "table 2.1 is about", "Fig. 4 (left)"] {
            assert!(label(text) == Label::Bare, "{text}");
        }
        for text in [
            "figures are rare",
            "tabs",
            "The figure 3.",
            "",
            "Table of contents",
        ] {
            assert!(label(text) == Label::None, "{text}");
        }
    }
}
