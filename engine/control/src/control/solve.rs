//! Solving, and statistics of the program and its searches.

use super::Config;
use crate::control::state::Control;
use crate::race::Race;
use crate::{Error, Search, SolveOptions};
use hamadryad_aspif::{Atom, Literal, Sink};
use hamadryad_solve::{Considered, LevelStatistics, LookAhead, OptimizeMode, ProgramStatistics, Progress};
use hamadryad_symbol::Symbol;
use std::io::{self, Write};

impl Control {
    /// Starts a search for answer sets. New statements are translated first; if `options.stop` returns `true`
    /// meanwhile, the search ends at once, and the next solve continues the translation.
    ///
    /// # Errors
    /// If the solver does not support the ground program, a step has defined an atom of an earlier step, or a
    /// propagator rejects a step.
    pub fn solve<'c>(&'c mut self, options: SolveOptions<'c>) -> Result<Search<'c>, Error> {
        let mut assumptions: Vec<(Literal, (Symbol, bool))> = Vec::new();
        for &(symbol, value) in options.assumptions {
            let atom = match self.grounder.lookup(symbol) {
                Some(state) => state.atom,
                None => self.grounder.fresh_atom(),
            };
            let literal = if value { atom.positive() } else { atom.negative() };
            assumptions.push((literal, (symbol, value)));
        }
        let by_symbol = assumptions.iter().map(|&(literal, _)| literal);
        let optimizes = matches!(options.optimize, OptimizeMode::Optimize | OptimizeMode::EnumerateOptimal);
        let has_end = options.sample.is_none() || options.consequences.is_some();
        let is_ready = self.prepare(options.stop)?;
        let is_optimised = optimizes && !self.solver.priorities().is_empty();
        let to_the_end = has_end && (options.consequences.is_some() || is_optimised);
        let inner_options = hamadryad_solve::SearchOptions {
            models: options.models.unwrap_or(if to_the_end { 0 } else { 1 }),
            optimize: options.optimize,
            bound: options.bound,
            projection: options.projection,
            consequences: options.consequences,
            sample: options.sample,
            stop_at: options.stop_at,
            by_domain: options.by_domain,
            minimal_core: options.minimal_core,
            assumptions: by_symbol.chain(options.literals.iter().copied()).collect(),
        };
        let (symbols, grounder, stop) = (&self.symbols, &self.grounder, options.stop);
        let inner = match is_ready {
            true => self.solver.solve(inner_options).map_err(Error::Solve)?,
            false => self.solver.stopped_before(inner_options),
        };
        let inner = Race::new(inner, options.threads);
        Ok(Search { symbols, grounder, inner, stop, assumptions, literals: options.literals })
    }

    /// Propagates both values of open atoms under assumptions, for callers that split a search into parts.
    ///
    /// ```
    /// use hamadryad::{Considered, Control, LookAhead, Part};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "{ a; b; c }. d :- a. e :- a. f :- not a. g :- not a.")?;
    /// control.ground(&[Part::base()])?;
    /// let a = control.symbols_mut().constant("a");
    /// let a = control.symbolic_atom(a).expect("it is a possible atom").literal;
    /// let all = Considered { among: None, most: 10 };
    /// let LookAhead::Atoms(atoms) = control.look_ahead(&[], all)? else { panic!("there is an answer set") };
    /// assert_eq!(atoms[0].atom, a.atom());
    /// let LookAhead::Atoms(atoms) = control.look_ahead(&[a], all)? else { panic!("there is an answer set") };
    /// assert!(atoms.len() == 2 && atoms.iter().all(|implied| implied.atom != a.atom()));
    /// assert_eq!(control.look_ahead(&[a, !a], all), Ok(LookAhead::Conflict));
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Control::solve`].
    pub fn look_ahead(
        &mut self,
        literals: &[Literal],
        considered: Considered<'_>,
    ) -> Result<LookAhead, Error> {
        self.solver.prepare(&|| false);
        self.prepare_propagators()?;
        self.solver.look_ahead(literals, considered).map_err(Error::Solve)
    }

    /// Translates new statements and prepares the propagators, as [`Control::solve`] does: afterwards, the
    /// objective has the terms of propagators. `false` if `stop` returned `true` meanwhile.
    ///
    /// # Errors
    /// If a propagator rejects a step.
    pub fn prepare(&mut self, stop: &dyn Fn() -> bool) -> Result<bool, Error> {
        self.apply_shows();
        let is_ready = self.solver.prepare(stop);
        if is_ready {
            self.prepare_propagators()?;
        }
        Ok(is_ready)
    }

    /// Applies `#show` statements that were added since the last step to the atoms of all steps.
    fn apply_shows(&mut self) {
        if let Some(hidden) = self.grounder.update_shown(&self.symbols, &mut self.solver) {
            let is_hidden = |atom| self.symbols.signature(atom).is_some_and(|of| hidden.contains(&of));
            self.solver.update_outputs(&is_hidden);
        }
    }

    /// Removes the objective of all steps, also of statements that were grounded and not yet solved: the next
    /// solves have no costs. Statements that are grounded later are a new objective.
    ///
    /// ```
    /// use hamadryad::{Control, Part, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// let text = "{ a; b } = 1. #minimize { 2 : a; 3 : b }. #program other. #maximize { 1 : a }.";
    /// control.add("example.lp", text)?;
    /// control.ground(&[Part::base()])?;
    /// control.remove_minimize();
    /// assert!(control.priorities().is_empty());
    ///
    /// control.ground(&[Part::new("other", &[])])?;
    /// let mut search = control.solve(SolveOptions::default())?;
    /// while search.next_model().is_some() {}
    /// assert_eq!(search.summary().costs, Some(vec![-1]));
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn remove_minimize(&mut self) {
        self.grounder.remove_minimize();
        self.solver.remove_minimize();
    }

    /// Adds atoms to those of `#project` statements. The atoms are those of the ground program, see
    /// [`SymbolicAtom::literal`](crate::SymbolicAtom).
    ///
    /// ```
    /// use hamadryad::{Control, Part, Projection, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "{ a; b; c }. #project a.")?;
    /// control.ground(&[Part::base()])?;
    /// let models = |control: &mut Control| {
    ///     let projection = Some(Projection::Auto);
    ///     let options = SolveOptions { models: Some(0), projection, ..SolveOptions::default() };
    ///     let mut search = control.solve(options)?;
    ///     while search.next_model().is_some() {}
    ///     Ok::<u64, hamadryad::Error>(search.summary().models)
    /// };
    /// assert_eq!(models(&mut control)?, 2);
    ///
    /// let b = control.symbols_mut().constant("b");
    /// let b = control.symbolic_atom(b).expect("it is a possible atom").literal.atom();
    /// control.update_project(&[b]);
    /// assert_eq!(models(&mut control)?, 4);
    /// control.replace_project(&[b]);
    /// assert_eq!(models(&mut control)?, 2);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn update_project(&mut self, atoms: &[Atom]) {
        self.solver.project(atoms);
    }

    /// The atoms of all `#project` statements; `None` without such a statement.
    pub fn projected(&self) -> Option<&[Atom]> {
        self.solver.projected()
    }

    /// Replaces the atoms of all `#project` statements so far.
    pub fn replace_project(&mut self, atoms: &[Atom]) {
        self.solver.replace_project(atoms);
    }

    /// The configuration of the solver.
    pub fn config(&self) -> &Config {
        self.solver.config()
    }

    /// Changes the configuration from now on. Learnt clauses stay. All of
    /// [`SearchConfig`](crate::SearchConfig) takes effect with the next solve, except that the seed orders
    /// the variables of later steps only; a new seed also starts another sequence of random decisions and
    /// signs. `domain_heuristic` applies to statements grounded after the change.
    ///
    /// ```
    /// use hamadryad::{Control, Part, Restarts, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "{ a; b }.")?;
    /// control.ground(&[Part::base()])?;
    /// for restarts in [Restarts::Never, Restarts::Luby(32)] {
    ///     let mut config = control.config().clone();
    ///     config.search.restarts = restarts;
    ///     control.set_config(config);
    ///     assert!(control.solve(SolveOptions::default())?.next_model().is_some());
    /// }
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn set_config(&mut self, config: Config) {
        self.solver.set_config(config);
    }

    /// The progress of searches, readable from another thread while they run: conflicts, bounds of the
    /// optimum.
    ///
    /// ```
    /// use hamadryad::{Control, Part, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "1 { a; b }. #minimize { 2 : a; 3 : b }.")?;
    /// control.ground(&[Part::base()])?;
    /// let progress = control.progress();
    /// // Another thread may read the bounds at any time.
    /// assert_eq!(progress.bounds().best, None);
    /// let mut search = control.solve(SolveOptions::default())?;
    /// while search.next_model().is_some() {}
    /// assert_eq!(progress.bounds().best, Some(vec![2]));
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn progress(&mut self) -> Progress {
        self.solver.progress()
    }

    /// Writes a proof of the answer of the first solve, in the format of the checker VeriPB, during its
    /// search. Must be called before any text is added; [`Control::finish_proof`] must follow. One thread
    /// searches, optima are approached from above only, and a solve that a proof cannot express is an error.
    ///
    /// ```
    /// use hamadryad::{Control, Part, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.begin_proof(Box::new(std::io::sink()));
    /// control.add("example.lp", "{ a; b }. :- a. :- not a. ")?;
    /// control.ground(&[Part::base()])?;
    /// assert!(control.solve(SolveOptions::default())?.next_model().is_none());
    ///
    /// let mut problem = Vec::new();
    /// let axioms = control.finish_proof(&mut problem).expect("a vector takes everything");
    /// assert_eq!(axioms, Some(0));
    /// assert!(problem.starts_with(b"* #variable="));
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn begin_proof(&mut self, proof: Box<dyn Write + Send>) {
        self.solver.begin_proof(proof);
    }

    /// Ends the proof and writes its pseudo-Boolean problem: clauses and sums, and as axioms the required
    /// consequences of loops, of `#edge` and of `&circuit`. Returns the number of axioms; `None` without a
    /// proof.
    ///
    /// # Errors
    /// If the problem or the proof cannot be written.
    pub fn finish_proof(&mut self, problem: &mut dyn Write) -> io::Result<Option<usize>> {
        self.solver.finish_proof(problem)
    }

    /// Sizes of the ground program.
    pub fn program_statistics(&mut self) -> ProgramStatistics {
        *self.solver.statistics()
    }

    /// Statistics of optimisation, by levels of the objective, the highest priority first, over all solves.
    pub fn level_statistics(&mut self) -> Vec<LevelStatistics> {
        self.solver.level_statistics()
    }

    /// Statistics of the search, over all solves.
    pub fn search_statistics(&self) -> hamadryad_sat::Statistics {
        self.solver.search_statistics()
    }

    /// As [`Control::search_statistics`], by thread: those of the first, and of each other that has searched.
    pub fn thread_statistics(&self) -> Vec<hamadryad_sat::Statistics> {
        self.solver.thread_statistics()
    }

    /// The size of the translated program: the number of variables without a permanent value, and the numbers
    /// of clauses with two, three and more literals.
    pub fn size(&mut self) -> (usize, [usize; 3]) {
        self.solver.size()
    }

    /// The number of learnt clauses that the next solve can use. Takes time linear in the number of clauses.
    pub fn learnt_clauses(&self) -> usize {
        self.solver.number_of_learnt_clauses()
    }

    /// The priorities of the objective, highest first; empty without an objective.
    pub fn priorities(&mut self) -> &[i32] {
        self.solver.priorities()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Consequences, Elimination, Part, Projection, Strategy};
    use hamadryad_solve::Descent;

    #[test]
    fn shows_of_later_texts_apply_to_the_atoms_of_all_steps() {
        let mut control = Control::new();
        let mut solved_with = |text: &str, parts: &[Part<'_>]| {
            control.add("test.lp", text).expect("it is a program");
            if !parts.is_empty() {
                control.ground(parts).expect("it can be grounded");
            }
            let projection = Some(Projection::Shown);
            let options = SolveOptions { models: Some(0), projection, ..SolveOptions::default() };
            let mut search = control.solve(options).expect("it is solved");
            let mut models = Vec::new();
            while let Some(model) = search.next_model() {
                models.push(model.to_string());
            }
            models.sort();
            models
        };
        assert_eq!(solved_with("{a; b}. f.", &[Part::base()]), ["f", "f a", "f a b", "f b"]);
        assert_eq!(solved_with("#show b/0. #program more. g.", &[]), ["", "b"]);
        assert_eq!(solved_with("", &[Part::new("more", &[])]), ["", "b"]);
        assert_eq!(solved_with("#show g/0. #show a/0.", &[]), ["g", "g a", "g b", "g b a"]);
        assert_eq!(solved_with("#show.", &[]), ["g", "g a", "g b", "g b a"]);
    }

    #[test]
    fn literals_serve_as_assumptions_and_in_clauses() {
        let mut control = Control::new();
        control.add("test.lp", "{ a; b; c }. :- a, b.").expect("it is a program");
        control.ground(&[Part::base()]).expect("it can be grounded");
        let literals: Vec<Literal> = control.symbolic_atoms().map(|atom| atom.literal).collect();
        let &[a, b, c] = &literals[..] else { panic!("there are three") };

        let literals = [c, a, b];
        let options = SolveOptions { literals: &literals, ..SolveOptions::default() };
        let mut search = control.solve(options).expect("it is solved");
        assert!(search.next_model().is_none());
        assert_eq!(search.summary().core_literals, [a, b]);
        drop(search);

        let literals = [!c];
        let options = SolveOptions { models: Some(0), literals: &literals, ..SolveOptions::default() };
        let mut search = control.solve(options).expect("it is solved");
        search.add_clause_of_literals(&[a, c]);
        let mut found = Vec::new();
        while let Some(model) = search.next_model() {
            found.push(model.to_string());
        }
        assert_eq!(found, ["a"]);
        // No atom has this number: the literal is false.
        let unknown = Atom::new(12345).expect("a number of an atom").positive();
        drop(search);
        let literals = [unknown];
        let mut search = control
            .solve(SolveOptions { literals: &literals, ..SolveOptions::default() })
            .expect("it is solved");
        assert!(search.next_model().is_none());
    }

    #[test]
    fn clauses_of_a_search_hold_on_all_levels_of_the_objective() {
        let text = "{ a; b }. :~ b. [1@2] :~ not a. [1@1]";
        for descent in [Descent::Levels, Descent::Increasing, Descent::Decreasing] {
            let mut control = Control::new();
            control.add("test.lp", text).expect("it is a program");
            control.ground(&[Part::base()]).expect("it can be grounded");
            let mut config = control.config().clone();
            config.strategy = Strategy::Bounds(descent);
            control.set_config(config);
            let a = control.symbols_mut().constant("a");
            let mut search = control.solve(SolveOptions::default()).expect("it is solved");
            search.add_clause(&[(a, false)]);
            while let Some(model) = search.next_model() {
                assert!(!model.contains(a), "{descent:?}");
            }
            assert_eq!(search.summary().costs, Some(vec![0, 1]), "{descent:?}");
        }
    }

    #[test]
    fn consequences_of_terms_of_several_steps_are_not_eliminated() {
        let text = "{ a; b; c }. :- a, b. #show. #show t : a, c. #show u : a. #program more. #show t : b, c.";
        let mut control = Control::new();
        control.add("test.lp", text).expect("it is a program");
        for part in [Part::base(), Part::new("more", &[])] {
            control.ground(&[part]).expect("it can be grounded");
        }
        let mut config = control.config().clone();
        config.elimination = Some(Elimination { after: 0, frozen: 100, ..Elimination::default() });
        control.set_config(config);
        for (consequences, expected) in [(Consequences::Brave, 2), (Consequences::Cautious, 0)] {
            let consequences = Some(consequences);
            let options = SolveOptions { consequences, ..SolveOptions::default() };
            let mut search = control.solve(options).expect("it is solved");
            while search.next_model().is_some() {}
            let known = search.summary().consequences.map(|estimate| estimate.known);
            assert_eq!(known, Some(expected), "{consequences:?}");
        }
    }

    /// The consequences of a program, and their number.
    fn consequences(kind: Consequences, projection: Option<Projection>) -> (String, Option<usize>) {
        let text = "{a; b; c}. d :- a. :- not a, not b. e :- a. e :- b. f. #project b. #project e. \
                    #show d/0. #show e/0. #show f/0. #show t : a, c. #show u : b.";
        let mut control = Control::new();
        control.add("test.lp", text).expect("it is a program");
        control.ground(&[Part::base()]).expect("it can be grounded");
        let options = SolveOptions { consequences: Some(kind), projection, ..SolveOptions::default() };
        let mut search = control.solve(options).expect("it is solved");
        let mut shown = String::new();
        while let Some(model) = search.next_model() {
            shown = model.to_string();
        }
        (shown, search.summary().consequences.map(|estimate| estimate.known))
    }

    /// Projected atoms count though they are hidden; facts are shown, and are not counted.
    #[test]
    fn consequences_are_sought_among_projected_atoms() {
        use Consequences::{Brave, Cautious};
        for projection in [None, Some(Projection::Auto)] {
            assert_eq!(consequences(Cautious, projection), ("f e".to_owned(), Some(1)));
            assert_eq!(consequences(Brave, projection), ("f e u".to_owned(), Some(2)));
        }
        let shown = Some(Projection::Shown);
        assert_eq!(consequences(Cautious, shown), ("f e".to_owned(), Some(2)));
        assert_eq!(consequences(Brave, shown), ("f d e t u".to_owned(), Some(5)));
    }
}
