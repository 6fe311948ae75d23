//! A page for the editor: its blocks, paragraphs, lines and words with boxes, classes and doubts.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::{Value, json};

use super::pages::SeenPage;
use crate::web::bbox::{Corners, corners, rounded};
use pdfa2hocr_core::blocks::{Block, BlockRole, Line, Page, Paragraph, Word};
use pdfa2hocr_core::corrections::{self, Class};
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::page::NodeId;

/// The x-height of common fonts, in sizes of the font.
const X_HEIGHT: f32 = 0.45;

/// Ratio of sizes below which lines count as equally large.
const SAME_SIZE: f32 = 1.3;
/// Least x-height of a line, in points.
const LEAST: f32 = 0.5;

/// A page, with boxes in points.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Edit {
    /// From 1.
    page: u32,
    width: f64,
    height: f64,
    blocks: Vec<EditBlock>,
}

#[derive(Debug, Serialize)]
struct EditBlock {
    #[serde(rename = "box")]
    bbox: Corners,
    /// `class`, and `depth` of a heading, from 1.
    #[serde(flatten)]
    class: Value,
    paragraphs: Vec<EditParagraph>,
}

#[derive(Debug, Serialize)]
struct EditParagraph {
    #[serde(rename = "box")]
    bbox: Corners,
    #[serde(flatten)]
    class: Value,
    lines: Vec<EditLine>,
}

#[derive(Debug, Serialize)]
struct EditLine {
    #[serde(rename = "box")]
    bbox: Corners,
    /// The ends of the baseline: two points.
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<Corners>,
    direction: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<String>,
    words: Vec<EditWord>,
}

#[derive(Debug, Serialize)]
struct EditWord {
    #[serde(rename = "box")]
    bbox: Corners,
    /// A soft hyphen at its end means that the word continues on the next line.
    text: String,
    confidence: u8,
    doubtful: bool,
    source: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'static str>,
}

/// The words on a page that are doubtful, and those that a person wrote.
pub(in crate::browse) struct Marked {
    pub doubtful: HashSet<NodeId>,
    pub human: HashSet<NodeId>,
}

/// A page with its words marked.
pub(in crate::browse) fn edit(page: &Page, marked: &Marked) -> Edit {
    let blocks = page.blocks();
    let blocks = blocks.iter().map(|block| EditBlock {
        bbox: corners(block.bbox()),
        class: fields(class_of_block(block, page)),
        paragraphs: block
            .paragraphs()
            .iter()
            .map(|paragraph| EditParagraph {
                bbox: corners(paragraph.bbox()),
                class: fields(class_of(paragraph, block, page)),
                lines: paragraph
                    .lines()
                    .iter()
                    .map(|line| edit_line(line, page, marked))
                    .collect(),
            })
            .collect(),
    });
    Edit {
        page: page.number().get(),
        width: rounded(page.width()),
        height: rounded(page.height()),
        blocks: blocks.collect(),
    }
}

fn edit_line(line: &Line<'_>, page: &Page, marked: &Marked) -> EditLine {
    EditLine {
        bbox: corners(line.bbox()),
        baseline: baseline(line),
        direction: if line.is_right_to_left() {
            "rtl"
        } else {
            "ltr"
        },
        lang: line.lang().map(str::to_owned),
        words: line
            .words()
            .iter()
            .map(|word| edit_word(word, page, marked))
            .collect(),
    }
}

fn edit_word(word: &Word<'_>, page: &Page, marked: &Marked) -> EditWord {
    let (node, tree) = (word.node(), &page.model().tree);
    let mut around = tree.with_around(node);
    let is_headword = around.any(|id| tree[id].kind.as_str() == "headword");
    EditWord {
        bbox: corners(word.bbox()),
        text: word.text().into_owned(),
        confidence: word.style().confidence,
        doubtful: marked.doubtful.contains(&node),
        source: marked.human.contains(&node).then_some("human"),
        class: is_headword.then_some("headword"),
    }
}

/// The baseline from the left to the right end of a horizontal line.
fn baseline(line: &Line<'_>) -> Option<Corners> {
    let geometry = line.geometry().filter(|geometry| !geometry.vertical)?;
    let Rect { x0, x1, .. } = line.bbox();
    let slope = -geometry.angle.to_radians().tan();
    let at = |x: f32| rounded(geometry.origin.y + (x - geometry.origin.x) * slope);
    let is_flat = slope.abs() <= 1.0;
    is_flat.then(|| [rounded(x0), at(x0), rounded(x1), at(x1)])
}

/// The class of a block: its own, or that of all its paragraphs.
fn class_of_block(block: &Block<'_>, page: &Page) -> Class {
    let paragraphs = block.paragraphs().iter();
    let mut classes = paragraphs.map(|paragraph| class_of(paragraph, block, page));
    let plain = class_of_role(block.role());
    let first = classes.next().unwrap_or(plain);
    match classes.all(|class| class == first) {
        true => first,
        false => plain,
    }
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

fn fields(class: Class) -> Value {
    match class {
        Class::Heading(depth) => json!({"class": "heading", "depth": depth}),
        class => json!({"class": class}),
    }
}

/// The x-height in points of the line at a box: of the words in it, or around it. Lines of about the size of most
/// lines have the same, so that pictures of them have the same scale.
pub(in crate::browse) fn x_height_at(seen: &SeenPage, [x0, y0, x1, y1]: [f32; 4]) -> f32 {
    let wanted = Rect::new(x0, y0, x1, y1);
    let (mut sizes, mut own) = (Vec::new(), None);
    for line in seen.page.lines() {
        let Some(size) = line.geometry().map(|geometry| geometry.size) else {
            continue;
        };
        if !size.is_finite() || size <= 0.0 {
            continue;
        }
        sizes.push(size);
        let bbox = line.bbox();
        let is_there = wanted.contains(bbox.centre()) || bbox.contains(wanted.centre());
        own = own.or(is_there.then_some(size));
    }
    // A line without a size is about as high as its font.
    let own = own.unwrap_or_else(|| wanted.height().min(wanted.width()));
    let middle = sizes.len() / 2;
    let usual = match sizes.is_empty() {
        true => own,
        false => *sizes.select_nth_unstable_by(middle, f32::total_cmp).1,
    };
    let is_usual = own < usual * SAME_SIZE && usual < own * SAME_SIZE;
    (if is_usual { usual } else { own } * X_HEIGHT).max(LEAST)
}
