//! Tests of modules: reading, running, changes of pages, limits and errors.

use super::testing::{Sheet, lines, printed, ready, ready_within, run};
use super::*;
use pdfa2hocr_core::diagnostics::DiagnosticKind;

fn two_boxes() -> Page {
    Sheet::new()
        .textbox(&[(50.0, 50.0, "*one two"), (50.0, 65.0, "three")])
        .textbox(&[(300.0, 50.0, "/four five six")])
        .page(4)
}

/// Returns the error of a module, and checks that the page is unchanged.
fn error(body: &str) -> String {
    let page = two_boxes();
    let before = page.dump();
    let outcome = run(&format!("def custom_processing(page):\n{body}\n"), page);
    assert_eq!(outcome.page.dump(), before, "{body}");
    outcome.error.expect(body).to_string()
}

#[test]
fn a_node_tells_what_it_is() {
    let body = "
print(page.kind, page.page_number, page.bbox, page.parent)
box = page.children[0]
print(box, box.bbox, len(box.children), box.next.text, box.next.previous == box)
print(repr(box.text), box.font, box.size, box.bold, box.italic)
word = box.children[0].children[0]
print(word.text, word.bold, word.parent.kind, page.children[1].children[0].children[0].italic)
print([n.kind for n in box.descendants()], len(page.descendants('word')))
print([(f.family, f.size, f.bold, f.italic, f.share) for f in fonts(page)])
print({box: 1}[page.children[0]], box in page.children, word in page.children)";
    insta::assert_snapshot!(printed(body, two_boxes()), @r#"
    page 5 (0.0, 0.0, 600.0, 800.0) None
    <textbox "one two three"> (50.0, 42.5, 85.0, 67.5) 2 four five six True
    "one two\nthree" Body 10.0 False False
    one True textline True
    ["textline", "word", "word", "textline", "word"] 6
    [("Body", 10.0, False, False, 0.6818181818181818), ("Body", 10.0, False, True, 0.18181818181818182), ("Body", 10.0, True, False, 0.13636363636363635)]
    1 True False
    "#);
}

#[test]
fn nodes_move_and_boxes_follow() {
    let source = "
def custom_processing(page):
    a, b = page.children
    print(a.bbox, b.bbox)
    b.insert(0, a.children[1])
    print(a.bbox, b.bbox)
    b.insert(-1, a.children[0].children[0].parent)
    print(a.bbox, b.bbox, len(b.children))
";
    let outcome = run(source, two_boxes());
    assert_eq!(outcome.error, None);
    insta::assert_snapshot!(outcome.printed.join("\n"), @r"
    (50.0, 42.5, 85.0, 67.5) (300.0, 42.5, 365.0, 52.5)
    (50.0, 42.5, 85.0, 52.5) (50.0, 42.5, 365.0, 67.5)
    None (50.0, 42.5, 365.0, 67.5) 3
    ");
    insta::assert_snapshot!(lines(&outcome.page), @r"
    page
     textbox
      textline three
      textline one two
      textline four five six
    ");
}

#[test]
fn nodes_are_made_named_joined_and_removed() {
    let source = "
def custom_processing(page):
    a, b = page.children
    header = page.new('header', [a.children[0]])
    page.insert(0, header)
    a.join(b)
    four, five, six = a.children[1].children
    four.join(six)
    five.remove()
    a.children[0].kind = 'headword'
    header.attributes['lang'] = 'pl'
    header.attributes['n'] = 3
    header.attributes['x'] = 'y'
    header.attributes['x'] = None
    print(header.attributes['lang'], 'n' in header.attributes, header.attributes.get('x', 7), header.attributes.keys())
    page.append(page.new('footer'))
";
    let outcome = run(source, two_boxes());
    assert_eq!(outcome.error, None);
    assert_eq!(outcome.printed, ["pl True 7 [\"lang\", \"n\"]"]);
    insta::assert_snapshot!(outcome.page.dump(), @r#"
    page 0.0 0.0 600.0 800.0
     header 50.0 42.5 85.0 52.5 lang="pl" n="3"
      textline 50.0 42.5 85.0 52.5 size 10.0
       word 50.0 42.5 65.0 52.5 one
       word 70.0 42.5 85.0 52.5 two
     textbox 50.0 42.5 365.0 67.5
      headword 50.0 57.5 75.0 67.5 size 10.0
       word 50.0 57.5 75.0 67.5 three
      textline 300.0 42.5 365.0 52.5 size 10.0
       word 300.0 42.5 365.0 52.5 foursix
    "#);
}

#[test]
fn what_cannot_be_done_is_refused_with_its_line_and_nothing_changes() {
    for (body, expected) in [
        (
            "    a = page.children[0]\n    page.children[1].remove()\n    a.children[0].append(a)",
            "page 5: test.star:4: a node cannot be put into itself, or into what is below it",
        ),
        (
            "    page.children[0].append(page)",
            "page 5: test.star:2: the page cannot be put into one of its nodes",
        ),
        (
            "    page.children[0].kind = 'heder'",
            "page 5: test.star:2: the mapping \"layout\" has no rule for nodes of kind \"heder\" \
             (did you mean \"header\"?): it knows \"TD\", \"TH\", \"TR\", \"Table\", \"column\", \"entry\", \"footer\", \"header\", \
             \"headword\", \"image\", \"pageno\", \"textbox\", \"textgroup\", \"textline\" or \"word\"",
        ),
        (
            "    page.descendants('word')[0].append(page.children[0])",
            "page 5: test.star:2: a word cannot hold other nodes",
        ),
        (
            "    page.children[0].join(page.descendants('word')[0])",
            "page 5: test.star:2: words can only be joined with words",
        ),
        (
            "    page.children[0].bbox = (1, 2, 3, 4)",
            "page 5: test.star:2: the bbox of a node cannot be set, only its kind, attributes and text",
        ),
        (
            "    page.descendants('word')[0].text = 'new'\n    page.children[0].text = 'x'",
            "page 5: test.star:3: only the text of words can be set",
        ),
        (
            "    page.descendants('word')[0].text = 'two words'",
            "page 5: test.star:2: the text of a word has 1 to 1000 bytes and no white space",
        ),
        (
            "    page.remove()",
            "page 5: test.star:2: the page cannot be removed",
        ),
        ("    fail('no', 1)", "page 5: test.star:2: no 1"),
        (
            "    a = (page\n\n      .childen)",
            "page 5: test.star:2: Object of type `node` has no attribute `childen`, did you mean \
             `children`?",
        ),
        (
            "    1 // 0",
            "page 5: test.star:2: Floor division by zero: 1 // 0",
        ),
        (
            "    re_match('(', 'x')",
            "page 5: test.star:2: the regular expression \"(\" cannot be read: unclosed group",
        ),
    ] {
        assert_eq!(error(body), expected);
    }
}

#[test]
fn helpers_do_what_python_does() {
    let body = r#"
print(edit_distance("kitten", "sitting"), median([3, 1, 2]), median([1.5, 2.5]), sum([1, 2]), sum([]), sum((0.5, 1)))
print(re_match("([a-z])([0-9])?", "a b"), re_match("b", "a b"), re_search("b", "a b"))
print(re_findall("[a-z]+", "ab cd"), re_findall("([a-z])([a-z])", "ab cd"))
print(re_sub("([a-z])([a-z])", r"\2\1 $1", "ab cd"), args)"#;
    insta::assert_snapshot!(printed(body, two_boxes()), @r#"
    3 2.0 2.0 3 0 1.5
    ["a", "a", None] None ["b"]
    ["ab", "cd"] [["ab", "a", "b"], ["cd", "c", "d"]]
    ba $1 dc $1 {}
    "#);
}

#[test]
fn the_guards_do_not_change_what_the_language_means() {
    let body = r#"
x = 1 + 2 * 3 - -4
x += 1
x *= 2
x <<= 1
y = [1] * 2 + [3]
y += (4, 5)
y.extend([6])
s = "a" + "b" * 3
s += "c"
s %= ()
d = {"k": [1]}
d["k"] += [2]; d["n"] = 5 % 3
print(x, y, s, d, "%s-%d" % ("a", 7), f"{x}{s!r}", "{0} {0} {n}".format(1, n = 2))
print("a,b".split(","), " ".join(["p", "q"]), "aXa".replace("X", "-"), list("ab".elems()), s[1:3], y[::2])
a, (b, c) = 1, (2, 3)
f = lambda n, *rest, k = 2, **named: (n, rest, k, named)
print(a, b, c, f(1), f(1, 2, k = 3, z = 4), [i * j for i in range(3) if i for j in (1, 2)], {i: i for i in range(2)})
if x > 100: print("one"); print("two")
elif x == 1:
    print("three")
else: print("four")
for i in range(5):
    if i == 1: continue
    if i > 2: break
    print(i, "even" if i % 2 == 0 else "odd", not i, ~i, -i, (1,), ())
print("tab\tquote\"back\\slash \u00e9", 1e3, 0x10, "a" in "abc", 2 not in [1], 1 < 2 and 3 or 4)
def inner(n):
    return 1 if n == 0 else n * inner(n - 1)
x -= 1
print(x, 3 - 5, int("12"), int(-2.5), int("ff", 16), int(True))
print(inner(10), str([1, "a"]), repr("a"), struct(a = 1).a, getattr(struct(a = 1), "b", 9))"#;
    insta::assert_snapshot!(printed(body, two_boxes()), @r#"
    48 [1, 1, 3, 4, 5, 6] abbbc {"k": [1, 2], "n": 2} a-7 48"abbbc" 1 1 2
    ["a", "b"] p q a-a ["a", "b"] bb [1, 3, 5]
    1 2 3 (1, (), 2, {}) (1, (2,), 3, {"z": 4}) [1, 2, 2, 4] {0: 0, 1: 1}
    four
    0 even True -1 0 (1,) ()
    2 even False -3 -2 (1,) ()
    tab	quote"back\slash é 1000.0 16 True True 3
    47 -2 12 -2 255 1
    3628800 [1, "a"] "a" 1 9
    "#);
}

#[test]
fn a_module_sees_the_document_and_its_settings() {
    let source = "
def begin(document):
    return {'pages': document.page_count, 'mapping': document.mapping, 'name': document.name, 'q': args['q']}
def custom_processing(page):
    print(page.settings['pages'], page.settings, args)
";
    let outcome = ready(source, &[("q", "7")]).unwrap().run(two_boxes(), None);
    assert_eq!(
        outcome.printed.join(""),
        "3 {\"mapping\": \"layout\", \"name\": \"made.pdf\", \"pages\": 3, \"q\": \"7\"} {\"q\": \"7\"}"
    );
}

#[test]
fn what_was_collected_is_seen_on_every_page_and_collecting_changes_nothing() {
    let source = "
def collect(page):
    return [page.page_number * 2, {'a': None, 'b': 1.5}]
def custom_processing(page, collected):
    print(page.page_number, collected)
";
    let ready = ready(source, &[]).unwrap();
    assert_eq!(ready.collects(), Some(Sight::Document));
    let mut all = Vec::new();
    for index in [0, 2] {
        let (data, outcome) = ready.collect(Sheet::new().page(index));
        all.push((outcome.page.index, data.unwrap()));
    }
    let collected = ready
        .gather(all.iter().map(|(index, data)| (*index, data)))
        .unwrap();
    let outcome = ready.run(Sheet::new().page(2), Some(&collected));
    assert_eq!(
        outcome.printed,
        ["3 {1: [2, {\"a\": None, \"b\": 1.5}], 3: [6, {\"a\": None, \"b\": 1.5}]}"]
    );
    let changes = "
def collect(page):
    page.children[0].remove()
def custom_processing(page, collected):
    pass
";
    let (data, _) = super::testing::ready(changes, &[])
        .unwrap()
        .collect(two_boxes());
    assert_eq!(
        data.unwrap_err().to_string(),
        "page 5: test.star:3: only custom_processing can change a page"
    );
}

#[test]
fn wrong_modules_are_refused_before_the_first_page() {
    for (source, expected) in [
        (
            "x = 1",
            "test.star: there is no function custom_processing(page)",
        ),
        (
            "def custom_procesing(page):\n    pass",
            "test.star: there is no function custom_processing(page) (did you mean \
             \"custom_procesing\"?)",
        ),
        (
            "def custom_processing():\n    pass",
            "test.star:1: write custom_processing(page): it is given that",
        ),
        (
            "def custom_processing(page, collected):\n    pass",
            "test.star:1: custom_processing(page, collected) needs a function collect(page)",
        ),
        (
            "COLLECT_AROUND = 101\ndef collect(page):\n    pass\ndef custom_processing(page, collected):\n    pass",
            "test.star: COLLECT_AROUND is a number of pages from 0 to 100",
        ),
        (
            "def custom_processing(page):\n    x = (1",
            "test.star:2: Parse error: unexpected new line, expected symbol ')'",
        ),
        (
            "def custom_processing(page):\n    return nothing",
            "test.star:2: Variable `nothing` not found",
        ),
        (
            "\nload('a.star', 'b')\ndef custom_processing(page):\n    pass",
            "test.star:2: only a module in a file can load others",
        ),
        (
            "\n\n__guard_room = 1",
            "test.star:3: names that begin with __guard are the host's own",
        ),
        (
            "def custom_processing(page):\n    {}[str(1)] *= 2",
            "test.star:2: write this out, as *= for what a call gives is not allowed in modules",
        ),
    ] {
        let error = ready(source, &[]).map(drop).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.kind, DiagnosticKind::Module);
    }
}

#[test]
fn modules_have_no_files_no_clock_and_nothing_else_of_the_world() {
    let mut names: Vec<String> = globals(&[])
        .names()
        .map(|n| n.as_str().to_owned())
        .filter(|n| !n.starts_with(guard::PREFIX))
        .collect();
    names.sort();
    assert_eq!(
        names.join(" "),
        "False None True abs all any args bool chr dict dir edit_distance enumerate fail \
         float fonts getattr hasattr hash int len list max median min ord print range re_findall \
         re_match re_search re_sub repr reversed set sorted str struct sum tuple type zip"
    );
}

#[test]
fn names_that_do_not_exist_are_found_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.star");
    let source = "
def custom_processing(page):
    for line in page.descendents('textline'):
        line.kin = 'header'
        editdistance(line.text, other)
    s = struct(own = 1)
    return s.own
";
    std::fs::write(&path, source).unwrap();
    let found: Vec<String> = check(&path, &[])
        .unwrap()
        .iter()
        .map(|error| error.message.rsplit('/').next().unwrap().to_owned())
        .collect();
    assert_eq!(
        found,
        [
            "wrong.star:3: nothing has an attribute \"descendents\" (did you mean \"descendants\"?)",
            "wrong.star:4: nothing has an attribute \"kin\" (did you mean \"kind\"?)",
            "wrong.star:5: there is no \"editdistance\" (did you mean \"edit_distance\"?)",
            "wrong.star:5: there is no \"other\"",
        ]
    );
}

/// Small limits, so that tests without optimisation end soon.
fn small() -> Limits {
    Limits::new(200_000, 8 << 20, 50)
}

#[test]
fn runaway_modules_are_stopped() {
    const STEPS: &str = "the module was stopped after 200000 steps";
    const MEMORY: &str = "the module was stopped as it needs more than 8 MB";
    const NUMBERS: &str = "modules do not calculate with whole numbers beyond 64 bits";
    const DEPTH: &str = "functions call each other more than 50 deep";
    const DOUBLING: [&str; 10] = [
        "s = s + s",
        "s += s",
        "s = s * 2",
        "s *= 2",
        "s = ''.join([s, s])",
        "s = f'{s}{s}'",
        "s = s.replace('a', 'aa')",
        "s = '%s%s' % (s, s)",
        "s = '{0}{0}'.format(s)",
        "s = str([s, s])",
    ];
    let mut cases: Vec<(String, &str)> = DOUBLING
        .iter()
        .map(|step| {
            (
                format!("    s = 'ab'\n    for i in range(60):\n        {step}"),
                MEMORY,
            )
        })
        .collect();
    for (body, why) in [
        (
            "    for a in range(100000):\n        for b in range(100000):\n            pass",
            STEPS,
        ),
        (
            "    for a in range(1000000000):\n        pass",
            "a range of 1000000000 numbers",
        ),
        (
            "    l = []\n    for a in range(100000):\n        for b in range(100000):\n            l.append('a' * 1000)",
            MEMORY,
        ),
        (
            "    s = 'a'\n    for a in range(60):\n        s = re_sub('a', 'aa', s)",
            STEPS,
        ),
        (
            "    l = [1]\n    for a in range(60):\n        l.extend(l[:])",
            MEMORY,
        ),
        (
            "    l = [1]\n    for a in range(60):\n        l += l",
            MEMORY,
        ),
        (
            "    l = [1]\n    for a in range(60):\n        l = [l, l]\n    print(l)",
            STEPS,
        ),
        (
            "    n = 3\n    for a in range(60):\n        n = n * n",
            NUMBERS,
        ),
        (
            "    n = 3\n    for a in range(99):\n        n += n",
            NUMBERS,
        ),
        (
            "    n = 3\n    for a in range(99):\n        n = n - (-n)",
            NUMBERS,
        ),
        (
            "    d = {i: i for i in range(10000)}\n    for i in range(100):\n        e = dict(d)",
            MEMORY,
        ),
        (
            "    d = {i: i for i in range(10000)}\n    for i in range(100):\n        e = d | {}",
            MEMORY,
        ),
        (
            "    d = set(range(10000))\n    for i in range(100):\n        e = d.union(d)",
            MEMORY,
        ),
        (
            "    s = 'a' * 1000000\n    for i in range(1000):\n        'b' in s",
            STEPS,
        ),
        (
            "    s = 'a' * 1000000\n    for i in range(1000):\n        s.count('b')",
            STEPS,
        ),
        (
            "    l = [i for i in range(10000)]\n    for i in range(1000):\n        -1 in l",
            STEPS,
        ),
        (
            "    a, b = [], []\n    for i in range(60):\n        a, b = [a, a], [b, b]\n    a == b",
            STEPS,
        ),
        ("    int('9' * 99999)", "is not a whole number of 64 bits"),
        ("    s = 'ab' * 2000000000", MEMORY),
        ("    s = 'a' * 1000000\n    s.replace('a', s)", MEMORY),
        ("    s = 'a ' * 200000\n    s.split(' ')", MEMORY),
        (
            "    l = [i for i in range(100000)]\n    m = [l[:] for i in range(900)]",
            MEMORY,
        ),
        (
            "    def f(n):\n        return f(n + 1) + 1\n    f(0)",
            DEPTH,
        ),
        (
            "    def f(n):\n        return [f(n + 1) for i in [1]]\n    f(0)",
            DEPTH,
        ),
        (
            "    for a in range(200000):\n        page.append(page.new('textbox'))",
            MEMORY,
        ),
        ("    for a in range(200000):\n        page.text", STEPS),
        (
            "    for a in range(200000):\n        edit_distance('a' * 1000, 'b' * 1000)",
            STEPS,
        ),
        (
            "    for a in range(200000):\n        re_findall('(.*)(.*)(.*)x', 'a' * 1000)",
            STEPS,
        ),
        (
            "    for a in range(200000):\n        page.children[0].attributes['a%d' % a] = 'x' * 1000",
            STEPS,
        ),
        (
            "    n = page\n    for a in range(200):\n        m = page.new('textbox')\n        n.append(m)\n        n = m\n    n.append(page.children[0].children[0])",
            "new nodes are nested more than 100 deep",
        ),
    ] {
        cases.push((body.to_owned(), why));
    }
    for (body, why) in cases {
        let source = format!("def custom_processing(page):\n{body}\n");
        let page = two_boxes();
        let before = page.dump();
        let outcome = ready_within(&source, &[], small()).unwrap().run(page, None);
        let error = outcome.error.expect(&body).to_string();
        assert!(error.contains(why), "{body}\n{error}");
        assert_eq!(outcome.page.dump(), before, "{body}");
    }
}

#[test]
fn sources_nested_without_end_are_refused_or_run_but_never_overflow_the_stack() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("[", "", "]"),
        ("-", "1", ""),
        ("1+", "1", ""),
        ("f(", "1", ")"),
        ("lambda: ", "1", ""),
        ("1 if 1 else ", "1", ""),
    ] {
        for times in [150, 450, 2600, 30_000] {
            let expression = format!("{}{middle}{}", open.repeat(times), close.repeat(times));
            let source = format!("def custom_processing(page):\n    x = {expression}\n");
            if let Ok(ready) = ready(&source, &[]) {
                ready.run(two_boxes(), None);
            }
        }
    }
}

#[test]
fn one_module_serves_many_threads() {
    let ready = ready(
        "def custom_processing(page):\n    page.children[0].kind = 'header'\n    print(page.page_number)",
        &[],
    )
    .unwrap();
    std::thread::scope(|scope| {
        for index in 0..8 {
            let ready = &ready;
            scope.spawn(move || {
                for _ in 0..20 {
                    let page = Sheet::new().textbox(&[(0.0, 9.0, "a")]).page(index);
                    let outcome = ready.run(page, None);
                    assert_eq!(outcome.printed, [(index + 1).to_string()]);
                    assert!(outcome.page.dump().contains("header"));
                }
            });
        }
    });
}
