//! Writes pages as Markdown: CommonMark with the tables and footnotes of GitHub.
//!
//! Text that would be read as markup is escaped ([`escape`]). Tables with spanning cells are written as HTML;
//! an HTML comment separates lists that Markdown would join.

mod escape;
mod front_matter;
mod inline;
mod lists;
mod table;
#[cfg(test)]
mod tests;

use super::flow::{self, Flow, FlowFormat, NoteNumbers, Part, PartKind};
use super::map::MappedText;
use super::{Join, Options, Writer, WrittenPage};
use crate::blocks::Page;
use crate::page::DocumentInfo;

use escape::Place;
use inline::Inline;
use lists::Lists;

/// Number of heading levels in Markdown.
const LEVELS: u32 = 6;

#[derive(Debug)]
pub(super) struct Markdown(pub Options);

impl Writer for Markdown {
    fn head(&self, document: &DocumentInfo, _: usize) -> String {
        match self.0.front_matter {
            true => front_matter::write(document, &self.0),
            false => String::new(),
        }
    }

    fn page(&self, page: &Page) -> WrittenPage {
        flow::page(page)
    }

    fn joiner(&self) -> Option<Box<dyn Join + '_>> {
        let format = Parts {
            keep_lines: self.0.keep_lines,
            lists: Lists::default(),
            notes: NoteNumbers::default(),
        };
        Some(Box::new(Flow::new(format, &self.0)))
    }
}

/// Writes the parts of a document one after the other.
struct Parts {
    keep_lines: bool,
    lists: Lists,
    notes: NoteNumbers,
}

impl FlowFormat for Parts {
    fn part(&mut self, part: &Part, out: &mut MappedText) {
        let mut prefix = self.lists.begin(&part.around, out);
        let mut inline = Inline::new(&mut self.notes);
        inline.keep_lines = self.keep_lines;
        // Text with kept lines is compared with other transcriptions, so it has no marks.
        inline.marks = !self.keep_lines;
        inline.labels = self.keep_lines;
        match &part.kind {
            PartKind::Heading(level) => {
                let level = (*level).clamp(1, LEVELS) as usize;
                out.push_str(&"#".repeat(level));
                out.push(' ');
                inline.keep_lines = false;
                inline.heading = true;
            }
            // Without a file of the picture, its description is text.
            PartKind::Figure => {
                out.push('*');
                inline.marks = false;
                inline.write(&part.tokens, out);
                return out.push('*');
            }
            PartKind::Code => return inline::code_block(&part.tokens, &prefix, out),
            PartKind::Table(grid) => {
                inline.prefix = &prefix;
                return table::write(grid, &mut inline, out);
            }
            PartKind::Note { id, label, first } => match (inline.notes.of(*id), first) {
                (Some(number), _) => {
                    match first {
                        true => {
                            let called = format!("[^{number}]");
                            out.from(label.origin, |out| out.push_str(&called));
                            out.push_str(": ");
                        }
                        false => out.push_str(NOTE),
                    }
                    prefix.push_str(NOTE);
                }
                (None, true) if id.is_some() => {
                    out.from(label.origin, |out| {
                        escape::push_word(&label.text, Place::LINE_START, out);
                    });
                    out.push(' ');
                }
                (None, _) => {}
            },
            PartKind::Paragraph
            | PartKind::Caption
            | PartKind::Chart
            | PartKind::SideNote
            | PartKind::Head => {}
        }
        inline.prefix = &prefix;
        inline.write(&part.tokens, out);
    }

    fn end(&mut self, out: &mut MappedText) {
        if self.lists.begun {
            out.push('\n');
        }
    }
}

/// Indent of further paragraphs of a note.
const NOTE: &str = "    ";
