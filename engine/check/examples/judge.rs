//! Computes the answer sets of ground programs in aspif from standard input by brute force, and checks each
//! of them by the other method; prints a line of JSON for each program, in the format of the example
//! `answers`. Each program begins with a line that begins with `%%%`.

use hamadryad_check::recorded::{GroundProgram, Verdict};
use hamadryad_symbol::{Symbol, Symbols};
use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut output = io::stdout().lock();
    for section in text.split("%%%").skip(1) {
        let program = section.split_once('\n').map_or("", |(_, program)| program);
        let line = answers(program).unwrap_or_else(|refusal| format!("{{\"refused\": {refusal:?}}}"));
        writeln!(output, "{line}")?;
    }
    Ok(())
}

fn answers(text: &str) -> Result<String, String> {
    let mut symbols = Symbols::new();
    let mut program = GroundProgram::default();
    hamadryad_aspif::read(text, &mut symbols, &mut program).map_err(|error| error.to_string())?;
    let models = program.stable_models(200_000).ok_or("TooLarge")?;
    let mut answers = Vec::new();
    for model in &models {
        let model = |atom| model.contains(&atom);
        let verdict = program.verdict(&model);
        if verdict != Verdict::Stable {
            return Err(format!("the two methods differ: {verdict:?}"));
        }
        let quoted = |symbol: Symbol| format!("{:?}", symbols.display(symbol).to_string());
        let shown: Vec<String> = program.shown(&model).into_iter().map(quoted).collect();
        let cost: Vec<String> = program.cost(&model).iter().map(|(p, sum)| format!("[{p}, {sum}]")).collect();
        let shown = shown.join(", ");
        answers.push(format!("{{\"shown\": [{shown}], \"cost\": [{}]}}", cost.join(", ")));
    }
    Ok(format!("{{\"answers\": [{}], \"optimal\": {}}}", answers.join(", "), models.len()))
}
