//! Existing files at the path of an output: user files, corrected outputs and forgotten inputs stay unless
//! `--overwrite` is given. Unchanged output is replaced.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Run, fixture, scratch};

/// A folder in which the program runs.
struct Folder(tempfile::TempDir);

impl Folder {
    /// Creates a folder with these fixtures under these names.
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = scratch();
        for (name, of) in files {
            fs::copy(fixture(of), folder.path().join(name)).unwrap();
        }
        Self(folder)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        String::from_utf8_lossy(&fs::read(self.at(name)).unwrap()).into_owned()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.at(name), text).unwrap();
    }

    /// Changes a letter of an output, like a user who corrects it.
    fn correct(&self, name: &str) {
        let text = self.read(name);
        assert!(text.contains('e'), "{name}: {text}");
        self.write(name, &text.replacen('e', "3", 1));
    }

    fn run(&self, args: &[&str]) -> Run {
        let mut program = crate::common::program();
        let output = program
            .current_dir(self.0.path())
            .args(args)
            .output()
            .unwrap();
        Run {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    #[track_caller]
    fn converts(&self, args: &[&str]) {
        let run = self.run(args);
        assert_eq!(run.status, 0, "{args:?}: {}", run.stderr);
    }

    /// Runs the program. It must name this file, explain how to replace it, and leave all files as they were.
    #[track_caller]
    fn keeps(&self, name: &str, args: &[&str]) {
        let before = self.files();
        let run = self.run(args);
        assert_eq!(run.status, 1, "{args:?}: {}", run.stderr);
        let last = run.stderr.lines().last().unwrap_or_default();
        let begin = format!("pdfa2hocr: {name} exists");
        assert!(last.starts_with(&begin), "{args:?}: {}", run.stderr);
        assert!(last.ends_with("; use --overwrite to replace it"), "{last}");
        assert!(before == self.files(), "{args:?} changed a file");
    }

    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let walk = walkdir::WalkDir::new(self.0.path()).sort_by_file_name();
        walk.into_iter()
            .map(|entry| entry.unwrap().into_path())
            .filter(|path| path.is_file())
            .map(|path| (path.clone(), fs::read(path).unwrap()))
            .collect()
    }
}

/// A TSV file of Tesseract.
fn table(word: &str) -> String {
    format!(
        "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
         1\t1\t0\t0\t0\t0\t0\t0\t500\t500\t-1\t\n\
         5\t1\t1\t1\t1\t1\t10\t10\t80\t20\t96\t{word}\n"
    )
}

#[test]
fn the_last_of_several_inputs_is_not_the_output() {
    let folder = Folder::new(&[("a.pdf", "tagged/objects.pdf")]);
    let pages = ["page-1.html", "page-2.html", "page-3.html"];
    for page in pages {
        folder.converts(&["a.pdf", page]);
    }
    // Unchanged output may also be a forgotten input.
    folder.keeps("page-3.html", &pages);
    folder.correct("page-3.html");
    folder.keeps("page-3.html", &pages);
    let tables = ["page-1.tsv", "page-2.tsv", "page-3.tsv"];
    for (name, word) in tables.into_iter().zip(["one", "two", "three"]) {
        folder.write(name, &table(word));
    }
    folder.keeps("page-3.tsv", &tables);
    let mut overwriting = tables.to_vec();
    overwriting.push("--overwrite");
    folder.converts(&overwriting);
    assert!(folder.read("page-3.tsv").contains("two"));
}

#[test]
fn unchanged_output_is_replaced_and_corrected_output_is_kept() {
    let folder = Folder::new(&[("a.pdf", "layout/two-columns.pdf")]);
    for name in [
        "out.html",
        "out.alto.xml",
        "out.page.xml",
        "out.tei.xml",
        "out.sqlite",
        "out.pdfminer.xml",
        "out.reading.html",
    ] {
        let format = match name {
            "out.pdfminer.xml" => "pdfminer-xml",
            "out.reading.html" => "html",
            "out.html" => "hocr",
            _ => name.split('.').nth(1).unwrap(),
        };
        let format = format!("--format={format}");
        for columns in ["2", "2", "3"] {
            folder.converts(&["-p", "-c", columns, &format, "a.pdf", name]);
        }
        let whole = fs::read(folder.at(name)).unwrap();
        let mut corrected = whole.clone();
        corrected[whole.len() / 2] ^= 1;
        fs::write(folder.at(name), &corrected).unwrap();
        folder.keeps(name, &["-p", "-c", "3", &format, "a.pdf", name]);
        folder.converts(&["-p", "-c", "3", &format, "--overwrite", "a.pdf", name]);
        assert!(fs::read(folder.at(name)).unwrap() == whole, "{name}");
    }
}

#[test]
fn plain_text_of_a_pdf_is_replaced_under_names_of_its_format() {
    let folder = Folder::new(&[("a.pdf", "tagged/objects.pdf")]);
    for (format, name) in [
        ("text", "out.txt"),
        ("markdown", "out.md"),
        ("tsv", "out.tsv"),
        ("json", "out.JSON"),
        ("vertical", "out.vert"),
    ] {
        let format = format!("--format={format}");
        folder.write(name, "my notes");
        folder.converts(&[&format, "a.pdf", name]);
        assert!(!folder.read(name).contains("my notes"), "{name}");
        folder.write("notes", "my notes");
        folder.keeps("notes", &["-q", &format, "a.pdf", "notes"]);
    }
}

#[test]
fn empty_files_and_devices_are_written() {
    let folder = Folder::new(&[("a.pdf", "tagged/objects.pdf")]);
    folder.write("empty", "");
    folder.converts(&["a.pdf", "empty"]);
    assert!(folder.read("empty").contains("ocrx_word"));
    if cfg!(unix) {
        folder.converts(&["a.pdf", "/dev/null"]);
    }
}

#[test]
fn files_of_other_programs_are_kept() {
    let folder = Folder::new(&[("a.pdf", "tagged/objects.pdf")]);
    for (name, bytes) in [
        ("scan.tif", &b"II*\0\x08\0\0\0"[..]),
        ("letter.docx", b"PK\x03\x04\x14\0\x06\0"),
        ("page.html", b"<html><body>mine</body></html>\n"),
    ] {
        fs::write(folder.at(name), bytes).unwrap();
        folder.keeps(name, &["a.pdf", name]);
        folder.keeps(name, &["explain", "a.pdf", "-o", name]);
        folder.converts(&["--overwrite", "a.pdf", name]);
    }
    folder.converts(&["explain", "a.pdf", "-o", "a.svg"]);
    folder.converts(&["explain", "-p", "a.pdf", "-o", "a.svg"]);
    folder.correct("a.svg");
    folder.keeps("a.svg", &["explain", "a.pdf", "-o", "a.svg"]);
}

#[cfg(unix)]
#[test]
fn a_read_only_file_is_kept() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new(&[("a.pdf", "tagged/objects.pdf")]);
    folder.converts(&["a.pdf", "out.html"]);
    fs::set_permissions(folder.at("out.html"), fs::Permissions::from_mode(0o444)).unwrap();
    let before = folder.files();
    let run = folder.run(&["--overwrite", "-p", "a.pdf", "out.html"]);
    assert_eq!(run.status, 1);
    assert!(
        run.stderr.contains("out.html: it is read-only"),
        "{}",
        run.stderr
    );
    assert!(before == folder.files());
}

#[test]
fn the_same_bytes_are_no_loss() {
    let folder = Folder::new(&[("a.pdf", "tagged/objects.pdf")]);
    folder.converts(&["a.pdf", "in.html"]);
    let command = ["--format=text,json,hocr", "in.html", "out"];
    folder.converts(&command);
    folder.converts(&command);
    folder.correct("out.json");
    // All stay, also those that were not changed.
    folder.keeps("out.json", &["--format=text,json", "in.html", "out"]);
}

#[test]
fn page_files_are_replaced_as_they_were_written() {
    let folder = Folder::new(&[("a.pdf", "damaged/whole.pdf")]);
    folder.converts(&["a.pdf", "book.page.xml"]);
    let pages = folder.read("book.page.xml");
    assert!(pages.contains("book_pages/0001.xml"), "{pages}");
    folder.converts(&["-p", "a.pdf", "book.page.xml"]);
    // The list and the files in it are inputs.
    for output in ["book_pages/0001.xml", "book.page.xml"] {
        let run = folder.run(&["--overwrite", "book.page.xml", output]);
        assert_eq!(run.status, 1, "{output}");
        assert!(
            run.stderr.contains("it is a file that is read"),
            "{}",
            run.stderr
        );
    }
    // Another list would write its pages to the same folder.
    fs::copy(folder.at("book.page.xml"), folder.at("list.xml")).unwrap();
    fs::remove_file(folder.at("book.page.xml")).unwrap();
    let before = folder.files();
    for overwrite in [&[][..], &["--overwrite"]] {
        let run = folder.run(&[overwrite, &["list.xml", "book.page.xml"]].concat());
        assert_eq!(run.status, 1);
        assert!(
            run.stderr.contains("it is a file that is read"),
            "{}",
            run.stderr
        );
        assert!(before == folder.files());
    }
    // A corrected page.
    fs::rename(folder.at("list.xml"), folder.at("book.page.xml")).unwrap();
    folder.correct("book_pages/0002.xml");
    folder.keeps("./book_pages", &["a.pdf", "./book.page.xml"]);
    folder.converts(&["--overwrite", "a.pdf", "book.page.xml"]);
    folder.converts(&["-p", "a.pdf", "book.page.xml"]);
}

#[cfg(feature = "browse")]
#[test]
fn a_viewer_and_its_folder_are_replaced_together() {
    let folder = Folder::new(&[("a.pdf", "damaged/whole.pdf")]);
    let write = [
        "--format=viewer",
        "--viewer-as=folder",
        "a.pdf",
        "book.html",
    ];
    folder.converts(&write);
    folder.converts(&[&["-p"], &write[..]].concat());
    folder.correct("book_files/page-1.js");
    let before = folder.files();
    let run = folder.run(&write);
    assert_eq!(run.status, 1);
    assert!(
        run.stderr.contains("book_files exists and was changed"),
        "{}",
        run.stderr
    );
    assert!(before == folder.files());
    folder.converts(&[&["--overwrite"], &write[..]].concat());
}

#[test]
fn files_beside_an_output_follow_the_rule() {
    let folder = Folder::new(&[
        ("scan.pdf", "scans/jpeg.pdf"),
        ("folder.pdf", "attachments/portfolio.pdf"),
    ]);
    let scans = ["-p", "--images", "scans", "scan.pdf", "out.html"];
    folder.converts(&scans);
    folder.converts(&scans);
    folder.write("scans/out-0001.jpg", "a better scan");
    folder.keeps("scans/out-0001.jpg", &scans);
    let attachments = ["-p", "-q", "--attachments", "in", "folder.pdf", "out.html"];
    folder.converts(&attachments);
    folder.converts(&attachments);
    folder.correct("in/report.html");
    let run = folder.run(&attachments);
    assert_eq!(run.status, 7, "{}", run.stderr);
    assert!(
        run.stderr.contains("report.html exists and was changed"),
        "{}",
        run.stderr
    );
    for (option, name) in [("--log", "notes"), ("--map", "notes")] {
        folder.write(name, "my notes");
        folder.keeps(
            name,
            &["-p", "--format=text", option, name, "scan.pdf", "out.txt"],
        );
    }
    for (option, name) in [("--log", "out.log"), ("--map", "map.json")] {
        folder.write(name, "earlier");
        folder.converts(&["-p", "--format=text", option, name, "scan.pdf", "out.txt"]);
        assert!(!folder.read(name).contains("earlier"), "{name}");
    }
}

#[test]
fn two_outputs_with_one_name_are_an_error_before_the_conversion() {
    let folder = Folder::new(&[("a.pdf", "tagged/objects.pdf")]);
    let before = folder.files();
    for formats in [
        "hocr=out.html,text=OUT.html",
        "hocr=\u{e9}.html,text=e\u{301}.html",
        "hocr=out.html,text=new/../out.html",
    ] {
        let run = folder.run(&["-q", "--format", formats, "a.pdf"]);
        assert_eq!(run.status, 1, "{formats}");
        assert!(
            run.stderr.contains("another output goes there"),
            "{}",
            run.stderr
        );
        assert!(before == folder.files());
    }
}

#[test]
fn a_batch_keeps_what_was_corrected() {
    let folder = Folder::new(&[
        ("a.pdf", "tagged/objects.pdf"),
        ("b.pdf", "damaged/whole.pdf"),
    ]);
    let batch = |options: &[&str]| {
        let named = [
            "batch",
            "--resume",
            "--format=hocr,tsv",
            "--output-dir=out",
            "a.pdf",
            "b.pdf",
        ];
        folder.run(&[&named[..], options].concat())
    };
    for options in [&["-p"][..], &["-p"], &["-p", "-c", "2"]] {
        let run = batch(options);
        assert_eq!(run.status, 0, "{}", run.stderr);
    }
    for name in ["out/a.html", "out/b.tsv"] {
        folder.correct(name);
        let corrected = folder.read(name);
        // With the same options nothing is converted again.
        let run = batch(&["-p", "-c", "2"]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        let run = batch(&["-p", "-c", "3"]);
        match name {
            "out/a.html" => {
                assert_eq!(run.status, 7, "{}", run.stderr);
                assert!(
                    run.stderr.contains("a.html exists and was changed"),
                    "{}",
                    run.stderr
                );
                assert_eq!(folder.read(name), corrected);
            }
            // Text formats of a PDF are replaced.
            _ => assert_ne!(folder.read(name), corrected),
        }
        let run = batch(&["-p", "-c", "4", "--overwrite"]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert_ne!(folder.read(name), corrected);
        let run = batch(&["-p", "-c", "2"]);
        assert_eq!(run.status, 0, "{}", run.stderr);
    }
}

#[test]
fn an_input_is_not_replaced_by_any_name() {
    let folder = Folder::new(&[("a.pdf", "tagged/objects.pdf")]);
    fs::create_dir(folder.at("in")).unwrap();
    folder.converts(&["a.pdf", "in/1.html"]);
    folder.converts(&["a.pdf", "in/2.html"]);
    let mut outputs = vec!["in/2.html".to_owned()];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("in/2.html", folder.at("link.html")).unwrap();
        outputs.push("link.html".to_owned());
    }
    if Path::new(&folder.at("IN")).exists() {
        outputs.push("IN/2.HTML".to_owned());
    }
    for output in outputs {
        let run = folder.run(&["--overwrite", "in", &output]);
        assert_eq!(run.status, 1);
        assert!(
            run.stderr.contains("it is a file that is read"),
            "{}",
            run.stderr
        );
    }
}
