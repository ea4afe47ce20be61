//! Programs in the formats of smodels, DIMACS and OPB, as text.

use crate::{Reader, TextWriter, read};
use hamadryad_symbol::Symbols;

fn as_text(text: &str) -> String {
    let mut writer = TextWriter::new(Vec::new());
    read(text, &mut Symbols::new(), &mut writer).unwrap();
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

fn error(text: &str) -> String {
    read(text, &mut Symbols::new(), &mut TextWriter::new(Vec::new())).unwrap_err().to_string()
}

#[test]
fn names_of_smodels_state_edges_and_heuristics() {
    let text = "3 4 2 3 4 5 0 0\n0\n2 _edge(a,b)\n3 _acyc_0_1_2\n4 _heuristic(_edge(a,b),true,-5)\n5 _heuristic(x,sign,1)\n0\nB+\n0\nB-\n1\n0\n1\n";
    let mut reader = Reader::new(text).unwrap();
    reader.read_extensions();
    let mut writer = TextWriter::new(Vec::new());
    while reader.read_step(&mut Symbols::new(), &mut writer).unwrap() {}
    let written = String::from_utf8(writer.finish().unwrap()).unwrap();
    let expected = [
        "#edge(0,1):_edge(a,b).",
        "#edge(2,3):_acyc_0_1_2.",
        "#heuristic _edge(a,b):_heuristic(_edge(a,b),true,-5).[-5@5,true]",
    ];
    for line in expected {
        assert!(written.contains(line), "no {line} in\n{written}");
    }
    assert_eq!(written.matches("#heuristic").count(), 1, "an unknown atom has no heuristic: {written}");
    assert!(!as_text(text).contains("#edge"));
}

#[test]
fn smodels() {
    let rules = "1 2 0 0\n1 3 2 1 4 2\n2 5 2 1 1 4 2\n3 2 6 7 0 0\n5 8 3 2 1 4 2 2 1\n6 0 2 1 4 2 1 2\n\
                 6 0 1 0 2 5\n8 2 4 9 1 1 3\n91 10 2\n92 10\n";
    let names = "2 a\n3 b(1,\"x y\")\n4 c\n4 d\n5 a\n6 -e\n";
    let text = as_text(&format!("{rules}0\n{names}0\nB+\n2\n3\n0\nB-\n1\n0\nE\n7\n0\n1\n"));
    let expected = "a.\n\
         b(1,\"x y\"):-not c,a.\n\
         :-not a.\n\
         :-not b(1,\"x y\").\n\
         #external _aux(1).[false]\n\
         {-e;_aux(7)}.\n\
         #minimize{1@0,0:not c;2@0,1:a}.\n\
         #minimize{5@1,2:a}.\n\
         c;_aux(9):-not b(1,\"x y\").\n\
         #external _aux(10).[free]\n\
         #external _aux(10).[release]\n\
         #show d:c.\n\
         #show a:1<=#count{0:not c;1:a}.\n\
         :-_aux(1).\n\
         #external _aux(7).[free]\n\
         #show a/0.\n\
         #show b/2.\n\
         #show c/0.\n\
         #show -e/0.\n";
    assert_eq!(text, expected);
}

#[test]
fn dimacs() {
    let expected = "{_aux(1);_aux(2)}.\n\
         #show 1:_aux(1).\n\
         #show -1:not _aux(1).\n\
         #show 2:_aux(2).\n\
         #show -2:not _aux(2).\n\
         :-not _aux(1),_aux(2).\n\
         :-not _aux(2).\n\
         #show.\n";
    assert_eq!(as_text("c a\np cnf 2 2\n1 -2 0 c\n2\n0\n"), expected);
    let expected = "{_aux(1);_aux(2)}.\n#show 1:_aux(1).\n#show -1:not _aux(1).\n#show 2:_aux(2).\n\
                    #show -2:not _aux(2).\n:-not _aux(1),not _aux(2).\n\
                    #minimize{3@0,0:_aux(1);2@0,1:not _aux(1),_aux(2)}.\n#show.\n";
    assert_eq!(as_text("p wcnf 2 3 10\n10 1 2 0\n3 -1 0\n2 1 -2 0\n"), expected);
}

#[test]
fn opb() {
    let text = "* #variable= 3 #constraint= 3\n* a\nmin: +1 x1 -2 x2 ;\n+3 x1 +2 ~x2 >= 2;\n+1 x1 -1 x3 = 0 ;\n+1 x1 x2 >= 1;\n\
                +1 x1 >= 0;\n+1 x1 >= 2;\n";
    let expected = ":-.\n\
         {_aux(1);_aux(2);_aux(3)}.\n\
         #show 1:_aux(1).\n\
         #show -1:not _aux(1).\n\
         #show 2:_aux(2).\n\
         #show -2:not _aux(2).\n\
         #show 3:_aux(3).\n\
         #show -3:not _aux(3).\n\
         #minimize{1@0,0:_aux(1);-2@0,1:_aux(2)}.\n\
         :-4<=#sum{3,0:not _aux(1);2,1:_aux(2)}.\n\
         :-2<=#count{0:not _aux(1);1:_aux(3)}.\n\
         :-2<=#count{0:_aux(1);1:not _aux(3)}.\n\
         _aux(4):-_aux(1),_aux(2).\n\
         :-1<=#count{0:not _aux(4)}.\n\
         #show.\n";
    assert_eq!(as_text(text), expected);
}

fn extended(text: &str) -> Result<String, String> {
    let mut reader = Reader::new(text).unwrap();
    reader.read_extensions();
    let (mut symbols, mut writer) = (Symbols::new(), TextWriter::new(Vec::new()));
    while reader.read_step(&mut symbols, &mut writer).map_err(|error| error.to_string())? {}
    Ok(String::from_utf8(writer.finish().unwrap()).unwrap())
}

#[test]
fn comments_of_clauses_and_constraints_state_more() {
    let text = "c a comment\np cnf 3 1\nc\nc graph 2\nc node 1 a\nc arc -3 1 2\nc endgraph\nc project 1 2 0\nc other\n\
                c assume -3 0\nc heuristic 4 1 -5 2 3\nc minweight 1 2 -2 3 0\nc output 1 p(1)\nc output range 2 3\n\
                1 2 0\nc project 3\n";
    let expected = [
        "{_aux(1);_aux(2);_aux(3)}.",
        "#edge(1,2):not _aux(3).",
        "#project _aux(1).",
        "#project _aux(2).",
        "%#assume{not _aux(3)}.",
        "#heuristic _aux(1):_aux(3).[-5@2,true]",
        "#minimize{2@0,0:_aux(1);3@0,1:not _aux(2)}.",
        "#show p(1):_aux(1).",
        "#show 2:_aux(2).",
        "#show -2:not _aux(2).",
        "#show 3:_aux(3).",
        "#show -3:not _aux(3).",
        ":-not _aux(1),not _aux(2).",
        "#show.",
    ];
    let written = extended(text).unwrap();
    let mut lines: Vec<&str> = written.lines().collect();
    let mut expected = expected.to_vec();
    lines.sort_unstable();
    expected.sort_unstable();
    assert_eq!(lines, expected);
    let text =
        "* #variable= 2 #constraint= 1\n* assume -x2\n* minweight 1 1 0\n* output x1 a\n+1 x1 >= 1 ;\n";
    let expected =
        "{_aux(1);_aux(2)}.\n%#assume{not _aux(2)}.\n#show a:_aux(1).\n:-1<=#count{0:not _aux(1)}.\n#show.\n";
    assert_eq!(extended(text).unwrap(), expected);
}

#[test]
fn errors_of_statements_in_comments_name_their_line() {
    for (line, expected) in [
        ("graph x", "`x` is not a number of nodes"),
        ("graph 2\nc arc 1 1 3\nc endgraph", "`3` is not a node from 1 to 2"),
        ("graph 2", "`endgraph` is missing"),
        ("project -1", "`-1` is not a variable"),
        ("project 3", "`3` is not a variable of the problem"),
        ("assume y", "`y` is not a literal"),
        ("heuristic 9 1 1 1 0", "`9` is not a modifier from 0 to 5"),
        ("heuristic 0 1 99999 1 0", "`99999` is not a bias of 16 bits"),
        ("output 1 a b", "`a b` is not a ground term"),
        ("output range 2 1", "2 to 1 is an empty range"),
        ("minweight 1", "a weight is missing"),
    ] {
        let error = extended(&format!("p cnf 2 0\nc {line}\n")).unwrap_err();
        assert!(error.starts_with("line ") && error.ends_with(expected), "{line}: {error}");
    }
}

#[test]
fn false_variables_are_no_consequences() {
    let (mut symbols, mut writer) = (Symbols::new(), TextWriter::new(Vec::new()));
    let mut reader = Reader::new("p cnf 1 0\n").unwrap();
    reader.show_true_variables();
    assert_eq!(reader.read_step(&mut symbols, &mut writer), Ok(true));
    assert_eq!(reader.read_step(&mut symbols, &mut writer), Ok(false));
    assert_eq!(writer.finish().unwrap(), b"{_aux(1)}.\n#show 1:_aux(1).\n#show.\n");
}

#[test]
fn errors_have_places() {
    for (text, expected) in [
        ("1 2 0\n", "line 2, column 1: a number of negative literals is missing"),
        ("9 1 0 0\n", "line 1, column 1: `9` is not a type of rule: 1, 2, 3, 5, 6, 8, 91 or 92 is expected"),
        ("1 0 0 0\n", "line 1, column 3: `0` is not an atom"),
        ("1 2 1 2 3\n", "line 1, column 7: 2 of 1 literals cannot be negative"),
        ("5 2 1 1 0 3 -1\n", "line 1, column 13: a weight cannot be negative"),
        ("91 2 3\n", "line 1, column 6: the value `3` is not in 0 to 2"),
        ("1 2 0 0\n0\n2\n0\n", "line 3, column 2: a name is missing"),
        ("1 2 0 0\n0\n2 a b\n0\n", "line 3, column 3: `a b` is not a ground term"),
        ("1 2 0 0\n0\n0\nB-\n", "line 4, column 1: `B+` is expected, not `B-`"),
        ("1 2 0 0\n0\n0\nB+\n0\nB-\n0\n1 x\n", "line 8, column 3: unexpected `x` after the program"),
        ("p cnf x 1\n", "line 1, column 7: `x` is not a number of variables"),
        ("p cnf 1 1 1\n", "line 1, column 11: unexpected `1` in the problem line"),
        ("p cnf 1 1\n2 0\n", "line 2, column 1: the variables are 1 to 1: 2 is not a variable"),
        ("p cnf 1 1\n1", "line 2, column 2: a literal is missing"),
        ("p cnf 4294967295 1\n", "line 1, column 7: 4294967295 variables are more than this text can use"),
        ("p wcnf 1 1 5\n0 1 0\n", "line 2, column 1: a weight of at least 1 is expected"),
        ("p wcnf 1 1\n99999999999 1 0\n", "line 2, column 1: a weight is at most 2147483647"),
        ("* #variable= 1\n", "line 2, column 1: `#constraint=` is missing"),
        (
            "* #variable= 1 #constraint= 1\n+1 y1 >= 1;\n",
            "line 2, column 4: a variable such as `x1` is expected, not `y1`",
        ),
        (
            "* #variable= 1 #constraint= 1\n+1 x2 >= 1;\n",
            "line 2, column 4: the variables are 1 to 1: 2 is not a variable",
        ),
        (
            "* #variable= 1 #constraint= 1\n+1 x1 <= 1;\n",
            "line 2, column 7: `>=` or `=` is expected, not `<=`",
        ),
        ("* #variable= 1 #constraint= 1\n+1 x1 >= 1 +1", "line 2, column 12: `;` is expected, not `+1`"),
        (
            "* #variable= 1 #constraint= 1\n+3000000000 x1 >= 1;",
            "line 2, column 1: `+3000000000` is not a coefficient of 32 bits",
        ),
        (
            "* #variable= 2 #constraint= 1\n+2000000000 x1 +2000000000 x2 >= 1;",
            "line 2, column 34: the coefficients sum up to more than 2147483647",
        ),
        ("* #variable= 1 #constraint= 1\nsoft: 3;", "line 2, column 1: `soft:` is not a coefficient"),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}
