//! Strongly connected components of a graph, by Tarjan's algorithm without recursion.

/// Numbers the components of a graph of `len` nodes so that successors lie in components of the same or a lower number.
/// Returns each node's component and the components' sizes.
pub(crate) fn components(len: usize, successors: impl Fn(usize) -> Vec<usize>) -> (Vec<usize>, Vec<usize>) {
    const UNSEEN: usize = usize::MAX;
    let mut index = vec![UNSEEN; len];
    let mut low = vec![0; len];
    let mut component = vec![UNSEEN; len];
    let mut sizes = Vec::new();
    let mut open = Vec::new();
    let mut next_index = 0;
    let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
    for root in 0..len {
        if index[root] != UNSEEN {
            continue;
        }
        path.push((root, successors(root)));
        while let Some((node, rest)) = path.last_mut() {
            let node = *node;
            if index[node] == UNSEEN {
                index[node] = next_index;
                low[node] = next_index;
                next_index += 1;
                open.push(node);
            }
            if let Some(successor) = rest.pop() {
                if index[successor] == UNSEEN {
                    path.push((successor, successors(successor)));
                } else if component[successor] == UNSEEN {
                    low[node] = low[node].min(index[successor]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == index[node] {
                let mut size = 0;
                loop {
                    let member = open.pop().expect("the component's root is still open");
                    component[member] = sizes.len();
                    size += 1;
                    if member == node {
                        break;
                    }
                }
                sizes.push(size);
            }
        }
    }
    (component, sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_components() {
        // 0 → 1 → 2 → 0, 2 → 3 → 4 → 3, 5
        let edges: [&[usize]; 6] = [&[1], &[2], &[0, 3], &[4], &[3], &[]];
        let (component, sizes) = components(6, |node| edges[node].to_vec());
        assert_eq!(component[0], component[1]);
        assert_eq!(component[0], component[2]);
        assert_eq!(component[3], component[4]);
        assert!(component[3] < component[0]);
        assert_eq!(sizes[component[0]], 3);
        assert_eq!(sizes[component[5]], 1);
    }

    #[test]
    fn long_chains_do_not_overflow() {
        let (_, sizes) = components(200_000, |node| if node + 1 < 200_000 { vec![node + 1] } else { vec![] });
        assert_eq!(sizes.len(), 200_000);
    }
}
