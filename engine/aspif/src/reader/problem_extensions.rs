//! Statements in comments of DIMACS and OPB (`--parse-ext` of clasp): behind the problem line, up to the first line
//! that is no comment.
//!
//! ```text
//! c graph 2                      edges that must be acyclic: the arc from 1 to 2 is present if variable 3 is true
//! c arc 3 1 2
//! c endgraph
//! c project 1 2 0                #project 1. #project 2.
//! c assume -3 0                  variable 3 is assumed to be false
//! c heuristic 4 1 5 2 0          #heuristic 1. [5@2,true]
//! c output 1 p(1)                models show p(1) if variable 1 is true, and no variables
//! c output range 2 3             models show variables 2 and 3
//! c minweight 1 2 -2 3 0         #minimize { 2 : 1; 3 : not 2 }, in DIMACS only
//! ```
//!
//! In OPB, the lines begin with `*`, and a variable may be written `x1`. Other comments are skipped, as in clasp.

use super::tokens::{Read, Tokens};
use super::variables::{Selection, Variables};
use crate::term;
use crate::{HeuristicModifier, Literal, Sink, WeightedLiteral};
use hamadryad_symbol::Symbols;
use std::str::FromStr;

/// Reads the statements, and returns the literals that models show.
pub(super) fn read(
    tokens: &mut Tokens<'_>,
    sign: &str,
    variables: &Variables,
    symbols: &mut Symbols,
    sink: &mut dyn Sink,
) -> Read<Selection> {
    let mut reader = Reader { line: Line::default(), variables, sink, shown: Selection::default() };
    let mut graph = None;
    while tokens.peek() == sign {
        tokens.take(sign.len());
        reader.line = Line::new(tokens.line());
        let result = match reader.line.next() {
            Some("graph") if graph.is_none() => {
                reader.number("a number of nodes").map(|nodes| graph = Some(Graph::new(nodes)))
            }
            Some("graph") => Err("one graph at most is expected".to_owned()),
            Some("arc") if graph.as_ref().is_some_and(|graph| graph.is_open) => reader.arc(graph.as_ref()),
            Some("endgraph") => graph.as_mut().map_or(Ok(()), Graph::end),
            Some("project") => reader.project(),
            Some("assume") => reader.assume(),
            Some("heuristic") => reader.heuristic(),
            Some("output") => reader.output(symbols),
            Some("minweight") if sign == "c" => reader.minimize(),
            _ => Ok(()),
        };
        result.map_err(|message| tokens.error(message))?;
    }
    match graph {
        Some(graph) if graph.is_open => Err(tokens.error("`endgraph` is missing")),
        _ => Ok(reader.shown),
    }
}

/// The graph, until its end and behind it.
struct Graph {
    nodes: i32,
    is_open: bool,
}

impl Graph {
    fn new(nodes: i32) -> Graph {
        Graph { nodes, is_open: true }
    }

    fn end(&mut self) -> Result<(), String> {
        self.is_open = false;
        Ok(())
    }
}

/// The words of a line.
#[derive(Default)]
struct Line<'l> {
    rest: &'l str,
}

impl<'l> Line<'l> {
    fn new(rest: &'l str) -> Line<'l> {
        Line { rest }
    }

    fn next(&mut self) -> Option<&'l str> {
        let rest = self.rest.trim_ascii_start();
        let (word, rest) = rest.split_at(rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len()));
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }
}

struct Reader<'r, 's> {
    line: Line<'r>,
    variables: &'r Variables,
    sink: &'s mut dyn Sink,
    shown: Selection,
}

impl Reader<'_, '_> {
    fn number<T: FromStr>(&mut self, expected: &str) -> Result<T, String> {
        let word = self.line.next().ok_or_else(|| format!("{expected} is missing"))?;
        word.parse().map_err(|_| format!("`{word}` is not {expected}"))
    }

    /// The next literal; `None` at the end of the line, and for 0.
    fn literal(&mut self) -> Result<Option<Literal>, String> {
        let Some(word) = self.line.next() else { return Ok(None) };
        let (name, sign) = word.strip_prefix('-').map_or((word, 1), |name| (name, -1));
        let number: i32 = match name.strip_prefix('x').unwrap_or(name).parse() {
            Ok(0) => return Ok(None),
            Ok(number) if number > 0 && self.variables.contains(number) => number,
            Ok(_) => return Err(format!("`{word}` is not a variable of the problem")),
            Err(_) => return Err(format!("`{word}` is not a literal")),
        };
        Ok(Literal::new(sign * number))
    }

    fn needed_literal(&mut self) -> Result<Literal, String> {
        self.literal()?.ok_or_else(|| "a literal is missing".to_owned())
    }

    fn variable(&mut self) -> Result<Literal, String> {
        let literal = self.needed_literal()?;
        if literal.is_positive() {
            Ok(literal)
        } else {
            Err(format!("`{}` is not a variable", literal.number()))
        }
    }

    fn arc(&mut self, graph: Option<&Graph>) -> Result<(), String> {
        let literal = self.needed_literal()?;
        let nodes = graph.map_or(0, |graph| graph.nodes);
        let mut node = || {
            let node = self.number("a node")?;
            if (1..=nodes).contains(&node) {
                Ok(node)
            } else {
                Err(format!("`{node}` is not a node from 1 to {nodes}"))
            }
        };
        let (from, to) = (node()?, node()?);
        self.sink.edge(from, to, &[literal]);
        Ok(())
    }

    fn project(&mut self) -> Result<(), String> {
        let mut atoms = Vec::new();
        while let Some(literal) = self.literal()? {
            if !literal.is_positive() {
                return Err(format!("`{}` is not a variable", literal.number()));
            }
            atoms.push(literal.atom());
        }
        self.sink.project(&atoms);
        Ok(())
    }

    fn assume(&mut self) -> Result<(), String> {
        let mut literals = Vec::new();
        while let Some(literal) = self.literal()? {
            literals.push(literal);
        }
        self.sink.assume(&literals);
        Ok(())
    }

    fn heuristic(&mut self) -> Result<(), String> {
        let number = self.number("a modifier from 0 to 5")?;
        let modifier = HeuristicModifier::from_number(number);
        let modifier = modifier.ok_or_else(|| format!("`{number}` is not a modifier from 0 to 5"))?;
        let variable = self.variable()?;
        let bias: i16 = self.number("a bias of 16 bits")?;
        let priority: u16 = self.number("a priority of 16 bits")?;
        let condition = self.literal()?;
        self.sink.heuristic(variable.atom(), modifier, bias.into(), priority.into(), condition.as_slice());
        Ok(())
    }

    fn output(&mut self, symbols: &mut Symbols) -> Result<(), String> {
        let mut rest = Line::new(self.line.rest);
        if rest.next() == Some("range") {
            self.line = rest;
            let (first, last) = (self.variable()?.number(), self.variable()?.number());
            self.shown.variables = Some(first as u32..last as u32 + 1);
            return if first <= last { Ok(()) } else { Err(format!("{first} to {last} is an empty range")) };
        }
        let condition = self.needed_literal()?;
        let name = self.line.rest.trim_ascii();
        let symbol = term::parse(symbols, name).ok_or_else(|| format!("`{name}` is not a ground term"))?;
        // The first name hides the variables.
        self.shown.variables.get_or_insert(0..0);
        self.shown.names.push((symbol, condition));
        Ok(())
    }

    fn minimize(&mut self) -> Result<(), String> {
        let mut summands = Vec::new();
        while let Some(literal) = self.literal()? {
            summands.push(WeightedLiteral { literal, weight: self.number("a weight")? });
        }
        self.sink.minimize(0, &summands);
        Ok(())
    }
}
