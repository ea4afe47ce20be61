//! Verification: a conflict is tested again before it is shown, by a new solver with other settings.

use crate::closed::candidates;
use crate::explainer::Explainer;
use crate::parts::{Content, Part};
use crate::probe::{Prober, Verdict};
use crate::relax::Guard;
use hamadryad_aspif::Literal;
use hamadryad_solve::Config;

/// The result of a verification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verified {
    /// The conflict is one, and each part is needed.
    Minimal,
    /// The conflict is one.
    Conflict,
    /// The verification was stopped, or failed.
    No,
}

/// A configuration with little in common with the one that found the explanation.
pub(crate) fn other_config() -> Config {
    Config { circuits: false, equivalences: 0, elimination: None, ..Config::default() }
}

impl<'p> Explainer<'p> {
    /// Verifies that the parts exclude answer sets, and that an answer set exists without any one of them.
    /// All other parts are relaxed, and all relevant atoms that the conflict does not close are granted.
    pub(crate) fn verify(&mut self, conflict: &[Part]) -> Verified {
        let rules: Vec<Part> =
            conflict.iter().filter(|part| !matches!(part.content, Content::Closed(_))).cloned().collect();
        let closed: Vec<Part> =
            conflict.iter().filter(|part| matches!(part.content, Content::Closed(_))).cloned().collect();
        let mut parts = [rules.clone(), closed.clone()].concat();
        let tested = parts.len();
        if self.options.closed_world {
            // Atoms that are not closed are granted: their literals are never assumed.
            let granted = candidates(self, &rules).into_iter();
            let granted =
                granted.map(|atom| Part { content: Content::Closed(atom), statement: None, weight: 1 });
            parts.extend(granted.filter(|part| !closed.iter().any(|other| other.content == part.content)));
        }
        let (mut prober, literals) = self.prober(other_config(), &parts, Guard::Off);
        let granted: Vec<Literal> = literals[tested..].iter().map(|&closed| !closed).collect();
        let verified = verify_all(&mut prober, &literals[..tested], &granted);
        self.tests += prober.tests;
        verified
    }

    /// Verifies that parts exclude answer sets, and that an answer set exists without any one of those behind the first
    /// `always`. All other parts are relaxed.
    pub(crate) fn verify_parts(&mut self, parts: &[Part], always: usize) -> Verified {
        let (mut prober, literals) = self.prober(other_config(), parts, Guard::Off);
        let (always, tested) = literals.split_at(always);
        let verified = verify_all(&mut prober, tested, always);
        self.tests += prober.tests;
        verified
    }
}

fn verify_all(prober: &mut Prober<'_>, parts: &[Literal], granted: &[Literal]) -> Verified {
    let test = |prober: &mut Prober<'_>, without: Option<usize>| {
        let kept = parts.iter().enumerate().filter(|&(at, _)| Some(at) != without).map(|(_, &part)| part);
        prober.test(kept.chain(granted.iter().copied()).collect())
    };
    match test(prober, None) {
        Verdict::Conflict(_) => {}
        _ => return Verified::No,
    }
    for at in 0..parts.len() {
        if test(prober, Some(at)) != Verdict::Answer {
            return Verified::Conflict;
        }
    }
    Verified::Minimal
}
