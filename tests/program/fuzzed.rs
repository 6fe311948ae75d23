//! Bugs that fuzzing found stay fixed: `fixtures/fuzzed/` has the inputs that triggered them, by fuzz target.

#[path = "../../fuzz/targets/mod.rs"]
mod targets;

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::run;

/// The inputs that are stored for a target.
fn kept(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/fuzzed")
        .join(name);
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<_> = entries.map(|e| e.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn what_was_found_stays_mended() {
    targets::watch_panics();
    for target in targets::ALL {
        for file in kept(target.name) {
            eprintln!("{}", file.display());
            target.run(&fs::read(&file).unwrap());
        }
    }
}

/// The program converts each of these files, or refuses it with one line.
#[test]
fn the_program_ends_in_order() {
    for file in kept("file").iter().chain(&kept("objects")) {
        let path = file.to_str().unwrap();
        for arguments in [&["-p", "-q", path, "-"][..], &["validate", path]] {
            let ran = run(arguments);
            assert!(ran.status <= 10, "{arguments:?}: {ran:?}");
            assert!(
                ran.status == 0 || !(ran.stderr + &ran.stdout).is_empty(),
                "{arguments:?}"
            );
        }
    }
}

#[test]
fn every_folder_of_what_was_found_is_that_of_a_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/fuzzed");
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(targets::ALL.iter().any(|t| *t.name == *name), "{name:?}");
    }
}
