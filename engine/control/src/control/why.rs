//! Questions about an answer set: why an atom is true, and why another is not.
//!
//! ```text
//! why(answer, happy(tweety))       the cheapest derivation, as a tree
//! why_not(answer, happy(sam))      never possible: the rules that come nearest, and the literals that fail
//!                                  possible, in no answer set: the same, and a conflict explains it
//!                                  possible, in others: the same, and the nearest answer set that has it
//! ```

use crate::control::state::Control;
use crate::{Error, SolveOptions};
use hamadryad_aspif::{BodyRef, Head, Literal, WeightedLiteral};
use hamadryad_explain::{DEPTH, Derivations, Failure, Failures, Goal, GoalTerm, Tree};
use hamadryad_symbol::{Signature, Symbol};
use hamadryad_syntax::ast::{self, TermKind, UnaryOperator};
use hamadryad_syntax::{Code, Diagnostic, parse_open_term_as};
use std::collections::HashSet;

/// Why no instance of an atom is true in an answer set.
#[derive(Clone, PartialEq, Debug)]
pub struct WhyNot {
    /// The atom, possibly with variables.
    pub goal: Goal,
    /// The possibility of the atom.
    pub regime: Regime,
    /// The rules for the atom, and the literals that fail.
    pub failure: Failure,
}

/// The possibility of an atom.
#[derive(Clone, PartialEq, Debug)]
pub enum Regime {
    /// No rule instance can derive it.
    NeverPossible,
    /// It is true in no answer set, although rules can derive it.
    InNoAnswer,
    /// It is true in other answer sets; the nearest one.
    InOthers(Nearest),
    /// The question was stopped before the regime was known.
    Interrupted,
}

/// The answer set with an atom that differs least from another one.
#[derive(Clone, PartialEq, Debug)]
pub struct Nearest {
    /// The instance of the atom that is true there.
    pub atom: Symbol,
    /// The shown atoms that are true there only.
    pub added: Vec<Symbol>,
    /// The shown atoms that are no longer true there.
    pub removed: Vec<Symbol>,
    /// Its costs, highest priority first.
    pub costs: Vec<i64>,
    /// Whether no answer set with the atom has fewer changes, and with as few none has lower costs.
    pub is_proven: bool,
    /// Its true atoms.
    pub atoms: HashSet<Symbol>,
}

impl Control {
    /// Parses an atom, possibly with variables and `_`; messages call the text `source`.
    ///
    /// # Errors
    /// If the text is no atom.
    pub fn parse_goal(&mut self, source: &str, text: &str) -> Result<Goal, Error> {
        let file = self.sources.add(source, text);
        let compat = self.grounder.compat();
        let (term, diagnostics) = parse_open_term_as(compat, &mut self.symbols, &self.sources, file);
        let Some(term) = term else { return Err(self.problems(diagnostics)) };
        let goal = self.goal_of(&term);
        goal.ok_or_else(|| {
            let message = "expected an atom, such as `p(1,X,_)`";
            let hint = "variables and `_` may occur in its arguments; intervals, pools and arithmetic over \
                        variables may not";
            self.problems(vec![Diagnostic::error(Code::Syntax, term.span, message).with_hint(hint)])
        })
    }

    fn goal_of(&mut self, term: &ast::Term) -> Option<Goal> {
        if let GoalTerm::Ground(symbol) = self.goal_term(term)? {
            return Goal::of(&self.symbols, symbol);
        }
        let (mut positive, mut inner) = (true, term);
        while let TermKind::Unary(UnaryOperator::Minus, operand) = &inner.node {
            (positive, inner) = (!positive, operand);
        }
        let GoalTerm::Function(name, _, arguments) = self.goal_term(inner)? else { return None };
        let signature = Signature { name, arity: arguments.len() as u32, positive };
        (!name.is_tuple()).then_some(Goal { signature, arguments })
    }

    fn goal_term(&mut self, term: &ast::Term) -> Option<GoalTerm> {
        match &term.node {
            TermKind::Variable(name) => Some(GoalTerm::Variable(*name)),
            TermKind::Anonymous => Some(GoalTerm::Any),
            _ => {
                if let Some(value) = self.grounder.evaluate(&mut self.symbols, term) {
                    return Some(GoalTerm::Ground(value));
                }
                let (positive, inner) = match &term.node {
                    TermKind::Unary(UnaryOperator::Minus, operand) => (false, &**operand),
                    _ => (true, term),
                };
                let TermKind::Function(name, arguments) = &inner.node else { return None };
                let arguments: Option<Vec<GoalTerm>> =
                    arguments.iter().map(|argument| self.goal_term(argument)).collect();
                Some(GoalTerm::Function(*name, positive, arguments?))
            }
        }
    }

    /// The instances of a goal that may be true, in the order of grounding.
    pub fn possible_instances(&self, goal: &Goal) -> Vec<Symbol> {
        let atoms = self.grounder.atoms_of(goal.signature).map(|(atom, _)| atom);
        atoms.filter(|&atom| goal.includes(&self.symbols, atom)).collect()
    }

    /// The assumptions under which an answer set has these atoms, and no others of their predicates: other predicates may
    /// have been hidden where the answer set was shown.
    pub fn assumptions_of(&self, shown: &HashSet<Symbol>) -> Vec<(Symbol, bool)> {
        let signature = |atom: Symbol| self.symbols.signature(atom);
        let signatures: HashSet<Signature> = shown.iter().filter_map(|&atom| signature(atom)).collect();
        let of_them = self.atoms().filter(|&atom| signature(atom).is_some_and(|s| signatures.contains(&s)));
        of_them.map(|atom| (atom, shown.contains(&atom))).collect()
    }

    /// Why an atom is true in an answer set, which is given by its true atoms: the cheapest derivation. `None` if
    /// it is false. The search ends early when `stop` returns `true`.
    ///
    /// ```
    /// use hamadryad::{Control, Part, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.add("flight.lp", "bird(tweety). fly(X) :- bird(X), not penguin(X).")?;
    /// control.ground(&[Part::base()])?;
    /// let model = control.solve(SolveOptions::default())?.next_model().map(|model| model.atoms().collect());
    /// let answer = model.expect("there is an answer set");
    ///
    /// let fly = control.parse_symbol("<atom>", "fly(tweety)")?;
    /// let tree = control.why(&answer, fly, &|| false).expect("it is true");
    /// let literals: Vec<&str> = tree.root().literals.iter().map(|literal| literal.text.as_str()).collect();
    /// assert_eq!(literals, ["bird(tweety)", "not penguin(tweety)"]);
    /// assert_eq!(tree.nodes.len(), 2);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn why(&mut self, answer: &HashSet<Symbol>, atom: Symbol, stop: &dyn Fn() -> bool) -> Option<Tree> {
        if !answer.contains(&atom) {
            return None;
        }
        Some(Derivations::new(&self.grounder, &mut self.symbols, answer, stop).tree(atom))
    }

    /// Why no instance of a goal is true in an answer set, which is given by its true atoms; true instances are
    /// passed over. The search ends early when `stop` returns `true`.
    ///
    /// ```
    /// use hamadryad::explain::Regime;
    /// use hamadryad::{Control, Part, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.add("colours.lp", "1 { colour(red;green) } 1. :- colour(red), not sunny. { sunny }.")?;
    /// control.ground(&[Part::base()])?;
    /// let model = control.solve(SolveOptions::default())?.next_model().map(|model| model.atoms().collect());
    /// let answer = model.expect("there is an answer set");
    ///
    /// let red = control.parse_goal("<atom>", "colour(red)")?;
    /// let why_not = control.why_not(&answer, &red, &|| false)?;
    /// let Regime::InOthers(nearest) = why_not.regime else { panic!("it is possible") };
    /// assert_eq!((nearest.added.len(), nearest.removed.len()), (2, 1));
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the nearest answer set cannot be searched for, because the program uses the highest priority.
    pub fn why_not(
        &mut self,
        answer: &HashSet<Symbol>,
        goal: &Goal,
        stop: &dyn Fn() -> bool,
    ) -> Result<WhyNot, Error> {
        let possible = self.possible_instances(goal);
        let wanted: Vec<Symbol> = possible.into_iter().filter(|atom| !answer.contains(atom)).collect();
        let mut failures = Failures::new(&self.grounder, &mut self.symbols, answer, DEPTH, stop);
        let (failure, regime) = if wanted.is_empty() {
            (failures.of_possible(goal), Regime::NeverPossible)
        } else {
            let failure = failures.in_answer(goal);
            (failure, self.nearest(answer, &wanted, stop)?)
        };
        Ok(WhyNot { goal: goal.clone(), regime, failure })
    }

    /// Searches for the answer set with one of the atoms that has the fewest changes of shown atoms.
    fn nearest(
        &self,
        answer: &HashSet<Symbol>,
        wanted: &[Symbol],
        stop: &dyn Fn() -> bool,
    ) -> Result<Regime, Error> {
        let mut control = self.clone();
        let priority =
            control.priorities().iter().copied().max().map_or(0, |highest| highest.saturating_add(1));
        let shown: Vec<Symbol> = self.shown_atoms();
        let literal = |control: &Control, atom: Symbol| {
            control.grounder.lookup(atom).map(|state| state.atom.positive())
        };
        let changes: Vec<WeightedLiteral> = shown
            .iter()
            .filter_map(|&atom| {
                let literal = literal(&control, atom)?;
                let literal = if answer.contains(&atom) { !literal } else { literal };
                Some(WeightedLiteral { literal, weight: 1 })
            })
            .collect();
        let wanted_literals: Vec<Literal> =
            wanted.iter().filter_map(|&atom| literal(&control, atom)).collect();
        let mut backend = control.backend();
        let goal = backend.new_atom();
        for &literal in &wanted_literals {
            backend.rule(Head::Disjunction(&[goal]), BodyRef::Normal(&[literal]));
        }
        backend.minimize(priority, &changes);
        backend.finish()?;
        let literals = [goal.positive()];
        let mut search =
            control.solve(SolveOptions { literals: &literals, stop, ..SolveOptions::default() })?;
        let mut best: Option<(Vec<i64>, HashSet<Symbol>)> = None;
        while let Some(model) = search.next_model() {
            best = Some((model.costs().to_vec(), model.atoms().collect()));
        }
        let summary = search.summary();
        let Some((costs, atoms)) = best else {
            return Ok(if summary.interrupted { Regime::Interrupted } else { Regime::InNoAnswer });
        };
        let is_new = |atom: &&Symbol| atoms.contains(*atom) && !answer.contains(*atom);
        let is_lost = |atom: &&Symbol| !atoms.contains(*atom) && answer.contains(*atom);
        let atom = wanted.iter().find(|atom| atoms.contains(*atom)).copied();
        Ok(Regime::InOthers(Nearest {
            atom: atom.expect("one of the atoms is assumed"),
            added: shown.iter().filter(is_new).copied().collect(),
            removed: shown.iter().filter(is_lost).copied().collect(),
            // The first cost counts the changes.
            costs: costs[1..].to_vec(),
            is_proven: summary.optimum_proven,
            atoms,
        }))
    }

    /// The atoms that are shown, as far as they may be true; all atoms if none is shown.
    fn shown_atoms(&self) -> Vec<Symbol> {
        let is_shown = |&atom: &Symbol| {
            self.symbols.signature(atom).is_some_and(|signature| self.grounder.is_shown(signature))
        };
        let shown: Vec<Symbol> = self.atoms().filter(is_shown).collect();
        if shown.is_empty() { self.atoms().collect() } else { shown }
    }
}
