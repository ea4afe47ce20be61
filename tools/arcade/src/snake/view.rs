//! Games as data for a page.

use hamadryad_grid::{Board, Cell, Cycle};
use hamadryad_snake::{
    AppleSteps, Beginning, Certainty, Hint, Light, Obstacle, Outcome, Session, SessionMode, Status,
    TripConflict, inner_tree, unreachable_cells,
};
use serde::Serialize;

/// A game after a step.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct State {
    /// Board, seed and rules.
    pub game: Beginning,
    /// Whether steps can be undone.
    pub practice: bool,
    /// The result of the last step: `moved`, `ate`, `won` or `died`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// `running`, `won` or `lost`.
    pub status: &'static str,
    /// The cause of death.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub death: Option<String>,
    /// The cells of the snake, from the head to the tail.
    pub snake: Vec<usize>,
    /// The cell of the apple.
    pub apple: Option<usize>,
    /// All steps, a deadly one included.
    pub moves: usize,
    /// Steps since the last apple.
    pub since: u64,
    /// One entry for each apple that the snake has eaten.
    pub apples: Vec<AppleView>,
    /// Free cells that the head cannot reach now.
    pub unreachable: Vec<usize>,
    /// The number of hints.
    pub hints: u64,
    /// The number of undone steps.
    pub undone: u64,
    /// Present if the request has time for it, unless the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub light: Option<LightView>,
}

/// The way to one apple.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct AppleView {
    /// The length of the snake when the apple appeared.
    pub length: usize,
    /// The distance from the head to the apple when it appeared.
    pub distance: usize,
    /// The steps to the apple.
    pub steps: u64,
    /// The steps from the beginning of the game to the apple.
    pub total: u64,
}

impl From<AppleSteps> for AppleView {
    fn from(AppleSteps { length, distance, steps, total }: AppleSteps) -> Self {
        Self { length, distance, steps, total }
    }
}

/// Whether a round trip runs through the snake.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LightView {
    /// `safe`, `not-proven`, or `unknown` if the time was over.
    pub kind: &'static str,
    /// A sentence.
    pub text: String,
    /// If safe, the steps to the apple along the round trip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// If safe, whether no round trip has fewer steps to the apple.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_least: Option<bool>,
    /// If safe, the way to the apple along the round trip, from the head on.
    pub path: Vec<usize>,
    /// If safe, the cells of the round trip in order.
    pub cycle: Vec<usize>,
    /// The tree inside of the round trip: pairs of cells whose lower right corners are joined.
    pub tree: Vec<(usize, usize)>,
}

/// The reason why no round trip runs through the snake.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ObstacleView {
    /// `cells` if the cells below exclude every round trip, `none` if a round trip runs through the snake, or
    /// `unknown` if the time was over.
    pub kind: &'static str,
    /// Cells that cannot all be on one round trip.
    pub cut_off: Vec<usize>,
    /// Cells of the snake whose way is fixed.
    pub held: Vec<usize>,
    /// Cells that a round trip enters and leaves once.
    pub forced: Vec<usize>,
    /// Whether each of them is needed, and a second search has confirmed it.
    pub is_minimal: bool,
    /// The reason in sentences.
    pub sentences: Vec<String>,
}

/// A step with its plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HintView {
    /// The direction: `U`, `R`, `D` or `L`.
    pub to: char,
    /// The way to the apple, from the head on; empty if none is known.
    pub path: Vec<usize>,
    /// The round trip of the plan; empty if the plan is a guess.
    pub cycle: Vec<usize>,
    /// The tree inside of the round trip, as in [`LightView::tree`].
    pub tree: Vec<(usize, usize)>,
    /// `cycle` if the way is part of the round trip, `cycle-at-apple` if the snake lies on it when it eats,
    /// or `guess`.
    pub certainty: &'static str,
    /// Whether no plan of this certainty has fewer steps.
    pub is_least: bool,
}

/// A value for each cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MapView {
    /// By number of the cell; null for cells without a value.
    pub values: Vec<Option<f64>>,
}

impl State {
    pub(super) fn new(session: &Session, outcome: Option<Outcome>, light: Option<LightView>) -> Self {
        let (game, statistics) = (session.game(), session.statistics());
        let board = game.board();
        let (status, death) = status(game.status());
        Self {
            game: session.beginning().clone(),
            practice: session.mode() == SessionMode::Practice,
            outcome: outcome.map(|outcome| match outcome {
                Outcome::Moved => "moved",
                Outcome::Ate => "ate",
                Outcome::Won => "won",
                Outcome::Died(_) => "died",
            }),
            status,
            death,
            snake: numbers(board, game.snake()),
            apple: game.apple().map(|cell| board.index(cell)),
            moves: session.moves().len(),
            since: statistics.since,
            apples: statistics.apples.into_iter().map(AppleView::from).collect(),
            unreachable: numbers(board, unreachable_cells(game)),
            hints: statistics.hints,
            undone: statistics.undone,
            light,
        }
    }
}

impl LightView {
    pub(super) fn new(session: &Session, light: Light) -> Self {
        let board = session.game().board();
        let text = light.to_string();
        let (kind, steps, is_least) = match light {
            Light::Safe { steps, is_least } => ("safe", Some(steps), Some(is_least)),
            Light::NotProven => ("not-proven", None, None),
            Light::Unknown => ("unknown", None, None),
        };
        let certificate = session.certificate().filter(|_| kind == "safe");
        let (cycle, tree) = round_trip(board, certificate);
        let path = certificate
            .zip(session.game().apple())
            .map_or(Vec::new(), |(cycle, apple)| numbers(board, cycle.between(session.game().head(), apple)));
        Self { kind, text, steps, is_least, path, cycle, tree }
    }
}

impl ObstacleView {
    pub(super) fn new(session: &Session, obstacle: Obstacle) -> Self {
        let board = session.game().board();
        let (kind, conflict) = match obstacle {
            Obstacle::None => ("none", TripConflict::default()),
            Obstacle::Cells(conflict) => ("cells", conflict),
            Obstacle::Unknown => ("unknown", TripConflict::default()),
        };
        let sentences = conflict.sentences();
        let TripConflict { cut_off, held, forced, is_minimal } = conflict;
        let [cut_off, held, forced] = [cut_off, held, forced].map(|cells| numbers(board, cells));
        Self { kind, cut_off, held, forced, is_minimal, sentences }
    }
}

impl HintView {
    pub(super) fn new(session: &Session, hint: Hint) -> Self {
        let board = session.game().board();
        let certainty = match hint.certainty {
            Certainty::Cycle => "cycle",
            Certainty::CycleAtApple => "cycle-at-apple",
            Certainty::Guess => "guess",
        };
        let (cycle, tree) = round_trip(board, hint.cycle.as_ref());
        let (to, is_least) = (hint.direction.letter(), hint.is_least);
        Self { to, path: numbers(board, hint.path), cycle, tree, certainty, is_least }
    }
}

/// The state of a game, and the cause of death.
pub(super) fn status(status: Status) -> (&'static str, Option<String>) {
    match status {
        Status::Running => ("running", None),
        Status::Won => ("won", None),
        Status::Lost(death) => ("lost", Some(death.to_string())),
    }
}

pub(super) fn numbers(board: Board, cells: impl IntoIterator<Item = Cell>) -> Vec<usize> {
    cells.into_iter().map(|cell| board.index(cell)).collect()
}

/// The cells of a cycle, and the tree inside of it.
fn round_trip(board: Board, cycle: Option<&Cycle>) -> (Vec<usize>, Vec<(usize, usize)>) {
    let Some(cycle) = cycle else { return (Vec::new(), Vec::new()) };
    let lines = inner_tree(cycle).into_iter();
    let tree = lines.map(|(from, to)| (board.index(from), board.index(to))).collect();
    (numbers(board, cycle.cells().iter().copied()), tree)
}
