//! Answer sets as pictures. The programs are after the examples of clingraph's documentation.

use super::{Folder, Run, run_with};
use std::collections::BTreeSet;

/// Draws a program's answer sets without Graphviz; the file of this name.
fn drawn(folder: &Folder, program: &str, options: &[&str], name: &str) -> (Run, String) {
    let program = folder.file("program.lp", program);
    let file = folder.0.join(name).to_str().expect("a path that is text").to_owned();
    let run =
        run_with(&[&["solve", &program, "0", "-o", &file, "--draw-engine=builtin"], options].concat(), b"");
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    (run, text)
}

/// What stands between the tags of this name.
fn texts<'a>(svg: &'a str, tag: &str) -> BTreeSet<&'a str> {
    let open = format!("<{tag}");
    let parts = svg.split(open.as_str()).skip(1);
    parts.filter_map(|part| part.split_once('>')?.1.split('<').next()).collect()
}

fn set<'a>(words: &[&'a str]) -> BTreeSet<&'a str> {
    words.iter().copied().collect()
}

/// The names of nodes and edges, and the words to be read.
fn check(program: &str, options: &[&str], titles: &[&str], words: &[&str]) -> String {
    let folder = Folder::new(&format!("draw-{:p}", program.as_ptr()));
    let (run, svg) = drawn(&folder, program, options, "out.svg");
    assert_eq!(run.code, Some(30), "{}", run.err);
    assert_eq!(texts(&svg, "title"), set(titles), "{svg}");
    assert_eq!(texts(&svg, "text"), set(words), "{svg}");
    svg
}

const FAMILY: &str = "
    node(john). node(jane). edge((john,jane)).
    attr(graph,default,label,\"Does' family\").
    attr(graph_nodes,default,style,filled).
    attr(node,john,label,\"John Doe\"). attr(node,jane,label,\"Jane Doe\").";

#[test]
fn nodes_edges_and_labels_are_drawn() {
    let svg =
        check(FAMILY, &[], &["john", "jane", "john--jane"], &["John Doe", "Jane Doe", "Does&#39; family"]);
    assert_eq!(svg.matches("fill=\"lightgray\"").count(), 2, "{svg}");
    let svg = check(
        FAMILY,
        &["--draw-type=digraph"],
        &["john", "jane", "john-&gt;jane"],
        &["John Doe", "Jane Doe", "Does&#39; family"],
    );
    assert_eq!(svg.matches("<polygon").count(), 1, "an arrow");
}

#[test]
fn several_edges_of_two_nodes_keep_apart() {
    let program = "node(joe). node(john). edge((john,joe,(1;2))). edge((joe,joe)).";
    let svg = check(program, &[], &["joe", "john", "john--joe", "joe--joe"], &["joe", "john"]);
    let ways: BTreeSet<&str> =
        svg.split("<path d=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ways.len(), 3, "{svg}");
}

#[test]
fn templates_are_filled_with_their_variables() {
    let program = r#"
        node(mike). attr(node,mike,label,"<<b>{{name}} {{lastname}}</b>>").
        attr(node,mike,(label,name),"Michel"). attr(node,mike,(label,lastname),"Scott").
        node(jim). attr(node,jim,(label,name),"Jim"). attr(node,jim,(label,lastname),"Halpert").
        node(pam). attr(node,pam,label,"<{{name['first']}} {{name['second']}} <b>{{lastname}}</b>>").
        attr(node,pam,(label,name,first),"Pamela"). attr(node,pam,(label,name,second),"Morgan").
        attr(node,pam,(label,lastname),"Beesly").
        node(angela). attr(node,angela,label,"<{% for k, n in name.items() %}{{n}} {% endfor %}<b>{{lastname}}</b>>").
        attr(node,angela,(label,name,1),"Angela"). attr(node,angela,(label,name,2),"Noelle").
        attr(node,angela,(label,lastname),"Martin")."#;
    let words = ["Michel Scott", "HalpertJim", "Pamela Morgan Beesly", "Angela Noelle Martin"];
    check(program, &[], &["mike", "jim", "pam", "angela"], &words);
}

#[test]
fn parts_have_a_frame_with_their_nodes_in_it() {
    let program = r#"
        graph(house). graph(bathroom,house). graph(bedroom,house).
        node(toilet,bathroom). node(bed,bedroom). node(desk,bedroom). edge((toilet,bed),house).
        attr(graph,house,label,"Tom's House"). attr(graph,(bathroom;bedroom),style,dotted).
        attr(graph,bathroom,label,"Bathroom"). attr(graph,bedroom,label,"Bedroom").
        attr(graph_nodes,house,style,filled). attr(graph_nodes,house,color,cyan).
        attr(node,toilet,shape,circle). attr(node,(bed;desk),shape,square).
        attr(edge,(toilet,bed),color,red)."#;
    let titles = ["toilet", "bed", "desk", "toilet--bed"];
    let words = ["toilet", "bed", "desk", "Tom&#39;s House", "Bathroom", "Bedroom"];
    let svg = check(program, &[], &titles, &words);
    assert_eq!(svg.matches("stroke-dasharray=\"1,5\"").count(), 2, "two dotted frames");
    assert_eq!(svg.matches("fill=\"cyan\"").count(), 3, "what holds for the whole holds for its parts");
    assert_eq!(svg.matches("stroke=\"red\"").count(), 1);
}

#[test]
fn several_graphs_are_several_pictures() {
    let folder = Folder::new("draw-several");
    let program = "graph(toms_family). graph(bills_family).
        node(tom,toms_family). node(max,toms_family). edge((tom,max),toms_family).
        node(bill,bills_family). node(jen,bills_family). edge((bill,jen),bills_family).";
    let (run, dot) = drawn(&folder, program, &[], "out.dot");
    assert_eq!(run.code, Some(30), "{}", run.err);
    assert_eq!(
        dot,
        "graph \"bills_family\" {\n  \"bill\"\n  \"jen\"\n  \"bill\" -- \"jen\"\n}\n\
         graph \"toms_family\" {\n  \"max\"\n  \"tom\"\n  \"tom\" -- \"max\"\n}\n"
    );
    let (run, _) = drawn(&folder, program, &[], "out.svg");
    assert!(run.err.contains("out-1.svg written") && run.err.contains("out-2.svg written"), "{}", run.err);
    let (run, page) = drawn(&folder, program, &[], "out.html");
    assert_eq!(run.code, Some(30));
    assert!(page.contains("[0,\"answer 1, bills_family\"],[1,\"answer 1, toms_family\"]"), "{page}");
}

#[test]
fn a_second_program_draws_each_answer() {
    let folder = Folder::new("draw-second");
    let viz = folder.file(
        "viz.lp",
        "viz_node(X) :- node(X). viz_edge((X,Y)) :- edge(X,Y).
         viz_attr(node,X,style,filled) :- node(X). viz_attr(node,X,fillcolor,C) :- colour(X,C).
         viz_attr(node,X,pos,@pos(X,X*X)) :- node(X).",
    );
    let program = "node(1..3). edge(1,2). edge(2,3). { colour(X,(red;blue)) } = 1 :- node(X).
        :- edge(X,Y), colour(X,C), colour(Y,C). #minimize { 1,X : colour(X,blue) }.";
    let options = ["--draw", &viz, "--draw-prefix=viz_", "--opt-mode=optN"];
    let (run, svg) = drawn(&folder, program, &options, "out.svg");
    assert_eq!(run.code, Some(30), "{}", run.err);
    assert_eq!(texts(&svg, "title"), set(&["1", "2", "3", "1--2", "2--3"]));
    assert_eq!((svg.matches("fill=\"blue\"").count(), svg.matches("fill=\"red\"").count()), (1, 2));
    // One inch is 72 points; places are kept, upwards.
    let middles: Vec<(f64, f64)> = svg
        .split("<ellipse cx=\"")
        .skip(1)
        .filter_map(|rest| {
            let (x, rest) = rest.split_once("\" cy=\"")?;
            Some((x.parse().ok()?, rest.split('"').next()?.parse().ok()?))
        })
        .collect();
    assert_eq!(middles.len(), 3);
    assert_eq!((middles[1].0 - middles[0].0, middles[0].1 - middles[1].1), (72.0, 216.0));
    assert_eq!((middles[2].0 - middles[1].0, middles[1].1 - middles[2].1), (72.0, 360.0));
}

#[test]
fn invalid_pictures_are_rejected() {
    let folder = Folder::new("draw-refused");
    let unsatisfiable = folder.file("none.lp", ":- node(X).");
    let refused: [(&str, &[&str], u8, &str); 6] = [
        ("a.", &[], 65, "error: no answer set has an atom node/1 or edge/1 to draw\n"),
        ("node(1).", &["--text"], 128, "pictures show answer sets: leave out the options that only ground"),
        ("node(1).", &["--draw", "nowhere.lp"], 65, "nowhere.lp"),
        ("node(1).", &["--draw", &unsatisfiable], 65, "has no answer set for answer 1\n"),
        ("node(1). attr(node,1,label,\"{{\").", &[], 65, "error: attribute `label` of 1: "),
        (
            "graph(a,b). graph(b,a). graph(c). node(1,a).",
            &[],
            65,
            "error: a graph is a subgraph of itself, or of a graph that is not declared\n",
        ),
    ];
    for (program, options, code, message) in refused {
        let (run, file) = drawn(&folder, program, options, "out.svg");
        assert_eq!(run.code, Some(code.into()), "{program}: {}", run.err);
        assert!(run.err.contains(message) && file.is_empty(), "{program}: {}", run.err);
    }
    let program = folder.file("program.lp", "node(1).");
    let run = run_with(&["solve", &program, "--draw", &program], b"");
    assert!(
        run.err.contains("`--draw` requires a file for the pictures, such as `-o answers.svg`"),
        "{}",
        run.err
    );
    let (run, _) = drawn(&folder, ":- not a.", &[], "out.svg");
    assert_eq!(run.code, Some(20));
    assert!(run.err.contains("note: there is no answer set to draw\n"), "{}", run.err);
}
