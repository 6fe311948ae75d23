//! Reads hOCR of any program (<https://kba.github.io/hocr-spec/1.2/>), including common deviations.

mod elements;
mod head;
mod lines;
mod pages;
mod reader;
mod title;
mod words;

pub(super) use head::head;
pub(super) use pages::pages;

use super::markup::{Element, html};
use super::ocr::{Room, Sheet};
use crate::page::Own;

use reader::{Reader, class, lang};
use title::properties;

/// Reads a page: one of the parts of a file that [`pages`] returns.
pub(super) fn sheet(text: &str, ours: bool, room: Room) -> Sheet {
    let markup = html::parse(text);
    let root = markup.root();
    let is_page = |element: &Element<'_>| class(*element, &["ocr_page"]).is_some();
    let page = root.below().find(is_page).unwrap_or(root);
    let properties = properties(page);
    let numbers = |name: &str| properties.numbers(name);
    let bbox = properties.bbox();
    let mut sheet = Sheet {
        width: bbox.map(|b| b.x1),
        height: bbox.map(|b| b.y1),
        dpi: match *numbers("scan_res") {
            [x, y, ..] if x >= 1.0 && y >= 1.0 => Some((x, y)),
            [both] if both >= 1.0 => Some((both, both)),
            _ => None,
        },
        image: properties
            .string("image")
            .filter(|s| !s.is_empty())
            .map(str::to_owned),
        index: properties
            .number("ppageno")
            .filter(|n| ours && (0.0..1e6).contains(n))
            .map(|n| n as u32),
        image_md5: properties.string("imagemd5").map(str::to_owned),
        ..Sheet::default()
    };
    sheet.set(Own::Lang, lang(page));
    sheet.set(Own::Dir, page.attribute("dir"));
    let label = properties.string("x_label");
    sheet.set(Own::Label, label.or(properties.string("lpageno")));
    let reader = Reader {
        ours,
        certainties: root.below().any(|e| class(e, &["xocr_word"]).is_some()),
        room,
    };
    sheet.parts = reader.blocks(page);
    sheet.is_full = reader.room.is_full();
    sheet
}
