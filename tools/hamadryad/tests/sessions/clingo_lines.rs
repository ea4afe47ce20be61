//! Command lines as users of clingo write them, through a link named `clingo`: each ends with clingo's exit
//! code. The codes are those of clingo 5.8.3.

use super::Folder;
use std::path::Path;
use std::process::{Command, Stdio};

const PROGRAMS: [(&str, &str); 7] = [
    (
        "queens.lp",
        "#const n = 6. { queen(I,1..n) } = 1 :- I = 1..n. { queen(1..n,J) } = 1 :- J = 1..n.
         :- 2 { queen(D-J,J) }, D = 2..2*n. :- 2 { queen(D+J,J) }, D = 1-n..n-1. #show queen/2.",
    ),
    ("tea.lp", "{ tea; cake }. :- tea, not cake. #minimize { 1@2,t : tea; 2@1,c : not cake }."),
    ("no.lp", ":- a. a."),
    ("bad.lp", "a :- .b"),
    ("heuristic.lp", "{ a; b }. #heuristic a. [1,true] #heuristic b. [1,false]"),
    ("disjunction.lp", "a ; b :- c. a :- b. b :- a. c."),
    ("external.lp", "#external e. p :- e. { q }. #project q/0."),
];

const LINES: [(i32, &str); 52] = [
    (10, "queens.lp"),
    (30, "queens.lp 0"),
    (30, "queens.lp -n 0 -c n=5"),
    (20, "queens.lp -n0 --const n=3"),
    (30, "queens.lp 0 --quiet"),
    (10, "queens.lp -q --stats"),
    (10, "queens.lp --stats=2,2 -V2"),
    (10, "queens.lp --configuration=crafty --restarts=L,60"),
    (10, "queens.lp --configuration=many -t 2"),
    (10, "queens.lp --config=handy -n 3"),
    (10, "queens.lp --heuristic=Vmtf"),
    (10, "queens.lp --heuristic Berkmin --save-progress=180 --loops=common"),
    (10, "queens.lp --heuristic=vsids,92 --deletion=basic,50 --del-max=2000000 --del-estimate=1"),
    (10, "queens.lp -r x,128,1.5 -d sort,50,mixed --del-init=20.0,1000,14000"),
    (10, "queens.lp --restarts=D,100,0.7 --counter-restarts=3,1023 --reverse-arcs=2"),
    (10, "queens.lp --strengthen=recursive,all --otfs=2 --init-moms --score-other=all --update-lbd=less"),
    (10, "queens.lp --sat-prepro=2,iter=20,occ=25,time=240"),
    (10, "queens.lp --no-sat-prepro --sign-def=rnd --seed=7 --rand-freq=0.05"),
    (10, "queens.lp --trans-ext=dynamic --eq=5 --backprop"),
    (30, "queens.lp --enum-mode=record --project=show,3 0"),
    (30, "queens.lp -e cautious 0"),
    (30, "queens.lp -e brave --outf=2"),
    (10, "queens.lp --time-limit=30 --outf=1 --verbose=0"),
    (10, "queens.lp --lookahead=hybrid --no-lookback"),
    (10, "queens.lp --share=all --distribute=conflict,global,4 --integrate=gp"),
    (10, "queens.lp --single-shot --fast-exit --init-watches=least --local-restarts"),
    (20, "queens.lp no.lp --contraction=250 --shuffle=no"),
    (30, "tea.lp"),
    (30, "tea.lp --opt-mode=optN 0 -q1"),
    (30, "tea.lp --opt-strategy=usc,oll,stratify --opt-usc-shrink=lin"),
    (30, "tea.lp --opt-strategy=bb,hier --restart-on-model --opt-heuristic=sign,model"),
    (30, "tea.lp --opt-mode=enum,0,2 0"),
    (30, "tea.lp --opt-mode=ignore 0 --opt-strategy=usc,one,1 --configuration=tweety --heuristic=Domain"),
    (30, "heuristic.lp --heuristic=Domain --dom-mod=level,show 0"),
    (30, "disjunction.lp 0 --sign-def-disj=pos --partial-check=50 --tester=--config=jumpy"),
    (30, "external.lp --project=project 0"),
    (30, "queens.lp 0 --supp-models"),
    (30, "queens.lp 0 --no-ufs-check --out-atomf=%0. --out-ifs=\\n"),
    (1, "queens.lp --out-atomf=%1"),
    (1, "queens.lp --out-ifs=ab"),
    (0, "queens.lp -c n=12 0 --solve-limit=20"),
    (30, "queens.lp 0 --solve-limit=umax"),
    (1, "queens.lp --solve-limit=x"),
    (20, "no.lp --warn=none"),
    (65, "bad.lp"),
    (1, "queens.lp --no-such-option"),
    (1, "queens.lp --restarts"),
    (1, "queens.lp --loops=everything"),
    (0, "queens.lp --text"),
    (0, "queens.lp --mode=gringo"),
    (65, "nothing-here.lp"),
    (0, "--version"),
];

/// The code and the messages of a line.
#[cfg(unix)]
fn run(folder: &Path, line: &str) -> (Option<i32>, String) {
    let mut command = Command::new(folder.join("clingo"));
    let output = command.args(line.split(' ')).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.expect("the link starts");
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

#[cfg(unix)]
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (file, text) in PROGRAMS {
        std::fs::write(folder.0.join(file), text).expect("the folder can be written");
    }
    let link = folder.0.join("clingo");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_hamadryad"), link).expect("links exist");
    folder
}

#[cfg(unix)]
#[test]
fn command_lines_of_clingo_end_with_its_exit_codes() {
    let folder = folder("lines");
    for (code, line) in LINES {
        let (found, messages) = run(&folder.0, line);
        assert_eq!(found, Some(code), "clingo {line}\n{messages}");
    }
}

#[cfg(unix)]
#[test]
fn atoms_are_printed_in_the_given_form() {
    let folder = folder("form");
    folder.file("facts.lp", "a. b(1,2). c(\"x y\").");
    let answer = |options: &str| {
        let mut command = Command::new(folder.0.join("clingo"));
        let output =
            command.args(["facts.lp", "-V0"]).args(options.split(' ')).current_dir(&folder.0).output();
        String::from_utf8(output.expect("the link starts").stdout).expect("text")
    };
    assert_eq!(answer("--out-atomf=%0."), "a. b(1,2). c(\"x y\").\nSATISFIABLE\n");
    assert_eq!(answer("--out-atomf=a%%b%0"), "a%ba a%bb(1,2) a%bc(\"x y\")\nSATISFIABLE\n");
    assert_eq!(answer("--out-ifs=;"), "a;b(1,2);c(\"x y\")\nSATISFIABLE\n");
    assert_eq!(answer("--out-ifs=, --outf=1"), "ANSWER\na.,b(1,2).,c(\"x y\").\n");
}

#[cfg(unix)]
#[test]
fn options_without_effect_are_named_once_on_request() {
    let folder = folder("without-effect");
    let options = "queens.lp --otfs=2 --loops common --otfs=2 --heuristic=Vmtf";
    assert_eq!(run(&folder.0, options).1, "");
    let named = run(&folder.0, &format!("{options} -V")).1;
    let expected =
        "*** Info : (hamadryad): options of clingo's search without effect here: --otfs=2 --loops common\n";
    assert_eq!(named, expected);
}

/// The rows of the table in `docs/options.md`: option, example, effect.
#[cfg(unix)]
fn table() -> Vec<[String; 3]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/options.md");
    let text = std::fs::read_to_string(path).expect("the chapter exists");
    let rows = text.lines().filter(|line| line.starts_with("| `--"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        [cells[1].trim_matches('`'), cells[2].trim_matches('`'), cells[3]].map(str::to_owned)
    })
    .collect()
}

#[cfg(unix)]
#[test]
fn each_option_of_clingo_is_taken() {
    let folder = folder("table");
    folder.file("a.lp", "{ a; b }. :- a, b. #minimize { 1 : not a }.");
    let rows = table();
    assert_eq!(rows.len(), 105);
    for [option, example, _] in &rows {
        assert!(example.starts_with(option.as_str()), "{option}: {example}");
        let (code, messages) = run(&folder.0, &format!("a.lp {example}"));
        assert!(matches!(code, Some(0 | 10 | 30)), "clingo a.lp {example}: {code:?}\n{messages}");
    }
}

#[cfg(unix)]
#[test]
fn the_table_has_the_effects_of_the_keys() {
    use hamadryad_configuration::{Effect, effect_of, path_of_option};
    for [option, _, effect] in table() {
        let Some(path) = path_of_option(option.trim_start_matches('-')) else { continue };
        if path == "parse_maxsat" {
            continue;
        }
        match effect_of(&path) {
            Effect::Has(text) => assert_eq!(effect, text, "{option}"),
            Effect::Accepted => assert_eq!(effect, "accepted", "{option}"),
        }
    }
}

#[cfg(unix)]
fn printed(folder: &Path, line: &str) -> String {
    let output = Command::new(folder.join("clingo")).args(line.split(' ')).current_dir(folder).output();
    let text = String::from_utf8(output.expect("the link starts").stdout).expect("text");
    text.lines().map(super::without_times).map(|line| line + "\n").collect()
}

#[cfg(unix)]
#[test]
fn options_that_change_answers() {
    let folder = folder("answers");
    folder.file("cost.lp", "{ a(1..5) }. :- not 2 { a(X) }. #minimize { X,X : a(X) }.");
    folder.file(
        "domain.lp",
        "1 { a; b; c }. d :- a, b. #heuristic a. [1,false] #heuristic b. [1,false] #heuristic c. [1,false]",
    );
    folder.file("hidden.lp", "_x. y. -_z(1).");
    folder.file("clauses.cnf", "p cnf 2 3\n1 0\n-1 0\n1 2 0\n");
    folder.file("atoms.aspif", "asp 1 0 0\n1 1 2 1 2 0 0\n4 1 a 1 1\n4 1 b 1 2\n0\n");
    folder.file(
        "late.lp",
        "#include <incmode>. #program check(t). :- query(t), t < 1. #program step(t). a(t).",
    );
    let is_printed = |line: &str, expected: &[&str]| {
        let text = printed(&folder.0, line);
        for part in expected {
            assert!(text.contains(part), "clingo {line}: no {part:?} in\n{text}");
        }
    };
    is_printed("cost.lp 0 --opt-stop=100", &["SATISFIABLE\n", "Models       : 1+", "  Optimum    : unknown"]);
    is_printed("cost.lp 0 --opt-stop=2", &["OPTIMUM FOUND\n", "Optimization : 3"]);
    is_printed("domain.lp 0 -e domRec --heuristic=Domain", &["Models       : 3\n"]);
    is_printed("domain.lp 0 -e domRec", &["Models       : 7\n"]);
    is_printed("hidden.lp -V0 --out-hide-aux", &["y\nSATISFIABLE"]);
    is_printed("hidden.lp -V0 --show-preds=y/0,-_z/1", &["y -_z(1)\n"]);
    is_printed("clauses.cnf --mode=clasp --parse-maxsat", &["\ns OPTIMUM FOUND\n", "c Optimization   : 1\n"]);
    is_printed("clauses.cnf --mode=clasp", &["UNSATISFIABLE"]);
    is_printed("atoms.aspif 0 --compute=-1", &["Models       : 2\n"]);
    is_printed("hidden.lp --pre=smodels", &["1 2 0 0\n", "B-\n1\n0\n1\n"]);
    let call = |models: &str, verdict: &str| {
        format!(
            "{0}|\nSolving...\n{models}{0}|\n{verdict}\n\nModels       : {1}\nTime         : 0.000s (Solving: 0.00s 1st Model: \
             0.00s Unsat: 0.00s)\nCPU Time     : 0.000s\n",
            "-".repeat(90),
            if models.is_empty() { "0" } else { "1+" }
        )
    };
    let heading = format!("{:=^90}|\nSATISFIABLE\n\nModels       : 1+\nCalls        : 2\n", " Accumulation ");
    let calls = call("", "UNSATISFIABLE") + &call("Answer: 1 (Time: 0.000s)\na(1) query(1)\n", "SATISFIABLE");
    is_printed("late.lp -q0,0,0", &[&(calls + &heading)]);
    is_printed("cost.lp -t2", &["Threads      : 2        (Winner: 0)\n"]);
}

/// Found by `tests/hunt_options.py`.
#[cfg(unix)]
#[test]
fn answers_have_the_form_of_clingo() {
    let folder = folder("forms");
    folder.file("a.cnf", "p cnf 2 2\n1 -2 0\n2 0\n");
    folder.file("hard.wcnf", "p wcnf 2 1 9\n9 1 2 0\n");
    folder.file("a.opb", "* #variable= 3 #constraint= 1\nmin: +1 x1 ;\n-1 x1 -1 x2 -1 x3 >= 0 ;\n");
    folder.file(
        "long.cnf",
        format!("p cnf 40 40\n{}", (1..=40).map(|v| format!("{v} 0\n")).collect::<String>()),
    );
    folder.file("one.lp", "a. b. #minimize { 1 : a }.");
    folder.file("graph.smodels", "3 2 2 3 0 0\n0\n2 _edge(1,2)\n3 _edge(2,1)\n0\nB+\n0\nB-\n1\n0\n1\n");
    let answer = |line: &str| printed(&folder.0, &format!("{line} -V0"));
    assert_eq!(answer("a.cnf --mode=clasp"), "v 1 2 0\ns SATISFIABLE\n");
    assert_eq!(answer("hard.wcnf --mode=clasp --outf=2").matches("Costs").count(), 0);
    assert_eq!(answer("a.opb --mode=clasp"), "o 0\nv -x1 -x2 -x3\no 0\ns OPTIMUM FOUND\n");
    assert!(answer("a.cnf --mode=clasp --outf=2").contains("            1, 2\n"));
    // A line ends after 70 characters.
    assert!(answer("long.cnf").contains(" 25 26 27\nv 28 29 "), "{}", answer("long.cnf"));
    assert_eq!(answer("a.cnf --out-ifs=\\n"), "v 1\nv 2\nv 0\ns SATISFIABLE\n");
    assert_eq!(answer("one.lp --out-atomf=<%s> --opt-mode=ignore,-3"), "<a> <b>\nSATISFIABLE\n");
    assert_eq!(answer("one.lp --opt-mode=ignore --out-ifs=\\\\"), "a\\b\nSATISFIABLE\n");
    assert!(printed(&folder.0, "graph.smodels 0").contains("Models       : 4\n"));
    assert!(printed(&folder.0, "graph.smodels 0 --parse-ext").contains("Models       : 3\n"));
}

/// With `-e`, the number of consequences belongs to the costs, and the last model is printed again if only its
/// values, or only its costs, were printed before.
#[cfg(unix)]
#[test]
fn quiet_consequences_are_those_of_clingo() {
    let folder = folder("consequences");
    folder.file("a.lp", "a.");
    let printed = |quiet: &str| {
        let text = printed(&folder.0, &format!("a.lp -e brave {quiet}"));
        text.split_once("Solving...\n")
            .and_then(|(_, rest)| rest.split_once("SATISFIABLE"))
            .map(|(answers, _)| answers.to_owned())
    };
    let (head, count) = ("Answer: 1 (Time: 0.000s)\n", "Consequences: [1;1]\n");
    let expected = [
        ("-q0", format!("{head}a\n{count}")),
        ("-q1", format!("{head}a\n{count}")),
        ("-q1,0", format!("{head}{count}{head}a\n{count}")),
        ("-q0,1", format!("{head}a\n{head}a\n{count}")),
        ("-q1,2", format!("{head}a\n")),
        ("-q2,0", format!("{head}{count}")),
        ("-q2,1", format!("{head}{count}")),
        ("-q2", String::new()),
    ];
    for (quiet, expected) in expected {
        assert_eq!(printed(quiet), Some(expected), "{quiet}");
    }
}

/// With external atoms, clingo does not see that the last model of a limited number is the last of all.
#[cfg(unix)]
#[test]
fn external_atoms_leave_the_end_open() {
    let folder = folder("open");
    for (name, program, options, code) in [
        ("declared.lp", "#external e. a.", "", 10),
        ("free.lp", "#external e. [free] a.", "", 10),
        ("defined.lp", "#external e. e. a.", "", 30),
        ("all.lp", "#external e. a.", "0", 30),
        ("steps.lp", "#include <incmode>. #const imax = 1.", "", 10),
    ] {
        folder.file(name, program);
        let found = run(&folder.0, format!("{name} {options}").trim()).0;
        assert_eq!(found, Some(code), "clingo {name} {options}");
    }
}

/// The lines of `--stats` in clingo's order.
#[cfg(unix)]
#[test]
fn statistics_have_the_lines_of_clingo() {
    let folder = folder("statistics");
    folder.file(
        "a.lp",
        "{ a; b; c }. d :- e. e :- d. e :- a, b. :- not 2 { a; b; c }. #minimize { 1,a : a; 1,b : b }.",
    );
    let text = printed(&folder.0, "a.lp 0 --stats=2,2");
    let (_, numbers) = text.split_once("CPU Time     : 0.000s\n\n").expect("statistics");
    let names: Vec<&str> =
        numbers.lines().map(|line| line.split(':').next().unwrap_or_default().trim_end()).collect();
    let expected = "Choices|Conflicts|Restarts|Model-Level|Problems|Lemmas|  Binary|  Ternary|  Conflict|  Loop|  Other|\
        Backjumps|  Executed|  Bounded||Rules|  Choice|  Minimize|Atoms|Bodies|  Count|Equivalences|Tight|Variables|Constraints|";
    let names = names.join("|");
    assert!(names.starts_with(&expected.replace("        ", "")), "{names}");
    let threads = printed(&folder.0, "a.lp 0 -t2 --stats=2");
    let heading = "\n\n============ Thread Stats ============\n\n[Thread 0]\n\nCPU Time     : ";
    assert!(threads.contains(heading) && threads.contains("\n\n[Thread 1]\n\nCPU Time     : "), "{threads}");
    let json = printed(&folder.0, "a.lp 0 --stats --outf=2");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    for path in [
        "Core/RestartLast",
        "More/Lemma/Type/3/AvgLen",
        "Jumps/Bounded/Levels",
        "LP/Rules/Minimize/Final",
        "LP/UfsNodes",
        "LP/Equivalences/Other",
        "Problem/Frozen",
        "Problem/AcycEdges",
        "More/CPU",
    ] {
        assert!(json.pointer(&format!("/Stats/{path}")).is_some_and(serde_json::Value::is_number), "{path}");
    }
}

#[cfg(unix)]
#[test]
fn every_heuristic_and_configuration_has_the_same_answers() {
    let folder = folder("heuristics");
    folder.file(
        "colours.lp",
        "v(1..6). e(X,X+1) :- v(X), X < 6. e(1,6). e(1,4). { c(X,1..3) } = 1 :- v(X). :- e(X,Y), c(X,C), c(Y,C).",
    );
    let options = [
        "",
        "--heuristic=Vmtf",
        "--heuristic=Berkmin,5",
        "--heuristic=Unit",
        "--heuristic=None",
        "--lookahead",
        "--heuristic=Vsids,80",
        "--restarts=F,3",
        "--restarts=x,1,1.5,3",
        "--restarts=+,1,2",
        "--restarts=D,3,0.7",
        "--deletion=no",
        "--deletion=sort,90,lbd --del-cfl=F,5",
        "--sign-def=rnd --sign-fix --init-watches=rnd",
        "--strengthen=no --no-init-moms",
        "--strengthen=local --rand-prob=2,3",
        "--configuration=frumpy",
        "--configuration=jumpy",
        "--configuration=tweety",
        "--configuration=handy",
        "--configuration=crafty",
        "--configuration=trendy",
        "--configuration=many",
    ];
    let models = |options: &str| {
        let text = printed(&folder.0, format!("colours.lp 0 -q {options}").trim_end());
        text.lines().find(|line| line.starts_with("Models")).map(str::to_owned)
    };
    let expected = models("");
    assert!(expected.is_some());
    for option in options {
        assert_eq!(models(option), expected, "{option}");
    }
}
