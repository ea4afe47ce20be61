//! Cubes: parts of the search space of a program, their tasks and their records.

use super::CONQUER;
use crate::{Entry, Job, Machine};
use hamadryad::Atom;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// A decision about some atoms: one of them is true, or none is. A decision about one atom is a literal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Decision {
    /// The atoms, at least one.
    atoms: Vec<Atom>,
    is_true: bool,
}

impl Decision {
    /// At least one of these atoms is true.
    ///
    /// # Panics
    /// Without atoms.
    pub fn some_of(atoms: Vec<Atom>) -> Decision {
        assert!(!atoms.is_empty(), "a decision is about at least one atom");
        Decision { atoms, is_true: true }
    }

    /// The atoms.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// Whether one of the atoms is true; otherwise, none is.
    pub fn is_true(&self) -> bool {
        self.is_true
    }
}

/// The opposite decision.
impl Not for Decision {
    type Output = Decision;

    fn not(self) -> Decision {
        Decision { is_true: !self.is_true, ..self }
    }
}

/// The numbers of the atoms, separated by `|`; after a `-`, none of them is true.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_true { "" } else { "-" })?;
        for (place, atom) in self.atoms.iter().enumerate() {
            let bar = if place > 0 { "|" } else { "" };
            write!(f, "{bar}{}", atom.number())?;
        }
        Ok(())
    }
}

impl FromStr for Decision {
    type Err = String;

    fn from_str(text: &str) -> Result<Decision, String> {
        let (is_true, numbers) = match text.strip_prefix('-') {
            Some(numbers) => (false, numbers),
            None => (true, text),
        };
        let atom = |word: &str| Atom::new(word.parse().ok()?);
        let atoms = numbers.split('|').map(|word| atom(word).ok_or_else(|| format!("`{word}` is no atom")));
        Ok(Decision { atoms: atoms.collect::<Result<_, _>>()?, is_true })
    }
}

/// A conjunction of decisions about atoms of the ground program, in their order. The empty cube is the whole search
/// space.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cube(Vec<Decision>);

impl Cube {
    /// The decisions, the first one first.
    pub fn decisions(&self) -> &[Decision] {
        &self.0
    }

    /// The part of this cube in which a decision holds as well.
    #[must_use]
    pub fn with(&self, decision: Decision) -> Cube {
        Cube(self.0.iter().cloned().chain([decision]).collect())
    }
}

/// The decisions, separated by commas; `-` is the empty cube.
impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("-");
        }
        for (place, decision) in self.0.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{decision}")?;
        }
        Ok(())
    }
}

impl FromStr for Cube {
    type Err = String;

    fn from_str(text: &str) -> Result<Cube, String> {
        match text {
            "-" => Ok(Cube::default()),
            _ => Ok(Cube(text.split(',').map(str::parse).collect::<Result<_, _>>()?)),
        }
    }
}

impl Serialize for Cube {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'d> Deserialize<'d> for Cube {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Cube, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// How a cube is split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Splitting {
    /// The number of parts.
    pub parts: usize,
    /// The number of conflicts of the short searches that measure the difficulty of parts.
    pub probe: u64,
}

/// A cube to search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CubeTask {
    /// The cube.
    pub cube: Cube,
    /// Seconds after which the cube is split; 0 compares its time with those of the other cubes.
    pub limit: f64,
    /// How it is split then.
    pub splitting: Splitting,
    /// Proven lower bounds of the costs in the cube, highest priority first; empty if none are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lower: Vec<i64>,
}

impl Job for CubeTask {
    type Record = CubeRecord;

    const NOUN: &'static str = "cubes";

    fn key(&self) -> String {
        format!("{CONQUER} {}", self.cube)
    }

    fn class(&self) -> String {
        CONQUER.to_string()
    }

    fn cells(&self) -> usize {
        1
    }
}

/// The result of the search of a cube.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// All answer sets of the cube were found, or all that cost less than `bound`. The others cost at least as much.
    Exhausted {
        /// The number of answer sets, if they are counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        models: Option<u64>,
        /// The costs of the best known answer set at the end, highest priority first; empty without an objective or
        /// without an answer set.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bound: Vec<i64>,
    },
    /// An answer set was found, and one is enough.
    Satisfiable,
    /// The cube was split. Each part is a conjunction with the decisions of the cube at its beginning.
    Split {
        /// The parts that are to be searched.
        open: Vec<Part>,
        /// The parts that the search for good splits has ended on the way.
        closed: Vec<Closed>,
        /// Proven lower bounds of the costs in the cube, highest priority first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lower: Vec<i64>,
    },
}

/// A part of a cube that is to be searched.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The part.
    pub cube: Cube,
    /// Its measured difficulty: see `split.rs`.
    pub difficulty: f64,
}

/// A part of a cube that was exhausted while the cube was split.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Closed {
    /// The part.
    pub cube: Cube,
    /// The number of its answer sets, if they are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<u64>,
    /// As in [`Verdict::Exhausted`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bound: Vec<i64>,
}

/// The record of a cube.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CubeRecord {
    /// The experiment.
    pub experiment: String,
    /// The cube.
    pub cube: Cube,
    /// The result.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Seconds of the clock.
    pub wall: f64,
    /// Conflicts of the search.
    pub conflicts: u64,
    /// The machine.
    pub machine: Machine,
}

impl Entry for CubeRecord {
    fn key(&self) -> String {
        format!("{CONQUER} {}", self.cube)
    }

    fn class(&self) -> String {
        CONQUER.to_string()
    }

    fn cells(&self) -> usize {
        1
    }

    fn seed(&self) -> u64 {
        0
    }

    fn wall(&self) -> f64 {
        self.wall
    }

    fn keeps_guarantee(&self) -> bool {
        true
    }

    fn check(&self) -> Result<(), String> {
        if self.experiment != CONQUER {
            return Err(format!("the experiment is `{}`", self.experiment));
        }
        if !self.wall.is_finite() || self.wall < 0.0 {
            return Err(format!("{} is no time", self.wall));
        }
        Ok(())
    }
}

/// Compares costs by priority, highest first. Costs without numbers are those of no answer set, which are the highest.
pub fn compare(one: &[i64], other: &[i64]) -> Ordering {
    match (one.is_empty(), other.is_empty()) {
        (false, false) => one.cmp(other),
        (is_none, other_is_none) => is_none.cmp(&other_is_none),
    }
}
