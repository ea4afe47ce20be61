use hamadryad_grid::{Board, Cell, Cycle, Path};
use hamadryad_snake::*;
use std::time::{Duration, Instant};
use std::io::Write;
fn clock() -> Duration { Instant::now().duration_since(*START.get_or_init(Instant::now)) }
static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
struct Dump<'a> { inner: CircuitPlanner<'a>, out: std::fs::File }
impl Planner for Dump<'_> {
    fn plan(&mut self, p: &Position<'_>) -> Result<Plan, PlanError> {
        let list = |cells: &[Cell]| cells.iter().map(|c| format!("{},{}", c.pair().0, c.pair().1)).collect::<Vec<_>>().join(" ");
        let b = p.known.board().grid();
        writeln!(self.out, "{},{};{};{};{}", b.rows(), b.cols(), list(p.snake), list(&[p.apple]), list(p.known.cells())).unwrap();
        self.inner.plan(p)
    }
}
fn cells(text: &str) -> Vec<Cell> {
    text.split(' ').map(|c| { let (a, b) = c.split_once(',').unwrap(); Cell::from_pair(a.parse().unwrap(), b.parse().unwrap()).unwrap() }).collect()
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "dump" {
        let n: usize = args[1].parse().unwrap();
        let board = Board::new(n, n).unwrap();
        for seed in 1..=args[2].parse().unwrap() {
            let mut game = Game::new(board, Apples::from_seed(seed));
            let limits = Limits { time: Some(Duration::from_secs(2)), clock: &clock, ..Limits::default() };
            let out = std::fs::OpenOptions::new().create(true).append(true).open(&args[3]).unwrap();
            let mut planner = Dump { inner: CircuitPlanner::new(board, limits), out };
            play(&mut game, Strategy::Conservative, &mut planner, &mut Unwatched).unwrap();
        }
        return;
    }
    let text = std::fs::read_to_string(&args[0]).unwrap();
    let limit: u64 = args.get(1).map_or(1000, |l| l.parse().unwrap());
    let skip: usize = args.get(2).map_or(1, |l| l.parse().unwrap());
    let limits = Limits { time: Some(Duration::from_millis(limit)), clock: &clock, ..Limits::default() };
    let mut times = Vec::new();
    let (mut conflicts, mut unproven, mut sum, mut setup) = (0, 0, 0, 0.0);
    for (i, line) in text.lines().enumerate().filter(|(i, _)| i % skip == 0) {
        let mut parts = line.split(';');
        let (r, c) = parts.next().unwrap().split_once(',').unwrap();
        let board = Board::new(r.parse().unwrap(), c.parse().unwrap()).unwrap();
        let snake = Path::new(board.grid(), cells(parts.next().unwrap())).unwrap();
        let apple = cells(parts.next().unwrap())[0];
        let known = Cycle::from_order(board, &cells(parts.next().unwrap())).unwrap();
        let position = Position { snake: &snake, apple, known: &known };
        let mut planner = CircuitPlanner::new(board, limits);
        let begin = clock();
        let plan = planner.plan(&position).unwrap();
        let time = (clock() - begin).as_secs_f64() * 1e3;
        let work = planner.work();
        assert!(position.is_followed_by(&plan.cycle) && plan.cycle.distance(snake.first_cell(), apple) == plan.steps);
        times.push((time, work.conflicts, i, snake.len(), plan.steps));
        conflicts += work.conflicts; unproven += usize::from(!plan.proven); sum += plan.steps;
        setup += work.ground.as_secs_f64() * 1e3;
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let k = times.len();
    let mean = times.iter().map(|t| t.0).sum::<f64>() / k as f64;
    let c: Vec<f64> = CALLS.iter().map(|c| c.load(std::sync::atomic::Ordering::Relaxed) as f64).collect();
    println!("{k}: median {:.3} mean {:.3} p90 {:.2} p99 {:.2} max {:.1} ms; unproven {unproven}; conflicts {:.1} calls {:.1} decisions {:.1} bounds {:.1} setup {:.3}; steps {sum}",
        times[k / 2].0, mean, times[k * 9 / 10].0, times[k * 99 / 100].0, times[k - 1].0, conflicts as f64 / k as f64, c[0] / c[2], c[1] / c[2], c[3] / c[2], setup / k as f64);
    for t in times.iter().rev().take(args.get(3).map_or(0, |l| l.parse().unwrap())) { println!("   {t:?}"); }
}
