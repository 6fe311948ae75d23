//! Conversion of many files: outputs, manifest, skipped files, and the state after an interruption.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
#[cfg(unix)]
use std::process::{Child, Stdio};
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use crate::common::program;
use crate::common::{Run, fixture, run, scratch};

/// Runs a batch with output to `folder`.
fn batch(folder: &Path, args: &[&str]) -> Run {
    let mut all = vec!["batch", "--output-dir", folder.to_str().unwrap()];
    all.extend(args);
    run(&all)
}

/// The records of the manifest by the names of inputs. Panics if an input is recorded twice.
fn manifest(folder: &Path) -> BTreeMap<String, serde_json::Value> {
    let text = fs::read_to_string(folder.join("manifest.jsonl")).unwrap();
    let mut lines = BTreeMap::new();
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let input = line["input"].as_str().unwrap().to_owned();
        let earlier = lines.insert(input.clone(), line);
        assert!(earlier.is_none(), "{input} twice");
    }
    lines
}

/// All files below a folder, except for the manifest.
fn files(folder: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name();
    let files = walk
        .into_iter()
        .map(Result::unwrap)
        .filter(|e| e.file_type().is_file());
    let files = files.map(|e| e.path().strip_prefix(folder).unwrap().to_owned());
    files.filter(|p| p != Path::new("manifest.jsonl")).collect()
}

/// A folder with copies of a fixture, under these names.
fn copies(names: &[&str], of: &str) -> tempfile::TempDir {
    let folder = scratch();
    for name in names {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(fixture(of), path).unwrap();
    }
    folder
}

#[test]
fn folders_keep_their_shape_and_bad_files_stop_nothing() {
    let input = copies(
        &["a.pdf", "deep/b.PDF", "deep/c.pdf", "notes.txt"],
        "damaged/whole.pdf",
    );
    fs::write(input.path().join("deep/bad.pdf"), "no PDF").unwrap();
    let single = fixture("tagged/objects.pdf");
    let out = scratch();
    let ran = batch(out.path(), &["-p", input.path().to_str().unwrap(), &single]);
    assert_eq!(ran.status, 7, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("5 files: 4 converted, 1 failed; "),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("bad.pdf: "), "{}", ran.stderr);
    let names = ["a.html", "deep/b.html", "deep/c.html", "objects.html"];
    assert_eq!(files(out.path()), names.map(PathBuf::from));
    let lines = manifest(out.path());
    assert_eq!(lines.len(), 5);
    let one = &lines[&single];
    assert_eq!(one["exit"], 0);
    assert_eq!(one["pages"], 1);
    assert_eq!(one["words"], 8);
    assert_eq!(one["files"][0], "objects.html");
    assert_eq!(one["options"][0], "--page-analysis");
    let hash = Command::new("sha256sum").arg(&single).output().unwrap();
    assert!(
        hash.stdout
            .starts_with(one["sha256"].as_str().unwrap().as_bytes())
    );
    // A batch writes the same as a single conversion.
    let alone = out.path().join("alone.html");
    assert_eq!(run(&["-p", &single, alone.to_str().unwrap()]).status, 0);
    assert_eq!(
        fs::read(alone).unwrap(),
        fs::read(out.path().join("objects.html")).unwrap()
    );
}

#[test]
fn a_batch_is_gone_on_with_where_something_is_left_to_do() {
    let input = copies(&["a.pdf", "b.pdf", "c.pdf"], "damaged/whole.pdf");
    let from = input.path().to_str().unwrap();
    let out = scratch();
    assert_eq!(batch(out.path(), &["-p", from]).status, 0);
    let again = batch(out.path(), &["-p", from]);
    assert_eq!(again.status, 1);
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);

    let stderr = |args: &[&str]| batch(out.path(), args).stderr;
    let all = ["-p", from, "--resume"];
    assert!(stderr(&all).contains("3 files: 3 done before"));
    fs::remove_file(out.path().join("a.html")).unwrap();
    fs::copy(fixture("tagged/objects.pdf"), input.path().join("b.pdf")).unwrap();
    assert!(stderr(&all).contains("3 files: 2 converted, 1 done before"));
    let other = ["-p", from, "--resume", "--dpi", "100"];
    assert!(stderr(&other).contains("3 files: 3 converted"));
    // An incomplete line, as after a loss of power.
    let path = out.path().join("manifest.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 20]).unwrap();
    assert!(stderr(&other).contains("3 files: 1 converted, 2 done before"));
}

#[test]
fn names_of_files_can_come_from_a_list() {
    let input = copies(&["a b.pdf", "c.pdf"], "damaged/whole.pdf");
    let list = input.path().join("list");
    let paths = ["a b.pdf", "c.pdf"].map(|n| input.path().join(n).to_str().unwrap().to_owned());
    for end in ["\n", "\r\n", "\0"] {
        let out = scratch();
        fs::write(&list, paths.join(end)).unwrap();
        let ran = batch(out.path(), &["-p", "--files-from", list.to_str().unwrap()]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        assert_eq!(files(out.path()), ["a b.html", "c.html"].map(PathBuf::from));
    }
}

#[test]
fn a_file_that_takes_too_long_is_ended_and_leaves_nothing() {
    let input = copies(&["a.pdf"], "damaged/whole.pdf");
    let out = scratch();
    let slow = input.path().join("slow.star");
    fs::write(
        &slow,
        "def custom_processing(page):\n    for i in range(2000000000):\n        pass\n",
    )
    .unwrap();
    let args = [
        "-p",
        "--time-limit",
        "1",
        "--module-steps",
        "100000000000",
        "-l",
        slow.to_str().unwrap(),
    ];
    let ran = batch(
        out.path(),
        &[&args[..], &[input.path().to_str().unwrap()]].concat(),
    );
    if cfg!(not(feature = "modules")) {
        return;
    }
    assert_eq!(ran.status, 7, "{}", ran.stderr);
    assert!(ran.stderr.contains("--time-limit"), "{}", ran.stderr);
    assert_eq!(files(out.path()), Vec::<PathBuf>::new());
    assert_eq!(
        manifest(out.path()).into_values().next().unwrap()["exit"],
        serde_json::Value::Null
    );
    assert_eq!(
        fs::read_dir(out.path()).unwrap().count(),
        1,
        "the manifest alone"
    );
}

/// Starts a batch and does not wait for its end.
#[cfg(unix)]
fn start(out: &Path, args: &[&Path]) -> Child {
    let mut command = program();
    command
        .args(["batch", "-p", "--resume", "-j2", "--output-dir"])
        .arg(out)
        .args(args)
        .stderr(Stdio::null());
    command.spawn().unwrap()
}

/// The number of lines in the manifest of a folder.
#[cfg(unix)]
fn recorded(folder: &Path) -> usize {
    let manifest = fs::read(folder.join("manifest.jsonl")).unwrap_or_default();
    manifest.iter().filter(|&&b| b == b'\n').count()
}

#[cfg(unix)]
#[test]
fn whenever_it_is_killed_a_batch_can_be_gone_on_with() {
    let names: Vec<String> = (0..60).map(|n| format!("{}/{n}.pdf", n % 7)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let input = copies(&names, "damaged/whole.pdf");
    let whole = input.path().join("whole.html");
    assert_eq!(
        run(&["-p", &fixture("damaged/whole.pdf"), whole.to_str().unwrap()]).status,
        0
    );
    let body = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let name = path.with_extension("pdf");
        let text = text.replace(name.file_name().unwrap().to_str().unwrap(), "NAME");
        // The digest depends on the name, too.
        let end = text.find("<!-- pdfa2hocr").unwrap();
        text[text.find("<body>").unwrap()..end].to_owned()
    };
    let whole = body(&whole);
    let out = scratch();
    // One file never ends, so that the batch never ends by itself.
    let endless = copies(&["endless.pdf"], "damaged/whole.pdf");
    let slow = endless.path().join("slow.star");
    fs::write(
        &slow,
        "def begin(document):\n    if document.name == \"endless.pdf\":\n        \
         for i in range(2000000000):\n            pass\n\n\
         def custom_processing(page):\n    pass\n",
    )
    .unwrap();
    if cfg!(not(feature = "modules")) {
        return;
    }
    let slow = ["-l", slow.to_str().unwrap(), "--module-steps=100000000000"];
    let mut args: Vec<&Path> = slow.iter().map(Path::new).collect();
    args.extend([input.path(), endless.path()]);
    let mut turn = 0;
    while recorded(out.path()) < names.len() {
        let before = recorded(out.path());
        let mut child = start(out.path(), &args);
        // Every run of the batch makes progress, even a slow one.
        while recorded(out.path()) <= before {
            assert!(child.try_wait().unwrap().is_none(), "it ended");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(13 * (turn % 9)));
        child.kill().unwrap();
        child.wait().unwrap();
        turn += 1;
        // Every visible file is complete.
        for file in files(out.path())
            .iter()
            .filter(|f| !f.to_string_lossy().starts_with('.'))
        {
            assert_eq!(body(&out.path().join(file)), whole, "{}", file.display());
        }
    }
    let rest = ["-p", "--resume", input.path().to_str().unwrap()];
    let ran = batch(out.path(), &[&slow[..], &rest].concat());
    assert!(
        ran.stderr.contains("60 files: 60 done before"),
        "{}",
        ran.stderr
    );
    assert_eq!(files(out.path()).len(), 60);
    assert_eq!(manifest(out.path()).len(), 60);
}

#[cfg(unix)]
#[test]
fn a_batch_that_is_interrupted_leaves_nothing_half_written() {
    let names: Vec<String> = (0..200).map(|n| format!("{n}.pdf")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let input = copies(&names, "damaged/whole.pdf");
    let out = scratch();
    // One file never ends, so that the batch never ends by itself.
    let slow = input.path().join("slow.star");
    fs::write(
        &slow,
        "def begin(document):\n    if document.name == \"0.pdf\":\n        \
         for i in range(2000000000):\n            pass\n\n\
         def custom_processing(page):\n    pass\n",
    )
    .unwrap();
    if cfg!(not(feature = "modules")) {
        return;
    }
    let args = ["-l", slow.to_str().unwrap(), "--module-steps=100000000000"].map(Path::new);
    let mut child = start(out.path(), &[&args[..], &[input.path()]].concat());
    while recorded(out.path()) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it ended");
        std::thread::sleep(Duration::from_millis(1));
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let written = files(out.path());
    assert!(written.len() < 200);
    assert_eq!(written.len(), manifest(out.path()).len());
    assert!(
        written
            .iter()
            .all(|p| p.extension().is_some_and(|e| e == "html")),
        "{written:?}"
    );
    let hidden = |e: &fs::DirEntry| e.file_name().to_string_lossy().starts_with('.');
    assert!(
        !fs::read_dir(out.path())
            .unwrap()
            .map(Result::unwrap)
            .any(|e| hidden(&e))
    );
}

#[test]
fn two_batches_do_not_share_a_folder() {
    let out = scratch();
    let path = out.path().join("manifest.jsonl");
    let held = fs::File::create(path).unwrap();
    held.lock().unwrap();
    let ran = batch(
        out.path(),
        &["-p", "--resume", &fixture("damaged/whole.pdf")],
    );
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.contains("another batch is at work"),
        "{}",
        ran.stderr
    );
}

#[cfg(feature = "sqlite")]
#[test]
fn all_documents_go_to_one_database_that_grows() {
    let out = scratch();
    let inputs = out.path().join("in");
    fs::create_dir(&inputs).unwrap();
    let copy = |from: &str, to: &str| fs::copy(fixture(from), inputs.join(to)).unwrap();
    copy("showcase/herald.pdf", "a.pdf");
    copy("layout/two-columns.pdf", "b.pdf");
    let (folder, file) = (out.path().join("out"), out.path().join("all.sqlite"));
    let database = file.to_str().unwrap();
    let input = inputs.to_str().unwrap();
    let ran = batch(&folder, &["-q", "-p", "--database", database, input]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(files(&folder).is_empty());
    let numbers = || {
        let open = rusqlite::Connection::open(&file).unwrap();
        let count = |sql: &str| open.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(
            open.query_row("PRAGMA integrity_check", [], |row| row.get::<_, String>(0))
                .unwrap(),
            "ok"
        );
        open.execute("INSERT INTO search (search) VALUES ('integrity-check')", [])
            .unwrap();
        let lost = "SELECT count(*) FROM words w LEFT JOIN lines l ON l.id = w.line AND l.document = w.document \
                    LEFT JOIN paragraphs p ON p.id = l.paragraph AND p.document = l.document \
                    LEFT JOIN pages g ON g.document = p.document AND g.page = p.page WHERE g.page IS NULL";
        assert_eq!(count(lost), 0);
        let found = "SELECT count(*) FROM search JOIN paragraphs p ON p.id = search.rowid \
                     JOIN documents d ON d.id = p.document WHERE search MATCH 'council' AND d.input LIKE '%a.pdf'";
        [
            count("SELECT count(*) FROM documents"),
            count("SELECT count(*) FROM words"),
            count(found),
        ]
    };
    let first = numbers();
    assert_eq!(first[0], 2);
    assert!(first[1] > 100 && first[2] > 0, "{first:?}");
    // Nothing is left to do; then one file changes, and one is added.
    let again = ["-v", "-p", "--resume", "--database", database, input];
    let ran = batch(&folder, &again);
    assert!(ran.stderr.contains("2 done before"), "{}", ran.stderr);
    copy("layout/two-columns.pdf", "a.pdf");
    copy("showcase/herald.pdf", "c.pdf");
    assert_eq!(batch(&folder, &again).status, 0);
    let second = numbers();
    assert_eq!((second[0], second[2]), (3, 0));
    // A document that is missing in the database is converted again.
    fs::remove_file(&file).unwrap();
    assert_eq!(batch(&folder, &again).status, 0);
    assert_eq!(numbers(), second);
    // Another file is not touched.
    let other = inputs.join("notes.txt");
    fs::write(&other, "my notes").unwrap();
    let ran = batch(
        &out.path().join("more"),
        &["-p", "--database", other.to_str().unwrap(), input],
    );
    assert_eq!(ran.status, 1);
    assert!(
        ran.stderr.contains("is not the database of a batch"),
        "{}",
        ran.stderr
    );
    assert_eq!(fs::read_to_string(other).unwrap(), "my notes");
}
