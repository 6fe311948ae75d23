//! Determines the family and style of a font from its descriptor, its program and its name.

use super::descriptor::Descriptor;
use super::program_style::ProgramStyle;
use crate::page::FontFacts;

/// The family and style of a font named `base_font` in the file.
pub(super) fn facts(base_font: &str, descriptor: &Descriptor, program: ProgramStyle) -> FontFacts {
    let name = without_subset_tag(base_font);
    let (family, style) = split_name(name);
    let tex = TexStyle::of(name);
    let said = NameStyle::of(style, name);
    let bold = said.bold
        || tex.is_some_and(|t| t.bold)
        || descriptor.force_bold()
        || program.bold
        || descriptor.weight.is_some_and(|w| w >= 600.0)
        // Stems of bold text fonts are 120 to 180 thick, those of regular ones 60 to 100. A weight in the
        // name or in the program overrules them.
        || ((140.0..400.0).contains(&descriptor.stem)
            && !said.not_bold
            && tex.is_none()
            && !program.plain);
    let italic = said.italic
        || tex.is_some_and(|t| t.italic)
        || descriptor.italic()
        || program.italic
        || (2.0..60.0).contains(&descriptor.italic_angle.abs());
    let lower = name.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let monospace = descriptor.monospace()
        || program.monospace
        || tex.is_some_and(|t| t.monospace)
        || has(&["courier", "mono", "consolas", "typewriter", "menlo"]) && !has(&["monotype"]);
    let serif = !has(&["sans", "arial", "helvetica"])
        && (descriptor.serif()
            || tex.is_some_and(|t| t.serif)
            || has(&["times", "serif", "georgia", "garamond", "palatino", "roman"]));
    FontFacts {
        name: name.to_string(),
        family: match (&descriptor.family, tex) {
            (Some(family), _) if !family.trim().is_empty() => family.trim().to_string(),
            (_, Some(tex)) => tex.family.to_string(),
            _ => family.to_string(),
        },
        bold,
        italic,
        serif,
        monospace,
        object: None,
    }
}

/// The facts that a font's name alone gives, for fonts without a dictionary.
pub(crate) fn facts_of_name(base_font: &str) -> FontFacts {
    facts(base_font, &Descriptor::default(), ProgramStyle::default())
}

/// Removes the tags of font subsets from a name (9.6.4): six capital letters and a plus sign. Programs that
/// rewrite a PDF sometimes add a second tag.
fn without_subset_tag(name: &str) -> &str {
    let mut name = name;
    while let Some((tag, rest)) = name.split_once('+')
        && tag.len() == 6
        && tag.bytes().all(|b| b.is_ascii_uppercase())
        && !rest.is_empty()
    {
        name = rest;
    }
    name
}

/// Words for a style, in lower case; longer words precede their prefixes.
const STYLE_WORDS: [&str; 31] = [
    "semibold",
    "demibold",
    "extrabold",
    "ultrabold",
    "bolditalic",
    "boldoblique",
    "boldital",
    "mediital",
    "reguital",
    "bold",
    "italic",
    "oblique",
    "slanted",
    "slant",
    "kursiv",
    "ital",
    "regular",
    "roman",
    "normal",
    "book",
    "medium",
    "medi",
    "regu",
    "light",
    "heavy",
    "black",
    "demi",
    "thin",
    "ps",
    "mt",
    "it",
];

/// Splits a PostScript name into family and style: `Times-BoldItalic` is Times and BoldItalic,
/// `TimesNewRoman,Bold` is TimesNewRoman and Bold, `ArialMT` is Arial. The part behind a comma is a style,
/// the part behind the last hyphen only if it consists of style words. `PS` and `MT` after the family name
/// its maker and are removed. Words without separators are not split, because their boundaries are unknown
/// (`DejaVuSans`).
fn split_name(name: &str) -> (&str, &str) {
    let (mut family, mut style) = match (name.split_once(','), name.rsplit_once('-')) {
        (Some((family, style)), _) => (family, style),
        (None, Some((family, style))) if !family.is_empty() && is_style(style) => (family, style),
        _ => (name, ""),
    };
    // A name with a comma may have a style before it, too: `Arial-Black,Italic`.
    if let Some((rest, words)) = family.rsplit_once('-')
        && !rest.is_empty()
        && is_style(words)
    {
        (family, style) = (rest, name.get(rest.len()..).unwrap_or(style));
    }
    for maker in ["PSMT", "MT", "PS"] {
        if let Some(rest) = family.strip_suffix(maker)
            && rest.ends_with(|c: char| c.is_ascii_lowercase())
        {
            return (rest, style);
        }
    }
    (family, style)
}

/// Whether a text consists of style words only.
fn is_style(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let mut rest = lower.trim_start_matches(['-', '_', ' ']);
    if rest.is_empty() {
        return false;
    }
    while !rest.is_empty() {
        let Some(after) = STYLE_WORDS.iter().find_map(|word| rest.strip_prefix(word)) else {
            return false;
        };
        rest =
            after.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | ' '));
    }
    true
}

/// The style in the words of a name.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NameStyle {
    bold: bool,
    italic: bool,
    /// Whether the name gives a weight other than bold.
    not_bold: bool,
}

impl NameStyle {
    /// `style` is the part of the name behind the family. `name` is all of it, for families joined with their
    /// styles (`FrutigerBold`).
    fn of(style: &str, name: &str) -> Self {
        let style = style.to_ascii_lowercase();
        let name = name.to_ascii_lowercase();
        let heavy = ["bold", "black", "heavy", "demi"];
        let plain = ["regular", "roman", "book", "light", "thin", "regu"];
        let leaning = ["italic", "oblique", "slanted", "-slant", "kursiv"];
        let bold = heavy.iter().any(|word| name.contains(word))
            // The bold fonts of URW are called Medi; Medium is a lighter weight.
            || matches!(style.trim_start_matches('-'), "medi" | "mediital");
        Self {
            bold,
            italic: leaning.iter().any(|word| name.contains(word))
                || style.ends_with("ital")
                || style.trim_start_matches('-') == "it"
                || style.ends_with("boldit"),
            not_bold: !bold && plain.iter().any(|word| style.contains(word)),
        }
    }
}

/// The styles of the fonts that come with TeX, whose names are short codes: `CMBX10`, `SFTI1000`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TexStyle {
    family: &'static str,
    bold: bool,
    italic: bool,
    serif: bool,
    monospace: bool,
}

impl TexStyle {
    fn of(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        let stem = lower.trim_end_matches(|c: char| c.is_ascii_digit());
        // Computer Modern, its European version, the Type 1 copy of that in CM-Super, and the text companion.
        let code = ["cm", "ec", "sf", "tc"]
            .iter()
            .find_map(|prefix| stem.strip_prefix(prefix))?;
        // The short codes are TeX names only with a size.
        if stem.len() == lower.len() {
            return None;
        }
        const ROMAN: &str = "Computer Modern";
        const SANS: &str = "Computer Modern Sans";
        const TYPEWRITER: &str = "Computer Modern Typewriter";
        const MATH: &str = "Computer Modern Math";
        let (family, bold, italic) = match code {
            "r" | "rm" | "csc" | "cc" | "dunh" | "fib" | "u" => (ROMAN, false, false),
            "b" | "bx" | "rb" | "xc" => (ROMAN, true, false),
            "ti" | "sl" | "ff" | "fi" | "ci" => (ROMAN, false, true),
            "bxti" | "bxsl" | "bi" | "bl" => (ROMAN, true, true),
            "ss" | "ssq" => (SANS, false, false),
            "ssbx" | "ssdc" | "sx" => (SANS, true, false),
            "ssi" | "ssqi" | "si" => (SANS, false, true),
            "so" => (SANS, true, true),
            "tt" | "tcsc" | "vtt" | "tc" => (TYPEWRITER, false, false),
            "itt" | "sltt" | "it" | "st" => (TYPEWRITER, false, true),
            "mi" => (MATH, false, true),
            "mib" => (MATH, true, true),
            "sy" | "ex" => (MATH, false, false),
            "bsy" => (MATH, true, false),
            _ => return None,
        };
        Some(Self {
            family,
            bold,
            italic,
            serif: family != SANS,
            monospace: family == TYPEWRITER,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::Dict;
    use hayro_syntax::object::FromBytes;

    fn by_name(name: &str) -> String {
        let f = facts(name, &Descriptor::default(), ProgramStyle::default());
        let mut text = f.family;
        for (is, word) in [
            (f.bold, "bold"),
            (f.italic, "italic"),
            (f.serif, "serif"),
            (f.monospace, "mono"),
        ] {
            if is {
                text.push(' ');
                text.push_str(word);
            }
        }
        text
    }

    #[test]
    fn families_and_styles_in_names() {
        let names = [
            "Times-Roman",
            "Times-BoldItalic",
            "ABCDEF+Times-Bold",
            "ArialMT",
            "Arial,Bold",
            "Arial-BoldItalicMT",
            "Arial-Black,Italic",
            "TimesNewRomanPS-ItalicMT",
            "TimesNewRomanPSMT",
            "Helvetica-Oblique",
            "CourierNew,BoldItalic",
            "NimbusRomNo9L-Medi",
            "NimbusRomNo9L-ReguItal",
            "NimbusRomNo9L-Regu-Slant_167",
            "MinionPro-It",
            "HelveticaNeue-Light",
            "Noto-Sans-CJK-JP",
            "DejaVuSans-Oblique",
            "FrutigerBold",
            "GaramondMT",
            "AAAAAA+BBBBBB+Georgia",
            "MS-Gothic",
            "",
        ];
        let styles: Vec<String> = names
            .iter()
            .map(|name| format!("{name}: {}", by_name(name)))
            .collect();
        insta::assert_snapshot!(styles.join("\n"), @r"
        Times-Roman: Times serif
        Times-BoldItalic: Times bold italic serif
        ABCDEF+Times-Bold: Times bold serif
        ArialMT: Arial
        Arial,Bold: Arial bold
        Arial-BoldItalicMT: Arial bold italic
        Arial-Black,Italic: Arial bold italic
        TimesNewRomanPS-ItalicMT: TimesNewRoman italic serif
        TimesNewRomanPSMT: TimesNewRoman serif
        Helvetica-Oblique: Helvetica italic
        CourierNew,BoldItalic: CourierNew bold italic mono
        NimbusRomNo9L-Medi: NimbusRomNo9L bold
        NimbusRomNo9L-ReguItal: NimbusRomNo9L italic
        NimbusRomNo9L-Regu-Slant_167: NimbusRomNo9L italic
        MinionPro-It: MinionPro italic
        HelveticaNeue-Light: HelveticaNeue
        Noto-Sans-CJK-JP: Noto-Sans-CJK-JP
        DejaVuSans-Oblique: DejaVuSans italic
        FrutigerBold: FrutigerBold bold
        GaramondMT: Garamond serif
        AAAAAA+BBBBBB+Georgia: Georgia serif
        MS-Gothic: MS-Gothic
        :
        ");
    }

    #[test]
    fn the_short_names_of_tex_fonts() {
        let names = [
            "CMR10",
            "CMBX12",
            "CMTI9",
            "CMTT9",
            "CMSSBX10",
            "CMMI10",
            "SFRM1095",
            "SFBX1440",
            "SFTI1000",
            "ecrm1000",
            "tcrm1000",
            "CMSY10",
            "SFProText",
            "CM",
            "ECTT",
        ];
        let styles: Vec<String> = names
            .iter()
            .map(|name| format!("{name}: {}", by_name(name)))
            .collect();
        insta::assert_snapshot!(styles.join("\n"), @r"
        CMR10: Computer Modern serif
        CMBX12: Computer Modern bold serif
        CMTI9: Computer Modern italic serif
        CMTT9: Computer Modern Typewriter serif mono
        CMSSBX10: Computer Modern Sans bold
        CMMI10: Computer Modern Math italic serif
        SFRM1095: Computer Modern serif
        SFBX1440: Computer Modern bold serif
        SFTI1000: Computer Modern italic serif
        ecrm1000: Computer Modern serif
        tcrm1000: Computer Modern serif
        CMSY10: Computer Modern Math serif
        SFProText: SFProText
        CM: CM
        ECTT: ECTT
        ");
    }

    #[test]
    fn what_the_descriptor_tells() {
        let styles = |data: &str| {
            let dict = Dict::from_bytes(data.as_bytes()).unwrap();
            let f = facts("F1", &Descriptor::read(&dict), ProgramStyle::default());
            (f.family, f.bold, f.italic, f.serif, f.monospace)
        };
        let plain = |family: &str, b, i, s, m| (family.to_string(), b, i, s, m);
        assert_eq!(
            styles("<</Flags 262243/FontFamily(My Font)>>"),
            plain("My Font", true, true, true, true)
        );
        assert_eq!(
            styles("<</Flags 32/ItalicAngle -12/FontWeight 700>>"),
            plain("F1", true, true, false, false)
        );
        assert_eq!(
            styles("<</Flags 32/StemV 88/ItalicAngle 0>>"),
            plain("F1", false, false, false, false)
        );
        assert!(styles("<</StemV 150>>").1);
        // Ghostscript writes 0.15 of the box's right edge, cut off.
        assert!(!styles("<</StemV 151/FontBBox[-40 -250 1009 750]>>").1);
        assert!(styles("<</StemV 153/FontBBox[-40 -250 1009 750]>>").1);
        let dict = Dict::from_bytes(b"<</StemV 191>>").unwrap();
        let none = ProgramStyle::default();
        assert!(!facts("CMR10", &Descriptor::read(&dict), none).bold);
        let plain = ProgramStyle {
            plain: true,
            ..ProgramStyle::default()
        };
        let dict = Dict::from_bytes(b"<</StemV 191>>").unwrap();
        assert!(!facts("F1", &Descriptor::read(&dict), plain).bold);
    }
}
