//! Writes tables with pipes, or as HTML if cells span others or the table has no header row, which pipes
//! cannot express.

use super::super::flow::{Cell, Grid, Separator, Token};
use super::super::map::MappedText;
use super::super::xml;
use super::inline::Inline;

/// Writes a table with the settings of the surrounding text.
pub(super) fn write(grid: &Grid, around: &mut Inline<'_>, out: &mut MappedText) {
    match grid.has_header() && !grid.has_spans() {
        true => pipes(grid, around, out),
        false => html(grid, around.prefix, out),
    }
}

/// Writes a pipe table; the first row is the header.
fn pipes(grid: &Grid, around: &mut Inline<'_>, out: &mut MappedText) {
    let prefix = around.prefix;
    let width = grid.width();
    let end_line = |out: &mut MappedText| {
        out.push('\n');
        out.push_str(prefix);
    };
    let mut rows = grid.rows.iter();
    row(rows.next().map_or(&[], Vec::as_slice), width, around, out);
    end_line(out);
    out.push('|');
    out.push_str(&" --- |".repeat(width));
    for cells in rows {
        end_line(out);
        row(cells, width, around, out);
    }
}

fn row(cells: &[Cell], width: usize, around: &mut Inline<'_>, out: &mut MappedText) {
    out.push('|');
    for at in 0..width {
        out.push(' ');
        let parts = cells.get(at).map_or(&[][..], |cell| &cell.parts);
        let header = cells.get(at).is_some_and(|cell| cell.header);
        let all = |has: fn(&Token) -> bool| parts.iter().flat_map(|part| &part.tokens).all(has);
        // Programs read the cells as numbers. HTML has no emphasis in cells either.
        let uniform = all(|token| token.bold) || all(|token| token.italic);
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                out.push_str("<br>");
            }
            Inline {
                in_table: true,
                heading: header,
                marks: around.marks,
                uniform,
                ..Inline::new(around.notes)
            }
            .write(&part.tokens, out);
        }
        if !parts.is_empty() {
            out.push(' ');
        }
        out.push('|');
    }
}

/// Writes an HTML table. Without empty lines, nothing in it is read as Markdown.
fn html(grid: &Grid, prefix: &str, out: &mut MappedText) {
    let line = |out: &mut MappedText, text: &str| {
        out.push('\n');
        out.push_str(prefix);
        out.push_str(text);
    };
    out.push_str("<table>");
    for cells in &grid.rows {
        line(out, "<tr>");
        for cell in cells {
            let (start, end) = cell.html();
            out.push_str(&start);
            for (i, part) in cell.parts.iter().enumerate() {
                if i > 0 {
                    out.push_str("<br>");
                }
                words(&part.tokens, out);
            }
            out.push_str(end);
        }
        out.push_str("</tr>");
    }
    line(out, "</table>");
}

fn words(tokens: &[Token], out: &mut MappedText) {
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let separator = before.map(|before| Separator::between(before, token, false));
        if separator == Some(Separator::Space) {
            out.push(' ');
        }
        let hyphen = token.hyphen(tokens.get(at + 1), false);
        out.from(token.origin, |out| {
            xml::push_text(&token.text, out);
            out.push_str(hyphen);
        });
    }
}
