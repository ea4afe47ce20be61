//! Random statements.

use super::{Scope, Writer};
use rand::RngExt;

impl Writer {
    pub(super) fn statements(&mut self) -> Vec<String> {
        let mut statements = self.facts();
        if self.shape.constants {
            statements.push(format!("#const k={}.", self.random.random_range(1..=self.shape.domain)));
        }
        if self.shape.externals && self.once_in(3) {
            let value = self.one_of(&["", " [true]", " [free]", " [false]"]);
            statements.push(
                self.one_of(&[
                    format!("#external x.{value}"),
                    format!("#external y(X) : d(X), X < 3.{value}"),
                ]),
            );
        }
        if self.once_in(3) {
            statements.push(
                self.one_of(&["{ u(1) }.", "{ u(1); u(2) }.", "{ u(2) }. u(1).", "u(1). u(3)."]).to_owned(),
            );
        }
        statements.push(match self.shape.choices {
            true => format!("{}.", self.choice(&Scope::default())),
            false => self.one_of(&["{a; b}.", "{a}.", "{b; c}.", "a :- not b. b :- not a."]).to_owned(),
        });
        let (least, most) = self.shape.rules;
        for _ in 0..self.random.random_range(least..=most) {
            statements.push(self.rule());
        }
        if self.shape.optimization && self.once_in(3) {
            for _ in 0..1 + self.below(2) {
                statements.push(self.objective());
            }
        }
        if self.shape.edges && self.once_in(15) {
            statements.push("#edge (X,Y) : s(X,Y).".to_owned());
        }
        if self.shape.shows && self.once_in(4) {
            for _ in 0..1 + self.below(2) {
                statements.push(self.show());
            }
        }
        statements
    }

    /// The domain, its edges and its weights.
    fn facts(&mut self) -> Vec<String> {
        let size = self.shape.domain;
        let mut facts = vec![match self.shape.intervals {
            true => format!("d(1..{size})."),
            false => (1..=size).map(|i| format!("d({i}).")).collect::<Vec<_>>().join(" "),
        }];
        if self.shape.undefined && self.once_in(6) {
            facts.push("d(c).".to_owned());
        }
        for _ in 0..self.below(4) {
            let (from, to) = (self.number(), self.number());
            facts.push(format!("e({from},{to})."));
        }
        for node in 1..=size {
            if self.once_in(2) {
                facts.push(format!("w({node},{}).", self.random.random_range(-2..=3)));
            }
        }
        facts
    }

    fn rule(&mut self) -> String {
        let shape = self.shape.clone();
        let on = u32::from;
        let kinds = [12, 3 * on(shape.constraints), 4 * on(shape.choices), 3 * on(shape.disjunctions)];
        let others = [on(shape.head_aggregates), 2 * on(shape.assignments), on(shape.terms)];
        let mut scope = Scope::default();
        let mut body = Vec::new();
        match self.weighted(&[kinds.as_slice(), others.as_slice()].concat()) {
            0 => {
                self.body(&mut scope, &mut body);
                let head = self.head_atom(&scope, &mut body);
                written(&head, &body)
            }
            1 => {
                self.body(&mut scope, &mut body);
                let head = match self.once_in(8) {
                    true => format!("{}{}", self.one_of(&["not ", "not not "]), self.visible_atom(&scope)),
                    false if self.shape.comparisons && self.once_in(10) => self.comparison(&scope),
                    false => String::new(),
                };
                written(&head, &body)
            }
            2 => {
                self.short_body(&mut scope, &mut body);
                let head = self.choice(&scope);
                written(&head, &body)
            }
            3 => {
                let first_is_plain = self.once_in(2);
                // clingo 5.8 loses some rules with aggregates whose disjunction is empty.
                self.shape.aggregates &= first_is_plain;
                self.short_body(&mut scope, &mut body);
                self.shape.aggregates = shape.aggregates;
                let head = self.disjunction(&scope, &mut body, first_is_plain);
                written(&head, &body)
            }
            4 => {
                self.short_body(&mut scope, &mut body);
                let head = self.head_aggregate(&scope);
                written(&head, &body)
            }
            5 => {
                self.short_body(&mut scope, &mut body);
                body.push(self.assignment(&scope, "N"));
                if self.once_in(3) {
                    body.push(format!("N {} 1", self.one_of(&["<", ">", "!="])));
                    let head = self.one_of(&["a", "b", "c"]);
                    return written(head, &body);
                }
                if self.once_in(3) {
                    return format!("{} a :- n({}).", written("n(N)", &body), self.number());
                }
                written("n(N)", &body)
            }
            _ => {
                self.body(&mut scope, &mut body);
                let (x, y) = (self.simple(&scope), self.simple(&scope));
                let forms = [
                    format!("f({x})"),
                    format!("({x},{y})"),
                    format!("g({x},\"s\")"),
                    format!("-f({x},{y})"),
                ];
                let term = self.one_of(&forms);
                let rule = written(&format!("t({term})"), &body);
                format!(
                    "{rule} {} :- t({}).",
                    self.one_of(&["a", "b", "c"]),
                    self.one_of(&["f(1)", "(1,X)", "g(1..2,X)", "-f(X,_)"])
                )
            }
        }
    }

    /// Literals that bind up to two variables, and literals that use them.
    fn body(&mut self, scope: &mut Scope, body: &mut Vec<String>) {
        self.bind(scope, body, &[3, 5, 3]);
        for _ in 0..self.weighted(&[2, 5, 3]) {
            body.push(self.literal(scope));
        }
    }

    /// A body that is often empty.
    fn short_body(&mut self, scope: &mut Scope, body: &mut Vec<String>) {
        self.bind(scope, body, &[4, 3]);
        if self.once_in(2) {
            body.push(self.literal(scope));
        }
    }

    fn bind(&mut self, scope: &mut Scope, body: &mut Vec<String>, weights: &[u32]) {
        for variable in ["X", "Y"].into_iter().take(self.weighted(weights)) {
            body.push(self.binder(scope, variable));
            scope.variables.push(variable.to_owned());
        }
    }

    fn disjunction(&mut self, scope: &Scope, body: &mut Vec<String>, first_is_plain: bool) -> String {
        let disjuncts: Vec<String> = (0..2 + self.below(2))
            .map(|index| match if index == 0 && first_is_plain { 0 } else { self.weighted(&[6, 2, 1, 1]) } {
                0 => self.head_atom(scope, body),
                1 => {
                    let mut inner = scope.clone();
                    self.given = true;
                    let mut condition = vec![self.local_condition(&mut inner, "V")];
                    self.given = false;
                    let atom = self.single_head_atom(&inner, &mut condition);
                    format!("{atom} : {}", condition.join(", "))
                }
                2 => {
                    let atom = self.single_head_atom(scope, body);
                    self.given = true;
                    let condition = self.plain_literal(scope);
                    self.given = false;
                    format!("{atom} : {condition}")
                }
                _ => {
                    // Whether a disjunction defines an external atom depends on earlier simplifications.
                    let externals = std::mem::replace(&mut self.shape.externals, false);
                    let literal = format!("{}{}", self.sign(), self.visible_atom(scope));
                    self.shape.externals = externals;
                    literal
                }
            })
            .collect();
        disjuncts.join("; ")
    }

    fn objective(&mut self) -> String {
        let mut scope = Scope::default();
        let mut body = Vec::new();
        self.bind(&mut scope, &mut body, &[1, 2]);
        let has_variable = !scope.variables.is_empty();
        let weight = match self.weighted(&[3, u32::from(has_variable), u32::from(self.shape.undefined)]) {
            0 => self.random.random_range(-2..=3).to_string(),
            1 => self.argument(&scope),
            _ => self.one_of(&["c", "1/0", "#inf"]).to_owned(),
        };
        let priority = self.one_of(&["", "", "@0", "@1", "@2", "@-1"]);
        let tuple = if self.once_in(2) { format!(",{}", self.simple(&scope)) } else { String::new() };
        if self.once_in(2) {
            body.push(self.literal(&scope));
            return format!(":~ {}. [{weight}{priority}{tuple}]", body.join("; "));
        }
        body.push(self.plain_literal(&scope));
        let statement = self.one_of(&["#minimize", "#minimize", "#maximize"]);
        format!(
            "{statement} {{ {weight}{priority}{tuple} : {}; 1,z : {} }}.",
            body.join(", "),
            self.one_of(&["a", "b"])
        )
    }

    fn show(&mut self) -> String {
        let mut scope = Scope::default();
        let mut body = Vec::new();
        match self.weighted(&[3, 1, 3]) {
            0 => format!("#show {}.", self.one_of(&["a/0", "p/1", "q/1", "s/2", "n/1", "-a/0"])),
            1 => "#show.".to_owned(),
            _ => {
                self.body(&mut scope, &mut body);
                let x = self.argument(&scope);
                let term = self.one_of(&[x.clone(), format!("v({x})"), format!("({x},1)"), "a".to_owned()]);
                if body.is_empty() {
                    format!("#show {term}.")
                } else {
                    format!("#show {term} : {}.", body.join("; "))
                }
            }
        }
    }
}

fn written(head: &str, body: &[String]) -> String {
    match (head.is_empty(), body.is_empty()) {
        (true, true) => ":- #false.".to_owned(),
        (false, true) => format!("{head}."),
        (true, false) => format!(":- {}.", body.join("; ")),
        (false, false) => format!("{head} :- {}.", body.join("; ")),
    }
}
