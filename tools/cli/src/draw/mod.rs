//! Pictures of answer sets: what a program says with `node`, `edge`, `graph` and `attr`, drawn.
//!
//! Either the answer sets themselves have such atoms, or a second program makes them of each answer set, as with
//! clingraph. Graphviz draws where it is installed, else we do.

mod arrow;
mod dot;
mod facts;
mod functions;
mod graphviz;
mod layout;
mod node;
mod paint;
mod picture;
mod template;

use crate::messages;
use crate::picture::{Target, target, write, write_all};
use crate::session::Session;
use clap::{Args, ValueEnum};
use facts::Graph;
use graphviz::Drawn;
use hamadryad::{Config, Control, Part, SolveOptions, Symbol, Symbols};
use hamadryad_scene::{Chapter, Film, Pictures};
use layout::Style;
use std::path::PathBuf;

/// The program that draws, or what it says, is at fault.
const BAD_INPUT: u8 = 65;
/// The time from picture to picture in a film, in milliseconds.
const DELAY: u32 = 1000;
/// More pictures than this are not drawn.
const MOST_MODELS: usize = 1000;

/// How answer sets are drawn.
#[derive(Args, Debug)]
pub struct DrawArguments {
    /// With `-o picture.svg`: the program that makes node, edge, graph and attr of each answer set [default: its own atoms]
    #[arg(long = "draw", value_name = "VIZ.lp")]
    program: Option<String>,

    /// Who says where nodes lie: a program of Graphviz, or builtin [default: dot, or neato where nodes have a pos,
    /// if it is installed]
    #[arg(long = "draw-engine", value_enum)]
    engine: Option<Engine>,

    /// Whether edges have arrows: graph or digraph.
    #[arg(long = "draw-type", value_enum, default_value_t = Kind::Graph)]
    kind: Kind,

    /// What stands before the names node, edge, graph and attr.
    #[arg(long = "draw-prefix", value_name = "PREFIX", default_value = "", hide_default_value = true)]
    prefix: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Engine {
    Dot,
    Neato,
    Twopi,
    Circo,
    Fdp,
    Sfdp,
    Osage,
    Patchwork,
    /// No program: layers for arrows and for trees, springs for other graphs, or the places that nodes ask for.
    Builtin,
    /// No program: edges lead from layer to layer, down or as `rankdir` says.
    Layers,
    /// No program: neighbours are close to one another, others further away.
    Springs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    Graph,
    Digraph,
}

impl DrawArguments {
    /// Whether the user asks for pictures.
    pub fn is_given(&self) -> bool {
        self.program.is_some()
    }
}

/// A file for pictures of answer sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Pictures of some kind.
    Film(Target),
    /// The graphs themselves, in Graphviz's language.
    Dot(PathBuf),
}

/// The file of this name; none where its end is not that of a picture.
pub fn destination(name: &str) -> Option<Destination> {
    let path = PathBuf::from(name);
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "dot" | "gv" => Some(Destination::Dot(path)),
        _ => target(name).ok().map(Destination::Film),
    }
}

/// Collects answer sets, and draws them in the end.
pub struct Drawer<'a> {
    arguments: &'a DrawArguments,
    destination: &'a Destination,
    /// The shown atoms of each, as facts.
    models: Vec<String>,
}

impl<'a> Drawer<'a> {
    /// Nothing collected yet.
    pub fn new(arguments: &'a DrawArguments, destination: &'a Destination) -> Self {
        Self { arguments, destination, models: Vec::new() }
    }

    /// Takes an answer set.
    pub fn add(&mut self, symbols: &Symbols, shown: impl Iterator<Item = Symbol>) {
        if self.models.len() > MOST_MODELS {
            return;
        }
        let atoms = shown.filter(|&symbol| symbols.signature(symbol).is_some());
        self.models.push(atoms.map(|atom| format!("{}.\n", symbols.display(atom))).collect());
    }

    /// Forgets the answer sets so far: a better one is there.
    pub fn clear(&mut self) {
        self.models.clear();
    }

    /// Draws what was collected and returns the exit code, 0 if all went well.
    pub fn finish(mut self, session: &Session<'_>) -> u8 {
        if self.models.len() > MOST_MODELS {
            self.models.pop();
            messages::say(&format!("note: the first {MOST_MODELS} answer sets are drawn, and no more\n"));
        }
        if self.models.is_empty() {
            messages::say("note: there is no answer set to draw\n");
            return 0;
        }
        let mut graphs = Vec::new();
        for number in 0..self.models.len() {
            match self.graphs(number, session) {
                Ok(found) => graphs.extend(found.into_iter().map(|graph| (number + 1, graph))),
                Err(code) => return code,
            }
        }
        if graphs.is_empty() {
            let name = |name: &str| format!("{}{name}", self.arguments.prefix);
            return refuse(&format!(
                "no answer set has an atom {}/1 or {}/1 to draw",
                name("node"),
                name("edge")
            ));
        }
        let is_directed = self.arguments.kind == Kind::Digraph;
        match self.destination {
            Destination::Dot(file) => {
                let text: String = graphs.iter().map(|(_, graph)| dot::write(graph, is_directed)).collect();
                write(file, text.as_bytes())
            }
            Destination::Film(target) => {
                let svgs = graphs.iter().map(|(_, graph)| self.draw(graph, is_directed));
                match svgs.collect::<Result<Vec<String>, String>>() {
                    Ok(svgs) => write_all(&film(&graphs, svgs), target),
                    Err(message) => refuse(&message),
                }
            }
        }
    }

    /// The graphs of an answer set; the error is an exit code, and why is said.
    fn graphs(&self, number: usize, session: &Session<'_>) -> Result<Vec<Graph>, u8> {
        let mut control = Control::with_compat(Config::default(), session.program.compat);
        functions::register(&mut control);
        let loaded = control.add("answer set", &self.models[number]);
        let loaded = loaded.and_then(|()| match &self.arguments.program {
            Some(file) => control.load(file).map(|_| ()),
            None => Ok(()),
        });
        let stop = || session.stop.reason().is_some();
        let grounded = loaded.and_then(|()| control.ground_until(&[Part::base()], &stop));
        session.accept(&mut control, grounded).map_err(|failure| failure.exit_code())?;
        let options = SolveOptions { models: Some(1), stop: &stop, ..SolveOptions::default() };
        let mut search = match control.solve(options) {
            Ok(search) => search,
            Err(error) => return Err(refuse(&error.to_string())),
        };
        let Some(model) = search.next_model() else {
            let program = self.arguments.program.as_deref().unwrap_or_default();
            return Err(refuse(&format!("{program} has no answer set for answer {}", number + 1)));
        };
        let atoms: Vec<Symbol> = model.shown().collect();
        Graph::read(model.symbols(), &atoms, &self.arguments.prefix).map_err(|message| refuse(&message))
    }

    fn draw(&self, graph: &Graph, is_directed: bool) -> Result<String, String> {
        let usual = if has_places(graph) { Engine::Neato } else { Engine::Dot };
        let engine = self.arguments.engine.unwrap_or(usual);
        let builtin = |style| Ok(picture::draw(graph, is_directed, style));
        match engine {
            Engine::Builtin => return builtin(None),
            Engine::Layers => return builtin(Some(Style::Layers)),
            Engine::Springs => return builtin(Some(Style::Springs)),
            _ => {}
        }
        let name = engine.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned());
        match graphviz::draw(&name, &dot::write(graph, is_directed)) {
            Drawn::Svg(svg) => Ok(svg),
            Drawn::NotInstalled if self.arguments.engine.is_none() => builtin(None),
            Drawn::NotInstalled => {
                Err(format!("there is no program `{name}`: install Graphviz, or take --draw-engine=builtin"))
            }
            Drawn::Failed(message) => Err(format!("{name}: {message}")),
        }
    }
}

/// Whether some node asks for a place.
fn has_places(graph: &Graph) -> bool {
    graph.nodes.iter().any(|node| node.attributes.contains_key("pos")) || graph.parts.iter().any(has_places)
}

fn film(graphs: &[(usize, Graph)], svgs: Vec<String>) -> Film {
    let chapters = graphs.iter().enumerate().map(|(picture, (number, graph))| Chapter {
        picture,
        name: format!("answer {number}, {}", graph.name),
    });
    let chapters = chapters.collect();
    Film { title: "Answer sets".to_owned(), pictures: Pictures::Drawn(svgs), chapters, delay: DELAY }
}

fn refuse(message: &str) -> u8 {
    messages::say(&format!("error: {message}\n"));
    BAD_INPUT
}
