//! Games that a person plays: keys as text on standard input, and on a terminal.

use super::{Folder, Run, command, run_with};

fn snake(options: &[&str], keys: &str) -> Run {
    run_with(&[&["snake", "play", "--human"], options].concat(), keys.as_bytes())
}

/// The value of a line of the summary.
fn line<'a>(run: &'a Run, name: &str) -> &'a str {
    let found = run.out.lines().rev().find_map(|line| line.strip_prefix(name));
    found.unwrap_or_else(|| panic!("{name}: {}\n{}", run.out, run.err)).trim()
}

#[test]
fn a_game_turn_by_turn() {
    let run = snake(&["--turn-by-turn", "--rows", "4", "--cols", "4"], "lll");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(line(&run, "steps "), "3");
    assert_eq!(line(&run, "apples "), "1");
    let first = "\
╭─────────╮
│ ◆ · · ● │
│ · · · · │
│ · · · · │
│ · · · · │
╰─────────╯
length 1 of 16, 0 steps
safe: a round trip runs through the snake, 3 steps to the apple, none shorter
";
    assert!(run.out.starts_with(first), "{}", run.out);
    let link = line(&run, "link ");
    assert!(link.starts_with("g=snake&b=4x4&s=1&m="), "{link}");
    // Death is final outside of practice, and the keys behind it are not read.
    let dead = snake(&["--turn-by-turn"], "wwwwll");
    assert_eq!((dead.code, line(&dead, "lost ")), (Some(0), "1 of 36 cells, seed 1"));
    assert!(dead.out.contains("lost: it left the board at (1,1) (up)"), "{}", dead.out);
}

/// A full stop is a step at the pace of the game.
#[test]
fn two_quick_turns_are_made_at_two_steps() {
    // Nothing moves before the first key.
    let run = snake(&[], "...");
    assert_eq!(line(&run, "steps "), "0");
    let run = snake(&["--practice", "--start", "(3,3)"], "d..wa...");
    assert_eq!(line(&run, "steps "), "5");
    // Right twice, up, and left: a third turn in the same step is ignored.
    let other = snake(&["--practice", "--start", "(3,3)"], "d..was...");
    assert_eq!(line(&run, "link "), line(&other, "link "));
    let by_hand = snake(&["--practice", "--start", "(3,3)", "--turn-by-turn"], "ddwaa");
    assert_eq!(line(&run, "link "), line(&by_hand, "link "));
}

#[test]
fn a_key_explains_a_red_light() {
    let options = ["--practice", "--turn-by-turn", "--rows", "4", "--cols", "4", "--start-growth", "3"];
    let safe = snake(&options, "le");
    assert!(safe.out.contains("a round trip runs through the snake\n"), "{}", safe.out);
    // The snake divides the board; a step hides the reason.
    let divided = snake(&options, "slllew");
    let reasons =
        divided.out.matches("cannot all be on one round trip with the head; the snake lies on (2,2) to ");
    assert_eq!(reasons.count(), 1, "{}", divided.out);
    let picture = divided.out.split("cannot all be").next().unwrap_or_default();
    assert!(picture.contains('×'), "{}", divided.out);
}

#[test]
fn steps_are_undone_in_practice_only() {
    let run = snake(&["--practice", "--turn-by-turn"], "lluu");
    assert_eq!(line(&run, "steps "), "0");
    assert!(line(&run, "help ").contains("2 steps undone"));
    // A dead snake comes back.
    let run = snake(&["--practice", "--turn-by-turn"], "wulq");
    assert_eq!((line(&run, "steps "), line(&run, "stopped ")), ("1", "1 of 36 cells, seed 1"));
    let run = snake(&["--turn-by-turn"], "llu");
    assert!(run.out.contains("only --practice can undo steps"));
    assert_eq!(line(&run, "steps "), "2");
}

#[test]
fn a_planner_takes_over_and_wins_and_the_record_is_saved() {
    let folder = Folder::new("playing");
    let file = folder.file("game.json", "");
    let keys = format!("?l?t{}", ".".repeat(400));
    let run = snake(&["--turn-by-turn", "--save", &file], &keys);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(line(&run, "won "), "36 of 36 cells, seed 1");
    assert!(run.out.contains("hint: ") && run.out.contains("splice plays; t ends that"));
    assert!(line(&run, "help ").starts_with("2 hints, 0 steps undone"));
    let shown = run_with(&["show", &file, "--at", "187"], b"");
    assert_eq!(shown.code, Some(0), "{}", shown.err);
}

#[test]
fn options_of_a_clock_and_of_planners_are_rejected() {
    for options in [&["--turn-by-turn", "--speed", "5"][..], &["--speed", "99"], &["--planner", "splice"]] {
        assert_eq!(snake(options, "").code, Some(1), "{options:?}");
    }
    assert_eq!(run_with(&["snake", "play", "--practice"], b"").code, Some(1));
}

fn puzzle(arguments: &[&str], keys: &str) -> Run {
    run_with(arguments, keys.as_bytes())
}

#[test]
fn puzzles_are_solved_by_keys() {
    let folder = Folder::new("puzzles");
    let board = folder
        .file("board", ". . A D D D\n. . A . . .\nX X A . . .\n. . . . . .\n. . B B C .\n. . . . C .\n");
    let answer = folder.file("answer", "");
    // B moves left by two fields, A down by three, X right by four: three moves.
    let run = puzzle(&["rush", "play", &board, "--save", &answer], "?BaaAsssXdddd");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(line(&run, "solved "), "3 moves");
    assert!(run.out.contains("hint: B1"), "{}", run.out);
    let checked = puzzle(&["rush", "check", &board, &answer], "");
    assert_eq!(checked.out, "accepted 3 moves, which is shortest\n");

    let maze = folder.file(
        "maze",
        "field(1..3,1..3). start(2,1). goal(3,2). mino(2,3). maxsteps(10).
         wall(2,1,2,2). wall(2,2,3,2). wall(2,2,2,3).",
    );
    let run = puzzle(&["minotaur", "play", &maze, "--save", &answer], "wdwcuuhllk");
    assert_eq!(line(&run, "solved "), "4 moves");
    assert!(run.out.contains("a wall is in the way") && run.out.contains("the Minotaur has eaten you"));
    assert!(run.out.contains("no solution exists from here: undo moves with u"));
    assert_eq!(puzzle(&["minotaur", "check", &maze, &answer], "").code, Some(0));
}

#[test]
fn generated_puzzles_have_links_and_solutions() {
    for name in ["minotaur", "rogo", "pipes", "rush"] {
        let run = puzzle(&[name, "play", "--seed", "4"], "?cg");
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{name}");
        assert!(run.out.contains("hint: ") && run.out.contains("moves lead to the solution"), "{name}");
        let (moves, link) = (line(&run, "solved "), line(&run, "link "));
        assert!(link.starts_with(&format!("g={name}&")) && link.contains("&s=4"), "{link}");
        let again = puzzle(&[name, "play", "--link", link], "g");
        assert_eq!(line(&again, "solved "), moves);
        let daily = puzzle(&[name, "play", "--daily", "2026-12-31"], "q");
        assert!(line(&daily, "link ").contains("&s=20261231"));
        assert_eq!(puzzle(&[name, "play", "--daily", "soon"], "").code, Some(1));
        assert_eq!(puzzle(&[name, "play", "--link", "g=chess&o=8x8,1"], "").code, Some(65));
        assert_eq!(puzzle(&[name, "play", "nothing_here"], "").code, Some(65));
    }
}

#[test]
fn variants_have_options() {
    let run = puzzle(&["minotaur", "play", "--no-wait"], ".q");
    assert!(run.out.contains("waiting is not allowed"), "{}", run.out);
    let link = line(&run, "link ");
    assert!(link.ends_with("&u=1&w=0"), "{link}");
    let refused = puzzle(&["minotaur", "play", "--no-wait", "--link", link], "q");
    assert!(refused.code == Some(65) && refused.err.contains("a link states"), "{}", refused.err);
    let run = puzzle(&["rogo", "play", "--at-most"], "g");
    let link = line(&run, "link ");
    assert!(line(&run, "solved ").ends_with("moves") && link.contains("&a=1&m="), "{link}");
    // The link has the moves; a wrong one is named.
    assert_eq!(line(&puzzle(&["rogo", "play", "--link", link], ""), "link "), link);
    let wrong = link.replace("close", "9,9");
    let refused = puzzle(&["rogo", "play", "--link", &wrong], "");
    assert!(refused.code == Some(65) && refused.err.contains("move 9 of the link"), "{}", refused.err);
}

/// On a terminal, keys work one by one, and the terminal is restored at the end, by a signal, too.
#[cfg(unix)]
#[test]
fn the_terminal_is_restored() {
    use nix::pty::openpty;
    use nix::sys::termios::{LocalFlags, tcgetattr};
    use std::fs::File;
    use std::io::{Read, Write};
    use std::os::fd::AsFd;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    /// A place of the mouse, as column and line from 1.
    type Place = (usize, usize);
    let play_with = |arguments: &[&str], mouse: Option<[Place; 2]>, keys: &[u8], signal: Option<&str>| {
        let window = nix::pty::Winsize { ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        let terminal = openpty(&window, None).expect("a terminal");
        let before = tcgetattr(terminal.slave.as_fd()).expect("its settings");
        let half = || Stdio::from(terminal.slave.try_clone().expect("a copy"));
        let mut child = command(arguments);
        child.env("TERM", "xterm").env("LANG", "C.UTF-8").stdin(half()).stdout(half()).stderr(half());
        let mut child = child.spawn().expect("the command starts");
        let mut master = File::from(terminal.master.try_clone().expect("a copy"));
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = master.read(&mut bytes) {
                if sender.send(String::from_utf8_lossy(&bytes[..count]).into_owned()).is_err() {
                    break;
                }
            }
        });
        let end = Instant::now() + Duration::from_secs(60);
        let mut shown = String::new();
        let read_until = |wanted: &str, shown: &mut String| {
            while !shown.contains(wanted) {
                assert!(Instant::now() < end, "{wanted:?} is not in {shown:?}");
                shown.extend(receiver.recv_timeout(Duration::from_millis(100)));
            }
        };
        read_until("q leave", &mut shown);
        let during = tcgetattr(terminal.slave.as_fd()).expect("its settings");
        assert!(!during.local_flags.intersects(LocalFlags::ECHO | LocalFlags::ICANON));
        let mut keyboard = File::from(terminal.master.try_clone().expect("a copy"));
        if let Some([from, to]) = mouse {
            let lines = shown.matches("\x1b[K").count();
            for ((column, line), end) in [(from, 'M'), (to, 'm')] {
                shown.clear();
                write!(keyboard, "\x1b[<0;{column};{line}{end}").expect("the mouse");
                // The program asks for the place of its cursor, which is below the picture.
                read_until("\x1b[6n", &mut shown);
                write!(keyboard, "\x1b[{};1R", lines + 1).expect("the place");
            }
            read_until("q leave", &mut shown);
            // The window changes its size, and the picture is drawn anew.
            shown.clear();
            let changed = Command::new("kill").args(["-WINCH", &child.id().to_string()]).status();
            assert!(changed.expect("there is a command kill").success());
            read_until("\x1b[2J", &mut shown);
            read_until("q leave", &mut shown);
        }
        keyboard.write_all(keys).expect("keys");
        if let Some(signal) = signal {
            let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
            assert!(sent.expect("there is a command kill").success());
        }
        let code = child.wait().expect("the command ends").code();
        read_until("\x1b[?25h", &mut shown);
        let after = tcgetattr(terminal.slave.as_fd()).expect("its settings");
        assert_eq!((after.local_flags, after.output_flags), (before.local_flags, before.output_flags));
        (code, shown)
    };
    let play =
        |arguments: &[&str], keys: &[u8], signal: Option<&str>| play_with(arguments, None, keys, signal);
    let turn_by_turn = ["snake", "play", "--human", "--turn-by-turn"];
    // The arrow to the right twice, and Ctrl-C.
    let (code, shown) = play(&turn_by_turn, b"\x1b[C\x1b[C\x03", None);
    assert_eq!(code, Some(0));
    assert!(shown.contains("length 1 of 36, 2 steps") && !shown.contains("^C"), "{shown}");
    assert_eq!(play(&turn_by_turn, b"", Some("-TERM")).0, Some(1));
    // The snake runs by itself into the wall.
    let (code, shown) = play(&["snake", "play", "--human", "--speed", "20"], b"d", None);
    assert_eq!(code, Some(0));
    assert!(shown.contains("lost: it left the board"), "{shown}");
    // A click on the cell (1,3) turns the snake to the right.
    let (code, shown) = play_with(&turn_by_turn, Some([(7, 2), (7, 2)]), b"q", None);
    assert_eq!(code, Some(0));
    assert!(shown.contains("length 1 of 36, 1 steps") && shown.contains("\x1b[?1000l"), "{shown}");
    let folder = Folder::new("mouse");
    let board = folder
        .file("board", ". . A D D D\n. . A . . .\nX X A . . .\n. . . . . .\n. . B B C .\n. . . . C .\n");
    // The car B is dragged by two cells to the left.
    let (code, shown) = play_with(&["rush", "play", &board], Some([(7, 6), (3, 6)]), b"cq", None);
    assert_eq!(code, Some(0));
    assert!(shown.contains("2 moves lead to the solution"), "{shown}");
    let (code, shown) = play(&["rogo", "play"], b"g", None);
    assert_eq!(code, Some(0));
    assert!(shown.contains("this is a best loop"), "{shown}");
}
