//! clingo's spelling of options where it differs from clap's.

use std::ffi::OsString;
use std::path::Path;

/// Options whose value is optional and follows the short form directly: `-q1`, `-V0`, `-s2`.
const ATTACHED: [(&str, &str); 3] = [("-q", "--quiet"), ("-V", "--verbose"), ("-s", "--stats")];

/// Negative forms of options with a value, and flags that clingo can negate: their absence is their default.
const NEGATED: [(&str, &str); 9] = [
    ("--no-sat-prepro", "--sat-prepro=no"),
    ("--no-opt-usc-shrink", "--opt-usc-shrink=no"),
    ("--no-opt-stop", "--opt-stop=no"),
    ("--no-rand-freq", "--rand-freq=no"),
    ("--no-project", "--project=no"),
    ("--no-solve-limit", "--solve-limit=umax"),
    ("--no-stats", "--stats=0"),
    ("--no-supp-models", "--eq=3"),
    ("--no-parse-maxsat", "--parse-maxsat=no"),
];

/// The version of clingo whose options and output the command line has.
pub const VERSION: &str = "5.8.0";

/// The program of the clingo family by whose name this one was called, for example through a link.
pub fn imitated(arguments: &[OsString]) -> Option<&'static str> {
    let name = Path::new(arguments.first()?).file_stem()?.to_str()?;
    ["clingo", "gringo", "clasp"].into_iter().find(|known| *known == name)
}

/// Called by the name of a program of the clingo family, the command line is that program's: its arguments
/// follow without a command.
pub fn under_another_name(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let mode = match imitated(&arguments) {
        None => return arguments,
        Some("clingo") => None,
        Some(name) => Some(format!("--mode={name}")),
    };
    arguments.splice(1..1, std::iter::once("solve".to_owned()).chain(mode).map(OsString::from));
    arguments
}

/// Rewrites options of a command line with commands that clap would misread: clap needs `-q=1` for clingo's `-q1`.
pub fn normalise(arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_none_or(|word| word != "solve" && word != "ground") {
        return arguments;
    }
    rewritten(arguments)
}

/// Rewrites options that clap would misread.
pub fn rewritten(arguments: Vec<OsString>) -> Vec<OsString> {
    let mut options_ended = false;
    let rewrite = |argument: OsString| {
        options_ended |= argument == "--";
        let Some(text) = argument.to_str().filter(|_| !options_ended) else { return argument };
        // clingo's help has levels, ours has a single one.
        if text.starts_with("--help=") {
            return "--help".into();
        }
        if let Some(&(_, positive)) = NEGATED.iter().find(|(negative, _)| *negative == text) {
            return positive.into();
        }
        for (short, long) in ATTACHED {
            match text.strip_prefix(short) {
                Some("") => return long.into(),
                Some(value) => return format!("{long}={}", value.strip_prefix('=').unwrap_or(value)).into(),
                None => (),
            }
        }
        argument
    };
    arguments.into_iter().map(rewrite).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attached_values_get_their_equal_sign() {
        let rewrite = |text: &str| {
            let arguments = text.split(' ').map(OsString::from).collect();
            normalise(arguments).join(&OsString::from(" ")).into_string().unwrap()
        };
        assert_eq!(
            rewrite("h solve -q a.lp -q1,0 -V0 -s -s=2"),
            "h solve --quiet a.lp --quiet=1,0 --verbose=0 --stats --stats=2"
        );
        assert_eq!(rewrite("h ground --help=3"), "h ground --help");
        assert_eq!(rewrite("h solve -- -q"), "h solve -- -q");
        assert_eq!(rewrite("h snake -q1"), "h snake -q1");
    }

    #[test]
    fn a_link_of_another_name_is_that_program() {
        let rewrite = |text: &str| {
            let arguments = text.split(' ').map(OsString::from).collect();
            under_another_name(arguments).join(&OsString::from(" ")).into_string().unwrap()
        };
        assert_eq!(rewrite("/usr/bin/clingo a.lp 0"), "/usr/bin/clingo solve a.lp 0");
        assert_eq!(rewrite("gringo a.lp"), "gringo solve --mode=gringo a.lp");
        assert_eq!(rewrite("hamadryad solve a.lp"), "hamadryad solve a.lp");
    }
}
