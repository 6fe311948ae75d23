//! Streams: the first line is a dictionary, the rest is the data.

use pdfa2hocr::Limits;
use pdfa2hocr::stages::Budget;
use pdfa2hocr::stages::Warnings;
use pdfa2hocr::stages::pdf::{Dict, FromBytes, Stream, stream};

use super::pdf;

const LIMIT: usize = 1 << 16;

fn budget() -> Budget {
    Budget::new(Limits::default(), LIMIT)
}

pub fn run(data: &[u8]) {
    let end = data.iter().position(|&b| b == b'\n').unwrap_or(data.len());
    let (head, body) = (&data[..end], data.get(end + 1..).unwrap_or_default());
    let Some(dict) = Dict::from_bytes(head) else {
        return;
    };
    for (filter, parameters) in stream::filters(&dict) {
        let Some(filter) = filter else { continue };
        let whole = filter.decode(body, &parameters, LIMIT);
        assert!(whole.used <= body.len(), "{filter:?}: {}", whole.used);
        assert!(whole.data.len() <= LIMIT.max(5 * body.len()), "{filter:?}");
        // With a lower limit the result is a prefix.
        let part = filter.decode(body, &parameters, LIMIT / 16);
        assert!(whole.data.starts_with(&part.data), "{filter:?}");
    }
    let entries = String::from_utf8_lossy(head.trim_ascii());
    let entries = entries.trim_start_matches("<<").trim_end_matches(">>");
    let object = pdf::stream(entries, body);
    if let Some(stream) = Stream::from_bytes(&object) {
        let decoded = stream::decode(&stream, &budget(), &mut Warnings::new());
        assert!(decoded.len() <= LIMIT);
        let image = stream::decode_to_image(&stream, &budget(), &mut Warnings::new());
        assert!(image.filter.is_some() || image.data == decoded);
    }
}
