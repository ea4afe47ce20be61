//! Proofs: each step follows, each axiom holds in the program, and the problem leaves all answer sets in.
//!
//! With `VERIPB=/path/to/veripb`, the public checker is asked as well.

use hamadryad::{Config, Control, Elimination, Error, OptimizeMode, Part, SolveOptions, Threads};
use hamadryad_check::proof::{Answer, Problem};
use hamadryad_check::random::{Shape, program};
use hamadryad_check::recorded::GroundProgram;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};

/// A proof in memory.
#[derive(Clone, Default)]
struct Sheet(Arc<Mutex<Vec<u8>>>);

impl Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

struct Proven {
    ground: GroundProgram,
    problem: String,
    proof: String,
    /// What the solver says.
    models: u64,
    costs: Option<Vec<i64>>,
    axioms: usize,
}

/// `None` where the program is none, or cannot be told in a proof.
fn proven(text: &str) -> Option<Proven> {
    let sheet = Sheet::default();
    let elimination = Some(Elimination { after: 0, ..Elimination::default() });
    let mut control = Control::with_config(Config { elimination, subsumption: true, ..Config::default() });
    control.begin_proof(Box::new(sheet.clone()));
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
        Err(Error::Refused(_)) => return None,
        Err(error) => panic!("{error}"),
    };
    let mut problem = Vec::new();
    let axioms =
        control.finish_proof(&mut problem).expect("a vector takes everything").expect("it was begun");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("proofs are text");
    let proof = text(std::mem::take(&mut *sheet.0.lock().unwrap()));
    Some(Proven { ground, problem: text(problem), proof, models, costs, axioms })
}

/// Checks a proof; the number of its axioms.
fn check(proven: &Proven) -> Result<Answer, String> {
    let problem = Problem::read(&proven.problem)?;
    let axioms = problem.judge_axioms(&proven.ground)?;
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
    // Small ones are answered by the definition.
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
    }
    ask_veripb(proven)?;
    Ok(answer)
}

/// The public checker, where there is one.
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
    for seed in 1..1200 {
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

/// Enough conflicts for clauses to be forgotten.
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

/// Who takes an axiom that does not hold, or leaves a step out, is found out.
#[test]
fn what_does_not_follow_is_refused() {
    let proven = expect("{ c }. a :- b. b :- a. a :- c. :- not b.");
    let head = proven.ground.rules.iter().find(|rule| !rule.is_choice).expect("there are some").head[0];
    let problem = Problem::read(&proven.problem).expect("it reads what is written");
    let forged = format!("{}@loop99 1 {} >= 1 ;\n", proven.problem, !problem.atoms[&head.index()]);
    let forged = Problem::read(&forged).expect("it is a problem");
    assert!(problem.judge_axioms(&proven.ground).is_ok() && forged.judge_axioms(&proven.ground).is_err());

    let proven = expect("1 { in(P,1..3) } 1 :- P = 1..4. :- in(P,H), in(Q,H), P < Q.");
    let problem = Problem::read(&proven.problem).expect("it reads what is written");
    let gaps: Vec<String> =
        proven.proof.lines().filter(|line| !line.starts_with("rup 1")).map(str::to_owned).collect();
    assert!(problem.follow(&gaps.join("\n")).is_err());
}

#[test]
fn what_cannot_be_told_is_refused() {
    let refused = |text: &str, options: SolveOptions<'_>| {
        let mut control = Control::new();
        control.begin_proof(Box::new(std::io::sink()));
        control.add("program.lp", text).expect("a program");
        control.ground(&[Part::base()]).expect("it can be grounded");
        let error = control.solve(options).map(|_| ()).expect_err(text).to_string();
        assert!(error.starts_with("a proof cannot tell of"), "{error}");
    };
    let plain = SolveOptions::default;
    refused("{ a; b }. #edge (1,2) : a. #edge (2,1) : b.", plain());
    refused("a; b. a :- b. b :- a.", plain());
    refused("{ a }. #minimize { 1 : a }.", SolveOptions { bound: Some(vec![1]), ..plain() });
    let consequences = Some(hamadryad::Consequences::Brave);
    refused("{ a }.", SolveOptions { consequences, optimize: OptimizeMode::Ignore, ..plain() });
}
