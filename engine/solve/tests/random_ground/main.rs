//! Random ground programs, with positive loops, weight constraints, choices and constraints, against the
//! definition of answer sets.

use hamadryad_aspif::{Atom, Body, BodyRef, ExternalValue, Head, Literal, OutputKind, Sink, WeightedLiteral};
use hamadryad_random::Random;
use hamadryad_solve::{AspSolver, Config, OptimizeMode, SearchOptions};
use hamadryad_symbol::Symbols;
use std::collections::BTreeSet;

mod consequences;
mod disjunctions;
mod edges;
mod growth;
mod projection;
mod strategies;

#[derive(Clone, Debug)]
struct Rule {
    choice: bool,
    heads: Vec<Atom>,
    body: Body,
}

fn atom(number: usize) -> Atom {
    Atom::new(number as u32).unwrap()
}

fn random_rule(random: &mut Random, atoms: usize, sums: bool) -> Rule {
    let literal = |random: &mut Random| {
        let atom = atom(1 + random.index(atoms));
        if random.one_in(3) { atom.negative() } else { atom.positive() }
    };
    let (choice, heads) = match random.index(10) {
        0 => (false, vec![]),
        1..=3 => (true, (0..1 + random.index(3)).map(|_| atom(1 + random.index(atoms))).collect()),
        _ => (false, vec![atom(1 + random.index(atoms))]),
    };
    let body = if sums && random.one_in(3) {
        let literals: Vec<WeightedLiteral> = (0..1 + random.index(4))
            .map(|_| WeightedLiteral { literal: literal(random), weight: 1 + random.index(3) as i32 })
            .collect();
        Body::Sum { lower: random.index(6) as i32, literals }
    } else {
        let longest = if heads.is_empty() { 4 } else { 3 };
        Body::Normal((0..random.index(longest)).map(|_| literal(random)).collect())
    };
    Rule { choice, heads, body }
}

fn is_true(set: u32, atom: Atom) -> bool {
    set >> (atom.number() - 1) & 1 == 1
}

/// Whether a body holds in `set`, negative literals judged by `model`.
fn holds(body: &Body, set: u32, model: u32) -> bool {
    let literal =
        |l: Literal| if l.is_positive() { is_true(set, l.atom()) } else { !is_true(model, l.atom()) };
    match body {
        Body::Normal(literals) => literals.iter().all(|&l| literal(l)),
        Body::Sum { lower, literals } => {
            literals.iter().filter(|l| literal(l.literal)).map(|l| l.weight).sum::<i32>() >= *lower
        }
    }
}

fn is_answer_set(rules: &[Rule], model: u32) -> bool {
    let fires = |rule: &&Rule| holds(&rule.body, model, model);
    let satisfied = |rule: &Rule| rule.choice || rule.heads.iter().any(|&a| is_true(model, a));
    if !rules.iter().filter(fires).all(satisfied) {
        return false;
    }
    let mut least = 0;
    loop {
        let before = least;
        for rule in rules.iter().filter(|rule| holds(&rule.body, before, model)) {
            for &head in rule.heads.iter().filter(|&&a| !rule.choice || is_true(model, a)) {
                least |= 1 << (head.number() - 1);
            }
        }
        if least == before {
            return least == model;
        }
    }
}

/// The rules in the language, for messages.
fn show(rules: &[Rule]) -> String {
    let literal =
        |l: &Literal| format!("{}x{}", if l.is_positive() { "" } else { "not " }, l.atom().number());
    let line = |rule: &Rule| {
        let heads: Vec<String> = rule.heads.iter().map(|a| format!("x{}", a.number())).collect();
        let head = if rule.choice { format!("{{{}}}", heads.join(";")) } else { heads.join(";") };
        let body = match &rule.body {
            Body::Normal(literals) => literals.iter().map(literal).collect::<Vec<_>>().join(", "),
            Body::Sum { lower, literals } => {
                let terms = literals.iter().enumerate();
                let terms: Vec<String> =
                    terms.map(|(i, l)| format!("{},{i}:{}", l.weight, literal(&l.literal))).collect();
                format!("{lower} <= #sum{{{}}}", terms.join("; "))
            }
        };
        if body.is_empty() { format!("{head}.\n") } else { format!("{head} :- {body}.\n") }
    };
    rules.iter().map(line).collect()
}

fn answer_sets(rules: &[Rule]) -> Vec<u32> {
    (0..1 << ATOMS).filter(|&model| is_answer_set(rules, model)).collect()
}

/// Without the rules that a disagreement does not need.
fn shrink(rules: &[Rule], config: &Config) -> Vec<Rule> {
    let disagree = |rules: &[Rule]| {
        let mut symbols = Symbols::new();
        let mut solver = AspSolver::new(config.clone());
        solver.begin_step();
        feed(&mut solver, &mut symbols, rules, 1..=ATOMS);
        solver.end_step();
        let mut found = models_of(&mut solver, &symbols, SearchOptions::default());
        found.sort_unstable();
        found != answer_sets(rules)
    };
    without_rest(rules, disagree)
}

/// Without the rules that something wrong does not need.
fn without_rest(rules: &[Rule], is_wrong: impl Fn(&[Rule]) -> bool) -> Vec<Rule> {
    let mut rules = rules.to_vec();
    let mut at = 0;
    while at < rules.len() {
        let removed = rules.remove(at);
        if !is_wrong(&rules) {
            rules.insert(at, removed);
            at += 1;
        }
    }
    rules
}

fn feed(
    solver: &mut AspSolver,
    symbols: &mut Symbols,
    rules: &[Rule],
    atoms: std::ops::RangeInclusive<usize>,
) {
    add_rules(solver, rules);
    for number in atoms {
        let symbol = symbols.number(number as i32);
        solver.output(symbols, OutputKind::Atom, symbol, &[atom(number).positive()]);
    }
}

fn add_rules(solver: &mut AspSolver, rules: &[Rule]) {
    for rule in rules {
        let head = if rule.choice { Head::Choice(&rule.heads) } else { Head::Disjunction(&rule.heads) };
        solver.rule(head, rule.body.as_ref());
    }
}

fn models_of(solver: &mut AspSolver, symbols: &Symbols, options: SearchOptions) -> Vec<u32> {
    let mut search = solver.solve(options).unwrap();
    let mut models = Vec::new();
    while let Some(model) = search.next_model(&|| false) {
        let numbers = model.symbols(OutputKind::Atom).map(|symbol| symbols.as_number(symbol).unwrap());
        models.push(numbers.map(|number| 1 << (number - 1)).sum());
    }
    assert!(search.summary().exhausted);
    models
}

fn hectic() -> Config {
    let search = hamadryad_sat::Config {
        restarts: hamadryad_sat::Restarts::Luby(2),
        reduce_first: 5,
        reduce_step: 1,
        save_phases_over: 1,
        ..hamadryad_sat::Config::default()
    };
    let elimination = Some(hamadryad_sat::Elimination { after: 0, ..hamadryad_sat::Elimination::default() });
    Config { search, elimination, ..Config::default() }
}

/// One of three configurations: restarts and deletion all the time, no jump over several levels, the default.
fn configuration(round: usize) -> Config {
    match round % 3 {
        0 => hectic(),
        1 => Config {
            search: hamadryad_sat::Config { longest_jump: 0, ..hamadryad_sat::Config::default() },
            ..Config::default()
        },
        _ => Config::default(),
    }
}

const ATOMS: usize = 9;

#[test]
fn all_answer_sets_once() {
    let mut random = Random::new(11);
    let mut counts = BTreeSet::new();
    for round in 0..4000 {
        let rules: Vec<Rule> =
            (0..4 + random.index(18)).map(|_| random_rule(&mut random, ATOMS, round % 2 == 0)).collect();
        let mut symbols = Symbols::new();
        let config = configuration(round);
        let mut solver = AspSolver::new(config.clone());
        solver.begin_step();
        feed(&mut solver, &mut symbols, &rules, 1..=ATOMS);
        solver.end_step();
        let expected = answer_sets(&rules);
        let mut found = models_of(&mut solver, &symbols, SearchOptions::default());
        found.sort_unstable();
        assert!(found == expected, "round {round}:\n{}", show(&shrink(&rules, &config)));
        // Again, under assumptions.
        let literal = |random: &mut Random| {
            let atom = atom(1 + random.index(ATOMS));
            if random.one_in(2) { atom.positive() } else { atom.negative() }
        };
        let assumptions = vec![literal(&mut random), literal(&mut random)];
        let mut expected = expected;
        counts.insert(expected.len());
        expected.retain(|&m| assumptions.iter().all(|l| is_true(m, l.atom()) == l.is_positive()));
        let mut found = models_of(
            &mut solver,
            &symbols,
            SearchOptions { assumptions: assumptions.clone(), ..Default::default() },
        );
        found.sort_unstable();
        assert_eq!(found, expected, "round {round}, assuming {assumptions:?}:\n{}", show(&rules));
    }
    assert!(counts.len() > 20, "the programs are too much alike");
}

#[test]
fn optima_and_all_of_them() {
    let mut random = Random::new(12);
    for round in 0..1500 {
        let rules: Vec<Rule> =
            (0..4 + random.index(14)).map(|_| random_rule(&mut random, ATOMS, round % 2 == 0)).collect();
        let mut symbols = Symbols::new();
        let mut solver = AspSolver::new(configuration(round));
        let mut objective: Vec<(i32, WeightedLiteral)> = Vec::new();
        for _ in 0..random.index(8) {
            let atom = atom(1 + random.index(ATOMS));
            let literal = if random.one_in(3) { atom.negative() } else { atom.positive() };
            objective.push((
                random.index(3) as i32,
                WeightedLiteral { literal, weight: random.index(7) as i32 - 2 },
            ));
        }
        solver.begin_step();
        feed(&mut solver, &mut symbols, &rules, 1..=ATOMS);
        for (priority, literal) in &objective {
            solver.minimize(*priority, &[*literal]);
        }
        solver.end_step();
        let priorities = solver.priorities().to_vec();
        let cost = |model: u32| -> Vec<i64> {
            let at = |priority: i32| objective.iter().filter(move |(p, _)| *p == priority);
            let value = |l: &WeightedLiteral| is_true(model, l.literal.atom()) == l.literal.is_positive();
            let sum =
                |priority| at(priority).filter(|(_, l)| value(l)).map(|(_, l)| i64::from(l.weight)).sum();
            priorities.iter().map(|&priority| sum(priority)).collect()
        };
        let all = answer_sets(&rules);
        let best = all.iter().map(|&model| cost(model)).min();
        let mut optimal: Vec<u32> = all.iter().copied().filter(|&m| Some(cost(m)) == best).collect();
        // One optimum, twice, so that nothing of the first solve may be left over.
        for _ in 0..2 {
            let found = models_of(&mut solver, &symbols, SearchOptions::default());
            match found.last() {
                Some(last) if objective.is_empty() => assert!(all.contains(last)),
                Some(last) => {
                    assert!(optimal.contains(last), "round {round}");
                    assert!(found.windows(2).all(|pair| cost(pair[1]) < cost(pair[0])));
                }
                None => assert!(all.is_empty()),
            }
        }
        if objective.is_empty() {
            continue;
        }
        let options = SearchOptions { optimize: OptimizeMode::EnumerateOptimal, ..Default::default() };
        let mut search = solver.solve(options).unwrap();
        let mut found = Vec::new();
        while let Some(model) = search.next_model(&|| false) {
            if model.optimality_proven {
                let numbers =
                    model.symbols(OutputKind::Atom).map(|symbol| symbols.as_number(symbol).unwrap());
                found.push(numbers.map(|number| 1 << (number - 1)).sum::<u32>());
            }
        }
        assert_eq!(search.summary().optimal_models, found.len() as u64);
        drop(search);
        found.sort_unstable();
        optimal.sort_unstable();
        assert_eq!(found, optimal, "round {round}");
        // And all models, whatever they cost.
        let options = SearchOptions { optimize: OptimizeMode::Ignore, ..Default::default() };
        let mut found = models_of(&mut solver, &symbols, options);
        found.sort_unstable();
        assert_eq!(found, all);
    }
}

#[test]
fn steps_with_externals() {
    let mut random = Random::new(13);
    for round in 0..1000 {
        // Atoms 1 to 5 in the first step, of which 5 is external; 6 to 9 in the second, which may use all.
        let first: Vec<Rule> = (0..3 + random.index(8))
            .map(|_| random_rule(&mut random, 5, round % 2 == 0))
            .filter(|rule| !rule.heads.contains(&atom(5)))
            .collect();
        let second: Vec<Rule> = (0..3 + random.index(8))
            .map(|_| random_rule(&mut random, 9, round % 2 == 0))
            .filter(|rule| rule.heads.iter().all(|a| a.number() > 5))
            .collect();
        let mut symbols = Symbols::new();
        let mut solver = AspSolver::new(configuration(round));
        solver.begin_step();
        feed(&mut solver, &mut symbols, &first, 1..=5);
        solver.external(atom(5), ExternalValue::False);
        solver.end_step();
        let expect = |rules: &[Rule], atoms: usize, external: Option<bool>| -> Vec<u32> {
            let mut rules = rules.to_vec();
            let free = Rule { choice: true, heads: vec![atom(5)], body: Body::Normal(vec![]) };
            rules.push(free);
            let all = (0..1u32 << atoms).filter(|&model| is_answer_set(&rules, model));
            all.filter(|&m| external.is_none_or(|value| is_true(m, atom(5)) == value)).collect()
        };
        let both: Vec<Rule> = first.iter().chain(&second).cloned().collect();
        let settings = [
            (ExternalValue::True, Some(true)),
            (ExternalValue::Free, None),
            (ExternalValue::False, Some(false)),
        ];
        for (rules, atoms) in [(&first, 5), (&both, 9)] {
            if atoms == 9 {
                solver.begin_step();
                feed(&mut solver, &mut symbols, &second, 6..=9);
                solver.end_step();
            }
            for (value, meaning) in settings {
                solver.assign_external(atom(5), value);
                let mut found = models_of(&mut solver, &symbols, SearchOptions::default());
                found.sort_unstable();
                assert_eq!(
                    found,
                    expect(rules, atoms, meaning),
                    "round {round}, {value:?}:\n{}",
                    show(rules)
                );
            }
        }
        solver.assign_external(atom(5), ExternalValue::Release);
        solver.assign_external(atom(5), ExternalValue::True);
        let mut found = models_of(&mut solver, &symbols, SearchOptions::default());
        found.sort_unstable();
        assert_eq!(found, expect(&both, 9, Some(false)), "round {round}, released");
    }
}

#[test]
fn disjunctions_without_head_cycles_are_shifted() {
    let mut solver = AspSolver::default();
    let mut symbols = Symbols::new();
    solver.begin_step();
    solver.rule(Head::Disjunction(&[atom(1), atom(2)]), BodyRef::Normal(&[]));
    solver.rule(Head::Disjunction(&[atom(3)]), BodyRef::Normal(&[atom(1).positive()]));
    feed(&mut solver, &mut symbols, &[], 1..=3);
    solver.end_step();
    let mut found = models_of(&mut solver, &symbols, SearchOptions::default());
    found.sort_unstable();
    assert_eq!(found, [0b010, 0b101]);
    solver.begin_step();
    solver.rule(Head::Disjunction(&[atom(4), atom(5)]), BodyRef::Normal(&[]));
    solver.rule(Head::Disjunction(&[atom(4)]), BodyRef::Normal(&[atom(5).positive()]));
    solver.rule(Head::Disjunction(&[atom(5)]), BodyRef::Normal(&[atom(4).positive()]));
    feed(&mut solver, &mut symbols, &[], 4..=5);
    solver.end_step();
    let mut found = models_of(&mut solver, &symbols, SearchOptions::default());
    found.sort_unstable();
    assert_eq!(found, [0b11010, 0b11101]);
}

#[test]
fn rules_with_their_head_in_the_body_leave_an_external_open() {
    let all = |head: Head<'_>, body: i32| {
        let mut solver = AspSolver::default();
        let mut symbols = Symbols::new();
        solver.begin_step();
        solver.rule(Head::Choice(&[atom(2)]), BodyRef::Normal(&[]));
        solver.rule(head, BodyRef::Normal(&[Literal::new(body).unwrap(), atom(2).positive()]));
        solver.external(atom(1), ExternalValue::Free);
        feed(&mut solver, &mut symbols, &[], 1..=3);
        solver.end_step();
        let mut found = models_of(&mut solver, &symbols, SearchOptions::default());
        found.sort_unstable();
        found
    };
    assert_eq!(all(Head::Disjunction(&[atom(1)]), 1), [0b000, 0b001, 0b010, 0b011]);
    assert_eq!(all(Head::Disjunction(&[atom(1)]), -1), [0b000, 0b001, 0b011]);
    assert_eq!(all(Head::Choice(&[atom(1)]), -1), [0b000, 0b001, 0b010, 0b011]);
    assert_eq!(all(Head::Choice(&[atom(1), atom(3)]), 1), [0b000, 0b001, 0b010, 0b011, 0b111]);
    assert_eq!(all(Head::Disjunction(&[atom(1), atom(3)]), -1), [0b000, 0b001, 0b011, 0b110]);
    assert_eq!(all(Head::Disjunction(&[atom(3)]), -1), [0b000, 0b001, 0b011, 0b110]);
}

#[test]
fn sums_define_an_external_even_by_itself() {
    let all = |head: Head<'_>, literal: i32| {
        let mut solver = AspSolver::default();
        let mut symbols = Symbols::new();
        solver.begin_step();
        let summand = WeightedLiteral { literal: Literal::new(literal).unwrap(), weight: 1 };
        solver.rule(head, BodyRef::Sum { lower: 1, literals: &[summand] });
        solver.external(atom(1), ExternalValue::True);
        feed(&mut solver, &mut symbols, &[], 1..=2);
        solver.end_step();
        let mut found = models_of(&mut solver, &symbols, SearchOptions::default());
        found.sort_unstable();
        found
    };
    assert_eq!(all(Head::Disjunction(&[atom(1)]), 1), [0b00]);
    assert!(all(Head::Disjunction(&[atom(1)]), -1).is_empty());
    assert_eq!(all(Head::Choice(&[atom(1)]), -1), [0b00]);
    assert_eq!(all(Head::Disjunction(&[atom(1), atom(2)]), -1), [0b10]);
}

/// The probes for a circuit, one for each rule into a positive loop, show a literal that contradicts the rest
/// of the program.
#[test]
fn a_conflict_found_by_probes_is_kept() {
    let rule = |heads: &[usize], body: &[i32]| Rule {
        choice: false,
        heads: heads.iter().map(|&head| atom(head)).collect(),
        body: Body::Normal(body.iter().map(|&literal| Literal::new(literal).unwrap()).collect()),
    };
    let has_models = |rules: &[Rule], edge: Option<i32>| {
        let mut solver = AspSolver::default();
        solver.begin_step();
        add_rules(&mut solver, rules);
        if let Some(literal) = edge {
            solver.edge(0, 0, &[Literal::new(literal).unwrap()]);
        }
        solver.end_step();
        solver.solve(SearchOptions::default()).unwrap().next_model(&|| false).is_some()
    };
    let weights = [(-3, 3), (4, 2), (1, 3)];
    let literals =
        weights.map(|(literal, weight)| WeightedLiteral { literal: Literal::new(literal).unwrap(), weight });
    let sum = Rule {
        choice: false,
        heads: vec![atom(3)],
        body: Body::Sum { lower: 5, literals: literals.to_vec() },
    };
    let not_itself = [rule(&[1], &[]), rule(&[2], &[1]), sum, rule(&[2], &[-3]), rule(&[1], &[2])];
    assert!(!has_models(&not_itself, None));
    let with_edge = [
        rule(&[1], &[]),
        rule(&[7], &[2]),
        rule(&[4, 5], &[7]),
        rule(&[4], &[7]),
        rule(&[3], &[1]),
        rule(&[5], &[-7, -6]),
        rule(&[6], &[-5]),
        rule(&[1], &[-6]),
        rule(&[1], &[3]),
        rule(&[6, 2], &[]),
    ];
    assert!(has_models(&with_edge, None));
    assert!(!has_models(&with_edge, Some(-4)));
}
