//! The answer set that a question is about: the first one or an optimal one, one by its number, or one in a file.

use crate::exit;
use crate::explain::asking::Asking;
use crate::input;
use crate::messages;
use hamadryad::{OptimizeMode, SolveOptions, Symbol};
use std::collections::HashSet;

/// An answer set with its name in texts.
pub struct Answer {
    /// Its true atoms, shown or hidden.
    pub atoms: HashSet<Symbol>,
    /// Its costs, highest priority first.
    pub costs: Vec<i64>,
    /// Whether its costs are proven minimal.
    pub is_optimal: bool,
    /// Its name: `answer 1`, `an optimal answer`.
    pub name: String,
}

/// The value of `--answer`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The answer set with this number, whatever it costs.
    Number(u64),
    /// The answer set with the shown atoms in a file.
    File(String),
}

/// Reads the value of `--answer`.
pub fn choice(text: &str) -> Result<Choice, String> {
    match text.parse() {
        Ok(0) => Err("answers are numbered from 1".to_owned()),
        Ok(number) => Ok(Choice::Number(number)),
        Err(_) => Ok(Choice::File(text.to_owned())),
    }
}

/// Searches for an answer set under assumptions: an optimal one if there is an objective. `None` if there is none.
///
/// # Errors
/// The exit code, after a message, if the search fails or is stopped.
pub fn find(asking: &mut Asking<'_>, assumptions: &[(Symbol, bool)]) -> Result<Option<Answer>, u8> {
    let options = SolveOptions { assumptions, ..SolveOptions::default() };
    search(asking, options, u64::MAX).map(|found| {
        found.map(|answer| {
            let name = if answer.costs.is_empty() { "the first answer" } else { "an optimal answer" };
            Answer { name: name.to_owned(), ..answer }
        })
    })
}

/// The answer set of `--answer`.
///
/// # Errors
/// The exit code, after a message, if there is no such answer set.
pub fn chosen(asking: &mut Asking<'_>, choice: &Choice) -> Result<Answer, u8> {
    match choice {
        Choice::Number(number) => {
            let options = SolveOptions {
                models: Some(*number),
                optimize: OptimizeMode::Ignore,
                ..SolveOptions::default()
            };
            let found = search(asking, options, *number)?;
            let name = format!("answer {number}");
            found
                .map(|answer| Answer { name, ..answer })
                .ok_or_else(|| refuse(&format!("there is no answer {number}: the program has fewer answers")))
        }
        Choice::File(file) => {
            let text = input::read(file).map_err(|message| refuse(&message))?;
            let mut shown: HashSet<Symbol> = HashSet::new();
            for word in atoms_of(&text) {
                let Ok(symbol) = asking.control.parse_symbol(file, word) else {
                    return Err(refuse(&format!(
                        "{file}: `{word}` is no atom: expected the atoms of an answer"
                    )));
                };
                shown.insert(symbol);
            }
            let mut assumptions = asking.control.assumptions_of(&shown);
            assumptions.extend(shown.iter().map(|&atom| (atom, true)));
            let found = find(asking, &assumptions)?;
            found.map(|answer| Answer { name: format!("the answer in {file}"), ..answer }).ok_or_else(|| {
                refuse(&format!(
                    "{file}: the program has no answer with these atoms, and no others of their predicates"
                ))
            })
        }
    }
}

fn refuse(message: &str) -> u8 {
    messages::print(&format!("error: {message}\n"));
    exit::BAD_INPUT
}

/// The last of at most `most` models.
fn search(asking: &mut Asking<'_>, options: SolveOptions<'_>, most: u64) -> Result<Option<Answer>, u8> {
    let stop = asking.stopper();
    let mut search = match asking.control.solve(SolveOptions { stop: &stop, ..options }) {
        Ok(search) => search,
        Err(error) => return Err(refuse(&error.to_string())),
    };
    let (mut last, mut number) = (None, 0);
    while let Some(model) = search.next_model() {
        number = model.number();
        last = Some(Answer {
            atoms: model.atoms().collect(),
            costs: model.costs().to_vec(),
            is_optimal: false,
            name: String::new(),
        });
    }
    let summary = search.summary();
    if summary.interrupted && last.is_none() {
        messages::print("interrupted: no answer was found in time\n");
        return Err(exit::INTERRUPTED);
    }
    let is_numbered = most < u64::MAX;
    let last = last.filter(|_| !is_numbered || number == most);
    Ok(last.map(|answer| Answer { is_optimal: summary.optimum_proven, ..answer }))
}

/// The atoms in the text of an answer: words that end at spaces or dots outside of brackets and strings. Of an
/// output of `solve`, the atoms of the last answer.
fn atoms_of(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    if let Some(last) = lines.iter().rposition(|line| line.starts_with("Answer:")) {
        lines = lines[last + 1..].iter().take(1).copied().collect();
    }
    let is_verdict = |line: &&&str| !matches!(**line, "SATISFIABLE" | "OPTIMUM FOUND" | "UNKNOWN");
    lines.iter().take_while(is_verdict).flat_map(|line| words(line)).collect()
}

fn words(line: &str) -> Vec<&str> {
    let (mut words, mut start, mut depth) = (Vec::new(), None, 0usize);
    let (mut in_string, mut escaped) = (false, false);
    for (at, character) in line.char_indices() {
        let ends = !in_string && depth == 0 && (character.is_whitespace() || character == '.');
        match character {
            _ if in_string && escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            '(' if !in_string => depth += 1,
            ')' if !in_string => depth = depth.saturating_sub(1),
            '%' if !in_string && depth == 0 => {
                words.extend(start.take().map(|start| &line[start..at]));
                return words;
            }
            _ => {}
        }
        if ends {
            words.extend(start.take().map(|start| &line[start..at]));
        } else {
            start = start.or(Some(at));
        }
    }
    words.extend(start.map(|start| &line[start..]));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_are_read_from_facts_and_from_outputs() {
        let expected = ["a", "p(1, \"x. y\")", "-q(2)"];
        assert_eq!(atoms_of("a. p(1, \"x. y\").\n-q(2). % c"), expected);
        assert_eq!(
            atoms_of("hamadryad\nSolving...\nAnswer: 1\nb\nAnswer: 2\na p(1, \"x. y\") -q(2)\nSATISFIABLE"),
            expected
        );
        assert_eq!(atoms_of("a p(1, \"x. y\") -q(2)\nSATISFIABLE\n"), expected);
    }
}
