//! Functions that the program calls: `@f(t,…)`.
//!
//! ```text
//! q(1..2).   p(X,Y) :- q(X), Y = @both(X).     -->     p(1,1). p(1,10). p(2,2). p(2,20).
//! ```
//!
//! A call is an auxiliary literal that binds a variable to each value in turn: a call with several values has
//! several instances, a call without a value has none. A call that fails, or that names no registered
//! function, is a warning and has no value. Calls of functions that are not registered are passed to a host, if
//! there is one.

use hamadryad_symbol::{Name, Symbol, Symbols};
use hamadryad_syntax::Span;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::sync::{Arc, Mutex, PoisonError};

/// A registered function: from arguments to values, or to the reason of its failure.
/// Clones of a grounder share the function; its calls are serialised.
pub(crate) type Function =
    Arc<Mutex<dyn FnMut(&mut Symbols, &[Symbol]) -> Result<Vec<Symbol>, String> + Send>>;

/// Receives the calls of functions that are not registered: the store, the place of the call, the name and the
/// arguments.
pub type Host = Box<dyn FnMut(&mut Symbols, Span, Name, &[Symbol]) -> Result<Vec<Symbol>, String> + Send>;

/// The registered functions by name.
#[derive(Clone, Default)]
pub(crate) struct Functions {
    by_name: HashMap<Name, Function, FxBuildHasher>,
    pub host: Option<Arc<Mutex<Host>>>,
}

impl Functions {
    /// Registers a function, and replaces an earlier one of the same name.
    pub(crate) fn insert(&mut self, name: Name, function: Function) {
        self.by_name.insert(name, function);
    }

    /// The values of a call.
    ///
    /// # Errors
    /// Returns the reason of a failure: the function returned an error, or is not registered.
    pub(crate) fn call(
        &mut self,
        symbols: &mut Symbols,
        place: Span,
        name: Name,
        arguments: &[Symbol],
    ) -> Result<Vec<Symbol>, String> {
        match (self.by_name.get_mut(&name), &self.host) {
            (Some(function), _) => {
                let mut function = function.lock().unwrap_or_else(PoisonError::into_inner);
                function(symbols, arguments)
            }
            (None, Some(host)) => {
                let mut host = host.lock().unwrap_or_else(PoisonError::into_inner);
                host(symbols, place, name, arguments)
            }
            (None, None) => Err(format!("function `{}` not found", symbols.text(name))),
        }
    }
}
