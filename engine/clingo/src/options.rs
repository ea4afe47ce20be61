//! The arguments of a control: clingo's options of grounding and solving.
//!
//! ```text
//! ["-c", "n=3", "0", "--heuristic=Domain", "-t", "2"]
//! ```
//!
//! Options of the search are keys of the configuration, which has the readers of their values. As in clingo, the
//! name of a long option may be abbreviated if this is unambiguous, and numbers alone are numbers of models.

use crate::message::{Failure, Warning};
use hamadryad_configuration::{Configuration, all_paths, path_of_option};

/// The settings of a control.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The keys of the search.
    pub configuration: Configuration,
    /// The parameters of the engine that no key changes.
    pub base: hamadryad::Config,
    /// The constants, each with its value.
    pub constants: Vec<(String, String)>,
    /// Whether facts stay in the bodies of ground rules.
    pub keeps_facts: bool,
    /// Whether the program can be solved once only.
    pub single_shot: bool,
    /// The kinds of messages that are not passed to the logger.
    pub silenced: Vec<Warning>,
}

/// Short options of the search, with the long ones.
const SHORT: [(char, &str); 6] = [
    ('n', "models"),
    ('e', "enum-mode"),
    ('t', "parallel-mode"),
    ('q', "quiet"),
    ('W', "warn"),
    ('c', "const"),
];

/// Options of gringo that take a value and have no key.
const GROUNDING: [&str; 3] = ["const", "warn", "rewrite-minimize"];
/// Options of the program clingo that have no effect on a library.
const WITHOUT_EFFECT: [&str; 3] = ["quiet", "verbose", "mode"];

impl Settings {
    /// Reads arguments.
    ///
    /// # Errors
    /// The first argument that is no option, or has a value of another form.
    pub fn read(arguments: &[&str]) -> Result<Settings, Failure> {
        let mut settings = Settings::default();
        let mut rest = arguments.iter().copied();
        while let Some(argument) = rest.next() {
            if let Some(long) = argument.strip_prefix("--") {
                let (name, value) = match long.split_once('=') {
                    Some((name, value)) => (name, Some(value)),
                    None => (long, None),
                };
                let name = full_name(name)?;
                settings.set(&name, value, &mut rest)?;
            } else if let Some(short) = argument.strip_prefix('-').filter(|short| !short.is_empty()) {
                let letter = short.chars().next().unwrap_or_default();
                let Some((_, name)) = SHORT.iter().find(|(known, _)| *known == letter) else {
                    return Err(unknown(&format!("-{letter}")));
                };
                let value = &short[letter.len_utf8()..];
                let value = value.strip_prefix('=').unwrap_or(value);
                settings.set(name, Some(value).filter(|value| !value.is_empty()), &mut rest)?;
            } else {
                settings.key("solve.models", "models", argument)?;
            }
        }
        Ok(settings)
    }

    fn set<'a>(
        &mut self,
        name: &str,
        value: Option<&'a str>,
        rest: &mut impl Iterator<Item = &'a str>,
    ) -> Result<(), Failure> {
        if let Some(bare) = name.strip_prefix("no-") {
            return match path_of_option(&name.replace('-', "_")) {
                Some(path) => self.key(&path, name, value.unwrap_or("1")),
                None => match path_of_option(bare) {
                    Some(path) => self.key(&path, name, "no"),
                    None => Err(unknown(&format!("--{name}"))),
                },
            };
        }
        match name {
            "single-shot" => self.single_shot = true,
            "keep-facts" => self.keeps_facts = true,
            // Flags of gringo and of the output; the value is optional.
            "text" | "output" | "output-debug" | "reify-sccs" | "reify-steps" => {
                return Err(Failure::runtime(format!(
                    "In context '<libclingo>': the option '--{name}' is not supported by a control; \
                     register a backend or an observer"
                )));
            }
            "const" => {
                let pair = self.needed(name, value, rest)?;
                let Some((constant, value)) = pair.split_once('=') else {
                    return Err(invalid(name, pair));
                };
                // `-c n=3` may be one argument.
                self.constants.push((constant.trim().to_owned(), value.trim().to_owned()));
            }
            "warn" => {
                let word = self.needed(name, value, rest)?;
                self.warn(word).ok_or_else(|| invalid(name, word))?;
            }
            "rewrite-minimize" => {}
            name if WITHOUT_EFFECT.contains(&name) => {
                if name == "mode" && value.is_none() {
                    rest.next();
                }
            }
            name => {
                let Some(path) = path_of_option(name) else { return Err(unknown(&format!("--{name}"))) };
                let value = match value {
                    Some(value) => value,
                    None if name == "project" => "auto,3",
                    None if has_optional_value(name) => "1",
                    None => self.needed(name, None, rest)?,
                };
                self.key(&path, name, value)?;
            }
        }
        Ok(())
    }

    fn key(&mut self, path: &str, name: &str, value: &str) -> Result<(), Failure> {
        self.configuration.set_path(path, value.trim()).map_err(|_| invalid(name, value))
    }

    fn needed<'a>(
        &self,
        name: &str,
        value: Option<&'a str>,
        rest: &mut impl Iterator<Item = &'a str>,
    ) -> Result<&'a str, Failure> {
        value
            .or_else(|| rest.next())
            .ok_or_else(|| Failure::runtime(format!("In context '<libclingo>': '{name}': value expected")))
    }

    /// Silences kinds of messages, or admits them again.
    fn warn(&mut self, word: &str) -> Option<()> {
        let kinds = |name: &str| -> Option<Vec<Warning>> {
            let all = Warning::ALL.into_iter().filter(|&kind| kind != Warning::RuntimeError);
            match name {
                "all" => Some(all.collect()),
                name => {
                    let found = all.filter(|kind| kind.name().replace(' ', "-") == name).collect::<Vec<_>>();
                    (!found.is_empty()).then_some(found)
                }
            }
        };
        if word == "none" {
            self.silenced = kinds("all")?;
        } else if let Some(name) = word.strip_prefix("no-") {
            self.silenced.extend(kinds(name)?);
        } else {
            let admitted = kinds(word)?;
            self.silenced.retain(|kind| !admitted.contains(kind));
        }
        Some(())
    }
}

/// Whether an option stands alone: its value, if there is one, follows an equals sign.
fn has_optional_value(name: &str) -> bool {
    const FLAGS: [&str; 12] = [
        "stats",
        "supp-models",
        "no-ufs-check",
        "no-gamma",
        "eq-dfs",
        "dlp-old-map",
        "restart-on-model",
        "lookahead",
        "project",
        "sign-fix",
        "learn-explicit",
        "acyc-prop",
    ];
    FLAGS.contains(&name)
}

/// The name of a long option that is written in full or abbreviated.
fn full_name(name: &str) -> Result<String, Failure> {
    let own = ["single-shot", "keep-facts", "text", "output", "output-debug", "reify-sccs", "reify-steps"];
    let fixed = own.into_iter().chain(GROUNDING).chain(WITHOUT_EFFECT).map(str::to_owned);
    let keys = all_paths().filter_map(|(path, _)| Some(path.rsplit('.').next()?.replace('_', "-")));
    let mut all: Vec<String> = fixed.chain(keys).collect();
    all.sort();
    all.dedup();
    if all.iter().any(|known| known == name) {
        return Ok(name.to_owned());
    }
    let bare = name.strip_prefix("no-").filter(|bare| all.iter().any(|known| known == bare));
    if bare.is_some() {
        return Ok(name.to_owned());
    }
    let mut matching = all.into_iter().filter(|known| known.starts_with(name));
    match (matching.next(), matching.next()) {
        (Some(found), None) => Ok(found),
        (Some(one), Some(other)) => Err(Failure::runtime(format!(
            "In context '<libclingo>': ambiguous option: '{name}' could be: '{one}', '{other}'"
        ))),
        (None, _) => Err(unknown(name)),
    }
}

fn unknown(name: &str) -> Failure {
    Failure::runtime(format!("In context '<libclingo>': unknown option: '{}'", name.trim_start_matches("--")))
}

fn invalid(name: &str, value: &str) -> Failure {
    Failure::runtime(format!("In context '<libclingo>': '{value}' invalid value for: '{name}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<Settings, String> {
        Settings::read(arguments).map_err(|failure| failure.message.unwrap_or_default())
    }

    #[test]
    fn arguments_are_read_in_all_their_forms() {
        let settings =
            read(&["-c", "n=3", "-cm=f(1)", "-c k=4", "0", "--heur=Domain", "-t", "2", "--warn", "none"])
                .unwrap();
        let expected =
            [("n", "3"), ("m", "f(1)"), ("k", "4")].map(|(name, value)| (name.into(), value.into()));
        assert_eq!(settings.constants, expected);
        let parameters = settings.configuration.solve_parameters();
        assert_eq!((parameters.models, parameters.threads), (Some(0), 2));
        assert_eq!(settings.configuration.get_path("solver.heuristic").as_deref(), Some("domain,0"));
        assert_eq!(settings.silenced.len(), 6);
    }

    #[test]
    fn wrong_arguments_are_named() {
        assert_eq!(read(&["--nope"]).unwrap_err(), "In context '<libclingo>': unknown option: 'nope'");
        assert!(read(&["--heuristic=nope"]).unwrap_err().contains("'nope' invalid value for: 'heuristic'"));
        assert!(read(&["-c"]).unwrap_err().contains("value expected"));
        assert!(read(&["file.lp"]).unwrap_err().contains("'file.lp'"));
    }
}
