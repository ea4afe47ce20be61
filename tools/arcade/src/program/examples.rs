//! The programs that come with Hamadryad, ready to run.

use serde::Serialize;

/// An example: a program with an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Example {
    /// A short title.
    pub title: &'static str,
    /// Names and texts of its files.
    pub files: &'static [ExampleFile],
    /// The number of answers that a run asks for; `None` for one answer, or an optimal one.
    pub models: Option<u64>,
}

/// A file of an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ExampleFile {
    /// The name.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

const QUEENS: &str = "\
% n queens that do not attack each other.
#const n = 8.

{ queen(R,1..n) } = 1 :- R = 1..n.
:- queen(R,C), queen(S,C), R < S.
:- queen(R,C), queen(S,D), R < S, |C-D| = S-R.

#show queen/2.
";

const MAP: &str = "\
% The countries of a map, each in a colour that no neighbour has.
country(france; germany; italy; switzerland; austria; belgium).
border(france,germany). border(france,italy). border(france,switzerland). border(france,belgium).
border(germany,switzerland). border(germany,austria). border(germany,belgium).
border(italy,switzerland). border(italy,austria). border(switzerland,austria).

{ colour(X,(gold; skyblue; palegreen; salmon)) } = 1 :- country(X).
:- border(X,Y), colour(X,C), colour(Y,C).

#show node(X) : country(X).
#show edge((X,Y)) : border(X,Y).
#show attr(node,X,style,filled) : country(X).
#show attr(node,X,fillcolor,C) : colour(X,C).
";

/// A file of the folder `encodings`, under its own name.
macro_rules! encoding {
    ($folder:literal, $name:literal) => {
        ExampleFile { name: $name, text: include_str!(concat!("../../encodings/", $folder, "/", $name)) }
    };
}

/// All examples.
pub const EXAMPLES: &[Example] = &[
    Example {
        title: "Eight queens",
        files: &[ExampleFile { name: "queens.lp", text: QUEENS }],
        models: Some(3),
    },
    Example {
        title: "Colours of a map, drawn",
        files: &[ExampleFile { name: "map.lp", text: MAP }],
        models: None,
    },
    Example {
        title: "Minotaur: out of the labyrinth",
        files: &[encoding!("minotaur", "minotaur.lp"), encoding!("minotaur/instances", "exercise.lp")],
        models: None,
    },
    Example {
        title: "Rogo: the loop with the most points",
        files: &[encoding!("rogo", "rogo.lp"), encoding!("rogo/instances", "20110107.lp")],
        models: None,
    },
    Example {
        title: "Pipes: water through all pieces",
        files: &[encoding!("pipes", "pipes.lp"), encoding!("pipes/instances", "5x5.lp")],
        models: None,
    },
    Example {
        title: "Rush Hour: the red car gets out",
        files: &[encoding!("rush", "rush.lp"), encoding!("rush/instances", "6x6.lp")],
        models: None,
    },
    Example {
        title: "Bags of puzzle pieces, each once",
        files: &[encoding!("bag", "bag.lp")],
        models: Some(0),
    },
];
