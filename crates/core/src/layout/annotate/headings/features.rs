//! Scores whether lines are a heading, by their style, their place and their text.

use std::ops::RangeInclusive;

use super::drawn::Drawn;
use super::numbering;
use super::same_style::Others;
use super::style::Look;
use super::surroundings::Surroundings;
use super::weights::WEIGHTS;
use crate::layout::regions::caption_label::is_labelled;
use crate::layout::regions::wording::Wording;
use crate::layout::score::Score;
use crate::letters::{is_letter, is_letter_or_digit};

/// Limits of the features. Sizes are in sizes of the page's text.
struct Limits {
    /// Most rows of a heading.
    max_rows: usize,
    /// Least width of a heading, in its own ems.
    min_width: f32,
    /// Least size of a heading.
    min_size: f32,
    /// Sizes that count as slightly larger, larger, large and very large.
    slightly: f32,
    larger: f32,
    large: f32,
    very_large: f32,
    /// Smaller text.
    smaller: f32,
    /// Largest width of a short heading, in widths of the text below it.
    short: f32,
    /// The same for one that is a little shorter.
    shorter: f32,
    /// White space that sets a line apart, in ems of the text.
    apart: f32,
    /// Largest white space above a line that is close to the text above it, in ems of the text.
    close: f32,
    /// By how much the white space above exceeds the one below, in ems of the text.
    more: f32,
    /// Least width of a title whose lines are long, in its own ems. The lines of an address are shorter.
    long: f32,
    /// Words above which a heading is long, and very long.
    some_words: usize,
    many_words: usize,
    /// Words up to which a heading may end with a full stop.
    few_words: usize,
    /// Commas of a list, such as one of authors.
    commas: usize,
}

const LIMITS: Limits = Limits {
    max_rows: 4,
    min_width: 1.5,
    min_size: 0.75,
    slightly: 1.03,
    larger: 1.1,
    large: 1.3,
    very_large: 1.7,
    smaller: 0.95,
    short: 0.6,
    shorter: 0.97,
    apart: 1.0,
    close: 0.35,
    more: 0.3,
    long: 16.0,
    some_words: 12,
    many_words: 25,
    few_words: 5,
    commas: 2,
};

/// The sizes of text that is slightly larger, larger and large.
pub(super) const SLIGHTLY: f32 = LIMITS.slightly;
pub(super) const LARGER: f32 = LIMITS.larger;
pub(super) const LARGE: f32 = LIMITS.large;

/// Least size of the largest type of a page, as a share of the largest size.
pub(super) const LARGEST: f32 = 0.97;

/// Most rows of a heading.
pub(super) const MAX_ROWS: usize = LIMITS.max_rows;

/// Lines that may be a heading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<'a> {
    pub text: &'a str,
    pub look: Look,
    /// Their size, in sizes of the text.
    pub ratio: f32,
    /// The type is bold, or of another font, and that of most of the page is not.
    pub bold: bool,
    pub other_font: bool,
    /// They are in another colour than most text of the page.
    pub coloured: bool,
    pub drawn: Drawn,
    /// The type is the largest of the page, and larger than its text.
    pub largest: bool,
    /// No prose is above on the page.
    pub above_text: bool,
    pub surroundings: Surroundings,
    /// The title of the page is above, and no prose between, as above the names of authors.
    pub under_title: bool,
    /// It begins with the label of a list item.
    pub item: bool,
    /// The verdict on other lines of its style.
    pub others: Others,
}

/// Lowest score of a heading.
pub(super) const MIN_SCORE: f32 = 0.0;

/// Returns `true` if a text has letters, and all are capitals.
pub(super) fn is_capitals(text: &str) -> bool {
    let letters = || text.chars().filter(|c| is_letter(*c));
    letters().count() > 1 && letters().all(char::is_uppercase)
}

/// Returns `true` if a text has signs of mathematics, and no word. Formulas often have characters without a Unicode value.
fn is_formula(text: &str) -> bool {
    let known = text.chars().filter(|c| *c != char::REPLACEMENT_CHARACTER);
    Wording::of(known) == Wording::Formula
}

/// Returns `true` if the longer words of a text begin with capitals, as in English titles.
fn is_in_title_case(text: &str) -> bool {
    /// Minimum number of letters; shorter words are articles and prepositions.
    const LONG: usize = 4;
    let words = text.split_whitespace();
    let mut long = words.filter(|w| w.chars().filter(|c| is_letter(*c)).count() >= LONG);
    long.all(|word| word.chars().next().is_some_and(char::is_uppercase)) && !is_capitals(text)
}

/// Returns `true` if text that is neither large nor bold can be a heading by its number and capitals, or by
/// its words.
pub(super) fn is_marked(text: &str) -> bool {
    (numbering::depth(text).is_some() && is_capitals(text)) || is_contents(text)
}

/// Returns `true` if a text is the title of a table of contents, which is often set like its entries.
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

/// Returns `true` if a text begins with a share, such as `36%`.
fn begins_with_share(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_numeric() || c == '.' || c == ',');
    rest.len() < text.len() && rest.trim_start().starts_with(['%', '‰'])
}

/// Returns `true` if the last of several words is a number of few figures, as in a table of contents. A year is not the
/// number of a page.
fn ends_with_page(title: &str) -> bool {
    const MOST_FIGURES: usize = 4;
    const YEARS: RangeInclusive<u16> = 1900..=2099;
    let is_page = |word: &str| {
        let value = word.parse().ok().filter(|value| !YEARS.contains(value));
        word.len() <= MOST_FIGURES
            && word.bytes().all(|byte| byte.is_ascii_digit())
            && value.is_some()
    };
    title
        .rsplit_once(char::is_whitespace)
        .is_some_and(|(_, word)| is_page(word))
}

/// Returns `true` if a text is a date that ends with a year, such as `June 2023` or `3. Oktober 1996`.
fn is_date(text: &str) -> bool {
    /// Most words of a date, as in `le 3 octobre 1996`.
    const MOST: usize = 4;
    /// Digits of a year.
    const YEAR: usize = 4;
    let is_year = |word: &str| word.len() == YEAR && word.chars().all(|c| c.is_ascii_digit());
    let is_day = |word: &str| {
        let day = word.trim_end_matches(['.', ',']);
        (1..=2).contains(&day.len()) && day.chars().all(|c| c.is_ascii_digit())
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((year, rest)) = words.split_last() else {
        return false;
    };
    let names = rest.iter().filter(|word| !is_day(word)).count();
    is_year(year)
        && words.len() <= MOST
        && (1..=2).contains(&names)
        && (names == 1 || rest.iter().any(|word| is_day(word)))
}

impl Candidate<'_> {
    /// Returns `true` if the lines can be a heading: they are few, and wider than a single mark, and they have
    /// letters or figures. Notes of music, for example, have no Unicode values.
    pub(super) fn is_possible(&self) -> bool {
        let look = &self.look;
        (1..=LIMITS.max_rows).contains(&look.rows)
            && self.ratio >= LIMITS.min_size
            && look.cell.width() >= LIMITS.min_width * look.size
            && self.text.chars().any(is_letter_or_digit)
            && !is_formula(self.text)
    }

    /// Returns `true` if something distinguishes the lines from the text, so that it is worth scoring them.
    pub(super) fn is_hopeful(&self) -> bool {
        self.ratio >= LIMITS.slightly
            || self.bold
            || self.other_font
            || self.coloured
            || self.drawn.underlined
            || self.surroundings.is_apart(LIMITS.apart)
            || is_capitals(self.text)
            || numbering::depth(self.text).is_some()
            || is_contents(self.text)
    }

    pub(super) fn weigh(&self) -> Score {
        Score::of(&WEIGHTS, &self.features())
    }

    /// The features, in the order of [`WEIGHTS`].
    #[rustfmt::skip]
    fn features(&self) -> [(&'static str, bool); WEIGHTS.len()] {
        let text = self.text.trim();
        let ratio = self.ratio;
        let around = &self.surroundings;
        let share = around.share;
        let within = |from: f32, to: f32| ratio >= from && ratio < to;
        let in_size = within(LIMITS.smaller, LIMITS.slightly);
        let depth = numbering::depth(text).or(self.look.title.map(|_| 1));
        let title = match depth {
            Some(_) => text.split_once(char::is_whitespace).map_or(text, |(_, title)| title),
            None => text,
        };
        let letters = title.chars().filter(|c| is_letter(*c)).count();
        // Characters without a Unicode value may be letters.
        let known = |c: &char| !c.is_whitespace() && *c != char::REPLACEMENT_CHARACTER;
        let inked = title.chars().filter(known).count();
        let words = text.split_whitespace().count();
        let small = title.chars().next().is_some_and(char::is_lowercase);
        let capitals = is_capitals(title);
        let is_question = text.ends_with(['?', '!']);
        let is_sentence = text.ends_with(['。', '।'])
            || text.ends_with('.') && words > LIMITS.few_words && !is_in_title_case(text);
        let leaders = text.contains("....") || text.contains(". . . .");
        let commas = title.chars().filter(|c| [',', '，'].contains(c)).count();
        [
            ("every candidate", true),
            ("very large", ratio >= LIMITS.very_large),
            ("large", within(LIMITS.large, LIMITS.very_large)),
            ("larger than the text", within(LIMITS.larger, LIMITS.large)),
            ("slightly larger than the text", within(LIMITS.slightly, LIMITS.larger)),
            ("the largest type of the page", self.largest),
            ("smaller than the text", ratio < LIMITS.smaller),
            ("bold", self.bold),
            ("bold in the size of the text", self.bold && in_size),
            ("another font", self.other_font),
            ("another font in the size of the text", self.other_font && in_size && !self.bold),
            ("a typewriter font", self.look.typewriter && self.other_font),
            ("underlined", self.drawn.underlined),
            ("over a longer line", self.drawn.over_line && !text.ends_with(':') && (self.bold || self.coloured || capitals || ratio >= LIMITS.slightly)),
            ("in capitals", capitals),
            ("numbered", depth == Some(1)),
            ("numbered by section", depth.is_some_and(|d| d > 1)),
            ("a section number before a small letter", depth.is_none() && numbering::section(text).is_some()),
            ("the number of a chapter", numbering::is_chapter(text)),
            ("the title of contents", is_contents(text)),
            ("shorter than what follows", (LIMITS.short..LIMITS.shorter).contains(&share)),
            ("text below it", around.over_text),
            ("what follows is indented", ratio < LIMITS.larger && around.over_indented && !self.drawn.over_line),
            ("apart", around.is_apart(LIMITS.apart)),
            ("more space above", around.is_nearer_below(LIMITS.more)),
            ("close to the text above", around.above.is_some_and(|white| white < LIMITS.close)),
            ("first on the page", around.first),
            ("nothing below it", around.last),
            ("several lines", self.look.rows == 2 && ratio < LIMITS.large),
            ("three lines or more", self.look.rows > 2 && ratio < LIMITS.large),
            ("several lines of large type", self.look.rows > 1 && within(LIMITS.large, LIMITS.very_large)),
            ("long lines of large type above the text", self.above_text && share >= LIMITS.shorter && !is_in_title_case(text) && self.look.rows > 1 && within(LIMITS.large, LIMITS.very_large) && self.look.cell.width() >= LIMITS.long * self.look.size),
            ("a neighbour of the same style", around.like_neighbour),
            ("below larger text", around.below_larger),
            ("above larger text", around.above_larger),
            ("labelled as a caption", is_labelled(text)),
            ("an item", self.item),
            // Titles can begin with the name of a program.
            ("it begins with a small letter", small && ratio < LIMITS.very_large),
            ("it ends as a sentence", is_sentence),
            ("a sentence in the size of the text", in_size && is_sentence),
            ("it ends within a sentence", text.ends_with([',', ';', '-'])),
            ("it ends with a colon", text.ends_with(':')),
            ("a question", is_question),
            ("figures more than letters", 2 * letters < inked),
            ("it begins with a share", begins_with_share(text)),
            ("a date", is_date(text)),
            ("leaders", leaders),
            ("one word", words == 1),
            ("some words", ratio < LIMITS.large && (LIMITS.some_words..LIMITS.many_words).contains(&words)),
            ("many words", words >= LIMITS.many_words),
            ("commas", commas >= LIMITS.commas),
            ("numbered in capitals", depth.is_some() && capitals),
            ("capitals beside the same style", capitals && around.like_neighbour),
            ("one word beside the same style", words == 1 && around.like_neighbour),
            ("under the title of the page", self.under_title && depth.is_none() && ratio < LIMITS.large),
            ("the number of a page behind it", depth.is_some() && ends_with_page(title)),
            ("leaders to the number of a page", leaders && text.ends_with(|c: char| c.is_ascii_digit())),
            ("the number of a chapter and its title", depth.is_none() && !is_labelled(text) && numbering::is_titled_chapter(text)),
            ("in another colour", self.coloured),
            ("another colour in the size of the text", self.coloured && in_size && !self.bold),
            ("other lines of its style are headings", self.others.headings),
            ("other lines of its style are text", self.others.text),
            ("an address", text.contains(['@', '©']) || text.contains("://") || text.contains("www.")),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_have_the_names_of_their_features() {
        let names = plain().features().map(|(name, _)| name);
        assert_eq!(names, WEIGHTS.map(|(name, _)| name));
    }

    /// A candidate without text that nothing distinguishes.
    fn plain() -> Candidate<'static> {
        Candidate {
            text: "",
            look: Look::default(),
            ratio: 1.0,
            bold: false,
            other_font: false,
            coloured: false,
            drawn: Drawn::default(),
            largest: false,
            above_text: false,
            surroundings: Surroundings::default(),
            under_title: false,
            item: false,
            others: Others::default(),
        }
    }

    #[test]
    fn dates_end_with_a_year() {
        for text in [
            "June 2023",
            "3. Oktober 1996",
            "le 3 octobre 1996",
            "May 7, 2019",
        ] {
            assert!(is_date(text), "{text}");
        }
        for text in ["The year 1996", "1996", "Owls", "12 1996"] {
            assert!(!is_date(text), "{text}");
        }
    }

    #[test]
    fn entries_of_contents_end_with_a_page() {
        assert!(ends_with_page("MILIEU HUMAIN 120") && ends_with_page("The sea 7"));
        assert!(
            !ends_with_page("120") && !ends_with_page("The sea") && !ends_with_page("Windows 98SE")
        );
        assert!(!ends_with_page("2.1 Changes since June 2013"));
    }

    #[test]
    fn titles_of_contents_are_whole_texts() {
        assert!(is_contents(" Table of Contents ") && !is_contents("Contents are"));
        assert!(is_marked("3. OF OWLS") && !is_marked("OF OWLS") && !is_marked("3. Of owls"));
    }

    #[test]
    fn sentences_of_chinese_and_hindi_end_with_their_own_stop() {
        let has = |text: &str| {
            let candidate = Candidate { text, ..plain() };
            let name = "it ends as a sentence";
            candidate.features().contains(&(name, true))
        };
        assert!(has("期末账龄超过一年。") && has("उल्लू रात में उड़ते हैं।"));
        assert!(!has("猫头鹰") && !has("Owls."));
    }
}
