//! Reads MathML from files associated with elements (ISO 32000-2, 14.13.6).

use crate::budget::Budget;
use crate::diagnostics::Warnings;
use crate::limits::Limits;
use crate::pdf::stream::decode;
use crate::pdf::{Array, Dict, Name, Object, References, Stream, items};

/// Maximum size of all formulas of a document, in bytes.
const MAX: usize = 8 << 20;

/// Maximum number of files examined for each formula.
const MAX_FILES: usize = 8;

/// The budget of bytes for formulas.
pub(in crate::structure) struct Formulas {
    budget: Budget,
}

impl Formulas {
    pub(in crate::structure) fn new() -> Self {
        Self {
            budget: Budget::new(Limits::default(), MAX),
        }
    }

    /// The MathML of an element, from its `<math`.
    pub(in crate::structure) fn of(
        &self,
        references: &References<'_>,
        element: &Dict<'_>,
        warnings: &mut Warnings,
    ) -> Option<String> {
        let files = match references.read(element, "AF")? {
            Object::Dict(file) => vec![file],
            Object::Array(files) => files_of(&files),
            _ => return None,
        };
        files.iter().find_map(|file| self.file(file, warnings))
    }

    fn file(&self, file: &Dict<'_>, warnings: &mut Warnings) -> Option<String> {
        let embedded = file.get::<Dict<'_>>("EF")?;
        let stream = ["UF", "F"]
            .into_iter()
            .find_map(|key| embedded.get::<Stream<'_>>(key))?;
        let media = stream.dict().get::<Name<'_>>("Subtype");
        if media.as_deref() != Some(b"application/mathml+xml") || self.budget.left() == 0 {
            return None;
        }
        let data = decode(&stream, &self.budget, warnings);
        let text = std::str::from_utf8(&data).ok()?.trim();
        // Skips the declaration and comments.
        text.get(text.find("<math")?..).map(str::to_owned)
    }
}

fn files_of<'a>(files: &Array<'a>) -> Vec<Dict<'a>> {
    let files = items(files).take(MAX_FILES);
    files.filter_map(Object::into_dict).collect()
}
