//! Every bad input leads to one clear message and its exit code, and leaves no output.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::{Run, fixture, run, scratch};

/// Runs the program with these arguments. Checks the exit code and the message, and that nothing was written.
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
    let of = |path: &str, why: &str| format!("{path}: {why}");
    refused(&["-p", &empty, "-"], 4, &of(&empty, "the file is empty"));
    let text = made(dir, "text.pdf", b"Dear librarian,\nthis is a letter.\n");
    refused(&["-p", &text, "-"], 4, &of(&text, "this is not a PDF file"));
    let header = made(dir, "header.pdf", b"%PDF-1.7\n%%EOF\n");
    refused(
        &["-p", &header, "-"],
        4,
        &of(
            &header,
            "no table of objects can be read or rebuilt; the file is damaged beyond mending",
        ),
    );
    let no_page = fixture("pages/no-pages.pdf");
    refused(
        &["-p", &no_page, "-"],
        3,
        &of(&no_page, "the document has no pages"),
    );
    let no_pages = made(
        dir,
        "no-pages.xml",
        b"<?xml version=\"1.0\"?><pages></pages>",
    );
    refused(
        &["-p", &no_pages, "-"],
        3,
        &of(&no_pages, "the file has no pages"),
    );
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
        &format!("{locked}: the document is encrypted; give its password with --password"),
    );
    refused(
        &["-p", "--password", "wrong", &locked, "-"],
        5,
        &format!("{locked}: the document is encrypted, and this is not its password"),
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

/// A named pipe in a new folder.
#[cfg(unix)]
fn named_pipe() -> (tempfile::TempDir, String) {
    let folder = crate::common::scratch();
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
                std::fs::copy(crate::common::fixture("layout/two-columns.pdf"), pipe)
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
    let folder = crate::common::scratch();
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

/// Input from a pipe is limited in size.
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
    let mut big =
        std::fs::read(crate::common::fixture("layout/two-columns.pdf")).expect("a fixture");
    big.resize(2 << 20, b' ');
    let refused = |command: &[&str], input: &str, run: &crate::common::Run| {
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
            &crate::common::run_with_input(&args, &big),
        );
        let (_folder, pipe) = named_pipe();
        let written = {
            let (pipe, big) = (pipe.clone(), big.clone());
            // The program stops reading.
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
        &crate::common::fixture("layout/two-columns.pdf"),
        "-",
    ]);
    assert_eq!(fits.status, 0, "the limit is not about files: {fits:?}");
}

/// Only regular files in folders are read.
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
    let page = crate::common::fixture("recognised/alto-2-latin.xml");
    std::fs::copy(page, folder.path().join("page.xml")).expect("a copy");
    let joined = run(&[place, "-"]);
    std::fs::remove_file(folder.path().join("page.xml")).expect("it is there");
    let pdf = crate::common::fixture("layout/two-columns.pdf");
    std::fs::copy(pdf, folder.path().join("a.pdf")).expect("a copy");
    let validated = run(&["validate", place]);
    let out = crate::common::scratch();
    let to = out.path().to_str().expect("UTF-8");
    let converted = run(&["batch", "-p", place, "--output-dir", to]);
    for (ran, status) in [(joined, 0), (validated, 1), (converted, 0)] {
        assert_eq!(ran.status, status, "{ran:?}");
        for line in &skipped {
            assert!(ran.stderr.contains(line), "{ran:?}");
        }
    }
    let out = crate::common::scratch();
    let to = out.path().to_str().expect("UTF-8");
    let refused = run(&["batch", &pipe, "--output-dir", to]);
    assert_eq!(refused.status, 7, "{refused:?}");
    let why = "it is a pipe, not a file, and is read twice here";
    assert!(refused.stderr.contains(why), "{refused:?}");
}

/// A file of recognised text in each format, with the words `w0`, `w1` and so on. Files have three pages if
/// the format allows several.
fn recognised() -> [(&'static str, String); 5] {
    let words = |of: fn(usize) -> String, page: usize| -> String {
        (8 * page..8 * page + 8).map(of).collect()
    };
    let pages = |count: usize, before: &str, of: fn(usize) -> String, after: &str| -> String {
        (0..count)
            .map(|page| format!("{before}{}{after}", words(of, page)))
            .collect()
    };
    let left = |i: usize| 10 + 90 * (i % 8);
    let hocr = |i| {
        let x = 10 + 90 * (i % 8);
        format!(
            "<span class='ocrx_word' title='bbox {x} 10 {} 40'>w{i}</span>\n",
            x + 60
        )
    };
    let alto = |i| {
        let x = 10 + 90 * (i % 8);
        format!("<String CONTENT='w{i}' HPOS='{x}' VPOS='10' WIDTH='60' HEIGHT='30'/>\n")
    };
    let page = |i| {
        let x = 10 + 90 * (i % 8);
        format!(
            "<Word><Coords points='{x},10 {0},10 {0},40 {x},40'/><TextEquiv><Unicode>w{i}</Unicode>\
             </TextEquiv></Word>\n",
            x + 60
        )
    };
    let tsv = (0..24).map(|i| {
        let (page, x) = (i / 8 + 1, left(i));
        let start = match i % 8 {
            0 => format!("1\t{page}\t0\t0\t0\t0\t0\t0\t800\t100\t-1\t\n"),
            _ => String::new(),
        };
        format!(
            "{start}5\t{page}\t1\t1\t1\t{}\t{x}\t10\t60\t30\t95\tw{i}\n",
            i % 8 + 1
        )
    });
    let character = |i: usize| {
        let x = 10 + 90 * (i % 8);
        format!(
            "<text font=\"F\" bbox=\"{x}.0,10.0,{}.0,40.0\" size=\"30.0\">w{i}</text>\n<text> </text>\n",
            x + 60
        )
    };
    [
        (
            "cut.html",
            format!(
                "<html><head><title>x</title></head><body>\n{}</body></html>\n",
                pages(
                    3,
                    "<div class='ocr_page' title='bbox 0 0 800 100; scan_res 300 300'>\n\
                     <span class='ocr_line' title='bbox 0 10 800 40'>\n",
                    hocr,
                    "</span></div>\n"
                )
            ),
        ),
        (
            "cut-alto.xml",
            format!(
                "<?xml version='1.0'?>\n<alto><Layout>\n{}</Layout></alto>\n",
                pages(
                    3,
                    "<Page WIDTH='800' HEIGHT='100'><PrintSpace><TextBlock HPOS='0' VPOS='10' WIDTH='800' \
                     HEIGHT='30'><TextLine HPOS='0' VPOS='10' WIDTH='800' HEIGHT='30'>\n",
                    alto,
                    "</TextLine></TextBlock></PrintSpace></Page>\n"
                )
            ),
        ),
        (
            "cut-page.xml",
            pages(
                1,
                "<PcGts><Page imageWidth='800' imageHeight='100'>\n<TextRegion><Coords \
                 points='0,10 800,10 800,40 0,40'/><TextLine><Coords \
                 points='0,10 800,10 800,40 0,40'/>\n",
                page,
                "</TextLine></TextRegion></Page></PcGts>\n",
            ),
        ),
        (
            "cut.tsv",
            format!(
                "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\t\
                 conf\ttext\n{}",
                tsv.collect::<String>()
            ),
        ),
        (
            "cut-pdfminer.xml",
            format!(
                "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<pages>\n{}</pages>\n",
                pages(
                    3,
                    "<page id=\"1\" bbox=\"0.0,0.0,800.0,100.0\" rotate=\"0\">\n",
                    character,
                    "</page>\n"
                )
            ),
        ),
    ]
}

/// The numbers in the words of a text.
fn numbers(text: &str) -> BTreeSet<usize> {
    let words = text.split_whitespace();
    words
        .filter_map(|word| word.strip_prefix('w')?.parse().ok())
        .collect()
}

#[cfg(feature = "html")]
#[test]
fn a_file_of_recognised_text_that_was_cut_off_gives_what_it_has_and_one_warning() {
    let folder = scratch();
    let pdf = fs::read(fixture("damaged/whole.pdf")).unwrap();
    let pdf = made(folder.path(), "cut.pdf", &pdf[..pdf.len() - 40]);
    let code = run(&["-p", "--format", "text", &pdf, "-"]).status;
    for (name, whole) in recognised() {
        let path = made(folder.path(), name, whole.as_bytes());
        let args = ["--format", "text", "--input-dpi", "300", &path, "-"];
        let read = run(&args);
        let words = if name == "cut-page.xml" { 8 } else { 24 };
        assert_eq!((read.status, read.stderr.as_str()), (0, ""), "{name}");
        assert_eq!(numbers(&read.stdout), (0..words).collect(), "{name}");
        // The file is truncated between two tags, and inside one.
        let first = whole.find("w1").unwrap();
        let between = whole.match_indices('\n').map(|(at, _)| at + 1);
        let places = between.filter(|at| *at > first && *at + 20 < whole.len());
        let mut places: Vec<usize> = places.step_by(5).collect();
        places.extend((0..6).map(|i| first + 9 + i * (whole.len() - first) / 7));
        for at in places {
            let cut = &whole[..at];
            if name == "cut.tsv" && cut.ends_with('\n') {
                // The table is complete.
                continue;
            }
            fs::write(&path, cut).unwrap();
            let read = run(&args);
            assert_eq!(read.status, code, "{name} {at}: {}", read.stderr);
            let line = cut.matches('\n').count() + 1;
            let warning = format!("offset {at}: {path} is cut off in line {line}: ");
            // A page that ends before its first word has lines without text.
            let lines = read.stderr.lines();
            let lines: Vec<&str> = lines.filter(|l| !l.contains("without text")).collect();
            assert!(
                lines.len() == 1 && lines[0].contains(&warning) && lines[0].contains("read"),
                "{name} {at}: {}",
                read.stderr
            );
            // All words before the end are found.
            let found = numbers(&read.stdout);
            let before = (0..words).filter(|i| {
                let word = format!("w{i}");
                let after = cut.find(&word).and_then(|at| cut.get(at + word.len()..));
                after.is_some_and(|after| after.contains('\n'))
            });
            let before: BTreeSet<usize> = before.collect();
            assert!(before.is_subset(&found), "{name} {at}: {}", read.stdout);
        }
    }
}

#[test]
fn a_file_that_was_cut_off_before_its_first_page_says_so() {
    let folder = scratch();
    let path = made(folder.path(), "a.xml", b"<alto>\n<Description>\n<Mea");
    refused(
        &[&path, "-"],
        3,
        &format!("{path} is cut off in line 3: </alto> is missing; it has no page before that"),
    );
}

#[test]
fn missing_files_of_a_list_are_one_warning() {
    let folder = scratch();
    let page = fs::read(fixture("recognised/page-2019.xml")).unwrap();
    made(folder.path(), "p3.xml", &page);
    made(folder.path(), "p5.xml", b"no text");
    let files: String = (1..=12)
        .map(|i| format!("<file ID='f{i}'><FLocat href='p{i}.xml'/></file>"))
        .collect();
    let pages: String = (1..=12)
        .map(|i| format!("<div><fptr FILEID='f{i}'/></div>"))
        .collect();
    let mets = format!("<mets>{files}<structMap>{pages}</structMap></mets>");
    let path = made(folder.path(), "mets.xml", mets.as_bytes());
    let read = run(&["--input-dpi", "300", &path, "-"]);
    assert_eq!(read.status, 0, "{}", read.stderr);
    assert_eq!(
        read.stderr,
        format!(
            "pdfa2hocr: warning: {path}: 11 of the 12 pages that it lists are left out: \
             page 1 (p1.xml: there is no such file), page 2 (p2.xml: there is no such file), \
             page 4 (p4.xml: there is no such file), page 5 (p5.xml: it is not recognised text), \
             page 6 (p6.xml: there is no such file), and 6 others; 1 page is read\n"
        )
    );
    // Truncation also removes the order of the pages, but not the pages.
    fs::write(&path, &mets[..mets.find("<structMap>").unwrap()]).unwrap();
    let read = run(&["-q", "--format", "text", &path, "-"]);
    assert!(
        read.status == 0 && !read.stdout.trim().is_empty(),
        "{read:?}"
    );
}
