//! Graphviz, if it is installed: its programs read DOT and write SVG.

use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

/// The result of a call of Graphviz.
pub(super) enum Drawn {
    Svg(String),
    /// The program is not installed.
    NotInstalled,
    /// The program failed with this message.
    Failed(String),
}

/// Draws a graph with a program of Graphviz: `dot`, `neato`, ….
pub(super) fn draw(engine: &str, dot: &str) -> Drawn {
    let mut command = Command::new(engine);
    command.arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => return Drawn::NotInstalled,
        Err(error) => return Drawn::Failed(error.to_string()),
    };
    let input = child.stdin.take();
    // The program reads all of its input before it writes. If it ends early, its message explains the failed
    // write.
    let written = input.map_or(Ok(()), |mut input| input.write_all(dot.as_bytes()));
    match child.wait_with_output() {
        Ok(output) if output.status.success() && written.is_ok() => {
            Drawn::Svg(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Ok(output) => Drawn::Failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        Err(error) => Drawn::Failed(error.to_string()),
    }
}
