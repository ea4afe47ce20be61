//! Goals: atoms that a question is about, possibly with variables.

use crate::inspect::frame::{Frame, Terms};
use crate::ir::Term;
use hamadryad_symbol::{Name, Signature, Symbol, Symbols, View};
use std::fmt;

/// An atom, possibly with variables: `at(1,X,_)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Goal {
    /// The signature of the atom.
    pub signature: Signature,
    /// Its arguments.
    pub arguments: Vec<GoalTerm>,
}

/// An argument of a [`Goal`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum GoalTerm {
    /// A term without variables.
    Ground(Symbol),
    /// `_`
    Any,
    /// A variable; equal variables have equal values.
    Variable(Name),
    /// A function with variables in its arguments; the name, whether it is positive, the arguments.
    Function(Name, bool, Vec<GoalTerm>),
}

impl Goal {
    /// The goal that is this atom; `None` if the term is no atom.
    pub fn of(symbols: &Symbols, atom: Symbol) -> Option<Goal> {
        let signature = symbols.signature(atom)?;
        let arguments = symbols.arguments(atom).iter().map(|&argument| GoalTerm::Ground(argument)).collect();
        Some(Goal { signature, arguments })
    }

    /// The atom, if the goal has no variables.
    pub fn atom(&self, symbols: &mut Symbols) -> Option<Symbol> {
        let arguments: Option<Vec<Symbol>> = self
            .arguments
            .iter()
            .map(|argument| if let GoalTerm::Ground(symbol) = argument { Some(*symbol) } else { None })
            .collect();
        Some(symbols.function_named(self.signature.name, &arguments?, self.signature.positive))
    }

    /// Whether the atom is an instance of the goal.
    pub fn includes(&self, symbols: &Symbols, atom: Symbol) -> bool {
        let mut values = Vec::new();
        symbols.signature(atom) == Some(self.signature)
            && all_match(symbols, &self.arguments, symbols.arguments(atom), &mut values)
    }

    /// Matches the head of a rule with the goal, and binds variables of the head.
    pub(crate) fn unify(&self, terms: &mut Terms<'_>, head: &[Term], frame: &mut Frame) -> bool {
        self.arguments.iter().zip(head).all(|(goal, term)| unify(terms, term, goal, frame))
    }

    /// Its text.
    pub fn display<'a>(&'a self, symbols: &'a Symbols) -> impl fmt::Display + 'a {
        DisplayGoal { goal: self, symbols }
    }
}

fn all_match(
    symbols: &Symbols,
    goals: &[GoalTerm],
    terms: &[Symbol],
    values: &mut Vec<(Name, Symbol)>,
) -> bool {
    goals.iter().zip(terms).all(|(goal, &term)| match goal {
        GoalTerm::Ground(symbol) => *symbol == term,
        GoalTerm::Any => true,
        GoalTerm::Variable(name) => match values.iter().find(|(other, _)| other == name) {
            Some(&(_, value)) => value == term,
            None => {
                values.push((*name, term));
                true
            }
        },
        GoalTerm::Function(name, positive, goals) => match symbols.view(term) {
            View::Function { name: found, arguments, positive: sign } => {
                found == *name
                    && sign == *positive
                    && arguments.len() == goals.len()
                    && all_match(symbols, goals, arguments, values)
            }
            _ => false,
        },
    })
}

fn unify(terms: &mut Terms<'_>, term: &Term, goal: &GoalTerm, frame: &mut Frame) -> bool {
    match (goal, term) {
        (GoalTerm::Any | GoalTerm::Variable(_), _) => true,
        (GoalTerm::Ground(symbol), _) => terms.matches(term, *symbol, frame),
        (
            GoalTerm::Function(name, positive, goals),
            Term::Function { name: found, positive: sign, arguments },
        ) => {
            name == found
                && positive == sign
                && goals.len() == arguments.len()
                && goals.iter().zip(arguments).all(|(goal, term)| unify(terms, term, goal, frame))
        }
        (GoalTerm::Function(..), Term::Constant(symbol)) => {
            all_match(terms.symbols, std::slice::from_ref(goal), &[*symbol], &mut Vec::new())
        }
        // The instances of the rule are compared with the goal afterwards.
        (GoalTerm::Function(..), _) => true,
    }
}

struct DisplayGoal<'a> {
    goal: &'a Goal,
    symbols: &'a Symbols,
}

impl fmt::Display for DisplayGoal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Signature { name, positive, .. } = self.goal.signature;
        write_function(f, self.symbols, name, positive, &self.goal.arguments)
    }
}

fn write_function(
    f: &mut fmt::Formatter<'_>,
    symbols: &Symbols,
    name: Name,
    positive: bool,
    arguments: &[GoalTerm],
) -> fmt::Result {
    f.write_str(if positive { "" } else { "-" })?;
    f.write_str(symbols.text(name))?;
    if arguments.is_empty() && !name.is_tuple() {
        return Ok(());
    }
    f.write_str("(")?;
    for (number, argument) in arguments.iter().enumerate() {
        f.write_str(if number > 0 { "," } else { "" })?;
        match argument {
            GoalTerm::Ground(symbol) => write!(f, "{}", symbols.display(*symbol))?,
            GoalTerm::Any => f.write_str("_")?,
            GoalTerm::Variable(name) => f.write_str(symbols.text(*name))?,
            GoalTerm::Function(name, positive, arguments) => {
                write_function(f, symbols, *name, *positive, arguments)?;
            }
        }
    }
    f.write_str(if name.is_tuple() && arguments.len() == 1 { ",)" } else { ")" })
}
