//! No user file is lost. Outputs never replace an input or a PDF, and are complete or missing, however the
//! program ends. Counts in the manifest match the outputs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Run, binary, fixture, run, scratch, skipped};

/// A folder with these fixtures under these names.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = scratch();
    for (name, of) in files {
        fs::copy(fixture(of), folder.path().join(name)).unwrap();
    }
    folder
}

/// The files below a folder with their content.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let walk = walkdir::WalkDir::new(folder).into_iter();
    let files = walk.map(Result::unwrap).filter(|e| !e.file_type().is_dir());
    files
        .map(|e| {
            let bytes = fs::read(e.path()).unwrap_or_default();
            (e.into_path(), bytes)
        })
        .collect()
}

/// Runs the program in a folder. Checks that it refuses with exit code 1 and one line, and changes nothing in
/// the folder. Returns the line.
#[track_caller]
fn refused(folder: &Path, args: &[&str]) -> String {
    let before = contents(folder);
    let output = crate::common::program()
        .current_dir(folder)
        .args(args)
        .output()
        .unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{args:?}: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
    assert_eq!(contents(folder), before, "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    stderr
}

#[test]
fn no_output_is_the_input() {
    let folder = folder(&[("x.pdf", "tagged/objects.pdf")]);
    let dir = folder.path();
    fs::hard_link(dir.join("x.pdf"), dir.join("hard.html")).unwrap();
    let mut outputs = vec!["x.pdf", "./x.pdf", "hard.html"];
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink("x.pdf", dir.join("soft.html")).unwrap();
        outputs.push("soft.html");
    }
    for x in outputs {
        for args in [
            &["x.pdf", x][..],
            &["--structure-text", "x.pdf", x],
            &["--format", &format!("hocr,alto={x}"), "x.pdf", "out.html"],
            &["--format", &format!("sqlite={x}"), "x.pdf"],
            &["--log", x, "x.pdf", "out.html"],
            &["explain", "x.pdf", "-o", x],
            &["explain", "--log", x, "x.pdf"],
        ] {
            let stderr = refused(dir, args);
            assert!(
                stderr.contains(&format!("cannot write {x}: it is a file that is read")),
                "{stderr}"
            );
        }
    }
    if cfg!(feature = "modules") {
        fs::write(
            dir.join("m.star"),
            "def custom_processing(page):\n    pass\n",
        )
        .unwrap();
        refused(dir, &["module", "run", "m.star", "x.pdf", "--log", "x.pdf"]);
        refused(dir, &["-l", "m.star", "x.pdf", "m.star"]);
    }
}

#[test]
fn no_output_is_a_file_that_options_name() {
    let folder = folder(&[("x.pdf", "tagged/objects.pdf")]);
    let dir = folder.path();
    fs::write(
        dir.join("map.json"),
        include_str!("../../mappings/layout.json"),
    )
    .unwrap();
    fs::write(dir.join("fonts.txt"), "Helvetica\tArial\n").unwrap();
    refused(dir, &["-p", "-m", "map.json", "x.pdf", "map.json"]);
    refused(dir, &["-p", "-f", "fonts.txt", "x.pdf", "fonts.txt"]);
    let log = [
        "-p",
        "-f",
        "fonts.txt",
        "--log",
        "fonts.txt",
        "x.pdf",
        "out.html",
    ];
    refused(dir, &log);
    // Two outputs must not be the same file.
    refused(dir, &["-p", "--log", "./out.html", "x.pdf", "out.html"]);
    refused(dir, &["-p", "--format", "hocr=a,text=./a", "x.pdf"]);
}

#[test]
fn no_pdf_is_overwritten() {
    let folder = folder(&[
        ("a.pdf", "tagged/objects.pdf"),
        ("b.pdf", "damaged/whole.pdf"),
        ("b.html", "damaged/whole.pdf"),
    ]);
    let dir = folder.path();
    let stderr = refused(dir, &["a.pdf", "b.pdf"]);
    let hint = "pdfa2hocr batch a.pdf b.pdf --output-dir FOLDER";
    assert!(stderr.contains(hint), "{stderr}");
    // The advice is also given if the PDF is not the output itself, but the base of the outputs' names.
    let stderr = refused(dir, &["--format", "hocr,text", "a.pdf", "b.pdf"]);
    assert!(stderr.contains(hint), "{stderr}");
    let stderr = refused(dir, &["--structure-text", "a.pdf", "b.pdf"]);
    assert!(stderr.contains(hint), "{stderr}");
    fs::copy(dir.join("b.pdf"), dir.join("my own.pdf")).unwrap();
    let stderr = refused(dir, &["a.pdf", "my own.pdf"]);
    assert!(
        stderr.contains("batch a.pdf 'my own.pdf' --output-dir"),
        "{stderr}"
    );
    refused(dir, &["--format", "text,hocr=b.html", "a.pdf", "out.txt"]);
    refused(dir, &["--log", "b.pdf", "a.pdf", "out.html"]);
    refused(dir, &["explain", "a.pdf", "-o", "b.pdf"]);
    // A file with a mail header before the PDF header is a PDF, too.
    let whole = fs::read(dir.join("b.pdf")).unwrap();
    fs::write(dir.join("mail"), [b"From: me\n\n", &whole[..]].concat()).unwrap();
    refused(dir, &["a.pdf", "mail"]);
    // Output of the program is replaced when it runs again.
    for _ in 0..2 {
        let out = dir.join("out.html");
        let ran = run(&[dir.join("a.pdf"), out.clone()]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        assert!(fs::read_to_string(out).unwrap().contains("ocrx_word"));
    }
}

#[test]
fn no_scan_and_no_attachment_takes_the_place_of_a_pdf() {
    let folder = folder(&[
        ("scan.pdf", "scans/jpeg.pdf"),
        ("folder.pdf", "attachments/portfolio.pdf"),
        ("out-0001.jpg", "damaged/whole.pdf"),
    ]);
    let dir = folder.path();
    let stderr = refused(dir, &["-p", "--images", ".", "scan.pdf", "out.html"]);
    assert!(stderr.contains("out-0001.jpg: it is a PDF"), "{stderr}");
    fs::remove_file(dir.join("out-0001.jpg")).unwrap();
    fs::hard_link(dir.join("scan.pdf"), dir.join("out-0001.jpg")).unwrap();
    let stderr = refused(dir, &["-p", "--images", ".", "scan.pdf", "out.html"]);
    assert!(
        stderr.contains("out-0001.jpg: it is a file that is read"),
        "{stderr}"
    );
    fs::copy(dir.join("scan.pdf"), dir.join("report.html")).unwrap();
    let stderr = refused(dir, &["-p", "--attachments", ".", "folder.pdf", "out.html"]);
    assert!(stderr.contains("report.html: it is a PDF"), "{stderr}");
    fs::rename(dir.join("report.html"), dir.join("attachments.tsv")).unwrap();
    let stderr = refused(dir, &["-p", "--attachments", ".", "folder.pdf", "out.html"]);
    assert!(stderr.contains("attachments.tsv: it is a PDF"), "{stderr}");
}

#[test]
fn a_batch_overwrites_no_input_and_no_pdf() {
    let folder = folder(&[
        ("a.pdf", "tagged/objects.pdf"),
        // An input with the name of the output for `a.pdf`.
        ("a.html", "damaged/whole.pdf"),
    ]);
    let dir = folder.path();
    for inputs in [&["a.pdf", "a.html"][..], &["a.pdf"]] {
        let args = [&["batch", "-p", "--output-dir", "."], inputs].concat();
        let stderr = stopped_by(dir, &args);
        assert!(stderr.contains("a.html: it is a"), "{stderr}");
    }
    fs::remove_file(dir.join("a.html")).unwrap();
    // The file of `--files-from` is an input, too.
    fs::write(dir.join("a.html"), "a.pdf\n").unwrap();
    stopped_by(
        dir,
        &["batch", "--files-from", "a.html", "--output-dir", "."],
    );
    fs::remove_file(dir.join("a.html")).unwrap();

    // A file that is not a manifest is not continued as one.
    for name in ["tagged/objects.pdf", "hocr/by-hand.html"] {
        fs::copy(fixture(name), dir.join("manifest.jsonl")).unwrap();
        refused(dir, &["batch", "--resume", "--output-dir", ".", "a.pdf"]);
    }
    fs::write(
        dir.join("manifest.jsonl"),
        "my own notes, without an end of line",
    )
    .unwrap();
    let stderr = refused(dir, &["batch", "--resume", "--output-dir", ".", "a.pdf"]);
    assert!(stderr.contains("line 1, is not a record"), "{stderr}");

    // The names of scans are only known when they are saved.
    let out = scratch();
    fs::create_dir(out.path().join("scans")).unwrap();
    let scan = out.path().join("scans/jpeg-0001.jpg");
    fs::copy(fixture("damaged/whole.pdf"), &scan).unwrap();
    let ran = run(&[
        "batch",
        "-p",
        "--images",
        "scans",
        "--output-dir",
        out.path().to_str().unwrap(),
        &fixture("scans/jpeg.pdf"),
    ]);
    assert_eq!(ran.status, 7);
    assert!(
        ran.stderr.contains("jpeg-0001.jpg: it is a PDF"),
        "{}",
        ran.stderr
    );
    let whole = fs::read(fixture("damaged/whole.pdf")).unwrap();
    assert_eq!(fs::read(scan).unwrap(), whole);
    assert!(!out.path().join("jpeg.html").exists());
    let line = fs::read_to_string(out.path().join("manifest.jsonl")).unwrap();
    assert!(line.contains("\"exit\":1"), "{line}");
}

/// Runs a batch with an empty manifest, which must refuse. Returns the line.
#[track_caller]
fn stopped_by(folder: &Path, args: &[&str]) -> String {
    fs::write(folder.join("manifest.jsonl"), "").unwrap();
    let stderr = refused(folder, args);
    fs::remove_file(folder.join("manifest.jsonl")).unwrap();
    stderr
}

#[test]
fn a_batch_counts_the_words_that_it_writes() {
    let mut fewer = 0;
    for (format, of_a_word) in [
        ("hocr", "class=\"ocrx_word\""),
        ("alto", "<String "),
        ("tsv", "\n5\t"),
    ] {
        let out = scratch();
        let ran = run(&[
            "batch",
            "-q",
            "--format",
            format,
            "--output-dir",
            out.path().to_str().unwrap(),
            &fixture("tagged"),
            &fixture("fonts"),
        ]);
        assert!(matches!(ran.status, 0 | 7), "{}", ran.stderr);
        let manifest = fs::read_to_string(out.path().join("manifest.jsonl")).unwrap();
        let mut files = 0;
        for line in manifest.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            if line["exit"] != 0 {
                continue;
            }
            let path = out.path().join(line["files"][0].as_str().unwrap());
            let text = fs::read_to_string(path).unwrap();
            let words = text.matches(of_a_word).count();
            assert_eq!(line["words"], words, "{format} of {}", line["input"]);
            files += 1;
            // The page tree has more words: those that the mapping drops, and blank ones.
            let tree = run(&[
                "-q",
                "--format",
                "json",
                line["input"].as_str().unwrap(),
                "-",
            ]);
            fewer += usize::from(tree.stdout.matches("\"kind\":\"word\"").count() > words);
        }
        assert!(files > 10, "{files}");
    }
    assert!(fewer > 0, "no fixture shows the difference");
}

#[test]
fn words_are_told_as_they_are_written() {
    let ran = run(&[
        "--verbose",
        "--format",
        "text",
        &fixture("tagged/objects.pdf"),
        "-",
    ]);
    let words = ran.stdout.split_whitespace().count();
    assert!(
        ran.stderr.contains(&format!("page 1: {words} words")),
        "{}",
        ran.stderr
    );
}

#[cfg(unix)]
mod unix {
    use super::*;

    use std::fs::{File, OpenOptions};
    use std::io::Read;
    use std::os::unix::fs::symlink;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, Command, Stdio};

    /// Runs the program from a shell script that ends with `"$@"`.
    fn shell(code: &str, args: &[&str]) -> Run {
        let output = Command::new("sh")
            .args(["-c", code, "sh"])
            .arg(binary())
            .args(args)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        Run {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    #[test]
    fn a_link_stays_and_what_it_leads_to_is_written() {
        let input = fixture("damaged/whole.pdf");
        let [folder, other] = [scratch(), scratch()];
        fs::write(other.path().join("old.html"), "").unwrap();
        for target in ["old.html", "new.html"] {
            let target = other.path().join(target);
            let [link, first] = ["link.html", "first"].map(|name| folder.path().join(name));
            // A link to a link to another folder.
            symlink("first", &link).unwrap();
            symlink(&target, &first).unwrap();
            let ran = run(&["-p", &input, link.to_str().unwrap()]);
            assert_eq!(ran.status, 0, "{}", ran.stderr);
            assert_eq!(fs::read_link(&link).unwrap(), Path::new("first"));
            assert_eq!(fs::read_link(&first).unwrap(), target);
            assert!(fs::read_to_string(&target).unwrap().contains("ocrx_word"));
            fs::remove_file(&link).unwrap();
            // A batch follows links as well.
            let out = scratch();
            symlink(&target, out.path().join("whole.html")).unwrap();
            fs::write(&target, "").unwrap();
            let out = out.path();
            let ran = run(&["batch", "-p", "--output-dir", out.to_str().unwrap(), &input]);
            assert_eq!(ran.status, 0, "{}", ran.stderr);
            assert_eq!(fs::read_link(out.join("whole.html")).unwrap(), target);
            assert!(fs::read_to_string(&target).unwrap().contains("ocrx_word"));
            fs::remove_file(&first).unwrap();
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert_eq!(fs::read_dir(other.path()).unwrap().count(), 2);
    }

    #[test]
    fn open_files_and_pipes_are_written_on() {
        let input = fixture("damaged/whole.pdf");
        let whole = run(&["-p", &input, "-"]).stdout;
        for path in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
            let ran = run(&["-p", &input, path]);
            assert_eq!(
                (ran.status, &ran.stdout),
                (0, &whole),
                "{path}: {}",
                ran.stderr
            );
            // Standard output is a file with content.
            let folder = scratch();
            let file = folder.path().join("all");
            fs::write(&file, "before\n").unwrap();
            let args = ["-p", &input, path];
            let ran = shell(&format!("exec \"$@\" >>{}", file.display()), &args);
            assert_eq!(ran.status, 0, "{path}: {}", ran.stderr);
            let now = fs::read_to_string(&file).unwrap();
            assert_eq!(now, format!("before\n{whole}"), "{path}");
        }
        let folder = scratch();
        let file = folder.path().join("three");
        let code = format!("exec \"$@\" 3>{}", file.display());
        assert_eq!(shell(&code, &["-p", &input, "/dev/fd/3"]).status, 0);
        assert_eq!(fs::read_to_string(&file).unwrap(), whole);
        assert!(
            Path::new("/dev/stdout").is_symlink(),
            "the system's own link stays"
        );
    }

    #[test]
    fn standard_output_is_not_the_input_either() {
        let folder = folder(&[
            ("x.pdf", "damaged/whole.pdf"),
            ("y.pdf", "damaged/whole.pdf"),
        ]);
        let before = contents(folder.path());
        let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let x = at("x.pdf");
        for args in [
            &["-p", &x, "-"][..],
            &["-p", &x, "/dev/stdout"],
            &["explain", &x],
            &["validate", &x],
            &["check", &x],
        ] {
            let code = format!("exec \"$@\" >>{x}");
            let ran = shell(&code, args);
            let expected = if args[0] == "validate" { 2 } else { 1 };
            assert_eq!(ran.status, expected, "{args:?}: {}", ran.stderr);
            assert_eq!(contents(folder.path()), before, "{args:?}");
        }
        // Standard output must not be another PDF either.
        let ran = shell(&format!("exec \"$@\" >>{}", at("y.pdf")), &["-p", &x, "-"]);
        assert_eq!(ran.status, 1, "{}", ran.stderr);
        assert_eq!(contents(folder.path()), before);
    }

    #[test]
    fn a_closed_standard_output_is_an_error() {
        let input = fixture("damaged/whole.pdf");
        let mut commands = vec![
            vec!["-p", &input, "-"],
            vec!["-p", &input, "/dev/stdout"],
            vec!["-p", "--format", "sqlite=-", &input],
            vec!["explain", &input],
            vec!["--version"],
            vec!["validate", &input],
        ];
        let module = fixture("modules/nothing.star");
        if cfg!(feature = "modules") {
            commands.push(vec!["module", "run", &module, &input]);
        }
        for args in commands {
            let ran = shell("exec \"$@\" >&-", &args);
            let expected = if args[0] == "validate" { 7 } else { 2 };
            assert_eq!(ran.status, expected, "{args:?}: {}", ran.stderr);
            assert!(
                ran.stderr.contains("standard output is closed"),
                "{}",
                ran.stderr
            );
            // Output to `/dev/null` is not an error, however it was opened.
            for null in [">/dev/null", "1<>/dev/null"] {
                let ran = shell(&format!("exec \"$@\" {null}"), &args);
                assert!(!ran.stderr.contains("closed"), "{}", ran.stderr);
                assert!(ran.status == 0 || args[0] == "validate", "{args:?} {null}");
            }
        }
        // A closed standard output is an error only if output goes there.
        let folder = scratch();
        let out = folder.path().join("out.html");
        let ran = shell("exec \"$@\" >&-", &["-p", &input, out.to_str().unwrap()]);
        assert_eq!((ran.status, out.exists()), (0, true), "{}", ran.stderr);
        let ran = shell("exec \"$@\" >/dev/full", &["-p", &input, "-"]);
        assert_eq!(ran.status, 2, "{}", ran.stderr);
    }

    /// A conversion of a long document that blocks until the test reads from its pipe.
    struct Halted {
        folder: tempfile::TempDir,
        child: Child,
        pipe: File,
    }

    impl Halted {
        fn new() -> Self {
            let folder = scratch();
            let at = |name: &str| folder.path().join(name);
            fs::write(at("in.pdf"), crate::common::document(300, 0)).unwrap();
            let pipe = at("pipe");
            let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
            assert!(made.success());
            fs::create_dir(at("out")).unwrap();
            let mut formats = format!("text={},hocr={}", at("out/a.txt").display(), pipe.display());
            if cfg!(feature = "sqlite") {
                formats = format!("sqlite={},{formats}", at("out/a.sqlite").display());
            }
            let child = crate::common::program()
                .args(["-p", "--format", &formats])
                .arg(at("in.pdf"))
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            // This returns when the program has opened the other end, which is its last step before writing.
            // The output is larger than the buffer of the pipe, so the program then blocks.
            let pipe = File::open(&pipe).unwrap();
            let halted = Self {
                folder,
                child,
                pipe,
            };
            let begun = if cfg!(feature = "sqlite") { 2 } else { 1 };
            assert_eq!(halted.hidden().len(), begun, "files that are not whole");
            halted
        }

        fn hidden(&self) -> Vec<PathBuf> {
            let names = fs::read_dir(self.folder.path().join("out")).unwrap();
            names.map(|e| e.unwrap().path()).collect()
        }
    }

    #[test]
    fn an_input_that_shrinks_is_told_of_and_nothing_is_left_behind() {
        let mut halted = Halted::new();
        let input = halted.folder.path().join("in.pdf");
        let input = OpenOptions::new().write(true).open(input).unwrap();
        input.set_len(0).unwrap();
        let mut seen = Vec::new();
        halted.pipe.read_to_end(&mut seen).unwrap();
        let output = halted.child.stderr.take().unwrap();
        let mut stderr = String::new();
        { output }.read_to_string(&mut stderr).unwrap();
        let status = halted.child.wait().unwrap();
        assert_eq!(status.code(), Some(2), "{status}: {stderr}");
        assert!(
            stderr
                .lines()
                .any(|line| line.starts_with("pdfa2hocr: the input shrank")),
            "{stderr}"
        );
        assert_eq!(halted.hidden(), Vec::<PathBuf>::new());
        assert!(!String::from_utf8_lossy(&seen).contains("</html>"));
    }

    /// Whether this process ignores a signal. The program that it starts inherits this.
    fn is_ignored(number: i32) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.is_some_and(|mask| mask >> (number - 1) & 1 == 1)
    }

    #[test]
    fn a_request_to_end_leaves_nothing_behind() {
        for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1), ("XCPU", 24)] {
            if is_ignored(number) {
                skipped(format_args!("{name} is ignored here, as under nohup"));
                continue;
            }
            let mut halted = Halted::new();
            let id = halted.child.id().to_string();
            let sent = Command::new("kill")
                .args(["-s", name, &id])
                .status()
                .unwrap();
            assert!(sent.success());
            let status = halted.child.wait().unwrap();
            assert_eq!(status.signal(), Some(number), "{name}: {status}");
            assert_eq!(halted.hidden(), Vec::<PathBuf>::new(), "{name}");
        }
    }

    #[test]
    fn what_a_kill_leaves_behind_is_removed_by_the_next_run() {
        let mut halted = Halted::new();
        let out = halted.folder.path().join("out/b.html");
        let convert = || {
            let ran = run(&["-p", &fixture("damaged/whole.pdf"), out.to_str().unwrap()]);
            assert_eq!(ran.status, 0, "{}", ran.stderr);
        };
        let begun = halted.hidden();
        convert();
        assert!(begun.iter().all(|file| file.exists()), "they are in use");
        halted.child.kill().unwrap();
        halted.child.wait().unwrap();
        assert!(begun.iter().all(|file| file.exists()));
        convert();
        assert_eq!(halted.hidden(), [out]);
    }

    #[test]
    fn a_file_that_may_not_grow_is_an_error_that_leaves_nothing_behind() {
        let folder = scratch();
        let input = folder.path().join("in.pdf");
        fs::write(&input, crate::common::document(20, 0)).unwrap();
        let mut formats = vec!["hocr", "alto"];
        if cfg!(feature = "sqlite") {
            formats.push("sqlite");
        }
        for format in formats {
            let out = folder.path().join(format!("out.{format}"));
            let args = [
                "-p",
                "--format",
                format,
                input.to_str().unwrap(),
                out.to_str().unwrap(),
            ];
            let ran = shell("ulimit -f 2; exec \"$@\"", &args);
            assert_eq!(ran.status, 2, "{format}: {}", ran.stderr);
            assert!(
                ran.stderr.starts_with("pdfa2hocr: cannot write"),
                "{}",
                ran.stderr
            );
            assert!(!ran.stderr.contains(".part"), "{}", ran.stderr);
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{format}");
        }
    }
}
