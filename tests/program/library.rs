//! The library from the point of view of its callers.

use std::fs;
use std::path::Path;

use pdfa2hocr::{
    Analysis, Diagnostic, DiagnosticKind, Document, Format, LayoutParams, MappingSource, Observer,
    Options, Page, PageAnalysis, Road, Script, Setting, Source, Target, Warning, page,
};

fn fixture(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    folder.join(name)
}

fn written(document: &Document, format: Format) -> String {
    let mut out = Vec::new();
    document.write(format, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn geometry() -> Options {
    let mut options = Options::default();
    options.road = Road::Geometry;
    options
}

#[test]
fn what_is_shared_between_threads_can_be() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Document>();
    shared::<Page>();
    shared::<Options>();
    shared::<Source>();
    shared::<Diagnostic>();
    shared::<Analysis>();
    fn sent<T: Send + 'static>() {}
    sent::<pdfa2hocr::Pages>();
}

#[test]
fn a_document_is_the_same_from_a_path_from_bytes_and_from_a_reader() {
    let path = fixture("tagged/tables-and-lists.pdf");
    let bytes = std::fs::read(&path).unwrap();
    let opened = written(&Document::open(&path).unwrap(), Format::Text);
    assert!(opened.contains("wide head"), "{opened}");
    let read = Document::read(bytes.as_slice()).unwrap();
    assert_eq!(written(&read, Format::Text), opened);
    let mapped = Document::with_options(&Source::map(&path).unwrap(), Options::default()).unwrap();
    assert_eq!(written(&mapped, Format::Text), opened);
    assert_eq!(
        written(&Document::from_bytes(bytes).unwrap(), Format::Text),
        opened
    );
}

/// Iterating, random access and writing give the same pages. In all of them, running heads and hyphens are
/// decided
/// by the surrounding pages.
#[test]
fn pages_are_those_that_are_written() {
    for name in ["kinds/dictionary.pdf", "layout/running.pdf"] {
        let source = Source::open(fixture(name)).unwrap();
        let document = Document::with_options(&source, geometry()).unwrap();
        let pages: Vec<Page> = document.pages().map(Result::unwrap).collect();
        assert_eq!(pages.len(), document.page_count() as usize);
        let texts: Vec<String> = pages.iter().map(Page::text).collect();
        assert_eq!(
            texts.join("\u{c}"),
            written(&document, Format::Text),
            "{name}"
        );
        for page in &pages {
            let alone = document.page(page.index()).unwrap();
            assert_eq!(alone.text(), page.text(), "{name} {}", page.number());
            assert_eq!(alone.model().dump(), page.model().dump());
        }
    }
}

#[test]
fn pages_can_be_left_before_the_last() {
    let document = Document::open(fixture("layout/running.pdf")).unwrap();
    assert!(document.page_count() > 2);
    let first = document.pages().next().unwrap().unwrap();
    assert_eq!((first.index(), first.number().get()), (0, 1));
    let mut chosen = Options::default();
    chosen.pages = Some("2-".parse().unwrap());
    let source = Source::open(fixture("layout/running.pdf")).unwrap();
    let document = Document::with_options(&source, chosen).unwrap();
    let numbers: Vec<u32> = document
        .pages()
        .map(|page| page.unwrap().number().get())
        .collect();
    assert_eq!(numbers, (2..=document.page_count()).collect::<Vec<_>>());
}

#[test]
fn a_page_has_blocks_of_paragraphs_of_lines_of_words() {
    let source = Source::open(fixture("layout/two-columns.pdf")).unwrap();
    let document = Document::with_options(&source, geometry()).unwrap();
    let page = document.page(0).unwrap();
    let blocks = page.blocks();
    let lines: usize = blocks
        .iter()
        .flat_map(|b| b.paragraphs())
        .map(|p| p.lines().len())
        .sum();
    assert_eq!(page.lines().count(), lines);
    assert!(lines > 5);
    for block in &blocks {
        for line in block.paragraphs().iter().flat_map(|p| p.lines()) {
            let (around, inside) = (block.bbox(), line.bbox());
            assert!(
                around.y0 <= inside.y0 && inside.y1 <= around.y1,
                "{around:?} {inside:?}"
            );
            assert!(line.bbox().x1 <= page.width());
        }
    }
    let word = page.words().next().unwrap();
    assert!(word.style().size > 1.0 && word.style().confidence > 0);
    assert!(word.style().font.is_some());
    assert!(page.text().starts_with(word.text().as_ref()));
}

#[test]
fn tables_have_cells_with_their_text() {
    let document = Document::open(fixture("tagged/tables-and-lists.pdf")).unwrap();
    let tables: usize = document
        .pages()
        .map(|page| page.unwrap().tables().len())
        .sum();
    assert!(tables > 0);
    let page = document.page(0).unwrap();
    let cells = page
        .tables()
        .into_iter()
        .flat_map(|t| t.rows)
        .flat_map(|r| r.cells);
    assert!(cells.clone().any(|cell| !cell.text().is_empty()));
    assert!(
        cells
            .clone()
            .all(|cell| cell.row_span > 0 && cell.column_span > 0)
    );
}

/// Counts the events that it receives.
#[derive(Default)]
struct Heard {
    pages: usize,
    done: usize,
    warnings: Vec<Warning>,
}

impl Observer for Heard {
    fn pages(&mut self, count: usize) {
        self.pages = count;
    }

    fn warning(&mut self, warning: &Warning) {
        self.warnings.push(warning.clone());
    }

    fn page_done(&mut self, _: &pdfa2hocr::PageDone) {
        self.done += 1;
    }
}

#[test]
fn several_formats_are_written_in_one_pass_and_as_often_as_one_likes() {
    let document = Document::open(fixture("layout/two-columns.pdf")).unwrap();
    let (mut hocr, mut text) = (Vec::new(), Vec::new());
    let mut heard = Heard::default();
    let mut targets = [
        Target::new(Format::Hocr, &mut hocr),
        Target::new(Format::Text, &mut text),
    ];
    document.write_all(&mut targets, &mut heard).unwrap();
    assert_eq!((heard.pages, heard.done), (2, 2));
    assert!(heard.warnings.is_empty(), "{:?}", heard.warnings);
    for (format, out) in [(Format::Hocr, hocr), (Format::Text, text)] {
        assert_eq!(written(&document, format).as_bytes(), out, "{format}");
    }
}

/// Errors name values, and the caller knows the option for them. Rules in memory are used like those of a
/// file;
/// their errors have the name that the caller gave.
#[test]
fn a_mapping_can_be_in_memory() {
    let source = Source::open(fixture("layout/two-columns.pdf")).unwrap();
    let with = |text: &str| {
        let mut options = geometry();
        options.mapping = MappingSource::text("my rules", text);
        Document::with_options(&source, options)
    };
    let rules = r#"{ "extends": "layout", "rules": { "textline": "b.ocr_line" } }"#;
    let hocr = written(&with(rules).unwrap(), Format::Hocr);
    assert!(hocr.contains("<b class=\"ocr_line\""), "{hocr}");
    assert!(hocr.contains("class=\"ocrx_word\""), "{hocr}");
    let error = with("{\n \"rules\": { \"textline\": 5 } }").unwrap_err();
    assert_eq!(error.kind, DiagnosticKind::Argument);
    assert!(error.to_string().starts_with("my rules:2: "), "{error}");
}

/// The text of the editor is used instead of the file's. Files that it extends or loads are found relative to
/// the file.
#[test]
fn a_mapping_and_a_module_can_be_edited() {
    let folder = tempfile::tempdir().unwrap();
    let beside = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let source = Source::open(fixture("layout/two-columns.pdf")).unwrap();
    beside(
        "base.json",
        r#"{ "extends": "layout", "rules": { "textline": "b.ocr_line" } }"#,
    );
    let mapping = beside("my.json", "{");
    let with = |text: &str| {
        let mut options = geometry();
        options.mapping = MappingSource::edited(&mapping, text);
        Document::with_options(&source, options)
    };
    let document = with(r#"{ "extends": "base.json", "rules": {} }"#).unwrap();
    assert!(written(&document, Format::Hocr).contains("<b class=\"ocr_line\""));
    let error = with("{ \"extends\": \"base.json\",\n \"rules\": 5 }").unwrap_err();
    let place = error.script.expect("the place");
    let name = mapping.to_str().unwrap().to_owned();
    assert_eq!(
        (place.script, place.line),
        (Script::Mapping, Some((name, 2)))
    );
    let circle = with(r#"{ "extends": "my.json" }"#).unwrap_err();
    assert!(circle.to_string().contains("leads back here"), "{circle}");
}

#[cfg(feature = "modules")]
#[test]
fn a_module_can_be_edited_or_in_memory() {
    use pdfa2hocr::{ModuleOptions, ModuleSource};

    let folder = tempfile::tempdir().unwrap();
    let helper = "def mark(page):\n    page.attributes['title'] = 'marked'\n";
    fs::write(folder.path().join("helper.star"), helper).unwrap();
    let path = folder.path().join("main.star");
    let source = Source::open(fixture("layout/two-columns.pdf")).unwrap();
    let with = |module: ModuleSource| {
        let mut options = geometry();
        let mut after = ModuleOptions::new("after");
        after.module = module;
        options.modules = vec![ModuleOptions::new("running_heads"), after];
        Document::with_options(&source, options)
    };
    let text =
        "load('helper.star', 'mark')\ndef custom_processing(page):\n    mark(page)\n    print(7)\n";
    // The file need not exist, like one that is not saved yet.
    let document = with(ModuleSource::edited(&path, text)).unwrap();
    let page = document.page(0).unwrap();
    assert_eq!(page.printed(), ["7"]);
    let error = with(ModuleSource::text("after", text)).unwrap_err();
    assert!(
        error.to_string().contains("only a module in a file"),
        "{error}"
    );

    let failing = "def custom_processing(page):\n    page.nothing\n";
    let document = with(ModuleSource::text("after", failing)).unwrap();
    let page = document.page(1).unwrap();
    let place = page.warnings().find_map(|w| w.script.clone());
    let place = place.expect("the place of the error");
    assert_eq!(place.script, Script::Module(1));
    assert_eq!(place.line, Some(("after".to_owned(), 2)));
    let error = with(ModuleSource::text("after", "def\n")).unwrap_err();
    assert_eq!(error.script.expect("the place").script, Script::Module(1));
    let long = ModuleSource::edited(&path, "#".repeat(300_000));
    assert!(
        with(long)
            .unwrap_err()
            .to_string()
            .contains("at most 256 KB")
    );
}

#[test]
fn diagnostics_name_settings_and_no_flags() {
    let mut options = Options::default();
    options.pages = Some("7".parse().unwrap());
    let source = Source::open(fixture("layout/two-columns.pdf")).unwrap();
    let error = Document::with_options(&source, options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no page 7; the document has 2 pages"
    );
    assert_eq!(
        (error.kind, error.setting),
        (DiagnosticKind::Argument, Some(Setting::Pages))
    );

    for (lang, suggestion) in [("polski", "\"pl\""), ("german", "\"de\""), ("cz", "\"cs\"")] {
        let mut options = Options::default();
        options.write.lang = Some(lang.to_owned());
        let error = Document::with_options(&source, options).unwrap_err();
        assert_eq!(
            (error.kind, error.setting),
            (DiagnosticKind::Argument, Some(Setting::Language))
        );
        assert!(error.message.contains(suggestion), "{error}");
    }
    for lang in ["pl", "pl-PL", "zh-Hant", "pl_PL.UTF-8"] {
        let mut options = Options::default();
        options.write.lang = Some(lang.to_owned());
        assert!(Document::with_options(&source, options).is_ok(), "{lang}");
    }

    let locked = Document::open(fixture("encrypted/aes-256-password.pdf")).unwrap_err();
    assert_eq!(locked.to_string(), "the document is encrypted");
    assert_eq!(
        (locked.kind, locked.setting),
        (DiagnosticKind::Password, Some(Setting::Password))
    );

    let document = Document::open(fixture("layout/two-columns.pdf")).unwrap();
    let warnings = document.warnings();
    assert_eq!(
        warnings.first().and_then(|w| w.setting),
        Some(Setting::Road),
        "{warnings:?}"
    );
    assert_eq!(document.page(2).unwrap_err().kind, DiagnosticKind::Argument);
}

/// A page analysis that fails in every possible way.
struct Wrong(u32);

impl PageAnalysis for Wrong {
    fn analyse(&self, _: u32, content: &page::Content, _: &LayoutParams) -> Option<Analysis> {
        let mut analysis = Analysis::new(content);
        match self.0 {
            0 => None,
            1 => {
                analysis.order.push(u32::MAX);
                Some(analysis)
            }
            _ => panic!("a mistake of the caller's"),
        }
    }
}

#[test]
fn an_own_analysis_that_fails_costs_its_page_at_most() {
    let source = Source::open(fixture("layout/two-columns.pdf")).unwrap();
    let usual = Document::with_options(&source, geometry()).unwrap();
    for (kind, whole, warnings) in [(0, true, 0), (1, true, 1), (2, false, 1)] {
        let mut options = geometry();
        options.analysis = Some(std::sync::Arc::new(Wrong(kind)));
        let page = Document::with_options(&source, options)
            .unwrap()
            .page(0)
            .unwrap();
        assert_eq!(
            page.text() == usual.page(0).unwrap().text(),
            whole,
            "{kind}"
        );
        assert_eq!(page.warnings().count(), warnings, "{kind}");
    }
}
