//! Random disjunctive programs, most of them with head cycles, against the definition: no smaller model of
//! the reduct.

use super::*;

const ATOMS: usize = 7;

fn random_rule(random: &mut Random, atoms: usize, sums: bool) -> Rule {
    let some = |random: &mut Random, most: usize| -> Vec<Atom> {
        (0..1 + random.index(most)).map(|_| atom(1 + random.index(atoms))).collect()
    };
    let (choice, heads) = match random.index(12) {
        0 => (false, vec![]),
        1 => (true, some(random, 3)),
        2..=6 => (false, some(random, 3)),
        _ => (false, some(random, 1)),
    };
    let literal = |random: &mut Random| {
        let atom = atom(1 + random.index(atoms));
        if random.one_in(5) { atom.negative() } else { atom.positive() }
    };
    let body = if sums && random.one_in(3) {
        let literals: Vec<WeightedLiteral> = (0..1 + random.index(4))
            .map(|_| WeightedLiteral { literal: literal(random), weight: 1 + random.index(3) as i32 })
            .collect();
        Body::Sum { lower: random.index(6) as i32, literals }
    } else {
        Body::Normal((0..random.index(3)).map(|_| literal(random)).collect())
    };
    Rule { choice, heads, body }
}

pub(crate) fn random_rules(random: &mut Random, atoms: usize, sums: bool) -> Vec<Rule> {
    (0..4 + random.index(14)).map(|_| random_rule(random, atoms, sums)).collect()
}

/// Whether `set` satisfies a rule of the reduct by `model`.
fn satisfies(rule: &Rule, set: u32, model: u32) -> bool {
    if !holds(&rule.body, set, model) {
        return true;
    }
    match rule.choice {
        false => rule.heads.iter().any(|&head| is_true(set, head)),
        true => rule.heads.iter().all(|&head| is_true(set, head) || !is_true(model, head)),
    }
}

fn is_answer_set(rules: &[Rule], model: u32) -> bool {
    let is_model = |set: u32| rules.iter().all(|rule| satisfies(rule, set, model));
    let proper_subsets =
        std::iter::successors(Some(model), |&set| (set != 0).then(|| (set - 1) & model)).skip(1);
    is_model(model) && !proper_subsets.into_iter().any(is_model)
}

pub(crate) fn answer_sets(rules: &[Rule], atoms: usize) -> Vec<u32> {
    (0..1 << atoms).filter(|&model| is_answer_set(rules, model)).collect()
}

fn solver_of(config: &Config, rules: &[Rule], symbols: &mut Symbols) -> AspSolver {
    let mut solver = AspSolver::new(config.clone());
    solver.begin_step();
    feed(&mut solver, symbols, rules, 1..=ATOMS);
    solver.end_step();
    solver
}

fn found(config: &Config, rules: &[Rule]) -> Vec<u32> {
    let mut symbols = Symbols::new();
    let mut solver = solver_of(config, rules, &mut symbols);
    let mut found = models_of(&mut solver, &symbols, SearchOptions::default());
    found.sort_unstable();
    found
}

#[test]
fn all_answer_sets_once() {
    let mut random = Random::new(21);
    let mut counts = BTreeSet::new();
    for round in 0..6000 {
        let rules = random_rules(&mut random, ATOMS, round % 2 == 0);
        let config = configuration(round);
        let expected = answer_sets(&rules, ATOMS);
        counts.insert(expected.len());
        let disagree = |rules: &[Rule]| found(&config, rules) != answer_sets(rules, ATOMS);
        assert!(
            found(&config, &rules) == expected,
            "round {round}:\n{}",
            show(&without_rest(&rules, disagree))
        );
    }
    assert!(counts.len() > 8, "the programs are too much alike: {counts:?}");
}

#[test]
fn one_solver_serves_many_assumptions_and_optima() {
    let mut random = Random::new(22);
    for round in 0..1500 {
        let rules = random_rules(&mut random, ATOMS, round % 2 == 0);
        let all = answer_sets(&rules, ATOMS);
        let mut symbols = Symbols::new();
        let mut solver = AspSolver::new(configuration(round));
        solver.begin_step();
        feed(&mut solver, &mut symbols, &rules, 1..=ATOMS);
        let weights: Vec<i32> = (0..ATOMS).map(|_| random.index(7) as i32 - 3).collect();
        let terms: Vec<WeightedLiteral> = (1..)
            .zip(&weights)
            .map(|(number, &weight)| WeightedLiteral { literal: atom(number).positive(), weight })
            .collect();
        solver.minimize(0, &terms);
        solver.end_step();
        let cost =
            |model: u32| -> i32 { (0..ATOMS).filter(|i| model >> i & 1 == 1).map(|i| weights[i]).sum() };
        for _ in 0..3 {
            let literal = |random: &mut Random| {
                let atom = atom(1 + random.index(ATOMS));
                if random.one_in(2) { atom.positive() } else { atom.negative() }
            };
            let assumed: Vec<Literal> = (0..random.index(4)).map(|_| literal(&mut random)).collect();
            let fits = |&m: &u32| assumed.iter().all(|l| is_true(m, l.atom()) == l.is_positive());
            let expected: Vec<u32> = all.iter().copied().filter(fits).collect();
            let options =
                |optimize| SearchOptions { optimize, assumptions: assumed.clone(), ..Default::default() };
            let mut found = models_of(&mut solver, &symbols, options(OptimizeMode::Ignore));
            found.sort_unstable();
            assert_eq!(found, expected, "round {round}, assuming {assumed:?}:\n{}", show(&rules));
            let best = models_of(&mut solver, &symbols, options(OptimizeMode::Optimize)).last().copied();
            let least = expected.iter().map(|&model| cost(model)).min();
            assert_eq!(best.map(cost), least, "round {round}, assuming {assumed:?}:\n{}", show(&rules));
            assert!(best.is_none_or(|best| expected.contains(&best)));
        }
    }
}

#[test]
fn steps_with_head_cycles_of_their_own() {
    let mut random = Random::new(23);
    for round in 0..1000 {
        let sums = round % 2 == 0;
        let defines = |rules: Vec<Rule>, from: u32| -> Vec<Rule> {
            rules.into_iter().filter(|rule| rule.heads.iter().all(|head| head.number() >= from)).collect()
        };
        // Atom 4 is external in the first step; atoms 5 to 7 are the second step's.
        let first: Vec<Rule> = defines(random_rules(&mut random, 4, sums), 1)
            .into_iter()
            .filter(|rule| !rule.heads.contains(&atom(4)))
            .collect();
        let second: Vec<Rule> = (0..40).map(|_| random_rule(&mut random, ATOMS, sums)).collect();
        let second: Vec<Rule> = defines(second, 5).into_iter().take(8).collect();
        let mut symbols = Symbols::new();
        let mut solver = AspSolver::new(Config::default());
        solver.begin_step();
        feed(&mut solver, &mut symbols, &first, 1..=4);
        solver.external(atom(4), ExternalValue::Free);
        solver.end_step();
        let mut rules = first.clone();
        rules.push(Rule { choice: true, heads: vec![atom(4)], body: Body::Normal(vec![]) });
        let mut found = models_of(&mut solver, &symbols, SearchOptions::default());
        found.sort_unstable();
        assert_eq!(found, answer_sets(&rules, 4), "round {round}:\n{}", show(&rules));
        solver.begin_step();
        feed(&mut solver, &mut symbols, &second, 5..=ATOMS);
        solver.end_step();
        rules.extend(second);
        let mut found = models_of(&mut solver, &symbols, SearchOptions::default());
        found.sort_unstable();
        assert_eq!(found, answer_sets(&rules, ATOMS), "round {round}, second step:\n{}", show(&rules));
    }
}

/// Random strategic companies: of the companies of each product one is strategic, and a company is strategic if
/// its four owners are. The minimality solver finds an answer set before the first conflict.
#[test]
fn a_minimal_model_is_found_without_a_conflict() {
    const COMPANIES: usize = 60;
    let mut random = Random::new(24);
    for round in 0..20 {
        let four = |random: &mut Random| -> Vec<Atom> {
            std::iter::repeat_with(|| atom(1 + random.index(COMPANIES))).take(4).collect()
        };
        let product = |random: &mut Random| -> Rule {
            Rule { choice: false, heads: four(random), body: Body::Normal(vec![]) }
        };
        let ownership = |random: &mut Random| -> Rule {
            let owners = four(random).iter().map(|owner| owner.positive()).collect();
            Rule { choice: false, heads: vec![atom(1 + random.index(COMPANIES))], body: Body::Normal(owners) }
        };
        let mut rules: Vec<Rule> = (0..3 * COMPANIES).map(|_| product(&mut random)).collect();
        rules.extend((0..8 * COMPANIES).map(|_| ownership(&mut random)));
        let mut solver = AspSolver::new(Config::default());
        solver.begin_step();
        add_rules(&mut solver, &rules);
        solver.end_step();
        let mut search = solver.solve(SearchOptions { models: 1, ..SearchOptions::default() }).unwrap();
        let model = search.next_model(&|| false).expect("a positive program has an answer set");
        let is_true = |atom: Atom| model.is_true(atom.positive());
        let holds = |rule: &Rule| match &rule.body {
            Body::Normal(body) => body.iter().all(|literal| is_true(literal.atom())),
            Body::Sum { .. } => unreachable!("no rule has a sum"),
        };
        assert!(rules.iter().all(|rule| !holds(rule) || rule.heads.iter().any(|&head| is_true(head))));
        drop(search);
        assert_eq!(solver.search_statistics().conflicts, 0, "round {round}");
    }
}
