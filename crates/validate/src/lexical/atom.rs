//! Reads the tokens inside an object in their written form (ISO 32000-1, 7.3).

use super::parts::{Atom, Visitor};
use super::scan::Scan;
use pdfa2hocr_core::pdf::lexer::{is_regular, is_white_space};

/// The value of `/Length`.
pub(super) enum Length {
    Direct(u64),
    Indirect(u32, i32),
}

/// An open array or dictionary.
struct Level {
    is_dict: bool,
    items: usize,
    offset: usize,
}

/// Maximum number of open arrays and dictionaries; deeper ones are not counted.
const MAX_DEPTH: usize = 512;

/// Reports the atoms of one object. Returns `/Length` of the outermost dictionary.
pub(super) fn atoms(scan: &mut Scan<'_>, visitor: &mut impl Visitor) -> Option<Length> {
    let mut open: Vec<Level> = Vec::new();
    let mut length = None;
    // The last two integers, for `N G R`, and whether they are the value of `/Length`.
    let mut last: [Option<i64>; 2] = [None, None];
    let mut after_length = false;
    loop {
        scan.skip_space();
        let start = scan.at;
        let Some(byte) = scan.peek() else { break };
        let mut integer = None;
        let mut is_length = false;
        match byte {
            b'<' if scan.byte(start + 1) == Some(b'<') => {
                scan.at += 2;
                open_level(&mut open, true, start);
                last = [None, None];
                after_length = false;
                continue;
            }
            b'[' => {
                scan.at += 1;
                open_level(&mut open, false, start);
                last = [None, None];
                after_length = false;
                continue;
            }
            b'>' if scan.byte(start + 1) == Some(b'>') => {
                scan.at += 2;
                close_level(&mut open, visitor);
            }
            b']' => {
                scan.at += 1;
                close_level(&mut open, visitor);
            }
            b'(' => {
                let length = literal(scan);
                visitor.atom(Atom::Literal { length }, start);
            }
            b'<' => {
                let atom = hexadecimal(scan);
                visitor.atom(atom, start);
            }
            b'/' => {
                scan.at += 1;
                scan.skip_regular();
                let name = scan.since(start + 1);
                visitor.atom(Atom::Name(name), start);
                is_length = open.len() == 1 && name == b"Length";
            }
            _ if is_regular(byte) => {
                scan.skip_regular();
                let word = scan.since(start);
                if word == b"R" {
                    if let Some(level) = open.last_mut() {
                        level.items = level.items.saturating_sub(1);
                    }
                    if after_length && let [Some(number), Some(generation)] = last {
                        length = u32::try_from(number)
                            .ok()
                            .zip(i32::try_from(generation).ok())
                            .map(|(n, g)| Length::Indirect(n, g));
                    }
                    if open.is_empty() {
                        break;
                    }
                    last = [None, None];
                    after_length = false;
                    continue;
                }
                if matches!(word, b"endobj" | b"stream" | b"obj") {
                    scan.at = start;
                    break;
                }
                if let Some(atom) = number(word) {
                    visitor.atom(atom, start);
                    if let Atom::Integer(value) = atom {
                        integer = value;
                    }
                }
            }
            _ => scan.at += 1,
        }
        if let Some(level) = open.last_mut() {
            level.items += 1;
        }
        if after_length
            && let Some(value) = integer
            && length.is_none()
        {
            length = u64::try_from(value).ok().map(Length::Direct);
        }
        // Both numbers of a reference can follow the key.
        after_length = is_length || (after_length && integer.is_some());
        last = [last[1], integer];
        if open.is_empty() && !reference_follows(scan) {
            break;
        }
    }
    while !open.is_empty() {
        close_level(&mut open, visitor);
    }
    length
}

/// Whether a number or `R` comes next, as in an indirect object that is only a reference.
fn reference_follows(scan: &Scan<'_>) -> bool {
    let rest = scan.rest().trim_ascii_start();
    rest.first()
        .is_some_and(|b| b.is_ascii_digit() || *b == b'R')
}

fn open_level(open: &mut Vec<Level>, is_dict: bool, offset: usize) {
    if open.len() < MAX_DEPTH {
        open.push(Level {
            is_dict,
            items: 0,
            offset,
        });
    }
}

fn close_level(open: &mut Vec<Level>, visitor: &mut impl Visitor) {
    if let Some(level) = open.pop() {
        let atom = if level.is_dict {
            Atom::Dict(level.items / 2)
        } else {
            Atom::Array(level.items)
        };
        visitor.atom(atom, level.offset);
    }
}

/// Length in bytes of a literal string after resolving escapes (7.3.4.2).
fn literal(scan: &mut Scan<'_>) -> usize {
    scan.at += 1;
    let (mut depth, mut length) = (1usize, 0usize);
    while let Some(byte) = scan.peek() {
        scan.at += 1;
        match byte {
            b'\\' => {
                match scan.rest() {
                    [b'0'..=b'7', ..] => {
                        let from = scan.at;
                        while scan.at < from + 3
                            && scan.peek().is_some_and(|b| matches!(b, b'0'..=b'7'))
                        {
                            scan.at += 1;
                        }
                        length += 1;
                    }
                    // A line continuation adds no byte.
                    [b'\r', b'\n', ..] => scan.at += 2,
                    [b'\r' | b'\n', ..] => scan.at += 1,
                    _ => {
                        scan.at += 1;
                        length += 1;
                    }
                }
                continue;
            }
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            b'\r' if scan.peek() == Some(b'\n') => continue,
            _ => {}
        }
        length += 1;
    }
    scan.at = scan.at.min(scan.bytes.len());
    length
}

fn hexadecimal(scan: &mut Scan<'_>) -> Atom<'static> {
    scan.at += 1;
    let (mut digits, mut foreign) = (0, 0);
    while let Some(byte) = scan.peek() {
        scan.at += 1;
        match byte {
            b'>' => break,
            _ if byte.is_ascii_hexdigit() => digits += 1,
            _ if is_white_space(byte) => {}
            _ => foreign += 1,
        }
    }
    Atom::Hexadecimal { digits, foreign }
}

/// Parses a number; `None` for other words.
pub(crate) fn number(word: &[u8]) -> Option<Atom<'static>> {
    let text = std::str::from_utf8(word).ok()?;
    let digits = text.trim_start_matches(['+', '-']);
    let is_number = !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && digits.bytes().any(|b| b.is_ascii_digit());
    if !is_number {
        return None;
    }
    if digits.contains('.') {
        return text.parse().ok().map(Atom::Real);
    }
    Some(Atom::Integer(text.parse().ok()))
}
