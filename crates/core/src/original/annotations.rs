//! The annotations of a page (12.5), in their order.

use super::number;
use crate::page::{AnnotationKind, OriginalAnnotation};
use crate::pdf::syntax::entries;
use crate::pdf::{
    Array, Dict, Document, MaybeRef, Name, Object, Page, StringObject, is_hidden, numbers,
    text_string,
};

/// Maximum number of annotations of a page; further ones keep their place without a tag.
const MOST: usize = 10_000;

pub(super) fn read(document: &Document, page: &Page<'_>) -> Vec<OriginalAnnotation> {
    let Some(list) = page.dict().get::<Array<'_>>("Annots") else {
        return Vec::new();
    };
    let read = list.raw_iter().take(MOST).filter_map(|item| {
        let object = match &item {
            MaybeRef::Ref(reference) => Some(number((*reference).into())),
            MaybeRef::NotRef(_) => None,
        };
        let dict = document.resolve(item).and_then(Object::into_dict)?;
        let rect = dict.get::<Array<'_>>("Rect").and_then(|a| numbers::<4>(&a));
        let [x0, y0, x1, y1] = rect.unwrap_or_default();
        Some(OriginalAnnotation {
            object,
            kind: kind(&dict),
            bbox: page.matrix().apply_rect(x0, y0, x1, y1),
            entries: entries(&dict, &["StructParent"]),
        })
    });
    read.collect()
}

fn kind(annotation: &Dict<'_>) -> AnnotationKind {
    let subtype = annotation.get::<Name<'_>>("Subtype");
    match subtype.as_deref() {
        Some(b"Popup" | b"PrinterMark" | b"TrapNet") => AnnotationKind::Silent,
        _ if is_hidden(annotation) => AnnotationKind::Silent,
        Some(b"Link") => {
            let action = annotation.get::<Dict<'_>>("A");
            let address = action.and_then(|action| action.get::<StringObject<'_>>("URI"));
            AnnotationKind::Link(address.map(|address| text_string(&address)))
        }
        Some(b"Widget") => AnnotationKind::Widget,
        _ => AnnotationKind::Other,
    }
}
