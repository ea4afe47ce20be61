//! The server over real sockets: foreign requests, limits, and sessions side by side.

use hamadryad_server::{Limits, Server};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A server that ends with the test.
struct Running {
    port: u16,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

const LIMITS: Limits =
    Limits { body: 10_000, sessions: 4, time: Duration::from_millis(700), memory: None, in_use: || None };

fn serve(limits: Limits) -> Running {
    let server = Server::bind(0, limits).expect("a free port");
    let url = server.url();
    let port = url.trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_over);
    let thread = std::thread::spawn(move || server.run(move || flag.load(Ordering::Relaxed)).unwrap());
    Running { port, is_over, thread: Some(thread) }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().expect("the server ends in order");
    }
}

impl Running {
    fn send(&self, head: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let length = body.len();
        let request = format!("{head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    /// The number of the status, and the whole response.
    fn response(&self, head: &str, body: &str) -> (u16, String) {
        let mut text = String::new();
        // A server that refuses a body may close the connection before it is read.
        let _ = self.send(head, body).read_to_string(&mut text);
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, text)
    }

    fn head(&self, session: &str) -> String {
        let port = self.port;
        format!("POST /api/call HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Hamadryad-Session: {session}")
    }

    /// The last line of the reply to a call.
    fn call(&self, session: &str, request: &str) -> Value {
        let (status, text) = self.response(&self.head(session), request);
        assert_eq!(status, 200, "{text}");
        let line =
            text.lines().rfind(|line| line.starts_with('{')).unwrap_or_else(|| panic!("no reply: {text}"));
        serde_json::from_str(line).expect("a reply is JSON")
    }
}

const BEGIN: &str = r#"{"id":1,"call":"snake.begin","game":{"rows":4,"cols":4,"seed":1}}"#;
const STEP: &str = r#"{"id":2,"call":"snake.step","to":"R"}"#;
const ENDLESS: &str = r#"{"id":3,"call":"program.solve","files":[{"name":"a.lp","text":"p(0). p(X+1) :- p(X)."}],"seconds":60}"#;

#[test]
fn the_page_and_its_files_are_served() {
    let server = serve(LIMITS);
    let port = server.port;
    let get = |path: &str| server.response(&format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}"), "");
    let (status, page) = get("/");
    assert!(status == 200 && page.contains("<title>Hamadryad Arcade</title>"), "{page}");
    for header in ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff"] {
        assert!(page.contains(header), "{header}: {page}");
    }
    for file in hamadryad_arcade::page::FILES {
        assert_eq!(get(file.path).0, 200, "{}", file.path);
    }
    assert!(get("/api/hello").1.contains(env!("CARGO_PKG_VERSION")));
    assert_eq!(get("/etc/passwd").0, 404);
    assert_eq!(get("/../Cargo.toml").0, 404);
    assert_eq!(get("/api/call").0, 405);
}

#[test]
fn requests_of_other_sites_are_refused() {
    let server = serve(LIMITS);
    let port = server.port;
    let post = |headers: &str| server.response(&format!("POST /api/call HTTP/1.1\r\n{headers}"), BEGIN).0;
    let own = format!("Host: 127.0.0.1:{port}\r\nX-Hamadryad-Session: a");
    assert_eq!(post(&own), 200);
    assert_eq!(post(&format!("{own}\r\nOrigin: http://127.0.0.1:{port}")), 200);
    assert_eq!(post(&format!("{own}\r\nOrigin: http://evil.example")), 403);
    assert_eq!(post(&format!("{own}\r\nOrigin: null")), 403);
    assert_eq!(post("Host: evil.example\r\nX-Hamadryad-Session: a"), 403);
    assert_eq!(post(&format!("Host: evil.example:{port}\r\nX-Hamadryad-Session: a")), 403);
    assert_eq!(post(&format!("Host: 127.0.0.1:{port}")), 403, "without the header of the session");
    // A page of another site asks before it sends the header; the answer grants nothing.
    let preflight =
        format!("OPTIONS /api/call HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://evil.example");
    let (status, text) = server.response(&preflight, "");
    assert!(status == 403 && !text.to_lowercase().contains("access-control"), "{text}");
    // Pages of other sites cannot read the page either.
    let get = format!("GET / HTTP/1.1\r\nHost: rebound.example:{port}");
    assert_eq!(server.response(&get, "").0, 403);
}

#[test]
fn bodies_have_a_limit() {
    let server = serve(LIMITS);
    let long = format!(r#"{{"call":"program.format","name":"a","text":"{}"}}"#, " ".repeat(LIMITS.body));
    assert_eq!(server.response(&server.head("a"), &long).0, 413);
    let (status, text) = server.response(&server.head("a"), "{\"call\":");
    assert!(status == 200 && text.contains("EOF while parsing"), "{text}");
}

#[test]
fn sessions_are_apart() {
    let server = serve(LIMITS);
    server.call("a", BEGIN);
    assert_eq!(server.call("a", STEP)["value"]["moves"], 1);
    assert_eq!(server.call("b", STEP)["error"]["code"], "game");
    assert_eq!(server.call("a", STEP)["value"]["moves"], 2);
}

#[test]
fn an_endless_program_ends_at_the_limit_while_a_game_goes_on() {
    let server = serve(LIMITS);
    server.call("game", BEGIN);
    let begin = Instant::now();
    let mut endless = server.send(&server.head("program"), ENDLESS);
    std::thread::sleep(Duration::from_millis(100));
    let before = Instant::now();
    assert_eq!(server.call("game", STEP)["value"]["moves"], 1);
    assert!(before.elapsed() < LIMITS.time / 2, "the game waited for the program");
    let mut text = String::new();
    endless.read_to_string(&mut text).unwrap();
    assert!(text.contains(r#""stopped":"time""#) && text.contains(r#""stage":"grounding""#), "{text}");
    assert!(begin.elapsed() >= LIMITS.time, "{:?}", begin.elapsed());
}

#[test]
fn a_closed_connection_ends_its_call() {
    let server = serve(Limits { time: Duration::from_secs(60), ..LIMITS });
    let endless = server.send(&server.head("a"), ENDLESS);
    std::thread::sleep(Duration::from_millis(200));
    drop(endless);
    // The session is free again long before the limit of time.
    let begin = Instant::now();
    server.call("a", BEGIN);
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn answers_arrive_one_by_one() {
    let server = serve(Limits { time: Duration::from_secs(5), ..LIMITS });
    // The first answer is easy; all of them would take far longer than the limit.
    let program = "{a(1..60)}.";
    let request = format!(
        r#"{{"call":"program.solve","files":[{{"name":"a.lp","text":"{program}"}}],"models":0,"seconds":60}}"#
    );
    let begin = Instant::now();
    let mut lines = BufReader::new(server.send(&server.head("a"), &request)).lines();
    let first = lines.by_ref().map_while(Result::ok).find(|line| line.contains("\"answer\""));
    assert!(first.is_some() && begin.elapsed() < Duration::from_secs(4), "{:?}", begin.elapsed());
}

#[test]
fn memory_has_a_limit() {
    static IN_USE: AtomicU64 = AtomicU64::new(0);
    let in_use = || Some(IN_USE.load(Ordering::Relaxed));
    let server = serve(Limits { memory: Some(1000), in_use, time: Duration::from_secs(60), ..LIMITS });
    let mut endless = server.send(&server.head("a"), ENDLESS);
    std::thread::sleep(Duration::from_millis(100));
    IN_USE.store(5000, Ordering::Relaxed);
    let mut text = String::new();
    endless.read_to_string(&mut text).unwrap();
    assert!(text.contains(r#""stopped":"memory""#), "{text}");
    // The process keeps its memory; a call that needs no more of it goes on.
    server.call("a", BEGIN);
    assert_eq!(server.call("a", STEP)["value"]["moves"], 1);
}

#[test]
fn the_end_of_the_server_ends_calls() {
    let server = serve(Limits { time: Duration::from_secs(60), ..LIMITS });
    let _endless = server.send(&server.head("a"), ENDLESS);
    std::thread::sleep(Duration::from_millis(100));
    let begin = Instant::now();
    drop(server);
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

#[test]
fn a_port_is_bound_once() {
    let server = serve(LIMITS);
    assert!(Server::bind(server.port, LIMITS).is_err());
}
