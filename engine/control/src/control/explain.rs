//! Origins of ground rules, and explanations by them.
//!
//! ```text
//! keep_origins → add, ground, solve: no answer → explainer → conflict, repairs
//! ```

use crate::Error;
use crate::control::recording::Recording;
use crate::control::state::Control;
use hamadryad_aspif::{Atom, ExternalValue};
use hamadryad_explain::{
    Conflict, Element, ExplainOptions, Explainer, Facts, Grounding, Lacks, Program, aggregate_atoms,
    near_facts,
};
use hamadryad_ground::{Inspector, LiteralKind, PossibleAtoms, RuleSource};
use hamadryad_symbol::{Signature, Symbol};
use hamadryad_syntax::Span;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// The greatest number of ground rules for which the facts of a conflict are searched.
const MOST_WITH_FACTS: usize = 200_000;
/// The greatest growth of a program that is grounded again with absent facts.
const GROWTH: usize = 4;

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
        self.recorded.as_ref().map(|recorded| &recorded.program)
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

    /// An explainer of the program in its present state, with the present values of externals. `stop` is
    /// called often; questions end early when it returns `true`.
    ///
    /// ```
    /// use hamadryad::explain::{ExplainOptions, Outcome};
    /// use hamadryad::{Control, Part};
    ///
    /// let mut control = Control::new();
    /// control.keep_origins();
    /// control.add("rooms.lp", "{ at(L,(a;b)) } = 1 :- lesson(L). lesson(1..9). :- at(L,a). :- at(3,b).")?;
    /// control.ground(&[Part::base()])?;
    ///
    /// let mut explainer = control.explainer(ExplainOptions::new(), &|| false)?;
    /// let Outcome::Found(conflict) = explainer.conflict() else { panic!("there is no answer") };
    /// assert_eq!(conflict.elements().count(), 3);
    /// assert!(conflict.is_minimal && conflict.is_verified);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    ///
    /// # Errors
    /// If origins are not kept, or a user propagator takes part, whose constraints are unknown.
    pub fn explainer<'c>(
        &'c self,
        options: ExplainOptions,
        stop: &'c dyn Fn() -> bool,
    ) -> Result<Explainer<'c>, Error> {
        let recorded = self.recording()?;
        let grounding = Grounding {
            program: &recorded.program,
            grounder: &self.grounder,
            symbols: &self.symbols,
            data: recorded.data.as_ref().map(|data| &data[..]),
        };
        Ok(Explainer::new(grounding, self.external_values(&recorded.program), options, stop))
    }

    /// A control for questions that concern facts of the given signatures (`None` for all facts), or atoms
    /// that no rule can derive: the calls so far are repeated such that these facts stay in bodies, and that
    /// the granted atoms are possible. Numbers of atoms differ, but symbols that this control knows are the
    /// same.
    ///
    /// # Errors
    /// If origins are not kept, if statements without a text were added, or if `stop` returned `true`.
    pub fn regrounded(
        &self,
        facts: &[Option<Signature>],
        granted: &[Symbol],
        stop: &dyn Fn() -> bool,
    ) -> Result<Control, Error> {
        self.regrounded_within(facts, granted, usize::MAX, stop)
    }

    /// As [`Control::regrounded`]; an error if more than `most` rules are written.
    fn regrounded_within(
        &self,
        facts: &[Option<Signature>],
        granted: &[Symbol],
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Control, Error> {
        let recorded = self.recording()?;
        let mut control = Control {
            symbols: self.symbols.clone(),
            sources: self.sources.clone(),
            grounder: self.grounder.fresh(),
            ..Control::with_config(self.config().clone())
        };
        control.grounder.keep_facts_open(facts);
        let mut again = Recording::default();
        control.grounder.begin_direct();
        for &atom in granted {
            control.grounder.direct_atom(&control.symbols, atom, &mut again.program);
        }
        let Control { symbols, grounder, sources, .. } = &mut control;
        let repeated = recorded.repeat(symbols, grounder, &mut again.program, most, stop);
        let repeated = repeated.map_err(|error| Error::of_grounding(error, sources))?;
        if repeated.is_none() {
            return Err(Error::Malformed("statements without a text cannot be grounded again"));
        }
        let rules = self.grounder.rule_sources().count() as u32;
        let data = || Arc::new((0..rules).map(|rule| self.grounder.data_variables(rule)).collect());
        again.data = Some(recorded.data.clone().unwrap_or_else(data));
        control.recorded = Some(Box::new(again));
        Ok(control)
    }

    /// The atoms under `not` in the bodies of instances that no rule can derive, so that they have no ground
    /// rule. [`Control::regrounded`] can grant them.
    pub fn underivable(&mut self, instances: &[(u32, Vec<Symbol>)]) -> Vec<Symbol> {
        let Control { grounder, symbols, .. } = self;
        let world = PossibleAtoms(grounder);
        let mut inspector = Inspector::new(grounder, symbols, &world);
        let mut found = Vec::new();
        for (rule, values) in instances {
            let literals = inspector.instance(*rule, values).unwrap_or_default();
            for literal in literals.iter().filter(|literal| literal.kind == LiteralKind::Negation) {
                let atom = literal.goal.as_ref().and_then(|goal| goal.atom(inspector.symbols()));
                found.extend(atom.filter(|&atom| grounder.lookup(atom).is_none()));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The signatures of the facts on which statements depend, given by the numbers of their rules.
    pub fn facts_below(&self, rules: &[u32]) -> Vec<Signature> {
        self.grounder.facts_below(rules)
    }

    /// The facts on which a conflict of an explainer of this control rests, and absent facts: the program is grounded
    /// again with the facts below the conflict open. `options` are those of the explainer. Returns the number of tests as
    /// well; no facts if there are none, if the program cannot be grounded again or is too large, or if `stop` returned
    /// `true`.
    pub fn facts_of(
        &mut self,
        conflict: &Conflict,
        options: &ExplainOptions,
        stop: &dyn Fn() -> bool,
    ) -> (Option<Facts>, u64) {
        let rules: BTreeSet<u32> =
            conflict.elements().filter_map(|element| Some(element.instance.as_ref()?.0)).collect();
        let rules: Vec<u32> = rules.into_iter().collect();
        let is_trusted =
            |signature: Option<Signature>| signature.is_some_and(|s| options.trusted.contains(&s));
        let below = self.facts_below(&rules).into_iter();
        let signatures: Vec<Option<Signature>> = below.map(Some).filter(|&s| !is_trusted(s)).collect();
        let size = self.recorded.as_ref().map_or(0, |recorded| recorded.program.len());
        if size > MOST_WITH_FACTS {
            return (None, 0);
        }
        let mut absent = near_facts(conflict, &self.grounder, &mut self.symbols, stop);
        absent.retain(|&atom| !is_trusted(self.symbols.signature(atom)));
        if signatures.is_empty() && absent.is_empty() {
            return (None, 0);
        }
        // With absent facts, the program may become far larger.
        let most = GROWTH * size + MOST_WITH_FACTS / 20;
        let again = match self.regrounded_within(&signatures, &absent, most, stop) {
            Err(_) if !absent.is_empty() && !signatures.is_empty() => {
                absent.clear();
                self.regrounded_within(&signatures, &[], GROWTH * most, stop)
            }
            other => other,
        };
        let Ok(again) = again else { return (None, 0) };
        let Ok(explainer) = self.explainer(options.clone(), stop) else { return (None, 0) };
        let options = ExplainOptions { facts: signatures, grantable: absent, ..options.clone() };
        let Ok(mut second) = again.explainer(options, stop) else { return (None, 0) };
        let facts = second.facts_of(&explainer, conflict);
        (facts, second.tests())
    }

    /// The atoms that a conflict needs and no rule can derive, each with the rules that come nearest.
    pub fn lacks_of(&mut self, conflict: &Conflict, stop: &dyn Fn() -> bool) -> Lacks {
        let facts: HashSet<Symbol> = self.facts().collect();
        Lacks::of(conflict, &self.grounder, &mut self.symbols, &facts, stop)
    }

    /// The atoms of the elements of an instance's aggregates.
    pub fn aggregate_atoms(&mut self, element: &Element) -> Vec<Symbol> {
        aggregate_atoms(element, &self.grounder, &mut self.symbols)
    }

    /// The places of the statements whose heads have atoms of a signature, in the order of the text. Facts are not
    /// among them.
    pub fn statements_deriving(&self, signature: Signature) -> Vec<Span> {
        self.grounder.statements_deriving(signature)
    }

    fn recording(&self) -> Result<&Recording, Error> {
        if self.solver.has_user_propagators() {
            return Err(Error::Malformed(
                "a program with user propagators cannot be explained: their constraints are unknown",
            ));
        }
        let message = "origins are not kept: `Control::keep_origins` must be called before the first step";
        self.recorded.as_deref().ok_or(Error::Malformed(message))
    }

    /// The atoms that are external at present, each once.
    fn external_values(&self, program: &Program) -> Vec<(Atom, ExternalValue)> {
        let mut values: Vec<(Atom, ExternalValue)> = program
            .externals()
            .filter_map(|(atom, _)| Some((atom, self.solver.external_value(atom)?)))
            .collect();
        values.sort_by_key(|&(atom, _)| atom);
        values.dedup_by_key(|&mut (atom, _)| atom);
        values
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
