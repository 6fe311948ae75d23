//! Documents whose styles, bookmarks and links say more than their structure types.

use std::collections::HashSet;

use crate::common::shape::converted;
use crate::common::{fixture, run};

#[test]
fn headings_heads_and_feet_are_found_where_no_type_says_so() {
    insta::assert_snapshot!(converted("plain-styles", &[]), @"
    div.ocr_page lang=en
     div.ocr_header
      p.ocr_par
       span.ocr_line
        The book of owls
     div.ocr_carea
      p.ocr_par aria-level=2 data-type=P role=heading
       span.ocr_line
        Of owls in winter
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Owls are birds of the night that hunt by ear and fly without
       span.ocr_line
        any sound that a mouse could hear, as every child knows that
       span.ocr_line
        has read of them, and of the mice that fear the owls.
     div.ocr_carea
      p.ocr_par aria-level=2 data-type=P role=heading
       span.ocr_line
        Of mice
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Owls are birds of the night that hunt by ear and fly without
       span.ocr_line
        any sound that a mouse could hear, as every child knows that
       span.ocr_line
        has read of them, and of the mice that fear the owls.
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        A line in the style of a foot.
     div.ocr_footer
      p.ocr_par
       span.ocr_line
        Page 1 of 2
    div.ocr_page lang=en
     div.ocr_header
      p.ocr_par
       span.ocr_line
        The book of owls
     div.ocr_carea
      p.ocr_par aria-level=2 data-type=Heading role=heading
       span.ocr_line
        Of the end
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Owls are birds of the night that hunt by ear and fly without
       span.ocr_line
        any sound that a mouse could hear, as every child knows that
       span.ocr_line
        has read of them, and of the mice that fear the owls.
     div.ocr_carea data-kind=blockquote
      p.ocr_par
       span.ocr_line
        What a mouse has said of owls.
     div.ocr_carea
      ol
       li
        p.ocr_par
         span.ocr_line
          1.Owls
       li
        p.ocr_par
         span.ocr_line
          2.Mice
     div.ocr_carea
      p.ocr_par data-kind=footnote
       span.ocr_line
        In a note
     div.ocr_footer
      p.ocr_par
       span.ocr_line
        Page 2 of 2
    ");
}

#[test]
fn the_outline_knows_headings_without_tags() {
    insta::assert_snapshot!(converted("outlined", &[]), @"
    div.ocr_page lang=en
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        A first paragraph that has a tag.
     div.ocr_carea
      p.ocr_par aria-level=1 role=heading
       span.ocr_line
        2. Mice in winter
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Owls are birds of the night that hunt by ear and fly without
       span.ocr_line
        any sound that a mouse could hear, as every child knows that
       span.ocr_line
        has read of them, and of the mice that fear the owls.
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        Mice in winter are hungry.
    ");
}

#[test]
fn formulas_have_their_mathml() {
    insta::assert_snapshot!(converted("mathml", &[]), @r#"
    div.ocr_page lang=en
     div.ocr_carea
      div.ocr_math
       p.ocr_par data-kind=formula data-mathml=<math xmlns="http://www.w3.org/1998/Math/MathML"><mi mathvariant="bold">x</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mspace></mspace></math>
        span.ocr_line
         x =
        span.ocr_line
         1
        span.ocr_line
         2
     div.ocr_carea
      p.ocr_par
       span.ocr_line
        In a line a les s b it stays.
     div.ocr_carea
      div.ocr_math
       p.ocr_par data-kind=formula data-mathml=<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>y</mi><mo>+</mo><mi>n &amp; m</mi></math>
        span.ocr_line
         y + n & m
     div.ocr_carea
      div.ocr_math
       p.ocr_par data-kind=formula data-mathml=<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>z</mi><mo>=</mo><mn>3</mn></math>
        span.ocr_line
         z = 3
     div.ocr_carea
      div.ocr_math
       p.ocr_par data-kind=formula
        span.ocr_line
         c
     div.ocr_image aria-label=q data-kind=formula data-mathml=<math xmlns='http://www.w3.org/1998/Math/MathML'><mi>q</mi></math> role=img
    "#);
}

#[test]
fn a_formula_in_a_line_has_its_mathml_in_json() {
    let run = run(&["-q", "--format", "json", &fixture("tagged/mathml.pdf"), "-"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let inline = r#"<mi>a</mi><mo>&lt;</mo><mi>b</mi></math>"#;
    assert_eq!(run.stdout.matches(inline).count(), 1, "{}", run.stdout);
}

#[test]
fn links_lead_to_what_is_written() {
    let run = run(&["-q", &fixture("tagged/lost-places.pdf"), "-"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let values = |name: &str| -> Vec<String> {
        let begins = format!(" {name}=\"");
        let parts = run.stdout.split(&begins).skip(1);
        let values = parts.filter_map(|part| part.split('"').next());
        values.map(str::to_owned).collect()
    };
    let ids: HashSet<String> = values("id").into_iter().collect();
    let places = values("href");
    let inside: Vec<&str> = places.iter().filter_map(|a| a.strip_prefix('#')).collect();
    assert_eq!(inside.len(), 6, "{inside:?}");
    for place in inside {
        assert!(ids.contains(place), "{place} of {ids:?}");
    }
}
