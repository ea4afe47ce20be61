//! `hamadryad arcade --export`: the page with the engine as a WebAssembly module, for use without the command.
//!
//! A single file contains everything: the style sheet, the modules of the page as `data:` addresses of an import map,
//! and the compressed module in base64, because a page from `file://` may load no other file. A folder contains the
//! files as they are, for a server of static files.

use crate::file;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use hamadryad_arcade::page::{self, PageFile};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The module that `tools/wasm/build.sh` makes, in the folder of the repository.
const MODULE: &str = "target/wasm/hamadryad-arcade.wasm";
/// The name of the module in a folder.
const NAME: &str = "hamadryad-arcade.wasm";
const HINT: &str = "`tools/wasm/build.sh arcade` in the repository of Hamadryad makes one \
                    (target/wasm/hamadryad-arcade.wasm); `--wasm FILE` names it";

/// Reason why nothing was exported.
pub enum Failure {
    /// The module is missing, or belongs to another version.
    Module(String),
    /// A file cannot be written.
    Output(String),
}

/// Writes the page; returns the files with their sizes.
///
/// # Errors
/// If there is no module, or a file cannot be written.
pub fn export(target: &Path, module: Option<&Path>) -> Result<Vec<(PathBuf, usize)>, Failure> {
    let module = read(module.unwrap_or(Path::new(MODULE))).map_err(Failure::Module)?;
    let is_file =
        target.extension().is_some_and(|extension| ["html", "htm"].iter().any(|known| extension == *known));
    let files = if is_file {
        vec![(target.to_owned(), single_file(&module).into_bytes())]
    } else {
        let path = |name: &str| target.join(name.trim_start_matches('/'));
        let page = page::FILES.iter().map(|file| (path(file.path), of_folder(file)));
        page.chain([(path(NAME), module)]).collect()
    };
    if !is_file {
        let failure = |error| Failure::Output(file::cannot_write(target, &error));
        std::fs::create_dir_all(target).map_err(failure)?;
    }
    for (name, bytes) in &files {
        file::write(name, bytes).map_err(|error| Failure::Output(file::cannot_write(name, &error)))?;
    }
    Ok(files.into_iter().map(|(name, bytes)| (name, bytes.len())).collect())
}

/// Reads a module and checks that it is one of the arcade.
fn read(name: &Path) -> Result<Vec<u8>, String> {
    let shown = name.display();
    let bytes = std::fs::read(name)
        .map_err(|error| format!("no WebAssembly module `{shown}`: {error}\n\n  tip: {HINT}"))?;
    let has = |text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
    if !bytes.starts_with(b"\0asm") {
        return Err(format!("`{shown}` is no WebAssembly module\n\n  tip: {HINT}"));
    }
    // Names of exports and calls stand in the module as they are.
    if !has(b"reserve") || !has(b"snake.begin") {
        return Err(format!("`{shown}` does not contain the arcade\n\n  tip: {HINT}"));
    }
    Ok(bytes)
}

/// A file of the page, in a folder: the document names the module.
fn of_folder(file: &PageFile) -> Vec<u8> {
    if file.path != "/index.html" {
        return file.content.to_vec();
    }
    let meta = format!("<meta name=\"module\" content=\"{NAME}\">\n</head>");
    replaced(text(file), "</head>", &meta).into_bytes()
}

fn text(file: &PageFile) -> &str {
    std::str::from_utf8(file.content).expect("the page is text")
}

/// The text with a part replaced that occurs once.
fn replaced(text: &str, part: &str, new: &str) -> String {
    assert_eq!(text.matches(part).count(), 1, "the document contains `{part}` once");
    text.replacen(part, new, 1)
}

/// The whole arcade as one document.
fn single_file(module: &[u8]) -> String {
    let file = |path: &str| page::file(path).expect("the page has this file");
    let style = format!("<style>\n{}</style>", text(file("/style.css")));
    let icon = format!("href=\"{}\"", data("image/svg+xml", file("/icon.svg").content));
    let document = text(file("/index.html"));
    let document = replaced(document, "<link rel=\"stylesheet\" href=\"style.css\">", &style);
    let document = replaced(&document, "href=\"icon.svg\"", &icon);
    // The policy allows the document's own scripts only, and no connection at all.
    let policy = "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                  script-src 'unsafe-inline' 'wasm-unsafe-eval' data: blob:; worker-src blob:; \
                  style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'\">";
    let document = replaced(&document, "<meta charset=\"utf-8\">", policy);
    let start = format!("{}<script type=\"module\">import \"arcade/arcade.js\";</script>", import_map());
    let document = replaced(&document, "<script type=\"module\" src=\"arcade.js\"></script>", &start);
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(module).expect("a vector takes everything");
    let packed = packed.finish().expect("a vector takes everything");
    let module = format!(
        "<script id=\"module\" type=\"application/gzip;base64\">{}</script>\n</body>",
        STANDARD.encode(packed)
    );
    replaced(&document, "</body>", &module)
}

/// The modules of the page: `./x.js` becomes `arcade/x.js`, because a module from a `data:` address has no folder.
fn import_map() -> String {
    let scripts: Vec<&PageFile> = page::FILES.iter().filter(|file| file.path.ends_with(".js")).collect();
    let mut map = String::from("<script type=\"importmap\">{\"imports\": {");
    for (place, script) in scripts.iter().enumerate() {
        let mut source = text(script).to_owned();
        for other in &scripts {
            let name = &other.path[1..];
            source = source.replace(&format!("\"./{name}\""), &format!("\"arcade/{name}\""));
        }
        let comma = if place == 0 { "" } else { "," };
        let address = data("text/javascript", source.as_bytes());
        write!(map, "{comma}\n\"arcade/{}\": \"{address}\"", &script.path[1..])
            .expect("a text takes everything");
    }
    map + "\n}}</script>\n"
}

fn data(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", STANDARD.encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: &[u8] = b"\0asm\x01\0\0\0 reserve snake.begin";

    #[test]
    fn a_single_file_names_no_other_file() {
        let document = single_file(TINY);
        for part in ["href=\"style.css\"", "src=\"", "href=\"icon.svg\"", "http://", "https://"] {
            let outside = document.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "");
            assert!(!outside.contains(part), "{part}");
        }
        assert!(document.contains("\"arcade/engine.js\": \"data:text/javascript;base64,"));
    }

    #[test]
    fn modules_import_by_the_map() {
        for script in page::FILES.iter().filter(|file| file.path.ends_with(".js")) {
            for line in
                text(script).lines().filter(|line| line.contains("import(") || line.starts_with("import "))
            {
                let name = line.split('"').nth(1).unwrap_or_else(|| panic!("{}: {line}", script.path));
                let path = name.strip_prefix('.').unwrap_or_else(|| panic!("{}: {line}", script.path));
                assert!(page::file(path).is_some(), "{}: {line}", script.path);
            }
        }
    }

    #[test]
    fn a_folder_has_all_files() {
        let folder = tempfile::tempdir().unwrap();
        let module = folder.path().join("x.wasm");
        std::fs::write(&module, TINY).unwrap();
        let target = folder.path().join("site");
        let files = export(&target, Some(&module)).ok().expect("it is exported");
        assert_eq!(files.len(), page::FILES.len() + 1);
        let document = std::fs::read_to_string(target.join("index.html")).unwrap();
        assert!(document.contains("<meta name=\"module\" content=\"hamadryad-arcade.wasm\">"));
    }

    #[test]
    fn other_files_are_no_modules() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("x.wasm");
        for (bytes, message) in
            [(&b"text"[..], "is no WebAssembly module"), (b"\0asm\x01\0\0\0", "does not contain")]
        {
            std::fs::write(&name, bytes).unwrap();
            let error = read(&name).unwrap_err();
            assert!(error.contains(message) && error.contains("tools/wasm/build.sh arcade"), "{error}");
        }
        assert!(read(&folder.path().join("none")).unwrap_err().contains("tools/wasm/build.sh arcade"));
    }
}
