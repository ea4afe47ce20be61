//! Pictures of answer sets: option values, collection of answer sets, and the choice between Graphviz and the
//! built-in layout.
//!
//! The atoms `node`, `edge`, `graph` and `attr` are atoms of the answer set, or a visualisation program
//! derives them from each answer set, as with clingraph. The crate `hamadryad-draw` makes graphs and pictures
//! of them.

mod graphviz;

use crate::exit;
use crate::messages;
use crate::picture::{Target, target, write, write_all};
use crate::session::Session;
use clap::{Args, ValueEnum};
use graphviz::Drawn;
use hamadryad::{Config, Control, Part, SolveOptions, Symbol, Symbols};
use hamadryad_draw::{Graph, Kind, Style};
use hamadryad_present::outlet::Outlet;
use hamadryad_scene::{Chapter, Film, Pictures};
use std::io;
use std::path::PathBuf;

/// The time from picture to picture in a film, in milliseconds.
const DELAY: u32 = 1000;
/// The number of answer sets that are drawn.
const MOST_MODELS: usize = 1000;

/// Options of pictures of answer sets.
#[derive(Args, Debug)]
#[command(next_help_heading = "Pictures")]
pub struct DrawArguments {
    /// With `-o picture.svg`: a program that derives node, edge, graph and attr from each answer set
    /// [default: use the atoms of the answer set]
    #[arg(long = "draw", value_name = "VIZ.lp")]
    program: Option<String>,

    /// Layout of the graph: a program of Graphviz, or a built-in layout [default: dot if Graphviz is
    /// installed, neato for nodes with a pos, else builtin]
    #[arg(long = "draw-engine", value_enum)]
    engine: Option<Engine>,

    /// Whether edges are lines (graph) or arrows (digraph).
    #[arg(long = "draw-type", value_enum, default_value_t = EdgeKind::Graph)]
    kind: EdgeKind,

    /// Prefix of the predicates node, edge, graph and attr.
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
    /// Built-in: the positions of nodes with a pos, else layers for arrows and forests, else springs.
    Builtin,
    /// Built-in: edges lead from layer to layer, downwards or in the direction of `rankdir`.
    Layers,
    /// Built-in: distances between nodes follow the shortest paths.
    Springs,
}

impl Engine {
    /// The style of a built-in layout, `Some(None)` for the default one; `None` for a program of Graphviz.
    fn built_in(self) -> Option<Option<Style>> {
        match self {
            Engine::Builtin => Some(None),
            Engine::Layers => Some(Some(Style::Layers)),
            Engine::Springs => Some(Some(Style::Distances)),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum EdgeKind {
    Graph,
    Digraph,
}

impl DrawArguments {
    /// Whether the option --draw is given.
    pub fn is_given(&self) -> bool {
        self.program.is_some()
    }

    fn kind(&self) -> Kind {
        match self.kind {
            EdgeKind::Graph => Kind::Graph,
            EdgeKind::Digraph => Kind::Digraph,
        }
    }
}

/// A file for pictures of answer sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// Pictures in the format of the file.
    Film(Target),
    /// The graphs in DOT, the language of Graphviz.
    Dot(PathBuf),
}

/// The destination with this file name; `None` if its extension is not one of a picture.
pub fn destination(name: &str) -> Option<Destination> {
    let path = PathBuf::from(name);
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "dot" | "gv" => Some(Destination::Dot(path)),
        _ => target(name).ok().map(Destination::Film),
    }
}

/// Collects answer sets and draws them at the end.
pub struct Drawer<'a> {
    arguments: &'a DrawArguments,
    destination: &'a Destination,
    /// The shown atoms of each answer set, as facts.
    models: Vec<String>,
}

impl<'a> Drawer<'a> {
    /// A collection without answer sets.
    pub fn new(arguments: &'a DrawArguments, destination: &'a Destination) -> Self {
        Self { arguments, destination, models: Vec::new() }
    }

    /// Adds an answer set.
    ///
    /// # Errors
    /// If the text of an atom is too long.
    pub fn add(&mut self, symbols: &Symbols, shown: impl Iterator<Item = Symbol>) -> io::Result<()> {
        if self.models.len() > MOST_MODELS {
            return Ok(());
        }
        let outlet = Outlet { escapes: false, most: None };
        let atoms = shown.filter(|&symbol| symbols.signature(symbol).is_some());
        let fact = |atom| Ok(format!("{}.\n", outlet.text(&symbols.display(atom))?));
        self.models.push(atoms.map(fact).collect::<io::Result<String>>()?);
        Ok(())
    }

    /// Removes all answer sets, because a better one has been found.
    pub fn clear(&mut self) {
        self.models.clear();
    }

    /// Draws the answer sets and returns the exit code, 0 on success.
    pub fn finish(&mut self, session: &Session<'_>) -> u8 {
        if self.models.len() > MOST_MODELS {
            self.models.pop();
            messages::print(&format!("note: only the first {MOST_MODELS} answer sets are drawn\n"));
        }
        if self.models.is_empty() {
            messages::print("note: there is no answer set to draw\n");
            return exit::SUCCESS;
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
        match self.destination {
            Destination::Dot(file) => {
                let kind = self.arguments.kind();
                let text: String = graphs.iter().map(|(_, graph)| hamadryad_draw::dot(graph, kind)).collect();
                write(file, text.as_bytes())
            }
            Destination::Film(target) => {
                let svgs = graphs.iter().map(|(_, graph)| self.draw(graph));
                match svgs.collect::<Result<Vec<String>, String>>() {
                    Ok(svgs) => write_all(&film(&graphs, svgs), target),
                    Err(message) => refuse(&message),
                }
            }
        }
    }

    /// The graphs of an answer set. The error is an exit code; its message has been printed.
    fn graphs(&self, number: usize, session: &Session<'_>) -> Result<Vec<Graph>, u8> {
        let mut control = Control::with_compat(Config::default(), session.program.compat);
        hamadryad_draw::register(&mut control);
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
        let graphs = Graph::read(model.symbols(), &atoms, &self.arguments.prefix);
        graphs.map_err(|error| refuse(&error.to_string()))
    }

    /// Draws a graph as SVG. The error is a message.
    fn draw(&self, graph: &Graph) -> Result<String, String> {
        let usual = if graph.has_positions() { Engine::Neato } else { Engine::Dot };
        let engine = self.arguments.engine.unwrap_or(usual);
        let kind = self.arguments.kind();
        if let Some(style) = engine.built_in() {
            return Ok(hamadryad_draw::svg(graph, kind, style));
        }
        let name = engine.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned());
        match graphviz::draw(&name, &hamadryad_draw::dot(graph, kind)) {
            Drawn::Svg(svg) => Ok(svg),
            Drawn::NotInstalled if self.arguments.engine.is_none() => {
                Ok(hamadryad_draw::svg(graph, kind, None))
            }
            Drawn::NotInstalled => Err(format!(
                "the program `{name}` is not installed: install Graphviz, or use --draw-engine=builtin"
            )),
            Drawn::Failed(message) => Err(format!("{name}: {message}")),
        }
    }
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
    messages::print(&format!("error: {message}\n"));
    exit::BAD_INPUT
}
