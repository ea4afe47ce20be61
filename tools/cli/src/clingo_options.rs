//! clingo's way to write options, where clap's differs, and the options of clingo that are not there yet.

use std::ffi::OsString;

/// Options whose value is optional and follows the short form directly: `-q1`, `-V0`, `-s2`.
const ATTACHED: [(&str, &str); 3] = [("-q", "--quiet"), ("-V", "--verbose"), ("-s", "--stats")];

/// Rewrites what clap would take for something else: clap needs `-q=1` where clingo has `-q1`.
pub fn normalise(arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_none_or(|word| word != "solve") {
        return arguments;
    }
    let mut options_ended = false;
    let rewrite = |argument: OsString| {
        options_ended |= argument == "--";
        let Some(text) = argument.to_str().filter(|_| !options_ended) else { return argument };
        for (short, long) in ATTACHED {
            match text.strip_prefix(short) {
                Some("") => return long.into(),
                Some(value) => return format!("{long}={}", value.strip_prefix('=').unwrap_or(value)).into(),
                None => (),
            }
        }
        argument
    };
    arguments.into_iter().map(rewrite).collect()
}

/// The options of clingo 5.8 that [`crate::solve_arguments`] does not have, with their short forms.
const NOT_YET: [(&str, &str); 94] = [
    ("acyc-prop", ""),
    ("backprop", ""),
    ("berk-huang", ""),
    ("block-restarts", ""),
    ("compute", ""),
    ("configuration", ""),
    ("contraction", ""),
    ("counter-restarts", ""),
    ("del-cfl", ""),
    ("del-estimate", ""),
    ("del-glue", ""),
    ("del-grow", ""),
    ("del-init", ""),
    ("del-max", ""),
    ("del-on-restart", ""),
    ("deletion", "d"),
    ("distribute", ""),
    ("dom-mod", ""),
    ("enum-mode", "e"),
    ("eq", ""),
    ("eq-dfs", ""),
    ("fast-exit", ""),
    ("forget-on-step", ""),
    ("global-restarts", ""),
    ("hcc-out", ""),
    ("init-moms", ""),
    ("init-watches", ""),
    ("integrate", ""),
    ("learn-explicit", ""),
    ("lemma-in", ""),
    ("lemma-out", ""),
    ("lemma-out-dom", ""),
    ("lemma-out-lbd", ""),
    ("lemma-out-max", ""),
    ("lemma-out-txt", ""),
    ("local-restarts", ""),
    ("lookahead", ""),
    ("loops", ""),
    ("nant", ""),
    ("no-gamma", ""),
    ("no-lookback", ""),
    ("no-ufs-check", ""),
    ("opt-heuristic", ""),
    ("opt-stop", ""),
    ("opt-strategy", ""),
    ("opt-usc-shrink", ""),
    ("otfs", ""),
    ("out-atomf", ""),
    ("out-hide-aux", ""),
    ("out-ifs", ""),
    ("output-debug", ""),
    ("parallel-mode", "t"),
    ("parse-ext", ""),
    ("parse-maxsat", ""),
    ("partial-check", ""),
    ("pre", ""),
    ("preserve-facts", ""),
    ("print-portfolio", ""),
    ("project", ""),
    ("rand-freq", ""),
    ("rand-prob", ""),
    ("reify-sccs", ""),
    ("reify-steps", ""),
    ("reset-restarts", ""),
    ("restart-on-model", ""),
    ("restarts", "r"),
    ("reverse-arcs", ""),
    ("rewrite-minimize", ""),
    ("sat-prepro", ""),
    ("save-progress", ""),
    ("score-other", ""),
    ("score-res", ""),
    ("share", ""),
    ("show-preds", ""),
    ("shuffle", ""),
    ("sign-def", ""),
    ("sign-def-disj", ""),
    ("sign-fix", ""),
    ("single-shot", ""),
    ("solve-limit", ""),
    ("strengthen", ""),
    ("supp-models", ""),
    ("tester", ""),
    ("trans-ext", ""),
    ("update-act", ""),
    ("update-lbd", ""),
    ("update-mode", ""),
    ("vsids-acids", ""),
    ("vsids-progress", ""),
    ("no-init-moms", ""),
    ("no-contraction", ""),
    ("no-sat-prepro", ""),
    ("no-lookahead", ""),
    ("no-deletion", ""),
];

/// What to say of an unknown option that clingo knows.
pub fn not_yet(option: &str) -> Option<String> {
    let name = match option.strip_prefix("--") {
        Some(long) => {
            let long = long.split('=').next().unwrap_or(long);
            let exact = NOT_YET.iter().find(|(name, _)| *name == long);
            exact.or_else(|| unique(NOT_YET.iter().filter(|(name, _)| name.starts_with(long))))?.0
        }
        None => {
            let short = option.strip_prefix('-')?;
            NOT_YET.iter().find(|(_, letter)| !letter.is_empty() && short.starts_with(letter))?.0
        }
    };
    Some(format!(
        "error: clingo's option `--{name}` is not supported yet\n\n\
         For more information, try `hamadryad solve --help`.\n"
    ))
}

fn unique<T>(mut candidates: impl Iterator<Item = T>) -> Option<T> {
    candidates.next().filter(|_| candidates.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attached_values_get_their_equal_sign() {
        let rewrite = |text: &str| {
            let arguments = text.split(' ').map(OsString::from).collect();
            normalise(arguments).join(&OsString::from(" ")).into_string().unwrap()
        };
        assert_eq!(
            rewrite("h solve -q a.lp -q1,0 -V0 -s -s=2"),
            "h solve --quiet a.lp --quiet=1,0 --verbose=0 --stats --stats=2"
        );
        assert_eq!(rewrite("h solve -- -q"), "h solve -- -q");
        assert_eq!(rewrite("h snake -q1"), "h snake -q1");
    }

    #[test]
    fn options_of_clingo_are_refused_by_name() {
        let named = |option: &str| {
            not_yet(option).map(|message| message.split('`').nth(1).unwrap_or_default().to_owned())
        };
        assert_eq!(named("--parallel-mode=2").as_deref(), Some("--parallel-mode"));
        assert_eq!(named("-t4").as_deref(), Some("--parallel-mode"));
        assert_eq!(named("--opt-str").as_deref(), Some("--opt-strategy"));
        assert_eq!(named("--opt").as_deref(), None, "ambiguous");
        assert_eq!(named("--eq").as_deref(), Some("--eq"), "exact, though a prefix of another");
        assert_eq!(named("--nonsense"), None);
        assert_eq!(named("-x"), None);
    }
}
