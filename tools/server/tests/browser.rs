//! The page in a real browser: Chromium opens `?self`, and the page plays, runs programs and judges the
//! result. Without Chromium the test does nothing and says so.

use hamadryad_server::{Limits, Server};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time for the whole test of the page.
const PATIENCE: Duration = Duration::from_secs(150);

const LIMITS: Limits =
    Limits { body: 1 << 20, sessions: 16, time: Duration::from_secs(60), memory: None, in_use: || None };

/// A browser that ends with the test.
struct Browser(Child);

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A browser that writes the console of the page to standard error. `None` if none is installed.
fn browse(url: &str, profile: &std::path::Path) -> Option<(Browser, Receiver<String>)> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let options = [
        "--headless",
        // Root has no sandbox; the page is our own.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--window-size=1280,900",
        "--enable-logging=stderr",
    ];
    let start = |name: &&str| {
        let mut command = Command::new(name);
        command.args(options).arg(format!("--user-data-dir={}", profile.display())).arg(url);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().ok()
    };
    let mut child = names.iter().find_map(start)?;
    let errors = child.stderr.take().expect("the pipe is there");
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(errors).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    Some((Browser(child), receiver))
}

#[test]
fn the_page_passes_its_own_test() {
    let server = Server::bind(0, LIMITS).expect("a free port");
    let url = format!("{}?self", server.url());
    let is_over = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&is_over);
    let serving = std::thread::spawn(move || server.run(move || flag.load(Ordering::Relaxed)));
    let profile = tempfile::tempdir().expect("a folder");
    match browse(&url, profile.path()) {
        Some((browser, console)) => {
            judge(&console);
            drop(browser);
        }
        None => eprintln!("skipped: no Chromium is installed"),
    }
    is_over.store(true, Ordering::Relaxed);
    serving.join().expect("the server runs").expect("the server ends in order");
}

/// Waits for the result of the page. Other messages of the console are errors.
fn judge(console: &Receiver<String>) {
    let end = Instant::now() + PATIENCE;
    let mut others = Vec::new();
    loop {
        let line = match console.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no result in time; the console: {others:#?}"),
            Err(RecvTimeoutError::Disconnected) => panic!("the browser ended; the console: {others:#?}"),
        };
        if line.contains("self-test: ") {
            assert!(
                line.contains(r#"\"failures\":[]"#) || line.contains(r#""failures":[]"#),
                "{line}\n{others:#?}"
            );
            break;
        }
        if line.contains("CONSOLE") {
            others.push(line);
        }
    }
    assert!(others.is_empty(), "the console is not empty: {others:#?}");
}
