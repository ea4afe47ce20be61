//! Supported models (`Config::supported_models`) of random programs, compared with their definition: a model of
//! all rules in which each true atom is in the head of a rule whose body is true and whose other heads are false
//! (of a choice, heads are free). As in clasp, a rule that has an atom in both
//! head and positive body does not support this atom.

use hamadryad::{Config, Control, Part, SolveOptions};
use hamadryad_random::Random;
use std::collections::BTreeSet;

const ATOMS: usize = 5;

/// A rule over the atoms 0 to 4.
struct Rule {
    heads: Vec<usize>,
    is_choice: bool,
    body: Vec<(usize, bool)>,
}

impl Rule {
    fn random(random: &mut Random) -> Rule {
        let number = [0, 1, 1, 1, 2][random.index(5)];
        let mut heads: Vec<usize> = (0..number).map(|_| random.index(ATOMS)).collect();
        heads.sort_unstable();
        heads.dedup();
        let body = (0..random.below(4)).map(|_| (random.index(ATOMS), !random.one_in(3))).collect();
        Rule { is_choice: !heads.is_empty() && random.one_in(4), heads, body }
    }

    fn text(&self) -> String {
        let heads: Vec<String> = self.heads.iter().map(|head| format!("p{head}")).collect();
        let heads = heads.join("; ");
        let head = if self.is_choice { format!("{{ {heads} }}") } else { heads };
        let literal = |&(atom, sign): &(usize, bool)| format!("{}p{atom}", if sign { "" } else { "not " });
        let body: Vec<String> = self.body.iter().map(literal).collect();
        format!("{head} :- {}.\n", body.join(", "))
    }

    fn fires(&self, model: u32) -> bool {
        self.body.iter().all(|&(atom, sign)| (model >> atom & 1 == 1) == sign)
    }

    fn is_satisfied(&self, model: u32) -> bool {
        self.is_choice || !self.fires(model) || self.heads.iter().any(|&head| model >> head & 1 == 1)
    }

    fn supports(&self, atom: usize, model: u32) -> bool {
        let others_false = || self.heads.iter().all(|&head| head == atom || model >> head & 1 == 0);
        !self.body.contains(&(atom, true))
            && self.heads.contains(&atom)
            && self.fires(model)
            && (self.is_choice || others_false())
    }
}

/// The supported models by definition, as sets of bits.
fn by_definition(rules: &[Rule]) -> BTreeSet<u32> {
    let is_supported = |model: u32| {
        let has_support = |atom| rules.iter().any(|rule| rule.supports(atom, model));
        (0..ATOMS).all(|atom| model >> atom & 1 == 0 || has_support(atom))
    };
    let models = (0..1 << ATOMS).filter(|&model| rules.iter().all(|rule| rule.is_satisfied(model)));
    models.filter(|&model| is_supported(model)).collect()
}

fn by_search(text: &str) -> BTreeSet<u32> {
    let config = Config { equivalences: 0, supported_models: true, ..Config::default() };
    let mut control = Control::with_config(config);
    control.add("random", text).expect("a correct program");
    control.ground(&[Part::base()]).expect("it grounds");
    let mut search =
        control.solve(SolveOptions { models: Some(0), ..SolveOptions::default() }).expect("it starts");
    let mut models = BTreeSet::new();
    while let Some(model) = search.next_model() {
        let atoms = model.to_string();
        let bit = |atom: &str| 1u32 << atom[1..].parse::<u32>().expect("a number");
        assert!(models.insert(atoms.split_whitespace().map(bit).sum()), "twice: {atoms}\n{text}");
    }
    models
}

#[test]
fn supported_models_of_random_programs_are_those_of_the_definition() {
    let (mut loops, mut random) = (0, Random::new(20));
    for _ in 0..2000 {
        let mut rules: Vec<Rule> = (0..1 + random.below(7)).map(|_| Rule::random(&mut random)).collect();
        // Without a derivation, grounding removes an atom, also from positive loops.
        rules.push(Rule { heads: (0..ATOMS).collect(), is_choice: true, body: vec![(0, true)] });
        rules.push(Rule { heads: vec![0], is_choice: true, body: Vec::new() });
        let text: String = rules.iter().map(Rule::text).collect();
        let expected = by_definition(&rules);
        assert_eq!(by_search(&text), expected, "{text}");
        loops += usize::from(expected.iter().any(|&model| model & 1 == 0 && model > 0));
    }
    assert!(loops > 100, "models without p0 are rare: {loops}");
}
