//! Hints: the next step of a plan for the present position.

use super::{Light, Session};
use crate::agents::grows_as_usual;
use crate::{Agent, Answer, General, Plan, Position, Strategy, solve_relaxed};
use hamadryad_grid::{Cell, Cycle, Direction};

/// The next step of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The direction of the step.
    pub direction: Direction,
    /// The way to the apple, from the head on; empty if none is known.
    pub path: Vec<Cell>,
    /// The Hamiltonian cycle of the plan, unless the plan is a guess.
    pub cycle: Option<Cycle>,
    /// The reason to trust the plan.
    pub certainty: Certainty,
    /// Whether it is proven that no plan with this certainty has fewer steps.
    pub is_least: bool,
}

/// Reason to trust a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Certainty {
    /// The way is part of a Hamiltonian cycle through the snake.
    Cycle,
    /// When the snake eats the apple, it lies on a Hamiltonian cycle; on the way it need not.
    CycleAtApple,
    /// None: the shortest way found, or without a way the step after which the head reaches the most cells.
    Guess,
}

impl Session {
    /// A hint by a strategy: a plan along a Hamiltonian cycle; with [`Strategy::Relaxed`], or if there is no
    /// such cycle, a way that ends on one. Within the budget the plan is the shortest; otherwise it is the
    /// best plan known. [`Strategy::Naive`] follows the certificate. `None` if the game is over.
    ///
    /// The rest of the plan is kept while the snake follows it, so that a later hint is never worse. Hence a
    /// player who follows hints wins, once a hint is no guess.
    pub fn hint(&mut self, strategy: Strategy, is_stopped: &dyn Fn() -> bool) -> Option<Hint> {
        let instance = self.instance()?;
        self.help.hints += 1;
        let mut found = self.known_plan(strategy, is_stopped);
        let is_longer = |plan: &Plan| found.as_ref().is_none_or(|(best, _)| plan.steps() < best.steps());
        if let Some(plan) = self.plan.clone().filter(is_longer) {
            found = Some((plan, Certainty::CycleAtApple));
        }
        let is_wanted = strategy == Strategy::Relaxed || found.is_none();
        if is_wanted && grows_as_usual(&self.game) {
            let Answer { plan, .. } = solve_relaxed(&instance, self.certificate.as_ref(), is_stopped);
            let steps = found.as_ref().map_or(usize::MAX, |(best, _)| best.steps());
            match plan {
                Some(plan) if plan.steps() < steps => found = Some((plan, Certainty::CycleAtApple)),
                Some(plan) if plan.steps() == steps => {
                    found.iter_mut().for_each(|(best, _)| best.proven = plan.proven);
                }
                _ => {}
            }
        }
        let Some((plan, certainty)) = found else { return Some(self.guess()) };
        let head = self.game.head();
        let path: Vec<Cell> = [head].into_iter().chain(plan.way.iter().copied()).collect();
        let direction = head.direction_to(plan.way[0]).expect("a way goes from neighbour to neighbour");
        let (cycle, is_least) = (Some(plan.cycle.clone()), plan.proven);
        self.plan = Some(plan);
        Some(Hint { direction, path, cycle, certainty, is_least })
    }

    /// The plan along the certificate. Unless the strategy is naive, a better certificate is searched for.
    fn known_plan(&mut self, strategy: Strategy, is_stopped: &dyn Fn() -> bool) -> Option<(Plan, Certainty)> {
        let mut is_least = false;
        if strategy != Strategy::Naive || self.certificate.is_none() {
            is_least = matches!(self.light(is_stopped), Some(Light::Safe { is_least: true, .. }));
        }
        let (known, snake) = (self.certificate.clone()?, self.game.body());
        let position = Position { snake: &snake, apple: self.game.apple()?, known: &known };
        Some((Plan::along(known.clone(), &position, is_least), Certainty::Cycle))
    }

    /// A step without a proof.
    fn guess(&self) -> Hint {
        let mut general = General::new(&self.game);
        let direction = general.next(&self.game).expect("this agent plans without a solver");
        let path = general.intent(&self.game, Some(direction)).path;
        Hint { direction, path, cycle: None, certainty: Certainty::Guess, is_least: false }
    }
}
