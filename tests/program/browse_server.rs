//! `browse` as a server: access, passwords, pictures of pages, and its end.

use std::fs;

use crate::common::server::{Answer, Server};
use crate::common::{fixture, run, scratch};
use serde_json::json;

/// The width and height of a PNG file.
fn size(answer: &Answer) -> (u32, u32) {
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("image/png"));
    let decoder = png::Decoder::new(std::io::Cursor::new(&answer.body));
    let info = decoder.read_info().expect("a PNG file");
    info.info().size()
}

/// The grey or red values of the pixels of a PNG file, row by row.
fn pixels(answer: &Answer) -> Vec<u8> {
    let decoder = png::Decoder::new(std::io::Cursor::new(&answer.body));
    let mut reader = decoder.read_info().expect("a PNG file");
    let mut data = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut data).expect("pixels");
    data.truncate(frame.buffer_size());
    data.into_iter()
        .step_by(frame.color_type.samples())
        .collect()
}

#[test]
fn only_the_page_itself_is_answered() {
    let server = Server::of(&[fixture("layout/two-columns.pdf")]);
    let (host, root) = server.place();
    let port = host.rsplit(':').next().unwrap();
    let own = format!("Host: {host}\r\n");
    let read = |path: &str, headers: &str| server.send(&format!("GET {path}"), headers, "").status;
    let list = format!("{root}/api/documents");
    let origin = |origin: &str| format!("{own}Origin: {origin}\r\n");
    let site = |site: &str| format!("{own}Sec-Fetch-Site: {site}\r\n");
    for (path, headers, status) in [
        (list.as_str(), own.clone(), 200),
        (&format!("{root}/"), own.clone(), 200),
        (&list, format!("Host: localhost:{port}\r\n"), 200),
        (&list, origin(&format!("http://{host}")), 200),
        (&list, site("same-origin"), 200),
        (&list, site("none"), 200),
        // Requests without the right token.
        ("/", own.clone(), 403),
        ("/api/documents", own.clone(), 403),
        (
            &list.replace(root, "/0123456789abcdef0123456789abcdef"),
            own.clone(),
            403,
        ),
        (&list.to_uppercase(), own.clone(), 403),
        // Host names that were rebound to this address.
        (&list, format!("Host: rebound.example:{port}\r\n"), 421),
        (&list, "Host: 127.0.0.1\r\n".to_owned(), 421),
        (&list, format!("Host: 127.0.0.1.example:{port}\r\n"), 421),
        (&list, format!("{own}{own}"), 400),
        // Requests from other sites.
        (&list, origin("http://evil.example"), 403),
        (&list, origin("null"), 403),
        (&list, origin(&format!("https://{host}")), 403),
        (&list, origin("http://127.0.0.1:1"), 403),
        (&list, site("cross-site"), 403),
        (&list, site("same-site"), 403),
    ] {
        assert_eq!(read(path, &headers), status, "{path} {headers}");
    }
}

#[test]
fn what_changes_something_is_posted_by_the_page() {
    let server = Server::of(&[fixture("encrypted/aes-256-password.pdf")]);
    let (host, root) = server.place();
    let line = format!("POST {root}/api/0/password");
    let body = json!({"password": "user"}).to_string();
    let json = "Content-Type: application/json\r\n";
    let send = |headers: &str| {
        server
            .send(&line, &format!("Host: {host}\r\n{headers}"), &body)
            .status
    };
    assert_eq!(send(json), 403);
    assert_eq!(send(&format!("{json}Origin: null\r\n")), 403);
    assert_eq!(send(&format!("{json}Origin: http://evil.example\r\n")), 403);
    // A request that a form of another site could send.
    let plain = format!("Content-Type: text/plain\r\nOrigin: http://{host}\r\n");
    assert_eq!(send(&plain), 415);
    assert_eq!(server.fetch("api/0/password").status, 405);
    assert_eq!(server.get("0").0, 423);
    assert_eq!(send(&format!("{json}Origin: http://{host}\r\n")), 200);
}

#[test]
fn every_answer_forbids_what_the_page_does_not_need() {
    let server = Server::of(&[fixture("layout/two-columns.pdf")]);
    let (host, _) = server.place();
    let refused = server.send("GET /", &format!("Host: {host}\r\n"), "");
    let answers = [
        server.fetch(""),
        server.fetch("api/0"),
        server.fetch("api/7"),
        server.fetch("api/0/pages/0/thumbnail.png"),
        refused,
    ];
    for answer in answers {
        let policy = answer.header("content-security-policy").expect("a policy");
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        for (name, value) in [
            ("cache-control", "no-store"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{}", answer.head);
        }
    }
}

#[test]
fn errors_are_one_line_of_json() {
    let server = Server::of(&[fixture("layout/two-columns.pdf")]);
    for (path, status) in [
        ("7", 404),
        ("x", 400),
        ("nothing/at/all", 404),
        ("0/pages/99/picture.png?scale=1", 404),
        ("0/pages/0/picture.png", 400),
        ("0/pages/0/picture.png?scale=x", 400),
        ("0/images/7777-0/picture.png", 422),
        ("0/images/trailer/picture.png", 404),
    ] {
        let (answered, data) = server.get(path);
        assert_eq!(answered, status, "{path}: {data}");
        let line = data["error"].as_str().expect("an error");
        assert!(!line.is_empty() && !line.contains('\n'), "{path}: {line}");
    }
}

#[test]
fn only_files_of_the_page_are_served() {
    let server = Server::of(&[fixture("layout/two-columns.pdf")]);
    let index = server.fetch("");
    assert_eq!(
        index.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    for path in [
        "page/../mod.rs",
        "page/%2e%2e/mod.rs",
        "page//etc/passwd",
        "page/nothing.js",
    ] {
        assert_eq!(server.fetch(path).status, 404, "{path}");
    }
}

#[test]
fn a_document_is_opened_with_its_password() {
    let server = Server::of(&[fixture("encrypted/aes-256-password.pdf")]);
    let (status, data) = server.get("0");
    assert_eq!(status, 423, "{data}");
    assert_eq!(server.data("documents")["documents"][0]["state"], "locked");
    assert_eq!(
        server.post("0/password", &json!({"password": "wrong"})).0,
        403
    );
    let (status, data) = server.post("0/password", &json!({"password": "user"}));
    assert_eq!((status, &data["page_count"]), (200, &json!(2)));
    assert_eq!(server.data("documents")["documents"][0]["state"], "open");
    assert_eq!(server.data("0")["title"], "A secret title");
    // The drawing process knows the password, too.
    let drawn = server.fetch("api/0/pages/0/picture.png?scale=1");
    assert_eq!(size(&drawn), (400, 300));
    assert!(pixels(&drawn).contains(&0));
}

#[test]
fn a_document_that_cannot_be_read_leaves_the_others() {
    let folder = scratch();
    let broken = folder.path().join("<b>\u{202e}broken\u{1b}.pdf");
    fs::write(&broken, "nothing of a document").unwrap();
    let files = [
        broken.to_str().unwrap().to_owned(),
        fixture("layout/two-columns.pdf"),
    ];
    let server = Server::of(&files);
    assert_eq!(server.get("0").0, 422);
    assert_eq!(server.get("1").0, 200);
    let documents = server.data("documents")["documents"].clone();
    assert_eq!(documents[0]["state"], "failed");
    assert_eq!(documents[0]["name"], "<b>\u{202e}broken\u{1b}.pdf");
    assert!(
        documents[0]["error"]
            .as_str()
            .unwrap()
            .contains("not a PDF")
    );
    assert_eq!(documents[1]["state"], "open");
}

#[test]
fn what_cannot_be_shown_is_refused_at_once() {
    let folder = scratch();
    for (args, said) in [
        (vec!["no-such-file.pdf".to_owned()], "there is no such file"),
        (
            vec![folder.path().to_str().unwrap().to_owned()],
            "it is a directory",
        ),
        (
            vec!["--pages=1".to_owned(), fixture("layout/two-columns.pdf")],
            "browse has no use for this option",
        ),
        (vec![], "required"),
    ] {
        let mut all = vec!["browse".to_owned(), "--no-open".to_owned()];
        all.extend(args);
        let ran = run(&all);
        assert_ne!(ran.status, 0);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}

#[test]
fn pages_are_drawn_as_large_as_asked_for() {
    let server = Server::of(&[fixture("showcase/herald.pdf")]);
    let picture = |scale: &str| server.fetch(&format!("api/0/pages/0/picture.png?scale={scale}"));
    assert_eq!(size(&picture("1")), (420, 460));
    assert_eq!(size(&picture("1.5")), (630, 690));
    assert_eq!(size(&picture("-1")), (4, 5));
    let (width, height) = size(&server.fetch("api/0/pages/2/thumbnail.png"));
    assert_eq!(width.max(height), 160);
    let drawn = pixels(&picture("1"));
    let dark = drawn.iter().filter(|pixel| **pixel < 100).count();
    assert!(dark > 100 && dark < drawn.len() / 2, "{dark}");
}

#[test]
fn turned_cropped_and_enlarged_pages_are_drawn_where_their_text_is() {
    let server = Server::of(&[
        fixture("pages/rotate.pdf"),
        fixture("pages/boxes.pdf"),
        fixture("pages/inherited.pdf"),
    ]);
    let mut lacking = Vec::new();
    for id in 0..3 {
        let pages = server.data(&id.to_string())["page_count"].as_u64().unwrap();
        for index in 0..pages {
            let page = server.data(&format!("{id}/pages/{index}"));
            let drawn = server.fetch(&format!("api/{id}/pages/{index}/picture.png?scale=1"));
            let (width, height) = size(&drawn);
            let close = |pixels: u32, points: &serde_json::Value| {
                (f64::from(pixels) - points.as_f64().unwrap()).abs() <= 1.0
            };
            let fits = close(width, &page["width"]) && close(height, &page["height"]);
            assert!(fits, "{width} x {height}: {page}");
            if let Some(lack) = page["lacks"][0].as_str() {
                lacking.push(lack.to_owned());
                continue;
            }
            let bbox = &page["blocks"][0]["paragraphs"][0]["lines"][0]["words"][0]["bbox"];
            let edge = |at: usize| bbox[at].as_f64().expect("a word") as usize;
            let drawn = pixels(&drawn);
            let rows = drawn.chunks(width as usize).take(edge(3) + 1).skip(edge(1));
            let mut inside = rows.flat_map(|row| &row[edge(0)..=edge(2).min(row.len() - 1)]);
            let dark = inside.any(|pixel| *pixel < 128);
            assert!(dark, "{id}, page {index}: nothing is drawn in {bbox}");
        }
    }
    // Only the page with an empty CropBox has no picture.
    assert_eq!(lacking.len(), 1, "{lacking:?}");
    assert!(lacking[0].contains("CropBox"), "{lacking:?}");
}

#[test]
fn images_are_drawn_with_all_their_pixels() {
    let server = Server::of(&[fixture("scans/jbig2.pdf"), fixture("scans/stencil.pdf")]);
    for id in 0..2 {
        let key = server.data(&format!("{id}/images"))["images"][0]["key"].clone();
        let path = format!("api/{id}/images/{}/picture.png", key.as_str().unwrap());
        let drawn = server.fetch(&path);
        assert_eq!(size(&drawn), (240, 180));
        let drawn = pixels(&drawn);
        assert!(drawn.contains(&0) && drawn.contains(&255));
    }
}

#[test]
fn a_page_that_asks_for_everything_leaves_the_others() {
    let server = Server::of(&[
        fixture("content/form-bomb.pdf"),
        fixture("showcase/herald.pdf"),
    ]);
    let (status, data) = server.get("0/pages/0/picture.png?scale=1");
    assert!([422, 504].contains(&status), "{data}");
    assert!(
        data["error"].as_str().unwrap().contains("drawing it"),
        "{data}"
    );
    // The failure is cached; drawing is not tried again.
    assert_eq!(server.get("0/pages/0/picture.png?scale=2").1, data);
    assert_eq!(
        size(&server.fetch("api/1/pages/0/picture.png?scale=1")),
        (420, 460)
    );
    assert_eq!(server.data("0")["page_count"], 1);
}

#[test]
fn a_file_that_has_changed_is_not_drawn_over_the_text_of_the_old_one() {
    let folder = scratch();
    let path = folder.path().join("a.pdf");
    fs::copy(fixture("showcase/herald.pdf"), &path).unwrap();
    let server = Server::of(&[&path]);
    assert_eq!(server.data("0")["page_count"], 3);
    fs::copy(fixture("layout/two-columns.pdf"), &path).unwrap();
    let (status, data) = server.get("0/pages/0/picture.png?scale=1");
    assert_eq!(status, 422);
    assert!(
        data["error"].as_str().unwrap().contains("has changed"),
        "{data}"
    );
    // The analysed data is still available.
    assert_eq!(server.get("0/pages/2").0, 200);
}

#[test]
fn the_outline_leads_to_pages() {
    let server = Server::of(&[fixture("programs/typst-columns.pdf")]);
    let outline = server.data("0/outline");
    let first = &outline["items"][0];
    assert!(
        first["title"]
            .as_str()
            .is_some_and(|title| !title.is_empty()),
        "{outline}"
    );
    assert_eq!(first["page"], 0);
    assert!(first["y"].as_f64().is_some_and(|y| y > 0.0), "{outline}");
}

#[cfg(unix)]
#[test]
fn the_browser_is_opened_at_an_address_that_works_once() {
    use std::io::{BufRead, BufReader};
    use std::os::unix::fs::PermissionsExt;
    use std::process::Stdio;
    let folder = scratch();
    let (browser, opened) = (folder.path().join("browser"), folder.path().join("opened"));
    // The script renames a complete file, so that the test never reads half of it.
    let script = format!(
        "#!/bin/sh\necho \"$1\" > {path}.part\nmv {path}.part {path}\n",
        path = opened.display()
    );
    fs::write(&browser, script).unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o700)).unwrap();
    let mut child = crate::common::program()
        .args(["browse", "--quiet", &fixture("layout/two-columns.pdf")])
        .env("BROWSER", &browser)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let read = BufReader::new(child.stdout.take().unwrap()).read_line(&mut line);
    let server = Server::running(child, line.trim());
    read.unwrap();
    let (host, root) = server.place();
    let own = format!("Host: {host}\r\n");
    for _ in 0..500 {
        if !opened.exists() {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
    let once = fs::read_to_string(&opened).expect("the browser was opened");
    let once = once
        .trim()
        .strip_prefix(&format!("http://{host}"))
        .expect("an address");
    assert!(!once.contains(root));
    let first = server.send(&format!("GET {once}"), &own, "");
    assert_eq!(first.status, 303);
    assert_eq!(first.header("location"), Some(format!("{root}/").as_str()));
    assert_eq!(server.send(&format!("GET {once}"), &own, "").status, 403);
    assert_eq!(
        server
            .send(&format!("GET {once}/api/documents"), &own, "")
            .status,
        403
    );
    assert_eq!(server.fetch("").status, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_it_with_its_children() {
    use std::process::Command;
    use std::thread::sleep;
    use std::time::Duration;
    let children = |id: u32| {
        let list = format!("/proc/{id}/task");
        let tasks = fs::read_dir(list).unwrap().map(|task| task.unwrap().path());
        let lists = tasks.map(|task| fs::read_to_string(task.join("children")).unwrap_or_default());
        let children = lists.collect::<String>();
        children
            .split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let mut server = Server::of(&[
        fixture("content/form-bomb.pdf"),
        fixture("showcase/herald.pdf"),
    ]);
    assert_eq!(
        server.fetch("api/1/pages/0/picture.png?scale=1").status,
        200
    );
    // A request is in progress.
    let (host, root) = server.place();
    let mut asking = std::net::TcpStream::connect(host).unwrap();
    let line =
        format!("GET {root}/api/0/pages/0/picture.png?scale=1 HTTP/1.1\r\nHost: {host}\r\n\r\n");
    std::io::Write::write_all(&mut asking, line.as_bytes()).unwrap();
    let mut drawing = Vec::new();
    for _ in 0..500 {
        if drawing.len() < 3 {
            sleep(Duration::from_millis(20));
            drawing = children(server.id());
        }
    }
    assert_eq!(drawing.len(), 3);
    let id = server.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let ended = server.wait();
    assert_eq!(ended.code(), Some(0), "{ended}");
    for child in drawing {
        // The parent of a process that has ended may keep it as a zombie, which has no program.
        let runs = || fs::read_link(format!("/proc/{child}/exe")).is_ok();
        for _ in 0..500 {
            if runs() {
                sleep(Duration::from_millis(20));
            }
        }
        assert!(!runs(), "{child} goes on");
    }
}

#[test]
fn pages_are_sent_as_the_command_line_writes_them() {
    let input = fixture("tagged/over-pages.pdf");
    let server = Server::of(&[&input]);
    let sent = server.fetch("api/0/explained.html?pages=2-3");
    assert_eq!(sent.status, 200);
    let name = sent.header("content-disposition").expect("a name");
    assert!(
        name.starts_with("attachment") && name.ends_with("over-pages.html"),
        "{name}"
    );
    let written = run(&["explain", "--format", "html", "--pages", "2-3", &input]);
    assert!(sent.body == written.stdout.as_bytes());
    // The same pages by their layout: another analysis.
    let other = server.fetch("api/0/explained.html?pages=2-3&analysis=layout");
    assert!(other.status == 200 && other.body != sent.body);
    for (pages, why) in [("9", "there is no page 9"), ("x", "is not a page")] {
        let (status, said) = server.get(&format!("0/explained.html?pages={pages}"));
        assert_eq!(status, 400);
        assert!(said["error"].as_str().unwrap().contains(why), "{said}");
    }
}
