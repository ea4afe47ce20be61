//! The oracle: the answer sets of a program, with shown terms and costs.

use super::constant::{constants, with_parameters};
use super::error::OracleError;
use super::ground::{Ground, Limits, ground};
use super::plain::Statement;
use super::rewrite::{Constants, Rewriter};
use crate::acyclic::left_over;
use crate::formula::Formula;
use hamadryad_aspif::ExternalValue;
use hamadryad_symbol::{Name, Signature, Symbol, Symbols};
use hamadryad_syntax::ast::{self, Atom, Program, Spanned, StatementKind, term_of};
use hamadryad_syntax::{Sources, Span, parse};
use std::collections::BTreeSet;

/// Options of the oracle.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// Values of named constants, as by `-c`.
    pub constants: Vec<(Name, Symbol)>,
    /// The program parts to ground, with the values of their parameters; `base` if the list is empty.
    pub parts: Vec<(Name, Vec<Symbol>)>,
    /// The assigned values of external atoms.
    pub externals: Vec<(Symbol, ExternalValue)>,
    /// Assumed truth values of atoms.
    pub assumptions: Vec<(Symbol, bool)>,
    /// Limits of the work.
    pub limits: Limits,
}

/// An answer set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Its atoms, in ascending order.
    pub atoms: Vec<Symbol>,
    /// The shown atoms and terms, in ascending order, each once.
    pub shown: Vec<Symbol>,
    /// The cost: each priority with its sum, highest priority first.
    pub cost: Vec<(i32, i64)>,
}

impl Answer {
    /// The shown symbols in one line, separated by spaces.
    pub fn display(&self, symbols: &Symbols) -> String {
        let shown: Vec<String> =
            self.shown.iter().map(|&symbol| symbols.display(symbol).to_string()).collect();
        shown.join(" ")
    }
}

/// A ground program with its answer sets.
#[derive(Clone, Debug)]
pub struct Oracle {
    ground: Ground,
    /// The signatures of the shown atoms, or `None` for all.
    shown: Option<BTreeSet<Signature>>,
    assumptions: Vec<(Symbol, bool)>,
    limits: Limits,
}

impl Oracle {
    /// Grounds a program.
    pub fn new(symbols: &mut Symbols, program: &Program, setting: &Setting) -> Result<Oracle, OracleError> {
        let constants = constants(symbols, program, &setting.constants)?;
        if let Some(span) = own_circuit(symbols, program) {
            return Err(OracleError::Unsupported { what: "a theory that defines `&circuit`", span });
        }
        let mut parts = setting.parts.clone();
        if parts.is_empty() {
            parts.push((symbols.name("base"), Vec::new()));
        }
        let mut statements = Vec::new();
        for (name, values) in &parts {
            statements.extend(part(symbols, program, &constants, *name, values)?);
        }
        Ok(Oracle {
            ground: ground(symbols, &statements, &setting.externals, setting.limits)?,
            shown: shown_signatures(program),
            assumptions: setting.assumptions.clone(),
            limits: setting.limits,
        })
    }

    /// Parses and grounds a program.
    pub fn from_text(symbols: &mut Symbols, text: &str, setting: &Setting) -> Result<Oracle, OracleError> {
        let mut sources = Sources::new();
        let file = sources.add("<text>", text);
        let (program, diagnostics) = parse(symbols, &sources, file);
        if diagnostics.iter().any(hamadryad_syntax::Diagnostic::is_error) {
            return Err(OracleError::Syntax(diagnostics));
        }
        Oracle::new(symbols, &program, setting)
    }

    /// The ground program.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// All answer sets in arbitrary order; answer sets that show the same terms are all returned.
    pub fn answers(&self, symbols: &Symbols) -> Result<Vec<Answer>, OracleError> {
        let models = self.ground.rules.stable_models(self.limits.branches);
        let models = models.ok_or(OracleError::TooLarge("more branches than the limit"))?;
        let wanted = models
            .into_iter()
            .filter(|model| self.is_assumed(model) && self.is_acyclic(model) && self.has_circuits(model));
        Ok(wanted.map(|model| self.answer(symbols, &model)).collect())
    }

    /// The answer sets of least cost; all answer sets without an objective.
    pub fn optimal_answers(&self, symbols: &Symbols) -> Result<Vec<Answer>, OracleError> {
        let mut answers = self.answers(symbols)?;
        if let Some(least) =
            answers.iter().map(|answer| answer.cost.clone()).min_by(|a, b| lexicographic(a, b))
        {
            answers.retain(|answer| answer.cost == least);
        }
        Ok(answers)
    }

    fn is_assumed(&self, model: &[bool]) -> bool {
        let is_true =
            |atom| self.ground.atoms.iter().position(|&other| other == atom).is_some_and(|at| model[at]);
        self.assumptions.iter().all(|&(atom, value)| is_true(atom) == value)
    }

    fn is_acyclic(&self, model: &[bool]) -> bool {
        let edges = self.ground.edges.iter().filter(|(_, _, condition)| condition.holds(&|atom| model[atom]));
        left_over(edges.map(|&(from, to, _)| (from, to))).is_empty()
    }

    fn has_circuits(&self, model: &[bool]) -> bool {
        let holds = |condition: &Formula| condition.holds(&|atom| model[atom]);
        self.ground.circuits.iter().all(|(body, circuit)| !holds(body) || circuit.is_there(holds))
    }

    fn answer(&self, symbols: &Symbols, model: &[bool]) -> Answer {
        let ground = &self.ground;
        let holds = |condition: &Formula| condition.holds(&|atom| model[atom]);
        let mut atoms: Vec<Symbol> = ground
            .atoms
            .iter()
            .enumerate()
            .filter(|(index, _)| model[*index])
            .map(|(_, &atom)| atom)
            .collect();
        atoms.sort_by(|&a, &b| symbols.cmp(a, b));
        let is_shown = |atom: &&Symbol| match &self.shown {
            None => true,
            Some(signatures) => {
                symbols.signature(**atom).is_some_and(|signature| signatures.contains(&signature))
            }
        };
        let mut shown: Vec<Symbol> = atoms.iter().filter(is_shown).copied().collect();
        shown.extend(ground.shown.iter().filter(|(_, condition)| holds(condition)).map(|(term, _)| *term));
        shown.sort_by(|&a, &b| symbols.cmp(a, b));
        shown.dedup();
        let sum = |terms: &Vec<(i64, Formula)>| {
            terms.iter().filter(|(_, condition)| holds(condition)).map(|(weight, _)| weight).sum()
        };
        let cost = ground.objective.iter().rev().map(|(&priority, terms)| (priority, sum(terms))).collect();
        Answer { atoms, shown, cost }
    }
}

/// The place of a definition of `&circuit` in the program, other than `#theory hamadryad`.
fn own_circuit(symbols: &Symbols, program: &Program) -> Option<Span> {
    program.statements.iter().find_map(|statement| match &statement.node {
        StatementKind::Theory { name, atoms, .. } if symbols.text(name.node) != "hamadryad" => {
            let own = atoms.iter().find(|atom| symbols.text(atom.name.node) == "circuit");
            own.map(|atom| atom.name.span)
        }
        _ => None,
    })
}

fn lexicographic(left: &[(i32, i64)], right: &[(i32, i64)]) -> std::cmp::Ordering {
    left.iter().map(|(_, sum)| sum).cmp(right.iter().map(|(_, sum)| sum))
}

/// The plain statements of a part.
fn part(
    symbols: &mut Symbols,
    program: &Program,
    constants: &Constants,
    name: Name,
    values: &[Symbol],
) -> Result<Vec<Statement>, OracleError> {
    let base = (symbols.name("base"), Vec::new());
    let mut current = &base;
    let mut opened;
    let mut statements = Vec::new();
    for statement in &program.statements {
        if let StatementKind::Program { name, parameters } = &statement.node {
            opened = (*name, parameters.clone());
            current = &opened;
        } else if current.0 == name && current.1.len() == values.len() {
            let constants = with_parameters(constants, &current.1, values);
            for statement in written_out(symbols, statement) {
                statements.extend(Rewriter::new(symbols, &constants).statement(&statement)?);
            }
        }
    }
    Ok(statements)
}

/// The statements of a statement, with its facts written as rules.
fn written_out(symbols: &mut Symbols, statement: &ast::Statement) -> Vec<ast::Statement> {
    let StatementKind::Facts(facts) = &statement.node else { return vec![statement.clone()] };
    let span = statement.span;
    let mut rules = Vec::new();
    for &fact in facts {
        let atom = Atom::Predicate(term_of(symbols, fact, span));
        let literal = Spanned { node: ast::LiteralKind { sign: ast::Sign::None, atom }, span };
        let rule = StatementKind::Rule { head: ast::Head::Literal(literal), body: Vec::new() };
        rules.push(Spanned { node: rule, span });
    }
    rules
}

fn shown_signatures(program: &Program) -> Option<BTreeSet<Signature>> {
    let mut shown = None;
    for statement in &program.statements {
        match &statement.node {
            StatementKind::ShowNothing => {
                shown.get_or_insert_with(BTreeSet::new);
            }
            StatementKind::ShowSignature(signature) => {
                shown.get_or_insert_with(BTreeSet::new).insert(*signature);
            }
            _ => {}
        }
    }
    shown
}
