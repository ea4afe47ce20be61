//! Facts and drawings: instances of puzzles, and graphs that answer sets describe.

use crate::Patience;
use hamadryad::{Control, Part, SolveOptions, Symbol};
use hamadryad_draw::{Graph, Kind, Style, dot, svg};
use hamadryad_puzzles::minotaur::Labyrinth;
use hamadryad_puzzles::pipes::Pipes;
use hamadryad_puzzles::ricochet::Ricochet;
use hamadryad_puzzles::rogo::Rogo;
use hamadryad_puzzles::rush::Rush;
use std::fmt::{Debug, Display};

/// The questions that grounding and solving may ask before they are stopped.
const QUESTIONS: u32 = 200;

/// An instance that a puzzle accepts is written as facts, and drawn, and both are read as the same instance.
pub(crate) fn puzzle(text: &str) {
    both(Labyrinth::read(text).ok(), Labyrinth::drawing, |text| Labyrinth::read(text).ok());
    both(Rogo::read(text).ok(), |rogo| Some(rogo.drawing()), |text| Rogo::read(text).ok());
    both(Pipes::read(text).ok(), |pipes| Some(pipes.drawing()), |text| Pipes::read(text).ok());
    both(Rush::read(text).ok(), |rush| Some(rush.drawing()), |text| Rush::read(text).ok());
    both(Ricochet::read(text).ok(), |puzzle| Some(puzzle.drawing()), |text| Ricochet::read(text).ok());
}

fn both<T: PartialEq + Debug + Display>(
    instance: Option<T>,
    draw: fn(&T) -> Option<String>,
    read: impl Fn(&str) -> Option<T>,
) {
    let Some(instance) = instance else { return };
    let facts = instance.to_string();
    assert_eq!(read(&facts).as_ref(), Some(&instance), "{facts}");
    if let Some(drawing) = draw(&instance) {
        assert_eq!(read(&drawing).as_ref(), Some(&instance), "{drawing}");
    }
}

/// Graphs are drawn in every layout and written for Graphviz, without control characters.
pub(crate) fn drawing(text: &str) {
    let mut control = Control::new();
    hamadryad_draw::register(&mut control);
    let patience = Patience::new(QUESTIONS);
    let stop = || patience.is_over();
    let added = control.add("program", text);
    if added.and_then(|()| control.ground_until(&[Part::base()], &stop)).is_err() {
        return;
    }
    let options = SolveOptions { models: Some(1), stop: &stop, ..SolveOptions::default() };
    let Ok(mut search) = control.solve(options) else { return };
    let Some(model) = search.next_model() else { return };
    let atoms: Vec<Symbol> = model.shown().collect();
    for graph in Graph::read(model.symbols(), &atoms, "").unwrap_or_default() {
        let mut pictures = vec![dot(&graph, Kind::Digraph)];
        for style in [None, Some(Style::Layers), Some(Style::Distances)] {
            pictures.push(svg(&graph, Kind::Graph, style));
        }
        for picture in pictures {
            assert!(!picture.contains(|sign: char| sign.is_control() && sign != '\n'), "{picture:?}");
        }
    }
}
