//! OPB: pseudo-Boolean constraints and an objective, as a logic program.
//!
//! ```text
//! * #variable= 2 #constraint= 1
//! min: +1 x1 -2 x2 ;             :~ 1. [1]  :~ 2. [-2]
//! +3 x1 +2 ~x2 >= 2 ;            :- 4 <= #sum { 3 : not 1 ; 2 : 2 }.     sum of the false literals above 5 - 2
//! ```
//!
//! The format is that of the pseudo-Boolean competitions (Roussel, Manquinho: Input/Output Format and Solver
//! Requirements for the Competitions of Pseudo-Boolean Solvers, 2012), with products of literals and without
//! soft constraints. Models show every variable as a number, negative if it is false.

use super::problem_extensions;
use super::tokens::{Read, Tokens};
use super::variables::{Selection, Shown, Variables};
use crate::{Atom, BodyRef, Head, Literal, Sink, Weight, WeightedLiteral};
use hamadryad_symbol::Symbols;

/// Whether a text is OPB.
pub(crate) fn is_opb(text: &str) -> bool {
    text.starts_with("* #variable=")
}

/// Sends the constraints of the text to the sink.
pub(super) fn read(
    text: &str,
    shown: Shown,
    extends: bool,
    symbols: &mut Symbols,
    sink: &mut dyn Sink,
) -> Read<()> {
    let mut tokens = Tokens::new(text);
    tokens.expect("*")?;
    tokens.expect("#variable=")?;
    let variables = Variables::read(&mut tokens, "a number of variables")?;
    tokens.expect("#constraint=")?;
    tokens.number::<u64>("a number of constraints")?;
    tokens.line();
    variables.begin(sink);
    let selection = match extends {
        true => problem_extensions::read(&mut tokens, "*", &variables, symbols, sink)?,
        false => Selection::default(),
    };
    variables.show(selection, shown, symbols, sink);
    let mut problem = Problem { tokens, variables, sink };
    problem.tokens.skip_comments('*');
    if problem.tokens.accept("min:") {
        let objective = problem.sum()?;
        problem.end("`;`")?;
        if !objective.is_empty() {
            let summand =
                |&(weight, literal): &(i64, Literal)| WeightedLiteral { literal, weight: weight as Weight };
            let objective: Vec<WeightedLiteral> = objective.iter().map(summand).collect();
            problem.sink.minimize(0, &objective);
        }
        problem.tokens.skip_comments('*');
    }
    while !problem.tokens.is_at_end() {
        problem.constraint()?;
        problem.tokens.skip_comments('*');
    }
    problem.sink.end_step();
    Ok(())
}

struct Problem<'a> {
    tokens: Tokens<'a>,
    variables: Variables,
    sink: &'a mut dyn Sink,
}

impl Problem<'_> {
    /// Takes a semicolon, which may end a word.
    fn end(&mut self, expected: &str) -> Read<()> {
        if self.tokens.peek_char() == Some(';') {
            self.tokens.take(1);
            return Ok(());
        }
        let word = self.tokens.word(expected)?;
        Err(self.tokens.error(format!("{expected} is expected, not `{word}`")))
    }

    /// A number up to the end of its word or a semicolon.
    fn integer(&mut self, expected: &str) -> Read<i64> {
        let word = self.tokens.peek();
        let word = self.tokens.take(word.find(';').unwrap_or(word.len()));
        let number = word.parse().ok().filter(|&number| i32::try_from(number).is_ok());
        number.ok_or_else(|| self.tokens.error(format!("`{word}` is not {expected} of 32 bits")))
    }

    /// Weighted literals up to a word that is no number. A product of several literals is an atom of its own.
    fn sum(&mut self) -> Read<Vec<(i64, Literal)>> {
        let mut sum = Vec::new();
        while self.tokens.peek_char().is_some_and(|sign| "+-0123456789".contains(sign)) {
            let weight = self.integer("a coefficient")?;
            let mut literals = vec![self.literal()?];
            while self.tokens.peek_char().is_some_and(|sign| "x~".contains(sign)) {
                literals.push(self.literal()?);
            }
            let literal = match literals[..] {
                [only] => only,
                _ => self.product(&literals)?,
            };
            sum.push((weight, literal));
        }
        Ok(sum)
    }

    fn product(&mut self, literals: &[Literal]) -> Read<Literal> {
        let atom = self.variables.fresh(&self.tokens)?;
        self.sink.rule(Head::Disjunction(&[atom]), BodyRef::Normal(literals));
        Ok(atom.positive())
    }

    fn literal(&mut self) -> Read<Literal> {
        let word = self.tokens.peek();
        let word = self.tokens.take(word.find(';').unwrap_or(word.len()));
        let (name, is_positive) = word.strip_prefix('~').map_or((word, true), |name| (name, false));
        let number = name.strip_prefix('x').and_then(|number| number.parse().ok());
        let Some(atom) = number.and_then(Atom::new) else {
            return Err(self.tokens.error(format!("a variable such as `x1` is expected, not `{word}`")));
        };
        self.variables.check(&self.tokens, atom)?;
        Ok(if is_positive { atom.positive() } else { atom.negative() })
    }

    fn constraint(&mut self) -> Read<()> {
        let sum = self.sum()?;
        if sum.is_empty() {
            let word = self.tokens.word("a coefficient")?;
            return Err(self.tokens.error(format!("`{word}` is not a coefficient")));
        }
        let is_equation = match self.tokens.word("`>=` or `=`")? {
            ">=" => false,
            "=" => true,
            other => return Err(self.tokens.error(format!("`>=` or `=` is expected, not `{other}`"))),
        };
        let bound = self.integer("a bound")?;
        self.at_least(&sum, bound)?;
        if is_equation {
            let negated: Vec<(i64, Literal)> =
                sum.iter().map(|&(weight, literal)| (-weight, literal)).collect();
            self.at_least(&negated, -bound)?;
        }
        self.end("`;`")
    }

    /// The sum is at least the bound. A literal with a positive weight loses the weight if it is false, and a
    /// literal with a negative weight if it is true; the losses are at most the largest sum minus the bound.
    fn at_least(&mut self, sum: &[(i64, Literal)], bound: i64) -> Read<()> {
        let largest: i64 = sum.iter().map(|&(weight, _)| weight.max(0)).sum();
        let total: i64 = sum.iter().map(|&(weight, _)| weight.abs()).sum();
        let lower = largest - bound + 1;
        if lower <= 0 {
            self.sink.rule(Head::Disjunction(&[]), BodyRef::Normal(&[]));
        } else if lower <= total {
            if total > i64::from(Weight::MAX) {
                return Err(self
                    .tokens
                    .error(format!("the coefficients sum up to more than {}", Weight::MAX)));
            }
            let loss = |&(weight, literal): &(i64, Literal)| WeightedLiteral {
                literal: if weight > 0 { !literal } else { literal },
                weight: weight.abs() as Weight,
            };
            let literals: Vec<WeightedLiteral> =
                sum.iter().filter(|(weight, _)| *weight != 0).map(loss).collect();
            let body = BodyRef::Sum { lower: lower as Weight, literals: &literals };
            self.sink.rule(Head::Disjunction(&[]), body);
        }
        Ok(())
    }
}
