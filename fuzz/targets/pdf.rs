//! Builds PDFs around fuzzed data.

use pdfa2hocr::Limits;
use pdfa2hocr::stages::Budget;

/// Limits that real pages meet, low enough for thousands of inputs a second.
pub fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.stream_bytes = 1 << 20;
    limits.forms = 100;
    limits.glyphs = 20_000;
    limits.shapes = 5_000;
    limits.marked = 5_000;
    limits.operators = 100_000;
    limits
}

/// A budget for a few such streams.
pub fn budget() -> Budget {
    Budget::new(limits(), 4 << 20)
}

/// A stream object.
pub fn stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("<<{entries}/Length {}>>stream\n", data.len());
    [head.as_bytes(), data, b"\nendstream"].concat()
}

/// A file of these objects, numbered from 1; the first is the catalog. `trailer` has further entries of the
/// trailer.
pub fn of_bodies(bodies: &[&[u8]], trailer: &str) -> Vec<u8> {
    let mut objects = Vec::new();
    let mut offsets = Vec::new();
    for (number, body) in (1..).zip(bodies) {
        offsets.push((number, HEADER.len() + objects.len()));
        objects.extend(format!("{number} 0 obj\n").bytes());
        objects.extend_from_slice(body);
        objects.extend(b"\nendobj\n");
    }
    file(&objects, &offsets, trailer)
}

/// A file of consecutive objects; object 1 is the catalog. The cross-reference table is always correct, so
/// that the fuzzer gets past it.
pub fn of_objects(objects: &[u8]) -> Vec<u8> {
    let mut offsets = Vec::new();
    let mut at = 0;
    for line in objects.split_inclusive(|&b| b == b'\n') {
        let number = std::str::from_utf8(line.trim_ascii())
            .ok()
            .and_then(|line| line.strip_suffix(" 0 obj"))
            .and_then(|number| number.parse::<u16>().ok());
        offsets.extend(number.map(|number| (number, HEADER.len() + at)));
        at += line.len();
    }
    file(objects, &offsets, "")
}

const HEADER: &[u8] = b"%PDF-1.7\n";

fn file(objects: &[u8], offsets: &[(u16, usize)], trailer: &str) -> Vec<u8> {
    let mut file = [HEADER, objects, b"\n"].concat();
    let table = file.len();
    file.extend(b"xref\n0 1\n0000000000 65535 f \n");
    for (number, offset) in offsets {
        file.extend(format!("{number} 1\n{offset:010} 00000 n \n").bytes());
    }
    let size = offsets.iter().map(|(number, _)| number).max();
    let size = size.map_or(1, |last| u32::from(*last) + 1);
    let trailer = format!("<</Size {size}/Root 1 0 R{trailer}>>");
    file.extend(format!("trailer\n{trailer}\nstartxref\n{table}\n%%EOF\n").bytes());
    file
}
