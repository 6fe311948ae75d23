//! Descriptions of images, given by the user: a machine does not know them.

use std::path::Path;

use serde::Deserialize;

use crate::diagnostics::{Error, Result};
use crate::geometry::Rect;
use crate::mapping::text_file;
use crate::page_number::PageNumber;
use crate::write::flow::{Part, PartKind, Token};

/// Least share of an image that a box must cover to describe it.
const COVERED: f32 = 0.5;

/// The description of an image.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Description {
    /// The number of its page, from 1.
    pub page: u32,
    /// Its box in points from the upper left corner of the page: left, top, right, bottom.
    pub bbox: [f32; 4],
    /// The text.
    pub alt: String,
}

impl Description {
    /// Reads a JSON file: a list of objects whose keys are the fields of this struct.
    ///
    /// # Errors
    ///
    /// [`File`] if the file cannot be read; [`Argument`], with the line, if it is not such a list.
    ///
    /// [`File`]: crate::diagnostics::DiagnosticKind::File
    /// [`Argument`]: crate::diagnostics::DiagnosticKind::Argument
    pub fn read(path: &Path) -> Result<Vec<Self>> {
        let text = text_file::read(path, "the descriptions of images")?;
        let wrong = |why: String| Error::argument(format!("{}: {why}", path.display()));
        let all: Vec<Self> =
            serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        match all.iter().find(|one| PageNumber::new(one.page).is_err()) {
            Some(_) => Err(wrong("page: pages are counted from 1".to_owned())),
            None => Ok(all),
        }
    }

    fn bbox(&self) -> Rect {
        let [x0, y0, x1, y1] = self.bbox;
        Rect::new(x0, y0, x1, y1)
    }
}

/// Describes the figures of a page (index from 0) that have no description.
pub(super) fn describe(parts: &mut [Part], page: u32, descriptions: &[Description]) {
    let of_page = || {
        descriptions
            .iter()
            .filter(|one| one.page.checked_sub(1) == Some(page))
    };
    if of_page().next().is_none() {
        return;
    }
    for part in parts {
        if !matches!(part.kind, PartKind::Figure) {
            continue;
        }
        let [only] = part.tokens.as_mut_slice() else {
            continue;
        };
        let place = only.origin.bbox;
        let common = |one: &Description| place.intersection(one.bbox()).area();
        let best = of_page().max_by(|a, b| common(a).total_cmp(&common(b)));
        if let Some(best) = best.filter(|best| common(best) >= COVERED * place.area())
            && only.text.is_empty()
        {
            let words = best.alt.split_whitespace();
            let tokens = words.map(|word| Token {
                text: word.to_owned(),
                ..only.clone()
            });
            let tokens: Vec<Token> = tokens.collect();
            if !tokens.is_empty() {
                part.tokens = tokens;
            }
        }
    }
}
