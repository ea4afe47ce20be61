//! Texts of literals in which values replace the variables that are bound.
//!
//! ```text
//! reached(Y), T+1 < N   with Y = 4, T = 2     -->     reached(4), 2+1 < N
//! ```

use crate::atoms::base::Base;
use crate::inspect::frame::Frame;
use crate::inspect::goal::{Goal, GoalTerm};
use crate::ir::{Aggregate, Atom, Conditional, Element, Literal, Rule, Slot, Term, TheoryAtom, TheoryTerm};
use crate::rewrite::projection::Projections;
use hamadryad_symbol::{Name, Symbols};
use hamadryad_syntax::ast::{AggregateFunction, Brackets, Relation, UnaryOperator};

/// The data that texts depend on.
pub(crate) struct Words<'a> {
    pub symbols: &'a Symbols,
    pub base: &'a Base,
    pub projections: &'a Projections,
    pub names: &'a [Option<Name>],
    pub rule: &'a Rule,
    pub frame: &'a Frame,
}

impl Words<'_> {
    pub(crate) fn literal(&self, literal: &Literal) -> String {
        match literal {
            Literal::Predicate { sign, atom, .. } => format!("{sign}{}", self.atom(atom)),
            Literal::Comparison { relation, left, right } => {
                format!("{} {relation} {}", self.term(left), self.term(right))
            }
            Literal::Range { pattern, low, high, .. } => {
                format!("{} = {}..{}", self.term(pattern), self.term(low), self.term(high))
            }
            Literal::Call { pattern, name, arguments, .. } => {
                format!("{} = @{}({})", self.term(pattern), self.symbols.text(*name), self.terms(arguments))
            }
            Literal::Aggregate(aggregate) => self.aggregate(aggregate),
            Literal::Conditional(conditional) => self.conditional(conditional),
            Literal::Theory(theory) => self.theory(theory),
            Literal::Never => "#false".to_owned(),
        }
    }

    fn literals(&self, literals: &[Literal]) -> String {
        let shown = literals.iter().filter(|literal| !is_auxiliary(literal, self.names, &[]));
        shown.map(|literal| self.literal(literal)).collect::<Vec<String>>().join(", ")
    }

    fn with_condition(&self, text: String, condition: &[Literal]) -> String {
        match self.literals(condition) {
            condition if condition.is_empty() => text,
            condition => format!("{text} : {condition}"),
        }
    }

    /// The aggregate; `{ p(X) : q(X) }` if it was written as a set of literals.
    fn aggregate(&self, aggregate: &Aggregate) -> String {
        let Aggregate { sign, function, elements, guards, .. } = aggregate;
        let is_set =
            *function == AggregateFunction::Count && elements.iter().all(|e| set_literal(e).is_some());
        let elements: Vec<String> = elements
            .iter()
            .map(|element| match set_literal(element).filter(|_| is_set) {
                Some(literal) => self.with_condition(self.literal(literal), &element.condition[1..]),
                None => self.with_condition(self.terms(&element.tuple), &element.condition),
            })
            .collect();
        let function = if is_set { String::new() } else { format!("{function} ") };
        let guards: String =
            guards.iter().map(|(relation, term)| format!(" {relation} {}", self.term(term))).collect();
        format!("{sign}{function}{{ {} }}{guards}", elements.join("; "))
    }

    fn conditional(&self, conditional: &Conditional) -> String {
        let alternatives: Vec<String> =
            conditional.alternatives.iter().map(|literals| self.literals(literals)).collect();
        self.with_condition(alternatives.join(" | "), &conditional.condition)
    }

    fn theory(&self, theory: &TheoryAtom) -> String {
        let elements: Vec<String> = theory
            .elements
            .iter()
            .map(|element| self.with_condition(self.theory_terms(&element.tuple), &element.condition))
            .collect();
        let elements =
            if elements.is_empty() { String::new() } else { format!(" {{ {} }}", elements.join("; ")) };
        let guard = theory.guard.as_ref().map_or_else(String::new, |(operator, term)| {
            format!(" {} {}", self.symbols.text(*operator), self.theory_term(term))
        });
        format!("{}&{}{elements}{guard}", theory.sign, self.term(&theory.name))
    }

    fn theory_terms(&self, terms: &[TheoryTerm]) -> String {
        terms.iter().map(|term| self.theory_term(term)).collect::<Vec<String>>().join(",")
    }

    fn theory_term(&self, term: &TheoryTerm) -> String {
        match term {
            TheoryTerm::Term(term) => self.term(term),
            TheoryTerm::Function(name, terms) => {
                format!("{}({})", self.symbols.text(*name), self.theory_terms(terms))
            }
            TheoryTerm::Sequence(brackets, terms) => {
                let (open, close) = match brackets {
                    Brackets::Round => ("(", ")"),
                    Brackets::Curly => ("{", "}"),
                    Brackets::Square => ("[", "]"),
                };
                format!("{open}{}{close}", self.theory_terms(terms))
            }
        }
    }

    pub(crate) fn atom(&self, atom: &Atom) -> String {
        match self.goal(atom) {
            Some(goal)
                if atom.arguments.iter().all(|term| !is_operation(term) && !self.has_definition(term)) =>
            {
                goal.display(self.symbols).to_string()
            }
            Some(Goal { signature, .. }) => {
                let origin = self.projections.origin(atom);
                let arguments = &origin.as_ref().unwrap_or(atom).arguments;
                let sign = if signature.positive { "" } else { "-" };
                format!("{sign}{}({})", self.symbols.text(signature.name), self.terms(arguments))
            }
            None => "#auxiliary".to_owned(),
        }
    }

    /// The atom as a goal: variables without a value stay variables. `None` for auxiliary atoms.
    pub(crate) fn goal(&self, atom: &Atom) -> Option<Goal> {
        let origin = self.projections.origin(atom);
        let atom = origin.as_ref().unwrap_or(atom);
        let signature = self.base.domain(atom.predicate).signature?;
        let arguments = atom.arguments.iter().map(|term| self.goal_term(term)).collect();
        Some(Goal { signature, arguments })
    }

    fn goal_term(&self, term: &Term) -> GoalTerm {
        match term {
            Term::Constant(symbol) => GoalTerm::Ground(*symbol),
            Term::Variable(slot) => match self.frame.get(*slot) {
                Some(value) => GoalTerm::Ground(value),
                None => self.names[*slot].map_or(GoalTerm::Any, GoalTerm::Variable),
            },
            Term::Function { name, positive, arguments } => {
                let parts: Vec<GoalTerm> = arguments.iter().map(|term| self.goal_term(term)).collect();
                self.ground_function(*name, *positive, &parts)
                    .unwrap_or(GoalTerm::Function(*name, *positive, parts))
            }
            // The value of an operation is not known here; a goal with `_` includes it.
            _ => GoalTerm::Any,
        }
    }

    /// The symbol of a function over ground terms, if it exists already.
    fn ground_function(&self, name: Name, positive: bool, parts: &[GoalTerm]) -> Option<GoalTerm> {
        let symbols: Option<Vec<_>> = parts
            .iter()
            .map(|part| if let GoalTerm::Ground(symbol) = part { Some(*symbol) } else { None })
            .collect();
        self.symbols.find_function(name, &symbols?, positive).map(GoalTerm::Ground)
    }

    fn terms(&self, terms: &[Term]) -> String {
        terms.iter().map(|term| self.term(term)).collect::<Vec<String>>().join(",")
    }

    pub(crate) fn term(&self, term: &Term) -> String {
        match term {
            Term::Constant(symbol) => self.symbols.display(*symbol).to_string(),
            Term::Anonymous => "_".to_owned(),
            Term::Variable(slot) => self.variable(*slot),
            Term::Linear { slot, factor, offset, .. } => {
                let variable = self.variable(*slot);
                let product = match factor {
                    1 => variable,
                    -1 => format!("-{variable}"),
                    factor => format!("{factor}*{variable}"),
                };
                match offset {
                    0 => product,
                    offset if *factor == -1 => format!("{offset}{product}"),
                    offset if *offset < 0 => format!("{product}{offset}"),
                    offset => format!("{product}+{offset}"),
                }
            }
            Term::Unary(operator, operand, _) => {
                let sign = if *operator == UnaryOperator::Minus { "-" } else { "~" };
                format!("{sign}{}", self.operand(operand))
            }
            Term::Absolute(operand, _) => format!("|{}|", self.term(operand)),
            Term::Binary(operator, operands, _) => {
                format!("{}{operator}{}", self.operand(&operands.0), self.operand(&operands.1))
            }
            Term::Function { name, positive, arguments } => {
                let sign = if *positive { "" } else { "-" };
                let end = if name.is_tuple() && arguments.len() == 1 { "," } else { "" };
                format!("{sign}{}({}{end})", self.symbols.text(*name), self.terms(arguments))
            }
        }
    }

    fn operand(&self, term: &Term) -> String {
        match term {
            Term::Binary(..) | Term::Linear { .. } => format!("({})", self.term(term)),
            _ => self.term(term),
        }
    }

    fn variable(&self, slot: Slot) -> String {
        match (self.frame.get(slot), self.names[slot]) {
            (Some(value), _) => self.symbols.display(value).to_string(),
            (None, Some(name)) => self.symbols.text(name).to_owned(),
            (None, None) => self.definition(slot).unwrap_or_else(|| "_".to_owned()),
        }
    }

    /// The interval, operation or call for which rewriting has put an auxiliary variable.
    fn definition(&self, slot: Slot) -> Option<String> {
        let mut definition = None;
        self.rule.literals(&mut |literal| match literal {
            Literal::Range { pattern: Term::Variable(defined), low, high, .. } if *defined == slot => {
                definition = Some(format!("{}..{}", self.term(low), self.term(high)));
            }
            Literal::Comparison { left: Term::Variable(defined), right, .. }
                if *defined == slot && !right.all_variables(|other| other != slot) =>
            {
                // A comparison of the variable with itself defines nothing.
            }
            Literal::Comparison { left: Term::Variable(defined), right, .. } if *defined == slot => {
                definition = Some(self.term(right));
            }
            Literal::Call { pattern: Term::Variable(defined), name, arguments, .. } if *defined == slot => {
                definition = Some(format!("@{}({})", self.symbols.text(*name), self.terms(arguments)));
            }
            _ => {}
        });
        definition
    }

    /// Whether the term has an auxiliary variable without a value.
    fn has_definition(&self, term: &Term) -> bool {
        !term.all_variables(|slot| self.frame.get(slot).is_some() || self.names[slot].is_some())
    }
}

/// The literal of an element that was written as a literal: `#count { 0,p(X) : p(X), q(X) }`.
fn set_literal(element: &Element) -> Option<&Literal> {
    let [Term::Constant(_), Term::Function { .. } | Term::Constant(_)] = &element.tuple[..] else {
        return None;
    };
    let first = element.condition.first()?;
    let Literal::Predicate { atom, .. } = first else { return None };
    match &element.tuple[1] {
        Term::Function { arguments, .. } => (*arguments == atom.arguments).then_some(first),
        _ => atom.arguments.iter().all(Term::is_ground).then_some(first),
    }
}

fn is_operation(term: &Term) -> bool {
    match term {
        Term::Unary(..) | Term::Absolute(..) | Term::Binary(..) | Term::Linear { .. } => true,
        Term::Function { arguments, .. } => arguments.iter().any(is_operation),
        Term::Constant(_) | Term::Variable(_) | Term::Anonymous => false,
    }
}

/// Whether rewriting has added the literal, which has no text of its own: `#1 = X*Y`, `#1 = 1..3`, a range for a
/// variable that comparisons bound, a test that an operation is defined, the test of a choice.
pub(crate) fn is_auxiliary(
    literal: &Literal,
    names: &[Option<Name>],
    places: &[hamadryad_syntax::Span],
) -> bool {
    let is_unnamed = |term: &Term| matches!(term, Term::Variable(slot) if names[*slot].is_none());
    match literal {
        Literal::Comparison { relation, left, right } => {
            is_unnamed(left) || *relation == Relation::LessEqual && left == right && left.span().is_some()
        }
        Literal::Call { pattern, .. } => is_unnamed(pattern),
        Literal::Range { pattern: Term::Variable(slot), span, .. } => {
            names[*slot].is_none() || places.get(*slot) == Some(span)
        }
        literal => literal.is_choice_test(),
    }
}
