//! `locate`: the pages and boxes of quotations.

use crate::common::{fixture, run};
use serde_json::Value;

fn locate(quote: &str) -> (i32, Value) {
    let file = fixture("classes/footnotes.pdf");
    let run = run(&["locate", "-q", "-p", "--format", "json", &file, quote]);
    (run.status, serde_json::from_str(&run.stdout).unwrap())
}

#[test]
fn a_quotation_is_located_over_lines_with_a_box_for_each() {
    let (status, found) = locate("JERK “pliemekeat” —");
    assert_eq!((status, &found["located"]), (9, &Value::Array(Vec::new())));
    let (status, found) = locate("“Woust ploos FOOT quist”");
    assert_eq!(status, 0);
    let hit = &found["located"][0];
    assert_eq!(hit["score"], 1.0);
    assert_eq!(hit["text"], "Woust ploos foot quist");
    assert_eq!(hit["places"][0]["page"], 1);
    assert_eq!(hit["places"][0]["boxes"].as_array().unwrap().len(), 1);
    assert_eq!(found["near"], Value::Array(Vec::new()));

    let file = fixture("classes/footnotes.pdf");
    let text = run(&["-q", "-p", "--format", "text", &file, "-"]).stdout;
    let lines: Vec<&str> = text.lines().collect();
    let quote = format!("{} {}", lines[1], lines[2]);
    let (status, found) = locate(&quote);
    assert_eq!(status, 0, "{quote}: {found}");
    let boxes = found["located"][0]["places"][0]["boxes"]
        .as_array()
        .unwrap();
    assert_eq!(boxes.len(), 2, "{found}");
}

#[test]
fn another_word_is_near_and_never_located() {
    for quote in [
        "Woust ploos hand quist quaizierk werkdrumnerk",
        "Woust ploos foot not quist quaizierk werkdrumnerk",
        "Woust ploos quist quaizierk werkdrumnerk",
        "Woust ploos 1914 quist quaizierk werkdrumnerk",
    ] {
        let (status, found) = locate(quote);
        assert_eq!(status, 9, "{quote}");
        assert_eq!(found["located"], Value::Array(Vec::new()), "{quote}");
        assert!(!found["near"].as_array().unwrap().is_empty(), "{quote}");
    }
    let (_, found) = locate("Woust ploos hand quist quaizierk werkdrumnerk");
    let differs = serde_json::json!([{ "quoted": "hand", "printed": "foot" }]);
    assert_eq!(found["near"][0]["differs"], differs);
    let (status, found) = locate("nothing of this is in the document at all");
    assert_eq!(status, 9);
    assert_eq!(found["near"], Value::Array(Vec::new()));
}

#[test]
fn a_slip_in_a_long_word_is_forgiven() {
    let (status, found) = locate("Woust ploos foot quist quaizierk werkdrumnexk");
    assert_eq!(status, 0, "{found}");
    let hit = &found["located"][0];
    assert!(hit["score"].as_f64().unwrap() < 1.0);
    let differs = serde_json::json!([{ "quoted": "werkdrumnexk", "printed": "werkdrumnerk" }]);
    assert_eq!(hit["differs"], differs);
    let (status, found) = locate("Wqust ploos foot qaist");
    assert_eq!(status, 0, "{found}");
}

#[test]
fn many_quotations_are_looked_for_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let quotes = folder.path().join("quotes.txt");
    std::fs::write(&quotes, "ploos foot quist\n\nploos hand quist\n").unwrap();
    let (file, quotes) = (
        fixture("classes/footnotes.pdf"),
        quotes.display().to_string(),
    );
    let args = [
        "locate", "-q", "--format", "json", "--quotes", &quotes, "-e", "Woust", &file,
    ];
    let run = run(&args);
    let lines: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let asked: Vec<&str> = lines
        .iter()
        .map(|found| found["quote"].as_str().unwrap())
        .collect();
    assert_eq!(asked, ["Woust", "ploos foot quist", "ploos hand quist"]);
    let located = |found: &Value| !found["located"].as_array().unwrap().is_empty();
    assert_eq!(
        lines.iter().map(located).collect::<Vec<_>>(),
        [true, true, false]
    );
    assert_eq!(run.status, 9);
}

#[test]
fn a_quotation_goes_on_in_a_note_and_over_a_running_head() {
    let file = fixture("classes/footnotes.pdf");
    let text = run(&["-q", "-p", "--format", "text", &file, "-"]).stdout;
    let words: Vec<&str> = text.split_whitespace().collect();
    for at in (0..words.len().saturating_sub(12)).step_by(6) {
        let quote = words[at..at + 12].join(" ");
        let (status, found) = locate(&quote);
        assert_eq!(status, 0, "{quote}: {found}");
    }
}

#[test]
fn every_page_of_a_document_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pages.pdf");
    std::fs::write(&file, crate::common::document(15, 0)).unwrap();
    let file = file.to_str().unwrap();
    let found = |quote: &str| -> Vec<Vec<Value>> {
        let run = run(&["locate", "-q", "-p", "--format", "json", file, quote]);
        let found: Value = serde_json::from_str(&run.stdout).unwrap();
        let hits = found["located"].as_array().unwrap();
        let pages = |hit: &Value| hit["places"].as_array().unwrap().clone();
        hits.iter().map(pages).collect()
    };
    let lines = found("many words on a line");
    assert_eq!(lines.len(), 15 * 50);
    assert_eq!(
        (&lines[0][0]["page"], &lines[749][0]["page"]),
        (&1.into(), &15.into())
    );
    // From the last line of a page to the first one of the next.
    let over = found("many words on a line many words");
    assert!(over.iter().any(|places| places.len() == 2));
}

#[test]
fn omissions_are_spanned_and_not_more() {
    let file = fixture("classes/footnotes.pdf");
    let text = run(&["-q", "-p", "--format", "text", &file, "-"]).stdout;
    let words: Vec<&str> = text.split_whitespace().collect();
    let part = |at: usize| words[at..at + 4].join(" ");
    for sign in ["…", "[…]", "[...]", "..."] {
        let (status, found) = locate(&format!("{} {sign} {} {sign}", part(4), part(16)));
        assert_eq!(status, 0, "{found}");
        let hit = &found["located"][0];
        assert_eq!(hit["score"], 1.0, "{hit}");
        assert!(hit["text"].as_str().unwrap().contains(" … "), "{hit}");
    }
    let (status, found) = locate(&format!("{} … {}", part(16), part(4)));
    assert_eq!((status, found["located"].as_array().unwrap().len()), (9, 0));
    // A document whose second part is too far behind the first one.
    let folder = tempfile::tempdir().unwrap();
    let far = folder.path().join("far.html");
    let word = |at: usize, text: &str| {
        let top = at * 10;
        format!(
            "<span class='ocr_line' title='bbox 0 {top} 90 {}'><span class='ocrx_word' title='bbox 0 {top} 90 {}'>{text}</span></span>",
            top + 9,
            top + 9
        )
    };
    for (between, status) in [(900, 0), (1100, 9)] {
        let lines: String = (0..between + 2)
            .map(|at| match at {
                0 => word(at, "Nightingale"),
                at if at == between + 1 => word(at, "Woodpecker"),
                at => word(at, &format!("w{at}x")),
            })
            .collect();
        let page = format!(
            "<div class='ocr_page' title='bbox 0 0 100 {}'>{lines}</div>",
            between * 10 + 30
        );
        std::fs::write(&far, format!("<html><body>{page}</body></html>")).unwrap();
        let run = run(&[
            "locate",
            "-q",
            far.to_str().unwrap(),
            "Nightingale … Woodpecker",
        ]);
        assert_eq!(run.status, status, "{between}: {}", run.stdout);
    }
}

#[test]
fn what_differs_too_much_is_not_near() {
    let file = fixture("classes/footnotes.pdf");
    for nonsense in ["zzyzx", "nonsenseword", "qqqq wwww vvvv"] {
        let run = run(&["locate", "-q", "-p", &file, nonsense]);
        assert_eq!(
            (run.status, run.stdout.as_str()),
            (9, "not there\n"),
            "{nonsense}"
        );
    }
    // The words that differ are whole.
    let (_, found) = locate("Woust ploos foot quist quaizi werkdrum");
    let text = run(&["-q", "-p", "--format", "text", &file, "-"]).stdout;
    let words: Vec<&str> = text.split_whitespace().collect();
    for difference in found["near"][0]["differs"].as_array().unwrap() {
        for word in difference["printed"].as_str().unwrap().split_whitespace() {
            assert!(words.iter().any(|w| w.starts_with(word)), "{word}: {found}");
        }
    }
}

#[test]
fn folders_are_searched_and_their_text_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (books, index) = (place("books"), place("index"));
    std::fs::create_dir(&books).unwrap();
    for (from, to) in [
        ("classes/footnotes.pdf", "notes.pdf"),
        ("showcase/herald.pdf", "herald.pdf"),
        ("damaged/not-a-pdf.pdf", "none.pdf"),
    ] {
        std::fs::copy(fixture(from), place(&format!("books/{to}"))).unwrap();
    }
    let quotes = place("quotes.tsv");
    std::fs::write(
        &quotes,
        "id\tquote\nq1\tThe council has bought the mill\nq2\tWoust ploos foot quist\n",
    )
    .unwrap();
    let search = || {
        let args = [
            "locate", "-p", "-q", "--index", &index, "--format", "json", "--quotes", &quotes,
            &books,
        ];
        let run = run(&args);
        assert_eq!(run.status, 7, "{}", run.stderr);
        assert!(
            run.stderr.contains("none.pdf: this is not a PDF"),
            "{}",
            run.stderr
        );
        assert!(
            run.stderr
                .contains("1 of 3 documents could not be searched"),
            "{}",
            run.stderr
        );
        run.stdout
    };
    let first = search();
    let found: Vec<Value> = first
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for (found, id, file) in [
        (&found[0], "q1", "herald.pdf"),
        (&found[1], "q2", "notes.pdf"),
    ] {
        assert_eq!(found["id"], id);
        let hit = &found["located"][0];
        assert!(hit["file"].as_str().unwrap().ends_with(file), "{hit}");
        let size: Vec<f64> = serde_json::from_value(hit["places"][0]["size"].clone()).unwrap();
        assert!(size[0] > 100.0 && size[1] > 100.0, "{hit}");
    }
    let kept = || {
        let files = std::fs::read_dir(&index).unwrap();
        files.map(|file| file.unwrap().path()).collect::<Vec<_>>()
    };
    assert_eq!(kept().len(), 2);
    assert_eq!(search(), first);
    // A damaged file is made again.
    for file in kept() {
        std::fs::write(file, "damaged").unwrap();
    }
    assert_eq!(search(), first);
    assert!(
        kept()
            .iter()
            .all(|file| std::fs::metadata(file).unwrap().len() > 100)
    );
    // Other options have files of their own.
    run(&[
        "locate",
        "-q",
        "--index",
        &index,
        "-e",
        "mill",
        &place("books/herald.pdf"),
    ]);
    assert_eq!(kept().len(), 3);
}

#[cfg(feature = "ocr")]
#[test]
fn places_are_shown_on_pictures_of_their_pages() {
    let file = fixture("showcase/herald.pdf");
    let args = [
        "locate",
        "-q",
        "-p",
        "--format",
        "html",
        &file,
        "The council has bought the mill",
        "<none>",
    ];
    let run = run(&args);
    assert_eq!(run.status, 9);
    let page = run.stdout;
    assert!(
        page.contains("<h2>&lt;none></h2>\n<p>not there</p>")
            || page.contains("<h2>&lt;none&gt;</h2>\n<p>not there</p>"),
        "{page}"
    );
    assert_eq!(page.matches("data:image/png;base64,").count(), 1);
    let marks = page.matches("<rect ").count();
    assert!(
        marks > 0 && page.contains("herald.pdf, page 1: "),
        "{marks}"
    );
}

#[test]
fn words_beside_a_hyphen_and_short_words_are_not_misspellings_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let text = "grammar of sthira- auf grund des vergleichs at sea zwarf";
    let words: String = text
        .split(' ')
        .enumerate()
        .map(|(n, word)| {
            let (left, right) = (n * 100, n * 100 + 80);
            format!("<span class='ocrx_word' title='bbox {left} 0 {right} 20'>{word}</span> ")
        })
        .collect();
    std::fs::write(
        &file,
        format!("<html><div class='ocr_page' title='bbox 0 0 1000 50'><span class='ocr_line' title='bbox 0 0 980 20'>{words}</span></div></html>"),
    )
    .unwrap();
    let file = file.to_str().unwrap();
    let found = |quote: &str| run(&["locate", "-q", file, quote]);
    for quote in [
        "sthira- auf grund des vergleichs",
        "vergleichs at sea",
        "of sthlra- auf grund",
    ] {
        assert_eq!(found(quote).status, 0, "{quote}: {}", found(quote).stdout);
    }
    for quote in ["sthira- ist grund des vergleichs", "vergleichs ad sea"] {
        assert_eq!(found(quote).status, 9, "{quote}: {}", found(quote).stdout);
    }
    // Quoted words in place of one printed word are one difference.
    let near = found("vergleichs at sea of zw").stdout;
    assert!(near.matches("printed “zwarf”").count() <= 1, "{near}");
}

#[test]
fn files_in_place_of_quotations_and_empty_lists_are_reported() {
    let (one, two) = (
        fixture("classes/footnotes.pdf"),
        fixture("showcase/herald.pdf"),
    );
    let wrong = run(&["locate", &one, &two, "foot"]);
    assert!(
        wrong.stderr.contains("give the quotations with -e"),
        "{}",
        wrong.stderr
    );
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("none.tsv");
    std::fs::write(&list, "id\tquote\n").unwrap();
    let empty = run(&["locate", "--quotes", list.to_str().unwrap(), &one]);
    assert_eq!(empty.status, 1);
    assert!(
        empty.stderr.contains("it has no quotation"),
        "{}",
        empty.stderr
    );
}

#[test]
fn what_has_no_letters_cannot_be_looked_for() {
    let file = fixture("classes/footnotes.pdf");
    let none = run(&["locate", "-q", &file, "…"]);
    assert_eq!(none.status, 1);
    assert!(none.stderr.contains("no letters"), "{}", none.stderr);
    let long = run(&["locate", "-q", &file, &"word ".repeat(600)]);
    assert_eq!(long.status, 1);
    assert!(long.stderr.contains("2400 letters"), "{}", long.stderr);
}
