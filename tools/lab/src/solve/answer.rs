//! Answers of solvers, in the forms that solvers print.
//!
//! | dialect | solvers | form |
//! |---|---|---|
//! | `clingo` | hamadryad, clingo, clasp | the JSON of `--outf=2`, which is asked for |
//! | `text` | the same | lines for people |
//! | `competition` | SAT and pseudo-Boolean solvers, wasp, dlv2 | `s SATISFIABLE`, `o 12`, `ANSWER`, `COST 3@1`, `OPTIMUM`, … |
//! | `exit-code` | any | 10 satisfiable, 20 unsatisfiable, 30 optimum |
//! | `minizinc` | MiniZinc with any solver | solutions in the form of data, `----------`, `==========`, `=====UNSATISFIABLE=====`, … |
//! | `nothing` | grounders | no verdict; the exit code 0 is success |

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The form of a solver's output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// The JSON of clingo.
    #[default]
    Clingo,
    /// clingo's lines for people.
    Text,
    /// The lines of competitions.
    Competition,
    /// Only the exit code counts.
    ExitCode,
    /// The lines of MiniZinc.
    Minizinc,
    /// The command has no verdict: the exit code 0 is success. For grounders.
    Nothing,
}

impl Dialect {
    /// Options that make a solver print this form: everything but the last model is left out.
    pub(super) fn options(self, number: u64) -> String {
        let seed = if number > 0 { format!(" --seed={number}") } else { String::new() };
        match self {
            Self::Clingo => format!("--outf=2 --stats --quiet=1,2,2{seed}"),
            Self::Text => format!("--stats --quiet=1,2,2{seed}"),
            Self::Minizinc => {
                let seed = if number > 0 { format!(" --random-seed {number}") } else { String::new() };
                format!("--intermediate --statistics --output-mode dzn --output-objective{seed}")
            }
            Self::Competition | Self::ExitCode | Self::Nothing => String::new(),
        }
    }
}

/// The verdict of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// There is an answer set.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The last answer set is optimal.
    Optimum,
    /// No verdict.
    #[default]
    Unknown,
}

/// The answer of a solver.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether the search ended by itself.
    pub is_final: bool,
    /// The costs of the last answer set, by level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costs: Option<Vec<i64>>,
    /// The number of answer sets that were found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<u64>,
    /// Whether the solver says that there are no others.
    #[serde(default)]
    pub is_complete: bool,
    /// The number of consequences.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consequences: Option<u64>,
    /// Conflicts of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<u64>,
    /// The shown atoms of the last answer set. They are verified, and not recorded.
    #[serde(skip)]
    pub atoms: Option<Vec<String>>,
}

impl Answer {
    /// Reads the output of a solver; `code` is its exit code.
    pub fn read(dialect: Dialect, output: &str, code: Option<i32>) -> Answer {
        match dialect {
            Dialect::Clingo => {
                serde_json::from_str(output).map_or_else(|_| Answer::default(), |json| of_json(&json))
            }
            Dialect::Text => of_text(output),
            Dialect::Competition => of_lines(output, code),
            Dialect::Minizinc => of_solutions(output),
            Dialect::ExitCode => of_code(code),
            Dialect::Nothing => Answer { is_final: code == Some(0), ..Answer::default() },
        }
    }
}

fn of_json(json: &Value) -> Answer {
    let models = &json["Models"];
    let last = json["Call"].as_array().and_then(|calls| calls.last());
    let witness = last.and_then(|call| call["Witnesses"].as_array()?.last());
    let words = |value: &Value| -> Option<Vec<String>> {
        value.as_array()?.iter().map(|atom| atom.as_str().map(str::to_string)).collect()
    };
    let numbers =
        |value: &Value| -> Option<Vec<i64>> { value.as_array()?.iter().map(Value::as_i64).collect() };
    let statistics = &json["Stats"];
    let conflicts =
        [&statistics["Solving"]["Solvers"]["Conflicts"], &statistics["Solver"]["Core"]["Conflicts"]];
    let conflicts = conflicts.into_iter().chain([&statistics["Core"]["Conflicts"]]).find_map(Value::as_u64);
    let verdict = match json["Result"].as_str() {
        Some("SATISFIABLE") => Verdict::Satisfiable,
        Some("UNSATISFIABLE") => Verdict::Unsatisfiable,
        Some("OPTIMUM FOUND") => Verdict::Optimum,
        _ => Verdict::Unknown,
    };
    let is_stopped = ["INTERRUPTED", "TIME LIMIT"].iter().any(|&flag| json.get(flag).is_some());
    Answer {
        verdict,
        is_final: verdict != Verdict::Unknown && !is_stopped,
        costs: numbers(&models["Costs"]),
        models: models["Number"].as_u64(),
        is_complete: models["More"] == "no",
        consequences: models["Consequences"]["True"].as_u64(),
        conflicts,
        atoms: witness.and_then(|witness| words(&witness["Value"])),
    }
}

fn of_text(output: &str) -> Answer {
    let mut answer = Answer::default();
    let field = |line: &str, name: &str| -> Option<String> {
        Some(line.strip_prefix(name)?.trim_start().strip_prefix(':')?.trim().to_string())
    };
    let mut is_stopped = false;
    for line in output.lines() {
        match line.trim_end() {
            "SATISFIABLE" => answer.verdict = Verdict::Satisfiable,
            "UNSATISFIABLE" => answer.verdict = Verdict::Unsatisfiable,
            "OPTIMUM FOUND" => answer.verdict = Verdict::Optimum,
            line if line.contains("INTERRUPTED") || line.starts_with("TIME LIMIT") => is_stopped = true,
            line => {
                if let Some(costs) = field(line, "Optimization") {
                    answer.costs = costs.split_whitespace().map(|cost| cost.parse().ok()).collect();
                }
                let first = |text: String| text.split([' ', '+']).next()?.parse().ok();
                answer.models = field(line, "Models").and_then(first).or(answer.models);
                answer.conflicts = field(line, "Conflicts").and_then(first).or(answer.conflicts);
            }
        }
    }
    answer.is_final = answer.verdict != Verdict::Unknown && !is_stopped;
    answer
}

fn of_lines(output: &str, code: Option<i32>) -> Answer {
    let mut answer = Answer::default();
    for line in output.lines().map(str::trim) {
        let line = line.strip_prefix("s ").unwrap_or(line);
        match line {
            "SATISFIABLE" | "ANSWER" | "ANSWER SET FOUND" | "{}" => answer.verdict = Verdict::Satisfiable,
            "UNSATISFIABLE" | "INCONSISTENT" | "INCOHERENT" => answer.verdict = Verdict::Unsatisfiable,
            "OPTIMUM" | "OPTIMUM FOUND" => answer.verdict = Verdict::Optimum,
            _ => {
                if let Some(cost) = line.strip_prefix("o ").and_then(|cost| cost.trim().parse().ok()) {
                    answer.costs = Some(vec![cost]);
                } else if let Some(costs) = line.strip_prefix("COST ") {
                    // `COST 3@2 1@1`: higher levels come first.
                    let cost = |part: &str| part.split('@').next()?.parse().ok();
                    answer.costs = costs.split_whitespace().map(cost).collect();
                }
            }
        }
    }
    if answer.verdict == Verdict::Unknown {
        return Answer { costs: answer.costs, ..of_code(code) };
    }
    answer.is_final = true;
    answer
}

/// Reads the output of MiniZinc. A solution ends with `----------`, and a search that has seen all of them, or proven the
/// last one optimal, with `==========`. The translator names the direction of optimisation among its statistics;
/// costs are minimised, so a maximised objective is negated.
fn of_solutions(output: &str) -> Answer {
    let mut answer = Answer::default();
    let (mut objective, mut solutions) = (None, 0);
    let (mut is_maximised, mut has_objective) = (false, false);
    for line in output.lines().map(str::trim) {
        match line {
            "----------" => {
                solutions += 1;
                answer.verdict = Verdict::Satisfiable;
                answer.costs = objective.take();
            }
            "==========" => answer.is_complete = true,
            "=====UNSATISFIABLE=====" => answer.verdict = Verdict::Unsatisfiable,
            _ => {
                if let Some(rest) = line.strip_prefix("_objective = ") {
                    objective = rest.trim_end_matches(';').trim().parse().ok().map(|cost| vec![cost]);
                } else if let Some(statistic) = line.strip_prefix("%%%mzn-stat: ") {
                    let (name, value) = statistic.split_once('=').unwrap_or((statistic, ""));
                    match (name, value.trim_matches('"')) {
                        ("method", "maximize") => (is_maximised, has_objective) = (true, true),
                        ("method", "minimize") => has_objective = true,
                        ("failures", count) => answer.conflicts = count.parse().ok().or(answer.conflicts),
                        _ => {}
                    }
                }
            }
        }
    }
    has_objective |= answer.costs.is_some();
    if is_maximised {
        answer.costs.iter_mut().flatten().for_each(|cost| *cost = cost.saturating_neg());
    }
    if solutions > 0 {
        answer.models = Some(solutions);
        if has_objective && answer.is_complete {
            answer.verdict = Verdict::Optimum;
        }
    }
    // Solutions of an optimisation are counted on the way to the best one.
    answer.is_final = match answer.verdict {
        Verdict::Unknown => false,
        Verdict::Satisfiable => !has_objective,
        Verdict::Unsatisfiable | Verdict::Optimum => true,
    };
    answer.is_complete &= !has_objective;
    answer
}

fn of_code(code: Option<i32>) -> Answer {
    let verdict = match code {
        Some(10) => Verdict::Satisfiable,
        Some(20) => Verdict::Unsatisfiable,
        Some(30) => Verdict::Optimum,
        _ => Verdict::Unknown,
    };
    Answer { verdict, is_final: verdict != Verdict::Unknown, ..Answer::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_of_clingo_is_read() {
        let text = r#"{"Solver": "clingo", "Call": [{"Witnesses": [{"Value": ["a", "b(1)"], "Costs": [3, 1]}]}],
            "Result": "OPTIMUM FOUND", "Models": {"Number": 4, "More": "no", "Optimum": "yes", "Costs": [3, 1]},
            "Stats": {"Core": {"Conflicts": 7}}}"#;
        let answer = Answer::read(Dialect::Clingo, text, Some(30));
        assert_eq!((answer.verdict, answer.is_final, answer.models), (Verdict::Optimum, true, Some(4)));
        assert_eq!((answer.costs, answer.conflicts), (Some(vec![3, 1]), Some(7)));
        assert_eq!(answer.atoms, Some(vec!["a".to_string(), "b(1)".to_string()]));
        assert_eq!(Answer::read(Dialect::Clingo, "{", Some(1)), Answer::default());
    }

    #[test]
    fn lines_are_read() {
        let text = "Answer: 1\na b\nOptimization: 3 1\nSATISFIABLE\n\nTIME LIMIT   : 1\nModels       : 1+\nConflicts    : 12  (Analyzed: 12)\n";
        let answer = Answer::read(Dialect::Text, text, Some(11));
        assert_eq!((answer.verdict, answer.is_final), (Verdict::Satisfiable, false));
        assert_eq!((answer.models, answer.conflicts), (Some(1), Some(12)));
        let answer = Answer::read(Dialect::Competition, "o 12\no 9\ns OPTIMUM FOUND\n", Some(30));
        assert_eq!((answer.verdict, answer.costs), (Verdict::Optimum, Some(vec![9])));
        let answer = Answer::read(Dialect::Competition, "{a, b}\nCOST 3@2 1@1\nOPTIMUM\n", Some(0));
        assert_eq!((answer.verdict, answer.costs), (Verdict::Optimum, Some(vec![3, 1])));
        assert_eq!(Answer::read(Dialect::ExitCode, "", Some(20)).verdict, Verdict::Unsatisfiable);
    }

    fn minizinc(output: &str) -> Answer {
        Answer::read(Dialect::Minizinc, output, Some(0))
    }

    #[test]
    fn solutions_of_minizinc_are_read() {
        let first =
            "%%%mzn-stat: method=\"maximize\"\n%%%mzn-stat-end\nscore = 7;\n_objective = 7;\n----------\n";
        let begun = minizinc(first);
        assert_eq!((begun.verdict, begun.is_final), (Verdict::Satisfiable, false));
        let end = "score = 9;\n_objective = 9;\n----------\n==========\n%%%mzn-stat: failures=12\n%%%mzn-stat-end\n";
        let answer = minizinc(&format!("{first}{end}"));
        assert_eq!((answer.verdict, answer.is_final, answer.is_complete), (Verdict::Optimum, true, false));
        assert_eq!((answer.costs, answer.models, answer.conflicts), (Some(vec![-9]), Some(2), Some(12)));
        let least = minizinc("%%%mzn-stat: method=\"minimize\"\n_objective = -3;\n----------\n==========\n");
        assert_eq!((least.verdict, least.costs), (Verdict::Optimum, Some(vec![-3])));
    }

    #[test]
    fn minizinc_without_an_objective_has_one_or_all_solutions() {
        let one = minizinc("%%%mzn-stat: method=\"satisfy\"\nx = 1;\n----------\n");
        assert_eq!((one.verdict, one.is_final, one.is_complete), (Verdict::Satisfiable, true, false));
        let all = minizinc("x = 1;\n----------\nx = 2;\n----------\n==========\n");
        assert_eq!((all.verdict, all.models, all.is_complete), (Verdict::Satisfiable, Some(2), true));
        let none = minizinc("=====UNSATISFIABLE=====\n");
        assert_eq!((none.verdict, none.is_final, none.models), (Verdict::Unsatisfiable, true, None));
        for other in ["=====UNKNOWN=====\n", "=====ERROR=====\n", "MiniZinc: no such solver\n", ""] {
            assert_eq!((minizinc(other).verdict, minizinc(other).is_final), (Verdict::Unknown, false));
        }
    }
}
