//! Prints random programs, each after a line `%%% seed`: `random FIRST COUNT` prints those of the seeds from FIRST on,
//! and `random FIRST COUNT mixed` gives each a random shape.

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
