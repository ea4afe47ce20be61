//! Proofs: each step is derivable, each axiom holds in the program, and the problem excludes no answer set.
//!
//! With `VERIPB=/path/to/veripb`, the checker VeriPB verifies the proofs as well.

use hamadryad::{Atom, Config, Control, Elimination, Error, OptimizeMode, Part, SolveOptions, Threads};
use hamadryad_check::proof::{Answer, Constraint, Problem, Subject};
use hamadryad_check::random::{Shape, program};
use hamadryad_check::recorded::GroundProgram;
use hamadryad_random::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};

/// A proof in memory.
#[derive(Clone, Default)]
struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

struct Proven {
    ground: GroundProgram,
    names: BTreeMap<String, Atom>,
    problem: String,
    proof: String,
    /// The result of the solver.
    models: u64,
    costs: Option<Vec<i64>>,
    axioms: usize,
}

/// `None` if the text is no program, or a proof cannot express it.
fn proven(text: &str) -> Option<Proven> {
    let buffer = SharedBuffer::default();
    let elimination = Some(Elimination { after: 0, ..Elimination::default() });
    let mut control = Control::with_config(Config { elimination, subsumption: true, ..Config::default() });
    control.begin_proof(Box::new(buffer.clone()));
    control.add("program.lp", text).ok()?;
    let mut ground = GroundProgram::default();
    control.ground_observed(&[Part::base()], &mut ground, &|| false).ok()?;
    let threads = Threads { number: 2, patience: 0 };
    let (models, costs) = match control.solve(SolveOptions { threads, ..SolveOptions::default() }) {
        Ok(mut search) => {
            while search.next_model().is_some() {}
            let summary = search.summary();
            (summary.models, summary.costs)
        }
        Err(Error::Solve(_)) => return None,
        Err(error) => panic!("{error}"),
    };
    let mut problem = Vec::new();
    let axioms =
        control.finish_proof(&mut problem).expect("a vector takes everything").expect("it was begun");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("proofs are text");
    let proof = text(std::mem::take(&mut *buffer.0.lock().unwrap()));
    let name = |(&atom, &name)| (control.symbols().display(name).to_string(), atom);
    let names = ground.names.iter().map(name).collect();
    Some(Proven { ground, names, problem: text(problem), proof, models, costs, axioms })
}

/// Checks a proof and returns the answer.
fn check(proven: &Proven) -> Result<Answer, String> {
    let problem = Problem::read(&proven.problem)?;
    let axioms = problem.check_axioms(&proven.ground)?;
    assert_eq!(axioms, proven.axioms);
    let answer = problem.follow(&proven.proof)?;
    let expected = match (proven.models, &proven.costs) {
        (0, _) => answer == Answer::Unsatisfiable,
        (_, Some(_)) if !problem.objective.is_empty() => matches!(answer, Answer::Optimal(_)),
        _ => answer == Answer::Satisfiable,
    };
    if !expected {
        return Err(format!("{answer:?} is not the answer"));
    }
    // For small programs, the answer sets by definition are compared.
    if let Some(answers) = proven.ground.stable_models(3000) {
        let costs: Option<Vec<u128>> = answers.iter().map(|answer| problem.cost_of(answer)).collect();
        let costs = costs.ok_or("the problem excludes an answer set")?;
        match answer {
            Answer::Optimal(best) if costs.iter().min() != Some(&best) => {
                return Err("not the best".to_owned());
            }
            Answer::Unsatisfiable if !costs.is_empty() => return Err("not unsatisfiable".to_owned()),
            _ => {}
        }
        no_stronger_axiom(&problem, &proven.ground, &answers)?;
    }
    ask_veripb(proven)?;
    Ok(answer)
}

/// Removes a literal from each axiom: if the checker accepts the stronger axiom, it must hold in all answer
/// sets.
fn no_stronger_axiom(
    problem: &Problem,
    ground: &GroundProgram,
    answers: &[BTreeSet<Atom>],
) -> Result<(), String> {
    for (number, axiom) in problem.axioms.iter().enumerate().take(5) {
        for left_out in 0..axiom.constraint.terms.len() {
            let mut stronger = problem.clone();
            let mut terms = axiom.constraint.terms.clone();
            terms.remove(left_out);
            stronger.axioms[number].constraint = Constraint::new(terms, 1);
            let excludes = |answer| stronger.cost_of(answer).is_none();
            if stronger.check_axioms(ground).is_ok() && answers.iter().any(excludes) {
                return Err(format!("{axiom} is let through without its literal {left_out}"));
            }
        }
    }
    Ok(())
}

/// Runs VeriPB, if it is available.
fn ask_veripb(proven: &Proven) -> Result<(), String> {
    static BUSY: Mutex<()> = Mutex::new(());
    let Some(veripb) = std::env::var_os("VERIPB") else { return Ok(()) };
    let _alone = BUSY.lock();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (problem, proof) = (folder.join("proof.opb"), folder.join("proof.pbp"));
    std::fs::write(&problem, &proven.problem).map_err(|error| error.to_string())?;
    std::fs::write(&proof, &proven.proof).map_err(|error| error.to_string())?;
    let output = Command::new(veripb).args([&problem, &proof]).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() && said.contains("s VERIFIED") {
        return Ok(());
    }
    Err(format!("veripb: {said}{}", String::from_utf8_lossy(&output.stderr)))
}

fn expect(text: &str) -> Proven {
    let proven = proven(text).expect("it can be told in a proof");
    if let Err(error) = check(&proven) {
        panic!("{error}\n{text}\n{}\n{}", proven.problem, proven.proof);
    }
    proven
}

#[test]
fn random_programs() {
    let (mut unsatisfiable, mut optimal, mut axioms) = (0, 0, 0);
    for seed in 1..1500 {
        let text = program(seed, &Shape::arbitrary(seed)).to_string();
        let Some(proven) = proven(&text) else { continue };
        match check(&proven) {
            Ok(Answer::Unsatisfiable) => unsatisfiable += 1,
            Ok(Answer::Optimal(_)) => optimal += 1,
            Ok(_) => {}
            Err(error) => panic!("seed {seed}: {error}\n{text}\n{}\n{}", proven.problem, proven.proof),
        }
        axioms += proven.axioms;
    }
    let enough = unsatisfiable > 100 && optimal > 50 && axioms > 10;
    assert!(enough, "{unsatisfiable} unsatisfiable, {optimal} optimal, {axioms} axioms");
}

/// A program with enough conflicts for the deletion of learnt clauses.
#[test]
fn pigeons() {
    let proven = expect("1 { in(P,1..6) } 1 :- P = 1..7. :- in(P,H), in(Q,H), P < Q.");
    assert!(proven.proof.contains("rup") && proven.models == 0);
}

#[test]
fn loops_are_axioms() {
    let proven = expect(
        "node(1..6). edge(X,Y) :- node(X), node(Y), X != Y, (X + Y) \\ 3 != 0.
         { in(X,Y) } :- edge(X,Y). reached(1). reached(Y) :- reached(X), in(X,Y).
         :- node(X), not reached(X). :- in(X,Y), in(X,Z), Y < Z. #minimize { X*Y,X,Y : in(X,Y) }.",
    );
    assert!(proven.axioms > 0 && proven.costs.is_some());
}

#[test]
fn levels_are_one_objective() {
    let proven = expect(
        "{ a; b; c; d }. :- not a, not b. :- not c, not d. :- a, c.
         #minimize { 3@2,a : a; 2@2,b : b; 5@1,c : c; 1@1,d : d; -4@1,x : a, d }.",
    );
    assert!(proven.problem.contains("min:"));
}

/// The number of axioms of a problem about a subject.
fn axioms_about(proven: &Proven, about: Subject) -> usize {
    let problem = Problem::read(&proven.problem).expect("it reads what is written");
    problem.axioms.iter().filter(|axiom| axiom.about == about).count()
}

/// A random graph with this number of nodes, as facts `e(X,Y)`.
fn graph(seed: u64, nodes: u64) -> String {
    let mut random = Random::new(seed);
    let pairs = (1..=nodes).flat_map(|x| (1..=nodes).map(move |y| (x, y)));
    let edges = pairs.filter(|&(x, y)| x != y && random.below(5) < 3);
    edges.map(|(x, y)| format!("e({x},{y}). ")).collect()
}

#[test]
fn cycles_of_edges_are_axioms() {
    let (mut about_edges, mut unsatisfiable) = (0, 0);
    for seed in 0..60 {
        let few = expect(&format!(
            "{} {{ a(X,Y) }} :- e(X,Y). {{ b }}. #edge (X,Y) : a(X,Y), X != 2. #edge (X,Y) : a(X,Y), X = 2, not b.
             :- e(X,_), not 1 {{ a(X,Y) }}. :- b, a(2,Y).",
            graph(seed, 3)
        ));
        let many = expect(&format!(
            "{} n(X) :- e(X,_). {{ a(X,Y) }} :- e(X,Y). #edge (X,Y) : a(X,Y).
             :- #sum {{ 1,X,Y : a(X,Y) }} < {}. #minimize {{ X*Y,X,Y : a(X,Y) }}.",
            graph(seed, 6),
            10 + seed % 7
        ));
        for proven in [few, many] {
            about_edges += axioms_about(&proven, Subject::Edges);
            unsatisfiable += usize::from(proven.models == 0);
        }
    }
    assert!(about_edges > 300 && unsatisfiable > 30, "{about_edges} axioms, {unsatisfiable} unsatisfiable");
}

#[test]
fn circuits_of_theory_atoms_are_axioms() {
    let (mut about_circuits, mut unsatisfiable) = (0, 0);
    for seed in 0..40 {
        let small = graph(seed, 4);
        let large = graph(seed, 7);
        for kind in ["circuit", "circuit(undirected)"] {
            let few = format!(
                "{small} {{ a(X,Y) }} :- e(X,Y). {{ wanted }}. &{kind} {{ (X,Y) : a(X,Y) }} :- wanted. :- not wanted, a(1,2)."
            );
            let many = format!(
                "{large} {{ a(X,Y) }} :- e(X,Y). &{kind} {{ (X,Y) : a(X,Y) }}. :- a(X,Y), (X * Y + {}) \\ 5 < 1.
                 #minimize {{ |X-Y|,X,Y : a(X,Y) }}.",
                seed % 5
            );
            for proven in [expect(&few), expect(&many)] {
                about_circuits += axioms_about(&proven, Subject::Circuits);
                unsatisfiable += usize::from(proven.models == 0);
            }
        }
    }
    assert!(
        about_circuits > 100 && unsatisfiable > 5,
        "{about_circuits} axioms, {unsatisfiable} unsatisfiable"
    );
}

#[test]
fn unfounded_sets_of_disjunctions_are_axioms() {
    // Quantified Boolean formulas ∃x∀y φ with φ in disjunctive normal form: with w, both t and f hold for all
    // y (saturation), and an answer set with w exists only if every choice between t and f derives w.
    let (mut axioms, mut unsatisfiable) = (0, 0);
    for seed in 0..80 {
        let mut random = Random::new(seed);
        let mut pick = |among: &[&str]| among[random.index(among.len())].to_owned();
        let of_x = ["x(1)", "not x(1)", "x(2)", "not x(2)", "x(3)", "not x(3)"];
        let of_y = ["t(1)", "f(1)", "t(2)", "f(2)", "t(3)", "f(3)", "t(4)", "f(4)"];
        let conjunctions =
            (0..9).map(|_| format!("w :- {}, {}, {}. ", pick(&of_x), pick(&of_y), pick(&of_y)));
        let proven = expect(&format!(
            "{{ x(1..3) }}. t(I) ; f(I) :- I = 1..4. t(I) :- w, I = 1..4. f(I) :- w, I = 1..4. :- not w. {}",
            conjunctions.collect::<String>()
        ));
        axioms += axioms_about(&proven, Subject::Support);
        unsatisfiable += usize::from(proven.models == 0);
    }
    assert!(axioms > 100 && unsatisfiable > 20, "{axioms} axioms, {unsatisfiable} unsatisfiable");
}

/// Of each kind, axioms that do not hold, and valid axioms with a wrong label.
#[test]
fn invalid_axioms_are_rejected() {
    let forged = |text: &str, label: &str, atoms: &[&str]| {
        let proven = expect(text);
        let name = |symbol: &str| proven.names[symbol].index();
        let problem = Problem::read(&proven.problem).expect("it reads what is written");
        let literals = atoms.iter().map(|&atom| match atom.strip_prefix('-') {
            Some(atom) => !problem.atoms[&name(atom)],
            None => problem.atoms[&name(atom)],
        });
        let terms: Vec<String> = literals.map(|literal| format!("1 {literal}")).collect();
        let forged = format!("{}@{label}99 {} >= 1 ;\n", proven.problem, terms.join(" "));
        let forged = Problem::read(&forged).expect("it is a problem");
        forged.check_axioms(&proven.ground).is_ok()
    };
    let edges = "{ a; b; c; d }. #edge (1,2) : a. #edge (2,3) : b. #edge (3,1) : c. #edge (3,4) : d.";
    assert!(forged(edges, "edge", &["-a", "-b", "-c"]));
    assert!(forged(edges, "edge", &["-a", "-b", "-c", "-d"]));
    assert!(!forged(edges, "edge", &["-a", "-b"]));
    assert!(!forged(edges, "edge", &["-a", "-b", "-d"]));
    assert!(!forged(edges, "edge", &["-a", "-b", "c"]));
    assert!(!forged(edges, "loop", &["-a", "-b", "-c"]));
    assert!(!forged(edges, "circuit", &["-a", "-b", "-c"]));

    for kind in ["circuit", "circuit(undirected)"] {
        // Two triangles, and a path from each to the other.
        let circuit = format!(
            "{{ w; a; b; c; d; e; f; g; h }}. &{kind} {{ (1,2) : a; (2,3) : b; (3,1) : c;
             (4,5) : d; (5,6) : e; (6,4) : f; (3,4) : g; (6,1) : h }} :- w."
        );
        assert!(forged(&circuit, "circuit", &["-w", "-a", "-b", "-c"]));
        assert!(!forged(&circuit, "circuit", &["-a", "-b", "-c"]), "it need not be there");
        assert!(!forged(&circuit, "circuit", &["-w", "-a", "-b", "-d"]));
        assert!(!forged(&circuit, "circuit", &["-w", "-a", "-b", "-g", "-d", "-e", "-h"]), "it may be all");
        assert!(!forged(&circuit, "edge", &["-w", "-a", "-b", "-c"]));
        assert!(!forged(&circuit, "loop", &["-w", "-a", "-b", "-c"]));
    }

    let disjunction = "{ x }. a ; b. a :- b. b :- a. c ; d :- a. c :- d, x. d :- c, x.";
    assert!(!forged(disjunction, "loop", &["-a"]));
    assert!(!forged(disjunction, "loop", &["-c", "x"]));
    assert!(!forged(disjunction, "loop", &["-c", "-x"]));
    assert!(forged(disjunction, "loop", &["-c", "-d", "x"]));
}

/// Proofs with an invalid axiom, or without a required step, are rejected.
#[test]
fn invalid_proofs_are_rejected() {
    let proven = expect("{ c }. a :- b. b :- a. a :- c. :- not b.");
    let head = proven.ground.rules.iter().find(|rule| !rule.is_choice).expect("there are some").head[0];
    let problem = Problem::read(&proven.problem).expect("it reads what is written");
    let forged = format!("{}@loop99 1 {} >= 1 ;\n", proven.problem, !problem.atoms[&head.index()]);
    let forged = Problem::read(&forged).expect("it is a problem");
    assert!(problem.check_axioms(&proven.ground).is_ok() && forged.check_axioms(&proven.ground).is_err());

    let proven = expect("1 { in(P,1..3) } 1 :- P = 1..4. :- in(P,H), in(Q,H), P < Q.");
    let problem = Problem::read(&proven.problem).expect("it reads what is written");
    let gaps: Vec<String> =
        proven.proof.lines().filter(|line| !line.starts_with("rup 1")).map(str::to_owned).collect();
    assert!(problem.follow(&gaps.join("\n")).is_err());
}

#[test]
fn programs_without_a_proof_are_rejected() {
    let refused = |text: &str, options: SolveOptions<'_>| {
        let mut control = Control::new();
        control.begin_proof(Box::new(std::io::sink()));
        control.add("program.lp", text).expect("a program");
        control.ground(&[Part::base()]).expect("it can be grounded");
        let error = control.solve(options).map(|_| ()).expect_err(text).to_string();
        assert!(error.starts_with("a proof cannot express"), "{error}");
    };
    let plain = SolveOptions::default;
    refused("{ a }. #minimize { 1 : a }.", SolveOptions { bound: Some(vec![1]), ..plain() });
    let consequences = Some(hamadryad::Consequences::Brave);
    refused("{ a }.", SolveOptions { consequences, optimize: OptimizeMode::Ignore, ..plain() });
}
