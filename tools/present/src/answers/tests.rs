//! The parts of the formats that do not depend on a command line; `tools/cli` compares whole outputs with
//! those of clingo.

use super::*;

#[test]
fn ctrl_c_is_an_interruption() {
    let ending = Ending { interrupted: Some(Interruption::Signal), ..Ending::default() };
    let mut out = Vec::new();
    let summary = Report::new(Box::new(Text::plain(&mut out, true)), Quiet::default()).finish(ending.clone());
    assert_eq!(summary.unwrap().verdict(), Verdict::Unknown);
    assert!(String::from_utf8(out).unwrap().starts_with("UNKNOWN\n\nINTERRUPTED  : 1\nModels       : 0+\n"));
}

#[test]
fn statistics_follow_the_summary() {
    let statistic = |group, name: &str, value| Statistic {
        group,
        name: name.to_owned(),
        text: format!("{value:<8}"),
        entries: vec![
            (format!("{group}/{name}"), Entry::Number(value)),
            (format!("List/{}/{name}", value % 2), Entry::Real(value as f64 / 2.0)),
        ],
    };
    let statistics =
        vec![statistic("Core", "Choices", 7), statistic("Core", "Conflicts", 3), statistic("LP", "Atoms", 2)];
    let ending = Ending { exhausted: true, statistics, ..Ending::default() };
    let mut out = Vec::new();
    Report::new(Box::new(Text::plain(&mut out, true)), Quiet::default()).finish(ending.clone()).unwrap();
    let text = String::from_utf8(out).unwrap();
    let expected = "\nChoices      : 7       \nConflicts    : 3       \n\nAtoms        : 2       \n\n";
    assert!(text.ends_with(expected), "{text}");

    let mut out = Vec::new();
    let mut report = Report::new(Box::new(Json::new(&mut out, true)), Quiet::default());
    report.begin(&[], 0.0).unwrap();
    report.finish(ending).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(json["Stats"]["Core"]["Conflicts"], 3);
    assert_eq!(
        json["Stats"]["List"],
        serde_json::json!([{ "Atoms": 1.0 }, { "Choices": 3.5, "Conflicts": 1.5 }])
    );
    assert_eq!(json["Input"][0], "stdin");
}

#[test]
fn long_names_are_shortened_and_json_stays_json() {
    let name = format!("{}ä{}", "a/".repeat(20), "b".repeat(37));
    let mut out = Vec::new();
    let mut report = Report::new(Box::new(Text::plain(&mut out, true)), Quiet::default());
    report.begin(std::slice::from_ref(&name), 0.0).unwrap();
    drop(report);
    let expected = format!("Reading from ...{}\n", "b".repeat(37));
    assert!(String::from_utf8(out).unwrap().ends_with(&expected));

    let odd = "a\u{1}\t\r\n\"\\ä".to_owned();
    let mut out = Vec::new();
    let mut report = Report::new(Box::new(Json::new(&mut out, true)), Quiet::default());
    report.begin(std::slice::from_ref(&odd), 0.0).unwrap();
    report.finish(Ending::default()).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(json["Input"][0], odd);
}
