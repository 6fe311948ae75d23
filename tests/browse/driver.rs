//! chromedriver as a process, with a folder of its own. Chromium is its child.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::common::scratch;

/// Runs chromedriver until standard input is closed, then deletes its folder.
///
/// The test process holds the other end of the pipe. The system closes it when that process ends, also by a signal.
/// Chromium still writes to the folder for a moment, so that it may have to be deleted more than once.
const UNTIL_STDIN_IS_CLOSED: &str = r#"
"$@" &
exec >&-
read -r _
kill -KILL $!
until rm -rf "$TMPDIR" && sleep 0.1 && ! test -e "$TMPDIR"; do :; done
"#;

/// A chromedriver. It is ended when this is dropped, and when the test process ends.
pub(crate) struct Driver {
    shell: Child,
    pub(crate) port: u16,
    /// The folder for everything that it and Chromium write.
    pub(crate) folder: PathBuf,
}

impl Driver {
    /// Starts chromedriver, and waits until it serves.
    ///
    /// It asks for a free port, and binds it a moment later for IPv4 and IPv6. It ends when another program took
    /// the port in between. Then it is started again.
    pub(crate) fn start(program: &Path) -> Self {
        let mut said = Vec::new();
        for _ in 0..10 {
            let folder = scratch().keep();
            let mut shell = Command::new("sh")
                .args(["-c", UNTIL_STDIN_IS_CLOSED, "sh"])
                .arg(program)
                .arg("--port=0")
                .env("TMPDIR", &folder)
                // Ctrl-C ends the tests only, so that the shell can end chromedriver.
                .process_group(0)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("the shell starts");
            let lines = BufReader::new(shell.stdout.take().expect("its output")).lines();
            let mut driver = Self {
                shell,
                port: 0,
                folder,
            };
            for line in lines.map_while(Result::ok) {
                let port = line
                    .split("successfully on port ")
                    .nth(1)
                    .and_then(|rest| rest.trim_end_matches('.').parse().ok());
                if let Some(port) = port {
                    driver.port = port;
                    return driver;
                }
                said.push(line);
            }
        }
        panic!("chromedriver does not say its port: {said:#?}");
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}
