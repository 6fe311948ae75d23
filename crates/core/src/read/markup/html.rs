//! Parses HTML to elements. Malformed markup is read as browsers do, with two exceptions. A self-closing
//! element (`<span/>`) is empty, as in XHTML. A paragraph may contain blocks, as in files that were written
//! as XML.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::Markup;

/// Elements that have no end tag.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Elements whose end tag may be missing: name, elements whose start ends it, and ancestors at which the
/// search stops.
const IMPLIED: [(&str, &[&str], &[&str]); 5] = [
    ("p", &["p"], &["div", "td", "th", "li", "body", "caption"]),
    ("li", &["li"], &["ul", "ol"]),
    ("td", &["td", "th"], &["tr", "table"]),
    ("th", &["td", "th"], &["tr", "table"]),
    ("tr", &["tr"], &["table", "thead", "tbody", "tfoot"]),
];

/// Parses a file, or a part of one.
pub(in crate::read) fn parse(html: &str) -> Markup {
    let sink = Sink(RefCell::new(Markup::with_capacity(html.len())));
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let queue = BufferQueue::default();
    // The parser counts offsets in a piece of text with 32 bits.
    for piece in pieces(html) {
        queue.push_back(StrTendril::from(piece));
        let _ = tokenizer.feed(&queue);
    }
    tokenizer.end();
    let mut markup = tokenizer.sink.0.into_inner();
    markup.finish();
    markup
}

/// Splits the text into pieces of up to a megabyte.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = (1 << 20).min(rest.len());
        let end = (end..=rest.len()).find(|&end| rest.is_char_boundary(end))?;
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        (!piece.is_empty()).then_some(piece)
    })
}

struct Sink(RefCell<Markup>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut markup = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                return start(&mut markup, &tag);
            }
            Token::TagToken(tag) => markup.end_named(&tag.name),
            Token::CharacterTokens(text) => markup.add_text(&text),
            Token::NullCharacterToken => markup.add_text("\u{FFFD}"),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn start(markup: &mut Markup, tag: &Tag) -> TokenSinkResult<()> {
    let name = &*tag.name;
    for (_, ends, inside) in IMPLIED.iter().filter(|(begins, ..)| *begins == name) {
        markup.end_unless(ends, inside);
    }
    let attributes = tag.attrs.iter().map(|a| (&*a.name.local, &*a.value));
    markup.start(name, attributes);
    if tag.self_closing || VOID.contains(&name) {
        markup.end();
        return TokenSinkResult::Continue;
    }
    match name {
        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
        "style" => TokenSinkResult::RawData(RawKind::Rawtext),
        _ => TokenSinkResult::Continue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(html: &str) -> String {
        fn push(element: super::super::Element<'_>, out: &mut String) {
            for child in element.children() {
                out.push_str(child.name());
                if child.children().next().is_some() {
                    out.push('(');
                    push(child, out);
                    out.push(')');
                }
                out.push(' ');
            }
        }
        let mut out = String::new();
        push(parse(html).root(), &mut out);
        out.replace(" )", ")").trim().to_owned()
    }

    #[test]
    fn end_tags_may_be_missing() {
        assert_eq!(shape("<meta name=a><div><p>x<p>y</div>"), "meta div(p p)");
        assert_eq!(
            shape("<ul><li>a<li>b<ul><li>c</ul></ul>"),
            "ul(li li(ul(li)))"
        );
        assert_eq!(
            shape("<table><tr><td>a<td>b<tr><th>c</table>"),
            "table(tr(td td) tr(th))"
        );
        assert_eq!(shape("<p><div><p>x</p></div></p>"), "p(div(p))");
        assert_eq!(shape("<span/><b>x</i></b>"), "span b");
    }

    #[test]
    fn text_and_attributes_are_decoded() {
        let markup = parse(
            "<!-- x -- y --><B TITLE='a \"b\"' class=c>dis&shy;tri&amp;<script>'</b>'</script>",
        );
        let b = markup.root().child("b").unwrap();
        assert_eq!(b.attribute("title"), Some("a \"b\""));
        assert_eq!(b.attribute("class"), Some("c"));
        assert_eq!(b.text(), "dis\u{AD}tri&'</b>'");
    }
}
