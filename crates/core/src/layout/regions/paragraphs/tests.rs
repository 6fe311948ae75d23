//! Tests of paragraphs on pages that are drawn by hand.

use std::sync::Arc;

use crate::layout::{LayoutParams, analyse};
use crate::line::testing::Pen;
use crate::page::{FindingKind, FontFacts, NodeKind, Own, Page, Step};

/// A page with these lines, 12 points apart.
fn page(lines: &[(f32, &str)], params: &LayoutParams) -> Page {
    let lines = (0u8..).zip(lines);
    let placed = lines.map(|(row, &(x, line))| (x, 100.0 + 12.0 * f32::from(row), line));
    drawn(placed, params)
}

/// A page with lines at these places.
fn drawn<'a>(lines: impl Iterator<Item = (f32, f32, &'a str)>, params: &LayoutParams) -> Page {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    for (x, y, line) in lines {
        pen.write(run, x, y, line);
    }
    analyse(0, pen.content, params)
}

/// The first words of the paragraphs of a page with these lines, each of which is this far below the one before.
fn paragraphs_spaced(lines: &[(f32, &str)]) -> Vec<String> {
    let mut y = 100.0;
    let placed = lines.iter().map(|&(below, line)| {
        y += below;
        (50.0, y, line)
    });
    paragraphs_of(&drawn(placed, &LayoutParams::default()))
}

/// The first words of the paragraphs of a page; verse has an asterisk.
fn paragraphs(lines: &[(f32, &str)]) -> Vec<String> {
    paragraphs_of(&page(lines, &LayoutParams::default()))
}

fn paragraphs_of(page: &Page) -> Vec<String> {
    let mut out = Vec::new();
    for step in page.tree.walk(page.tree.root()) {
        let Step::Enter(id) = step else { continue };
        let node = &page.tree[id];
        if node.kind == NodeKind::TEXTBOX {
            let mut text = String::new();
            page.push_text_below(id, &mut text);
            let words: Vec<&str> = text.split_whitespace().take(2).collect();
            let verse = if node.own(Own::Verse).is_some() {
                "*"
            } else {
                ""
            };
            out.push(format!("{verse}{}", words.join(" ")));
        }
    }
    out
}

#[test]
fn an_indent_and_the_end_of_a_sentence_begin_a_paragraph() {
    let lines = [
        (60.0, "The owls of the north are white in winter and"),
        (50.0, "brown in summer, when the snow of the fells is."),
        (60.0, "They hunt by day, because the night is short at"),
        (50.0, "that time of the year, and their prey is awake."),
        (60.0, "In some years there are hardly any lemmings, so"),
        (50.0, "that they fly to the south, as far as the Alps."),
    ];
    assert_eq!(paragraphs(&lines), ["The owls", "They hunt", "In some"]);
}

#[test]
fn lines_much_shorter_than_the_text_of_the_page_are_paragraphs() {
    let text = "The owls of the north are white in winter and brown in summer, when snow is gone";
    let mut lines = vec![(50.0, "Anna Owl"), (50.0, "Owl Street 12"), (50.0, "")];
    lines.extend([(50.0, text); 5]);
    assert_eq!(paragraphs(&lines)[..2], ["Anna Owl", "Owl Street"]);
    assert_eq!(
        paragraphs(&lines[..2]),
        ["Anna Owl"],
        "nothing shows the column"
    );
}

#[test]
fn blank_rows_separate_paragraphs_even_if_most_have_one_line() {
    let lines = [
        (0.0, "The owls of the north are white in winter and"),
        (12.0, "brown in summer, when the snow of the fells is."),
        (24.0, "They hunt by day, for the nights are short there."),
        (24.0, "In some years there are hardly any lemmings left."),
        (24.0, "Owls of the north: the snowy owl and the eagle owl"),
        (24.0, "The owls of the south sleep by day in the hollow"),
        (12.0, "trees of old woods, where the jays cannot see them."),
    ];
    assert_eq!(
        paragraphs_spaced(&lines),
        ["The owls", "They hunt", "In some", "Owls of", "The owls"]
    );
}

#[test]
fn rows_of_a_narrow_text_are_labels_whatever_their_space() {
    let prose = [
        (0.0, "The owls of the north are white in winter and"),
        (12.0, "brown in summer, when the snow of the fells is"),
        (12.0, "gone, and hunt by day, because nights are short."),
    ];
    let labels = [(60.0, "North"), (20.0, "South"), (20.0, "West")];
    let lines = [prose, labels].concat();
    assert_eq!(paragraphs_spaced(&lines), ["The owls", "North South"]);
}

#[test]
fn a_zero_width_space_behind_a_label_is_no_part_of_it() {
    let lines = [
        (50.0, "The owls of the north are white in winter:"),
        (50.0, "1.\u{200B} the snowy owl, which nests on stony hills"),
        (50.0, "2.\u{200B} the hawk owl, which nests in hollow birch"),
        (50.0, "3.\u{200B} the great grey owl, which hunts at night"),
    ];
    let page = page(&lines, &LayoutParams::default());
    let tree = &page.tree;
    let items = tree
        .walk(tree.root())
        .filter(|step| matches!(step, Step::Enter(id) if tree[*id].own(Own::Item).is_some()));
    assert_eq!(paragraphs_of(&page).len(), 4);
    assert_eq!(items.count(), 3);
}

#[test]
fn a_row_apart_from_an_item_is_no_part_of_it() {
    let lines = [
        (0.0, "The owls of the north are white in winter and"),
        (12.0, "brown in summer, when the snow of the fells is"),
        (12.0, "gone, and hunt by day, because nights are short."),
        (24.0, "1. the snowy owl, which nests on stony hills north"),
        (18.0, "2. the hawk owl, which nests in hollow birch trees"),
        (18.0, "All other owls of that land are hardly ever seen."),
        (18.0, "The last of them was seen in the winter of 1912."),
    ];
    assert_eq!(
        paragraphs_spaced(&lines),
        ["The owls", "1. the", "2. the", "All other", "The last"]
    );
}

#[test]
fn entries_with_leaders_in_one_word_are_paragraphs() {
    let lines = [
        (50.0, "Owls of the north..................3"),
        (50.0, "Owls of the south..................5"),
        (50.0, "Other birds of the night...........8"),
    ];
    assert_eq!(paragraphs(&lines), ["Owls of", "Owls of", "Other birds"]);
}

#[test]
fn short_rows_that_begin_alike_are_paragraphs() {
    let named = [
        (50.0, "Source A (the article of Severson)"),
        (50.0, "Source B (an interview with Ling and Altland)"),
    ];
    assert_eq!(paragraphs(&named), ["Source A", "Source B"]);
    let words = [
        (50.0, "of the article of Severson"),
        (50.0, "of an interview with Ling and Altland"),
    ];
    assert_eq!(paragraphs(&words), ["of the"]);
}

#[test]
fn a_short_last_line_ends_a_paragraph() {
    let lines = [
        (50.0, "The owls of the north are white in winter and"),
        (50.0, "brown in summer, when the snow of the fells is"),
        (50.0, "gone."),
        (50.0, "They hunt by day, because the night is short at"),
        (50.0, "that time of the year, and their prey is awake."),
    ];
    assert_eq!(paragraphs(&lines), ["The owls", "They hunt"]);
}

#[test]
fn entries_that_hang_out_are_paragraphs() {
    let lines = [
        (50.0, "owl, a bird of the night with large eyes that"),
        (65.0, "eats mice"),
        (50.0, "raven, a black bird that is said to be as old"),
        (65.0, "as the hills, and clever"),
        (50.0, "wren, the king of all birds, although it is no"),
        (65.0, "larger than a thumb"),
    ];
    assert_eq!(paragraphs(&lines), ["owl, a", "raven, a", "wren, the"]);
}

#[test]
fn the_year_of_an_entry_is_no_label() {
    let entry = |label: &str| {
        let label = format!("{label}   Of owls and mice");
        let lines = [
            (50.0, "Anna Owl, Bert Raven, Clara Wren, and Dora Finch of"),
            (65.0, "the island with the long name, and some others."),
            (65.0, label.as_str()),
            (50.0, "Emil Owl, Frida Raven, Gustav Wren, and Hanna Finch."),
            (65.0, "The mice of the island. Oban, 1897."),
        ];
        paragraphs(&lines)
    };
    assert_eq!(entry("1901."), ["Anna Owl,", "Emil Owl,"]);
    assert_eq!(entry("7.")[..2], ["Anna Owl,", "7. Of"]);
}

#[test]
fn a_short_line_in_italics_is_no_part_of_what_follows() {
    let below = |first: &str| {
        let mut pen = Pen::new();
        for italic in [false, true] {
            let facts = FontFacts {
                italic,
                ..FontFacts::default()
            };
            pen.content.fonts.push(Arc::new(facts));
        }
        let (text, slanted) = (pen.run(10.0, 0.0), pen.run(10.0, 0.0));
        pen.content.runs[slanted as usize].font = 1;
        pen.write(slanted, 50.0, 100.0, first);
        let lines = [
            (60.0, "The owls of the north are white in winter and"),
            (50.0, "brown in summer, when the snow of the fells is"),
            (50.0, "gone, which is why the mice do not see them at"),
            (50.0, "night before it is too late for the mice."),
        ];
        for (row, (x, line)) in (1u8..).zip(lines) {
            pen.write(text, x, 100.0 + 12.0 * f32::from(row), line);
        }
        paragraphs_of(&analyse(0, pen.content, &LayoutParams::default()))
    };
    assert_eq!(below("C. Owls in winter"), ["C. Owls", "The owls"]);
    let goes_on = "Snowy owls, Bubo scandiacus, as are known from";
    assert_eq!(below(goes_on), ["Snowy owls,"]);
}

#[test]
fn verse_is_one_paragraph_whose_lines_are_kept() {
    let lines = [
        (50.0, "The owl looked out of the ivy bush;"),
        (50.0, "She asked the wren,"),
        (50.0, "How long is the night,"),
        (50.0, "And who will sing when the day is done and gone?"),
        (50.0, "Not I,"),
        (50.0, "Said the wren."),
        (50.0, "Then I"),
    ];
    assert_eq!(paragraphs(&lines), ["*The owl"]);
}

#[test]
fn a_text_whose_full_rows_go_on_is_no_verse() {
    let song = [
        (50.0, "The owls of the north are white"),
        (50.0, "in winter"),
        (50.0, "And brown in summer"),
        (50.0, "When the snow of the fells is gone"),
    ];
    assert_eq!(paragraphs(&song), ["*The owls"]);
    let terms = [
        (50.0, "Snowy owl"),
        (
            70.0,
            "It nests on the ground of the tundra, where trees are far away,",
        ),
        (70.0, "and hunts lemmings by day."),
        (50.0, "Hawk owl"),
        (70.0, "It nests in hollow trees, and hunts voles."),
        (50.0, "Eagle owl"),
        (70.0, "It nests on cliffs."),
    ];
    let found = paragraphs(&terms);
    assert!(found.iter().all(|own| !own.starts_with('*')), "{found:?}");
    assert!(found.len() > 4, "{found:?}");
}

#[test]
fn each_row_has_its_reasons_on_demand() {
    let lines = [
        (50.0, "The owls of the north are white in winter and"),
        (50.0, "brown."),
        (50.0, "They hunt by day, because the night is short at"),
    ];
    let rows = |reasons: bool| {
        let params = LayoutParams {
            reasons,
            ..LayoutParams::default()
        };
        let findings = page(&lines, &params).findings.into_iter();
        let rows = findings.filter(|finding| finding.kind == FindingKind::Row);
        rows.map(|row| row.why).collect::<Vec<_>>()
    };
    assert!(rows(false).is_empty());
    let rows = rows(true);
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows[0].starts_with("no paragraph begins: "), "{rows:?}");
    assert!(
        rows[1].starts_with("a paragraph begins: behind a short row"),
        "{rows:?}"
    );
}
