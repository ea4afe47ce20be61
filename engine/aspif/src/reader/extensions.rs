//! Edges and heuristics in programs of smodels, which state them by names of atoms (`--parse-ext` of clasp).
//!
//! ```text
//! 2 _edge(a,b)                    the edge from a to b is present if the atom 2 is true
//! 3 _acyc_0_1_2                   the edge from 1 to 2, in the form of lp2acyc
//! 4 _heuristic(p(1),true,5,2)     #heuristic p(1) : 4. [5@2,true]
//! ```

use crate::{Atom, HeuristicModifier, Sink};
use hamadryad_symbol::{Symbol, Symbols, View};
use rustc_hash::FxHashMap;

/// Sends the edges and heuristics that the names of atoms state.
pub(super) fn send(outputs: &[(Atom, Symbol)], symbols: &mut Symbols, sink: &mut dyn Sink) {
    let atoms: FxHashMap<Symbol, Atom> = outputs.iter().map(|&(atom, symbol)| (symbol, atom)).collect();
    let mut nodes = FxHashMap::default();
    let mut number = |node: Symbol| {
        let next = nodes.len() as i32;
        *nodes.entry(node).or_insert(next)
    };
    for &(atom, symbol) in outputs {
        let condition = [atom.positive()];
        if let Some([from, to]) = edge(symbol, symbols) {
            sink.edge(number(from), number(to), &condition);
        }
        if let Some(heuristic) = heuristic(symbol, symbols)
            && let Some(&of) = atoms.get(&heuristic.atom)
        {
            sink.heuristic(of, heuristic.modifier, heuristic.bias, heuristic.priority, &condition);
        }
    }
}

/// The nodes of the edge that a name states.
fn edge(symbol: Symbol, symbols: &mut Symbols) -> Option<[Symbol; 2]> {
    let View::Function { name, arguments, positive: true } = symbols.view(symbol) else { return None };
    match (symbols.text(name), arguments) {
        ("_edge", &[from, to]) => Some([from, to]),
        (text, []) => {
            let mut parts = text.strip_prefix("_acyc_")?.split('_').map(str::parse::<i32>);
            let numbers = [parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?];
            if parts.next().is_some() {
                return None;
            }
            Some([symbols.number(numbers[1]), symbols.number(numbers[2])])
        }
        _ => None,
    }
}

/// A heuristic directive.
struct Heuristic {
    atom: Symbol,
    modifier: HeuristicModifier,
    bias: i32,
    priority: u32,
}

/// The directive that a name states.
fn heuristic(symbol: Symbol, symbols: &Symbols) -> Option<Heuristic> {
    let View::Function { name, arguments, positive: true } = symbols.view(symbol) else { return None };
    let (&[atom, modifier, bias], rest) = arguments.split_first_chunk()?;
    if symbols.text(name) != "_heuristic" {
        return None;
    }
    let View::Function { name: word, arguments: [], positive: true } = symbols.view(modifier) else {
        return None;
    };
    let mut modifiers = (0..6).filter_map(HeuristicModifier::from_number);
    let modifier = modifiers.find(|known| known.name() == symbols.text(word))?;
    let bias = symbols.as_number(bias)?;
    let priority = match rest {
        [] => bias.unsigned_abs(),
        [priority] => u32::try_from(symbols.as_number(*priority)?).ok()?,
        _ => return None,
    };
    Some(Heuristic { atom, modifier, bias, priority })
}
