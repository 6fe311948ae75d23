//! Tests of hOCR output with handmade pages and the built-in mappings.

use proptest::prelude::*;
use quick_xml::events::Event;

use super::*;
use crate::blocks::testing::{Builder, frame, sample};
use crate::page::Metadata;
use crate::page::PageImage;

fn hocr(mapping: Mapping, options: Options) -> Hocr {
    Hocr::new(Arc::new(mapping), options)
}

fn written(mapping: &str, builder: &Builder, options: Options) -> String {
    let writer = hocr(Mapping::built_in(mapping).unwrap(), options);
    writer.page(&builder.in_frame(frame(400, 200))).text
}

fn with_mapping(json: &str, builder: &Builder) -> String {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("m.json");
    std::fs::write(&path, json).unwrap();
    let writer = hocr(Mapping::read(&path).unwrap(), Options::default());
    writer.page(&builder.in_frame(frame(400, 200))).text
}

#[test]
fn the_default_mapping_writes_careas_pars_lines_and_words() {
    insta::assert_snapshot!(written("layout", &sample(), Options::default()), @r#"
    <div class="ocr_page" id="page_3" title="bbox 0 0 400 200; ppageno 2; scan_res 300 300">
     <div class="ocr_carea" id="block_3_1" title="bbox 20 20 200 44">
      <p class="ocr_par" id="par_3_1" title="bbox 20 20 200 44">
       <span class="ocr_line" id="line_3_1" title="bbox 20 20 200 44; baseline 0 -4; x_size 20">
        <span class="ocrx_word" id="word_3_1" title="bbox 20 20 60 44; x_wconf 95; x_font &quot;Arial Narrow&quot;; x_fsize 12"><strong><em>A&lt;B</em></strong></span>
        <span class="ocrx_word" id="word_3_2" title="bbox 80 20 200 44; x_wconf 95; x_font &quot;Arial Narrow&quot;; x_fsize 12"><strong><em>Title</em></strong></span>
       </span>
      </p>
     </div>
     <div class="ocr_carea" id="block_3_2" title="bbox 20 60 380 100">
      <p class="ocr_par" id="par_3_2" title="bbox 20 60 380 100">
       <span class="ocr_line" id="line_3_2" title="bbox 20 60 380 80; baseline 0 -4; x_size 20">
        <span class="ocrx_word" id="word_3_3" title="bbox 20 60 100 80; x_wconf 95; x_font &quot;Times&quot;; x_fsize 9">first</span>
        <span class="ocrx_word" id="word_3_4" title="bbox 120 60 200 80; x_wconf 95; x_font &quot;Times&quot;; x_fsize 9">words</span>
        <span class="ocrx_word" id="word_3_5" title="bbox 220 60 380 80; x_wconf 95; x_font &quot;Arial Narrow&quot;; x_fsize 9"><strong><em>bold</em></strong></span>
       </span>
       <span class="ocr_line" id="line_3_3" title="bbox 300 80 320 100; baseline 0 -20; x_size 20; textangle 90">
        <span class="ocrx_word" id="word_3_6" title="bbox 300 80 320 100; x_wconf 95; x_font &quot;Times&quot;; x_fsize 9">up</span>
       </span>
      </p>
     </div>
     <div class="ocr_photo" id="photo_3_1" title="bbox 0 120 400 198"></div>
    </div>
    "#);
}

#[test]
fn the_mapping_of_2011_writes_nested_areas_and_text_in_runs_of_one_font() {
    insta::assert_snapshot!(written("layout-2011", &sample(), Options::default()), @r#"
    <div class="ocr_page" id="page_3" title="bbox 0 0 400 200">
     <div class="ocr_carea" id="block_3_1" title="bbox 20 20 380 100">
      <div class="ocr_carea" id="block_3_2" title="bbox 20 20 200 44">
       <span class="ocr_line" id="line_3_1" title="bbox 20 20 200 44">
        <span style="font-family: Arial Narrow; font-size: 12pt; font-weight: bold; font-style: italic">A&lt;B Title</span>
       </span>
      </div>
      <div class="ocr_carea" id="block_3_3" title="bbox 20 60 380 100">
       <span class="ocr_line" id="line_3_2" title="bbox 20 60 380 80">
        <span style="font-family: Times; font-size: 9pt">first words</span>
        <span style="font-family: Arial Narrow; font-size: 9pt; font-weight: bold; font-style: italic">bold</span>
       </span>
       <span class="ocr_line" id="line_3_3" title="bbox 300 80 320 100">
        <span style="font-family: Times; font-size: 9pt">up</span>
       </span>
      </div>
     </div>
    </div>
    "#);
}

#[test]
fn special_font_tags_take_the_place_of_html_s() {
    let options = Options {
        special_font_tags: true,
        ..Options::default()
    };
    let mut b = Builder::new();
    b.font(1, true, true).font(0, false, true);
    b.line([0.0, 0.0, 9.0, 9.0], 0.0)
        .word("a", [0.0, 0.0, 9.0, 9.0])
        .word_in("b", [0.0, 0.0, 9.0, 9.0], 1, 9.0);
    insta::assert_snapshot!(written("layout", &b, options.clone()), @r#"
    <div class="ocr_page" id="page_3" title="bbox 0 0 400 200; ppageno 2; scan_res 300 300">
     <span class="ocr_line" id="line_3_1" title="bbox 0 0 18 18; baseline 0 -4; x_size 20">
      <span class="ocrx_word" id="word_3_1" title="bbox 0 0 18 18; x_wconf 95; x_font &quot;Times&quot;; x_fsize 9"><span class="ocrx_italic">a</span></span>
      <span class="ocrx_word" id="word_3_2" title="bbox 0 0 18 18; x_wconf 95; x_font &quot;Arial Narrow&quot;; x_fsize 9"><span class="ocrx_bold"><span class="ocrx_italic">b</span></span></span>
     </span>
    </div>
    "#);
    insta::assert_snapshot!(written("layout-2011", &b, options), @r#"
    <div class="ocr_page" id="page_3" title="bbox 0 0 400 200">
     <span class="ocr_line" id="line_3_1" title="bbox 0 0 18 18">
      <span style="font-family: Times; font-size: 9pt; font-style: italic"><span class="ocrx_italic">a</span></span>
      <span style="font-family: Arial Narrow; font-size: 9pt; font-weight: bold; font-style: italic"><span class="ocrx_bold"><span class="ocrx_italic">b</span></span></span>
     </span>
    </div>
    "#);
}

#[test]
fn characters_have_boxes_where_they_are_asked_for() {
    let mut b = Builder::new();
    b.line([0.0, 0.0, 20.0, 10.0], 0.0)
        .word("ab", [0.0, 0.0, 20.0, 10.0]);
    for (glyph, x) in b.page.content.glyphs.iter_mut().zip([0.0, 10.0]) {
        glyph.bbox = crate::geometry::Rect::new(x, 0.0, x + 10.0, 10.0);
    }
    let options = Options {
        char_boxes: true,
        ..Options::default()
    };
    let page = written("layout", &b, options);
    assert!(
        page.contains("; x_fsize 9; x_bboxes 0 0 20 20 20 0 40 20\""),
        "{page}"
    );
    assert!(!written("layout", &b, Options::default()).contains("x_bboxes"));
}

#[test]
fn every_word_says_its_own_style() {
    let mut b = Builder::new();
    let bbox = [0.0, 0.0, 20.0, 10.0];
    b.line(bbox, 0.0)
        .word("a", bbox)
        .word("b", bbox)
        .word_in("c", bbox, 1, 9.0)
        .word_in("d", bbox, 1, 12.0)
        .word("e", bbox);
    if let Some(glyph) = b.page.content.glyphs.last_mut() {
        glyph.decoding = crate::page::Decoding::Guess;
    }
    let page = written("layout", &b, Options::default());
    let styles: Vec<&str> = page
        .split("x_wconf ")
        .skip(1)
        .filter_map(|rest| rest.split_once("\">").map(|(style, _)| style))
        .collect();
    let style =
        |confidence, font, size| format!("{confidence}; x_font &quot;{font}&quot;; x_fsize {size}");
    assert_eq!(
        styles,
        [
            style(95, "Times", 9),
            style(95, "Times", 9),
            style(95, "Arial Narrow", 9),
            style(95, "Arial Narrow", 12),
            style(50, "Times", 9),
        ]
    );
}

#[test]
fn a_page_without_words_is_an_empty_page() {
    let writer = hocr(Mapping::built_in("layout").unwrap(), Options::default());
    let frame = PageFrame {
        image: Some(PageImage {
            name: "scan \"1\"; a.png".to_owned(),
            md5: Some("d41d8cd98f00b204e9800998ecf8427e".to_owned()),
        }),
        ..frame(400, 200)
    };
    insta::assert_snapshot!(writer.page(&Builder::new().in_frame(frame)).text, @r#"
    <div class="ocr_page" id="page_3" title="image &quot;scan '1', a.png&quot;; imagemd5 &quot;d41d8cd98f00b204e9800998ecf8427e&quot;; bbox 0 0 400 200; ppageno 2; scan_res 300 300"></div>
    "#);
}

#[test]
fn attributes_choose_rules_and_fixed_ones_are_written() {
    let mut b = Builder::new();
    for level in ["1", "2"] {
        let id = b.node("H", [0.0, 0.0, 50.0, 9.0], Detail::None);
        b.page.tree[id].add_attribute(Own::Level, level);
        b.page.tree[id].add_attribute(Own::ModuleLang, "pl");
    }
    let json = r#"{ "rules": { "H": [
        { "if": { "level": ["2", "3"], "lang": true, "scope": false },
          "element": "div.ocr_carea > p.ocr_par", "attributes": { "role": "heading", "aria-level": 2 } },
        { "element": "h1", "properties": [] } ] } }"#;
    insta::assert_snapshot!(with_mapping(json, &b), @r#"
    <div class="ocr_page" id="page_3" title="bbox 0 0 400 200; ppageno 2; scan_res 300 300">
     <h1 lang="pl"></h1>
     <div class="ocr_carea" id="block_3_1" title="bbox 0 0 100 18">
      <p class="ocr_par" id="par_3_1" lang="pl" title="bbox 0 0 100 18" role="heading" aria-level="2"></p>
     </div>
    </div>
    "#);
}

#[test]
fn depth_counts_nodes_of_the_same_kind_around() {
    let mut b = Builder::new();
    let bbox = [0.0, 0.0, 50.0, 9.0];
    b.open("Sect", bbox).open("Div", bbox).open("Sect", bbox);
    b.open("H", bbox).close().close().close();
    b.open("Sect", bbox).open("Sect", bbox).open("Sect", bbox);
    let json = r#"{ "otherwise": "children", "rules": {
        "Sect": { "element": "div.ocr_*section", "properties": [] },
        "H": { "element": "h$.ocr_par", "properties": [] } } }"#;
    insta::assert_snapshot!(with_mapping(json, &b), @r#"
    <div class="ocr_page" id="page_3" title="bbox 0 0 400 200; ppageno 2; scan_res 300 300">
     <div class="ocr_section" id="section_3_1">
      <div class="ocr_subsection" id="section_3_2">
       <h1 class="ocr_par" id="par_3_1"></h1>
      </div>
      <div class="ocr_subsection" id="section_3_3">
       <div class="ocr_subsubsection" id="section_3_4">
        <div class="ocr_subsubsection" id="section_3_5"></div>
       </div>
      </div>
     </div>
    </div>
    "#);
}

#[test]
fn groups_nested_thousands_deep_are_written() {
    let mut b = Builder::new();
    for _ in 0..20_000 {
        b.open("textgroup", [0.0, 0.0, 50.0, 50.0]);
    }
    b.word("deep", [0.0, 0.0, 50.0, 50.0]);
    let flat = written("layout", &b, Options::default());
    assert!(flat.len() < 1000);
    let nested = written("layout-2011", &b, Options::default());
    assert_eq!(nested.matches("<div").count(), 20_001);
    assert_eq!(nested.matches("</div>").count(), 20_001);
    assert!(nested.len() < 2_000_000);
}

#[test]
fn the_head_tells_what_the_file_may_use_and_what_the_document_is() {
    let document = DocumentInfo {
        name: "a & b.pdf".to_owned(),
        metadata: Metadata {
            title: Some(" Słownik\u{0} ".to_owned()),
            author: Some("S. B. Linde".to_owned()),
            producer: Some("FineReader".to_owned()),
            created: Some("2011-01-02".to_owned()),
            subject: Some(String::new()),
            ..Metadata::default()
        },
        languages: vec!["pl".to_owned(), "de-DE".to_owned(), "bad\"tag".to_owned()],
        page_count: 9,
        ..DocumentInfo::default()
    };
    let options = Options {
        lang: Some("pl_PL".to_owned()),
        special_font_tags: true,
        ..Options::default()
    };
    let writer = hocr(Mapping::built_in("layout").unwrap(), options);
    insta::assert_snapshot!(writer.head(&document, 5), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE html>
    <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="pl-PL" lang="pl-PL">
    <head>
     <meta http-equiv="Content-Type" content="text/html; charset=utf-8"/>
     <title>Słownik�</title>
     <meta name="ocr-system" content="pdfa2hocr 0.1.0"/>
     <meta name="ocr-capabilities" content="ocr_carea ocr_footer ocr_header ocr_line ocr_page ocr_pageno ocr_par ocr_photo ocrx_bold ocrx_italic ocrx_word ocrp_dir ocrp_font ocrp_lang ocrp_wconf"/>
     <meta name="ocr-number-of-pages" content="5"/>
     <meta name="ocr-langs" content="pl de"/>
     <meta name="ocr-scripts" content="Latn"/>
     <link rel="schema.DC" href="http://purl.org/dc/elements/1.1/"/>
     <link rel="schema.DCTERMS" href="http://purl.org/dc/terms/"/>
     <meta name="DC.title" content="Słownik�"/>
     <meta name="DC.creator" content="S. B. Linde"/>
     <meta name="DC.source" content="a &amp; b.pdf"/>
     <meta name="DCTERMS.created" content="2011-01-02"/>
     <meta name="pdf:Producer" content="FineReader"/>
     <meta name="DC.language" content="pl-PL"/>
     <meta name="DC.language" content="pl"/>
     <meta name="DC.language" content="de-DE"/>
    </head>
    <body>
    "#);
    let writer = hocr(Mapping::built_in("layout").unwrap(), Options::default());
    let head = writer.head(&DocumentInfo::default(), 0);
    assert!(head.contains("<title>untitled</title>"));
    assert!(head.contains("<meta name=\"ocr-langs\" content=\"unknown\"/>"));
    assert!(head.contains("<meta name=\"ocr-scripts\" content=\"unknown\"/>"));
}

/// The elements of a file as parsed: class, box and depth; and the texts of the words.
#[derive(Debug, Default)]
struct Read {
    /// Parent's index, class, box.
    elements: Vec<(Option<usize>, String, [u32; 4])>,
    words: Vec<String>,
    ids: Vec<String>,
}

fn read(xml: &str) -> Read {
    let mut reader = quick_xml::Reader::from_str(xml);
    let mut read = Read::default();
    let mut open: Vec<usize> = Vec::new();
    let mut word_at = None;
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) => {
                let value = |name: &str| {
                    tag.try_get_attribute(name)
                        .unwrap()
                        .map(|a| quick_xml::escape::unescape(&a.value).unwrap().into_owned())
                        .unwrap_or_default()
                };
                let title = value("title");
                let bbox = title.split("; ").find_map(|p| p.strip_prefix("bbox "));
                let bbox = bbox.map_or([0; 4], |b| {
                    let mut numbers = b.split(' ').map(|n| n.parse().unwrap());
                    std::array::from_fn(|_| numbers.next().unwrap())
                });
                let class = value("class");
                if class == "ocrx_word" {
                    word_at = Some(open.len());
                    read.words.push(String::new());
                }
                if !value("id").is_empty() {
                    read.ids.push(value("id"));
                }
                read.elements.push((open.last().copied(), class, bbox));
                open.push(read.elements.len() - 1);
            }
            Event::End(_) => {
                open.pop();
                if word_at == Some(open.len()) {
                    word_at = None;
                }
            }
            Event::Text(text) => {
                let text: &str = &text;
                match word_at {
                    Some(_) => read.words.last_mut().unwrap().push_str(text),
                    None => assert_eq!(text.trim(), "", "text outside of words"),
                }
            }
            Event::GeneralRef(reference) => {
                let name = format!("&{};", &*reference);
                let text = quick_xml::escape::unescape(&name).unwrap().into_owned();
                read.words.last_mut().unwrap().push_str(&text);
            }
            Event::Eof => break,
            Event::Decl(_) | Event::DocType(_) | Event::Empty(_) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(open.is_empty());
    read
}

fn cleaned(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\t' | '\n' | '\r' => ' ',
            c if c.is_control() || u32::from(c) & 0xFFFE == 0xFFFE => '\u{FFFD}',
            '\u{FDD0}'..='\u{FDEF}' => '\u{FFFD}',
            c => c,
        })
        .collect()
}

fn bbox() -> impl Strategy<Value = [f32; 4]> {
    prop::array::uniform4(prop_oneof![9 => -50.0f32..250.0, 1 => prop::num::f32::ANY])
}

proptest! {
    #[test]
    fn any_text_and_any_boxes_make_a_file_that_readers_can_read(
        words in prop::collection::vec((any::<String>(), bbox(), 0u32..3, any::<f32>()), 0..6),
        boxes in prop::array::uniform3(bbox()),
        family in any::<String>(),
        style in prop::array::uniform2(any::<bool>()),
        special_font_tags: bool,
        angle in prop_oneof![-180.0f32..180.0, prop::num::f32::ANY],
    ) {
        let mut b = Builder::new();
        b.font(1, style[0], style[1]);
        Arc::make_mut(&mut b.page.content.fonts[0]).family = family.clone();
        b.open("textbox", boxes[0]).line(boxes[1], angle);
        for (text, bbox, font, size) in &words {
            b.word_in(text, *bbox, *font, *size);
        }
        b.close().close().open("textbox", boxes[2]);
        let options = Options { special_font_tags, lang: Some(family.clone()), ..Options::default() };

        for mapping in Mapping::names() {
            let writer = hocr(Mapping::built_in(mapping).unwrap(), options.clone());
            let document = DocumentInfo { name: family.clone(), ..DocumentInfo::default() };
            let mut file = writer.head(&document, 1);
            file.push_str(&writer.page(&b.in_frame(frame(400, 200))).text);
            file.push_str(&writer.tail());
            if mapping == "layout" {
                let page = read(&file[file.find("<body").unwrap()..file.rfind("</html").unwrap()]);
                let expected: Vec<String> = words
                    .iter()
                    .filter(|(text, ..)| !text.trim().is_empty())
                    .map(|(text, ..)| cleaned(text))
                    .collect();
                prop_assert_eq!(page.words, expected);
                let mut ids = page.ids.clone();
                ids.sort();
                ids.dedup();
                prop_assert_eq!(ids.len(), page.ids.len());
                for (parent, class, [x0, y0, x1, y1]) in &page.elements {
                    let parent = parent.map(|i| &page.elements[i]);
                    let Some((_, outer, [px0, py0, px1, py1])) = parent else { continue };
                    if !class.starts_with("ocr") || !outer.starts_with("ocr") || class.ends_with("bold") || class.ends_with("italic") {
                        continue;
                    }
                    prop_assert!(x0 < x1 && y0 < y1, "{class}");
                    prop_assert!(px0 <= x0 && x1 <= px1 && py0 <= y0 && y1 <= py1, "{outer} {class}");
                }
            } else {
                let mut reader = quick_xml::Reader::from_str(&file);
                while reader.read_event().unwrap() != Event::Eof {}
            }
        }
    }
}
