//! Tests of TEI output with handmade pages.

use super::*;
use crate::blocks::testing::{Builder, frame, sample};
use crate::page::Own;

fn written(builder: &Builder) -> (String, String) {
    pages(std::slice::from_ref(builder))
}

/// Writes pages; returns the facsimile and the text.
fn pages(builders: &[Builder]) -> (String, String) {
    let tei = Tei::new(&Options::default());
    let mut joiner = tei.joiner().unwrap();
    let (mut front, mut text) = (String::new(), String::new());
    for builder in builders {
        let page = joiner.page(tei.page(&builder.in_frame(frame(400, 200))));
        front += &page.front;
        text += &page.text;
    }
    (front, text + &joiner.end().text)
}

/// A page of boxes with position, role and lines.
fn boxes(index: u32, boxes: &[([f32; 2], &str, &[&str])]) -> Builder {
    let mut b = Builder::new();
    b.page.index = index;
    for ([x, y], role, lines) in boxes {
        b.open("textbox", [*x, *y, x + 80.0, y + 12.0 * lines.len() as f32]);
        if !role.is_empty() {
            b.page.tree[b.parent].add_attribute(Own::Role, *role);
        }
        for (n, line) in lines.iter().enumerate() {
            let top = y + 12.0 * n as f32;
            b.line([*x, top, x + 80.0, top + 10.0], 0.0);
            for word in line.split(' ') {
                b.word(word, [*x, top, x + 10.0, top + 10.0]);
            }
            b.close();
        }
        b.close();
    }
    b
}

#[test]
fn a_paragraph_goes_on_over_columns_and_pages() {
    let first = boxes(
        0,
        &[
            ([10.0, 50.0], "", &["begins in the", "dictio\u{AD}"]),
            ([110.0, 10.0], "", &["nary, and then"]),
            ([110.0, 80.0], "footnote", &["a note"]),
        ],
    );
    let second = boxes(1, &[([10.0, 10.0], "", &["it ends."])]);
    let (_, text) = pages(&[first, second]);
    insta::assert_snapshot!(text.trim(), @r##"
    <pb n="1" facs="#facs_1"/>
       <cb n="1"/>
        <p facs="#zone_1_1 #zone_1_2 #zone_2_1"><lb facs="#line_1_1"/>begins in the
    <lb facs="#line_1_2"/>dictio&#xAD;
       <cb n="2" break="no"/><lb facs="#line_1_3" break="no"/>nary, and then
        <note place="bottom" facs="#zone_1_3"><lb facs="#line_1_4"/>a note</note>
       <pb n="2" facs="#facs_2"/>
    <lb facs="#line_2_1"/>it ends.</p>
    "##);
}

#[test]
fn places_stand_apart_from_the_text() {
    let (front, text) = written(&sample());
    insta::assert_snapshot!(front + &text, @r##"

      <surface xml:id="facs_3" ulx="0" uly="0" lrx="400" lry="200">
       <zone xml:id="zone_3_1" type="paragraph" ulx="20" uly="20" lrx="200" lry="44">
        <zone xml:id="line_3_1" type="line" ulx="20" uly="20" lrx="200" lry="44"/>
       </zone>
       <zone xml:id="zone_3_2" type="paragraph" ulx="20" uly="60" lrx="380" lry="100">
        <zone xml:id="line_3_2" type="line" ulx="20" uly="60" lrx="380" lry="80"/>
        <zone xml:id="line_3_3" type="line" ulx="300" uly="80" lrx="320" lry="100" rotate="270"/>
       </zone>
       <zone xml:id="zone_3_3" type="figure" ulx="0" uly="120" lrx="400" lry="198"/>
      </surface>
       <pb n="3" facs="#facs_3"/>
        <p facs="#zone_3_1"><lb facs="#line_3_1"/><hi rend="bold italic">A&lt;B Title</hi></p>
        <p facs="#zone_3_2"><lb facs="#line_3_2"/>first words <hi rend="bold italic">bold</hi>
    <lb facs="#line_3_3"/>up</p>
        <figure facs="#zone_3_3">
        </figure>
    "##);
}

#[test]
fn a_heading_begins_a_part_and_a_divided_word_has_no_break() {
    let mut b = Builder::new();
    b.open("textbox", [0.0, 0.0, 100.0, 10.0]);
    b.page.tree[b.parent].add_attribute(Own::Level, "2");
    b.line([0.0, 0.0, 100.0, 10.0], 0.0);
    b.word("One", [0.0, 0.0, 10.0, 10.0]).close().close();
    b.open("textbox", [0.0, 20.0, 100.0, 40.0]);
    for words in [["a", "Ka\u{AD}"], ["szuby", "<b>"]] {
        b.line([0.0, 20.0, 100.0, 30.0], 0.0);
        for word in words {
            b.word(word, [0.0, 20.0, 10.0, 30.0]);
        }
        b.close();
    }
    let (_, text) = written(&b);
    let place = text.find("<div type=\"section\"").unwrap();
    insta::assert_snapshot!(text[place..].trim_end(), @r##"
    <div type="section" n="2">
        <head facs="#zone_3_1"><lb facs="#line_3_1"/>One</head>
        <p facs="#zone_3_2"><lb facs="#line_3_2"/>a Ka&#xAD;<lb facs="#line_3_3" break="no"/>szuby &lt;b&gt;</p>
       </div>
    "##);
}

/// The entries of a page whose first one continues from the previous page.
fn entries() -> Builder {
    let mut b = Builder::new();
    b.open("column", [0.0, 0.0, 100.0, 90.0]);
    for (at, (continued, words)) in [
        (true, &["of", "before"][..]),
        (false, &["Haus,", "n.", "hou\u{AD}"]),
        (true, &["se"]),
    ]
    .into_iter()
    .enumerate()
    {
        let top = at as f32 * 20.0;
        b.open("entry", [0.0, top, 100.0, top + 10.0]);
        if continued {
            b.page.tree[b.parent].add_attribute(Name::named("continued"), "true");
        }
        b.line([0.0, top, 100.0, top + 10.0], 0.0);
        for word in words {
            b.word(word, [0.0, top, 10.0, top + 10.0]);
            if *word == "Haus," {
                let line = b.page.tree.children(b.parent).last().unwrap();
                b.page.tree[line].kind = crate::page::NodeKind::new("headword");
            }
        }
        b.close().close();
    }
    b
}

#[test]
fn entries_point_to_the_places_of_the_tei_file() {
    let lex0 = lex0::Lex0::new(&Options {
        tei_file: Some("my book.tei.xml".to_owned()),
        ..Options::default()
    });
    let document = DocumentInfo {
        name: "my book.pdf".to_owned(),
        languages: vec!["de".to_owned()],
        ..DocumentInfo::default()
    };
    let head = lex0.head(&document, 1);
    assert!(
        head.contains("<language ident=\"de\" role=\"objectLanguage\"/>"),
        "{head}"
    );
    assert!(
        lex0.complaint()
            .unwrap()
            .message
            .contains("dictionary_entries")
    );
    let page = lex0.page(&entries().in_frame(frame(400, 200)));
    insta::assert_snapshot!(page.text, @r##"
       <entry xml:id="entry_3_1" xml:lang="de" facs="my%20book.tei.xml#zone_3_1" rend="continued">
        <sense xml:id="sense_3_1" facs="my%20book.tei.xml#zone_3_1"><def>of before</def></sense>
       </entry>
       <entry xml:id="entry_3_2" xml:lang="de" facs="my%20book.tei.xml#zone_3_2 my%20book.tei.xml#zone_3_3">
        <form type="lemma" facs="my%20book.tei.xml#line_3_2"><orth facs="my%20book.tei.xml#line_3_2">Haus</orth><pc>,</pc></form>
        <sense xml:id="sense_3_2" facs="my%20book.tei.xml#zone_3_2 my%20book.tei.xml#zone_3_3"><def>n. house</def></sense>
       </entry>
    "##);
    assert!(lex0.complaint().is_none());
    let (front, text) = written(&entries());
    for id in page
        .text
        .split("tei.xml#")
        .skip(1)
        .filter_map(|id| id.split(['"', ' ']).next())
    {
        assert!(front.contains(&format!("xml:id=\"{id}\"")), "{id}");
    }
    let alone = lex0::Lex0::new(&Options::default());
    let page = alone.page(&entries().in_frame(frame(400, 200)));
    assert!(!page.text.contains("facs"), "{}", page.text);
    assert!(
        text.contains("<form type=\"lemma\"><orth>Haus,</orth></form> n."),
        "{text}"
    );
}
