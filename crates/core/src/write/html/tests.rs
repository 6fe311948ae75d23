//! Tests of HTML output with handmade pages.

use super::*;
use crate::blocks::testing::{Builder, frame, sample};

fn body(builder: &Builder) -> String {
    let html = Html(Options::default());
    let mut joiner = html.joiner().unwrap();
    let page = joiner.page(html.page(&builder.mapped("layout", frame(400, 200))));
    page.text + &joiner.end().text
}

#[test]
fn words_flow_with_their_emphasis() {
    insta::assert_snapshot!(body(&sample()), @r#"
    <p><span class="page" id="page_1" data-page="1" role="doc-pagebreak" aria-label="1"></span><span class="page" id="page_2" data-page="2" role="doc-pagebreak" aria-label="2"></span><span class="page" id="page_3" data-page="3" role="doc-pagebreak" aria-label="3"></span><strong><em>A&lt;B Title</em></strong></p>
    <p>first words <strong><em>bold</em></strong> up</p>
    "#);
}

#[test]
fn the_head_has_language_and_title_and_nothing_runs() {
    let mut document = DocumentInfo {
        name: "a<b.pdf".to_owned(),
        languages: vec!["pl".to_owned()],
        ..DocumentInfo::default()
    };
    let html = Html(Options::default());
    let head = html.head(&document, 1);
    assert!(head.contains("<html lang=\"pl\">"), "{head}");
    assert!(head.contains("<title>a&lt;b.pdf</title>"), "{head}");
    assert!(head.contains("default-src 'none'"), "{head}");
    document.metadata.title = Some(" A title ".to_owned());
    assert!(html.head(&document, 1).contains("<title>A title</title>"));
}

/// The policy contains the current hash of the style sheet.
#[test]
fn the_policy_allows_the_style_sheet() {
    use base64::Engine as _;
    use sha2::{Digest, Sha256};
    let hash = base64::prelude::BASE64_STANDARD.encode(Sha256::digest(STYLE));
    assert_eq!(STYLE_HASH, hash);
}
