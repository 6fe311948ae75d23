//! The program while it serves documents.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use crate::common::program;

/// `pdfa2hocr browse`, which ends with this.
pub(crate) struct Server {
    child: Child,
    /// Where its page is.
    pub(crate) address: String,
}

impl Server {
    /// Serves these files, with these options.
    pub(crate) fn of<S: AsRef<OsStr>>(args: &[S]) -> Self {
        let mut child = program()
            .args(["browse", "--no-open", "--quiet"])
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut address = String::new();
        let out = child.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut address).expect("a line");
        let address = address.trim().to_owned();
        assert!(address.starts_with("http://127.0.0.1:"), "{address:?}");
        Self { child, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
