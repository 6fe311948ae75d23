//! Documents with incomplete tags, completed by their geometry.

use crate::common::shape::converted;
use crate::common::{fixture, run};

#[test]
fn what_is_directly_in_groups_is_analysed_and_links_stay() {
    insta::assert_snapshot!(converted("groups", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par aria-level=2 role=heading
       span.ocr_line
        Of owls
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Owls are birds of the night that
       span.ocr_line
        hunt by ear and fly without any
       span.ocr_line
        sound that a mouse could hear.
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Owls are birds of the night that
       span.ocr_line
        hunt by ear and fly without any
       span.ocr_line
        sound that a mouse could hear.
       span.ocr_line
        a href=https://example.org/
         and a link
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        1 A note at the foot
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        A paragraph of its own.
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Owls are birds of the night that
       span.ocr_line
        hunt by ear and fly without any
       span.ocr_line
        sound that a mouse could hear.
       span.ocr_line
        a href=https://example.org/
         a link
     div.ocr_carea
      table
       tr
        td
         p.ocr_par
          span.ocr_line
           one in a cell
          span.ocr_line
           another in it
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        A line alone
     div.ocr_carea
      div.ocr_math
       p.ocr_par data-kind=formula
        span.ocr_line
         1
        span.ocr_line
         A = bh
        span.ocr_line
         2
    pdfa2hocr: warning: page 1: 1 region of text is directly in elements that only group others; it is analysed by geometry
    ");
}

#[test]
fn groups_of_several_paragraphs_are_warned_of() {
    let run = run(&["--format", "text", &fixture("tagged/groups.pdf"), "-"]);
    let warnings: Vec<&str> = run
        .stderr
        .lines()
        .filter(|line| line.contains("group"))
        .collect();
    assert_eq!(warnings.len(), 1, "{}", run.stderr);
    assert!(warnings[0].contains("page 1"), "{}", run.stderr);
}

#[test]
fn text_without_tags_is_where_the_eye_finds_it() {
    insta::assert_snapshot!(converted("between", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Before all of it
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        A first paragraph that is
       span.ocr_line
        of two lines.
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Without tags, between
       span.ocr_line
        two that have some.
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        A second paragraph has
       span.ocr_line
        one word without.
     div.ocr_carea
      ul
       li
        p.ocr_par
         span.ocr_line
          • The last of them
         span.ocr_line
          it ends
    ");
}
