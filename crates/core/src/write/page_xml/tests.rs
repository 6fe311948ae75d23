//! Tests of PAGE XML output with handmade pages.

use super::*;
use crate::blocks::testing::{Builder, frame, sample};

fn written(builder: &Builder, char_boxes: bool) -> String {
    let options = Options {
        char_boxes,
        lang: Some("de".to_owned()),
        ..Options::default()
    };
    let writer = PageXml::new(&options);
    let page = builder.in_frame(frame(400, 200));
    let head = writer.head(&DocumentInfo::default(), 1);
    head + &writer.page(&page).text + &writer.tail()
}

#[test]
fn regions_have_a_direction_each_and_styles_where_they_change() {
    insta::assert_snapshot!(written(&sample(), false), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15 http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15/pagecontent.xsd">
     <Metadata>
      <Creator>pdfa2hocr 0.1.0</Creator>
      <Created>1970-01-01T00:00:00Z</Created>
      <LastChange>1970-01-01T00:00:00Z</LastChange>
     </Metadata>
     <Page imageFilename="unknown" imageWidth="400" imageHeight="200" imageXResolution="300" imageYResolution="300" imageResolutionUnit="PPI" custom="page {number:3;}" primaryLanguage="German" primaryScript="Latn - Latin">
      <PrintSpace>
       <Coords points="0,20 400,20 400,198 0,198"/>
      </PrintSpace>
      <ReadingOrder>
       <OrderedGroup id="order_3">
        <RegionRefIndexed index="0" regionRef="region_3_1"/>
        <OrderedGroupIndexed id="group_3_1" index="1" type="div">
         <RegionRefIndexed index="0" regionRef="region_3_2"/>
         <RegionRefIndexed index="1" regionRef="region_3_3"/>
        </OrderedGroupIndexed>
        <RegionRefIndexed index="2" regionRef="region_3_4"/>
       </OrderedGroup>
      </ReadingOrder>
      <TextRegion id="region_3_1" type="paragraph" custom="readingOrder {index:0;} structure {type:paragraph;}">
       <Coords points="20,20 200,20 200,44 20,44"/>
       <TextLine id="line_3_1" custom="readingOrder {index:0;}">
        <Coords points="20,20 200,20 200,44 20,44"/>
        <Baseline points="20,40 200,40"/>
        <Word id="word_3_1">
         <Coords points="20,20 60,20 60,44 20,44"/>
         <TextEquiv conf="0.95"><Unicode>A&lt;B</Unicode></TextEquiv>
        </Word>
        <Word id="word_3_2">
         <Coords points="80,20 200,20 200,44 80,44"/>
         <TextEquiv conf="0.95"><Unicode>Title</Unicode></TextEquiv>
        </Word>
        <TextEquiv conf="0.95"><Unicode>A&lt;B Title</Unicode></TextEquiv>
        <TextStyle fontFamily="Arial Narrow" fontSize="12" bold="true" italic="true"/>
       </TextLine>
       <TextEquiv><Unicode>A&lt;B Title</Unicode></TextEquiv>
      </TextRegion>
      <TextRegion id="region_3_2" type="paragraph" custom="readingOrder {index:1;} structure {type:paragraph;}">
       <Coords points="20,60 380,60 380,80 20,80"/>
       <TextLine id="line_3_2" custom="readingOrder {index:0;}">
        <Coords points="20,60 380,60 380,80 20,80"/>
        <Baseline points="20,76 380,76"/>
        <Word id="word_3_3">
         <Coords points="20,60 100,60 100,80 20,80"/>
         <TextEquiv conf="0.95"><Unicode>first</Unicode></TextEquiv>
        </Word>
        <Word id="word_3_4">
         <Coords points="120,60 200,60 200,80 120,80"/>
         <TextEquiv conf="0.95"><Unicode>words</Unicode></TextEquiv>
        </Word>
        <Word id="word_3_5">
         <Coords points="220,60 380,60 380,80 220,80"/>
         <TextEquiv conf="0.95"><Unicode>bold</Unicode></TextEquiv>
         <TextStyle fontFamily="Arial Narrow" fontSize="9" bold="true" italic="true"/>
        </Word>
        <TextEquiv conf="0.95"><Unicode>first words bold</Unicode></TextEquiv>
        <TextStyle fontFamily="Times" fontSize="9"/>
       </TextLine>
       <TextEquiv><Unicode>first words bold</Unicode></TextEquiv>
      </TextRegion>
      <TextRegion id="region_3_3" type="paragraph" custom="readingOrder {index:2;} structure {type:paragraph;}" orientation="90">
       <Coords points="300,80 320,80 320,100 300,100"/>
       <TextLine id="line_3_3" custom="readingOrder {index:0;}">
        <Coords points="300,80 320,80 320,100 300,100"/>
        <Baseline points="300,100 300,80"/>
        <Word id="word_3_6">
         <Coords points="300,80 320,80 320,100 300,100"/>
         <TextEquiv conf="0.95"><Unicode>up</Unicode></TextEquiv>
        </Word>
        <TextEquiv conf="0.95"><Unicode>up</Unicode></TextEquiv>
        <TextStyle fontFamily="Times" fontSize="9"/>
       </TextLine>
       <TextEquiv><Unicode>up</Unicode></TextEquiv>
      </TextRegion>
      <ImageRegion id="region_3_4" custom="readingOrder {index:3;}">
       <Coords points="0,120 400,120 400,198 0,198"/>
      </ImageRegion>
     </Page>
    </PcGts>
    "#);
}

#[test]
fn characters_have_boxes_where_they_are_asked_for() {
    let mut b = Builder::new();
    b.line([0.0, 0.0, 20.0, 10.0], 0.0)
        .word("a<", [0.0, 0.0, 20.0, 10.0]);
    let page = written(&b, true);
    let glyphs: Vec<&str> = page.lines().filter(|l| l.contains("<Glyph")).collect();
    assert_eq!(glyphs.len(), 2);
    assert!(page.contains("<TextEquiv conf=\"0.95\"><Unicode>&lt;</Unicode></TextEquiv>"));
}

#[test]
fn a_region_has_its_lines_with_line_feeds_and_its_direction() {
    let mut b = Builder::new();
    b.open("textbox", [0.0, 0.0, 100.0, 40.0]);
    for words in ["\u{5D0}", "\u{A0}\u{5D1}"] {
        b.line([0.0, 0.0, 20.0, 10.0], 0.0);
        b.page.tree[b.parent].add_attribute(Own::Dir, "rtl");
        b.word(words, [0.0, 0.0, 20.0, 10.0]).close();
    }
    let page = written(&b, false);
    assert!(
        page.contains("<Unicode>\u{5D0}\n\u{5D1}</Unicode>"),
        "{page}"
    );
    assert_eq!(page.matches("readingDirection").count(), 1);
    assert_eq!(page.matches("<TextRegion").count(), 1);
}

#[test]
fn dates_are_those_of_the_schema_or_none() {
    for good in [
        "2011-02-28T23:59:59",
        "2024-02-29T00:00:00Z",
        "2011-12-31T10:00:00+01:00",
    ] {
        assert_eq!(date(Some(good)), Some(good));
    }
    for bad in [
        "2011",
        "2011-02-29T00:00:00",
        "2011-04-31T00:00:00",
        "2011-01-01T24:00:00",
        "2011-01-01T00:00:00+1",
        "2011-1-1T00:00:00",
    ] {
        assert_eq!(date(Some(bad)), None, "{bad}");
    }
}

#[test]
fn types_that_page_does_not_have_stay_in_custom() {
    assert_eq!(
        region_type(ParagraphKind::Other("MainZone")),
        ("other", "MainZone")
    );
    assert_eq!(
        region_type(ParagraphKind::Other("catch-word")),
        ("catch-word", "catch-word")
    );
    assert_eq!(
        region_type(ParagraphKind::Sidenote),
        ("marginalia", "marginalia")
    );
}
