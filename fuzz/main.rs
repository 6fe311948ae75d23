//! Runs one target under libFuzzer, the one named by the variable `FUZZ_TARGET`. Started by `run`.
#![no_main]

mod targets;

use std::process::exit;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

use targets::Target;

static TARGET: OnceLock<Target> = OnceLock::new();

/// The target to run.
fn choose() -> Target {
    targets::watch_panics();
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    targets::ALL
        .into_iter()
        .find(|target| target.name == name)
        .unwrap_or_else(|| {
            eprintln!("FUZZ_TARGET names none of the targets:");
            targets::ALL.iter().for_each(|t| eprintln!("{}", t.name));
            exit(2)
        })
}

fuzz_target!(init: { TARGET.get_or_init(choose); }, |data: &[u8]| {
    TARGET.get_or_init(choose).run(data);
});
