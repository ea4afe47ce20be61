//! The cost of grounding: a table of the most expensive statements on standard error.
//!
//! ```text
//! *** Grounding: 1.204 s in 6 statements; the most expensive:
//!        time    instances        tried  statement
//!     1.101 s      140 780   12 963 600  queens.lp:5:1-70
//!                                        joined: queen(I,J), queen(II,JJ)
//! ```

use hamadryad::{Control, Cost, Sources, Span};
use std::fmt::Write;
use std::time::Duration;

/// A table of at most `most` statements, most expensive first; empty if grounding has not started.
pub fn table(control: &Control, most: usize) -> String {
    let costs = control.ground_costs();
    if costs.is_empty() {
        return String::new();
    }
    let total: Duration = costs.iter().map(|(_, cost)| cost.time).sum();
    let mut out =
        format!("*** Grounding: {} in {} statements; the most expensive:\n", seconds(total), costs.len());
    let _ = writeln!(out, "{:>12} {:>15} {:>15}  statement", "time", "instances", "tried");
    for (span, cost) in costs.into_iter().take(most) {
        row(&mut out, control.sources(), span, cost);
    }
    out
}

fn row(out: &mut String, sources: &Sources, span: Span, cost: &Cost) {
    let (time, instances, tried) = (seconds(cost.time), grouped(cost.instances), grouped(cost.tried));
    let _ = writeln!(out, "{time:>12} {instances:>15} {tried:>15}  {}", sources.describe(span));
    let order: Vec<&str> = cost.order.iter().map(|&span| sources.slice(span)).collect();
    if order.len() > 1 {
        let _ = writeln!(out, "{:46}joined: {}", "", crate::outlet::escaped(&order.join(", ")));
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// The digits of a number in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad::Part;

    #[test]
    fn the_table_names_places_and_joins() {
        let mut control = Control::new();
        let text = "p(1..50).\nr(X,Y) :- p(X), p(Y), X < Y.\nq(X) :- p(X).\n";
        control.add("a.lp", text).unwrap();
        control.ground(&[Part::base()]).unwrap();
        let expected = "*** Grounding: 0.000 s in 3 statements; the most expensive:
        time       instances           tried  statement
     0.000 s           1 225           2 550  a.lp:2:1-29
                                              joined: p(X), p(Y)
     0.000 s              50              50  a.lp:1:1-10
";
        assert_eq!(table(&control, 2), expected);
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!([0, 999, 1000, 12_963_600].map(grouped), ["0", "999", "1 000", "12 963 600"]);
    }
}
