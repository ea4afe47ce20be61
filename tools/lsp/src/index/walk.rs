//! Names in correct statements, by their trees; the trees of directives have no places of names, so that these
//! are found by tokens.

use super::{Index, Occurrence, Role, Sort};
use hamadryad_symbol::{Name, Symbols, View};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{
    Atom, BodyItem, BodyItemKind, ConditionalLiteral, Guard, Head, Literal, StatementKind, Term, TermKind,
    TheoryAtom, TheoryTerm, TheoryTermKind, UnaryOperator,
};
use hamadryad_syntax::tokens::{Kind, Token};

/// Indexes a statement.
pub(super) fn walk(
    text: &str,
    symbols: &Symbols,
    tokens: &[Token],
    scope: u32,
    node: &StatementKind,
    index: &mut Index,
) {
    let mut walk = Walk { text, symbols, scope, out: &mut index.occurrences };
    walk.statement(node, tokens);
    if let StatementKind::Theory { terms, .. } = node {
        for definition in terms.iter().flat_map(|grammar| &grammar.operators) {
            let operator = symbols.text(definition.operator.node).to_owned();
            if !index.operators.contains(&operator) {
                index.operators.push(operator);
            }
        }
    }
}

struct Walk<'a> {
    text: &'a str,
    symbols: &'a Symbols,
    scope: u32,
    out: &'a mut Vec<Occurrence>,
}

impl Walk<'_> {
    fn statement(&mut self, node: &StatementKind, tokens: &[Token]) {
        match node {
            StatementKind::Rule { head, body } => {
                self.head(head);
                self.body(body);
            }
            StatementKind::Optimize { elements, .. } => {
                for element in elements {
                    self.term(&element.weight);
                    element.priority.iter().chain(&element.tuple).for_each(|term| self.term(term));
                    self.body(&element.body);
                }
            }
            StatementKind::ShowTerm { term, body } => {
                self.term(term);
                self.body(body);
            }
            StatementKind::External { atom, body, .. } => {
                self.atom(atom, Role::Head);
                self.body(body);
            }
            StatementKind::ProjectAtom { atom, body } => {
                self.atom(atom, Role::Use);
                self.body(body);
            }
            StatementKind::Heuristic { atom, body, bias, priority, .. } => {
                self.atom(atom, Role::Use);
                self.body(body);
                [bias].into_iter().chain(priority).for_each(|term| self.term(term));
            }
            StatementKind::Edge { edges, body } => {
                edges.iter().flat_map(|(from, to)| [from, to]).for_each(|term| self.term(term));
                self.body(body);
            }
            StatementKind::Const { value, .. } => {
                self.names(tokens.iter().take(2), Sort::Constant, 0);
                self.term(value);
            }
            StatementKind::Program { .. } => self.names(tokens.iter().skip(2), Sort::Constant, 0),
            StatementKind::ShowSignature(signature)
            | StatementKind::ProjectSignature(signature)
            | StatementKind::Defined(signature) => {
                self.names(tokens.iter(), Sort::Predicate, signature.arity);
            }
            StatementKind::Theory { atoms, .. } => {
                for definition in atoms {
                    let (name, span) = (definition.name.node, definition.name.span);
                    self.name(name, span, Sort::Theory, definition.arity as usize, Role::Declaration);
                }
            }
            StatementKind::Facts(_)
            | StatementKind::ShowNothing
            | StatementKind::Include { .. }
            | StatementKind::Script { .. } => {}
        }
    }

    /// Declares all names among the tokens.
    fn names<'t>(&mut self, tokens: impl Iterator<Item = &'t Token>, sort: Sort, arity: u32) {
        let names = tokens.filter(|token| token.kind == Kind::Name);
        self.out.extend(names.map(|token| Occurrence {
            start: token.start,
            end: token.end,
            sort,
            arity,
            scope: 0,
            role: Role::Declaration,
        }));
    }

    fn name(&mut self, name: Name, span: Span, sort: Sort, arity: usize, role: Role) {
        let mark = self.text[span.start as usize..].chars().next();
        let start = span.start + u32::from(matches!(mark, Some('&' | '@')));
        let name = self.symbols.text(name);
        if self.text[start as usize..].starts_with(name) && !name.is_empty() {
            let end = start + name.len() as u32;
            let scope = if sort == Sort::Variable { self.scope } else { 0 };
            self.out.push(Occurrence { start, end, sort, arity: arity as u32, scope, role });
        }
    }

    fn head(&mut self, head: &Head) {
        match head {
            Head::Literal(literal) => self.literal(literal, Role::Head),
            Head::Disjunction(elements) => {
                elements.iter().for_each(|element| self.conditional(element, Role::Head));
            }
            Head::Choice { left, elements, right } => {
                self.guards(left.as_ref(), right.as_ref());
                elements.iter().for_each(|element| self.conditional(element, Role::Head));
            }
            Head::Aggregate { left, elements, right, .. } => {
                self.guards(left.as_ref(), right.as_ref());
                for (tuple, element) in elements {
                    tuple.iter().for_each(|term| self.term(term));
                    self.conditional(element, Role::Head);
                }
            }
            Head::Theory(atom) => self.theory(atom),
        }
    }

    fn body(&mut self, body: &[BodyItem]) {
        for item in body {
            match &item.node {
                BodyItemKind::Literal(literal) => self.literal(literal, Role::Use),
                BodyItemKind::Conditional(element) => self.conditional(element, Role::Use),
                BodyItemKind::Aggregate { left, elements, right, .. } => {
                    self.guards(left.as_ref(), right.as_ref());
                    for element in elements {
                        element.tuple.iter().for_each(|term| self.term(term));
                        element.condition.iter().for_each(|literal| self.literal(literal, Role::Use));
                    }
                }
                BodyItemKind::Set { left, elements, right, .. } => {
                    self.guards(left.as_ref(), right.as_ref());
                    elements.iter().for_each(|element| self.conditional(element, Role::Use));
                }
                BodyItemKind::Theory(_, atom) => self.theory(atom),
            }
        }
    }

    fn guards(&mut self, left: Option<&Guard>, right: Option<&Guard>) {
        left.into_iter().chain(right).for_each(|(_, term)| self.term(term));
    }

    fn conditional(&mut self, element: &ConditionalLiteral, role: Role) {
        self.literal(&element.literal, role);
        element.condition.iter().for_each(|literal| self.literal(literal, Role::Use));
    }

    fn literal(&mut self, literal: &Literal, role: Role) {
        match &literal.node.atom {
            Atom::Boolean(_) => {}
            Atom::Predicate(term) => self.atom(term, role),
            Atom::Comparison(first, rest) => {
                self.term(first);
                rest.iter().for_each(|(_, term)| self.term(term));
            }
        }
    }

    fn atom(&mut self, term: &Term, role: Role) {
        self.named(term, Sort::Predicate, Sort::Predicate, role);
    }

    fn term(&mut self, term: &Term) {
        self.named(term, Sort::Constant, Sort::Function, Role::Use);
    }

    /// A term or atom; `bare` is the kind of a name without arguments, `applied` of one with arguments.
    fn named(&mut self, term: &Term, bare: Sort, applied: Sort, role: Role) {
        match &term.node {
            TermKind::Symbol(symbol) => {
                if let View::Function { name, arguments: [], .. } = self.symbols.view(*symbol) {
                    self.name(name, term.span, bare, 0, role);
                }
            }
            TermKind::Variable(name) => self.name(*name, term.span, Sort::Variable, 0, Role::Use),
            TermKind::Anonymous => {}
            TermKind::Unary(UnaryOperator::Minus, operand) => self.named(operand, bare, applied, role),
            TermKind::Unary(_, operand) | TermKind::Absolute(operand) => self.term(operand),
            TermKind::Binary(_, left, right) | TermKind::Interval(left, right) => {
                self.term(left);
                self.term(right);
            }
            TermKind::Function(name, arguments) => {
                self.name(*name, term.span, applied, arguments.len(), role);
                arguments.iter().for_each(|argument| self.term(argument));
            }
            TermKind::External(name, arguments) => {
                self.name(*name, term.span, Sort::Call, arguments.len(), Role::Use);
                arguments.iter().for_each(|argument| self.term(argument));
            }
            TermKind::Pool(alternatives) => self.pool(term, alternatives, applied, role),
        }
    }

    /// `(s;t)`, or `f(s;t)`, whose alternatives share the name at the start.
    fn pool(&mut self, pool: &Term, alternatives: &[Term], sort: Sort, role: Role) {
        if self.text[pool.span.start as usize..].starts_with('(') {
            return alternatives.iter().for_each(|term| self.term(term));
        }
        for alternative in alternatives {
            match &alternative.node {
                TermKind::Function(name, arguments) => {
                    self.name(*name, pool.span, sort, arguments.len(), role);
                    arguments.iter().for_each(|argument| self.term(argument));
                }
                _ => self.named(alternative, Sort::Constant, sort, role),
            }
        }
    }

    fn theory(&mut self, atom: &TheoryAtom) {
        self.named(&atom.name, Sort::Theory, Sort::Theory, Role::Use);
        for element in &atom.elements {
            element.tuple.iter().for_each(|term| self.theory_term(term));
            element.condition.iter().for_each(|literal| self.literal(literal, Role::Use));
        }
        atom.guard.iter().for_each(|guard| self.theory_term(&guard.term));
    }

    fn theory_term(&mut self, term: &TheoryTerm) {
        match &term.node {
            TheoryTermKind::Symbol(symbol) => {
                if let View::Function { name, arguments: [], .. } = self.symbols.view(*symbol) {
                    self.name(name, term.span, Sort::Constant, 0, Role::Use);
                }
            }
            TheoryTermKind::Variable(name) => self.name(*name, term.span, Sort::Variable, 0, Role::Use),
            TheoryTermKind::Function(name, terms) => {
                self.name(*name, term.span, Sort::Function, terms.len(), Role::Use);
                terms.iter().for_each(|term| self.theory_term(term));
            }
            TheoryTermKind::Sequence(_, terms) => terms.iter().for_each(|term| self.theory_term(term)),
            TheoryTermKind::Operation(operands) => {
                operands.iter().for_each(|operand| self.theory_term(&operand.term));
            }
        }
    }
}
