/** An answer, in clingo's form. */
export interface Witness {
  /** Seconds since the beginning of the run. */
  Time: number;
  /** The shown symbols. */
  Value: string[];
  /** The costs by descending priority, if the program has an objective. */
  Costs?: number[];
  /** The numbers of known and of open consequences, under `--enum-mode=brave` and `cautious`. */
  Consequences?: { True: number; Open: number };
}

/** A result, in clingo's form (`--outf=2`). */
export interface ClingoResult {
  Solver: string;
  Call: { Start: number; Witnesses?: Witness[]; Stop: number }[];
  Result: "SATISFIABLE" | "UNSATISFIABLE" | "UNKNOWN" | "OPTIMUM FOUND";
  /** Present if the time limit has ended the run. */
  "TIME LIMIT"?: 1;
  /** Present if the memory limit has ended the run. */
  "MEMORY LIMIT"?: 1;
  /** Present if the run was stopped. */
  INTERRUPTED?: 1;
  Models: {
    Number: number;
    More: "yes" | "no";
    Brave?: "yes" | "unknown";
    Cautious?: "yes" | "unknown";
    Consequences?: { True: number; Open: number };
    Optimum?: "yes" | "unknown";
    Optimal?: number;
    Costs?: number[];
    Lower?: number[];
  };
  Calls: number;
  Time: { Total: number; Solve: number; Model: number; Unsat: number; CPU: number };
  /** Warnings with their lines, and options without effect. */
  Warnings: string[];
}

/** The result of `run` if the program or an option is wrong. */
export interface ClingoError {
  Result: "ERROR";
  Error: string;
}

/** An answer of a search. */
export interface Answer {
  /** The shown symbols. */
  atoms: string[];
  /** The costs by descending priority; empty without an objective. */
  costs: number[];
  /** The number of the answer, from 1. */
  number: number;
  /** Whether no answer is better. */
  optimal: boolean;
  /** Seconds since the beginning of the search. */
  seconds: number;
  /** The numbers of known and of open consequences, if consequences are computed. */
  consequences?: { True: number; Open: number };
}

/** The text of a program, or the texts of its files by name: `#include "NAME".` finds them. All files are loaded. */
export type Program = string | Record<string, string>;

export interface SolveOptions {
  /** The largest number of answers; 0 for all. Without it one answer, or an optimal one. */
  models?: number;
  /** Words of clingo's command line, such as `--opt-mode=optN`. */
  options?: string | readonly string[];
  /** Cancels the search: its result and its iteration fail with an `AbortError`. */
  signal?: AbortSignal;
  /** Ends the search after this number of seconds; the result has `"TIME LIMIT"`. */
  timeLimit?: number;
  /** Receives answers as they are found; the iteration has none then. */
  onAnswer?: (answer: Answer) => void;
}

/** A running search. Iterate it for its answers; leaving the iteration stops the search. */
export interface Search extends AsyncIterable<Answer> {
  /** The result without its answers. Fails with a `ProgramError` if the program or an option is wrong. */
  readonly result: Promise<ClingoResult>;
  /** Ends the search; the result states what was found. */
  stop(): void;
}

/** A WebAssembly module: its address or (in Node) its file, its bytes, or compiled. */
export type Wasm = string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** An error of a program or of an option; the message has all diagnostics with their lines. */
export class ProgramError extends Error {}

/** A solver with a worker of its own. Its runs happen one after another; runs of two solvers happen side by side. */
export class Solver {
  /** `wasm` replaces the module of the package; a run ends if it needs more than `memory` bytes (1 GiB). */
  constructor(settings?: { wasm?: Wasm; memory?: number });
  init(wasm?: Wasm): Promise<void>;
  run(program: Program, models?: number, options?: string | readonly string[]): Promise<ClingoResult | ClingoError>;
  solve(program: Program, options?: SolveOptions): Search;
  restart(wasm?: Wasm): Promise<void>;
  /** Ends the worker; the next call starts another one. */
  close(): void;
}

/** Loads the module and starts the worker; optional, because the first run does it. */
export function init(wasm?: Wasm): Promise<void>;

/** Runs a program as clingo does; by default, `models` is 1, and 0 requests all answers. */
export function run(program: Program, models?: number, options?: string | readonly string[]): Promise<ClingoResult | ClingoError>;

/** Starts a search whose answers are iterated as they are found. */
export function solve(program: Program, options?: SolveOptions): Search;

/** Ends the worker with the run that it works on, which fails with an `AbortError`, and starts another one. */
export function restart(wasm?: Wasm): Promise<void>;

declare const hamadryad: {
  Solver: typeof Solver;
  ProgramError: typeof ProgramError;
  init: typeof init;
  run: typeof run;
  solve: typeof solve;
  restart: typeof restart;
};
export default hamadryad;
