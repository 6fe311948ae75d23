//! Calls the methods of values and counts their cost.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::eval::{Arguments, Evaluator};
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::set::SetRef;
use starlark::values::structs::StructRef;
use starlark::values::{
    AllocValue, Heap, NoSerialize, StarlarkPagablePanic, StarlarkValue, Trace, UnpackValue, Value,
    starlark_value,
};

use super::comparison::claim_comparison;
use super::cost::{PIECE, VALUE, claim, claim_table, length, room, size, work};
use super::measure::{claim_text, measure};
use super::table::{enter, enter_all, key, keys_of};
use crate::refusal::refuse;

/// The guarded methods of strings, lists, dictionaries, sets, nodes and their attributes. `append` is
/// missing, because it does not read its argument.
pub(crate) static METHODS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let names = "\
        add capitalize clear codepoints count descendants difference discard elems endswith extend \
        find format get index insert intersection isalnum isalpha isdigit islower isspace issubset \
        issuperset istitle isupper items join keys lower lstrip new partition pop popitem remove \
        removeprefix removesuffix replace rfind rindex rpartition rsplit rstrip setdefault split \
        splitlines startswith strip symmetric_difference title union update upper values";
    names.split(' ').collect()
});

/// A bound method for a later call through its guard.
#[derive(Debug, ProvidesStaticType, Trace, Allocative, NoSerialize, StarlarkPagablePanic)]
pub(super) struct Bound<'v> {
    object: Value<'v>,
    #[trace(static)]
    name: String,
}

impl fmt::Display for Bound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl<'v> AllocValue<'v> for Bound<'v> {
    fn alloc_value(self, heap: Heap<'v>) -> Value<'v> {
        heap.alloc_complex_no_freeze(self)
    }
}

#[starlark_value(type = "method")]
impl<'v> StarlarkValue<'v> for Bound<'v> {
    fn name_for_call_stack(&self, _me: Value<'v>) -> String {
        self.name.clone()
    }

    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let (values, named) = unpack(args, eval)?;
        call(eval, self.object, &self.name, &values, &named)
    }
}

/// Arguments by position and by name.
type Unpacked<'v> = (Vec<Value<'v>>, Vec<(&'v str, Value<'v>)>);

pub(super) fn unpack<'v>(
    args: &Arguments<'v, '_>,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Unpacked<'v>> {
    let values = args.positions(eval.heap())?.collect();
    let named = args.names_map()?;
    let named = named
        .into_iter()
        .map(|(name, value)| (name.as_str(), value));
    Ok((values, named.collect()))
}

/// `object.name` without an immediate call.
pub(super) fn attribute<'v>(
    eval: &Evaluator<'v, '_, '_>,
    object: Value<'v>,
    name: &str,
) -> starlark::Result<Option<Value<'v>>> {
    let heap = eval.heap();
    if METHODS.contains(name) && StructRef::from_value(object).is_none() {
        let bound = |_| {
            let name = name.to_owned();
            heap.alloc(Bound { object, name })
        };
        return Ok(object.get_attr(name, heap)?.map(bound));
    }
    object.get_attr(name, heap)
}

/// `object.name(args)`.
pub(super) fn call<'v>(
    eval: &mut Evaluator<'v, '_, '_>,
    object: Value<'v>,
    name: &str,
    args: &[Value<'v>],
    named: &[(&str, Value<'v>)],
) -> starlark::Result<Value<'v>> {
    if let Some(text) = object.unpack_str() {
        let named = named.iter().map(|(_, value)| *value);
        let all: Vec<Value> = args.iter().copied().chain(named).collect();
        of_string(eval, object, text, name, &all)?;
    } else if ListRef::from_value(object).is_some() {
        of_list(eval, object, name, args)?;
    } else if let Some(dict) = DictRef::from_value(object) {
        if let ("get", [wanted, default @ ..], []) = (name, args, named) {
            key(eval, *wanted)?;
            let default = default.first().copied();
            return Ok(dict.get(*wanted)?.or(default).unwrap_or(Value::new_none()));
        }
        drop(dict);
        of_dictionary(eval, object, name, args, named)?;
    } else if SetRef::unpack_value(object).is_ok_and(|set| set.is_some()) {
        of_set(eval, object, name, args)?;
    } else if StructRef::from_value(object).is_none() {
        let named = named.iter().map(|(_, value)| *value);
        measure(eval, args.iter().copied().chain(named))?;
    }
    let method = object.get_attr_error(name, eval.heap())?;
    let value = eval.eval_function(method, args, named)?;
    room(eval, 0)?;
    Ok(value)
}

fn of_string<'v>(
    eval: &Evaluator<'v, '_, '_>,
    object: Value<'v>,
    text: &str,
    name: &str,
    args: &[Value<'v>],
) -> starlark::Result<()> {
    let weight = measure(eval, args.iter().copied())?;
    let argument = |i: usize| args.get(i).and_then(|a| a.unpack_str()).unwrap_or_default();
    match name {
        "format" => {
            // A placeholder can name any value, and several can name the same one.
            let places = text.matches('{').count();
            let bytes = text.len().saturating_add(places.saturating_mul(weight));
            claim(eval, bytes)
        }
        "join" => {
            // The engine estimates the size from the longer of the first two parts.
            let list = args.first().copied();
            let parts = list.map_or(0, length);
            let first = list.and_then(|list| list.iterate(eval.heap()).ok());
            let longest = first.and_then(|parts| parts.take(2).map(size).max());
            let each = text.len().saturating_add(longest.unwrap_or(0));
            claim(eval, weight.saturating_add(parts.saturating_mul(each)))
        }
        "replace" => {
            let places = text.len() / argument(0).len().max(1) + 1;
            let added = places.saturating_mul(argument(1).len());
            claim(eval, text.len().saturating_add(added))
        }
        "codepoints" | "elems" | "rsplit" | "split" | "splitlines" => {
            let separator = args.first().and_then(|a| a.unpack_str());
            let pieces = match separator {
                Some(separator) if !separator.is_empty() => text.matches(separator).count() + 1,
                // Words, lines, or single characters.
                _ => text.len(),
            };
            claim(
                eval,
                text.len().saturating_add(pieces.saturating_mul(PIECE)),
            )
        }
        // Each character is searched in the argument.
        "lstrip" | "rstrip" | "strip" => {
            work(eval, text.len().saturating_mul(argument(0).len().max(1)))?;
            claim(eval, text.len())
        }
        // Changing the case can turn one letter into three.
        "capitalize" | "lower" | "title" | "upper" => claim(eval, 3 * text.len()),
        // The error message contains the text.
        "index" | "rindex" => claim_text(eval, &[object]).map(drop),
        "partition" | "removeprefix" | "removesuffix" | "rpartition" => claim(eval, text.len()),
        _ => work(eval, text.len()),
    }
}

fn of_list<'v>(
    eval: &Evaluator<'v, '_, '_>,
    list: Value<'v>,
    name: &str,
    args: &[Value<'v>],
) -> starlark::Result<()> {
    match (name, args) {
        ("clear", _) => Ok(()),
        ("extend", [more]) => {
            room(eval, size(list).saturating_add(size(*more)))?;
            work(eval, size(*more))
        }
        ("insert", [index, _]) => {
            measure(eval, [*index])?;
            work(eval, size(list))
        }
        ("pop", []) => Ok(()),
        ("pop", _) => {
            measure(eval, args.iter().copied())?;
            work(eval, size(list))
        }
        // Otherwise the engine's error would print the whole list.
        ("index" | "remove", [wanted]) => {
            claim_comparison(eval, *wanted, list, "in")?;
            match list.is_in(*wanted)? {
                true => Ok(()),
                false => Err(refuse("the list has no such value")),
            }
        }
        _ => {
            claim_text(eval, args)?;
            claim_text(eval, &[list]).map(drop)
        }
    }
}

fn of_dictionary<'v>(
    eval: &Evaluator<'v, '_, '_>,
    dict: Value<'v>,
    name: &str,
    args: &[Value<'v>],
    named: &[(&str, Value<'v>)],
) -> starlark::Result<()> {
    let entries = length(dict).saturating_mul(VALUE);
    match (name, args) {
        ("setdefault", [wanted, ..]) => enter(eval, dict, *wanted),
        ("pop", [wanted, ..]) => {
            key(eval, *wanted)?;
            // Otherwise the engine's error would print the whole dictionary.
            if args.len() == 1 && named.is_empty() && !dict.is_in(*wanted)? {
                return Err(refuse("the dictionary has no such key"));
            }
            work(eval, entries)
        }
        ("items", _) => claim(eval, entries.saturating_mul(8)),
        ("keys" | "values", _) => claim(eval, entries),
        ("update", _) => {
            let given = args.iter().flat_map(|&from| keys_of(eval, from, true));
            for key in given {
                enter(eval, dict, key)?;
            }
            claim_table(eval, named.len())
        }
        _ => {
            measure(eval, args.iter().copied())?;
            work(eval, entries)
        }
    }
}

fn of_set<'v>(
    eval: &Evaluator<'v, '_, '_>,
    set: Value<'v>,
    name: &str,
    args: &[Value<'v>],
) -> starlark::Result<()> {
    let entries = length(set).saturating_mul(VALUE);
    let others = || args.iter().flat_map(|&from| keys_of(eval, from, false));
    match (name, args) {
        ("add", [value]) => enter(eval, set, *value),
        ("discard", [value]) => {
            key(eval, *value)?;
            work(eval, entries)
        }
        // Otherwise the engine's error would print the whole set.
        ("remove", [value]) => {
            key(eval, *value)?;
            match set.is_in(*value)? {
                true => work(eval, entries),
                false => Err(refuse("the set has no such value")),
            }
        }
        ("clear" | "pop", _) => measure(eval, args.iter().copied()).map(drop),
        ("update", _) => others().try_for_each(|value| enter(eval, set, value)),
        _ => enter_all(eval, keys_of(eval, set, false).into_iter().chain(others())),
    }
}
