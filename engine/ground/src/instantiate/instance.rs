//! An instance of a body: the literals that are not decided, and on request the facts.

use hamadryad_aspif::Literal;
use smallvec::SmallVec;

/// The ground literals of the instance that a join has reached. Facts are left out, unless the caller keeps
/// them.
pub(crate) struct Instance {
    /// The literals that are not facts, in the order of the join.
    pub literals: Vec<Literal>,
    /// The facts, if they are kept.
    pub facts: Vec<Literal>,
    /// Whether facts stay in the bodies of ground rules.
    pub keeps_facts: bool,
    /// Whether the origin of each instance is written, so that an instance that adds no literal does not
    /// replace others.
    pub keeps_origins: bool,
}

impl Instance {
    /// The empty instance, before the first literal is joined.
    pub(crate) fn new(keeps_facts: bool, keeps_origins: bool) -> Instance {
        Instance { literals: Vec::new(), facts: Vec::new(), keeps_facts, keeps_origins }
    }

    /// The body of a ground rule: the literals of the instance and some more, without repetitions.
    pub(crate) fn body(&self, more: &[Literal]) -> SmallVec<[Literal; 8]> {
        let mut body: SmallVec<[Literal; 8]> = SmallVec::new();
        for &literal in self.facts.iter().chain(&self.literals).chain(more) {
            // Long bodies are sorted once instead of searched for each literal.
            if body.len() >= 32 || !body.contains(&literal) {
                body.push(literal);
            }
        }
        if body.len() >= 32 {
            body.sort_unstable();
            body.dedup();
        }
        body
    }
}
