//! clingo's options that are keys of its configuration, apart from those with a place in `arguments.rs`.
//!
//! ```text
//! --configuration=crafty --restarts=L,60 --no-otfs -d sort,50      →      a configuration
//! ```
//!
//! The command line takes these options out, and the crate `configuration` reads their values. Those without
//! an effect are named under `--verbose=2`.
//!
//! *Invariant:* an option that is taken out changes the engine's parameters or no answer at all.

use hamadryad_configuration::{Configuration, Effect, effect_of, path_of_option};
use std::ffi::OsString;

/// The value that an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    /// None, or `yes` or `no`.
    Flag,
    /// A value, in the same word or in the next one.
    Required,
    /// A value in the same word, or this one.
    Optional(&'static str),
}

use Value::{Flag, Optional, Required};

/// The long name of each option, its letter, and its value, as `clingo --help=3` lists them.
const OPTIONS: [(&str, &str, Value); 63] = [
    ("configuration", "", Required),
    ("tester", "", Required),
    ("share", "", Required),
    ("learn-explicit", "", Flag),
    ("trans-ext", "", Required),
    ("backprop", "", Flag),
    ("no-gamma", "", Flag),
    ("eq-dfs", "", Flag),
    ("global-restarts", "", Required),
    ("distribute", "", Required),
    ("integrate", "", Required),
    ("opt-heuristic", "", Required),
    ("restart-on-model", "", Flag),
    ("lookahead", "", Optional("atom")),
    ("init-moms", "", Flag),
    ("score-res", "", Required),
    ("score-other", "", Required),
    ("sign-fix", "", Flag),
    ("sign-def-disj", "", Required),
    ("berk-huang", "", Flag),
    ("vsids-acids", "", Flag),
    ("vsids-progress", "", Required),
    ("nant", "", Flag),
    ("dom-mod", "", Required),
    ("save-progress", "", Optional("1")),
    ("init-watches", "", Required),
    ("update-mode", "", Required),
    ("acyc-prop", "", Optional("1")),
    ("partial-check", "", Optional("50")),
    ("rand-prob", "", Required),
    ("no-lookback", "", Flag),
    ("forget-on-step", "", Required),
    ("strengthen", "", Required),
    ("otfs", "", Optional("1")),
    ("update-lbd", "", Required),
    ("update-act", "", Flag),
    ("reverse-arcs", "", Optional("1")),
    ("contraction", "", Required),
    ("loops", "", Required),
    ("restarts", "r", Required),
    ("reset-restarts", "", Required),
    ("local-restarts", "", Flag),
    ("counter-restarts", "", Required),
    ("block-restarts", "", Required),
    ("shuffle", "", Required),
    ("deletion", "d", Required),
    ("del-grow", "", Required),
    ("del-cfl", "", Required),
    ("del-init", "", Required),
    ("del-estimate", "", Optional("1")),
    ("del-max", "", Required),
    ("del-glue", "", Required),
    ("del-on-restart", "", Required),
    ("parse-ext", "", Flag),
    // Options without a key.
    ("rewrite-minimize", "", Flag),
    ("single-shot", "", Flag),
    ("fast-exit", "", Flag),
    ("hcc-out", "", Required),
    ("lemma-in", "", Required),
    ("lemma-out", "", Required),
    ("lemma-out-lbd", "", Required),
    ("lemma-out-max", "", Required),
    ("lemma-out-dom", "", Required),
];
/// An option that others begin with, so that it has a table of its own.
const TEXT_OF_LEMMAS: (&str, &str, Value) = ("lemma-out-txt", "", Flag);

/// The options that [`take`] takes out, without their dashes.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().map(|&(name, ..)| name)
}

fn all() -> impl Iterator<Item = &'static (&'static str, &'static str, Value)> {
    OPTIONS.iter().chain(std::iter::once(&TEXT_OF_LEMMAS))
}

/// A command line without the options of the table.
#[derive(Debug, Default)]
pub struct Taken {
    /// The other arguments, in their order.
    pub rest: Vec<OsString>,
    /// The keys that were set.
    pub configuration: Configuration,
    /// The options without an effect, without repetition, as they were written.
    pub without_effect: Vec<String>,
}

/// Takes the options of the table out of the arguments of `solve`. `known` returns the long names of all
/// other options: an abbreviation of one of these stays.
///
/// # Errors
/// A sentence about an option without its value, or with a bad one.
pub fn take(arguments: Vec<OsString>, known: &dyn Fn() -> Vec<String>) -> Result<Taken, String> {
    let mut taken = Taken::default();
    let mut keys = Vec::new();
    let mut words = arguments.into_iter();
    while let Some(argument) = words.next() {
        let text = argument.to_str().unwrap_or_default();
        if text == "--" {
            taken.rest.push(argument);
            taken.rest.extend(words);
            break;
        }
        let Some(found) = find(text, known) else {
            taken.rest.push(argument);
            continue;
        };
        let mut written = text.to_owned();
        let value = match (found.value, found.form) {
            (Some(value), _) => value,
            (None, Flag) => if found.is_negated { "no" } else { "yes" }.to_owned(),
            (None, _) if found.is_negated => "no".to_owned(),
            (None, Optional(implicit)) => implicit.to_owned(),
            (None, Required) => {
                let value = words.next().map(|word| word.to_string_lossy().into_owned());
                written = format!("{text} {}", value.as_deref().unwrap_or_default());
                value.unwrap_or_default()
            }
        };
        if value.is_empty() {
            return Err(format!("`--{}` requires a value", found.name));
        }
        match path_of_option(found.name) {
            Some(path) => {
                if effect_of(&path) == Effect::Accepted {
                    taken.add(written.trim_end().to_owned());
                }
                keys.push((found.name, path, value));
            }
            None => taken.add(written.trim_end().to_owned()),
        }
    }
    // Options have precedence over a named configuration, in any order.
    keys.sort_by_key(|(name, ..)| *name != "configuration");
    for (name, path, value) in keys {
        set(&mut taken.configuration, name, &path, &value)?;
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

/// Sets the key of an option. `no` is 0 for a number; the name of a file stands for the configuration in it.
fn set(configuration: &mut Configuration, name: &str, path: &str, value: &str) -> Result<(), String> {
    let lower = value.to_ascii_lowercase();
    let spelling =
        if ["yes", "no", "true", "false", "on", "off"].contains(&lower.as_str()) { &lower } else { value };
    let result = configuration.set_path(path, spelling);
    match result {
        Err(_) if lower == "no" && configuration.set_path(path, "0").is_ok() => Ok(()),
        Err(_) if name == "configuration" && std::path::Path::new(value).is_file() => {
            let text = crate::input::read(value)?;
            set_from_file(configuration, &text).map_err(|reason| format!("`{value}` has {reason}"))
        }
        Err(error) => Err(format!("`{value}` is no value of `--{name}`: {error}")),
        Ok(()) => Ok(()),
    }
}

/// Sets the keys of the first configuration of a file: `name(base): --option=value …`. Other threads vary the
/// engine's parameters by themselves.
fn set_from_file(configuration: &mut Configuration, text: &str) -> Result<(), String> {
    let is_line = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let line = text.lines().find(is_line).ok_or("no configuration")?;
    let (head, options) = line.split_once(':').ok_or_else(|| format!("no `:` after the name in `{line}`"))?;
    if let Some(base) = head.split_once('(').and_then(|(_, base)| base.trim().strip_suffix(')')) {
        configuration
            .set_path("configuration", base)
            .map_err(|_| format!("an unknown configuration `{base}`"))?;
    }
    for option in options.split_whitespace() {
        let (name, value) = option.trim_start_matches("--").split_once('=').unwrap_or((&option[2..], "yes"));
        let path = path_of_option(name).or_else(|| {
            let mut starting = all_keys().filter(|key| key.starts_with(name));
            starting.next().filter(|_| starting.next().is_none()).and_then(|key| path_of_option(&key))
        });
        let path = path.ok_or_else(|| format!("an unknown option `{option}`"))?;
        set(configuration, name, &path, value)?;
    }
    Ok(())
}

/// The names of the options of all keys.
fn all_keys() -> impl Iterator<Item = String> {
    let name = |path: String| path.rsplit('.').next().unwrap_or_default().replace('_', "-");
    hamadryad_configuration::all_paths().map(move |(path, _)| name(path))
}

/// An option of the table in an argument.
struct Found {
    name: &'static str,
    form: Value,
    value: Option<String>,
    is_negated: bool,
}

/// The option that an argument names, exactly or as the abbreviation of a single option, with the value in the
/// same word.
fn find(text: &str, known: &dyn Fn() -> Vec<String>) -> Option<Found> {
    if let Some(long) = text.strip_prefix("--") {
        let (word, value) = match long.split_once('=') {
            Some((word, value)) => (word, Some(value.to_owned())),
            None => (long, None),
        };
        // An option that an application adds has precedence.
        let is_added = |name: &str| known().iter().any(|known| known == name);
        let named = |word: &str| all().find(|(name, ..)| *name == word && !is_added(name));
        let found = named(word).map(|option| (option, false));
        let negated = || Some((named(word.strip_prefix("no-")?)?, true)).filter(|_| value.is_none());
        let (&(name, _, form), is_negated) =
            found.or_else(negated).or_else(|| abbreviated(word, known).map(|option| (option, false)))?;
        return Some(Found { name, form, value, is_negated });
    }
    let letters = text.strip_prefix('-')?;
    let of_letter = |(_, letter, _): &&(&str, &str, Value)| !letter.is_empty() && letters.starts_with(letter);
    let &(name, letter, form) = all().find(of_letter)?;
    let value = letters[letter.len()..].trim_start_matches('=');
    Some(Found {
        name,
        form,
        value: Some(value.to_owned()).filter(|value| !value.is_empty()),
        is_negated: false,
    })
}

/// The option that a word abbreviates, if it abbreviates no other one.
fn abbreviated(
    word: &str,
    known: &dyn Fn() -> Vec<String>,
) -> Option<&'static (&'static str, &'static str, Value)> {
    let begins = |name: &str| name.starts_with(word);
    let mut found = all().filter(|(name, ..)| begins(name));
    let (Some(only), None) = (found.next(), found.next()) else { return None };
    if word.is_empty() || known().iter().any(|name| begins(name)) {
        return None;
    }
    Some(only)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str) -> Result<(String, Taken), String> {
        let words = text.split(' ').map(OsString::from).collect();
        let known = || vec!["seed".to_owned(), "sign-def".to_owned(), "save".to_owned()];
        let mut taken = take(words, &known)?;
        let rest = std::mem::take(&mut taken.rest);
        Ok((rest.join(&OsString::from(" ")).into_string().unwrap(), taken))
    }

    fn value(text: &str, path: &str) -> String {
        taken(text).unwrap().1.configuration.get_path(path).unwrap()
    }

    #[test]
    fn options_of_the_search_are_taken_out() {
        let command = "a.lp --configuration=crafty -r L,60 -dsort,50 --seed=3 --no-berk-huang --lookahead 0";
        let (rest, taken) = taken(command).unwrap();
        assert_eq!(rest, "a.lp --seed=3 0");
        assert_eq!(taken.without_effect, ["--no-berk-huang"]);
        assert_eq!(taken.configuration.get_path("solver.lookahead").as_deref(), Some("atom,0"));
    }

    #[test]
    fn options_have_precedence_over_configurations() {
        assert_eq!(value("--restarts=L,60 --configuration=crafty", "solver.restarts"), "l,60");
        assert_eq!(value("--configuration=crafty", "solver.restarts"), "x,128,1.5,0");
        assert_eq!(value("--no-restarts", "solver.restarts"), "0");
        assert_eq!(value("--no-otfs", "solver.otfs"), "0");
        assert_eq!(value("--sign-fix", "solver.sign_fix"), "1");
    }

    #[test]
    fn abbreviations_of_one_option_are_taken_out() {
        assert_eq!(taken("--conf=many --restart-on a.lp").unwrap().0, "a.lp");
        assert_eq!(taken("--del-=3").unwrap().0, "--del-=3", "seven options");
        assert_eq!(taken("--sav=3").unwrap().0, "--sav=3", "another option has this abbreviation");
        assert_eq!(taken("-- --otfs=2").unwrap().0, "-- --otfs=2", "a file");
    }

    #[test]
    fn bad_values_are_errors() {
        assert_eq!(taken("--restarts").unwrap_err(), "`--restarts` requires a value");
        assert!(taken("--loops=all").unwrap_err().contains("common|distinct|shared|no"));
        assert!(taken("--save-progress=x").unwrap_err().contains("no value of `--save-progress`"));
        assert!(taken("--configuration=jumping").unwrap_err().contains("or a file"));
    }

    #[test]
    fn files_have_configurations() {
        let mut configuration = Configuration::new();
        let text = "# a comment\n[mine](handy): --restarts=F,7 --save-p=9\n[other]: --no\n";
        set_from_file(&mut configuration, text).unwrap();
        let value = |path| configuration.get_path(path).unwrap();
        assert_eq!((value("solver.restarts"), value("solver.save_progress")), ("f,7".into(), "9".into()));
        assert_eq!(value("solver.loops"), "distinct");
        for bad in ["", "mine(x): --seed=1", "mine: --nonsense=1", "mine: --restarts=Z"] {
            assert!(set_from_file(&mut Configuration::new(), bad).is_err(), "{bad}");
        }
    }
}
