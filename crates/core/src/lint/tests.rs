//! Tests of findings: a valid file and changes to it.

use super::*;

const SOUND: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml">
<head>
 <title>t</title>
 <meta name="ocr-system" content="hand"/>
 <meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word ocrp_wconf"/>
 <meta name="ocr-number-of-pages" content="1"/>
 <meta name="ocr-langs" content="pl de"/>
 <meta name="ocr-scripts" content="Latn"/>
</head>
<body>
<div class="ocr_page" id="page_1" title="image &quot;a.png&quot;; bbox 0 0 100 100; ppageno 0">
 <div class="ocr_carea" id="block_1_1" title="bbox 10 10 90 30">
  <p class="ocr_par" id="par_1_1" lang="pl" title="bbox 10 10 90 30">
   <span class="ocr_line" id="line_1_1" title="bbox 10 10 90 20; baseline 0.01 -3">
    <span class="ocrx_word" id="word_1_1" title="bbox 10 10 40 20; x_wconf 90">A&amp;B</span>
    <span class="ocrx_word" id="word_1_2" title="bbox 50 10 90 20; x_wconf 90"><em>c</em></span>
   </span>
  </p>
 </div>
</div>
</body>
</html>
"#;

fn reported(file: &str) -> Vec<String> {
    let findings = check(file.as_bytes()).list;
    findings
        .iter()
        .map(|f| format!("{}: {}", f.line, f.message))
        .collect()
}

#[test]
fn a_sound_file_is_clean() {
    assert_eq!(reported(SOUND), [""; 0]);
}

#[test]
fn every_rule_is_reported_with_its_line() {
    let rows = [
        ("\"hand\"", "\"\"", "6: ocr-system is empty"),
        (
            "ocr-system",
            "ocr-sys",
            "1: the head has no <meta name=\"ocr-system\">",
        ),
        (
            " ocr_carea ocr_par",
            " ocr_par",
            "14: ocr_carea is used, but not in ocr-capabilities",
        ),
        (" ocrp_wconf", "", "17: ocrp_wconf is used"),
        (
            "content=\"1\"",
            "content=\"2\"",
            "8: ocr-number-of-pages is \"2\", but there is 1 page",
        ),
        ("pl de", "pol", "9: ocr-langs is \"pol\""),
        ("Latn", "latin", "10: ocr-scripts is \"latin\""),
        (
            "<html xmlns=\"http://www.w3.org/1999/xhtml\">",
            "<html>",
            "3: the root is not XHTML",
        ),
        (
            "bbox 0 0 100",
            "bbox 5 0 100",
            "13: the bbox of a page must begin at 0 0",
        ),
        (
            "id=\"word_1_2\"",
            "id=\"word_1_1\"",
            "18: the id \"word_1_1\" is there twice",
        ),
        (
            "class=\"ocr_line\" id=\"line_1_1\"",
            "id=\"line_1_1\" class=\"ocr_line\"",
            "16: id is before class",
        ),
        (
            "\"ocr_par\"",
            "\"ocr_par x\"",
            "15: class is \"ocr_par x\": leave one",
        ),
        (
            "\"ocr_carea\" id",
            "\"ocr_craea\" id",
            "14: \"ocr_craea\" is not a class of hOCR (did you mean \"ocr_carea\"?)",
        ),
        ("lang=\"pl\"", "lang=\"pl_PL\"", "15: lang is \"pl_PL\""),
        ("lang=\"pl\"", "dir=\"auto\"", "15: dir is \"auto\""),
        (
            "bbox 50 10 90 20",
            "bbox 50 10 91 20",
            "18: the bbox 50 10 91 20 is not inside",
        ),
        (
            "bbox 50 10 90 20;",
            "bbox 50 10 90 20.5;",
            "18: bbox is \"50 10 90 20.5\"",
        ),
        ("; x_wconf 90\">A", "\">A", "17: a word without x_wconf"),
        ("x_wconf 90\">A", "x_wconf 90;\">A", "17: title is"),
        (
            "<em>c</em>",
            "<em>c</em>d",
            "18: a word holds more than one text",
        ),
        (
            "<em>c</em>",
            "<em>c</em><b>d</b>",
            "18: a word holds more than one text",
        ),
        ("<em>c</em>", "", "18: a word without text"),
        (
            "A&amp;B</span>\n    ",
            "A</span>",
            "17: there is no white space between two words",
        ),
        (
            "A&amp;B</span>",
            "A</span> loose",
            "17: text that is not in a word",
        ),
        ("A&amp;B", "A&nbsp;B", "17: &nbsp; is not an entity of XML"),
        ("A&amp;B", "A\u{7}B", "17: the control character U+0007"),
        (
            "ocrx_word\" id=\"word_1_1",
            "ocr_line\" id=\"word_1_1",
            "17: an ocr_line is inside another",
        ),
        (
            "<p class=\"ocr_par\"",
            "<p class=\"ocr_par\"><p class=\"ocr_par\"",
            "15: an ocr_par is inside another",
        ),
        ("</body>", "<div>x</div></body>", "23: a div without class"),
        (
            "</body>",
            "<span class=\"ocr_line\" title=\"bbox 0 0 1 1\"></span></body>",
            "23: it is outside of any ocr_page",
        ),
        ("</em>", "</strong>", "18: this is not well-formed XML"),
        ("</html>", "", "the file ends inside an element"),
    ];
    for (what, instead, expected) in rows {
        assert!(SOUND.contains(what), "{what}");
        let reported = reported(&SOUND.replacen(what, instead, 1));
        assert!(
            reported.iter().any(|t| t.contains(expected)),
            "{instead}: {reported:?}"
        );
    }
}

#[test]
fn headings_and_running_heads_that_readers_overlook_are_told() {
    let heading = SOUND
        .replace("<p class", "<h1 class")
        .replace("</p>", "</h1>");
    assert!(reported(&heading)[0].starts_with("15: a heading that is an ocr_par is overlooked"));
    let head = SOUND.replace("span class=\"ocr_line\"", "span class=\"ocr_header\"");
    assert!(
        reported(&head)
            .iter()
            .any(|t| t.starts_with("16: a line must be an ocr_line"))
    );
}

#[test]
fn anything_can_be_checked() {
    for bytes in [
        &b""[..],
        b"\xFF\xFE",
        b"<",
        b"<a b=c",
        b"text",
        b"</a>",
        b"<a><b></a>",
    ] {
        assert!(!check(bytes).is_empty(), "{bytes:?}");
    }
    let deep = "<div>".repeat(100_000);
    assert!(!check(deep.as_bytes()).is_empty());
    let many = "<div></div>\n".repeat(5000) + "</body>";
    let many = SOUND.replace("</body>", &many);
    let findings = check(many.as_bytes());
    assert_eq!(findings.list.len(), Findings::MAX);
    assert!(findings.more > 3000);
}

#[test]
fn what_is_found_before_the_file_breaks_off_is_in_order_too() {
    let lines = reported("<a>\n</b>\n\u{7}");
    let [_, broken, control] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    assert!(broken.starts_with("2: this is not well-formed XML"));
    assert!(control.starts_with("3: the control character"));
}
