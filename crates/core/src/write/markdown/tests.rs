//! Tests of Markdown output, read back with another parser.

use proptest::prelude::*;
use pulldown_cmark::{Event, Options as Reading, Parser, Tag, TagEnd};

use super::*;
use crate::blocks::testing::{Builder, frame};

fn written(builder: &Builder, options: &Options) -> String {
    let markdown = Markdown(options.clone());
    let mut joiner = markdown.joiner().unwrap();
    let page = joiner.page(markdown.page(&builder.mapped("tagged", frame(400, 200))));
    page.text + &joiner.end().text
}

fn keep_lines() -> Options {
    Options {
        keep_lines: true,
        ..Options::default()
    }
}

const LINE: [f32; 4] = [0.0, 0.0, 100.0, 10.0];

/// Opens a node of this kind with lines.
fn lines(b: &mut Builder, kind: &str, lines: &[&str]) {
    b.open(kind, LINE);
    for line in lines {
        b.line(LINE, 0.0);
        for word in line.split(' ') {
            b.word(word, LINE);
        }
        b.close();
    }
    b.close();
}

fn of_lines(kind: &str, text: &[&str]) -> Builder {
    let mut b = Builder::new();
    lines(&mut b, kind, text);
    b
}

/// The parser options for CommonMark with GitHub's extensions.
fn github() -> Reading {
    Reading::ENABLE_TABLES
        | Reading::ENABLE_FOOTNOTES
        | Reading::ENABLE_STRIKETHROUGH
        | Reading::ENABLE_TASKLISTS
        | Reading::ENABLE_GFM
}

/// Returns the text as parsed, with the names of all elements except paragraphs.
fn read(markdown: &str) -> String {
    let mut out = String::new();
    for event in Parser::new_ext(markdown, github()) {
        match event {
            Event::Text(text) => out.push_str(&text),
            Event::SoftBreak | Event::HardBreak => out.push('\n'),
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
            Event::Start(tag) => out.push_str(&format!("<{tag:?}>")),
            Event::End(tag) => out.push_str(&format!("</{tag:?}>")),
            other => out.push_str(&format!("<{other:?}>")),
        }
    }
    out
}

/// Generates words from characters with a meaning in Markdown, and from others.
fn word() -> impl Strategy<Value = String> {
    let sign = prop::sample::select(
        "*_`~[]()<>#+-=|\\!&;:.1a9x^\"'/{}$%@?,é–ﬁ東"
            .chars()
            .collect::<Vec<_>>(),
    );
    let known = prop::sample::select(vec![
        "1.",
        "2)",
        "#",
        "##",
        "-",
        "+",
        ">",
        "---",
        "===",
        "```",
        "~~~",
        "[^1]",
        "[^1]:",
        "[a]:",
        "[x]",
        "[12]",
        "[12](a)",
        "&amp;",
        "&#35;",
        "<b>",
        "<!--",
        "<?",
        "</b>",
        "http://a.b_c/_d",
        "*a*",
        "_a_",
        "a_b_c",
        "__a__",
        "|",
        "|---|",
        ":---",
        "![",
        "](b)",
        "a*b",
        "\\",
        "x\\",
        "$1$",
        "<a@b.c>",
        "<http:a>",
    ]);
    prop_oneof![
        3 => prop::collection::vec(sign, 1..6).prop_map(|signs| signs.into_iter().collect()),
        2 => known.prop_map(str::to_owned),
        1 => "[a-z]{1,5}",
    ]
}

proptest! {
    #[test]
    fn text_comes_back_as_it_is(words in prop::collection::vec(prop::collection::vec(word(), 1..5), 1..4)) {
        let text: Vec<String> = words.iter().map(|line| line.join(" ")).collect();
        let borrowed: Vec<&str> = text.iter().map(String::as_str).collect();
        let markdown = written(&of_lines("P", &borrowed), &keep_lines());
        if escape::number_of_item(&words[0][0]).is_none() {
            prop_assert_eq!(read(&markdown), text.join("\n"), "{}", markdown);
        }
        let heading = of_lines("P", &borrowed[..1]);
        let mut heading = heading;
        let id = heading.page.tree.node(1).unwrap();
        heading.page.tree[id].kind = crate::page::NodeKind::new("H2");
        let markdown = written(&heading, &Options::default());
        let inside = read(&markdown);
        let inside = inside.split_once('>').unwrap().1.rsplit_once("</").unwrap().0;
        prop_assert_eq!(inside, text[0].as_str(), "{}", markdown);
    }

    #[test]
    fn cells_come_back_as_they_are(cells in prop::collection::vec(word(), 4)) {
        let mut b = Builder::new();
        b.open("Table", LINE);
        for (kind, row) in ["TH", "TD"].into_iter().zip(cells.chunks(2)) {
            b.open("TR", LINE);
            for cell in row {
                b.open(kind, LINE);
                lines(&mut b, "P", &[cell]);
                b.close();
            }
            b.close();
        }
        let markdown = written(&b, &Options::default());
        let mut read = Vec::new();
        for event in Parser::new_ext(&markdown, github()) {
            match event {
                Event::Start(Tag::TableCell) => read.push(String::new()),
                Event::Text(text) => read.last_mut().unwrap().push_str(&text),
                _ => {}
            }
        }
        prop_assert_eq!(read, cells, "{}", markdown);
    }

    #[test]
    fn emphasis_leaves_the_text(words in prop::collection::vec((word(), 0u32..2), 1..6)) {
        let mut b = Builder::new();
        b.font(1, true, false).open("P", LINE).line(LINE, 0.0);
        for (word, font) in &words {
            b.word_in(word, LINE, *font, 9.0);
        }
        let markdown = written(&b, &Options::default());
        let expected: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
        let read = read(&markdown).replace("<Strong>", "").replace("</Strong>", "");
        prop_assert_eq!(read, expected.join(" "), "{}", markdown);
    }
}

#[test]
fn paragraphs_flow_and_lines_are_kept_on_demand() {
    let page = of_lines(
        "P",
        &[
            "a dictio\u{AD}",
            "nary of well-",
            "known words, Vor-",
            "und Nachteile",
        ],
    );
    assert_eq!(
        written(&page, &Options::default()),
        "a dictionary of well-known words, Vor- und Nachteile\n"
    );
    assert_eq!(
        written(&page, &keep_lines()),
        "a dictio-\nnary of well-\nknown words, Vor-\nund Nachteile\n"
    );
    assert_eq!(written(&Builder::new(), &Options::default()), "");
}

#[test]
fn lines_of_verse_are_kept() {
    use crate::page::Own;
    let mut b = Builder::new();
    b.open("P", LINE);
    let verse = b.parent;
    b.page.tree[verse].add_attribute(Own::Verse, "true");
    for line in ["Twinkle, twin-", "kle little star", "- how I wonder"] {
        b.line(LINE, 0.0);
        for word in line.split(' ') {
            b.word(word, LINE);
        }
        b.close();
    }
    b.close();
    let markdown = written(&b, &Options::default());
    assert_eq!(
        markdown,
        "Twinkle, twin-  \nkle little star  \n\\- how I wonder\n"
    );
    assert_eq!(
        read(&markdown),
        "Twinkle, twin-\nkle little star\n- how I wonder"
    );
}

/// A list with these items, each with a label and a text; the list node stays open.
fn list(b: &mut Builder, ordered: bool, items: &[(&str, &str)]) {
    use crate::page::Own;
    b.open("L", LINE);
    let list = b.parent;
    b.page.tree[list].add_attribute(Own::Ordered, if ordered { "true" } else { "false" });
    for (label, text) in items {
        b.open("LI", LINE);
        lines(b, "P", &[&format!("{label} {text}")]);
        b.close();
    }
}

#[test]
fn lists_have_their_labels_and_are_kept_apart() {
    let mut b = Builder::new();
    list(
        &mut b,
        true,
        &[("1.", "one"), ("2.", "two"), ("5.", "five")],
    );
    b.close();
    list(&mut b, false, &[("•", "a"), ("•", "b")]);
    b.open("LI", LINE);
    lines(&mut b, "P", &["• c"]);
    list(&mut b, true, &[("(i)", "inner"), ("(ii)", "more")]);
    insta::assert_snapshot!(written(&b, &Options::default()), @r"
    1. one
    2. two

    <!-- -->

    5. five

    <!-- -->

    - a
    - b
    - c
      - (i) inner
      - (ii) more
    ");
}

/// A kept line begins as printed, and a number there begins a list.
#[test]
fn numbers_that_begin_kept_lines_are_as_printed() {
    let page = of_lines("P", &["1. one", "2. two"]);
    assert_eq!(written(&page, &keep_lines()), "1. one\n2\\. two\n");
    assert_eq!(written(&page, &Options::default()), "1\\. one 2. two\n");
}

#[test]
fn a_table_without_a_header_is_html() {
    let mut b = Builder::new();
    b.open("Table", LINE).open("TR", LINE);
    for text in ["a", "b"] {
        b.open("TD", LINE);
        lines(&mut b, "P", &[text]);
        b.close();
    }
    let html = "<table>\n<tr><td>a</td><td>b</td></tr>\n</table>\n";
    assert_eq!(written(&b, &Options::default()), html);
}

/// Emphasis of a whole cell is left out, so that programs can read its number; that of a word in it is kept.
#[test]
fn a_cell_that_is_wholly_bold_has_no_emphasis() {
    let mut b = Builder::new();
    b.font(1, true, false).open("Table", LINE);
    for (kind, cells) in [("TH", [0, 0]), ("TD", [1, 1]), ("TD", [0, 1])] {
        b.open("TR", LINE);
        for first in cells {
            b.open(kind, LINE).open("P", LINE).line(LINE, 0.0);
            b.word_in("12", LINE, first, 9.0);
            b.word_in("km", LINE, cells[1], 9.0);
            b.close().close().close();
        }
        b.close();
    }
    let expected = "\
        | 12 km | 12 km |\n\
        | --- | --- |\n\
        | 12 km | 12 km |\n\
        | 12 **km** | 12 km |\n";
    assert_eq!(written(&b, &Options::default()), expected);
}

#[test]
fn a_table_whose_cells_span_others_is_html() {
    let mut b = Builder::new();
    b.open("Table", LINE).open("TR", LINE).open("TH", LINE);
    let cell = b.parent;
    b.page.tree[cell].add_attribute(crate::page::Name::standard("ColSpan"), "2");
    lines(&mut b, "P", &["a & *b*"]);
    b.close().close().open("TR", LINE);
    for text in ["c", "d"] {
        b.open("TD", LINE);
        lines(&mut b, "P", &[text]);
        b.close();
    }
    insta::assert_snapshot!(written(&b, &Options::default()), @r#"
    <table>
    <tr><th colspan="2">a &amp; *b*</th></tr>
    <tr><td>c</td><td>d</td></tr>
    </table>
    "#);
}
