//! Words of the field lead to files of the engine: a reader who looks one up among the file names finds its
//! code.

use super::root;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Words of the field, each with the file or folder that has the subject.
const WORDS: [(&str, &str); 20] = [
    ("propagator", "solve/src/propagate/propagator.rs"),
    ("weight constraint", "solve/src/propagate/weight_constraint.rs"),
    ("heuristic", "sat/src/heuristic.rs"),
    ("phase", "sat/src/phase.rs"),
    ("external", "ground/src/statement/external.rs"),
    ("show", "ground/src/statement/show.rs"),
    ("aggregate", "ground/src/aggregate"),
    ("loop", "solve/src/translate/loops.rs"),
    ("unfounded", "solve/src/propagate/unfounded.rs"),
    ("projection", "solve/src/search/projection.rs"),
    ("component", "ground/src/component"),
    ("core", "solve/src/search/cores.rs"),
    ("objective", "solve/src/propagate/objective.rs"),
    ("restart", "sat/src/restart.rs"),
    ("reduce", "sat/src/reduce.rs"),
    ("subsume", "sat/src/subsume.rs"),
    ("eliminate", "sat/src/eliminate.rs"),
    ("proof", "solve/src/proof"),
    ("safety", "ground/src/rewrite/safety.rs"),
    ("instantiate", "ground/src/instantiate"),
];

/// All files and folders below a folder.
fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            below(&path, found);
        }
        found.push(path);
    }
}

#[test]
fn words_of_the_field_lead_to_files() {
    let engine = root().join("engine");
    let mut paths = Vec::new();
    below(&engine, &mut paths);
    let mut by_word: BTreeMap<&str, Vec<&PathBuf>> = BTreeMap::new();
    for (word, _) in WORDS {
        let name = word.replace(' ', "_");
        let matches = |path: &&PathBuf| {
            let stem = path.file_stem().expect("a path has a name").to_string_lossy();
            stem.strip_prefix(&name).is_some_and(|rest| matches!(rest, "" | "s"))
        };
        by_word.insert(word, paths.iter().filter(matches).collect());
    }
    for (word, expected) in WORDS {
        let found = &by_word[word];
        let is_found = found.iter().any(|path| **path == engine.join(expected));
        assert!(is_found, "`{word}` does not lead to engine/{expected}, but to {found:?}");
    }
}
