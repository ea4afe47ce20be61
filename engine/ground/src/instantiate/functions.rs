//! Functions that the program calls: `@f(t,…)`.
//!
//! ```text
//! q(1..2).   p(X,Y) :- q(X), Y = @both(X).     -->     p(1,1). p(1,10). p(2,2). p(2,20).
//! ```
//!
//! A call is an auxiliary literal that binds a variable to each value in turn: several values are several instances, no
//! value is none. A call that fails, or of a function that nobody has registered, is warned of and has no value.

use crate::instantiate::join::{Callback, Instantiator, NOTHING};
use crate::plan::{Call, Conjunction};
use hamadryad_symbol::{Name, Symbol, Symbols};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

/// A registered function: from arguments to values, or to a sentence that says why there are none.
/// Clones of a grounder call the same function, each call alone.
pub(crate) type Function =
    Arc<Mutex<dyn FnMut(&mut Symbols, &[Symbol]) -> Result<Vec<Symbol>, String> + Send>>;

/// The registered functions by name.
#[derive(Clone, Default)]
pub(crate) struct Functions(HashMap<Name, Function, FxBuildHasher>);

impl Functions {
    pub(crate) fn insert(&mut self, name: Name, function: Function) {
        self.0.insert(name, function);
    }
}

impl<'a> Instantiator<'a> {
    /// Goes on with each value of the call.
    pub(crate) fn call(
        &mut self,
        call: &Call,
        plan: &Conjunction,
        at: usize,
        leaf: Callback<'_, 'a>,
    ) -> usize {
        let Some(arguments) = self.values(&call.arguments) else { return NOTHING };
        let result = match self.functions.0.get_mut(&call.name) {
            Some(function) => {
                let mut function = function.lock().unwrap_or_else(PoisonError::into_inner);
                function(self.symbols, &arguments)
            }
            None => Err(format!("function `{}` not found", self.symbols.text(call.name))),
        };
        let values = match result {
            Ok(values) => values,
            Err(reason) => {
                self.warnings.calls.insert((call.span, reason));
                return NOTHING;
            }
        };
        let depth = self.body.len();
        let mut best = NOTHING;
        for value in values {
            if self.tick() {
                break;
            }
            if self.unify(&call.pattern, value) {
                best = best.min(self.descend(plan, at, depth, leaf));
            }
        }
        best
    }
}
