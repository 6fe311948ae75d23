//! The facts about a written page that the structure tree needs until its end.

use std::collections::{HashMap, HashSet};

use pdf_writer::Ref;

use super::link::Link;
use super::marks::LinkTarget;
use super::objects::Objects;
use super::sequences::Place;
use crate::geometry::Matrix;
use crate::page::ObjectNumber;

/// The facts about a page that are known before it is written.
#[derive(Clone, Debug)]
pub(super) struct PageFacts {
    pub label: Option<String>,
    /// The printed numbers of the page.
    pub numbers: Vec<String>,
    /// Marks of words by their positions in drawing order.
    pub marks: HashMap<u32, u32>,
    /// The last marks of entries of a table of contents.
    pub entries: HashSet<u32>,
    /// The sequences of each mark that no element has asked for.
    pub places: Vec<Vec<Place>>,
}

/// A page.
#[derive(Debug)]
pub(super) struct PageRecord {
    pub id: Ref,
    /// The matrix from page space to user space.
    pub to_user: Matrix,
    pub facts: PageFacts,
    pub streams: Vec<StreamRecord>,
    /// The annotations of links, by the marks of their words.
    pub links: HashMap<u32, Ref>,
    /// The annotations with their element types, and the element of each.
    pub annotations: Vec<(Ref, &'static str, Option<Ref>)>,
    /// The links of a table of contents, whose annotations are written when all pages are known.
    pub contents: Vec<(Ref, Link)>,
    /// If there are such links: the list of all annotations, which is an object of its own.
    pub list: Option<(Ref, Vec<ObjectNumber>)>,
}

/// A content stream.
#[derive(Debug)]
pub(super) struct StreamRecord {
    /// The form; `None` for the content of the page.
    pub form: Option<Ref>,
    /// The element of each sequence.
    pub owners: Vec<Option<Ref>>,
}

impl PageRecord {
    pub(super) fn new(id: Ref, to_user: Matrix, facts: PageFacts) -> Self {
        Self {
            id,
            to_user,
            facts,
            streams: Vec::new(),
            links: HashMap::new(),
            annotations: Vec::new(),
            contents: Vec::new(),
            list: None,
        }
    }

    /// Keeps the links of a table of contents, and returns the others.
    pub(super) fn add_contents(&mut self, links: Vec<Link>, objects: &mut Objects) -> Vec<Link> {
        let (own, others): (Vec<Link>, Vec<Link>) = links
            .into_iter()
            .partition(|link| matches!(link.target, LinkTarget::Page(_)));
        for link in own {
            let id = objects.reserve();
            self.links.insert(link.mark, id);
            self.contents.push((id, link));
        }
        if !self.contents.is_empty() {
            self.list = Some((objects.reserve(), Vec::new()));
        }
        others
    }

    /// Adds a content stream with this number of sequences.
    pub(super) fn add_stream(&mut self, form: Option<Ref>, count: u32) {
        self.streams.push(StreamRecord {
            form,
            owners: vec![None; count as usize],
        });
    }

    /// The sequences of a word, if its mark is asked for the first time.
    pub(super) fn take(&mut self, drawn: u32) -> Vec<Place> {
        let mark = self.facts.marks.remove(&drawn);
        let places = mark.and_then(|mark| self.facts.places.get_mut(mark as usize));
        places.map(std::mem::take).unwrap_or_default()
    }

    /// The annotation of the link over a word.
    pub(super) fn link(&self, drawn: u32) -> Option<Ref> {
        self.links.get(self.facts.marks.get(&drawn)?).copied()
    }

    /// Whether a word is the last one of an entry of a table of contents.
    pub(super) fn ends_entry(&self, drawn: u32) -> bool {
        let mark = self.facts.marks.get(&drawn);
        mark.is_some_and(|mark| self.facts.entries.contains(mark))
    }

    /// Sets the element of a sequence, unless it has one.
    pub(super) fn own(&mut self, (stream, mcid): Place, element: Ref) {
        let stream = self.streams.get_mut(stream as usize);
        if let Some(slot) = stream.and_then(|stream| stream.owners.get_mut(mcid as usize)) {
            slot.get_or_insert(element);
        }
    }

    /// Sets the element of an annotation.
    pub(super) fn own_annotation(&mut self, annotation: Ref, element: Ref) {
        for (id, _, owner) in &mut self.annotations {
            if *id == annotation {
                owner.get_or_insert(element);
            }
        }
    }

    /// The sequences that no element has asked for.
    pub(super) fn left(&mut self) -> Vec<Place> {
        let mut left: Vec<Place> = self.facts.places.drain(..).flatten().collect();
        left.sort_unstable();
        left
    }
}

/// The written pages, in the order of the file. They are found by their indices in the document.
#[derive(Debug, Default)]
pub(super) struct Pages {
    pub records: Vec<PageRecord>,
    positions: HashMap<u32, usize>,
}

impl Pages {
    pub(super) fn push(&mut self, index: u32, record: PageRecord) {
        self.positions.insert(index, self.records.len());
        self.records.push(record);
    }

    pub(super) fn get(&self, index: u32) -> Option<&PageRecord> {
        self.records.get(*self.positions.get(&index)?)
    }

    pub(super) fn get_mut(&mut self, index: u32) -> Option<&mut PageRecord> {
        self.records.get_mut(*self.positions.get(&index)?)
    }

    /// The indices of the pages, in the order of the document.
    pub(super) fn indices(&self) -> Vec<u32> {
        let mut indices: Vec<u32> = self.positions.keys().copied().collect();
        indices.sort_unstable();
        indices
    }
}
