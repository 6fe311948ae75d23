//! Writes an original page again: its content streams with marked content, its annotations with their places in the
//! structure tree. Everything else is copied.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use pdf_writer::Ref;

use super::lines;
use super::marks::{LinkTarget, Mark, Marks};
use super::objects::{Objects, id_of, number, reference, references, utf16};
use super::page_record::PageRecord;
use super::rewrite::{FORM, GlyphMark, Rewriter};
use super::sequences::Sequences;
use super::structure::{ParentEntry, Parents};
use crate::blocks::Block;
use crate::geometry::Rect;
use crate::page::{
    AnnotationKind, Decoding, Entries, GlyphPlace, OperationKind, OriginalAnnotation, OriginalPage,
    TextPiece, dictionary,
};
use crate::write::flow::{Part, PartKind};

/// An original page with its new content streams.
#[derive(Clone, Debug)]
pub(super) struct NewContent {
    pub page: Arc<OriginalPage>,
    /// The content of the page.
    content: Vec<u8>,
    /// The content of the forms that change.
    forms: Vec<Option<Vec<u8>>>,
}

impl NewContent {
    /// Marks the content of a page. `layer` is the invisible text that is new.
    pub(super) fn new(
        page: &Arc<OriginalPage>,
        blocks: &[Block<'_>],
        parts: &[Part],
        marks: &Marks,
        layer: Vec<u8>,
        sequences: &mut Sequences,
    ) -> Self {
        let mut glyphs = HashMap::new();
        let mut texts = Vec::new();
        for word in lines(blocks).flat_map(|line| line.words()) {
            let mark = marks.of(word.drawn());
            let is_corrected = word.style().human && matches!(mark, Mark::Content(..));
            let text = is_corrected.then(|| {
                texts.push(word.text().into_owned());
                texts.len() - 1
            });
            for glyph in word.glyphs() {
                if !matches!(glyph.decoding, Decoding::Recognised(_)) {
                    let own = GlyphMark { mark, text };
                    glyphs.insert(GlyphPlace::of(glyph.origin), own);
                }
            }
        }
        let figures: Vec<_> = parts
            .iter()
            .filter(|part| matches!(part.kind, PartKind::Figure))
            .filter_map(|part| part.tokens.first())
            .map(|first| (first.origin.bbox, marks.of(first.drawn)))
            .collect();
        let mut rewriter = Rewriter {
            page,
            glyphs: &glyphs,
            texts,
            figures: &figures,
            // Text that was recognised again replaces an old text layer.
            drops_invisible: !layer.is_empty(),
            changed: Vec::new(),
            sequences,
        };
        rewriter.changed = rewriter.changed_forms();
        let mut content = layer;
        content.extend(rewriter.write(&page.content, 0));
        let forms = (0..page.forms.len()).map(|form| {
            let is_changed = rewriter.changed.get(form) == Some(&true);
            let own = page.forms.get(form).filter(|_| is_changed)?;
            Some(rewriter.write(&own.content, form as u32 + 1))
        });
        Self {
            content,
            forms: forms.collect(),
            page: Arc::clone(page),
        }
    }

    pub(super) fn id(&self) -> Ref {
        id_of(self.page.object)
    }

    /// Writes the objects of the page with an index, whose content streams have these numbers of sequences. `fonts`
    /// are those of the layer.
    pub(super) fn write(
        self,
        (index, counts): (u32, &[u32]),
        fonts: &[(String, Ref)],
        links: &[(u32, LinkTarget)],
        record: &mut PageRecord,
        parents: &mut Parents,
        objects: &mut Objects,
    ) {
        let ids: Vec<Option<Ref>> = self
            .forms
            .iter()
            .map(|form| form.as_ref().map(|_| objects.reserve()))
            .collect();
        let page_key = parents.add(ParentEntry::Stream(index, 0));
        record.add_stream(None, counts.first().copied().unwrap_or(0));
        for ((form, content), (stream, id)) in self
            .page
            .forms
            .iter()
            .zip(&self.forms)
            .zip((1u32..).zip(&ids))
        {
            let count = counts.get(stream as usize).copied().unwrap_or(0);
            record.add_stream(*id, count);
            let (Some(content), Some(id)) = (content, id) else {
                continue;
            };
            let mut entries = form.entries.clone();
            push(
                &mut entries,
                "Resources",
                resources(&form.resources, &form.external, &ids, &[]),
            );
            if count > 0 {
                let key = parents.add(ParentEntry::Stream(index, stream));
                push(&mut entries, "StructParents", key.to_string().into_bytes());
            }
            objects.stream_with(*id, &entries, content);
        }
        let content = objects.reserve();
        objects.compressed(content, &self.content, |_| {});
        let mut annotations = Vec::new();
        for (at, annotation) in self.page.annotations.iter().enumerate() {
            let id = match annotation.object {
                Some((number, 0)) => Ref::new(number as i32),
                // Written with another generation, it keeps its place without an element.
                Some((number, generation)) => {
                    annotations.push((number, generation));
                    continue;
                }
                None => objects.reserve(),
            };
            annotations.push(number(id));
            let Some(kind) = element(&annotation.kind) else {
                if annotation.object.is_none() {
                    objects.add_object(number(id), dictionary(&annotation.entries));
                }
                continue;
            };
            let key = parents.add(ParentEntry::Annotation(index, id));
            record.annotations.push((id, kind, None));
            let target = LinkTarget::Annotation(at);
            for (mark, _) in links.iter().filter(|(_, own)| *own == target) {
                record.links.insert(*mark, id);
            }
            objects.add_object(number(id), dictionary(&with_place(annotation, key)));
        }
        let mut entries = self.page.entries.clone();
        push(&mut entries, "Contents", reference(content));
        let own = resources(&self.page.resources, &self.page.external, &ids, fonts);
        push(&mut entries, "Resources", own);
        push(
            &mut entries,
            "StructParents",
            page_key.to_string().into_bytes(),
        );
        push(&mut entries, "Tabs", b"/S".to_vec());
        let all = match &mut record.list {
            Some((list, all)) => {
                all.extend(annotations);
                Some(reference(*list))
            }
            None if annotations.is_empty() => None,
            None => Some(references(&annotations).into_bytes()),
        };
        if let Some(all) = all {
            push(&mut entries, "Annots", all);
        }
        objects.add_object(self.page.object, dictionary(&entries));
    }
}

fn push(entries: &mut Entries, key: &str, value: Vec<u8>) {
    entries.push((key.as_bytes().to_vec(), value));
}

/// The resources of a stream, with the forms that are written again and further fonts.
fn resources(
    resources: &Entries,
    external: &Entries,
    forms: &[Option<Ref>],
    fonts: &[(String, Ref)],
) -> Vec<u8> {
    let mut entries = resources.clone();
    let mut external = external.clone();
    for (at, id) in forms.iter().enumerate() {
        if let Some(id) = id {
            push(&mut external, &format!("{FORM}{at}"), reference(*id));
        }
    }
    if !external.is_empty() {
        push(&mut entries, "XObject", dictionary(&external));
    }
    if !fonts.is_empty() {
        let own: Vec<String> = fonts
            .iter()
            .map(|(name, id)| format!("/{name} {} 0 R", id.get()))
            .collect();
        let own = own.concat();
        match entries.iter_mut().find(|(key, _)| key == b"Font") {
            Some((_, dict)) => {
                dict.truncate(dict.len().saturating_sub(2));
                dict.extend(own.bytes());
                dict.extend(b">>");
            }
            None => push(&mut entries, "Font", format!("<<{own}>>").into_bytes()),
        }
    }
    dictionary(&entries)
}

/// The type of the element of an annotation; `None` if it has none.
fn element(kind: &AnnotationKind) -> Option<&'static str> {
    match kind {
        AnnotationKind::Link(_) => Some("Link"),
        AnnotationKind::Widget => Some("Form"),
        AnnotationKind::Other => Some("Annot"),
        AnnotationKind::Silent => None,
    }
}

/// The entries of an annotation with its key in the parent tree. A link also gets a description (ISO 14289-1,
/// 7.18.5): its address.
fn with_place(annotation: &OriginalAnnotation, key: i32) -> Entries {
    let mut entries = annotation.entries.clone();
    push(&mut entries, "StructParent", key.to_string().into_bytes());
    if let AnnotationKind::Link(address) = &annotation.kind
        && !entries.iter().any(|(key, _)| key == b"Contents")
    {
        let address = address.as_deref().unwrap_or("Link");
        let text = utf16(address);
        push(
            &mut entries,
            "Contents",
            format!("<FEFF{text}>").into_bytes(),
        );
    }
    entries
}

/// The places of the glyphs that a page draws.
pub(super) fn places_of(page: &OriginalPage) -> HashSet<GlyphPlace> {
    let forms = page.forms.iter().map(|form| &form.content);
    let contents = std::iter::once(&page.content).chain(forms);
    let operations = contents.flat_map(|content| &content.operations);
    let pieces = operations.flat_map(|operation| match &operation.kind {
        OperationKind::Text(text) => text.pieces.as_slice(),
        _ => &[],
    });
    let places = pieces.filter_map(|piece| match piece {
        TextPiece::Code(_, place) => *place,
        TextPiece::Move(_) => None,
    });
    places.collect()
}

/// The areas of the links of a page, with their indices.
pub(super) fn link_areas(page: &OriginalPage) -> Vec<(Rect, usize)> {
    let links = page.annotations.iter().enumerate();
    links
        .filter(|(_, annotation)| matches!(annotation.kind, AnnotationKind::Link(_)))
        .map(|(at, annotation)| (annotation.bbox, at))
        .collect()
}
