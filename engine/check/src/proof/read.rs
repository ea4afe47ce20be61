//! Reads problems and proofs.

use super::{Axiom, Constraint, Literal, Problem, Subject};

impl Problem {
    /// Reads a problem as written by the solver: constraints with `>=` and positive weights, and comments
    /// that name atoms.
    ///
    /// # Errors
    /// The first error, with the number of its line.
    pub fn read(text: &str) -> Result<Problem, String> {
        let mut problem = Problem::default();
        for (number, line) in text.lines().enumerate() {
            problem.read_line(line).map_err(|what| format!("line {}: {what}", number + 1))?;
        }
        Ok(problem)
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        if let Some(comment) = line.strip_prefix('*') {
            let words: Vec<&str> = comment.split_whitespace().collect();
            if let ["atom", atom, literal_text] = words[..] {
                let atom = atom.parse().map_err(|_| format!("`{atom}` is not an atom"))?;
                self.atoms.insert(atom, literal(literal_text)?);
            }
            return Ok(());
        }
        let Some(statement) = line.trim().strip_suffix(';') else {
            return if line.trim().is_empty() { Ok(()) } else { Err("no `;` at the end".to_owned()) };
        };
        if let Some(objective) = statement.strip_prefix("min:") {
            let words: Vec<&str> = objective.split_whitespace().collect();
            self.objective = terms(&words)?;
        } else if let Some((label, rest)) =
            statement.strip_prefix('@').and_then(|labelled| labelled.split_once(' '))
        {
            let constraint = constraint(rest)?;
            match Subject::of_label(label) {
                Some(about) => self.axioms.push(Axiom { about, constraint }),
                None => self.constraints.push(constraint),
            }
        } else {
            self.constraints.push(constraint(statement)?);
        }
        Ok(())
    }
}

pub(super) fn literal(text: &str) -> Result<Literal, String> {
    let (is_positive, name) = match text.strip_prefix('~') {
        Some(name) => (false, name),
        None => (true, text),
    };
    let variable = name.strip_prefix('x').and_then(|number| number.parse().ok());
    let variable = variable.ok_or_else(|| format!("`{text}` is not a literal"))?;
    Ok(Literal { variable, is_positive })
}

fn terms(words: &[&str]) -> Result<Vec<(u128, Literal)>, String> {
    if !words.len().is_multiple_of(2) {
        return Err("a weight without a literal".to_owned());
    }
    let term = |pair: &[&str]| {
        let weight = pair[0].parse().map_err(|_| format!("`{}` is not a weight", pair[0]))?;
        Ok((weight, literal(pair[1])?))
    };
    words.chunks_exact(2).map(term).collect()
}

pub(super) fn constraint(text: &str) -> Result<Constraint, String> {
    let (left, bound) = text.split_once(">=").ok_or("no `>=`")?;
    let bound = bound.trim().parse().map_err(|_| format!("`{}` is not a bound", bound.trim()))?;
    let words: Vec<&str> = left.split_whitespace().collect();
    Ok(Constraint::new(terms(&words)?, bound))
}
