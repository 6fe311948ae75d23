//! Opens and closes the elements for lists and quotations around parts.

use super::super::flow::{Around, Key, Label};
use super::super::map::MappedText;
use super::super::xml;

#[derive(Debug, Default)]
pub(super) struct Lists {
    /// The open elements with their end tags.
    open: Vec<(Key, &'static str)>,
}

impl Lists {
    /// Closes elements that do not contain the next part, and opens those that do.
    pub(super) fn begin(&mut self, around: &[Around], out: &mut MappedText) {
        let same = |((key, _), around): &(&(Key, &str), &Around)| *key == around.key();
        let common = self.open.iter().zip(around).take_while(same).count();
        self.close(common, out);
        for one in around.iter().skip(common) {
            let tag = match one {
                Around::Quote(_) => {
                    out.push_str("<blockquote>\n");
                    "</blockquote>\n"
                }
                Around::List { ordered: true, .. } => {
                    out.push_str("<ol>\n");
                    "</ol>\n"
                }
                Around::List { ordered: false, .. } => {
                    out.push_str("<ul>\n");
                    "</ul>\n"
                }
                Around::Item { label, .. } => {
                    let counted = self.open.last().is_some_and(|(_, tag)| *tag == "</ol>\n");
                    let label = label.as_ref().filter(|label| !label.is_bullet());
                    item(label, counted, out);
                    "</li>\n"
                }
            };
            self.open.push((one.key(), tag));
        }
    }

    pub(super) fn end(&mut self, out: &mut MappedText) {
        self.close(0, out);
    }

    fn close(&mut self, keep: usize, out: &mut MappedText) {
        for (_, tag) in self.open.drain(keep..).rev() {
            out.push_str(tag);
        }
    }
}

/// Writes the start of an item with its number or its printed label.
fn item(label: Option<&Label>, counted: bool, out: &mut MappedText) {
    let number = label.and_then(|label| {
        let digits = label.text.strip_suffix(['.', ')'])?;
        digits.parse::<u32>().ok()
    });
    match (label, number) {
        (Some(_), Some(number)) if counted => out.push_str(&format!("<li value=\"{number}\">")),
        (Some(label), _) => {
            out.push_str("<li class=\"labelled\"><span class=\"label\">");
            out.from(label.origin, |out| xml::push_text(&label.text, out));
            out.push_str("</span> ");
        }
        (None, _) => out.push_str("<li>"),
    }
}
