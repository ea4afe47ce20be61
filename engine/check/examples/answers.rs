//! Solves programs from standard input, one line of JSON for each; each program begins with a line that
//! begins with `%%%`.
//!
//! ```text
//! {"answers": [{"atoms": ["a"], "shown": ["a"], "cost": [[1, 3], [0, 2]]}], "optimal": 1}
//! {"refused": "TooLarge(\"more atoms than the limit\")"}
//! ```

use hamadryad_check::source::{Answer, Oracle, OracleError, Setting};
use hamadryad_symbol::{Symbol, Symbols};
use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut programs: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with("%%%") {
            programs.push(String::new());
        } else if let Some(program) = programs.last_mut() {
            program.push_str(line);
            program.push('\n');
        }
    }
    let mut output = io::stdout().lock();
    for program in programs {
        let mut symbols = Symbols::new();
        let line = match answers(&mut symbols, &program) {
            Ok((answers, optimal)) => {
                let answers: Vec<String> = answers.iter().map(|answer| json(&symbols, answer)).collect();
                format!("{{\"answers\": [{}], \"optimal\": {optimal}}}", answers.join(", "))
            }
            Err(refusal) => format!("{{\"refused\": {}}}", quoted(&format!("{refusal:?}"))),
        };
        writeln!(output, "{line}")?;
    }
    Ok(())
}

fn answers(symbols: &mut Symbols, program: &str) -> Result<(Vec<Answer>, usize), OracleError> {
    let oracle = Oracle::from_text(symbols, program, &Setting::default())?;
    Ok((oracle.answers(symbols)?, oracle.optimal_answers(symbols)?.len()))
}

fn json(symbols: &Symbols, answer: &Answer) -> String {
    let list = |terms: &[Symbol]| {
        let terms: Vec<String> =
            terms.iter().map(|&term| quoted(&symbols.display(term).to_string())).collect();
        terms.join(", ")
    };
    let cost: Vec<String> =
        answer.cost.iter().map(|(priority, sum)| format!("[{priority}, {sum}]")).collect();
    format!(
        "{{\"atoms\": [{}], \"shown\": [{}], \"cost\": [{}]}}",
        list(&answer.atoms),
        list(&answer.shown),
        cost.join(", ")
    )
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            control if control < ' ' => quoted.push_str(&format!("\\u{:04x}", control as u32)),
            other => quoted.push(other),
        }
    }
    quoted + "\""
}
