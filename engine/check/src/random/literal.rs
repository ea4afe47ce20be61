//! Random terms, atoms and literals.

use super::{Scope, Writer};
use rand::RngExt;

pub(super) const RELATIONS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];

impl Writer {
    /// `true` with probability 1 / `n`.
    pub(super) fn once_in(&mut self, n: u32) -> bool {
        self.random.random_ratio(1, n)
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        self.random.random_range(0..n)
    }

    pub(super) fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        let at = self.below(choices.len());
        choices[at].clone()
    }

    /// A random index, weighted.
    pub(super) fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut left = self.random.random_range(0..weights.iter().sum());
        let passes = |weight: &u32| {
            let inside = left < *weight;
            left = left.wrapping_sub(*weight);
            inside
        };
        weights.iter().position(passes).expect("the number is less than the sum of the weights")
    }

    /// A number of the domain.
    pub(super) fn number(&mut self) -> String {
        if self.shape.constants && self.once_in(12) {
            return "k".to_owned();
        }
        self.random.random_range(1..=self.shape.domain).to_string()
    }

    /// A variable of the scope, or a number.
    pub(super) fn simple(&mut self, scope: &Scope) -> String {
        if scope.variables.is_empty() || self.once_in(5) {
            self.number()
        } else {
            self.one_of(&scope.variables)
        }
    }

    /// A term with an operation.
    pub(super) fn calculated(&mut self, scope: &Scope) -> String {
        let (x, n) = (self.simple(scope), self.number());
        if self.shape.undefined && self.once_in(5) {
            return self.one_of(&[format!("{n}/({x}-1)"), format!("{x}\\({n}-{x})"), format!("(c+{x})")]);
        }
        let forms = [
            format!("{x}+1"),
            format!("{x}-1"),
            format!("{n}-{x}"),
            format!("2*{x}"),
            format!("{x}/2"),
            format!("{x}\\2"),
            format!("|{x}-2|"),
            format!("-{x}"),
            format!("{x}**2"),
            format!("({x}&1)"),
            format!("({x}^{n})"),
            format!("~{x}"),
        ];
        self.one_of(&forms)
    }

    /// A term that denotes several values.
    fn several(&mut self, scope: &Scope) -> Option<String> {
        let (x, n) = (self.simple(scope), self.number());
        let forms = match (self.shape.intervals, self.shape.pools) {
            (false, false) => return None,
            (true, false) => vec![format!("1..{x}"), format!("{x}..{n}")],
            (false, true) => vec![format!("({x};{n})")],
            (true, true) => {
                vec![format!("1..{x}"), format!("{x}..{n}"), format!("({x};{n})"), format!("(1..{x};{n})")]
            }
        };
        Some(self.one_of(&forms))
    }

    /// An argument that binds no variable.
    pub(super) fn argument(&mut self, scope: &Scope) -> String {
        if self.once_in(10)
            && let Some(several) = self.several(scope)
        {
            return several;
        }
        if self.shape.arithmetic && self.once_in(6) {
            return self.calculated(scope);
        }
        self.simple(scope)
    }

    /// An atom that binds no variable.
    pub(super) fn atom(&mut self, scope: &Scope) -> String {
        let argument = |writer: &mut Writer| match writer.shape.anonymous && writer.once_in(10) {
            true => "_".to_owned(),
            false => writer.argument(scope),
        };
        let externals = u32::from(self.shape.externals);
        let derived = u32::from(!self.given);
        match self.weighted(&[8 * derived, 8 * derived, 3 * derived, 1, externals, externals, 2]) {
            0 => self.one_of(&["a", "b", "c"]).to_owned(),
            1 => format!("{}({})", self.one_of(&["p", "q"]), argument(self)),
            2 => format!("s({},{})", argument(self), argument(self)),
            3 => format!("e({},{})", argument(self), argument(self)),
            4 => "x".to_owned(),
            5 => format!("y({})", argument(self)),
            _ => format!("u({})", argument(self)),
        }
    }

    /// An atom without `_` that binds no variable.
    pub(super) fn visible_atom(&mut self, scope: &Scope) -> String {
        let anonymous = std::mem::replace(&mut self.shape.anonymous, false);
        let atom = self.atom(scope);
        self.shape.anonymous = anonymous;
        atom
    }

    /// An atom for a head; literals that the body needs for it are added to `guards`.
    pub(super) fn head_atom(&mut self, scope: &Scope, guards: &mut Vec<String>) -> String {
        let mut argument = |writer: &mut Writer| {
            if writer.shape.arithmetic && writer.once_in(10) {
                let term = writer.calculated(scope);
                guards.push(format!("d({term})"));
                return term;
            }
            match writer.once_in(12).then(|| writer.several(scope)).flatten() {
                Some(several) => several,
                None => writer.simple(scope),
            }
        };
        let sign = if self.shape.classical_negation && self.once_in(12) { "-" } else { "" };
        let atom = match self.weighted(&[8, 8, 2]) {
            0 => self.one_of(&["a", "b", "c"]).to_owned(),
            1 if self.shape.pools && self.once_in(15) => {
                let (x, n) = (argument(self), self.number());
                format!("p({x};{n})")
            }
            1 => format!("{}({})", self.one_of(&["p", "q"]), argument(self)),
            _ => format!("s({},{})", argument(self), argument(self)),
        };
        format!("{sign}{atom}")
    }

    /// An atom for a head without pools; literals that the body needs for it are added to `guards`.
    pub(super) fn single_head_atom(&mut self, scope: &Scope, guards: &mut Vec<String>) -> String {
        let shape = self.shape.clone();
        (self.shape.intervals, self.shape.pools) = (false, false);
        let atom = self.head_atom(scope, guards);
        self.shape = shape;
        atom
    }

    /// A literal that binds the variable.
    pub(super) fn binder(&mut self, scope: &Scope, variable: &str) -> String {
        let other = match self.shape.anonymous && self.once_in(2) {
            true => "_".to_owned(),
            false => self.simple(scope),
        };
        let linear = u32::from(self.shape.arithmetic);
        let interval = 2 * u32::from(self.shape.intervals);
        let pool = u32::from(self.shape.pools);
        let unary: &[&str] = if self.given { &["u"] } else { &["p", "q"] };
        let derived = u32::from(!self.given);
        // Values computed from derived atoms have to stay in the domain, so that grounding ends.
        match self.weighted(&[6, 8, 2 * derived, 2, interval, linear, linear * derived, pool, 2 * linear]) {
            0 => format!("d({variable})"),
            1 => format!("{}({variable})", self.one_of(unary)),
            2 => self.one_of(&[format!("s({variable},{other})"), format!("s({other},{variable})")]),
            3 => self.one_of(&[format!("e({variable},{other})"), format!("w({variable},_)")]),
            4 => {
                self.one_of(&[format!("{variable} = 1..{}", self.shape.domain), format!("1..2 = {variable}")])
            }
            5 => {
                let term =
                    self.one_of(&[format!("{variable}+1"), format!("3-{variable}"), format!("2*{variable}")]);
                format!("{}({term}), d({variable})", self.one_of(unary))
            }
            6 => format!("s({variable}+1,{variable})"),
            7 => format!("{variable} = ({};{})", self.number(), self.simple(scope)),
            _ => {
                let term = self.simple(scope);
                let equations = [
                    format!("{variable} = {term}+1"),
                    format!("{variable}+1 = {term}"),
                    format!("({variable},1) = ({term},1)"),
                ];
                format!("{}, d({variable})", self.one_of(&equations))
            }
        }
    }

    /// A comparison that binds no variable.
    pub(super) fn comparison(&mut self, scope: &Scope) -> String {
        let links = if self.once_in(4) { 2 } else { 1 };
        // clingo 5.8 evaluates a negated chain as true if an operation in it is undefined for all values of
        // its variables.
        let mut text = if links == 1 { self.argument(scope) } else { self.simple(scope) };
        for _ in 0..links {
            let relation = self.one_of(&RELATIONS);
            let term = if self.shape.terms && self.once_in(10) {
                self.one_of(&["a", "\"a\"", "#inf", "#sup", "(1,2)", "f(1)"]).to_owned()
            } else {
                self.simple(scope)
            };
            text = format!("{text} {relation} {term}");
        }
        text
    }

    /// A sign that the shape permits.
    pub(super) fn sign(&mut self) -> &'static str {
        match self.weighted(&[
            6,
            6 * u32::from(self.shape.negation),
            2 * u32::from(self.shape.double_negation),
        ]) {
            0 => "",
            1 => "not ",
            _ => "not not ",
        }
    }

    /// A literal that binds no variable and is neither a conditional literal nor an aggregate.
    pub(super) fn plain_literal(&mut self, scope: &Scope) -> String {
        if self.shape.comparisons && !scope.variables.is_empty() && self.once_in(5) {
            let sign = if self.once_in(5) { self.sign() } else { "" };
            return format!("{sign}{}", self.comparison(scope));
        }
        let sign = self.sign();
        match self.shape.classical_negation && self.once_in(15) {
            // clingo 5.8 rejects the `_` of `not -p(_)` as unsafe.
            true => format!("{sign}-{}", self.visible_atom(scope)),
            false => format!("{sign}{}", self.atom(scope)),
        }
    }

    /// A literal that binds no variable.
    pub(super) fn literal(&mut self, scope: &Scope) -> String {
        let conditionals = 2 * u32::from(self.shape.conditionals);
        let aggregates = 3 * u32::from(self.shape.aggregates);
        match self.weighted(&[12, conditionals, aggregates]) {
            0 => self.plain_literal(scope),
            1 => self.conditional(scope),
            _ => {
                let sign = if self.once_in(3) { self.sign() } else { "" };
                format!("{sign}{}", self.aggregate(scope))
            }
        }
    }

    /// The literals of a condition with its own variable, which is added to the scope.
    pub(super) fn local_condition(&mut self, scope: &mut Scope, variable: &str) -> String {
        let mut literals = vec![self.binder(scope, variable)];
        scope.variables.push(variable.to_owned());
        if self.once_in(3) {
            literals.push(self.plain_literal(scope));
        }
        literals.join(", ")
    }

    /// A conditional literal.
    fn conditional(&mut self, scope: &Scope) -> String {
        let mut inner = scope.clone();
        let condition = match self.once_in(4) {
            true => self.plain_literal(scope),
            false => self.local_condition(&mut inner, "V"),
        };
        let literal = if self.once_in(12) { "#false".to_owned() } else { self.plain_literal(&inner) };
        format!("{literal} : {condition}")
    }
}
