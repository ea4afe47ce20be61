//! A monotone priority queue for shortest paths, in which most edges have length 0 or 1.
//!
//! Invariant: the distances that come out never fall; so only the current distance and the next one need
//! buckets, and a heap holds the rest.

use crate::graph::Node;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Nodes by distance. A node must not be pushed with a distance below that of the node popped last.
#[derive(Clone, Default)]
pub(crate) struct MonotoneQueue {
    /// The current distance.
    distance: i64,
    /// The nodes at the current distance.
    now: Vec<Node>,
    /// The nodes at the current distance plus 1.
    next: Vec<Node>,
    /// All nodes at larger distances.
    far: BinaryHeap<Reverse<(i64, Node)>>,
}

impl MonotoneQueue {
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

    /// Removes a nearest node, and returns it with its distance.
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
    use super::*;

    #[test]
    fn distances_never_fall() {
        let mut queue = MonotoneQueue::default();
        for (distance, node) in [(3, 3), (0, 0), (1, 1), (7, 7), (1, 11)] {
            queue.push(distance, Node::new(node));
        }
        let mut order = Vec::new();
        while let Some((distance, node)) = queue.pop() {
            order.push((distance, node.index()));
            if node == Node::new(3) {
                for (distance, node) in [(3, 33), (5, 5), (4, 4)] {
                    queue.push(distance, Node::new(node));
                }
            }
        }
        assert_eq!(order, [(0, 0), (1, 11), (1, 1), (3, 3), (3, 33), (4, 4), (5, 5), (7, 7)]);
    }
}
