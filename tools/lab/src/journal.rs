//! The file of records: appended game by game, flushed, and repaired after a kill.
//!
//! A directory contains `records.jsonl`, with one game on each line, and `lock`. A process that is killed
//! during a write leaves at most one incomplete line, the last one. The next process that opens the journal
//! removes this line, and its game is played again; a last line that only lacks its line break is completed.
//! The lock belongs to the operating system and to an open file, so it ends with the process.
//!
//! *Invariant:* only a torn last line is removed. Any other line that is no record, for example after a disk
//! error or an edit, is an error, as is a last line that no kill can have produced because no continuation
//! would make it a record.

use crate::{Entry, LabError, Record};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const RECORDS: &str = "records.jsonl";
const LOCK: &str = "lock";

/// The records of a directory, opened for writing by one process.
#[derive(Debug)]
pub struct Journal<R = Record> {
    file: File,
    path: PathBuf,
    records: Vec<R>,
    /// The lock of the journal.
    _lock: File,
}

impl<R: Entry> Journal<R> {
    /// Opens the journal of a directory; creates both if they are missing.
    ///
    /// # Errors
    /// If another process has opened it, a file cannot be used, or a line other than the last is no record.
    pub fn open(directory: &Path) -> Result<Self, LabError> {
        fs::create_dir_all(directory).map_err(LabError::file("create", directory))?;
        let lock = lock(directory)?;
        let path = directory.join(RECORDS);
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(&path);
        let mut file = file.map_err(LabError::file("open", &path))?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(LabError::file("read", &path))?;
        let (records, end) = parse(&text, &path)?;
        repair(&mut file, &text, end).map_err(LabError::file("write", &path))?;
        Ok(Self { file, path, records, _lock: lock })
    }

    /// The records at the time of opening, each game once.
    pub fn records(&self) -> &[R] {
        &self.records
    }

    /// Appends a record. After the return, a kill or a power failure cannot remove the record.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, record: &R) -> Result<(), LabError> {
        let mut line = serde_json::to_vec(record).expect("a record is data that JSON can hold");
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.map_err(LabError::file("write", &self.path))
    }
}

/// The records of a directory, for reading; other processes may be writing.
///
/// # Errors
/// If no records exist, the file cannot be read, or a line other than the last is no record.
pub fn read<R: Entry>(directory: &Path) -> Result<Vec<R>, LabError> {
    let path = directory.join(RECORDS);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(LabError::NoRecords { path: directory.into() });
        }
        Err(error) => return Err(LabError::file("read", path)(error)),
    };
    let (records, _) = parse(&text, &path)?;
    if records.is_empty() { Err(LabError::NoRecords { path: directory.into() }) } else { Ok(records) }
}

/// The records of a journal's text, which messages call `name`: what [`read`] does to a file.
///
/// # Errors
/// Where a line other than the last is no record.
pub fn read_text<R: Entry>(text: &[u8], name: &Path) -> Result<Vec<R>, LabError> {
    parse(text, name).map(|(records, _)| records)
}

/// The name of the experiment of a directory, if its first line contains one.
///
/// # Errors
/// As [`read`], if the file has no first line.
pub fn experiment(directory: &Path) -> Result<Option<String>, LabError> {
    #[derive(serde::Deserialize)]
    struct Name {
        experiment: String,
    }
    let path = directory.join(RECORDS);
    let missing = || LabError::NoRecords { path: directory.into() };
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(missing()),
        Err(error) => return Err(LabError::file("read", path)(error)),
    };
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    Ok(serde_json::from_slice(first).ok().map(|name: Name| name.experiment))
}

fn lock(directory: &Path) -> Result<File, LabError> {
    let path = directory.join(LOCK);
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(LabError::file("open", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(LabError::Locked { path: directory.into() }),
        Err(TryLockError::Error(error)) => Err(LabError::file("lock", path)(error)),
    }
}

/// The first record of each game, and the end of the readable text.
fn parse<R: Entry>(text: &[u8], path: &Path) -> Result<(Vec<R>, usize), LabError> {
    let mut records: Vec<R> = Vec::new();
    let mut known = std::collections::HashSet::new();
    let mut end = 0;
    for (number, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let is_complete = line.ends_with(b"\n");
        let damaged = |reason| LabError::Damaged { path: path.into(), line: number + 1, reason };
        match serde_json::from_slice::<R>(line) {
            Ok(record) => {
                record.check().map_err(damaged)?;
                if known.insert(record.key()) {
                    records.push(record);
                }
            }
            Err(_) if line.trim_ascii().is_empty() && is_complete => {}
            Err(error) if !is_complete && error.is_eof() => break,
            Err(error) => return Err(damaged(without_line(&error))),
        }
        end += line.len();
    }
    Ok((records, end))
}

/// The message without its line number, which is always 1.
fn without_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(message) => format!("{message} at column {}", error.column()),
        None => text,
    }
}

/// Removes a torn last line, and completes the last line.
fn repair(file: &mut File, text: &[u8], end: usize) -> io::Result<()> {
    if end < text.len() {
        file.set_len(end as u64)?;
    }
    file.seek(SeekFrom::End(0))?;
    if end > 0 && text[end - 1] != b'\n' {
        file.write_all(b"\n")?;
    }
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::record;

    /// A new directory, removed at the end of the test.
    struct Directory(PathBuf);

    impl Directory {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("hamadryad-lab-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }

        fn text(&self) -> Vec<u8> {
            fs::read(self.0.join(RECORDS)).unwrap()
        }
    }

    impl Drop for Directory {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn written_records_are_read_again() {
        let directory = Directory::new("round-trip");
        let records: Vec<Record> = (1..4).map(record).collect();
        let mut journal = Journal::open(&directory.0).unwrap();
        for record in &records {
            journal.append(record).unwrap();
        }
        assert_eq!(read::<Record>(&directory.0).unwrap(), records);
        drop(journal);
        assert_eq!(Journal::<Record>::open(&directory.0).unwrap().records(), records);
    }

    #[test]
    fn after_a_cut_at_any_byte_the_games_before_stay_and_the_next_record_is_complete() {
        let directory = Directory::new("cut");
        let mut journal = Journal::open(&directory.0).unwrap();
        journal.append(&record(1)).unwrap();
        let one = directory.text().len();
        journal.append(&record(2)).unwrap();
        drop(journal);
        let text = directory.text();
        for end in (one..text.len()).step_by(29).chain(text.len() - 2..=text.len()) {
            fs::write(directory.0.join(RECORDS), &text[..end]).unwrap();
            let mut journal: Journal = Journal::open(&directory.0).unwrap();
            let kept = if end >= text.len() - 1 { 2 } else { 1 };
            assert_eq!(journal.records().len(), kept, "cut after {end} bytes");
            journal.append(&record(3)).unwrap();
            assert_eq!(read::<Record>(&directory.0).unwrap().len(), kept + 1);
        }
    }

    #[test]
    fn only_one_process_writes_a_journal() {
        let directory = Directory::new("lock");
        let journal: Journal = Journal::open(&directory.0).unwrap();
        assert!(matches!(Journal::<Record>::open(&directory.0), Err(LabError::Locked { .. })));
        drop(journal);
        assert!(Journal::<Record>::open(&directory.0).is_ok());
    }

    #[test]
    fn a_damaged_line_is_reported_and_no_text_is_lost() {
        let directory = Directory::new("damaged");
        Journal::open(&directory.0).unwrap().append(&record(1)).unwrap();
        let mut text = b"{\"experiment\": 5}\n".to_vec();
        text.extend(directory.text());
        fs::write(directory.0.join(RECORDS), &text).unwrap();
        let error = Journal::<Record>::open(&directory.0).unwrap_err();
        assert!(matches!(error, LabError::Damaged { line: 1, .. }), "{error}");
        assert_eq!(directory.text(), text);
    }

    #[test]
    fn a_last_line_that_no_kill_produces_is_kept() {
        let directory = Directory::new("no-journal");
        fs::create_dir_all(&directory.0).unwrap();
        for text in ["my diary, without a line break", "{\"experiment\": 5", "[1]"] {
            fs::write(directory.0.join(RECORDS), text).unwrap();
            let error = Journal::<Record>::open(&directory.0).unwrap_err();
            assert!(matches!(error, LabError::Damaged { line: 1, .. }), "{error}");
            assert_eq!(directory.text(), text.as_bytes());
        }
    }

    #[test]
    fn an_inconsistent_record_is_damaged() {
        let directory = Directory::new("nonsense");
        let mut nonsense = record(2);
        nonsense.iterations[0].length = 0;
        let mut journal = Journal::open(&directory.0).unwrap();
        journal.append(&record(1)).unwrap();
        journal.append(&nonsense).unwrap();
        let error = read::<Record>(&directory.0).unwrap_err().to_string();
        assert!(
            error.contains("records.jsonl`, line 2, is not a record: iteration 1: no snake of length 0"),
            "{error}"
        );
    }

    #[test]
    fn a_journal_without_records_is_an_error() {
        let directory = Directory::new("nothing");
        assert!(matches!(read::<Record>(&directory.0), Err(LabError::NoRecords { .. })));
        drop(Journal::<Record>::open(&directory.0).unwrap());
        assert!(matches!(read::<Record>(&directory.0), Err(LabError::NoRecords { .. })));
    }
}
