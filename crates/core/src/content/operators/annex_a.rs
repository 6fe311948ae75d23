//! The operators of content streams (ISO 32000-1, annex A), parsed from their keywords.

/// The current colour that an operator sets: fill or stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Fill,
    Stroke,
}

/// An operator, except those that [`super::run`] executes itself: `q`, `Q`, `BI`, `BMC`, `BDC` and `EMC`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `cm`
    Concatenate,
    /// `gs`
    SetExtGState,
    /// `w`
    SetLineWidth,
    /// `J`, `j`, `M`, `d`, `i`
    SetPen,
    /// `ri`
    SetRenderingIntent,
    /// `g`, `G`
    SetGray(Side),
    /// `rg`, `RG`
    SetRgb(Side),
    /// `k`, `K`
    SetCmyk(Side),
    /// `cs`, `CS`
    SetColourSpace(Side),
    /// `sc`, `scn`, `SC`, `SCN`
    SetColour(Side),
    /// `m`
    MoveTo,
    /// `l`
    LineTo,
    /// `c`, `v`, `y`
    CurveTo,
    /// `h`
    ClosePath,
    /// `re`
    Rectangle,
    /// `f`, `F`, `f*`, `S`, `s`, `B`, `B*`, `b`, `b*`
    PaintPath {
        close: bool,
        fill: bool,
        stroke: bool,
    },
    /// `n`
    EndPath,
    /// `W`, `W*`
    Clip,
    /// `sh`
    Shade,
    /// `BT`
    BeginText,
    /// `ET`
    EndText,
    /// `Tc`
    SetCharSpacing,
    /// `Tw`
    SetWordSpacing,
    /// `Tz`
    SetHorizontalScaling,
    /// `TL`
    SetLeading,
    /// `Tf`
    SetFont,
    /// `Tr`
    SetRenderMode,
    /// `Ts`
    SetRise,
    /// `Td`
    MoveText,
    /// `TD`
    MoveTextSetLeading,
    /// `Tm`
    SetTextMatrix,
    /// `T*`
    NextLine,
    /// `Tj`
    ShowText,
    /// `TJ`
    ShowTextAdjusted,
    /// `'`
    NextLineShowText,
    /// `"`
    NextLineShowTextSpaced,
    /// `Do`
    DrawXObject,
    /// `MP`
    MarkPoint,
    /// `DP`
    MarkPointWithProperties,
    /// `BX`, `EX`
    Compatibility,
    /// `d0`, `d1`
    SetGlyphWidth,
}

impl Operator {
    /// `None` for undefined operators, and for `ID` and `EI` without their `BI`.
    pub(crate) fn parse(written: &[u8]) -> Option<Self> {
        use Side::{Fill, Stroke};
        let paint = |close, fill, stroke| Self::PaintPath {
            close,
            fill,
            stroke,
        };
        Some(match *written {
            [b'c', b'm'] => Self::Concatenate,
            [b'g', b's'] => Self::SetExtGState,
            [b'w'] => Self::SetLineWidth,
            [b'J' | b'j' | b'M' | b'd' | b'i'] => Self::SetPen,
            [b'r', b'i'] => Self::SetRenderingIntent,
            [b'g'] => Self::SetGray(Fill),
            [b'G'] => Self::SetGray(Stroke),
            [b'r', b'g'] => Self::SetRgb(Fill),
            [b'R', b'G'] => Self::SetRgb(Stroke),
            [b'k'] => Self::SetCmyk(Fill),
            [b'K'] => Self::SetCmyk(Stroke),
            [b'c', b's'] => Self::SetColourSpace(Fill),
            [b'C', b'S'] => Self::SetColourSpace(Stroke),
            [b's', b'c'] | [b's', b'c', b'n'] => Self::SetColour(Fill),
            [b'S', b'C'] | [b'S', b'C', b'N'] => Self::SetColour(Stroke),
            [b'm'] => Self::MoveTo,
            [b'l'] => Self::LineTo,
            [b'c' | b'v' | b'y'] => Self::CurveTo,
            [b'h'] => Self::ClosePath,
            [b'r', b'e'] => Self::Rectangle,
            [b'f' | b'F'] | [b'f', b'*'] => paint(false, true, false),
            [b'S'] => paint(false, false, true),
            [b's'] => paint(true, false, true),
            [b'B'] | [b'B', b'*'] => paint(false, true, true),
            [b'b'] | [b'b', b'*'] => paint(true, true, true),
            [b'n'] => Self::EndPath,
            [b'W'] | [b'W', b'*'] => Self::Clip,
            [b's', b'h'] => Self::Shade,
            [b'B', b'T'] => Self::BeginText,
            [b'E', b'T'] => Self::EndText,
            [b'T', b'c'] => Self::SetCharSpacing,
            [b'T', b'w'] => Self::SetWordSpacing,
            [b'T', b'z'] => Self::SetHorizontalScaling,
            [b'T', b'L'] => Self::SetLeading,
            [b'T', b'f'] => Self::SetFont,
            [b'T', b'r'] => Self::SetRenderMode,
            [b'T', b's'] => Self::SetRise,
            [b'T', b'd'] => Self::MoveText,
            [b'T', b'D'] => Self::MoveTextSetLeading,
            [b'T', b'm'] => Self::SetTextMatrix,
            [b'T', b'*'] => Self::NextLine,
            [b'T', b'j'] => Self::ShowText,
            [b'T', b'J'] => Self::ShowTextAdjusted,
            [b'\''] => Self::NextLineShowText,
            [b'"'] => Self::NextLineShowTextSpaced,
            [b'D', b'o'] => Self::DrawXObject,
            [b'M', b'P'] => Self::MarkPoint,
            [b'D', b'P'] => Self::MarkPointWithProperties,
            [b'B' | b'E', b'X'] => Self::Compatibility,
            [b'd', b'0' | b'1'] => Self::SetGlyphWidth,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_annex_a_is_known() {
        let annex = "b B b* B* BT BX c cm cs CS d d0 d1 Do DP ET EX f F f* g G gs h i j J k K l m M \
            MP n re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \
            ' \"";
        for written in annex.split_ascii_whitespace() {
            assert!(Operator::parse(written.as_bytes()).is_some(), "{written}");
        }
        for other in ["", "ID", "EI", "q", "bt", "f**", "d2", "PS", "true"] {
            assert_eq!(Operator::parse(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn small_letters_fill_and_capitals_stroke() {
        assert_eq!(Operator::parse(b"rg"), Some(Operator::SetRgb(Side::Fill)));
        assert_eq!(Operator::parse(b"RG"), Some(Operator::SetRgb(Side::Stroke)));
        let painting = |close, fill, stroke| {
            Some(Operator::PaintPath {
                close,
                fill,
                stroke,
            })
        };
        assert_eq!(Operator::parse(b"f*"), painting(false, true, false));
        assert_eq!(Operator::parse(b"s"), painting(true, false, true));
        assert_eq!(Operator::parse(b"B"), painting(false, true, true));
        assert_eq!(Operator::parse(b"b*"), painting(true, true, true));
    }
}
