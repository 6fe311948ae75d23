//! Every bad input gives one clear line and its exit code, and leaves no output.
#![cfg(feature = "cli")]

mod common;

use std::fs;
use std::path::Path;

use common::{Run, fixture, run, scratch};

/// Runs the program with these arguments, and checks the exit code, the message, and that nothing was
/// written.
#[track_caller]
fn refused(args: &[&str], code: i32, message: &str) {
    let Run {
        status,
        stdout,
        stderr,
    } = run(args);
    assert_eq!(stderr, format!("pdfa2hocr: {message}\n"));
    assert_eq!(status, code, "{args:?}");
    assert_eq!(stdout, "");
}

fn made(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn inputs_that_cannot_be_read() {
    let folder = scratch();
    let dir = folder.path();
    let missing = dir.join("missing.pdf");
    let missing = missing.to_str().unwrap();
    refused(
        &["-p", missing, "-"],
        2,
        &format!("cannot read {missing}: there is no such file"),
    );
    let path = dir.to_str().unwrap();
    refused(
        &["-p", path, "-"],
        2,
        &format!("cannot read {path}: it is a directory without files"),
    );
    let empty = made(dir, "empty.pdf", b"");
    refused(&["-p", &empty, "-"], 4, "the file is empty");
    let text = made(dir, "text.pdf", b"Dear librarian,\nthis is a letter.\n");
    refused(&["-p", &text, "-"], 4, "this is not a PDF file");
    let header = made(dir, "header.pdf", b"%PDF-1.7\n%%EOF\n");
    refused(
        &["-p", &header, "-"],
        4,
        "no table of objects can be read or rebuilt; the file is damaged beyond mending",
    );
    refused(
        &["-p", &fixture("pages/no-pages.pdf"), "-"],
        3,
        "the document has no pages",
    );
    let no_pages = made(
        dir,
        "no-pages.xml",
        b"<?xml version=\"1.0\"?><pages></pages>",
    );
    refused(&["-p", &no_pages, "-"], 3, "the file has no pages");
}

#[test]
fn outputs_that_cannot_be_written() {
    let input = fixture("content/text-operators.pdf");
    let folder = scratch();
    let path = folder.path().to_str().unwrap().to_owned();
    refused(
        &["-p", &input, &path],
        2,
        &format!("cannot write {path}: it is a directory"),
    );
    let lost = format!("{path}/nowhere/out.html");
    refused(
        &["-p", &input, &lost],
        2,
        &format!("cannot write {lost}: there is no folder {path}/nowhere"),
    );
}

#[test]
fn a_run_that_fails_leaves_the_old_output_as_it_was() {
    let folder = scratch();
    let out = folder.path().join("out.html");
    let out = out.to_str().unwrap();
    assert_eq!(run(&["-p", &fixture("damaged/whole.pdf"), out]).status, 0);
    let old = fs::read(out).unwrap();
    let run = run(&["-p", &fixture("pages/no-pages.pdf"), out]);
    assert_eq!(run.status, 3);
    assert_eq!(fs::read(out).unwrap(), old);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "only the old output is there");
}

#[test]
fn arguments_that_make_no_sense() {
    let input = fixture("content/text-operators.pdf");
    let start = "invalid value";
    for (args, message) in [
        (
            vec!["--pages", "0-3"],
            format!("{start} '0-3' for '--pages <LIST>': pages are counted from 1"),
        ),
        (
            vec!["--pages", "x"],
            format!(
                "{start} 'x' for '--pages <LIST>': \"x\" is not a page or a range of pages; \
                 write them like 1-5,9,12-"
            ),
        ),
        (
            vec!["-r", "300"],
            format!(
                "{start} '300' for '--resolution <WxH>': write it as WIDTHxHEIGHT in pixels, \
                 like 2480x3508"
            ),
        ),
        (
            vec!["--dpi", "0"],
            format!("{start} '0' for '--dpi <N>': write a number of pixels an inch, like 300"),
        ),
        (
            vec!["--colums", "2"],
            "unexpected argument '--colums' found".to_owned(),
        ),
    ] {
        let mut all = vec!["-p"];
        all.extend(args);
        all.extend([input.as_str(), "-"]);
        let run = run(&all);
        assert_eq!(run.status, 1, "{all:?}");
        let lines: Vec<&str> = run.stderr.lines().collect();
        assert_eq!(lines.len(), 1, "{}", run.stderr);
        assert!(
            lines[0].starts_with(&format!("pdfa2hocr: {message}"))
                && lines[0].ends_with("see --help"),
            "{}",
            run.stderr
        );
    }
    refused(
        &["-p", "--pages", "9", &input, "-"],
        1,
        "--pages: there is no page 9; the document has 1 page",
    );
}

#[test]
fn passwords() {
    let locked = fixture("encrypted/aes-256-password.pdf");
    refused(
        &["-p", &locked, "-"],
        5,
        "the document is encrypted; give its password with --password",
    );
    refused(
        &["-p", "--password", "wrong", &locked, "-"],
        5,
        "the document is encrypted, and this is not its password",
    );
    for cipher in [
        "rc4-128",
        "aes-256",
        "aes-256-r5",
        "aes-128-clear-metadata",
        "aes-256-clear-metadata",
    ] {
        for password in ["user", "owner"] {
            let locked = fixture(&format!("encrypted/{cipher}-password.pdf"));
            let run = run(&["-p", "--password", password, &locked, "-"]);
            let ended = (run.status, run.stderr.as_str());
            assert_eq!(ended, (0, ""), "{cipher} {password}");
            assert!(run.stdout.contains("secret"), "{cipher} {password}");
        }
    }
}

/// A named pipe, in a new folder.
#[cfg(unix)]
fn named_pipe() -> (tempfile::TempDir, String) {
    let folder = common::scratch();
    let path = folder.path().join("pipe.pdf");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo starts").success());
    let path = path.to_str().expect("UTF-8").to_owned();
    (folder, path)
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_read_by_every_command() {
    for command in [&["-p", "-q"][..], &["validate"], &["inspect", "fonts"]] {
        let (_folder, pipe) = named_pipe();
        let written = {
            let pipe = pipe.clone();
            std::thread::spawn(move || {
                std::fs::copy(common::fixture("layout/two-columns.pdf"), pipe)
            })
        };
        let mut args = command.to_vec();
        args.push(&pipe);
        if command[0] == "-p" {
            args.push("-");
        }
        let run = run(&args);
        assert!(
            run.status < 2 && !run.stdout.is_empty(),
            "{command:?}: {run:?}"
        );
        assert!(written.join().expect("no panic").is_ok());
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_that_nobody_writes_to_is_an_error() {
    let (_folder, pipe) = named_pipe();
    let run = run(&["-p", &pipe, "-"]);
    assert_eq!(run.status, 2, "{run:?}");
    let why = "it is a pipe, and nothing came from it for 10 seconds";
    assert!(
        run.stderr.contains(&format!("cannot read {pipe}: {why}")),
        "{run:?}"
    );
}

#[cfg(unix)]
#[test]
fn devices_are_refused_at_once() {
    let folder = common::scratch();
    let folder = folder.path().to_str().expect("UTF-8");
    let commands = [
        &["-p", "/dev/zero", "-"][..],
        &["validate", "/dev/zero"],
        &["tags", "/dev/zero"],
        &["inspect", "objects", "/dev/zero"],
        &["explain", "/dev/zero"],
        &["locate", "/dev/zero", "words"],
        &["check", "/dev/zero"],
        &["batch", "/dev/zero", "--output-dir", folder],
    ];
    for command in commands {
        let run = run(command);
        assert!([2, 7].contains(&run.status), "{command:?}: {run:?}");
        let said = format!("{}{}", run.stdout, run.stderr);
        assert!(
            said.contains("/dev/zero: it is a device, not a file"),
            "{command:?}: {said}"
        );
    }
}

/// What comes from a pipe is read up to a limit.
#[cfg(unix)]
#[test]
fn more_than_max_input_is_refused() {
    let commands = [
        &["-p", "--max-input", "1M", "INPUT", "-"][..],
        &["validate", "--max-input", "1M", "INPUT"],
        &["tags", "--max-input", "1M", "INPUT"],
        &["inspect", "objects", "--max-input", "1M", "INPUT"],
        &["explain", "--max-input", "1M", "INPUT"],
        &["locate", "--max-input", "1M", "INPUT", "words"],
        &["check", "--max-input", "1M", "INPUT"],
        &[
            "module",
            "run",
            "--max-input",
            "1M",
            "modules/running_heads.star",
            "INPUT",
        ],
    ];
    let mut big = std::fs::read(common::fixture("layout/two-columns.pdf")).expect("a fixture");
    big.resize(2 << 20, b' ');
    let refused = |command: &[&str], input: &str, run: &common::Run| {
        assert!([2, 7].contains(&run.status), "{command:?}: {run:?}");
        let said = format!("{}{}", run.stdout, run.stderr);
        let why = format!("more than 1 MB came from {input}, which is the limit");
        assert!(said.contains(&why), "{command:?}: {said}");
        assert!(said.contains("--max-input"), "{command:?}: {said}");
    };
    for command in commands {
        let with = |input: &str| -> Vec<String> {
            let word = |word: &&str| word.replace("INPUT", input);
            command.iter().map(word).collect()
        };
        let args = with("-");
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        refused(
            command,
            "standard input",
            &common::run_with_input(&args, &big),
        );
        let (_folder, pipe) = named_pipe();
        let written = {
            let (pipe, big) = (pipe.clone(), big.clone());
            // The program stops to read.
            std::thread::spawn(move || std::fs::write(pipe, big).is_ok())
        };
        let args = with(&pipe);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        refused(command, "the pipe", &run(&args));
        let _ = written.join().expect("no panic");
    }
    let fits = run(&[
        "-p",
        "--max-input",
        "1",
        &common::fixture("layout/two-columns.pdf"),
        "-",
    ]);
    assert_eq!(fits.status, 0, "the limit is not about files: {fits:?}");
}

/// In folders only files are read.
#[cfg(unix)]
#[test]
fn pipes_and_sockets_in_folders_are_skipped() {
    let (folder, pipe) = named_pipe();
    let socket = folder.path().join("socket.pdf");
    let _socket = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
    let place = folder.path().to_str().expect("UTF-8");
    let skipped = [
        format!("{pipe} is skipped: it is a pipe, not a file"),
        format!(
            "{} is skipped: it is a socket, not a file",
            socket.display()
        ),
    ];
    let page = common::fixture("recognised/alto-2-latin.xml");
    std::fs::copy(page, folder.path().join("page.xml")).expect("a copy");
    let joined = run(&[place, "-"]);
    std::fs::remove_file(folder.path().join("page.xml")).expect("it is there");
    let pdf = common::fixture("layout/two-columns.pdf");
    std::fs::copy(pdf, folder.path().join("a.pdf")).expect("a copy");
    let validated = run(&["validate", place]);
    let out = common::scratch();
    let to = out.path().to_str().expect("UTF-8");
    let converted = run(&["batch", "-p", place, "--output-dir", to]);
    for (ran, status) in [(joined, 0), (validated, 1), (converted, 0)] {
        assert_eq!(ran.status, status, "{ran:?}");
        for line in &skipped {
            assert!(ran.stderr.contains(line), "{ran:?}");
        }
    }
    let out = common::scratch();
    let to = out.path().to_str().expect("UTF-8");
    let refused = run(&["batch", &pipe, "--output-dir", to]);
    assert_eq!(refused.status, 7, "{refused:?}");
    let why = "it is a pipe, not a file, and a batch reads each twice";
    assert!(refused.stderr.contains(why), "{refused:?}");
}
