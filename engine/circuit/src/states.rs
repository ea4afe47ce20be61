//! Small partial states, in which a rule and its naive twin are to say the same.
//!
//! Where a circuit starts and stops is known; edges, sides and arcs are known here and there, as some world has them or at
//! random. All of it is assumed, so that nothing is certain. There are no clauses: a state need not make sense.

use crate::circuit::{Description, Ends, Section};
use crate::graph::{Dart, Graph, Node};
use crate::reasons::{Handles, Reasons, Rule, Said, Voice};
use crate::view::View;
use crate::worlds::{Instance, Names, Random};
use hamadryad_sat::{Lit, Outcome, Solver, Theory};
use std::collections::BTreeSet;

/// What follows from a state, all in all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Objects,
    Implies(BTreeSet<Lit>),
}

/// Lets the search stand still once all assumptions are true.
struct Still;

impl Theory for Still {
    fn knows_the_rest(&mut self, _: &Solver) -> bool {
        true
    }
}

pub(crate) struct State {
    pub(crate) names: Names,
    pub(crate) instance: Instance,
    pub(crate) start: Node,
    pub(crate) stop: Node,
    pub(crate) solver: Solver,
}

impl State {
    pub(crate) fn random(random: &mut Random) -> State {
        State::random_on(random, &[(2, 3), (2, 4), (3, 3), (3, 4)])
    }

    /// On part of a grid of one of these sizes.
    pub(crate) fn random_on(random: &mut Random, sizes: &[(u32, u32)]) -> State {
        let mut instance = Instance::random(random, sizes);
        instance.one_way.clear();
        let mut solver = Solver::new();
        let names = instance.name(&mut solver);
        let runs = instance.runs(40).unwrap_or_default();
        let (edges, inside) = (&names.description.edges, &names.section().inside);
        let (start, place) =
            (random.below(instance.nodes as u64) as Node, 1 + random.below(instance.nodes as u64 - 1));
        let mut known = Vec::new();
        let (some, others) =
            ([10, 30, 60, 90][random.below(4) as usize], [0, 10, 30][random.below(3) as usize]);
        let stop = if let Some(run) = random.pick(&runs).filter(|_| some > 10) {
            let mut world = names.of_run(run);
            world.extend(names.of_section(run, start, place as usize + 1));
            let is_fact = |lit: &Lit| {
                edges.contains(&Lit::var(*lit).positive()) || inside.contains(&lit.var().positive())
            };
            known.extend(world.iter().copied().filter(|lit| is_fact(lit) && random.percent(some)));
            for (dart, arc) in names.description.arcs.iter().enumerate() {
                let arc = arc.expect("there are no one-way streets");
                if world.contains(&arc) && random.percent(some / 2) {
                    known.extend([arc, edges[dart / 2]]);
                }
            }
            let from = run.order.iter().position(|&node| node == start).expect("all nodes are there");
            run.order[(from + place as usize) % instance.nodes]
        } else {
            for &lit in edges.iter().chain(inside) {
                if random.percent(some) {
                    known.push(if random.percent(60) { lit } else { !lit });
                }
            }
            (start + place as Node) % instance.nodes as Node
        };
        let mut first: Vec<Lit> = vec![names.description.one_start, names.section().one_stop];
        for (ends, end) in [(&names.description.starts, start), (&names.section().stops, stop)] {
            let literals = (0..).zip(ends.iter().flatten());
            first.extend(literals.map(|(node, &lit): (Node, _)| if node == end { lit } else { !lit }));
            first.push(inside[end as usize]);
        }
        if runs.is_empty() || some == 10 {
            first.extend(random_arcs(random, &names, [start, stop]));
        }
        known.splice(0..0, first);
        known.extend(edges.iter().filter(|_| random.percent(others)).map(|&lit| !lit));
        let mut assumed = BTreeSet::new();
        known.retain(|&lit| !assumed.contains(&!lit) && assumed.insert(lit));
        let mut state = State { names, instance, start, stop, solver };
        state.assume(&known);
        state
    }

    /// A grid of which these are true, and nothing else.
    pub(crate) fn of_grid(rows: u32, cols: u32, known: impl Fn(&Names) -> Vec<Lit>) -> State {
        let instance = Instance::grid(rows, cols);
        let mut solver = Solver::new();
        let names = instance.name(&mut solver);
        let known = known(&names);
        let stop = instance.nodes as Node - 1;
        let mut state = State { names, instance, start: 0, stop, solver };
        state.assume(&known);
        state
    }

    /// Makes these true, and nothing else.
    pub(crate) fn assume(&mut self, known: &[Lit]) {
        self.solver.assume(&mut Still, known);
        assert_eq!(
            self.solver.search(&mut Still, &|| false),
            Outcome::Model,
            "assumptions contradict nothing"
        );
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.names.description.graph
    }

    pub(crate) fn section(&self) -> &Section {
        self.names.section()
    }

    pub(crate) fn ends(&self) -> Ends {
        let why_start = vec![self.names.description.one_start];
        let why_both = vec![self.names.description.one_start, self.section().one_stop];
        Ends { start: self.start, stop: Some(self.stop), why_start, why_both }
    }

    pub(crate) fn view(&self) -> View {
        let mut view = View::new(&self.names.description);
        view.look(&self.solver);
        view
    }

    /// Asks a rule until it says nothing new; and the reason of its objection, if it has one.
    pub(crate) fn ask(
        &self,
        rule: Rule,
        propagate: impl FnMut(&Description, &mut View, &mut Voice<'_>) -> bool,
    ) -> (Verdict, Vec<Lit>) {
        let (verdict, said) = self.hear(rule, propagate);
        let reason = match (&verdict, said.into_iter().next_back()) {
            (Verdict::Objects, Some(said)) => said.reason,
            _ => Vec::new(),
        };
        (verdict, reason)
    }

    /// The same, and all that it says on the way.
    pub(crate) fn hear(
        &self,
        rule: Rule,
        mut propagate: impl FnMut(&Description, &mut View, &mut Voice<'_>) -> bool,
    ) -> (Verdict, Vec<Said>) {
        let (mut solver, mut view, mut reasons) = (self.solver.clone(), self.view(), Reasons::default());
        let before = solver.trail().len();
        loop {
            view.look(&solver);
            let length = solver.trail().len();
            let handles = Handles { first: 0, step: 1 };
            let mut voice = Voice { solver: &mut solver, reasons: &mut reasons, handles };
            voice.speaks(rule);
            let is_fine = propagate(&self.names.description, &mut view, &mut voice);
            // Whatever is said of a circuit is said because it is one.
            let one_start = self.names.description.one_start;
            assert!(reasons.said.iter().all(|said| said.reason.contains(&one_start)));
            if !is_fine {
                assert!(!reasons.said.is_empty(), "it has said something");
                return (Verdict::Objects, reasons.said);
            }
            if solver.trail().len() == length {
                return (Verdict::Implies(solver.trail()[before..].iter().copied().collect()), reasons.said);
            }
        }
    }

    /// What follows from values, where it is their literals that became true.
    pub(crate) fn implies(&self, edges: &[i8], inside: &[i8]) -> Verdict {
        let literals = self.names.description.edges.iter().chain(&self.section().inside);
        let values = literals.zip(edges.iter().chain(inside)).filter(|&(_, &value)| value != 0);
        let lits = values.map(|(&lit, &value)| if value > 0 { lit } else { !lit });
        Verdict::Implies(lits.filter(|&lit| self.solver.is_free(lit)).collect())
    }
}

/// Arcs into the ends, and out of them.
fn random_arcs(random: &mut Random, names: &Names, ends: [Node; 2]) -> Vec<Lit> {
    let Description { graph, edges, arcs, .. } = &names.description;
    let mut known = Vec::new();
    let mut used: Vec<Dart> = Vec::new();
    for (end, turn) in ends.into_iter().flat_map(|end| [(end, 0), (end, 1)]) {
        let touches = |dart: Dart| {
            let ends = [graph.tail(dart), graph.head(dart)];
            used.iter().any(|&other| {
                other / 2 == dart / 2 || graph.tail(other) == ends[0] || graph.head(other) == ends[1]
            })
        };
        let all = graph.leaving(end).iter().map(|&dart| dart ^ turn);
        let open: Vec<Dart> = all.filter(|&dart| !touches(dart)).collect();
        if random.percent(50)
            && let Some(&dart) = random.pick(&open)
        {
            used.push(dart);
            known.extend(arcs[dart as usize]);
            known.push(edges[dart as usize / 2]);
        }
    }
    known
}
