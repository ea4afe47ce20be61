//! A game that a person plays: `--human`.

use super::{PlayArguments, record, refuse};
use crate::clock::{Clock, Stop};
use crate::play::snake;
use crate::{exit, file};
use hamadryad_snake::{Beginning, Session, Status};
use std::io::{self, Write};

/// Plays a game and returns the exit code.
///
/// # Errors
/// Errors of the terminal.
pub(super) fn run(beginning: Beginning, arguments: &PlayArguments) -> io::Result<u8> {
    let session = match Session::begin(beginning, arguments.human.mode()) {
        Ok(session) => session,
        Err(error) => return Ok(refuse(&error.to_string(), exit::BAD_INPUT)),
    };
    let stop = Stop::after(Clock::start(), None);
    stop.listen();
    let session = snake::play(session, arguments.human, &stop)?;
    let record = session.record();
    if let Some(name) = &arguments.save
        && let Err(error) = record::save(&record, name)
    {
        return Ok(refuse(&file::cannot_write(name, &error), exit::BAD_OUTPUT));
    }
    write_text(&session)?;
    let is_over = session.game().status() != Status::Running;
    Ok(if is_over || stop.reason().is_none() { 0 } else { exit::INTERRUPTED })
}

fn write_text(session: &Session) -> io::Result<()> {
    let mut out = io::stdout().lock();
    record::write_summary(&mut out, session.game(), session.beginning().seed)?;
    let statistics = session.statistics();
    let distances: usize = statistics.apples.iter().map(|apple| apple.distance).sum();
    writeln!(out, "direct   {distances} steps to these apples, if nothing were in the way")?;
    let (hints, undone, by_planner) = (statistics.hints, statistics.undone, statistics.by_planner);
    writeln!(out, "help     {hints} hints, {undone} steps undone, {by_planner} steps by a planner")?;
    writeln!(out, "link     {}", session.link())?;
    out.flush()
}
