//! Pages in columns: real dictionaries against their transcriptions, and the options of `-c`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{corpus_path, fixture, read_hocr, run, scratch};
use unicode_normalization::UnicodeNormalization;

fn corpus_file(name: &str) -> Option<PathBuf> {
    corpus_path(&format!("text/{name}"))
}

/// The hOCR of a file with `-c`.
fn divided(path: &Path, columns: &str) -> String {
    let run = run(&["-p", "-q", "-c", columns, path.to_str().unwrap(), "-"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    run.stdout
}

fn areas(hocr: &str) -> Vec<usize> {
    hocr.split("class=\"ocr_page\"")
        .skip(1)
        .map(|page| page.matches("class=\"ocr_carea\"").count())
        .collect()
}

/// The letters and digits in lower case. Spaces and hyphens, which line ends add and remove, and accents are
/// dropped.
fn bare(text: &str) -> String {
    text.nfkd()
        .filter(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_lowercase()
}

#[test]
fn a_dictionary_is_read_in_the_order_of_its_text() {
    let (Some(pdf), Some(text)) = (corpus_file("dict2col.pdf"), corpus_file("dict2col.txt")) else {
        return;
    };
    let truth = bare(&fs::read_to_string(text).unwrap());
    for columns in ["2", "auto"] {
        let pages = read_hocr(&divided(&pdf, columns));
        let (mut at, mut right, mut all) = (0, 0, 0);
        for words in pages.iter().flat_map(|page| {
            page.words
                .chunk_by(|a, b| a.line == b.line)
                .collect::<Vec<_>>()
        }) {
            let line: String = words.iter().map(|w| bare(&w.text)).collect();
            all += words.len();
            // A line must follow within 400 characters of the one before it.
            let near = truth[at..]
                .char_indices()
                .nth(400)
                .map_or(truth.len(), |(i, _)| at + i);
            if let Some(found) = truth[at..near].find(&line) {
                at += found + line.len();
                right += words.len();
            }
        }
        assert!(
            all > 40_000 && 100 * right >= 99 * all,
            "{columns}: {right} of {all}"
        );
    }
}

#[test]
fn a_skewed_scan_is_read_column_by_column() {
    let (Some(pdf), Some(hocr)) = (corpus_file("ocr_dict.pdf"), corpus_file("ocr_dict.hocr"))
    else {
        return;
    };
    let truth = read_hocr(&fs::read_to_string(&hocr).unwrap());
    // Recognition joined some lines across the gutter; here they are split there. The gutter leans by 0.6
    // degrees, from 1060 pixels at the top.
    let left = |bbox: [u32; 4]| (bbox[0] + bbox[2]) / 2 < 1055 + bbox[1] / 90;
    for (input, columns) in [(&pdf, "2"), (&pdf, "auto"), (&hocr, "2"), (&hocr, "auto")] {
        let pages = read_hocr(&divided(input, columns));
        assert_eq!(pages.len(), truth.len());
        for (page, truth) in pages.iter().zip(&truth) {
            let (mut wanted, right): (Vec<_>, Vec<_>) =
                truth.words.iter().cloned().partition(|w| left(w.bbox));
            wanted.extend(right);
            let text = |words: &[crate::common::Word]| -> Vec<String> {
                let printed = |w: &crate::common::Word| w.text.replace('\u{AD}', "-");
                words.iter().map(printed).collect()
            };
            let (found, wanted) = (text(&page.words), text(&wanted));
            let right = crate::common::in_order(&found, &wanted);
            assert!(
                wanted.len() > 1000 && 100 * right >= 99 * wanted.len(),
                "{columns}: {right} of {}",
                wanted.len()
            );
        }
    }
}

/// The words that two programs recognised on one page are read in the same order.
#[test]
fn a_page_of_linde_is_read_alike_whoever_recognised_it() {
    let (Some(one), Some(other)) = (
        corpus_file("linde142.hocr"),
        corpus_file("../ocr/hocr/linde/Linde142.hocr"),
    ) else {
        return;
    };
    for columns in ["2", "auto"] {
        let [one, other] = [&one, &other].map(|input| {
            let pages = read_hocr(&divided(input, columns));
            let words = pages.into_iter().flat_map(|page| page.words);
            words.map(|word| word.text).collect::<Vec<_>>()
        });
        // Only words that both recognised equally often are compared.
        let count = |words: &[String], word: &String| words.iter().filter(|w| *w == word).count();
        let both = |word: &&String| count(&one, word) == count(&other, word);
        let (a, b): (Vec<_>, Vec<_>) = (
            one.iter().filter(both).collect(),
            other.iter().filter(both).collect(),
        );
        let right = crate::common::in_order(&a, &b);
        assert!(
            a.len() > 300 && 100 * right >= 98 * a.len(),
            "{columns}: {right} of {}",
            a.len()
        );
    }
}

#[test]
fn a_page_of_linde_has_two_columns_and_each_line_is_in_one() {
    let Some(pdf) = corpus_file("linde142.pdf") else {
        return;
    };
    for columns in ["2", "auto"] {
        let hocr = divided(&pdf, columns);
        assert_eq!(areas(&hocr), [2]);
        let page = &read_hocr(&hocr)[0];
        let lines: Vec<[u32; 4]> = page
            .words
            .chunk_by(|a, b| a.line == b.line)
            .map(|line| crate::common::bbox(&line[0].line))
            .collect();
        let [_, _, width, _] = crate::common::bbox(&page.title);
        // The scan is skewed: below, the gutter is a little further to the right.
        let (gutter, skew) = (width * 2301 / 4760, width / 500);
        let first_right = lines.iter().position(|l| l[0] + skew >= gutter).unwrap();
        let (left, right) = lines.split_at(first_right);
        assert!(left.len() > 50 && right.len() > 50);
        assert!(left.iter().all(|l| l[2] <= gutter + skew), "{left:?}");
        assert!(right.iter().all(|l| l[0] + skew >= gutter), "{right:?}");
        for column in [left, right] {
            assert!(column.windows(2).all(|w| w[0][1] < w[1][1] + 20));
        }
    }
}

#[test]
fn pages_of_one_column_stay_as_they_were_and_that_is_said() {
    let pdf = fixture("columns/undivided.pdf");
    let plain = run(&["-p", &pdf, "-"]);
    let automatic = run(&["-p", "-c", "auto", &pdf, "-"]);
    assert_eq!(automatic.stdout, plain.stdout);
    assert_eq!(automatic.stderr, "");
    let two = run(&["-p", "-c", "2", "--pages", "1", &pdf, "-"]);
    assert_eq!((two.status, areas(&two.stdout)), (0, vec![1]));
    assert!(
        two.stderr
            .contains("page 1: the page is not divided into columns: no gutter"),
        "{}",
        two.stderr
    );
}

#[test]
fn fewer_columns_than_asked_for_are_taken_and_that_is_said() {
    let run = run(&[
        "-p",
        "-c",
        "4",
        "--pages",
        "4",
        &fixture("columns/gutters.pdf"),
        "-",
    ]);
    assert_eq!(areas(&run.stdout), [3]);
    assert!(run.stderr.contains("only 3 of 4 columns"), "{}", run.stderr);
}

#[test]
fn tables_are_not_taken_for_columns() {
    for name in [
        "WARN-Report-for-7-1-2015-to-03-25-2016.pdf",
        "nics-background-checks-2015-11.pdf",
        "pr-136-example.pdf",
        "scotus-transcript-p1.pdf",
    ] {
        let Some(path) = corpus_file(name) else {
            return;
        };
        let path_text = path.to_str().unwrap();
        let whole = run(&["-p", "-q", "-c", "auto", "-g", "1-", path_text, "-"]);
        assert!(divided(&path, "auto") == whole.stdout, "{name}");
    }
}

#[test]
fn pages_of_papers_have_the_columns_that_a_reader_sees() {
    for (name, pages) in [
        ("naacl06-shinyama.pdf", 8),
        ("tracemonkey.pdf", 14),
        ("BasicEnglish.pdf", 14),
        ("chinese-journal.pdf", 8),
        ("a1977-backus-p21.pdf", 1),
    ] {
        let Some(path) = corpus_file(name) else {
            return;
        };
        let hocr = divided(&path, "auto");
        let mut two = 0;
        for page in hocr.split("class=\"ocr_page\"").skip(1) {
            let boxes: Vec<[u32; 4]> = page
                .split("class=\"ocr_carea\"")
                .skip(1)
                .filter_map(|area| area.split("title=\"").nth(1))
                .map(|title| crate::common::bbox(title.split('"').next().unwrap_or_default()))
                .collect();
            let most = boxes.iter().map(|a| {
                let middle = (a[1] + a[3]) / 2;
                boxes
                    .iter()
                    .filter(|b| (b[1]..=b[3]).contains(&middle))
                    .count()
            });
            two += usize::from(most.max() == Some(2));
        }
        assert_eq!(two, pages, "{name}");
    }
}

#[test]
fn ignored_pages_are_not_divided() {
    let pdf = fixture("columns/headings.pdf");
    let pages = |more: &[&str]| -> Vec<String> {
        let run = run(&[&["-p", &pdf, "-"], more].concat());
        // The digest behind the last page is of all pages.
        let end = run.stdout.find("<!-- pdfa2hocr").unwrap();
        let pages = run.stdout[..end].split("class=\"ocr_page\"").skip(1);
        pages.map(str::to_owned).collect()
    };
    let (plain, all) = (pages(&[]), pages(&["-c", "auto"]));
    let some = pages(&["-c", "auto", "-g", "1,3-"]);
    assert_eq!(some.len(), 3);
    // The first page is the same in both outputs.
    assert!(plain[1] != all[1] && plain[2] != all[2]);
    assert!(some[1] == all[1] && some[2] == plain[2]);
}

#[test]
fn the_xml_of_pdfminer_is_known_by_its_content() {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<pages>\n");
    for page in 1..=3 {
        xml += &format!("<page id=\"{page}\" bbox=\"0.000,0.000,400.000,500.000\" rotate=\"0\">\n");
        for row in 0..30 {
            // Both columns in one row, as pdfminer writes rows that it takes for one line.
            for (x, side) in [(30, 'l'), (210, 'r')] {
                for (n, c) in format!("{side}{page}{row:02}")
                    .chars()
                    .chain("abcdefghijklmnopqrstuvwxyz".chars())
                    .enumerate()
                {
                    let (x0, y0) = (x + 5 * n as i32, 450 - 12 * row);
                    xml += &format!(
                        "<text font=\"AAAAAA+Times-Italic\" bbox=\"{x0}.000,{y0}.000,{}.000,{}.000\" size=\"10.000\">{c}</text>\n",
                        x0 + 5,
                        y0 + 10
                    );
                }
                xml += "<text> </text>\n";
            }
        }
        xml += "</page>\n";
    }
    xml += "</pages>\n";
    let folder = scratch();
    let path = folder.path().join("layout.pdf");
    fs::write(&path, xml).unwrap();
    let pages = read_hocr(&divided(&path, "auto"));
    assert_eq!(pages.len(), 3);
    for (n, page) in pages.iter().enumerate() {
        let found: Vec<String> = page.words.iter().map(|w| w.text[..4].to_owned()).collect();
        let wanted: Vec<String> = ["l", "r"]
            .iter()
            .flat_map(|side| (0..30).map(move |row| format!("{side}{}{row:02}", n + 1)))
            .collect();
        assert_eq!(found, wanted);
        // From 10 points below the top of a page of 500 points, to 30 + 5 * 30 points across, at 300 dpi.
        assert_eq!(page.words[0].bbox, [125, 167, 750, 208]);
    }
}

#[test]
fn wrong_numbers_of_columns_are_refused() {
    let pdf = fixture("columns/gutters.pdf");
    for wrong in ["0", "1", "-2", "two", "1000"] {
        let run = run(&["-p", &format!("--columns={wrong}"), &pdf, "-"]);
        assert_eq!(run.status, 1, "{wrong}");
        assert!(run.stderr.contains("auto"), "{}", run.stderr);
    }
}
