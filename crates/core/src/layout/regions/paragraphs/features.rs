//! Scores whether a row begins a paragraph, by its place, the row before it, and the habits of its text.

use super::super::edges::{End, GoesOn, Start};
use super::super::wording::Wording;
use super::rows::{Beginning, Row, Rows};
use super::weights::WEIGHTS;
use crate::layout::score::Score;

/// Limits of the features.
struct Limits {
    /// Largest indent of a paragraph, in ems. Rows further in have another reason.
    max_indent: f32,
    /// Largest difference from the indent of entries, in ems.
    same_indent: f32,
    /// Largest white space at the end of a full row, in ems.
    full: f32,
    /// Least white space at the end of a very short row, in widths of the text.
    very_short: f32,
    /// Least white space behind a row that is short even for a ragged text, in widths of its column.
    column_room: f32,
    /// Pitches that are a little wider than usual, and wider, in usual pitches.
    wider: [f32; 2],
    /// A pitch that is much wider than within sentences, in pitches there.
    much_wider: f32,
    /// Least width of a text whose pitch is compared with that within sentences, in ems.
    prose: f32,
    /// Shares of rows that are half, and most.
    half: f32,
    most: f32,
    /// Texts with fewer rows have no habits.
    few: usize,
    /// Fewest rows of a text whose habits are clear.
    many: usize,
    /// The sizes of the rows of a text with fewer rows count even if most rows differ.
    sized: usize,
}

const LIMITS: Limits = Limits {
    max_indent: 6.0,
    same_indent: 0.3,
    full: 0.5,
    very_short: 0.4,
    column_room: 0.3,
    wider: [1.05, 1.15],
    much_wider: 1.5,
    prose: 10.0,
    half: 0.5,
    most: 0.6,
    few: 4,
    many: 16,
    sized: 6,
};

/// Scores a row, given the one before it.
pub(super) fn score(before: &Row, row: &Row, text: &Rows, is_cell: bool) -> Score {
    let indented = row.is_indented() && row.indent <= LIMITS.max_indent;
    let (set_in, set_out) = (
        indented && !before.is_indented(),
        !row.is_indented() && before.is_indented(),
    );
    let full = before.room < LIMITS.full * text.em;
    let even = text.full > LIMITS.most;
    let sentence = matches!(before.ends, End::Stop | End::Colon);
    let goes_on = row.goes_on == Some(GoesOn::Sentence);
    let capital = matches!(row.begins, Start::Capital | Start::Figure);
    let [little, more] = LIMITS.wider;
    let pitch = row.pitch / text.pitch.max(f32::MIN_POSITIVE);
    // The rows of a narrow text are labels, such as those of an axis.
    let is_prose = row.goes_on.is_none() && text.width >= LIMITS.prose * text.em;
    let in_sentences = text.pitch_in_sentences.filter(|_| is_prose);
    let own = row.pitch - before.below - row.above;
    let apart = in_sentences.map_or(0.0, |usual| own / usual.max(f32::MIN_POSITIVE));
    let sized = text.same_sizes > LIMITS.most || text.rows.len() < LIMITS.sized;
    let sizes = sized && row.differs_in_size(before);
    let habits = text.rows.len() >= LIMITS.few;
    // In an index, rows that belong to an entry are indented.
    let index = text.numbers > LIMITS.most && !text.ascending && text.indented > 0.0 && habits;
    let entries = text.beginning == Beginning::SetOut && text.indented >= LIMITS.half;
    // A text with indented paragraphs can be above entries.
    let hang = text.entries.filter(|_| text.indented >= LIMITS.half);
    let hangs = hang.is_some_and(|own| (row.indent - own).abs() <= LIMITS.same_indent);
    let wordings = [before.wording, row.wording];
    let both_of_formula = if before.beside || row.beside {
        // Of the rows beside others, only those of two cells have words.
        wordings != [Wording::Words; 2]
    } else {
        let may_have_words = |own| matches!(own, Wording::Words | Wording::Unknown);
        wordings.contains(&Wording::Formula) && !wordings.into_iter().any(may_have_words)
    };
    Score::of(
        &WEIGHTS,
        &[
            ("every row", true),
            (
                "indented among entries set out",
                indented && text.beginning == Beginning::SetOut,
            ),
            (
                "indented as other entries of the page",
                row.is_indented() && !before.typewriter && hangs,
            ),
            (
                "set out as other entries of the page",
                !row.is_indented() && hang.is_some(),
            ),
            ("far in", row.indent > LIMITS.max_indent),
            (
                "set out as others behind short rows",
                !row.is_indented() && text.beginning == Beginning::SetOut,
            ),
            (
                "set out as others of many rows",
                !row.is_indented()
                    && text.beginning == Beginning::SetOut
                    && text.rows.len() >= LIMITS.many,
            ),
            (
                "set out where most rows are indented",
                set_out && text.indented >= LIMITS.half,
            ),
            (
                "indented where few rows are",
                set_in && text.indented < LIMITS.half && !index,
            ),
            ("indented in an index", row.is_indented() && index),
            ("not indented in an index", !row.is_indented() && index),
            (
                "set out behind the stop of an entry",
                !row.is_indented() && entries && before.ends == End::Stop,
            ),
            ("behind a short row", before.short),
            (
                "behind a very short row",
                before.room > LIMITS.very_short * text.width,
            ),
            ("behind a short row of an even text", before.short && even),
            ("behind a full row", full),
            ("indented behind a full row", full && set_in),
            (
                "behind a full row that ends as a sentence",
                full && before.ends == End::Stop,
            ),
            ("behind a colon", before.ends == End::Colon),
            ("behind an open end", matches!(before.ends, End::Open)),
            ("within a word", row.goes_on == Some(GoesOn::Word)),
            ("within a sentence", goes_on),
            ("indented within a sentence", goes_on && set_in),
            ("it begins with a small letter", row.begins == Start::Small),
            ("it begins with a capital", row.begins == Start::Capital),
            ("it begins with a number", row.begins == Start::Figure),
            ("it begins with a label", row.label),
            ("it begins as the row before does", row.alike && !row.label),
            ("it begins as a caption", row.caption),
            ("it begins with bold type", row.bold_start),
            (
                "bold type begins rows behind short ones",
                row.bold_start && text.bold_entries,
            ),
            ("the only bold one of two", row.bold != before.bold),
            ("behind a short row in italics", before.is_title_over(row)),
            ("both of a formula", both_of_formula),
            ("another size", sizes),
            ("behind leaders", before.leader),
            (
                "behind a number alone at the top",
                before.number_alone && before.lines.start == 0 && !row.number_alone,
            ),
            (
                "both end with numbers",
                before.number.is_some() && row.number.is_some(),
            ),
            (
                "behind a number where most rows end with one",
                before.number.is_some() && text.numbers > LIMITS.most && habits,
            ),
            (
                "it begins with a name and a colon",
                row.name && (before.short || before.has_gaps()),
            ),
            (
                "names and colons begin the rows",
                row.name && text.names > LIMITS.most,
            ),
            ("slightly more space", pitch > little && pitch <= more),
            ("more space", pitch > more),
            (
                "more space than within sentences",
                apart > more && apart <= LIMITS.much_wider,
            ),
            (
                "much more space than within sentences",
                apart > LIMITS.much_wider,
            ),
            ("in parts", row.has_gaps()),
            (
                "in parts unlike the row before",
                row.has_gaps() != before.has_gaps(),
            ),
            ("behind a row in parts", before.has_gaps()),
            ("even rows", even && habits),
            (
                "indented behind a sentence with a capital",
                set_in && sentence && capital && text.beginning != Beginning::SetOut,
            ),
            (
                "behind an open end in an even text",
                before.ends == End::Open && even,
            ),
            (
                "both in a typewriter font",
                before.typewriter && row.typewriter,
            ),
            ("few rows", !habits),
            ("in a cell", is_cell),
            (
                "behind a row short for its column",
                before.short_in_column
                    && (!habits || text.narrow || before.column_room > LIMITS.column_room),
            ),
        ],
    )
}
