//! Writes pages as a tagged PDF: each page is its image as it is, and under it invisible text in reading order.
//!
//! - [`marks`] divides the words of a page into marked-content sequences, [`layer`] writes them into the content
//!   stream, and [`page`] makes the objects of the page.
//! - [`structure`] makes the structure tree of the parts of the running text ([`flow`](super::flow)), which may
//!   extend over pages.
//! - [`objects`] writes the objects as they come, so that memory does not grow with the images.

mod conformance;
mod contents;
mod description;
mod font;
mod heading;
mod image;
mod images;
mod layer;
mod link;
mod marks;
mod metadata;
mod objects;
mod original_page;
mod outline;
mod packet;
pub(super) mod page;
mod page_record;
mod rewrite;
mod sequences;
mod stream;
mod structure;
mod to_unicode;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use pdf_writer::{Finish, Name, Ref, Str, TextStr};

pub use conformance::Conformance;
use conformance::{Obstacle, Obstacles};
pub use description::Description;
use font::Fonts;
pub use images::PdfImages;
use objects::{Objects, number, reference};
use page::PdfPage;
use page_record::Pages;
use structure::{Parents, Structure};
use to_unicode::BareFonts;

use super::flow::{self, Flow, FlowFormat, Part};
use super::headings::{Heading, with_divisions};
use super::map::MappedText;
use super::{Join, Options, Writer, WrittenPage, languages};
use crate::blocks::{self, Block, Line};
use crate::diagnostics::{Diagnostic, DiagnosticKind};
use crate::lock::lock;
use crate::page::{DocumentInfo, Entries, ImageColours, OriginalFile, PageList, dictionary};

/// The profile of the colours of images that have none: sRGB, made by `make_profile.py`.
const SRGB: &[u8] = include_bytes!("srgb.icc");
/// Number of pages in a node of the page tree.
const PAGES_IN_NODE: usize = 100;

#[derive(Debug)]
pub(super) struct Pdf {
    options: Options,
    document: Mutex<DocumentInfo>,
    /// The reason why the file claims less than requested, or what its tags lack.
    complaint: Mutex<Option<Diagnostic>>,
}

impl Pdf {
    pub(super) fn new(options: &Options) -> Self {
        let mut options = options.clone();
        // Every word needs a place in the structure tree.
        options.keep_chart_text = true;
        options.keep_heads = false;
        options.keep_lines = false;
        options.map = false;
        Self {
            options,
            document: Mutex::default(),
            complaint: Mutex::default(),
        }
    }
}

impl Writer for Pdf {
    fn base(&self) -> Option<Arc<OriginalFile>> {
        self.options.base.clone()
    }

    fn head(&self, document: &DocumentInfo, _: usize) -> String {
        *lock(&self.document) = document.clone();
        String::new()
    }

    fn page(&self, page: &blocks::Page) -> WrittenPage {
        let blocks = page.blocks();
        let parts = flow::parts_with_images(page, &blocks);
        let parts: Vec<Part> = parts
            .into_iter()
            .flat_map(|part| flow::split(part, true))
            .collect();
        let words = blocks::count_words(&blocks);
        let mut parts = parts;
        if words == 0 && page.scan.is_some() && parts.is_empty() {
            parts.push(flow::whole_picture(page));
        }
        description::describe(&mut parts, page.index(), &self.options.descriptions);
        let pdf = PdfPage::new(page, &blocks, &parts);
        WrittenPage {
            flow: Some(flow::FlowPage { parts }),
            pdf: Some(Box::new(pdf)),
            ..WrittenPage::new(String::new(), words)
        }
    }

    fn joiner(&self) -> Option<Box<dyn Join + '_>> {
        let wanted = match (&self.options.base, self.options.claims_ua) {
            (None, _) => self.options.conformance,
            (Some(_), true) => Conformance::Ua1,
            (Some(_), false) => Conformance::Plain,
        };
        let file = File::new(wanted, self.options.base.clone());
        Some(Box::new(PdfJoin {
            flow: Flow::in_page_order(file, &self.options),
            pdf: self,
        }))
    }

    fn warnings(&self) -> Vec<Diagnostic> {
        lock(&self.complaint).take().into_iter().collect()
    }
}

/// The lines of all blocks.
fn lines<'b, 'a>(blocks: &'b [Block<'a>]) -> impl Iterator<Item = &'b Line<'a>> {
    let paragraphs = blocks.iter().flat_map(|block| block.paragraphs());
    paragraphs.flat_map(|paragraph| paragraph.lines())
}

/// Writes the pages in the order of the document, and the structure tree of their parts.
struct PdfJoin<'a> {
    flow: Flow<File>,
    pdf: &'a Pdf,
}

impl Join for PdfJoin<'_> {
    fn page(&mut self, mut page: WrittenPage) -> WrittenPage {
        if let Some(own) = page.pdf.take() {
            self.flow.format.page(*own);
        }
        let mut written = self.flow.page(page);
        written.data = self.flow.format.objects.take();
        written
    }

    fn end(&mut self) -> WrittenPage {
        let document = lock(&self.pdf.document).clone();
        let said = self.pdf.options.lang.as_deref();
        let lang = languages::of_document(&document, said).into_iter().next();
        self.flow.format.structure.lang.clone_from(&lang);
        let mut written = self.flow.end();
        let (data, complaint) = self.flow.format.end(&document, lang.as_deref());
        written.data = data;
        *lock(&self.pdf.complaint) = complaint;
        written
    }
}

/// The file that is being written.
struct File {
    objects: Objects,
    wanted: Conformance,
    catalog: Ref,
    /// The pages of an existing file that are written again.
    written: HashSet<Ref>,
    /// The file that is continued.
    base: Option<Arc<OriginalFile>>,
    fonts: Fonts,
    /// The fonts of an existing file that lack `ToUnicode`.
    bare_fonts: BareFonts,
    pages: Pages,
    /// The nodes of the page tree, each with its pages.
    nodes: Vec<(Ref, Vec<Ref>)>,
    /// The entries of the parent tree, by their keys.
    parents: Parents,
    structure: Structure,
    obstacles: Obstacles,
}

impl FlowFormat for File {
    fn part(&mut self, part: &Part, _: &mut MappedText) {
        self.structure
            .part(part, &mut self.pages, &mut self.objects);
    }

    fn end(&mut self, _: &mut MappedText) {}
}

impl File {
    fn new(wanted: Conformance, base: Option<Arc<OriginalFile>>) -> Self {
        let is_second = wanted == Conformance::A4;
        let mut objects = match &base {
            Some(base) => Objects::update(Arc::clone(base)),
            None => Objects::new(if is_second { "2.0" } else { "1.7" }),
        };
        let catalog = match &base {
            Some(base) => objects::id_of(base.catalog),
            None => objects.reserve(),
        };
        Self {
            wanted,
            catalog,
            written: HashSet::new(),
            base,
            fonts: Fonts::default(),
            bare_fonts: BareFonts::default(),
            pages: Pages::default(),
            nodes: Vec::new(),
            parents: Parents::default(),
            structure: Structure::new(&mut objects),
            obstacles: Obstacles::default(),
            objects,
        }
    }

    fn page(&mut self, page: PdfPage) {
        let index = page.index;
        // A page that cannot be written again stays as it is, and one that is listed twice is written once.
        let is_new = page.original_id().is_none_or(|id| self.written.insert(id));
        if self.base.is_some() != page.original_id().is_some() || !is_new {
            return;
        }
        self.bare_fonts.add(page.bare_fonts());
        if page.used.has_private_use() {
            self.obstacles.add(Obstacle::PrivateUse, Some(index));
        }
        let colours = page.scan.as_ref().map(|scan| &scan.image.colours);
        if colours == Some(&ImageColours::Cmyk) {
            self.obstacles.add(Obstacle::Cmyk, Some(index));
        }
        let is_full = |node: &(Ref, Vec<Ref>)| node.1.len() >= PAGES_IN_NODE;
        if self.base.is_none() && self.nodes.last().is_none_or(is_full) {
            self.nodes.push((self.objects.reserve(), Vec::new()));
        }
        let node = self.nodes.last().map_or(self.catalog, |(node, _)| *node);
        let (id, record) = page.write(node, &mut self.fonts, &mut self.parents, &mut self.objects);
        if let Some((_, kids)) = self.nodes.last_mut() {
            kids.push(id);
        }
        self.pages.push(index, record);
    }

    /// Writes the rest of the file. Returns it, and the reason why it claims less than requested, or what its tags
    /// lack.
    fn end(
        &mut self,
        document: &DocumentInfo,
        lang: Option<&str>,
    ) -> (Vec<u8>, Option<Diagnostic>) {
        let objects = &mut self.objects;
        contents::write(&mut self.pages, &mut self.parents, objects);
        let structure = std::mem::replace(&mut self.structure, Structure::new(objects));
        let root = structure.root;
        let (headings, undescribed) = structure.end(&mut self.pages, &self.parents, objects);
        let mut divisions = document.divisions.clone();
        divisions.retain(|division| self.pages.get(division.page).is_some());
        let headings = with_divisions(headings, &divisions);
        for page in &undescribed {
            self.obstacles.add(Obstacle::Undescribed, Some(*page));
        }
        if lang.is_none() {
            self.obstacles.add(Obstacle::Language, None);
        }
        let title = document.metadata.title.as_deref();
        let xmp = self.base.as_ref().and_then(|base| base.xmp.as_deref());
        let has_title = title.is_some() || xmp.is_some_and(packet::has_title);
        if !has_title {
            self.obstacles.add(Obstacle::Title, None);
        }
        let (claim, complaint) = self.obstacles.claim(self.wanted);
        self.fonts.end(objects);
        self.bare_fonts.end(objects);
        if let Some(base) = &self.base {
            let is_claimed = claim == Conformance::Ua1;
            let xmp = match &base.xmp {
                Some(packet) => packet::completed(packet, title, is_claimed)
                    .map(|packet| metadata::write_packet(&packet, objects)),
                None if is_claimed || title.is_some() => {
                    Some(metadata::write_xmp(document, lang, claim, objects))
                }
                None => None,
            };
            let catalog = Catalog {
                root,
                lang,
                headings: &headings,
                has_title,
                xmp,
            };
            let entries = catalog.entries(base, &self.pages, objects);
            objects.add_object(base.catalog, dictionary(&entries));
            let (catalog, info) = (base.catalog, base.info);
            let objects = std::mem::replace(objects, Objects::new("1.7"));
            if let Some(complaint) = complaint {
                let complaint = Diagnostic::new(DiagnosticKind::Conformance, complaint);
                return (objects.end(catalog, info), Some(complaint));
            }
            let lacking = (!undescribed.is_empty()).then(|| {
                let pages = PageList::from_indices(&undescribed);
                let message = format!(
                    "images have no description (pages {pages}); --alt FILE gives them one"
                );
                Diagnostic::new(DiagnosticKind::Tags, message)
            });
            return (objects.end(catalog, info), lacking);
        }
        let tree = objects.reserve();
        for (id, kids) in &self.nodes {
            objects.add(*id, |obj| {
                let mut dict = obj.dict();
                dict.pair(Name(b"Type"), Name(b"Pages"))
                    .pair(Name(b"Parent"), tree);
                dict.pair(Name(b"Count"), kids.len() as i32);
                dict.insert(Name(b"Kids")).array().items(kids);
            });
        }
        objects.add(tree, |obj| {
            let mut dict = obj.dict();
            dict.pair(Name(b"Type"), Name(b"Pages"));
            dict.pair(Name(b"Count"), self.pages.records.len() as i32);
            let nodes = self.nodes.iter().map(|(id, _)| *id);
            dict.insert(Name(b"Kids")).array().items(nodes);
        });
        let outline = outline::write(&headings, &self.pages, objects);
        let labels = outline::write_labels(&self.pages.records, objects);
        let xmp = metadata::write_xmp(document, lang, claim, objects);
        let info = metadata::write_info(document, claim, objects);
        let profile = objects.reserve();
        objects.compressed(profile, SRGB, |stream| {
            stream.pair(Name(b"N"), 3);
        });
        objects.add(self.catalog, |obj| {
            let mut dict = obj.dict();
            dict.pair(Name(b"Type"), Name(b"Catalog"))
                .pair(Name(b"Pages"), tree);
            dict.pair(Name(b"StructTreeRoot"), root);
            dict.insert(Name(b"MarkInfo"))
                .dict()
                .pair(Name(b"Marked"), true);
            dict.pair(Name(b"Metadata"), xmp);
            if let Some(lang) = lang {
                dict.pair(Name(b"Lang"), TextStr(lang));
            }
            dict.insert(Name(b"ViewerPreferences"))
                .dict()
                .pair(Name(b"DisplayDocTitle"), document.metadata.title.is_some());
            if let Some(outline) = outline {
                dict.pair(Name(b"Outlines"), outline);
            }
            if let Some(labels) = labels {
                dict.pair(Name(b"PageLabels"), labels);
            }
            let mut intents = dict.insert(Name(b"OutputIntents")).array();
            let mut intent = intents.push().dict();
            intent.pair(Name(b"Type"), Name(b"OutputIntent"));
            intent.pair(Name(b"S"), Name(b"GTS_PDFA1"));
            intent.pair(Name(b"OutputConditionIdentifier"), Str(b"sRGB"));
            intent.pair(Name(b"DestOutputProfile"), profile);
            intent.finish();
        });
        let objects = std::mem::replace(objects, Objects::new("1.7"));
        let lacking = |message| Diagnostic::new(DiagnosticKind::Conformance, message);
        (
            objects.end(number(self.catalog), info.map(number)),
            complaint.map(lacking),
        )
    }
}

/// The new entries of the catalog of an existing file.
struct Catalog<'a> {
    /// The structure tree root.
    root: Ref,
    lang: Option<&'a str>,
    headings: &'a [Heading],
    /// Whether the document has a title.
    has_title: bool,
    /// The metadata, if they change.
    xmp: Option<Ref>,
}

impl Catalog<'_> {
    fn entries(&self, base: &OriginalFile, pages: &Pages, objects: &mut Objects) -> Entries {
        const REPLACED: [&[u8]; 2] = [b"StructTreeRoot", b"MarkInfo"];
        let is_replaced =
            |key: &[u8]| REPLACED.contains(&key) || (key == b"Metadata" && self.xmp.is_some());
        let mut entries = base.catalog_entries.clone();
        entries.retain(|(key, _)| !is_replaced(key));
        let mut add = |key: &str, value: Vec<u8>| {
            if !entries.iter().any(|(own, _)| own == key.as_bytes()) {
                entries.push((key.as_bytes().to_vec(), value));
            }
        };
        add("StructTreeRoot", reference(self.root));
        add("MarkInfo", b"<</Marked true>>".to_vec());
        if let Some(lang) = self.lang {
            add("Lang", format!("({lang})").into_bytes());
        }
        if let Some(xmp) = self.xmp {
            add("Metadata", reference(xmp));
        }
        let mut preferences = base.viewer_preferences.clone();
        if self.has_title {
            preferences.retain(|(key, _)| key != b"DisplayDocTitle");
            preferences.push((b"DisplayDocTitle".to_vec(), b"true".to_vec()));
        }
        if !preferences.is_empty() {
            add("ViewerPreferences", dictionary(&preferences));
        }
        let has_outline = base
            .catalog_entries
            .iter()
            .any(|(key, _)| key == b"Outlines");
        let outline = (!has_outline).then(|| outline::write(self.headings, pages, objects));
        if let Some(outline) = outline.flatten() {
            add("Outlines", reference(outline));
        }
        entries
    }
}
