//! The open texts, and the files that are connected with them by `#include`.
//!
//! *Invariant:* the text of an open document takes precedence over its file. Files are read again if their
//! time of modification changes.

use crate::index::Index;
use crate::lines::Lines;
use crate::uri;
use gen_lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};
use hamadryad::{Disk, Files};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

/// The largest file that is read because of its neighbours.
const LARGEST: u64 = 16 << 20;
/// The limits on the search for files that include an open one: files, and depth of folders.
const MOST_FILES: usize = 2000;
const DEEPEST: usize = 8;

/// A text with its index.
#[derive(Debug)]
pub struct Document {
    /// The URI that the client gave, or that of the file.
    pub uri: String,
    /// The version of an open text.
    pub version: Option<i32>,
    /// The text.
    pub text: Arc<str>,
    /// Its lines.
    pub lines: Lines,
    index: OnceLock<Index>,
}

impl Document {
    /// A text that is indexed when its index is first used.
    pub fn new(uri: String, version: Option<i32>, text: impl Into<Arc<str>>) -> Document {
        let text = text.into();
        Document { uri, version, lines: Lines::new(&text), text, index: OnceLock::new() }
    }

    /// The names of the text.
    pub fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.text))
    }

    /// The offset of a position.
    pub fn offset(&self, position: Position) -> u32 {
        self.lines.offset(&self.text, position) as u32
    }

    /// The range of the bytes `start..end`.
    pub fn range(&self, start: u32, end: u32) -> Range {
        self.lines.range(&self.text, start, end)
    }

    /// The text of the bytes `start..end`.
    pub fn slice(&self, start: u32, end: u32) -> &str {
        &self.text[start as usize..end as usize]
    }

    /// The name of the text in messages: its path, or its URI.
    pub fn name(&self) -> String {
        uri::path(&self.uri).map_or_else(|| self.uri.clone(), |path| path.to_string_lossy().into_owned())
    }

    /// The document after changes by its editor.
    fn changed(&self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) -> Document {
        let mut text = self.text.to_string();
        let mut lines = self.lines.clone();
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(change) => {
                    let start = lines.offset(&text, change.range.start);
                    let end = lines.offset(&text, change.range.end).max(start);
                    text.replace_range(start..end, &change.text);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(change) => {
                    text = change.text;
                }
            }
            lines = Lines::new(&text);
        }
        Document {
            uri: self.uri.clone(),
            version: Some(version),
            text: text.into(),
            lines,
            index: OnceLock::new(),
        }
    }
}

/// All texts that the server knows.
#[derive(Default)]
pub struct Workspace {
    roots: Vec<PathBuf>,
    open: HashMap<String, Arc<Document>>,
    files: HashMap<String, (Option<SystemTime>, Arc<Document>)>,
}

impl Workspace {
    /// The texts below some folders.
    pub fn new(roots: Vec<PathBuf>) -> Workspace {
        Workspace { roots, ..Workspace::default() }
    }

    /// Opens a text.
    pub fn open(&mut self, uri: &Uri, version: i32, text: String) {
        let document = Document::new(uri.0.clone(), Some(version), text);
        self.open.insert(uri.0.clone(), Arc::new(document));
    }

    /// Changes an open text.
    pub fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        if let Some(document) = self.open.get_mut(&uri.0) {
            *document = Arc::new(document.changed(version, changes));
        }
    }

    /// Closes a text.
    pub fn close(&mut self, uri: &Uri) {
        self.open.remove(&uri.0);
    }

    /// An open text.
    pub fn get(&self, uri: &Uri) -> Option<Arc<Document>> {
        self.open.get(&uri.0).cloned()
    }

    /// The open texts.
    pub fn all_open(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.open.values()
    }

    /// The open texts by the identities of their files, for [`crate::check`].
    pub fn overlay(&self) -> HashMap<String, Arc<str>> {
        let files = self.open.values().filter_map(|document| {
            let path = uri::path(&document.uri)?;
            Some((Disk.identity(&path.to_string_lossy()), document.text.clone()))
        });
        files.collect()
    }

    /// The texts that are connected with an open one by `#include`, itself first.
    pub fn related(&mut self, document: &Arc<Document>) -> Vec<Arc<Document>> {
        let including = self.including();
        let mut related = vec![document.clone()];
        let mut seen = HashSet::from([identity(&document.uri)]);
        let mut at = 0;
        while at < related.len() {
            let current = related[at].clone();
            at += 1;
            let mut next = self.included(&current);
            next.extend(including.get(&identity(&current.uri)).into_iter().flatten().cloned());
            for path in next {
                let key = Disk.identity(&path.to_string_lossy());
                if seen.insert(key)
                    && let Some(found) = self.read(&path)
                {
                    related.push(found);
                }
            }
        }
        related
    }

    /// The files that a text includes.
    fn included(&self, document: &Document) -> Vec<PathBuf> {
        let from = document.name();
        let paths = document.index().includes.iter().map(|(path, _)| path);
        paths.filter_map(|path| Disk.find(path, Some(&from)).map(PathBuf::from)).collect()
    }

    /// For each included file, the files that include it.
    fn including(&mut self) -> HashMap<String, Vec<PathBuf>> {
        let mut files: Vec<PathBuf> = self.open.keys().filter_map(|uri| uri::path(uri)).collect();
        for root in &self.roots {
            programs(root, 0, &mut files);
        }
        let mut including: HashMap<String, Vec<PathBuf>> = HashMap::new();
        for path in files {
            let Some(document) = self.read(&path) else { continue };
            if document.text.contains("#include") {
                for included in self.included(&document) {
                    let key = Disk.identity(&included.to_string_lossy());
                    including.entry(key).or_default().push(path.clone());
                }
            }
        }
        including
    }

    /// The open text of a file, or its text on the disk.
    fn read(&mut self, path: &Path) -> Option<Arc<Document>> {
        let name = path.to_string_lossy();
        let key = Disk.identity(&name);
        let is_open = |document: &&Arc<Document>| identity(&document.uri) == key;
        if let Some(document) = self.open.values().find(is_open) {
            return Some(document.clone());
        }
        let metadata =
            std::fs::metadata(path).ok().filter(|found| found.is_file() && found.len() <= LARGEST)?;
        let modified = metadata.modified().ok();
        if let Some((time, document)) = self.files.get(&key)
            && *time == modified
        {
            return Some(document.clone());
        }
        let text = Disk.decode(&name).ok()?.text;
        let document = Arc::new(Document::new(uri::of_path(path), None, text));
        self.files.insert(key, (modified, document.clone()));
        Some(document)
    }
}

/// The identity of the file of a URI, or the URI.
fn identity(uri: &str) -> String {
    uri::path(uri).map_or_else(|| uri.to_owned(), |path| Disk.identity(&path.to_string_lossy()))
}

/// Appends the programs of a folder and its subfolders.
fn programs(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let Ok(kind) = entry.file_type() else { continue };
        if found.len() >= MOST_FILES || name.starts_with('.') {
            continue;
        }
        if kind.is_dir() && depth < DEEPEST && !matches!(&*name, "target" | "node_modules") {
            programs(&path, depth + 1, found);
        } else if kind.is_file() && name.ends_with(".lp") {
            found.push(path);
        }
    }
}
