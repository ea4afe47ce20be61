//! Signals to processes of this crate.

use std::process::Child;

/// Asks a process to end (SIGTERM); without effect on systems other than Unix.
#[cfg(unix)]
pub(crate) fn terminate(process: &Child) {
    let number = nix::unistd::Pid::from_raw(i32::try_from(process.id()).unwrap_or(i32::MAX));
    let _ = nix::sys::signal::kill(number, nix::sys::signal::SIGTERM);
}

#[cfg(not(unix))]
pub(crate) fn terminate(_: &Child) {}
