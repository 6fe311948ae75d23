//! Decides whether a piece of text is the quotation: the same words, apart from misspellings and OCR errors.

use std::ops::Range;

use super::Difference;
use super::align::Aligned;
use super::fold::{Quote, Word};
use super::slip::is_slip;
use super::text::{Book, Text};
use super::vocabulary::Vocabulary;

/// Maximum share of wrong letters in a quotation; one more is allowed.
const MAX_WRONG: f32 = 0.12;

/// The result of a comparison.
pub(super) struct Verdict {
    /// All words of the quotation occur, and no others.
    pub same: bool,
    /// Number of letters that differ.
    pub distance: usize,
    pub differs: Vec<Difference>,
}

/// Compares a quotation with a range of letters of the text, which consists of whole words.
pub(super) fn judge(
    quote: &Quote,
    (book, text): (&Book, &Text),
    aligned: &Aligned,
    range: &Range<usize>,
    vocabulary: &Vocabulary,
) -> Verdict {
    let mut stands = vec![false; range.len()];
    for letter in aligned.letters.iter().flatten() {
        if let Some(stands) = letter
            .checked_sub(range.start)
            .and_then(|at| stands.get_mut(at))
        {
            *stands = true;
        }
    }
    // Note references and item numbers need not be quoted.
    let is_left = |letter: &usize| {
        let stands = stands.get(letter.saturating_sub(range.start));
        stands == Some(&false) && text.is_label(*letter)
    };
    let left = range.clone().filter(is_left).count();
    // Letters that complete the first and the last word.
    let completes = range.len().saturating_sub(aligned.range.len());
    let mut verdict = Verdict {
        same: true,
        distance: (aligned.distance + completes).saturating_sub(left),
        differs: Vec::new(),
    };
    let mut before = 0..0;
    let mut differ = |quoted: &str, printed: Range<usize>, same: bool| {
        verdict.same &= same;
        let whole = match printed.is_empty() {
            true => printed,
            false => text.whole_words(printed),
        };
        // Several quoted words may be in place of one printed word.
        match verdict.differs.last_mut() {
            Some(last) if !whole.is_empty() && whole == before => {
                last.quoted.push(' ');
                last.quoted.push_str(quoted);
            }
            _ => verdict.differs.push(Difference {
                quoted: quoted.to_owned(),
                printed: text.printed(book, whole.clone()),
            }),
        }
        before = whole;
    };
    let mut start = range.start;
    for (number, word) in quote.words.iter().enumerate() {
        let (end, next) = match quote.words.get(number + 1) {
            Some(next) => cut(text, aligned, range, next.letters.start),
            None => (range.end, range.end),
        };
        let quoted = quote.letters.get(word.letters.clone()).unwrap_or_default();
        let place = start..end.max(start);
        let letters = |range: Range<usize>| -> Vec<char> {
            range
                .filter(|letter| !is_left(letter))
                .filter_map(|letter| text.letters.get(letter).copied())
                .collect()
        };
        let found = letters(place.clone());
        if quoted != found {
            let printed: Vec<Vec<char>> = text
                .words_in(place.clone())
                .into_iter()
                .map(letters)
                .filter(|word| !word.is_empty())
                .collect();
            let same = match printed.as_slice() {
                [] | [_] => is_slip(quoted, &found, vocabulary),
                several => are_slips(&parts(quote, word), several, vocabulary),
            };
            differ(&word.text, place, same);
        }
        start = next.max(start);
        // A word that is not quoted.
        if end < start && !(end..start).all(|letter| is_left(&letter)) {
            differ("", end..start, false);
        }
    }
    let most = MAX_WRONG * quote.letters.len() as f32 + 1.0;
    verdict.same &= verdict.distance as f32 <= most;
    verdict
}

/// The pieces of a word that is divided by hyphens before white space.
fn parts<'q>(quote: &'q Quote, word: &Word) -> Vec<&'q [char]> {
    let starts = std::iter::once(&word.letters.start).chain(&word.divided);
    let ends = word.divided.iter().chain([&word.letters.end]);
    let pieces = starts.zip(ends).map(|(start, end)| *start..*end);
    pieces
        .map(|piece| quote.letters.get(piece).unwrap_or_default())
        .collect()
}

/// Whether each printed word is the piece of the quotation at its place: `sthira- auf`, but not `sthira- ist`.
fn are_slips(quoted: &[&[char]], printed: &[Vec<char>], vocabulary: &Vocabulary) -> bool {
    let same = |(quoted, found): (&&[char], &Vec<char>)| {
        *quoted == found.as_slice() || is_slip(quoted, found, vocabulary)
    };
    quoted.len() == printed.len() && quoted.iter().zip(printed).all(same)
}

/// Returns the end of the text for the words of the quotation before letter `at`, and the start of the text
/// for the rest. It uses a word boundary of the text if there is one between them.
fn cut(text: &Text, aligned: &Aligned, range: &Range<usize>, at: usize) -> (usize, usize) {
    let (before, behind) = aligned.letters.split_at(at.min(aligned.letters.len()));
    let end = before.iter().rev().find_map(|letter| *letter);
    let next = behind.iter().find_map(|letter| *letter);
    let (end, next) = (
        end.map_or(range.start, |end| end + 1),
        next.unwrap_or(range.end),
    );
    text.begins_in(end..next).unwrap_or((next, next))
}
