//! `--ocr`: the text of pages without text, recognised by Tesseract, and by scripts that take its place.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{
    HocrPage, Run, Word, binary, fixture, program, read_hocr, run, scratch, skipped,
};
use pdfa2hocr::{DiagnosticKind, Document, Ocr, OcrMode, OcrOptions, Options, Source};

/// Whether Tesseract has these languages. Prints a note if not.
fn has_tesseract(languages: &[&str]) -> bool {
    let listed = std::process::Command::new("tesseract")
        .arg("--list-langs")
        .output();
    let listed = listed.map(|done| String::from_utf8_lossy(&done.stdout).into_owned());
    let missing = match &listed {
        Ok(listed) => languages
            .iter()
            .find(|code| !listed.lines().any(|line| line == **code)),
        Err(_) => Some(&"tesseract"),
    };
    if let Some(missing) = missing {
        skipped(format_args!("there is no {missing}"));
    }
    missing.is_none()
}

/// Options for Tesseract without a cache.
fn tesseract<'a>(mode: &'a str, language: &'a str) -> [&'a str; 7] {
    [
        "-q",
        "--ocr",
        mode,
        "--ocr-lang",
        language,
        "--ocr-cache",
        "off",
    ]
}

/// Options for another engine without a cache.
#[cfg(unix)]
fn by(command: &str) -> [&str; 7] {
    [
        "-q",
        "--ocr",
        "auto",
        "--ocr-cache",
        "off",
        "--ocr-command",
        command,
    ]
}

/// Converts by Tesseract in English.
fn recognised(args: &[&str]) -> Run {
    let run = run(&[&tesseract("auto", "eng"), args].concat());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{args:?}");
    run
}

fn pages(args: &[&str]) -> Vec<HocrPage> {
    let scans = fixture("ocr/scans.pdf");
    let mut all = args.to_vec();
    all.extend(["--format", "hocr", &scans, "-"]);
    read_hocr(&recognised(&all).stdout)
}

fn texts(page: &HocrPage) -> Vec<&str> {
    page.words.iter().map(|word| word.text.as_str()).collect()
}

/// A script that takes the place of an engine; `$1` is the picture, `$2` the output.
#[cfg(unix)]
fn engine(folder: &Path, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("engine");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("'{}' {{image}} {{output}}", path.display())
}

/// A line of hOCR as an engine writes it.
const HOCR: &str = "<html><head><title></title></head><body><div class=\"ocr_page\" title=\"bbox 0 0 1167 1653\">\
    <span class=\"ocr_line\" title=\"bbox 100 100 700 140\"><span class=\"ocrx_word\" \
    title=\"bbox 100 100 400 140; x_wconf 91\">lighthouses</span> <span class=\"ocrx_word\" title=\"bbox 420 100 700 140; \
    x_wconf 88\">everywhere</span></span></div></body></html>";

#[test]
fn text_is_recognised_in_any_orientation() {
    if !has_tesseract(&["eng"]) {
        return;
    }
    let pages = pages(&["--pages", "1-4"]);
    let upright = texts(&pages[0]);
    assert_eq!(upright[..5], ["The", "history", "of", "the", "lighthouse"]);
    let end = upright.iter().position(|word| *word == "away.").unwrap();
    assert_eq!(upright[end + 1..end + 4], ["After", "many", "years"]);
    assert!(upright.len() > 80, "{} words", upright.len());
    for (page, what) in pages
        .iter()
        .skip(1)
        .zip(["skewed", "turned", "upside down"])
    {
        assert_eq!(texts(page), upright, "{what}");
    }
}

/// The largest difference between the edges of the words of two pages, the second with its boxes moved.
fn difference(upright: &HocrPage, page: &HocrPage, moved: impl Fn([f32; 4]) -> [f32; 4]) -> f32 {
    let edges = |word: &Word| word.bbox.map(|edge| edge as f32);
    let pairs = upright.words.iter().zip(&page.words);
    let differences = pairs.flat_map(|(a, b)| {
        let (a, b) = (edges(a), moved(edges(b)));
        a.into_iter().zip(b).map(|(a, b)| (a - b).abs())
    });
    differences.fold(0.0, f32::max)
}

#[test]
fn boxes_are_mapped_back_to_the_page() {
    if !has_tesseract(&["eng"]) {
        return;
    }
    let pages = pages(&["--pages", "1-4", "--dpi", "200"]);
    let (width, height) = (1167.0, 1653.0);
    let turned = difference(&pages[0], &pages[2], |[x0, y0, x1, y1]| {
        [y0, height - x1, y1, height - x0]
    });
    assert!(turned <= 2.0, "turned: {turned}");
    let upside_down = difference(&pages[0], &pages[3], |[x0, y0, x1, y1]| {
        [width - x1, height - y1, width - x0, height - y0]
    });
    assert!(upside_down <= 2.0, "upside down: {upside_down}");
    // The middle of a word of the skewed page, turned back around the middle of the page.
    let (sin, cos) = 2f32.to_radians().sin_cos();
    let centre = |[x0, y0, x1, y1]: [f32; 4]| [(x0 + x1) / 2.0, (y0 + y1) / 2.0];
    for (a, b) in pages[0].words.iter().zip(&pages[1].words) {
        let [x, y] = centre(b.bbox.map(|edge| edge as f32));
        let (x, y) = (x - width / 2.0, y - height / 2.0);
        let [x, y] = [
            x * cos + y * sin + width / 2.0,
            y * cos - x * sin + height / 2.0,
        ];
        let [ax, ay] = centre(a.bbox.map(|edge| edge as f32));
        assert!(
            (x - ax).abs() < 5.0 && (y - ay).abs() < 5.0,
            "{a:?} {b:?} {x} {y}"
        );
    }
    let line = &pages[1].words[0].line;
    assert!(line.contains("baseline 0.03"), "{line}");
    assert!(
        pages[2].words[0].line.contains("textangle"),
        "{}",
        pages[2].words[0].line
    );
}

#[test]
fn ruled_tables_in_scans_and_pictures_are_tables() {
    if !has_tesseract(&["eng"]) {
        return;
    }
    let row = "| 1870 | 2017 | Baker |";
    for (name, pages) in [("scans", "5"), ("picture", "1")] {
        let file = fixture(&format!("ocr/{name}.pdf"));
        let run = recognised(&["--pages", pages, "--format", "markdown", &file, "-"]);
        assert!(run.stdout.contains(row), "{}", run.stdout);
        assert!(
            run.stdout.contains("| Year | Ships | Keeper |"),
            "{}",
            run.stdout
        );
    }
}

#[test]
fn bold_words_of_scans_are_bold() {
    if !has_tesseract(&["eng"]) {
        return;
    }
    let file = fixture("showcase/dictionary.pdf");
    let page = ["--pages", "1", "--format", "hocr"];
    let options = tesseract("all", "eng");
    let bold = |options: &[&str]| {
        let run = run(&[options, &page, &[&file, "-"]].concat());
        assert_eq!(run.status, 0, "{}", run.stderr);
        let words = run.stdout.split("<strong>").skip(1);
        let words = words.filter_map(|word| Some(word.split_once('<')?.0.to_owned()));
        words.collect::<Vec<String>>()
    };
    let (truth, found) = (bold(&["-q"]), bold(&options));
    let hits = found.iter().filter(|word| truth.contains(word)).count();
    // The head words, of which the engine may misread one.
    assert!(truth.len() > 10, "{truth:?}");
    assert!(
        hits + 2 >= truth.len() && found.len() <= hits + 1,
        "{found:?} {truth:?}"
    );
}

#[test]
fn pages_with_text_stay_and_all_replaces_them() {
    if !has_tesseract(&["eng"]) {
        return;
    }
    let file = fixture("layout/two-columns.pdf");
    let own = run(&["-q", "-p", "--format", "json", &file, "-"]).stdout;
    let auto = recognised(&["-p", "--format", "json", &file, "-"]).stdout;
    let pages = |json: &str| {
        json.split_once("\"pages\"")
            .map(|(_, pages)| pages.to_owned())
    };
    assert_eq!(pages(&auto), pages(&own));
    let output = ["--format", "json", &file, "-"];
    let all = run(&[&tesseract("all", "eng")[..], &output].concat());
    let page = "{\"index\":0,\"recogniser\":\"tesseract ";
    assert!(all.stdout.contains(page), "{}", all.stdout);
}

#[test]
fn the_engine_and_its_confidence_are_in_the_output() {
    if !has_tesseract(&["deu"]) {
        return;
    }
    let file = fixture("ocr/german.pdf");
    let convert = |format| {
        let output = ["--format", format, &file, "-"];
        run(&[&tesseract("auto", "deu")[..], &output].concat()).stdout
    };
    let hocr = convert("hocr");
    assert!(
        hocr.contains("with tesseract 5") || hocr.contains("with tesseract 4"),
        "{hocr}"
    );
    let page = &read_hocr(&hocr)[0];
    assert_eq!(texts(page)[..5], ["Die", "Größe", "der", "Häuser", "war"]);
    for word in &page.words {
        let confidence = word.title.split("x_wconf ").nth(1).unwrap();
        let confidence: u32 = confidence
            .split(';')
            .next()
            .unwrap()
            .trim()
            .parse()
            .unwrap();
        assert!((50..=100).contains(&confidence), "{}", word.title);
    }
    for (format, mark) in [
        ("alto", "<Processing ID=\"processing_2\">"),
        ("page", "<MetadataItem type=\"processingStep\""),
        ("tei", "recognised by tesseract"),
        ("json", "\"recogniser\":\"tesseract"),
    ] {
        let written = convert(format);
        assert!(
            written.contains(mark) && written.contains("(deu)"),
            "{format}: {written}"
        );
    }
}

#[test]
fn what_is_missing_is_named() {
    let scans = fixture("ocr/scans.pdf");
    let mut without = program();
    without
        .env("PATH", "/nowhere")
        .args(["--ocr", "auto", &scans, "-"]);
    let output = without.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("tesseract-ocr") && said.lines().count() == 1,
        "{said}"
    );
    for (args, hint) in [
        (
            &["--ocr-command", "no-such-engine {image} {output}"][..],
            "no-such-engine",
        ),
        (&["--ocr-command", "sh {image}"], "{output}"),
        (&["--ocr-lang=--psm"], "deu+lat"),
        (&["--ocr-lang", "pol+xxx"], "package tesseract-ocr-"),
    ] {
        if args[0] != "--ocr-command" && !has_tesseract(&["eng"]) {
            continue;
        }
        let mut all = vec!["--ocr", "auto"];
        all.extend(args);
        all.extend([scans.as_str(), "-"]);
        let run = run(&all);
        assert_eq!(
            (run.status, run.stderr.lines().count()),
            (1, 1),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains(hint), "{}", run.stderr);
    }
    let alone = run(&[
        "-p",
        "--ocr-lang",
        "deu",
        &fixture("layout/two-columns.pdf"),
        "/dev/null",
    ]);
    assert!(
        alone
            .stderr
            .contains("--ocr-lang counts only with --ocr auto or all"),
        "{}",
        alone.stderr
    );
}

/// Converts scans by a script that fails, in one thread so that the pages are read in order.
#[cfg(unix)]
fn failing(folder: &Path, script: &str, more: &[&str]) -> Run {
    let command = engine(folder, script);
    let scans = fixture("ocr/scans.pdf");
    let options = ["-p", "-j", "1", "--ocr", "auto", "--ocr-cache", "off"];
    let command = ["--ocr-command", &command, "--ocr-time-limit", "1"];
    let files = ["--format", "text", &scans, "-"];
    run(&[&options[..], &command, more, &files].concat())
}

#[cfg(unix)]
#[test]
fn a_failure_of_the_engine_costs_a_page_and_is_one_line() {
    let folder = scratch();
    for (script, why) in [
        ("kill -9 $$", "killed; if memory is short"),
        ("kill -SEGV $$", "crashed (signal: 11"),
        ("sleep 100", "--ocr-time-limit"),
        ("echo broken >&2; exit 3", "exit code 3: broken"),
        ("echo nothing > $2", "not hOCR"),
        ("true", "{output}"),
    ] {
        for quiet in [&["--pages", "5"][..], &["--pages", "5", "-q"]] {
            let run = failing(folder.path(), script, quiet);
            assert_eq!(run.status, 10, "{script}: {}", run.stderr);
            let is_said = run
                .stderr
                .starts_with("pdfa2hocr: page 5: the text is not recognised by engine: ")
                && run.stderr.contains(why)
                && run.stderr.contains("run the command again");
            assert!(
                is_said && run.stderr.lines().count() == 1,
                "{script}: {}",
                run.stderr
            );
        }
    }
    let run = failing(folder.path(), "kill -9 $$", &["-q"]);
    assert!(
        run.stderr.starts_with("pdfa2hocr: pages 1-5: the text") && run.stderr.lines().count() == 1,
        "{}",
        run.stderr
    );
}

#[cfg(unix)]
#[test]
fn several_reasons_for_missing_text_are_warnings() {
    let folder = scratch();
    let mark = folder.path().join("mark");
    let script = format!(
        "test -e '{0}' && kill -9 $$; touch '{0}'; exit 4",
        mark.display()
    );
    let run = failing(folder.path(), &script, &[]);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!((run.status, lines.len()), (10, 3), "{}", run.stderr);
    assert!(
        lines[0].contains("warning: page 1: ") && lines[1].contains("warning: pages 2-5: "),
        "{}",
        run.stderr
    );
    fs::remove_file(&mark).unwrap();
    let run = failing(folder.path(), &script, &["-q"]);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(
        run.stderr.contains("page 1: ") && run.stderr.contains("(1 more reason without -q)"),
        "{}",
        run.stderr
    );
}

/// A disk without space is `/dev/full` for the output. For the files of an engine it is a folder that cannot be written.
#[cfg(target_os = "linux")]
#[test]
fn files_that_cannot_be_written_are_one_line() {
    let folder = scratch();
    fs::write(folder.path().join("page.hocr"), HOCR).unwrap();
    let page = folder.path().join("page.hocr");
    let command = engine(folder.path(), &format!("cp '{}' $2", page.display()));
    let scans = fixture("ocr/scans.pdf");
    let blocked = page.join("tmp");
    let mut with = program();
    with.args(["-q", "--ocr", "auto", "--ocr-cache", "off", "--pages", "5"])
        .args(["--ocr-command", &command, &scans, "-"]);
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = with.stdout(full).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), said.as_str()),
        (
            Some(2),
            "pdfa2hocr: cannot write the output: the disk is full\n"
        )
    );
    let output = with
        .stdout(std::process::Stdio::null())
        .env("TMPDIR", &blocked)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), said.lines().count()),
        (Some(10), 1),
        "{said}"
    );
    let place = format!("its files in {} cannot be written", blocked.display());
    assert!(said.contains("page 5: ") && said.contains(&place), "{said}");
}

#[cfg(unix)]
#[test]
fn any_program_can_be_the_engine_and_its_output_is_kept() {
    let folder = scratch();
    fs::write(folder.path().join("page.hocr"), HOCR).unwrap();
    let (page, log) = (folder.path().join("page.hocr"), folder.path().join("log"));
    let script = format!(
        "cp '{}' $2.hocr; head -c 4 $1 >> '{}'",
        page.display(),
        log.display()
    );
    let command = engine(folder.path(), &script);
    let cache = folder.path().join("cache");
    let scans = fixture("ocr/scans.pdf");
    for format in ["text", "hocr"] {
        let run = run(&[
            "-q",
            "--ocr",
            "auto",
            "--ocr-command",
            &command,
            "--ocr-cache",
            cache.to_str().unwrap(),
            "--pages",
            "5",
            "--format",
            format,
            &scans,
            "-",
        ]);
        assert!(run.stdout.contains("lighthouses"), "{}", run.stdout);
    }
    // The second conversion took the text of the first.
    assert_eq!(fs::read(&log).unwrap(), b"\x89PNG");
    assert_eq!(fs::read_dir(&cache).unwrap().count(), 1);
    // A folder that cannot be written is reported once, and the text is there.
    let blocked = folder.path().join("page.hocr").join("cache");
    let run = run(&[
        "-p",
        "--ocr",
        "auto",
        "--ocr-command",
        &command,
        "--ocr-cache",
        blocked.to_str().unwrap(),
        "--format",
        "text",
        &scans,
        "-",
    ]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(
        run.stderr.matches("(--ocr-cache)").count(),
        1,
        "{}",
        run.stderr
    );
    assert_eq!(run.stdout.matches("lighthouses").count(), 5);
}

/// Lines of hOCR with their words from the right, in logical order.
fn from_the_right(lines: &[&str]) -> String {
    let mut page = String::from(
        "<html><head><title></title></head><body><div class=\"ocr_page\" title=\"bbox 0 0 1167 1653\">",
    );
    for (line, top) in lines.iter().zip((100..).step_by(40)) {
        page += &format!(
            "<span class=\"ocr_line\" title=\"bbox 100 {top} 700 {}\">",
            top + 30
        );
        let mut right = 700;
        for word in line.split(' ') {
            let left = right - 15 * word.chars().count();
            page += &format!(
                "<span class=\"ocrx_word\" title=\"bbox {left} {top} {right} {}; x_wconf 90\">{word}</span> ",
                top + 30
            );
            right = left - 10;
        }
        page += "</span>";
    }
    page + "</div></body></html>"
}

#[cfg(unix)]
#[test]
fn lines_from_right_to_left_keep_the_order_of_the_engine() {
    let folder = scratch();
    let lines = [
        "הספינות של כל השנים הגיעו אל הנמל",
        "וחיבור USB 2.0 היה (12) בשנת 1954, אבל",
        "[2] 1914-1917, 85% 7, 30",
        "ומשם המשיכו כולן אל העיר הגדולה.",
    ];
    let page = folder.path().join("page.hocr");
    fs::write(&page, from_the_right(&lines)).unwrap();
    let command = engine(folder.path(), &format!("cp '{}' $2", page.display()));
    let scans = fixture("ocr/scans.pdf");
    let output = ["--pages", "5", "--format", "text", &scans, "-"];
    let run = run(&[&by(&command)[..], &output].concat());
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        words(&run.stdout),
        words(&lines.join(" ")),
        "{}",
        run.stdout
    );
}

/// The processes whose command contains a text.
#[cfg(target_os = "linux")]
fn running(text: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let commands = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    commands
        .filter(|command| String::from_utf8_lossy(command).contains(text))
        .count()
}

/// Waits up to ten seconds.
#[cfg(target_os = "linux")]
fn soon(is_so: impl Fn() -> bool) -> bool {
    (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        is_so()
    })
}

#[cfg(target_os = "linux")]
#[test]
fn the_engine_ends_with_the_program() {
    if !Path::new("/usr/bin/setpriv").exists() {
        return skipped("there is no setpriv");
    }
    let folder = scratch();
    let command = engine(folder.path(), "exec sleep 4321.75");
    let args = by(&command);
    let output = folder.path().join("out.html");
    let files = [
        fixture("ocr/scans.pdf"),
        output.to_str().unwrap().to_owned(),
    ];
    let mut child = program().args(args).args(files).spawn().unwrap();
    assert!(
        soon(|| running("sleep\u{0}4321.75") > 0),
        "the engine was not started"
    );
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        soon(|| running("sleep\u{0}4321.75") == 0),
        "the engine goes on"
    );
}

#[cfg(unix)]
#[test]
fn a_batch_records_pages_that_stay_without_text_and_goes_on() {
    let folder = scratch();
    fs::write(folder.path().join("page.hocr"), HOCR).unwrap();
    let page = folder.path().join("page.hocr");
    let works = folder.path().join("works");
    let script = format!(
        "test -e '{}' || exit 1; cp '{}' $2.hocr",
        works.display(),
        page.display()
    );
    let command = engine(folder.path(), &script);
    let output = folder.path().join("out");
    let (scans, picture) = (fixture("ocr/scans.pdf"), fixture("ocr/picture.pdf"));
    let batch = |more: &[&str]| {
        let folder = output.to_str().unwrap();
        let files = ["--format", "text", &scans, &picture, "--output-dir", folder];
        run(&[&["batch"], &by(&command)[..], &files, more].concat())
    };
    assert_eq!(batch(&[]).status, 10);
    let manifest = || fs::read_to_string(output.join("manifest.jsonl")).unwrap();
    assert!(
        manifest().contains("\"needs_ocr\":\"1-5\""),
        "{}",
        manifest()
    );
    fs::write(&works, "").unwrap();
    assert_eq!(batch(&["--resume"]).status, 0);
    let last: Vec<String> = manifest()
        .lines()
        .rev()
        .take(2)
        .map(str::to_owned)
        .collect();
    assert!(
        last.iter()
            .all(|line| !line.contains("needs_ocr") && line.contains("\"exit\":0")),
        "{last:?}"
    );
    let has = |field: &str| last.iter().filter(|line| line.contains(field)).count();
    assert_eq!(has("\"recognised\":\"1-5\""), 1, "{last:?}");
    assert_eq!(has("\"recognised_pictures\":\"1\""), 1, "{last:?}");
    // With the same engine nothing is left to do, with another everything is.
    assert_eq!(batch(&["--resume"]).status, 0);
    assert_eq!(manifest().lines().count(), 4);
}

#[cfg(unix)]
#[test]
fn the_library_recognises_text_too() {
    let folder = scratch();
    fs::write(folder.path().join("page.hocr"), HOCR).unwrap();
    let page = folder.path().join("page.hocr");
    let command = engine(folder.path(), &format!("cp '{}' $2", page.display()));
    let mut ocr = OcrOptions::default();
    ocr.mode = OcrMode::Auto;
    ocr.command = command;
    ocr.program = Some(binary());
    let mut options = Options::default();
    options.ocr = Some(Ocr::new(ocr.clone()).unwrap());
    // From memory: pages are drawn from a temporary copy.
    let source = Source::from(fs::read(fixture("ocr/german.pdf")).unwrap());
    let document = Document::with_options(&source, options.clone()).unwrap();
    let page = document.page(0).unwrap();
    let words: Vec<String> = page.words().map(|word| word.text().into_owned()).collect();
    assert_eq!(words, ["lighthouses", "everywhere"]);
    assert!(document.info().recogniser.is_some());
    ocr.program = Some(PathBuf::from("/nowhere/pdfa2hocr"));
    options.ocr = Some(Ocr::new(ocr.clone()).unwrap());
    let document = Document::with_options(&source, options).unwrap();
    let page = document.page(0).unwrap();
    let kinds: Vec<DiagnosticKind> = page.warnings().map(|warning| warning.kind).collect();
    assert_eq!(kinds, [DiagnosticKind::Ocr]);
    ocr.command = "no-such-engine {image} {output}".to_owned();
    assert!(Ocr::new(ocr).is_err());
}
