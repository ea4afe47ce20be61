//! DIMACS: clauses, and clauses with weights (MaxSAT), as a logic program.
//!
//! ```text
//! c a comment
//! p wcnf 2 2 10        {1;2}.                  variables, clauses, and the weight of hard clauses
//! 10 1 2 0             :- not 1, not 2.
//! 3 -1 0               :~ 1. [3]
//! ```
//!
//! A soft clause of several literals has an atom that is true if the clause is false. Models show every
//! variable as a number, negative if it is false.

use super::problem_extensions;
use super::tokens::{Read, Tokens};
use super::variables::{Selection, Shown, Variables};
use crate::{BodyRef, Head, Literal, Sink, Weight, WeightedLiteral};
use hamadryad_symbol::Symbols;

/// Whether a text is DIMACS: after comments, a problem line.
pub(crate) fn is_dimacs(text: &str) -> bool {
    let is_comment = |line: &&str| line.trim_ascii().is_empty() || *line == "c" || line.starts_with("c ");
    let mut lines = text.lines().skip_while(is_comment);
    lines.next().is_some_and(|line| line.starts_with("p cnf") || line.starts_with("p wcnf"))
}

/// Options of reading.
#[derive(Clone, Copy, Default)]
pub(super) struct ClauseOptions {
    /// Whether clauses without a weight are soft.
    pub(super) are_soft: bool,
    /// Whether statements in comments are read.
    pub(super) extend: bool,
}

/// Sends the clauses of the text to the sink.
pub(super) fn read(
    text: &str,
    shown: Shown,
    options: ClauseOptions,
    symbols: &mut Symbols,
    sink: &mut dyn Sink,
) -> Read<()> {
    let mut tokens = Tokens::new(text);
    tokens.skip_comments('c');
    tokens.expect("p")?;
    let is_weighted = match tokens.word("`cnf` or `wcnf`")? {
        "cnf" => false,
        "wcnf" => true,
        other => return Err(tokens.error(format!("`cnf` or `wcnf` is expected, not `{other}`"))),
    };
    let mut variables = Variables::read(&mut tokens, "a number of variables")?;
    tokens.number::<u64>("a number of clauses")?;
    let rest = tokens.line();
    let hard = match rest.parse::<i64>() {
        _ if rest.is_empty() => None,
        Ok(weight) if is_weighted && weight > 0 => Some(weight),
        _ => return Err(tokens.error(format!("unexpected `{rest}` in the problem line"))),
    };
    variables.begin(sink);
    let selection = match options.extend {
        true => problem_extensions::read(&mut tokens, "c", &variables, symbols, sink)?,
        false => Selection::default(),
    };
    variables.show(selection, shown, symbols, sink);
    let mut soft = Vec::new();
    loop {
        tokens.skip_comments('c');
        if tokens.is_at_end() {
            break;
        }
        let weight = match is_weighted {
            true => Some(weight(&mut tokens, hard)?),
            false => options.are_soft.then_some(Some(1)),
        };
        let clause = clause(&mut tokens, &variables)?;
        let body: Vec<Literal> = clause.iter().map(|&literal| !literal).collect();
        match weight.flatten() {
            None => sink.rule(Head::Disjunction(&[]), BodyRef::Normal(&body)),
            Some(weight) => {
                let literal = match body[..] {
                    [only] => only,
                    _ => {
                        let atom = variables.fresh(&tokens)?;
                        sink.rule(Head::Disjunction(&[atom]), BodyRef::Normal(&body));
                        atom.positive()
                    }
                };
                soft.push(WeightedLiteral { literal, weight });
            }
        }
    }
    // Without a soft clause there is nothing to optimise.
    if !soft.is_empty() {
        sink.minimize(0, &soft);
    }
    sink.end_step();
    Ok(())
}

/// The weight of a clause, none if it is hard.
fn weight(tokens: &mut Tokens<'_>, hard: Option<i64>) -> Read<Option<Weight>> {
    let weight: i64 = tokens.number("a weight")?;
    if weight < 1 {
        return Err(tokens.error("a weight of at least 1 is expected"));
    }
    if hard.is_some_and(|hard| weight >= hard) {
        return Ok(None);
    }
    let weight = Weight::try_from(weight);
    weight.map(Some).map_err(|_| tokens.error(format!("a weight is at most {}", Weight::MAX)))
}

fn clause(tokens: &mut Tokens<'_>, variables: &Variables) -> Read<Vec<Literal>> {
    let mut clause = Vec::new();
    while !tokens.accept("0") {
        let literal = tokens.literal()?;
        variables.check(tokens, literal.atom())?;
        clause.push(literal);
    }
    Ok(clause)
}
