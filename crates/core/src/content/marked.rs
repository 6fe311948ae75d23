//! Marked content (14.6): records the sequences of a page, their tags and properties, and what they paint.

use super::actual_text::Replacement;
use super::interpreter::Interpreter;
use super::visibility;
use crate::geometry::Rect;
use crate::page::MarkedContent;
use crate::pdf::lexer::{Token, name};
use crate::pdf::{
    Array, Dict, FromBytes, Name, Object, Resources, StringObject, items, text_string,
};

/// Begins a sequence with a tag: `BMC`.
pub(super) fn begin_with_tag(ip: &mut Interpreter<'_>, operands: &[Token<'_>]) -> Option<()> {
    let Some(Token::Name(tag)) = operands.last() else {
        // A sequence begins even without a tag, so that its EMC does not end another one.
        begin(ip, b"", None);
        return None;
    };
    begin(ip, tag, None);
    Some(())
}

/// Begins a sequence with a tag and a property list, in place or named in the resources: `BDC`.
pub(super) fn begin_with_properties(
    ip: &mut Interpreter<'_>,
    operands: &[Token<'_>],
    resources: &Resources<'_>,
) -> Option<()> {
    let [.., Token::Name(tag), properties] = operands else {
        begin(ip, b"", None);
        return None;
    };
    match properties {
        Token::Dict(bytes) => begin(ip, tag, Dict::from_bytes(bytes).as_ref()),
        Token::Name(list) => {
            let list = resources.properties.get::<Dict<'_>>(name(list).as_ref());
            begin(ip, tag, list.as_ref());
        }
        _ => begin(ip, tag, None),
    }
    Some(())
}

/// Begins a sequence for an object to which the structure tree may refer (14.7.4.3); [`end`] ends it.
pub(super) fn begin_object(ip: &mut Interpreter<'_>, number: u32) {
    let at = ip.out.marked.len();
    begin(ip, b"", None);
    if let Some(sequence) = ip.out.marked.get_mut(at) {
        sequence.object = Some(number);
    }
}

/// Begins a sequence.
pub(super) fn begin(ip: &mut Interpreter<'_>, tag: &[u8], properties: Option<&Dict<'_>>) {
    if ip.marked.len() >= ip.budget.nesting || ip.out.marked.len() >= ip.budget.marked {
        ip.marked.push(None);
        return;
    }
    let parent = ip.marked.iter().rev().find_map(|m| *m);
    let mut sequence = MarkedContent {
        parent,
        tag: String::from_utf8_lossy(&name(tag)).into_owned(),
        stream: ip.nesting.form().map(|f| f.obj_number),
        ..MarkedContent::default()
    };
    if tag == b"OC" && ip.hidden_from.is_none() && visibility::hides(ip, properties) {
        ip.hidden_from = Some(ip.marked.len());
    }
    if let Some(list) = properties {
        let text = |key: &str| list.get::<StringObject<'_>>(key).map(|s| text_string(&s));
        let name = |key: &str| {
            list.get::<Name<'_>>(key)
                .map(|n| String::from_utf8_lossy(&n).into_owned())
        };
        sequence.mcid = list.get::<i32>("MCID").map(i64::from);
        sequence.actual_text = text("ActualText");
        sequence.alt = text("Alt");
        sequence.lang = text("Lang");
        sequence.expansion = text("E");
        if sequence.tag == "Artifact" {
            sequence.artifact_type = name("Type");
            sequence.artifact_subtype = name("Subtype");
            sequence.artifact_attached = list.get::<Array<'_>>("Attached").and_then(|edges| {
                let edges: Vec<Name<'_>> = items(&edges).filter_map(Object::into_name).collect();
                let top = edges.iter().find(|e| e.as_ref() == b"Top");
                let edge = top.or_else(|| edges.iter().find(|e| e.as_ref() == b"Bottom"))?;
                Some(String::from_utf8_lossy(edge).into_owned())
            });
        }
    }
    ip.marked.push(Some(ip.out.marked.len() as u32));
    // "The replacement text" applies to the whole sequence, so the outermost one is used.
    if ip.replacement.is_none()
        && let Some(text) = &sequence.actual_text
    {
        ip.replacement = Some(Replacement {
            depth: ip.marked.len(),
            first: ip.out.glyphs.len(),
            sequence: ip.out.marked.len(),
            text: text.clone(),
        });
    }
    ip.out.marked.push(sequence);
}

/// Ends a sequence: `EMC`.
pub(super) fn end(ip: &mut Interpreter<'_>) {
    if let Some(replacement) = ip.replacement.take_if(|r| r.depth == ip.marked.len()) {
        replacement.apply(&mut ip.out);
    }
    ip.marked.pop();
    ip.hidden_from.take_if(|around| *around == ip.marked.len());
}

/// Adds the box of something painted other than text to the innermost sequence, if there is one.
pub(super) fn paint(ip: &mut Interpreter<'_>, bbox: impl FnOnce(&Interpreter<'_>) -> Rect) {
    let Some(innermost) = ip.marked.iter().rev().find_map(|m| *m) else {
        return;
    };
    let bbox = bbox(ip).intersection(ip.visible);
    if let Some(sequence) = ip.out.marked.get_mut(innermost as usize) {
        sequence.painted = sequence.painted.union(bbox);
    }
}
