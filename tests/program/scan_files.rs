//! Recognised text whose scans are files of their own: `browse`, `explain` and `--format viewer` show them.

use std::fs;

use crate::common::server::{Answer, Server};
use crate::common::{fixture, run, scratch};

/// The width, the height, and the red, green and blue values of a PNG file.
fn pixels(answer: &Answer) -> (u32, u32, Vec<[u8; 3]>) {
    let said = String::from_utf8_lossy(&answer.body);
    assert_eq!(answer.status, 200, "{said}");
    let decoder = png::Decoder::new(std::io::Cursor::new(&answer.body));
    let mut reader = decoder.read_info().expect("a PNG file");
    let mut data = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut data).expect("pixels");
    data.truncate(frame.buffer_size());
    let pixels = data.chunks(frame.color_type.samples());
    let colours = pixels.map(|pixel| match *pixel {
        [r, g, b, ..] => [r, g, b],
        [grey, ..] => [grey; 3],
        [] => [0; 3],
    });
    (frame.width, frame.height, colours.collect())
}

/// The mean difference of two pictures of the same size, from 0 to 255.
fn difference(a: &[[u8; 3]], b: &[[u8; 3]]) -> f64 {
    assert_eq!(a.len(), b.len());
    let all = a.as_flattened().iter().zip(b.as_flattened());
    let sum: u64 = all.map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / (3 * a.len()) as f64
}

#[test]
fn scans_of_every_format_are_drawn_where_their_text_is() {
    let server = Server::of(&[fixture("scan_files/pages.html")]);
    let html = fs::read_to_string(fixture("scan_files/pages.html")).unwrap();
    let names = html.split("image &quot;").skip(1);
    let names: Vec<&str> = names
        .map(|rest| rest.split("&quot;").next().unwrap())
        .collect();
    assert!(names.len() > 15);
    let mut first: Option<(&str, Vec<[u8; 3]>)> = None;
    for (page, name) in names.iter().enumerate() {
        let drawn = server.fetch(&format!("api/0/pages/{page}/picture.png?scale=1"));
        // The page is twice as large as its scan.
        let (width, height, drawn) = pixels(&drawn);
        assert_eq!((width, height), (240, 180), "{name}");
        if name.ends_with(".png") && !name.starts_with("alpha") {
            // The block at the word is dark, the area around it is light.
            let at = |x: usize, y: usize| {
                drawn[y * 240 + x]
                    .iter()
                    .map(|v| u32::from(*v))
                    .sum::<u32>()
            };
            assert!(
                at(44, 34) < 300 && at(114, 64) < 300 && at(34, 50) > 750 && at(126, 50) > 750,
                "{name}"
            );
            first = Some((name, drawn));
            continue;
        }
        let (like, expected) = first.as_ref().expect("a PNG before the others");
        // JPEG changes the pixels a little, and so do ink colours.
        let off = difference(&drawn, expected);
        let most = if name.starts_with("ink") { 20.0 } else { 3.0 };
        assert!(off < most, "{name} differs from {like} by {off}");
    }
}

#[test]
fn pages_of_one_file_have_its_pages() {
    let server = Server::of(&[fixture("scan_files/several.html")]);
    let dark = |page: u32| {
        let drawn = server.fetch(&format!("api/0/pages/{page}/picture.png?scale=1"));
        pixels(&drawn)
            .2
            .iter()
            .filter(|pixel| pixel[0] < 128)
            .count()
    };
    assert_eq!(dark(0), 0);
    assert!(dark(1) > 1000);
}

#[test]
fn explain_and_viewer_show_the_scan() {
    let input = fixture("scan_files/pages.html");
    let svg = run(&["explain", "--page", "6", &input]);
    assert_eq!((svg.status, svg.stderr.as_str()), (0, ""));
    assert!(svg.stdout.contains("<g id=\"picture\""));
    assert!(
        svg.stdout.contains("<image href=\"data:image/png;base64,"),
        "{}",
        svg.stdout
    );
    assert!(!svg.stdout.contains("no-picture"));
    let html = run(&["explain", "--format", "html", "--page", "6", &input]);
    assert_eq!((html.status, html.stderr.as_str()), (0, ""));
    assert!(html.stdout.contains("id=\"picture-5\""));
    let book = run(&["--format", "viewer", &input, "-"]);
    assert_eq!((book.status, book.stderr.as_str()), (0, ""));
    assert_eq!(book.stdout.matches("id=\"picture-").count(), 19);
    assert_eq!(book.stdout.matches("id=\"thumbnail-").count(), 19);
}

#[test]
fn a_page_whose_scan_is_missing_says_so_and_finds_it_in_a_folder() {
    let input = fixture("scan_files/missing.html");
    let why = "its image none.tif is not in the folder of the file; --scan-dir DIR names another";
    let svg = run(&["explain", &input]);
    assert_eq!(svg.status, 0, "{svg:?}");
    assert!(
        svg.stdout.contains(&format!("No picture: {why}</text>")),
        "{}",
        svg.stdout
    );
    assert!(svg.stdout.contains(">Block</text>"));
    let html = run(&["explain", "--format", "html", &input]);
    assert!(html.stdout.contains("id=\"no-picture-0\""));
    let book = run(&["--format", "viewer", &input, "-"]);
    let said = format!("warning: page 1 has no picture and is shown by its text: {why}\n");
    assert!(book.stderr.ends_with(&said), "{}", book.stderr);
    let server = Server::of(&[&input]);
    let answer = server.fetch("api/0/pages/0/picture.png?scale=1");
    assert_eq!(answer.status, 422, "{answer:?}");
    assert!(String::from_utf8_lossy(&answer.body).contains("--scan-dir"));
    // A scan with another extension, in the folder of `--scan-dir`.
    let folder = scratch();
    fs::copy(
        fixture("scan_files/grey.png"),
        folder.path().join("none.png"),
    )
    .unwrap();
    let folder = folder.path().to_str().unwrap();
    let svg = run(&["explain", "--scan-dir", folder, &input]);
    assert!(
        svg.stdout.contains("<image href=\"data:image/"),
        "{}",
        svg.stdout
    );
    let none = run(&["explain", "--scan-dir", "nowhere", &input]);
    assert_eq!(none.status, 1, "{none:?}");
    assert!(none.stderr.contains("there is no such folder"), "{none:?}");
    let useless = run(&["--scan-dir", folder, &input, "-"]);
    assert!(
        useless.stderr.contains("--scan-dir counts only with"),
        "{useless:?}"
    );
}

#[test]
fn a_damaged_scan_leaves_the_page_with_its_text() {
    let folder = scratch();
    let tiff = fs::read(fixture("scan_files/group4.tif")).unwrap();
    let huge = b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR\x7F\xFF\xFF\xFF\x7F\xFF\xFF\xFF\x08\x02\0\0\0crc!\0\0\0\0IDAT";
    for (name, bytes) in [
        ("cut.tif", &tiff[..40]),
        ("huge.png", &huge[..]),
        ("odd.jpg", b"\xFF\xD8\xFF\xE0\0\x02rest"),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
        let html = format!(
            "<div class='ocr_page' title='image \"{name}\"; bbox 0 0 240 180; scan_res 72 72'>\
             <span class='ocr_line' title='bbox 40 30 120 70'>Block</span></div>"
        );
        let input = folder.path().join("page.html");
        fs::write(&input, html).unwrap();
        let svg = run(&["explain", input.to_str().unwrap()]);
        assert_eq!(svg.status, 0, "{name}: {svg:?}");
        assert!(
            svg.stdout.contains("No picture: "),
            "{name}: {}",
            svg.stdout
        );
        assert!(svg.stdout.contains(">Block</text>"), "{name}");
    }
}

#[test]
fn a_list_of_files_names_the_scans_of_its_pages() {
    let folder = scratch();
    for sub in ["alto", "master", "thumbs"] {
        fs::create_dir(folder.path().join(sub)).unwrap();
    }
    let copy = |from: &str, to: &str| {
        fs::copy(
            fixture(&format!("scan_files/{from}")),
            folder.path().join(to),
        )
        .unwrap();
    };
    copy("grey.jp2", "master/1.jp2");
    copy("alpha.png", "thumbs/1.png");
    let alto = "<alto><Layout><Page WIDTH='240' HEIGHT='180'><PrintSpace><TextBlock><TextLine HPOS='40' VPOS='30' \
        WIDTH='80' HEIGHT='40'><String CONTENT='Block' HPOS='40' VPOS='30' WIDTH='80' HEIGHT='40'/></TextLine>\
        </TextBlock></PrintSpace></Page></Layout></alto>";
    fs::write(folder.path().join("alto/1.xml"), alto).unwrap();
    let file =
        |id: &str, href: &str| format!("<file ID='{id}'><FLocat xlink:href='{href}'/></file>");
    let mets = format!(
        "<mets xmlns:xlink='x'><fileSec><fileGrp USE='THUMBNAILS'>{}</fileGrp><fileGrp USE='MASTER'>{}</fileGrp>\
         <fileGrp USE='FULLTEXT'>{}</fileGrp></fileSec><structMap TYPE='PHYSICAL'><div><div><fptr FILEID='t'/>\
         <fptr FILEID='m'/><fptr FILEID='x'/></div></div></structMap></mets>",
        file("t", "thumbs/1.png"),
        file(
            "m",
            "https://example.org/iiif/2/1.jp2/full/full/0/default.jpg"
        ),
        file("x", "alto/1.xml"),
    );
    let list = folder.path().join("mets.xml");
    fs::write(&list, mets).unwrap();
    let list = list.to_str().unwrap();
    // The scan is searched by name in the folder of `--scan-dir`.
    let scans = folder.path().join("master");
    let input = [
        "--input-dpi",
        "72",
        "--scan-dir",
        scans.to_str().unwrap(),
        list,
    ];
    let server = Server::of(&input);
    let drawn = server.fetch("api/0/pages/0/picture.png?scale=1");
    let (width, height, drawn) = pixels(&drawn);
    assert_eq!((width, height), (240, 180));
    assert!(drawn[50 * 240 + 80][0] < 60);
}
