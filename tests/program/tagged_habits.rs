//! Documents with the peculiarities of the programs that tagged them.

use crate::common::shape::converted;
use crate::common::{fixture, run};

#[test]
fn pieces_of_a_number_are_in_the_order_of_their_places() {
    let text = run(&["-q", "--format", "text", &fixture("tagged/dates.pdf"), "-"]).stdout;
    assert_eq!(text.trim_end(), "1403/09/19\t2024\ntotal\tsum");
}

#[test]
fn a_label_begins_the_line_of_its_item_and_numbers_count_wherever_they_are() {
    insta::assert_snapshot!(converted("list-items", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      ul
       li
        p.ocr_par
         span.ocr_line
          • a label beside its text
        p.ocr_par
         span.ocr_line
          that goes on
       li
        p.ocr_par
         span.ocr_line
          A. an item with a list
        ol
         li
          p.ocr_par
           span.ocr_line
            1) in it
     div.ocr_carea
      ul
       li
        p.ocr_par
         span.ocr_line
          term
        p.ocr_par
         span.ocr_line
          what it means
     div.ocr_carea
      ol
       li
        p.ocr_par
         span.ocr_line
          (9)
        p.ocr_par
         span.ocr_line
          a text with
     div.ocr_carea
      ol
       li
        p.ocr_par
         span.ocr_line
          1. first of two
       li
        p.ocr_par
         span.ocr_line
          2. second
     div.ocr_carea
      ul
       li
        p.ocr_par
         span.ocr_line
          1914 a year
       li
        p.ocr_par
         span.ocr_line
          1918 a later one
     div.ocr_carea
      ul
       li
        p.ocr_par
         span.ocr_line
          A. Smith wrote
       li
        p.ocr_par
         span.ocr_line
          C. Jones answered
     div.ocr_carea
      ul
       li
        p.ocr_par
         span.ocr_line
          -
        table
         tr
          td
           p.ocr_par
            span.ocr_line
             cell
          td
           p.ocr_par
            span.ocr_line
             next
    ");
}

#[test]
fn a_hyphen_that_is_an_artifact_divides_the_word_before_it() {
    insta::assert_snapshot!(converted("divided-words", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        procure{shy}
       span.ocr_line
        ment is done
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        is known by all
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        of soft
       span.ocr_line
        snow
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        of soft
       span.ocr_line
        rain
    ");
}

#[test]
fn actual_text_that_cannot_be_in_its_place_is_a_description() {
    insta::assert_snapshot!(converted("described", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        The whole page is five words and more
     div.ocr_image aria-label=The whole page is five words and more role=img
     div.ocr_image aria-label=A chart of the price of iron ore since 1900, in dollars role=img
     div.ocr_image aria-label=a sign role=img
      p.ocr_par
       span.ocr_line
        page
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        painted
    ");
}

#[test]
fn a_note_comes_behind_its_paragraph_and_is_linked_with_its_sign() {
    insta::assert_snapshot!(converted("notes", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      div.ocr_title
       p.ocr_par data-kind=title id=element_2
        span.ocr_line
         A Title
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Every
        a href=#element_5 id=element_4
         docu1
       span.ocr_line
        ment has a note,
       span.ocr_line
        and a sign *
       span.ocr_line
        in the line.
     div.ocr_carea id=element_5
      p.ocr_par data-kind=footnote
       span.ocr_line
        a href=#element_4
         1
        what the note says
     div.ocr_carea data-kind=blockquote
      p.ocr_par
       span.ocr_line
        said by another
     div.ocr_carea data-kind=toc
      p.ocr_par
       span.ocr_line
        Chapter one
     div.ocr_carea
      div.ocr_caption
       p.ocr_par data-kind=caption
        span.ocr_line
         Contents
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        a href=#element_2
         to the title
    ");
}

#[test]
fn styles_and_the_outline_say_what_the_role_map_does_not() {
    insta::assert_snapshot!(converted("styles", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par aria-level=1 role=heading
       span.ocr_line
        By its style
     div.ocr_carea
      p.ocr_par aria-level=2 role=heading
       span.ocr_line
        By the style of a printer
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        A paragraph that is one by its style, too, and not a heading.
     div.ocr_carea
      p.ocr_par data-kind=footnote
       span.ocr_line
        a note by its style
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        By its style
     div.ocr_carea
      p.ocr_par aria-level=1 role=heading
       span.ocr_line
        2.1 By the outline
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        By the outline alone can nobody say what goes on.
     div.ocr_carea
      ul
       li
        p.ocr_par aria-level=1 role=heading
         span.ocr_line
          b) In a list
     div.ocr_carea
      p.ocr_par aria-level=3 role=heading
       span.ocr_line
        By its type
    ");
}

#[test]
fn artifacts_are_sorted_line_by_line() {
    insta::assert_snapshot!(converted("artifacts", &[]), @"
    div.ocr_page lang=en
     div.ocr_header
      p.ocr_par
       span.ocr_line
        No tag at all
     div.ocr_header
      p.ocr_par
       span.ocr_line
        A typed head
     div.ocr_pageno
      p.ocr_par
       span.ocr_line
        - 1 -
     div.ocr_header
      p.ocr_par
       span.ocr_line
        A running head
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        The text of page 1
       span.ocr_line
        which has a second line.
     div.ocr_carea
      p.ocr_par data-kind=sidenote
       span.ocr_line
        1
       span.ocr_line
        2
     div.ocr_footer
      p.ocr_par
       span.ocr_line
        A running foot
     div.ocr_pageno
      p.ocr_par
       span.ocr_line
        1
    div.ocr_page lang=en
     div.ocr_header
      p.ocr_par
       span.ocr_line
        No tag at all
     div.ocr_header
      p.ocr_par
       span.ocr_line
        A typed head
     div.ocr_pageno
      p.ocr_par
       span.ocr_line
        - 2 -
     div.ocr_header
      p.ocr_par
       span.ocr_line
        A running head
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        The text of page 2
       span.ocr_line
        which has a second line.
     div.ocr_carea
      p.ocr_par data-kind=sidenote
       span.ocr_line
        1
       span.ocr_line
        2
     div.ocr_footer
      p.ocr_par
       span.ocr_line
        A running foot
     div.ocr_pageno
      p.ocr_par
       span.ocr_line
        2
    div.ocr_page lang=en
     div.ocr_header
      p.ocr_par
       span.ocr_line
        No tag at all
     div.ocr_header
      p.ocr_par
       span.ocr_line
        A typed head
     div.ocr_pageno
      p.ocr_par
       span.ocr_line
        - 3 -
     div.ocr_header
      p.ocr_par
       span.ocr_line
        A running head
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        The text of page 3
       span.ocr_line
        which has a second line.
     div.ocr_carea
      p.ocr_par data-kind=sidenote
       span.ocr_line
        1
       span.ocr_line
        2
     div.ocr_footer
      p.ocr_par
       span.ocr_line
        A running foot
     div.ocr_pageno
      p.ocr_par
       span.ocr_line
        3
    pdfa2hocr: warning: page 1: a watermark, which is not part of the text by the tags, is left out
    ");
}

#[test]
fn heads_are_over_the_columns_below_them_and_cells_name_their_heads() {
    insta::assert_snapshot!(converted("cells", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      table
       tr
        th
         p.ocr_par
          span.ocr_line
           Year
        th colspan=2 id=element_5
         p.ocr_par
          span.ocr_line
           North
        th colspan=2
         p.ocr_par
          span.ocr_line
           South
       tr
        th
        th id=element_9
         p.ocr_par
          span.ocr_line
           spring
        th
         p.ocr_par
          span.ocr_line
           autumn
        th
         p.ocr_par
          span.ocr_line
           spring
        th
         p.ocr_par
          span.ocr_line
           autumn
       tr
        td
         p.ocr_par
          span.ocr_line
           1901
        td headers=element_5 element_9
         p.ocr_par
          span.ocr_line
           1
        td headers=element_5
         p.ocr_par
          span.ocr_line
           2
        td
         p.ocr_par
          span.ocr_line
           3
        td
         p.ocr_par
          span.ocr_line
           4
       tr
        td
         p.ocr_par
          span.ocr_line
           1902
        td
         p.ocr_par
          span.ocr_line
           5
    ");
}
