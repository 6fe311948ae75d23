//! The same input gives the same bytes, with any number of threads: each command is run with `-j 1` and with
//! `-j 2`, and commands without threads are run twice.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{corpus, program, scratch};

/// All formats of a conversion, each with its own file.
const FORMATS: &str = "hocr=o.hocr,alto=o.alto,page=o.page,tei=o.tei,text=o.text,markdown=o.markdown,html=o.html,\
    tsv=o.tsv,json=o.json,vertical=o.vertical,pdfminer-xml=o.pdfminer,segments=o.segments,sqlite=o.sqlite";

/// Maximum size of a corpus file in bytes; larger ones take long without optimisation.
const LARGEST: u64 = 50 << 10;

/// The results of a command.
#[derive(PartialEq)]
struct Left {
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Left {
    /// The names of the results that differ.
    fn differences(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        for (what, is_same) in [
            ("exit code", self.status == other.status),
            ("stdout", self.stdout == other.stdout),
            ("stderr", self.stderr == other.stderr),
        ] {
            found.extend((!is_same).then(|| what.to_owned()));
        }
        let names = self.files.keys().chain(other.files.keys());
        let differ = names.filter(|name| self.files.get(*name) != other.files.get(*name));
        found.extend(differ.map(|name| name.display().to_string()));
        found.sort();
        found.dedup();
        found
    }
}

/// Runs a command in a new folder.
fn left(args: &[&str]) -> Left {
    let folder = scratch();
    let output = program().current_dir(folder.path()).args(args).output();
    let output = output.expect("the program starts");
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.path().to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder.path()).expect("it is in it");
                files.insert(name.to_owned(), fs::read(&path).expect("a file"));
            }
        }
    }
    Left {
        status: output.status.code(),
        stdout: output.stdout,
        stderr: output.stderr,
        files,
    }
}

/// Runs a command twice, with one thread and with two if it has threads.
fn twice(args: &[&str], has_threads: bool, clean: impl Fn(&mut Left)) -> Option<String> {
    let [first, second] = ["-j1", "-j2"].map(|jobs| {
        let mut args = args.to_vec();
        args.extend(has_threads.then_some(jobs));
        let mut left = left(&args);
        clean(&mut left);
        left
    });
    let differences = first.differences(&second);
    (!differences.is_empty()).then(|| format!("{args:?}: {}", differences.join(", ")))
}

/// Up to `count` files, evenly distributed over the list.
fn some(files: &[PathBuf], count: usize) -> Vec<PathBuf> {
    let step = files.len().div_ceil(count).max(1);
    files.iter().step_by(step).cloned().collect()
}

fn fixtures(extensions: &[&str], folders: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut files = Vec::new();
    for folder in fs::read_dir(root).expect("fixtures").flatten() {
        if folder.path().is_dir() && folders(&folder.file_name().to_string_lossy()) {
            let entries = fs::read_dir(folder.path()).expect("a folder").flatten();
            files.extend(entries.map(|entry| entry.path()));
        }
    }
    files.retain(|path| {
        path.extension()
            .is_some_and(|e| extensions.iter().any(|x| e == *x))
    });
    files.sort();
    files
}

/// A hundred files: PDFs and recognised text from the fixtures and, if it exists, from the corpus.
fn files() -> Vec<PathBuf> {
    let mut files = some(&fixtures(&["pdf"], |folder| folder != "bombs"), 50);
    files.extend(some(
        &fixtures(&["html", "xml", "tsv"], |folder| folder == "recognised"),
        10,
    ));
    for part in ["markdown", "tables", "text", "pdfa"] {
        let mut part = corpus(part).unwrap_or_default();
        part.retain(|path| fs::metadata(path).is_ok_and(|file| file.len() <= LARGEST));
        files.extend(some(&part, 10));
    }
    files
}

fn is_pdf(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "pdf")
}

fn as_text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn conversions_do_not_depend_on_threads() {
    let mut found = Vec::new();
    for path in files() {
        let file = as_text(&path);
        let convert = [
            "-v", "--log", "log", "--format", FORMATS, "--images", "images",
        ];
        let convert = [&convert[..], &["--attachments", "attached", file]].concat();
        found.extend(twice(&convert, true, |_| {}));
        found.extend(twice(&["-p", file, "-"], true, |_| {}));
        found.extend(twice(&["explain", file], true, |_| {}));
        found.extend(twice(
            &["locate", "--format=json", file, "the"],
            true,
            |_| {},
        ));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn listings_are_the_same_each_time() {
    const LISTINGS: [&[&str]; 7] = [
        &["inspect", "fonts"],
        &["inspect", "images"],
        &["inspect", "objects"],
        &["inspect", "operators"],
        &["inspect", "structure"],
        &["inspect", "metadata"],
        &["tags"],
    ];
    let mut found = Vec::new();
    for (number, path) in files().iter().enumerate() {
        let file = as_text(path);
        let listings: Vec<&[&str]> = match is_pdf(path) {
            // Two listings for each file, because all of them would take too long.
            true => vec![LISTINGS[number % 7], LISTINGS[(number + 3) % 7]],
            false => vec![&["check"]],
        };
        for listing in listings {
            found.extend(twice(&[listing, &[file]].concat(), false, |_| {}));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The text without the parts from `start` to `end`.
fn without(text: &[u8], start: &str, end: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let mut parts = text.split(start);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(part.split_once(end).map_or("", |(_, rest)| rest));
    }
    kept.into_bytes()
}

#[test]
fn reports_on_many_files_do_not_depend_on_threads() {
    let files = files();
    let pdfs: Vec<&str> = files
        .iter()
        .filter(|path| is_pdf(path))
        .map(|path| as_text(path))
        .collect();
    let without_times = |left: &mut Left| {
        for (start, end) in [("<time", "</time>"), ("<duration", "</duration>")] {
            left.stdout = without(&left.stdout, start, end);
        }
    };
    let mut found = Vec::new();
    for options in [
        &["--format=text"][..],
        &["--format=json", "-f", "1b,2a,3u,4,ua1,ua2,wt1r"],
        &["--format=html"],
        &["--format=mrr"],
        &["--summary"],
    ] {
        let args = [&["validate"], options, &pdfs].concat();
        found.extend(twice(&args, true, without_times));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_batch_does_not_depend_on_threads() {
    let files = files();
    let files: Vec<&str> = files.iter().map(|path| as_text(path)).collect();
    let args = [
        &["batch", "-v", "--format=hocr,text", "--output-dir=out"],
        &files[..],
    ]
    .concat();
    // Messages are in order of completion and contain times, so they are sorted and times removed.
    let in_order = |left: &mut Left| {
        let sorted = |text: &[u8], time: (&str, &str)| {
            let text = without(text, time.0, time.1);
            let mut lines: Vec<Vec<u8>> = text.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
            lines.sort();
            lines.join(&b'\n')
        };
        left.stderr = sorted(&left.stderr, (" in ", " s\n"));
        for (name, bytes) in &mut left.files {
            if name.ends_with("manifest.jsonl") {
                *bytes = sorted(bytes, ("\"seconds\":", ","));
            }
        }
    };
    let found = twice(&args, true, in_order);
    assert!(found.is_none(), "{found:#?}");
}
