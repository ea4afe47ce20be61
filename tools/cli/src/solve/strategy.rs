//! The values of `--opt-strategy` and `--opt-usc-shrink`.

use crate::nearest::known;
use hamadryad::{Descent, Strategy};

/// clingo's names of strategies; variants of core-guided search without an equivalent here are accepted.
pub(super) fn strategy(text: &str) -> Result<Strategy, String> {
    const DESCENTS: [(&str, Descent); 4] = [
        ("lin", Descent::Linear),
        ("hier", Descent::Levels),
        ("inc", Descent::Increasing),
        ("dec", Descent::Decreasing),
    ];
    const CORES: [&str; 7] = ["oll", "one", "k", "pmres", "disjoint", "succinct", "stratify"];
    let lower = text.to_ascii_lowercase();
    let (name, rest) =
        lower.split_once(',').map_or((lower.as_str(), None), |(name, rest)| (name, Some(rest)));
    match name {
        "auto" if rest.is_none() => Ok(Strategy::default()),
        "bb" => {
            let rest = rest.unwrap_or("lin");
            // clingo accepts the number in place of the name.
            let by_number = rest.parse::<usize>().ok().and_then(|number| DESCENTS.get(number));
            let found = by_number.or_else(|| DESCENTS.iter().find(|&&(name, _)| name == rest));
            match found {
                Some(&(_, descent)) => Ok(Strategy::Bounds(descent)),
                None => Err(known(rest, &DESCENTS.map(|(name, _)| name))),
            }
        }
        "usc" => {
            let mut stratify = rest.is_none();
            for word in rest.unwrap_or("oll").split(',') {
                match word.parse::<u8>() {
                    Ok(bits) => stratify |= bits & 4 != 0,
                    Err(_) if word.split('=').next().is_some_and(|word| CORES.contains(&word)) => {
                        stratify |= word == "stratify";
                    }
                    Err(_) => return Err(known(word, &CORES)),
                }
            }
            Ok(Strategy::Cores { stratify, shrink: false })
        }
        _ => Err(known(name, &["auto", "bb", "usc"])),
    }
}

/// clasp's values: an algorithm and possibly a limit, the exponent of a number of conflicts. Only `no` has no
/// limit.
pub(super) fn shrinking(text: &str) -> Result<bool, String> {
    const ALGORITHMS: [&str; 6] = ["lin", "inv", "bin", "rgs", "exp", "min"];
    // The limit is an exponent of a number of 32 bits.
    const MOST: u32 = 31;
    let (name, limit) = match text.split_once(',') {
        Some((name, limit)) => (name, Some(limit)),
        None => (text, None),
    };
    if !ALGORITHMS.iter().any(|known| name.eq_ignore_ascii_case(known)) {
        return match (name, limit) {
            ("no" | "off" | "false" | "0", None) => Ok(false),
            ("no" | "off" | "false" | "0", Some(limit)) => {
                Err(format!("`{name}` has no limit: leave out `,{limit}`"))
            }
            _ => Err(known(name, &["no", "lin", "inv", "bin", "rgs", "exp", "min"])),
        };
    }
    match limit.map(str::parse::<u32>) {
        None | Some(Ok(0..=MOST)) => Ok(true),
        Some(_) => {
            Err(format!("the limit of `{text}` is invalid: expected a number from 0 (no limit) to {MOST}"))
        }
    }
}
