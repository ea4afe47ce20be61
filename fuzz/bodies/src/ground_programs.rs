//! Ground programs: read, written, read again, solved; written as facts.

use crate::programs::solve;
use hamadryad::{Control, Part};
use hamadryad_aspif::{
    AspifWriter, InputFormat, ReadError, Reader, ReifyOptions, ReifyWriter, TextWriter, read,
};
use hamadryad_symbol::Symbols;

/// Longer ground programs are read, but neither read again nor solved.
const LONGEST: usize = 1 << 20;

/// aspif that is accepted is written as aspif that reads as the same, and is solved step by step.
pub(crate) fn aspif(text: &str) {
    let Ok(written) = as_aspif(text) else { return };
    // A problem line of DIMACS declares up to a million variables: seconds of work in a fuzzer.
    if written.len() > LONGEST {
        return;
    }
    let again = as_aspif(&written).expect("what was written is read again");
    assert_eq!(written, again);
    let mut writer = TextWriter::new(Vec::new());
    read(text, &mut Symbols::new(), &mut writer).expect("the text is read twice alike");
    writer.finish().expect("a vector takes all");
    solve_steps(text);
}

fn as_aspif(text: &str) -> Result<String, ReadError> {
    let mut writer = AspifWriter::incremental(Vec::new());
    read(text, &mut Symbols::new(), &mut writer)?;
    Ok(String::from_utf8(writer.finish().expect("a vector takes all")).expect("text was written"))
}

/// Solves each step of a ground program.
pub(crate) fn solve_steps(text: &str) {
    let mut control = Control::new();
    let mut reader = Reader::new(text).expect("the header has been read before");
    while let Ok(true) = control.read_step(&mut reader) {
        solve(&mut control);
    }
}

/// A program in the format of smodels has answers if and only if the same program in aspif has.
pub(crate) fn smodels(text: &str) {
    in_format(text, InputFormat::Smodels);
}

/// The same for clauses.
pub(crate) fn dimacs(text: &str) {
    in_format(text, InputFormat::Dimacs);
}

/// The same for pseudo-Boolean constraints.
pub(crate) fn opb(text: &str) {
    in_format(text, InputFormat::Opb);
}

fn in_format(text: &str, format: InputFormat) {
    // Millions of variables are read, but take too long for a fuzzer.
    let is_long = |word: &str| word.len() > 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    if InputFormat::of(text) != Some(format) || text.split_ascii_whitespace().any(is_long) {
        return;
    }
    let Ok(aspif) = as_aspif(text) else { return };
    assert_eq!(is_satisfiable(text), is_satisfiable(&aspif), "{aspif}");
}

/// Whether the first step has an answer; none if that takes too long.
fn is_satisfiable(text: &str) -> Option<bool> {
    let mut control = Control::new();
    let mut reader = Reader::new(text).expect("the text has been read before");
    assert_eq!(control.read_step(&mut reader), Ok(true), "{text}");
    solve(&mut control)
}

/// Facts about a ground program are a program without errors, with and without the options.
pub(crate) fn reified(text: &str) {
    for number in 0..8 {
        let options =
            ReifyOptions { components: number & 1 > 0, steps: number & 2 > 0, incremental: number & 4 > 0 };
        let mut writer = ReifyWriter::new(Vec::new(), options);
        if read(text, &mut Symbols::new(), &mut writer).is_err() {
            return;
        }
        let facts =
            String::from_utf8(writer.finish().expect("a vector takes all")).expect("text was written");
        if facts.len() > LONGEST / 8 {
            return;
        }
        let mut control = Control::new();
        control.add("facts", &facts).unwrap_or_else(|error| panic!("{facts}\n{error}"));
        control.ground(&[Part::base()]).unwrap_or_else(|error| panic!("{facts}\n{error}"));
        assert!(control.take_warnings().is_empty(), "{facts}");
    }
}
