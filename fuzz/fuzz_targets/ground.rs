//! Any short text is added and grounded without a panic, and grounding ends soon after it has been told to stop.

#![no_main]

use hamadryad::{Control, Part};
use libfuzzer_sys::{Corpus, fuzz_target};
use std::cell::Cell;

/// Longer texts find nothing more, and slower.
const LONGEST: usize = 2000;

/// How often grounding may ask whether to stop before it is told to.
const POLLS: u32 = 200;

fuzz_target!(|text: &str| -> Corpus {
    if text.len() > LONGEST {
        return Corpus::Reject;
    }
    let mut control = Control::new();
    if control.add("text", text).is_err() {
        return Corpus::Keep;
    }
    let polls = Cell::new(0);
    let stop = || {
        polls.set(polls.get() + 1);
        polls.get() > POLLS
    };
    struct Nobody;
    impl hamadryad::Sink for Nobody {}
    let _ = control.ground_observed(&[Part::base()], &mut Nobody, &stop);
    Corpus::Keep
});
