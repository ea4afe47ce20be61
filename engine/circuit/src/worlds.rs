//! Small instances, and all worlds of them: what a [`Description`] allows, by brute force.
//!
//! A world is partial: a literal that it does not mention may have either value in it, whatever the others have. So "these literals
//! can be true together" is asked of each literal alone, and worlds that differ in one literal by itself are one. Where
//! two halves of a world know nothing of each other, only the halves are enumerated.
//!
//! No solver and no rule has a part in this: it is what reasons are held against.

use crate::circuit::{Circuit, Description, Section};
use crate::graph::{Dart, Graph, Node};
use hamadryad_sat::{Lit, Solver};
use std::collections::BTreeSet;

/// The numbers of Marsaglia's xorshift: small graphs need no better.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    pub(crate) fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    pub(crate) fn pick<'a, T>(&mut self, among: &'a [T]) -> Option<&'a T> {
        (!among.is_empty()).then(|| &among[self.below(among.len() as u64) as usize])
    }
}

/// How a circuit is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// It is one where there is one start.
    OneStart,
    /// So, and it enforces degrees and sides by itself.
    Enforced,
    /// A literal of its own says that it is one.
    AnyStarts,
    /// So, and it looks no further.
    OnlyChecks,
}

/// A graph, and what may be where.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) nodes: usize,
    pub(crate) edges: Vec<(Node, Node)>,
    /// Darts that are no arcs.
    pub(crate) one_way: BTreeSet<Dart>,
    /// An arc that each world has, from no stop to no start.
    pub(crate) certain: Option<Dart>,
    /// Where the circuit may begin, and where its section may end.
    pub(crate) starts: Vec<Node>,
    pub(crate) stops: Vec<Node>,
    /// By node.
    pub(crate) costs: Vec<i64>,
    pub(crate) kind: Kind,
}

/// All nodes in the order of a circuit, and the places on it where the section could end first.
pub(crate) struct Run {
    pub(crate) order: Vec<Node>,
    pub(crate) darts: Vec<Dart>,
}

impl Instance {
    /// Part of a grid, and now and then an edge across; it may start and stop everywhere.
    pub(crate) fn random(random: &mut Random, sizes: &[(u32, u32)]) -> Instance {
        let &(rows, cols) = random.pick(sizes).expect("there are sizes");
        let node = |row: u32, col: u32| row * cols + col;
        let mut edges = Vec::new();
        for row in 0..rows {
            for col in 0..cols {
                let mut add = |other: u32, chance: u64| {
                    if random.percent(chance) {
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
        let all: Vec<Node> = (0..nodes as Node).collect();
        let costs = vec![1; nodes];
        Instance {
            nodes,
            edges,
            one_way,
            certain: None,
            starts: all.clone(),
            stops: all,
            costs,
            kind: Kind::OneStart,
        }
    }

    /// Now and then it may start and stop at some nodes only, costs differ, an arc is certain.
    pub(crate) fn vary(mut self, random: &mut Random) -> Instance {
        self.kind = [Kind::OneStart, Kind::OneStart, Kind::Enforced, Kind::AnyStarts, Kind::OnlyChecks]
            [random.below(5) as usize];
        let few = self.kind == Kind::Enforced || random.percent(60);
        if few {
            let (starts, stops) = (1 + random.below(3), random.below(4));
            self.starts = (0..starts).map(|_| random.below(self.nodes as u64) as Node).collect();
            self.stops = (0..stops).map(|_| random.below(self.nodes as u64) as Node).collect();
            for ends in [&mut self.starts, &mut self.stops] {
                ends.sort_unstable();
                ends.dedup();
            }
        }
        if random.percent(50) {
            self.costs = (0..self.nodes).map(|_| random.below(4) as i64).collect();
        }
        let graph = self.graph();
        let can_be = |&dart: &Dart| {
            !self.one_way.contains(&dart)
                && !self.stops.contains(&graph.tail(dart))
                && !self.starts.contains(&graph.head(dart))
        };
        let candidates: Vec<Dart> = (0..2 * self.edges.len() as Dart).filter(can_be).collect();
        if random.percent(40) {
            self.certain = random.pick(&candidates).copied();
        }
        self
    }

    pub(crate) fn graph(&self) -> Graph {
        Graph::new(self.nodes, &self.edges)
    }

    /// All circuits, by going along every path from node 0; `None` where there are more than so many.
    pub(crate) fn runs(&self, limit: usize) -> Option<Vec<Run>> {
        let graph = self.graph();
        let (mut runs, mut darts) = (Vec::new(), Vec::new());
        self.extend(&graph, &mut vec![0], &mut darts, &mut runs, limit).then_some(runs)
    }

    fn extend(
        &self,
        graph: &Graph,
        order: &mut Vec<Node>,
        darts: &mut Vec<Dart>,
        runs: &mut Vec<Run>,
        limit: usize,
    ) -> bool {
        let leaving = graph.leaving(order[order.len() - 1]).iter().copied();
        leaving.filter(|dart| !self.one_way.contains(dart)).all(|dart| {
            let to = graph.head(dart);
            darts.push(dart);
            if to == order[0] && order.len() == self.nodes && self.nodes > 2 {
                if self.certain.is_none_or(|certain| darts.contains(&certain)) {
                    runs.push(Run { order: order.clone(), darts: darts.clone() });
                }
            } else if !order.contains(&to) {
                order.push(to);
                if !self.extend(graph, order, darts, runs, limit) {
                    return false;
                }
                order.pop();
            }
            darts.pop();
            runs.len() <= limit
        })
    }

    /// Literals for all of it. Where two mean the same, they may be one.
    pub(crate) fn name(&self, solver: &mut Solver) -> Names {
        let truth = solver.new_var().positive();
        solver.add_clause(&[truth]);
        let mut fresh = || solver.new_var().positive();
        let mut ends = |among: &[Node]| -> Vec<Option<Lit>> {
            (0..self.nodes as Node).map(|node| among.contains(&node).then(&mut fresh)).collect()
        };
        let (starts, stops) = (ends(&self.starts), ends(&self.stops));
        let mut inside: Vec<Lit> = (0..self.nodes).map(|_| fresh()).collect();
        let (mut edges, mut arcs) = (Vec::new(), Vec::new());
        for edge in 0..self.edges.len() as Dart {
            let is_arc = |dart: &Dart| !self.one_way.contains(dart);
            let darts = [2 * edge, 2 * edge + 1];
            let is_certain = self.certain.is_some_and(|certain| certain / 2 == edge);
            let open = darts.iter().filter(|dart| is_arc(dart)).count();
            let lit = if is_certain { truth } else { fresh() };
            edges.push(lit);
            for dart in &darts {
                // Of two arcs each has a literal; one alone is its edge.
                let arc = match open {
                    _ if is_certain => (self.certain == Some(*dart)).then_some(truth),
                    2 => Some(fresh()),
                    _ => is_arc(dart).then_some(lit),
                };
                arcs.push(arc);
            }
        }
        let graph = self.graph();
        if let Some(certain) = self.certain {
            inside[graph.head(certain) as usize] = inside[graph.tail(certain) as usize];
        }
        let one_stop = fresh();
        let one_start = fresh();
        let has_gate = matches!(self.kind, Kind::AnyStarts | Kind::OnlyChecks);
        let at_most_one_start = if has_gate { fresh() } else { one_start };
        let most: i64 = self.costs.iter().sum();
        let within = (0..=most).map(|_| fresh()).collect();
        let section = Section { inside, stops, one_stop, costs: self.costs.clone() };
        let description = Description { graph, edges, arcs, starts, one_start, section: Some(section) };
        Names { description, at_most_one_start, within, truth }
    }
}

/// The literals of an instance.
pub(crate) struct Names {
    pub(crate) description: Description,
    pub(crate) at_most_one_start: Lit,
    /// By number: what is inside costs no more than that.
    pub(crate) within: Vec<Lit>,
    pub(crate) truth: Lit,
}

impl Names {
    pub(crate) fn section(&self) -> &Section {
        self.description.section.as_ref().expect("all instances have sections")
    }

    /// A circuit for all of that.
    pub(crate) fn circuit(&self, instance: &Instance) -> Circuit {
        let (description, gate) = (self.description.clone(), self.at_most_one_start);
        match instance.kind {
            Kind::OneStart => Circuit::new(description),
            Kind::AnyStarts => Circuit::with_any_starts(description, gate),
            Kind::OnlyChecks => Circuit::that_only_checks(description, gate),
            Kind::Enforced => {
                let is_end = |node: Node| instance.starts.contains(&node) || instance.stops.contains(&node);
                let mut circuit = Circuit::new(description);
                circuit.enforce(instance.edges.iter().map(|&(a, b)| !is_end(a) && !is_end(b)).collect());
                circuit
            }
        }
    }

    /// All worlds, ends and bounds included.
    pub(crate) fn worlds(&self, instance: &Instance, runs: &[Run]) -> Worlds {
        let one_start = self.description.one_start;
        let any_stops = || self.any_of(&self.section().stops, self.section().one_stop);
        let any_starts = || self.any_of(&self.description.starts, self.at_most_one_start);
        let mut kinds = vec![vec![self.with_one_start(instance, runs)]];
        if self.at_most_one_start == one_start {
            kinds.push(vec![any_starts().filter(|world| !world.contains(&one_start)), any_stops()]);
        } else {
            let mut some_run = Part::default();
            for run in runs {
                some_run.add(self.of_run(run));
            }
            let is_one = |world: &[Lit]| {
                world.contains(&self.at_most_one_start)
                    && self.description.starts.iter().flatten().any(|start| world.contains(start))
            };
            kinds.push(vec![some_run, any_starts().filter(|world| !is_one(world)), any_stops()]);
            let mut none = Part::default();
            none.add(vec![self.truth, !one_start]);
            kinds.push(vec![none, any_starts(), any_stops()]);
        }
        Worlds { kinds }
    }

    /// What a run says of edges, arcs, and the circuit.
    pub(crate) fn of_run(&self, run: &Run) -> Vec<Lit> {
        let Description { edges, arcs, one_start, .. } = &self.description;
        let mut world = vec![self.truth, *one_start];
        for (edge, &lit) in (0..).zip(edges) {
            let is_there = run.darts.iter().any(|dart| dart / 2 == edge);
            world.push(if is_there { lit } else { !lit });
        }
        for (dart, lit) in (0..).zip(arcs) {
            world.extend(lit.map(|lit| if run.darts.contains(&dart) { lit } else { !lit }));
        }
        world
    }

    /// What a section says that begins at a node and ends after so many: what is inside, and what that costs.
    pub(crate) fn of_section(&self, run: &Run, start: Node, length: usize) -> Vec<Lit> {
        let Section { inside, costs, .. } = self.section();
        let place = run.order.iter().position(|&node| node == start).expect("all nodes are there");
        let order: Vec<Node> = run.order[place..].iter().chain(&run.order[..place]).copied().collect();
        let mut world: Vec<Lit> = Vec::new();
        world.extend(order[..length].iter().map(|&node| inside[node as usize]));
        world.extend(order[length..].iter().map(|&node| !inside[node as usize]));
        let cost: i64 = order[..length].iter().map(|&node| costs[node as usize]).sum();
        world.extend(self.within[..cost as usize].iter().map(|&lit| !lit));
        world
    }

    /// Worlds with a single start, and any stops.
    fn with_one_start(&self, instance: &Instance, runs: &[Run]) -> Part {
        let Section { stops, one_stop, .. } = self.section();
        let starts = &self.description.starts;
        let mut part = Part::default();
        for run in runs {
            for &start in &instance.starts {
                let mut world = self.of_run(run);
                world.push(self.at_most_one_start);
                let others = (0..).zip(starts).filter_map(|(node, lit)| Some((node, (*lit)?)));
                world.extend(others.map(|(node, lit)| if node == start { lit } else { !lit }));
                let place = run.order.iter().position(|&node| node == start).expect("all nodes are there");
                let mut order: Vec<Node> = run.order[place..].to_vec();
                order.extend_from_slice(&run.order[..place]);
                // By place on the way.
                let stops: Vec<(usize, Lit)> =
                    (0..).zip(&order).filter_map(|(i, &node)| Some((i, stops[node as usize]?))).collect();
                let with = |length: usize, rest: &mut dyn Iterator<Item = Lit>| {
                    let mut world = world.clone();
                    world.extend(self.of_section(run, start, length));
                    world.extend(rest);
                    world
                };
                let absent =
                    |stops: &[(usize, Lit)]| stops.iter().map(|&(_, lit)| !lit).collect::<Vec<Lit>>();
                let none = absent(&stops);
                part.add(with(instance.nodes, &mut none.into_iter().chain([*one_stop])));
                for (i, &(first, stop)) in stops.iter().enumerate() {
                    let (before, after) = (absent(&stops[..i]), &stops[i + 1..]);
                    let alone = before.iter().copied().chain(absent(after)).chain([stop, *one_stop]);
                    part.add(with(first + 1, &mut alone.into_iter()));
                    for &(_, second) in after {
                        let two = before.iter().copied().chain([stop, second, !*one_stop]);
                        part.add(with(first + 1, &mut two.into_iter()));
                    }
                }
            }
        }
        part
    }

    /// Any of some literals are true, and another tells whether it is one at most.
    fn any_of(&self, literals: &[Option<Lit>], at_most_one: Lit) -> Part {
        let literals: Vec<Lit> = literals.iter().flatten().copied().collect();
        let mut part = Part::default();
        let mut none: Vec<Lit> = literals.iter().map(|&lit| !lit).collect();
        none.extend([at_most_one, self.truth]);
        for (i, &first) in literals.iter().enumerate() {
            let mut one = none.clone();
            one[i] = first;
            part.add(one);
            for &second in &literals[i + 1..] {
                part.add(vec![first, second, !at_most_one, self.truth]);
            }
        }
        part.add(none);
        part
    }
}

/// Worlds, or halves of them, and which there are without a literal.
#[derive(Default)]
struct Part {
    worlds: Vec<Vec<Lit>>,
    /// By literal, 64 worlds to a word: the literal is false there.
    lacks: Vec<Vec<u64>>,
}

impl Part {
    fn add(&mut self, world: Vec<Lit>) {
        let (word, bit) = (self.worlds.len() / 64, self.worlds.len() % 64);
        for &lit in &world {
            let index = (!lit).index();
            if self.lacks.len() <= index {
                self.lacks.resize(index + 1, Vec::new());
            }
            let lacks = &mut self.lacks[index];
            lacks.resize(word + 1, 0);
            lacks[word] |= 1 << bit;
        }
        self.worlds.push(world);
    }

    fn filter(self, keep: impl Fn(&[Lit]) -> bool) -> Part {
        let mut part = Part::default();
        for world in self.worlds.into_iter().filter(|world| keep(world)) {
            part.add(world);
        }
        part
    }

    fn allows(&self, literals: &[Lit]) -> bool {
        let lacks: Vec<&Vec<u64>> = literals.iter().filter_map(|lit| self.lacks.get(lit.index())).collect();
        (0..self.worlds.len().div_ceil(64)).any(|word| {
            let last = self.worlds.len() - word * 64;
            let all = if last >= 64 { u64::MAX } else { (1 << last) - 1 };
            let lacking = lacks.iter().filter_map(|lacks| lacks.get(word)).fold(0, |sum, bits| sum | bits);
            lacking & all != all
        })
    }
}

/// All worlds: of some kinds, each of which has parts that know nothing of each other.
pub(crate) struct Worlds {
    kinds: Vec<Vec<Part>>,
}

impl Worlds {
    /// Whether these literals are true together in some world.
    pub(crate) fn allow(&self, literals: &[Lit]) -> bool {
        self.kinds.iter().any(|parts| parts.iter().all(|part| part.allows(literals)))
    }

    /// A world in which they are, as far as it goes.
    pub(crate) fn find(&self, literals: &[Lit]) -> Option<Vec<Lit>> {
        let fits = |world: &&Vec<Lit>| literals.iter().all(|&lit| !world.contains(&!lit));
        self.kinds.iter().find_map(|parts| {
            let halves: Option<Vec<&Vec<Lit>>> =
                parts.iter().map(|part| part.worlds.iter().find(fits)).collect();
            halves.map(|halves| halves.into_iter().flatten().copied().collect())
        })
    }

    /// Some world with a single start.
    pub(crate) fn pick(&self, random: &mut Random) -> Option<&[Lit]> {
        random.pick(&self.kinds[0][0].worlds).map(|world| &world[..])
    }
}
