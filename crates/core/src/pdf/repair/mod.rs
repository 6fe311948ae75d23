//! Repairs the bytes of an object (7.3), so that an unreadable value costs only that value.
//!
//! `hayro-syntax` refuses a whole dictionary if one value in it is invalid, at any depth. Input: the bytes of
//! an object. Output: replacements for the parts that the reader cannot read. A valid object needs no
//! allocation.

mod number;

use std::ops::Range;

use super::lexer::{is_regular, is_white_space, literal_end, space_end};
use number::{ends_object, is_plain, is_read, meant};

/// Maximum nesting depth of arrays and dictionaries, below the reader's limit of 512; deeper ones are
/// replaced by null.
const DEEPEST: usize = 500;
/// Maximum number of unclosed literal strings whose end is searched for; each search reads the rest of the
/// object.
const MAX_OPEN_STRINGS: usize = 16;
/// Maximum number of unreadable bytes shown in a warning.
const SHOWN: usize = 24;

/// A repair: the replacement for some bytes.
#[derive(Debug, PartialEq)]
pub(super) struct Repair {
    pub range: Range<usize>,
    pub text: String,
    /// The error, in one line.
    pub fault: String,
}

/// The result of examining an object.
#[derive(Debug, Default)]
pub(super) struct Examined {
    /// In byte order, without overlaps.
    pub repairs: Vec<Repair>,
    /// The end of the object; for a stream, of its dictionary.
    pub end: usize,
    /// The beginning of the value of `/Length`.
    pub length: Option<usize>,
    /// Whether the dictionary has the value `/ObjStm`, as object streams do.
    pub object_stream: bool,
}

impl Examined {
    /// Appends the repaired bytes of the object.
    pub(super) fn write(&self, data: &[u8], out: &mut Vec<u8>) {
        let mut from = 0;
        for repair in &self.repairs {
            out.extend_from_slice(data.get(from..repair.range.start).unwrap_or_default());
            // White space separates the replacement from its neighbours.
            out.push(b' ');
            out.extend_from_slice(repair.text.as_bytes());
            out.push(b' ');
            from = repair.range.end;
        }
        out.extend_from_slice(data.get(from..self.end).unwrap_or_default());
    }
}

/// An open array or dictionary.
#[derive(Clone, Copy)]
struct Frame {
    dict: bool,
    /// Whether a key has been read without its value.
    wants_value: bool,
    /// The range of the last key, with its solidus.
    key: (usize, usize),
}

/// Examines objects. One examiner serves many objects, to reuse its memory.
#[derive(Default)]
pub(super) struct Examiner {
    open: Vec<Frame>,
    /// The number of open dictionaries.
    dicts: usize,
    open_strings: usize,
    examined: Examined,
}

impl Examiner {
    /// Examines the object at the beginning of the data, which ends at the next object.
    pub(super) fn examine(&mut self, data: &[u8]) -> Examined {
        self.open.clear();
        self.dicts = 0;
        self.open_strings = 0;
        self.examined = Examined::default();
        let mut at = 0;
        loop {
            at = space_end(data, at);
            let Some(&byte) = data.get(at) else {
                self.close_all(at);
                break;
            };
            let Some(next) = self.token(data, at, byte) else {
                break;
            };
            at = next;
            if self.open.is_empty() && self.examined.end > 0 {
                break;
            }
        }
        std::mem::take(&mut self.examined)
    }

    /// Reads the token at an offset and returns its end; `None` if the object ends before it.
    fn token(&mut self, data: &[u8], at: usize, byte: u8) -> Option<usize> {
        let second = data.get(at + 1).copied();
        match byte {
            b'/' => {
                let end = regular_end(data, at + 1);
                self.name(data, at, end);
                Some(end)
            }
            b'<' if second == Some(b'<') => Some(self.begin(data, at, 2)),
            b'[' => Some(self.begin(data, at, 1)),
            b'>' if second == Some(b'>') => {
                if self.dicts == 0 {
                    self.repair(data, at..at + 2, "", "is out of place");
                } else {
                    self.close_dict(data, at);
                }
                Some(at + 2)
            }
            b']' => {
                match self.open.last() {
                    Some(frame) if !frame.dict => {
                        self.open.pop();
                        self.value(at + 1);
                    }
                    _ => self.repair(data, at..at + 1, "", "is out of place"),
                }
                Some(at + 1)
            }
            b'<' => Some(self.hexadecimal(data, at)),
            b'(' => Some(self.literal(data, at)),
            b')' | b'>' | b'{' | b'}' => {
                self.repair(data, at..at + 1, "", "is out of place");
                Some(at + 1)
            }
            b'0'..=b'9' | b'+' | b'-' | b'.' => Some(self.number(data, at)),
            _ => self.keyword(data, at),
        }
    }

    fn name(&mut self, data: &[u8], at: usize, end: usize) {
        let depth = self.open.len();
        let text = data.get(at..end).unwrap_or_default();
        match self.open.last_mut() {
            Some(frame) if frame.dict && !frame.wants_value => {
                frame.key = (at, end);
                frame.wants_value = true;
                if depth == 1 && text == b"/Length" {
                    self.examined.length = Some(end);
                }
            }
            _ => {
                if depth == 1 && text == b"/ObjStm" {
                    self.examined.object_stream = true;
                }
                self.value(end);
            }
        }
    }

    /// Records that a value ends here.
    fn value(&mut self, end: usize) {
        match self.open.last_mut() {
            Some(frame) => frame.wants_value = false,
            None => self.examined.end = end,
        }
    }

    fn begin(&mut self, data: &[u8], at: usize, bracket: usize) -> usize {
        if self.open.len() >= DEEPEST {
            let end = nested_end(data, at);
            let key = self.key(data);
            self.examined.repairs.push(Repair {
                range: at..end,
                text: "null".into(),
                fault: format!("{key}a value nested over {DEEPEST} deep is left out"),
            });
            self.value(end);
            return end;
        }
        let dict = bracket == 2;
        self.dicts += usize::from(dict);
        self.open.push(Frame {
            dict,
            wants_value: false,
            key: (0, 0),
        });
        at + bracket
    }

    /// Closes the innermost dictionary and everything open in it.
    fn close_dict(&mut self, data: &[u8], at: usize) {
        while let Some(frame) = self.open.pop() {
            if frame.dict {
                self.dicts -= 1;
                if frame.wants_value {
                    let key = shown(data.get(frame.key.0..frame.key.1).unwrap_or_default());
                    self.examined.repairs.push(Repair {
                        range: at..at,
                        text: "null".into(),
                        fault: format!("{key} has no value"),
                    });
                }
                break;
            }
            let key = self.key(data);
            self.examined.repairs.push(Repair {
                range: at..at,
                text: "]".into(),
                fault: format!("{key}an array does not end"),
            });
            self.value(at);
        }
        self.value(at + 2);
    }

    /// Closes everything that is open at the end of the object.
    fn close_all(&mut self, at: usize) {
        self.examined.end = at;
        if self.open.is_empty() {
            return;
        }
        // Only the innermost frame can lack a value: for the others, the frame open in them is the value.
        let mut text = String::new();
        if self.open.last().is_some_and(|frame| frame.wants_value) {
            text.push_str("null");
        }
        while let Some(frame) = self.open.pop() {
            text.push_str(if frame.dict { ">>" } else { "]" });
        }
        self.examined.repairs.push(Repair {
            range: at..at,
            text,
            fault: "the object does not end".into(),
        });
    }

    /// The key whose value is being read, as the beginning of a warning.
    fn key(&self, data: &[u8]) -> String {
        let frame = self.open.iter().rfind(|f| f.dict && f.wants_value);
        let key = frame.and_then(|f| data.get(f.key.0..f.key.1));
        key.map_or_else(String::new, |key| format!("in {}, ", shown(key)))
    }

    fn repair(&mut self, data: &[u8], range: Range<usize>, text: &str, fault: &str) {
        let what = shown(data.get(range.clone()).unwrap_or_default());
        self.examined.repairs.push(Repair {
            fault: format!("{}\"{what}\" {fault}", self.key(data)),
            text: text.to_owned(),
            range,
        });
    }

    fn number(&mut self, data: &[u8], at: usize) -> usize {
        let end = regular_end(data, at);
        let token = data.get(at..end).unwrap_or_default();
        if !is_plain(token) && !is_read(token, data.get(end).copied()) {
            let (text, taken) = meant(token);
            let (text, fault) = if text.is_empty() {
                ("null", "is not a number, and is left out".to_owned())
            } else {
                let fault = format!("is not a number; it is read as {text}");
                (text.as_str(), fault)
            };
            self.repair(data, at..at + taken, text, &fault);
            self.value(at + taken);
            return at + taken;
        }
        self.value(end);
        end
    }

    /// Reads a word; returns `None` if it ends the object.
    fn keyword(&mut self, data: &[u8], at: usize) -> Option<usize> {
        let mut end = regular_end(data, at);
        let word = data.get(at..end).unwrap_or_default();
        // The reader reads `1 0 Rx` as a reference, and continues behind the R.
        if let [b'R', _, ..] = word {
            end = at + 1;
        }
        if ends_object(word) {
            self.close_all(at);
            return None;
        }
        // Like other readers, the reader skips other words.
        let known = matches!(word, b"null" | b"true" | b"false");
        if !known && matches!(word.first(), Some(b'n' | b't' | b'f')) {
            self.repair(data, at..end, "null", "is not a value, and is left out");
        }
        self.value(end);
        Some(end)
    }

    fn literal(&mut self, data: &[u8], at: usize) -> usize {
        let end = if self.open_strings < MAX_OPEN_STRINGS {
            literal_end(data, at)
        } else {
            None
        };
        let Some(end) = end else {
            self.open_strings += 1;
            self.repair(data, at..at + 1, "", "begins a string that does not end");
            return at + 1;
        };
        self.value(end);
        end
    }

    fn hexadecimal(&mut self, data: &[u8], at: usize) -> usize {
        let skip = |from: usize, wanted: fn(u8) -> bool| {
            let rest = data.get(from..).unwrap_or_default();
            let length = rest.iter().position(|&b| !wanted(b));
            from + length.unwrap_or(rest.len())
        };
        let end = skip(at + 1, |b| b.is_ascii_hexdigit() || is_white_space(b));
        if data.get(end) == Some(&b'>') {
            self.value(end + 1);
            return end + 1;
        }
        let end = skip(end, |b| !matches!(b, b'>' | b'<' | b'(' | b'[' | b'/'));
        if data.get(end) != Some(&b'>') {
            self.repair(data, at..at + 1, "", "begins a string that does not end");
            return at + 1;
        }
        let digits = data.get(at..end).unwrap_or_default().iter();
        let digits = digits.filter(|b| b.is_ascii_hexdigit());
        let text: String = digits.map(|&b| char::from(b)).collect();
        let fault = "is read without the characters that are not hexadecimal digits";
        self.repair(data, at..end + 1, &format!("<{text}>"), fault);
        self.value(end + 1);
        end + 1
    }
}

/// Formats some bytes for a warning.
fn shown(bytes: &[u8]) -> String {
    let mut text = bytes
        .get(..bytes.len().min(SHOWN))
        .unwrap_or_default()
        .escape_ascii()
        .to_string();
    if bytes.len() > SHOWN {
        text.push('…');
    }
    text
}

fn regular_end(data: &[u8], from: usize) -> usize {
    let rest = data.get(from..).unwrap_or_default();
    let length = rest.iter().position(|&b| !is_regular(b));
    from + length.unwrap_or(rest.len())
}

/// The end of an array or a dictionary, at any depth; without closing brackets, the end of the object.
fn nested_end(data: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    let mut open_strings = 0;
    while let Some(&byte) = data.get(at) {
        let second = data.get(at + 1).copied();
        let (change, length) = match byte {
            b'<' if second == Some(b'<') => (1, 2),
            b'>' if second == Some(b'>') => (-1, 2),
            b'[' => (1, 1),
            b']' => (-1, 1),
            b'%' => (0, space_end(data, at) - at),
            b'(' if open_strings < MAX_OPEN_STRINGS => match literal_end(data, at) {
                Some(end) => (0, end - at),
                None => {
                    open_strings += 1;
                    (0, 1)
                }
            },
            _ if is_regular(byte) => {
                let end = regular_end(data, at);
                if ends_object(data.get(at..end).unwrap_or_default()) {
                    return at;
                }
                (0, end - at)
            }
            _ => (0, 1),
        };
        at += length;
        match change {
            1 => depth += 1,
            -1 if depth <= 1 => return at,
            -1 => depth -= 1,
            _ => {}
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::{Dict, FromBytes, Object};

    /// The repaired object, and the errors.
    fn repaired(data: &str) -> (String, Vec<String>) {
        let examined = Examiner::default().examine(data.as_bytes());
        let mut out = Vec::new();
        examined.write(data.as_bytes(), &mut out);
        let words = String::from_utf8(out).unwrap();
        let words: Vec<&str> = words.split_whitespace().collect();
        let faults = examined.repairs.into_iter().map(|r| r.fault).collect();
        (words.join(" "), faults)
    }

    #[test]
    fn a_value_that_cannot_be_read_costs_itself() {
        for (bad, good) in [
            ("1e-05", "0.00001"),
            ("2E3", "2000"),
            ("nan", "null"),
            ("1.5.3", "1.5"),
            ("90.0f", "90.0"),
            ("1,5", "1.5"),
            ("--5", "-5"),
            ("1 )", "1"),
            ("1 }", "1"),
            ("> 5", "5"),
            ("[0,0,612,792]", "[ 0 0 612 792 ]"),
            ("[0 0 595,28 841,89]", "[0 0 595.28 841.89 ]"),
            ("5 0R", "5 0 R"),
            ("<12G4>", "<124>"),
            ("trueish", "null"),
            ("[-]", "[ 0 ]"),
            ("<</X [nan 1.2.3]>>", "<</X [ null 1.2 ]>>"),
        ] {
            let (text, faults) = repaired(&format!("<</Type/Page /Bad {bad} /Rotate 90>>"));
            let wanted = format!("<</Type/Page /Bad {good} /Rotate 90>>");
            assert_eq!(text.replace(' ', ""), wanted.replace(' ', ""), "{bad}");
            assert!(!faults.is_empty(), "{bad}");
            let dict = Dict::from_bytes(text.as_bytes()).unwrap();
            assert_eq!(dict.get::<i32>("Rotate"), Some(90), "{bad}");
        }
    }

    #[test]
    fn warnings_name_the_key() {
        let (_, faults) = repaired("<</A<</Rotate nan/B[1 )]>> /C>>");
        assert_eq!(
            faults,
            [
                "in /Rotate, \"nan\" is not a value, and is left out",
                "in /B, \")\" is out of place",
                "/C has no value",
            ]
        );
        let (_, faults) = repaired("1.5.3");
        assert_eq!(faults, ["\"1.5.3\" is not a number; it is read as 1.5"]);
    }

    #[test]
    fn what_the_reader_reads_is_left_alone() {
        for object in [
            "<</A 5-3/B - /C[.5 5. +5 -.5 4-]/D(a(b)\\)c)/E<12 3>/F/G#20/H true/I null>>",
            "<</A 1 0 R % (comment\n /B[1 0 R<</C/D>>]>>",
            "<<word /A 5 7 /B other>>",
            "[/A(b)]",
            "null",
            "12",
        ] {
            let examined = Examiner::default().examine(object.as_bytes());
            assert_eq!(examined.repairs, [], "{object}");
            assert_eq!(examined.end, object.len());
            assert!(Object::from_bytes(object.as_bytes()).is_some(), "{object}");
        }
    }

    #[test]
    fn an_object_ends_where_the_next_word_says() {
        for (data, text) in [
            ("<</A 1/B[2 endobj 5 0 obj", "<</A 1/B[2 ]>>"),
            ("<</Length 5 stream\nabc", "<</Length 5 >>"),
            ("<</A(open/B 1", "<</A open/B 1 >>"),
            ("<</A<</B[<</C", "<</A<</B[<</C null>>]>>>>"),
            ("42endobj", "42"),
            ("endobj", ""),
        ] {
            assert_eq!(repaired(data).0, text, "{data}");
        }
    }

    #[test]
    fn what_is_nested_too_deep_costs_itself() {
        for (open, close) in [("[", "]"), ("<</X ", ">>"), ("[", "")] {
            let deep = format!("{}{}", open.repeat(200_000), close.repeat(200_000));
            let (text, faults) = repaired(&format!("<</Deep {deep}/Pages 2 0 R>>"));
            assert!(!faults.is_empty());
            let dict = Dict::from_bytes(text.as_bytes()).unwrap();
            let kept = dict.get_ref("Pages").is_some();
            // Without closing brackets, the end of the value is unknown.
            assert_eq!(kept, !close.is_empty());
        }
    }

    proptest::proptest! {
        /// A repaired object is always readable.
        #[test]
        fn what_is_repaired_can_be_read(data in "[0-9a-fnt<>\\[\\]()/ .,+%{}\\\\R-]{0,60}") {
            let text = format!("<</A 1 {data}\n>> endobj");
            let examined = Examiner::default().examine(text.as_bytes());
            let mut out = Vec::new();
            examined.write(text.as_bytes(), &mut out);
            let wanted = if out.starts_with(b"<<") { Dict::from_bytes(&out).map(|_| ()) } else { None };
            proptest::prop_assert!(wanted.is_some(), "{}", String::from_utf8_lossy(&out));
        }
    }
}
