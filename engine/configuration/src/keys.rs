//! The keys: name, form, default and description of each, section by section.
//!
//! Defaults are those of clingo 5.8.3 with `--configuration=auto` on a logic program, and they describe
//! clasp's search. The engine's own search has other defaults: a key has an effect if it is set, directly or
//! by a named configuration (`effects.rs`).

use crate::forms::{self, Form};
use Form::{Digit, Flag, Other, Word};

/// A key of a section.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) form: Form,
    pub(crate) default: &'static str,
    pub(crate) description: &'static str,
}

const ON: Form = Flag("1", "0");
const TRUE: Form = Flag("true", "false");

const fn key(name: &'static str, form: Form, default: &'static str, description: &'static str) -> Key {
    Key { name, form, default, description }
}

/// Keys of no section.
pub(crate) const ROOT: [Key; 7] = [
    key(
        "configuration",
        Other(forms::configuration),
        "auto",
        "Named configuration: auto|frumpy|jumpy|tweety|handy|crafty|trendy|many, or a file",
    ),
    key(
        "share",
        Word(&["auto", "problem", "learnt", "all", "no"]),
        "auto",
        "Sharing of constraints: auto|problem|learnt|all|no",
    ),
    key("learn_explicit", ON, "0", "Whether short learnt clauses are stored as others"),
    key(
        "sat_prepro",
        Other(forms::sat_prepro),
        "no",
        "Preprocessing of clauses: no, or 1..3[,iter=n][,occ=n][,time=n][,frozen=n][,size=n]",
    ),
    key("stats", Other(forms::stats), "0", "Statistics: 0 to 2, and the same for the tester of disjunctions"),
    key("parse_ext", TRUE, "false", "Whether extensions of DIMACS and OPB are read"),
    key("parse_maxsat", TRUE, "false", "Whether DIMACS is a MaxSAT problem"),
];

/// Keys of the section `solve`.
pub(crate) const SOLVE: [Key; 10] = [
    key("solve_limit", Other(forms::solve_limit), "umax,umax", "Limits on conflicts and restarts: n[,m]"),
    key("parallel_mode", Other(forms::parallel_mode), "1,compete", "Number of threads: n[,compete|split]"),
    key(
        "global_restarts",
        Other(forms::global_restarts),
        "no",
        "Restarts of all threads: no, or n[,schedule]",
    ),
    key(
        "distribute",
        Other(forms::distribute),
        "conflict,global,4,4194303",
        "Clauses that threads exchange: no, or all|short|conflict|loop[,global|local][,lbd][,size]",
    ),
    key(
        "integrate",
        Other(forms::integrate),
        "gp,1024,all",
        "Clauses of other threads that are used: all|unsat|gp|active[,n][,all|ring|cube|cubex]",
    ),
    key(
        "enum_mode",
        Word(&["auto", "bt", "record", "domRec", "brave", "cautious", "query", "user"]),
        "auto",
        "Enumeration: auto|bt|record|domRec|brave|cautious|query|user",
    ),
    key("project", Other(forms::project), "no", "Projection: no, or show|project|auto[,0..3]"),
    key(
        "models",
        Other(forms::models),
        "-1",
        "Greatest number of models, 0 for all, -1 for one or an optimal one",
    ),
    key(
        "opt_mode",
        Other(forms::opt_mode),
        "opt",
        "Treatment of the objective: opt|enum|optN|ignore[,bound...]",
    ),
    key(
        "opt_stop",
        Other(forms::opt_stop),
        "no",
        "Costs at which the search for an optimum stops: no, or bound[,bound...]",
    ),
];

/// Keys of the section `asp`.
pub(crate) const ASP: [Key; 8] = [
    key(
        "trans_ext",
        Word(&["all", "choice", "card", "weight", "scc", "integ", "dynamic", "no"]),
        "dynamic",
        "Translation of extended rules: all|choice|card|weight|scc|integ|dynamic|no",
    ),
    key("eq", Other(forms::eq), "3", "Rounds of equivalence preprocessing, -1 for as many as have an effect"),
    key("backprop", ON, "0", "Whether preprocessing propagates backwards"),
    key("supp_models", ON, "0", "Whether supported models are computed"),
    key("no_ufs_check", ON, "0", "Whether unfounded sets are not checked"),
    key("no_gamma", ON, "0", "Whether gamma rules of disjunctions are left out"),
    key("eq_dfs", ON, "0", "Whether equivalence preprocessing goes in depth-first order"),
    key("dlp_old_map", ON, "0", "Whether disjunctive programs have the mapping of earlier versions"),
];

/// Keys of the sections `solver` and `tester.solver`.
pub(crate) const SOLVER: [Key; 48] = [
    key(
        "opt_strategy",
        Other(forms::opt_strategy),
        "bb,lin",
        "Strategy of the search for an optimum: bb[,lin|hier|inc|dec], or usc[,oll|one|k[,n]|pmres][,disjoint,succinct,stratify]",
    ),
    key(
        "opt_usc_shrink",
        Other(forms::opt_usc_shrink),
        "no",
        "Shrinking of unsatisfiable cores: no, or lin|inv|bin|rgs|exp|min[,n] with at most 2^n conflicts for each solve",
    ),
    key(
        "opt_heuristic",
        Other(forms::opt_heuristic),
        "no",
        "Heuristic for objectives: no, or a list of sign (signs that lower the costs) and model (assume them after each model)",
    ),
    key("restart_on_model", ON, "0", "Whether the search restarts after each model"),
    key(
        "lookahead",
        Other(forms::lookahead),
        "no",
        "Failed literals: no, or atom|body|hybrid[,n] with at most n applications",
    ),
    key(
        "heuristic",
        Other(forms::heuristic),
        "vsids,92",
        "Heuristic of decisions: Berkmin|Vmtf|Vsids|Domain|Unit|None[,n]",
    ),
    key("init_moms", ON, "1", "Whether first activities are the numbers of short clauses"),
    key(
        "score_res",
        Word(&["auto", "min", "set", "multiset"]),
        "auto",
        "Scores of variables in conflicts: auto|min|set|multiset",
    ),
    key(
        "score_other",
        Word(&["auto", "no", "loop", "all"]),
        "all",
        "Scores of variables in other learnt clauses: auto|no|loop|all",
    ),
    key("sign_def", Word(&["asp", "pos", "neg", "rnd"]), "asp", "Default sign of decisions: asp|pos|neg|rnd"),
    key("sign_fix", ON, "0", "Whether decisions always have the default sign"),
    key("berk_huang", ON, "0", "Whether Berkmin scores as Huang proposed"),
    key("vsids_acids", ON, "0", "Whether Vsids and Domain score by averages of conflicts"),
    key(
        "vsids_progress",
        Other(forms::vsids_progress),
        "no",
        "Dynamic decay of Vsids and Domain: no, or n[,i][,c]: from 0.n by i/100 every c conflicts",
    ),
    key("nant", ON, "0", "Whether the heuristic prefers negated atoms of rules"),
    key(
        "dom_mod",
        Other(forms::dom_mod),
        "no",
        "Default modification by Domain: no, or level|pos|true|neg|false|init|factor[,scc,hcc,disj,opt,show]",
    ),
    key(
        "save_progress",
        Other(forms::save_progress),
        "160",
        "Values are saved as phases by jumps over more than n levels",
    ),
    key(
        "init_watches",
        Word(&["rnd", "first", "least"]),
        "least",
        "First watches of clauses: rnd|first|least",
    ),
    key(
        "update_mode",
        Word(&["propagate", "conflict"]),
        "propagate",
        "When messages of other threads are processed: propagate|conflict",
    ),
    key("acyc_prop", Digit(0, 1), "1", "Whether edges are propagated backwards in acyclicity constraints"),
    key("seed", Other(forms::seed), "1", "Seed of random numbers"),
    key("no_lookback", TRUE, "false", "Whether the search learns no clauses"),
    key(
        "forget_on_step",
        Other(forms::forget_on_step),
        "no",
        "What a new step forgets: no, or a list of varScores, signs, lemmaScores and lemmas",
    ),
    key(
        "strengthen",
        Other(forms::strengthen),
        "recursive,all,yes",
        "Minimisation of learnt clauses: no, or local|recursive[,all|short|binary][,yes|no]",
    ),
    key("otfs", Digit(0, 2), "2", "On-the-fly subsumption: 0, 1 or 2"),
    key(
        "update_lbd",
        Other(forms::update_lbd),
        "less,0",
        "Updates of the glue of clauses: no, or less|glucose|pseudo[,n]",
    ),
    key("update_act", ON, "0", "Whether activities depend on glue"),
    key("reverse_arcs", Digit(0, 3), "0", "Learning by inverse arcs: 0 to 3"),
    key(
        "contraction",
        Other(forms::contraction),
        "no",
        "Treatment of learnt clauses of more than n literals: no, or n[,no|decisionSeq|allUIP|dynamic]",
    ),
    key(
        "loops",
        Word(&["common", "distinct", "shared", "no"]),
        "shared",
        "Learning of loop nogoods: common|distinct|shared|no",
    ),
    key(
        "partial_check",
        Other(forms::partial_check),
        "no",
        "Tests of partial assignments for minimality: no, or p[,h]",
    ),
    key(
        "sign_def_disj",
        Word(&["asp", "pos", "neg", "rnd"]),
        "asp",
        "Default sign of atoms in disjunctions: asp|pos|neg|rnd",
    ),
    key("rand_freq", Other(forms::rand_freq), "0", "Probability of random decisions"),
    key(
        "rand_prob",
        Other(forms::rand_prob),
        "no",
        "First searches with random decisions: no, or n[,m] of m conflicts each",
    ),
    key(
        "restarts",
        Other(forms::restarts),
        "l,60",
        "Restarts: F,n | L,n[,lim] | x,n,f[,lim] | +,n,m[,lim] | D,n,K[,...] | no",
    ),
    key(
        "reset_restarts",
        Word(&["no", "repeat", "disable"]),
        "no",
        "Effect of a model on the schedule of restarts: no|repeat|disable",
    ),
    key("local_restarts", ON, "1", "Whether restarts count the conflicts below each level"),
    key(
        "counter_restarts",
        Other(forms::counter_restarts),
        "no",
        "Restarts by counters of implications: no, or n[,bump]",
    ),
    key(
        "block_restarts",
        Other(forms::block_restarts),
        "no",
        "Blocking of restarts when assignments are large: no, or n[,R][,c][,average]",
    ),
    key(
        "shuffle",
        Other(forms::shuffle),
        "no",
        "Shuffling of the problem after n1 and then every n2 restarts: no, or n1[,n2]",
    ),
    key(
        "deletion",
        Other(forms::deletion),
        "basic,50,activity",
        "Deletion of learnt clauses: no, or basic|sort|ipSort|ipHeap[,percent][,activity|lbd|mixed]",
    ),
    key(
        "del_grow",
        Other(forms::del_grow),
        "no",
        "Deletion by the number of learnt clauses: no, or f[,g][,schedule]",
    ),
    key(
        "del_cfl",
        Other(forms::del_cfl),
        "+,2000,100,20",
        "Deletion by the number of conflicts: no, or a schedule",
    ),
    key(
        "del_init",
        Other(forms::del_init),
        "3,10,4294967285",
        "First limit on the number of learnt clauses: f[,n[,o]]",
    ),
    key("del_estimate", Digit(0, 3), "1", "Whether limits depend on an estimate of the complexity: 0 to 3"),
    key(
        "del_max",
        Other(forms::del_max),
        "2000000,0",
        "Greatest number of learnt clauses, and megabytes: n[,x]",
    ),
    key("del_glue", Other(forms::del_glue), "2,0", "Clauses of at most this glue are kept: n[,0|1]"),
    key("del_on_restart", Digit(0, 100), "0", "Percentage of learnt clauses that each restart deletes"),
];
