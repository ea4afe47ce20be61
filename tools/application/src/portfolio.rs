//! `--print-portfolio`: the named configurations as a configuration file.
//!
//! ```text
//! [tweety]: --heuristic=vsids,92 --restarts=l,60 …
//! ```
//!
//! A file of this form is a value of `--configuration`. Threads vary the engine's own parameters and use no
//! portfolio.

use hamadryad_configuration::{Configuration, all_paths};
use std::io::{self, Write};

const NAMES: [&str; 7] = ["tweety", "trendy", "frumpy", "crafty", "jumpy", "handy", "many"];

/// Prints the configurations.
///
/// # Errors
/// Errors of the writer.
pub fn print(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# A line of a configuration file: [name](base): --option=value ...")?;
    for name in NAMES {
        let mut configuration = Configuration::new();
        configuration.set_path("configuration", name).expect("the configuration is known");
        write!(out, "[{name}]:")?;
        for (path, _) in all_paths().filter(|(path, _)| path != "configuration") {
            if let Some(value) = configuration.explicit_path(&path) {
                let option = path.rsplit('.').next().unwrap_or_default().replace('_', "-");
                write!(out, " --{option}={value}")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
