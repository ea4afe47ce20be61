use hamadryad_grid::Board;
use hamadryad_snake::*;
use std::time::{Duration, Instant};
fn cpu() -> Duration { Instant::now().duration_since(*START.get_or_init(Instant::now)) }
static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
struct W;
impl Watcher for W { fn now(&mut self) -> Duration { cpu() } }
fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (n, first, games) = (args[0] as usize, args[1], args[2]);
    let limit = Duration::from_millis(args.get(3).copied().unwrap_or(1000));
    let board = Board::new(n, n).unwrap();
    let mut times = Vec::new();
    let (mut steps, mut conflicts, mut unproven) = (0, 0, 0);
    for seed in first..first + games {
        let mut game = Game::new(board, Apples::from_seed(seed));
        let limits = Limits { time: Some(limit), clock: &cpu, ..Limits::default() };
        let mut planner = CircuitPlanner::new(board, limits);
        let report = play(&mut game, Strategy::Conservative, &mut planner, &mut W).unwrap();
        assert_eq!(game.status(), Status::Won);
        for s in &report.solves {
            times.push((s.time.as_secs_f64() * 1e3, s.work.conflicts, s.length, seed));
            conflicts += s.work.conflicts;
            unproven += usize::from(!s.proven);
        }
        steps += report.moves.len();
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let k = times.len();
    let mean = times.iter().map(|t| t.0).sum::<f64>() / k as f64;
    println!("{n}x{n} {games} games: median {:.3} mean {:.3} p99 {:.2} max {:.1} ms; unproven {unproven} of {k}; conflicts/it {:.1}; steps {:.1}",
        times[k / 2].0, mean, times[k * 99 / 100].0, times[k - 1].0, conflicts as f64 / k as f64, steps as f64 / games as f64);
    for t in times.iter().rev().take(3) { println!("   {t:?}"); }
}
