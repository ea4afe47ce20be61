//! Where the texts of files come from: a folder, an archive, a table in a browser.

use std::io::Read;
use std::path::{Path, PathBuf};

/// Finds and reads files for [`Control::load_from`](crate::Control::load_from).
pub trait Files {
    /// The file that a name means, as messages are to call it; `from` is the file that includes it, if any does. `None`
    /// where there is no such file.
    fn find(&mut self, name: &str, from: Option<&str>) -> Option<String>;

    /// The text of a file that has been found.
    ///
    /// # Errors
    /// Why it cannot be read, as a sentence without a full stop.
    fn read(&mut self, file: &str) -> Result<String, String>;

    /// What is the same for all names of one file: each file is read once.
    fn identity(&mut self, file: &str) -> String {
        file.to_owned()
    }

    /// Where included files are looked for, as a hint for those who include one that is not found.
    fn places(&self) -> String {
        "it is looked for where the command runs, and beside the including file".to_owned()
    }

    /// Whether the caller itself does what `#include <name>.` asks for.
    fn is_built_in(&mut self, name: &str) -> bool {
        let _ = name;
        false
    }
}

/// The files of the system. A name means a file where the process runs, or else beside the including file, as in clingo.
#[derive(Clone, Copy, Default, Debug)]
pub struct Disk;

impl Files for Disk {
    fn find(&mut self, name: &str, from: Option<&str>) -> Option<String> {
        let beside = from.and_then(|from| Path::new(from).parent()).map(|folder| folder.join(name));
        let candidates = std::iter::once(PathBuf::from(name)).chain(beside);
        // Who asks for a file by name is told why it cannot be read.
        let mut existing = candidates.filter(|candidate| from.is_none() || candidate.is_file());
        existing.next().map(|found| found.to_string_lossy().into_owned())
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        let opened = std::fs::File::open(file).map_err(|error| cannot_read(file, &error))?;
        let metadata = opened.metadata().map_err(|error| cannot_read(file, &error))?;
        // A place in a text has 32 bits.
        let limit = if metadata.is_file() { u64::from(u32::MAX) } else { LONGEST_STREAM };
        if metadata.is_file() && metadata.len() > limit {
            return Err(too_long(file, limit));
        }
        text_from(file, opened, limit)
    }

    fn identity(&mut self, file: &str) -> String {
        let path = std::fs::canonicalize(file);
        path.map_or_else(|_| file.to_owned(), |path| path.to_string_lossy().into_owned())
    }
}

/// The files in some folders and their subfolders: for programs whose authors may not read all files of the
/// system.
///
/// A name means a file where the process runs, or else beside the including file, if that lies in one of the
/// folders once all symbolic links are resolved. Any other file is as good as missing: messages do not tell
/// whether it exists. The folders must not be writable for those whose programs are loaded.
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
    /// Without symbolic links.
    folders: Vec<PathBuf>,
}

impl Within {
    /// The files in these folders.
    ///
    /// # Errors
    /// Where one of them is no folder that can be found.
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

    /// The folders, without symbolic links.
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
            folders => format!("files may be included from {} alone", folders.join(", ")),
        }
    }
}

/// Streams, such as pipes, standard input and devices, are read up to this number of bytes: they may never end.
pub const LONGEST_STREAM: u64 = 1 << 30;

/// The text of a stream of at most `limit` bytes.
///
/// # Errors
/// Where it cannot be read, is longer, or is no text.
pub fn text_from(file: &str, stream: impl Read, limit: u64) -> Result<String, String> {
    let mut bytes = Vec::new();
    let mut stream = stream.take(limit.saturating_add(1));
    stream.read_to_end(&mut bytes).map_err(|error| cannot_read(file, &error))?;
    if bytes.len() as u64 > limit {
        return Err(too_long(file, limit));
    }
    text_of(file, bytes)
}

fn too_long(file: &str, limit: u64) -> String {
    format!("`{file}` cannot be read: it has more than {} MiB", limit.div_ceil(1 << 20))
}

/// The text that the bytes of a file are.
///
/// # Errors
/// In which line they are no text.
fn text_of(file: &str, bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
        format!("`{file}` is not UTF-8 text: see line {line}")
    })
}

/// What to say of a file that cannot be read, without the system's number for it.
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
        // A file with a hole takes no room.
        std::fs::File::create(&path).and_then(|file| file.set_len(1 << 32)).unwrap();
        let name = path.to_string_lossy();
        let read = Disk.read(&name);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(read, Err(format!("`{name}` cannot be read: it has more than 4096 MiB")));
    }
}
