// The arcade as a person uses it: keys, fingers, a dark screen, a narrow screen, and a reader of the page. It needs
// Chromium, Node and two packages; `.ci/run person` installs them into a temporary folder and starts this file:
//
//     node person.mjs --packages FOLDER --browser /usr/bin/chromium --hamadryad target/debug/hamadryad
//
// Options: `--pictures FOLDER` writes a picture of every tab on every screen, `--steps N` is the length of the game that
// is shared, `--documents docs/pictures` draws the pictures of the documents anew, `--url` is the address of an arcade
// that runs already. The exit code is 1 if anything is wrong.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const options = {};
for (let at = 2; at < process.argv.length; at += 2) options[process.argv[at].slice(2)] = process.argv[at + 1];
const require = createRequire(join(resolve(options.packages), "index.js"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const failures = [];
let checks = 0;
const begun = performance.now();

function check(isTrue, text) {
  checks++;
  if (!isTrue) {
    failures.push(text);
    console.log(`  wrong: ${text}`);
  }
}

const SCREENS = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  narrow: { colorScheme: "dark", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const TABS = ["snake", "puzzles", "playground"];

/** The server of the arcade, as a person starts it. */
async function serve() {
  if (options.url) return { url: options.url };
  const child = spawn(options.hamadryad, ["arcade", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((done, fail) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const found = text.match(/http:\/\/\S+\//);
      if (found) done(found[0]);
    });
    child.on("exit", () => fail(new Error("the server ended")));
  });
  return { child, url };
}

/** A page whose errors, and requests to anywhere else, are failures. */
async function open(browser, screen, url) {
  const page = await (await browser.newContext(SCREENS[screen])).newPage();
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && check(false, `console: ${message.text()}`));
  page.on("pageerror", (error) => check(false, `error: ${error.message}`));
  page.on("request", (request) => {
    const there = request.url();
    if (!/^(data|blob):/.test(there)) check(there.startsWith(url.split("#")[0].replace(/[^/]*$/, "")), `a request to ${there}`);
  });
  await page.goto(url);
  return page;
}

const text = (page, id) => page.locator(`#${id}`).textContent();

async function until(page, condition, argument, what, timeout = 10000) {
  const isTrue = await page.waitForFunction(condition, argument, { timeout }).then(() => true, () => false);
  check(isTrue, what);
  return isTrue;
}

const isThere = (page, id, start, timeout) =>
  until(page, ([id, start]) => document.getElementById(id).textContent.startsWith(start), [id, start], `#${id} becomes “${start}…”`, timeout);

/** Findings of axe-core that keep people from using a page. */
async function readAloud(page, name) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const bad = found.violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  const words = bad.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`);
  check(bad.length === 0, `${name}: axe-core finds ${words.join("; ")}`);
}

async function picture(page, name) {
  if (!options.pictures) return;
  mkdirSync(options.pictures, { recursive: true });
  await page.screenshot({ path: join(options.pictures, `${name}.png`), fullPage: name.includes("narrow") });
}

/** Presses Tab until an element has the focus. */
async function tabTo(page, id) {
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate((id) => document.activeElement?.id === id, id)) return;
    await page.keyboard.press("Tab");
  }
  check(false, `Tab leads to #${id}`);
}

/** A whole game without a mouse, heard through the live region. */
async function gameByKeyboard(page) {
  await isThere(page, "light-title", "Provably safe");
  await page.evaluate(() => {
    window.spoken = [];
    new MutationObserver(() => window.spoken.push(document.getElementById("live").textContent))
      .observe(document.getElementById("live"), { childList: true, characterData: true, subtree: true });
  });
  await tabTo(page, "size");
  await page.keyboard.type("4");
  await tabTo(page, "begin");
  await page.keyboard.press("Enter");
  await isThere(page, "length", "1 of 16");
  check(await page.evaluate(() => document.activeElement.id === "board"), "a new game gives the focus to the board");
  const arrows = { up: "ArrowUp", right: "ArrowRight", down: "ArrowDown", left: "ArrowLeft" };
  for (let step = 0; step < 200; step++) {
    if ((await text(page, "light-title")) === "Won") break;
    await page.keyboard.press("?");
    await isThere(page, "message", "Hint: ");
    const to = (await text(page, "message")).match(/Hint: (\w+)/)?.[1];
    const steps = await text(page, "steps");
    await page.keyboard.press(arrows[to]);
    if (!(await until(page, (steps) => document.getElementById("steps").textContent !== steps, steps, `the key ${to} moves`))) return;
  }
  check((await text(page, "light-title")) === "Won", "the game is won by keys alone");
  const spoken = await page.evaluate(() => window.spoken);
  check(spoken.some((words) => /^Length 2\. .*Head \d,\d; apple \d,\d, /.test(words)), `an apple is announced: ${spoken[0]}`);
  check(spoken.at(-1)?.startsWith("Length 16. won."), `the end is announced: ${spoken.at(-1)}`);
  check(spoken.length <= 40, `the reader is not flooded: ${spoken.length} messages`);
}

/** A running game: a queue of two turns, no way back, and a pause without the focus. */
async function runningGame(page) {
  await page.selectOption("#size", "10×10");
  await page.click("#setup summary");
  await page.selectOption("#start", "centre");
  await page.selectOption("#mode", "run");
  await page.fill("#speed", "4");
  await page.click("#begin");
  await isThere(page, "length", "1 of 100");
  // The snake turns only where it has grown: a planner eats the first apple.
  await page.keyboard.press("x");
  await until(page, () => Number.parseInt(document.getElementById("length").textContent) > 1, null, "a planner eats");
  await page.keyboard.press("x");
  await page.evaluate(() => import("./snake.js").then(({ game }) => { game.stopPilot(); window.game = game; }));
  const { heading } = await page.evaluate(() => ({ heading: window.game.direction() }));
  const ways = { U: ["ArrowUp", "ArrowDown", "ArrowLeft"], D: ["ArrowDown", "ArrowUp", "ArrowLeft"],
    L: ["ArrowLeft", "ArrowRight", "ArrowUp"], R: ["ArrowRight", "ArrowLeft", "ArrowUp"] };
  const [ahead, back, aside] = ways[heading];
  const queue = await page.evaluate(([ahead, back, aside]) => {
    const press = (key) => document.getElementById("board").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    window.game.isPaused = false;
    const all = [];
    for (const key of [back, aside, back, aside, ahead]) {
      press(key);
      all.push(window.game.queue.length);
    }
    const kept = window.game.queue.join("");
    window.game.pause();
    return { all, kept };
  }, [ahead, back, aside]);
  check(queue.all[0] === 0, "a turn back is ignored");
  check(queue.kept.length === 2, `of further keys within a step two are kept: ${queue.kept}`);
  await page.evaluate(() => { window.game.queue = []; });
  await page.keyboard.press("p");
  await page.evaluate(() => dispatchEvent(new Event("blur")));
  check(await page.evaluate(() => window.game.isPaused), "a window without the focus pauses the game");
}

/** A snake across the board, by keys: the cells that exclude a round trip, in the picture and in sentences. */
async function whyNoRoundTrip(page, screen, file) {
  await page.click("#setup summary");
  await page.fill("#start-growth", "3");
  await page.selectOption("#size", "4×4");
  await page.focus("#begin");
  await page.keyboard.press("Enter");
  await isThere(page, "length", "1 of 16");
  check(await page.isHidden("#light-why"), "a safe light has no question");
  for (const [made, key] of ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"].entries()) {
    await page.keyboard.press(key);
    await until(page, (steps) => document.getElementById("steps").textContent === steps, String(made + 1), `the key ${key} moves`);
  }
  await isThere(page, "light-title", "Not proven");
  await page.keyboard.press("e");
  await until(page, () => document.querySelectorAll("#why li").length >= 2, null, "E shows the reason in sentences");
  check(/ cannot all be on one round trip with the head\./.test(await text(page, "why")), `the reason names cells: ${await text(page, "why")}`);
  check((await page.locator('#board [stroke="var(--error)"]').count()) >= 2, "the cells are crossed in the picture");
  check((await page.getAttribute("#why", "role")) === "status", "the reason is announced");
  await readAloud(page, `why, ${screen}`);
  await picture(page, `why-${screen}`);
  if (file) await page.screenshot({ path: file });
  await page.click("#light-why");
  await until(page, () => document.getElementById("why").textContent === "", null, "the button hides the reason");
  await page.click("#light-why");
  await until(page, () => document.querySelector("#why li"), null, "the button shows it again");
  await page.keyboard.press("z");
  await until(page, () => document.getElementById("why").textContent === "", null, "another position has no reason yet");
  await page.fill("#start-growth", "0");
  await page.click("#setup summary");
}

/** A link of a whole game on 16×16 cells. */
async function sharedGame(page, url) {
  await page.evaluate(async (most) => {
    const { Engine } = await import("./engine.js");
    const engine = new Engine("person");
    const game = { rows: 16, cols: 16, seed: 5, rules: { start: "corner", start_growth: 0, growth: 1, delayed: false, lenient_tail: false } };
    await engine.call("snake.begin", { game });
    const { moves } = await engine.call("snake.finish", { planner: "splice" });
    let state;
    for (const to of moves.slice(0, most)) state = await engine.call("snake.step", { to });
    window.shared = { ...(await engine.call("snake.link")), snake: state.snake, moves: state.moves };
  }, Number(options.steps ?? 100));
  const shared = await page.evaluate(() => window.shared);
  const start = performance.now();
  await page.goto("about:blank");
  await page.goto(`${url}#${shared.link}`);
  await until(page, (moves) => document.getElementById("replay-number").value === `0 of ${moves}`, shared.moves, "the shared game is replayed");
  const snake = await page.evaluate(async (moves) => {
    const { game } = await import("./snake.js");
    await game.seek(moves);
    return game.shown.snake;
  }, shared.moves);
  const time = performance.now() - start;
  check(JSON.stringify(snake) === JSON.stringify(shared.snake), "the shared game ends on the same board");
  check(time < 2000, `a link of ${shared.moves} steps is replayed in ${Math.round(time)} ms`);
  const place = shared.link.length - 8;
  const wrong = shared.link.slice(0, place) + (shared.link[place] === "A" ? "B" : "A") + shared.link.slice(place + 1);
  await page.goto("about:blank");
  await page.goto(`${url}#${wrong}`);
  await until(page, () => /^The link is wrong at step \d+/.test(document.getElementById("message").textContent), null, "a wrong letter names its step");
  return { time, steps: shared.moves, letters: shared.link.length };
}

/** A finger moves the snake, and not the page. */
async function swipe(page) {
  await page.selectOption("#size", "6×6");
  await page.tap("#begin");
  await isThere(page, "length", "1 of 36");
  const seen = await page.locator("#board").boundingBox();
  check(seen.y >= 0 && seen.y + seen.height <= 844, `a new game shows the board: ${JSON.stringify(seen)}`);
  const { x, y, width, height } = await page.locator("#board").boundingBox();
  const scroll = await page.evaluate(() => scrollY);
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const [cx, cy] = [x + width / 2, y + height / 2];
  await touch("touchStart", [{ x: cx, y: cy }]);
  for (let move = 1; move <= 6; move++) await touch("touchMove", [{ x: cx, y: cy + 10 * move }]);
  await touch("touchEnd", []);
  await until(page, () => Number(document.getElementById("steps").textContent) > 0, null, "a swipe moves the snake");
  check((await page.evaluate(() => scrollY)) === scroll, "a swipe does not scroll the page");
  const width390 = await page.evaluate(() => document.documentElement.scrollWidth);
  check(width390 <= 390, `the page is as wide as the screen: ${width390}`);
}

/** A puzzle by keys: hints in words, an arrow, undo. */
async function puzzleByKeyboard(page) {
  await page.focus("#tab-snake");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("#puzzle-picture svg");
  await page.selectOption("#puzzle-game", "minotaur");
  await until(page, () => document.getElementById("puzzle-name").textContent.startsWith("Minotaur"), null, "a labyrinth", 30000);
  await tabTo(page, "puzzle-board");
  const keys = { up: "ArrowUp", right: "ArrowRight", down: "ArrowDown", left: "ArrowLeft" };
  for (let step = 0; step < 40; step++) {
    if ((await text(page, "puzzle-message")).startsWith("Solved")) break;
    await page.keyboard.press("?");
    await isThere(page, "puzzle-message", "Hint: ");
    const words = await text(page, "puzzle-message");
    await page.keyboard.press(keys[words.match(/one step (\w+)/)?.[1]] ?? "w");
    await until(page, () => !document.getElementById("puzzle-message").textContent.startsWith("Hint"), null, "the key moves");
  }
  check((await text(page, "puzzle-message")) === "Solved in 8 moves.", `the labyrinth is solved by keys: ${await text(page, "puzzle-message")}`);
  check((await page.getAttribute("#puzzle-board", "aria-label")).includes("Minotaur: row"), "the labyrinth has words");
}

/** A newcomer's programs: an example, an error, files, the ground program, a picture, a limit, a link. */
async function programs(page, url) {
  await page.click("#tab-playground");
  await page.waitForFunction(() => document.getElementById("examples").options.length > 3);
  const examples = await page.evaluate(() => document.getElementById("examples").options.length - 1);
  for (let number = 0; number < examples; number++) {
    await page.selectOption("#examples", String(number));
    const title = await page.evaluate(() => document.getElementById("examples").selectedOptions[0].text);
    await page.click("#run");
    await until(page, () => !document.getElementById("run").disabled, null, `${title} ends`, 25000);
    const verdict = await text(page, "verdict");
    check(/^(Satisfiable|Optimum|\d+ picture)/.test(verdict), `the example ${title} has an answer: ${verdict}`);
  }
  const type = async (program) => {
    await page.click("#text");
    await page.keyboard.press("Control+a");
    await page.keyboard.type(program);
  };
  const run = async (what) => {
    await page.selectOption("#what", what);
    await page.focus("#text");
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(() => !document.getElementById("run").disabled);
  };
  await page.selectOption("#examples", "0");
  while (await page.locator("#files button").count() > 1) await page.locator("#files button").last().click();
  await type("p(1..3).\nq(X) :- not p(X).");
  await run("solve");
  check((await page.locator("#lines .error").textContent()) === "2\n", "an error is marked at its line");
  await page.locator("#diagnostics button").first().click();
  const chosen = await page.evaluate(() => getSelection().toString() || document.getElementById("text").value.slice(
    document.getElementById("text").selectionStart, document.getElementById("text").selectionEnd));
  check(chosen === "q(X) :- not p(X).", `an error leads to its text: ${chosen}`);
  await type("p(1..3). { q(X) : p(X) } = 2.");
  await page.fill("#models", "0");
  await run("solve");
  check((await text(page, "verdict")).startsWith("Satisfiable: 3 answers, no more"), "all answers are counted");
  // Why is an atom in the answer, and why is another not? The keyboard is enough.
  const explained = () => page.waitForFunction(() => document.getElementById("explanation") && !document.getElementById("run").disabled);
  await page.locator("#output .atom", { hasText: "q(" }).first().focus();
  await page.keyboard.press("Enter");
  await explained();
  const chosenAtom = await page.inputValue("#atom");
  check(/^q\(\d\)$/.test(chosenAtom), `a click asks about its atom: ${chosenAtom}`);
  check((await text(page, "explanation")).includes(`${chosenAtom}  chosen`), "an atom of the answer is explained");
  await page.fill("#atom", "q(7)");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("explanation").textContent.includes("q(7) is in no answer"));
  check((await page.locator("#explanation").count()) === 1, "an explanation takes the place of the last one");
  check((await page.locator("#lines .reason").count()) > 0, "the statements of an explanation are marked");
  await type("% Rooms hold one lesson.\n:- at(L,R), at(M,R), L < M.\n{ at(L,R) : room(R) } = 1 :- lesson(L).\nlesson(1..3). room(a;b).");
  await run("solve");
  check((await text(page, "verdict")).startsWith("Unsatisfiable"), "three lessons do not fit two rooms");
  check(!(await page.isVisible("#atom")), "nothing is asked about an atom without an answer");
  await page.click("#ask");
  await explained();
  check((await text(page, "explanation")).includes("2 statements cannot hold together"), "the conflict is shown");
  await page.locator("#diagnostics .reason button").first().click();
  const blamed = await page.evaluate(() => document.getElementById("text").value.slice(
    document.getElementById("text").selectionStart, document.getElementById("text").selectionEnd));
  check(blamed === ":- at(L,R), at(M,R), L < M.", `a reason leads to its statement: ${blamed}`);
  // Every deletion from a conflict of pigeons is a hard search.
  await type("{ in(P,1..9) } = 1 :- P = 1..10. :- in(P,H), in(Q,H), P < Q.");
  await run("solve");
  await page.click("#ask");
  await page.click("#stop");
  await until(page, () => document.getElementById("verdict").textContent === "Stopped.", null, "an explanation is stopped", 3000);
  await page.fill("#seconds", "20");
  await type("p(1..3). { q(X) : p(X) } = 2.");
  await run("ground");
  check((await text(page, "output")).includes("q(1)"), "the ground program is shown");
  await page.click("#add-file");
  await page.keyboard.type("node(X) :- q(X). edge((X,Y)) :- q(X), q(Y), X < Y.");
  await run("draw");
  check((await page.locator("#output img").count()) === 3, "each answer is a picture");
  await page.click("#share-program");
  const link = await page.locator("#verdict a").getAttribute("href");
  await page.goto("about:blank");
  await page.goto(link);
  await until(page, () => document.getElementById("files").children.length === 3, null, "a link has both files");
  await page.selectOption("#what", "solve");
  await type("p(0). p(X+1) :- p(X).");
  await page.fill("#seconds", "1");
  await page.click("#run");
  // Meanwhile the game goes on.
  await page.click("#tab-snake");
  await page.focus("#board");
  const steps = await text(page, "steps");
  await page.keyboard.press("ArrowRight");
  await until(page, (steps) => document.getElementById("steps").textContent !== steps, steps, "the game goes on while a program runs", 1000);
  await page.click("#tab-playground");
  await until(page, () => document.getElementById("verdict").textContent.includes("the time was over"), null, "an endless program ends at its limit");
  check(url === page.url().split("#")[0], "the page stays");
}

/** The page of a game of 8×8 cells that `show` writes. */
async function player(browser) {
  const folder = mkdtempSync(join(tmpdir(), "hamadryad-"));
  const [game, html] = [join(folder, "game.json"), join(folder, "game.html")];
  const run = (...words) => check(spawnSync(options.hamadryad, words, { stdio: "ignore" }).status === 0, words.join(" "));
  run("snake", "play", "--rows", "8", "--cols", "8", "--no-watch", "--save", game);
  run("show", game, "--out", html);
  const bytes = existsSync(html) ? statSync(html).size : Infinity;
  check(bytes <= 300000, `the page of a game of 8×8 cells has ${bytes} bytes`);
  for (const screen of Object.keys(SCREENS)) {
    const page = await open(browser, screen, pathToFileURL(html).href);
    await page.waitForSelector("#stage svg");
    const label = await page.getAttribute("#stage", "aria-label");
    check(/^Picture 1 of \d+\. length 1 of 64.*head \(1,1\)/s.test(label), `the picture has words: ${label}`);
    await page.keyboard.press("ArrowRight");
    check((await page.getAttribute("#stage", "aria-label")).startsWith("Picture 2"), "an arrow shows the next picture");
    const paper = await page.evaluate(() => getComputedStyle(document.querySelector("#stage rect")).fill);
    check((paper === "rgb(255, 255, 255)") === (screen === "light"), `the paper is ${paper} on a ${screen} screen`);
    await readAloud(page, `player, ${screen}`);
    await page.keyboard.press("PageDown");
    await page.keyboard.press("PageDown");
    await picture(page, `player-${screen}`);
    await page.context().close();
  }
  rmSync(folder, { recursive: true });
  return bytes;
}

/** The pictures of `docs/playing.md` and the README. */
async function documents(browser, url) {
  const game = async (screen, size, length, layers, name) => {
    const page = await (await browser.newContext({ colorScheme: screen, viewport: size })).newPage();
    await page.goto(url);
    await isThere(page, "light-title", "Provably safe");
    await page.evaluate((length) => import("./snake.js").then(async ({ game }) => {
      game.speed = 1000;
      game.takeOver("foresight");
      while (game.state.snake.length < length) await new Promise((done) => setTimeout(done, 1));
      game.stopPilot();
    }), length);
    for (const layer of layers) await page.check(`[data-layer="${layer}"]`);
    await page.waitForTimeout(2500);
    await page.screenshot({ path: join(options.documents, name) });
    await page.context().close();
  };
  await game("light", { width: 1280, height: 900 }, 38, ["plan", "cycle", "ghost"], "arcade.png");
  await game("dark", { width: 1100, height: 780 }, 30, ["plan", "worth"], "arcade-dark.png");
  const stuck = await (await browser.newContext({ colorScheme: "light", viewport: { width: 1100, height: 900 } })).newPage();
  await stuck.goto(url);
  await whyNoRoundTrip(stuck, "document", join(options.documents, "why.png"));
  const page = await (await browser.newContext({ colorScheme: "light", viewport: { width: 1100, height: 760 } })).newPage();
  await page.goto(url);
  await page.click("#tab-puzzles");
  await page.waitForSelector("#puzzle-picture svg");
  await page.click("#puzzle-hint");
  await isThere(page, "puzzle-message", "Hint");
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(options.documents, "puzzles.png") });
}

/** Every tab on a screen, read by axe-core. */
async function allTabs(page, screen) {
  await isThere(page, "light-title", "");
  for (const layer of ["plan", "cycle"]) await page.check(`[data-layer="${layer}"]`);
  for (const tab of TABS) {
    await page.click(`#tab-${tab}`);
    if (tab === "puzzles") await page.waitForSelector("#puzzle-picture svg");
    if (tab === "playground") {
      await page.waitForFunction(() => document.getElementById("examples").options.length > 3);
      await page.selectOption("#examples", "1");
      await page.click("#run");
      await page.waitForFunction(() => !document.getElementById("run").disabled);
    }
    await page.waitForTimeout(100);
    await readAloud(page, `${tab}, ${screen}`);
    await picture(page, `${tab}-${screen}`);
  }
  await page.click("#tab-snake");
}

/** Runs a part of the session; an error ends this part only. */
async function part(name, task) {
  const start = performance.now();
  try {
    await task();
  } catch (error) {
    check(false, `${name}: ${error.message.split("\n")[0]} ${error.stack.match(/person\.mjs:\d+/)?.[0] ?? ""}`);
  }
  console.log(`  ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

const { child, url } = await serve();
const browser = await chromium.launch({ executablePath: options.browser, args: ["--no-sandbox"] });
const figures = {};
try {
  if (options.documents) await part("pictures of the documents", () => documents(browser, url));
  const light = await open(browser, "light", url);
  light.setDefaultTimeout(10000);
  await part("a whole game by keys", () => gameByKeyboard(light));
  await part("a running game", () => runningGame(light));
  await part("a puzzle by keys", () => puzzleByKeyboard(light));
  await part("programs", () => programs(light, url));
  await part("a shared game", async () => (figures.link = await sharedGame(light, url)));
  await light.context().close();
  for (const screen of Object.keys(SCREENS)) {
    const page = await open(browser, screen, url);
    page.setDefaultTimeout(10000);
    await part(`why no round trip, ${screen}`, () => whyNoRoundTrip(page, screen));
    await part(`all tabs, ${screen}`, () => allTabs(page, screen));
    if (screen === "narrow") await part("a finger", () => swipe(page));
    await page.context().close();
  }
  await part("the player of films", async () => (figures.player = await player(browser)));
} finally {
  await browser.close();
  if (child) {
    child.removeAllListeners("exit");
    child.kill("SIGINT");
    const code = await new Promise((done) => (child.exitCode === null ? child.on("exit", done) : done(child.exitCode)));
    check(code === 0, `Ctrl-C ends the server: ${code}`);
  }
}
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(`${checks} checks, ${failures.length} wrong, ${seconds} s; ${JSON.stringify(figures)}`);
process.exit(failures.length ? 1 : 0);
