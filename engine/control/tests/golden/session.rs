//! Sessions: input lines for a control, and its output.
//!
//! ```text
//! #external a. b :- a. c :- not b.      a text that is added, up to the next command
//! > ground base step(1,x)               parts, in one step
//! > external a true                     or `false`, `free`
//! > release a
//! > cleanup
//! > atoms                               the atom base of the grounder
//! > solve                               all answer sets, or all optimal answer sets
//! > solve a -b                          under assumptions
//! ```

use crate::{describe, describe_answers, describe_failure};
use hamadryad::{Control, Error, Part, Symbol, Truth};

/// The commands of the session, each with its output; texts are omitted.
pub fn transcript(input: &str) -> String {
    let (mut control, mut out, mut text) = (Control::new(), String::new(), String::new());
    for line in input.lines().chain(["> end"]) {
        let Some(command) = line.strip_prefix("> ") else {
            text += line;
            text.push('\n');
            continue;
        };
        if !text.trim().is_empty() {
            let result = control.add("test", &std::mem::take(&mut text));
            out += &said(&mut control, result.map(|()| String::new()));
        }
        if command != "end" {
            out += &format!("> {command}\n");
            let result = obey(&mut control, command);
            out += &said(&mut control, result);
        }
    }
    out
}

fn said(control: &mut Control, result: Result<String, Error>) -> String {
    match result {
        Ok(answer) => {
            let warnings = control.take_warnings();
            describe(control, &warnings) + &answer
        }
        Err(error) => describe_failure(control, &error),
    }
}

fn obey(control: &mut Control, command: &str) -> Result<String, Error> {
    let mut words = command.split(' ');
    let verb = words.next().expect("a split has a first part");
    match verb {
        "ground" => ground(control, words)?,
        "external" => {
            let atom = control.parse_symbol("atom", words.next().expect("an atom"))?;
            let value = match words.next() {
                Some("true") => Truth::True,
                Some("false") => Truth::False,
                _ => Truth::Free,
            };
            control.assign_external(atom, value);
        }
        "release" => {
            let atom = control.parse_symbol("atom", words.next().expect("an atom"))?;
            control.release_external(atom);
        }
        "cleanup" => control.cleanup(),
        "atoms" => {
            let atoms = control.atoms().map(|atom| format!(" {}", control.symbols().display(atom)));
            return Ok(format!("|{}\n", atoms.collect::<String>()));
        }
        "solve" => {
            let mut assumptions = Vec::new();
            for word in words {
                let atom = word.strip_prefix("not:");
                let symbol = control.parse_symbol("atom", atom.unwrap_or(word))?;
                assumptions.push((symbol, atom.is_none()));
            }
            return describe_answers(control, &assumptions);
        }
        other => panic!("`{other}` is no command"),
    }
    Ok(String::new())
}

/// Grounds parts that are given as terms.
fn ground<'a>(control: &mut Control, words: impl Iterator<Item = &'a str>) -> Result<(), Error> {
    let mut parts: Vec<(String, Vec<Symbol>)> = Vec::new();
    for word in words {
        let symbol = control.parse_symbol("part", word)?;
        let hamadryad::View::Function { name, arguments, .. } = control.symbols().view(symbol) else {
            panic!("`{word}` is no part");
        };
        parts.push((control.symbols().text(name).to_owned(), arguments.to_vec()));
    }
    let parts: Vec<Part> = parts.iter().map(|(name, arguments)| Part::new(name, arguments)).collect();
    control.ground(&parts)
}
