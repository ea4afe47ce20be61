//! Origins of ground rules, and explanations by them.

use crate::control::state::Control;
use hamadryad_explain::Program;
use hamadryad_ground::RuleSource;
use hamadryad_syntax::Span;

impl Control {
    /// Records all statements from now on with their origins, which explanations need. Grounding takes longer
    /// then, and [`Control::cleanup`] has no effect, because the statements must stay complete.
    ///
    /// # Panics
    /// If the control has grounded a program before.
    pub fn keep_origins(&mut self) {
        let is_new = self.grounder.atoms().next().is_none();
        assert!(is_new, "origins are kept from the first step on, or never");
        self.grounder.keep_origins(true);
        self.recorded.get_or_insert_default();
    }

    /// The recorded statements; `None` if no origins are kept.
    pub fn recorded(&self) -> Option<&Program> {
        self.recorded.as_deref()
    }

    /// The rule with variables that an origin refers to.
    pub fn rule_source(&self, number: u32) -> Option<RuleSource<'_>> {
        self.grounder.rule_source(number)
    }

    /// The place of the fact that an origin refers to: the span of a run of consecutive facts, and the
    /// position in it.
    pub fn fact_place(&self, number: u32) -> Option<(Span, u32)> {
        self.grounder.fact_place(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Part;
    use crate::explain::Source;

    /// Each recorded origin: the place, and the values of the named variables.
    fn origins(text: &str, parts: &[Part<'_>]) -> Vec<String> {
        let mut control = Control::new();
        control.keep_origins();
        control.add("a.lp", text).expect("it is a program");
        for part in parts {
            control.ground(&[*part]).expect("it can be grounded");
        }
        let program = control.recorded().expect("origins are kept");
        let mut found: Vec<String> = Vec::new();
        for rule in program.rules() {
            let text = match program.source(rule.origin) {
                Source::Instance(number, values) => {
                    let source = control.rule_source(number).expect("the rule is known");
                    let named = source.names.iter().zip(source.global).zip(values);
                    let bindings: Vec<String> = named
                        .filter_map(|((name, &is_global), &value)| {
                            let name = name.filter(|_| is_global)?;
                            Some(format!(
                                "{}={}",
                                control.symbols().text(name),
                                control.symbols().display(value)
                            ))
                        })
                        .collect();
                    format!(
                        "{}: {}",
                        control.sources().location(source.span.file, source.span.start).line,
                        bindings.join(" ")
                    )
                }
                Source::Fact(number) => {
                    let (run, position) = control.fact_place(number).expect("the fact is known");
                    let line = control.sources().location(run.file, run.start).line;
                    format!("fact {position} of line {line}")
                }
                Source::Complement => "complement".to_owned(),
                Source::Auxiliary => continue,
                Source::Direct => "direct".to_owned(),
            };
            if found.last() != Some(&text) {
                found.push(text);
            }
        }
        found
    }

    #[test]
    fn every_instance_has_its_rule_and_values() {
        let text = "p(1..2). q(3).\nq(4).\n{ a(X) } = 1 :- p(X).\nb(X) :- a(X), q(Y), Y > 3.\n-b(2).\n:- not b(X), p(X).";
        let found = origins(text, &[Part::base()]);
        let expected = [
            "fact 0 of line 1",
            "fact 1 of line 1",
            "fact 0 of line 5",
            "1: ",
            "3: X=1",
            "3: X=2",
            "3: X=1",
            "3: X=2",
            "4: X=1 Y=4",
            "4: X=2 Y=4",
            "6: X=1",
            "6: X=2",
            "complement",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn instances_that_add_nothing_are_written_too() {
        let text = "place(4..5).\n:- place(X), not reached(X).";
        assert_eq!(origins(text, &[Part::base()]), ["1: ", "2: X=4", "2: X=5"]);
    }

    #[test]
    fn parameters_of_parts_are_values() {
        let text = "#program step(t). { a(t) }. :- not a(t).";
        let mut control = Control::new();
        let arguments: Vec<_> = (1..=2).map(|n| control.symbols_mut().number(n)).collect();
        let parts: Vec<Part<'_>> = arguments.chunks(1).map(|values| Part::new("step", values)).collect();
        assert_eq!(origins(text, &parts), ["1: t=1", "1: t=2"]);
    }
}
