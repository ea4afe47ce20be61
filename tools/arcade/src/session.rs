//! Sessions: the state between two requests of a page.

use crate::reply::{self, Failure, value};
use crate::{Effect, Host, Request, program, puzzle, snake};
use serde_json::{Value, json};

/// The state of a page: its game of Snake and its puzzle. Programs leave no state.
#[derive(Default)]
pub struct Session {
    game: snake::Table,
    puzzle: puzzle::Table,
}

impl Session {
    /// Answers a request, a text in JSON. Parts of the result are sent by the host before the call returns;
    /// each part and the returned text is a single line.
    ///
    /// A request that is not understood, or a call that fails, leaves the session unchanged.
    pub fn call(&mut self, request: &str, host: &dyn Host) -> String {
        self.call_with_effect(request, host).0
    }

    /// As [`Session::call`], with the effect of the call on the session: a host that may lose a session keeps the
    /// calls with an effect and repeats them.
    pub fn call_with_effect(&mut self, request: &str, host: &dyn Host) -> (String, Effect) {
        let begin = host.now();
        let (id, result, effect) = match read(request) {
            Ok((id, request)) => {
                let effect = request.effect();
                let send = |part: &Value| host.part(&reply::part(&id, part));
                let result = self.dispatch(request, host, &send);
                let effect = if result.is_ok() { effect } else { Effect::None };
                (id, result, effect)
            }
            Err((id, failure)) => (id, Err(failure), Effect::None),
        };
        (reply::last(&id, &result, host.now().saturating_sub(begin)), effect)
    }

    fn dispatch(
        &mut self,
        request: Request,
        host: &dyn Host,
        send: &dyn Fn(&Value),
    ) -> Result<Value, Failure> {
        let Self { game, puzzle } = self;
        Ok(match request {
            Request::SnakeBegin(begin) => value(&game.begin(begin, host)?),
            Request::SnakeOpen(open) => value(&game.open(&open, host)?),
            Request::SnakeStep(step) => value(&game.step(step, host)?),
            Request::SnakeUndo(undo) => value(&game.undo(undo, host)?),
            Request::SnakeLight(search) => value(&game.light(search, host)?),
            Request::SnakeExplain(search) => value(&game.explain(search, host)?),
            Request::SnakeHint(hint) => value(&game.hint(hint, host)?),
            Request::SnakeMap(map) => value(&game.map(map, host)?),
            Request::SnakeLink {} => json!({ "link": game.link()? }),
            Request::SnakeAt(at) => value(&game.at(at)?),
            Request::SnakeFinish(finish) => value(&game.finish(&finish, host, send)?),
            Request::SnakeRival(rival) => value(&snake::rival(rival, host)?),
            Request::PuzzlePresets {} => value(&puzzle::presets()),
            Request::PuzzleNew(new) => value(&puzzle.begin(&new, host)?),
            Request::PuzzleOpen(open) => value(&puzzle.open(&open, host)?),
            Request::PuzzleMove(made) => value(&puzzle.make(&made)?),
            Request::PuzzleUndo {} => value(&puzzle.undo()?),
            Request::PuzzleRedo {} => value(&puzzle.redo()?),
            Request::PuzzleRestart {} => value(&puzzle.restart()?),
            Request::PuzzleCheck {} => value(&puzzle.check(host)?),
            Request::PuzzleHint {} => json!({ "move": puzzle.hint(host)? }),
            Request::PuzzleSolve {} => json!({ "moves": puzzle.solution(host)? }),
            Request::PuzzleLink {} => json!({ "link": puzzle.link()? }),
            Request::ProgramSolve(solve) => value(&program::solve(&solve, host, send)?),
            Request::ProgramGround(ground) => value(&program::ground(&ground, host)?),
            Request::ProgramDraw(draw) => value(&program::draw(&draw, host, send)?),
            Request::ProgramExplain(explain) => value(&program::explain(&explain, host)?),
            Request::ProgramFormat(format) => value(&program::format(&format)?),
            Request::ProgramExamples {} => value(&program::EXAMPLES),
        })
    }
}

/// The identity of a request, and its call.
fn read(text: &str) -> Result<(Value, Request), (Value, Failure)> {
    let failure = |error| Failure::new("request", error);
    let mut request: Value = serde_json::from_str(text).map_err(|error| (Value::Null, failure(error)))?;
    let id = request.as_object_mut().and_then(|object| object.remove("id")).unwrap_or_default();
    let request = serde_json::from_value(request).map_err(|error| (id.clone(), failure(error)))?;
    Ok((id, request))
}
