//! The circumstances that rules know besides the object they check.

use super::flavour::Flavour;
use super::icc::Profile;

/// The flavour, output intents and blending space in force at an object.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub flavour: Flavour,
    /// The destination profile of the document's PDF/A output intent (ISO 32000-1, 14.11.5).
    pub document_output: Option<Profile>,
    /// The destination profile of the page's output intent, which part 4 allows.
    pub page_output: Option<Profile>,
    /// The family of the current transparency group's blending space: `RGB `, `CMYK` or `GRAY`; `None` if it
    /// depends on a device.
    pub blending: Option<[u8; 4]>,
    /// The digest of that space's profile.
    pub blending_profile: Option<u64>,
}

impl Context {
    /// The profile that defines device colours.
    pub(super) fn output(&self) -> Option<&Profile> {
        self.page_output.as_ref().or(self.document_output.as_ref())
    }

    /// Whether device colours of this family are defined here.
    pub(super) fn defines(&self, family: [u8; 4]) -> bool {
        self.output().is_some_and(|p| p.space == family)
            || (self.flavour.part() == 4 && self.blending == Some(family))
    }
}
