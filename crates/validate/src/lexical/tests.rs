//! Tests of the lexical reader on small files.

use super::*;

/// Records what the reader reports.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
    atoms: Vec<String>,
}

impl Visitor for Log {
    fn atom(&mut self, atom: Atom<'_>, offset: usize) {
        self.atoms.push(match atom {
            Atom::Name(name) => format!("{offset} /{}", String::from_utf8_lossy(name)),
            other => format!("{offset} {other:?}"),
        });
    }

    fn object(&mut self, o: ObjectSpan) {
        self.lines.push(format!(
            "{} {} obj at {} spaced {} {:?}",
            o.number, o.generation, o.offset, o.spaced, o.stream
        ));
    }

    fn xref(&mut self, x: XrefSpan) {
        self.lines.push(format!("{x:?}"));
    }

    fn trailer(&mut self, span: (usize, usize)) {
        self.lines.push(format!("trailer {span:?}"));
    }

    fn length(&self, number: u32, _: i32) -> Option<u64> {
        (number == 9).then_some(3)
    }
}

fn log(bytes: &[u8]) -> Log {
    let mut log = Log::default();
    read(bytes, &mut log);
    log
}

#[test]
fn objects_streams_and_tables_are_told_with_their_spacing() {
    let file =
        b"%PDF-1.4\n1 0 obj\n<</Length 9 0 R/A[1 2 0 R]>>\nstream\r\nabc\nendstream\nendobj\n\
                 2  0 obj (x) endobj\n3 0 obj\n<</Length 4>> stream\rabcendstream\nendobj\n\
                 xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 4>>\nstartxref\n0\n%%EOF\n";
    insta::assert_snapshot!(log(file).lines.join("\n"), @r"
    1 0 obj at 9 spaced true Some(StreamSpan { offset: 46, opened: true, closed: true, declared: Some(3), real: Some(3) })
    2 0 obj at 75 spaced false None
    3 0 obj at 95 spaced true Some(StreamSpan { offset: 117, opened: false, closed: false, declared: Some(4), real: Some(3) })
    XrefSpan { offset: 144, one_line_end: true, spaced: true }
    trailer (181, 192)
    ");
}

/// `closed` and `real` of a stream with this length and this text after `stream`.
fn stream_of(length: u64, text: &str) -> (bool, Option<u64>) {
    #[derive(Default)]
    struct Streams(Vec<StreamSpan>);
    impl Visitor for Streams {
        fn atom(&mut self, _: Atom<'_>, _: usize) {}
        fn object(&mut self, o: ObjectSpan) {
            self.0.extend(o.stream);
        }
        fn xref(&mut self, _: XrefSpan) {}
        fn trailer(&mut self, _: (usize, usize)) {}
        fn length(&self, _: u32, _: i32) -> Option<u64> {
            None
        }
    }
    let mut streams = Streams::default();
    let file = format!("1 0 obj\n<</Length {length}>>\nstream{text}\nendobj\n");
    read(file.as_bytes(), &mut streams);
    let [stream] = streams.0[..] else {
        panic!("{:?}", streams.0)
    };
    (stream.closed, stream.real)
}

#[test]
fn the_line_end_before_endstream_is_not_data_whatever_its_length_says() {
    assert_eq!(stream_of(3, "\nabc\nendstream"), (true, Some(3)));
    assert_eq!(stream_of(4, "\nabc\nendstream"), (true, Some(3)));
    assert_eq!(stream_of(3, "\nabcendstream"), (false, Some(3)));
    assert_eq!(stream_of(3, "\nabc \nendstream"), (true, Some(4)));
    // A carriage return that the length includes is data.
    assert_eq!(stream_of(3, "\nabc\r\nendstream"), (true, Some(3)));
    assert_eq!(stream_of(4, "\nabc\r\nendstream"), (true, Some(4)));
    assert_eq!(stream_of(3, "\nendstreams\nendstream"), (true, Some(10)));
    assert_eq!(stream_of(0, "\nendstream"), (true, None));
}

#[test]
fn atoms_are_counted_as_they_are_written() {
    let atoms =
        log(b"1 0 obj\n[<ab c> <zz>(a\\(\\101\\\n) -7 .5 99999999999999999999 5 0 R/a#20]\nendobj")
            .atoms;
    insta::assert_snapshot!(atoms.join("\n"), @r"
    9 Hexadecimal { digits: 3, foreign: 0 }
    16 Hexadecimal { digits: 0, foreign: 2 }
    20 Literal { length: 3 }
    32 Integer(Some(-7))
    35 Real(0.5)
    38 Integer(None)
    59 Integer(Some(5))
    61 Integer(Some(0))
    64 /a#20
    8 Array(8)
    ");
}

#[test]
fn the_header_and_the_end() {
    let found = header(b"%PDF-1.4\r\n%\xE2\xE3\xCF\xD3\n");
    assert_eq!((found.offset, found.binary), (Some(0), true));
    assert_eq!(found.line, b"%PDF-1.4");
    assert_eq!(header(b"junk%PDF-1.4\n1 0 obj").offset, Some(4));
    assert!(!header(b"%PDF-1.4\n%abcd").binary);
    assert_eq!(after_end(b"%%EOF\r\n"), Some(0));
    assert_eq!(after_end(b"%%EOF\n\nx"), Some(2));
    assert_eq!(after_end(b"none"), None);
}

proptest::proptest! {
    #[test]
    fn no_bytes_are_too_odd(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300)) {
        log(&bytes);
        header(&bytes);
        after_end(&bytes);
    }
}
