//! Tagged documents: the output of fixtures and of some real files.

use std::path::{Path, PathBuf};

use crate::common::shape::converted;
use crate::common::{corpus_path, fixture, read_hocr, run};

#[track_caller]
fn structure_text(name: &str) -> String {
    let run = run(&[
        "--structure-text",
        "-q",
        &fixture(&format!("tagged/{name}.pdf")),
    ]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.stdout
}

#[test]
fn object_references_are_links_fields_and_images() {
    insta::assert_snapshot!(converted("objects", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par aria-level=1 role=heading
       span.ocr_line
        Objects
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        a href=http://example.org/?a=1&b=2
         A link, outside
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        a href=#page_1
         inside
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Name: typed in
     div.ocr_image aria-label=a chequer role=img
    ");
}

#[test]
fn replacement_text_takes_the_place_of_what_is_shown() {
    insta::assert_snapshot!(converted("actual-text", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        A word is hy{shy}
       span.ocr_line
        phenated here.
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        An element hy{shy}
       span.ocr_line
        phenates too.
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        the seventeenth
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Quick letters
    ");
}

#[test]
fn roles_lead_through_chains_and_unknown_types_keep_their_text() {
    insta::assert_snapshot!(converted("roles", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        of type Body
     div.ocr_carea
      p.ocr_par aria-level=1 role=heading
       span.ocr_line
        of type Head
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        of type Loop
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        of type Unknown
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        of type Block
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        an unknown word
     div.ocr_carea
      p.ocr_par aria-level=2 role=heading
       span.ocr_line
        of PDF 2.0
    ");
}

#[test]
fn parts_of_an_element_on_several_pages_share_a_group_and_pages_stay_in_order() {
    insta::assert_snapshot!(converted("over-pages", &[]), @r#"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par x_group "element_2"
       span.ocr_line
        page 1 of one paragraph
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        its own 1
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par x_group "element_2"
       span.ocr_line
        page 2 of one paragraph
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        its own 2
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par x_group "element_2"
       span.ocr_line
        page 3 of one paragraph
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        its own 3
    "#);
}

#[test]
fn what_is_not_tagged_is_analysed_and_running_heads_are_told_from_decoration() {
    insta::assert_snapshot!(converted("half-tagged", &[]), @"
    div.ocr_page lang=en
     div.ocr_header
      p.ocr_par
       span.ocr_line
        A running head
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        tagged text
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        text without tags
       span.ocr_line
        goes over two lines
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        an MCID of nobody
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        a label called artifact
     div.ocr_pageno
      p.ocr_par
       span.ocr_line
        7
     div.ocr_footer
      p.ocr_par
       span.ocr_line
        A foot
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        a page without tags
    ");
}

#[test]
fn a_page_with_hardly_any_tags_is_analysed_as_a_whole() {
    insta::assert_snapshot!(converted("hardly-tagged", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        above the heading is
       span.ocr_line
        a text without tags
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        A heading
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        and below it there
       span.ocr_line
        is more of the same
    ");
}

#[test]
fn tables_keep_their_spans_and_lists_know_whether_they_count() {
    insta::assert_snapshot!(converted("tables-and-lists", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      table
       caption
        p.ocr_par data-kind=caption
         span.ocr_line
          Caption
       thead
        tr
         th colspan=3 scope=col
          p.ocr_par
           span.ocr_line
            wide head
       tbody
        tr
         th rowspan=2 scope=row
          p.ocr_par
           span.ocr_line
            tall
         td
          p.ocr_par
           span.ocr_line
            a
         td colspan=2
          p.ocr_par
           span.ocr_line
            b
        tr
         td
          p.ocr_par
           span.ocr_line
            c
         td
     div.ocr_carea
      ol
       li
        p.ocr_par
         span.ocr_line
          1. first
       li
        p.ocr_par
         span.ocr_line
          2. second
     div.ocr_carea
      ul
       li
        p.ocr_par
         span.ocr_line
          • a bullet
       li
        p.ocr_par
         span.ocr_line
          o a circle
    ");
}

#[test]
fn languages_are_written_where_they_change() {
    insta::assert_snapshot!(converted("languages", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        English by the catalog
     div.ocr_carea
      p.ocr_par lang=pl
       span.ocr_line
        po polsku
     div.ocr_carea
      p.ocr_par lang=de
       span.ocr_line
        auf lang=de-AT deutsch
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        one lang=fr mot only
    ");
}

#[test]
fn an_element_that_holds_itself_is_read_once() {
    insta::assert_snapshot!(converted("circle", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        before
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        within
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        after
    pdfa2hocr: warning: 2 entries of the structure tree are missing, repeated or invalid, and are left out
    ");
}

#[test]
fn the_parent_tree_stands_in_for_a_missing_tree() {
    insta::assert_snapshot!(converted("parent-tree", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par aria-level=1 role=heading
       span.ocr_line
        Only the parent tree
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        knows of these.
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        a href=http://example.org/
         a link
     div.ocr_carea data-kind=blockquote
      p.ocr_par
       span.ocr_line
        of a form
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        of a form in a form
    ");
    insta::assert_snapshot!(structure_text("parent-tree"), @r#"
    Document
      H1 "Only the parent tree"
      P "knows of these."
      Link href="http://example.org/" "a link"
      BlockQuote "of a form"
      P "of a form in a form"
    "#);
}

#[test]
fn text_that_is_painted_and_not_set_is_still_text() {
    insta::assert_snapshot!(converted("drawn-text", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Quick letters
     div.ocr_carea
      div.ocr_math
       p.ocr_par data-kind=formula
        span.ocr_line
         E = mc²
     div.ocr_image aria-label=energy is mass data-kind=formula role=img
     div.ocr_image aria-label=a roof role=img
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        halfbold word
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        two words more
    ");
    let run = run(&[&fixture("tagged/drawn-text.pdf"), "-"]);
    let words = &read_hocr(&run.stdout)[0].words;
    let texts: Vec<&str> = words.iter().map(|w| w.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "Quick", "letters", "E", "=", "mc²", "halfbold", "word", "two", "words", "more"
        ]
    );
    // Text without a font has no size.
    assert_eq!(run.stdout.matches("x_fsize").count(), texts.len() - 3);
}

#[test]
fn a_rule_knows_depth_language_and_whether_a_list_counts() {
    let folder = crate::common::scratch();
    let mapping = folder.path().join("own.json");
    std::fs::write(
        &mapping,
        r#"{ "extends": "tagged", "rules": {
            "Sect": "section.ocr_*section",
            "H": { "element": "h$", "properties": [] },
            "L": [ { "if": { "ordered": "true" }, "element": "ol.counts" }, "ul.signs" ],
            "P": [ { "if": { "Lang": ["pl", "de*"] }, "element": "p.foreign" }, "p.own" ] } }"#,
    )
    .unwrap();
    let mapping = mapping.to_str().unwrap();
    let lines = |name: &str, wanted: &[&str]| -> Vec<String> {
        let shape = converted(name, &["-m", mapping]);
        let lines = shape.lines().map(str::trim);
        let lines = lines.filter(|line| wanted.iter().any(|w| line.starts_with(w)));
        lines.map(str::to_owned).collect()
    };
    // hOCR has no section below the third level.
    assert_eq!(
        lines("sections", &["section", "h"]),
        [
            "section.ocr_section",
            "h1",
            "section.ocr_subsection",
            "h2",
            "section.ocr_subsubsection",
            "h3",
            "section.ocr_subsubsection",
            "h4",
            "section.ocr_subsubsection",
        ]
    );
    // The language of the Polish paragraph is an attribute of its section.
    assert_eq!(
        lines("languages", &["p."]),
        ["p.own", "p.foreign", "p.foreign lang=de", "p.own"]
    );
    assert_eq!(
        lines("tables-and-lists", &["ol", "ul"]),
        ["ol.counts", "ul.signs"]
    );
}

#[test]
fn content_of_forms_belongs_to_the_elements_that_name_it() {
    insta::assert_snapshot!(converted("forms", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par aria-level=1 role=heading
       span.ocr_line
        first of the page
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        second
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        first of the form
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        a form in a sequence
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        a form without Stm
    ");
}

#[test]
fn elements_of_a_lost_page_take_nothing_from_others() {
    insta::assert_snapshot!(converted("lost-page", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        on the page
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        not of the lost one
    pdfa2hocr: warning: 3 pieces of tagged content are on no page of the document
    ");
}

#[test]
fn figures_are_images_with_their_description() {
    insta::assert_snapshot!(converted("figures", &[]), @r#"
    div.ocr_page lang=en
     div.ocr_image aria-label=Black & white "squares" role=img
     div.ocr_carea
      div.ocr_caption
       p.ocr_par data-kind=caption
        span.ocr_line
         Figure 1. A chequer
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Text around an icon.
     div.ocr_image aria-label=an icon role=img
     div.ocr_image
    "#);
}

#[test]
fn a_mapping_can_put_descriptions_among_the_words() {
    let mapping = fixture("mappings/described.json");
    let words = |mapping: &[&str]| -> Vec<String> {
        let mut args = mapping.to_vec();
        let path = fixture("tagged/drawn-text.pdf");
        args.extend([path.as_str(), "-"]);
        let run = run(&args);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        let words = std::mem::take(&mut read_hocr(&run.stdout)[0].words);
        words.into_iter().map(|word| word.text).collect()
    };
    let without = words(&[]);
    let described = words(&["-m", &mapping]);
    let added: Vec<_> = described.iter().filter(|w| !without.contains(w)).collect();
    assert_eq!(added, ["a roof"]);
    assert_eq!(described.len(), without.len() + 1);
}

#[test]
fn the_structure_is_shown_with_its_text() {
    insta::assert_snapshot!(structure_text("objects"), @r##"
    Document
      H1 "Objects"
      P
        Link href="http://example.org/?a=1&b=2" "A link, outside"
      P
        Link href="#page_1" "inside"
      P "Name:"
        Form "typed in"
      Figure Alt="a chequer"
    "##);
    insta::assert_snapshot!(structure_text("actual-text"), @r#"
    Document
      P "A word is hy\u{ad} phenated here."
      P "An element hy"
        Span ActualText="\u{ad}" "\u{ad}"
        "phenates too."
      P ActualText="the seventeenth" "the seventeenth"
      P
        Span "Q"
        "uick letters"
    "#);
    insta::assert_snapshot!(structure_text("tables-and-lists"), @r#"
    Document
      Table
        Caption "Caption"
        THead
          TR
            TH ColSpan="3" Scope="Column" "wide head"
        TBody
          TR
            TH RowSpan="2" Scope="Row"
              P "tall"
            TD "a"
            TD ColSpan="2" "b"
          TR
            TD "c"
            TD
      L
        LI
          Lbl "1."
          LBody "first"
        LI
          Lbl "2."
          LBody "second"
      L ListNumbering="None"
        LI
          Lbl "•"
          LBody "a bullet"
        LI
          Lbl "o"
          LBody
            P "a circle"
    "#);
    insta::assert_snapshot!(structure_text("over-pages"), @r#"
    Document
      P "page 1 of one paragraph" "page 2 of one paragraph" "page 3 of one paragraph"
      P "its own 3"
      P "its own 1"
      P "its own 2"
    "#);
}

#[test]
fn the_shapes_of_2011_are_still_to_be_had() {
    insta::assert_snapshot!(converted("tables-and-lists", &["-m", "tagged-2011"]), @"
    div.ocr_page lang=en
     table
      span style=font-family: Helvetica; font-size: 12pt
       Caption
      tr
       th colspan=3
        span style=font-family: Helvetica; font-size: 12pt
         wide head
      tr
       th rowspan=2
        p.ocr_par
         span style=font-family: Helvetica; font-size: 12pt
          tall
       td
        span style=font-family: Helvetica; font-size: 12pt
         a
       td colspan=2
        span style=font-family: Helvetica; font-size: 12pt
         b
      tr
       td
        span style=font-family: Helvetica; font-size: 12pt
         c
       td
     ol
      li
       span style=font-family: Helvetica; font-size: 12pt
        first
      li
       span style=font-family: Helvetica; font-size: 12pt
        second
     ul
      li
       span style=font-family: Helvetica; font-size: 12pt
        a bullet
      li
       p.ocr_par
        span style=font-family: Helvetica; font-size: 12pt
         a circle
    ");
    insta::assert_snapshot!(converted("roles", &["-m", "finereader-2011"]), @"
    div.ocr_page lang=en
     p.ocr_par
      span style=font-family: Helvetica; font-size: 12pt
       of type Body
     h1.ocr_par
      span style=font-family: Helvetica; font-size: 12pt
       of type Head
     p.ocr_par
      span style=font-family: Helvetica; font-size: 12pt
       of type Loop
     p.ocr_par
      span style=font-family: Helvetica; font-size: 12pt
       of type Unknown
     div.ocr_carea
      p.ocr_par
       span style=font-family: Helvetica; font-size: 12pt
        of type Block
     p.ocr_par
      span style=font-family: Helvetica; font-size: 12pt
       an unknown word
     h2.ocr_par
      span style=font-family: Helvetica; font-size: 12pt
       of PDF 2.0
    ");
}

#[test]
fn plain_html_has_the_elements_of_html() {
    insta::assert_snapshot!(converted("tables-and-lists", &["-m", "html"]), @"
    div.ocr_page lang=en
     table
      caption
       Caption
      thead
       tr
        th colspan=3 scope=col
         p
          wide head
      tbody
       tr
        th rowspan=2 scope=row
         p
          tall
        td
         p
          a
        td colspan=2
         p
          b
       tr
        td
         p
          c
        td
     ol
      li
       p
        span
         1.
        first
      li
       p
        span
         2.
        second
     ul
      li
       p
        span
         •
        a bullet
      li
       p
        span
         o
        a circle
    ");
    insta::assert_snapshot!(converted("objects", &["-m", "html"]), @"
    div.ocr_page lang=en
     h1
      Objects
     p
      a href=http://example.org/?a=1&b=2
       A link, outside
     p
      a href=#page_1
       inside
     p
      Name: typed in
     figure aria-label=a chequer role=img
    ");
}

#[test]
fn the_tesseract_mapping_has_areas_paragraphs_lines_and_words_only() {
    insta::assert_snapshot!(converted("half-tagged", &["-m", "tesseract"]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        A running head
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        tagged text
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        text without tags
       span.ocr_line
        goes over two lines
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        an MCID of nobody
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        a label called artifact
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        7
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        A foot
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        a page without tags
    ");
    for name in ["tables-and-lists", "objects", "roles"] {
        let shape = converted(name, &["-m", "tesseract"]);
        let known = [
            "div.ocr_page",
            "div.ocr_carea",
            "div.ocr_photo",
            "p.ocr_par",
            "span.ocr_line",
        ];
        let is_known = |line: &&str| known.iter().any(|k| line.trim().starts_with(k));
        let elements = shape
            .lines()
            .filter(|l| l.trim().contains('.') && l.contains("ocr"));
        assert!(elements.clone().all(|line| is_known(&line)), "{shape}");
        assert!(elements.count() > 5);
    }
}

#[test]
fn a_document_without_tags_is_analysed_with_one_warning_or_refused() {
    let plain = fixture("layout/two-columns.pdf");
    let analysed = run(&["-p", &plain, "-"]);
    let without = run(&[plain.as_str(), "-"]);
    assert_eq!(without.status, 0);
    assert_eq!(without.stdout, analysed.stdout);
    assert_eq!(
        without.stderr,
        "pdfa2hocr: warning: the document is not tagged (it has no structure tree); \
         its pages are analysed by their geometry, as with -p\n"
    );
    for option in ["--tagged", "--structure-text"] {
        let refused = run(&[option, &plain, "-"]);
        assert_eq!((refused.status, refused.stdout.as_str()), (3, ""));
        assert_eq!(
            refused.stderr,
            format!("pdfa2hocr: {plain}: the document is not tagged: it has no structure tree\n")
        );
    }
    let tagged = run(&["--tagged", &fixture("tagged/roles.pdf"), "-"]);
    assert_eq!((tagged.status, tagged.stderr.as_str()), (0, ""));
}

#[test]
fn rules_match_names_attributes_pages_and_surroundings() {
    let folder = crate::common::scratch();
    let mapping = folder.path().join("own.json");
    std::fs::write(
        &mapping,
        r#"{ "extends": "tagged", "rules": {
            "P": [
              { "if": { "S": "Block" }, "element": "drop" },
              { "if": { "S": "Bo*" }, "element": "h2.own" },
              { "parent": "Div", "element": "p.in_div" }
            ],
            "H1": { "pages": "2-", "element": "drop" },
            "H2": { "inside": "Sect", "outside": "Table", "element": "h3.sect",
                    "attributes": { "data-name": "{S} {level}" } } } }"#,
    )
    .unwrap();
    let mapping = mapping.to_str().unwrap();
    insta::assert_snapshot!(converted("roles", &["-m", mapping]), @"
    div.ocr_page lang=en
     h2.own
      span.ocr_line
       of type Body
     div.ocr_carea
      p.ocr_par aria-level=1 role=heading
       span.ocr_line
        of type Head
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        of type Loop
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        of type Unknown
     div.ocr_carea
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        an unknown word
     h3.sect data-name=heading 2
      span.ocr_line
       of PDF 2.0
    ");
}

/// A file of the corpus. Returns `None` and prints a note if it is missing.
fn corpus(name: &str) -> Option<PathBuf> {
    corpus_path(&format!("text/{name}"))
}

fn pages(path: &Path) -> Vec<crate::common::HocrPage> {
    let run = run(&["--tagged", "-q", path.to_str().unwrap(), "-"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    read_hocr(&run.stdout)
}

#[test]
fn a_scan_whose_tags_all_lead_into_forms_has_no_words() {
    let Some(path) = corpus("test_pagelabels.pdf") else {
        return;
    };
    let pages = pages(&path);
    assert_eq!(pages.len(), 12);
    assert!(pages.iter().all(|p| p.words.is_empty()));
}

#[test]
fn thousands_of_cells_are_read_in_no_time_and_in_order() {
    let Some(path) = corpus("WARN-Report-for-7-1-2015-to-03-25-2016.pdf") else {
        return;
    };
    let started = std::time::Instant::now();
    let pages = pages(&path);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    assert_eq!(pages.len(), 16);
    let words: usize = pages.iter().map(|p| p.words.len()).sum();
    assert!((7200..7300).contains(&words), "{words}");
}

#[test]
fn replacement_text_of_hundreds_of_spans_comes_out() {
    let Some(path) = corpus("right_to_left_03.pdf") else {
        return;
    };
    let pages = pages(&path);
    assert_eq!(pages.len(), 1);
    assert!((125..145).contains(&pages[0].words.len()));
}

#[test]
fn sequences_of_a_form_are_not_mixed_up_with_those_of_the_page() {
    let Some(path) = corpus("structure_xobjects.pdf") else {
        return;
    };
    let run = run(&["--structure-text", "-q", path.to_str().unwrap()]);
    insta::assert_snapshot!(run.stdout, @r#"
    Document
      P "Hello world"
      P "Goodbye now"
      P "Hello again"
      Figure
    "#);
}
