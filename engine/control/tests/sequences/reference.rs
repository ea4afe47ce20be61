//! A definition of multi-shot solving: the state of a control after a sequence of calls, as a ground program
//! with explicit instances, and the values of externals.
//!
//! An instance exists if its positive body was possible when it was grounded; an atom that was not possible
//! then is permanently false in it. An atom that a step has defined or used cannot be defined by a later
//! step, unless it is external. A released atom is false for good; if a later step declares or defines its
//! symbol again, the symbol stands for another atom.
//!
//! Engines simplify, so that some results are not specified: for example, whether a rule defines its head if
//! its body is unsatisfiable. A call with an unspecified result is [`Verdict::Unclear`] and is not made.

use crate::answers::{Found, at_once};
use crate::program::{Atom, Head, Literal, Statement, Value};
use hamadryad::Error;
use std::collections::{BTreeMap, BTreeSet};

/// A part with the value of its parameter, if it has one.
pub type Part = (&'static str, Option<i32>);

/// The required result of a step.
#[derive(Debug)]
pub enum Verdict {
    Accepted(Box<Reference>),
    /// It is rejected for one of these atoms.
    Refused(BTreeSet<Offence>),
    Unclear,
}

/// The reason of a rejection.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Offence {
    Redefined(String),
}

/// An instance, and the step that added it.
#[derive(Clone, Debug)]
struct Instance {
    statement: Statement<String>,
    step: usize,
}

#[derive(Clone, Default, Debug)]
pub struct Reference {
    /// The text, by part.
    text: Vec<(&'static str, Statement<Atom>)>,
    program: Vec<Instance>,
    /// The number of finished steps.
    step: usize,
    is_waiting: bool,
    /// Atoms that instances define or that are external.
    possible: BTreeSet<String>,
    /// The possible atoms of finished steps.
    before: BTreeSet<String>,
    /// Atoms that were true in some model when a step was finished.
    was_true: BTreeSet<String>,
    /// The atoms of `was_true`, and the atoms in bodies of finished steps.
    known: BTreeSet<String>,
    /// Atoms in statements of the pending step that no grounder has simplified.
    used: BTreeSet<String>,
    /// Externals that the pending step defines.
    taken: BTreeSet<String>,
    /// Atoms that the pending step declares external.
    declared: BTreeSet<String>,
    externals: BTreeMap<String, Value>,
    /// The number of releases so far.
    releases: usize,
}

impl Reference {
    pub fn add(&mut self, text: &[(&'static str, Statement<Atom>)]) {
        self.text.extend_from_slice(text);
    }

    /// All atoms that calls may name.
    pub fn atoms(&self) -> impl Iterator<Item = &String> {
        self.possible.iter()
    }

    pub fn externals(&self) -> &BTreeMap<String, Value> {
        &self.externals
    }

    /// Whether a `#project` statement exists that no grounder simplifies away: its atom was true in some
    /// model.
    pub fn has_projection(&self) -> bool {
        self.projected().iter().any(|&atom| self.was_true.contains(atom))
    }

    /// The atoms of `#project` statements.
    pub fn projected(&self) -> Vec<&String> {
        let heads = self.program.iter().map(|instance| &instance.statement.head);
        heads.filter_map(|head| if let Head::Project(atom) = head { Some(atom) } else { None }).collect()
    }

    /// A program that has the same answers in a single step.
    pub fn at_once(&self) -> String {
        let mut text: String = self.program.iter().map(|instance| line(&instance.statement)).collect();
        for (atom, value) in &self.externals {
            match value {
                Value::True => text += &format!("{atom}.\n"),
                Value::Free => text += &format!("{{ {atom} }}.\n"),
                Value::False => {}
            }
        }
        text
    }

    /// The answers for arbitrary values of the externals; `None` if they are too many.
    fn answers(&self) -> Result<Option<Vec<Found>>, Error> {
        let mut open = self.clone();
        open.externals.values_mut().for_each(|value| *value = Value::Free);
        at_once(&open.at_once())
    }

    pub fn assign(&mut self, atom: &str, value: Value) {
        if let Some(known) = self.externals.get_mut(atom) {
            *known = value;
        }
    }

    /// Releases an external; `false` if the result is too large to compute.
    pub fn release(&mut self, atom: &str) -> Result<bool, Error> {
        if (self.declared.contains(atom) || self.taken.contains(atom)) && !self.end_step()? {
            return Ok(false);
        }
        if self.externals.remove(atom).is_some() {
            self.bury(atom);
        }
        Ok(true)
    }

    /// Gives a released atom another name in all statements: its symbol is free again.
    fn bury(&mut self, atom: &str) {
        self.releases += 1;
        let buried = format!("released({},{atom})", self.releases);
        for instance in &mut self.program {
            let name = |other: &String| if other == atom { buried.clone() } else { other.clone() };
            instance.statement = instance.statement.map(&name);
        }
        for atoms in
            [&mut self.possible, &mut self.before, &mut self.was_true, &mut self.known, &mut self.used]
        {
            atoms.remove(atom);
        }
    }

    /// Ends the pending step; `false` if its models are too many to compute.
    pub fn end_step(&mut self) -> Result<bool, Error> {
        if !std::mem::take(&mut self.is_waiting) {
            return Ok(true);
        }
        let Some(answers) = self.answers()? else { return Ok(false) };
        self.was_true.extend(answers.into_iter().flat_map(|answer| answer.atoms));
        self.known.extend(self.was_true.iter().cloned());
        self.known.append(&mut self.used);
        self.declared.clear();
        self.taken.clear();
        self.before = self.possible.clone();
        self.step += 1;
        Ok(true)
    }

    /// The required result of grounding parts.
    pub fn ground(&self, parts: &[Part]) -> Result<Verdict, Error> {
        let mut instances = Vec::new();
        for (part, parameter) in parts {
            for (_, statement) in self.text.iter().filter(|(name, _)| name == part) {
                instances.extend(statement.instances(parameter.unwrap_or(0)));
            }
        }
        let mut possible = self.possible.clone();
        let is_possible = |possible: &BTreeSet<String>, statement: &Statement<String>| {
            statement.body.iter().all(|literal| !literal.positive || possible.contains(&literal.atom))
        };
        loop {
            let before = possible.len();
            for statement in
                instances.iter().filter(|statement| is_possible(&possible, statement)).collect::<Vec<_>>()
            {
                possible.extend(statement.heads().iter().cloned());
                if let Head::External(atom, _) = &statement.head {
                    possible.insert(atom.clone());
                }
            }
            if possible.len() == before {
                break;
            }
        }
        instances.retain(|statement| is_possible(&possible, statement));
        instances
            .retain(|statement| !matches!(&statement.head, Head::Project(atom) if !possible.contains(atom)));
        for statement in &mut instances {
            let is_known = |literal: &Literal<String>| possible.contains(&literal.atom);
            statement.body.retain(is_known);
            if let Some(sum) = &mut statement.sum {
                // An atom that is not possible is permanently false, so its negation contributes its weight.
                let given: i32 =
                    sum.elements.iter().filter(|(_, l)| !is_known(l) && !l.positive).map(|(w, _)| w).sum();
                sum.elements.retain(|(_, literal)| is_known(literal));
                sum.lower -= given;
                sum.upper = sum.upper.map(|upper| upper - given);
            }
        }
        self.take(instances, possible, BTreeSet::new())
    }

    /// The required result of ground statements, without a grounder.
    pub fn write(&self, statements: &[Statement<String>]) -> Result<Verdict, Error> {
        let mut possible = self.possible.clone();
        let mut used = BTreeSet::new();
        for statement in statements {
            possible.extend(statement.heads().iter().cloned());
            if let Head::External(atom, _) | Head::Project(atom) | Head::Advice(atom, _) = &statement.head {
                possible.insert(atom.clone());
            }
            for literal in statement.literals() {
                possible.insert(literal.atom.clone());
                used.insert(literal.atom.clone());
            }
        }
        self.take(statements.to_vec(), possible, used)
    }

    fn take(
        &self,
        statements: Vec<Statement<String>>,
        possible: BTreeSet<String>,
        used: BTreeSet<String>,
    ) -> Result<Verdict, Error> {
        // Whether `a :- a.` defines an atom is not specified.
        let is_own =
            |rule: &Statement<String>| rule.literals().any(|literal| rule.heads().contains(&literal.atom));
        if statements.iter().any(is_own) {
            return Ok(Verdict::Unclear);
        }
        let mut next = Reference { is_waiting: true, possible, ..self.clone() };
        next.used.extend(used);
        let (externals, rules): (Vec<_>, Vec<_>) =
            statements.into_iter().partition(|statement| matches!(statement.head, Head::External(..)));
        next.program.extend(rules.iter().map(|rule| Instance { statement: rule.clone(), step: self.step }));
        let (mut certain, mut doubtful) = (BTreeSet::new(), false);
        // Rules for atoms that exist already may be simplified away, or rejected.
        let facts: BTreeSet<&String> =
            self.program.iter().filter_map(|known| fact(&known.statement)).collect();
        // A declaration whose condition is no fact may be simplified away.
        let given: BTreeSet<&String> =
            next.program.iter().filter_map(|known| fact(&known.statement)).collect();
        if !externals.iter().flat_map(|external| &external.body).all(|literal| given.contains(&literal.atom))
        {
            return Ok(Verdict::Unclear);
        }
        let suspects: Vec<(usize, &String)> = rules
            .iter()
            .zip(self.program.len()..)
            .flat_map(|(rule, at)| rule.heads().iter().map(move |head| (at, head)))
            .filter(|&(_, head)| self.possible.contains(head) && !facts.contains(head))
            .collect();
        let says_nothing = |rule: &Statement<String>| rule.heads().iter().any(|head| facts.contains(head));
        if !suspects.is_empty() || rules.iter().any(says_nothing) {
            let Some(now) = self.answers()? else { return Ok(Verdict::Unclear) };
            if now.is_empty() {
                // In an inconsistent program, engines differ in facts.
                return Ok(Verdict::Unclear);
            }
            let Some(fires) = next.fires(&suspects)? else { return Ok(Verdict::Unclear) };
            for (&(_, head), fires) in suspects.iter().zip(fires) {
                let is_new = !self.before.contains(head) || self.taken.contains(head);
                if is_new || self.externals.contains_key(head) {
                    // The step continues, or defines an external. Unspecified if a grounder may simplify the
                    // rule or its head away.
                    let is_alive = self.externals.contains_key(head) || self.used.contains(head);
                    doubtful |= !fires || !(is_alive || now.iter().any(|answer| answer.contains(head)));
                } else if self.known.contains(head)
                    && fires
                    && now.iter().any(|answer| !answer.contains(head))
                {
                    certain.insert(Offence::Redefined(head.clone()));
                } else {
                    doubtful = true;
                }
            }
        }
        if doubtful {
            return Ok(Verdict::Unclear);
        }
        if !certain.is_empty() {
            return Ok(Verdict::Refused(certain));
        }
        // A defined atom is no longer external.
        for head in rules.iter().flat_map(Statement::heads) {
            if next.externals.remove(head).is_some() {
                next.taken.insert(head.clone());
            }
        }
        if !next.declare(&externals)? || next.has_circle_over_steps() || !next.defines_taken_atoms()? {
            return Ok(Verdict::Unclear);
        }
        Ok(Verdict::Accepted(Box::new(next)))
    }

    /// Whether each of the suspected rules can fire, if it does not restrict its head; `None` if that is too
    /// large to compute.
    fn fires(&self, suspects: &[(usize, &String)]) -> Result<Option<Vec<bool>>, Error> {
        let mut tried = self.clone();
        for (number, &(at, head)) in suspects.iter().enumerate() {
            let mut rule = self.program[at].clone();
            if let Head::Or(heads) = &rule.statement.head {
                // A disjunctive rule fires for a head if its other heads are false.
                let others = heads.iter().filter(|&other| other != head);
                rule.statement
                    .body
                    .extend(others.map(|other| Literal { atom: other.clone(), positive: false }));
            }
            rule.statement.head = Head::Or(vec![format!("fires({number})")]);
            tried.program.push(rule);
            if self.before.contains(head) && !self.taken.contains(head) && !self.externals.contains_key(head)
            {
                // An atom that must not be redefined keeps its definition of the earlier steps.
                let others = tried.program[at].statement.heads().iter().filter(|&other| other != head);
                let head = Head::Choice(0, others.cloned().collect());
                tried.program[at].statement.head = head;
            }
        }
        // External heads stay external, with an arbitrary value.
        let Some(answers) = tried.answers()? else { return Ok(None) };
        let fires = |number: usize| answers.iter().any(|answer| answer.contains(&format!("fires({number})")));
        Ok(Some((0..suspects.len()).map(fires).collect()))
    }

    /// Adds declarations of externals; `false` if their effect is not specified.
    fn declare(&mut self, externals: &[Statement<String>]) -> Result<bool, Error> {
        let defined: BTreeSet<String> =
            self.program.iter().flat_map(|instance| instance.statement.heads()).cloned().collect();
        let mut answers: Option<Vec<Found>> = None;
        let mut given: BTreeMap<&String, Value> = BTreeMap::new();
        for statement in externals {
            let Head::External(atom, value) = &statement.head else { unreachable!("parted by that") };
            if given.insert(atom, *value).is_some_and(|other| other != *value) {
                return Ok(false);
            }
            self.declared.insert(atom.clone());
            let is_known = self.known.contains(atom) && !self.externals.contains_key(atom);
            if !is_known && !defined.contains(atom) {
                self.externals.insert(atom.clone(), *value);
                continue;
            }
            // A defined atom is not external, unless its rules are simplified away; for a fact, the
            // declaration may be dropped.
            if answers.is_none() {
                answers = self.answers()?;
            }
            let Some(answers) = &answers else { return Ok(false) };
            let is_alive = is_known || answers.iter().any(|answer| answer.contains(atom));
            if !is_alive || answers.iter().all(|answer| answer.contains(atom)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the pending step defines, by a rule that can fire, each atom that would be external otherwise.
    fn defines_taken_atoms(&self) -> Result<bool, Error> {
        let is_taken = |head: &String| self.taken.contains(head) || self.declared.contains(head);
        let waiting = self.program.iter().enumerate().filter(|(_, instance)| instance.step == self.step);
        let suspects: Vec<(usize, &String)> = waiting
            .flat_map(|(at, instance)| instance.statement.heads().iter().map(move |head| (at, head)))
            .filter(|(_, head)| is_taken(head))
            .collect();
        if suspects.is_empty() {
            return Ok(true);
        }
        let Some(fires) = self.fires(&suspects)? else { return Ok(false) };
        let firing = suspects.iter().zip(fires).filter(|(_, fires)| *fires);
        let defined: BTreeSet<&String> = firing.map(|(&(_, head), _)| head).collect();
        Ok(suspects.iter().all(|(_, head)| defined.contains(head)))
    }

    /// Whether atoms of different steps are in a positive loop, which the module theorem excludes: earlier
    /// steps were solved without the pending step.
    fn has_circle_over_steps(&self) -> bool {
        let edges: Vec<(&String, &String, usize)> = self
            .program
            .iter()
            .flat_map(|instance| {
                let statement = &instance.statement;
                let positive = statement.literals().filter(|literal| literal.positive);
                positive.flat_map(move |literal| {
                    statement.heads().iter().map(move |head| (head, &literal.atom, instance.step))
                })
            })
            .collect();
        let reaches = |from: &String, to: &String| {
            let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
            while let Some(atom) = open.pop() {
                if atom == to {
                    return true;
                }
                open.extend(
                    edges.iter().filter(|edge| edge.0 == atom && seen.insert(edge.1)).map(|edge| edge.1),
                );
            }
            false
        };
        // Only arcs of the pending step can close a loop.
        let is_on_circle = |edge: &&(&String, &String, usize)| reaches(edge.1, edge.0);
        let new = edges.iter().filter(|edge| edge.2 == self.step).filter(is_on_circle);
        let (new, old): (Vec<_>, Vec<_>) =
            (new.collect(), edges.iter().filter(|edge| edge.2 < self.step).collect());
        new.iter().any(|new| old.iter().any(|old| reaches(new.1, old.0) && reaches(old.1, new.0)))
    }
}

/// The atom of a fact.
fn fact(statement: &Statement<String>) -> Option<&String> {
    match &statement.head {
        Head::Or(atoms) if atoms.len() == 1 && statement.body.is_empty() && statement.sum.is_none() => {
            Some(&atoms[0])
        }
        _ => None,
    }
}

fn line(statement: &Statement<String>) -> String {
    format!("{statement}\n")
}
