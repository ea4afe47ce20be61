//! Strongly connected components of a directed graph (Tarjan: "Depth-first search and linear graph
//! algorithms", SIAM Journal on Computing 1, 1972).
//!
//! ```text
//! 0 → 1 → 2 → 0,   2 → 3     -- the components {3} and {0, 1, 2}, in this order
//! ```
//!
//! The search has an explicit stack, because rules may form chains that exceed the stack of the thread. The
//! order of the components is part of the output of the grounder and of the format reify.

/// The strongly connected components of a graph. A component comes after all components that it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    /// The component of each node.
    component: Vec<usize>,
    /// The nodes of the components, one component after the other.
    members: Vec<usize>,
    /// The end of each component in `members`.
    ends: Vec<usize>,
}

impl Components {
    /// The components of the graph with the nodes `0..len`. Depth-first search starts from the nodes in
    /// ascending order, and follows the successors of a node in their order. `successors` is called once for
    /// each node.
    pub fn new<S: AsRef<[usize]>>(len: usize, successors: impl Fn(usize) -> S) -> Components {
        let mut search = Search {
            index: vec![UNSEEN; len],
            low: vec![0; len],
            seen: 0,
            open: Vec::new(),
            found: Components { component: vec![UNSEEN; len], members: Vec::new(), ends: Vec::new() },
        };
        let mut path: Vec<(usize, S, usize)> = Vec::new();
        for root in 0..len {
            if search.index[root] == UNSEEN {
                search.enter(root);
                path.push((root, successors(root), 0));
            }
            while let Some((node, targets, next)) = path.last_mut() {
                let node = *node;
                if let Some(&target) = targets.as_ref().get(*next) {
                    *next += 1;
                    if search.index[target] == UNSEEN {
                        search.enter(target);
                        path.push((target, successors(target), 0));
                    } else if search.found.component[target] == UNSEEN {
                        search.low[node] = search.low[node].min(search.index[target]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, ..)) = path.last() {
                    search.low[parent] = search.low[parent].min(search.low[node]);
                }
                search.leave(node);
            }
        }
        search.found
    }

    /// The number of components.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the graph has no node.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of the component that contains the node.
    pub fn of(&self, node: usize) -> usize {
        self.component[node]
    }

    /// The nodes of a component, in the order of their discovery.
    pub fn members(&self, component: usize) -> &[usize] {
        let start = component.checked_sub(1).map_or(0, |previous| self.ends[previous]);
        &self.members[start..self.ends[component]]
    }

    /// The nodes of each component.
    pub fn iter(&self) -> impl Iterator<Item = &[usize]> {
        (0..self.len()).map(|component| self.members(component))
    }
}

const UNSEEN: usize = usize::MAX;

/// Invariant: `open` contains the discovered nodes without a component, in the order of their discovery.
struct Search {
    /// The number of each node in the order of discovery.
    index: Vec<usize>,
    /// The least index of an open node that is known to be reachable.
    low: Vec<usize>,
    seen: usize,
    open: Vec<usize>,
    found: Components,
}

impl Search {
    fn enter(&mut self, node: usize) {
        self.index[node] = self.seen;
        self.low[node] = self.seen;
        self.seen += 1;
        self.open.push(node);
    }

    /// Closes the component of a node that leads to no earlier open node.
    fn leave(&mut self, node: usize) {
        if self.low[node] != self.index[node] {
            return;
        }
        let start = self.open.iter().rposition(|&other| other == node).expect("the node is open");
        let number = self.found.ends.len();
        for member in self.open.drain(start..) {
            self.found.component[member] = number;
            self.found.members.push(member);
        }
        self.found.ends.push(self.found.members.len());
    }
}

#[cfg(test)]
mod tests {
    use super::Components;
    use hamadryad_random::Random;

    #[test]
    fn components_come_after_their_successors() {
        let graph = [vec![1], vec![2, 3], vec![0], vec![3, 4], vec![], vec![4]];
        let found = Components::new(graph.len(), |node| &graph[node]);
        let all: Vec<&[usize]> = found.iter().collect();
        assert_eq!(all, [&[4][..], &[3], &[0, 1, 2], &[5]]);
        assert_eq!((found.len(), found.of(2), found.members(2)), (4, 2, &[0, 1, 2][..]));
    }

    #[test]
    fn agrees_with_reachability_on_random_graphs() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let len = 1 + random.index(9);
            let mut graph = vec![Vec::new(); len];
            for _ in 0..random.index(2 * len + 1) {
                graph[random.index(len)].push(random.index(len));
            }
            let found = Components::new(len, |node| &graph[node]);
            let mut reaches: Vec<Vec<bool>> = (0..len).map(|a| (0..len).map(|b| a == b).collect()).collect();
            graph
                .iter()
                .enumerate()
                .for_each(|(a, targets)| targets.iter().for_each(|&b| reaches[a][b] = true));
            for middle in 0..len {
                for a in 0..len {
                    for b in 0..len {
                        reaches[a][b] |= reaches[a][middle] && reaches[middle][b];
                    }
                }
            }
            for (a, reached) in reaches.iter().enumerate() {
                for (b, others) in reaches.iter().enumerate() {
                    assert_eq!(found.of(a) == found.of(b), reached[b] && others[a], "{graph:?}");
                    assert!(!reached[b] || found.of(b) <= found.of(a), "{graph:?}");
                }
                assert!(found.members(found.of(a)).contains(&a));
            }
        }
    }

    #[test]
    fn long_chains_need_no_deep_stack() {
        let len = 200_000;
        let cycle = Components::new(len, |node| [(node + 1) % len]);
        assert_eq!(cycle.len(), 1);
        let chain = Components::new(len, |node| if node + 1 < len { vec![node + 1] } else { vec![] });
        assert_eq!(chain.len(), len);
    }
}
