//! Records with errors, and records of earlier versions.

use super::*;
use hamadryad_grid::{Board, Cycle};
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
            fields.iter().for_each(|(name, inner)| self::places(inner, &format!("{here}/{name}"), places));
        }
        Value::Array(values) => {
            (0..).zip(values).for_each(|(at, inner)| self::places(inner, &format!("{here}/{at}"), places));
        }
        _ => {}
    }
    places.push(here.to_owned());
}

#[test]
fn nonsense_in_any_field_is_refused() {
    let game = game();
    assert!(GameRecord::read(&game.to_string()).is_ok(), "{:?}", GameRecord::read(&game.to_string()));
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
            let is_time = !old.is_array() && (place.contains("/timing/") || place.ends_with("/time_limit"));
            *old = value.clone();
            let result = GameRecord::read(&changed.to_string());
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
        let error = GameRecord::read(&changed.to_string()).expect_err(place).to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn texts_that_are_cut_are_refused() {
    let text = game().to_string();
    for end in (0..text.len()).step_by(7).filter(|&end| text.is_char_boundary(end)) {
        assert!(GameRecord::read(&text[..end]).is_err(), "{}", &text[..end]);
    }
}

/// A record with few fields, as earlier versions wrote them.
fn small(moves: &str, apples: &str) -> String {
    format!(
        r#"{{"configuration":{{"rows":2,"cols":2,"seed":1,"solver":"circuit","mood":"?"}},"result":{{"moves":"{moves}"}},"apples":[{apples}]}}"#
    )
}

#[test]
fn optional_fields_may_be_missing_and_unknown_ones_are_ignored() {
    let text = small("RD", r#"{"cycle":"RDLU","steps":1},{"path":"DL"},{}"#);
    let record = GameRecord::read(&text).expect("a game");
    assert_eq!(record.result.moves.0, [Direction::Right, Direction::Down]);
    let board = Board::new(2, 2).expect("a board");
    assert_eq!(record.apples()[0].cycle(board), Ok(Some(Cycle::comb(board))));
    let path = Moves(vec![Direction::Down, Direction::Left]);
    assert_eq!(record.apples()[1], AppleRecord { path: Some(path), ..AppleRecord::default() });
    assert_eq!(record.apples()[2], AppleRecord::default());
}

#[test]
fn errors_name_the_place_or_the_apple() {
    let errors = [
        ("{}".to_owned(), "line 1, column 2: missing field `configuration`"),
        (small("X", ""), "line 1, column 98: `X` is not a move: expected U, R, D or L"),
        (small("", r#"{"cycle":"RR"}"#), "apple 1: the round trip leaves the board at move 2, from (1,2)"),
        (small("", r#"{},{"cycle":"RD"}"#), "apple 2: the round trip does not end in its first cell"),
        (
            small("", r#"{"cycle":"RL"}"#),
            "apple 1: not a round trip: (1,1) is visited again after 2 of 4 cells",
        ),
    ];
    for (text, message) in errors {
        assert_eq!(GameRecord::read(&text).expect_err("no game").to_string(), message, "{text}");
    }
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let record = GameRecord::read(&game().to_string()).expect("a game");
    assert_eq!(GameRecord::read(&record.to_json()), Ok(record));
}
