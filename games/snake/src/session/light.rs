//! The light of a game: whether the snake provably wins if it is led well from now on.

use super::Session;
use crate::{Answer, Instance, Status, decide, solve};
use std::fmt;

/// Knowledge about the present position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Light {
    /// A Hamiltonian cycle runs through the snake: a player who follows it wins.
    Safe {
        /// The steps to the apple along the best cycle found.
        steps: usize,
        /// Whether it is proven that no Hamiltonian cycle through the snake has fewer steps to the apple.
        is_least: bool,
    },
    /// It is proven that no Hamiltonian cycle runs through the snake. The snake may nevertheless win.
    NotProven,
    /// The budget was exhausted before either was proven.
    Unknown,
}

impl fmt::Display for Light {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Safe { steps, is_least: true } => {
                write!(
                    f,
                    "safe: a round trip runs through the snake, {steps} steps to the apple, none shorter"
                )
            }
            Self::Safe { steps, is_least: false } => {
                write!(f, "safe: a round trip runs through the snake, {steps} steps to the apple")
            }
            Self::NotProven => f.write_str("not proven: no round trip runs through the snake"),
            Self::Unknown => f.write_str("not known: the search for a round trip was stopped"),
        }
    }
}

impl Session {
    /// Decides whether a Hamiltonian cycle runs through the snake, and searches for the shortest way to the
    /// apple along such a cycle. The best cycle becomes the certificate. `None` if the game is over.
    pub fn light(&mut self, is_stopped: &dyn Fn() -> bool) -> Option<Light> {
        let instance = self.instance()?;
        if self.certificate.is_none() {
            let Answer { plan, stopped, .. } = decide(&instance, is_stopped);
            let Some(plan) = plan else {
                return Some(if stopped { Light::Unknown } else { Light::NotProven });
            };
            self.certificate = Some(plan.cycle);
        }
        let plan = solve(&instance, self.certificate.as_ref(), is_stopped).plan?;
        let (steps, is_least) = (plan.steps(), plan.proven);
        self.certificate = Some(plan.cycle);
        Some(Light::Safe { steps, is_least })
    }

    /// The present position; `None` if the game is over.
    pub(super) fn instance(&self) -> Option<Instance> {
        let apple = self.game.apple().filter(|_| self.game.status() == Status::Running)?;
        Instance::new(self.board(), self.game.body(), apple).ok()
    }
}
