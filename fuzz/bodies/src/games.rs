//! Positions, games and journals of Snake.

use hamadryad_lab::report::{self, Format};
use hamadryad_lab::{AgentRecord, Entry, Record, read_text};
use std::path::Path;

/// Games on larger boards are not drawn.
const CELLS: usize = 400;
/// The formats of reports but for pixels, which take too long.
const FORMATS: [Format; 4] = [Format::Markdown, Format::Csv, Format::Html, Format::Svg];

/// A position is written as it was read.
pub(crate) fn position(text: &str) {
    if let Ok(written) = hamadryad_cli::readers::position(text) {
        assert_eq!(hamadryad_cli::readers::position(&written).as_ref(), Ok(&written));
    }
}

/// A game is refused with a message or drawn.
pub(crate) fn game(text: &str) {
    match hamadryad_cli::readers::game(text, CELLS) {
        Ok(picture) => assert!(picture.contains("<svg"), "{picture}"),
        Err(message) => assert!(!message.is_empty()),
    }
}

/// Records are written as they were read, and reports are made of them.
pub(crate) fn journal(bytes: &[u8]) {
    if let Some(records) = records::<Record>(bytes) {
        let _ = report::make(&records, &FORMATS);
    }
    if let Some(records) = records::<AgentRecord>(bytes) {
        let _ = report::make_for_agents(&records, &FORMATS);
    }
}

fn records<R: Entry>(bytes: &[u8]) -> Option<Vec<R>> {
    let name = Path::new("records.jsonl");
    let records: Vec<R> = read_text(bytes, name).ok().filter(|records: &Vec<R>| !records.is_empty())?;
    let lines = |records: &[R]| -> String {
        let line = |record| serde_json::to_string(record).expect("a record is written") + "\n";
        records.iter().map(line).collect()
    };
    let written = lines(&records);
    let again: Vec<R> =
        read_text(written.as_bytes(), name).unwrap_or_else(|error| panic!("{written}{error}"));
    assert_eq!(lines(&again), written);
    Some(records)
}
