//! Passes the parts of a document to a format, joined over columns and pages.

use super::part::{Part, PartKind};
use super::{contents, join, join_tables, lists};
use crate::write::map::MappedText;
use crate::write::writer::{Join, Options, WrittenPage};

/// A format that receives the parts of a document one after the other.
pub(in crate::write) trait FlowFormat: Send {
    fn part(&mut self, part: &Part, out: &mut MappedText);

    /// Called after the last part.
    fn end(&mut self, out: &mut MappedText);
}

/// Joins the parts of pages for a format.
pub(in crate::write) struct Flow<F> {
    tables: join_tables::TableJoiner,
    joiner: join::Joiner,
    lists: lists::Lists,
    after_lists: join::AfterLists,
    format: F,
    out: MappedText,
    keep_heads: bool,
    keep_charts: bool,
    joins_tables: bool,
}

impl<F: FlowFormat> Flow<F> {
    pub(in crate::write) fn new(format: F, options: &Options) -> Self {
        Self::with_delays(format, options, true)
    }

    /// The same without delays: parts that interrupt a paragraph or a list end it, so that the order is that of the
    /// pages.
    pub(in crate::write) fn in_page_order(format: F, options: &Options) -> Self {
        Self::with_delays(format, options, false)
    }

    fn with_delays(format: F, options: &Options, delays: bool) -> Self {
        Self {
            tables: join_tables::TableJoiner::default(),
            joiner: join::Joiner::new(!options.keep_lines, delays),
            lists: lists::Lists::new(!options.keep_lines),
            after_lists: join::AfterLists::new(delays),
            format,
            out: MappedText::new(options.map),
            joins_tables: delays,
            keep_heads: options.keep_heads,
            keep_charts: options.keep_chart_text || options.keep_lines,
        }
    }

    /// The format, for what it writes besides the parts.
    pub(in crate::write) fn format_mut(&mut self) -> &mut F {
        &mut self.format
    }

    fn written(&mut self, words: usize) -> WrittenPage {
        let (text, spans) = self.out.take();
        WrittenPage {
            spans,
            ..WrittenPage::new(text, words)
        }
    }
}

impl<F: FlowFormat> Join for Flow<F> {
    fn page(&mut self, page: WrittenPage) -> WrittenPage {
        let Self {
            tables,
            joiner,
            lists,
            after_lists,
            format,
            out,
            keep_heads,
            keep_charts,
            joins_tables,
        } = self;
        let mut write = |part: Part| format.part(&part, out);
        let mut listed = |part: Part| after_lists.add(part, &mut write);
        for part in page.flow.unwrap_or_default().parts {
            let is_kept = match part.kind {
                PartKind::Head => *keep_heads,
                PartKind::Chart => *keep_charts,
                _ => true,
            };
            if is_kept {
                for mut part in contents::split(part, joiner.joins()) {
                    if joiner.joins() && !contents::remove_leaders(&mut part) {
                        continue;
                    }
                    let joins = joiner.joins();
                    let mut join =
                        |part| joiner.add(part, &mut |part| lists.add(part, &mut listed));
                    // A continued table repeats its head, which is part of the page.
                    if joins && *joins_tables {
                        tables.add(part, &mut join);
                    } else {
                        join(part);
                    }
                }
            }
        }
        self.written(page.words)
    }

    fn end(&mut self) -> WrittenPage {
        let Self {
            tables,
            joiner,
            lists,
            after_lists,
            format,
            out,
            ..
        } = self;
        let mut write = |part: Part| format.part(&part, out);
        let mut listed = |part: Part| after_lists.add(part, &mut write);
        tables.end(&mut |part| joiner.add(part, &mut |part| lists.add(part, &mut listed)));
        joiner.end(&mut |part| lists.add(part, &mut listed));
        lists.end(&mut listed);
        after_lists.end(&mut write);
        self.format.end(&mut self.out);
        self.written(0)
    }
}
