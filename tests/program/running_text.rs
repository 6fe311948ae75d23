//! Running text, and its maps to places on the pages.

use std::fs;

use crate::common::{fixture, run, scratch, written};
use serde_json::Value;

/// The output in this format with these options, and its map.
fn mapped(file: &str, format: &str, options: &[&str]) -> (String, Vec<Value>) {
    let dir = tempfile::tempdir().unwrap();
    let (out, map) = (dir.path().join("out"), dir.path().join("map.json"));
    let input = fixture(file);
    let (out, map) = (out.to_str().unwrap(), map.to_str().unwrap());
    let mut args = vec!["-q", "--format", format, "--map", map];
    args.extend(options);
    args.extend([input.as_str(), out]);
    let run = run(&args);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let map: Value = serde_json::from_str(&fs::read_to_string(map).unwrap()).unwrap();
    assert_eq!(
        (&map["version"], &map["format"]),
        (&1.into(), &format.into())
    );
    let spans = map["spans"].as_array().unwrap().clone();
    (fs::read_to_string(out).unwrap(), spans)
}

/// The texts of spans. Checks that spans follow each other, and that their boxes are on their pages.
fn pieces<'t>(text: &'t str, spans: &[Value]) -> Vec<&'t str> {
    let mut before = 0;
    let piece = |span: &Value| {
        let offset = |name| usize::try_from(span[name].as_u64().unwrap()).unwrap();
        let (start, end) = (offset("start"), offset("end"));
        assert!(before <= start && start < end, "{span}");
        before = end;
        let bbox: Vec<f64> = span["boxes"][0]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_f64().unwrap())
            .collect();
        assert!(bbox[0] <= bbox[2] && bbox[1] <= bbox[3], "{span}");
        assert!(span["page"].as_u64().unwrap() > 0, "{span}");
        &text[start..end]
    };
    spans.iter().map(piece).collect()
}

#[test]
fn maps_hold_all_words_of_the_text() {
    for (file, options) in [
        ("tagged/over-pages.pdf", &[][..]),
        ("classes/footnotes.pdf", &["-p", "--keep-heads"]),
        ("classes/footnotes.pdf", &["-p", "--no-hyphens"]),
        ("tables/ruled.pdf", &["-p"]),
    ] {
        let (text, spans) = mapped(file, "text", options);
        assert_eq!(
            pieces(&text, &spans).concat(),
            text.split_whitespace().collect::<String>(),
            "{file} {options:?}"
        );
    }
    let (text, spans) = mapped("classes/footnotes.pdf", "text", &["-p", "--flow"]);
    let first = &spans[0];
    assert_eq!(first["source"], "print");
    assert_eq!(
        pieces(&text, &spans).concat(),
        text.split_whitespace().collect::<String>()
    );
}

/// The text of HTML or XML, without its tags.
fn without_tags(text: &str) -> String {
    let pieces = text.split('<').enumerate().map(|(at, piece)| match at {
        0 => piece,
        _ => piece.split_once('>').map_or(piece, |(_, text)| text),
    });
    pieces.collect()
}

#[test]
fn spans_are_in_order_and_hold_all_words_of_the_fixtures() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folders = [
        "bidi", "classes", "kinds", "layout", "scans", "tables", "tagged",
    ];
    let mut files: Vec<String> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap().flatten())
        .map(|entry| entry.path().to_str().unwrap().to_owned())
        .filter(|path| path.ends_with(".pdf"))
        .collect();
    files.sort();
    assert!(files.len() > 50);
    let dir = tempfile::tempdir().unwrap();
    let place = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let formats = ["text", "markdown", "html", "tei"];
    let written = formats.map(|format| format!("{format}={}", place(format)));
    let written = format!("--format={}", written.join(","));
    let maps = formats.map(|format| format!("--map={format}={}", place(&format!("{format}.json"))));
    for file in &files {
        let mut args = vec!["-q", "--overwrite", "--flow", "--keep-heads", &written];
        args.extend(maps.iter().map(String::as_str));
        args.push(file);
        let run = run(&args);
        assert!(matches!(run.status, 0 | 6), "{file}: {run:?}");
        for format in formats {
            let text = fs::read_to_string(place(format)).unwrap();
            let map = fs::read_to_string(place(&format!("{format}.json"))).unwrap();
            let map: Value = serde_json::from_str(&map).unwrap();
            // Offsets inside a UTF-8 character panic here.
            let mapped = pieces(&text, map["spans"].as_array().unwrap()).concat();
            let body = match format {
                // Spans cover all characters but white space: every other character is from the page.
                "text" => {
                    let shown = |text: &str| text.split_whitespace().collect::<String>();
                    assert_eq!(shown(&mapped), shown(&text), "{file}");
                    text
                }
                "tei" => without_tags(text.split_once("<body>").unwrap().1),
                "html" => without_tags(text.split_once("<main>").unwrap().1),
                _ => continue,
            };
            let letters = |text: &str| text.replace(|c: char| !c.is_alphanumeric(), "");
            assert_eq!(letters(&mapped), letters(&body), "{file} {format}");
        }
    }
}

#[test]
fn offsets_count_what_is_written_before_the_text() {
    let options = ["-p", "-c", "auto", "-l", "dictionary_entries"];
    for (file, options) in [
        ("tagged/notes.pdf", &[][..]),
        ("classes/footnotes.pdf", &["-p"]),
        ("showcase/dictionary.pdf", &options),
    ] {
        let (text, spans) = mapped(file, "tei", options);
        let (_, body) = text.split_once("<body>").unwrap();
        let words: String = body
            .split('<')
            .filter_map(|piece| piece.split_once('>'))
            .flat_map(|(_, text)| text.split_whitespace())
            .collect();
        assert_eq!(pieces(&text, &spans).concat(), words, "{file}");
    }
}

#[test]
fn a_picture_is_known_by_the_tags_and_what_is_escaped_is_one_piece() {
    for format in ["markdown", "html"] {
        let (text, spans) = mapped("tagged/figures.pdf", format, &[]);
        let pieces = pieces(&text, &spans);
        let at = pieces.iter().position(|p| *p == "icon").unwrap();
        assert_eq!(spans[at]["source"], "tags");
        assert!(pieces.contains(&"Text"), "{pieces:?}");
    }
    let (text, spans) = mapped("tagged/notes.pdf", "markdown", &[]);
    assert!(pieces(&text, &spans).contains(&"\\*"), "{text}");
}

#[test]
fn running_text_has_no_lines_unless_they_are_kept() {
    let file = fixture("classes/footnotes.pdf");
    let written = |options: &[&str]| {
        let mut args = vec!["-q", "-p"];
        args.extend(options);
        args.extend([file.as_str(), "-"]);
        run(&args).stdout
    };
    let printed = written(&["--format", "text"]);
    let printed = printed.split_whitespace().count();
    let kept = written(&["--format", "markdown", "--keep-lines", "--keep-heads"]);
    assert!(kept.lines().count() > 60, "{kept}");
    assert_eq!(kept.split_whitespace().count(), printed);
    let flow = written(&["--format", "text", "--flow"]);
    assert!(flow.lines().count() < 40, "{flow}");
    assert!(!flow.contains('\u{c}'));
}

#[test]
fn labels_of_charts_are_left_out_unless_they_are_kept() {
    let file = fixture("scored/chart.pdf");
    let written = |options: &[&str]| {
        let mut args = vec!["-q", "-p", "--format", "markdown"];
        args.extend(options);
        args.extend([file.as_str(), "-"]);
        run(&args).stdout
    };
    let without = written(&[]);
    assert!(without.contains("\nFigure 7. "), "{without}");
    assert!(!without.contains("1940"), "{without}");
    let kept = written(&["--keep-chart-text"]);
    let paragraph = "\n700 600 500 400 300 200 100 1930 1940 1950 1960 1970 1980\n";
    assert!(kept.contains(paragraph), "{kept}");
    assert!(written(&["--keep-lines"]).contains("\n1930\n1940\n"));
}

#[test]
fn the_letter_o_is_a_bullet_in_a_font_of_its_own() {
    let file = fixture("classes/bullets.pdf");
    let markdown = run(&["-q", "-p", "--format", "markdown", &file, "-"]).stdout;
    assert_eq!(markdown.matches("\n- ").count(), 6, "{markdown}");
    assert_eq!(markdown.matches("\no ").count(), 1, "{markdown}");
    assert!(!markdown.contains('|'), "{markdown}");
}

#[test]
fn an_item_can_begin_in_the_row_below_its_label() {
    let file = fixture("classes/labels.pdf");
    let markdown = run(&["-q", "-p", "--format", "markdown", &file, "-"]).stdout;
    let items: Vec<&str> = markdown.lines().filter(|l| l.starts_with("- ")).collect();
    let has_text = |item: &&str| item.split(' ').count() > 8;
    assert!(items.len() == 3 && items.iter().all(has_text), "{markdown}");
}

/// The headings of a fixture, in Markdown.
fn headings_of(file: &str) -> Vec<String> {
    let markdown = run(&["-q", "-p", "--format", "markdown", &fixture(file), "-"]).stdout;
    let headings = markdown.lines().filter(|line| line.starts_with('#'));
    headings.map(str::to_owned).collect()
}

#[test]
fn longer_lines_below_text_make_it_a_heading() {
    assert_eq!(headings_of("classes/ruled.pdf").len(), 3);
}

#[test]
fn the_title_of_a_paper_is_below_the_larger_name_of_its_journal() {
    let headings = headings_of("classes/journal.pdf");
    let [journal, title] = headings.as_slice() else {
        panic!("{headings:?}");
    };
    assert!(!journal.contains("Gilgreand") && title.contains("# Gilgreand"));
}

#[test]
fn notes_are_linked_both_ways() {
    let file = fixture("tagged/notes.pdf");
    let markdown = run(&["-q", "--format", "markdown", &file, "-"]).stdout;
    assert!(markdown.contains("docu[^1]"), "{markdown}");
    assert!(
        markdown.contains("\n[^1]: what the note says\n"),
        "{markdown}"
    );
    let html = run(&["-q", "--format", "html", &file, "-"]).stdout;
    for part in [
        "id=\"ref-1\" href=\"#note-1\"",
        "id=\"note-1\"",
        "href=\"#ref-1\"",
    ] {
        assert!(html.contains(part), "{html}");
    }
}

#[test]
fn a_map_needs_a_format_that_can_have_one() {
    let file = fixture("tagged/notes.pdf");
    for (args, message) in [
        (
            &["--format", "alto", "--map", "m.json"][..],
            "can be mapped",
        ),
        (
            &["--format", "text=a,markdown=b", "--map", "m.json"],
            "there are several formats",
        ),
        (
            &["--format", "text", "--map", "html=m.json"],
            "html is not written",
        ),
    ] {
        let mut all = args.to_vec();
        all.push(&file);
        if !args[1].contains('=') {
            all.push("/dev/null");
        }
        let run = run(&all);
        assert_eq!(run.status, 1, "{args:?}");
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn front_matter_names_the_document() {
    const TEXT: &str = "<html><head><title>t</title><meta name='dc.creator' content='A. B.'/>\
        </head><body><div class='ocr_page' title='bbox 0 0 900 900'><p class='ocr_par' title='bbox 10 10 90 20'>\
        <span class='ocr_line' title='bbox 10 10 90 20'><span class='ocrx_word' title='bbox 10 10 90 20'>Sowa</span>\
        </span></p></div></body></html>";
    let folder = tempfile::tempdir().unwrap();
    let [input, meta, out] = ["a: b.html", "meta.json", "out.md"].map(|name| {
        let path = folder.path().join(name);
        path.to_str().unwrap().to_owned()
    });
    fs::write(&input, TEXT).unwrap();
    fs::write(
        &meta,
        r#"{"title": "Sowy: \"ptaki\"", "date": "1854", "language": "pl"}"#,
    )
    .unwrap();
    let made = run(&[
        "--input-dpi",
        "300",
        "--front-matter",
        "--meta",
        &meta,
        "--format",
        "markdown",
        &input,
        &out,
    ]);
    assert_eq!((made.status, made.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(fs::read_to_string(&out).unwrap(), @r#"
    ---
    title: "Sowy: \"ptaki\""
    author: "A. B."
    date: "1854"
    language: "pl"
    source: "a: b.html"
    digest: "sha256:428e75ee332440f147eb2cef48b43ad427453090831bdddf0fe863880fa86329"
    ---

    Sowa
    "#);
    // Without the option, the file begins with the text.
    assert_eq!(
        run(&["-q", "--format", "markdown", &input, "-"]).stdout,
        "Sowa\n"
    );
}

#[test]
fn a_program_that_prevails_on_its_page_is_code() {
    let run = run(&[
        "-p",
        "-q",
        "--format",
        "markdown",
        &fixture("spacing/program.pdf"),
        "-",
    ]);
    let code = "\
```
int main(int argc, char *argv[]) {
    for (int i = 0; i < argc; i++)
        printf(\"%d: %s\", i, argv[i]);
    return 0;
}
```";
    let expected = format!("The program is short:\n\n{code}\n\nIt prints its arguments.\n");
    assert_eq!(run.stdout, expected);
}

#[test]
fn sections_are_below_the_title_of_the_first_page_whatever_pages_are_converted() {
    let headings = |options: &[&str]| {
        let (text, _) = mapped("layout/title.pdf", "markdown", options);
        let lines = text.lines().filter(|line| line.starts_with('#'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        headings(&["-p"]),
        [
            "# A Report on Birds",
            "## Owls",
            "### What Was Seen",
            "## Where They Hunt",
            "## Old Trees",
            "## Hens",
            "### What Was Seen",
            "## Their Order",
            "## Broody Hens",
        ]
    );
    for jobs in ["1", "4"] {
        assert_eq!(
            headings(&["-p", "-j", jobs, "--pages", "6"]),
            ["## Broody Hens"]
        );
    }
}

/// A page of prose with a plot that a form draws; the prose can be drawn by a form, too, as on a handout.
fn page_with_plot(handout: bool) -> Vec<u8> {
    let stream = |entries: &str, data: &str| {
        let length = data.len();
        format!("<<{entries}/Length {length}>>\nstream\n{data}\nendstream")
    };
    let form = |data: &str| {
        let entries = "/Type/XObject/Subtype/Form/BBox[0 0 400 400]/Resources 4 0 R";
        stream(entries, data)
    };
    let lines = (0..6).map(|row| {
        let y = 380 - 12 * row;
        format!("BT /F1 10 Tf 40 {y} Td (some words of a text that go on and on from line to line) Tj ET\n")
    });
    let prose: String = lines.collect();
    let ticks: String = (0..6)
        .map(|n| format!("{} 100 2 8 re f\n", 80 + 40 * n))
        .collect();
    // The clip at its end is that of the plot without its labels.
    let plot = format!(
        "80 108 200 1 re f\n{ticks}BT /F2 8 Tf 80 90 Td (owls) Tj 80 0 Td (larks) Tj ET\n80 100 200 150 re W n\n90 110 m 270 240 l S"
    );
    let before = if handout { "/Prose Do" } else { &prose };
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Resources 4 0 R/Contents 5 0 R>>".to_owned(),
        "<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>/F2<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>/XObject<</Prose 6 0 R/Plot 7 0 R>>>>".to_owned(),
        stream("", &format!("{before}\n/Plot Do")),
        form(&prose),
        form(&plot),
    ];
    written("1.7", &objects, "")
}

#[test]
fn the_words_of_a_plot_that_a_form_draws_are_left_out_but_not_those_of_a_handout() {
    let folder = scratch();
    let file = folder.path().join("plot.pdf");
    let words = |handout: bool, options: &[&str]| {
        fs::write(&file, page_with_plot(handout)).unwrap();
        let path = file.to_str().unwrap();
        let run = run(&[&["-q", "-p", "--format", "markdown"], options, &[path, "-"]].concat());
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(
            run.stdout.contains("some words of a text"),
            "{}",
            run.stdout
        );
        ["owls", "larks"].map(|word| run.stdout.contains(word))
    };
    assert_eq!(words(false, &[]), [false; 2]);
    assert_eq!(words(false, &["--keep-chart-text"]), [true; 2]);
    assert_eq!(words(true, &[]), [true; 2]);
}
