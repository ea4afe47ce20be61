//! Totalizers: counters with a literal for "at least k inputs are true", extended on demand.
//!
//! ```text
//!           ≥1 ≥2 …           a tree over the inputs: a node counts the inputs below it,
//!          ╱       ╲          up to the requested number
//!      ≥1 ≥2      ≥1 ≥2
//!     a  b         c  d
//! ```
//!
//! (Bailleux, Boufkhad: "Efficient CNF Encoding of Boolean Cardinality Constraints", CP 2003; extended step
//! by step: Martins, Joshi, Manquinho, Lynce: "Incremental Cardinality Constraints for MaxSAT", CP 2014)
//!
//! Invariant: clauses imply outputs from inputs, not inputs from outputs, and all of them contain the negated
//! guard.

use hamadryad_sat::{Lit, Solver};

/// A node of the tree.
#[derive(Clone)]
struct Node {
    /// The number of inputs below it.
    size: usize,
    /// By k: the literal of "at least k + 1", up to the greatest requested k.
    outputs: Vec<Lit>,
    children: Option<(usize, usize)>,
}

/// A tree over some inputs.
#[derive(Clone)]
pub(crate) struct Totalizer {
    /// Children before their parents; the root is the last.
    nodes: Vec<Node>,
}

impl Totalizer {
    /// A totalizer without outputs.
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
        debug_assert!(nodes.last().is_some_and(|root| root.size == inputs.len()));
        Totalizer { nodes }
    }

    /// The literal of "at least `count` are true"; `None` if there are fewer inputs. New variables are added
    /// to `temporary`.
    pub(crate) fn at_least(
        &mut self,
        sat: &mut Solver,
        guard: Lit,
        count: usize,
        temporary: &mut Vec<Lit>,
    ) -> Option<Lit> {
        let root = self.nodes.len() - 1;
        if count > self.nodes[root].size {
            return None;
        }
        self.extend(sat, guard, root, count, temporary);
        Some(self.nodes[root].outputs[count - 1])
    }

    /// Makes the outputs of a node up to a number.
    fn extend(&mut self, sat: &mut Solver, guard: Lit, node: usize, count: usize, temporary: &mut Vec<Lit>) {
        let count = count.min(self.nodes[node].size);
        let Some((left, right)) = self.nodes[node].children else { return };
        if self.nodes[node].outputs.len() >= count {
            return;
        }
        self.extend(sat, guard, left, count, temporary);
        self.extend(sat, guard, right, count, temporary);
        for k in self.nodes[node].outputs.len() + 1..=count {
            let output = sat.new_temporary();
            temporary.push(output);
            if let Some(&below) = self.nodes[node].outputs.last() {
                sat.add_clause(&[!guard, !output, below]);
            }
            self.nodes[node].outputs.push(output);
            let (a, b) = (&self.nodes[left].outputs, &self.nodes[right].outputs);
            // `from_left` inputs of the left child and the rest of the right child.
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
    fn outputs_count_the_true_inputs() {
        for inputs in 1..8usize {
            for chosen in 0..1u32 << inputs {
                let mut sat = Solver::new();
                let guard = sat.new_var().positive();
                let lits: Vec<Lit> = (0..inputs).map(|_| sat.new_var().positive()).collect();
                let (mut counter, mut temporary) = (Totalizer::new(&lits), Vec::new());
                let outputs: Vec<Lit> = (1..=inputs)
                    .map(|k| counter.at_least(&mut sat, guard, k, &mut temporary).expect("so many"))
                    .collect();
                assert!(counter.at_least(&mut sat, guard, inputs + 1, &mut temporary).is_none());
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
