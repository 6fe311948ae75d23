//! `pdfa2hocr browse` as a server, with requests to it.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use super::program;

/// A process of `pdfa2hocr browse`, which is ended when this is dropped.
pub struct Server {
    child: Child,
    /// The address of its page: `http://127.0.0.1:PORT/TOKEN/`.
    pub address: String,
}

impl Server {
    /// Starts the program with these files and options, and waits until it serves.
    pub fn of<S: AsRef<OsStr>>(args: &[S]) -> Self {
        let mut child = program()
            .args(["browse", "--no-open", "--quiet"])
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = child.stdout.take().expect("its output");
        let mut address = String::new();
        let read = BufReader::new(out).read_line(&mut address);
        let server = Self::running(child, address.trim());
        read.expect("a line");
        server
    }

    /// The server of a process that runs and has printed its address.
    pub fn running(child: Child, address: &str) -> Self {
        let server = Self {
            child,
            address: address.to_owned(),
        };
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
        server
    }

    /// The host with its port, and the path of the page without the last slash.
    pub fn place(&self) -> (&str, &str) {
        let rest = self.address.strip_prefix("http://").expect("an address");
        let (host, path) = rest.split_at(rest.find('/').expect("a path"));
        (host, path.trim_end_matches('/'))
    }

    /// The answer to a request with this first line, headers that end with `\r
    /// `, and a body.
    pub fn send(&self, line: &str, headers: &str, body: &str) -> Answer {
        let mut stream = TcpStream::connect(self.place().0).expect("a connection");
        let length = match body.len() {
            0 => String::new(),
            length => format!("Content-Length: {length}\r\n"),
        };
        write!(
            stream,
            "{line} HTTP/1.1\r\n{headers}{length}Connection: close\r\n\r\n{body}"
        )
        .expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        Answer::read(&answer)
    }

    /// The answer to `GET` of a path below that of the page.
    pub fn fetch(&self, path: &str) -> Answer {
        let (host, root) = self.place();
        self.send(
            &format!("GET {root}/{path}"),
            &format!("Host: {host}\r\n"),
            "",
        )
    }

    /// The status and the JSON of the answer to `GET api/…`.
    pub fn get(&self, path: &str) -> (u16, Value) {
        let answer = self.fetch(&format!("api/{path}"));
        (answer.status, answer.json())
    }

    /// The status and the JSON of the answer to `POST api/…`, sent as by the page itself.
    pub fn post(&self, path: &str, data: &Value) -> (u16, Value) {
        let (host, root) = self.place();
        let headers =
            format!("Host: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n");
        let line = format!("POST {root}/api/{path}");
        let answer = self.send(&line, &headers, &data.to_string());
        (answer.status, answer.json())
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the program ends, and returns its exit status.
    pub fn wait(&mut self) -> std::process::ExitStatus {
        self.child.wait().expect("an end")
    }

    /// The JSON of the answer to `GET api/…`, which must succeed.
    pub fn data(&self, path: &str) -> Value {
        let (status, data) = self.get(path);
        assert_eq!(status, 200, "{path}: {data}");
        data
    }
}

/// The answer to a request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Status line and headers.
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    fn read(answer: &[u8]) -> Self {
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n");
        let (head, body) = answer.split_at(end.expect("a head and a body") + 4);
        let head = String::from_utf8(head.to_vec()).expect("UTF-8");
        let status = head.split(' ').nth(1).expect("a status");
        Self {
            status: status.parse().expect("a number"),
            body: body.to_vec(),
            head,
        }
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .find(|(own, _)| own.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_slice(&self.body).unwrap_or_else(|why| panic!("{why}: {text}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
