//! The program while it serves documents to a browser.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use super::program;

/// `pdfa2hocr browse`, which ends with this.
pub struct Server {
    child: Child,
    /// Where its page is: `http://127.0.0.1:PORT/TOKEN/`.
    pub address: String,
}

impl Server {
    /// Serves these files, with these options.
    pub fn of<S: AsRef<OsStr>>(args: &[S]) -> Self {
        let mut child = program()
            .args(["browse", "--no-open", "--quiet"])
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = child.stdout.take().expect("its output");
        let server = |address| Self { child, address };
        let mut address = String::new();
        let read = BufReader::new(out).read_line(&mut address);
        let server = server(address.trim().to_owned());
        read.expect("a line");
        assert!(
            server.address.starts_with("http://127.0.0.1:"),
            "{}",
            server.address
        );
        server
    }

    /// What is answered to `GET api/…`: the status, and the data.
    pub fn get(&self, path: &str) -> (u16, Value) {
        let rest = self.address.strip_prefix("http://").expect("an address");
        let (host, root) = rest.split_once('/').expect("a path");
        let mut stream = TcpStream::connect(host).expect("a connection");
        write!(
            stream,
            "GET /{root}api/{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .expect("a request");
        let mut answer = String::new();
        stream
            .read_to_string(&mut answer)
            .expect("an answer in UTF-8");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.split(' ').nth(1).expect("a status");
        let status = status.parse().expect("a number");
        let data = serde_json::from_str(body);
        (
            status,
            data.unwrap_or_else(|why| panic!("{path}: {why}: {body}")),
        )
    }

    /// The data that is answered, when all goes well.
    pub fn data(&self, path: &str) -> Value {
        let (status, data) = self.get(path);
        assert_eq!(status, 200, "{path}: {data}");
        data
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
