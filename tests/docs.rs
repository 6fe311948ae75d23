//! The documentation is true: its examples print the output shown, its links have targets, and its lists are
//! complete.
#![cfg(all(
    feature = "cli",
    feature = "mend",
    feature = "modules",
    feature = "sqlite",
    feature = "validate"
))]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use common::{binary, fixture, run, scratch};

/// Pages for developers; not part of the guide in the crate's documentation.
const NOT_IN_THE_GUIDE: [&str; 4] = [
    "architecture",
    "architecture_browser",
    "architecture_ocr",
    "architecture_workers",
];

/// Maximum number of lines of a page.
const MAX_LINES: usize = 250;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The names of the pages in `docs/`, without `.md`.
fn pages() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("docs")).unwrap();
    entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect()
}

/// The pages of the guide.
fn guide() -> BTreeSet<String> {
    let mut pages = pages();
    for page in NOT_IN_THE_GUIDE {
        assert!(pages.remove(page), "there is no docs/{page}.md");
    }
    pages
}

/// Splits a Markdown file into its prose and its code blocks with their languages.
fn parted(markdown: &str) -> (String, Vec<(String, String)>) {
    let (mut prose, mut blocks) = (String::new(), Vec::<(String, String)>::new());
    let mut inside = false;
    for line in markdown.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(language), false) => blocks.push((language.to_owned(), String::new())),
            (Some(_), true) => {}
            (None, false) => prose.extend([line, "\n"]),
            (None, true) => {
                let (_, block) = blocks.last_mut().expect("a block that has begun");
                block.extend([line, "\n"]);
            }
        }
        inside ^= line.starts_with("```");
    }
    assert!(!inside, "a block of code has no end");
    (prose, blocks)
}

/// The link targets of a Markdown file, each with its reference label, if it has one.
fn links(markdown: &str) -> Vec<(Option<String>, String)> {
    let prose = parted(markdown).0;
    let inline = prose.split("](").skip(1).map(|rest| {
        let target = rest.split(')').next().unwrap_or_default();
        (None, target.to_owned())
    });
    let defined = prose.lines().filter_map(|line| {
        let (label, target) = line.strip_prefix('[')?.split_once("]: ")?;
        Some((Some(label.to_owned()), target.to_owned()))
    });
    inline.chain(defined).collect()
}

/// The anchors of a Markdown file's headings, as GitHub and rustdoc make them.
fn anchors(markdown: &str) -> Vec<String> {
    let headings = parted(markdown).0;
    let headings = headings.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let letters = title
                .chars()
                .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            letters.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copied = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &copied),
            false => fs::copy(&path, &copied).map(|_| ()).unwrap(),
        }
    }
}

/// Whether Tesseract has these languages.
fn has_languages(languages: &[&str]) -> bool {
    let listed = std::process::Command::new("tesseract")
        .arg("--list-langs")
        .output();
    let listed = listed.map(|done| String::from_utf8_lossy(&done.stdout).into_owned());
    listed.is_ok_and(|all| {
        languages
            .iter()
            .all(|code| all.lines().any(|own| own == *code))
    })
}

/// The examples run in a temporary folder, as in a user's, with the files that they read.
#[test]
fn the_examples_hold() {
    let folder = scratch();
    copy(&root().join("fixtures"), &folder.path().join("fixtures"));
    // docs/tutorial.md tells the reader to create these.
    let shown = folder.path().join("fixtures");
    copy(&shown.join("showcase"), &folder.path().join("books"));
    let module = "body_text.star";
    fs::copy(
        shown.join("modules").join(module),
        folder.path().join(module),
    )
    .unwrap();
    // The other tests of this file use absolute paths.
    std::env::set_current_dir(folder.path()).unwrap();
    let cases = trycmd::TestCases::new();
    cases
        .default_bin_path(binary())
        .case(root().join("README.md"))
        .case(root().join("docs/*.md"));
    if !has_languages(&["eng", "deu"]) {
        cases.skip(root().join("docs/ocr.md"));
        common::skipped("docs/ocr.md needs Tesseract with English and German");
    }
    cases.run();
    std::env::set_current_dir(root()).unwrap();
}

#[cfg(feature = "browse")]
#[test]
fn the_browser_of_the_tutorial_starts() {
    let command = "`pdfa2hocr browse -p books/herald.pdf`";
    assert!(text("docs/tutorial.md").contains(command));
    let server = common::server::Server::of(&["-p", &fixture("showcase/herald.pdf")]);
    assert_eq!(server.fetch("").status, 200);
}

#[test]
fn pages_are_short_and_write_to_no_folder_of_a_build() {
    for page in pages() {
        let markdown = text(format!("docs/{page}.md"));
        let lines = markdown.lines().count();
        assert!(lines <= MAX_LINES, "docs/{page}.md has {lines} lines");
    }
    for name in guide().iter().map(|page| format!("docs/{page}.md")) {
        let found = text(&name).contains("target/");
        assert!(!found, "{name}: users have no folder target");
    }
}

#[test]
fn every_command_is_an_example_that_is_run() {
    let mut console = 0;
    for page in guide() {
        let name = format!("docs/{page}.md");
        let markdown = text(&name);
        for (language, block) in parted(&markdown).1 {
            assert!(
                !language.is_empty(),
                "{name}: rustdoc takes {block:?} for Rust"
            );
            if language == "console" {
                console += 1;
                continue;
            }
            for line in block.lines() {
                let command = line.starts_with("$ ") || line.starts_with("pdfa2hocr ");
                assert!(
                    !command,
                    "{name}: nobody runs {line:?}: make it a console block"
                );
            }
        }
        let indented = |line: &&str| line.starts_with("    ") && !line.trim().is_empty();
        let found = parted(&markdown)
            .0
            .lines()
            .find(indented)
            .map(str::to_owned);
        assert_eq!(found, None, "{name}: rustdoc takes indented lines for Rust");
    }
    assert!(console > 20, "{console} blocks");
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut files: Vec<PathBuf> = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "fixtures/README.md",
        "fuzz/README.md",
        "tests/score/README.md",
    ]
    .map(PathBuf::from)
    .into();
    files.extend(pages().iter().map(|page| format!("docs/{page}.md").into()));
    let mut count = 0;
    for file in &files {
        for (_, target) in links(&text(file)) {
            if target.starts_with("https://") {
                continue;
            }
            count += 1;
            let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path = match path {
                "" => file.clone(),
                _ => file.parent().unwrap().join(path),
            };
            let what = format!("{}: the link {target}", file.display());
            assert!(root().join(&path).exists(), "{what} leads to no file");
            let known = anchor.is_empty() || anchors(&text(&path)).iter().any(|a| a == anchor);
            assert!(known, "{what} leads to no heading");
        }
    }
    assert!(count > 30, "{count} links");
}

/// In the crate's documentation, `src/guide.rs` gives the targets of references.
#[test]
fn links_between_pages_also_hold_in_the_crates_documentation() {
    let source = text("src/guide.rs");
    for page in guide() {
        let included = source.lines().any(|line| line.trim() == page);
        assert!(included, "src/guide.rs does not include docs/{page}.md");
        let link = format!("[{page}]: crate::guide::{page}");
        assert!(source.contains(&link), "src/guide.rs lacks {link}");
        for (label, target) in links(&text(format!("docs/{page}.md"))) {
            // Pictures are files beside the page; the crate's documentation shows what they depict in words.
            if target.starts_with("https://") || target.ends_with(".png") {
                continue;
            }
            let label = label.unwrap_or_else(|| {
                panic!("docs/{page}.md: make the link to {target} a reference: [text][page]")
            });
            assert!(
                guide().contains(&label),
                "docs/{page}.md: {label} is not a page"
            );
            assert_eq!(target, format!("{label}.md"), "docs/{page}.md: [{label}]");
        }
    }
}

#[test]
fn the_readme_is_short_and_links_to_every_page() {
    let readme = text("README.md");
    let lines = readme.lines().count();
    assert!(lines < 200, "README.md has {lines} lines");
    for page in pages() {
        assert!(
            readme.contains(&format!("(docs/{page}.md)")),
            "README.md lacks docs/{page}.md"
        );
    }
}

#[test]
fn the_changelog_is_short() {
    let words = text("CHANGELOG.md").split_whitespace().count();
    assert!(words <= 400, "CHANGELOG.md has {words} words");
}

#[test]
fn files_that_are_shown_are_those_that_the_examples_use() {
    for (page, shown) in [
        ("docs/mappings.md", "fixtures/mappings/example.json"),
        ("docs/modules.md", "fixtures/modules/nothing.star"),
        ("docs/modules.md", "fixtures/modules/heads.star"),
        ("docs/from_2011.md", "fixtures/modules/first_lines.star"),
        ("docs/tutorial.md", "fixtures/modules/body_text.star"),
        ("README.md", "examples/hocr.rs"),
    ] {
        let file = text(shown);
        // The comment at the top of the file is not shown.
        let code: String = file
            .split_inclusive('\n')
            .skip_while(|line| line.starts_with("//!") || line.trim().is_empty())
            .collect();
        let blocks = parted(&text(page)).1;
        let found = blocks.iter().any(|(_, block)| *block == code);
        assert!(found, "{page} does not show {shown} as it is");
    }
}

/// If this fails, remake the picture with the command below it in README.md.
#[test]
fn the_picture_in_the_readme_is_what_explain_draws() {
    let command = "explain -p --page 2 fixtures/showcase/herald.pdf -o docs/explain.svg";
    let readme = text("README.md");
    assert!(readme.contains(&format!("`pdfa2hocr {command}`")));
    let (command, picture) = command.split_once(" -o ").unwrap();
    let command = command.replace(
        "fixtures/showcase/herald.pdf",
        &fixture("showcase/herald.pdf"),
    );
    let drawn = run(&command.split(' ').collect::<Vec<_>>());
    assert_eq!(drawn.status, 0, "{}", drawn.stderr);
    assert!(
        drawn.stdout == text(picture),
        "{picture} is not what the program draws now: type the command below the picture, and look at it"
    );
}

/// The rows below the given table header in `docs/architecture.md`, as cells.
fn table(head: &str) -> Vec<Vec<String>> {
    let markdown = text("docs/architecture.md");
    let rows = markdown
        .lines()
        .skip_while(|line| !line.starts_with(head))
        .skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells = row.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    })
    .collect()
}

/// The words in backticks.
fn quoted(cell: &str) -> BTreeSet<String> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// Pages for developers name folders and files, which are renamed with the code.
#[test]
fn paths_in_pages_for_developers_exist() {
    // Tables may leave out the folder that they are about.
    let folders = [
        "",
        "src",
        "src/web/page",
        "crates/core/src",
        "crates/core/src/layout",
        "crates/core/src/roads",
        "crates/core/src/write",
        "python",
    ];
    let pages = NOT_IN_THE_GUIDE.map(|page| format!("docs/{page}.md"));
    let mut count = 0;
    for page in pages.iter().map(String::as_str).chain(["CONTRIBUTING.md"]) {
        for path in quoted(&parted(&text(page)).0) {
            let plain = path
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_./".contains(c));
            if !plain || !path.contains('/') || path.starts_with("..") {
                continue;
            }
            count += 1;
            let found = folders
                .iter()
                .any(|folder| root().join(folder).join(&path).exists());
            assert!(found, "{page}: there is no {path}");
        }
    }
    assert!(count > 50, "{count} paths");
}

/// The folders of sources: of the crate for users, and of those below it.
fn source_folders() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let crates = crates.map(|entry| entry.unwrap().path().join("src"));
    crates.chain([root().join("src")]).collect()
}

/// The sources of the crates, by their path in the repository, without comments and tests.
fn sources() -> Vec<(String, String)> {
    sources_below(source_folders())
}

fn sources_below(mut folders: Vec<PathBuf>) -> Vec<(String, String)> {
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.file_name().unwrap().to_str().unwrap();
            if !name.ends_with(".rs") || ["tests.rs", "testing.rs"].contains(&name) {
                continue;
            }
            let code = fs::read_to_string(&path).unwrap();
            let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap();
            let code = code
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            let path = path
                .strip_prefix(root())
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            sources.push((path, code.collect::<Vec<_>>().join("\n")));
        }
    }
    assert!(sources.len() > 100);
    sources
}

/// The part of a source, unless it is the root or the documentation of a crate: a folder or file of `src` and of
/// `crates/core`, or another crate as a whole.
fn part(path: &str) -> Option<&str> {
    let names: Vec<&str> = path.split(['/', '.']).collect();
    let part = match names[..] {
        ["crates", "core", "src", part, ..] | ["src", part, ..] => part,
        ["crates", name, ..] => name,
        _ => panic!("{path} is in no crate"),
    };
    match part {
        "lib" | "main" | "guide" => None,
        "no_modules" => Some("module"),
        part => Some(part),
    }
}

/// The first names of the paths that begin so: `a` and `b` of `super::a::A` and `super::{a, b::B}`.
fn first_names(code: &str, begin: &str) -> BTreeSet<String> {
    let word = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_lowercase() && c != '_' && !c.is_ascii_digit());
        text[..end.unwrap_or(text.len())].to_owned()
    };
    let mut names = BTreeSet::new();
    for rest in code.split(begin).skip(1) {
        let Some(list) = rest.strip_prefix('{') else {
            names.insert(word(rest));
            continue;
        };
        // Names inside inner braces are items, not modules.
        let mut depth = 0;
        let mut start = true;
        for (at, c) in list.char_indices() {
            match c {
                '}' if depth == 0 => break,
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => start = true,
                c if c.is_whitespace() => {}
                _ if start => {
                    names.insert(word(&list[at..]));
                    start = false;
                }
                _ => {}
            }
        }
    }
    names
}

/// The parts that a source names: `crate::part` and `crate::{part, part::item}`, also of `crates/core`, and
/// `pdfa2hocr_part`.
fn named(path: &str, code: &str) -> BTreeSet<String> {
    let is_whole_crate = path.starts_with("crates/") && !path.starts_with("crates/core/");
    let own = if is_whole_crate {
        None
    } else {
        Some("crate::")
    };
    let lists = own.into_iter().chain(["pdfa2hocr_core::", "pdfa2hocr_"]);
    let mut parts: BTreeSet<String> = lists.flat_map(|begin| first_names(code, begin)).collect();
    for no_part in ["", "core"] {
        parts.remove(no_part);
    }
    parts
}

#[test]
fn files_of_a_folder_have_no_circular_imports() {
    let mut folders = BTreeMap::<String, BTreeMap<String, BTreeSet<String>>>::new();
    let mut all = source_folders();
    all.push(root().join("python/src"));
    for (path, code) in sources_below(all) {
        let (folder, file) = path.rsplit_once('/').unwrap();
        let name = file.trim_end_matches(".rs");
        if !["mod", "lib", "main"].contains(&name) {
            let code = code.replace("super::super::super::", "");
            let mut siblings = first_names(&code.replace("super::super::", ""), "super::");
            if folder.ends_with("src") {
                siblings.extend(first_names(&code, "crate::"));
            }
            let files = folders.entry(folder.to_owned()).or_default();
            files.insert(name.to_owned(), siblings);
        }
    }
    folders.values_mut().for_each(keep_circles);
    folders.retain(|_, files| !files.is_empty());
    assert!(folders.is_empty(), "circular imports: {folders:#?}");
}

/// Removes files that import none of the others, until only circles and those that import them are left.
fn keep_circles(files: &mut BTreeMap<String, BTreeSet<String>>) {
    let mut count = 0;
    while count != files.len() {
        count = files.len();
        let names: BTreeSet<String> = files.keys().cloned().collect();
        files.retain(|own, imports| imports.iter().any(|i| i != own && names.contains(i)));
    }
}

/// Adds the paths of an import: `a::b` and `a::c::d` of `a::{b, c::{d}}`.
fn add_paths(prefix: &str, import: &str, paths: &mut Vec<String>) {
    let Some((begin, list)) = import.split_once('{') else {
        paths.push(format!("{prefix}{}", import.trim()));
        return;
    };
    let prefix = format!("{prefix}{}", begin.trim());
    let list = list.rsplit_once('}').unwrap().0;
    let (mut depth, mut from) = (0, 0);
    for (at, c) in list.char_indices().chain([(list.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                add_paths(&prefix, &list[from..at], paths);
                from = at + 1;
            }
            _ => {}
        }
    }
}

/// The file of the page analysis that a path names in one of its files, by the names of the folders and of the file.
fn file_of<'f>(path: &str, own: &str, files: &'f BTreeSet<String>) -> Option<&'f String> {
    let mut base: Vec<&str> = own.split('/').collect();
    let mut names: Vec<&str> = path.split("::").collect();
    match names[0] {
        "crate" => base.clear(),
        "super" => {}
        child if files.contains(&format!("{own}/{child}")) => {}
        _ => return None,
    }
    names.retain(|name| *name != "crate");
    for name in names {
        match name {
            "self" => {}
            "super" => drop(base.pop()),
            name => base.push(name),
        }
    }
    (1..=base.len())
        .rev()
        .find_map(|n| files.get(&base[..n].join("/")))
}

#[test]
fn files_of_the_page_analysis_have_no_circular_imports() {
    let folder = root().join("crates/core/src/layout");
    let name = |path: &str| {
        let name = path.trim_start_matches("crates/core/src/");
        name.trim_end_matches(".rs")
            .trim_end_matches("/mod")
            .to_owned()
    };
    let sources = sources_below(vec![folder]);
    let files: BTreeSet<String> = sources.iter().map(|(path, _)| name(path)).collect();
    let mut all = BTreeMap::<String, BTreeSet<String>>::new();
    for (path, code) in &sources {
        let (own, mut paths) = (name(path), Vec::new());
        for import in code.split("use ").skip(1) {
            add_paths("", import.split(';').next().unwrap(), &mut paths);
        }
        let imports = paths.iter().filter_map(|path| file_of(path, &own, &files));
        all.insert(own.clone(), imports.cloned().collect());
    }
    assert!(all["layout/page"].contains("layout/state"));
    // The same for the files and folders in `layout`.
    let child = |file: &str| file.split('/').nth(1).map(str::to_owned);
    let mut folders = BTreeMap::<String, BTreeSet<String>>::new();
    for (own, imports) in &all {
        let imports = imports.iter().filter_map(|file| child(file));
        let own = child(own).map(|own| folders.entry(own).or_default());
        own.into_iter().for_each(|own| own.extend(imports.clone()));
    }
    for files in [&mut all, &mut folders] {
        keep_circles(files);
        assert!(files.is_empty(), "circular imports: {files:#?}");
    }
}

#[test]
fn parts_of_the_crate_import_what_the_architecture_says() {
    let markdown = text("docs/architecture.md");
    let basics = markdown.split("The basics are imported").nth(1).unwrap();
    let basics = quoted(basics.split("\n\n").next().unwrap());
    let mut imports = BTreeMap::<String, BTreeSet<String>>::new();
    for (path, code) in sources() {
        if let Some(part) = part(&path) {
            let parts = imports.entry(part.to_owned()).or_default();
            parts.extend(named(&path, &code));
        }
    }
    let mut wrong = Vec::new();
    for part in &basics {
        let found = imports
            .remove(part)
            .unwrap_or_else(|| panic!("there is no {part}"));
        if !found.is_subset(&basics) {
            wrong.push(format!(
                "{part} is one of the basics, and imports {found:?}"
            ));
        }
    }
    // The rows are in the order of the data flow, so a part only imports parts above it.
    let mut above = BTreeSet::new();
    for row in table("| part | content | imports |") {
        let (part, listed) = (row[0].trim_matches('`'), quoted(&row[2]));
        for later in listed.difference(&above) {
            wrong.push(format!("{part} imports {later}, which is not above it"));
        }
        let mut found = imports.remove(part).unwrap_or_default();
        found.retain(|other| other != part && !basics.contains(other));
        if found != listed {
            wrong.push(format!(
                "{part} imports {found:?}, the table has {listed:?}"
            ));
        }
        above.insert(part.to_owned());
    }
    wrong.extend(imports.keys().map(|part| format!("{part} is not listed")));
    assert!(
        wrong.is_empty(),
        "docs/architecture.md:\n{}",
        wrong.join("\n")
    );
}

/// Denies unsafe code in a crate.
const DENIED: &str = "#![deny(unsafe_code)]";

#[test]
fn unsafe_code_is_where_the_architecture_lists_it() {
    let listed: BTreeSet<String> = table("| where | what | why |")
        .iter()
        .flat_map(|row| quoted(&row[0]))
        .collect();
    let is_unsafe = |code: &str| {
        let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        let mut words = words.filter(|word| ["unsafe", "unsafe_code"].contains(word));
        words.next().is_some()
    };
    let found: BTreeSet<String> = sources()
        .into_iter()
        .map(|(path, code)| (path, code.replace(DENIED, "")))
        .filter(|(_, code)| is_unsafe(code))
        .map(|(path, _)| path)
        .collect();
    assert_eq!(
        found, listed,
        "those in the crates, and those in docs/architecture.md"
    );
    for folder in source_folders() {
        let root = text(folder.join("lib.rs"));
        assert!(root.contains(DENIED) || root.contains("#![allow(unsafe_code)]"));
    }
    // The Python extension has no unsafe code.
    assert!(text("python/src/lib.rs").contains(DENIED));
    for file in std::fs::read_dir(root().join("python/src")).unwrap() {
        let path = file.unwrap().path();
        let code = text(&path).replace(DENIED, "");
        assert!(!is_unsafe(&code), "{}", path.display());
    }
}

#[test]
fn what_is_compiled_in_is_in_the_package() {
    let manifest = text("Cargo.toml");
    let excluded = manifest.lines().find(|line| line.starts_with("exclude = "));
    let excluded = excluded.expect("a list of what is excluded");
    let mut folders = BTreeSet::from(["docs".to_owned()]);
    for (_, code) in sources() {
        for rest in code.split("include_str!(\"").skip(1) {
            let path = rest.split('"').next().unwrap();
            let outside = path.trim_start_matches("../");
            if outside.len() < path.len() {
                folders.insert(outside.split('/').next().unwrap().to_owned());
            }
        }
    }
    assert!(folders.contains("mappings"), "{folders:?}");
    for folder in folders {
        let what = format!("Cargo.toml excludes {folder}/, which is compiled in");
        assert!(!excluded.contains(&format!("\"/{folder}\"")), "{what}");
    }
}
