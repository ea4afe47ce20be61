//! Puzzles as films: the number of pictures, and the places of marks.

use hamadryad_grid::{Cell, Direction};
use hamadryad_puzzles::bag::Supply;
use hamadryad_puzzles::minotaur::{Labyrinth, Waiting, Walk, shortest};
use hamadryad_puzzles::pictures;
use hamadryad_puzzles::pipes::Pipes;
use hamadryad_puzzles::ricochet::Ricochet;
use hamadryad_puzzles::rogo::{Length, Rogo};
use hamadryad_puzzles::rush::Rush;
use hamadryad_scene::{Figure, Film, Frame, Pictures, Shape};

fn frames(film: &Film) -> &[Frame] {
    match &film.pictures {
        Pictures::Frames { frames, .. } => frames,
        Pictures::Drawn(_) => panic!("a puzzle is drawn here"),
    }
}

/// The place of the mark with this letter.
fn badge(frame: &Frame, letter: &str) -> Option<Cell> {
    let mut shapes = frame.layers.iter().flat_map(|layer| &layer.shapes);
    shapes.find_map(|shape| match shape {
        Shape::Mark(mark) if mark.figure == Figure::Badge(letter.into()) => Some(mark.cell),
        _ => None,
    })
}

fn exercise() -> Labyrinth {
    let facts = "field(1..3,1..3). start(2,1). goal(3,2). mino(2,3). maxsteps(10).
        wall(2,1,2,2). wall(2,2,3,2). wall(2,2,2,3).";
    Labyrinth::read(facts).expect("an instance")
}

#[test]
fn a_walk_has_three_pictures_a_step() {
    let labyrinth = exercise();
    let walk = shortest(&labyrinth, Waiting::Allowed).expect("a way out").walk;
    let film = pictures::walk(&labyrinth, Waiting::Allowed, &walk, None, 1).expect("a walk by the rules");
    assert_eq!((film.len(), film.chapters.len()), (1 + 3 * 4, 5));
    // Y counts upwards, rows downwards.
    let place = |index: usize, letter| badge(&frames(&film)[index], letter);
    assert_eq!(place(0, "Y"), Some(Cell::new(2, 1)));
    assert_eq!(place(0, "M"), Some(Cell::new(0, 1)));
    assert_eq!(place(12, "Y"), Some(Cell::new(1, 2)));
    for (step, field) in walk.fields.iter().enumerate().skip(1) {
        let cell = Cell::new(3 - field.y as u16, field.x as u16 - 1);
        let pictures = 3 * step - 2..=3 * step;
        assert!(pictures.clone().all(|index| place(index, "Y") == Some(cell)), "step {step}");
        let his: Vec<Cell> = (3 * step - 3..=3 * step).filter_map(|index| place(index, "M")).collect();
        assert_eq!(his[0], his[1], "he waits for you");
        assert!(his.windows(2).all(|pair| pair[0].manhattan(pair[1]) <= 1), "he goes from field to field");
    }
    let walls = &frames(&film)[0].walls;
    assert_eq!(walls.len(), 3);
}

#[test]
fn a_walk_that_breaks_the_rules_is_not_shown() {
    let walk = Walk::read("at(2,1,0) at(2,2,1)").expect("a walk");
    assert!(pictures::walk(&exercise(), Waiting::Allowed, &walk, None, 1).is_err());
}

#[test]
fn a_loop_is_drawn_until_it_closes() {
    let rogo =
        Rogo::read("rows(2). columns(3). steps(4). points(1,1,7). points(1,3,12).").expect("an instance");
    let cells = rogo.best(Length::Exactly).expect("a loop").cells;
    let film = pictures::rogo_loop(&rogo, &cells, None, 1);
    assert_eq!(film.len(), 6);
    let captions: Vec<&str> = frames(&film).iter().map(|frame| frame.caption[0].as_str()).collect();
    assert_eq!(captions[0], "A loop of 4 steps with the most points.");
    assert_eq!(captions[1], "0 of 4 steps, 0 points");
    assert_eq!(captions[5], "4 of 4 steps, 12 points");
    assert_eq!(badge(&frames(&film)[0], "12"), None, "the puzzle has no loop");
    assert_eq!(badge(&frames(&film)[5], "12"), Some(Cell::new(0, 2)));
    assert_eq!(badge(&frames(&film)[5], "7"), None, "what is not collected is a number alone");
}

#[test]
fn bags_have_a_letter_for_each_piece() {
    let film = pictures::bags(&Supply::new(27, 3), &[vec![], vec![1, 1, 27]], None, 1);
    assert_eq!(film.len(), 2);
    assert_eq!(badge(&frames(&film)[1], "A"), Some(Cell::new(0, 0)));
    assert_eq!(badge(&frames(&film)[1], "27"), Some(Cell::new(0, 2)));
    assert_eq!(frames(&film)[0].caption, ["bag 1 of 2: empty"]);
    assert_eq!(pictures::bags(&Supply::new(2, 0), &[], None, 1).len(), 0);
}

#[test]
fn water_flows_field_by_field() {
    let board = "ew 3\nsw 1\nne 1\n\n######\n>....#\n#....>\n######";
    let pipes = Pipes::read(board).expect("an instance");
    let layout = pipes.layouts(1, u64::MAX).found.pop().expect("a layout");
    let film = pictures::water(&pipes, &layout, None, 1).expect("water that runs");
    let frames = frames(&film);
    assert_eq!(frames.len(), 7);
    assert_eq!(frames[0].caption, ["Lay all pieces, from I to O.", "3 ━ ew, 1 ┗ ne, 1 ┓ sw"]);
    assert!(frames[0].layers.iter().all(|layer| layer.name != "pipes"), "the puzzle has no pieces");
    assert_eq!(frames[6].caption[0], "5 of 5 fields; pieces: 5");
    assert_eq!(
        (badge(&frames[0], "I"), badge(&frames[0], "O")),
        (Some(Cell::new(1, 0)), Some(Cell::new(2, 5)))
    );
}

#[test]
fn cars_follow_their_moves() {
    let rush = Rush::read("XX.A\n...A\n....").expect("an instance");
    let moves = rush.solve().expect("a way out").moves;
    let film = pictures::rush(&rush, &moves, None, 1);
    let car = |frame: &Frame, letter| {
        let mut shapes = frame.layers.iter().flat_map(|layer| &layer.shapes);
        shapes.find_map(|shape| match shape {
            Shape::Car(car) if car.letter == letter => Some(car.cells.clone()),
            _ => None,
        })
    };
    let places: Vec<_> = frames(&film).iter().map(|frame| (car(frame, 'X'), car(frame, 'A'))).collect();
    let at = |cells: [(u16, u16); 2]| Some(cells.map(|(row, col)| Cell::new(row, col)).to_vec());
    let (start, out) = (at([(0, 0), (0, 1)]), at([(0, 2), (0, 3)]));
    let (high, low) = (at([(0, 3), (1, 3)]), at([(1, 3), (2, 3)]));
    assert_eq!(places, [(start.clone(), high), (start, low.clone()), (out, low)]);
    // The exit is beside the row of the red car.
    assert_eq!(frames(&film)[0].exits, [(Cell::new(0, 4), Direction::Right)]);
}

#[test]
fn robots_slide_to_their_places() {
    let drawing = "+---+---+\n| R   b |\n+   +---+\n| B   . |\n+---+---+";
    let ricochet = Ricochet::read(drawing).expect("an instance");
    let answer = "move(red,(0,1),1) move(blue,(-1,0),2) move(red,(1,0),3)";
    assert!(ricochet.check(answer).is_err(), "a wall is below red");
    let ricochet = Ricochet { runner: 0, ..ricochet };
    let moves = ricochet.check("move(red,(0,1),1)").expect("a plan");
    let film = pictures::ricochet(&ricochet, &moves, None, 1);
    let places: Vec<_> = frames(&film).iter().map(|frame| (badge(frame, "R"), badge(frame, "B"))).collect();
    let at = |row, col| Some(Cell::new(row, col));
    assert_eq!(places, [(at(0, 0), at(1, 0)), (at(0, 1), at(1, 0))]);
    assert_eq!(frames(&film)[1].caption, ["move 1 of 1: red right", "ring: the target of red"]);
    assert_eq!(frames(&film)[0].walls.len(), 1);
}
