//! Difference constraints: random programs, compared with brute force over all choices.

use super::difference::Differences;
use super::{all, grounded, models};
use hamadryad::{Control, Error, OptimizeMode, Part, PropagatorId, SolveOptions};
use hamadryad_random::Random;

const THEORY: &str =
    "#theory t { e { - : 2, unary; * : 2, binary, left; - : 1, binary, left; + : 1, binary, left };
                      &diff/0 : e, {<=,=}, e, any }.\n";

/// Constraint number i, x − y ≤ d, holds if the choice p(i) is true.
struct Instance {
    constraints: Vec<(u64, u64, i64)>,
    nodes: u64,
}

impl Instance {
    fn random(random: &mut Random) -> Instance {
        let nodes = 2 + random.below(4);
        let constraint =
            |random: &mut Random| (random.below(nodes), random.below(nodes), random.below(9) as i64 - 5);
        let count = 1 + random.below(8);
        Instance { constraints: (0..count).map(|_| constraint(random)).collect(), nodes }
    }

    fn rules(&self, range: std::ops::Range<usize>) -> String {
        let rule = |i: usize| {
            let (x, y, d) = self.constraints[i];
            format!("{{ p({i}) }}. &diff {{ x({x})-x({y}) }} <= {d} :- p({i}).\n")
        };
        range.map(rule).collect()
    }

    /// Whether the constraints of these choices are satisfiable.
    fn is_feasible(&self, choices: u32) -> bool {
        let mut values = vec![0; self.nodes as usize];
        for _ in 0..=self.nodes {
            let mut is_stable = true;
            for (i, &(x, y, d)) in self.constraints.iter().enumerate() {
                let (x, bound) = (x as usize, values[y as usize] + d);
                if choices >> i & 1 == 1 && values[x] > bound {
                    (values[x], is_stable) = (bound, false);
                }
            }
            if is_stable {
                return true;
            }
        }
        false
    }

    fn feasible(&self, count: usize) -> Vec<u32> {
        (0..1 << count).filter(|&choices| self.is_feasible(choices)).collect()
    }
}

/// The models as sets of choices; the values of each model are checked.
fn choices(
    control: &mut Control,
    id: PropagatorId<Differences>,
    instance: &Instance,
    options: SolveOptions<'_>,
) -> Vec<u32> {
    let mut search = control.solve(options).expect("the program is accepted");
    let mut found = Vec::new();
    while let Some(model) = search.next_model() {
        let mut set = 0;
        for symbol in model.shown() {
            let text = model.symbols().display(symbol).to_string();
            set |= 1u32 << text[2..text.len() - 1].parse::<u32>().expect("p(i) is shown");
        }
        let values = model.propagator(id).expect("it is registered").values();
        let value = |node: u64| {
            values.iter().find(|(name, _)| *name == format!("x({node})")).map(|&(_, value)| value)
        };
        for (i, &(x, y, d)) in instance.constraints.iter().enumerate() {
            if set >> i & 1 == 1 {
                assert!(value(x).unwrap() - value(y).unwrap() <= d, "{i} of {values:?}");
            }
        }
        found.push(set);
    }
    found.sort_unstable();
    found
}

#[test]
fn random_programs_have_the_answers_of_brute_force() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    for _ in 0..300 {
        let instance = Instance::random(&mut random);
        let count = instance.constraints.len();
        let text = format!("{THEORY}{}#show p/1. #maximize {{ 1+X\\3,X : p(X) }}.", instance.rules(0..count));
        let mut control = grounded(&text);
        let id = control.register_propagator(Differences::default());
        let mut expected = instance.feasible(count);
        let enumerate = || SolveOptions { optimize: OptimizeMode::Ignore, ..all() };
        assert_eq!(choices(&mut control, id, &instance, enumerate()), expected, "{text}");
        // The same under an assumption, and the optimum.
        let chosen = random.below(count as u64) as usize;
        let assumptions = [(control.parse_symbol("test", &format!("p({chosen})")).unwrap(), true)];
        let assumed = SolveOptions { assumptions: &assumptions, ..enumerate() };
        let with: Vec<u32> = expected.iter().copied().filter(|set| set >> chosen & 1 == 1).collect();
        assert_eq!(choices(&mut control.clone(), id, &instance, assumed), with, "{chosen} in {text}");
        let worth =
            |set: u32| (0..count as i64).filter(|i| set >> i & 1 == 1).map(|i| 1 + i % 3).sum::<i64>();
        let best = expected.iter().map(|&set| worth(set)).max().expect("nothing is always feasible");
        expected.retain(|&set| worth(set) == best);
        let mut search =
            control.solve(SolveOptions { optimize: OptimizeMode::EnumerateOptimal, ..all() }).unwrap();
        while search.next_model().is_some() {}
        assert_eq!(search.summary().optimal_models, expected.len() as u64, "{text}");
        assert_eq!(search.summary().costs, Some(vec![-best]), "{text}");
    }
}

#[test]
fn steps_have_the_answers_of_the_whole_program() {
    let mut random = Random::new(77);
    for _ in 0..150 {
        let instance = Instance::random(&mut random);
        let count = instance.constraints.len();
        let mut control = Control::new();
        let id = control.register_propagator(Differences::default());
        control.add("theory.lp", &format!("{THEORY}#show p/1.")).unwrap();
        let mut begin = 0;
        while begin < count {
            let end = begin + 1 + random.below((count - begin) as u64) as usize;
            let part = format!("part{begin}");
            let text = format!("#program {part}.\n{}", instance.rules(begin..end));
            control.add(&part, &text).unwrap();
            control.ground(&[Part::base(), Part::new(&part, &[])]).unwrap();
            let expected = instance.feasible(end);
            assert_eq!(choices(&mut control, id, &instance, all()), expected, "up to {end}: {text}");
            if random.below(2) == 0 {
                control.cleanup();
            }
            begin = end;
        }
    }
}

#[test]
fn facts_of_later_steps_take_effect() {
    let mut control =
        grounded(&format!("{THEORY}&diff {{ a-b }} <= -1. #program more. &diff {{ b-a }} <= 0."));
    control.register_propagator(Differences::default());
    assert_eq!(models(&mut control, all()).len(), 1);
    control.ground(&[Part::new("more", &[])]).unwrap();
    assert_eq!(models(&mut control, all()).len(), 0);
}

#[test]
fn a_strict_theory_decides_its_atoms() {
    let text = "p(D) :- &diff { a-b } <= D, D = -1..1. q :- not &diff { b-a } <= 0. #show p/1. #show q/0.";
    let mut control = grounded(&format!("{THEORY}{text}"));
    let mut loose = control.clone();
    control.register_propagator(Differences::strict());
    // The value of a-b is below -1, equal to -1, equal to 0, or at least 1.
    let expected = ["", "p(-1) p(0) p(1) q", "p(0) p(1)", "p(1)"];
    assert_eq!(models(&mut control, all()), expected);
    loose.register_propagator(Differences::default());
    assert_eq!(models(&mut loose, all()).len(), 12);
}

#[test]
fn malformed_constraints_are_rejected() {
    for atom in [
        "&diff { a } <= 3",
        "&diff { a-b } <= c",
        "&diff { a-b } = 3",
        "&diff { a-b; b-c } <= 3",
        "&diff { a-b } <= 3*1000000000",
    ] {
        let mut control = grounded(&format!("{THEORY}{atom}."));
        assert_eq!(control.solve(all()).err(), None, "nobody gives it a meaning");
        control.register_propagator(Differences::default());
        let Err(Error::Propagator(reason)) = control.solve(all()) else { panic!("{atom} was taken") };
        assert!(reason.contains("is not of the form"), "{reason}");
    }
}
