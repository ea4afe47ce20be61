// The package in the browser: the module is fetched, workers are made from a text, so that they need no address.

import { ProgramError, solverClass } from "./solver.js";
import source from "./worker-source.js";

async function load(wasm = new URL("./hamadryad.wasm", import.meta.url)) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm);
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`${wasm} cannot be loaded: ${response.status} ${response.statusText}`);
  const isKnown = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

function connect(onMessage, onError) {
  const script = `"use strict"; (${source})((message) => postMessage(message), (receive) => { onmessage = ({ data }) => receive(data); });`;
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(url);
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = (event) => onError(new Error(event.message));
  const end = () => {
    worker.terminate();
    URL.revokeObjectURL(url);
  };
  return { post: (message) => worker.postMessage(message), end };
}

export const Solver = solverClass({ load, connect });
export { ProgramError };

const solver = new Solver();
export const init = (wasm) => solver.init(wasm);
export const run = (program, models, options) => solver.run(program, models, options);
export const solve = (program, options) => solver.solve(program, options);
export const restart = (wasm) => solver.restart(wasm);
export default { Solver, ProgramError, init, run, solve, restart };
