//! Output is safe to publish and to print: the content of a file stays text.

use std::fs;
use std::process::Stdio;

use crate::common::{Run, fixture, program, run, scratch};

const FORMATS: [&str; 10] = [
    "hocr",
    "alto",
    "page",
    "tei",
    "text",
    "tsv",
    "vertical",
    "pdfminer-xml",
    "segments",
    "sqlite",
];

fn converted(args: &[&str], name: &str) -> String {
    let run = run(&[&["-q"], args, &[&fixture(name), "-"]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{args:?}");
    run.stdout
}

/// The output with one rule in place of that of the built-in mapping for tags.
fn mapped(rules: &str, name: &str) -> String {
    let folder = scratch();
    let path = folder.path().join("mapping.json");
    let mapping = format!("{{ \"extends\": \"tagged\", \"rules\": {{ {rules} }} }}");
    fs::write(&path, mapping).expect("a mapping");
    converted(&["-m", path.to_str().expect("UTF-8")], name)
}

#[test]
fn attributes_of_a_document_are_never_taken_for_the_programs_own() {
    let forged = fixture("hostile/forged.pdf");
    for mapping in [
        "tagged",
        "html",
        "tesseract",
        "strict",
        "layout",
        "tagged-2011",
    ] {
        let hocr = converted(&["-m", mapping], "hostile/forged.pdf");
        for wrong in [
            "forged",
            "script:",
            "<a",
            "x_group",
            "rtl",
            "<ol",
            "lang=\"xx",
            "aria-level=\"6",
        ] {
            let hocr = hocr.replace("forged.pdf", "");
            assert!(!hocr.contains(wrong), "{mapping}: {wrong}\n{hocr}");
        }
    }
    for format in FORMATS {
        let text = converted(&["--format", format], "hostile/forged.pdf");
        let text = text.replace("forged.pdf", "").replace("forged</title>", "");
        assert!(!text.contains("forged"), "{format}: {text}");
        assert!(!text.contains("javascript"), "{format}: {text}");
    }
    // The structure tree as text has neither forged attributes nor those that the program derives.
    let outline = run(&["--structure-text", &forged]).stdout;
    assert!(
        !outline.contains("forged") && !outline.contains("href"),
        "{outline}"
    );
    // Forged attributes do not change the levels of headings.
    let hocr = converted(&[], "hostile/forged.pdf");
    assert!(hocr.contains("role=\"heading\" aria-level=\"1\""), "{hocr}");
    assert!(hocr.contains("<ul"), "{hocr}");
}

#[test]
fn json_tells_the_programs_attributes_from_those_of_the_document() {
    let json = converted(&["--format", "json"], "hostile/forged.pdf");
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let (mut own, mut documents) = (0, 0);
    let mut todo = vec![&value["pages"][0]["tree"]];
    while let Some(node) = todo.pop() {
        todo.extend(node["children"].as_array().into_iter().flatten());
        for attribute in node["attributes"].as_array().into_iter().flatten() {
            let name = attribute["name"].as_str().expect("a name");
            let forged = ["forged", "javascript:alert(1)", "blocks"];
            if forged.contains(&attribute["value"].as_str().expect("a value")) {
                assert!(name.starts_with("pdf:"), "{attribute}");
                documents += 1;
            } else {
                own += usize::from(name == "S" || name == "level");
            }
        }
    }
    assert!(own > 5 && documents > 20, "{own} {documents}");
}

#[test]
fn a_mapping_that_asks_for_a_name_gets_the_programs_value() {
    let rules = r#""P": { "element": "p.ocr_par",
        "attributes": { "data-group": "{group}", "data-alt": "{Alt}", "data-type": "{S}" } }"#;
    let hocr = mapped(rules, "hostile/forged.pdf");
    assert!(!hocr.contains("data-group"), "{hocr}");
    assert!(!hocr.contains("data-alt"), "{hocr}");
    assert!(!hocr.contains("data-type=\"forged\""), "{hocr}");
    let rules = r#""P": { "element": "p.ocr_par", "attributes": { "data-type": "{S}" } }"#;
    assert!(mapped(rules, "hostile/forged.pdf").contains("data-type=\"P\""));
}

#[test]
fn addresses_are_judged_where_they_are_written() {
    // The same rule writes the link of objects.pdf, but none of the forged ones.
    let link = r#""Link": { "if": { "pdf:href": true }, "element": "a", "attributes": { "href": "{href}" } }"#;
    assert!(!mapped(link, "hostile/forged.pdf").contains("script:"));
    for (name, value, written) in [
        ("href", "{T}{Color}", false),
        ("cite", "java{X}script:alert(1)", false),
        ("style", "color: {Color}", false),
        ("style", "text-align: {TextAlign}", true),
        ("data-colour", "{Color}", true),
    ] {
        let rules = format!(
            r#""P": {{ "element": "p.ocr_par", "attributes": {{ "{name}": "{value}" }} }}"#
        );
        let hocr = mapped(&rules, "hostile/forged.pdf");
        let (_, hocr) = hocr.split_once("<body>").expect("a body");
        assert_eq!(hocr.contains(&format!(" {name}=")), written, "{hocr}");
        assert!(!hocr.contains("script"), "{hocr}");
    }
    // Addresses from a module are checked against the same list.
    let folder = scratch();
    let module = folder.path().join("links.star");
    for (address, written) in [
        ("javascript:alert(1)", false),
        ("java\\nscript:alert(1)", false),
        ("https://example.org/", true),
    ] {
        let text = format!(
            "def custom_processing(page):\n    for link in page.descendants('Link'):\n        link.attributes['href'] = '{address}'\n"
        );
        fs::write(&module, text).expect("a module");
        let module = module.to_str().expect("UTF-8");
        for format in ["hocr", "json"] {
            let args = ["-l", module, "--format", format];
            let text = converted(&args, "tagged/objects.pdf");
            assert_eq!(text.contains("https://example.org/"), written, "{text}");
            assert!(!text.contains("script:"), "{text}");
        }
    }
}

#[test]
fn a_mapping_cannot_let_a_document_write_a_program() {
    let folder = scratch();
    let path = folder.path().join("mapping.json");
    for (name, value, why) in [
        ("onclick", "{T}", "no attribute of a node can be used here"),
        ("srcdoc", "{T}", "no attribute of a node can be used here"),
        ("ping", "{T}", "no attribute of a node can be used here"),
        (
            "href",
            "javascript:go()",
            "is not an address that is written",
        ),
    ] {
        let mapping = format!(
            "{{ \"rules\": {{ \"P\":\n{{ \"element\": \"p\", \"attributes\": {{ \"{name}\": \"{value}\" }} }} }} }}"
        );
        fs::write(&path, mapping).expect("a mapping");
        let path = path.to_str().expect("UTF-8");
        let run = run(&["-m", path, &fixture("tagged/objects.pdf"), "-"]);
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{name}");
        let place = format!("{path}:2: P: attributes: {name}: ");
        assert!(run.stderr.contains(&place), "{}", run.stderr);
        assert!(run.stderr.contains(why), "{}", run.stderr);
    }
}

/// The characters that control a terminal, except for line ends and tabs.
fn commands(text: &str) -> Vec<char> {
    let obeyed = |c: &char| {
        c.is_control() && !matches!(c, '\n' | '\t') || ('\u{202A}'..='\u{202E}').contains(c)
    };
    text.chars().filter(obeyed).collect()
}

fn is_calm(run: &Run) {
    assert!(commands(&run.stderr).is_empty(), "{}", run.stderr);
    assert!(commands(&run.stdout).is_empty(), "{}", run.stdout);
    // Line breaks in names do not begin a new line of the output.
    for text in [&run.stderr, &run.stdout] {
        assert!(!text.lines().any(|l| l.starts_with("K")), "{text}");
    }
}

#[test]
fn names_in_a_file_do_not_command_the_terminal() {
    let escapes = fixture("hostile/escapes.pdf");
    let warned = run(&[&escapes, "/dev/null"]);
    assert!(
        warned.stderr.contains("font \\u{1b}[31mred"),
        "{}",
        warned.stderr
    );
    is_calm(&warned);
    for args in [
        &["--structure-text"][..],
        &["-v"],
        &["validate", "-f", "2b"],
        &["validate", "-f", "ua1"],
        &["validate", "--format", "html", "-f", "2b"],
        &["explain"],
    ] {
        let mut args = args.to_vec();
        args.push(&escapes);
        if args[0] == "-v" {
            args.push("/dev/null");
        }
        is_calm(&run(&args));
    }
    let validated = run(&["validate", "-f", "2b", &escapes]);
    assert!(
        validated.stdout.contains("\\u{1b}[31mred"),
        "{}",
        validated.stdout
    );
}

#[test]
fn names_of_files_do_not_command_the_terminal() {
    let folder = scratch();
    let name = "a\u{1b}[2J\u{202e}\nK.pdf";
    let path = folder.path().join(name);
    let path = path.to_str().expect("UTF-8");
    let out = folder.path().join("out");
    let out = out.to_str().expect("UTF-8");
    for missing in [
        &[path, "/dev/null"][..],
        &["validate", path],
        &["check", path],
        &["batch", path, "--output-dir", out],
        &["-m", path, path, "/dev/null"],
        &["--nonsense\u{1b}[2J"],
    ] {
        let run = run(missing);
        assert!(
            run.status != 0 && run.stderr.lines().count() <= 1,
            "{run:?}"
        );
        is_calm(&run);
    }
    fs::copy(fixture("tagged/objects.pdf"), path).expect("a copy");
    is_calm(&run(&["batch", "-v", path, "--output-dir", out]));
    let broken = folder.path().join("b\u{1b}[2J.pdf");
    fs::write(&broken, "no PDF").expect("a file");
    let run = program()
        .args(["batch", "--output-dir", out, "--resume"])
        .arg(folder.path())
        .stderr(Stdio::piped())
        .output()
        .expect("the program starts");
    let stderr = String::from_utf8(run.stderr).expect("UTF-8");
    assert!(commands(&stderr).is_empty(), "{stderr}");
    assert!(stderr.contains("b\\u{1b}[2J.pdf"), "{stderr}");
}

#[test]
fn what_modules_print_of_a_document_does_not_command_the_terminal() {
    let folder = scratch();
    let module = folder.path().join("print.star");
    let text = "def custom_processing(page):\n    print('two\\nlines', '\\x1b[2J\\x9b')\n    page.children[0].kind = 'P'\n";
    fs::write(&module, text).expect("a module");
    let module = module.to_str().expect("UTF-8");
    let escapes = fixture("hostile/escapes.pdf");
    let printed = run(&["-l", module, &escapes, "/dev/null"]);
    assert!(
        printed
            .stderr
            .contains("page 1: two\nlines \\u{1b}[2J\\u{9b}\n"),
        "{}",
        printed.stderr
    );
    is_calm(&printed);
    is_calm(&run(&["module", "run", module, &escapes]));
}
