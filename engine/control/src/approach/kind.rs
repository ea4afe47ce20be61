//! The approaches by name.

use crate::Error;
use crate::approach::ad_hoc::AdHoc;
use crate::approach::assume::Assume;
use crate::approach::incremental::Incremental;
use crate::approach::nogood::Nogood;
use crate::approach::one_shot::OneShot;
use crate::approach::preground::Preground;
use crate::approach::request::{Approach, Setting};
use std::fmt;
use std::str::FromStr;

/// The five approaches, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ApproachKind {
    /// Each solve grounds the program together with the held atoms.
    OneShot,
    /// Each solve adds constraints under a guard, which is released afterwards.
    AdHoc,
    /// Each candidate has a switch from the start.
    Preground,
    /// Held atoms are assumptions.
    Assume,
    /// Clauses are added to the running search.
    Nogood,
}

impl ApproachKind {
    /// All approaches, in the order of the paper.
    pub const ALL: [ApproachKind; 5] = [
        ApproachKind::OneShot,
        ApproachKind::AdHoc,
        ApproachKind::Preground,
        ApproachKind::Assume,
        ApproachKind::Nogood,
    ];

    /// The name, such as `ad-hoc`.
    pub const fn name(self) -> &'static str {
        match self {
            ApproachKind::OneShot => "one-shot",
            ApproachKind::AdHoc => "ad-hoc",
            ApproachKind::Preground => "preground",
            ApproachKind::Assume => "assume",
            ApproachKind::Nogood => "nogood",
        }
    }

    /// Starts this approach. All approaches except `one-shot` ground the program now; `stop` is called
    /// often.
    ///
    /// # Errors
    /// If grounding fails or is stopped.
    pub fn start(self, setting: Setting<'_>, stop: &dyn Fn() -> bool) -> Result<Box<dyn Approach>, Error> {
        Ok(match self {
            ApproachKind::OneShot => Box::new(OneShot::new(setting)),
            ApproachKind::AdHoc => Box::new(Incremental::<AdHoc>::new(setting, stop)?),
            ApproachKind::Preground => Box::new(Incremental::<Preground>::new(setting, stop)?),
            ApproachKind::Assume => Box::new(Incremental::<Assume>::new(setting, stop)?),
            ApproachKind::Nogood => Box::new(Incremental::<Nogood>::new(setting, stop)?),
        })
    }
}

impl fmt::Display for ApproachKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ApproachKind {
    type Err = UnknownApproach;

    fn from_str(name: &str) -> Result<ApproachKind, UnknownApproach> {
        ApproachKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or(UnknownApproach)
    }
}

/// The error for an unknown name of an approach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownApproach;

impl fmt::Display for UnknownApproach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one of one-shot, ad-hoc, preground, assume, nogood")
    }
}

impl std::error::Error for UnknownApproach {}
