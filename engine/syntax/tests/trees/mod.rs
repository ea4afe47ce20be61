//! Random trees of programs.
//!
//! *Invariant:* every tree has the form that the parser yields for its text.

use hamadryad_symbol::{Name, Signature, Symbol, Symbols};
use hamadryad_syntax::ast::*;
use hamadryad_syntax::{Sources, Span};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::ops::RangeInclusive;

/// The names and symbols of random trees; a name is always interned under the same handle.
pub struct Vocabulary {
    pub symbols: Symbols,
    names: Vec<Name>,
    variables: Vec<Name>,
    operators: Vec<Name>,
    /// Words that are names in theories only.
    words: Vec<Name>,
    leaves: Vec<Symbol>,
    facts: Vec<Symbol>,
    span: Span,
}

fn at<T>(node: T, span: Span) -> Spanned<T> {
    Spanned { node, span }
}

impl Vocabulary {
    pub fn new() -> Vocabulary {
        let mut symbols = Symbols::new();
        let names = ["a", "b", "p'", "_q", "default", "notable"].map(|text| symbols.name(text)).to_vec();
        let variables = ["X", "_Y", "'Z1"].map(|text| symbols.name(text)).to_vec();
        let operators =
            ["-", "+", "..", "not", "<=-", ";-", "/", "&&", ":~"].map(|text| symbols.name(text)).to_vec();
        let words = ["not", "unary", "left", "head", "any"].map(|text| symbols.name(text)).to_vec();
        let mut leaves = vec![Symbol::INFIMUM, Symbol::SUPREMUM];
        leaves.extend([0, 1, -1, 7, i32::MAX, i32::MIN].map(|value| symbols.number(value)));
        leaves.extend(["", "s", "a \"b\" \\n\n%*"].map(|text| symbols.string(text)));
        leaves.extend(names.iter().map(|&name| symbols.function_named(name, &[], true)).collect::<Vec<_>>());
        let tuple = symbols.tuple(&[leaves[3], leaves[8]]);
        let single = symbols.tuple(&[tuple]);
        let empty = symbols.tuple(&[]);
        let nested = symbols.function_named(names[1], &[single, empty, leaves[4]], true);
        let mut facts = Vec::new();
        for arguments in [&leaves[..0], &leaves[..4], &leaves[4..], &[nested]] {
            for positive in [true, false] {
                facts.push(symbols.function_named(names[0], arguments, positive));
            }
        }
        let file = Sources::new().add("tree", "");
        Vocabulary {
            symbols,
            names,
            variables,
            operators,
            words,
            leaves,
            facts,
            span: Span { file, start: 0, end: 0 },
        }
    }

    fn name(&self) -> impl Strategy<Value = Name> + use<> {
        select(self.names.clone())
    }

    fn terms(&self, count: RangeInclusive<usize>) -> impl Strategy<Value = Vec<Term>> + use<> {
        vec(self.term(), count)
    }

    /// A random term; with `constant`, a term without variables, pools and intervals.
    fn term_with(&self, constant: bool) -> BoxedStrategy<Term> {
        let (span, names) = (self.span, self.names.clone());
        let symbol = select(self.leaves.clone()).prop_map(TermKind::Symbol);
        let leaf = if constant {
            symbol.boxed()
        } else {
            let variable = select(self.variables.clone()).prop_map(TermKind::Variable);
            prop_oneof![symbol, variable, Just(TermKind::Anonymous)].boxed()
        };
        leaf.prop_map(move |node| at(node, span))
            .prop_recursive(5, 16, 3, move |inner| {
                let name = select(names.clone());
                let pair = (inner.clone(), inner.clone())
                    .prop_map(|(left, right)| (Box::new(left), Box::new(right)));
                let some = vec(inner.clone(), 1..3);
                let node = prop_oneof![
                    2 => (select(UNARY), inner.clone())
                        .prop_map(|(operator, term)| TermKind::Unary(operator, Box::new(term))),
                    1 => inner.clone().prop_map(|term| TermKind::Absolute(Box::new(term))),
                    5 => (select(BINARY), pair.clone())
                        .prop_map(|(operator, (l, r))| TermKind::Binary(operator, l, r)),
                    2 => (name.clone(), some).prop_map(|(name, terms)| TermKind::Function(name, terms)),
                    1 => vec(inner.clone(), 0..3).prop_map(|terms| TermKind::Function(Name::TUPLE, terms)),
                    1 => (name, vec(inner.clone(), 0..3))
                        .prop_map(|(name, terms)| TermKind::External(name, terms)),
                ];
                let node = if constant {
                    node.boxed()
                } else {
                    let interval = pair.prop_map(|(left, right)| TermKind::Interval(left, right));
                    prop_oneof![8 => node, 2 => interval, 1 => vec(inner, 2..4).prop_map(TermKind::Pool)]
                        .boxed()
                };
                node.prop_map(move |node| at(node, span))
            })
            .boxed()
    }

    /// A random term, possibly with variables.
    pub fn term(&self) -> BoxedStrategy<Term> {
        self.term_with(false)
    }

    /// A random predicate, possibly a pool.
    fn predicate(&self) -> impl Strategy<Value = Term> + use<> {
        let (span, symbols) = (self.span, self.symbols.clone());
        (self.name(), vec(self.terms(0..=2), 1..3)).prop_map(move |(name, lists)| {
            let mut alternatives: Vec<Term> = lists
                .into_iter()
                .map(|terms| match terms.is_empty() {
                    true => at(
                        TermKind::Symbol(
                            symbols.find_function(name, &[], true).expect("all names are constants"),
                        ),
                        span,
                    ),
                    false => at(TermKind::Function(name, terms), span),
                })
                .collect();
            match alternatives.len() {
                1 => alternatives.swap_remove(0),
                _ => at(TermKind::Pool(alternatives), span),
            }
        })
    }

    /// A random predicate, possibly negated.
    fn atom(&self) -> impl Strategy<Value = Term> + use<> {
        let span = self.span;
        (self.predicate(), any::<bool>()).prop_map(move |(atom, negative)| {
            if negative { at(TermKind::Unary(UnaryOperator::Minus, Box::new(atom)), span) } else { atom }
        })
    }

    fn literal(&self) -> impl Strategy<Value = Literal> + use<> {
        let span = self.span;
        let chain = vec((select(RELATIONS), self.term()), 1..3);
        let atom = prop_oneof![
            any::<bool>().prop_map(Atom::Boolean),
            self.atom().prop_map(Atom::Predicate),
            (self.term(), chain).prop_map(|(term, chain)| Atom::Comparison(term, chain)),
        ];
        (select(SIGNS), atom).prop_map(move |(sign, atom)| at(LiteralKind { sign, atom }, span))
    }

    fn condition(&self) -> impl Strategy<Value = Vec<Literal>> + use<> {
        vec(self.literal(), 0..3)
    }

    fn conditional(&self) -> impl Strategy<Value = ConditionalLiteral> + use<> {
        (self.literal(), self.condition())
            .prop_map(|(literal, condition)| ConditionalLiteral { literal, condition })
    }

    fn guard(&self) -> impl Strategy<Value = Option<Guard>> + use<> {
        option::of((select(RELATIONS), self.term()))
    }

    fn operator(&self) -> impl Strategy<Value = Spanned<Name>> + use<> {
        let span = self.span;
        select(self.operators.clone()).prop_map(move |name| at(name, span))
    }

    fn theory_term(&self) -> BoxedStrategy<TheoryTerm> {
        let (span, names) = (self.span, self.names.clone());
        // A minus sign is an operator: no number is negative.
        let is_written = |leaf: &Symbol| self.symbols.as_number(*leaf).is_none_or(|number| number >= 0);
        let leaves: Vec<Symbol> = self.leaves.iter().copied().filter(is_written).collect();
        let leaf = prop_oneof![
            select(leaves).prop_map(TheoryTermKind::Symbol),
            select(self.variables.clone()).prop_map(TheoryTermKind::Variable),
        ];
        let operator = self.operator().boxed();
        leaf.prop_map(move |node| at(node, span))
            .prop_recursive(4, 12, 3, move |inner| {
                let operand = |least: usize| {
                    let operators = vec(operator.clone(), least..3);
                    (operators, inner.clone()).prop_map(|(operators, term)| TheoryOperand { operators, term })
                };
                let terms = vec(inner.clone(), 0..3);
                let brackets = select([Brackets::Round, Brackets::Square, Brackets::Curly].as_slice());
                prop_oneof![
                    (select(names.clone()), terms.clone())
                        .prop_map(|(name, terms)| TheoryTermKind::Function(name, terms)),
                    (brackets, terms).prop_map(|(brackets, terms)| TheoryTermKind::Sequence(brackets, terms)),
                    (operand(1), vec(operand(1), 0..3)).prop_map(|(first, mut rest)| {
                        rest.insert(0, first);
                        TheoryTermKind::Operation(rest)
                    }),
                    (operand(0), vec(operand(1), 1..3)).prop_map(|(first, mut rest)| {
                        rest.insert(0, first);
                        TheoryTermKind::Operation(rest)
                    }),
                ]
                .prop_map(move |node| at(node, span))
            })
            .boxed()
    }

    fn theory_atom(&self) -> impl Strategy<Value = TheoryAtom> + use<> {
        let span = Place(self.span);
        let element = (vec(self.theory_term(), 0..3), self.condition())
            .prop_map(move |(tuple, condition)| TheoryElement { tuple, condition, span });
        let guard =
            (self.operator(), self.theory_term()).prop_map(|(operator, term)| TheoryGuard { operator, term });
        let atom = (self.predicate(), vec(element, 0..3), option::of(guard));
        atom.prop_map(|(name, elements, guard)| TheoryAtom { name, elements, guard })
    }

    fn theory(&self) -> impl Strategy<Value = StatementKind> + use<> {
        let span = self.span;
        let names = [self.names.clone(), self.words.clone()].concat();
        let name = select(names).prop_map(move |name| at(name, span));
        let operator = (self.operator(), 0..=i32::MAX as u32, select(OPERATOR_KINDS))
            .prop_map(|(operator, priority, kind)| TheoryOperatorDefinition { operator, priority, kind });
        let grammar = (name.clone(), vec(operator, 0..3))
            .prop_map(|(name, operators)| TheoryTermDefinition { name, operators });
        let guard = (vec(self.operator(), 0..3), name.clone())
            .prop_map(|(operators, grammar)| TheoryGuardDefinition { operators, grammar });
        let atom = (name.clone(), 0u32..4, name.clone(), option::of(guard), select(PLACES)).prop_map(
            |(name, arity, elements, guard, place)| TheoryAtomDefinition {
                name,
                arity,
                elements,
                guard,
                place,
            },
        );
        let theory = self.name().prop_map(move |name| at(name, span));
        (theory, vec(grammar, 0..3), vec(atom, 0..3)).prop_map(|(name, terms, atoms)| StatementKind::Theory {
            name,
            terms,
            atoms,
        })
    }

    fn body(&self) -> impl Strategy<Value = Vec<BodyItem>> + use<> {
        let span = self.span;
        let place = Place(span);
        let element = (self.terms(0..=2), self.condition())
            .prop_map(move |(tuple, condition)| AggregateElement { tuple, condition, span: place });
        let item = prop_oneof![
            4 => self.literal().prop_map(BodyItemKind::Literal),
            1 => self.conditional().prop_map(BodyItemKind::Conditional),
            1 => (select(SIGNS), self.guard(), select(FUNCTIONS), vec(element, 0..3), self.guard()).prop_map(
                |(sign, left, function, elements, right)| {
                    BodyItemKind::Aggregate { sign, left, function, elements, right }
                }
            ),
            1 => (select(SIGNS), self.guard(), vec(self.conditional(), 0..3), self.guard())
                .prop_map(|(sign, left, elements, right)| BodyItemKind::Set { sign, left, elements, right }),
            1 => (select(SIGNS), self.theory_atom()).prop_map(|(sign, atom)| BodyItemKind::Theory(sign, atom)),
        ];
        vec(item.prop_map(move |node| at(node, span)), 0..4)
    }

    fn head(&self) -> impl Strategy<Value = Head> + use<> {
        let element = (self.terms(0..=2), self.conditional());
        let disjunction = vec(self.conditional(), 1..4);
        prop_oneof![
            3 => self.literal().prop_map(Head::Literal),
            1 => disjunction.prop_map(Head::Disjunction),
            1 => (self.guard(), vec(self.conditional(), 0..3), self.guard())
                .prop_map(|(left, elements, right)| Head::Choice { left, elements, right }),
            1 => (self.guard(), select(FUNCTIONS), vec(element, 0..3), self.guard()).prop_map(
                |(left, function, elements, right)| Head::Aggregate { left, function, elements, right }
            ),
            1 => self.theory_atom().prop_map(Head::Theory),
        ]
    }

    fn optimize(&self) -> impl Strategy<Value = StatementKind> + use<> {
        let span = self.span;
        let element = |body: BoxedStrategy<Vec<BodyItem>>| {
            (self.term(), option::of(self.term()), self.terms(0..=2), body).prop_map(
                move |(weight, priority, tuple, body)| OptimizeElement {
                    weight,
                    priority,
                    tuple,
                    body,
                    span: Place(span),
                },
            )
        };
        let item = move |literal| at(BodyItemKind::Literal(literal), span);
        let condition = self.condition().prop_map(move |literals| literals.into_iter().map(item).collect());
        let objective = (any::<bool>(), vec(element(condition.boxed()), 0..3))
            .prop_map(|(maximize, elements)| StatementKind::Optimize { maximize, weak: false, elements });
        let weak = element(self.body().boxed()).prop_map(|element| StatementKind::Optimize {
            maximize: false,
            weak: true,
            elements: vec![element],
        });
        prop_oneof![objective, weak]
    }

    fn signature(&self) -> impl Strategy<Value = Signature> + use<> {
        (self.name(), 0u32..4, any::<bool>()).prop_map(|(name, arity, positive)| Signature {
            name,
            arity,
            positive,
        })
    }

    fn directive(&self) -> impl Strategy<Value = StatementKind> + use<> {
        let pairs = vec((self.term(), self.term()), 1..3);
        let heuristic = (self.atom(), self.body(), self.term(), option::of(self.term()), self.term());
        prop_oneof![
            Just(StatementKind::ShowNothing),
            self.signature().prop_map(StatementKind::ShowSignature),
            (self.term(), self.body()).prop_map(|(term, body)| StatementKind::ShowTerm { term, body }),
            (self.name(), self.term_with(true), any::<bool>())
                .prop_map(|(name, value, overrides)| StatementKind::Const { name, value, overrides }),
            select(["a.lp", "a \"b\"\\\n"].as_slice())
                .prop_map(|path| StatementKind::Include { path: path.to_owned(), builtin: false }),
            Just(StatementKind::Include { path: "incmode".to_owned(), builtin: true }),
            (self.name(), vec(self.name(), 0..3))
                .prop_map(|(name, parameters)| StatementKind::Program { name, parameters }),
            (self.atom(), self.body(), option::of(self.term()))
                .prop_map(|(atom, body, value)| StatementKind::External { atom, body, value }),
            self.signature().prop_map(StatementKind::Defined),
            self.signature().prop_map(StatementKind::ProjectSignature),
            (self.atom(), self.body()).prop_map(|(atom, body)| StatementKind::ProjectAtom { atom, body }),
            heuristic.prop_map(|(atom, body, bias, priority, modifier)| {
                StatementKind::Heuristic { atom, body, bias, priority, modifier }
            }),
            (pairs, self.body()).prop_map(|(edges, body)| StatementKind::Edge { edges, body }),
            self.theory(),
            Just(StatementKind::Script {
                language: "python".to_owned(),
                code: "\nx = \"a.\" # }\n".to_owned()
            }),
        ]
    }

    pub fn program(&self) -> impl Strategy<Value = Program> + use<> {
        let span = self.span;
        let rule = (self.head(), self.body()).prop_map(|(head, body)| StatementKind::Rule { head, body });
        let statement = prop_oneof![
            1 => vec(select(self.facts.clone()), 1..4).prop_map(StatementKind::Facts),
            3 => rule,
            1 => self.optimize(),
            2 => self.directive(),
        ];
        vec(statement, 0..5).prop_map(move |statements| {
            let mut program = Program::default();
            for node in statements {
                // As in the parser, ground rules without a body are facts, and consecutive facts form a
                // single statement.
                match (node, program.statements.last_mut()) {
                    (StatementKind::Facts(more), Some(Spanned { node: StatementKind::Facts(facts), .. })) => {
                        facts.extend(more);
                    }
                    (StatementKind::Rule { head, body }, _) if body.is_empty() && is_fact(&head) => {}
                    (node, _) => program.statements.push(at(node, span)),
                }
            }
            program
        })
    }
}

fn is_fact(head: &Head) -> bool {
    let Head::Literal(Literal {
        node: LiteralKind { sign: Sign::None, atom: Atom::Predicate(term) }, ..
    }) = head
    else {
        return false;
    };
    match &term.node {
        TermKind::Unary(_, inner) => is_ground(inner),
        _ => is_ground(term),
    }
}

fn is_ground(term: &Term) -> bool {
    match &term.node {
        TermKind::Symbol(_) => true,
        TermKind::Function(_, terms) => terms.iter().all(is_ground),
        _ => false,
    }
}

const UNARY: &[UnaryOperator] = &[UnaryOperator::Minus, UnaryOperator::Complement];
const BINARY: &[BinaryOperator] = &[
    BinaryOperator::Xor,
    BinaryOperator::Or,
    BinaryOperator::And,
    BinaryOperator::Add,
    BinaryOperator::Subtract,
    BinaryOperator::Multiply,
    BinaryOperator::Divide,
    BinaryOperator::Modulo,
    BinaryOperator::Power,
];
const RELATIONS: &[Relation] = &[
    Relation::Equal,
    Relation::NotEqual,
    Relation::Less,
    Relation::LessEqual,
    Relation::Greater,
    Relation::GreaterEqual,
];
const SIGNS: &[Sign] = &[Sign::None, Sign::Not, Sign::NotNot];
const FUNCTIONS: &[AggregateFunction] = &[
    AggregateFunction::Count,
    AggregateFunction::Sum,
    AggregateFunction::SumPlus,
    AggregateFunction::Min,
    AggregateFunction::Max,
];
const OPERATOR_KINDS: &[TheoryOperatorKind] =
    &[TheoryOperatorKind::Unary, TheoryOperatorKind::BinaryLeft, TheoryOperatorKind::BinaryRight];
const PLACES: &[TheoryPlace] =
    &[TheoryPlace::Head, TheoryPlace::Body, TheoryPlace::Any, TheoryPlace::Directive];
