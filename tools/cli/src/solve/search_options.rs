//! clingo's options that only steer its search, for which this engine has no counterpart.
//!
//! Command lines that were written for clingo contain such options, for example `--configuration=crafty
//! --restarts=L,60`. They change no answer, so the command line takes them out, checks their values, and names
//! them under `--verbose=2`.
//!
//! *Invariant:* an option that changes answers, files or the text of answers is not in the table; the command
//! line does not take out what it cannot fulfil.

use super::clingo_options::NOT_YET;
use std::ffi::OsString;

/// The form of a value; clingo's values are lists, of which the first element is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// One of these words, in any case.
    Word(&'static [&'static str]),
    /// A number that is not negative, or `no`.
    Number,
    /// Any text that is not empty.
    Text,
}

/// The value that an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    /// None, or `yes` or `no`; the option also has a form `--no-…`.
    Flag,
    /// A value, in the same word or in the next one.
    Required(Form),
    /// A value in the same word, or none.
    Optional(Form),
}

use Form::{Number, Text, Word};
use Value::{Flag, Optional, Required};

/// Schedules of restarts and deletions, as in `L,60`.
const SCHEDULE: Form = Word(&["F", "L", "x", "+", "D", "no", "0"]);
const SIGN: Form = Word(&["asp", "pos", "neg", "rnd"]);
const TRANSFORMATIONS: Form = Word(&["all", "choice", "card", "weight", "scc", "integ", "dynamic", "no"]);

/// The long name of each option, its letter, and its value, as `clingo --help=3` lists them.
const OPTIONS: [(&str, &str, Value); 62] = [
    ("configuration", "", Required(Text)),
    ("tester", "", Required(Text)),
    ("share", "", Required(Word(&["auto", "problem", "learnt", "all", "no"]))),
    ("learn-explicit", "", Flag),
    ("trans-ext", "", Required(TRANSFORMATIONS)),
    ("backprop", "", Flag),
    ("no-gamma", "", Flag),
    ("eq-dfs", "", Flag),
    ("global-restarts", "", Required(Number)),
    ("distribute", "", Required(Word(&["all", "short", "conflict", "loop", "no"]))),
    ("integrate", "", Required(Word(&["all", "unsat", "gp", "active"]))),
    ("opt-heuristic", "", Required(Word(&["sign", "model", "no", "0", "1", "2", "3"]))),
    ("restart-on-model", "", Flag),
    ("lookahead", "", Optional(Word(&["atom", "body", "hybrid", "no"]))),
    ("init-moms", "", Flag),
    ("score-res", "", Required(Word(&["auto", "min", "set", "multiset"]))),
    ("score-other", "", Required(Word(&["auto", "no", "loop", "all"]))),
    ("sign-fix", "", Flag),
    ("sign-def-disj", "", Required(SIGN)),
    ("berk-huang", "", Flag),
    ("vsids-acids", "", Flag),
    ("vsids-progress", "", Required(Number)),
    ("nant", "", Flag),
    ("dom-mod", "", Required(Text)),
    ("save-progress", "", Optional(Number)),
    ("init-watches", "", Required(Word(&["rnd", "first", "least"]))),
    ("update-mode", "", Required(Word(&["propagate", "conflict"]))),
    ("acyc-prop", "", Optional(Number)),
    ("partial-check", "", Optional(Number)),
    ("rand-prob", "", Required(Number)),
    ("no-lookback", "", Flag),
    ("forget-on-step", "", Required(Text)),
    ("strengthen", "", Required(Word(&["local", "recursive", "no"]))),
    ("otfs", "", Optional(Number)),
    ("update-lbd", "", Required(Word(&["less", "glucose", "pseudo", "no"]))),
    ("update-act", "", Flag),
    ("reverse-arcs", "", Optional(Number)),
    ("contraction", "", Required(Number)),
    ("loops", "", Required(Word(&["common", "distinct", "shared", "no"]))),
    ("restarts", "r", Required(SCHEDULE)),
    ("reset-restarts", "", Required(Word(&["no", "repeat", "disable"]))),
    ("local-restarts", "", Flag),
    ("counter-restarts", "", Required(Number)),
    ("block-restarts", "", Required(Number)),
    ("shuffle", "", Required(Number)),
    ("deletion", "d", Required(Word(&["basic", "sort", "ipSort", "ipHeap", "no"]))),
    ("del-grow", "", Required(Number)),
    ("del-cfl", "", Required(SCHEDULE)),
    ("del-init", "", Required(Number)),
    ("del-estimate", "", Optional(Number)),
    ("del-max", "", Required(Number)),
    ("del-glue", "", Required(Number)),
    ("del-on-restart", "", Required(Number)),
    ("rewrite-minimize", "", Flag),
    ("single-shot", "", Flag),
    ("fast-exit", "", Flag),
    // The negative forms of options with another kind of value.
    ("no-init-moms", "", Flag),
    ("no-contraction", "", Flag),
    ("no-lookahead", "", Flag),
    ("no-deletion", "", Flag),
    ("no-restarts", "", Flag),
    ("no-strengthen", "", Flag),
];

/// The named configurations of clasp; another value is the name of a file, which has no effect here.
const CONFIGURATIONS: [&str; 8] = ["auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many"];

/// A command line without the options of the table.
#[derive(Debug, Default)]
pub struct Taken {
    /// The other arguments, in their order.
    pub rest: Vec<OsString>,
    /// The options that were taken out, without repetition, as they were written.
    pub without_effect: Vec<String>,
}

/// Takes the options of the table out of the arguments of `solve`. `known` returns the long names of all
/// other options: an abbreviation of one of these stays.
///
/// # Errors
/// A sentence about an option without its value, or with a bad one.
pub fn take(arguments: Vec<OsString>, known: &dyn Fn() -> Vec<String>) -> Result<Taken, String> {
    let mut taken = Taken::default();
    let mut words = arguments.into_iter().peekable();
    while let Some(argument) = words.next() {
        let text = argument.to_str().unwrap_or_default();
        if text == "--" {
            taken.rest.push(argument);
            taken.rest.extend(words);
            break;
        }
        if let Some(heuristic) = heuristic(text, words.peek().and_then(|word| word.to_str())) {
            if text == "--heuristic" {
                words.next();
            }
            match heuristic {
                Kept(rest) => taken.rest.push(rest.into()),
                WithoutEffect(name) => taken.add(name),
            }
            continue;
        }
        let Some((name, value_form, mut value)) = find(text, known) else {
            taken.rest.push(argument);
            continue;
        };
        let mut written = text.to_owned();
        if matches!(value_form, Required(_)) && value.is_none() {
            value = words.next().map(|word| word.to_string_lossy().into_owned());
            written = format!("{text} {}", value.as_deref().unwrap_or_default());
        }
        check(name, value_form, value.as_deref())?;
        taken.add(written.trim_end().to_owned());
    }
    Ok(taken)
}

impl Taken {
    fn add(&mut self, option: String) {
        if !self.without_effect.contains(&option) {
            self.without_effect.push(option);
        }
    }
}

/// The treatment of `--heuristic`.
enum HeuristicOption {
    /// A heuristic that the engine has.
    Kept(String),
    /// One of clasp's other heuristics, as written.
    WithoutEffect(String),
}

use HeuristicOption::{Kept, WithoutEffect};

/// Reads `--heuristic`: its values have parameters in clingo, and only `Domain` has a counterpart.
fn heuristic(text: &str, next: Option<&str>) -> Option<HeuristicOption> {
    let value = match text.strip_prefix("--heuristic")? {
        "" => next?,
        rest => rest.strip_prefix('=')?,
    };
    let (name, parameter) = value.split_once(',').unwrap_or((value, "0"));
    let has_number = parameter.parse::<u32>().is_ok();
    match name.to_ascii_lowercase().as_str() {
        "domain" if has_number => Some(Kept(format!("--heuristic={name}"))),
        "berkmin" | "vmtf" | "vsids" | "unit" | "none" if has_number => {
            Some(WithoutEffect(format!("--heuristic={value}")))
        }
        _ => None,
    }
}

/// The option that an argument names, exactly or as the abbreviation of a single option, with the value in the
/// same word.
fn find<'a>(text: &'a str, known: &dyn Fn() -> Vec<String>) -> Option<(&'static str, Value, Option<String>)> {
    if let Some(long) = text.strip_prefix("--") {
        let (word, value): (&'a str, _) = match long.split_once('=') {
            Some((word, value)) => (word, Some(value.to_owned())),
            None => (long, None),
        };
        let exact = OPTIONS.iter().find(|(name, ..)| *name == word);
        let negated = word.strip_prefix("no-").filter(|_| value.is_none());
        let negated = || OPTIONS.iter().find(|(name, _, kind)| negated == Some(name) && *kind == Flag);
        let &(name, _, kind) = exact.or_else(negated).or_else(|| abbreviated(word, known))?;
        return Some((name, kind, value));
    }
    let letters = text.strip_prefix('-')?;
    let of_letter = |(_, letter, _): &&(&str, &str, Value)| !letter.is_empty() && letters.starts_with(letter);
    let &(name, letter, kind) = OPTIONS.iter().find(of_letter)?;
    let value = letters[letter.len()..].trim_start_matches('=');
    Some((name, kind, Some(value.to_owned()).filter(|value| !value.is_empty())))
}

/// The option that a word abbreviates, if it abbreviates no other one.
fn abbreviated(
    word: &str,
    known: &dyn Fn() -> Vec<String>,
) -> Option<&'static (&'static str, &'static str, Value)> {
    let begins = |name: &str| name.starts_with(word);
    let mut found = OPTIONS.iter().filter(|(name, ..)| begins(name));
    let (Some(only), None) = (found.next(), found.next()) else { return None };
    if word.is_empty()
        || NOT_YET.iter().any(|&(name, _)| begins(name))
        || known().iter().any(|name| begins(name))
    {
        return None;
    }
    Some(only)
}

/// Checks the value of an option.
fn check(name: &str, value_form: Value, value: Option<&str>) -> Result<(), String> {
    let (form, value) = match (value_form, value) {
        (Flag | Optional(_), None) => return Ok(()),
        (Flag, Some(value)) => (Word(&["yes", "no", "1", "0", "true", "false", "on", "off"]), value),
        (Required(_), None | Some("")) => return Err(format!("`--{name}` requires a value")),
        (Required(form) | Optional(form), Some(value)) => (form, value),
    };
    let first = value.split(',').next().unwrap_or_default();
    let is_one_of = |words: &[&str]| words.iter().any(|word| first.eq_ignore_ascii_case(word));
    let is_good = match form {
        Text => name != "configuration" || is_one_of(&CONFIGURATIONS) || std::path::Path::new(value).exists(),
        Word(words) => is_one_of(words),
        Number => first.parse::<f64>().is_ok_and(|number| number >= -1.0) || is_one_of(&["no", "umax"]),
    };
    let expected = match form {
        _ if is_good => return Ok(()),
        Word(words) => format!("one of {}", words.join(", ")),
        Number => "a number, or `no`".to_owned(),
        Text => format!("one of {}, or a file", CONFIGURATIONS.join(", ")),
    };
    Err(format!("`{value}` is no value of `--{name}`: expected {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str) -> Result<(String, Vec<String>), String> {
        let words = text.split(' ').map(OsString::from).collect();
        let known = || vec!["seed".to_owned(), "sign-def".to_owned(), "save".to_owned()];
        let Taken { rest, without_effect } = take(words, &known)?;
        Ok((rest.join(&OsString::from(" ")).into_string().unwrap(), without_effect))
    }

    #[test]
    fn options_of_the_search_are_taken_out() {
        let command = "a.lp --configuration=crafty -r L,60 -dsort,50 --seed=3 --no-berk-huang --lookahead 0";
        let (rest, without_effect) = taken(command).unwrap();
        assert_eq!(rest, "a.lp --seed=3 0");
        let options = ["--configuration=crafty", "-r L,60", "-dsort,50", "--no-berk-huang", "--lookahead"];
        assert_eq!(without_effect, options);
    }

    #[test]
    fn abbreviations_of_one_option_are_taken_out() {
        assert_eq!(taken("--conf=many --restart-on a.lp").unwrap().0, "a.lp");
        assert_eq!(taken("--del-=3").unwrap().0, "--del-=3", "seven options");
        assert_eq!(taken("--sav=3").unwrap().0, "--sav=3", "another option has this abbreviation");
        assert_eq!(taken("-- --otfs=2").unwrap().0, "-- --otfs=2", "a file");
    }

    #[test]
    fn heuristics_without_a_counterpart_are_taken_out() {
        assert_eq!(taken("--heuristic=Vmtf a.lp").unwrap().0, "a.lp");
        assert_eq!(taken("--heuristic berkmin,512 a.lp").unwrap().0, "a.lp");
        assert_eq!(taken("--heuristic=Domain,92").unwrap().0, "--heuristic=Domain");
        assert_eq!(taken("--heuristic=auto").unwrap().0, "--heuristic=auto");
        assert_eq!(taken("--heuristic=Vsids,x").unwrap().0, "--heuristic=Vsids,x", "the command rejects it");
    }

    #[test]
    fn bad_values_are_errors() {
        assert_eq!(taken("--restarts").unwrap_err(), "`--restarts` requires a value");
        assert!(taken("--loops=all").unwrap_err().contains("expected one of common, distinct, shared, no"));
        assert!(taken("--save-progress=x").unwrap_err().contains("expected a number"));
        assert!(taken("--configuration=jumping").unwrap_err().contains("or a file"));
    }

    #[test]
    fn no_option_is_in_two_tables() {
        for (name, ..) in OPTIONS {
            assert!(NOT_YET.iter().all(|&(other, _)| other != name), "{name}");
        }
    }
}
