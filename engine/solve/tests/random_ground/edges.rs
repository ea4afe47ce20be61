//! Random programs with edges: their answer sets are those of the rules whose edges have no cycle.

use super::*;

const ATOMS: usize = 7;
const NODES: usize = 5;

#[derive(Clone, Debug)]
struct Edge {
    from: usize,
    to: usize,
    condition: Vec<Literal>,
}

fn random_edge(random: &mut Random, atoms: usize) -> Edge {
    let literal = |random: &mut Random| {
        let atom = atom(1 + random.index(atoms));
        if random.one_in(3) { atom.negative() } else { atom.positive() }
    };
    let longest = [0, 1, 1, 1, 1, 2][random.index(6)];
    let condition = (0..longest).map(|_| literal(random)).collect();
    Edge { from: random.index(NODES), to: random.index(NODES), condition }
}

/// Without the nodes that no edge leads to, again and again, nothing is left.
fn is_acyclic(edges: &[Edge], model: u32) -> bool {
    let holds = |edge: &&Edge| edge.condition.iter().all(|l| is_true(model, l.atom()) == l.is_positive());
    let mut left: Vec<(usize, usize)> = edges.iter().filter(holds).map(|edge| (edge.from, edge.to)).collect();
    loop {
        let before = left.len();
        let targets: BTreeSet<usize> = left.iter().map(|&(_, to)| to).collect();
        left.retain(|(from, _)| targets.contains(from));
        if left.len() == before {
            return left.is_empty();
        }
    }
}

fn add_edges(solver: &mut AspSolver, edges: &[Edge]) {
    for edge in edges {
        solver.edge(edge.from as i32 - 2, edge.to as i32 - 2, &edge.condition);
    }
}

#[test]
fn edges_have_no_cycle_in_any_step() {
    let mut random = Random::new(31);
    let mut excluded = 0;
    for round in 0..4000 {
        // Choices give the edges something to do.
        let mut rules: Vec<Rule> =
            (0..random.index(8)).map(|_| random_rule(&mut random, ATOMS, round % 2 == 0)).collect();
        let heads = (1..=ATOMS).filter(|_| !random.one_in(4)).map(atom).collect();
        rules.push(Rule { choice: true, heads, body: Body::Normal(vec![]) });
        if round % 4 == 0 {
            rules = disjunctions::random_rules(&mut random, ATOMS, false);
        }
        let all = disjunctions::answer_sets(&rules, ATOMS);
        let mut symbols = Symbols::new();
        let mut solver = AspSolver::new(configuration(round));
        let mut edges: Vec<Edge> = Vec::new();
        for step in 0..2 {
            let new: Vec<Edge> = (0..random.index(9)).map(|_| random_edge(&mut random, ATOMS)).collect();
            solver.begin_step();
            if step == 0 {
                feed(&mut solver, &mut symbols, &rules, 1..=ATOMS);
            }
            add_edges(&mut solver, &new);
            solver.end_step();
            edges.extend(new);
            let expected: Vec<u32> = all.iter().copied().filter(|&m| is_acyclic(&edges, m)).collect();
            excluded += all.len() - expected.len();
            let mut found = models_of(&mut solver, &symbols, SearchOptions::default());
            found.sort_unstable();
            assert_eq!(found, expected, "round {round}, step {step}, {edges:?}:\n{}", show(&rules));
        }
    }
    assert!(excluded > 10_000, "the edges have little to say: {excluded}");
}
