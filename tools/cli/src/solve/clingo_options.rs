//! clingo's spelling of options where it differs from clap's, and clingo's options that are not supported
//! yet.

use std::ffi::OsString;

/// Options whose value is optional and follows the short form directly: `-q1`, `-V0`, `-s2`.
const ATTACHED: [(&str, &str); 3] = [("-q", "--quiet"), ("-V", "--verbose"), ("-s", "--stats")];

/// Rewrites options that clap would misread: clap needs `-q=1` for clingo's `-q1`.
pub fn normalise(arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_none_or(|word| word != "solve" && word != "ground") {
        return arguments;
    }
    let mut options_ended = false;
    let rewrite = |argument: OsString| {
        options_ended |= argument == "--";
        let Some(text) = argument.to_str().filter(|_| !options_ended) else { return argument };
        // clingo's help has levels, ours has a single one.
        if text.starts_with("--help=") {
            return "--help".into();
        }
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

/// The options of clingo 5.8 that [`crate::solve::arguments`] does not have, with their short forms.
const NOT_YET: [(&str, &str); 81] = [
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
    ("otfs", ""),
    ("out-atomf", ""),
    ("out-hide-aux", ""),
    ("out-ifs", ""),
    ("parse-ext", ""),
    ("parse-maxsat", ""),
    ("partial-check", ""),
    ("pre", ""),
    ("print-portfolio", ""),
    ("rand-prob", ""),
    ("reset-restarts", ""),
    ("restart-on-model", ""),
    ("restarts", "r"),
    ("reverse-arcs", ""),
    ("rewrite-minimize", ""),
    ("save-progress", ""),
    ("score-other", ""),
    ("score-res", ""),
    ("share", ""),
    ("show-preds", ""),
    ("shuffle", ""),
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

/// The options of clingo that an unknown option may abbreviate, without their dashes.
pub fn not_yet(option: &str) -> Vec<&'static str> {
    let Some(long) = option.strip_prefix("--") else {
        let short = option.strip_prefix('-').unwrap_or_default();
        let is_short = |letter: &str| !letter.is_empty() && short.starts_with(letter);
        return NOT_YET.iter().filter(|(_, letter)| is_short(letter)).map(|&(name, _)| name).collect();
    };
    let long = long.split('=').next().unwrap_or(long);
    if let Some(&(exact, _)) = NOT_YET.iter().find(|(name, _)| *name == long) {
        return vec![exact];
    }
    NOT_YET.iter().map(|&(name, _)| name).filter(|name| name.starts_with(long)).collect()
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
        assert_eq!(rewrite("h ground --help=3"), "h ground --help");
        assert_eq!(rewrite("h solve -- -q"), "h solve -- -q");
        assert_eq!(rewrite("h snake -q1"), "h snake -q1");
    }

    #[test]
    fn options_of_clingo_are_refused_by_name() {
        assert_eq!(not_yet("--configuration=jumpy"), ["configuration"]);
        assert_eq!(not_yet("--opt-"), ["opt-heuristic", "opt-stop"]);
        assert_eq!(not_yet("--share"), ["share"], "exact");
        assert_eq!(not_yet("--nonsense"), [""; 0]);
        assert_eq!(not_yet("-x"), [""; 0]);
    }
}
