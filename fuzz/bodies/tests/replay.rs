//! Replays every stored input: those that broke a reader once, and small ones of each reader.

use hamadryad_fuzz_bodies::{BODIES, Body};
use std::fs;
use std::path::{Path, PathBuf};

/// The inputs of a folder with a subfolder for each reader.
fn inputs(folder: &str) -> Vec<(&'static Body, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut inputs = Vec::new();
    for entry in fs::read_dir(&root).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let body = Body::of(name).unwrap_or_else(|| panic!("{folder}/{name} belongs to no reader"));
        let files = fs::read_dir(&path).expect("a folder of inputs");
        inputs.extend(files.map(|file| (body, file.expect("an input").path())));
    }
    inputs.sort_by(|left, right| left.1.cmp(&right.1));
    inputs
}

#[test]
fn stored_inputs_break_no_reader() {
    let (regressions, seeds) = (inputs("regressions"), inputs("seeds"));
    assert!(BODIES.iter().all(|body| seeds.iter().any(|(other, _)| other.name == body.name)));
    for (body, path) in regressions.into_iter().chain(seeds) {
        let bytes = fs::read(&path).expect("an input");
        assert!(bytes.len() <= body.longest, "{} is ignored", path.display());
        if std::panic::catch_unwind(|| body.run(&bytes)).is_err() {
            panic!("{} breaks the reader `{}`", path.display(), body.name);
        }
    }
}
