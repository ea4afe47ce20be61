//! clingo's text (`--outf=0`), and the format of the answer set programming competitions (`--outf=1`), which
//! has other keywords and a `%` before each line that is not an answer. Answers to clauses and to
//! pseudo-Boolean constraints have the format of their own competitions.

use super::{Format, Interruption, ModelView, Parts, Problem, SearchRow, Summary, Verdict};
use hamadryad::Consequences;
use std::io::{self, Write};

/// The keywords in which the two formats differ.
struct Words {
    comment: &'static str,
    values: &'static str,
    atom_end: &'static str,
    /// The end of the values.
    end: &'static str,
    /// The text before the number of a variable.
    variable: &'static str,
    costs: &'static str,
    result: &'static str,
    satisfiable: &'static str,
    unsatisfiable: &'static str,
    optimum: &'static str,
}

const PLAIN: Words = Words {
    comment: "",
    values: "",
    atom_end: "",
    end: "",
    variable: "",
    costs: "Optimization: ",
    result: "",
    satisfiable: "SATISFIABLE",
    unsatisfiable: "UNSATISFIABLE",
    optimum: "OPTIMUM FOUND",
};

const COMPETITION: Words = Words {
    comment: "% ",
    values: "ANSWER\n",
    atom_end: ".",
    costs: "COST ",
    satisfiable: "",
    unsatisfiable: "INCONSISTENT",
    optimum: "OPTIMUM",
    ..PLAIN
};

/// The format of the competitions of satisfiability solvers.
const CLAUSES: Words = Words { comment: "c ", values: "v ", end: "0", costs: "o ", result: "s ", ..PLAIN };

/// The format of the competitions of pseudo-Boolean solvers.
const PSEUDO_BOOLEAN: Words = Words { end: "", variable: "x", ..CLAUSES };

/// The length after which a line with the values of variables ends.
const LONGEST_LINE: usize = 70;

/// The texts around the atoms of an answer (`--out-atomf`, `--out-ifs`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtomStyle {
    /// The text before each atom.
    pub before: String,
    /// The text after each atom.
    pub after: String,
    /// The character between two atoms.
    pub separator: char,
    /// The texts before and after the number of a variable, behind the sign; `None` for those of the problem.
    pub variable: Option<(String, String)>,
}

impl AtomStyle {
    fn of(words: &Words) -> AtomStyle {
        AtomStyle { before: String::new(), after: words.atom_end.to_owned(), separator: ' ', variable: None }
    }
}

/// The name and version of this program.
pub(super) fn title() -> String {
    format!("hamadryad version {}", env!("CARGO_PKG_VERSION"))
}

/// Answers as lines of text.
pub struct Text<W: Write> {
    out: W,
    words: &'static Words,
    style: AtomStyle,
    /// Whether the symbols of answers are literals of variables.
    has_variables: bool,
    /// Whether to print more than models and the verdict.
    verbose: bool,
    /// The first line.
    title: String,
    /// The function that prints answers.
    printer: Option<Printer>,
    table: Table,
}

/// Prints an answer; the function that it receives prints the symbols as usual.
pub type Printer = Box<dyn FnMut(&mut dyn FnMut() -> io::Result<()>) -> io::Result<()> + Send>;

/// The table of a search. Its heading is repeated, as in clingo.
#[derive(Default)]
struct Table {
    /// The lines until the next heading.
    lines: usize,
    /// Whether rows stand above the present line, up to a rule or a heading.
    is_open: bool,
    /// Whether another text stands between the rows and the present line.
    is_interrupted: bool,
}

/// The rows between two headings.
const ROWS: usize = 20;

const HEADING: [&str; 2] = [
    "ID:T       Vars           Constraints         State            Limits            Time     |",
    "       #free/#fixed   #problem/#learnt  #conflicts/ratio #conflict/#learnt                |",
];

impl<W: Write> Text<W> {
    /// The format for human readers.
    pub fn plain(out: W, verbose: bool) -> Text<W> {
        Text {
            out,
            words: &PLAIN,
            style: AtomStyle::of(&PLAIN),
            has_variables: false,
            verbose,
            title: title(),
            printer: None,
            table: Table::default(),
        }
    }

    /// The format of the competitions.
    pub fn competition(out: W, verbose: bool) -> Text<W> {
        Text {
            out,
            words: &COMPETITION,
            style: AtomStyle::of(&COMPETITION),
            has_variables: false,
            verbose,
            title: title(),
            printer: None,
            table: Table::default(),
        }
    }

    /// The format with a changed style of atoms.
    pub fn with_style(mut self, change: impl FnOnce(&mut AtomStyle)) -> Text<W> {
        change(&mut self.style);
        self
    }

    /// The format with another name and version of the program.
    pub fn with_title(self, title: &str) -> Text<W> {
        Text { title: title.to_owned(), ..self }
    }

    /// The format with a function that prints answers.
    pub fn with_printer(self, printer: Printer) -> Text<W> {
        Text { printer: Some(printer), ..self }
    }

    /// Prints the symbols of an answer, by the function if there is one.
    fn print_values(&mut self, shown: &[String]) -> io::Result<()> {
        let Some(mut printer) = self.printer.take() else {
            self.values(shown)?;
            return writeln!(self.out);
        };
        // The function may print past this writer.
        self.out.flush()?;
        let result = printer(&mut || {
            self.values(shown)?;
            writeln!(self.out)?;
            self.out.flush()
        });
        self.printer = Some(printer);
        result
    }

    /// The text of a symbol.
    fn atom(&self, symbol: &str) -> String {
        let AtomStyle { before, after, variable, .. } = &self.style;
        // Extensions of the formats give names to literals.
        if !self.has_variables || symbol.parse::<i64>().is_err() {
            return format!("{before}{symbol}{after}");
        }
        let given = variable.as_ref().map(|(before, after)| (&before[..], &after[..]));
        let (before, after) = given.unwrap_or((self.words.variable, ""));
        match symbol.strip_prefix('-') {
            Some(number) => format!("-{before}{number}{after}"),
            None => format!("{before}{symbol}{after}"),
        }
    }

    /// The symbols of an answer, without the end of the line.
    fn values(&mut self, shown: &[String]) -> io::Result<()> {
        self.out.write_all(self.words.values.as_bytes())?;
        let separator = self.style.separator;
        let again = self.after_break();
        let mut length = 0;
        for (place, symbol) in shown.iter().enumerate() {
            if place > 0 && self.has_variables && separator == ' ' && length >= LONGEST_LINE {
                write!(self.out, "\n{}", self.words.values)?;
                length = 0;
            } else if place > 0 {
                write!(self.out, "{separator}{again}")?;
                length += 1;
            }
            let atom = self.atom(symbol);
            length += atom.len();
            self.out.write_all(atom.as_bytes())?;
        }
        if !self.words.end.is_empty() {
            write!(self.out, "{separator}{again}{}", self.words.end)?;
        }
        Ok(())
    }

    /// The text that begins a line of values, if a separator has ended the one before.
    fn after_break(&self) -> &'static str {
        let breaks = self.style.separator == '\n' && !self.words.values.ends_with('\n');
        if breaks { self.words.values } else { "" }
    }

    /// Interrupts the table by some lines of text.
    fn interrupt_table(&mut self, lines: usize) -> io::Result<()> {
        if self.table.is_open && !std::mem::replace(&mut self.table.is_interrupted, true) {
            self.horizontal_rule()?;
        }
        self.table.lines = self.table.lines.saturating_sub(lines);
        Ok(())
    }

    fn horizontal_rule(&mut self) -> io::Result<()> {
        self.comment(&format!("{}|", "-".repeat(WIDTH)))
    }

    fn comment(&mut self, text: &str) -> io::Result<()> {
        if self.verbose {
            writeln!(self.out, "{}{text}", self.words.comment)?;
            self.out.flush()?;
        }
        Ok(())
    }

    fn field(&mut self, key: &str, value: &str) -> io::Result<()> {
        let width = 13 + self.words.comment.len();
        writeln!(self.out, "{}{key:<width$}: {value}", self.words.comment)
    }

    fn statistics(&mut self, summary: &Summary) -> io::Result<()> {
        let mut group = "";
        for statistic in &summary.ending.statistics {
            if statistic.group != group {
                writeln!(self.out, "{}", self.words.comment)?;
                group = statistic.group;
            }
            self.field(&statistic.name, &statistic.text)?;
        }
        if !group.is_empty() {
            self.empty_line()?;
        }
        let threads = &summary.ending.statistics_of_threads;
        if !threads.is_empty() {
            writeln!(self.out, "{}============ Thread Stats ============", self.words.comment)?;
            self.empty_line()?;
        }
        for (number, thread) in threads.iter().enumerate() {
            writeln!(self.out, "{}[Thread {number}]", self.words.comment)?;
            self.empty_line()?;
            thread.iter().try_for_each(|line| self.field(&line.name, &line.text))?;
            self.empty_line()?;
        }
        Ok(())
    }

    fn empty_line(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.words.comment)
    }

    fn details(&mut self, summary: &Summary) -> io::Result<()> {
        writeln!(self.out, "{}", self.words.comment)?;
        match summary.ending.interrupted {
            Some(Interruption::TimeLimit) => self.field("TIME LIMIT", "1")?,
            Some(Interruption::MemoryLimit) => self.field("MEMORY LIMIT", "1")?,
            Some(Interruption::Signal) => self.field("INTERRUPTED", "1")?,
            None => (),
        }
        let more = if summary.ending.exhausted { "" } else { "+" };
        self.field("Models", &format!("{}{more}", summary.models))?;
        let consequences = summary.asked.zip(summary.ending.consequences);
        if let Some((asked, estimate)) = consequences {
            let known = if estimate.open == 0 { "yes" } else { "unknown" };
            self.field(&format!("  {}", name_of(asked)), known)?;
        }
        if let Some(costs) = &summary.costs {
            self.field("  Optimum", if summary.optimum { "yes" } else { "unknown" })?;
            if summary.ending.optimizing {
                if summary.optimal > 1 {
                    self.field("  Optimal", &summary.optimal.to_string())?;
                }
                self.field("Optimization", &joined(costs))?;
            }
        }
        if let Some((_, estimate)) = consequences {
            let more = if estimate.open == 0 { "" } else { "+" };
            self.field("Consequences", &format!("{}{more}", estimate.known))?;
        }
        if !summary.ending.bounds.is_empty() && summary.ending.optimizing {
            self.field("Bounds", &intervals(&summary.ending.bounds, summary.costs.as_deref()))?;
        }
        if let Some(calls) = summary.calls {
            self.field("Calls", &calls.to_string())?;
        }
        let times = summary.ending.times;
        let phases = format!(
            "{:.3}s (Solving: {:.2}s 1st Model: {:.2}s Unsat: {:.2}s)",
            times.total, times.solve, times.first_model, times.unsat
        );
        self.field("Time", &phases)?;
        if let Some(cpu) = times.cpu {
            self.field("CPU Time", &format!("{cpu:.3}s"))?;
        }
        match summary.ending.threads {
            Some((number, winner)) => self.field("Threads", &format!("{number:<8} (Winner: {winner})")),
            None => Ok(()),
        }
    }

    fn verdict(&mut self, summary: &Summary) -> io::Result<()> {
        let verdict = match summary.verdict() {
            Verdict::Unknown => "UNKNOWN",
            Verdict::Satisfiable => self.words.satisfiable,
            Verdict::Unsatisfiable => self.words.unsatisfiable,
            Verdict::Optimum => self.words.optimum,
        };
        if !verdict.is_empty() {
            writeln!(self.out, "{}{verdict}", self.words.result)?;
        }
        if self.verbose || !summary.ending.statistics.is_empty() { self.details(summary) } else { Ok(()) }
    }
}

/// The width of the lines between the parts of a run, and the heading of the last one.
const WIDTH: usize = 90;

/// The bounds of each priority: a number if both are equal, else an interval.
fn intervals(lower: &[i64], best: Option<&[i64]>) -> String {
    let number = lower.len().max(best.map_or(0, <[i64]>::len));
    let one = |place: usize| {
        let low = lower.get(place).copied();
        match best.and_then(|best| best.get(place)) {
            Some(&cost) if low == Some(cost) => cost.to_string(),
            Some(cost) => format!("[{};{cost}]", low.unwrap_or(0)),
            None => format!("[{};*]", low.unwrap_or(0)),
        }
    };
    (0..number).map(one).collect::<Vec<String>>().join(" ")
}

/// A number as C's `%g` prints it, with six digits.
fn general(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let exponent = number.abs().log10().floor() as i32;
    if !(-5..6).contains(&exponent) {
        return format!("{number:e}");
    }
    let text = format!("{number:.*}", (5 - exponent).max(0) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

impl<W: Write + Send> Format for Text<W> {
    fn problem(&mut self, problem: Problem) {
        let words = match problem {
            Problem::Program => return,
            Problem::Clauses => &CLAUSES,
            Problem::PseudoBoolean => &PSEUDO_BOOLEAN,
        };
        (self.words, self.has_variables) = (words, true);
    }

    fn begin(&mut self, inputs: &[String]) -> io::Result<()> {
        self.comment(&self.title.clone())?;
        match inputs {
            [] => self.comment("Reading from stdin"),
            [only] => self.comment(&format!("Reading from {}", shortened(only))),
            [first, ..] => self.comment(&format!("Reading from {} ...", shortened(first))),
        }
    }

    fn begin_call(&mut self, _: f64) -> io::Result<()> {
        self.table = Table::default();
        Ok(())
    }

    fn solving(&mut self) -> io::Result<()> {
        self.comment("Solving...")
    }

    fn model(&mut self, model: &ModelView, number: u64, at: f64, parts: Parts) -> io::Result<()> {
        self.interrupt_table(3)?;
        self.comment(&format!("Answer: {number} (Time: {at:.3}s)"))?;
        if parts.values {
            self.print_values(&model.shown)?;
        }
        if let Some(estimate) = model.consequences.filter(|_| parts.consequences) {
            let most = estimate.known + estimate.open;
            writeln!(self.out, "{}Consequences: [{};{most}]", self.words.comment, estimate.known)?;
        }
        if parts.costs {
            let costs: Vec<String> = model.costs.iter().map(i64::to_string).collect();
            let between = match self.style.separator {
                '\n' => format!("\n{}", self.words.costs),
                other => other.to_string(),
            };
            writeln!(self.out, "{}{}", self.words.costs, costs.join(&between))?;
        }
        // The reader receives each answer as soon as it is found.
        self.out.flush()
    }

    fn end_call(&mut self, _: f64, _: bool) -> io::Result<()> {
        Ok(())
    }

    fn rule(&mut self) -> io::Result<()> {
        self.horizontal_rule()
    }

    fn preparation(&mut self, reading: f64, preprocessing: f64) -> io::Result<()> {
        if self.verbose {
            self.field("Reading", &format!("{reading:.3}s"))?;
            self.field("Preprocessing", &format!("{preprocessing:.3}s"))?;
        }
        Ok(())
    }

    fn progress(&mut self, lower: &[i64], best: Option<&[i64]>, at: f64) -> io::Result<()> {
        let Some((low, reached)) = lower.split_last() else { return Ok(()) };
        let reached: String = reached.iter().map(|cost| format!("{cost} ")).collect();
        let bounds = match best.and_then(|best| best.get(lower.len() - 1)) {
            Some(cost) => {
                let width = cost.to_string().len();
                let error = (cost - low) as f64 / (*low as f64).abs();
                let error =
                    if error.is_finite() { format!("Error: {} ", general(error)) } else { String::new() };
                format!("{reached}[{low:width$};{cost}] ({error}Time: {at:.3}s)")
            }
            None => format!("{reached}[{low:6};inf] (Time: {at:.3}s)"),
        };
        self.interrupt_table(1)?;
        self.comment(&format!("Progression : {bounds}"))
    }

    fn search_row(&mut self, row: &SearchRow, at: f64) -> io::Result<()> {
        if self.table.lines == 0 {
            self.rule()?;
            HEADING.iter().try_for_each(|line| self.comment(line))?;
            self.rule()?;
            self.table.lines = ROWS;
        } else if self.table.is_interrupted {
            self.rule()?;
        }
        (self.table.is_open, self.table.is_interrupted) = (true, false);
        self.table.lines -= 1;
        let SearchRow { variables, clauses, effort: [conflicts, decisions], limit, .. } = *row;
        let kind = if row.has_ended { 'E' } else { 'R' };
        let ratio = if decisions == 0 { 0.0 } else { conflicts as f64 / decisions as f64 };
        let [open, fixed] = variables;
        let [problem, learnt] = clauses;
        // The engine has no limit on the number of learnt clauses.
        self.comment(&format!(
            " 0:{kind}|{open:7}/{fixed:<7}|{problem:8}/{learnt:<8}|{conflicts:10}/{ratio:<6.3}|{limit:8}/{:<10}| {at:10.3}s |",
            -1
        ))
    }

    fn call_summary(&mut self, summary: &Summary) -> io::Result<()> {
        self.verdict(summary)
    }

    fn accumulation(&mut self) -> io::Result<()> {
        let heading = " Accumulation ";
        self.comment(&format!("{heading:=^WIDTH$}|"))
    }

    fn summary(&mut self, summary: &Summary) -> io::Result<()> {
        self.verdict(summary)?;
        self.statistics(summary)?;
        self.out.flush()
    }
}

/// clingo's name for a kind of consequences.
pub(super) fn name_of(kind: Consequences) -> &'static str {
    match kind {
        Consequences::Brave => "Brave",
        Consequences::Cautious => "Cautious",
    }
}

fn joined(costs: &[i64]) -> String {
    costs.iter().map(i64::to_string).collect::<Vec<String>>().join(" ")
}

/// The end of a long name, in clingo's style.
fn shortened(name: &str) -> String {
    if name.len() < 40 {
        return name.to_owned();
    }
    let start = (name.len() - 38..=name.len()).find(|&at| name.is_char_boundary(at)).unwrap_or(0);
    format!("...{}", &name[start..])
}
