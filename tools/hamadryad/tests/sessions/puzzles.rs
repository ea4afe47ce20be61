//! Puzzles from the command line.

use super::{Folder, Run, run_with};

fn instance(name: &str) -> String {
    format!("{}/../../encodings/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

#[test]
fn walks_are_found_counted_and_judged() {
    let exercise = instance("minotaur/instances/exercise.lp");
    let walk = "at(2,1,0) at(1,1,1) at(2,1,2) at(3,1,3) at(3,2,4)";
    let solved = run(&["minotaur", "solve", &exercise]);
    assert_eq!((solved.code, solved.out), (Some(0), format!("optimal  4 steps\n{walk}\n")), "{}", solved.err);
    let many = run(&["minotaur", "solve", &instance("minotaur/instances/6x6-many.lp"), "--all"]);
    assert!(many.out.starts_with("optimal  10 steps, 10 walks\n"), "{}", many.out);
    assert_eq!(many.out.lines().count(), 11);
    let lost = run(&["minotaur", "solve", &instance("minotaur/instances/4x4-lost.lp")]);
    assert_eq!((lost.code, lost.out.as_str()), (Some(20), "none     there is no answer\n"));
    let stopped = run(&["minotaur", "solve", &exercise, "--time-limit", "0"]);
    assert_eq!((stopped.code, stopped.out.as_str()), (Some(1), "stopped  before an answer was found\n"));

    let long = run(&["minotaur", "solve", &instance("minotaur/instances/8x8-70.lp")]);
    assert!(long.out.starts_with("optimal  70 steps\n"), "{}", long.out);
    let plain = run(&["minotaur", "solve", &exercise, "--encoding", "guess", "--all"]);
    assert_eq!(plain.out, format!("optimal  4 steps, 1 walk\n{walk}\n"));
    assert_eq!(run(&["minotaur", "solve", &exercise, "--count"]).out, "1 walk of 4 steps\n");
    assert_eq!(run(&["minotaur", "solve", &exercise, "--within", "4"]).code, Some(0));
    assert_eq!(run(&["minotaur", "solve", &exercise, "--within", "3"]).code, Some(20));

    let judged = run_with(&["minotaur", "check", &exercise, "-"], walk.as_bytes());
    assert_eq!((judged.code, judged.out.as_str()), (Some(0), "accepted 4 steps, which is shortest\n"));
    let judged = run_with(&["minotaur", "check", &exercise, "-"], b"at(2,1,0) at(2,2,1)");
    assert_eq!(judged.code, Some(20));
    assert!(judged.out.starts_with("refused  at(2,2,1): "), "{}", judged.out);
}

#[test]
fn loops_are_found_counted_and_judged() {
    let trick = instance("rogo/instances/trick.lp");
    let all = run(&["rogo", "solve", &trick, "--all"]);
    assert!(
        all.out.starts_with("optimal  8 points in 12 steps, which is the best result, 2 loops\n"),
        "{}",
        all.out
    );
    for answer in all.out.lines().skip(1) {
        let judged = run_with(&["rogo", "check", &trick, "-"], answer.as_bytes());
        assert_eq!(
            (judged.code, judged.out.as_str()),
            (Some(0), "accepted 8 points in 12 steps, which is the best result\n")
        );
    }
    let often = run(&["rogo", "solve", &trick, "--all", "--no-symmetry"]);
    assert!(
        often.out.starts_with("optimal  8 points in 12 steps, which is the best result, 48 loops\n"),
        "{}",
        often.out
    );
    let fewer = run(&["rogo", "solve", &trick, "--at-most", "--least", "7", "--all"]);
    assert!(fewer.out.starts_with("found    at least 7 points, "), "{}", fewer.out);
    let many = run(&["rogo", "solve", &trick, "--least", "9"]);
    assert_eq!((many.code, many.out.as_str()), (Some(20), "none     there is no answer\n"));
    let good = run(&["rogo", "solve", &instance("rogo/instances/20110106.lp"), "--good"]);
    assert!(good.out.starts_with("found    at least 28 points\n"), "{}", good.out);
    let facts = std::fs::read_to_string(&trick).expect("an instance").replace("good(6).", "");
    let unknown = run_with(&["rogo", "solve", "-", "--good"], facts.as_bytes());
    assert_eq!(unknown.code, Some(65));
    assert!(unknown.err.contains("has no rating of good loops: use --least"), "{}", unknown.err);
    let judged = run_with(&["rogo", "check", &trick, "-"], b"loop(1,(1,1))");
    assert_eq!((judged.code, judged.out.starts_with("refused  ")), (Some(20), true), "{}", judged.out);
}

#[test]
fn bags_are_listed_counted_and_judged() {
    let listed = run(&["bag", "solve", "--types", "2", "--most", "2"]);
    assert_eq!(
        listed.out,
        "\npiece(1,1)\npiece(1,2)\npiece(1,1) piece(2,1)\npiece(1,1) piece(2,2)\npiece(1,2) piece(2,2)\n"
    );
    assert_eq!(run(&["bag", "solve", "--count"]).out, "70\n");
    assert_eq!(run(&["bag", "solve"]).out.lines().count(), 70);
    let judged = run_with(&["bag", "check", "-"], b"piece(2,3) piece(1,1)");
    assert_eq!((judged.code, judged.out.as_str()), (Some(0), "accepted 2 pieces\n"));
    let refused = run(&["bag", "solve", "--types", "1000", "--most", "1000"]);
    assert_eq!(refused.code, Some(65));
    assert!(refused.err.contains("use --count for their number"), "{}", refused.err);
}

#[test]
fn encodings_are_graded() {
    let folder = Folder::new("puzzles-graded");
    let exercise = instance("minotaur/instances/exercise.lp");
    let grade = |program: &str, more: &[&str]| {
        let encoding = folder.file("mino.lp", program);
        run(&[&["minotaur", "grade", &encoding, &exercise], more].concat())
    };
    let walk = "at(2,1,0). at(1,1,1). at(2,1,2). at(3,1,3). at(3,2,4).";
    let good = grade(&format!("{walk} #show at/3."), &["--all"]);
    assert_eq!(good.code, Some(0), "{}", good.out);
    assert!(good.out.contains("passed: 4 steps, 1 walk\n1 of 1 labyrinth passed\n"), "{}", good.out);
    let bad = [
        ("at(2,1,0). #show at/3.", "failed: at(2,1,0): the walk does not end on the goal\n"),
        ("at(2,1,0). at(3,1,1). at(3,2,2). #show at/3.", "failed: at(3,2,2): here you are eaten\n"),
        (
            "at(2,1,0). at(1,1,1). at(2,1,2). at(3,1,3). at(3,1,4). at(3,2,5). #show at/3.",
            "failed: the walk has 5 steps, the shortest has 4\n",
        ),
        (walk, "failed: only at/3 may be shown, and the answer shows "),
        (&format!("{walk} {{ a }}. #show at/3."), "failed: the walk is found twice: at(2,1,0)"),
        (":- not a.", "failed: no answer, but there is a walk of 4 steps\n"),
        ("at(X,Y,T) :- .", "failed: "),
    ];
    for (program, verdict) in bad {
        let graded = grade(program, &["--all"]);
        assert_eq!(graded.code, Some(20), "{program}: {}{}", graded.out, graded.err);
        assert!(graded.out.contains(verdict), "{program}: {}", graded.out);
        assert!(graded.out.ends_with("0 of 1 labyrinth passed\n"), "{}", graded.out);
    }
    let nothing = run(&["minotaur", "grade", &exercise, "nowhere"]);
    assert_eq!((nothing.code, nothing.out.lines().count()), (Some(65), 1), "{}", nothing.err);
}

#[test]
fn puzzles_are_made_solved_and_judged() {
    let folder = Folder::new("puzzles-made");
    let orders: [&[&str]; 8] = [
        &["minotaur", "generate", "9", "--columns", "5", "--rows", "4", "--unique"],
        &["rogo", "generate", "18", "--rows", "5", "--columns", "6"],
        &["pipes", "generate", "--pieces", "7", "--unique"],
        &["rush", "generate", "4", "--cars", "6", "--unique"],
        &["rogo", "generate", "18", "--rows", "5", "--columns", "6", "--uniform"],
        &["pipes", "generate", "--pieces", "4", "--rows", "3", "--columns", "3", "--unique", "--uniform"],
        &["rush", "generate", "3", "--cars", "4", "--unique", "--uniform"],
        &["ricochet", "generate", "4", "--rows", "6", "--columns", "6", "--unique"],
    ];
    for order in orders {
        let made = run(order);
        assert_eq!(made.code, Some(0), "{order:?}: {}", made.err);
        assert_eq!(run(order).out, made.out, "the same seed");
        let other = run(&[order, &["--seed", "2"]].concat());
        assert_ne!(other.out, made.out, "another seed");
        let drawn = run(&[order, &["--drawing"]].concat());
        let (facts, drawing) = (folder.file("facts.lp", &made.out), folder.file("drawing.txt", &drawn.out));
        let solved = run(&[order[0], "solve", &facts, "--all"]);
        assert_eq!(solved.code, Some(0), "{order:?}: {}", solved.err);
        assert_eq!(solved.out.lines().count(), 2, "{order:?} is unique: {}", solved.out);
        assert_eq!(run(&[order[0], "solve", &drawing, "--all"]).out, solved.out, "facts and drawing");
        let answer = folder.file("answer", solved.out.lines().last().expect("an answer"));
        let judged = run(&[order[0], "check", &drawing, &answer]);
        assert_eq!(judged.code, Some(0), "{order:?}: {}", judged.out);
        let shown = run(&[order[0], "show", &facts, "--answer", &answer, "--at", "1"]);
        assert_eq!(shown.code, Some(0), "{order:?}: {}", shown.err);
    }
    let refused: [(&[&str], &str); 4] = [
        (&["ricochet", "generate", "4", "--robots", "6"], "a board has 1 to 5 robots"),
        (&["rogo", "generate", "1000"], "12 fields of at most 9 points are worth 108"),
        (&["minotaur", "generate", "5", "--rows", "100"], "the sides of a labyrinth are 2 to 24"),
        (&["pipes", "generate", "--pieces", "26"], "there is room for 25 pieces"),
    ];
    for (order, why) in refused {
        let made = run(order);
        assert_eq!((made.code, made.out.as_str()), (Some(65), ""), "{order:?}");
        assert!(made.err.contains(why), "{}", made.err);
    }
    let late = run(&["minotaur", "generate", "60", "--columns", "3", "--rows", "3", "--time-limit", "0"]);
    assert_eq!(late.code, Some(1));
    assert!(late.err.contains("none found: "), "{}", late.err);
}

#[test]
fn rounds_of_ricochet_robots_are_the_same_under_all_approaches() {
    let board = instance("ricochet/instances/6x6.lp");
    let goals = |approach: &str| -> Vec<String> {
        let played =
            run(&["ricochet", "play", &board, "--rounds", "4", "--seed", "3", "--approach", approach]);
        assert_eq!(played.code, Some(0), "{}", played.err);
        played.out.lines().map(|line| line.rsplit_once(": ").expect("a plan").0.to_owned()).collect()
    };
    let rounds = goals("one-shot");
    assert_eq!(rounds.len(), 4);
    for approach in ["ad-hoc", "preground", "assume", "nogood"] {
        assert_eq!(goals(approach), rounds);
    }
    let none = run(&["ricochet", "solve", &board, "--horizon", "6"]);
    assert_eq!((none.code, none.out.as_str()), (Some(20), "none     there is no answer\n"));
    let late = run(&["ricochet", "play", &board, "--time-limit", "0"]);
    assert_eq!(late.code, Some(1), "{}", late.err);
    let folder = Folder::new("ricochet");
    let long = "move(red,(0,1),1) move(red,(0,-1),2)";
    let judged = run(&["ricochet", "check", &board, &folder.file("long", long)]);
    assert_eq!(judged.out, "refused  this answer: the robot is not on its target\n");
}

#[test]
fn bags_with_limits_are_listed_and_drawn() {
    let folder = Folder::new("puzzles-bags");
    let bag = folder.file("bag.txt", "least 2\nmost 4\ncorner 1 3\nstraight\ncross 1");
    let listed = run(&["bag", "solve", "--bag", &bag]);
    assert_eq!(listed.out.lines().count(), 14, "{}", listed.err);
    assert_eq!(run(&["bag", "solve", "--bag", &bag, "--count"]).out, "14\n");
    let drawn = run(&["bag", "sample", "--bag", &bag, "-n", "20", "--seed", "5"]);
    assert_eq!(drawn.out.lines().count(), 20);
    for bag in drawn.out.lines() {
        assert!(listed.out.lines().any(|listed| listed == bag), "{bag}");
    }
    assert_eq!(run(&["bag", "generate", "--bag", &bag, "-n", "20", "--seed", "5"]).out, drawn.out);
    let pipes = folder.file("pipes.txt", "most 6\nleast 5\new 1 3\nsw 1\nne 1\nns 2");
    let made = run(&["pipes", "generate", "--bag", &pipes, "--unique"]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let wrong = run(&["rush", "generate", "3", "--bag", &pipes]);
    assert_eq!(wrong.code, Some(65));
    assert!(wrong.err.contains("there is no piece `ew`; there are hcar"), "{}", wrong.err);
}

#[test]
fn puzzles_are_shown() {
    let exercise = instance("minotaur/instances/exercise.lp");
    let start = run(&["minotaur", "show", &exercise, "--at", "1"]);
    assert_eq!(
        start.out,
        "╭───────────╮\n│ ·   M   · │\n│   ╶───╮   │\n│ ·   · │ ◎ │\n│   ╶───╯   │\n│ ·   Y   · │\n╰───────────╯\n\
         4 steps to the goal\nY: you, M: the Minotaur, ring: the goal\n",
        "{}",
        start.out
    );
    let folder = Folder::new("puzzles-shown");
    let file = folder.0.join("bag.gif").to_str().expect("a path that is text").to_owned();
    let trick = instance("rogo/instances/trick.lp");
    let (pipes, rush) = (instance("pipes/instances/5x5.lp"), instance("rush/instances/6x6-unique.lp"));
    let ricochet = instance("ricochet/instances/6x6.lp");
    for arguments in [
        &["bag", "show"][..],
        &["rogo", "show", &trick],
        &["minotaur", "show", &exercise],
        &["pipes", "show", &pipes],
        &["rush", "show", &rush],
        &["ricochet", "show", &ricochet],
    ] {
        let shown = run(&[arguments, &["--out", &file]].concat());
        assert_eq!((shown.code, shown.out.as_str()), (Some(0), ""), "{}", shown.err);
        assert!(std::fs::read(&file).is_ok_and(|bytes| bytes.starts_with(b"GIF89a")), "{arguments:?}");
    }
}

#[test]
fn a_solution_is_shown_after_its_puzzle() {
    let folder = Folder::new("puzzles-first");
    let rush = folder.file("rush.txt", "XX.A\n...A\n....");
    let shown = run(&["rush", "show", &rush]);
    let puzzle =
        "╭───────────╮\n│ X━X · A → →\n│ · · · A ▒ │\n│ · · · · ▒ │\n╰───────────╯\n2 moves to the way out\n";
    let solved =
        "╭───────────╮\n│ · · X━X → →\n│ · · · A ▒ │\n│ · · · A ▒ │\n╰───────────╯\nmove 2 of 2: X\n";
    assert_eq!(shown.out, format!("{puzzle}\n{solved}"), "{}", shown.out);
    // A file with one picture has the puzzle.
    let picture = folder.0.join("rush.svg").to_str().expect("a path that is text").to_owned();
    assert_eq!(run(&["rush", "show", &rush, "--out", &picture]).code, Some(0));
    let text = std::fs::read_to_string(&picture).expect("a picture");
    assert!(text.contains("2 moves to the way out"), "{text}");
}

#[test]
fn puzzles_are_printed_several_to_a_page() {
    let folder = Folder::new("puzzles-sheet");
    let path = |name: &str| folder.0.join(name).to_str().expect("a path that is text").to_owned();
    let (pdf, svg) = (path("sheet.pdf"), path("sheet.svg"));
    for (puzzle, file) in [
        ("rush", "rush/instances/6x6.lp"),
        ("rogo", "rogo/instances/trick.lp"),
        ("pipes", "pipes/instances/5x5.lp"),
        ("ricochet", "ricochet/instances/6x6.lp"),
        ("minotaur", "minotaur/instances/exercise.lp"),
    ] {
        let file = instance(file);
        let made = run(&[puzzle, "sheet", &file, &file, "--out", &pdf]);
        assert_eq!(made.code, Some(0), "{}", made.err);
        assert!(std::fs::read(&pdf).is_ok_and(|bytes| bytes.starts_with(b"%PDF-")), "{puzzle}");
    }
    // Seven puzzles at six to a page.
    let file = instance("rush/instances/6x6.lp");
    let made =
        run(&[&["rush", "sheet", "--title", "Sunday", "--out", &svg][..], &[file.as_str(); 7]].concat());
    assert_eq!(made.code, Some(0), "{}", made.err);
    let pages =
        ["sheet-1.svg", "sheet-2.svg"].map(|name| std::fs::read_to_string(path(name)).expect("a page"));
    let counts = pages.map(|page| (page.matches("Drive the car X out.").count(), page.contains("Sunday")));
    assert_eq!(counts, [(6, true), (1, true)]);
    let wrong = run(&["rush", "sheet", &file, "--out", "sheet.png"]);
    assert!(wrong.err.contains("expected a name with the ending .pdf or .svg"), "{}", wrong.err);
}

#[test]
fn a_new_puzzle_is_drawn() {
    let folder = Folder::new("puzzles-drawn");
    let file = folder.0.join("new.svg").to_str().expect("a path that is text").to_owned();
    let made = run(&["rush", "generate", "2", "--cars", "2", "--drawing", "--out", &file]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert!(made.out.starts_with("% Rush, 3 cars"), "{}", made.out);
    assert!(std::fs::read_to_string(&file).is_ok_and(|text| text.contains("Drive the car X out.")));
}

#[test]
fn bad_puzzles_are_refused_with_line_and_reason() {
    let folder = Folder::new("puzzles-refused");
    let bad = folder.file("bad.lp", "rows(2).\ncolumns(0).\nsteps(4).");
    let far = folder
        .file("far.lp", "field(1,1). field(1000,1).\nstart(1,1). goal(1,1). mino(1000,1). maxsteps(1).");
    let refused: [(&[&str], &str); 4] = [
        (&["rogo", "solve", &bad], "bad.lp: line 2: columns(0): it must be 1 to 1000\n"),
        (&["minotaur", "solve", &bad], "bad.lp: line 1: this puzzle has no facts rows/1; known: "),
        (&["minotaur", "show", "nowhere.lp"], "error: `nowhere.lp` cannot be read: there is no such file\n"),
        (&["minotaur", "show", &far], "a labyrinth of more than 200 fields is too large to be drawn\n"),
    ];
    for (arguments, message) in refused {
        let run = run(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(65), ""), "{arguments:?}");
        assert!(run.err.contains(message), "{}", run.err);
    }
}
