//! Functions of the language, with a look at the limits: those whose work grows with what they are
//! given, and those that could make something large in one step.

use std::fmt;
use std::num::NonZeroI32;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::environment::{Globals, GlobalsBuilder};
use starlark::eval::{Arguments, Evaluator};
use starlark::values::float::UnpackFloat;
use starlark::values::none::NoneType;
use starlark::values::range::Range;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{
    FrozenValue, NoSerialize, StarlarkPagablePanic, StarlarkValue, StringValue, UnpackValue, Value,
    starlark_value,
};
use starlark::{starlark_module, starlark_simple_value};

use super::guard::{
    METHODS, PIECE, VALUE, claim, claim_table, claim_text, is_sequence, length, session, work,
};
use super::session::refuse;
use crate::counted::counted;

/// Functions of the language whose work grows with what they are given.
const COUNTED: [&str; 13] = [
    "all",
    "any",
    "dict",
    "enumerate",
    "hash",
    "list",
    "max",
    "min",
    "reversed",
    "set",
    "sorted",
    "tuple",
    "zip",
];

/// A function of the language that is called through a look at the limits.
#[derive(Debug, ProvidesStaticType, NoSerialize, StarlarkPagablePanic, Allocative)]
pub(super) struct Counted {
    name: &'static str,
    #[allocative(skip)]
    function: FrozenValue,
}

starlark_simple_value!(Counted);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[starlark_value(type = "function")]
impl<'v> StarlarkValue<'v> for Counted {
    fn name_for_call_stack(&self, _me: Value<'v>) -> String {
        self.name.to_owned()
    }

    fn invoke(
        &self,
        _me: Value<'v>,
        args: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let values: Vec<Value> = args.positions(eval.heap())?.collect();
        let named = args.names_map()?;
        let named: Vec<(&str, Value)> = named.iter().map(|(k, v)| (k.as_str(), *v)).collect();
        let items = values.iter().map(|&v| length(v)).sum::<usize>() + named.len();
        match self.name {
            "dict" | "set" => claim_table(eval, items)?,
            "enumerate" | "zip" => claim(eval, items.saturating_mul(PIECE))?,
            "all" | "any" | "hash" | "max" | "min" => work(eval, items.saturating_mul(VALUE))?,
            _ => claim(eval, items.saturating_mul(VALUE))?,
        }
        eval.eval_function(self.function.to_value(), &values, &named)
    }
}

/// Puts [`Counted`] functions in the place of the language's own, which `language` keeps.
pub(super) fn count(globals: &mut GlobalsBuilder, language: &Globals) {
    globals.frozen_heap().add_reference(language.heap());
    for name in COUNTED {
        let found = language.iter().find(|(n, _)| *n == name);
        if let Some((_, function)) = found {
            globals.set(name, Counted { name, function });
        }
    }
}

/// Functions of the language that can make something large in one step, or never end.
#[starlark_module]
pub(super) fn bounded(globals: &mut GlobalsBuilder) {
    /// The numbers from 0, or `start`, up to but without `stop`.
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
            return Err(refuse(format!(
                "a range of {}: a module may take {} (--module-steps)",
                counted(count as usize, "number"),
                counted(most as usize, "step")
            )));
        }
        Ok(Range::new(start, stop, step))
    }

    /// A text, in decimals or to another base, or a number without its fraction, as a whole number
    /// of 64 bits.
    fn int<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos, default = 10)] base: u32,
    ) -> starlark::Result<i64> {
        if let Some(text) = value.unpack_str() {
            let begins: String = text.chars().take(40).collect();
            let wrong = || refuse(format!("{begins:?} is no whole number of 64 bits"));
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
                "a {} is no whole number of 64 bits",
                value.get_type()
            ))),
        }
    }

    /// The value as text.
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

    /// The value as it would be written in a module.
    fn repr<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<String> {
        claim_text(eval, &[value])?;
        Ok(value.to_repr())
    }

    /// Writes values to standard error, after the page's number.
    fn print<'v>(
        #[starlark(args)] values: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        claim_text(eval, &values.items)?;
        session(eval)?.print(joined(&values.items));
        Ok(NoneType)
    }

    /// Ends the module with an error.
    fn fail<'v>(
        #[starlark(args)] values: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        claim_text(eval, &values.items)?;
        Err(refuse(joined(&values.items)))
    }

    /// The attribute of that name, or `default`.
    fn getattr<'v>(
        #[starlark(require = pos)] object: Value<'v>,
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] default: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if METHODS.contains(&name) && is_sequence(object) {
            return Err(refuse(format!(
                "write .{name}(…) for the method of a string or list"
            )));
        }
        match (object.get_attr(name, eval.heap())?, default) {
            (Some(value), _) => Ok(value),
            (None, Some(default)) => Ok(default),
            (None, None) => object.get_attr_error(name, eval.heap()),
        }
    }
}

fn joined(values: &[Value]) -> String {
    let texts: Vec<String> = values.iter().map(|v| v.to_str()).collect();
    texts.join(" ")
}
