//! Documents with the habits of the programs that tagged them.
#![cfg(feature = "cli")]

mod common;

use common::shape::converted;

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
    insta::assert_snapshot!(converted("notes", &[]), @"");
}

#[test]
fn styles_and_the_outline_say_what_the_role_map_does_not() {
    insta::assert_snapshot!(converted("styles", &[]), @"");
}

#[test]
fn artifacts_are_sorted_line_by_line() {
    insta::assert_snapshot!(converted("artifacts", &[]), @"");
}

#[test]
fn heads_are_over_the_columns_below_them_and_cells_name_their_heads() {
    insta::assert_snapshot!(converted("cells", &[]), @"");
}
