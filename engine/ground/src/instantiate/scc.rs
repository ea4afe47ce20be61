//! Strongly connected components of a graph (Tarjan: "Depth-first search and linear graph algorithms", SIAM Journal on
//! Computing 1, 1972), without recursion, for rules may form long chains.

/// The components, those first that others lead to; `graph[node]` are the nodes that edges from `node` lead to.
pub(crate) fn components(graph: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = Search {
        graph,
        index: vec![None; graph.len()],
        low: vec![0; graph.len()],
        on_stack: vec![false; graph.len()],
        stack: Vec::new(),
        opened: 0,
        components: Vec::new(),
    };
    for node in 0..graph.len() {
        if search.index[node].is_none() {
            search.visit(node);
        }
    }
    search.components
}

struct Search<'g> {
    graph: &'g [Vec<usize>],
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    opened: usize,
    components: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn visit(&mut self, root: usize) {
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        self.open(root);
        while let Some(&mut (node, ref mut next)) = path.last_mut() {
            let target = self.graph[node].get(*next).copied();
            *next += 1;
            match target {
                Some(target) => match self.index[target] {
                    None => {
                        self.open(target);
                        path.push((target, 0));
                    }
                    Some(index) if self.on_stack[target] => self.low[node] = self.low[node].min(index),
                    Some(_) => {}
                },
                None => {
                    path.pop();
                    self.close(node);
                    if let Some(&(parent, _)) = path.last() {
                        self.low[parent] = self.low[parent].min(self.low[node]);
                    }
                }
            }
        }
    }

    fn open(&mut self, node: usize) {
        self.index[node] = Some(self.opened);
        self.low[node] = self.opened;
        self.opened += 1;
        self.on_stack[node] = true;
        self.stack.push(node);
    }

    fn close(&mut self, node: usize) {
        if self.index[node] != Some(self.low[node]) {
            return;
        }
        let start =
            self.stack.iter().rposition(|&other| other == node).expect("an open node is on the stack");
        let component = self.stack.split_off(start);
        for &member in &component {
            self.on_stack[member] = false;
        }
        self.components.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn components_come_after_those_they_lead_to() {
        let mut found = components(&[vec![1], vec![2, 3], vec![0], vec![3, 4], vec![], vec![4]]);
        found.iter_mut().for_each(|component| component.sort_unstable());
        assert_eq!(found, [vec![4], vec![3], vec![0, 1, 2], vec![5]]);
    }

    #[test]
    fn long_chains_do_not_overflow_the_stack() {
        let chain: Vec<Vec<usize>> = (0..200_000).map(|node| vec![(node + 1) % 200_000]).collect();
        assert_eq!(components(&chain).len(), 1);
    }
}
