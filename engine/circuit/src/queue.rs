//! A priority queue for distances: what comes out never falls, and most steps are of length 0 or 1.

use crate::graph::Node;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Nodes by distance. None goes in that is nearer than the one that came out last.
#[derive(Clone, Default)]
pub(crate) struct Queue {
    /// The distance of what comes out now.
    distance: i64,
    now: Vec<Node>,
    /// One further.
    next: Vec<Node>,
    /// Further still.
    far: BinaryHeap<Reverse<(i64, Node)>>,
}

impl Queue {
    pub(crate) fn clear(&mut self) {
        self.distance = 0;
        self.now.clear();
        self.next.clear();
        self.far.clear();
    }

    pub(crate) fn push(&mut self, distance: i64, node: Node) {
        match distance - self.distance {
            0 => self.now.push(node),
            1 => self.next.push(node),
            _ => self.far.push(Reverse((distance, node))),
        }
    }

    /// A node that is nearest, and how far it is.
    pub(crate) fn pop(&mut self) -> Option<(i64, Node)> {
        while self.now.is_empty() {
            match (self.next.is_empty(), self.far.peek()) {
                (true, None) => return None,
                (true, Some(&Reverse((distance, _)))) => self.distance = distance,
                (false, _) => {
                    self.distance += 1;
                    std::mem::swap(&mut self.now, &mut self.next);
                }
            }
            while let Some(&Reverse((distance, node))) = self.far.peek()
                && distance == self.distance
            {
                self.far.pop();
                self.now.push(node);
            }
        }
        self.now.pop().map(|node| (self.distance, node))
    }
}

#[cfg(test)]
mod tests {
    use super::Queue;

    #[test]
    fn what_comes_out_never_falls() {
        let mut queue = Queue::default();
        for (distance, node) in [(3, 3), (0, 0), (1, 1), (7, 7), (1, 11)] {
            queue.push(distance, node);
        }
        let mut order = Vec::new();
        while let Some((distance, node)) = queue.pop() {
            order.push((distance, node));
            if node == 3 {
                queue.push(3, 33);
                queue.push(5, 5);
                queue.push(4, 4);
            }
        }
        assert_eq!(order, [(0, 0), (1, 11), (1, 1), (3, 3), (3, 33), (4, 4), (5, 5), (7, 7)]);
    }
}
