//! The images of pages in a PDF: as they are, smaller, or none.

use std::fmt;
use std::str::FromStr;

/// The images of pages in a PDF.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum PdfImages {
    /// As they are.
    #[default]
    Keep,
    /// None: only the text.
    None,
    /// Reduced to this resolution, in pixels per inch, if theirs is higher.
    Dpi(f32),
    /// As JPEG of this quality, from 1 to 100.
    Jpeg(u8),
}

impl fmt::Display for PdfImages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep => f.write_str("keep"),
            Self::None => f.write_str("none"),
            Self::Dpi(dpi) => write!(f, "dpi={dpi}"),
            Self::Jpeg(quality) => write!(f, "jpeg={quality}"),
        }
    }
}

impl FromStr for PdfImages {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |name: &str| text.strip_prefix(name)?.strip_prefix('=');
        match text {
            "keep" => return Ok(Self::Keep),
            "none" => return Ok(Self::None),
            _ => {}
        }
        if let Some(quality) = number("jpeg").and_then(|quality| quality.parse().ok()) {
            return match quality {
                1..=100 => Ok(Self::Jpeg(quality)),
                _ => Err("the quality is from 1 to 100".to_owned()),
            };
        }
        match number("dpi").and_then(|dpi| dpi.parse().ok()) {
            Some(dpi) if (10.0..=2400.0).contains(&dpi) => Ok(Self::Dpi(dpi)),
            Some(_) => Err("the resolution is from 10 to 2400".to_owned()),
            None => Err("write keep, none, dpi=N or jpeg=QUALITY".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_written() {
        for text in ["keep", "none", "dpi=150", "dpi=72.5", "jpeg=1", "jpeg=100"] {
            assert_eq!(text.parse::<PdfImages>().unwrap().to_string(), text);
        }
        for (text, part) in [
            ("jpeg=0", "quality"),
            ("jpeg=101", "quality"),
            ("dpi=9", "resolution"),
            ("dpi=NaN", "resolution"),
            ("jpeg", "keep, none"),
            ("", "keep, none"),
        ] {
            let why = text.parse::<PdfImages>().unwrap_err();
            assert!(why.contains(part), "{text}: {why}");
        }
    }
}
