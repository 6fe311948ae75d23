//! The layers that are drawn over the picture of a page: words, lines, elements, tables, images and findings.

use std::collections::BTreeMap;

use serde::Serialize;

use super::confidence::Confidence;
use super::font::{Font, FontIndex, fonts};
use super::pages::SeenPage;
use super::tree::{Key, key_of_node};
use super::view::View;
use super::warned::Warned;
use crate::web::bbox::{Corners, corners, place, rounded};
use pdfa2hocr_core::blocks::{self, BlockRole, Page};
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::geometry::Rect;
use pdfa2hocr_core::page::{FindingKind, Own, TagFault};
use pdfa2hocr_core::page_number::PageNumber;
use pdfa2hocr_core::structure::What;
use pdfa2hocr_render::lacks;

/// Most words shown of a page. The largest newspaper pages have about 20,000.
const WORDS: usize = 50_000;
/// Most rules, images, artifacts, elements and cells shown of a page, each.
const MARKS: usize = 20_000;

/// A page with its layers. Boxes are in page space, in points.
#[derive(Debug, Serialize)]
pub(in crate::browse) struct Layers {
    index: u32,
    number: PageNumber,
    label: Option<String>,
    width: f64,
    height: f64,
    lang: Option<String>,
    confidence: Confidence,
    needs_ocr: bool,
    /// Why its tags were ignored.
    tags_left: Option<&'static str>,
    /// Whether the lists are incomplete.
    truncated: bool,
    /// The known defects of the picture, one string per line.
    lacks: Vec<String>,
    warnings: Vec<Warned>,
    fonts: Vec<Font>,
    blocks: Vec<Block>,
    tables: Vec<Table>,
    findings: Vec<Finding>,
    images: Vec<Image>,
    artifacts: Vec<Artifact>,
    rules: Vec<Rule>,
    elements: Vec<Element>,
}

#[derive(Debug, Serialize)]
struct Block {
    role: &'static str,
    bbox: Corners,
    /// From 1; `None` for images, which are not read.
    order: Option<u32>,
    key: Option<Key>,
    alt: Option<String>,
    paragraphs: Vec<Paragraph>,
}

#[derive(Debug, Serialize)]
struct Paragraph {
    bbox: Corners,
    /// The role that the analysis assigned: `note`, `caption` and others.
    role: Option<String>,
    heading: Option<u32>,
    key: Option<Key>,
    lines: Vec<Line>,
}

#[derive(Debug, Serialize)]
struct Line {
    bbox: Corners,
    /// The start of the baseline.
    origin: Option<[f64; 2]>,
    /// The angle in degrees, counter-clockwise.
    angle: f64,
    size: f64,
    vertical: bool,
    key: Option<Key>,
    words: Vec<Word>,
}

#[derive(Debug, Serialize)]
struct Word {
    text: String,
    bbox: Corners,
    /// The font of most of its characters.
    font: Option<u32>,
    size: f64,
    confidence: u8,
    /// The source of its confidence.
    basis: &'static str,
    lang: Option<String>,
    key: Option<Key>,
    /// Whether it follows the preceding word without a space.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    glued: bool,
    /// Whether it continues on the next line.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    divided: bool,
}

#[derive(Debug, Serialize)]
struct Table {
    bbox: Corners,
    key: Option<Key>,
    cells: Vec<Cell>,
}

#[derive(Debug, Serialize)]
struct Cell {
    bbox: Corners,
    /// From 0, as `column`.
    row: usize,
    column: usize,
    row_span: u32,
    column_span: u32,
    header: bool,
    key: Option<Key>,
}

#[derive(Debug, Serialize)]
struct Finding {
    kind: &'static str,
    bbox: Corners,
    why: String,
    /// The name of the heuristic.
    by: &'static str,
}

#[derive(Debug, Serialize)]
struct Image {
    bbox: Corners,
    key: Option<String>,
}

#[derive(Debug, Serialize)]
struct Artifact {
    bbox: Corners,
    #[serde(rename = "type")]
    kind: Option<String>,
}

#[derive(Debug, Serialize)]
struct Rule {
    bbox: Corners,
    stroked: bool,
}

#[derive(Debug, Serialize)]
struct Element {
    key: Key,
    name: String,
    standard: String,
    bbox: Corners,
    /// The number of elements around it.
    depth: u32,
}

/// The layers of a page, by its index.
pub(in crate::browse) fn layers(view: &View, index: u32) -> Result<Layers> {
    let seen = view.page(index)?;
    let page = &seen.page;
    let content = &page.model().content;
    let confidence = Confidence::of(page);
    let mut collector = Collector {
        view,
        page,
        confidence,
        fonts: FontIndex::new(content),
        words: 0,
    };
    let blocks = collector.blocks();
    let tables: Vec<Table> = page
        .tables()
        .iter()
        .take(MARKS)
        .map(|t| table(view, page, t))
        .collect();
    let artifacts = artifacts(page);
    let elements = elements(view, &seen);
    let most = [
        content.images.len(),
        content.fills.len(),
        artifacts.len(),
        elements.len(),
    ];
    Ok(Layers {
        index,
        number: page.number(),
        label: page.label().map(str::to_owned),
        width: rounded(page.width()),
        height: rounded(page.height()),
        lang: page.lang().map(str::to_owned),
        confidence,
        needs_ocr: page.needs_ocr(),
        tags_left: page.tags_left().map(TagFault::what),
        truncated: collector.words >= WORDS || most.into_iter().any(|n| n > MARKS),
        lacks: view.pdf().map(|pdf| lacks(pdf, index)).unwrap_or_default(),
        warnings: page.warnings().map(Warned::new).collect(),
        fonts: fonts(view, content),
        blocks,
        tables,
        findings: page
            .model()
            .findings
            .iter()
            .take(MARKS)
            .map(finding)
            .collect(),
        images: images(view, page),
        artifacts: artifacts.into_iter().take(MARKS).collect(),
        rules: rules(page),
        elements: elements.into_iter().take(MARKS).collect(),
    })
}

/// Converts blocks and their content to data.
struct Collector<'a> {
    view: &'a View,
    page: &'a Page,
    confidence: Confidence,
    fonts: FontIndex,
    words: usize,
}

impl Collector<'_> {
    fn blocks(&mut self) -> Vec<Block> {
        let page = self.page;
        let mut order = 0;
        let mut blocks = Vec::new();
        for block in page.blocks_with_textless() {
            let read = block.role() != BlockRole::Image;
            order += u32::from(read);
            blocks.push(Block {
                role: block.role().name(),
                bbox: corners(block.bbox()),
                order: read.then_some(order),
                key: key_of_node(self.view, page, block.node()),
                alt: block.alt().map(str::to_owned),
                paragraphs: block
                    .paragraphs()
                    .iter()
                    .map(|p| self.paragraph(p))
                    .collect(),
            });
            if self.words >= WORDS || blocks.len() >= MARKS {
                break;
            }
        }
        blocks
    }

    fn paragraph(&mut self, paragraph: &blocks::Paragraph<'_>) -> Paragraph {
        let node = &self.page.model().tree[paragraph.node()];
        Paragraph {
            bbox: corners(paragraph.bbox()),
            role: node.own(Own::Role).map(str::to_owned),
            heading: paragraph.heading(),
            key: key_of_node(self.view, self.page, paragraph.node()),
            lines: paragraph
                .lines()
                .iter()
                .map(|line| self.line(line))
                .collect(),
        }
    }

    fn line(&mut self, line: &blocks::Line<'_>) -> Line {
        let geometry = line.geometry();
        let room = WORDS.saturating_sub(self.words);
        let words: Vec<Word> = line
            .words()
            .iter()
            .take(room)
            .map(|w| self.word(w))
            .collect();
        self.words += words.len();
        Line {
            bbox: corners(line.bbox()),
            origin: geometry.map(|g| [g.origin.x, g.origin.y].map(rounded)),
            angle: geometry.map_or(0.0, |g| rounded(g.angle)),
            size: geometry.map_or(0.0, |g| rounded(g.size)),
            vertical: geometry.is_some_and(|g| g.vertical),
            key: key_of_node(self.view, self.page, line.node()),
            words,
        }
    }

    fn word(&self, word: &blocks::Word<'_>) -> Word {
        let (style, text) = (word.style(), word.text());
        Word {
            text: as_printed(&text),
            glued: word.is_glued(),
            divided: text.ends_with('\u{AD}'),
            bbox: corners(word.bbox()),
            font: self.fonts.of(style.font),
            size: rounded(style.size),
            confidence: style.confidence,
            basis: self.confidence.basis(self.page, word),
            lang: word.lang().map(str::to_owned),
            key: key_of_node(self.view, self.page, word.node()),
        }
    }
}

/// The text of a word or a character as printed. A soft hyphen is shown as a hyphen only if the word
/// continues on the next line.
pub(super) fn as_printed(text: &str) -> String {
    match text.strip_suffix('\u{AD}') {
        Some(before) => format!("{}-", before.replace('\u{AD}', "")),
        None => text.replace('\u{AD}', ""),
    }
}

fn table(view: &View, page: &Page, table: &blocks::Table<'_>) -> Table {
    let grid = table.grid();
    let places = grid.iter().enumerate().flat_map(|(row, places)| {
        let cells = places.iter().enumerate();
        cells.filter_map(move |(column, cell)| Some((row, column, (*cell)?)))
    });
    let cells = places.take(MARKS).map(|(row, column, cell)| Cell {
        bbox: corners(cell.bbox),
        row,
        column,
        row_span: cell.row_span,
        column_span: cell.column_span,
        header: cell.is_header,
        key: key_of_node(view, page, cell.node()),
    });
    Table {
        bbox: corners(table.bbox),
        key: key_of_node(view, page, table.node()),
        cells: cells.collect(),
    }
}

fn finding(finding: &pdfa2hocr_core::page::Finding) -> Finding {
    Finding {
        kind: match finding.kind {
            FindingKind::Gutter => "gutter",
            FindingKind::Table => "table",
            FindingKind::Block => "block",
            FindingKind::Row => "row",
            FindingKind::Page => "page",
        },
        bbox: corners(finding.bbox),
        why: finding.why.clone(),
        by: finding.by,
    }
}

fn images(view: &View, page: &Page) -> Vec<Image> {
    let images = page.model().content.images.iter().take(MARKS);
    let images = images.map(|image| Image {
        bbox: corners(image.bbox),
        key: image.object.and_then(|number| view.existing_key(number)),
    });
    images.collect()
}

/// The artifacts (ISO 32000-1, 14.8.2.2), each with the box of its graphics and text.
fn artifacts(page: &Page) -> Vec<Artifact> {
    let content = &page.model().content;
    // For each sequence, the innermost artifact around it.
    let mut of: Vec<Option<usize>> = Vec::with_capacity(content.marked.len());
    let mut boxes = vec![Rect::EMPTY; content.marked.len()];
    for (number, marked) in content.marked.iter().enumerate() {
        let around = marked
            .parent
            .and_then(|p| of.get(p as usize).copied().flatten());
        let own = (marked.tag == "Artifact").then_some(number).or(around);
        of.push(own);
        if let Some(bbox) = own.and_then(|own| boxes.get_mut(own)) {
            *bbox = bbox.union(marked.painted);
        }
    }
    for glyph in &content.glyphs {
        let marked = content.run_of(glyph).marked;
        let own = marked.and_then(|m| of.get(m as usize).copied().flatten());
        if let Some(bbox) = own.and_then(|own| boxes.get_mut(own)) {
            *bbox = bbox.union(glyph.bbox);
        }
    }
    let marked = content.marked.iter().zip(boxes);
    let artifacts = marked.filter(|(marked, _)| marked.tag == "Artifact");
    let artifacts = artifacts.filter_map(|(marked, bbox)| {
        let (kind, subtype) = (&marked.artifact_type, &marked.artifact_subtype);
        Some(Artifact {
            bbox: place(bbox)?,
            kind: match (kind, subtype) {
                (Some(kind), Some(subtype)) => Some(format!("{kind}, {subtype}")),
                (kind, subtype) => kind.clone().or(subtype.clone()),
            },
        })
    });
    artifacts.collect()
}

fn rules(page: &Page) -> Vec<Rule> {
    let fills = page.model().content.fills.iter().take(MARKS);
    let rules = fills.map(|fill| Rule {
        bbox: corners(fill.bbox),
        stroked: fill.stroked,
    });
    rules.collect()
}

/// The elements with content on the page. If an element has only an annotation, such as a link over a
/// picture, its box is that of the annotation.
fn elements(view: &View, seen: &SeenPage) -> Vec<Element> {
    let Some(tags) = view.tags() else {
        return Vec::new();
    };
    let structure = tags.structure();
    let index = seen.page.index();
    let on_page = seen.on_page(tags);
    let mut found: BTreeMap<_, _> = on_page
        .elements
        .iter()
        .filter_map(|(id, shown)| Some((*id, place(shown.bbox)?)))
        .collect();
    for item in tags.pages().of(index) {
        if let What::Object(object) = item.what
            && !found.contains_key(&item.element)
            && let Some(bbox) = view.annotation_box((object, 0), index).and_then(place)
        {
            found.insert(item.element, bbox);
        }
    }
    let elements = found.into_iter().map(|(id, bbox)| Element {
        key: Key::element(id),
        name: structure[id].own_type.clone(),
        standard: structure[id].standard_type.clone(),
        bbox,
        depth: structure.ancestors(id).count() as u32 - 1,
    });
    elements.collect()
}

#[cfg(test)]
mod tests {
    use super::as_printed;

    #[test]
    fn a_soft_hyphen_is_seen_at_the_end_of_a_word_only() {
        assert_eq!(as_printed("acces\u{AD}"), "acces-");
        assert_eq!(as_printed("\u{AD}sible"), "sible");
        assert_eq!(as_printed("ac\u{AD}cess"), "access");
    }
}
