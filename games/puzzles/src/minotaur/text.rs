//! Labyrinths as facts and as drawings.
//!
//! ```text
//! maxsteps 10
//!
//! +---+---+---+        fields, three signs wide: S the start, G the goal, M the start of the Minotaur,
//! | .   M   . |        a dot or a blank for any other field, # for a missing field;
//! +   +---+   +        walls between fields: --- between rows, | between columns.
//! | .   . | G |        The outer wall always exists.
//! +   +---+   +
//! | .   S   . |
//! +---+---+---+
//! ```

use super::rules::{Field, Labyrinth};
use crate::drawing::{self, Drawing};
use crate::facts::{self, Fact, PuzzleError};
use std::collections::BTreeSet;
use std::fmt;

pub(super) const KNOWN: &str = "field/2, start/2, goal/2, mino/2, wall/4, maxsteps/1";

impl Labyrinth {
    /// Reads an instance: facts, or a drawing.
    ///
    /// # Errors
    /// The first error with its line.
    pub fn read(text: &str) -> Result<Self, PuzzleError> {
        if drawing::is_drawing(text) { Self::read_drawing(text) } else { Self::read_facts(text) }
    }

    fn read_facts(text: &str) -> Result<Self, PuzzleError> {
        let facts = facts::read_facts(text)?;
        let mut fields = BTreeSet::new();
        let mut walls = BTreeSet::new();
        let [mut start, mut goal, mut minotaur] = [None; 3];
        let mut most_steps = None;
        for fact in &facts {
            if let Some([x, y]) = fact.numbers("field") {
                fields.insert(Field { x, y });
            } else if let Some([x, y]) = fact.numbers("start") {
                once(&mut start, Field { x, y }, fact)?;
            } else if let Some([x, y]) = fact.numbers("goal") {
                once(&mut goal, Field { x, y }, fact)?;
            } else if let Some([x, y]) = fact.numbers("mino") {
                once(&mut minotaur, Field { x, y }, fact)?;
            } else if let Some(ends) = fact.numbers("wall") {
                walls.insert(
                    wall(ends).ok_or_else(|| {
                        fact.wrong("a wall is written as wall(X,Y,X,Y+1) or wall(X,Y,X+1,Y)")
                    })?,
                );
            } else if let Some([steps]) = fact.numbers("maxsteps") {
                let steps = u32::try_from(steps).map_err(|_| fact.wrong("steps cannot be negative"))?;
                once(&mut most_steps, steps, fact)?;
            } else {
                return Err(fact.unknown(KNOWN));
            }
        }
        let on_field = |found: Option<(Field, &Fact)>, wanted| {
            let (field, fact) = found.ok_or_else(|| facts::missing(wanted))?;
            if fields.contains(&field) {
                Ok(field)
            } else {
                Err(fact.wrong(format!("{field} is not a field")))
            }
        };
        let (start, goal) = (on_field(start, "start(X,Y)")?, on_field(goal, "goal(X,Y)")?);
        let minotaur = on_field(minotaur, "mino(X,Y)")?;
        let (most_steps, _) = most_steps.ok_or_else(|| facts::missing("maxsteps(S)"))?;
        // Other walls have no effect, and no drawing shows them.
        walls.retain(|(low, high)| fields.contains(low) && fields.contains(high));
        Ok(Self { fields, walls, start, goal, minotaur, most_steps })
    }

    fn read_drawing(text: &str) -> Result<Self, PuzzleError> {
        let drawing = Drawing::read(text, &["maxsteps"])?;
        let most_steps = drawing.number("maxsteps", 0..=i32::MAX)?;
        let most_steps = most_steps.ok_or_else(|| facts::missing("`maxsteps S` above the labyrinth"))? as u32;
        let rows = &drawing.rows;
        if rows.len() < 3 || rows.len().is_multiple_of(2) {
            return Err(facts::missing(
                "drawing of a labyrinth with a line of walls above and below each row",
            ));
        }
        let mut drawn = Drawn::default();
        for (index, &(line, row)) in rows.iter().enumerate() {
            // The lowest row of fields has number 1, the walls below it number 0.
            let y = ((rows.len() - 1 - index) / 2) as i32;
            if index.is_multiple_of(2) {
                drawn.walls(line, row, y)?;
            } else {
                drawn.fields(line, row, y + 1)?;
            }
        }
        let [start, goal, minotaur] = [(0, "`S`, the start"), (1, "`G`, the goal"), (2, "`M`, the Minotaur")]
            .map(|(place, wanted)| drawn.places[place].ok_or_else(|| facts::missing(wanted)));
        let Drawn { fields, mut walls, .. } = drawn;
        walls.retain(|(low, high)| fields.contains(low) && fields.contains(high));
        Ok(Self { fields, walls, start: start?, goal: goal?, minotaur: minotaur?, most_steps })
    }
}

/// The parts of a drawing that were read.
#[derive(Default)]
struct Drawn {
    fields: BTreeSet<Field>,
    walls: BTreeSet<(Field, Field)>,
    /// Start, goal, Minotaur.
    places: [Option<Field>; 3],
}

impl Drawn {
    /// Reads a line `+---+   +`; the fields below it are in row `y`.
    fn walls(&mut self, line: u32, row: &str, y: i32) -> Result<(), PuzzleError> {
        for (x, (corner, wall)) in (1..).zip(columns(row)) {
            if !matches!(corner, '+' | ' ') {
                return Err(drawing::wrong(line, &format!("`{corner}`"), "between walls there is `+`"));
            }
            match wall.trim() {
                "" => {}
                "---" => {
                    self.walls.insert((Field { x, y }, Field { x, y: y + 1 }));
                }
                other => return Err(drawing::wrong(line, &format!("`{other}`"), "a wall is `---`")),
            }
        }
        Ok(())
    }

    /// Reads a line `| . | S   . |`.
    fn fields(&mut self, line: u32, row: &str, y: i32) -> Result<(), PuzzleError> {
        // The last sign is the outer wall.
        let row = row.strip_suffix('|').unwrap_or(row);
        for (x, (wall, signs)) in (1..).zip(columns(row)) {
            let field = Field { x, y };
            match wall {
                '|' if x > 1 => {
                    self.walls.insert((Field { x: x - 1, y }, field));
                }
                '|' | ' ' => {}
                other => {
                    return Err(drawing::wrong(
                        line,
                        &format!("`{other}`"),
                        "between fields there is `|` or a blank",
                    ));
                }
            }
            let signs = signs.trim();
            if signs == "#" {
                continue;
            }
            self.fields.insert(field);
            for sign in signs.chars().filter(|&sign| sign != '.') {
                let Some(place) = ['S', 'G', 'M'].iter().position(|&known| known == sign) else {
                    let reason = "a field has `S`, `G`, `M`, `.` or a blank; `#` is a missing field";
                    return Err(drawing::wrong(line, &format!("`{sign}`"), reason));
                };
                if self.places[place].replace(field).is_some() {
                    return Err(drawing::wrong(line, &format!("`{sign}`"), "it occurs twice"));
                }
            }
        }
        Ok(())
    }
}

/// A line in parts of four signs: the first sign, and the three signs behind it.
fn columns(row: &str) -> Vec<(char, String)> {
    let signs: Vec<char> = row.chars().collect();
    let pieces = signs.chunks(4).filter(|piece| piece.len() > 1);
    pieces.map(|piece| (piece[0], piece[1..].iter().collect())).collect()
}

impl Labyrinth {
    /// The drawing of the labyrinth, line by line; `None` if it does not begin at (1,1) or is too large.
    pub fn rows(&self) -> Option<Vec<String>> {
        let right = self.fields.iter().map(|field| field.x).max()?;
        let top = self.fields.iter().map(|field| field.y).max()?;
        let low = self.fields.iter().map(|field| field.x.min(field.y)).min()?;
        if low < 1 || right > 200 || top > 200 {
            return None;
        }
        let has = |x, y| self.fields.contains(&Field { x, y });
        let between = |low: Field, high: Field| match (has(low.x, low.y), has(high.x, high.y)) {
            (true, true) => self.walls.contains(&(low, high)),
            (one, other) => one || other,
        };
        let mut rows = Vec::new();
        for y in (0..=top).rev() {
            let wall = |x| if between(Field { x, y }, Field { x, y: y + 1 }) { "---" } else { "   " };
            let walls: Vec<&str> = (1..=right).map(wall).collect();
            rows.push(format!("+{}+", walls.join("+")));
            if y > 0 {
                let mut row = String::new();
                for x in 0..=right {
                    let (here, next) = (Field { x, y }, Field { x: x + 1, y });
                    if x > 0 {
                        row += &format!("{:^3}", self.sign(here));
                    }
                    row += if between(here, next) { "|" } else { " " };
                }
                rows.push(row.trim_end().to_string());
            }
        }
        Some(rows)
    }

    fn sign(&self, field: Field) -> String {
        let places = [(self.start, 'S'), (self.goal, 'G'), (self.minotaur, 'M')];
        let signs: String =
            places.iter().filter(|(place, _)| *place == field).map(|(_, sign)| sign).collect();
        match (signs.as_str(), self.fields.contains(&field)) {
            ("", true) => ".".to_string(),
            ("", false) => "#".to_string(),
            _ => signs,
        }
    }

    /// The instance as a drawing, if it can be drawn.
    pub fn drawing(&self) -> Option<String> {
        Some(format!("maxsteps {}\n\n{}\n", self.most_steps, self.rows()?.join("\n")))
    }
}

/// The instance as facts.
impl fmt::Display for Labyrinth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let right = self.fields.iter().map(|field| field.x).max().unwrap_or_default();
        let top = self.fields.iter().map(|field| field.y).max().unwrap_or_default();
        let is_full = self.fields.iter().all(|field| field.x > 0 && field.y > 0)
            && self.fields.len() as i64 == i64::from(right) * i64::from(top);
        let facts: Vec<String> = match is_full {
            true => vec![format!("field(1..{right},1..{top}).")],
            false => self.fields.iter().map(|field| format!("field{field}.")).collect(),
        };
        let places = [("start", self.start), ("goal", self.goal), ("mino", self.minotaur)];
        let places = places.map(|(name, field)| format!("{name}{field}."));
        let wall = |(low, high): &(Field, Field)| format!("wall({},{},{},{}).", low.x, low.y, high.x, high.y);
        let walls: Vec<String> = self.walls.iter().map(wall).collect();
        for part in [facts, places.to_vec(), walls] {
            for line in part.chunks(7).filter(|line| !line.is_empty()) {
                writeln!(f, "{}", line.join(" "))?;
            }
        }
        writeln!(f, "maxsteps({}).", self.most_steps)
    }
}

/// Keeps the only value of its kind; an equal second value is accepted.
fn once<'a, T: PartialEq>(
    place: &mut Option<(T, &'a Fact)>,
    value: T,
    fact: &'a Fact,
) -> Result<(), PuzzleError> {
    match place {
        Some((old, _)) if *old != value => Err(fact.twice()),
        _ => {
            *place = Some((value, fact));
            Ok(())
        }
    }
}

/// A wall between a field and its upper or right neighbour.
fn wall([x, y, xx, yy]: [i32; 4]) -> Option<(Field, Field)> {
    let (low, high) = (Field { x, y }, Field { x: xx, y: yy });
    let above = x.checked_add(1) == Some(xx) && y == yy;
    let right = y.checked_add(1) == Some(yy) && x == xx;
    (above || right).then_some((low, high))
}
