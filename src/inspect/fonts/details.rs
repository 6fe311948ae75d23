//! Describes one font in full.

use std::time::Duration;

use serde::Serialize;

use super::{Codes, Row, Which, codes, descendant, row};
use crate::inspect::columns::yes_or_no;
use crate::inspect::key::Key;
use crate::inspect::value::Value;
use crate::inspect::{Inspector, Window, resources};
use pdfa2hocr_core::diagnostics::Result;
use pdfa2hocr_core::font::{Inspection, ProgramFacts};
use pdfa2hocr_core::pdf::{Dict, Object};
use pdfa2hocr_core::visible::visible;

/// A font with its dictionaries and its program.
#[derive(Debug, Serialize)]
pub(crate) struct Details {
    #[serde(flatten)]
    pub font: Row,
    /// Whether the text is vertical.
    pub vertical: bool,
    pub dict: Value,
    /// The CIDFont of a composite font.
    pub descendant: Option<Value>,
    pub descriptor: Option<Value>,
    /// The flags of the descriptor (table 123), in words.
    pub flags: Vec<&'static str>,
    /// The embedded font program.
    pub program: Option<ProgramFacts>,
}

/// A font with all its codes.
#[derive(Debug, Serialize)]
pub(crate) struct FontWithCodes {
    #[serde(flatten)]
    pub details: Details,
    #[serde(flatten)]
    pub codes: Codes,
}

impl FontWithCodes {
    pub(crate) fn read(inspector: &Inspector, key: Key) -> Result<Self> {
        Ok(Self {
            details: details(inspector, key, Duration::MAX)?,
            codes: codes(inspector, key, Window::ALL, Which::All, Duration::MAX)?,
        })
    }

    /// Formats the font as text.
    pub(crate) fn text(&self) -> String {
        let mut out = self.details.text();
        out.push('\n');
        out.push_str(&self.codes.text());
        out
    }
}

/// Describes a font. Its use covers the pages that can be read in the given time.
///
/// # Errors
///
/// [`DiagnosticKind::Argument`](crate::DiagnosticKind::Argument) if the object is not a font.
pub(crate) fn details(inspector: &Inspector, key: Key, time: Duration) -> Result<Details> {
    let found = resources::find_font(inspector, key)?;
    let budget = inspector.budget();
    let inspection = Inspection::read(&found.dict, &budget);
    let descendant = descendant(&found.dict);
    let described = descendant.as_ref().unwrap_or(&found.dict);
    let descriptor = described.get::<Dict<'_>>("FontDescriptor");
    Ok(Details {
        font: row(&found, &inspector.usage(time)),
        vertical: found.font.vertical(),
        dict: Value::of_dict(&found.dict),
        descendant: descendant.as_ref().map(Value::of_dict),
        flags: descriptor.as_ref().map_or_else(Vec::new, flags),
        descriptor: descriptor.as_ref().map(Value::of_dict),
        program: inspection.program_facts(),
    })
}

impl Details {
    /// Formats the details as text.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let mut line = |name: &str, value: &str| {
            let name = format!("{}:", visible(name));
            out.push_str(&format!("{name:<16} {}\n", visible(value)));
        };
        line("Name", self.font.name.as_deref().unwrap_or("[none]"));
        line("Type", &self.font.kind);
        line("Encoding", &self.font.encoding);
        line("Vertical", &yes_or_no(self.vertical));
        line("ToUnicode", &yes_or_no(self.font.to_unicode));
        line("Flags", &self.flags.join(", "));
        match &self.program {
            None => line("Program", "none that can be read"),
            Some(program) => {
                let (format, bytes) = (program.format, program.bytes);
                let glyphs = program.glyphs;
                line(
                    "Program",
                    &format!("{format}, {bytes} bytes, {glyphs} glyphs"),
                );
                for (name, value) in &program.names {
                    line(&format!("  {name}"), value);
                }
                if let Some(embedding) = &program.embedding {
                    line("  Embedding", embedding);
                }
            }
        }
        let dicts = [self.descendant.as_ref(), self.descriptor.as_ref()];
        for dict in std::iter::once(&self.dict).chain(dicts.into_iter().flatten()) {
            out.push_str(&dict.pretty());
            out.push('\n');
        }
        out
    }
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
        // The programs of the last two have no `name` table.
        for (fixture, format, named) in [
            ("fonts/embedded-type1.pdf", "Type 1", true),
            ("fonts/embedded-cff.pdf", "CFF", true),
            ("fonts/embedded-truetype.pdf", "TrueType", false),
            ("fonts/embedded-type0.pdf", "TrueType", false),
        ] {
            let inspector = inspector(fixture);
            let fonts = list(&inspector, Duration::MAX).fonts;
            let keys = fonts.iter().filter(|font| font.embedded).map(|f| f.key);
            let of = |key| details(&inspector, key, Duration::ZERO).unwrap();
            let programs = keys.filter_map(|key| of(key).program);
            let found: Vec<_> = programs.filter(|p| p.format == format).collect();
            assert!(!found.is_empty(), "{fixture}");
            assert!(found.iter().all(|p| p.glyphs > 0), "{fixture}");
            let names = found.iter().any(|p| !p.names.is_empty());
            assert_eq!(names, named, "{fixture}");
        }
    }

    #[test]
    fn what_is_not_a_font_is_said() {
        let inspector = inspector("fonts/type3.pdf");
        for (key, message) in [
            ("1", "object 1-0 is not a font"),
            ("font-99", "there is no font-99"),
        ] {
            let error = details(&inspector, key.parse().unwrap(), Duration::ZERO).unwrap_err();
            assert_eq!(error.message, message);
        }
    }
}
