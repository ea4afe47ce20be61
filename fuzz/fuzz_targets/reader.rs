//! The reader that the variable `READER` names, on generated inputs.

#![no_main]

use hamadryad_fuzz_bodies::Body;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static BODY: LazyLock<&'static Body> = LazyLock::new(|| {
    let name = std::env::var("READER").expect("READER is set");
    Body::of(&name).unwrap_or_else(|| panic!("there is no reader `{name}`"))
});

fuzz_target!(|bytes: &[u8]| BODY.run(bytes));
