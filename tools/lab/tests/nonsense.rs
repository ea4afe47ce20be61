//! Mutated journals: each gives a report or an error with file and line, and never a panic.
//!
//! The mutations are deterministic: each number of the recorded games in turn becomes each of some unusual
//! values, and parts of lines are removed, duplicated and moved.

use hamadryad_lab::report::{Format, make, make_for_agents};
use hamadryad_lab::{AgentRecord, Entry, LabError, Record, read};
use std::path::PathBuf;

/// A directory that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hamadryad-lab-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    fn read<R: Entry>(&self, text: &str) -> Result<Vec<R>, LabError> {
        std::fs::write(self.0.join("records.jsonl"), text).expect("a file can be written");
        read(&self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const AGENT: &str = r#"{"experiment":"planners","configuration":{"planner":"splice","rows":2,"cols":4,"rules":"standard"},"seed":1,"version":"hamadryad 0.1.0","machine":{"system":"linux","processor":"x","threads":2,"jobs":2},"ended":1795412530,"won":true,"steps":20,"plans":7,"wall":0.25,"cpu":0.25,"lengths":[1,2,3,4,5,6,7,8],"ways":[2,3,2,3,4,3,3]}"#;

/// Values that are no count, no time, or no number.
const ODD: [&str; 9] =
    ["-1", "0", "1e999", "1.5", "18446744073709551615", "4294967296", "\"\"", "null", "[]"];

/// The ranges of the numbers of a text.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut numbers = Vec::new();
    let mut start = None;
    let mut is_in_string = false;
    for (at, sign) in text.bytes().enumerate() {
        is_in_string ^= sign == b'"';
        let is_digit = !is_in_string && (sign.is_ascii_digit() || sign == b'.');
        match start {
            None if is_digit => start = Some(at),
            Some(begin) if !is_digit => {
                numbers.push(begin..at);
                start = None;
            }
            _ => {}
        }
    }
    numbers
}

/// The line with each number changed in turn, and with parts removed, duplicated and moved.
fn mutations(line: &str) -> Vec<String> {
    let mut mutations = Vec::new();
    for range in numbers(line) {
        for value in ODD {
            mutations.push(format!("{}{value}{}", &line[..range.start], &line[range.end..]));
        }
    }
    let commas: Vec<usize> = line.match_indices(',').map(|(at, _)| at).collect();
    for pair in commas.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        mutations.push(format!("{}{}", &line[..from], &line[to..]));
        mutations.push(format!("{}{}{}", &line[..to], &line[from..to], &line[to..]));
    }
    let cuts = (1..line.len()).step_by(17);
    mutations.extend(cuts.filter(|&at| line.is_char_boundary(at)).map(|at| line[..at].to_owned()));
    mutations
}

/// Reads each mutation before a valid line; returns the numbers of reports and of rejections.
fn try_all<R: Entry>(name: &str, line: &str, report: impl Fn(&[R])) -> (usize, usize) {
    let folder = Folder::new(name);
    let (mut reports, mut rejected) = (0, 0);
    for mutation in mutations(line) {
        match folder.read::<R>(&format!("{mutation}\n{line}\n")) {
            Ok(records) => {
                report(&records);
                reports += 1;
            }
            Err(error) => {
                let message = error.to_string();
                assert!(
                    message.contains("records.jsonl`, line 1, is not a record: "),
                    "{message}: {mutation}"
                );
                rejected += 1;
            }
        }
    }
    (reports, rejected)
}

#[test]
fn mutated_journals_of_agents_are_reported_or_rejected() {
    let formats = [Format::Markdown, Format::Csv];
    let (reports, rejected) =
        try_all::<AgentRecord>("agents", AGENT, |records| drop(make_for_agents(records, &formats)));
    assert!(reports > 20 && rejected > 150, "{reports} {rejected}");
}

#[test]
fn mutated_journals_of_approaches_are_reported_or_rejected() {
    let text = include_str!("report/records.jsonl");
    // The shortest game, on a board of 4×4.
    let line = text.lines().min_by_key(|line| line.len()).expect("a line");
    let formats = [Format::Markdown, Format::Csv, Format::Html];
    let (reports, rejected) = try_all::<Record>("approaches", line, |records| {
        make(records, &formats).expect("a report can be made");
    });
    assert!(reports > 100 && rejected > 500, "{reports} {rejected}");
}

#[test]
fn ways_without_lengths_are_rejected_with_their_line() {
    let folder = Folder::new("ways");
    let wrong = AGENT.replace("\"ways\":[2,3,2,3,4,3,3]", "\"ways\":[2,3]");
    let error = folder.read::<AgentRecord>(&format!("{AGENT}\n{wrong}\n")).expect_err("nonsense").to_string();
    assert!(
        error.contains("records.jsonl`, line 2, is not a record: `lengths` has 8 numbers and `ways` has 2"),
        "{error}"
    );
}

#[test]
fn text_of_records_is_escaped_in_reports() {
    let folder = Folder::new("hostile");
    let text = include_str!("report/records.jsonl");
    let hostile = "<script>alert(1)</script> | [a](javascript:b) ' onload='c \\u001b[2J \\\" \\n# title";
    let text = text.replace("hamadryad 0.1.0", hostile).replace("snake-approaches", hostile);
    let records = folder.read::<Record>(&text).expect("records");
    let pages = make(&records, &[Format::Markdown, Format::Html, Format::Svg]).expect("a report");
    assert!(pages.len() > 2);
    for page in pages {
        let text = String::from_utf8(page.content).expect("text");
        assert!(!text.contains("alert(1)</script>") || page.name.ends_with(".md"), "{}", page.name);
        assert!(!text.replace("\\<script", "").contains("<script"), "{}: {text}", page.name);
        assert!(!text.contains('\x1b') && !text.contains("\n# title"), "{}", page.name);
    }
}
