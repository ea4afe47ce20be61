//! The rules of the puzzle, and the checker of answers.

use crate::facts::{self, PuzzleError, Reason};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A field, ordered by column and then by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field {
    /// The column, counted to the right.
    pub x: i32,
    /// The row, counted upwards.
    pub y: i32,
}

impl Field {
    /// The four neighbours of this field; fewer at the limits of the numbers.
    pub(super) fn around(self) -> impl Iterator<Item = Self> {
        let ways = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        ways.into_iter()
            .filter_map(move |(x, y)| Some(Self { x: self.x.checked_add(x)?, y: self.y.checked_add(y)? }))
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// Whether the player may wait for a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// The player may wait, as in the exercise.
    Allowed,
    /// The player must move, as with the constant `wait=0` of the encoding.
    Forbidden,
}

/// An instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Labyrinth {
    pub(crate) fields: BTreeSet<Field>,
    /// The walls, each with its lower or left field first.
    pub(crate) walls: BTreeSet<(Field, Field)>,
    /// The start of the player.
    pub start: Field,
    /// The goal of the player.
    pub goal: Field,
    /// The start of the Minotaur.
    pub minotaur: Field,
    /// The largest number of steps.
    pub most_steps: u32,
}

impl Labyrinth {
    /// Whether a step leads from one field to the other.
    pub fn is_open(&self, from: Field, to: Field) -> bool {
        self.fields.contains(&to) && !self.walls.contains(&(from.min(to), from.max(to)))
    }

    /// The fields that the player can reach in one step.
    pub(super) fn moves(&self, you: Field, waiting: Waiting) -> impl Iterator<Item = Field> {
        let stay = (waiting == Waiting::Allowed).then_some(you);
        you.around().filter(move |&next| self.is_open(you, next)).chain(stay)
    }

    /// The field of the Minotaur after one of his two moves.
    pub(crate) fn chase(&self, minotaur: Field, you: Field) -> Field {
        let Field { x, y } = minotaur;
        // The signum stays within the range of the numbers, because it points towards the player.
        let aside = Field { x: x + (i64::from(you.x) - i64::from(x)).signum() as i32, y };
        if aside != minotaur && self.is_open(minotaur, aside) {
            return aside;
        }
        let along = Field { x, y: y + (i64::from(you.y) - i64::from(y)).signum() as i32 };
        if along != minotaur && self.is_open(minotaur, along) { along } else { minotaur }
    }

    /// The field of the Minotaur after his moves; `None` if he eats the player.
    pub(super) fn answer(&self, minotaur: Field, you: Field) -> Option<Field> {
        // The Minotaur never leaves the field of the player, so one test is sufficient.
        let minotaur = self.chase(self.chase(minotaur, you), you);
        (minotaur != you).then_some(minotaur)
    }
}

/// The fields of a walk, the start first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// The field of the player after 0, 1, 2, … steps.
    pub fields: Vec<Field>,
}

impl Walk {
    /// Reads an answer: the atoms of `at/3`, separated by blanks, in any order.
    pub fn read(answer: &str) -> Result<Self, PuzzleError> {
        let mut places = BTreeMap::new();
        for atom in facts::read_atoms(answer)? {
            let Some([x, y, step]) = atom.numbers("at") else { return Err(atom.unknown("at/3")) };
            if places.insert(step, Field { x, y }).is_some() {
                return Err(atom.wrong("you cannot be on two fields at once"));
            }
        }
        for (wanted, &step) in (0..).zip(places.keys()) {
            if wanted != step {
                return Err(at_fault(step, &places[&step], format!("there is no field for step {wanted}")));
            }
        }
        Ok(Self { fields: places.into_values().collect() })
    }

    /// The number of steps.
    pub fn steps(&self) -> usize {
        self.fields.len().saturating_sub(1)
    }
}

/// The walk in the format of an answer set: `at(2,1,0) at(1,1,1) …`.
impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (step, field) in self.fields.iter().enumerate() {
            write!(f, "{}at({},{},{step})", if step > 0 { " " } else { "" }, field.x, field.y)?;
        }
        Ok(())
    }
}

/// The error for a step of a walk.
pub(super) fn at_fault(step: i32, field: &Field, reason: impl Into<String>) -> PuzzleError {
    let fact = format!("at({},{},{step})", field.x, field.y);
    PuzzleError { line: None, reason: Reason::Wrong { fact, reason: reason.into() } }
}

/// Checks that a walk leads from the start to the goal by the rules, and that the Minotaur does not reach the
/// player. The walk need not be shortest.
pub fn check(labyrinth: &Labyrinth, waiting: Waiting, walk: &Walk) -> Result<(), PuzzleError> {
    let mut minotaur = labyrinth.minotaur;
    let (mut you, mut arrived) = (labyrinth.start, false);
    for (step, field) in walk.fields.iter().enumerate() {
        let fault = |reason: &str| Err(at_fault(step as i32, field, reason));
        if step == 0 && *field != labyrinth.start {
            return fault("this is not the start");
        }
        if arrived {
            return fault("the walk goes on after the goal");
        }
        if step > labyrinth.most_steps as usize {
            return fault("the walk has more steps than allowed");
        }
        if step > 0 && !labyrinth.moves(you, waiting).any(|next| next == *field) {
            return fault(&format!("no step leads there from {you}"));
        }
        you = *field;
        if step > 0 {
            minotaur = match labyrinth.answer(minotaur, you) {
                Some(minotaur) => minotaur,
                None => return fault("here you are eaten"),
            };
        } else if minotaur == you {
            return fault("here you are eaten");
        }
        arrived = you == labyrinth.goal;
    }
    if arrived {
        return Ok(());
    }
    match walk.fields.last() {
        Some(field) => Err(at_fault(walk.steps() as i32, field, "the walk does not end on the goal")),
        None => Err(facts::missing("at(X,Y,0)")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::shortest::shortest;
    use super::super::text::KNOWN;
    use super::*;

    const EXERCISE: &str = "field(1..3,1..3). start(2,1). goal(3,2). mino(2,3). maxsteps(10).
        wall(2,1,2,2). wall(2,2,3,2). wall(2,2,2,3).";

    fn exercise() -> Labyrinth {
        Labyrinth::read(EXERCISE).expect("an instance")
    }

    #[test]
    fn invalid_instances_are_rejected_with_line_and_reason() {
        let with = |fact: &str| format!("{EXERCISE}\n{fact}");
        let without = |name: &str| {
            let facts: Vec<&str> =
                EXERCISE.split_inclusive('.').filter(|fact| !fact.contains(name)).collect();
            // Splitting at dots breaks the interval of the fields, whose parts are kept together.
            facts.concat()
        };
        let errors = [
            (with("start(1,1)."), "line 3: start(1,1) is the second fact of its kind; there must be one"),
            (
                with("wall(1,1,2,2)."),
                "line 3: wall(1,1,2,2): a wall is written as wall(X,Y,X,Y+1) or wall(X,Y,X+1,Y)",
            ),
            (
                with("wall(2,1,1,1)."),
                "line 3: wall(2,1,1,1): a wall is written as wall(X,Y,X,Y+1) or wall(X,Y,X+1,Y)",
            ),
            (with("door(1,1)."), &format!("line 3: this puzzle has no facts door/2; known: {KNOWN}")),
            (with("field(a,1)."), "line 3: field(a,1): the arguments are not of the right kind"),
            (with("at(1,1,0) :- start."), "line 3: expected `.`, found `:`"),
            (without("maxsteps"), "there is no fact maxsteps(S)"),
            (without("goal"), "there is no fact goal(X,Y)"),
            (
                "field(1,1). start(1,1). goal(1,1).\nmino(0,1). maxsteps(1).".to_string(),
                "line 2: mino(0,1): (0,1) is not a field",
            ),
            ("maxsteps(-1).".to_string(), "line 1: maxsteps(-1): steps cannot be negative"),
        ];
        for (text, reason) in errors {
            assert_eq!(Labyrinth::read(&text).unwrap_err().to_string(), reason);
        }
        assert_eq!(Labyrinth::read(&with("start(2,1).")), Ok(exercise()), "the same again is no harm");
    }

    #[test]
    fn the_exercise_has_its_published_solution() {
        for waiting in [Waiting::Allowed, Waiting::Forbidden] {
            let answer = shortest(&exercise(), waiting).expect("a way out");
            assert_eq!((answer.steps, answer.walks), (4, 1));
            assert_eq!(answer.walk.to_string(), "at(2,1,0) at(1,1,1) at(2,1,2) at(3,1,3) at(3,2,4)");
            assert_eq!(check(&exercise(), waiting, &answer.walk), Ok(()));
        }
        let hurried = Labyrinth { most_steps: 3, ..exercise() };
        assert_eq!(shortest(&hurried, Waiting::Allowed), None);
        let there = Labyrinth { goal: hurried.start, ..hurried };
        assert_eq!(
            shortest(&there, Waiting::Allowed).map(|answer| (answer.steps, answer.walks)),
            Some((0, 1))
        );
        let eaten = Labyrinth { minotaur: there.start, ..there };
        assert_eq!(shortest(&eaten, Waiting::Allowed), None);
    }

    #[test]
    fn the_checker_reports_the_error() {
        let walk = |text: &str| {
            let walk = Walk::read(text)?;
            check(&exercise(), Waiting::Allowed, &walk)
        };
        let faults = [
            ("", "there is no fact at(X,Y,0)"),
            ("at(1,1,0)", "at(1,1,0): this is not the start"),
            ("at(2,1,0) at(2,2,1)", "at(2,2,1): no step leads there from (2,1)"),
            ("at(2,1,0) at(3,1,1)", "at(3,1,1): the walk does not end on the goal"),
            ("at(2,1,0) at(3,1,1) at(3,2,2)", "at(3,2,2): here you are eaten"),
            ("at(2,1,0) at(1,1,2)", "at(1,1,2): there is no field for step 1"),
            ("at(2,1,0) at(1,1,0)", "line 1: at(1,1,0): you cannot be on two fields at once"),
            ("mino(2,3,0)", "line 1: this puzzle has no facts mino/3; known: at/3"),
            (
                "at(2,1,0) at(1,1,1) at(2,1,2) at(3,1,3) at(3,2,4) at(3,2,5)",
                "at(3,2,5): the walk goes on after the goal",
            ),
        ];
        for (text, fault) in faults {
            assert_eq!(walk(text).unwrap_err().to_string(), fault);
        }
        assert_eq!(walk("at(3,2,4) at(2,1,0) at(1,1,1) at(2,1,2) at(3,1,3)"), Ok(()));
        let patient = Walk::read("at(2,1,0) at(2,1,1)").expect("a walk");
        let fault = check(&exercise(), Waiting::Forbidden, &patient).unwrap_err().to_string();
        assert_eq!(fault, "at(2,1,1): no step leads there from (2,1)");
        let short = Labyrinth { most_steps: 1, ..exercise() };
        let long = Walk::read("at(2,1,0) at(1,1,1) at(2,1,2)").expect("a walk");
        assert_eq!(
            check(&short, Waiting::Allowed, &long).unwrap_err().to_string(),
            "at(2,1,2): the walk has more steps than allowed"
        );
    }
}
