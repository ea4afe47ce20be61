//! Options of the program for `solve` and `ground`: constants, warnings, limits.
//!
//! They have clingo's names and meaning, except for `--memory-limit`, `--output-limit` and `--sandbox`, which
//! clingo does not have.

use crate::messages::MessageFormat;
use clap::Args;
use hamadryad::{Code, Compat};
use hamadryad_present::outlet::Outlet;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

/// The default limits under `--sandbox`: of time, and of memory and output in megabytes.
const SANDBOX_TIME: Duration = Duration::from_secs(60);
const SANDBOX_MEMORY: u64 = 1024;
const SANDBOX_OUTPUT: u64 = 16;

/// Arguments of each command that reads a logic program.
#[derive(Args, Debug)]
#[command(next_help_heading = "Program")]
pub struct ProgramArguments {
    /// Replace the constant NAME by the term VALUE; can be repeated.
    #[arg(short = 'c', long = "const", value_name = "NAME=VALUE", value_parser = constant)]
    pub constants: Vec<Constant>,

    /// Stop after this time, grounding included; 0 for no limit.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    #[arg(help_heading = "Limits")]
    time_limit: Option<Limit>,

    /// Stop if the process uses more memory than this; 0 for no limit.
    #[arg(long, value_name = "MB", value_parser = megabytes)]
    #[arg(help_heading = "Limits")]
    memory_limit: Option<u64>,

    /// Stop after this amount of standard output; 0 for no limit.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(0..=1 << 40))]
    #[arg(help_heading = "Limits")]
    output_limit: Option<u64>,

    /// For programs of unknown authors: restrict includes, set limits, write no files.
    ///
    /// `#include` finds files in the folders of the files on the command line and in their subfolders only.
    /// The run ends after 60 seconds, above 1024 MB of memory, or after 16 MB of output, unless --time-limit,
    /// --memory-limit or --output-limit is given. Options that write files are rejected. Control characters
    /// in answers are printed as numbers. docs/untrusted.md describes the guarantees.
    #[arg(long)]
    #[arg(help_heading = "Limits")]
    pub sandbox: bool,

    /// With --sandbox: allow includes from this folder, too; can be repeated.
    #[arg(long, value_name = "DIR", requires = "sandbox")]
    #[arg(help_heading = "Limits")]
    pub include_dir: Vec<PathBuf>,

    /// After grounding, list the N most expensive statements on standard error [default: 10]
    ///
    /// The list has the time of each statement, the number of its instances, the number of atoms tried, and
    /// the join order of its literals. It is also printed if grounding is stopped.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "10")]
    pub profile_ground: Option<usize>,

    /// Follow the language of this version of clingo: 5, or 6 (`-2**2` is -4, `/` and `\` round down,
    /// integers do not wrap around, `_` under `not` is a variable).
    #[arg(long, value_name = "VERSION", value_parser = compat, default_value = "5", hide_default_value = true)]
    pub compat: Compat,

    /// Keep facts in the bodies of the ground program.
    #[arg(long)]
    pub keep_facts: bool,

    /// Keep facts nowhere (none) or in bodies (body, as --keep-facts).
    #[arg(long, value_name = "WHERE", value_parser = preserved, action = clap::ArgAction::Set)]
    #[arg(default_value = "none", hide_default_value = true)]
    preserve_facts: bool,

    /// Print warnings of this kind: none, all, [no-]KIND; can be repeated, the last one takes precedence.
    ///
    /// The kinds are those of clingo, and overflow:
    ///   atom-undefined       an atom that no rule derives
    ///   file-included        a file that is included twice
    ///   operation-undefined  p(1/0), or a sum over a term that is not an integer
    ///   global-variable      a global variable in the tuple of an aggregate
    ///   overflow             an integer that exceeds 32 bits and wraps around
    ///   other                all other warnings
    #[arg(short = 'W', long = "warn", value_name = "KIND", value_parser = warning, verbatim_doc_comment)]
    warnings: Vec<Warning>,

    /// Print errors and warnings for people (human), as a JSON object on each line (json), or, if the program is only
    /// checked, as a SARIF log for code hosts (sarif).
    #[arg(long, value_name = "FORMAT", value_parser = MessageFormat::read)]
    #[arg(default_value = "human", hide_default_value = true)]
    pub message_format: MessageFormat,
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
    /// Whether to print warnings with this code; later options take precedence.
    pub fn prints_warning(&self, code: Code) -> bool {
        let kind = if KINDS.contains(&code) { code } else { Code::Other };
        let speaks_of = |warning: &&Warning| warning.kind.is_none_or(|named| named == kind);
        self.warnings.iter().rev().find(speaks_of).is_none_or(|warning| warning.print)
    }

    /// Whether facts stay in bodies.
    pub fn keeps_facts(&self) -> bool {
        self.keep_facts || self.preserve_facts
    }

    /// The time limit, if there is one.
    pub fn time_limit(&self) -> Option<Duration> {
        let usual = Limit(self.sandbox.then_some(SANDBOX_TIME));
        self.time_limit.unwrap_or(usual).0
    }

    /// The memory limit in bytes, if there is one.
    pub fn memory_limit(&self) -> Option<u64> {
        self.bytes(self.memory_limit, SANDBOX_MEMORY)
    }

    /// The maximal number of bytes for standard output, if there is a limit.
    pub fn output_limit(&self) -> Option<u64> {
        self.bytes(self.output_limit, SANDBOX_OUTPUT)
    }

    fn bytes(&self, megabytes: Option<u64>, in_sandbox: u64) -> Option<u64> {
        let usual = if self.sandbox { in_sandbox } else { 0 };
        Some(megabytes.unwrap_or(usual)).filter(|&megabytes| megabytes > 0).map(|megabytes| megabytes << 20)
    }

    /// The treatment of texts of the program on standard output.
    pub fn outlet(&self) -> Outlet {
        self.outlet_to(&io::stdout())
    }

    /// The treatment of texts of the program on standard error.
    pub fn error_outlet(&self) -> Outlet {
        self.outlet_to(&io::stderr())
    }

    /// Control characters are replaced on terminals and under `--sandbox`.
    fn outlet_to(&self, out: &impl IsTerminal) -> Outlet {
        Outlet { escapes: self.sandbox || out.is_terminal(), most: self.output_limit() }
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
        "symtab" => Err(
            "`symtab` is not supported, because facts are always in the symbol table; known: none, body, all"
                .into(),
        ),
        _ => Err(crate::nearest::known(text, &["none", "body", "all"])),
    }
}

/// Reads `NAME=VALUE`, with spaces around both, as an argument `-c NAME=VALUE` in one word has them.
pub fn constant(text: &str) -> Result<Constant, String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(format!("expected NAME=VALUE, such as {text}=3"));
    };
    let (name, value) = (name.trim(), value.trim());
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

/// Reads a limit of time in seconds.
pub fn seconds(text: &str) -> Result<Limit, String> {
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
        return Err("this system does not measure the memory of a process: leave out --memory-limit".into());
    }
    Ok(number)
}

/// clingo's kinds of warnings and `overflow`, about which clingo does not warn; all other codes count as
/// `other`.
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
