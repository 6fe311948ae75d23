//! Links over words: annotations (ISO 32000-1, 12.5.6.5) that lead to an address, or to a page of the document.

use std::collections::{BTreeMap, HashMap};

use pdf_writer::types::{ActionType, AnnotationFlags, AnnotationType};
use pdf_writer::{Finish, Name, Null, Rect as Box, Ref, Str, TextStr};

use super::lines;
use super::marks::{LinkTarget, Mark, Marks};
use super::objects::{Objects, chunk};
use crate::blocks::Block;
use crate::geometry::{Matrix, Rect};

/// A link, with the boxes of its words on each line.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub mark: u32,
    pub target: LinkTarget,
    boxes: Vec<Rect>,
}

/// The links of a page with the boxes of their words, joined on each line.
pub(super) fn links(blocks: &[Block<'_>], marks: &Marks) -> Vec<Link> {
    if marks.links.is_empty() {
        return Vec::new();
    }
    let mut boxes: HashMap<u32, Vec<Rect>> = HashMap::new();
    for line in lines(blocks) {
        let mut on_line: BTreeMap<u32, Rect> = BTreeMap::new();
        for word in line.words() {
            if let Mark::Content(_, mark) = marks.of(word.drawn()) {
                let own = on_line.entry(mark).or_insert(Rect::EMPTY);
                *own = own.union(word.bbox());
            }
        }
        for (mark, own) in on_line {
            boxes.entry(mark).or_default().push(own);
        }
    }
    let links = marks.links.iter();
    let links = links.filter(|(_, target)| !matches!(target, LinkTarget::Annotation(_)));
    links
        .filter_map(|(mark, target)| {
            Some(Link {
                mark: *mark,
                target: target.clone(),
                boxes: boxes.remove(mark)?,
            })
        })
        .collect()
}

impl Link {
    /// Writes the annotation, with its key in the parent tree. `page` is the page that it leads to, if it has no
    /// address.
    pub(super) fn write(
        &self,
        id: Ref,
        key: i32,
        to_user: Matrix,
        page: Option<Ref>,
        objects: &mut Objects,
    ) {
        let upright = |r: &Rect| {
            let [x0, y0, x1, y1] = [r.x0, r.y0, r.x1, r.y1].map(f64::from);
            let user = to_user.apply_rect(x0, y0, x1, y1);
            Box::new(user.x0, user.y0, user.x1, user.y1)
        };
        let around = self
            .boxes
            .iter()
            .fold(Rect::EMPTY, |all, one| all.union(*one));
        let mut chunk = chunk();
        let mut annotation = chunk.annotation(id);
        annotation
            .subtype(AnnotationType::Link)
            .rect(upright(&around))
            .quad_points(self.boxes.iter().flat_map(|r| upright(r).to_quad_points()))
            .border(0.0, 0.0, 0.0, None)
            .flags(AnnotationFlags::PRINT)
            .struct_parent(key);
        match (&self.target, page) {
            (LinkTarget::Address(href), _) => {
                annotation.contents(TextStr(href));
                annotation
                    .action()
                    .action_type(ActionType::Uri)
                    .uri(Str(href.as_bytes()));
            }
            (LinkTarget::Page(entry), Some(page)) => {
                annotation.contents(TextStr(&entry.title));
                let mut target = annotation.insert(Name(b"Dest")).array();
                target.item(page).item(Name(b"XYZ"));
                target.item(Null).item(Null).item(Null);
            }
            _ => {}
        }
        annotation.finish();
        objects.add_chunk(&chunk);
    }
}
