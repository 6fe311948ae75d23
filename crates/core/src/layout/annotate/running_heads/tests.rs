//! Tests of marking running heads on several pages.

use super::*;
use crate::layout::{LayoutParams, analyse};
use crate::line::testing::Pen;
use crate::page::Step;

/// The glyph positions of all words, sorted.
fn words(page: &Page) -> Vec<u32> {
    let mut words: Vec<u32> = page
        .tree
        .walk(page.tree.root())
        .filter_map(|step| match step {
            Step::Enter(id) => match &page.tree[id].detail {
                Detail::Word(glyphs) => Some(glyphs.start),
                _ => None,
            },
            Step::Leave(_) => None,
        })
        .collect();
    words.sort_unstable();
    words
}

/// The lines of a page: x, y, size in points, text.
type Lines<'a> = &'a [(f32, f32, f32, &'a str)];

/// A page with these lines, and with twenty lines of text if `text` is set.
fn page(index: u32, text: bool, lines: Lines) -> Page {
    let mut pen = Pen::new();
    let body = pen.run(10.0, 0.0);
    for &(x, y, size, said) in lines {
        let run = pen.run(size, 0.0);
        pen.write(run, x, y, said);
    }
    for i in 0..if text { 20 } else { 0 } {
        let said = format!("some text number {i} of page {index}, set in long lines");
        pen.write(body, 50.0, 100.0 + 12.0 * i as f32, &said);
    }
    analyse(index, pen.content, &LayoutParams::default())
}

/// Lists the marks on each of some consecutive pages.
fn marked(mut pages: Vec<Page>) -> Vec<String> {
    let edges: Vec<(u32, Edges)> = pages.iter().map(|p| (p.index, Edges::of(p))).collect();
    let mut out = Vec::new();
    for page in &mut pages {
        let own = Edges::of(page);
        let before = words(page);
        let around = PagesAround {
            own: &own,
            pages: edges.iter().map(|(i, e)| (*i, e)).collect(),
            first: None,
            label: None,
        };
        mark(page, &around);
        assert_eq!(words(page), before, "no word is lost");
        let mut said = Vec::new();
        for id in page.tree.children(page.tree.root()) {
            let kind = page.tree[id].kind.as_str();
            if !matches!(kind, "textbox" | "textgroup") {
                let mut text = String::new();
                page.push_text_below(id, &mut text);
                said.push(format!("{kind} {text}"));
            }
        }
        out.push(said.join(", "));
    }
    out
}

#[test]
fn heads_of_left_and_right_pages_and_their_numbers_are_told() {
    let pages = (0..6).map(|i| {
        let number = format!("{}", i + 12);
        if i % 2 == 0 {
            page(
                i,
                true,
                &[(50.0, 60.0, 9.0, &number), (150.0, 60.0, 9.0, "ON OWLS")],
            )
        } else {
            page(
                i,
                true,
                &[
                    (100.0, 60.0, 9.0, "A BOOK OF BIRDS"),
                    (300.0, 60.0, 9.0, &number),
                ],
            )
        }
    });
    assert_eq!(
        marked(pages.collect()),
        [
            "pageno 12, header ON OWLS",
            "header A BOOK OF BIRDS, pageno 13",
            "pageno 14, header ON OWLS",
            "header A BOOK OF BIRDS, pageno 15",
            "pageno 16, header ON OWLS",
            "header A BOOK OF BIRDS, pageno 17"
        ]
    );
}

/// Text that is read upwards: the top of the page is at its left.
#[test]
fn heads_of_turned_pages_are_at_the_edges_of_the_turned_page() {
    let page = |index: u32| {
        let mut pen = Pen::new();
        let (head, body) = (pen.run(9.0, 90.0), pen.run(10.0, 90.0));
        pen.write(head, 40.0, 700.0, "A BOOK OF BIRDS");
        pen.write(head, 40.0, 120.0, &format!("{}", index + 12));
        for i in 0..20 {
            let said = format!("some text number {i} of page {index}, set in long lines");
            pen.write(body, 90.0 + 12.0 * i as f32, 700.0, &said);
        }
        analyse(index, pen.content, &LayoutParams::default())
    };
    let expected = (12..16).map(|n| format!("header A BOOK OF BIRDS, pageno {n}"));
    let marked = marked((0..4).map(page).collect());
    assert_eq!(marked, expected.collect::<Vec<_>>());
}

#[test]
fn what_runs_at_the_foot_may_be_large_on_pages_of_small_print() {
    let page = |i| {
        let (x, said) = match i % 2 {
            0 => (50.0, format!("{} Domestic Trade", i + 640)),
            _ => (330.0, format!("Domestic Trade {}", i + 640)),
        };
        page(i, true, &[(x, 700.0, 15.0, &said)])
    };
    for said in marked((0..6).map(page).collect()) {
        assert!(said.contains("footer Domestic Trade"), "{said}");
    }
}

#[test]
fn a_large_number_leaves_its_head_a_head() {
    let pages = (0..4).map(|i| {
        let number = format!("{}", i + 12);
        let lines: Lines = &[
            (50.0, 60.0, 10.0, "THE DAILY GAZETTE"),
            (300.0, 60.0, 14.0, &number),
        ];
        page(i, true, lines)
    });
    let expected = (12..16).map(|n| format!("header THE DAILY GAZETTE, pageno {n}"));
    assert_eq!(marked(pages.collect()), expected.collect::<Vec<_>>());
}

#[test]
fn on_a_page_alone_place_and_look_decide_and_the_mark_says_how_sure_that_is() {
    let lines: Lines = &[(50.0, 60.0, 9.0, "A BOOK"), (200.0, 750.0, 9.0, "1")];
    let alone = || page(0, true, lines);
    assert_eq!(marked(vec![alone()]), ["header A BOOK, pageno 1"]);
    let mut page = alone();
    let own = Edges::of(&page);
    let around = PagesAround {
        own: &own,
        pages: vec![(0, &own)],
        first: None,
        label: None,
    };
    mark(&mut page, &around);
    let nodes = page.tree.children(page.tree.root());
    let sure: Vec<&str> = nodes
        .filter_map(|id| page.tree[id].own(Own::Certainty))
        .collect();
    assert_eq!(sure.len(), 2);
    assert!(
        sure.iter()
            .all(|percent| (50..100).contains(&percent.parse::<u8>().unwrap()))
    );
}

#[test]
fn on_a_page_alone_titles_notes_and_what_is_near_the_text_stay() {
    for lines in [
        // A title, a sentence, a heading set close to its text, the letter of an appendix.
        &[(50.0, 60.0, 18.0, "Of Owls")][..],
        &[(50.0, 60.0, 10.0, "They fly by night, it is said.")],
        &[(50.0, 88.0, 10.0, "OF OWLS")],
        &[
            (50.0, 80.0, 12.0, "C"),
            (90.0, 80.0, 12.0, "Additional owls"),
        ],
        // A note below the text.
        &[
            (50.0, 700.0, 7.0, "* Said by all who saw them"),
            (50.0, 710.0, 7.0, "at night."),
        ],
    ] {
        assert_eq!(marked(vec![page(0, true, lines)]), [""], "{lines:?}");
    }
    // A slip of paper has no other text than its title.
    let slip: Lines = &[(50.0, 30.0, 9.0, "A BOOK"), (200.0, 760.0, 9.0, "1")];
    assert_eq!(marked(vec![page(0, false, slip)]), ["pageno 1"]);
}

#[test]
fn in_a_document_of_two_pages_the_same_small_row_at_the_edge_is_a_head() {
    let both = |size: f32| {
        let head = [(220.0, 40.0, size, "Report on owls")];
        marked(vec![page(0, true, &head), page(1, true, &head)])
    };
    assert!(
        both(10.0).iter().all(|page| page.contains("header")),
        "{:?}",
        both(10.0)
    );
    // A title in large type stays.
    assert!(
        both(14.0).iter().all(|page| !page.contains("header")),
        "{:?}",
        both(14.0)
    );
}

#[test]
fn roman_numbers_at_the_foot_are_told_and_one_that_does_not_count_is_not() {
    let numbers = ["v", "vi", "c", "viii"];
    let pages = (0..)
        .zip(numbers)
        .map(|(i, number)| page(i, true, &[(200.0, 700.0, 9.0, number)]));
    assert_eq!(
        marked(pages.collect()),
        ["pageno v", "pageno vi", "", "pageno viii"]
    );
}

#[test]
fn chapters_that_begin_at_the_top_of_pages_are_no_heads() {
    let titles = ["Chapter 1", "Chapter 2", "Chapter 3", "Chapter 4"];
    let pages = (0..)
        .zip(titles)
        .map(|(i, title)| page(i, true, &[(50.0, 60.0, 16.0, title)]));
    assert_eq!(marked(pages.collect()), ["", "", "", ""]);
}

#[test]
fn the_first_row_of_a_table_on_several_pages_is_no_head() {
    let rows: Lines = &[
        (50.0, 88.0, 10.0, "Name and town"),
        (250.0, 88.0, 10.0, "Year"),
    ];
    let pages = (0..4).map(|i| page(i, true, rows));
    assert_eq!(marked(pages.collect()), ["", "", "", ""]);
    let apart: Lines = &[
        (50.0, 70.0, 10.0, "Name and town"),
        (250.0, 70.0, 10.0, "Year"),
    ];
    let pages = (0..4).map(|i| page(i, true, apart));
    assert_eq!(marked(pages.collect())[1], "header Name and town Year");
}

#[test]
fn guide_words_around_a_number_are_a_head_although_they_change() {
    let words = [
        ("ab", "ac"),
        ("ad", "be"),
        ("bo", "bu"),
        ("cab", "cup"),
        ("den", "do"),
    ];
    let pages = (0..).zip(words).map(|(i, (first, last))| {
        let number = format!("{}", i + 3);
        let row = [
            (50.0, 60.0, 9.0, first),
            (200.0, 60.0, 9.0, &number),
            (350.0, 60.0, 9.0, last),
        ];
        page(i, true, &row)
    });
    assert_eq!(marked(pages.collect())[2], "header bo, pageno 5, header bu");
}

#[test]
fn pages_without_lines_do_no_harm() {
    assert_eq!(
        marked(vec![page(0, false, &[]), page(1, true, &[])]),
        ["", ""]
    );
}

#[test]
fn captions_count_on_from_page_to_page_and_do_not_run() {
    let pages = (0..5).map(|i| {
        let caption = format!("Figure {}", i + 1);
        let lines: [(f32, f32, f32, &str); 2] = [
            (250.0, 60.0, 8.0, "ON OWLS"),
            (250.0, 700.0, 10.0, &caption),
        ];
        page(i, true, &lines)
    });
    for own in marked(pages.collect()) {
        assert_eq!(own, "header ON OWLS");
    }
}

#[test]
fn repeated_heads_can_be_near_to_text_whose_lines_are_far_apart() {
    let page = |index: u32| {
        let mut pen = Pen::new();
        let (head, body) = (pen.run(11.0, 0.0), pen.run(10.0, 0.0));
        pen.write(head, 150.0, 52.0, "ACCEPTED WORK");
        for i in 0..20 {
            let said = format!("some text number {i} of page {index}, set in long lines far apart");
            pen.write(body, 50.0, 70.0 + 26.0 * i as f32, &said);
        }
        analyse(index, pen.content, &LayoutParams::default())
    };
    for own in marked((0..5).map(page).collect()) {
        assert_eq!(own, "header ACCEPTED WORK");
    }
}
