//! The language server against random edits of real programs: each version of a text gets the diagnostics of
//! `hamadryad solve` on the same text, and every request a reply.
//!
//! `HAMADRYAD_EDITS=500 cargo test -p hamadryad --test sessions lsp` makes 500 edits; `HAMADRYAD_SEED`
//! selects others.

use super::Folder;
use hamadryad_random::Random;
use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::io::BufReader;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The programs, below the folder of the repository.
const PROGRAMS: [&str; 10] = [
    "docs/examples/colours.lp",
    "docs/examples/mistakes.lp",
    "encodings/bag/bag.lp",
    "encodings/minotaur/minotaur.lp",
    "encodings/pipes/pipes.lp",
    "encodings/ricochet/ricochet.lp",
    "encodings/rogo/rogo.lp",
    "encodings/rush/rush.lp",
    "encodings/snake/hamiltonian.lp",
    "encodings/snake/naive.lp",
];

/// Texts that are inserted, among them parts of errors.
const PIECES: [&str; 24] = [
    "X",
    "a",
    "p(X)",
    ".",
    ":-",
    ",",
    ";",
    "not ",
    "(",
    ")",
    "{",
    "}",
    "#show a/1.",
    "#sum { 1 : a }",
    " % x\n",
    "\n",
    "\"",
    "1/0",
    "é",
    "..",
    "=/=",
    "#cont n = 1.",
    "%*",
    "&t { a }",
];

/// A client of the server.
struct Client {
    process: Child,
    out: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    number: i32,
    /// The notifications that came before a reply.
    notices: Vec<Notification>,
}

impl Client {
    fn start(folder: &Path) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hamadryad"));
        command.arg("lsp").current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("the server starts");
        let out = process.stdin.take();
        let from = BufReader::new(process.stdout.take().expect("output is piped"));
        let mut client = Client { process, out, from, number: 0, notices: Vec::new() };
        let result =
            client.request("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
        assert!(result["result"]["capabilities"]["hoverProvider"].as_bool().unwrap_or(false), "{result}");
        client.notify("initialized", json!({}));
        client
    }

    fn send(&mut self, message: Message) {
        message.write(self.out.as_mut().expect("the session is open")).expect("the server reads");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(Message::Notification(Notification::new(method.to_owned(), params)));
    }

    fn receive(&mut self) -> Message {
        Message::read(&mut self.from).expect("a message of the protocol").expect("the server runs")
    }

    /// Sends a request, and returns its reply.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let id = RequestId::from(self.number);
        self.send(Message::Request(Request::new(id.clone(), method.to_owned(), params)));
        loop {
            match self.receive() {
                Message::Response(response) if response.id == id => {
                    return serde_json::to_value(&response).expect("JSON");
                }
                Message::Notification(notice) => self.notices.push(notice),
                other => panic!("unexpected: {other:?}"),
            }
        }
    }

    /// The diagnostics of a version of a text.
    fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let notice = match self.notices.is_empty() {
                false => self.notices.remove(0),
                true => match self.receive() {
                    Message::Notification(notice) => notice,
                    other => panic!("unexpected: {other:?}"),
                },
            };
            let is_wanted = notice.method == "textDocument/publishDiagnostics"
                && notice.params["uri"] == *uri
                && notice.params["version"] == version;
            if is_wanted {
                return notice.params["diagnostics"].as_array().cloned().expect("a list");
            }
        }
    }

    fn stop(mut self) {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.out = None;
        assert!(self.process.wait().expect("the server ends").success());
    }
}

/// A diagnostic as the client and the command line have it: severity, kind, place, message.
type Line = (String, String, [u64; 4], String);

fn of_server(diagnostic: &Value) -> Line {
    let severity = if diagnostic["severity"] == 1 { "error" } else { "warning" };
    let place = |end: &str, part: &str| diagnostic["range"][end][part].as_u64().expect("a number") + 1;
    let range = [
        place("start", "line"),
        place("start", "character"),
        place("end", "line"),
        place("end", "character"),
    ];
    let text = |part: &str| diagnostic[part].as_str().unwrap_or_default().to_owned();
    (severity.to_owned(), text("code"), range, text("message"))
}

/// The diagnostics of `hamadryad solve`; `None` if it did not end in time.
fn of_solve(file: &Path, folder: &Path) -> Option<Vec<Line>> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hamadryad"));
    command.args(["solve", "--message-format=json", "--solve-limit=0", "--time-limit=2", "--quiet=2,2,2"]);
    let output = command.arg(file).current_dir(folder).output().expect("it runs");
    let text = String::from_utf8(output.stderr).expect("text");
    if text.contains("INTERRUPTED") || String::from_utf8_lossy(&output.stdout).contains("INTERRUPTED") {
        return None;
    }
    let lines = text.lines().filter(|line| line.starts_with('{'));
    let read = |line: &str| {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let place = |end: &str, part: &str| value[end][part].as_u64().unwrap_or(1);
        let range =
            [place("start", "line"), place("start", "column"), place("end", "line"), place("end", "column")];
        let text = |part: &str| value[part].as_str().unwrap_or_default().to_owned();
        let hint = value["hint"].as_str().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
        (text("severity"), text("code"), range, text("message") + &hint)
    };
    Some(lines.map(read).collect())
}

/// A random edit: the replaced bytes, and the new text.
fn edit(random: &mut Random, text: &str) -> (usize, usize, String) {
    let border = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = border(random.below(text.len() as u64 + 1) as usize);
    let longest = (text.len() - start).min(if random.below(4) == 0 { 40 } else { 3 });
    let end = border(start + random.below(longest as u64 + 1) as usize).max(start);
    let piece = PIECES[random.below(PIECES.len() as u64) as usize];
    match random.below(3) {
        0 => (start, end, String::new()),
        1 => (start, start, piece.to_owned()),
        _ => (start, end, piece.to_owned()),
    }
}

fn position(text: &str, at: usize) -> Value {
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    json!({ "line": line, "character": text[start..at].encode_utf16().count() })
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_edits_get_the_diagnostics_of_solve() {
    let (edits, seed) = (number("HAMADRYAD_EDITS", 40), number("HAMADRYAD_SEED", 1));
    let folder = Folder::new("lsp");
    let folder = folder.0.canonicalize().expect("the folder is there");
    let mut client = Client::start(&folder);
    let mut compared = 0;
    for (i, program) in PROGRAMS.iter().enumerate() {
        let mut random = Random::new(seed * 1000 + i as u64);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let original = std::fs::read_to_string(root.join(program)).expect("the program is there");
        let mut text = original.clone();
        let file = folder.join(format!("{i}.lp"));
        let uri = format!("file://{}", file.display());
        let item = json!({ "uri": uri, "languageId": "clingo", "version": 0, "text": text });
        client.notify("textDocument/didOpen", json!({ "textDocument": item }));
        for version in 0..=(edits / PROGRAMS.len() as u64) as i32 {
            if version > 0 {
                // After some edits, little of a text is a program; it starts anew.
                let (start, end, piece) = if version % 8 == 0 {
                    (0, text.len(), original.clone())
                } else {
                    edit(&mut random, &text)
                };
                let range = json!({ "start": position(&text, start), "end": position(&text, end) });
                text.replace_range(start..end, &piece);
                let change = json!({
                    "textDocument": { "uri": uri, "version": version },
                    "contentChanges": [{ "range": range, "text": piece }],
                });
                client.notify("textDocument/didChange", change);
            }
            requests(&mut client, &mut random, &uri, &text);
            let mut ours: Vec<Line> = client.diagnostics(&uri, version).iter().map(of_server).collect();
            std::fs::write(&file, &text).expect("the file is written");
            let Some(mut theirs) = of_solve(&file, &folder) else { continue };
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "{program}, version {version}:\n{text}");
            compared += 1;
        }
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    client.stop();
    assert!(compared * 2 > edits, "only {compared} versions were compared");
}

/// All kinds of requests at a random position.
fn requests(client: &mut Client, random: &mut Random, uri: &str, text: &str) {
    let mut at = random.below(text.len() as u64 + 1) as usize;
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let position = position(text, at);
    let range = json!({ "start": position, "end": position });
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    for method in [
        "hover",
        "definition",
        "references",
        "prepareRename",
        "rename",
        "completion",
        "documentSymbol",
        "foldingRange",
        "formatting",
        "semanticTokens/full",
        "semanticTokens/range",
        "codeAction",
        "codeLens",
        "inlayHint",
    ] {
        let params = json!({
            "textDocument": { "uri": uri }, "position": position, "range": range, "options": options,
            "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1 }, "newName": "fresh",
        });
        let reply = client.request(&format!("textDocument/{method}"), params);
        // A rename may be refused.
        assert!(reply.get("error").is_none() || method == "rename", "{method}: {reply}\n{text}");
        assert_ne!(reply["error"]["code"], -32603, "{method}: {reply}\n{text}");
    }
}
