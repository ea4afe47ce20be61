//! Properties of random trees and random texts.

mod trees;

use hamadryad_symbol::Symbols;
use hamadryad_syntax::ast::{Program, Spanned, StatementKind, term_of};
use hamadryad_syntax::{Diagnostic, Print, Sources, format, parse, parse_term, upgrade};
use proptest::prelude::*;
use trees::Vocabulary;

fn read(symbols: &mut Symbols, text: &str) -> (Program, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let file = sources.add("random", text);
    let (program, diagnostics) = parse(symbols, &sources, file);
    for diagnostic in &diagnostics {
        // A span outside the text or within a character would panic here.
        sources.slice(diagnostic.span);
        sources.describe(diagnostic.span);
        for (span, _) in &diagnostic.labels {
            sources.slice(*span);
        }
    }
    for statement in &program.statements {
        assert!(!sources.slice(statement.span).trim().is_empty());
    }
    (program, diagnostics)
}

/// Parses any text without a panic; the printed, formatted and upgraded results are consistent.
fn survives(text: &str) -> Result<(), TestCaseError> {
    let mut symbols = Symbols::new();
    let (program, diagnostics) = read(&mut symbols, text);
    let printed = program.display(&symbols).to_string();
    let (again, errors) = read(&mut symbols, &printed);
    prop_assert!(!errors.iter().any(Diagnostic::is_error), "{text}\n{printed}\n{errors:?}");
    prop_assert_eq!(&program, &again, "{}\n{}", text, printed);
    prop_assert!(!diagnostics.is_empty() || !program.statements.is_empty() || is_blank(text), "{text}");

    let mut sources = Sources::new();
    let file = sources.add("random", text);
    let (_, notes) = upgrade(&sources, file);
    for note in &notes {
        sources.describe(note.span);
    }
    let formatted = format(&sources, file);
    prop_assert_eq!(formatted.is_err(), diagnostics.iter().any(Diagnostic::is_error), "{}", text);
    if let Ok(formatted) = formatted {
        prop_assert_eq!(&read(&mut symbols, &formatted).0, &program, "{}\n{}", text, formatted);
        let file = sources.add("again", formatted.as_str());
        prop_assert_eq!(format(&sources, file), Ok(formatted), "{}", text);
    }

    let mut sources = Sources::new();
    let file = sources.add("-c", text);
    let (term, diagnostics) = parse_term(&mut symbols, &sources, file);
    prop_assert_eq!(term.is_none(), diagnostics.iter().any(Diagnostic::is_error));
    Ok(())
}

fn is_blank(text: &str) -> bool {
    let comments = ["%", "#!", "\u{feff}"];
    text.trim().is_empty() || comments.iter().any(|comment| text.contains(comment))
}

const PIECES: &[&str] = &[
    "a",
    "b",
    "p(",
    "f(X)",
    "X",
    "_",
    "'a",
    "0",
    "1",
    "007",
    "99999999999",
    "0x1F",
    "\"s\"",
    "\"",
    "\\",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "|",
    ",",
    ";",
    ":",
    ".",
    ". ",
    "..",
    ":-",
    ":~",
    "+",
    "-",
    "*",
    "**",
    "/",
    "^",
    "?",
    "&",
    "&p",
    "~",
    "@",
    "@f(",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    "!",
    "not ",
    "not",
    "#true",
    "#false",
    "#inf",
    "#sup",
    "#sum",
    "#sum+",
    "#count",
    "#min",
    "#minimize",
    "#maximize",
    "#show",
    "#const ",
    "#external",
    "#heuristic",
    "#edge",
    "#project",
    "#program ",
    "#hide",
    "#domain ",
    "#avg",
    "#even",
    "#mod",
    "#abs(",
    ":=",
    "#include",
    "#defined",
    "#theory t {",
    "&p {",
    "a {",
    ";-",
    "<=-",
    "unary",
    ": 1, binary, left",
    "&q/1 : a, any",
    "#script (python)",
    "#end",
    "#",
    "#foo",
    "\n",
    " ",
    "%",
    "%*",
    "*%",
    "#!",
    "é",
    "\u{feff}",
    "\0",
    "\r",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_trees_parse_to_the_same_tree(program in Vocabulary::new().program()) {
        let mut symbols = Vocabulary::new().symbols;
        let text = program.display(&symbols).to_string();
        let (again, diagnostics) = read(&mut symbols, &text);
        prop_assert!(diagnostics.is_empty(), "{}\n{:?}", text, diagnostics);
        prop_assert_eq!(&program, &again, "{}", text);

        let mut sources = Sources::new();
        let file = sources.add("random", text.as_str());
        let formatted = format(&sources, file).expect("the text is correct");
        prop_assert_eq!(program, read(&mut symbols, &formatted).0, "{}\n{}", text, formatted);
    }

    #[test]
    fn printed_terms_parse_to_the_same_term(term in Vocabulary::new().term()) {
        let mut symbols = Vocabulary::new().symbols;
        let text = format!("#show {} : #true.", term.display(&symbols));
        let (program, _) = read(&mut symbols, &text);
        match &program.statements[..] {
            [Spanned { node: StatementKind::ShowTerm { term: again, .. }, .. }] => prop_assert_eq!(&term, again, "{}", text),
            other => prop_assert!(false, "{text}\n{other:?}"),
        }
    }

    #[test]
    fn the_term_of_a_fact_prints_like_the_fact(program in Vocabulary::new().program()) {
        let mut symbols = Vocabulary::new().symbols;
        for statement in &program.statements {
            let StatementKind::Facts(facts) = &statement.node else { continue };
            for &fact in facts {
                let term = term_of(&mut symbols, fact, statement.span);
                prop_assert_eq!(term.display(&symbols).to_string(), symbols.display(fact).to_string());
            }
        }
    }

    #[test]
    fn any_text_parses_without_panic(text in any::<String>()) {
        survives(&text)?;
    }

    #[test]
    fn any_tokens_parse_without_panic(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
        survives(&pieces.concat())?;
        survives(&pieces.join(" "))?;
    }

    #[test]
    fn damaged_programs_parse_without_panic(
        program in Vocabulary::new().program(),
        wounds in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(PIECES)), 1..4),
    ) {
        let symbols = Vocabulary::new().symbols;
        let mut text = program.display(&symbols).to_string();
        for (at, piece) in wounds {
            let places: Vec<usize> = text.char_indices().map(|(place, _)| place).chain([text.len()]).collect();
            text.insert_str(*at.get(&places), piece);
        }
        survives(&text)?;
    }
}

#[test]
fn nesting_is_bounded_and_length_is_not() {
    let deep = 30_000;
    for piece in [
        "(", "-", "~", "|", "f(", "@f(", "1+", "2**", "1..", "f(f(f(", "((,", "{", "not ", "[", "&p{", "&p(",
        "&p{ -", "&p{ [", "&p{ (a,", "&p{ f(", "%*", "a:-", "|f(-(",
    ] {
        for context in ["", "a :- ", "p(", "#const n = ", ":- 1 = ", "&p { ", "&p { } = "] {
            let text = format!("{context}{}", piece.repeat(deep));
            survives(&text).unwrap();
            survives(&format!("{text}1{}.", ")".repeat(deep))).unwrap();
        }
    }
    let chain = format!(
        "a :- X = 1{}. b :- {}.",
        "+1".repeat(300),
        "(".repeat(300) + "1" + &")".repeat(300) + " = 1"
    );
    let (program, diagnostics) = read(&mut Symbols::new(), &chain);
    assert!(diagnostics.is_empty() && program.statements.len() == 2);
    let text = "a(1,X) :- b(X), not c. ".repeat(10_000);
    assert_eq!(read(&mut Symbols::new(), &text).0.statements.len(), 10_000);
    let long = format!("a :- {}1.", "b, ".repeat(50_000));
    assert_eq!(read(&mut Symbols::new(), &long).1.len(), 1);
}

#[test]
fn parsing_stops_after_too_many_errors() {
    let (_, diagnostics) = read(&mut Symbols::new(), &")\n.".repeat(10_000));
    assert_eq!(diagnostics.len(), 101);
    assert_eq!(diagnostics[100].message, "the rest of the text is not read after 100 errors");
    let (program, warnings) = read(&mut Symbols::new(), &"p(X,9999999999).".repeat(1000));
    assert_eq!((program.statements.len(), warnings.len()), (1000, 200));
}
