// The package in Node: the module is read from the package's folder, workers are threads.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { ProgramError, solverClass } from "./solver.js";
import source from "./worker-source.js";

async function load(wasm = new URL("./hamadryad.wasm", import.meta.url)) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm);
  const url = String(wasm);
  if (!/^https?:/.test(url)) return WebAssembly.compile(await readFile(url.startsWith("file:") ? new URL(url) : url));
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

function connect(onMessage, onError) {
  const script = `"use strict"; const { parentPort } = require("node:worker_threads");
    (${source})((message) => parentPort.postMessage(message), (receive) => parentPort.on("message", receive));`;
  const worker = new Worker(script, { eval: true });
  worker.on("message", onMessage);
  worker.on("error", onError);
  return {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    // A worker without a call does not keep the process from ending.
    busy: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
  };
}

export const Solver = solverClass({ load, connect });
export { ProgramError };

const solver = new Solver();
export const init = (wasm) => solver.init(wasm);
export const run = (program, models, options) => solver.run(program, models, options);
export const solve = (program, options) => solver.solve(program, options);
export const restart = (wasm) => solver.restart(wasm);
export default { Solver, ProgramError, init, run, solve, restart };
