// The tab of puzzles: connects the engine, the board and the elements of the page.

import { Engine, isCancelled } from "./engine.js";
import { listenToSwipes } from "./input.js";
import { MARGIN, carBox, cellOf, picture, pieceIcon } from "./puzzle-board.js";
import { load, save } from "./store.js";

const $ = (id) => document.getElementById(id);
const NAMES = { minotaur: "Minotaur", rogo: "Rogo", pipes: "Pipes", rush: "Rush Hour" };
const RULES = {
  minotaur: "Reach the exit. After each of your steps the Minotaur takes two towards you: to the side if he can, otherwise up or down. " +
    "Walls stop him. Arrows or a swipe move, W or “Wait” waits; a click moves towards that cell.",
  rogo: "Draw a loop of exactly the given steps that collects the points of the goal. Click cells one after the other, and the first " +
    "cell again (or C) to close the loop; a click on the last cell takes it back.",
  pipes: "Lay all pieces of the bag, so that the water flows from the entrance to the exit through each of them. Choose a piece (or press " +
    "its number), click a cell; a click on a piece takes it back.",
  rush: "Bring the red car X to the exit on the right. A car moves along its line over free cells. Drag a car; or choose it by a click " +
    "or its letter, and move it with the arrows.",
};
const KEYS = { ArrowUp: "U", ArrowRight: "R", ArrowDown: "D", ArrowLeft: "L" };
const WAYS = { U: "up", R: "right", D: "down", L: "left" };
const PIECES = { ew: "left to right", ns: "top to bottom", ne: "top to right", se: "bottom to right", sw: "bottom to left",
  nw: "top to left", cross: "cross" };

/** Orders of an own size: the numbers behind rows and columns with their names, and the variant. */
const OWN = {
  minotaur: { numbers: ["Steps of the shortest walk"], variant: "waiting is not allowed", part: "&w=0" },
  rogo: { numbers: ["Steps of the loop", "Best points"], variant: "shorter loops are allowed", part: "&a=1" },
  pipes: { numbers: ["Pieces"] },
  rush: { numbers: ["Moves of the shortest solution", "Cars beside the red car"] },
};

const engine = new Engine("puzzles");
let presets = [];
let isStarted = false;
let state = null;
let hint = null;
let drag = null;
let chosenCar = "X";
let chosenPiece = null;
let focused = 0;
/** The search for a puzzle, and the search for its solution. */
let search = null;
let asked = null;
let showing = null;
let queue = Promise.resolve();

/** The present puzzle, for the test of the page. */
export const puzzle = { get state() { return state; }, get hint() { return hint; }, get isBusy() { return Boolean(search || asked); }, finish: () => queue };

const say = (text, node) => $("puzzle-message").replaceChildren(text, ...(node ? [" ", node] : []));
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const place = (cell) => `row ${Math.floor(cell / state.cols) + 1}, column ${(cell % state.cols) + 1}`;
const asMove = (cell) => `${Math.floor(cell / state.cols) + 1},${(cell % state.cols) + 1}`;

/* Calls. They run one after another; a failed call leaves the puzzle unchanged. */

function run(task) {
  queue = queue.then(task).catch((error) => say(isCancelled(error) ? "The search was stopped." : `${error.message}.`.replace("..", ".")));
  return queue;
}

/** Runs a call that searches for a solution. If it takes long, the button that stops it appears. */
async function searched(call) {
  const control = new AbortController();
  asked = control;
  const timer = setTimeout(() => {
    say("Searching …");
    showControls();
    $("puzzle-stop").hidden = false;
  }, 400);
  try {
    return await engine.call(call, {}, { signal: control.signal });
  } finally {
    clearTimeout(timer);
    asked = null;
    showControls();
  }
}

async function change(call, args) {
  state = await engine.call(call, args);
  hint = null;
  say("");
  show();
  $("puzzle-live").textContent = state.is_solved ? "" : description();
  if (state.is_solved) say(`Solved in ${counted(state.made.length, "move")}.`);
}

const move = (text) => run(() => change("puzzle.move", { move: text }));

/** Generates a puzzle; the search can be stopped, and the present puzzle stays until another is found. */
async function generate(call, args) {
  search?.abort();
  asked?.abort();
  stopShowing();
  const control = new AbortController();
  search = control;
  say("Searching for a puzzle …");
  showControls();
  await queue;
  try {
    const found = await engine.call(call, args, { signal: control.signal });
    if (search !== control) return;
    state = found;
    [hint, drag, chosenCar, focused] = [null, null, "X", 0];
    chosenPiece = state.bag?.[0]?.[0] ?? null;
    say(state.made.length ? `The puzzle with ${counted(state.made.length, "move")}.` : "");
    $("puzzle-seed").value = state.seed;
    show();
    $("puzzle-live").textContent = description();
  } catch (error) {
    if (search === control) {
      const place = error.step ? `The link is wrong at move ${error.step}` : "No puzzle";
      say(isCancelled(error) ? "The search was stopped." : `${place}: ${error.message}.`);
    }
  } finally {
    if (search === control) search = null;
    showControls();
  }
}

/** The link of an order of an own size. */
function ownOrder(seed) {
  const game = $("puzzle-game").value;
  const { numbers, part } = OWN[game];
  const values = ["puzzle-first", "puzzle-second"].slice(0, numbers.length).map((id) => $(id).value);
  const size = `${$("puzzle-rows").value}x${$("puzzle-cols").value}`;
  return `g=${game}&o=${[size, ...values].join(",")}&s=${seed}${$("puzzle-unique").checked ? "&u=1" : ""}` +
    (part && $("puzzle-variant").checked ? part : "");
}

function begin(extra) {
  const [game, difficulty] = [$("puzzle-game").value, $("puzzle-preset").value];
  if (difficulty === "own") {
    return generate("puzzle.open", { link: ownOrder(extra.date?.replaceAll("-", "") ?? extra.seed), seconds: 55 });
  }
  return generate("puzzle.new", { game, difficulty, unique: $("puzzle-unique").checked, ...extra });
}

function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Opens the puzzle of a link. */
export async function openLink(link) {
  await prepare();
  await generate("puzzle.open", { link });
  if (!state) return;
  $("puzzle-game").value = state.game;
  listPresets();
  $("puzzle-unique").checked = state.unique;
  fillOwn(link);
}

/** Shows the order of a link in the fields for own sizes, unless it is that of a preset. */
function fillOwn(link) {
  const parts = new URLSearchParams(link.slice(link.indexOf("#") + 1));
  const [size, ...numbers] = (parts.get("o") ?? "").split(",");
  const preset = presets.find((one) => one.game === state.game && one.order === parts.get("o"));
  $("puzzle-preset").value = preset?.difficulty ?? "own";
  [$("puzzle-rows").value, $("puzzle-cols").value] = size.split("x");
  [$("puzzle-first").value, $("puzzle-second").value] = [numbers[0] ?? "", numbers[1] ?? ""];
  const { part } = OWN[state.game];
  $("puzzle-variant").checked = Boolean(part) && link.includes(part);
  showOwn();
}

/** The fields for own sizes, with the names of the kind. */
function showOwn() {
  const { numbers, variant } = OWN[$("puzzle-game").value];
  $("puzzle-own").hidden = $("puzzle-preset").value !== "own";
  $("puzzle-first-name").textContent = numbers[0];
  $("puzzle-second-name").textContent = numbers[1] ?? "";
  $("puzzle-second").parentElement.hidden = numbers.length < 2;
  $("puzzle-variant-name").textContent = variant ?? "";
  $("puzzle-variant").parentElement.hidden = !variant;
}

/** Another preset: its numbers are the beginning of an own order. */
function presetChanged() {
  const preset = presets.find((one) => one.game === $("puzzle-game").value && one.difficulty === $("puzzle-preset").value);
  if (preset) {
    const [size, ...numbers] = preset.order.split(",");
    [$("puzzle-rows").value, $("puzzle-cols").value] = size.split("x");
    [$("puzzle-first").value, $("puzzle-second").value] = [numbers[0], numbers[1] ?? ""];
    $("puzzle-variant").checked = false;
  }
  showOwn();
}

/** Whether the hash of an address is a puzzle. */
export const isLink = (hash) => Object.keys(NAMES).some((game) => hash.startsWith(`#g=${game}&`));

/* Commands. */

const commands = {
  undo: () => run(() => change("puzzle.undo")),
  redo: () => run(() => change("puzzle.redo")),
  restart: () => run(() => change("puzzle.restart")),
  check: () => run(async () => {
    const { verdict, moves } = await searched("puzzle.check");
    say({ solved: "The puzzle is solved.", solvable: `All is well: ${counted(moves, "move")} to a solution.`,
      "dead-end": "No solution exists from here: undo moves." }[verdict]);
  }),
  hint: () => run(async () => {
    const found = (await searched("puzzle.hint")).move;
    hint = found;
    say(found ? `Hint: ${inWords(found)}.` : state.is_solved ? "The puzzle is solved." : "No solution exists from here: undo moves.");
    show();
  }),
  solve: () => (showing ? stopShowing() : solve()),
  share,
};

/** Plays a shortest solution, some moves a second. */
async function solve() {
  const mine = {};
  showing = mine;
  showControls();
  await run(async () => {
    const { moves } = await searched("puzzle.solve");
    if (!moves) say("No solution exists from here: undo moves.");
    for (const made of moves ?? []) {
      if (showing !== mine) break;
      await change("puzzle.move", { move: made });
      await new Promise((done) => setTimeout(done, 350));
    }
  });
  if (showing === mine) stopShowing();
}

function stopShowing() {
  if (showing) asked?.abort();
  showing = null;
  showControls();
}

async function share() {
  const { link } = await engine.call("puzzle.link");
  const url = `${location.href.split("#")[0]}#${link}`;
  const anchor = Object.assign(document.createElement("a"), { href: url, textContent: "Link to this puzzle" });
  const isCopied = await navigator.clipboard?.writeText(url).then(() => true, () => false);
  say(isCopied ? "The link is on the clipboard:" : "Copy this link:", anchor);
}

/** A move in words. */
function inWords(made) {
  if (state.game === "minotaur") return made === "W" ? "wait" : `one step ${WAYS[made]}`;
  if (state.game === "rogo") return made === "close" ? "close the loop" : `enter ${place(cellOf(state, made))}`;
  if (state.game === "pipes") {
    const kind = made.split(",")[2];
    return kind === "-" ? `take back the piece of ${place(cellOf(state, made))}` : `${PIECES[kind]} at ${place(cellOf(state, made))}`;
  }
  const car = state.cars.find(({ letter }) => letter === made[0]);
  const shift = Number(made.slice(1)) - position(car);
  const way = car.along_row ? (shift > 0 ? "right" : "left") : shift > 0 ? "down" : "up";
  return `car ${car.letter}, ${counted(Math.abs(shift), "cell")} ${way}`;
}

/* The page. */

/** The state in words. */
function description() {
  const moves = counted(state.made.length, "move");
  const name = `${NAMES[state.game]}, ${state.rows} by ${state.cols}`;
  if (state.game === "minotaur") {
    const you = place(state.you.at(-1));
    const open = Object.keys(WAYS).filter((way) => isOpen(state.you.at(-1), way)).map((way) => WAYS[way]);
    return `${name}. You: ${you}. Minotaur: ${place(state.minotaur.at(-1))}. Exit: ${place(state.goal)}. Open: ${open.join(", ")}. ${state.caption}.`;
  }
  return `${name}, ${moves}. ${state.caption}.`;
}

function isOpen(cell, way) {
  const { rows, cols, walls } = state;
  const [dx, dy] = { U: [0, -1], R: [1, 0], D: [0, 1], L: [-1, 0] }[way];
  const [x, y] = [(cell % cols) + dx, Math.floor(cell / cols) + dy];
  if (x < 0 || y < 0 || x >= cols || y >= rows) return false;
  const to = y * cols + x;
  return !walls.some(([a, b]) => a === Math.min(cell, to) && b === Math.max(cell, to));
}

function show() {
  if (!state) return;
  $("puzzle-name").textContent = `${NAMES[state.game]} ${state.rows}×${state.cols}, seed ${state.seed}${state.unique ? ", unique" : ""}`;
  $("puzzle-caption").textContent = state.game === "rush" ? `${counted(state.made.length, "move")}; ${state.caption}` : state.caption;
  $("puzzle-rules").textContent = RULES[state.game];
  $("puzzle-picture").replaceChildren(picture(state, hint, drag));
  const board = $("puzzle-board");
  board.style.maxWidth = `${Math.min(36, 5 * (state.cols + 1))}rem`;
  const isMinotaur = state.game === "minotaur";
  $("puzzle-picture").style.touchAction = isMinotaur ? "none" : "";
  board.tabIndex = isMinotaur ? 0 : -1;
  board.setAttribute("role", isMinotaur ? "application" : "group");
  board.setAttribute("aria-label", description());
  $("puzzle-pad").hidden = !isMinotaur;
  $("puzzle-wait").disabled = !state.may_wait;
  showTargets();
  showBag();
  showControls();
}

/** The rectangles that a person can press, with their names. */
function targets() {
  const cells = (label) => Array.from({ length: state.rows * state.cols }, (_, cell) => [[cell % state.cols, Math.floor(cell / state.cols), 1, 1], label(cell)]);
  if (state.game === "rogo") {
    return cells((cell) => {
      const points = state.squares[cell];
      const step = state.cells.indexOf(cell) + 1;
      return `${place(cell)}: ${points === null ? "forbidden" : points ? counted(points, "point") : "empty"}${step ? `, step ${step} of the loop` : ""}`;
    });
  }
  if (state.game === "pipes") {
    return cells((cell) => {
      const piece = state.pieces.find((one) => one.cell === cell);
      const gate = cell === state.source.cell ? ", entrance" : cell === state.drain.cell ? ", exit" : "";
      const content = state.blocked.includes(cell) ? "blocked" : piece ? PIECES[piece.kind] : "empty";
      return `${place(cell)}: ${content}${state.water.includes(cell) ? ", with water" : ""}${gate}`;
    });
  }
  if (state.game === "rush") {
    return state.cars.map((car) => [carBox(state, car), `${car.letter === "X" ? "red car" : car.length > 2 ? "truck" : "car"} ${car.letter}, ` +
      `${car.along_row ? "along row" : "along column"}, ${car.length} cells from ${place(car.cell)}`]);
  }
  return [];
}

/** Buttons over the picture. They stay in place, so that the focus stays. */
function showTargets() {
  const all = targets();
  const frame = $("puzzle-targets");
  while (frame.children.length > all.length) frame.lastChild.remove();
  while (frame.children.length < all.length) {
    const button = document.createElement("button");
    button.type = "button";
    frame.append(button);
  }
  focused = Math.min(focused, Math.max(0, all.length - 1));
  const percent = (length, whole) => `${(100 * length) / (whole + 2 * MARGIN)}%`;
  all.forEach(([[x, y, width, height], label], number) => {
    const button = frame.children[number];
    Object.assign(button.style, { left: percent(x + MARGIN, state.cols), top: percent(y + MARGIN, state.rows),
      width: percent(width, state.cols), height: percent(height, state.rows) });
    button.setAttribute("aria-label", label);
    button.tabIndex = number === focused ? 0 : -1;
    const isCar = state.game === "rush";
    button.classList.toggle("car", isCar);
    if (isCar) button.setAttribute("aria-pressed", state.cars[number].letter === chosenCar);
    else button.removeAttribute("aria-pressed");
  });
}

function showBag() {
  const bag = state.bag ?? [];
  $("puzzle-bag").hidden = bag.length === 0;
  if (!bag.find(([kind, left]) => kind === chosenPiece && left > 0)) chosenPiece = bag.find(([, left]) => left > 0)?.[0] ?? null;
  const buttons = bag.map(([kind, left], number) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(pieceIcon(kind), ` ×${left}`);
    button.setAttribute("aria-label", `Piece ${number + 1}: ${PIECES[kind]}, ${left} left`);
    button.setAttribute("aria-pressed", kind === chosenPiece);
    button.disabled = left === 0;
    button.addEventListener("click", () => choosePiece(number));
    return button;
  });
  $("puzzle-bag").replaceChildren(...buttons);
}

function choosePiece(number) {
  const [kind, left] = state.bag?.[number] ?? [];
  if (!left) return;
  chosenPiece = kind;
  showBag();
}

function showControls() {
  const off = !state || Boolean(search);
  $("puzzle-undo").disabled = $("puzzle-restart").disabled = off || state.made.length === 0;
  $("puzzle-redo").disabled = off || state.undone === 0;
  for (const id of ["check", "hint", "solve", "share"]) $(`puzzle-${id}`).disabled = off;
  $("puzzle-hint").disabled ||= state.is_solved;
  $("puzzle-solve").disabled ||= state.is_solved && !showing;
  $("puzzle-solve").textContent = showing ? "Stop" : "Solve";
  $("puzzle-stop").hidden = !search;
}

/* Input. */

/** The position of a car on its line, from 1. */
const position = ({ cell, along_row: alongRow }) => (alongRow ? cell % state.cols : Math.floor(cell / state.cols)) + 1;

function press(number) {
  if (!state || search || showing) return;
  focused = number;
  if (state.game === "rogo") pressCell(number);
  if (state.game === "pipes") {
    const isLaid = state.pieces.some(({ cell }) => cell === number);
    if (isLaid) move(`${asMove(number)},-`);
    else if (chosenPiece) move(`${asMove(number)},${chosenPiece}`);
    else say("The bag is empty: take back a piece.");
  }
  if (state.game === "rush") choose(state.cars[number].letter);
}

function pressCell(cell) {
  const { cells, is_closed: isClosed } = state;
  if (cells.at(-1) === cell && !isClosed) commands.undo();
  else if (cells[0] === cell && !isClosed) move("close");
  else move(asMove(cell));
}

function choose(letter) {
  chosenCar = letter;
  focused = state.cars.findIndex((car) => car.letter === letter);
  showTargets();
  $("puzzle-targets").children[focused].focus({ preventScroll: true });
}

/** Moves the chosen car by a cell. */
function drive(way) {
  const car = state.cars.find(({ letter }) => letter === chosenCar);
  const isAlong = car.along_row === "LR".includes(way);
  if (!isAlong) return say(`Car ${car.letter} moves ${car.along_row ? "left and right" : "up and down"}.`);
  move(`${car.letter}${position(car) + ("RD".includes(way) ? 1 : -1)}`);
}

/** Moves the focus among the cells. */
function go(way) {
  const { rows, cols } = state;
  const [x, y] = [focused % cols, Math.floor(focused / cols)];
  const [dx, dy] = { U: [0, -1], R: [1, 0], D: [0, 1], L: [-1, 0] }[way];
  focused = Math.min(rows - 1, Math.max(0, y + dy)) * cols + Math.min(cols - 1, Math.max(0, x + dx));
  showTargets();
  $("puzzle-targets").children[focused].focus({ preventScroll: true });
}

function turn(way) {
  if (!state || search || showing) return;
  if (state.game === "minotaur") move(way);
  else if (state.game === "rush") drive(way);
  else go(way);
}

const LETTERS = { z: "undo", Backspace: "undo", y: "redo", "?": "hint" };

function keyDown(event) {
  if ($("puzzles").hidden || !state || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest?.("input, select, summary, [role=tab], a")) return;
  const key = event.key;
  const letter = key.toUpperCase();
  if (key in KEYS) turn(KEYS[key]);
  else if (state.game === "rush" && key.length === 1 && state.cars.some((car) => car.letter === letter)) choose(letter);
  else if (key in LETTERS) commands[LETTERS[key]]();
  else if (state.game === "minotaur" && letter === "W") move("W");
  else if (state.game === "rogo" && letter === "C") move("close");
  else if (state.game === "pipes" && key >= "1" && key <= "7") choosePiece(Number(key) - 1);
  else return;
  event.preventDefault();
}

/** The cells by which a car may move back and forth. */
function room(car) {
  const taken = new Set(state.cars.filter((other) => other !== car).flatMap((other) =>
    Array.from({ length: other.length }, (_, place) => other.cell + place * (other.along_row ? 1 : state.cols))));
  const [step, whole] = car.along_row ? [1, state.cols] : [state.cols, state.rows];
  const at = position(car) - 1;
  let [back, forth] = [0, 0];
  while (at - back > 0 && !taken.has(car.cell - (back + 1) * step)) back++;
  while (at + car.length + forth < whole && !taken.has(car.cell + (car.length + forth) * step)) forth++;
  return [-back, forth];
}

function listenToDrags(frame) {
  frame.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("button");
    if (!button || state?.game !== "rush" || search || showing) return;
    const car = state.cars[[...frame.children].indexOf(button)];
    const side = frame.clientWidth / (state.cols + 2 * MARGIN);
    drag = { letter: car.letter, from: car.along_row ? event.clientX : event.clientY, side, room: room(car), car, shift: 0 };
    button.setPointerCapture(event.pointerId);
    choose(car.letter);
  });
  frame.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const cells = ((drag.car.along_row ? event.clientX : event.clientY) - drag.from) / drag.side;
    drag.shift = Math.min(drag.room[1], Math.max(drag.room[0], cells));
    $("puzzle-picture").replaceChildren(picture(state, hint, drag));
  });
  frame.addEventListener("pointerup", () => {
    if (!drag) return;
    const { car, shift } = drag;
    drag = null;
    const cells = Math.round(shift);
    if (cells) move(`${car.letter}${position(car) + cells}`);
    else show();
  });
  frame.addEventListener("pointercancel", () => {
    drag = null;
    show();
  });
}

/** A click in a labyrinth: a step towards the cell. */
function clickBoard(event) {
  if (state?.game !== "minotaur" || search || showing) return;
  const frame = $("puzzle-board").getBoundingClientRect();
  const side = frame.width / (state.cols + 2 * MARGIN);
  const place = state.you.at(-1);
  const [x, y] = [(event.clientX - frame.left) / side - MARGIN - (place % state.cols) - 0.5,
    (event.clientY - frame.top) / side - MARGIN - Math.floor(place / state.cols) - 0.5];
  if (Math.max(Math.abs(x), Math.abs(y)) < 0.5) return;
  move(Math.abs(x) > Math.abs(y) ? (x > 0 ? "R" : "L") : y > 0 ? "D" : "U");
}

/* The form. */

function listPresets() {
  const game = $("puzzle-game").value;
  const before = $("puzzle-preset").selectedIndex;
  const all = presets.filter((preset) => preset.game === game);
  $("puzzle-preset").replaceChildren(...all.map(({ difficulty, text }) => new Option(`${difficulty}: ${text}`, difficulty)),
    new Option("own size …", "own"));
  $("puzzle-preset").selectedIndex = before < all.length ? Math.max(0, before) : 0;
  $("puzzle-unique").checked = all[0].unique;
  presetChanged();
}

async function prepare() {
  if (isStarted) return;
  isStarted = true;
  presets = await engine.call("puzzle.presets");
  $("puzzle-game").append(...Object.entries(NAMES).map(([game, name]) => new Option(name, game)));
  $("puzzle-game").value = load("puzzle", "rush");
  listPresets();
  $("puzzle-game").addEventListener("change", () => {
    save("puzzle", $("puzzle-game").value);
    listPresets();
    begin({ seed: Number($("puzzle-seed").value) });
  });
  $("puzzle-preset").addEventListener("change", presetChanged);
  $("puzzle-setup").addEventListener("submit", (event) => {
    event.preventDefault();
    begin({ seed: Number($("puzzle-seed").value) });
  });
  $("puzzle-dice").addEventListener("click", () => begin({ seed: crypto.getRandomValues(new Uint32Array(1))[0] % 1000000 }));
  $("puzzle-daily").addEventListener("click", () => begin({ date: today() }));
  $("puzzle-stop").addEventListener("click", () => (search ?? asked)?.abort());
  for (const name of Object.keys(commands)) $(`puzzle-${name}`).addEventListener("click", commands[name]);
  $("puzzle-wait").addEventListener("click", () => move("W"));
  for (const button of document.querySelectorAll("#puzzle-pad [data-way]")) button.addEventListener("click", () => turn(button.dataset.way));
  const frame = $("puzzle-targets");
  frame.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) press([...frame.children].indexOf(button));
  });
  listenToDrags(frame);
  $("puzzle-board").addEventListener("click", clickBoard);
  listenToSwipes($("puzzle-picture"), (way) => state?.game === "minotaur" && turn(way));
  addEventListener("keydown", keyDown);
}

/** Prepares the tab when it is shown for the first time. */
export async function start() {
  if (isStarted) return;
  await prepare();
  await begin({ seed: 1 });
}
