//! Explanations as text: the statements of a conflict with their instances, and repairs.
//!
//! ```text
//! no answer: 2 statements cannot hold together
//!   --> rooms.lp:4:1  "Rooms are large enough."
//!    |
//!  4 | :- at(L,_,R), lesson(L,_,N), room(R,K), N > K.
//!    | ^^ for K = 20, L = art, maths, N = 40, 50 and R = small
//! ```

mod costs;
mod reason;

pub use reason::Reason;

use crate::justification::{Places, failure_outline};
use hamadryad::Control;
use hamadryad::explain::{
    Conflict, Element, ElementKind, Explainer, Facts, Label, Lacks, Repairs, RuleKind, atoms_text, factorise,
    label, product_text,
};
use hamadryad::{Name, Signature, Span, Symbol};
use hamadryad_syntax::fact_span;
use std::collections::HashSet;
use std::fmt::Write;

/// The greatest number of lines of bindings for a statement.
const LINES: usize = 3;
/// The greatest number of lines if there are more than [`LINES`]; the rest is counted.
const CUT: usize = 5;
/// The greatest number of lines of a statement.
const STATEMENT: usize = 6;
/// The greatest number of atoms in a list.
const ATOMS: usize = 24;

/// The greatest number of patterns of elements of a statement, and of the facts in their conditions.
const PATTERNS: (usize, usize) = (4, 3);
/// The greatest number of atoms that no rule can derive whose reasons are shown.
const LACKS: usize = 3;
/// The greatest number of lines of all such reasons, and of levels of one.
const REASON: (usize, usize) = (48, 16);

/// Writes explanations of the program of a control as text.
#[derive(Clone, Copy)]
pub struct Explanations<'a> {
    /// The control, with the symbols and sources of the elements.
    pub control: &'a Control,
    /// Whether all instances are listed.
    pub lists_all: bool,
}

/// The elements of one statement.
struct Block<'e> {
    kind: ElementKind,
    span: Option<Span>,
    elements: Vec<&'e Element>,
}

impl<'a> Explanations<'a> {
    /// The text of a conflict with its facts, each line ended. `instances` returns the number of instances of a
    /// statement.
    pub fn conflict(self, reason: &Reason, instances: &dyn Fn(Span) -> usize) -> String {
        let Reason { conflict, facts, lacks, elements } = reason;
        let blocks = blocks(conflict.elements());
        let mut text = format!("no answer: {}\n", title(&blocks, facts.as_ref()));
        let gutter = self.gutter(&blocks);
        for block in &blocks {
            self.block(&mut text, block, gutter, instances);
            if let Some((_, atoms)) = elements.iter().find(|(span, _)| Some(*span) == block.span) {
                let _ = writeln!(text, "{} = elements: {}", " ".repeat(gutter), self.elements(atoms));
            }
        }
        self.lacks(&mut text, lacks, gutter);
        if let Some(facts) = facts.as_ref().filter(|facts| !facts.elements.is_empty()) {
            for block in by_signature(self, &facts.elements) {
                self.facts(&mut text, &block, gutter);
            }
        }
        let space = " ".repeat(gutter);
        if let Some(facts) = facts.as_ref().filter(|facts| !facts.absent.is_empty()) {
            let patterns = atoms_text(self.control.symbols(), &facts.absent);
            let noun = match facts.absent.len() {
                1 => "is no fact",
                _ => "are no facts",
            };
            let _ = writeln!(text, "{space} = {} {noun}", list(patterns.into_iter(), self.most()));
        }
        let _ = writeln!(text, "{space} = {}", verdict(conflict));
        text
    }

    /// The atoms of elements, facts last.
    fn elements(self, atoms: &[Symbol]) -> String {
        let facts: HashSet<Symbol> = self.control.facts().collect();
        let (facts, open): (Vec<Symbol>, Vec<Symbol>) = atoms.iter().partition(|atom| facts.contains(atom));
        let patterns = |atoms: &[Symbol], most: usize| {
            let patterns = atoms_text(self.control.symbols(), atoms);
            list(patterns.into_iter(), if self.lists_all { usize::MAX } else { most })
        };
        match (&open[..], &facts[..]) {
            ([], facts) => patterns(facts, PATTERNS.0),
            (open, []) => patterns(open, PATTERNS.0),
            (open, facts) => format!("{}; by {}", patterns(open, PATTERNS.0), patterns(facts, PATTERNS.1)),
        }
    }

    /// The atoms that no rule can derive, with the rules that come nearest.
    fn lacks(self, text: &mut String, lacks: &Lacks, gutter: usize) {
        let space = " ".repeat(gutter);
        let most = if self.lists_all { usize::MAX } else { LACKS };
        for failure in lacks.failures.iter().take(most) {
            let outline = failure_outline(Places(self.control), failure);
            let lines = REASON.0 / lacks.failures.len().min(LACKS);
            let reason = outline.text(outline.fitting_depth(lines, REASON.1));
            for (number, line) in reason.lines().enumerate() {
                let before = if number == 0 { "= no rule can derive " } else { "  " };
                let _ = writeln!(text, "{space} {before}{line}");
            }
        }
        let others = lacks.failures.len().saturating_sub(most) + lacks.others;
        if others > 0 {
            let atoms = if others == 1 { "atom" } else { "atoms" };
            let _ = writeln!(text, "{space} = nor {others} more {atoms} that the conflict needs");
        }
    }

    /// The statements that are taken for granted, as a line; empty if there are none.
    pub fn granted(self, explainer: &Explainer<'_>) -> String {
        let lines: Vec<String> = explainer
            .taken_for_granted()
            .iter()
            .map(|&(kind, span)| {
                let what = match kind {
                    RuleKind::Disjunction => "the disjunction",
                    RuleKind::Theory => "the theory atom",
                    RuleKind::Edge => "#edge",
                    _ => "the statement",
                };
                format!("{what} in {}", self.place(span))
            })
            .collect();
        match &lines[..] {
            [] => String::new(),
            lines => format!("taken for granted, not looked into: {}\n", lines.join(", ")),
        }
    }

    /// The text of repairs, each line ended.
    pub fn repairs(self, repairs: &Repairs) -> String {
        let Some(first) = repairs.repairs.first() else { return "repair: none is known\n".to_owned() };
        let changes = first.changes.len();
        let number = repairs.repairs.len();
        let enough = match (repairs.is_smallest, changes) {
            (true, 1) => "1 change is enough".to_owned(),
            (true, _) => format!("{changes} changes are needed"),
            (false, _) => format!("{changes} changes are enough, perhaps fewer"),
        };
        let ways = match (number, repairs.is_complete && repairs.is_smallest) {
            (1, true) => "the only way".to_owned(),
            (_, true) => format!("{number} ways"),
            (1, false) => "one way".to_owned(),
            (_, false) => format!("{number} of the ways"),
        };
        let mut text = format!("repair: {enough}; {ways}\n");
        if changes == 1 {
            let elements = repairs.repairs.iter().flat_map(|repair| repair.changes.iter().flatten());
            for block in blocks(elements) {
                let of_block =
                    repairs.repairs.iter().filter(|repair| is_in(&repair.changes[0], &block)).count();
                let _ = writeln!(text, "   {}", self.change(&block, of_block));
            }
        } else {
            for (number, repair) in repairs.repairs.iter().enumerate() {
                let blocks = blocks(repair.changes.iter().flatten());
                for (at, block) in blocks.iter().enumerate() {
                    let number = if at == 0 { format!("{}.", number + 1) } else { String::new() };
                    let _ = writeln!(text, "{number:>5} {}", self.change(block, 1));
                }
            }
        }
        if !repairs.repairs.iter().all(|repair| repair.is_verified) {
            text.push_str("   = not all of them were checked (time)\n");
        }
        text
    }

    /// The width of line numbers.
    fn gutter(self, blocks: &[Block<'_>]) -> usize {
        let lines = blocks.iter().filter_map(|block| block.span).map(|span| self.line(span));
        lines.max().unwrap_or(1).to_string().len() + 1
    }

    fn line(self, span: Span) -> u32 {
        self.control.sources().location(span.file, span.start).line
    }

    fn place(self, span: Span) -> String {
        let at = self.control.sources().location(span.file, span.start);
        format!("{}:{}:{}", self.control.sources().name(span.file), at.line, at.column)
    }

    fn atom(self, atom: Option<Symbol>) -> String {
        atom.map_or("an atom".to_owned(), |atom| self.control.symbols().display(atom).to_string())
    }

    fn block(self, text: &mut String, block: &Block<'_>, gutter: usize, instances: &dyn Fn(Span) -> usize) {
        let space = " ".repeat(gutter);
        match (block.kind, block.span) {
            (ElementKind::Fact, _) => self.facts(text, block, gutter),
            (ElementKind::Closed, _) => {
                let atoms = block.elements.iter().map(|element| self.atom(element.atom));
                let atoms = list(atoms, self.most());
                let _ = writeln!(text, "{space} = nothing else derives {atoms}{}", self.rules_for(block));
            }
            (ElementKind::Complement, _) => {
                for element in &block.elements {
                    let (atom, negation) = self.complements(element.atom);
                    let _ = writeln!(text, "{space} = {atom} and {negation} exclude each other");
                }
            }
            (ElementKind::External | ElementKind::Assumption, _) => {
                for element in &block.elements {
                    let what = if block.kind == ElementKind::External { "external" } else { "assumed" };
                    let _ = writeln!(
                        text,
                        "{space} = {} is {what} as {}",
                        self.atom(element.atom),
                        element.value
                    );
                }
            }
            (ElementKind::Bound, _) => {
                for (priority, greatest) in block.elements.iter().filter_map(|element| element.bound) {
                    let level =
                        if priority == 0 { String::new() } else { format!(" at priority {priority}") };
                    let _ = writeln!(text, "{space} = the costs{level} are at most {greatest}");
                }
            }
            (ElementKind::Ground, _) => {
                for element in &block.elements {
                    let _ = writeln!(text, "{space} = the ground rule {}", self.ground(element));
                }
            }
            (_, Some(span)) => self.statement(text, block, span, gutter, instances(span)),
            (_, None) => {}
        }
    }

    /// The places of the rules for the atoms of a block, by predicate.
    fn rules_for(self, block: &Block<'_>) -> String {
        let symbols = self.control.symbols();
        let mut signatures: Vec<Signature> = Vec::new();
        for signature in block.elements.iter().filter_map(|element| symbols.signature(element.atom?)) {
            if !signatures.contains(&signature) {
                signatures.push(signature);
            }
        }
        let mut text = String::new();
        for signature in signatures {
            let spans = self.control.statements_deriving(signature);
            if !spans.is_empty() {
                let sign = if signature.positive { "" } else { "-" };
                let name = symbols.text(signature.name);
                let places = self.places(spans.into_iter());
                let _ = write!(text, "; rules for {sign}{name}/{}: {places}", signature.arity);
            }
        }
        text
    }

    /// Files and lines.
    fn places(self, spans: impl Iterator<Item = Span>) -> String {
        let sources = self.control.sources();
        let mut places: Vec<(String, u32)> =
            spans.map(|span| (sources.name(span.file).to_owned(), self.line(span))).collect();
        places.sort();
        places.dedup();
        let mut shown = String::new();
        let mut last = "";
        for (file, line) in places.iter().take(ATOMS) {
            let _ = match (last == file, shown.is_empty()) {
                (true, _) => write!(shown, ", {line}"),
                (false, true) => write!(shown, "{file}:{line}"),
                (false, false) => write!(shown, "; {file}:{line}"),
            };
            last = file;
        }
        if places.len() > ATOMS {
            shown.push_str(", …");
        }
        shown
    }

    fn most(self) -> usize {
        if self.lists_all { usize::MAX } else { ATOMS }
    }

    /// A statement with its bindings.
    fn statement(self, text: &mut String, block: &Block<'_>, span: Span, gutter: usize, total: usize) {
        let sources = self.control.sources();
        let space = " ".repeat(gutter);
        let label = label(sources, span);
        let comment = match &label {
            Some(Label::Comment(comment)) => format!("  \"{comment}\""),
            _ => String::new(),
        };
        let _ = writeln!(text, "{space}--> {}{comment}\n{space} |", self.place(span));
        let whole = sources.text(span.file);
        let (start, end) = (span.start as usize, (span.end as usize).min(whole.len()));
        let line_start = whole[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = whole[end..].find('\n').map_or(whole.len(), |at| end + at);
        let lines: Vec<&str> = whole[line_start..line_end].lines().collect();
        let first = self.line(span) as usize;
        for (number, line) in lines.iter().enumerate().take(STATEMENT) {
            let _ = writeln!(text, "{:>gutter$} | {}", first + number, line.trim_end());
        }
        if lines.len() > STATEMENT {
            let _ = writeln!(text, "{space} | … {} more lines", lines.len() - STATEMENT);
        }
        let carets = if lines.len() == 1 {
            let before: String =
                whole[line_start..start].chars().map(|c| if c == '\t' { c } else { ' ' }).collect();
            let width = whole[start..end].chars().count().max(1);
            format!("{before}{}", "^".repeat(width))
        } else {
            "^^^".to_owned()
        };
        let lines = match &label {
            Some(template @ Label::Template(..)) => self.labelled(template, block),
            _ => self.bindings(block, total),
        };
        let indent = " ".repeat(carets.chars().count());
        for (number, line) in lines.iter().enumerate() {
            let before = if number == 0 { &carets } else { &indent };
            let _ = writeln!(text, "{space} | {before} {line}");
        }
        if lines.is_empty() {
            let _ = writeln!(text, "{space} | {carets}");
        }
    }

    /// The bindings of a block, in few lines.
    fn bindings(self, block: &Block<'_>, total: usize) -> Vec<String> {
        let symbols = self.control.symbols();
        let summarised = block.elements.iter().map(|element| element.instances).sum::<usize>();
        let rows: Vec<Vec<(Name, Symbol)>> =
            block.elements.iter().map(|element| element.bindings.clone()).collect();
        if rows.iter().all(Vec::is_empty) {
            return match summarised {
                1 => Vec::new(),
                number => vec![format!("with its {number} instances")],
            };
        }
        let products = factorise(symbols, &rows);
        let most = match products.len() {
            _ if self.lists_all => usize::MAX,
            0..=LINES => LINES,
            _ => CUT,
        };
        let mut lines: Vec<String> = Vec::new();
        for (number, product) in products.iter().enumerate().take(most) {
            let word = if number == 0 { "for" } else { "and" };
            lines.push(format!("{word} {}", product_text(symbols, product)));
        }
        if products.len() > most {
            let rest: usize = products[most..].iter().map(hamadryad::explain::Product::size).sum();
            lines.push(format!("and {rest} more instance{}", if rest == 1 { "" } else { "s" }));
        }
        if total > rows.len() && rows.len() > 1 {
            let last = lines.last_mut().expect("there is a line");
            let _ = write!(last, " ({} of {total} instances)", rows.len());
        }
        lines
    }

    /// The texts of the author for each instance.
    fn labelled(self, label: &Label, block: &Block<'_>) -> Vec<String> {
        let mut texts: Vec<String> = block
            .elements
            .iter()
            .map(|element| label.text(self.control.symbols(), &element.bindings))
            .collect();
        texts.dedup();
        let most = if self.lists_all { usize::MAX } else { 2 * CUT };
        let rest = texts.len().saturating_sub(most);
        texts.truncate(most);
        if rest > 0 {
            texts.push(format!("and {rest} more"));
        }
        texts
    }

    /// Facts with their places.
    fn facts(self, text: &mut String, block: &Block<'_>, gutter: usize) {
        let space = " ".repeat(gutter);
        let shown = self.places(block.elements.iter().filter_map(|element| self.fact_span(element)));
        let atoms = block.elements.iter().map(|element| self.atom(element.atom));
        let noun = match (block.kind, block.elements.len()) {
            (ElementKind::Rule, _) => "from the facts:",
            (_, 1) => "fact",
            _ => "facts",
        };
        let _ = writeln!(text, "{space}--> {shown}");
        let _ = writeln!(text, "{space} | {noun} {}", list(atoms, self.most()));
    }

    /// The place of a fact; of a fact from an interval, its statement.
    pub fn fact_span(self, element: &Element) -> Option<Span> {
        match element.fact.and_then(|number| self.control.fact_place(number)) {
            Some((run, position)) => Some(fact_span(self.control.sources(), run, position)),
            None => element.span,
        }
    }

    /// An atom and its classical negation.
    fn complements(self, atom: Option<Symbol>) -> (String, String) {
        let atom = self.atom(atom);
        match atom.strip_prefix('-') {
            Some(positive) => (positive.to_owned(), atom.clone()),
            None => (atom.clone(), format!("-{atom}")),
        }
    }

    fn ground(self, element: &Element) -> String {
        let Some((head, body)) = &element.ground else { return self.atom(element.atom) };
        let name = |literal: &hamadryad::Literal| {
            let atom = literal.atom();
            let name = self.control.recorded().and_then(|program| program.name_of(atom));
            let name = name.map_or(format!("x_{}", atom.number()), |name| {
                self.control.symbols().display(name).to_string()
            });
            if literal.is_positive() { name } else { format!("not {name}") }
        };
        let texts =
            |literals: &[hamadryad::Literal]| literals.iter().map(name).collect::<Vec<_>>().join(", ");
        let (head, body) = (texts(head), texts(body));
        if body.is_empty() {
            format!("{head}.")
        } else {
            format!("{head} :- {body}.").trim_start().to_owned()
        }
    }

    /// The change that a repair makes to the elements of a block; `ways` of them are alternatives.
    fn change(self, block: &Block<'_>, ways: usize) -> String {
        let elements = &block.elements;
        let atoms = || list(elements.iter().map(|element| self.atom(element.atom)), self.most());
        let or = if ways > 1 { "one of " } else { "" };
        match block.kind {
            ElementKind::Fact => format!("leave out {or}{}", atoms()),
            ElementKind::Closed => format!("add {or}{}", atoms()),
            ElementKind::External | ElementKind::Assumption => {
                let noun = if block.kind == ElementKind::External { "external" } else { "assumption" };
                format!("change the {noun} {or}{}", atoms())
            }
            ElementKind::Complement => format!("let {or}{} and its negation hold together", atoms()),
            ElementKind::Bound => "allow higher costs".to_owned(),
            ElementKind::Ground => {
                let rules = elements.iter().map(|element| self.ground(element));
                format!("give up {or}{}", list(rules, self.most()))
            }
            kind => {
                let verb = match kind {
                    ElementKind::Choice => "give up the bounds",
                    ElementKind::Constraint => "give up the constraint",
                    _ => "give up the rule",
                };
                let place = block.span.map_or_else(String::new, |span| self.place(span));
                let label = block.span.and_then(|span| label(self.control.sources(), span));
                let name = match label {
                    Some(Label::Comment(comment)) => format!("\"{comment}\""),
                    _ => {
                        block.span.map_or_else(String::new, |span| short(self.control.sources().slice(span)))
                    }
                };
                let bindings = self.bindings(block, 0).join("; ");
                let alternatives = if ways > 1 { format!(" ({ways} ways)") } else { String::new() };
                format!("{verb} {place} {name} {bindings}").trim_end().to_owned() + &alternatives
            }
        }
    }
}

/// The elements by statements; elements of a kind without a text form one block.
fn blocks<'e>(elements: impl Iterator<Item = &'e Element>) -> Vec<Block<'e>> {
    let mut blocks: Vec<Block<'e>> = Vec::new();
    for element in elements {
        let has_text = !matches!(element.kind, ElementKind::Fact);
        let span = element.span.filter(|_| has_text);
        let found = blocks.iter_mut().find(|block| block.span == span && block.kind == element.kind);
        match found {
            Some(block) => block.elements.push(element),
            None => blocks.push(Block { kind: element.kind, span, elements: vec![element] }),
        }
    }
    blocks
}

/// Facts by the names of their predicates.
fn by_signature<'e>(texts: Explanations<'_>, facts: &'e [Element]) -> Vec<Block<'e>> {
    let symbols = texts.control.symbols();
    let signature = |element: &Element| element.atom.and_then(|atom| symbols.signature(atom));
    let mut found: Vec<Block<'e>> = Vec::new();
    for element in facts {
        let of = |element: &Element| (element.kind, signature(element));
        let same = found.iter_mut().find(|block| of(block.elements[0]) == of(element));
        match same {
            Some(block) => block.elements.push(element),
            None => found.push(Block { kind: element.kind, span: None, elements: vec![element] }),
        }
    }
    found
}

fn is_in(changes: &[Element], block: &Block<'_>) -> bool {
    changes.first().is_some_and(|first| block.elements.iter().any(|element| **element == *first))
}

fn title(blocks: &[Block<'_>], facts: Option<&Facts>) -> String {
    let statements = blocks.iter().filter(|block| block.span.is_some()).count();
    let has_facts = facts.is_some_and(|facts| !facts.elements.is_empty());
    match (statements, blocks.len() - statements, has_facts) {
        (0, _, _) => "these cannot hold together".to_owned(),
        (1, 0, false) => "this statement cannot hold".to_owned(),
        (1, 0, true) => "this statement cannot hold with the facts".to_owned(),
        (1, _, _) => "this statement cannot hold".to_owned(),
        (number, _, _) => format!("{number} statements cannot hold together"),
    }
}

fn verdict(conflict: &Conflict) -> String {
    let parts = conflict.parts.len();
    let size = if conflict.is_smallest { "; no conflict is smaller" } else { "" };
    match (conflict.is_minimal, conflict.is_verified) {
        (true, _) if parts == 1 => format!("minimal: without it there is an answer (checked){size}"),
        (true, _) => {
            format!("minimal: without any one of the {parts} parts there is an answer (checked){size}")
        }
        (false, true) => "perhaps not minimal (time); the conflict itself was checked".to_owned(),
        (false, false) => "perhaps not minimal, and not checked (time)".to_owned(),
    }
}

/// A list of texts, cut after `most`.
fn list(texts: impl Iterator<Item = String>, most: usize) -> String {
    let mut texts: Vec<String> = texts.collect();
    texts.dedup();
    let rest = texts.len().saturating_sub(most);
    texts.truncate(most);
    if rest > 0 {
        texts.push(format!("and {rest} more"));
    }
    texts.join(", ")
}

/// A statement in one line, cut.
fn short(statement: &str) -> String {
    let line = statement.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 60 { line } else { line.chars().take(57).collect::<String>() + "…" }
}
