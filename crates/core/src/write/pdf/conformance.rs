//! The standards that a written PDF can claim, and the reasons why a claim is not made.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::page::PageList;
use crate::suggest;

named! {
    /// A standard that a PDF claims in its metadata.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Conformance {
        /// PDF/A-2u (ISO 19005-2): for archives, with Unicode text.
        #[default]
        A2u = "a-2u",
        /// PDF/A-2a: also tagged.
        A2a = "a-2a",
        /// PDF/A-3a (ISO 19005-3): PDF/A-2a that may contain files.
        A3a = "a-3a",
        /// PDF/A-4 (ISO 19005-4).
        A4 = "a-4",
        /// PDF/UA-1 (ISO 14289-1): accessible.
        Ua1 = "ua-1",
        /// None.
        Plain = "plain",
    }
}

impl Conformance {
    /// The part and the level of PDF/A.
    pub(super) fn archive(self) -> Option<(i32, Option<&'static str>)> {
        match self {
            Self::A2u => Some((2, Some("U"))),
            Self::A2a => Some((2, Some("A"))),
            Self::A3a => Some((3, Some("A"))),
            Self::A4 => Some((4, None)),
            Self::Ua1 | Self::Plain => None,
        }
    }

    /// Whether the claim includes that all content is described for people who cannot see it.
    pub(super) fn is_accessible(self) -> bool {
        matches!(self, Self::A2a | Self::A3a | Self::Ua1)
    }

    /// The highest claim that remains when the content is not described.
    fn without_access(self) -> Self {
        match self {
            Self::A2a => Self::A2u,
            Self::A3a | Self::Ua1 => Self::Plain,
            other => other,
        }
    }
}

impl FromStr for Conformance {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let unknown = || suggest::unknown(name, "a standard", &Self::ALL.map(Self::name));
        Self::named(name).ok_or_else(unknown)
    }
}

/// An obstacle to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Obstacle {
    /// A figure without a description.
    Undescribed,
    /// A character for private use, whose meaning is unknown.
    PrivateUse,
    /// The language of the text is unknown.
    Language,
    /// A document without a title.
    Title,
    /// An image in CMYK without a profile of its colours.
    Cmyk,
}

impl Obstacle {
    /// Whether it prevents all levels of PDF/A.
    fn is_of_archive(self) -> bool {
        self == Self::Cmyk
    }

    fn reason(self) -> &'static str {
        match self {
            Self::Undescribed => "images have no description",
            Self::PrivateUse => "the text has characters for private use, whose meaning is unknown",
            Self::Language => "the language of the text is unknown; --meta gives it",
            Self::Title => "the document has no title; --meta gives one",
            Self::Cmyk => "images are in CMYK without a colour profile",
        }
    }
}

/// The obstacles that were found, with their pages (from 0).
#[derive(Clone, Debug, Default)]
pub(super) struct Obstacles(BTreeMap<Obstacle, Vec<u32>>);

impl Obstacles {
    pub(super) fn add(&mut self, obstacle: Obstacle, page: Option<u32>) {
        let pages = self.0.entry(obstacle).or_default();
        if let Some(page) = page.filter(|page| pages.last() != Some(page)) {
            pages.push(page);
        }
    }

    /// The claim that can be made instead of the requested one, and the reasons.
    pub(super) fn claim(&self, wanted: Conformance) -> (Conformance, Option<String>) {
        let counts = |obstacle: &Obstacle| match obstacle.is_of_archive() {
            true => wanted.archive().is_some(),
            false => {
                wanted.is_accessible()
                    && (*obstacle != Obstacle::Title || wanted == Conformance::Ua1)
            }
        };
        let reasons: Vec<String> = self
            .0
            .iter()
            .filter(|(obstacle, _)| counts(obstacle))
            .map(|(obstacle, pages)| match pages.as_slice() {
                [] => obstacle.reason().to_owned(),
                pages => {
                    let noun = if pages.len() == 1 { "page" } else { "pages" };
                    let pages = PageList::from_indices(pages);
                    format!("{} ({noun} {pages})", obstacle.reason())
                }
            })
            .collect();
        if reasons.is_empty() {
            return (wanted, None);
        }
        let of_archive = self.0.keys().any(|o| o.is_of_archive());
        let claim = match of_archive && wanted.archive().is_some() {
            true => Conformance::Plain,
            false => wanted.without_access(),
        };
        let instead = match claim {
            Conformance::Plain => "no standard".to_owned(),
            other => other.to_string(),
        };
        let reasons = reasons.join("; ");
        let message =
            format!("the PDF does not conform to {wanted} and claims {instead}: {reasons}");
        (claim, Some(message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_that_cannot_hold_is_replaced() {
        let mut obstacles = Obstacles::default();
        obstacles.add(Obstacle::Title, None);
        assert_eq!(obstacles.claim(Conformance::A2a), (Conformance::A2a, None));
        let (claim, why) = obstacles.claim(Conformance::Ua1);
        assert_eq!(claim, Conformance::Plain);
        assert!(why.unwrap().contains("--meta"));
        for page in [1, 1, 2, 5] {
            obstacles.add(Obstacle::Undescribed, Some(page));
        }
        let (claim, why) = obstacles.claim(Conformance::A2a);
        assert_eq!(claim, Conformance::A2u);
        assert_eq!(
            why.as_deref(),
            Some(
                "the PDF does not conform to a-2a and claims a-2u: images have no description (pages 2-3,6)"
            )
        );
        assert_eq!(obstacles.claim(Conformance::A2u).1, None);
        obstacles.add(Obstacle::Cmyk, Some(0));
        assert_eq!(obstacles.claim(Conformance::A4).0, Conformance::Plain);
    }
}
