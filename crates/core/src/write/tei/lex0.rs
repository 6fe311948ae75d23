//! Writes the entries of a dictionary as TEI Lex-0 (DARIAH, "a baseline encoding for lexicographic data").
//!
//! An entry is a paragraph of kind `entry`, created by a module. Its leading words of kind `headword` are the
//! lemma; the remaining text is not structured further. Lex-0 has no positions, so `facs` points into the
//! [TEI file](super) of the same document.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::reference::reference;
use super::super::xml::{Attribute, Xml};
use super::super::{Join, Options, Writer, WrittenPage, languages};
use super::zones::{self, NumberedParagraph};
use super::{header, is_continued};
use crate::blocks::{self, ParagraphKind, Word, hyphen};
use crate::diagnostics::Diagnostic;
use crate::lock::lock;
use crate::page::{DocumentInfo, Page};

#[derive(Debug)]
pub(in crate::write) struct Lex0 {
    lang: Option<String>,
    /// The reference to the TEI file.
    tei: Option<String>,
    /// The language of the document.
    document_lang: Mutex<String>,
    has_entries: AtomicBool,
}

impl Lex0 {
    pub(in crate::write) fn new(options: &Options) -> Self {
        Self {
            lang: options.lang.clone(),
            tei: options.tei_file.as_deref().map(reference),
            document_lang: Mutex::default(),
            has_entries: AtomicBool::new(false),
        }
    }
}

/// Punctuation that ends a lemma without belonging to it.
const AFTER_LEMMA: [char; 4] = [',', ';', ':', '.'];

/// Tag for unknown languages (BCP 47, 4.1).
const UNKNOWN: &str = "und";

impl Writer for Lex0 {
    fn head(&self, document: &DocumentInfo, _: usize) -> String {
        let lang = self.lang.as_deref();
        let known = languages::of_document(document, lang).into_iter().next();
        *lock(&self.document_lang) = known.unwrap_or_else(|| UNKNOWN.to_owned());
        let mut xml = Xml::with_capacity(2048);
        xml.declaration();
        xml.start("TEI");
        xml.attribute("xmlns", header::NAMESPACE);
        xml.attribute("type", "lex-0");
        header::write(&mut xml, document, lang, Some("objectLanguage"));
        xml.open(1, "text");
        xml.open(2, "body");
        xml.finish()
    }

    fn page(&self, page: &blocks::Page) -> WrittenPage {
        let lang = page
            .lang()
            .or(self.lang.as_deref())
            .and_then(languages::tag);
        let (blocks, page) = (page.blocks(), page.model());
        let lang = lang.unwrap_or_else(|| lock(&self.document_lang).clone());
        let mut writer = PageWriter {
            page,
            xml: Xml::with_capacity(page.order.len().saturating_mul(4)),
            number: page.number().get(),
            tei: self.tei.as_deref(),
            lang: &lang,
            entries: 0,
            open: None,
        };
        let numbered = zones::numbered(&blocks);
        for paragraph in numbered.iter().flat_map(|block| &block.paragraphs) {
            if paragraph.paragraph.kind(page) == ParagraphKind::Entry {
                writer.paragraph(paragraph);
            }
        }
        writer.end_entry();
        if writer.entries > 0 {
            self.has_entries.store(true, Ordering::Relaxed);
        }
        WrittenPage::new(writer.xml.finish(), blocks::count_words(&blocks))
    }

    fn joiner(&self) -> Option<Box<dyn Join + '_>> {
        Some(Box::new(Pages(WrittenPage::default())))
    }

    /// The format does not allow a file without entries.
    fn complaint(&self) -> Option<Diagnostic> {
        if self.has_entries.load(Ordering::Relaxed) {
            return None;
        }
        let why = "the document has no dictionary entries to be written as TEI Lex-0: a module makes them, like \
                   the built-in dictionary_entries";
        Some(Diagnostic::argument(why))
    }

    fn tail(&self) -> String {
        "\n  </body>\n </text>\n</TEI>\n".to_owned()
    }
}

struct PageWriter<'a> {
    page: &'a Page,
    xml: Xml,
    /// The page's number in the document, from 1.
    number: u32,
    tei: Option<&'a str>,
    lang: &'a str,
    entries: u32,
    /// The current entry.
    open: Option<Entry>,
}

/// An entry to which pieces can be added.
#[derive(Default)]
struct Entry {
    lang: String,
    lemma: String,
    /// The line of the lemma.
    line: u32,
    /// The zones of its pieces.
    zones: Vec<u32>,
    text: String,
    /// It begins on an earlier page.
    is_continued: bool,
}

impl PageWriter<'_> {
    /// Adds an entry, or a piece of the previous one.
    fn paragraph(&mut self, paragraph: &NumberedParagraph<'_>) {
        let page = self.page;
        let lines = paragraph.paragraph.lines.iter().enumerate();
        let words = lines.flat_map(|(at, line)| line.words.iter().map(move |word| (at, word)));
        let words: Vec<_> = words.collect();
        let is_headword = |word: &Word<'_>| page.tree[word.node()].kind.as_str() == "headword";
        let is_continued = is_continued(page, paragraph);
        let head = match is_continued {
            true => 0,
            false => words
                .iter()
                .take_while(|(_, word)| is_headword(word))
                .count(),
        };
        let (head, rest) = words.split_at(head);
        let text = |words: &[(usize, &Word<'_>)]| {
            let words = words.iter();
            text(words.map(|(at, word)| (*at, word.glued, word.text())))
        };
        if let Some(entry) = self.open.as_mut().filter(|_| is_continued) {
            match hyphen::divided(&entry.text) {
                Some(stem) => entry.text.truncate(stem),
                None => entry.text.push(' '),
            }
            entry.text.push_str(&text(rest));
            entry.zones.push(paragraph.zone);
            return;
        }
        self.end_entry();
        let own = paragraph.paragraph.lang.and_then(languages::tag);
        self.open = Some(Entry {
            lang: own.unwrap_or_else(|| self.lang.to_owned()),
            lemma: text(head),
            line: paragraph.line,
            zones: vec![paragraph.zone],
            text: text(rest),
            is_continued,
        });
    }

    fn end_entry(&mut self) {
        let Some(entry) = self.open.take() else {
            return;
        };
        self.entries = self.entries.saturating_add(1);
        let numbers = [self.number, self.entries];
        self.xml.open(3, "entry");
        self.xml.id("xml:id", "entry", &numbers);
        self.xml.attribute("xml:lang", &entry.lang);
        self.facs("zone", &entry.zones);
        if entry.is_continued {
            self.xml.attribute("rend", "continued");
        }
        if !entry.lemma.is_empty() {
            self.xml.open(4, "form");
            self.xml.attribute("type", "lemma");
            self.facs("line", &[entry.line]);
            self.xml.start("orth");
            self.facs("line", &[entry.line]);
            let lemma = entry.lemma.trim_end_matches(AFTER_LEMMA);
            let (lemma, punctuation) = match lemma.is_empty() {
                true => (entry.lemma.as_str(), ""),
                false => entry.lemma.split_at(lemma.len()),
            };
            self.xml.text(lemma);
            self.xml.end("orth");
            if !punctuation.is_empty() {
                self.xml.element("pc", punctuation);
            }
            self.xml.end("form");
        }
        if !entry.text.is_empty() {
            self.xml.open(4, "sense");
            self.xml.id("xml:id", "sense", &numbers);
            self.facs("zone", &entry.zones);
            self.xml.element("def", &entry.text);
            self.xml.end("sense");
        }
        self.xml.close(3, "entry");
    }

    /// Writes pointers to zones of the page, if the TEI file is known.
    fn facs(&mut self, prefix: &str, numbers: &[u32]) {
        let Some(tei) = self.tei else {
            return;
        };
        let write = |a: &mut Attribute<'_>| {
            for (at, number) in numbers.iter().enumerate() {
                if at > 0 {
                    a.plain().push(' ');
                }
                a.text(tei);
                a.plain().push('#');
                a.id(prefix, &[self.number, *number]);
            }
        };
        self.xml.attribute_with("facs", write);
    }
}

/// Holds the last page with entries, because the next page can continue its last entry.
struct Pages(WrittenPage);

impl Join for Pages {
    fn page(&mut self, mut page: WrittenPage) -> WrittenPage {
        join(&mut self.0.text, &mut page.text);
        if page.text.is_empty() {
            return page;
        }
        std::mem::replace(&mut self.0, page)
    }

    fn end(&mut self) -> WrittenPage {
        std::mem::take(&mut self.0)
    }
}

/// The end of an entry's text.
const END: &str = "</def>";
/// Attribute of the first entry of a page if it continues from an earlier page.
const CONTINUED: &str = " rend=\"continued\"";

/// Moves the continuation of an entry to the end of the last entry of the previous page. The searched strings
/// cannot occur in text, where `<` and quotes are escaped.
fn join(before: &mut String, after: &mut String) {
    let Some((entry, rest)) = after.split_once("</entry>") else {
        return;
    };
    let between = |from: &str, to: &str| -> Option<&str> {
        let (_, found) = entry.split_once(from)?;
        Some(found.split_once(to)?.0)
    };
    let (Some(begin), Some(end)) = (before.rfind("<entry "), before.rfind(END)) else {
        return;
    };
    let is_continued = entry
        .split_once('>')
        .is_some_and(|(tag, _)| tag.ends_with(CONTINUED));
    let (Some(facs), Some(text), true) = (
        between(" facs=\"", "\""),
        between("<def>", END),
        is_continued && begin < end,
    ) else {
        return;
    };
    // From end to start, so that positions stay valid.
    let text = match before.get(..end).and_then(|all| all.strip_suffix("&#xAD;")) {
        Some(stem) => {
            let stem = stem.len();
            before.replace_range(stem..end, text);
            None
        }
        None => Some(format!(" {text}")),
    };
    if let Some(text) = text {
        before.insert_str(end, &text);
    }
    let of_entry = before.get(begin..).and_then(|entry| {
        let from = entry.find(" facs=\"")? + " facs=\"".len();
        Some(begin + from + entry.get(from..)?.find('"')?)
    });
    if let Some(at) = of_entry {
        before.insert_str(at, &format!(" {facs}"));
    }
    *after = rest.to_owned();
}

/// Joins words to running text. Each word has its line number, and whether it follows the previous one
/// without a space. Words divided at line ends are joined.
fn text<'t>(words: impl Iterator<Item = (usize, bool, std::borrow::Cow<'t, str>)>) -> String {
    let mut text = String::new();
    let mut line = None;
    for (at, glued, word) in words {
        let is_next_line = line.is_some_and(|line| line != at);
        match hyphen::divided(&text) {
            Some(stem) if is_next_line => text.truncate(stem),
            _ if text.is_empty() || glued && !is_next_line => {}
            _ => text.push(' '),
        }
        text.push_str(&word);
        line = Some(at);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_go_on_over_pages() {
        let entry = |name: &str, rend: &str, text: &str| {
            format!("<entry xml:id=\"{name}\" facs=\"#{name}\"{rend}><def>{text}</def></entry>")
        };
        let mut before = entry("a", "", "one") + &entry("b", "", "hou&#xAD;");
        let mut after = entry("c", CONTINUED, "se") + &entry("d", "", "more");
        join(&mut before, &mut after);
        let joined = "<entry xml:id=\"b\" facs=\"#b #c\"><def>house</def></entry>";
        assert_eq!(before, entry("a", "", "one") + joined);
        assert_eq!(after, entry("d", "", "more"));
        let mut again = entry("e", CONTINUED, "on");
        join(&mut after, &mut again);
        assert!(again.is_empty() && after.contains("more on") && after.contains("#d #e"));
        let (first, mut alone) = (entry("f", CONTINUED, "x"), entry("g", "", "y"));
        let mut kept = first.clone();
        join(&mut String::new(), &mut kept);
        join(&mut kept, &mut alone);
        assert_eq!((kept, alone), (first, entry("g", "", "y")));
    }

    #[test]
    fn divided_words_become_whole() {
        let words = [
            (0, false, "Ka\u{AD}"),
            (1, false, "szuby"),
            (1, false, "well-"),
            (2, false, "a"),
            (2, true, ","),
        ];
        let words = words
            .into_iter()
            .map(|(at, glued, word)| (at, glued, word.into()));
        assert_eq!(text(words), "Kaszuby well- a,");
    }
}
