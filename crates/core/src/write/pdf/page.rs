//! A page before it is written: its content stream, and the facts for its objects.

use std::cell::OnceCell;
use std::sync::Arc;

use pdf_writer::types::TabOrder;
use pdf_writer::{Filter, Finish, Name, Rect as Box, Ref};

use super::font::{Fonts, Used};
use super::link::{Link, links};
use super::marks::{LinkTarget, Mark, Marks};
use super::objects::{Objects, chunk, deflated, number};
use super::original_page::{NewContent, link_areas, places_of};
use super::page_record::{PageFacts, PageRecord};
use super::sequences::Sequences;
use super::stream::ContentStream;
use super::structure::{ParentEntry, Parents};
use super::{image, layer};
use crate::blocks::{self, Block, BlockRole, Word};
use crate::geometry::{Matrix, Rect};
use crate::page::{Decoding, Glyph, GlyphPlace, OriginalFont, OriginalPage, PageScan};
use crate::write::flow::{Part, PartKind, Token, is_page_number};

/// Least share of the page that a picture covers which is the page itself.
const WHOLE: f32 = 0.9;

/// A page of the file.
#[derive(Clone, Debug)]
pub(crate) struct PdfPage {
    pub(super) index: u32,
    size: (f32, f32),
    facts: PageFacts,
    pub(super) used: Used,
    /// Number of sequences of each content stream.
    counts: Vec<u32>,
    /// The targets of links, by their marks.
    targets: Vec<(u32, LinkTarget)>,
    links: Vec<Link>,
    pub(super) scan: Option<Arc<PageScan>>,
    content: Contents,
}

/// The content of a page.
#[derive(Clone, Debug)]
enum Contents {
    /// The compressed content stream of a new page.
    New(Vec<u8>),
    Original(std::boxed::Box<NewContent>),
}

impl PdfPage {
    /// Writes the content of a page with these parts.
    pub(super) fn new(page: &blocks::Page, blocks: &[Block<'_>], parts: &[Part]) -> Self {
        let original = page.original.as_ref();
        let areas = original.map(|page| link_areas(page)).unwrap_or_default();
        let mut marks = Marks::new(parts, blocks, areas);
        let (mut width, mut height) = (page.width().max(3.0), page.height().max(3.0));
        if let Some(scan) = &page.scan {
            // The page of recognised text may end where its text ends.
            (width, height) = (width.max(scan.area.x1), height.max(scan.area.y1));
        }
        let whole = Rect::new(0.0, 0.0, width, height);
        if blocks::count_words(blocks) > 0 {
            // The scan of a page with text is not one of its figures.
            let covers = |place: Rect| place.intersection(whole).area() >= WHOLE * whole.area();
            for first in figures(parts).filter(|first| covers(first.origin.bbox)) {
                marks.remove(first.drawn);
            }
        }
        let mut sequences = Sequences::new(marks.count);
        let mut used = Used::default();
        let content = match original {
            Some(original) => {
                let layer = layer_of_original(
                    (original, height),
                    blocks,
                    &marks,
                    &mut sequences,
                    &mut used,
                );
                let new = NewContent::new(original, blocks, parts, &marks, layer, &mut sequences);
                Contents::Original(std::boxed::Box::new(new))
            }
            None => {
                let mut content = ContentStream::default();
                pictures(page, parts, whole, &mut marks, &mut sequences, &mut content);
                let all = |_: &Word<'_>| true;
                layer::write(
                    blocks,
                    all,
                    &marks,
                    height,
                    &mut content,
                    &mut sequences,
                    &mut used,
                );
                Contents::New(deflated(&content.into_bytes()))
            }
        };
        Self {
            index: page.index(),
            size: (width, height),
            used,
            counts: sequences.counts,
            links: links(blocks, &marks),
            targets: marks.links.clone(),
            facts: PageFacts {
                label: page.label().map(str::to_owned),
                numbers: printed_numbers(blocks),
                entries: std::mem::take(&mut marks.entries),
                marks: marks.into_numbers(),
                places: sequences.places,
            },
            scan: page.scan.clone(),
            content,
        }
    }

    /// The object of the page in an existing file.
    pub(super) fn original_id(&self) -> Option<Ref> {
        match &self.content {
            Contents::Original(new) => Some(new.id()),
            Contents::New(_) => None,
        }
    }

    /// The fonts of a page of an existing file that lack `ToUnicode`.
    pub(super) fn bare_fonts(&self) -> &[OriginalFont] {
        match &self.content {
            Contents::Original(new) => &new.page.fonts,
            Contents::New(_) => &[],
        }
    }

    /// Writes the objects of the page, which is a kid of `parent` if it is new. `parents` gets the keys of the parent
    /// tree.
    pub(super) fn write(
        self,
        parent: Ref,
        fonts: &mut Fonts,
        parents: &mut Parents,
        objects: &mut Objects,
    ) -> (Ref, PageRecord) {
        let (width, height) = self.size;
        let fonts = fonts.of_page(&self.used, objects);
        let content = match self.content {
            Contents::Original(new) => {
                let id = new.id();
                let mut record = PageRecord::new(id, new.page.to_user, self.facts);
                record.add_contents(self.links, objects);
                let place = (self.index, self.counts.as_slice());
                new.write(place, &fonts, &self.targets, &mut record, parents, objects);
                return (id, record);
            }
            Contents::New(content) => content,
        };
        let (id, stream) = (objects.reserve(), objects.reserve());
        let to_user = Matrix::new(1.0, 0.0, 0.0, -1.0, 0.0, f64::from(height));
        let mut record = PageRecord::new(id, to_user, self.facts);
        record.add_stream(None, self.counts.first().copied().unwrap_or(0));
        let key = parents.add(ParentEntry::Stream(self.index, 0));
        objects.stream(stream, &content, |stream| {
            stream.filter(Filter::FlateDecode);
        });
        let picture = self
            .scan
            .as_ref()
            .map(|scan| image::write(&scan.image, objects));
        let mut annotations = Vec::new();
        let links = record.add_contents(self.links, objects);
        for link in &links {
            let id = objects.reserve();
            let key = parents.add(ParentEntry::Annotation(self.index, id));
            record.links.insert(link.mark, id);
            record.annotations.push((id, "Link", None));
            annotations.push(id);
            link.write(id, key, to_user, None, objects);
        }
        let mut chunk = chunk();
        let mut page = chunk.page(id);
        page.parent(parent)
            .media_box(Box::new(0.0, 0.0, width, height))
            .contents(stream)
            .struct_parents(key)
            .tab_order(TabOrder::StructureOrder);
        match &mut record.list {
            Some((list, all)) => {
                page.pair(Name(b"Annots"), *list);
                all.extend(annotations.iter().map(|id| number(*id)));
            }
            None if annotations.is_empty() => {}
            None => {
                page.annotations(annotations);
            }
        }
        let mut resources = page.resources();
        if !fonts.is_empty() {
            let mut dict = resources.fonts();
            for (name, font) in &fonts {
                dict.pair(Name(name.as_bytes()), *font);
            }
        }
        if let Some(picture) = picture {
            resources.x_objects().pair(Name(IMAGE.as_bytes()), picture);
        }
        resources.finish();
        page.finish();
        objects.add_chunk(&chunk);
        (id, record)
    }
}

/// The name of the page's image in its resources.
const IMAGE: &str = "I";

/// Draws the scan, and the figures on it once more, so that they are the content of their elements.
fn pictures(
    page: &blocks::Page,
    parts: &[Part],
    whole: Rect,
    marks: &mut Marks,
    sequences: &mut Sequences,
    content: &mut ContentStream,
) {
    if let Some(scan) = &page.scan {
        Mark::Artifact.begin(content);
        draw(content, scan.area, None, whole.y1);
    }
    for first in figures(parts) {
        let mark = marks.of(first.drawn);
        match &page.scan {
            Some(scan) if matches!(mark, Mark::Content(..)) => {
                let place = first.origin.bbox.intersection(whole);
                sequences.begin(mark, 0, content);
                draw(content, scan.area, Some(place), whole.y1);
            }
            _ => marks.remove(first.drawn),
        }
    }
}

/// The printed numbers of a page: its page number, or else numbers at the ends of running heads and feet.
fn printed_numbers(blocks: &[Block<'_>]) -> Vec<String> {
    let words = |is_wanted: fn(BlockRole) -> bool| {
        let blocks = blocks.iter().filter(move |block| is_wanted(block.role()));
        let lines = blocks.flat_map(|b| b.paragraphs()).flat_map(|p| p.lines());
        let ends = lines.flat_map(|line| {
            let words = line.words();
            let ends =
                [words.first(), words.last()].map(|word| word.map(|w| w.text().into_owned()));
            ends.into_iter().flatten()
        });
        ends.filter(|text| is_page_number(text)).collect::<Vec<_>>()
    };
    let own = words(|role| role == BlockRole::PageNumber);
    match own.is_empty() {
        true => words(BlockRole::is_running),
        false => own,
    }
}

/// The first tokens of figures, which have their boxes.
fn figures(parts: &[Part]) -> impl Iterator<Item = &Token> {
    let figures = parts
        .iter()
        .filter(|part| matches!(part.kind, PartKind::Figure));
    figures.filter_map(|part| part.tokens.first())
}

/// The invisible text of recognised words, over an original page.
fn layer_of_original(
    (original, height): (&OriginalPage, f32),
    blocks: &[Block<'_>],
    marks: &Marks,
    sequences: &mut Sequences,
    used: &mut Used,
) -> Vec<u8> {
    let places = OnceCell::new();
    let is_drawn = |glyph: &Glyph| {
        let places = places.get_or_init(|| places_of(original));
        places.contains(&GlyphPlace::of(glyph.origin))
    };
    let is_new = |word: &Word<'_>| match word.glyphs().next().map(|glyph| glyph.decoding) {
        Some(Decoding::Recognised(_)) => true,
        // A person typed it, or corrected what was recognised.
        Some(Decoding::Person) => !word.glyphs().any(is_drawn),
        _ => false,
    };
    let mut content = ContentStream::default();
    content.operator("q");
    let upright = Matrix::new(1.0, 0.0, 0.0, -1.0, 0.0, f64::from(height));
    let m = upright.then(original.to_user);
    for value in [m.a, m.b, m.c, m.d, m.e, m.f] {
        content.thousandths(value as f32);
    }
    content.operator("cm");
    layer::write(blocks, is_new, marks, height, &mut content, sequences, used);
    content.operator("Q\n");
    match used.fonts.is_empty() {
        true => Vec::new(),
        false => content.into_bytes(),
    }
}

/// Draws the image of the page, or the part of it in a box, and ends the sequence.
fn draw(content: &mut ContentStream, area: Rect, part: Option<Rect>, height: f32) {
    content.operator("q");
    if let Some(part) = part {
        for value in [part.x0, height - part.y1, part.width(), part.height()] {
            content.thousandths(value);
        }
        content.operator("re W n");
    }
    for value in [
        area.width(),
        0.0,
        0.0,
        area.height(),
        area.x0,
        height - area.y1,
    ] {
        content.thousandths(value);
    }
    content.operator("cm");
    content.name(IMAGE);
    content.operator("Do Q EMC");
}
