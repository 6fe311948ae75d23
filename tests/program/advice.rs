//! Mistakes on the command line: each gets one line with advice, and the right exit code.

use std::fs;
use std::path::Path;

use crate::common::{Run, fixture, run, scratch, stream, written};

const OBJECTS: &str = "tagged/objects.pdf";

/// Runs the program, and checks that it prints nothing but one line to standard error. Returns that line.
#[track_caller]
fn stderr(args: &[&str], status: i32) -> String {
    let run = run(args);
    assert_eq!(run.status, status, "{args:?}: {}", run.stderr);
    assert_eq!(run.stdout, "", "{args:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{args:?}: {}", run.stderr);
    run.stderr
}

#[track_caller]
fn tells(args: &[&str], status: i32, what: &[&str]) {
    let said = stderr(args, status);
    for what in what {
        assert!(said.contains(what), "{args:?}: {what}: {said}");
    }
}

fn made(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a file");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn several_files_are_for_the_command_batch() {
    let batch = "pdfa2hocr batch FILE… --output-dir FOLDER";
    tells(&["a.pdf", "b.pdf", "c.pdf"], 1, &["3 files", batch]);
    let folder = scratch();
    let copies: Vec<String> = (0..5)
        .map(|n| {
            made(
                folder.path(),
                &format!("{n}.pdf"),
                fs::read(fixture(OBJECTS)).unwrap(),
            )
        })
        .collect();
    let all: Vec<&str> = copies.iter().map(String::as_str).collect();
    tells(&all, 1, &["5 files", batch]);
    let untouched = fs::read(&copies[1]).expect("a copy");
    assert!(untouched.starts_with(b"%PDF"), "nothing was written");
}

#[test]
fn a_word_that_is_no_command_is_said_to_be_none() {
    let input = fixture(OBJECTS);
    for args in [&["convert", &input, "out"][..], &["convert", "-"]] {
        tells(
            args,
            1,
            &["\"convert\"", "pdfa2hocr INPUT OUTPUT", "pdfa2hocr batch"],
        );
    }
    tells(&["vaildate", "-"], 1, &["did you mean \"validate\"?"]);
    // A file named like a command is converted.
    let folder = scratch();
    let file = made(folder.path(), "convert", fs::read(&input).unwrap());
    assert_eq!(run(&["-q", &file, "/dev/null"]).status, 0);
}

#[test]
fn options_can_stand_before_and_behind_a_command() {
    let input = fixture(OBJECTS);
    let folder = scratch();
    let place = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    for (name, args) in [
        ("a", &["-q", "--format", "text", "batch", &input][..]),
        ("b", &["batch", "-q", "--format", "text", &input]),
    ] {
        let folder = place(name);
        let run = run(&[args, &["--output-dir", &folder]].concat());
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        let text = fs::read_to_string(format!("{folder}/objects.txt")).expect("text");
        assert!(text.starts_with("Objects"), "{text}");
        // The manifest has the options from either position.
        let manifest = fs::read_to_string(format!("{folder}/manifest.jsonl")).expect("a manifest");
        assert!(manifest.contains("[\"--format=text\"]"), "{manifest}");
    }
    let explained = [&["-p", "explain", &input][..], &["explain", "-p", &input]];
    let [before, behind] = explained.map(|args| run(args).stdout);
    assert!(before.contains("<svg") && before == behind);
    let module = fixture("modules/nothing.star");
    let shown = [
        &["module", "run", &module, "-i", &input, "--pages", "1"][..],
        &["module", "run", &module, &input, "-i", "--pages=1"],
        &["-i", "--pages", "1", "module", "run", &module, &input],
    ];
    let [first, second, third] = shown.map(|args| {
        let Run { status, stdout, .. } = run(args);
        assert_eq!(status, 0);
        stdout
    });
    assert!(first.starts_with("--- page 1 before\n"), "{first}");
    assert!(first == second && first == third);
}

#[test]
fn the_mappings_there_are_are_listed() {
    let input = fixture(OBJECTS);
    let all = [
        "\"layout\"",
        "\"tagged\"",
        "\"html\"",
        "\"tesseract\"",
        "\"strict\"",
        "\"finereader-2011\"",
    ];
    tells(&["-m", "nosuch", &input, "out"], 1, &all);
    tells(
        &["-m", "tesserakt", &input, "out"],
        1,
        &["did you mean \"tesseract\"?"],
    );
}

#[test]
fn other_files_are_called_by_their_names() {
    let folder = scratch();
    for (bytes, name, advice) in [
        (
            &fs::read(fixture("hocr/by-hand.html")).unwrap()[..],
            "hOCR",
            "check",
        ),
        (
            b"<!DOCTYPE html>\n<html><body>x</body></html>",
            "HTML",
            "print it",
        ),
        (
            b"<?xml version=\"1.0\"?>\n<alto xmlns=\"x\">",
            "ALTO",
            "name the PDF",
        ),
        (
            b"<?xml version=\"1.0\"?>\n<PcGts xmlns=\"x\">",
            "PAGE",
            "name the PDF",
        ),
        (b"AT&TFORM\0\0\0\0DJVUINFO", "DjVu", "djvu2hocr"),
        (b"\xFF\xD8\xFF\xE0\0\x10JFIF", "a JPEG image", "tesseract"),
        (b"\x89PNG\r\n\x1A\n", "a PNG image", "tesseract"),
        (b"II*\0\x08\0\0\0", "a TIFF image", "tesseract"),
        (b"MM\0*\0\0\0\x08", "a TIFF image", "tesseract"),
        (b"GIF89a", "a GIF image", "tesseract"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "a WebP image", "tesseract"),
        (b"BM\x10\0\0\0\0\0\0\0", "a BMP image", "tesseract"),
        (
            b"\0\0\0\x0CjP  \r\n\x87\n",
            "a JPEG 2000 image",
            "tesseract",
        ),
        (b"%!PS-Adobe-3.0\n", "PostScript", "ps2pdf"),
        (b"PK\x03\x04\x14\0", "a ZIP archive", "unpack"),
        (b"\x1F\x8B\x08\0", "a gzip archive", "unpack"),
        (b"{\\rtf1", "RTF", "save"),
    ] {
        let file = made(folder.path(), "file", bytes);
        // hOCR, ALTO and PAGE are valid input, except for commands that need a PDF.
        if !["hOCR", "ALTO", "PAGE"].contains(&name) {
            tells(
                &[&file, "-"],
                4,
                &[&format!("this is {name}"), "not a PDF", advice],
            );
        }
        let validated = run(&["validate", &file]);
        assert_eq!(validated.status, 7);
        assert!(validated.stdout.contains(name), "{}", validated.stdout);
    }
}

#[test]
fn check_says_at_once_that_a_pdf_is_none_of_its_files() {
    let input = fixture(OBJECTS);
    tells(&["check", &input], 1, &[&input, "is a PDF", "validate"]);
}

#[test]
fn threads_are_one_at_least() {
    let input = fixture(OBJECTS);
    let least = "at least 1";
    tells(&["-j", "0", &input, "-"], 1, &[least]);
    tells(
        &["batch", "-j", "0", &input, "--output-dir", "x"],
        1,
        &[least],
    );
    tells(&["validate", "-j", "0", &input], 2, &[least]);
    tells(&["-j", "many", &input, "-"], 1, &[least]);
}

#[test]
fn one_thing_is_not_called_several() {
    let folder = scratch();
    let out = folder.path().join("out");
    let out = out.to_str().expect("UTF-8");
    let run_of_one = run(&["batch", "-v", &fixture(OBJECTS), "--output-dir", out]);
    let said = &run_of_one.stderr;
    assert!(said.contains("objects.pdf: 1 page, 8 words\n"), "{said}");
    assert!(said.contains("1 file: 1 converted; 1 page in "), "{said}");
    assert!(said.ends_with(" s\n"), "{said}");
    let again = run(&["batch", "--resume", &fixture(OBJECTS), "--output-dir", out]);
    assert!(
        again
            .stderr
            .contains("1 file: 1 done before; 0 pages in 0.0 s"),
        "{}",
        again.stderr
    );
    let bad = run(&[
        "batch",
        "--resume",
        &fixture("damaged/not-a-pdf.pdf"),
        "--output-dir",
        out,
    ]);
    assert!(
        bad.stderr.contains("1 of 1 file has errors"),
        "{}",
        bad.stderr
    );
    let one = one_unknown("", procedure());
    let file = made(folder.path(), "one.pdf", one);
    let said = run(&["-v", "-p", &file, "/dev/null"]).stderr;
    assert!(
        said.contains(", which are written as U+FFFD (1)\n"),
        "{said}"
    );
    assert!(said.contains("page 1: 1 word\n"), "{said}");
}

/// A page with one glyph of unknown meaning. It is in a Type 3 font with the given entries, and drawn by
/// the given procedure.
fn one_unknown(entries: &str, procedure: Vec<u8>) -> Vec<u8> {
    let font = format!(
        "<</Type/Font/Subtype/Type3{entries}/FontBBox[0 0 0 0]/FontMatrix[.01 0 0 .01 0 0]\
         /CharProcs<</g7 6 0 R>>/FirstChar 1/LastChar 1/Widths[60]\
         /Encoding<</Type/Encoding/Differences[1/g7]>>>>"
    );
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 5 0 R\
                /Resources<</Font<</Tt#41 4 0 R>>>>>>";
    let objects = [
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        page.into(),
        font.into(),
        stream("", b"BT /TtA 12 Tf 20 200 Td (\\001) Tj ET"),
        procedure,
    ];
    written("1.7", &objects, "")
}

fn procedure() -> Vec<u8> {
    stream("", b"60 0 0 0 50 70 d1 0 0 50 70 re f")
}

#[test]
fn type_3_fonts_are_named_by_their_key_and_object() {
    let folder = scratch();
    let said = |file: Vec<u8>| {
        let file = made(folder.path(), "font.pdf", file);
        run(&["-p", &file, "/dev/null"]).stderr
    };
    let unnamed = said(one_unknown("", procedure()));
    let font = "Type 3 font /TtA (object 4) has characters without a Unicode value";
    assert!(unnamed.contains(font), "{unnamed}");
    // A font with a name is identified by it.
    let named = said(one_unknown("/Name/Fancy", procedure()));
    assert!(
        named.contains("Type 3 font Fancy has characters without"),
        "{named}"
    );
    // Warnings from reading a font identify it by key and object, too.
    let broken = stream("/Filter/FlateDecode", b"no Flate data");
    let broken = said(one_unknown("", broken));
    assert!(
        broken.contains(": Type 3 font /TtA (object 4): the stream"),
        "{broken}"
    );
}

#[test]
fn a_long_chain_of_mappings_is_not_called_a_circle() {
    let folder = scratch();
    let dir = folder.path();
    for n in 0..20 {
        let text = format!("{{ \"extends\": \"{}.json\" }}", n + 1);
        made(dir, &format!("{n}.json"), text);
    }
    made(dir, "20.json", "{ \"extends\": \"layout\" }");
    let input = fixture(OBJECTS);
    let mapping = |n: usize| {
        dir.join(format!("{n}.json"))
            .to_str()
            .expect("UTF-8")
            .to_owned()
    };
    let said = stderr(&["-m", &mapping(0), &input, "out"], 1);
    assert!(
        said.contains("one too many") && said.contains("16 mappings"),
        "{said}"
    );
    assert!(!said.contains("leads back"), "{said}");
    assert_eq!(
        run(&["-q", "-m", &mapping(6), &input, "/dev/null"]).status,
        0
    );
    made(dir, "20.json", "{ \"extends\": \"15.json\" }");
    tells(&["-m", &mapping(15), &input, "out"], 1, &["leads back"]);
}

#[test]
fn a_mapping_that_is_none_is_refused() {
    let folder = scratch();
    let input = fixture(OBJECTS);
    for (text, why) in [
        ("hello\n", "this is not a mapping"),
        ("null", "this is not a mapping"),
        ("[]", "this is not a mapping"),
        ("\"tagged\"", "this is not a mapping"),
        ("{}", "no \"rules\""),
        ("{ \"rules\": {} }", "no \"rules\""),
        ("{ \"rules\": null }", "null"),
        ("{ \"rules\": { \"P\": null } }", "null"),
    ] {
        let file = made(folder.path(), "mapping", text);
        tells(
            &["-m", &file, &input, "out"],
            1,
            &[&format!("{file}:1: "), why],
        );
    }
    assert!(!folder.path().join("out").exists());
}

#[test]
fn kinds_and_attributes_that_no_document_has_are_doubted() {
    let folder = scratch();
    let input = fixture(OBJECTS);
    let text = "{ \"extends\": \"tagged\", \"rules\": {\n\"wurd\": \"span.ocrx_word\",\n\
                \"P\": { \"if\": { \"Lanq\": true }, \"inside\": \"Sekt\",\n\
                \"element\": \"p.ocr_par\", \"attributes\": { \"data-x\": \"{RowSpam}\" } } } }";
    let file = made(folder.path(), "mapping.json", text);
    let warned = run(&["-m", &file, &input, "/dev/null"]);
    let warning = |line: &str| format!("pdfa2hocr: warning: {file}:{line}\n");
    for line in [
        "2: \"wurd\" is a kind that no node has, unless a module gives it (did you mean \"word\"?)",
        "3: \"Sekt\" is a kind that no node has, unless a module gives it (did you mean \"Sect\"?)",
        "3: P: if: \"Lanq\" is an attribute of no standard (did you mean \"Lang\"?)",
        "4: P: attributes: \"RowSpam\" is an attribute of no standard (did you mean \"RowSpan\"?)",
    ] {
        assert!(
            warned.stderr.contains(&warning(line)),
            "{line}\n{}",
            warned.stderr
        );
    }
    assert_eq!((warned.status, warned.stderr.lines().count()), (0, 4));
    // A module may add these kinds, and `-q` suppresses the warning.
    let module = fixture("modules/nothing.star");
    for more in [&["-l", &module][..], &["-q"]] {
        let run = run(&[more, &["-m", &file, &input, "/dev/null"]].concat());
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    }
    // Unknown kinds in a mapping of the old format are reported, too, but not those of the old program.
    let old = made(
        folder.path(),
        "old.txt",
        "textline\tspan\tocr_line\nrect\ntextbux\tdiv\n",
    );
    tells(
        &["-m", &old, &input, "/dev/null"],
        0,
        &["old.txt:3: \"textbux\"", "\"textbox\""],
    );
}

#[test]
fn a_language_that_does_not_exist_is_refused() {
    let input = fixture(OBJECTS);
    tells(
        &["-u", "xx_nope", &input, "-"],
        1,
        &["there is no language \"xx\""],
    );
    tells(&["-u", "polski", &input, "-"], 1, &["--icu", "\"pl\""]);
    for locale in [
        "pl",
        "pl_PL",
        "pl-PL",
        "sr-Cyrl",
        "sr-Latn",
        "zh-Hant",
        "yue",
        "deu",
        "en_US_POSIX",
    ] {
        assert_eq!(
            run(&["-q", "-u", locale, &input, "/dev/null"]).status,
            0,
            "{locale}"
        );
    }
}

#[test]
fn options_without_effect_are_named() {
    let input = fixture(OBJECTS);
    for (args, needed) in [
        (&["--char-margin", "3"][..], "--layout classic or --columns"),
        (&["--line-overlap", "0.4"], "--layout classic or --columns"),
        (&["--boxes-flow", "none"], "--layout classic"),
        (&["--no-hyphens"], "--format text"),
        (
            &["--char-boxes", "--format", "text"],
            "--format hocr, alto or page",
        ),
        (&["--x-tolerance", "3"], "--format segments"),
        (
            &["--special-font-tags", "--format", "text"],
            "--format hocr",
        ),
        (
            &["--mapping", "html", "--format", "json"],
            "formats other than json",
        ),
        (&["--module-arg", "a=b"], "--module"),
        (&["--strict"], "--module"),
        (&["--row-overlap", "0.4"], "--columns"),
        (&["--column-fill", "0.4", "-c", "2"], "--columns auto"),
    ] {
        let all = [args, &[&input, "/dev/null"]].concat();
        let line = format!("warning: {} counts only with {needed}", args[0]);
        tells(&all, 0, &[&line]);
        let quiet = run(&[&["-q"], &all[..]].concat());
        assert_eq!((quiet.status, quiet.stderr.as_str()), (0, ""));
    }
    // No warning if the options that they need are given.
    let folder = scratch();
    let reads = "A = args[\"a\"]\ndef custom_processing(page):\n    pass\n";
    let module = made(folder.path(), "reads.star", reads);
    for args in [
        &[
            "--layout",
            "classic",
            "--char-margin",
            "3",
            "--boxes-flow",
            "none",
        ][..],
        &["--no-hyphens", "--format", "text"],
        &["--char-boxes"],
        &["--module-arg", "a=b", "-l", &module, "--strict"],
    ] {
        let run = run(&[args, &[&input, "/dev/null"]].concat());
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{args:?}");
    }
    // A batch warns once, not for each file.
    let folder = scratch();
    let out = folder.path().to_str().expect("UTF-8");
    let args = [
        "batch",
        "--no-hyphens",
        &input,
        &fixture("tagged/roles.pdf"),
    ];
    let batch = run(&[&args[..], &["--output-dir", out]].concat());
    assert_eq!(
        batch.stderr.matches("--no-hyphens").count(),
        1,
        "{}",
        batch.stderr
    );
}

#[test]
fn pages_that_are_not_there_are_named() {
    let input = fixture("damaged/whole.pdf");
    let of = |args: &[&str]| run(&[&["-p"], args, &[&input, "/dev/null"]].concat());
    let warned = of(&["--pages", "1-99"]);
    let pages = "warning: --pages: there is no page 99; the document has 2 pages\n";
    assert_eq!(warned.status, 0);
    assert!(warned.stderr.contains(pages), "{}", warned.stderr);
    let none = of(&["--pages", "99"]);
    assert_eq!(none.status, 1);
    assert!(
        none.stderr.contains("there is no page 99"),
        "{}",
        none.stderr
    );
    let ignored = run(&["-p", "-c", "2", "-g", "7", &fixture(OBJECTS), "/dev/null"]);
    let page = "warning: --ignore-pages: there is no page 7; the document has 1 page\n";
    assert_eq!(ignored.status, 0);
    assert!(ignored.stderr.contains(page), "{}", ignored.stderr);
    assert_eq!(of(&["--pages", "1-"]).stderr, "");
}

#[test]
fn help_is_given_to_who_asks_for_nothing() {
    let all = run(&["--help"]).stdout;
    let first = all.lines().next().unwrap();
    for args in [&[][..], &["help"], &["help", "batch"]] {
        let run = run(args);
        assert_eq!(run.status, 0, "{args:?}: {}", run.stderr);
        assert!(run.stdout.contains("Usage: pdfa2hocr"), "{}", run.stdout);
        assert_eq!(run.stdout.starts_with(first), args.len() < 2, "{args:?}");
        assert!(run.stderr.is_empty(), "{}", run.stderr);
    }
}

#[test]
fn errors_of_the_system_are_sentences() {
    let folder = scratch();
    let [file, missing] = ["file", "missing"].map(|name| folder.path().join(name));
    std::fs::write(&file, "mine").unwrap();
    let [file, missing] = [file, missing].map(|path| path.to_str().unwrap().to_owned());
    let output = folder.path().join("out.html");
    let output = output.to_str().unwrap();
    let scan = fixture("scans/jpeg.pdf");
    let portfolio = fixture("attachments/portfolio.pdf");
    let taken = format!("{file}: there is a file of this name");
    let absent = format!("cannot read {missing}: there is no such file");
    for (args, message) in [
        (&["-p", "--images", &file, &scan, output][..], &taken),
        (
            &["-p", "-q", "--attachments", &file, &portfolio, output],
            &taken,
        ),
        (&["batch", &scan, "--output-dir", &file], &taken),
        (&["check", &missing], &absent),
        (&["batch", &missing, "--output-dir", output], &absent),
        (
            &["batch", "--files-from", &missing, "--output-dir", output],
            &absent,
        ),
    ] {
        let run = run(args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        assert!(
            run.stderr.contains(message.as_str()),
            "{args:?}: {}",
            run.stderr
        );
    }
}

#[test]
fn a_folder_of_pdfs_is_for_the_batch() {
    let folder = scratch();
    let output = folder.path().join("out.html");
    let run = run(&[&fixture("damaged"), output.to_str().unwrap()]);
    assert_eq!(run.status, 3, "{}", run.stderr);
    assert!(run.stderr.contains("pdfa2hocr batch"), "{}", run.stderr);
    tells(
        &["inspect", "fonts", &fixture("damaged")],
        4,
        &["several files", "name one of them"],
    );
}

#[test]
fn a_second_input_is_not_called_an_option() {
    let input = fixture(OBJECTS);
    let said = stderr(&["tags", &input, "other.pdf"], 1);
    assert!(said.contains("unexpected argument 'other.pdf'"), "{said}");
    assert!(!said.contains("option"), "{said}");
}

#[test]
fn options_without_effect_in_a_command_are_refused() {
    let input = fixture(OBJECTS);
    let writes = ["--flow", "--no-hyphens", "--char-boxes", "--loss", "-t"];
    let scans = ["--images=x", "--images-as=png"];
    let module = fixture("modules/nothing.star");
    for (command, refused) in [
        (&["explain"][..], &[&writes[..], &scans, &["-v"]].concat()),
        (
            &["locate", "word"],
            &[&writes[..], &scans, &["--dpi=9", "-r=9x9", "--scan-dir=."]].concat(),
        ),
        (
            &["browse", "--no-open"],
            &[&scans[..], &["--pages=1", "--log=x", "-v", "--overwrite"]].concat(),
        ),
        (
            &["module", "run", &module],
            &[
                &writes[..],
                &scans,
                &["-p", "--road=auto", "--tagged", "--dpi=9", "-v"],
            ]
            .concat(),
        ),
        (&["tags"], &vec!["-p", "--flow", "--format=text"]),
        (&["check"], &vec!["-p", "--pages=1", "-q"]),
        (&["inspect", "fonts"], &vec!["-p", "--flow", "--dpi=9"]),
    ] {
        for option in refused {
            let args = [command, &[option, &input]].concat();
            tells(&args, 1, &["unexpected argument", "--help"]);
        }
    }
    tells(&["validate", "-p", &input], 2, &["unexpected argument"]);
}

#[test]
fn messages_name_the_file_once() {
    let folder = scratch();
    let empty = made(folder.path(), "empty.pdf", b"");
    let letter = made(folder.path(), "letter.pdf", b"Dear librarian");
    let locked = fixture("encrypted/aes-256-password.pdf");
    let module = fixture("modules/nothing.star");
    for command in [
        &["--format=text"][..],
        &["explain"],
        &["locate"],
        &["module", "run", &module],
        &["inspect", "fonts"],
        &["inspect", "metadata"],
    ] {
        for (file, status, why) in [
            (&empty, 4, "the file is empty"),
            (&letter, 4, "this is not a PDF file"),
            (&locked, 5, "the document is encrypted; give its password"),
        ] {
            let more = match command {
                ["locate"] => &["word"][..],
                ["--format=text"] => &["-"],
                _ => &[],
            };
            let args = [command, &[file], more].concat();
            let said = stderr(&args, status);
            assert_eq!(said.matches(file.as_str()).count(), 1, "{args:?}: {said}");
            assert!(said.contains(&format!("{file}: {why}")), "{args:?}: {said}");
        }
    }
}

#[test]
fn what_is_misspelt_is_suggested() {
    let input = fixture(OBJECTS);
    for (args, hint) in [
        (&["Batch", &input, "--output-dir", "x"][..], "\"batch\""),
        (&["BATCH"], "\"batch\""),
        (&["explian", &input], "\"explain\""),
        (&["--colum", "2", &input, "-"], "Did you mean '--columns'?"),
        (&["inspect", "fnots", &input], "'fonts'"),
        (&["module", "chek", "x"], "'check'"),
    ] {
        let said = stderr(args, 1);
        assert!(said.contains(hint) && said.contains("--help"), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn messages_have_no_numbers_of_the_system() {
    let folder = scratch();
    let dir = folder.path().to_str().expect("UTF-8");
    let input = fixture(OBJECTS);
    for args in [
        &["-q", &input, "/dev/full"][..],
        &["-q", "--format", "text", &input, "/dev/full"],
        &["locate", "-q", &input, "--quotes", dir],
        &["batch", "--files-from", dir, "--output-dir", "/proc/x"],
        &["explain", "-q", &input, "-o", "/dev/full"],
    ] {
        let said = stderr(args, 2);
        assert!(!said.contains("os error"), "{said}");
        assert_eq!(said.matches("cannot").count(), 1, "{said}");
    }
}
