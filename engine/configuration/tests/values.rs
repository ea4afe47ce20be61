//! Values that clingo 5.8.3 accepts or rejects, and how it writes the accepted ones: `tests/values.txt` was
//! measured through its Python interface, one value in each line.

use hamadryad_configuration::{Configuration, all_paths, effect_of, path_of_option};

/// Values whose treatment differs on purpose: numbers that clasp reads as another strategy, or past the end of
/// a list.
const DIFFERENT: [&str; 1] = ["solver.opt_strategy bb,4"];

#[test]
fn values_are_read_and_written_as_in_clingo() {
    let mut wrong = Vec::new();
    for line in include_str!("values.txt").lines() {
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        let [path, value, expected] = words[..] else { panic!("{line}") };
        if DIFFERENT.contains(&format!("{path} {value}").as_str()) {
            continue;
        }
        let mut configuration = Configuration::new();
        let found = match configuration.set_path(path, value) {
            Ok(()) => {
                let written = configuration.get_path(path).expect("it was set");
                let again = configuration.set_path(path, &written);
                assert_eq!(again, Ok(()), "{path}: `{written}` is written and not read");
                format!("= {written}")
            }
            Err(_) => "error".to_owned(),
        };
        if found != expected {
            wrong.push(format!("{line}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_key_has_an_option_and_a_description() {
    let mut number = 0;
    for (path, description) in all_paths() {
        let option = path.rsplit('.').next().unwrap().replace('_', "-");
        assert_eq!(path_of_option(&option).as_deref(), Some(path.as_str()));
        assert!(!description.is_empty());
        let configuration = Configuration::new();
        let default = configuration.get_path(&path).expect("each key has a default");
        let mut other = Configuration::new();
        other.set_path(&path, &default).unwrap_or_else(|error| panic!("{path} = {default}: {error}"));
        assert_eq!(other.get_path(&path), Some(default));
        let _ = effect_of(&path);
        number += 1;
    }
    assert_eq!(number, 7 + 10 + 8 + 48);
}
