//! Writes running text: one line for each paragraph, without printed lines, columns and pages.

use super::super::flow::{Around, FlowFormat, Grid, Part, PartKind, Separator, Token};
use super::super::map::MappedText;

/// Writes the parts of a document one after the other.
pub(super) struct Lines {
    keep_lines: bool,
    /// The item of the previous part.
    item: Option<Around>,
}

impl Lines {
    pub(super) fn new(keep_lines: bool) -> Self {
        Self {
            keep_lines,
            item: None,
        }
    }

    fn words(&self, tokens: &[Token], out: &mut MappedText) {
        for (at, token) in tokens.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| tokens.get(at));
            let separator = before.map(|b| Separator::between(b, token, self.keep_lines));
            match separator {
                Some(Separator::Space) => out.push(' '),
                Some(Separator::Line | Separator::Verse) => out.push('\n'),
                Some(Separator::Nothing) | None => {}
            }
            let hyphen = token.hyphen(tokens.get(at + 1), self.keep_lines);
            out.from(token.origin, |out| {
                out.push_str(&token.text);
                out.push_str(hyphen);
            });
        }
    }

    fn table(&self, grid: &Grid, out: &mut MappedText) {
        for row in &grid.rows {
            for (at, cell) in row.iter().enumerate() {
                if at > 0 {
                    out.push('\t');
                }
                for (i, part) in cell.parts.iter().enumerate() {
                    if i > 0 {
                        out.push(' ');
                    }
                    Self::new(false).words(&part.tokens, out);
                }
            }
            out.push('\n');
        }
    }
}

impl FlowFormat for Lines {
    fn part(&mut self, part: &Part, out: &mut MappedText) {
        if let PartKind::Table(grid) = &part.kind {
            return self.table(grid, out);
        }
        let item = part.around.last();
        if let Some(Around::Item { label, key }) = item
            && self.item.as_ref().map(Around::key) != Some(*key)
            && let Some(label) = label
        {
            out.from(label.origin, |out| out.push_str(&label.text));
            out.push(' ');
        }
        self.item = item.cloned();
        if let PartKind::Note {
            id: Some(_),
            label,
            first: true,
        } = &part.kind
        {
            out.from(label.origin, |out| out.push_str(&label.text));
            out.push(' ');
        }
        self.words(&part.tokens, out);
        out.push('\n');
    }

    fn end(&mut self, _: &mut MappedText) {}
}
