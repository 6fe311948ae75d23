//! The words of a page as one stream, for those who look for text that goes on over lines and pages.

use super::super::{Page, map::Origin};
use super::{Part, PartKind, Token, collect};

/// A word of a page, or a piece of one.
#[derive(Clone, Debug)]
pub(crate) struct StreamWord {
    /// Without the hyphen that divides it from the next.
    pub text: String,
    pub origin: Origin,
    /// It is one word with the one before: nothing, or the end of a line, is between them.
    pub joined: bool,
    /// It begins a printed line, or stands by itself.
    pub line: bool,
    /// It is of the running text, and not beside it: a note, a caption, a table, a running head.
    pub body: bool,
}

/// The words of a page, without what only describes pictures.
pub(crate) fn stream(page: &Page) -> Vec<StreamWord> {
    let parts = collect::page(page).flow.unwrap_or_default().parts;
    let mut out = Vec::new();
    let mut divided = false;
    for part in &parts {
        match &part.kind {
            PartKind::Figure => {}
            PartKind::Table(grid) => {
                let cells = grid.rows.iter().flatten();
                for part in cells.flat_map(|cell| &cell.parts) {
                    add(part, false, &mut false, &mut out);
                }
            }
            PartKind::Paragraph | PartKind::Heading(_) | PartKind::Code => {
                add(part, true, &mut divided, &mut out);
            }
            PartKind::Note { .. } | PartKind::SideNote | PartKind::Caption | PartKind::Head => {
                add(part, false, &mut false, &mut out);
            }
        }
    }
    out
}

/// `divided` says, of the text that the part goes on in, whether its last word goes on.
fn add(part: &Part, body: bool, divided: &mut bool, out: &mut Vec<StreamWord>) {
    let mut before: Option<&Token> = None;
    for token in &part.tokens {
        let joined = match before {
            None => *divided,
            Some(before) if token.line => before.divided,
            Some(_) => token.glued,
        };
        // References to notes are not what is quoted.
        if token.note.is_none() {
            out.push(StreamWord {
                text: token.text.clone(),
                origin: token.origin,
                joined,
                line: token.line,
                body,
            });
            before = Some(token);
        }
    }
    *divided = before.is_some_and(|last| last.divided);
}
