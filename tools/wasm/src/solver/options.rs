//! clingo's options, as far as a run in memory has them.
//!
//! An option is a word `--name=value`, `--name value`, `-x value` or `-xvalue`; a number is the number of answers.
//! Options that only steer clingo's search are accepted with a warning; all others are errors.

use hamadryad::{Config, Consequences, Descent, OptimizeMode, Projection, Signs, Strategy};

/// The options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The largest number of answers; 0 for all.
    pub models: Option<u64>,
    /// The treatment of objectives.
    pub optimize: OptimizeMode,
    /// The largest costs by descending priority.
    pub bounds: Vec<i64>,
    /// Consequences instead of answers.
    pub consequences: Option<Consequences>,
    /// The atoms in which answers differ; `None` for all atoms.
    pub projection: Option<Projection>,
    /// Constants with their values, as texts.
    pub constants: Vec<(String, String)>,
    /// The time limit in seconds.
    pub seconds: Option<f64>,
    /// Whether warnings are returned.
    pub warns: bool,
    /// The configuration of the solver.
    pub config: Config,
    /// Remarks about options without effect.
    pub remarks: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            models: None,
            optimize: OptimizeMode::Optimize,
            bounds: Vec::new(),
            consequences: None,
            projection: None,
            constants: Vec::new(),
            seconds: None,
            warns: true,
            config: Config::default(),
            remarks: Vec::new(),
        }
    }
}

/// An option: its long name, its letter, whether it needs a value.
const KNOWN: [(&str, &str, bool); 17] = [
    ("models", "n", true),
    ("const", "c", true),
    ("opt-mode", "", true),
    ("opt-strategy", "", true),
    ("enum-mode", "e", true),
    ("project", "", false),
    ("seed", "", true),
    ("rand-freq", "", true),
    ("sign-def", "", true),
    ("heuristic", "", true),
    ("time-limit", "", true),
    ("warn", "W", true),
    ("outf", "", true),
    ("parallel-mode", "t", true),
    ("verbose", "V", false),
    ("circuits", "", true),
    ("eq", "", true),
];

/// clingo's options that only steer its search, with whether they need a value.
const WITHOUT_EFFECT: [(&str, bool); 26] = [
    ("configuration", true),
    ("tester", true),
    ("restarts", true),
    ("reset-restarts", true),
    ("shuffle", true),
    ("deletion", true),
    ("del-grow", true),
    ("del-cfl", true),
    ("del-init", true),
    ("del-max", true),
    ("del-glue", true),
    ("strengthen", true),
    ("otfs", true),
    ("update-lbd", true),
    ("save-progress", true),
    ("init-watches", true),
    ("loops", true),
    ("contraction", true),
    ("trans-ext", true),
    ("lookahead", false),
    ("backprop", false),
    ("sat-prepro", false),
    ("opt-usc-shrink", true),
    ("opt-heuristic", true),
    ("restart-on-model", false),
    ("fast-exit", false),
];

impl Options {
    /// Reads the words of a command line; a word may contain several words, divided by spaces.
    ///
    /// # Errors
    /// A sentence about the option that is unknown or has a bad value.
    pub fn read(words: &[String]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut words = words.iter().flat_map(|word| word.split_whitespace()).peekable();
        while let Some(word) = words.next() {
            if word.bytes().all(|byte| byte.is_ascii_digit()) {
                options.models = Some(number("--models", word)?);
                continue;
            }
            let (name, written, needs_value, has_effect) = find(word)?;
            // A value is in the same word, or in the next one.
            let value = match written {
                Some(value) => Some(value),
                None if needs_value => words.next(),
                None => None,
            };
            if needs_value && value.is_none_or(str::is_empty) {
                return Err(format!("the option `--{name}` requires a value"));
            }
            if has_effect {
                options.set(name, value.unwrap_or_default())?;
            } else {
                options
                    .remarks
                    .push(format!("the option `--{name}` steers clingo's search and has no effect here"));
            }
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "models" => self.models = Some(number("--models", value)?),
            "const" => {
                let (name, value) =
                    value.split_once('=').ok_or_else(|| bad("--const", value, "NAME=VALUE, such as n=8"))?;
                self.constants.push((name.to_owned(), value.to_owned()));
            }
            "opt-mode" => self.set_opt_mode(value)?,
            "opt-strategy" => self.config.strategy = strategy(value)?,
            "enum-mode" => {
                self.consequences = match value.to_ascii_lowercase().as_str() {
                    "auto" | "bt" | "record" => None,
                    "brave" => Some(Consequences::Brave),
                    "cautious" | "query" => Some(Consequences::Cautious),
                    _ => return Err(bad("--enum-mode", value, "auto, bt, record, brave or cautious")),
                };
            }
            "project" => {
                self.projection = match value.split(',').next().unwrap_or_default() {
                    "no" => None,
                    "" | "auto" => Some(Projection::Auto),
                    "show" => Some(Projection::Shown),
                    "project" => Some(Projection::Atoms),
                    _ => return Err(bad("--project", value, "no, auto, show or project")),
                };
            }
            "seed" => self.config.search.seed = number("--seed", value)?,
            "rand-freq" => {
                let frequency: f64 = if value == "no" { 0.0 } else { number("--rand-freq", value)? };
                if !(0.0..=1.0).contains(&frequency) {
                    return Err(bad("--rand-freq", value, "a probability from 0 to 1"));
                }
                self.config.search.random_decisions = frequency;
            }
            "sign-def" => {
                self.config.search.signs = match value {
                    "asp" => Signs::Phase,
                    "pos" => Signs::Positive,
                    "neg" => Signs::Negative,
                    "rnd" => Signs::Random,
                    _ => return Err(bad("--sign-def", value, "asp, pos, neg or rnd")),
                };
            }
            "heuristic" => match value.split(',').next().unwrap_or_default().to_ascii_lowercase().as_str() {
                "domain" => self.config.domain_heuristic = true,
                "auto" => {}
                "berkmin" | "vmtf" | "vsids" | "unit" | "none" => {
                    self.remarks.push(format!("the heuristic `{value}` has the effect of `auto`"));
                }
                _ => return Err(bad("--heuristic", value, "auto or Domain")),
            },
            "time-limit" => {
                let seconds: f64 = number("--time-limit", value)?;
                self.seconds = Some(seconds).filter(|&seconds| seconds > 0.0);
            }
            "warn" => self.warns = value != "none",
            "outf" if value != "2" => return Err(bad("--outf", value, "2: results are JSON")),
            "parallel-mode" if value.split(',').next() != Some("1") => {
                self.remarks.push("one thread searches: `--parallel-mode` has no effect here".to_owned());
            }
            "circuits" => {
                self.config.circuits = match value {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(bad("--circuits", value, "yes or no")),
                };
            }
            "eq" => {
                let rounds: i64 = number("--eq", value)?;
                self.config.equivalences = u32::try_from(rounds).unwrap_or(u32::MAX);
            }
            // Values that change nothing: `--outf=2`, one thread, `--verbose`.
            _ => {}
        }
        Ok(())
    }

    fn set_opt_mode(&mut self, value: &str) -> Result<(), String> {
        let mut parts = value.split(',');
        self.optimize = match parts.next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "opt" => OptimizeMode::Optimize,
            "optn" => OptimizeMode::EnumerateOptimal,
            "enum" => OptimizeMode::Enumerate,
            "ignore" => OptimizeMode::Ignore,
            _ => return Err(bad("--opt-mode", value, "opt, optN, enum or ignore")),
        };
        self.bounds = parts.map(|bound| number("--opt-mode", bound)).collect::<Result<_, _>>()?;
        Ok(())
    }
}

fn strategy(value: &str) -> Result<Strategy, String> {
    let lower = value.to_ascii_lowercase();
    let (name, rest) = lower.split_once(',').unwrap_or((&lower, ""));
    match (name, rest) {
        ("auto", "") => Ok(Strategy::default()),
        ("bb", "" | "lin" | "0") => Ok(Strategy::Bounds(Descent::Linear)),
        ("bb", "hier" | "1") => Ok(Strategy::Bounds(Descent::Levels)),
        ("bb", "inc" | "2") => Ok(Strategy::Bounds(Descent::Increasing)),
        ("bb", "dec" | "3") => Ok(Strategy::Bounds(Descent::Decreasing)),
        ("usc", _) => {
            Ok(Strategy::Cores { stratify: rest.is_empty() || rest.contains("stratify"), shrink: false })
        }
        _ => Err(bad("--opt-strategy", value, "auto, bb or usc")),
    }
}

/// The option that a word names: its long name, its value in the same word, whether it needs one, whether it has an
/// effect.
fn find(word: &str) -> Result<(&'static str, Option<&str>, bool, bool), String> {
    let unknown = || format!("the option `{word}` is unknown, or has no meaning for a run in memory");
    if let Some(long) = word.strip_prefix("--") {
        let (name, value) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (long, None),
        };
        let steers = WITHOUT_EFFECT.iter().map(|&(name, needs_value)| (name, needs_value, false));
        let all =
            || KNOWN.iter().map(|&(name, _, needs_value)| (name, needs_value, true)).chain(steers.clone());
        let exact = all().find(|&(known, ..)| known == name);
        // clingo accepts the beginning of a single name.
        let mut begun = all().filter(|(known, ..)| !name.is_empty() && known.starts_with(name));
        let only = match (begun.next(), begun.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        };
        let (name, needs_value, has_effect) = exact.or(only).ok_or_else(unknown)?;
        return Ok((name, value, needs_value, has_effect));
    }
    let letters = word.strip_prefix('-').ok_or_else(unknown)?;
    let of_letter = |(_, letter, _): &&(&str, &str, bool)| !letter.is_empty() && letters.starts_with(*letter);
    let &(name, letter, needs_value) = KNOWN.iter().find(of_letter).ok_or_else(unknown)?;
    let value = letters[letter.len()..].trim_start_matches('=');
    Ok((name, Some(value).filter(|value| !value.is_empty()), needs_value, true))
}

fn number<N: std::str::FromStr>(option: &str, value: &str) -> Result<N, String> {
    value.parse().map_err(|_| bad(option, value, "a number"))
}

fn bad(option: &str, value: &str, expected: &str) -> String {
    format!("`{value}` is no value of `{option}`: expected {expected}")
}
