//! Ground statements without text: atoms, rules and directives created by the host language.
//!
//! *Invariant:* statements take effect together at `finish`; without `finish` they have no effect.

use crate::control::atoms::AtomTables;
use crate::control::state::{Control, Script, Truth};
use crate::{Error, Files};
use hamadryad_aspif::{
    Atom, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, Tee, WeightedLiteral,
};
use hamadryad_explain::Mark;
use hamadryad_ground::{Grounder, Place};
use hamadryad_solve::Saved;
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::{Diagnostic, Sources};
use std::collections::HashMap;

/// A step that is written statement by statement. It borrows the control until it is finished; dropping it
/// discards the statements.
///
/// Atoms and their literals keep their meaning in all later steps.
pub struct Backend<'c> {
    control: &'c mut Control,
    observer: Option<&'c mut dyn Sink>,
    saved: Saved,
    mark: Option<Mark>,
    places: HashMap<Atom, Place>,
    /// The first error.
    error: Option<Error>,
    is_finished: bool,
}

/// The texts of a control whose backend is open.
pub struct Texts<'a>(&'a mut Control);

impl Texts<'_> {
    /// As [`Control::add`].
    ///
    /// # Errors
    /// As [`Control::add`].
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.0.add(name, text)
    }

    /// As [`Control::add_to_part_from`].
    ///
    /// # Errors
    /// As [`Control::add_to_part_from`].
    pub fn add_to_part_from(
        &mut self,
        files: &mut dyn Files,
        name: &str,
        part: &str,
        parameters: &[&str],
        text: &str,
    ) -> Result<(), Error> {
        self.0.add_to_part_from(files, name, part, parameters, text)
    }

    /// As [`Control::load`].
    ///
    /// # Errors
    /// As [`Control::load`].
    pub fn load(&mut self, path: &str) -> Result<bool, Error> {
        self.0.load(path)
    }

    /// As [`Control::add_built`].
    ///
    /// # Errors
    /// As [`Control::add_built`].
    pub fn add_built(
        &mut self,
        build: impl FnOnce(&mut Symbols, &mut Sources) -> hamadryad_syntax::ast::Program,
    ) -> Result<(), Error> {
        self.0.add_built(build)
    }

    /// As [`Control::accept_scripts`].
    pub fn accept_scripts(&mut self, languages: Vec<String>) {
        self.0.accept_scripts(languages);
    }

    /// As [`Control::take_scripts`].
    pub fn take_scripts(&mut self) -> Vec<Script> {
        self.0.take_scripts()
    }

    /// As [`Control::take_warnings`].
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        self.0.take_warnings()
    }

    /// As [`Control::sources`].
    pub fn sources(&self) -> &Sources {
        self.0.sources()
    }
}

impl Control {
    /// Begins to write ground statements. They belong to the present step, which lasts until the next solve,
    /// like the statements of [`Control::ground`]; parts that are grounded later use the atoms.
    ///
    /// ```
    /// use hamadryad::{BodyRef, Control, Head, Part, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "sum(S) :- S = #sum { X : number(X) }. #show sum/1.")?;
    ///
    /// let mut backend = control.backend();
    /// let numbers: Vec<_> = [1, 2, 4].iter().map(|&n| backend.symbols_mut().number(n)).collect();
    /// for number in numbers {
    ///     let symbol = backend.symbols_mut().function("number", &[number]);
    ///     let atom = backend.atom(symbol)?;
    ///     backend.rule(Head::Choice(&[atom]), BodyRef::Normal(&[]));
    /// }
    /// backend.finish()?;
    ///
    /// control.ground(&[Part::base()])?;
    /// let mut search = control.solve(SolveOptions { models: Some(0), ..SolveOptions::default() })?;
    /// let mut sums = Vec::new();
    /// while let Some(model) = search.next_model() {
    ///     sums.push(model.to_string());
    /// }
    /// assert_eq!(sums.len(), 8);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn backend(&mut self) -> Backend<'_> {
        Backend::begin(self, None)
    }

    /// As [`Control::backend`]; an observer receives all statements too, and no end of a rejected step.
    pub fn backend_observed<'c>(&'c mut self, observer: &'c mut dyn Sink) -> Backend<'c> {
        Backend::begin(self, Some(observer))
    }
}

impl<'c> Backend<'c> {
    fn begin(control: &'c mut Control, observer: Option<&'c mut dyn Sink>) -> Backend<'c> {
        let saved = control.solver.save();
        let mark = control.recorded.as_ref().map(|recorded| recorded.mark());
        if control.solver.is_waiting() {
            control.grounder.continue_step();
        }
        control.grounder.begin_direct();
        let places = HashMap::new();
        let mut backend = Backend { control, observer, saved, mark, places, error: None, is_finished: false };
        backend.write(|sink, _| sink.begin_step());
        backend
    }

    /// Passes a statement to all sinks.
    fn write(&mut self, statement: impl Fn(&mut dyn Sink, &Symbols)) {
        self.with_sink(|_, symbols, sink| statement(sink, symbols));
    }

    /// Calls a function with the grounder and the sink of all statements.
    fn with_sink<T>(&mut self, run: impl FnOnce(&mut Grounder, &mut Symbols, &mut dyn Sink) -> T) -> T {
        let Control { symbols, grounder, solver, recorded, .. } = &mut *self.control;
        let mut recording;
        let sink: &mut dyn Sink = match recorded {
            Some(recorded) => {
                recording = Tee(&mut recorded.program, solver);
                &mut recording
            }
            None => solver,
        };
        match &mut self.observer {
            Some(observer) => run(grounder, symbols, &mut Tee(&mut **observer, sink)),
            None => run(grounder, symbols, sink),
        }
    }

    /// The control, for adding texts while the backend is open. They stay, even if the statements are discarded.
    ///
    /// ```
    /// use hamadryad::{BodyRef, Control, Head, Part};
    ///
    /// let mut control = Control::new();
    /// let mut backend = control.backend();
    /// let symbol = backend.symbols_mut().constant("a");
    /// let atom = backend.atom(symbol)?;
    /// backend.rule(Head::Disjunction(&[atom]), BodyRef::Normal(&[]));
    /// backend.texts().add("example.lp", "b :- a.")?;
    /// backend.finish()?;
    /// control.ground(&[Part::base()])?;
    /// assert_eq!(control.atoms().count(), 2);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn texts(&mut self) -> Texts<'_> {
        Texts(&mut *self.control)
    }

    /// The store of all symbols of the control.
    pub fn symbols(&self) -> &Symbols {
        &self.control.symbols
    }

    /// The store of all symbols of the control, for creating symbols.
    pub fn symbols_mut(&mut self) -> &mut Symbols {
        &mut self.control.symbols
    }

    /// The atom of a symbol: the existing atom, or a new atom without a rule. Shows, projections and joins
    /// treat it like an atom that rules of the program derive.
    ///
    /// # Errors
    /// If the symbol is no atom: a number, a string, a tuple.
    pub fn atom(&mut self, symbol: Symbol) -> Result<Atom, Error> {
        let found = self.with_sink(|grounder, symbols, sink| grounder.direct_atom(symbols, symbol, sink));
        match found {
            Some((atom, place)) => {
                self.places.insert(atom, place);
                Ok(atom)
            }
            None => Err(Error::NoAtom(self.control.symbols.display(symbol).to_string())),
        }
    }

    /// A new atom without a name, which no model shows.
    pub fn new_atom(&mut self) -> Atom {
        self.control.grounder.fresh_atom()
    }

    /// Makes an atom, and all atoms with smaller numbers, atoms of the program without a name, unless they are atoms
    /// already.
    ///
    /// # Errors
    /// If the number is far beyond those of all atoms: numbers of atoms are dense.
    pub fn reserve(&mut self, atom: Atom) -> Result<(), Error> {
        const FAR: u32 = 1 << 20;
        let last = self.control.grounder.number_of_atoms();
        if atom.number() > last.saturating_add(FAR) {
            return Err(Error::Malformed("an atom has a number that is far beyond those of all atoms"));
        }
        self.control.grounder.give_up_to(atom);
        Ok(())
    }

    /// Adds a rule. An earlier step must not define an atom of its head, as for [`Control::ground`]. An atom that this
    /// backend has named is a fact, as in a text, if a rule without a body derives it.
    pub fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        let (Head::Disjunction(heads) | Head::Choice(heads)) = head;
        let body_is_known = match body {
            BodyRef::Normal(literals) => self.knows(literals),
            BodyRef::Sum { literals, .. } => {
                self.require(
                    literals.iter().all(|summand| summand.weight > 0),
                    "a weight of a body is not positive",
                ) && literals.iter().all(|summand| self.knows(&[summand.literal]))
            }
        };
        if !body_is_known || !heads.iter().all(|head| self.knows(&[head.positive()])) {
            return;
        }
        for head in heads {
            self.mark(*head, false);
        }
        if let (Head::Disjunction([fact]), BodyRef::Normal([])) = (head, body)
            && let Some(&place) = self.places.get(fact)
        {
            self.control.grounder.mark_direct_fact(place);
        }
        self.write(|sink, _| sink.rule(head, body));
    }

    /// Declares an atom external while no rule defines it. See [`Control::assign_external`] and
    /// [`Control::release_external`].
    pub fn external(&mut self, atom: Atom, value: Truth) {
        if self.knows(&[atom.positive()]) {
            self.mark(atom, true);
            self.write(|sink, _| sink.external(atom, ExternalValue::from(value)));
        }
    }

    /// Makes an external atom false permanently, as [`Control::release_external`].
    pub fn release(&mut self, atom: Atom) {
        if self.knows(&[atom.positive()]) {
            self.write(|sink, _| sink.external(atom, ExternalValue::Release));
        }
    }

    /// Assumes literals in the next solve.
    pub fn assume(&mut self, literals: &[Literal]) {
        if self.knows(literals) {
            self.write(|sink, _| sink.assume(literals));
        }
    }

    /// A theory term that is a number.
    pub fn theory_number(&mut self, value: i32) -> u32 {
        self.ground(|grounder, _, sink| grounder.direct_theory_number(value, sink))
    }

    /// A theory term that is a constant, an operator, or a string with its quotes.
    pub fn theory_name(&mut self, name: &str) -> u32 {
        self.ground(|grounder, _, sink| grounder.direct_theory_name(name, sink))
    }

    /// A theory term with arguments: of the function whose name is the term `functor`, or −1 for a tuple, −2 for a
    /// set, −3 for a list.
    pub fn theory_compound(&mut self, functor: i32, arguments: &[u32]) -> u32 {
        let given = arguments.iter().copied().chain(u32::try_from(functor));
        self.knows_theory(given, std::iter::empty());
        self.ground(|grounder, _, sink| grounder.direct_theory_compound(functor, arguments, sink))
    }

    /// The theory term of a symbol.
    pub fn theory_symbol(&mut self, symbol: Symbol) -> u32 {
        self.ground(|grounder, symbols, sink| grounder.direct_theory_symbol(symbols, symbol, sink))
    }

    /// An element of theory atoms: a tuple of terms under a condition.
    pub fn theory_element(&mut self, terms: &[u32], condition: &[Literal]) -> u32 {
        self.knows_theory(terms.iter().copied(), std::iter::empty());
        self.knows(condition);
        self.ground(|grounder, _, sink| grounder.direct_theory_element(terms, condition, sink))
    }

    /// A theory atom, which is the given atom, or a new one. If the step has a theory atom with the same content,
    /// that atom is returned. `None`, for a directive, has no atom.
    ///
    /// ```
    /// use hamadryad::{Control, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// let mut backend = control.backend();
    /// let name = backend.theory_name("sum");
    /// let terms = [backend.theory_number(3)];
    /// let elements = [backend.theory_element(&terms, &[])];
    /// let atom = backend.new_atom();
    /// assert_eq!(backend.theory_atom(Some(atom), name, &elements, None), Some(atom));
    /// backend.finish()?;
    /// let mut search = control.solve(SolveOptions { models: Some(0), ..SolveOptions::default() })?;
    /// while search.next_model().is_some() {}
    /// assert_eq!(search.summary().models, 2, "no theory determines the value of the atom");
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn theory_atom(
        &mut self,
        atom: Option<Atom>,
        name: u32,
        elements: &[u32],
        guard: Option<(u32, u32)>,
    ) -> Option<Atom> {
        let terms = guard.into_iter().flat_map(|(operator, right)| [operator, right]).chain([name]);
        self.knows_theory(terms, elements.iter().copied());
        let is_directive = atom.is_none();
        self.ground(|grounder, _, sink| {
            grounder.direct_theory_atom(atom, is_directive, name, elements, guard, sink)
        })
    }

    /// Asks the grounder for a term or an atom, which it may write to all sinks.
    fn ground<T>(&mut self, ask: impl FnOnce(&mut Grounder, &Symbols, &mut dyn Sink) -> T) -> T {
        let Control { symbols, grounder, solver, .. } = &mut *self.control;
        match &mut self.observer {
            Some(observer) => ask(grounder, symbols, &mut Tee(&mut **observer, solver)),
            None => ask(grounder, symbols, solver),
        }
    }

    fn knows_theory(&mut self, terms: impl Iterator<Item = u32>, elements: impl Iterator<Item = u32>) {
        let (known_terms, known_elements) = self.control.grounder.theory_sizes();
        let mut terms = terms;
        let mut elements = elements;
        let holds = terms.all(|term| (term as usize) < known_terms)
            && elements.all(|element| (element as usize) < known_elements);
        self.require(holds, "a theory atom contains a term or an element that this control has not created");
    }

    /// Adds summands to the objective of a priority.
    pub fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        if literals.iter().all(|summand| self.knows(&[summand.literal])) {
            self.write(|sink, _| sink.minimize(priority, literals));
        }
    }

    /// Shows a term in the models in which the condition is true, as `#show term : condition.`
    pub fn show(&mut self, term: Symbol, condition: &[Literal]) {
        if self.knows(condition) {
            self.write(|sink, symbols| sink.output(symbols, OutputKind::Term, term, condition));
        }
    }

    /// Adds atoms to the projection of enumerations, as `#project`.
    pub fn project(&mut self, atoms: &[Atom]) {
        if atoms.iter().all(|atom| self.knows(&[atom.positive()])) {
            self.write(|sink, _| sink.project(atoms));
        }
    }

    /// Adds a directive of the domain heuristic for an atom, active if the condition is true, as
    /// `#heuristic`.
    pub fn heuristic(
        &mut self,
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: &[Literal],
    ) {
        if self.knows(&[atom.positive()]) && self.knows(condition) {
            self.write(|sink, _| sink.heuristic(atom, modifier, bias, priority, condition));
        }
    }

    /// Adds an edge to the graph that must be acyclic, present if the condition is true, as `#edge`. Nodes
    /// are shared with `#edge` in the program.
    pub fn edge(&mut self, from: Symbol, to: Symbol, condition: &[Literal]) {
        if self.knows(condition) {
            let (from, to) = (self.control.grounder.node(from), self.control.grounder.node(to));
            self.write(|sink, _| sink.edge(from, to, condition));
        }
    }

    /// As [`Backend::edge`], for nodes with numbers of the caller. The nodes of `#edge` in the program have the
    /// numbers from 0, in the order of their occurrence.
    pub fn numbered_edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        if self.knows(condition) {
            self.write(|sink, _| sink.edge(from, to, condition));
        }
    }

    /// The tables of the possibly true atoms.
    pub fn tables(&self) -> AtomTables<'_> {
        self.control.tables()
    }

    /// Adds the statements to the control.
    ///
    /// # Errors
    /// If a statement is invalid, or a rule defines an atom of an earlier step. Then no statement takes
    /// effect.
    pub fn finish(mut self) -> Result<(), Error> {
        self.with_sink(|grounder, symbols, sink| grounder.finish_direct(symbols, sink));
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        if let Err(error) = self.control.solver.check(&self.saved) {
            return Err(self.control.named_error(error));
        }
        self.write(|sink, _| sink.end_step());
        if let Some(recorded) = &mut self.control.recorded {
            recorded.direct();
        }
        self.is_finished = true;
        Ok(())
    }

    fn knows(&mut self, literals: &[Literal]) -> bool {
        let known = literals.iter().all(|literal| self.control.grounder.has_given(literal.atom()));
        self.require(known, "a ground statement contains an atom that this control has not created")
    }

    /// Stores an error unless a condition holds.
    fn require(&mut self, holds: bool, message: &'static str) -> bool {
        if !holds {
            self.error.get_or_insert(Error::Malformed(message));
        }
        holds
    }

    fn mark(&mut self, atom: Atom, is_external: bool) {
        if let Some(&place) = self.places.get(&atom) {
            self.control.grounder.mark_direct(place, is_external);
        }
    }
}

impl Drop for Backend<'_> {
    fn drop(&mut self) {
        if !self.is_finished {
            self.control.solver.restore(&self.saved);
            self.control.grounder.undo();
            if let Some(recorded) = &mut self.control.recorded {
                recorded.restore(self.mark);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Part, SolveOptions};

    fn models(control: &mut Control) -> Vec<String> {
        let options = SolveOptions { models: Some(0), ..SolveOptions::default() };
        let mut search = control.solve(options).expect("the program is accepted");
        let mut found = Vec::new();
        while let Some(model) = search.next_model() {
            found.push(model.to_string());
        }
        found.sort();
        found
    }

    fn fact(backend: &mut Backend<'_>, name: &str) -> Atom {
        let symbol = backend.symbols_mut().constant(name);
        let atom = backend.atom(symbol).expect("a constant is an atom");
        backend.rule(Head::Disjunction(&[atom]), BodyRef::Normal(&[]));
        atom
    }

    #[test]
    fn statements_and_text_share_atoms() {
        let mut control = Control::new();
        control.add("a.lp", "b :- not not a. { c }. -d :- c. #show b/0. #show d/0. #show t : c.").unwrap();
        let mut backend = control.backend();
        let a = backend.symbols_mut().constant("a");
        let a = backend.atom(a).unwrap();
        backend.rule(Head::Choice(&[a]), BodyRef::Normal(&[]));
        fact(&mut backend, "d");
        backend.finish().unwrap();
        control.ground(&[Part::base()]).unwrap();
        // `d` and `-d` exclude each other, independent of their origin.
        assert_eq!(models(&mut control), ["d", "d b"]);

        let c = control.symbols_mut().constant("c");
        let c = control.symbolic_atom(c).unwrap().literal;
        let term = control.symbols_mut().number(7);
        let mut backend = control.backend();
        backend.show(term, &[!c]);
        backend.finish().unwrap();
        assert_eq!(models(&mut control), ["d 7", "d b 7"]);
    }

    #[test]
    fn facts_are_facts_for_later_groundings() {
        let mut control = Control::new();
        control.add("a.lp", "b :- a. c :- not a. {d}. e :- a, d. f(X) : g(X) :- d.").unwrap();
        let mut backend = control.backend();
        fact(&mut backend, "a");
        let g = backend.symbols_mut().number(1);
        let g = backend.symbols_mut().function("g", &[g]);
        let g = backend.atom(g).unwrap();
        backend.rule(Head::Disjunction(&[g]), BodyRef::Normal(&[]));
        backend.finish().unwrap();
        control.ground(&[Part::base()]).unwrap();
        let b = control.symbols_mut().constant("b");
        assert!(control.symbolic_atom(b).unwrap().is_fact);
        let c = control.symbols_mut().constant("c");
        assert!(control.symbolic_atom(c).is_none());
        let sorted = |model: String| {
            let mut atoms: Vec<&str> = model.split(' ').collect();
            atoms.sort_unstable();
            atoms.join(" ")
        };
        let found: Vec<String> = models(&mut control).into_iter().map(sorted).collect();
        assert_eq!(found, ["a b g(1)", "a b d e f(1) g(1)"]);
    }

    #[test]
    fn unfinished_and_rejected_statements_have_no_effect() {
        let mut control = Control::new();
        let mut backend = control.backend();
        fact(&mut backend, "a");
        drop(backend);
        assert_eq!(models(&mut control), [""]);

        let mut backend = control.backend();
        let a = fact(&mut backend, "a");
        backend.finish().unwrap();
        assert_eq!(models(&mut control), ["a"]);

        let mut backend = control.backend();
        fact(&mut backend, "b");
        let beyond = Atom::new(1000).unwrap();
        backend.rule(Head::Disjunction(&[]), BodyRef::Normal(&[beyond.negative()]));
        assert!(matches!(backend.finish(), Err(Error::Malformed(_))));

        let mut backend = control.backend();
        let c = fact(&mut backend, "c");
        let literals = [WeightedLiteral { literal: a.positive(), weight: -1 }];
        backend.rule(Head::Disjunction(&[c]), BodyRef::Sum { lower: 1, literals: &literals });
        assert!(matches!(backend.finish(), Err(Error::Malformed(_))));
        assert_eq!(models(&mut control), ["a"]);
        assert_eq!(control.atoms().count(), 1);
    }

    #[test]
    fn atoms_of_earlier_steps_are_not_defined_again() {
        let mut control = Control::new();
        control.add("a.lp", "{ a }. b :- a.").unwrap();
        control.ground(&[Part::base()]).unwrap();
        assert_eq!(models(&mut control), ["", "a b"]);
        let mut backend = control.backend();
        fact(&mut backend, "b");
        assert_eq!(backend.finish(), Err(Error::Redefined("b".to_owned())));
        let three = control.symbols_mut().number(3);
        assert_eq!(control.backend().atom(three), Err(Error::NoAtom("3".to_owned())));
        assert_eq!(models(&mut control), ["", "a b"]);
    }

    #[test]
    fn an_atom_of_an_earlier_step_cannot_become_external() {
        let mut control = Control::new();
        control.add("a.lp", "#external x. [true]").unwrap();
        let mut backend = control.backend();
        let x = backend.symbols_mut().constant("x");
        let atom = backend.atom(x).unwrap();
        backend.rule(Head::Disjunction(&[]), BodyRef::Normal(&[atom.positive()]));
        backend.finish().unwrap();
        assert_eq!(models(&mut control), [""]);
        control.ground(&[Part::base()]).unwrap();
        assert_eq!(control.symbolic_atom(x).unwrap().external, None);
        assert_eq!(models(&mut control), [""]);
    }

    #[test]
    fn an_observer_receives_the_statements() {
        #[derive(Default)]
        struct Names(Vec<String>);
        impl Sink for Names {
            fn name(&mut self, symbols: &Symbols, _: Atom, symbol: Symbol) {
                self.0.push(symbols.display(symbol).to_string());
            }
            fn rule(&mut self, _: Head<'_>, _: BodyRef<'_>) {
                self.0.push("a rule".to_owned());
            }
            fn end_step(&mut self) {
                self.0.push("the end".to_owned());
            }
        }
        let (mut control, mut seen) = (Control::new(), Names::default());
        let mut backend = control.backend_observed(&mut seen);
        fact(&mut backend, "a");
        backend.finish().unwrap();
        assert_eq!(seen.0, ["a", "a rule", "the end"]);
    }

    #[test]
    fn externals_sums_objectives_and_edges() {
        let mut control = Control::new();
        let mut backend = control.backend();
        let names = ["x", "p", "q"];
        let symbols: Vec<Symbol> = names.iter().map(|name| backend.symbols_mut().constant(name)).collect();
        let atoms: Vec<Atom> = symbols.iter().map(|&symbol| backend.atom(symbol).unwrap()).collect();
        let (x, p, q) = (atoms[0], atoms[1], atoms[2]);
        backend.external(x, Truth::True);
        backend.rule(Head::Choice(&[p, q]), BodyRef::Normal(&[]));
        // At least one of p and q holds if x holds.
        let literals = [p, q].map(|atom| WeightedLiteral { literal: atom.positive(), weight: 1 });
        let some = backend.new_atom();
        backend.rule(Head::Disjunction(&[some]), BodyRef::Sum { lower: 1, literals: &literals });
        backend.rule(Head::Disjunction(&[]), BodyRef::Normal(&[x.positive(), some.negative()]));
        backend.edge(symbols[1], symbols[2], &[p.positive()]);
        backend.edge(symbols[2], symbols[1], &[q.positive()]);
        backend.finish().unwrap();
        assert_eq!(models(&mut control), ["x p", "x q"]);

        let mut backend = control.backend();
        backend.minimize(0, &[WeightedLiteral { literal: q.negative(), weight: 2 }]);
        backend.finish().unwrap();
        let mut search = control.solve(SolveOptions::default()).unwrap();
        let mut last = String::new();
        while let Some(model) = search.next_model() {
            last = model.to_string();
        }
        drop(search);
        assert_eq!(last, "x q");

        control.assign_external(symbols[0], Truth::False);
        control.release_external(symbols[0]);
        let is_external = |control: &Control| control.symbolic_atom(symbols[0]).unwrap().external.is_some();
        assert!(!is_external(&control));
        let mut search = control.solve(SolveOptions::default()).unwrap();
        let mut last = None;
        while let Some(model) = search.next_model() {
            last = Some(model.to_string());
        }
        assert_eq!(last.as_deref(), Some("q"), "nothing asks for one of them, and q costs nothing");
    }
}
