//! One font with all that is known of it.

use serde::Serialize;

use super::{Row, descendant, row};
use crate::diagnostics::{Diagnostic, DiagnosticKind, Result};
use crate::font::Inspection;
use crate::inspect::Inspector;
use crate::inspect::key::Key;
use crate::inspect::resources::FoundFont;
use crate::inspect::value::Value;
use crate::pdf::{Dict, Name, Object};
use std::time::Duration;

/// A font with its dictionaries and its program.
#[derive(Debug, Serialize)]
pub(crate) struct Details {
    #[serde(flatten)]
    pub font: Row,
    /// Its text runs downwards.
    pub vertical: bool,
    pub dict: Value,
    /// The CIDFont of a composite font.
    pub descendant: Option<Value>,
    pub descriptor: Option<Value>,
    /// The flags of the descriptor (table 123), in words.
    pub flags: Vec<&'static str>,
    pub program: Option<Program>,
}

/// Its embedded program.
#[derive(Debug, Serialize)]
pub(crate) struct Program {
    pub format: &'static str,
    /// Bytes, decoded.
    pub bytes: usize,
    pub glyphs: u32,
    pub units_per_em: Option<u32>,
    /// Its own names, copyright, licence.
    pub names: Vec<(&'static str, String)>,
    /// What it allows a document that it is embedded in.
    pub embedding: Option<String>,
}

/// A font by its object.
///
/// # Errors
///
/// [`DiagnosticKind::Argument`] when it is not a font.
pub(super) fn find(inspector: &Inspector, key: Key) -> Result<FoundFont<'_>> {
    let object = key.id().and_then(|id| inspector.document.object(id));
    let is_font = |dict: &Dict<'_>| {
        let subtype = dict.get::<Name<'_>>("Subtype");
        let fonts: [&[u8]; 5] = [b"Type0", b"Type1", b"MMType1", b"TrueType", b"Type3"];
        subtype.is_some_and(|subtype| fonts.contains(&subtype.as_ref()))
    };
    match (key.id(), object.and_then(Object::into_dict)) {
        (Some(id), Some(dict)) if is_font(&dict) => Ok(FoundFont {
            id: Some(id),
            font: inspector.fonts.get_object(id, &dict),
            dict,
        }),
        _ => Err(Diagnostic::new(
            DiagnosticKind::Argument,
            format!("object {key} is not a font"),
        )),
    }
}

/// All that is known of a font.
///
/// # Errors
///
/// [`DiagnosticKind::Argument`] when the object is not a font.
pub(crate) fn details(inspector: &Inspector, key: Key) -> Result<Details> {
    let found = find(inspector, key)?;
    let budget = inspector.budget();
    let inspection = Inspection::read(&found.dict, &budget);
    let descendant = descendant(&found.dict);
    let described = descendant.as_ref().unwrap_or(&found.dict);
    let descriptor = described.get::<Dict<'_>>("FontDescriptor");
    let program = inspection.program_facts().map(|facts| Program {
        format: facts.format,
        bytes: facts.bytes,
        glyphs: facts.glyphs,
        units_per_em: facts.units_per_em,
        names: facts.names,
        embedding: facts.embedding,
    });
    Ok(Details {
        font: row(&found, &inspector.usage(Duration::ZERO)),
        vertical: found.font.vertical(),
        dict: Value::of_dict(&found.dict),
        descendant: descendant.as_ref().map(Value::of_dict),
        flags: descriptor.as_ref().map_or_else(Vec::new, flags),
        descriptor: descriptor.as_ref().map(Value::of_dict),
        program,
    })
}

/// The flags of a descriptor that are set.
fn flags(descriptor: &Dict<'_>) -> Vec<&'static str> {
    const FLAGS: [(u32, &str); 9] = [
        (1, "fixed pitch"),
        (2, "serif"),
        (3, "symbolic"),
        (4, "script"),
        (6, "nonsymbolic"),
        (7, "italic"),
        (17, "all capitals"),
        (18, "small capitals"),
        (19, "force bold"),
    ];
    let value = match descriptor.get::<Object<'_>>("Flags") {
        Some(Object::Number(n)) => n.as_i64(),
        _ => 0,
    };
    let set = FLAGS.iter().filter(|(bit, _)| value >> (bit - 1) & 1 == 1);
    set.map(|(_, name)| *name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::fonts::list;
    use crate::inspect::testing::inspector;

    #[test]
    fn programs_say_their_names() {
        for (fixture, format) in [
            ("fonts/embedded-type1.pdf", "Type 1"),
            ("fonts/embedded-cff.pdf", "CFF"),
            ("fonts/embedded-truetype.pdf", "TrueType"),
            ("fonts/embedded-type0.pdf", "TrueType"),
        ] {
            let inspector = inspector(fixture);
            let fonts = list(&inspector, Duration::MAX).fonts;
            let keys = fonts.iter().filter(|font| font.embedded).filter_map(|f| f.key);
            let programs = keys.filter_map(|key| details(&inspector, key).unwrap().program);
            let found: Vec<_> = programs.filter(|p| p.format == format).collect();
            assert!(!found.is_empty(), "{fixture}");
            assert!(found.iter().all(|p| p.glyphs > 0), "{fixture}");
            assert!(found.iter().any(|p| !p.names.is_empty()), "{fixture}");
        }
    }

    #[test]
    fn what_is_not_a_font_is_said() {
        let error = details(&inspector("fonts/type3.pdf"), "1".parse().unwrap()).unwrap_err();
        assert_eq!(error.message, "object 1-0 is not a font");
    }
}
