//! Parts: what is relaxed together, at the requested granularity, each with the literal that keeps it in force.

use crate::element::{Element, ElementKind};
use crate::options::{ExplainOptions, Granularity};
use crate::program::Program;
use crate::relax::{Guard, Relaxer};
use crate::units::{HARD, Units};
use hamadryad_aspif::{Atom, ExternalValue, Literal};
use hamadryad_ground::Grounder;
use hamadryad_symbol::Symbol;

/// The content of a part, which relaxing the part releases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    /// Units of the program, all of one statement.
    Units(Vec<u32>),
    /// The value of an external or assumed atom.
    Value { kind: ElementKind, literal: Literal, symbol: Option<Symbol> },
    /// A bound on the costs of a priority.
    Bound(i32, i64),
    /// An atom that nothing else derives.
    Closed(Atom),
}

/// A part with its statement and its weight in small explanations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub content: Content,
    /// The statement of its units.
    pub statement: Option<u32>,
    pub weight: u32,
}

/// The values that the solve sets: assumptions and externals.
pub(crate) fn values(
    program: &Program,
    grounder: &Grounder,
    externals: &[(Atom, ExternalValue)],
    options: &ExplainOptions,
) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut add = |kind, literal, symbol| {
        parts.push(Part { content: Content::Value { kind, literal, symbol }, statement: None, weight: 1 });
    };
    for &(atom, value) in externals {
        let literal = match value {
            ExternalValue::True => atom.positive(),
            ExternalValue::False => atom.negative(),
            ExternalValue::Free | ExternalValue::Release => continue,
        };
        add(ElementKind::External, literal, program.name_of(atom));
    }
    for &(symbol, value) in &options.assumptions {
        if let Some(state) = grounder.lookup(symbol) {
            let literal = if value { state.atom.positive() } else { state.atom.negative() };
            add(ElementKind::Assumption, literal, Some(symbol));
        }
    }
    for &literal in &options.literals {
        add(ElementKind::Assumption, literal, program.name_of(literal.atom()));
    }
    parts.extend(options.bounds.iter().map(|&(priority, greatest)| Part {
        content: Content::Bound(priority, greatest),
        statement: None,
        weight: 1,
    }));
    parts
}

/// The parts that units form.
pub(crate) fn of_units(units: &Units, granularity: Granularity) -> Vec<Part> {
    let number = match granularity {
        Granularity::Statement => units.statements.len(),
        Granularity::Data => units.groups,
        Granularity::Instance => units.units.len(),
    };
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); number];
    for (unit, content) in units.units.iter().enumerate() {
        let place = match granularity {
            Granularity::Statement => content.statement as usize,
            Granularity::Data => content.group as usize,
            Granularity::Instance => unit,
        };
        members[place].push(unit as u32);
    }
    let members = members.into_iter().filter(|members| !members.is_empty());
    members
        .map(|members| {
            let statement = Some(units.units[members[0] as usize].statement);
            Part { content: Content::Units(members), statement, weight: 1 }
        })
        .collect()
}

/// Writes the selectors of parts to a relaxed program, then its rules. Returns the literal of each part. Units
/// in no part are in force or relaxed, as `otherwise` says.
pub(crate) fn write(relaxer: &mut Relaxer<'_>, parts: &[Part], otherwise: Guard) -> Vec<Literal> {
    let mut guards = vec![otherwise; relaxer.units.units.len()];
    let mut literals = Vec::with_capacity(parts.len());
    for part in parts {
        literals.push(match &part.content {
            Content::Units(units) => {
                let selector = relaxer.free().positive();
                units.iter().for_each(|&unit| guards[unit as usize] = Guard::Soft(selector));
                selector
            }
            Content::Value { literal, .. } => *literal,
            Content::Bound(priority, greatest) => {
                let selector = relaxer.free().positive();
                relaxer.bound(*priority, *greatest, selector);
                selector
            }
            Content::Closed(atom) => {
                let open = relaxer.free().positive();
                relaxer.close(*atom, open);
                !open
            }
        });
    }
    relaxer.rules(&|unit| if unit == HARD { Guard::Hard } else { guards[unit as usize] });
    literals
}

impl Part {
    /// The elements of the part.
    pub(crate) fn elements(&self, units: &Units, program: &Program, grounder: &Grounder) -> Vec<Element> {
        match &self.content {
            Content::Units(members) => {
                members.iter().map(|&unit| units.element(unit, program, grounder)).collect()
            }
            &Content::Value { kind, literal, symbol } => {
                let value = literal.is_positive();
                let ground = symbol.is_none().then(|| (Vec::new(), vec![literal]));
                vec![Element { atom: symbol, value, ground, ..Element::new(kind) }]
            }
            &Content::Bound(priority, greatest) => {
                vec![Element { bound: Some((priority, greatest)), ..Element::new(ElementKind::Bound) }]
            }
            &Content::Closed(atom) => {
                vec![Element { atom: program.name_of(atom), ..Element::new(ElementKind::Closed) }]
            }
        }
    }

    /// A single element that stands for all instances of a statement.
    pub(crate) fn summary(&self, units: &Units, program: &Program, grounder: &Grounder) -> Element {
        let Content::Units(members) = &self.content else {
            return self.elements(units, program, grounder).swap_remove(0);
        };
        let mut element = units.element(members[0], program, grounder);
        element.instances = members.len();
        element.bindings.clear();
        element
    }
}
