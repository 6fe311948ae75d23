//! Content streams, on a page with a resource of each kind.

use pdfa2hocr::Road;
use pdfa2hocr::page::Content;
use pdfa2hocr::stages::Warnings;
use pdfa2hocr::stages::content::{self, Shown};
use pdfa2hocr::stages::font::Fonts;
use pdfa2hocr::stages::pdf::{Document, OptionalContent, Source};

use super::outputs::{check_all, varied};
use super::pdf::{budget, of_bodies, stream};

const CATALOG: &[u8] =
    b"<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>>>";
const PAGES: &[u8] = b"<</Type/Pages/Count 1/Kids[3 0 R]>>";
const PAGE: &[u8] =
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources 5 0 R>>";
const RESOURCES: &[u8] = b"<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>
/F2<</Type/Font/Subtype/Type0/BaseFont/Song/Encoding/UniGB-UCS2-V/DescendantFonts[<</Type/Font/Subtype/CIDFontType0
/BaseFont/Song/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor<</Ascent 900>>>>]>>
/F3<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 65/LastChar 66/Widths[8 9]
/Encoding<</Differences[65/A/alef]>>/CharProcs<</A 7 0 R/alef 7 0 R>>>>>>
/XObject<</Fm 8 0 R/Im 9 0 R>>/ExtGState<</G<</ca 0/Font[<</Type/Font/Subtype/Type1/BaseFont/Courier>> 9]>>>>
/Properties<</P<</MCID 1/ActualText(other)/Lang(de)>>/O 6 0 R>>/ColorSpace<</C[/Separation/All/DeviceGray null]>>
/Pattern<<>>>>";
const LAYER: &[u8] = b"<</Type/OCG/Name(hidden)>>";

pub fn run(data: &[u8]) {
    let page = stream("", data);
    let glyph = stream("", b"8 0 d0 0 0 8 8 re f");
    let form = stream(
        "/Type/XObject/Subtype/Form/BBox[0 0 99 99]/Matrix[.5 0 0 .5 9 9]",
        b"BT /F1 8 Tf (form) Tj ET /Fm Do",
    );
    let image = stream(
        "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 1/ColorSpace/DeviceGray",
        b"\x80\x40",
    );
    let bodies = [
        CATALOG, PAGES, PAGE, &page, RESOURCES, LAYER, &glyph, &form, &image,
    ];
    let source = Source::from(of_bodies(&bodies, ""));
    let (document, _) = Document::open(&source, "").expect("a document");
    let (budget, fonts) = (budget(), budget());
    let mut warnings = Warnings::new();
    let layers = OptionalContent::read(&document);
    let shown = Shown {
        all_text: true,
        layers: &layers,
    };
    let page = document.page(0).expect("a page");
    let content = content::read(&page, &Fonts::new(fonts), shown, &budget, &mut warnings);
    check(&content);
    check_all(&source, &varied(Road::Geometry, data.len()));
}

/// Checks that references in the content are valid and that coordinates are finite.
pub fn check(content: &Content) {
    for glyph in &content.glyphs {
        assert!((glyph.run as usize) < content.runs.len());
        let (start, len) = (glyph.text.start as usize, glyph.text.len as usize);
        assert!(content.text.get(start..start + len).is_some());
        let bbox = glyph.bbox;
        let ends = [bbox.x0, bbox.y0, bbox.x1, bbox.y1, glyph.advance];
        assert!(ends.iter().all(|v| v.is_finite()), "{glyph:?}");
    }
    for run in &content.runs {
        assert!(
            run.marked
                .is_none_or(|m| (m as usize) < content.marked.len())
        );
        assert!(run.size.is_finite() && run.angle().is_finite(), "{run:?}");
    }
    for (index, marked) in content.marked.iter().enumerate() {
        assert!(marked.parent.is_none_or(|p| (p as usize) < index));
    }
    assert!(content.cuts.is_sorted());
    assert!(
        content
            .cuts
            .iter()
            .all(|&cut| cut as usize <= content.glyphs.len())
    );
}
