//! Draws the glyphs of a Type 3 font, which are content streams (ISO 32000-1, 9.6.5). They become the text of
//! a new page, which is appended to the document in an incremental update (7.5.6).

use std::fmt::Write as _;

use super::refusal::Refusal;
use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::font::Font;
use pdfa2hocr_core::limits::Limits;
use pdfa2hocr_core::pdf::{Dict, Document, ObjectIdentifier, Source, last_table};

/// Number of codes in a row, and of rows: the sheet has a cell for each code of a byte, from the upper left.
const ROW: u32 = 16;
/// The side of a cell, in points.
const CELL: f32 = 40.0;
/// White margin around a glyph, in points.
const MARGIN: f32 = 4.0;
/// Maximum size of a document that is copied, in bytes; glyphs of larger ones are not drawn.
const LARGEST: usize = 64 << 20;
/// An object number that no document uses: the maximum is 8,388,607 (C.2, table C.1).
const NUMBER: u32 = 8_388_000;

/// The document with the sheet of a font as its only page.
pub fn with_sheet(document: &Document, font: ObjectIdentifier) -> Result<Document, Refusal> {
    let unreadable = |why: &str| Refusal::Unreadable(why.into());
    let bytes = document.bytes();
    if bytes.len() > LARGEST {
        return Err(unreadable(
            "the document is too large for pictures of glyphs",
        ));
    }
    // The new page would have to be encrypted, too.
    if document.is_encrypted() {
        return Err(unreadable(
            "glyphs of Type 3 fonts are not drawn in encrypted documents",
        ));
    }
    let dict = document.object(font).and_then(|object| object.into_dict());
    let dict = dict.ok_or_else(|| unreadable("there is no such font"))?;
    let root = document.root();
    let content = content(&dict);
    let side = ROW as f32 * CELL;
    let [pages, page, stream] = [NUMBER, NUMBER + 1, NUMBER + 2];
    let objects = [
        (root, format!("<</Type/Catalog/Pages {pages} 0 R>>")),
        (
            ObjectIdentifier::new(pages, 0),
            format!("<</Type/Pages/Count 1/Kids[{page} 0 R]>>"),
        ),
        (
            ObjectIdentifier::new(page, 0),
            format!(
                "<</Type/Page/Parent {pages} 0 R/MediaBox[0 0 {side} {side}]/Contents {stream} 0 R\
                 /Resources<</Font<</F {} {} R>>>>>>",
                font.obj_number, font.gen_number
            ),
        ),
        (
            ObjectIdentifier::new(stream, 0),
            format!(
                "<</Length {}>>\nstream\n{content}\nendstream",
                content.len()
            ),
        ),
    ];
    let source = Source::from(updated(bytes, root, &objects));
    let (sheet, _) =
        Document::open(&source, "").map_err(|why| Refusal::Unreadable(why.to_string()))?;
    Ok(sheet)
}

/// The content of the page: each code in its cell, in the largest size in which all fit.
fn content(dict: &Dict<'_>) -> String {
    let budget = Budget::new(Limits::default(), Limits::default().stream_bytes);
    let font = Font::read(dict, &budget, &mut Warnings::new());
    let all: Vec<u8> = (0..=u8::MAX).collect();
    let widest = font.codes(&all).map(|code| code.width).fold(0.0, f32::max);
    let (height, room) = (font.ascent() - font.descent(), CELL - 2.0 * MARGIN);
    let largest = height.max(widest);
    let size = match largest.is_finite() && largest > 0.0 {
        true => room / largest,
        false => room,
    };
    // If glyph space points down, the text matrix is flipped to keep glyphs upright.
    let matrix = dict.get::<[f32; 6]>("FontMatrix");
    let (lowest, up) = match matrix.is_some_and(|matrix| matrix[3] < 0.0) {
        true => (-font.ascent(), -size),
        false => (font.descent(), size),
    };
    let mut content = String::new();
    for code in 0..ROW * ROW {
        let x = (code % ROW) as f32 * CELL;
        let y = (ROW - 1 - code / ROW) as f32 * CELL;
        // Clip glyphs that are larger than their font's box.
        let _ = writeln!(
            content,
            "q {x} {y} {CELL} {CELL} re W n BT /F 1 Tf {size} 0 0 {up} {} {} Tm <{code:02x}> Tj ET Q",
            x + MARGIN,
            y + MARGIN - lowest * size,
        );
    }
    content
}

/// Appends objects to a file in an incremental update.
fn updated(
    bytes: &[u8],
    root: ObjectIdentifier,
    objects: &[(ObjectIdentifier, String)],
) -> Vec<u8> {
    let mut file = bytes.to_vec();
    let mut table = String::from("xref\n");
    for (id, object) in objects {
        let (number, generation) = (id.obj_number, id.gen_number);
        file.push(b'\n');
        let _ = writeln!(table, "{number} 1\n{:010} {generation:05} n ", file.len());
        let written = format!("{number} {generation} obj\n{object}\nendobj\n");
        file.extend(written.as_bytes());
    }
    let at = file.len();
    let previous = last_table(bytes).map_or_else(String::new, |at| format!("/Prev {at}"));
    let _ = write!(
        table,
        "trailer\n<</Size {}/Root {} {} R{previous}>>\nstartxref\n{at}\n%%EOF\n",
        NUMBER + 3,
        root.obj_number,
        root.gen_number,
    );
    file.extend(table.as_bytes());
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Painter;
    use crate::wanted::Wanted;

    /// The pixels of the cells of some codes.
    fn cells(codes: &str) -> Vec<Vec<u8>> {
        let bytes = include_bytes!("../../../fixtures/fonts/type3-object.pdf").to_vec();
        let (document, _) = Document::open(&Source::from(bytes), "").unwrap();
        let is_type3 = |dict: &Dict<'_>| {
            dict.get::<pdfa2hocr_core::pdf::Name<'_>>("Subtype")
                .as_deref()
                == Some(b"Type3")
        };
        let mut dicts = document.objects().filter_map(|object| object.into_dict());
        let font = dicts.find(is_type3).unwrap().obj_id().unwrap();
        let png = Painter::new(&document).draw(Wanted::glyphs(font)).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(png))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!(info.color_type, png::ColorType::Grayscale);
        let (width, side) = (info.width as usize, (info.width / ROW) as usize);
        let cell = |code: u8| {
            let (column, row) = (usize::from(code % 16), usize::from(code / 16));
            let rows = (row * side..(row + 1) * side).map(|y| y * width + column * side);
            rows.flat_map(|at| pixels[at..at + side].to_vec()).collect()
        };
        codes.bytes().map(cell).collect()
    }

    #[test]
    fn each_code_is_drawn_in_its_cell() {
        let dark = |cell: &Vec<u8>| cell.iter().filter(|pixel| **pixel < 128).count();
        let found: Vec<usize> = cells("abc").iter().map(dark).collect();
        assert!(found[..2].iter().all(|count| *count > 20), "{found:?}");
        assert_eq!(found[2], 0, "nothing draws this code");
    }
}
