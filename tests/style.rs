//! Comments follow the rules that a script can check: they begin with a noun or a verb, and not with a question.
#![cfg(feature = "cli")]

use std::fs;
use std::path::Path;

/// Words with which no comment begins.
const QUESTIONS: [&str; 5] = ["What", "Whose", "Where", "How", "Which"];

/// The text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.trim_start_matches(['/', '!']).trim())
}

/// The rule that a comment breaks.
fn fault(text: &str) -> Option<String> {
    let first = text.split(' ').next().unwrap_or_default();
    if QUESTIONS.contains(&first) {
        return Some(format!("begins with \"{first}\""));
    }
    if text.starts_with('…') {
        return Some("continues the comment above".to_owned());
    }
    let is_no = text.find(" is no ").map(|at| &text[at + " is no ".len()..]);
    is_no
        .filter(|rest| !rest.starts_with("longer"))
        .map(|_| "says \"is no\" for \"is not\"".to_owned())
}

#[test]
fn comments_are_plain() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut faults = Vec::new();
    for folder in [
        "src",
        "crates",
        "python/src",
        "tests",
        "benches",
        "fuzz",
        "examples",
    ] {
        let walk = walkdir::WalkDir::new(root.join(folder)).sort_by_file_name();
        for entry in walk.into_iter().filter_map(Result::ok) {
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = fs::read_to_string(path).unwrap();
            for (number, line) in (1..).zip(text.lines()) {
                if let Some(fault) = comment(line).and_then(fault) {
                    let file = path.strip_prefix(root).unwrap().display();
                    faults.push(format!("{file}:{number} {fault}: {}", line.trim()));
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} comments:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn faults_are_found() {
    for (line, is_fault) in [
        ("/// What a word is.", true),
        ("    // Where it ends.", true),
        ("//! How it works", true),
        ("/// … and so on", true),
        ("// A space is no letter.", true),
        ("// It is no longer there.", false),
        ("/// Whether it is a word.", false),
        ("/// Whatever it is.", false),
        ("let what = \"What\";", false),
    ] {
        let found = comment(line).and_then(fault).is_some();
        assert_eq!(found, is_fault, "{line}");
    }
}
