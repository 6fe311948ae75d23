//! Several modules in one run, built-in modules by name, and modules that load files.

use std::fs;
use std::path::Path;

use crate::common::{document, fixture, run, scratch};

/// Writes a file into a folder, and returns its path.
fn put(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file that can be written");
    path.to_str().expect("UTF-8").to_owned()
}

/// The standard error of converting `pages` pages with these options.
fn printed(pages: usize, options: &[&str]) -> String {
    let folder = scratch();
    let pdf = put(folder.path(), "in.pdf", document(pages, 0));
    let run = run(&[&["-p"], options, &[&pdf, "-"]].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.stderr
}

#[test]
fn modules_are_built_in_under_their_names() {
    let pdf = fixture("layout/two-columns.pdf");
    let of = |module: &str| run(&["-p", "-c", "2", "-l", module, &pdf, "-"]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("modules");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let by_name = of(path.file_stem().unwrap().to_str().unwrap());
        assert_eq!(by_name.status, 0, "{}", by_name.stderr);
        assert_eq!(by_name.stdout, of(path.to_str().unwrap()).stdout);
    }
    let wrong = of("runing_heads");
    assert_eq!(wrong.status, 2);
    assert_eq!(
        wrong.stderr,
        "pdfa2hocr: there is no module \"runing_heads\" (did you mean \"running_heads\"?): name a \
         file, or \"dictionary_entries\", \"repeated_heads\", \"replacements\" or \"running_heads\"\n"
    );
    assert_eq!(run(&["module", "check", "repeated_heads"]).status, 0);
}

#[test]
fn each_module_sees_what_the_one_before_it_left() {
    let folder = scratch();
    // The first and the third collect from the pages around, the second from the whole document.
    let first = put(
        folder.path(),
        "first.star",
        "COLLECT_AROUND = 2
def collect(page):
    return page.page_number
def custom_processing(page, collected):
    page.attributes['near'] = ' '.join([str(n) for n in collected.values()])
",
    );
    let second = put(
        folder.path(),
        "second.star",
        "def begin(document):
    return 'second'
def collect(page):
    return page.attributes['near']
def custom_processing(page, collected):
    page.attributes['all'] = '%s %d %s' % (page.settings, len(collected), collected[page.page_number])
",
    );
    let third = put(
        folder.path(),
        "third.star",
        "COLLECT_AROUND = 1
def collect(page):
    return page.attributes['all']
def custom_processing(page, collected):
    print(page.settings, collected.values())
",
    );
    let options = ["-l", &first, "-l", &second, "-l", &third, "--pages", "1,33"];
    assert_eq!(
        printed(70, &options),
        "page 1: None [\"second 70 1 2 3\", \"second 70 1 2 3 4\"]\n\
         page 33: None [\"second 70 30 31 32 33 34\", \"second 70 31 32 33 34 35\", \
         \"second 70 32 33 34 35 36\"]\n"
    );
}

#[test]
fn a_setting_is_for_all_modules_or_for_one() {
    let folder = scratch();
    let prints = "def custom_processing(page):\n    print(args)\n";
    let (a, b) = (
        put(folder.path(), "a.star", prints),
        put(folder.path(), "b.star", prints),
    );
    let settings = ["--module-arg", "x=1", "--module-arg", "b:y=2"];
    assert_eq!(
        printed(1, &[&["-l", &a, "-l", &b][..], &settings].concat()),
        "page 1: {\"x\": \"1\"}\npage 1: {\"x\": \"1\", \"y\": \"2\"}\n"
    );
    let pdf = fixture("layout/two-columns.pdf");
    let wrong = run(&["-p", "-l", &a, "--module-arg", "c:y=2", &pdf, "-"]);
    assert_eq!(wrong.status, 1);
    assert!(
        wrong.stderr.contains("there is no module \"c\""),
        "{}",
        wrong.stderr
    );
}

#[test]
fn an_argument_that_no_module_reads_is_an_error() {
    let folder = scratch();
    let does = "def custom_processing(page):\n    pass\n";
    put(
        folder.path(),
        "helpers.star",
        "def near():\n    return args.get(\"near\", \"8\")\n",
    );
    let loads = put(
        folder.path(),
        "loads.star",
        format!("load(\"helpers.star\", \"near\")\nROWS = args[\"rows\"]\n{does}"),
    );
    let none = put(folder.path(), "none.star", does);
    let pdf = fixture("layout/two-columns.pdf");
    let given = |settings: &[&str]| {
        let settings: Vec<&str> = settings.iter().flat_map(|s| ["--module-arg", s]).collect();
        let modules = ["-p", "-l", &loads, "-l", &none, &pdf, "-"];
        run(&[&settings[..], &modules].concat())
    };
    // All modules get all arguments; each reads its own.
    assert_eq!(given(&["rows=2", "near=3"]).status, 0);
    assert_eq!(given(&["rows=2", "loads:near=3"]).status, 0);
    let wrong = given(&["row=2", "near=3"]);
    assert_eq!((wrong.status, wrong.stdout.as_str()), (1, ""));
    assert_eq!(
        wrong.stderr,
        format!(
            "pdfa2hocr: --module-arg: there is no module argument \"row\" (did you mean \"rows\"?): \
             {loads} has \"near\" or \"rows\"; {none} has no arguments\n"
        )
    );
    let scoped = given(&["rows=2", "none:near=3"]);
    assert_eq!(scoped.status, 1);
    let said = format!("\"near\": {none} has no arguments");
    assert!(scoped.stderr.contains(&said), "{}", scoped.stderr);
    // A batch reports it once, before its first file.
    let out = folder.path().join("out");
    let out = out.to_str().expect("UTF-8");
    let batch = [
        "batch",
        "-l",
        &loads,
        "--module-arg",
        "row=2",
        &pdf,
        "--output-dir",
        out,
    ];
    let batch = run(&batch);
    assert_eq!(
        (batch.status, batch.stderr.lines().count()),
        (1, 1),
        "{batch:?}"
    );
    let check = run(&["module", "check", &loads, "--module-arg", "row=2"]);
    assert_eq!(
        (check.status, check.stderr.lines().count()),
        (1, 1),
        "{check:?}"
    );
}

#[test]
fn a_module_that_fails_leaves_the_page_to_the_next() {
    let folder = scratch();
    let fails = put(
        folder.path(),
        "fails.star",
        "def custom_processing(page):\n    page.children[0].remove()\n    fail('no')\n",
    );
    let heads = put(
        folder.path(),
        "heads.star",
        "def custom_processing(page):\n    page.children[0].kind = 'header'\n",
    );
    let pdf = fixture("layout/two-columns.pdf");
    let with = |modules: &[&str]| {
        let modules: Vec<&str> = modules.iter().flat_map(|m| ["-l", m]).collect();
        run(&[&["-p"], &modules[..], &[&pdf, "-"]].concat())
    };
    let both = with(&[&fails, &heads]);
    assert_eq!(both.status, 6);
    assert_eq!(both.stdout, with(&[&heads]).stdout);
    let strict = run(&["-p", "--strict", "-l", &fails, "-l", &heads, &pdf, "-"]);
    assert_eq!(strict.status, 6);
    assert!(strict.stderr.contains("fails.star:3"), "{}", strict.stderr);
}

#[test]
fn the_trees_before_and_after_are_those_of_the_last_module() {
    let folder = scratch();
    let heads = put(
        folder.path(),
        "heads.star",
        "def custom_processing(page):\n    page.children[0].kind = 'header'\n",
    );
    let prints = put(
        folder.path(),
        "prints.star",
        "def custom_processing(page):\n    pass\n",
    );
    let pdf = fixture("layout/two-columns.pdf");
    let shown = run(&["module", "run", &prints, &pdf, "-l", &heads]);
    assert_eq!(shown.status, 0, "{}", shown.stderr);
    assert!(
        shown.stdout.contains("after (unchanged)"),
        "{}",
        shown.stdout
    );
    assert!(shown.stdout.contains(" header "), "{}", shown.stdout);
}

#[test]
fn a_module_loads_files_beside_it() {
    let folder = scratch();
    put(
        folder.path(),
        "deep.star",
        "print('once')\nWORDS = ['a', 'b']\ndef count(n):\n    for i in range(n):\n        pass\n    return n\n",
    );
    put(
        folder.path(),
        "plain.star",
        "load('deep.star', 'WORDS', number = 'count')\nBOTH = WORDS + ['c']\ndef run(n):\n    return number(n)\n",
    );
    let module = put(
        folder.path(),
        "main.star",
        "load('plain.star', 'BOTH', 'run')
load('deep.star', 'WORDS')
N = int(args.get('n', '3'))
def custom_processing(page):
    print(BOTH, WORDS, run(N))
",
    );
    assert_eq!(
        printed(1, &["-l", &module]),
        "once\npage 1: [\"a\", \"b\", \"c\"] [\"a\", \"b\"] 3\n"
    );
    // An error is reported in the file that contains it.
    let pdf = fixture("layout/two-columns.pdf");
    let endless = run(&[
        "-p",
        "-l",
        &module,
        "--module-arg",
        "n=2000000000",
        &pdf,
        "-",
    ]);
    assert_eq!(endless.status, 6);
    assert!(endless.stderr.contains("deep.star:4"), "{}", endless.stderr);
    put(
        folder.path(),
        "plain.star",
        "load('deep.star', 'WORDS')\nBOTH = WORDS.apend\ndef run(n):\n    return 1\n",
    );
    let checked = run(&["module", "check", &module]);
    assert_ne!(checked.status, 0);
    assert!(
        checked.stderr.contains("plain.star:2"),
        "{}",
        checked.stderr
    );
    // Loaded values are frozen.
    put(
        folder.path(),
        "plain.star",
        "BOTH = []\ndef run(n):\n    BOTH.append(n)\n",
    );
    let changed = run(&["-p", "-l", &module, &pdf, "-"]);
    assert_eq!(changed.status, 6);
    assert!(
        changed.stderr.contains("plain.star:3"),
        "{}",
        changed.stderr
    );
}

#[test]
fn a_module_loads_nothing_else() {
    let outer = scratch();
    let folder = outer.path().join("in");
    fs::create_dir(&folder).unwrap();
    let secret = put(outer.path(), "secret.star", "x = 1\n");
    put(&folder, "plain.star", "x = 1\n");
    fs::create_dir(folder.join("folder.star")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&secret, folder.join("link.star")).unwrap();
    put(&folder, "circle.star", "load('circle2.star', 'x')\n");
    put(&folder, "circle2.star", "load('circle.star', 'x')\n");
    put(&folder, "huge.star", vec![b'#'; 300_000]);
    put(&folder, "half.star", vec![b'#'; 200_000]);
    put(
        &folder,
        "half2.star",
        [b"load('half.star', 'x')\n", &vec![b'#'; 200_000][..]].concat(),
    );
    put(&folder, "binary.star", b"\xFF\xFE");
    put(&folder, "broken.star", "x = = 1\n");
    put(&folder, "host.star", "x = __guard_room\n");
    put(&folder, "large.star", "x = 'a' * 100000000\n");
    put(
        &folder,
        "nested.star",
        format!("x = {}1{}", "[".repeat(5000), "]".repeat(5000)),
    );
    for n in 0..100 {
        put(
            &folder,
            &format!("deep{n}.star"),
            format!("load('deep{}.star', 'x')\n", n + 1),
        );
        put(&folder, &format!("m{n}.star"), "x = 1\n");
    }
    let many: String = (0..10_000)
        .map(|n| format!("load('m{n}.star','x')\n"))
        .collect();
    let absolute = format!("load('{secret}', 'x')\n");
    let cases = [
        ("load('../secret.star', 'x')", "by its plain name"),
        ("load('./plain.star', 'x')", "by its plain name"),
        ("load('..\\\\secret.star', 'x')", "by its plain name"),
        ("load('plain', 'x')", "by its plain name"),
        ("load('.star', 'x')", "by its plain name"),
        ("load('', 'x')", "by its plain name"),
        ("load('C:plain.star', 'x')", "by its plain name"),
        (&absolute, "by its plain name"),
        ("load('nothing.star', 'x')", "cannot load"),
        ("load('folder.star', 'x')", "it is not a file"),
        #[cfg(unix)]
        ("load('link.star', 'x')", "it is a link"),
        ("load('main.star', 'x')", "that is a circle"),
        ("load('circle.star', 'x')", "that is a circle"),
        ("load('deep0.star', 'x')", "8 deep"),
        (&many, "at most 16 files"),
        ("load('huge.star', 'x')", "at most 256 KB"),
        ("load('half2.star', 'x')", "at most 256 KB"),
        ("load('binary.star', 'x')", "not UTF-8"),
        ("load('broken.star', 'x')", "broken.star:1"),
        ("load('host.star', 'x')", "host.star:1"),
        ("load('large.star', 'x')", "large.star:1"),
        ("load('nested.star', 'x')", "nested.star:1"),
        ("load('plain.star', 'y')", "main.star:1"),
        ("load('plain.star', x = 'x\"+fail()+\"')", "main.star:1"),
    ];
    let pdf = fixture("layout/two-columns.pdf");
    for (source, why) in cases {
        let begin: String = source.chars().take(60).collect();
        let text = format!("{source}\ndef custom_processing(page):\n    pass\n");
        let module = put(&folder, "main.star", text);
        let run = run(&["-p", "-l", &module, &pdf, "-"]);
        assert_eq!(run.status, 6, "{begin}: {}", run.stderr);
        assert!(run.stderr.contains(why), "{begin}: {}", run.stderr);
        assert!(run.stderr.lines().count() == 1, "{begin}: {}", run.stderr);
    }
}

#[test]
fn a_batch_remembers_what_a_module_loads() {
    let folder = scratch();
    let plain = |n: u32| put(folder.path(), "plain.star", format!("N = {n}\n"));
    plain(1);
    let module = put(
        folder.path(),
        "main.star",
        "load('plain.star', 'N')\ndef custom_processing(page):\n    page.attributes['n'] = str(N)\n",
    );
    let pdf = fixture("layout/two-columns.pdf");
    let out = folder.path().join("out");
    let (out, manifest) = (out.to_str().unwrap(), out.join("manifest.jsonl"));
    let converted = || {
        let ran = run(&[
            "batch",
            "-p",
            "--resume",
            "-l",
            &module,
            "-l",
            "repeated_heads",
            &pdf,
            "--output-dir",
            out,
        ]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        fs::read_to_string(&manifest).unwrap().lines().count()
    };
    assert_eq!((converted(), converted()), (1, 1));
    plain(2);
    assert_eq!(converted(), 2);
}
