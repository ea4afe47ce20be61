//! Unpooling: a statement with pools and signed comparisons becomes several statements without them.
//!
//! ```text
//! p(1;2) :- q(a;b).        -->  p(1) :- q(a).  p(1) :- q(b).  p(2) :- q(a).  p(2) :- q(b).
//! { p(1;2) : q } :- r.     -->  { p(1) : q; p(2) : q } :- r.
//! :- not 1 < X < 5, p(X).  -->  :- 1 >= X, p(X).  :- X >= 5, p(X).
//! X < 3 :- p(X).           -->  :- p(X), X >= 3.
//! not a :- b.              -->  :- b, not not a.
//! ```
//!
//! Alternatives of bodies become several statements, alternatives of elements and conditions become several
//! elements. The literal of a conditional literal in a body keeps its pool: its alternatives are a
//! disjunction inside of a conjunction.

use hamadryad_syntax::ast::{
    AggregateElement, Atom, BodyItem, BodyItemKind, ConditionalLiteral, Guard, Head, Literal, LiteralKind,
    OptimizeElement, Relation, Sign, Spanned, StatementKind, Term, TermKind, TheoryAtom, TheoryElement,
};

/// The statements without pools that are together equivalent to the given statement.
pub(crate) fn statements(statement: &StatementKind) -> Vec<StatementKind> {
    match statement {
        StatementKind::Rule { head, body } => rules(head, body),
        StatementKind::Optimize { maximize, weak, elements } => {
            let elements = elements.iter().flat_map(optimize_elements).collect();
            vec![StatementKind::Optimize { maximize: *maximize, weak: *weak, elements }]
        }
        StatementKind::ShowTerm { term, body } => {
            product(&terms(term), &bodies(body), |term, body| StatementKind::ShowTerm { term, body })
        }
        StatementKind::External { atom, body, value } => {
            let heads = product(&terms(atom), &optional(value.as_ref()), |atom, value| (atom, value));
            product(&heads, &bodies(body), |(atom, value), body| StatementKind::External {
                atom,
                body,
                value,
            })
        }
        StatementKind::Heuristic { atom, body, bias, priority, modifier } => {
            let heads = product(&terms(atom), &terms(bias), |atom, bias| (atom, bias));
            let rest =
                product(&optional(priority.as_ref()), &terms(modifier), |priority, term| (priority, term));
            let all = product(&heads, &rest, |head, rest| (head, rest));
            product(&all, &bodies(body), |((atom, bias), (priority, modifier)), body| {
                StatementKind::Heuristic { atom, body, bias, priority, modifier }
            })
        }
        StatementKind::ProjectAtom { atom, body } => {
            product(&terms(atom), &bodies(body), |atom, body| StatementKind::ProjectAtom { atom, body })
        }
        StatementKind::Edge { edges, body } => {
            let edges: Vec<(Term, Term)> =
                edges.iter().flat_map(|(u, v)| product(&terms(u), &terms(v), |u, v| (u, v))).collect();
            product(&[edges], &bodies(body), |edges, body| StatementKind::Edge { edges, body })
        }
        other => vec![other.clone()],
    }
}

/// All combinations of an item from the left with an item from the right.
fn product<A: Clone, B: Clone, C>(left: &[A], right: &[B], combine: impl Fn(A, B) -> C) -> Vec<C> {
    let pairs = left.iter().flat_map(|a| right.iter().map(move |b| (a.clone(), b.clone())));
    pairs.map(|(a, b)| combine(a, b)).collect()
}

/// All ways to choose an item from each list. Most lists have a single item, so long bodies are copied for
/// proper alternatives only.
fn choices<A: Clone>(lists: impl IntoIterator<Item = Vec<A>>) -> Vec<Vec<A>> {
    lists.into_iter().fold(vec![Vec::new()], |mut prefixes, list| {
        if let [next] = &list[..] {
            prefixes.iter_mut().for_each(|prefix| prefix.push(next.clone()));
            return prefixes;
        }
        product(&prefixes, &list, |mut prefix: Vec<A>, next| {
            prefix.push(next);
            prefix
        })
    })
}

fn optional(term: Option<&Term>) -> Vec<Option<Term>> {
    term.map_or_else(|| vec![None], |term| terms(term).into_iter().map(Some).collect())
}

/// The terms without pools that the term represents.
pub(crate) fn terms(term: &Term) -> Vec<Term> {
    let span = term.span;
    let spanned = |node| Spanned { node, span };
    match &term.node {
        TermKind::Symbol(_) | TermKind::Variable(_) | TermKind::Anonymous => vec![term.clone()],
        TermKind::Unary(operator, operand) => {
            terms(operand).into_iter().map(|t| spanned(TermKind::Unary(*operator, Box::new(t)))).collect()
        }
        TermKind::Absolute(operand) => {
            terms(operand).into_iter().map(|t| spanned(TermKind::Absolute(Box::new(t)))).collect()
        }
        TermKind::Binary(operator, left, right) => product(&terms(left), &terms(right), |left, right| {
            spanned(TermKind::Binary(*operator, Box::new(left), Box::new(right)))
        }),
        TermKind::Interval(low, high) => product(&terms(low), &terms(high), |low, high| {
            spanned(TermKind::Interval(Box::new(low), Box::new(high)))
        }),
        TermKind::Function(name, arguments) => {
            tuples(arguments).into_iter().map(|t| spanned(TermKind::Function(*name, t))).collect()
        }
        TermKind::External(name, arguments) => {
            tuples(arguments).into_iter().map(|t| spanned(TermKind::External(*name, t))).collect()
        }
        TermKind::Pool(alternatives) => alternatives.iter().flat_map(terms).collect(),
    }
}

fn tuples(all: &[Term]) -> Vec<Vec<Term>> {
    choices(all.iter().map(terms))
}

/// The literals that the literal is a disjunction of; comparisons among them have no sign.
pub(crate) fn literals(literal: &Literal) -> Vec<Literal> {
    let LiteralKind { sign, atom } = &literal.node;
    let spanned = |sign, atom| Spanned { node: LiteralKind { sign, atom }, span: literal.span };
    match atom {
        Atom::Boolean(value) => {
            vec![spanned(Sign::None, Atom::Boolean(*value != (*sign == Sign::Not)))]
        }
        Atom::Predicate(term) => {
            terms(term).into_iter().map(|term| spanned(*sign, Atom::Predicate(term))).collect()
        }
        Atom::Comparison(first, rest) => {
            let chains = chains(first, rest).into_iter();
            let signed = chains.flat_map(|(first, rest)| if_negated(*sign == Sign::Not, first, rest));
            signed.map(|(first, rest)| spanned(Sign::None, Atom::Comparison(first, rest))).collect()
        }
    }
}

/// A term, and the relations to the terms behind it.
type Chain = (Term, Vec<(Relation, Term)>);

/// The chains that the pools of a chain represent.
fn chains(first: &Term, rest: &[(Relation, Term)]) -> Vec<Chain> {
    let rests = choices(
        rest.iter().map(|(relation, term)| terms(term).into_iter().map(|t| (*relation, t)).collect()),
    );
    product(&terms(first), &rests, |first, rest| (first, rest))
}

/// The conjunctions of which one must hold. A negated chain holds if a link fails and the intervals of its
/// other links have values: `not 3..2 >= X > X` holds for no X, because the interval has no value.
fn alternatives(literal: &Literal) -> Vec<Vec<Literal>> {
    let span = literal.span;
    let comparison = |(left, rest): Chain| {
        let atom = Atom::Comparison(left, rest);
        Spanned { node: LiteralKind { sign: Sign::None, atom }, span }
    };
    let has_value = |term: &Term| {
        let anonymous = Spanned { node: TermKind::Anonymous, span };
        comparison((anonymous, vec![(Relation::Equal, term.clone())]))
    };
    let links = |(first, rest): Chain| {
        let all: Vec<Term> = [&first].into_iter().chain(rest.iter().map(|(_, term)| term)).cloned().collect();
        let links = if_negated(true, first, rest).into_iter().enumerate();
        links.map(move |(place, link)| {
            let others = all[..place].iter().chain(&all[place + 2..]);
            let values = others.filter(|term| has_interval(term)).map(has_value);
            [comparison(link)].into_iter().chain(values).collect()
        })
    };
    match &literal.node.atom {
        Atom::Comparison(first, rest) if literal.node.sign == Sign::Not => {
            chains(first, rest).into_iter().flat_map(links).collect()
        }
        _ => literals(literal).into_iter().map(|literal| vec![literal]).collect(),
    }
}

fn has_interval(term: &Term) -> bool {
    match &term.node {
        TermKind::Interval(..) => true,
        TermKind::Symbol(_) | TermKind::Variable(_) | TermKind::Anonymous => false,
        TermKind::Unary(_, operand) | TermKind::Absolute(operand) => has_interval(operand),
        TermKind::Binary(_, left, right) => has_interval(left) || has_interval(right),
        TermKind::Function(_, terms) | TermKind::External(_, terms) | TermKind::Pool(terms) => {
            terms.iter().any(has_interval)
        }
    }
}

/// The chain itself; under `not`, the inverse comparisons, of which one must hold.
fn if_negated(negated: bool, first: Term, rest: Vec<(Relation, Term)>) -> Vec<Chain> {
    if !negated {
        return vec![(first, rest)];
    }
    let mut left = first;
    let mut links = Vec::new();
    for (relation, right) in rest {
        links.push((left, vec![(inverse(relation), right.clone())]));
        left = right;
    }
    links
}

/// The inverse relation, which holds if the given relation does not.
pub(crate) fn inverse(relation: Relation) -> Relation {
    match relation {
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        Relation::Less => Relation::GreaterEqual,
        Relation::LessEqual => Relation::Greater,
        Relation::Greater => Relation::LessEqual,
        Relation::GreaterEqual => Relation::Less,
    }
}

fn conditions(condition: &[Literal]) -> Vec<Vec<Literal>> {
    let conjunctions = choices(condition.iter().map(alternatives));
    conjunctions.into_iter().map(|literals| literals.into_iter().flatten().collect()).collect()
}

/// The elements of a set of literals. A negated chain remains one element, whose tuple counts once
/// (`lower/body.rs`).
fn set_elements(element: &ConditionalLiteral) -> Vec<ConditionalLiteral> {
    product(&pooled(&element.literal), &conditions(&element.condition), |literal, condition| {
        ConditionalLiteral { literal, condition }
    })
}

/// The conditional literals that are together equivalent to the given one.
fn conditional_literals(element: &ConditionalLiteral) -> Vec<ConditionalLiteral> {
    product(&literals(&element.literal), &conditions(&element.condition), |literal, condition| {
        ConditionalLiteral { literal, condition }
    })
}

fn guards(guard: Option<&Guard>) -> Vec<Option<Guard>> {
    let Some((relation, term)) = guard else { return vec![None] };
    terms(term).into_iter().map(|term| Some((*relation, term))).collect()
}

/// The bodies that the body is a disjunction of.
fn bodies(body: &[BodyItem]) -> Vec<Vec<BodyItem>> {
    // An alternative of an item is a list of items, because a conditional literal becomes the conjunction of
    // the parts of its condition.
    choices(body.iter().map(items)).into_iter().map(|items| items.into_iter().flatten().collect()).collect()
}

fn items(item: &BodyItem) -> Vec<Vec<BodyItem>> {
    let spanned = |node| Spanned { node, span: item.span };
    match &item.node {
        BodyItemKind::Literal(literal) => {
            let conjunctions = alternatives(literal).into_iter();
            conjunctions
                .map(|literals| literals.into_iter().map(|l| spanned(BodyItemKind::Literal(l))).collect())
                .collect()
        }
        BodyItemKind::Conditional(ConditionalLiteral { literal, condition }) => {
            let parts = conditions(condition).into_iter().map(|condition| {
                let literal = literal.clone();
                spanned(BodyItemKind::Conditional(ConditionalLiteral { literal, condition }))
            });
            vec![parts.collect()]
        }
        BodyItemKind::Aggregate { sign, left, function, elements, right } => {
            let elements: Vec<AggregateElement> = elements.iter().flat_map(aggregate_elements).collect();
            product(&guards(left.as_ref()), &guards(right.as_ref()), |left, right| {
                let (sign, function, elements) = (*sign, *function, elements.clone());
                vec![spanned(BodyItemKind::Aggregate { sign, left, function, elements, right })]
            })
        }
        BodyItemKind::Set { sign, left, elements, right } => {
            let elements: Vec<ConditionalLiteral> = elements.iter().flat_map(set_elements).collect();
            product(&guards(left.as_ref()), &guards(right.as_ref()), |left, right| {
                vec![spanned(BodyItemKind::Set { sign: *sign, left, elements: elements.clone(), right })]
            })
        }
        BodyItemKind::Theory(sign, atom) => {
            let atoms = theory_atoms(atom).into_iter();
            atoms.map(|atom| vec![spanned(BodyItemKind::Theory(*sign, atom))]).collect()
        }
    }
}

/// The theory atoms that a pool of arguments represents; theory terms have no pools.
fn theory_atoms(atom: &TheoryAtom) -> Vec<TheoryAtom> {
    let elements = atom.elements.iter().flat_map(|element| {
        let conditions = conditions(&element.condition).into_iter();
        conditions.map(|condition| TheoryElement { condition, ..element.clone() })
    });
    let elements: Vec<TheoryElement> = elements.collect();
    let names = terms(&atom.name).into_iter();
    names.map(|name| TheoryAtom { name, elements: elements.clone(), guard: atom.guard.clone() }).collect()
}

fn aggregate_elements(element: &AggregateElement) -> Vec<AggregateElement> {
    product(&tuples(&element.tuple), &conditions(&element.condition), |tuple, condition| AggregateElement {
        tuple,
        condition,
        span: element.span,
    })
}

fn optimize_elements(element: &OptimizeElement) -> Vec<OptimizeElement> {
    let weights = product(&terms(&element.weight), &optional(element.priority.as_ref()), |w, p| (w, p));
    let heads = product(&weights, &tuples(&element.tuple), |(weight, priority), tuple| OptimizeElement {
        weight,
        priority,
        tuple,
        body: Vec::new(),
        span: element.span,
    });
    product(&heads, &bodies(&element.body), |head, body| OptimizeElement { body, ..head })
}

fn rules(head: &Head, body: &[BodyItem]) -> Vec<StatementKind> {
    let bodies = bodies(body);
    let with_head = |heads: Vec<Head>| {
        product(&heads, &bodies, |head, body: Vec<BodyItem>| StatementKind::Rule { head, body })
    };
    match head {
        Head::Literal(literal) => literal_heads(literal, &bodies),
        Head::Choice { left, elements, right } => {
            let elements: Vec<ConditionalLiteral> = elements.iter().flat_map(set_elements).collect();
            with_head(product(&guards(left.as_ref()), &guards(right.as_ref()), |left, right| Head::Choice {
                left,
                elements: elements.clone(),
                right,
            }))
        }
        Head::Disjunction(elements) => {
            // Pools in the literals remain: all alternatives belong to the same disjunct.
            let elements = elements.iter().flat_map(|element| {
                let conditions = conditions(&element.condition).into_iter();
                conditions.map(|condition| ConditionalLiteral { literal: element.literal.clone(), condition })
            });
            with_head(vec![Head::Disjunction(elements.collect())])
        }
        Head::Aggregate { left, function, elements, right } => {
            let elements: Vec<(Vec<Term>, ConditionalLiteral)> = elements
                .iter()
                .flat_map(|(tuple, element)| {
                    product(&tuples(tuple), &conditional_literals(element), |tuple, element| (tuple, element))
                })
                .collect();
            with_head(product(&guards(left.as_ref()), &guards(right.as_ref()), |left, right| {
                Head::Aggregate { left, function: *function, elements: elements.clone(), right }
            }))
        }
        Head::Theory(atom) => with_head(theory_atoms(atom).into_iter().map(Head::Theory).collect()),
    }
}

/// Rules with a single literal as head: a literal that is not a plain atom moves to the body.
fn literal_heads(literal: &Literal, bodies: &[Vec<BodyItem>]) -> Vec<StatementKind> {
    let mut rules = Vec::new();
    for alternative in pooled(literal) {
        let plain = matches!(alternative.node, LiteralKind { sign: Sign::None, atom: Atom::Predicate(_) });
        if plain {
            let head = Head::Literal(alternative);
            rules.extend(
                bodies.iter().map(|body| StatementKind::Rule { head: head.clone(), body: body.clone() }),
            );
            continue;
        }
        let sign = if alternative.node.sign == Sign::Not { Sign::NotNot } else { Sign::Not };
        let moved = Spanned { node: LiteralKind { sign, ..alternative.node }, span: alternative.span };
        for negation in literals(&moved) {
            let falsum = LiteralKind { sign: Sign::None, atom: Atom::Boolean(false) };
            let head = Head::Literal(Spanned { node: falsum, span: literal.span });
            let item = Spanned { node: BodyItemKind::Literal(negation), span: literal.span };
            rules.extend(bodies.iter().map(|body| {
                let body = body.iter().cloned().chain([item.clone()]).collect();
                StatementKind::Rule { head: head.clone(), body }
            }));
        }
    }
    rules
}

/// The literals that the pools of a literal represent, with the same sign.
pub(crate) fn pooled(literal: &Literal) -> Vec<Literal> {
    let LiteralKind { sign, atom } = &literal.node;
    match atom {
        Atom::Comparison(first, rest) if *sign != Sign::None => {
            // The literal is unpooled without its sign, which the parts get afterwards.
            let plain = LiteralKind { sign: Sign::None, atom: Atom::Comparison(first.clone(), rest.clone()) };
            let parts = literals(&Spanned { node: plain, span: literal.span });
            let signed =
                |part: Literal| Spanned { node: LiteralKind { sign: *sign, ..part.node }, span: part.span };
            parts.into_iter().map(signed).collect()
        }
        _ => literals(literal),
    }
}
