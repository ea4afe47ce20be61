// The solver behind its functions: calls of the WebAssembly module in a worker, as clingo-wasm's users know them.

import { Runner, WorkerError } from "./runner.js";

/** An error of a program or of an option; the message has all diagnostics with their lines. */
export class ProgramError extends Error {
  name = "ProgramError";
}

/** A search that runs: its answers are iterated, its result is a promise. */
class Search {
  #answers = [];
  #waiting = null;
  #isOver = false;
  #error = null;
  #stopper = new AbortController();

  constructor(start) {
    const found = (answer) => {
      this.#answers.push(answer);
      this.#waiting?.();
    };
    /** The result in clingo's form, with all answers that nobody iterates. */
    this.result = start(found, this.#stopper.signal).then(
      (result) => {
        this.#end(null);
        return result;
      },
      (error) => {
        this.#end(error);
        throw error;
      },
    );
    // Those who only iterate receive the error there.
    this.result.catch(() => {});
  }

  #end(error) {
    this.#isOver = true;
    this.#error = error;
    this.#waiting?.();
  }

  /** Ends the search; the result states what was found. */
  stop() {
    this.#stopper.abort();
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (;;) {
        while (this.#answers.length > 0) yield this.#answers.shift();
        if (this.#error) throw this.#error;
        if (this.#isOver) return;
        await new Promise((done) => (this.#waiting = done));
      }
    } finally {
      if (!this.#isOver) this.stop();
    }
  }
}

const words = (options) => (typeof options === "string" ? [options] : [...options]);

/** The class of solvers for an environment: `load(wasm)` compiles the module, `connect` starts a worker. */
export function solverClass({ load, connect }) {
  return class Solver {
    #runner = null;
    #wasm = undefined;
    #memory;

    constructor({ wasm, memory } = {}) {
      this.#wasm = wasm;
      this.#memory = memory;
    }

    #start() {
      const compiled = load(this.#wasm);
      // A failure is reported by the calls.
      compiled.catch(() => {});
      this.#runner = new Runner({ module: () => compiled, connect, memory: this.#memory });
    }

    get #running() {
      if (!this.#runner) this.#start();
      return this.#runner;
    }

    /** Loads the module and starts the worker. */
    async init(wasm) {
      if (wasm !== undefined) {
        this.close();
        this.#wasm = wasm;
      }
      await this.#running.ready();
    }

    /** Ends the worker with the search that it runs, and starts another one. */
    async restart(wasm) {
      this.close();
      await this.init(wasm);
    }

    /** Ends the worker; the next call starts another one. */
    close() {
      this.#runner?.close();
      this.#runner = null;
    }

    async #call({ program, models, options, signal, timeLimit, stopper, onAnswer }) {
      signal?.throwIfAborted();
      const files = typeof program === "string" ? [{ name: "program.lp", text: program }]
        : Object.entries(program).map(([name, text]) => ({ name, text }));
      const limit = timeLimit === undefined ? [] : [`--time-limit=${timeLimit}`];
      const number = models === undefined ? [] : [String(models)];
      const request = JSON.stringify({ files, options: [...words(options), ...limit, ...number] });
      const onParts = (lines) => lines.forEach((line) => onAnswer(JSON.parse(line)));
      const milliseconds = timeLimit === undefined ? Infinity : 1000 * timeLimit + 1000;
      const { reply } = await this.#running.run("solve", request, { onParts, signal, stopper, milliseconds });
      const { result, error } = JSON.parse(reply);
      if (error !== undefined) throw new ProgramError(error);
      // As with clingo-wasm, the names of files are left out.
      const { Input, ...shape } = result;
      return shape;
    }

    /** As clingo-wasm's function: all answers at once, errors as a result. */
    async run(program, models = 1, options = []) {
      const witnesses = [];
      const onAnswer = ({ witness }) => witnesses.push(witness);
      try {
        const result = await this.#call({ program, models, options, onAnswer });
        return withWitnesses(result, witnesses);
      } catch (error) {
        if (error instanceof ProgramError || error instanceof WorkerError) return { Result: "ERROR", Error: error.message };
        throw error;
      }
    }

    /** A search whose answers are iterated as they are found. */
    solve(program, { models, options = [], signal, timeLimit, onAnswer } = {}) {
      return new Search((found, stopper) => {
        const pass = ({ witness, number, optimal }) => {
          const answer = { atoms: witness.Value, costs: witness.Costs ?? [], number, optimal, seconds: witness.Time };
          if (witness.Consequences) answer.consequences = witness.Consequences;
          if (onAnswer) onAnswer(answer);
          else found(answer);
        };
        return this.#call({ program, models, options, signal, timeLimit, stopper, onAnswer: pass });
      });
    }
  };
}

function withWitnesses(result, witnesses) {
  const [{ Start, ...rest }] = result.Call;
  return { ...result, Call: [witnesses.length ? { Start, Witnesses: witnesses, ...rest } : { Start, ...rest }] };
}
