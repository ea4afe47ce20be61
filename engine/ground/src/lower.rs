//! From the syntax tree to rules with numbered variables.
//!
//! ```text
//! p(X*Y, n) :- q(X,2*Y), not r(X,_).   -->  p(#0*#1, 3) :- q(#0,2*#1), not #r(#0).   #r(#0) :- r(#0,*).
//! ```
//!
//! Constants and the parameters of the part are put in, intervals and what cannot be matched become auxiliary
//! variables, `_` under `not` becomes a projection. A variable is global where it stands outside of elements and
//! conditional literals; the others are local to one of these, and have slots of their own.

use crate::constants::Constants;
use crate::domain::{Base, PredicateId};
use crate::ir::{
    Action, Aggregate, Atom, ChoiceElement, Conditional, Element, Literal, Occurrence, Rule, Slot, Term,
};
use crate::projection::Projections;
use crate::{arithmetic, unpool};
use hamadryad_symbol::{Name, Signature, Symbol, Symbols, View};
use hamadryad_syntax::ast::{
    self, AggregateFunction, BinaryOperator, BodyItem, BodyItemKind, ConditionalLiteral, Guard, Head,
    Relation, Sign, StatementKind, TermKind, UnaryOperator,
};
use hamadryad_syntax::{Code, Diagnostic, Span};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// What rewriting needs to know, and what it adds to.
pub(crate) struct Lowering<'a> {
    pub symbols: &'a mut Symbols,
    pub base: &'a mut Base,
    pub constants: &'a Constants,
    pub projections: &'a mut Projections,
    /// The parameters of the part that the statements belong to.
    pub parameters: &'a [Name],
    /// Constants may still be defined: identifiers in arithmetic are taken for numbers.
    pub provisional: bool,
    pub diagnostics: Vec<Diagnostic>,
}

impl Lowering<'_> {
    /// The rules of a statement; none where it is of a kind that is not instantiated.
    pub(crate) fn statement(&mut self, statement: &ast::Statement) -> Vec<Rule> {
        let statements = unpool::statements(&statement.node);
        statements.iter().flat_map(|part| self.unpooled(part, statement.span)).collect()
    }

    fn unpooled(&mut self, statement: &StatementKind, span: Span) -> Vec<Rule> {
        match statement {
            StatementKind::Rule { head, body } => self.rule(head, body, span),
            StatementKind::Optimize { maximize, elements, .. } => {
                elements.iter().map(|element| self.optimize(element, *maximize)).collect()
            }
            StatementKind::ShowTerm { term, body } => {
                let mut builder = Builder::new(self, body, &[term], span);
                let mut literals = builder.body(body);
                let term = builder.value(term, &mut literals);
                vec![builder.finish(Action::Show(term), literals)]
            }
            StatementKind::External { atom, body, value } => {
                let terms: Vec<&ast::Term> = [atom].into_iter().chain(value).collect();
                let mut builder = Builder::new(self, body, &terms, span);
                let mut literals = builder.body(body);
                let atom = builder.head_atom(atom, &mut literals);
                let value = match value {
                    Some(value) => builder.value(value, &mut literals),
                    None => Term::Constant(builder.context.symbols.constant("false")),
                };
                vec![builder.finish(Action::External(atom, value), literals)]
            }
            StatementKind::Heuristic { atom, body, bias, priority, modifier } => {
                let terms: Vec<&ast::Term> = [atom, bias, modifier].into_iter().chain(priority).collect();
                let mut builder = Builder::new(self, body, &terms, span);
                let mut literals = builder.body(body);
                let atom = builder.matched_atom(atom, &mut literals);
                let bias = builder.value(bias, &mut literals);
                let priority = priority.as_ref().map(|priority| builder.value(priority, &mut literals));
                let modifier = builder.value(modifier, &mut literals);
                vec![builder.finish(Action::Heuristic { atom, bias, priority, modifier }, literals)]
            }
            other => {
                self.refuse_statement(other, span);
                Vec::new()
            }
        }
    }

    fn refuse_statement(&mut self, statement: &StatementKind, span: Span) {
        let what = match statement {
            StatementKind::Edge { .. } => "`#edge`",
            StatementKind::ProjectAtom { .. } | StatementKind::ProjectSignature(_) => "`#project`",
            StatementKind::Theory { .. } => "`#theory`",
            StatementKind::Script { .. } => "`#script`",
            _ => return,
        };
        self.refuse(what, span);
    }

    fn refuse(&mut self, what: &str, span: Span) {
        self.diagnostics.push(Diagnostic::error(
            Code::Unsupported,
            span,
            format!("{what} is not supported by this version"),
        ));
    }

    fn optimize(&mut self, element: &ast::OptimizeElement, negate: bool) -> Rule {
        let span = element.span.0;
        let terms: Vec<&ast::Term> =
            [&element.weight].into_iter().chain(&element.priority).chain(&element.tuple).collect();
        let mut builder = Builder::new(self, &element.body, &terms, span);
        let mut literals = builder.body(&element.body);
        let weight = builder.value(&element.weight, &mut literals);
        let priority = match &element.priority {
            Some(priority) => builder.value(priority, &mut literals),
            None => Term::Constant(builder.context.symbols.number(0)),
        };
        let tuple = element.tuple.iter().map(|term| builder.value(term, &mut literals)).collect();
        builder.finish(Action::Minimize { weight, priority, tuple, negate }, literals)
    }

    fn rule(&mut self, head: &Head, body: &[BodyItem], span: Span) -> Vec<Rule> {
        match head {
            Head::Literal(literal) => vec![self.normal_rule(literal, body, span)],
            Head::Choice { left, elements, right } => {
                let guards: Vec<&ast::Term> = left.iter().chain(right).map(|(_, term)| term).collect();
                let mut rules = vec![self.choice_rule(&guards, elements, body, span)];
                // Without guards it is there to be checked: elements that are no atoms may have unsafe variables.
                if !guards.is_empty() || elements.iter().any(|element| !is_plain(element)) {
                    rules.push(self.bound_rule(left.as_ref(), elements, right.as_ref(), body, span));
                }
                rules
            }
            Head::Disjunction(_) => {
                self.refuse("a disjunction in a head", span);
                Vec::new()
            }
            Head::Aggregate { .. } => {
                self.refuse("an aggregate with tuples in a head", span);
                Vec::new()
            }
            Head::Theory(_) => {
                self.refuse("a theory atom", span);
                Vec::new()
            }
        }
    }

    fn normal_rule(&mut self, head: &ast::Literal, body: &[BodyItem], span: Span) -> Rule {
        let ast::Atom::Predicate(atom) = &head.node.atom else {
            let mut builder = Builder::new(self, body, &[], span);
            let literals = builder.body(body);
            return builder.finish(Action::Constrain, literals);
        };
        let mut builder = Builder::new(self, body, &[atom], span);
        let mut literals = builder.body(body);
        let atom = builder.head_atom(atom, &mut literals);
        builder.finish(Action::Derive(atom), literals)
    }

    fn choice_rule(
        &mut self,
        guards: &[&ast::Term],
        elements: &[ConditionalLiteral],
        body: &[BodyItem],
        span: Span,
    ) -> Rule {
        let mut builder = Builder::new(self, body, guards, span);
        let mut literals = builder.body(body);
        for guard in guards {
            builder.value(guard, &mut literals);
        }
        let chosen = elements.iter().filter_map(|element| builder.choice_element(element)).collect();
        builder.finish(Action::Choose(chosen), literals)
    }

    /// The bounds of a choice, as a statement of its own about the set of its atoms.
    fn bound_rule(
        &mut self,
        left: Option<&Guard>,
        elements: &[ConditionalLiteral],
        right: Option<&Guard>,
        body: &[BodyItem],
        span: Span,
    ) -> Rule {
        let terms: Vec<&ast::Term> = left.iter().chain(&right).map(|(_, term)| term).collect();
        let mut builder = Builder::new(self, body, &terms, span);
        let mut literals = builder.body(body);
        let guards = builder.guards(left, right, &mut literals);
        let elements = builder.set(elements, false);
        let aggregate =
            Aggregate { sign: Sign::None, function: AggregateFunction::Count, elements, guards, span };
        builder.finish(Action::Bound(aggregate), literals)
    }
}

/// A rule in the making.
struct Builder<'l, 'a> {
    context: &'l mut Lowering<'a>,
    globals: HashMap<Name, Slot, FxBuildHasher>,
    /// The variables of the element or conditional literal that is being rewritten.
    locals: Option<HashMap<Name, Slot, FxBuildHasher>>,
    names: Vec<Option<Name>>,
    places: Vec<Span>,
    global: Vec<bool>,
    occurrences: usize,
    span: Span,
}

impl<'l, 'a> Builder<'l, 'a> {
    fn new(context: &'l mut Lowering<'a>, body: &[BodyItem], head: &[&ast::Term], span: Span) -> Self {
        let parameters = context.parameters;
        let mut builder = Builder {
            context,
            globals: HashMap::default(),
            locals: None,
            names: parameters.iter().map(|&name| Some(name)).collect(),
            places: vec![span; parameters.len()],
            global: vec![true; parameters.len()],
            occurrences: 0,
            span,
        };
        for term in head {
            builder.declare(term);
        }
        for item in body {
            builder.declare_item(item);
        }
        builder
    }

    fn declare(&mut self, term: &ast::Term) {
        let mut seen = Vec::new();
        variables(term, &mut |name, span| seen.push((name, span)));
        for (name, span) in seen {
            self.slot(name, span);
        }
    }

    fn declare_item(&mut self, item: &BodyItem) {
        match &item.node {
            BodyItemKind::Literal(literal) => match &literal.node.atom {
                ast::Atom::Boolean(_) => {}
                ast::Atom::Predicate(term) => self.declare(term),
                ast::Atom::Comparison(first, rest) => {
                    self.declare(first);
                    rest.iter().for_each(|(_, term)| self.declare(term));
                }
            },
            BodyItemKind::Aggregate { left, right, .. } | BodyItemKind::Set { left, right, .. } => {
                left.iter().chain(right).for_each(|(_, term)| self.declare(term));
            }
            BodyItemKind::Conditional(_) | BodyItemKind::Theory(..) => {}
        }
    }

    fn finish(self, action: Action, body: Vec<Literal>) -> Rule {
        Rule {
            action,
            body,
            parameters: self.context.parameters.len(),
            names: self.names,
            places: self.places,
            global: self.global,
            occurrences: self.occurrences,
            span: self.span,
        }
    }

    fn slot(&mut self, name: Name, span: Span) -> Slot {
        let known = self.globals.get(&name).or_else(|| self.locals.as_ref()?.get(&name));
        if let Some(&slot) = known {
            return slot;
        }
        let slot = self.fresh(Some(name), span);
        self.locals.as_mut().unwrap_or(&mut self.globals).insert(name, slot);
        slot
    }

    fn fresh(&mut self, name: Option<Name>, span: Span) -> Slot {
        self.names.push(name);
        self.places.push(span);
        self.global.push(self.locals.is_none());
        self.names.len() - 1
    }

    fn occurrence(&mut self) -> Occurrence {
        self.occurrences += 1;
        self.occurrences - 1
    }

    /// Rewrites what has variables of its own.
    fn scoped<T>(&mut self, rewrite: impl FnOnce(&mut Self) -> T) -> T {
        self.locals = Some(HashMap::default());
        let result = rewrite(self);
        self.locals = None;
        result
    }

    // Terms.

    /// The term where its value is asked for; auxiliary literals go to `extra`.
    fn value(&mut self, term: &ast::Term, extra: &mut Vec<Literal>) -> Term {
        self.term(term, false, extra)
    }

    /// The term where it is matched: arithmetic that cannot be solved is computed aside.
    fn pattern(&mut self, term: &ast::Term, anonymous: bool, extra: &mut Vec<Literal>) -> Term {
        let value = self.term(term, anonymous, extra);
        self.matchable(value, term.span, extra)
    }

    /// The side of an equation: like a pattern, but arithmetic on top may stay, for it can be computed.
    fn side(&mut self, term: &ast::Term, extra: &mut Vec<Literal>) -> Term {
        match self.value(term, extra) {
            value @ Term::Function { .. } => self.matchable(value, term.span, extra),
            value => value,
        }
    }

    fn matchable(&mut self, term: Term, span: Span, extra: &mut Vec<Literal>) -> Term {
        match term {
            Term::Function { name, positive, arguments } => {
                let arguments = arguments.into_iter().map(|t| self.matchable(t, span, extra)).collect();
                Term::Function { name, positive, arguments }
            }
            term if term.is_pattern() => term,
            term => {
                let slot = self.fresh(None, span);
                let left = Term::Variable(slot);
                extra.push(Literal::Comparison { relation: Relation::Equal, left, right: term });
                Term::Variable(slot)
            }
        }
    }

    fn term(&mut self, term: &ast::Term, anonymous: bool, extra: &mut Vec<Literal>) -> Term {
        let span = term.span;
        match &term.node {
            TermKind::Symbol(symbol) => self.constant(*symbol),
            TermKind::Variable(name) => Term::Variable(self.slot(*name, span)),
            TermKind::Anonymous if anonymous => Term::Anonymous,
            TermKind::Anonymous => {
                let name = self.context.symbols.name("_");
                Term::Variable(self.fresh(Some(name), span))
            }
            TermKind::Unary(operator, operand) => {
                let operand = self.value(operand, extra);
                self.unary(*operator, operand, span)
            }
            TermKind::Absolute(operand) => {
                let operand = self.value(operand, extra);
                match self.number(&operand) {
                    Some(number) => self.number_term(number.wrapping_abs()),
                    None => Term::Absolute(Box::new(operand), span),
                }
            }
            TermKind::Binary(operator, left, right) => {
                let (left, right) = (self.value(left, extra), self.value(right, extra));
                self.binary(*operator, left, right, span)
            }
            TermKind::Interval(low, high) => {
                let (low, high) = (self.value(low, extra), self.value(high, extra));
                let slot = self.fresh(None, span);
                extra.push(Literal::Range { pattern: Term::Variable(slot), low, high, span });
                Term::Variable(slot)
            }
            TermKind::Function(name, arguments) => {
                let arguments: Vec<Term> =
                    arguments.iter().map(|argument| self.term(argument, anonymous, extra)).collect();
                self.function(*name, arguments)
            }
            TermKind::External(..) => {
                self.context.refuse("a call of an external function", span);
                Term::Constant(Symbol::INFIMUM)
            }
            TermKind::Pool(_) => unreachable!("pools are taken apart before"),
        }
    }

    fn constant(&mut self, symbol: Symbol) -> Term {
        if let View::Function { name, arguments: [], positive: true } = self.context.symbols.view(symbol) {
            if let Some(value) = self.context.constants.value(name) {
                return Term::Constant(value);
            }
            if let Some(slot) = self.context.parameters.iter().position(|&parameter| parameter == name) {
                return Term::Variable(slot);
            }
        }
        Term::Constant(symbol)
    }

    fn function(&mut self, name: Name, arguments: Vec<Term>) -> Term {
        let constants: Option<Vec<Symbol>> = arguments
            .iter()
            .map(|argument| if let Term::Constant(symbol) = argument { Some(*symbol) } else { None })
            .collect();
        match constants {
            Some(constants) => Term::Constant(self.context.symbols.function_named(name, &constants, true)),
            None => Term::Function { name, positive: true, arguments },
        }
    }

    fn number_term(&mut self, value: i32) -> Term {
        Term::Constant(self.context.symbols.number(value))
    }

    fn number(&self, term: &Term) -> Option<i32> {
        let Term::Constant(symbol) = term else { return None };
        let symbols = &self.context.symbols;
        let identifier = matches!(symbols.view(*symbol), View::Function { arguments: [], .. });
        let stand_in = if self.context.provisional && identifier { Some(2) } else { None };
        symbols.as_number(*symbol).or(stand_in)
    }

    fn unary(&mut self, operator: UnaryOperator, operand: Term, span: Span) -> Term {
        match (operator, operand) {
            (UnaryOperator::Minus, Term::Function { name, positive, arguments }) => {
                Term::Function { name, positive: !positive, arguments }
            }
            (UnaryOperator::Minus, Term::Linear { slot, factor, offset, span }) => {
                Term::Linear { slot, factor: factor.wrapping_neg(), offset: offset.wrapping_neg(), span }
            }
            (UnaryOperator::Minus, Term::Constant(symbol)) => match self.context.symbols.negate(symbol) {
                Some(negated) => Term::Constant(negated),
                None => Term::Unary(operator, Box::new(Term::Constant(symbol)), span),
            },
            (operator, operand) => match self.number(&operand) {
                Some(number) => self.number_term(arithmetic::unary(operator, number)),
                None => Term::Unary(operator, Box::new(operand), span),
            },
        }
    }

    fn binary(&mut self, operator: BinaryOperator, left: Term, right: Term, span: Span) -> Term {
        let numbers = (self.number(&left), self.number(&right));
        if let (Some(a), Some(b)) = numbers
            && let Some(value) = arithmetic::binary(operator, a, b)
        {
            return self.number_term(value);
        }
        match linear(operator, &left, &right, numbers) {
            Some((slot, factor, offset)) => Term::Linear { slot, factor, offset, span },
            None => Term::Binary(operator, Box::new((left, right)), span),
        }
    }

    // Atoms and literals.

    /// The signature and the arguments of an atom.
    fn predicate<'t>(&mut self, term: &'t ast::Term) -> (PredicateId, &'t [ast::Term]) {
        let (mut positive, mut inner) = (true, term);
        while let TermKind::Unary(UnaryOperator::Minus, operand) = &inner.node {
            (positive, inner) = (!positive, operand);
        }
        let (name, arguments) = match &inner.node {
            TermKind::Function(name, arguments) => (*name, arguments.as_slice()),
            TermKind::Symbol(symbol) => match self.context.symbols.view(*symbol) {
                View::Function { name, positive: sign, .. } => {
                    positive ^= !sign;
                    (name, [].as_slice())
                }
                _ => unreachable!("the parser takes only functions and constants for atoms"),
            },
            _ => unreachable!("the parser takes only functions and constants for atoms"),
        };
        let signature = Signature { name, arity: arguments.len() as u32, positive };
        (self.context.base.predicate(signature), arguments)
    }

    fn head_atom(&mut self, term: &ast::Term, extra: &mut Vec<Literal>) -> Atom {
        let (predicate, arguments) = self.predicate(term);
        let arguments = arguments.iter().map(|argument| self.value(argument, extra)).collect();
        Atom { predicate, arguments, span: term.span }
    }

    /// An atom that a directive speaks of: it is matched like one in the body, so that it binds variables.
    fn matched_atom(&mut self, term: &ast::Term, literals: &mut Vec<Literal>) -> Atom {
        let (predicate, arguments) = self.predicate(term);
        let arguments = arguments.iter().map(|argument| self.pattern(argument, false, literals)).collect();
        let atom = Atom { predicate, arguments, span: term.span };
        literals.push(Literal::Predicate {
            sign: Sign::None,
            atom: atom.clone(),
            occurrence: self.occurrence(),
        });
        atom
    }

    fn body(&mut self, items: &[BodyItem]) -> Vec<Literal> {
        let mut literals = Vec::new();
        for item in items {
            self.item(item, &mut literals);
        }
        literals
    }

    fn item(&mut self, item: &BodyItem, literals: &mut Vec<Literal>) {
        match &item.node {
            BodyItemKind::Literal(literal) => self.literal(literal, true, literals),
            BodyItemKind::Conditional(conditional) => {
                let conditional = self.conditional(conditional, item.span);
                literals.push(Literal::Conditional(Box::new(conditional)));
            }
            BodyItemKind::Aggregate { sign, left, function, elements, right } => {
                if left.is_none() && right.is_none() {
                    return unguarded(*sign, literals);
                }
                let guards = self.guards(left.as_ref(), right.as_ref(), literals);
                let elements = elements.iter().map(|element| self.element(element)).collect();
                let (sign, function) = (*sign, *function);
                let aggregate = Aggregate { sign, function, elements, guards, span: item.span };
                literals.push(Literal::Aggregate(Box::new(aggregate)));
            }
            BodyItemKind::Set { sign, left, elements, right } => {
                if left.is_none() && right.is_none() {
                    return unguarded(*sign, literals);
                }
                let guards = self.guards(left.as_ref(), right.as_ref(), literals);
                let elements = self.set(elements, true);
                let function = AggregateFunction::Count;
                let aggregate = Aggregate { sign: *sign, function, elements, guards, span: item.span };
                literals.push(Literal::Aggregate(Box::new(aggregate)));
            }
            BodyItemKind::Theory(..) => self.context.refuse("a theory atom", item.span),
        }
    }

    fn literal(&mut self, literal: &ast::Literal, anonymous: bool, literals: &mut Vec<Literal>) {
        match &literal.node.atom {
            ast::Atom::Boolean(true) => {}
            ast::Atom::Boolean(false) => literals.push(Literal::Never),
            ast::Atom::Comparison(first, rest) => self.comparison(first, rest, literals),
            ast::Atom::Predicate(term) => {
                let sign = literal.node.sign;
                let (predicate, arguments) = self.predicate(term);
                let mut extra = Vec::new();
                let arguments: Vec<Term> = match sign {
                    Sign::None => arguments.iter().map(|t| self.pattern(t, anonymous, &mut extra)).collect(),
                    _ => arguments.iter().map(|t| self.term(t, anonymous, &mut extra)).collect(),
                };
                let mut atom = Atom { predicate, arguments, span: term.span };
                if sign != Sign::None && atom.arguments.iter().any(Term::has_anonymous) {
                    atom = self.context.projections.project(self.context.base, atom);
                }
                literals.push(Literal::Predicate { sign, atom, occurrence: self.occurrence() });
                literals.append(&mut extra);
            }
        }
    }

    fn comparison(&mut self, first: &ast::Term, rest: &[(Relation, ast::Term)], literals: &mut Vec<Literal>) {
        if let [(Relation::Equal, second)] = rest {
            match (&first.node, &second.node) {
                (_, TermKind::Interval(low, high)) => {
                    return self.range(first, low, high, second.span, literals);
                }
                (TermKind::Interval(low, high), _) => {
                    return self.range(second, low, high, first.span, literals);
                }
                _ => {}
            }
        }
        let mut left = self.side(first, literals);
        for (relation, right) in rest {
            let right = self.side(right, literals);
            literals.push(Literal::Comparison { relation: *relation, left, right: right.clone() });
            left = right;
        }
    }

    fn range(
        &mut self,
        pattern: &ast::Term,
        low: &ast::Term,
        high: &ast::Term,
        span: Span,
        literals: &mut Vec<Literal>,
    ) {
        let (low, high) = (self.value(low, literals), self.value(high, literals));
        let pattern = self.pattern(pattern, false, literals);
        literals.push(Literal::Range { pattern, low, high, span });
    }

    fn condition(&mut self, condition: &[ast::Literal]) -> Vec<Literal> {
        let mut literals = Vec::new();
        for literal in condition {
            self.literal(literal, true, &mut literals);
        }
        literals
    }

    fn conditional(&mut self, conditional: &ConditionalLiteral, span: Span) -> Conditional {
        self.scoped(|builder| {
            let condition = builder.condition(&conditional.condition);
            let literals = unpool::literals(&conditional.literal);
            let alternatives = literals.into_iter().map(|literal| builder.condition(&[literal])).collect();
            Conditional { alternatives, condition, span }
        })
    }

    fn element(&mut self, element: &ast::AggregateElement) -> Element {
        self.scoped(|builder| {
            let mut condition = builder.condition(&element.condition);
            let tuple = element.tuple.iter().map(|term| builder.value(term, &mut condition)).collect();
            Element { tuple, condition, span: element.span.0 }
        })
    }

    /// The elements of a set of literals: the literal is both the tuple and a part of the condition.
    fn set(&mut self, elements: &[ConditionalLiteral], in_body: bool) -> Vec<Element> {
        let numbered = elements.iter().enumerate();
        numbered
            .map(|(number, element)| self.scoped(|builder| builder.set_element(number, element, in_body)))
            .collect()
    }

    fn set_element(&mut self, number: usize, element: &ConditionalLiteral, in_body: bool) -> Element {
        let mut condition = Vec::new();
        let projected = in_body && element.literal.node.sign != Sign::None;
        self.literal(&element.literal, projected, &mut condition);
        // Literals that are no atoms differ from each other by their place, and from atoms by a number of their own.
        let kind = match &element.literal.node.atom {
            ast::Atom::Predicate(_) => element.literal.node.sign as i32,
            _ => number as i32 + 3,
        };
        let mut tuple = vec![self.number_term(kind)];
        match &condition[..] {
            [Literal::Predicate { atom, .. }, ..] => self.push_atom(atom, &mut tuple),
            [Literal::Comparison { left, right, .. }, ..] => tuple.extend([left.clone(), right.clone()]),
            [Literal::Range { pattern, .. }, ..] => tuple.push(pattern.clone()),
            _ => {}
        }
        condition.append(&mut self.condition(&element.condition));
        Element { tuple, condition, span: element.literal.span }
    }

    /// Adds an atom as a term, or what tells a projection from others.
    fn push_atom(&mut self, atom: &Atom, tuple: &mut Vec<Term>) {
        match self.context.base.domain(atom.predicate).signature {
            Some(Signature { name, positive, .. }) => {
                tuple.push(Term::Function { name, positive, arguments: atom.arguments.clone() });
            }
            None => {
                tuple.push(self.number_term(atom.predicate.0 as i32));
                tuple.extend(atom.arguments.iter().cloned());
            }
        }
    }

    /// The guards, read `aggregate relation term`.
    fn guards(
        &mut self,
        left: Option<&Guard>,
        right: Option<&Guard>,
        literals: &mut Vec<Literal>,
    ) -> Vec<(Relation, Term)> {
        let mut guards = Vec::new();
        if let Some((relation, term)) = left {
            guards.push((converse(*relation), self.side(term, literals)));
        }
        if let Some((relation, term)) = right {
            guards.push((*relation, self.side(term, literals)));
        }
        guards
    }

    fn choice_element(&mut self, element: &ConditionalLiteral) -> Option<ChoiceElement> {
        let ast::Atom::Predicate(term) = &element.literal.node.atom else { return None };
        if !is_plain(element) {
            return None;
        }
        Some(self.scoped(|builder| {
            let mut condition = builder.condition(&element.condition);
            let atom = builder.head_atom(term, &mut condition);
            ChoiceElement { atom, condition }
        }))
    }
}

/// Whether the literal of an element is an atom that can be chosen.
fn is_plain(element: &ConditionalLiteral) -> bool {
    let literal = &element.literal.node;
    literal.sign == Sign::None && matches!(literal.atom, ast::Atom::Predicate(_))
}

/// An aggregate without guards is true, whatever its elements are.
fn unguarded(sign: Sign, literals: &mut Vec<Literal>) {
    if sign == Sign::Not {
        literals.push(Literal::Never);
    }
}

/// The relation with its sides exchanged.
fn converse(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        Relation::Equal | Relation::NotEqual => relation,
    }
}

/// The term as `factor * variable + offset`, if it is one with numbers that do not overflow.
fn linear(
    operator: BinaryOperator,
    left: &Term,
    right: &Term,
    numbers: (Option<i32>, Option<i32>),
) -> Option<(Slot, i32, i32)> {
    let parts = |term: &Term| match term {
        Term::Variable(slot) => Some((*slot, 1, 0)),
        Term::Linear { slot, factor, offset, .. } => Some((*slot, *factor, *offset)),
        Term::Unary(UnaryOperator::Minus, operand, _) => match **operand {
            Term::Variable(slot) => Some((slot, -1, 0)),
            _ => None,
        },
        _ => None,
    };
    let (slot, factor, offset) = match (operator, numbers) {
        (BinaryOperator::Add, (None, Some(n))) => parts(left).map(|(s, f, o)| (s, Some(f), o.checked_add(n))),
        (BinaryOperator::Add, (Some(n), None)) => {
            parts(right).map(|(s, f, o)| (s, Some(f), o.checked_add(n)))
        }
        (BinaryOperator::Subtract, (None, Some(n))) => {
            parts(left).map(|(s, f, o)| (s, Some(f), o.checked_sub(n)))
        }
        (BinaryOperator::Subtract, (Some(n), None)) => {
            parts(right).map(|(s, f, o)| (s, f.checked_neg(), n.checked_sub(o)))
        }
        (BinaryOperator::Multiply, (None, Some(n))) => {
            parts(left).map(|(s, f, o)| (s, f.checked_mul(n), o.checked_mul(n)))
        }
        (BinaryOperator::Multiply, (Some(n), None)) => {
            parts(right).map(|(s, f, o)| (s, f.checked_mul(n), o.checked_mul(n)))
        }
        _ => None,
    }?;
    match (factor?, offset?) {
        (0, _) => None,
        (factor, offset) => Some((slot, factor, offset)),
    }
}

/// Calls `visit` with every variable of a term.
fn variables(term: &ast::Term, visit: &mut impl FnMut(Name, Span)) {
    match &term.node {
        TermKind::Variable(name) => visit(*name, term.span),
        TermKind::Symbol(_) | TermKind::Anonymous => {}
        TermKind::Unary(_, operand) | TermKind::Absolute(operand) => variables(operand, visit),
        TermKind::Binary(_, left, right) | TermKind::Interval(left, right) => {
            variables(left, visit);
            variables(right, visit);
        }
        TermKind::Function(_, terms) | TermKind::External(_, terms) | TermKind::Pool(terms) => {
            terms.iter().for_each(|term| variables(term, visit));
        }
    }
}
