//! Recovers objects that no table lists, by searching the file's bytes.

use memchr::memmem;

use super::lexer::{Lexer, Token};
use super::precheck::stream_around;
use super::table::behind_startxref;
use super::{Dict, FromBytes, Name, Stream, stream};
use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::limits::Limits;

/// Whether objects follow the last cross-reference table: an update without its own table. The remaining
/// table lists only older objects.
pub(super) fn has_unlisted_objects(bytes: &[u8]) -> bool {
    let Some(start) = behind_startxref(bytes) else {
        return false;
    };
    let tail = bytes.get(start..).unwrap_or_default();
    tail.windows(4).enumerate().any(|(at, w)| {
        w == b" obj"
            && tail
                .get(..at)
                .is_some_and(|t| t.last().is_some_and(u8::is_ascii_digit))
    })
}

/// The file with a new trailer, if its catalog is in an object stream and its table is missing. Without a
/// trailer, the catalog cannot be found.
pub(super) fn with_trailer(bytes: &[u8]) -> Option<Vec<u8>> {
    let budget = Budget::of_document(Limits::default(), bytes.len(), 0);
    for found in memmem::find_iter(bytes, b"/ObjStm") {
        let stream = stream_around(bytes, found);
        if let Some(number) = stream.and_then(|stream| catalog_in(&stream, &budget)) {
            let mut whole = bytes.to_vec();
            whole.extend_from_slice(format!("\ntrailer\n<</Root {number} 0 R>>\n").as_bytes());
            return Some(whole);
        }
    }
    None
}

/// The object number of the catalog in an object stream (7.5.7).
fn catalog_in(objects: &Stream<'_>, budget: &Budget) -> Option<i64> {
    let data = stream::decode(objects, budget, &mut Warnings::new());
    let first = objects.dict().get::<u32>("First")? as usize;
    let mut numbers = Lexer::new(data.get(..first)?).filter_map(|t| match t {
        Token::Number(n) => Some(n as i64),
        _ => None,
    });
    while let (Some(number), Some(offset)) = (numbers.next(), numbers.next()) {
        let object = first.checked_add(usize::try_from(offset).ok()?)?;
        let dict = Dict::from_bytes(data.get(object..)?.trim_ascii_start());
        if dict.is_some_and(|d| d.get::<Name<'_>>("Type").as_deref() == Some(b"Catalog")) {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_without_its_table_is_noticed() {
        assert!(!has_unlisted_objects(
            b"1 0 obj endobj startxref 9 %%EOF\nthe end of an obj"
        ));
        assert!(has_unlisted_objects(
            b"1 0 obj endobj startxref 9 %%EOF\n4 0 obj"
        ));
        assert!(!has_unlisted_objects(b""));
    }
}
