//! Rules about the syntax of the file: header, trailer, cross-reference table, objects, streams, filters,
//! strings and numbers (ISO 19005-1, 6.1; ISO 19005-2, 6.1; ISO 19005-4, 6.1).

use super::entries::{Entries, present, shortened, values};
use super::lexical::{self, Atom, Header, ObjectSpan, XrefSpan};
use super::raw_file::{RawFile, file_id};
use super::rule::{Rule, Subject, catalogue, described, dictionaries, rules};
use super::run::{Run, Where};
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::pdf::{Dict, Name, Object, ObjectIdentifier, lexer};

/// The file as a whole.
pub(super) struct FileFacts<'a> {
    header: &'a Header,
    after_end: Option<usize>,
    encrypted: bool,
    objects: usize,
    xref_streams: bool,
    linearized: bool,
    first_id: Option<Vec<Vec<u8>>>,
    last_id: Option<Vec<Vec<u8>>>,
    has_info: bool,
    has_piece_info: bool,
}

described! { FileFacts<'_>: |f| {
    let line = shortened(&String::from_utf8_lossy(&f.header.line));
    match f.header.offset {
        Some(0) => format!("header {line}"),
        Some(offset) => format!("header {line} at offset {offset}"),
        None => "no header".into(),
    }
}}

const FILE: &[Rule<FileFacts<'_>>] = rules! { FileFacts<'_>:
    [A1 "6.1.2" 1] "the file does not begin with %PDF-n.m; write the header at the first byte" =>
        |f, _| f.header.offset == Some(0) && version(&f.header.line).is_some();
    [A23 "6.1.2" 1] "the file does not begin with a line %PDF-1.n, n from 0 to 7; write such a header at the first byte" =>
        |f, _| f.header.offset == Some(0) && f.header.line.len() == 8
            && matches!(version(&f.header.line), Some((b'1', b'0'..=b'7')));
    [A4 "6.1.2" 1] "the file does not begin with a line %PDF-2.n; write such a header at the first byte" =>
        |f, _| f.header.offset == Some(0) && f.header.line.len() == 8
            && matches!(version(&f.header.line), Some((b'2', b'0'..=b'9')));
    [A1 "6.1.2" 2, A23 "6.1.2" 2, A4 "6.1.2" 2] "the line after the header is not a comment of at least four bytes above 127; add one, so that no program takes the file for text" =>
        |f, _| f.header.binary, |f| format!("second line {}", shortened(&String::from_utf8_lossy(&f.header.second)));
    [A1 "6.1.3" 1] "the trailer has no ID; give the file an identifier" =>
        |f, _| f.id().is_some(), |_| "no ID".into();
    [A23 "6.1.3" 1, A4 "6.1.3" 1] "the trailer has no ID, or an empty one; give the file an identifier" =>
        |f, _| f.id().is_some_and(|id| id.iter().any(|s| !s.is_empty())), |f| id_written(f.id());
    [A1 "6.1.3" 2, A23 "6.1.3" 2, A4 "6.1.3" 2] "the file is encrypted; save it without encryption" =>
        |f, _| !f.encrypted, |_| "Encrypt in the trailer".into();
    [A1 "6.1.3" 3, A23 "6.1.3" 3, A4 "6.1.3" 3] "the file does not end with %%EOF and at most one line end; remove what follows it, or get a complete file" =>
        |f, _| f.after_end == Some(0),
        |f| f.after_end.map_or_else(|| "no %%EOF".into(), |n| format!("{} after %%EOF", counted(n, "byte")));
    [A1 "6.1.3" 4] "the two trailers of a linearized file have different IDs; write the same in both" =>
        |f, _| !f.linearized || f.last_id.is_none() || f.first_id == f.last_id,
        |f| format!("{} in the first trailer, {} in the last", id_written(f.first_id.as_ref()), id_written(f.last_id.as_ref()));
    [A1 "6.1.4" 3] "the file has a cross-reference stream, which PDF 1.4 does not know; write a table" =>
        |f, _| !f.xref_streams, |_| "cross-reference stream".into();
    [A1 "6.1.12" 7, A23 "6.1.13" 7] "the file has more than 8388607 indirect objects; split the file" =>
        |f, _| f.objects <= 8_388_607, |f| counted(f.objects, "object");
    [A4 "6.1.3" 4] "the trailer has Info, and the catalog no PieceInfo; leave Info out" =>
        |f, _| f.has_piece_info || !f.has_info, |_| "Info without PieceInfo".into();
};

impl FileFacts<'_> {
    /// The ID of the trailer in force: in a linearized file that of the first page (annex F).
    fn id(&self) -> Option<&Vec<Vec<u8>>> {
        let id = if self.linearized {
            &self.first_id
        } else {
            &self.last_id
        };
        id.as_ref()
    }
}

/// An ID in hexadecimal for reports, or a note that it is missing.
fn id_written(id: Option<&Vec<Vec<u8>>>) -> String {
    let hexadecimal = |string: &Vec<u8>| {
        let digits: String = string.iter().take(20).map(|b| format!("{b:02X}")).collect();
        format!("<{digits}>")
    };
    match id {
        Some(id) => format!(
            "ID [{}]",
            id.iter().map(hexadecimal).collect::<Vec<_>>().join(" ")
        ),
        None => "no ID".into(),
    }
}

/// The digits `n` and `m` of `%PDF-n.m`.
pub(super) fn version(header: &[u8]) -> Option<(u8, u8)> {
    match header {
        [b'%', b'P', b'D', b'F', b'-', major, b'.', minor, ..]
            if major.is_ascii_digit() && minor.is_ascii_digit() =>
        {
            Some((*major, *minor))
        }
        _ => None,
    }
}

described! { XrefSpan: |_| "cross-reference table".into() }

const XREF: &[Rule<XrefSpan>] = rules! { XrefSpan:
    [A1 "6.1.4" 1] "the numbers in the header of a subsection are not separated by one space; write \"0 12\"" =>
        |x, _| x.spaced;
    [A1 "6.1.4" 2, A23 "6.1.4" 2, A4 "6.1.4" 1] "something other than one line end separates xref from the first subsection; write the file again" =>
        |x, _| x.one_line_end;
};

described! { ObjectSpan: |o| format!("{} {} obj", o.number, o.generation) }

/// The length of a stream for reports.
fn length_described(o: &ObjectSpan) -> String {
    match o.stream {
        Some(s) if s.declared != s.real => format!(
            "Length {}, the stream has {}",
            s.declared.map_or("missing".into(), |n| n.to_string()),
            match s.real {
                Some(n) => counted(n as usize, "byte"),
                None => "one line end between its keywords".into(),
            }
        ),
        _ => ObjectSpan::describe(o),
    }
}

/// The keywords around an indirect object.
const INDIRECT: &[Rule<ObjectSpan>] = rules! { ObjectSpan:
    [A1 "6.1.8" 1, A23 "6.1.9" 1, A4 "6.1.8" 1] "an indirect object is not written as N G obj and endobj on lines of their own with single spaces; write the file again" =>
        |o, _| o.spaced;
};

/// The keywords around the data of a stream, and the length of the data.
const DATA: &[Rule<ObjectSpan>] = rules! { ObjectSpan:
    [A1 "6.1.7" 1, A23 "6.1.7.1" 1, A4 "6.1.6.1" 1] "Length is not the number of bytes in the stream; write the correct one" =>
        |o, _| o.stream.is_none_or(|s| s.declared.is_some() && s.declared == s.real), length_described;
    [A1 "6.1.7" 2, A23 "6.1.7.1" 2] "stream is not followed by CR LF or LF, or no line end comes before endstream; write the file again" =>
        |o, _| o.stream.is_none_or(|s| s.opened && s.closed),
        |o| match o.stream {
            Some(s) if !s.opened => "no such line end after stream".into(),
            _ => "no line end before endstream".into(),
        };
};

dictionaries! {
    /// The dictionary of a stream.
    pub(super) StreamDict: "stream dictionary";
}

const STREAM: &[Rule<StreamDict>] = rules! { StreamDict:
    [A1 "6.1.7" 3, A23 "6.1.7.1" 3, A4 "6.1.6.1" 2] "a stream has F, FFilter or FDecodeParms; its data must be in the file itself" =>
        |d, _| !["F", "FFilter", "FDecodeParms"].iter().any(|key| d.has(key)),
        |d| present(d, &["F", "FFilter", "FDecodeParms"]);
};

/// A filter of a stream, with the `Name` of its parameters.
pub(super) struct Filter;

described! { Filter of (String, Option<String>): |filter| format!("filter {}", filter.0) }

const FILTER: &[Rule<Filter>] = rules! { Filter:
    [A1 "6.1.10" 1] "a stream is compressed with LZWDecode; use FlateDecode" =>
        |f, _| f.0 != "LZWDecode";
    [A23 "6.1.7.2" 1, A4 "6.1.6.2" 1] "a stream has a filter that is not allowed; use FlateDecode or another standard filter except LZWDecode" =>
        |f, _| match f.0.as_str() {
            "ASCIIHexDecode" | "ASCII85Decode" | "FlateDecode" | "RunLengthDecode" | "CCITTFaxDecode"
            | "JBIG2Decode" | "DCTDecode" | "JPXDecode" => true,
            "Crypt" => f.1.as_deref().is_none_or(|name| name == "Identity"),
            _ => false,
        };
};

described! { Atom<'_>: |atom|
    match atom {
        Atom::Integer(Some(n)) => format!("integer {n}"),
        Atom::Integer(None) => "integer of more than 64 bits".into(),
        Atom::Real(n) if n.abs() < 0.001 => format!("real {n:e}"),
        Atom::Real(n) => format!("real {n}"),
        Atom::Name(name) => format!("name of {}", counted(lexer::name(name).len(), "byte")),
        Atom::Literal { length } => format!("string of {}", counted(*length, "byte")),
        Atom::Hexadecimal { digits, foreign } => {
            let digits = counted(*digits, "digit");
            let others = counted(*foreign, "other character");
            format!("hexadecimal string of {digits} and {others}")
        }
        Atom::Array(n) => format!("array of {}", counted(*n, "element")),
        Atom::Dict(n) => format!("dictionary of {}", counted(*n, "entry")),
    }
}

/// Implementation limits and hexadecimal strings.
pub(super) const WRITTEN: &[Rule<Atom<'_>>] = rules! { Atom<'_>:
    [A1 "6.1.6" 1, A23 "6.1.6" 1, A4 "6.1.5" 1] "a hexadecimal string has an odd number of digits; write two for each byte" =>
        |a, _| !matches!(a, Atom::Hexadecimal { digits, foreign } if (digits + foreign) % 2 != 0);
    [A1 "6.1.6" 2, A23 "6.1.6" 2, A4 "6.1.5" 2] "a hexadecimal string has characters that are not hexadecimal digits; write the string again" =>
        |a, _| !matches!(a, Atom::Hexadecimal { foreign: 1.., .. });
    [A1 "6.1.12" 1, A23 "6.1.13" 1] "an integer is outside of -2147483648 to 2147483647; correct the number" =>
        |a, _| match a {
            Atom::Integer(n) => n.is_some_and(|n| i32::try_from(n).is_ok()),
            _ => true,
        };
    [A1 "6.1.12" 2] "a real number is outside of -32767 to 32767; scale the content" =>
        |a, _| !matches!(a, Atom::Real(n) if n.abs() > 32767.0);
    [A23 "6.1.13" 2] "a real number is outside of ±3.403e38; correct the number" =>
        |a, _| !matches!(a, Atom::Real(n) if n.abs() > 3.403e38);
    [A23 "6.1.13" 5] "a real number is closer to zero than 1.175e-38; write 0" =>
        |a, _| !matches!(a, Atom::Real(n) if *n != 0.0 && n.abs() < 1.175e-38);
    [A1 "6.1.12" 3] "a string is longer than 65535 bytes; split or shorten it" => |a, _| string_length(a) <= 65_535;
    [A23 "6.1.13" 3] "a string is longer than 32767 bytes; split or shorten it" => |a, _| string_length(a) <= 32_767;
    [A1 "6.1.12" 4, A23 "6.1.13" 4] "a name is longer than 127 bytes; shorten it" =>
        |a, _| !matches!(a, Atom::Name(name) if name.len() > 127 && lexer::name(name).len() > 127);
    [A1 "6.1.12" 5] "an array has more than 8191 elements; split it" =>
        |a, _| !matches!(a, Atom::Array(8192..));
    [A1 "6.1.12" 6] "a dictionary has more than 4095 entries; split it" =>
        |a, _| !matches!(a, Atom::Dict(4096..));
};

/// A number, string or name of a content stream, if it may exceed a limit. `bytes` are its source, with the
/// white space before it.
pub(super) fn atom<'t>(token: &'t lexer::Token<'_>, bytes: &[u8]) -> Option<Atom<'t>> {
    Some(match token {
        // A number with several decimal points has no value.
        lexer::Token::Number(_) if bytes.iter().filter(|b| **b == b'.').count() > 1 => {
            Atom::Real(f64::INFINITY)
        }
        lexer::Token::Number(n) if n.abs() > 32_767.0 || n.abs() < 1e-18 => {
            return lexical::number(bytes.trim_ascii_start());
        }
        lexer::Token::Number(_) => return None,
        lexer::Token::Name(name) => Atom::Name(name),
        lexer::Token::String(string) => match string {
            lexer::RawString::Literal(_) => Atom::Literal {
                length: string.decode().len(),
            },
            lexer::RawString::Hexadecimal(raw) => Atom::Hexadecimal {
                digits: raw.iter().filter(|b| b.is_ascii_hexdigit()).count(),
                foreign: raw
                    .iter()
                    .filter(|b| !b.is_ascii_hexdigit() && !lexer::is_white_space(**b))
                    .count(),
            },
        },
        _ => return None,
    })
}

fn string_length(atom: &Atom<'_>) -> usize {
    match atom {
        Atom::Literal { length } => *length,
        Atom::Hexadecimal { digits, .. } => digits.div_ceil(2),
        _ => 0,
    }
}

/// Checks all rules of this module.
pub(super) fn check(run: &mut Run<'_>, raw_file: &RawFile<'_>) {
    let catalog = run.document.catalog();
    let trailer = |at: Option<&Dict<'_>>| at.and_then(file_id);
    let facts = FileFacts {
        header: &raw_file.header,
        after_end: lexical::after_end(run.bytes),
        encrypted: raw_file.trailers.iter().any(|t| t.contains_key("Encrypt")),
        objects: raw_file.objects.len(),
        xref_streams: raw_file.has_xref_streams,
        linearized: raw_file.is_linearized(),
        first_id: trailer(raw_file.trailers.first()),
        last_id: trailer(raw_file.trailers.last()),
        has_info: raw_file.trailer().is_some_and(|t| t.contains_key("Info")),
        has_piece_info: catalog.as_ref().is_some_and(|c| c.has("PieceInfo")),
    };
    run.check(FILE, &facts, ());
    for xref in &raw_file.xrefs {
        run.check(XREF, xref, Where::offset(xref.offset));
    }
    let metadata = catalog.and_then(|c| c.get_ref("Metadata").map(ObjectIdentifier::from));
    for object in raw_file.live() {
        let id = ObjectIdentifier::new(object.number, object.generation);
        run.check(INDIRECT, object, id);
        if object.stream.is_none() {
            continue;
        }
        run.check(DATA, object, id);
        if let Some(Object::Stream(stream)) = run.document.object(id) {
            check_stream(run, stream.dict());
            // Checked twice: as an object of the file, and as the catalog's metadata.
            if Some(id) == metadata {
                run.check(DATA, object, Where::each_in(stream.dict()));
                run.check(STREAM, stream.dict(), Where::each_in(stream.dict()));
            }
        }
    }
    let (document, budget) = (run.document, run.budget);
    raw_file.atoms(document, budget, &mut |atom, offset| {
        run.check(WRITTEN, &atom, Where::offset(offset));
    });
}

fn check_stream(run: &mut Run<'_>, dict: &Dict<'_>) {
    run.check(STREAM, dict, dict);
    let names = values(dict.get::<Object<'_>>("Filter")).filter_map(Object::into_name);
    let mut parameters = values(dict.get::<Object<'_>>("DecodeParms"))
        .map(|p| Some(p.into_dict()?.get::<Name<'_>>("Name")?.as_str().to_owned()));
    for name in names {
        let filter = (name.as_str().to_owned(), parameters.next().flatten());
        run.check(FILTER, &filter, dict);
    }
}

catalogue![FILE, XREF, INDIRECT, DATA, STREAM, FILTER, WRITTEN];
