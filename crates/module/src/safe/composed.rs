//! Generates random modules from all of the language and checks that each terminates.

use proptest::prelude::*;

use super::methods::METHODS;
use super::tests::error;
use crate::Limits;

/// Generates expressions of limited depth.
fn expressions() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("v".to_owned()),
        Just("w".to_owned()),
        Just("x".to_owned()),
        Just("page".to_owned()),
        Just("page.children".to_owned()),
        Just("page.attributes".to_owned()),
        Just("None".to_owned()),
        Just("'a\\u0001é'".to_owned()),
        Just("''".to_owned()),
        Just("'{0}{0}%s%d'".to_owned()),
        Just("1.5e300".to_owned()),
        Just("len".to_owned()),
        Just("{}".to_owned()),
        Just("[]".to_owned()),
        (-3i64..70).prop_map(|n| n.to_string()),
        (0u32..63).prop_map(|n| (1i64 << n).to_string()),
    ];
    leaf.prop_recursive(5, 24, 3, |inner| {
        let two = || (inner.clone(), inner.clone());
        let operators = prop::sample::select(vec![
            "+", "-", "*", "/", "//", "%", "==", "!=", "<", ">=", "in", "not in", "|", "&", "^",
            "<<", ">>", "and", "or",
        ]);
        let functions = prop::sample::select(vec![
            "str",
            "repr",
            "len",
            "sorted",
            "list",
            "tuple",
            "set",
            "dict",
            "max",
            "min",
            "sum",
            "hash",
            "range",
            "int",
            "float",
            "bool",
            "abs",
            "chr",
            "ord",
            "enumerate",
            "zip",
            "reversed",
            "any",
            "all",
            "type",
            "dir",
            "struct",
            "print",
            "fail",
            "median",
            "fonts",
            "edit_distance",
            "re_findall",
            "re_sub",
            "getattr",
            "hasattr",
        ]);
        prop_oneof![
            two().prop_map(|(a, b)| format!("({a}, {b})")),
            two().prop_map(|(a, b)| format!("[{a}, {b}, {b}]")),
            two().prop_map(|(a, b)| format!("{{{a}: {b}}}")),
            two().prop_map(|(a, b)| format!("({a})[{b}]")),
            two().prop_map(|(a, b)| format!("({a})[{b}:]")),
            two().prop_map(|(a, b)| format!("({a} if {b} else {a})")),
            two().prop_map(|(a, b)| format!("[({a}, y) for y in {b}]")),
            two().prop_map(|(a, b)| format!("{{y: {a} for y in {b}}}")),
            two().prop_map(|(a, b)| format!("(lambda y: {a})({b})")),
            two().prop_map(|(a, b)| format!("(lambda *y, **z: (y, z))(*{a}, **{b})")),
            inner
                .clone()
                .prop_map(|a| format!("struct(a = {a}, join = {a})")),
            (inner.clone(), operators, inner.clone())
                .prop_map(|(a, op, b)| format!("(({a}) {op} ({b}))")),
            (functions.clone(), inner.clone()).prop_map(|(f, a)| format!("{f}({a})")),
            (functions, inner.clone(), inner.clone())
                .prop_map(|(f, a, b)| format!("{f}({a}, {b})")),
            (
                inner.clone(),
                prop::sample::select(Vec::from_iter(METHODS.iter().copied())),
                inner.clone()
            )
                .prop_map(|(a, m, b)| format!("({a}).{m}({b})")),
            (
                inner.clone(),
                prop::sample::select(Vec::from_iter(METHODS.iter().copied()))
            )
                .prop_map(|(a, m)| format!("({a}).{m}")),
        ]
    })
}

fn statements() -> impl Strategy<Value = String> {
    let statement =
        (0..12usize, expressions(), expressions()).prop_map(|(form, a, b)| match form {
            0 => format!("v = {a}"),
            1 => format!("w = {a}"),
            2 => format!("v, w = {a}, {b}"),
            3 => format!("x.append({a})"),
            4 => format!("v = [v, {a}]"),
            5 => format!("w = (w, w, {a})"),
            6 => format!("v = (v,) + ({a},)"),
            7 => format!("x[{a}] = {b}"),
            8 => format!("x[{a}], v = {b}, w"),
            9 => format!("v += {a}"),
            10 => format!("w |= {a}"),
            _ => format!("for y in {a}:\n            x = {b}"),
        });
    prop::collection::vec(statement, 1..8).prop_map(|all| all.join("\n        "))
}

proptest! {
    #[test]
    fn whatever_is_put_together_ends(
        start in prop::collection::vec(expressions(), 3),
        body in statements(),
        times in prop::sample::select(vec![1u32, 3, 70, 3000]),
    ) {
        let [v, w, x] = start.as_slice() else { return Ok(()) };
        let source = format!(
            "def custom_processing(page):\n    v, w, x = (), [], {{}}\n    v, w, x = {v}, {w}, {x}\n    \
             for n in range({times}):\n        {body}\n    print(v, w, x)\n"
        );
        error(&source, Limits::new(20_000, 4 << 20, 50));
    }
}
