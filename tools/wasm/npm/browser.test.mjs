// Tests of the built package in a browser: `tools/wasm/npm/build.sh && node --test tools/wasm/npm/browser.test.mjs`.
//
// A server on the loopback gives the package and a page to a headless Chromium; the page runs the tests and sends its
// results back. Without Chromium, the tests are skipped.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../target/npm/hamadryad/", import.meta.url));
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };
const LIMIT = 60_000;

const browser = ["chromium", "chromium-browser", "google-chrome"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);
const examples = readFileSync(join(folder, "README.md"), "utf8").split("```js\n").slice(1).map((part) => part.split("```")[0]);

/** A module that runs an example of the README and exports the promise of its printed lines. */
const example = (text) => {
  const body = text.replace(/^import \{(.*)\} from "hamadryad";$/m, 'const {$1} = await import("/hamadryad/browser.js");');
  return `const lines = []; const console = { log: (...values) => lines.push(values.map(shown).join(" ")) };
const shown = (value) => (Array.isArray(value) ? "[ " + value.join(", ") + " ]" : String(value));
${body}
export default lines;`;
};

/** The tests in the page: each returns a value that the test in Node compares. */
async function inPage({ solve, run, restart }) {
  const HARD = "1 { in(N,1..5) } 1 :- N = 1..196. :- in(X,P), in(Y,P), X <= Y, in(X+Y,P).";
  const results = {};
  const numbers = [];
  for await (const { number } of solve("{a(1..60)}.", { models: 0, timeLimit: 20 })) {
    numbers.push(number);
    if (number === 5) break;
  }
  results.streamed = numbers;
  let ticks = 0;
  const timer = setInterval(() => ticks++, 10);
  const search = solve(HARD);
  setTimeout(() => search.stop(), 300);
  const stopped = await search.result;
  clearInterval(timer);
  results.stopped = [stopped.Result, stopped.INTERRUPTED];
  results.isPageFree = ticks >= 10;
  const control = new AbortController();
  setTimeout(() => control.abort(), 100);
  results.aborted = await solve(HARD, { signal: control.signal }).result.catch((error) => error.name);
  const hanging = run(HARD).catch((error) => error.name);
  await new Promise((done) => setTimeout(done, 100));
  await restart();
  results.restarted = [await hanging, (await run("a.")).Result];
  results.error = (await run("q(X) :- not p(X).")).Error.split("\n")[0];
  return results;
}

const page = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module">
${inPage}
const send = (body) => fetch("/result", { method: "POST", body: JSON.stringify(body) });
try {
  const results = await inPage(await import("/hamadryad/browser.js"));
  results.examples = [];
  for (let place = 0; place < ${examples.length}; place++) {
    results.examples.push((await import("/example" + place + ".js")).default);
  }
  await send(results);
} catch (error) {
  await send({ failure: String(error && error.stack || error) });
}
</script>`;

/** Serves the page until it has sent its results. */
function visit() {
  return new Promise((done, fail) => {
    const profile = mkdtempSync(join(tmpdir(), "hamadryad-browser-"));
    let child;
    const end = () => {
      clearTimeout(timer);
      child?.kill("SIGKILL");
      server.closeAllConnections();
      server.close();
      setTimeout(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }), 200);
    };
    const timer = setTimeout(() => {
      end();
      fail(new Error("the page has sent no result in time"));
    }, LIMIT);
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url, "http://localhost");
      const number = /^\/example(\d+)\.js$/.exec(pathname)?.[1];
      if (pathname === "/result") {
        let text = "";
        request.on("data", (part) => (text += part));
        request.on("end", () => {
          response.end();
          end();
          done(JSON.parse(text));
        });
      } else if (pathname === "/") {
        response.setHeader("Content-Type", "text/html");
        response.end(page);
      } else if (number !== undefined) {
        response.setHeader("Content-Type", "text/javascript");
        response.end(example(examples[number]));
      } else {
        try {
          const content = readFileSync(join(folder, pathname.replace("/hamadryad/", "")));
          response.setHeader("Content-Type", TYPES[extname(pathname)] ?? "text/plain");
          response.end(content);
        } catch {
          response.statusCode = 404;
          response.end();
        }
      }
    });
    server.listen(0, "127.0.0.1", () => {
      const address = `http://127.0.0.1:${server.address().port}/`;
      child = spawn(browser, ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, address], { stdio: "ignore" });
    });
  });
}

test("the package solves, streams and stops in a browser", { skip: browser ? false : "no Chromium is installed" }, async () => {
  const results = await visit();
  assert.equal(results.failure, undefined);
  assert.deepEqual(results.streamed, [1, 2, 3, 4, 5]);
  assert.deepEqual(results.stopped, ["UNKNOWN", 1]);
  assert.ok(results.isPageFree, "the page's timers run during a search");
  assert.equal(results.aborted, "AbortError");
  assert.deepEqual(results.restarted, ["AbortError", "SATISFIABLE"]);
  assert.match(results.error, /unsafe/);
  const expected = examples.map((text) => [...text.matchAll(/\/\/ → (.*)/g)].map((match) => match[1]));
  assert.ok(expected.length >= 5);
  assert.deepEqual(results.examples, expected);
});
