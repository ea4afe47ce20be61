//! The approach `one-shot`: each solve has its own control, which grounds the program together with the held
//! atoms.
//!
//! If the setting declares the candidates open, held atoms and true externals are added as facts, which the
//! grounder removes from all bodies. In other programs a fact would be stronger than truth, because it needs
//! no support; then held atoms are added as constraints, `:- not next(a,b).`
//!
//! Facts are grounded as program parts, one for each predicate, whose parameters are the arguments:
//! `#program held1(x1,x2). next(x1,x2).` In a text, constants of the program could change the arguments.
//!
//! Externals that are false are released before the solve, because no later solve can change them.

use crate::approach::meter::Meter;
use crate::approach::request::{Approach, OnModel, Request, Setting, Solved};
use crate::approach::switch::force;
use crate::{Control, Error, Part, Signature, Symbol, Symbols, Truth};
use std::collections::HashMap;

/// Grounds the program again for each solve.
pub(super) struct OneShot {
    /// The program before grounding.
    template: Control,
    parts: Vec<(String, Vec<Symbol>)>,
    are_open: bool,
    /// By predicate: the name of the part that adds its facts, distinct from all parts of the program.
    fact_parts: HashMap<Signature, String>,
    externals: HashMap<Symbol, Truth>,
    /// The control of the last solve.
    last: Option<Control>,
}

impl OneShot {
    /// Stores the program without grounding.
    pub(super) fn new(setting: Setting<'_>) -> OneShot {
        let parts = setting.parts.iter().map(|part| (part.name().to_owned(), part.arguments().to_vec()));
        OneShot {
            parts: parts.collect(),
            template: setting.control,
            are_open: setting.are_open,
            fact_parts: HashMap::new(),
            externals: HashMap::new(),
            last: None,
        }
    }

    /// A ground control with the program and the held atoms.
    fn ground(&mut self, held: &[Symbol], stop: &dyn Fn() -> bool) -> Result<Control, Error> {
        let facts = if self.are_open { self.facts(held)? } else { Vec::new() };
        let mut control = self.template.clone();
        let parts = self.parts.iter().map(|(name, arguments)| Part::new(name, arguments));
        let facts = facts.iter().map(|&(atom, signature)| {
            Part::new(&self.fact_parts[&signature], self.template.symbols().arguments(atom))
        });
        let parts: Vec<Part<'_>> = facts.chain(parts).collect();
        control.ground_until(&parts, stop)?;
        if !self.are_open {
            force(&mut control, held);
        }
        let value_of = |atom| self.externals.get(&atom).copied().unwrap_or(Truth::False);
        let externals = control.symbolic_atoms().filter(|atom| atom.external.is_some());
        let externals: Vec<(Symbol, Truth)> =
            externals.map(|atom| (atom.symbol, value_of(atom.symbol))).collect();
        for (atom, value) in externals {
            match value {
                Truth::False => control.release_external(atom),
                value => control.assign_external(atom, value),
            }
        }
        Ok(control)
    }

    /// The facts in the order of their symbols, which makes runs deterministic. Adds a part for each new
    /// predicate.
    fn facts(&mut self, held: &[Symbol]) -> Result<Vec<(Symbol, Signature)>, Error> {
        let externals = self.externals.iter().filter(|&(_, &value)| value == Truth::True);
        let mut atoms: Vec<Symbol> = externals.map(|(&atom, _)| atom).chain(held.iter().copied()).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let mut facts = Vec::with_capacity(atoms.len());
        for atom in atoms {
            // A symbol that is no atom is never true.
            let Some(signature) = self.template.symbols().signature(atom) else { continue };
            if !self.fact_parts.contains_key(&signature) {
                let part = self.add_fact_part(signature)?;
                self.fact_parts.insert(signature, part);
            }
            facts.push((atom, signature));
        }
        Ok(facts)
    }

    /// Adds the text of a part for the facts of a predicate, and returns its name.
    fn add_fact_part(&mut self, signature: Signature) -> Result<String, Error> {
        let symbols = self.template.symbols();
        let mut fresh = format!("held{}", self.fact_parts.len() + 1);
        while (0..=signature.arity).any(|i| symbols.find_name(&parameter(&fresh, i)).is_some()) {
            fresh.push('_');
        }
        let parameters: Vec<String> = (1..=signature.arity).map(|i| parameter(&fresh, i)).collect();
        let list = if parameters.is_empty() { String::new() } else { format!("({})", parameters.join(",")) };
        let (sign, predicate) = (if signature.positive { "" } else { "-" }, symbols.text(signature.name));
        let part = parameter(&fresh, 0);
        let text = format!("#program {part}{list}. {sign}{predicate}{list}.");
        self.template.add("<held>", &text)?;
        Ok(part)
    }
}

/// The name of the i-th parameter of a part; the 0-th is the name of the part.
fn parameter(part: &str, i: u32) -> String {
    if i == 0 { part.to_owned() } else { format!("{part}_{i}") }
}

impl Approach for OneShot {
    fn control(&self) -> &Control {
        self.last.as_ref().unwrap_or(&self.template)
    }

    fn symbols_mut(&mut self) -> &mut Symbols {
        self.template.symbols_mut()
    }

    fn assign_external(&mut self, atom: Symbol, value: Truth) {
        self.externals.insert(atom, value);
    }

    fn solve(&mut self, request: Request<'_>, on_model: OnModel<'_>) -> Result<Solved, Error> {
        let meter = Meter::start(request.clock, &self.template);
        self.last = None;
        let control = self.ground(request.held, request.options.stop)?;
        meter.solve(self.last.insert(control), request.options, on_model)
    }
}
