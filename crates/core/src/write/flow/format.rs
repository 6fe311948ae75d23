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

/// The steps that join the parts of pages.
struct Steps {
    tables: Option<join_tables::TableJoiner>,
    joiner: join::Joiner,
    lists: lists::Lists,
    after_lists: join::AfterLists,
}

impl Steps {
    fn add(&mut self, part: Part, emit: &mut impl FnMut(Part)) {
        let (joiner, lists) = (&mut self.joiner, &mut self.lists);
        let mut listed = |part: Part| self.after_lists.add(part, emit);
        let mut join = |part| joiner.add(part, &mut |part| lists.add(part, &mut listed));
        match &mut self.tables {
            Some(tables) => tables.add(part, &mut join),
            None => join(part),
        }
    }

    fn end(&mut self, emit: &mut impl FnMut(Part)) {
        let (joiner, lists) = (&mut self.joiner, &mut self.lists);
        let mut listed = |part: Part| self.after_lists.add(part, emit);
        if let Some(tables) = &mut self.tables {
            tables.end(&mut |part| joiner.add(part, &mut |part| lists.add(part, &mut listed)));
        }
        joiner.end(&mut |part| lists.add(part, &mut listed));
        lists.end(&mut listed);
        self.after_lists.end(emit);
    }
}

/// Joins the parts of pages for a format.
pub(in crate::write) struct Flow<F> {
    steps: Steps,
    /// The format, with what it writes besides the parts.
    pub format: F,
    out: MappedText,
    joins: bool,
    keep_heads: bool,
    keep_charts: bool,
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
        let joins = !options.keep_lines;
        Self {
            steps: Steps {
                // A continued table repeats its head, which is part of the page.
                tables: (joins && delays).then(Default::default),
                joiner: join::Joiner::new(joins, delays),
                lists: lists::Lists::new(joins),
                after_lists: join::AfterLists::new(delays),
            },
            format,
            out: MappedText::new(options.map),
            joins,
            keep_heads: options.keep_heads,
            keep_charts: options.keep_chart_text || options.keep_lines,
        }
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
        let (format, out) = (&mut self.format, &mut self.out);
        let mut write = |part: Part| format.part(&part, out);
        for part in page.flow.unwrap_or_default().parts {
            let is_kept = match part.kind {
                PartKind::Head => self.keep_heads,
                PartKind::Chart => self.keep_charts,
                _ => true,
            };
            let pieces = is_kept.then(|| contents::split(part, self.joins));
            for mut part in pieces.into_iter().flatten() {
                if !self.joins || contents::remove_leaders(&mut part) {
                    self.steps.add(part, &mut write);
                }
            }
        }
        self.written(page.words)
    }

    fn end(&mut self) -> WrittenPage {
        let (format, out) = (&mut self.format, &mut self.out);
        self.steps.end(&mut |part| format.part(&part, out));
        self.format.end(&mut self.out);
        self.written(0)
    }
}
