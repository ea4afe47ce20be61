//! Texts to nodes and back: the expectations are clingo's answers.

use super::build::Builder;
use super::kind::{Attribute, Kind};
use super::node::{Node, Value};
use super::{Parts, parse_string, text::text, unpool};
use crate::symbols::Symbol;
use crate::translation::Translation;
use hamadryad::{Sources, Symbols};
use hamadryad_syntax::ast::{Spanned, StatementKind};
use hamadryad_syntax::{Diagnostic, parse_apart, rule_or_fact};
use std::path::Path;
use std::sync::Arc;

/// The nodes of a correct text, without `#program base.`
#[track_caller]
fn nodes(program: &str) -> Vec<Arc<Node>> {
    let parsed = parse_string(program).expect("it is not nested deeply");
    assert!(!parsed.has_errors, "{program}: {:?}", parsed.messages);
    parsed.nodes[1..].to_vec()
}

fn shown(node: &Node) -> String {
    String::from_utf8(text(node)).expect("it is UTF-8")
}

/// The texts of the nodes.
#[track_caller]
fn check(program: &str, expected: &str) {
    let found: Vec<String> = nodes(program).iter().map(|node| shown(node)).collect();
    assert_eq!(found.join(" "), expected, "{program}");
    let again: Vec<String> = nodes(expected).iter().map(|node| shown(node)).collect();
    assert_eq!(again.join(" "), expected, "{expected}");
}

/// Appends the kinds and places of a node and the nodes below.
fn places(node: &Node, found: &mut Vec<String>) {
    if let Some(place) = node.location() {
        let (begin, end) = ((place.begin_line, place.begin_column), (place.end_line, place.end_column));
        found.push(match begin.0 == end.0 {
            true => format!("{:?} {}:{}-{}", node.kind(), begin.0, begin.1, end.1),
            false => format!("{:?} {}:{}-{}:{}", node.kind(), begin.0, begin.1, end.0, end.1),
        });
    }
    for value in node.values().iter() {
        value.nodes().iter().for_each(|below| places(below, found));
    }
}

/// The places of all nodes, of the given kinds only if there are some.
#[track_caller]
fn check_places(program: &str, kinds: &[Kind], expected: &str) {
    let mut found = Vec::new();
    nodes(program).iter().for_each(|node| places(node, &mut found));
    found.retain(|place| {
        kinds.is_empty() || kinds.iter().any(|kind| place.starts_with(&format!("{kind:?} ")))
    });
    assert_eq!(found.join(", "), expected, "{program}");
}

#[test]
fn statements_have_clingos_text() {
    check("a:-b,not c.", "a :- b; not c.");
    check(":-a:b,c;d.", "#false :- a: b, c; d.");
    check("1{a:b,c;e}2.", "1 <= { a: b, c; e } <= 2.");
    check("{a}2. :- not #sum{1,X:p(X)}!=3.", "2 >= { a }. #false :- not 3 != #sum { 1,X: p(X) }.");
    check("1#min{1,2:h:b,c;1:e}2.", "1 <= #min { 1,2: h: b, c; 1: e } <= 2.");
    check("a;b:c,d|-e.", "a; b: c, d; -e.");
    check("not #true. a:-not not #false, X<Y<=3.", "#false. a :- #false; X < Y <= 3.");
    check(
        "#minimize{1@2,x:a;3:b}. #maximize{X,t}. :~ a,b.[1]",
        ":~ a. [1@2,x] :~ b. [3@0] :~ . [-X@0,t] :~ a; b. [1@0]",
    );
    check(
        "#show. #show p/1. #show -p/1. #show f(X):p(X).",
        "#show. #show p/1. #show -p/1. #show f(X) : p(X).",
    );
    check("#const x=1+2. #const y=a.[override]", "#const x = (1+2). #const y = a. [override]");
    check("#program p(a,b). #defined p/1. #project -q/0.", "#program p(a, b). #defined p/1. #project -q/0.");
    check("#external a:b.[true] #external p(1..2).", "#external a : b. [true] #external p((1..2)). [false]");
    check("#edge(a,b;c,d):e.", "#edge (a,b) : e. #edge (c,d) : e.");
    check(
        "#heuristic a:b.[1@2,sign] #heuristic a.[X,M]",
        "#heuristic a : b. [1@2,sign] #heuristic a. [X@0,M]",
    );
    check("#script (lua) \n x = 1 \n#end.", "#script (lua)\n x = 1 \n#end.");
    check(
        "#theory t{u{+ :1,unary;- :2,binary,left};&a/0:u,{=,!=},u,any;&b/1:u,head}.",
        "#theory t {\n  u {\n    + : 1, unary;\n    - : 2, binary, left\n  };\n  &a/0: u, { =, != }, u, any;\n  &b/1: u, head\n}.",
    );
}

#[test]
fn terms_have_clingos_text() {
    check("p(a+b*c,(a+b)*c,-1,-X,~X,|X;Y|).", "p((a+(b*c)),((a+b)*c),-1,-X,~X,|(X;Y)|).");
    check("p((),(1,),f(),f(1,2),@f,@g(1;2),(1;2,3)).", "p((),(1,),f,f(1,2),@f,@g(1;2),(1;(2,3))).");
    check("p(1,2;3;). -p(;1).", "p(1,2;3;). -p(;1).");
    check("p((f(1);f(2)),(f(1);g(2)),(1,;2,)).", "p(f(1;2),(f(1);g(2)),(1,;2,)).");
    check("&t{x+ -y:a;(z),[1,{}]}<=f(x).", "&t { (x + - y): a; z,[1,{}] } <= f(x).");
    check("a:-&s(1;X){(x,),()}.", "a :- &s(1;X) { (x,),() }.");
}

#[test]
fn comments_come_in_clingos_order() {
    check("% one\na :- %* two *% b. % three", "% one %* two *% a :- b. % three");
    check("#const x=1. % one\n#external a. %two\n", "#const x = 1. % one #external a. [false] %two");
    check(
        "#const x=1. % one\n[default] #external a. %two\n[true]",
        "% one #const x = 1. %two #external a. [true]",
    );
    check("#minimize{1 % one\n; 2 % two\n}.", "% one :~ . [1@0] % two :~ . [2@0]");
    check("a.%* %* nested *% % hidden *%\n*%\n#! line\nb.", "a. %* %* nested *% % hidden *%\n*% #! line b.");
}

#[test]
fn places_are_those_of_clingos_grammar() {
    check_places(
        "p((1),(a,b),()).",
        &[],
        "Rule 1:1-17, Literal 1:1-16, Function 1:1-16, SymbolicTerm 1:4-5, Function 1:8-11, SymbolicTerm 1:8-9, SymbolicTerm 1:10-11, Function 1:14-14",
    );
    let terms = [Kind::UnaryOperation, Kind::BinaryOperation, Kind::Pool, Kind::Function];
    check_places(
        "-p((a+b)*(c)).",
        &terms,
        "UnaryOperation 1:1-14, Function 1:1-14, BinaryOperation 1:4-13, BinaryOperation 1:5-8",
    );
    check_places(
        "p(-1,|x;y|,((a;b)),f(a;b)).",
        &terms,
        "Function 1:1-27, UnaryOperation 1:3-5, UnaryOperation 1:6-11, Pool 1:6-11, Pool 1:13-18, Pool 1:20-26, Function 1:20-26, Function 1:20-26",
    );
    // A constraint, and the place of a signed aggregate, which ends at its first `not`.
    check_places(
        ":-not not 1{a}.",
        &[Kind::Literal, Kind::Aggregate],
        "Literal 1:1-16, Literal 1:11-6, Aggregate 1:11-6, Literal 1:13-14",
    );
    check_places(
        "{a}:-b. a;b:c:-d.",
        &[Kind::Aggregate, Kind::Disjunction],
        "Aggregate 1:1-4, Disjunction 1:9-14",
    );
    check_places("#maximize{1;2@3:a}.", &[Kind::Minimize], "Minimize 1:11-12, Minimize 1:11-18");
    check_places(
        "&t(1){(x);(x+y)}.",
        &[Kind::TheoryAtom, Kind::TheoryUnparsedTerm, Kind::SymbolicTerm],
        "TheoryAtom 1:2-6, SymbolicTerm 1:4-5, SymbolicTerm 1:8-9, TheoryUnparsedTerm 1:11-16, SymbolicTerm 1:12-13, SymbolicTerm 1:14-15",
    );
    // The ordinary mode reads a dot in the operator.
    check_places(
        "&t{(x .+ y)}.",
        &[Kind::TheoryUnparsedTerm, Kind::SymbolicTerm],
        "TheoryUnparsedTerm 1:4-12, SymbolicTerm 1:5-6, SymbolicTerm 1:10-11",
    );
    // Columns count bytes.
    check_places("p(\"\u{e4}\",X).\n% c", &[Kind::Variable, Kind::Comment], "Variable 1:8-9, Comment 2:1-4");
}

#[track_caller]
fn check_unpooled(program: &str, parts: Parts, expected: &str) {
    let found = nodes(program);
    let texts: Vec<String> = unpool(&found[0], parts).iter().map(|node| shown(node)).collect();
    assert_eq!(texts.join(" "), expected, "{program}");
}

#[test]
fn pools_are_replaced_in_clingos_order() {
    check_unpooled("a(1;2):-b(3;4).", Parts::ALL, "a(1) :- b(3). a(2) :- b(3). a(1) :- b(4). a(2) :- b(4).");
    check_unpooled(
        "a:-b(1;2),c(3;4).",
        Parts::ALL,
        "a :- b(1); c(3). a :- b(2); c(3). a :- b(1); c(4). a :- b(2); c(4).",
    );
    check_unpooled(":-a:b(1;2).", Parts::ALL, "#false :- a: b(1); a: b(2).");
    check_unpooled("{a(1;2);b}.", Parts::ALL, "{ a(1); a(2); b }.");
    check_unpooled("a(1;2);b:c(3;4).", Parts::ALL, "a(1); b: c(3); b: c(4). a(2); b: c(3); b: c(4).");
    check_unpooled("a((1;2)+(3;4)).", Parts::ALL, "a((1+3)). a((1+4)). a((2+3)). a((2+4)).");
    check_unpooled("a.", Parts::ALL, "a.");
    check_unpooled("a(1;2).", Parts { conditions: true, others: false }, "a(1;2).");
}

#[test]
fn equality_and_order_ignore_places() {
    let (left, right) = (nodes("p(X) :- q(X)."), nodes("\n p( X ):-q(X)."));
    assert_eq!(left, right);
    assert_eq!(left[0].hash_value(), right[0].hash_value());
    assert_ne!(left[0].location(), right[0].location());
    let (b, not_a) = (nodes(":-b."), nodes(":-not a."));
    assert!(b < not_a && b != not_a);
    assert!(nodes("{a}.") < nodes("1{a}."), "nothing is less than a guard");
}

#[test]
fn nodes_can_be_changed_but_not_into_parts_of_themselves() {
    let rule = &nodes("a :- b.")[0];
    let copy = rule.copy();
    let deep = rule.deep_copy();
    let body = rule.nodes(Attribute::Body).remove(0);
    let negate = |value: &mut Value| {
        *value = Value::Number(1);
        Ok(())
    };
    body.change(Attribute::Sign, negate).expect("a sign");
    let texts = [rule, &copy, &deep].map(|node| shown(node));
    assert_eq!(texts, ["a :- not b.", "a :- not b.", "a :- b."], "copies share the nodes below");
    let inserted = rule.change(Attribute::Body, |value| {
        let Value::Nodes(nodes) = value else { panic!("it is a list") };
        nodes.push(Arc::clone(rule));
        Ok(())
    });
    assert!(inserted.is_err());
    let wrong = rule.change(Attribute::Head, |value| {
        *value = Value::Number(1);
        Ok(())
    });
    assert!(wrong.is_err() && rule.get(Attribute::Sign).is_err());
    assert_eq!(shown(rule), "a :- not b.");
}

#[test]
fn deep_nodes_are_refused() {
    let number = || {
        vec![Value::Location(nodes("a.")[0].location().expect("a place")), Value::Symbol(Symbol::number(1))]
    };
    let mut term = Node::new(Kind::SymbolicTerm, number()).expect("a term");
    let place = number().remove(0);
    let failure = loop {
        let values = vec![place.clone(), Value::Number(0), Value::Node(term)];
        match Node::new(Kind::UnaryOperation, values) {
            Ok(deeper) => term = deeper,
            Err(failure) => break failure,
        }
    };
    assert!(failure.message.expect("a message").contains("levels deep"));
}

#[test]
fn symbols_that_are_too_large_as_terms_are_refused() {
    let with = |symbol: Symbol| {
        move |node: &Arc<Node>| {
            let term = node.node(Attribute::Term).expect("a term");
            let change = |value: &mut Value| {
                *value = Value::Symbol(symbol);
                Ok(())
            };
            term.change(Attribute::Symbol, change).expect("a symbol");
        }
    };
    let (mut deep, mut large) = (Symbol::number(1), Symbol::number(1));
    for _ in 0..100_000 {
        deep = Symbol::function(c"f", &[deep], true);
    }
    for _ in 0..60 {
        large = Symbol::function(c"f", &[large, large], true);
    }
    assert!(refusal("#show a.", with(deep)).contains("too deeply"));
    assert!(refusal("#show a.", with(large)).contains("too large"));
}

/// The failure of adding a statement that was changed.
#[track_caller]
fn refusal(program: &str, change: impl FnOnce(&Arc<Node>)) -> String {
    let node = &nodes(program)[0];
    change(node);
    let failure = Builder::default().add(node).expect_err("it is refused");
    failure.message.expect("a message")
}

#[test]
fn nodes_at_wrong_places_are_refused() {
    let put = |attribute: Attribute, new: &str| {
        let new = nodes(new).remove(0);
        move |node: &Arc<Node>| {
            let change = |value: &mut Value| {
                *value = Value::Node(new);
                Ok(())
            };
            node.change(attribute, change).expect("it has the attribute");
        }
    };
    assert_eq!(refusal("a.", put(Attribute::Head, "b.")), "invalid ast: head literal expected");
    assert_eq!(refusal("#show a.", put(Attribute::Term, "b.")), "invalid ast: term expected");
    let literal = nodes("a.")[0].node(Attribute::Head).expect("a head");
    assert!(Builder::default().add(&literal).is_err(), "a literal is no statement");
    let variable = nodes("#show X.")[0].node(Attribute::Term).expect("a term");
    let set = |node: &Arc<Node>| {
        let change = |value: &mut Value| {
            *value = Value::Node(variable);
            Ok(())
        };
        node.change(Attribute::Value, change).expect("it has a value");
    };
    assert!(refusal("#const a = 1.", set).contains("no variables"));
}

/// The tree that is built from nodes is the tree that the parser makes of their text.
#[track_caller]
fn check_built(program: &str) {
    let mut builder = Builder::default();
    let nodes: Vec<Arc<Node>> = nodes(program);
    let mut printed = String::new();
    for node in nodes.iter().filter(|node| node.kind() != Kind::Comment) {
        builder.add(node).unwrap_or_else(|failure| panic!("{}: {failure:?}", shown(node)));
        printed += &shown(node);
        printed.push('\n');
    }
    let (mut symbols, mut sources, mut translation) =
        (Symbols::new(), Sources::new(), Translation::default());
    let built =
        builder.finish().build(&mut symbols, &mut sources, &mut translation).expect("it was accepted");
    let file = sources.add("", printed);
    let (parsed, errors) = parse_apart(&mut symbols, &sources, file);
    assert!(!errors.iter().any(Diagnostic::is_error), "{program}: {errors:?}");
    assert_eq!(built.statements.len(), parsed.statements.len(), "{program}");
    for (built, Spanned { node, span }) in built.statements.iter().zip(parsed.statements) {
        let node = match node {
            StatementKind::Rule { head, body } => rule_or_fact(&mut symbols, head, body),
            other => other,
        };
        assert_eq!(built.node, node, "{}", sources.slice(span));
    }
}

#[test]
fn built_trees_are_trees_of_the_parser() {
    check_built("p(-1,(1;2),f(),-a,|X|,@f(X;Y)) :- q(X..Y), not not 1 < X+Y < 3. p(1). -p((a,)).");
    check_built("#sum{1,x:a:b} = 3 :- a:b; &t{x,(-y):a;1 .. 2} <= f(x); not 2{a;b}; #count{X:p(X)} 3.");
    check_built(
        "#const x=-1. #show a:b. #external a. #edge(1,2;3,4). #heuristic a.[1,true] :~ a.[1@2,3] #show.",
    );
    check_built(
        "#theory t{u{+ :1,unary;- :2,binary,left};&a/0:u,{=,!=},u,any}. #program p(x). #project a/0. #defined b/1.",
    );
}

#[test]
fn all_test_programs_are_built_as_they_are_parsed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let Ok(program) = std::fs::read_to_string(&path) else { continue };
        let is_program = path.extension().is_some_and(|ending| ending == "lp");
        if !is_program || program.contains("#include") || program.len() > 20_000 {
            continue;
        }
        if parse_string(&program).is_ok_and(|parsed| !parsed.has_errors) {
            check_built(&program);
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn errors_leave_the_correct_statements() {
    let parsed = parse_string("a. b c. d.").expect("it is not nested deeply");
    let texts: Vec<String> = parsed.nodes.iter().map(|node| shown(node)).collect();
    assert_eq!((texts.join(" ").as_str(), parsed.has_errors), ("#program base. a. d.", true));
    assert_eq!(parsed.messages.len(), 1);
}
