//! Tests malicious modules: each must end with an ordinary result or error.

use super::methods::METHODS;
use crate::testing::{Sheet, ready_within};
use crate::{Data, Limits};
use pdfa2hocr_core::page::Page;

/// Small limits, so that tests without optimisation end soon.
const SMALL: Limits = Limits::new(100_000, 8 << 20, 100);

fn page() -> Page {
    Sheet::new()
        .textbox(&[(50.0, 50.0, "one two"), (50.0, 65.0, "three")])
        .textbox(&[(300.0, 50.0, "four five six")])
        .page(0)
}

/// Runs a module on a page and returns its error, if any.
#[track_caller]
pub(super) fn error(source: &str, limits: Limits) -> Option<String> {
    let begin: String = source.chars().take(400).collect();
    let error = match ready_within(source, &[], limits) {
        Err(error) => Some(error),
        Ok(ready) => {
            let collected = ready.collects().map(|_| {
                let (data, _) = ready.collect(page());
                data.and_then(|data| ready.gather([(0, &data)].into_iter()))
            });
            match collected.transpose() {
                Err(error) => Some(error),
                Ok(collected) => ready.run(page(), collected.as_ref()).error,
            }
        }
    };
    let error = error.map(|error| error.to_string())?;
    assert!(!error.contains("fault of the engine"), "{begin}\n{error}");
    assert!(!error.contains("trips the engine"), "{begin}\n{error}");
    assert!(error.len() < 3000, "{begin}\n{error:.2000}");
    assert!(error.contains("test.star"), "{begin}\n{error}");
    Some(error)
}

#[track_caller]
fn refused(source: &str, why: &str) {
    let begin: String = source.chars().take(400).collect();
    let error = error(source, SMALL).unwrap_or_else(|| panic!("is not refused: {begin}"));
    assert!(error.contains(why), "{begin}\n{error}");
}

/// Wraps a body in the function for pages.
fn on_page(body: &str) -> String {
    let body: String = body.lines().map(|l| format!("    {l}\n")).collect();
    format!("def custom_processing(page):\n{body}")
}

/// Adds an empty function for pages to top-level code.
fn outside(source: &str) -> String {
    format!("{source}\ndef custom_processing(page):\n    pass\n")
}

/// Sets `t` to a value nested `deep` times, and `u` to the same nested one time less.
fn nest(made: &str, deep: usize) -> String {
    let made = made.replace('@', "t");
    format!("t = ()\nfor i in range({deep}):\n    u, t = t, {made}\n")
}

/// Nestable values, and their depth in a test. Those that share their parts double in size at each level, so
/// less depth suffices.
const NESTS: [(&str, usize); 6] = [
    ("(@,)", 300),
    ("[@]", 300),
    ("{1: @}", 300),
    ("struct(a = @)", 300),
    ("(@, @)", 60),
    ("[@, @, @, @]", 60),
];

/// Operations that walk through values.
const WALKS: [&str; 56] = [
    "print(t)",
    "print(1, [t])",
    "str(t)",
    "repr(t)",
    "fail(t)",
    "'%s' % (t,)",
    "'%r' % [t]",
    "'%d' % (t,)",
    "'{}'.format(t)",
    "'{a}'.format(a = t)",
    "f'{t}'",
    "s = '%s'\ns %= (t,)",
    "t == u",
    "t != u",
    "[t] < [u]",
    "t in [u]",
    "t not in (u,)",
    "[t].index(u)",
    "[t].remove(u)",
    "sorted([t, u])",
    "sorted([1, 2], key = lambda n: [t, u][n - 1])",
    "sorted([1, 2], reverse = t)",
    "min(t, u)",
    "max([1, 2], key = lambda n: [t, u][n - 1])",
    "{(1, t): 1}",
    "d = {}\nd[(t,)] = 1",
    "d = {}\nd[(t,)], x = 1, 2",
    "d = {}\nfor d[(t,)] in [1]:\n    pass",
    "d = {}\nd[(t,)] += 1",
    "d = {}\nd[str((t,))] -= 1",
    "{(n, t): 1 for n in [1]}",
    "{}.get((t,))",
    "{}[(t,)]",
    "{}.pop((t,), 1)",
    "{}.setdefault((t,))",
    "{}.update([((t,), 1)])",
    "d = {}\nd |= {(t,): 1}",
    "(t,) in {}",
    "set([(t,)])",
    "dict([((t,), 1)])",
    "set().add((t,))",
    "set([1]).union([(t,)])",
    "set([1]).issubset([(t,)])",
    "getattr({}, 'get')((t,))",
    "(lambda f: f((t,)))({}.get)",
    "hash(t)",
    "'x'.find(t)",
    "'x'.join([t, t])",
    "'x'[t]",
    "'x'[t:]",
    "[1][t]",
    "page.descendants(t)",
    "page.new('textbox', [t])",
    "page.attributes.get(t)",
    "re_match(t, 'x')",
    "median([t])",
];

#[test]
fn whatever_goes_through_values_refuses_those_that_are_deep_or_without_end() {
    // Enough steps to create the nested value and to visit part of it.
    let few = Limits::new(20_000, SMALL.memory, SMALL.depth);
    for (made, deep) in NESTS {
        for walk in WALKS {
            let body = nest(made, deep) + walk;
            assert!(error(&on_page(&body), few).is_some(), "{made}: {walk}");
        }
    }
    // A value that contains itself is infinitely deep.
    for walk in WALKS {
        let body = format!("t = []\nt.append(t)\nu = []\nu.append(u)\n{walk}");
        assert!(error(&on_page(&body), few).is_some(), "{walk}");
    }
    // Values within the limit are allowed.
    assert_eq!(
        error(&on_page(&(nest("(@,)", 80) + "print(t, {t: t}[t])")), SMALL),
        None
    );
}

#[test]
fn what_is_returned_and_what_is_kept_is_not_nested_deep() {
    const DEEP: &str = "more than 100 deep";
    let build = |made: &str| nest(made, 300).replace('\n', "\n    ");
    for made in ["(@,)", "[@]", "{'a': @}", "[@, 1]"] {
        let body = build(made);
        let begin = format!("def begin(document):\n    {body}return t\n");
        refused(&outside(&begin), DEEP);
        let collect = format!("def collect(page):\n    {body}return t\n");
        let main = "def custom_processing(page, collected):\n    pass\n";
        refused(&format!("{collect}{main}"), DEEP);
        refused(&outside(&nest(made, 300)), DEEP);
    }
    let large = "def begin(document):\n    return ['a' * 1000000] * 100";
    refused(&outside(large), "the module");
    let many = "def collect(page):\n    return [1] * 20000\ndef custom_processing(page, collected):\n    pass";
    refused(many, "what collect returns is larger than 512 KB");
    refused(
        &outside("def begin(document):\n    return lambda: 1"),
        "begin can return lists",
    );
    refused(
        &outside("def begin(document):\n    l = []\n    l.append(l)\n    return l"),
        DEEP,
    );
}

#[test]
fn what_functions_hide_is_kept_however_deep_it_is() {
    // No walk sees values captured by a function, so the stack of the reading thread must suffice for all
    // that fits into the memory.
    for (made, hide, most) in [
        ("(@,)", "lambda x = t: x", 320_000),
        ("(@,)", "lambda: t", 320_000),
        ("[@]", "lambda: t", 120_000),
        ("{1: @}", "lambda: t", 60_000),
        ("struct(a = @)", "lambda: t", 60_000),
        ("(lambda x = @: x)", "t", 30_000),
        ("(lambda y: lambda: y)(@)", "t", 12_000),
    ] {
        // Finds nearly the greatest depth that fits into the memory.
        let (made, mut deep) = (made.replace('@', "t"), most);
        let error = loop {
            let source = format!(
                "def f():\n    t = ()\n    for i in range({deep}):\n        t = {made}\n    return {hide}\ng = f()"
            );
            let limits = Limits::new(20_000_000, 64 << 20, 100);
            match error(&outside(&source), limits) {
                Some(error) if error.contains("8 MB") => deep -= deep / 4,
                error => break error,
            }
        };
        assert_eq!(error, None, "{made} {deep}");
        assert!(deep > most / 3, "{made} {deep}");
    }
}

#[test]
fn what_takes_long_or_much_in_one_step_is_refused_before() {
    // The test does not distinguish which limit stops the module.
    const STOPPED: &str = "the module was stopped";
    const NUMBERS: &str = "beyond 64 bits";
    let nines = "9".repeat(200);
    let adds = "x = 1\n        ".repeat(3000);
    let lists = "x = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n        ".repeat(3000);
    for (body, why) in [
        ("s = 'x' * 1000000000", STOPPED),
        ("s = ['x'] * 1000000000", STOPPED),
        ("range(1000000000)", "a range of"),
        ("list(range(-2000000000, 2000000000))", "a range of"),
        ("list(range(100000)) * 100", STOPPED),
        ("x = [list(range(90000)) for i in range(1000)]", STOPPED),
        ("','.join(['x' * 1000] * 100000)", STOPPED),
        ("','.join(['x'] * 100000) * 10000", STOPPED),
        ("s = 'x' * 1000000\ns.join(['a'] * 100000)", STOPPED),
        ("s = 'x' * 100000\ns.replace('x', s)", STOPPED),
        ("s = 'x' * 100000\ns.replace('', s)", STOPPED),
        ("s = '\\u0390' * 2000000\ns.upper()", STOPPED),
        ("x = 1 << 1000000000", "not shifted"),
        ("x = 1\nfor i in range(100):\n    x = x << 60", NUMBERS),
        ("x = 3\nfor i in range(100):\n    x *= x", NUMBERS),
        ("x = 3\nfor i in range(1000):\n    x = x * x * x", NUMBERS),
        ("'%f' % 1e308 * 100000", STOPPED),
        ("('%f' * 100000) % tuple([1e308] * 100000)", STOPPED),
        ("('{0}' * 100000).format('x' * 100000)", STOPPED),
        ("d = {i: [i] * 9 for i in range(100000)}", STOPPED),
        ("d = {}\nfor i in range(100000):\n    d[i] = i", STOPPED),
        (
            "d = {}\nfor i in range(100000):\n    d.setdefault(i)",
            STOPPED,
        ),
        ("s = set()\nfor i in range(100000):\n    s.add(i)", STOPPED),
        ("l = [{i: i} for i in range(90000)]", STOPPED),
        (
            "def f(**k):\n    return 1\nfor i in range(20000):\n    f(a = 1, b = 2, c = 3, d = 4, e = 5, f = 6)",
            STOPPED,
        ),
        (
            "f = lambda **k: 1\nfor i in range(20000):\n    f(a = 1, b = 2, c = 3, d = 4, e = 5, f = 6)",
            STOPPED,
        ),
        (
            "l = [struct(a = 1, b = 2, c = 3) for i in range(90000)]",
            STOPPED,
        ),
        (
            "s = 'x' * 1000000\nfor i in range(10000):\n    len(s)",
            STOPPED,
        ),
        (
            "s = 'x' * 1000000\nfor i in range(10000):\n    s[999999]",
            STOPPED,
        ),
        (
            "s = 'x' * 1000000\nfor i in range(10000):\n    s[-1]",
            STOPPED,
        ),
        (
            "s = 'x' * 1000000\nfor i in range(10000):\n    s[5:6]",
            STOPPED,
        ),
        (
            "s = 'x' * 1000000\nfor i in range(10000):\n    s.find('y')",
            STOPPED,
        ),
        (
            "s = 'x' * 1000000\nfor i in range(10000):\n    s.partition('y')",
            STOPPED,
        ),
        (
            "s = 'x' * 1000000\nfor i in range(10000):\n    s.removeprefix('y')",
            STOPPED,
        ),
        (
            "s = 'x' * 1000000\nfor i in range(10000):\n    hash(s)",
            STOPPED,
        ),
        ("('x' * 100000).strip('y' * 100000 + 'x')", STOPPED),
        (
            "s, u = 'x' * 100000 + 'a', 'x' * 100000 + 'a'\nfor i in range(9999):\n    s in [u] * 1000",
            STOPPED,
        ),
        (
            "sorted(['x' * 1000000 + str(i) for i in [1, 2]] * 10000)",
            STOPPED,
        ),
        ("sorted(range(50000), key = lambda n: 'x' * 100)", STOPPED),
        ("max([['x' * 100000], ['x' * 100000]] * 10000)", STOPPED),
        (
            "l = list(range(100000))\nfor i in range(10000):\n    l.insert(0, l.pop())",
            STOPPED,
        ),
        (
            "l = list(range(100000))\nfor i in range(10000):\n    l.pop(0)",
            STOPPED,
        ),
        (
            "d = {i: i for i in range(20000)}\nfor i in range(20000):\n    d.popitem()",
            STOPPED,
        ),
        (
            "d = {i: i for i in range(20000)}\nfor i in range(20000):\n    d.pop(i)",
            STOPPED,
        ),
        (
            "d = set(range(20000))\nfor i in range(20000):\n    d.discard(i)",
            STOPPED,
        ),
        (
            "l = list(range(100000))\nfor i in range(10000):\n    [1, l] == [1, list(l)]",
            STOPPED,
        ),
        ("for i in range(100000):\n    sum(range(90000))", STOPPED),
        // Keys that all have the same hash.
        (
            "d = {}\nfor i in range(90000):\n    d[(i + 0.5, 0.5)] = i",
            STOPPED,
        ),
        ("s = set([(i + 0.5, 0.5) for i in range(50000)])", STOPPED),
        (
            "s = set()\nfor i in range(90000):\n    s.add((i + 0.5, 0.5))",
            STOPPED,
        ),
        ("d = {(i + 0.5, 0.5): i for i in range(50000)}", STOPPED),
        (
            "d = {}\nd.update([((i + 0.5, 0.5), i) for i in range(50000)])",
            STOPPED,
        ),
        (
            "s = set()\nfor i in range(50000):\n    s |= set([(i + 0.5, 0.5)])",
            STOPPED,
        ),
        (
            "f = lambda *a: 1\nf(*[1] * 150000)",
            "at most 100000 values",
        ),
        (
            "(lambda **k: 1)(**{str(i): i for i in range(2000)})",
            "at most 1000 names",
        ),
        ("struct(**{'x' * 300: 1})", "at most 1000 fields"),
        ("getattr(struct(a = 1), 'x' * 1000)", "at most 256 bytes"),
        ("d = {'x' * 2000000: 1}", "at most 1024 KB"),
        ("fail('x' * 1000000)", "xxx"),
        ("{}['x' * 100000]", "Key"),
        ("re_match('(' * 5000, 'x')", "cannot be read"),
        ("re_match('a' * 9000, 'x')", "at most 8 KB"),
        ("re_match('(a)' * 100, 'x')", "at most 50 groups"),
        ("re_match('\\\\w{1000}{1000}', 'x')", STOPPED),
        (
            "for i in range(9999):\n    re_match('\\\\w{20}%d' % i, 'x')",
            STOPPED,
        ),
        (
            "for i in range(9999):\n    re_match('\\\\w{900}%d' % i, 'x') ",
            STOPPED,
        ),
        (
            "re_search('(a|b|ab)*(c|d|cd){90}$', 'ab' * 100000)",
            STOPPED,
        ),
        (
            "for i in range(9999):\n    re_findall('[^x]*y|a', 'a' * 20000)",
            STOPPED,
        ),
        (
            "re_findall('((((((((((a*))))))))))', 'a' * 1000000)",
            STOPPED,
        ),
        ("re_sub('', 'x' * 10000, 'y' * 10000)", STOPPED),
        ("edit_distance('a' * 1000000, 'b' * 1000000)", STOPPED),
        (
            "for i in range(20000):\n    page.attributes['a'] = 'x' * 60000",
            STOPPED,
        ),
        (
            "for i in range(20000):\n    page.new('textbox').attributes['a%d' % i] = 'x' * 60000",
            STOPPED,
        ),
        (
            "[[[x for x in range(900)] for y in range(900)] for z in range(900)]",
            STOPPED,
        ),
        ("def f():\n    return f()\nf()", "more than 100 deep"),
        ("f = lambda f: f(f)\nf(f)", "more than 100 deep"),
        (
            "def f(n):\n    return sorted([n], key = f)\nf(1)",
            "more than 100 deep",
        ),
        (
            "s = struct(join = lambda s: s.join(s))\ns.join(s)",
            "more than 100 deep",
        ),
        ("load('x.star', 'y')", "load"),
        ("x = bytes('x')", "`bytes` not found"),
    ] {
        refused(&on_page(body), why);
    }
    refused(&on_page(&format!("x = {nines}")), NUMBERS);
    refused(&on_page(&format!("x = {}", "9".repeat(20_000))), "too long");
    refused(&on_page(&format!("{} = 1", "x".repeat(300))), "too long");
    let loops = format!("    for i in range(90000):\n        {adds}pass\n");
    refused(&format!("def custom_processing(page):\n{loops}"), STOPPED);
    let loops = format!("    for i in range(90000):\n        {lists}pass\n");
    refused(
        &format!("def custom_processing(page):\n{loops}"),
        "the module was stopped",
    );
    let calls = format!(
        "def f(n):\n        {adds}return n\ndef custom_processing(page):\n    sorted(range(90000), key = f)\n"
    );
    refused(&calls, STOPPED);
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{1:", "}"),
        ("-", ""),
        ("not ", ""),
        ("f(", ")"),
    ] {
        let deep = format!("x = {}1{}", open.repeat(50_000), close.repeat(50_000));
        refused(&on_page(&deep), "nested too deep");
    }
}

#[test]
fn what_only_looks_dangerous_is_done() {
    for body in [
        "print(sorted(['b', 'a', 'c'], key = {'a': 2, 'b': 1, 'c': 3}.get))",
        "f = 'a,b'.split\nprint(f(','))",
        "a = [3, 1, 2]\na[0], a[1] = a[1], a[0]\nfor a[2] in range(5):\n    pass\nprint(a)",
        "d = {'a': 1}\nd['a'] += 1\nd['b'] = d.get('a')\nprint(d, d.pop('a'), d.pop('z', 0))",
        "print(min(3, 1), max([1, 3]), min(['bb', 'a'], key = len), max(1.5, 2))",
        "def f(*a, **k):\n    return (a, k)\nprint(f(*[1, 2], **{'x': 3}))",
        "print({i: 'x' for i in range(100)}[99], 'abc'[-1], 'abcdef'[1:4:2], [1, 2, 3][::-1])",
        "print(len({%s}))",
        "page.append(page.new('textbox', page.children[0].children))",
        "t = (1, (2, [3, {4: 5}]))\nprint(t == (1, (2, [3, {4: 5}])), (1, 2) in [(1, 2)])",
    ] {
        let many: Vec<String> = (0..50).map(|i| format!("{i}: {i}")).collect();
        let body = body.replace("%s", &many.join(", "));
        assert_eq!(error(&on_page(&body), SMALL), None, "{body}");
    }
    let source = on_page(
        "print([sorted([(2, 'b'), (1, 'z'), (2, 'a')]), sorted('cab'.elems(), reverse = True), max(['a', 'b'], key = lambda x: 1)])",
    );
    let outcome = ready_within(&source, &[], SMALL).unwrap().run(page(), None);
    assert_eq!(
        outcome.printed,
        ["[[(1, \"z\"), (2, \"a\"), (2, \"b\")], [\"c\", \"b\", \"a\"], \"a\"]"]
    );
}

#[test]
fn functions_may_call_each_other_as_deep_as_the_limit_says() {
    for depth in [100, 1000] {
        let limits = Limits::new(SMALL.steps, SMALL.memory, depth);
        let body = "def f(n):\n    return f(n + 1)\nf(0)";
        let error = error(&on_page(body), limits).unwrap();
        assert!(
            error.contains(&format!("more than {depth} deep")),
            "{error}"
        );
        // Through a function of the program, with the deepest allowed value at the bottom.
        let body = format!(
            "{}def f(n):\n    if n == {}:\n        return str(t) == str(t) and t == t and {{t: 1}}[t]\n    return sorted([n + 1], key = f)[0]\nf(0)",
            nest("(@,)", 99),
            depth / 8,
        );
        let error = self::error(&on_page(&body), limits);
        assert_eq!(error, None);
    }
}

#[test]
fn every_method_of_the_engine_is_known() {
    // Methods added by a later version of the engine must be reviewed before modules can call them.
    let body = "print(dir(''), dir([]), dir({}), dir(set()), dir(page), dir(page.attributes))";
    let outcome = ready_within(&on_page(body), &[], SMALL)
        .unwrap()
        .run(page(), None);
    let printed = outcome.printed.join("");
    let facts = [
        "append",
        "attributes",
        "bbox",
        "bold",
        "children",
        "font",
        "italic",
        "kind",
        "next",
        "page_number",
        "parent",
        "previous",
        "settings",
        "size",
        "text",
    ];
    for name in printed.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
        let known = name.is_empty() || METHODS.contains(name) || facts.contains(&name);
        assert!(known, "what is {name}?");
    }
    for name in METHODS.iter() {
        assert!(
            printed.contains(&format!("\"{name}\"")),
            "nothing has {name}"
        );
    }
}

#[test]
fn what_is_collected_is_counted_over_all_pages() {
    let ready = ready_within(&on_page("pass"), &[], SMALL).unwrap();
    let data = Data::String("x".repeat(1 << 20));
    let mut held = 0;
    for index in 0..7 {
        assert!(ready.keep(&mut held, index, data.clone()).is_ok());
    }
    let error = ready.keep(&mut held, 7, data).unwrap_err().to_string();
    let why = "page 8: test.star: what collect returns for all pages together takes more than 8 MB";
    assert!(error.starts_with(why), "{error}");
    assert!(ready.keep(&mut held, 8, Data::Null).is_ok());
}
