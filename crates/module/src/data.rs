//! Converts the plain data that modules and the program exchange besides pages.

use starlark::environment::Module as Environment;
use starlark::eval::Evaluator;
use starlark::values::dict::AllocDict;
use starlark::values::list::AllocList;
use starlark::values::structs::AllocStruct;
use starlark::values::{Heap, OwnedFrozenValue, Value};

use super::Data;
use super::refusal::refuse;
use super::safe::measure::measure;
use pdfa2hocr_core::diagnostics::{Diagnostic, Result};
use pdfa2hocr_core::page::DocumentInfo;

/// Returns a value that all threads can share.
pub(super) fn freeze(
    name: &str,
    make: impl for<'v> FnOnce(Heap<'v>) -> Value<'v>,
) -> Result<OwnedFrozenValue> {
    let frozen = Environment::with_temp_heap(|environment| {
        environment.set("value", make(environment.heap()));
        environment.freeze()
    });
    let failed = |why: String| Diagnostic::module(format!("{name}: {why}"));
    let frozen = frozen.map_err(|e| failed(format!("it cannot be kept: {e:?}")))?;
    frozen.get("value").map_err(|e| failed(e.to_string()))
}

/// Converts the result of a function to plain data of at most `most` bytes.
pub(super) fn plain<'v>(
    eval: &mut Evaluator<'v, '_, '_>,
    value: Value<'v>,
    function: &str,
    most: usize,
) -> starlark::Result<Data> {
    let too_large = || {
        refuse(format!(
            "what {function} returns is larger than {} KB",
            most >> 10
        ))
    };
    if measure(eval, [value])? > most {
        return Err(too_large());
    }
    let data = value.to_json_value().map_err(|error| {
        refuse(format!(
            "{function} can return lists, dictionaries with strings as keys, strings and numbers: {error}"
        ))
    })?;
    if bytes(&data) > most {
        return Err(too_large());
    }
    Ok(data)
}

/// Estimated memory of data, in bytes.
pub(super) fn bytes(data: &Data) -> usize {
    let parts = match data {
        Data::String(text) => text.len(),
        Data::Array(items) => items.iter().map(bytes).sum(),
        Data::Object(fields) => fields.iter().map(|(k, v)| k.len() + bytes(v)).sum(),
        Data::Null | Data::Bool(_) | Data::Number(_) => 0,
    };
    64 + parts
}

/// Returns the argument of `begin`.
pub(super) fn describe<'v>(document: &DocumentInfo, mapping: &str, heap: Heap<'v>) -> Value<'v> {
    let metadata = document.metadata.facts().into_iter();
    let metadata = metadata.filter_map(|(name, fact)| Some((name, fact?)));
    let languages = document.languages.iter().map(String::as_str);
    let page_count = i32::try_from(document.page_count).unwrap_or(i32::MAX);
    heap.alloc(AllocStruct([
        ("name", heap.alloc(document.name.as_str())),
        ("page_count", heap.alloc(page_count)),
        ("languages", heap.alloc(AllocList(languages))),
        ("metadata", heap.alloc(AllocDict(metadata))),
        ("mapping", heap.alloc(mapping)),
    ]))
}
