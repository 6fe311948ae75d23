//! Comments, messages and pages follow the rules that a script can check: comments begin with a noun or a verb,
//! and not with a question.
#![cfg(feature = "cli")]

use std::fs;
use std::path::Path;

/// Words with which no comment begins.
const QUESTIONS: [&str; 5] = ["What", "Whose", "Where", "How", "Which"];

/// Metaphors that say less than the terms of the field.
const METAPHORS: [&str; 7] = [
    "foresee",
    "heard",
    "parted",
    "salvage",
    "skeleton",
    "strangers",
    "told",
];

/// The text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.trim_start_matches(['/', '!']).trim())
}

/// The rule that a text breaks, of a comment, a message or a page.
fn unplain(text: &str) -> Option<String> {
    let mut words = text.split(|c: char| !c.is_alphabetic());
    if let Some(word) = words.find(|word| METAPHORS.contains(word)) {
        return Some(format!("says \"{word}\""));
    }
    let of = |phrase: &str| {
        text.split(phrase)
            .skip(1)
            .any(|rest| !rest.starts_with("longer"))
    };
    let is_no = of(" is no ") && !text.contains("there is no ") && !text.contains("There is no ");
    is_no.then(|| "says \"is no\" for \"is not\"".to_owned())
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
    unplain(text)
}

/// The strings in a line of code: every second piece between quotation marks.
fn strings(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').skip(1).step_by(2)
}

#[test]
fn comments_and_messages_are_plain() {
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
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let mut is_test = folder == "tests" || name.contains("test") || name == "shipped.rs";
            for (number, line) in (1..).zip(text.lines()) {
                is_test |= line.starts_with("#[cfg(") && line.contains("test");
                let in_code = match comment(line) {
                    Some(text) => fault(text),
                    None if is_test => None,
                    None => strings(line).find_map(unplain),
                };
                if let Some(fault) = in_code {
                    let file = path.strip_prefix(root).unwrap().display();
                    faults.push(format!("{file}:{number} {fault}: {}", line.trim()));
                }
            }
        }
    }
    check(&faults);
}

#[test]
fn pages_are_plain() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages: Vec<_> = fs::read_dir(root.join("docs"))
        .unwrap()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)));
    let mut faults = Vec::new();
    for page in pages {
        // CONTRIBUTING.md quotes the form that it forbids.
        let text = fs::read_to_string(&page)
            .unwrap()
            .replace("\"X is no Y\"", "");
        for (number, line) in (1..).zip(text.lines()) {
            let rule = unplain(line);
            faults.extend(rule.map(|rule| format!("{}:{number} {rule}", page.display())));
        }
    }
    check(&faults);
}

/// Most bare numbers in the code of the page analysis: the base of digits, the middle of a square, quarters of a turn.
const BARE_NUMBERS: usize = 10;

/// The numbers in a line of code, except 0, 1 and 2, lengths of arrays, and those in strings and characters.
fn bare_numbers(line: &str) -> Vec<&str> {
    let code = line.split('"').step_by(2);
    let words =
        code.flat_map(|code| code.split(|c: char| !c.is_alphanumeric() && !"._]{".contains(c)));
    let words = words.flat_map(|word| word.split(".."));
    words
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()) && !word.ends_with(']'))
        .filter(|word| {
            word.parse()
                .is_ok_and(|number: f64| ![0.0, 1.0, 2.0].contains(&number))
        })
        .collect()
}

#[test]
fn numbers_of_the_page_analysis_have_names() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/src/layout");
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let path = entry.unwrap().into_path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !name.ends_with(".rs") || ["tests.rs", "testing.rs", "weights.rs"].contains(&&*name) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let mut is_named = false;
        for line in text.split("#[cfg(test)]").next().unwrap().lines() {
            let mut words = line
                .split_whitespace()
                .skip_while(|word| word.starts_with("pub"));
            is_named |= words
                .next()
                .is_some_and(|word| ["const", "static"].contains(&word));
            if !is_named && comment(line).is_none() && !bare_numbers(line).is_empty() {
                found.push(format!("{name}: {}", line.trim()));
            }
            is_named &= !line.ends_with(';');
        }
    }
    assert!(
        found.len() <= BARE_NUMBERS,
        "{} lines:\n{}",
        found.len(),
        found.join("\n")
    );
    assert_eq!(
        bare_numbers("let a: [f32; 4] = b.3 * 0.5 + 1.0 - f(3..=40, \"5\");"),
        ["0.5", "3", "40"]
    );
}

fn check(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} places:\n{}",
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
        ("// Text that was salvaged or told.", true),
        ("// It is no longer there.", false),
        ("/// Whether it is a word.", false),
        ("/// Whatever it is.", false),
        ("let what = \"What\";", false),
    ] {
        let found = comment(line).and_then(fault).is_some();
        assert_eq!(found, is_fault, "{line}");
    }
    let message = |line: &'static str| strings(line).find_map(unplain).is_some();
    assert!(message("say(\"the file is no PDF\")"));
    assert!(message("say(\"what was told\")"));
    assert!(!message("say(\"there is no page 3\")"));
}
