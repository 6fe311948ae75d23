//! Wraps the functions of the language and of the program, to check their arguments first. Replaces functions
//! that could create huge values or run forever in one step.

use std::fmt;
use std::num::NonZeroI32;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::collections::SmallMap;
use starlark::environment::{Globals, GlobalsBuilder};
use starlark::eval::{Arguments, Evaluator};
use starlark::values::float::UnpackFloat;
use starlark::values::none::NoneType;
use starlark::values::range::Range;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{
    FrozenValue, NoSerialize, StarlarkPagablePanic, StarlarkValue, StringValue, UnpackValue, Value,
    ValueLike, starlark_value,
};
use starlark::{starlark_module, starlark_simple_value};

use super::cost::{PIECE, VALUE, claim, claim_table, length, room, session, work};
use super::measure::{claim_text, measure};
use super::methods::attribute;
use super::table::{enter_all, keys_of};
use crate::refusal::{Refusal, refuse};
use pdfa2hocr_core::counted::counted;
use pdfa2hocr_core::diagnostics::Setting;

/// Maximum bytes of an attribute name, and maximum fields of a struct: unknown names are compared with all
/// known ones.
const NAME: usize = 256;
const FIELDS: usize = 1000;

/// A function whose arguments are checked before the call.
#[derive(Debug, ProvidesStaticType, NoSerialize, StarlarkPagablePanic, Allocative)]
struct Guarded {
    name: String,
    #[allocative(skip)]
    function: FrozenValue,
}

starlark_simple_value!(Guarded);

impl fmt::Display for Guarded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[starlark_value(type = "function")]
impl<'v> StarlarkValue<'v> for Guarded {
    fn name_for_call_stack(&self, _me: Value<'v>) -> String {
        self.name.clone()
    }

    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let values: Vec<Value> = args.positions(eval.heap())?.collect();
        let named = args.names_map()?;
        look(eval, &self.name, &values, &named)?;
        let value = self.function.to_value().invoke(args, eval)?;
        room(eval, 0)?;
        Ok(value)
    }
}

/// Checks the arguments of a function. Unless it is known not to read into its arguments, they are measured,
/// because at least error messages may print them.
fn look<'v>(
    eval: &Evaluator<'v, '_, '_>,
    name: &str,
    values: &[Value<'v>],
    named: &SmallMap<StringValue<'v>, Value<'v>>,
) -> starlark::Result<()> {
    let Some((&first, others)) = values.split_first() else {
        if name == "struct" {
            let long = |name: &StringValue| name.len() > NAME;
            if named.len() > FIELDS || named.keys().any(long) {
                return Err(refuse(format!(
                    "a struct has at most {FIELDS} fields, with names of at most {NAME} bytes"
                )));
            }
            return claim_table(eval, named.len());
        }
        if name == "dict" {
            return claim_table(eval, named.len());
        }
        return measure(eval, named.values().copied()).map(drop);
    };
    let rest = || others.iter().chain(named.values()).copied();
    let items = values.iter().map(|&v| length(v)).sum::<usize>();
    match name {
        // These measure their arguments themselves.
        "fail" | "max" | "min" | "print" | "repr" | "str" => Ok(()),
        "bool" | "dir" | "type" => Ok(()),
        "sorted" => measure(eval, rest()).map(drop),
        "len" => work(eval, length(first) / 8),
        "zip" => claim(eval, items.saturating_mul(PIECE)),
        "all" | "any" | "enumerate" | "list" | "reversed" | "sum" | "tuple" => {
            measure(eval, rest())?;
            let each = if name == "enumerate" { PIECE } else { VALUE };
            claim(eval, length(first).saturating_mul(each))
        }
        "dict" | "set" => {
            measure(eval, others.iter().copied())?;
            let given = keys_of(eval, first, name == "dict");
            enter_all(eval, given)?;
            claim_table(eval, named.len())
        }
        "getattr" | "hasattr" => {
            measure(eval, others.iter().take(1).copied())?;
            match others.first().and_then(|name| name.unpack_str()) {
                Some(name) if name.len() > NAME => {
                    Err(refuse(format!("a name has at most {NAME} bytes")))
                }
                _ => Ok(()),
            }
        }
        _ => measure(eval, [first].into_iter().chain(rest())).map(drop),
    }
}

/// Adds the names that every module has: guarded functions of the language and of the program.
pub(crate) fn guard_all(builder: &mut GlobalsBuilder, functions: &Globals) {
    builder.frozen_heap().add_reference(functions.heap());
    for (name, value) in functions.iter() {
        match value.to_value().get_type() {
            // Modules have strings but no bytes.
            _ if name == "bytes" => {}
            "function" => {
                let name = name.to_owned();
                let function = value;
                builder.set(&name.clone(), Guarded { name, function });
            }
            _ => builder.set(name, value),
        }
    }
}

/// Replacements for functions that can create huge values in one step, or run forever.
#[starlark_module]
pub(crate) fn bounded(globals: &mut GlobalsBuilder) {
    /// The integers from `start` (default 0) to `stop`, exclusive.
    fn range<'v>(
        #[starlark(require = pos)] first: i32,
        #[starlark(require = pos)] second: Option<i32>,
        #[starlark(require = pos, default = 1)] step: i32,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Range> {
        let (start, stop) = second.map_or((0, first), |stop| (first, stop));
        let step =
            NonZeroI32::new(step).ok_or_else(|| refuse("the step of a range cannot be 0"))?;
        let count = (i64::from(stop) - i64::from(start)) / i64::from(step.get());
        let most = session(eval)?.limits.steps;
        if u64::try_from(count).is_ok_and(|count| count > most) {
            let numbers = counted(count as usize, "number");
            let steps = counted(most as usize, "step");
            return Err(refuse(Refusal {
                why: format!("a range of {numbers}: a module may take {steps}"),
                setting: Some(Setting::ModuleSteps),
            }));
        }
        Ok(Range::new(start, stop, step))
    }

    /// Converts a text (decimal or with another base) or a number to a 64-bit integer; fractions are cut off.
    fn int<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos, default = 10)] base: u32,
    ) -> starlark::Result<i64> {
        if let Some(text) = value.unpack_str() {
            let begins: String = text.chars().take(40).collect();
            let wrong = || refuse(format!("{begins:?} is not a whole number of 64 bits"));
            if !(2..=36).contains(&base) {
                return Err(refuse("the base of a number is 2 to 36"));
            }
            return i64::from_str_radix(text.trim(), base).map_err(|_| wrong());
        }
        if let Some(truth) = value.unpack_bool() {
            return Ok(i64::from(truth));
        }
        if let Ok(Some(number)) = i64::unpack_value(value) {
            return Ok(number);
        }
        match UnpackFloat::unpack_value(value) {
            Ok(Some(UnpackFloat(number))) if number.abs() < 9.0e18 => Ok(number as i64),
            _ => Err(refuse(format!(
                "a {} is not a whole number of 64 bits",
                value.get_type()
            ))),
        }
    }

    /// Converts a value to text.
    fn str<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<StringValue<'v>> {
        if let Some(text) = StringValue::new(value) {
            return Ok(text);
        }
        claim_text(eval, &[value])?;
        Ok(eval.heap().alloc_str(&value.to_str()))
    }

    /// Returns the value as it would be written in a module.
    fn repr<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<String> {
        claim_text(eval, &[value])?;
        Ok(value.to_repr())
    }

    /// Writes values to standard error, prefixed by the page number.
    fn print<'v>(
        #[starlark(args)] values: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        claim_text(eval, &values.items)?;
        session(eval)?.print(joined(&values.items));
        Ok(NoneType)
    }

    /// Stops the module with an error.
    fn fail<'v>(
        #[starlark(args)] values: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        claim_text(eval, &values.items)?;
        Err(refuse(joined(&values.items)))
    }

    /// Returns the attribute with that name, or `default`.
    fn getattr<'v>(
        #[starlark(require = pos)] object: Value<'v>,
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] default: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        match (attribute(eval, object, name)?, default) {
            (Some(value), _) => Ok(value),
            (None, Some(default)) => Ok(default),
            (None, None) => object.get_attr_error(name, eval.heap()),
        }
    }
}

/// Joins values as `print` and `fail` print them.
fn joined(values: &[Value]) -> String {
    let texts: Vec<String> = values.iter().map(|v| v.to_str()).collect();
    texts.join(" ")
}
