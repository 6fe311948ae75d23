//! Writes pages as one HTML page of running text, with a small style sheet for light and dark screens,
//! without scripts.

mod inline;
mod lists;
#[cfg(test)]
mod tests;

use super::flow::{self, Flow, FlowFormat, Grid, NoteNumbers, Part, PartKind};
use super::map::MappedText;
use super::{Join, Options, Writer, WrittenPage, languages, xml};
use crate::blocks::Page;
use crate::page::DocumentInfo;

use inline::Inline;
use lists::Lists;

const STYLE: &str = include_str!("style.css");
/// SHA-256 of [`STYLE`]. The page's content security policy allows only this style sheet.
const STYLE_HASH: &str = "JHZTW63gPZX4YG+gZoOjtLmkfYwr39bZ9w9D6zm0mGk=";

/// Number of heading levels in HTML.
const LEVELS: u32 = 6;

#[derive(Debug)]
pub(super) struct Html(pub Options);

impl Writer for Html {
    fn head(&self, document: &DocumentInfo, _: usize) -> String {
        let languages = languages::of_document(document, self.0.lang.as_deref());
        let lang = languages.first().filter(|lang| *lang != "unknown");
        let mut out = "<!DOCTYPE html>\n<html".to_owned();
        if let Some(lang) = lang {
            xml::push_attribute("lang", lang, &mut out);
        }
        out.push_str(">\n<head>\n<meta charset=\"utf-8\">\n");
        out.push_str("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-");
        out.push_str(STYLE_HASH);
        out.push_str(
            "'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
        );
        out.push_str(concat!(
            "<meta name=\"generator\" content=\"pdfa2hocr ",
            env!("CARGO_PKG_VERSION"),
            "\">\n"
        ));
        if let Some(author) = text(document.metadata.author.as_deref()) {
            out.push_str("<meta name=\"author\"");
            xml::push_attribute("content", author, &mut out);
            out.push_str(">\n");
        }
        out.push_str("<title>");
        let title = text(document.metadata.title.as_deref());
        let title = title.or_else(|| text(Some(&document.name)));
        xml::push_text(title.unwrap_or("A document"), &mut out);
        out.push_str("</title>\n<style>");
        out.push_str(STYLE);
        out.push_str("</style>\n</head>\n<body>\n<main>\n");
        out
    }

    fn page(&self, page: &Page) -> WrittenPage {
        flow::page(page)
    }

    fn joiner(&self) -> Option<Box<dyn Join + '_>> {
        let format = Parts {
            keep_lines: self.0.keep_lines,
            lists: Lists::default(),
            notes: NoteNumbers::default(),
            pages: 0,
        };
        Some(Box::new(Flow::new(format, &self.0)))
    }

    fn tail(&self) -> String {
        "</main>\n</body>\n</html>\n".to_owned()
    }
}

fn text(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// Writes the parts of a document one after the other.
struct Parts {
    keep_lines: bool,
    lists: Lists,
    notes: NoteNumbers,
    /// Number of pages that have begun.
    pages: u32,
}

impl FlowFormat for Parts {
    fn part(&mut self, part: &Part, out: &mut MappedText) {
        self.lists.begin(&part.around, out);
        let mut label = None;
        let (tag, class) = match &part.kind {
            PartKind::Paragraph => ("p", ""),
            PartKind::Heading(level) => (HEADINGS[(level - 1).min(LEVELS - 1) as usize], ""),
            PartKind::Caption => ("p", "caption"),
            PartKind::Chart => ("p", "chart"),
            PartKind::Head => ("p", "head"),
            PartKind::SideNote => ("aside", "side"),
            PartKind::Code => ("pre", ""),
            PartKind::Figure => ("div", "picture"),
            PartKind::Table(grid) => {
                self.table(part, grid, out);
                return;
            }
            PartKind::Note {
                id,
                label: called,
                first,
            } => {
                if *first && id.is_some() {
                    label = Some((self.notes.of(*id), called));
                }
                ("aside", "note")
            }
        };
        let mut more = String::new();
        if let Some((Some(number), _)) = label {
            more.push_str(&format!(" id=\"note-{number}\" role=\"doc-footnote\""));
        }
        if matches!(part.kind, PartKind::Figure) {
            more.push_str(" role=\"img\"");
            let alt: Vec<&str> = part.tokens.iter().map(|t| t.text.as_str()).collect();
            xml::push_attribute("aria-label", &alt.join(" "), &mut more);
        }
        self.start(tag, (class, &more), part, out);
        if let Some((number, called)) = label {
            match number {
                Some(number) => {
                    out.push_str(&format!("<a href=\"#ref-{number}\">"));
                    out.from(called.origin, |out| xml::push_text(&called.text, out));
                    out.push_str("</a> ");
                }
                None => {
                    out.from(called.origin, |out| xml::push_text(&called.text, out));
                    out.push(' ');
                }
            }
        }
        let code = matches!(part.kind, PartKind::Code);
        Inline {
            notes: &mut self.notes,
            pages: &mut self.pages,
            keep_lines: self.keep_lines && !matches!(part.kind, PartKind::Heading(_)),
            heading: matches!(part.kind, PartKind::Heading(_)),
            code,
        }
        .write(&part.tokens, out);
        out.push_str(&format!("</{tag}>\n"));
    }

    fn end(&mut self, out: &mut MappedText) {
        self.lists.end(out);
    }
}

const HEADINGS: [&str; LEVELS as usize] = ["h1", "h2", "h3", "h4", "h5", "h6"];

impl Parts {
    /// Starts the element of a part, with a class and further attributes.
    fn start(&self, tag: &str, (class, more): (&str, &str), part: &Part, out: &mut MappedText) {
        let out = &mut out.text;
        out.push('<');
        out.push_str(tag);
        if !class.is_empty() {
            xml::push_attribute("class", class, out);
        }
        out.push_str(more);
        let lang = part.lang.as_deref().and_then(languages::tag);
        if let Some(lang) = lang {
            xml::push_attribute("lang", &lang, out);
        }
        if part.rtl {
            xml::push_attribute("dir", "rtl", out);
        }
        out.push('>');
        for anchor in &part.anchors {
            out.push_str("<a");
            xml::push_attribute("id", anchor, out);
            out.push_str("></a>");
        }
    }

    fn table(&mut self, part: &Part, grid: &Grid, out: &mut MappedText) {
        out.push_str("<div class=\"table\">");
        self.start("table", ("", ""), part, out);
        out.push('\n');
        for row in &grid.rows {
            out.push_str("<tr>");
            for cell in row {
                let (start, end) = cell.html();
                out.push_str(&start);
                let several = cell.parts.len() > 1;
                for part in &cell.parts {
                    if several {
                        out.push_str("<p>");
                    }
                    Inline {
                        notes: &mut self.notes,
                        pages: &mut self.pages,
                        keep_lines: self.keep_lines,
                        heading: cell.header,
                        code: false,
                    }
                    .write(&part.tokens, out);
                    if several {
                        out.push_str("</p>");
                    }
                }
                out.push_str(end);
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</table></div>\n");
    }
}
