//! Canonical text of objects: equal objects have equal text, whether direct or indirect and however they are
//! compressed.

use pdfa2hocr_core::budget::Budget;
use pdfa2hocr_core::diagnostics::Warnings;
use pdfa2hocr_core::pdf::{Dict, Object, items, stream};

/// Maximum nesting depth; objects below it count as equal.
const MAX_DEPTH: usize = 12;

/// The canonical text of an object.
pub(super) fn form(object: &Object<'_>, budget: &Budget) -> String {
    let mut out = String::new();
    write(&mut out, object, budget, 0);
    out
}

fn write(out: &mut String, object: &Object<'_>, budget: &Budget, depth: usize) {
    if depth > MAX_DEPTH || out.len() > budget.stream_bytes {
        return;
    }
    match object {
        Object::Array(array) => {
            out.push('[');
            for item in items(array) {
                write(out, &item, budget, depth + 1);
                out.push(' ');
            }
            out.push(']');
        }
        Object::Dict(dict) => write_dict(out, dict, budget, depth, &[]),
        Object::Stream(s) => {
            let skipped: &[&[u8]] = &[b"Length", b"Filter", b"DecodeParms"];
            write_dict(out, s.dict(), budget, depth, skipped);
            let data = stream::decode(s, budget, &mut Warnings::new());
            out.push_str(&String::from_utf8_lossy(&data));
        }
        Object::Name(name) => {
            out.push('/');
            out.push_str(&String::from_utf8_lossy(name));
        }
        Object::String(s) => out.push_str(&format!("{:?}", s.as_bytes())),
        Object::Number(n) => out.push_str(&n.as_f64().to_string()),
        Object::Boolean(b) => out.push_str(&b.to_string()),
        Object::Null(_) => out.push_str("null"),
    }
}

fn write_dict(out: &mut String, dict: &Dict<'_>, budget: &Budget, depth: usize, skipped: &[&[u8]]) {
    out.push_str("<<");
    for (key, _) in dict.entries() {
        if skipped.contains(&key.as_ref()) {
            continue;
        }
        if let Some(value) = dict.get::<Object<'_>>(key.as_ref()) {
            out.push('/');
            out.push_str(&String::from_utf8_lossy(&key));
            out.push(' ');
            write(out, &value, budget, depth + 1);
        }
    }
    out.push_str(">>");
}
