//! All real files are converted, however damaged they are, and the output is sound.

use crate::common::{HocrPage, bbox, corpus, read_hocr, run};

/// Documents whose pages are images without text.
const WITHOUT_TEXT: [&str; 1] = ["test_pagelabels.pdf"];

#[test]
fn every_file_of_the_corpus_gives_text_and_sound_hocr() {
    let Some(files) = corpus("text") else { return };
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let run = run(&["-p", "-q", file.to_str().unwrap(), "-"]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{name}");
        let pages = read_hocr(&run.stdout);
        assert!(!pages.is_empty(), "{name}");
        let words: usize = pages.iter().map(|p| p.words.len()).sum();
        assert_eq!(words == 0, WITHOUT_TEXT.contains(&name), "{name}");
        for page in &pages {
            check(page, name);
        }
    }
}

/// Checks that boxes contain each other, and that every word has text and a confidence.
fn check(page: &HocrPage, name: &str) {
    let [left, top, width, height] = bbox(&page.title);
    assert_eq!((left, top), (0, 0), "{name}");
    for word in &page.words {
        let [x0, y0, x1, y1] = word.bbox;
        let line = bbox(&word.line);
        assert!(x0 < x1 && y0 < y1, "{name}: {word:?}");
        assert!(
            line[0] <= x0 && line[1] <= y0 && x1 <= line[2] && y1 <= line[3],
            "{name}: {word:?}"
        );
        assert!(line[2] <= width && line[3] <= height, "{name}: {word:?}");
        assert!(!word.text.trim().is_empty(), "{name}: {word:?}");
        assert!(word.title.contains("; x_wconf "), "{name}: {word:?}");
    }
}

#[test]
fn odd_files_end_with_a_documented_exit_code() {
    let Some(files) = corpus("pdfa") else { return };
    for file in files {
        let run = run(&["-p", "-q", file.to_str().unwrap(), "-"]);
        assert!((0..=5).contains(&run.status), "{}: {run:?}", file.display());
        assert!(run.stderr.lines().count() <= 1, "{}", file.display());
    }
}
