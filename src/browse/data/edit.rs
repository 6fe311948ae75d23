//! A page for the editor: its blocks, paragraphs, lines and words with boxes, classes and doubts.

use serde_json::{Value, json};

use super::pages::SeenPage;
use crate::browse::corrections::{Doubtful, is_human};
use crate::web::bbox::{corners, rounded};
use pdfa2hocr_core::blocks::{Block, BlockRole, Line, Page, Paragraph, Word};
use pdfa2hocr_core::corrections::{self, Class};
use pdfa2hocr_core::geometry::Rect;

/// The x-height of common fonts, in sizes of the font.
const X_HEIGHT: f32 = 0.45;

/// Ratio of sizes below which lines count as equally large.
const SAME_SIZE: f32 = 1.3;
/// Least x-height of a line, in points.
const LEAST: f32 = 0.5;

/// A page with its doubtful words marked, and boxes in points.
pub(in crate::browse) fn edit(page: &Page, doubtful: &Doubtful) -> Value {
    let blocks = page.blocks();
    let blocks = blocks.iter().map(|block| edit_block(block, page, doubtful));
    json!({
        "page": page.number(),
        "width": rounded(page.width()),
        "height": rounded(page.height()),
        "blocks": blocks.collect::<Vec<_>>(),
    })
}

fn edit_block(block: &Block<'_>, page: &Page, doubtful: &Doubtful) -> Value {
    let paragraphs = block.paragraphs().iter().map(|paragraph| {
        let (class, depth) = match class_of(paragraph, block, page) {
            Class::Heading(depth) => ("heading".into(), Some(depth)),
            class => (json!(class), None),
        };
        let lines = paragraph.lines().iter();
        let lines = lines.map(|line| edit_line(line, page, doubtful));
        json!({
            "box": corners(paragraph.bbox()),
            "class": class,
            "depth": depth,
            "lines": lines.collect::<Vec<_>>(),
        })
    });
    json!({
        "box": corners(block.bbox()),
        "class": class_of_role(block.role()),
        "paragraphs": paragraphs.collect::<Vec<_>>(),
    })
}

fn edit_line(line: &Line<'_>, page: &Page, doubtful: &Doubtful) -> Value {
    let words = line.words().iter();
    let words = words.map(|word| edit_word(word, page, doubtful));
    json!({
        "box": corners(line.bbox()),
        "direction": if line.is_right_to_left() { "rtl" } else { "ltr" },
        "lang": line.lang(),
        "words": words.collect::<Vec<_>>(),
    })
}

/// A word. A soft hyphen at the end of its text means that it continues on the next line.
fn edit_word(word: &Word<'_>, page: &Page, doubtful: &Doubtful) -> Value {
    let (node, tree) = (word.node(), &page.model().tree);
    let mut around = tree.with_around(node);
    let is_headword = around.any(|id| tree[id].kind.as_str() == "headword");
    json!({
        "box": corners(word.bbox()),
        "text": word.text(),
        "confidence": word.style().confidence,
        "doubtful": doubtful.contains_key(&node),
        "suggestion": doubtful.get(&node),
        "source": is_human(word).then_some("human"),
        "class": is_headword.then_some("headword"),
    })
}

/// The class of a paragraph, as a person would set it.
fn class_of(paragraph: &Paragraph<'_>, block: &Block<'_>, page: &Page) -> Class {
    if let Some(depth) = paragraph.heading() {
        return Class::Heading(depth.try_into().unwrap_or(u8::MAX));
    }
    match corrections::class_of(page.model(), paragraph.node()) {
        None | Some(Class::Text | Class::Heading(_)) => class_of_role(block.role()),
        Some(class) => class,
    }
}

fn class_of_role(role: BlockRole) -> Class {
    match role {
        BlockRole::Table => Class::Table,
        BlockRole::Header => Class::RunningHead,
        BlockRole::Footer => Class::RunningFoot,
        BlockRole::PageNumber => Class::PageNumber,
        BlockRole::Image => Class::Figure,
        _ => Class::Text,
    }
}

/// The x-height in points of the line at a box: of the words in it, or around it. Lines of about the size of most
/// lines have the same, so that pictures of them have the same scale.
pub(in crate::browse) fn x_height_at(seen: &SeenPage, [x0, y0, x1, y1]: [f32; 4]) -> f32 {
    let wanted = Rect::new(x0, y0, x1, y1);
    let (mut sizes, mut own) = (Vec::new(), None);
    for line in seen.page.lines() {
        let size = line.geometry().map(|geometry| geometry.size);
        let size = size.filter(|size| size.is_finite() && *size > 0.0);
        sizes.extend(size);
        let bbox = line.bbox();
        if wanted.contains(bbox.centre()) || bbox.contains(wanted.centre()) {
            own = own.or(size);
        }
    }
    // A line without a size is about as high as its font.
    let own = own.unwrap_or_else(|| wanted.height().min(wanted.width()));
    sizes.sort_unstable_by(f32::total_cmp);
    let usual = sizes.get(sizes.len() / 2).copied().unwrap_or(own);
    let is_usual = own < usual * SAME_SIZE && usual < own * SAME_SIZE;
    (if is_usual { usual } else { own } * X_HEIGHT).max(LEAST)
}
