//! Reads ground programs and sends them to a sink, step by step or at once.
//!
//! Programs in other formats than aspif ([`InputFormat`]) have one step; their readers are [`smodels`],
//! [`dimacs`] and [`opb`].
//!
//! In aspif, outputs name atoms: an output `4 1 a 1 3` names the atom 3 `a` if neither has been named before;
//! all other outputs are shown terms. Outputs may follow the rules whose atoms they name, so each step is
//! read twice: first its names, then its statements.
//!
//! Large numbers of atoms are replaced by smaller ones ([`numbers`]), because the tables of the engine are
//! indexed by atoms.
//!
//! The sink receives statements line by line: after an error, it has received the statements above the line.

mod dimacs;
mod extensions;
mod line;
mod numbers;
mod opb;
mod problem_extensions;
mod smodels;
mod tokens;
mod variables;

pub(crate) use dimacs::is_dimacs;
pub(crate) use opb::is_opb;
pub(crate) use smodels::is_smodels;

use crate::{InputFormat, Sink};
use dimacs::ClauseOptions;
use hamadryad_symbol::Symbols;
use line::{Line, Names, Pass, Words};
use numbers::Numbers;
use std::fmt;
use std::ops::Range;
use variables::Shown;

/// An error in the text of a ground program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The bytes of the erroneous text; empty if text is missing.
    pub place: Range<usize>,
    /// The message, without a full stop.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

/// Reads a program and sends it to the sink; its terms are interned in `symbols`.
///
/// # Errors
/// Returns the first invalid line.
pub fn read(text: &str, symbols: &mut Symbols, sink: &mut dyn Sink) -> Result<(), ReadError> {
    let mut reader = Reader::new(text)?;
    while reader.read_step(symbols, sink)? {}
    Ok(())
}

/// A reader that stops after each step, so that the program so far can be solved.
pub struct Reader<'t> {
    text: &'t str,
    format: InputFormat,
    shown: Shown,
    /// Whether clauses of DIMACS without a weight are soft.
    clauses_are_soft: bool,
    /// Whether names of smodels, and comments of DIMACS and OPB, state edges, heuristics and more.
    extends: bool,
    /// The bytes of each line, without its break.
    lines: Vec<Range<usize>>,
    names: Names,
    numbers: Numbers,
    /// The next line, from 0.
    next: usize,
    incremental: bool,
}

impl<'t> Reader<'t> {
    /// A reader at the first step of a text.
    ///
    /// # Errors
    /// Returns an error if the text has no valid header.
    pub fn new(text: &'t str) -> Result<Reader<'t>, ReadError> {
        // A text in no known format is reported as a text without the header of aspif.
        let format = InputFormat::of(text).unwrap_or(InputFormat::Aspif);
        let (shown, names, numbers) = (Shown::default(), Names::default(), Numbers::for_text(text.len()));
        let mut reader = Reader {
            text,
            format,
            shown,
            clauses_are_soft: false,
            extends: false,
            lines: Vec::new(),
            names,
            numbers,
            next: 1,
            incremental: false,
        };
        if format != InputFormat::Aspif {
            return Ok(reader);
        }
        let mut lines: Vec<Range<usize>> = Vec::new();
        for line in text.split_inclusive('\n') {
            let start = lines.last().map_or(0, |last: &Range<usize>| last.end);
            lines.push(start..start + line.len());
        }
        // Text behind the last step is ignored.
        while lines.pop_if(|line| text[line.clone()].trim().is_empty()).is_some() {}
        for line in &mut lines {
            line.end = line.start + text[line.clone()].trim_end_matches(['\n', '\r']).len();
        }
        reader.lines = lines;
        let mut header = Words::new(reader.line(0));
        reader.incremental = read_header(&mut header).map_err(|message| reader.error(0, &header, message))?;
        Ok(reader)
    }

    /// The format of the text.
    pub fn format(&self) -> InputFormat {
        self.format
    }

    /// Whether models show true variables only, as in formats with variables: false variables are no
    /// consequences.
    pub fn show_true_variables(&mut self) {
        self.shown = Shown::Variables;
    }

    /// Reads clauses of DIMACS without a weight as soft clauses of weight 1 (MaxSAT).
    pub fn soften_clauses(&mut self) {
        self.clauses_are_soft = true;
    }

    /// Reads atoms of smodels whose names are `_edge(from,to)`, `_acyc_id_from_to` or
    /// `_heuristic(atom,modifier,bias,priority)` as edges and heuristics as well, and statements in comments of
    /// DIMACS and OPB.
    pub fn read_extensions(&mut self) {
        self.extends = true;
    }

    /// Whether the header allows several steps.
    pub fn is_incremental(&self) -> bool {
        self.incremental
    }

    /// Reads the next step and sends it to the sink; returns `false` if there is none.
    ///
    /// # Errors
    /// Returns the first invalid line. Its step is incomplete: the sink has not received its end.
    pub fn read_step(&mut self, symbols: &mut Symbols, sink: &mut dyn Sink) -> Result<bool, ReadError> {
        let is_first = self.next == 1;
        let (text, shown) = (self.text, self.shown);
        if self.format != InputFormat::Aspif {
            self.next = 2;
            if is_first {
                match self.format {
                    InputFormat::Smodels => smodels::read(text, self.extends, symbols, sink)?,
                    InputFormat::Dimacs => {
                        let options = ClauseOptions { are_soft: self.clauses_are_soft, extend: self.extends };
                        dimacs::read(text, shown, options, symbols, sink)?;
                    }
                    _ => opb::read(text, shown, self.extends, symbols, sink)?,
                }
            }
            return Ok(is_first);
        }
        if self.next >= self.lines.len() && !is_first {
            return Ok(false);
        }
        if !is_first && !self.incremental {
            let message = "the program continues after its only step: the header lacks `incremental`";
            return Err(self.error_at_line(self.next, message));
        }
        let length =
            self.lines[self.next..].iter().position(|line| self.text[line.clone()].trim_end() == "0");
        let steps = self.next..length.map_or(self.lines.len(), |length| self.next + length);
        sink.begin_step();
        for number in steps.clone() {
            if self.line(number).starts_with("4 ") {
                self.read_line(number, Pass::Names, symbols, sink)?;
            }
        }
        for number in steps.clone() {
            self.read_line(number, Pass::Statements, symbols, sink)?;
        }
        if length.is_none() {
            let message = "the program ends within a step: a line `0` is missing";
            return Err(self.error_at_line(self.lines.len() - 1, message));
        }
        sink.end_step();
        self.next = steps.end + 1;
        Ok(true)
    }

    fn line(&self, number: usize) -> &'t str {
        self.lines.get(number).map_or("", |line| &self.text[line.clone()])
    }

    fn read_line(
        &mut self,
        number: usize,
        pass: Pass,
        symbols: &mut Symbols,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let words = Words::new(self.line(number));
        let mut line = Line { words, symbols, names: &mut self.names, numbers: &mut self.numbers };
        match line.statement(pass, sink) {
            Ok(()) => Ok(()),
            Err(message) => {
                let words = line.words;
                Err(self.error(number, &words, message))
            }
        }
    }

    /// An error at the last word.
    fn error(&self, number: usize, words: &Words<'_>, message: String) -> ReadError {
        let start = self.lines.get(number).map_or(0, |line| line.start);
        let column = 1 + words.before_last().chars().count();
        let place = start + words.last().start..start + words.last().end;
        ReadError { line: number + 1, column, place, message }
    }

    fn error_at_line(&self, number: usize, message: &str) -> ReadError {
        let line = self.line(number);
        let words = Words::all_of(line);
        self.error(number, &words, message.to_owned())
    }
}

/// Reads the first line; returns whether it allows several steps.
fn read_header(words: &mut Words<'_>) -> Result<bool, String> {
    if words.next("a header").ok() != Some("asp") {
        return Err("an aspif program begins with `asp 1 0 0`".into());
    }
    for expected in [Some("1"), Some("0"), None] {
        let word = words.next("a version").ok();
        if word.is_none() || (expected.is_some() && word != expected) {
            return Err("only version 1.0 of aspif is supported".into());
        }
    }
    let mut incremental = false;
    while !words.is_at_end() {
        match words.next("a tag")? {
            "incremental" => incremental = true,
            tag => return Err(format!("unknown tag `{tag}`")),
        }
    }
    Ok(incremental)
}

#[cfg(test)]
mod other_formats;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AspifWriter, TextWriter};

    fn through_aspif(text: &str) -> Result<String, ReadError> {
        let mut writer = AspifWriter::incremental(Vec::new());
        read(text, &mut Symbols::new(), &mut writer)?;
        Ok(String::from_utf8(writer.finish().unwrap()).unwrap())
    }

    fn as_text(text: &str) -> String {
        let mut writer = TextWriter::new(Vec::new());
        read(text, &mut Symbols::new(), &mut writer).unwrap();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    const ALL: &str = "asp 1 0 0 incremental\n1 0 1 1 0 0\n1 0 0 0 2 1 -2\n1 1 2 2 3 1 2 2 1 1 -3 2\n2 -1 1 -2 -7\n3 2 1 3\n\
        4 6 \"ä b\" 1 -1\n4 1 a 1 1\n5 4 0\n5 5 1\n5 6 2\n5 7 3\n6 1 2\n7 4 2 3 2 1 -1\n8 0 -1 0\n\
        9 0 0 -3\n9 1 1 4 diff\n9 1 2 5 \"s t\"\n9 2 3 1 2 0 2\n9 2 4 -3 0\n9 4 0 2 3 4 2 1 -2\n9 5 9 1 1 0\n\
        9 6 0 1 0 2 0\n0\n\
        1 1 1 8 0 0\n0\n";

    #[test]
    fn written_programs_are_read_unchanged() {
        assert_eq!(through_aspif(ALL).unwrap(), ALL);
        let spaced = ALL.replace("1 0 1 1 0 0", "1  0 1 1 0 0 ").replace("\n0\n", "\n0 \n") + " \n\n";
        assert_eq!(through_aspif(&spaced).unwrap(), ALL);
        assert_eq!(through_aspif(&ALL.replace('\n', "\r\n")).unwrap(), ALL);
    }

    #[test]
    fn outputs_name_the_atoms_above_them() {
        let text =
            as_text("asp 1 0 0\n1 1 2 1 2 0 0\n4 1 a 1 1\n4 1 b 1 2\n4 4 p(1) 0\n4 1 5 1 -1\n10 note\n0\n");
        assert_eq!(text, "{a;b}.\np(1).\n#show 5:not a.\n");
        // If two atoms have one name, or one atom two names, the second output is a shown term.
        let text = as_text("asp 1 0 0\n1 1 2 1 2 0 0\n4 1 a 1 1\n4 1 a 1 2\n4 1 b 1 1\n0\n");
        assert_eq!(text, "{a;_aux(2)}.\n#show a:_aux(2).\n#show b:a.\n#show a/0.\n");
    }

    #[test]
    fn each_theory_atom_is_written_once() {
        let text = as_text(
            "asp 1 0 0\n1 0 1 1 0 1 2\n1 0 1 3 0 1 1\n1 0 1 4 0 1 3\n9 1 0 1 t\n9 5 2 0 0\n9 5 3 0 0\n4 1 a 1 1\n4 1 b 1 4\n0\n",
        );
        let expected = "a:-&t{}.\nb:-a.\n#theory _theory{t{};&t/0:t,any}.\n";
        assert_eq!(text, expected);
        // If two atoms have equal text, one of them gets another name.
        let text = as_text(
            "asp 1 0 0\n1 0 1 1 0 1 2\n1 0 1 4 0 1 3\n9 1 0 1 t\n9 5 2 0 0\n9 5 3 0 0\n4 1 a 1 1\n4 1 b 1 4\n0\n",
        );
        let expected = "a:-&t{}.\nb:-_aux(3).\n#external _aux(3).[free]\n#show a/0.\n#show b/0.\n\
                        #theory _theory{t{};&t/0:t,any}.\n";
        assert_eq!(text, expected);
        let text = as_text(
            "asp 1 0 0\n1 1 2 1 2 0 0\n9 1 0 1 t\n9 1 1 1 x\n9 1 2 1 -\n9 0 3 5\n9 2 4 2 2 1 3\n9 2 5 2 1 4\n9 2 6 -1 1 1\n\
             9 2 7 -2 2 1 3\n9 2 8 -3 0\n9 2 9 0 2 6 7\n9 4 0 2 5 8 2 1 -2\n9 4 1 0 0\n9 6 0 9 2 0 1 2 4\n9 5 3 0 1 1\n\
             1 0 1 3 0 1 1\n4 1 a 1 1\n4 1 b 1 2\n0\n",
        );
        let expected = "{a;b}.\n&t((x,),{x,5}){(-(x-5)),[]: a,not b; : }-((x-5)).\n&t{: }:-a.\n\
                        #theory _theory{t{- :0,unary;- :0,binary,left};&t/0:t,any;&t/2:t,{-},t,directive}.\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_comment_lists_built_in_theory_atoms() {
        let atom = "9 1 0 7 circuit\n9 0 1 1\n9 0 2 2\n9 2 3 -1 2 1 2\n9 4 0 1 3 1 1\n9 5 2 0 1 0\n1 0 1 2 0 0\n4 1 a 1 1\n0\n";
        let text = as_text(&format!("asp 1 0 0\n1 1 1 1 0 0\n{atom}"));
        assert_eq!(text, "{a}.\n&circuit{(1,2): a}.\n#theory _theory{t{};&circuit/0:t,any}.\n");
        let text = as_text(&format!("asp 1 0 0\n1 1 1 1 0 0\n10 built-in 2\n10 built-in x\n{atom}"));
        assert_eq!(text, format!("{{a}}.\n&circuit{{(1,2): a}}.\n{}\n", crate::BUILT_IN_THEORY));
    }

    #[test]
    fn errors_have_places() {
        let error = |text: &str| through_aspif(text).unwrap_err().to_string();
        assert_eq!(error(""), "line 1, column 1: an aspif program begins with `asp 1 0 0`");
        assert_eq!(error("asp 2 0 0\n0\n"), "line 1, column 5: only version 1.0 of aspif is supported");
        assert_eq!(error("asp 1 0 0 fast\n0\n"), "line 1, column 11: unknown tag `fast`");
        for (line, column, message) in [
            ("1 0 1 0 0 0", 7, "`0` is not an atom"),
            ("1 0 1 2147483648 0 0", 7, "`2147483648` is not an atom"),
            ("1 0 2 1", 8, "an atom is missing"),
            ("1 2 0 0 0", 3, "unknown kind of head `2`"),
            ("1 0 0 2 0", 7, "unknown kind of body `2`"),
            ("1 0 0 1 1 1 1 -1", 15, "the weight -1 is negative"),
            ("1 0 0 0 99999999999 1", 22, "a literal is missing"),
            ("2   x 0", 5, "`x` is not a priority"),
            ("4 9 a 0", 3, "the text is shorter than its stated length"),
            ("4 1 X 0", 5, "`X` is not a ground term"),
            ("4 4 \"ä\" 1", 10, "a literal is missing"),
            ("5 1 4", 5, "the value is not in 0 to 3"),
            ("7 6 1 0 0 0", 3, "the modifier is not in 0 to 5"),
            ("9 3 1 1", 3, "unknown theory statement `3`"),
            ("9 0 1", 6, "a number is missing"),
            ("9 1 1 4 abc", 7, "the text is shorter than its stated length"),
            ("9 2 3 -4 0", 7, "`-4` is not a term, -1, -2 or -3"),
            ("9 5 -1 0 0", 5, "`-1` is not an atom"),
            ("9 6 1 0 0 1", 12, "a term is missing"),
            ("11", 1, "unknown statement `11`"),
            ("3 0 1 2 ", 5, "unexpected `1 2`"),
            ("", 1, "a statement is missing"),
        ] {
            let text = format!("asp 1 0 0\n1 0 0 0 0\n{line}\n0\n");
            assert_eq!(error(&text), format!("line 3, column {column}: {message}"));
        }
        let unended = "line 2, column 1: the program ends within a step: a line `0` is missing";
        assert_eq!(error("asp 1 0 0\n1 0 0 0 0\n"), unended);
        let second = "the program continues after its only step: the header lacks `incremental`";
        assert_eq!(error("asp 1 0 0\n0\n0\n"), format!("line 3, column 1: {second}"));
        let wrong = through_aspif("asp 1 0 0\n1 0 1 12 ä\n").unwrap_err();
        assert_eq!(wrong.place, 19..21);
    }

    #[test]
    fn large_numbers_of_atoms_become_dense() {
        let text = "asp 1 0 0 incremental\n1 1 2 2147483647 1 0 0\n1 0 1 7 0 1 -2000000000\n5 2000000000 0\n10 note\n\
                    10 built-in 2147483647\n4 1 a 1 2147483647\n0\n2 0 1 -2147483647 3\n0\n";
        let expected = "asp 1 0 0 incremental\n1 1 2 4097 1 0 0\n1 0 1 7 0 1 -4098\n5 4098 0\n\
                        10 built-in 4097\n4 1 a 1 4097\n0\n2 0 1 -4097 3\n0\n";
        let dense = through_aspif(text).unwrap();
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(lines(&dense), lines(expected));
    }

    #[test]
    fn a_reader_stops_after_each_step() {
        let mut reader = Reader::new(ALL).unwrap();
        assert!(reader.is_incremental());
        let (mut symbols, mut writer) = (Symbols::new(), AspifWriter::incremental(Vec::new()));
        assert_eq!(reader.read_step(&mut symbols, &mut writer), Ok(true));
        let first = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert_eq!(Some(&first[..]), ALL.strip_suffix("1 1 1 8 0 0\n0\n"));
        let mut writer = AspifWriter::new(Vec::new());
        assert_eq!(reader.read_step(&mut symbols, &mut writer), Ok(true));
        assert_eq!(writer.finish().unwrap(), b"asp 1 0 0\n1 1 1 8 0 0\n0\n");
        assert_eq!(reader.read_step(&mut symbols, &mut AspifWriter::new(Vec::new())), Ok(false));
    }
}
