//! The marked-content sequences of a page (ISO 32000-1, 14.6), found before its text is written: a sequence
//! for each label, link and remaining text of a part. Text of no part is an artifact.

use std::collections::{HashMap, HashSet};

use super::heading::heading;
use super::stream::ContentStream;
use crate::address::allowed;
use crate::blocks::{Block, BlockRole};
use crate::geometry::Rect;
use crate::page::Dots;
use crate::write::flow::{Around, Label, Part, PartKind, Token, is_label, page_numbers};

/// A sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Content of the structure tree: the tag, and `MCID`.
    Content(&'static str, u32),
    /// A running head or foot, or a page number.
    Running(BlockRole),
    /// Other content without meaning.
    Artifact,
}

impl Mark {
    pub(super) fn begin(self, content: &mut ContentStream) {
        match self {
            Self::Content(tag, mcid) => {
                content.name(tag);
                content.raw(&format!("<</MCID {mcid}>>BDC"));
            }
            // PDF 1.7 has no type for page numbers.
            Self::Running(role) => content.raw(match role {
                BlockRole::Header => "/Artifact<</Type/Pagination/Subtype/Header>>BDC",
                BlockRole::Footer => "/Artifact<</Type/Pagination/Subtype/Footer>>BDC",
                _ => "/Artifact<</Type/Pagination>>BDC",
            }),
            Self::Artifact => content.raw("/Artifact BMC"),
        }
    }
}

/// The sequences of the words of a page.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// By position in drawing order.
    of_words: HashMap<u32, Mark>,
    /// Number of sequences with content.
    pub count: u32,
    /// The targets of links, by their marks.
    pub links: Vec<(u32, LinkTarget)>,
    /// The last marks of entries of a table of contents.
    pub entries: HashSet<u32>,
    /// The areas of the links of an original page, with their indices.
    areas: Vec<(Rect, usize)>,
}

/// The target of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LinkTarget {
    Address(String),
    /// The page with a printed number, for an entry of a table of contents.
    Page(Entry),
    /// The annotation of an original page with this index.
    Annotation(usize),
}

/// An entry of a table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub number: String,
    pub title: String,
}

impl Entry {
    fn new(number: &str, part: &Part) -> Self {
        let words = part.tokens.iter().map(|token| token.text.as_str());
        let words = words.filter(|text| Dots::of(text).is_none());
        let mut words: Vec<&str> = words.collect();
        // The last word is the number.
        words.pop();
        Self {
            number: number.to_owned(),
            title: words.join(" "),
        }
    }
}

impl Marks {
    /// The sequences of a page, whose links have these areas if it is an original page.
    pub(super) fn new(parts: &[Part], blocks: &[Block<'_>], areas: Vec<(Rect, usize)>) -> Self {
        let mut marks = Self {
            areas,
            ..Self::default()
        };
        for block in blocks.iter().filter(|block| block.role().is_running()) {
            let lines = block.paragraphs().iter().flat_map(|p| p.lines());
            for word in lines.flat_map(|line| line.words()) {
                let mark = Mark::Running(block.role());
                marks.of_words.insert(word.drawn(), mark);
            }
        }
        for (part, number) in parts.iter().zip(page_numbers(parts)) {
            marks.part(part, number);
        }
        marks
    }

    /// The sequence of a word by its position in drawing order.
    pub(super) fn of(&self, drawn: u32) -> Mark {
        self.of_words.get(&drawn).copied().unwrap_or(Mark::Artifact)
    }

    /// Leaves out a picture.
    pub(super) fn remove(&mut self, drawn: u32) {
        self.of_words.remove(&drawn);
    }

    /// The numbers of marks with content, by the positions of their words in drawing order.
    pub(super) fn into_numbers(self) -> HashMap<u32, u32> {
        let numbers = self.of_words.into_iter();
        let numbers = numbers.filter_map(|(drawn, mark)| match mark {
            Mark::Content(_, number) => Some((drawn, number)),
            Mark::Running(_) | Mark::Artifact => None,
        });
        numbers.collect()
    }

    /// Adds a part; `number` is the page number of an entry of a table of contents.
    fn part(&mut self, part: &Part, number: Option<&str>) {
        if matches!(part.kind, PartKind::Head) {
            return;
        }
        for around in &part.around {
            if let Around::Item {
                label: Some(label), ..
            } = around
            {
                self.label(label);
            }
        }
        if let PartKind::Note { label, .. } = &part.kind
            && !label.text.is_empty()
        {
            self.label(label);
        }
        let tag = tag(&part.kind);
        // A label is one word; the lists that are found across pages may need it.
        let first = part.tokens.first().filter(|first| is_label(&first.text));
        let key = |marks: &Self, at: usize, token: &Token| {
            let is_label = at == 0 && first.is_some();
            let to_page = || {
                let number = number.filter(|_| !is_label)?;
                Some(LinkTarget::Page(Entry::new(number, part)))
            };
            (is_label, marks.link(token).or_else(to_page))
        };
        let mut before = None;
        for (at, token) in part.tokens.iter().enumerate() {
            let own = key(self, at, token);
            if before.as_ref() != Some(&own) {
                self.next(own.1.clone());
                before = Some(own);
            }
            self.add(token.drawn, tag);
        }
        if number.is_some() {
            self.entries.insert(self.count.saturating_sub(1));
        }
        if let PartKind::Table(grid) = &part.kind {
            let cells = grid.rows.iter().flatten();
            for part in cells.flat_map(|cell| &cell.parts) {
                self.part(part, None);
            }
        }
    }

    /// The link over a word, if a PDF can contain it.
    fn link(&self, token: &Token) -> Option<LinkTarget> {
        let bbox = token.origin.bbox;
        let [x, y] = [(bbox.x0 + bbox.x1) / 2.0, (bbox.y0 + bbox.y1) / 2.0];
        let is_over = |area: &Rect| area.x0 <= x && x <= area.x1 && area.y0 <= y && y <= area.y1;
        if let Some((_, at)) = self.areas.iter().find(|(area, _)| is_over(area)) {
            return Some(LinkTarget::Annotation(*at));
        }
        let href = token.href.as_deref().filter(|_| self.areas.is_empty())?;
        allowed(href).filter(|_| !href.starts_with('#'))?;
        Some(LinkTarget::Address(href.to_owned()))
    }

    fn label(&mut self, label: &Label) {
        self.next(None);
        for drawn in &label.drawn {
            self.add(*drawn, "Lbl");
        }
    }

    fn next(&mut self, link: Option<LinkTarget>) {
        if let Some(link) = link {
            self.links.push((self.count, link));
        }
        self.count += 1;
    }

    /// Adds a word to the last sequence, unless it has one.
    fn add(&mut self, drawn: u32, tag: &'static str) {
        let mark = Mark::Content(tag, self.count.saturating_sub(1));
        self.of_words.entry(drawn).or_insert(mark);
    }
}

fn tag(kind: &PartKind) -> &'static str {
    match kind {
        PartKind::Heading(level) => heading(*level),
        PartKind::Caption => "Caption",
        PartKind::Note { .. } | PartKind::SideNote => "Note",
        PartKind::Figure => "Figure",
        _ => "P",
    }
}
