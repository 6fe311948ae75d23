//! Tests of ALTO output with handmade pages.

use super::*;
use crate::blocks::testing::{Builder, frame, sample};

fn written(builder: &Builder) -> String {
    let alto = Alto::new(&Options::default());
    let page = alto.page(&builder.in_frame(frame(400, 200))).text;
    let head = alto.head(&DocumentInfo::default(), 1);
    let styles = head.find("<Styles>").unwrap_or(0)..head.find("<Tags>").unwrap_or(0);
    head[styles].trim_end().to_owned() + &page
}

#[test]
fn a_block_is_for_each_direction_and_styles_stand_first() {
    insta::assert_snapshot!(written(&sample()), @r#"
    <Styles>
      <TextStyle ID="style_Arial.20.Narrow_90_bi" FONTFAMILY="Arial Narrow" FONTSIZE="9" FONTSTYLE="bold italics"/>
      <TextStyle ID="style_Arial.20.Narrow_120_bi" FONTFAMILY="Arial Narrow" FONTSIZE="12" FONTSTYLE="bold italics"/>
      <TextStyle ID="style_Times_90_" FONTFAMILY="Times" FONTSIZE="9"/>
     </Styles>
      <Page ID="page_3" PHYSICAL_IMG_NR="3" HEIGHT="200" WIDTH="400">
       <PrintSpace HPOS="0" VPOS="20" WIDTH="400" HEIGHT="178">
        <TextBlock ID="block_3_1" HPOS="20" VPOS="20" WIDTH="180" HEIGHT="24">
         <TextLine ID="line_3_1" HPOS="20" VPOS="20" WIDTH="180" HEIGHT="24" BASELINE="20,40 200,40">
          <String ID="string_3_1" STYLEREFS="style_Arial.20.Narrow_120_bi" HPOS="20" VPOS="20" WIDTH="40" HEIGHT="24" CONTENT="A&lt;B" WC="0.95"/>
          <SP HPOS="60" VPOS="20" WIDTH="20"/>
          <String ID="string_3_2" STYLEREFS="style_Arial.20.Narrow_120_bi" HPOS="80" VPOS="20" WIDTH="120" HEIGHT="24" CONTENT="Title" WC="0.95"/>
         </TextLine>
        </TextBlock>
        <TextBlock ID="block_3_2" HPOS="20" VPOS="60" WIDTH="360" HEIGHT="20">
         <TextLine ID="line_3_2" HPOS="20" VPOS="60" WIDTH="360" HEIGHT="20" BASELINE="20,76 380,76">
          <String ID="string_3_3" STYLEREFS="style_Times_90_" HPOS="20" VPOS="60" WIDTH="80" HEIGHT="20" CONTENT="first" WC="0.95"/>
          <SP HPOS="100" VPOS="60" WIDTH="20"/>
          <String ID="string_3_4" STYLEREFS="style_Times_90_" HPOS="120" VPOS="60" WIDTH="80" HEIGHT="20" CONTENT="words" WC="0.95"/>
          <SP HPOS="200" VPOS="60" WIDTH="20"/>
          <String ID="string_3_5" STYLEREFS="style_Arial.20.Narrow_90_bi" HPOS="220" VPOS="60" WIDTH="160" HEIGHT="20" CONTENT="bold" WC="0.95"/>
         </TextLine>
        </TextBlock>
        <TextBlock ID="block_3_3" HPOS="300" VPOS="80" WIDTH="20" HEIGHT="20" ROTATION="90">
         <TextLine ID="line_3_3" HPOS="300" VPOS="80" WIDTH="20" HEIGHT="20" BASELINE="300,100 300,80">
          <String ID="string_3_6" STYLEREFS="style_Times_90_" HPOS="300" VPOS="80" WIDTH="20" HEIGHT="20" CONTENT="up" WC="0.95"/>
         </TextLine>
        </TextBlock>
        <Illustration ID="illustration_3_1" HPOS="0" VPOS="120" WIDTH="400" HEIGHT="78"/>
       </PrintSpace>
      </Page>
    "#);
}

#[test]
fn a_divided_word_has_its_whole_in_both_strings_and_its_hyphen_apart() {
    let mut b = Builder::new();
    b.open("textbox", [0.0, 0.0, 100.0, 100.0]);
    for words in [
        ["a", "Ka\u{AD}"],
        ["szu\u{AD}", ""],
        ["by", "dictio\u{AD}"],
        ["nary", "on"],
    ] {
        b.line([0.0, 0.0, 100.0, 10.0], 0.0);
        for word in words {
            b.word(word, [0.0, 0.0, 10.0, 10.0]);
        }
        b.close();
    }
    let written = written(&b);
    let contents: Vec<&str> = written
        .lines()
        .filter_map(|l| Some(&l[l.find(" CONTENT=")? + 1..]))
        .collect();
    insta::assert_snapshot!(contents.join("\n"), @r#"
    CONTENT="a" WC="0.95"/>
    CONTENT="Ka" SUBS_TYPE="HypPart1" SUBS_CONTENT="Kaszuby" WC="0.95"/>
    CONTENT="&#xAD;"/>
    CONTENT="szu" SUBS_TYPE="HypPart2" SUBS_CONTENT="Kaszuby" WC="0.95"/>
    CONTENT="&#xAD;"/>
    CONTENT="by" SUBS_TYPE="HypPart2" SUBS_CONTENT="Kaszuby" WC="0.95"/>
    CONTENT="dictio" SUBS_TYPE="HypPart1" SUBS_CONTENT="dictionary" WC="0.95"/>
    CONTENT="&#xAD;"/>
    CONTENT="nary" SUBS_TYPE="HypPart2" SUBS_CONTENT="dictionary" WC="0.95"/>
    CONTENT="on" WC="0.95"/>
    "#);
}

#[test]
fn characters_have_boxes_where_they_are_asked_for() {
    let mut b = Builder::new();
    b.line([0.0, 0.0, 20.0, 10.0], 0.0)
        .word("a<", [0.0, 0.0, 20.0, 10.0]);
    let options = Options {
        char_boxes: true,
        ..Options::default()
    };
    let page = Alto::new(&options).page(&b.in_frame(frame(400, 200))).text;
    let glyphs: Vec<&str> = page
        .lines()
        .filter(|l| l.contains("<Glyph"))
        .map(|l| &l[l.find("CONTENT").unwrap()..])
        .collect();
    assert_eq!(
        glyphs,
        [
            "CONTENT=\"a\" GC=\"0.95\"/>",
            "CONTENT=\"&lt;\" GC=\"0.95\"/>"
        ]
    );
    assert!(page.contains("</String>"));
}

#[test]
fn lines_say_when_they_are_read_from_right_to_left() {
    let mut b = Builder::new();
    b.line([0.0, 0.0, 20.0, 10.0], 0.0)
        .word("א", [0.0, 0.0, 20.0, 10.0]);
    assert!(!written(&b).contains("BASEDIRECTION"));
    b.page.tree[b.parent].add_attribute(crate::page::Own::Dir, "rtl");
    assert!(written(&b).contains(" BASEDIRECTION=\"rtl\">"));
}
