//! `--images`: scans as files, and the output in their pixels.

use std::fs;
use std::path::Path;

use crate::common::{Run, fixture, read_hocr, run, scratch};
use md5::{Digest, Md5};

/// Converts a scan in a folder, with its images saved to the subfolder `images`.
fn save(folder: &Path, name: &str, more: &[&str]) -> Run {
    let input = fixture(&format!("scans/{name}.pdf"));
    let images = folder.join("images");
    let output = folder.join("out.html");
    let mut args = vec!["-p", "--images", images.to_str().unwrap()];
    args.extend(more);
    args.extend([input.as_str(), output.to_str().unwrap()]);
    run(&args)
}

/// The names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let names = entries.map(|e| e.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn a_scan_is_a_file_of_its_kind_and_the_output_names_it() {
    for (name, extension, begins) in [
        ("jpeg", "jpg", &b"\xff\xd8\xff"[..]),
        ("jpeg-flate", "jpg", b"\xff\xd8\xff"),
        ("jpeg2000", "jp2", b"\0\0\0\x0cjP  "),
        ("codestream", "j2k", b"\xff\x4f\xff\x51"),
        ("jbig2", "jb2", b"\x97JB2\r\n\x1a\n\x01\0\0\0\x01"),
        ("group4", "tif", b"II*\0"),
        ("group3", "tif", b"II*\0"),
        ("cmyk", "tif", b"II*\0"),
        ("stencil", "png", b"\x89PNG"),
        ("inverted", "png", b"\x89PNG"),
        ("indexed", "png", b"\x89PNG"),
    ] {
        let folder = scratch();
        let done = save(folder.path(), name, &[]);
        assert_eq!((done.status, done.stderr.as_str()), (0, ""), "{name}");
        let file = format!("out-0001.{extension}");
        assert_eq!(names(&folder.path().join("images")), [file.as_str()]);
        let data = fs::read(folder.path().join("images").join(&file)).unwrap();
        assert!(data.starts_with(begins), "{name}");
        let sum: String = Md5::digest(&data)
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        let html = fs::read_to_string(folder.path().join("out.html")).unwrap();
        let page = format!(
            "image &quot;images/{file}&quot;; imagemd5 &quot;{sum}&quot;; bbox 0 0 240 180; \
             ppageno 0; scan_res 72 72"
        );
        assert!(html.contains(&page), "{name}: {html}");
    }
}

/// The grey values of a PNG of 240 by 180 pixels.
fn pixels(path: &Path) -> Vec<u8> {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (240, 180));
    let samples = info.color_type.samples();
    pixels.chunks(samples).map(|p| p[0]).collect()
}

#[test]
fn boxes_stand_where_the_letters_are_in_the_scan() {
    let folder = scratch();
    let mut seen = Vec::new();
    for name in ["stencil", "inverted", "indexed"] {
        save(folder.path(), name, &[]);
        let pixels = pixels(&folder.path().join("images/out-0001.png"));
        let dark: Vec<bool> = pixels.iter().map(|p| *p < 128).collect();
        let html = fs::read_to_string(folder.path().join("out.html")).unwrap();
        let words = &read_hocr(&html)[0].words;
        let texts: Vec<&str> = words.iter().map(|w| w.text.as_str()).collect();
        assert_eq!(texts, ["A", "scan"]);
        let ink = |bbox: [u32; 4]| {
            let [x0, y0, x1, y1] = bbox.map(|v| v as usize);
            let rows = (y0..y1).map(|y| &dark[240 * y..][x0..x1]);
            rows.flatten().filter(|d| **d).count()
        };
        let all = ink([0, 0, 240, 100]);
        let inside: usize = words.iter().map(|w| ink(w.bbox)).sum();
        assert!(all > 500, "{name}: {all} pixels");
        assert!(inside * 100 > all * 95, "{name}: {inside} of {all} pixels");
        seen.push(dark);
    }
    // All three encodings show the same picture.
    assert!(seen[0] == seen[1] && seen[1] == seen[2]);
}

#[test]
fn what_no_file_can_hold_is_said_and_left_out() {
    for (name, why, saved) in [
        (
            "turned",
            "the scan cannot be saved: it is turned on the page",
            0,
        ),
        ("layers", "the page is put together from several images", 0),
        ("lab", "no image format has its colour space", 0),
        ("short", "the scan ends early", 1),
    ] {
        let folder = scratch();
        let done = save(folder.path(), name, &[]);
        assert_eq!(done.status, 0);
        assert!(done.stderr.contains(why), "{name}: {}", done.stderr);
        assert_eq!(names(&folder.path().join("images")).len(), saved, "{name}");
        let html = fs::read_to_string(folder.path().join("out.html")).unwrap();
        let named = format!("image &quot;{name}.pdf&quot;");
        assert_eq!(html.contains(&named), saved == 0, "{name}");
        assert_eq!(html.contains("imagemd5"), saved == 1, "{name}");
    }
}

#[test]
fn pages_that_are_no_scans_have_none() {
    let folder = scratch();
    let images = folder.path().join("images");
    let done = run(&[
        "-p",
        "--images",
        images.to_str().unwrap(),
        &fixture("damaged/whole.pdf"),
        "-",
    ]);
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    assert!(!images.exists());
}

#[test]
fn a_scan_that_cannot_be_written_ends_the_run() {
    let folder = scratch();
    fs::write(folder.path().join("images"), "in the way").unwrap();
    let done = save(folder.path(), "jpeg", &[]);
    assert_eq!(done.status, 2, "{}", done.stderr);
    assert!(done.stderr.contains("cannot write"), "{}", done.stderr);
    assert!(!folder.path().join("out.html").exists());
    let refused = save(folder.path(), "jpeg", &["--dpi", "300"]);
    assert_eq!(refused.status, 1, "{}", refused.stderr);
}

#[test]
fn a_batch_has_the_scans_beside_each_output() {
    let folder = scratch();
    let input = folder.path().join("in");
    for place in ["a.pdf", "deep/a.pdf"] {
        let path = input.join(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(fixture("scans/jpeg.pdf"), path).unwrap();
    }
    let out = folder.path().join("out");
    let batch = |images: &str| {
        run(&[
            "batch",
            "-p",
            "--images",
            images,
            "--output-dir",
            out.to_str().unwrap(),
            input.to_str().unwrap(),
        ])
    };
    let refused = batch("../scans");
    assert_eq!(refused.status, 1, "{}", refused.stderr);
    let done = batch("scans");
    assert_eq!(done.status, 0, "{}", done.stderr);
    for place in ["", "deep/"] {
        let html = fs::read_to_string(out.join(format!("{place}a.html"))).unwrap();
        assert!(
            html.contains("image &quot;scans/a-0001.jpg&quot;"),
            "{html}"
        );
        assert!(out.join(format!("{place}scans/a-0001.jpg")).exists());
    }
    let manifest = fs::read_to_string(out.join("manifest.jsonl")).unwrap();
    assert!(manifest.contains("deep/scans/a-0001.jpg"), "{manifest}");
}

/// Scans that must be drawn become pictures of the size that the output records, even if they cannot be saved
/// as
/// they are. Text stays at its place on them.
#[test]
#[cfg(feature = "render")]
fn scans_are_drawn_as_pictures_that_browsers_show() {
    for name in ["layers", "turned", "jpeg2000", "jbig2", "group4", "jpeg"] {
        let folder = scratch();
        for (format, ending, begins) in [
            ("png", "png", &b"\x89PNG"[..]),
            ("jpeg", "jpg", &b"\xff\xd8\xff"[..]),
        ] {
            let done = save(folder.path(), name, &["--images-as", format]);
            assert_eq!(done.status, 0, "{name}: {}", done.stderr);
            let html = fs::read_to_string(folder.path().join("out.html")).unwrap();
            let file = format!("images/out-0001.{ending}");
            assert!(
                html.contains(&format!("image &quot;{file}&quot;")),
                "{name}: {html}"
            );
            let picture = fs::read(folder.path().join(&file)).unwrap();
            assert!(picture.starts_with(begins), "{name}");
            if format == "png" {
                let number = |at: usize| {
                    picture[at..at + 4]
                        .iter()
                        .fold(0, |n, b| n * 256 + u32::from(*b))
                };
                let size = format!("bbox 0 0 {} {};", number(16), number(20));
                assert!(html.contains(&size), "{name}: {size} {html}");
            }
        }
    }
}

#[test]
#[cfg(feature = "render")]
fn pages_of_standard_input_cannot_be_drawn() {
    let folder = scratch();
    let images = folder.path().join("images");
    let flags = [
        "--images-as",
        "png",
        "--images",
        images.to_str().unwrap(),
        "-",
        "-",
    ];
    let refused = run(&flags);
    assert_eq!(refused.status, 1, "{}", refused.stderr);
    assert!(refused.stderr.contains("--images-as"), "{}", refused.stderr);
    let alone = run(&["--images-as", "png", &fixture("scans/jpeg.pdf"), "-"]);
    assert_eq!(alone.status, 1, "{}", alone.stderr);
}
