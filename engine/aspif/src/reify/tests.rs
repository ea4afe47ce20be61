//! The facts, compared with those that clingo 5.8 writes for the same aspif.

use super::*;
use crate::{Reader, read};

fn reified(aspif: &str, options: ReifyOptions) -> String {
    let mut writer = ReifyWriter::new(Vec::new(), options);
    read(aspif, &mut Symbols::new(), &mut writer).expect("a test's aspif is right");
    String::from_utf8(writer.finish().expect("a vector takes everything")).expect("facts are text")
}

#[test]
fn every_statement_has_its_facts() {
    let aspif = include_str!("golden/all.aspif");
    assert_eq!(reified(aspif, ReifyOptions::default()), include_str!("golden/all.lp"));
}

#[test]
fn theory_atoms_have_their_facts() {
    let aspif = include_str!("golden/theory.aspif");
    assert_eq!(reified(aspif, ReifyOptions::default()), include_str!("golden/theory.lp"));
}

#[test]
fn steps_and_components_are_numbered() {
    let aspif = include_str!("golden/circles.aspif");
    let options = ReifyOptions { components: true, ..ReifyOptions::default() };
    assert_eq!(reified(aspif, options), include_str!("golden/circles.lp"));
    let options = ReifyOptions { steps: true, ..options };
    assert_eq!(reified(aspif, options), include_str!("golden/circles_steps.lp"));
}

#[test]
fn tuples_are_kept_while_steps_distinguish_them() {
    let aspif = "asp 1 0 0 incremental\n1 1 1 1 0 0\n6 2 1 -2\n0\n1 1 1 1 0 0\n0\n";
    let incremental = Reader::new(aspif).expect("a test's aspif is right").is_incremental();
    let options = ReifyOptions { incremental, ..ReifyOptions::default() };
    let once = "tag(incremental).\natom_tuple(0).\natom_tuple(0,1).\nliteral_tuple(0).\n\
        rule(choice(0),normal(0)).\nassume(1).\nassume(-2).\nrule(choice(0),normal(0)).\n";
    assert_eq!(reified(aspif, options), once);
    let options = ReifyOptions { steps: true, ..options };
    let twice = "tag(incremental).\natom_tuple(0,0).\natom_tuple(0,1,0).\nliteral_tuple(0,0).\n\
        rule(choice(0),normal(0),0).\nassume(1,0).\nassume(-2,0).\n\
        atom_tuple(0,1).\natom_tuple(0,1,1).\nliteral_tuple(0,1).\nrule(choice(0),normal(0),1).\n";
    assert_eq!(reified(aspif, options), twice);
}
