//! The five approaches as logic programs (`encodings/snake/approaches`), played as their headers state,
//! against the library's planner.

use hamadryad::approach::ApproachKind;
use hamadryad::{Config, Control, OptimizeMode, Part, SolveOptions, Symbol, Truth};
use hamadryad_grid::{Board, Cell, Cycle};
use hamadryad_snake::{
    Apples, Game, Limits, LogicOptions, LogicPlanner, NoObserver, Plan, PlanError, Planner, Position, Status,
    Strategy, Work, play,
};
use std::collections::BTreeSet;

const HAMILTONIAN: &str = include_str!("../../../encodings/snake/hamiltonian.lp");
const NAIVE: &str = include_str!("../../../encodings/snake/naive.lp");

fn program(approach: ApproachKind) -> &'static str {
    match approach {
        ApproachKind::OneShot => include_str!("../../../encodings/snake/approaches/one-shot.lp"),
        ApproachKind::AdHoc => include_str!("../../../encodings/snake/approaches/ad-hoc.lp"),
        ApproachKind::Preground => include_str!("../../../encodings/snake/approaches/preground.lp"),
        ApproachKind::Assume => include_str!("../../../encodings/snake/approaches/assume.lp"),
        ApproachKind::Nogood => include_str!("../../../encodings/snake/approaches/nogood.lp"),
    }
}

/// All shortest cycles of a position, as sets of `next` atoms, with the number of steps.
type Shortest = (i64, BTreeSet<Vec<String>>);

/// One game under one approach.
struct Player {
    board: Board,
    approach: ApproachKind,
    control: Control,
    /// The external atoms that are true.
    on: Vec<Symbol>,
    apple: u32,
}

impl Player {
    fn new(board: Board, approach: ApproachKind) -> Self {
        let mut player = Self { board, approach, control: Control::new(), on: Vec::new(), apple: 0 };
        player.control = player.new_control();
        if approach != ApproachKind::OneShot {
            player.ground(&["base", "heads", "heuristics"]);
        }
        if approach == ApproachKind::Preground {
            player.ground(&["switches"]);
        }
        player
    }

    fn new_control(&self) -> Control {
        let mut control = Control::with_config(Config { domain_heuristic: true, ..Config::default() });
        control.define("n", &self.board.grid().rows().to_string()).expect("a number");
        control.define("m", &self.board.grid().cols().to_string()).expect("a number");
        control.add("hamiltonian.lp", HAMILTONIAN).expect("a program");
        control.add("approach", program(self.approach)).expect("a program");
        control
    }

    fn ground(&mut self, parts: &[&str]) {
        let parts: Vec<Part<'_>> = parts.iter().map(|name| Part::new(name, &[])).collect();
        self.control.ground(&parts).expect("it can be grounded");
    }

    fn term(&mut self, text: &str) -> Symbol {
        self.control.parse_symbol("term", text).expect("a term")
    }

    /// Makes these external atoms true, and the others false.
    fn assign(&mut self, atoms: Vec<Symbol>) {
        for &atom in &self.on {
            self.control.assign_external(atom, Truth::False);
        }
        for &atom in &atoms {
            self.control.assign_external(atom, Truth::True);
        }
        self.on = atoms;
    }

    fn shortest(&mut self, position: &Position<'_>) -> Shortest {
        self.apple += 1;
        let arcs: Vec<(Cell, Cell)> = position.arcs().collect();
        let next: Vec<String> = arcs.iter().map(|&(from, to)| arc("next", from, to)).collect();
        let mut externals =
            vec![format!("head({})", field(position.head())), format!("apple({})", field(position.apple))];
        let heuristic = position.known.arcs().map(|(from, to)| arc("heur", from, to)).collect::<Vec<_>>();
        match self.approach {
            ApproachKind::OneShot => {
                self.control = self.new_control();
                self.on.clear();
                let facts: String =
                    externals.drain(..).chain(next.clone()).map(|fact| format!("{fact}.\n")).collect();
                self.control.add("position", &format!("#program position.\n{facts}")).expect("facts");
                self.ground(&["position", "base", "heads", "heuristics"]);
            }
            ApproachKind::AdHoc => {
                let turn = self.control.symbols_mut().number(self.apple as i32);
                self.control.ground(&[Part::new("guarded", &[turn])]).expect("a small part");
                for &(from, to) in &arcs {
                    let (from, to) = (self.term(&field(from)), self.term(&field(to)));
                    self.control.ground(&[Part::new("held", &[from, to, turn])]).expect("a small part");
                }
            }
            ApproachKind::Preground => externals.extend(arcs.iter().map(|&(from, to)| arc("hold", from, to))),
            ApproachKind::Assume | ApproachKind::Nogood => {}
        }
        let guard = self.term(&format!("guard({})", self.apple));
        if self.approach == ApproachKind::AdHoc {
            self.control.assign_external(guard, Truth::True);
        }
        let externals = externals.into_iter().chain(heuristic).map(|atom| self.term(&atom)).collect();
        self.assign(externals);
        let next: Vec<Symbol> = next.iter().map(|atom| self.term(atom)).collect();
        let result = self.solve(&next);
        if self.approach == ApproachKind::AdHoc {
            self.control.release_external(guard);
        }
        result
    }

    fn solve(&mut self, next: &[Symbol]) -> Shortest {
        let assumes = self.approach == ApproachKind::Assume;
        let assumptions: Vec<_> = next.iter().filter(|_| assumes).map(|&atom| (atom, true)).collect();
        let optimize = OptimizeMode::EnumerateOptimal;
        let options =
            SolveOptions { assumptions: &assumptions, optimize, models: None, ..SolveOptions::default() };
        let mut search = self.control.solve(options).expect("it can be solved");
        let (mut best, mut cycles, mut is_first) = (i64::MAX, BTreeSet::new(), true);
        while let Some(model) = search.next_model() {
            let cost = model.costs()[0];
            if cost < best {
                (best, cycles) = (cost, BTreeSet::new());
            }
            let mut cycle: Vec<String> =
                model.shown().map(|atom| model.symbols().display(atom).to_string()).collect();
            cycle.sort();
            cycles.insert(cycle);
            if is_first && self.approach == ApproachKind::Nogood {
                assert!(next.iter().all(|&atom| model.contains(atom)), "the first model is the known cycle");
                for &atom in next {
                    search.add_clause(&[(atom, true)]);
                }
            }
            is_first = false;
        }
        // The cost counts both the head's field and the apple's.
        (best - 1, cycles)
    }
}

fn field(cell: Cell) -> String {
    let (row, col) = cell.pair();
    format!("({row},{col})")
}

fn arc(name: &str, from: Cell, to: Cell) -> String {
    format!("{name}({},{})", field(from), field(to))
}

/// Plays a game by the library, and compares each plan with all five programs.
struct Compared<'a> {
    library: LogicPlanner<'a>,
    players: Vec<Player>,
    naive: Control,
}

impl Planner for Compared<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let plan = self.library.plan(position)?;
        let mut all = self.players.iter_mut().map(|player| (player.approach, player.shortest(position)));
        let (_, first) = all.next().expect("five approaches");
        assert_eq!(first.0, plan.steps() as i64, "{position:?}");
        assert!(first.1.contains(&atoms_of(&plan.cycle)), "{position:?}");
        for (approach, shortest) in all {
            assert_eq!(shortest, first, "{approach:?} {position:?}");
        }
        self.follow(&plan.cycle);
        Ok(plan)
    }

    fn any_cycle(&mut self, position: &Position<'_>) -> Result<Cycle, PlanError> {
        self.library.any_cycle(position)
    }

    fn work(&self) -> Work {
        self.library.work()
    }
}

impl Compared<'_> {
    /// The part `naive` leaves exactly the given cycle.
    fn follow(&mut self, cycle: &Cycle) {
        let externals = cycle.arcs().map(|(from, to)| arc("cycle", from, to));
        let (head, _) = cycle.arcs().next().expect("a cycle has cells");
        let externals: Vec<Symbol> = externals
            .chain([format!("head({})", field(head)), format!("apple({})", field(head))])
            .map(|atom| self.naive.parse_symbol("term", &atom).expect("a term"))
            .collect();
        externals.iter().for_each(|&atom| self.naive.assign_external(atom, Truth::True));
        let options =
            SolveOptions { optimize: OptimizeMode::Ignore, models: None, ..SolveOptions::default() };
        let mut search = self.naive.solve(options).expect("it can be solved");
        let mut answers = Vec::new();
        while let Some(model) = search.next_model() {
            let mut atoms: Vec<String> =
                model.shown().map(|atom| model.symbols().display(atom).to_string()).collect();
            atoms.sort();
            answers.push(atoms);
        }
        drop(search);
        externals.iter().for_each(|&atom| self.naive.assign_external(atom, Truth::False));
        assert_eq!(answers, [atoms_of(cycle)]);
    }
}

fn atoms_of(cycle: &Cycle) -> Vec<String> {
    let mut atoms: Vec<String> = cycle.arcs().map(|(from, to)| arc("next", from, to)).collect();
    atoms.sort();
    atoms
}

#[test]
fn the_programs_of_all_approaches_have_the_answers_of_the_library() {
    for (rows, cols, seed) in [(2, 3, 1), (4, 4, 1), (4, 4, 2), (4, 5, 1), (6, 4, 3)] {
        let board = Board::new(rows, cols).expect("an even board");
        let options = LogicOptions { mirror: false, ..LogicOptions::default() };
        let library = LogicPlanner::with_options(board, options, Limits::default()).expect("a small program");
        let players = ApproachKind::ALL.map(|approach| Player::new(board, approach)).into();
        let mut naive = Control::new();
        naive.define("n", &rows.to_string()).expect("a number");
        naive.define("m", &cols.to_string()).expect("a number");
        naive.add("hamiltonian.lp", HAMILTONIAN).expect("a program");
        naive.add("naive.lp", NAIVE).expect("a program");
        let parts = ["base", "heads", "naive"].map(|name| Part::new(name, &[]));
        naive.ground(&parts).expect("it can be grounded");
        let mut compared = Compared { library, players, naive };
        let mut game = Game::new(board, Apples::from_seed(seed));
        play(&mut game, Strategy::Conservative, &mut compared, &mut NoObserver).expect("a game");
        assert_eq!(game.status(), Status::Won);
    }
}
