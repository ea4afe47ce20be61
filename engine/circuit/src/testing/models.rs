//! Small random instances, and all their models by brute force: the reference for the reason checker.
//!
//! A model here is partial: a literal that it does not mention may have either value in it, independently of
//! all others. So it suffices to look at each literal alone when asking whether some literals can be true
//! together, and models that differ in an independent literal are one. If two parts of a model are
//! independent of each other, only the parts are enumerated ([`Part`]), and a model is any combination of
//! them.
//!
//! Invariant: no solver and no rule takes part in the enumeration.

use crate::circuit::Circuit;
use crate::description::{Description, Section};
use crate::graph::{Dart, Edge, Graph, Node};
use hamadryad_random::Random;
use hamadryad_sat::{Lit, Solver};
use std::collections::BTreeSet;

/// The constructor of the propagator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// [`Circuit::new`].
    OneStart,
    /// [`Circuit::new`] and [`Circuit::enforce`].
    Enforced,
    /// [`Circuit::with_any_starts`], with a literal of its own for "at most one start".
    AnyStarts,
    /// [`Circuit::that_only_checks`].
    OnlyChecks,
}

/// A graph, with its possible arcs, starts and stops.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) nodes: usize,
    pub(crate) edges: Vec<(Node, Node)>,
    /// Darts without an arc.
    pub(crate) closed: BTreeSet<Dart>,
    /// An arc of all models, not from a stop and not to a start.
    pub(crate) certain: Option<Dart>,
    /// The possible starts, and the possible stops.
    pub(crate) starts: Vec<Node>,
    pub(crate) stops: Vec<Node>,
    /// By node: the cost of having it inside of the section.
    pub(crate) costs: Vec<i64>,
    pub(crate) kind: Kind,
}

/// A circuit with its direction: all nodes in order, and its darts.
pub(crate) struct Tour {
    pub(crate) order: Vec<Node>,
    pub(crate) darts: Vec<Dart>,
}

impl Instance {
    /// A whole grid, row by row; at each node first the edge to its right.
    pub(crate) fn grid(rows: u32, cols: u32) -> Instance {
        let node = |row: u32, col: u32| Node::new((row * cols + col) as usize);
        let mut edges = Vec::new();
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            edges.extend((col + 1 < cols).then(|| (node(row, col), node(row, col + 1))));
            edges.extend((row + 1 < rows).then(|| (node(row, col), node(row + 1, col))));
        }
        Instance::of((rows * cols) as usize, edges)
    }

    fn of(nodes: usize, edges: Vec<(Node, Node)>) -> Instance {
        let all: Vec<Node> = (0..nodes).map(Node::new).collect();
        Instance {
            nodes,
            edges,
            closed: BTreeSet::new(),
            certain: None,
            starts: all.clone(),
            stops: all,
            costs: vec![1; nodes],
            kind: Kind::OneStart,
        }
    }

    /// Part of a grid, sometimes with a diagonal or another edge; all nodes are possible starts and stops.
    pub(crate) fn random(random: &mut Random, sizes: &[(u32, u32)]) -> Instance {
        let &(rows, cols) = random.pick(sizes).expect("there are sizes");
        let node = |row: u32, col: u32| Node::new((row * cols + col) as usize);
        let mut edges = Vec::new();
        for row in 0..rows {
            for col in 0..cols {
                let mut add = |other: Node, chance: u64| {
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
            let [a, b] = [(); 2].map(|()| Node::new(random.below(nodes as u64) as usize));
            if a != b && !edges.contains(&(a, b)) && !edges.contains(&(b, a)) {
                edges.push((a, b));
            }
        }
        let mut instance = Instance::of(nodes, edges);
        instance.closed = instance.graph().darts().filter(|_| random.below(20) == 0).collect();
        instance
    }

    /// Varies the constructor, the possible starts and stops, the costs, and the certain arc.
    pub(crate) fn vary(mut self, random: &mut Random) -> Instance {
        self.kind = [Kind::OneStart, Kind::OneStart, Kind::Enforced, Kind::AnyStarts, Kind::OnlyChecks]
            [random.below(5) as usize];
        let few = self.kind == Kind::Enforced || random.percent(60);
        if few {
            let (starts, stops) = (1 + random.below(3), random.below(4));
            let mut node = || Node::new(random.below(self.nodes as u64) as usize);
            self.starts = (0..starts).map(|_| node()).collect();
            self.stops = (0..stops).map(|_| node()).collect();
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
            !self.closed.contains(&dart)
                && !self.stops.contains(&graph.tail(dart))
                && !self.starts.contains(&graph.head(dart))
        };
        let candidates: Vec<Dart> = graph.darts().filter(can_be).collect();
        if random.percent(40) {
            self.certain = random.pick(&candidates).copied();
        }
        self
    }

    pub(crate) fn graph(&self) -> Graph {
        Graph::new(self.nodes, &self.edges)
    }

    /// All circuits, by following every path from node 0; `None` if there are more than `limit`.
    pub(crate) fn tours(&self, limit: usize) -> Option<Vec<Tour>> {
        let graph = self.graph();
        let (mut tours, mut darts) = (Vec::new(), Vec::new());
        self.extend(&graph, &mut vec![Node::new(0)], &mut darts, &mut tours, limit).then_some(tours)
    }

    fn extend(
        &self,
        graph: &Graph,
        order: &mut Vec<Node>,
        darts: &mut Vec<Dart>,
        tours: &mut Vec<Tour>,
        limit: usize,
    ) -> bool {
        let leaving = graph.leaving(order[order.len() - 1]).iter().copied();
        leaving.filter(|dart| !self.closed.contains(dart)).all(|dart| {
            let to = graph.head(dart);
            darts.push(dart);
            if to == order[0] && order.len() == self.nodes && self.nodes > 2 {
                if self.certain.is_none_or(|certain| darts.contains(&certain)) {
                    tours.push(Tour { order: order.clone(), darts: darts.clone() });
                }
            } else if !order.contains(&to) {
                order.push(to);
                if !self.extend(graph, order, darts, tours, limit) {
                    return false;
                }
                order.pop();
            }
            darts.pop();
            tours.len() <= limit
        })
    }

    /// Makes literals for all parts. Parts with equal values in all models may share one.
    pub(crate) fn literals(&self, solver: &mut Solver) -> Literals {
        let truth = solver.new_var().positive();
        solver.add_clause(&[truth]);
        let mut fresh = || solver.new_var().positive();
        let mut ends = |among: &[Node]| -> Vec<Option<Lit>> {
            (0..self.nodes).map(|node| among.contains(&Node::new(node)).then(&mut fresh)).collect()
        };
        let (starts, stops) = (ends(&self.starts), ends(&self.stops));
        let mut inside: Vec<Lit> = (0..self.nodes).map(|_| fresh()).collect();
        let (mut edges, mut arcs) = (Vec::new(), Vec::new());
        for edge in self.graph().edges() {
            let is_arc = |dart: &Dart| !self.closed.contains(dart);
            let darts = edge.darts();
            let is_certain = self.certain.is_some_and(|certain| certain.edge() == edge);
            let open = darts.iter().filter(|dart| is_arc(dart)).count();
            let lit = if is_certain { truth } else { fresh() };
            edges.push(lit);
            for dart in &darts {
                // Each of two arcs has a literal; a single arc has that of its edge.
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
            inside[graph.head(certain).index()] = inside[graph.tail(certain).index()];
        }
        let one_stop = fresh();
        let one_start = fresh();
        let has_gate = matches!(self.kind, Kind::AnyStarts | Kind::OnlyChecks);
        let at_most_one_start = if has_gate { fresh() } else { one_start };
        let most: i64 = self.costs.iter().sum();
        let within = (0..=most).map(|_| fresh()).collect();
        let section = Section { inside, stops, one_stop, costs: self.costs.clone() };
        let description = Description { graph, edges, arcs, starts, one_start, section: Some(section) };
        Literals { description, at_most_one_start, within, truth }
    }
}

/// The literals of an instance.
pub(crate) struct Literals {
    pub(crate) description: Description,
    pub(crate) at_most_one_start: Lit,
    /// By number: the nodes inside cost at most that much.
    pub(crate) within: Vec<Lit>,
    pub(crate) truth: Lit,
}

impl Literals {
    pub(crate) fn section(&self) -> &Section {
        self.description.section.as_ref().expect("all instances have sections")
    }

    /// The propagator of an instance.
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

    /// All models, with the values of ends and bounds.
    pub(crate) fn models(&self, instance: &Instance, tours: &[Tour]) -> Models {
        let one_start = self.description.one_start;
        let any_stops = || self.any_of(&self.section().stops, self.section().one_stop);
        let any_starts = || self.any_of(&self.description.starts, self.at_most_one_start);
        let mut kinds = vec![vec![self.with_one_start(instance, tours)]];
        if self.at_most_one_start == one_start {
            kinds.push(vec![any_starts().filter(|model| !model.contains(&one_start)), any_stops()]);
        } else {
            let mut some_tour = Part::default();
            for tour in tours {
                some_tour.add(self.of_tour(tour));
            }
            let is_one = |model: &[Lit]| {
                model.contains(&self.at_most_one_start)
                    && self.description.starts.iter().flatten().any(|start| model.contains(start))
            };
            kinds.push(vec![some_tour, any_starts().filter(|model| !is_one(model)), any_stops()]);
            let mut none = Part::default();
            none.add(vec![self.truth, !one_start]);
            kinds.push(vec![none, any_starts(), any_stops()]);
        }
        Models { kinds }
    }

    /// The values of edges and arcs on a tour.
    pub(crate) fn of_tour(&self, tour: &Tour) -> Vec<Lit> {
        let Description { edges, arcs, one_start, .. } = &self.description;
        let mut model = vec![self.truth, *one_start];
        for (edge, &lit) in (0..).map(Edge::new).zip(edges) {
            let is_there = tour.darts.iter().any(|dart| dart.edge() == edge);
            model.push(if is_there { lit } else { !lit });
        }
        for (dart, lit) in (0..).map(Dart::new).zip(arcs) {
            model.extend(lit.map(|lit| if tour.darts.contains(&dart) { lit } else { !lit }));
        }
        model
    }

    /// The values of nodes and of the bounds on costs, for a section of `length` nodes from `start` on.
    pub(crate) fn of_section(&self, tour: &Tour, start: Node, length: usize) -> Vec<Lit> {
        let Section { inside, costs, .. } = self.section();
        let place = tour.order.iter().position(|&node| node == start).expect("all nodes are there");
        let order: Vec<Node> = tour.order[place..].iter().chain(&tour.order[..place]).copied().collect();
        let mut model: Vec<Lit> = Vec::new();
        model.extend(order[..length].iter().map(|&node| inside[node.index()]));
        model.extend(order[length..].iter().map(|&node| !inside[node.index()]));
        let cost: i64 = order[..length].iter().map(|&node| costs[node.index()]).sum();
        model.extend(self.within[..cost as usize].iter().map(|&lit| !lit));
        model
    }

    /// The models with a single start, and any stops.
    fn with_one_start(&self, instance: &Instance, tours: &[Tour]) -> Part {
        let Section { stops, one_stop, .. } = self.section();
        let starts = &self.description.starts;
        let mut part = Part::default();
        for tour in tours {
            for &start in &instance.starts {
                let mut model = self.of_tour(tour);
                model.push(self.at_most_one_start);
                let others = (0..).map(Node::new).zip(starts).filter_map(|(node, lit)| Some((node, (*lit)?)));
                model.extend(others.map(|(node, lit)| if node == start { lit } else { !lit }));
                let place = tour.order.iter().position(|&node| node == start).expect("all nodes are there");
                let mut order: Vec<Node> = tour.order[place..].to_vec();
                order.extend_from_slice(&tour.order[..place]);
                // The possible stops, by their place in the order.
                let stops: Vec<(usize, Lit)> =
                    (0..).zip(&order).filter_map(|(i, &node)| Some((i, stops[node.index()]?))).collect();
                let with = |length: usize, rest: &mut dyn Iterator<Item = Lit>| {
                    let mut model = model.clone();
                    model.extend(self.of_section(tour, start, length));
                    model.extend(rest);
                    model
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

    /// Any of some literals are true, and another is true exactly if at most one of them is.
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

/// Independent parts of models, with an index for [`Part::allows`].
#[derive(Default)]
struct Part {
    models: Vec<Vec<Lit>>,
    /// By literal: a bit set of the models in which it is false.
    lacks: Vec<Vec<u64>>,
}

impl Part {
    fn add(&mut self, model: Vec<Lit>) {
        let (word, bit) = (self.models.len() / 64, self.models.len() % 64);
        for &lit in &model {
            let index = (!lit).index();
            if self.lacks.len() <= index {
                self.lacks.resize(index + 1, Vec::new());
            }
            let lacks = &mut self.lacks[index];
            lacks.resize(word + 1, 0);
            lacks[word] |= 1 << bit;
        }
        self.models.push(model);
    }

    fn filter(self, keep: impl Fn(&[Lit]) -> bool) -> Part {
        let mut part = Part::default();
        for model in self.models.into_iter().filter(|model| keep(model)) {
            part.add(model);
        }
        part
    }

    fn allows(&self, literals: &[Lit]) -> bool {
        let lacks: Vec<&Vec<u64>> = literals.iter().filter_map(|lit| self.lacks.get(lit.index())).collect();
        (0..self.models.len().div_ceil(64)).any(|word| {
            let last = self.models.len() - word * 64;
            let all = if last >= 64 { u64::MAX } else { (1 << last) - 1 };
            let lacking = lacks.iter().filter_map(|lacks| lacks.get(word)).fold(0, |sum, bits| sum | bits);
            lacking & all != all
        })
    }
}

/// All models. Each kind is a product of independent parts.
pub(crate) struct Models {
    kinds: Vec<Vec<Part>>,
}

impl Models {
    /// Whether some model has all these literals.
    pub(crate) fn allow(&self, literals: &[Lit]) -> bool {
        self.kinds.iter().any(|parts| parts.iter().all(|part| part.allows(literals)))
    }

    /// A model that has them.
    pub(crate) fn find(&self, literals: &[Lit]) -> Option<Vec<Lit>> {
        let fits = |model: &&Vec<Lit>| literals.iter().all(|&lit| !model.contains(&!lit));
        self.kinds.iter().find_map(|parts| {
            let chosen: Option<Vec<&Vec<Lit>>> =
                parts.iter().map(|part| part.models.iter().find(fits)).collect();
            chosen.map(|chosen| chosen.into_iter().flatten().copied().collect())
        })
    }

    /// A random model with a single start.
    pub(crate) fn pick(&self, random: &mut Random) -> Option<&[Lit]> {
        random.pick(&self.kinds[0][0].models).map(|model| &model[..])
    }
}
