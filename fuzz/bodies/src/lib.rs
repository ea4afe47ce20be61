//! The bodies of the fuzzers: for each reader a function from bytes that panics if the reader breaks its
//! promise.
//!
//! ```text
//! bytes ─reader→ value ─writer→ text ─reader→ the same value        what was accepted is drawn, ground or solved
//! ```
//!
//! libFuzzer calls a body with generated inputs (`fuzz/fuzz_targets/reader.rs`); the tests of this crate call
//! it with the inputs that once broke it (`fuzz/regressions/`) and with small inputs of each reader
//! (`fuzz/seeds/`).
//!
//! Invariant: a body ends quickly. Inputs beyond its length are ignored, and grounding and solving are
//! stopped after a number of questions, so a body that takes seconds has found a stop that is not obeyed.

mod facts;
mod games;
mod ground_programs;
mod options;
mod programs;

use std::cell::Cell;

/// A reader under test.
pub struct Body {
    /// The name of the reader, and of its folders of seeds and regressions.
    pub name: &'static str,
    /// Longer inputs are ignored.
    pub longest: usize,
    run: fn(&[u8]),
}

/// All readers.
pub const BODIES: &[Body] = &[
    Body { name: "program", longest: 2000, run: |bytes| on_text(bytes, programs::parsed) },
    Body { name: "grounding", longest: 500, run: |bytes| on_text(bytes, programs::solved) },
    Body { name: "aspif", longest: 4000, run: |bytes| on_text(bytes, ground_programs::aspif) },
    Body { name: "reify", longest: 2000, run: |bytes| on_text(bytes, ground_programs::reified) },
    Body { name: "smodels", longest: 4000, run: |bytes| on_text(bytes, ground_programs::smodels) },
    Body { name: "dimacs", longest: 4000, run: |bytes| on_text(bytes, ground_programs::dimacs) },
    Body { name: "opb", longest: 4000, run: |bytes| on_text(bytes, ground_programs::opb) },
    Body { name: "puzzle", longest: 2000, run: |bytes| on_text(bytes, facts::puzzle) },
    Body { name: "drawing", longest: 2000, run: |bytes| on_text(bytes, facts::drawing) },
    Body { name: "position", longest: 4000, run: |bytes| on_text(bytes, games::position) },
    Body { name: "game", longest: 8000, run: |bytes| on_text(bytes, games::game) },
    Body { name: "journal", longest: 30_000, run: games::journal },
    Body { name: "options", longest: 1000, run: |bytes| on_text(bytes, options::read) },
];

impl Body {
    /// The reader of this name.
    pub fn of(name: &str) -> Option<&'static Body> {
        BODIES.iter().find(|body| body.name == name)
    }

    /// Runs the reader on an input, unless that is too long.
    ///
    /// # Panics
    /// Where the reader breaks its promise.
    pub fn run(&self, bytes: &[u8]) {
        if bytes.len() <= self.longest {
            (self.run)(bytes);
        }
    }
}

/// Commands refuse a file that is no text before any reader receives it.
fn on_text(bytes: &[u8], run: fn(&str)) {
    if let Ok(text) = str::from_utf8(bytes) {
        run(text);
    }
}

/// Counts the questions of a search or a grounding, and answers with yes after a number of them.
struct Patience {
    left: Cell<u32>,
}

impl Patience {
    fn new(questions: u32) -> Patience {
        Patience { left: Cell::new(questions) }
    }

    fn is_over(&self) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        self.left.get() == 0
    }
}
