//! Prints random programs, each after a line `%%% seed`: `random FIRST COUNT` prints the programs of the
//! seeds from FIRST on, `random FIRST COUNT mixed` with a random shape for each.

use hamadryad_check::random::{Shape, program};

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<u64>().ok());
    let (first, count) = (numbers.next().unwrap_or(1), numbers.next().unwrap_or(10));
    let mixed = std::env::args().any(|argument| argument == "mixed");
    for seed in first..first + count {
        let shape = if mixed { Shape::arbitrary(seed) } else { Shape::default() };
        println!("%%% {seed}\n{}", program(seed, &shape));
    }
}
