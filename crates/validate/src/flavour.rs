//! The standards that a file can be checked against, and the claims of files.

use std::str::FromStr;

use pdfa2hocr_core::named;

named! {
    /// A part of a standard and its conformance level, sorted by name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Flavour {
        /// PDF/A-1, level A (ISO 19005-1).
        A1a = "1a",
        /// PDF/A-1, level B.
        A1b = "1b",
        /// PDF/A-2, level A (ISO 19005-2).
        A2a = "2a",
        /// PDF/A-2, level B.
        A2b = "2b",
        /// PDF/A-2, level U.
        A2u = "2u",
        /// PDF/A-3, level A (ISO 19005-3).
        A3a = "3a",
        /// PDF/A-3, level B.
        A3b = "3b",
        /// PDF/A-3, level U.
        A3u = "3u",
        /// PDF/A-4 (ISO 19005-4).
        A4 = "4",
        /// PDF/A-4e, for engineering.
        A4e = "4e",
        /// PDF/A-4f, with any files embedded.
        A4f = "4f",
        /// PDF/UA-1 (ISO 14289-1).
        Ua1 = "ua1",
        /// PDF/UA-2 (ISO 14289-2).
        Ua2 = "ua2",
        /// Well-Tagged PDF 1.0, for accessibility.
        Wt1a = "wt1a",
        /// Well-Tagged PDF 1.0, for reuse.
        Wt1r = "wt1r",
    }
}

/// The standard of each flavour: its part, its name and veraPDF's profile, in the order of [`Flavour`].
const STANDARDS: [(u8, &str, &str); Flavour::ALL.len()] = [
    (1, "ISO 19005-1:2005", "PDF/A-1a"),
    (1, "ISO 19005-1:2005", "PDF/A-1b"),
    (2, "ISO 19005-2:2011", "PDF/A-2a"),
    (2, "ISO 19005-2:2011", "PDF/A-2b"),
    (2, "ISO 19005-2:2011", "PDF/A-2u"),
    (3, "ISO 19005-3:2012", "PDF/A-3a"),
    (3, "ISO 19005-3:2012", "PDF/A-3b"),
    (3, "ISO 19005-3:2012", "PDF/A-3u"),
    (4, "ISO 19005-4:2020", "PDF/A-4"),
    (4, "ISO 19005-4:2020", "PDF/A-4e"),
    (4, "ISO 19005-4:2020", "PDF/A-4f"),
    (1, "ISO 14289-1:2014", "PDF/UA-1"),
    (2, "ISO 14289-2:2024", "PDF/UA-2 + Tagged PDF"),
    (1, "Well-Tagged PDF 1.0", "WTPDF 1.0 Accessibility"),
    (1, "Well-Tagged PDF 1.0", "WTPDF 1.0 Reuse"),
];

impl Flavour {
    fn row(self) -> (u8, &'static str, &'static str) {
        STANDARDS.get(self as usize).copied().unwrap_or_default()
    }

    /// The standard, with the year of its edition.
    pub fn standard(self) -> &'static str {
        self.row().1
    }

    /// The part of the standard: 1 to 4 of PDF/A, 1 or 2 of PDF/UA; Well-Tagged PDF has only one.
    pub fn part(self) -> u8 {
        self.row().0
    }

    /// The name of the flavour's profile in veraPDF.
    pub(crate) fn profile(self) -> &'static str {
        self.row().2
    }

    /// Whether this is a flavour of PDF/A, and not of PDF/UA or Well-Tagged PDF.
    pub fn is_archival(self) -> bool {
        !matches!(self, Self::Ua1) && !self.is_tagged2()
    }

    /// Whether this builds on the tags of PDF 2.0: PDF/UA-2 and Well-Tagged PDF.
    pub(crate) fn is_tagged2(self) -> bool {
        matches!(self, Self::Ua2 | Self::Wt1a | Self::Wt1r)
    }

    /// Whether the file must be tagged: PDF/A level A, PDF/UA and Well-Tagged PDF.
    pub fn needs_structure(self) -> bool {
        matches!(self, Self::A1a | Self::A2a | Self::A3a) || !self.is_archival()
    }

    /// The flavour of `pdfaid:part` and `pdfaid:conformance`; upper and lower case count as the same.
    pub fn of_pdfa(part: &str, conformance: Option<&str>) -> Option<Self> {
        let level = conformance.map(|c| c.trim().to_ascii_lowercase());
        let name = format!("{}{}", part.trim(), level.as_deref().unwrap_or(""));
        name.parse()
            .ok()
            .or_else(|| match part.trim() {
                // An unknown level is a separate fault; the lowest level is checked.
                "1" => Some(Self::A1b),
                "2" => Some(Self::A2b),
                "3" => Some(Self::A3b),
                "4" => Some(Self::A4),
                _ => None,
            })
            .filter(|f| f.is_archival())
    }

    /// The flavour of a declaration's address (Well-Tagged PDF 1.0, 6.1).
    pub fn of_declaration(address: &str) -> Option<Self> {
        match address.trim() {
            "http://pdfa.org/declarations/wtpdf#accessibility1.0" => Some(Self::Wt1a),
            "http://pdfa.org/declarations/wtpdf#reuse1.0" => Some(Self::Wt1r),
            _ => None,
        }
    }

    /// The flavour of `pdfuaid:part`.
    pub fn of_pdfua(part: &str) -> Option<Self> {
        match part.trim() {
            "1" => Some(Self::Ua1),
            "2" => Some(Self::Ua2),
            _ => None,
        }
    }
}

impl FromStr for Flavour {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let name = text.to_ascii_lowercase();
        let unknown = || format!("write one of {}", Self::ALL.map(Self::name).join(", "));
        Self::named(&name).ok_or_else(unknown)
    }
}

/// A set of flavours. Its constants are named after the parts, then the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flavours(u16);

impl Flavours {
    pub(crate) const A1: Self = Self::of(&[Flavour::A1a, Flavour::A1b]);
    pub(crate) const A2: Self = Self::of(&[Flavour::A2a, Flavour::A2b, Flavour::A2u]);
    pub(crate) const A3: Self = Self::of(&[Flavour::A3a, Flavour::A3b, Flavour::A3u]);
    pub(crate) const A23: Self = Self::A2.and(Self::A3);
    pub(crate) const A4: Self = Self::of(&[Flavour::A4, Flavour::A4e, Flavour::A4f]);
    /// Part 4 without a conformance level.
    pub(crate) const A4PLAIN: Self = Self::of(&[Flavour::A4]);
    pub(crate) const A4E: Self = Self::of(&[Flavour::A4e]);
    pub(crate) const A4F: Self = Self::of(&[Flavour::A4f]);
    pub(crate) const A1LEVEL_A: Self = Self::of(&[Flavour::A1a]);
    pub(crate) const A23LEVEL_A: Self = Self::of(&[Flavour::A2a, Flavour::A3a]);
    /// Levels U and A.
    pub(crate) const A23UNICODE: Self =
        Self::of(&[Flavour::A2a, Flavour::A2u, Flavour::A3a, Flavour::A3u]);
    pub(crate) const UA1: Self = Self::of(&[Flavour::Ua1]);
    pub(crate) const UA2: Self = Self::of(&[Flavour::Ua2]);
    pub(crate) const WTACCESS: Self = Self::of(&[Flavour::Wt1a]);
    pub(crate) const WTREUSE: Self = Self::of(&[Flavour::Wt1r]);
    /// PDF/UA-2 and Well-Tagged PDF for accessibility.
    pub(crate) const ACCESS2: Self = Self::UA2.and(Self::WTACCESS);
    /// All flavours that build on the tags of PDF 2.0.
    pub(crate) const TAGGED2: Self = Self::ACCESS2.and(Self::WTREUSE);

    /// The set of these flavours.
    pub(crate) const fn of(flavours: &[Flavour]) -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < flavours.len() {
            set |= 1 << flavours[at] as u16;
            at += 1;
        }
        Self(set)
    }

    /// The union of both sets.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn has(self, flavour: Flavour) -> bool {
        self.0 & (1 << flavour as u16) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flavour_is_read_as_it_is_written() {
        for flavour in Flavour::ALL {
            assert_eq!(flavour.name().parse(), Ok(flavour));
        }
        assert!("5b".parse::<Flavour>().unwrap_err().contains("1a, 1b"));
    }

    #[test]
    fn what_a_file_claims_is_understood_in_any_case() {
        assert_eq!(Flavour::of_pdfa("2", Some("U")), Some(Flavour::A2u));
        assert_eq!(Flavour::of_pdfa(" 4 ", None), Some(Flavour::A4));
        assert_eq!(Flavour::of_pdfa("4", Some("F")), Some(Flavour::A4f));
        assert_eq!(Flavour::of_pdfa("3", Some("X")), Some(Flavour::A3b));
        assert_eq!(Flavour::of_pdfa("9", Some("B")), None);
        assert_eq!(Flavour::of_pdfa("ua1", None), None);
        assert_eq!(Flavour::of_pdfua("2"), Some(Flavour::Ua2));
        let reuse = "http://pdfa.org/declarations/wtpdf#reuse1.0";
        assert_eq!(Flavour::of_declaration(reuse), Some(Flavour::Wt1r));
    }

    #[test]
    fn sets_hold_what_their_names_say() {
        assert!(Flavours::A23.has(Flavour::A3u) && !Flavours::A23.has(Flavour::A1b));
        assert!(Flavours::A4.has(Flavour::A4f) && !Flavours::A4PLAIN.has(Flavour::A4f));
    }
}
