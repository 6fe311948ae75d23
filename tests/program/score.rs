//! The scores of the page analysis on `fixtures/scored` do not fall: see `tests/score/README.md`.

use std::process::{Command, Stdio};

use crate::common::{binary, skipped};
use serde_json::Value;

/// Minimum scores in percent: the last measured ones, rounded down. Raise them with the program. `total` is
/// the mean.
const FLOORS: &[(&str, f64)] = &[
    ("total", 96.2),
    ("order", 99.5),
    ("paragraphs", 92.0),
    ("headings", 95.1),
    ("levels", 94.2),
    ("notes", 97.3),
    ("running", 92.0),
    ("labels", 100.0),
    ("tables", 100.0),
];

/// Whether a program is installed and succeeds with these options.
fn answers(program: &str, options: &[&str]) -> bool {
    let mut command = Command::new(program);
    command
        .args(options)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The output of a script in `tests/score` with these options. Returns `None` and prints a note if there is
/// no Python
/// 3.11.
fn script(name: &str, options: &[&str]) -> Option<String> {
    if !answers(
        "python3",
        &["-c", "import sys; sys.exit(sys.version_info < (3, 11))"],
    ) {
        skipped(format_args!("tests/score/{name} needs Python 3.11"));
        return None;
    }
    let output = Command::new("python3")
        .arg(format!("{}/tests/score/{name}", env!("CARGO_MANIFEST_DIR")))
        .args(options)
        .env_remove("PDFA2HOCR_PASSWORD")
        .stdin(Stdio::null())
        .output()
        .expect("the script starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

/// The output of `score.py`.
fn score(options: &[&str]) -> Option<String> {
    let binary = binary();
    let binary = [binary.to_str().expect("UTF-8")];
    script("score.py", &[&binary[..], options].concat())
}

fn figures(options: &[&str]) -> Option<Value> {
    score(options).map(|out| serde_json::from_str(&out).expect("JSON"))
}

fn figure(figures: &Value, name: &str) -> f64 {
    figures[name].as_f64().expect("a figure for each name")
}

#[test]
fn no_figure_is_under_its_floor() {
    let Some(found) = figures(&["--json"]) else {
        return;
    };
    let under: Vec<String> = FLOORS
        .iter()
        .filter(|(name, floor)| figure(&found, name) < *floor)
        .map(|(name, floor)| format!("{name}: {} is under {floor}", figure(&found, name)))
        .collect();
    assert!(under.is_empty(), "{}", under.join("\n"));
}

#[test]
fn an_analysis_without_roles_scores_less() {
    let Some(found) = figures(&["--json", "--", "--layout", "classic"]) else {
        return;
    };
    assert_eq!(figure(&found, "headings"), 0.0);
    assert!(figure(&found, "total") < 50.0, "{found}");
}

#[test]
fn a_heuristic_that_is_left_out_changes_its_figure() {
    let Some(printed) = score(&["--ablate", "headings"]) else {
        return;
    };
    let rows: Vec<Vec<&str>> = printed
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let [names, all, without] = rows.as_slice() else {
        panic!("not three rows: {printed}");
    };
    let column = names.iter().position(|name| *name == "headings");
    let column = column.expect("a column of that name");
    // The rows begin with `all` and `- headings`; the second begins with two words.
    let figure = |text: &str| text.parse::<f64>().expect("a figure");
    let left = figure(all[column + 1]) + figure(without[column + 2]);
    assert!(left.abs() < 0.1, "{printed}");
}

#[test]
fn tables_are_found_on_pages_that_are_made_for_it() {
    if !answers("chromium", &["--version"]) {
        skipped("tests/score/tables/pages.py needs chromium, which is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path().to_str().expect("UTF-8");
    let binary = binary();
    let binary = binary.to_str().expect("UTF-8");
    let kinds = "stat_levels,form,two_columns,systems";
    let make = [folder, "--count", "2", "--only", kinds];
    if script("tables/pages.py", &make).is_none() {
        return;
    }
    let strict = [binary, folder, "--least", "0.8", "--most-false", "0"];
    let judged = script("tables/judge.py", &strict).expect("a Python");
    assert!(judged.contains("on 4 pages; 0 missed"), "{judged}");
    assert!(judged.contains("false alarms on 0.0% of 4"), "{judged}");
    let fitted = script("tables/fit.py", &[binary, folder]).expect("a Python");
    let grids = "heads\nas they are: 0 missed, 0 taken in vain";
    assert!(fitted.contains(grids), "{fitted}");
}
