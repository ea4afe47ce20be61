//! The theory atom `&circuit` on random graphs. A program has the same models with and without the circuit
//! propagator, by the oracle, and with the atom replaced by rules for degrees and reachability.

use super::{answers, board, known, one_of, section, start};
use hamadryad_check::source::{Oracle, Setting};
use hamadryad_random::Random;
use hamadryad_symbol::Symbols;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A theory atom. Each element is an arc from a node to a node, with facts and a further condition.
struct CircuitAtom {
    is_directed: bool,
    elements: Vec<(String, String, String, String)>,
    body: String,
}

impl CircuitAtom {
    fn text(&self) -> String {
        let element = |(from, to, facts, condition): &(String, String, String, String)| {
            format!("({from},{to}) : {facts}, {condition}")
        };
        let elements: Vec<String> = self.elements.iter().map(element).collect();
        let name = if self.is_directed { "circuit" } else { "circuit(undirected)" };
        let body = if self.body.is_empty() { String::new() } else { format!(" :- {}", self.body) };
        format!("&{name} {{ {} }}{body}.\n", elements.join("; "))
    }

    /// Equivalent rules without theory atoms; `number` distinguishes the predicates of the atoms.
    fn by_reachability(&self, number: usize) -> String {
        let mut text = String::new();
        for (from, to, facts, condition) in &self.elements {
            let _ = writeln!(text, "arc({number},{from},{to}) :- {facts}, {condition}.");
            let _ = writeln!(text, "point({number},({from};{to})) :- {facts}.");
        }
        let comma = if self.body.is_empty() { "" } else { ", " };
        let unless = format!(":- {}{comma}", self.body);
        let (small, degree) = if self.is_directed { (1, 1) } else { (2, 2) };
        if !self.is_directed {
            let _ = writeln!(text, "arc({number},V,U) :- arc({number},U,V).");
        }
        let _ = writeln!(
            text,
            "come({number},V) :- point({number},V), not point({number},U) : point({number},U), U < V."
        );
        let _ = writeln!(text, "come({number},V) :- come({number},U), arc({number},U,V).");
        let _ = writeln!(text, "{unless}point({number},V), not come({number},V).");
        let _ = writeln!(text, "{unless}arc({number},V,V).");
        let _ = writeln!(text, "{unless}1 <= #count {{ V : point({number},V) }} <= {small}.");
        for ends in ["V,U", "U,V"] {
            let _ = writeln!(
                text,
                "{unless}point({number},V), not {{ arc({number},{ends}) : point({number},U) }} = {degree}."
            );
        }
        text
    }
}

const SHOWN: &str = "#show next/2. #show back/2. #show off/2. #show on/0. #show start/1. #show stop/1. #show mark/1. #show back/1. #show late/0.\n\
                     #defined start/1. #defined stop/1. #defined mark/1. #defined back/2. #defined off/2. #defined on/0.\n";

/// A small graph with theory atoms over its edges: the program without the theory atoms, and the theory
/// atoms.
fn small(random: &mut Random) -> (String, Vec<CircuitAtom>) {
    let names = [["1", "2", "3", "4", "5"], ["a", "-1", "f(x)", "(1,)", "\"s\""]][random.index(2)];
    let nodes = 1 + random.below(5);
    let mut edges = BTreeSet::new();
    for _ in 0..=random.below(7) {
        let (from, to) = (random.below(nodes), random.below(nodes));
        if from != to || random.below(8) == 0 {
            edges.insert((names[from as usize], names[to as usize]));
        }
    }
    if random.below(2) == 0 {
        // A Hamiltonian cycle, so that the graph has circuits.
        for node in 0..nodes {
            edges.insert((names[node as usize], names[((node + 1) % nodes) as usize]));
        }
    }
    let mut text = SHOWN.to_owned() + "{ on }. { next(U,V) : edge(U,V) }.\n#defined edge/2.\n";
    for (from, to) in &edges {
        let _ = writeln!(text, "edge({from},{to}).");
    }
    let known: Vec<&(&str, &str)> = edges.iter().collect();
    let some_edge = |random: &mut Random| match known[..] {
        [] => ("1", "1"),
        _ => *known[random.index(known.len())],
    };
    if random.below(3) == 0 {
        let (from, to) = some_edge(random);
        let _ = writeln!(text, "{}next({from},{to}).", one_of(random, &[":- ", ":- not "]));
    }
    let (mut has_back, mut has_off) = (false, false);
    let mut atoms = Vec::new();
    for _ in 0..1 + random.below(4) / 3 {
        let mut elements = Vec::new();
        for _ in 0..1 + random.below(3) / 2 {
            let is_small = edges.len() <= 4;
            let (from, to) = some_edge(random);
            let (from, to, facts, condition) = match random.below(9) {
                0 if is_small => {
                    has_back = true;
                    ("V", "U", "edge(V,U)", "back(U,V)")
                }
                1 if is_small => {
                    has_off = true;
                    ("U", "V", "edge(U,V)", "not off(U,V)")
                }
                2 => ("U", "V", "edge(U,V)", "#true"),
                3 => ("U", "f(V)", "edge(U,V)", "next(U,V)"),
                4 => ("U", "V", "edge(U,V)", "on"),
                5 => (from, to, "#true", "on"),
                6 => ("U", "V", "edge(U,V)", "next(U,V), not on"),
                _ => ("U", "V", "edge(U,V)", "next(U,V)"),
            };
            elements.push([from, to, facts, condition].map(str::to_owned).into());
        }
        let (from, to) = some_edge(random);
        let body = match random.below(6) {
            0 => "on".to_owned(),
            1 => "not on".to_owned(),
            2 => format!("next({from},{to})"),
            3 => format!("not next({from},{to}), on"),
            _ => String::new(),
        };
        atoms.push(CircuitAtom { is_directed: random.below(2) == 0, elements, body });
    }
    if has_back {
        text += "{ back(U,V) : edge(V,U) }.\n";
    }
    if has_off {
        text += "{ off(U,V) : edge(U,V) }.\n";
    }
    (text, atoms)
}

fn oracle(text: &str) -> Option<BTreeSet<String>> {
    let mut symbols = Symbols::new();
    let oracle = Oracle::from_text(&mut symbols, text, &Setting::default()).expect("it knows all of this");
    let answers = oracle.answers(&symbols).ok()?;
    Some(answers.iter().map(|answer| answer.display(&symbols)).collect())
}

/// Each model as the set of its words; no symbol of these programs contains a space.
fn sorted(models: &BTreeSet<String>) -> BTreeSet<BTreeSet<&str>> {
    models.iter().map(|model| model.split_whitespace().collect()).collect()
}

#[test]
fn theory_atoms_are_equivalent_to_degrees_and_reachability() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let (mut none, mut asked, mut satisfiable, mut ruled_out) = (0, 0, 0, 0);
    for round in 0..300 {
        let (text, atoms) = small(&mut random);
        let with_atoms: String = text.clone() + &atoms.iter().map(CircuitAtom::text).collect::<String>();
        let twins = atoms.iter().enumerate().map(|(number, atom)| atom.by_reachability(number));
        let twin: String = text + &twins.collect::<String>();
        let mut models = |text: &str, circuits: bool| {
            let (models, _) = answers(text, circuits, &mut Random::new(1), &mut none).swap_remove(0);
            models
        };
        let with = models(&with_atoms, true);
        for (text, circuits) in [(&with_atoms, false), (&twin, false), (&twin, true)] {
            let other = models(text, circuits);
            let context = format!("round {round}: {} against {} models\n{text}", with.len(), other.len());
            assert!(sorted(&with) == sorted(&other), "{context}\nagainst\n{with_atoms}");
        }
        if let Some(by_definition) = oracle(&with_atoms) {
            asked += 1;
            let context = format!("{} against {}", with.len(), by_definition.len());
            assert!(
                sorted(&with) == sorted(&by_definition),
                "round {round}, oracle: {context}\n{with_atoms}"
            );
        }
        satisfiable += usize::from(!with.is_empty());
        ruled_out += usize::from(with.is_empty());
    }
    assert!(asked > 225, "the oracle was asked for {asked}");
    assert!(satisfiable > 50 && ruled_out > 50, "{satisfiable} and {ruled_out}");
}

/// As above, with rules that follow the circuit from a start to a stop.
#[test]
fn sections_along_the_arcs_of_an_atom_change_no_answer() {
    let mut random = Random::new(0x6a09_e667_f3bc_c909);
    let (mut none, mut satisfiable) = (0, 0);
    for round in 0..150 {
        let (rows, cols, mut text) = board(&mut random);
        text += SHOWN;
        text += one_of(
            &mut random,
            &["{ next(U,V) : edge(U,V) }.\n", "{ next(U,V) : edge(U,V) } = 1 :- node(U).\n"],
        );
        let _ = writeln!(text, "{}", start(&mut random));
        text += &section(&mut random);
        text += &known(&mut random, rows, cols);
        if random.below(3) == 0 {
            // A second chain with another start.
            text += one_of(
                &mut random,
                &[
                    "back((2,2)). back(V) :- back(U), next(U,V), not start(U).\n",
                    "{ late }. back(V) :- node(V), late, V = (1,(1;2)). back(V) :- back(U), next(U,V), U != (2,1).\n",
                    "{ late }. back((2,1)) :- late. back((1,2)) :- not late. back(V) :- back(U), next(U,V), not late.\n",
                    "back(V) :- next((1,1),V). back(V) :- back(U), next(U,V), U != (1,2).\n",
                ],
            );
        }
        let condition = if random.below(4) == 0 { ", V != U" } else { "" };
        let element = ["U", "V", "edge(U,V)", &format!("next(U,V){condition}")].map(str::to_owned).into();
        // An arc added as a fact, outside of the board, is on no circuit.
        let rest = ["U", "V", "next(U,V), not edge(U,V)", "#true"].map(str::to_owned).into();
        let atom = CircuitAtom { is_directed: true, elements: vec![element, rest], body: String::new() };
        let with_atom = text.clone() + &atom.text();
        let twin = text + &atom.by_reachability(0);
        let seed = random.below(u64::MAX);
        let with = answers(&with_atom, true, &mut Random::new(seed), &mut none);
        for (text, circuits) in [(&with_atom, false), (&twin, false)] {
            let other = answers(text, circuits, &mut Random::new(seed), &mut none);
            let is_same = with.iter().zip(&other).all(|((models, costs), (others, other_costs))| {
                sorted(models) == sorted(others) && costs == other_costs
            });
            assert!(is_same, "round {round}\n{text}\nagainst\n{with_atom}\n{with:?}\n{other:?}");
        }
        satisfiable += usize::from(!with[0].0.is_empty());
    }
    assert!(satisfiable > 20, "only {satisfiable} programs have models");
}
