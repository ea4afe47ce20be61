//! Groups of costs that cannot all be avoided, as text.
//!
//! ```text
//! of each of these groups something must be paid: 1 + 2 = 3, the optimum
//!      1  go(1,3) (costs 1), go(1,2) (costs 2)
//!         because of tsp.lp:6:1 { go(X,Y) : edge(X,Y,_) } = 1 :- node(X). for X = 1
//! ```

use super::{Explanations, blocks, list, short};
use hamadryad::Symbol;
use hamadryad::explain::{Conflict, CostCondition, CostGroup, CostGroups, atoms_text};
use std::fmt::Write;

/// The greatest number of groups of costs.
const GROUPS: usize = 12;

impl Explanations<'_> {
    /// The groups of costs that cannot all be avoided, as text, each line ended; empty if there are none. `optimum` is the
    /// least cost.
    pub fn cost_groups(self, groups: &CostGroups, optimum: i64) -> String {
        if groups.groups.is_empty() {
            return String::new();
        }
        let parts: Vec<String> = groups.groups.iter().map(|group| group.least.to_string()).collect();
        let base = if groups.base == 0 { String::new() } else { format!("{} + ", groups.base) };
        let sum = format!("{base}{}", parts.join(" + "));
        let least = groups.least();
        let mut text = format!("of each of these groups something must be paid: {sum} = {least}");
        let _ = match least == optimum {
            true => writeln!(text, ", the optimum"),
            false => writeln!(text, " of {optimum}; the rest follows from the conflict below"),
        };
        let most = if self.lists_all { usize::MAX } else { GROUPS };
        for group in groups.groups.iter().take(most) {
            let members = self.members(group);
            let _ = writeln!(text, "   {:>3}  {}", group.least, list(members.into_iter(), self.most()));
            for block in blocks(group.conflict.iter().flat_map(Conflict::elements)) {
                let Some(span) = block.span else { continue };
                let statement = short(self.control.sources().slice(span));
                let bindings = self.bindings(&block, 0).join("; ");
                let line = format!("because of {} {statement} {bindings}", self.place(span));
                let _ = writeln!(text, "        {}", line.trim_end());
            }
        }
        if groups.groups.len() > most {
            let _ = writeln!(text, "   … {} more groups", groups.groups.len() - most);
        }
        text
    }

    /// The conditions of the costs of a group, with the costs above the least one.
    pub fn members(self, group: &CostGroup) -> Vec<String> {
        let symbols = self.control.symbols();
        let mut by_cost: Vec<(i64, Vec<Symbol>)> = Vec::new();
        let mut texts = Vec::new();
        for CostCondition { literals, cost } in &group.conditions {
            match literals[..] {
                [(atom, true)] => match by_cost.iter_mut().find(|(other, _)| other == cost) {
                    Some((_, atoms)) => atoms.push(atom),
                    None => by_cost.push((*cost, vec![atom])),
                },
                [] => texts.push(format!("a condition without a name (costs {cost})")),
                _ => {
                    let literals = literals.iter().map(|&(atom, sign)| {
                        format!("{}{}", if sign { "" } else { "not " }, symbols.display(atom))
                    });
                    let literals: Vec<String> = literals.collect();
                    texts.push(format!("{} (costs {cost})", literals.join(" and ")));
                }
            }
        }
        by_cost.sort_by_key(|&(cost, _)| cost);
        let mut members: Vec<String> = Vec::new();
        for (cost, mut atoms) in by_cost {
            atoms.sort_by(|&left, &right| symbols.cmp(left, right));
            members
                .extend(atoms_text(symbols, &atoms).into_iter().map(|text| format!("{text} (costs {cost})")));
        }
        members.extend(texts);
        members
    }
}
