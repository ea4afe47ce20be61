//! Equivalent rewritings of programs: printed, in reverse order, in two parts.

use hamadryad::{Diagnostic, Signature, Sources, Symbol, Symbols};
use hamadryad_syntax::ast::{Atom, Head, Statement, StatementKind, Term, TermKind, UnaryOperator};
use hamadryad_syntax::{Print, ast, parse};
use std::collections::HashSet;

fn parsed(text: &str) -> (Symbols, ast::Program) {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let file = sources.add("program.lp", text);
    let (program, diagnostics) = parse(&mut symbols, &sources, file);
    assert!(!diagnostics.iter().any(Diagnostic::is_error), "{diagnostics:?}");
    (symbols, program)
}

/// The program in canonical text.
pub fn printed(text: &str) -> String {
    let (symbols, program) = parsed(text);
    program.display(&symbols).to_string()
}

fn has_parts(program: &ast::Program) -> bool {
    program.statements.iter().any(|statement| matches!(statement.node, StatementKind::Program { .. }))
}

/// The statements in reverse order; `None` if their order matters, because the program has parts.
pub fn reversed(text: &str) -> Option<String> {
    let (symbols, mut program) = parsed(text);
    if has_parts(&program) {
        return None;
    }
    program.statements.reverse();
    Some(program.display(&symbols).to_string())
}

/// The name of the second part of [`facts_first`].
pub const SECOND: &str = "second_part";

/// The program in two parts: `base` has the facts of predicates that are defined by facts only, and the
/// second part has all other statements. `None` if the program has parts already, or no such facts.
pub fn facts_first(text: &str) -> Option<String> {
    let (symbols, program) = parsed(text);
    let derived: HashSet<Signature> =
        program.statements.iter().flat_map(|statement| heads(&symbols, statement)).collect();
    let is_first = |symbols: &Symbols, fact: Symbol| {
        let signature = symbols.signature(fact).expect("a fact is an atom");
        !derived.contains(&signature)
    };
    let (mut first, mut second) = (ast::Program::default(), ast::Program::default());
    for Statement { node, span } in program.statements.iter().cloned() {
        if let StatementKind::Facts(facts) = node {
            let (early, late) = facts.into_iter().partition(|&fact| is_first(&symbols, fact));
            first.statements.push(Statement { node: StatementKind::Facts(early), span });
            second.statements.push(Statement { node: StatementKind::Facts(late), span });
        } else {
            second.statements.push(Statement { node, span });
        }
    }
    let first = first.display(&symbols).to_string();
    if has_parts(&program) || first.trim().is_empty() {
        return None;
    }
    Some(format!("{first}\n#program {SECOND}.\n{}", second.display(&symbols)))
}

/// The signatures of the atoms that a statement can derive; facts are excluded.
fn heads(symbols: &Symbols, statement: &Statement) -> Vec<Signature> {
    let literals = |elements: &[ast::ConditionalLiteral]| -> Vec<ast::Literal> {
        elements.iter().map(|element| element.literal.clone()).collect()
    };
    let literals = match &statement.node {
        StatementKind::Rule { head: Head::Literal(literal), .. } => vec![literal.clone()],
        StatementKind::Rule { head: Head::Choice { elements, .. } | Head::Disjunction(elements), .. } => {
            literals(elements)
        }
        StatementKind::Rule { head: Head::Aggregate { elements, .. }, .. } => {
            elements.iter().map(|(_, element)| element.literal.clone()).collect()
        }
        StatementKind::External { atom, .. } => return signatures(symbols, atom, true),
        _ => Vec::new(),
    };
    let atoms = literals.iter().filter_map(|literal| match &literal.node.atom {
        Atom::Predicate(atom) => Some(atom),
        _ => None,
    });
    atoms.flat_map(|atom| signatures(symbols, atom, true)).collect()
}

fn signatures(symbols: &Symbols, atom: &Term, positive: bool) -> Vec<Signature> {
    match &atom.node {
        TermKind::Symbol(symbol) => symbols.signature(*symbol).into_iter().collect(),
        TermKind::Unary(UnaryOperator::Minus, inner) => signatures(symbols, inner, !positive),
        TermKind::Function(name, arguments) => {
            vec![Signature { name: *name, arity: arguments.len() as u32, positive }]
        }
        TermKind::Pool(atoms) => atoms.iter().flat_map(|atom| signatures(symbols, atom, positive)).collect(),
        _ => Vec::new(),
    }
}
