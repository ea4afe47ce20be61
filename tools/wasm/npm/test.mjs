// Tests of the built package: `tools/wasm/npm/build.sh && node --test tools/wasm/npm/test.mjs`.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const folder = fileURLToPath(new URL("../../../target/npm/hamadryad/", import.meta.url));
const { ProgramError, Solver, init, restart, run, solve } = await import(join(folder, "node.js"));
const { Runner } = await import(join(folder, "runner.js"));
const { default: source } = await import(join(folder, "worker-source.js"));
const place = mkdtempSync(join(tmpdir(), "hamadryad-"));
mkdirSync(join(place, "node_modules"));
symlinkSync(folder, join(place, "node_modules", "hamadryad"));
after(() => rmSync(place, { recursive: true }));

const ENDLESS = "p(0). p(X+1) :- p(X).";
/** A long search: sum-free colours of the numbers to 196 with five colours, which exist but are hard to find. */
const HARD = "1 { in(N,1..5) } 1 :- N = 1..196. :- in(X,P), in(Y,P), X <= Y, in(X+Y,P).";

test("the examples of the README print what they state", () => {
  const blocks = readFileSync(join(folder, "README.md"), "utf8").split("```js\n").slice(1).map((part) => part.split("```")[0]);
  assert.ok(blocks.length >= 5);
  blocks.forEach((block, place_) => {
    const file = join(place, `example${place_}.mjs`);
    writeFileSync(file, block);
    const expected = [...block.matchAll(/\/\/ → (.*)/g)].map((match) => match[1]);
    assert.ok(expected.length > 0, block);
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: "utf8", timeout: 60_000 });
    assert.equal(status, 0, stderr);
    assert.deepEqual(stdout.trim().split("\n"), expected);
  });
});

test("results have clingo's form", async () => {
  await init();
  const result = await run("a. b :- a. {c}.", 0);
  assert.match(result.Solver, /^hamadryad version/);
  assert.deepEqual(Object.keys(result).sort(), ["Call", "Calls", "Models", "Result", "Solver", "Time", "Warnings"]);
  assert.deepEqual(result.Call[0].Witnesses.map(({ Value }) => Value.join(" ")).sort(), ["a b", "a b c"]);
  assert.deepEqual(result.Models, { Number: 2, More: "no" });
  const none = await run("a. :- a.");
  assert.equal(none.Result, "UNSATISFIABLE");
  assert.equal(none.Call[0].Witnesses, undefined);
  assert.equal((await run("a.", 1, "--nonsense")).Result, "ERROR");
});

test("the event loop goes on during a search", async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 10);
  await solve(ENDLESS, { timeLimit: 0.5 }).result;
  clearInterval(timer);
  assert.ok(ticks >= 5, `${ticks} ticks in half a second`);
});

test("a signal cancels a search, and the worker is free soon", async () => {
  const control = new AbortController();
  const search = solve(HARD, { signal: control.signal });
  setTimeout(() => control.abort(), 100);
  const begin = performance.now();
  await assert.rejects(search.result, { name: "AbortError" });
  assert.equal((await run("a.")).Result, "SATISFIABLE");
  assert.ok(performance.now() - begin < 1500, `${performance.now() - begin} ms`);
  await assert.rejects(solve("a.", { signal: AbortSignal.abort() }).result, { name: "AbortError" });
});

test("a search that is stopped has a result", async () => {
  const search = solve(HARD);
  setTimeout(() => search.stop(), 100);
  const result = await search.result;
  assert.equal(result.Result, "UNKNOWN");
  assert.equal(result.INTERRUPTED, 1);
});

test("answers arrive while the search goes on", async () => {
  // The first answer is easy; all of them would take far longer than the limit.
  const search = solve("{a(1..60)}.", { models: 0, timeLimit: 5 });
  const begin = performance.now();
  const numbers = [];
  for await (const { number } of search) {
    numbers.push(number);
    if (number === 10) break;
  }
  assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.equal((await search.result).Models.More, "yes");
  assert.ok(performance.now() - begin < 3000);
  const called = [];
  await solve("{a; b}.", { models: 0, onAnswer: ({ atoms }) => called.push(atoms) }).result;
  assert.equal(called.length, 4);
});

test("errors are thrown by searches", async () => {
  const search = solve("q(X) :- not p(X).");
  await assert.rejects(search.result, (error) => error instanceof ProgramError && /program.lp:1:1/.test(error.message));
  await assert.rejects(async () => {
    for await (const _ of solve("a")) assert.fail("there is no answer");
  }, ProgramError);
  await assert.rejects(new Solver({ wasm: join(folder, "none.wasm") }).solve("a.").result, { code: "ENOENT" });
});

test("restart ends a run", async () => {
  const result = run(HARD);
  await new Promise((done) => setTimeout(done, 100));
  await Promise.all([assert.rejects(result, { name: "AbortError" }), restart()]);
  assert.equal((await run("a.")).Result, "SATISFIABLE");
});

test("memory has a limit", async () => {
  const solver = new Solver({ memory: 32 << 20 });
  const result = await solver.solve(ENDLESS, { timeLimit: 60 }).result;
  assert.equal(result["MEMORY LIMIT"], 1);
  assert.equal((await solver.run("a.")).Result, "SATISFIABLE");
});

test("a deep program is refused, and the next one runs", async () => {
  const deep = `p(${"f(".repeat(100_000)}1${")".repeat(100_000)}).`;
  assert.equal((await run(deep)).Result, "ERROR");
  assert.equal((await run("a.")).Result, "SATISFIABLE");
});

test("a worker that hangs is replaced within a second", async () => {
  const module = await WebAssembly.compile(readFileSync(join(folder, "hamadryad.wasm")));
  const started = [];
  const connect = (onMessage, onError) => {
    const script = `const { parentPort } = require("node:worker_threads");
      parentPort.on("message", ({ request }) => { if (request?.includes("hang")) for (;;); });
      (${source})((message) => parentPort.postMessage(message), (receive) => parentPort.on("message", receive));`;
    const worker = new Worker(script, { eval: true });
    started.push(worker);
    worker.on("message", onMessage);
    worker.on("error", onError);
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  };
  const runner = new Runner({ module: async () => module, connect });
  const request = (text) => JSON.stringify({ files: [{ name: "a.lp", text }] });
  await runner.run("solve", request("a."));
  const control = new AbortController();
  const hung = runner.run("solve", request("hang."), { signal: control.signal });
  hung.catch(() => {});
  await new Promise((done) => setTimeout(done, 50));
  const begin = performance.now();
  control.abort();
  await assert.rejects(hung, { name: "AbortError" });
  const { reply } = await runner.run("solve", request("b."));
  assert.equal(JSON.parse(reply).result.Result, "SATISFIABLE");
  const time = performance.now() - begin;
  assert.ok(time >= 500 && time < 1500, `${time} ms`);
  assert.equal(started.length, 2);
  // Without a signal, the limit of the call ends it.
  await assert.rejects(runner.run("solve", request("hang."), { milliseconds: 50 }), { code: "time" });
  runner.close();
});
