//! The errors of the crate.

use hamadryad_ground::{GroundError, Limit};
use hamadryad_solve::SolveError;
use hamadryad_syntax::{Diagnostic, Sources};
use std::fmt;
use std::ops::Deref;

/// Reason why a call failed. The control is unchanged and can be used further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The text is no program, or the program cannot be grounded. At least one of the problems is an error.
    Program(Problems),
    /// A file cannot be read, for the given reason.
    File(String),
    /// Grounding was stopped by the caller.
    Interrupted,
    /// The ground program exceeds a limit.
    TooLarge(Limit),
    /// A step would add a rule for an atom of an earlier step.
    Redefined(String),
    /// A step would declare or define an external atom that `#external a. [release]` has released.
    Released(String),
    /// A term that is no atom, such as a number, was used as an atom.
    NoAtom(String),
    /// A ground statement is invalid for a [`Backend`](crate::Backend): it contains an atom that this control
    /// has not created, or a weight in a body is not positive.
    Malformed(&'static str),
    /// A [propagator](crate::propagator) rejects the program, for the given reason.
    Propagator(String),
    /// A redefinition, or a use after release, of an atom without a name; or a ground program that was read
    /// and can no longer be solved.
    Solve(SolveError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Program(problems) => problems.fmt(f),
            Error::File(message) => f.write_str(message),
            Error::Interrupted => f.write_str("interrupted while grounding"),
            Error::TooLarge(limit) => GroundError::Limit(*limit).fmt(f),
            Error::Redefined(atom) => {
                write!(f, "`{atom}` of an earlier step cannot be defined again by a later one")
            }
            Error::Released(atom) => {
                write!(
                    f,
                    "`{atom}` has been released: it is false for good, and cannot be declared or defined again"
                )
            }
            Error::NoAtom(term) => write!(f, "`{term}` is not an atom"),
            Error::Malformed(reason) => f.write_str(reason),
            Error::Propagator(reason) => f.write_str(reason),
            Error::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// The error of the grounder about a program with these texts.
    pub(crate) fn of_grounding(error: GroundError, sources: &Sources) -> Error {
        match error {
            GroundError::Interrupted => Error::Interrupted,
            GroundError::Program(diagnostics) => Error::Program(Problems::new(diagnostics, sources)),
            GroundError::Limit(limit) => Error::TooLarge(limit),
        }
    }
}

/// The errors and warnings of a program, with the texts to which their places refer: a list of
/// [`Diagnostic`]s.
///
/// The display has the place of each error. With the feature `render`, [`Problems::render`] shows the lines of
/// the program as well.
///
/// ```
/// use hamadryad::Control;
///
/// let error = Control::new().add("queens.lp", "queen(1).\nqueen(X) :- , .").unwrap_err();
/// assert_eq!(error.to_string(), "queens.lp:2:13: expected a literal, found `,`");
/// ```
#[derive(Clone)]
pub struct Problems {
    diagnostics: Vec<Diagnostic>,
    sources: Sources,
}

impl Problems {
    /// The problems of a program with these texts.
    pub fn new(diagnostics: Vec<Diagnostic>, sources: &Sources) -> Problems {
        Problems { diagnostics, sources: sources.clone() }
    }

    /// The texts to which the places refer.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// All problems beside their lines, each followed by an empty line, without colour.
    ///
    /// ```
    /// use hamadryad::{Control, Error};
    ///
    /// let error = Control::new().add("queens.lp", "queen(X) :- size(N).").unwrap_err();
    /// let Error::Program(problems) = error else { panic!("the program is unsafe") };
    /// let expected = "\
    /// error[unsafe]: `X` is unsafe: nothing binds it
    ///  --> queens.lp:1:1
    ///   |
    /// 1 | queen(X) :- size(N).
    ///   | ^^^^^^-^^^^^^^^^^^^^
    ///   |       |
    ///   |       `X` needs a value here";
    /// assert!(problems.render().starts_with(expected), "{}", problems.render());
    /// ```
    #[cfg(feature = "render")]
    pub fn render(&self) -> String {
        crate::render::Style::plain().render_all(&self.diagnostics, &self.sources, |_| true)
    }
}

impl Deref for Problems {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

impl IntoIterator for Problems {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.diagnostics.into_iter()
    }
}

/// Equal if the diagnostics are.
impl PartialEq for Problems {
    fn eq(&self, other: &Problems) -> bool {
        self.diagnostics == other.diagnostics
    }
}

impl Eq for Problems {}

impl fmt::Debug for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostics.fmt(f)
    }
}

/// The errors, each as `file:line:column: message`, separated by `; `.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.iter().filter(|diagnostic| diagnostic.is_error()).enumerate() {
            let separator = if i > 0 { "; " } else { "" };
            let place = self.sources.location(error.span.file, error.span.start);
            let name = self.sources.name(error.span.file);
            write!(f, "{separator}{name}:{}:{}: {}", place.line, place.column, error.message)?;
        }
        Ok(())
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Error {
        Error::Solve(error)
    }
}
