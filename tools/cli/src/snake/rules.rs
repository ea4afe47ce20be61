//! Options of the beginning of a game and of the growth of a snake.

use super::{position, refuse};
use crate::exit;
use clap::Args;
use hamadryad_grid::Cell;
use hamadryad_snake::{Beginning, Game, RulesRecord, StartRecord};

/// The beginning of a game, and its rules. By default: one cell in the corner that grows by one for each
/// apple.
#[derive(Args, Clone, Debug)]
pub(super) struct RulesArguments {
    /// Rows of the board: at least 2 [default: 6]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    rows: Option<usize>,

    /// Columns of the board: at least 2, and rows times columns is even [default: 6]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    cols: Option<usize>,

    /// Seed of the positions of the apples.
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true)]
    pub(super) seed: u64,

    /// Start of the snake with one cell: `corner`, `centre`, `random` (by the seed), or a cell such as
    /// `(2,3)`. Any other word is the name of a file with a board and a snake, in the format of `snake
    /// solve`; the snake need not come from a game, and the apple is optional.
    #[arg(long, value_name = "WHERE", default_value = "corner", allow_hyphen_values = true)]
    start: String,

    /// Let the snake grow by N cells in its first steps.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Rules")]
    start_growth: u32,

    /// Number of cells by which the snake grows for each apple.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..), help_heading = "Rules")]
    growth: u16,

    /// Let the snake grow when its tail reaches the position of the eaten apple, and not at once.
    #[arg(long, help_heading = "Rules")]
    delayed_growth: bool,

    /// Let the head enter the cell that the tail leaves in the same step.
    #[arg(long, help_heading = "Rules")]
    lenient_tail: bool,
}

impl RulesArguments {
    /// The game at its beginning; the error is an exit code, and its message has been printed.
    pub(super) fn begin(&self) -> Result<(Beginning, Game), u8> {
        let is_word = ["corner", "centre", "random"].contains(&self.start.as_str());
        let mut size = [self.rows, self.cols].map(|side| side.unwrap_or(6));
        let start = if is_word || self.start.parse::<Cell>().is_ok() {
            StartRecord::Named(self.start.clone())
        } else {
            if self.rows.is_some() || self.cols.is_some() {
                let message =
                    format!("the size of the board is that of {}: leave --rows and --cols out", self.start);
                return Err(refuse(&message, exit::BAD_OPTIONS));
            }
            let position = position::read(&self.start)?;
            size = [position.rows, position.cols];
            StartRecord::Position(position)
        };
        let &Self { seed, start_growth, growth, delayed_growth: delayed, lenient_tail, .. } = self;
        let rules = RulesRecord { start, start_growth, growth, delayed, lenient_tail };
        let beginning = Beginning { rows: size[0], cols: size[1], seed, rules };
        let game = beginning.game().map_err(|error| match beginning.rules.start {
            StartRecord::Named(_) => refuse(&error.to_string(), exit::BAD_INPUT),
            StartRecord::Position(_) => refuse(&format!("{}: {error}", self.start), exit::BAD_INPUT),
        })?;
        Ok((beginning, game))
    }
}
