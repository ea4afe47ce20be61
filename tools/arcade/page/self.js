// The test of the page by itself: the address `?self` runs it in a browser and writes the result to the console. It
// plays as a person does, by events of keys, pointers and forms.

import { cellOf } from "./puzzle-board.js";
import { puzzle } from "./puzzles.js";
import { game } from "./snake.js";
import { isEmbedded } from "./wasm.js";

const $ = (id) => document.getElementById(id);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const failures = [];
const measured = {};
let checks = 0;

function check(isTrue, text) {
  checks++;
  if (!isTrue) failures.push(text);
}

/** Waits until a condition holds. */
async function until(condition, text, seconds = 10) {
  const end = performance.now() + 1000 * seconds;
  while (!condition() && performance.now() < end) await wait(5);
  check(condition(), text);
}

function key(name, target = $("board")) {
  target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
}

function set(id, value) {
  if ($(id).type === "checkbox") $(id).checked = value;
  else $(id).value = value;
  $(id).dispatchEvent(new Event("change", { bubbles: true }));
}

async function begin(settings) {
  for (const [id, value] of Object.entries(settings)) set(id, value);
  const { seat } = game;
  $("begin").click();
  await until(() => game.seat !== seat, "a game begins");
}

async function step(name) {
  const before = game.state.moves;
  key(name);
  await until(() => game.state.moves === before + 1, `the key ${name} moves the snake`);
}

async function turnByTurn() {
  await begin({ size: "6×6", seed: 1, mode: "turn", practice: true, rival: "splice", start: "corner" });
  check(game.state.snake[0] === 0, "the snake begins in the corner");
  check($("light").dataset.kind === "safe", "the first light is safe");
  await step("ArrowRight");
  await step("s");
  check(game.state.snake[0] === 7, "right and down lead to the second row");
  check($("board").getAttribute("aria-label").startsWith("Snake on 6 by 6. Head 2,2"), "the board has its position as words");
  key("?");
  await until(() => game.hint, "a hint arrives");
  check(game.hint?.path[0] === 7, "the plan of the hint begins at the head");
  key("z");
  await until(() => game.state.moves === 1, "undo takes a step back");
  await until(() => $("race-name").textContent === "splice", "the rival is named");
}

/** A snake across the board has no round trip; the page says why. */
async function why() {
  await begin({ size: "4×4", seed: 1, mode: "turn", practice: true, start: "corner", "start-growth": 3 });
  for (const name of ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"]) await step(name);
  await until(() => game.light?.kind === "not-proven", "no round trip runs through the snake");
  key("e");
  await until(() => game.why, "the reason arrives");
  check(game.why?.kind === "cells" && game.why.is_minimal, "the reason is minimal");
  check(document.querySelectorAll("#why li").length === game.why?.sentences.length, "the reason is shown in sentences");
  set("start-growth", 0);
}

async function running() {
  await begin({ size: "10×10", seed: 3, mode: "run", speed: 4, practice: true, start: "centre" });
  await wait(300);
  check(game.state.moves === 0, "a running game waits for the first key");
  key("ArrowRight");
  await until(() => game.state.moves === 1, "the first key starts it");
  // All of them within one step: two turns are kept, the reverse direction is ignored.
  key("ArrowLeft");
  key("ArrowUp");
  key("ArrowLeft");
  key("ArrowDown");
  const from = game.state.snake[0];
  check(game.queue.join("") === "UL" || game.state.snake.length === 1, `two turns are kept: ${game.queue.join("")}`);
  await until(() => game.state.moves >= 3, "the turns become steps");
  if (game.state.moves === 3) check(game.state.snake[0] === from - 11, "up and left");
  dispatchEvent(new Event("blur"));
  check(game.isPaused, "a window in the background pauses the game");
  const { moves } = game.state;
  await wait(400);
  check(game.state.moves <= moves + 1, "a paused game does not move");
}

async function swipe() {
  await begin({ size: "6×6", seed: 1, mode: "turn", start: "corner" });
  const board = $("board");
  const touch = (type, x, y) => new PointerEvent(type, { pointerId: 1, pointerType: "touch", clientX: x, clientY: y, bubbles: true });
  board.setPointerCapture = () => {};
  board.dispatchEvent(touch("pointerdown", 50, 50));
  board.dispatchEvent(touch("pointermove", 90, 52));
  board.dispatchEvent(touch("pointerup", 90, 52));
  await until(() => game.state.snake[0] === 1, "a swipe to the right moves right");
  check(getComputedStyle(board).touchAction === "none", "a swipe does not scroll the page");
  document.querySelector('[data-to="D"]').dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  await until(() => game.state.snake[0] === 7, "the pad moves down");
}

/** A game pad that reports what the test presses. */
async function gamePad() {
  await begin({ size: "6×6", seed: 1, mode: "turn", practice: true, start: "corner" });
  const pad = { axes: [0, 0], buttons: Array.from({ length: 17 }, () => ({ pressed: false })) };
  let pads = [pad];
  Object.defineProperty(navigator, "getGamepads", { value: () => pads, configurable: true });
  dispatchEvent(new Event("gamepadconnected"));
  const press = async (number) => {
    pad.buttons[number].pressed = true;
    await wait(60);
    pad.buttons[number].pressed = false;
    await wait(60);
  };
  await press(15);
  await until(() => game.state.snake[0] === 1, "the cross of the game pad moves right");
  pad.axes[1] = 0.9;
  await until(() => game.state.snake[0] === 7, "the stick of the game pad moves down");
  await wait(120);
  check(game.state.moves === 2, "a stick that is held counts once");
  pad.axes[1] = 0;
  await press(0);
  await until(() => game.hint, "the game pad asks for a hint");
  await press(1);
  await until(() => game.state.moves === 1, "the game pad undoes");
  const { seat } = game;
  await press(3);
  await until(() => game.seat !== seat, "the game pad begins a game");
  pads = [];
  delete navigator.getGamepads;
}

const box = (layer) => document.querySelector(`[data-layer="${layer}"]`);
function layers(...names) {
  for (const one of document.querySelectorAll("[data-layer]")) {
    if (one.checked !== names.includes(one.dataset.layer)) one.click();
  }
}

async function maps() {
  await begin({ size: "6×6", seed: 1, mode: "turn", practice: true, start: "corner" });
  layers("search");
  await until(() => !$("scale").hidden && $("scale-low").textContent === "the head is there in 1 step,", "the search is shown");
  const painted = () => document.querySelectorAll("#board path[fill]").length;
  await until(() => painted() > 3, "cells have colours");
  key("v");
  await until(() => $("scale-low").textContent.startsWith("a good place"), "the worth is shown by its key");
  check(!box("search").checked && box("worth").checked, "one map at a time");
  await step("ArrowRight");
  await until(() => painted() > 3, "the worth is that of the next position");
  layers();
  await until(() => painted() === 0 && $("scale").hidden, "no map");
}

/** Games are exported, imported again, and compared with planners. */
async function statistics() {
  const { addGame, exported, imported, games } = await import("./store.js");
  await begin({ size: "6×6", seed: 3, mode: "turn", practice: true, rival: "splice" });
  const { state } = game;
  const mine = { status: "won", apples: Array.from({ length: 35 }, (_, apple) => ({ total: 3 * apple + 3 })) };
  const before = games(state.game).length;
  addGame(state.game, mine);
  const text = exported();
  check(imported(text) === 0, "equal games count once");
  const key = Object.keys(localStorage).find((name) => name.startsWith("hamadryad.games.6x6."));
  localStorage.removeItem(key);
  check(imported(text) === before + 1 && games(state.game).length === before + 1, "an export can be imported");
  for (const wrong of ["{", "{}", text.replace("105", "\"x\"")]) {
    let isRefused = false;
    try {
      imported(wrong);
    } catch {
      isRefused = true;
    }
    check(isRefused, "a wrong file is refused");
  }
  const transfer = new DataTransfer();
  transfer.items.add(new File([text.replace('"seed": 3', '"seed": 4')], "games.json"));
  $("import").files = transfer.files;
  $("import").dispatchEvent(new Event("change"));
  await until(() => $("message").textContent === "1 new game.", "a file with games is imported");
  const rows = [...$("planners").tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent));
  const splice = rows.find(([name]) => name === "splice");
  check(splice && splice[4] === "100 %", `105 steps beat all games of splice: ${splice}`);
  check($("chart").getClientRects().length > 0 && document.querySelector("#chart .planner"), "the chart has the band of the rival");
  localStorage.removeItem(key);
}

/** Frames of a game on 16×16 cells with all layers: the time of the page from the beginning of a frame to its end. */
async function frames() {
  await begin({ size: "16×16", seed: 1, mode: "turn", start: "corner", rival: "splice", pilot: "splice", speed: 20 });
  layers("plan", "cycle", "tree", "worth", "unreachable", "ghost");
  const times = [];
  let isOver = false;
  const channel = new MessageChannel();
  let begun = 0;
  // A message that is sent in a frame arrives after its layout and its painting.
  channel.port1.onmessage = () => times.push(performance.now() - begun);
  const watch = () => {
    begun = performance.now();
    channel.port2.postMessage(null);
    if (!isOver) requestAnimationFrame(watch);
  };
  watch();
  key("x");
  game.speed = 40;
  await wait(6000);
  isOver = true;
  key("x");
  game.pause();
  game.stopPilot();
  const { moves } = game.state;
  check(moves > 60, `the game goes on with all layers: ${moves} steps`);
  times.sort((one, other) => one - other);
  measured.frames = { count: times.length, steps: moves, over16ms: times.filter((time) => time > 16).length,
    median: times[Math.floor(times.length / 2)], most: times.at(-1) };
  check(measured.frames.median < 16, "half of the frames are in time even on a busy machine");
  layers("unreachable");
  await begin({ size: "6×6", seed: 1, mode: "turn", speed: 6 });
}

async function planner() {
  await begin({ size: "6×6", seed: 2, mode: "turn", speed: 20, pilot: "conservative" });
  game.speed = 1000;
  key("x");
  await until(() => game.state.status === "won", "the planner wins the game", 40);
  const { moves } = game.state;
  await game.startReplay(0);
  check(game.shown.moves === 0 && game.shown.snake.length === 1, "the replay begins at the beginning");
  await game.seek(moves);
  check(game.shown.status === "won", "the replay ends as the game");
  game.leaveReplay();
  const { link } = await game.engine.call("snake.link");
  await game.open(`#${link}`, { mode: "turn" });
  check(game.state.status === "won" && game.replay?.last === moves, "the link has the whole game");
  const place = link.length - 20;
  const wrong = link.slice(0, place) + (link[place] === "A" ? "B" : "A") + link.slice(place + 1);
  const error = await game.engine.call("snake.open", { link: wrong }).catch((error) => error);
  check(error.code === "link" && error.step > 0, "a wrong letter is found, with its step");
  game.leaveReplay();
}

async function programs(show) {
  show("playground");
  await until(() => $("examples").options.length > 3, "there are examples");
  set("examples", "0");
  $("run").click();
  await until(() => $("verdict").textContent.startsWith("Satisfiable: 3 answers"), `eight queens: ${$("verdict").textContent}`);
  check(document.querySelectorAll("#output article").length === 4, "three answers and a summary");
  $("text").value = "p(1).\nq(X) :- not p(X).\n";
  $("text").dispatchEvent(new Event("input"));
  $("run").click();
  await until(() => document.querySelector("#lines .error")?.textContent === "2\n", "an error is marked at its line");
  // A program without end does not keep the game from going on.
  $("text").value = "p(0). p(X+1) :- p(X).";
  $("text").dispatchEvent(new Event("input"));
  $("run").click();
  await begin({ size: "6×6", seed: 1, mode: "turn" });
  show("snake");
  await step("ArrowRight");
  check($("run").disabled, "the program still runs");
  show("playground");
  $("stop").click();
  await until(() => $("verdict").textContent === "Stopped.", "the program is stopped");
  const { link, openLink } = await import("./playground.js");
  $("text").value = "shared(\"ä\").";
  $("text").dispatchEvent(new Event("input"));
  const { hash } = new URL(await link());
  set("examples", "0");
  await openLink(hash);
  check($("text").value === "shared(\"ä\").", "a link has the program");
  await openLink(hash.slice(0, -3));
  check($("verdict").textContent.startsWith("Error"), "a link that is cut off is an error");
  $("text").value = "mine.";
  $("text").dispatchEvent(new Event("input"));
  set("examples", "1");
  set("examples", "own");
  check($("text").value === "mine.", "a program that an example has replaced comes back");
  set("examples", "1");
  $("run").click();
  await until(() => document.querySelector("#output img")?.naturalWidth > 50, "a map is drawn");
  show("snake");
}

/** Makes a move of a puzzle by keys, clicks or a drag. */
function makeByHand(made) {
  const { state } = puzzle;
  const cells = $("puzzle-targets").children;
  const press = (cell) => cells[cell].click();
  if (state.game === "minotaur") {
    key(made === "W" ? "w" : { U: "ArrowUp", R: "ArrowRight", D: "ArrowDown", L: "ArrowLeft" }[made], $("puzzle-board"));
  } else if (state.game === "rogo") press(made === "close" ? state.cells[0] : cellOf(state, made));
  else if (state.game === "pipes") {
    const piece = state.bag.findIndex(([kind]) => kind === made.split(",")[2]);
    if (piece >= 0) key(String(piece + 1), $("puzzle-board"));
    press(cellOf(state, made));
  } else dragCar(made);
}

function dragCar(made) {
  const { state } = puzzle;
  const number = state.cars.findIndex(({ letter }) => letter === made[0]);
  const car = state.cars[number];
  const button = $("puzzle-targets").children[number];
  button.setPointerCapture = () => {};
  const line = car.along_row ? car.cell % state.cols : Math.floor(car.cell / state.cols);
  const { width, height } = button.getBoundingClientRect();
  const side = car.along_row ? width / car.length : height / car.length;
  const shift = (Number(made.slice(1)) - 1 - line) * side;
  const pointer = (type, at) => button.dispatchEvent(new PointerEvent(type, { pointerId: 1, bubbles: true,
    clientX: 200 + (car.along_row ? at : 0), clientY: 200 + (car.along_row ? 0 : at) }));
  pointer("pointerdown", 0);
  pointer("pointermove", shift);
  pointer("pointerup", shift);
}

/** The number of moves that the check of the puzzle states. */
async function movesLeft() {
  $("puzzle-check").click();
  await puzzle.finish();
  return Number($("puzzle-message").textContent.match(/[0-9]+/)?.[0]);
}

async function byHints(kind, name) {
  const before = puzzle.state;
  set("puzzle-game", kind);
  await until(() => puzzle.state !== before && puzzle.state.game === kind && !puzzle.isBusy, `a puzzle is found: ${name}`, 40);
  const optimal = await movesLeft();
  check(optimal > 3, `${name}: the check states the moves`);
  for (let made = 0; made < optimal; made++) {
    $("puzzle-hint").click();
    await puzzle.finish();
    check(puzzle.hint, `${name}: a hint for move ${made + 1}`);
    if (!puzzle.hint) return;
    makeByHand(puzzle.hint);
    await until(() => puzzle.state.made.length === made + 1, `${name}: move ${made + 1} by hand`);
    await puzzle.finish();
  }
  check(puzzle.state.is_solved && $("puzzle-message").textContent === `Solved in ${optimal} moves.`, `${name} is solved: ${$("puzzle-message").textContent}`);
  $("puzzle-undo").click();
  await puzzle.finish();
  check(!puzzle.state.is_solved && (await movesLeft()) === 1, `${name}: one move is missing after undo`);
  $("puzzle-redo").click();
  await puzzle.finish();
  check(puzzle.state.is_solved, `${name}: redo solves it again`);
  const targets = [...document.querySelectorAll("#puzzle-targets button")];
  check(targets.every((target) => target.getAttribute("aria-label")), `${name}: all cells have names`);
}

async function puzzles(show) {
  show("puzzles");
  await until(() => puzzle.state && !puzzle.isBusy, "a first puzzle is found", 40);
  // Another kind first, so that each choice below changes the kind.
  set("puzzle-game", "pipes");
  await until(() => puzzle.state.game === "pipes" && !puzzle.isBusy, "the kind changes", 40);
  for (const [kind, name] of [["minotaur", "Minotaur"], ["rogo", "Rogo"], ["pipes", "Pipes"], ["rush", "Rush Hour"]]) await byHints(kind, name);
  const { openLink } = await import("./puzzles.js");
  await openLink("#g=rush&o=6x6,5,8&s=3");
  check(puzzle.state.seed === 3 && puzzle.state.made.length === 0, "a link opens its puzzle");
  await openLink("#g=rush&o=6x6,5,8&s=3&m=X1.Q9");
  check($("puzzle-message").textContent.startsWith("The link is wrong at move "), "a wrong move of a link is named");
  $("puzzle-hint").click();
  await puzzle.finish();
  makeByHand(puzzle.hint);
  await until(() => puzzle.state.made.length === 1, "a move by hand");
  $("puzzle-share").click();
  await until(() => document.querySelector("#puzzle-message a"), "a link to the puzzle");
  const { hash } = new URL(document.querySelector("#puzzle-message a").href);
  await openLink("#g=rush&o=6x6,5,8&s=3");
  check(puzzle.state.made.length === 0, "the link without moves");
  await openLink(hash);
  check(puzzle.state.made.length === 1, "a link has the moves");
  // An own size, and a search that is stopped.
  set("puzzle-game", "minotaur");
  await until(() => puzzle.state.game === "minotaur" && !puzzle.isBusy, "the kind changes", 40);
  set("puzzle-preset", "own");
  check(!$("puzzle-own").hidden && $("puzzle-first").value === "8", "own sizes begin with those of the preset");
  for (const [id, value] of [["puzzle-rows", 4], ["puzzle-cols", 6], ["puzzle-first", 6], ["puzzle-variant", true]]) set(id, value);
  $("puzzle-new").click();
  await until(() => puzzle.state.cols === 6 && !puzzle.isBusy, "a labyrinth of an own size", 40);
  check(puzzle.state.rows === 4 && !puzzle.state.may_wait, "the own size has its variant");
  for (const [id, value] of [["puzzle-rows", 5], ["puzzle-cols", 5], ["puzzle-first", 300]]) set(id, value);
  $("puzzle-new").click();
  await until(() => !$("puzzle-stop").hidden, "a long search can be stopped");
  await wait(300);
  $("puzzle-stop").click();
  await until(() => $("puzzle-message").textContent === "The search was stopped." && !puzzle.isBusy, "the search is stopped", 3);
  check(puzzle.state.cols === 6, "the puzzle before it stays");
  await openLink("#g=rush&o=90x90,5,8&s=3");
  check($("puzzle-message").textContent.startsWith("No puzzle: "), "a wrong link is refused with the reason");
  $("puzzle-solve").click();
  await until(() => puzzle.state.is_solved, "the solution is played", 20);
  show("snake");
}

/** Runs all tests; the title of the page and the console have the result. */
export async function test(show) {
  addEventListener("error", (event) => failures.push(`error: ${event.message}`));
  addEventListener("unhandledrejection", (event) => failures.push(`error: ${event.reason}`));
  try {
    for (const part of [turnByTurn, why, running, swipe, gamePad, maps, statistics, planner, frames]) await part();
    await puzzles(show);
    await programs(show);
    if (isEmbedded) await (await import("./self-wasm.js")).test(check);
  } catch (error) {
    failures.push(String(error.stack ?? error));
  }
  document.title = failures.length ? "failed" : "passed";
  console.log(`self-test: ${JSON.stringify({ checks, failures, ...measured })}`);
}
