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

#[test]
fn limits_of_the_arcade_are_checked() {
    for arguments in
        [["arcade", "--time-limit=0"], ["arcade", "--port=70000"], ["arcade", "--memory-limit=-1"]]
    {
        let run = run_with(&arguments, b"");
        assert_eq!(run.code, Some(1), "{arguments:?}: {}", run.err);
    }
}
