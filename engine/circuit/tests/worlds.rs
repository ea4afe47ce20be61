//! Random small graphs: what the search finds with a circuit's help, against all circuits there are.
//!
//! A reason that is wrong anywhere loses models: learnt clauses are made of reasons.

use hamadryad_circuit::{Budget, Circuit, Description, Graph, Handles, Section};
use hamadryad_sat::{Config, Lit, Outcome, Restarts, Solver, Theory};
use std::collections::BTreeSet;

/// The numbers of Marsaglia's xorshift: small graphs need no better.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

/// A circuit in its direction, from the start, and where the section stops.
type World = (Vec<u32>, u32);

/// A circuit with a bound on the nodes in its section.
struct Bounded {
    circuit: Circuit,
    bound: Option<i64>,
}

impl Theory for Bounded {
    fn propagate(&mut self, solver: &mut Solver) -> bool {
        let section = self.circuit.description().section.as_ref().expect("all have sections");
        let inside: Vec<Lit> = section.inside.iter().copied().filter(|&lit| solver.is_true(lit)).collect();
        let budget = self.bound.map(|bound| Spare { nodes: bound - inside.len() as i64, inside });
        let budget = budget.as_ref().map(|budget| budget as &dyn Budget);
        self.circuit.propagate(solver, budget, Handles { first: 0, step: 1 })
    }

    fn explain(&mut self, _: &Solver, _: Lit, handle: u32, reason: &mut Vec<Lit>) {
        self.circuit.explain(handle, reason);
    }

    fn undo(&mut self, solver: &Solver, keep: usize) {
        self.circuit.jumped_back(solver, keep);
    }
}

struct Spare {
    nodes: i64,
    inside: Vec<Lit>,
}

impl Budget for Spare {
    fn spare(&self, _: &Solver) -> i64 {
        self.nodes
    }

    fn reason(&self, _: &Solver, reason: &mut Vec<Lit>) {
        reason.extend(&self.inside);
    }
}

struct Instance {
    nodes: usize,
    edges: Vec<(u32, u32)>,
    /// Darts that are no arcs.
    one_way: BTreeSet<u32>,
    bound: Option<i64>,
}

impl Instance {
    /// Part of a grid, and now and then an edge across.
    fn random(random: &mut Random) -> Instance {
        let (rows, cols) = [(2, 3), (3, 4), (4, 3), (2, 5), (4, 4)][random.below(5) as usize];
        let node = |row: u32, col: u32| row * cols + col;
        let mut edges = Vec::new();
        for row in 0..rows {
            for col in 0..cols {
                let mut add = |other: u32, chance: u64| {
                    if random.below(100) < chance {
                        edges.push((node(row, col), other));
                    }
                };
                if col + 1 < cols {
                    add(node(row, col + 1), 95);
                }
                if row + 1 < rows {
                    add(node(row + 1, col), 95);
                }
                if row + 1 < rows && col + 1 < cols {
                    add(node(row + 1, col + 1), 10);
                }
            }
        }
        let nodes = (rows * cols) as usize;
        if random.below(4) == 0 {
            let (a, b) = (random.below(nodes as u64) as u32, random.below(nodes as u64) as u32);
            if a != b && !edges.contains(&(a, b)) && !edges.contains(&(b, a)) {
                edges.push((a, b));
            }
        }
        let one_way = (0..2 * edges.len() as u32).filter(|_| random.below(20) == 0).collect();
        let bound = (random.below(2) == 0).then(|| 2 + random.below(nodes as u64 - 2) as i64);
        Instance { nodes, edges, one_way, bound }
    }

    /// All worlds, by going along every path.
    fn worlds(&self) -> BTreeSet<World> {
        let mut successors = vec![Vec::new(); self.nodes];
        for (i, &(a, b)) in (0..).zip(&self.edges) {
            for (dart, from, to) in [(2 * i, a, b), (2 * i + 1, b, a)] {
                if !self.one_way.contains(&dart) {
                    successors[from as usize].push(to);
                }
            }
        }
        let mut circuits = Vec::new();
        extend(&successors, &mut vec![0], &mut circuits);
        let mut worlds = BTreeSet::new();
        for circuit in circuits {
            for start in 0..self.nodes {
                let mut turned = circuit.clone();
                turned.rotate_left(start);
                for place in 1..self.nodes {
                    if self.bound.is_none_or(|bound| (place as i64) < bound) {
                        worlds.insert((turned.clone(), turned[place]));
                    }
                }
            }
        }
        worlds
    }

    /// All worlds that the search finds.
    fn found(&self, config: Config) -> BTreeSet<World> {
        let mut solver = Solver::with_config(config);
        let graph = Graph::new(self.nodes, &self.edges);
        let mut fresh =
            |count: usize| -> Vec<Lit> { (0..count).map(|_| solver.new_var().positive()).collect() };
        let (starts, stops, inside) = (fresh(self.nodes), fresh(self.nodes), fresh(self.nodes));
        let (edges, arcs) = (fresh(self.edges.len()), fresh(2 * self.edges.len()));
        let truth = fresh(1)[0];
        solver.add_clause(&[truth]);
        let exactly_one = |solver: &mut Solver, literals: &[Lit]| {
            solver.add_clause(literals);
            for (i, &a) in literals.iter().enumerate() {
                for &b in &literals[..i] {
                    solver.add_clause(&[!a, !b]);
                }
            }
        };
        exactly_one(&mut solver, &starts);
        exactly_one(&mut solver, &stops);
        for dart in 0..arcs.len() as u32 {
            let (arc, edge) = (arcs[dart as usize], edges[(dart / 2) as usize]);
            solver.add_clause(&[!arc, edge]);
            if self.one_way.contains(&dart) {
                solver.add_clause(&[!arc]);
            }
            if dart % 2 == 0 {
                solver.add_clause(&[!edge, arc, arcs[dart as usize + 1]]);
                solver.add_clause(&[!arc, !arcs[dart as usize + 1]]);
            }
            let (from, to) = (graph.tail(dart) as usize, graph.head(dart) as usize);
            solver.add_clause(&[!arc, !inside[from], stops[from], inside[to]]);
            solver.add_clause(&[!arc, starts[to], !inside[to], inside[from]]);
            solver.add_clause(&[!arc, starts[to], !inside[to], !stops[from]]);
        }
        for node in 0..self.nodes {
            let leaving: Vec<Lit> =
                graph.leaving(node as u32).iter().map(|&dart| arcs[dart as usize]).collect();
            let entering: Vec<Lit> =
                graph.leaving(node as u32).iter().map(|&dart| arcs[(dart ^ 1) as usize]).collect();
            exactly_one(&mut solver, &leaving);
            exactly_one(&mut solver, &entering);
            solver.add_clause(&[!starts[node], inside[node]]);
            solver.add_clause(&[!starts[node], !stops[node]]);
        }
        let some = |literals: &[Lit]| literals.iter().copied().map(Some).collect::<Vec<Option<Lit>>>();
        let section = Section { inside, stops: some(&stops), one_stop: truth, costs: vec![1; self.nodes] };
        let arc_literals =
            (0..).zip(&arcs).map(|(dart, &arc)| (!self.one_way.contains(&dart)).then_some(arc)).collect();
        let description = Description {
            graph: graph.clone(),
            edges,
            arcs: arc_literals,
            starts: some(&starts),
            one_start: truth,
            section: Some(section),
        };
        let mut theory = Bounded { circuit: Circuit::new(description), bound: self.bound };
        let mut found = BTreeSet::new();
        while solver.search(&mut theory, &|| false) == Outcome::Model {
            let place =
                |literals: &[Lit]| literals.iter().position(|&lit| solver.is_true(lit)).expect("one is true");
            let (start, stop) = (place(&starts), place(&stops));
            let mut order = vec![start as u32];
            while order.len() < self.nodes {
                let node = order[order.len() - 1];
                let next = graph.leaving(node).iter().find(|&&dart| solver.is_true(arcs[dart as usize]));
                order.push(graph.head(*next.expect("each node has its arc")));
            }
            assert!(found.insert((order, stop as u32)), "a model came twice");
            let decided: Vec<Lit> = [&arcs[..], &starts, &stops].concat();
            let blocking: Vec<Lit> =
                decided.into_iter().filter(|&lit| solver.is_true(lit)).map(|lit| !lit).collect();
            if !solver.add_clause_in_search(&mut theory, &blocking) {
                break;
            }
        }
        found
    }
}

fn extend(successors: &[Vec<u32>], path: &mut Vec<u32>, circuits: &mut Vec<Vec<u32>>) {
    let last = path[path.len() - 1];
    for &next in &successors[last as usize] {
        if next == path[0] && path.len() == successors.len() {
            circuits.push(path.clone());
        } else if !path.contains(&next) {
            path.push(next);
            extend(successors, path, circuits);
            path.pop();
        }
    }
}

#[test]
fn the_search_finds_every_circuit_and_no_other() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut with_worlds = 0;
    for round in 0..400 {
        let instance = Instance::random(&mut random);
        let restarts = if round % 2 == 0 { Restarts::Luby(2) } else { Restarts::Luby(60) };
        let config = Config { seed: round, restarts, ..Config::default() };
        let worlds = instance.worlds();
        with_worlds += usize::from(!worlds.is_empty());
        let found = instance.found(config);
        assert!(
            found == worlds,
            "round {round}: {} of {} worlds, {:?}",
            found.len(),
            worlds.len(),
            instance.edges
        );
    }
    assert!(with_worlds > 100, "only {with_worlds} graphs had circuits");
}
