//! Random aggregates.

use super::literal::RELATIONS;
use super::{Scope, Writer};
use rand::RngExt;

impl Writer {
    /// A bound for a sum or a number of elements.
    fn bound(&mut self) -> i32 {
        self.random.random_range(-1..=3)
    }

    /// An aggregate with guards.
    fn guarded(&mut self, aggregate: &str, bounds: [String; 2]) -> String {
        let [low, high] = bounds;
        match self.weighted(&[4, 2, 2]) {
            0 => format!("{aggregate} {} {low}", self.one_of(&RELATIONS)),
            1 => format!("{low} {} {aggregate}", self.one_of(&RELATIONS)),
            _ => format!("{low} <= {aggregate} <= {high}"),
        }
    }

    /// A body aggregate with guards.
    pub(super) fn aggregate(&mut self, scope: &Scope) -> String {
        if self.once_in(3) {
            let elements: Vec<String> = (0..1 + self.below(3)).map(|_| self.set_element(scope)).collect();
            let low = self.bound();
            let set = format!("{{ {} }}", elements.join("; "));
            return self.guarded(&set, [low.to_string(), (low + 1).to_string()]);
        }
        let (function, elements) = self.function_and_elements(scope);
        let low = self.bound();
        let mut bounds = [low.to_string(), (low + self.bound().abs()).to_string()];
        if self.once_in(6) {
            bounds[0] = self.argument(scope);
        } else if self.once_in(15) {
            bounds[1] = self.one_of(&["c", "#sup", "#inf", "\"a\""]).to_owned();
        }
        self.guarded(&format!("{function} {{ {elements} }}"), bounds)
    }

    /// `n(V) :- V = #sum { … }` without the head: an aggregate that assigns a variable.
    pub(super) fn assignment(&mut self, scope: &Scope, variable: &str) -> String {
        let (function, elements) = self.function_and_elements(scope);
        format!("{variable} = {function} {{ {elements} }}")
    }

    fn function_and_elements(&mut self, scope: &Scope) -> (&'static str, String) {
        let function = self.one_of(&["#count", "#sum", "#sum", "#sum+", "#min", "#max"]);
        let elements: Vec<String> = (0..1 + self.below(3)).map(|_| self.element(scope)).collect();
        (function, elements.join("; "))
    }

    fn element(&mut self, scope: &Scope) -> String {
        let mut inner = scope.clone();
        let (mut tuple, condition) = match self.weighted(&[3, 3, 2]) {
            0 => {
                let condition = self.plain_literal(scope);
                (self.bound().to_string(), condition)
            }
            1 => {
                let condition = self.local_condition(&mut inner, "V");
                (self.one_of(&["V", "V", "1", "-V", "V-2"]).to_owned(), condition)
            }
            _ => {
                inner.variables.push("V".to_owned());
                (
                    self.one_of(&["W,V", "W", "-W,V"]).to_owned(),
                    format!("w(V,W), {}", self.plain_literal(&inner)),
                )
            }
        };
        if self.once_in(4) {
            tuple = format!("{tuple},{}", self.argument(&inner));
        }
        if self.shape.terms && self.once_in(12) {
            tuple = self.one_of(&["c,1", "\"a\"", "(1,2)", "f(1),2"]).to_owned();
        }
        format!("{tuple} : {condition}")
    }

    fn set_element(&mut self, scope: &Scope) -> String {
        let mut inner = scope.clone();
        match self.once_in(2) {
            true => match self.sign() {
                "" => self.atom(scope),
                sign => format!("{sign}{}", self.visible_atom(scope)),
            },
            false => {
                let condition = self.local_condition(&mut inner, "V");
                format!("{} : {condition}", self.visible_atom(&inner))
            }
        }
    }

    /// A choice, sometimes with bounds.
    pub(super) fn choice(&mut self, scope: &Scope) -> String {
        let bounded = self.once_in(2);
        self.given = bounded;
        let elements: Vec<String> = (0..1 + self.below(3)).map(|_| self.choice_element(scope)).collect();
        self.given = false;
        let choice = format!("{{ {} }}", elements.join("; "));
        if !bounded {
            return choice;
        }
        let low = self.random.random_range(0..=2);
        match self.weighted(&[3, 3, 3, 1]) {
            0 => format!("{choice} = {}", low.max(1)),
            1 => format!("{choice} <= {low}"),
            2 => format!("{} {choice}", low.max(1)),
            _ => format!("{low} < {choice} != {}", low + 2),
        }
    }

    fn choice_element(&mut self, scope: &Scope) -> String {
        let mut inner = scope.clone();
        let mut guards = Vec::new();
        if self.once_in(2) {
            let condition = self.local_condition(&mut inner, "V");
            let atom = self.head_atom(&inner, &mut guards);
            guards.insert(0, condition);
            return format!("{atom} : {}", guards.join(", "));
        }
        let atom = match self.once_in(12) {
            true => format!("not {}", self.visible_atom(scope)),
            false => self.head_atom(scope, &mut guards),
        };
        if guards.is_empty() { atom } else { format!("{atom} : {}", guards.join(", ")) }
    }

    /// A head aggregate other than a choice.
    pub(super) fn head_aggregate(&mut self, scope: &Scope) -> String {
        let function = self.one_of(&["#count", "#sum", "#sum+", "#min", "#max"]);
        self.given = true;
        let elements: Vec<String> = (0..1 + self.below(2))
            .map(|_| {
                let mut inner = scope.clone();
                let condition = self.local_condition(&mut inner, "V");
                let mut guards = vec![condition];
                let atom = self.head_atom(&inner, &mut guards);
                let tuple = self.one_of(if function == "#sum+" {
                    &["V", "1", "1,V"]
                } else {
                    &["V", "-V", "1", "2,c"]
                });
                format!("{tuple} : {atom} : {}", guards.join(", "))
            })
            .collect();
        self.given = false;
        let low = self.bound();
        self.guarded(
            &format!("{function} {{ {} }}", elements.join("; ")),
            [low.to_string(), (low + 2).to_string()],
        )
    }
}
