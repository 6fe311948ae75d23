//! Worker processes of a batch: files that crash them, limits, and the protocol of frames by which any
//! program can
//! use them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
#[cfg(target_os = "linux")]
use std::time::Duration;

use crate::common::{Run, fixture, program, run, scratch};
use serde_json::{Value, json};

/// Runs a batch with output to `folder`.
fn batch(folder: &Path, args: &[&str]) -> Run {
    let mut all = vec!["batch", "-p", "--output-dir", folder.to_str().unwrap()];
    all.extend(args);
    run(&all)
}

/// The records of the manifest, by the file names of inputs.
fn manifest(folder: &Path) -> BTreeMap<String, Value> {
    let text = fs::read_to_string(folder.join("manifest.jsonl")).unwrap();
    let lines = text.lines().map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        let input = Path::new(line["input"].as_str().unwrap());
        let name = input.file_name().unwrap().to_str().unwrap();
        (name.to_owned(), line.clone())
    });
    lines.collect()
}

/// Writes a module that never ends for the document of this name. Returns the options that run it.
fn endless(folder: &Path, name: &str) -> [String; 3] {
    let path = folder.join("endless.star");
    let module = format!(
        "def begin(document):\n    if document.name == \"{name}\":\n        \
         for i in range(2000000000):\n            pass\n\n\
         def custom_processing(page):\n    pass\n"
    );
    fs::write(&path, module).unwrap();
    [
        "-l".into(),
        path.to_str().unwrap().into(),
        "--module-steps=100000000000".into(),
    ]
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_needs_too_much_memory_is_the_only_one_that_is_lost() {
    let inputs = [
        fixture("bombs/run-length.pdf"),
        fixture("damaged/whole.pdf"),
        fixture("layout/two-columns.pdf"),
        fixture("tagged/objects.pdf"),
    ];
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let (limited, free) = (scratch(), scratch());
    let args = [&["-j1", "--memory-limit", "64M"], &inputs[..]].concat();
    let ran = batch(limited.path(), &args);
    assert_eq!(ran.status, 7, "{}", ran.stderr);
    let stderr = "run-length.pdf: it needs more than 64 MiB of memory (--memory-limit)";
    assert!(ran.stderr.contains(stderr), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("memory").count(), 2, "{}", ran.stderr);
    let lines = manifest(limited.path());
    let lost = &lines["run-length.pdf"];
    assert_eq!(lost["code"], "memory");
    assert_eq!(lost["exit"], Value::Null);
    assert_eq!(lost["files"], json!([]));

    assert_eq!(batch(free.path(), &inputs).status, 10);
    for name in ["whole", "two-columns", "objects"] {
        assert_eq!(lines[&format!("{name}.pdf")]["exit"], 0);
        let written = |folder: &Path| fs::read(folder.join(format!("{name}.html"))).unwrap();
        assert_eq!(written(limited.path()), written(free.path()), "{name}");
    }
    let left = fs::read_dir(limited.path()).unwrap().count();
    assert_eq!(left, 4, "three outputs and the manifest");
}

#[test]
fn limits_have_units_and_a_least() {
    for (option, value) in [
        ("--memory-limit", "1M"),
        ("--memory-limit", "much"),
        ("--cpu-limit", "-1"),
    ] {
        let out = scratch();
        let ran = batch(out.path(), &[option, value, &fixture("damaged/whole.pdf")]);
        assert_eq!(ran.status, 1, "{}", ran.stderr);
    }
}

#[cfg(all(unix, feature = "modules"))]
#[test]
fn a_file_that_takes_too_much_processor_time_is_the_only_one_that_is_lost() {
    let out = scratch();
    let module = endless(out.path(), "objects.pdf");
    let module = module.each_ref().map(String::as_str);
    let inputs = [fixture("damaged/whole.pdf"), fixture("tagged/objects.pdf")];
    let inputs = inputs.each_ref().map(String::as_str);
    let args = [&["-j1", "--cpu-limit=1"], &module[..], &inputs[..]].concat();
    let ran = batch(out.path(), &args);
    assert_eq!(ran.status, 7, "{}", ran.stderr);
    let lines = manifest(out.path());
    assert_eq!(lines["objects.pdf"]["code"], "cpu-time");
    assert_eq!(lines["whole.pdf"]["exit"], 0);
}

/// A batch that has started with `slow.pdf`, which never ends.
#[cfg(all(target_os = "linux", feature = "modules"))]
struct Slow {
    folder: tempfile::TempDir,
    batch: Child,
}

#[cfg(all(target_os = "linux", feature = "modules"))]
impl Slow {
    fn start() -> Self {
        let folder = scratch();
        let module = endless(folder.path(), "slow.pdf");
        let input = folder.path().join("in");
        fs::create_dir(&input).unwrap();
        let mut slow = fs::read(fixture("damaged/whole.pdf")).unwrap();
        // The largest file is converted first.
        slow.extend([b'\n'; 5000]);
        fs::write(input.join("slow.pdf"), slow).unwrap();
        for name in ["a.pdf", "b.pdf"] {
            fs::copy(fixture("damaged/whole.pdf"), input.join(name)).unwrap();
        }
        let mut command = program();
        command
            .args(["batch", "-p", "-j1", "--output-dir"])
            .arg(folder.path().join("out"))
            .args(module)
            .arg(input);
        let batch = command.stderr(Stdio::piped()).spawn().unwrap();
        Self { folder, batch }
    }

    /// Waits for a worker other than `last`, and returns its process id.
    fn worker(&mut self, last: Option<u32>) -> u32 {
        let owner = format!("PPid:\t{}\n", self.batch.id());
        loop {
            assert!(self.batch.try_wait().unwrap().is_none(), "it ended");
            let processes = fs::read_dir("/proc").unwrap().flatten();
            let ids = processes.filter_map(|p| p.file_name().to_str()?.parse().ok());
            let mut workers = ids.filter(|id: &u32| {
                let status = fs::read_to_string(format!("/proc/{id}/status"));
                status.is_ok_and(|status| status.contains(&owner)) && Some(*id) != last
            });
            if let Some(worker) = workers.next() {
                return worker;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn kill(id: u32) {
        let mut kill = std::process::Command::new("kill");
        assert!(
            kill.args(["-9", &id.to_string()])
                .status()
                .unwrap()
                .success()
        );
    }

    fn end(self) -> (i32, String, BTreeMap<String, Value>) {
        let ended = self.batch.wait_with_output().unwrap();
        let lines = manifest(&self.folder.path().join("out"));
        let stderr = String::from_utf8(ended.stderr).unwrap();
        (ended.status.code().unwrap(), stderr, lines)
    }
}

#[cfg(all(target_os = "linux", feature = "modules"))]
#[test]
fn a_file_whose_worker_is_killed_is_tried_once_more() {
    let mut slow = Slow::start();
    let worker = slow.worker(None);
    // The second attempt runs the module without the endless loop.
    endless(slow.folder.path(), "no.pdf");
    Slow::kill(worker);
    let (status, stderr, lines) = slow.end();
    assert_eq!(status, 0, "{stderr}");
    assert_eq!(lines.len(), 3);
    assert!(
        lines
            .values()
            .all(|line| line["exit"] == 0 && line["pages"] == 2)
    );
}

#[cfg(all(target_os = "linux", feature = "modules"))]
#[test]
fn a_file_whose_workers_are_killed_twice_has_an_error_and_the_others_none() {
    let mut slow = Slow::start();
    let first = slow.worker(None);
    Slow::kill(first);
    let second = slow.worker(Some(first));
    Slow::kill(second);
    let (status, stderr, lines) = slow.end();
    assert_eq!(status, 7, "{stderr}");
    assert!(
        stderr.contains("slow.pdf: its conversion crashed twice"),
        "{stderr}"
    );
    assert_eq!(lines["slow.pdf"]["code"], "crash");
    assert_eq!(lines["slow.pdf"]["exit"], Value::Null);
    for name in ["a.pdf", "b.pdf"] {
        assert_eq!(lines[name]["exit"], 0);
    }
}

/// A worker process that the test sends requests to.
struct Worker(Child);

impl Worker {
    fn start(args: &[&str]) -> Self {
        let mut command = program();
        command
            .arg("worker")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Self(command.spawn().unwrap())
    }

    fn send(&mut self, kind: u8, payload: &[u8]) {
        let input = self.0.stdin.as_mut().unwrap();
        let length = u32::try_from(payload.len()).unwrap().to_le_bytes();
        input.write_all(&length).unwrap();
        input.write_all(&[kind]).unwrap();
        input.write_all(payload).unwrap();
        input.flush().unwrap();
    }

    /// Reads an answer: its data, its events, and its end.
    fn answer(&mut self) -> (Vec<u8>, Vec<Value>, Value) {
        let output = self.0.stdout.as_mut().unwrap();
        let (mut data, mut events) = (Vec::new(), Vec::new());
        loop {
            let mut head = [0; 5];
            output.read_exact(&mut head).unwrap();
            let length = u32::from_le_bytes(head[..4].try_into().unwrap());
            let mut payload = vec![0; length as usize];
            output.read_exact(&mut payload).unwrap();
            match head[4] {
                b'D' => data.extend(payload),
                b'E' => events.push(serde_json::from_slice(&payload).unwrap()),
                b'J' => return (data, events, serde_json::from_slice(&payload).unwrap()),
                other => panic!("a frame of kind {other}"),
            }
        }
    }

    fn ask(&mut self, request: &Value) -> Value {
        self.send(b'J', request.to_string().as_bytes());
        self.answer().2
    }
}

#[test]
fn a_worker_answers_as_the_command_line_does() {
    let folder = scratch();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let whole = fixture("damaged/whole.pdf");
    assert_eq!(run(&["-p", &whole, &path("alone.html")]).status, 0);
    let alone = fs::read(path("alone.html")).unwrap();
    let mut worker = Worker::start(&[]);

    let request = json!({"id": "one", "path": &whole, "options": ["-p"],
        "answer": {"files": path("by-path.html")}});
    worker.send(b'J', request.to_string().as_bytes());
    let (data, events, end) = worker.answer();
    assert_eq!(data, b"");
    let expected = [
        json!({"pages": 2}),
        json!({"words": 2}),
        json!({"words": 2}),
    ];
    assert_eq!(events, expected);
    assert_eq!(
        end,
        json!({"id": "one", "ok": true, "pages": 2, "words": 4, "warnings": 0, "needs_ocr": []})
    );
    assert_eq!(fs::read(path("by-path.html")).unwrap(), alone);

    let bytes = fs::read(&whole).unwrap();
    let request = json!({"bytes": bytes.len(), "name": &whole, "options": ["-p"],
        "answer": {"files": path("by-bytes.html")}});
    worker.send(b'J', request.to_string().as_bytes());
    let (first, second) = bytes.split_at(100);
    worker.send(b'D', first);
    worker.send(b'D', second);
    assert_eq!(worker.answer().2["ok"], true);
    assert_eq!(fs::read(path("by-bytes.html")).unwrap(), alone);

    // The failure of one request does not affect the next.
    let locked = fixture("encrypted/aes-256-password.pdf");
    let output = json!({"files": path("locked.html")});
    let refused = worker.ask(&json!({"path": &locked, "options": ["-p"], "answer": output}));
    assert_eq!(refused["error"]["code"], "password");
    assert_eq!(refused["error"]["exit"], 5);
    assert!(refused["ok"].is_null() && !folder.path().join("locked.html").exists());
    let opened = worker
        .ask(&json!({"path": &locked, "options": ["-p"], "password": "user", "answer": output}));
    assert_eq!(opened["ok"], true, "{opened}");
    for wrong in [
        json!({"path": &whole, "options": ["--time-limit=1"], "answer": output}),
        json!({"path": &whole, "options": ["-p"], "answer": {"files": "-"}}),
        json!({"path": &whole, "options": ["-p"], "answer": {"files": &whole}}),
        json!({"path": &whole, "options": ["-p"], "answer": {"arrow": ["nothing"]}}),
    ] {
        let refused = worker.ask(&wrong);
        assert_eq!(refused["error"]["code"], "argument", "{refused}");
    }

    drop(worker.0.stdin.take());
    assert_eq!(worker.0.wait().unwrap().code(), Some(0));
}

#[cfg(feature = "arrow")]
#[test]
fn a_worker_answers_with_tables() {
    let mut worker = Worker::start(&[]);
    let path = fixture("layout/two-columns.pdf");
    let request = json!({"path": path, "options": ["-p"], "answer": {"arrow": ["words"]}});
    worker.send(b'J', request.to_string().as_bytes());
    let (data, _, end) = worker.answer();
    assert_eq!(end["ok"], true, "{end}");
    // A complete Arrow stream: a schema, rows, and the end marker.
    assert!(data.starts_with(&[0xff; 4]) && data.ends_with(&[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]));
    assert!(data.windows(7).any(|bytes| bytes == b"columns"));
    drop(worker.0.stdin.take());
    assert!(worker.0.wait().unwrap().success());
}

#[test]
fn what_is_no_request_ends_a_worker() {
    for noise in [&b"noise\n"[..], b"\x02\0\0\0J{}", b"\x02\0\0\0D{}"] {
        let mut worker = Worker::start(&[]);
        worker.0.stdin.as_mut().unwrap().write_all(noise).unwrap();
        // Kept open, because the worker exits without a message at the end of its input.
        let input = worker.0.stdin.take();
        let ended = worker.0.wait_with_output().unwrap();
        drop(input);
        assert_eq!(ended.status.code(), Some(2));
        let stderr = String::from_utf8(ended.stderr).unwrap();
        assert!(
            stderr.contains("only programs run this command"),
            "{stderr}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_worker_does_not_grow_with_the_files() {
    let folder = scratch();
    let output = folder.path().join("out.html");
    let mut worker = Worker::start(&["--memory-limit", "64M"]);
    let paths = [
        "layout/two-columns.pdf",
        "damaged/whole.pdf",
        "tagged/objects.pdf",
    ]
    .map(fixture);
    let held = |worker: &Worker| {
        let status = fs::read_to_string(format!("/proc/{}/status", worker.0.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.unwrap().trim().strip_suffix(" kB").unwrap();
        kilobytes.parse::<u64>().unwrap()
    };
    let mut early = 0;
    for turn in 0..300 {
        let request = json!({"path": paths[turn % 3], "options": ["-p", "--jobs=1"],
            "answer": {"files": output}});
        let answer = worker.ask(&request);
        assert_eq!(answer["ok"], true, "{answer}");
        if turn == 60 {
            early = held(&worker);
        }
    }
    let late = held(&worker);
    assert!(late < early + 4096, "{early} kB, then {late} kB");
    drop(worker.0.stdin.take());
    worker.0.wait().unwrap();
}
