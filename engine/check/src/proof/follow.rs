//! Checks a proof step by step.

use super::propagate::Propagation;
use super::read::{constraint, literal};
use super::{Constraint, Literal, Problem};

/// Result of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The problem is unsatisfiable.
    Unsatisfiable,
    /// The least value of the objective.
    Optimal(u128),
    /// The problem is satisfiable.
    Satisfiable,
    /// The proof ends without a result.
    Nothing,
}

struct Proof<'p> {
    problem: &'p Problem,
    known: Propagation,
    best: Option<u128>,
    has_model: bool,
    answer: Option<Answer>,
}

impl Problem {
    /// Checks a proof to its end: constraints by reverse unit propagation, models, and improvement of the
    /// objective.
    ///
    /// # Errors
    /// The first step that does not follow, or is not supported.
    pub fn follow(&self, proof: &str) -> Result<Answer, String> {
        let mut known = Propagation::default();
        self.all_constraints().for_each(|constraint| known.add(constraint.clone()));
        let mut state = Proof { problem: self, known, best: None, has_model: false, answer: None };
        let mut lines = proof.lines().enumerate();
        if lines.next().is_none_or(|(_, line)| !line.starts_with("pseudo-Boolean proof version 3")) {
            return Err("this is not a proof of version 3".to_owned());
        }
        for (number, line) in lines {
            state.take(line.trim()).map_err(|what| format!("line {}: {what}", number + 1))?;
        }
        state.answer.ok_or_else(|| "the proof has no end".to_owned())
    }
}

impl Proof<'_> {
    fn take(&mut self, line: &str) -> Result<(), String> {
        let statement = line.strip_suffix(';').ok_or("no `;` at the end")?;
        let (rule, rest) = statement.split_once(' ').unwrap_or((statement, ""));
        match rule {
            "rup" => self.derive(constraint(rest)?),
            "del" => {
                let text = rest
                    .strip_prefix("spec ")
                    .ok_or("only constraints that are written out can be deleted")?;
                let is_there = self.known.delete(&constraint(text)?);
                if is_there { Ok(()) } else { Err(format!("the constraint `{text}` does not exist")) }
            }
            "soli" => {
                let value = self.evaluate(rest)?;
                self.best = Some(value);
                let negated = self.problem.objective.iter().map(|&(weight, literal)| (weight, !literal));
                let total: u128 = self.problem.objective.iter().map(|&(weight, _)| weight).sum();
                self.known.add(Constraint::new(negated.collect(), total - value + 1));
                Ok(())
            }
            "output" | "end" => Ok(()),
            "conclusion" => self.conclude(rest),
            _ => Err(format!("the rule `{rule}` is not known")),
        }
    }

    fn derive(&mut self, constraint: Constraint) -> Result<(), String> {
        let follows = match constraint.negation() {
            Some(negation) => self.known.refutes(&[negation], &[]),
            None => true,
        };
        if !follows {
            return Err(format!("`{constraint}` does not follow"));
        }
        self.known.add(constraint);
        Ok(())
    }

    /// The value of the objective in an assignment that satisfies all constraints.
    fn evaluate(&mut self, text: &str) -> Result<u128, String> {
        let literals = text.split_whitespace().map(literal).collect::<Result<Vec<Literal>, String>>()?;
        let objective = &self.problem.objective;
        let value = self.known.while_assumed(&literals, |known| {
            let is_satisfied = |constraint: &Constraint| {
                let held =
                    constraint.terms.iter().filter(|&&(_, literal)| known.value(literal) == Some(true));
                held.map(|&(weight, _)| weight).sum::<u128>() >= constraint.bound
            };
            if let Some(violated) = known.constraints().find(|constraint| !is_satisfied(constraint)) {
                return Err(format!("the model does not satisfy `{violated}`"));
            }
            let paid = objective.iter().filter(|&&(_, literal)| known.value(literal) == Some(true));
            Ok(paid.map(|&(weight, _)| weight).sum())
        });
        self.has_model = true;
        value.unwrap_or_else(|| Err("the model is refuted by propagation".to_owned()))
    }

    fn conclude(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let needs_end =
            || if self.known.is_refuted() { Ok(()) } else { Err("no contradiction was reached".to_owned()) };
        self.answer = Some(match words[..] {
            ["NONE"] => Answer::Nothing,
            ["UNSAT"] => {
                needs_end()?;
                if self.has_model {
                    return Err("the proof claims unsatisfiability, but has a model".to_owned());
                }
                Answer::Unsatisfiable
            }
            ["BOUNDS", "INF", "INF"] if self.best.is_none() => {
                needs_end()?;
                Answer::Unsatisfiable
            }
            ["BOUNDS", lower, upper] if lower == upper => {
                needs_end()?;
                let best = self.best.filter(|best| best.to_string() == upper);
                Answer::Optimal(best.ok_or_else(|| format!("no model costs {upper}"))?)
            }
            ["SAT", ":", ..] => {
                let (_, model) = text.split_once(':').expect("just seen");
                self.evaluate(model)?;
                Answer::Satisfiable
            }
            _ => return Err(format!("`{text}` is not a supported conclusion")),
        });
        Ok(())
    }
}
