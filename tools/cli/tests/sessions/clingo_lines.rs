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
    let options = "queens.lp --configuration=crafty -r L,60 --configuration=crafty --heuristic=Vmtf";
    assert_eq!(run(&folder.0, options).1, "");
    let named = run(&folder.0, &format!("{options} -V")).1;
    assert_eq!(
        named,
        "*** Info : (hamadryad): options of clingo's search without effect here: --configuration=crafty -r L,60 \
         --heuristic=Vmtf\n"
    );
}
