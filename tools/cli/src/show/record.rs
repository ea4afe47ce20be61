//! The record of a game of Snake in a file: its fields, and their possible values.
//!
//! Only the board, the seed and the moves are needed. Every field that `snake play --save` writes is checked
//! all the same, because a file with one invalid field is probably invalid in others, too. Unknown fields are
//! ignored: later versions may add some.

use crate::snake::Beginning;
use hamadryad_grid::Board;
use hamadryad_snake::{AgentKind, Game, Outcome, Status};
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Record {
    pub(super) configuration: Configuration,
    pub(super) result: Result,
    #[serde(default)]
    pub(super) apples: Vec<Apple>,
    #[serde(default, rename = "timing")]
    _timing: Timing,
}

/// The options of the game. Apart from the beginning, only the types of the values are checked.
#[derive(Deserialize)]
pub(super) struct Configuration {
    #[serde(flatten)]
    pub(super) beginning: Beginning,
    #[serde(rename = "strategy")]
    _strategy: Option<Strategy>,
    #[serde(rename = "solver")]
    _solver: Option<Solver>,
    #[serde(rename = "approach")]
    _approach: Option<Approach>,
    #[serde(rename = "heuristic")]
    _heuristic: Option<bool>,
    #[serde(rename = "mirror")]
    _mirror: Option<bool>,
    #[serde(rename = "time_limit")]
    _time_limit: Option<Seconds>,
    #[serde(rename = "planner")]
    _planner: Option<Planner>,
}

/// An agent with its options.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Planner;

impl TryFrom<String> for Planner {
    type Error = String;

    fn try_from(name: String) -> std::result::Result<Planner, String> {
        name.parse::<AgentKind>().map(|_| Planner).map_err(|_| format!("there is no planner `{name}`"))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Strategy {
    Naive,
    Conservative,
    Relaxed,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Solver {
    Circuit,
    Logic,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Approach {
    OneShot,
    AdHoc,
    Preground,
    Assume,
    Nogood,
}

/// The end of the game.
#[derive(Deserialize)]
pub(super) struct Result {
    pub(super) moves: String,
    status: Option<Ending>,
    length: Option<u64>,
    cells: Option<u64>,
    apples: Option<u64>,
    steps: Option<u64>,
    #[serde(rename = "plans")]
    _plans: Option<u64>,
    #[serde(rename = "proven")]
    _proven: Option<u64>,
    #[serde(rename = "timed_out")]
    _timed_out: Option<u64>,
    #[serde(rename = "kept")]
    _kept: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Ending {
    Won,
    Stopped,
}

/// One apple, and the plan to eat it.
#[derive(Deserialize)]
pub(super) struct Apple {
    pub(super) path: Option<String>,
    pub(super) cycle: Option<String>,
    length: Option<usize>,
    apple: Option<(usize, usize)>,
    steps: Option<usize>,
    #[serde(rename = "asked")]
    _asked: Option<bool>,
    #[serde(rename = "proven")]
    _proven: Option<bool>,
    #[serde(rename = "timed_out")]
    _timed_out: Option<bool>,
    #[serde(rename = "kept")]
    _kept: Option<bool>,
    #[serde(rename = "bounds")]
    _bounds: Option<Vec<u64>>,
    #[serde(rename = "conflicts")]
    _conflicts: Option<u64>,
}

/// Measured times.
#[derive(Deserialize, Default)]
struct Timing {
    #[serde(rename = "ground")]
    _ground: Option<Seconds>,
    #[serde(rename = "solve")]
    _solve: Option<Seconds>,
    #[serde(rename = "total")]
    _total: Option<Seconds>,
    #[serde(rename = "cpu")]
    _cpu: Option<Seconds>,
    #[serde(rename = "solves")]
    _solves: Option<Vec<Seconds>>,
    #[serde(rename = "cpus")]
    _cpus: Option<Vec<Seconds>>,
    #[serde(rename = "grounds")]
    _grounds: Option<Vec<Seconds>>,
    #[serde(rename = "firsts")]
    _firsts: Option<Vec<Option<Seconds>>>,
    #[serde(rename = "bests")]
    _bests: Option<Vec<Option<Seconds>>>,
}

/// A time in seconds that is finite and not negative.
#[derive(Deserialize)]
#[serde(try_from = "f64")]
struct Seconds;

impl TryFrom<f64> for Seconds {
    type Error = String;

    fn try_from(number: f64) -> std::result::Result<Seconds, String> {
        let is_time = number.is_finite() && number >= 0.0;
        if is_time { Ok(Seconds) } else { Err(format!("{number} is not a time in seconds")) }
    }
}

impl Apple {
    /// Checks that the numbers are possible in a game on this board.
    pub(super) fn check(&self, board: Board) -> std::result::Result<(), String> {
        let cells = board.len();
        if let Some(length) = self.length.filter(|length| !(1..=cells).contains(length)) {
            return Err(format!("no snake of length {length} fits on {cells} cells"));
        }
        if let Some(steps) = self.steps.filter(|&steps| steps > cells) {
            return Err(format!("no plan has {steps} steps on {cells} cells"));
        }
        let is_on_board = |&(row, col): &(usize, usize)| {
            (1..=board.rows().into()).contains(&row) && (1..=board.cols().into()).contains(&col)
        };
        match self.apple.filter(|apple| !is_on_board(apple)) {
            Some((row, col)) => Err(format!("it lies at ({row},{col}), outside of {board}")),
            None => Ok(()),
        }
    }
}

impl Result {
    /// Checks that the numbers describe the game after its last move.
    pub(super) fn check(&self, played: &Game) -> std::result::Result<(), String> {
        let statistics = played.statistics();
        let numbers = [
            ("length", self.length, played.length() as u64),
            ("cells", self.cells, played.board().len() as u64),
            ("apples", self.apples, statistics.apples),
            ("steps", self.steps, statistics.steps),
        ];
        for (name, told, is) in numbers {
            if let Some(told) = told.filter(|&told| told != is) {
                return Err(format!("`{name}` is {told}, but the moves lead to {is}"));
            }
        }
        let is = if played.status() == Status::Won { Ending::Won } else { Ending::Stopped };
        match self.status {
            Some(status) if status != is => Err("`status` contradicts the moves".to_owned()),
            _ => Ok(()),
        }
    }
}

/// The game after these moves; `None` if the rules do not allow them.
pub(super) fn played(start: &Game, moves: &[hamadryad_grid::Direction]) -> Option<Game> {
    let mut game = start.clone();
    let survives = |&direction: &_| !matches!(game.step(direction), Outcome::Died(_));
    moves.iter().all(survives).then_some(game)
}

#[cfg(test)]
mod tests {
    use super::super::snake::read;
    use serde_json::{Value, json};

    /// All fields that `snake play --save` writes for a game that is stopped at once.
    fn game() -> Value {
        json!({
            "configuration": {
                "rows": 2, "cols": 4, "seed": 1,
                "rules": {"start": "corner", "start_growth": 0, "growth": 1, "delayed": false, "lenient_tail": false},
                "strategy": "conservative", "solver": "logic", "approach": "assume", "heuristic": true,
                "mirror": false, "time_limit": 0.5, "planner": "dynamic-3",
            },
            "result": {
                "status": "stopped", "length": 1, "cells": 8, "apples": 0, "steps": 0, "plans": 0, "proven": 0,
                "timed_out": 0, "kept": 0, "moves": "",
            },
            "apples": [{
                "length": 1, "apple": [1, 2], "steps": 1, "asked": true, "proven": true, "timed_out": false,
                "kept": false, "bounds": [3, 1], "conflicts": 2, "path": "R", "cycle": "RRRDLLLU",
            }],
            "timing": {
                "ground": 0.1, "solve": 0.2, "total": 0.3, "cpu": 0.3, "solves": [0.1], "cpus": [0.1],
                "grounds": [0.0], "firsts": [null], "bests": [0.1],
            },
        })
    }

    /// The places of all values, as JSON pointers.
    fn places(value: &Value, here: &str, places: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                fields
                    .iter()
                    .for_each(|(name, inner)| self::places(inner, &format!("{here}/{name}"), places));
            }
            Value::Array(values) => {
                (0..)
                    .zip(values)
                    .for_each(|(at, inner)| self::places(inner, &format!("{here}/{at}"), places));
            }
            _ => {}
        }
        places.push(here.to_owned());
    }

    #[test]
    fn nonsense_in_any_field_is_refused() {
        let game = game();
        assert!(read(&game.to_string()).is_ok(), "{:?}", read(&game.to_string()));
        let mut all = Vec::new();
        places(&game, "", &mut all);
        assert!(all.len() > 50, "{all:?}");
        // Objects without mandatory fields.
        let free = ["/apples/0", "/timing", "/configuration/rules"];
        let odd = [json!({"a": 1}), json!(-1), json!("\u{1b}nonsense"), json!(1e300), json!([[]])];
        for place in all {
            for value in &odd {
                let mut changed = game.clone();
                let old = changed.pointer_mut(&place).expect("a place");
                let is_time =
                    !old.is_array() && (place.contains("/timing/") || place.ends_with("/time_limit"));
                *old = value.clone();
                let result = read(&changed.to_string());
                let is_free = value.is_object() && free.contains(&place.as_str());
                let may_be = is_free || is_time && *value == json!(1e300);
                assert_eq!(result.is_ok(), may_be, "{place} = {value}: {result:?}");
            }
        }
    }

    #[test]
    fn numbers_that_the_moves_do_not_lead_to_are_refused() {
        for (place, value, message) in [
            ("/result/length", json!(2), "result: `length` is 2, but the moves lead to 1"),
            ("/result/cells", json!(9), "result: `cells` is 9, but the moves lead to 8"),
            ("/result/steps", json!(1), "result: `steps` is 1, but the moves lead to 0"),
            ("/result/apples", json!(7), "result: `apples` is 7, but the moves lead to 0"),
            ("/result/status", json!("won"), "result: `status` contradicts the moves"),
            ("/apples/0/length", json!(9), "apple 1: no snake of length 9 fits on 8 cells"),
            ("/apples/0/steps", json!(9), "apple 1: no plan has 9 steps on 8 cells"),
            ("/apples/0/apple", json!([3, 1]), "apple 1: it lies at (3,1), outside of 2×4"),
            ("/configuration/rows", json!(65536), "a board of 65536×4 cells is too large"),
        ] {
            let mut changed = game();
            *changed.pointer_mut(place).expect("a place") = value;
            let error = read(&changed.to_string()).expect_err(place);
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn texts_that_are_cut_are_refused() {
        let text = game().to_string();
        for end in (0..text.len()).step_by(7).filter(|&end| text.is_char_boundary(end)) {
            assert!(read(&text[..end]).is_err(), "{}", &text[..end]);
        }
    }
}
