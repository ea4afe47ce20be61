//! File names and URIs.
//!
//! *Invariant:* [`path`] is the inverse of [`of_path`] for absolute paths.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::path::{Path, PathBuf};

/// The characters of a path that a URI writes as they are, besides letters and digits.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The path of a `file:` URI; `None` for other URIs, such as those of texts without a file.
pub fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = percent_decode_str(rest).decode_utf8().ok()?;
    let bytes = decoded.as_bytes();
    let has_drive = bytes.len() > 2 && bytes[0] == b'/' && bytes[1].is_ascii_alphabetic() && bytes[2] == b':';
    Some(PathBuf::from(if has_drive { &decoded[1..] } else { &decoded[..] }))
}

/// The `file:` URI of a path; relative paths belong to the working directory.
pub fn of_path(path: &Path) -> String {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let text = absolute.to_string_lossy().replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", utf8_percent_encode(&text, ENCODED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_uris_correspond() {
        for name in ["/a/b.lp", "/a b/ä%2.lp", "/x/(1)#?.lp"] {
            assert_eq!(path(&of_path(Path::new(name))).as_deref(), Some(Path::new(name)));
        }
        assert_eq!(path("file:///c%3A/a.lp"), Some(PathBuf::from("c:/a.lp")));
        assert_eq!(path("untitled:Untitled-1"), None);
    }
}
