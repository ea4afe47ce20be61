//! Pictures of games, from the command line.

use super::{Folder, Run, run_with};

/// A game that is kept, on a board of 4×4.
fn kept(folder: &Folder) -> String {
    let file = folder.file("game.json", "");
    let run = run_with(&["snake", "play", "--rows", "4", "--cols", "4", "--no-watch", "--save", &file], b"");
    assert_eq!(run.code, Some(0), "{}", run.err);
    file
}

fn show(arguments: &[&str]) -> Run {
    run_with(&[&["show"], arguments].concat(), b"")
}

#[test]
fn saved_games_equal_the_json_output() {
    let folder = Folder::new("show-kept");
    let file = kept(&folder);
    let of = |text: &str| -> serde_json::Value { serde_json::from_str(text).expect("one object") };
    let kept = of(&std::fs::read_to_string(file).expect("a file"));
    let run = run_with(&["snake", "play", "--rows", "4", "--cols", "4", "--format", "json"], b"");
    let told = of(&run.out);
    for part in ["configuration", "result", "apples"] {
        assert_eq!(kept[part], told[part]);
    }
}

#[test]
fn games_that_begin_elsewhere_and_leave_the_cycle_are_shown() {
    let folder = Folder::new("show-relaxed");
    let position =
        folder.file("start.json", r#"{"rows":4,"cols":4,"snake":[[2,2],[2,3],[2,4]],"apple":[4,4]}"#);
    let file = folder.file("game.json", "");
    let play =
        ["snake", "play", "--start", &position, "--strategy", "relaxed", "--no-watch", "--save", &file];
    assert_eq!(run_with(&play, b"").code, Some(0));
    let first = show(&[&file, "--at", "1"]);
    assert!(first.out.contains("length 3 of 16, 0 steps, 4 to the apple"), "{}{}", first.out, first.err);
    let last = show(&[&file]);
    assert!(last.out.contains("length 16 of 16, "), "{}{}", last.out, last.err);
}

#[test]
fn the_extension_of_a_file_selects_its_format() {
    let folder = Folder::new("show-kinds");
    let game = kept(&folder);
    let begins: [(&str, &[u8]); 5] = [
        ("a.svg", b"<svg"),
        ("a.png", b"\x89PNG"),
        ("a.gif", b"GIF89a"),
        ("a.apng", b"\x89PNG"),
        ("a.HTML", b"<!DOCTYPE html>"),
    ];
    for (name, begin) in begins {
        let file = folder.0.join(name);
        let run = show(&[&game, "--frames", "apple", "--out", file.to_str().expect("a path that is text")]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
        assert!(run.err.contains(" written, "), "{}", run.err);
        assert!(std::fs::read(file).expect("a file").starts_with(begin), "{name}");
    }
}

#[test]
fn elsewhere_than_on_a_terminal_one_picture_is_shown() {
    let folder = Folder::new("show-text");
    let game = kept(&folder);
    let first = show(&[&game, "--at", "1", "--hide", "cycle"]);
    assert_eq!(first.code, Some(0));
    assert!(first.out.starts_with("╭─────────╮\n│ ◆"), "{}", first.out);
    assert!(first.out.contains("length 1 of 16, 0 steps, "), "{}", first.out);
    let last = show(&[&game]);
    assert!(last.out.contains("length 16 of 16, "), "{}", last.out);
}

#[test]
fn invalid_games_and_pictures_are_rejected() {
    let folder = Folder::new("show-refused");
    let game = kept(&folder);
    let broken = folder
        .file("broken.json", r#"{"configuration":{"rows":4,"cols":4,"seed":1},"result":{"moves":"RLU"}}"#);
    let refused: [(&[&str], u8, &str); 6] = [
        (&[&game, "--out", "a.jpg"], 1, "expected a name with the ending .svg, .png, .gif, .apng or .html"),
        (&[&game, "--at", "0"], 65, "error: --at: expected the number of a picture from 1 to "),
        (
            &[&game, "--hide", "wood"],
            65,
            "error: there is no layer `wood`; known: cycle, plan, snake, tree\n",
        ),
        (&[&game, "--out", "/nowhere/a.svg"], 74, "error: `/nowhere/a.svg` cannot be written: "),
        (&["nowhere.json"], 65, "error: `nowhere.json` cannot be read: there is no such file\n"),
        (&[&broken], 65, "the snake would have died at step 3: it left the board at (1,1) (up)"),
    ];
    for (arguments, code, message) in refused {
        let run = show(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(code.into()), ""), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(message), "{arguments:?}: {}", run.err);
    }
}

/// If the window changes its size, the picture is drawn anew in it.
#[cfg(unix)]
#[test]
fn a_film_follows_the_size_of_the_window() {
    use std::io::Read;
    use std::process::{Command, Stdio};

    let folder = Folder::new("show-resized");
    let board = folder.file("board", "XX.A\n...A\n....\n");
    let window = nix::pty::Winsize { ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    let terminal = nix::pty::openpty(&window, None).expect("a terminal");
    let half = || Stdio::from(terminal.slave.try_clone().expect("a copy"));
    let mut child = super::command(&["rush", "show", &board, "--delay", "1500"]);
    child.env("TERM", "xterm").env("LANG", "C.UTF-8").stdin(half()).stdout(half()).stderr(half());
    let mut child = child.spawn().expect("the command starts");
    let mut master = std::fs::File::from(terminal.master.try_clone().expect("a copy"));
    let mut shown = String::new();
    let mut read_until = |wanted: &str| {
        let mut bytes = [0; 4096];
        while !shown.contains(wanted) {
            let count = master.read(&mut bytes).expect("the film goes on");
            shown += &String::from_utf8_lossy(&bytes[..count]);
        }
        std::mem::take(&mut shown)
    };
    assert!(!read_until("moves to the way out").contains("\x1b[2J"));
    let resized = Command::new("stty").args(["rows", "4", "cols", "90"]).stdin(half()).status();
    assert!(resized.expect("there is a command stty").success());
    let text = read_until("the window has 90x3");
    assert!(text.contains("\x1b[2J"), "{text:?}");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}
