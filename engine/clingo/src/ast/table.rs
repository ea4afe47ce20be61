//! The nodes that callers know by their numbers.
//!
//! A caller acquires a node and releases it. As in clingo, the number stays valid for as long as the node exists: the
//! Python package passes on numbers of nodes that it has released, and that other nodes contain.
//!
//! *Invariant:* no node is freed while the table is locked, since a node that is freed removes its entry.

use super::node::Node;
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};

struct Entry {
    node: Weak<Node>,
    /// The node, while it is acquired.
    held: Option<Arc<Node>>,
    /// The number of acquisitions.
    count: usize,
}

static TABLE: LazyLock<Mutex<FxHashMap<usize, Entry>>> = LazyLock::new(Mutex::default);

fn table() -> MutexGuard<'static, FxHashMap<usize, Entry>> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Acquires a node for a caller; returns its number.
pub fn acquire(node: &Arc<Node>) -> usize {
    let number = node.list();
    let mut table = table();
    let entry =
        table.entry(number).or_insert_with(|| Entry { node: Arc::downgrade(node), held: None, count: 0 });
    entry.held.get_or_insert_with(|| Arc::clone(node));
    entry.count += 1;
    number
}

/// Releases a node; `false` if it is not acquired.
pub fn release(number: usize) -> bool {
    let mut table = table();
    let Some(entry) = table.get_mut(&number).filter(|entry| entry.count > 0) else { return false };
    entry.count -= 1;
    let last = if entry.count == 0 { entry.held.take() } else { None };
    drop(table);
    // The node may be freed here, which locks the table.
    drop(last);
    true
}

/// The node with a number, if it exists and a caller has acquired it at some time.
pub fn find(number: usize) -> Option<Arc<Node>> {
    table().get(&number)?.node.upgrade()
}

/// Removes the entry of a node that is freed.
pub(super) fn forget(number: usize) {
    table().remove(&number);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::kind::Attribute;
    use crate::ast::parse_string;

    #[test]
    fn numbers_are_valid_while_their_nodes_exist() {
        let rule = parse_string("a :- b.").expect("a rule").nodes.remove(1);
        let body = rule.nodes(Attribute::Body).remove(0);
        let (outer, inner) = (acquire(&rule), acquire(&body));
        drop((rule, body));
        assert!(release(inner) && !release(inner));
        assert!(find(inner).is_some(), "the rule contains it");
        assert_eq!(acquire(&find(outer).expect("it is acquired")), outer);
        assert!(release(outer) && find(outer).is_some() && release(outer));
        assert!(find(outer).is_none() && find(inner).is_none() && !release(outer));
    }
}
