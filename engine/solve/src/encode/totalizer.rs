//! Counters: literals that say "at least k of these are true", made when they are asked for.
//!
//! ```text
//!           ≥1 ≥2 …           a tree over the inputs; each node counts what is below it, so far as anybody has asked
//!          ╱       ╲          (Bailleux, Boufkhad: "Efficient CNF Encoding of Boolean Cardinality Constraints", CP 2003;
//!      ≥1 ≥2      ≥1 ≥2       made step by step: Martins, Joshi, Manquinho, Lynce: "Incremental Cardinality Constraints
//!     a  b         c  d       for MaxSAT", CP 2014)
//! ```
//!
//! Only one direction is said: what is counted makes the literals true. All clauses are tied to a guard.

use hamadryad_sat::{Lit, Solver};

#[derive(Clone)]
struct Node {
    /// How many inputs are below it.
    size: usize,
    /// The literal of "at least k + 1", as far as they have been made.
    outputs: Vec<Lit>,
    children: Option<(usize, usize)>,
}

/// A tree over some literals.
#[derive(Clone)]
pub(crate) struct Totalizer {
    /// Children come before their parents: the root is the last.
    nodes: Vec<Node>,
}

impl Totalizer {
    pub(crate) fn new(inputs: &[Lit]) -> Totalizer {
        let mut nodes: Vec<Node> =
            inputs.iter().map(|&lit| Node { size: 1, outputs: vec![lit], children: None }).collect();
        let mut open: Vec<usize> = (0..nodes.len()).collect();
        while open.len() > 1 {
            let pairs = open.chunks(2).map(|pair| match *pair {
                [left, right] => {
                    let size = nodes[left].size + nodes[right].size;
                    nodes.push(Node { size, outputs: Vec::new(), children: Some((left, right)) });
                    nodes.len() - 1
                }
                _ => pair[0],
            });
            open = pairs.collect();
        }
        // An odd one that stayed until the end is no root.
        debug_assert!(nodes.last().is_some_and(|root| root.size == inputs.len()));
        Totalizer { nodes }
    }

    /// The literal of "at least `count` are true"; `None` where there are fewer inputs. New variables are added to `borrowed`.
    pub(crate) fn at_least(
        &mut self,
        sat: &mut Solver,
        guard: Lit,
        count: usize,
        borrowed: &mut Vec<Lit>,
    ) -> Option<Lit> {
        let root = self.nodes.len() - 1;
        if count > self.nodes[root].size {
            return None;
        }
        self.extend(sat, guard, root, count, borrowed);
        Some(self.nodes[root].outputs[count - 1])
    }

    fn extend(&mut self, sat: &mut Solver, guard: Lit, node: usize, count: usize, borrowed: &mut Vec<Lit>) {
        let count = count.min(self.nodes[node].size);
        let Some((left, right)) = self.nodes[node].children else { return };
        if self.nodes[node].outputs.len() >= count {
            return;
        }
        self.extend(sat, guard, left, count, borrowed);
        self.extend(sat, guard, right, count, borrowed);
        for k in self.nodes[node].outputs.len() + 1..=count {
            let output = sat.borrow_var();
            borrowed.push(output);
            if let Some(&below) = self.nodes[node].outputs.last() {
                sat.add_clause(&[!guard, !output, below]);
            }
            self.nodes[node].outputs.push(output);
            let (a, b) = (&self.nodes[left].outputs, &self.nodes[right].outputs);
            // `from_left` of the left and the rest of the right.
            for from_left in k.saturating_sub(b.len())..=k.min(a.len()) {
                let mut clause = vec![!guard, output];
                if from_left > 0 {
                    clause.push(!a[from_left - 1]);
                }
                if k > from_left {
                    clause.push(!b[k - from_left - 1]);
                }
                sat.add_clause(&clause);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_sat::{NoTheory, Outcome};

    #[test]
    fn counts_what_is_true() {
        for inputs in 1..8usize {
            for chosen in 0..1u32 << inputs {
                let mut sat = Solver::new();
                let guard = sat.new_var().positive();
                let lits: Vec<Lit> = (0..inputs).map(|_| sat.new_var().positive()).collect();
                let (mut counter, mut borrowed) = (Totalizer::new(&lits), Vec::new());
                let outputs: Vec<Lit> = (1..=inputs)
                    .map(|k| counter.at_least(&mut sat, guard, k, &mut borrowed).expect("so many"))
                    .collect();
                assert!(counter.at_least(&mut sat, guard, inputs + 1, &mut borrowed).is_none());
                let values = (0..inputs).map(|i| if chosen >> i & 1 == 1 { lits[i] } else { !lits[i] });
                let number = chosen.count_ones() as usize;
                for (k, &output) in outputs.iter().enumerate() {
                    let assumptions: Vec<Lit> = values.clone().chain([guard, !output]).collect();
                    sat.assume(&mut NoTheory, &assumptions);
                    let expected = if number > k { Outcome::Failed } else { Outcome::Model };
                    assert_eq!(sat.search(&mut NoTheory, &|| false), expected);
                }
            }
        }
    }
}
