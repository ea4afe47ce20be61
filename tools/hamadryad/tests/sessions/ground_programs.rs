//! aspif as input: from us, from gringo, in several steps, and broken.

use super::{Run, check_golden, run_with, sorted_lines};

fn solve(program: &str, arguments: &[&str]) -> Run {
    run_with(&[&["solve"], arguments].concat(), program.as_bytes())
}

fn ground(program: &str, arguments: &[&str]) -> Run {
    run_with(&[&["ground"], arguments].concat(), program.as_bytes())
}

#[test]
fn runs_print_what_clasp_prints() {
    for name in
        ["steps", "steps_json", "steps_none", "opt", "opt_q1", "opt_optn", "opt_competition", "opt_json"]
    {
        check_golden(&format!("aspif/{name}.txt"), |_, _| false);
    }
}

#[test]
fn grounded_programs_have_the_same_answers() {
    let program =
        "{a(1..3)} 2. b :- 1 < #sum{ X : a(X) } < 4. #show X : a(X). #minimize{ X : a(X) }. :- not b.";
    let aspif = ground(program, &["-faspif"]).out;
    for arguments in [&["--opt-mode=enum", "0", "-V0"][..], &["--opt-mode=optN", "0", "-V0", "-q1"]] {
        let (direct, read) = (solve(program, arguments), solve(&aspif, arguments));
        assert_eq!((direct.code, sorted_lines(&direct.out)), (read.code, sorted_lines(&read.out)));
    }
}

#[test]
fn a_ground_program_can_be_written_again() {
    let aspif = "asp 1 0 0 incremental\n1 1 1 1 0 0\n4 1 a 1 1\n5 2 1\n0\n1 0 0 0 2 1 2\n6 1 1\n0\n";
    assert_eq!(ground(aspif, &["-faspif"]).out, aspif);
    assert_eq!(solve(aspif, &["--mode=gringo"]).out, aspif);
    assert!(ground(aspif, &["-freify"]).out.starts_with("tag(incremental).\natom_tuple(0).\n"));
    assert!(ground(aspif, &["-freify", "--reify-steps"]).out.ends_with("\nassume(1,1).\n"));
}

#[test]
fn errors_have_their_places() {
    for (aspif, message) in [
        ("asp 1 0 0\n1 0 1 1 0 0\n1 0 1 2 1 1 1 x\n0\n", "`x` is not a literal\n --> -:3:15\n"),
        ("asp 1 0 0\n1 0 1 1 0 0\n", "a line `0` is missing\n --> -:2:1\n"),
        ("asp 2 0 0\n0\n", "only version 1.0 of aspif is supported\n --> -:1:5\n"),
        ("asp 1 0 0\n0\n1 0 0 0 0\n0\n", "the header lacks `incremental`\n --> -:3:1\n"),
    ] {
        for command in ["solve", "ground"] {
            let run = run_with(&[command], aspif.as_bytes());
            assert_eq!(run.code, Some(65), "{aspif}");
            assert!(run.err.contains(message), "{}", run.err);
            assert!(run.err.ends_with("*** ERROR: (hamadryad): parsing failed\n"), "{}", run.err);
        }
    }
}

/// Tables are indexed by atoms; the largest number in a text decides nothing about their size.
#[cfg(unix)]
#[test]
fn large_numbers_of_atoms_take_no_memory() {
    let header = "asp 1 0 0 incremental\n";
    for number in [268_435_455u32, 536_870_911, 1_000_000_000, 2_147_483_647] {
        for (statements, code) in [
            (format!("1 0 1 {number} 0 0\n4 1 a 1 {number}\n"), 30),
            (format!("1 1 1 {number} 0 0\n2 0 1 {number} 1\n"), 30),
            (format!("5 {number} 0\n0\n1 0 1 3 0 1 {number}\n5 {number} 1\n"), 10),
            (format!("1 0 0 0 2 {number} -2\n1 0 1 2 1 1 1 -{number} 1\n"), 30),
            (format!("1 0 0 0 1 -{number}\n"), 20),
            (
                format!(
                    "3 1 {number}\n6 1 {number}\n7 4 {number} 2 3 1 -1\n8 {number} -{number} 1 {number}\n"
                ),
                20,
            ),
            (
                format!(
                    "9 0 {number} {number}\n9 1 1 1 t\n9 4 {number} 1 {number} 0\n9 5 {number} 1 1 {number}\n"
                ),
                10,
            ),
        ] {
            let aspif = format!("{header}{statements}0\n");
            let solved = solve(&aspif, &["--memory-limit=100", "--time-limit=60"]);
            assert_eq!(solved.code, Some(code), "{aspif}\n{}{}", solved.out, solved.err);
            for format in ["text", "aspif", "reify"] {
                let written = ground(&aspif, &["--format", format, "--memory-limit=100", "--time-limit=60"]);
                assert_eq!((written.code, written.err.as_str()), (Some(0), ""), "{format}:\n{aspif}");
            }
        }
    }
}

#[test]
fn counts_that_exceed_their_line_are_errors() {
    for (line, message) in [
        ("1 0 4294967295 1", "an atom is missing\n --> -:2:17\n"),
        ("1 0 0 0 18446744073709551615 1", "a literal is missing\n --> -:2:31\n"),
        ("2 0 9999999999 1 1", "a literal is missing\n --> -:2:19\n"),
        ("4 18446744073709551615 a 0", "the text is shorter than its stated length\n --> -:2:3\n"),
        ("9 2 1 -1 4000000000 1", "a term is missing\n --> -:2:22\n"),
    ] {
        let run = solve(&format!("asp 1 0 0\n{line}\n0\n"), &["--memory-limit=100"]);
        assert_eq!(run.code, Some(65), "{line}");
        assert!(run.err.contains(message), "{}", run.err);
    }
}
