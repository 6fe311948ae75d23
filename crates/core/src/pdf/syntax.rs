//! Writes objects in PDF syntax (7.3), to copy them to another place of the same file.

use super::{Dict, MaybeRef, Object};
use crate::page::{Entries, ObjectNumber, write_name};

/// Maximum nesting of arrays and dictionaries; deeper ones are null.
const DEEPEST: usize = 64;

/// The entries of a dictionary, without those of some keys.
pub fn entries(dict: &Dict<'_>, without: &[&str]) -> Entries {
    let kept = dict.entries().filter(|(key, _)| {
        !without
            .iter()
            .any(|key_out| key.as_ref() == key_out.as_bytes())
    });
    kept.map(|(key, value)| {
        let mut out = Vec::new();
        write(&value, &mut out);
        (key.as_ref().to_vec(), out)
    })
    .collect()
}

/// Appends an object, or the reference to one.
pub fn write(object: &MaybeRef<Object<'_>>, out: &mut Vec<u8>) {
    write_to_depth(object, DEEPEST, out);
}

/// Appends the numbers of the objects that an object refers to.
pub fn references(object: &Object<'_>, out: &mut Vec<ObjectNumber>) {
    let mut todo = vec![(object.clone(), DEEPEST)];
    while let Some((object, deepest)) = todo.pop() {
        let items: Vec<MaybeRef<Object<'_>>> = match &object {
            Object::Array(array) if deepest > 0 => array.raw_iter().collect(),
            Object::Dict(dict) if deepest > 0 => dict.entries().map(|(_, value)| value).collect(),
            _ => Vec::new(),
        };
        for item in items {
            match item {
                MaybeRef::Ref(reference) => out.push((reference.obj_number, reference.gen_number)),
                MaybeRef::NotRef(inner) => todo.push((inner, deepest - 1)),
            }
        }
    }
}

fn write_to_depth(object: &MaybeRef<Object<'_>>, deepest: usize, out: &mut Vec<u8>) {
    let object = match object {
        MaybeRef::Ref(reference) => {
            out.extend(format!("{} {} R", reference.obj_number, reference.gen_number).bytes());
            return;
        }
        MaybeRef::NotRef(object) => object,
    };
    match object {
        Object::Boolean(value) => out.extend(value.to_string().bytes()),
        Object::Number(number) => {
            let value = number.as_f64();
            match value.fract() == 0.0 && value.abs() < 1e15 {
                true => out.extend(format!("{}", number.as_i64()).bytes()),
                false => out.extend(format!("{value}").bytes()),
            }
        }
        Object::String(string) => {
            out.push(b'<');
            let digits: String = string
                .as_bytes()
                .iter()
                .map(|b| format!("{b:02x}"))
                .collect();
            out.extend(digits.bytes());
            out.push(b'>');
        }
        Object::Name(name) => write_name(name.as_ref(), out),
        Object::Array(array) if deepest > 0 => {
            out.push(b'[');
            for (at, item) in array.raw_iter().enumerate() {
                if at > 0 {
                    out.push(b' ');
                }
                write_to_depth(&item, deepest - 1, out);
            }
            out.push(b']');
        }
        Object::Dict(dict) if deepest > 0 => {
            out.extend(b"<<");
            for (key, value) in dict.entries() {
                write_name(key.as_ref(), out);
                out.push(b' ');
                write_to_depth(&value, deepest - 1, out);
            }
            out.extend(b">>");
        }
        // A stream is never direct.
        Object::Null(_) | Object::Array(_) | Object::Dict(_) | Object::Stream(_) => {
            out.extend(b"null");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::dictionary;
    use crate::pdf::FromBytes;

    #[test]
    fn objects_are_written_as_they_were_read() {
        let source = b"<</A 1/B -0.25/C(a\\)b)/D[1 0 R/x#20y<</E true>>]/F null/G 3>>";
        let dict = Dict::from_bytes(source).unwrap();
        let mut kept = entries(&dict, &["G"]);
        kept.sort();
        assert_eq!(
            String::from_utf8(dictionary(&kept)).unwrap(),
            "<</A 1/B -0.25/C <612962>/D [1 0 R /x#20y <</E true>>]/F null>>"
        );
    }
}
