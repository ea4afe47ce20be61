//! Bags with limits: their number, an order, and random bags.
//!
//! ```text
//! least 2            a bag as facts:   bag(2,4).
//! most 4                               type(corner). type(straight). type(cross).
//! corner 1 3                           limit(corner,1,3). limit(cross,0,1).
//! straight           % no limit
//! cross 1            % at most 1
//! ```
//!
//! Bags are counted type by type: `ways[i][k]` is the number of ways to take `k` pieces of the types from the
//! `i`-th on. So each bag has a number, and a uniformly drawn number gives a uniformly drawn bag, without
//! rejection.

use crate::chance::Chance;
use crate::drawing::{self, Drawing};
use crate::facts::{self, Fact, PuzzleError, Term};

/// A type of pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Its name: a word or a number.
    pub name: String,
    /// The smallest number of its pieces in a bag.
    pub least: u32,
    /// The largest number of its pieces in a bag.
    pub most: u32,
}

impl Kind {
    /// The same limits under a number as the name.
    pub fn called(&self, number: u32) -> Self {
        Self { name: number.to_string(), ..self.clone() }
    }
}

/// The set of possible bags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Supply {
    /// The types, in order.
    pub kinds: Vec<Kind>,
    /// The smallest number of pieces in a bag.
    pub least: u32,
    /// The largest number of pieces in a bag.
    pub most: u32,
}

/// The largest number of types, and of pieces.
const MOST: i32 = 1000;
const KNOWN: &str = "bag/2, type/1, limit/3";

impl Supply {
    /// Bags of at most `most` pieces of `types` types, without limits. The names of the types are numbers.
    pub fn new(types: u32, most: u32) -> Self {
        let kinds = (1..=types).map(|kind| Kind { name: kind.to_string(), least: 0, most }).collect();
        Self { kinds, least: 0, most }
    }

    /// Reads a supply: facts, or a drawing.
    ///
    /// # Errors
    /// The first error with its line.
    pub fn read(text: &str) -> Result<Self, PuzzleError> {
        let supply =
            if drawing::is_drawing(text) { Self::read_drawing(text) } else { Self::read_facts(text) }?;
        if supply.kinds.is_empty() {
            return Err(facts::missing("type(T)"));
        }
        Ok(supply)
    }

    fn read_facts(text: &str) -> Result<Self, PuzzleError> {
        let facts = facts::read_facts(text)?;
        let mut size: Option<(u32, u32)> = None;
        let mut supply = Self { kinds: Vec::new(), least: 0, most: 0 };
        for fact in &facts {
            match (fact.name.as_str(), fact.arguments.as_slice()) {
                ("bag", [Term::Number(least), Term::Number(most)]) => {
                    let new = range(*least, *most).map_err(|reason| fact.wrong(reason))?;
                    if size.is_some_and(|old| old != new) {
                        return Err(fact.twice());
                    }
                    size = Some(new);
                }
                ("type", [name @ (Term::Number(_) | Term::Constant(_))]) => {
                    let name = name.to_string();
                    if supply.place(&name).is_none() {
                        supply.kinds.push(Kind { name, least: 0, most: MOST as u32 });
                    }
                }
                ("limit", [Term::Number(_) | Term::Constant(_), Term::Number(_), Term::Number(_)]) => {}
                _ => return Err(fact.unknown(KNOWN)),
            }
        }
        let mut limited: Vec<&Fact> = Vec::new();
        for fact in facts.iter().filter(|fact| fact.name == "limit") {
            let [name, Term::Number(least), Term::Number(most)] = fact.arguments.as_slice() else { continue };
            let (least, most) = range(*least, *most).map_err(|reason| fact.wrong(reason))?;
            let place = supply.place(&name.to_string());
            let place = place.ok_or_else(|| fact.wrong(format!("there is no type({name})")))?;
            if limited.iter().any(|other| other.arguments[0] == *name && other.arguments != fact.arguments) {
                return Err(fact.twice());
            }
            limited.push(fact);
            supply.kinds[place] = Kind { name: name.to_string(), least, most };
        }
        (supply.least, supply.most) = size.ok_or_else(|| facts::missing("bag(Least,Most)"))?;
        supply.checked_size()
    }

    fn read_drawing(text: &str) -> Result<Self, PuzzleError> {
        let drawing = Drawing::read(text, &["least", "most"])?;
        let most = drawing.number("most", 0..=MOST)?;
        let most = most.ok_or_else(|| facts::missing("`most N`, the most pieces in a bag"))?;
        let least = drawing.number("least", 0..=most)?.unwrap_or(0);
        let mut supply = Self { kinds: Vec::new(), least: least as u32, most: most as u32 };
        for &(line, row) in &drawing.rows {
            let wrong = |reason: String| drawing::wrong(line, &format!("`{}`", row.trim()), reason);
            let mut words = row.split_whitespace();
            let name = words.next().unwrap_or_default().to_string();
            let numbers: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
            let limits =
                match numbers.as_deref() {
                    Some([]) => Ok((0, MOST as u32)),
                    Some([most]) => range(0, *most),
                    Some([least, most]) => range(*least, *most),
                    _ => Err("a type has a name and at most two numbers, the fewest and the most of it"
                        .to_string()),
                };
            let (least, most) = limits.map_err(wrong)?;
            let is_name = name.parse::<u32>().is_ok()
                || name.starts_with(|sign: char| sign.is_ascii_lowercase())
                    && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if !is_name {
                return Err(wrong("a name is a number, or letters and begins with a small one".to_string()));
            }
            if supply.place(&name).is_some() {
                return Err(wrong("this type exists already".to_string()));
            }
            supply.kinds.push(Kind { name, least, most });
        }
        supply.checked_size()
    }

    fn checked_size(self) -> Result<Self, PuzzleError> {
        if self.kinds.len() > MOST as usize {
            Err(facts::missing("limit to the types: there are more than 1000"))
        } else {
            Ok(self)
        }
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.name == name)
    }

    /// The same supply with a fixed number of pieces.
    pub fn of_size(&self, pieces: u32) -> Self {
        Self { least: pieces, most: pieces, ..self.clone() }
    }

    /// The number of bags; `None` on overflow.
    pub fn count(&self) -> Option<u128> {
        self.table()?.count()
    }

    /// The table for counting, numbering and drawing bags.
    pub fn table(&self) -> Option<Table<'_>> {
        let size = self.most as usize;
        let mut ways = vec![vec![0u128; size + 1]; self.kinds.len() + 1];
        if let Some(nothing) = ways[self.kinds.len()].first_mut() {
            *nothing = 1;
        }
        for (place, kind) in self.kinds.iter().enumerate().rev() {
            let (least, most) = (kind.least as usize, kind.most as usize);
            let mut sum = 0u128;
            for pieces in 0..=size {
                // Between `least` and `most` of the pieces have this type, the others a later type.
                if pieces >= least && least <= most {
                    sum = sum.checked_add(ways[place + 1][pieces - least])?;
                }
                if pieces > most && least <= most {
                    sum -= ways[place + 1][pieces - most - 1];
                }
                ways[place][pieces] = sum;
            }
        }
        Some(Table { supply: self, ways })
    }

    /// The types of the pieces in an answer of `bag.lp`, counted from 1.
    ///
    /// The answer consists of the true atoms of `piece/2`, separated by blanks, in any order; types are
    /// denoted by their names.
    ///
    /// # Errors
    /// The first error of the answer.
    pub fn check(&self, answer: &str) -> Result<Vec<u32>, PuzzleError> {
        let mut slots = vec![None; self.most as usize];
        for atom in facts::read_atoms(answer)? {
            let (slot, name) = match (atom.name.as_str(), atom.arguments.as_slice()) {
                ("piece", [Term::Number(slot), name @ (Term::Number(_) | Term::Constant(_))]) => {
                    (*slot, name.to_string())
                }
                _ => return Err(atom.unknown("piece/2")),
            };
            let Some(content) =
                usize::try_from(slot).ok().and_then(|slot| slots.get_mut(slot.checked_sub(1)?))
            else {
                return Err(atom.wrong(format!("there are slots 1 to {}", self.most)));
            };
            let Some(kind) = self.place(&name) else {
                let names: Vec<&str> = self.kinds.iter().map(|kind| kind.name.as_str()).collect();
                return Err(atom.wrong(format!("there are types {}", names.join(", "))));
            };
            if content.is_some() {
                return Err(atom.wrong("the slot has a piece already"));
            }
            *content = Some((kind as u32 + 1, atom));
        }
        let mut bag: Vec<u32> = Vec::new();
        let mut gap = false;
        for content in slots {
            match content {
                None => gap = true,
                Some((_, atom)) if gap => return Err(atom.wrong("the slot before it is empty")),
                Some((kind, atom)) if bag.last().is_some_and(|&last| last > kind) => {
                    return Err(atom.wrong("the types must not decrease from slot to slot"));
                }
                Some((kind, _)) => bag.push(kind),
            }
        }
        for (number, kind) in (1..).zip(&self.kinds) {
            let count = bag.iter().filter(|&&other| other == number).count();
            if !(kind.least as usize..=kind.most as usize).contains(&count) {
                let reason =
                    format!("the bag has {count} of it, and must have {} to {}", kind.least, kind.most);
                return Err(facts::wrong_as_a_whole(&format!("type {}", kind.name), reason));
            }
        }
        if bag.len() < self.least as usize {
            return Err(facts::wrong_as_a_whole(
                "this bag",
                format!("it must have at least {} pieces", self.least),
            ));
        }
        Ok(bag)
    }

    /// A bag in the format of an answer set: `piece(1,corner) piece(2,cross)`.
    pub fn atoms(&self, bag: &[u32]) -> String {
        let name = |kind: u32| &self.kinds[kind as usize - 1].name;
        let atoms: Vec<String> =
            (1..).zip(bag).map(|(slot, &kind)| format!("piece({slot},{})", name(kind))).collect();
        atoms.join(" ")
    }
}

/// Checked limits.
fn range(least: i32, most: i32) -> Result<(u32, u32), String> {
    match (u32::try_from(least), u32::try_from(most)) {
        (Ok(least), Ok(most)) if least <= most && most <= MOST as u32 => Ok((least, most)),
        _ => Err(format!("limits are two numbers from 0 to {MOST}, the smaller one first")),
    }
}

/// The bags of a supply in a fixed order.
pub struct Table<'a> {
    supply: &'a Supply,
    /// By type and number of pieces: the number of ways to take these pieces from this type on.
    ways: Vec<Vec<u128>>,
}

impl Table<'_> {
    /// The number of bags; `None` on overflow.
    pub fn count(&self) -> Option<u128> {
        self.sizes().try_fold(0u128, |sum, size| sum.checked_add(self.ways[0][size]))
    }

    fn sizes(&self) -> std::ops::RangeInclusive<usize> {
        self.supply.least as usize..=self.supply.most as usize
    }

    /// The bag with this number, from 0, small bags first; `None` if the number is too large.
    pub fn bag(&self, number: u128) -> Option<Vec<u32>> {
        let mut left = number;
        let mut pieces = self.sizes().find(|&size| match left.checked_sub(self.ways[0][size]) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })?;
        let mut bag = Vec::with_capacity(pieces);
        for (place, kind) in self.supply.kinds.iter().enumerate() {
            for count in (kind.least as usize..=(kind.most as usize).min(pieces)).rev() {
                let ways = self.ways[place + 1][pieces - count];
                if let Some(rest) = left.checked_sub(ways) {
                    left = rest;
                    continue;
                }
                bag.extend(std::iter::repeat_n(place as u32 + 1, count));
                pieces -= count;
                break;
            }
        }
        Some(bag)
    }

    /// A uniformly random bag; `None` if the supply has none.
    pub fn draw(&self, chance: &mut Chance) -> Option<Vec<u32>> {
        let count = self.count().filter(|&count| count > 0)?;
        self.bag(chance.below(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bag::Bags;
    use std::collections::BTreeSet;

    const PIPES: &str = "least 2\nmost 4\ncorner 1 3\nstraight\ncross 1 % at most one";

    #[test]
    fn the_number_without_limits_is_the_closed_form() {
        for (types, most) in [(4, 4), (3, 3), (1, 5), (5, 1), (2, 0), (12, 7), (1000, 10)] {
            assert_eq!(Supply::new(types, most).count(), Bags { types, most }.count());
        }
        assert_eq!(Supply::new(1000, 1000).count(), None);
        assert_eq!(Supply::new(0, 3).count(), Some(1));
    }

    #[test]
    fn numbers_and_bags_within_the_limits_correspond() {
        for supply in
            [Supply::read(PIPES).expect("a supply"), Supply::new(4, 4), Supply::new(2, 5).of_size(3)]
        {
            let table = supply.table().expect("few bags");
            let count = table.count().expect("few bags");
            let bags: BTreeSet<Vec<u32>> =
                (0..count).map(|number| table.bag(number).expect("a bag")).collect();
            assert_eq!((bags.len() as u128, table.bag(count)), (count, None));
            for bag in bags {
                assert_eq!(supply.check(&supply.atoms(&bag)), Ok(bag));
            }
        }
        // One to three corners, any number of straights, at most one cross; two to four pieces in total.
        let sizes = |size: u32| {
            (1..=3u32).flat_map(move |a| (0..=1u32).map(move |c| size.checked_sub(a + c))).flatten().count()
        };
        let expected = sizes(2) + sizes(3) + sizes(4);
        assert_eq!(Supply::read(PIPES).expect("a supply").count(), Some(expected as u128));
    }

    /// Pearson's chi-square statistic over all bags, for this average number of draws of each bag.
    fn chi_square(supply: &Supply, seed: u64, average: u32) -> (f64, usize) {
        let table = supply.table().expect("few bags");
        let bags: Vec<_> =
            (0..table.count().expect("few bags")).filter_map(|number| table.bag(number)).collect();
        let mut chance = Chance::new(seed, "a test of evenness");
        let mut drawn = vec![0u32; bags.len()];
        for _ in 0..bags.len() as u32 * average {
            let bag = table.draw(&mut chance).expect("a bag");
            drawn[bags.iter().position(|other| *other == bag).expect("one of them")] += 1;
        }
        let expected = f64::from(average);
        (drawn.iter().map(|&times| (f64::from(times) - expected).powi(2) / expected).sum(), bags.len() - 1)
    }

    #[test]
    fn every_bag_is_equally_likely() {
        // Quantiles of the chi-square distribution at 0.999, by degrees of freedom; and at 0.001, because a
        // distribution that is too even is not random.
        let supplies = [
            (Supply::new(4, 4), 69, 37.5, 111.1),
            (Supply::new(2, 4), 14, 3.0, 36.1),
            (Supply::new(3, 2), 9, 1.15, 27.9),
        ];
        for (supply, freedom, low, high) in supplies {
            for seed in 1..=5 {
                let (statistic, degrees) = chi_square(&supply, seed, 200);
                assert_eq!(degrees, freedom);
                assert!((low..high).contains(&statistic), "seed {seed}: {statistic} for {degrees}");
            }
        }
        let limited = Supply::read(PIPES).expect("a supply");
        assert_eq!(chi_square(&limited, 1, 10).1 + 1, limited.count().expect("few") as usize);
        assert!(chi_square(&limited, 1, 1000).0 < 40.0);
    }

    #[test]
    fn facts_and_drawings_are_equivalent() {
        let facts = "bag(2,4). type(corner). type(straight;cross). limit(corner,1,3). limit(cross,0,1).";
        assert_eq!(Supply::read(facts), Supply::read(PIPES));
        let errors = [
            ("type(a).", "there is no fact bag(Least,Most)"),
            ("bag(1,2).", "there is no fact type(T)"),
            (
                "bag(2,1). type(a).",
                "line 1: bag(2,1): limits are two numbers from 0 to 1000, the smaller one first",
            ),
            ("bag(1,2). type(a).\nlimit(b,0,1).", "line 2: limit(b,0,1): there is no type(b)"),
            (
                "bag(1,2). type(a). limit(a,0,1).\nlimit(a,0,2).",
                "line 2: limit(a,0,2) is the second fact of its kind; there must be one",
            ),
            ("bag(1,2).\nkind(a).", "line 2: this puzzle has no facts kind/1; known: bag/2, type/1, limit/3"),
            ("most 2\nA", "line 2: `A`: a name is a number, or letters and begins with a small one"),
            (
                "most 2\na 1 x",
                "line 2: `a 1 x`: a type has a name and at most two numbers, the fewest and the most of it",
            ),
            ("most 2\na\na", "line 3: `a`: this type exists already"),
            ("a", "there is no fact `most N`, the most pieces in a bag"),
            ("most x\na", "line 1: most x: it must be `most` and a number"),
        ];
        for (text, reason) in errors {
            assert_eq!(Supply::read(text).unwrap_err().to_string(), reason, "{text}");
        }
    }

    #[test]
    fn a_bag_beyond_the_limits_is_rejected() {
        let supply = Supply::read(PIPES).expect("a supply");
        let errors = [
            ("piece(1,straight) piece(2,straight)", "type corner: the bag has 0 of it, and must have 1 to 3"),
            ("piece(1,corner)", "this bag: it must have at least 2 pieces"),
            (
                "piece(1,corner) piece(2,bend)",
                "line 1: piece(2,bend): there are types corner, straight, cross",
            ),
        ];
        for (answer, reason) in errors {
            assert_eq!(supply.check(answer).unwrap_err().to_string(), reason);
        }
    }
}
