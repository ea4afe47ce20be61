//! Programs in parts: statements with and without a parameter and a variable, and their text.
//!
//! ```text
//! #program step(t). p(t,X) :- q(t-1), d(X), not a.     ground for t = 2, X = 1: p(2,1) :- q(1), d(1), not a.
//! ```

use std::fmt;

/// The argument of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    None,
    Number(i32),
    /// The parameter of the part plus this number.
    Step(i32),
    /// The variable.
    X,
}

/// An atom of a non-ground statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// With a minus under classical negation.
    pub name: &'static str,
    pub argument: Argument,
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        match self.argument {
            Argument::None => Ok(()),
            Argument::Number(number) => write!(f, "({number})"),
            Argument::Step(0) => f.write_str("(t)"),
            Argument::Step(more) => write!(f, "(t{more:+})"),
            Argument::X => f.write_str("(X)"),
        }
    }
}

/// An atom, or its default negation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Literal<A> {
    pub atom: A,
    pub positive: bool,
}

/// The head of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Head<A> {
    /// A rule; without atoms a constraint.
    Or(Vec<A>),
    /// A choice of at least this number of the atoms.
    Choice(usize, Vec<A>),
    /// Weight, priority and tuple of a weak constraint.
    Weak(i32, i32, i32),
    /// A shown term.
    Show(i32),
    Edge(i32, i32),
    Project(A),
    /// A heuristic directive for the atom, with sign true if the number is positive.
    Advice(A, i32),
    External(A, Value),
}

/// The value of an external, at its declaration or by assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    True,
    False,
    Free,
}

/// `lower <= #sum { weight,place : literal; … }`, and `<= upper` if it has an upper bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum<A> {
    pub lower: i32,
    pub upper: Option<i32>,
    pub elements: Vec<(i32, Literal<A>)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement<A> {
    pub head: Head<A>,
    pub body: Vec<Literal<A>>,
    pub sum: Option<Sum<A>>,
}

impl<A> Statement<A> {
    /// The atoms in the head of a rule.
    pub fn heads(&self) -> &[A] {
        match &self.head {
            Head::Or(atoms) | Head::Choice(_, atoms) => atoms,
            _ => &[],
        }
    }

    /// The literals of the body, including the literals of the sum.
    pub fn literals(&self) -> impl Iterator<Item = &Literal<A>> {
        let summands = self.sum.iter().flat_map(|sum| &sum.elements);
        self.body.iter().chain(summands.map(|(_, literal)| literal))
    }

    /// The statement with other atoms.
    pub fn map<B>(&self, atom: &dyn Fn(&A) -> B) -> Statement<B> {
        let all = |atoms: &[A]| atoms.iter().map(atom).collect::<Vec<B>>();
        let literal =
            |literal: &Literal<A>| Literal { atom: atom(&literal.atom), positive: literal.positive };
        Statement {
            head: match &self.head {
                Head::Or(atoms) => Head::Or(all(atoms)),
                Head::Choice(lower, atoms) => Head::Choice(*lower, all(atoms)),
                Head::Weak(weight, priority, tag) => Head::Weak(*weight, *priority, *tag),
                Head::Show(term) => Head::Show(*term),
                Head::Edge(from, to) => Head::Edge(*from, *to),
                Head::Project(projected) => Head::Project(atom(projected)),
                Head::Advice(advised, value) => Head::Advice(atom(advised), *value),
                Head::External(external, value) => Head::External(atom(external), *value),
            },
            body: self.body.iter().map(literal).collect(),
            sum: self.sum.as_ref().map(|sum| Sum {
                lower: sum.lower,
                upper: sum.upper,
                elements: sum.elements.iter().map(|(weight, of)| (*weight, literal(of))).collect(),
            }),
        }
    }
}

impl Statement<Atom> {
    /// Whether the body binds the variable, if the statement contains it.
    pub fn is_safe(&self) -> bool {
        let has_variable = |atom: &Atom| atom.argument == Argument::X;
        let external = if let Head::External(atom, _) = &self.head { Some(atom) } else { None };
        let mut atoms = self.literals().map(|literal| &literal.atom).chain(self.heads()).chain(external);
        let binds = |literal: &Literal<Atom>| literal.positive && has_variable(&literal.atom);
        self.body.iter().any(binds) || !atoms.any(has_variable)
    }

    /// The instances for a parameter: two for a statement with the variable, independent of the values of the
    /// variable.
    pub fn instances(&self, parameter: i32) -> Vec<Statement<String>> {
        let has_variable = self.literals().any(|literal| literal.atom.argument == Argument::X);
        let values = if has_variable { 1..=2 } else { 1..=1 };
        let ground = |atom: &Atom, x: i32| {
            let argument = match atom.argument {
                Argument::None => return atom.name.to_owned(),
                Argument::Number(number) => number,
                Argument::Step(more) => parameter + more,
                Argument::X => x,
            };
            format!("{}({argument})", atom.name)
        };
        values.map(|x| self.map(&|atom| ground(atom, x))).collect()
    }
}

fn join<T: fmt::Display>(items: &[T], separator: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}

impl<A: fmt::Display> fmt::Display for Literal<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.positive { "" } else { "not " }, self.atom)
    }
}

impl<A: fmt::Display> fmt::Display for Sum<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elements = self.elements.iter().enumerate();
        let elements: Vec<String> =
            elements.map(|(at, (weight, literal))| format!("{weight},{at} : {literal}")).collect();
        write!(f, "{} <= #sum {{ {} }}", self.lower, elements.join("; "))?;
        self.upper.map_or(Ok(()), |upper| write!(f, " <= {upper}"))
    }
}

impl<A: fmt::Display> fmt::Display for Statement<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut body: Vec<String> = self.body.iter().map(Literal::to_string).collect();
        body.extend(self.sum.iter().map(Sum::to_string));
        let body = body.join(", ");
        let condition = if body.is_empty() { String::new() } else { format!(" : {body}") };
        match &self.head {
            Head::Or(atoms) => write!(f, "{} :- {body}.", join(atoms, "; ")),
            Head::Choice(lower, atoms) => write!(f, "{lower} {{ {} }} :- {body}.", join(atoms, "; ")),
            Head::Weak(weight, priority, tag) => write!(f, ":~ {body}. [{weight}@{priority},{tag}]"),
            Head::Show(term) => write!(f, "#show {term}{condition}."),
            Head::Edge(from, to) => write!(f, "#edge ({from},{to}){condition}."),
            Head::Project(atom) => write!(f, "#project {atom}{condition}."),
            Head::Advice(atom, value) => write!(f, "#heuristic {atom}{condition}. [{value}@1,sign]"),
            Head::External(atom, value) => {
                let value = match value {
                    Value::True => "true",
                    Value::False => "false",
                    Value::Free => "free",
                };
                write!(f, "#external {atom}{condition}. [{value}]")
            }
        }
    }
}
