//! Chromium as a child of a test: it opens a page that tests itself, and its console is read.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time for the whole test of the page.
const PATIENCE: Duration = Duration::from_secs(150);

/// A browser that ends with the test.
pub struct Browser(Child);

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A browser that writes the console of the page to standard error. `None` if none is installed.
pub fn browse(url: &str, profile: &Path) -> Option<(Browser, Receiver<String>)> {
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

/// Waits for the result of the page. Other messages of the console are errors.
pub fn judge(console: &Receiver<String>) {
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
