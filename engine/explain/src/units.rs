//! Units: the smallest parts of a program that are relaxed, with the statements and groups that they belong to.
//!
//! ```text
//! :- edge(X,Y), colour(X,C), colour(Y,C).     statement; group X = 1, Y = 5; unit X = 1, Y = 5, C = red
//! ```
//!
//! Ground rules are one unit if they are instances of one statement and agree on all named variables outside of
//! elements: the two bounds of `{ … } = 1`, or the alternatives of a pool.

use crate::element::{Element, ElementKind};
use crate::explainer::Grounding;
use crate::options::ExplainOptions;
use crate::program::{Program, RecordedRule, Source};
use hamadryad_aspif::{Atom, BodyRef, Head, Literal};
use hamadryad_ground::{Grounder, RuleKind, RuleSource};
use hamadryad_symbol::{Name, Signature, Symbol, Symbols};
use hamadryad_syntax::Span;
use hashbrown::HashMap;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The unit of a ground rule that is never relaxed.
pub(crate) const HARD: u32 = u32::MAX;

/// The property that all units of a statement share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Statement {
    /// A statement of a text.
    Text(Span),
    /// The facts of a signature.
    Facts(Signature),
    /// Classical negation.
    Complements,
    /// Ground rules without a text.
    Ground,
}

/// A unit: its first ground rule and its groups.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub kind: ElementKind,
    /// The number of its first ground rule.
    pub rule: u32,
    pub statement: u32,
    pub group: u32,
}

/// All units of a program.
pub(crate) struct Units {
    pub units: Vec<Unit>,
    pub statements: Vec<Statement>,
    /// The number of groups by data.
    pub groups: usize,
    /// The unit of each ground rule, or [`HARD`].
    pub of_rule: Vec<u32>,
    /// The statements that are taken for granted because explanations do not look into them.
    pub granted: Vec<(RuleKind, Span)>,
}

/// The properties of a rule on which units and groups depend.
struct Shape {
    kind: ElementKind,
    statement: u32,
    /// The variables whose values identify a unit.
    named: Vec<usize>,
    /// The variables of these that data bind.
    data: Vec<usize>,
}

/// A statement with the values that identify a unit or a group in it.
type Key = (u32, Vec<Symbol>);

/// The classification of the ground rules of a program.
pub(crate) struct Classifier<'a> {
    program: &'a Program,
    grounder: &'a Grounder,
    symbols: &'a Symbols,
    data: Option<&'a [Vec<bool>]>,
    options: &'a ExplainOptions,
    /// The shape of each rule; `None` for rules that are never relaxed.
    shapes: HashMap<u32, Option<Shape>, FxBuildHasher>,
    statements: IndexMap<Statement, (), FxBuildHasher>,
    units: Vec<Unit>,
    by_key: HashMap<Key, u32, FxBuildHasher>,
    groups: HashMap<Key, u32, FxBuildHasher>,
    number_of_groups: u32,
}

impl<'a> Classifier<'a> {
    pub(crate) fn new(grounding: Grounding<'a>, options: &'a ExplainOptions) -> Classifier<'a> {
        let Grounding { program, grounder, symbols, data } = grounding;
        Classifier {
            program,
            grounder,
            symbols,
            data,
            options,
            shapes: HashMap::default(),
            statements: IndexMap::default(),
            units: Vec::new(),
            by_key: HashMap::default(),
            groups: HashMap::default(),
            number_of_groups: 0,
        }
    }

    /// Classifies all ground rules.
    pub(crate) fn run(mut self) -> Units {
        let mut of_rule = Vec::with_capacity(self.program.len());
        for (number, rule) in self.program.rules().enumerate() {
            let unit = if self.is_soft(&rule) { self.unit(number as u32, &rule) } else { None };
            of_rule.push(unit.unwrap_or(HARD));
        }
        Units {
            units: self.units,
            statements: self.statements.into_keys().collect(),
            groups: self.number_of_groups as usize,
            of_rule,
            granted: granted(self.grounder),
        }
    }

    /// Whether relaxing the rule has an effect: a constraint, or a rule that forces an atom of the program.
    fn is_soft(&self, rule: &RecordedRule<'_>) -> bool {
        match rule.head {
            Head::Disjunction([]) => true,
            Head::Disjunction([head]) => {
                let is_open = !is_empty(rule.body);
                match self.signature(*head) {
                    Some(signature) if self.options.trusted.contains(&signature) => false,
                    Some(signature) => is_open || self.may_blame_facts(signature),
                    None => is_open && self.program.source(rule.origin) == Source::Direct,
                }
            }
            _ => false,
        }
    }

    fn signature(&self, atom: Atom) -> Option<Signature> {
        self.program.name_of(atom).and_then(|name| self.symbols.signature(name))
    }

    /// Whether the facts of a signature may be blamed. The grounder has kept them open.
    fn may_blame_facts(&self, signature: Signature) -> bool {
        self.options.facts.contains(&None) || self.options.facts.contains(&Some(signature))
    }

    fn unit(&mut self, number: u32, rule: &RecordedRule<'_>) -> Option<u32> {
        match self.program.source(rule.origin) {
            Source::Auxiliary => None,
            Source::Complement => Some(self.single(number, ElementKind::Complement, Statement::Complements)),
            Source::Direct => Some(self.single(number, ElementKind::Ground, Statement::Ground)),
            Source::Fact(fact) => {
                let (run, _) = self.grounder.fact_place(fact)?;
                if self.options.trusted_files.contains(&run.file) { None } else { self.fact(number, rule) }
            }
            Source::Instance(source, values) => self.instance(number, rule, source, values),
        }
    }

    /// A unit that is a group of its own.
    fn single(&mut self, number: u32, kind: ElementKind, statement: Statement) -> u32 {
        let statement = self.statements.insert_full(statement, ()).0 as u32;
        self.number_of_groups += 1;
        self.push(Unit { kind, rule: number, statement, group: self.number_of_groups - 1 })
    }

    fn push(&mut self, unit: Unit) -> u32 {
        self.units.push(unit);
        self.units.len() as u32 - 1
    }

    fn fact(&mut self, number: u32, rule: &RecordedRule<'_>) -> Option<u32> {
        let Head::Disjunction([head]) = rule.head else { return None };
        let signature = self.signature(*head)?;
        Some(self.single(number, ElementKind::Fact, Statement::Facts(signature)))
    }

    fn instance(
        &mut self,
        number: u32,
        rule: &RecordedRule<'_>,
        source: u32,
        values: &[Symbol],
    ) -> Option<u32> {
        if !self.shapes.contains_key(&source) {
            let shape = self.shape(source);
            self.shapes.insert(source, shape);
        }
        let shape = self.shapes[&source].as_ref()?;
        if is_empty(rule.body) && shape.kind == ElementKind::Rule {
            return self.fact(number, rule);
        }
        let of = |slots: &[usize]| slots.iter().map(|&slot| values[slot]).collect::<Vec<Symbol>>();
        let (statement, kind) = (shape.statement, shape.kind);
        let (key, data) = ((statement, of(&shape.named)), of(&shape.data));
        if let Some(&unit) = self.by_key.get(&key) {
            return Some(unit);
        }
        let in_group = if data.is_empty() { key.1.clone() } else { data };
        let next = self.number_of_groups;
        let group = *self.groups.entry((statement, in_group)).or_insert(next);
        self.number_of_groups += u32::from(group == next);
        let unit = self.push(Unit { kind, rule: number, statement, group });
        self.by_key.insert(key, unit);
        Some(unit)
    }

    fn shape(&mut self, number: u32) -> Option<Shape> {
        let source = self.grounder.rule_source(number)?;
        if self.options.trusted_files.contains(&source.span.file) {
            return None;
        }
        let kind = match source.kind {
            RuleKind::Normal => ElementKind::Rule,
            RuleKind::Constraint => ElementKind::Constraint,
            RuleKind::Bound => ElementKind::Choice,
            _ => return None,
        };
        let named: Vec<usize> = named_slots(&source).map(|(slot, _)| slot).collect();
        let is_data = match self.data {
            Some(data) => data.get(number as usize)?.clone(),
            None => self.grounder.data_variables(number),
        };
        let data = named.iter().copied().filter(|&slot| is_data[slot]).collect();
        let statement = self.statements.insert_full(Statement::Text(source.span), ()).0 as u32;
        Some(Shape { kind, statement, named, data })
    }
}

/// The global variables of a rule that the text names, each once.
pub(crate) fn named_slots<'s>(source: &RuleSource<'s>) -> impl Iterator<Item = (usize, Name)> + 's {
    let RuleSource { names, global, .. } = *source;
    names
        .iter()
        .zip(global)
        .enumerate()
        .filter_map(|(slot, (&name, &is_global))| Some((slot, name.filter(|_| is_global)?)))
}

fn is_empty(body: BodyRef<'_>) -> bool {
    matches!(body, BodyRef::Normal([]))
}

/// The statements that explanations do not look into, in the order of the text.
fn granted(grounder: &Grounder) -> Vec<(RuleKind, Span)> {
    let is_granted = |kind| matches!(kind, RuleKind::Disjunction | RuleKind::Theory | RuleKind::Edge);
    let sources = grounder.rule_sources().filter(|source| is_granted(source.kind));
    let mut granted: Vec<(RuleKind, Span)> = sources.map(|source| (source.kind, source.span)).collect();
    granted.sort_by_key(|&(_, span)| span);
    granted.dedup();
    granted
}

impl Units {
    /// The element that a unit stands for.
    pub(crate) fn element(&self, unit: u32, program: &Program, grounder: &Grounder) -> Element {
        let Unit { kind, rule, statement, .. } = self.units[unit as usize];
        let recorded = program.rule_at(rule as usize);
        let mut element = Element::new(kind);
        if let Statement::Text(span) = self.statements[statement as usize] {
            element.span = Some(span);
        }
        if let (ElementKind::Fact, Head::Disjunction([head])) = (kind, recorded.head) {
            element.atom = program.name_of(*head);
        }
        match program.source(recorded.origin) {
            Source::Instance(number, values) => {
                element.instance = Some((number, values.to_vec()));
                if let Some(source) = grounder.rule_source(number) {
                    element.span = Some(source.span);
                    element.bindings =
                        named_slots(&source).map(|(slot, name)| (name, values[slot])).collect();
                }
            }
            Source::Fact(number) => {
                element.fact = Some(number);
                element.span = grounder.fact_place(number).map(|(run, _)| run);
            }
            Source::Complement => element.atom = complement(program, recorded.body),
            Source::Direct => element.ground = Some(ground_rule(&recorded)),
            Source::Auxiliary => {}
        }
        element
    }
}

/// One of two complementary atoms; the other may be a fact, which has left the body.
fn complement(program: &Program, body: BodyRef<'_>) -> Option<Symbol> {
    let BodyRef::Normal(literals) = body else { return None };
    literals.last().and_then(|literal| program.name_of(literal.atom()))
}

/// The head atoms and the body of a ground rule, as literals.
fn ground_rule(rule: &RecordedRule<'_>) -> (Vec<Literal>, Vec<Literal>) {
    let (Head::Disjunction(heads) | Head::Choice(heads)) = rule.head;
    let body = match rule.body {
        BodyRef::Normal(literals) => literals.to_vec(),
        BodyRef::Sum { literals, .. } => literals.iter().map(|summand| summand.literal).collect(),
    };
    (heads.iter().map(|head| head.positive()).collect(), body)
}
