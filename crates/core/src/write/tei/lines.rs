//! Writes the lines of a paragraph as text with `lb`.

use super::zones::NumberedParagraph;
use crate::blocks::{Line, Word};
use crate::page::Page;
use crate::write::map::{Origin, Span};
use crate::write::xml::Xml;
use crate::write::{flow, languages};

pub(super) struct Lines<'a> {
    pub page: &'a Page,
    pub paragraph: &'a NumberedParagraph<'a>,
    /// The page number.
    pub number: u32,
    pub lang: Option<&'a str>,
    /// In headings, bold and italic are not marked.
    pub heading: bool,
    /// Leading headwords are marked as `form`.
    pub entry: bool,
    /// Receives the positions of words in the output, if a map is requested.
    pub spans: Option<&'a mut Vec<Span>>,
}

/// Markup around words.
#[derive(Clone, Copy, PartialEq)]
struct Look<'a> {
    headword: bool,
    lang: Option<&'a str>,
    bold: bool,
    italic: bool,
    human: bool,
}

impl Lines<'_> {
    /// Puts words of the same look into one `hi`, and words of another language into `foreign`. A divided
    /// word has no white space at its line end. Returns the position after the tag of the first `lb`.
    pub(super) fn write(mut self, xml: &mut Xml) -> usize {
        let paragraph = self.paragraph.paragraph;
        let mut first_break = None;
        let divisions = paragraph.divisions(self.page);
        let mut joined = false;
        let mut begins = self.entry;
        for (at, line) in paragraph.lines.iter().enumerate() {
            let step = u32::try_from(at).unwrap_or(u32::MAX);
            if at > 0 && !joined {
                xml.new_line(0);
            }
            xml.start("lb");
            let number = self.paragraph.line.saturating_add(step);
            xml.attribute_with("facs", |a| {
                a.plain().push('#');
                a.id("line", &[self.number, number]);
            });
            first_break.get_or_insert(xml.len());
            if joined {
                xml.attribute("break", "no");
            }
            xml.end_void();
            let mut words = line.words.as_slice();
            let mut spaced = false;
            while let Some(first) = words.first() {
                let look = self.look(first, begins);
                begins &= look.headword;
                let same = words
                    .iter()
                    .take_while(|w| self.look(w, look.headword) == look);
                let (alike, rest) = words.split_at(same.count().max(1));
                if spaced && !first.glued {
                    xml.text(" ");
                }
                self.alike(alike, look, xml);
                (words, spaced) = (rest, true);
            }
            joined = divisions.get(at).copied().flatten().is_some()
                || line.words.last().is_some_and(Word::is_divided)
                || paragraph
                    .lines
                    .get(at + 1)
                    .is_some_and(|next| is_unspaced(line, next));
        }
        first_break.unwrap_or(xml.len())
    }

    fn look<'w>(&self, word: &Word<'w>, may_be_headword: bool) -> Look<'w>
    where
        Self: 'w,
    {
        let style = word.style();
        let kind = self.page.tree[word.node()].kind.as_str();
        let headword = may_be_headword && kind == "headword";
        let shown = !self.heading && !headword;
        Look {
            headword,
            lang: word.lang.filter(|lang| Some(*lang) != self.lang),
            bold: shown && style.bold,
            italic: shown && style.italic,
            human: style.human,
        }
    }

    fn alike(&mut self, words: &[Word<'_>], look: Look<'_>, xml: &mut Xml) {
        let mut open = Vec::new();
        if look.headword {
            xml.start("form");
            xml.attribute("type", "lemma");
            xml.start("orth");
            open.extend(["form", "orth"]);
        }
        if let Some(tag) = look.lang.and_then(languages::tag) {
            xml.start("foreign");
            xml.attribute("xml:lang", &tag);
            open.push("foreign");
        }
        let rend = match (look.bold, look.italic) {
            (true, true) => "bold italic",
            (true, false) => "bold",
            (false, true) => "italic",
            (false, false) => "",
        };
        if !rend.is_empty() {
            xml.start("hi");
            xml.attribute("rend", rend);
            open.push("hi");
        }
        if look.human {
            xml.start("seg");
            xml.attribute("resp", "#human");
            open.push("seg");
        }
        for (at, word) in words.iter().enumerate() {
            if at > 0 && !word.glued {
                xml.text(" ");
            }
            let range = xml.text_at(&word.text());
            if let Some(spans) = &mut self.spans {
                let origin = Origin::of(word, self.page.index);
                spans.push(Span { range, origin });
            }
        }
        while let Some(tag) = open.pop() {
            xml.end(tag);
        }
    }
}

/// Whether the last letter of a line and the first of the next one are of scripts without spaces.
fn is_unspaced(line: &Line<'_>, next: &Line<'_>) -> bool {
    let last = line
        .words
        .last()
        .and_then(|word| word.text().chars().next_back());
    let first = next
        .words
        .first()
        .and_then(|word| word.text().chars().next());
    last.is_some_and(flow::is_unspaced) && first.is_some_and(flow::is_unspaced)
}
