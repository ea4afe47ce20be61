//! A session of Neovim, without a window, with `hamadryad lsp`; skipped without Neovim.

use std::path::Path;
use std::process::Command;

#[test]
fn neovim_works_with_the_language_server() {
    let Ok(version) = Command::new("nvim").arg("--version").output() else {
        eprintln!("skipped: there is no nvim");
        return;
    };
    assert!(version.status.success());
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write("graph.lp", "% Roads between towns.\nedge(1,2). edge(2,3).\n");
    write(
        "paths.lp",
        "#include \"graph.lp\".\npath(X,Y) :- edge(X,Y).\npath(X,Z) :- edge(X,Y), path(Y,Z).\nend(Y) :- pathh(1,Y).\n",
    );
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/neovim/test.lua");
    let script = script.canonicalize().expect("the script is there");
    let output = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c"])
        .arg(format!("luafile {}", script.display()))
        .current_dir(&folder)
        .env("HAMADRYAD", env!("CARGO_BIN_EXE_hamadryad"))
        .env("XDG_STATE_HOME", folder.path())
        .env("XDG_CACHE_HOME", folder.path())
        .output()
        .expect("nvim runs");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{messages}");
}
