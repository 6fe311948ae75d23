//! What is on pages and has no place in a format.

use std::collections::BTreeMap;

use super::Format;
use crate::model::{Detail, Node, Own, Page, Step, Style};

/// Something that a format may have no place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fact {
    Boxes,
    Baselines,
    Bends,
    Outlines,
    Confidences,
    Readings,
    Fonts,
    Languages,
    Types,
    Headings,
    Roles,
    Cells,
    Descriptions,
    Links,
}

use Fact::{
    Baselines, Bends, Boxes, Cells, Confidences, Descriptions, Fonts, Headings, Languages, Links,
    Outlines, Readings, Roles, Types,
};

impl Fact {
    /// What is lost of it.
    fn name(self) -> &'static str {
        match self {
            Boxes => "boxes of words",
            Baselines => "baselines",
            Bends => "bends of baselines",
            Outlines => "outlines that are not rectangles",
            Confidences => "confidences of words",
            Readings => "words with other readings",
            Fonts => "fonts of words",
            Languages => "languages",
            Types => "names of types",
            Headings => "headings",
            Roles => "captions, notes and other kinds of paragraphs",
            Cells => "cells of tables",
            Descriptions => "alternative texts",
            Links => "links",
        }
    }
}

/// What a format holds; all else is lost in it.
fn holds(format: Format) -> &'static [Fact] {
    match format {
        Format::Hocr => &[
            Boxes,
            Baselines,
            Confidences,
            Fonts,
            Languages,
            Headings,
            Roles,
            Cells,
            Descriptions,
            Links,
        ],
        Format::Alto => &[
            Boxes,
            Baselines,
            Confidences,
            Fonts,
            Languages,
            Headings,
            Descriptions,
        ],
        Format::Page => &[
            Boxes,
            Baselines,
            Confidences,
            Fonts,
            Languages,
            Headings,
            Roles,
            Cells,
        ],
        Format::Tei => &[Languages, Headings, Roles, Cells, Descriptions, Links],
        Format::Lex0 => &[Languages],
        // The tree as it is.
        Format::Json => &[
            Boxes,
            Baselines,
            Bends,
            Outlines,
            Confidences,
            Readings,
            Fonts,
            Languages,
            Types,
            Headings,
            Roles,
            Cells,
            Descriptions,
            Links,
        ],
        Format::Tsv => &[Boxes, Confidences],
        Format::Vertical => &[Boxes, Confidences, Fonts, Languages, Headings],
        Format::PdfminerXml | Format::Segments => &[Boxes, Fonts],
        Format::Sqlite => &[Boxes, Confidences],
        Format::Markdown => &[Headings, Roles, Cells, Descriptions, Links],
        Format::Html => &[Headings, Roles, Cells, Descriptions, Links, Languages],
        Format::Text => &[Cells],
    }
}

/// How much of what is lost, by the names of formats and of what they have no place for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Losses(BTreeMap<(Format, Fact), usize>);

impl Losses {
    /// What formats lose of a page.
    pub(crate) fn of(page: &Page, formats: &[Format]) -> Self {
        let mut counts: BTreeMap<Fact, usize> = BTreeMap::new();
        for step in page.tree.walk(page.tree.root()) {
            if let Step::Enter(id) = step {
                count(page, &page.tree[id], &mut |fact| {
                    *counts.entry(fact).or_default() += 1
                });
            }
        }
        let mut losses = Self::default();
        for &format in formats {
            let lost = counts
                .iter()
                .filter(|(fact, _)| !holds(format).contains(fact));
            losses
                .0
                .extend(lost.map(|(fact, count)| ((format, *fact), *count)));
        }
        losses
    }

    /// Adds those of another page.
    pub(crate) fn add(&mut self, other: &Self) {
        for (key, count) in &other.0 {
            *self.0.entry(*key).or_default() += count;
        }
    }

    /// The name of the format, what is lost in it, and how often.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str, usize)> {
        let all = self.0.iter();
        all.map(|((format, fact), count)| (format.name(), fact.name(), *count))
    }
}

fn count(page: &Page, node: &Node, add: &mut impl FnMut(Fact)) {
    match &node.detail {
        Detail::Word(glyphs) => {
            add(Boxes);
            add(Confidences);
            if Style::of(page, glyphs).font.is_some() {
                add(Fonts);
            }
        }
        Detail::Line(_) => add(Baselines),
        Detail::Image(_) | Detail::None => {}
    }
    for (own, fact) in [
        (Own::Readings, Readings),
        (Own::Points, Outlines),
        (Own::Baseline, Bends),
        (Own::Type, Types),
        (Own::Lang, Languages),
        (Own::Level, Headings),
        (Own::Role, Roles),
        (Own::Alt, Descriptions),
        (Own::Href, Links),
    ] {
        // Elements of tags have the type that their kind says.
        if node.own(own).is_some() && (own != Own::Type || node.element.is_none()) {
            add(fact);
        }
    }
    if matches!(node.kind.as_str(), "TD" | "TH") {
        add(Cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::testing::Builder;

    #[test]
    fn what_a_format_has_no_place_for_is_counted() {
        let mut builder = Builder::new();
        builder.open("textbox", [0.0, 0.0, 50.0, 20.0]);
        builder.line([0.0, 0.0, 50.0, 20.0], 0.0);
        builder.word("one", [0.0, 0.0, 20.0, 20.0]);
        builder.word("two", [30.0, 0.0, 50.0, 20.0]);
        builder.close().close();
        let formats = [Format::Text, Format::Json];
        let mut losses = Losses::of(&builder.page, &formats);
        losses.add(&Losses::of(&builder.page, &formats));
        let all: Vec<_> = losses.iter().collect();
        assert!(all.contains(&("text", "boxes of words", 4)), "{all:?}");
        assert!(all.contains(&("text", "baselines", 2)), "{all:?}");
        assert!(all.iter().all(|(format, ..)| *format != "json"), "{all:?}");
    }
}
