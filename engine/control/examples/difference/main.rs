//! Orders of jobs that meet all deadlines, with their start times: a program with a propagator.
//!
//! ```console
//! $ cargo run -p hamadryad-control --example difference
//! ```

mod difference;

use difference::Differences;
use hamadryad::{Control, Error, Part, SolveOptions};

fn main() -> Result<(), Error> {
    let mut control = Control::new();
    let differences = control.register_propagator(Differences::default());
    control.add("jobs.lp", include_str!("jobs.lp"))?;
    control.ground(&[Part::base()])?;
    let mut search = control.solve(SolveOptions { models: Some(0), ..SolveOptions::default() })?;
    while let Some(model) = search.next_model() {
        println!("{model}");
        for (name, value) in model.propagator(differences).map(Differences::values).unwrap_or_default() {
            println!("    {name} = {value}");
        }
    }
    println!("{} orders", search.summary().models);
    Ok(())
}
