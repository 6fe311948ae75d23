//! Joins paragraphs that continue in another column or on another page.
//!
//! ```text
//!   Most of the birds that    a figure           breed on the island …
//!   come in spring and        ─────              (next column)
//!   (end of the column)       Figure 2. Puffins
//! ```
//!
//! A paragraph is held until a part follows that does not continue it. Parts in between (figures, captions,
//! notes, tables, running heads) are delayed and follow it.

use super::labels;
use super::part::{Edges, MOST_WAITING, Part, PartKind, Token};

/// Maximum tokens of a joined paragraph.
const LONGEST: usize = 200_000;

/// Maximum difference of type sizes in one paragraph, as a share of the larger.
const SAME_SIZE: f32 = 0.08;

pub(super) struct Joiner {
    joins: bool,
    /// Whether parts may follow a paragraph that they interrupt; otherwise they end it.
    delays: bool,
    held: Option<Part>,
    waiting: Vec<Part>,
}

impl Joiner {
    pub(super) fn new(joins: bool, delays: bool) -> Self {
        Self {
            joins,
            delays,
            held: None,
            waiting: Vec::new(),
        }
    }

    /// Takes a part and emits the parts that are complete.
    pub(super) fn add(&mut self, part: Part, emit: &mut impl FnMut(Part)) {
        if !self.joins {
            return emit(part);
        }
        if let Some(held) = &mut self.held {
            if self.delays && part.is_beside() && self.waiting.len() < MOST_WAITING {
                return self.waiting.push(part);
            }
            if goes_on(held, &part, !self.waiting.is_empty()) {
                return join(held, part);
            }
            self.end(emit);
        }
        match part.kind {
            PartKind::Paragraph => self.held = Some(part),
            _ => emit(part),
        }
    }

    /// Emits the remaining parts.
    pub(super) fn end(&mut self, emit: &mut impl FnMut(Part)) {
        self.held.take().into_iter().for_each(&mut *emit);
        self.waiting.drain(..).for_each(emit);
    }
}

/// Delays notes that would interrupt a list until the list ends.
pub(super) struct AfterLists {
    /// Whether notes are delayed.
    delays: bool,
    in_list: bool,
    notes: Vec<Part>,
}

impl AfterLists {
    pub(super) fn new(delays: bool) -> Self {
        Self {
            delays,
            in_list: false,
            notes: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, part: Part, emit: &mut impl FnMut(Part)) {
        let is_note = matches!(part.kind, PartKind::Note { .. });
        if self.delays && is_note && self.in_list && self.notes.len() < MOST_WAITING {
            return self.notes.push(part);
        }
        if part.around.is_empty() {
            self.notes.drain(..).for_each(&mut *emit);
        }
        self.in_list = !part.around.is_empty();
        emit(part);
    }

    pub(super) fn end(&mut self, emit: &mut impl FnMut(Part)) {
        self.notes.drain(..).for_each(emit);
    }
}

/// Whether `b` continues `a`. `between` means that other parts are between them.
pub(super) fn goes_on(a: &Part, b: &Part, between: bool) -> bool {
    let (Some(last), Some(first)) = (a.tokens.last(), b.tokens.first()) else {
        return false;
    };
    if !matches!(b.kind, PartKind::Paragraph) || a.tokens.len() + b.tokens.len() > LONGEST {
        return false;
    }
    let (before, after) = (&a.edges, &b.edges);
    if before.element.is_some() && before.element == after.element {
        return true;
    }
    // Tagged paragraphs are complete, except where a page ends within a word.
    let apart = last.origin.page != first.origin.page;
    if (before.tagged || after.tagged) && !(apart && last.divided) {
        return false;
    }
    let size = before.size.max(after.size);
    let same_type = (before.size - after.size).abs() <= SAME_SIZE * size;
    // A list item can only continue in a part outside lists or in the same item.
    let begins_item = b.item.is_some() || !b.around.is_empty() && b.around != a.around;
    if !same_type || begins_item {
        return false;
    }
    let begins_small = first.text.chars().find(|c| c.is_alphanumeric());
    let begins_small = begins_small.is_some_and(char::is_lowercase)
        && !is_item(&first.text)
        && !(a.item.is_some() && is_letter_or_roman(&first.text));
    if last.divided && begins_small {
        return true;
    }
    // A row of dashes is a rule.
    let is_rule = |text: &str| {
        text.chars()
            .all(|c| matches!(c, '-' | '–' | '—' | '_' | '='))
    };
    if a.tokens.iter().all(|token| is_rule(&token.text)) {
        return false;
    }
    let moved = apart || between || is_beside_column(before, after);
    // A reference to a note can follow the end of a sentence.
    let word = a.tokens.iter().rev().find(|token| token.note.is_none());
    moved
        && match word.is_some_and(ends_sentence) {
            false => {
                // A few words above a table are its name.
                let is_narrow = before.bbox.width() < COLUMN * before.size;
                let is_name = between && before.lines == 1 && is_narrow;
                begins_small && !is_name || is_cut(before, after, &last.text, &first.text)
            }
            // A piece without an indent continues an indented paragraph.
            true => before.indented && is_cut(before, after, &last.text, &first.text),
        }
}

/// Whether a paragraph begins like a list item: `(b)`.
fn is_item(first: &str) -> bool {
    first.starts_with(['(', '[']) && labels::is_number(first)
}

/// Whether a paragraph behind an item begins like the next one: `b.`, `iii)`.
fn is_letter_or_roman(first: &str) -> bool {
    let letters = first.trim_end_matches(['.', ')']);
    let roman = letters.chars().all(|c| "ivxlc".contains(c));
    letters.len() < first.len() && (roman || letters.chars().count() == 1)
}

/// Whether a piece is in another column than the previous one, i.e. not below it.
fn is_beside_column(before: &Edges, after: &Edges) -> bool {
    after.bbox.y0 < before.bbox.y1 - 0.5 * before.size.max(1.0)
}

/// Least width of a column of text whose paragraphs are not indented, in sizes of its type. Names, lines of contents
/// and rows of numbers are not cut.
const COLUMN: f32 = 8.0;

/// Whether a paragraph was cut: its last line is full, and the next piece is as wide and not indented. The next piece
/// may begin with a capital. In scripts without capitals it may be short. `last` and `first` are the words beside
/// the cut.
fn is_cut(before: &Edges, after: &Edges, last: &str, first: &str) -> bool {
    let begins = |is: fn(char) -> bool| first.chars().next().is_some_and(is);
    let is_text = before.indented && begins(char::is_alphanumeric)
        || begins(char::is_alphabetic)
            && !last.ends_with(|c: char| c.is_numeric())
            && before.bbox.width() >= COLUMN * before.size;
    let widths = (before.bbox.width() - after.bbox.width()).abs() <= 3.0 * before.size;
    let is_like = widths && after.lines > 1 || begins(is_caseless);
    before.ends_full && !after.indented && is_text && is_like
}

/// Whether a letter has no small or capital form.
fn is_caseless(c: char) -> bool {
    c.is_alphabetic() && !c.is_lowercase() && !c.is_uppercase()
}

/// Whether a token ends a sentence, ignoring closing quotes and brackets.
fn ends_sentence(token: &Token) -> bool {
    let closing = |c: char| {
        matches!(
            c,
            ')' | ']' | '"' | '\'' | '”' | '’' | '»' | '«' | '“' | '*'
        )
    };
    let text = token.text.trim_end_matches(closing);
    let ends = text.ends_with([
        '.', '!', '?', ':', ';', '…', '。', '！', '？', '؟', '।', '։',
    ]);
    // A token of quotes or brackets only is ambiguous, so it counts as an end.
    ends || text.is_empty()
}

/// Appends a piece to another.
pub(super) fn join(a: &mut Part, mut b: Part) {
    if let Some(first) = b.tokens.first_mut() {
        (first.line, first.glued) = (true, false);
    }
    a.tokens.append(&mut b.tokens);
    a.anchors.append(&mut b.anchors);
    let indented = a.edges.indented;
    a.edges = Edges {
        indented,
        ..b.edges
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;

    #[test]
    fn a_paragraph_is_cut_behind_a_full_line_if_the_next_piece_is_like_it() {
        let piece = |width: f32, lines: usize| Edges {
            bbox: Rect::new(0.0, 0.0, width, 12.0 * lines as f32),
            lines,
            size: 10.0,
            ends_full: true,
            indented: false,
            element: None,
            tagged: false,
        };
        let (before, next) = (piece(200.0, 2), piece(200.0, 3));
        assert!(is_cut(&before, &next, "neuen", "Haus"), "a German noun");
        assert!(!is_cut(&before, &next, "neuen", "•"));
        assert!(
            !is_cut(&before, &piece(120.0, 3), "neuen", "Haus"),
            "narrower"
        );
        assert!(
            !is_cut(&before, &piece(200.0, 1), "neuen", "Haus"),
            "one line"
        );
        let word = "\u{5D1}\u{5D9}\u{5EA}";
        assert!(is_cut(&before, &piece(120.0, 1), word, word), "Hebrew");
        assert!(!is_cut(&before, &next, "37", "Mmap"), "lines of contents");
        assert!(!is_cut(&before, &next, "neuen", "126"), "rows of numbers");
        let names = piece(70.0, 5);
        assert!(!is_cut(&names, &names, "Oregon", "Texas"), "names");
        let short = Edges {
            ends_full: false,
            ..before
        };
        assert!(
            !is_cut(&short, &next, "neuen", "Haus"),
            "the last line is short"
        );
        let indented = Edges {
            indented: true,
            ..next
        };
        assert!(
            !is_cut(&before, &indented, "neuen", "Haus"),
            "another paragraph"
        );
    }
}
