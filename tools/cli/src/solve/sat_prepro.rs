//! The value of `--sat-prepro`: `auto`, `no`, or a level of clasp with limits.
//!
//! clasp's levels differ in the elimination of *blocked* clauses. It changes the number of models, so it is
//! never done here.

use crate::nearest::known;
use hamadryad::Elimination;

/// The preprocessing of clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SatPrepro {
    /// Whether subsumed clauses are removed before the search.
    pub subsumption: bool,
    /// Variable elimination, if it is done.
    pub elimination: Option<Elimination>,
}

/// clasp's limits, in its order.
const LIMITS: [&str; 5] = ["iter", "occ", "time", "frozen", "size"];

impl SatPrepro {
    /// Reads the value of the option.
    pub fn parse(text: &str) -> Result<SatPrepro, String> {
        let mut words = text.split(',');
        let level = words.next().unwrap_or_default().to_ascii_lowercase();
        let mut limits = Elimination::default();
        let (subsumption, is_wanted) = match level.as_str() {
            "auto" => (false, true),
            "no" | "0" => (false, false),
            "yes" | "1" | "2" | "3" => {
                limits.after = 0;
                (true, true)
            }
            _ => return Err(known(&level, &["auto", "no", "0", "1", "2", "3"])),
        };
        for (place, word) in words.enumerate() {
            let (name, number) = match word.split_once('=') {
                Some(parts) => parts,
                None => (*LIMITS.get(place).ok_or_else(|| too_many(word))?, word),
            };
            let number: u32 = number
                .parse()
                .map_err(|_| format!("`{number}` is not a limit: expected a number, 0 for none"))?;
            set_limit(&mut limits, name, number)?;
        }
        Ok(SatPrepro { subsumption, elimination: is_wanted.then_some(limits) })
    }
}

fn too_many(word: &str) -> String {
    format!("`{word}` follows the last limit: expected at most {}", LIMITS.join(","))
}

/// Sets one of clasp's limits; 0 is none.
fn set_limit(limits: &mut Elimination, name: &str, number: u32) -> Result<(), String> {
    let most = |number: u32| if number == 0 { usize::MAX } else { number as usize };
    match name {
        "iter" => limits.rounds = if number == 0 { u32::MAX } else { number },
        "occ" => limits.occurrences = most(number),
        // The engine reads no clock; its effort is limited in another way.
        "time" => {}
        "frozen" => limits.frozen = if number == 0 { 100 } else { number.min(100) },
        "size" | "clause" => limits.clauses = most(number).saturating_mul(1000),
        _ => return Err(known(name, &LIMITS)),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_limits() {
        let read = |text: &str| SatPrepro::parse(text);
        let elimination = |text: &str| read(text).unwrap().elimination;
        assert_eq!(elimination("auto"), Some(Elimination::default()));
        assert_eq!(elimination("no"), None);
        assert!(read("2").unwrap().subsumption && elimination("2").unwrap().after == 0);
        let limits = elimination("2,20,25,240,50,4000").unwrap();
        assert_eq!((limits.rounds, limits.occurrences), (20, 25));
        assert_eq!((limits.frozen, limits.clauses), (50, 4_000_000));
        assert_eq!(elimination("3,occ=7").unwrap().occurrences, 7);
        assert_eq!(elimination("3,iter=0").unwrap().rounds, u32::MAX);
        for wrong in ["4", "2,x=1", "2,occ=many", "2,1,2,3,4,5,6", "2,"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
