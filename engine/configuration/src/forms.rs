//! The forms of values: each reads a value in clingo's syntax and writes it as clingo writes it.
//!
//! ```text
//! heuristic   Vmtf  →  vmtf,0          restarts   x,100,1.5  →  x,100,1.5,0          deletion   0  →  no
//! ```
//!
//! Invariant: what a form writes, it reads again as the same value; only the limit of Luby's sequence grows, as in
//! clasp.

use crate::parts::{Parts, flag, is_off, names_of, unsigned};
use crate::schedule::{AVERAGES, Dynamic, Schedule};

/// The form of a value.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// Yes or no, which are written as these words.
    Flag(&'static str, &'static str),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A digit in a range.
    Digit(u32, u32),
    /// Another form.
    Other(fn(&str) -> Option<String>),
}

impl Form {
    /// The value as clingo writes it; `None` if it has another form.
    pub(crate) fn canonical(self, text: &str) -> Option<String> {
        match self {
            Form::Flag(yes, no) => flag(text).map(|value| (if value { yes } else { no }).to_owned()),
            Form::Word(words) => crate::parts::word(text, words).map(str::to_owned),
            Form::Digit(least, most) => {
                let number = text.parse::<u32>().ok().filter(|number| (least..=most).contains(number));
                number.map(|number| number.to_string())
            }
            Form::Other(read) => read(text),
        }
    }
}

/// `no`, or what `read` makes of the parts.
fn or_no(text: &str, read: impl FnOnce(&mut Parts<'_>) -> Option<String>) -> Option<String> {
    if is_off(text) { Some("no".to_owned()) } else { all(text, read) }
}

fn all(text: &str, read: impl FnOnce(&mut Parts<'_>) -> Option<String>) -> Option<String> {
    let mut parts = Parts::new(text);
    let value = read(&mut parts)?;
    parts.end(value)
}

/// A number that is written as `umax` if it is the greatest.
fn or_umax(number: u32) -> String {
    if number == u32::MAX { "umax".to_owned() } else { number.to_string() }
}

pub(crate) fn opt_strategy(text: &str) -> Option<String> {
    const DESCENTS: [&str; 4] = ["lin", "hier", "inc", "dec"];
    const RELAXATIONS: [&str; 4] = ["oll", "one", "k", "pmres"];
    const TACTICS: [&str; 3] = ["disjoint", "succinct", "stratify"];
    all(text, |parts| match parts.word(&["bb", "usc"])? {
        "bb" => {
            let by_number = parts.number(0, 3).map(|number| DESCENTS[number as usize]);
            let descent = by_number.or_else(|| parts.word(&DESCENTS)).unwrap_or("lin");
            Some(format!("bb,{descent}"))
        }
        _ => {
            let named = parts.word(&RELAXATIONS);
            if named.is_none()
                && let Some(mask) = parts.number(0, 15)
            {
                // A number alone has the bits of earlier versions.
                let relaxation = if mask & 4 != 0 { "pmres" } else { "oll" };
                let tactics = mask & 3 | (mask & 8) >> 1;
                return Some(format!("usc,{relaxation}{}", names_of(tactics, &TACTICS)));
            }
            let size = match named {
                Some("k") => format!(",{}", parts.number(0, u32::MAX).unwrap_or(0)),
                _ => String::new(),
            };
            let tactics = parts.set(&TACTICS).unwrap_or(0);
            Some(format!("usc,{}{size}{}", named.unwrap_or("oll"), names_of(tactics, &TACTICS)))
        }
    })
}

pub(crate) fn opt_usc_shrink(text: &str) -> Option<String> {
    or_no(text, |parts| {
        let algorithm = parts.word(&["lin", "inv", "bin", "rgs", "exp", "min"])?;
        let limit = if parts.is_empty() { 10 } else { parts.number(0, 31)? };
        Some(format!("{algorithm},{limit}"))
    })
}

/// A set of names, or `no`.
fn names(text: &str, names: &[&'static str]) -> Option<String> {
    or_no(text, |parts| {
        let mask = parts.set(names)?;
        Some(names_of(mask, names).trim_start_matches(',').to_owned())
    })
}

pub(crate) fn opt_heuristic(text: &str) -> Option<String> {
    names(text, &["sign", "model"])
}

pub(crate) fn forget_on_step(text: &str) -> Option<String> {
    names(text, &["varScores", "signs", "lemmaScores", "lemmas"])
}

pub(crate) fn lookahead(text: &str) -> Option<String> {
    or_no(text, |parts| {
        let kind = parts.word(&["atom", "body", "hybrid"])?;
        let limit = parts.number(0, u32::MAX).unwrap_or(0);
        Some(format!("{kind},{}", if limit == u32::MAX { 0 } else { limit }))
    })
}

pub(crate) fn heuristic(text: &str) -> Option<String> {
    all(text, |parts| {
        let name = parts.word(&["auto", "berkmin", "vmtf", "vsids", "domain", "unit", "none"])?;
        let most = if matches!(name, "unit" | "none") { 0 } else { u32::MAX };
        let number = if parts.is_empty() { 0 } else { parts.number(0, most)? };
        Some(format!("{name},{}", number.min(65535)))
    })
}

pub(crate) fn vsids_progress(text: &str) -> Option<String> {
    or_no(text, |parts| {
        let decay = parts.number(0, u32::MAX)?;
        let step = if parts.is_empty() { 1 } else { parts.number(0, 100)? };
        let conflicts = if parts.is_empty() { 5000 } else { parts.number(0, u32::MAX)? };
        Some(format!("{decay},{step},{conflicts}"))
    })
}

pub(crate) fn dom_mod(text: &str) -> Option<String> {
    const MODIFIERS: [(&str, u32); 7] =
        [("level", 1), ("pos", 2), ("true", 3), ("neg", 4), ("false", 5), ("init", 6), ("factor", 7)];
    const PICKS: [&str; 5] = ["scc", "hcc", "disj", "opt", "show"];
    or_no(text, |parts| {
        let names = MODIFIERS.map(|(name, _)| name);
        let bits =
            |word: &'static str| MODIFIERS.iter().find(|&&(name, _)| name == word).map(|&(_, bits)| bits);
        let modifier = match parts.number(0, 7) {
            Some(number) => number,
            None => {
                let mut modifier = parts.word(&names).and_then(bits)?;
                // The form in which a value is written: a list of its parts.
                while let Some(more) = parts.word(&["level", "pos", "neg"]).and_then(bits) {
                    modifier |= more;
                }
                modifier
            }
        };
        let picks = match parts.word(&["all"]) {
            Some(_) => 0,
            None if parts.is_empty() => 0,
            None => parts.set(&PICKS)?,
        };
        let modifier = names_of(modifier, &["level", "pos", "neg"]);
        Some(format!("{}{}", modifier.trim_start_matches(','), names_of(picks, &PICKS)))
    })
}

pub(crate) fn save_progress(text: &str) -> Option<String> {
    unsigned(text).map(|number| number.min(65535).to_string())
}

pub(crate) fn seed(text: &str) -> Option<String> {
    unsigned(text).map(or_umax)
}

pub(crate) fn strengthen(text: &str) -> Option<String> {
    or_no(text, |parts| {
        let mode = parts.word(&["local", "recursive"])?;
        let kind = if parts.is_empty() { "all" } else { parts.word(&["all", "short", "binary"])? };
        let bumps = if parts.is_empty() { true } else { parts.take(flag)? };
        Some(format!("{mode},{kind},{}", if bumps { "yes" } else { "no" }))
    })
}

pub(crate) fn update_lbd(text: &str) -> Option<String> {
    or_no(text, |parts| {
        let mode = parts.word(&["less", "glucose", "pseudo"])?;
        let limit = if parts.is_empty() { 0 } else { parts.number(0, 127)? };
        Some(format!("{mode},{limit}"))
    })
}

pub(crate) fn contraction(text: &str) -> Option<String> {
    or_no(text, |parts| {
        let size = parts.number(0, u32::MAX)?;
        let kind =
            if parts.is_empty() { "no" } else { parts.word(&["no", "decisionSeq", "allUIP", "dynamic"])? };
        Some(format!("{size},{kind}"))
    })
}

pub(crate) fn partial_check(text: &str) -> Option<String> {
    or_no(text, |parts| {
        let skipped = parts.number(1, 100)?;
        let bound = if parts.is_empty() { 0 } else { parts.number(0, u32::MAX)? };
        Some(format!("{skipped},{bound}"))
    })
}

pub(crate) fn rand_freq(text: &str) -> Option<String> {
    if is_off(text) {
        return Some("0".to_owned());
    }
    all(text, |parts| parts.real(0.0, 1.0).map(|number| number.to_string()))
}

/// Two numbers, of which the second has a default.
fn pair(text: &str, second: u32) -> Option<String> {
    or_no(text, |parts| {
        let first = parts.number(1, u32::MAX)?;
        let second = if parts.is_empty() { second } else { parts.number(0, u32::MAX)? };
        Some(format!("{first},{second}"))
    })
}

pub(crate) fn rand_prob(text: &str) -> Option<String> {
    pair(text, 100)
}

pub(crate) fn counter_restarts(text: &str) -> Option<String> {
    pair(text, 9973)
}

pub(crate) fn shuffle(text: &str) -> Option<String> {
    pair(text, 0)
}

pub(crate) fn restarts(text: &str) -> Option<String> {
    if is_off(text) {
        return Some("0".to_owned());
    }
    all(text, |parts| match Dynamic::read(parts) {
        Some(dynamic) => Some(dynamic.to_string()),
        None => Schedule::read(parts).map(|schedule| schedule.to_string()),
    })
}

pub(crate) fn del_cfl(text: &str) -> Option<String> {
    if is_off(text) {
        return Some("0".to_owned());
    }
    all(text, |parts| Schedule::read(parts).map(|schedule| schedule.to_string()))
}

pub(crate) fn block_restarts(text: &str) -> Option<String> {
    or_no(text, |parts| {
        let window = parts.number(1, u32::MAX)?;
        let factor = if parts.is_empty() { 1.4 } else { parts.real(1.0, 5.0)? };
        let first = if parts.is_empty() { 10000 } else { parts.number(0, u32::MAX)? };
        let average = if parts.is_empty() { "e" } else { parts.word(&AVERAGES)? };
        Some(format!("{window},{factor},{first},{average}"))
    })
}

pub(crate) fn deletion(text: &str) -> Option<String> {
    or_no(text, |parts| {
        let algorithm = parts.word(&["basic", "sort", "ipSort", "ipHeap"])?;
        let share = if parts.is_empty() { 75 } else { parts.number(1, 100)? };
        let score = if parts.is_empty() { "activity" } else { parts.word(&["activity", "lbd", "mixed"])? };
        Some(format!("{algorithm},{share},{score}"))
    })
}

pub(crate) fn del_grow(text: &str) -> Option<String> {
    or_no(text, |parts| {
        let factor = parts.real(1.0, f64::MAX)?;
        let most = if parts.is_empty() { 3.0 } else { parts.real(0.0, f64::MAX)? };
        let schedule = if parts.is_empty() { String::new() } else { format!(",{}", Schedule::read(parts)?) };
        Some(format!("{factor},{most}{schedule}"))
    })
}

pub(crate) fn del_init(text: &str) -> Option<String> {
    all(text, |parts| {
        let factor = parts.real(f64::MIN_POSITIVE, f64::MAX)?;
        let least = if parts.is_empty() { 10 } else { parts.number(0, u32::MAX)? };
        let more = if parts.is_empty() { u32::MAX - least } else { parts.number(0, u32::MAX)? };
        Some(format!("{factor},{least},{more}"))
    })
}

pub(crate) fn del_max(text: &str) -> Option<String> {
    if is_off(text) {
        return Some("umax,0".to_owned());
    }
    all(text, |parts| {
        let clauses = parts.number(1, u32::MAX)?;
        let memory = if parts.is_empty() { 0 } else { parts.number(0, u32::MAX)? };
        Some(format!("{},{memory}", or_umax(clauses)))
    })
}

pub(crate) fn del_glue(text: &str) -> Option<String> {
    all(text, |parts| {
        let glue = parts.number(0, 15)?;
        let counts = if parts.is_empty() { 0 } else { parts.number(0, 1)? };
        Some(format!("{glue},{counts}"))
    })
}

/// A named configuration, or the file that has one.
pub(crate) fn configuration(text: &str) -> Option<String> {
    Form::Word(crate::presets::NAMES).canonical(text)
}

pub(crate) fn sat_prepro(text: &str) -> Option<String> {
    const LIMITS: [&str; 5] = ["iter", "occ", "time", "frozen", "size"];
    or_no(text, |parts| {
        let level = parts.number(1, 3)?;
        let mut limits = [0, 0, 0, 0, 4000];
        let mut place = 0;
        while !parts.is_empty() {
            let (at, value) = parts.take(|part| match part.split_once('=') {
                Some((name, value)) => {
                    Some((LIMITS.iter().position(|&limit| limit == name)?, unsigned(value)?))
                }
                None => Some((place, unsigned(part)?)),
            })?;
            *limits.get_mut(at)? = value;
            place = at + 1;
        }
        let given = LIMITS.iter().zip(limits).filter(|&(_, limit)| limit != 0);
        let given: String = given.map(|(name, limit)| format!(",{name}={limit}")).collect();
        Some(format!("{level}{given}"))
    })
}

pub(crate) fn stats(text: &str) -> Option<String> {
    if is_off(text) {
        return Some("0".to_owned());
    }
    all(text, |parts| {
        let level = parts.number(1, 3)?;
        let tester = if parts.is_empty() { 0 } else { parts.number(0, 3)? };
        Some(if tester == 0 { level.to_string() } else { format!("{level},{tester}") })
    })
}

pub(crate) fn solve_limit(text: &str) -> Option<String> {
    if ["no", "off", "false"].contains(&text) {
        return Some("umax,umax".to_owned());
    }
    all(text, |parts| {
        let conflicts = parts.number(0, u32::MAX)?;
        let restarts = if parts.is_empty() { u32::MAX } else { parts.number(0, u32::MAX)? };
        Some(format!("{},{}", or_umax(conflicts), or_umax(restarts)))
    })
}

/// The greatest number of threads, as in clingo.
const MOST_THREADS: u32 = 64;

pub(crate) fn parallel_mode(text: &str) -> Option<String> {
    all(text, |parts| {
        let threads = parts.number(1, MOST_THREADS)?;
        let mode = if parts.is_empty() { "compete" } else { parts.word(&["compete", "split"])? };
        Some(format!("{threads},{mode}"))
    })
}

pub(crate) fn global_restarts(text: &str) -> Option<String> {
    or_no(text, |parts| {
        let most = parts.number(1, u32::MAX)?;
        let schedule = match parts.is_empty() {
            true => Schedule::Geometric { base: 100, factor: 1.5, limit: 0 },
            false => Schedule::read(parts)?,
        };
        Some(format!("{most},{schedule}"))
    })
}

pub(crate) fn distribute(text: &str) -> Option<String> {
    or_no(text, |parts| {
        let kind = parts.word(&["all", "short", "conflict", "loop"])?;
        let mode = parts.word(&["global", "local"]).unwrap_or("global");
        let glue = if parts.is_empty() { 4 } else { parts.number(0, 127)? };
        let size = if parts.is_empty() { (1 << 22) - 1 } else { parts.number(0, u32::MAX)? };
        Some(format!("{kind},{mode},{glue},{}", size.min((1 << 22) - 1)))
    })
}

pub(crate) fn integrate(text: &str) -> Option<String> {
    all(text, |parts| {
        let pick = parts.word(&["all", "unsat", "gp", "active"])?;
        let kept = if parts.is_empty() { 1024 } else { parts.number(0, u32::MAX)? };
        let peers = if parts.is_empty() { "all" } else { parts.word(&["all", "ring", "cube", "cubex"])? };
        Some(format!("{pick},{kept},{peers}"))
    })
}

pub(crate) fn project(text: &str) -> Option<String> {
    or_no(text, |parts| {
        if let Some(bits) = parts.number(1, 7) {
            return Some(format!("auto,{}", bits >> 1));
        }
        let what = parts.word(&["show", "project", "auto"])?;
        let options = if parts.is_empty() { 0 } else { parts.number(0, 3)? };
        Some(format!("{what},{options}"))
    })
}

pub(crate) fn models(text: &str) -> Option<String> {
    text.parse::<i64>().ok().map(|number| number.to_string())
}

/// The bounds of an objective, each after a comma.
fn bounds(parts: &mut Parts<'_>) -> Option<String> {
    let mut written = String::new();
    while !parts.is_empty() {
        written += &format!(",{}", parts.take(|part| part.parse::<i64>().ok())?);
    }
    Some(written)
}

pub(crate) fn opt_mode(text: &str) -> Option<String> {
    all(text, |parts| {
        let mode = parts.word(&["opt", "enum", "optN", "ignore"])?;
        Some(format!("{mode}{}", bounds(parts)?))
    })
}

pub(crate) fn opt_stop(text: &str) -> Option<String> {
    if ["no", "off", "false"].contains(&text) {
        return Some("no".to_owned());
    }
    all(text, |parts| bounds(parts).map(|bounds| bounds.trim_start_matches(',').to_owned()))
}

pub(crate) fn eq(text: &str) -> Option<String> {
    const MOST: i64 = (1 << 26) - 1;
    if text == "umax" || text == "-1" {
        return Some(MOST.to_string());
    }
    text.parse::<i64>().ok().filter(|&number| number >= 0).map(|number| number.min(MOST).to_string())
}
