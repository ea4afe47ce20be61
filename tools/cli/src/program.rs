//! The options about the program itself, which `solve` and `ground` share: constants, warnings, limits.
//!
//! They are clingo's with clingo's meaning, but for `--memory-limit`, which clingo does not have.

use clap::Args;
use hamadryad::{Code, Compat};
use std::time::Duration;

/// Arguments that each command with a logic program has.
#[derive(Args, Debug)]
pub struct ProgramArguments {
    /// Replace the constant NAME by the term VALUE; may be given several times.
    #[arg(short = 'c', long = "const", value_name = "NAME=VALUE", value_parser = constant)]
    pub constants: Vec<Constant>,

    /// Stop after this many seconds, grounding included; 0 for no limit.
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds)]
    #[arg(allow_hyphen_values = true, hide_default_value = true)]
    pub time_limit: Limit,

    /// Stop where more than this many megabytes of memory are in use; 0 for no limit.
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = megabytes, hide_default_value = true)]
    pub memory_limit: u64,

    /// After grounding, list the N statements that cost most, on standard error [default: 10]
    ///
    /// Each with its time, the instances that it has, the atoms that were tried to find them, and the order in which
    /// its literals were joined. A grounding that is stopped lists them as well.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "10")]
    pub profile_ground: Option<usize>,

    /// The version of clingo whose language is spoken, where they differ: 5, or 6 (`-2**2` is -4, `/` and `\` round
    /// down, integers do not wrap, `_` under `not` is a variable).
    #[arg(long, value_name = "VERSION", value_parser = compat, default_value = "5", hide_default_value = true)]
    pub compat: Compat,

    /// Keep facts in the bodies of the ground program.
    #[arg(long)]
    pub keep_facts: bool,

    /// Keep facts: none, or body (in bodies, as --keep-facts).
    #[arg(long, value_name = "WHERE", value_parser = preserved, action = clap::ArgAction::Set)]
    #[arg(default_value = "none", hide_default_value = true)]
    preserve_facts: bool,

    /// Which warnings to print: none, all, [no-]KIND; may be given several times, the last one counts.
    ///
    /// The kinds are clingo's, but for overflow:
    ///   atom-undefined       an atom that no rule derives
    ///   file-included        a file that is included twice
    ///   operation-undefined  p(1/0), or a sum of something that is no number
    ///   global-variable      a variable of the rule in the tuple of an aggregate
    ///   overflow             an integer that needs more than 32 bits, and wraps
    ///   other                anything else
    #[arg(short = 'W', long = "warn", value_name = "KIND", value_parser = warning, verbatim_doc_comment)]
    warnings: Vec<Warning>,
}

/// A constant of the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Its value as text.
    pub value: String,
}

/// A limit of time; `None` for none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limit(pub Option<Duration>);

/// A value of `--warn`: whether to print warnings of a kind, or of all kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Warning {
    kind: Option<Code>,
    print: bool,
}

impl ProgramArguments {
    /// Whether to print warnings with this code; later options count more.
    pub fn prints_warning(&self, code: Code) -> bool {
        let kind = if KINDS.contains(&code) { code } else { Code::Other };
        let speaks_of = |warning: &&Warning| warning.kind.is_none_or(|named| named == kind);
        self.warnings.iter().rev().find(speaks_of).is_none_or(|warning| warning.print)
    }

    /// Whether facts stay in bodies.
    pub fn keeps_facts(&self) -> bool {
        self.keep_facts || self.preserve_facts
    }

    /// The memory limit in bytes, if there is one.
    pub fn memory_limit(&self) -> Option<u64> {
        (self.memory_limit > 0).then_some(self.memory_limit << 20)
    }
}

fn compat(text: &str) -> Result<Compat, String> {
    match text {
        "5" => Ok(Compat::Five),
        "6" => Ok(Compat::Six),
        _ => Err("expected 5 or 6".into()),
    }
}

fn preserved(text: &str) -> Result<bool, String> {
    match text {
        "none" => Ok(false),
        "body" | "all" => Ok(true),
        "symtab" => Err("facts always stay in the table of symbols; known: none, body, all".into()),
        _ => Err(crate::nearest::known(text, &["none", "body", "all"])),
    }
}

fn constant(text: &str) -> Result<Constant, String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(format!("expected NAME=VALUE, such as {text}=3"));
    };
    if value.is_empty() {
        return Err("the value is missing".into());
    }
    let rest = name.trim_start_matches(['_', '\'']);
    let is_identifier = rest.starts_with(|c: char| c.is_ascii_lowercase())
        && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '\'');
    if !is_identifier || rest == "not" {
        return Err(format!("`{name}` is not the name of a constant"));
    }
    Ok(Constant { name: name.to_owned(), value: value.to_owned() })
}

fn seconds(text: &str) -> Result<Limit, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    if number <= 0.0 {
        return Ok(Limit(None));
    }
    let limit = Duration::try_from_secs_f64(number);
    limit.map(|limit| Limit(Some(limit))).map_err(|_| "expected a number of seconds".to_owned())
}

fn megabytes(text: &str) -> Result<u64, String> {
    let number: u64 = text.parse().map_err(|_| "expected a number of megabytes".to_owned())?;
    if number > 1 << 40 {
        return Err("expected a number of megabytes".into());
    }
    if number > 0 && crate::memory::in_use().is_none() {
        return Err("this system does not tell how much memory a process uses".into());
    }
    Ok(number)
}

/// clingo's kinds of warnings, and one of our own, for clingo says nothing; whatever is none of them is `other`.
const KINDS: [Code; 6] = [
    Code::AtomUndefined,
    Code::FileIncluded,
    Code::OperationUndefined,
    Code::GlobalVariable,
    Code::Overflow,
    Code::Other,
];

fn warning(text: &str) -> Result<Warning, String> {
    let (kind, print) = match text.strip_prefix("no-") {
        Some(kind) => (kind, false),
        None => (text, true),
    };
    match text {
        "none" => return Ok(Warning { kind: None, print: false }),
        "all" => return Ok(Warning { kind: None, print: true }),
        _ => (),
    }
    match KINDS.iter().find(|code| code.name() == kind) {
        Some(&code) => Ok(Warning { kind: Some(code), print }),
        None => {
            let kinds = KINDS.map(Code::name);
            Err(crate::nearest::known(kind, &[&["none", "all"], &kinds[..]].concat()))
        }
    }
}
