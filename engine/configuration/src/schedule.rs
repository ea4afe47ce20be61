//! Schedules of restarts and deletions, as in `L,60` and `x,100,1.5`.

use crate::parts::Parts;

/// A growing sequence of numbers of conflicts; `limit` is the number of terms after which it repeats, 0 for
/// none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Schedule {
    /// `F,n`: always the same number.
    Fixed(u32),
    /// `L,n`: Luby's sequence times a unit.
    Luby {
        /// The unit.
        unit: u32,
        /// The number of terms before the sequence repeats.
        limit: u32,
    },
    /// `x,n,f`: multiplied by a factor each time.
    Geometric {
        /// The first number.
        base: u32,
        /// The factor, at least 1.
        factor: f64,
        /// The number of terms before the sequence repeats.
        limit: u32,
    },
    /// `+,n,m`: a number is added each time.
    Arithmetic {
        /// The first number.
        base: u32,
        /// The number that is added.
        step: u32,
        /// The number of terms before the sequence repeats.
        limit: u32,
    },
}

/// The schedule of restarts of clasp's dynamic kind, `D,n,K…`: when the mean glue of recent learnt clauses is
/// high.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Dynamic {
    /// The number of recent clauses.
    pub(crate) window: u32,
    /// Restarts are due if the recent mean times this factor exceeds the mean of all.
    pub(crate) margin: f64,
    /// The optional parts, as they are written.
    rest: String,
}

/// The kinds of moving averages.
pub(crate) const AVERAGES: [&str; 5] = ["d", "e", "l", "es", "ls"];

impl Schedule {
    /// Reads a schedule.
    pub(crate) fn read(parts: &mut Parts<'_>) -> Option<Schedule> {
        let kind = parts.take(|part| match part {
            "F" | "f" => Some('f'),
            "L" | "l" => Some('l'),
            "x" | "+" => part.chars().next(),
            _ => None,
        })?;
        let base = parts.number(1, u32::MAX)?;
        let limit = |parts: &mut Parts<'_>| parts.number(0, u32::MAX).unwrap_or(0);
        match kind {
            'f' => Some(Schedule::Fixed(base)),
            'l' => Some(Schedule::Luby { unit: base, limit: whole_luby(limit(parts)) }),
            'x' => {
                let factor = parts.real(1.0, f64::MAX)?;
                Some(Schedule::Geometric { base, factor, limit: limit(parts) })
            }
            _ => {
                let step = parts.number(0, u32::MAX)?;
                Some(Schedule::Arithmetic { base, step, limit: limit(parts) })
            }
        }
    }
}

/// The number of terms after which clasp repeats Luby's sequence: a whole number of its rounds.
fn whole_luby(limit: u32) -> u32 {
    match limit {
        0 => 0,
        limit => {
            limit.max(2).checked_next_power_of_two().map_or(u32::MAX, |next| (next - 1).saturating_mul(2))
        }
    }
}

impl std::fmt::Display for Schedule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Schedule::Fixed(base) => write!(f, "f,{base}"),
            Schedule::Luby { unit, limit: 0 } => write!(f, "l,{unit}"),
            Schedule::Luby { unit, limit } => write!(f, "l,{unit},{limit}"),
            Schedule::Geometric { base, factor, limit } => write!(f, "x,{base},{factor},{limit}"),
            Schedule::Arithmetic { base, step, limit } => write!(f, "+,{base},{step},{limit}"),
        }
    }
}

impl Dynamic {
    /// Reads a dynamic schedule.
    pub(crate) fn read(parts: &mut Parts<'_>) -> Option<Dynamic> {
        parts.take(|part| (part == "D" || part == "d").then_some(()))?;
        let window = parts.number(1, u32::MAX)?;
        let margin = parts.real(0.0, f64::MAX)?;
        let mut rest = String::new();
        if let Some(limit) = parts.number(1, u32::MAX) {
            rest = format!(",{limit}");
            if let Some(average) = parts.word(&AVERAGES) {
                rest += &format!(",{average}");
                if let Some(keep) = parts.word(&["n", "r", "b", "rb", "br"]) {
                    rest += &format!(",{keep}");
                }
                if let Some(slow) = parts.word(&AVERAGES) {
                    rest += &format!(",{slow}");
                    if let Some(window) = parts.number(1, u32::MAX) {
                        rest += &format!(",{window}");
                    }
                }
            }
        }
        Some(Dynamic { window, margin, rest })
    }
}

impl std::fmt::Display for Dynamic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "d,{},{}{}", self.window, self.margin, self.rest)
    }
}
