//! A server of one's own, and a client that may be as rude as it likes.

use noyau_web::{Server, Settings};
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

/// A server that ends with the test.
pub(crate) struct Running {
    pub(crate) host: String,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// The kind of the error.
    pub(crate) fn kind(&self) -> String {
        self.json()["error"]["kind"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}

impl Running {
    pub(crate) fn start() -> Self {
        Self::with(Settings::default())
    }

    pub(crate) fn with(settings: Settings) -> Self {
        let server = Server::bind(Settings {
            port: Some(0),
            ..settings
        })
        .unwrap();
        let url = server.url();
        let host = url.strip_prefix("http://").unwrap().trim_end_matches('/');
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let thread = std::thread::spawn(move || {
            let stopped = async {
                let _ = stopped.await;
            };
            server.run_until(stopped).unwrap();
        });
        Self {
            host: host.to_owned(),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        let patience = Some(Duration::from_mins(1));
        stream.set_read_timeout(patience).unwrap();
        stream.set_write_timeout(patience).unwrap();
        stream
    }

    /// Sends bytes as they are, and reads until the server has nothing more to say. Where it waits for more, it is told
    /// after a while that there is none.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Option<Answer> {
        let mut stream = self.connect();
        // The server may have answered and gone before all was sent.
        let _ = stream.write_all(bytes);
        stream
            .set_read_timeout(Some(Duration::from_millis(250)))
            .unwrap();
        let mut first = [0; 4096];
        let mut answer = match stream.read(&mut first) {
            Ok(length) => first[..length].to_vec(),
            Err(_) => Vec::new(),
        };
        let _ = stream.shutdown(Shutdown::Write);
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let _ = stream.read_to_end(&mut answer);
        parse(&answer)
    }

    /// A request with those headers more, as lines.
    pub(crate) fn request(&self, method: &str, path: &str, more: &str, body: &[u8]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n{more}");
        if !more.to_ascii_lowercase().contains("host:") {
            let _ = write!(head, "Host: {}\r\n", self.host);
        }
        if !body.is_empty() {
            let _ = write!(head, "Content-Length: {}\r\n", body.len());
            if !more.to_ascii_lowercase().contains("content-type:") {
                head.push_str("Content-Type: application/json\r\n");
            }
        }
        head.push_str("\r\n");
        let mut stream = self.connect();
        let _ = stream.write_all(head.as_bytes());
        let _ = stream.write_all(body);
        read(&mut stream).unwrap_or_else(|| panic!("{method} {path}: no answer"))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("GET", path, "", b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path, "", body.to_string().as_bytes())
    }

    /// The document of a request that must be answered.
    pub(crate) fn asked(&self, path: &str, body: &Value) -> Value {
        self.asked_for(path, body, 200)
    }

    /// The document of a request that must have that status.
    pub(crate) fn asked_for(&self, path: &str, body: &Value, status: u16) -> Value {
        let answer = self.post(path, body);
        let document = answer.json();
        assert_eq!(answer.status, status, "{path} {body}: {document}");
        document
    }

    /// Fails unless the server answers.
    pub(crate) fn must_live(&self) {
        let answer = self.get("/api/values?game=nim:1,2");
        assert_eq!(answer.status, 200, "{answer:?}");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
            && !std::thread::panicking()
        {
            panic!("the server did not end well");
        }
    }
}

/// Reads an answer whose connection is closed after it; `None` if there is none.
pub(crate) fn read(stream: &mut TcpStream) -> Option<Answer> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    parse(&bytes)
}

fn parse(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let mut body = bytes[end + 4..].to_vec();
    if head
        .to_ascii_lowercase()
        .contains("transfer-encoding: chunked")
    {
        body = unchunked(&body);
    }
    Some(Answer { status, head, body })
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).unwrap_or_default();
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        let from = end + 2;
        if size == 0 || bytes.len() < from + size {
            break;
        }
        whole.extend_from_slice(&bytes[from..from + size]);
        bytes = bytes.get(from + size + 2..).unwrap_or_default();
    }
    whole
}
