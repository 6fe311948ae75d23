//! Functions that modules have in addition to those of the language.

use regex::Captures;
use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::float::UnpackFloat;
use starlark::values::list::{AllocList, UnpackList};
use starlark::values::structs::AllocStruct;

use super::expressions::Expression;
use super::node::Node;
use super::refusal::refuse;
use super::safe::cost::{room, session, steps};
use super::text;
use pdfa2hocr_core::suggest;

/// Counts the steps of a helper.
fn charge(eval: &Evaluator, count: usize) -> starlark::Result<()> {
    steps(eval, 1 + count as u64)
}

/// Compiles a pattern and counts the steps of a search in a text.
fn expression(eval: &Evaluator, pattern: &str, text: &str) -> starlark::Result<Expression> {
    let (expression, compiling) = session(eval)?.shared.expressions.get(pattern);
    charge(eval, compiling)?;
    let expression = expression.map_err(refuse)?;
    charge(eval, expression.searching(text))?;
    Ok(expression)
}

/// The whole match and its groups; `None` for groups without a match.
fn groups<'v>(
    captures: Option<Captures<'_>>,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let Some(captures) = captures else {
        return Ok(Value::new_none());
    };
    // Each group can be as long as the text.
    room(
        eval,
        captures.iter().flatten().map(|group| group.len()).sum(),
    )?;
    let groups = captures.iter().map(|group| match group {
        Some(group) => eval.heap().alloc(group.as_str()),
        None => Value::new_none(),
    });
    Ok(eval.heap().alloc(AllocList(groups.collect::<Vec<_>>())))
}

/// Converts a replacement template from Python (`\1`) to the engine (`${1}`); dollars are escaped.
fn template(python: &str) -> String {
    let mut out = String::with_capacity(python.len() + 8);
    let mut chars = python.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('$', _) => out.push_str("$$"),
            ('\\', Some(digit @ '0'..='9')) => {
                out.extend(['$', '{', *digit, '}']);
                chars.next();
            }
            ('\\', Some('\\')) => {
                out.push('\\');
                chars.next();
            }
            _ => out.push(c),
        }
    }
    out
}

#[starlark_module]
pub(super) fn helpers(globals: &mut GlobalsBuilder) {
    /// Returns the number of characters to insert, delete or replace to turn `a` into `b`.
    fn edit_distance(
        #[starlark(require = pos)] a: &str,
        #[starlark(require = pos)] b: &str,
        eval: &mut Evaluator,
    ) -> starlark::Result<i32> {
        charge(eval, a.len().saturating_mul(b.len()) / 16)?;
        room(eval, 24 * (a.len() + b.len()))?;
        Ok(i32::try_from(suggest::distance(a, b)).unwrap_or(i32::MAX))
    }

    /// Matches a regular expression at the start of a text. Returns a list of the whole match and its groups,
    /// or `None`.
    fn re_match<'v>(
        #[starlark(require = pos)] pattern: &str,
        #[starlark(require = pos)] text: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let expression = expression(eval, pattern, text)?;
        // The search finds the leftmost match: if it begins later, none begins here.
        let captures = expression.regex.captures(text);
        let here = captures.filter(|c| c.get(0).is_some_and(|whole| whole.start() == 0));
        groups(here, eval)
    }

    /// Returns the first match of a regular expression in a text, like `re_match`.
    fn re_search<'v>(
        #[starlark(require = pos)] pattern: &str,
        #[starlark(require = pos)] text: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let expression = expression(eval, pattern, text)?;
        groups(expression.regex.captures(text), eval)
    }

    /// Returns all matches of a regular expression: a list of texts or, if the expression has groups, of
    /// lists like those of `re_match`.
    fn re_findall<'v>(
        #[starlark(require = pos)] pattern: &str,
        #[starlark(require = pos)] text: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let expression = expression(eval, pattern, text)?;
        let mut found = Vec::new();
        for captures in expression.regex.captures_iter(text) {
            let whole = captures.get(0).map_or("", |whole| whole.as_str());
            charge(eval, expression.going_on(text))?;
            room(eval, 16 * found.len())?;
            found.push(match captures.len() {
                1 => eval.heap().alloc(whole),
                _ => groups(Some(captures), eval)?,
            });
        }
        Ok(eval.heap().alloc(AllocList(found)))
    }

    /// Replaces every match of a regular expression. `\1` in the replacement is the first group.
    fn re_sub(
        #[starlark(require = pos)] pattern: &str,
        #[starlark(require = pos)] replacement: &str,
        #[starlark(require = pos)] text: &str,
        eval: &mut Evaluator,
    ) -> starlark::Result<String> {
        let expression = expression(eval, pattern, text)?;
        let replacement = template(replacement);
        let (mut out, mut last) = (String::new(), 0);
        for captures in expression.regex.captures_iter(text) {
            charge(eval, expression.going_on(text))?;
            room(eval, out.len())?;
            if let Some(whole) = captures.get(0) {
                out.push_str(&text[last..whole.start()]);
                captures.expand(&replacement, &mut out);
                last = whole.end();
            }
        }
        out.push_str(&text[last..]);
        Ok(out)
    }

    /// Returns the sum of a list of numbers.
    fn sum<'v>(
        #[starlark(require = pos)] numbers: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        charge(eval, numbers.length().unwrap_or(0).unsigned_abs() as usize)?;
        let mut sum = eval.heap().alloc(0);
        for number in numbers.iterate(eval.heap())? {
            sum = sum.add(number, eval.heap())?;
        }
        Ok(sum)
    }

    /// Returns the median: the middle number, or the mean of the two in the middle.
    fn median(
        #[starlark(require = pos)] numbers: UnpackList<UnpackFloat>,
        eval: &mut Evaluator,
    ) -> starlark::Result<f64> {
        let mut numbers: Vec<f64> = numbers.items.into_iter().map(|n| n.0).collect();
        charge(eval, numbers.len())?;
        numbers.sort_unstable_by(f64::total_cmp);
        let half = numbers.len() / 2;
        match (
            numbers.get(half),
            half.checked_sub(1).and_then(|i| numbers.get(i)),
        ) {
            (Some(middle), Some(before)) if numbers.len().is_multiple_of(2) => {
                Ok((before + middle) / 2.0)
            }
            (Some(middle), _) => Ok(*middle),
            (None, _) => Err(refuse("no numbers have no median")),
        }
    }

    /// The font styles of the text below a node, the most frequent first. Each has `family`, `size` in
    /// points, `bold`, `italic`, and its `share` of the characters, from 0 to 1.
    fn fonts<'v>(
        #[starlark(require = pos)] node: &Node,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        node.session.look(heap, |page| {
            let (looks, work) = text::looks(page, node.id);
            let all: usize = looks.iter().map(|look| look.glyphs).sum();
            let values = looks.iter().map(|look| {
                AllocStruct([
                    (
                        "family",
                        heap.alloc(look.font.map_or("", |f| f.family.as_str())),
                    ),
                    (
                        "size",
                        heap.alloc((f64::from(look.size) * 10.0).round() / 10.0),
                    ),
                    ("bold", Value::new_bool(look.font.is_some_and(|f| f.bold))),
                    (
                        "italic",
                        Value::new_bool(look.font.is_some_and(|f| f.italic)),
                    ),
                    ("share", heap.alloc(look.glyphs as f64 / all.max(1) as f64)),
                ])
            });
            (heap.alloc(AllocList(values)), work)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacements_are_read_as_python_reads_them() {
        assert_eq!(template(r"\1-\2, $1 \\1 \n"), r"${1}-${2}, $$1 \1 \n");
    }
}
