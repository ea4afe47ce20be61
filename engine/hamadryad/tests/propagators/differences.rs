//! Difference constraints: random programs against brute force.

use super::difference::Differences;
use super::{all, grounded, models};
use hamadryad::{Control, Error, Part, SolveOptions};
use hamadryad_check::random::Rng;
