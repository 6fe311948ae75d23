//! The standard 14 fonts (ISO 32000-1, 9.6.2.2) and their metrics, for fonts without widths and without a
//! program.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::data;

/// One of the standard 14 fonts. Upright and oblique styles of Helvetica and Courier have equal widths and
/// share a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standard {
    Courier,
    Helvetica,
    HelveticaBold,
    TimesRoman,
    TimesBold,
    TimesItalic,
    TimesBoldItalic,
    Symbol,
    ZapfDingbats,
}

/// The rows of `data/widths.txt`, sorted by glyph name: the name, and the widths.
static LATIN: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    data::rows(include_str!("data/widths.txt"))
        .filter_map(|row| row.split_once(' '))
        .collect()
});
static SYMBOL: LazyLock<HashMap<&'static str, u16>> = LazyLock::new(|| pictures(data::SYMBOL));
static ZAPF_DINGBATS: LazyLock<HashMap<&'static str, u16>> =
    LazyLock::new(|| pictures(data::ZAPF_DINGBATS));

fn pictures(data: &'static str) -> HashMap<&'static str, u16> {
    data::rows(data)
        .filter_map(|row| {
            let mut fields = row.split_ascii_whitespace().skip(1);
            Some((fields.next()?, fields.next()?.parse().ok()?))
        })
        .collect()
}

/// Whether this is exactly the name of one of the 14 fonts that need no descriptor (ISO 32000-1, 9.6.2.2).
pub fn is_standard_14(name: &str) -> bool {
    const NAMES: [&str; 14] = [
        "Courier",
        "Courier-Bold",
        "Courier-Oblique",
        "Courier-BoldOblique",
        "Helvetica",
        "Helvetica-Bold",
        "Helvetica-Oblique",
        "Helvetica-BoldOblique",
        "Times-Roman",
        "Times-Bold",
        "Times-Italic",
        "Times-BoldItalic",
        "Symbol",
        "ZapfDingbats",
    ];
    NAMES.contains(&name)
}

impl Standard {
    /// The standard font of a font name: one of the 14, or a name of the same design in Windows
    /// (`Arial,Bold`, `TimesNewRomanPSMT`).
    pub(super) fn named(name: &str) -> Option<Self> {
        let plain: String = name
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect();
        // Longer names first: `timesnewromanps` begins with `times`.
        const FAMILIES: [(&str, Standard); 9] = [
            ("timesnewromanps", Standard::TimesRoman),
            ("timesnewroman", Standard::TimesRoman),
            ("times", Standard::TimesRoman),
            ("couriernewps", Standard::Courier),
            ("couriernew", Standard::Courier),
            ("courier", Standard::Courier),
            ("helvetica", Standard::Helvetica),
            ("arial", Standard::Helvetica),
            ("symbol", Standard::Symbol),
        ];
        if plain.starts_with("zapfdingbats") {
            return Some(Self::ZapfDingbats);
        }
        let (style, family) = FAMILIES
            .iter()
            .find_map(|(prefix, family)| Some((plain.strip_prefix(prefix)?, *family)))?;
        let (bold, italic) = match style.strip_suffix("mt").unwrap_or(style) {
            "" | "roman" | "regular" | "normal" | "std" => (false, false),
            "bold" => (true, false),
            "italic" | "oblique" => (false, true),
            "bolditalic" | "boldoblique" => (true, true),
            // Another design with other widths: Arial Narrow, Helvetica Neue.
            _ => return None,
        };
        Some(family.styled(bold, italic))
    }

    /// The standard font closest to a font of that style.
    pub(super) fn like(serif: bool, monospace: bool, bold: bool, italic: bool) -> Self {
        let family = match (monospace, serif) {
            (true, _) => Self::Courier,
            (_, true) => Self::TimesRoman,
            _ => Self::Helvetica,
        };
        family.styled(bold, italic)
    }

    fn styled(self, bold: bool, italic: bool) -> Self {
        match (self, bold, italic) {
            (Self::Helvetica, true, _) => Self::HelveticaBold,
            (Self::TimesRoman, true, true) => Self::TimesBoldItalic,
            (Self::TimesRoman, true, false) => Self::TimesBold,
            (Self::TimesRoman, false, true) => Self::TimesItalic,
            (family, ..) => family,
        }
    }

    /// Whether this font has Latin letters.
    pub(super) fn is_latin(self) -> bool {
        !matches!(self, Self::Symbol | Self::ZapfDingbats)
    }

    /// The width of a glyph, in text space (1 = the em).
    pub(super) fn width(self, glyph: &str) -> Option<f32> {
        let column = match self {
            Self::Courier => return Some(0.6),
            Self::Symbol => return SYMBOL.get(glyph).map(|&w| f32::from(w) / 1000.0),
            Self::ZapfDingbats => return ZAPF_DINGBATS.get(glyph).map(|&w| f32::from(w) / 1000.0),
            Self::Helvetica => 0,
            Self::HelveticaBold => 1,
            Self::TimesRoman => 2,
            Self::TimesBold => 3,
            Self::TimesItalic => 4,
            Self::TimesBoldItalic => 5,
        };
        let row = LATIN
            .binary_search_by(|(name, _)| (*name).cmp(glyph))
            .ok()?;
        let (_, widths) = LATIN.get(row)?;
        let width: u16 = widths.split_ascii_whitespace().nth(column)?.parse().ok()?;
        Some(f32::from(width) / 1000.0)
    }

    /// Ascent and descent in text space, from the Adobe font metrics. These omit Symbol and Zapf Dingbats,
    /// whose values are those of tall glyphs in running text.
    pub(super) fn ascent_descent(self) -> (f32, f32) {
        match self {
            Self::Courier => (0.629, -0.157),
            Self::Helvetica | Self::HelveticaBold => (0.718, -0.207),
            Self::TimesRoman => (0.683, -0.217),
            Self::TimesBold => (0.676, -0.205),
            Self::TimesItalic => (0.683, -0.205),
            Self::TimesBoldItalic => (0.699, -0.205),
            Self::Symbol => (0.7, -0.22),
            Self::ZapfDingbats => (0.7, -0.14),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases() {
        for (name, font) in [
            ("Helvetica", Some(Standard::Helvetica)),
            ("Helvetica-BoldOblique", Some(Standard::HelveticaBold)),
            ("ArialMT", Some(Standard::Helvetica)),
            ("Arial,Bold", Some(Standard::HelveticaBold)),
            ("Arial-BoldItalicMT", Some(Standard::HelveticaBold)),
            ("TimesNewRoman,BoldItalic", Some(Standard::TimesBoldItalic)),
            ("TimesNewRomanPS-ItalicMT", Some(Standard::TimesItalic)),
            ("TimesNewRomanPSMT", Some(Standard::TimesRoman)),
            ("Times New Roman", Some(Standard::TimesRoman)),
            ("Times-Roman", Some(Standard::TimesRoman)),
            ("CourierNew", Some(Standard::Courier)),
            ("CourierNewPS-BoldMT", Some(Standard::Courier)),
            ("SymbolMT", Some(Standard::Symbol)),
            ("ZapfDingbats", Some(Standard::ZapfDingbats)),
            ("ArialNarrow", None),
            ("HelveticaNeue-Bold", None),
            ("Verdana", None),
        ] {
            assert_eq!(Standard::named(name), font, "{name}");
        }
    }

    #[test]
    fn widths_are_those_of_the_font_metrics() {
        assert!(LATIN.is_sorted());
        assert_eq!(Standard::Helvetica.width("W"), Some(0.944));
        assert_eq!(Standard::TimesBoldItalic.width("W"), Some(0.889));
        assert_eq!(Standard::Courier.width("anything"), Some(0.6));
        assert_eq!(Standard::Symbol.width("alpha"), Some(0.631));
        assert_eq!(Standard::ZapfDingbats.width("a1"), Some(0.974));
        assert_eq!(Standard::TimesRoman.width("alpha"), None);
    }
}
