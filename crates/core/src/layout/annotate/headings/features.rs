//! Scores whether lines are a heading, mainly by size and weight, and also by their text.

use super::numbering;
use super::setting::Setting;
use crate::layout::annotate::notes::labels::is_labelled;
use crate::layout::score::{Score, feature};

/// Smallest size, as a multiple of the text size, that counts as slightly larger.
pub(super) const SLIGHTLY: f32 = 1.03;

/// Sizes, as multiples of the text size, with increasing weight and level.
pub(super) const LARGER: f32 = 1.1;

pub(super) const MUCH_LARGER: f32 = 1.3;

pub(super) const LARGEST: f32 = 1.7;

/// Weight of bold type in the score.
const BOLD: f32 = 2.0;

/// Number of words above which a heading is unlikely.
const MOST_WORDS: usize = 25;

/// Number of words up to which a heading may end with a full stop.
const FEW_WORDS: usize = 5;

/// Largest width of a short heading, as a share of the width of what follows.
const SHORT: f32 = 0.6;

/// The same for a bold heading: columns are narrow.
const SHORTER: f32 = 0.97;

/// Largest number of words in a title in larger type that begins with a small letter.
const FEW_LOWER: usize = 3;

/// Lines that may be a heading.
#[derive(Clone, Debug)]
pub(super) struct Candidate<'a> {
    pub text: &'a str,
    /// Its size, as a multiple of the text size.
    pub ratio: f32,
    /// All of it is bold, but most of the page is not.
    pub bold: bool,
    /// Number of rows.
    pub rows: usize,
    pub setting: Setting,
}

/// Whether a text has letters, and all are capitals.
fn is_capitals(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    letters().count() > 1 && letters().all(char::is_uppercase)
}

/// Whether the longer words of a text begin with capitals, as in English titles.
fn is_in_title_case(text: &str) -> bool {
    /// Minimum number of letters; shorter words are articles and prepositions.
    const LONG: usize = 4;
    let words = text.split_whitespace();
    let mut long = words.filter(|w| w.chars().filter(|c| c.is_alphabetic()).count() >= LONG);
    long.all(|word| word.chars().next().is_some_and(char::is_uppercase)) && !is_capitals(text)
}

/// Whether text that is neither large nor bold is a heading by its number and capitals, or by its words.
pub(super) fn is_marked(text: &str) -> bool {
    (numbering::depth(text).is_some() && is_capitals(text)) || is_contents(text)
}

/// Whether a text is the title of a table of contents, which is often set like its entries.
fn is_contents(text: &str) -> bool {
    const TITLES: [&str; 14] = [
        "contents",
        "table of contents",
        "inhalt",
        "inhaltsverzeichnis",
        "table des matières",
        "sommaire",
        "índice",
        "indice",
        "sommario",
        "inhoud",
        "оглавление",
        "содержание",
        "目次",
        "目录",
    ];
    /// In bytes. A longer text is not a title, even if each of its letters is shorter in lower case.
    const LONGEST: usize = 64;
    let text = text.trim();
    text.len() <= LONGEST && TITLES.contains(&text.to_lowercase().as_str())
}

impl Candidate<'_> {
    pub(super) fn weigh(&self) -> Score {
        let text = self.text.trim();
        let ratio = self.ratio;
        let share = self.setting.share;
        let within = |from: f32, to: f32| ratio >= from && ratio < to;
        let depth = numbering::depth(text);
        let title = match depth {
            Some(_) => text
                .split_once(char::is_whitespace)
                .map_or(text, |(_, title)| title),
            None => text,
        };
        let letters = title.chars().filter(|c| c.is_alphabetic()).count();
        // Characters without a Unicode value may be letters.
        let known = |c: &char| !c.is_whitespace() && *c != char::REPLACEMENT_CHARACTER;
        let inked = title.chars().filter(known).count();
        let words = text.split_whitespace().count();
        let first = text.chars().next();
        let figures = text.trim_start_matches(|c: char| c.is_numeric() || c == '.' || c == ',');
        let percent = figures.len() < text.len() && figures.trim_start().starts_with(['%', '‰']);
        Score::of(&[
            feature(ratio >= LARGEST, 4.0, "very large"),
            feature(within(MUCH_LARGER, LARGEST), 3.2, "large"),
            feature(within(LARGER, MUCH_LARGER), 2.0, "larger than the text"),
            feature(
                within(SLIGHTLY, LARGER),
                1.4,
                "slightly larger than the text",
            ),
            feature(self.bold, BOLD, "bold"),
            feature(share < SHORT, 0.9, "short"),
            feature(
                self.bold && (SHORT..SHORTER).contains(&share),
                0.6,
                "shorter than what follows",
            ),
            feature(self.setting.over_text, 0.7, "text below it"),
            feature(self.bold && self.setting.apart, 1.3, "apart"),
            feature(
                self.rows > 1 && !self.bold && ratio < MUCH_LARGER,
                -1.0,
                "several lines",
            ),
            feature(depth.is_some(), 1.2, "numbered"),
            feature(is_contents(text), 2.0, "the title of contents"),
            feature(is_capitals(text), 0.9, "in capitals"),
            feature(is_labelled(text), -4.0, "labelled as a caption"),
            feature(
                first.is_some_and(char::is_lowercase) && (words > FEW_LOWER || ratio < LARGER),
                -1.5,
                "it begins with a small letter",
            ),
            feature(
                text.ends_with('.') && words > FEW_WORDS && !is_in_title_case(text),
                -1.0,
                "it ends as a sentence",
            ),
            feature(
                text.ends_with([',', ';']),
                -1.5,
                "it ends within a sentence",
            ),
            feature(2 * letters < inked, -3.0, "figures more than letters"),
            feature(percent, -6.0, "it begins with a share"),
            feature(
                text.contains("....") || text.contains(". . . ."),
                -3.0,
                "leaders",
            ),
            feature(words > MOST_WORDS, -1.5, "many words"),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::super::LEAST_SCORE;
    use super::*;

    fn is_in(text: &str, ratio: f32, bold: bool, setting: Setting) -> bool {
        let candidate = Candidate {
            text,
            ratio,
            bold,
            rows: 1,
            setting,
        };
        candidate.weigh().sum >= LEAST_SCORE
    }

    /// Tests a short line above text.
    fn is(text: &str, ratio: f32, bold: bool) -> bool {
        let setting = Setting {
            share: 0.3,
            over_text: true,
            apart: false,
        };
        is_in(text, ratio, bold, setting)
    }

    #[test]
    fn what_is_large_or_bold_is_a_heading_unless_it_says_otherwise() {
        assert!(is("Of owls", 1.2, false) && is("Of owls", 1.0, true));
        assert!(is("2 Of owls", 1.05, false) && !is("2 Of owls", 1.0, false));
        assert!(!is("Table 13.2. Effect of owls", 1.0, true));
        assert!(!is("36% AGREE", 1.2, true));
        assert!(!is("85 82.07", 1.8, false));
        assert!(!is("36% STRONGLY AGREE", 2.0, true));
        assert!(!is("an owl that is only said in bold type.", 1.0, true));
        assert!(!is("and of owls that go on", 1.2, false));
    }

    #[test]
    fn without_text_below_it_only_what_is_large_or_numbered_is_one() {
        assert!(is_in("Of owls", 1.8, false, Setting::NONE));
        assert!(is_in("3 Of owls", 1.0, true, Setting::NONE));
        assert!(!is_in("Of owls", 1.2, false, Setting::NONE));
        assert!(!is_in("Of owls", 1.0, true, Setting::NONE));
        let setting = |share| Setting {
            share,
            over_text: true,
            apart: false,
        };
        assert!(is_in("Of owls", 1.0, true, setting(0.9)));
        assert!(!is_in("Of owls", 1.0, true, setting(1.0)));
        assert!(!is_in("Of owls", 1.2, false, setting(0.9)));
        let apart = Setting {
            apart: true,
            ..Setting::NONE
        };
        assert!(is_in("Of owls", 1.0, true, apart) && !is_in("Of owls", 1.0, false, apart));
    }

    #[test]
    fn a_title_with_a_full_stop_has_capitals_where_a_sentence_has_none() {
        let alone = |text| is_in(text, 1.4, false, Setting::NONE);
        assert!(alone("Owls and Mice, Drawn to Scale."));
        assert!(!alone("Owls and mice, drawn to one scale."));
    }

    #[test]
    fn contents_have_a_title_in_any_type() {
        assert!(is("Table of Contents", 1.0, false) && !is("Contents are", 1.0, false));
    }

    #[test]
    fn figures_of_a_number_do_not_count() {
        assert!(is("10.2. Version 4.6.2", 1.2, true) && is("7.1.1.1. Tags", 1.2, true));
        assert!(!is("Of 10 20 30", 1.2, false));
    }

    #[test]
    fn capitals_with_a_number_are_a_heading() {
        assert!(is("3. OF OWLS", 1.0, false));
        assert!(!is("OF OWLS", 1.0, false) && !is("3. Of owls", 1.0, false));
    }
}
