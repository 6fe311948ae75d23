//! Modules in the program: options, exit codes, messages and output.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::common::{binary, corpus, fixture, run, scratch, skipped};

/// The path of a built-in module.
fn shipped(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("modules")
        .join(name);
    path.to_str().expect("UTF-8").to_owned()
}

/// Writes a module for a test, and returns its path.
fn written(folder: &tempfile::TempDir, source: &str) -> String {
    let path = folder.path().join("test.star");
    std::fs::write(&path, source).expect("a file that can be written");
    path.to_str().expect("UTF-8").to_owned()
}

/// A file of the shared corpus.
fn real(name: &str) -> Option<PathBuf> {
    let found = corpus("text")?.into_iter().find(|f| f.ends_with(name));
    if found.is_none() {
        skipped(format_args!("there is no {name} in the corpus"));
    }
    found
}

#[test]
fn a_module_changes_what_is_written_and_prints_with_its_page() {
    let folder = scratch();
    let module = written(
        &folder,
        "print('hello')
def custom_processing(page):
    lines = page.descendants('textline')
    page.insert(0, page.new('header', lines[:1]))
    print('first:', lines[0].text, args)
",
    );
    let pdf = fixture("layout/two-columns.pdf");
    let run = run(&["-p", "-l", &module, "--module-arg", "a=b=c", &pdf, "-"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let mut printed = run.stderr.lines();
    assert_eq!(printed.next(), Some("hello"));
    assert!(printed.next().unwrap().starts_with("page 1: first: "));
    assert!(run.stderr.contains(r#"{"a": "b=c"}"#));
    let header = run
        .stdout
        .find("<div class=\"ocr_header\" id=\"header_1_1\"");
    let first = run.stdout.find("ocr_carea\" id");
    assert!(header.unwrap() < first.unwrap());
}

#[test]
fn a_page_that_a_module_fails_on_is_as_without_it_and_the_exit_code_says_so() {
    let folder = scratch();
    let module = written(
        &folder,
        "def custom_processing(page):
    page.children[0].remove()
    if page.page_number == 1:
        page.nothing
",
    );
    let pdf = fixture("layout/two-columns.pdf");
    let without = run(&["-p", "--pages", "1", &pdf, "-"]);
    let with = run(&["-p", "--pages", "1", "-l", &module, &pdf, "-"]);
    assert_eq!(with.status, 6);
    assert!(with.stdout == without.stdout, "{}", with.stdout);
    let error = "test.star:4: Object of type `node` has no attribute `nothing`";
    assert!(with.stderr.contains("warning: page 1: "), "{}", with.stderr);
    assert!(with.stderr.contains(error), "{}", with.stderr);

    let quiet = run(&["-p", "-q", "-l", &module, &pdf, "-"]);
    assert_eq!(quiet.status, 6);
    let pages: Vec<_> = crate::common::read_hocr(&quiet.stdout);
    let all = crate::common::read_hocr(&run(&["-p", &pdf, "-"]).stdout);
    assert_eq!(pages[0].words, all[0].words);
    assert!(pages[1].words.len() < all[1].words.len());
    assert_eq!(
        quiet.stderr,
        "pdfa2hocr: the module failed on a page, which is as it was without it\n"
    );

    let out = folder.path().join("out.html");
    let strict = run(&["-p", "--strict", "-l", &module, &pdf, out.to_str().unwrap()]);
    assert_eq!(strict.status, 6);
    assert!(strict.stderr.contains(error), "{}", strict.stderr);
    assert!(
        !out.exists(),
        "nothing is written of a conversion that was stopped"
    );
}

#[test]
fn wrong_options_and_modules_end_before_anything_is_written() {
    let folder = scratch();
    let pdf = fixture("layout/two-columns.pdf");
    let broken = written(&folder, "def custom_processing(page):\n    x = (\n");
    for (args, status, message) in [
        (
            vec!["-p", "-l", "/nowhere.star", &pdf, "-"],
            2,
            "cannot read /nowhere.star",
        ),
        (
            vec!["-p", "-l", &broken, &pdf, "-"],
            6,
            "test.star:3: Parse error",
        ),
        (
            vec!["-p", "--module-arg", "x", &pdf, "-"],
            1,
            "write it as NAME=VALUE",
        ),
        (
            vec!["-p", "--module-steps", "0", &pdf, "-"],
            1,
            "--module-steps",
        ),
        (
            vec!["module", "check", &broken],
            6,
            "test.star:3: Parse error",
        ),
        (
            vec!["module", "check", "/nowhere.star"],
            2,
            "cannot read /nowhere.star",
        ),
        (vec!["module"], 1, "subcommand"),
        (vec!["module", "chek", &broken], 1, "chek"),
    ] {
        let run = run(&args);
        assert_eq!((run.status, run.stdout.as_str()), (status, ""), "{args:?}");
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn the_modules_of_the_project_are_without_fault() {
    for name in [
        "running_heads.star",
        "repeated_heads.star",
        "dictionary_entries.star",
    ] {
        let run = run(&["module", "check", &shipped(name)]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{name}");
    }
}

#[test]
fn trees_are_printed_before_and_after() {
    let folder = scratch();
    let module = written(
        &folder,
        "def custom_processing(page):\n    page.children[0].attributes['n'] = 1\n",
    );
    let pdf = fixture("layout/two-columns.pdf");
    let run = run(&[
        "module",
        "run",
        &module,
        &pdf,
        "--pages",
        "1",
        "--boxes-flow",
        "none",
    ]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let (before, after) = run.stdout.split_once("--- page 1 after\n").unwrap();
    let before = before.strip_prefix("--- page 1 before\n").unwrap();
    assert!(!before.contains("n=\"1\""));
    assert_eq!(after.replacen(" n=\"1\"", "", 1), before);
}

#[test]
fn runaway_modules_end_in_an_error_soon() {
    let folder = scratch();
    let pdf = fixture("layout/two-columns.pdf");
    for body in [
        "for a in range(100000):\n        for b in range(100000):\n            pass",
        "for a in range(1000000000):\n        pass",
        "s = 'ab'\n    for i in range(60):\n        s = s + s",
        "l = []\n    for a in range(100000):\n        for b in range(100000):\n            l.append(a)",
        "def f(n):\n        return 1 + f(n)\n    f(0)",
        "page.children[0].append(page.children[0])",
    ] {
        let module = written(
            &folder,
            &format!("def custom_processing(page):\n    {body}\n"),
        );
        let started = Instant::now();
        let run = run(&["-p", "--module-steps=300000", "-l", &module, &pdf, "-"]);
        assert_eq!(run.status, 6, "{body}");
        for part in ["warning: page", "test.star:"] {
            assert!(run.stderr.contains(part), "{body}: {}", run.stderr);
        }
        // A generous limit, for debug builds on busy machines.
        assert!(started.elapsed() < Duration::from_secs(20), "{body}");
    }
}

/// Address space of a run in bytes: the stack for reading a module, which is mostly unused, plus the memory
/// of
/// the program and the module.
#[cfg(target_os = "linux")]
const SPACE: usize = if cfg!(debug_assertions) {
    1 << 30
} else {
    512 << 20
} + (550 << 20);

#[cfg(target_os = "linux")]
#[test]
fn no_module_takes_more_memory_than_is_said() {
    const NEST: &str = "t = ()\nfor i in range(900000):\n    t = (t,)\n";
    let folder = scratch();
    let pdf = fixture("layout/two-columns.pdf");
    let mut cases: Vec<String> = [
        "s = 'ab'\nfor i in range(60):\n    s += s",
        "s = 'x' * 60000000\ns = s.upper()\ns = s.title()",
        "s = '\\x01' * 16000000\nprint(repr(s))\n{}[s]",
        "s = 'x ' * 600000\nl = [s.split() for i in range(99)]",
        "l = list(range(900000))\nl = [sorted(l, key = lambda n: -n) for i in range(99)]",
        "d = {}\nfor i in range(900000):\n    d[i] = (i, i)",
        "d = {i: {i: i} for i in range(900000)}",
        "def f(**k):\n    return k\nl = [f(a = 1, b = 2, c = 3, d = 4) for i in range(900000)]",
        "l = [struct(a = i, b = i, c = i) for i in range(900000)]",
        "l = []\nfor i in range(900000):\n    l = [l, [1, 2, 3], (4, 5, 6)]",
        "('%f' * 200000) % tuple([1e308] * 200000)",
        "f = lambda *a: a\nl = [f(*range(90000)) for i in range(999)]",
        "l = [re_findall('(((((.*)))))', 'x' * 500000) for i in range(999)]",
        "for i in range(9999):\n    re_search('[\\\\w%d]{9}(a|b){9}' % i, 'ab' * 20)",
        "for i in range(99999):\n    page.new('textbox').attributes['a'] = 'x' * 60000",
        "for i in range(99999):\n    print('x' * 60000)\nfail('x' * 60000)",
        "edit_distance('x' * 20000000, 'y')\nfail('done')",
        "s = set(range(300000))\nl = [s | s for i in range(99)]",
    ]
    .map(|body| {
        format!(
            "def custom_processing(page):\n    {}\n",
            body.replace('\n', "\n    ")
        )
    })
    .into();
    let passes = "def custom_processing(page, collected = None):\n    pass\n";
    let nest = NEST.replace('\n', "\n    ");
    cases.push(format!(
        "def f():\n    {nest}return lambda: t\ng = f()\n{passes}"
    ));
    cases.push(format!(
        "def begin(document):\n    return [[1] * 900000] * 9\n{passes}"
    ));
    cases.push(format!(
        "def begin(document):\n    {nest}return t\n{passes}"
    ));
    cases.push(format!(
        "x = [{}]\nfail(x)\n{passes}",
        "[1], ".repeat(50_000)
    ));
    for source in cases {
        let module = written(&folder, &source);
        let begin: String = source.chars().take(200).collect();
        let output = std::process::Command::new("sh")
            .arg("-c")
            .arg(format!("ulimit -v {}; exec \"$0\" \"$@\"", SPACE >> 10))
            .arg(binary())
            .args(["-p", "-j1", "--pages=1", "--module-steps=2000000", "-l"])
            .args([&module, &pdf, "-"])
            // Otherwise the allocator reserves a gigabyte of address space in advance.
            .env("MIMALLOC_ARENA_RESERVE", "0")
            .output()
            .expect("a shell");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(6), "{begin}\n{errors:.2000}");
        assert!(errors.contains("test.star"), "{begin}\n{errors:.2000}");
        assert!(errors.len() < 200_000, "{begin}");
    }
}

/// The text of the elements of a class, one string each.
fn parts(hocr: &str, class: &str) -> Vec<String> {
    let start = format!("<div class=\"{class}\"");
    let text = |part: &str| {
        let part = part.split("</div>").next().unwrap_or("");
        let words = part.split("ocrx_word").skip(1).map(|word| {
            let word = word.split('>').nth(1).unwrap_or("");
            word.split('<').next().unwrap_or("").to_owned()
        });
        words.collect::<Vec<_>>().join(" ")
    };
    hocr.split(&start).skip(1).map(text).collect()
}

#[test]
fn a_page_of_linde_is_read_in_the_order_of_its_print() {
    let Some(pdf) = real("linde142.pdf") else {
        return;
    };
    let run = run(&[
        "-p",
        "-c",
        "2",
        "-l",
        &shipped("running_heads.star"),
        pdf.to_str().unwrap(),
        "-",
    ]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_eq!(
        parts(&run.stdout, "ocr_header"),
        ["ALABA - ALB. ALBO - ALE."]
    );
    assert_eq!(parts(&run.stdout, "ocr_pageno"), ["11"]);
    // The OCR layer reads the signature mark "13*" of the sheet as "15°".
    assert_eq!(parts(&run.stdout, "ocr_footer"), ["15°"]);
    assert_eq!(parts(&run.stdout, "ocr_carea").len(), 2);

    // The truth was transcribed from the page image, line by line. The OCR layer misreads some of it.
    let print = std::fs::read_to_string(fixture("truth/linde142.txt")).unwrap();
    let print: Vec<Vec<&str>> = print
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| line.split_whitespace().collect())
        .collect();
    let words = &crate::common::read_hocr(&run.stdout)[0].words;
    let lines: Vec<Vec<&str>> = words
        .chunk_by(|a, b| a.line == b.line)
        .map(|line| line.iter().map(|word| word.text.as_str()).collect())
        .collect();
    assert_eq!(lines.len(), print.len());
    let (found, wanted) = (lines.concat(), print.concat());
    let known = in_common(found.clone(), wanted.clone());
    assert!(
        100 * known >= 80 * wanted.len(),
        "{known} of {}",
        wanted.len()
    );
    let right = crate::common::in_order(&found, &wanted);
    assert!(100 * right >= 99 * known, "{right} of {known} in order");
    let in_line: usize = lines
        .into_iter()
        .zip(print)
        .map(|(a, b)| in_common(a, b))
        .sum();
    assert!(
        100 * in_line >= 99 * known,
        "{in_line} of {known} in their lines"
    );
}

/// The number of words that two lists have in common, in any order.
fn in_common(mut a: Vec<&str>, mut b: Vec<&str>) -> usize {
    a.sort_unstable();
    b.sort_unstable();
    crate::common::in_order(&a, &b)
}

#[test]
fn the_entries_of_a_real_dictionary_begin_with_their_headwords() {
    let Some(pdf) = real("dict2col.pdf") else {
        return;
    };
    let module = shipped("dictionary_entries.star");
    let run = run(&[
        "-p",
        "--pages",
        "2",
        "-l",
        &module,
        pdf.to_str().unwrap(),
        "-",
    ]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let entries = run.stdout.matches("data-kind=\"entry\"").count();
    let headwords = run.stdout.matches("data-kind=\"headword\"").count();
    assert!(
        entries > 20 && headwords >= entries - 3,
        "{entries} entries, {headwords} headwords"
    );
}

#[test]
fn headwords_are_in_capitals_and_heads_of_columns_are_no_entries() {
    let pdf = fixture("columns/entries.pdf");
    let args = [
        "-p",
        "-q",
        "-c",
        "2",
        "-l",
        "dictionary_entries",
        "--format",
        "json",
        &pdf,
        "-",
    ];
    let tree = run(&args).stdout;
    let count = |kind: &str| tree.matches(&format!("\"kind\":\"{kind}\"")).count();
    // Twelve entries, half of them with two headwords, and the end of one at the top of the second column.
    assert_eq!((count("entry"), count("headword")), (13, 18));
    assert_eq!((count("header"), count("footer")), (1, 1));
}

#[test]
fn a_module_that_looks_around_sees_the_pages_near_each_and_no_others_are_read() {
    let folder = scratch();
    let module = written(
        &folder,
        "COLLECT_AROUND = 2
def collect(page):
    print('seen')
    return page.page_number
def custom_processing(page, collected):
    print(collected.keys())
",
    );
    let pdf = fixture("streams/filters.pdf");
    let printed = |jobs: &str, pages: &str| {
        let args = ["-p", "-l", &module, "-j", jobs, "--pages", pages, &pdf, "-"];
        let run = run(&args);
        assert_eq!(run.status, 0, "{}", run.stderr);
        let (seen, collected): (Vec<_>, Vec<_>) = run
            .stderr
            .lines()
            .filter_map(|line| Some(line.strip_prefix("page ")?.to_owned()))
            .partition(|line| line.ends_with("seen"));
        let number = |line: String| line.split(':').next().unwrap_or("").to_owned();
        let seen: Vec<String> = seen.into_iter().map(number).collect();
        (seen.join(" "), collected)
    };
    for jobs in ["1", "2", "5"] {
        let (seen, collected) = printed(jobs, "1,8,9,13");
        assert_eq!(seen, "1 2 3 6 7 8 9 10 11 12 13");
        assert_eq!(
            collected,
            [
                "1: [1, 2, 3]",
                "8: [6, 7, 8, 9, 10]",
                "9: [7, 8, 9, 10, 11]",
                "13: [11, 12, 13]"
            ]
        );
        let (seen, collected) = printed(jobs, "1-");
        assert_eq!(seen, "1 2 3 4 5 6 7 8 9 10 11 12 13");
        assert_eq!(collected[4], "5: [3, 4, 5, 6, 7]");
    }
}

#[test]
fn page_numbers_of_a_real_document_are_found_by_repetition() {
    let Some(pdf) = real("dict2col.pdf") else {
        return;
    };
    let module = shipped("repeated_heads.star");
    let run = run(&[
        "-p",
        "--pages",
        "7-9",
        "-l",
        &module,
        pdf.to_str().unwrap(),
        "-",
    ]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout.matches("<div class=\"ocr_pageno\"").count(), 3);
    assert_eq!(run.stdout.matches("<div class=\"ocr_header\"").count(), 0);
}
