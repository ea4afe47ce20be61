//! The results of (SolvingSnake), Figures 4 and 5: 60×60, 100 games of each planner.
//!
//! The numbers are those of the notebook `results.ipynb` in the program's repository. Figure 6 is published as
//! a picture only.

/// The side of the board.
pub(super) const SIDE: usize = 60;

/// The least, mean and largest number of steps.
pub(super) type Spread = [f64; 3];

/// The agent of the lab, the steps until all of the board is full, and until a tenth is.
const STEPS: [(&str, Spread, Spread); 5] = [
    ("zig-zag", [1_044_691.0, 1_094_538.49, 1_133_533.0], [170_026.0, 204_869.82, 228_703.0]),
    ("static", [1_052_360.0, 1_092_642.29, 1_150_431.0], [173_152.0, 203_053.21, 233_497.0]),
    ("dynamic", [286_650.0, 325_198.34, 368_311.0], [10_255.0, 19_933.62, 35_947.0]),
    ("dynamic-10", [198_023.0, 219_973.42, 241_455.0], [6_423.0, 7_589.51, 9_731.0]),
    ("dynamic-1", [201_685.0, 219_067.66, 236_950.0], [6_269.0, 7_716.73, 12_917.0]),
];

/// The steps of a planner until all of the board is full.
pub(super) fn steps(planner: &str) -> Option<Spread> {
    STEPS.iter().find(|row| row.0 == planner).map(|row| row.1)
}

/// The steps of a planner until a tenth of the board is full.
pub(super) fn steps_to_a_tenth(planner: &str) -> Option<Spread> {
    STEPS.iter().find(|row| row.0 == planner).map(|row| row.2)
}
