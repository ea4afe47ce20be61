//! Ranks: a layer for each node, so that edges lead to later layers and are short.
//!
//! Edges that close a cycle in a depth-first search are reversed. Each node takes the earliest layer that its
//! edges allow, and then moves towards most of its neighbours. The method follows Gansner, Koutsofios, North,
//! Vo (1993, §2), with moves of single nodes instead of their network simplex.

/// An acyclic orientation of the edges, and the layer of each node.
pub(super) struct Ranks {
    /// Edges from the lower to the higher layer, in the order of the input.
    pub(super) edges: Vec<(usize, usize)>,
    pub(super) ranks: Vec<usize>,
}

/// Computes the layers; the input must not contain loops.
pub(super) fn ranks(count: usize, edges: &[(usize, usize)]) -> Ranks {
    let edges = without_circles(count, edges);
    let (mut next, mut before) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for &(from, to) in &edges {
        next[from].push(to);
        before[to].push(from);
    }
    let order = sorted(count, &next, &before);
    let mut ranks = vec![0_usize; count];
    for &node in &order {
        ranks[node] = before[node].iter().map(|&from| ranks[from] + 1).max().unwrap_or(0);
    }
    for _ in 0..20 {
        let old = ranks.clone();
        for &node in order.iter().rev() {
            let low = before[node].iter().map(|&from| ranks[from] + 1).max();
            let high = next[node].iter().map(|&to| ranks[to] - 1).min();
            // A move down by one layer shortens the outgoing edges and lengthens the incoming edges.
            ranks[node] = match (low, high) {
                (_, Some(high)) if next[node].len() > before[node].len() => high,
                (Some(low), _) if before[node].len() > next[node].len() => low,
                _ => ranks[node],
            };
        }
        if ranks == old {
            break;
        }
    }
    let least = ranks.iter().copied().min().unwrap_or(0);
    ranks.iter_mut().for_each(|rank| *rank -= least);
    Ranks { edges, ranks }
}

/// The edges, with back edges of a depth-first search reversed.
fn without_circles(count: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut leaving = vec![Vec::new(); count];
    let mut arrivals = vec![0; count];
    for (number, &(from, to)) in edges.iter().enumerate() {
        leaving[from].push(number);
        arrivals[to] += 1;
    }
    let mut turned = edges.to_vec();
    // 0: unvisited; 1: on the current path; 2: finished.
    let mut states = vec![0_u8; count];
    // The search begins at nodes without incoming edges.
    let starts = (0..count).filter(|&node| arrivals[node] == 0).chain(0..count);
    for start in starts {
        if states[start] != 0 {
            continue;
        }
        states[start] = 1;
        let mut path = vec![(start, 0)];
        while let Some((node, place)) = path.last_mut() {
            let Some(&edge) = leaving[*node].get(*place) else {
                states[*node] = 2;
                path.pop();
                continue;
            };
            *place += 1;
            let to = edges[edge].1;
            match states[to] {
                0 => {
                    states[to] = 1;
                    path.push((to, 0));
                }
                1 => turned[edge] = (to, edges[edge].0),
                _ => {}
            }
        }
    }
    turned
}

/// The nodes in topological order.
fn sorted(count: usize, next: &[Vec<usize>], before: &[Vec<usize>]) -> Vec<usize> {
    let mut missing: Vec<usize> = before.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..count).filter(|&node| missing[node] == 0).collect();
    let mut place = 0;
    while let Some(&node) = order.get(place) {
        place += 1;
        for &to in &next[node] {
            missing[to] -= 1;
            if missing[to] == 0 {
                order.push(to);
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_lead_down_and_are_short() {
        let found = ranks(5, &[(0, 1), (1, 2), (2, 0), (0, 3), (4, 2)]);
        assert_eq!(
            found.edges,
            [(0, 1), (2, 1), (2, 0), (0, 3), (4, 2)],
            "the circle is broken where it comes back"
        );
        assert_eq!(found.ranks, [2, 3, 1, 3, 0]);
        let found = ranks(4, &[(0, 1), (1, 2), (3, 2)]);
        assert_eq!(found.ranks, [0, 1, 2, 1], "the last node waits beside the one that it leads to");
    }
}
