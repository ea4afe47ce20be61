//! `--why` and `--why-not`: questions about atoms of an answer set.

use super::answer::{Answer, Choice, choice, chosen, find};
use super::arguments::Format;
use super::asking::Asking;
use super::conflict;
use crate::exit;
use crate::messages;
use crate::picture::{Target, target, write, write_all};
use clap::Args;
use hamadryad::explain::{Goal, Regime, Tree};
use hamadryad::{Control, Part, Symbol};
use hamadryad_draw::{Graph, Kind, Style};
use hamadryad_present::justification::{
    Outline, Places, drawing, failure_outline, html, is_justified, tree_json, tree_outline, why_not_json,
    why_not_text,
};
use hamadryad_scene::{Film, Pictures};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;

/// The exit code of an explanation of an answer.
const EXPLAINED: u8 = exit::SATISFIABLE;
/// The number of lines of a tree that is printed to its default depth, and the greatest such depth.
const LINES: usize = 80;
const LEVELS: usize = 40;

/// The number of true instances of an atom with variables that are explained.
const MOST_ATOMS: usize = 10;

/// Questions about an answer set.
#[derive(Args, Debug)]
#[command(next_help_heading = "Questions about an answer")]
pub struct WhyArguments {
    /// Why is this atom true? It may have variables and `_`.
    #[arg(long, value_name = "ATOM", conflicts_with = "why_not")]
    pub why: Option<String>,

    /// Why is this atom not true? It may have variables and `_`.
    #[arg(long, value_name = "ATOM")]
    pub why_not: Option<String>,

    /// The answer: its number, or a file with its atoms [default: the first answer that fits the question, an
    /// optimal one if there is an objective]
    #[arg(long, value_name = "N|FILE", value_parser = choice)]
    answer: Option<Choice>,

    /// Write the tree to a file: .html (nodes fold), .svg, .png or .dot.
    #[arg(short, long, value_name = "FILE")]
    out: Option<String>,

    /// Levels of the tree to print [default: as many as fit into 80 lines]
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
}

impl WhyArguments {
    /// Whether one of the questions is asked.
    pub fn is_asked(&self) -> bool {
        self.why.is_some() || self.why_not.is_some()
    }
}

/// Answers the question and returns the exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(mut asking: Asking<'_>) -> io::Result<u8> {
    let arguments = &asking.arguments.why;
    let text = arguments.why.as_ref().or(arguments.why_not.as_ref()).map_or("", String::as_str);
    let option = if arguments.why.is_some() { "--why" } else { "--why-not" };
    let goal = match asking.control.parse_goal(option, text) {
        Ok(goal) => goal,
        Err(error) => {
            let failure = asking.session.failed(&error, asking.control.sources());
            return Ok(failure.exit_code());
        }
    };
    if let Some(message) = arguments.out.as_deref().and_then(wrong_file) {
        return Ok(refuse(&message));
    }
    let selected = match &arguments.answer {
        Some(choice) => chosen(&mut asking, choice).map(Some),
        None => find(&mut asking, &[]),
    };
    let question = Question { arguments, format: asking.arguments.format, asking, goal };
    match selected {
        Err(code) => Ok(code),
        Ok(None) => question.without_answer(),
        Ok(Some(first)) if arguments.why.is_some() => question.why(first),
        Ok(Some(first)) => question.why_not(first),
    }
}

/// A question, and the program that it is about.
struct Question<'q> {
    asking: Asking<'q>,
    arguments: &'q WhyArguments,
    format: Format,
    goal: Goal,
}

impl Question<'_> {
    fn goal_text(&self) -> String {
        self.goal.display(self.asking.control.symbols()).to_string()
    }

    /// The program has no answer set. An atom that no rule can derive is explained all the same.
    fn without_answer(self) -> io::Result<u8> {
        let is_possible = !self.asking.control.possible_instances(&self.goal).is_empty();
        if self.arguments.why_not.is_some() && !is_possible {
            let facts = self.asking.control.facts().collect();
            let name = "no answer".to_owned();
            return self.explain_false(Answer { atoms: facts, costs: Vec::new(), is_optimal: false, name });
        }
        let text = "the program has no answer; `hamadryad explain` without --why and --why-not tells why\n";
        self.print(text, json!({ "outcome": "no answer" }))?;
        Ok(exit::UNSATISFIABLE)
    }

    /// The levels of an outline to print.
    fn depth(&self, outline: &Outline) -> usize {
        self.arguments.depth.unwrap_or_else(|| outline.fitting_depth(LINES, LEVELS))
    }

    fn print(&self, text: &str, mut fields: Value) -> io::Result<()> {
        if self.format == Format::Text {
            return io::stdout().write_all(text.as_bytes());
        }
        let kind = if self.arguments.why.is_some() { "why" } else { "why not" };
        fields["version"] = 1.into();
        fields["question"] = json!({ "kind": kind, "atom": self.goal_text() });
        let text = serde_json::to_string_pretty(&fields).map_err(io::Error::other)?;
        writeln!(io::stdout(), "{text}")
    }

    /// The true instances of the goal, in the order of their terms.
    fn true_instances(&self, answer: &Answer) -> Vec<Symbol> {
        let symbols = self.asking.control.symbols();
        let mut found: Vec<Symbol> =
            answer.atoms.iter().copied().filter(|&atom| self.goal.includes(symbols, atom)).collect();
        found.sort_by(|&left, &right| symbols.cmp(left, right));
        found
    }

    /// Why the atom is true: in the given answer set or, if none was chosen, in one that has it.
    fn why(mut self, first: Answer) -> io::Result<u8> {
        let mut answer = first;
        if self.true_instances(&answer).is_empty() && self.arguments.answer.is_none() {
            for atom in self.asking.control.possible_instances(&self.goal) {
                let found = match find(&mut self.asking, &[(atom, true)]) {
                    Ok(found) => found,
                    Err(code) => return Ok(code),
                };
                if let Some(other) = found {
                    let name = match other.costs == answer.costs {
                        true => "another answer; the first one lacks it",
                        false => "the best answer that has it",
                    };
                    answer = Answer { name: name.to_owned(), ..other };
                    break;
                }
            }
        }
        let atoms = self.true_instances(&answer);
        let goal = self.goal_text();
        if atoms.is_empty() {
            let place = if self.arguments.answer.is_some() { answer.name.as_str() } else { "any answer" };
            let text = format!("{goal} is not in {place}: ask `--why-not '{goal}'`\n");
            self.print(&text, json!({ "outcome": "not true" }))?;
            return Ok(exit::UNSATISFIABLE);
        }
        let stop = self.asking.stopper();
        let mut trees = Vec::new();
        for &atom in atoms.iter().take(MOST_ATOMS) {
            trees.extend(self.asking.control.why(&answer.atoms, atom, &stop));
        }
        let verified = trees.iter().all(|tree| is_justified(&self.asking.control, &answer.atoms, tree));
        if !verified && trees.iter().all(Tree::is_complete) {
            self.asking
                .session
                .messages
                .error("the explanation failed its check: please report this program");
            return Ok(exit::BROKEN_GUARANTEE);
        }
        self.show_trees(&trees, atoms.len(), &answer, verified)
    }

    fn show_trees(&self, trees: &[Tree], atoms: usize, answer: &Answer, verified: bool) -> io::Result<u8> {
        let places = Places(&self.asking.control);
        let outlines: Vec<Outline> = trees.iter().map(|tree| tree_outline(places, tree)).collect();
        let title = format!("Why {}", self.goal_text());
        if let Some(file) = &self.arguments.out {
            let tree = trees.first();
            return Ok(self.draw(file, &title, &outlines, tree.map(|tree| drawing(places, tree))));
        }
        let mut text = format!("{} is true in {}\n\n", self.goal_text(), described(answer));
        let lines: Vec<String> = outlines.iter().map(|outline| outline.text(self.depth(outline))).collect();
        text.push_str(&lines.join("\n"));
        if atoms > trees.len() {
            text.push_str(&format!("\n… and {} more atoms like it\n", atoms - trees.len()));
        }
        if trees.iter().any(|tree| tree.is_cut) {
            text.push_str("… the search ended early; a shorter reason may exist\n");
        }
        let trees: Vec<Value> = trees.iter().map(|tree| tree_json(places, tree)).collect();
        let fields = json!({
            "outcome": "true",
            "answer": answer_json(answer),
            "trees": trees,
            "verified": verified,
        });
        self.print(&text, fields)?;
        Ok(EXPLAINED)
    }

    /// Why the atom is false: in the given answer set or, if none was chosen, in one that lacks it.
    fn why_not(mut self, first: Answer) -> io::Result<u8> {
        let mut answer = first;
        let is_ground = self.goal.atom(self.asking.control.symbols_mut());
        if let Some(atom) = is_ground.filter(|atom| answer.atoms.contains(atom)) {
            let other = match self.arguments.answer {
                Some(_) => None,
                None => match find(&mut self.asking, &[(atom, false)]) {
                    Ok(found) => found,
                    Err(code) => return Ok(code),
                },
            };
            let Some(other) = other else {
                let place =
                    if self.arguments.answer.is_some() { answer.name.as_str() } else { "every answer" };
                let goal = self.goal_text();
                let text = format!("{goal} is in {place}: ask `--why '{goal}'`\n");
                self.print(&text, json!({ "outcome": "true" }))?;
                return Ok(exit::UNSATISFIABLE);
            };
            answer = Answer { name: "an answer without it".to_owned(), ..other };
        }
        self.explain_false(answer)
    }

    fn explain_false(mut self, answer: Answer) -> io::Result<u8> {
        let stop = self.asking.stopper();
        let why_not = match self.asking.control.why_not(&answer.atoms, &self.goal, &stop) {
            Ok(why_not) => why_not,
            Err(error) => {
                return Ok(self.asking.session.failed(&error, self.asking.control.sources()).exit_code());
            }
        };
        let places = Places(&self.asking.control);
        if let Some(file) = &self.arguments.out {
            let title = format!("Why not {}", self.goal_text());
            let outline = failure_outline(places, &why_not.failure);
            return Ok(self.draw(file, &title, &[outline], None));
        }
        let mut text = String::new();
        if matches!(why_not.regime, Regime::InOthers(_) | Regime::Interrupted) {
            text = format!("in {}:\n", described(&answer));
        }
        let like = self.true_instances(&answer);
        if !like.is_empty() {
            let symbols = self.asking.control.symbols();
            let names: Vec<String> = like.iter().map(|&atom| symbols.display(atom).to_string()).collect();
            text.push_str(&format!("true, and passed over: {}\n", names.join(", ")));
        }
        text.push_str(&why_not_text(places, &why_not, &answer.costs, &|outline| self.depth(outline)));
        let fields = json!({
            "outcome": "false",
            "answer": answer_json(&answer),
            "why_not": why_not_json(places, &why_not),
        });
        self.print(&text, fields)?;
        if why_not.regime == Regime::InNoAnswer && self.format == Format::Text {
            return self.exclude();
        }
        Ok(EXPLAINED)
    }

    /// Explains why no answer has the atom: the conflict under the assumption that it is true.
    fn exclude(mut self) -> io::Result<u8> {
        let possible = self.asking.control.possible_instances(&self.goal);
        let [atom] = possible[..] else { return Ok(EXPLAINED) };
        writeln!(io::stdout(), "\nif {} were true:", self.goal_text())?;
        self.asking.assumptions = vec![(atom, true)];
        conflict::run(self.asking)?;
        Ok(EXPLAINED)
    }

    /// Writes a file by its extension; returns the exit code.
    fn draw(&self, file: &str, title: &str, outlines: &[Outline], facts: Option<String>) -> u8 {
        let path = PathBuf::from(file);
        let wrote = |code| if code == exit::SUCCESS { EXPLAINED } else { code };
        if extension(file) == "html" {
            return wrote(write(&path, html(title, outlines).as_bytes()));
        }
        let Some(facts) = facts else {
            return refuse("an explanation of a false atom is written as text, JSON or .html");
        };
        let graph = match graph(&facts) {
            Ok(graph) => graph,
            Err(message) => return refuse(&message),
        };
        if matches!(extension(file).as_str(), "dot" | "gv") {
            return wrote(write(&path, hamadryad_draw::dot(&graph, Kind::Digraph).as_bytes()));
        }
        match target(file) {
            Ok(target @ Target { .. }) => {
                let svg = hamadryad_draw::svg(&graph, Kind::Digraph, Some(Style::Layers));
                let pictures = Pictures::Drawn(vec![svg]);
                let film = Film { title: title.to_owned(), pictures, chapters: Vec::new(), delay: 1000 };
                wrote(write_all(&film, &target))
            }
            Err(message) => refuse(&message),
        }
    }
}

fn extension(file: &str) -> String {
    PathBuf::from(file)
        .extension()
        .map_or_else(String::new, |extension| extension.to_string_lossy().to_ascii_lowercase())
}

/// Why a file cannot be written by its name.
fn wrong_file(file: &str) -> Option<String> {
    let known = ["html", "svg", "png", "dot", "gv"];
    let found = extension(file);
    (!known.contains(&found.as_str()))
        .then(|| format!("`{file}` has no extension of a tree: use .html, .svg, .png or .dot"))
}

/// The graph of facts in the vocabulary of drawings.
fn graph(facts: &str) -> Result<Graph, String> {
    let mut control = Control::new();
    hamadryad_draw::register(&mut control);
    let grounded = control.add("tree", facts).and_then(|()| control.ground(&[Part::base()]));
    grounded.map_err(|error| error.to_string())?;
    let atoms: Vec<Symbol> = control.atoms().collect();
    let graphs = Graph::read(control.symbols(), &atoms, "").map_err(|error| error.to_string())?;
    graphs.into_iter().next().ok_or_else(|| "the tree is empty".to_owned())
}

fn described(answer: &Answer) -> String {
    let costs: Vec<String> = answer.costs.iter().map(i64::to_string).collect();
    match costs.is_empty() {
        true => answer.name.clone(),
        false => format!("{} (costs {})", answer.name, costs.join(", ")),
    }
}

fn answer_json(answer: &Answer) -> Value {
    json!({ "name": answer.name, "costs": answer.costs, "optimal": answer.is_optimal })
}

fn refuse(message: &str) -> u8 {
    messages::print(&format!("error: {message}\n"));
    exit::BAD_INPUT
}
