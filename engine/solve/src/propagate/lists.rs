//! Lists by literal or variable, most of which are empty.
//!
//! In a large program most literals occur in no constraint of a propagator. An empty list takes four bytes here, and 24
//! in a vector of vectors.

/// A list for each index.
#[derive(Clone)]
pub(crate) struct Lists<T> {
    /// By index: the position of the list plus 1, or 0 if the list is empty.
    places: Vec<u32>,
    lists: Vec<Vec<T>>,
}

impl<T> Default for Lists<T> {
    fn default() -> Lists<T> {
        Lists { places: Vec::new(), lists: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// Adds an element to the list of an index.
    pub(crate) fn push(&mut self, index: usize, element: T) {
        if self.places.len() <= index {
            self.places.resize(index + 1, 0);
        }
        if self.places[index] == 0 {
            self.lists.push(Vec::new());
            self.places[index] = u32::try_from(self.lists.len()).expect("fewer than 2^32 literals");
        }
        self.lists[self.places[index] as usize - 1].push(element);
    }

    /// The list of an index.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> &[T] {
        match self.places.get(index) {
            Some(&place) if place > 0 => &self.lists[place as usize - 1],
            _ => &[],
        }
    }

    /// Removes elements from the list of an index.
    pub(crate) fn retain(&mut self, index: usize, keep: impl FnMut(&T) -> bool) {
        if let Some(&place) = self.places.get(index)
            && place > 0
        {
            self.lists[place as usize - 1].retain(keep);
        }
    }

    /// Removes all elements.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.lists.clear();
    }
}
