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

/// Two calls with one model each, and bounds of an optimum that was not proven.
fn two_calls(format: Box<dyn Format + '_>, calls: Level) {
    let quiet = Quiet { calls, ..Quiet::default() };
    let mut report = Report::new(format, quiet).with_verbosity(3);
    let ending = |bounds: &[i64]| Ending { optimizing: true, bounds: bounds.to_vec(), ..Ending::default() };
    report.begin(&[], 0.0).unwrap();
    for at in [1.0, 3.0] {
        report.begin_call(at).unwrap();
        report.solving(at).unwrap();
        report.search_row(&SearchRow { effort: [3, 4], ..SearchRow::default() }, at).unwrap();
        report.progress(&[2, 1], Some(&[2, 5]), at).unwrap();
        let costs = vec![2, 5];
        report.model(ModelView { shown: vec!["a".to_owned()], costs, ..ModelView::default() }, at).unwrap();
        report.end_call(at, &ending(&[2, 1])).unwrap();
    }
    report.finish(ending(&[2, 1])).unwrap();
}

#[test]
fn calls_and_bounds_are_entries_of_json() {
    for (calls, with_results) in [(Level::All, vec![0, 1]), (Level::Last, vec![1]), (Level::None, vec![])] {
        let mut out = Vec::new();
        two_calls(Box::new(Json::new(&mut out, true)), calls);
        let json: serde_json::Value = serde_json::from_slice(&out).unwrap();
        let results: Vec<usize> =
            (0..2).filter(|&call| json["Call"][call]["Result"] == "SATISFIABLE").collect();
        assert_eq!(results, with_results, "{calls:?}");
        assert_eq!(json["Call"][1]["Witnesses"][0]["Lower"], serde_json::json!([2, 1]));
        assert_eq!(json["Call"][1]["Witnesses"][1]["Costs"], serde_json::json!([2, 5]));
        assert_eq!(json["Bounds"], serde_json::json!({ "Lower": [2, 1], "Upper": [2, 5] }));
        assert_eq!(json["Models"]["Number"], 2);
    }
}

#[test]
fn rows_of_a_search_have_a_heading() {
    let mut out = Vec::new();
    two_calls(Box::new(Text::plain(&mut out, true)), Level::None);
    let text = String::from_utf8(out).unwrap();
    let rule = format!("{}|\n", "-".repeat(90));
    let row = " 0:R|      0/0      |       0/0       |         3/0.750 |       0/-1        |      1.000s |\n";
    assert_eq!(text.matches("ID:T").count(), 2, "{text}");
    let expected = format!(
        "#learnt                |\n{rule}{row}{rule}Progression : 2 [1;5] (Error: 4 Time: 1.000s)\nAnswer: 1"
    );
    assert!(text.contains(&expected), "{text}");
}
