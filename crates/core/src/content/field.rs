//! Draws form fields that have a value but no appearance (12.7.3.3).
//!
//! Programs that fill in forms often leave the drawing to the reader. The value is set in the widget's
//! rectangle: one line in the middle, several lines from the top. The font is always Helvetica.

use std::fmt::Write;

use super::interpreter::Interpreter;
use super::operators;
use crate::pdf::lexer::{Lexer, Token};
use crate::pdf::{Array, Dict, FromBytes, Name, Object, Resources, StringObject};
use crate::pdf::{field_and_ancestors, items, numbers, text_string};

/// Field flags (tables 221, 228 and 230).
const MULTILINE: u32 = 1 << 12;
const PASSWORD: u32 = 1 << 13;
const COMBO: u32 = 1 << 17;

/// Maximum font size in points, if the field gives none.
const AUTOMATIC: f64 = 12.0;

/// Distance between baselines, in ems.
const LEADING: f64 = 1.15;

const RESOURCES: &[u8] = b"<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica\
    /Encoding/WinAnsiEncoding>>>>>>";

/// Draws the value of a widget's field.
pub(super) fn draw(ip: &mut Interpreter<'_>, widget: &Dict<'_>) -> Option<()> {
    let [x0, y0, x1, y1] = widget.get::<Array<'_>>("Rect").and_then(|a| numbers(&a))?;
    let (left, bottom, top) = (x0.min(x1), y0.min(y1), y0.max(y1));
    let height = top - bottom;
    let (lines, downwards) = lines(widget)?;
    let size = inherited::<StringObject<'_>>(widget, "DA")
        .and_then(|appearance| font_size(&appearance))
        .unwrap_or(if downwards {
            AUTOMATIC
        } else {
            AUTOMATIC.min(0.7 * height)
        });
    if !(size > 0.0 && height.is_finite()) {
        return None;
    }
    // The middle of a letter is about a third of an em above the baseline.
    let first = if downwards {
        top - size
    } else {
        bottom + height / 2.0 - 0.35 * size
    };
    let mut content = format!("BT /F {size} Tf {} {first} Td ", left + 2.0);
    let room = if downwards {
        (height / (LEADING * size)).max(1.0) as usize
    } else {
        1
    };
    let _ = write!(content, "{} TL ", LEADING * size);
    for line in lines.iter().take(room) {
        show(line, &mut content);
    }
    content.push_str("ET");
    let resources = Resources::new(Dict::from_bytes(RESOURCES)?);
    operators::run(ip, content.as_bytes(), &resources);
    Some(())
}

/// The lines of a field's value, and whether they begin at its top.
fn lines(widget: &Dict<'_>) -> Option<(Vec<String>, bool)> {
    let flags = inherited::<i32>(widget, "Ff").unwrap_or(0).cast_unsigned();
    let value = || inherited::<StringObject<'_>>(widget, "V").map(|v| text_string(&v));
    match inherited::<Name<'_>>(widget, "FT")?.as_ref() {
        b"Tx" if flags & PASSWORD == 0 => {
            let value = value()?;
            let lines = value.replace("\r\n", "\n").replace('\r', "\n");
            let lines = lines.split('\n').map(str::to_owned).collect();
            Some((lines, flags & MULTILINE != 0))
        }
        b"Ch" if flags & COMBO != 0 => {
            let value = value()?;
            let shown = options(widget).find(|(export, _)| *export == value);
            Some((vec![shown.map_or(value, |(_, shown)| shown)], false))
        }
        // A list box shows all its options.
        b"Ch" => Some((options(widget).map(|(_, shown)| shown).collect(), true)),
        _ => None,
    }
}

/// The `Opt` entry of a choice field: pairs of exported and shown text.
fn options(widget: &Dict<'_>) -> impl Iterator<Item = (String, String)> {
    let text = |object: Object<'_>| match object {
        Object::String(text) => Some(text_string(&text)),
        _ => None,
    };
    let all: Vec<Object<'_>> =
        inherited::<Array<'_>>(widget, "Opt").map_or_else(Vec::new, |a| items(&a).collect());
    let option = move |object: Object<'_>| match object {
        Object::Array(pair) => {
            let mut pair = items(&pair).filter_map(text);
            let export = pair.next()?;
            Some((export.clone(), pair.next().unwrap_or(export)))
        }
        object => text(object).map(|both| (both.clone(), both)),
    };
    let options: Vec<_> = all.into_iter().filter_map(option).collect();
    options.into_iter()
}

/// An entry of a field, or of its nearest ancestor with this entry.
fn inherited<'a, T: TryFrom<Object<'a>>>(widget: &Dict<'a>, key: &str) -> Option<T> {
    let value = field_and_ancestors(widget).find_map(|field| field.get::<Object<'a>>(key))?;
    T::try_from(value).ok()
}

/// The font size in a default appearance; `None` if it is 0 or missing.
fn font_size(appearance: &[u8]) -> Option<f64> {
    let mut last = None;
    for token in Lexer::new(appearance) {
        match token {
            Token::Number(n) => last = Some(n),
            Token::Keyword(b"Tf") => return last.filter(|&size| size > 0.0),
            _ => {}
        }
    }
    None
}

/// Writes operators that show a line and move to the next one. A line with characters outside Latin-1 gets
/// `ActualText`.
fn show(line: &str, content: &mut String) {
    let code = |c: char| u8::try_from(c).ok().filter(|&code| code >= b' ');
    let is_replaced = line.chars().any(|c| code(c).is_none());
    if is_replaced {
        content.push_str("/Span <</ActualText <FEFF");
        for unit in line.encode_utf16() {
            let _ = write!(content, "{unit:04X}");
        }
        content.push_str(">>> BDC ");
    }
    content.push('<');
    for c in line.chars() {
        let _ = write!(content, "{:02X}", code(c).unwrap_or(b'n'));
    }
    content.push_str("> Tj T* ");
    if is_replaced {
        content.push_str("EMC ");
    }
}
