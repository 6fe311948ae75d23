//! Rules about the glyphs shown: presence, widths and Unicode values (ISO 19005-1, 6.3.5, 6.3.6 and 6.3.8;
//! ISO 19005-2, 6.2.11.4 to 6.2.11.8; ISO 14289-1, 7.21.4 to 7.21.8).

use crate::private_use::has_private_use;
use crate::rule::{Rule, Subject, catalogue, described, rules};
use crate::tagging::Tagging;
use pdfa2hocr_core::font::GlyphFacts;

/// A glyph that is shown.
pub(super) struct GlyphUse {
    pub font: String,
    /// The text rendering mode is not 3 (invisible).
    pub rendered: bool,
    pub tagging: Tagging,
    /// The font is a Type 3 font, whose glyphs are content streams.
    pub drawn: bool,
    pub glyph: GlyphFacts,
}

described! { GlyphUse: |g| {
    let name = if g.font.is_empty() {
        "without a name"
    } else {
        &g.font
    };
    format!("font {name}, code {:#04X}", g.glyph.code)
}}

impl GlyphUse {
    /// The glyph with its widths, for reports.
    fn widths(&self) -> String {
        let width = |width: Option<f32>| width.map_or("unknown".into(), |w| format!("{w:.0}"));
        let (dict, program) = (
            width(self.glyph.dict_width),
            width(self.glyph.program_width),
        );
        format!(
            "{}: width {dict}, in the program {program}",
            GlyphUse::describe(self)
        )
    }

    /// The glyph with its Unicode values, for reports.
    fn meaning(&self) -> String {
        let codes = self.text().into_iter().flat_map(str::chars);
        let codes: Vec<String> = codes.map(|c| format!("U+{:04X}", u32::from(c))).collect();
        format!("{}: {}", GlyphUse::describe(self), codes.join(" "))
    }

    /// The Unicode text of the character code.
    fn text(&self) -> Option<&str> {
        let glyph = &self.glyph;
        glyph.to_unicode.as_deref().or(glyph.unicode.as_deref())
    }

    fn is_private(&self) -> bool {
        self.text().is_some_and(has_private_use)
    }
}

pub(super) const GLYPH: &[Rule<GlyphUse>] = rules! { GlyphUse:
    [A1 "6.3.5" 1, A23 "6.2.11.4.1" 2, A4 "6.2.10.4.1" 2, UA1 "7.21.4.1" 2, TAGGED2 "8.4.5.5.1" 2] "a glyph that is shown is not in the embedded font program; embed a font that has it" =>
        |g, _| !g.rendered || g.glyph.present != Some(false);
    [A1 "6.3.6" 1, A23 "6.2.11.5" 1, A4 "6.2.10.5" 1, UA1 "7.21.5" 1, TAGGED2 "8.4.5.6" 1] "the width of a glyph in the font dictionary is not that of the font program; write the widths of the program into Widths or W" =>
        // A missing width is 0.
        |g, _| !g.rendered || g.glyph.program_width.is_none_or(|program|
            (g.glyph.dict_width.unwrap_or(0.0) - program).abs() <= 1.001), |g| g.widths();
    [A23 "6.2.11.8" 1, A4 "6.2.10.9" 1, UA1 "7.21.8" 1, TAGGED2 "8.4.5.9" 1] "text shows the glyph .notdef; embed a font that has the character, or remove the code" =>
        |g, _| !g.glyph.notdef;
    [A1LEVEL_A "6.3.8" 1] "a character code has no Unicode value; add a ToUnicode CMap" =>
        // In part 1, the glyph names of Type 3 fonts do not replace a ToUnicode CMap.
        |g, _| if g.drawn { g.glyph.to_unicode.is_some() } else { g.text().is_some() };
    [A23UNICODE "6.2.11.7.2" 1, UA1 "7.21.7" 1, TAGGED2 "8.4.5.8" 1] "a character code has no Unicode value; add a ToUnicode CMap" =>
        |g, _| g.text().is_some();
    [A23UNICODE "6.2.11.7.2" 2, A4 "6.2.10.7" 1, UA1 "7.21.7" 2, TAGGED2 "8.4.5.8" 2] "a code is mapped to 0, U+FEFF or U+FFFE, by a ToUnicode CMap or the name .notdef; map it to its character" =>
        |g, _| !g.text().is_some_and(|t| t.contains(['\0', '\u{FEFF}', '\u{FFFE}'])), |g| g.meaning();
    [A23LEVEL_A "6.2.11.7.3" 1] "a character code is mapped to the private use area and has no ActualText; map it to its character, or add ActualText" =>
        |g, _| g.tagging.replaced || !g.is_private(), |g| g.meaning();
    [ACCESS2 "8.4.3" 1] "a character code of real content is mapped to the private use area, and has neither ActualText nor Alt; map it to its character, or add ActualText" =>
        |g, _| g.tagging.artifact || g.tagging.replaced || g.tagging.described || !g.is_private(), |g| g.meaning();
};

catalogue![GLYPH];
