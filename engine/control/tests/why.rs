//! Reasons of atoms in answer sets of random programs, judged by code that shares nothing with them: trees by the
//! ground program, literals of instances by the oracle, which evaluates their texts.
//!
//! `WHY_PROGRAMS=n` sets the number of programs.

use hamadryad::explain::{Because, Failure, Goal, Regime, Status, Tree};
use hamadryad::{Atom, Control, Error, OptimizeMode, Part, SolveOptions, Symbol};
use hamadryad_check::explained::{Claim, Judge};
use hamadryad_check::random::{Shape, program};
use hamadryad_check::recorded::GroundProgram;
use hamadryad_check::source::{Oracle, Setting};
use hamadryad_syntax::ast::{self, Head, StatementKind, TermKind};
use hamadryad_syntax::{Sources, parse};
use std::collections::{BTreeSet, HashSet};

const PROGRAMS: u64 = 250;

fn programs() -> u64 {
    std::env::var("WHY_PROGRAMS").ok().and_then(|value| value.parse().ok()).unwrap_or(PROGRAMS)
}

/// A program with its answer sets: the true atoms, by names and by numbers.
struct Case {
    text: String,
    control: Control,
    ground: GroundProgram,
    answers: Vec<(HashSet<Symbol>, HashSet<Atom>)>,
}

/// `None` if the text is no program, or has no answer set.
fn case(text: String) -> Option<Case> {
    let mut control = Control::new();
    control.add("program.lp", &text).ok()?;
    let mut ground = GroundProgram::default();
    control.ground_observed(&[Part::base()], &mut ground, &|| false).ok()?;
    let options = SolveOptions { models: Some(4), optimize: OptimizeMode::Ignore, ..SolveOptions::default() };
    let mut answers = Vec::new();
    match control.solve(options) {
        Ok(mut search) => {
            while let Some(model) = search.next_model() {
                let atoms = (1..=ground.last_atom() as u32).filter_map(Atom::new);
                let numbers = atoms.filter(|atom| model.is_true(atom.positive())).collect();
                answers.push((model.atoms().collect(), numbers));
            }
        }
        Err(Error::Solve(_)) => return None,
        Err(error) => panic!("{error}"),
    }
    (!answers.is_empty()).then_some(Case { text, control, ground, answers })
}

fn claims(tree: &Tree) -> Vec<Claim> {
    let of_node = |node: &hamadryad::explain::Node| {
        let children = node.literals.iter().flat_map(|literal| &literal.children);
        let assumed = node.literals.iter().flat_map(|literal| literal.assumed.clone()).collect();
        Claim { atom: node.atom, supports: children.map(|&child| tree.node(child).atom).collect(), assumed }
    };
    tree.nodes.iter().map(of_node).collect()
}

/// The value of a body in an answer set, by the oracle; `None` if the oracle does not read it.
fn value(control: &Control, answer: &HashSet<Symbol>, body: &str) -> Option<bool> {
    let mut text = String::new();
    for &atom in answer {
        text.push_str(&format!("{}. ", control.symbols().display(atom)));
    }
    text.push_str(&format!("holds__ :- {body}. #show holds__/0."));
    let mut symbols = hamadryad::Symbols::new();
    let oracle = Oracle::from_text(&mut symbols, &text, &Setting::default()).ok()?;
    let answers = oracle.answers(&symbols).ok()?;
    Some(!answers.first()?.shown.is_empty())
}

#[test]
fn trees_of_random_answers_are_justified() {
    let (mut trees, mut unknown, mut literals) = (0, 0, 0);
    for seed in 0..programs() {
        let text = program(seed, &Shape::arbitrary(seed)).to_string();
        let Some(mut case) = case(text) else { continue };
        let answers = std::mem::take(&mut case.answers);
        for (answer, model) in &answers {
            let mut atoms: Vec<Symbol> = answer.iter().copied().collect();
            atoms.sort_by(|&a, &b| case.control.symbols().cmp(a, b));
            for &atom in atoms.iter().step_by(1 + atoms.len() / 6) {
                let tree = case.control.why(answer, atom, &|| false).expect("it is true");
                if !tree.is_complete() {
                    unknown += 1;
                    let may_be_mutual = case.text.contains([';', '|'])
                        || case.text.contains('#')
                        || case.text.contains('{')
                        || case.text.contains(':');
                    assert!(may_be_mutual, "seed {seed}: no reason of an atom\n{}", case.text);
                    continue;
                }
                trees += 1;
                let judge = Judge::new(&case.ground);
                let verdict = judge.judge(&claims(&tree), &|atom| model.contains(&atom));
                let name = case.control.symbols().display(atom).to_string();
                assert_eq!(verdict, Ok(()), "seed {seed}: {name}\n{}\n{tree:?}", case.text);
                let root = tree.root();
                if root.because != Because::Fact && seed % 4 == 0 {
                    let body: Vec<&str> = root.literals.iter().map(|l| l.text.as_str()).collect();
                    let body = if body.is_empty() { "#true".to_owned() } else { body.join("; ") };
                    if let Some(holds) = value(&case.control, answer, &body) {
                        literals += 1;
                        assert!(holds, "seed {seed}: {name} by {body}\n{}", case.text);
                    }
                }
            }
        }
    }
    println!("{trees} trees, {unknown} atoms without one, {literals} bodies evaluated by the oracle");
    assert!(trees > programs() && unknown * 50 < trees, "{trees} trees, {unknown} without a reason");
}

/// The starts of the statements whose heads fit the atom for certain: each argument is the same constant, or a
/// variable that occurs nowhere else in the head.
fn fitting_heads(text: &str, control: &Control, atom: Symbol) -> BTreeSet<u32> {
    let (mut symbols, mut sources) = (hamadryad::Symbols::new(), Sources::new());
    let file = sources.add("program.lp", text);
    let (program, _) = parse(&mut symbols, &sources, file);
    let wanted = control.symbols().display(atom).to_string();
    let fits = |literal: &ast::Literal| {
        let ast::Atom::Predicate(term) = &literal.node.atom else { return false };
        let (name, arguments) = match &term.node {
            TermKind::Function(name, arguments) => (symbols.text(*name), arguments.as_slice()),
            TermKind::Symbol(symbol) => return symbols.display(*symbol).to_string() == wanted,
            _ => return false,
        };
        let signature = control.symbols().signature(atom).expect("it is an atom");
        let values = control.symbols().arguments(atom);
        let mut seen = Vec::new();
        signature.positive
            && control.symbols().text(signature.name) == name
            && values.len() == arguments.len()
            && arguments.iter().zip(values).all(|(argument, &value)| match &argument.node {
                TermKind::Variable(variable) => {
                    seen.push(*variable);
                    seen.iter().filter(|&other| other == variable).count() == 1
                }
                TermKind::Symbol(symbol) => {
                    symbols.display(*symbol).to_string() == control.symbols().display(value).to_string()
                }
                _ => false,
            })
    };
    let head_fits = |statement: &&ast::Statement| match &statement.node {
        StatementKind::Rule { head: Head::Literal(literal), .. } => {
            literal.node.sign == ast::Sign::None && fits(literal)
        }
        StatementKind::Rule { head: Head::Choice { elements, .. }, .. } => {
            elements.iter().any(|e| e.literal.node.sign == ast::Sign::None && fits(&e.literal))
        }
        _ => false,
    };
    program.statements.iter().filter(head_fits).map(|statement| statement.span.start).collect()
}

struct Counts {
    failures: u64,
    literals: u64,
    granted: u64,
}

/// Checks the named literals of a failure in the answer set: each is false, and all others hold.
fn check_failure(case: &Case, answer: &HashSet<Symbol>, failure: &Failure, seed: u64, counts: &mut Counts) {
    counts.failures += 1;
    for attempt in &failure.attempts {
        let instance = &attempt.instance;
        let Some(failing) = instance.failing else { continue };
        let literal = &instance.literals[failing];
        if let Some(holds) = value(&case.control, answer, &literal.text) {
            counts.literals += 1;
            let goal = failure.goal.display(case.control.symbols()).to_string();
            assert!(!holds, "seed {seed}: {goal} fails at {}\n{}\n{answer:?}", literal.text, case.text);
        }
        let is_whole = instance.literals.iter().all(|literal| literal.status.is_some());
        let others: Vec<&str> = instance
            .literals
            .iter()
            .enumerate()
            .filter(|&(place, literal)| place != failing && literal.status == Some(Status::True))
            .map(|(_, literal)| literal.text.as_str())
            .collect();
        let is_near = is_whole && others.len() + 1 == instance.literals.len();
        if is_near
            && !others.is_empty()
            && let Some(holds) = value(&case.control, answer, &others.join("; "))
        {
            counts.granted += 1;
            let text = &case.text;
            assert!(holds, "seed {seed}: with {} granted, {others:?} hold\n{text}", literal.text);
        }
        if let hamadryad::explain::Deeper::Failure(deeper) = &attempt.deeper {
            check_failure(case, answer, deeper, seed, counts);
        }
    }
}

#[test]
fn false_atoms_of_random_answers_fail_at_false_literals() {
    let mut counts = Counts { failures: 0, literals: 0, granted: 0 };
    let (mut regimes, mut listed) = ([0u64; 3], 0);
    for seed in 0..programs() {
        let shape = Shape { undefined: false, constants: false, ..Shape::arbitrary(seed) };
        let text = program(seed, &shape).to_string();
        let Some(mut case) = case(text) else { continue };
        let Some((answer, _)) = case.answers.first().cloned() else { continue };
        let known: Vec<Symbol> = case.control.atoms().collect();
        let mut wanted: Vec<Symbol> =
            known.iter().copied().filter(|atom| !answer.contains(atom)).take(3).collect();
        // An atom that is probably not possible: the arguments of one atom under the name of another.
        for text in ["a(9)", "b(1)", "c(0)", "p(2)", "q(1,7)", "r"] {
            wanted.extend(case.control.parse_symbol("<atom>", text));
        }
        for atom in wanted {
            if answer.contains(&atom) {
                continue;
            }
            let goal = Goal::of(case.control.symbols(), atom).expect("it is an atom");
            let why_not = case.control.why_not(&answer, &goal, &|| false).expect("it is explained");
            let name = case.control.symbols().display(atom).to_string();
            match &why_not.regime {
                Regime::NeverPossible => {
                    regimes[0] += 1;
                    assert!(!known.contains(&atom), "seed {seed}: {name}\n{}", case.text);
                }
                Regime::InNoAnswer => {
                    regimes[1] += 1;
                    let assumptions = [(atom, true)];
                    let options = SolveOptions {
                        assumptions: &assumptions,
                        optimize: OptimizeMode::Ignore,
                        ..SolveOptions::default()
                    };
                    assert!(
                        case.control.solve(options).unwrap().next_model().is_none(),
                        "seed {seed}: {name}"
                    );
                }
                Regime::InOthers(nearest) => {
                    regimes[2] += 1;
                    assert_eq!(nearest.atom, atom);
                    assert!(nearest.is_proven && nearest.atoms.contains(&atom), "seed {seed}: {name}");
                    check_nearest(
                        &mut case,
                        &answer,
                        atom,
                        nearest.added.len() + nearest.removed.len(),
                        seed,
                    );
                }
                Regime::Interrupted => panic!("seed {seed}: nothing stops the search"),
            }
            if !matches!(why_not.regime, Regime::NeverPossible) {
                check_failure(&case, &answer, &why_not.failure, seed, &mut counts);
            }
            let spans: BTreeSet<u32> =
                why_not.failure.attempts.iter().map(|attempt| attempt.instance.span.start).collect();
            let fitting = fitting_heads(&case.text, &case.control, atom);
            listed += fitting.len();
            assert!(fitting.is_subset(&spans), "seed {seed}: {name}: {fitting:?} {spans:?}\n{}", case.text);
        }
    }
    let Counts { failures, literals, granted } = counts;
    println!(
        "{regimes:?} atoms never possible, in no answer, in others; {failures} failures, {literals} false literals, \
         {granted} instances with the literal granted, {listed} statements listed"
    );
    assert!(regimes.iter().all(|&number| number > 5) && literals > 100 && granted > 50 && listed > 100);
}

/// No answer set with the atom has fewer changes of shown atoms, as long as there are few answer sets.
fn check_nearest(case: &mut Case, answer: &HashSet<Symbol>, atom: Symbol, changes: usize, seed: u64) {
    if case.text.contains("#show") {
        return;
    }
    let assumptions = [(atom, true)];
    let options = SolveOptions {
        models: Some(300),
        assumptions: &assumptions,
        optimize: OptimizeMode::Ignore,
        ..SolveOptions::default()
    };
    let mut search = case.control.solve(options).expect("it was solved before");
    while let Some(model) = search.next_model() {
        let atoms: HashSet<Symbol> = model.atoms().collect();
        let found = atoms.symmetric_difference(answer).count();
        assert!(found >= changes, "seed {seed}: {found} changes are fewer than {changes}");
    }
}

/// The control of a program with the true atoms of its first answer set; its facts, if there is none.
fn first_answer(texts: &[&str]) -> (Control, HashSet<Symbol>) {
    let mut control = Control::new();
    for text in texts {
        control.add("program.lp", text).expect("it is a program");
    }
    control.ground(&[Part::base()]).expect("it can be grounded");
    let model = control
        .solve(SolveOptions::default())
        .expect("it can be solved")
        .next_model()
        .map(|m| m.atoms().collect());
    let answer = model.unwrap_or_else(|| control.facts().collect());
    (control, answer)
}

#[test]
fn a_tree_has_the_literals_that_grounding_decides() {
    let text = "bird(tweety). bird(sam). penguin(sam). fly(X) :- bird(X), not abnormal(X). abnormal(X) :- penguin(X). \
                { trip(X) } :- fly(X). happy(X) :- trip(X), fly(X). :- not happy(tweety).";
    let (mut control, answer) = first_answer(&[text]);
    let atom = control.parse_symbol("<atom>", "happy(tweety)").expect("an atom");
    let tree = control.why(&answer, atom, &|| false).expect("it is true");
    assert_eq!((tree.nodes.len(), tree.size()), (4, 5));
    let negations = tree.nodes.iter().flat_map(|node| &node.literals).filter(|l| l.children.is_empty());
    assert_eq!(negations.map(|l| l.text.as_str()).collect::<Vec<_>>(), ["not abnormal(tweety)"]);
}

#[test]
fn the_cheapest_derivation_is_taken() {
    let (mut control, answer) = first_answer(&["a. b :- a. c :- b. c :- a. d :- c, b. e :- d. e :- a, c."]);
    let mut cost = |text: &str| {
        let atom = control.parse_symbol("<atom>", text).expect("an atom");
        control.why(&answer, atom, &|| false).expect("it is true").cost
    };
    assert_eq!(["a", "b", "c", "d", "e"].map(&mut cost), [1, 2, 2, 5, 4]);
}

#[test]
fn the_nearest_miss_of_a_walk_that_is_too_long() {
    let walls = "wall(1,1,1,2). wall(1,2,2,2). wall(2,6,3,6). wall(3,1,3,2). wall(3,1,4,1). wall(3,5,3,6). \
                 wall(4,3,5,3). wall(4,5,5,5). wall(5,4,5,5). wall(5,5,5,6).";
    let labyrinth = format!("field(1..6,1..6). start(6,6). goal(3,1). mino(6,5). {walls} maxsteps(9).");
    let program = include_str!("../../../encodings/minotaur/minotaur.lp");
    let (mut control, facts) = first_answer(&[program, &labyrinth]);
    let goal = control.parse_goal("<atom>", "at(3,1,_)").expect("an atom");
    let why_not = control.why_not(&facts, &goal, &|| false).expect("it is explained");
    assert_eq!(why_not.regime, Regime::NeverPossible);
    let mut failing = Vec::new();
    fn collect(failure: &Failure, failing: &mut Vec<String>) {
        for attempt in &failure.attempts {
            let instance = &attempt.instance;
            failing.extend(instance.failing.map(|place| instance.literals[place].text.clone()));
            if let hamadryad::explain::Deeper::Failure(deeper) = &attempt.deeper {
                collect(deeper, failing);
            }
        }
    }
    collect(&why_not.failure, &mut failing);
    assert!(failing.contains(&"9 < 9".to_owned()), "{failing:?}");
}
