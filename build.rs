//! Makes the program smaller:
//!
//! - The files of the web page are compressed to a quarter, 0.1 MB.
//! - Packed relative relocations (`DT_RELR`) save 7 %. The loader must know them: glibc does from version 2.36, and a
//!   program that is built on one version runs on no earlier one.
//! - Functions with the same code are linked once, which saves 1.5 %, and constants with the same bytes, which saves 3 %:
//!   most of these are tables for unwinding. Only the linker of Rust's own toolchains can do it. Two constants may so
//!   have the same address; statics that can be changed never have.

use std::env;
use std::path::Path;
use std::process::Command;

/// First version of glibc that reads packed relocations.
const FIRST: (u32, u32) = (2, 36);

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "browse")]
    web::write().expect("the files of the web page can be compressed");
    let native = env::var("HOST").is_ok_and(|host| env::var("TARGET") == Ok(host));
    if native && glibc().is_some_and(|version| version >= FIRST) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        if links_with_lld() {
            println!("cargo::rustc-link-arg-bins=-Wl,--icf=all,--ignore-data-address-equality");
        }
    }
}

/// Whether the program is linked by the linker that comes with rustc: on x86-64, unless the user names another one.
fn links_with_lld() -> bool {
    let names_one = |flags: String| flags.contains("linker") || flags.contains("fuse-ld");
    let is_default = env::var_os("RUSTC_LINKER").is_none()
        && env::var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| !names_one(flags));
    let target = env::var("TARGET").unwrap_or_default();
    let linker = || {
        let rustc = env::var_os("RUSTC")?;
        let output = Command::new(rustc)
            .args(["--print", "sysroot"])
            .output()
            .ok()?;
        let sysroot = String::from_utf8(output.stdout).ok()?;
        let linker = format!("lib/rustlib/{target}/bin/gcc-ld/ld.lld");
        Some(Path::new(sysroot.trim()).join(linker))
    };
    is_default && target == "x86_64-unknown-linux-gnu" && linker().is_some_and(|path| path.exists())
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

#[cfg(feature = "browse")]
mod web {
    use std::fs;
    use std::io::{self, Write};
    use std::path::{Path, PathBuf};

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    const FOLDER: &str = "src/web/page";

    /// Writes `web.deflate`: of each file a line with its path below the folder, a line with its length, and its bytes.
    pub(crate) fn write() -> io::Result<()> {
        println!("cargo::rerun-if-changed={FOLDER}");
        let mut files = Vec::new();
        find(Path::new(FOLDER), &mut files)?;
        files.sort();
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        for path in files {
            let bytes = fs::read(&path)?;
            let name = path.strip_prefix(FOLDER).map_err(io::Error::other)?;
            let name = name.to_string_lossy().replace('\\', "/");
            write!(packed, "{name}\n{}\n", bytes.len())?;
            packed.write_all(&bytes)?;
        }
        let folder = std::env::var("OUT_DIR").map_err(io::Error::other)?;
        fs::write(Path::new(&folder).join("web.deflate"), packed.finish()?)
    }

    fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                find(&path, files)?;
            } else {
                files.push(path);
            }
        }
        Ok(())
    }
}
