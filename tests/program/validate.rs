//! `pdfa2hocr validate`: verdicts, reports and exit codes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::common::{corpus, fixture, run};

#[test]
fn a_file_that_claims_nothing_is_checked_as_1b_and_says_so() {
    let file = fixture("pages/blank.pdf");
    let run = run(&["validate", &file]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let first = run.stdout.lines().next().expect("a verdict");
    assert!(
        first.starts_with(&format!("FAIL {file} 1b (the file does not claim it)")),
        "{first}"
    );
    let fault = run.stdout.lines().nth(1).expect("a fault");
    assert!(fault.starts_with("  6."), "{fault}");
}

#[test]
fn exit_codes_tell_what_went_wrong() {
    assert_eq!(run(&["validate", "/no/such/file.pdf"]).status, 7);
    assert_eq!(run(&["validate"]).status, 2);
    let wrong = run(&["validate", "-f", "5x", "a.pdf"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("1a, 1b"), "{}", wrong.stderr);
    let locked = run(&["validate", &fixture("encrypted/aes-256-password.pdf")]);
    assert_eq!(locked.status, 8, "{}", locked.stdout);
}

#[test]
fn what_was_found_wins_over_what_cannot_be_read() {
    let files = [
        fixture("encrypted/aes-256-password.pdf"),
        fixture("pages/blank.pdf"),
    ];
    let run = run(&["validate", "/no/such/file.pdf", &files[0], &files[1]]);
    assert_eq!(run.status, 1, "{}", run.stdout);
    assert_eq!(run.stdout.matches("ERROR ").count(), 2, "{}", run.stdout);
}

#[test]
fn a_folder_without_files_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = run(&["validate", &folder.path().display().to_string()]);
    assert_eq!(run.status, 7);
    assert!(run.stdout.contains("holds no .pdf files"), "{}", run.stdout);
}

#[test]
fn several_flavours_are_checked_in_one_run() {
    let file = fixture("pages/blank.pdf");
    let flags = ["-f", "ua1,2b", "-f", "2b", "--max-failures", "0"];
    let run = run(&[&["validate"], &flags[..], &[&file]].concat());
    let verdicts = run.stdout.lines().filter(|line| line.starts_with("FAIL"));
    let flavours: Vec<&str> = verdicts
        .filter_map(|line| {
            line.strip_prefix("FAIL ")?
                .strip_prefix(&file)?
                .split(' ')
                .nth(1)
        })
        .collect();
    assert_eq!(flavours, ["ua1", "2b"]);
}

#[test]
fn rules_are_listed_in_our_words() {
    let text = run(&["validate", "--list", "-f", "1b"]);
    assert_eq!(text.status, 0, "{}", text.stderr);
    let line = text
        .stdout
        .lines()
        .find(|line| line.starts_with("1b 6.1.3-1 "));
    assert!(
        line.is_some_and(|line| line.contains("ID")),
        "{}",
        text.stdout
    );
    let json = run(&["validate", "--list", "--format", "json"]);
    let of_1b = json
        .stdout
        .lines()
        .filter(|line| line.contains(r#""flavour":"1b""#));
    assert_eq!(of_1b.count(), text.stdout.lines().count());
    for line in json.stdout.lines() {
        let rule: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert!(
            rule["message"]
                .as_str()
                .is_some_and(|says| says.contains("; ")),
            "no remedy: {line}"
        );
    }
    assert_eq!(run(&["validate", "--list", "--format", "mrr"]).status, 2);
    assert_eq!(
        run(&["validate", "--list", &fixture("pages/blank.pdf")]).status,
        2
    );
}

#[test]
fn the_machine_readable_report_has_what_scripts_look_for() {
    let file = fixture("pages/blank.pdf");
    let locked = fixture("encrypted/aes-256-password.pdf");
    let run = run(&[
        "validate",
        "--format",
        "mrr",
        "-j",
        "1",
        &file,
        "/no/such.pdf",
        &locked,
    ]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let report = roxmltree::Document::parse(&run.stdout).expect("XML");
    let all = |name: &str| -> Vec<_> {
        let nodes = report.descendants().filter(|node| node.has_tag_name(name));
        nodes.collect()
    };
    let [validated] = all("validationReport")[..] else {
        panic!("{}", run.stdout)
    };
    assert_eq!(validated.attribute("isCompliant"), Some("false"));
    assert_eq!(
        validated.attribute("profileName"),
        Some("PDF/A-1b validation profile")
    );
    let [details] = all("details")[..] else {
        panic!("{}", run.stdout)
    };
    let number = |name: &str| {
        details
            .attribute(name)
            .and_then(|n| n.parse::<usize>().ok())
    };
    assert_eq!(number("failedRules"), Some(all("rule").len()));
    assert_eq!(number("failedChecks"), Some(all("check").len()));
    assert_eq!(
        number("passedRules"),
        Some(129 - all("rule").len()),
        "veraPDF has 129 rules of 1b"
    );
    assert!(number("passedChecks") > Some(20));
    let rule = all("rule")[0];
    assert_eq!(rule.attribute("specification"), Some("ISO 19005-1:2005"));
    assert_eq!(
        (rule.attribute("clause"), rule.attribute("testNumber")),
        (Some("6.1.3"), Some("1"))
    );
    let objects: Vec<&str> = all("object").iter().filter_map(|o| o.text()).collect();
    assert_eq!(objects.len(), all("rule").len(), "{objects:?}");
    assert_eq!(objects.first(), Some(&"CosDocument"));
    assert_eq!(all("taskException").len(), 2);
    let [summary] = all("batchSummary")[..] else {
        panic!("{}", run.stdout)
    };
    let count = |name: &str| summary.attribute(name);
    assert_eq!(
        [
            count("totalJobs"),
            count("failedToParse"),
            count("encrypted")
        ],
        [Some("3"), Some("1"), Some("1")]
    );
}

#[test]
fn the_machine_readable_report_shows_a_hundred_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("many.pdf");
    let content = "0 0 9 9 re f\n".repeat(150);
    let bodies = [
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<<>>>>".to_vec(),
        crate::common::stream("", content.as_bytes()),
    ];
    std::fs::write(&path, crate::common::written("1.4", &bodies, ""))
        .expect("a file can be written");
    let run = run(&["validate", "--format", "mrr", &path.display().to_string()]);
    let rule = run
        .stdout
        .split("<rule ")
        .find(|rule| rule.contains("clause=\"6.2.3.3\""));
    let rule = rule.expect("a rule");
    assert!(rule.contains("failedChecks=\"150\""), "{rule}");
    assert!(rule.contains("<object>PDDeviceGray</object>"), "{rule}");
    assert_eq!(rule.matches("<check ").count(), 100);
    let context =
        "<context>root/document[0]/pages[0](3 0 obj PDPage)/contentStream[0]/operator[0]{offset ";
    assert!(rule.contains(context), "{rule}");
}

#[test]
fn the_machine_readable_report_counts_files_and_has_each_flavour() {
    let file = fixture("pages/blank.pdf");
    let run = run(&["validate", "--format", "mrr", "-f", "1b,ua1", &file]);
    assert_eq!(run.stdout.matches("<validationReport ").count(), 2);
    assert_eq!(run.stdout.matches("<job>").count(), 1);
    let counts = r#"compliant="0" nonCompliant="1" failedJobs="0">1</validationReports>"#;
    assert!(run.stdout.contains(counts), "{}", run.stdout);
}

#[test]
fn json_has_a_report_a_line_with_what_was_checked() {
    let file = fixture("pages/blank.pdf");
    let run = run(&[
        "validate",
        "--format",
        "json",
        "-f",
        "2b",
        "--max-failures",
        "1",
        &file,
    ]);
    let report: serde_json::Value = serde_json::from_str(run.stdout.trim()).expect("JSON");
    assert_eq!(report["version"], 1);
    assert_eq!(report["path"], file);
    assert_eq!(report["flavour"], "2b");
    assert_eq!(report["conforms"], false);
    assert!(report["coverage"]["checked"].as_u64() > Some(30));
    let finding = &report["findings"][0];
    assert!(finding["clause"].is_string() && finding["test"].is_u64());
    assert!(finding["count"].as_u64() >= Some(1));
    assert_eq!(finding["faults"].as_array().map(Vec::len), Some(1));
}

/// The parts of veraPDF's JSON that OCRmyPDF, Stirling-PDF and other programs read.
#[test]
fn the_json_report_has_the_shape_of_verapdf() {
    let files = [
        fixture("pages/blank.pdf"),
        "/no/such.pdf".into(),
        fixture("encrypted/aes-256-password.pdf"),
    ];
    let flags = ["validate", "--format", "verapdf-json", "-f", "1b,ua1"];
    let run = run(&[&flags[..], &files.each_ref().map(String::as_str)].concat());
    assert_eq!(run.status, 1, "{}", run.stderr);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let report = &report["report"];
    assert_eq!(report["jobs"].as_array().map(Vec::len), Some(3));
    let job = &report["jobs"][0];
    assert_eq!(job["itemDetails"]["size"], 813);
    assert!(job["processingTime"]["duration"].is_string());
    assert_eq!(job["validationResult"].as_array().map(Vec::len), Some(2));
    let result = &job["validationResult"][0];
    assert_eq!(result["compliant"], false);
    assert_eq!(result["jobEndStatus"], "normal");
    assert_eq!(result["profileName"], "PDF/A-1b validation profile");
    let details = &result["details"];
    let rules = details["ruleSummaries"].as_array().expect("rules");
    assert_eq!(details["failedRules"], rules.len());
    assert_eq!(details["passedRules"], 129 - rules.len());
    let keys = "ruleStatus specification clause testNumber status failedChecks description object \
        test checks";
    for key in keys.split_whitespace() {
        assert!(!rules[0][key].is_null(), "{key}");
    }
    let check = &rules[0]["checks"][0];
    assert_eq!(check["context"], "root");
    assert_eq!(check["errorMessage"], "the trailer has no ID (no ID)");
    assert_eq!(report["jobs"][1]["taskException"]["type"], "PARSE");
    assert!(report["jobs"][1]["validationResult"].is_null());
    let summary = &report["batchSummary"];
    assert_eq!(summary["failedEncryptedJobs"], 1);
    assert_eq!(summary["validationSummary"]["nonCompliantPdfaCount"], 1);
    assert_eq!(summary["validationSummary"]["failedJobCount"], 2);
}

#[test]
fn a_large_batch_is_named_in_a_file_and_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (list, report) = (folder.path().join("list"), folder.path().join("report"));
    let files = [
        fixture("pages/blank.pdf"),
        fixture("fonts/unknown-names.pdf"),
    ];
    std::fs::write(&list, files.join("\n")).expect("a list");
    let (list, report) = (list.display().to_string(), report.display().to_string());
    let flags = [
        "validate",
        "--format",
        "json",
        "-f",
        "1b",
        "--resume",
        &report,
        "--files-from",
        &list,
    ];
    assert_eq!(
        run(&[&flags[..6], &[&report, &files[0]]].concat()).status,
        1
    );
    // The run was stopped while it wrote a line.
    let written = std::fs::read_to_string(&report).expect("a report");
    std::fs::write(&report, format!("{written}{{\"version\":1,\"pa")).expect("a report");
    for _ in 0..2 {
        let run = run(&flags);
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{}", run.stderr);
        let lines = std::fs::read_to_string(&report).expect("a report");
        assert!(lines.starts_with(&written), "{lines}");
        let paths = lines.lines().map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            line["path"].as_str().unwrap_or_default().to_owned()
        });
        assert_eq!(paths.collect::<Vec<_>>(), files);
    }
    let other = run(&[&flags[..6], &[&list, &files[0]]].concat());
    assert_eq!(other.status, 2);
    assert!(other.stderr.contains("is not a report"), "{}", other.stderr);
    let text = run(&["validate", "--resume", &report, &files[0]]);
    assert_eq!(text.status, 2);
    assert!(text.stderr.contains("add --format json"), "{}", text.stderr);
}

#[test]
fn without_places_a_rule_keeps_its_message() {
    let run = run(&[
        "validate",
        "--max-failures",
        "0",
        &fixture("pages/blank.pdf"),
    ]);
    let wanted = "  6.1.3-1: the trailer has no ID; give the file an identifier (1 place)";
    assert!(
        run.stdout.lines().any(|line| line == wanted),
        "{}",
        run.stdout
    );
}

#[test]
fn a_page_for_people_tells_the_same() {
    let file = fixture("pages/blank.pdf");
    let run = run(&["validate", "--format", "html", &file]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.starts_with("<!DOCTYPE html>"));
    assert!(run.stdout.trim_end().ends_with("</html>"));
    assert!(run.stdout.contains("FAIL</strong>"), "{}", run.stdout);
    assert!(
        run.stdout
            .contains("<td>ISO 19005-1:2005, clause 6.1.3, test 1</td>"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("<td>give the file an identifier</td>"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("data-rules=\"1b 6.1.3-1;"),
        "{}",
        run.stdout
    );
    let totals = run.stdout.split("class=\"totals\"").nth(1).expect("totals");
    assert!(
        totals.contains("1 file · 1 <strong class=\"fail\">FAIL"),
        "{totals}"
    );
    assert!(totals.contains(concat!("pdfa2hocr ", env!("CARGO_PKG_VERSION"))));
}

#[test]
#[cfg(feature = "browse")]
fn faults_are_shown_on_pictures_of_their_pages() {
    let file = fixture("fonts/unknown-names.pdf");
    let flags = ["-f", "1b", "--format", "html", "--pictures"];
    let run = run(&[&["validate"], &flags[..], &[&file]].concat());
    assert_eq!(run.status, 1, "{}", run.stderr);
    let (_, figure) = run.stdout.split_once("<figure data-page").expect("a page");
    assert!(figure.contains("data:image/"), "no picture");
    let (_, fault) = figure
        .split_once("<rect class=\"fault\" data-finding=")
        .expect("a box");
    let (rect, _) = fault.split_once("</rect>").expect("its end");
    assert!(rect.contains("<title>6."), "{rect}");
}

#[test]
#[cfg(feature = "browse")]
fn pictures_are_for_web_browsers_only() {
    let run = run(&["validate", "--pictures", &fixture("pages/blank.pdf")]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("add --format html"), "{}", run.stderr);
}

#[test]
fn no_real_file_makes_a_parser_panic() {
    let Some(files) = corpus("text") else { return };
    for flavour in ["1b", "4"] {
        let mut args = vec![
            "validate".to_owned(),
            "--format".into(),
            "json".into(),
            "-f".into(),
        ];
        args.push(flavour.to_owned());
        args.extend(files.iter().map(|f| f.display().to_string()));
        let run = run(&args);
        let lines = run.stdout.lines().count();
        assert_eq!(lines, files.len(), "{flavour}: a result a file");
        assert!(!run.stdout.contains("a parser gave up"), "{flavour}");
    }
}

#[test]
fn a_summary_counts_files_and_rules() {
    let file = fixture("pages/blank.pdf");
    let run = run(&["validate", "--summary", "-f", "1b", &file, &file]);
    assert!(
        run.stdout.starts_with("1b: 0 PASS, 2 FAIL\n"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("     2 1b 6."), "{}", run.stdout);
}

#[test]
fn a_summary_as_a_page_has_the_rules_and_no_files() {
    let file = fixture("pages/blank.pdf");
    let run = run(&[
        "validate",
        "--summary",
        "--format",
        "html",
        "-f",
        "1b",
        &file,
    ]);
    let page = &run.stdout;
    assert!(
        page.contains("1 <strong class=\"fail\">FAIL</strong>"),
        "{page}"
    );
    assert!(page.contains("<table class=\"rules\">"), "{page}");
    assert!(
        !page.contains("blank.pdf") && page.ends_with("</html>\n"),
        "{page}"
    );
}

/// For each flavour: minimum share of right verdicts on veraPDF's corpus, in percent, and maximum number of
/// false
/// alarms.
const FLOORS: &[(&str, f64, usize)] = &[
    ("1b", 98.0, 1),
    ("2b", 98.0, 2),
    ("3b", 98.0, 0),
    ("4", 95.0, 0),
    ("4e", 90.0, 0),
    ("4f", 98.0, 0),
    ("1a", 98.0, 0),
    ("2a", 90.0, 1),
    ("ua1", 97.0, 0),
    ("ua2", 98.0, 0),
];

#[derive(Default)]
struct Score {
    files: usize,
    right: usize,
    false_alarms: usize,
    same_rules: usize,
    failing: usize,
    wrong: Vec<String>,
}

#[test]
fn verdicts_on_the_corpus_are_right() {
    let Some(files) = corpus("pdfa") else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/pdfa");
    let table = std::fs::read_to_string(folder.join("expected.tsv")).expect("the table");
    let mut expected: BTreeMap<String, Vec<(String, bool, BTreeSet<String>)>> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        if let [file, flavour, verdict, rules] = columns.as_slice() {
            let rules = rules
                .split([' ', ',', ';'])
                .filter(|r| !r.is_empty())
                .map(str::to_owned)
                .collect();
            let list = expected.entry((*flavour).to_owned()).or_default();
            list.push(((*file).to_owned(), *verdict == "pass", rules));
        }
    }
    assert!(!files.is_empty());
    for (flavour, cases) in expected {
        let score = score(&folder, &flavour, &cases);
        println!(
            "{flavour:4} {} of {} right, {} false alarms, rules the same in {} of {}",
            score.right, score.files, score.false_alarms, score.same_rules, score.failing
        );
        for line in &score.wrong {
            println!("  {line}");
        }
        if let Some((_, floor, most)) = FLOORS.iter().find(|f| f.0 == flavour) {
            let right = 100.0 * score.right as f64 / score.files as f64;
            assert!(right >= *floor, "{flavour}: {right:.1} % right");
            assert!(score.false_alarms <= *most, "{flavour}: false alarms");
        }
    }
}

fn score(folder: &Path, flavour: &str, cases: &[(String, bool, BTreeSet<String>)]) -> Score {
    let mut args: Vec<String> = [
        "validate",
        "--format",
        "json",
        "--max-failures",
        "1",
        "-f",
        flavour,
    ]
    .map(str::to_owned)
    .to_vec();
    let path = |file: &str| folder.join(file).display().to_string();
    args.extend(cases.iter().map(|(file, ..)| path(file)));
    let run = run(&args);
    let mut found: BTreeMap<String, (bool, BTreeSet<String>)> = BTreeMap::new();
    for line in run.stdout.lines() {
        let report: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let rules = report["findings"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|f| format!("{}-{}", f["clause"].as_str().unwrap_or_default(), f["test"]))
            .collect();
        let file = report["path"].as_str().unwrap_or_default().to_owned();
        found.insert(file, (report["conforms"] == true, rules));
    }
    let mut score = Score::default();
    for (file, passes, rules) in cases {
        score.files += 1;
        let (conforms, broken) = found.get(&path(file)).cloned().unwrap_or_default();
        if conforms == *passes {
            score.right += 1;
            if !passes {
                // Some rows of the list name no rules.
                score.failing += usize::from(!rules.is_empty());
                score.same_rules += usize::from(&broken == rules);
            }
        } else {
            score.false_alarms += usize::from(*passes);
            score
                .wrong
                .push(format!("{file}: {rules:?}, not {broken:?}"));
        }
    }
    score
}

#[test]
fn results_come_in_the_order_of_the_files_with_any_number_of_threads() {
    // The first file takes longest.
    let names = [
        "scored/newspaper",
        "pages/blank",
        "fonts/type3",
        "pages/rotate",
    ];
    let files: Vec<String> = names.map(fixture_pdf).into();
    let mut args: Vec<&str> = vec!["validate", "-f", "1b,ua1", "-j", "1"];
    for _ in 0..10 {
        args.extend(files.iter().map(String::as_str));
    }
    let alone = run(&args);
    assert_eq!(alone.stdout.matches(" 1b").count(), 40, "{}", alone.stdout);
    args[4] = "4";
    for _ in 0..3 {
        assert_eq!(run(&args).stdout, alone.stdout);
    }
}

fn fixture_pdf(name: &str) -> String {
    fixture(&format!("{name}.pdf"))
}
