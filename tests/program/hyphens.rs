//! Hyphens at line ends: which of them divide a word, in all formats, with and without `-u`.

use crate::common::{fixture, run};

fn written(file: &str, options: &[&str]) -> String {
    let input = fixture(file);
    let mut args = vec!["-q"];
    args.extend(options);
    args.extend([input.as_str(), "-"]);
    let run = run(&args);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{args:?}");
    run.stdout
}

/// The pairs of word parts around the line-end hyphens of a fixture, from its text.
fn line_ends(file: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(fixture(&file.replace(".pdf", ".txt"))).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let end = |pair: &[&str]| {
        let stem = pair[0].split(' ').next_back()?.strip_suffix('-')?;
        let next = pair[1].split(' ').next()?;
        let bare = |half: &str| half.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        Some((bare(stem), bare(next)))
    };
    lines.windows(2).filter_map(end).collect()
}

/// Words that keep their hyphens, by file, with the language for `-u`.
const KEPT: [(&str, &str, &[&str]); 3] = [
    (
        "hyphens/divided.pdf",
        "en",
        &[
            "in-house",
            "evidence-based",
            "high-water",
            "well-known",
            "cost-effective",
            "self-made",
            "long-term",
        ],
    ),
    (
        "hyphens/ragged.pdf",
        "en",
        &["brick-dusted", "hollow-cheeked"],
    ),
    ("hyphens/polish.pdf", "pl", &["czarno-biały"]),
];

#[test]
fn a_word_is_joined_and_a_compound_is_not_in_all_formats() {
    for (file, language, kept) in KEPT {
        let ends = line_ends(file);
        assert!(ends.len() >= kept.len());
        let is_kept =
            |end: &(String, String)| kept.contains(&format!("{}-{}", end.0, end.1).as_str());
        let divided = ends.iter().filter(|end| !is_kept(end)).count();
        assert_eq!(ends.len() - divided, kept.len(), "{file}");
        for options in [&[][..], &["-u", language], &["-p"], &["-p", "-u", language]] {
            let write = |format: &[&str]| written(file, &[options, format].concat());
            // Running text joins divided words in all formats.
            for format in [
                &["--format", "text", "--flow"][..],
                &["--format", "markdown"],
                &["--format", "html"],
            ] {
                let text = write(format);
                for end in &ends {
                    let sign = if is_kept(end) { "-" } else { "" };
                    let word = format!("{}{sign}{}", end.0, end.1);
                    assert!(
                        text.contains(&word),
                        "{word} {format:?} {options:?}: {text}"
                    );
                }
            }
            // Formats that keep lines mark the same divided words.
            let count =
                |format: &str, sign: &str| write(&["--format", format]).matches(sign).count();
            let hocr = write(&[]);
            assert_eq!(
                hocr.matches('\u{AD}').count() + hocr.matches("&#xAD;").count(),
                divided,
                "{file} {options:?}"
            );
            assert_eq!(count("alto", "<HYP "), divided, "{file} {options:?}");
            assert_eq!(count("alto", "\"HypPart2\""), divided, "{file} {options:?}");
            assert_eq!(count("tei", "break=\"no\""), divided, "{file} {options:?}");
        }
    }
}

#[test]
fn a_hyphen_that_ends_a_line_is_in_the_word_of_a_language() {
    let words = |options: &[&str]| {
        let options = [options, &["--format", "tsv"]].concat();
        let tsv = written("hyphens/polish.pdf", &options);
        let rows = tsv
            .lines()
            .map(|row| row.split('\t').next_back().unwrap_or_default().to_owned());
        rows.collect::<Vec<_>>()
    };
    let words = words(&["-u", "pl", "--normalize", "none"]);
    assert!(words.iter().any(|word| word == "sta-"), "{words:?}");
    assert!(words.iter().any(|word| word == "("), "{words:?}");
    // Within a line the hyphen is a word of its own, like all marks.
    assert!(words.iter().any(|word| word == "-"), "{words:?}");
}

#[test]
fn a_quotation_is_found_with_its_words_whole() {
    let input = fixture("hyphens/divided.pdf");
    for quote in [
        "the internal report before it asked",
        "the in-house team, which had made it",
        "the harbour, and the long-term plan",
    ] {
        let found = run(&["locate", &input, quote]);
        assert_eq!(found.status, 0, "{quote}: {}", found.stderr);
    }
}

#[test]
fn hyphens_do_not_depend_on_the_number_of_threads() {
    for file in [
        "hyphens/divided.pdf",
        "showcase/herald.pdf",
        "scored/paper.pdf",
    ] {
        let with = |jobs: &str| written(file, &["-j", jobs, "-p"]);
        assert_eq!(with("1"), with("4"), "{file}");
    }
}

#[test]
fn a_word_of_korean_is_joined_without_a_hyphen() {
    let file = "hyphens/korean.pdf";
    let divided = [
        "한국어 글을 읽는 방법을 시험하는",
        "프로그램은 나뉜 낱말을 다시",
    ];
    for options in [&[][..], &["-p"]] {
        for format in [
            &["--format", "text", "--flow"][..],
            &["--format", "markdown"],
            &["--format", "html"],
        ] {
            let text = written(file, &[options, format].concat());
            for words in divided {
                assert!(text.contains(words), "{format:?} {options:?}: {text}");
            }
        }
        let tei = written(file, &[options, &["--format", "tei"]].concat());
        assert!(tei.contains("break=\"no\""), "{tei}");
        let alto = written(file, &[options, &["--format", "alto"]].concat());
        assert!(!alto.contains("<HYP "), "{alto}");
    }
}
