//! Counts page content that a format cannot express.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Format;
use crate::geometry::Rect;
use crate::page::{Detail, NodeId, Own, Page, Style};

named! {
    /// A kind of content that some formats cannot express, with the description of what is lost.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    enum Fact {
        Boxes = "boxes of words",
        Characters = "boxes of characters",
        Areas = "boxes of areas, lists and rows",
        Given = "boxes that were too small for what is in them, and are wider",
        Beyond = "boxes of words that reach beyond the page, and are cut",
        Baselines = "baselines",
        Bends = "bends of baselines",
        Outlines = "outlines that are not rectangles",
        Confidences = "confidences of words",
        Readings = "words with other readings",
        Raw = "texts of words before they were normalized",
        Fonts = "fonts of words",
        Languages = "languages",
        Types = "names of types",
        OtherTypes = "names of types of areas, headings, notes and running heads",
        Ids = "ids of the file",
        Headings = "headings",
        Roles = "captions, notes and other kinds of paragraphs",
        Paragraphs = "lines in no paragraph, which are in one",
        Directions = "paragraphs whose lines run several ways, which are several",
        Cells = "cells of tables",
        Empty = "cells without text, which are wherever a row has room",
        Descriptions = "alternative texts",
        Formulas = "formulas in MathML",
        Links = "links",
        Continued = "elements that go on on other pages, as what belongs together",
    }
}

use Fact::{
    Areas, Baselines, Bends, Beyond, Boxes, Cells, Characters, Confidences, Continued,
    Descriptions, Directions, Empty, Fonts, Formulas, Given, Headings, Ids, Languages, Links,
    OtherTypes, Outlines, Paragraphs, Raw, Readings, Roles, Types,
};

/// Whether a format can express a kind of content; all other content is lost.
fn holds(format: Format, fact: Fact) -> bool {
    let only = |facts: &[Fact]| facts.contains(&fact);
    // The content of hOCR, ALTO and PAGE that they have in common.
    let of_layout = || {
        only(&[
            Boxes,
            Baselines,
            Outlines,
            Confidences,
            Fonts,
            Languages,
            Types,
        ]) || only(&[Headings, Roles, Cells, Descriptions])
    };
    let of_text = || only(&[Headings, Roles, Cells, Descriptions, Links]);
    match format {
        Format::Hocr => {
            of_layout()
                || only(&[Areas, Raw, Paragraphs, Directions])
                || only(&[Empty, Formulas, Links, Continued])
        }
        Format::Alto => of_layout() || only(&[Bends, Readings]),
        Format::Page => of_layout() || only(&[Bends]),
        Format::Tei => of_text() || only(&[Languages]),
        Format::Markdown => of_text(),
        Format::Pdf => of_text() || only(&[Boxes, Baselines, Languages]),
        Format::Lex0 => only(&[Languages]),
        // JSON holds the complete tree.
        Format::Json => true,
        Format::Tsv | Format::Sqlite => only(&[Boxes, Confidences]),
        Format::Vertical => only(&[Boxes, Confidences, Fonts, Languages, Headings]),
        Format::PdfminerXml => only(&[Boxes, Characters, Fonts]),
        Format::Segments => only(&[Boxes, Fonts]),
        Format::Html => of_text() || only(&[Empty, Languages]),
        Format::Text => only(&[Cells]),
    }
}

/// Numbers of lost items by format and kind of content.
#[derive(Clone, Debug, Default)]
pub struct Losses(BTreeMap<(Format, Fact), usize>);

impl Losses {
    /// Counts the losses of a page in each format. `characters` means that character boxes are requested.
    pub fn of(page: &Page, formats: &[Format], characters: bool) -> Self {
        let mut counts: BTreeMap<Fact, usize> = BTreeMap::new();
        for id in page.tree.below(page.tree.root()) {
            count(page, id, &mut |fact| *counts.entry(fact).or_default() += 1);
        }
        let mut losses = Self::default();
        for &format in formats {
            let asked = characters && matches!(format, Format::Hocr | Format::Alto | Format::Page);
            let lost = counts
                .iter()
                .filter(|(fact, _)| !(holds(format, **fact) || asked && **fact == Characters));
            losses
                .0
                .extend(lost.map(|(fact, count)| ((format, *fact), *count)));
        }
        losses
    }

    /// Adds the losses of another page.
    pub fn add(&mut self, other: &Self) {
        for (key, count) in &other.0 {
            *self.0.entry(*key).or_default() += count;
        }
    }

    /// Name of the format, description of the loss, and count.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str, usize)> {
        let all = self.0.iter();
        all.map(|((format, fact), count)| (format.name(), fact.name(), *count))
    }
}

/// Maximum difference between edges of equal boxes, in points: half a pixel of a scan.
const NEAR: f32 = 0.12;

fn count(page: &Page, id: NodeId, add: &mut impl FnMut(Fact)) {
    let node = &page.tree[id];
    let kind = node.kind.as_str();
    match &node.detail {
        Detail::Word(glyphs) => {
            add(Boxes);
            add(Confidences);
            if Style::of(page, glyphs).font.is_some() {
                add(Fonts);
            }
            if has_characters(page, glyphs) {
                add(Characters);
            }
            let (width, height) = (page.content.width, page.content.height);
            let Rect { x0, y0, x1, y1 } = node.bbox;
            let beyond = [-x0, -y0, x1 - width, y1 - height]
                .into_iter()
                .any(|by| by > NEAR);
            if beyond && !node.bbox.is_empty() {
                add(Beyond);
            }
        }
        Detail::Line(_) => {
            add(Baselines);
            let around = page.tree.parent(id).map(|id| page.tree[id].kind.as_str());
            if matches!(around, None | Some("page" | "textgroup")) {
                add(Paragraphs);
            }
        }
        Detail::Image(_) | Detail::None => {}
    }
    for (own, fact) in [
        (Own::Readings, Readings),
        (Own::Raw, Raw),
        (Own::Points, Outlines),
        (Own::Baseline, Bends),
        (Own::Given, Given),
        (Own::Id, Ids),
        (Own::Lang, Languages),
        (Own::Level, Headings),
        (Own::Role, Roles),
        (Own::Alt, Descriptions),
        (Own::MathMl, Formulas),
        (Own::Href, Links),
        (Own::Group, Continued),
    ] {
        if node.own(own).is_some() {
            add(fact);
        }
    }
    // For tagged elements the type repeats the kind.
    if node.own(Own::Type).is_some() && node.element.is_none() {
        let is_more = node.own(Own::Role).or(node.own(Own::Level)).is_some();
        match matches!(kind, "textbox" | "textline") && !is_more {
            true => add(Types),
            false => add(OtherTypes),
        }
    }
    match kind {
        "TD" | "TH" => {
            add(Cells);
            let mut text = String::new();
            page.push_text_below(id, &mut text);
            if text.trim().is_empty() {
                add(Empty);
            }
            add_area(page, id, add);
        }
        "textgroup" if node.own(Own::Block).is_some() => add_area(page, id, add),
        "column" | "BlockQuote" | "TOC" | "Table" | "TR" | "L" | "LI" => add_area(page, id, add),
        "textbox" | "par" | "P" | "entry" if has_directions(page, id) => add(Directions),
        _ => {}
    }
}

/// Counts an area whose box differs from the union of its children.
fn add_area(page: &Page, id: NodeId, add: &mut impl FnMut(Fact)) {
    let own = page.tree[id].bbox;
    let inner = page.tree.children(id).map(|id| page.tree[id].bbox);
    let inner = inner.fold(Rect::EMPTY, Rect::union);
    let near = |a: f32, b: f32| (a - b).abs() <= NEAR;
    let same = near(own.x0, inner.x0)
        && near(own.y0, inner.y0)
        && near(own.x1, inner.x1)
        && near(own.y1, inner.y1);
    if !own.is_empty() && (inner.is_empty() || !same) {
        add(Areas);
    }
}

/// Whether the positions of a word's characters are known, i.e. their widths are not all the same.
fn has_characters(page: &Page, glyphs: &Range<u32>) -> bool {
    let widths = || page.glyphs(glyphs).map(|glyph| glyph.advance);
    let least = widths().fold(f32::INFINITY, f32::min);
    let most = widths().fold(f32::NEG_INFINITY, f32::max);
    most - least > NEAR
}

/// Whether the lines of a paragraph have different directions.
fn has_directions(page: &Page, id: NodeId) -> bool {
    let way = |id: NodeId| match &page.tree[id].detail {
        Detail::Line(line) => {
            // Ignores the skew of scans.
            let quarter = (line.angle / 90.0).round() * 90.0;
            let askew = (line.angle - quarter).abs() < 10.0;
            let angle = if askew { quarter } else { line.angle };
            Some((angle, line.vertical, page.tree[id].own(Own::Dir)))
        }
        _ => None,
    };
    let mut ways = page.tree.children(id).filter_map(way);
    let first = ways.next();
    ways.any(|way| Some(way) != first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::testing::Builder;

    #[test]
    fn what_a_format_has_no_place_for_is_counted() {
        let mut builder = Builder::new();
        builder.open("textbox", [0.0, 0.0, 50.0, 20.0]);
        builder.line([0.0, 0.0, 50.0, 20.0], 0.0);
        builder.word("one", [0.0, 0.0, 20.0, 20.0]);
        builder.word("two", [30.0, 0.0, 50.0, 20.0]);
        builder.close().close();
        let formats = [Format::Text, Format::Json];
        let mut losses = Losses::of(&builder.page, &formats, false);
        losses.add(&Losses::of(&builder.page, &formats, false));
        let all: Vec<_> = losses.iter().collect();
        assert!(all.contains(&("text", "boxes of words", 4)), "{all:?}");
        assert!(all.contains(&("text", "baselines", 2)), "{all:?}");
        assert!(all.iter().all(|(format, ..)| *format != "json"), "{all:?}");
    }
}
