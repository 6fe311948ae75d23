//! Operations on pages that are made by hand.

use super::*;
use crate::geometry::{Point, Rect};
use crate::line::testing::Pen;
use crate::page::{Decoding, Detail, LineGeometry, Node, NodeId, NodeKind, Own, Page, Step, Tree};
use crate::page_number::PageNumber;

/// A page of blocks of paragraphs of lines: `|` ends a block, `/` a paragraph, `;` a line. Characters are 5
/// points wide, lines 12 points apart.
pub(super) fn page(text: &str) -> Page {
    let mut pen = Pen::new();
    let run = pen.run(10.0, 0.0);
    let mut tree = Tree::new(Rect::new(0.0, 0.0, 600.0, 800.0));
    let (root, mut y) = (tree.root(), 100.0);
    let node = |kind: NodeKind, detail: Detail| Node::new(kind, Rect::EMPTY, detail);
    for block in text.split('|') {
        let group = tree.add_child(root, node(NodeKind::TEXTGROUP, Detail::None));
        tree[group].add_attribute(Own::Block, "true");
        for paragraph in block.split('/') {
            let textbox = tree.add_child(group, node(NodeKind::TEXTBOX, Detail::None));
            for line in paragraph.split(';') {
                let geometry = LineGeometry {
                    origin: Point::new(50.0, y),
                    angle: 0.0,
                    size: 10.0,
                    vertical: false,
                };
                let textline =
                    tree.add_child(textbox, node(NodeKind::TEXTLINE, Detail::Line(geometry)));
                let mut x = 50.0;
                for word in line.split_whitespace() {
                    let start = pen.content.glyphs.len();
                    pen.write(run, x, y, word);
                    let end = pen.content.glyphs.len();
                    x += 5.0 * (word.chars().count() as f32 + 1.0);
                    let own = &pen.content.glyphs[start..end];
                    let bbox = own
                        .iter()
                        .fold(Rect::EMPTY, |all, glyph| all.union(glyph.bbox));
                    let detail = Detail::Word(start as u32..end as u32);
                    tree.add_child(textline, Node::new(NodeKind::WORD, bbox, detail));
                    for id in [textline, textbox, group] {
                        tree[id].bbox = tree[id].bbox.union(bbox);
                    }
                }
                y += 12.0;
            }
        }
    }
    Page {
        index: 0,
        order: pen.content.glyph_indices().collect(),
        content: pen.content,
        tree,
        findings: Vec::new(),
    }
}

/// The tree in the notation of [`page`], with the kinds and attributes of paragraphs that are no plain text.
pub(super) fn shown(page: &Page) -> String {
    let mut out = String::new();
    let class = |id: NodeId| {
        let node = &page.tree[id];
        let kind = node.kind.as_str();
        let mut class = match kind {
            "textgroup" | "textbox" | "textline" | "word" | "page" => String::new(),
            kind => format!("<{kind}>"),
        };
        for own in [Own::Level, Own::Role, Own::Item] {
            if let Some(value) = node.own(own) {
                class.push_str(&format!("<{}={value}>", own.name()));
            }
        }
        class
    };
    let end = |out: &mut String, mark: char| {
        let text = out.trim_end_matches([' ', ';', '/']).len();
        out.truncate(text);
        out.push(mark);
    };
    for step in page.tree.walk(page.tree.root()) {
        match step {
            Step::Enter(id) => {
                out.push_str(&class(id));
                if let Detail::Word(glyphs) = &page.tree[id].detail {
                    page.push_text(glyphs, &mut out);
                    out.push(' ');
                }
            }
            Step::Leave(id) => match &page.tree[id].detail {
                Detail::Line(_) => end(&mut out, ';'),
                Detail::None if page.tree.parent(id) == Some(page.tree.root()) => {
                    end(&mut out, '|')
                }
                Detail::None if page.tree[id].kind == NodeKind::TEXTBOX => end(&mut out, '/'),
                _ => {}
            },
        }
    }
    out.trim_end_matches(['|', ';', '/', ' ']).to_owned()
}

/// The anchor of words that follow each other on a page.
fn on(page: &Page, text: &str) -> Anchor {
    let mut words = Vec::new();
    for step in page.tree.walk(page.tree.root()) {
        if let Step::Enter(id) = step
            && let Detail::Word(glyphs) = &page.tree[id].detail
        {
            let mut text = String::new();
            page.push_text(glyphs, &mut text);
            words.push((text, page.tree[id].bbox));
        }
    }
    let wanted: Vec<&str> = text.split(' ').collect();
    let run = words
        .windows(wanted.len())
        .find(|run| run.iter().map(|(text, _)| text).eq(&wanted));
    let run = run.unwrap_or_else(|| panic!("{text} is not in {words:?}"));
    let bbox = run
        .iter()
        .fold(Rect::EMPTY, |all, (_, bbox)| all.union(*bbox));
    Anchor {
        bbox: [bbox.x0, bbox.y0, bbox.x1, bbox.y1],
        text: text.to_owned(),
    }
}

pub(super) fn entry(number: usize, by: &str, operation: Operation) -> Entry {
    Entry {
        id: Id(format!("{number:04}")),
        by: by.to_owned(),
        at: format!("2026-01-01T10:{:02}:{:02}Z", number / 60, number % 60),
        page: Some(crate::page_number::PageNumber::FIRST),
        operation,
    }
}

/// Applies operations of one person, and returns their states.
pub(super) fn apply(page: &mut Page, operations: Vec<Operation>) -> Vec<State> {
    let entries = operations.into_iter().enumerate();
    let entries = entries
        .map(|(number, operation)| entry(number, "ada", operation))
        .collect();
    apply_file(
        page,
        &File {
            source: Source::default(),
            entries,
        },
    )
}

fn apply_file(page: &mut Page, file: &File) -> Vec<State> {
    apply_all(page, &Corrections::new(file))
}

fn apply_all(page: &mut Page, corrections: &Corrections) -> Vec<State> {
    let mut corrected = Corrected::default();
    for phase in [Phase::BeforeModules, Phase::AfterModules] {
        corrections.apply(page, phase, &mut corrected);
    }
    corrected.outcomes.sort_by(|a, b| a.id.cmp(&b.id));
    corrected
        .outcomes
        .iter()
        .map(|outcome| outcome.state)
        .collect()
}

fn text(on: Anchor, text: &str) -> Operation {
    Operation::Text {
        level: Level::Line,
        on,
        text: text.to_owned(),
    }
}

fn group(page: &Page, level: Level, parts: &[&str]) -> Operation {
    let parts = parts.iter().map(|text| on(page, text)).collect();
    Operation::Group {
        level,
        parts,
        together: false,
    }
}

fn merge(page: &Page, level: Level, parts: &[&str]) -> Operation {
    let Operation::Group { level, parts, .. } = group(page, level, parts) else {
        unreachable!()
    };
    Operation::Group {
        level,
        parts,
        together: true,
    }
}

fn class(page: &Page, level: Level, text: &str, class: Class) -> Operation {
    Operation::Class {
        level,
        on: on(page, text),
        class,
    }
}

#[test]
fn a_page_is_shown_as_it_is_written() {
    let text = "a b;c/d e|f";
    assert_eq!(shown(&page(text)), text);
}

#[test]
fn text_keeps_the_places_of_characters_or_shares_the_box() {
    let mut page = page("teh tehbook is red");
    let whole = on(&page, "teh tehbook is red");
    let before = page.tree.root();
    let bbox = page.tree[before].bbox;
    let fixed = text(whole, "the the book is read");
    assert_eq!(apply(&mut page, vec![fixed]), [State::Applied]);
    assert_eq!(shown(&page), "the the book is read");
    assert_eq!(page.tree[page.tree.root()].bbox, bbox);
    let [first, ..] = on(&page, "the").bbox;
    assert_eq!(first, 50.0);
    let [start, _, end, _] = on(&page, "book").bbox;
    assert!(start > 85.0 && end <= 105.1, "{start} {end}");
    assert!(
        page.glyphs(&(0..3))
            .all(|glyph| glyph.decoding == Decoding::Person)
    );
}

#[test]
fn words_are_inserted_and_removed() {
    let mut page = page("one three;four five");
    let ops = vec![
        text(on(&page, "one three"), "zero one two three end"),
        text(on(&page, "four five"), "five"),
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 2]);
    assert_eq!(shown(&page), "zero one two three end;five");
    let x = |text: &str| on(&page, text).bbox;
    assert!(x("zero")[2] <= x("one")[0] && x("three")[2] < x("end")[0]);
}

#[test]
fn text_that_is_right_is_confirmed() {
    let mut page = page("all is right");
    let op = text(on(&page, "all is right"), "all is right");
    assert_eq!(apply(&mut page, vec![op]), [State::Needless]);
    assert!(
        page.content
            .glyphs
            .iter()
            .all(|glyph| glyph.decoding == Decoding::Person)
    );
}

#[test]
fn operations_fit_only_the_text_on_which_they_were_made() {
    let mut other = page("something else");
    let anchor = on(&page("teh first word"), "teh");
    let away = Anchor {
        bbox: [400.0, 400.0, 450.0, 412.0],
        text: "teh".to_owned(),
    };
    let ops = vec![
        text(anchor.clone(), "the"),
        text(away.clone(), "the"),
        Operation::Delete {
            level: Level::Word,
            on: anchor,
        },
        Operation::Delete {
            level: Level::Word,
            on: away,
        },
    ];
    let expected = [State::Failed, State::Failed, State::Failed, State::Needless];
    assert_eq!(apply(&mut other, ops), expected);
    assert_eq!(shown(&other), "something else");
}

#[test]
fn a_word_is_known_by_the_texts_that_it_had() {
    let mut page = page("teh tehbook xx/rest");
    let (paragraph, word) = (on(&page, "teh tehbook xx"), on(&page, "tehbook"));
    let noise = on(&page, "xx");
    let ops = vec![
        class(&page, Level::Paragraph, "teh tehbook xx", Class::Heading(2)),
        text(word, "the book"),
        Operation::Delete {
            level: Level::Word,
            on: noise,
        },
        text(paragraph, "the the book"),
    ];
    assert_eq!(apply(&mut page, ops), [State::Applied; 4]);
    assert_eq!(shown(&page), "<level=2>the the book/rest");
}

#[test]
fn words_are_split_and_merged() {
    let mut page = page("to day isgood");
    let [x0, y0, _, y1] = on(&page, "isgood").bbox;
    let piece = |from: f32, to: f32, text: &str| Anchor {
        bbox: [x0 + from, y0, x0 + to, y1],
        text: text.to_owned(),
    };
    let parts = vec![piece(0.0, 10.0, "is"), piece(10.0, 30.0, "good")];
    let ops = vec![
        group(&page, Level::Word, &["to day"]),
        Operation::Group {
            level: Level::Word,
            parts,
            together: false,
        },
    ];
    assert_eq!(apply(&mut page, ops.clone()), [State::Applied; 2]);
    assert_eq!(shown(&page), "today is good");
    assert_eq!(apply(&mut page, ops), [State::Needless; 2]);
}

#[test]
fn units_are_split_and_merged() {
    let mut split = page("a b c;d/e;f|g");
    let ops = vec![group(&split, Level::Line, &["a b", "c"])];
    assert_eq!(apply(&mut split, ops.clone()), [State::Applied]);
    assert_eq!(shown(&split), "a b;c;d/e;f|g");
    assert_eq!(apply(&mut split, ops), [State::Needless]);

    let mut cut = page("a b c;d/e;f|g");
    let ops = vec![group(&cut, Level::Paragraph, &["e"])];
    assert_eq!(apply(&mut cut, ops), [State::Applied]);
    assert_eq!(shown(&cut), "a b c;d/e/f|g");

    let mut merged = page("a b c;d/e;f|g");
    let ops = vec![
        group(&merged, Level::Paragraph, &["d e f"]),
        group(&merged, Level::Block, &["a b c d e f g"]),
    ];
    assert_eq!(apply(&mut merged, ops), [State::Applied; 2]);
    assert_eq!(shown(&merged), "a b c/d;e;f/g");

    let mut blocks = page("a/b/c");
    let ops = vec![group(&blocks, Level::Block, &["b"])];
    assert_eq!(apply(&mut blocks, ops), [State::Applied]);
    assert_eq!(shown(&blocks), "a|b|c");

    let mut lines = page("a;b c");
    let ops = vec![group(&lines, Level::Line, &["a b c"])];
    assert_eq!(apply(&mut lines, ops), [State::Applied]);
    assert_eq!(shown(&lines), "a b c");
}

#[test]
fn units_with_others_between_them_are_merged_at_the_place_of_the_first() {
    for (text, level, parts, expected) in [
        ("a|b|c d;e|f", Level::Block, ["a", "c d e"], "a/c d;e|b|f"),
        ("a|b|c d;e|f", Level::Block, ["c d e", "a"], "b|c d;e/a|f"),
        ("a|b|c d;e|f", Level::Line, ["a", "c d"], "a c d|b|e|f"),
        ("a/b/c;d|e", Level::Paragraph, ["a", "c d"], "a;c;d/b|e"),
        ("a b", Level::Word, ["a", "b"], "ab"),
        ("a/b;c|d", Level::Block, ["a", "c"], "a/c|b|d"),
    ] {
        let mut page = page(text);
        let op = merge(&page, level, &parts);
        assert_eq!(apply(&mut page, vec![op.clone()]), [State::Applied]);
        assert_eq!(shown(&page), expected, "{text} {parts:?}");
        assert_eq!(apply(&mut page, vec![op]), [State::Needless], "{expected}");
        // The merged block can be corrected further, although the others are in its box.
        if level == Level::Block && parts == ["a", "c d e"] {
            let op = class(&page, Level::Block, "a c d e", Class::Note);
            assert_eq!(apply(&mut page, vec![op]), [State::Applied]);
            let split = group(&page, Level::Block, &["a", "c d e"]);
            assert_eq!(apply(&mut page, vec![split]), [State::Applied]);
            assert_eq!(shown(&page), "<role=footnote>a|<role=footnote>c d;e|b|f");
        }
    }
}

#[test]
fn units_that_are_merged_later_stay_whole() {
    let text = "a/b/c|d";
    let mut page = page(text);
    let ops = vec![
        class(&page, Level::Paragraph, "b", Class::Heading(2)),
        Operation::Order {
            level: Level::Paragraph,
            parts: vec![on(&page, "c"), on(&page, "b")],
        },
        Operation::Resize {
            level: Level::Paragraph,
            on: on(&page, "b"),
            bbox: [40.0, 90.0, 90.0, 130.0],
        },
        merge(&page, Level::Paragraph, &["b", "c"]),
    ];
    let expected = [
        State::Applied,
        State::Needless,
        State::Needless,
        State::Applied,
    ];
    assert_eq!(apply(&mut page, ops.clone()), expected);
    assert_eq!(shown(&page), "a/<level=2>b;c|d");
    // Before its class was set, a part of a larger paragraph becomes one of its own.
    let mut other = self::page("a;b;c|d");
    assert_eq!(apply(&mut other, ops[..1].to_vec()), [State::Applied]);
    assert_eq!(shown(&other), "a/<level=2>b/c|d");
}

#[test]
fn tagged_units_are_split_and_merged() {
    let mut page = page("a b;c d/e");
    for step in page.tree.clone().walk(page.tree.root()) {
        if let Step::Enter(id) = step
            && page.tree[id].kind == NodeKind::TEXTBOX
        {
            page.tree[id].kind = NodeKind::known("P");
        }
        if let Step::Enter(id) = step
            && page.tree[id].kind == NodeKind::TEXTGROUP
        {
            page.tree[id].kind = NodeKind::known("Sect");
        }
    }
    let ops = vec![
        group(&page, Level::Paragraph, &["a b", "c d"]),
        class(&page, Level::Paragraph, "c d", Class::Heading(1)),
        group(&page, Level::Block, &["e"]),
    ];
    let expected = [State::Applied, State::Applied, State::Needless];
    assert_eq!(apply(&mut page, ops), expected);
    let text = shown(&page);
    assert_eq!(text, "<Sect><P>a b;<H1><level=1>c d;<P>e");
}

#[test]
fn units_are_added_resized_and_put_in_order() {
    let mut page = page("first;third/fourth|last");
    let [x0, y0, _, y1] = on(&page, "first").bbox;
    let bbox = [x0 + 40.0, y0, x0 + 65.0, y1];
    let add = |level: Level, bbox: [f32; 4], text: &str| Operation::Add {
        level,
        bbox,
        text: text.to_owned(),
    };
    let parts = ["last", "fourth"].map(|text| on(&page, text)).to_vec();
    let ops = vec![
        add(Level::Word, bbox, "second"),
        add(Level::Line, [50.0, 300.0, 150.0, 312.0], "a new line"),
        add(Level::Word, [x0, y0, x0 + 25.0, y1], "other"),
        Operation::Resize {
            level: Level::Block,
            on: on(&page, "last"),
            bbox: [40.0, 120.0, 300.0, 140.0],
        },
        Operation::Order {
            level: Level::Paragraph,
            parts: parts.clone(),
        },
    ];
    let expected = [
        State::Applied,
        State::Applied,
        State::Failed,
        State::Applied,
        State::Applied,
    ];
    assert_eq!(apply(&mut page, ops), expected);
    assert_eq!(shown(&page), "first second;third/last|fourth|a new line");
    let again = Operation::Order {
        level: Level::Paragraph,
        parts,
    };
    assert_eq!(apply(&mut page, vec![again]), [State::Needless]);
}

#[test]
fn classes_are_kinds_and_attributes() {
    let text = "Head/Title/item;two|note/caption|12";
    let mut page = page(text);
    let ops = vec![
        class(&page, Level::Block, "12", Class::PageNumber),
        class(&page, Level::Paragraph, "Head", Class::RunningHead),
        class(&page, Level::Paragraph, "Title", Class::Heading(3)),
        class(&page, Level::Line, "item", Class::ListItem),
        class(&page, Level::Word, "two", Class::Headword),
        class(&page, Level::Paragraph, "two", Class::Entry),
        class(&page, Level::Paragraph, "note", Class::Note),
        class(&page, Level::Paragraph, "caption", Class::Caption),
    ];
    assert_eq!(apply(&mut page, ops.clone()), [State::Applied; 8]);
    assert_eq!(
        shown(&page),
        "<pageno>12|<header>Head|<level=3>Title/<item=1>item/<entry><headword>two|<role=footnote>note/\
         <role=caption>caption"
    );
    assert_eq!(apply(&mut page, ops), [State::Needless; 8]);
    let plain = |text: &str| class(&page, Level::Paragraph, text, Class::Text);
    let ops = vec![plain("Title"), plain("note"), plain("Head")];
    assert_eq!(apply(&mut page, ops), [State::Applied; 3]);
    assert!(
        shown(&page).starts_with("<pageno>12|Head|Title/"),
        "{}",
        shown(&page)
    );

    let mut table = self::page("a b;c d|e");
    let ops = vec![
        class(&table, Level::Block, "a b c d", Class::Table),
        class(&table, Level::Block, "e", Class::Figure),
    ];
    assert_eq!(apply(&mut table, ops), [State::Applied; 2]);
    let kinds: Vec<String> = table
        .tree
        .children(table.tree.root())
        .map(|id| table.tree[id].kind.to_string())
        .collect();
    assert_eq!(kinds, ["Table", "image", "textgroup"]);
}

#[test]
fn tagged_list_items_are_in_lists() {
    let mut page = page("a/b/c/d");
    let kind = |page: &mut Page, from: &str, to: &'static str| {
        for step in page.tree.clone().walk(page.tree.root()) {
            if let Step::Enter(id) = step
                && page.tree[id].kind.as_str() == from
            {
                page.tree[id].kind = NodeKind::known(to);
            }
        }
    };
    kind(&mut page, "textbox", "P");
    kind(&mut page, "textgroup", "Sect");
    let item = |page: &Page, text: &str| class(page, Level::Paragraph, text, Class::ListItem);
    // The third item joins the lists before and after it.
    let ops = ["a", "c", "b"].map(|text| item(&page, text)).to_vec();
    assert_eq!(apply(&mut page, ops.clone()), [State::Applied; 3]);
    let lists = "<Sect><L><LI><P>a;<LI><P>b;<LI><P>c;<P>d";
    assert_eq!(shown(&page), lists);
    assert_eq!(apply(&mut page, ops), [State::Needless; 3]);
    let plain = class(&page, Level::Paragraph, "b", Class::Text);
    assert_eq!(apply(&mut page, vec![plain]), [State::Applied]);
    let divided = "<Sect><L><LI><P>a;<P>b;<L><LI><P>c;<P>d";
    assert_eq!(shown(&page), divided);
}

#[test]
fn files_of_two_people_are_merged_by_time() {
    let base = page("teh old word");
    let anchor = on(&base, "teh");
    let word = |new: &str| Operation::Text {
        level: Level::Word,
        on: anchor.clone(),
        text: new.to_owned(),
    };
    let file = |entries: Vec<Entry>| File {
        source: Source::default(),
        entries,
    };
    let ada = file(vec![
        entry(1, "ada", word("the")),
        entry(5, "ada", text(on(&base, "old word"), "old words")),
    ]);
    let bob = file(vec![
        entry(2, "bob", word("ten")),
        entry(3, "bob", text(on(&base, "teh old word"), "ten old word")),
    ]);
    let mut merged = MergedFiles::new(vec![bob.clone(), ada.clone(), bob.clone()]);
    let in_effect = merged.corrections().in_effect();
    let ids: Vec<&str> = in_effect.map(|entry| entry.id.0.as_str()).collect();
    assert_eq!(ids, ["0001", "0002", "0003", "0005"]);
    assert_eq!(merged.corrections().people(), ["ada", "bob"]);
    assert_eq!(merged.corrections().conflicts().count(), 1);
    let mut page = base.clone();
    let states = apply_all(&mut page, merged.corrections());
    let expected = [
        State::Conflict,
        State::Applied,
        State::Needless,
        State::Applied,
    ];
    assert_eq!(states, expected);
    assert_eq!(shown(&page), "ten old words");
    // Undoing one of them settles the conflict.
    let of = vec![Id("0002".to_owned())];
    let undo = Entry {
        page: None,
        ..entry(9, "ada", Operation::Undo { of })
    };
    assert_eq!(merged.append(&[undo]), [PageNumber::FIRST].into());
    assert_eq!(merged.corrections().conflicts().count(), 0);
}

#[test]
fn files_are_read_with_the_places_of_errors() {
    let head = r#"{"pdfa2hocr_corrections":1,"name":"a.pdf","sha256":"","pages":1}"#;
    let line = r#"{"id":"1","by":"a","at":"2026-01-01T00:00:00Z","page":1,"op":"add","level":"line","box":[0,0,1,1],"text":"x"}"#;
    let read = |text: &str| File::read(text.as_bytes());
    let whole = format!("{head}\n{line}\n");
    assert_eq!(read(&whole).expect("a file").entries.len(), 1);
    for cut in 0..whole.len() {
        assert!(read(&whole[..cut]).is_ok(), "{cut}");
    }
    let error = |text: String| read(&text).expect_err("an error");
    let wrong = error(format!("{head}\n\n{}\n", line.replace("\"add\"", "\"ad\"")));
    assert!(wrong.starts_with("line 3: unknown variant `ad`"), "{wrong}");
    let no_page = error(format!("{head}\n{}\n", line.replace("\"page\":1,", "")));
    assert_eq!(no_page, "line 2: the operation has no page");
    let large = error(format!(
        "{head}\n{}\n",
        line.replace("0,0,1,1", "0,0,1e39,1")
    ));
    assert!(
        large.starts_with("line 2: a box is larger than any page"),
        "{large}"
    );
    let version = error(format!("{}\n", head.replace(":1,\"name", ":2,\"name")));
    assert!(version.contains("version 2"), "{version}");
}

#[test]
fn gutters_concern_the_pages_that_they_name() {
    let gutters = |number: usize, page: u32, pages: PagesOf, x: f32| Entry {
        page: Some(crate::page_number::PageNumber::of(page)),
        ..entry(
            number,
            "ada",
            Operation::Gutters {
                at: vec![[x, 0.0, x + 5.0, 9.0]],
                pages,
            },
        )
    };
    let entries = vec![
        gutters(1, 2, PagesOf::Following, 1.0),
        gutters(2, 3, PagesOf::Alternate, 2.0),
        gutters(3, 5, PagesOf::This, 3.0),
    ];
    for entry in &entries {
        let line = serde_json::to_string(entry).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Entry>(&line).expect("an entry"),
            *entry
        );
    }
    let corrections = Corrections::new(&File {
        source: Source::default(),
        entries,
    });
    let at = |index: u32| corrections.gutters(index).map(|found| found.boxes[0].x0);
    let found: Vec<Option<f32>> = (0..8).map(at).collect();
    let [none, one, two, three] = [None, Some(1.0), Some(2.0), Some(3.0)];
    assert_eq!(found, [none, none, one, two, one, three, one, two]);
}
