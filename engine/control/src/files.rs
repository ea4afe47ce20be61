//! Sources of file texts: folders, archives, tables in a browser.

use std::io::Read;
use std::path::{Path, PathBuf};

/// Finds and reads files for [`Control::load_from`](crate::Control::load_from).
pub trait Files {
    /// The file for a name, in the form for messages; `from` is the including file, if any. `None` if no file
    /// has this name.
    fn find(&mut self, name: &str, from: Option<&str>) -> Option<String>;

    /// The text of a file that was found.
    ///
    /// # Errors
    /// The reason why it cannot be read, as a sentence without a full stop.
    fn read(&mut self, file: &str) -> Result<String, String>;

    /// An identity that all names of a file share: each file is read once.
    fn identity(&mut self, file: &str) -> String {
        file.to_owned()
    }

    /// The places that are searched, as a hint if an included file is missing.
    fn places(&self) -> String {
        "the search covers the working directory and the folder of the including file".to_owned()
    }

    /// Whether the caller implements `#include <name>.`.
    fn is_built_in(&mut self, name: &str) -> bool {
        let _ = name;
        false
    }
}

/// The files of the system. A name denotes a file relative to the working directory, or else relative to the
/// folder of the including file, as in clingo.
#[derive(Clone, Copy, Default, Debug)]
pub struct Disk;

impl Files for Disk {
    fn find(&mut self, name: &str, from: Option<&str>) -> Option<String> {
        let beside = from.and_then(|from| Path::new(from).parent()).map(|folder| folder.join(name));
        let candidates = std::iter::once(PathBuf::from(name)).chain(beside);
        // A file named by the caller need not exist: `read` then reports the reason.
        let mut existing = candidates.filter(|candidate| from.is_none() || candidate.is_file());
        existing.next().map(|found| found.to_string_lossy().into_owned())
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        let (opened, limit) = open(file)?;
        text_from(file, opened, limit)
    }

    fn identity(&mut self, file: &str) -> String {
        let path = std::fs::canonicalize(file);
        path.map_or_else(|_| file.to_owned(), |path| path.to_string_lossy().into_owned())
    }
}

impl Disk {
    /// The text of a file, which may be Latin-1.
    ///
    /// # Errors
    /// If the file cannot be read, is too long, or is no text.
    pub fn decode(self, file: &str) -> Result<Decoded, String> {
        let (opened, limit) = open(file)?;
        decode_from(file, opened, limit)
    }
}

/// The opened file, and the limit on its bytes.
fn open(file: &str) -> Result<(std::fs::File, u64), String> {
    let opened = std::fs::File::open(file).map_err(|error| cannot_read(file, &error))?;
    let metadata = opened.metadata().map_err(|error| cannot_read(file, &error))?;
    // Positions in a text have 32 bits.
    let limit = if metadata.is_file() { u64::from(u32::MAX) } else { LONGEST_STREAM };
    if metadata.is_file() && metadata.len() > limit {
        return Err(too_long(file, limit));
    }
    Ok((opened, limit))
}

/// The files in some folders and their subfolders: for programs whose authors must not read other files of
/// the system.
///
/// A name denotes a file relative to the working directory, or else relative to the folder of the including
/// file, if the file lies in one of the folders after all symbolic links are resolved. All other files are
/// treated as missing: messages do not reveal whether they exist. The folders must not be writable for the
/// authors of the programs.
///
/// ```
/// use hamadryad::{Control, Within};
///
/// let mut files = Within::new(["src"])?;
/// let mut control = Control::new();
/// assert!(control.load_from(&mut files, "src/../Cargo.toml").is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Within {
    /// The folders, with symbolic links resolved.
    folders: Vec<PathBuf>,
}

impl Within {
    /// The files in these folders.
    ///
    /// # Errors
    /// If one of the folders does not exist or is no folder.
    pub fn new(folders: impl IntoIterator<Item = impl AsRef<Path>>) -> std::io::Result<Within> {
        let mut resolved = Vec::new();
        for folder in folders {
            let named = |error: std::io::Error| {
                std::io::Error::new(error.kind(), format!("`{}`: {error}", folder.as_ref().display()))
            };
            let path = std::fs::canonicalize(&folder).map_err(named)?;
            if !path.is_dir() {
                return Err(named(std::io::ErrorKind::NotADirectory.into()));
            }
            if !resolved.contains(&path) {
                resolved.push(path);
            }
        }
        Ok(Within { folders: resolved })
    }

    /// The folders, with symbolic links resolved.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }
}

impl Files for Within {
    fn find(&mut self, name: &str, from: Option<&str>) -> Option<String> {
        let beside = from.and_then(|from| Path::new(from).parent()).map(|folder| folder.join(name));
        let candidates = std::iter::once(PathBuf::from(name)).chain(beside);
        let resolved = candidates.filter_map(|candidate| std::fs::canonicalize(candidate).ok());
        let mut allowed = resolved
            .filter(|path| path.is_file() && self.folders.iter().any(|folder| path.starts_with(folder)));
        allowed.next().and_then(|path| path.to_str().map(str::to_owned))
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        Disk.read(file)
    }

    fn identity(&mut self, file: &str) -> String {
        Disk.identity(file)
    }

    fn places(&self) -> String {
        let folders: Vec<String> =
            self.folders.iter().map(|folder| format!("`{}`", folder.display())).collect();
        match &folders[..] {
            [] => "no file may be included here".to_owned(),
            folders => format!("files may be included from {} only", folders.join(", ")),
        }
    }
}

/// Streams (pipes, standard input, devices) are read up to this number of bytes, because they may never end.
pub const LONGEST_STREAM: u64 = 1 << 30;

/// The text of a stream of at most `limit` bytes.
///
/// # Errors
/// If the stream cannot be read, is longer, or is not UTF-8.
pub fn text_from(file: &str, stream: impl Read, limit: u64) -> Result<String, String> {
    text_of(bytes_from(file, stream, limit)?).map_err(|bad| bad.message(file))
}

/// A text, and the first line that is not UTF-8 if the text was read as Latin-1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The text.
    pub text: String,
    /// The number of the first line that is not UTF-8, from 1.
    pub latin1: Option<usize>,
}

/// The text of a stream of at most `limit` bytes: UTF-8, or else Latin-1, in which each byte is a character.
///
/// # Errors
/// If the stream cannot be read, is longer, or is neither: no text contains the byte 0.
pub fn decode_from(file: &str, stream: impl Read, limit: u64) -> Result<Decoded, String> {
    match text_of(bytes_from(file, stream, limit)?) {
        Ok(text) => Ok(Decoded { text, latin1: None }),
        Err(bad) if bad.bytes.contains(&0) => Err(bad.message(file)),
        Err(bad) => Ok(Decoded {
            text: bad.bytes.iter().map(|&byte| char::from(byte)).collect(),
            latin1: Some(bad.line),
        }),
    }
}

fn bytes_from(file: &str, stream: impl Read, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut stream = stream.take(limit.saturating_add(1));
    stream.read_to_end(&mut bytes).map_err(|error| cannot_read(file, &error))?;
    if bytes.len() as u64 > limit {
        return Err(too_long(file, limit));
    }
    Ok(bytes)
}

fn too_long(file: &str, limit: u64) -> String {
    format!("`{file}` cannot be read: it has more than {} MiB", limit.div_ceil(1 << 20))
}

/// Bytes that are not UTF-8, with the first line of which this holds.
struct NotUtf8 {
    bytes: Vec<u8>,
    line: usize,
}

impl NotUtf8 {
    fn message(&self, file: &str) -> String {
        format!("`{file}` is not UTF-8 text: see line {}", self.line)
    }
}

/// The bytes of a file as text.
fn text_of(bytes: Vec<u8>) -> Result<String, NotUtf8> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
        NotUtf8 { bytes: error.into_bytes(), line }
    })
}

/// The message for a file that cannot be read, without the error number of the system.
pub fn cannot_read(file: &str, error: &std::io::Error) -> String {
    let reason = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        std::io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        _ => error.to_string(),
    };
    format!("`{file}` cannot be read: {reason}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_end_at_their_limit() {
        assert_eq!(text_from("-", &b"a. b."[..], 5), Ok("a. b.".to_owned()));
        let refused = Err("`-` cannot be read: it has more than 1 MiB".to_owned());
        assert_eq!(text_from("-", &b"a. b.c"[..], 5), refused);
        assert_eq!(text_from("-", std::io::repeat(b'a'), 1 << 20), refused);
    }

    #[test]
    fn files_that_are_too_long_are_not_read() {
        let path = std::env::temp_dir().join(format!("hamadryad-long-{}.lp", std::process::id()));
        // A sparse file takes no space.
        std::fs::File::create(&path).and_then(|file| file.set_len(1 << 32)).unwrap();
        let name = path.to_string_lossy();
        let read = Disk.read(&name);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(read, Err(format!("`{name}` cannot be read: it has more than 4096 MiB")));
    }
}
