// The test of the page by itself: the address `?self` runs it in a browser and writes the result to the console. It
// plays as a person does, by events of keys, pointers and forms.

import { game } from "./snake.js";

const $ = (id) => document.getElementById(id);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const failures = [];
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
  set("examples", "1");
  $("run").click();
  await until(() => document.querySelector("#output img")?.naturalWidth > 50, "a map is drawn");
  show("snake");
}

/** Runs all tests; the title of the page and the console have the result. */
export async function test(show) {
  addEventListener("error", (event) => failures.push(`error: ${event.message}`));
  addEventListener("unhandledrejection", (event) => failures.push(`error: ${event.reason}`));
  try {
    for (const part of [turnByTurn, running, swipe, planner]) await part();
    await programs(show);
  } catch (error) {
    failures.push(String(error.stack ?? error));
  }
  document.title = failures.length ? "failed" : "passed";
  console.log(`self-test: ${JSON.stringify({ checks, failures })}`);
}
