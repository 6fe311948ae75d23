//! Writes the words of a paragraph with emphasis, links, code, note references and page breaks.

use super::super::flow::{NoteNumbers, Separator, Token};
use super::super::map::MappedText;
use super::super::xml;
use crate::address::allowed;

/// Settings for the words of a part.
pub(super) struct Inline<'a> {
    pub notes: &'a mut NoteNumbers,
    /// Number of pages that have begun.
    pub pages: &'a mut u32,
    pub keep_lines: bool,
    pub heading: bool,
    /// The words are lines of code.
    pub code: bool,
}

/// The look shared by the words of a run.
#[derive(Clone, Copy, Default, PartialEq)]
struct Look<'a> {
    href: Option<&'a str>,
    bold: bool,
    italic: bool,
    code: bool,
    raised: bool,
}

impl Look<'_> {
    /// The elements inside of the link, outermost first.
    fn tags(self) -> impl DoubleEndedIterator<Item = &'static str> {
        let tags = [
            (self.bold, "strong"),
            (self.italic, "em"),
            (self.code, "code"),
            (self.raised, "sup"),
        ];
        let own = tags.into_iter().filter(|(is_own, _)| *is_own);
        own.map(|(_, tag)| tag)
    }
}

impl Inline<'_> {
    pub(super) fn write(&mut self, tokens: &[Token], out: &mut MappedText) {
        let mut look = Look::default();
        for (at, token) in tokens.iter().enumerate() {
            let own = match token.note {
                Some(_) => Look::default(),
                None => Look {
                    href: token.href.as_deref(),
                    bold: token.bold && !self.heading,
                    italic: token.italic,
                    code: token.code && !self.code,
                    raised: token.raised && !self.code,
                },
            };
            if own != look {
                end(look, out);
            }
            if let Some(before) = at.checked_sub(1).and_then(|at| tokens.get(at)) {
                self.separate(before, token, out);
            }
            self.begin_pages(token.origin.page, out);
            if own != look {
                start(own, out);
                look = own;
            }
            if self.code && token.line {
                out.push_str(&" ".repeat(usize::from(token.indent)));
            }
            match token.note {
                Some(id) => {
                    let number = self.notes.refer(id, &token.text);
                    out.push_str(&format!(
                        "<a id=\"ref-{number}\" href=\"#note-{number}\" role=\"doc-noteref\"><sup>"
                    ));
                    out.from(token.origin, |out| xml::push_text(&token.text, out));
                    out.push_str("</sup></a>");
                }
                None => {
                    let hyphen = token.hyphen(tokens.get(at + 1), self.keep_lines || self.code);
                    out.from(token.origin, |out| {
                        xml::push_text(&token.text, out);
                        out.push_str(hyphen);
                    });
                }
            }
        }
        end(look, out);
    }

    fn separate(&self, before: &Token, token: &Token, out: &mut MappedText) {
        match Separator::between(before, token, self.keep_lines || self.code) {
            Separator::Nothing => {}
            Separator::Space => out.push(' '),
            Separator::Line if self.code => out.push('\n'),
            Separator::Line | Separator::Verse => out.push_str("<br>\n"),
        }
    }

    /// Writes page breaks up to this page.
    fn begin_pages(&mut self, page: u32, out: &mut MappedText) {
        // Maximum page breaks in one place; a document may have many pages without text.
        const MOST: u32 = 1000;
        while *self.pages <= page {
            *self.pages = (*self.pages)
                .saturating_add(1)
                .max(page.saturating_sub(MOST));
            let number = *self.pages;
            out.push_str(&format!(
                "<span class=\"page\" id=\"page_{number}\" data-page=\"{number}\" role=\"doc-pagebreak\" \
                 aria-label=\"{number}\"></span>"
            ));
        }
    }
}

fn start(look: Look<'_>, out: &mut MappedText) {
    if let Some(address) = look.href.and_then(allowed) {
        out.push_str("<a");
        xml::push_attribute("href", &address, &mut out.text);
        out.push('>');
    }
    for tag in look.tags() {
        out.push_str(&format!("<{tag}>"));
    }
}

fn end(look: Look<'_>, out: &mut MappedText) {
    for tag in look.tags().rev() {
        out.push_str(&format!("</{tag}>"));
    }
    if look.href.and_then(allowed).is_some() {
        out.push_str("</a>");
    }
}
