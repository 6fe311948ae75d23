//! Shared helpers of the tests that run the program.
#![allow(dead_code)] // each test uses its part

mod pdf;
#[cfg(feature = "browse")]
pub mod server;
#[cfg(feature = "cli")]
pub mod shape;

use std::collections::BTreeSet;
#[cfg(feature = "cli")]
use std::io::Write;
use std::path::{Path, PathBuf};
#[cfg(feature = "cli")]
use std::process::{Command, Stdio};

#[allow(unused_imports)] // as above
pub use pdf::{document, stream, written};

/// The result of a run of the program: exit code and output.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// The path of the program that is tested: the one that Cargo built, or the one that `PDFA2HOCR_PROGRAM` names. An
/// optimized program takes a third of the time.
#[cfg(feature = "cli")]
pub fn binary() -> PathBuf {
    match std::env::var_os("PDFA2HOCR_PROGRAM") {
        Some(path) => path.into(),
        None => env!("CARGO_BIN_EXE_pdfa2hocr").into(),
    }
}

/// The program, without environment variables that could change its behaviour.
#[cfg(feature = "cli")]
pub fn program() -> Command {
    let mut command = Command::new(binary());
    command
        .env_remove("PDFA2HOCR_PASSWORD")
        .stdin(Stdio::null());
    command
}

/// Runs the program and waits for its end.
#[cfg(feature = "cli")]
pub fn run<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Run {
    ended(program().args(args).output().expect("the program starts"))
}

/// The same with bytes on standard input, which the program need not read.
#[cfg(feature = "cli")]
pub fn run_with_input<S: AsRef<std::ffi::OsStr>>(args: &[S], input: &[u8]) -> Run {
    let mut command = program();
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.args(args).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let output = std::thread::scope(|scope| {
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output()
    });
    ended(output.expect("the program ends"))
}

#[cfg(feature = "cli")]
fn ended(output: std::process::Output) -> Run {
    Run {
        status: output.status.code().expect("no signal ended the program"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// The formats whose output is text.
pub const TEXT_FORMATS: [&str; 12] = [
    "hocr",
    "alto",
    "page",
    "tei",
    "text",
    "markdown",
    "html",
    "tsv",
    "json",
    "vertical",
    "pdfminer-xml",
    "segments",
];

/// The path of a file in `fixtures/`.
pub fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(name);
    assert!(path.exists(), "there is no fixture {name}");
    path.to_str().expect("UTF-8").to_owned()
}

/// A temporary folder, which is deleted at the end of the test.
pub fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Says that a test is skipped. The test harness hides lines that a passing test prints, but not those that go
/// to the stream itself.
pub fn skipped(why: impl std::fmt::Display) {
    use std::io::Write as _;
    writeln!(std::io::stderr(), "skipped: {why}").expect("standard error can be written");
}

/// A file or folder of the shared corpus. Returns `None` and prints a note if it is missing.
pub fn corpus_path(path: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/corpus")
        .join(path);
    if !path.exists() {
        skipped(format_args!("there is no {}", path.display()));
        return None;
    }
    Some(path)
}

/// The PDF files of a part of the shared corpus. Returns `None` and prints a note if it is missing.
pub fn corpus(part: &str) -> Option<Vec<PathBuf>> {
    let folder = corpus_path(part)?;
    let (mut files, mut folders) = (Vec::new(), vec![folder]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder that can be read") {
            let path = entry.expect("an entry that can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "pdf") {
                files.push(path);
            }
        }
    }
    files.sort();
    Some(files)
}

/// Dictionary entries, completed with the defaults whose keys are missing.
pub fn with_defaults(entries: &str, defaults: &[(&str, &str)]) -> String {
    let missing = defaults.iter().filter(|(key, _)| !entries.contains(key));
    missing.fold(entries.to_owned(), |all, (key, value)| all + key + value)
}

/// The ids of the rules of a flavour that a file breaks, by `validate`.
#[cfg(feature = "cli")]
pub fn broken_rules(flavour: &str, file: &[u8]) -> BTreeSet<String> {
    let folder = scratch();
    let path = folder.path().join("case.pdf");
    std::fs::write(&path, file).expect("a file can be written");
    let path = path.to_str().expect("UTF-8");
    let run = run(&["validate", "--format", "json", "-f", flavour, path]);
    let report: serde_json::Value = serde_json::from_str(run.stdout.trim()).expect("JSON");
    report["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .map(|f| format!("{}-{}", f["clause"].as_str().unwrap_or_default(), f["test"]))
        .collect()
}

/// The ids in a text, separated by spaces.
pub fn ids(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// A word of an hOCR file.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    pub text: String,
    /// Left, top, right, bottom, in pixels.
    pub bbox: [u32; 4],
    /// The `title` of its line.
    pub line: String,
    /// The `title` of the word itself.
    pub title: String,
}

/// A page of an hOCR file.
#[derive(Clone, Debug, Default)]
pub struct HocrPage {
    pub title: String,
    pub words: Vec<Word>,
}

/// Reads hOCR by element classes, as other programs do. Panics if the XML is not well-formed.
pub fn read_hocr(text: &str) -> Vec<HocrPage> {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    let mut pages: Vec<HocrPage> = Vec::new();
    let mut open: Vec<(String, String)> = Vec::new();
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(element) => {
                let attribute = |name: &str| {
                    element
                        .try_get_attribute(name)
                        .expect("well-formed attributes")
                        .map(|a| {
                            a.normalized_value(quick_xml::XmlVersion::Implicit1_0)
                                .expect("known entities")
                                .into_owned()
                        })
                        .unwrap_or_default()
                };
                let (class, title) = (attribute("class"), attribute("title"));
                if class == "ocr_page" {
                    pages.push(HocrPage {
                        title: title.clone(),
                        words: Vec::new(),
                    });
                } else if class == "ocrx_word" {
                    let line = open.iter().rev().find(|(class, _)| class == "ocr_line");
                    let word = Word {
                        text: String::new(),
                        bbox: bbox(&title),
                        line: line.map(|(_, title)| title.clone()).unwrap_or_default(),
                        title: title.clone(),
                    };
                    pages
                        .last_mut()
                        .expect("words are on pages")
                        .words
                        .push(word);
                }
                open.push((class, title));
            }
            Event::End(_) => {
                open.pop();
            }
            Event::Text(text) => {
                push(&mut pages, &open, &text);
            }
            Event::GeneralRef(reference) => {
                let c = match reference.resolve_char_ref().expect("a character") {
                    Some(c) => c.to_string(),
                    None => quick_xml::escape::resolve_xml_entity(&reference)
                        .expect("no named entities of HTML")
                        .to_owned(),
                };
                push(&mut pages, &open, &c);
            }
            Event::Eof => return pages,
            _ => {}
        }
    }
}

fn push(pages: &mut [HocrPage], open: &[(String, String)], text: &str) {
    if open.iter().any(|(class, _)| class == "ocrx_word")
        && let Some(word) = pages.last_mut().and_then(|p| p.words.last_mut())
    {
        word.text.push_str(text);
    }
}

/// The `bbox` property of a title.
pub fn bbox(title: &str) -> [u32; 4] {
    let values = title
        .split("; ")
        .find_map(|p| p.strip_prefix("bbox "))
        .expect("a bbox");
    let values: Vec<u32> = values
        .split(' ')
        .map(|v| v.parse().expect("pixels"))
        .collect();
    values.try_into().expect("four numbers")
}

/// The length of the longest common subsequence of two lists.
pub fn in_order<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let mut row = vec![0usize; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (j, y) in b.iter().enumerate() {
            let up = row[j + 1];
            row[j + 1] = if x == y { diagonal + 1 } else { up.max(row[j]) };
            diagonal = up;
        }
    }
    row[b.len()]
}
