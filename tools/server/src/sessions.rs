//! The sessions of all open pages.

use hamadryad_arcade::Session;
use std::sync::{Arc, Mutex, PoisonError};

/// A session; its calls run in turn.
pub(crate) type Shared = Arc<Mutex<Session>>;

/// The sessions by name, the most recently used first.
pub(crate) struct Sessions {
    most: usize,
    all: Mutex<Vec<(String, Shared)>>,
}

impl Sessions {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, all: Mutex::default() }
    }

    /// The session of this name. A new session may replace the least recently used session;
    /// calls of that session go on.
    pub(crate) fn get(&self, name: &str) -> Shared {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let found = all.iter().position(|(known, _)| known == name);
        let entry = match found {
            Some(place) => all.remove(place),
            None => (name.to_owned(), Shared::default()),
        };
        let session = Arc::clone(&entry.1);
        all.insert(0, entry);
        all.truncate(self.most);
        session
    }

    /// Forgets a session whose state may be inconsistent.
    pub(crate) fn remove(&self, name: &str) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(known, _)| known != name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_that_was_unused_for_the_longest_time_is_replaced() {
        let sessions = Sessions::new(2);
        let (first, second) = (sessions.get("a"), sessions.get("b"));
        assert!(Arc::ptr_eq(&first, &sessions.get("a")));
        sessions.get("c");
        assert!(Arc::ptr_eq(&first, &sessions.get("a")));
        assert!(!Arc::ptr_eq(&second, &sessions.get("b")));
        sessions.remove("b");
        assert_eq!(sessions.all.lock().unwrap().len(), 1);
    }
}
