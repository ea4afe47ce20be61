//! `#project` directives: the atoms in which projected answer sets differ.

use crate::instantiate::join::Instantiator;
use crate::ir::Atom;

impl Instantiator<'_> {
    pub(crate) fn project(&mut self, atom: &Atom) {
        let Some(arguments) = self.values(&atom.arguments) else { return };
        let domain = self.base.domain(atom.predicate);
        let found = domain.find(&arguments).map(|id| domain.entry(id));
        self.pending.projected.extend(found.map(|entry| entry.atom));
    }
}
