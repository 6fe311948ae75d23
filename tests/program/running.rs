//! Running heads, feet and page numbers over the pages of a document.

use crate::common::{fixture, run};

/// The classes and texts of the blocks of each page.
fn blocks(arguments: &[&str]) -> Vec<String> {
    let input = fixture("layout/running.pdf");
    let run = run(&[&["-p", "-q"], arguments, &[input.as_str(), "-"]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let pages = run.stdout.split("class=\"ocr_page\"").skip(1);
    pages
        .map(|page| {
            let blocks = page.split(" <div class=\"").skip(1);
            let texts = blocks.map(|block| {
                let class = block.split('"').next().unwrap_or_default();
                let words = block.split("</span>").filter_map(|w| w.rsplit('>').next());
                let words: Vec<&str> = words
                    .map(str::trim)
                    .filter(|w| !w.is_empty() && !w.starts_with('<'))
                    .collect();
                format!("{class}: {}", words.join(" "))
            });
            texts
                .filter(|t| !t.starts_with("ocr_carea"))
                .collect::<Vec<_>>()
                .join("; ")
        })
        .collect()
}

const MARKED: [&str; 6] = [
    "ocr_pageno: 2",
    "ocr_header: ON OWLS; ocr_pageno: 3",
    "ocr_pageno: 4; ocr_header: A BOOK OF BIRDS",
    "ocr_pageno: 5",
    "ocr_pageno: 6; ocr_header: A BOOK OF BIRDS",
    "ocr_header: ON HENS; ocr_pageno: 7",
];

#[test]
fn running_heads_are_told_and_headings_of_chapters_are_not() {
    assert_eq!(blocks(&[]), MARKED);
}

#[test]
fn what_is_told_depends_neither_on_the_pages_that_are_converted_nor_on_threads() {
    for jobs in ["1", "2", "7"] {
        assert_eq!(
            blocks(&["-j", jobs, "--pages", "3,6"]),
            [MARKED[2], MARKED[5]]
        );
    }
}

#[test]
fn classic_pages_and_divided_ones_are_left_to_modules() {
    for arguments in [&["--layout", "classic"][..], &["-c", "2"]] {
        assert!(
            blocks(arguments).iter().all(String::is_empty),
            "{arguments:?}"
        );
    }
}
