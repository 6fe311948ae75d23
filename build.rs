//! Links the program with packed relative relocations (`DT_RELR`), which makes it 7 % smaller. The loader must
//! know them: glibc does from version 2.36, and a program that is built on one version runs on no earlier one.

use std::env;
use std::process::Command;

/// First version of glibc that reads packed relocations.
const FIRST: (u32, u32) = (2, 36);

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let native = env::var("HOST").is_ok_and(|host| env::var("TARGET") == Ok(host));
    if native && glibc().is_some_and(|version| version >= FIRST) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Returns the version of glibc here, or `None` if the target uses another library.
fn glibc() -> Option<(u32, u32)> {
    if env::var("CARGO_CFG_TARGET_ENV").ok()? != "gnu"
        || env::var("CARGO_CFG_TARGET_OS").ok()? != "linux"
    {
        return None;
    }
    let output = Command::new("getconf")
        .arg("GNU_LIBC_VERSION")
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    let minor = minor.split('.').next()?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
