//! The page in a real browser: Chromium opens `?self`, and the page plays, runs programs and judges the
//! result. Without Chromium the test does nothing and says so.

mod chromium;

use chromium::{browse, judge};
use hamadryad_server::{Limits, Server};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const LIMITS: Limits =
    Limits { body: 1 << 20, sessions: 16, time: Duration::from_secs(60), memory: None, in_use: || None };

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
