//! OCR files of other programs, and the program's own, as input.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{corpus_path, fixture, run, scratch};

/// The lines with text of each page of hOCR. A line is its words with spaces between them.
fn lines(hocr: &str) -> Vec<Vec<String>> {
    let pages = hocr.split("class=\"ocr_page\"").skip(1);
    pages
        .map(|page| {
            let lines = page.split("class=\"ocr_line\"").skip(1);
            let lines = lines.map(|line| words(line).join(" "));
            lines.filter(|line| !line.is_empty()).collect()
        })
        .collect()
}

fn words(hocr: &str) -> Vec<String> {
    let words = hocr.split("class=\"ocrx_word\"").skip(1);
    words
        .map(|word| {
            let text = word.split_once('>').map_or("", |(_, rest)| rest);
            let text = text.split("</span>").next().unwrap_or_default();
            let text: String = text
                .split('<')
                .map(|t| t.split_once('>').map_or(t, |(_, t)| t))
                .collect();
            let text = text.replace("&#xAD;", "-").replace('\u{AD}', "-");
            text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&")
        })
        .collect()
}

/// The fixtures with their expected text.
fn fixtures() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/recognised");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let truth = |path: PathBuf| {
        let text = fs::read_to_string(path.with_extension("txt")).ok()?;
        (path.extension()? != "txt").then_some((path, text))
    };
    let mut all: Vec<_> = files.filter_map(truth).collect();
    all.sort();
    assert!(all.len() > 15);
    all
}

#[test]
fn every_habit_gives_its_lines_in_order() {
    let mut wrong = Vec::new();
    for (path, truth) in fixtures() {
        let run = run(&["-q", path.to_str().unwrap(), "-"]);
        let pages = truth.split('\u{C}');
        let wanted: Vec<Vec<String>> = pages
            .map(|page| page.lines().map(str::to_owned).collect())
            .collect();
        let found = lines(&run.stdout);
        if run.status != 0 || found != wanted {
            wrong.push(format!(
                "{}: {wanted:?} {found:?} {}",
                path.display(),
                run.stderr
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn words_are_found_again_by_page_analysis() {
    for name in [
        "hocr-pages.html",
        "alto-4-next.xml",
        "page-transkribus.xml",
        "tsv-tesseract.tsv",
    ] {
        let path = fixture(&format!("recognised/{name}"));
        let sorted = |args: &[&str]| {
            let mut all = words(&run(args).stdout);
            all.sort();
            all
        };
        let written = sorted(&["-q", &path, "-"]);
        assert!(!written.is_empty());
        assert_eq!(sorted(&["-q", "-p", &path, "-"]), written, "{name}");
    }
}

#[test]
fn a_short_line_with_a_slope_stays_in_its_place() {
    let path = fixture("recognised/hocr-short-line.html");
    assert!(fs::read_to_string(&path).unwrap().contains("baseline 0.02"));
    let text =
        |args: &[&str]| run(&[args, &["-q", "--format", "text", &path, "-"]].concat()).stdout;
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let read = words(&text(&[]));
    assert!(read.len() > 12);
    assert_eq!(words(&text(&["-p"])), read);
}

/// The program's hOCR of a PDF, and the hOCR of that hOCR.
fn twice(pdf: &str, options: &[&str]) -> (String, String) {
    let folder = scratch();
    let first = folder.path().join("first.html");
    let first = first.to_str().unwrap();
    let path = fixture(pdf);
    let made = run(&[options, &["-q", &path, first]].concat());
    // The page does not exist in fixtures of one page.
    if options.contains(&"--pages") && made.status == 1 {
        return Default::default();
    }
    assert_eq!(made.status, 0, "{made:?}");
    let kept: &[&str] = if options.contains(&"-t") {
        &["-t"]
    } else {
        &[]
    };
    let again = run(&[kept, &["-q", first, "-"]].concat());
    (fs::read_to_string(first).unwrap(), again.stdout)
}

#[test]
fn our_own_hocr_comes_back_byte_for_byte() {
    for pdf in [
        "tagged/objects.pdf",
        "tagged/tables-and-lists.pdf",
        "showcase/herald.pdf",
        "showcase/dictionary.pdf",
        "bidi/order.pdf",
        "layout/rotated.pdf",
        "kinds/newspaper.pdf",
        "scored/vertical.pdf",
        "scans/turned.pdf",
    ] {
        for options in [
            &[][..],
            &["-p"],
            &["--pages", "2-"],
            &["--dpi", "131", "-t"],
        ] {
            let (first, again) = twice(pdf, options);
            assert!(first == again, "{pdf} {options:?}");
        }
    }
}

#[test]
fn a_word_that_was_changed_comes_back_changed_and_nothing_else() {
    for (pdf, options) in [
        ("showcase/herald.pdf", &["-p"][..]),
        ("showcase/herald.pdf", &[]),
        ("tagged/tables-and-lists.pdf", &[]),
        ("showcase/dictionary.pdf", &["-p"]),
    ] {
        one_word_is_changed(pdf, options);
    }
}

fn one_word_is_changed(pdf: &str, options: &[&str]) {
    let folder = scratch();
    let (first, _) = twice(pdf, options);
    let word = words(&first)
        .into_iter()
        .find(|w| w.len() > 3 && first.contains(&format!(">{w}</span>")))
        .unwrap();
    let old = format!(">{word}</span>");
    let changed = first.replacen(&old, ">Ærøskøbing</span>", 1);
    assert_ne!(changed, first);
    // As written by a tool with another order of attributes and other quotes.
    let mut shuffled = String::new();
    for piece in changed.split_inclusive('>') {
        let moved = piece.rsplit_once(" title=\"").and_then(|(before, title)| {
            let (title, rest) = title.split_once('"')?;
            let (text, tag) = before.rsplit_once('<')?;
            let (name, others) = tag.split_once(' ').unwrap_or((tag, ""));
            let title = title.replace("&quot;", "&#34;");
            Some(format!("{text}<{name}\n title=\"{title}\" {others}{rest}"))
        });
        shuffled.push_str(&moved.unwrap_or_else(|| piece.to_owned()));
    }
    assert_ne!(shuffled, changed);
    let path = folder.path().join("edited.html");
    fs::write(&path, shuffled).unwrap();
    let again = run(&["-q", path.to_str().unwrap(), "-"]).stdout;
    // The digest is that of the changed text.
    let text = |hocr: &str| hocr[..hocr.find("<!-- pdfa2hocr").unwrap()].to_owned();
    assert!(
        text(&again) == text(&changed),
        "{pdf}: more than {word} has changed"
    );
}

#[test]
fn several_files_and_folders_are_one_document() {
    let folder = scratch();
    let [one, two] = ["page-10.xml", "page-9.html"].map(|name| folder.path().join(name));
    fs::copy(fixture("recognised/alto-2-prefix.xml"), &one).unwrap();
    fs::copy(fixture("recognised/hocr-lines.html"), &two).unwrap();
    fs::write(folder.path().join("scan.png"), "no text").unwrap();
    let out = scratch();
    let out = out.path().join("out.html");
    let (one, two, out) = (
        one.to_str().unwrap(),
        two.to_str().unwrap(),
        out.to_str().unwrap(),
    );
    let several = run(&["-q", one, two, out]);
    assert_eq!(several.status, 0, "{several:?}");
    let found = lines(&fs::read_to_string(out).unwrap());
    assert_eq!(found, [vec!["one two"], vec!["ab c", "three short words"]]);
    // Again over existing output. Files are sorted by their numbers, so page 9 comes before page 10.
    let whole = run(&["-q", "--overwrite", folder.path().to_str().unwrap(), out]);
    assert_eq!(whole.status, 0, "{whole:?}");
    let found = lines(&fs::read_to_string(out).unwrap());
    assert_eq!(found, [vec!["ab c", "three short words"], vec!["one two"]]);
}

#[test]
fn what_another_program_wrote_is_never_overwritten() {
    let folder = scratch();
    let [one, two] = ["one.html", "two.html"].map(|name| folder.path().join(name));
    for path in [&one, &two] {
        fs::copy(fixture("recognised/hocr-lines.html"), path).unwrap();
    }
    let before = fs::read(&two).unwrap();
    let run = run(&["-q", one.to_str().unwrap(), two.to_str().unwrap()]);
    assert_eq!(run.status, 1, "{run:?}");
    assert!(run.stderr.contains("another program"), "{}", run.stderr);
    assert_eq!(fs::read(&two).unwrap(), before);
}

#[test]
fn references_that_lead_elsewhere_are_warned_about() {
    let run = run(&[&fixture("recognised/mets.xml"), "-"]);
    assert_eq!(run.status, 0);
    for (file, why) in [
        ("http://example.org/3.xml", "network"),
        ("../hocr/by-hand.html", "not in the folder"),
        ("missing.xml", "no such file"),
    ] {
        let said = run
            .stderr
            .lines()
            .any(|line| line.contains(file) && line.contains(why));
        assert!(said, "{file}: {}", run.stderr);
    }
    assert!(!run.stdout.contains("by hand"));
}

#[test]
fn a_resolution_that_no_one_says_is_assumed_and_said() {
    let path = fixture("recognised/hocr-lines.html");
    let assumed = run(&[&path, "-"]);
    assert!(
        assumed.stderr.contains("300 are assumed (--input-dpi)"),
        "{}",
        assumed.stderr
    );
    let said = run(&["--input-dpi", "150", &path, "-"]);
    assert_eq!(said.stderr, "");
    assert!(said.stdout.contains("scan_res 150 150"));
    // Boxes stay in the pixels of the file at any resolution.
    assert!(said.stdout.contains("bbox 100 200 500 240"));
    // Letters of 10 points and a height of 76 pixels have another resolution.
    let folder = scratch();
    let path = folder.path().join("points.html");
    let line = |n: u32| {
        let (top, bottom) = (100 * n, 100 * n + 76);
        format!(
            "<span class='ocr_line' title='bbox 200 {top} 600 {bottom}'><span class='ocrx_word' \
             title='bbox 200 {top} 600 {bottom}; x_fsize 10'>Apfel</span></span>"
        )
    };
    let lines: String = (1..9).map(line).collect();
    let page = format!("<div class='ocr_page' title='bbox 0 0 2400 3200'>{lines}</div>");
    fs::write(&path, page).unwrap();
    let shown = run(&[path.to_str().unwrap(), "-"]);
    assert!(
        shown.stderr.contains("600 are assumed, by the sizes of"),
        "{}",
        shown.stderr
    );
    assert!(shown.stdout.contains("scan_res 600 600"));
    // Lengths in tenths of a millimetre need a resolution to become pixels.
    let lengths = run(&[
        "-q",
        "--input-dpi",
        "254",
        &fixture("recognised/alto-4-next.xml"),
        "-",
    ]);
    assert!(
        lengths.stdout.contains("bbox 0 0 1000 1400"),
        "{}",
        lengths.stdout
    );
}

#[test]
fn the_image_beside_a_file_says_its_resolution() {
    let folder = scratch();
    let path = folder.path().join("a.html");
    let page = "<div class='ocr_page' title='image \"scans/a.png\"; bbox 0 0 400 100'>\
                <span class='ocr_line' title='bbox 10 10 90 40'>some text</span></div>";
    fs::write(&path, page).unwrap();
    let path = path.to_str().unwrap();
    assert!(run(&[path, "-"]).stderr.contains("300 are assumed"));
    fs::create_dir(folder.path().join("scans")).unwrap();
    // 5906 pixels per metre (150 per inch), in an image half as wide as the page.
    let png = b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR\0\0\0\xC8\0\0\0\x32\x08\0\0\0\0crc!\
                \0\0\0\x09pHYs\0\0\x17\x12\0\0\x17\x12\x01crc!";
    fs::write(folder.path().join("scans/a.png"), png).unwrap();
    let made = run(&[path, "-"]);
    assert_eq!((made.status, made.stderr.as_str()), (0, ""));
    assert!(made.stdout.contains("scan_res 300 300"), "{}", made.stdout);
}

#[test]
fn what_a_format_has_no_place_for_is_said() {
    let alto = "<alto><Layout><Page WIDTH='400' HEIGHT='100'><PrintSpace>\
        <TextBlock ID='b' HPOS='10' VPOS='10' WIDTH='20' HEIGHT='20'><TextLine ID='l' HPOS='10' VPOS='10' \
        WIDTH='90' HEIGHT='20' BASELINE='10,28 50,26 100,28'><Shape><Polygon POINTS='10,10 50,12 100,10 100,30 10,30'/>\
        </Shape><String ID='s' CONTENT='one' HPOS='10' VPOS='10' WIDTH='90' HEIGHT='20'>\
        <ALTERNATIVE>ono</ALTERNATIVE></String></TextLine></TextBlock></PrintSpace></Page></Layout></alto>";
    let folder = scratch();
    let path = folder.path().join("a.xml");
    fs::write(&path, alto).unwrap();
    let path = path.to_str().unwrap();
    let of = |format: &str| run(&["-q", "--loss", "--format", format, path, "-"]);
    let hocr = of("hocr");
    for lost in [
        "ids of the file: 3",
        "bends of baselines: 1",
        "words with other readings: 1",
        "boxes that were too small",
    ] {
        assert!(hocr.stderr.contains(lost), "{lost}: {}", hocr.stderr);
    }
    assert!(
        hocr.stdout.contains("poly 10 10 50 12 100 10 100 30 10 30"),
        "{}",
        hocr.stdout
    );
    let alto = of("alto");
    assert!(!alto.stderr.contains("readings"), "{}", alto.stderr);
    for kept in [
        "<ALTERNATIVE>ono</ALTERNATIVE>",
        "BASELINE=\"10,28 50,26 100,28\"",
        "<Polygon POINTS=\"10,10 50,12 100,10 100,30 10,30\"/>",
    ] {
        assert!(alto.stdout.contains(kept), "{kept}: {}", alto.stdout);
    }
    let page = of("page").stdout;
    assert!(
        page.contains("<Coords points=\"10,10 50,12 100,10 100,30 10,30\"/>"),
        "{page}"
    );
    assert!(
        page.contains("<Baseline points=\"10,28 50,26 100,28\"/>"),
        "{page}"
    );
}

#[test]
fn hocr_through_alto_keeps_words_lines_and_boxes() {
    let folder = scratch();
    let alto = folder.path().join("a.alto.xml");
    let alto = alto.to_str().unwrap();
    for name in [
        "hocr-pages.html",
        "hocr-turned.html",
        "page-levels.xml",
        "alto-4-order.xml",
    ] {
        let path = fixture(&format!("recognised/{name}"));
        let direct = run(&["-q", &path, "-"]).stdout;
        let made = run(&["-q", "--overwrite", "--format", "alto", &path, alto]);
        assert_eq!(made.status, 0, "{made:?}");
        let around = run(&["-q", "--input-dpi", "300", alto, "-"]).stdout;
        assert_eq!(lines(&around), lines(&direct), "{name}");
        let boxes = |hocr: &str| {
            let words = hocr.split("class=\"ocrx_word\"").skip(1);
            let bbox = words.map(|w| w.split("bbox ").nth(1).unwrap_or_default());
            bbox.map(|b| b.split([';', '"']).next().unwrap_or_default().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(boxes(&around), boxes(&direct), "{name}");
    }
}

#[test]
fn regions_and_lines_without_text_are_kept() {
    for name in ["page-segmented.xml", "alto-4-segmented.xml"] {
        let path = fixture(&format!("recognised/{name}"));
        let of = |format: &str| run(&["--input-dpi", "300", "--format", format, &path, "-"]);
        let said = "warning: page 1 has regions and lines without text: recognize it";
        for format in [
            "hocr", "alto", "page", "json", "text", "markdown", "tei", "tsv",
        ] {
            let made = of(format);
            assert_eq!(made.status, 0, "{name} {format}: {made:?}");
            assert_eq!(made.stderr.matches(said).count(), 1, "{made:?}");
            assert_eq!(made.stderr.lines().count(), 1, "{made:?}");
        }
        let is_page = name.starts_with("page");
        let hocr = of("hocr").stdout;
        let lines = if is_page { 4 } else { 3 };
        assert_eq!(hocr.matches("class=\"ocr_line\"").count(), lines, "{hocr}");
        for kept in [
            // In hOCR the baseline is a straight line through its first and last point.
            "bbox 200 400 1000 450; poly 200 400 1000 405 1000 450 200 445; baseline 0.001 -10.013",
            "poly 200 390 1000 400 1010 620 190 610",
            "bbox 200 500 1000 550",
            // A line with a baseline and no box.
            "bbox 200 600 1000 601; baseline 0 -1",
            // Regions without lines.
            "title=\"bbox 200 100 1000 180\"",
            "title=\"bbox 200 2800 1000 2900\"",
            "MainZone",
        ] {
            assert!(hocr.contains(kept), "{name}: {kept}: {hocr}");
        }
        assert!(!hocr.contains("class=\"ocrx_word\""), "{hocr}");
        let alto = of("alto").stdout;
        assert_eq!(alto.matches("<TextLine ").count(), lines, "{alto}");
        // ALTO requires a string in each line.
        assert_eq!(alto.matches(" CONTENT=\"\"/>").count(), lines, "{alto}");
        for kept in [
            "BASELINE=\"210,440 600,446 990,441\"",
            "<Polygon POINTS=\"200,400 1000,405 1000,450 200,445\"/>",
            "<Polygon POINTS=\"200,390 1000,400 1010,620 190,610\"/>",
            "HPOS=\"200\" VPOS=\"100\" WIDTH=\"800\" HEIGHT=\"80\"",
        ] {
            assert!(alto.contains(kept), "{name}: {kept}: {alto}");
        }
        let page = of("page").stdout;
        assert_eq!(page.matches("<TextLine ").count(), lines, "{page}");
        assert!(!page.contains("TextEquiv"), "{page}");
        for kept in [
            "<Baseline points=\"210,440 600,446 990,441\"/>",
            "<Coords points=\"200,400 1000,405 1000,450 200,445\"/>",
            "<Coords points=\"200,100 1000,100 1000,180 200,180\"/>",
        ] {
            assert!(page.contains(kept), "{name}: {kept}: {page}");
        }
        if is_page {
            assert_eq!(page.matches("<TableCellRole ").count(), 2, "{page}");
        }
        let json = of("json").stdout;
        assert_eq!(
            json.matches("\"kind\":\"textline\"").count(),
            lines,
            "{json}"
        );
        assert_eq!(of("text").stdout.trim(), "");
        // The page analysis has no words.
        assert!(run(&["-p", &path, "-"]).stderr.contains(said));
    }
}

#[test]
fn lines_without_text_stay_between_those_with_text() {
    for name in ["page-half.xml", "alto-4-half.xml"] {
        let path = fixture(&format!("recognised/{name}"));
        let of = |format: &str| run(&["--input-dpi", "300", "--format", format, &path, "-"]);
        for format in ["hocr", "alto", "page"] {
            let made = of(format);
            assert_eq!(made.stderr, "", "{name} {format}");
            let lines = made.stdout.matches("ocr_line\"").count()
                + made.stdout.matches("<TextLine ").count();
            assert_eq!(lines, 5, "{name}: {}", made.stdout);
        }
        let hocr = of("hocr").stdout;
        let at = |text: &str| hocr.find(text).unwrap_or_else(|| panic!("{text}: {hocr}"));
        assert!(
            at(">first<") < at(" 160 ") && at(" 160 ") < at(">third<"),
            "{hocr}"
        );
        let page = of("page").stdout;
        assert!(
            page.contains("<Unicode>first line\n\nthird line</Unicode>"),
            "{page}"
        );
        assert_eq!(
            of("text").stdout.trim(),
            "first line\nthird line\n\nlast line"
        );
    }
}

/// A folder of the corpus with files of other programs, or `None` if it is missing.
fn corpus(part: &str) -> Option<PathBuf> {
    corpus_path(&format!("ocr/{part}"))
}

#[test]
fn a_page_in_two_formats_has_the_same_words_and_lines() {
    for (one, other) in [
        (
            "hocr/alice/tesseract-5.3.hocr",
            "hocr/alice/tesseract-5.3.alto.xml",
        ),
        (
            "hocr/alice/tesseract-5.3.hocr",
            "hocr/alice/tesseract-5.3.tsv",
        ),
        ("hocr/linde/Linde142.hocr", "hocr/linde/Linde142.tsv"),
        ("page/kant/0020.page.xml", "page/kant/0020.alto.xml"),
        (
            "page/escriptorium-p1.page.xml",
            "page/escriptorium-p1.alto.xml",
        ),
        ("kraken7/bsb.alto.xml", "kraken7/bsb.hocr.html"),
        ("kraken7/bsb.alto.xml", "kraken7/bsb.page.xml"),
        ("kraken7/lite.alto.xml", "kraken7/lite.page.xml"),
    ] {
        let (Some(one), Some(other)) = (corpus(one), corpus(other)) else {
            return;
        };
        let [a, b] = [one, other].map(|path| run(&["-q", path.to_str().unwrap(), "-"]).stdout);
        assert!(lines(&a).iter().any(|page| !page.is_empty()));
        assert_eq!(lines(&a), lines(&b));
    }
}

/// The two files themselves differ at the ends of three lines and in one letter.
#[test]
fn two_formats_that_differ_a_little_have_the_same_lines_but_for_that() {
    let names = ["html", "alto.xml"];
    let files = names.map(|end| corpus(&format!("hocr/dbmdz/loc-alternatives.{end}")));
    let [Some(one), Some(other)] = files else {
        return;
    };
    let [a, b] = [one, other].map(|path| {
        let pages = lines(&run(&["-q", path.to_str().unwrap(), "-"]).stdout);
        pages.concat()
    });
    assert_eq!(a.len(), b.len());
    let different = a.iter().zip(&b).filter(|(a, b)| a != b).count();
    assert!(
        a.len() > 700 && different <= 4,
        "{different} of {}",
        a.len()
    );
}

#[test]
fn every_file_of_the_corpus_is_read_without_an_error() {
    let Some(folder) = corpus("") else { return };
    let mut folders = vec![folder];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.to_str().unwrap().to_owned();
            if path.is_dir() {
                if !name.ends_with("/tei") && !name.ends_with("/iiif") {
                    folders.push(path);
                }
                continue;
            }
            // Two METS files refer to missing files.
            if name.ends_with("manifest.tsv")
                || name.ends_with("tei.xml")
                || name.contains("/mets/")
            {
                continue;
            }
            let run = run(&["-q", &name, "-"]);
            assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{name}");
            count += 1;
        }
    }
    assert!(count > 80, "{count}");
}

/// A box in hOCR: left, top, right, bottom, in pixels.
type Box4 = [i64; 4];

/// The content of a page of hOCR: lines with their words, and kinds of blocks.
#[derive(Debug, Default, PartialEq)]
struct PageShape {
    lines: Vec<(Box4, Vec<(String, Box4)>)>,
    kinds: Vec<String>,
}

fn shapes(hocr: &str) -> Vec<PageShape> {
    let mut pages: Vec<PageShape> = Vec::new();
    for piece in hocr.split('<').skip(1) {
        let (tag, rest) = piece.split_once('>').unwrap_or((piece, ""));
        let value = |name: &str| {
            let (_, behind) = tag.split_once(&format!(" {name}=\""))?;
            Some(behind.split('"').next().unwrap_or_default().to_owned())
        };
        let title = value("title").unwrap_or_default();
        let numbers = title.split("bbox ").nth(1).unwrap_or_default();
        let numbers = numbers.split(';').next().unwrap_or_default().split(' ');
        let mut bbox = [0; 4];
        for (slot, number) in bbox.iter_mut().zip(numbers) {
            *slot = number.parse().unwrap_or(0);
        }
        let class = value("class").unwrap_or_default();
        let Some(page) = pages.last_mut() else {
            if class == "ocr_page" {
                pages.push(PageShape::default());
            }
            continue;
        };
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        match (class.as_str(), name) {
            ("ocr_page", _) => pages.push(PageShape::default()),
            ("ocr_line", _) => page.lines.push((bbox, Vec::new())),
            ("ocrx_word", _) => {
                if let Some((_, words)) = page.lines.last_mut() {
                    words.push((rest.to_owned(), bbox));
                }
            }
            (_, "strong" | "em") => {
                let word = page
                    .lines
                    .last_mut()
                    .and_then(|(_, words)| words.last_mut());
                if let Some((text, _)) = word {
                    text.push_str(rest);
                }
            }
            // Their kind is also an attribute of the paragraph.
            ("ocr_carea" | "ocr_caption" | "ocr_title" | "ocr_math", _) => {}
            (class, name)
                if !class.is_empty()
                    || matches!(name, "table" | "tr" | "th" | "td" | "ol" | "ul" | "li") =>
            {
                let more = ["data-kind", "aria-level", "rowspan", "colspan"];
                let mut more: Vec<String> = more.iter().filter_map(|n| value(n)).collect();
                // A `data-type` beside these attributes is lost, which `--loss` reports.
                if more.is_empty() {
                    more.extend(value("data-type"));
                }
                page.kinds
                    .push(format!("{name} {class} {}", more.join(" ")));
            }
            _ => {}
        }
    }
    pages
}

/// The differences of two documents. Boxes may differ by a pixel.
fn differences(a: &[PageShape], b: &[PageShape]) -> Vec<String> {
    let mut found = Vec::new();
    if a.len() != b.len() {
        found.push(format!("{} pages, {}", a.len(), b.len()));
    }
    let near = |a: &Box4, b: &Box4| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1);
    for (a, b) in a.iter().zip(b) {
        let texts = |page: &PageShape| -> Vec<Vec<String>> {
            let words = |words: &[(String, Box4)]| words.iter().map(|(w, _)| w.clone()).collect();
            page.lines.iter().map(|(_, w)| words(w)).collect()
        };
        let (left, right) = (texts(a), texts(b));
        if left != right {
            let at = left.iter().zip(&right).position(|(a, b)| a != b);
            found.push(format!(
                "lines {} {}, from {at:?}: {:?} {:?}",
                left.len(),
                right.len(),
                at.and_then(|at| left.get(at)),
                at.and_then(|at| right.get(at)),
            ));
            continue;
        }
        for ((of, words), (other_of, others)) in a.lines.iter().zip(&b.lines) {
            if !near(of, other_of) {
                found.push(format!("line {of:?} {other_of:?}"));
            }
            for ((text, bbox), (_, other)) in words.iter().zip(others) {
                if !near(bbox, other) {
                    found.push(format!("{text} {bbox:?} {other:?}"));
                }
            }
        }
        if a.kinds != b.kinds {
            let at = a.kinds.iter().zip(&b.kinds).position(|(a, b)| a != b);
            found.push(format!(
                "kinds {} {}, from {at:?}: {:?} {:?}",
                a.kinds.len(),
                b.kinds.len(),
                at.and_then(|at| a.kinds.get(at)),
                at.and_then(|at| b.kinds.get(at)),
            ));
        }
    }
    found
}

/// Converts a file to each format and back to hOCR. Returns the differences from direct conversion to hOCR
/// that `--loss` has not reported.
fn leads_back(path: &str, formats: &[&str]) -> Vec<String> {
    let folder = scratch();
    let direct = folder.path().join("direct.html");
    let direct = direct.to_str().unwrap();
    let made = run(&["-q", path, direct]);
    assert_eq!(made.status, 0, "{path}: {made:?}");
    let (mut from, mut said) = (direct.to_owned(), String::new());
    for (step, format) in formats.iter().enumerate() {
        let ending = match *format {
            "hocr" => "html".to_owned(),
            format => format!("{format}.xml"),
        };
        let to = folder.path().join(format!("{step}.{ending}"));
        let to = to.to_str().unwrap().to_owned();
        let made = run(&["-q", "--loss", "--format", format, &from, &to]);
        assert_eq!(made.status, 0, "{path}: {made:?}");
        said.push_str(&made.stderr);
        from = to;
    }
    let again = run(&["-q", &from, "-"]).stdout;
    let mut found = differences(
        &shapes(&fs::read_to_string(direct).unwrap()),
        &shapes(&again),
    );
    // A line without a paragraph gets one, and a paragraph with several directions is split.
    let kinds = [
        "lines in no paragraph",
        "run several ways",
        "cells without text",
    ];
    if kinds.iter().any(|kind| said.contains(kind)) {
        found.retain(|difference| !difference.starts_with("kinds"));
    }
    found
        .iter_mut()
        .for_each(|f| f.insert_str(0, &format!("{path} {formats:?} ")));
    found
}

#[test]
fn formats_lead_into_each_other_and_back() {
    let chains = [
        &["alto"][..],
        &["page"],
        &["alto", "page", "hocr"],
        &["page", "alto", "hocr"],
    ];
    let mut files: Vec<String> = fixtures()
        .into_iter()
        .map(|(path, _)| path.to_str().unwrap().to_owned())
        .collect();
    files.extend(
        [
            "tagged/tables-and-lists.pdf",
            "tagged/notes.pdf",
            "tagged/objects.pdf",
            "showcase/herald.pdf",
            "showcase/dictionary.pdf",
            "bidi/order.pdf",
            "layout/rotated.pdf",
            "scored/vertical.pdf",
        ]
        .map(fixture),
    );
    let mut wrong = Vec::new();
    for path in files {
        for chain in chains {
            wrong.extend(leads_back(&path, chain));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_of_other_programs_lead_through_all_formats_and_back() {
    let mut wrong = Vec::new();
    for part in ["hocr", "alto", "page", "kraken7"] {
        let Some(folder) = corpus(part) else { return };
        let mut folders = vec![folder];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let entry = entry.unwrap();
                let path = entry.path();
                let name = path.to_str().unwrap();
                match entry.metadata().unwrap() {
                    m if m.is_dir() => folders.push(path),
                    // Larger files would take minutes.
                    m if m.len() > 150_000 || name.ends_with(".tei.xml") => {}
                    _ => wrong.extend(leads_back(name, &["alto", "page", "hocr"])),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn text_is_read_however_deep_it_is_nested() {
    const WORDS: usize = 10;
    let place = |i: usize| (10 + 90 * i, 10, 70 + 90 * i, 40);
    let each = |of: &dyn Fn(usize) -> String| -> String { (0..WORDS).map(of).collect() };
    let words = each(&|i| {
        let (x0, y0, x1, y1) = place(i);
        format!("<span class='ocrx_word' title='bbox {x0} {y0} {x1} {y1}'><b>word{i}</b></span> ")
    });
    let line = format!("<span class='ocr_line' title='bbox 0 10 1000 40'>{words}</span>");
    let paragraph = format!("<p class='ocr_par' title='bbox 0 10 1000 40'>{line}</p>");
    let letters = each(&|i| {
        let (x0, y0, x1, y1) = place(i);
        let (before, after) = ("<b>".repeat(400), "</b>".repeat(400));
        format!(
            "<span class='ocrx_word' title='bbox {x0} {y0} {x1} {y1}'>{before}word{i}{after}</span> "
        )
    });
    let hocr = |start: &str, inner: &str, end: &str, depth: usize| {
        format!(
            "<html><body><div class='ocr_page' title='bbox 0 0 1000 1000; scan_res 300 300'>{}{inner}{}\
             </div></body></html>",
            start.repeat(depth),
            end.repeat(depth)
        )
    };
    let alto = |depth: usize| {
        let strings = each(&|i| {
            let (x, y, ..) = place(i);
            format!("<String CONTENT='word{i}' HPOS='{x}' VPOS='{y}' WIDTH='60' HEIGHT='30'/>")
        });
        let place = "HPOS='0' VPOS='10' WIDTH='1000' HEIGHT='30'";
        format!(
            "<alto><Layout><Page WIDTH='1000' HEIGHT='1000'><PrintSpace>{}<TextBlock {place}><TextLine \
             {place}>{strings}</TextLine></TextBlock>{}</PrintSpace></Page></Layout></alto>",
            format!("<ComposedBlock {place}>").repeat(depth),
            "</ComposedBlock>".repeat(depth)
        )
    };
    let page = |region: &str, depth: usize| {
        let coords = "<Coords points='0,10 1000,10 1000,40 0,40'/>";
        let words = each(&|i| {
            let (x0, y0, x1, y1) = place(i);
            format!(
                "<Word><Coords points='{x0},{y0} {x1},{y0} {x1},{y1} {x0},{y1}'/><TextEquiv><Unicode>word{i}\
                 </Unicode></TextEquiv></Word>"
            )
        });
        // Two regions beside each other turn their parent into a table.
        let beside = "<TextRegion><Coords points='0,900 1000,900 1000,990 0,990'/></TextRegion>";
        format!(
            "<PcGts><Page imageWidth='1000' imageHeight='1000'>{}<TextRegion>{coords}<TextLine>{coords}\
             {words}</TextLine></TextRegion>{}</Page></PcGts>",
            format!("<{region}>{coords}{beside}").repeat(depth),
            format!("</{region}>").repeat(depth)
        )
    };
    let folder = scratch();
    let mut files = vec![("letters".to_owned(), hocr("", &letters, "", 1))];
    for depth in [50, 199, 201, 5000] {
        for (start, inner, end) in [
            ("<div>", &paragraph, "</div>"),
            (
                "<div class='ocr_carea' title='bbox 0 0 1000 1000'>",
                &paragraph,
                "</div>",
            ),
            ("<b>", &line, "</b>"),
            ("<ul><li>", &line, "</li></ul>"),
            ("<table><tr><td>", &paragraph, "</td></tr></table>"),
            ("<div class='ocr_header'>", &line, "</div>"),
            (
                "<p class='ocr_par' title='bbox 0 0 1000 1000'><div>",
                &line,
                "</div></p>",
            ),
        ] {
            files.push((format!("{start} {depth}"), hocr(start, inner, end, depth)));
        }
        files.push((format!("ALTO {depth}"), alto(depth)));
        for region in ["TextRegion", "TableRegion", "ImageRegion"] {
            files.push((format!("{region} {depth}"), page(region, depth)));
        }
    }
    let wanted: Vec<String> = (0..WORDS).map(|i| format!("word{i}")).collect();
    for (name, text) in files {
        let path = folder.path().join("deep");
        fs::write(&path, text).unwrap();
        let read = run(&["-q", "--format", "text", path.to_str().unwrap(), "-"]);
        let found: Vec<&str> = read.stdout.split_whitespace().collect();
        assert!(read.status == 0 && found == wanted, "{name}: {read:?}");
    }
}
