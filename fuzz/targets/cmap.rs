//! CMaps: the first byte selects whether the rest is the `ToUnicode` CMap of a simple or a composite font, or
//! the encoding of a composite font.

use super::font::check;
use super::pdf::stream;

pub fn run(data: &[u8]) {
    let Some((&kind, cmap)) = data.split_first() else {
        return;
    };
    let cid = "/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Font\
               /CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/W[1[500 600]]>>]";
    let font = match kind % 4 {
        0 => "<</Type/Font/Subtype/Type1/BaseFont/Font/ToUnicode 2 0 R>>".to_owned(),
        1 => format!("<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode 2 0 R{cid}>>"),
        2 => format!("<</Type/Font/Subtype/Type0/Encoding 2 0 R{cid}>>"),
        _ => format!("<</Type/Font/Subtype/Type0/Encoding 2 0 R/ToUnicode 2 0 R{cid}>>"),
    };
    check(&font, &[stream("/Type/CMap/CMapName/Made/WMode 1", cmap)]);
}
