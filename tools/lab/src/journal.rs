//! The files of records: appended game by game, flushed, and repaired after a kill.
//!
//! A directory contains `records.jsonl`, with one game on each line, and `lock`. Its folder `shards` has one
//! such file for each process of a cluster that plays a part of the games; [`merge`] moves their
//! records to `records.jsonl`. The records of a directory are those of all its files, each game once.
//!
//! A process that is killed during a write leaves at most one incomplete line, the last one. The next process
//! that opens the file removes this line, and its game is played again; a last line that only lacks its line
//! break is completed. The lock belongs to the operating system and to an open file, so it ends with the
//! process.
//!
//! *Invariant:* only a torn last line is removed. Any other line that is no record, for example after a disk
//! error or an edit, is an error, as is a last line that no kill can have produced because no continuation
//! would make it a record.

use crate::{Entry, LabError, Record};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const RECORDS: &str = "records.jsonl";
const LOCK: &str = "lock";
const SHARDS: &str = "shards";

/// A file of records, opened for writing by one process.
#[derive(Debug)]
pub struct Journal<R = Record> {
    file: File,
    path: PathBuf,
    records: Vec<R>,
    /// The lock of the journal.
    _lock: File,
}

impl<R: Entry> Journal<R> {
    /// Opens the journal of a directory; creates both if they are missing. The records of its shards count as
    /// known.
    ///
    /// # Errors
    /// If another process has opened it, a file cannot be used, or a line other than the last is no record.
    pub fn open(directory: &Path) -> Result<Self, LabError> {
        let lock = lock_directory(directory)?;
        let mut journal = Self::open_file(directory.join(RECORDS), lock)?;
        let mut known: HashSet<String> = journal.records.iter().map(Entry::key).collect();
        for shard in shards(directory)? {
            let records = records_of::<R>(&shard)?;
            journal.records.extend(records.into_iter().filter(|record| known.insert(record.key())));
        }
        Ok(journal)
    }

    /// Opens the journal of one shard of a directory; creates it if it is missing.
    ///
    /// # Errors
    /// As [`Journal::open`]; [`LabError::Locked`] while another process plays the same shard.
    pub fn open_shard(directory: &Path, name: &str) -> Result<Self, LabError> {
        let folder = directory.join(SHARDS);
        fs::create_dir_all(&folder).map_err(LabError::file("create", &folder))?;
        let path = folder.join(format!("{name}.jsonl"));
        let lock = lock(&lock_of(&path), &path)?;
        Self::open_file(path, lock)
    }

    fn open_file(path: PathBuf, lock: File) -> Result<Self, LabError> {
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(&path);
        let mut file = file.map_err(LabError::file("open", &path))?;
        let (records, text) = parse(&mut BufReader::new(&file), &path)?;
        repair(&mut file, &text).map_err(LabError::file("write", &path))?;
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

/// The records of a directory and its shards, each game once, in an order that does not depend on the order
/// in which they were played; other processes may be writing.
///
/// # Errors
/// If no records exist, the file cannot be read, or a line other than the last is no record.
pub fn read<R: Entry>(directory: &Path) -> Result<Vec<R>, LabError> {
    let mut records: Vec<R> = Vec::new();
    let mut known = HashSet::new();
    for path in files(directory)? {
        let found = records_of::<R>(&path)?;
        records.extend(found.into_iter().filter(|record| known.insert(record.key())));
    }
    if records.is_empty() {
        return Err(LabError::NoRecords { path: directory.into() });
    }
    // The key as well: runs of solvers with one seed differ in the order of the facts.
    records.sort_by_cached_key(|record| (record.cells(), record.seed(), record.class(), record.key()));
    Ok(records)
}

/// The keys of all records of a directory and its shards. A single record is in memory at a time.
pub(crate) fn keys<R: Entry>(directory: &Path) -> Result<HashSet<String>, LabError> {
    keys_of::<R>(&files(directory)?)
}

/// The keys of the merged records of a directory, without those of its shards.
pub(crate) fn merged_keys<R: Entry>(directory: &Path) -> Result<HashSet<String>, LabError> {
    keys_of::<R>(&[directory.join(RECORDS)])
}

fn keys_of<R: Entry>(files: &[PathBuf]) -> Result<HashSet<String>, LabError> {
    let mut keys = HashSet::new();
    for path in files {
        if let Some(mut text) = reader(path)? {
            for_each::<R>(&mut text, path, |record, _| {
                keys.insert(record.key());
            })?;
        }
    }
    Ok(keys)
}

/// Calls a function with all records of a directory and its shards, each game once.
pub(crate) fn for_each_record<R: Entry>(directory: &Path, mut found: impl FnMut(R)) -> Result<(), LabError> {
    let mut known = HashSet::new();
    for path in files(directory)? {
        if let Some(mut text) = reader(&path)? {
            for_each::<R>(&mut text, &path, |record, _| {
                if known.insert(record.key()) {
                    found(record);
                }
            })?;
        }
    }
    Ok(())
}

/// Moves the records of all shards that no process is writing to `records.jsonl`. Returns the number of
/// records that were moved, and of shards that are being written, whose records stay where they are.
///
/// # Errors
/// As [`Journal::open`]. A record is removed from its shard only after it has reached the disk elsewhere.
pub fn merge<R: Entry>(directory: &Path) -> Result<(usize, usize), LabError> {
    if !directory.is_dir() {
        return Err(LabError::NoRecords { path: directory.into() });
    }
    let _lock = lock_directory(directory)?;
    let path = directory.join(RECORDS);
    let file = OpenOptions::new().read(true).append(true).create(true).open(&path);
    let mut file = file.map_err(LabError::file("open", &path))?;
    let mut known = HashSet::new();
    let text = for_each::<R>(&mut BufReader::new(&file), &path, |record, _| {
        known.insert(record.key());
    })?;
    repair(&mut file, &text).map_err(LabError::file("write", &path))?;
    let (mut moved, mut busy, mut done) = (0, 0, Vec::new());
    for shard in shards(directory)? {
        let own = match lock(&lock_of(&shard), &shard) {
            Ok(own) => own,
            Err(LabError::Locked { .. }) => {
                busy += 1;
                continue;
            }
            Err(error) => return Err(error),
        };
        let Some(mut text) = reader(&shard)? else { continue };
        let mut lines: Vec<u8> = Vec::new();
        for_each::<R>(&mut text, &shard, |record, line| {
            if known.insert(record.key()) {
                moved += 1;
                lines.extend_from_slice(line.trim_ascii_end());
                lines.push(b'\n');
            }
        })?;
        file.write_all(&lines).map_err(LabError::file("write", &path))?;
        done.push((shard, own));
    }
    file.sync_data().map_err(LabError::file("write", &path))?;
    // The lock files stay: a process may be waiting for one.
    for (shard, _own) in done {
        fs::remove_file(&shard).map_err(LabError::file("remove", &shard))?;
    }
    Ok((moved, busy))
}

/// Whether a process is writing the shard with this name.
pub(crate) fn is_busy(directory: &Path, name: &str) -> bool {
    let path = directory.join(SHARDS).join(format!("{name}.jsonl"));
    path.exists() && matches!(lock(&lock_of(&path), &path), Err(LabError::Locked { .. }))
}

/// The files with records of a directory: the merged ones first, then the shards in the order of their names.
fn files(directory: &Path) -> Result<Vec<PathBuf>, LabError> {
    let merged = directory.join(RECORDS);
    let mut files: Vec<PathBuf> = if merged.exists() { vec![merged] } else { Vec::new() };
    files.extend(shards(directory)?);
    Ok(files)
}

/// The files of shards, in the order of their names.
fn shards(directory: &Path) -> Result<Vec<PathBuf>, LabError> {
    let folder = directory.join(SHARDS);
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(LabError::file("read", folder)(error)),
    };
    let mut shards = Vec::new();
    for entry in entries {
        let path = entry.map_err(LabError::file("read", &folder))?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            shards.push(path);
        }
    }
    shards.sort();
    Ok(shards)
}

/// A reader of a file; `None` if it is missing, as a shard that another process has just merged.
fn reader(path: &Path) -> Result<Option<BufReader<File>>, LabError> {
    match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        file => file.map(BufReader::new).map(Some).map_err(LabError::file("read", path)),
    }
}

fn records_of<R: Entry>(path: &Path) -> Result<Vec<R>, LabError> {
    let Some(mut text) = reader(path)? else { return Ok(Vec::new()) };
    Ok(parse(&mut text, path)?.0)
}

fn lock_of(shard: &Path) -> PathBuf {
    shard.with_extension("lock")
}

/// The records of a journal's text, which messages call `name`: what [`read`] does to a file.
///
/// # Errors
/// Where a line other than the last is no record.
pub fn read_text<R: Entry>(text: &[u8], name: &Path) -> Result<Vec<R>, LabError> {
    parse(&mut &*text, name).map(|(records, _)| records)
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
    let Some(path) = files(directory)?.into_iter().next() else {
        return Err(LabError::NoRecords { path: directory.into() });
    };
    let mut first = Vec::new();
    if let Some(mut text) = reader(&path)? {
        text.read_until(b'\n', &mut first).map_err(LabError::file("read", &path))?;
    }
    Ok(serde_json::from_slice(&first).ok().map(|name: Name| name.experiment))
}

/// Takes the lock of a directory, which is created if it is missing.
pub(crate) fn lock_directory(directory: &Path) -> Result<File, LabError> {
    fs::create_dir_all(directory).map_err(LabError::file("create", directory))?;
    lock(&directory.join(LOCK), directory)
}

/// Takes the lock of the process that drives the search of a directory; its records have locks of their own.
pub(crate) fn lock_driver(directory: &Path) -> Result<File, LabError> {
    lock(&directory.join("driver.lock"), directory)
}

/// Takes a lock file for as long as the result lives; `subject` is what it protects.
fn lock(path: &Path, subject: &Path) -> Result<File, LabError> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    let file = file.map_err(LabError::file("open", path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(LabError::Locked { path: subject.into() }),
        Err(TryLockError::Error(error)) => Err(LabError::file("lock", path)(error)),
    }
}

/// The extent of a text that was read.
struct Extent {
    /// The number of bytes.
    len: u64,
    /// The number of bytes without a torn last line.
    end: u64,
    /// Whether the last line before `end` lacks its line break.
    lacks_break: bool,
}

/// The first record of each game.
fn parse<R: Entry>(text: &mut impl BufRead, path: &Path) -> Result<(Vec<R>, Extent), LabError> {
    let mut records: Vec<R> = Vec::new();
    let mut known = HashSet::new();
    let extent = for_each(text, path, |record: R, _| {
        if known.insert(record.key()) {
            records.push(record);
        }
    })?;
    Ok((records, extent))
}

/// Reads all records of a text with their lines.
fn for_each<R: Entry>(
    text: &mut impl BufRead,
    path: &Path,
    mut found: impl FnMut(R, &[u8]),
) -> Result<Extent, LabError> {
    let mut extent = Extent { len: 0, end: 0, lacks_break: false };
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if text.read_until(b'\n', &mut line).map_err(LabError::file("read", path))? == 0 {
            break;
        }
        extent.len += line.len() as u64;
        let is_complete = line.ends_with(b"\n");
        let damaged = |reason| LabError::Damaged { path: path.into(), line: number, reason };
        match serde_json::from_slice::<R>(&line) {
            Ok(record) => {
                record.check().map_err(damaged)?;
                found(record, &line);
            }
            Err(_) if line.trim_ascii().is_empty() && is_complete => {}
            Err(error) if !is_complete && error.is_eof() => break,
            Err(error) => return Err(damaged(without_line(&error))),
        }
        extent.end = extent.len;
        extent.lacks_break = !is_complete;
    }
    Ok(extent)
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
fn repair(file: &mut File, text: &Extent) -> io::Result<()> {
    if text.end < text.len {
        file.set_len(text.end)?;
    }
    file.seek(SeekFrom::End(0))?;
    if text.lacks_break {
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
