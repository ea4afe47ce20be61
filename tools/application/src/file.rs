//! Files that commands write: a file is either complete or unchanged.
//!
//! Invariant: no other module of the command line opens a file to write it. A new text goes to a temporary
//! file in the folder of the old one, with the permissions of the old one, and reaches the disk before it
//! takes the old file's name. Until that moment the old file is unchanged: a full disk, an error or a kill
//! cannot cut it short. On an error or a signal (`SIGINT`, `SIGTERM`) the temporary file is removed; only
//! after `SIGKILL` it remains as `.NAME.XXXXXX.tmp`.
//!
//! - A symbolic link remains: the file at its end is replaced.
//! - Devices, named pipes, sockets and the open files of `/dev/fd` have no old text to lose and are written
//!   directly.
//! - A file without write permission is not replaced, even if its folder would allow it.
//! - If a file has several names (hard links), only the given name gets the new text, as with `sed -i`.
//!
//! The journals of `lab run` are an exception: lines are appended to them (see `hamadryad_lab::Journal`).

use crate::clock;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// The maximal number of symbolic links in a row, as in Linux: a longer chain is treated as a loop.
const MOST_LINKS: usize = 40;

/// All temporary files that exist now.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary_files() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all incomplete files. The process must end after this call: no file can be finished any more.
pub fn abandon_all() {
    let files = temporary_files();
    remove(&files);
    // The lock is never released: other threads that begin or finish a file wait for the end of the process.
    std::mem::forget(files);
}

/// Removes all incomplete files before another program replaces this one; if that fails, the files cannot be finished.
pub fn remove_all() {
    remove(&temporary_files());
}

fn remove(files: &[PathBuf]) {
    for file in files {
        let _ = std::fs::remove_file(file);
    }
}

/// The entry of a temporary file in the list.
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        temporary_files().retain(|file| *file != self.0);
    }
}

/// An incomplete file. If it is dropped before [`NewFile::finish`], nothing of it remains.
pub struct NewFile(Destination);

enum Destination {
    /// A temporary file, and the file that it will replace.
    Beside { temporary: NamedTempFile, target: PathBuf, listed: Listed },
    /// A device, a pipe or a socket.
    Direct(File),
}

impl NewFile {
    /// Begins a file that replaces the file of this name, if it exists.
    ///
    /// # Errors
    /// If the file must not be written, or its folder does not allow a new file.
    pub fn begin(name: &Path) -> io::Result<NewFile> {
        let target = match Target::of(name)? {
            Target::Direct(file) => return Ok(NewFile(Destination::Direct(file))),
            Target::Regular(target) => target,
        };
        // This only tests the permission; the file is not changed.
        let old = match OpenOptions::new().write(true).open(&target) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        clock::end_on_signals();
        let mut files = temporary_files();
        let temporary = temporary_beside(&target).map_err(|error| in_folder(&target, error))?;
        files.push(temporary.path().to_owned());
        drop(files);
        let listed = Listed(temporary.path().to_owned());
        if let Some(old) = old {
            keep_owner_and_mode(&old, temporary.as_file())?;
        }
        Ok(NewFile(Destination::Beside { temporary, target, listed }))
    }

    /// A second handle to write to, for code that owns its writer.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn writer(&self) -> io::Result<File> {
        match &self.0 {
            Destination::Beside { temporary, .. } => temporary.as_file().try_clone(),
            Destination::Direct(file) => file.try_clone(),
        }
    }

    /// Moves the complete file to its name; its text is on the disk afterwards.
    ///
    /// # Errors
    /// Errors of the system; the old file is unchanged then.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Destination::Beside { temporary, target, listed } => {
                temporary.as_file().sync_all()?;
                let files = temporary_files();
                temporary.persist(&target).map_err(|error| error.error)?;
                drop(files);
                drop(listed);
                sync_folder(&target);
                Ok(())
            }
            Destination::Direct(mut file) => file.flush(),
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Destination::Beside { temporary, .. } => temporary.as_file_mut().write(bytes),
            Destination::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a whole file.
///
/// # Errors
/// Errors of the system; the old file is unchanged then.
pub fn write(name: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::begin(name)?;
    file.write_all(bytes)?;
    file.finish()
}

/// The message about a file that cannot be written.
pub fn cannot_write(name: &Path, error: &io::Error) -> String {
    format!("`{}` cannot be written: {error}", name.display())
}

/// The end of a chain of links.
enum Target {
    /// A file that can be replaced, or no file yet.
    Regular(PathBuf),
    /// A file that is written directly.
    Direct(File),
}

impl Target {
    fn of(name: &Path) -> io::Result<Target> {
        let mut path = name.to_owned();
        for _ in 0..MOST_LINKS {
            if let Some(file) = open_stream(&path)? {
                return Ok(Target::Direct(file));
            }
            let metadata = match std::fs::symlink_metadata(&path) {
                Ok(metadata) => metadata,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Target::Regular(path)),
                Err(error) => return Err(error),
            };
            if metadata.is_symlink() {
                let link = std::fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(link);
            } else if metadata.is_file() || metadata.is_dir() {
                return Ok(Target::Regular(path));
            } else {
                return OpenOptions::new().write(true).open(&path).map(Target::Direct);
            }
        }
        Err(io::Error::other("too many symbolic links"))
    }
}

/// The file that a process has open under this number, if the path names one: `/dev/fd/3`, `/proc/self/fd/3`.
/// Standard output and standard error share their positions with this process, so that texts follow one
/// another.
#[cfg(unix)]
fn open_stream(path: &Path) -> io::Result<Option<File>> {
    use std::os::fd::AsFd;
    let owned = match path.to_str() {
        Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => io::stdout().as_fd().try_clone_to_owned()?,
        Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => io::stderr().as_fd().try_clone_to_owned()?,
        _ if path.starts_with("/dev/fd") || path.starts_with("/proc") => {
            return OpenOptions::new().append(true).open(path).map(Some);
        }
        _ => return Ok(None),
    };
    Ok(Some(owned.into()))
}

#[cfg(not(unix))]
fn open_stream(_: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn temporary_beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(target.file_name().unwrap_or_default());
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    // If there is no old file, the new one gets the usual permissions; `tempfile` alone would create a
    // private file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(target))
}

fn in_folder(target: &Path, error: io::Error) -> io::Error {
    let folder = folder_of(target).display();
    // The message of the library contains the name of the temporary file, which is useless to the user.
    let reason = error
        .raw_os_error()
        .map_or_else(|| without_path(&error), |code| io::Error::from_raw_os_error(code).to_string());
    io::Error::new(error.kind(), format!("cannot create a file in the folder `{folder}`: {reason}"))
}

fn without_path(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" at path ").next().unwrap_or_default().to_owned()
}

/// Gives the new file the owner and the permissions of the old one. The owner is kept as far as the system
/// allows it.
fn keep_owner_and_mode(old: &File, new: &File) -> io::Result<()> {
    let metadata = old.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let ours = new.metadata()?;
        if (ours.uid(), ours.gid()) != (metadata.uid(), metadata.gid()) {
            let _ = std::os::unix::fs::fchown(new, Some(metadata.uid()), Some(metadata.gid()));
        }
    }
    new.set_permissions(metadata.permissions())
}

/// Writes the new name to the disk, on systems that can do this for a folder.
fn sync_folder(target: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder_of(target)) {
        // The text is safe in any case: before this call, the name leads to one of the two complete files.
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = target;
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder can be made")
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("a name").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_with_its_permissions() {
        let folder = folder();
        let path = folder.path().join("a.lp");
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        let before = std::fs::metadata(&path).unwrap().ino();
        write(&path, b"new").unwrap();
        let after = std::fs::metadata(&path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        assert_eq!(after.mode() & 0o7777, 0o640);
        assert_ne!(after.ino(), before, "the old file was not touched");
        assert_eq!(names(folder.path()), ["a.lp"]);
    }

    #[test]
    fn a_new_file_has_the_usual_permissions() {
        let folder = folder();
        let (ours, usual) = (folder.path().join("ours"), folder.path().join("usual"));
        write(&ours, b"").unwrap();
        std::fs::write(&usual, "").unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().mode();
        assert_eq!(mode(&ours), mode(&usual));
    }

    #[test]
    fn an_incomplete_write_leaves_only_the_old_file() {
        let folder = folder();
        let path = folder.path().join("a.lp");
        std::fs::write(&path, "old").unwrap();
        let mut file = NewFile::begin(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        drop(file);
        assert_eq!(
            (names(folder.path()), std::fs::read(&path).unwrap()),
            (vec!["a.lp".to_owned()], b"old".to_vec())
        );
    }

    #[test]
    fn links_stay_and_lead_to_the_new_text() {
        let folder = folder();
        std::fs::create_dir(folder.path().join("inner")).unwrap();
        let (first, second) = (folder.path().join("first"), folder.path().join("second"));
        symlink("second", &first).unwrap();
        symlink("inner/file", &second).unwrap();
        for text in ["one", "two"] {
            write(&first, text.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(folder.path().join("inner/file")).unwrap(), text);
            assert!(std::fs::symlink_metadata(&first).unwrap().is_symlink());
        }
        let circle = folder.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert_eq!(write(&circle, b"").unwrap_err().to_string(), "too many symbolic links");
    }

    #[test]
    fn devices_are_written_directly() {
        write(Path::new("/dev/null"), b"gone").unwrap();
        assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        let full = Path::new("/dev/full");
        if full.exists() {
            assert_eq!(write(full, b"too much").unwrap_err().kind(), io::ErrorKind::StorageFull);
        }
    }

    #[test]
    fn a_folder_is_no_file_and_a_missing_one_is_named() {
        let folder = folder();
        assert!(write(folder.path(), b"").is_err());
        let message = write(&folder.path().join("no/such"), b"").unwrap_err().to_string();
        assert!(message.starts_with("cannot create a file in the folder `"), "{message}");
        assert!(message.ends_with("/no`: No such file or directory (os error 2)"), "{message}");
    }

    #[test]
    fn read_only_files_are_not_replaced() {
        let folder = folder();
        let path = folder.path().join("a.lp");
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).unwrap();
        // No file is read-only for root.
        let is_root = OpenOptions::new().write(true).open(&path).is_ok();
        assert_eq!(write(&path, b"new").is_ok(), is_root);
        assert_eq!(std::fs::read(&path).unwrap() == b"old", !is_root);
        assert_eq!(std::fs::metadata(&path).unwrap().mode() & 0o777, 0o444);
    }
}
