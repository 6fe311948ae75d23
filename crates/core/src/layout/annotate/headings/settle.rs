//! Compares the headings of a page with the text of the pages around.

use super::drawn::Drawn;
use super::features::{self, Candidate, LARGE, LARGER, LARGEST, MIN_SCORE, SLIGHTLY};
use super::levels::Levels;
use super::numbering;
use super::same_style::Others;
use super::style::Look;
use super::surroundings::Surroundings;
use crate::geometry::Rect;
use crate::layout::annotate::running_heads::{self, HeadingPlace, PagesAround};
use crate::layout::heuristics;
use crate::layout::score::Score;
use crate::page::{Detail, Finding, FindingKind, NodeId, NodeKind, Own, Page, Step, Style};

/// Sets the levels of a page's headings by the usual text size of the pages around, and by the headings of these and
/// of the first page. A heading in the style of their text becomes text.
pub(crate) fn settle(page: &mut Page, around: &PagesAround<'_>) {
    let body = running_heads::usual_size(around.pages.iter().map(|(_, edges)| *edges));
    let others = around.pages.iter().map(|(_, edges)| *edges);
    let others = others.chain(around.first);
    let sizes: Vec<f32> = others
        .flat_map(|edges| edges.headings.iter().map(|heading| heading.size))
        .collect();
    mark_placed(page, around, body);
    settle_by(page, around.own.body, body, &sizes);
}

/// Sets the levels of a page's headings by the text size `body`; `own` is that of the page, and `sizes` are those of
/// the headings of other pages, all in points.
fn settle_by(page: &mut Page, own: f32, body: f32, sizes: &[f32]) {
    if body <= 0.0 {
        return;
    }
    if own >= LARGE * body {
        mark_large(page, body);
    }
    let mut headings: Vec<NodeId> = Vec::new();
    let mut steps = page.tree.walk(page.tree.root());
    while let Some(step) = steps.next() {
        let Step::Enter(id) = step else { continue };
        let node = &page.tree[id];
        if node.kind == NodeKind::TEXTLINE {
            // Below a line are only its words.
            steps.skip_children(id);
        } else if node.kind == NodeKind::TEXTBOX && node.own(Own::Level).is_some() {
            // Tags have levels of their own.
            headings.push(id);
        }
    }
    let styles: Vec<(NodeId, TextStyle)> =
        headings.iter().map(|&id| (id, style(page, id))).collect();
    let all = sizes
        .iter()
        .copied()
        .chain(styles.iter().map(|(_, style)| style.size));
    let levels = Levels::of(all.map(|size| size / body));
    // From the end, because the number of a chapter is above its title.
    let mut below: Option<u8> = None;
    for (id, TextStyle { size, bold, italic }) in styles.into_iter().rev() {
        let ratio = size / body;
        let mut text = String::new();
        page.push_text_below(id, &mut text);
        let was = page.tree[id].own(Own::Level);
        // A chapter number in small type has the level of its title.
        let title = below.filter(|_| numbering::is_chapter(&text) && ratio < LARGER);
        // Only the small print of its page makes it look large.
        let is_text =
            ratio < SLIGHTLY && size >= SLIGHTLY * own && !bold && !features::is_marked(&text);
        let level = || levels.level(ratio, &text, italic && !bold);
        let level = title.or_else(|| (!is_text).then(level));
        below = level;
        if level.map(|level| level.to_string()).as_deref() != was {
            page.findings.push(Finding {
                kind: FindingKind::Block,
                bbox: page.tree[id].bbox,
                why: reason(level, ratio),
                by: heuristics::HEADING_SIZES.name,
            });
        }
        let attributes = &mut page.tree[id].attributes;
        match level {
            Some(level) => {
                let own = attributes.iter_mut().find(|a| a.name == Own::Level.into());
                own.into_iter().for_each(|a| a.value = level.to_string());
            }
            None => attributes.retain(|a| a.name != Own::Level.into()),
        }
    }
}

/// Limits for text that is a heading because headings of other pages are at its place.
struct PlaceLimits {
    /// Fewest other pages with such a heading.
    min_pages: usize,
    /// Least size, in sizes of the document's text.
    min_size: f32,
    /// Largest difference of the sizes, as a share of the larger one.
    same_size: f32,
    /// Largest distance of the top edges, and of the left edges or middles, in sizes of the heading.
    same_place: f32,
    /// Most lines.
    max_rows: usize,
}

const PLACE: PlaceLimits = PlaceLimits {
    min_pages: 2,
    min_size: 1.3,
    same_size: 0.02,
    same_place: 0.5,
    max_rows: 3,
};

impl PlaceLimits {
    /// Returns `true` if a box is at the place of a heading of another page.
    fn is_at(&self, heading: &HeadingPlace, bbox: Rect) -> bool {
        let (other, near) = (heading.bbox, self.same_place * heading.size);
        let is_near = |a: f32, b: f32| (a - b).abs() <= near;
        is_near(bbox.y0, other.y0)
            && (is_near(bbox.x0, other.x0)
                || is_near(bbox.x1, other.x1)
                || is_near((bbox.x0 + bbox.x1) / 2.0, (other.x0 + other.x1) / 2.0))
    }

    /// Returns `true` if text has the size of a heading.
    fn is_alike(&self, heading: &HeadingPlace, size: f32) -> bool {
        (heading.size - size).abs() <= self.same_size * size
    }
}

/// Marks text at the place and in the size of headings of several other pages, such as the question that a slide has
/// as its title.
fn mark_placed(page: &mut Page, around: &PagesAround<'_>, body: f32) {
    let index = page.index;
    let others = around.pages.iter().filter(|(other, _)| *other != index);
    let others: Vec<&[HeadingPlace]> = others.map(|(_, edges)| &edges.headings[..]).collect();
    if body <= 0.0 || others.iter().filter(|own| !own.is_empty()).count() < PLACE.min_pages {
        return;
    }
    for id in paragraphs(page) {
        let node = &page.tree[id];
        if node.element.is_some() || node.own(Own::Role).is_some() || node.own(Own::Level).is_some()
        {
            continue;
        }
        let at = |headings: &&[HeadingPlace]| {
            let bbox = page.tree[id].bbox;
            headings
                .iter()
                .find(|heading| PLACE.is_at(heading, bbox))
                .copied()
        };
        let places: Vec<HeadingPlace> = others.iter().filter_map(at).collect();
        if places.len() < PLACE.min_pages {
            continue;
        }
        let look = look(page, id);
        let alike = places
            .iter()
            .filter(|heading| PLACE.is_alike(heading, look.size));
        let pages = alike.count();
        let mut text = String::new();
        page.push_text_below(id, &mut text);
        if look.size < PLACE.min_size * body
            || look.rows > PLACE.max_rows
            || pages < PLACE.min_pages
            || !text.chars().any(char::is_alphabetic)
        {
            continue;
        }
        page.findings.push(Finding {
            kind: FindingKind::Block,
            bbox: look.cell,
            why: format!("heading: at the place of headings of {pages} other pages"),
            by: heuristics::HEADING_SIZES.name,
        });
        page.tree[id].add_attribute(Own::Level, "1");
    }
}

/// Marks the headings of a page on which most text is large, such as a cover, by the text size `body`.
fn mark_large(page: &mut Page, body: f32) {
    let nodes = paragraphs(page);
    let looks: Vec<Look> = nodes.iter().map(|&id| look(page, id)).collect();
    let most = looks.iter().map(|look| look.size).fold(0.0, f32::max);
    let mut found: Vec<(NodeId, Score)> = Vec::new();
    for (n, (&id, own)) in nodes.iter().zip(&looks).enumerate() {
        let above = n.checked_sub(1).and_then(|n| looks.get(n));
        let mut text = String::new();
        page.push_text_below(id, &mut text);
        let candidate = Candidate {
            text: &text,
            look: *own,
            ratio: own.size / body,
            bold: own.bold,
            other_font: false,
            coloured: false,
            drawn: Drawn::default(),
            largest: own.size >= LARGEST * most,
            above_text: false,
            surroundings: Surroundings::of(own, above, looks.get(n + 1), body),
            under_title: false,
            item: false,
            others: Others::default(),
        };
        let score = candidate.weigh();
        if page.tree[id].own(Own::Role).is_none()
            && page.tree[id].own(Own::Level).is_none()
            && candidate.is_possible()
            && score.sum >= MIN_SCORE
        {
            found.push((id, score));
        }
    }
    for (id, score) in found {
        page.findings.push(Finding {
            kind: FindingKind::Block,
            bbox: page.tree[id].bbox,
            why: format!("heading: {} (score {:.1})", score.why(), score.sum),
            by: heuristics::HEADING_SIZES.name,
        });
        page.tree[id].add_attribute(Own::Level, "1");
    }
}

/// The paragraphs of a page, alone or in blocks, but not those in tables.
fn paragraphs(page: &Page) -> Vec<NodeId> {
    let mut out = Vec::new();
    for id in page.tree.children(page.tree.root()) {
        let kind = &page.tree[id].kind;
        if *kind == NodeKind::TEXTBOX {
            out.push(id);
        } else if *kind == NodeKind::TEXTGROUP {
            let parts = page.tree.children(id);
            out.extend(parts.filter(|&id| page.tree[id].kind == NodeKind::TEXTBOX));
        }
    }
    out
}

/// The place and style of a node.
fn look(page: &Page, id: NodeId) -> Look {
    let TextStyle { size, bold, .. } = style(page, id);
    let lines = page.tree.walk(id).filter(|step| match step {
        Step::Enter(id) => page.tree[*id].kind == NodeKind::TEXTLINE,
        Step::Leave(_) => false,
    });
    Look {
        cell: page.tree[id].bbox,
        size,
        bold,
        rows: lines.count(),
        ..Look::default()
    }
}

/// The reason for the level of a heading in a document.
fn reason(level: Option<u8>, ratio: f32) -> String {
    let level = level.map_or_else(|| "no heading".into(), |level| format!("heading {level}"));
    if ratio >= SLIGHTLY {
        format!("{level}: {ratio:.2} times the size of the document's text")
    } else {
        format!("{level}: as large as the document's text")
    }
}

/// The style of the text of a node.
struct TextStyle {
    /// The size of its largest line, in points.
    size: f32,
    /// All of it is bold except code.
    bold: bool,
    /// All of it is italic.
    italic: bool,
}

fn style(page: &Page, id: NodeId) -> TextStyle {
    let (mut size, mut bold, mut italic, mut code) = (0f32, true, true, true);
    for step in page.tree.walk(id) {
        let Step::Enter(id) = step else { continue };
        match &page.tree[id].detail {
            Detail::Line(line) => size = size.max(line.size),
            Detail::Word(glyphs) => {
                let style = Style::of(page, glyphs);
                let is_code = !style.bold && style.font.is_some_and(|font| font.monospace);
                bold &= style.bold || is_code;
                italic &= style.italic;
                code &= is_code;
            }
            Detail::None | Detail::Image(_) => {}
        }
    }
    TextStyle {
        size,
        bold: bold && !code,
        italic,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::annotate::running_heads::Edges;
    use crate::layout::{LayoutParams, analyse};
    use crate::line::testing::Pen;

    /// The levels on a page with a title and text, settled with another text size.
    fn levels(title: f32, text: f32, body: f32) -> Vec<Option<String>> {
        let mut pen = Pen::new();
        let (large, small) = (pen.run(title, 0.0), pen.run(text, 0.0));
        pen.write(large, 50.0, 60.0, "A title");
        for row in 0..5u8 {
            let down = 100.0 + 12.0 * f32::from(row);
            pen.write(small, 50.0, down, "some words of text");
        }
        let mut page = analyse(0, pen.content, &LayoutParams::default());
        settle_by(&mut page, text, body, &[]);
        let boxes = page.tree.children(page.tree.root());
        let level = |id| page.tree[id].own(Own::Level).map(str::to_owned);
        boxes.map(level).collect()
    }

    #[test]
    fn a_style_has_one_level_whatever_else_is_on_the_page() {
        let heading = |level: &str| vec![Some(level.to_owned()), None];
        assert_eq!(levels(14.0, 10.0, 10.0), heading("2"));
        assert_eq!(levels(14.0, 8.0, 10.0), heading("2"));
        assert_eq!(levels(14.0, 12.0, 10.0), heading("2"));
        assert_eq!(levels(10.0, 8.0, 10.0), [None, None]);
    }

    #[test]
    fn sections_are_below_the_larger_titles_of_other_pages() {
        let level = |sizes: &[f32]| {
            let mut pen = Pen::new();
            let (large, small) = (pen.run(18.0, 0.0), pen.run(10.0, 0.0));
            pen.write(large, 50.0, 60.0, "A section");
            for row in 0..5u8 {
                let down = 100.0 + 12.0 * f32::from(row);
                pen.write(small, 50.0, down, "some words of text");
            }
            let mut page = analyse(0, pen.content, &LayoutParams::default());
            settle_by(&mut page, 10.0, 10.0, sizes);
            let first = page.tree.children(page.tree.root()).next();
            first.and_then(|id| page.tree[id].own(Own::Level).map(str::to_owned))
        };
        assert_eq!(level(&[]).as_deref(), Some("1"));
        assert_eq!(level(&[24.0, 14.0]).as_deref(), Some("2"));
        assert_eq!(level(&[18.2]).as_deref(), Some("1"), "nearly as large");
    }

    #[test]
    fn text_at_the_place_of_headings_of_other_pages_is_a_heading() {
        let slide = |index: u32, title: &str, down: f32| {
            let mut pen = Pen::new();
            let (large, small) = (pen.run(16.0, 0.0), pen.run(12.0, 0.0));
            pen.write(large, 50.0, down, title);
            for row in 0..5u8 {
                let down = 150.0 + 14.0 * f32::from(row);
                pen.write(small, 50.0, down, "some words of text");
            }
            analyse(index, pen.content, &LayoutParams::default())
        };
        let is_heading = |question: &str, down: f32| {
            let mut pages = [
                slide(0, "The Owls", 60.0),
                slide(1, question, down),
                slide(2, "The Hens", 60.0),
            ];
            let edges: Vec<Edges> = pages.iter().map(Edges::of).collect();
            let around = PagesAround {
                own: &edges[1],
                pages: (0..).zip(&edges).collect(),
                first: None,
                label: None,
            };
            let page = &mut pages[1];
            let first = page.tree.children(page.tree.root()).next().unwrap();
            assert_eq!(page.tree[first].own(Own::Level), None, "alone");
            mark_placed(page, &around, 12.0);
            page.tree[first].own(Own::Level).is_some()
        };
        assert!(is_heading("what do they eat, by day or night?", 60.0));
        assert!(!is_heading("what do they eat, by day or night?", 90.0));
    }

    #[test]
    fn without_text_around_levels_are_those_of_the_page() {
        assert_eq!(levels(14.0, 8.0, 0.0), [Some("1".to_owned()), None]);
    }

    #[test]
    fn titles_of_a_cover_are_larger_than_the_text_of_the_pages_around() {
        let cover = |size: f32, body: f32| {
            let mut pen = Pen::new();
            let run = pen.run(size, 0.0);
            let small = pen.run(12.0, 0.0);
            pen.write(run, 50.0, 200.0, "A title of a book");
            pen.write(small, 50.0, 400.0, "a name");
            let mut page = analyse(0, pen.content, &LayoutParams::default());
            settle_by(&mut page, size, body, &[]);
            let boxes = page.tree.children(page.tree.root());
            let level = |id| page.tree[id].own(Own::Level).map(str::to_owned);
            boxes.map(level).collect::<Vec<_>>()
        };
        assert_eq!(cover(30.0, 10.0), [Some("1".to_owned()), None]);
        assert_eq!(cover(30.0, 30.0), [None, None]);
    }
}
