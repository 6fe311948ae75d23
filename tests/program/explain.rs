//! `explain`: the decisions about a page as SVG. `--without`: switches off one heuristic.

use crate::common::{fixture, run};

/// The number of boxes in a layer.
fn boxes(svg: &str, layer: &str) -> usize {
    let start = format!("<g id=\"{layer}\"");
    let (_, rest) = svg.split_once(&start).expect("the layer is there");
    rest.split("</g>")
        .next()
        .map_or(0, |g| g.matches("<rect").count())
}

#[test]
fn a_page_is_drawn_with_its_text_and_what_was_found() {
    let ran = run(&["explain", "-p", &fixture("analysis/newspaper.pdf")]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let svg = ran.stdout;
    assert!(svg.contains(">HEADLINE</text>"));
    assert!(svg.contains("<title>gutter "));
    assert!(svg.contains("(decided by gutters)</title>"));
    // Two ruled lines, three headlines and a title.
    assert_eq!(boxes(&svg, "rules"), 2);
    assert_eq!(svg.matches(">heading ").count(), 3 * 4);
    assert_eq!(svg.matches("(decided by headings)").count(), 4);
    let blocks = boxes(&svg, "blocks");
    assert_eq!(svg.matches("marker-end").count() + 1, blocks);
}

#[test]
fn cells_of_tagged_tables_say_their_spans() {
    let ran = run(&["explain", &fixture("tagged/tables-and-lists.pdf")]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("<title>TH RowSpan 2"));
    assert!(boxes(&ran.stdout, "cells") > 2);
}

#[test]
fn what_is_clipped_away_is_no_rule_and_no_picture() {
    let ran = run(&["explain", "-p", &fixture("visibility/clipped-shapes.pdf")]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let drawn = ["rules", "images", "blocks"].map(|layer| boxes(&ran.stdout, layer));
    assert_eq!(drawn, [1, 0, 1]);
}

#[test]
fn it_draws_one_page() {
    let input = fixture("analysis/newspaper.pdf");
    let ran = run(&["explain", "--page", "7", &input]);
    let message = "pdfa2hocr: --pages: there is no page 7; the document has 2 pages\n";
    assert_eq!((ran.status, ran.stderr.as_str()), (1, message));
    let ran = run(&["explain", "--pages", "1-2", &input]);
    let message = "pdfa2hocr: --pages: a drawing is of one page; name it with --page, or write a file for web \
                   browsers with --format html\n";
    assert_eq!((ran.status, ran.stderr.as_str()), (1, message));
}

#[test]
fn a_heuristic_that_is_left_out_changes_what_it_decides() {
    let converted = |more: &[&str], input: &str| {
        let ran = run(&[more, &["-p", "-q", input, "-"]].concat());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran.stdout
    };
    for (name, input) in [
        ("upright", "scored/close-scan.pdf"),
        ("drawing-order", "columns/narrow.pdf"),
        ("right-to-left", "analysis/right-to-left.pdf"),
        ("pictures", "showcase/herald.pdf"),
        ("ruled-tables", "tables/ruled.pdf"),
        ("gutters", "analysis/bibliography.pdf"),
        ("aligned-tables", "scored/aligned.pdf"),
        ("captions", "showcase/herald.pdf"),
        ("side-notes", "analysis/side-notes.pdf"),
        ("footnotes", "analysis/footnotes.pdf"),
        ("turned-text", "layout/rotated.pdf"),
        ("headings", "analysis/bibliography.pdf"),
        ("running-heads", "layout/running.pdf"),
    ] {
        let input = fixture(input);
        assert!(
            converted(&[], &input) != converted(&["--without", name], &input),
            "{name} decides nothing in {input}"
        );
    }
}

#[test]
fn an_unknown_heuristic_is_refused_with_the_names() {
    let ran = run(&["--without", "magic", &fixture("layout/running.pdf"), "-"]);
    assert_eq!(ran.status, 1);
    let names = "write one of upright, drawing-order, ";
    assert!(ran.stderr.contains(names), "{}", ran.stderr);
}

#[cfg(feature = "browse")]
mod html {
    use super::*;

    fn html(more: &[&str]) -> crate::common::Run {
        run(&[&["explain", "--format", "html", "-q"], more].concat())
    }

    #[test]
    fn chosen_pages_become_one_file() {
        let input = fixture("tagged/over-pages.pdf");
        let page = html(&["--pages", "2-3", &input]);
        assert_eq!((page.status, page.stderr.as_str()), (0, ""));
        assert!(
            page.stdout
                .contains("<title>over-pages.pdf – pdfa2hocr</title>")
        );
        for block in [
            "summary",
            "outline",
            "tree-tags",
            "tree-layout",
            "page-1-tags",
            "page-2-layout",
            "picture-1",
        ] {
            assert!(page.stdout.contains(&format!("id=\"{block}\"")), "{block}");
        }
        assert!(!page.stdout.contains("id=\"page-0-tags\""));
        // The file does not contain the path at which it was made.
        assert!(!page.stdout.contains(env!("CARGO_MANIFEST_DIR")));
        let first = html(&[&input]);
        assert!(
            first.stdout.contains("id=\"picture-0\"") && !first.stdout.contains("id=\"picture-1\"")
        );
    }

    #[test]
    fn a_file_holds_a_limited_number_of_pages_that_are_there() {
        let folder = crate::common::scratch();
        let long = folder.path().join("long.pdf");
        std::fs::write(&long, crate::common::document(60, 0)).expect("a file");
        let input = long.to_str().expect("a path").to_owned();
        let ran = html(&["--pages", "1-51", &input]);
        let message = "pdfa2hocr: --pages: one file holds 50 pages at most, and these are 51\n";
        assert_eq!((ran.status, ran.stderr.as_str()), (1, message));
        let ran = html(&["--pages", "1", "--page", "2", &input]);
        assert_eq!(ran.status, 1);
        let ran = html(&["--page", "7", &fixture("analysis/newspaper.pdf")]);
        let message = "pdfa2hocr: --pages: there is no page 7; the document has 2 pages\n";
        assert_eq!((ran.status, ran.stderr.as_str()), (1, message));
    }
}
