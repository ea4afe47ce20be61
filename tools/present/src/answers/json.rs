//! clingo's JSON (`--outf=2`): one object, written during the run, equal to clingo's layout in every byte.

use super::text::name_of;
use super::{Ending, Entry, Format, Interruption, ModelView, Parts, Problem, Statistic, Summary, Verdict};
use hamadryad::Estimate;
use std::io::{self, Write};

/// Answers as JSON.
pub struct Json<W: Write> {
    out: W,
    verbose: bool,
    /// The closing brackets of the open objects and arrays.
    open: Vec<char>,
    /// Whether the innermost object or array already has an entry.
    continued: bool,
    has_witnesses: bool,
    /// Whether the object of the last call is open for its summary.
    call_is_open: bool,
    /// Whether the symbols of answers are literals of variables: numbers.
    has_variables: bool,
    /// The name and version of the program.
    title: String,
}

impl<W: Write> Json<W> {
    /// The format; `verbose` adds everything but models and result.
    pub fn new(out: W, verbose: bool) -> Json<W> {
        let (open, continued, has_witnesses) = (Vec::new(), false, false);
        let (call_is_open, has_variables, title) = (false, false, super::text::title());
        Json { out, verbose, open, continued, has_witnesses, call_is_open, has_variables, title }
    }

    /// The format with another name and version of the program.
    pub fn with_title(self, title: &str) -> Json<W> {
        Json { title: title.to_owned(), ..self }
    }

    fn key(&mut self, key: &str) -> io::Result<()> {
        if self.continued {
            self.out.write_all(b",\n")?;
        }
        self.continued = true;
        let indent = 2 * self.open.len();
        write!(self.out, "{:indent$}", "")?;
        if key.is_empty() { Ok(()) } else { write!(self.out, "\"{key}\": ") }
    }

    fn value(&mut self, key: &str, value: &str) -> io::Result<()> {
        self.key(key)?;
        self.out.write_all(value.as_bytes())
    }

    fn seconds(&mut self, key: &str, value: f64) -> io::Result<()> {
        self.value(key, &format!("{value:.3}"))
    }

    /// Opens an object or array; an entry of an array has the empty key.
    fn push(&mut self, key: &str, close: char) -> io::Result<()> {
        self.key(key)?;
        self.open.push(close);
        self.continued = false;
        self.out.write_all(if close == '}' { b"{\n" } else { b"[\n" })
    }

    fn pop(&mut self) -> io::Result<()> {
        let close = self.open.pop().expect("what is closed has been opened");
        self.continued = true;
        let indent = 2 * self.open.len();
        write!(self.out, "\n{:indent$}{close}", "")
    }

    /// An array that stands on one line.
    fn row(&mut self, key: &str, entries: impl Iterator<Item = String>, separator: &str) -> io::Result<()> {
        self.push(key, ']')?;
        let indent = 2 * self.open.len();
        let entries: Vec<String> = entries.collect();
        write!(self.out, "{:indent$}{}", "", entries.join(separator))?;
        self.pop()
    }

    fn consequences(&mut self, estimate: Estimate) -> io::Result<()> {
        self.push("Consequences", '}')?;
        self.value("True", &estimate.known.to_string())?;
        self.value("Open", &estimate.open.to_string())?;
        self.pop()
    }

    fn costs(&mut self, costs: &[i64]) -> io::Result<()> {
        self.row("Costs", costs.iter().map(i64::to_string), ", ")
    }

    /// Begins an entry of the witnesses of the call.
    fn begin_witness(&mut self, at: f64) -> io::Result<()> {
        if !self.has_witnesses {
            self.push("Witnesses", ']')?;
            self.has_witnesses = true;
        }
        self.push("", '}')?;
        self.seconds("Time", at)
    }

    fn end_witnesses(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.has_witnesses) { self.pop() } else { Ok(()) }
    }

    /// Ends the object of the last call, if it is open.
    fn close_call(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.call_is_open) { self.pop() } else { Ok(()) }
    }

    fn result(&mut self, summary: &Summary) -> io::Result<()> {
        let verdict = match summary.verdict() {
            Verdict::Unknown => "\"UNKNOWN\"",
            Verdict::Satisfiable => "\"SATISFIABLE\"",
            Verdict::Unsatisfiable => "\"UNSATISFIABLE\"",
            Verdict::Optimum => "\"OPTIMUM FOUND\"",
        };
        self.value("Result", verdict)?;
        if self.verbose { self.details(summary) } else { Ok(()) }
    }

    fn details(&mut self, summary: &Summary) -> io::Result<()> {
        match summary.ending.interrupted {
            Some(Interruption::TimeLimit) => self.value("TIME LIMIT", "1")?,
            Some(Interruption::MemoryLimit) => self.value("MEMORY LIMIT", "1")?,
            Some(Interruption::Signal) => self.value("INTERRUPTED", "1")?,
            None => (),
        }
        self.push("Models", '}')?;
        self.value("Number", &summary.models.to_string())?;
        self.value("More", if summary.ending.exhausted { "\"no\"" } else { "\"yes\"" })?;
        if let Some((asked, estimate)) = summary.asked.zip(summary.ending.consequences) {
            let known = if estimate.open == 0 { "\"yes\"" } else { "\"unknown\"" };
            self.value(name_of(asked), known)?;
            self.consequences(estimate)?;
        }
        if let Some(costs) = &summary.costs
            && summary.ending.optimizing
        {
            self.value("Optimum", if summary.optimum { "\"yes\"" } else { "\"unknown\"" })?;
            self.value("Optimal", &summary.optimal.to_string())?;
            self.costs(costs)?;
        }
        self.pop()?;
        if !summary.ending.bounds.is_empty() && summary.ending.optimizing {
            self.push("Bounds", '}')?;
            self.row("Lower", summary.ending.bounds.iter().map(i64::to_string), ", ")?;
            self.row("Upper", summary.costs.iter().flatten().map(i64::to_string), ", ")?;
            self.pop()?;
        }
        if let Some(calls) = summary.calls {
            self.value("Calls", &calls.to_string())?;
        }
        let times = summary.ending.times;
        self.push("Time", '}')?;
        self.seconds("Total", times.total)?;
        self.seconds("Solve", times.solve)?;
        self.seconds("Model", times.first_model)?;
        self.seconds("Unsat", times.unsat)?;
        if let Some(cpu) = times.cpu {
            self.seconds("CPU", cpu)?;
        }
        self.pop()?;
        if let Some((number, winner)) = summary.ending.threads {
            self.value("Threads", &number.to_string())?;
            self.value("Winner", &winner.to_string())?;
        }
        Ok(())
    }

    fn statistics(&mut self, summary: &Summary) -> io::Result<()> {
        let Ending { statistics, statistics_of_threads: threads, .. } = &summary.ending;
        if statistics.is_empty() {
            return Ok(());
        }
        let entries = |statistics: &[Statistic], before: &str| -> Vec<(String, Entry)> {
            let entries = statistics.iter().flat_map(|statistic| &statistic.entries);
            entries.map(|(path, entry)| (format!("{before}{path}"), *entry)).collect()
        };
        let mut all = entries(statistics, "");
        for (number, thread) in threads.iter().enumerate() {
            all.extend(entries(thread, &format!("Thread/{number}/")));
        }
        // Clingo's numbers come first.
        all.sort_by_key(|(path, _)| path.starts_with("Hamadryad/"));
        let entries: Vec<(Vec<&str>, Entry)> =
            all.iter().map(|(path, entry)| (path.split('/').collect(), *entry)).collect();
        self.tree("Stats", &entries.iter().map(|(path, entry)| (&path[..], *entry)).collect::<Vec<_>>())
    }

    /// Entries under their paths; entries with the same first word need not be adjacent.
    fn tree(&mut self, key: &str, entries: &[(&[&str], Entry)]) -> io::Result<()> {
        let is_number = |word: &str| word.bytes().all(|digit| digit.is_ascii_digit());
        let is_array = entries.iter().all(|(path, _)| is_number(path[0]));
        let mut entries = entries.to_vec();
        if is_array {
            entries.sort_by_key(|(path, _)| path[0].parse::<usize>().unwrap_or(usize::MAX));
        }
        self.push(key, if is_array { ']' } else { '}' })?;
        for (place, (path, entry)) in entries.iter().enumerate() {
            let first = path[0];
            if entries[..place].iter().any(|(path, _)| path[0] == first) {
                continue;
            }
            let key = if is_array { "" } else { first };
            if path.len() == 1 {
                let text = match entry {
                    Entry::Number(number) => number.to_string(),
                    Entry::Signed(number) => number.to_string(),
                    Entry::Real(real) => format!("{real:.3}"),
                    Entry::Word(word) => quoted(word),
                };
                self.value(key, &text)?;
                continue;
            }
            let inner = entries.iter().filter(|(path, _)| path[0] == first && path.len() > 1);
            let inner: Vec<(&[&str], Entry)> = inner.map(|(path, entry)| (&path[1..], *entry)).collect();
            self.tree(key, &inner)?;
        }
        self.pop()
    }
}

impl<W: Write + Send> Format for Json<W> {
    fn problem(&mut self, problem: Problem) {
        self.has_variables = problem != Problem::Program;
    }

    fn begin(&mut self, inputs: &[String]) -> io::Result<()> {
        self.push("", '}')?;
        self.value("Solver", &quoted(&self.title.clone()))?;
        let names = if inputs.is_empty() { &["stdin".to_owned()][..] } else { inputs };
        self.row("Input", names.iter().map(|name| quoted(name)), ",")?;
        self.push("Call", ']')
    }

    fn begin_call(&mut self, at: f64) -> io::Result<()> {
        self.close_call()?;
        self.push("", '}')?;
        self.seconds("Start", at)?;
        self.out.flush()
    }

    fn solving(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn model(&mut self, model: &ModelView, _: u64, at: f64, parts: Parts) -> io::Result<()> {
        self.begin_witness(at)?;
        if parts.values {
            let is_number = self.has_variables;
            let value = |symbol: &String| match is_number && symbol.parse::<i64>().is_ok() {
                true => symbol.clone(),
                false => quoted(symbol),
            };
            self.row("Value", model.shown.iter().map(value), ", ")?;
        }
        if let Some(estimate) = model.consequences.filter(|_| parts.consequences) {
            self.consequences(estimate)?;
        }
        if parts.costs {
            self.costs(&model.costs)?;
        }
        self.pop()?;
        self.out.flush()
    }

    fn progress(&mut self, lower: &[i64], best: Option<&[i64]>, at: f64) -> io::Result<()> {
        let Some((low, reached)) = lower.split_last() else { return Ok(()) };
        self.begin_witness(at)?;
        let reached = if best.is_some() { reached } else { &[] };
        self.row("Lower", reached.iter().chain([low]).map(i64::to_string), ", ")?;
        self.pop()?;
        self.out.flush()
    }

    fn end_call(&mut self, at: f64, may_go_on: bool) -> io::Result<()> {
        self.end_witnesses()?;
        self.seconds("Stop", at)?;
        self.call_is_open = true;
        if may_go_on { Ok(()) } else { self.close_call() }
    }

    fn call_summary(&mut self, summary: &Summary) -> io::Result<()> {
        self.end_witnesses()?;
        self.result(summary)
    }

    fn summary(&mut self, summary: &Summary) -> io::Result<()> {
        self.close_call()?;
        self.pop()?;
        self.result(summary)?;
        self.statistics(summary)?;
        self.pop()?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            // clingo prints these characters unchanged, which is not valid JSON.
            c if c.is_control() && (c as u32) < 0x20 => quoted.push_str(&format!("\\u{:04x}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
