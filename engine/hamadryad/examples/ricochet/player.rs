//! A player of Ricochet Robots on a fixed board. It solves `encodings/ricochet/ricochet.lp` with any of the
//! five approaches.
//!
//! The positions of the robots, `start(R,(X,Y))`, change between targets: they are the held atoms of the
//! approach.

use hamadryad::approach::{Approach, ApproachKind, Request, Setting};
use hamadryad::{Control, Error, Part, Signature, Symbol, Symbols, Truth, View};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

const PROGRAM: &str = include_str!("../../../../encodings/ricochet/ricochet.lp");
const BOARD: &str = include_str!("../../../../encodings/ricochet/instances/6x6.lp");

/// Row and column of a field, from 1.
pub type Field = (i32, i32);

/// The position of each robot, by its name.
pub type Positions = BTreeMap<&'static str, Field>;

/// A robot and the direction of its move, as row and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The name of the robot.
    pub robot: String,
    /// (0,1), (0,-1), (1,0) or (-1,0).
    pub direction: Field,
}

/// Plans one round after another.
pub struct Player {
    approach: Box<dyn Approach>,
    /// The external that is true.
    target: Option<Symbol>,
}

impl Player {
    /// Starts the approach, which grounds the program now or for each plan.
    ///
    /// # Errors
    /// If grounding fails.
    pub fn new(kind: ApproachKind) -> Result<Player, Error> {
        let mut control = Control::new();
        control.add("ricochet.lp", PROGRAM)?;
        control.add("6x6.lp", BOARD)?;
        let start = Signature { name: control.symbols_mut().name("start"), arity: 2, positive: true };
        // The program chooses start positions freely, so held positions may be facts.
        let setting = Setting { control, parts: &[Part::base()], candidates: &[start], are_open: true };
        Ok(Player { approach: kind.start(setting, &|| false)?, target: None })
    }

    /// A shortest plan that moves a robot to a field; `None` if the program's limit on the length excludes
    /// all plans.
    ///
    /// # Errors
    /// If grounding or solving fails.
    pub fn plan(
        &mut self,
        positions: &Positions,
        robot: &str,
        field: Field,
    ) -> Result<Option<Vec<Move>>, Error> {
        let symbols = self.approach.symbols_mut();
        let held: Vec<Symbol> =
            positions.iter().map(|(robot, &field)| atom(symbols, "start", robot, field)).collect();
        let target = atom(symbols, "target", robot, field);
        if let Some(last) = self.target.replace(target) {
            self.approach.assign_external(last, Truth::False);
        }
        self.approach.assign_external(target, Truth::True);
        let mut plan = None;
        self.approach.solve(Request::new(&held), &mut |model| {
            let mut moves: Vec<(i32, Move)> =
                model.shown().filter_map(|symbol| read_move(model.symbols(), symbol)).collect();
            moves.sort_by_key(|&(time, _)| time);
            plan = Some(moves.into_iter().map(|(_, step)| step).collect());
            ControlFlow::Continue(())
        })?;
        Ok(plan)
    }
}

fn atom(symbols: &mut Symbols, predicate: &str, robot: &str, (row, col): Field) -> Symbol {
    let pair = [symbols.number(row), symbols.number(col)];
    let arguments = [symbols.constant(robot), symbols.tuple(&pair)];
    symbols.function(predicate, &arguments)
}

/// `move(R,(DX,DY),T)`
fn read_move(symbols: &Symbols, symbol: Symbol) -> Option<(i32, Move)> {
    let &[robot, direction, time] = symbols.arguments(symbol) else { return None };
    let View::Function { name, .. } = symbols.view(robot) else { return None };
    let &[rows, cols] = symbols.arguments(direction) else { return None };
    let direction = (symbols.as_number(rows)?, symbols.as_number(cols)?);
    Some((symbols.as_number(time)?, Move { robot: symbols.text(name).to_owned(), direction }))
}
