//! Plays rounds of Ricochet Robots: each begins with the last positions of the round before, and has a new
//! target.
//!
//! ```text
//! cargo run --release -p hamadryad --example ricochet -- assume 5
//! ```

mod board;
mod player;

use board::Board;
use hamadryad::approach::ApproachKind;
use player::Player;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let kind: ApproachKind = arguments.next().as_deref().unwrap_or("assume").parse()?;
    let rounds: u64 = arguments.next().as_deref().unwrap_or("5").parse()?;
    let (board, mut player, mut positions) = (Board::new(), Player::new(kind)?, board::start());
    for round in 0..rounds {
        let (robot, (x, y)) = board::target(round);
        let Some(plan) = player.plan(&positions, robot, (x, y))? else {
            println!("{robot} to ({x},{y}): no way in so few moves");
            continue;
        };
        let told: Vec<String> =
            plan.iter().map(|step| format!("{} {:?}", step.robot, step.direction)).collect();
        println!("{robot} to ({x},{y}) in {}: {}", plan.len(), told.join(", "));
        plan.iter().for_each(|step| board.slide(&mut positions, step));
    }
    Ok(())
}
