//! Pages of the library: by index, cut to a part, and as files of their own.

use std::path::Path;

use pdfa2hocr::{DiagnosticKind, Document, Format, Options, PageList, Rect, Source};

fn open(name: &str, pages: Option<&str>) -> Document {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut options = Options::default();
    options.pages = pages.map(|list| list.parse::<PageList>().unwrap());
    Document::with_options(&Source::open(folder.join(name)).unwrap(), options).unwrap()
}

fn words(page: &pdfa2hocr::Page) -> Vec<String> {
    page.words().map(|word| word.text().into_owned()).collect()
}

#[test]
fn pages_are_read_by_their_indices() {
    let document = open("showcase/herald.pdf", None);
    let all: Vec<_> = document.pages().map(|page| words(&page.unwrap())).collect();
    assert!(all.len() > 2);
    let last = document.page_count() - 1;
    let read = document.pages_at(&[0, last]).unwrap();
    let read: Vec<_> = read.map(|page| words(&page.unwrap())).collect();
    assert_eq!(read, [all[0].clone(), all[last as usize].clone()]);
    // The iterator can be dropped before the last page.
    drop(document.pages_at(&[0, 1, last]).unwrap().next());
    for wrong in [vec![1, 0], vec![0, 0], vec![0, last + 1]] {
        let error = document.pages_at(&wrong).unwrap_err();
        assert_eq!(error.kind, DiagnosticKind::Argument, "{wrong:?}");
    }
    assert_eq!(document.pages_at(&[]).unwrap().count(), 0);
}

#[test]
fn the_pages_that_were_asked_for_are_known_and_the_sizes_of_all() {
    let document = open("pages/lost-pages.pdf", Some("2-3"));
    assert_eq!(document.chosen_pages(), [1, 2]);
    assert!(document.page_count() > 3);
    let document = open("tagged/objects.pdf", None);
    assert_eq!(document.page_size(0), Some((400.0, 300.0)));
    assert_eq!(document.page_size(1), None);
}

#[test]
fn a_page_is_a_file_of_its_own() {
    let document = open("tagged/objects.pdf", None);
    let page = document.page(0).unwrap();
    for format in [
        Format::Hocr,
        Format::Alto,
        Format::Page,
        Format::Tei,
        Format::Json,
        Format::Tsv,
        Format::Text,
    ] {
        let mut whole = Vec::new();
        document.write(format, &mut whole).unwrap();
        let whole = String::from_utf8(whole).unwrap();
        assert_eq!(document.written_page(&page, format), whole, "{format}");
    }
    assert!(page.explain().contains("<svg"));
}

#[test]
fn a_part_of_a_page_has_the_characters_that_are_there() {
    let document = open("tagged/tables-and-lists.pdf", None);
    let page = document.page(0).unwrap();
    let caption = page.words().next().unwrap().bbox();
    assert_eq!(words(&page.within(caption)), ["Caption"]);
    let narrow = Rect::new(caption.x0, caption.y0, caption.x1 - 1.0, caption.y1);
    // The last letter is cut off by the box.
    assert_eq!(words(&page.within(narrow)), ["Captio"]);
    let cut = page.crop(narrow);
    assert_eq!(words(&cut), ["Caption"]);
    assert_eq!(cut.words().next().unwrap().bbox(), narrow);
    assert_eq!(cut.model().content.glyphs.len(), "Caption".len());
    let whole = page.crop(Rect::new(0.0, 0.0, page.width(), page.height()));
    assert_eq!(words(&whole), words(&page));
    assert_eq!(whole.text(), page.text());
    assert_eq!(whole.tables().len(), page.tables().len());
    assert!(words(&page.crop(Rect::new(390.0, 290.0, 400.0, 300.0))).is_empty());
    assert!(words(&page.within(Rect::EMPTY)).is_empty());
    let hocr = document.written_page(&page.within(caption), Format::Hocr);
    assert!(
        hocr.contains(">Caption<") && !hocr.contains(">tall<"),
        "{hocr}"
    );
}

#[test]
fn a_table_is_spread_over_rows_and_columns() {
    let document = open("tagged/tables-and-lists.pdf", None);
    let page = document.page(0).unwrap();
    let tables = page.tables();
    let grid = tables[0].grid();
    let texts: Vec<Vec<Option<String>>> = grid
        .iter()
        .map(|row| row.iter().map(|cell| Some(cell.as_ref()?.text())).collect())
        .collect();
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        texts,
        [
            vec![some("wide head"), None, None, None],
            vec![some("tall"), some("a"), some("b"), None],
            vec![None, some("c"), some(""), None],
        ]
    );
}
