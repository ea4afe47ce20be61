// The test of an exported page by itself, beyond the test of every page: workers that hang, limits, lost sessions.

import { WasmSession, connect } from "./wasm.js";

const game = { rows: 6, cols: 6, seed: 1 };
const ENDLESS = { call: "program.solve", files: [{ name: "a.lp", text: "p(0). p(X+1) :- p(X)." }], seconds: 60 };

/** A session whose worker begins with another script. */
const session = (script, settings = {}) =>
  new WasmSession({ connect: (onMessage, onError) => connect(onMessage, onError, script), ...settings });

/** Sends a request and returns the value of its reply. */
async function call(from, request, options = {}) {
  let last = null;
  await from.call(request, { ...options, onLine: (line) => (last = JSON.parse(line)) });
  return last.value ?? last.error;
}

/** A worker that hangs is replaced, its session is as before, and other sessions do not wait. */
async function hung(check) {
  const other = session("");
  await call(other, { call: "snake.begin", game });
  const hangs = session("addEventListener('message', ({ data }) => { if (data.request?.includes('hang')) for (;;); });");
  await call(hangs, { call: "snake.begin", game, practice: true });
  for (const to of "RRD") await call(hangs, { call: "snake.step", to });
  const control = new AbortController();
  const call_ = call(hangs, { call: "program.format", name: "hang", text: "" }, { signal: control.signal }).catch((error) => error);
  await call(other, { call: "snake.step", to: "R" });
  const begin = performance.now();
  control.abort();
  check((await call_).name === "AbortError", "a call that hangs is cancelled");
  check((await call(other, { call: "snake.step", to: "R" })).moves === 2, "the other game goes on");
  const during = performance.now() - begin;
  check(during < 500, `the other game does not wait: ${during} ms`);
  const state = await call(hangs, { call: "snake.step", to: "D" });
  check(state.moves === 4 && state.snake[0] === 14, `the game is as before: ${JSON.stringify(state.snake)}`);
  const { replaced } = hangs.runner;
  check(replaced === 1, `one worker was replaced: ${replaced}`);
  return performance.now() - begin;
}

/** Where a module cannot be suspended, a worker is ended at once. */
async function withoutSuspending(check) {
  const plain = session("delete WebAssembly.Suspending;");
  await call(plain, { call: "puzzle.open", link: "#g=rush&o=6x6,5,8&s=3" });
  const control = new AbortController();
  const running = call(plain, ENDLESS, { signal: control.signal }).catch((error) => error);
  await new Promise((done) => setTimeout(done, 300));
  control.abort();
  check((await running).name === "AbortError", "an endless program is cancelled");
  const hint = await call(plain, { call: "puzzle.hint" });
  check(hint.move !== undefined && plain.runner.replaced === 1, `the puzzle is as before: ${JSON.stringify(hint)}`);
}

/** Limits of memory and time end a call, not the session. */
async function limits(check) {
  const small = session("", { memory: 24 << 20 });
  const full = await call(small, ENDLESS);
  check(full.stopped === "memory", `the memory limit ends a program: ${JSON.stringify(full).slice(0, 200)}`);
  const timed = await call(session(""), { ...ENDLESS, seconds: 0.2 });
  check(timed.stopped === "time" && timed.stage === "grounding", `the time limit ends a program: ${timed.stopped}`);
  const deep = `p(${"f(".repeat(100000)}1${")".repeat(100000)}).`;
  const error = await call(small, { call: "program.ground", files: [{ name: "a.lp", text: deep }], seconds: 5 });
  check(error.message !== undefined, `a deep term is refused: ${JSON.stringify(error).slice(0, 200)}`);
}

/** Runs the tests; the result is an object with measured times. */
export async function test(check) {
  const milliseconds = await hung(check);
  check(milliseconds < 1500, `a worker that hangs is replaced: ${milliseconds} ms`);
  await withoutSuspending(check);
  await limits(check);
}
