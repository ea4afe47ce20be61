//! `hamadryad arcade`: the page is there, and a signal ends the command in order.

#![cfg(unix)]

use super::{command, run_with};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[test]
fn the_arcade_serves_its_page_until_a_signal() {
    for signal in ["-INT", "-TERM"] {
        let mut child =
            command(&["arcade", "--port", "0"]).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut out = BufReader::new(child.stdout.take().expect("the output is piped"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        let url = line.split(' ').find(|word| word.starts_with("http://")).expect("an address");
        let address = url.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(address).expect("the server listens");
        write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("a request");
        let mut page = String::new();
        stream.read_to_string(&mut page).expect("a page");
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("Hamadryad Arcade"), "{page}");

        let port = address.rsplit(':').next().expect("a port");
        let busy = run_with(&["arcade", "--port", port], b"");
        assert_eq!(busy.code, Some(74), "{}", busy.err);
        assert!(busy.err.contains("--port 0"), "{}", busy.err);

        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.expect("there is a command kill").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{signal}");
    }
}

/// `--open` starts the program of the system for addresses.
#[cfg(target_os = "linux")]
#[test]
fn a_browser_is_opened() {
    use std::os::unix::fs::PermissionsExt;
    let folder = super::Folder::new("arcade-open");
    let opened = folder.0.join("opened");
    let stub = folder
        .file("xdg-open", format!("#!/bin/sh\necho \"$1\" > {}.new\nmv {0}.new {0}\n", opened.display()));
    std::fs::set_permissions(&stub, std::fs::Permissions::from_mode(0o755)).expect("a script");
    let path = format!("{}:{}", folder.0.display(), std::env::var("PATH").unwrap_or_default());
    let mut arcade = command(&["arcade", "--port", "0", "--open"]);
    let mut arcade = arcade.env("PATH", path).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    let out = arcade.stdout.as_mut().expect("output is piped");
    BufReader::new(out).read_line(&mut line).expect("a line");
    let end = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !opened.exists() && std::time::Instant::now() < end {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let address = std::fs::read_to_string(&opened).expect("the browser was started");
    assert!(line.contains(address.trim()) && address.starts_with("http://127.0.0.1:"), "{line}{address}");
    let sent = Command::new("kill").args(["-INT", &arcade.id().to_string()]).status();
    assert!(sent.expect("there is a command kill").success());
    assert_eq!(arcade.wait().expect("it ends").code(), Some(0));
}

#[test]
fn limits_of_the_arcade_are_checked() {
    for arguments in
        [["arcade", "--time-limit=0"], ["arcade", "--port=70000"], ["arcade", "--memory-limit=-1"]]
    {
        let run = run_with(&arguments, b"");
        assert_eq!(run.code, Some(1), "{arguments:?}: {}", run.err);
    }
}
