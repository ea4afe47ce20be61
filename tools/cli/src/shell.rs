//! `hamadryad completions` and `hamadryad man`: files for shells and for `man`, made from the description of the
//! command line.

use crate::arguments::Arguments;
use crate::exit;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::{self, Write};

/// The arguments of `hamadryad completions`.
#[derive(Args, Debug)]
pub struct CompletionsArguments {
    /// The shell.
    shell: Shell,
}

/// The arguments of `hamadryad man`.
#[derive(Args, Debug)]
pub struct ManArguments {
    /// The command, such as `solve`, or `snake play` [default: the page about all of them]
    command: Vec<String>,

    /// Print the names of all pages instead.
    #[arg(long, conflicts_with = "command")]
    list: bool,
}

/// Writes the completions for a shell to standard output.
///
/// # Errors
/// Errors of writing to standard output.
pub fn completions(arguments: &CompletionsArguments) -> io::Result<u8> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "hamadryad", &mut text);
    io::stdout().write_all(&text)?;
    Ok(exit::SUCCESS)
}

/// Writes a page of the manual to standard output.
///
/// # Errors
/// Errors of writing to standard output.
pub fn man(arguments: &ManArguments) -> io::Result<u8> {
    let mut root = Arguments::command();
    root.build();
    if arguments.list {
        let mut names = Vec::new();
        list(&root, &mut Vec::new(), &mut names);
        io::stdout().write_all(names.concat().as_bytes())?;
        return Ok(exit::SUCCESS);
    }
    let mut command = &root;
    for word in &arguments.command {
        let Some(found) = command.find_subcommand(word) else {
            crate::messages::print(&format!(
                "error: there is no command `{}`\n",
                arguments.command.join(" ")
            ));
            return Ok(exit::BAD_OPTIONS);
        };
        command = found;
    }
    let name = std::iter::once("hamadryad").chain(arguments.command.iter().map(String::as_str));
    let title = name.collect::<Vec<&str>>().join("-");
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).title(title).source("hamadryad").render(&mut text)?;
    io::stdout().write_all(&text)?;
    Ok(exit::SUCCESS)
}

/// The commands below a command, each on a line; an empty line is the page about all of them.
fn list(command: &clap::Command, path: &mut Vec<String>, names: &mut Vec<String>) {
    names.push(format!("{}\n", path.join(" ")));
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        path.push(inner.get_name().to_owned());
        list(inner, path, names);
        path.pop();
    }
}
