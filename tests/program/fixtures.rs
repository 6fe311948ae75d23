//! Every fixture with known text comes out with exactly its words, in their order.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{read_hocr, run};
use unicode_normalization::UnicodeNormalization;

fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut files = Vec::new();
    for folder in fs::read_dir(root).unwrap().flatten() {
        if folder.path().is_dir() {
            files.extend(
                fs::read_dir(folder.path())
                    .unwrap()
                    .map(|e| e.unwrap().path()),
            );
        }
    }
    files.retain(|f| f.extension().is_some_and(|e| e == "pdf"));
    files.sort();
    assert!(files.len() > 50);
    files
}

/// The text with soft hyphens as hyphens, which is how they are printed.
fn folded(text: &str) -> String {
    text.replace('\u{AD}', "-").nfkc().collect()
}

/// Fixtures whose words differ from their truth, with the reason.
const OTHER_WORDS: &[(&str, &str)] = &[
    (
        "indirect-twice",
        "a reference that leads to a reference is not followed",
    ),
    (
        "lengths",
        "the word endstream, in the text of a stream that has no end, is taken for it",
    ),
];

fn listed(list: &[(&str, &str)], name: &str) -> bool {
    list.iter().any(|(n, _)| *n == name)
}

fn words(text: &str) -> Vec<String> {
    folded(text).split_whitespace().map(str::to_owned).collect()
}

/// The difference between the words of a fixture and its truth, or `None` if they are equal.
fn difference(pdf: &Path) -> Option<String> {
    let path = pdf.to_str().unwrap();
    let password = if path.ends_with("password.pdf") {
        "user"
    } else {
        ""
    };
    let mut args = vec!["-p", "--password", password, path, "-"];
    if pdf
        .parent()
        .is_some_and(|folder| folder.ends_with("columns"))
    {
        args.extend(["-c", "auto"]);
    }
    let run = run(&args);
    let name = pdf.file_stem().unwrap().to_str().unwrap();
    let truth = fs::read_to_string(pdf.with_extension("txt")).unwrap_or_default();
    if truth.is_empty() {
        // Files without a known text end with a documented exit code, bombs at a limit.
        return (run.status > 5 && run.status != 10)
            .then(|| format!("{name}: exit code {}", run.status));
    }
    if !matches!(run.status, 0 | 10) {
        return Some(format!("{name}: {}", run.stderr));
    }
    let mut found: Vec<Vec<String>> = read_hocr(&run.stdout)
        .iter()
        .map(|page| page.words.iter().flat_map(|w| words(&w.text)).collect())
        .collect();
    let mut wanted: Vec<Vec<String>> = truth.split('\u{C}').map(words).collect();
    wanted.resize(found.len(), Vec::new());
    let other_words = listed(OTHER_WORDS, name);
    if !other_words && wanted != found {
        return Some(format!(
            "{name}: order\n  wanted {wanted:?}\n  found  {found:?}"
        ));
    }
    for page in wanted.iter_mut().chain(&mut found) {
        page.sort_unstable();
    }
    if (wanted == found) == other_words {
        return Some(format!(
            "{name}: words\n  wanted {wanted:?}\n  found  {found:?}"
        ));
    }
    None
}

#[test]
fn every_fixture_gives_its_words_in_order() {
    let differences: Vec<String> = fixtures().iter().filter_map(|f| difference(f)).collect();
    assert!(
        differences.is_empty(),
        "{} fixtures differ:\n{}",
        differences.len(),
        differences.join("\n")
    );
}

#[test]
fn tags_give_text_that_is_drawn_later_where_it_is() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/overlaid/tagged.pdf");
    let truth = fs::read_to_string(file.with_extension("txt")).unwrap();
    let run = run(&["--road", "tags", file.to_str().unwrap(), "-"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let page = &read_hocr(&run.stdout)[0];
    let found: Vec<String> = page.words.iter().flat_map(|w| words(&w.text)).collect();
    assert_eq!(found, words(&truth));
}

#[test]
fn letters_that_fonts_draw_have_the_size_that_is_seen() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/fonts/type3-em.pdf");
    let hocr = run(&["-q", "-p", file.to_str().unwrap(), "-"]).stdout;
    let sizes: Vec<&str> = hocr
        .split("x_fsize ")
        .skip(1)
        .map(|rest| rest.split(['"', ';']).next().unwrap_or_default())
        .collect();
    assert_eq!(sizes, ["12"; 18]);
    assert_eq!(hocr.matches("ocr_line\"").count(), 6);
}

#[test]
fn letters_without_a_width_have_the_boxes_of_their_drawings() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/fonts/type3-still.pdf");
    let hocr = run(&["-q", file.to_str().unwrap(), "-"]).stdout;
    let page = &read_hocr(&hocr)[0];
    // Each letter is 5 points long and 5.2 points after the one before it, at 300 dots per inch.
    let lengths: Vec<f64> = page
        .words
        .iter()
        .map(|word| f64::from(word.bbox[2] - word.bbox[0]))
        .collect();
    for (length, letters) in lengths.iter().zip([2.0, 2.0, 4.0]) {
        let expected = (5.2 * (letters - 1.0) + 5.0) * 300.0 / 72.0;
        assert!((length - expected).abs() <= 2.0, "{lengths:?}");
    }
    assert_eq!(lengths.len(), 3);
}
