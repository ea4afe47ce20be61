//! Arguments of a command that are described only when the command is used.
//!
//! The descriptions of all commands together are a megabyte of code and data, which each run of the program would
//! touch otherwise, although it runs one command.

use clap::builder::Resettable;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::ops::{Deref, DerefMut};

/// The arguments of a command; [`clap::Command::defer`] describes them.
#[derive(Debug)]
pub struct Deferred<T>(Box<T>);

impl<T> Deref for Deferred<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Deferred<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| {
            // The list of commands has described the command already: its texts have precedence.
            let (about, long_about) = (command.get_about().cloned(), command.get_long_about().cloned());
            T::augment_args(command).about(Resettable::from(about)).long_about(Resettable::from(long_about))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: Args> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches(matches).map(|arguments| Deferred(Box::new(arguments)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}
