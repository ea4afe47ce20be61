//! The exported page in a real browser: a single file from `file://`, which tests itself.
//!
//! The folder with the module is named by `HAMADRYAD_WASM`, as `.ci/run wasm` does. Without it, or without Chromium,
//! the test does nothing and says so.

#[path = "../../server/tests/chromium/mod.rs"]
mod chromium;

use chromium::{browse, judge};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn export(target: &Path, module: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hamadryad"));
    command.arg("arcade").arg("--export").arg(target).arg("--wasm").arg(module);
    command.output().expect("the command runs")
}

#[test]
fn a_single_file_passes_the_test_of_the_page() {
    let Some(folder) = std::env::var_os("HAMADRYAD_WASM").map(PathBuf::from) else {
        eprintln!("skipped: HAMADRYAD_WASM names no folder with modules (tools/wasm/build.sh makes them)");
        return;
    };
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("arcade.html");
    let output = export(&file, &folder.join("hamadryad-arcade.wasm"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let size = std::fs::metadata(&file).expect("the file is there").len();
    assert!(size <= 3_000_000, "the file has {size} bytes");
    match browse(&format!("file://{}?self", file.display()), &place.path().join("profile")) {
        Some((browser, console)) => {
            judge(&console);
            drop(browser);
        }
        None => eprintln!("skipped: no Chromium is installed"),
    }
}

#[test]
fn without_a_module_the_command_says_how_to_make_one() {
    let place = tempfile::tempdir().expect("a folder");
    let file = place.path().join("arcade.html");
    let output = export(&file, &place.path().join("none.wasm"));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(65), "{message}");
    assert!(message.contains("none.wasm") && message.contains("tools/wasm/build.sh arcade"), "{message}");
    assert!(!file.exists());
}
