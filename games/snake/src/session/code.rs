//! Moves as letters of a link.
//!
//! ```text
//! bits     kind of code (1 bit), number of moves plus one (gamma code), moves, zeros up to a full letter
//! moves    plain: two bits each; or runs: two bits for the first direction, the number of equal moves
//!          (gamma code), then for each further run the turn (left `0`, right `10`, back `11`) and its
//!          number of moves
//! letters  six bits each, in the alphabet of base64url; after every 16 letters, and at the end, a check
//!          letter
//! ```
//!
//! The gamma code of a number with `n + 1` binary digits is `n` zeros and these digits (Elias75). The shorter
//! of both kinds is written. 1,000 moves take at most 359 letters.
//!
//! *Invariant:* each check letter depends on all letters before it, and the change of a single letter changes
//! the next check letter. So one wrong letter is always found, within 17 letters.

use hamadryad_grid::Direction;
use std::fmt;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Letters before each check letter.
const BLOCK: usize = 16;
/// The largest number of moves of a link.
const MAX_MOVES: u64 = 1 << 22;

/// An error in the letters of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeError {
    /// The number of the first step that cannot be read, from 1.
    pub step: usize,
    /// The error.
    pub kind: CodeErrorKind,
}

/// Kind of an error in the letters of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeErrorKind {
    /// This character is not one of the alphabet.
    Letter(char),
    /// A check letter does not fit the letters before it: one of them is wrong.
    Check,
    /// The letters end before the last move, or continue after it.
    Length,
    /// The number of moves exceeds 4,194,304.
    TooLong,
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at step {}: ", self.step)?;
        match self.kind {
            CodeErrorKind::Letter(letter) => {
                write!(f, "`{}` is not a letter of a link", letter.escape_debug())
            }
            CodeErrorKind::Check => f.write_str("a letter is wrong, since the check letter does not fit"),
            CodeErrorKind::Length => f.write_str("letters are missing, or there are too many"),
            CodeErrorKind::TooLong => write!(f, "a link has at most {MAX_MOVES} moves"),
        }
    }
}

impl std::error::Error for CodeError {}

/// Writes moves as letters.
pub fn encode_moves(moves: &[Direction]) -> String {
    let [plain, runs] = [Kind::Plain, Kind::Runs].map(|kind| kind.bits(moves));
    let bits = if runs.len() < plain.len() { runs } else { plain };
    let mut check = 0;
    let mut letters = String::new();
    for block in bits.chunks(6 * BLOCK) {
        for letter in block.chunks(6) {
            let number = letter.iter().fold(0, |number, &bit| 2 * number + u8::from(bit));
            let number = number << (6 - letter.len());
            check = checked(check, number);
            letters.push(ALPHABET[usize::from(number)] as char);
        }
        letters.push(ALPHABET[usize::from(check)] as char);
    }
    letters
}

/// Reads moves.
///
/// # Errors
/// The first error.
pub fn decode_moves(letters: &str) -> Result<Vec<Direction>, CodeError> {
    let (bits, error) = bits_of(letters);
    let mut reader = Reader { bits: &bits, place: 0 };
    let mut moves = Vec::new();
    let read = reader.moves(&mut moves);
    let rest = &bits[reader.place..];
    let is_complete = read.is_ok() && rest.len() < 6 && rest.iter().all(|&bit| !bit);
    match error.or(read.err()).or((!is_complete).then_some(CodeErrorKind::Length)) {
        None => Ok(moves),
        Some(kind) => Err(CodeError { step: moves.len() + 1, kind }),
    }
}

/// The check number after a further letter: for each letter a permutation of the check numbers, and for each
/// check number a permutation of the letters.
fn checked(check: u8, letter: u8) -> u8 {
    (check.wrapping_mul(5).wrapping_add(letter).wrapping_add(11)) % 64
}

/// The bits of the letters before the first block with an error.
fn bits_of(letters: &str) -> (Vec<bool>, Option<CodeErrorKind>) {
    let mut bits = Vec::new();
    let mut numbers = Vec::new();
    let mut unknown = None;
    for letter in letters.chars() {
        let place =
            u8::try_from(letter).ok().and_then(|byte| ALPHABET.iter().position(|&known| known == byte));
        let Some(number) = place else {
            unknown = Some(CodeErrorKind::Letter(letter));
            break;
        };
        numbers.push(number as u8);
    }
    let mut check = 0;
    for block in numbers.chunks(BLOCK + 1) {
        if unknown.is_some() && block.len() <= BLOCK {
            break;
        }
        let (&last, data) = block.split_last().expect("a chunk is not empty");
        check = data.iter().fold(check, |check, &number| checked(check, number));
        if last != check || data.is_empty() {
            let kind = if data.is_empty() { CodeErrorKind::Length } else { CodeErrorKind::Check };
            return (bits, Some(kind));
        }
        bits.extend(data.iter().flat_map(|&number| (0..6).rev().map(move |bit| number >> bit & 1 == 1)));
    }
    (bits, unknown)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Runs,
}

impl Kind {
    fn bits(self, moves: &[Direction]) -> Vec<bool> {
        let mut bits = vec![self == Self::Runs];
        push_gamma(&mut bits, moves.len() as u64 + 1);
        match self {
            Self::Plain => moves.iter().for_each(|&direction| push_direction(&mut bits, direction)),
            Self::Runs => push_runs(&mut bits, moves),
        }
        bits
    }
}

fn push_runs(bits: &mut Vec<bool>, moves: &[Direction]) {
    let mut last: Option<Direction> = None;
    for run in moves.chunk_by(|one, other| one == other) {
        match last {
            None => push_direction(bits, run[0]),
            Some(last) => match (number_of(run[0]) + 4 - number_of(last)) % 4 {
                1 => bits.extend([true, false]),
                2 => bits.extend([true, true]),
                _ => bits.push(false),
            },
        }
        push_gamma(bits, run.len() as u64);
        last = Some(run[0]);
    }
}

fn number_of(direction: Direction) -> usize {
    Direction::ALL.iter().position(|&other| other == direction).expect("there are four directions")
}

fn push_direction(bits: &mut Vec<bool>, direction: Direction) {
    let number = number_of(direction);
    bits.extend([number & 2 != 0, number & 1 != 0]);
}

fn push_gamma(bits: &mut Vec<bool>, number: u64) {
    let digits = number.ilog2();
    bits.extend((0..digits).map(|_| false));
    bits.extend((0..=digits).rev().map(|digit| number >> digit & 1 == 1));
}

/// Reads bits from the first on.
struct Reader<'a> {
    bits: &'a [bool],
    place: usize,
}

impl Reader<'_> {
    fn moves(&mut self, moves: &mut Vec<Direction>) -> Result<(), CodeErrorKind> {
        let has_runs = self.bit()?;
        let count = self.gamma()? - 1;
        if count > MAX_MOVES {
            return Err(CodeErrorKind::TooLong);
        }
        let count = count as usize;
        if count > 0 && has_runs {
            let mut direction = self.direction()?;
            loop {
                let run = self.gamma()?;
                if run > (count - moves.len()) as u64 {
                    return Err(CodeErrorKind::Length);
                }
                moves.extend((0..run).map(|_| direction));
                if moves.len() == count {
                    break;
                }
                direction = self.turned(direction)?;
            }
        }
        while moves.len() < count {
            moves.push(self.direction()?);
        }
        Ok(())
    }

    fn bit(&mut self) -> Result<bool, CodeErrorKind> {
        let bit = self.bits.get(self.place).copied().ok_or(CodeErrorKind::Length)?;
        self.place += 1;
        Ok(bit)
    }

    fn direction(&mut self) -> Result<Direction, CodeErrorKind> {
        Ok(Direction::ALL[2 * usize::from(self.bit()?) + usize::from(self.bit()?)])
    }

    fn turned(&mut self, direction: Direction) -> Result<Direction, CodeErrorKind> {
        let quarters = match self.bit()? {
            false => 3,
            true => 1 + usize::from(self.bit()?),
        };
        Ok(Direction::ALL[(number_of(direction) + quarters) % 4])
    }

    fn gamma(&mut self) -> Result<u64, CodeErrorKind> {
        let mut digits = 0;
        while !self.bit()? {
            digits += 1;
            if digits > 62 {
                return Err(CodeErrorKind::TooLong);
            }
        }
        (0..digits).try_fold(1, |number, _| Ok(2 * number + u64::from(self.bit()?)))
    }
}
