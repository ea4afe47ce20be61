//! A person's game of Snake: keys, pace, light and hints.

use super::puzzle::towards;
use super::{Console, Key};
use crate::clock::Stop;
use clap::Args;
use hamadryad_grid::{Cell, Direction};
use hamadryad_scene::Frame;
use hamadryad_snake::{
    AgentKind, Autopilot, Certainty, Death, Hint, Intent, Light, Obstacle, Outcome, Session, SessionMode,
    Status, Strategy, TripConflict, TurnQueue, frame_with,
};
use std::io;
use std::time::{Duration, Instant};

/// Options of a person's game.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct HumanArguments {
    /// Play yourself: arrows, `wasd` or `hjkl` turn the snake. Without a terminal, the keys are read from
    /// standard input as text, in which `.` is a step.
    ///
    /// Other keys: space or `p` pauses, `?` gives a hint, `t` lets a planner take over and ends that, `o`
    /// shows the known round trip, `e` the cells that exclude every round trip while the light is red, `u` undoes a step with --practice, `q` leaves.
    #[arg(long, help_heading = "Playing yourself")]
    #[arg(conflicts_with_all = ["planner", "strategy", "solver", "approach", "no_heuristic", "no_mirror", "time_limit", "watch", "no_watch", "delay", "format"])]
    pub(crate) human: bool,

    /// Make one step for each key, without a clock.
    #[arg(long, requires = "human", help_heading = "Playing yourself")]
    turn_by_turn: bool,

    /// Steps in a second, 2 to 20.
    #[arg(long, value_name = "N", requires = "human", conflicts_with = "turn_by_turn", default_value_t = 6)]
    #[arg(value_parser = clap::value_parser!(u64).range(2..=20), help_heading = "Playing yourself")]
    speed: u64,

    /// Allow steps to be undone, even the last one of a dead snake.
    #[arg(long, requires = "human", help_heading = "Playing yourself")]
    practice: bool,
}

impl HumanArguments {
    pub(crate) fn mode(self) -> SessionMode {
        if self.practice { SessionMode::Practice } else { SessionMode::Game }
    }
}

/// The planner that takes over.
const PLANNER: AgentKind = AgentKind::Splice;
/// The time of a hint, and the longest time for the light.
const HINT: Duration = Duration::from_millis(500);
const LIGHT: Duration = Duration::from_millis(100);
/// The longest time for the reason of a red light; any key ends it.
const REASON: Duration = Duration::from_secs(10);

/// A game at the keyboard.
struct Desk<'a> {
    session: Session,
    arguments: HumanArguments,
    turns: TurnQueue,
    is_paused: bool,
    light: Option<Light>,
    /// The number of steps at which the light was determined.
    lit: Option<usize>,
    /// The length at which the snake was last safe.
    safe: Option<usize>,
    hint: Option<Hint>,
    /// The cells that exclude a round trip, if they were asked for.
    conflict: Option<TripConflict>,
    shows_cycle: bool,
    autopilot: Option<Autopilot<'a>>,
    message: String,
}

/// Plays until the game is over or the player leaves. Returns the session.
///
/// # Errors
/// Errors of the terminal.
pub(crate) fn play(session: Session, arguments: HumanArguments, stop: &Stop) -> io::Result<Session> {
    let begun = Instant::now();
    let clock = move || begun.elapsed();
    let mut console = Console::open(stop)?;
    let mut desk = Desk {
        session,
        arguments,
        turns: TurnQueue::default(),
        is_paused: true,
        light: None,
        lit: None,
        safe: None,
        hint: None,
        conflict: None,
        shows_cycle: false,
        autopilot: None,
        message: String::new(),
    };
    let period = Duration::from_secs(1) / u32::try_from(arguments.speed).unwrap_or(1);
    let mut due = Instant::now() + period;
    loop {
        desk.update_light();
        console.show(&desk.frame(console.is_terminal()))?;
        if desk.is_over() && !arguments.practice {
            break;
        }
        let deadline = desk.is_running().then_some(due);
        match console.key(deadline)? {
            Some(Key::Quit) => break,
            Some(Key::Resized) => {}
            Some(Key::Sign('e')) => {
                desk.begin_explanation();
                if console.is_terminal() {
                    console.show(&desk.frame(true))?;
                }
                let end = Instant::now() + REASON;
                desk.explain(&|| Instant::now() >= end || console.is_waiting());
            }
            Some(Key::Sign('.')) if !console.is_terminal() => desk.tick(),
            Some(key) => desk.press(key, &clock),
            None => {
                desk.tick();
                due = Instant::now() + period;
            }
        }
        // After a pause the snake gets its full time again.
        if deadline.is_none() {
            due = Instant::now() + period;
        }
    }
    Ok(desk.session)
}

impl<'a> Desk<'a> {
    fn is_over(&self) -> bool {
        self.session.game().status() != Status::Running
    }

    /// Whether the snake moves by itself.
    fn is_running(&self) -> bool {
        let moves = self.autopilot.is_some() || !self.arguments.turn_by_turn && !self.is_paused;
        moves && !self.is_over()
    }

    /// A key that is neither a tick nor the end.
    fn press(&mut self, key: Key, clock: &'a dyn Fn() -> Duration) {
        self.message.clear();
        self.conflict = None;
        match key {
            Key::Arrow(direction) => {
                self.autopilot = None;
                if self.arguments.turn_by_turn {
                    self.step(direction);
                } else {
                    self.turns.push(&self.session, direction);
                    self.is_paused = false;
                }
            }
            Key::Sign(' ' | 'p') => self.is_paused = !self.is_paused,
            Key::Sign('?') => self.give_hint(),
            Key::Sign('o') => self.shows_cycle = !self.shows_cycle,
            Key::Sign('t') if self.autopilot.is_some() => self.autopilot = None,
            Key::Sign('t') => match self.session.take_over(PLANNER, clock) {
                Ok(autopilot) => self.autopilot = Some(autopilot),
                Err(error) => self.message = format!("the planner cannot take over: {error}"),
            },
            Key::Sign('u') => self.undo(),
            Key::Click(cell) | Key::Drag(_, cell) => {
                if let Some(direction) = self.towards(cell) {
                    self.press(Key::Arrow(direction), clock);
                }
            }
            Key::Sign(_) | Key::Resized | Key::Quit => {}
        }
    }

    /// The direction that brings the head closer to a cell, and does not lead back into the neck.
    fn towards(&self, cell: Cell) -> Option<Direction> {
        let game = self.session.game();
        let neck = game.snake().nth(1);
        let closer = |direction: &Direction| {
            let to = game.board().step(game.head(), *direction).filter(|to| Some(*to) != neck);
            to.is_some_and(|to| to.manhattan(cell) < game.head().manhattan(cell))
        };
        let main = towards(game.head(), cell).filter(closer);
        main.or_else(|| Direction::ALL.into_iter().find(closer))
    }

    /// The next step of a planner, or of the snake at its pace.
    fn tick(&mut self) {
        self.message.clear();
        self.conflict = None;
        match &mut self.autopilot {
            Some(autopilot) => {
                let outcome = autopilot.step(&mut self.session);
                self.hint = None;
                if let Err(error) = outcome {
                    self.message = format!("the planner stops: {error}");
                    self.autopilot = None;
                }
            }
            None if self.is_paused || self.arguments.turn_by_turn => {}
            None => {
                if let Some(direction) = self.turns.next(&self.session) {
                    self.step(direction);
                }
            }
        }
    }

    fn step(&mut self, direction: Direction) {
        self.hint = None;
        match self.session.step(direction) {
            Err(error) => self.message = error.to_string(),
            Ok(Outcome::Died(_)) => self.turns.clear(),
            Ok(_) => {}
        }
    }

    fn undo(&mut self) {
        (self.hint, self.autopilot, self.is_paused) = (None, None, true);
        self.turns.clear();
        if !self.session.undo() {
            let is_practice = self.arguments.practice;
            let reason =
                if is_practice { "there is no step to undo" } else { "only --practice can undo steps" };
            self.message = reason.to_owned();
        }
    }

    fn give_hint(&mut self) {
        let end = Instant::now() + HINT;
        self.hint = self.session.hint(Strategy::Relaxed, &|| Instant::now() >= end);
        self.is_paused = true;
    }

    fn begin_explanation(&mut self) {
        (self.is_paused, self.autopilot, self.hint, self.conflict) = (true, None, None, None);
        self.message = "looking for the cells that exclude a round trip; any key ends this".to_owned();
    }

    /// Looks for the cells that exclude a round trip.
    fn explain(&mut self, is_stopped: &dyn Fn() -> bool) {
        self.message = match self.session.obstacle(is_stopped) {
            Ok(None) => String::new(),
            Ok(Some(Obstacle::None)) => "a round trip runs through the snake".to_owned(),
            Ok(Some(Obstacle::Unknown)) => "no reason was found in time".to_owned(),
            Ok(Some(Obstacle::Cells(conflict))) => {
                let sentences = conflict.sentences().join("; ");
                self.conflict = Some(conflict);
                sentences
            }
            Err(error) => error.to_string(),
        };
    }

    fn update_light(&mut self) {
        if self.lit == Some(self.session.moves().len()) && self.light != Some(Light::Unknown) {
            return;
        }
        self.lit = Some(self.session.moves().len());
        let step = Duration::from_millis(500 / self.arguments.speed);
        let end = Instant::now() + if self.is_running() { LIGHT.min(step) } else { LIGHT };
        self.light = self.session.light(&|| Instant::now() >= end);
        if matches!(self.light, Some(Light::Safe { .. })) {
            self.safe = Some(self.session.game().length());
        }
    }

    /// The length at which the snake was last safe, if that was at another length.
    fn last_proof(&self, light: Light) -> String {
        let last = self.safe.filter(|&length| length != self.session.game().length());
        match (light, last) {
            (Light::NotProven | Light::Unknown, Some(length)) => format!("; last proven at length {length}"),
            _ => String::new(),
        }
    }

    /// The plan that is drawn: the planner's, or that of the last hint.
    fn intent(&mut self) -> Intent {
        let plan = self.autopilot.as_mut().and_then(|autopilot| autopilot.plan(&self.session).ok());
        let mut intent = match (plan, &self.hint) {
            (Some(intent), _) => intent,
            (None, Some(hint)) => Intent { path: hint.path.clone(), ..Intent::default() },
            (None, None) => Intent::default(),
        };
        intent.search.clear();
        let cycle = intent.cycle.take().or_else(|| self.session.certificate().cloned());
        intent.cycle = cycle.filter(|_| self.shows_cycle);
        intent
    }

    fn frame(&mut self, with_keys: bool) -> Frame {
        let intent = self.intent();
        let mut frame = frame_with(self.session.game(), &intent);
        if let Some(conflict) = &self.conflict {
            conflict.mark(&mut frame, &self.session.game().snake().collect::<Vec<Cell>>());
        }
        let state = match (self.session.game().status(), &self.light) {
            (Status::Won, _) => "won: the snake covers the board".to_owned(),
            (Status::Lost(death), _) => lost(death),
            (Status::Running, Some(light)) => format!("{light}{}", self.last_proof(*light)),
            (Status::Running, None) => String::new(),
        };
        frame.caption.push(state);
        let message = match (&self.autopilot, &self.hint) {
            _ if !self.message.is_empty() => self.message.clone(),
            (Some(autopilot), _) => format!("{} plays; t ends that", autopilot.kind()),
            (None, Some(hint)) => sentence(hint),
            (None, None) if self.is_paused && !self.arguments.turn_by_turn => "paused".to_owned(),
            (None, None) => String::new(),
        };
        // On a terminal, all pictures have the same height.
        frame.caption.extend(Some(message).filter(|message| with_keys || !message.is_empty()));
        if with_keys {
            let undo = if self.arguments.practice { ", u undo" } else { "" };
            frame.caption.push(format!(
                "arrows, space pause, ? hint, t planner, o round trip, e why red{undo}, q leave"
            ));
        }
        frame
    }
}

fn lost(death: Death) -> String {
    format!("lost: {death}")
}

fn sentence(hint: &Hint) -> String {
    let direction = format!("{:?}", hint.direction).to_lowercase();
    let steps = hint.path.len().saturating_sub(1);
    let least = if hint.is_least { ", none shorter" } else { "" };
    match hint.certainty {
        Certainty::Cycle => format!("hint: {direction}, {steps} steps along a round trip{least}"),
        Certainty::CycleAtApple => format!("hint: {direction}, {steps} steps onto a round trip{least}"),
        Certainty::Guess => format!("hint: {direction}, a guess without proof"),
    }
}
