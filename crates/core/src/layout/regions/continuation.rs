//! Detects text that continues from one line to the next.

use super::edges::GoesOn;
use super::pieces::Pieces;
use super::rows::RowLine;

/// The kind of continuation of a line's text in the next line. Scripts without lower case never have one. A
/// single mark before the next line that is not a bullet is a stain of the scan, and is ignored.
pub(crate) fn goes_on(pieces: &Pieces, line: &RowLine, next: &RowLine) -> Option<GoesOn> {
    let edges = |number: Option<&u32>| {
        let piece = pieces.pieces.get(*number? as usize)?;
        Some(piece.edges)
    };
    let stain = |number: Option<&u32>| {
        let piece = number.and_then(|&n| pieces.pieces.get(n as usize));
        piece.is_some_and(|piece| {
            let edges = piece.edges;
            piece.inked == 1 && !piece.label && !edges.begins_small() && edges.is_closed()
        })
    };
    let mut begin = next.pieces.iter().peekable();
    if begin.len() > 1 {
        begin.next_if(|number| stain(Some(number)));
    }
    edges(line.pieces.last())?.goes_on(edges(begin.next())?)
}
