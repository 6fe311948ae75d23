//! Rows with the scores of the questions that were asked about them. `explain` draws them.

use super::rows::RowLine;
use crate::geometry::Rect;
use crate::layout::heuristics;
use crate::layout::score::Score;

/// A question about a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Does it begin a paragraph?
    Paragraph,
    /// Does it begin an item of a list?
    Item,
}

/// The score of a row for a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RowScore {
    /// The lines of the row.
    pub lines: (usize, usize),
    pub question: Question,
    pub score: Score,
}

/// A scored row, with its place on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ScoredRow {
    pub frame: u32,
    /// The bounding box of its lines, in the frame.
    pub rect: Rect,
    question: Question,
    score: Score,
}

impl ScoredRow {
    /// A scored row of a text with these lines.
    pub(crate) fn of(row: RowScore, frame: u32, lines: &[RowLine]) -> Self {
        let lines = lines.get(row.lines.0..row.lines.1).unwrap_or_default();
        Self {
            frame,
            rect: lines.iter().fold(Rect::EMPTY, |r, line| r.union(line.cell)),
            question: row.question,
            score: row.score,
        }
    }

    /// The name of the heuristic that decides.
    pub(crate) fn by(self) -> &'static str {
        match self.question {
            Question::Paragraph => heuristics::PARAGRAPHS.name,
            Question::Item => heuristics::LIST_LABELS.name,
        }
    }

    /// The decision and its reasons.
    pub(crate) fn why(self) -> String {
        let decision = match (self.question, self.score.holds()) {
            (Question::Paragraph, true) => "a paragraph begins",
            (Question::Paragraph, false) => "no paragraph begins",
            (Question::Item, true) => "an item begins",
            (Question::Item, false) => "no item begins",
        };
        let (why, sum) = (self.score.why(), self.score.sum);
        format!("{decision}: {why} (score {sum:.1})")
    }
}
