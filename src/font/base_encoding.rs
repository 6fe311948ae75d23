//! The encoding that simple fonts have under `Differences` (ISO 32000-1, 9.6.6).

use super::encoding::Predefined;
use super::program::Face;
use super::simple::{Origin, Source};
use super::standard14::Standard;

/// The encoding under `Differences`: the one the file names, the program's own (`None`), or what
/// 9.6.6 has for the others. `built_in` asks whether the program has one.
pub(super) fn base_encoding(
    source: &Source<'_>,
    built_in: impl FnOnce() -> bool,
) -> Option<(Predefined, Origin)> {
    let symbols = match source.standard {
        Some(Standard::Symbol) => Some(Predefined::Symbol),
        Some(Standard::ZapfDingbats) => Some(Predefined::ZapfDingbats),
        _ => None,
    };
    if let Some(symbols) = symbols {
        // These two have no Latin letters, so that a Latin encoding is a mistake of the writer.
        return match (source.encoding.base, source.face) {
            (Some(base @ (Predefined::Symbol | Predefined::ZapfDingbats)), _) => {
                Some((base, Origin::Encoding))
            }
            _ if built_in() => None,
            _ => Some((symbols, Origin::Encoding)),
        };
    }
    if let Some(base) = source.encoding.base {
        // Pictures under the codes of letters.
        let origin = if is_pictorial(source.name) {
            Origin::Assumed
        } else {
            Origin::Encoding
        };
        return Some((base, origin));
    }
    if source.type3 || built_in() {
        return None;
    }
    let truetype = source.truetype || source.face.is_some_and(Face::is_sfnt);
    let standard = if truetype {
        // The standard has StandardEncoding for nonsymbolic TrueType fonts, but the writers of
        // files without an encoding had Windows in mind. The two differ in quotes and accents.
        Predefined::WinAnsi
    } else {
        Predefined::Standard
    };
    // "For a font program that is not embedded, and for a nonsymbolic font: StandardEncoding";
    // under `Differences` of Type 1 fonts in any case, as there is nothing else to differ from.
    let prescribed = source.descriptor.nonsymbolic()
        || !truetype && (source.standard.is_some() || source.encoding.has_differences());
    if source.descriptor.symbolic() && !prescribed {
        // Without names: only the program's maps are left.
        return (source.face.is_none()).then_some((standard, Origin::Assumed));
    }
    let origin = if prescribed {
        Origin::Encoding
    } else {
        Origin::Assumed
    };
    Some((standard, origin))
}

/// Fonts of pictures, whose codes are those of letters.
pub(super) fn is_pictorial(name: &str) -> bool {
    let name: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    [
        "wingdings",
        "webdings",
        "dingbats",
        "marlett",
        "mtextra",
        "msoutlook",
        "fontawesome",
        "symbol",
        "bullets",
    ]
    .iter()
    .any(|pictures| name.contains(pictures))
}
