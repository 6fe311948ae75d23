//! Reads the tags of a document, and decides whether they can be used.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::observer::Observer;
use super::options::Road;
use pdfa2hocr_core::counted::{counted, verb};
use pdfa2hocr_core::diagnostics::{Diagnostic, DiagnosticKind, Result, Setting, Warnings};
use pdfa2hocr_core::pdf;
use pdfa2hocr_core::structure::{self, Bookmarks, Tags};

/// Reads the tags if they are requested. Returns `None` if pages are to be read by geometry.
pub(super) fn read(
    pdf: &pdf::Document,
    road: Road,
    observer: &mut dyn Observer,
) -> Result<Option<Tags>> {
    if road == Road::Geometry {
        return Ok(None);
    }
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let mut warnings = Warnings::new();
        let tags = structure::read(pdf, &mut warnings).map(Tags::new);
        let tags = tags.map(|tags| tags.with_bookmarks(Bookmarks::read(pdf)));
        (tags, warnings)
    }));
    let why = match attempt {
        Err(_) => "its structure tree is damaged in a way that stopped its reading",
        Ok((None, _)) => "it has no structure tree",
        Ok((Some(tags), _)) if tags.structure().is_empty() => "its structure tree is empty",
        Ok((Some(tags), _)) if tags.pages().is_empty() => {
            "its structure tree has no content of any page"
        }
        Ok((Some(tags), warnings)) => {
            for warning in warnings.iter() {
                observer.warning(warning);
            }
            let lost = tags.pages().lost();
            if lost > 0 {
                observer.warning(&Diagnostic::new(
                    DiagnosticKind::Tags,
                    format!(
                        "{} of tagged content {} on no page of the document",
                        counted(lost, "piece"),
                        verb(lost, "is", "are")
                    ),
                ));
            }
            return Ok(Some(tags));
        }
    };
    if road == Road::TagsOnly {
        let message = format!("the document is not tagged: {why}");
        return Err(Diagnostic::structure(message));
    }
    let message =
        format!("the document is not tagged ({why}); its pages are analysed by their geometry");
    observer.warning(&Diagnostic::new(DiagnosticKind::Tags, message).about(Setting::Road));
    Ok(None)
}
