//! Queens by the crate `clingo`: `cargo run` prints a placement and the number of all placements.

use clingo::{ClingoError, FactBase, Part, ShowType, SolveMode, Symbol, ToSymbol, control};

/// The size of the board, as the fact `size(N)`.
#[derive(ToSymbol)]
struct Size(i32);

const RULES: &str = "
    { queen(X,1..N) } = 1 :- X = 1..N, size(N).
    :- queen(X,Y), queen(V,Y), X < V.
    :- queen(X,Y), queen(V,W), X < V, |X - V| = |Y - W|.
    #show queen/2.
";

/// All placements of `size` queens, in the order of the search.
fn placements(size: i32) -> Result<Vec<Vec<Symbol>>, ClingoError> {
    let mut facts = FactBase::new();
    facts.insert(&Size(size));
    let mut control = control(vec!["0".to_owned()])?;
    control.add("base", &[], RULES)?;
    control.add_facts(&facts)?;
    control.ground(&[Part::new("base", vec![])?])?;
    let mut handle = control.solve(SolveMode::YIELD, &[])?;
    let mut found = Vec::new();
    while let Some(model) = handle.model()? {
        found.push(model.symbols(ShowType::SHOWN)?);
        handle.resume()?;
    }
    handle.close()?;
    Ok(found)
}

fn main() -> Result<(), ClingoError> {
    let found = placements(8)?;
    for queen in &found[0] {
        print!("{queen} ");
    }
    println!("\n{} placements", found.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::placements;

    #[test]
    fn numbers_of_placements() {
        let counts: Vec<usize> = (1..=8).map(|size| placements(size).expect("placements").len()).collect();
        assert_eq!(counts, [1, 0, 0, 2, 10, 4, 40, 92]);
    }

    #[test]
    fn the_library_is_hamadryads() {
        assert_eq!(clingo::version(), (5, 8, 3));
    }
}
