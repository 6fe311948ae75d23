//! The state of reading a page, and the attributes and classes that its elements share.

use super::title::properties;
use crate::page::Own;
use crate::read::language;
use crate::read::markup::Element;
use crate::read::ocr::{Part, Room};

/// Classes of words.
pub(super) const WORDS: [&str; 2] = ["ocrx_word", "ocr_word"];

/// The first class of an element that is one of these.
pub(super) fn class<'e>(element: Element<'e>, wanted: &[&str]) -> Option<&'e str> {
    let classes = element.attribute("class")?.split_ascii_whitespace();
    classes.into_iter().find(|class| wanted.contains(class))
}

/// The language of an element.
pub(super) fn lang(element: Element<'_>) -> Option<String> {
    let lang = element.attribute("lang").map(str::trim)?;
    (!lang.is_empty() && lang != "unknown").then(|| language::tag(lang).into_owned())
}

pub(super) const LINES: [&str; 3] = ["ocr_line", "ocrx_line", "ocr_textline"];

/// Prefixes of automatically numbered ids, to which nothing refers.
const NUMBERED: [&str; 10] = [
    "page", "block", "par", "line", "word", "header", "footer", "pageno", "photo", "image",
];

/// Reads the elements of a page.
pub(super) struct Reader {
    /// Whether this program wrote the file, so that ids that are not numbered are link targets.
    pub ours: bool,
    /// Whether confidences are certainties of Tesseract 3.00: 0 is best, and all others are negative.
    pub certainties: bool,
    pub room: Room,
}

/// Sets the attributes that all kinds of elements may have.
pub(super) fn set_common(part: &mut Part, element: Element<'_>, ours: bool) {
    let properties = properties(element);
    part.set(Own::Lang, lang(element));
    part.set(
        Own::Dir,
        element
            .attribute("dir")
            .filter(|d| matches!(*d, "ltr" | "rtl")),
    );
    part.set(Own::Group, properties.string("x_group"));
    part.set(Own::Type, element.attribute("data-type"));
    let id = element.attribute("id");
    match ours {
        true => part.set(Own::Anchor, id.filter(|id| !is_numbered(id))),
        false => part.set(Own::Id, id),
    }
    part.points = properties.outline();
}

fn is_numbered(id: &str) -> bool {
    id.split_once('_').is_some_and(|(name, number)| {
        let digits = number.bytes().all(|b| b.is_ascii_digit() || b == b'_');
        digits && NUMBERED.contains(&name)
    })
}

pub(super) fn is_line(element: Element<'_>) -> bool {
    class(element, &LINES).is_some()
}
