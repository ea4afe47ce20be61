//! Small programs with known answer sets: from textbooks, papers, and measured with clingo 5.8.

use hamadryad_aspif::ExternalValue;
use hamadryad_check::source::{Answer, Limits, Oracle, OracleError, Setting};
use hamadryad_symbol::Symbols;

/// The answer sets as lines of shown symbols, sorted.
fn lines(symbols: &Symbols, answers: &[Answer]) -> Vec<String> {
    let mut lines: Vec<String> = answers.iter().map(|answer| answer.display(symbols)).collect();
    lines.sort();
    lines
}

/// Checks all answer sets: one string each, in any order.
#[track_caller]
fn check(program: &str, expected: &[&str]) {
    let mut symbols = Symbols::new();
    let oracle = Oracle::from_text(&mut symbols, program, &Setting::default()).expect(program);
    let mut expected: Vec<&str> = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(lines(&symbols, &oracle.answers(&symbols).expect("small")), expected, "{program}");
}

#[track_caller]
fn check_optimal(program: &str, expected: &[&str], cost: &[(i32, i64)]) {
    let mut symbols = Symbols::new();
    let oracle = Oracle::from_text(&mut symbols, program, &Setting::default()).expect(program);
    let optimal = oracle.optimal_answers(&symbols).expect("small");
    assert_eq!(lines(&symbols, &optimal), expected, "{program}");
    assert!(optimal.iter().all(|answer| answer.cost == cost), "{program}: {optimal:?}");
}

#[test]
fn textbook_programs() {
    check("a :- not b. b :- not a.", &["a", "b"]);
    check("a :- not a.", &[]);
    check("a :- b. b :- a.", &[""]);
    check("a :- not not a.", &["", "a"]);
    check("{a}. :- not a.", &["a"]);
    check("a :- not b. b :- not c. c :- not d.", &["a c"]);
    check("a ; b. a :- b. b :- a.", &["a b"]);
    check("a ; b. :- not a.", &["a"]);
    check("a, b.", &["a", "b"]);
    check("-a. a :- b. {b}.", &["-a"]);
    check("{p(1..2)}. q :- p(X), not p(X+1). #show q/0.", &["", "q", "q", "q"]);
}

#[test]
fn graph_programs() {
    let graph = "node(1..3). edge(1,2). edge(2,3). edge(1,3). ";
    let colours = "{ c(X,(r;g;b)) } = 1 :- node(X). :- edge(X,Y), c(X,C), c(Y,C). #show.";
    check(&format!("{graph}{colours}"), &[""; 6]);
    let circuit = "node(1..3). edge(X,Y) :- node(X), node(Y), X != Y.
        { in(X,Y) : edge(X,Y) } = 1 :- node(X). { in(X,Y) : edge(X,Y) } = 1 :- node(Y).
        r(1). r(Y) :- r(X), in(X,Y). :- node(X), not r(X). #show in/2.";
    check(circuit, &["in(1,2) in(2,3) in(3,1)", "in(1,3) in(2,1) in(3,2)"]);
    check("{ e(1,2); e(2,1) }. #edge (X,Y) : e(X,Y).", &["", "e(1,2)", "e(2,1)"]);
}

#[test]
fn recursive_aggregates() {
    check("a :- #sum { 1 : a } >= 0.", &["a"]);
    check("a :- #sum { 1 : a; -1 : b } >= 0. b :- a.", &[]);
    check("p :- not not #sum { 1 : p } > 0.", &["", "p"]);
    check("p :- #sum { 1 : p } > 0.", &[""]);
    check("a :- #count { 1 : a } >= 1.", &[""]);
    check("a :- #count { 1 : b } < 1. b :- a.", &[]);
    check("p(1) :- #sum { 1 : p(2); -1 : p(1) } >= 0. p(2) :- p(1).", &["p(1) p(2)"]);
    check("p(a) :- #count { X : p(X) } <= 0.", &[]);
    check("a :- #min { 1 : a; 2 : b } >= 2. b.", &[]);
    // The program company controls: 1 and 2 each own 30 percent of 3, and 1 controls 2.
    let companies = "c(1..3). owns(1,2,60). owns(1,3,30). owns(2,3,30).
        controls(X,Y) :- c(X), c(Y), X != Y, #sum+ { S : owns(X,Y,S); S,Z : controls(X,Z), owns(Z,Y,S) } > 50.
        #show controls/2.";
    check(companies, &["controls(1,2) controls(1,3)"]);
}

#[test]
fn aggregates_depend_on_sets_of_tuples() {
    check("{a;b}. x :- #sum { 1 : a; 1 : b } = 2. :- not x.", &[]);
    check("{a;b}. x :- #sum { 1,u : a; 1,v : b } = 2. :- not x.", &["a b x"]);
    check("x(X) :- X = #sum { 3; a,1; (),2; -1,z }. #show x/1.", &["x(2)"]);
    check("x(X) :- X = #sum+ { 3; -1,z }.", &["x(3)"]);
    check("x(N,M) :- N = #min { a; 3 }, M = #max { 3; f(1); \"s\" }.", &["x(3,f(1))"]);
    check("x(N,M) :- N = #min { 1 : #false }, M = #max { 1 : #false }.", &["x(#sup,#inf)"]);
    check("x(N) :- N = #count { 1,2; 1,2; 2,1 }.", &["x(2)"]);
    check("{a}. x :- { a; not a; not not a } = 2. #show x/0.", &["", "x"]);
    check("{a;b;a} = 1.", &["a", "b"]);
    check("#sum { 1,x : a; 1,x : b; 2 : c } = 1.", &["a", "b", "a b"]);
    check("#sum { x : a } >= 0.", &[""]);
}

#[test]
fn undefined_operations_drop_instances() {
    check("a :- not p(1/0). b :- not 1/0 = 1. c :- 1 < a+1. p(1).", &["p(1)"]);
    check("p(1/0) ; q.", &[""]);
    check("p(1/X) :- X = 0..2.", &["p(0) p(1)"]);
    check("x :- #count { 1/X : X = 0..1 } = 1.", &["x"]);
    check("a :- p(1/0) : c. {c}.", &["a", "c"]);
    check("{p(2)}. s :- p(X), not s(_,X\\(2-X)).", &["", "p(2)"]);
    check("p(0**-1). q(0**0,2**-1,-7/2,-7\\3,7\\-3,-2**2).", &["q(1,0,-3,-1,1,4)"]);
    check("p(2147483647+1).", &["p(-2147483648)"]);
}

#[test]
fn pools_and_intervals() {
    check("p(1..2) ; q.", &["p(1) p(2)", "q"]);
    check("f(a;b,c). g((1;2),(x;y)).", &["f(a) f(b,c) g(1,x) g(1,y) g(2,x) g(2,y)"]);
    check("q(1). d(X) :- X = 1..2, not q(X). e :- not q(1..2). f :- not q(1;1).", &["e d(2) q(1)"]);
    check("x :- 2 < 1..3. y :- 2 < 1..3 < 2. z :- 1..3 = 3..5. w :- not 1 < 1..2.", &["w x z"]);
    check("{a;b} = 1..2.", &[]);
    check("{a;b}. x :- 1..2 = #count { 1 : a; 2 : b }. :- x.", &[""]);
    check("q(X) :- f(X,1..2) = f(1..2,1).", &["q(1) q(2)"]);
}

#[test]
fn conditional_literals() {
    check("{b;c}. a :- b : c.", &["a", "a b", "c", "a b c"]);
    check("a :- a : a.", &["a"]);
    check("a :- b : a. b :- a.", &["a b"]);
    check("x :- #false : q(X). q(1..2). #show x/0.", &[""]);
    check("x :- q(X) : X = 1..2. {q(1..2)}. #show x/0.", &["", "", "", "x"]);
    check("{p(1,1..2)}. q(1). a :- p(X,_) : q(X). #show a/0.", &["", "a", "a", "a"]);
    check("{c}. a : c ; b.", &["a c", "b", "b c"]);
    check("a : not c ; b. {c}.", &["a", "b", "b c"]);
    check("a : c ; b. c :- a. {d}. c :- d.", &["b", "a c d", "b c d"]);
    check("a : c(X) ; b. c(1) :- not d. {d}. c(2) :- a.", &["b d", "b c(1)", "a c(1) c(2)"]);
    check("a(X) : p(X). p(1..2).", &["a(1) p(1) p(2)", "a(2) p(1) p(2)"]);
}

#[test]
fn anonymous_variables_under_negation_are_quantified_inside() {
    check("{p(1,1..2)}. a :- not p(1,_). #show a/0.", &["", "", "", "a"]);
    check("{p(1)}. a :- not not p(_). #show a/0.", &["", "a"]);
    check("{p(1..2)}. x :- { not p(_) } = 1. #show x/0.", &["", "", "", "x"]);
}

#[test]
fn comparisons_bind_and_chain() {
    check("p(4). p(a). p(5). q(X) :- p(2*X+1).", &["p(4) p(5) p(a) q(2)"]);
    check("q(X) :- X+1 = 1..2.", &["q(0) q(1)"]);
    check("p(4,2). p(2,2). q(X) :- p(X*X,X). r(X) :- p(X+X,X).", &["q(2) r(2) p(2,2) p(4,2)"]);
    check("1 < X < 3 :- q(X). {q(1..3)}.", &["", "q(2)"]);
    check("not 1 < X < 3 :- q(X). {q(1..2)}.", &["", "q(1)"]);
    check("q(X) :- not X != 1.", &["q(1)"]);
    check("q(X,Y) :- 1 <= X <= 2, X < Y <= 3.", &["q(1,2) q(1,3) q(2,3)"]);
    check("p(-b;f(-1)). q(X) :- p(-X). r(X) :- p(f(-X)).", &["p(-b) p(f(-1)) q(b) q(-f(-1)) r(1)"]);
}

#[test]
fn heads_without_positive_atoms() {
    check("not a. {a}.", &[""]);
    check("not not a. {a}.", &["a"]);
    check("a ; not b. {b}.", &["", "a b"]);
    check("2 < 1 ; a.", &["a"]);
    check("{a; not b} = 2. {b}.", &["a"]);
}

#[test]
fn objectives() {
    check_optimal("{a;b} = 1. :~ a. [2@1] :~ b. [1@1]", &["b"], &[(1, 1)]);
    check_optimal(
        "{a;b} = 1. #minimize { 1@2,x : a; 1@2,x : b; 3@-1 : a; 5@-1 : b }.",
        &["a"],
        &[(2, 1), (-1, 3)],
    );
    check_optimal("{a;b;c}. #maximize { 1,a : a; 1,a : b; 2 : c } .", &["a b c", "a c", "b c"], &[(0, -3)]);
    check_optimal("a. :~ a. [x@0] :~ a. [1/0@0] :~ a. [1@y]", &["a"], &[]);
    check_optimal(":~ #true. [1..2@0..1]", &[""], &[(1, 3), (0, 3)]);
}

#[test]
fn shown_symbols() {
    check("a. b. #show a/0.", &["a"]);
    check("a. b. #show.", &[""]);
    check("p(1..3). #show X : p(X), X > 1. #show q/0.", &["2 3"]);
    check("{b}. #show a : not b. #show.", &["", "a"]);
    check("-p(1). p(2). #show -p/1.", &["-p(1)"]);
    check("{a}. #show (1;2) : a. #show \"s\".", &["\"s\"", "1 2 a \"s\""]);
}

#[test]
fn constants() {
    check("#const n=-m. #const m=2. n. p(n). q(n(1)). r(-n).", &["n p(-2) q(n(1)) r(2)"]);
    check("#const n=n. p(n).", &["p(n)"]);
    let refused = |text: &str| {
        matches!(
            Oracle::from_text(&mut Symbols::new(), text, &Setting::default()),
            Err(OracleError::Constant { .. })
        )
    };
    assert!(refused("#const a=b. #const b=a."));
    assert!(refused("#const a=1. #const a=2."));
    assert!(refused("#const a=1/0."));
}

#[test]
fn settings() {
    let mut symbols = Symbols::new();
    let text = "#const n=1. p(n). #external e. x :- e. {y}.
        #program step(t). q(t,n) :- e. #external f(t). [free]";
    let [n, base, step] = ["n", "base", "step"].map(|name| symbols.name(name));
    let [two, seven] = [2, 7].map(|number| symbols.number(number));
    let [e, y] = ["e", "y"].map(|name| symbols.constant(name));
    let f = symbols.function("f", &[seven]);
    let mut ask = |setting: &Setting| {
        let oracle = Oracle::from_text(&mut symbols, text, setting).expect(text);
        lines(&symbols, &oracle.answers(&symbols).expect("small"))
    };
    assert_eq!(ask(&Setting::default()), ["p(1)", "y p(1)"]);
    let setting = Setting {
        constants: vec![(n, two)],
        parts: vec![(base, vec![]), (step, vec![seven])],
        externals: vec![(e, ExternalValue::True)],
        assumptions: vec![(y, true), (f, false)],
        ..Setting::default()
    };
    assert_eq!(ask(&setting), ["e x y p(2) q(7,2)"]);
    let impossible = Setting { assumptions: vec![(f, true)], ..Setting::default() };
    assert_eq!(ask(&impossible), Vec::<String>::new());
}

#[test]
fn externals() {
    check("#external a : b. [true] {b}. c :- not a.", &["a", "a b"]);
    check("#external a. [true] a :- b. {b}.", &["", "a b"]);
    check("#external a. [free] a :- a.", &["", "a"]);
    check("#external a(1..2). b(X) :- a(X).", &[""]);
    check("#external a(X) : X = 1..2. [free] :- not a(1).", &["a(1)", "a(1) a(2)"]);
}

#[test]
fn unsupported_programs_are_rejected() {
    let refusal =
        |text: &str| Oracle::from_text(&mut Symbols::new(), text, &Setting::default()).expect_err(text);
    assert!(matches!(refusal("p(X)."), OracleError::Unsafe { .. }));
    assert!(matches!(refusal("p :- q(X*Y). q(1)."), OracleError::Unsafe { .. }));
    assert!(matches!(refusal("p :- not q(X)."), OracleError::Unsafe { .. }));
    assert!(matches!(refusal("a :- X = #count { Y : q(Y,X) }. {q(1,1)}."), OracleError::Unsafe { .. }));
    assert!(matches!(refusal("p(@f(1))."), OracleError::Unsupported { .. }));
    assert!(matches!(refusal("p :-"), OracleError::Syntax(_)));
    let mut symbols = Symbols::new();
    let small =
        Setting { limits: Limits { atoms: 50, instances: 10_000, branches: 1_000 }, ..Setting::default() };
    let endless = Oracle::from_text(&mut symbols, "p(0). p(X+1) :- p(X).", &small);
    assert!(matches!(endless, Err(OracleError::TooLarge(_))));
    let oracle = Oracle::from_text(&mut symbols, "{p(1..40)}.", &small).expect("a program");
    assert!(matches!(oracle.answers(&symbols), Err(OracleError::TooLarge(_))));
}
