//! The structure tree (ISO 32000-1, 14.7): an element for each part of the running text, with the marked-content
//! sequences of its words. Elements are written when they are complete, so that only the open ones are in memory.

use pdf_writer::writers::StructElement;
use pdf_writer::{Finish, Name, Ref, Str, TextStr};

use super::heading::{LEVELS, heading};
use super::objects::{Objects, chunk};
use super::page_record::{PageRecord, Pages};
use super::sequences::Place;
use crate::geometry::Rect;
use crate::write::flow::{Around, Cell, Grid, Key, Label, Part, PartKind, Separator, Token};
use crate::write::headings::Heading;
use crate::write::languages;

/// Maximum length of a title in the outline, in characters.
const LONGEST_TITLE: usize = 500;

/// The content of an element.
#[derive(Clone, Copy, Debug)]
enum Kid {
    Element(Ref),
    /// A marked-content sequence of a page.
    Sequence {
        page: u32,
        place: Place,
    },
    /// An annotation on a page.
    Annotation {
        page: u32,
        object: Ref,
    },
}

/// The attributes of an element, besides its type and content.
#[derive(Clone, Debug, Default)]
struct Facts {
    lang: Option<String>,
    alt: Option<String>,
    note: Option<u32>,
    /// Of a list: whether it is numbered.
    ordered: Option<bool>,
    /// Of a cell: rows and columns that it spans, and the scope of a header.
    cell: Option<(u32, u32, Option<&'static str>)>,
    /// Of a figure: its box in user space.
    bbox: Option<[f32; 4]>,
}

/// An element whose content is not complete.
#[derive(Debug)]
struct Open {
    id: Ref,
    kind: &'static str,
    key: Option<Key>,
    kids: Vec<Kid>,
    facts: Facts,
}

/// The structure tree of a file.
pub(super) struct Structure {
    /// The structure tree root.
    pub root: Ref,
    /// `Document`, and the open lists and quotations in it.
    open: Vec<Open>,
    /// A caption, table or figure that may belong to the next part.
    waiting: Option<Open>,
    /// The note whose paragraphs follow.
    note: Option<Open>,
    /// The links of tables of contents with their parents, which are written when all pages are known.
    contents: Vec<(Open, Ref)>,
    /// The level of the last heading.
    level: u32,
    /// The notes, by their numbers.
    notes: Vec<Ref>,
    headings: Vec<Heading>,
    /// The indices of pages with images that have no description.
    undescribed: Vec<u32>,
    /// The language of the document.
    pub lang: Option<String>,
}

impl Structure {
    pub(super) fn new(objects: &mut Objects) -> Self {
        let root = objects.reserve();
        let document = Open::new(objects, "Document");
        Self {
            root,
            open: vec![document],
            waiting: None,
            note: None,
            contents: Vec::new(),
            level: 0,
            notes: Vec::new(),
            headings: Vec::new(),
            undescribed: Vec::new(),
            lang: None,
        }
    }

    /// Writes the elements of a part.
    pub(super) fn part(&mut self, part: &Part, pages: &mut Pages, objects: &mut Objects) {
        let mut tree = Tree { pages, objects };
        let continues = matches!(&part.kind, PartKind::Note { first: false, .. });
        if !continues {
            self.end_note(&mut tree);
        }
        let is_caption = matches!(part.kind, PartKind::Caption);
        let takes_caption = matches!(part.kind, PartKind::Figure | PartKind::Table(_));
        let keeps = match &self.waiting {
            Some(waiting) if waiting.kind == "Caption" => takes_caption,
            Some(_) => is_caption,
            None => false,
        };
        if !keeps {
            self.end_waiting(&mut tree);
        }
        let is_entry = part.around.is_empty() && tree.is_entry(part);
        if is_entry && self.parent().kind != "TOC" {
            self.begin_around(&[], &mut tree);
            let contents = Open::new(tree.objects, "TOC");
            self.open.push(contents);
        }
        if !is_entry && (!keeps || !is_caption) {
            self.begin_around(&part.around, &mut tree);
        }
        match &part.kind {
            PartKind::Head => {}
            PartKind::Heading(level) => self.heading(part, *level, &mut tree),
            PartKind::Caption => self.caption(part, &mut tree),
            PartKind::Figure => self.figure(part, &mut tree),
            PartKind::Table(grid) => self.table(part, grid, &mut tree),
            PartKind::Note { label, first, .. } => {
                self.note(part, Some(label), *first, &mut tree);
            }
            PartKind::SideNote => self.note(part, None, true, &mut tree),
            PartKind::Code => self.paragraph(part, "P", Some("Code"), &mut tree),
            PartKind::Paragraph if is_entry => {
                self.paragraph(part, "TOCI", Some("Reference"), &mut tree);
            }
            PartKind::Paragraph | PartKind::Chart => self.paragraph(part, "P", None, &mut tree),
        }
    }

    /// Writes what is still open, and the root with the parent tree: the elements of each key. Returns the headings,
    /// and the indices of pages with images that have no description.
    pub(super) fn end(
        mut self,
        pages: &mut Pages,
        parents: &Parents,
        objects: &mut Objects,
    ) -> (Vec<Heading>, Vec<u32>) {
        let mut tree = Tree { pages, objects };
        self.end_note(&mut tree);
        self.end_waiting(&mut tree);
        self.close(1, &mut tree);
        for (mut link, parent) in std::mem::take(&mut self.contents) {
            if !tree.has_target(&link) {
                link.kind = "Span";
                link.kids
                    .retain(|kid| !matches!(kid, Kid::Annotation { .. }));
            }
            tree.write(link, parent);
        }
        // Every sequence needs an element.
        for page in tree.pages.indices() {
            let left = tree.pages.get_mut(page).map(PageRecord::left);
            let left = left.unwrap_or_default();
            if !left.is_empty() {
                let mut element = Open::new(tree.objects, "P");
                let kids = left.into_iter().map(|place| Kid::Sequence { page, place });
                element.kids = kids.collect();
                self.add(element, &mut tree);
            }
            let annotations = tree
                .pages
                .get(page)
                .map(|record| record.annotations.clone());
            for (object, kind, owner) in annotations.unwrap_or_default() {
                if owner.is_none() {
                    let mut element = Open::new(tree.objects, kind);
                    element.kids.push(Kid::Annotation { page, object });
                    self.add(element, &mut tree);
                }
            }
        }
        let root = self.root;
        if let Some(document) = self.open.pop() {
            let id = document.id;
            tree.write(document, root);
            self.write_root(id, pages, parents, objects);
        }
        (self.headings, self.undescribed)
    }

    fn write_root(&self, document: Ref, pages: &Pages, parents: &Parents, objects: &mut Objects) {
        let mut leaves = Vec::new();
        for (first, entries) in (0..).step_by(64).zip(parents.0.chunks(64)) {
            let mut owners = Vec::with_capacity(entries.len());
            for entry in entries {
                owners.push(match entry {
                    ParentEntry::Stream(page, stream) => {
                        let id = objects.reserve();
                        let record = pages.get(*page);
                        let stream = record.and_then(|p| p.streams.get(*stream as usize));
                        let owners = stream.map_or(&[][..], |stream| stream.owners.as_slice());
                        objects.add(id, |obj| {
                            let mut array = obj.array();
                            for owner in owners {
                                match owner {
                                    Some(owner) => array.item(*owner),
                                    None => array.item(pdf_writer::Null),
                                };
                            }
                        });
                        id
                    }
                    ParentEntry::Annotation(page, id) => {
                        let record = pages.get(*page);
                        let mut all = record.iter().flat_map(|record| &record.annotations);
                        let owner = all
                            .find(|(own, ..)| own == id)
                            .and_then(|(.., owner)| *owner);
                        owner.unwrap_or(document)
                    }
                });
            }
            let leaf = objects.reserve();
            let last = first + owners.len() as i32 - 1;
            objects.add(leaf, |obj| {
                let mut dict = obj.dict();
                dict.insert(Name(b"Limits")).array().items([first, last]);
                let mut numbers = dict.insert(Name(b"Nums")).array();
                for (key, id) in (first..).zip(owners) {
                    numbers.item(key).item(id);
                }
            });
            leaves.push(leaf);
        }
        let tree = objects.reserve();
        objects.add(tree, |obj| {
            obj.dict().insert(Name(b"Kids")).array().items(leaves);
        });
        let names = (!self.notes.is_empty()).then(|| objects.reserve());
        if let Some(names) = names {
            // The names ascend as strings, because all numbers have eight digits.
            objects.add(names, |obj| {
                let mut dict = obj.dict();
                let mut list = dict.insert(Name(b"Names")).array();
                for (number, id) in (1..).zip(&self.notes) {
                    list.item(Str(note_id(number).as_bytes())).item(*id);
                }
            });
        }
        objects.add(self.root, |obj| {
            let mut dict = obj.dict();
            dict.pair(Name(b"Type"), Name(b"StructTreeRoot"));
            dict.insert(Name(b"K")).array().item(document);
            dict.pair(Name(b"ParentTree"), tree);
            dict.pair(Name(b"ParentTreeNextKey"), parents.0.len() as i32);
            if let Some(names) = names {
                dict.pair(Name(b"IDTree"), names);
            }
        });
    }

    /// The element that contains the next one.
    fn parent(&mut self) -> &mut Open {
        let last = self.open.len().saturating_sub(1);
        // `Document` is open until the end.
        &mut self.open[last]
    }

    /// Writes an element in the open ones.
    fn add(&mut self, element: Open, tree: &mut Tree<'_>) {
        let parent = self.parent();
        parent.kids.push(Kid::Element(element.id));
        let parent = parent.id;
        tree.write(element, parent);
    }

    fn end_note(&mut self, tree: &mut Tree<'_>) {
        if let Some(note) = self.note.take() {
            self.add(note, tree);
        }
    }

    fn end_waiting(&mut self, tree: &mut Tree<'_>) {
        if let Some(mut element) = self.waiting.take() {
            // A caption of nothing is text.
            if element.kind == "Caption" {
                element.kind = "P";
            }
            self.add(element, tree);
        }
    }

    /// Ends the elements that do not contain the next part, and begins those that do.
    fn begin_around(&mut self, around: &[Around], tree: &mut Tree<'_>) {
        // An item is two elements: `LI` and `LBody`.
        let mut common = 1;
        let mut rest = around;
        while let [one, after @ ..] = rest {
            if self.open.get(common).and_then(|open| open.key) != Some(one.key()) {
                break;
            }
            common += match one {
                Around::Item { .. } => 2,
                Around::List { .. } | Around::Quote(_) => 1,
            };
            rest = after;
        }
        self.close(common, tree);
        for one in rest {
            let mut element = Open::new(
                tree.objects,
                match one {
                    Around::Quote(_) => "BlockQuote",
                    Around::List { .. } => "L",
                    Around::Item { .. } => "LI",
                },
            );
            element.key = Some(one.key());
            match one {
                Around::List { ordered, .. } => element.facts.ordered = Some(*ordered),
                Around::Item {
                    label: Some(label), ..
                } => tree.label(label, &mut element),
                Around::Item { label: None, .. } | Around::Quote(_) => {}
            }
            let is_item = element.kind == "LI";
            self.open.push(element);
            if is_item {
                let body = Open::new(tree.objects, "LBody");
                self.open.push(body);
            }
        }
    }

    /// Ends all elements but the outermost `keep`.
    fn close(&mut self, keep: usize, tree: &mut Tree<'_>) {
        while self.open.len() > keep.max(1) {
            if let Some(element) = self.open.pop() {
                self.add(element, tree);
            }
        }
    }

    fn heading(&mut self, part: &Part, level: u32, tree: &mut Tree<'_>) {
        // Levels must not be skipped (PDF/UA-1, 7.4.2).
        self.level = level.clamp(1, self.level + 1).min(LEVELS);
        let element = self.text(part, heading(self.level), tree);
        if let Some(first) = part.tokens.first() {
            let title = title(&part.tokens);
            if !title.is_empty() {
                self.headings.push(Heading {
                    level: level.max(1),
                    title,
                    page: first.origin.page,
                    top: first.origin.bbox.y0,
                });
            }
        }
        self.add(element, tree);
    }

    fn paragraph(
        &mut self,
        part: &Part,
        kind: &'static str,
        inside: Option<&'static str>,
        tree: &mut Tree<'_>,
    ) {
        let text = self.text(part, inside.unwrap_or(kind), tree);
        if text.kids.is_empty() {
            return;
        }
        if inside.is_none() {
            return self.add(text, tree);
        }
        let mut element = Open::new(tree.objects, kind);
        tree.add(text, &mut element);
        self.add(element, tree);
    }

    fn caption(&mut self, part: &Part, tree: &mut Tree<'_>) {
        let caption = self.text(part, "Caption", tree);
        match self.waiting.take() {
            Some(mut described) => {
                tree.add(caption, &mut described);
                self.add(described, tree);
            }
            None => self.waiting = Some(caption),
        }
    }

    /// Keeps a table or figure for its caption, which may follow; takes the one before it.
    fn describe(&mut self, mut element: Open, tree: &mut Tree<'_>) {
        match self.waiting.take() {
            Some(caption) => {
                element.kids.insert(0, Kid::Element(caption.id));
                tree.write(caption, element.id);
                self.add(element, tree);
            }
            None => self.waiting = Some(element),
        }
    }

    fn figure(&mut self, part: &Part, tree: &mut Tree<'_>) {
        let Some(first) = part.tokens.first() else {
            return;
        };
        let page = first.origin.page;
        let mut element = Open::new(tree.objects, "Figure");
        element.kids = tree.sequences(page, &[first.drawn]);
        if element.kids.is_empty() {
            return;
        }
        let words = part.tokens.iter().map(|token| token.text.as_str());
        let alt = words.collect::<Vec<_>>().join(" ");
        if alt.is_empty() {
            if self.undescribed.last() != Some(&page) {
                self.undescribed.push(page);
            }
        } else {
            element.facts.alt = Some(alt);
        }
        element.facts.bbox = tree.in_user_space(page, first.origin.bbox);
        self.describe(element, tree);
    }

    fn note(&mut self, part: &Part, label: Option<&Label>, first: bool, tree: &mut Tree<'_>) {
        if first || self.note.is_none() {
            self.end_note(tree);
            let mut note = Open::new(tree.objects, "Note");
            self.notes.push(note.id);
            note.facts.note = Some(self.notes.len() as u32);
            if let Some(label) = label.filter(|label| !label.text.is_empty()) {
                tree.label(label, &mut note);
            }
            self.note = Some(note);
        }
        let text = self.text(part, "P", tree);
        if let Some(note) = &mut self.note
            && !text.kids.is_empty()
        {
            tree.add(text, note);
        }
    }

    fn table(&mut self, part: &Part, grid: &Grid, tree: &mut Tree<'_>) {
        let mut table = Open::new(tree.objects, "Table");
        table.facts.lang = self.other_language(part);
        let width = columns(grid);
        // For each column, the number of rows that a cell above still covers.
        let mut covered = vec![0u32; width];
        for (number, cells) in grid.rows.iter().enumerate() {
            let mut row = Open::new(tree.objects, "TR");
            let mut cells = cells.iter();
            let mut column = 0;
            while column < width {
                if let Some(rows) = covered.get_mut(column).filter(|rows| **rows > 0) {
                    *rows -= 1;
                    column += 1;
                    continue;
                }
                let free = covered
                    .iter()
                    .skip(column)
                    .take_while(|rows| **rows == 0)
                    .count();
                let (span, rows) = match cells.next() {
                    Some(cell) => {
                        let span = (cell.column_span as usize).clamp(1, free);
                        let rows = (cell.row_span as usize).clamp(1, grid.rows.len() - number);
                        let spans = (rows as u32, span as u32);
                        self.cell(cell, spans, (number, column), &mut row, tree);
                        (span, rows as u32)
                    }
                    // All rows have the same length (PDF/UA-1, 7.5).
                    None => {
                        let cell = Open::new(tree.objects, "TD");
                        tree.add(cell, &mut row);
                        (1, 1)
                    }
                };
                for below in covered.iter_mut().skip(column).take(span) {
                    *below = rows - 1;
                }
                column += span;
            }
            tree.add(row, &mut table);
        }
        self.describe(table, tree);
    }

    fn cell(
        &mut self,
        cell: &Cell,
        (rows, columns): (u32, u32),
        (row_number, column): (usize, usize),
        row: &mut Open,
        tree: &mut Tree<'_>,
    ) {
        let kind = if cell.header { "TH" } else { "TD" };
        let scope = match (cell.header, row_number, column) {
            (false, ..) => None,
            (true, 0, _) => Some("Column"),
            (true, _, 0) => Some("Row"),
            (true, ..) => Some("Column"),
        };
        let mut element = match cell.parts.as_slice() {
            // Most cells are one paragraph. Without an element for it, a table takes half the room.
            [part] => self.text(part, kind, tree),
            parts => {
                let mut element = Open::new(tree.objects, kind);
                for part in parts {
                    let text = self.text(part, "P", tree);
                    if !text.kids.is_empty() {
                        tree.add(text, &mut element);
                    }
                }
                element
            }
        };
        element.facts.cell = Some((rows, columns, scope));
        tree.add(element, row);
    }

    /// An element with the words of a part, and its links.
    fn text(&mut self, part: &Part, kind: &'static str, tree: &mut Tree<'_>) -> Open {
        let mut element = Open::new(tree.objects, kind);
        element.facts.lang = self.other_language(part);
        let link = |tree: &Tree<'_>, token: &Token| {
            let page = tree.pages.get(token.origin.page)?;
            page.link(token.drawn)
        };
        let links: Vec<Option<Ref>> = part.tokens.iter().map(|token| link(tree, token)).collect();
        let mut tokens = part.tokens.as_slice();
        for links in links.chunk_by(|a, b| a == b) {
            let (own, rest) = tokens
                .split_at_checked(links.len())
                .unwrap_or((tokens, &[]));
            tokens = rest;
            let mut kids = Vec::new();
            for own in own.chunk_by(|a, b| a.origin.page == b.origin.page) {
                let page = own.first().map_or(0, |first| first.origin.page);
                let drawn: Vec<u32> = own.iter().map(|token| token.drawn).collect();
                kids.extend(tree.sequences(page, &drawn));
            }
            let (Some(Some(object)), Some(first)) = (links.first(), own.first()) else {
                element.kids.extend(kids);
                continue;
            };
            if kids.is_empty() {
                continue;
            }
            let mut link = Open::new(tree.objects, "Link");
            link.kids = kids;
            link.kids.push(Kid::Annotation {
                page: first.origin.page,
                object: *object,
            });
            element.kids.push(Kid::Element(link.id));
            match tree.is_to_page(first.origin.page, *object) {
                true => self.contents.push((link, element.id)),
                false => tree.write(link, element.id),
            }
        }
        element
    }

    /// The language of a part, if it is not that of the document.
    fn other_language(&self, part: &Part) -> Option<String> {
        let lang = part.lang.as_deref().and_then(languages::tag);
        lang.filter(|lang| self.lang.as_ref() != Some(lang))
    }
}

/// The owner of a key of the parent tree.
#[derive(Clone, Copy, Debug)]
pub(super) enum ParentEntry {
    /// The sequences of a content stream of a page.
    Stream(u32, u32),
    /// An annotation of a page.
    Annotation(u32, Ref),
}

/// The owners of the keys of the parent tree: 0, 1, …
#[derive(Default)]
pub(super) struct Parents(Vec<ParentEntry>);

impl Parents {
    /// Adds an owner, and returns its key.
    pub(super) fn add(&mut self, entry: ParentEntry) -> i32 {
        self.0.push(entry);
        self.0.len() as i32 - 1
    }
}

/// The places where elements are written.
struct Tree<'a> {
    pages: &'a mut Pages,
    objects: &'a mut Objects,
}

impl Tree<'_> {
    /// The sequences of words on a page that no element has yet.
    fn sequences(&mut self, page: u32, drawn: &[u32]) -> Vec<Kid> {
        let Some(record) = self.pages.get_mut(page) else {
            return Vec::new();
        };
        let mut kids = Vec::new();
        for drawn in drawn {
            let places = record.take(*drawn).into_iter();
            kids.extend(places.map(|place| Kid::Sequence { page, place }));
        }
        kids
    }

    /// Adds the label of an item or a note.
    fn label(&mut self, label: &Label, to: &mut Open) {
        let kids = self.sequences(label.origin.page, &label.drawn);
        if !kids.is_empty() {
            let mut own = Open::new(self.objects, "Lbl");
            own.kids = kids;
            self.add(own, to);
        }
    }

    /// Whether a part is an entry of a table of contents.
    fn is_entry(&self, part: &Part) -> bool {
        let last = part.tokens.last();
        last.is_some_and(|last| {
            let record = self.pages.get(last.origin.page);
            record.is_some_and(|record| record.ends_entry(last.drawn))
        })
    }

    /// Whether an annotation on a page is a link of a table of contents.
    fn is_to_page(&self, page: u32, annotation: Ref) -> bool {
        let record = self.pages.get(page);
        record.is_some_and(|record| record.contents.iter().any(|(id, _)| *id == annotation))
    }

    /// Whether the annotation of a link of a table of contents is written.
    fn has_target(&self, link: &Open) -> bool {
        let mut kids = link.kids.iter();
        kids.any(|kid| match kid {
            Kid::Annotation { page, object } => {
                let record = self.pages.get(*page);
                let mut written = record.iter().flat_map(|record| &record.annotations);
                written.any(|(id, ..)| id == object)
            }
            _ => false,
        })
    }

    fn in_user_space(&self, page: u32, bbox: Rect) -> Option<[f32; 4]> {
        let record = self.pages.get(page)?;
        let [x0, y0, x1, y1] = [bbox.x0, bbox.y0, bbox.x1, bbox.y1].map(f64::from);
        let user = record.to_user.apply_rect(x0, y0, x1, y1);
        Some([user.x0, user.y0, user.x1, user.y1])
    }

    /// Writes an element as the last kid of `parent`.
    fn add(&mut self, element: Open, parent: &mut Open) {
        parent.kids.push(Kid::Element(element.id));
        self.write(element, parent.id);
    }

    /// Writes a complete element.
    fn write(&mut self, element: Open, parent: Ref) {
        for kid in &element.kids {
            match kid {
                Kid::Sequence { page, place } => {
                    if let Some(record) = self.pages.get_mut(*page) {
                        record.own(*place, element.id);
                    }
                }
                Kid::Annotation { page, object } => {
                    if let Some(record) = self.pages.get_mut(*page) {
                        record.own_annotation(*object, element.id);
                    }
                }
                Kid::Element(_) => {}
            }
        }
        let page_of = |kid: &Kid| match kid {
            Kid::Sequence { page, .. } | Kid::Annotation { page, .. } => Some(*page),
            Kid::Element(_) => None,
        };
        let first = element.kids.iter().find_map(page_of);
        let object = |page: u32| self.pages.get(page).map(|record| record.id);
        let mut chunk = chunk();
        let mut out = chunk.struct_element(element.id);
        out.custom_kind(Name(element.kind.as_bytes()))
            .parent(parent);
        if let Some(page) = first.and_then(object) {
            out.page(page);
        }
        let mut kids = out.children();
        for kid in &element.kids {
            match *kid {
                Kid::Element(id) => {
                    kids.struct_element(id);
                }
                Kid::Sequence {
                    page,
                    place: (0, mcid),
                } if Some(page) == first => {
                    kids.marked_content_id(mcid as i32);
                }
                Kid::Sequence {
                    page,
                    place: (stream, mcid),
                } => {
                    let record = self.pages.get(page);
                    let stream = record.and_then(|record| record.streams.get(stream as usize));
                    let mut reference = kids.marked_content_ref();
                    if let Some(page) = object(page) {
                        reference.page(page);
                    }
                    if let Some(form) = stream.and_then(|stream| stream.form) {
                        reference.stream(form);
                    }
                    reference.marked_content_id(mcid as i32);
                }
                Kid::Annotation { page, object: id } => {
                    let mut reference = kids.object_ref();
                    if let Some(page) = object(page) {
                        reference.page(page);
                    }
                    reference.object(id);
                }
            }
        }
        kids.finish();
        element.facts.write(&mut out);
        out.finish();
        self.objects.add_chunk(&chunk);
    }
}

impl Open {
    fn new(objects: &mut Objects, kind: &'static str) -> Self {
        Self {
            id: objects.reserve(),
            kind,
            key: None,
            kids: Vec::new(),
            facts: Facts::default(),
        }
    }
}

fn note_id(number: u32) -> String {
    format!("note{number:08}")
}

impl Facts {
    fn write(&self, out: &mut StructElement<'_>) {
        if let Some(lang) = &self.lang {
            out.lang(TextStr(lang));
        }
        if let Some(alt) = &self.alt {
            out.alt(TextStr(alt));
        }
        if let Some(number) = self.note {
            out.id(Str(note_id(number).as_bytes()));
        }
        if let Some(ordered) = self.ordered {
            let mut dict = out.insert(Name(b"A")).dict();
            dict.pair(Name(b"O"), Name(b"List"));
            let numbering: &[u8] = if ordered { b"Decimal" } else { b"Disc" };
            dict.pair(Name(b"ListNumbering"), Name(numbering));
        }
        if let Some((rows, columns, scope)) = self.cell
            && (rows > 1 || columns > 1 || scope.is_some())
        {
            let mut dict = out.insert(Name(b"A")).dict();
            dict.pair(Name(b"O"), Name(b"Table"));
            for (name, span) in [(Name(b"RowSpan"), rows), (Name(b"ColSpan"), columns)] {
                if span > 1 {
                    dict.pair(name, span as i32);
                }
            }
            if let Some(scope) = scope {
                dict.pair(Name(b"Scope"), Name(scope.as_bytes()));
            }
        }
        if let Some(bbox) = self.bbox {
            let mut dict = out.insert(Name(b"A")).dict();
            dict.pair(Name(b"O"), Name(b"Layout"));
            dict.pair(Name(b"Placement"), Name(b"Block"));
            dict.insert(Name(b"BBox")).array().items(bbox);
        }
    }
}

/// Maximum number of columns of a table; further cells are left out.
const MOST_COLUMNS: usize = 1000;

/// The number of columns of a table, with those that only cells of earlier rows reach.
fn columns(grid: &Grid) -> usize {
    let mut covered: Vec<u32> = Vec::new();
    for cells in &grid.rows {
        let mut column = 0;
        for cell in cells {
            while covered.get(column).is_some_and(|rows| *rows > 0) {
                column += 1;
            }
            let end = column.saturating_add(cell.column_span.max(1) as usize);
            let end = end.min(MOST_COLUMNS);
            covered.resize(covered.len().max(end), 0);
            for rows in covered.get_mut(column..end).unwrap_or_default() {
                *rows = cell.row_span.max(1);
            }
            column = end;
        }
        for rows in &mut covered {
            *rows = rows.saturating_sub(1);
        }
    }
    covered.len()
}

/// The words of a heading as the title of an item of the outline.
fn title(tokens: &[Token]) -> String {
    let mut title = String::new();
    for (at, token) in tokens.iter().enumerate() {
        title.push_str(&token.text);
        let Some(next) = tokens.get(at + 1) else {
            break;
        };
        match Separator::between(token, next, false) {
            Separator::Nothing => {}
            _ => title.push(' '),
        }
    }
    title.chars().take(LONGEST_TITLE).collect()
}
