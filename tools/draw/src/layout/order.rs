//! The order within layers, with few crossings of edges.
//!
//! Layers are visited downwards and upwards; each node moves to the median of its neighbours in the previous
//! layer, and adjacent nodes are exchanged while crossings decrease (Gansner, Koutsofios, North, Vo 1993,
//! §3). The best order is kept.

/// The nodes of each layer, and the ends of each edge in adjacent layers.
pub(super) struct Layers {
    pub(super) layers: Vec<Vec<usize>>,
    /// For each node, its neighbours in the layer above and in the layer below.
    pub(super) above: Vec<Vec<usize>>,
    pub(super) below: Vec<Vec<usize>>,
}

const ROUNDS: usize = 24;

impl Layers {
    /// Orders nodes of these ranks so that few of the edges cross.
    pub(super) fn new(ranks: &[usize], edges: &[(usize, usize)]) -> Self {
        let count = ranks.len();
        let (mut above, mut below) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for &(from, to) in edges {
            below[from].push(to);
            above[to].push(from);
        }
        let height = ranks.iter().max().map_or(0, |rank| rank + 1);
        let mut layers = Self { layers: vec![Vec::new(); height], above, below };
        layers.fill(ranks);
        layers.untangle();
        layers
    }

    /// An initial order by depth-first search, in which trees have no crossing.
    fn fill(&mut self, ranks: &[usize]) {
        let mut is_seen = vec![false; ranks.len()];
        let mut starts: Vec<usize> = (0..ranks.len()).collect();
        starts.sort_by_key(|&node| ranks[node]);
        for start in starts {
            let mut open = vec![start];
            while let Some(node) = open.pop() {
                if !std::mem::replace(&mut is_seen[node], true) {
                    self.layers[ranks[node]].push(node);
                    open.extend(self.below[node].iter().rev());
                }
            }
        }
    }

    fn untangle(&mut self) {
        let mut places = self.places();
        let (mut best, mut fewest) = (self.layers.clone(), self.crossings(&places));
        for round in 0..ROUNDS {
            if fewest == 0 {
                break;
            }
            let count = self.layers.len();
            for step in 1..count {
                let (layer, is_down) = if round % 2 == 0 { (step, true) } else { (count - 1 - step, false) };
                self.sort(layer, is_down, &mut places);
            }
            self.exchange(&mut places);
            let found = self.crossings(&places);
            if found < fewest {
                (best, fewest) = (self.layers.clone(), found);
            }
        }
        self.layers = best;
    }

    fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.above.len()];
        for layer in &self.layers {
            layer.iter().enumerate().for_each(|(place, &node)| places[node] = place);
        }
        places
    }

    /// Sorts a layer by the medians of the neighbours in the previous layer; a node without neighbours keeps
    /// its place.
    fn sort(&mut self, layer: usize, is_down: bool, places: &mut [usize]) {
        let neighbours = if is_down { &self.above } else { &self.below };
        let mut keyed: Vec<(f64, usize)> = Vec::new();
        let mut fixed = Vec::new();
        for (place, &node) in self.layers[layer].iter().enumerate() {
            let mut of: Vec<usize> = neighbours[node].iter().map(|&other| places[other]).collect();
            of.sort_unstable();
            match of.len() {
                0 => fixed.push((place, node)),
                count => keyed.push(((of[(count - 1) / 2] + of[count / 2]) as f64 / 2.0, node)),
            }
        }
        keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut sorted: Vec<usize> = keyed.into_iter().map(|(_, node)| node).collect();
        fixed.into_iter().for_each(|(place, node)| sorted.insert(place.min(sorted.len()), node));
        sorted.iter().enumerate().for_each(|(place, &node)| places[node] = place);
        self.layers[layer] = sorted;
    }

    /// Exchanges adjacent nodes while crossings decrease.
    fn exchange(&mut self, places: &mut [usize]) {
        for _ in 0..4 {
            let mut has_changed = false;
            for layer in &mut self.layers {
                for place in 1..layer.len() {
                    let (left, right) = (layer[place - 1], layer[place]);
                    let sides = [&self.above, &self.below];
                    let count = |one: usize, other: usize| -> usize {
                        sides.iter().map(|side| pairs(&side[one], &side[other], places)).sum()
                    };
                    if count(left, right) > count(right, left) {
                        layer.swap(place - 1, place);
                        places.swap(left, right);
                        has_changed = true;
                    }
                }
            }
            if !has_changed {
                break;
            }
        }
    }

    fn crossings(&self, places: &[usize]) -> usize {
        let layers = self.layers.windows(2).map(|pair| {
            let mut ends = Vec::new();
            for &node in &pair[0] {
                let from = ends.len();
                ends.extend(self.below[node].iter().map(|&to| places[to]));
                ends[from..].sort_unstable();
            }
            inversions(&ends, pair[1].len())
        });
        layers.sum()
    }
}

/// The number of crossings between the edges of two nodes if the first is left of the second.
fn pairs(left: &[usize], right: &[usize], places: &[usize]) -> usize {
    left.iter().map(|&one| right.iter().filter(|&&other| places[other] < places[one]).count()).sum()
}

/// The number of inversions, counted with a Fenwick tree.
fn inversions(ends: &[usize], width: usize) -> usize {
    let mut sums = vec![0_usize; width + 1];
    let mut total = 0;
    for (seen, &end) in ends.iter().enumerate() {
        let (mut at, mut before) = (end + 1, 0);
        while at > 0 {
            before += sums[at];
            at &= at - 1;
        }
        total += seen - before;
        at = end + 1;
        while at <= width {
            sums[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossings_are_counted() {
        assert_eq!(inversions(&[0, 1, 2], 3), 0);
        assert_eq!(inversions(&[2, 1, 0, 0], 3), 5);
    }

    #[test]
    fn avoidable_crossings_are_removed() {
        let ranks = [0, 0, 0, 1, 1, 1];
        let layers = Layers::new(&ranks, &[(0, 5), (1, 4), (2, 3), (0, 4)]);
        assert_eq!(layers.crossings(&layers.places()), 0, "{:?}", layers.layers);
    }
}
