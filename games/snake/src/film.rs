//! A recorded game as a film: the game is replayed by the rules, and each picture shows the plan of the
//! player at that time.

use crate::view::{Intent, frame_with};
use crate::{Agent, AgentKind, AppleRecord, Game, GameRecord, Outcome, RecordError, Status};
use hamadryad_grid::{Cell, Cycle, Direction};
use hamadryad_scene::{Chapter, Film, Frame, Pictures};
use std::time::Duration;

/// The largest board on which costly agents plan a recorded game again, for about as long as the game took.
const MOST_PLANNED_CELLS: usize = 144;

/// The pictures of a film.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// One picture for each step.
    Step,
    /// One picture for each apple as it appears, and one for the end.
    Apple,
}

/// The film of a game, with a chapter for every apple.
///
/// # Errors
/// If the beginning or a cycle is impossible, or a move is not allowed by the rules.
pub fn film(record: &GameRecord, pace: Pace, cell: Option<u32>, delay: u32) -> Result<Film, RecordError> {
    let mut game = record.configuration.beginning.game()?;
    let moves = &record.result.moves.0;
    let mut view = PlanView::at_apple(&game, record.apples())?;
    let mut agent = AgentView::new(record, &game);
    agent.follow(&game, moves.first().copied());
    let mut frames = vec![agent.frame(&game, &view)];
    let mut chapters = vec![chapter(&game, 0)];
    for (number, &direction) in moves.iter().enumerate() {
        let outcome = game.step(direction);
        view.moved(game.head());
        let step = number + 1;
        agent.follow(&game, moves.get(step).copied());
        match outcome {
            Outcome::Died(death) => return Err(RecordError::IllegalMove { step, death: Some(death) }),
            Outcome::Won if step as u64 > game.statistics().steps => {
                return Err(RecordError::IllegalMove { step, death: None });
            }
            Outcome::Won | Outcome::Ate => {
                view = PlanView::at_apple(&game, record.apples())?;
                chapters.push(chapter(&game, frames.len()));
            }
            Outcome::Moved if pace == Pace::Step || step == moves.len() => {}
            Outcome::Moved => continue,
        }
        frames.push(agent.frame(&game, &view));
    }
    let title = format!("Snake on {}, seed {}", game.board(), game.apples().seed());
    Ok(Film { title, pictures: Pictures::Frames { frames, cell }, chapters, delay })
}

/// The agent of a recorded game, which plays again beside the record. A record contains the moves of an agent
/// and not its plans. Agents without a time limit are deterministic, so that their plans can be computed again.
struct AgentView {
    agent: Option<Box<dyn Agent>>,
    /// The next move of the agent; `None` if it makes no further move.
    next: Option<Direction>,
}

impl AgentView {
    fn new(record: &GameRecord, game: &Game) -> Self {
        let kind = record.configuration.planner.as_ref().map(|planner| planner.0);
        let kind = kind.filter(|&kind| repeats(kind, game.board().len()));
        Self { agent: kind.and_then(|kind| kind.start(game, &|| Duration::ZERO).ok()), next: None }
    }

    /// Makes the agent plan its next move. If the recorded move differs, the record is not a game of this
    /// agent, and nothing more is shown.
    fn follow(&mut self, game: &Game, recorded: Option<Direction>) {
        let Some(agent) = &mut self.agent else { return };
        let is_over = game.status() != Status::Running || recorded.is_none();
        self.next = if is_over { None } else { agent.next(game).ok().filter(|next| Some(*next) == recorded) };
        if self.next.is_none() {
            self.agent = None;
        }
    }

    /// The board with the plan of the agent, or with the recorded plan.
    fn frame(&self, game: &Game, recorded: &PlanView) -> Frame {
        match &self.agent {
            Some(agent) if game.apple().is_some() => frame_with(game, &agent.intent(game, self.next)),
            _ => recorded.frame(game),
        }
    }
}

/// Whether an agent repeats its game, and in little time, on a board with this number of cells.
fn repeats(kind: AgentKind, cells: usize) -> bool {
    match kind {
        AgentKind::ZigZag | AgentKind::Static | AgentKind::Dynamic(_) => true,
        AgentKind::Cells | AgentKind::Splice | AgentKind::General => true,
        // They plan with the solver or with many tries, at a cost that grows faster than the board.
        AgentKind::Conservative | AgentKind::Relaxed | AgentKind::Foresight(None) => {
            cells <= MOST_PLANNED_CELLS
        }
        AgentKind::Foresight(Some(_)) => false,
    }
}

fn chapter(game: &Game, picture: usize) -> Chapter {
    let name = match game.apple() {
        Some(_) => format!("apple {}", game.statistics().apples + 1),
        None => "the end".to_string(),
    };
    Chapter { picture, name }
}

/// The plan that is shown on the way to an apple.
#[derive(Default)]
struct PlanView {
    /// Starts at the position of the head when the apple appeared.
    path: Vec<Cell>,
    /// Place of the head on the path.
    place: usize,
    cycle: Option<Cycle>,
}

impl PlanView {
    fn at_apple(game: &Game, records: &[AppleRecord]) -> Result<Self, RecordError> {
        let eaten = usize::try_from(game.statistics().apples).unwrap_or(usize::MAX);
        let (Some(record), Some(apple)) = (records.get(eaten), game.apple()) else {
            return Ok(Self::default());
        };
        let cycle = record.cycle(game.board());
        let cycle = cycle.map_err(|message| RecordError::Apple { number: eaten + 1, message })?;
        let head = game.head();
        let path = match (&record.path, &cycle) {
            (Some(moves), _) if !moves.0.is_empty() => {
                let steps = moves.0.iter().scan(head, |cell, &direction| {
                    *cell = game.board().step(*cell, direction)?;
                    Some(*cell)
                });
                [head].into_iter().chain(steps).collect()
            }
            // Without a recorded way, the player follows the cycle.
            (_, Some(cycle)) => cycle.between(head, apple).collect(),
            (_, None) => Vec::new(),
        };
        Ok(Self { path, place: 0, cycle })
    }

    /// Updates the place after a move of the head. The path is dropped when the head leaves it; a path may
    /// visit a cell twice.
    fn moved(&mut self, head: Cell) {
        self.place += 1;
        if self.path.get(self.place) != Some(&head) {
            self.path.clear();
            self.place = 0;
        }
    }

    /// The board and the remaining part of the plan.
    fn frame(&self, game: &Game) -> Frame {
        let (path, cycle) = (self.path[self.place..].to_vec(), self.cycle.clone());
        frame_with(game, &Intent { path, cycle, ..Intent::default() })
    }
}
